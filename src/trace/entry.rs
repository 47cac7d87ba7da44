//! One thing that happened, as a value.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::game::{Answer, Called, CauseKind, Change, Choice, Half, ObjectId, Origin, PlayerId, Step, Thing};
use crate::ir::{Condition, CounterKind, KeywordName, ManaCost, Zone};
use crate::rules::{RuleId, Rules};

use super::conditions::Unmet;
use super::grounds::{Counted, Grounds};
use super::notes::Note;
use super::refusal::Refusal;

/// An entry's place in its trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(pub u32);

/// At which level of detail an entry is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// By default.
    Default,
    /// With `-v`: priority, costs, what was checked and did not apply.
    Detail,
    /// Never: bookkeeping of the game that is no event of the rules.
    Hidden,
}

/// One thing that happened.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its place in the trace.
    pub id: EntryId,
    /// The entry that this one is part of.
    pub parent: Option<EntryId>,
    /// What happened.
    pub what: What,
    /// What sort of thing caused it.
    pub cause: CauseKind,
    /// The rules that make it so, the deciding one first.
    pub rules: Rules,
    /// At which level it is shown.
    pub level: Level,
}

// A ruling records dozens of them: what is seldom said stands behind a pointer.
const _: () = assert!(size_of::<Entry>() <= 96, "an entry of the trace has grown");

/// How the mana in a total cost has been changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostChanged {
    /// What it would be without the effects that change it.
    pub before: ManaCost,
    /// Whose effects have changed it, as far as the rule that is cited does not say so itself.
    pub by: Vec<ObjectId>,
}

/// What happened.
#[derive(Debug, Clone)]
pub enum What {
    /// The game changed. Simultaneous changes share a batch number.
    Changed(Change, u32),
    /// A player casts a spell; the entries below are the steps of 601.2.
    Casts(PlayerId, ObjectId),
    /// A player activates an ability, which is the object on the stack (or, for a mana ability, its source).
    Activates {
        /// Who.
        player: PlayerId,
        /// The source.
        source: ObjectId,
        /// Which ability.
        origin: Origin,
        /// What it is called among those of its source.
        called: Called,
        /// Whether it is a mana ability (605.3b).
        mana: bool,
    },
    /// A player plays a land.
    PlaysLand(PlayerId, ObjectId),
    /// A player turns a face-down permanent face up (116.2b).
    TurnsFaceUp(PlayerId, ObjectId),
    /// A player unlocks a half of a permanent for its cost (116.2m).
    Unlocks(PlayerId, ObjectId, Half),
    /// A player suspends a card (116.2f).
    Suspends(PlayerId, ObjectId),
    /// A player does with a card what a keyword allows as a special action (116.2h, 116.2k).
    ByKeyword(PlayerId, KeywordName, ObjectId),
    /// A triggered ability is put on the stack: the object there, and its source.
    PutOnStack(ObjectId, ObjectId),
    /// The targets of a spell or ability were chosen.
    Targets(ObjectId, Vec<Thing>),
    /// Cards are revealed to all players (701.20a).
    Reveals(Vec<ObjectId>),
    /// The total cost of a spell or ability has been determined (601.2f).
    TotalCost {
        /// The spell or ability on the stack; of a mana ability its source.
        of: ObjectId,
        /// The mana ability of that source, which isn't on the stack (605.3b), and what it is called.
        ability: Option<(Origin, Called)>,
        /// Its mana.
        mana: Box<ManaCost>,
        /// How effects have changed it, where they do.
        changed: Option<Box<CostChanged>>,
    },
    /// A spell or ability begins to resolve.
    Resolves(ObjectId),
    /// A spell or ability doesn't resolve, all its targets being illegal (608.2b).
    Fizzles(ObjectId),
    /// A player chose.
    Chose(Box<Choice>, Answer, How),
    /// A step or phase begins, of a turn of this player.
    Step(PlayerId, Step),
    /// State-based actions are performed (704.3); the entries below are what they do.
    StateBased,
    /// Something that would happen to the object or player is replaced or prevented by an effect of the source (614.6, 615.6).
    Replaced(Thing, ObjectId, Would),
    /// A player can't do what they tried: the rules are the entry's.
    Refused(Box<Refusal>),
    /// Something was considered and did not happen, or a fact that decides.
    Note(Note),
    /// Something the scenario says happens.
    Fiat,
}

impl What {
    /// Whether it is this note.
    pub fn is_note(&self, note: &Note) -> bool {
        matches!(self, Self::Note(its) if its == note)
    }
}

/// What an effect replaces or prevents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Would {
    /// So much of a source's damage to it would be dealt, and is prevented (615.1).
    Prevented {
        /// The source of the damage, if there is one.
        source: Option<ObjectId>,
        /// How much is prevented.
        amount: u32,
        /// Whether it is combat damage.
        combat: bool,
    },
    /// It would be dealt damage by a source.
    Damage {
        /// The source of the damage, if there is one.
        source: Option<ObjectId>,
        /// How much would be dealt.
        amount: u32,
        /// Whether it is combat damage.
        combat: bool,
    },
    /// It would be dealt damage by a source, which is dealt to something else instead (614.9).
    Redirected {
        /// The source of the damage, if there is one.
        source: Option<ObjectId>,
        /// How much of it.
        amount: u32,
        /// Whether it is combat damage.
        combat: bool,
        /// To whom or what it is dealt.
        to: Thing,
    },
    /// The player would gain or (if negative) lose so much life, by this cause.
    Life(i32, CauseKind),
    /// A step of the player's turn would begin.
    Step(Step),
    /// It would enter the battlefield in another way: untapped, or with other counters.
    Enter {
        /// Whether it enters tapped now, or untapped, where that is what the effect says.
        tapped: Option<bool>,
    },
    /// It would enter the battlefield under the control of somebody else than this player.
    EnterUnder(PlayerId),
    /// It would enter the battlefield as itself, and does so as a copy of this.
    EnterAsCopy(ObjectId),
    /// It would change zones, to this one where that is known.
    Move(Option<Zone>),
    /// It would be destroyed (701.8a), and what applies waits for that.
    Destruction,
    /// The player would lose the game.
    LoseGame,
    /// The player would draw a card.
    Draw,
    /// The player would search a library.
    Search,
    /// The player's turn would begin.
    Turn,
    /// So many counters of a kind would be put on it.
    Counters(CounterKind, u32),
    /// It would produce so much mana.
    Mana(u32),
    /// The player would create so many tokens.
    Tokens(u32),
    /// The player would draw so many cards (121.2a).
    Cards(u32),
}

/// How an answer came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The scenario says it.
    Written,
    /// There was only one legal answer.
    Forced,
    /// Silence has a meaning there: pass, no attack, no block, copies keep their targets.
    Default,
    /// No answer makes a difference that the scenario could see.
    Indifferent,
}

/// What tells of the event on which an ability triggers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Told {
    /// The entry that tells of it, or of the first of several things that were the event together.
    pub(crate) entry: EntryId,
    /// How many things were the event.
    pub(crate) of: u32,
}

/// The entries of a scenario, in the order in which they happened.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    entries: Vec<Entry>,
    /// The conditions of which entries tell that they are not true.
    unmet: BTreeMap<EntryId, Rc<Unmet>>,
    /// What stands behind the changes of which entries tell.
    grounds: BTreeMap<EntryId, Grounds>,
    /// What was counted for how something enters that has not entered yet.
    entering: Option<(ObjectId, Rc<Counted>)>,
    /// Of entries that tell that an ability triggers, what tells of the event.
    events: BTreeMap<EntryId, Told>,
    off: bool,
    batch: u32,
}

/// For how many entries there is room from the first one on.
const FIRST_ROOM: usize = 128;

impl Trace {
    /// A trace that records nothing.
    pub fn off() -> Self {
        Self { off: true, ..Self::default() }
    }

    /// Adds an entry, and says where it stands.
    pub fn record(
        &mut self,
        parent: Option<EntryId>,
        level: Level,
        cause: CauseKind,
        rules: Rules,
        what: What,
    ) -> EntryId {
        let id = EntryId(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        if !self.off {
            let enters = match &what {
                What::Changed(Change::Move(it), _) => Some(it.object),
                What::Changed(Change::Create(it), _) => Some(it.new),
                _ => None,
            };
            if let Some((_, counted)) = self.entering.take_if(|(object, _)| Some(*object) == enters) {
                self.grounds_mut(id).counted = Some(counted);
            }
            // The trace of a ruling is seldom shorter; growing from nothing would copy it several times.
            if self.entries.is_empty() {
                self.entries.reserve(FIRST_ROOM);
            }
            self.entries.push(Entry { id, parent, what, cause, rules, level });
        }
        id
    }

    /// Keeps the condition of which an entry tells that it is not true.
    pub(crate) fn keep_unmet(&mut self, id: EntryId, unmet: Unmet) {
        if !self.off {
            self.unmet.insert(id, Rc::new(unmet));
        }
    }

    /// What stands behind the change of which an entry tells, to be added to.
    pub(crate) fn grounds_mut(&mut self, id: EntryId) -> &mut Grounds {
        self.grounds.entry(id).or_default()
    }

    /// Keeps what was counted for how something will enter, until an entry tells that it does.
    pub(crate) fn await_entering(&mut self, object: ObjectId, counted: Rc<Counted>) {
        if !self.off {
            self.entering = Some((object, counted));
        }
    }

    /// What stands behind the change of which an entry tells, as far as it is known.
    pub(crate) fn grounds_of(&self, id: EntryId) -> Option<&Grounds> {
        self.grounds.get(&id)
    }

    /// The damage of which a change of life or counters is the result (120.3), if it is one.
    pub(crate) fn damage_behind(&self, result: &Entry) -> Option<&Entry> {
        let What::Changed(change, batch) = &result.what else { return None };
        let whose = match change {
            Change::Life(player, amount) if *amount < 0 => Thing::Player(*player),
            Change::Poison(player, amount) if *amount > 0 => Thing::Player(*player),
            Change::Counters(object, kind, amount) => {
                let put = *kind == CounterKind::MINUS_ONE && *amount > 0;
                let removed = [CounterKind::LOYALTY, CounterKind::DEFENSE].contains(kind) && *amount < 0;
                (put || removed).then_some(Thing::Object(*object))?
            }
            _ => return None,
        };
        let before = self.entries.get(..result.id.0 as usize)?.iter().rev();
        let mut at_once = before.take_while(|entry| match &entry.what {
            What::Changed(change, its) => {
                let of_damage = matches!(
                    change,
                    Change::Damage { .. } | Change::Life(..) | Change::Poison(..) | Change::Counters(..)
                );
                its == batch && of_damage
            }
            _ => false,
        });
        at_once
            .find(|entry| matches!(&entry.what, What::Changed(Change::Damage { to, .. }, _) if *to == whose))
    }

    /// Keeps what tells of the event on which, as an entry tells, an ability triggers.
    pub(crate) fn keep_event(&mut self, id: EntryId, event: Told) {
        if !self.off {
            self.events.insert(id, event);
        }
    }

    /// The entry that tells of the event on which, as another tells, an ability triggers, if it is known.
    pub(crate) fn event_of(&self, id: EntryId) -> Option<EntryId> {
        self.events.get(&id).map(|told| told.entry)
    }

    /// How many things at once were the event on which, as an entry tells, an ability triggers; one where that is not known.
    pub(crate) fn events_of(&self, id: EntryId) -> u32 {
        self.events.get(&id).map_or(1, |told| told.of)
    }

    /// The conditions of which entries tell that they are not true.
    pub(super) const fn unmet(&self) -> &BTreeMap<EntryId, Rc<Unmet>> {
        &self.unmet
    }

    /// The condition of which an entry tells that it is not true, if it is known.
    pub(crate) fn unmet_of(&self, id: EntryId) -> Option<&Condition> {
        self.unmet.get(&id).map(|unmet| &unmet.condition)
    }

    /// Whether entries are kept.
    pub const fn is_on(&self) -> bool {
        !self.off
    }

    /// How many batches of simultaneous changes there have been.
    pub const fn batch(&self) -> u32 {
        self.batch
    }

    /// Counts batches on from here, where what came after it is taken back.
    pub const fn count_batches_from(&mut self, batch: u32) {
        self.batch = batch;
    }

    /// A new number for changes that happen at the same time.
    pub fn next_batch(&mut self) -> u32 {
        self.batch += 1;
        self.batch
    }

    /// The entries in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether such a change is on record, and a note of what came of it is not since the last one.
    pub fn is_news(&self, note: &Note, is_such: &dyn Fn(&Change) -> bool) -> bool {
        let last = self.entries.iter().rev().find_map(|entry| match &entry.what {
            What::Changed(change, _) if is_such(change) => Some(true),
            What::Note(said) if said == note => Some(false),
            _ => None,
        });
        last == Some(true)
    }

    /// An entry.
    pub fn get(&self, id: EntryId) -> Option<&Entry> {
        self.entries.get(id.0 as usize)
    }

    /// Adds a rule to an entry that is already there.
    pub fn add_rule(&mut self, id: EntryId, rule: RuleId) {
        if let Some(entry) = self.entries.get_mut(id.0 as usize) {
            entry.rules.push(rule);
        }
    }

    /// How many entries there are: a place to return to with [`Trace::rewind`].
    pub fn mark(&self) -> usize {
        self.entries.len()
    }

    /// Tells the moves since a mark in detail only.
    pub fn shorten(&mut self, mark: usize) {
        for entry in self.entries.iter_mut().skip(mark) {
            if matches!(entry.what, What::Changed(Change::Move(_), _)) && entry.level == Level::Default {
                entry.level = Level::Detail;
            }
        }
    }

    /// Forgets the entries since a mark: what they tell has not happened (733.1).
    pub fn rewind(&mut self, mark: usize) {
        self.entries.truncate(mark);
        let first = EntryId(u32::try_from(mark).unwrap_or(u32::MAX));
        if self.unmet.last_key_value().is_some_and(|(last, _)| *last >= first) {
            self.unmet.retain(|id, _| *id < first);
        }
        self.events.split_off(&first);
        self.grounds.split_off(&first);
    }
}
