//! When: events that trigger abilities, end durations, are replaced or counted.

use headjudge_derive::Node;

use super::words::words;
use super::{Comparison, Condition, CounterKind, Filter, NamedDeed, Players, Selection, Symbol, Zone};

mod asks;
pub(crate) mod sorts;

pub use asks::Made;

/// A kind of event.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "an event: a map such as `enters: this` or `begins: {step: upkeep, of: you}`", sugar = EventSugar)]
pub enum Event {
    /// Any of several events.
    #[node(bare)]
    Any(Vec<Event>),
    /// One or more of it at once: triggers a single time for all (603.2c).
    OneOrMore(Box<Event>),
    /// Only the first of it each turn, or the n-th.
    Nth(#[node(name = "n")] u8, #[node(name = "of")] Box<Event>),
    /// An object moves between zones (603.6).
    Moves(Moves),
    /// A step or phase begins (603.2b).
    Begins(#[node(name = "step")] Step, #[node(name = "of", default = Players::Each)] Players),
    /// A player casts a spell (601.2i).
    Casts(#[node(name = "who")] Players, #[node(name = "what", default = Filter::EVERYTHING)] Filter),
    /// A player copies a spell (707.10).
    Copies(#[node(name = "who")] Players, #[node(name = "what", default = Filter::EVERYTHING)] Filter),
    /// A player activates an ability of a kind of source (602.2).
    Activates(#[node(name = "who")] Players, #[node(name = "what", default = Filter::EVERYTHING)] Filter),
    /// A player plays a land (305.1).
    PlaysLand(#[node(name = "who")] Players, #[node(name = "what", default = Filter::EVERYTHING)] Filter),
    /// A creature attacks (508.1).
    Attacks(Attacks),
    /// A player attacks with creatures.
    PlayerAttacks(Players),
    /// A player is attacked (508.3b), by one of some players where that is said (508.3e).
    PlayerAttacked(#[node(name = "who")] Players, #[node(name = "by")] Option<Players>),
    /// A creature blocks a creature of a kind (509.1).
    Blocks(#[node(name = "what", alone)] Filter, #[node(name = "by", default = Filter::EVERYTHING)] Filter),
    /// A creature becomes blocked by a creature of a kind (509.1h).
    BecomesBlocked(
        #[node(name = "what", alone)] Filter,
        #[node(name = "by", default = Filter::EVERYTHING)] Filter,
    ),
    /// A creature becomes blocked by so many creatures (509.3e).
    BlockedBySoMany(#[node(name = "what")] Filter, #[node(name = "count")] Comparison),
    /// An attacking creature stays unblocked (509.1h).
    AttacksUnblocked(Filter),
    /// A source deals damage (120). Where only the source is said, or only what it is dealt to, all damage at once is one event.
    DealsDamage(Damage),
    /// A player draws a card (121).
    Draws(Players),
    /// A player discards a card of a kind (701.9).
    Discards(#[node(name = "who")] Players, #[node(name = "what", default = Filter::EVERYTHING)] Filter),
    /// A player gains life (119.3).
    GainsLife(Players),
    /// A player loses life (119.3).
    LosesLife(Players),
    /// A player expends this much: they have spent so much mana on spells this turn (700.14).
    Expends(#[node(name = "who")] Players, #[node(name = "amount")] u32),
    /// A player sacrifices a permanent of a kind (701.21).
    Sacrifices(#[node(name = "who")] Players, #[node(name = "what", default = Filter::EVERYTHING)] Filter),
    /// A permanent becomes tapped (701.26).
    BecomesTapped(Filter),
    /// A permanent becomes untapped (701.26).
    BecomesUntapped(Filter),
    /// A permanent is tapped for mana by a player (106.12), for so much of it where that is said.
    TappedForMana(
        #[node(name = "who")] Players,
        #[node(name = "what", default = Filter::EVERYTHING)] Filter,
        #[node(name = "amount")] Option<Comparison>,
    ),
    /// An object becomes the target of a spell or ability of a kind that one of the players controls (115).
    BecomesTarget {
        /// The object that is targeted.
        what: Filter,
        /// The spell or ability.
        #[node(default = Filter::EVERYTHING)]
        of: Filter,
        /// Who controls that.
        #[node(default = Players::Each)]
        by: Players,
    },
    /// A player becomes the target.
    PlayerBecomesTarget(#[node(name = "who")] Players, #[node(name = "by", default = Players::Each)] Players),
    /// Counters of a kind are put on an object (122).
    CountersPut(#[node(name = "on")] Filter, #[node(name = "kind")] Option<CounterKind>),
    /// Counters of a kind are removed from an object.
    CountersRemoved(#[node(name = "from")] Filter, #[node(name = "kind")] Option<CounterKind>),
    /// The last counter of the kind is removed.
    LastCounterRemoved(#[node(name = "from")] Filter, #[node(name = "kind")] CounterKind),
    /// A permanent is turned face up (708).
    TurnedFaceUp(Filter),
    /// A permanent transforms (701.27).
    Transforms(Filter),
    /// An object becomes attached to another.
    BecomesAttached(#[node(name = "what")] Filter, #[node(name = "to", default = Filter::EVERYTHING)] Filter),
    /// An object becomes unattached from another (701.3d).
    BecomesUnattached(
        #[node(name = "what")] Filter,
        #[node(name = "from", default = Filter::EVERYTHING)] Filter,
    ),
    /// A permanent is destroyed.
    Destroyed(Filter),
    /// A spell or ability is countered.
    Countered(Filter),
    /// Something makes another ability trigger: a triggered ability of an object of a kind, of which "it" is the object that the event names.
    Triggers {
        /// Whose ability.
        #[node(default = Filter::EVERYTHING)]
        of: Filter,
        /// What makes it trigger.
        because: Box<Event>,
    },
    /// A player loses control of an object.
    LosesControl(#[node(name = "who")] Players, #[node(name = "of")] Filter),
    /// Creatures are dealt excess damage, dice are rolled, a player scries and other named actions of a player.
    Does(#[node(name = "who")] Players, #[node(name = "what")] NamedDeed),
    /// An object does a named thing: exploits, becomes monstrous, mutates, crews ...
    Becomes(#[node(name = "what")] Filter, #[node(name = "as")] NamedDeed),
    /// A token is created (701.7).
    Creates(#[node(name = "who")] Players, #[node(name = "what", default = Filter::EVERYTHING)] Filter),
    /// A player loses the game (104.3).
    LosesGame(Players),
    /// Damage reduces a player's life total to less than a number; the number in the event is what it is reduced to (120.4c).
    DamageReducesLife(#[node(name = "who")] Players, #[node(name = "below")] i32),
    /// A player attacks with so many creatures of a kind (508.3d).
    AttacksWith(
        #[node(name = "who")] Players,
        #[node(name = "what")] Filter,
        #[node(name = "count", default = Comparison::at_least_one())] Comparison,
    ),
    /// The event, caused by a spell or ability that one of the players controls; of counters, if one of the players puts them (122.6a).
    CausedBy(#[node(name = "who")] Players, #[node(name = "event")] Box<Event>),
    /// The event, if something is true as it happens: part of the trigger condition, not an intervening "if" (603.4).
    Provided(#[node(name = "that")] Box<Condition>, #[node(name = "event")] Box<Event>),
    /// A player moves their venture marker into a room of this dungeon (309.4c).
    #[node(skip)]
    Room(Symbol),
    /// A chapter of a Saga is reached, one of those with these numbers (714.2b).
    Chapter(Vec<u8>),
    /// The state triggers: whenever it becomes true (603.8).
    State(Box<Condition>),
    /// The turn ends, a player's next turn begins and other moments are [`Event::Begins`]; this is "never".
    Never,
}

/// An object moves between zones (603.6).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Moves {
    /// The object, as it was or as it is, whichever the event looks at (603.10).
    pub what: Filter,
    /// The zones it leaves; any if empty.
    #[node(default)]
    pub from: Vec<Zone>,
    /// The zones it goes to; any if empty.
    #[node(default)]
    pub to: Vec<Zone>,
    /// Zones it does not go to.
    #[node(default)]
    pub not_to: Vec<Zone>,
    /// The cause must be a spell or ability controlled by one of these.
    pub caused_by: Option<Players>,
}

/// A creature attacks (508.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct Attacks {
    /// The creature.
    #[node(alone)]
    pub what: Filter,
    /// Only when it attacks alone (506.5).
    pub alone: bool,
    /// Which player it attacks, if that matters; not what that player has or protects (508.3a).
    pub player: Option<Players>,
    /// Whether attacking a planeswalker of that player does as well.
    pub or_planeswalker: bool,
    /// How many others attack with it.
    pub with: Option<(Filter, Comparison)>,
}

/// A source deals damage (120).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Damage {
    /// The source: what is described by a card type or subtype is a permanent, unless it is called a spell or a source of damage (109.2).
    pub source: Filter,
    /// The player that is dealt the damage.
    pub player: Option<Players>,
    /// The object that is dealt the damage.
    pub object: Option<Filter>,
    /// Combat damage only, noncombat damage only, or either.
    pub combat: Option<bool>,
    /// Whether it is one event to whatever number of players it is dealt at once ("to one or more players"): only of one or more sources.
    pub at_once: bool,
}

words! {
    /// A step or phase (500.1).
    Step {
        /// The turn as a whole.
        Turn = "turn",
        /// The beginning phase (501), whose first step is the untap step.
        Beginning = "beginning",
        /// The untap step (502).
        Untap = "untap",
        /// The upkeep step (503).
        Upkeep = "upkeep",
        /// The draw step (504).
        Draw = "draw",
        /// The precombat main phase (505).
        PrecombatMain = "precombat-main",
        /// The combat phase (506); its first step is the beginning of combat (507).
        Combat = "combat",
        /// The declare attackers step (508).
        DeclareAttackers = "declare-attackers",
        /// The declare blockers step (509).
        DeclareBlockers = "declare-blockers",
        /// The combat damage step (510).
        CombatDamage = "combat-damage",
        /// The end of combat step (511).
        EndOfCombat = "end-of-combat",
        /// The postcombat main phase (505).
        PostcombatMain = "postcombat-main",
        /// The second main phase of the turn (505.1b).
        SecondMain = "second-main",
        /// Either main phase.
        Main = "main",
        /// The end step (513).
        End = "end",
        /// The cleanup step (514).
        Cleanup = "cleanup",
    }
}

impl Event {
    /// Whether something can be "it": not where only a step begins or a life total changes.
    pub fn names_an_object(&self) -> bool {
        let names_none = |event: &Self| {
            // Of the step of what something is attached to, that is the object.
            let of_host =
                |who: &Players| matches!(who, Players::ControllerOf(of) if **of == Selection::Attached);
            matches!(event, Self::Begins(_, who) if !of_host(who))
                || matches!(event, Self::GainsLife(_) | Self::LosesLife(_) | Self::Expends(..))
        };
        self.is_made_of(&mut |event| !names_none(event))
    }

    /// Whether there is so much of it each time: life, damage, cards.
    pub fn has_an_amount(&self) -> bool {
        match self.made() {
            Made::CausedBy(_, event) => event.has_an_amount(),
            Made::Any(_) | Made::OneOrMore(_) | Made::Nth(..) | Made::Provided(..) => false,
            Made::Plain => matches!(
                self,
                Self::GainsLife(_)
                    | Self::LosesLife(_)
                    | Self::DealsDamage(_)
                    | Self::Draws(_)
                    | Self::Discards(..)
            ),
        }
    }
}

impl Moves {
    /// The object moves from some zones (any if empty) to some zones (any if empty).
    pub fn between(what: Filter, from: &[Zone], to: &[Zone]) -> Self {
        Self { what, from: from.to_vec(), to: to.to_vec(), not_to: Vec::new(), caused_by: None }
    }
}

fn moves(what: Filter, from: &[Zone], to: &[Zone]) -> Event {
    Event::Moves(Moves::between(what, from, to))
}

/// Shorter words for moves and casts that are common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum EventSugar {
    /// An object enters the battlefield (603.6a).
    Enters(Filter),
    /// An object enters the battlefield from one of these zones.
    EntersFrom {
        /// The object.
        what: Filter,
        /// The zones.
        #[node(default)]
        from: Vec<Zone>,
    },
    /// An object leaves the battlefield (603.6c).
    Leaves(Filter),
    /// An object leaves the battlefield and goes to none of these zones.
    LeavesNotTo {
        /// The object.
        what: Filter,
        /// The zones.
        not_to: Vec<Zone>,
    },
    /// An object is put into a graveyard from the battlefield (700.4).
    Dies(Filter),
    /// Any player casts a spell of the kind.
    Cast(Filter),
}

impl From<EventSugar> for Event {
    fn from(sugar: EventSugar) -> Self {
        match sugar {
            EventSugar::Enters(what) => moves(what, &[], &[Zone::Battlefield]),
            EventSugar::EntersFrom { what, from } => moves(what, &from, &[Zone::Battlefield]),
            EventSugar::Leaves(what) => moves(what, &[Zone::Battlefield], &[]),
            EventSugar::LeavesNotTo { what, not_to } => {
                Self::Moves(Moves { not_to, ..Moves::between(what, &[Zone::Battlefield], &[]) })
            }
            EventSugar::Dies(what) => moves(what, &[Zone::Battlefield], &[Zone::Graveyard]),
            EventSugar::Cast(what) => Self::Casts(Players::Each, what),
        }
    }
}

impl EventSugar {
    /// The shorter words for an event, where there are any.
    pub(super) fn of_form(event: &Event) -> Option<Self> {
        if let Event::Casts(Players::Each, what) = event {
            return Some(Self::Cast(what.clone()));
        }
        let Event::Moves(Moves { what, from, to, not_to, caused_by: None }) = event else { return None };
        let what = what.clone();
        match (from.as_slice(), to.as_slice(), not_to.as_slice()) {
            ([], [Zone::Battlefield], []) => Some(Self::Enters(what)),
            (_, [Zone::Battlefield], []) => Some(Self::EntersFrom { what, from: from.clone() }),
            ([Zone::Battlefield], [], []) => Some(Self::Leaves(what)),
            ([Zone::Battlefield], [], _) => Some(Self::LeavesNotTo { what, not_to: not_to.clone() }),
            ([Zone::Battlefield], [Zone::Graveyard], []) => Some(Self::Dies(what)),
            _ => None,
        }
    }
}
