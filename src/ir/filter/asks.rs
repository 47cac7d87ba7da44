//! What is asked of a kind of objects in many places: whether one of the qualities that make it up is of some sort.

use super::Filter;
use crate::ir::{Players, Trait, Zone};

impl Filter {
    /// The players and the zone, where it is every card that is theirs in a zone of theirs (400.3): how many these are everybody knows.
    pub fn cards_of(&self) -> Option<(&Players, Zone)> {
        let Self::All(filters) = self else { return None };
        let ([Self::OwnedBy(players), Self::In(zones)] | [Self::In(zones), Self::OwnedBy(players)]) =
            filters.as_slice()
        else {
            return None;
        };
        match zones.as_slice() {
            [zone @ (Zone::Hand | Zone::Graveyard | Zone::Library)] => Some((players, *zone)),
            _ => None,
        }
    }

    /// Every card of these players in a zone of theirs.
    pub fn all_cards_of(players: Players, zone: Zone) -> Self {
        Self::All(vec![Self::In(vec![zone]), Self::OwnedBy(players)])
    }

    /// What is found in a quality that every object of this kind must have: it itself, or one of those that must all be so.
    pub fn find_demanded<'f, T>(&'f self, find: &impl Fn(&'f Self) -> Option<T>) -> Option<T> {
        if let Self::All(filters) = self {
            return filters.iter().find_map(|filter| filter.find_demanded(find));
        }
        find(self)
    }

    /// Whether a quality that every object of this kind must have is one that is looked for.
    pub fn demands(&self, sought: &impl Fn(&Self) -> bool) -> bool {
        self.find_demanded(&|filter| sought(filter).then_some(())).is_some()
    }

    /// What every object of this kind must be attached to, if it must.
    pub fn host(&self) -> Option<&Self> {
        self.find_demanded(&|demanded| {
            if let Self::AttachedTo(host) = demanded { Some(&**host) } else { None }
        })
    }

    /// Whether it describes objects by a card type or subtype, and by no word such as "card", "spell" or "source", nor by what they are
    /// themselves: permanents are meant then (109.2).
    pub fn means_permanents(&self) -> bool {
        let is_type = |it: &Self| matches!(it, Self::Type(_) | Self::Subtype(_));
        let says_more = |it: &Self| {
            matches!(
                it,
                Self::Is(
                    Trait::This | Trait::Card | Trait::PermanentCard | Trait::Spell | Trait::SourceOfDamage
                ) | Self::Among(_)
                    | Self::In(_)
            )
        };
        self.asks(&is_type) && !self.asks(&says_more)
    }

    /// Whether any quality of which this kind is made is one that is looked for: among those that must all be so, of which
    /// one must be so, or which must not be so.
    pub fn asks(&self, sought: &impl Fn(&Self) -> bool) -> bool {
        if let Self::All(filters) | Self::Any(filters) = self {
            return filters.iter().any(|filter| filter.asks(sought));
        }
        if let Self::Not(filter) = self { filter.asks(sought) } else { sought(self) }
    }
}
