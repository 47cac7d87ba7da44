//! CR 702.164: Toxic

use crate::engine::halt::Outcome;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::{ObjectId, Origin};
use crate::ir::{Keyword, KeywordName};

/// A creature's total toxic value: the sum of the numbers of all its toxic abilities (702.164b).
///
/// # Errors
/// If one of the numbers can't be told.
pub fn total(sight: Sight<'_>, object: ObjectId) -> Outcome<u32> {
    let frame = Frame::of_source(object, sight.view.controller(sight.game, object), Origin::NONE);
    let mut total = 0u32;
    for keyword in sight.view.characteristics(sight.game, object).keywords(KeywordName::Toxic) {
        if let Keyword::Number(_, number) = keyword {
            total = total.saturating_add(quantities::amount(sight, &frame, number)?);
        }
    }
    Ok(total)
}
