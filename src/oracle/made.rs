//! What a body makes or moves and then speaks of: a token that it created, a card that it put onto the battlefield, where it is a
//! new object (400.7), and what an ability that waits must still know when it triggers (603.7c).
//!
//! In the form such a thing has a slot, which the instruction binds and a later one names.

use std::sync::Arc;

use super::antecedents::{Antecedent, nouns_of};
use super::value::Value;

/// The key under which an instruction has its number while mentions are resolved.
const NUMBER: &str = "made-as";

/// A word, which is none of a card, for what may well be a creature.
const CREATURELY: &str = "(creature)";

/// Whether what is created may be a creature, of which most is said.
pub(super) fn may_be_creature(nouns: &[String]) -> bool {
    nouns.iter().any(|noun| noun == CREATURELY)
}

/// What the instructions of a body create, at the places where they say so.
pub(super) fn created(body: &Value) -> Vec<Antecedent> {
    let mut found = Vec::new();
    collect(body, &mut found);
    found
}

fn collect(value: &Value, found: &mut Vec<Antecedent>) {
    if value.only("scope").is_some() {
        return;
    }
    if let Some(made) = value.only("create")
        && let Some(at) = made.get("at").and_then(Value::as_number)
        && made.get("as").is_none()
    {
        let is_one = made.get("count").and_then(Value::as_number) == Some(1) && made.get("and").is_none();
        // What is said of the token stands before what is said about it.
        let last = last_place(made).max(at);
        found.push(Antecedent {
            at: last,
            value: Value::one("made", Value::Number(at)),
            is_player: false,
            is_many: !is_one,
            nouns: nouns_of_token(made.get("token")),
        });
    }
    match value {
        Value::List(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| collect(value, found)),
        _ => {}
    }
}

/// The last place that is named in a value.
fn last_place(value: &Value) -> i64 {
    let mut last = i64::MIN;
    value.any(&mut |it| {
        last = last.max(it.get("at").and_then(Value::as_number).unwrap_or(i64::MIN));
        false
    });
    last
}

/// The nouns for a token, as far as is plain.
pub(super) fn nouns_of_token(spec: Option<&Value>) -> Vec<String> {
    let mut nouns = vec!["token".to_owned(), "permanent".to_owned()];
    let types = spec.and_then(|spec| spec.get("new")?.get("types")?.as_word());
    if let Some(types) = types {
        let types = types.split(" — ").next().unwrap_or_default().to_lowercase();
        nouns.extend(types.split(' ').map(str::to_owned));
    }
    // What may be a creature, for all that is said of it.
    if types.is_none_or(|types| types.contains("Creature")) && spec.is_none_or(|spec| spec.get("predefined").is_none()) {
        nouns.push(CREATURELY.to_owned());
    }
    let copied = spec.and_then(|spec| spec.get("copy-of")?.get("what"));
    if let Some(filter) = copied.and_then(|what| what.get("a-target")?.get("permanent")) {
        nouns.extend(nouns_of(filter, "permanent"));
    }
    if let Some(noun) = copied.and_then(|what| what.get("mention")?.get("that")?.as_word()) {
        nouns.push(noun.to_owned());
    }
    nouns
}

/// The slot of what has such a number.
pub(super) fn slot(number: i64) -> Value {
    Value::one("slot", Value::word(format!("fresh made {number}")))
}

/// An instruction with its number, by which it can be told that what it moves is spoken of.
pub(super) fn numbered(instruction: &Value, number: i64) -> Value {
    let Value::Map(entries) = instruction else { return instruction.clone() };
    let mut entries = entries.to_vec();
    entries.push((Arc::from(NUMBER), Value::Number(number)));
    Value::map(entries)
}

/// Whether an instruction waits for what another one makes only if somebody likes, pays or may: it would wait in vain.
pub(super) fn waits_in_vain(delayed: &Value, before: &[Value]) -> bool {
    let is_open = |item: &&Value| ["may", "may-pay", "if"].iter().any(|key| item.only(key).is_some());
    let mut numbers = Vec::new();
    for item in before.iter().filter(is_open) {
        item.any(&mut |it| {
            let number = match it.only("create") {
                Some(made) => made.get("at"),
                None => it.only("put").and_then(|put| put.get(NUMBER)),
            };
            numbers.extend(number.and_then(Value::as_number));
            false
        });
    }
    numbers.into_iter().any(|number| delayed.any(&mut |it| *it == slot(number)))
}

/// The instructions as the form has them: those that bind what is spoken of later, with its slot.
pub(super) fn bound(value: &Value, used: &[i64]) -> Value {
    let entries = match value {
        Value::List(items) => return Value::list(items.iter().map(|item| bound(item, used)).collect()),
        Value::Map(entries) => entries,
        _ => return value.clone(),
    };
    let number = match value.only("create") {
        Some(made) => made.get("at"),
        None => value.only("put").and_then(|put| put.get(NUMBER)),
    };
    let number = number.and_then(Value::as_number);
    let of = |(key, inner): &(Arc<str>, Value)| {
        let inner = bound(inner, used);
        let (Some(number), Value::Map(said)) = (number, &inner) else { return (Arc::clone(key), inner) };
        let mut said: Vec<(Arc<str>, Value)> =
            said.iter().filter(|(key, _)| !matches!(&**key, "at" | NUMBER)).cloned().collect();
        if used.contains(&number)
            && let Some(name) = slot(number).get("slot").cloned()
        {
            said.push((Arc::from("as"), name));
        }
        (Arc::clone(key), Value::map(said))
    };
    Value::map(entries.iter().map(of).collect())
}

// ---- The other way.

/// Something that an instruction binds to a slot and a later one speaks of.
pub(super) struct Bound {
    /// How it is spoken of in the form.
    pub value: Value,
    /// What it is put there from, if it was something before.
    pub from: Option<Value>,
    /// The words for it, if it is created.
    pub nouns: Vec<String>,
    /// Whether it is more than one.
    pub is_many: bool,
}

/// The instructions as they are said, without the slots that mentions stand for, and what those are.
pub(super) fn unbound(does: &Value) -> (Value, Vec<Bound>) {
    let mut found = Vec::new();
    let does = unnoted(does);
    let does = without_slots(&does, &does, &mut found);
    (does, found)
}

/// The tree made anew where it is not of another body or of an ability that something is given.
fn changed_here(value: &Value, change: &mut impl FnMut(&Value) -> Option<Value>) -> Value {
    if let Some(changed) = change(value) {
        return changed;
    }
    match value {
        Value::List(items) => Value::list(items.iter().map(|item| changed_here(item, change)).collect()),
        Value::Map(entries) => {
            let of = |(key, value): &(Arc<str>, Value)| {
                let is_elsewhere = matches!(&**key, "gain" | "abilities" | "effect" | "when-you-do");
                let value = if is_elsewhere { value.clone() } else { changed_here(value, change) };
                (Arc::clone(key), value)
            };
            Value::map(entries.iter().map(of).collect())
        }
        _ => value.clone(),
    }
}

fn without_slots(value: &Value, all: &Value, found: &mut Vec<Bound>) -> Value {
    changed_here(value, &mut |it| {
        let (key, deed) = match (it.only("create"), it.only("put")) {
            (Some(made), _) => ("create", made),
            (_, Some(put)) if put.get("to").and_then(Value::as_word) == Some("battlefield") => ("put", put),
            _ => return None,
        };
        let Value::Map(entries) = deed else { return None };
        let value = Value::one("slot", deed.get("as")?.clone());
        // A slot that is only bound is not spoken of.
        if !all.any(&mut |it| *it == value) {
            return None;
        }
        let is_one = key == "put"
            || deed.get("count").and_then(Value::as_number) == Some(1) && deed.get("and").is_none();
        found.push(Bound {
            value,
            from: deed.get("what").filter(|_| key == "put").cloned(),
            nouns: said_nouns(deed.get("token")),
            is_many: !is_one,
        });
        let said = entries.iter().filter(|(key, _)| &**key != "as").cloned();
        Some(Value::one(key, Value::map(said.collect())))
    })
}

/// The nouns by which a token is called, the plainest last.
fn said_nouns(spec: Option<&Value>) -> Vec<String> {
    let nouns = nouns_of_token(spec).into_iter().filter(|noun| noun != CREATURELY && noun != "token");
    nouns.chain(["token".to_owned()]).collect()
}

/// Lists without the notes that an ability which waits needs: it speaks of the things themselves.
fn unnoted(value: &Value) -> Value {
    changed_here(value, &mut |it| {
        let items = it.as_list()?;
        let place = items.iter().position(|item| {
            item.only("note").is_some_and(|note| {
                note.get("what").is_some_and(|what| what.get("players").is_none() && what.as_list().is_none())
            })
        })?;
        let note = items.get(place)?.only("note")?;
        let later = items.get(place + 1..)?;
        let (what, slot) = (note.get("what")?, Value::one("slot", note.get("as")?.clone()));
        let waits = later.iter().position(|item| item.only("delayed").is_some())?;
        let delayed = later.get(waits)?.only("delayed")?;
        // It has no other objects of its own.
        let is_plain = delayed.get("when").is_some_and(|when| when.get("begins").is_some())
            && !delayed.any(&mut |it| it.get("targets").is_some())
            && later.iter().take(waits).all(|item| item.only("note").is_some());
        let elsewhere =
            items.iter().enumerate().filter(|(number, _)| *number != place + 1 + waits).map(|(_, it)| it);
        if !is_plain || elsewhere.clone().any(|item| item.any(&mut |it| *it == slot)) {
            return None;
        }
        let said = items.iter().enumerate().filter(|(number, _)| *number != place).map(|(number, item)| {
            if number == place + 1 + waits {
                item.changed(&mut |it| (*it == slot).then(|| what.clone()))
            } else {
                item.clone()
            }
        });
        Some(unnoted(&Value::list(said.collect())))
    })
}
