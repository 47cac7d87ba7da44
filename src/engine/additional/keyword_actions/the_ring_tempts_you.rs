//! CR 701.54: The Ring Tempts You

use std::sync::{Arc, LazyLock};

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{
    AbilityInstance, Cause, CauseKind, Change, Characteristics, ChoiceKind, Designation, Game, Item, Nature,
    NewObject, ObjectId, Origin, PlayerId,
};
use crate::ir::ability::Delayed;
use crate::ir::change::{Action, Prohibition, TypeChange};
use crate::ir::event::{Attacks, Damage, Step};
use crate::ir::instruction::{Discard, Sacrifice};
use crate::ir::{
    Ability, Body, CardType, Change as EffectChange, Comparison, Event, Filter, Instruction, Players,
    Quantity, RuleChange, Selection, Slot, Static, Supertype, Trait, Triggered, Verb, Zone,
};
use crate::rules::{Rules, cr};
use crate::trace::Level;

/// The name of the emblem.
pub(in crate::engine) const NAME: &str = "The Ring";

const BLOCKER: Slot = Slot::literal("blocker");

/// "Your Ring-bearer" (701.54e).
fn bearer() -> Filter {
    Filter::All(vec![Filter::Is(Trait::RingBearer), Filter::ControlledBy(Players::You)])
}

/// The emblem's abilities, in the order in which it gets them (701.54c).
static ABILITIES: LazyLock<Vec<AbilityInstance>> = LazyLock::new(|| {
    let triggered = |when, does| {
        let effect = Body::of(does);
        Ability::triggered(Triggered::new(when, effect))
    };
    let power = Quantity::power_of(Selection::Itself);
    let greater = Comparison::AtLeast(Quantity::Plus(vec![power, Quantity::Fixed(1)]));
    let legendary = TypeChange { supertypes: vec![Supertype::Legendary], ..TypeChange::default() };
    let evasive = Ability::Static(Static {
        affects: Some(Selection::Each(Box::new(bearer()))),
        changes: vec![EffectChange::AddTypes(legendary)],
        rules: vec![RuleChange::Cant(Prohibition {
            by: Some(Filter::Power(greater)),
            ..Prohibition::of(Action::Be(Verb::Block), Some(bearer()))
        })],
        condition: None,
        from: None,
        also_from: None,
        defining: false,
    });
    let discard = Discard {
        who: Players::You,
        these: None,
        count: Quantity::Fixed(1),
        what: None,
        whole_hand: false,
        random: false,
        chosen_by: None,
        slot: None,
        up_to: false,
    };
    let attacks = Attacks::plain(bearer());
    let draw = Instruction::Draw { who: Players::You, count: Quantity::Fixed(1), up_to: false, slot: None };
    let loots = triggered(Event::Attacks(attacks), vec![draw, Instruction::Discard(discard)]);
    let sacrifice = Instruction::Sacrifice(Sacrifice {
        who: Players::ControllerOf(Box::new(Selection::Slot(BLOCKER))),
        these: Some(Selection::Slot(BLOCKER)),
        what: None,
        count: Quantity::Fixed(1),
        and: Vec::new(),
        slot: None,
        up_to: false,
    });
    let later = Instruction::Delayed(Delayed {
        only_if: None,
        when: Event::Begins(Step::EndOfCombat, Players::Each),
        effect: Body::of(vec![sacrifice]),
        next_turn: false,
        duration: None,
        once: false,
    });
    let note = Instruction::Note { what: Selection::Other, slot: BLOCKER };
    let blocked = Event::BecomesBlocked(bearer(), Filter::Type(CardType::Creature));
    let fells = triggered(blocked, vec![note, later]);
    let hit = Damage {
        source: bearer(),
        player: Some(Players::Each),
        object: None,
        combat: Some(true),
        at_once: false,
    };
    let drain = Instruction::LoseLife { who: Players::Opponents, amount: Quantity::Fixed(3), slot: None };
    let drains = triggered(Event::DealsDamage(hit), vec![drain]);
    let instances = (0u16..).zip([evasive, loots, fells, drains]).map(|(number, ability)| AbilityInstance {
        origin: Origin::Printed(number),
        keyword: None,
        ability: Arc::new(ability),
    });
    instances.collect()
});

/// The emblem as it is when the Ring has tempted its owner so often.
fn emblem(times: u32) -> Arc<Characteristics> {
    let abilities = ABILITIES.iter().take(times.max(1) as usize).cloned().collect();
    Arc::new(Characteristics { name: NAME.into(), abilities, ..(*Characteristics::none()).clone() })
}

/// Whether an object is an emblem named The Ring (701.54c).
pub fn is_the_ring(game: &Game, object: ObjectId) -> bool {
    let object = game.object(object);
    matches!(object.nature, Nature::Emblem) && *object.base.name == *NAME
}

/// The emblem named The Ring that a player has.
fn emblem_of(game: &Game, player: PlayerId) -> Option<ObjectId> {
    let is = |object: &ObjectId| game.object(*object).owner == player && is_the_ring(game, *object);
    game.command().iter().copied().find(is)
}

/// The Ring tempts a player: they get the emblem, choose a creature they control, and that is their Ring-bearer (701.54a).
///
/// # Errors
/// If nobody makes the choice, or what waits for it can't be played.
pub(in crate::engine) fn tempt(
    play: &mut Play<'_>,
    kind: CauseKind,
    source: ObjectId,
    player: PlayerId,
) -> Outcome {
    if play.game.player(player).gone {
        return Ok(());
    }
    let ring = match emblem_of(&play.game, player) {
        Some(ring) => ring,
        None => {
            let new = play.game.next_object();
            let ring = NewObject::new(new, Nature::Emblem, player, Zone::Command, emblem(1));
            let change = Change::Create(Box::new(ring));
            play.change(Cause::new(kind, cr!("701.54c")), Level::Default, change);
            new
        }
    };
    let view = play.view()?;
    let creatures: Vec<ObjectId> = play
        .game
        .battlefield()
        .iter()
        .copied()
        .filter(|object| {
            view.controller(&play.game, *object) == player
                && view.characteristics(&play.game, *object).is(CardType::Creature)
        })
        .collect();
    let bearers: Vec<ObjectId> = play
        .game
        .battlefield()
        .iter()
        .copied()
        .filter(|object| play.game.object(*object).is_designated(Designation::RingBearer))
        .filter(|object| view.controller(&play.game, *object) == player)
        .collect();
    let least = u32::from(!creatures.is_empty());
    let items = creatures.into_iter().map(Item::Object).collect();
    let rules = Rules::of(&[cr!("701.54a")]);
    let picked = play.pick(player, ChoiceKind::Choose, Some(source), items, least, least, false, rules)?;
    let bearer = picked.first().and_then(Item::object);
    let cause = Cause::new(kind, cr!("701.54a"));
    let mut changes = Vec::new();
    if let Some(bearer) = bearer {
        let before = bearers.iter().filter(|object| **object != bearer);
        changes
            .extend(before.map(|object| {
                (cause, Level::Default, Change::Undesignate(*object, Designation::RingBearer))
            }));
        if !bearers.contains(&bearer) {
            changes.push((cause, Level::Default, Change::Designate(bearer, Designation::RingBearer)));
        }
    }
    let times = play.game.player(player).tempted.saturating_add(1);
    let cause = Cause::new(kind, cr!("701.54d"));
    changes.push((cause, Level::Default, Change::Tempt(ring, emblem(times))));
    happen(play, changes, &[Happening::Tempted { player, bearer }])?;
    Ok(())
}

/// What has tempted a player so often before the scenario begins: the emblem.
pub fn from_the_start(game: &Game, player: PlayerId, times: u32) -> Change {
    let new = game.next_object();
    Change::Create(Box::new(NewObject::new(new, Nature::Emblem, player, Zone::Command, emblem(times))))
}
