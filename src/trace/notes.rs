//! What was considered and did not happen, and facts that decide, in words.

use super::entry::Note;
use super::names::Names;
use super::styled::{Style, Text};

/// A note as a sentence.
pub(super) fn sentence(names: &Names<'_>, note: Note) -> Text {
    let mut text = Text::new();
    let (about, words) = match note {
        Note::DurationOver(object) => {
            said(&mut text, "what it waits for has already happened; ");
            (Some(object), " does not move")
        }
        Note::LinkedNothing(source) => (Some(source), "'s linked ability finds nothing"),
        Note::IllegalTarget(_, thing) => {
            names.write_thing(&mut text, thing);
            (None, " is no longer a legal target, and is not affected")
        }
        Note::ConditionFalse(ability) => (Some(ability), " does nothing: its condition is not true now"),
        Note::NoTarget(ability) => (Some(ability), " is removed from the stack: it has no legal target"),
        Note::NotFound(object) => (Some(object), " is not where it is looked for, and stays as it is"),
        Note::Cant(object) => (Some(object), ": what can't happen does not happen"),
        Note::Permits(object) => {
            (Some(object), " may do it although it came under its controller's control this turn")
        }
        Note::TokenStays(token) => (Some(token), " does not move: a token that has left stays away"),
        Note::Ceased(object) => (Some(object), " has ceased to exist, and nothing finds it"),
        Note::NoLongerEncoded(card, creature) => {
            names.write_object(&mut text, card);
            said(&mut text, " is no longer encoded on ");
            (Some(creature), "")
        }
        Note::Impossible(player) => {
            names.write_player(&mut text, player);
            (None, " has nothing to choose from")
        }
        Note::Loop(_) => (None, "a loop that nothing ends"),
        Note::GraveyardOrder(player) => {
            names.write_player(&mut text, player);
            (None, "'s cards lie in the graveyard in the order in which they are listed")
        }
        Note::NoAttackers => {
            (None, "no creature attacks: the declare blockers and combat damage steps are skipped")
        }
        Note::PaymentTaken(player) => {
            names.write_player(&mut text, player);
            (None, "'s payment of mana is taken as made")
        }
    };
    if let Some(object) = about {
        names.write_object(&mut text, object);
    }
    said(&mut text, words);
    text
}

fn said(text: &mut Text, words: &str) {
    text.push(words, Style::Plain);
}
