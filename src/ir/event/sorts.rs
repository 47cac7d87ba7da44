//! The events by what they are about, as patterns. A match that answers alike for all of a sort names the sort; of a new event the
//! compiler asks everywhere else, and here once to which sort it belongs.

/// Those that are made up of others.
macro_rules! made_up {
    () => {
        $crate::ir::Event::Any(_)
            | $crate::ir::Event::OneOrMore(_)
            | $crate::ir::Event::Nth(..)
            | $crate::ir::Event::CausedBy(..)
            | $crate::ir::Event::Provided(..)
    };
}

/// What is declared in combat, and comes of that.
macro_rules! of_combat {
    () => {
        $crate::ir::Event::Attacks(_)
            | $crate::ir::Event::PlayerAttacks(_)
            | $crate::ir::Event::PlayerAttacked(..)
            | $crate::ir::Event::AttacksWith(..)
            | $crate::ir::Event::Blocks(..)
            | $crate::ir::Event::BecomesBlocked(..)
            | $crate::ir::Event::BlockedBySoMany(..)
            | $crate::ir::Event::AttacksUnblocked(_)
    };
}

/// All others that are told by what has just happened, and not by what there is by then (a chapter, a state).
macro_rules! of_no_combat {
    () => {
        $crate::ir::Event::Moves(_)
            | $crate::ir::Event::Begins(..)
            | $crate::ir::Event::Casts(..)
            | $crate::ir::Event::Copies(..)
            | $crate::ir::Event::Activates(..)
            | $crate::ir::Event::PlaysLand(..)
            | $crate::ir::Event::DealsDamage(_)
            | $crate::ir::Event::Draws(_)
            | $crate::ir::Event::Discards(..)
            | $crate::ir::Event::GainsLife(_)
            | $crate::ir::Event::LosesLife(_)
            | $crate::ir::Event::Expends(..)
            | $crate::ir::Event::Sacrifices(..)
            | $crate::ir::Event::BecomesTapped(_)
            | $crate::ir::Event::BecomesUntapped(_)
            | $crate::ir::Event::TappedForMana(..)
            | $crate::ir::Event::BecomesTarget { .. }
            | $crate::ir::Event::PlayerBecomesTarget(..)
            | $crate::ir::Event::CountersPut(..)
            | $crate::ir::Event::CountersRemoved(..)
            | $crate::ir::Event::LastCounterRemoved(..)
            | $crate::ir::Event::TurnedFaceUp(_)
            | $crate::ir::Event::Transforms(_)
            | $crate::ir::Event::BecomesAttached(..)
            | $crate::ir::Event::BecomesUnattached(..)
            | $crate::ir::Event::Destroyed(_)
            | $crate::ir::Event::Countered(_)
            | $crate::ir::Event::Triggers { .. }
            | $crate::ir::Event::LosesControl(..)
            | $crate::ir::Event::Does(..)
            | $crate::ir::Event::Becomes(..)
            | $crate::ir::Event::Creates(..)
            | $crate::ir::Event::LosesGame(_)
            | $crate::ir::Event::DamageReducesLife(..)
            | $crate::ir::Event::Room(_)
            | $crate::ir::Event::Never
    };
}

pub(crate) use {made_up, of_combat, of_no_combat};
