//! By which rules a question is asked.

use crate::game::{Choice, ChoiceKind, Game, Item, Options};
use crate::ir::part::{Part, mentions};
use crate::ir::{Instruction, Subtype, SubtypeFamily, Symbol, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Trace, What};

/// The rules behind a question that the engine asks by these rules.
pub(crate) fn rules_of(trace: &Trace, choice: &Choice, asking: Rules) -> Rules {
    // What an effect offers is chosen among what is legal and possible; what a cost asks for, by what the action can be done to.
    let resolves = trace
        .entries()
        .iter()
        .any(|entry| matches!(&entry.what, What::Resolves(object) if Some(*object) == choice.source));
    let by_rules = !asking.is_empty();
    let by_effect = resolves && is_by_effect(asking);
    let rule = match choice.kind {
        ChoiceKind::Target => cr!("601.2c"),
        ChoiceKind::CopyTargets => cr!("707.10c"),
        ChoiceKind::Targets if by_rules => return asking,
        ChoiceKind::Sacrifice if !resolves => cr!("701.21a"),
        ChoiceKind::Discard => cr!("701.9b"),
        ChoiceKind::Keep => cr!("704.5j"),
        ChoiceKind::First => cr!("616.1"),
        ChoiceKind::Order => match &choice.options {
            Options::Pick { from, .. } => match from.first() {
                Some(Item::Player(_)) => cr!("121.2d"),
                Some(Item::Object(_)) => cr!("613.7m"),
                _ => cr!("603.3b"),
            },
            _ => cr!("603.3b"),
        },
        ChoiceKind::Encode => cr!("702.99a"),
        ChoiceKind::Damage => cr!("510.1c"),
        _ if has_piles(choice) => cr!("406.4"),
        // The name of any card, or of one with certain characteristics.
        _ if asks_for_name(choice) => match asking.contains(cr!("201.4a")) {
            true => cr!("201.4a"),
            false => cr!("201.4"),
        },
        // One subtype of the kind that is asked for.
        _ if words_of(choice).any(|word| is_subtype(word.as_str())) => cr!("205.3e"),
        // What no effect offers as it resolves is asked for by the rules that the engine asks by.
        _ if by_rules && !by_effect => {
            return asking;
        }
        _ => cr!("608.2d"),
    };
    // Behind it those by which the engine asks.
    asking.iter().fold(Rules::NONE.and(rule), Rules::and)
}

/// The rule by which a player need not find any of the cards of a hidden zone that a search is for, where they have a stated quality (701.23b):
/// not where the search itself is for up to so many.
pub(crate) fn may_find_none(game: &Game, choice: &Choice, rules: Rules) -> Option<RuleId> {
    let Options::Pick { at_least: 0, .. } = choice.options else { return None };
    let up_to =
        |part: Part<'_>| matches!(part, Part::Instruction(Instruction::Search(search)) if search.up_to);
    let asks = game.object(choice.source.filter(|_| choice.kind == ChoiceKind::Find)?);
    let hidden = choice.objects().any(|card| game.object(card).zone != Zone::Graveyard);
    let says_so = asks.bodies().any(|body| mentions(body, up_to));
    (hidden && !says_so && rules.contains(cr!("701.23a"))).then_some(cr!("701.23b"))
}

/// The rule by which no more can be chosen than are asked for: how many targets there are has been determined (601.2c).
pub(crate) fn too_many(choice: &Choice) -> Option<RuleId> {
    matches!(choice.kind, ChoiceKind::Targets | ChoiceKind::CopyTargets).then_some(cr!("601.2c"))
}

/// The rule by which one of the colors must be chosen, if colors are asked for (105.4).
pub(crate) fn of_colors(choice: &Choice) -> Option<RuleId> {
    let Options::Pick { from, .. } = &choice.options else { return None };
    from.iter().all(|offered| matches!(offered, Item::Color(_))).then_some(cr!("105.4"))
}

/// Whether nothing of these rules says that it is chosen while a spell or ability is announced or paid for (601, 602) or as a permanent
/// enters (614.12a) rather than as an effect is carried out.
fn is_by_effect(rules: Rules) -> bool {
    let before = [cr!("601.2b"), cr!("601.2h"), cr!("602.2b"), cr!("614.12a")];
    !before.iter().any(|rule| rules.contains(*rule))
}

/// Whether a word is a subtype, in whatever letters.
fn is_subtype(word: &str) -> bool {
    let mut all = Subtype::all(SubtypeFamily::Creature).chain(Subtype::all(SubtypeFamily::Land));
    all.any(|subtype| subtype.word().eq_ignore_ascii_case(word))
}

/// The words that may be chosen.
pub(crate) fn words_of(choice: &Choice) -> impl Iterator<Item = Symbol> + '_ {
    let from: &[Item] = match &choice.options {
        Options::Pick { from, .. } => from,
        _ => &[],
    };
    from.iter().filter_map(|item| match item {
        Item::Word(word) => Some(*word),
        _ => None,
    })
}

/// Whether the name of a card is asked for.
pub(crate) fn asks_for_name(choice: &Choice) -> bool {
    matches!(&choice.options, Options::Pick { from, .. } if matches!(from.first(), Some(Item::Name(_))))
}

/// Whether cards are among what may be chosen that lie in piles from which only chance picks (406.4).
fn has_piles(choice: &Choice) -> bool {
    matches!(&choice.options, Options::Pick { from, .. } if from.iter().any(|item| matches!(item, Item::Pile(_))))
}

/// What is asked by a choice, behind "must choose".
pub(crate) fn asked(choice: &Choice) -> &'static str {
    let first = match &choice.options {
        Options::Pick { from, .. } => from.first(),
        _ => None,
    };
    match choice.kind {
        ChoiceKind::Target => "what to target",
        ChoiceKind::Targets => "new targets",
        ChoiceKind::CopyTargets => "new targets for the copy",
        ChoiceKind::Choose => match first {
            Some(Item::Color(_) | Item::Colorless) => "a color",
            Some(Item::Player(_)) => "a player",
            Some(Item::Word(_)) => "a word",
            Some(Item::Name(_)) => "the name of a card",
            Some(Item::Counter(_)) => "a kind of counter",
            Some(Item::Mode(_)) => "which of the courses to take",
            _ => "which of them to choose",
        },
        ChoiceKind::May => "whether to do what it allows",
        ChoiceKind::Mode => "the mode",
        ChoiceKind::X => "the value of X",
        ChoiceKind::Divide => "how it is divided",
        ChoiceKind::Sacrifice => "what to sacrifice",
        ChoiceKind::Discard => "what to discard",
        ChoiceKind::Tap => "what to tap",
        ChoiceKind::Exile => "what to exile",
        ChoiceKind::Return => "what to return",
        ChoiceKind::Reveal => "what to reveal",
        ChoiceKind::Pay => "whether and how to pay",
        ChoiceKind::First => "which replacement or prevention effect applies first",
        ChoiceKind::Order => match first {
            Some(Item::Player(_)) => "the order of the players",
            Some(Item::Object(_)) => "the order of their timestamps",
            _ => "the order in which the abilities go on the stack",
        },
        ChoiceKind::Top => "what goes on top of the library",
        ChoiceKind::Bottom => "what goes to the bottom of the library",
        ChoiceKind::Find => "what the search finds",
        ChoiceKind::Cast => "what to cast",
        ChoiceKind::Random => "what is picked at random",
        ChoiceKind::Coin => "how the coin falls",
        ChoiceKind::Die => "what the die shows",
        ChoiceKind::Vote => "how to vote",
        ChoiceKind::Pile => "a pile",
        ChoiceKind::Keep => "which of them to keep",
        ChoiceKind::Encode => "what to encode it on",
        ChoiceKind::Attach => "what to attach it to",
        ChoiceKind::Color => "a color",
        ChoiceKind::Player => "a player",
        ChoiceKind::Damage => "how combat damage is assigned",
        ChoiceKind::Number => "a number",
        ChoiceKind::Graveyard => "what goes into the graveyard",
        ChoiceKind::Mulligan => "whether to take a mulligan",
    }
}
