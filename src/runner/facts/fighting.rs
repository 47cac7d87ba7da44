//! Who attacks, who blocks and what is blocked (506, 508, 509), and by which rules it is so.

use crate::engine::turn::combat_phase;
use crate::game::{CauseKind, Change, ObjectId, Thing};
use crate::ir::Verb;
use crate::ir::change::Action;
use crate::rules::{Rules, cr};
use crate::runner::claims::Judged;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::Reference;
use crate::trace::{Entry, Note, What};

/// Whether a creature attacks, perhaps someone or something in particular.
pub(super) fn attacking(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    wanted: Option<&Reference>,
) -> Staged<Judged> {
    let wanted = match wanted {
        Some(wanted) => Some(stage.thing(wanted)?),
        None => None,
    };
    let rules = rules_of_combat(stage, object, Action::Do(Verb::Attack))?;
    // That attacking doesn't tap it is no reason of its attacking.
    let rules = rules.iter().filter(|rule| *rule != cr!("702.20b")).fold(Rules::NONE, Rules::and);
    let game = &stage.play.game;
    let combat = game.combat();
    let attacked = combat.attack_of(object).map(|attack| match attack.defender {
        Thing::Object(permanent) if combat.defended_by_removed(permanent).is_some() => None,
        defender => Some(defender),
    });
    // What it attacked is out of combat, and it is not.
    let rules = match attacked {
        Some(None) => rules.iter().fold(Rules::of(&[cr!("506.4c")]), Rules::and),
        _ => rules,
    };
    let table = stage.answers.table();
    let sentence = match attacked {
        None => "is not attacking".to_owned(),
        Some(None) => "is attacking, but no longer any player, planeswalker or battle".to_owned(),
        Some(Some(Thing::Player(player))) => format!("is attacking {}", table.name_of(player)),
        Some(Some(Thing::Object(permanent))) => format!("is attacking {}", table.told(game, permanent)),
    };
    let holds = attacked.is_some_and(|its| wanted.is_none() || its == wanted);
    Ok(Judged { holds, sentence, rules })
}

/// Whether a creature blocks, perhaps a creature in particular.
pub(super) fn blocking(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    wanted: Option<ObjectId>,
) -> Staged<Judged> {
    let rules = rules_of_combat(stage, object, Action::Do(Verb::Block))?;
    let combat = stage.play.game.combat();
    let holds = match wanted {
        Some(wanted) => combat.blocked_by(object).any(|attacker| attacker == wanted),
        None => combat.is_blocking(object),
    };
    let what = wanted.map(|wanted| stage.answers.table().told(&stage.play.game, wanted));
    let what = what.map_or_else(String::new, |what| format!(" {what}"));
    let sentence = format!("is {}blocking{what}", if holds { "" } else { "not " });
    Ok(Judged { holds, sentence, rules })
}

/// Whether an attacking creature is blocked, or unblocked: before blockers are declared it is neither (509.1h).
pub(super) fn blocked(stage: &mut Stage<'_, '_>, object: ObjectId, wanted: bool) -> Judged {
    let combat = stage.play.game.combat();
    let attack = combat.attack_of(object);
    let (holds, sentence) = match attack {
        None => (false, "is not attacking, so it is neither blocked nor unblocked"),
        Some(attack) if attack.blocked => (wanted, "is blocked"),
        Some(_) if combat.blockers_declared => (!wanted, "is unblocked"),
        Some(_) => (false, "is neither blocked nor unblocked yet"),
    };
    let mut rules = Rules::of(&[cr!("509.1h")]);
    let is_it =
        |change: &Change| matches!(change, Change::Blocked(its) | Change::Unblocked(its) if *its == object);
    if let Some((_, its)) = last(stage, is_it) {
        rules = its.iter().fold(rules, Rules::and);
    }
    if entered_attacking(stage, object) {
        rules = rules.and(cr!("508.4d")).and(cr!("506.3d"));
    }
    Judged { holds, sentence: sentence.to_owned(), rules }
}

/// The last change of a kind and its rules.
fn last(stage: &Stage<'_, '_>, is_it: impl Fn(&Change) -> bool) -> Option<(usize, Rules)> {
    let mut entries = stage.play.trace.entries().iter().enumerate().rev();
    entries.find_map(|(place, entry)| match &entry.what {
        What::Changed(change, _) if is_it(change) => Some((place, entry.rules)),
        _ => None,
    })
}

/// Whether a creature was put onto the battlefield attacking after blockers had been declared.
fn entered_attacking(stage: &Stage<'_, '_>, object: ObjectId) -> bool {
    let entered = last(stage, |change| match change {
        Change::Move(it) => it.new == object && it.attacking.is_some(),
        Change::Create(new) => new.new == object && new.attacking.is_some(),
        _ => false,
    });
    let declared = last(stage, |change| matches!(change, Change::BlockersDeclared));
    matches!((entered, declared), (Some((entered, _)), Some((declared, _))) if entered > declared)
}

/// The rules by which its player has paid for a creature that attacks or blocks since the entry at that place: what it cost, the mana
/// abilities, the payment.
fn paid(stage: &Stage<'_, '_>, object: ObjectId, since: usize) -> Rules {
    let entries = stage.play.trace.entries();
    let before = entries.iter().take(since).rev();
    let declaration: Vec<_> = before
        .take_while(|entry| {
            !matches!(
                entry.what,
                What::Changed(Change::BeginStep(_), _) | What::Note(Note::DeclaresBlockers(_))
            )
        })
        .collect();
    let of_it = |entry: &&&Entry| matches!(entry.cause, CauseKind::Cost(its, _) if its == object);
    let Some(payment) = declaration.iter().find(of_it) else { return Rules::NONE };
    let mut rules = payment.rules;
    let CauseKind::Cost(_, payer) = payment.cause else { return rules };
    for entry in declaration {
        match &entry.what {
            What::Note(Note::CostLockedIn(player, _) | Note::MakesManaFor(player)) if *player == payer => {
                rules = entry.rules.iter().fold(rules, Rules::and);
            }
            _ => {}
        }
    }
    rules
}

/// Why a creature attacks or blocks, or doesn't: how it has come into combat and out of it, and what has not taken it out.
fn rules_of_combat(stage: &mut Stage<'_, '_>, object: ObjectId, action: Action) -> Staged<Rules> {
    let began = last(stage, |change| match change {
        Change::Attack(attack) => attack.attacker == object,
        Change::Reselect(attacker, _) => *attacker == object,
        Change::Block(block) => block.blocker == object,
        Change::Move(it) => it.new == object && (it.attacking.is_some() || it.blocking.is_some()),
        Change::Create(new) => new.new == object && (new.attacking.is_some() || new.blocking.is_some()),
        _ => false,
    });
    let since = began.map_or(0, |(place, _)| place);
    // Once it is out of combat, the end of the phase doesn't take it out (511.3).
    let mut later = stage.play.trace.entries().iter().enumerate().skip(since);
    let left = later.find_map(|(place, entry)| match &entry.what {
        What::Changed(Change::RemoveFromCombat(its), _) if *its == object => Some((place, entry.rules)),
        What::Changed(Change::ClearCombat, _) => Some((place, entry.rules)),
        _ => None,
    });
    let ended = left.or_else(|| {
        last(stage, |change| matches!(change, Change::StaysInCombat { object: its, .. } if *its == object))
    });
    let mut rules = match (began, ended) {
        (Some((began, its)), Some((ended, _))) if began > ended => its,
        (Some(_), Some((_, its))) | (Some((_, its)), None) => its,
        // It was to be put into combat and was not.
        (None, _) => {
            let entries = stage.play.trace.entries().iter().rev();
            let mut never = entries.filter_map(|entry| match &entry.what {
                What::Note(Note::NeverAttacks(_) | Note::NeverBlocks(_)) => Some(entry.rules),
                _ => None,
            });
            never.next().unwrap_or(Rules::NONE)
        }
    };
    // What it cost to attack or block with.
    rules = paid(stage, object, since).iter().fold(rules, Rules::and);
    // Of several who are attacked each has blocked for themselves.
    let mut before = stage.play.trace.entries().iter().take(since).rev();
    let block = before.find(|entry| {
        matches!(entry.what, What::Changed(Change::BeginStep(_), _) | What::Note(Note::DeclaresBlockers(_)))
    });
    if let (Action::Do(Verb::Block), Some(What::Note(_))) = (action, block.map(|entry| &entry.what)) {
        rules = rules.and(cr!("802.4"));
    }
    // What was not declared need not obey what declarations must.
    let unbound = stage.play.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Note(Note::Unbound(its)) if *its == object => Some(entry.rules),
        _ => None,
    });
    rules = unbound.unwrap_or(Rules::NONE).iter().fold(rules, Rules::and);
    let combat = stage.play.game.combat();
    let attack = combat.attack_of(object).copied();
    if attack.is_none() && !combat.is_blocking(object) {
        return Ok(rules);
    }
    // What would have kept it out does not take it out (506.4a), nor does tapping it (506.4b).
    let tapped = stage.play.trace.entries().iter().skip(since).any(|entry| {
        matches!(&entry.what, What::Changed(Change::Tap(its, _), _) if *its == object)
            && entry.cause != CauseKind::TurnBased
    });
    if tapped {
        rules = rules.and(cr!("506.4b"));
    }
    let view = stage.view()?;
    if combat_phase::is_kept_out(&stage.play.game, &view, object, action).unwrap_or(false) {
        rules = rules.and(cr!("506.4a"));
    }
    Ok(rules)
}
