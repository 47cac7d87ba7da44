//! Every possible change of a game, as one enum.

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::instruction::ManaType;
use crate::ir::{CounterKind, Duration, Link, Symbol, Zone};

use super::characteristics::{Characteristics, Definition, Origin};
use super::combat::{Attack, Block};
use super::effects::{
    ContinuousEffect, CopiedFaces, DelayedTrigger, EffectId, LinkKey, LinkedObject, Shield, Until,
    WaitingTrigger,
};
use super::ids::{ObjectId, PlayerId, Thing};
use super::mana::{Mana, ManaAmount};
use super::object::{Announced, Designation, FaceDown, Known, Nature, PhasedOut};
use super::occurrence::{Entered, Occurrence};
use super::state::{Daytime, Ending, Game};
use super::turn::Step;

/// One change. Applied by [`super::Game::apply`], which is the only way in which a game changes.
#[derive(Debug, Clone)]
pub enum Change {
    /// An object goes to another zone and is a new object there (400.7).
    Move(Box<Move>),
    /// An object comes into being: a token, a copy, an ability on the stack, an emblem, an unknown card.
    Create(Box<NewObject>),
    /// An object on the stack merges with a permanent (730.2).
    Merge(Box<Merge>),
    /// An object ceases to exist (111.7, 608.2n, 704.5d–e).
    Cease(ObjectId),
    /// An object leaves the game along with its owner (800.4a), with what the layers had made of it.
    LeaveGame(ObjectId, Option<Rc<Known>>),
    /// A permanent phases out (702.26b).
    PhaseOut {
        /// The permanent.
        object: ObjectId,
        /// Under whose control, and along with what.
        how: PhasedOut,
        /// What the layers had made of it.
        known: Option<Rc<Known>>,
    },
    /// A permanent phases in (702.26c).
    PhaseIn(ObjectId),
    /// A permanent becomes tapped or untapped.
    Tap(ObjectId, bool),
    /// Damage is dealt, and marked where the rules mark it; life and counters change by changes of their own (120.3).
    Damage {
        /// The source (120.7).
        source: Option<ObjectId>,
        /// Who or what is dealt it.
        to: Thing,
        /// How much; never 0 (120.8).
        amount: u32,
        /// Whether it is combat damage.
        combat: bool,
        /// Whether the source has deathtouch (702.2b).
        deathtouch: bool,
        /// Whether it is marked on the permanent (120.3e), rather than only counters or life changing.
        marks: bool,
    },
    /// All damage is removed from a permanent (514.2, 701.19a).
    RemoveDamage(ObjectId),
    /// Damage no longer counts as that of a source with deathtouch, the check being over (704.5h).
    ForgetDeathtouch(ObjectId),
    /// A life total goes up or down.
    Life(PlayerId, i32),
    /// Counters are put on an object (or, if negative, removed from it).
    Counters(ObjectId, CounterKind, i32),
    /// Poison counters are put on a player.
    Poison(PlayerId, i32),
    /// Mana goes into a player's pool (106.4).
    AddMana(PlayerId, Rc<[Mana]>),
    /// Mana is spent (118.3a): how much of each type, and which of the pool by place, in rising order.
    SpendMana(PlayerId, ManaAmount, Rc<[usize]>),
    /// A player loses unspent mana (106.4): how much of each type, and which of the pool by place, in rising order.
    LoseMana(PlayerId, ManaAmount, Rc<[usize]>),
    /// Unspent mana becomes mana of another type: how much of each type, which of the pool by place, and the new type.
    TurnMana(PlayerId, ManaAmount, Rc<[usize]>, ManaType),
    /// What kept a player's mana from being lost for so long is over (500.5, 514.2).
    EndKeeping(PlayerId, Duration),
    /// Counters of another kind are put on a player (or, if negative, removed).
    PlayerCounters(PlayerId, CounterKind, i32),
    /// A player gets a designation (725.1, 726.1, 702.131c).
    Hold(Box<Hold>),
    /// A player has a designation no longer, and nobody else has it (725.4).
    LetGo(PlayerId, Symbol),
    /// A player's speed becomes a number (702.179b).
    Speed(PlayerId, u32),
    /// It becomes day or night (731.1).
    Daytime(Daytime),
    /// A card is outside the game (400.11): before a scenario begins.
    SetAside(ObjectId),
    /// A permanent has entered as a copy of something (707.5): before a scenario begins.
    EnteredAs(ObjectId, CopiedFaces),
    /// A dungeon card leaves the game, and its owner completes it (309.7).
    CompleteDungeon(ObjectId),
    /// The Ring tempts the player whose emblem this is once more, and the emblem has these abilities from now on (701.54c).
    Tempt(ObjectId, Arc<Characteristics>),
    /// A permanent has a designation no longer.
    Undesignate(ObjectId, Designation),
    /// Energy counters are put on a player or paid.
    Energy(PlayerId, i32),
    /// An object becomes attached to something, or to nothing.
    Attach(ObjectId, Option<Thing>),
    /// What was announced for a spell or ability changes: targets, modes, costs.
    Announce(ObjectId, Rc<Announced>),
    /// The controller of an object on the stack, or of a permanent before control effects, is set.
    Controller(ObjectId, PlayerId),
    /// A control change through the layers has been noticed: summoning sickness starts anew (302.6), combat loses it.
    ControlNoticed(ObjectId, PlayerId),
    /// A commander's owner has been asked to put it into the command zone (903.9a).
    Offered(ObjectId),
    /// A permanent gets a designation.
    Designate(ObjectId, Designation),
    /// A permanent is no longer summoning sick, or is again.
    Sick(ObjectId, bool),
    /// A permanent on a board has entered the battlefield this turn.
    EnteredNow(ObjectId),
    /// A permanent on a board has attacked earlier this turn.
    AttackedBefore(ObjectId),
    /// An object turns face down, in this way, or face up.
    FaceDown(ObjectId, Option<FaceDown>),
    /// A permanent transforms or converts: its other face is up (701.27a).
    Transform(ObjectId),
    /// The object gets a new timestamp: on the board it stands behind all that is written before it (613.7).
    Timestamp(ObjectId),
    /// A permanent becomes flipped (710.4).
    Flip(ObjectId),
    /// A player may look at an object.
    MayLook(ObjectId, PlayerId),
    /// A turn begins.
    BeginTurn(PlayerId),
    /// A step or phase begins.
    BeginStep(Step),
    /// A player has priority, or nobody has.
    Priority(Option<PlayerId>),
    /// The player who has priority passes.
    Pass,
    /// Combat begins or is over: nobody attacks or blocks.
    ClearCombat,
    /// A creature attacks.
    Attack(Attack),
    /// Attacking creatures are a band (702.22c).
    Band(Rc<[ObjectId]>),
    /// A creature blocks.
    Block(Block),
    /// An attacking creature has become blocked (509.1h).
    Blocked(ObjectId),
    /// An attacking creature has become unblocked by an effect (509.1h).
    Unblocked(ObjectId),
    /// An attacking creature attacks another player, planeswalker or battle instead (508.7a).
    Reselect(ObjectId, Thing),
    /// Blockers have been declared.
    BlockersDeclared,
    /// A creature deals its damage in the first of two combat damage steps.
    StruckFirst(ObjectId),
    /// The first of two combat damage steps has been.
    FirstStrikeDone,
    /// A creature is removed from combat (506.4).
    RemoveFromCombat(ObjectId),
    /// A blocking creature that is attacked as well stops being the one and stays the other: a blocking creature no more, or, if so
    /// said, attacked no more (506.4d).
    StaysInCombat {
        /// The permanent.
        object: ObjectId,
        /// Whether it goes on blocking, rather than being attacked.
        blocks: bool,
    },
    /// A continuous effect begins.
    BeginEffect(Box<ContinuousEffect>),
    /// A continuous effect ends.
    EndEffect(EffectId),
    /// Something will return when an event happens (610.3).
    AddUntil(Box<Until>),
    /// The n-th waiting return is over.
    EndUntil(usize),
    /// A delayed triggered ability begins to wait.
    AddDelayed(Box<DelayedTrigger>),
    /// A delayed triggered ability waits no longer.
    EndDelayed(EffectId),
    /// A shield is made.
    AddShield(Box<Shield>),
    /// A shield is used once, or has prevented so much of what it is to prevent.
    UseShield(EffectId, u32),
    /// A shield is gone.
    EndShield(EffectId),
    /// An ability triggers.
    Trigger(Box<WaitingTrigger>),
    /// The waiting triggers are taken away to be put on the stack.
    TakeTriggers,
    /// The waiting trigger at this place is taken away: a mana ability, which resolves at once.
    TakeTrigger(usize),
    /// What these "until"s of the waiting trigger at this place wait for has happened (610.3b).
    LapseWaiting(usize, u32),
    /// The same of a spell or ability on the stack (610.3a, 610.3b).
    Lapse(ObjectId, u32),
    /// What refers to a discarded card finds it as another object from now on: it had been exiled for its madness (400.7k).
    FindAgain(ObjectId, ObjectId),
    /// A link is made (607).
    AddLink(Box<LinkedObject>),
    /// A card in exile is encoded on a creature (702.99b).
    Encode(ObjectId, ObjectId),
    /// A word chosen for a linked ability.
    ChooseWord(Box<LinkKey>, Symbol),
    /// The name of a card was chosen for a pair of linked abilities (607.2d).
    ChooseName(Box<LinkKey>, Arc<str>),
    /// A library is put into this order, the top card last; these cards went to its bottom.
    Arrange(PlayerId, Rc<[ObjectId]>, Rc<[ObjectId]>),
    /// A card goes to another place of the library it is in; it changes no zone, and is the object that it was (400.7).
    Place(ObjectId, Position),
    /// Cards of a player's library are in an order nobody knows, but for these, which keep their places (701.24b, 701.24g).
    Shuffle(PlayerId, Rc<[ObjectId]>),
    /// A library is put into this order, the top card last, in which chance has settled where these cards are.
    Settle(PlayerId, Rc<[ObjectId]>, Rc<[ObjectId]>),
    /// A card of the command zone is on top of a player's planar or scheme deck, above those that are there.
    InDeck(PlayerId, ObjectId),
    /// A player has rolled the planar die as a special action (901.9).
    PlanarRoll(PlayerId),
    /// Extra turns and phases, added or begun (500.7, 500.8).
    Agenda(super::agenda::AgendaChange),
    /// A player has played a land this turn.
    LandPlayed(PlayerId),
    /// A player has drawn a card this turn.
    Drawn(PlayerId),
    /// A player should have drawn from an empty library (704.5b).
    DrewFromEmpty(PlayerId),
    /// Nothing of that is left to check.
    ForgetEmptyDraws,
    /// A player has cast a spell this turn.
    CastCounted(PlayerId),
    /// A spell resolves, of which it will be asked whether it was the first of its name.
    Resolves(PlayerId, Arc<str>),
    /// Something happened that abilities may ask for later this turn.
    Occurred(Occurrence),
    /// Something has entered the battlefield, and this is what it is there.
    Entered(Entered),
    /// A permanent is dealt excess damage, and this is what it is then (120.10).
    DealtExcess(Entered),
    /// A player has spent so much mana on spells this turn, at least and at most.
    SpentOnSpells(PlayerId, (u32, u32)),
    /// An ability was used this turn, by a player.
    Used(ObjectId, Origin, PlayerId),
    /// A player begins to activate an ability of an object that can be activated only once (702.177).
    Exhaust(PlayerId, ObjectId, Origin),
    /// An ability of an object was used that can be used only once.
    UsedUp(ObjectId, Origin),
    /// As though a player had not begun to activate such an ability this turn.
    Unexhaust(PlayerId),
    /// A player leaves the game.
    Leave(PlayerId),
    /// The game is over.
    End(Ending),
}

impl Change {
    /// The move between zones that it is, if it is one.
    pub fn as_move(&self) -> Option<&Move> {
        if let Self::Move(it) = self { Some(it) } else { None }
    }
}

/// A player gets a designation.
#[derive(Debug, Clone)]
pub struct Hold {
    /// Who.
    pub player: PlayerId,
    /// Which.
    pub name: Symbol,
    /// Whether only one player can have it at a time (725.3, 726.3).
    pub sole: bool,
    /// The abilities that having it gives without a source, if it gives any, under its name.
    pub marker: Option<Arc<Characteristics>>,
}

/// An object merges with a permanent (730.2).
#[derive(Debug, Clone)]
pub struct Merge {
    /// What merges with it.
    pub object: ObjectId,
    /// The permanent, which stays the same object (730.2c).
    pub permanent: ObjectId,
    /// Whether it is put on top of the permanent, rather than under it.
    pub over: bool,
    /// The copiable values that the permanent has from now on (730.2a).
    pub base: Arc<Characteristics>,
    /// What the permanent was called before.
    pub was: Arc<str>,
    /// What the layers had made of the object.
    pub known: Option<Rc<Known>>,
}

/// An object goes from one zone to another.
#[derive(Debug, Clone)]
pub struct Move {
    /// What moves.
    pub object: ObjectId,
    /// Where to.
    pub to: Zone,
    /// Where in the zone.
    pub position: Position,
    /// What the move is called.
    pub action: MoveAction,
    /// Under whose control it enters the battlefield or the stack; its owner's if not said.
    pub controller: Option<PlayerId>,
    /// Whether it enters tapped.
    pub tapped: bool,
    /// How it comes to be face down there, if it is.
    pub face_down: Option<FaceDown>,
    /// Whether it enters prepared (722.3a).
    pub prepared: bool,
    /// The counters it enters with.
    pub counters: Vec<(CounterKind, u32)>,
    /// What it enters attached to.
    pub attached_to: Option<Thing>,
    /// What it attacks as it enters.
    pub attacking: Option<Thing>,
    /// What it blocks as it enters.
    pub blocking: Option<ObjectId>,
    /// The words chosen as it enters, each under the name of its link (607.2d).
    pub words: Vec<(Link, Symbol)>,
    /// The names of cards chosen as it enters, each under the name of its link.
    pub names: Vec<(Link, Arc<str>)>,
    /// The objects that are linked to it as it enters, each under the name of its link (614.14).
    pub links: Vec<(Link, ObjectId)>,
    /// The face it has there, by index.
    pub face: u8,
    /// The card that is melded with it into one permanent (701.42a).
    pub melded_with: Option<ObjectId>,
    /// How the components of a melded or merged permanent go that leaves, if anything is said of that.
    pub parting: Option<Box<Parting>>,
    /// What it enters as a copy of (614.1c).
    pub copied: Option<CopiedFaces>,
    /// What the effect that puts it there, or something that happens as it enters, says that it is there (611.2e); what it affects, its number and its timestamp are filled
    /// in as the move is applied.
    pub being: Option<Box<ContinuousEffect>>,
    /// What exiles it instead of letting it go to a graveyard, if something does that has more to say of it there.
    pub sent_by: Option<SentBy>,
    /// By which keyword it is cast, where one lets it be cast.
    pub way: Option<Symbol>,
    /// What the layers had made of it where it was.
    pub known: Option<Rc<Known>>,
    /// Whether it moves at the same time as what moved before it.
    pub together: bool,
    /// The id it gets: the next free one, filled in as the move is applied.
    pub new: ObjectId,
}

/// How the components of a melded or merged permanent go as it leaves.
#[derive(Debug, Clone, Default)]
pub struct Parting {
    /// In which order they come, by their places among the components, from the top of a library (712.21a, 730.3a) or by their
    /// timestamps in exile (712.21b, 730.3b); as they are if it is empty.
    pub order: Vec<u32>,
    /// Those that go to another zone than the permanent does (903.9c).
    pub apart: Vec<(ObjectId, Zone)>,
}

/// What sends a card elsewhere instead of letting it go to a graveyard, and says what may become of it there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentBy {
    /// Madness, as the card is discarded (702.35a).
    Madness,
    /// Rebound, as the spell resolves (702.88a).
    Rebound,
    /// Having been cast as an Adventure, as the spell resolves (715.3d).
    Adventure,
    /// Buyback, as the spell resolves, to the hand (702.27a).
    Buyback,
    /// Having been cast as an Omen, as the spell resolves, into the library (720.3d).
    Omen,
}

/// Where in a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// On top, which is where objects come unless something says otherwise.
    Top,
    /// On the bottom.
    Bottom,
    /// The n-th from the top, counted from 1.
    FromTop(u32),
    /// Anywhere in a library that is shuffled at the same time (701.24).
    Shuffled,
}

/// What a move is called: the action that moves the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveAction {
    /// Put somewhere or returned, with no keyword action of its own.
    Put,
    /// Exiled (701.13).
    Exile,
    /// Destroyed (701.8).
    Destroy,
    /// Sacrificed (701.21).
    Sacrifice,
    /// Discarded (701.9).
    Discard,
    /// Drawn (121).
    Draw,
    /// Milled (701.17).
    Mill,
    /// Countered (701.6).
    Counter,
    /// Cast: put onto the stack (601.2a).
    Cast,
    /// Played as a land (305.1).
    Play,
    /// Resolved (608.3a, 608.2n), even if it could not become a permanent (608.3e).
    Resolve,
    /// A spell that did not resolve leaves the stack (608.2b, 608.3b).
    Fail,
    /// Put there by a state-based action.
    StateBased,
}

/// An object that comes into being.
#[derive(Debug, Clone)]
pub struct NewObject {
    /// What sort of thing it is.
    pub nature: Nature,
    /// Who owns it.
    pub owner: PlayerId,
    /// Who controls it.
    pub controller: PlayerId,
    /// Where it comes into being.
    pub zone: Zone,
    /// Where in the zone.
    pub position: Position,
    /// Its copiable values.
    pub base: Arc<Characteristics>,
    /// Its definition, if it has one.
    pub definition: Option<Arc<Definition>>,
    /// What was announced for it.
    pub announced: Option<Rc<Announced>>,
    /// Whether it enters tapped.
    pub tapped: bool,
    /// Whether it enters prepared (722.3a).
    pub prepared: bool,
    /// Its counters.
    pub counters: Vec<(CounterKind, u32)>,
    /// The words chosen as it enters, each under the name of its link (607.2d).
    pub words: Vec<(Link, Symbol)>,
    /// The names of cards chosen as it enters, each under the name of its link.
    pub names: Vec<(Link, Arc<str>)>,
    /// The objects that are linked to it as it enters, each under the name of its link (614.14).
    pub links: Vec<(Link, ObjectId)>,
    /// What it enters as a copy of (614.1c).
    pub copied: Option<CopiedFaces>,
    /// What it enters attached to.
    pub attached_to: Option<Thing>,
    /// What it attacks as it enters.
    pub attacking: Option<Thing>,
    /// What it blocks as it enters.
    pub blocking: Option<ObjectId>,
    /// Whether it was there before the scenario began: then it is not summoning sick.
    pub settled: bool,
    /// What something that happens as it enters says that it is there; the rest is filled in as it is created.
    pub being: Option<Box<ContinuousEffect>>,
    /// How it comes to be face down, if it is.
    pub face_down: Option<FaceDown>,
    /// The face that is up, by index.
    pub face: u8,
    /// What came before it at the same time, if it was not the first.
    pub together_with: Option<ObjectId>,
    /// Whether only its id is dealt, and it comes into being later: what must be decided before it is there speaks of it (614.12a).
    pub to_come: bool,
    /// The id it gets: the next free one, or one that was dealt to it.
    pub new: ObjectId,
}

impl NewObject {
    /// An object of its owner's in a zone, on top if there is an order, that has just come into being, untapped and with nothing on
    /// or about it.
    pub const fn new(
        new: ObjectId,
        nature: Nature,
        owner: PlayerId,
        zone: Zone,
        base: Arc<Characteristics>,
    ) -> Self {
        Self {
            nature,
            owner,
            controller: owner,
            zone,
            position: Position::Top,
            base,
            definition: None,
            announced: None,
            tapped: false,
            prepared: false,
            counters: Vec::new(),
            words: Vec::new(),
            names: Vec::new(),
            links: Vec::new(),
            copied: None,
            attached_to: None,
            attacking: None,
            blocking: None,
            settled: false,
            being: None,
            face_down: None,
            face: 0,
            together_with: None,
            to_come: false,
            new,
        }
    }

    /// The copiable values with which it comes into being.
    pub fn values(&self) -> &Arc<Characteristics> {
        self.copied.as_ref().and_then(|faces| faces.first()).unwrap_or(&self.base)
    }
}

impl Move {
    /// The object goes to a zone, on top if there is an order, as what it is.
    pub const fn new(object: ObjectId, to: Zone, action: MoveAction) -> Self {
        Self {
            object,
            to,
            position: Position::Top,
            action,
            controller: None,
            tapped: false,
            prepared: false,
            face_down: None,
            counters: Vec::new(),
            attached_to: None,
            attacking: None,
            blocking: None,
            words: Vec::new(),
            names: Vec::new(),
            links: Vec::new(),
            face: 0,
            melded_with: None,
            parting: None,
            copied: None,
            being: None,
            sent_by: None,
            way: None,
            known: None,
            together: false,
            new: ObjectId(u32::MAX),
        }
    }

    /// The copiable values with which it comes to its zone, as far as effects have changed them.
    pub fn values(&self, game: &Game) -> Arc<Characteristics> {
        if let Some(values) = self.copied.as_ref().and_then(|faces| faces.first()) {
            return values.clone();
        }
        let object = game.object(self.object);
        let face = object.definition.as_ref().and_then(|its| its.in_zone(self.to, self.face));
        face.unwrap_or_else(|| object.base.clone())
    }
}
