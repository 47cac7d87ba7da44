//! CR 702.165: Backup

use crate::engine::halt::{Halt, Outcome};
use crate::engine::reading::{Frame, Sight};
use crate::game::{AbilityInstance, Characteristics, Origin};
use crate::ir::{Ability, KeywordName};

/// The abilities that a backup ability grants: those printed below it that are not backup (702.165a), whatever copy of a card it is on
/// (702.165b).
///
/// # Errors
/// If the permanent has lost any of them, for they are settled as the ability is put on the stack (702.165d).
pub(in crate::engine) fn granted(sight: Sight<'_>, frame: &Frame) -> Outcome<Vec<Ability>> {
    let printed = below(sight.view.copiable(sight.game, frame.source), frame.origin);
    if printed != below(sight.view.characteristics(sight.game, frame.source), frame.origin) {
        let why =
            "whether the abilities that backup grants were lost before or after it was put on the stack";
        return Err(Halt::undecided(frame.source, why));
    }
    Ok(printed)
}

/// The printed abilities behind one, as they are printed.
fn below(its: &Characteristics, own: Origin) -> Vec<Ability> {
    let Origin::Printed(own) = own else { return Vec::new() };
    let mut seen = own;
    let mut found = Vec::new();
    for AbilityInstance { origin, keyword, ability } in &its.abilities {
        // What a keyword stands for comes behind it, as the same printed ability.
        if let Origin::Printed(number) = *origin
            && number > seen
        {
            seen = number;
            if *keyword != Some(KeywordName::Backup) {
                found.push((**ability).clone());
            }
        }
    }
    found
}
