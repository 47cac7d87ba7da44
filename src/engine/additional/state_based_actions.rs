//! CR 704: State-Based Actions

mod attachments;
mod creatures;
mod designations;
mod glance;
mod kinds_of_counters;
pub(crate) mod legends;
mod looking_back;
mod losing;
mod protectors;
mod variants;
mod world_rule;

use crate::engine::additional::keyword_abilities::enchant;
use crate::engine::additional::keyword_abilities::equip;
use crate::engine::additional::keyword_abilities::space_sculptor;
use crate::engine::additional::keyword_actions::{destroy, planeswalk};
use crate::engine::additional::{preparation_cards, saga_cards};
use crate::engine::card_types::{battles, enchantments, planeswalkers};
use crate::engine::concepts::{counters, ending_the_game};
use crate::engine::halt::Outcome;
use crate::engine::multiplayer;
use crate::engine::play::{Following, Play};
use crate::engine::reading::Sight;
use crate::engine::spells::interaction_of_continuous_effects::noticed;
use crate::engine::spells::replacement_effects::{self, Pending};
use crate::engine::spells::{continuous_effects, one_shot_effects};
use crate::engine::view::View;
use crate::engine::zones::{exile, general};
use crate::game::{
    Cause, CauseKind, Change, ChoiceKind, Deed, Game, Item, Move, MoveAction, Nature, ObjectId, PlayerId,
    Thing, Variant,
};
use crate::ir::{CardType, CounterKind, Supertype, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, What};

pub(crate) use losing::kept_in_game;

use glance::{Of, Present, is_commander_elsewhere, is_stray_copy, is_stray_token};

/// An object that the glance passes over although it would see something of it: there must be none.
pub(crate) fn passed_over(game: &Game, view: &View) -> Option<ObjectId> {
    glance::passed_over(game, view)
}

/// One state-based action: its rule, what must be there for it to apply to anything, and how what it applies to is found in an
/// unchanged state.
struct Check {
    rule: RuleId,
    of: Of,
    find: fn(&mut Play<'_>, &mut Found) -> Outcome,
}

/// The lists of 704.5 and 704.6, in their order. Those of what headjudge does not play yet are not here.
const CHECKS: &[Check] = &[
    Check { rule: cr!("704.5a"), of: Of::Losers, find: losing::no_life },
    Check { rule: cr!("704.5b"), of: Of::Losers, find: losing::drew_from_empty_library },
    Check { rule: cr!("704.5c"), of: Of::Losers, find: losing::ten_poison_counters },
    Check { rule: cr!("704.5d"), of: Of::Strays, find: stray_tokens },
    Check { rule: cr!("704.5e"), of: Of::Strays, find: stray_copies },
    Check { rule: cr!("704.5f"), of: Of::Wounded, find: creatures::no_toughness },
    Check { rule: cr!("704.5g"), of: Of::Wounded, find: creatures::lethal_damage },
    Check { rule: cr!("704.5h"), of: Of::Wounded, find: creatures::deathtouch_damage },
    Check { rule: cr!("704.5i"), of: Of::Planeswalkers, find: no_loyalty },
    Check { rule: cr!("704.5j"), of: Of::Legends, find: legend_rule },
    Check { rule: cr!("704.5k"), of: Of::Worlds, find: world_rule::world_rule },
    Check { rule: cr!("704.5m"), of: Of::Auras, find: attachments::unattached_auras },
    Check { rule: cr!("704.5n"), of: Of::Attached, find: attachments::unlawful_equipment },
    Check { rule: cr!("704.5p"), of: Of::Attached, find: attachments::attached_strangers },
    Check { rule: cr!("704.5q"), of: Of::Counters, find: kinds_of_counters::opposed_counters },
    Check { rule: cr!("704.5r"), of: Of::Counters, find: kinds_of_counters::surplus_counters },
    Check { rule: cr!("704.5s"), of: Of::Sagas, find: finished_sagas },
    Check { rule: cr!("704.5t"), of: Of::InCommand, find: designations::finished_dungeons },
    Check { rule: cr!("704.5u"), of: Of::Anything, find: designations::without_sector },
    Check { rule: cr!("704.5v"), of: Of::Battles, find: defeated_sieges },
    Check { rule: cr!("704.5w"), of: Of::Battles, find: defeated_battles },
    Check { rule: cr!("704.5x"), of: Of::Battles, find: battles_without_protector },
    Check { rule: cr!("704.5y"), of: Of::Battles, find: battles_with_wrong_protector },
    Check { rule: cr!("704.5z"), of: Of::Roles, find: attachments::doubled_roles },
    Check { rule: cr!("704.5aa"), of: Of::Anything, find: designations::without_speed },
    Check { rule: cr!("704.6c"), of: Of::Losers, find: losing::commander_damage },
    Check { rule: cr!("704.6e"), of: Of::InCommand, find: finished_schemes },
    Check { rule: cr!("704.6f"), of: Of::InCommand, find: finished_phenomena },
    Check { rule: cr!("903.9a"), of: Of::Commanders, find: commanders_elsewhere },
];

/// What one look at the game has found to do.
#[derive(Default)]
struct Found {
    rule: Option<RuleId>,
    losers: Vec<(PlayerId, Rules)>,
    ceasing: Vec<(ObjectId, RuleId)>,
    moves: Vec<(ObjectId, MoveAction, Rules)>,
    unattached: Vec<(ObjectId, RuleId)>,
    annihilated: Vec<(ObjectId, i32)>,
    surplus: Vec<(ObjectId, CounterKind, i32)>,
    legends: Vec<(PlayerId, Vec<ObjectId>)>,
    commanders: Vec<ObjectId>,
    unprotected: Vec<(ObjectId, RuleId)>,
    schemes: Vec<ObjectId>,
    planeswalks: bool,
    dungeons: Vec<ObjectId>,
    without_sector: Vec<ObjectId>,
    without_speed: Vec<PlayerId>,
}

impl Found {
    fn is_empty(&self) -> bool {
        self.losers.is_empty()
            && self.ceasing.is_empty()
            && self.moves.is_empty()
            && self.unattached.is_empty()
            && self.annihilated.is_empty()
            && self.surplus.is_empty()
            && self.legends.is_empty()
            && self.commanders.is_empty()
            && self.unprotected.is_empty()
            && self.schemes.is_empty()
            && !self.planeswalks
            && self.dungeons.is_empty()
            && self.without_sector.is_empty()
            && self.without_speed.is_empty()
    }

    fn moves(&mut self, object: ObjectId, action: MoveAction) {
        if let Some(rule) = self.rule {
            add_move(&mut self.moves, object, action, rule);
        }
    }
}

/// One permanent leaves once, by all the rules that say so at the same time (704.3). Destruction is kept apart from the rest: it may be
/// replaced by what does nothing about another way of leaving.
fn add_move(
    moves: &mut Vec<(ObjectId, MoveAction, Rules)>,
    object: ObjectId,
    action: MoveAction,
    rule: RuleId,
) {
    let destroys = |action| action == MoveAction::Destroy;
    let same = moves
        .iter_mut()
        .find(|(moved, earlier, _)| *moved == object && destroys(*earlier) == destroys(action));
    match same {
        Some((_, _, rules)) => *rules = rules.and(rule),
        None => moves.push((object, action, Rules::NONE.and(rule))),
    }
}

/// What would be destroyed and leaves by another rule too: one replacement effect replaces only actions that have the same result
/// (704.7). Where one would replace the destruction, the other rule moves the permanent by itself; else it is destroyed by both.
fn join_with_destruction(
    play: &mut Play<'_>,
    moves: Vec<(ObjectId, MoveAction, Rules)>,
) -> Outcome<Vec<(ObjectId, MoveAction, Rules)>> {
    let mut joined: Vec<(ObjectId, MoveAction, Rules)> = Vec::with_capacity(moves.len());
    for (object, action, rules) in moves {
        let Some((_, earlier, its)) = joined.iter_mut().find(|(moved, ..)| *moved == object) else {
            joined.push((object, action, rules));
            continue;
        };
        if !replacement_effects::would_replace_destruction(play, object)? {
            (*earlier, *its) = (MoveAction::Destroy, rules.iter().fold(*its, Rules::and));
        } else if *earlier == MoveAction::Destroy {
            (*earlier, *its) = (action, rules);
        }
    }
    Ok(joined)
}

/// Looks once for everything that applies, in one unchanged state, and does it all as a single event (704.3). Says
/// whether anything was done.
///
/// # Errors
/// If a choice is missing (704.5j), or something that waits can't be played.
pub(in crate::engine) fn perform(play: &mut Play<'_>) -> Outcome<bool> {
    if play.seen.checked == Some(play.game.revision()) {
        return Ok(false);
    }
    while continuous_effects::end_while(play)? {
        play.tick("durations end without end")?;
    }
    // Nothing has happened since that matters to them, nor to what the layers do.
    let now = (play.game.stirred(), play.game.structure());
    if play.seen.calm == Some(now) && play.view()?.structure == Some(now.1) {
        play.seen.checked = Some(play.game.revision());
        return Ok(false);
    }
    multiplayer::general::exile_what_nobody_controls(play, cr!("800.4c"))?;
    noticed::notice_changes(play)?;
    exile::notice_permissions(play)?;
    space_sculptor::notice(play)?;
    let mut found = Found::default();
    let present = Present::at_a_glance(play)?;
    for check in CHECKS.iter().filter(|check| present.any(check.of)) {
        found.rule = Some(check.rule);
        (check.find)(play, &mut found)?;
    }
    if present.to_forget {
        looking_back::forget_what_was_checked(play);
    }
    if found.is_empty() {
        play.seen.checked = Some(play.game.revision());
        let now = (play.game.stirred(), play.game.structure());
        play.seen.calm = (play.view()?.structure == Some(now.1)).then_some(now);
        return Ok(false);
    }
    let rules = Rules::of(&[cr!("704.3")]);
    let entry = play.record(Level::Default, CauseKind::StateBased, rules, What::StateBased);
    play.following = Some(Following::default());
    let acted = play.under(entry, |play| act(play, found));
    let Following { happenings, leavers } = play.following.take().unwrap_or_default();
    acted?;
    one_shot_effects::look(play, &happenings)?;
    multiplayer::general::leave(play, &leavers)?;
    Ok(true)
}

fn act(play: &mut Play<'_>, found: Found) -> Outcome {
    let cause = |rule| Cause::new(CauseKind::StateBased, rule);
    let mut moves = found.moves;
    choose_legends(play, found.legends, &mut moves)?;
    let sectors = space_sculptor::choose(play, &found.without_sector)?;
    for (battle, rule) in found.unprotected {
        if !protectors::protect_anew(play, rule, battle)? {
            add_move(&mut moves, battle, MoveAction::StateBased, rule);
        }
    }
    let mut moves = join_with_destruction(play, moves)?;
    let returning = returning_commanders(play, found.commanders)?;
    let mut saved = ending_the_game::would_lose(play, found.losers, CauseKind::StateBased)?;
    let left_out = choose_between_moves(play, &saved.instead, &mut moves)?;
    // What leaves does so as it was before any of these actions (704.8): the moves come first.
    let mut leaving = Vec::with_capacity(moves.len());
    for (object, action, mut rules) in moves {
        if found.annihilated.iter().any(|(other, _)| *other == object) {
            rules = rules.and(cr!("704.8"));
        }
        let cause = Cause { kind: CauseKind::StateBased, rules };
        let destroys = action == MoveAction::Destroy;
        let cause = if destroys { destroy::despite_shields(play, cause, object)? } else { cause };
        leaving.push((cause, Move::new(object, Zone::Graveyard, action)));
    }
    leaving.extend(returning);
    general::move_each(play, leaving)?;
    for (pending, objects) in saved.instead.iter_mut().zip(left_out) {
        if !objects.is_empty() {
            let objects: Vec<ObjectId> = objects.into_iter().map(|object| play.game.latest(object)).collect();
            pending.leave_out(&objects);
        }
    }
    for (object, rule) in found.ceasing {
        play.change(cause(rule), Level::Default, Change::Cease(object));
    }
    attachments::unattach(play, found.unattached)?;
    let mut both = Vec::new();
    for (object, count) in found.annihilated {
        if play.game.object(object).on_battlefield() {
            both.push((object, CounterKind::PLUS_ONE, -count));
            both.push((object, CounterKind::MINUS_ONE, -count));
        }
    }
    counters::put(play, cause(cr!("704.5q")), &both)?;
    counters::put(play, cause(cr!("704.5r")), &found.surplus)?;
    for scheme in found.schemes {
        general::put_under_deck(play, cause(cr!("704.6e")), scheme)?;
    }
    if found.planeswalks {
        let controller = play.game.planar_controller();
        planeswalk::planeswalk(play, cause(cr!("704.6f")), controller)?;
    }
    space_sculptor::designate(play, &sectors);
    designations::act(play, &found.dungeons, &found.without_speed)?;
    let replaced = !saved.instead.is_empty();
    saved.finish(play)?;
    if replaced { ending_the_game::check_for_loop_of_losses(play) } else { Ok(()) }
}

/// Each player who controls several legends of one name says which of them stays: the others are moved.
fn choose_legends(
    play: &mut Play<'_>,
    legends_of: Vec<(PlayerId, Vec<ObjectId>)>,
    moves: &mut Vec<(ObjectId, MoveAction, Rules)>,
) -> Outcome {
    // Which legend stays is chosen while the others' fate is already settled: all is one event (704.5j, 704.3). Several
    // players choose in turn order (101.4).
    let in_turn = legends_of.windows(2).any(|pair| match pair {
        [(one, _), (other, _)] => one != other,
        _ => false,
    });
    for (player, legends) in legends_of {
        let rule = cr!("704.5j");
        let rules = Rules::NONE.and(rule);
        let rules = if in_turn { rules.and(cr!("101.4")) } else { rules };
        let items = legends.iter().copied().map(Item::Object).collect();
        let kept = play.pick(player, ChoiceKind::Keep, None, items, 1, 1, false, rules)?;
        for legend in legends {
            if !kept.contains(&Item::Object(legend)) {
                add_move(moves, legend, MoveAction::StateBased, rule);
            }
        }
    }
    Ok(())
}

/// The commanders that their owners put into the command zone now (903.9a).
fn returning_commanders(play: &mut Play<'_>, mut commanders: Vec<ObjectId>) -> Outcome<Vec<(Cause, Move)>> {
    // Their owners choose in turn order (101.4).
    let apnap = play.game.apnap();
    commanders.sort_by_cached_key(|commander| {
        let owner = play.game.object(*commander).owner;
        apnap.iter().position(|player| *player == owner)
    });
    let rule = cr!("903.9a");
    let cause = Cause::new(CauseKind::StateBased, rule);
    let mut returning = Vec::new();
    for commander in commanders {
        play.change(cause, Level::Hidden, Change::Offered(commander));
        let owner = play.game.object(commander).owner;
        if play.ask_to(owner, Deed::Put(Zone::Command), Some(commander), Rules::NONE.and(rule))? {
            returning.push((cause, Move::new(commander, Zone::Command, MoveAction::StateBased)));
        }
    }
    Ok(returning)
}

/// Where an effect that replaces losing the game would move a permanent that leaves at the same time, its controller chooses
/// which of the two happens to it (400.6). Says of each effect which permanents it does nothing to.
fn choose_between_moves(
    play: &mut Play<'_>,
    instead: &[Pending],
    moves: &mut Vec<(ObjectId, MoveAction, Rules)>,
) -> Outcome<Vec<Vec<ObjectId>>> {
    let mut left_out = Vec::with_capacity(instead.len());
    for pending in instead {
        let mut its = Vec::new();
        for (moved, deed) in pending.moved(play)? {
            if moves.iter().any(|(object, ..)| *object == moved) {
                let player = play.view()?.controller(&play.game, moved);
                if play.ask_to(player, deed, Some(moved), Rules::of(&[cr!("400.6")]))? {
                    moves.retain(|(object, ..)| *object != moved);
                } else {
                    its.push(moved);
                }
            }
        }
        left_out.push(its);
    }
    Ok(left_out)
}

/// A scheme that is not ongoing is put on the bottom of its deck once no scheme's ability is to resolve (704.6e).
fn finished_schemes(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    found.schemes.extend(variants::finished_schemes(&play.game));
    Ok(())
}

/// The planar controller planeswalks away from a phenomenon whose ability has left the stack (704.6f).
fn finished_phenomena(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    found.planeswalks |= play.game.variant() == Variant::Planechase && variants::finished_phenomena(play);
    Ok(())
}

fn stray_tokens(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    stray(play, found, is_stray_token);
    Ok(())
}

fn stray_copies(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    stray(play, found, is_stray_copy);
    found.ceasing.retain(|(copy, _)| !preparation_cards::stays(&play.game, *copy));
    Ok(())
}

fn stray(play: &Play<'_>, found: &mut Found, is_stray: impl Fn(&Nature, Zone) -> bool) {
    for object in play.game.objects() {
        if object.exists && is_stray(&object.nature, object.zone) {
            found.ceasing.extend(found.rule.map(|rule| (object.id, rule)));
        }
    }
}

fn no_loyalty(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    for object in play.game.battlefield() {
        let planeswalker = view.characteristics(&play.game, *object).is(CardType::Planeswalker);
        if planeswalker && planeswalkers::loyalty(&play.game, *object) == 0 {
            found.moves(*object, MoveAction::StateBased);
        }
    }
    Ok(())
}

fn legend_rule(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    let spared = legends::spared(Sight { game: &play.game, view: &view })?;
    for player in play.game.apnap() {
        let mut groups: Vec<Vec<ObjectId>> = Vec::new();
        for object in play.game.battlefield() {
            let characteristics = view.characteristics(&play.game, *object);
            if spared.contains(object)
                || view.controller(&play.game, *object) != player
                || !characteristics.has_supertype(Supertype::Legendary)
                || characteristics.name.is_empty()
            {
                continue;
            }
            let same = groups.iter_mut().find(|group| {
                group.first().is_some_and(|other| {
                    view.characteristics(&play.game, *other).name == characteristics.name
                })
            });
            match same {
                Some(group) => group.push(*object),
                None => groups.push(vec![*object]),
            }
        }
        found.legends.extend(groups.into_iter().filter(|group| group.len() > 1).map(|group| (player, group)));
    }
    Ok(())
}

fn defeated_sieges(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    defeated(play, found, true)
}

fn defeated_battles(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    defeated(play, found, false)
}

fn defeated(play: &mut Play<'_>, found: &mut Found, sieges: bool) -> Outcome {
    let view = play.view()?;
    for battle in battles::defeated(&play.game, &view, sieges) {
        found.moves(battle, MoveAction::StateBased);
    }
    Ok(())
}

fn battles_without_protector(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    unprotected(play, found, true)
}

fn battles_with_wrong_protector(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    unprotected(play, found, false)
}

fn unprotected(play: &mut Play<'_>, found: &mut Found, nobody: bool) -> Outcome {
    let view = play.view()?;
    let battles = battles::unprotected(&play.game, &view, nobody);
    found.unprotected.extend(battles.into_iter().filter_map(|battle| found.rule.map(|rule| (battle, rule))));
    Ok(())
}

fn finished_sagas(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    for saga in saga_cards::finished(&play.game, &view) {
        found.moves(saga, MoveAction::Sacrifice);
        add_move(&mut found.moves, saga, MoveAction::Sacrifice, cr!("701.21a"));
    }
    Ok(())
}

/// A commander that was put into a graveyard or into exile since the last check (903.9a).
fn commanders_elsewhere(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let game = &play.game;
    let elsewhere =
        game.objects().iter().filter(|object| object.exists && is_commander_elsewhere(game, object));
    found.commanders.extend(elsewhere.map(|object| object.id));
    Ok(())
}

/// What an Aura or Equipment may be attached to.
///
/// # Errors
/// If its enchant ability or a protection asks for what can't be told.
pub fn may_be_attached(sight: Sight<'_>, object: ObjectId, host: Thing) -> Outcome<bool> {
    if enchantments::is_aura(sight.view, sight.game, object) {
        return enchant::may_enchant(sight, object, host);
    }
    equip::may_equip(sight, object, host, false)
}
