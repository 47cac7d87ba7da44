//! What a spell or ability does as it resolves: instructions, followed in order (608.2c).
//!
//! An instruction that acts on objects can bind them to a slot (`as: name`) for the instructions after it, or to a link
//! (`link: name`) for the other ability of a linked pair (607).

use headjudge_derive::Node;

use super::ability::Delayed;
use super::{
    Ability, Body, Condition, Costs, CounterKind, DesignationName, Event, KeywordAction, Link, Players,
    Quantity, Selection, Slot, Subtype, Zone,
};

mod asks;
mod chance;
mod choices;
mod finding;
mod mana;
mod objects;
mod phases;
pub(crate) mod sorts;
mod tokens;
mod words;

pub use chance::{FlipCoin, RollDie, Vote};
pub use choices::{ChoosePlayer, ChooseWord};
pub use finding::{RevealUntil, Search};
pub use mana::{AddMana, IfSpent, ManaProduced, ManaType};
pub use objects::{
    Apply, Cast, Choose, CopySpell, DealDamage, Discard, EachOf, Exile, Place, Put, Sacrifice, Shield,
};
pub use phases::ExtraPhases;
pub use tokens::{Create, TokenFace, TokenSpec, bare_token_name, token_name};
pub use words::{CardCopy, CounterDeed, WordKind};

/// One instruction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum Instruction {
    // What decides whether and how often other instructions are followed.
    /// A player may do something; `did` is true afterwards if they did.
    May {
        /// Who decides; the controller if not said.
        #[node(default = Players::You)]
        who: Players,
        /// What they may do.
        #[node(name = "do")]
        does: Vec<Instruction>,
        /// If they do.
        #[node(default)]
        then: Vec<Instruction>,
        /// If they don't.
        #[node(name = "else", default)]
        otherwise: Vec<Instruction>,
    },
    /// A player may pay; then, or else ("unless ... pays").
    MayPay {
        /// Who pays.
        #[node(default = Players::You)]
        who: Players,
        /// What.
        cost: Costs,
        /// If they do.
        #[node(default)]
        then: Vec<Instruction>,
        /// If they don't.
        #[node(name = "else", default)]
        otherwise: Vec<Instruction>,
        /// Whether they choose between the two ("pay ... or ..."): then it is a choice of the effect (608.2d), where else it is a cost
        /// unless which is paid something happens (118.12a).
        either: bool,
    },
    /// If something is true.
    If {
        /// What.
        condition: Condition,
        /// Then.
        then: Vec<Instruction>,
        /// Otherwise.
        #[node(name = "else", default)]
        otherwise: Vec<Instruction>,
    },
    /// Several times over.
    Repeat {
        /// How often.
        times: Quantity,
        /// What.
        #[node(name = "do")]
        does: Vec<Instruction>,
    },
    /// Once, and then again as long as something is true after each time ("repeat this process").
    Again {
        /// What.
        #[node(name = "do")]
        does: Vec<Instruction>,
        /// What must be true.
        #[node(name = "if")]
        only_if: Condition,
    },
    /// For each of some objects or players in turn, which is "it" or "that player" then. What rounds bind is in the slot afterwards.
    ForEach {
        /// The objects or players.
        of: Selection,
        /// What.
        #[node(name = "do")]
        does: Vec<Instruction>,
    },
    /// A player chooses one of several courses as this resolves ("its controller chooses ...").
    ChooseOne {
        /// Who.
        #[node(default = Players::You)]
        who: Players,
        /// The courses.
        from: Vec<Vec<Instruction>>,
        /// Whether each is for one of the piles that were made (700.3).
        piles: bool,
    },
    /// Instructions that were added with target phrases of their own, which are counted from this one on (702.47c).
    Part {
        /// The first of their target phrases, from 0.
        first_target: u8,
        /// What.
        #[node(name = "do")]
        does: Vec<Instruction>,
    },
    /// An additional triggered ability that triggers when this was done ("when you do", 603.12).
    WhenYouDo(Body),
    /// The same with an intervening "if" (603.4), checked when it triggers and when it resolves.
    WhenYouDoIf(#[node(name = "if")] Condition, #[node(name = "effect")] Body),
    /// A delayed triggered ability (603.7).
    Delayed(Delayed),

    // What happens to objects.
    /// Exile (701.13).
    Exile(Exile),
    /// Destroy (701.8).
    Destroy {
        /// What.
        what: Selection,
        /// Whether it can't be regenerated (701.19c).
        no_regeneration: bool,
        /// The slot for what was destroyed.
        #[node(name = "as")]
        slot: Option<Slot>,
        /// The slot for each card put into a graveyard this way, also by a replacement effect in place of what was destroyed (614.6).
        #[node(name = "into-graveyard")]
        buried: Option<Slot>,
    },
    /// Sacrifice (701.21): these objects, or objects of a kind chosen by each player.
    Sacrifice(Sacrifice),
    /// Put into a zone, return, shuffle into a library: any move that has no keyword action of its own.
    Put(Put),
    /// Counter a spell or ability (701.6); instead of into the graveyard it goes to a zone that may be said.
    Counter {
        /// What.
        what: Selection,
        /// Where it goes instead.
        to: Option<Zone>,
        /// With counters, where it goes instead.
        #[node(default)]
        counters: Vec<(CounterKind, Quantity)>,
        /// The slot for what countered spells are where they go instead.
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Tap (701.26).
    Tap {
        /// What.
        #[node(alone)]
        what: Selection,
        /// The slot for what became tapped.
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Untap (701.26).
    Untap {
        /// What.
        #[node(alone)]
        what: Selection,
        /// The slot for what became untapped.
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Attach an object to another (701.3).
    Attach {
        /// What is attached.
        #[node(default = Selection::This)]
        what: Selection,
        /// To what.
        to: Selection,
        /// As though that were a creature (702.6e).
        as_creature: bool,
        /// The slot for what became attached.
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Unattach (701.3).
    Unattach(Selection),
    /// Put counters on objects or players (122.1).
    PutCounters {
        /// Which.
        kind: CounterKind,
        /// How many on each.
        #[node(default = Quantity::Fixed(1))]
        count: Quantity,
        /// On what.
        on: Selection,
        /// Divided as it was on announcement, rather than so many on each.
        divided: bool,
        /// Up to so many on each, as few as the player likes (608.2d).
        up_to: bool,
        /// Counters of other kinds that the same instruction puts on each, at the same time.
        #[node(default)]
        and: Vec<(CounterKind, Quantity)>,
        /// The slot for the objects that got any.
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Remove counters (122.1).
    RemoveCounters {
        /// Which; of any kind if not said.
        kind: Option<CounterKind>,
        /// How many; all if not said.
        count: Option<Quantity>,
        /// From what.
        from: Selection,
        /// Up to so many, as few as the player likes (608.2d).
        up_to: bool,
        /// The slot for how many were removed in all ("for each counter removed this way").
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Move counters from one object to another (122.5).
    MoveCounters {
        /// Which; of any kind if not said.
        kind: Option<CounterKind>,
        /// How many; all if not said.
        count: Option<Quantity>,
        /// From what.
        from: Selection,
        /// To what.
        to: Selection,
        /// Up to so many, as few as the player likes (608.2d).
        up_to: bool,
    },
    /// Choose a counter on an object, then remove it or put another of its kind there.
    ChooseCounter {
        /// Who chooses.
        #[node(default = Players::You)]
        who: Players,
        /// The object.
        on: Selection,
        /// What may be done with the counter; of several the player chooses one.
        then: Vec<CounterDeed>,
    },
    /// Proliferate (701.34).
    Proliferate,
    /// Remove all damage marked on permanents (701.69a, 702.89a).
    RemoveDamage(Selection),
    /// Regenerate (701.19).
    Regenerate(Selection),
    /// Transform (701.27), or convert (701.28).
    Transform {
        /// What.
        #[node(alone)]
        what: Selection,
        /// Whether it converts.
        converting: bool,
        /// The slot for what transformed.
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Flip a flip card (710).
    Flip(Selection),
    /// Turn face down.
    TurnFaceDown(Selection),
    /// Turn face up.
    TurnFaceUp(Selection),
    /// Meld two cards (701.42).
    Meld(Selection),
    /// Phase out (702.26).
    PhaseOut {
        /// What.
        #[node(alone)]
        what: Selection,
        /// The event until which it stays so (610.4).
        until: Option<Box<Event>>,
        /// Whether it becomes tapped as it phases in this way.
        tapping: bool,
    },
    /// Remove from combat (506.4).
    RemoveFromCombat {
        /// What.
        #[node(alone)]
        what: Selection,
        /// Whether what has become blocked by it alone becomes unblocked.
        unblocking: bool,
    },
    /// Attacking creatures become blocked (509.1h).
    BecomeBlocked(Selection),
    /// A creature blocks another.
    Block {
        /// Which.
        what: Selection,
        /// What it blocks.
        attacker: Selection,
    },
    /// Another player or permanent is chosen for an attacking creature to attack (508.7).
    Reselect {
        /// Who chooses.
        #[node(default = Players::You)]
        who: Players,
        /// The attacking creature.
        what: Selection,
    },
    /// Control of two permanents is exchanged (701.12b).
    ExchangeControl(Selection),
    /// A permanent and a card of another zone are exchanged (701.12d).
    ExchangeCards(Selection, Selection),
    /// Two creatures fight (701.14).
    Fight(Selection, Selection),
    /// Copy a spell or ability on the stack (707.10).
    CopySpell(CopySpell),
    /// Change the targets of a spell or ability (115.7).
    ChangeTargets {
        /// Of what.
        of: Selection,
        /// Whether the targets may stay as they are.
        may: bool,
    },
    /// Goad (701.15), suspect (701.60) and other keyword actions that need no more than who does them, on what, and a number.
    Do {
        /// The keyword action's name.
        action: KeywordAction,
        /// Who does it.
        #[node(default = Players::You)]
        who: Players,
        /// On what.
        what: Option<Selection>,
        /// Of what creature type (amass).
        subtype: Option<Subtype>,
        /// How much.
        count: Option<Quantity>,
        /// The slot for what it makes or chooses: the tokens, the card that was put face down, the creature.
        #[node(name = "as")]
        slot: Option<Slot>,
    },

    // What happens to players.
    /// Draw (121.1).
    Draw {
        /// Who.
        #[node(default = Players::You)]
        who: Players,
        /// How many cards.
        #[node(default = Quantity::Fixed(1))]
        count: Quantity,
        /// Up to so many, as few as the player likes (608.2d).
        up_to: bool,
        /// The slot for the cards that were drawn.
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Discard (701.9).
    Discard(Discard),
    /// Mill (701.17).
    Mill {
        /// Who.
        #[node(default = Players::You)]
        who: Players,
        /// How many cards.
        count: Quantity,
        /// The slot for the cards.
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Scry (701.22).
    Scry {
        /// Who.
        #[node(default = Players::You)]
        who: Players,
        /// How many cards.
        #[node(default = Quantity::Fixed(1))]
        count: Quantity,
    },
    /// Surveil (701.25).
    Surveil {
        /// Who.
        #[node(default = Players::You)]
        who: Players,
        /// How many cards.
        #[node(default = Quantity::Fixed(1))]
        count: Quantity,
    },
    /// Gain life (119.3).
    GainLife {
        /// Who.
        #[node(default = Players::You)]
        who: Players,
        /// How much.
        amount: Quantity,
        /// The slot for the sum of the life gained ("the life gained this way").
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Lose life (119.3).
    LoseLife {
        /// Who.
        #[node(default = Players::You)]
        who: Players,
        /// How much.
        amount: Quantity,
        /// The slot for the sum of the life lost ("the life lost this way").
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// A life total becomes a number (119.5).
    SetLife {
        /// Whose.
        #[node(default = Players::You)]
        who: Players,
        /// Which number.
        to: Quantity,
    },
    /// Two players exchange their life totals (701.12c).
    ExchangeLife(Selection),
    /// Deal damage (120).
    Damage(DealDamage),
    /// Look at cards (401.5 and others), and bind them.
    Look {
        /// Who looks.
        #[node(default = Players::You)]
        who: Players,
        /// At what.
        at: Selection,
        /// The slot for the cards.
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Reveal cards (701.20), and bind them.
    Reveal {
        /// What.
        what: Selection,
        /// The slot for the cards.
        #[node(name = "as")]
        slot: Option<Slot>,
    },
    /// Reveal a whole hand.
    RevealHand(Players),
    /// Reveal from the top of a library until a card of the kind is revealed.
    RevealUntil(RevealUntil),
    /// Search a library (701.23) for cards of a kind, and bind them.
    Search(Search),
    /// Shuffle a library (701.24).
    Shuffle(Players),
    /// Choose objects without targeting them, and bind them.
    Choose(Choose),
    /// Choose a colour, type, number, name, player or word (607.2d), and keep it under a link.
    ChooseWord(ChooseWord),
    /// Pay any amount of life, and keep the amount under a link (607.2g).
    PayAnyLife {
        /// The link under which it is kept.
        link: Link,
    },
    /// Pay any amount of energy, and count it into a slot (107.14).
    PayAnyEnergy {
        /// Not none.
        one_or_more: bool,
        /// The slot.
        #[node(name = "as")]
        slot: Slot,
    },
    /// Choose a player or several, and bind them.
    ChoosePlayer(ChoosePlayer),
    /// Count something into a slot.
    Count {
        /// What.
        quantity: Quantity,
        /// The slot.
        #[node(name = "as")]
        slot: Slot,
        /// The link under which it is noted for another ability of the object, which asks for it by `chosen` (607.2e).
        link: Option<Link>,
    },
    /// Bind objects or players to a slot as they are now; the same effect still finds what it moves itself (400.7j).
    Note {
        /// What.
        what: Selection,
        /// The slot.
        #[node(name = "as")]
        slot: Slot,
    },
    /// Keep objects for an ability that is linked to this one (607).
    Link {
        /// What.
        what: Selection,
        /// The name of the link.
        link: Link,
        /// Whose ability finds it, if not this object's (607.1d).
        #[node(default = Selection::This)]
        of: Selection,
    },
    /// Add mana (106.4).
    AddMana(AddMana),
    /// Double the amount of each type of unspent mana (701.10f).
    DoubleMana {
        /// Whose.
        #[node(default = Players::You)]
        who: Players,
    },
    /// Double creatures' power, and perhaps their toughness, until end of turn (701.10a).
    DoublePower {
        /// Whose.
        what: Selection,
        /// The toughness as well.
        toughness: bool,
    },
    /// Double the number of counters on objects (701.10e).
    DoubleCounters {
        /// On what.
        on: Selection,
        /// Of which kind; of each if not said.
        kind: Option<CounterKind>,
    },
    /// Double a life total (701.10d).
    DoubleLife {
        /// Whose.
        #[node(default = Players::You)]
        who: Players,
    },
    /// Create tokens (701.7).
    Create(Create),
    /// Get an emblem (114).
    Emblem {
        /// Who.
        #[node(default = Players::You)]
        who: Players,
        /// Its abilities.
        abilities: Vec<Ability>,
        /// The name of the link by which other abilities of the object find it (607.1d).
        link: Option<Link>,
    },
    /// Flip coins (705).
    FlipCoin(FlipCoin),
    /// Roll dice (706).
    RollDie(RollDie),
    /// Vote (701.38).
    Vote(Vote),
    /// Cast cards or copies of cards while this resolves (608.2g).
    Cast(Cast),
    /// Exile this spell, represented by a card, encoded on a creature (702.99a).
    Encode {
        /// The creature.
        on: Selection,
    },
    /// Win the game (104.2).
    WinGame(Players),
    /// Lose the game (104.3).
    LoseGame(Players),
    /// Take an extra turn (500.7).
    ExtraTurn(Players),
    /// You control these players during the next turn that each of them takes (723.1).
    ControlPlayers(Players),
    /// There is an additional phase or step (500.8).
    ExtraPhase(ExtraPhases),
    /// A step is added directly after the present one (500.9).
    ExtraStep {
        /// Which.
        step: super::event::Step,
        /// Whether it is something that the controller gets, and nobody in another player's turn (500.10a).
        you_get: bool,
    },
    /// End the turn (724).
    EndTurn,
    /// Give a designation: monarch, initiative, the city's blessing, day, night ...
    Designate {
        /// Who or (with `this`) what gets it.
        who: Selection,
        /// Which.
        #[node(name = "as")]
        name: DesignationName,
    },

    /// Take a designation away: a permanent becomes unprepared (722.3b).
    Undesignate {
        /// What loses it.
        who: Selection,
        /// Which.
        #[node(name = "as")]
        name: DesignationName,
    },

    // What lasts.
    /// Make a continuous effect (611.2).
    Apply(Apply),
    /// Make a replacement or prevention effect that lasts (614.5, 615.7).
    Shield(Shield),

    /// Text that this form can't express, in a few words of our own: a scenario that comes to it is undecided.
    Unsupported(String),
}
