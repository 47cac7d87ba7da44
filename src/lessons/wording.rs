//! A claim or question of a scenario in the words of a question, with the right reply.

use crate::scenario::ast::Spanned;
use crate::scenario::script::{Claim, Fact, FactKind, Part, PlayerFact, Question, Reference};
use crate::scenario::vocabulary::Zone;

use super::reply::{Reply, Shape};

/// A question with what it wants.
pub(super) struct Words {
    pub(super) words: String,
    pub(super) shape: Shape,
    pub(super) right: Reply,
}

/// Where something can be. The last is for what is nowhere.
const PLACES: [(Zone, &str); 8] = [
    (Zone::Battlefield, "battlefield"),
    (Zone::Graveyard, "graveyard"),
    (Zone::Hand, "hand"),
    (Zone::Library, "library"),
    (Zone::Exile, "exile"),
    (Zone::Stack, "stack"),
    (Zone::Command, "command zone"),
    (Zone::Outside, "outside the game"),
];
const NOWHERE: &str = "nowhere: it has ceased to exist";

/// The text of a scenario and its players.
type Around<'a> = (&'a str, &'a [&'a str]);

fn yes(words: String, yes: bool) -> Option<Words> {
    Some(Words { words, shape: Shape::YesNo, right: Reply::Yes(yes) })
}

fn number(words: String, number: impl Into<i64>) -> Option<Words> {
    Some(Words { words, shape: Shape::Number, right: Reply::Number(number.into()) })
}

fn place(what: &str, zone: Option<Zone>) -> Option<Words> {
    let choices: Vec<String> =
        PLACES.iter().map(|(_, word)| (*word).to_owned()).chain([NOWHERE.to_owned()]).collect();
    let place = match zone {
        Some(zone) => PLACES.iter().position(|(known, _)| *known == zone)?,
        None => PLACES.len(),
    };
    Some(Words { words: format!("Where is {what}?"), shape: Shape::One(choices), right: Reply::One(place) })
}

fn who(words: String, player: &str, players: &[&str]) -> Option<Words> {
    let place = players.iter().position(|known| *known == player)?;
    let choices = players.iter().map(|player| (*player).to_owned()).collect();
    Some(Words { words, shape: Shape::One(choices), right: Reply::One(place) })
}

/// What a reference is called in the text.
fn called<'a>(reference: &Reference, text: &'a str) -> Option<&'a str> {
    text.get(reference.span.start..reference.span.end).filter(|name| !name.is_empty())
}

/// The questions for what is expected, the best first; none for what is no good question, such as what a trace cites.
pub(super) fn of_claim(claim: &Claim, line: &str, around: Around<'_>, tried: bool) -> Vec<Words> {
    let text = around.0;
    match claim {
        Claim::Object { what, facts } => {
            let Some(name) = called(what, text) else { return Vec::new() };
            // That something is a creature, and on the battlefield, is rarely what is in doubt.
            let (plain, sharp): (Vec<_>, Vec<_>) = facts.iter().partition(|fact| {
                let battlefield = |zone: &Zone| *zone == Zone::Battlefield;
                matches!(&fact.value.kind, FactKind::Type(_))
                    || matches!(&fact.value.kind, FactKind::Zone { zone, .. } if battlefield(zone))
            });
            sharp.into_iter().chain(plain).filter_map(|fact| of_fact(name, fact, around)).collect()
        }
        Claim::Player { player, facts } => {
            facts.iter().filter_map(|fact| of_player(&player.text, &fact.value, text)).collect()
        }
        claim => of_whole(claim, line, around, tried).into_iter().collect(),
    }
}

/// The question for what is expected of more than one object or player, or of the game.
fn of_whole(claim: &Claim, line: &str, around: Around<'_>, tried: bool) -> Option<Words> {
    let (text, players) = around;
    match claim {
        Claim::Path { what, zones } => place(called(what, text)?, zones.last()?.value),
        Claim::Count { count, facts, .. } => {
            let counted = line.strip_prefix("expect ")?.trim_start();
            let counted = counted.strip_prefix(&format!("{count} "))?;
            // Without the rule behind it, and without what else is said.
            let end = counted.find(" [").unwrap_or(counted.len());
            let counted = counted.get(..end)?.trim_end();
            let several = facts.len() > 1 || counted.contains('`');
            (!several).then(|| number(format!("How many are there: {counted}?"), *count))?
        }
        Claim::Stack(items) if items.len() > 1 => {
            let names: Option<Vec<&str>> = items.iter().map(|item| called(item, text)).collect();
            in_order("In which order do these lie on the stack, the lowest first?", &names?)
        }
        Claim::Triggers { count, from } => {
            let whole = Reference { part: Part::Whole, ..from.clone() };
            // What stands behind the name says which ability.
            let name = called(&whole, text)?;
            match count {
                None => yes(format!("Does {name} trigger?"), true),
                Some(0) => yes(format!("Does {name} trigger?"), false),
                Some(count) => number(format!("How often does {name} trigger?"), *count),
            }
        }
        Claim::Legal if tried => yes("Is that legal?".to_owned(), true),
        Claim::Illegal if tried => yes("Is that legal?".to_owned(), false),
        Claim::ActivePlayer(player) => who("Whose turn is it?".to_owned(), &player.text, players),
        Claim::Object { .. }
        | Claim::Player { .. }
        | Claim::Stack(_)
        | Claim::Replaced { .. }
        | Claim::Prevented { .. }
        | Claim::Asked { .. }
        | Claim::SameTime(_)
        | Claim::Legal
        | Claim::Illegal
        | Claim::Options(_)
        | Claim::Step(_)
        | Claim::Cites(_)
        | Claim::DoesNotCite(_)
        | Claim::NothingElseMoved
        | Claim::Draw
        | Claim::Day
        | Claim::Night
        | Claim::NeitherDayNorNight => None,
    }
}

/// A question for an order, with the names in another one; nothing if two are called the same.
fn in_order(words: &str, names: &[&str]) -> Option<Words> {
    let mut sorted: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    sorted.sort();
    sorted.dedup();
    if sorted.len() != names.len() {
        return None;
    }
    let right: Option<Vec<usize>> =
        names.iter().map(|name| sorted.iter().position(|known| known == name)).collect();
    Some(Words { words: words.to_owned(), shape: Shape::Order(sorted), right: Reply::Order(right?) })
}

fn of_fact(name: &str, fact: &Spanned<Fact>, (text, players): Around<'_>) -> Option<Words> {
    let Fact { negated, kind } = &fact.value;
    let is = |what: String| yes(format!("Is {name} {what}?"), !negated);
    let has = |what: String| yes(format!("Does {name} have {what}?"), !negated);
    let behind = |word: &str, other: &Option<Reference>| match other {
        Some(other) => Some(format!("{word} {}", called(other, text)?)),
        None => Some(word.split(' ').next().unwrap_or(word).to_owned()),
    };
    match kind {
        FactKind::Zone { zone, .. } if !negated => place(name, Some(*zone)),
        FactKind::CeasedToExist if !negated => place(name, None),
        FactKind::ControlledBy(player) if !negated => {
            who(format!("Who controls {name}?"), &player.text, players)
        }
        FactKind::OwnedBy(player) if !negated => who(format!("Who owns {name}?"), &player.text, players),
        FactKind::PowerToughness(power, toughness) if !negated => Some(Words {
            words: format!("What are the power and toughness of {name}?"),
            shape: Shape::Size,
            right: Reply::Size((*power).into(), (*toughness).into()),
        }),
        FactKind::Counters(count, counter) if !negated => {
            number(format!("How many {} counters does {name} have?", counter.text), *count)
        }
        FactKind::Damage(damage) if !negated => {
            number(format!("How much damage is marked on {name}?"), *damage)
        }
        FactKind::Power(power) if !negated => number(format!("What is the power of {name}?"), *power),
        FactKind::Toughness(toughness) if !negated => {
            number(format!("What is the toughness of {name}?"), *toughness)
        }
        FactKind::Loyalty(loyalty) if !negated => number(format!("What is the loyalty of {name}?"), *loyalty),
        FactKind::Defense(defense) if !negated => number(format!("What is the defense of {name}?"), *defense),
        FactKind::ManaValue(value) if !negated => {
            number(format!("What is the mana value of {name}?"), *value)
        }
        FactKind::NewObject => is("a new object".to_owned()),
        FactKind::FaceDown => is("face down".to_owned()),
        FactKind::Tapped => is("tapped".to_owned()),
        FactKind::Blocked => is("blocked".to_owned()),
        FactKind::PhasedOut => is("phased out".to_owned()),
        FactKind::Transformed => is("transformed".to_owned()),
        FactKind::Commander => is("a commander".to_owned()),
        FactKind::Token => is("a token".to_owned()),
        FactKind::Colorless => is("colorless".to_owned()),
        FactKind::Foretold => is("foretold".to_owned()),
        FactKind::Plotted => is("plotted".to_owned()),
        FactKind::Suspended(None) => is("suspended".to_owned()),
        FactKind::Color(color) => is(color.text.clone()),
        FactKind::Type(kind) => is(with_article(&kind.text)),
        FactKind::CopyOf(what) => is(format!("a copy of {}", called(what, text)?)),
        FactKind::Named(what) => is(format!("named {}", what.text)),
        FactKind::Keyword(keyword) => has(keyword.text.clone()),
        FactKind::NoAbilities => yes(format!("Does {name} have any abilities?"), *negated),
        FactKind::NoCounters => yes(format!("Does {name} have any counters?"), *negated),
        FactKind::Attached(Some(other)) => is(format!("attached to {}", called(other, text)?)),
        FactKind::Attached(None) => yes(format!("Is {name} attached to anything?"), !negated),
        FactKind::Encoded(other) => is(behind("encoded on", other)?),
        FactKind::Imprinted(other) => is(behind("imprinted on", other)?),
        FactKind::Haunting(other) => is(behind("haunting", other)?),
        FactKind::Attacking(other) => is(behind("attacking", other)?),
        FactKind::Blocking(other) => is(behind("blocking", other)?),
        FactKind::MayLook(player) => yes(format!("May {} look at {name}?", player.text), !negated),
        FactKind::Moved => yes(format!("Has {name} moved?"), !negated),
        FactKind::Countered => yes(format!("Has {name} been countered?"), !negated),
        FactKind::Resolved => yes(format!("Has {name} resolved?"), !negated),
        // Their denials are no questions, and of some there is no word that a question takes.
        FactKind::Zone { .. }
        | FactKind::CeasedToExist
        | FactKind::ControlledBy(_)
        | FactKind::OwnedBy(_)
        | FactKind::PowerToughness(..)
        | FactKind::Counters(..)
        | FactKind::Damage(_)
        | FactKind::Power(_)
        | FactKind::Toughness(_)
        | FactKind::Loyalty(_)
        | FactKind::Defense(_)
        | FactKind::ManaValue(_)
        | FactKind::ToxicValue(_)
        | FactKind::Suspended(Some(_))
        | FactKind::Position { .. }
        | FactKind::ColorIdentity(_)
        | FactKind::LeftTheGame
        | FactKind::ExiledBy(_)
        | FactKind::Haunted(_)
        | FactKind::InPile(_)
        | FactKind::InPileOf(_)
        | FactKind::Unblocked
        | FactKind::Marked(_)
        | FactKind::ProtectedBy(_)
        | FactKind::Level(_)
        | FactKind::AbilityFrom(_) => None,
    }
}

/// A type as it is said of one object; a supertype has no article.
fn with_article(kind: &str) -> String {
    if ["legendary", "basic", "snow", "world"].contains(&kind) {
        return kind.to_owned();
    }
    let vowel = kind.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {kind}", if vowel { "an" } else { "a" })
}

fn of_player(player: &str, fact: &PlayerFact, text: &str) -> Option<Words> {
    match fact {
        PlayerFact::Life(life) => number(format!("How much life does {player} have?"), *life),
        PlayerFact::Counters(count, kind) => {
            number(format!("How many {} counters does {player} have?", kind.text), *count)
        }
        PlayerFact::CardsIn(count, zone) => {
            let zone = PLACES.iter().find(|(known, _)| known == zone).map(|(_, word)| *word)?;
            number(format!("How many cards does {player} have in the {zone}?"), *count)
        }
        PlayerFact::Won(won) => yes(format!("Has {player} won the game?"), *won),
        PlayerFact::Lost(lost) => yes(format!("Has {player} lost the game?"), *lost),
        PlayerFact::MayCast(what) => yes(format!("May {player} cast {} now?", called(what, text)?), true),
        PlayerFact::MayNotCast(what) => yes(format!("May {player} cast {} now?", called(what, text)?), false),
        PlayerFact::MayLook(what) => yes(format!("May {player} look at {}?", called(what, text)?), true),
        PlayerFact::MayNotLook(what) => yes(format!("May {player} look at {}?", called(what, text)?), false),
        PlayerFact::Mana(_) | PlayerFact::Deck { .. } | PlayerFact::Designated(..) => None,
    }
}

/// The question for what is asked, answered by the sentence that playing has found.
pub(super) fn of_ask(question: &Question, sentence: &str, (text, players): Around<'_>) -> Option<Words> {
    match question {
        Question::Object(what) | Question::Path(what) => {
            let name = called(what, text)?;
            place(name, zone_said(sentence)?)
        }
        Question::Player(player) => {
            let life = sentence.strip_prefix(player.text.as_str())?.strip_prefix(" has ")?;
            let life: i64 = life.split(' ').next()?.parse().ok()?;
            sentence
                .contains(" life")
                .then(|| number(format!("How much life does {} have?", player.text), life))?
        }
        Question::MayCast(player, what) => {
            let may = sentence.strip_prefix(player.text.as_str())?.starts_with(" may cast ");
            yes(format!("May {} cast {} now?", player.text, called(what, text)?), may)
        }
        Question::MayLook(player, what) => {
            let may = sentence.strip_prefix(player.text.as_str())?.starts_with(" may look ");
            yes(format!("May {} look at {}?", player.text, called(what, text)?), may)
        }
        Question::Trigger(what) => {
            yes(format!("Does {} trigger?", called(what, text)?), sentence.starts_with("yes"))
        }
        Question::Controller(what) => {
            let player =
                players.iter().find(|player| sentence.starts_with(&format!("{player} controls ")))?;
            who(format!("Who controls {}?", called(what, text)?), player, players)
        }
        Question::Owner(what) => {
            let player = players.iter().find(|player| sentence.starts_with(&format!("{player} owns ")))?;
            who(format!("Who owns {}?", called(what, text)?), player, players)
        }
        Question::Whether(claim) if sentence.starts_with("yes: ") => {
            of_claim(claim, "", (text, players), false).into_iter().next()
        }
        Question::Mana(_)
        | Question::Lookers(_)
        | Question::Stack
        | Question::Legal
        | Question::Options
        | Question::ActivePlayer
        | Question::Winner
        | Question::Why(_)
        | Question::Whether(_) => None,
    }
}

/// The zone that a sentence about an object names: the last of its way, or the one it is in. The outer nothing is for a sentence that
/// names none.
fn zone_said(sentence: &str) -> Option<Option<Zone>> {
    let word =
        |word: &str| PLACES.iter().find(|(_, known)| word.starts_with(known)).map(|(zone, _)| Some(*zone));
    if let Some((_, last)) = sentence.rsplit_once(" > ") {
        return if last.starts_with("ceased") { Some(None) } else { word(last) };
    }
    if sentence.contains(" has ceased to exist") {
        return Some(None);
    }
    let (_, place) = sentence.rsplit_once(" is ")?;
    let place = place.strip_prefix("in ").or_else(|| place.strip_prefix("on "))?;
    let place = place.strip_prefix("the ").unwrap_or(place);
    let whose = place.split_once("'s ").filter(|(player, _)| !player.contains(' '));
    word(whose.map_or(place, |(_, zone)| zone))
}
