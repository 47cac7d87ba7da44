//! CR 702.96: Overload

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::permissions::Start;
use crate::game::{Characteristics, ObjectId, Thing};
use crate::ir::change::Prohibition;
use crate::ir::instruction::Apply;
use crate::ir::{
    Ability, Body, Filter, KeywordName, RuleChange, Selection, Symbol, TargetKind, TargetSpec, Trait, Zone,
};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What having paid the overload cost is called.
const OVERLOAD: Symbol = Symbol::literal("overload");

/// It may be cast for its overload cost from wherever it may be cast (702.96a).
pub(super) const WAY: Way = Way::named("overload", cr!("702.96a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Overload, (cr!("702.96a"), "it has no overload"))?;
    Ok(())
}

/// Whether a spell's overload cost was paid, so that its text says "each" where it said "target" (702.96a).
pub(in crate::engine) fn applies(its: &Characteristics, paid: &[Symbol]) -> bool {
    paid.contains(&OVERLOAD) && its.has(KeywordName::Overload)
}

/// Such a spell needs no targets (702.96b).
///
/// # Errors
/// If it is not plain what its text would say.
pub(in crate::engine) fn without_targets(spell: ObjectId, body: &mut Body) -> Outcome {
    let plain = |spec: &TargetSpec| {
        let one = spec.at_least.fixed() == Some(1) && spec.at_most.fixed() == Some(1);
        let kind = !matches!(spec.kind, TargetKind::Any | TargetKind::OneOf(_) | TargetKind::Ability(_));
        one && kind && spec.divided.is_none() && !spec.other && spec.each_of.is_none()
    };
    if body.choose.is_some() || !body.targets.iter().all(plain) {
        return Err(Halt::undecided(spell, "what its text says once it is overloaded"));
    }
    body.targets.clear();
    Ok(())
}

/// As such a spell resolves, what it would have had as targets is all that there is of the kind (702.96a), hexproof or not (702.96b).
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn each_instead(play: &mut Play<'_>, spell: ObjectId, frame: &mut Frame) -> Outcome {
    let Some(announced) = frame.announced.clone() else { return Ok(()) };
    let view = play.view()?;
    let its = view.shared(&play.game, spell);
    if !applies(&its, &announced.paid) {
        return Ok(());
    }
    let sight = Sight { game: &play.game, view: &view };
    let mut all = Vec::new();
    for instance in &its.abilities {
        let Ability::Spell(body) = &*instance.ability else { continue };
        for spec in &body.targets {
            all.push(each(sight, frame, &spec.kind)?);
        }
    }
    let mut changed = (*announced).clone();
    changed.targets = all;
    frame.announced = Some(changed.into());
    Ok(())
}

/// What an effect of such a spell says if it does no more than forbid something for what would have been a target: that modifies the
/// rules of the game, so it is said of whatever is of the kind at any time (611.2c). Nothing for any other effect.
///
/// # Errors
/// If the position can't be looked at.
pub(in crate::engine) fn of_the_kind(
    play: &mut Play<'_>,
    frame: &Frame,
    apply: &Apply,
) -> Outcome<Option<Apply>> {
    if !apply.changes.is_empty() {
        return Ok(None);
    }
    let view = play.view()?;
    let Some(filter) = kind_of_each(Sight { game: &play.game, view: &view }, frame, apply) else {
        return Ok(None);
    };
    let of_kind = |rule: &RuleChange| {
        let RuleChange::Cant(its) = rule else { return None };
        let alone = its.what.is_none() && its.who.is_none();
        alone.then(|| RuleChange::Cant(Prohibition { what: Some(filter.clone()), ..its.clone() }))
    };
    let rules: Option<Vec<RuleChange>> = apply.rules.iter().map(of_kind).collect();
    Ok(rules.map(|rules| Apply { to: None, rules, ..apply.clone() }))
}

/// Of which kind the permanents are that an effect of such a spell is on, each of which would have been a target (702.96a).
pub(in crate::engine) fn kind_of_each(sight: Sight<'_>, frame: &Frame, apply: &Apply) -> Option<Filter> {
    let (Some(Selection::Target(number)), Some(announced)) = (&apply.to, &frame.announced) else {
        return None;
    };
    let its = sight.view.shared(sight.game, frame.on_stack?);
    if !applies(&its, &announced.paid) {
        return None;
    }
    let bodies = its
        .abilities
        .iter()
        .filter_map(|instance| if let Ability::Spell(body) = &*instance.ability { Some(body) } else { None });
    let spec = bodies.flat_map(|body| &body.targets).nth(usize::from(*number));
    if let TargetKind::Permanent(filter) = &spec?.kind { Some(filter.clone()) } else { None }
}

/// All that there is of a kind.
fn each(sight: Sight<'_>, frame: &Frame, kind: &TargetKind) -> Outcome<Vec<Thing>> {
    let game = sight.game;
    let spells = Filter::Is(Trait::Spell);
    let (among, filter): (Vec<ObjectId>, &Filter) = match kind {
        TargetKind::Player(who) => {
            return Ok(players(sight, frame, who)?.into_iter().map(Thing::Player).collect());
        }
        TargetKind::Permanent(filter) => (game.battlefield().to_vec(), filter),
        TargetKind::Spell(filter) => {
            let mut all = Vec::new();
            for object in game.stack() {
                if matches(sight, frame, &spells, *object)? {
                    all.push(*object);
                }
            }
            (all, filter)
        }
        TargetKind::Card(filter, zone) => {
            let whose = |player| game.zone(*zone, player).iter().copied();
            let shared = matches!(zone, Zone::Exile);
            if shared {
                return Err(Halt::undecided(frame.source, "what its text says once it is overloaded"));
            }
            (game.players().flat_map(whose).collect(), filter)
        }
        TargetKind::Any | TargetKind::OneOf(_) | TargetKind::Ability(_) => {
            return Err(Halt::undecided(frame.source, "what its text says once it is overloaded"));
        }
    };
    let mut all = Vec::new();
    for object in among {
        if matches(sight, frame, filter, object)? {
            all.push(Thing::Object(object));
        }
    }
    Ok(all)
}
