//! What is kept of the answers while ways of doing something are tried, and what answers then.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::diag::Span;
use crate::engine::concepts::mana::{self, planning};
use crate::engine::halt::Outcome;
use crate::engine::spells::activating_activated_abilities::{Effort, mana_abilities};
use crate::engine::{Halt, Position, Unpaid, View};
use crate::game::{
    AbilityInstance, Answer, Choice, ChoiceKind, Game, Item, ManaAmount, ObjectId, Options, PlayerId,
};
use crate::ir::ManaCost;
use crate::ir::instruction::ManaType;
use crate::scenario::script::AnswerItem;

use super::{Answers, Queue, State, Table};

/// What has been taken of the lines, and what they mean.
pub(in crate::runner) struct Kept<'a> {
    table: Rc<Table>,
    queues: Vec<Queue<'a>>,
    lines_of: BTreeMap<ObjectId, usize>,
}

/// What is tapped for mana while something is tried.
pub(super) struct Tapped {
    source: ObjectId,
    /// Which types of mana were lacking then.
    lacking: Vec<ManaType>,
    /// The type of mana that it is to make, where that is known to do.
    of_type: Option<ManaType>,
    /// What is tapped next and what each can add, where it was worked out with them which way does.
    later: Option<Vec<Source>>,
}

impl Tapped {
    /// Whether a choice is the one of what it makes.
    fn asks(&self, choice: &Choice) -> bool {
        choice.kind == ChoiceKind::Color && choice.source == Some(self.source)
    }
}

/// What can be tapped for mana, with its abilities, each with what it could add.
type Source = (ObjectId, Vec<Vec<ManaAmount>>);

impl<'a> Answers<'a> {
    /// What has been taken of the lines, to come back to.
    pub(in crate::runner) fn keep(&self) -> Kept<'a> {
        let state = self.state.borrow();
        Kept { table: state.table.clone(), queues: state.queues.clone(), lines_of: state.lines_of.clone() }
    }

    /// Nothing has been taken of the lines since.
    pub(in crate::runner) fn put_back(&self, kept: &Kept<'a>) {
        let mut state = self.state.borrow_mut();
        state.table = kept.table.clone();
        state.queues.clone_from(&kept.queues);
        state.lines_of.clone_from(&kept.lines_of);
        (state.of_mode, state.tapped) = (None, None);
        state.paying.clear();
    }

    /// Of the answers under the line being played only those that stand before a place are there.
    pub(in crate::runner) fn only_before(&self, place: Span) {
        if let Some(queue) = self.state.borrow_mut().queues.last_mut() {
            queue.choices.retain(|waiting| waiting.line.kind.span.start < place.start);
        }
    }

    /// Answers what stays open while something is tried, one after the other.
    pub(in crate::runner) fn probe(&self, answers: Vec<Answer>) {
        self.state.borrow_mut().probed = answers.into_iter();
    }

    /// What is tried stops at one of the choices that make themselves, the first behind all that is written or one so many later.
    pub(in crate::runner) fn stop_at_forced(&self, place: Option<usize>) {
        self.state.borrow_mut().stops_at_forced = place;
    }

    /// The answer to a question that stands at the head of these items, and how many of them it takes.
    pub(in crate::runner) fn read(
        &self,
        game: &Game,
        view: &View,
        choice: &Choice,
        items: &[AnswerItem],
    ) -> Option<(Answer, usize)> {
        self.state.borrow().read(&Position { game, view }, choice, items)
    }

    /// What takes no more than this is done for mana while something is tried, though no line says so.
    pub(in crate::runner) fn make_mana(&self, effort: Option<Effort>) {
        let mut state = self.state.borrow_mut();
        (state.makes_mana, state.tapped) = (effort, None);
    }

    /// Of the colors of mana that something tapped for mana could make, those of which there is too little; nothing where that is not
    /// asked.
    pub(in crate::runner) fn lacking(&self, choice: &Choice) -> Option<Vec<ManaType>> {
        let state = self.state.borrow();
        state.tapped.as_ref().filter(|tapped| tapped.asks(choice)).map(|tapped| tapped.lacking.clone())
    }

    /// What the mana abilities take that a player has and no line says they activate, in order.
    pub(in crate::runner) fn mana_abilities(
        &self,
        game: &Game,
        view: &View,
        player: PlayerId,
    ) -> Vec<Effort> {
        if self.state.borrow().queues.last().is_some_and(|queue| !queue.payments.is_empty()) {
            return Vec::new();
        }
        let found = mana_abilities(game, view, player);
        let mut efforts: Vec<Effort> = found.iter().map(|(.., effort)| *effort).collect();
        efforts.sort_unstable();
        efforts
    }
}

impl State<'_> {
    /// Whether a choice that makes itself is the one at which what is tried stops.
    pub(super) fn asks_for_forced(&mut self, choice: &Choice) -> bool {
        let Some(left) = &mut self.stops_at_forced else { return false };
        let said = self.queues.get(self.current).is_none_or(|queue| queue.choices.iter().all(|it| it.used));
        let something = match &choice.options {
            Options::Pick { from, at_most, .. } => !from.is_empty() && *at_most > 0,
            Options::Divide { .. } => true,
            Options::YesNo(_) | Options::Number { .. } => false,
        };
        if !(self.trying && said && something) {
            return false;
        }
        let found = *left == 0;
        *left = left.saturating_sub(1);
        found
    }

    /// The next permanent that a player taps for mana while something is tried, and by which of its abilities.
    ///
    /// # Errors
    /// If that is a choice which nothing answers yet, and what comes of it can't be told beforehand.
    pub(super) fn tapped_for_mana(
        &mut self,
        position: &Position<'_>,
        player: PlayerId,
        unpaid: Unpaid<'_>,
    ) -> Outcome<Option<(ObjectId, AbilityInstance)>> {
        let Some(most) = self.makes_mana else { return Ok(None) };
        let (game, view) = (position.game, position.view);
        let mut found = mana_abilities(game, view, player);
        found.retain(|(.., effort)| *effort <= most);
        let sources = adding(position, &found);
        let foreseen = self.tapped.take().and_then(|tapped| tapped.later);
        if foreseen.is_some_and(|later| sources.as_ref() != Some(&later)) {
            let why = "what mana abilities there are changes as they are activated";
            return Err(Halt::undecided(unpaid.object, why));
        }
        let Some(source) = found.first().map(|(object, ..)| *object) else { return Ok(None) };
        let of_source = found.into_iter().take_while(|(object, ..)| *object == source);
        let mut abilities = Vec::new();
        for (index, (_, instance, _)) in of_source.enumerate() {
            let paying = (player, unpaid.object, unpaid.cost);
            let lacking = mana::lacking((game, view), paying, (source, &instance))?;
            abilities.push((index, instance, lacking));
        }
        // One mana of a type that is lacking does for all that one of another type does.
        let makes_lacking = |(_, instance, lacking): &(usize, AbilityInstance, Vec<ManaType>)| {
            let types = mana::one_of_types((game, view), source, instance)?;
            Some(types.iter().any(|kind| lacking.contains(kind)))
        };
        let one_each: Option<Vec<bool>> = abilities.iter().map(makes_lacking).collect();
        if let Some(of_use) = one_each {
            let mut each = of_use.iter();
            match of_use.contains(&true) {
                true => abilities.retain(|_| each.next() == Some(&true)),
                false => abilities.truncate(1),
            }
        }
        // What only some of them may pay for is not planned.
        let of_any = !mana::asks_for_sources(game, view, unpaid.object);
        let sources = sources.filter(|_| unpaid.mana_alone && of_any);
        let plan = sources.as_deref().and_then(|sources| {
            let [(_, first), later @ ..] = sources else { return None };
            let offered = offered(&abilities, first)?;
            let ways: Vec<ManaAmount> = offered.iter().map(|(_, way)| *way).collect();
            let later: Vec<Vec<ManaAmount>> = later.iter().map(|(_, ways)| ways.concat()).collect();
            let pool = &game.player(player).mana;
            let best = planning::best_way(pool, unpaid.cost, &ways, &later)?;
            offered.get(best).copied()
        });
        let chosen = match plan {
            Some((place, _)) => place,
            None if abilities.len() > 1 => self.one_of_abilities(player, source, abilities.len())?,
            None => 0,
        };
        let Some((_, instance, lacking)) = abilities.into_iter().nth(chosen) else { return Ok(None) };
        let of_type = plan.and_then(|(_, way)| way.types().next());
        let later = plan.and(sources).map(|mut all| all.split_off(1));
        self.tapped = Some(Tapped { source, lacking, of_type, later });
        Ok(Some((source, instance)))
    }

    /// What a player has not enough mana for may be paid for with mana abilities that no line speaks of, where it is not what the line
    /// itself announces: of that it is tried out.
    ///
    /// # Errors
    /// [`Halt::OpenPayment`] if it can be paid for so; [`Halt::Undecided`] if that can't be told.
    pub(super) fn short_of_mana(
        &self,
        position: &Position<'_>,
        (player, object): (PlayerId, ObjectId),
        costs: &[ManaCost],
    ) -> Outcome {
        let said = |at: &usize| self.queues.get(*at).is_some_and(|queue| !queue.payments.is_empty());
        if self.trying || self.announcing.is_some() || [self.asking, self.current].iter().any(said) {
            return Ok(());
        }
        let (game, view) = (position.game, position.view);
        let mut found = mana_abilities(game, view, player);
        let all = found.len();
        found.retain(|(.., effort)| *effort < Effort::More);
        // What can be tapped and then sacrificed makes mana twice.
        let twice = found.windows(2).any(|pair| {
            let [(one, _, first), (other, _, second)] = pair else { return false };
            one == other && (*first).max(*second) > Effort::Tapping
        });
        let pool = &game.player(player).mana;
        let of_any = !mana::asks_for_sources(game, view, object);
        let could = adding(position, &found).filter(|_| of_any).and_then(|sources| {
            let ways: Vec<Vec<ManaAmount>> = sources.iter().map(|(_, ways)| ways.concat()).collect();
            let mut could = Some(false);
            for cost in costs {
                match planning::could_pay(pool, cost, &ways) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => could = None,
                }
            }
            could
        });
        match could {
            Some(true) => {
                let mut sources: Vec<ObjectId> = found.into_iter().map(|(source, ..)| source).collect();
                sources.dedup();
                Err(Halt::OpenPayment(player, sources))
            }
            Some(false) if found.len() == all && !twice => Ok(()),
            None if all == 0 => Ok(()),
            _ => {
                let why = "nothing says which mana abilities are activated, and whether they could pay is not worked out";
                Err(Halt::undecided(object, why))
            }
        }
    }

    /// By which of several mana abilities of a permanent it is tapped, where that is tried.
    fn one_of_abilities(&mut self, player: PlayerId, source: ObjectId, count: usize) -> Outcome<usize> {
        match self.probed.next() {
            Some(Answer::Picked(picked)) => Ok(picked.first().map_or(0, |index| *index as usize)),
            _ => Err(Halt::Open(Box::new(Choice {
                player,
                kind: ChoiceKind::Mode,
                source: Some(source),
                options: Options::Pick {
                    from: (1u8..).take(count).map(Item::Mode).collect(),
                    at_least: 1,
                    at_most: 1,
                    ordered: false,
                },
                indifferent: false,
            }))),
        }
    }

    /// The type of mana that what is tapped is to make, where that has been worked out.
    pub(super) fn planned(&mut self, choice: &Choice) -> Option<Answer> {
        let tapped = self.tapped.as_mut().filter(|tapped| tapped.asks(choice))?;
        let of_type = tapped.of_type.take()?;
        let Options::Pick { from, .. } = &choice.options else { return None };
        let wanted = match of_type {
            ManaType::Color(color) => Item::Color(color),
            ManaType::Colorless => Item::Colorless,
        };
        let index = from.iter().position(|item| *item == wanted)?;
        Some(Answer::Picked(vec![u32::try_from(index).ok()?]))
    }
}

/// What the abilities that are left of a source can add, each with its place among them: of one that could add this or that, what is
/// lacking, if it could add any of that. By the place among all of its abilities, what each could add at all.
fn offered(
    abilities: &[(usize, AbilityInstance, Vec<ManaType>)],
    at_all: &[Vec<ManaAmount>],
) -> Option<Vec<(usize, ManaAmount)>> {
    let mut offered = Vec::new();
    for (place, (index, _, lacking)) in abilities.iter().enumerate() {
        let ways = at_all.get(*index)?;
        let is_lacking = |way: &&ManaAmount| lacking.iter().any(|kind| way.of(*kind) > 0);
        let any_lacking = ways.len() > 1 && ways.iter().any(|way| is_lacking(&way));
        let of_use = ways.iter().filter(|way| !any_lacking || is_lacking(way));
        offered.extend(of_use.map(|way| (place, *way)));
    }
    Some(offered)
}

/// What can be tapped for mana, each with what its abilities could add; nothing if that can't be told beforehand, or something waits
/// for mana to be made.
fn adding(position: &Position<'_>, found: &[(ObjectId, AbilityInstance, Effort)]) -> Option<Vec<Source>> {
    let (game, view) = (position.game, position.view);
    if planning::more_is_made(game, view) {
        return None;
    }
    let mut sources: Vec<Source> = Vec::new();
    for (object, instance, _) in found {
        let ways = planning::ways_to_add((game, view), *object, instance)?;
        match sources.last_mut().filter(|(last, _)| last == object) {
            Some((_, abilities)) => abilities.push(ways),
            None => sources.push((*object, vec![ways])),
        }
    }
    Some(sources)
}
