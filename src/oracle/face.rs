//! A face's text read as abilities, and its abilities written as text.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::antecedents::NOTHING;
use super::chart::{Reader, Wording};
use super::doubt::{BEHIND_REFLEXIVE, KEEPS_NO_COUNTERS, ONE_GRAVEYARD, defines_less};
use super::grammar::Grammar;
use super::links;
use super::manner::{Called, Manner};
use super::manners::Manners;
use super::normal;
use super::others;
use super::references::resolved;
use super::tokens::{MOST, Token, tokens};
use super::value::Value;
use crate::ir::node::{Node as _, Style};
use crate::ir::{Ability, CardType, Face, Filter, Keyword, KeywordName, TypeLine, canon};

/// A line of a text, read.
#[derive(Debug, Clone)]
pub struct Line {
    /// Its words, made plain.
    pub text: String,
    /// The abilities that it says; a line of keywords says several.
    pub abilities: Vec<Ability>,
    /// How it is worded.
    pub wording: Rc<Wording>,
    /// How it speaks of what it has spoken of.
    pub mentions: Vec<Value>,
    /// The abilities as values.
    pub value: Value,
    /// Why another reading was refused that has to find out no more than this one.
    pub doubt: Option<String>,
}

/// Why a line can't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The line, made plain.
    pub line: String,
    /// Where the first word begins that was not understood, in bytes.
    pub at: usize,
    /// What was expected there.
    pub expected: Vec<String>,
    /// What is wrong.
    pub why: Why,
}

/// Why a line can't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// A word is not understood.
    Word,
    /// It has readings that mean different things.
    Ambiguous(Vec<Vec<Ability>>),
    /// What it speaks of is not plain, or the form can't hold it.
    Meaning(String),
    /// It is too long or too deep.
    Limit,
}

/// The most readings of a whole line that are looked at.
const MOST_WHOLE: usize = 64;

/// Reads the lines of a face, which are linked to each other (607).
pub fn lines(grammar: &Grammar, face_text: &str, name: &str, types: &TypeLine) -> Vec<Result<Line, Unread>> {
    let mut lines = lines_apart(grammar, face_text, name, types);
    links::link(&mut [&mut lines]);
    lines
}

/// Reads the lines of a face, each by itself.
pub(super) fn lines_apart(
    grammar: &Grammar,
    face_text: &str,
    name: &str,
    types: &TypeLine,
) -> Vec<Result<Line, Unread>> {
    let is_legendary = types.has_supertype(crate::ir::Supertype::Legendary);
    let is_spell = types.types.iter().any(|its| matches!(its, CardType::Instant | CardType::Sorcery));
    let plain = normal::lines(face_text, name, is_legendary);
    if !is_spell {
        return plain.iter().map(|line| read(grammar, line, true)).collect();
    }
    if plain.iter().any(|line| line.contains('[')) {
        return cleft(grammar, &plain);
    }
    of_spell(grammar, &plain)
}

/// Reads the lines of a spell with the words in square brackets and without them: two texts, of which the second is that of a spell whose
/// cleave cost was paid (702.148a).
fn cleft(grammar: &Grammar, plain: &[String]) -> Vec<Result<Line, Unread>> {
    let kept: Vec<String> = plain.iter().map(|line| line.replace(['[', ']'], "")).collect();
    let cleaved: Vec<String> = plain.iter().map(|line| normal::without_bracketed(line)).collect();
    let (whole, less) = (of_spell(grammar, &kept), of_spell(grammar, &cleaved));
    if whole.len() != less.len() {
        let fault = Why::Meaning("it is not plain what is left without the words in brackets".to_owned());
        let unread =
            |line: &String| Unread { line: line.clone(), at: 0, expected: Vec::new(), why: fault.clone() };
        return plain.iter().map(|line| Err(unread(line))).collect();
    }
    let mut lines = Vec::with_capacity(whole.len());
    for pair in whole.into_iter().zip(less) {
        match pair {
            (Ok(whole), Ok(less)) if whole.abilities == less.abilities => lines.push(Ok(whole)),
            (Ok(whole), Ok(Line { abilities, .. })) if !is_spell_ability(&whole, &abilities) => {
                let why = Why::Meaning("words in brackets stand in what is no spell ability".to_owned());
                lines.push(Err(Unread { line: whole.text, at: 0, expected: Vec::new(), why }));
            }
            (Ok(whole), Ok(less)) => {
                let body = |ability: Ability| match ability {
                    Ability::Spell(body) => Ability::Cleaved(body),
                    other => other,
                };
                let abilities = less.abilities.into_iter().map(body).collect();
                lines.extend([Ok(whole), Ok(Line { abilities, ..less })]);
            }
            (Err(unread), _) | (_, Err(unread)) => lines.push(Err(unread)),
        }
    }
    lines
}

/// Whether both texts are a spell ability and nothing else.
fn is_spell_ability(whole: &Line, less: &[Ability]) -> bool {
    let is_one = |abilities: &[Ability]| matches!(abilities, [Ability::Spell(_)]);
    is_one(&whole.abilities) && is_one(less)
}

/// Abilities as their text says them: that of a spell whose cleave cost was paid is a spell ability like any other.
fn as_said(abilities: &[Ability]) -> Vec<Ability> {
    let said = |ability: &Ability| match ability {
        Ability::Cleaved(body) => Ability::Spell(body.clone()),
        other => other.clone(),
    };
    abilities.iter().map(said).collect()
}

/// Reads the lines of an instant or sorcery.
fn of_spell(grammar: &Grammar, plain: &[String]) -> Vec<Result<Line, Unread>> {
    // What a spell does is one ability, in however many paragraphs it is printed.
    let mut read_lines: Vec<Result<Line, Unread>> = Vec::new();
    let mut effect: Option<(usize, String)> = None;
    for line in plain {
        let its = read(grammar, line, false);
        let is_effect =
            its.as_ref().is_ok_and(|line| matches!(line.abilities.as_slice(), [Ability::Spell(_)]));
        // A paragraph behind a list of modes is none of the last mode's; one that is nothing by itself may go on with what is before.
        if (is_effect || its.is_err())
            && let Some((place, before)) = effect.as_mut().filter(|(_, before)| !before.contains('•'))
        {
            let joined = format!("{before} {line}");
            if let Ok(whole) = read(grammar, &joined, false)
                && let Some(slot) = read_lines.get_mut(*place)
            {
                *slot = Ok(whole);
                *before = joined;
                continue;
            }
        }
        if is_effect {
            effect = Some((read_lines.len(), line.clone()));
        }
        read_lines.push(its);
    }
    read_lines
}

/// The kind of phrase that a line is: the same words are a spell ability on an instant and a static one on a permanent.
pub(super) const fn kind_of(is_permanent: bool) -> &'static str {
    if is_permanent { "permanent-line" } else { "spell-line" }
}

/// Reads a line of a permanent, or of an instant or sorcery.
///
/// # Errors
/// Why it can't be.
pub fn read(grammar: &Grammar, line: &str, is_permanent: bool) -> Result<Line, Unread> {
    let tokens = tokens(line);
    let unread =
        |at: usize, expected: Vec<String>, why: Why| Unread { line: line.to_owned(), at, expected, why };
    let Some(kind) = grammar.kind(kind_of(is_permanent)).filter(|_| tokens.len() <= MOST) else {
        return Err(unread(0, Vec::new(), Why::Limit));
    };
    let mut reader = Reader::new(grammar, &tokens);
    let readings = reader.phrase(kind, 0);
    if reader.has_given_up() {
        return Err(unread(0, Vec::new(), Why::Limit));
    }
    let mut found: Vec<Line> = Vec::new();
    let (mut fault, mut open, mut left_open) = (None, BTreeSet::new(), Vec::new());
    let whole: Vec<_> = readings.iter().filter(|reading| reading.end == tokens.len()).collect();
    if whole.len() > MOST_WHOLE {
        return Err(unread(0, Vec::new(), Why::Limit));
    }
    for reading in whole {
        match line_of(line, &reading.value, &reading.wording, is_permanent) {
            Ok(its) if found.iter().any(|known| known.abilities == its.abilities) => {}
            Ok(its) => {
                found.push(its);
                open = mentioned(&reading.value);
            }
            Err(Refused::Unclear(why)) => {
                left_open.push((why.clone(), mentioned(&reading.value)));
                fault = Some(why);
            }
            Err(Refused::NoMeaning(why)) => fault = Some(why),
        }
    }
    match (found.pop(), found.as_slice()) {
        // Another reading that leaves open what it speaks of is none: rows say of most words what they speak of, as of the token
        // in "Create a token. Exile it", and a reading without them is refused because it would have to guess. But where this one
        // has as much to find out as the other, that is noted; a test counts such lines, and somebody has read each.
        (Some(only), []) => {
            let is_said = |(_, others): &&(String, BTreeSet<i64>)| {
                !(open.len() < others.len() && open.is_subset(others))
            };
            let doubt = left_open.iter().find(is_said).map(|(why, _)| why.clone());
            Ok(Line { doubt, ..only })
        }
        (Some(last), others) => {
            let forms = others.iter().chain([&last]).map(|line| line.abilities.clone()).collect();
            Err(unread(0, Vec::new(), Why::Ambiguous(forms)))
        }
        (None, _) => match fault {
            Some(why) => Err(unread(0, Vec::new(), Why::Meaning(why))),
            None => {
                let at = place(&tokens, reader.furthest, line);
                Err(unread(at, reader.expected.iter().map(|what| (*what).to_owned()).collect(), Why::Word))
            }
        },
    }
}

fn place(tokens: &[Token], furthest: usize, line: &str) -> usize {
    tokens.get(furthest).map_or(line.len(), |token| token.start)
}

/// Why a reading of the rows is none of the line.
enum Refused {
    /// Nothing is there that it could speak of, or the form has no such ability.
    NoMeaning(String),
    /// It may mean something else.
    Unclear(String),
}

/// Where something is mentioned that is to be found out; amounts, which have no place, in their order.
fn mentioned(value: &Value) -> BTreeSet<i64> {
    let mut places = BTreeSet::new();
    let mut amounts = 0;
    value.any(&mut |it| {
        places.extend(it.get("mention").and(it.get("at")).and_then(Value::as_number));
        if it.as_word() == Some("that-much") {
            amounts -= 1;
            places.insert(amounts);
        }
        false
    });
    places
}

fn line_of(line: &str, value: &Value, wording: &Rc<Wording>, is_permanent: bool) -> Result<Line, Refused> {
    let refused = |why: String| {
        if [NOTHING, BEHIND_REFLEXIVE, KEEPS_NO_COUNTERS, ONE_GRAVEYARD].contains(&why.as_str()) {
            Refused::NoMeaning(why)
        } else {
            Refused::Unclear(why)
        }
    };
    let (value, mentions) = resolved(value, is_permanent).map_err(refused)?;
    // "..., where X is ..." is said of every X before it.
    if line.contains("where X is") && value.any(&mut |it| it.as_word() == Some("x")) {
        return Err(Refused::NoMeaning("X is left over".to_owned()));
    }
    if defines_less(&value) {
        return Err(Refused::NoMeaning("what an object is is so everywhere".to_owned()));
    }
    let none = || Refused::NoMeaning("a line is a list of abilities".to_owned());
    let items = value.as_list().ok_or_else(none)?;
    let abilities = items
        .iter()
        .map(|item| Ability::read(&item.tree()).map_err(|fault| Refused::NoMeaning(fault.message)));
    let abilities = abilities.collect::<Result<Vec<_>, _>>()?;
    Ok(Line { text: line.to_owned(), abilities, wording: Rc::clone(wording), mentions, value, doubt: None })
}

/// Writes a line of abilities as it was worded.
pub fn written_so(grammar: &Grammar, line: &Line, is_permanent: bool) -> Option<String> {
    let so = written(grammar, &line.abilities, is_permanent, Some(line));
    if so.as_ref() == Some(&line.text) {
        return so;
    }
    let value = value_of(&line.abilities);
    let manners = Manner::ALL.iter().filter(|manner| manner.mentions == Called::Nearest);
    let tries = manners.flat_map(|manner| [*manner, Manner { calls_more: true, ..*manner }]);
    let Some(mut words) = Manners::new(grammar, &value, is_permanent, Some(line)) else { return so };
    tries.filter_map(|manner| words.words(manner)).find(|words| *words == line.text).or(so)
}

/// Writes a line of abilities, in the default wording or in that of a line.
pub fn written(
    grammar: &Grammar,
    abilities: &[Ability],
    is_permanent: bool,
    so: Option<&Line>,
) -> Option<String> {
    let value = value_of(abilities);
    let mut words = Manners::new(grammar, &value, is_permanent, so)?;
    Manner::ALL
        .iter()
        .filter(|manner| manner.mentions == Called::Nearest && !manner.calls_more)
        .find_map(|manner| words.words(*manner))
}

/// Abilities as the rows say them.
fn value_of(abilities: &[Ability]) -> Value {
    let abilities = as_said(abilities);
    let values = abilities.iter().map(|ability| Value::of(&ability.write(Style::Whole)));
    others::unresolved(&links::without_link(&Value::list(values.collect())))
}

/// An ability of a face in Oracle's wording, where the rows can write it and what they write reads as the same ability.
pub fn worded(grammar: &Grammar, ability: &Ability, face: &Face) -> Option<String> {
    let is_permanent = face.types.is_permanent();
    let mut text = checked(grammar, ability, is_permanent)?;
    // The rows call what something is attached to an enchanted creature, whatever it is.
    if text.to_lowercase().contains(HOST) && host(face) != HOST {
        text = [host(face), "enchanted permanent"].iter().find_map(|host| {
            let text = text.replace(HOST, host).replace("Enchanted creature", &capital(host));
            let again = read(grammar, &text, is_permanent).ok()?;
            say_the_same(&again.abilities, std::slice::from_ref(ability)).then_some(text)
        })?;
    }
    Some(normal::named(&text, &face.name, &face.types))
}

/// What a creature is called by an Aura on it.
const HOST: &str = "enchanted creature";

/// What a face that can be attached calls what it is attached to.
fn host(face: &Face) -> &'static str {
    let is = |name: &str| face.types.subtypes.iter().any(|its| its.word() == name);
    if is("Equipment") {
        return "equipped creature";
    }
    if is("Fortification") {
        return "fortified land";
    }
    let enchants = face.abilities.iter().find_map(|ability| match ability.as_keyword()? {
        Keyword::Filter(KeywordName::Enchant, filter) => Some(filter),
        _ => None,
    });
    let types: &[Filter] = match enchants {
        Some(Filter::All(all)) => all,
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let of_type = |name: &str| {
        types.iter().any(|it| matches!(it, Filter::Type(its) if its.word().eq_ignore_ascii_case(name)))
    };
    match () {
        () if enchants.is_none() || of_type("creature") => HOST,
        () if of_type("land") => "enchanted land",
        () if of_type("artifact") => "enchanted artifact",
        () => "enchanted permanent",
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// An ability as the rows write it, with a sign for the object itself, if that reads as the same ability. If the rows can't write
/// it as it is, they may in its canonical form.
pub fn checked(grammar: &Grammar, ability: &Ability, is_permanent: bool) -> Option<String> {
    all_checked(grammar, std::slice::from_ref(ability), is_permanent)
}

/// The same of all abilities that a line says.
pub fn all_checked(grammar: &Grammar, abilities: &[Ability], is_permanent: bool) -> Option<String> {
    let reads_the_same = |text: &String| reads_as(grammar, text, abilities, is_permanent);
    let words = |abilities: &[Ability]| {
        let value = value_of(abilities);
        let mut words = Manners::new(grammar, &value, is_permanent, None)?;
        // Several manners may give the same words, which are read once.
        let mut tried = BTreeSet::new();
        let is_new = |text: &String| tried.insert(text.clone());
        let tries = Manner::ALL.iter().filter_map(|manner| words.words(*manner));
        tries.filter(is_new).find(reads_the_same)
    };
    words(abilities).or_else(|| {
        let plain = canon::card(&super::card::of_abilities(abilities.to_vec())?);
        words(&plain.faces.into_iter().next()?.abilities)
    })
}

/// Whether a text is a line that says the same as these abilities.
pub fn reads_as(grammar: &Grammar, text: &str, abilities: &[Ability], is_permanent: bool) -> bool {
    let again = read(grammar, text, is_permanent);
    again.is_ok_and(|again| say_the_same(&again.abilities, &as_said(abilities)))
}

/// Whether abilities mean the same as far as each says it by itself, without the links of what it exiles (607).
pub fn say_the_same(one: &[Ability], other: &[Ability]) -> bool {
    mean_the_same(&links::by_themselves(one), &links::by_themselves(other))
}

/// Whether abilities mean the same, however they say it.
pub fn mean_the_same(one: &[Ability], other: &[Ability]) -> bool {
    let of = |abilities: &[Ability]| super::card::of_abilities(abilities.to_vec());
    matches!((of(one), of(other)), (Some(one), Some(other)) if canon::are_same(&one, &other))
}
