//! Names that the rules give: what is done that has no event of its own, designations, marks.

use super::verb::{Place, Verb, worded};
use super::words::words;

/// What a player, an object or the game does or becomes that has no event of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NamedDeed {
    /// A deed.
    Does(Verb),
    /// Getting a designation: the monarch (725), monstrous (701.37), day (731), level 2 (716.2).
    Gets(DesignationName),
    /// Day becomes night or night day (731).
    DayOrNight,
    /// The planar die comes up with the planeswalker symbol (901.9c).
    RollPlaneswalker,
    /// The first card drawn in a turn is revealed as it is drawn.
    RevealFirstDraw,
    /// A spell with haunt has resolved, which its haunt ability waits for (702.55a).
    SpellWithHauntResolves,
    /// A card is exiled by its madness (702.35a).
    DiscardedWithMadness,
    /// A creature is tapped for this very ability of enlist (702.154d).
    EnlistsForThis,
    /// A creature is exerted as it attacks, as a static ability of its own lets its controller do (701.43d).
    ExertedAsItAttacks,
    /// A card is revealed by its miracle as it is drawn (702.94a).
    RevealedByMiracle,
    /// The half of a permanent that has the ability is unlocked (709.5h).
    UnlockThisDoor,
    /// A permanent is fully unlocked (709.5i).
    FullyUnlock,
    /// A permanent is dealt excess damage (120.10).
    DealtExcessDamage,
}

words! {
    /// A designation, by its name.
    DesignationName {
        /// The monarch (725).
        Monarch = "monarch",
        /// The initiative (726).
        Initiative = "initiative",
        /// The city's blessing (702.131b).
        CitysBlessing = "city's blessing",
        /// An enduring story (702.195b).
        EnduringStory = "enduring story",
        /// It becomes or is day (731).
        Day = "day",
        /// It becomes or is night (731).
        Night = "night",
        /// A player's speed goes up (702.179d).
        Speed = "speed",
        /// Monstrous (701.37b).
        Monstrous = "monstrous",
        /// Suspected (701.60).
        Suspected = "suspected",
        /// Renowned (702.112b).
        Renowned = "renowned",
        /// Solved (719.3b).
        Solved = "solved",
        /// Prepared (722.3a).
        Prepared = "prepared",
        /// Of a card in exile, warped (702.185b).
        Warped = "warped",
        /// Of a card in exile, plotted (702.170c).
        Plotted = "plotted",
        /// Of a card in exile, foretold (702.143d).
        Foretold = "foretold",
        /// Level 2 of a Class (716.2).
        Level2 = "level-2",
        /// Level 3 of a Class (716.2).
        Level3 = "level-3",
        /// Who has completed a dungeon (309.7); it is asked for and never given.
        CompletedDungeon = "completed-dungeon",
        /// Who took the first turn (103.1); it is asked for and never given.
        StartingPlayer = "starting-player",
        /// Who has max speed (702.179e); it is asked for and never given.
        MaxSpeed = "max-speed",
    }
}

words! {
    /// What marks an object for other abilities to ask for, while an effect lasts.
    Mark {
        /// Saddled (702.171b).
        Saddled = "saddled",
        /// Paired, the two with each other (702.95b).
        Paired = "paired",
    }
}

impl NamedDeed {
    /// Those whose word is neither a verb's nor a designation's.
    const NAMED: [(Self, &'static str); 13] = [
        (Self::Gets(DesignationName::Monarch), "become-monarch"),
        (Self::Gets(DesignationName::Initiative), "take-initiative"),
        (Self::DayOrNight, "day-or-night"),
        (Self::RollPlaneswalker, "planeswalker"),
        (Self::RevealFirstDraw, "reveal-first-draw"),
        (Self::SpellWithHauntResolves, "spell-with-haunt-resolves"),
        (Self::DiscardedWithMadness, "discarded-with-madness"),
        (Self::EnlistsForThis, "enlists-for-this"),
        (Self::ExertedAsItAttacks, "exerted-as-it-attacks"),
        (Self::RevealedByMiracle, "revealed-by-miracle"),
        (Self::UnlockThisDoor, "unlock-this-door"),
        (Self::FullyUnlock, "fully-unlock"),
        (Self::DealtExcessDamage, "dealt-excess-damage"),
    ];

    /// Whether a player does it, or it happens to a player or the game, so that `does` says it.
    pub fn is_of_player(self) -> bool {
        match self {
            Self::Does(verb) => verb.at(Place::Does).is_some(),
            Self::Gets(name) => {
                name.is_of_player() || matches!(name, DesignationName::Day | DesignationName::Night)
            }
            Self::DayOrNight | Self::RollPlaneswalker | Self::UnlockThisDoor | Self::FullyUnlock => true,
            Self::RevealFirstDraw
            | Self::SpellWithHauntResolves
            | Self::DiscardedWithMadness
            | Self::EnlistsForThis
            | Self::ExertedAsItAttacks
            | Self::RevealedByMiracle
            | Self::DealtExcessDamage => false,
        }
    }

    /// Whether it happens to an object, so that `becomes` says it.
    pub fn is_of_object(self) -> bool {
        if let Self::Does(verb) = self { verb.at(Place::Becomes).is_some() } else { !self.is_of_player() }
    }
}

worded!(NamedDeed [NamedDeed::Does: Does, NamedDeed::Does: Becomes]
    NamedDeed::NAMED.into_iter().chain(DesignationName::ALL.iter().filter(|name| name.can_be_given())
        .map(|name| (NamedDeed::Gets(*name), name.word()))));

impl DesignationName {
    /// What getting it is: to become the monarch, to take the initiative, to get the city's blessing.
    pub const fn verb(self) -> Verb {
        match self {
            Self::Initiative => Verb::Take,
            Self::CitysBlessing | Self::EnduringStory | Self::Speed => Verb::Get,
            _ => Verb::Become,
        }
    }

    /// Whether an effect can give it.
    pub const fn can_be_given(self) -> bool {
        !matches!(self, Self::CompletedDungeon | Self::StartingPlayer | Self::MaxSpeed | Self::Warped)
    }

    /// Whether players have it, rather than objects or the game.
    pub const fn is_of_player(self) -> bool {
        matches!(
            self,
            Self::Monarch
                | Self::Initiative
                | Self::CitysBlessing
                | Self::EnduringStory
                | Self::Speed
                | Self::CompletedDungeon
                | Self::StartingPlayer
                | Self::MaxSpeed
        )
    }
}
