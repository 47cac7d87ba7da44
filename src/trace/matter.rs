//! Of what of an object something is told.

/// What of an object something is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Matter {
    /// Where it is, and which object.
    Place,
    /// Tapped, face down, phased out, transformed, designated.
    Status,
    /// Damage and counters on it.
    Numbers,
    /// What it is as a whole: its copiable values, and what it is a copy of.
    Being,
    /// Its power and toughness.
    Size,
    /// Its types.
    Types,
    /// Its colors.
    Colors,
    /// Which abilities it has.
    Abilities,
    /// Who controls it.
    Control,
    /// What it is attached to or encoded on.
    Attachment,
    /// Whether it attacks or blocks.
    Combat,
    /// Whether its abilities have triggered.
    Triggers,
    /// Who may look at it, in which pile it is, with what it is linked.
    Known,
}

impl Matter {
    /// Whether what is told of this is told of that as well: what makes it another thing changes all that is part of what it is.
    pub(crate) fn covers(self, asked: Self) -> bool {
        self == asked
            || self == Self::Being
                && matches!(asked, Self::Size | Self::Types | Self::Colors | Self::Abilities)
    }

    /// Whether what was told of it before an object changed zones may say something of it afterwards: what changes a spell changes
    /// the permanent (400.7a), and what triggered has triggered.
    pub(crate) fn lasts(self) -> bool {
        matches!(
            self,
            Self::Being
                | Self::Size
                | Self::Types
                | Self::Colors
                | Self::Abilities
                | Self::Triggers
                | Self::Known
        )
    }
}
