//! A deed tried until what is declared or answered on the way is legal.

use crate::engine::play::Saved;
use crate::engine::{Halt, Illegal, Play};
use crate::game::{ObjectId, PlayerId};
use crate::rules::{RuleId, cr};
use crate::trace::entry::How;

use super::answers::{Answers, Given};
use super::deeds::{self, Deed};

/// How often a declaration of attackers or blockers is tried until there is a legal one.
const MOST_DECLARATIONS: u32 = 240;

/// What comes of a deed.
pub(super) enum Came {
    /// It is done.
    Done,
    /// It is illegal, and nothing has happened.
    Refused,
    /// The engine stops.
    Halted(Halt),
}

/// Tries a deed; what is declared illegally on the way is declared anew, and `retried` is told why.
///
/// # Errors
/// What must hold and does not.
pub(super) fn attempt(
    play: &mut Play<'_>,
    answers: &Answers,
    player: PlayerId,
    deed: &Deed,
    before: &Saved,
    retried: &mut dyn FnMut(String),
) -> Result<Came, String> {
    let mut last = String::new();
    let mut unfit: Vec<ObjectId> = Vec::new();
    for tries in 0..MOST_DECLARATIONS {
        {
            let mut state = answers.0.borrow_mut();
            state.given.clear();
            state.mana = 12;
            // First any number of creatures, then also none and all that can.
            state.bold = match tries {
                6 => Some(0),
                7.. if tries % 3 == 1 => Some(4),
                _ => None,
            };
            // Where few may and one must, one or two at a time.
            state.few = (tries > 12 && tries % 3 == 2).then_some(1 + tries as usize % 2);
            // Where much must, all that is fit.
            state.resolute = tries > 60 && tries % 3 == 1;
            // Most of what once couldn't attack or block never can.
            state.unfit = if tries % 4 >= 2 && !state.resolute { Vec::new() } else { unfit.clone() };
        }
        play.decides();
        match deeds::perform(play, player, deed) {
            Ok(()) | Err(Halt::Over) => return Ok(Came::Done),
            Err(Halt::Illegal(_)) if !matches!(deed, Deed::Pass | Deed::Begin) => {
                if play.game.objects().len() != before.game.objects().len() {
                    return Err("what was refused is not taken back".to_owned());
                }
                return Ok(Came::Refused);
            }
            // What was declared or answered is illegal, and is said anew (733.1); without that nothing of a pass can be.
            Err(Halt::Illegal(illegal)) => {
                let said =
                    |given: &Given| !matches!(given, Given::Mana(None) | Given::Answer(_, How::Forced));
                if !answers.0.borrow().given.iter().any(said) {
                    return Err(format!("what follows a pass is refused: {illegal:?}"));
                }
                retried(format!("{}: {}", rules_of(&illegal), illegal.why));
                // By 508.1c and 509.1b a creature can't; by 508.1d and 509.1c it has to. Of some that may, no more than so many may.
                let cant = |rule: RuleId| [cr!("508.1c"), cr!("509.1b")].contains(&rule);
                if illegal.rules.iter().any(cant) && !illegal.why.contains("no more") {
                    unfit.extend(illegal.object);
                }
                last = format!("{illegal:?} of {:?}", answers.0.borrow().given);
                play.take_back(before.clone());
            }
            Err(halt) => return Ok(Came::Halted(halt)),
        }
    }
    Err(format!("no legal declaration of attackers, blockers or damage was found: {last}"))
}

/// The rule that forbids something.
fn rules_of(illegal: &Illegal) -> String {
    illegal.rules.first().map(|rule| rule.to_string()).unwrap_or_default()
}
