//! Answering what the game asks from the lines that stand under the actions.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::board::Table;
use crate::diag::{Code, Diagnostic, Span};
use crate::engine::spells::activating_activated_abilities::Effort;
use crate::engine::{Halt, Outcome, PhraseToCome, Position, Unpaid};
use crate::game::{
    AbilityInstance, Answer, Choice, ChoiceKind, Game, Item, ObjectId, Options, PlayerId, Thing,
};
use crate::ir::{Ability, ManaCost};
use crate::scenario::script::{Action, ChoiceLine, Deed, Reference, Targets};
use crate::trace::entry::How;

use super::abilities::{can_mean, choose_ability};

mod announced;
mod handle;
mod lines;
pub(super) mod offered;
mod probe;
mod translating;

pub(super) use self::handle::Handle;
use probe::Tapped;

/// Everything that the script has said so far and that the game may ask for.
pub(super) struct Answers<'a> {
    state: RefCell<State<'a>>,
}

struct State<'a> {
    table: Rc<Table>,
    /// The choice lines under each action that has been taken up, in the order of the script.
    queues: Vec<Queue<'a>>,
    /// The action that put each object on the stack.
    lines_of: BTreeMap<ObjectId, usize>,
    /// The action being played.
    current: usize,
    /// The action whose doing leads to the question now.
    asking: usize,
    /// The mana abilities that are being activated while something is paid, each behind the one for which it pays.
    paying: Vec<Paying>,
    announcing: Option<Announcing>,
    /// The targets written behind the mode that was answered, and the spell or ability that has it.
    of_mode: Option<(ObjectId, Vec<Reference>)>,
    /// The target phrases that come after the one whose targets are chosen.
    to_come: Vec<PhraseToCome>,
    attackers: Option<Vec<(ObjectId, Thing)>>,
    bands: Vec<Vec<ObjectId>>,
    blockers: Vec<(PlayerId, (ObjectId, ObjectId))>,
    /// Whether a line says that nothing blocks.
    blocks_nothing: bool,
    /// What is wrong with an answer that was written, told apart from what is illegal.
    fault: Option<Diagnostic>,
    /// Answers to questions that nothing in the script answers, in the order in which they are asked.
    explored: std::vec::IntoIter<Answer>,
    /// The same, while ways of doing something are tried.
    probed: std::vec::IntoIter<Answer>,
    /// What is then done for mana, at most.
    makes_mana: Option<Effort>,
    /// What was tapped last so.
    tapped: Option<Tapped>,
    /// At the which, from none, of the choices that make themselves behind all that is written a try stops.
    stops_at_forced: Option<usize>,
    /// Whether something is only tried, so that its questions stay open.
    trying: bool,
    /// Whether the order of a graveyard is a question, since all answers are wanted and the script looks at it (404.3).
    orders_graveyards: bool,
}

/// The choice lines under one action.
#[derive(Clone)]
struct Queue<'a> {
    span: Span,
    choices: Vec<Waiting<'a>>,
    /// The mana abilities that are activated while something is paid, in order, and how many have been.
    payments: Vec<(&'a Action, Span)>,
    activated: usize,
}

/// A mana ability that a line says is activated while something is paid (601.2g).
struct Paying {
    /// What is paid for, and the cost: while it is the same, this is over.
    pays_for: (ObjectId, ManaCost),
    /// Whose ability it is, which may cost mana itself.
    source: ObjectId,
    /// The action under which it stands, and its place there.
    line: (usize, usize),
}

/// A choice line under an action, or under one of the mana abilities that pay for it.
pub(super) struct Line<'a> {
    pub(super) line: &'a ChoiceLine,
    /// The place of the mana ability among them.
    pub(super) payment: Option<usize>,
}

impl<'a> Line<'a> {
    /// A line that stands under the action itself.
    pub(super) const fn of_action(line: &'a ChoiceLine) -> Self {
        Self { line, payment: None }
    }
}

/// A choice line, and how many of its answers have been taken.
#[derive(Clone)]
struct Waiting<'a> {
    line: &'a ChoiceLine,
    /// The place of the mana ability under which it stands.
    payment: Option<usize>,
    taken: usize,
    used: bool,
    /// Why it was no answer to a choice that made itself.
    misfit: Option<Diagnostic>,
}

/// What an action has said of the spell or ability that it announces.
#[derive(Debug, Clone, Default)]
pub(super) struct Announcing {
    /// The object on the stack.
    pub(super) object: Option<ObjectId>,
    /// The targets behind the arrow that have not been taken yet.
    pub(super) targets: Vec<Thing>,
    /// Whether there was an arrow: then nothing else says what the targets are.
    pub(super) stated: bool,
    /// The modes.
    pub(super) modes: Vec<u32>,
    /// The value of {X}.
    pub(super) x: Option<u32>,
    /// Whether anything has asked for that.
    pub(super) asked_for_x: bool,
    /// Whether anything has asked for modes.
    pub(super) asked_for_modes: bool,
}

impl<'a> Answers<'a> {
    /// Answers for a table of names.
    pub(super) fn new(table: Table) -> Self {
        Self {
            state: RefCell::new(State {
                table: table.into(),
                queues: Vec::new(),
                lines_of: BTreeMap::new(),
                current: 0,
                asking: 0,
                paying: Vec::new(),
                announcing: None,
                of_mode: None,
                to_come: Vec::new(),
                attackers: None,
                bands: Vec::new(),
                blockers: Vec::new(),
                blocks_nothing: false,
                fault: None,
                explored: Vec::new().into_iter(),
                probed: Vec::new().into_iter(),
                makes_mana: None,
                tapped: None,
                stops_at_forced: None,
                trying: false,
                orders_graveyards: false,
            }),
        }
    }

    /// Answers what is open with these, one after the other.
    pub(super) fn explore(&self, answers: Vec<Answer>) {
        self.state.borrow_mut().explored = answers.into_iter();
    }

    /// The script looks at the order of a graveyard, and all answers are wanted.
    pub(super) fn order_graveyards(&self) {
        self.state.borrow_mut().orders_graveyards = true;
    }

    /// From here on something is only tried, or is not any more. Says which it was before.
    pub(super) fn tries(&self, trying: bool) -> bool {
        std::mem::replace(&mut self.state.borrow_mut().trying, trying)
    }

    /// Begins an action, with the choice lines under it.
    pub(super) fn begin(&self, span: Span, choices: Vec<Line<'a>>, payments: Vec<(&'a Action, Span)>) {
        let mut state = self.state.borrow_mut();
        state.queues.push(Queue {
            span,
            choices: choices
                .into_iter()
                .map(|Line { line, payment }| Waiting { line, payment, taken: 0, used: false, misfit: None })
                .collect(),
            payments,
            activated: 0,
        });
        state.current = state.queues.len() - 1;
        state.asking = state.current;
    }

    /// Whether the line that acts says itself which mana abilities pay for it.
    pub(super) fn has_payments(&self) -> bool {
        let state = self.state.borrow();
        state.queues.get(state.current).is_some_and(|queue| !queue.payments.is_empty())
    }

    /// Says what is being announced now.
    pub(super) fn announce(&self, announcing: Option<Announcing>) -> Option<Announcing> {
        std::mem::replace(&mut self.state.borrow_mut().announcing, announcing)
    }

    /// The declaration of attackers to come; none if nothing is said of it.
    pub(super) fn attack(&self, attackers: Option<Vec<(ObjectId, Thing)>>) {
        let mut state = self.state.borrow_mut();
        state.attackers = attackers;
        state.bands = Vec::new();
    }

    /// Whether a declaration of attackers is still to come.
    pub(super) fn has_attack(&self) -> bool {
        self.state.borrow().attackers.is_some()
    }

    /// The bands that are declared with them.
    pub(super) fn band(&self, bands: Vec<Vec<ObjectId>>) {
        self.state.borrow_mut().bands = bands;
    }

    /// The declaration of blockers to come, or that there is none.
    pub(super) fn block(&self, blockers: Option<Vec<(PlayerId, (ObjectId, ObjectId))>>) {
        let mut state = self.state.borrow_mut();
        state.blocks_nothing = blockers.as_ref().is_some_and(Vec::is_empty);
        state.blockers = blockers.unwrap_or_default();
    }

    /// What is on the stack now and was not before has come there by the action that is asking.
    pub(super) fn notice(&self, game: &Game) {
        let mut state = self.state.borrow_mut();
        let asking = state.asking;
        for object in game.stack() {
            state.lines_of.entry(*object).or_insert(asking);
        }
    }

    /// What happens next comes of the top object of the stack, or of time going on.
    pub(super) fn resolving(&self, game: &Game) {
        let mut state = self.state.borrow_mut();
        let top = game.stack().last();
        let line = top.and_then(|top| state.lines_of.get(top));
        state.asking = line.copied().unwrap_or(state.current);
        state.paying.clear();
    }

    /// What happens next comes of the action itself.
    pub(super) fn acting(&self) {
        let mut state = self.state.borrow_mut();
        state.asking = state.current;
        state.paying.clear();
    }

    /// Forgets what is no longer so once the game has been taken back to an earlier position.
    pub(super) fn rewind(&self, game: &Game) {
        let mut state = self.state.borrow_mut();
        let next = game.next_object();
        state.lines_of.retain(|object, _| *object < next);
        Rc::make_mut(&mut state.table).labels.retain(|(_, object)| *object < next);
        state.of_mode = None;
    }

    /// The fault of an answer, if there was one.
    pub(super) fn fault(&self) -> Option<Diagnostic> {
        self.state.borrow_mut().fault.take()
    }

    /// Where the action stands whose doing leads to the question now, or the line at which it resolves, where answers stand under that
    /// one alone: another would be looked for behind those.
    pub(super) fn asking_span(&self) -> Option<Span> {
        let state = self.state.borrow();
        let asked = state.queues.get(state.asking)?;
        let answers = |queue: &&Queue<'_>| !queue.choices.is_empty() || !queue.payments.is_empty();
        let now = state.queues.get(state.current).filter(answers).filter(|_| !answers(&asked));
        Some(now.unwrap_or(asked).span)
    }

    /// Where the mana ability stands that is being activated while something is paid, if one is.
    pub(super) fn paying_span(&self) -> Option<Span> {
        let state = self.state.borrow();
        let (at, place) = state.paying.last()?.line;
        state.queues.get(at)?.payments.get(place).map(|(_, span)| *span)
    }

    /// A fault for each choice line that nothing asked for.
    pub(super) fn unused(&self) -> Vec<Diagnostic> {
        let state = self.state.borrow();
        let lines = state.queues.iter().flat_map(|queue| &queue.choices).filter(|waiting| !waiting.used);
        let payments = state.queues.iter().flat_map(|queue| queue.payments.iter().skip(queue.activated));
        let unpaid = payments.map(|(_, span)| {
            Diagnostic::error(
                Code::UnusedChoice,
                "nothing is paid for when this could be activated",
                *span,
                "this is never activated",
            )
            .with_help("a mana ability stands under the line whose cost is paid with it")
        });
        lines
            .map(|waiting| {
                if let Some(misfit) = &waiting.misfit {
                    return misfit.clone();
                }
                let kind = waiting.line.kind;
                Diagnostic::error(
                    Code::UnusedChoice,
                    format!("nothing asks for this `{}`", kind.value.word()),
                    kind.span,
                    "this choice is never made",
                )
                .with_help("choices stand under the line that leads to the question")
            })
            .chain(unpaid)
            .collect()
    }

    /// Adds a label for what an action created.
    pub(super) fn label(&self, name: &str, object: ObjectId) {
        Rc::make_mut(&mut self.state.borrow_mut().table).labels.push((name.to_owned(), object));
    }

    /// The names as they are now.
    pub(super) fn table(&self) -> Rc<Table> {
        self.state.borrow().table.clone()
    }
}

impl State<'_> {
    /// The next mana ability that a line says a player activates while paying.
    fn mana_ability(
        &mut self,
        position: &Position<'_>,
        player: PlayerId,
        unpaid: Unpaid<'_>,
    ) -> Outcome<Option<(ObjectId, AbilityInstance)>> {
        // Of those being activated only what costs this mana itself goes on: it is asked again for the same when the one before is over.
        let Unpaid { object: paid_for, cost, .. } = unpaid;
        let again = |it: &Paying| it.pays_for.0 == paid_for && it.pays_for.1 == *cost;
        let going_on = self.paying.iter().rposition(again).unwrap_or_else(|| {
            self.paying.iter().rposition(|it| it.source == paid_for).map_or(0, |place| place + 1)
        });
        self.paying.truncate(going_on);
        // Under the line that has put on the stack what asks, or under the one by which that resolves.
        let next = |queue: &Queue<'_>| queue.payments.get(queue.activated).is_some();
        let place = [self.asking, self.current].into_iter().find(|at| self.queues.get(*at).is_some_and(next));
        let Some((place, queue)) = place.and_then(|place| Some((place, self.queues.get_mut(place)?))) else {
            return self.tapped_for_mana(position, player, unpaid);
        };
        let Some((action, _)) = queue.payments.get(queue.activated).copied() else { return Ok(None) };
        let whose = action.player.as_ref().map_or(Some(player), |name| self.table.player(&name.text));
        let Deed::Activate { what, ability, announced, targets } = &action.deed else {
            return Err(Halt::undecided(None, "only mana abilities can stand under what they pay for"));
        };
        if whose != Some(player) {
            return Ok(None);
        }
        if !announced.is_empty() || *targets != Targets::Unstated || action.tries {
            return Err(Halt::undecided(
                None,
                "a mana ability with something announced is not played while paying",
            ));
        }
        let line = (place, queue.activated);
        queue.activated += 1;
        let (game, view) = (position.game, position.view);
        let found = self
            .table
            .object_where(game, view, what, |object| can_mean(game, view, object, player))
            .and_then(|source| {
                let of_source = &view.characteristics(game, source).abilities;
                let activated: Vec<AbilityInstance> = of_source
                    .iter()
                    .filter(|instance| matches!(*instance.ability, Ability::Activated(_)))
                    .cloned()
                    .collect();
                choose_ability(&self.table, game, source, &activated, ability, targets, what)
                    .map(|found| (source, found))
            });
        match found {
            Ok((source, ability)) => {
                self.paying.push(Paying { pays_for: (paid_for, cost.clone()), source, line });
                Ok(Some((source, ability)))
            }
            Err(fault) => {
                self.fault = Some(fault);
                Err(Halt::Answer("nothing that is meant can be activated".to_owned()))
            }
        }
    }

    fn answer(
        &mut self,
        position: &Position<'_>,
        choice: &Choice,
        forced: Option<Answer>,
    ) -> Outcome<(Answer, How)> {
        if let Some(answer) = self.announced(position.game, choice)? {
            return Ok((answer, How::Written));
        }
        if let Some(answer) = self.behind_mode(position, choice)? {
            return Ok((answer, How::Written));
        }
        // What makes itself needs no line either where nothing can see which it is.
        let looked_at = self.orders_graveyards && choice.kind == ChoiceKind::Graveyard;
        let indifferent = choice.indifferent && !looked_at || all_unknown(position.game, choice);
        if let Some(answer) = self.written(position, choice, forced.is_some() || indifferent)? {
            return Ok((answer, How::Written));
        }
        // What only a rule that is checked afterwards leaves can be tried otherwise.
        let forced = forced.filter(|_| !self.trying || choice.forced().is_some());
        if let Some(forced) = forced {
            return match self.asks_for_forced(choice) {
                true => Err(Halt::Open(Box::new(choice.clone()))),
                false => Ok((forced, How::Forced)),
            };
        }
        // Copies keep their targets, which stand first.
        if let (ChoiceKind::CopyTargets, Options::Pick { at_least, .. }) = (choice.kind, &choice.options) {
            return match self.asks_for_forced(choice) {
                true => Err(Halt::Open(Box::new(choice.clone()))),
                false => Ok((Answer::Picked((0..*at_least).collect()), How::Default)),
            };
        }
        // Silence keeps the hand.
        if choice.kind == ChoiceKind::Mulligan {
            return Ok((Answer::No, How::Default));
        }
        if indifferent {
            if let Options::Pick { at_least, .. } = &choice.options {
                return Ok((Answer::Picked((0..*at_least).collect()), How::Indifferent));
            }
        }
        if let Some(answer) = self.planned(choice) {
            return Ok((answer, How::Written));
        }
        // Of cards and permanents that nothing tells apart it is the same which are chosen.
        if let Some(count) = self.all_alike(position, choice) {
            return Ok((Answer::Picked((0..count).collect()), How::Indifferent));
        }
        let next = if self.trying { self.probed.next() } else { self.explored.next() };
        if let Some(answer) = next {
            return Ok((answer, How::Written));
        }
        Err(Halt::Open(Box::new(choice.clone())))
    }

    /// How many objects a choice takes of several of which nothing tells one from another; none if one may take fewer, or if it is
    /// announced, for then it is said.
    fn all_alike(&self, position: &Position<'_>, choice: &Choice) -> Option<u32> {
        let Options::Pick { from, at_least, at_most, .. } = &choice.options else { return None };
        let is_said =
            matches!(choice.kind, ChoiceKind::Target | ChoiceKind::Targets | ChoiceKind::CopyTargets);
        if at_least != at_most || is_said {
            return None;
        }
        let objects: Option<Vec<ObjectId>> = from.iter().map(Item::object).collect();
        // What lies face down looks alike, and is not.
        let seen = |object: &ObjectId| {
            let its = position.game.object(*object);
            !its.is_face_down() && !its.is_unknown()
        };
        let alike = objects
            .filter(|objects| objects.iter().all(seen))
            .filter(|objects| self.table.all_alike(position.game, position.view, objects));
        alike.map(|_| *at_least)
    }
}

/// Whether one of several cards must be chosen that nothing tells apart, for nobody knows any of them.
fn all_unknown(game: &Game, choice: &Choice) -> bool {
    let Options::Pick { from, at_least, at_most, .. } = &choice.options else { return false };
    let unknown = |item: &Item| {
        Item::thing(*item).and_then(Thing::object).is_some_and(|object| game.object(object).is_unknown())
    };
    let kind = matches!(choice.kind, ChoiceKind::Discard | ChoiceKind::Bottom);
    at_least == at_most && kind && from.iter().all(unknown)
}
