//! By which rules a player may cast or play a card, or did.

use std::sync::Arc;

use crate::engine::additional::{class_cards, keyword_abilities};
use crate::engine::concepts::targets;
use crate::engine::spells::activating_activated_abilities::is_loyalty;
use crate::engine::spells::mana_abilities::is_mana_ability;
use crate::engine::spells::{casting_spells, continuous_effects};
use crate::engine::turn::declare_attackers_step;
use crate::engine::turn::declare_blockers_step::{self, Evaded};
use crate::game::{
    AbilityInstance, Affected, CauseKind, Change, Characteristics, Definition, Game, ObjectId, Origin,
    PlayerId,
};
use crate::ir::change::{Allowed, RuleChange};
use crate::ir::{Activated, CardType, Cost, Costs, KeywordName, Layout, Limit, ManaCost, TargetSpec, Zone};
use crate::oracle::phrases;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Attempt, Note, Trace, What};

use super::Played;
use super::unmet::of_max_speed;

/// The face or half that a name means, and the rule by which it alone is looked at to see whether it can be cast.
pub(crate) fn named_face(game: &Game, card: ObjectId, name: &str) -> Option<(Arc<Characteristics>, RuleId)> {
    let definition = game.object(card).definition.as_ref()?;
    let place = definition.faces.iter().position(|face| *face.name == *name)?;
    let rule = rule_of_face(definition, place)?;
    definition.faces.get(place).map(|face| (face.clone(), rule))
}

/// The rule by which one face or half of a card alone is looked at to see whether it can be cast; none where it is the card itself.
fn rule_of_face(definition: &Definition, place: usize) -> Option<RuleId> {
    Some(match definition.layout {
        Layout::Split if definition.is_fused(place) => cr!("702.102a"),
        Layout::Split => cr!("709.3a"),
        Layout::Adventure if place > 0 => cr!("715.3a"),
        Layout::Omen if place > 0 => cr!("720.3a"),
        Layout::Modal if definition.faces.get(place).is_some_and(|face| face.is(CardType::Land)) => {
            cr!("712.12")
        }
        Layout::Modal if place > 0 => cr!("712.11c"),
        _ => return None,
    })
}

/// The rules that let a player cast or play a card from where it is: of one in their hand the rule of its card type; of another those by
/// which they have begun to cast it, and where the time matters the rule of the card type behind them.
pub(crate) fn permission(
    game: &Game,
    player: PlayerId,
    card: ObjectId,
    base: &Characteristics,
    begun: Rules,
) -> Rules {
    let its = game.object(card);
    let time = rule_of_time(game, player, base, base.has(KeywordName::Flash));
    if its.zone == Zone::Hand && its.owner == player {
        let by = time.or_else(|| base.is(CardType::Instant).then_some(cr!("304.1")));
        return by.into_iter().fold(Rules::NONE, Rules::and);
    }
    // A land is put from where it is (116.2a).
    let from = match its.zone {
        _ if base.is(CardType::Land) => Some(cr!("116.2a")),
        Zone::Command => Some(cr!("903.8")),
        _ => None,
    };
    from.into_iter().chain(begun.iter()).chain(time).fold(Rules::NONE, Rules::and)
}

/// The rule by which the time is right for a card that can't be played at any time.
fn rule_of_time(game: &Game, player: PlayerId, base: &Characteristics, has_flash: bool) -> Option<RuleId> {
    let turn = game.turn();
    let own_main_phase = game.is_active(player) && turn.step.is_main() && game.stack().is_empty();
    match () {
        () if base.is(CardType::Land) => Some(cr!("305.1")),
        () if base.is(CardType::Instant) => None,
        () if own_main_phase => casting_spells::main_phase_rule(base),
        () => has_flash.then_some(cr!("702.8a")),
    }
}

/// The rule by which a player may cast a card now that could otherwise be cast only in their main phase: it has flash (702.8a).
pub(crate) fn at_any_time(played: Played<'_>, player: PlayerId, attempt: &Attempt) -> Option<RuleId> {
    let Attempt::Cast(card, face) = attempt else { return None };
    let rules = of_casting(played, player, *card, usize::from(*face));
    rules.contains(cr!("702.8a")).then_some(cr!("702.8a"))
}

/// The rules by which a player may do what nothing forbids, where no other rule or effect has to let them: mostly that it is a time for it.
pub(crate) fn ordinary(played: Played<'_>, player: PlayerId, attempt: &Attempt) -> Rules {
    let rule = match attempt {
        Attempt::Cast(card, face) => return of_casting(played, player, *card, usize::from(*face)),
        Attempt::Activate(source, origin, _) => return of_activating(played, *source, *origin),
        Attempt::PlayLand(..) => cr!("305.1"),
        Attempt::TurnFaceUp(_)
        | Attempt::Unlock(..)
        | Attempt::Suspend(_)
        | Attempt::Companion(_)
        | Attempt::ByKeyword(..)
        | Attempt::RollPlanarDie => cr!("117.1c"),
        // Of a team's attackers each may attack any of the defending players.
        Attempt::Attack(_) if played.game.shares_turns() => cr!("805.10b"),
        Attempt::Attack(_) => cr!("508.1a"),
        Attempt::Block(_) => cr!("509.1a"),
        Attempt::Pass => cr!("117.3d"),
        Attempt::TakeFirstTurn => cr!("103.1"),
        Attempt::AssignDamage(_) => cr!("510.1"),
        Attempt::Assist(_) => cr!("702.132a"),
        Attempt::Target(_) => cr!("603.3d"),
        Attempt::Propose => cr!("732.2a"),
        Attempt::Shorten => cr!("732.2b"),
        Attempt::AsProposed => cr!("732.2c"),
    };
    Rules::of(&[rule])
}

/// The rules by which a player may cast a face of a card now: that of its card type, and behind it that of a face or half which alone is
/// looked at.
fn of_casting(played: Played<'_>, player: PlayerId, card: ObjectId, face: usize) -> Rules {
    let Played { game, view, .. } = played;
    let its = game.object(card);
    let several = its.definition.as_ref().filter(|definition| definition.faces.len() > 1);
    let base = several.and_then(|definition| definition.faces.get(face)).map_or(&its.base, |face| face);
    let instant = || base.is(CardType::Instant).then_some(cr!("304.1"));
    // An effect may give the card flash where it is (613.1f).
    let has_flash =
        base.has(KeywordName::Flash) || face == 0 && view.characteristics(game, card).has(KeywordName::Flash);
    let rule = rule_of_time(game, player, base, has_flash).or_else(instant).unwrap_or(cr!("117.1a"));
    let of_face = several.and_then(|definition| rule_of_face(definition, face));
    of_face.into_iter().fold(Rules::of(&[rule]), Rules::and)
}

/// The rules by which a player may activate an ability of an object now.
fn of_activating(played: Played<'_>, source: ObjectId, origin: Origin) -> Rules {
    let has = played.view.characteristics(played.game, source);
    // What a keyword stands for has the origin of the keyword.
    let mut instances = has.abilities.iter().filter(|instance| instance.origin == origin);
    let Some((instance, activated)) =
        instances.find_map(|instance| Some((instance, instance.ability.as_activated()?)))
    else {
        return Rules::of(&[cr!("117.1b")]);
    };
    let met = at_max_speed(played, instance).into_iter().fold(restrictions(activated), Rules::and);
    let all_met = |rule: RuleId| met.iter().fold(Rules::of(&[rule]), Rules::and);
    if is_mana_ability(activated) {
        return all_met(cr!("605.3a"));
    }
    if is_loyalty(activated) {
        return all_met(cr!("606.3"));
    }
    if !activated.is_as_a_sorcery() {
        let rule = keyword_abilities::rule_of_activated(instance.keyword, activated);
        return rule.into_iter().fold(all_met(cr!("117.1b")), Rules::and);
    }
    let narrow = |spec: &TargetSpec| targets::plain_equip(&spec.kind).is_some();
    let rule = match instance.keyword {
        Some(KeywordName::Equip) if activated.effect.targets.iter().any(narrow) => Some(cr!("702.6c")),
        keyword => keyword_abilities::rule_of_activated(keyword, activated),
    };
    let rules = rule.into_iter().fold(all_met(cr!("602.5d")), Rules::and);
    // Of several equip abilities any one may be activated.
    let equips = |other: &AbilityInstance| {
        other.keyword == Some(KeywordName::Equip) && other.origin != instance.origin
    };
    let several = instance.keyword == Some(KeywordName::Equip) && has.abilities.iter().any(equips);
    if several { rules.led_by(cr!("702.6d")) } else { rules }
}

/// The rule by which an object has an ability only at max speed, if one of its own abilities gives it so (702.178a).
fn at_max_speed(played: Played<'_>, instance: &AbilityInstance) -> Option<RuleId> {
    let Origin::Granted(by, _) = instance.origin else { return None };
    let own = &played.view.characteristics(played.game, by).abilities;
    own.iter().filter_map(|own| own.ability.as_static()).find_map(|ability| {
        let gives = ability.changes.iter().filter_map(|change| change.given()).flatten();
        let is_it = gives.into_iter().any(|given| *given == *instance.ability);
        of_max_speed(ability.condition.as_ref().filter(|_| is_it)?)
    })
}

/// The rules by which an ability can be activated only under a condition, once, or so often, but for the timing of a sorcery.
fn restrictions(activated: &Activated) -> Rules {
    let rule = |limit: &Limit| match limit {
        Limit::OnlyIf(_) if class_cards::is_level_bar(activated) => Some(cr!("716.2a")),
        Limit::OnlyIf(_) | Limit::Once | Limit::TimesEachTurn(_) => Some(cr!("602.5")),
        Limit::Boast => Some(cr!("702.142a")),
        Limit::Forecast => Some(cr!("702.57b")),
        Limit::Exhaust => Some(cr!("702.177a")),
        Limit::PowerUp => Some(cr!("702.193a")),
        Limit::AsAnInstant => Some(cr!("602.5e")),
        Limit::AsASorcery | Limit::DoOnceEachTurn => None,
    };
    activated.limits.iter().filter_map(rule).fold(Rules::NONE, Rules::and)
}

/// The rules by which a player may activate an ability although they are restricted in it, of what a player tried.
pub(crate) fn restrictions_met(played: Played<'_>, attempt: &Attempt) -> Rules {
    let Attempt::Activate(source, origin, _) = attempt else { return Rules::NONE };
    let abilities = &played.view.characteristics(played.game, *source).abilities;
    let mut own = abilities.iter().filter(|instance| instance.origin == *origin);
    let activated = own.find_map(|instance| instance.ability.as_activated());
    activated.map_or(Rules::NONE, restrictions)
}

/// The evasion abilities that do not keep a block from being declared which a player may declare, or what lets creatures attack that otherwise
/// could not.
pub(crate) fn evaded(played: Played<'_>, attempt: &Attempt) -> Vec<Evaded> {
    if let Attempt::Attack(declared) = attempt {
        return declare_attackers_step::lets_attack(played.sight(), declared);
    }
    let Attempt::Block(declared) = attempt else { return Vec::new() };
    declare_blockers_step::evaded(played.sight(), declared)
}

/// What keeps creatures from attacking that would have to attack if they could, where a player may do without them.
pub(crate) fn kept(played: Played<'_>, player: PlayerId, attempt: &Attempt) -> Vec<Evaded> {
    let Attempt::Attack(declared) = attempt else { return Vec::new() };
    declare_attackers_step::kept_from_attacking(played.sight(), player, declared)
}

/// The object whose effect alone lets a player cast or play a card from where it is, where these rules are those that permit it; with the mana
/// that it has them pay instead of the mana cost.
pub(crate) fn permitted_by(
    played: Played<'_>,
    player: PlayerId,
    attempt: &Attempt,
    rules: Rules,
) -> Option<(ObjectId, Option<ManaCost>)> {
    let (card, actions) = match attempt {
        Attempt::Cast(card, _) if rules.contains(cr!("601.3")) => (*card, [Allowed::Cast, Allowed::Play]),
        Attempt::PlayLand(card, _) => (*card, [Allowed::PlayLand, Allowed::Play]),
        _ => return None,
    };
    let its = played.game.object(card);
    if its.zone == Zone::Hand && its.owner == player {
        return None;
    }
    let (by, cost) =
        continuous_effects::permitted_by(played.sight(), &actions, card, player).ok().flatten()?;
    let mana = cost.and_then(|Costs(cost)| {
        let [Cost::Mana(mana)] = cost.as_slice() else { return None };
        Some(mana.clone())
    });
    Some((by, mana))
}

/// The rule of the keyword action by which an object lets a card be cast from where it is, if it is one (701).
pub(crate) fn action_that_permits(played: Played<'_>, attempt: &Attempt, by: ObjectId) -> Option<RuleId> {
    let Attempt::Cast(card, _) = attempt else { return None };
    let began = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::BeginEffect(effect), _) => {
            let permits = effect.rules.iter().any(|rule| matches!(rule, RuleChange::May(_)));
            permits
                && effect.source == by
                && matches!(&effect.affected, Affected::Objects(objects) if objects.contains(card))
        }
        _ => false,
    })?;
    began.rules.iter().find(|rule| rule.as_str().starts_with("701."))
}

/// What is so by which an ability that a player tries to activate can be, in the words of the card.
pub(crate) fn met_in_words(played: Played<'_>, attempt: &Attempt) -> Vec<String> {
    let Attempt::Activate(source, origin, _) = attempt else { return Vec::new() };
    let abilities = &played.view.characteristics(played.game, *source).abilities;
    let mut own = abilities.iter().filter(|instance| instance.origin == *origin);
    let activated = own.find_map(|instance| instance.ability.as_activated());
    let Some(activated) = activated.filter(|activated| !class_cards::is_level_bar(activated)) else {
        return Vec::new();
    };
    let conditions = activated.limits.iter().filter_map(|limit| {
        let Limit::OnlyIf(condition) = limit else { return None };
        Some(condition)
    });
    conditions.filter_map(phrases::condition).collect()
}

/// The rules that permit what has been done since: of all that it took, those by which it is no ordinary doing.
pub(crate) fn permissions_since(game: &Game, trace: &Trace, mark: usize) -> Rules {
    let mut rules = Rules::NONE;
    for entry in trace.entries().get(mark..).unwrap_or_default() {
        match &entry.what {
            What::Note(
                Note::Permits(_)
                | Note::Obeyed(_)
                | Note::BlocksObey(_)
                | Note::Obeys(..)
                | Note::NothingToObey(_),
            ) => rules = entry.rules.iter().fold(rules, Rules::and),
            // The procedure stands first, behind it what lets it begin from where it does.
            What::Casts(..)
            | What::TurnsFaceUp(..)
            | What::Unlocks(..)
            | What::Activates { mana: false, .. } => {
                rules = entry.rules.iter().skip(1).fold(rules, Rules::and)
            }
            // There are as many left as a player may play in the turn (305.2a); what was only put there is none of them (305.4).
            What::PlaysLand(player, _) => {
                rules = rules.and(cr!("305.2a"));
                if was_put_this_turn(game, trace, mark, *player) {
                    rules = rules.and(cr!("305.4"));
                }
            }
            What::Suspends(..) => rules = entry.rules.iter().fold(rules, Rules::and),
            _ => {}
        }
    }
    rules
}

/// Whether a land of a player was put onto the battlefield in this turn by an effect, up to a place in the trace.
fn was_put_this_turn(game: &Game, trace: &Trace, mark: usize, player: PlayerId) -> bool {
    let before = trace.entries().iter().take(mark).rev();
    let this_turn = before.take_while(|entry| !matches!(entry.what, What::Changed(Change::BeginTurn(_), _)));
    this_turn.filter(|entry| !matches!(entry.cause, CauseKind::SpecialAction(_))).any(|entry| {
        let What::Changed(Change::Move(it), _) = &entry.what else { return false };
        let its = game.object(it.new);
        its.home() == Zone::Battlefield && its.controller == player && its.base.is(CardType::Land)
    })
}
