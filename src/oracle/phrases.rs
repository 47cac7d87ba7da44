//! Phrases by themselves, as a trace needs them: which objects, when, how long, what is done.
//!
//! A phrase is written as part of the plainest ability that needs one, whose words are known, and these are taken away. So
//! it is written by the rows of the grammar alone, and is one only if the whole reads as the same ability.

use std::sync::Arc;

use super::face::checked;
use super::tokens::OWN;
use super::value::Value;
use crate::ir::node::{Node as _, Style};
use crate::ir::part::{Part, any};
use crate::ir::{
    Ability, Body, Condition, Duration, Filter, Instruction, Quantity, Selection, TargetSpec, Verb,
};

/// Of what sort the objects are that a phrase is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Permanents.
    Permanents,
    /// Spells.
    Spells,
}

/// An ability, with the sign for the object that has it, if the rows write it: `~ can't be blocked.`
pub fn ability(ability: &Ability) -> Option<String> {
    let grammar = super::grammar();
    if !is_plain(&Value::of(&ability.write(Style::Whole))) {
        return None;
    }
    checked(grammar, ability, true).or_else(|| checked(grammar, ability, false))
}

/// Which objects a filter means, in the plural: `creatures you control`, `nonblack spells`.
pub fn objects(filter: &Filter, sort: Sort) -> Option<String> {
    let what = Value::of(&filter.write(Style::Whole));
    let (deed, said) = match sort {
        Sort::Permanents => ("block", " can't block."),
        Sort::Spells => ("be-countered", " can't be countered."),
    };
    let cant = Value::one("cant", pair(("action", Value::word(deed)), ("what", what)));
    let text = sentence(&Value::one("static", Value::one("rules", Value::list(vec![cant]))))?;
    // What a row says of one thing is said here of several.
    Some(begun_small(text.strip_suffix(said)?).replacen(" that was ", " that were ", 1))
}

/// How many there are, or how great something is: `the number of Swamps you control`.
pub fn number(quantity: &Quantity) -> Option<String> {
    let number = Value::of(&quantity.write(Style::Whole));
    let set = Value::one("set-power-toughness", pair(("power", number.clone()), ("toughness", number)));
    let defining = Value::map(vec![
        (Arc::from("affects"), Value::word("this")),
        (Arc::from("changes"), Value::list(vec![set])),
        (Arc::from("defining"), Value::Truth(true)),
    ]);
    let text = sentence(&Value::one("static", defining))?;
    let words = text.strip_prefix("~'s power and toughness are each equal to ")?.strip_suffix('.')?;
    // Where no graveyard is said, the cards of all are counted.
    Some(lying_there(words.replace(" from a graveyard", " from all graveyards")))
}

/// For what mana may be spent, if for nothing but that: `cast a creature spell`.
pub fn purpose(only_for: &Filter) -> Option<String> {
    let only_for = Value::of(&only_for.write(Style::Whole));
    let add = Value::map(vec![
        (Arc::from("who"), Value::word("you")),
        (Arc::from("mana"), Value::one("exactly", Value::word("{C}"))),
        (Arc::from("count"), Value::Number(1)),
        (Arc::from("only-for"), only_for),
    ]);
    let effect = Value::one("do", Value::list(vec![Value::one("add-mana", add)]));
    let cost = Value::list(vec![Value::word("tap")]);
    let text = sentence(&Value::one("activated", pair(("cost", cost), ("effect", effect))))?;
    let words = text.strip_prefix("{T}: Add {C}. Spend this mana only to ")?;
    words.strip_suffix('.').map(str::to_owned)
}

/// How long something lasts that ends with an event, or as something is no longer so: `until ~ leaves the battlefield`. What it
/// lasts for is `it`, be it what the effect is about or what a loop is at.
pub fn duration(duration: &Duration) -> Option<String> {
    let whole = Value::of(&duration.write(Style::Whole));
    let is = |value: &Value, word: &str| value.any(&mut |it| it.as_word() == Some(word));
    let (of_it, of_its_source) = (is(&whole, "itself") || is(&whole, "it"), is(&whole, "this"));
    // An ability has one object that is itself.
    if of_it && of_its_source {
        return None;
    }
    let tapped = Value::all(vec![Value::word("permanent"), Value::word("tapped")]);
    let whole = whole.changed(&mut |it| {
        let is_itself = matches!(it.only("among").unwrap_or(it).as_word(), Some("itself" | "it"));
        if is_itself || *it == tapped {
            return Some(if is_itself { Value::word("this") } else { tapped.clone() });
        }
        // Nothing else is tapped than permanents.
        (it.as_word() == Some("tapped")).then(|| tapped.clone())
    });
    let words = as_in_an_effect(&whole).or_else(|| match (whole.only("until"), whole.only("while")) {
        (Some(event), _) => Some(format!("until {}", clause_of(event)?)),
        (None, Some(condition)) => Some(format!("for as long as {}", clause_if(condition)?)),
        (None, None) => None,
    })?;
    Some(if of_it { words.replace(OWN, "it") } else { words })
}

/// A duration as it stands behind what lasts so long.
fn as_in_an_effect(duration: &Value) -> Option<String> {
    let target = Value::one("permanent", Value::word("creature"));
    let control = Value::list(vec![Value::one("control", Value::word("you"))]);
    let apply = Value::map(vec![
        (Arc::from("to"), Value::one("target", Value::Number(1))),
        (Arc::from("changes"), control),
        (Arc::from("for"), duration.clone()),
    ]);
    let body =
        pair(("targets", Value::list(vec![target])), ("do", Value::list(vec![Value::one("apply", apply)])));
    let text = sentence(&Value::one("triggered", pair(("when", entering()), ("effect", body))))?;
    let words = text.strip_prefix("When ~ enters, gain control of target creature ")?;
    words.strip_suffix('.').map(str::to_owned)
}

/// What happens: `~ leaves the battlefield`.
fn clause_of(event: &Value) -> Option<String> {
    let effect = Value::one("do", Value::list(vec![drawing()]));
    let text = sentence(&Value::one("triggered", pair(("when", event.clone()), ("effect", effect))))?;
    let event = text.strip_suffix(", draw a card.")?;
    event.strip_prefix("When ").or_else(|| event.strip_prefix("Whenever ")).map(str::to_owned)
}

/// What is so, as it stands behind "if": `you have 40 or more life`.
pub fn condition(condition: &Condition) -> Option<String> {
    let condition = Value::of(&condition.write(Style::Whole));
    let entering = ("When ~ enters, ", entering());
    let of_itself = clause_if(&condition).or_else(|| behind(&entering, &condition));
    // What "it" is an event says of another object, or of one that has left.
    let of_event = || {
        let speaks_of_it = condition.any(&mut |it| it.as_word() == Some("it"));
        speaks_of_it.then(|| events_with_it().iter().find_map(|event| behind(event, &condition))).flatten()
    };
    of_itself.or_else(of_event).map(lying_there)
}

/// When alone a spell may be cast, or else an ability activated, as it stands behind "only": `during your upkeep`.
pub fn only_then(condition: &Condition, cast: bool) -> Option<String> {
    let condition = Value::of(&condition.write(Style::Whole));
    if cast {
        let text = sentence(&Value::one("cast-only", condition))?;
        let (_, when) = text.strip_prefix("Cast ")?.strip_suffix('.')?.split_once(" only ")?;
        return Some(when.to_owned());
    }
    let limits = Value::list(vec![Value::one("only-if", condition)]);
    let activated = Value::map(vec![
        (Arc::from("cost"), Value::list(vec![Value::word("tap")])),
        (Arc::from("effect"), Value::one("do", Value::list(vec![drawing()]))),
        (Arc::from("limits"), limits),
    ]);
    let text = sentence(&Value::one("activated", activated))?;
    text.strip_prefix("{T}: Draw a card. Activate only ")?.strip_suffix('.').map(str::to_owned)
}

/// Of cards that are counted where they lie: they are `in` a graveyard, from which others would be taken.
fn lying_there(words: String) -> String {
    if words.starts_with("there are ") && words.contains(" graveyard") {
        return words.replace(" from ", " in ");
    }
    if words.contains("the number of ") { words.replace(" cards from ", " cards in ") } else { words }
}

/// What is so of one object that a condition speaks of as a target, as what a slot holds or as what was paid, said of "it"; and as what
/// it speaks of that. Nothing where it speaks of none so, of several, or of another "it".
pub fn with_it(condition: &Condition) -> Option<(Condition, Selection)> {
    let mut spoken_of: Vec<Selection> = Vec::new();
    any(condition, &mut |place| {
        if let Part::Selection(
            it @ (Selection::It | Selection::Target(_) | Selection::Slot(_) | Selection::Paid(_)),
        ) = place.part
            && !spoken_of.contains(it)
        {
            spoken_of.push(it.clone());
        }
        false
    });
    let [of] = spoken_of.as_slice() else { return None };
    if *of == Selection::It {
        return None;
    }
    let called = Value::of(&of.write(Style::Whole));
    let said = Value::of(&condition.write(Style::Whole))
        .changed(&mut |value| (*value == called).then(|| Value::word("it")));
    Some((Condition::read(&said.tree()).ok()?, of.clone()))
}

/// What is so, as it stands in a sentence about such an event.
fn behind(event: &(&str, Value), condition: &Value) -> Option<String> {
    intervening(event, condition).or_else(|| before_a_deed(event, condition))
}

/// Events of which the object is called "it" in the form, and how a sentence about each begins.
fn events_with_it() -> [(&'static str, Value); 3] {
    let zone = |zone: &str| Value::list(vec![Value::word(zone)]);
    let dying = Value::map(vec![
        (Arc::from("what"), Value::word("this")),
        (Arc::from("from"), zone("battlefield")),
        (Arc::from("to"), zone("graveyard")),
    ]);
    let of = |kind: &str, who: &str, what: Value| {
        Value::one(kind, pair(("who", Value::word(who)), ("what", what)))
    };
    let sacrificing = of("sacrifices", "you", Value::all(vec![Value::word("creature")]));
    [
        ("When ~ dies, ", Value::one("moves", dying)),
        ("Whenever a player casts a spell, ", of("casts", "each-player", Value::all(Vec::new()))),
        ("Whenever you sacrifice a creature, ", sacrificing),
    ]
}

/// What is so, as an intervening "if".
fn intervening((begins, event): &(&str, Value), condition: &Value) -> Option<String> {
    let effect = Value::one("do", Value::list(vec![drawing()]));
    let whole = Value::map(vec![
        (Arc::from("when"), event.clone()),
        (Arc::from("if"), condition.clone()),
        (Arc::from("effect"), effect),
    ]);
    let text = sentence(&Value::one("triggered", whole))?;
    let words = text.strip_prefix(begins)?.strip_prefix("if ")?.strip_suffix(", draw a card.")?;
    Some(words.to_owned())
}

/// What is so, before what is done then.
fn before_a_deed((begins, event): &(&str, Value), condition: &Value) -> Option<String> {
    let deed =
        Value::one("if", pair(("condition", condition.clone()), ("then", Value::list(vec![drawing()]))));
    let effect = Value::one("do", Value::list(vec![deed]));
    let text = sentence(&Value::one("triggered", pair(("when", event.clone()), ("effect", effect))))?;
    let said = text.strip_prefix(begins)?;
    let words = match said.strip_prefix("if ") {
        Some(rest) => rest.strip_suffix(", draw a card.")?,
        None => said.strip_prefix("draw a card if ")?.strip_suffix('.')?,
    };
    Some(words.to_owned())
}

/// That the object enters.
fn entering() -> Value {
    Value::one(
        "moves",
        pair(("what", Value::word("this")), ("to", Value::list(vec![Value::word("battlefield")]))),
    )
}

/// What is so: `~ is tapped`.
fn clause_if(condition: &Value) -> Option<String> {
    let change =
        Value::one("add-power-toughness", pair(("power", Value::Number(1)), ("toughness", Value::Number(1))));
    let is_so = Value::map(vec![
        (Arc::from("affects"), Value::word("this")),
        (Arc::from("changes"), Value::list(vec![change])),
        (Arc::from("while"), condition.clone()),
    ]);
    let text = sentence(&Value::one("static", is_so))?;
    let is_so = text.strip_prefix("As long as ").and_then(|rest| rest.strip_suffix(", ~ gets +1/+1."));
    let is_so = is_so
        .or_else(|| text.strip_prefix("~ gets +1/+1 as long as ").and_then(|rest| rest.strip_suffix('.')));
    is_so.map(begun_small)
}

/// What several instructions do, as one clause: `destroy target creature, then draw a card`; with what is targeted by the ability
/// of which they are a part.
pub fn deeds(targets: &[TargetSpec], does: &[Instruction]) -> Option<String> {
    let body = Body { targets: targets.to_vec(), does: does.to_vec(), ..Body::default() };
    let ability = Ability::Spell(body);
    let is_plain = is_plain(&Value::of(&ability.write(Style::Whole)));
    let text = checked(super::grammar(), &ability, false).filter(|_| is_plain)?;
    Some(begun_small(text.strip_suffix('.')?))
}

/// Under which condition an ability says that something can't attack, or block: `unless you control a Vampire`.
pub fn kept_while(ability: &Ability, verb: Verb) -> Option<String> {
    if !is_plain(&Value::of(&ability.write(Style::Whole))) {
        return None;
    }
    let text = checked(super::grammar(), ability, true)?;
    let (kept, condition) = text.strip_suffix('.')?.split_once(&format!(" can't {}", verb.infinitive()))?;
    let condition = match kept.strip_prefix("As long as ") {
        Some(before) if condition.is_empty() => format!("as long as {}", before.split_once(", ")?.0),
        _ => condition.strip_prefix(' ')?.to_owned(),
    };
    // What else is spoken of has no name there.
    let is_bound = |word: &str| matches!(word, "it" | "its" | "it's" | "that" | "they" | "their");
    let speaks = ["unless ", "if ", "as long as "].iter().any(|start| condition.starts_with(start));
    (speaks && !condition.split(' ').any(is_bound))
        .then(|| condition.replace("defending player", "the defending player"))
}

fn drawing() -> Value {
    Value::one("draw", pair(("who", Value::word("you")), ("count", Value::Number(1))))
}

fn pair((one, its): (&str, Value), (other, others): (&str, Value)) -> Value {
    Value::map(vec![(Arc::from(one), its), (Arc::from(other), others)])
}

/// Whether a form says nothing of what something is attached to, which is called by what it is: "equipped creature".
fn is_plain(value: &Value) -> bool {
    !value.any(&mut |it| it.as_word() == Some("attached"))
}

/// The words of an ability that is given as a value.
fn sentence(value: &Value) -> Option<String> {
    if !is_plain(value) {
        return None;
    }
    checked(super::grammar(), &Ability::read(&value.tree()).ok()?, true)
}

/// A sentence without its capital, where that is not the word's own.
pub fn begun_small(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    if crate::ir::Subtype::from_word(first).is_some() || super::pieces::is_plural(first) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
