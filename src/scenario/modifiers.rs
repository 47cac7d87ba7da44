//! Modifiers: what is said of an object in brackets.

use crate::diag::{Code, Diagnostic, nearest};
use crate::scenario::ast::{Modifier, ObjectText, Spanned, Text};
use crate::scenario::board::{object, spanned, unexpected};
use crate::scenario::head::{number, unknown_player};
use crate::scenario::lines::{Group, Part};
use crate::scenario::tree::Faults;

/// How one modifier is written and read.
pub struct ModifierForm {
    /// Its first words.
    pub words: &'static str,
    /// What follows them.
    pub takes: Takes,
    /// What it says, for the reference.
    pub gist: &'static str,
}

/// What follows the words of a modifier, with the modifier it makes.
pub enum Takes {
    /// Nothing.
    Nothing(Modifier),
    /// A number.
    Number(fn(u32) -> Modifier),
    /// An object or a player.
    Object(fn(ObjectText) -> Modifier),
    /// An object, a player or nothing.
    PerhapsObject(fn(Option<ObjectText>) -> Modifier),
    /// A player.
    Player(fn(Text) -> Modifier),
    /// Words of the user's.
    Words(fn(Text) -> Modifier),
    /// Words of the user's or nothing.
    PerhapsWords(fn(Option<Text>) -> Modifier),
}

const fn form(words: &'static str, takes: Takes, gist: &'static str) -> ModifierForm {
    ModifierForm { words, takes, gist }
}

/// Every modifier but `N COUNTER` and `PLAYER may look`, which begin with the user's words.
pub static MODIFIERS: &[ModifierForm] = &[
    form("tapped", Takes::Nothing(Modifier::Tapped), "is tapped"),
    form("untapped", Takes::Nothing(Modifier::Untapped), "is untapped, the default"),
    form("damage", Takes::Number(Modifier::Damage), "has damage marked on it"),
    form(
        "deathtouch damage",
        Takes::Number(Modifier::DeathtouchDamage),
        "has damage from a source with deathtouch",
    ),
    form("face down", Takes::Nothing(Modifier::FaceDown), "is face down"),
    form("face up", Takes::Nothing(Modifier::FaceUp), "is face up, the default"),
    form("transformed", Takes::Nothing(Modifier::Transformed), "its back face is up"),
    form("flipped", Takes::Nothing(Modifier::Flipped), "is flipped"),
    form("attached to", Takes::Object(Modifier::AttachedTo), "is attached to that"),
    form("enchanting", Takes::Object(Modifier::Enchanting), "is an Aura attached to that object or player"),
    form("exiling", Takes::Object(Modifier::Exiling), "exiled that, which stands in exile"),
    form("imprinting", Takes::Object(Modifier::Imprinting), "that is exiled with its imprint ability"),
    form("encoded", Takes::Object(Modifier::Encoded), "that stands in exile, encoded on it"),
    form("haunting", Takes::Object(Modifier::Haunting), "stands in exile and haunts that"),
    form("paired with", Takes::Object(Modifier::PairedWith), "is paired with that by soulbond"),
    form(
        "suspended",
        Takes::Number(Modifier::Suspended),
        "stands in exile, suspended with so many time counters",
    ),
    form("foretold", Takes::Nothing(Modifier::Foretold), "stands in exile, foretold"),
    form("plotted", Takes::Nothing(Modifier::Plotted), "stands in exile, plotted"),
    form("copy of", Takes::Object(Modifier::CopyOf), "is a copy of that"),
    form("controlled by", Takes::Player(Modifier::ControlledBy), "another player controls it"),
    form("owned by", Takes::Player(Modifier::OwnedBy), "another player owns it"),
    form("pile", Takes::Words(Modifier::Pile), "lies in that pile"),
    form("chosen", Takes::Words(Modifier::Chosen), "what was chosen for it, such as a colour or a player"),
    form("named", Takes::Words(Modifier::Named), "the card name that was chosen for it"),
    form("loyalty", Takes::Number(Modifier::Loyalty), "has so many loyalty counters"),
    form("defense", Takes::Number(Modifier::Defense), "has so many defense counters"),
    form("level", Takes::Number(Modifier::Level), "is a Class of that level"),
    form("protected by", Takes::Player(Modifier::ProtectedBy), "the battle's protector"),
    form("commander", Takes::Nothing(Modifier::Commander), "is its owner's commander"),
    form(
        "cast before",
        Takes::Number(Modifier::CastBefore),
        "its owner has cast it from the command zone so often this game",
    ),
    form("token", Takes::Nothing(Modifier::Token), "is a token that copies the named card"),
    form("phased out", Takes::Nothing(Modifier::PhasedOut), "is phased out"),
    form(
        "entered this turn",
        Takes::Nothing(Modifier::EnteredThisTurn),
        "entered the battlefield this turn, and is summoning sick",
    ),
    form(
        "summoning sick",
        Takes::Nothing(Modifier::SummoningSick),
        "came under its controller's control this turn",
    ),
    form(
        "attacked this turn",
        Takes::Nothing(Modifier::AttackedThisTurn),
        "was declared as an attacker earlier this turn",
    ),
    form(
        "attacking",
        Takes::PerhapsObject(Modifier::Attacking),
        "is attacking, perhaps that player or permanent",
    ),
    form("blocking", Takes::Object(Modifier::Blocking), "is blocking that"),
    form("manifested", Takes::Nothing(Modifier::Manifested), "was manifested"),
    form("cloaked", Takes::Nothing(Modifier::Cloaked), "was cloaked"),
    form("morphed", Takes::Nothing(Modifier::Morphed), "was cast face down with morph"),
    form("disguised", Takes::Nothing(Modifier::Disguised), "was cast face down with disguise"),
    form("monstrous", Takes::Nothing(Modifier::Monstrous), "is monstrous"),
    form("renowned", Takes::Nothing(Modifier::Renowned), "is renowned"),
    form(
        "prepared",
        Takes::Nothing(Modifier::Prepared),
        "is prepared, the copy of its prepare spell in exile",
    ),
    form("companion", Takes::Nothing(Modifier::Companion), "was revealed before the game as a companion"),
    form("ring-bearer", Takes::Nothing(Modifier::RingBearer), "is its controller's Ring-bearer"),
    form(
        "left half unlocked",
        Takes::Nothing(Modifier::LeftUnlocked),
        "its left half alone is unlocked, as where it is called by the name of that half",
    ),
    form("right half unlocked", Takes::Nothing(Modifier::RightUnlocked), "its right half alone is unlocked"),
    form("fully unlocked", Takes::Nothing(Modifier::FullyUnlocked), "both of its halves are unlocked"),
    form("locked", Takes::Nothing(Modifier::Locked), "both of its halves are locked"),
    form("solved", Takes::Nothing(Modifier::Solved), "is a solved Case"),
    form("room", Takes::Words(Modifier::Room), "the room of a dungeon where the venture marker is"),
    form(
        "kicked",
        Takes::PerhapsWords(Modifier::Kicked),
        "was kicked, perhaps so many times or with that one of several kicker costs",
    ),
    form("X", Takes::Number(Modifier::X), "the value of X"),
    form("mode", Takes::Number(Modifier::Mode), "the mode that was chosen"),
    form("goaded by", Takes::Player(Modifier::GoadedBy), "is goaded by that player"),
    form("exerted", Takes::Nothing(Modifier::Exerted), "was exerted"),
];

/// Reads what stands in brackets.
pub(crate) fn read(group: &Group, players: &[&str], faults: &mut Faults) -> Vec<Spanned<Modifier>> {
    if group.items.is_empty() {
        faults.push(
            Diagnostic::error(Code::MissingValue, "empty brackets", group.span, "")
                .with_help("write a modifier between them or leave them out"),
        );
    }
    group.items.iter().filter_map(|item| modifier(item, players, faults)).collect()
}

fn modifier(item: &[Part], players: &[&str], faults: &mut Faults) -> Option<Spanned<Modifier>> {
    let span = spanned(item)?;
    let Some((Part::Text(text), behind)) = item.split_first() else {
        if let Some(first) = item.first() {
            faults.push(unexpected(first));
        }
        return None;
    };
    let value = if let Some(player) = text.text.strip_suffix(" may look") {
        Modifier::MayLook(known_player(&text.sub(player), players, faults)?)
    } else if text.text.starts_with(|character: char| character.is_ascii_digit()) {
        counters(text, faults)?
    } else {
        let Some((form, argument)) = find(text, behind) else {
            faults.push(unknown(text));
            return None;
        };
        apply(form, text, argument, behind, players, faults)?
    };
    Some(Spanned { value, span })
}

/// The form with the longest words that the text begins with, and what follows them.
fn find<'a>(text: &'a Text, behind: &[Part]) -> Option<(&'static ModifierForm, &'a str)> {
    let mut best: Option<(&'static ModifierForm, &'a str)> = None;
    for form in MODIFIERS {
        let Some(rest) = text.text.strip_prefix(form.words) else { continue };
        let takes_more = !matches!(form.takes, Takes::Nothing(_));
        let fits = if rest.is_empty() { true } else { rest.starts_with(' ') && takes_more };
        let is_longer = best.is_none_or(|(other, _)| other.words.len() < form.words.len());
        if fits && is_longer && (takes_more || behind.is_empty()) {
            best = Some((form, rest.trim_start()));
        }
    }
    best
}

fn apply(
    form: &'static ModifierForm,
    text: &Text,
    argument: &str,
    behind: &[Part],
    players: &[&str],
    faults: &mut Faults,
) -> Option<Modifier> {
    let argument = text.sub(argument);
    let takes_object = matches!(form.takes, Takes::Object(_) | Takes::PerhapsObject(_));
    if !takes_object && let Some(extra) = behind.first() {
        faults.push(unexpected(extra));
        return None;
    }
    let object = |faults: &mut Faults| {
        let mut parts = Vec::with_capacity(behind.len() + 1);
        if !argument.text.is_empty() {
            parts.push(Part::Text(argument.clone()));
        }
        parts.extend(behind.iter().cloned());
        if parts.is_empty() {
            faults.push(Diagnostic::error(
                Code::MissingValue,
                format!("nothing follows `{}`", form.words),
                text.span,
                "",
            ));
        }
        object(&parts, players, faults)
    };
    Some(match &form.takes {
        Takes::Nothing(modifier) => modifier.clone(),
        Takes::Number(make) => make(number(&argument, faults)?),
        Takes::PerhapsObject(make) if argument.text.is_empty() && behind.is_empty() => make(None),
        Takes::PerhapsObject(make) => make(Some(object(faults)?)),
        Takes::Object(make) => make(object(faults)?),
        Takes::Player(make) => make(known_player(&argument, players, faults)?),
        Takes::Words(_) if argument.text.is_empty() => {
            let message = format!("nothing follows `{}`", form.words);
            faults.push(Diagnostic::error(Code::MissingValue, message, text.span, ""));
            return None;
        }
        Takes::Words(make) => make(argument),
        Takes::PerhapsWords(make) => make(Some(argument).filter(|argument| !argument.text.is_empty())),
    })
}

fn known_player(name: &Text, players: &[&str], faults: &mut Faults) -> Option<Text> {
    if players.contains(&name.as_str()) {
        return Some(name.clone());
    }
    faults.push(unknown_player(name, players));
    None
}

/// `2 +1/+1`, `3 loyalty counters`, and `2 damage` for what is written `damage 2`.
fn counters(text: &Text, faults: &mut Faults) -> Option<Modifier> {
    let Some((count, kind)) = text.text.split_once(' ') else {
        faults.push(unknown(text));
        return None;
    };
    let count = number(&text.sub(count), faults)?;
    let kind = kind.trim();
    let kind = kind.strip_suffix(" counters").or(kind.strip_suffix(" counter")).unwrap_or(kind);
    if kind == "damage" {
        return Some(Modifier::Damage(count));
    }
    Some(Modifier::Counters(count, text.sub(kind)))
}

fn unknown(text: &Text) -> Diagnostic {
    let words = || MODIFIERS.iter().map(|form| form.words);
    // A slip in the first word of `attached to X` is found though X stands behind it.
    let near = nearest(text.as_str(), words()).or_else(|| {
        words().find(|words| {
            let length = words.split(' ').count();
            let start: Vec<&str> = text.text.split(' ').take(length).collect();
            nearest(&start.join(" "), [*words]).is_some()
        })
    });
    let fault =
        Diagnostic::error(Code::UnknownModifier, format!("no modifier `{}`", text.text), text.span, "");
    if let Some(kind) = text.text.strip_suffix(" counter").or_else(|| text.text.strip_suffix(" counters")) {
        let kind = kind.trim_start_matches("a ").trim_start_matches("an ");
        return fault.with_help(format!("counters are written with their number: `1 {kind}`"));
    }
    fault.did_you_mean(near).with_help("`headjudge help language` lists the modifiers")
}
