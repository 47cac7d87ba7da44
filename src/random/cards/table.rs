//! One game in which a card is played.

use std::cell::RefCell;

use fastrand::Rng;

use crate::engine::additional::keyword_abilities::cleave;
use crate::engine::concepts::abilities::functions;
use crate::engine::fiat::Fiat;
use crate::engine::watch::Watch;
use crate::engine::{Halt, Outcome, Play, View};
use crate::game::{AbilityInstance, Game, ObjectId, Origin, PlayerId};
use crate::ir::{Ability, Zone};
use crate::random::answers::Answers;
use crate::random::deeds::{self, Deed};
use crate::random::invariants;
use crate::random::trying::{self, Came};
use crate::trace::text::{self, TextOptions};
use crate::trace::{Level, Trace, What};

use super::CardFault;
use super::board::{self, Company, Subject};
use super::goals::Goals;
use super::{happenings, steering};

/// How many objects the stack may hold before nobody adds to it.
const HIGH_STACK: usize = 8;

/// How many deeds but passing there may be in a step.
const MOST_DEEDS: u32 = 12;

/// What is undecided only because of what a random player agrees to, of what the company does, or of what had been before the game.
const LET_BE: [&str; 4] = [
    "the mana that there is can't pay what the player agrees to pay",
    "whether a cost of several parts can be paid is not worked out",
    "something merges with a face-down permanent",
    "it asks which spells were cast this turn, and the scenario does not say which were before it begins",
];

/// How many lines of the trace are told of a fault.
const TOLD: usize = 40;

/// A game being played.
pub(super) struct Table<'c> {
    subject: &'c Subject,
    goals: &'c RefCell<Goals>,
    game: Option<Game>,
    answers: Answers,
    rng: Rng,
    strict: bool,
    /// The objects that are the card, of all objects that have been looked at so far.
    own: Vec<ObjectId>,
    looked_at: usize,
    deeds: (u32, u32),
    /// Whether little is done in a turn, so that many turns go by.
    fast: bool,
}

/// How a game goes on.
enum Next {
    On,
    End,
    Fault { what: String, undecided: bool },
}

impl<'c> Table<'c> {
    /// The table for the n-th game of a card.
    pub(super) fn new(
        company: &Company<'_>,
        subject: &'c Subject,
        goals: &'c RefCell<Goals>,
        mut rng: Rng,
        number: u32,
    ) -> Self {
        let game = board::set(company, subject, &mut rng, number);
        Self {
            subject,
            goals,
            game: Some(game),
            answers: Answers::new(rng.fork()),
            rng,
            strict: subject.asks_for_mana || number % 4 == 2,
            fast: number % 3 == 2,
            own: Vec::new(),
            looked_at: 0,
            deeds: (0, 0),
        }
    }

    /// Plays until all is reached or there are so many steps; the fault, if there is one.
    pub(super) fn play(mut self, most: u32, steps: &RefCell<u32>) -> Option<CardFault> {
        let mut handle = self.answers.clone();
        let mut play = Play::new(self.game.take()?, Trace::default(), &mut handle);
        play.strict_mana = self.strict;
        play.watch = Some(Box::new(Watch::new(self.goals.borrow().instructions())));
        self.notice(&play.game);
        loop {
            let done = *steps.borrow();
            if done >= most || self.goals.borrow().is_done() || play.game.ending().is_some() {
                return None;
            }
            let player = play.game.turn().priority.unwrap_or(play.game.turn().active);
            let deed = self.decide(&mut play, player, done);
            let (next, deed) = match deed {
                Ok(deed) => (self.step(&mut play, player, &deed), Some(deed)),
                Err(halt) => (of_halt(halt), None),
            };
            *steps.borrow_mut() += 1;
            match next {
                Next::On => {}
                Next::End => return None,
                Next::Fault { what, undecided } => {
                    let deed = deed
                        .map_or_else(String::new, |deed| format!("player {} tries {deed:?}", player.0 + 1));
                    return Some(CardFault { what, undecided, deed, trace: told(&play) });
                }
            }
        }
    }

    fn step(&mut self, play: &mut Play<'_>, player: PlayerId, deed: &Deed) -> Next {
        let before = play.save();
        let came = trying::attempt(play, &self.answers, player, deed, &before, &mut |_| {});
        let broken = |what: String| Next::Fault { what, undecided: false };
        match came {
            Err(what) => return broken(what),
            Ok(Came::Halted(halt)) => {
                self.look(play, before.mark);
                return of_halt(halt);
            }
            Ok(Came::Refused) => {
                // What was followed on the way is taken back.
                if let Some(watch) = &mut play.watch {
                    watch.take();
                }
                return Next::On;
            }
            Ok(Came::Done) => {}
        }
        if let Deed::Activate(object, origin) = deed {
            let its = before.game.object(*object);
            let named = self.own.contains(object);
            for instance in activated(&its.base.abilities, *origin).filter(|_| named) {
                self.goals.borrow_mut().ability(&instance.ability);
            }
        }
        self.notice(&play.game);
        self.look(play, before.mark);
        let checked =
            invariants::check_trace(&play.trace, before.mark).and_then(|()| invariants::check(&play.game));
        if let Err(what) = checked {
            return broken(what);
        }
        if play.game.ending().is_some() {
            return Next::End;
        }
        match play.view() {
            Ok(view) => {
                self.look_at_objects(&play.game, &view);
                match invariants::check_view(&play.game, &view) {
                    Ok(()) => Next::On,
                    Err(what) => broken(what),
                }
            }
            Err(halt) => of_halt(halt),
        }
    }

    /// Notices which of the new objects are the card.
    fn notice(&mut self, game: &Game) {
        let name = &self.subject.definition.name;
        let new = game.objects().iter().skip(self.looked_at);
        let own = new
            .filter(|object| object.definition.as_ref().is_some_and(|definition| definition.name == *name));
        self.own.extend(own.map(|object| object.id));
        self.looked_at = game.objects().len();
        self.answers.0.borrow_mut().favoured.clone_from(&self.own);
    }

    /// Looks what has been reached since.
    fn look(&self, play: &mut Play<'_>, mark: usize) {
        let mut goals = self.goals.borrow_mut();
        if let Some(watch) = &mut play.watch {
            for followed in watch.take() {
                goals.followed(&play.game, followed, self.strict);
            }
        }
        for entry in play.trace.entries().get(mark..).unwrap_or_default() {
            match entry.what {
                What::Casts(_, spell) if self.own.contains(&spell) => {
                    let base = &play.game.object(spell).base;
                    goals.face(&base.name);
                    for instance in &base.abilities {
                        if matters_as_cast(&instance.ability) {
                            goals.ability(&instance.ability);
                        }
                    }
                }
                What::PutOnStack(ability, _) => {
                    if let Some(ability) = play.game.object(ability).stack_ability() {
                        goals.ability(&ability.ability);
                    }
                }
                What::Resolves(spell) if self.own.contains(&spell) => {
                    let its = play.game.object(spell);
                    let cleaved = its.announced.as_ref().is_some_and(|its| cleave::was_paid(&its.paid));
                    for instance in &its.base.abilities {
                        if cleaved && matches!(*instance.ability, Ability::Cleaved(_))
                            || matches!(*instance.ability, Ability::Spell(_))
                        {
                            goals.ability(&instance.ability);
                        }
                    }
                }
                What::Activates { source, origin, .. } => {
                    let its = &play.game.object(source).base.abilities;
                    activated(its, origin).for_each(|instance| goals.ability(&instance.ability));
                }
                _ => {}
            }
        }
    }

    /// Looks which abilities of the card function where it is.
    fn look_at_objects(&self, game: &Game, view: &View) {
        let mut goals = self.goals.borrow_mut();
        if !self.own.iter().any(|object| game.object(*object).exists) {
            return;
        }
        for object in &self.own {
            let its = game.object(*object);
            if !its.exists || its.zone == Zone::Library {
                continue;
            }
            let on_battlefield = its.zone == Zone::Battlefield;
            if on_battlefield && !its.is_face_down() {
                goals.face(&its.base.name);
            }
            // What has become a copy of something was still itself as it entered.
            let printed = its.base.abilities.iter().filter(|_| !its.is_face_down());
            for instance in view.characteristics(game, *object).abilities.iter().chain(printed) {
                let counts = match &*instance.ability {
                    Ability::Static(_) | Ability::Replacement(_) => functions(instance, its.zone),
                    Ability::Activated(_)
                    | Ability::Triggered(_)
                    | Ability::Spell(_)
                    | Ability::Cleaved(_) => false,
                    _ => on_battlefield,
                };
                if counts {
                    goals.ability(&instance.ability);
                }
            }
        }
    }

    /// What a player does now.
    fn decide(&mut self, play: &mut Play<'_>, player: PlayerId, done: u32) -> Outcome<Deed> {
        if done == 0 {
            // Before the first turn the hands are still to be drawn.
            return Ok(match play.game.turn().number {
                0 => Deed::Begin,
                _ => Deed::Happens(self.opening(&play.game)),
            });
        }
        let turn = *play.game.turn();
        if turn.priority.is_none() {
            return Ok(Deed::Pass);
        }
        if self.deeds.0 != turn.begun {
            self.deeds = (turn.begun, 0);
        }
        let height = play.game.stack().len();
        let most = match (turn.step.is_main(), self.fast) {
            (true, false) => MOST_DEEDS,
            (true, true) => 4,
            (false, fast) => 3 - 2 * u32::from(fast),
        };
        if self.deeds.1 >= most || height > HIGH_STACK {
            return Ok(Deed::Pass);
        }
        // What is on the stack mostly resolves; where there is nothing, mostly something is done.
        let (card, happens, others) = match (height > 0, turn.step.is_main()) {
            (true, _) if self.subject.looks_at_spells => (35, 4, 16),
            (false, true) if self.subject.looks_at_spells => (25, 12, 43),
            (true, _) => (15, 8, 12),
            (false, true) => (45, 20, 15),
            (false, false) => (14, 8, 6),
        };
        let roll = self.rng.u32(0..100);
        let deed = if roll < card {
            let goals = self.goals.borrow();
            steering::with_the_card(play, player, self.subject, &goals, &self.own, &mut self.rng)?
        } else if roll < card + happens {
            happenings::any(&play.game, self.subject, &self.own, &mut self.rng).map(Deed::Happens)
        } else if roll < card + happens + others {
            deeds::propose(play, &mut self.rng, player, |_, _| false)?
                .filter(|deed| !matches!(deed, Deed::Concede))
        } else {
            None
        };
        if deed.is_some() {
            self.deeds.1 += 1;
        }
        Ok(deed.unwrap_or(Deed::Pass))
    }

    /// How the game begins: the card comes, if it can.
    fn opening(&mut self, game: &Game) -> Fiat {
        let library = |object: &&ObjectId| game.object(**object).zone == Zone::Library;
        let card = self.own.iter().find(library).copied();
        let enters = card.filter(|_| self.subject.is_permanent());
        enters
            .and_then(|card| happenings::enters(game, card, &mut self.rng))
            .unwrap_or(Fiat::Draw(PlayerId(0), 1))
    }
}

/// The activated abilities among these that are of an origin; a keyword has the same as what it stands for.
fn activated(abilities: &[AbilityInstance], origin: Origin) -> impl Iterator<Item = &AbilityInstance> {
    abilities.iter().filter(move |its| its.origin == origin && matches!(*its.ability, Ability::Activated(_)))
}

/// Whether an ability has done what it does once its spell is cast.
const fn matters_as_cast(ability: &Ability) -> bool {
    matches!(
        ability,
        Ability::Keyword(_)
            | Ability::AdditionalCost(_)
            | Ability::AlternativeCost(_)
            | Ability::CastOnly(_)
            | Ability::ManaFrom(_)
            | Ability::OpeningHand(_)
            | Ability::DeckLimit(_)
            | Ability::CanBeCommander
    )
}

/// What it means that the engine stops.
fn of_halt(halt: Halt) -> Next {
    let broken = |what: String| Next::Fault { what, undecided: false };
    match halt {
        Halt::Undecided(undecided) if LET_BE.contains(&&*undecided.why) => Next::End,
        Halt::Undecided(undecided) => {
            let gap = if undecided.is_gap { "not announced as a gap: " } else { "" };
            Next::Fault { what: format!("{gap}{}", undecided.why), undecided: !undecided.is_gap }
        }
        Halt::Runaway(_) | Halt::Over => Next::End,
        Halt::Open(choice) => broken(format!("nobody answers {choice:?}")),
        Halt::OpenAttack(..) => broken("nobody says what attacks".to_owned()),
        Halt::OpenPayment(..) => broken("nobody says what makes mana".to_owned()),
        Halt::OpenBlock(..) => broken("nobody says what blocks".to_owned()),
        Halt::Answer(why) => broken(why),
        Halt::NotAllowed(illegal) => broken(format!("an answer is not legal: {}", illegal.why)),
        Halt::NotOffered(_) => broken("what was answered was not offered".to_owned()),
        Halt::Illegal(illegal) => broken(format!("looking is illegal: {}", illegal.why)),
    }
}

/// The last lines of a game's trace.
fn told(play: &Play<'_>) -> String {
    let options = TextOptions { detail: Level::Detail, ..TextOptions::default() };
    let told = text::render(&play.trace, &play.game, &options);
    let lines: Vec<&str> = told.lines().collect();
    lines.get(lines.len().saturating_sub(TOLD)..).unwrap_or_default().join("\n")
}
