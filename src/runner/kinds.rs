//! The kinds of choices as a scenario writes them and as the game asks.

use crate::game::{Choice, ChoiceKind};
use crate::ir::{CardType, Subtype};
use crate::scenario::vocabulary::ChoiceKind as WrittenKind;
use crate::why::choices::{asks_for_name, words_of};

/// Whether a written kind of choice is the one that is asked.
pub(super) fn same_kind(written: WrittenKind, choice: &Choice) -> bool {
    let asked = choice.kind;
    match written {
        WrittenKind::Name => asked == ChoiceKind::Choose && asks_for_name(choice),
        WrittenKind::Type => {
            asked == ChoiceKind::Choose && words_of(choice).any(|word| is_type(word.as_str()))
        }
        WrittenKind::Target => asked == ChoiceKind::Target,
        WrittenKind::Targets => matches!(asked, ChoiceKind::Targets | ChoiceKind::CopyTargets),
        WrittenKind::Choose => {
            matches!(asked, ChoiceKind::Choose | ChoiceKind::Color | ChoiceKind::Player | ChoiceKind::Encode)
        }
        WrittenKind::May => asked == ChoiceKind::May,
        WrittenKind::Mode => matches!(asked, ChoiceKind::Mode | ChoiceKind::Pile),
        WrittenKind::Pile => asked == ChoiceKind::Pile,
        WrittenKind::X => asked == ChoiceKind::X,
        WrittenKind::Divide => asked == ChoiceKind::Divide,
        WrittenKind::Sacrifice => asked == ChoiceKind::Sacrifice,
        WrittenKind::Discard => asked == ChoiceKind::Discard,
        WrittenKind::Tap => asked == ChoiceKind::Tap,
        WrittenKind::Exile => asked == ChoiceKind::Exile,
        WrittenKind::Return => asked == ChoiceKind::Return,
        WrittenKind::Reveal => asked == ChoiceKind::Reveal,
        WrittenKind::Pay => asked == ChoiceKind::Pay,
        WrittenKind::First => asked == ChoiceKind::First,
        WrittenKind::Order | WrittenKind::ResolveFirst => asked == ChoiceKind::Order,
        WrittenKind::Top => asked == ChoiceKind::Top,
        WrittenKind::Bottom => asked == ChoiceKind::Bottom,
        WrittenKind::Graveyard => asked == ChoiceKind::Graveyard,
        WrittenKind::Find => asked == ChoiceKind::Find,
        WrittenKind::Cast | WrittenKind::Play => asked == ChoiceKind::Cast,
        WrittenKind::Random => asked == ChoiceKind::Random,
        WrittenKind::Coin => asked == ChoiceKind::Coin,
        WrittenKind::Die => asked == ChoiceKind::Die,
        WrittenKind::Vote => asked == ChoiceKind::Vote,
        WrittenKind::Keep => asked == ChoiceKind::Keep,
        WrittenKind::Encode => asked == ChoiceKind::Encode,
        WrittenKind::Attach => asked == ChoiceKind::Attach,
        WrittenKind::Color => asked == ChoiceKind::Color,
        WrittenKind::Player => asked == ChoiceKind::Player,
        WrittenKind::Damage => asked == ChoiceKind::Damage,
        WrittenKind::Number => asked == ChoiceKind::Number,
        WrittenKind::Mulligan => asked == ChoiceKind::Mulligan,
    }
}

/// Whether a word is a card type or a subtype, in whatever letters.
fn is_type(word: &str) -> bool {
    Subtype::from_any_case(word).is_some() || CardType::from_word(word).is_some()
}
