//! What the board says was chosen as a permanent entered (607.2d): a word, a name or a player, of the sort that its card asks for.

use crate::cards::fold;
use crate::diag::{Code, Diagnostic, nearest};
use crate::engine::additional::keyword_abilities::hidden_agenda;
use crate::engine::parts::card_names;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::view::View;
use crate::game::{Change, Game, LinkKey, ObjectId, Origin};
use crate::ir::instruction::{ChoosePlayer, ChooseWord, WordKind};
use crate::ir::{Filter, Instruction, Layout, Link, Players, ReplacementResult, Symbol};
use crate::rules::cr;
use crate::scenario::ast::Text;

use super::setup::{Setup, illegal};

/// What a card asks its controller for as it enters.
#[derive(Clone)]
enum Asked {
    /// A word or a name.
    Word(AskedWord),
    /// One of these players.
    Player { from: Players, link: Link },
}

#[derive(Clone)]
struct AskedWord {
    kind: WordKind,
    from: Vec<String>,
    only: Option<Filter>,
    link: Link,
}

/// That a color, type, number or other word was chosen as the object entered; nothing where it can't have been.
pub(super) fn word(setup: &mut Setup<'_, '_>, game: &Game, object: ObjectId, word: &Text) -> Option<Change> {
    let name = game.object(object).base.name.clone();
    let asked = match asked(game, object) {
        Some(Asked::Word(asked)) => asked,
        Some(Asked::Player { from, link }) => return player(setup, game, object, word, (&from, link)),
        None => {
            setup.cannot(format!("nothing is chosen for `{name}` as it enters"), word.span);
            return None;
        }
    };
    if asked.kind == WordKind::CardName {
        let message = format!("what is chosen for `{name}` is the name of a card");
        let help = format!("write `[named {}]`", word.text);
        setup.faults.push(illegal(message, word.span, cr!("607.2d")).with_help(help));
        return None;
    }
    let written = word.text.to_lowercase();
    // A number is one between the least and the greatest that the text names.
    let numbers = || asked.from.iter().filter_map(|text| text.parse::<u32>().ok());
    let (least, most) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
    let number = written.parse().ok().filter(|number| (least..=most).contains(number));
    let words = match (asked.kind, asked.kind.words(&asked.from)) {
        (WordKind::Number, _) => number.map(|number: u32| number.to_string()).into_iter().collect(),
        (_, Some(words)) => words,
        (_, None) => {
            let why = format!("`{name}` asks for a word of a kind that is not played yet");
            setup.cannot(why, word.span);
            return None;
        }
    };
    match Symbol::parse(&written).filter(|_| words.contains(&written)) {
        Some(chosen) => Some(Change::ChooseWord(Box::new(LinkKey::own(object, asked.link)), chosen)),
        None => {
            let message = format!("`{}` can't be chosen for `{name}`", word.text);
            let near = nearest(&written, words.iter().map(String::as_str));
            setup.faults.push(illegal(message, word.span, cr!("607.2d")).did_you_mean(near));
            None
        }
    }
}

/// That a player was chosen as the object entered; nothing where they can't have been.
fn player(
    setup: &mut Setup<'_, '_>,
    game: &Game,
    object: ObjectId,
    chosen: &Text,
    (from, link): (&Players, Link),
) -> Option<Change> {
    let player = setup.player(chosen)?;
    let its = game.object(object);
    let frame = Frame::of_source(object, its.controller, Origin::NONE);
    // No effect changes who the players are, and what the permanent itself is may depend on this choice (604.3).
    let view = View::unchanged(game);
    let among = players(Sight { game, view: &view }, &frame, from);
    match among {
        Ok(among) if among.contains(&player) => {
            player.word().map(|word| Change::ChooseWord(Box::new(LinkKey::own(object, link)), word))
        }
        Ok(_) => {
            let message = format!("`{}` can't be chosen for `{}`", chosen.text, its.base.name);
            setup.faults.push(illegal(message, chosen.span, cr!("607.2d")));
            None
        }
        Err(_) => {
            let why = format!("which players can be chosen for `{}` is not known", its.base.name);
            setup.cannot(why, chosen.span);
            None
        }
    }
}

/// That the name of a card was chosen as the object entered; nothing where it can't have been.
pub(super) fn name(setup: &mut Setup<'_, '_>, game: &Game, object: ObjectId, card: &Text) -> Option<Change> {
    let name = game.object(object).base.name.clone();
    // For a conspiracy with double agenda two are (702.106f).
    let is_agenda = hidden_agenda::has(&game.object(object).base);
    let more =
        if is_agenda { hidden_agenda::next_name(game, object).is_some() } else { !game.has_name(object) };
    if !more {
        let message = "no further name can have been chosen for it";
        setup.faults.push(Diagnostic::error(Code::RepeatedLine, message, card.span, ""));
        return None;
    }
    let asked = match asked(game, object) {
        Some(Asked::Word(asked)) if asked.kind == WordKind::CardName => asked,
        _ => {
            setup.cannot(format!("no name is chosen for `{name}` as it enters"), card.span);
            return None;
        }
    };
    let Some(definition) = setup.cards.definition(&card.text) else {
        setup.unknown_card(&card.text, card.span);
        return None;
    };
    let written = fold(&card.text);
    let named = definition.named().iter().find(|face| fold(&face.name) == written);
    let face = match (named, definition.named()) {
        (Some(face), _) | (None, [face]) => face.clone(),
        // One of its names is chosen, never both at once (201.4b and its like).
        (None, faces) => {
            let rule = if definition.layout == Layout::Split { cr!("201.4b") } else { cr!("201.4") };
            let names: Vec<String> = faces.iter().map(|face| format!("`[named {}]`", face.name)).collect();
            let message = format!("`{}` is not one name of a card", card.text);
            let help = format!("write {}", names.join(" or "));
            setup.faults.push(illegal(message, card.span, rule).with_help(help));
            return None;
        }
    };
    // Two different ones (702.106f).
    let first = game.chosen_name(LinkKey::own(object, Link::CHOSEN_NAME));
    if asked.link == Link::OTHER_CHOSEN_NAME && first.is_some_and(|first| *first == face.name) {
        let message = format!("the second name that is chosen for `{name}` must be another one");
        setup.faults.push(illegal(message, card.span, cr!("702.106f")));
        return None;
    }
    match asked.only.as_ref().map(|filter| card_names::is_printed(filter, &face)) {
        None | Some(Some(true)) => {
            Some(Change::ChooseName(Box::new(LinkKey::own(object, asked.link)), face.name.clone()))
        }
        Some(None) => {
            setup.cannot(
                format!("whether `{}` can be chosen for `{name}` is not known", card.text),
                card.span,
            );
            None
        }
        // Only the name of a card of that kind (201.4a).
        Some(Some(false)) => {
            let message = format!("the name `{}` can't be chosen for `{name}`", card.text);
            setup.faults.push(illegal(message, card.span, cr!("201.4a")));
            None
        }
    }
}

/// What the object's card asks for as it enters, for a linked ability to find (607.2d).
fn asked(game: &Game, object: ObjectId) -> Option<Asked> {
    // What was secretly chosen as it was put into the command zone (702.106a).
    if hidden_agenda::has(&game.object(object).base) {
        let link = hidden_agenda::next_name(game, object)?;
        return Some(Asked::Word(AskedWord { kind: WordKind::CardName, from: Vec::new(), only: None, link }));
    }
    game.object(object).base.abilities.iter().find_map(|instance| {
        let ReplacementResult::Enters(enters) = &instance.ability.as_replacement()?.result else {
            return None;
        };
        enters.does.iter().find_map(asked_by)
    })
}

/// What an instruction asks a player as the object enters.
fn asked_by(instruction: &Instruction) -> Option<Asked> {
    if let Instruction::ChooseWord(ChooseWord { kind, from, only, link, .. }) = instruction {
        let (from, only) = (from.clone(), only.clone());
        return Some(Asked::Word(AskedWord { kind: *kind, from, only, link: *link }));
    }
    if let Instruction::ChoosePlayer(ChoosePlayer { from, link: Some(link), .. }) = instruction {
        return Some(Asked::Player { from: from.clone(), link: *link });
    }
    // Life that was paid is a number as well.
    let Instruction::PayAnyLife { link } = instruction else { return None };
    Some(Asked::Word(AskedWord {
        kind: WordKind::Number,
        from: vec![0.to_string(), i32::MAX.to_string()],
        only: None,
        link: *link,
    }))
}
