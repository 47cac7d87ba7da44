//! CR 118: costs.

use headjudge_derive::Node;

use super::ability::Together;
use super::instruction::{Discard, Sacrifice};
use super::tree::{Key, Tree, Value};
use super::{Comparison, CounterKind, Filter, ManaCost, Players, Quantity, Selection, Trait, Zone};

/// A cost: everything in the list is paid (118.1). In YAML one cost may stand without the list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Node)]
#[node(expected = "a cost or a list of costs", words("nothing" = Self::default()))]
pub struct Costs(#[node(one)] pub Vec<Cost>);

/// One part of a cost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a cost: mana such as `{2}{W}`, `tap`, `sacrifice-this`, or a map such as `{life: 2}`",
    older = older_cost, words("unattach-this" = Self::Unattach(Selection::This),
        "sacrifice-this" = Self::Sacrifice(Sacrifice::of(Selection::This)),
        "discard-this" = Self::Discard(Discard::of(Selection::This)),
        "discard-hand" = Self::Discard(Discard { whole_hand: true, ..Discard::plain() }),
        "exile-this" = Self::EXILE_THIS,
        "return-this" = Self::Return(Filter::Is(Trait::This), Quantity::Fixed(1))))]
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
    /// Exert this permanent (701.43a).
    Exert,
    /// Put loyalty counters on it or remove them (606.4).
    Loyalty(i32),
    /// Remove X loyalty counters.
    LoyaltyX,
    /// Pay life (119.4).
    Life(Quantity),
    /// Sacrifice permanents of a kind, or this very object (701.21).
    Sacrifice(Sacrifice),
    /// Discard cards of a kind, at random, the whole hand, or this very card (701.9).
    Discard(Discard),
    /// Exile cards of a kind from one of your zones, or this very card wherever it is (701.13).
    Exile(
        #[node(name = "what")] Filter,
        #[node(name = "from")] Option<Zone>,
        #[node(name = "count", default = Quantity::Fixed(1))] Quantity,
    ),
    /// Put objects of a kind, anybody's, from a zone into another of their owners' zones.
    Put(
        #[node(name = "what")] Filter,
        #[node(name = "from")] Zone,
        #[node(name = "to")] Zone,
        #[node(name = "count", default = Quantity::Fixed(1))] Quantity,
    ),
    /// Exile materials of a kind from among permanents you control and cards in your graveyard (702.167a).
    ExileMaterials(
        #[node(name = "what")] Filter,
        #[node(name = "count")] Comparison,
        #[node(name = "together")] Option<Together>,
    ),
    /// Behold objects of a kind: reveal cards of your hand or choose permanents you control (701.4a).
    Behold(#[node(name = "what")] Filter, #[node(name = "count", default = Quantity::Fixed(1))] Quantity),
    /// Exile cards from the top of your library.
    ExileTop(Quantity),
    /// Mill cards (701.17).
    Mill(Quantity),
    /// Return permanents of a kind, or this very one, to their owner's hand.
    Return(#[node(name = "what")] Filter, #[node(name = "count", default = Quantity::Fixed(1))] Quantity),
    /// Unattach an Equipment from what it is attached to (701.3d).
    Unattach(Selection),
    /// Tap untapped permanents of a kind.
    #[node(name = "tap")]
    TapOthers(#[node(name = "what")] Filter, #[node(name = "count", default = Quantity::Fixed(1))] Quantity),
    /// Tap any number of untapped creatures of a kind with so much power in all.
    TapPower(#[node(name = "what")] Filter, #[node(name = "power")] Quantity),
    /// Reveal cards of a kind from the hand.
    Reveal(#[node(name = "what")] Filter, #[node(name = "count", default = Quantity::Fixed(1))] Quantity),
    /// Choose permanents of a kind.
    Choose(#[node(name = "what")] Filter, #[node(name = "count", default = Quantity::Fixed(1))] Quantity),
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
    /// Choose one of some players, who is the `promised-player` then (702.174a).
    ChoosePlayer(Players),
    /// As much as the mana cost of the object that the ability is on, whatever that is by then (702.1b).
    ItsManaCost,
}

/// As it is written today.
fn older_cost(tree: &Tree) -> Option<Tree> {
    let Value::Map(entries) = &tree.value else { return None };
    let (key, count) = entries.first().filter(|(key, _)| key.word == "discard-random")?;
    let parts = [("count", count.clone()), ("random", Tree::truth(true))];
    let parts = parts.map(|(word, value)| (Key { word: word.to_owned(), span: key.span }, value));
    Some(Tree::one("discard", Tree { span: tree.span, ..Tree::map(parts.to_vec()) }))
}

/// What is of any kind.
pub static ANYTHING: Filter = Filter::EVERYTHING;

/// What a part of a cost is paid with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Used<'c> {
    /// The very object that has the cost.
    This,
    /// So many of a kind, which the player chooses.
    Chosen(&'c Filter, &'c Quantity),
    /// So many by chance.
    Random(&'c Quantity),
    /// All.
    All,
    /// So many from the top.
    Top(&'c Quantity),
}

impl Cost {
    /// Exile this very card, wherever it is.
    pub const EXILE_THIS: Self = Self::Exile(Filter::Is(Trait::This), None, Quantity::Fixed(1));

    /// What of the player's own it is paid with, and out of which zone: where this very object is, none is said.
    pub fn used(&self) -> Option<(Used<'_>, Option<Zone>)> {
        Some(match self {
            Self::Sacrifice(it) => (it.used(), Some(Zone::Battlefield)),
            Self::Discard(it) => (it.used(), Some(Zone::Hand)),
            Self::Exile(_, None, _) => (Used::This, None),
            Self::Return(Filter::Is(Trait::This), _) => (Used::This, Some(Zone::Battlefield)),
            Self::Exile(what, zone, count) => (Used::Chosen(what, count), *zone),
            Self::Return(what, count) | Self::TapOthers(what, count) | Self::Choose(what, count) => {
                (Used::Chosen(what, count), Some(Zone::Battlefield))
            }
            Self::Reveal(what, count) => (Used::Chosen(what, count), Some(Zone::Hand)),
            Self::ExileTop(count) | Self::Mill(count) => (Used::Top(count), Some(Zone::Library)),
            Self::Mana(_)
            | Self::Waterbend(_)
            | Self::ManaTimes(..)
            | Self::Tap
            | Self::Untap
            | Self::Exert
            | Self::Loyalty(_)
            | Self::LoyaltyX
            | Self::Life(_)
            | Self::Put(..)
            | Self::ExileMaterials(..)
            | Self::Behold(..)
            | Self::Unattach(_)
            | Self::TapPower(..)
            | Self::RemoveCounters(..)
            | Self::PutCounters(..)
            | Self::Energy(_)
            | Self::CollectEvidence(_)
            | Self::OneOf(_)
            | Self::Each(..)
            | Self::Draw(_)
            | Self::ChoosePlayer(_)
            | Self::ItsManaCost => return None,
        })
    }

    /// How much or how many it is, where that is said.
    pub const fn count_mut(&mut self) -> Option<&mut Quantity> {
        match self {
            Self::Life(count)
            | Self::Energy(count)
            | Self::Draw(count)
            | Self::Mill(count)
            | Self::ExileTop(count)
            | Self::Return(_, count)
            | Self::TapOthers(_, count)
            | Self::PutCounters(_, count, _)
            | Self::Sacrifice(Sacrifice { count, .. })
            | Self::Discard(Discard { count, .. }) => Some(count),
            Self::Mana(_)
            | Self::Waterbend(_)
            | Self::ManaTimes(..)
            | Self::Tap
            | Self::Untap
            | Self::Exert
            | Self::Loyalty(_)
            | Self::LoyaltyX
            | Self::Exile(..)
            | Self::ExileMaterials(..)
            | Self::Behold(..)
            | Self::Put(..)
            | Self::Unattach(_)
            | Self::TapPower(..)
            | Self::Reveal(..)
            | Self::Choose(..)
            | Self::RemoveCounters(..)
            | Self::CollectEvidence(_)
            | Self::OneOf(_)
            | Self::Each(..)
            | Self::ChoosePlayer(_)
            | Self::ItsManaCost => None,
        }
    }

    /// Whether the very object that has it moves to pay it.
    pub fn moves_this(&self) -> bool {
        matches!(self.used(), Some((Used::This, _)))
    }

    /// The loyalty counters that are put on it or removed from it (606.4), where it is said how many.
    pub const fn loyalty(&self) -> Option<i32> {
        if let Self::Loyalty(counters) = self { Some(*counters) } else { None }
    }
}
