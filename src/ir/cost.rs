//! CR 118: costs.

use headjudge_derive::Node;

use super::{CounterKind, Filter, ManaCost, Quantity, Selection, Zone};

/// A cost: everything in the list is paid (118.1). In YAML one cost may stand without the list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Node)]
#[node(expected = "a cost or a list of costs", words("nothing" = Self::default()))]
pub struct Costs(#[node(one)] pub Vec<Cost>);

/// One part of a cost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a cost: mana such as `{2}{W}`, `tap`, `sacrifice-this`, or a map such as `{life: 2}`",
    words("unattach-this" = Self::Unattach(Selection::This)))]
pub enum Cost {
    /// Mana.
    #[node(bare)]
    Mana(ManaCost),
    /// Mana for whose generic part artifacts and creatures may be tapped (701.67a).
    Waterbend(ManaCost),
    /// Mana so many times over: "{2} for each ...", or {X} where the text defines X (107.3c).
    ManaTimes(#[node(name = "mana")] ManaCost, #[node(name = "times")] Quantity),
    /// Tap this permanent, {T} (107.5).
    Tap,
    /// Untap this permanent, {Q} (107.6).
    Untap,
    /// Put loyalty counters on it or remove them (606.4).
    Loyalty(i32),
    /// Remove X loyalty counters.
    LoyaltyX,
    /// Pay life (119.4).
    Life(Quantity),
    /// Sacrifice permanents of a kind (701.21).
    Sacrifice(#[node(name = "what")] Filter, #[node(name = "count", default = Quantity::Fixed(1))] Quantity),
    /// Sacrifice this very object.
    SacrificeThis,
    /// Discard cards of a kind (701.9).
    Discard(#[node(name = "what")] Filter, #[node(name = "count", default = Quantity::Fixed(1))] Quantity),
    /// Discard this very card.
    DiscardThis,
    /// Discard at random.
    DiscardRandom(Quantity),
    /// Discard the whole hand.
    DiscardHand,
    /// Exile cards of a kind from one of your zones (701.13).
    Exile(
        #[node(name = "what")] Filter,
        #[node(name = "from")] Zone,
        #[node(name = "count", default = Quantity::Fixed(1))] Quantity,
    ),
    /// Put objects of a kind, anybody's, from a zone into another of their owners' zones.
    Put(
        #[node(name = "what")] Filter,
        #[node(name = "from")] Zone,
        #[node(name = "to")] Zone,
        #[node(name = "count", default = Quantity::Fixed(1))] Quantity,
    ),
    /// Exile this very card.
    ExileThis,
    /// Exile cards from the top of your library.
    ExileTop(Quantity),
    /// Mill cards (701.17).
    Mill(Quantity),
    /// Return permanents of a kind to their owner's hand.
    Return(#[node(name = "what")] Filter, #[node(name = "count", default = Quantity::Fixed(1))] Quantity),
    /// Return this very permanent to its owner's hand.
    ReturnThis,
    /// Unattach an Equipment from what it is attached to (701.3d).
    Unattach(Selection),
    /// Tap untapped permanents of a kind.
    #[node(name = "tap")]
    TapOthers(#[node(name = "what")] Filter, #[node(name = "count", default = Quantity::Fixed(1))] Quantity),
    /// Tap any number of untapped creatures of a kind with so much power in all.
    TapPower(#[node(name = "what")] Filter, #[node(name = "power")] Quantity),
    /// Reveal cards of a kind from the hand.
    Reveal(#[node(name = "what")] Filter, #[node(name = "count", default = Quantity::Fixed(1))] Quantity),
    /// Remove counters from this or from objects of a kind.
    RemoveCounters(
        #[node(name = "kind")] Option<CounterKind>,
        #[node(name = "count", default = Quantity::Fixed(1))] Quantity,
        #[node(name = "from", default = Selection::This)] Selection,
    ),
    /// Put counters on this or on an object.
    PutCounters(
        #[node(name = "kind")] CounterKind,
        #[node(name = "count", default = Quantity::Fixed(1))] Quantity,
        #[node(name = "on", default = Selection::This)] Selection,
    ),
    /// Pay energy (107.14).
    Energy(Quantity),
    /// Collect evidence (701.59).
    CollectEvidence(Quantity),
    /// One of several costs.
    OneOf(Vec<Costs>),
    /// A cost so many times over, each choice in it made separately: "a cost for each ...".
    Each(#[node(name = "cost")] Costs, #[node(name = "times")] Quantity),
    /// Draw cards (121.1).
    Draw(Quantity),
    /// As much as the mana cost of the object that the ability is on, whatever that is by then (702.1b).
    ItsManaCost,
}

impl Cost {
    /// The loyalty counters that are put on it or removed from it (606.4), where it is said how many.
    pub const fn loyalty(&self) -> Option<i32> {
        if let Self::Loyalty(counters) = self { Some(*counters) } else { None }
    }
}
