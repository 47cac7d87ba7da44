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

/// The instructions that name what they make or choose: tokens, what is sacrificed, discarded or milled.
const MADE: [&str; 4] = ["create", "sacrifice", "discard", "mill"];

/// The nouns for what an instruction makes or chooses; nothing if it may be several players' things.
pub(super) fn nouns_of_made(key: &str, made: &Value) -> Option<Vec<String>> {
    if key == "create" {
        return Some(nouns_of_token(made.get("token")));
    }
    let is_single = made.get("who").is_some_and(|who| {
        let is_one = ["mention", "a-target", "target", "reference"].iter().any(|key| who.get(key).is_some());
        is_one || who.as_word() == Some("you")
    });
    let is_one = made.get("count").and_then(Value::as_number) == Some(1) && made.get("whole-hand").is_none();
    let everything = Value::one("all", Value::list(Vec::new()));
    let filter = made.get("what").unwrap_or(&everything);
    let mut nouns = nouns_of(filter, if key == "sacrifice" { "permanent" } else { "card" });
    nouns.push(CHOSEN.to_owned());
    (is_single && is_one).then_some(nouns)
}

/// A word, which is none of a card, for what was chosen and is no longer there.
const CHOSEN: &str = "(chosen)";

/// Whether it was only chosen, to be sacrificed, discarded or milled.
pub(super) fn is_chosen(nouns: &[String]) -> bool {
    nouns.iter().any(|noun| noun == CHOSEN)
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
    if let (Some(filter), Some(at)) = (value.get("each"), value.get("at").and_then(Value::as_number)) {
        found.push(Antecedent {
            at: last_place(filter).max(at),
            value: Value::one("group", Value::Number(at)),
            is_player: false,
            is_many: true,
            nouns: nouns_of(filter, "permanent"),
        });
    }
    found.extend(value.only("choose").and_then(chosen));
    for key in MADE {
        if let Some(made) = value.only(key)
            && let Some(at) = made.get("at").and_then(Value::as_number)
            && made.get("as").is_none()
            && let Some(nouns) = nouns_of_made(key, made)
        {
            let is_one = made.get("count").and_then(Value::as_number) == Some(1) && made.get("and").is_none();
            found.push(Antecedent {
                // What is said of it stands before what is said about it.
                at: last_place(made).max(at),
                value: Value::one("made", Value::Number(at)),
                is_player: false,
                is_many: !is_one,
                nouns,
            });
        }
    }
    match value {
        Value::List(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| collect(value, found)),
        _ => {}
    }
}

/// What one is chosen that is spoken of later: "Put a creature card from your hand onto the battlefield. It gains haste."
fn chosen(choice: &Value) -> Option<Antecedent> {
    let at = choice.get("at").and_then(Value::as_number)?;
    let is_one = choice.get("count").and_then(Value::as_number) == Some(1);
    let kind = if choice.get("from").is_some() { "card" } else { "permanent" };
    let nouns = choice.get("what").map(|filter| nouns_of(filter, kind)).unwrap_or_default();
    Some(Antecedent {
        at: last_place(choice).max(at),
        value: Value::one("slot", choice.get("as")?.clone()),
        is_player: false,
        is_many: !is_one,
        nouns,
    })
}

/// The first place that is named in a value.
pub(super) fn first_place(value: &Value) -> i64 {
    let mut first = i64::MAX;
    value.any(&mut |it| {
        first = first.min(it.get("at").and_then(Value::as_number).unwrap_or(i64::MAX));
        false
    });
    if first == i64::MAX { i64::MIN } else { first }
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
    if types.is_none_or(|types| types.contains("Creature"))
        && spec.is_none_or(|spec| spec.get("predefined").is_none())
    {
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
            let made = MADE.iter().find_map(|key| it.only(key)).and_then(|made| made.get("at"));
            let number = made.or_else(|| it.only("put").and_then(|put| put.get(NUMBER)));
            numbers.extend(number.and_then(Value::as_number));
            false
        });
    }
    numbers.into_iter().any(|number| delayed.any(&mut |it| *it == slot(number)))
}

/// The instructions as the form has them: those that bind what is spoken of later, with its slot; a note of a group that is.
pub(super) fn bound(value: &Value, used: &[i64]) -> Value {
    let entries = match value {
        Value::List(items) => {
            let mut done = Vec::with_capacity(items.len());
            for item in items.iter() {
                let item = bound(item, used);
                let mut groups = Vec::new();
                let item = ungrouped(&item, &mut groups);
                for (number, group) in groups.into_iter().filter(|(number, _)| used.contains(number)) {
                    let name = slot(number).get("slot").cloned().unwrap_or(Value::Hole);
                    let note = vec![(Arc::from("what"), group), (Arc::from("as"), name)];
                    done.push(Value::one("note", Value::map(note)));
                }
                done.push(item);
            }
            return Value::list(done);
        }
        Value::Map(entries) => entries,
        _ => return value.clone(),
    };
    let made = MADE.iter().find_map(|key| value.only(key)).and_then(|made| made.get("at"));
    let number =
        made.or_else(|| value.only("put").and_then(|put| put.get(NUMBER))).and_then(Value::as_number);
    let of = |(key, inner): &(Arc<str>, Value)| {
        let inner = bound(inner, used);
        if let ("choose", Value::Map(said)) = (&**key, &inner) {
            let said = said.iter().filter(|(key, _)| &**key != "at").cloned();
            return (Arc::clone(key), Value::map(said.collect()));
        }
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

/// A value with its groups as the form has them, and those groups.
pub(super) fn ungrouped(value: &Value, found: &mut Vec<(i64, Value)>) -> Value {
    value.changed(&mut |it| {
        let (filter, at) = (it.get("each")?, it.get("at").and_then(Value::as_number)?);
        let group = Value::one("each", filter.clone());
        if !found.iter().any(|(known, _)| *known == at) {
            found.push((at, group.clone()));
        }
        Some(group)
    })
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
pub(super) fn unbound(does: &Value, calls_chosen: bool) -> (Value, Vec<Bound>) {
    let mut found = Vec::new();
    let does = if calls_chosen { unchosen(does, &mut found) } else { does.clone() };
    let does = ungrouped_notes(&unnoted(&does), &mut found);
    let does = without_slots(&does, &does, &mut found);
    (does, found)
}

/// The instructions with other slots for what was chosen, but where something is done with it at once.
fn unchosen(does: &Value, found: &mut Vec<Bound>) -> Value {
    let mut names: Vec<Arc<str>> = Vec::new();
    // What is done at once has the slot of the choice, which is kept apart from the others.
    let kept = changed_here(does, &mut |it| {
        let items = it.as_list()?;
        let is_one = |it: &Value| {
            let choice = it.only("choose")?;
            let as_one = choice.get("count").and_then(Value::as_number) == Some(1);
            choice.get("as").cloned().filter(|name| as_one && name.as_word().is_some())
        };
        let place = items.iter().position(|it| is_one(it).is_some())?;
        let name: Arc<str> = items.get(place).and_then(is_one)?.as_word().map(Arc::from)?;
        let slot = Value::one("slot", Value::word(&*name));
        let filter = items.get(place)?.only("choose")?.get("what")?.clone();
        names.push(Arc::clone(&name));
        found.push(Bound {
            value: Value::one("slot", Value::word(format!("{name} later"))),
            from: None,
            nouns: nouns_of(&filter, "card"),
            is_many: false,
        });
        let keep =
            |it: &Value| (*it == slot).then(|| Value::one("slot", Value::word(format!("{name} kept"))));
        let items = items.iter().enumerate();
        let items = items.map(
            |(number, it)| if number == place + 1 { it.changed(&mut |it| keep(it)) } else { it.clone() },
        );
        Some(Value::list(items.collect()))
    });
    kept.changed(&mut |it| {
        let word = it.only("slot")?.as_word()?;
        let named = |word: String| Some(Value::one("slot", Value::word(word)));
        match word.strip_suffix(" kept") {
            Some(name) => named(name.to_owned()),
            None if names.iter().any(|name| **name == *word) => named(format!("{word} later")),
            None => None,
        }
    })
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
                let is_elsewhere =
                    matches!(&**key, "gain" | "abilities" | "effect" | "when-you-do" | "when-you-do-if");
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
        let (key, deed) = MADE.iter().chain(["put"].iter()).find_map(|key| Some((*key, it.only(key)?)))?;
        if key == "put" && deed.get("to").and_then(Value::as_word) != Some("battlefield") {
            return None;
        }
        // Of cards that another ability has exiled, no words say how many they are.
        let is_linked = |it: &Value| it.get("linked").is_some() || it.get("the-linked").is_some();
        if key == "put" && deed.get("what").is_some_and(|what| what.any(&mut |it| is_linked(it))) {
            return None;
        }
        if !matches!(key, "put" | "create") && nouns_of_made(key, deed).is_none() {
            return None;
        }
        let Value::Map(entries) = deed else { return None };
        let value = Value::one("slot", deed.get("as")?.clone());
        // A slot that is only bound is not spoken of, nor is one by which something is counted: "put onto the battlefield this way".
        let counts = |it: &Value| it.only("how-many").is_some_and(|it| it.any(&mut |it| *it == value));
        if !all.any(&mut |it| *it == value) || all.any(&mut |it| counts(it)) {
            return None;
        }
        let is_one = key == "put"
            || deed.get("count").and_then(Value::as_number) == Some(1) && deed.get("and").is_none();
        found.push(Bound {
            value,
            from: deed.get("what").filter(|_| key == "put").cloned(),
            nouns: if key == "create" {
                said_nouns(deed.get("token"))
            } else {
                let nouns = nouns_of_made(key, deed).unwrap_or_default();
                nouns.into_iter().filter(|noun| noun != CHOSEN).collect()
            },
            is_many: !is_one,
        });
        let said = entries.iter().filter(|(key, _)| &**key != "as").cloned();
        Some(Value::one(key, Value::map(said.collect())))
    })
}

/// Lists without the notes of groups that the next instruction does something to.
fn ungrouped_notes(value: &Value, found: &mut Vec<Bound>) -> Value {
    changed_here(value, &mut |it| {
        let items = it.as_list()?;
        let is_of_group = |pair: &[Value]| match pair {
            [note, next] => note
                .only("note")
                .and_then(|note| note.get("what"))
                .is_some_and(|what| what.only("each").is_some() && next.any(&mut |it| it == what)),
            _ => false,
        };
        let place = items.windows(2).position(is_of_group)?;
        let note = items.get(place)?.only("note")?;
        let filter = note.get("what")?.only("each")?;
        found.push(Bound {
            value: Value::one("slot", note.get("as")?.clone()),
            from: None,
            nouns: nouns_of(filter, "permanent"),
            is_many: true,
        });
        let rest = items.iter().enumerate().filter(|(number, _)| *number != place).map(|(_, it)| it.clone());
        Some(ungrouped_notes(&Value::list(rest.collect()), found))
    })
}

/// Whether anything is so that is not of another ability, or of one that waits.
pub(super) fn any_here(value: &Value, is_so: &mut impl FnMut(&Value) -> bool) -> bool {
    let mut found = false;
    changed_here(value, &mut |it| {
        found |= is_so(it);
        None
    });
    found
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
            && later.iter().take(waits).all(|item| {
                item.only("note").is_some()
                    || item.only("counter").is_some_and(|counter| counter.get("what") == Some(what))
            });
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
