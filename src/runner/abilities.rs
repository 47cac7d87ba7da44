//! Which object and which of its abilities a line means that activates one.

use std::sync::Arc;

use crate::board::Table;
use crate::diag::{Code, Diagnostic};
use crate::engine::View;
use crate::engine::concepts::abilities::functions;
use crate::game::{AbilityInstance, Game, ObjectId, Origin, PlayerId};
use crate::ir::{self, Ability, Cost, CounterKind, Zone};
use crate::scenario::script::{AbilityPick, Reference, Targets};

/// Whether a player could mean this object of several of one name: theirs, and not one whose abilities all need it untapped.
pub(super) fn can_mean(game: &Game, view: &View, object: ObjectId, player: PlayerId) -> bool {
    let its = game.object(object);
    its.exists
        && !(its.tapped && taps(view, game, object))
        && (view.controller(game, object) == player || (its.zone == Zone::Hand && its.owner == player))
}

/// Whether every activated ability of an object has {T} in its cost.
fn taps(view: &View, game: &Game, object: ObjectId) -> bool {
    view.characteristics(game, object).abilities.iter().all(|instance| {
        instance.ability.as_activated().is_none_or(|activated| activated.cost.0.contains(&Cost::Tap))
    })
}

/// Which of an object's activated abilities is meant.
pub(super) fn choose_ability(
    table: &Table,
    game: &Game,
    source: ObjectId,
    abilities: &[AbilityInstance],
    pick: &AbilityPick,
    targets: &Targets,
    what: &Reference,
) -> Result<AbilityInstance, Diagnostic> {
    let activated = |instance: &AbilityInstance| instance.ability.as_activated().cloned();
    let fits: Vec<&AbilityInstance> = match pick {
        AbilityPick::Only => abilities.iter().collect(),
        AbilityPick::Number(number) => {
            abilities.iter().skip((*number as usize).saturating_sub(1)).take(1).collect()
        }
        AbilityPick::Keyword(word) => abilities
            .iter()
            .filter(|instance| instance.keyword.is_some_and(|keyword| keyword.word() == word.text))
            .collect(),
        AbilityPick::Loyalty(loyalty) => abilities
            .iter()
            .filter(|instance| {
                activated(instance)
                    .is_some_and(|activated| activated.cost.0.contains(&Cost::Loyalty(*loyalty)))
            })
            .collect(),
        AbilityPick::Cost(text) => abilities
            .iter()
            .filter(|instance| {
                activated(instance).is_some_and(|activated| costs(&activated.cost.0, &text.text))
            })
            .collect(),
    };
    // A keyword that stands for two abilities is the one with a target where one is written, and else the one that could be
    // activated now: off what it is on, or onto something (702.151a).
    let attached = game.object(source).attached_to.is_some();
    let targeted = matches!(targets, Targets::These(_)) || *targets == Targets::Unstated && !attached;
    let of_keyword = |instance: &&AbilityInstance| {
        activated(instance).is_some_and(|activated| activated.effect.targets.is_empty() != targeted)
    };
    let fits = match (pick, fits.as_slice()) {
        (AbilityPick::Keyword(_) | AbilityPick::Only, [first, second])
            if first.keyword.is_some() && first.origin == second.origin =>
        {
            fits.into_iter().filter(of_keyword).collect()
        }
        // Of several, what functions where the object is, is meant (113.6).
        (AbilityPick::Only, [_, _, ..]) => {
            let zone = game.object(source).zone;
            let here: Vec<_> = fits.iter().copied().filter(|instance| functions(instance, zone)).collect();
            if here.len() == 1 { here } else { fits }
        }
        _ => fits,
    };
    let name = table.title(game, source);
    let without_chapters = |fault: Diagnostic| match begun_as_a_saga(game, source) {
        true => fault.with_help(NO_CHAPTERS),
        false => fault,
    };
    match fits.as_slice() {
        [one] => Ok((*one).clone()),
        [] if abilities.is_empty() => Err(without_chapters(
            Diagnostic::error(
                Code::UnknownObject,
                format!("`{name}` has no activated ability"),
                what.span,
                "",
            )
            .with_help(format!("`headjudge card {name}` shows how the card is read")),
        )),
        [] => Err(without_chapters(
            Diagnostic::error(
                Code::UnknownObject,
                format!("`{name}` has no such activated ability"),
                what.span,
                "",
            )
            .with_help(format!("it has {}", ways_to_write(table, game, abilities))),
        )),
        several => Err(Diagnostic::error(
            Code::AmbiguousName,
            format!("`{name}` has {} activated abilities that could be meant", several.len()),
            what.span,
            "which of them?",
        )
        .with_help(format!("write one of these behind the name: {}", ways_to_write(table, game, abilities)))),
    }
}

/// What a Saga lacks that the board puts there with lore counters.
const NO_CHAPTERS: &str = "no chapter ability has resolved for the lore counters that the board gives it: let it enter, and go on from turn to turn";

/// Whether a Saga has had lore counters since the beginning.
fn begun_as_a_saga(game: &Game, source: ObjectId) -> bool {
    let its = game.object(source);
    its.previous.is_none() && its.counters_of(CounterKind::LORE) > 0
}

/// Whether a cost is written so: by its symbols as they are printed, or by the first of them.
fn costs(cost: &[Cost], written: &str) -> bool {
    let is_of = |part: &str| {
        cost.iter().any(|cost| {
            matches!(cost, Cost::Mana(mana) if mana.to_string().starts_with(part))
                || *cost == Cost::Tap && part == "{T}"
                || *cost == Cost::Untap && part == "{Q}"
        })
    };
    written.split(',').map(str::trim).all(is_of)
}

/// The activated abilities as each can be written so that no other is meant: "`equip`, `-2` or `ability 3`".
fn ways_to_write(table: &Table, game: &Game, abilities: &[AbilityInstance]) -> String {
    let loyalty =
        |instance: &AbilityInstance| instance.ability.as_activated()?.cost.0.iter().find_map(Cost::loyalty);
    let ways = (1..).zip(abilities).map(|(number, instance)| {
        // A keyword may stand for two abilities, which are one way to write (702.151a).
        let others = || abilities.iter().filter(|other| other.origin != instance.origin);
        let keyword = instance.keyword.filter(|keyword| others().all(|it| it.keyword != Some(*keyword)));
        let cost = loyalty(instance).filter(|cost| others().all(|other| loyalty(other) != Some(*cost)));
        match (keyword, cost, instance.origin) {
            (Some(keyword), _, _) => format!("`{keyword}`"),
            (None, Some(cost), _) => format!("`{cost:+}`"),
            (None, None, Origin::Granted(by, _)) => {
                format!("`ability {number}` (from {})", table.title(game, by))
            }
            (None, None, _) => format!("`ability {number}`"),
        }
    });
    let mut written: Vec<String> = Vec::new();
    for way in ways {
        if !written.contains(&way) {
            written.push(way);
        }
    }
    written.join(", ")
}

/// Whether an object has an activated ability that is picked so, or would have it if nothing took it away.
pub(super) fn was_ever(
    table: &Table,
    game: &Game,
    view: &View,
    object: ObjectId,
    (pick, targets, what): (&AbilityPick, &Targets, &Reference),
) -> bool {
    if let AbilityPick::Keyword(word) = pick
        && has_printed_keyword(game, view, object, &word.text)
    {
        return true;
    }
    let known = known_activated(game, view, object);
    match choose_ability(table, game, object, &known, pick, targets, what) {
        Ok(_) => true,
        Err(fault) => fault.code != Code::UnknownObject,
    }
}

/// The activated abilities that an object has, or would have if nothing took them away: those of all faces of its card and of what it is
/// a copy of, and those that anything on the battlefield gives.
fn known_activated(game: &Game, view: &View, object: ObjectId) -> Vec<AbilityInstance> {
    let its = game.object(object);
    let faces = its.definition.iter().flat_map(|card| &card.faces).flat_map(|face| &face.abilities);
    let own = faces.chain(&its.base.abilities).chain(&view.copiable(game, object).abilities).cloned();
    let given = game.battlefield().iter().flat_map(|other| &game.object(*other).base.abilities);
    let given = given.filter_map(|instance| Some(instance.ability.as_static()?.changes.as_slice()));
    let by_effects = game.effects().iter().map(|effect| &*effect.changes);
    let gained = given.chain(by_effects).flatten().filter_map(ir::Change::given);
    let gained = gained.flatten().map(|ability| AbilityInstance {
        origin: Origin::Printed(0),
        keyword: ability.as_keyword().map(ir::Keyword::name),
        ability: Arc::new(ability.clone()),
    });
    let mut known: Vec<AbilityInstance> = Vec::new();
    for instance in own.chain(gained) {
        let another = known.iter().all(|other| other.ability != instance.ability);
        if another && matches!(&*instance.ability, Ability::Activated(_)) {
            known.push(instance);
        }
    }
    known
}

/// Whether a keyword ability of this name is printed on a card, or on what it is a copy of.
fn has_printed_keyword(game: &Game, view: &View, object: ObjectId, word: &str) -> bool {
    let its = game.object(object);
    let faces = its.definition.iter().flat_map(|card| &card.faces).flat_map(|face| &face.abilities);
    let mut all = faces.chain(&its.base.abilities).chain(&view.copiable(game, object).abilities);
    all.any(|instance| {
        let keyword = instance.keyword.or_else(|| instance.ability.as_keyword().map(ir::Keyword::name));
        keyword.is_some_and(|keyword| keyword.word() == word)
    })
}
