//! What a player tried and may do, in words, with what lets them.

use crate::game::{ObjectId, PlayerId, Thing};
use crate::ir::{ManaCost, Symbol};
use crate::trace::names::Names;
use crate::trace::styled::{Style, Text, said};
use crate::trace::{CostChanged, wording, words};

use super::{Attempt, write_attempt};

/// What is to be said of what a player may do, beyond what it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Granted {
    /// What its targets are that it asks for: `is tapped`.
    pub targets: Vec<(Thing, String)>,
    /// The mana of its total cost, where effects have changed it.
    pub cost: Option<(ManaCost, CostChanged)>,
    /// In what way a spell would be cast, and which additional costs would be paid for it.
    pub manner: Vec<Symbol>,
    /// Whether its mana cost would not be paid.
    pub for_nothing: bool,
    /// How much generic mana the player pays so that creatures can attack or block, if any.
    pub pays: Option<u16>,
    /// What is announced for {X}, if anything is.
    pub x: Option<u32>,
    /// Whose effect alone lets it be cast or played from where it is, with the mana that is paid for it instead of its mana cost.
    pub by: Option<(ObjectId, Option<ManaCost>)>,
    /// What is so that evasion abilities do not keep a block from being declared: of whom or what it is said, and what is named behind it.
    pub evaded: Vec<(Thing, String, Option<ObjectId>)>,
    /// What is so that it can be activated, in the words of the card: `you control three creatures`.
    pub met: Vec<String>,
}

/// `AP may cast Assassinate#2 targeting Grizzly Bears#1, which is tapped`.
pub fn allowed(
    names: &Names<'_>,
    player: PlayerId,
    attempt: &Attempt,
    (targets, granted): (&[Thing], &Granted),
) -> Text {
    let mut text = Text::new();
    names.write_player(&mut text, player);
    said(&mut text, " may ");
    let Granted { targets: fitting, cost, manner, for_nothing, pays, x, by, evaded, met } = granted;
    write_attempt(names, &mut text, attempt, (manner, targets));
    if *for_nothing {
        said(&mut text, " without paying its mana cost");
    }
    match (targets, fitting.as_slice()) {
        ([_], [(_, words)]) => {
            said(&mut text, ", which ");
            said(&mut text, words);
        }
        (_, fitting) => {
            for (place, (target, words)) in fitting.iter().enumerate() {
                said(&mut text, if place == 0 { ", where " } else { " and " });
                names.write_thing(&mut text, *target);
                said(&mut text, " ");
                said(&mut text, words);
            }
        }
    }
    if let Some(x) = x {
        text.push_fmt(format_args!(" with X = {x}"), Style::Plain);
    }
    if let Some((mana, changed)) = cost {
        said(&mut text, if fitting.is_empty() { " for " } else { ", for " });
        words::write_cost(names, &mut text, attempt.own(), (mana, changed));
    }
    if let Some(pays) = pays {
        text.push_fmt(format_args!(", paying {{{pays}}}"), Style::Plain);
    }
    if let Some((by, instead)) = by {
        // What effects make of it is told with the total cost.
        if let Some(mana) = instead.as_ref().filter(|_| cost.is_none() && !*for_nothing) {
            said(&mut text, if fitting.is_empty() { " for " } else { ", for " });
            said(&mut text, &mana.to_string());
        }
        said(&mut text, ", as ");
        let card = match attempt {
            Attempt::PlayLand(land, _) => Some(*land),
            attempt => attempt.own(),
        };
        match names.bare(*by).as_str() {
            _ if card == Some(*by) => said(&mut text, "its own ability"),
            "emblem" => said(&mut text, "an emblem"),
            _ => names.write_object(&mut text, *by),
        }
        said(&mut text, " permits");
    }
    for (place, (who, words, of)) in evaded.iter().enumerate() {
        said(&mut text, if place == 0 { ", as " } else { " and " });
        names.write_thing(&mut text, *who);
        said(&mut text, " ");
        said(&mut text, words);
        if let Some(of) = of {
            names.write_object(&mut text, *of);
        }
    }
    if let Some(own) = attempt.own() {
        for (place, words) in met.iter().enumerate() {
            said(&mut text, if place == 0 { ", as " } else { " and " });
            wording::spoken(names, &mut text, words, own, player);
        }
    }
    text
}
