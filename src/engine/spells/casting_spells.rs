//! CR 601: Casting Spells

use smallvec::SmallVec;

use crate::engine::additional::controlling_another_player;
use crate::engine::additional::keyword_abilities::{
    awaken, bestow, cleave, entwine, is_additional_cost, kicker, mutate, overload, rules_of_additional_cost,
    splice, ways,
};
use crate::engine::card_types::enchantments;
use crate::engine::concepts::timing_and_priority;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::zones::{exile, general};
use crate::game::{AbilityInstance, Cause, CauseKind, Change, Nature, ObjectId, Origin, PlayerId};
use crate::ir::{Ability, Body, CardType, Costs, KeywordName, Symbol, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Attempt, Level, What};

use super::permissions;

mod steps;

/// How a spell is cast: who, what, and by which permission.
#[derive(Debug, Clone, Default)]
pub struct CastRequest {
    /// Which face is cast (709.3a, 712.11a, 715.3), by index.
    pub face: u8,
    /// The alternative way, by its keyword or name: `flashback`, `evoke` ...
    pub way: Option<Symbol>,
    /// Optional costs the player means to pay, by name: `kicker` ...
    pub paying: SmallVec<[Symbol; 2]>,
    /// Whether the player says that its mana cost is not paid, which something must let them do (118.9).
    pub without_paying: bool,
    /// What the permission to cast it says, when it isn't the normal one from the hand (601.3).
    pub permission: Option<Permission>,
}

/// A permission to cast that an effect gives (601.3, 608.2g).
#[derive(Debug, Clone, PartialEq)]
pub struct Permission {
    /// What is paid instead of the mana cost; nothing for "without paying its mana cost".
    pub cost: Option<Costs>,
    /// Whether it is cast while something resolves, so that timing by card type does not count and nobody gets
    /// priority afterwards (608.2g).
    pub while_resolving: bool,
    /// The rule that permits it.
    pub rule: RuleId,
}

/// A player casts a spell, step by step (601.2a–i), and gets priority again.
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened (733.1).
pub fn cast(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    request: &CastRequest,
) -> Outcome<ObjectId> {
    play.attempt(Attempt::Cast(card, request.face), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        controlling_another_player::decides(play, player);
        let spell = cast_now(play, player, card, request)
            .map_err(|halt| halt.in_manner(request.way.into_iter().chain(request.paying.clone())))?;
        // Whoever had priority gets it again (601.2i, 117.3c).
        timing_and_priority::give_priority(play, player)?;
        Ok(spell)
    })
}

/// The steps of 601.2, from a to i, without anybody having priority: also for spells cast while something resolves (608.2g).
///
/// # Errors
/// As [`cast`], but what has happened is not undone here.
pub(in crate::engine) fn cast_now(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    request: &CastRequest,
) -> Outcome<ObjectId> {
    let start = permissions::may_begin(play, player, card, request)?;
    if start.face_down.is_none() {
        exile::turn_up_to_play(play, CauseKind::Announcement(player), card);
    }
    let spell = play.game.next_object();
    let mut rules = Rules::of(&[cr!("601.2")]);
    if commander_at_home(play, player, card) {
        rules.push(cr!("903.8"));
    }
    rules = start.rules.iter().fold(rules, Rules::and);
    if request.way.is_some()
        && start.called.is_none()
        && (start.instead.is_some() || start.additional.is_some())
    {
        // That it will be paid is announced (118.8a, 118.9a).
        rules.push(cr!("601.2b"));
    }
    let bestowed = start.bestowed;
    let mark = play.trace.mark();
    let entry =
        play.record(Level::Default, CauseKind::Announcement(player), rules, What::Casts(player, spell));
    let cast = play.under(entry, |play| {
        if let Some((source, origin)) = start.used {
            let cause = Cause::new(CauseKind::Announcement(player), cr!("601.3"));
            play.change(cause, Level::Hidden, Change::Used(source, origin, player));
        }
        let from = play.game.object(card).zone;
        let proposed = steps::propose(play, player, card, request, &start);
        if proposed.is_err() && play.game.next_object() == spell {
            // Nothing can be told of a spell that there is not yet.
            play.trace.rewind(mark);
        }
        proposed?;
        if start.bestowed {
            bestow::begin(play, spell, player);
        }
        let mut it = steps::Casting::of(play, (player, card, spell), from, request, start);
        it.announce(play)?;
        it.choose_targets(play)?;
        it.divide(play)?;
        it.check(play)?;
        let bill = it.determine_cost(play)?;
        it.pay(play, &bill)
    });
    cast.map_err(|halt| match &halt {
        // What it lacks it lacks for being cast so.
        Halt::Illegal(illegal) if illegal.lacks_mana() || illegal.lacks_cost_or_target() => {
            // Of a cost that can't be paid it is no matter that the spell is an Aura.
            let decides = |rule: &RuleId| *rule != cr!("702.103b") || !illegal.lacks_cost();
            let rules: Vec<RuleId> = rules_of_manner(request, bestowed).iter().filter(decides).collect();
            rules.into_iter().fold(halt, Halt::and_rule)
        }
        _ => halt,
    })?;
    steps::become_cast(play, player, spell)?;
    Ok(spell)
}

/// The rules of the way in which a spell is cast and of the additional costs that are paid for it, the deciding one first.
fn rules_of_manner(request: &CastRequest, bestowed: bool) -> Rules {
    // A bestowed spell is an Aura, and no creature spell (702.103b).
    let bestowing = bestowed.then_some(cr!("702.103b"));
    let way = request.way.and_then(ways::of).and_then(|way| way.rule());
    let kicked = request.paying.iter().any(|name| kicker::is_of(*name)).then_some(cr!("702.33a"));
    let others = request.paying.iter().filter(|name| is_additional_cost(name.as_str()));
    let others = others.flat_map(|name| rules_of_additional_cost(Some(*name), 1).iter().collect::<Vec<_>>());
    let own = others.filter(|rule| *rule != cr!("601.2b"));
    bestowing.into_iter().chain(way).chain(kicked).chain(own).fold(Rules::NONE, Rules::and)
}

/// Whether the card is the player's own commander in the command zone, from where they may cast it (903.8).
pub(super) fn commander_at_home(play: &Play<'_>, player: PlayerId, card: ObjectId) -> bool {
    let object = play.game.object(card);
    object.zone == Zone::Command
        && object.owner == player
        && object.card().is_some_and(|card| play.game.card(card).commander)
}

/// The rule by which a card of this type is cast in its player's main phase while the stack is empty; none if it has no such
/// type.
pub fn main_phase_rule(face: &crate::game::Characteristics) -> Option<RuleId> {
    let rules = [
        (CardType::Sorcery, cr!("307.1")),
        (CardType::Creature, cr!("302.1")),
        (CardType::Artifact, cr!("301.1")),
        (CardType::Enchantment, cr!("303.1")),
        (CardType::Planeswalker, cr!("306.1")),
        (CardType::Battle, cr!("310.1")),
    ];
    rules.iter().find(|(card_type, _)| face.is(*card_type)).map(|(_, rule)| *rule)
}

/// Whether the player could cast a sorcery now: their main phase, the stack empty (307.1, 117.1a).
pub(in crate::engine) fn sorcery_timing(play: &Play<'_>, player: PlayerId) -> bool {
    let turn = play.game.turn();
    play.game.is_active(player) && turn.step.is_main() && play.game.stack().is_empty()
}

/// What the spell asks for as it is announced: its own modes and targets, or an Aura's target (303.4a).
pub(in crate::engine) fn body_of(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
) -> Outcome<(Body, Frame)> {
    let characteristics = play.view()?.shared(&play.game, spell);
    body_of_face(play, player, spell, &characteristics)
}

/// A face of a card as it is looked at before it is cast: of a card with one face, as the layers make it (601.3e).
pub(in crate::engine) fn face_of(
    play: &mut Play<'_>,
    card: ObjectId,
    face: u8,
) -> Outcome<std::sync::Arc<crate::game::Characteristics>> {
    let several = |definition: &&std::sync::Arc<crate::game::Definition>| definition.faces.len() > 1;
    let definition = play.game.object(card).definition.as_ref().filter(several);
    let face = definition.and_then(|definition| definition.faces.get(usize::from(face)).cloned());
    // A card that is face down in exile is turned face up just before it is played (406.3a).
    let object = play.game.object(card);
    let hidden = object.is_face_down() && object.zone == Zone::Exile;
    let up = object.definition.as_ref().filter(|_| hidden).and_then(|its| its.faces.first().cloned());
    match face.or(up) {
        Some(face) => Ok(face),
        None => Ok(play.view()?.shared(&play.game, card)),
    }
}

/// What a spell with these characteristics asks for as it is announced.
pub(in crate::engine) fn body_of_face(
    play: &Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    characteristics: &crate::game::Characteristics,
) -> Outcome<(Body, Frame)> {
    let announced = play.game.object(spell).announced.as_ref();
    let paid = announced.map(|announced| announced.paid.clone()).unwrap_or_default();
    body_as_paid(play, player, spell, characteristics, &paid)
}

/// What it asks for with these optional and alternative costs paid (601.4).
fn body_as_paid(
    play: &Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    characteristics: &crate::game::Characteristics,
    paid: &[Symbol],
) -> Outcome<(Body, Frame)> {
    let mut body = Body::default();
    // What a spell says itself is its own, wherever a keyword stands.
    let says = |instance: &&AbilityInstance| matches!(*instance.ability, Ability::Spell(_));
    let own = characteristics.abilities.iter().filter(says).find(|instance| instance.keyword.is_none());
    let mut origin = own.map_or(Origin::Printed(0), |instance| instance.origin);
    for (place, instance) in characteristics.abilities.iter().enumerate() {
        let Ability::Spell(its) = &*instance.ability else { continue };
        let its = cleave::instead(characteristics, place, paid).unwrap_or(its);
        if instance.keyword == Some(KeywordName::Awaken) && !awaken::was_paid(paid) {
            continue;
        }
        // A permanent gives the gift as it enters (702.174b).
        if instance.keyword == Some(KeywordName::Gift) && characteristics.types.is_permanent() {
            continue;
        }
        // Several spell abilities are followed in printed order (608.2c), and modes after all else that their body does.
        if body.choose.is_some() && !its.does.is_empty() {
            return Err(Halt::undecided(spell, "it does more after what its modes say"));
        }
        if body.choose.is_none() {
            body.choose.clone_from(&its.choose);
        } else if its.choose.is_some() {
            return Err(Halt::undecided(spell, "it is modal twice over"));
        }
        if its.targets.is_empty() || body.targets.is_empty() {
            body.targets.extend(its.targets.iter().cloned());
            body.does.extend(its.does.iter().cloned());
        } else {
            splice::add_part(spell, &mut body, its)?;
        }
    }
    if overload::applies(characteristics, paid) {
        overload::without_targets(spell, &mut body)?;
    }
    if let Some(modes) = &mut body.choose {
        entwine::widen(characteristics, modes);
    }
    if let Some((target, its_origin)) = enchantments::target_of(spell, characteristics)? {
        origin = its_origin;
        body.targets.push(target);
    }
    if mutate::is_mutating(&play.game, spell) {
        body.targets.push(mutate::target());
    }
    if let Some(announced) = &play.game.object(spell).announced {
        splice::add(spell, &mut body, announced)?;
    }
    let mut frame = Frame::of_source(spell, player, origin);
    (frame.on_stack, frame.announcing) = (Some(spell), true);
    Ok((body, frame))
}

/// A copy of a card is made where the card is and may be cast from there (707.12). It is not cast yet.
///
/// # Errors
/// If the card has no values to copy.
pub(in crate::engine) fn copy_card(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    cause: Cause,
) -> Outcome<ObjectId> {
    general::must_be_known(play, card)?;
    let object = play.game.object(card);
    let new = play.game.next_object();
    let copy = crate::game::NewObject {
        definition: object.definition.clone(),
        ..crate::game::NewObject::new(new, Nature::Copy, player, object.zone, object.base.clone())
    };
    play.change(cause.and(cr!("707.12")), Level::Default, Change::Create(Box::new(copy)));
    Ok(new)
}
