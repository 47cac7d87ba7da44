//! Names that the rules give: deeds that have no node of their own, designations, marks.

use super::words::words;

words! {
    /// Something named that a player does or that happens to a player, an object or the game.
    NamedDeed {
        /// A player becomes the monarch (725).
        BecomeMonarch = "become-monarch",
        /// A player takes the initiative (726).
        TakeInitiative = "take-initiative",
        /// A player completes a dungeon (309.7).
        CompleteDungeon = "complete-dungeon",
        /// The Ring tempts a player (701.54d).
        RingTempts = "ring-tempts",
        /// Day becomes night or night day (731).
        DayOrNight = "day-or-night",
        /// Night becomes day.
        Day = "day",
        /// Day becomes night.
        Night = "night",
        /// A player pays life (119.4).
        PayLife = "pay-life",
        /// A player searches a library (701.23).
        Search = "search",
        /// A player investigates (701.16).
        Investigate = "investigate",
        /// A player discovers (701.57).
        Discover = "discover",
        /// A player activates an exhaust ability (702.177).
        Exhaust = "exhaust",
        /// A player rolls dice (706).
        RollDice = "roll-dice",
        /// A player rolls the planar die (901.9).
        RollPlanarDie = "roll-planar-die",
        /// The planar die comes up with the planeswalker symbol (901.9c).
        RollPlaneswalker = "planeswalker",
        /// A player flips coins (705).
        FlipCoin = "flip-coin",
        /// A player wins a coin flip (705.2).
        WinFlip = "win-flip",
        /// A player loses a coin flip (705.2).
        LoseFlip = "lose-flip",
        /// Chaos ensues (311.7).
        ChaosEnsues = "chaos-ensues",
        /// A player planeswalks (701.31).
        Planeswalk = "planeswalk",
        /// A card is cycled (702.29c).
        Cycle = "cycle",
        /// The first card drawn in a turn is revealed as it is drawn.
        RevealFirstDraw = "reveal-first-draw",
        /// A creature mutates (702.140d).
        Mutate = "mutate",
        /// A creature explores (701.44).
        Explore = "explore",
        /// A creature connives (701.50).
        Connive = "connive",
        /// A permanent is exerted (701.43).
        Exert = "exert",
        /// A creature crews a Vehicle (702.122).
        Crew = "crew",
        /// A permanent becomes monstrous (701.37).
        BecomeMonstrous = "monstrous",
        /// A creature becomes suspected (701.60).
        BecomeSuspected = "suspected",
        /// A creature becomes renowned (702.112).
        BecomeRenowned = "renowned",
        /// A Case becomes solved (719.3).
        BecomeSolved = "solved",
        /// A Class becomes level 2 (716.2).
        Level2 = "level-2",
        /// A Class becomes level 3 (716.2).
        Level3 = "level-3",
        /// A phenomenon is encountered (312.5).
        Encounter = "encounter",
        /// A player planeswalks to a plane (701.31d).
        PlaneswalkTo = "planeswalk-to",
        /// A player planeswalks away from a plane (701.31d).
        PlaneswalkAway = "planeswalk-away",
        /// A scheme is set in motion (701.32).
        SetInMotion = "set-in-motion",
        /// A spell with haunt has resolved, which its haunt ability waits for (702.55a).
        SpellWithHauntResolves = "spell-with-haunt-resolves",
        /// A card is exiled by its madness (702.35a).
        DiscardedWithMadness = "discarded-with-madness",
    }
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
    }
}

impl NamedDeed {
    /// Whether a player does it, or it happens to a player or the game, so that `does` says it.
    pub const fn is_of_player(self) -> bool {
        matches!(
            self,
            Self::BecomeMonarch
                | Self::TakeInitiative
                | Self::CompleteDungeon
                | Self::RingTempts
                | Self::DayOrNight
                | Self::Day
                | Self::Night
                | Self::PayLife
                | Self::Search
                | Self::Investigate
                | Self::Discover
                | Self::Exhaust
                | Self::RollDice
                | Self::RollPlanarDie
                | Self::RollPlaneswalker
                | Self::FlipCoin
                | Self::WinFlip
                | Self::LoseFlip
                | Self::ChaosEnsues
                | Self::Planeswalk
                | Self::Cycle
        )
    }

    /// Whether it happens to an object, so that `becomes` says it.
    pub const fn is_of_object(self) -> bool {
        matches!(self, Self::Cycle) || !self.is_of_player()
    }
}

impl DesignationName {
    /// Whether an effect can give it.
    pub const fn can_be_given(self) -> bool {
        !matches!(self, Self::CompletedDungeon | Self::StartingPlayer | Self::MaxSpeed)
    }

    /// Whether players have it, rather than objects or the game.
    pub const fn is_of_player(self) -> bool {
        matches!(
            self,
            Self::Monarch
                | Self::Initiative
                | Self::CitysBlessing
                | Self::Speed
                | Self::CompletedDungeon
                | Self::StartingPlayer
                | Self::MaxSpeed
        )
    }
}
