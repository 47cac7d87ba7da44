//! CR 701: Keyword Actions. How the instruction to do one is followed.

use crate::engine::additional::keyword_actions::the_ring_tempts_you::tempt;
use crate::engine::additional::keyword_actions::venture_into_the_dungeon::venture;
use crate::engine::additional::keyword_actions::{self, Doing, clash};
use crate::engine::additional::split_cards;
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, conditions};
use crate::engine::spells::events::{Happening, after};
use crate::game::Thing;
use crate::ir::{Instruction, KeywordAction, NamedDeed, Players, Selection, Verb};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::{cause, face_down, objects_there, rounds, run, supplements, things, who_are};

fn action_not_played(action: Verb) -> Why {
    format!("headjudge does not play this keyword action yet: {}", action.word()).into()
}

/// Why a keyword action is never done; nothing for one that may be.
pub(super) fn gap_of_action(doing: &Doing<'_>) -> Option<Why> {
    let own = matches!(
        doing.action,
        Verb::Manifest
            | Verb::Cloak
            | Verb::Venture
            | Verb::Fateseal
            | Verb::Clash
            | Verb::RingTempts
            | Verb::Planeswalk
            | Verb::ChaosEnsues
            | Verb::SetInMotion
            | Verb::Abandon
    ) || matches!(doing.action, Verb::Unlock | Verb::Lock) && doing.what.is_some();
    (!own && keyword_actions::meaning(doing).is_none()).then(|| action_not_played(doing.action))
}

/// Follows the instructions that a keyword action stands for, and lets those look who wait for it.
pub(super) fn act(play: &mut Play<'_>, frame: &mut Frame, doing: &Doing<'_>) -> Outcome {
    if matches!(doing.action, Verb::Manifest | Verb::Cloak) {
        return face_down::put_face_down(play, frame, doing);
    }
    // Several players look at cards of their own, one after the other.
    if doing.action == Verb::ManifestDread && who_are(play, frame, doing.who)?.len() > 1 {
        let each = Instruction::Do {
            action: KeywordAction(doing.action),
            who: Players::It,
            what: doing.what.cloned(),
            subtype: doing.subtype,
            count: doing.count.cloned(),
            slot: doing.slot,
        };
        return rounds::for_each(play, frame, &Selection::Players(doing.who.clone()), &[each]);
    }
    let kind = cause(frame, cr!("701.49a")).kind;
    let source = frame.asking();
    if let Verb::Venture | Verb::RingTempts = doing.action {
        for player in who_are(play, frame, doing.who)? {
            match doing.action {
                Verb::Venture => venture(play, kind, source, player, doing.subtype)?,
                _ => tempt(play, kind, source, player)?,
            }
        }
        return Ok(());
    }
    if let (Verb::Unlock | Verb::Lock, Some(what)) = (doing.action, doing.what) {
        let unlocks = doing.action == Verb::Unlock;
        for player in who_are(play, frame, doing.who)? {
            for permanent in objects_there(play, frame, what)? {
                split_cards::turn_key(play, kind, player, permanent, unlocks)?;
            }
        }
        return Ok(());
    }
    if doing.action == Verb::Clash {
        return clash_with(play, frame, doing);
    }
    if supplements::follow(play, frame, doing)? {
        return Ok(());
    }
    let Some((rule, does)) = keyword_actions::meaning(doing) else {
        return Err(Halt::gap(frame.source, action_not_played(doing.action)));
    };
    let what = match doing.what {
        Some(what) => things(play, frame, what)?,
        None => vec![Thing::Object(frame.source)],
    };
    let outer = frame.within.replace(rule);
    keyword_actions::forget_made(frame);
    let kind = cause(frame, rule).kind;
    match doing.action {
        // Who has no creature token creates none by populating.
        Verb::Populate if !is_anything(play, frame, &does)? => {
            let note = Note::NothingToCopy(frame.asking());
            play.note(Level::Default, kind, Rules::of(&[cr!("701.36b")]), note);
        }
        Verb::Endure if !is_anything(play, frame, &does)? => {
            for object in what.iter().filter_map(|thing| thing.object()) {
                play.note(Level::Default, kind, Rules::of(&[cr!("701.63b")]), Note::EnduresNothing(object));
            }
        }
        _ => run(play, frame, &does)?,
    }
    frame.within = outer;
    frame.bind(doing.slot, keyword_actions::made(frame));
    let becoming = |what: Vec<Thing>, deed| -> Vec<Happening> {
        let objects = what.into_iter().filter_map(Thing::object);
        objects.map(|object| Happening::Becomes { object, what: deed }).collect()
    };
    let happenings: Vec<Happening> = match doing.action {
        Verb::Explore => becoming(what, NamedDeed::Does(Verb::Explore)),
        Verb::Connive => becoming(what, NamedDeed::Does(Verb::Connive)),
        Verb::Investigate | Verb::Discover => {
            let investigates = doing.action == Verb::Investigate;
            let what = if investigates {
                NamedDeed::Does(Verb::Investigate)
            } else {
                NamedDeed::Does(Verb::Discover)
            };
            let players = who_are(play, frame, doing.who)?.into_iter();
            players.map(|player| Happening::Does { player, what, object: frame.source }).collect()
        }
        _ => return Ok(()),
    };
    let before = play.view()?;
    after(play, &before, &happenings)
}

/// Clashes with an opponent, or with the player that is said (701.30b); what comes after asks whether the player has won.
fn clash_with(play: &mut Play<'_>, frame: &mut Frame, doing: &Doing<'_>) -> Outcome {
    let with = match doing.what {
        Some(what) => things(play, frame, what)?.into_iter().find_map(Thing::player),
        None => None,
    };
    if doing.what.is_some() && with.is_none() {
        frame.did = false;
        return Ok(());
    }
    for player in who_are(play, frame, doing.who)? {
        let clashed = clash::clash(play, cause(frame, cr!("701.30b")), frame.asking(), player, with)?;
        frame.did = clashed.won;
        frame.bind(doing.slot, clashed.opponent.map(Thing::Player).into_iter().collect());
    }
    Ok(())
}

/// Whether there is a creature token to populate with: what that means asks it first.
fn is_anything(play: &mut Play<'_>, frame: &Frame, does: &[Instruction]) -> Outcome<bool> {
    let [Instruction::If { condition, .. }] = does else { return Ok(true) };
    let view = play.view()?;
    conditions::holds(Sight { game: &play.game, view: &view }, frame, condition)
}
