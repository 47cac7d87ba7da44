//! What is said once for several clauses: a target that is chosen before anything is done with it, an X that is defined at the
//! end, an amount that is divided among targets.

use std::sync::Arc;

use super::value::Value;

/// A body with what is said once where it belongs.
///
/// # Errors
/// A target that is chosen only if something was paid, where the form does not say so: in abilities, which are not announced with what was paid
/// for a spell, and where more than that is asked.
pub(super) fn spread(body: &Value, is_permanent: bool) -> Result<Value, String> {
    let body = divided(&defined(body));
    let body = if is_permanent { body } else { by_kicked(&body) };
    let body = if is_permanent { body } else { as_paid(&body) };
    // "If this spell was kicked, it deals ...": that is the spell, whatever was spoken of before.
    if !is_permanent && body.any(&mut |it| it.only("if").is_some_and(deals_if_kicked)) {
        return Err("it is not plain what deals the damage".to_owned());
    }
    if body.any(&mut depends_on_payment) {
        return Err("what was paid decides what is a target".to_owned());
    }
    Ok(body)
}

/// Targets that are chosen only if a cost was paid, or only if it was not, with that said of their phrases (601.2c, 702.33g).
fn as_paid(value: &Value) -> Value {
    value.changed(&mut |it| {
        if it.only("scope").is_some() {
            return Some(it.clone());
        }
        let said = it.only("if").filter(|_| depends_on_payment(it))?;
        let Value::Map(entries) = said else { return None };
        let condition = said.get("condition").filter(|condition| is_payment(condition))?;
        let targets = |key: &str| {
            let mut found = Vec::new();
            said.get(key).into_iter().for_each(|branch| targets_of(branch, &mut found));
            found
        };
        let (then, otherwise) = (targets("then"), targets("else"));
        // What the one course does may speak of the target of the other, which is there in both cases then.
        let speaks = |it: &Value| it.get("mention").is_some_and(|said| said.as_word() != Some("own"));
        if !otherwise.is_empty() && said.get("then").is_some_and(|then| then.any(&mut |it| speaks(it))) {
            return None;
        }
        let entries = entries.iter().map(|(key, value)| {
            let value = match &**key {
                "then" => only_if(value, condition, &otherwise),
                "else" => only_if(value, &opposite(condition), &then),
                _ => value.clone(),
            };
            (Arc::clone(key), value)
        });
        Some(Value::one("if", Value::map(entries.collect())))
    })
}

/// Whether it is asked whether the spell was kicked.
fn asks_if_kicked(said: &Value) -> bool {
    let kicked = |it: &Value| {
        it.only("kicked-with").is_some() || it.only("paid").is_some_and(|it| it.as_word() == Some("kicker"))
    };
    said.get("condition").is_some_and(|it| it.any(&mut |it| kicked(it)))
}

/// The source of damage that something deals which is called "it" and nothing more.
fn it_deals(value: &Value) -> Option<&Value> {
    let source = value.only("damage")?.get("source")?;
    let is_it = source.get("mention").is_some_and(|said| said.as_word() == Some("it"));
    (is_it && source.get("is-own").is_none()).then_some(source)
}

/// Whether something that is only called "it" deals damage if the spell was kicked.
fn deals_if_kicked(said: &Value) -> bool {
    asks_if_kicked(said) && said.get("then").is_some_and(|then| then.any(&mut |it| it_deals(it).is_some()))
}

/// "If this spell was kicked, it deals 5 damage": that is the spell, where the damage is no creature's power.
fn by_kicked(body: &Value) -> Value {
    let plain = |it: &Value| {
        let amount = it.only("damage")?.get("amount")?;
        let Value::Map(source) = it_deals(it)?.clone() else { return None };
        let is_said = amount.as_number().is_some() || amount.as_word() == Some("x");
        let Value::Map(damage) = it.only("damage").filter(|_| is_said)? else { return None };
        let own = source.iter().cloned().chain([(Arc::from("is-own"), Value::Truth(true))]);
        let own = Value::map(own.collect());
        let damage = damage.iter().map(|(key, value)| {
            (Arc::clone(key), if &**key == "source" { own.clone() } else { value.clone() })
        });
        Some(Value::one("damage", Value::map(damage.collect())))
    };
    body.changed(&mut |it| {
        let Value::Map(entries) = it.only("if").filter(|said| asks_if_kicked(said))? else { return None };
        let entries = entries.iter().map(|(key, value)| {
            let value = if &**key == "then" { value.changed(&mut |it| plain(it)) } else { value.clone() };
            (Arc::clone(key), value)
        });
        Some(Value::one("if", Value::map(entries.collect())))
    })
}

/// Whether a condition asks for one cost alone, paid or not.
fn is_payment(condition: &Value) -> bool {
    condition.only("paid").is_some() || condition.only("not").is_some_and(|it| it.only("paid").is_some())
}

fn opposite(condition: &Value) -> Value {
    condition.only("not").cloned().unwrap_or_else(|| Value::one("not", condition.clone()))
}

/// The target phrases of a course with the condition on which they are there, but for those that the other course has as well.
fn only_if(value: &Value, condition: &Value, others: &[i64]) -> Value {
    value.changed(&mut |it| {
        if it.only("scope").is_some() {
            return Some(it.clone());
        }
        let (spec, at) = (it.get("a-target")?, it.get("at")?);
        if at.as_number().is_some_and(|at| others.contains(&at)) {
            return None;
        }
        let Value::Map(entries) = spec else { return None };
        let mut entries = entries.to_vec();
        entries.push((Arc::from("if"), condition.clone()));
        let phrase = vec![(Arc::from("a-target"), Value::map(entries)), (Arc::from("at"), at.clone())];
        Some(Value::map(phrase))
    })
}

/// The instructions of a list without those that only choose a target.
pub(super) fn is_choice_alone(item: &Value) -> bool {
    item.only("choose-target").is_some()
}

/// "..., where X is ...": of each X in the clauses before.
fn defined(value: &Value) -> Value {
    value.changed(&mut |it| {
        if it.only("scope").is_some() {
            return Some(it.clone());
        }
        let items = it.as_list().filter(|items| items.iter().any(|item| item.only("where-x").is_some()))?;
        let mut spread = Vec::with_capacity(items.len());
        for item in items {
            let said = item.only("where-x");
            match said.and_then(|said| Some((said.get("do")?.as_list()?, said.get("is")?, said.get("at")?))) {
                // One number for all of them, whatever the first does.
                Some((clauses, quantity, at)) if is_of_several(clauses) => {
                    let name = Value::word(format!("fresh where {}", at.as_number().unwrap_or(0)));
                    let slot = Value::one("slot", name.clone());
                    let counted = vec![(Arc::from("quantity"), quantity.clone()), (Arc::from("as"), name)];
                    spread.push(Value::one("count", Value::map(counted)));
                    spread.extend(clauses.iter().map(|it| with_x(it, &slot)));
                }
                Some((clauses, quantity, _)) => spread.extend(clauses.iter().map(|it| with_x(it, quantity))),
                None => spread.push(defined(item)),
            }
        }
        Some(Value::list(spread))
    })
}

/// Whether several instructions have the same X, and no target phrase, which is chosen before anything is counted.
fn is_of_several(clauses: &[Value]) -> bool {
    let is_x = |it: &Value| it.as_word() == Some("x");
    let deeds: Vec<&Value> = match clauses {
        [only] => {
            only.only("may").and_then(|may| may.get("do")?.as_list()).unwrap_or_default().iter().collect()
        }
        clauses => clauses.iter().collect(),
    };
    let of_targets = |it: &Value| it.get("a-target").is_some_and(|spec| spec.any(&mut |it| is_x(it)));
    deeds.iter().filter(|it| it.any(&mut |it| is_x(it))).count() > 1
        && !clauses.iter().any(|it| it.any(&mut |it| of_targets(it)))
}

/// A value with a quantity for each X.
fn with_x(value: &Value, quantity: &Value) -> Value {
    value.changed(&mut |it| (it.as_word() == Some("x")).then(|| quantity.clone()))
}

/// The quantities of which an X may have been said that is defined at the end.
pub(super) fn quantities(clauses: &Value) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    quantities_of(clauses, &mut found);
    found
}

/// A value with X for each such quantity.
pub(super) fn with_x_for(value: &Value, quantity: &Value) -> Value {
    value.changed(&mut |it| (it == quantity).then(|| Value::word("x")))
}

/// Clauses with an X that is defined at their end, where they are said of a quantity.
pub(super) fn where_x(clauses: &Value, quantity: &Value) -> Value {
    said_where(with_x_for(clauses, quantity), quantity)
}

/// The same, where the form counts it first.
pub(super) fn where_counted(clauses: &Value) -> Option<Value> {
    let (first, rest) = clauses.as_list()?.split_first()?;
    let counted = first.only("count")?;
    let slot = Value::one("slot", counted.get("as")?.clone());
    Some(said_where(with_x_for(&Value::list(rest.to_vec()), &slot), counted.get("quantity")?))
}

fn said_where(clauses: Value, quantity: &Value) -> Value {
    let said = vec![(Arc::from("do"), clauses), (Arc::from("is"), quantity.clone())];
    Value::list(vec![Value::one("where-x", Value::map(said))])
}

/// How many instructions items of a list are: a choice of targets is none, and clauses with an X are several.
pub(super) fn length(items: &[Value]) -> usize {
    let of = |item: &Value| match item.only("where-x").and_then(|said| said.get("do")?.as_list()) {
        Some(clauses) => length(clauses) + usize::from(is_of_several(clauses)),
        None => usize::from(!is_choice_alone(item)),
    };
    items.iter().map(of).sum()
}

fn quantities_of(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::List(items) => items.iter().for_each(|item| quantities_of(item, found)),
        Value::Map(entries) => {
            for (key, value) in entries.iter() {
                let counts = ["amount", "count", "power", "toughness", "negative", "up-to", "damage", "to"];
                let compares = ["at-most", "at-least", "exactly"];
                let is_counted = counts.contains(&&**key) || compares.contains(&&**key);
                let is_part = matches!(&**key, "plus" | "times" | "minus");
                let parts = value.as_list().filter(|_| is_part).unwrap_or_default();
                let all = is_counted.then_some(value).into_iter().chain(parts);
                for its in all.filter(|its| its.as_number().is_none()) {
                    if !found.contains(its) {
                        found.push(its.clone());
                    }
                }
                quantities_of(value, found);
            }
        }
        _ => {}
    }
}

/// What is divided is divided as the targets are chosen (601.2d).
fn divided(value: &Value) -> Value {
    value.changed(&mut |it| {
        let (key, to, amount) = match (it.only("damage"), it.only("put-counters")) {
            (Some(damage), _) => ("damage", "to", damage.get("amount")?),
            (_, Some(counters)) => ("put-counters", "on", counters.get("count")?),
            _ => return None,
        };
        let deed = it.only(key)?;
        let (spec, at) = (deed.get(to)?.get("a-target")?, deed.get(to)?.get("at")?);
        deed.get("divided")?;
        let Value::Map(entries) = spec else { return None };
        let mut entries: Vec<(Arc<str>, Value)> = entries.to_vec();
        for (key, most) in &mut entries {
            // Of as many as there is to divide, at most (601.2d).
            let is_any = most.as_word() == Some("any-number") && amount.as_word() == Some("x");
            if &**key == "up-to" && is_any {
                *most = amount.clone();
            }
        }
        entries.push((Arc::from("divided"), amount.clone()));
        let phrase =
            Value::map(vec![(Arc::from("a-target"), Value::map(entries)), (Arc::from("at"), at.clone())]);
        let Value::Map(said) = deed else { return None };
        let said = said
            .iter()
            .map(|(key, value)| (Arc::clone(key), if &**key == to { phrase.clone() } else { value.clone() }));
        Some(Value::one(key, Value::map(said.collect())))
    })
}

/// A target phrase as it is said, where the amount that is divided stands before it, and the course that it is in says when it is there.
pub(super) fn undivided(entries: &mut Vec<(Arc<str>, Value)>) {
    entries.retain(|(key, _)| &**key != "if");
    let Some(place) = entries.iter().position(|(key, _)| &**key == "divided") else { return };
    let (_, amount) = entries.remove(place);
    let is_counted = entries.iter().any(|(key, _)| &**key == "at-least");
    for (key, most) in entries {
        if &**key == "up-to" && *most == amount && amount.as_word() == Some("x") && !is_counted {
            *most = Value::word("any-number");
        }
    }
}

/// Whether a target is chosen only if a cost was paid.
fn depends_on_payment(value: &Value) -> bool {
    let Some(said) = value.only("if") else { return false };
    // "The sacrificed creature" is an object, not a question whether a cost was paid.
    let is_cost = |it: &Value| !matches!(it.as_word(), Some("sacrificed" | "discarded"));
    let is_paid =
        said.get("condition").is_some_and(|it| it.any(&mut |it| it.only("paid").is_some_and(is_cost)));
    is_paid && {
        let targets = |key: &str| {
            let mut found = Vec::new();
            let branch = said.get(key);
            branch.into_iter().for_each(|branch| targets_of(branch, &mut found));
            found
        };
        let otherwise = targets("else");
        targets("then").iter().any(|at| !otherwise.contains(at))
    }
}

fn targets_of(value: &Value, found: &mut Vec<i64>) {
    if value.only("scope").is_some() {
        return;
    }
    if value.get("a-target").is_some_and(|spec| spec.get("if").is_none()) {
        found.extend(value.get("at").and_then(Value::as_number));
    }
    match value {
        Value::List(items) => items.iter().for_each(|item| targets_of(item, found)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| targets_of(value, found)),
        _ => {}
    }
}
