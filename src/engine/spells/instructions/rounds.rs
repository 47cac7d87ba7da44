//! CR 608: Resolving Spells and Abilities. What is done for each of several (608.2e–f): where several players choose, all of them do so
//! before anything is done, and what can be done at the same time is.

use crate::engine::concepts::costs::{self, together};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::activating_activated_abilities::limits;
use crate::game::{ChoiceKind, Item, PlayerId, Thing};
use crate::ir::{Costs, Instruction, Players, Selection, Slot, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};

use super::optional::{self, Offered, agrees_to_pay, is_willing, rules_of_paying};
use super::{run, things};

mod at_once;

/// One of several things, and what is still to be done for it.
struct Round<'a> {
    of: Thing,
    does: &'a [Instruction],
    /// Whether the player does what they may, or has paid, and why the rest follows.
    did: bool,
    because: Option<RuleId>,
    /// What has been bound in this round alone.
    slots: Vec<(Slot, Vec<Thing>)>,
    numbers: Vec<(Slot, i32)>,
}

impl<'a> Round<'a> {
    fn new(frame: &Frame, of: Thing, does: &'a [Instruction]) -> Self {
        Self {
            of,
            does,
            did: frame.did,
            because: frame.because,
            slots: frame.slots.clone(),
            numbers: frame.numbers.clone(),
        }
    }

    /// Does something as this round's: "it" and "that player" are what the round is of.
    fn within<T>(&mut self, frame: &mut Frame, does: impl FnOnce(&mut Frame) -> Outcome<T>) -> Outcome<T> {
        let outer = (frame.current.replace(self.of), frame.did, frame.because);
        (frame.did, frame.because) = (self.did, self.because);
        std::mem::swap(&mut frame.slots, &mut self.slots);
        std::mem::swap(&mut frame.numbers, &mut self.numbers);
        let done = does(frame);
        std::mem::swap(&mut frame.slots, &mut self.slots);
        std::mem::swap(&mut frame.numbers, &mut self.numbers);
        self.did = frame.did;
        (frame.current, frame.did, frame.because) = outer;
        done
    }
}

/// What is done for each of several things; where each of several players may do something, or pay, all of them say whether they do
/// before the first of them does it (608.2e).
pub(super) fn for_each(
    play: &mut Play<'_>,
    frame: &mut Frame,
    of: &Selection,
    does: &[Instruction],
) -> Outcome {
    let things = things(play, frame, of)?;
    let players: Vec<PlayerId> = things.iter().filter_map(|thing| thing.player()).collect();
    let (rounds, done) = if players.len() < things.len() {
        (things.into_iter().map(|thing| Round::new(frame, thing, does)).collect(), None)
    } else {
        chosen(play, frame, &players, does)?
    };
    // What several choose for an action and the action are one after the other (608.2e); else it is one action on several (608.2f).
    let one_chooses = matches!(does, [Instruction::May { who: Players::You, .. }]);
    let rule = if done.is_some() && !one_chooses { cr!("608.2e") } else { cr!("608.2f") };
    let places: Vec<Thing> = rounds.iter().map(|round| round.of).collect();
    let mut left = Vec::new();
    let mut rest = rounds;
    while let Some(course) = rest.first().map(|round| round.does) {
        let (same, others): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|its| std::ptr::eq(its.does, course) || its.does == course);
        rest = others;
        let of_players = same.iter().all(|round| round.of.player().is_some());
        if same.len() > 1 && at_once::can_be(course, of_players) {
            at_once::follow(play, frame, same, course, rule)?;
        } else {
            left.extend(same);
        }
    }
    left.sort_by_key(|round| places.iter().position(|thing| *thing == round.of));
    one_after_another(play, frame, left, does)?;
    // What happens to the others does not decide whether anybody does what they may.
    frame.did = done.unwrap_or(frame.did);
    Ok(())
}

/// What is left to do for each of several players once all have chosen, and whether any of them does what they may; nothing if
/// there is nothing that they may do or pay.
fn chosen<'a>(
    play: &mut Play<'_>,
    frame: &mut Frame,
    players: &[PlayerId],
    does: &'a [Instruction],
) -> Outcome<(Vec<Round<'a>>, Option<bool>)> {
    if let [Instruction::May { who, does: offered, .. }] = does
        && is_offer(does, who)
        // Who may do something for each of several others chooses for all of them where it is done at the same time.
        && (*who == Players::It || *who == Players::You && at_once::can_be(offered, true))
    {
        let mut rounds = Vec::with_capacity(players.len());
        let mut anybody = false;
        for of in players {
            let (player, in_turn) =
                if *who == Players::It { (*of, players.len() > 1) } else { (frame.controller, false) };
            let mut round = Round::new(frame, Thing::Player(*of), does);
            let (course, accepted) =
                round.within(frame, |frame| taken(play, frame, player, (who, does), in_turn))?;
            anybody |= accepted;
            round.does = course;
            rounds.push(round);
        }
        return Ok((rounds, Some(anybody)));
    }
    if let [Instruction::MayPay { who: Players::It, cost, then, otherwise, either }] = does
        && players.len() > 1
        && !cost.0.iter().any(costs::has_variable)
    {
        let (rounds, paid) = paid(play, frame, players, (cost, *either), (then, otherwise))?;
        return Ok((rounds, Some(paid)));
    }
    let rounds = players.iter().map(|player| Round::new(frame, Thing::Player(*player), does)).collect();
    Ok((rounds, None))
}

/// Each of several players may pay: all choose, in turn order, and then they pay. Says what follows for each, and whether any has paid.
fn paid<'a>(
    play: &mut Play<'_>,
    frame: &mut Frame,
    players: &[PlayerId],
    (cost, either): (&Costs, bool),
    (then, otherwise): (&'a [Instruction], &'a [Instruction]),
) -> Outcome<(Vec<Round<'a>>, bool)> {
    let (offered, why) = Offered::of(then, otherwise, either);
    let rules = rules_of_paying(play, frame, offered);
    let may = !limits::is_done_already(play, frame);
    let mut rounds = Vec::with_capacity(players.len());
    // What is paid with objects that their players choose moves at the same time.
    let at_once = together::is_chosen(&cost.0);
    let (mut moves, mut payments) = (Vec::new(), Vec::new());
    for player in players {
        let mut round = Round::new(frame, Thing::Player(*player), otherwise);
        let outer = frame.because;
        let agreed = round.within(frame, |frame| {
            let agreed = match may {
                true => agrees_to_pay(play, frame, *player, &cost.0, rules, true)?,
                false => None,
            };
            frame.did = agreed.is_some();
            if let (Some(cost), true) = (&agreed, at_once) {
                moves.extend(together::chosen_by(play, frame, *player, cost, rules)?);
            }
            Ok((agreed, frame.because))
        })?;
        match agreed {
            (Some(cost), _) => {
                round.does = then;
                payments.push((*player, cost));
            }
            // That it is not paid is why it is done, unless a player's having left the game is.
            (None, because) if offered != Offered::Alone && because == outer => round.because = Some(why),
            (None, because) => round.because = because,
        }
        rounds.push(round);
    }
    let anybody = !payments.is_empty();
    let mut used = together::used(&moves);
    if at_once {
        together::pay_all(play, moves)?;
    } else {
        for (player, cost) in payments {
            let mut round = Round::new(frame, Thing::Player(player), &[]);
            used.extend(round.within(frame, |frame| optional::pay(play, frame, player, cost, offered))?);
        }
    }
    optional::remember(play, frame, used);
    if anybody {
        limits::do_it(play, frame);
    }
    Ok((rounds, anybody))
}

/// What is done in one round after another, each with nothing bound in those before it.
fn one_after_another(
    play: &mut Play<'_>,
    frame: &mut Frame,
    mut rounds: Vec<Round<'_>>,
    does: &[Instruction],
) -> Outcome {
    let outer = (frame.current, frame.because);
    let before = frame.slots.clone();
    let mut together = before.clone();
    // What can't be done to all of them at the same time is done to one after another.
    let one_by_one = rounds.len() > 1 && does.iter().any(handles_a_library);
    while let Some(first) = rounds.first().map(|round| round.of) {
        let next = if one_by_one {
            let left: Vec<Thing> = rounds.iter().map(|round| round.of).collect();
            next_of(play, frame, &left)?.unwrap_or(first)
        } else {
            first
        };
        let place = rounds.iter().position(|round| round.of == next).unwrap_or(0);
        let round = rounds.remove(place);
        frame.current = Some(round.of);
        (frame.did, frame.because) = (round.did, round.because);
        frame.slots.clone_from(&before);
        run(play, frame, round.does)?;
        merge(&mut together, &frame.slots);
    }
    (frame.current, frame.because) = outer;
    frame.slots = together;
    Ok(())
}

/// What the rounds bind is found together afterwards.
fn merge(together: &mut Vec<(Slot, Vec<Thing>)>, of_round: &[(Slot, Vec<Thing>)]) {
    for (name, bound) in of_round {
        match together.iter_mut().find(|(its_name, _)| its_name == name) {
            Some((_, all)) => {
                all.extend(bound.iter().filter(|thing| !all.contains(thing)).copied().collect::<Vec<_>>())
            }
            None => together.push((*name, bound.clone())),
        }
    }
}

/// Which of several objects and players is considered next: those of the first player in turn order, in an order that the controller
/// of the spell or ability chooses (608.2f).
fn next_of(play: &mut Play<'_>, frame: &Frame, left: &[Thing]) -> Outcome<Option<Thing>> {
    let view = play.view()?;
    let whose = |thing: &Thing| match thing {
        Thing::Player(player) => *player,
        Thing::Object(object) => view.controller(&play.game, *object),
    };
    let first = play.game.apnap().into_iter().find(|player| left.iter().any(|thing| whose(thing) == *player));
    let of_first: Vec<Thing> = left.iter().copied().filter(|thing| Some(whose(thing)) == first).collect();
    // Where there is but one, nobody chooses.
    if let [only] = of_first.as_slice() {
        return Ok(Some(*only));
    }
    let items: Vec<Item> = of_first.iter().copied().map(Item::of).collect();
    let source = Some(frame.asking());
    let rules = Rules::of(&[cr!("608.2f")]);
    let picked = play.pick(frame.controller, ChoiceKind::Choose, source, items, 1, 1, false, rules)?;
    Ok(picked.first().copied().and_then(Item::thing).or_else(|| left.first().copied()))
}

/// Whether an instruction does something with the cards of a library that players do one after another (608.2f).
fn handles_a_library(instruction: &Instruction) -> bool {
    if let Instruction::Put(put) = instruction {
        return put.to == Zone::Library || put.from == Some(Zone::Library);
    }
    if let Instruction::Exile(exile) = instruction {
        return matches!(exile.what, Selection::Top(..));
    }
    if let Instruction::Do { action, .. } = instruction {
        return action.0 == Verb::ManifestDread;
    }
    let within = instruction.courses().into_iter().flatten().any(handles_a_library);
    within
        || matches!(
            instruction,
            Instruction::Draw { .. }
                | Instruction::Mill { .. }
                | Instruction::Surveil { .. }
                | Instruction::Search(_)
                | Instruction::RevealUntil(_)
        )
}

/// Whether it is nothing but something that these players may do, or else something that they may do instead.
fn is_offer(does: &[Instruction], to: &Players) -> bool {
    matches!(does, [Instruction::May { who, then, .. }] if who == to && then.is_empty())
}

/// Which of the things that a player may do they do, or what happens if they do none, and whether they do one.
fn taken<'a>(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (who, mut offered): (&Players, &'a [Instruction]),
    in_turn: bool,
) -> Outcome<(&'a [Instruction], bool)> {
    while let [Instruction::May { does, otherwise, .. }] = offered
        && is_offer(offered, who)
    {
        if is_willing(play, frame, who, player, does, in_turn)? {
            return Ok((does, true));
        }
        offered = otherwise;
    }
    Ok((offered, false))
}
