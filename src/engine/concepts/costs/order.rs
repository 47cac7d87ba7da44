//! CR 118: Costs. In which order the parts of a cost are paid (601.2h)

use crate::ir::cost::Used;
use crate::ir::{Cost, Zone};

/// What the place of a part in the order hangs on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sort {
    /// The zone in which its player needs what they pay it with.
    from: Option<Zone>,
    /// The zone that paying it moves that to; none if it stays where it is.
    to: Option<Zone>,
    /// Whether it takes all that there is, or the very object that has the cost: nothing is left for a part with the same need.
    takes_all: bool,
    /// Whether chance or a library decides it, so that it is paid after all others.
    late: bool,
}

impl Sort {
    fn of(part: &Cost) -> Self {
        let used = part.used();
        let from = used.and_then(|(_, zone)| zone);
        let (from, to) = match part {
            Cost::Tap
            | Cost::Untap
            | Cost::Exert
            | Cost::TapPower(..)
            | Cost::Unattach(_)
            | Cost::RemoveCounters(..)
            | Cost::PutCounters(..)
            | Cost::Loyalty(_)
            | Cost::LoyaltyX => (Some(Zone::Battlefield), None),
            Cost::TapOthers(..) | Cost::Reveal(..) | Cost::Choose(..) => (from, None),
            Cost::Sacrifice(_) | Cost::Discard(_) | Cost::Mill(_) => (from, Some(Zone::Graveyard)),
            Cost::Return(..) => (from, Some(Zone::Hand)),
            // Where this very card is, the text does not say.
            Cost::Exile(..) | Cost::ExileTop(_) => (from, Some(Zone::Exile)),
            Cost::CollectEvidence(_) => (Some(Zone::Graveyard), Some(Zone::Exile)),
            Cost::Put(_, from, to, _) => (Some(*from), Some(*to)),
            Cost::Draw(_) => (Some(Zone::Library), Some(Zone::Hand)),
            Cost::Mana(_)
            | Cost::Waterbend(_)
            | Cost::ManaTimes(..)
            | Cost::Life(_)
            | Cost::Energy(_)
            | Cost::ChoosePlayer(_)
            | Cost::OneOf(_)
            | Cost::ExileMaterials(..)
            | Cost::Behold(..)
            | Cost::Each(..)
            | Cost::ItsManaCost => (None, None),
        };
        // Of a face-down pile chance picks the card (406.4), and from a library it is not known what comes.
        let by_chance = matches!(used, Some((Used::Random(_) | Used::Top(_), _)));
        let late = if let Cost::Put(_, from, to, _) = part {
            *from == Zone::Exile || *from == Zone::Library && !matches!(to, Zone::Hand | Zone::Library)
        } else {
            by_chance || matches!(part, Cost::Exile(..)) && from == Some(Zone::Library)
        };
        let takes_all = match used {
            Some((Used::All, _)) => true,
            Some((Used::This, zone)) => zone.is_none(),
            _ => false,
        };
        Self { from, to, takes_all, late }
    }

    /// Whether what it moves comes to where another sort needs it.
    fn brings_for(self, other: Self) -> bool {
        self.to.is_some() && self.to == other.from && (other.late || !self.late)
    }

    /// Whether it has to be paid first so that both can be paid with the same, or the other with what this one brings.
    fn goes_before(self, other: Self) -> bool {
        if self == other || self.late != other.late {
            return other.late && !self.late;
        }
        let moves_it_away = self.to.is_none() && other.to.is_some() || other.takes_all && !self.takes_all;
        let needs_the_same = self.from == other.from || other.from.is_none();
        self.brings_for(other) || self.from.is_some() && needs_the_same && moves_it_away
    }
}

/// Whether one part of a cost, paid before another, brings cards or permanents to where the other is paid with them.
pub(super) fn brings_for(part: &Cost, other: &Cost) -> bool {
    Sort::of(part).brings_for(Sort::of(other))
}

/// A part of what is paid.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// The mana, with what is exiled for it.
    Mana,
    /// Anything else.
    Other(&'a Cost),
}

/// The mana of a cost and its other parts in the order in which they are paid: the mana first, but for what brings cards to the graveyard
/// that may be exiled for it (702.66a).
pub(super) fn with_mana(delve: bool, parts: &[Cost]) -> Vec<Part<'_>> {
    let sort = match delve {
        true => Sort { from: Some(Zone::Graveyard), to: Some(Zone::Exile), takes_all: false, late: false },
        false => Sort { from: None, to: None, takes_all: false, late: false },
    };
    let others = parts.iter().map(|part| (Sort::of(part), Part::Other(part)));
    ordered(std::iter::once((sort, Part::Mana)).chain(others).collect())
}

/// The parts of a cost in the order in which they are paid. That of those which neither chance nor a library decides is the player's
/// own (601.2h), and so is that of the others, which come last. It is that of the text, but for what would leave them less to pay with:
/// a part that moves nothing is paid before one that takes away what both need (what is tapped can still be sacrificed), and one that
/// moves something before what is paid with it there (what is returned or drawn can be discarded, what is put into the graveyard
/// exiled). Where two parts bring each other what they need, the first in the text is paid first.
fn ordered<T: Copy>(parts: Vec<(Sort, T)>) -> Vec<T> {
    // Of each sort those that are left, the next one at the end.
    let mut left: Vec<(Sort, Vec<usize>)> = Vec::new();
    for (index, (sort, _)) in parts.iter().enumerate().rev() {
        match left.iter_mut().find(|(other, _)| other == sort) {
            Some((_, those)) => those.push(index),
            None => left.push((*sort, vec![index])),
        }
    }
    let mut ordered = Vec::with_capacity(parts.len());
    while !left.is_empty() {
        let waits = |sort: Sort| left.iter().any(|(other, _)| other.goes_before(sort));
        let first = left.iter().min_by_key(|(sort, those)| (waits(*sort), those.last().copied()));
        let next = first.map(|(sort, _)| *sort);
        for (_, those) in left.iter_mut().filter(|(sort, _)| Some(*sort) == next) {
            ordered.extend(those.pop().and_then(|index| parts.get(index)).map(|(_, part)| *part));
        }
        left.retain(|(_, those)| !those.is_empty());
    }
    ordered
}
