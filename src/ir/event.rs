//! When: events that trigger abilities, end durations, are replaced or counted.

use serde::Deserialize;

use super::words::{shapes, words};
use super::{Comparison, Condition, CounterKind, Filter, Players, Symbol, Zone};

/// A kind of event.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Any of several events.
    Any(Vec<Event>),
    /// One or more of it at once: triggers a single time for all (603.2c).
    OneOrMore(Box<Event>),
    /// Only the first of it each turn, or the n-th.
    Nth(u8, Box<Event>),
    /// An object moves between zones (603.6).
    Moves(Moves),
    /// A step or phase begins (603.2b).
    Begins(Step, Players),
    /// A player casts a spell (601.2i).
    Casts(Players, Filter),
    /// A player copies a spell (707.10).
    Copies(Players, Filter),
    /// A player activates an ability of a kind of source (602.2).
    Activates(Players, Filter),
    /// A player plays a land (305.1).
    PlaysLand(Players, Filter),
    /// A creature attacks (508.1).
    Attacks(Attacks),
    /// A player attacks with creatures.
    PlayerAttacks(Players),
    /// A player is attacked (508.3b), by one of some players where that is said (508.3e).
    PlayerAttacked(Players, Option<Players>),
    /// A creature blocks a creature of a kind (509.1).
    Blocks(Filter, Filter),
    /// A creature becomes blocked by a creature of a kind (509.1h).
    BecomesBlocked(Filter, Filter),
    /// A creature becomes blocked by so many creatures (509.3e).
    BlockedBySoMany(Filter, Comparison),
    /// An attacking creature stays unblocked (509.1h).
    AttacksUnblocked(Filter),
    /// A source deals damage (120). Where only the source is said, or only what it is dealt to, all damage at once is one event.
    DealsDamage(Damage),
    /// A player draws a card (121).
    Draws(Players),
    /// A player discards a card of a kind (701.9).
    Discards(Players, Filter),
    /// A player gains life (119.3).
    GainsLife(Players),
    /// A player loses life (119.3).
    LosesLife(Players),
    /// A player expends this much: they have spent so much mana on spells this turn (700.14).
    Expends(Players, u32),
    /// A player sacrifices a permanent of a kind (701.21).
    Sacrifices(Players, Filter),
    /// A permanent becomes tapped (701.26).
    BecomesTapped(Filter),
    /// A permanent becomes untapped (701.26).
    BecomesUntapped(Filter),
    /// A permanent is tapped for mana by a player (106.12).
    TappedForMana(Players, Filter),
    /// An object becomes the target of a spell or ability of a kind that one of the players controls (115).
    BecomesTarget {
        /// The object that is targeted.
        what: Filter,
        /// The spell or ability.
        of: Filter,
        /// Who controls that.
        by: Players,
    },
    /// A player becomes the target.
    PlayerBecomesTarget(Players, Players),
    /// Counters of a kind are put on an object (122).
    CountersPut(Filter, Option<CounterKind>),
    /// Counters of a kind are removed from an object.
    CountersRemoved(Filter, Option<CounterKind>),
    /// The last counter of the kind is removed.
    LastCounterRemoved(Filter, CounterKind),
    /// A permanent is turned face up (708).
    TurnedFaceUp(Filter),
    /// A permanent transforms (701.27).
    Transforms(Filter),
    /// An object becomes attached to another.
    BecomesAttached(Filter, Filter),
    /// An object becomes unattached from another (701.3d).
    BecomesUnattached(Filter, Filter),
    /// A permanent is destroyed.
    Destroyed(Filter),
    /// A spell or ability is countered.
    Countered(Filter),
    /// A player loses control of an object.
    LosesControl(Players, Filter),
    /// Creatures are dealt excess damage, dice are rolled, a player scries and other named actions of a player.
    Does(Players, Symbol),
    /// An object does a named thing: exploits, becomes monstrous, mutates, crews ...
    Becomes(Filter, Symbol),
    /// A token is created (701.7).
    Creates(Players, Filter),
    /// A player loses the game (104.3).
    LosesGame(Players),
    /// Damage reduces a player's life total to less than a number; the number in the event is what it is reduced to (120.4c).
    DamageReducesLife(Players, i32),
    /// A player attacks with so many creatures of a kind (508.3d).
    AttacksWith(Players, Filter, Comparison),
    /// The event, caused by a spell or ability that one of the players controls.
    CausedBy(Players, Box<Event>),
    /// The event, if something is true as it happens: part of the trigger condition, not an intervening "if" (603.4).
    Provided(Box<Condition>, Box<Event>),
    /// A player moves their venture marker into a room of this dungeon (309.4c).
    Room(Symbol),
    /// A chapter of a Saga is reached, one of those with these numbers (714.2b).
    Chapter(Vec<u8>),
    /// The state triggers: whenever it becomes true (603.8).
    State(Box<Condition>),
    /// The turn ends, a player's next turn begins and other moments are [`Event::Begins`]; this is "never".
    Never,
}

/// An object moves between zones (603.6).
#[derive(Debug, Clone, PartialEq)]
pub struct Moves {
    /// The object, as it was or as it is, whichever the event looks at (603.10).
    pub what: Filter,
    /// The zones it leaves; any if empty.
    pub from: Vec<Zone>,
    /// The zones it goes to; any if empty.
    pub to: Vec<Zone>,
    /// Zones it does not go to.
    pub not_to: Vec<Zone>,
    /// The cause must be a spell or ability controlled by one of these.
    pub caused_by: Option<Players>,
}

/// A creature attacks (508.1).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Attacks {
    /// The creature.
    pub what: Filter,
    /// Only when it attacks alone (506.5).
    #[serde(default)]
    pub alone: bool,
    /// Which player it attacks, if that matters; not what that player has or protects (508.3a).
    #[serde(default)]
    pub player: Option<Players>,
    /// Whether attacking a planeswalker of that player does as well.
    #[serde(default)]
    pub or_planeswalker: bool,
    /// How many others attack with it.
    #[serde(default)]
    pub with: Option<(Filter, Comparison)>,
}

/// A source deals damage (120).
#[derive(Debug, Clone, PartialEq)]
pub struct Damage {
    /// The source.
    pub source: Filter,
    /// The player that is dealt the damage.
    pub player: Option<Players>,
    /// The object that is dealt the damage.
    pub object: Option<Filter>,
    /// Combat damage only, noncombat damage only, or either.
    pub combat: Option<bool>,
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

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
enum EventNode {
    Any(Vec<Event>),
    OneOrMore(Box<Event>),
    Nth {
        n: u8,
        of: Box<Event>,
    },
    Enters(Filter),
    EntersFrom {
        what: Filter,
        #[serde(default)]
        from: Vec<Zone>,
    },
    Leaves(Filter),
    LeavesNotTo {
        what: Filter,
        not_to: Vec<Zone>,
    },
    Dies(Filter),
    Moves {
        what: Filter,
        #[serde(default)]
        from: Vec<Zone>,
        #[serde(default)]
        to: Vec<Zone>,
        #[serde(default)]
        caused_by: Option<Players>,
    },
    Begins {
        step: Step,
        #[serde(default = "each")]
        of: Players,
    },
    Casts {
        who: Players,
        #[serde(default = "everything")]
        what: Filter,
    },
    Cast(Filter),
    Copies {
        who: Players,
        #[serde(default = "everything")]
        what: Filter,
    },
    Activates {
        who: Players,
        #[serde(default = "everything")]
        what: Filter,
    },
    PlaysLand {
        who: Players,
        #[serde(default = "everything")]
        what: Filter,
    },
    Attacks(AttacksShape),
    PlayerAttacks(Players),
    PlayerAttacked {
        who: Players,
        #[serde(default)]
        by: Option<Players>,
    },
    Blocks(FilterPair),
    BecomesBlocked(FilterPair),
    BlockedBySoMany {
        what: Filter,
        count: Comparison,
    },
    AttacksUnblocked(Filter),
    DealsDamage {
        source: Filter,
        #[serde(default)]
        player: Option<Players>,
        #[serde(default)]
        object: Option<Filter>,
        #[serde(default)]
        combat: Option<bool>,
    },
    Draws(Players),
    Discards {
        who: Players,
        #[serde(default = "everything")]
        what: Filter,
    },
    GainsLife(Players),
    LosesLife(Players),
    Expends {
        who: Players,
        amount: u32,
    },
    Sacrifices {
        who: Players,
        #[serde(default = "everything")]
        what: Filter,
    },
    BecomesTapped(Filter),
    BecomesUntapped(Filter),
    TappedForMana {
        who: Players,
        #[serde(default = "everything")]
        what: Filter,
    },
    BecomesTarget {
        what: Filter,
        #[serde(default = "everything")]
        of: Filter,
        #[serde(default = "each")]
        by: Players,
    },
    PlayerBecomesTarget {
        who: Players,
        #[serde(default = "each")]
        by: Players,
    },
    CountersPut {
        on: Filter,
        #[serde(default)]
        kind: Option<CounterKind>,
    },
    CountersRemoved {
        from: Filter,
        #[serde(default)]
        kind: Option<CounterKind>,
    },
    LastCounterRemoved {
        from: Filter,
        kind: CounterKind,
    },
    TurnedFaceUp(Filter),
    Transforms(Filter),
    BecomesAttached {
        what: Filter,
        #[serde(default = "everything")]
        to: Filter,
    },
    BecomesUnattached {
        what: Filter,
        #[serde(default = "everything")]
        from: Filter,
    },
    Destroyed(Filter),
    Countered(Filter),
    LosesControl {
        who: Players,
        of: Filter,
    },
    Does {
        who: Players,
        what: Symbol,
    },
    Becomes {
        what: Filter,
        r#as: Symbol,
    },
    Creates {
        who: Players,
        #[serde(default = "everything")]
        what: Filter,
    },
    LosesGame(Players),
    DamageReducesLife {
        who: Players,
        below: i32,
    },
    AttacksWith {
        who: Players,
        what: Filter,
        #[serde(default = "Comparison::at_least_one")]
        count: Comparison,
    },
    CausedBy {
        who: Players,
        event: Box<Event>,
    },
    Provided {
        that: Box<Condition>,
        event: Box<Event>,
    },
    Chapter(Vec<u8>),
    State(Box<Condition>),
}

/// One creature, and a second one that may be of any kind.
struct FilterPair(Filter, Filter);

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct FilterPairNode {
    what: Filter,
    #[serde(default = "everything")]
    by: Filter,
}

shapes!(FilterPair, "a kind of object, or a map of `what` and `by`",
    word: |word| Filter::from_word(word).map(|filter| FilterPair(filter, Filter::EVERYTHING)),
    list<Filter>: |filters| FilterPair(Filter::All(filters), Filter::EVERYTHING),
    map<FilterPairNode>: |node| FilterPair(node.what, node.by));

struct AttacksShape(Attacks);

shapes!(AttacksShape, "a kind of object, or a map of `what`, `alone` and `player`",
    word: |word| Filter::from_word(word).map(|what| AttacksShape(Attacks::of(what))),
    list<Filter>: |filters| AttacksShape(Attacks::of(Filter::All(filters))),
    map<Attacks>: AttacksShape);

impl Attacks {
    /// A creature of the kind attacks, whatever it attacks and whatever else does.
    pub const fn of(what: Filter) -> Self {
        Self { what, alone: false, player: None, or_planeswalker: false, with: None }
    }
}

const fn each() -> Players {
    Players::Each
}

const fn everything() -> Filter {
    Filter::EVERYTHING
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

shapes!(Event, "an event: a map such as `enters: this` or `begins: {step: upkeep, of: you}`",
word: |word| (word == "never").then_some(Event::Never),
list<Event>: Event::Any,
map<EventNode>: |node| match node {
    EventNode::Any(events) => Event::Any(events),
    EventNode::OneOrMore(event) => Event::OneOrMore(event),
    EventNode::Nth { n, of } => Event::Nth(n, of),
    EventNode::Enters(what) => moves(what, &[], &[Zone::Battlefield]),
    EventNode::EntersFrom { what, from } => moves(what, &from, &[Zone::Battlefield]),
    EventNode::Leaves(what) => moves(what, &[Zone::Battlefield], &[]),
    EventNode::LeavesNotTo { what, not_to } => {
        Event::Moves(Moves { not_to, ..Moves::between(what, &[Zone::Battlefield], &[]) })
    }
    EventNode::Dies(what) => moves(what, &[Zone::Battlefield], &[Zone::Graveyard]),
    EventNode::Moves { what, from, to, caused_by } => {
        Event::Moves(Moves { caused_by, ..Moves::between(what, &from, &to) })
    }
    EventNode::Begins { step, of } => Event::Begins(step, of),
    EventNode::Casts { who, what } => Event::Casts(who, what),
    EventNode::Cast(what) => Event::Casts(Players::Each, what),
    EventNode::Copies { who, what } => Event::Copies(who, what),
    EventNode::Activates { who, what } => Event::Activates(who, what),
    EventNode::PlaysLand { who, what } => Event::PlaysLand(who, what),
    EventNode::Attacks(attacks) => Event::Attacks(attacks.0),
    EventNode::PlayerAttacks(who) => Event::PlayerAttacks(who),
    EventNode::PlayerAttacked { who, by } => Event::PlayerAttacked(who, by),
    EventNode::BlockedBySoMany { what, count } => Event::BlockedBySoMany(what, count),
    EventNode::Blocks(pair) => Event::Blocks(pair.0, pair.1),
    EventNode::BecomesBlocked(pair) => Event::BecomesBlocked(pair.0, pair.1),
    EventNode::AttacksUnblocked(what) => Event::AttacksUnblocked(what),
    EventNode::DealsDamage { source, player, object, combat } => {
        Event::DealsDamage(Damage { source, player, object, combat })
    }
    EventNode::Draws(who) => Event::Draws(who),
    EventNode::Discards { who, what } => Event::Discards(who, what),
    EventNode::GainsLife(who) => Event::GainsLife(who),
    EventNode::LosesLife(who) => Event::LosesLife(who),
    EventNode::Expends { who, amount } => Event::Expends(who, amount),
    EventNode::Sacrifices { who, what } => Event::Sacrifices(who, what),
    EventNode::BecomesTapped(what) => Event::BecomesTapped(what),
    EventNode::BecomesUntapped(what) => Event::BecomesUntapped(what),
    EventNode::TappedForMana { who, what } => Event::TappedForMana(who, what),
    EventNode::BecomesTarget { what, of, by } => Event::BecomesTarget { what, of, by },
    EventNode::PlayerBecomesTarget { who, by } => Event::PlayerBecomesTarget(who, by),
    EventNode::CountersPut { on, kind } => Event::CountersPut(on, kind),
    EventNode::CountersRemoved { from, kind } => Event::CountersRemoved(from, kind),
    EventNode::LastCounterRemoved { from, kind } => Event::LastCounterRemoved(from, kind),
    EventNode::TurnedFaceUp(what) => Event::TurnedFaceUp(what),
    EventNode::Transforms(what) => Event::Transforms(what),
    EventNode::BecomesAttached { what, to } => Event::BecomesAttached(what, to),
    EventNode::BecomesUnattached { what, from } => Event::BecomesUnattached(what, from),
    EventNode::Destroyed(what) => Event::Destroyed(what),
    EventNode::Countered(what) => Event::Countered(what),
    EventNode::LosesControl { who, of } => Event::LosesControl(who, of),
    EventNode::Does { who, what } => Event::Does(who, what),
    EventNode::Becomes { what, r#as } => Event::Becomes(what, r#as),
    EventNode::Creates { who, what } => Event::Creates(who, what),
    EventNode::LosesGame(who) => Event::LosesGame(who),
    EventNode::DamageReducesLife { who, below } => Event::DamageReducesLife(who, below),
    EventNode::AttacksWith { who, what, count } => Event::AttacksWith(who, what, count),
    EventNode::CausedBy { who, event } => Event::CausedBy(who, event),
    EventNode::Provided { that, event } => Event::Provided(that, event),
    EventNode::Chapter(numbers) => Event::Chapter(numbers),
    EventNode::State(condition) => Event::State(condition),
});
