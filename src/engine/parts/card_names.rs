//! CR 201: Name. How a player chooses the name of a card (201.4).

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::reading::filters::has_activated_ability;
use crate::game::{Answer, Characteristics, Choice, ChoiceKind, Game, Item, Options, PlayerId};
use crate::ir::{Comparison, Filter, KeywordName, Layout, Quantity, SubtypeFamily, Trait};
use crate::rules::{RuleId, Rules, cr};

/// Asks a player for the name of a card, of one of a kind if that is said (201.4a). Any card of the Oracle reference has a name to
/// choose; those that are offered are the ones that the game knows.
///
/// # Errors
/// If nobody makes the choice, or the kind asks for more than what is printed.
pub(in crate::engine) fn ask(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    only: Option<&Filter>,
    rules: Rules,
) -> Outcome<Option<Arc<str>>> {
    let mut seen = BTreeSet::new();
    let mut items = Vec::new();
    for (place, face) in (0u16..).zip(play.game.named_faces()) {
        let fits = match only {
            None => true,
            Some(filter) => {
                is_printed(filter, face).ok_or_else(|| Halt::gap(frame.source, MORE_THAN_PRINTED))?
            }
        };
        if fits && seen.insert(face.name.clone()) {
            items.push(Item::Name(place));
        }
    }
    if items.is_empty() {
        // There are such names all the same, in the Oracle reference.
        return Err(Halt::undecided(frame.source, "no card that is known here has a name to choose"));
    }
    let rules = rules.and(if only.is_some() { cr!("201.4a") } else { cr!("201.4") });
    let source = Some(frame.asking());
    let named = |answer: &Answer| match answer {
        Answer::Picked(picked) => match items.get(*picked.first()? as usize) {
            Some(Item::Name(place)) => Some(usize::from(*place)),
            _ => None,
        },
        _ => None,
    };
    let options = Options::Pick { from: items.as_slice().into(), at_least: 1, at_most: 1, ordered: false };
    let choice = Choice { player, kind: ChoiceKind::Choose, source, options, indifferent: false };
    let answer = play.choose_by(choice, rules, |game, answer| {
        let (layout, face) = game.place_of_name(named(answer)?)?;
        rule_of_name(layout, face)
    })?;
    Ok(named(&answer).and_then(|place| play.game.named_faces().nth(place)).map(|face| face.name.clone()))
}

/// The rule by which such a name may be chosen, or may not, though it is not all of its card's; none for the name of a whole card.
pub fn rule_of(game: &Game, name: &str) -> Option<RuleId> {
    let place = game.named_faces().position(|face| *face.name == *name)?;
    let (layout, face) = game.place_of_name(place)?;
    rule_of_name(layout, face)
}

/// The rule by which a name that is not all of its card's may be chosen.
const fn rule_of_name(layout: Layout, face: usize) -> Option<RuleId> {
    Some(match (layout, face) {
        (Layout::Split, _) => cr!("201.4b"),
        (_, 0) => return None,
        (Layout::Flip, _) => cr!("201.4c"),
        (Layout::Transform | Layout::Modal, _) => cr!("201.4d"),
        (Layout::Meld, _) => cr!("201.4e"),
        (Layout::Adventure, _) => cr!("201.4f"),
        (Layout::Omen, _) => cr!("720.5"),
        (Layout::Prepare, _) => cr!("722.5"),
        _ => return None,
    })
}

/// Whether a card is of a kind by what is printed on it, as far as that is asked for.
pub fn is_printed(filter: &Filter, face: &Characteristics) -> Option<bool> {
    Some(match filter {
        Filter::All(filters) => !decided(filters, face, false)?,
        Filter::Any(filters) => decided(filters, face, true)?,
        Filter::Not(filter) => !is_printed(filter, face)?,
        Filter::Type(card_type) => face.is(*card_type),
        Filter::Supertype(supertype) => face.has_supertype(*supertype),
        // A card that says of itself that it is every creature type is so outside the game, too (604.3, 702.73a).
        Filter::Subtype(subtype) => {
            let is_of_creatures = subtype.family() == SubtypeFamily::Creature;
            let is_each = || face.has(KeywordName::Changeling) || face.defines_every_creature_type();
            face.has_subtype(*subtype) || is_of_creatures && is_each()
        }
        Filter::Color(color) => face.colors.contains(*color),
        Filter::Is(Trait::Card) => true,
        Filter::Is(Trait::PermanentCard) => face.types.is_permanent(),
        Filter::Is(Trait::WithActivatedAbility) => has_activated_ability(face),
        Filter::Is(Trait::RepeatedManaSymbol) => face.repeats_mana_symbol(),
        Filter::ManaValue(comparison) => {
            let value = i64::from(face.mana_value(0));
            match comparison {
                Comparison::Exactly(Quantity::Fixed(number)) => value == i64::from(*number),
                Comparison::AtLeast(Quantity::Fixed(number)) => value >= i64::from(*number),
                Comparison::AtMost(Quantity::Fixed(number)) => value <= i64::from(*number),
                Comparison::Even => value % 2 == 0,
                Comparison::Odd => value % 2 != 0,
                Comparison::Exactly(_) | Comparison::AtLeast(_) | Comparison::AtMost(_) => return None,
            }
        }
        Filter::Is(_)
        | Filter::ControlledBy(_)
        | Filter::OwnedBy(_)
        | Filter::Power(_)
        | Filter::Toughness(_)
        | Filter::Colors(_)
        | Filter::ManaCost(_)
        | Filter::CouldProduce(_)
        | Filter::Has(_)
        | Filter::Counters(..)
        | Filter::Named(_)
        | Filter::NamedLike(_)
        | Filter::In(_)
        | Filter::Among(_)
        | Filter::AttachedTo(_)
        | Filter::AttachedBy(_)
        | Filter::Targets(_)
        | Filter::TargetsPlayer(_)
        | Filter::TargetsOnly(_)
        | Filter::TargetCount(_)
        | Filter::InCombatWith(_)
        | Filter::PairedWith(_)
        | Filter::Chosen(_)
        | Filter::Shares(..)
        | Filter::DamagedBy(_)
        | Filter::DamagedBySourceOf(_)
        | Filter::LinkedThisTurn(_)
        | Filter::FirstCast(_)
        | Filter::CameFrom(_)
        | Filter::CastBy(_)
        | Filter::Attacking(_)
        | Filter::Source(_) => return None,
    })
}

/// Why names of cards are not asked for.
const MORE_THAN_PRINTED: &str = "it asks for names of cards by more than their types and colors";

/// Why names of cards of a kind are never asked for; nothing for a kind of which they may be.
pub(in crate::engine) fn gap_of_names(only: &Filter) -> Option<Why> {
    (!asks_for_print(only)).then_some(Why::Borrowed(MORE_THAN_PRINTED))
}

/// Whether a kind asks for nothing but what [`is_printed`] looks at.
pub(in crate::engine) fn asks_for_print(filter: &Filter) -> bool {
    let fixed = |number: &Quantity| matches!(number, Quantity::Fixed(_));
    match filter {
        Filter::All(filters) | Filter::Any(filters) => filters.iter().all(asks_for_print),
        Filter::Not(filter) => asks_for_print(filter),
        Filter::ManaValue(comparison) => match comparison {
            Comparison::Exactly(number) | Comparison::AtLeast(number) | Comparison::AtMost(number) => {
                fixed(number)
            }
            Comparison::Even | Comparison::Odd => true,
        },
        Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) | Filter::Color(_) => true,
        Filter::Is(word) => matches!(
            word,
            Trait::Card | Trait::RepeatedManaSymbol | Trait::PermanentCard | Trait::WithActivatedAbility
        ),
        Filter::ControlledBy(_)
        | Filter::OwnedBy(_)
        | Filter::Power(_)
        | Filter::Toughness(_)
        | Filter::Colors(_)
        | Filter::ManaCost(_)
        | Filter::CouldProduce(_)
        | Filter::Has(_)
        | Filter::Counters(..)
        | Filter::Named(_)
        | Filter::NamedLike(_)
        | Filter::In(_)
        | Filter::Among(_)
        | Filter::AttachedTo(_)
        | Filter::AttachedBy(_)
        | Filter::Targets(_)
        | Filter::TargetsPlayer(_)
        | Filter::TargetsOnly(_)
        | Filter::TargetCount(_)
        | Filter::InCombatWith(_)
        | Filter::PairedWith(_)
        | Filter::Chosen(_)
        | Filter::Shares(..)
        | Filter::LinkedThisTurn(_)
        | Filter::FirstCast(_)
        | Filter::DamagedBy(_)
        | Filter::DamagedBySourceOf(_)
        | Filter::CameFrom(_)
        | Filter::CastBy(_)
        | Filter::Attacking(_)
        | Filter::Source(_) => false,
    }
}

/// Whether one of these parts is plainly `so`: one that is decides, whatever can't be told of the others.
fn decided(parts: &[Filter], face: &Characteristics, so: bool) -> Option<bool> {
    let mut untold = false;
    for part in parts {
        match is_printed(part, face) {
            Some(its) if its == so => return Some(true),
            Some(_) => {}
            None => untold = true,
        }
    }
    (!untold).then_some(false)
}
