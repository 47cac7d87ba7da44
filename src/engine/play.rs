//! A game being played: the position, the trace, and who answers.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{Cause, CauseKind, Change, Game, Known, ObjectId, Origin, PlayerId, Thing};
use crate::ir::{Condition, KeywordName, Selection};
use crate::oracle::phrases;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Attempt, EntryId, Level, Note, Trace, Unmet, What};

use super::halt::{Halt, Outcome};
use super::happening::Happening;
use super::history::History;
use super::reading::{Frame, Sight, filters};
use super::view::View;
use super::watch::Watch;

pub(in crate::engine) mod asked_of;
mod chooser;
mod choosing;
pub(in crate::engine) mod combat;
mod in_place_of;
mod loops;

pub(super) use self::loops::{Begun, Fragments, LoopWatch};

use self::asked_of::AskedOf;
pub use self::chooser::{Chooser, PhraseToCome, Position, Unpaid};

/// A position to come back to.
#[derive(Debug, Clone)]
pub struct Saved {
    /// The game as it was.
    pub game: Game,
    /// How long the trace was.
    pub mark: usize,
    batch: u32,
    ticks: u32,
    seen: Seen,
}

/// What has been worked out of a position: it holds until the game changes, and once more when that position is back.
#[derive(Debug, Clone, Default)]
pub(super) struct Seen {
    view: Option<Rc<View>>,
    /// The revision in which state-based actions were looked for last, and none was found.
    pub(super) checked: Option<u64>,
    /// How far the game had been stirred and what its structure was then.
    pub(super) calm: Option<(u64, u64)>,
}

/// What follows state-based actions at once and is none of them.
#[derive(Debug, Default)]
pub(super) struct Following {
    /// What has happened, for the effects that last until then (610.3).
    pub(super) happenings: Vec<Happening>,
    /// The players who have lost and leave the game (800.4a).
    pub(super) leavers: Vec<PlayerId>,
}

impl Saved {
    /// How much has been done since, of what might never end.
    pub const fn ticks_until(&self, play: &Play<'_>) -> u32 {
        play.ticks.saturating_sub(self.ticks)
    }
}

/// The largest number that headjudge lets be chosen.
const LARGEST: u32 = 10_000;

/// A game being played.
pub struct Play<'a> {
    /// The position.
    pub game: Game,
    /// What has happened.
    pub trace: Trace,
    chooser: &'a mut dyn Chooser,
    pub(super) seen: Seen,
    parent: Option<EntryId>,
    /// At which level the beginning of a step is recorded: by default only with detail.
    pub step_level: Level,
    /// Whether mana is made and spent; else payments of mana are taken as made.
    pub strict_mana: bool,
    /// The rules of the question that was asked last.
    pub asking: Rules,
    /// What was asked there of each thing that could be chosen, where that is known.
    pub(in crate::engine) asked_of: Option<Rc<AskedOf>>,
    /// The same of the question that is asked next.
    next_asked_of: Option<Rc<AskedOf>>,
    /// How many times something has resolved, stepped or been checked: a bound for what never ends.
    pub(super) ticks: u32,
    /// How many replacement effects' own instructions are being followed, one within the other (616.2).
    pub(super) replacing: u32,
    /// The replacement effects that have been applied to the draw that is being replaced (614.5).
    pub(super) drawing: Vec<super::proposal::Key>,
    /// Whether an effect has ended the turn, which goes on with its cleanup step once what made it has resolved (724.1d).
    pub(super) turn_ends: bool,
    /// Of what is done in place of a move: which object would have moved, and which effects have replaced that (614.5).
    pub(super) in_place: Vec<(ObjectId, super::proposal::Key)>,
    /// The cards of libraries that are about to enter the battlefield, while that is being decided (614.13c).
    entering: Vec<ObjectId>,
    /// While state-based actions are performed: what follows them at once and is none of them.
    pub(super) following: Option<Following>,
    /// What players have begun that could go round without end (732.3).
    pub(super) fragments: Fragments,
    /// Positions seen at the last priorities without a choice between them (104.4b).
    pub(super) loops: LoopWatch,
    /// Who looks out for instructions that are followed, if anybody does.
    pub watch: Option<Box<Watch>>,
    /// The positions that the game goes through, if somebody wants them.
    pub history: Option<Box<History>>,
    /// What stops it from outside, if anything may: what comes of it then is no answer.
    pub stop: Option<Arc<AtomicBool>>,
}

impl<'a> Play<'a> {
    /// A game to be played on from this position.
    pub fn new(game: Game, trace: Trace, chooser: &'a mut dyn Chooser) -> Self {
        Self {
            game,
            trace,
            chooser,
            seen: Seen::default(),
            parent: None,
            step_level: Level::Detail,
            strict_mana: false,
            asking: Rules::NONE,
            asked_of: None,
            next_asked_of: None,
            ticks: 0,
            replacing: 0,
            drawing: Vec::new(),
            turn_ends: false,
            in_place: Vec::new(),
            entering: Vec::new(),
            following: None,
            fragments: Fragments::default(),
            loops: LoopWatch::default(),
            watch: None,
            history: None,
            stop: None,
        }
    }

    /// What the layers make of the objects now.
    ///
    /// # Errors
    /// If an ability on the table says something that can't be played.
    pub fn view(&mut self) -> Outcome<Rc<View>> {
        if let Some(view) = &self.seen.view {
            if view.is_of(&self.game) {
                return Ok(view.clone());
            }
        }
        let view = Rc::new(View::of(&self.game)?);
        self.seen.view = Some(view.clone());
        Ok(view)
    }

    /// Takes over what was made of this position, or of an earlier one that has the same objects, so that the layers need not be
    /// applied once more: where effects look at more than the objects, that may have changed.
    pub fn begin_with_view(&mut self, view: Rc<View>) {
        if view.structure == Some(self.game.structure()) {
            self.seen.view = Some(view);
        }
    }

    /// Puts an earlier game back. Revisions count from there again, so what has been worked out of one since no longer holds.
    fn put_back(&mut self, game: Game, seen: Seen) {
        self.game = game;
        self.seen = seen;
        if let Some(history) = &mut self.history {
            history.is_back();
        }
    }

    /// The position as it is now, to come back to.
    pub fn save(&self) -> Saved {
        Saved {
            game: self.game.clone(),
            mark: self.trace.mark(),
            batch: self.trace.batch(),
            ticks: self.ticks,
            seen: self.seen.clone(),
        }
    }

    /// Puts an earlier position back, with the trace as it was then.
    pub fn take_back(&mut self, saved: Saved) {
        self.trace.rewind(saved.mark);
        self.trace.count_batches_from(saved.batch);
        self.ticks = saved.ticks;
        self.take_back_all_but_trace(saved);
    }

    /// Puts an earlier position back while the trace keeps what has been recorded. What was being done when it stopped is not being
    /// done any more.
    pub fn take_back_all_but_trace(&mut self, saved: Saved) {
        self.put_back(saved.game, saved.seen);
        self.parent = None;
        self.loops.interrupt();
    }

    /// A player decides what to do next: what never ends is counted from here.
    pub const fn decides(&mut self) {
        self.ticks = 0;
    }

    /// Makes one change that is recorded only when all that belongs to it is decided.
    pub(super) fn apply_ahead(&mut self, change: &Change) {
        self.game.apply(change);
    }

    /// Makes one change that no other rule looks at, and records it.
    ///
    /// Events that can be replaced or trigger something go through [`super::spells::events`] instead.
    pub(super) fn change(&mut self, cause: Cause, level: Level, change: Change) -> EntryId {
        self.game.apply(&change);
        let batch = self.trace.next_batch();
        self.record_change(cause, level, change, batch)
    }

    pub(super) fn record_change(
        &mut self,
        cause: Cause,
        level: Level,
        change: Change,
        batch: u32,
    ) -> EntryId {
        if let (Change::Create(new), CauseKind::Resolution(by, _)) = (&change, cause.kind) {
            self.chooser.created(by, new.new);
        }
        // What happens to one of a team is applied to the life total of them all.
        let of_team = matches!(change, Change::Life(..)) && self.game.shares_life();
        let told = |rule: RuleId| rule.as_str().starts_with("810.9");
        let rules = match of_team && !cause.rules.iter().any(told) {
            true => cause.rules.and(cr!("810.9")),
            false => cause.rules,
        };
        self.record(level, cause.kind, rules, What::Changed(change, batch))
    }

    /// Records something, by itself something that is no change of the game.
    pub(super) fn record(&mut self, level: Level, cause: CauseKind, rules: Rules, what: What) -> EntryId {
        let id = self.trace.record(self.parent, level, cause, rules, what);
        if let Some(history) = &mut self.history {
            history.keep(self.trace.mark(), &self.game);
        }
        id
    }

    /// Records something that was considered.
    pub(super) fn note(&mut self, level: Level, cause: CauseKind, rules: Rules, note: Note) -> EntryId {
        self.record(level, cause, rules, What::Note(note))
    }

    /// The same, of a condition that is not true for this frame.
    pub(super) fn note_unmet(
        &mut self,
        level: Level,
        by: Cause,
        note: Note,
        (frame, condition): (&Frame, &Condition),
    ) {
        let id = self.note(level, by.kind, by.rules, note);
        let of_note = match note {
            Note::DoesNotTrigger(_, _, called) => called.keyword,
            _ => frame
                .on_stack
                .and_then(|top| self.game.object(top).stack_ability())
                .and_then(|ability| ability.called)
                .and_then(|called| called.keyword),
        };
        self.keep_condition(id, of_note, (frame, condition));
    }

    /// Keeps the condition of which an entry tells whether it was true, for this frame and for what such a keyword stands for.
    pub(super) fn keep_condition(
        &mut self,
        id: EntryId,
        keyword: Option<KeywordName>,
        (frame, condition): (&Frame, &Condition),
    ) {
        if self.trace.is_on() {
            let unmet = self.of_condition(keyword, (frame, condition));
            self.trace.keep_unmet(id, unmet);
        }
    }

    /// A condition for whom it is asked, with what such a keyword stands for.
    pub(super) fn of_condition(
        &mut self,
        keyword: Option<KeywordName>,
        (frame, condition): (&Frame, &Condition),
    ) -> Unmet {
        let it = match (frame.current, &frame.occasion) {
            (Some(current), _) => current.object(),
            (None, Some(occasion)) => match occasion.objects[..] {
                [it] => Some(it),
                _ => None,
            },
            (None, None) => None,
        };
        let said = phrases::with_it(condition)
            .and_then(|(condition, of)| Some((condition, self.the_only_one(frame, &of)?)));
        let (condition, own, you) = (condition.clone(), frame.source, frame.controller);
        Unmet { condition, keyword, own, you, it, said }
    }

    /// The object that a selection has, if it is just one.
    pub(super) fn the_only_one(&mut self, frame: &Frame, of: &Selection) -> Option<ObjectId> {
        let view = self.view().ok()?;
        match filters::objects(Sight { game: &self.game, view: &view }, frame, of).ok()?.as_slice() {
            [object] => Some(*object),
            _ => None,
        }
    }

    /// Does something whose entries belong under another entry.
    pub(super) fn under<T>(
        &mut self,
        parent: EntryId,
        does: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let outer = self.parent.replace(parent);
        let result = does(self);
        self.parent = outer;
        result
    }

    /// Records what follows the state-based actions that are being performed, if it does, beside them rather than among them.
    pub(super) fn after_its_parent(&mut self, follows: bool, does: impl FnOnce(&mut Self)) {
        let outer = self.parent;
        let among = outer.and_then(|parent| self.trace.get(parent));
        if let Some(entry) = among.filter(|entry| follows && matches!(entry.what, What::StateBased)) {
            self.parent = entry.parent;
        }
        does(self);
        self.parent = outer;
    }

    /// Does something that is undone, trace and all, if it turns out to be illegal. That something was undone is a matter of
    /// rules only where a spell or ability was on the stack already (733.1); else the player could not even begin.
    ///
    /// # Errors
    /// Whatever stops it; if that is [`Halt::Illegal`] or [`Halt::NotAllowed`], the game is what it was before.
    pub fn attempt<T>(&mut self, attempt: Attempt, does: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let before = (self.game.clone(), self.seen.clone());
        let mark = self.trace.mark();
        let parent = self.parent;
        let result = does(self);
        if let Err(Halt::Illegal(illegal) | Halt::NotAllowed(illegal)) = &result {
            let (game, seen) = before;
            let begun = self.game.objects().len() > game.objects().len();
            self.put_back(game, seen);
            self.trace.rewind(mark);
            self.parent = parent;
            let rules = if begun { illegal.rules.and(cr!("733.1")) } else { illegal.rules };
            let refusal = illegal.refusal(&self.game, attempt);
            self.record(Level::Default, CauseKind::Rules, rules, What::Refused(Box::new(refusal)));
        }
        result
    }

    /// Does something while cards of libraries are about to enter the battlefield; however it ends, they are so no more afterwards.
    pub(super) fn while_entering<T>(
        &mut self,
        cards: Vec<ObjectId>,
        does: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let others = self.entering.len();
        self.entering.extend(cards);
        let result = does(self);
        self.entering.truncate(others);
        result
    }

    /// The cards of libraries that are about to enter the battlefield (614.13c).
    pub(super) fn entering(&self) -> &[ObjectId] {
        &self.entering
    }

    /// Counts one more thing that might never end.
    pub(super) fn tick(&mut self, what: &'static str) -> Outcome {
        self.ticks += 1;
        if self.ticks > 20_000 { Err(Halt::Runaway(what)) } else { self.goes_on() }
    }

    /// Whether nothing has stopped it from outside.
    ///
    /// # Errors
    /// If something has.
    pub fn goes_on(&self) -> Outcome {
        match &self.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => Err(Halt::Runaway("it has been stopped")),
            _ => Ok(()),
        }
    }

    /// The keyword that an ability of an object stands for, if it does.
    pub(super) fn keyword(&mut self, source: ObjectId, origin: Origin) -> Option<KeywordName> {
        let view = self.view().ok()?;
        let abilities = &view.characteristics(&self.game, source).abilities;
        abilities.iter().find(|instance| instance.origin == origin)?.keyword
    }

    /// The keyword that the ability stands for whose text is being followed, if it does: on the stack it is there whatever its source has
    /// lost since (113.7a).
    pub(super) fn keyword_followed(&mut self, frame: &Frame) -> Option<KeywordName> {
        match frame.called_on_stack(&self.game) {
            Some(called) => called.keyword,
            None => self.keyword(frame.source, frame.origin),
        }
    }

    /// What the layers have made of an object, to be kept as it leaves (608.2h).
    pub(super) fn known(&mut self, object: ObjectId) -> Outcome<Rc<Known>> {
        let view = self.view()?;
        Ok(Rc::new(Known {
            characteristics: view.shared(&self.game, object),
            controller: view.controller(&self.game, object),
            attached: self.game.attached_to(Thing::Object(object)).collect(),
        }))
    }
}
