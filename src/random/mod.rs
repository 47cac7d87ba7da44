//! Random play: decks drawn at random from all cards, played by random legal choices, every position checked.
//!
//! [`play`] plays the game of a seed: the same seed is the same game, byte for byte. What headjudge can't decide is left out: the
//! game is taken back to before it and goes on without that card. [`invariants`] says what must hold of every position; whatever
//! breaks is a fault of headjudge's own, and comes back as [`Fault`] with the last steps that led there.

pub mod answers;
pub mod cards;
mod decks;
mod deeds;
pub mod invariants;
mod trying;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use fastrand::Rng;

use crate::engine::play::Saved;
use crate::engine::{Halt, Play};
use crate::game::{Game, ObjectId, PlayerId};
use crate::trace::text::{self, TextOptions};
use crate::trace::{Level, Trace, json};

use answers::{Answers, Given};
pub use decks::Cards;
pub use deeds::Deed;
use trying::Came;

/// How many objects the stack may hold before nobody adds to it.
const HIGH_STACK: usize = 12;

/// How many deeds but passing there may be in a turn.
const MOST_DEEDS: u32 = 14;

/// How many positions are kept to go back to.
const KEPT: usize = 48;

/// How random games are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How many turns at most.
    pub turns: u32,
    /// How many players.
    pub players: u8,
    /// Whether each has a commander.
    pub commander: bool,
    /// Whether mana is made and spent; if not said, in every fourth game.
    pub strict_mana: Option<bool>,
    /// How many steps at most: deeds and passes.
    pub steps: u32,
    /// Whether the game is played again from its record, and the traces compared.
    pub again: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { turns: 50, players: 2, commander: false, strict_mana: None, steps: 6000, again: true }
    }
}

/// How a random game ends.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ended {
    /// A player has won.
    Won,
    /// Nobody has.
    Drawn,
    /// All turns have been played.
    Turns,
    /// There were as many steps as there may be.
    Steps,
    /// It went on without end: what repeats.
    Runaway(&'static str),
    /// What can't be decided could not be left out: why.
    Undecided(String),
    /// Something that must hold does not.
    Fault,
}

/// Something of headjudge's own that went wrong.
#[derive(Debug, Clone)]
pub struct Fault {
    /// What.
    pub what: String,
    /// After how many steps.
    pub step: usize,
    /// What was done then.
    pub deed: String,
    /// The last lines of the trace before it, as far as they can be told.
    pub trace: String,
}

/// What comes of a random game.
#[derive(Debug, Clone)]
pub struct Report {
    /// The seed.
    pub seed: u64,
    /// How it ended.
    pub ended: Ended,
    /// The turns that were begun.
    pub turns: u32,
    /// The deeds and passes.
    pub steps: usize,
    /// The deeds that were refused.
    pub refused: u32,
    /// What couldn't be decided and was left out, with how often.
    pub undecided: BTreeMap<String, u32>,
    /// Why declarations and answers were illegal and made anew, with how often.
    pub retried: BTreeMap<String, u32>,
    /// The cards of the decks that somebody had in hand, and those that were cast or played.
    pub met: BTreeSet<String>,
    /// The cards that were cast or played.
    pub played: BTreeSet<String>,
    /// The fault, if there was one.
    pub fault: Option<Fault>,
    /// The trace of the game as JSON, if it was asked for by playing it again.
    pub bytes: usize,
}

/// One step of a game: a deed, and what was answered on the way.
#[derive(Debug, Clone)]
struct Step {
    player: PlayerId,
    deed: Deed,
    given: Vec<Given>,
}

/// After how many steps one is done again from a copy of the position.
const STRIDE: usize = 16;

/// A position to go back to.
struct Kept {
    saved: Saved,
    steps: usize,
}

/// What is known of a game however it ends.
#[derive(Default)]
struct Progress {
    steps: Vec<Step>,
    /// The step being tried.
    now: Option<(PlayerId, Deed)>,
    refused: u32,
    turns: u32,
    undecided: BTreeMap<String, u32>,
    retried: BTreeMap<String, u32>,
    met: BTreeSet<String>,
    played: BTreeSet<String>,
    bytes: usize,
}

/// Plays the game of a seed.
pub fn play(cards: &Cards, options: Options, seed: u64) -> Report {
    let progress = RefCell::new(Progress::default());
    let caught = catch_unwind(AssertUnwindSafe(|| Table::new(cards, options, seed, &progress).play()));
    let result = caught.unwrap_or_else(|_| Err("it panics".to_owned()));
    let fault = result.as_ref().err().map(|what| fault(cards, options, seed, &progress.borrow(), what));
    let its = progress.into_inner();
    Report {
        seed,
        ended: result.unwrap_or(Ended::Fault),
        turns: its.turns,
        steps: its.steps.len(),
        refused: its.refused,
        undecided: its.undecided,
        retried: its.retried,
        met: its.met,
        played: its.played,
        fault,
        bytes: its.bytes,
    }
}

/// What went wrong, told from the game as far as it can be played again.
fn fault(cards: &Cards, options: Options, seed: u64, progress: &Progress, what: &str) -> Fault {
    let lines = catch_unwind(AssertUnwindSafe(|| {
        let (game, trace) = again(cards, options, seed, &progress.steps).ok()?;
        let told =
            text::render(&trace, &game, &TextOptions { detail: Level::Detail, ..TextOptions::default() });
        let lines: Vec<&str> = told.lines().collect();
        let tail = lines.len().saturating_sub(60);
        Some(lines.get(tail..).unwrap_or_default().join("\n"))
    }));
    let deed = progress
        .now
        .as_ref()
        .map_or_else(String::new, |(player, deed)| format!("player {} tries {deed:?}", player.0 + 1));
    Fault {
        what: what.to_owned(),
        step: progress.steps.len(),
        deed,
        trace: lines.ok().flatten().unwrap_or_default(),
    }
}

/// The game of a seed before anything has happened, and the chance that is left.
fn begin(cards: &Cards, options: Options, seed: u64) -> (Game, Rng, bool) {
    let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1));
    let game = decks::deal(cards, &mut rng, options.players, options.commander);
    let strict = options.strict_mana.unwrap_or(seed % 4 == 3);
    (game, rng, strict)
}

/// The game of a seed played by these steps.
fn again(cards: &Cards, options: Options, seed: u64, steps: &[Step]) -> Result<(Game, Trace), String> {
    let (game, rng, strict) = begin(cards, options, seed);
    let answers = Answers::new(rng);
    let mut handle = answers.clone();
    let mut play = Play::new(game, Trace::default(), &mut handle);
    play.strict_mana = strict;
    for (place, step) in steps.iter().enumerate() {
        answers.0.borrow_mut().script = Some(step.given.clone().into_iter());
        play.decides();
        match deeds::perform(&mut play, step.player, &step.deed) {
            Ok(()) | Err(Halt::Illegal(_) | Halt::Over) => {}
            Err(halt) => {
                return Err(format!("step {place} ends otherwise when it is played again: {halt:?}"));
            }
        }
    }
    let Play { game, trace, .. } = play;
    Ok((game, trace))
}

/// A game being played.
struct Table<'c> {
    cards: &'c Cards,
    options: Options,
    seed: u64,
    progress: &'c RefCell<Progress>,
    game: Option<Game>,
    answers: Answers,
    rng: Rng,
    strict: bool,
    kept: Vec<Kept>,
    /// The names of what is not used any more.
    left_out: BTreeSet<String>,
    /// How often it was taken back without getting further than before.
    setbacks: u32,
    /// How far it had come then.
    furthest: usize,
    deeds: (u32, u32),
}

impl<'c> Table<'c> {
    fn new(cards: &'c Cards, options: Options, seed: u64, progress: &'c RefCell<Progress>) -> Self {
        let (game, mut rng, strict) = begin(cards, options, seed);
        let answers = Answers::new(rng.fork());
        Self {
            cards,
            options,
            seed,
            progress,
            game: Some(game),
            answers,
            rng,
            strict,
            kept: Vec::new(),
            left_out: BTreeSet::new(),
            setbacks: 0,
            furthest: 0,
            deeds: (0, 0),
        }
    }

    /// Plays until the end.
    ///
    /// # Errors
    /// What does not hold.
    fn play(mut self) -> Result<Ended, String> {
        let mut handle = self.answers.clone();
        let game = self.game.take().ok_or("there is no game")?;
        let mut play = Play::new(game, Trace::default(), &mut handle);
        play.strict_mana = self.strict;
        let ended = loop {
            if let Some(ended) = self.step(&mut play)? {
                break ended;
            }
        };
        let Play { game, trace, .. } = play;
        self.conclude(&game, &trace)?;
        Ok(ended)
    }

    /// One deed.
    fn step(&mut self, play: &mut Play<'_>) -> Result<Option<Ended>, String> {
        let turn = play.game.turn().number;
        self.progress.borrow_mut().turns = turn;
        match play.game.ending() {
            Some(crate::game::Ending::Won(_)) => return Ok(Some(Ended::Won)),
            Some(crate::game::Ending::Draw) => return Ok(Some(Ended::Drawn)),
            None if turn > self.options.turns => return Ok(Some(Ended::Turns)),
            None => {}
        }
        let done = self.progress.borrow().steps.len();
        if done >= self.options.steps as usize {
            return Ok(Some(Ended::Steps));
        }
        let player = play.game.turn().priority.unwrap_or(play.game.turn().active);
        let deed = match self.decide(play, player, done) {
            Ok(deed) => deed,
            Err(halt) => return self.halted(play, None, halt),
        };
        self.progress.borrow_mut().now = Some((player, deed.clone()));
        let before = play.save();
        let mark = before.mark;
        let mut retried = |why: String| *self.progress.borrow_mut().retried.entry(why).or_default() += 1;
        match trying::attempt(play, &self.answers, player, &deed, &before, &mut retried)? {
            Came::Done => {
                if done.is_multiple_of(STRIDE) {
                    self.once_more(play, player, &deed, &before)?;
                }
                self.keep(before, done);
                self.done(play, player, deed, mark).map(|()| None)
            }
            Came::Refused => {
                self.progress.borrow_mut().refused += 1;
                self.done(play, player, deed, mark).map(|()| None)
            }
            Came::Halted(halt) => self.halted(play, Some((before, done, deed)), halt),
        }
    }

    /// Takes a deed back and does it again from a copy of the position: the game has to be the same, byte by byte.
    fn once_more(
        &self,
        play: &mut Play<'_>,
        player: PlayerId,
        deed: &Deed,
        before: &Saved,
    ) -> Result<(), String> {
        let given = self.answers.0.borrow().given.clone();
        let was = format!("{:?}", play.game);
        play.take_back(before.clone());
        {
            let mut state = self.answers.0.borrow_mut();
            state.given.clear();
            state.script = Some(given.into_iter());
        }
        play.decides();
        let result = deeds::perform(play, player, deed);
        self.answers.0.borrow_mut().script = None;
        match result {
            Ok(()) | Err(Halt::Over) => {}
            Err(halt) => {
                return Err(format!("done again from a copy of the position, it ends otherwise: {halt:?}"));
            }
        }
        if format!("{:?}", play.game) == was {
            return Ok(());
        }
        Err("done again from a copy of the position, it leads to another one".to_owned())
    }

    /// What the player does now.
    fn decide(&mut self, play: &mut Play<'_>, player: PlayerId, done: usize) -> Result<Deed, Halt> {
        if done == 0 {
            return Ok(Deed::Begin);
        }
        let turn = *play.game.turn();
        if turn.priority.is_none() {
            return Ok(Deed::Pass);
        }
        if self.deeds.0 != turn.number {
            self.deeds = (turn.number, 0);
        }
        let quiet = play.game.stack().is_empty();
        let own_main = turn.step.is_main() && turn.active == player;
        let eager = if quiet && own_main { 3 } else { 10 };
        let passes = self.deeds.1 >= MOST_DEEDS
            || play.game.stack().len() > HIGH_STACK
            || self.rng.u32(0..eager) > 0 && !(quiet && own_main && self.rng.bool());
        if passes {
            return Ok(Deed::Pass);
        }
        let left_out = &self.left_out;
        let leaves_out = |game: &Game, object: ObjectId| {
            name_of(game, object).is_some_and(|name| left_out.contains(&name))
        };
        for _ in 0..4 {
            if let Some(deed) = deeds::propose(play, &mut self.rng, player, leaves_out)? {
                self.deeds.1 += 1;
                return Ok(deed);
            }
        }
        Ok(Deed::Pass)
    }

    /// Keeps a position to go back to.
    fn keep(&mut self, saved: Saved, steps: usize) {
        if self.kept.len() >= KEPT {
            // Of the older half every other one is enough.
            let mut place = 0usize;
            self.kept.retain(|_| {
                place += 1;
                place > KEPT / 2 || place % 2 == 1
            });
        }
        self.kept.push(Kept { saved, steps });
    }

    /// A step is done: it is written down, and everything is checked.
    fn done(&mut self, play: &mut Play<'_>, player: PlayerId, deed: Deed, mark: usize) -> Result<(), String> {
        let given = std::mem::take(&mut self.answers.0.borrow_mut().given);
        {
            let mut progress = self.progress.borrow_mut();
            if let (Some(object), Deed::PlayLand(..) | Deed::Cast(..)) = (deed.object(), &deed) {
                if !play.game.object(object).exists {
                    progress.played.extend(name_of(&play.game, object));
                }
            }
            for card in play.game.apnap().iter().flat_map(|player| &play.game.player(*player).hand) {
                let name = play.game.object(*card).definition.as_ref().map(|its| &*its.name);
                if let Some(name) = name.filter(|name| !progress.met.contains(*name)) {
                    progress.met.insert(name.to_owned());
                }
            }
            progress.steps.push(Step { player, deed, given });
        }
        let view = play.view().map_err(|halt| format!("{halt:?}"));
        invariants::check_trace(&play.trace, mark)?;
        invariants::check(&play.game)?;
        match view {
            Ok(view) => invariants::check_view(&play.game, &view),
            Err(_) => Ok(()),
        }
    }

    /// The engine stops: what it can't decide is left out, and the game goes on from an earlier position.
    fn halted(
        &mut self,
        play: &mut Play<'_>,
        tried: Option<(Saved, usize, Deed)>,
        halt: Halt,
    ) -> Result<Option<Ended>, String> {
        let undecided = match halt {
            Halt::Undecided(undecided) => undecided,
            Halt::Runaway(what) => {
                if let Some((saved, ..)) = tried {
                    play.take_back(saved);
                }
                return Ok(Some(Ended::Runaway(what)));
            }
            Halt::Over => return Err("looking ends the game".to_owned()),
            Halt::Open(choice) => return Err(format!("nobody answers {choice:?}")),
            Halt::OpenAttack(..) => return Err("nobody says what attacks".to_owned()),
            Halt::OpenPayment(..) => return Err("nobody says what makes mana".to_owned()),
            Halt::OpenBlock(..) => return Err("nobody says what blocks".to_owned()),
            Halt::Answer(why) => return Err(why),
            Halt::NotAllowed(illegal) => return Err(format!("an answer is not legal: {illegal:?}")),
            Halt::NotOffered(thing) => return Err(format!("{thing:?} was not offered")),
            Halt::Illegal(illegal) => return Err(format!("looking is illegal: {illegal:?}")),
        };
        if undecided.is_gap && !self.cards.announce(&undecided.why) {
            return Err(format!("what is not played is not among the gaps of a card: {}", undecided.why));
        }
        let culprit = undecided
            .object
            .filter(|object| object.index() < play.game.objects().len())
            .and_then(|object| name_of(&play.game, object));
        let why = match &culprit {
            Some(name) => format!("{name}: {}", undecided.why),
            None => undecided.why.clone(),
        };
        let mut announced = false;
        {
            let mut progress = self.progress.borrow_mut();
            *progress.undecided.entry(why.clone()).or_default() += 1;
        }
        if let Some((saved, steps, deed)) = tried {
            announced = deed.object().is_some();
            // Whatever stands on top of the stack was about to resolve.
            let game = &saved.game;
            let top = game.stack().last().and_then(|top| name_of(game, *top));
            let doer = deed.object().and_then(|object| name_of(game, object));
            self.left_out.extend(culprit.or(doer).or(top));
            self.kept.push(Kept { saved, steps });
        } else {
            self.left_out.extend(culprit);
        }
        let far = self.progress.borrow().steps.len();
        if far > self.furthest {
            self.furthest = far;
            self.setbacks = 0;
        }
        // What can't even be announced is let be; else each setback goes back further than the one before it.
        if !announced || self.setbacks > 0 {
            self.setbacks += 1;
        }
        let back = if announced { 0 } else { 1usize << self.setbacks.min(6) };
        for _ in 0..back {
            if self.kept.len() > 1 {
                self.kept.pop();
            }
        }
        let Some(kept) = self.kept.pop() else { return Ok(Some(Ended::Undecided(why))) };
        self.progress.borrow_mut().steps.truncate(kept.steps);
        play.take_back(kept.saved);
        if self.setbacks > 12 {
            return Ok(Some(Ended::Undecided(why)));
        }
        Ok(None)
    }

    /// The game is over: it is told in every way, and played again.
    fn conclude(&self, game: &Game, trace: &Trace) -> Result<(), String> {
        self.progress.borrow_mut().now = None;
        if !self.options.again {
            return Ok(());
        }
        let players: Vec<String> = game.players().map(|player| format!("P{}", player.0 + 1)).collect();
        let told = json::render(trace, game, &players, None);
        self.progress.borrow_mut().bytes = told.len();
        for detail in [Level::Default, Level::Detail] {
            let viewer = (detail == Level::Default).then_some(PlayerId(0));
            let options =
                TextOptions { detail, viewer, player_names: players.clone(), ..TextOptions::default() };
            text::render(trace, game, &options);
        }
        let steps = self.progress.borrow().steps.clone();
        let (game, trace) = again(self.cards, self.options, self.seed, &steps)?;
        let retold = json::render(&trace, &game, &players, None);
        if retold == told {
            return Ok(());
        }
        let differs = told.lines().zip(retold.lines()).find(|(one, other)| one != other);
        Err(format!("played again, it is another game: {differs:?}"))
    }
}

/// The name of the card that an object is or is an ability of.
fn name_of(game: &Game, object: ObjectId) -> Option<String> {
    let its = game.object(object);
    let its = its.stack_ability().map_or(its, |ability| game.object(ability.source));
    let name = its.definition.as_ref().map(|definition| definition.name.to_string());
    name.or_else(|| (!its.base.name.is_empty()).then(|| its.base.name.to_string()))
}
