//! What stands in brackets on the board: made true of the object, or found at fault.

use crate::scenario::ast::Text;
use std::rc::Rc;

use crate::diag::{Code, Diagnostic, Span};
use crate::engine::additional::keyword_abilities::{bestow, haunt, hidden_agenda, reconfigure, soulbond};
use crate::engine::additional::keyword_actions::{exert, goad};
use crate::engine::additional::{face_down_spells_and_permanents, preparation_cards};
use crate::game::effects::Linked;
use crate::game::{
    Attack, Block, Change, ContinuousEffect, Designation, FaceDown, Game, Half, LinkKey, LinkedObject,
    ObjectId, Occurrence, PhasedOut, Thing,
};
use crate::ir::{Ability, CardType, CounterKind, Keyword, KeywordName, Layout, Symbol, Zone};
use crate::rules::{RuleId, cr};
use crate::scenario::ast::{Modifier, ObjectText, Spanned};

mod links;
mod whole;

pub(super) use whole::check_as_a_whole;

use super::chosen;
use super::designations;
use super::kicking;
use super::piles;
use super::setup::{PERMANENTS, Planned, Setup, What, illegal};
use super::spells;
use super::supplements;

/// What an entry must be to stand where it stands.
pub(super) fn check(setup: &mut Setup<'_, '_>, game: &Game, plan: &Planned<'_>) {
    let object = game.object(plan.object);
    let name = &object.base.name;
    match plan.zone {
        Zone::Battlefield => {
            if put_face_down(plan) {
                // Any card can be manifested.
            } else if matches!(plan.what, What::Unknown) {
                let message = "an unknown card can't be a permanent".to_owned();
                setup.faults.push(illegal(message, plan.span, PERMANENTS));
            } else if !object.base.types.is_permanent() {
                let message = format!("`{name}` is not a permanent card, so it can't be on the battlefield");
                let fault = illegal(message, plan.span, PERMANENTS);
                setup.faults.push(match object.is_token() {
                    true => fault.with_help(
                        "a creature token is written with its power and toughness: `token 1/1 white Soldier`",
                    ),
                    false => fault,
                });
            }
        }
        Zone::Stack => {
            if object.base.is(CardType::Land) || object.is_token() {
                let message = format!("`{name}` can't be a spell");
                setup.faults.push(illegal(message, plan.span, cr!("305.9")));
            }
        }
        _ => {
            if object.is_token() {
                let message = format!("the token `{name}` ceases to exist outside the battlefield");
                setup.faults.push(illegal(message, plan.span, cr!("111.7")));
            }
        }
    }
}

/// Makes one modifier true.
pub(super) fn apply(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    modifier: &Spanned<Modifier>,
    planned: &[Planned<'_>],
) {
    let object = plan.object;
    let here = plan.zone == Zone::Battlefield;
    let name = game.object(object).base.name.clone();
    if !here && needs_battlefield(&modifier.value) {
        let message = format!("`{name}` is not on the battlefield, so this can't be said of it");
        setup.faults.push(illegal(message, modifier.span, cr!("110.5")));
        return;
    }
    match &modifier.value {
        // Settled with the object itself.
        Modifier::Untapped
        | Modifier::CopyOf(_)
        | Modifier::FaceUp
        | Modifier::ControlledBy(_)
        | Modifier::OwnedBy(_)
        | Modifier::Commander
        | Modifier::CastBefore(_)
        | Modifier::Token => {}
        Modifier::Tapped => game.apply(&Change::Tap(object, true)),
        Modifier::Counters(count, kind) => counters(setup, game, plan, *count, kind),
        Modifier::Loyalty(count) | Modifier::Defense(count) => {
            printed_counters(setup, game, plan, modifier, *count)
        }
        Modifier::Damage(amount) | Modifier::DeathtouchDamage(amount) => {
            damage(game, object, *amount, matches!(modifier.value, Modifier::DeathtouchDamage(_)))
        }
        Modifier::AttachedTo(host) | Modifier::Enchanting(host) => {
            attached(setup, game, plan, (host, planned))
        }
        Modifier::Exiling(card) | Modifier::Imprinting(card) => {
            links::exiling(setup, game, plan, (card, planned), modifier)
        }
        Modifier::Encoded(card) => links::encoded(setup, game, plan, (card, planned), modifier.span),
        Modifier::EnteredThisTurn => {
            game.apply(&Change::Sick(object, true));
            game.apply(&Change::EnteredNow(object));
        }
        // Whose turn it is and which step is known when the board is complete.
        Modifier::AttackedThisTurn => {}
        Modifier::SummoningSick => game.apply(&Change::Sick(object, true)),
        Modifier::Attacking(defender) => {
            attacking(setup, game, plan, (defender.as_ref(), planned), modifier.span)
        }
        Modifier::Blocking(attacker) => blocking(setup, game, plan, (attacker, planned)),
        Modifier::Chosen(word) => {
            chosen::word(setup, game, object, word).into_iter().for_each(|change| game.apply(&change));
        }
        Modifier::Named(card) => {
            chosen::name(setup, game, object, card).into_iter().for_each(|change| game.apply(&change));
        }
        Modifier::MayLook(player) => may_look(setup, game, plan, player, modifier.span),
        Modifier::PhasedOut => {
            let how = PhasedOut { under: plan.controller, along_with: None, until_by: None, due: false };
            setup.phased_out.push((object, how));
        }
        Modifier::Foretold => designations::foretold(setup, game, plan, modifier.span),
        Modifier::Plotted => designations::plotted(setup, game, plan, modifier.span),
        Modifier::Pile(pile) => piles::check(setup, game, plan, pile),
        Modifier::FaceDown if supplements::is_in_deck(plan) || is_hidden_otherwise(plan) => {}
        Modifier::FaceDown
        | Modifier::Manifested
        | Modifier::Cloaked
        | Modifier::Morphed
        | Modifier::Disguised => turned_down(setup, game, plan, modifier),
        Modifier::Renowned => game.apply(&Change::Designate(object, Designation::Renowned)),
        Modifier::Solved => game.apply(&Change::Designate(object, Designation::Solved)),
        Modifier::LeftUnlocked => designations::unlocked(setup, game, plan, &[Half::Left], modifier.span),
        Modifier::RightUnlocked => designations::unlocked(setup, game, plan, &[Half::Right], modifier.span),
        Modifier::FullyUnlocked => designations::unlocked(setup, game, plan, &Half::BOTH, modifier.span),
        Modifier::Locked => designations::unlocked(setup, game, plan, &[], modifier.span),
        Modifier::Companion => companion(setup, game, plan, modifier.span),
        Modifier::Prepared => prepared(setup, game, plan, modifier.span),
        Modifier::RingBearer => game.apply(&Change::Designate(object, Designation::RingBearer)),
        Modifier::Room(name) => designations::room(setup, game, plan, name),
        Modifier::Monstrous => game.apply(&Change::Designate(object, Designation::Monstrous)),
        Modifier::Level(level) => {
            let level = u8::try_from(*level).unwrap_or(u8::MAX);
            game.apply(&Change::Designate(object, Designation::Level(level)));
        }
        Modifier::ProtectedBy(player) => protected(setup, game, object, player),
        Modifier::X(x) => announced_x(setup, game, plan, *x, modifier.span),
        Modifier::Kicked(how) => kicked(setup, game, plan, how.as_ref(), modifier.span),
        Modifier::Mode(mode) => chosen_mode(setup, game, plan, *mode, modifier.span),
        Modifier::Transformed | Modifier::Flipped => turned(setup, game, plan, modifier),
        Modifier::Suspended(count) => suspended(setup, game, plan, *count, modifier.span),
        Modifier::Haunting(host) => haunting(setup, game, plan, (host, planned), modifier.span),
        Modifier::GoadedBy(player) => goaded(setup, game, object, player),
        Modifier::Exerted => exerted(game, plan),
        Modifier::PairedWith(other) => paired(setup, game, plan, (other, planned), modifier.span),
    }
}

/// It has been exerted (701.43a).
fn exerted(game: &mut Game, plan: &Planned<'_>) {
    let effect = exert::effect(game, plan.object, plan.controller);
    game.apply(&Change::BeginEffect(Box::new(effect)));
}

/// Counters of a kind are on it.
fn counters(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, count: u32, kind: &Text) {
    match CounterKind::parse(&kind.text) {
        Some(kind) => {
            let count = i32::try_from(count).unwrap_or(i32::MAX);
            game.apply(&Change::Counters(plan.object, kind, count));
        }
        None => {
            let message = format!("`{}` is not a kind of counter", kind.text);
            setup.faults.push(Diagnostic::error(Code::UnknownModifier, message, kind.span, ""));
        }
    }
}

/// Damage is marked on it.
fn damage(game: &mut Game, object: ObjectId, amount: u32, deathtouch: bool) {
    game.apply(&Change::Damage {
        source: None,
        to: Thing::Object(object),
        amount,
        combat: false,
        deathtouch,
        marks: true,
    });
    game.apply(&Change::Occurred(Occurrence::DamagedBefore(object)));
}

/// It blocks an attacking creature.
fn blocking(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    (attacker, planned): (&ObjectText, &[Planned<'_>]),
) {
    if let Some(Thing::Object(attacker)) = setup.find(game, attacker, planned) {
        game.apply(&Change::Block(Block { blocker: plan.object, attacker }));
        game.apply(&Change::Blocked(attacker));
        game.apply(&Change::BlockersDeclared);
    }
}

/// It is its owner's companion, outside the game (702.139a).
fn companion(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, span: Span) {
    if plan.outside {
        game.apply(&Change::Designate(plan.object, Designation::Companion));
    } else {
        let name = &game.object(plan.object).base.name;
        let message = format!("`{name}` is not outside the game, so it is no companion");
        setup.faults.push(illegal(message, span, cr!("702.139a")));
    }
}

/// It is prepared (722.3a).
fn prepared(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, span: Span) {
    match preparation_cards::from_the_start(game, plan.object, plan.controller) {
        Some(changes) => changes.iter().for_each(|change| game.apply(change)),
        None => {
            let name = &game.object(plan.object).base.name;
            let message = format!("`{name}` has no prepare spell");
            setup.faults.push(illegal(message, span, cr!("722.3a")));
        }
    }
}

/// What was announced for its X (107.3a).
fn announced_x(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, x: u32, span: Span) {
    let base = &game.object(plan.object).base;
    if spells::has_x(base) {
        announce(game, plan.object, |announced| announced.x = x);
    } else {
        let message = format!("`{}` has no X", base.name);
        setup.faults.push(illegal(message, span, cr!("107.3a")));
    }
}

/// A mode was chosen for it, counted from 1 (700.2).
fn chosen_mode(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, mode: u32, span: Span) {
    let base = &game.object(plan.object).base;
    if spells::is_modal(base) {
        let mode = u8::try_from(mode.saturating_sub(1)).unwrap_or(u8::MAX);
        announce(game, plan.object, |announced| announced.modes.push(mode));
    } else {
        let message = format!("`{}` is no modal spell", base.name);
        setup.faults.push(illegal(message, span, cr!("700.2")));
    }
}

/// A player has goaded it, once at most.
fn goaded(setup: &mut Setup<'_, '_>, game: &mut Game, object: ObjectId, player: &Text) {
    if let Some(player) = setup.player(player)
        && !goad::goaded_by_effects(game, object).any(|other| other == player)
    {
        let effect = goad::effect(game, object, player);
        game.apply(&Change::BeginEffect(Box::new(effect)));
    }
}

/// It is face down, for a reason that lets it be.
fn turned_down(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, modifier: &Spanned<Modifier>) {
    match face_down(game, plan, &modifier.value) {
        Ok(how) => game.apply(&Change::FaceDown(plan.object, Some(how))),
        Err((message, rule)) => setup.faults.push(illegal(message, modifier.span, rule)),
    }
}

/// A player protects it.
fn protected(setup: &mut Setup<'_, '_>, game: &mut Game, object: ObjectId, player: &Text) {
    if let Some(player) = setup.player(player) {
        game.apply(&Change::Designate(object, Designation::Protector(player)));
    }
}

/// Its other face is up, if it has one.
fn turned(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, modifier: &Spanned<Modifier>) {
    let object = plan.object;
    let name = game.object(object).base.name.clone();
    let layouts: &[Layout] = match modifier.value {
        Modifier::Flipped => &[Layout::Flip],
        _ => &[Layout::Transform, Layout::Modal],
    };
    let its = game.object(object).definition.as_ref();
    if its.is_none_or(|its| !layouts.contains(&its.layout) || its.faces.len() < 2) {
        let message = format!("`{name}` has no other face to be up");
        setup.faults.push(illegal(message, modifier.span, cr!("110.5")));
    } else if matches!(modifier.value, Modifier::Flipped) {
        game.apply(&Change::Flip(object));
    } else if plan.face == 0 {
        // The name of the back face says so already.
        game.apply(&Change::Transform(object));
    }
}

/// How it was kicked as it was cast.
fn kicked(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, how: Option<&Text>, span: Span) {
    let object = plan.object;
    let name = game.object(object).base.name.clone();
    match kicking::on_board(&game.object(object).base, how, span) {
        Ok(Some(paid)) => announce(game, object, |announced| announced.paid.extend(paid)),
        // Abilities ask for one of several kicker costs (702.33f), and nothing here says which was paid.
        Ok(None) => {
            setup.cannot(format!("with which of its kicker costs `{name}` was kicked is not said"), span)
        }
        Err(fault) => setup.faults.push(fault),
    }
}

/// A player may look at what is face down (406.3, 708.5).
fn may_look(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, player: &Text, span: Span) {
    let object = plan.object;
    let name = game.object(object).base.name.clone();
    let its = game.object(object);
    if let Some(player) = setup.player(player) {
        // Nobody goes on looking at what is hidden anywhere but in exile (406.3), except a permanent's controller (708.5).
        if its.zone == Zone::Exile || its.on_battlefield() && its.controller == player {
            game.apply(&Change::MayLook(object, player));
        } else {
            setup.cannot(format!("no rule lets a player look at `{name}` there"), span);
        }
    }
}

/// Whom it attacks, where that is said or only one could be attacked.
fn attacking(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    (defender, planned): (Option<&ObjectText>, &[Planned<'_>]),
    span: Span,
) {
    let object = plan.object;
    let defender = match defender {
        Some(defender) => setup.find(game, defender, planned),
        None => {
            let mut others = game.opponents(plan.controller);
            match (others.next(), others.next()) {
                (Some(one), None) => Some(Thing::Player(one)),
                _ => {
                    let message = "several players could be attacked";
                    setup.faults.push(
                        Diagnostic::error(Code::AmbiguousName, message, span, "")
                            .with_help("write `[attacking NAP]`"),
                    );
                    None
                }
            }
        }
    };
    if let Some(defender) = defender {
        game.apply(&Change::Attack(Attack { attacker: object, defender, blocked: false }));
    }
}

/// What it is attached to, with what reconfigure and bestow make of it then.
fn attached(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    (host, planned): (&ObjectText, &[Planned<'_>]),
) {
    let object = plan.object;
    if let Some(host) = setup.find(game, host, planned) {
        game.apply(&Change::Attach(object, Some(host)));
        if game.object(object).base.has(KeywordName::Reconfigure) {
            let effect = reconfigure::effect(game, object, game.object(object).controller);
            game.apply(&Change::BeginEffect(Box::new(effect)));
        }
        // A creature card with bestow that is attached is a bestowed Aura (702.103b).
        if game.object(object).base.has(KeywordName::Bestow) {
            let effect = bestow::effect(game, object, game.object(object).controller);
            game.apply(&Change::BeginEffect(Box::new(effect)));
        }
    }
}

/// Loyalty or defense, which only a planeswalker (306.5) or a battle (310.4) has.
fn printed_counters(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    modifier: &Spanned<Modifier>,
    count: u32,
) {
    let object = plan.object;
    let name = game.object(object).base.name.clone();
    let (kind, card_type, rule) = match modifier.value {
        Modifier::Loyalty(_) => ("loyalty", CardType::Planeswalker, cr!("306.5")),
        _ => ("defense", CardType::Battle, cr!("310.4")),
    };
    if !game.object(object).base.is(card_type) {
        let message = format!("`{name}` has no {kind}: it is no {card_type}");
        setup.faults.push(illegal(message, modifier.span, rule));
    } else if let Some(kind) = Symbol::parse(kind) {
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        game.apply(&Change::Counters(object, CounterKind::Named(kind), count));
    }
}

/// A creature is paired with another of the same player by the soulbond of one of them (702.95b).
fn paired(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    (other, planned): (&ObjectText, &[Planned<'_>]),
    span: Span,
) {
    let (it, other) = match setup.find(game, other, planned) {
        Some(Thing::Object(other)) => (plan.object, other),
        _ => return,
    };
    let controller = |object| planned.iter().find(|its| its.object == object).map(|its| its.controller);
    let a_creature = |object: &ObjectId| {
        let its = game.object(*object);
        its.on_battlefield()
            && its.base.is(CardType::Creature)
            && controller(*object) == Some(plan.controller)
    };
    let Some(with) =
        [it, other].into_iter().find(|object| game.object(*object).base.has(KeywordName::Soulbond))
    else {
        let message =
            format!("neither `{}` nor what it is to be paired with has soulbond", name_of(game, plan));
        return setup.faults.push(illegal(message, span, cr!("702.95b")));
    };
    if !a_creature(&it) || !a_creature(&other) || it == other {
        let message =
            format!("`{}` can be paired only with another creature of its controller's", name_of(game, plan));
        return setup.faults.push(illegal(message, span, cr!("702.95e")));
    }
    if [it, other].iter().any(|object| soulbond::partner_of(game, *object).is_some()) {
        let message = format!("`{}` can be paired with only one other creature", name_of(game, plan));
        return setup.faults.push(illegal(message, span, cr!("702.95d")));
    }
    let partner = if with == it { other } else { it };
    let effect = soulbond::effect(game, with, partner, plan.controller);
    game.apply(&Change::BeginEffect(Box::new(effect)));
}

fn name_of<'g>(game: &'g Game, plan: &Planned<'_>) -> &'g str {
    &game.object(plan.object).base.name
}

/// A card with haunt lies in exile and haunts a creature (702.55b).
fn haunting(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    (host, planned): (&ObjectText, &[Planned<'_>]),
    span: Span,
) {
    let its = game.object(plan.object);
    if its.zone != Zone::Exile || its.is_face_down() || !its.base.has(KeywordName::Haunt) {
        let message = format!("`{}` is no card with haunt that lies face up in exile", its.base.name);
        setup.faults.push(illegal(message, span, cr!("702.55a")));
        return;
    }
    match setup.find(game, host, planned) {
        Some(Thing::Object(haunted)) if game.object(haunted).base.is(CardType::Creature) => {
            let key = LinkKey::own(plan.object, haunt::HAUNTS);
            let link = LinkedObject { key, object: haunted, how: Linked::Exiled, face: 0, by: None, turn: 0 };
            game.apply(&Change::AddLink(Box::new(link)));
        }
        Some(_) => {
            let message = format!("`{}` is no creature to haunt", host.name.text);
            setup.faults.push(illegal(message, span, cr!("702.55b")));
        }
        None => {}
    }
}

/// A suspended card lies in exile with time counters on it (702.62b); if it has no suspend of its own, an effect has given it.
fn suspended(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, count: u32, span: Span) {
    let object = plan.object;
    let its = game.object(object);
    let is_card = its.zone == Zone::Exile && its.card().is_some() && !its.is_face_down();
    if !is_card || count == 0 {
        let name = &its.base.name;
        let message = format!("`{name}` is suspended only in exile, with time counters on it");
        setup.faults.push(illegal(message, span, cr!("702.62b")));
        return;
    }
    if !its.base.has(KeywordName::Suspend) {
        let gained = Ability::Keyword(Keyword::Plain(KeywordName::Suspend));
        game.apply(&Change::BeginEffect(Box::new(ContinuousEffect::on_itself(
            game,
            object,
            its.owner,
            [crate::ir::Change::Gain(vec![gained])].into(),
        ))));
    }
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    game.apply(&Change::Counters(object, CounterKind::TIME, count));
}

/// Whether it was put onto the battlefield face down by an effect that does so with any card.
fn put_face_down(plan: &Planned<'_>) -> bool {
    let any_card =
        |modifier: &Spanned<Modifier>| matches!(modifier.value, Modifier::Manifested | Modifier::Cloaked);
    !matches!(plan.what, What::Unknown) && plan.modifiers.iter().any(any_card)
}

/// Whether another modifier says how it came to be face down, to which `face down` adds nothing.
fn is_hidden_otherwise(plan: &Planned<'_>) -> bool {
    plan.modifiers.iter().any(|modifier| {
        matches!(
            modifier.value,
            Modifier::Manifested | Modifier::Cloaked | Modifier::Morphed | Modifier::Disguised
        )
    })
}

/// How a card came to be face down where it is, or why it can't be so.
fn face_down(game: &Game, plan: &Planned<'_>, modifier: &Modifier) -> Result<FaceDown, (String, RuleId)> {
    let its = &game.object(plan.object).base;
    let name = &its.name;
    let permanent = plan.zone == Zone::Battlefield;
    let cast = |word: &str| match Symbol::parse(word)
        .and_then(|way| face_down_spells_and_permanents::cast_by(its, way))
    {
        Some((how, _)) => Ok(how),
        None => Err((format!("no ability of `{name}` lets it be cast face down"), cr!("702.37d"))),
    };
    match modifier {
        Modifier::Morphed => cast("morph"),
        Modifier::Disguised => cast("disguise"),
        _ if plan.zone == Zone::Stack => cast("face-down"),
        Modifier::Manifested if permanent => Ok(FaceDown::Manifest),
        Modifier::Cloaked if permanent => Ok(FaceDown::Cloak),
        Modifier::FaceDown if permanent || plan.zone == Zone::Exile => Ok(FaceDown::Plainly),
        Modifier::FaceDown if plan.zone == Zone::Command && hidden_agenda::has(its) => Ok(FaceDown::Plainly),
        _ => Err((format!("`{name}` can't be face down there"), cr!("708.2"))),
    }
}

/// Modifiers that only a permanent can have (110.5).
const fn needs_battlefield(modifier: &Modifier) -> bool {
    matches!(
        modifier,
        Modifier::Tapped
            | Modifier::Damage(_)
            | Modifier::DeathtouchDamage(_)
            | Modifier::AttachedTo(_)
            | Modifier::Enchanting(_)
            | Modifier::Exiling(_)
            | Modifier::Imprinting(_)
            | Modifier::Encoded(_)
            | Modifier::Attacking(_)
            | Modifier::Blocking(_)
            | Modifier::EnteredThisTurn
            | Modifier::AttackedThisTurn
            | Modifier::SummoningSick
            | Modifier::GoadedBy(_)
            | Modifier::PairedWith(_)
            | Modifier::Exerted
            | Modifier::Monstrous
            | Modifier::Renowned
            | Modifier::Solved
            | Modifier::LeftUnlocked
            | Modifier::RightUnlocked
            | Modifier::FullyUnlocked
            | Modifier::Locked
            | Modifier::Prepared
            | Modifier::RingBearer
            | Modifier::Level(_)
            | Modifier::ProtectedBy(_)
            | Modifier::Transformed
            | Modifier::Flipped
    )
}

fn announce(game: &mut Game, object: ObjectId, change: impl FnOnce(&mut crate::game::Announced)) {
    let mut announced = game
        .object(object)
        .announced
        .as_ref()
        .map_or_else(Default::default, |announced| (**announced).clone());
    change(&mut announced);
    game.apply(&Change::Announce(object, Rc::new(announced)));
}
