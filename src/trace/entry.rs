//! One thing that happened, as a value.

use crate::game::{
    Answer, Called, CauseKind, Change, Choice, Half, ManaAmount, ObjectId, Origin, PlayerId, Step, Thing,
};
use crate::ir::instruction::ManaType;
use crate::ir::{CounterKind, KeywordName, ManaCost, Symbol, Zone};
use crate::rules::{RuleId, Rules};

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
        /// What that would be without the effects that change it, where they do.
        before: Option<Box<ManaCost>>,
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
    /// The player would gain or (if negative) lose so much life, by this cause.
    Life(i32, CauseKind),
    /// A step of the player's turn would begin.
    Step(Step),
    /// It would enter the battlefield in another way: untapped, or with other counters.
    Enter {
        /// Whether it enters tapped now.
        tapped: bool,
    },
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

/// Something that was considered and did not happen, or a fact that decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note {
    /// An effect of an object prevents none of the damage that would be dealt to somebody or something: it can't be prevented (615.12).
    PreventsNothing(ObjectId, Thing),
    /// An effect of an object redirects none of the damage that would be dealt to the first: the second is not there any more, or can't
    /// be dealt damage (614.9).
    RedirectsNothing(ObjectId, Thing, Thing),
    /// A player, or their team, takes the first turn (103.1).
    TakesFirstTurn(PlayerId),
    /// A player draws a hand of so many cards before the first turn (103.5).
    DrawsHand(PlayerId, u32),
    /// A player takes their n-th mulligan (103.5).
    TakesMulligan(PlayerId, u32),
    /// A player may take no more mulligans (103.5).
    NoMoreMulligans(PlayerId),
    /// The first mulligan of a player does not count (103.5c).
    MulliganUncounted(PlayerId),
    /// What a card allows from the opening hand it does not allow now, its condition not being true (103.6).
    NoOpeningAction(ObjectId),
    /// A player, or their team, skips the draw step of the first turn (103.8).
    SkipsFirstDraw(PlayerId),
    /// A player proposes a shortcut, perhaps so many repetitions (732.2a).
    Proposes(PlayerId, Option<u32>),
    /// A player shortens a proposed shortcut (732.2b).
    Shortens(PlayerId),
    /// The duration was over before the effect began: the object doesn't move (610.3a–b).
    DurationOver(ObjectId),
    /// A permanent does not phase out until something happens, because that has happened already.
    StaysPhasedIn(ObjectId),
    /// What would phase a permanent in does not: another effect has yet to do so, or has done so before.
    NotPhasedIn(ObjectId),
    /// A card that chance picked from a face-down pile for a cost is shown, once all is paid (406.4).
    ShownAfterCost(ObjectId),
    /// A linked ability finds nothing (607).
    LinkedNothing(ObjectId),
    /// What a token of the object's would be a copy of does not exist, so that none is created (111.12).
    NothingToCopy(ObjectId),
    /// A target is illegal, and is not affected (608.2b).
    IllegalTarget(ObjectId, Thing),
    /// A triggered ability's condition isn't true as it resolves (603.4).
    ConditionFalse(ObjectId),
    /// What is done only if something is true is left out of what a spell or ability does (608.2c).
    PartLeftOut(ObjectId),
    /// A part of a spell or ability is left out: it needs to know something of a target that is illegal (608.2b).
    NothingKnown(ObjectId),
    /// An ability of the object, which is called so, does not trigger: its condition isn't true (603.4).
    DoesNotTrigger(ObjectId, Origin, Called),
    /// An ability of the object, which is called so, does not trigger: an object says that what happened causes none to.
    KeptFromTriggering(ObjectId, Origin, Called, ObjectId),
    /// An ability of the object, which is called so, does not trigger: it has triggered as often this turn as it can.
    HasTriggered(ObjectId, Origin, Called),
    /// A triggered ability does not trigger, as it triggers only once, or its controller has done this turn what is done only once (603.2h).
    IsDone(ObjectId, Origin, Called),
    /// A triggered ability is removed from the stack, as it has no legal target (603.3d).
    NoTarget(ObjectId),
    /// An instruction can't find its object: it isn't where it is expected (603.6, 603.7c, 400.7).
    NotFound(ObjectId),
    /// What the spell or ability would do it does only once each turn, and that has been done (603.2h).
    DoneAlready(ObjectId),
    /// A number that an object counts, and whether it notes it for a linked ability (607.2e).
    Counts(ObjectId, i32, bool),
    /// Of a number below zero an object uses zero (107.1b).
    BelowZero(ObjectId, i32),
    /// An ability of the object asks for what was noted, and nothing was (607.2e).
    NothingNoted(ObjectId),
    /// What can't happen to the object or player, or can't be done by them, doesn't; the source of the effect that says so.
    Cant(Forbidden, Thing, Option<ObjectId>),
    /// A token outside the battlefield can't move to another zone (111.8).
    TokenStays(ObjectId),
    /// A token, or a copy of a card, has ceased to exist, so that nothing finds it (111.7, 707.10a).
    Ceased(ObjectId),
    /// A card is no longer encoded on the creature (702.99c).
    NoLongerEncoded(ObjectId, ObjectId),
    /// A card that has left exile no longer haunts the creature (702.55b).
    NoLongerHaunts(ObjectId, ObjectId),
    /// A player has nothing to choose from, so that the instruction does nothing (609.3).
    Impossible(PlayerId),
    /// What would otherwise be illegal is permitted for this object, by the rule that is cited.
    Permits(ObjectId),
    /// The result of a player's die roll, modifiers considered (706.2).
    RollResult(PlayerId, i32),
    /// The result of a die roll, and the least and the greatest result of the part of the table that lists it (706.3a).
    RollListed(i32, Option<(u8, Option<u8>)>),
    /// A player rolls the planar die (901.9).
    RollsPlanarDie(PlayerId),
    /// A mandatory loop: nothing can end it (732.4). What has happened since this entry happens again and again.
    Loop(EntryId),
    /// Creatures were declared as attackers, so that no step is skipped though they are gone (508.8).
    AttackersGone,
    /// A player controls another during the turn that begins (723.1).
    Controls(PlayerId, PlayerId),
    /// A player does not control another any more, as the turn that begins is not that one (723.1).
    ControlEnds(PlayerId, PlayerId),
    /// A player decides what another does (723.5).
    DecidesFor(PlayerId, PlayerId),
    /// A player's extra turn begins (500.7).
    ExtraTurn(PlayerId),
    /// What the object would put onto the battlefield attacking never attacks (506.3a–b, 508.4a).
    NeverAttacks(ObjectId),
    /// What the object would put onto the battlefield blocking never blocks (506.3a, 506.3e, 509.4a).
    NeverBlocks(ObjectId),
    /// A creature that was not declared attacks or blocks what restrictions, requirements or costs would have kept it from (508.4c,
    /// 508.7b, 509.4b).
    Unbound(ObjectId),
    /// An unblocked creature assigns no combat damage, since what it attacked is out of combat (506.4c).
    AttacksNothing(ObjectId),
    /// No phase or step is added by what the object says (500.8, 500.10a).
    NothingAdded(ObjectId),
    /// What effects forbid of a player's attacks is obeyed (508.1c).
    Obeyed(PlayerId),
    /// The creatures of a player block as the restrictions on blocking allow (509.1b).
    BlocksObey(PlayerId),
    /// A creature attacks or blocks as an effect of the object wants (508.1d, 509.1c).
    Obeys(ObjectId, ObjectId),
    /// A player of whom nothing is said has only one legal declaration of attackers (508.1d), or of blockers (509.1c).
    OnlyDeclaration(PlayerId, Fighting),
    /// There are requirements of what a player's creatures attack or block, and none can be obeyed (508.1d, 509.1c).
    NothingToObey(PlayerId),
    /// What a player's attacks or blocks cost is worked out, with so much generic mana (508.1h, 509.1d).
    CostLockedIn(PlayerId, u16),
    /// A player activates mana abilities for what attacks or blocks cost (508.1i, 509.1e).
    MakesManaFor(PlayerId),
    /// Of several players who are attacked, this one declares blockers (802.4).
    DeclaresBlockers(PlayerId),
    /// An object is attached already to what it would become attached to (701.3b).
    AlreadyAttached(ObjectId, Thing),
    /// A spell that might be cast has no legal target, and can't be (608.2d).
    NoTargetFor(ObjectId),
    /// A card can't be cast so, because the resulting spell would be none of those that the effect lets be cast.
    NoSuchSpell(ObjectId),
    /// The targets of a spell or ability stay as they are, since not all can be changed (115.7a).
    TargetsStay(ObjectId),
    /// A blocked creature stays blocked though nothing blocks it any more (509.1h).
    StaysBlocked(ObjectId),
    /// A blocked creature that nothing blocks any more assigns no combat damage (510.1c).
    AssignsNone(ObjectId),
    /// The player can't pay what they might (118.3); as something enters, for that.
    CantPay(PlayerId, Option<ObjectId>),
    /// An attacking creature without power assigns no combat damage (510.1a).
    HasNoPower(ObjectId),
    /// Another card of a melded or merged permanent has gone where that went (712.21, 730.3), or apart from it (903.9c).
    GoesAlong(ObjectId, ObjectId),
    /// The second card of what was a melded permanent goes to another zone than the first.
    GoesApart(ObjectId, ObjectId, Zone),
    /// Objects can't be melded with each other, and stay where they are (701.42c).
    NotMelded(ObjectId),
    /// A spell or permanent is not bestowed any more (702.103e-g).
    NoLongerBestowed(ObjectId),
    /// A permanent that something has merged with is the object that it was, and has not entered (730.2b, 730.2c).
    SameObject(ObjectId),
    /// No card represents a spell, so that it is not exiled encoded (702.99a).
    NoCard(ObjectId),
    /// A spell is not a mutating creature spell any more (702.140b).
    NoLongerMutating(ObjectId),
    /// A permanent can't be turned face down or transform, or is face down already (708.2b, 712.9, 712.16).
    StaysAsItIs(ObjectId),
    /// A card of a type that can't enter or leave a zone remains where it is (400.4).
    RemainsIn(ObjectId, Zone),
    /// A permanent doesn't untap in its controller's untap step (502.3); the source of the effect that says so.
    StaysTapped(ObjectId, ObjectId),
    /// No creature attacks, so that the steps for blocks and combat damage are skipped (508.8).
    NoAttackers,
    /// A mana ability of the object adds no mana for the player (106.5, 106.7, 605.2).
    NoMana(ObjectId, PlayerId),
    /// A player keeps unspent mana as a step or phase ends, by an effect of the object (500.5).
    KeepsMana(PlayerId, ManaAmount, ObjectId),
    /// A creature assigns its combat damage as though it weren't blocked (510.1b).
    AsThoughUnblocked(ObjectId),
    /// A mana ability's payment is taken as made.
    PaymentTaken(PlayerId),
    /// The duration of the object's effect is over before the effect begins, so that it does nothing to the other (611.2b).
    NeverBegins(ObjectId, Option<ObjectId>),
    /// Two creatures become unpaired (702.95e).
    Unpaired(ObjectId, ObjectId),
    /// The damage event as a whole, with the life that is gained in it, does not reduce the player's life total as far as an effect
    /// asks for (120.4c).
    NotHeld(PlayerId),
    /// A cost has been paid although other things happened than it asks for (118.11).
    PaidOtherwise(PlayerId),
    /// What the spell or ability asks for was not done, so that what depends on it isn't either (118.12).
    NotDone(ObjectId),
    /// No mana of a type was spent to cast the spell, which is a copy (707.10).
    NotSpent(ObjectId, ManaType),
    /// An object that is no longer what it was called is meant all the same (608.2k).
    StillMeant(ObjectId),
    /// An Aura token is not created: it could not enchant what it would be attached to (303.4i), or anything (303.4g).
    NotCreated(Option<Thing>),
    /// A permanent and a card are not exchanged, for it can't be done in full (701.12a).
    NotExchanged(ObjectId, ObjectId),
    /// A spell is announced to be kicked, so many times, with its kicker cost of this place among those that it has (702.33c–d).
    Kicked {
        /// The spell.
        spell: ObjectId,
        /// Which of several kicker costs, in the order in which they are printed; nothing where it has only one.
        place: Option<u8>,
        /// How many times.
        times: u8,
    },
    /// The additional cost of a spell is to be paid which may be paid or not, so many times (601.2b).
    PaysAlso {
        /// The spell.
        spell: ObjectId,
        /// What having paid it is called, if it is called anything.
        cost: Option<Symbol>,
        /// How many times.
        times: u8,
    },
    /// No copy of it is made: what the copy would target is no legal target for it (707.10e).
    NotCopied(ObjectId),
    /// An ability of it does nothing: it speaks of a choice that was never made for it (607.5a).
    Undefined(ObjectId),
    /// A token is not created, since it can't enter; the source of the effect that says so (614.17d).
    NoToken(ObjectId),
    /// No token is created that would be a copy of an instant or sorcery card: whose effect it is.
    NoTokenOfSpell(ObjectId),
    /// What would be regenerated has left the battlefield already (614.4).
    TooLate(ObjectId),
    /// Damage that the object has been dealt already is not prevented (615.4).
    DamageStays(ObjectId),
    /// Something happened in the cleanup step, so that players get priority in it (514.3a).
    PriorityInCleanup,
    /// What would be put onto the battlefield or the stack under the control of a player who has left the game is not; nor is a
    /// token created, by this object, for such a player (800.4b).
    ForOneWhoLeft(ObjectId, PlayerId),
    /// A triggered ability of the object is not put onto the stack: the player who would control it has left the game (800.4d);
    /// what it would have been about, if it was about something.
    NotPutOnStack(ObjectId, PlayerId, Option<ObjectId>),
    /// The turn goes on without an active player, who has left the game (800.4j).
    NoActivePlayer(PlayerId),
    /// The turn of a player who has left the game does not begin (800.4k).
    TurnNotBegun(PlayerId),
    /// The creature assigns no combat damage to the player it attacks, who has left the game (800.4e).
    AssignsNoneTo(ObjectId, PlayerId),
    /// What costs of loyalty counters add up to is nothing, so that the object keeps its loyalty (606.5).
    LoyaltyStays(ObjectId),
}

/// What is declared in combat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fighting {
    /// Attackers (508.1).
    Attack,
    /// Blockers (509.1).
    Block,
}

/// What can't happen, and so does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forbidden {
    /// It can't be countered (101.2).
    Counter,
    /// It can't be destroyed (101.2).
    Destroy,
    /// It is indestructible (702.12b).
    DestroyIndestructible,
    /// It can't be regenerated (701.19c).
    Regenerate,
    /// It can't be turned face up (101.2).
    TurnFaceUp,
    /// Who would sacrifice it does not control it (701.21a).
    Sacrifice,
    /// It can't be attached to that, or is already (701.3b).
    Attach(Thing),
    /// It can't enter attached to that (303.4i), or there is nothing to attach it to (303.4g).
    EnterAttached(Option<Thing>),
    /// No counters can be put on it (101.2).
    Counters,
    /// They can't get counters of this kind (101.2).
    GetCounters(CounterKind),
    /// Its protection from the damage's source, which is said last, prevents that damage (702.16e).
    Damage {
        /// How much would be dealt.
        amount: u32,
        /// Whether it is combat damage.
        combat: bool,
    },
    /// They can't gain life (101.2).
    GainLife,
    /// They can't lose life (101.2).
    LoseLife,
    /// They can't draw cards (101.2).
    Draw,
    /// They can't search libraries (101.2).
    Search,
    /// They can't lose the game (101.2).
    LoseGame,
    /// Win the game.
    WinGame,
    /// It can't enter the battlefield (101.2).
    Enter,
    /// It can't block what attacks another player's side (802.4a).
    Block(ObjectId),
    /// It can't be dredged, with fewer cards in the library than would be milled (702.52b).
    Dredge,
    /// It can't have this ability (113.11).
    Have(KeywordName),
}

/// The entries of a scenario, in the order in which they happened.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    entries: Vec<Entry>,
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
            // The trace of a ruling is seldom shorter; growing from nothing would copy it several times.
            if self.entries.is_empty() {
                self.entries.reserve(FIRST_ROOM);
            }
            self.entries.push(Entry { id, parent, what, cause, rules, level });
        }
        id
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
    }
}
