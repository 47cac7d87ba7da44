//! CR 118: costs.

use serde::Deserialize;

use super::words::shapes;
use super::{CounterKind, Filter, ManaCost, Quantity, Selection, Zone};

/// A cost: everything in the list is paid (118.1). In YAML one cost may stand without the list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Costs(pub Vec<Cost>);

/// One part of a cost.
#[derive(Debug, Clone, PartialEq)]
pub enum Cost {
    /// Mana.
    Mana(ManaCost),
    /// Mana for whose generic part artifacts and creatures may be tapped (701.67a).
    Waterbend(ManaCost),
    /// Mana so many times over: "{2} for each ...", or {X} where the text defines X (107.3c).
    ManaTimes(ManaCost, Quantity),
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
    Sacrifice(Filter, Quantity),
    /// Sacrifice this very object.
    SacrificeThis,
    /// Discard cards of a kind (701.9).
    Discard(Filter, Quantity),
    /// Discard this very card.
    DiscardThis,
    /// Discard at random.
    DiscardRandom(Quantity),
    /// Discard the whole hand.
    DiscardHand,
    /// Exile cards of a kind from one of your zones (701.13).
    Exile(Filter, Zone, Quantity),
    /// Put objects of a kind, anybody's, from a zone into another of their owners' zones.
    Put(Filter, Zone, Zone, Quantity),
    /// Exile this very card.
    ExileThis,
    /// Exile cards from the top of your library.
    ExileTop(Quantity),
    /// Mill cards (701.17).
    Mill(Quantity),
    /// Return permanents of a kind to their owner's hand.
    Return(Filter, Quantity),
    /// Return this very permanent to its owner's hand.
    ReturnThis,
    /// Unattach an Equipment from what it is attached to (701.3d).
    Unattach(Selection),
    /// Tap untapped permanents of a kind.
    TapOthers(Filter, Quantity),
    /// Tap any number of untapped creatures of a kind with so much power in all.
    TapPower(Filter, Quantity),
    /// Reveal cards of a kind from the hand.
    Reveal(Filter, Quantity),
    /// Remove counters from this or from objects of a kind.
    RemoveCounters(Option<CounterKind>, Quantity, Selection),
    /// Put counters on this or on an object.
    PutCounters(CounterKind, Quantity, Selection),
    /// Pay energy (107.14).
    Energy(Quantity),
    /// Collect evidence (701.59).
    CollectEvidence(Quantity),
    /// One of several costs.
    OneOf(Vec<Costs>),
    /// A cost so many times over, each choice in it made separately: "a cost for each ...".
    Each(Costs, Quantity),
    /// Draw cards (121.1).
    Draw(Quantity),
    /// As much as the mana cost of the object that the ability is on, whatever that is by then (702.1b).
    ItsManaCost,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Objects {
    what: Filter,
    #[serde(default = "one")]
    count: Quantity,
}

const fn one() -> Quantity {
    Quantity::Fixed(1)
}

const fn this() -> Selection {
    Selection::This
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum CostNode {
    Mana(ManaCost),
    Waterbend(ManaCost),
    ManaTimes {
        mana: ManaCost,
        times: Quantity,
    },
    Loyalty(i32),
    Life(Quantity),
    Sacrifice(Objects),
    Discard(Objects),
    DiscardRandom(Quantity),
    Exile {
        what: Filter,
        from: Zone,
        #[serde(default = "one")]
        count: Quantity,
    },
    Put {
        what: Filter,
        from: Zone,
        to: Zone,
        #[serde(default = "one")]
        count: Quantity,
    },
    ExileTop(Quantity),
    Mill(Quantity),
    Return(Objects),
    Unattach(Selection),
    Tap(Objects),
    TapPower {
        what: Filter,
        power: Quantity,
    },
    Reveal(Objects),
    RemoveCounters {
        #[serde(default)]
        kind: Option<CounterKind>,
        #[serde(default = "one")]
        count: Quantity,
        #[serde(default = "this")]
        from: Selection,
    },
    PutCounters {
        kind: CounterKind,
        #[serde(default = "one")]
        count: Quantity,
        #[serde(default = "this")]
        on: Selection,
    },
    Energy(Quantity),
    CollectEvidence(Quantity),
    OneOf(Vec<Costs>),
    Each {
        cost: Costs,
        times: Quantity,
    },
    Draw(Quantity),
}

impl Cost {
    /// Reads a bare word: mana such as `{2}{W}`, `tap`, `sacrifice-this` ...
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "tap" => Some(Self::Tap),
            "untap" => Some(Self::Untap),
            "loyalty-x" => Some(Self::LoyaltyX),
            "sacrifice-this" => Some(Self::SacrificeThis),
            "discard-this" => Some(Self::DiscardThis),
            "discard-hand" => Some(Self::DiscardHand),
            "exile-this" => Some(Self::ExileThis),
            "return-this" => Some(Self::ReturnThis),
            "unattach-this" => Some(Self::Unattach(Selection::This)),
            "its-mana-cost" => Some(Self::ItsManaCost),
            _ => ManaCost::parse(word).map(Self::Mana),
        }
    }
}

shapes!(Cost, "a cost: mana such as `{2}{W}`, `tap`, `sacrifice-this`, or a map such as `{life: 2}`",
word: Self::Value::from_word,
map<CostNode>: |node| match node {
    CostNode::Mana(cost) => Cost::Mana(cost),
    CostNode::Waterbend(cost) => Cost::Waterbend(cost),
    CostNode::ManaTimes { mana, times } => Cost::ManaTimes(mana, times),
    CostNode::Loyalty(amount) => Cost::Loyalty(amount),
    CostNode::Life(amount) => Cost::Life(amount),
    CostNode::Sacrifice(some) => Cost::Sacrifice(some.what, some.count),
    CostNode::Discard(some) => Cost::Discard(some.what, some.count),
    CostNode::DiscardRandom(count) => Cost::DiscardRandom(count),
    CostNode::Exile { what, from, count } => Cost::Exile(what, from, count),
    CostNode::Put { what, from, to, count } => Cost::Put(what, from, to, count),
    CostNode::ExileTop(count) => Cost::ExileTop(count),
    CostNode::Mill(count) => Cost::Mill(count),
    CostNode::Unattach(what) => Cost::Unattach(what),
    CostNode::Return(some) => Cost::Return(some.what, some.count),
    CostNode::Tap(some) => Cost::TapOthers(some.what, some.count),
    CostNode::TapPower { what, power } => Cost::TapPower(what, power),
    CostNode::Reveal(some) => Cost::Reveal(some.what, some.count),
    CostNode::RemoveCounters { kind, count, from } => Cost::RemoveCounters(kind, count, from),
    CostNode::PutCounters { kind, count, on } => Cost::PutCounters(kind, count, on),
    CostNode::Energy(amount) => Cost::Energy(amount),
    CostNode::CollectEvidence(amount) => Cost::CollectEvidence(amount),
    CostNode::OneOf(costs) => Cost::OneOf(costs),
    CostNode::Each { cost, times } => Cost::Each(cost, times),
    CostNode::Draw(count) => Cost::Draw(count),
});

shapes!(Costs, "a cost or a list of costs",
    word: |word| match word {
        "nothing" => Some(Costs::default()),
        _ => Cost::from_word(word).map(|cost| Costs(vec![cost])),
    },
    list<Cost>: Costs,
    map<Cost>: |cost| Costs(vec![cost]));
