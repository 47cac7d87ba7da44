//! What would have changed what is asked about, and did not: a spell or ability that was countered, did not resolve, or found nothing to do,
//! or damage that was not dealt.

use crate::engine::reading::Frame;
use crate::engine::reading::selections::{players, select};
use crate::game::{Answer, Change, Choice, ChoiceKind, Deed, Object, ObjectId, Options, PlayerId, Thing};
use crate::ir::part::{Part, any};
use crate::ir::{Body, Instruction, KeywordName, Players, Quantity, Selection, Verb, Zone};
use crate::rules::cr;
use crate::trace::entry::How;
use crate::trace::{Attempt, Entry, EntryId, Forbidden, Level, Matter, Note, Reason, Reasons, What};

use super::meant::{
    self, Unfollowed, frame, might_be, might_change, target_of, would_change, would_change_by, would_trigger,
};
use super::whereabouts::{last_moves_of, of_step};
use super::{Played, idle, undealt, undrawn, unmoved};

/// The keyword actions that create tokens (701.16a, 701.36a, 701.47a, 701.53a, 701.63a).
const CREATE: [Verb; 5] = [Verb::Investigate, Verb::Populate, Verb::Amass, Verb::Incubate, Verb::Endure];

/// What an answer says that nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unchanged {
    /// A player's life total.
    Life(PlayerId),
    /// The cards in a player's hand.
    Hand(PlayerId),
    /// The cards in a player's library.
    Library(PlayerId),
    /// That there are none of the tokens or permanents that are counted.
    None,
    /// That there are no more of the permanents that are counted, for none was found.
    Found,
    /// An object, as it is.
    Object(ObjectId),
    /// An object where it is.
    Place(ObjectId),
}

/// The reasons of the last spell or ability that would have changed it, an object in one of these respects, and did nothing.
pub(crate) fn undone(played: Played<'_>, what: Unchanged, matters: &[Matter]) -> Reasons {
    let failed = |entry: &&Entry| fails(played, entry, what, matters);
    // That nobody wanted tokens says more than what was left out for want of them.
    let unwanted = |entry: &&Entry| {
        let is_chosen = matches!(entry.what, What::Chose(..));
        is_chosen && unfollowed(played, entry).is_some_and(|(doer, _)| would_have_changed(played, doer, what))
    };
    let entries = || played.trace.entries().iter().rev();
    let unwanted = if what == Unchanged::None { entries().find(unwanted) } else { None };
    let last = unwanted.or_else(|| entries().find(failed));
    match (last, what) {
        (Some(entry), _) => {
            let rules = of_step(played, entry).without(&[cr!("400.7")]);
            // Which X is legal decides, and not when it is chosen.
            let of_x = rules.iter().find(|its| [cr!("107.3a"), cr!("107.3b")].contains(&its.rule));
            let rules = of_x.map_or(rules, |of_x| rules.led_by(of_x));
            // What suspend lets be cast remains exiled if it is not.
            let suspended = stays_suspended(played, entry).then_some(cr!("702.62a"));
            let rules = suspended.into_iter().fold(rules, Reasons::and);
            // What waits for that to be done does not trigger.
            let reflexive = forgoes_reflexive(played, entry, what, matters);
            let of_reflexive = reflexive.then_some(Reason { rule: cr!("603.12"), step: Some(entry.id) });
            let rules = of_reflexive.into_iter().fold(rules, Reasons::and);
            if let Unchanged::Life(player) = what {
                return rules.joined(undealt::to_player(played, player));
            }
            rules
        }
        (None, Unchanged::Place(object)) => unmoved::passed_over(played, object),
        (None, _) if was_for_opponents(played, what) => Reasons::of(&[cr!("102.3")]),
        (None, Unchanged::Life(player)) => undealt::to_player(played, player),
        (None, _) => Reasons::NONE,
    }
}

/// Whether an entry tells that something would have changed it, and did nothing.
fn fails(played: Played<'_>, entry: &Entry, what: Unchanged, matters: &[Matter]) -> bool {
    if entry.level == Level::Hidden {
        return false;
    }
    // Its place in a library is asked of as of the object as it is.
    let stays = match what {
        Unchanged::Place(object) => Some(object),
        Unchanged::Object(object) => Some(object).filter(|_| matters.contains(&Matter::Place)),
        Unchanged::Life(_)
        | Unchanged::Hand(_)
        | Unchanged::Library(_)
        | Unchanged::None
        | Unchanged::Found => None,
    };
    let told = unfollowed(played, entry);
    let of_object = |object| {
        told.is_some_and(|what| would_change(played, what, (object, matters)))
            || refuses_to_cast(played, entry, object)
            || idle::aims_elsewhere(played, entry, (object, matters))
            || idle::passes_by(played, entry, object) && matters.iter().any(is_of_damage)
    };
    let stays_put = |object| {
        undrawn::leaves(played, entry, object)
            || idle::leaves_exiled(played, entry, object)
            || idle::unpaid_with(played, entry, object)
    };
    let is_unmet = |frame: &Frame, body: &Body| might_have_changed(played, (frame, body), what, matters);
    let is_partial =
        || told.filter(|(_, which)| !matches!(which, Unfollowed::Any | Unfollowed::Conditional(_)));
    failing(played, entry)
        .or_else(|| chooses_no_x(played, entry, what))
        .is_some_and(|doer| would_have_changed(played, doer, what))
        || is_partial().is_some_and(|told| would_do_it(played, told, what))
        || what == Unchanged::None && told.is_some_and(|(doer, _)| would_have_changed(played, doer, what))
        || forgoes_reflexive(played, entry, what, matters)
        || idle::untriggered(played, entry, &is_unmet)
        || match what {
            Unchanged::Object(object) | Unchanged::Place(object) => of_object(object),
            Unchanged::Library(player) => {
                undrawn::tells(played, entry, player) || idle::finds_none(played, entry, Some(player))
            }
            Unchanged::Found => idle::finds_none(played, entry, None),
            Unchanged::Life(_) | Unchanged::Hand(_) | Unchanged::None => false,
        }
        || stays.is_some_and(stays_put)
}

/// Whether damage has a say in it.
const fn is_of_damage(matter: &Matter) -> bool {
    matches!(matter, Matter::Place | Matter::Numbers)
}

/// The reasons of the last spell or ability which would have changed it again, since the step that decides how it is.
pub(crate) fn since(played: Played<'_>, what: Unchanged, matters: &[Matter], step: EntryId) -> Reasons {
    let Some(entry) = played.trace.get(step).filter(|entry| matches!(entry.what, What::Changed(..))) else {
        return Reasons::NONE;
    };
    let failed = |other: &&Entry| {
        let told = unfollowed(played, other);
        let which = told.map(|(_, which)| which);
        // What has done a part of what it says is not told of as though it had done nothing.
        let is_part = entry.parent.is_some() && other.parent == entry.parent;
        let is_late = |object| {
            let is_offer = matches!(which, Some(Unfollowed::Offered(_)));
            idle::came_too_late(played, (entry, other), (told.map(|(doer, _)| doer), is_offer), object)
        };
        fails(played, other, what, matters)
            && !(is_part && matches!(which, Some(Unfollowed::Any)))
            && !matches!(what, Unchanged::Object(object) | Unchanged::Place(object) if is_late(object))
    };
    let later = played.trace.entries().get(step.0 as usize + 1..).unwrap_or_default();
    later
        .iter()
        .rev()
        .find(failed)
        .map_or(Reasons::NONE, |last| of_step(played, last).without(&[cr!("400.7")]))
}

/// By which rules there are so many cards in a player's hand, with these of the last card that came there or left it: what has kept another from
/// that since comes behind those of the cards that are there, if they have all come there, and before those of others.
pub(crate) fn of_hand(played: Played<'_>, player: PlayerId, last: Reasons) -> Reasons {
    let Some(kept) = kept_hand(played, player) else { return last };
    let each = last_moves_of(played, played.game.zone(Zone::Hand, player));
    let step = |moves: &Reasons| moves.first().and_then(|first| first.step);
    let latest =
        each.iter().max_by_key(|moves| step(moves)).filter(|_| each.iter().all(|its| step(its).is_some()));
    if let Some(came) = latest {
        return came.without(&[cr!("400.7")]).joined(kept);
    }
    // That the spell which has done nothing was cast from there is beside the point.
    kept.joined(last.without(&[cr!("601.2a")]))
}

/// The reasons of the last step by which a card would have come to a player's hand, or have left it by an effect, and has not, if none has come
/// there or left it since.
fn kept_hand(played: Played<'_>, player: PlayerId) -> Option<Reasons> {
    let game = played.game;
    let touches = |entry: &Entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            let its = game.object(it.object);
            its.owner == player && (its.zone == Zone::Hand || it.to == Zone::Hand)
        }
        _ => false,
    };
    let since = played.trace.entries().iter().rev().take_while(|entry| !touches(entry));
    let does = |frame: &Frame, its: &Instruction| fills_hand(played, frame, its, player);
    let mut since = since.filter(|entry| entry.level != Level::Hidden);
    // What has done a part of what it says before has done nothing else for another reason.
    let has_begun = |entry: &Entry| {
        let beside = |other: &Entry| entry.parent.is_some() && other.parent == entry.parent;
        played.trace.entries().iter().any(|other| beside(other) && touches(other))
    };
    let last = since.find(|entry| {
        let unfollowed = unfollowed(played, entry)
            .filter(|(_, which)| !matches!(which, Unfollowed::Any) || !has_begun(entry));
        undrawn::tells(played, entry, player)
            || unfollowed.is_some_and(|told| meant::would_do(played, told, &does))
    })?;
    Some(of_step(played, last).without(&[cr!("400.7")]))
}

/// The rules of the last step that tells that a spell or ability by which a player would have won did nothing, or did not trigger.
pub(super) fn unwon(played: Played<'_>, player: PlayerId) -> Reasons {
    let is_among = |frame: &Frame, who: &Players| {
        players(played.sight(), frame, who).is_ok_and(|found| found.contains(&player))
    };
    let wins = |frame: &Frame, body: &Body| {
        any(
            body,
            &mut |place| matches!(place.part, Part::Instruction(Instruction::WinGame(who)) if is_among(frame, who)),
        )
    };
    let would_win = |doer: ObjectId| {
        let its = played.game.object(doer);
        frame(its).is_some_and(|frame| its.bodies().any(|body| wins(&frame, body)))
    };
    let kept = |entry: &&Entry| {
        idle::untriggered(played, entry, &wins) || failing(played, entry).is_some_and(would_win)
    };
    played.trace.entries().iter().rev().find(kept).map_or(Reasons::NONE, Entry::reasons)
}

/// These reasons, with that of what did the first of them having left out another part behind that, which would have changed the same as well.
pub(crate) fn with_left_out(played: Played<'_>, reasons: Reasons, what: Unchanged) -> Reasons {
    let Some(first) = reasons.first() else { return reasons };
    let Some(parent) = first.step.and_then(|step| played.trace.get(step)?.parent) else { return reasons };
    let of_life = |frame: &Frame, its: &Instruction| {
        let Unchanged::Life(player) = what else { return false };
        let is_among =
            |who: &Players| players(played.sight(), frame, who).is_ok_and(|found| found.contains(&player));
        let is_dealt = |to: &Selection| {
            select(played.sight(), frame, to).is_ok_and(|found| found.contains(&Thing::Player(player)))
        };
        changes_life(its, &is_among, &is_dealt)
    };
    let would = |told| match what {
        Unchanged::Object(object) => would_change(played, told, (object, &[Matter::Numbers])),
        Unchanged::Life(_) => meant::would_do(played, told, &of_life),
        Unchanged::Hand(_)
        | Unchanged::Library(_)
        | Unchanged::None
        | Unchanged::Found
        | Unchanged::Place(_) => false,
    };
    let left_out = played.trace.entries().iter().find(|entry| {
        let is_left = matches!(entry.what, What::Note(Note::PartLeftOut(_)));
        is_left && entry.parent == Some(parent) && unfollowed(played, entry).is_some_and(would)
    });
    let left_out = left_out.map_or(Reasons::NONE, Entry::reasons);
    Reasons::NONE.and(first).joined(left_out).joined(reasons)
}

/// Whether an instruction changes how many cards are in a player's hand: they draw, discard, or have a card put there.
fn fills_hand(played: Played<'_>, frame: &Frame, instruction: &Instruction, player: PlayerId) -> bool {
    let is_among =
        |who: &Players| players(played.sight(), frame, who).is_ok_and(|found| found.contains(&player));
    let to_hand = |what: &Selection| {
        let found = select(played.sight(), frame, what).unwrap_or_default();
        let mut objects = found.into_iter().filter_map(Thing::object).peekable();
        // What was never found would have been a card of whoever looks for it.
        match objects.peek() {
            Some(_) => objects.any(|object| played.game.object(object).owner == player),
            None => frame.controller == player,
        }
    };
    changes_hand(instruction, &is_among)
        || matches!(instruction, Instruction::Put(it) if it.to == Zone::Hand && to_hand(&it.what))
}

/// Whether an entry tells that a reflexive ability did not trigger, or that what it waits for was not done (603.12), and it would have changed
/// what is asked about, or might have with other targets than none.
fn forgoes_reflexive(played: Played<'_>, entry: &Entry, what: Unchanged, matters: &[Matter]) -> bool {
    let told = match &entry.what {
        What::Note(Note::ReflexiveUnmet(_) | Note::ReflexiveDoesNotTrigger(_)) => {
            resolving(played, entry).map(|doer| (doer, Unfollowed::Any))
        }
        _ => unfollowed(played, entry)
            .filter(|(_, which)| matches!(which, Unfollowed::Offered(_) | Unfollowed::Choosing)),
    };
    let does = |frame: &Frame, body: &Body| might_have_changed(played, (frame, body), what, matters);
    told.is_some_and(|told| would_trigger(played, told, &does))
}

/// Whether an ability that has not come to the stack would have changed it, or might have with other targets than none.
fn might_have_changed(
    played: Played<'_>,
    (frame, body): (&Frame, &Body),
    what: Unchanged,
    matters: &[Matter],
) -> bool {
    let is_among = |who: &Players, player: PlayerId| {
        players(played.sight(), frame, who).is_ok_and(|found| found.contains(&player))
    };
    let is_dealt = |to: &Selection, player: PlayerId| match target_of(body, to) {
        Some(kind) => might_be(played, frame, kind, Thing::Player(player)),
        None => matches!(to, Selection::Players(who) if is_among(who, player)),
    };
    match what {
        Unchanged::Object(object) | Unchanged::Place(object) => {
            might_change(played, (frame, body), (object, matters))
                || would_change_by(played, (frame, vec![(body, 0)]), Unfollowed::Any, (object, matters))
        }
        Unchanged::Life(_)
        | Unchanged::Hand(_)
        | Unchanged::Library(_)
        | Unchanged::None
        | Unchanged::Found => {
            let does = |its: &Instruction| would_do(its, what, &is_among, &is_dealt);
            any(body, &mut |place| matches!(place.part, Part::Instruction(its) if does(its)))
        }
    }
}

/// Whether those instructions of a spell or ability which were not followed would have changed a life total, a hand, or what else is counted.
fn would_do_it(played: Played<'_>, told: (ObjectId, Unfollowed<'_>), what: Unchanged) -> bool {
    let does = |frame: &Frame, its: &Instruction| {
        let is_among = |who: &Players, player: PlayerId| {
            players(played.sight(), frame, who).is_ok_and(|found| found.contains(&player))
        };
        let is_dealt = |to: &Selection, player: PlayerId| {
            select(played.sight(), frame, to).is_ok_and(|found| found.contains(&Thing::Player(player)))
        };
        would_do(its, what, &is_among, &is_dealt)
    };
    meant::would_do(played, told, &does)
}

/// The spell or ability as which resolved something came to pass.
fn resolving(played: Played<'_>, entry: &Entry) -> Option<ObjectId> {
    match played.trace.get(entry.parent?)?.what {
        What::Resolves(doer) => Some(doer),
        _ => None,
    }
}

/// The spell or ability that resolved of which an entry tells that X was chosen to be 0, if X is among its numbers.
fn chooses_no_x(played: Played<'_>, entry: &Entry, what: Unchanged) -> Option<ObjectId> {
    let What::Chose(choice, Answer::Number(0), _) = &entry.what else { return None };
    let doer = choice.source.filter(|_| choice.kind == ChoiceKind::X)?;
    let resolved = || {
        played.trace.entries().iter().any(|entry| matches!(entry.what, What::Resolves(its) if its == doer))
    };
    let counts = |what| {
        matches!(what, Unchanged::Life(_) | Unchanged::Hand(_) | Unchanged::Library(_) | Unchanged::None)
    };
    let of_x = |its: &Object| {
        its.bodies().any(|body| any(body, &mut |place| matches!(place.part, Part::Quantity(Quantity::X))))
    };
    (counts(what) && of_x(played.game.object(doer)) && resolved()).then_some(doer)
}

/// Whether something that resolved did it to a player's opponents, of whom the player who is asked about is none, being a teammate.
fn was_for_opponents(played: Played<'_>, what: Unchanged) -> bool {
    let player = match what {
        Unchanged::Life(player) | Unchanged::Hand(player) => player,
        _ => return false,
    };
    let spares = |doer: ObjectId| {
        let its = played.game.object(doer);
        let Some(frame) = frame(its) else { return false };
        let spared = |who: &Players| spares_teammate(played, &frame, who, player);
        let at_players = |to: &Selection| matches!(to, Selection::Players(who) if spared(who));
        let spares = |instruction: &Instruction| match what {
            Unchanged::Life(_) => changes_life(instruction, &spared, &at_players),
            Unchanged::Hand(_) => changes_hand(instruction, &spared),
            _ => false,
        };
        its.bodies().any(|body| {
            any(
                body,
                &mut |place| matches!(place.part, Part::Instruction(instruction) if spares(instruction)),
            )
        })
    };
    played.game.has_teams()
        && played
            .trace
            .entries()
            .iter()
            .any(|entry| matches!(entry.what, What::Resolves(doer) if spares(doer)))
}

/// Whether some players are the opponents of others, and a player is none of them for being a teammate of those (102.3).
fn spares_teammate(played: Played<'_>, frame: &Frame, who: &Players, player: PlayerId) -> bool {
    let mate = |of: PlayerId| of != player && played.game.same_team(of, player);
    if let Players::Where(group, _) = who {
        return spares_teammate(played, frame, group, player);
    }
    if let Players::OpponentsOf(of) = who {
        return players(played.sight(), frame, of).is_ok_and(|found| found.into_iter().any(mate));
    }
    *who == Players::Opponents && mate(frame.controller)
}

/// Whether an instruction changes life totals of such players.
fn changes_life(
    instruction: &Instruction,
    is_such: &dyn Fn(&Players) -> bool,
    is_dealt: &dyn Fn(&Selection) -> bool,
) -> bool {
    if let Instruction::GainLife { who, .. }
    | Instruction::LoseLife { who, .. }
    | Instruction::SetLife { who, .. }
    | Instruction::DoubleLife { who } = instruction
    {
        return is_such(who);
    }
    matches!(instruction, Instruction::Damage(damage) if is_dealt(&damage.to))
}

/// Whether an instruction changes how many cards are in the hands of such players.
fn changes_hand(instruction: &Instruction, is_such: &dyn Fn(&Players) -> bool) -> bool {
    matches!(instruction, Instruction::Draw { who, .. } if is_such(who))
        || matches!(instruction, Instruction::Discard(it) if is_such(&it.who))
}

/// Whether an instruction changes how many cards are in the libraries of such players.
fn changes_library(instruction: &Instruction, is_such: &dyn Fn(&Players) -> bool) -> bool {
    matches!(instruction, Instruction::Draw { who, .. } | Instruction::Mill { who, .. } if is_such(who))
}

/// The spell or ability that an entry tells has done nothing, or not all that it says.
fn failing(played: Played<'_>, entry: &Entry) -> Option<ObjectId> {
    match &entry.what {
        // What can't be done can't be chosen to be done (608.2d).
        What::Note(Note::Cant(..)) if entry.rules.contains(cr!("608.2d")) => {
            match played.trace.get(entry.parent?)?.what {
                What::Resolves(doer) => Some(doer),
                _ => None,
            }
        }
        What::Fizzles(doer) => Some(*doer),
        What::Changed(Change::Move(it), _) if entry.rules.contains(cr!("701.6a")) => Some(it.object),
        What::Changed(Change::Cease(doer), _) if entry.rules.contains(cr!("701.6a")) => Some(*doer),
        What::Note(note) => note.idle().flatten(),
        _ => None,
    }
}

/// The spell or ability of whose instructions an entry tells that they were not followed, or for nothing, and which those are.
fn unfollowed<'a>(played: Played<'a>, entry: &Entry) -> Option<(ObjectId, Unfollowed<'a>)> {
    let on_stack = |object: ObjectId| played.game.object(object).zone == Zone::Stack;
    let resolving = || resolving(played, entry);
    match &entry.what {
        What::Chose(choice, answer, how) => {
            // What somebody has paid for does not happen (118.12a).
            if *answer == Answer::Yes && entry.rules.contains(cr!("118.12a")) {
                return Some((resolving()?, Unfollowed::Unless));
            }
            // Nothing is found where nobody may look.
            if choice.kind == ChoiceKind::Find && *how == How::Forced && is_forbidden_search(played, entry) {
                return None;
            }
            let which = forgone(choice, answer)?;
            let doer =
                if matches!(which, Unfollowed::ByX) { resolved(played, choice)? } else { resolving()? };
            Some((doer, which))
        }
        What::Note(Note::Impossible(_) | Note::CantChoose(..) | Note::NothingToEncodeOn(_)) => {
            Some((resolving()?, Unfollowed::Choosing))
        }
        What::Note(Note::Cant(Forbidden::Search, ..)) => Some((resolving()?, Unfollowed::Choosing)),
        What::Note(Note::CantPay(_, None)) => Some((resolving()?, Unfollowed::Offered(None))),
        What::Note(note) => {
            let doer = failing(played, entry)?;
            let doer = if on_stack(doer) { doer } else { resolving()? };
            let which = match note {
                Note::PartLeftOut(_) => Unfollowed::Conditional(played.trace.unmet_of(entry.id)),
                Note::NotDone(_) | Note::NotAsked(..) => Unfollowed::Offered(None),
                Note::Cant(..) => Unfollowed::Choosing,
                _ => Unfollowed::Any,
            };
            Some((doer, which))
        }
        _ => Some((failing(played, entry)?, Unfollowed::Any)),
    }
}

/// Whether a step of the same resolution tells that a player can't search.
fn is_forbidden_search(played: Played<'_>, entry: &Entry) -> bool {
    let before = played.trace.entries().get(..entry.id.0 as usize).unwrap_or_default();
    let mut beside = before.iter().rev().take_while(|other| other.parent == entry.parent);
    beside.any(|other| matches!(other.what, What::Note(Note::Cant(Forbidden::Search, ..))))
}

/// Which instructions are not followed for an answer to a question, or for nothing.
fn forgone(choice: &Choice, answer: &Answer) -> Option<Unfollowed<'static>> {
    match (&choice.options, answer) {
        (Options::YesNo(deed), Answer::No) => Some(Unfollowed::Offered(match deed {
            Deed::Do(verb, _) | Deed::DoChosen(verb) => Some(*verb),
            _ => None,
        })),
        (Options::Pick { .. }, Answer::Picked(picked)) => picked.is_empty().then_some(Unfollowed::Choosing),
        (Options::Number { .. }, Answer::Number(0)) => match choice.kind {
            ChoiceKind::X => Some(Unfollowed::ByX),
            ChoiceKind::Number => Some(Unfollowed::UpTo),
            _ => None,
        },
        _ => None,
    }
}

/// The spell or ability that a choice was made for, if it has resolved.
fn resolved(played: Played<'_>, choice: &Choice) -> Option<ObjectId> {
    let of = choice.source?;
    let resolves = |entry: &Entry| matches!(entry.what, What::Resolves(doer) if doer == of);
    played.trace.entries().iter().any(resolves).then_some(of)
}

/// Whether an entry tells that an object could not be cast as something resolved.
fn refuses_to_cast(played: Played<'_>, entry: &Entry, object: ObjectId) -> bool {
    let above = entry.parent.and_then(|parent| played.trace.get(parent));
    let resolves = above.is_some_and(|above| matches!(above.what, What::Resolves(_)));
    match &entry.what {
        What::Refused(refusal) if resolves => {
            matches!(&refusal.attempt, Attempt::Cast(card, _) if *card == object)
        }
        _ => false,
    }
}

/// Whether an entry tells of what a suspend ability did not do.
fn stays_suspended(played: Played<'_>, entry: &Entry) -> bool {
    let ability = resolving(played, entry).and_then(|doer| played.game.object(doer).stack_ability()?.called);
    ability.is_some_and(|called| called.keyword == Some(KeywordName::Suspend))
}

/// Whether an instruction of a spell or ability speaks of what is asked about.
fn would_have_changed(played: Played<'_>, doer: ObjectId, what: Unchanged) -> bool {
    let its = played.game.object(doer);
    let Some(frame) = frame(its) else { return false };
    let is_among = |who: &Players, player: PlayerId| {
        players(played.sight(), &frame, who).is_ok_and(|found| found.contains(&player))
    };
    let is_dealt = |to: &Selection, player: PlayerId| {
        select(played.sight(), &frame, to).is_ok_and(|found| found.contains(&Thing::Player(player)))
    };
    let changes = |instruction: &Instruction| would_do(instruction, what, &is_among, &is_dealt);
    its.bodies().any(|body| {
        any(body, &mut |place| matches!(place.part, Part::Instruction(instruction) if changes(instruction)))
    })
}

/// Whether an instruction changes what is asked about, a life total, a hand or the tokens, if it is for such players.
fn would_do(
    instruction: &Instruction,
    what: Unchanged,
    is_among: &dyn Fn(&Players, PlayerId) -> bool,
    is_dealt: &dyn Fn(&Selection, PlayerId) -> bool,
) -> bool {
    match what {
        Unchanged::Life(player) => {
            changes_life(instruction, &|who| is_among(who, player), &|to| is_dealt(to, player))
        }
        Unchanged::Hand(player) => changes_hand(instruction, &|who| is_among(who, player)),
        Unchanged::None => {
            matches!(instruction, Instruction::Create(_))
                || matches!(instruction, Instruction::Do { action, .. } if CREATE.contains(&action.0))
        }
        Unchanged::Library(player) => changes_library(instruction, &|who| is_among(who, player)),
        Unchanged::Found | Unchanged::Object(_) | Unchanged::Place(_) => false,
    }
}

/// Whether a spell or ability has an object among its targets.
pub(super) fn aims_at(played: Played<'_>, its: &Object, object: ObjectId) -> bool {
    let root = played.game.earliest(object);
    let targets = its.announced.iter().flat_map(|announced| announced.targets.iter().flatten());
    targets.filter_map(|thing| thing.object()).any(|target| played.game.earliest(target) == root)
}
