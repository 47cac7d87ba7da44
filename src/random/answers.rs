//! Random legal answers to whatever the game asks, kept so that they can be given again.

use std::cell::RefCell;
use std::rc::Rc;

use fastrand::Rng;

use crate::engine::play::{Chooser, Unpaid};
use crate::engine::spells::mana_abilities::is_mana_ability;
use crate::engine::{Halt, Outcome, Position};
use crate::game::{
    AbilityInstance, Answer, Choice, ChoiceKind, Game, Item, ObjectId, Options, Origin, PlayerId, Thing,
};
use crate::ir::{Ability, CardType, Cost, KeywordName};
use crate::trace::entry::How;

use super::decks::{one_of, shuffle};

/// The most mana abilities that are activated for one cost.
const MOST_MANA: u32 = 12;

/// What was said when the game asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Given {
    /// The answer to a question, and how it came about.
    Answer(Answer, How),
    /// The mana ability that was activated, or none.
    Mana(Option<(ObjectId, Origin)>),
    /// The attackers.
    Attackers(Vec<(ObjectId, Thing)>),
    /// The blockers.
    Blockers(Vec<(ObjectId, ObjectId)>),
}

/// Who answers for all players.
pub(super) struct State {
    /// Chance.
    pub(super) rng: Rng,
    /// What has been said since the last deed began.
    pub(super) given: Vec<Given>,
    /// What is to be said instead of anything random.
    pub(super) script: Option<std::vec::IntoIter<Given>>,
    /// How many of the creatures that could attack or block do, in quarters; nothing for any number.
    pub(super) bold: Option<u32>,
    /// How many creatures are declared, if only so few.
    pub(super) few: Option<usize>,
    /// The creatures that a refusal has said can't attack or block, which are left out.
    pub(super) unfit: Vec<ObjectId>,
    /// How many mana abilities are still activated for the present cost.
    pub(super) mana: u32,
    /// Whether of the attackers that may attack all do, and all the same.
    pub(super) resolute: bool,
    /// What is rather chosen as a target than anything else.
    pub(super) favoured: Vec<ObjectId>,
}

/// A handle that leaves the state with whoever plays.
#[derive(Clone)]
pub(super) struct Answers(pub(super) Rc<RefCell<State>>);

impl Answers {
    /// Answers that depend on this chance.
    pub(super) fn new(rng: Rng) -> Self {
        let state = State {
            rng,
            given: Vec::new(),
            script: None,
            bold: None,
            few: None,
            unfit: Vec::new(),
            mana: MOST_MANA,
            resolute: false,
            favoured: Vec::new(),
        };
        Self(Rc::new(RefCell::new(state)))
    }

    /// The next of the answers that were given before, if they are given again.
    fn again(&self) -> Option<Outcome<Given>> {
        let mut state = self.0.borrow_mut();
        let next = state.script.as_mut()?.next();
        Some(next.ok_or_else(|| Halt::Answer("nothing was asked here before".to_owned())))
    }

    fn keep<T>(&self, given: Given, answer: T) -> Outcome<T> {
        self.0.borrow_mut().given.push(given);
        Ok(answer)
    }
}

impl Chooser for Answers {
    fn answer(
        &mut self,
        _: &Position<'_>,
        choice: &Choice,
        forced: Option<Answer>,
    ) -> Outcome<(Answer, How)> {
        let (answer, how) = match self.again() {
            Some(Ok(Given::Answer(answer, how))) => (answer, how),
            Some(Ok(_)) => return Err(Halt::Answer("something else was asked here before".to_owned())),
            Some(Err(halt)) => return Err(halt),
            None => match forced {
                Some(forced) => (forced, How::Forced),
                None => {
                    let mut state = self.0.borrow_mut();
                    let (answer, how) = random_answer(&mut state.rng, choice)?;
                    (favouring(&mut state, choice, answer), how)
                }
            },
        };
        self.keep(Given::Answer(answer.clone(), how), (answer, how))
    }

    fn mana_ability(
        &mut self,
        position: &Position<'_>,
        player: PlayerId,
        _: Unpaid<'_>,
    ) -> Outcome<Option<(ObjectId, AbilityInstance)>> {
        let found = match self.again() {
            Some(Ok(Given::Mana(found))) => found,
            Some(Ok(_)) => return Err(Halt::Answer("something else was asked here before".to_owned())),
            Some(Err(halt)) => return Err(halt),
            None => {
                let mut state = self.0.borrow_mut();
                let all = mana_abilities(position, player);
                let stops = state.mana == 0 || state.rng.u32(0..6) == 0;
                state.mana = state.mana.saturating_sub(1);
                one_of(&mut state.rng, &all).filter(|_| !stops)
            }
        };
        let instance = found.and_then(|(object, origin)| {
            let its = &position.view.characteristics(position.game, object).abilities;
            let there = |instance: &&AbilityInstance| {
                instance.origin == origin && matches!(*instance.ability, Ability::Activated(_))
            };
            its.iter().find(there).map(|instance| (object, instance.clone()))
        });
        self.keep(Given::Mana(found), instance)
    }

    fn attackers(
        &mut self,
        position: &Position<'_>,
        player: PlayerId,
    ) -> Outcome<Option<Vec<(ObjectId, Thing)>>> {
        let declared = match self.again() {
            Some(Ok(Given::Attackers(declared))) => declared,
            Some(Ok(_)) => return Err(Halt::Answer("something else was asked here before".to_owned())),
            Some(Err(halt)) => return Err(halt),
            None => random_attackers(&mut self.0.borrow_mut(), position, player),
        };
        self.keep(Given::Attackers(declared.clone()), Some(declared))
    }

    fn blockers(
        &mut self,
        position: &Position<'_>,
        player: PlayerId,
    ) -> Outcome<Option<Vec<(ObjectId, ObjectId)>>> {
        let declared = match self.again() {
            Some(Ok(Given::Blockers(declared))) => declared,
            Some(Ok(_)) => return Err(Halt::Answer("something else was asked here before".to_owned())),
            Some(Err(halt)) => return Err(halt),
            None => random_blockers(&mut self.0.borrow_mut(), position, player),
        };
        self.keep(Given::Blockers(declared.clone()), Some(declared))
    }
}

/// Any of the legal answers to a question.
///
/// # Errors
/// If the question has none.
pub(super) fn random_answer(rng: &mut Rng, choice: &Choice) -> Outcome<(Answer, How)> {
    if choice.indifferent && rng.bool() {
        if let Options::Pick { at_least, .. } = &choice.options {
            return Ok((Answer::Picked((0..*at_least).collect()), How::Indifferent));
        }
    }
    let answer = match &choice.options {
        // Hands grow small soon.
        Options::YesNo(_) if choice.kind == ChoiceKind::Mulligan && rng.u32(0..4) > 0 => Answer::No,
        Options::YesNo(_) if rng.bool() => Answer::Yes,
        Options::YesNo(_) => Answer::No,
        Options::Number { least, most } if choice.kind.by_chance() => Answer::Number(rng.u32(*least..=*most)),
        Options::Number { least, most } => Answer::Number(random_number(rng, *least, *most)),
        Options::Pick { from, at_least, at_most, .. } => {
            let count = u32::try_from(from.len()).unwrap_or(u32::MAX);
            let most = (*at_most).min(count);
            if *at_least > most {
                return Err(Halt::Answer(format!(
                    "the question of kind {:?} wants {at_least} of {count}, and so has no legal answer",
                    choice.kind
                )));
            }
            // Where any number will do, a few are as good as many: few targets, few modes.
            let number = match choice.kind {
                ChoiceKind::Target | ChoiceKind::Mode => rng.u32(*at_least..=most.min(at_least + 3)),
                _ => rng.u32(*at_least..=most),
            };
            let mut indices: Vec<u32> = (0..count).collect();
            shuffle(rng, &mut indices);
            indices.truncate(number as usize);
            Answer::Picked(indices)
        }
        Options::Divide { amount, among, each, most } => {
            let mut shares = vec![*each; among.len()];
            let spent = each.saturating_mul(u32::try_from(among.len()).unwrap_or(u32::MAX));
            if shares.is_empty() || spent > *amount {
                return Err(Halt::Answer(format!(
                    "{amount} can't be divided among {} with {each} to each",
                    shares.len()
                )));
            }
            // All the rest to one, or in equal parts, or one by one to any of them.
            let count = u32::try_from(shares.len()).unwrap_or(u32::MAX);
            let (how, first) = (rng.u32(0..3), rng.u32(0..count));
            for number in spent..*amount {
                let place = match how {
                    0 => first,
                    1 => number.wrapping_add(first) % count,
                    _ => rng.u32(0..count),
                };
                // Who has the most they can get passes it on.
                let full =
                    |place: u32, shares: &[u32]| most.get(place as usize) == shares.get(place as usize);
                let mut places = (0..count).map(|further| place.wrapping_add(further) % count);
                let place = places.find(|place| most.is_empty() || !full(*place, &shares)).unwrap_or(place);
                if let Some(share) = shares.get_mut(place as usize) {
                    *share += 1;
                }
            }
            Answer::Divided(shares)
        }
    };
    Ok((answer, How::Written))
}

/// An answer that has one of what is favoured among the targets, now and then.
fn favouring(state: &mut State, choice: &Choice, answer: Answer) -> Answer {
    let State { rng, favoured, .. } = state;
    let (Answer::Picked(mut picked), Options::Pick { from, .. }) = (answer.clone(), &choice.options) else {
        return answer;
    };
    if favoured.is_empty() || choice.kind != ChoiceKind::Target || rng.u32(0..3) > 0 {
        return answer;
    }
    let is_favoured = |item: &Item| matches!(item, Item::Object(object) if favoured.contains(object));
    let places: Vec<u32> =
        (0u32..).zip(from.iter()).filter(|(_, item)| is_favoured(item)).map(|(place, _)| place).collect();
    match (one_of(rng, &places), picked.first_mut()) {
        (Some(place), Some(first)) if !places.iter().any(|place| answer_has(&answer, *place)) => {
            *first = place
        }
        _ => return answer,
    }
    Answer::Picked(picked)
}

/// Whether an item was picked.
fn answer_has(answer: &Answer, place: u32) -> bool {
    matches!(answer, Answer::Picked(picked) if picked.contains(&place))
}

/// A number of a range: mostly a small one, sometimes one that is larger than anybody would think of.
fn random_number(rng: &mut Rng, least: u32, most: u32) -> u32 {
    let reach = match rng.u32(0..64) {
        0 => 40,
        1..=8 => 9,
        _ => 4,
    };
    rng.u32(least..=most.min(least.saturating_add(reach)))
}

/// The mana abilities of untapped permanents that a player could activate.
fn mana_abilities(position: &Position<'_>, player: PlayerId) -> Vec<(ObjectId, Origin)> {
    let (game, view) = (position.game, position.view);
    let mut found = Vec::new();
    for object in game.battlefield() {
        if view.controller(game, *object) != player {
            continue;
        }
        let its = view.characteristics(game, *object);
        let sick = game.object(*object).sick && its.is(CardType::Creature);
        for instance in &its.abilities {
            if let Ability::Activated(activated) = &*instance.ability {
                let taps = activated.cost.0.contains(&Cost::Tap);
                // One that itself asks for mana would be paid for by others while it is.
                let asks = activated.cost.0.iter().any(|cost| matches!(cost, Cost::Mana(_)));
                if is_mana_ability(activated) && taps && !asks && !game.object(*object).tapped && !sick {
                    found.push((*object, instance.origin));
                }
            }
        }
    }
    found
}

/// Whether something happens that so many quarters of the creatures do.
fn does(rng: &mut Rng, quarters: u32) -> bool {
    rng.u32(0..4) < quarters
}

/// The untapped creatures of a player, but for those that are known to be unfit.
fn ready<'a>(
    position: &'a Position<'_>,
    player: PlayerId,
    unfit: &'a [ObjectId],
) -> impl Iterator<Item = ObjectId> + 'a {
    let (game, view) = (position.game, position.view);
    game.battlefield().iter().copied().filter(move |object| {
        !game.object(*object).tapped
            && !unfit.contains(object)
            && view.controller(game, *object) == player
            && view.characteristics(game, *object).is(CardType::Creature)
    })
}

/// So few of the creatures, if only so few are declared.
fn some_of(rng: &mut Rng, few: Option<usize>, mut creatures: Vec<ObjectId>) -> Vec<ObjectId> {
    if let Some(few) = few {
        rng.shuffle(&mut creatures);
        creatures.truncate(few);
    }
    creatures
}

fn random_attackers(state: &mut State, position: &Position<'_>, player: PlayerId) -> Vec<(ObjectId, Thing)> {
    let game = position.game;
    let mut defenders: Vec<Thing> = game.opponents(player).map(Thing::Player).collect();
    for object in game.battlefield() {
        let its = position.view.characteristics(game, *object);
        let attackable = its.is(CardType::Planeswalker) || its.is(CardType::Battle);
        if attackable && (position.view.controller(game, *object) != player || its.is(CardType::Battle)) {
            defenders.push(Thing::Object(*object));
        }
    }
    let (few, resolute) = (state.few, state.resolute);
    let rng = &mut state.rng;
    let quarters = if few.is_some() { 4 } else { state.bold.unwrap_or_else(|| rng.u32(0..=4)) };
    let mut declared = Vec::new();
    // All may attack the same, as an effect may want them to.
    if resolute || quarters == 4 && rng.bool() {
        defenders = one_of(rng, &defenders).into_iter().collect();
    }
    for object in some_of(rng, few, ready(position, player, &state.unfit).collect()) {
        let sick = game.object(object).sick && !position.view.has(game, object, KeywordName::Haste);
        if sick && (resolute || rng.u32(0..8) > 0) || !does(rng, quarters) {
            continue;
        }
        declared.extend(one_of(rng, &defenders).map(|defender| (object, defender)));
    }
    declared
}

fn random_blockers(
    state: &mut State,
    position: &Position<'_>,
    player: PlayerId,
) -> Vec<(ObjectId, ObjectId)> {
    let attackers: Vec<ObjectId> = attackers_of(position.game, position, player);
    let few = state.few;
    let rng = &mut state.rng;
    let quarters = if few.is_some() { 4 } else { state.bold.unwrap_or_else(|| rng.u32(0..=3)) };
    // Where all must block, it may be that all must block the same creature.
    let same = one_of(rng, &attackers).filter(|_| quarters == 4 && rng.bool());
    let mut declared = Vec::new();
    for object in some_of(rng, few, ready(position, player, &state.unfit).collect()) {
        if does(rng, quarters) {
            let attacker = same.or_else(|| one_of(rng, &attackers));
            declared.extend(attacker.map(|attacker| (object, attacker)));
        }
    }
    declared
}

/// The creatures that attack a player, or something of theirs.
fn attackers_of(game: &Game, position: &Position<'_>, player: PlayerId) -> Vec<ObjectId> {
    let attacks = game.combat().attacks.iter();
    let theirs = attacks.filter(|attack| match attack.defender {
        Thing::Player(defender) => defender == player,
        Thing::Object(object) => {
            game.object(object).protector().unwrap_or_else(|| position.view.controller(game, object))
                == player
        }
    });
    theirs.map(|attack| attack.attacker).collect()
}
