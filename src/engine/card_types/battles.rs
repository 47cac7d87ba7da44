//! CR 310: Battles

use std::sync::{Arc, LazyLock};

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::play::combat::no_longer_attacked;
use crate::engine::view::View;
use crate::game::{
    AbilityInstance, ByRules, Cause, Change, Characteristics, ChoiceKind, Designation, Game, Item, ObjectId,
    Origin, PlayerId,
};
use crate::ir::instruction::{Cast, Exile};
use crate::ir::{
    Ability, Body, CardType, Costs, CounterKind, Event, Filter, Instruction, Selection, Slot, Trait,
    Triggered,
};
use crate::rules::{Rules, cr};
use crate::trace::Level;

/// The slot for a Siege that its own ability has exiled.
const DEFEATED: Slot = Slot::literal("defeated");

/// What every Siege can do: when its last defense counter is removed it is exiled and may be cast transformed without paying
/// its mana cost (310.12b).
static DEFEAT: LazyLock<Arc<Ability>> = LazyLock::new(|| {
    Arc::new(Ability::triggered(Triggered::new(
        Event::LastCounterRemoved(Filter::Is(Trait::This), CounterKind::DEFENSE),
        Body::of(vec![
            Instruction::Exile(Exile { slot: Some(DEFEATED), ..Exile::plain(Selection::This) }),
            Instruction::Cast(Cast {
                transformed: true,
                ..Cast::of(Selection::Slot(DEFEATED), Costs::default())
            }),
        ]),
    )))
});

/// Where a Siege has its ability from.
const SIEGE: Origin = Origin::Rules(ByRules::Siege);

/// Gives a Siege the ability that all Sieges have (310.12b).
pub(in crate::engine) fn keep_siege_ability(its: &mut Characteristics) {
    let ability = || AbilityInstance { origin: SIEGE, keyword: None, ability: DEFEAT.clone() };
    if is_siege(its) && !its.abilities.iter().any(|instance| instance.origin == SIEGE) {
        its.abilities.push(ability());
    }
}

/// Whether a triggered ability is the one that all Sieges have.
pub(in crate::engine) fn is_defeat(ability: &Triggered) -> bool {
    matches!(&**DEFEAT, Ability::Triggered(defeat) if **defeat == *ability)
}

fn is_siege(its: &Characteristics) -> bool {
    its.is(CardType::Battle) && its.has_subtype_named("Siege")
}

/// The players who can be the protector of a battle: an opponent of the controller for a Siege, else the controller (310.9a,
/// 310.12a).
fn candidates(game: &Game, its: &Characteristics, controller: PlayerId) -> Vec<PlayerId> {
    if is_siege(its) { game.opponents(controller).collect() } else { vec![controller] }
}

/// As a battle enters, its controller chooses its protector (310.9a, 310.12a), anew for a copy (707.6); nobody for what is no
/// battle. It is named by what asks: itself, or what creates it as a token.
///
/// # Errors
/// If the choice is missing.
pub(in crate::engine) fn choose_protector(
    play: &mut Play<'_>,
    entering: &Characteristics,
    (asking, controller): (ObjectId, PlayerId),
    copied: bool,
) -> Outcome<Option<PlayerId>> {
    if !entering.is(CardType::Battle) {
        return Ok(None);
    }
    choose(play, asking, entering, controller, copied)
}

pub(in crate::engine) fn choose(
    play: &mut Play<'_>,
    battle: ObjectId,
    its: &Characteristics,
    controller: PlayerId,
    copied: bool,
) -> Outcome<Option<PlayerId>> {
    let items: Vec<Item> = candidates(&play.game, its, controller).into_iter().map(Item::Player).collect();
    if items.is_empty() {
        return Ok(None);
    }
    let rules = Rules::of(&[if is_siege(its) { cr!("310.12a") } else { cr!("310.9a") }]);
    let rules = if copied { rules.and(cr!("707.6")) } else { rules };
    let picked = play.pick(controller, ChoiceKind::Player, Some(battle), items, 1, 1, false, rules)?;
    Ok(picked.into_iter().find_map(|item| match item {
        Item::Player(player) => Some(player),
        _ => None,
    }))
}

/// The battles without defense (704.5v, 704.5w): a Siege only if no ability of it has triggered and not yet left the stack.
pub(in crate::engine) fn defeated(game: &Game, view: &View, sieges: bool) -> Vec<ObjectId> {
    let is_defeated = |object: &&ObjectId| {
        let its = view.characteristics(game, **object);
        its.is(CardType::Battle)
            && is_siege(its) == sieges
            && game.object(**object).counters_of(CounterKind::DEFENSE) == 0
            && !(sieges && is_pending(game, **object))
    };
    game.battlefield().iter().filter(is_defeated).copied().collect()
}

/// Whether an ability of the object has triggered and not yet left the stack.
fn is_pending(game: &Game, object: ObjectId) -> bool {
    let on_stack = game.stack().iter().filter_map(|id| game.object(*id).stack_ability());
    game.waiting().iter().any(|trigger| trigger.source == object)
        || on_stack.into_iter().any(|ability| ability.triggered && ability.source == object)
}

/// The battles that need another protector: one that has none and is not attacked (704.5x), or one who can't be it (704.5y).
pub(in crate::engine) fn unprotected(game: &Game, view: &View, nobody: bool) -> Vec<ObjectId> {
    let needs_one = |object: &&ObjectId| {
        let its = view.characteristics(game, **object);
        if !its.is(CardType::Battle) {
            return false;
        }
        let protector = game.object(**object).protector().filter(|player| !game.player(*player).gone);
        let attacked = game.combat().is_attacked(**object);
        match protector {
            None => nobody && !attacked,
            Some(player) => {
                let controller = view.controller(game, **object);
                !nobody && !candidates(game, its, controller).contains(&player)
            }
        }
    };
    game.battlefield().iter().filter(needs_one).copied().collect()
}

/// Makes a player the protector of a battle (310.9); one that is attacked is removed from combat as its protector changes (506.4).
pub(in crate::engine) fn protect(play: &mut Play<'_>, cause: Cause, battle: ObjectId, player: PlayerId) {
    if play.game.object(battle).protector().is_some_and(|before| before != player) {
        no_longer_attacked(play, battle);
    }
    play.change(cause, Level::Default, Change::Designate(battle, Designation::Protector(player)));
}
