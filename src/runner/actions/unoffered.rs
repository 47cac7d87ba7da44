//! Why what a player tries to choose is not among the legal answers.

use crate::engine::Position;
use crate::engine::concepts::targets::misfits::{NotChosen, not_chosen};
use crate::engine::variants::commander::stays_outside;
use crate::game::{Choice, ChoiceKind, Game, Item, ObjectId, Options, Thing};
use crate::ir::{Color, Subtype, SubtypeFamily, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::runner::answers::offered::is_none;
use crate::runner::options::options_in_words;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::AnswerItem;
use crate::trace::{What, Would};
use crate::why::choices::{asks_for_name, of_colors, words_of};

/// The most answers that are listed where nothing else is to be said.
const MOST_LISTED: usize = 6;

/// Why these are no legal answer, in words behind "can't choose them:", and the rule that decides it before those by which it is asked.
pub(super) fn why_not(
    stage: &mut Stage<'_, '_>,
    (choice, rules): (&Choice, Rules),
    items: &[AnswerItem],
) -> Staged<(String, Option<RuleId>)> {
    if let Some(words) = of_numbers(choice, items) {
        // No more life can be paid than there is, whenever that is chosen.
        return Ok((words, rules.iter().find(|rule| *rule == cr!("119.4"))));
    }
    if let Some(words) = no_color(choice, items) {
        return Ok((words, None));
    }
    if let Some(of_object) = of_objects(stage, (choice, rules), items)? {
        return Ok(of_object);
    }
    if let Some(words) = of_words(choice, rules) {
        return Ok((words, None));
    }
    let list = match &choice.options {
        Options::Pick { from, .. } if from.len() <= MOST_LISTED && !asks_for_name(choice) => {
            format!(" ({})", options_in_words(&stage.play.game, &stage.answers.table(), choice))
        }
        _ => String::new(),
    };
    Ok((format!("it is not among the legal answers{list}"), None))
}

/// Of a number that is too large or too small, of too much or too little that is divided, and of so many that can't be chosen.
fn of_numbers(choice: &Choice, items: &[AnswerItem]) -> Option<String> {
    match &choice.options {
        Options::Number { least, most } => {
            let [AnswerItem::Number(number)] = items else { return None };
            let number = i64::from(number.value);
            if number > i64::from(*most) {
                return Some(format!("the most that can be chosen is {most}"));
            }
            (number < i64::from(*least)).then(|| format!("the least that can be chosen is {least}"))
        }
        Options::Divide { amount, among, each, .. } => {
            let share = |item: &AnswerItem| match item {
                AnswerItem::Share { amount, .. } => Some(*amount),
                _ => None,
            };
            let shares: Vec<u32> = items.iter().map(share).collect::<Option<_>>()?;
            let total = shares.iter().fold(0u32, |sum, share| sum.saturating_add(*share));
            if total != *amount {
                return Some(format!("{amount} is divided in all, and not {total}"));
            }
            let too_few = shares.len() < among.len() && *each > 0;
            (too_few || shares.iter().any(|share| share < each))
                .then(|| format!("each of them gets at least {each}"))
        }
        Options::Pick { at_least, .. } if is_none(items) => Some(match at_least {
            0 => return None,
            1 => "one must be chosen".to_owned(),
            least => format!("{least} must be chosen"),
        }),
        Options::Pick { .. } | Options::YesNo(_) => None,
    }
}

/// Of what is named where a color is asked for, and is none (105.4).
fn no_color(choice: &Choice, items: &[AnswerItem]) -> Option<String> {
    let [AnswerItem::Words(words)] = items else { return None };
    let is_color = Color::ALL.iter().any(|color| color.word() == words.text);
    of_colors(choice).filter(|_| !is_color).map(|_| format!("{} is no color", words.text))
}

/// Of words, where a subtype is asked for (205.3e) or the name of a card of some kind (201.4a).
fn of_words(choice: &Choice, rules: Rules) -> Option<String> {
    if rules.contains(cr!("201.4a")) && asks_for_name(choice) {
        return Some("no card of that name is of the kind that is asked for".to_owned());
    }
    if !rules.contains(cr!("205.3e")) {
        return None;
    }
    let is_of = |family: SubtypeFamily| {
        let all: Vec<_> = Subtype::all(family).collect();
        let mut words = words_of(choice).peekable();
        words.peek().is_some()
            && words.all(|word| all.iter().any(|its| its.word().eq_ignore_ascii_case(word.as_str())))
    };
    if is_of(SubtypeFamily::Creature) {
        return Some("it is no creature type".to_owned());
    }
    is_of(SubtypeFamily::Land).then(|| "it is not one of the land types that are asked for".to_owned())
}

/// Of objects: what the first of them that can't be chosen is or is not, or where it is; or that they are too many or too few.
fn of_objects(
    stage: &mut Stage<'_, '_>,
    (choice, rules): (&Choice, Rules),
    items: &[AnswerItem],
) -> Staged<Option<(String, Option<RuleId>)>> {
    let Options::Pick { from, at_least, at_most, .. } = &choice.options else { return Ok(None) };
    let is_reference = |item: &AnswerItem| matches!(item, AnswerItem::Reference(_));
    if items.is_empty() || !items.iter().all(is_reference) {
        return Ok(None);
    }
    let view = stage.view()?;
    let position = Position { game: &stage.play.game, view: &view };
    let refused =
        items.iter().find(|item| !stage.answers.offers(&position, choice, std::slice::from_ref(item)));
    let Some(AnswerItem::Reference(reference)) = refused else {
        let so_many = items.len();
        if so_many > *at_most as usize {
            return Ok(Some((format!("no more than {at_most} can be chosen"), None)));
        }
        let too_few = so_many < *at_least as usize;
        return Ok(too_few.then(|| (format!("{at_least} must be chosen"), None)));
    };
    let Ok(Thing::Object(object)) = stage.thing(reference) else { return Ok(None) };
    let table = stage.answers.table();
    let it = if items.len() == 1 { "it".to_owned() } else { table.told(&stage.play.game, object) };
    drop(table);
    // A card of a pile that the player may not look at is never chosen itself (406.4).
    if stage.play.game.object(object).zone == Zone::Exile
        && stage.play.game.object(object).is_face_down()
        && from.iter().any(|item| matches!(item, Item::Pile(_)))
    {
        return Ok(Some((
            "only its whole pile can be chosen, and then chance picks a card of it".to_owned(),
            None,
        )));
    }
    let game = &stage.play.game;
    if rules.contains(cr!("701.34a")) && game.object(object).counters.iter().all(|(_, count)| *count == 0) {
        return Ok(Some((format!("{it} has no counter"), None)));
    }
    if rules.contains(cr!("903.11a"))
        && let Ok(Some((_, why))) = stays_outside(game, choice.player, object)
    {
        return Ok(Some((why.to_owned(), None)));
    }
    if choice.kind == ChoiceKind::Sacrifice
        && game.object(object).on_battlefield()
        && view.controller(game, object) != choice.player
    {
        let words = format!("{} does not control {it}", stage.answers.table().name_of(choice.player));
        return Ok(Some((words, Some(cr!("701.21a")))));
    }
    let in_library = game.object(object).zone == Zone::Library;
    Ok(match not_chosen(&mut stage.play, object) {
        None => None,
        Some(NotChosen::Is(words)) => Some((format!("{it} {words}"), None)),
        Some(NotChosen::Elsewhere(Some(top))) if in_library => {
            let searched = if top == 1 { "top card".to_owned() } else { format!("top {top} cards") };
            let by = stage.play.trace.entries().iter().rev().find_map(|entry| match &entry.what {
                What::Replaced(_, by, Would::Search) => Some(*by),
                _ => None,
            });
            let table = stage.answers.table();
            let by = by.map_or_else(String::new, |by| format!(" ({})", table.told(&stage.play.game, by)));
            let words =
                format!("{it} is not among the {searched} of the library, which alone are searched{by}");
            Some((words, Some(cr!("614.1a"))))
        }
        Some(NotChosen::Elsewhere(_)) => {
            let zone = stage.play.game.object(object).zone;
            let table = stage.answers.table();
            let place = table.place(&stage.play.game, &view, object);
            let there = place_of_all(&stage.play.game, from);
            there.filter(|(others, _)| *others != zone).map(|(others, whose)| {
                let owner = whose.map(|whose| table.name_of(stage.play.game.object(whose).owner).to_owned());
                (format!("{it} is {place}, and not {}", in_zone(others, owner)), None)
            })
        }
    })
}

/// The zone in which all that can be chosen is, with one of it if all has one owner.
fn place_of_all(game: &Game, from: &[Item]) -> Option<(Zone, Option<ObjectId>)> {
    let mut objects = from.iter().map(Item::object);
    let first = objects.next()??;
    let (zone, owner) = (game.object(first).zone, game.object(first).owner);
    let mut of_one = true;
    for object in objects {
        let its = game.object(object?);
        if its.zone != zone {
            return None;
        }
        of_one &= its.owner == owner;
    }
    Some((zone, of_one.then_some(first)))
}

/// A zone behind "is": `in AP's library`.
fn in_zone(zone: Zone, owner: Option<String>) -> String {
    match zone {
        Zone::Battlefield => "on the battlefield".to_owned(),
        Zone::Stack => "on the stack".to_owned(),
        Zone::Exile => "in exile".to_owned(),
        Zone::Command => "in the command zone".to_owned(),
        Zone::Ante => "in the ante".to_owned(),
        Zone::Library | Zone::Hand | Zone::Graveyard => match owner {
            Some(owner) => format!("in {owner}'s {}", zone.word()),
            None => format!("in a {}", zone.word()),
        },
    }
}
