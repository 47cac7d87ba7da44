//! CR 701.14: Fight

use crate::engine::concepts::damage::{self, Packet};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::game::{Cause, ObjectId, Thing};
use crate::ir::Selection;
use crate::rules::{Rules, cr};
use crate::trace::{Level, Missing, Note};

use super::missing;

/// Two creatures fight: each deals damage equal to its power to the other (701.14a); if one is gone or no creature, none
/// does (701.14b), and one that fights itself deals itself twice that much (701.14c).
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn fight(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    [one, other]: [(&Selection, Option<ObjectId>); 2],
) -> Outcome {
    let kept = [
        missing::of_fighter(play, frame, one.0, one.1)?,
        missing::of_fighter(play, frame, other.0, other.1)?,
    ];
    let (one, other) = match (kept, one.1, other.1) {
        ([None, None], Some(one), Some(other)) => (one, other),
        ([lacking, of_other], one, other) => {
            let rules = Rules::of(&[cr!("701.14b")]);
            let left = if lacking.is_none() { one } else { other.filter(|_| of_other.is_none()) };
            let missing = lacking.or(of_other).unwrap_or(Missing::One);
            play.note(Level::Default, cause.kind, rules, Note::NoFight(frame.asking(), left, missing));
            return Ok(());
        }
    };
    let view = play.view()?;
    let power =
        |object: ObjectId| view.characteristics(&play.game, object).power.unwrap_or(0).max(0).unsigned_abs();
    let packets = if one == other {
        vec![Packet {
            source: Some(one),
            to: Thing::Object(one),
            amount: power(one).saturating_mul(2),
            rules: Rules::NONE,
            preventable: true,
        }]
    } else {
        vec![
            Packet {
                source: Some(one),
                to: Thing::Object(other),
                amount: power(one),
                rules: Rules::NONE,
                preventable: true,
            },
            Packet {
                source: Some(other),
                to: Thing::Object(one),
                amount: power(other),
                rules: Rules::NONE,
                preventable: true,
            },
        ]
    };
    damage::deal(play, cause.by(cr!("701.14a")), &packets, false)
}
