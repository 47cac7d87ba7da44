//! What the third pass asks of a value: whether it is a body, what is said of an object, what is known there.

use super::antecedents::Antecedent;
use super::value::Value;

/// What is known besides a target that is named here, and acts on something else than itself.
pub(super) fn besides(known: &[Antecedent], actor: &Value) -> Vec<Antecedent> {
    let named = actor.get("a-target").and(actor.get("at")).and_then(Value::as_number);
    known.iter().filter(|it| Some(it.at) != named).cloned().collect()
}

/// What damage is dealt to, where it is a player who is called by what is theirs.
pub(super) fn as_recipient(value: &Value) -> Value {
    match value {
        Value::List(items) => Value::list(items.iter().map(as_recipient).collect()),
        it if it.only("controller-of").or_else(|| it.only("owner-of")).is_some() => {
            Value::one("players", it.clone())
        }
        it => it.clone(),
    }
}

/// "Any other target" than the object itself (115.4).
pub(super) fn any_other() -> Value {
    let types = ["creature", "planeswalker", "battle"].map(Value::word);
    let other = Value::all(vec![Value::word("another"), Value::one("any", Value::list(types.to_vec()))]);
    let player = Value::one("player", Value::word("each-player"));
    Value::list(vec![Value::one("permanent", other), player])
}

/// Whether what stands there are abilities that something is given.
pub(super) fn is_granted(key: &str) -> bool {
    matches!(key, "gain" | "abilities")
}

/// Whether it is a body: targets, instructions, modes.
pub(super) fn is_body(value: &Value) -> bool {
    value.get("do").is_some() || value.get("targets").is_some() || value.only("choose").is_some()
}

/// A body without its target phrases.
pub(super) fn untargeted(body: &Value) -> Value {
    body.changed(&mut |it| it.get("a-target").is_some().then_some(Value::Hole))
}

/// Whether what stands there speaks of objects, outside of a body.
pub(super) fn is_said(key: &str) -> bool {
    matches!(key, "if" | "only-if" | "while" | "state" | "changes" | "with" | "for-each")
}

/// Whether what stands there asks of objects by themselves.
pub(super) fn is_asked(key: &str) -> bool {
    matches!(key, "happened" | "amount-happened" | "exists" | "happened-this-game")
}

/// What is delayed where the time stands behind it, so that its targets are those of what it is part of (115.1).
pub(super) fn done_to_earlier_targets(delayed: &Value) -> Option<&Value> {
    delayed.get(BEHIND).and(delayed.get("effect")?.only("scope"))
}

/// Where something is delayed the key of the place of what stands before the time.
pub(super) const BEHIND: &str = "behind";

pub(super) fn collect(value: &Value, see: &mut impl FnMut(&Value)) {
    if value.only("scope").is_some() {
        return;
    }
    see(value);
    // What is done later to a target that is chosen now: "destroy target creature at end of combat".
    if let Some(later) = value.only("delayed").and_then(done_to_earlier_targets) {
        collect(later, see);
    }
    match value {
        Value::List(items) => items.iter().for_each(|item| collect(item, see)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| collect(value, see)),
        _ => {}
    }
}

/// Whether it is the object itself.
pub(super) fn is_own(value: &Value) -> bool {
    value.as_word() == Some("this") || mentions_own(value)
}

/// Whether it is a mention of the object itself.
pub(super) fn mentions_own(value: &Value) -> bool {
    value.get("mention").and_then(Value::as_word) == Some("own")
}

/// What is known in an ability that is given: what a static ability affects is the object that has it then.
pub(super) fn granted(known: &[Antecedent]) -> Vec<Antecedent> {
    let own = |it: &Antecedent| match it.value.as_word() {
        Some("itself" | "attached") => Antecedent { value: Value::word("this"), ..it.clone() },
        _ => it.clone(),
    };
    known.iter().map(own).collect()
}

/// What is known where a static ability says how long it applies at all, which it can't of each object that it affects.
pub(super) fn for_all(known: &[Antecedent]) -> Vec<Antecedent> {
    let unclear = |it: &Antecedent| match it.value.as_word() {
        Some("itself") => Antecedent { value: Value::Hole, ..it.clone() },
        _ => it.clone(),
    };
    known.iter().map(unclear).collect()
}

/// Where an instruction is about the object itself.
pub(super) fn own_about(ability: &Value) -> Vec<i64> {
    let mut found = Vec::new();
    ability.any(&mut |it| {
        if let Value::Map(entries) = it {
            for (_, value) in
                entries.iter().filter(|(key, _)| matches!(&**key, "what" | "on" | "to" | "these" | "source"))
            {
                found.extend(value.get("at").and_then(Value::as_number).filter(|_| mentions_own(value)));
            }
        }
        false
    });
    found
}

/// Where an ability names the object itself.
pub(super) fn own_at(ability: &Value) -> Vec<i64> {
    let mut found = Vec::new();
    ability.any(&mut |it| {
        found.extend(it.get("at").and_then(Value::as_number).filter(|_| mentions_own(it)));
        false
    });
    found
}

/// What is said of an object, with more said of it.
pub(super) fn joined(more: &Value, filter: &Value) -> Value {
    let mut said = vec![more.clone()];
    said.extend(filter.said());
    Value::all(said)
}
