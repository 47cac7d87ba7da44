//! The third pass the other way: the first time that a target is spoken of its phrase is written, and a mention from then on.

use std::sync::Arc;

use super::antecedents::{
    Antecedent, agrees, is_in_passing, of_ability, of_awaited, of_target, player_of_target, returns,
};
use super::made::unbound;
use super::said::{any_other, is_asked, is_body, is_granted, is_said, joined};
use super::spread::undivided;
use super::value::Value;
use super::zones::without_implied_zone;

/// What an ability speaks of, for the writer: its references by number.
#[derive(Debug, Default)]
pub struct Referents {
    /// All of them.
    pub all: Vec<Referent>,
    /// Whether what has other names as well is called by a mention: "it" of what something is attached to, "that player" of the
    /// controller of a target.
    calls_more: bool,
    /// How many targets are chosen before anything is done with them.
    chosen_before: usize,
    bodies: usize,
    body: Option<usize>,
}

/// Something that is spoken of.
#[derive(Debug, Clone, PartialEq)]
pub struct Referent {
    /// How it is spoken of the first time, if that is no mention: a target phrase.
    pub first: Option<Value>,
    /// What is mentioned.
    pub antecedent: Antecedent,
    /// Whether it is the object itself.
    pub is_own: bool,
    /// The body that it is spoken of in, by number; of an event, none.
    pub body: Option<usize>,
    /// Whether it was created or moved, and is spoken of as what was last spoken of.
    pub is_made: bool,
}

/// The ability with its references numbered, and what they are.
pub fn unresolved(ability: &Value) -> (Value, Referents) {
    Referents::default().unresolved(ability)
}

impl Referents {
    /// None yet; whether more is called by mentions than is plainest, and how many targets are chosen before anything is done with
    /// them.
    pub fn said_so(calls_more: bool, chosen_before: usize) -> Self {
        Self { calls_more, chosen_before, ..Self::default() }
    }

    /// The ability with its references numbered, and what they are.
    pub fn unresolved(mut self, ability: &Value) -> (Value, Self) {
        let value = self.ability(ability, &[]);
        (value, self)
    }

    fn ability(&mut self, value: &Value, known: &[(Value, usize)]) -> Value {
        let value = &without_implied_zone(value);
        let mut known = known.to_vec();
        let calls_more = self.calls_more;
        for antecedent in of_ability(value).into_iter().filter(|it| calls_more || !is_in_passing(it)) {
            let is_own = antecedent.value.as_word() == Some("this");
            known.push((antecedent.value.clone(), self.add(None, antecedent, is_own)));
        }
        // The object itself, once for all that is said of it.
        let mut own = None;
        match value {
            Value::Map(entries) => Value::map(
                entries
                    .iter()
                    .map(|(key, value)| {
                        let is_effect =
                            matches!(&**key, "effect" | "spell" | "when-you-do") && is_body(value);
                        let value = if is_effect {
                            self.body(value, &known)
                        } else if &**key == "affects" {
                            let own = own.get_or_insert_with(|| self.own()).clone();
                            self.within(value, &[own])
                        } else if is_said(key) {
                            let own = own.get_or_insert_with(|| self.own()).clone();
                            // What it is attached to is called by its kind in a condition.
                            let is_called = self.calls_more;
                            let is_said_so = |its: &&(Value, usize)| {
                                let is_host = its.0.as_word() == Some("attached");
                                !is_host
                                    || match &**key {
                                        "while" => is_called,
                                        "if" => !is_called,
                                        _ => true,
                                    }
                            };
                            let mut known: Vec<(Value, usize)> =
                                known.iter().filter(is_said_so).cloned().collect();
                            if !known.iter().any(|(value, _)| value.as_word() == Some("this")) {
                                known.push(own);
                            }
                            self.within(value, &known)
                        } else if key.ends_with("-of") || matches!(&**key, "counters-on" | "named-like") {
                            // "With power greater than its power", in an event or a rule.
                            let own = own.get_or_insert_with(|| self.own()).clone();
                            self.within(value, &[own])
                        } else {
                            self.ability(value, &known)
                        };
                        (Arc::clone(key), value)
                    })
                    .collect(),
            ),
            Value::List(items) => Value::list(items.iter().map(|item| self.ability(item, &known)).collect()),
            _ => value.clone(),
        }
    }

    fn add(&mut self, first: Option<Value>, antecedent: Antecedent, is_own: bool) -> usize {
        self.all.push(Referent { first, antecedent, is_own, body: self.body, is_made: false });
        self.all.len() - 1
    }

    /// The object itself.
    fn own(&mut self) -> (Value, usize) {
        let (value, nouns) = (Value::word("this"), Vec::new());
        let own = Antecedent { at: 0, value: value.clone(), is_player: false, is_many: false, nouns };
        (value, self.add(None, own, true))
    }

    fn body(&mut self, body: &Value, known: &[(Value, usize)]) -> Value {
        if let Some(modes) = body.only("choose") {
            let changed = modes.changed(&mut |it| it.get("do").is_some().then(|| self.body(it, known)));
            return Value::one("scope", Value::one("choose", changed));
        }
        self.bodies += 1;
        let outer = self.body.replace(self.bodies);
        let body = self.body_inside(body, known);
        self.body = outer;
        body
    }

    fn body_inside(&mut self, body: &Value, known: &[(Value, usize)]) -> Value {
        let mut known = known.to_vec();
        if !known.iter().any(|(value, _)| value.as_word() == Some("this")) {
            known.push(self.own());
        }
        for (place, spec) in
            body.get("targets").and_then(Value::as_list).unwrap_or_default().iter().enumerate()
        {
            let number = i64::try_from(place).unwrap_or(0) + 1;
            let antecedent = of_target(spec, 0, number);
            let first = Value::map(vec![(Arc::from("a-target"), phrase_of(&self.within(spec, &known)))]);
            known.push((antecedent.value.clone(), self.add(Some(first), antecedent, false)));
            let returned = returns(body, |it| it.only("target").and_then(Value::as_number) == Some(number));
            if let Some(its) =
                self.calls_more.then(|| player_of_target(spec, (0, number), returned)).flatten()
            {
                known.push((its.value.clone(), self.add(None, its, false)));
            }
        }
        let does = body.get("do").cloned().unwrap_or_else(|| Value::list(Vec::new()));
        let (does, bound) = unbound(&does, self.calls_more);
        for its in bound {
            let before = its.from.as_ref().and_then(|from| {
                let (_, number) = known.iter().rev().find(|(value, _)| value == from)?;
                Some(self.all.get(*number)?.antecedent.clone())
            });
            let (nouns, is_many) =
                before.map_or((its.nouns, its.is_many), |before| (before.nouns, before.is_many));
            let value = its.value;
            let antecedent = Antecedent { at: 0, value: value.clone(), is_player: false, is_many, nouns };
            let number = self.add(None, antecedent, false);
            if let Some(referent) = self.all.get_mut(number) {
                referent.is_made = true;
            }
            known.push((value, number));
        }
        let mut does = self.within(&does, &known);
        let targets =
            known.iter().filter(|(_, number)| self.all.get(*number).is_some_and(|it| it.first.is_some()));
        let choice = |(_, number): &(Value, usize)| {
            let number = i64::try_from(*number).unwrap_or(0);
            Value::one("choose-target", Value::one("reference", Value::Number(number)))
        };
        let chosen: Vec<Value> = targets.take(self.chosen_before).map(choice).collect();
        if let (false, Some(items)) = (chosen.is_empty(), does.as_list()) {
            does = Value::list([&*chosen, items].concat());
        }
        let steps = (Arc::from("scope"), does);
        let cost = body.get("cost").map(|cost| (Arc::from("cost"), cost.clone()));
        Value::map(cost.into_iter().chain([steps]).collect())
    }

    fn within(&mut self, value: &Value, known: &[(Value, usize)]) -> Value {
        if let Some(Value::Map(entries)) = value.only("damage")
            && !entries.iter().any(|(key, _)| &**key == "source")
        {
            let mut entries = entries.to_vec();
            entries.push((Arc::from("source"), Value::word("this")));
            let inner = self.within(&Value::map(entries), known);
            return Value::one("damage", inner);
        }
        let awaited = of_awaited(value.only("delayed").and_then(|delayed| delayed.get("when")));
        if !awaited.is_empty() {
            let mut known = known.to_vec();
            // An event is spoken of in no body.
            let outer = self.body.take();
            for its in awaited {
                known.push((its.value.clone(), self.add(None, its, false)));
            }
            self.body = outer;
            let inner = value.only("delayed").map(|delayed| self.within(delayed, &known));
            return Value::one("delayed", inner.unwrap_or(Value::Hole));
        }
        // Behind "when you next cast a spell" it is that spell.
        let waits = value.only("delayed").and_then(|delayed| delayed.get("when"));
        if waits.is_some_and(|when| when.only("casts").is_some())
            && known.iter().any(|(its, _)| its.as_word() == Some("it"))
        {
            let others = known.iter().filter(|(its, _)| its.as_word() != Some("it"));
            return self.within(value, &others.cloned().collect::<Vec<_>>());
        }
        // Players stand where objects may, too.
        let spoken = value.only("players").unwrap_or(value);
        if let Some((_, number)) = known.iter().rev().find(|(its, _)| its == spoken) {
            let is_own = self.all.get(*number).is_some_and(|it| it.is_own);
            let word = if is_own { "own-reference" } else { "reference" };
            return Value::one(word, Value::Number(i64::try_from(*number).unwrap_or(0)));
        }
        match value {
            Value::List(items) => Value::list(items.iter().map(|item| self.within(item, known)).collect()),
            Value::Map(entries) => Value::map(
                entries
                    .iter()
                    .map(|(key, value)| {
                        // What is asked of an object by itself is no reference: "another", "this" in a filter.
                        let is_of_itself =
                            matches!(&**key, "each" | "all" | "not" | "any" | "attached-to" | "targets")
                                && value.as_word() == Some("this");
                        // What grants an ability is called "it" only where it deals damage, and else by its name.
                        let is_named = value.as_word() == Some("grantor") && &**key != "source";
                        let value = if is_of_itself || is_named {
                            value.clone()
                        } else if is_asked(key) {
                            self.asked(value, known)
                        } else if is_granted(key) {
                            // Its event is spoken of in no body, as that of any ability.
                            let outer = self.body.take();
                            let granted = self.ability(value, &[]);
                            self.body = outer;
                            granted
                        } else if matches!(&**key, "effect" | "when-you-do") && is_body(value) {
                            self.body(value, known)
                        } else if &**key == "where" {
                            // "That player" is each of those asked about.
                            let others = known.iter().filter(|(its, _)| its.as_word() != Some("that-player"));
                            self.within(value, &others.cloned().collect::<Vec<_>>())
                        } else {
                            self.within(value, known)
                        };
                        (Arc::clone(key), value)
                    })
                    .collect(),
            ),
            _ => value.clone(),
        }
    }

    /// What is asked of what has happened: nobody is spoken of there but that player who did it.
    fn asked(&mut self, value: &Value, known: &[(Value, usize)]) -> Value {
        let Value::Map(entries) = value else { return value.clone() };
        let entries = entries.iter().map(|(key, value)| {
            let is_doer = &**key == "who" && value.as_word() == Some("that-player");
            let value = if is_doer { self.within(value, known) } else { self.asked(value, known) };
            (Arc::clone(key), value)
        });
        Value::map(entries.collect())
    }
}

/// A target phrase as the rows have it.
fn phrase_of(spec: &Value) -> Value {
    let Value::Map(entries) = spec else { return spec.clone() };
    let mut entries: Vec<(Arc<str>, Value)> = entries.to_vec();
    undivided(&mut entries);
    let mut another = entries.iter().any(|(key, _)| &**key == "other");
    for (key, value) in &mut entries {
        if &**key == "one-of" && *value == any_other() {
            (*key, *value, another) = (Arc::from("any"), Value::Truth(true), true);
        }
    }
    entries.retain(|(key, _)| &**key != "other");
    let zone = entries.iter().find(|(key, _)| &**key == "in").map(|(_, zone)| zone.clone());
    entries.retain(|(key, _)| &**key != "in");
    for (key, value) in &mut entries {
        if &**key == "card" {
            let zone = zone.clone().unwrap_or_else(|| Value::word("graveyard"));
            *value = joined(&Value::one("in", Value::list(vec![zone])), value);
        }
        if matches!(&**key, "permanent" | "card" | "spell") {
            let items = match value.only("all").and_then(Value::as_list) {
                Some(items) => Some(items.to_vec()),
                None => Some(vec![value.clone()]),
            };
            if let Some(mut items) =
                items.filter(|items| items.iter().any(|it| it.as_word() == Some("another")))
            {
                another = true;
                items.retain(|it| it.as_word() != Some("another"));
                *value =
                    if items.len() == 1 { items.remove(0) } else { Value::one("all", Value::list(items)) };
            }
        }
    }
    if another {
        entries.push((Arc::from("another"), Value::Truth(true)));
    }
    Value::map(entries)
}

impl Referent {
    /// All mentions that can speak of it at all.
    pub fn options(&self) -> Vec<Value> {
        let antecedent = &self.antecedent;
        if self.is_own {
            vec![Value::word("own"), Value::word("it")]
        } else {
            let mut options = match (antecedent.is_player, antecedent.is_many) {
                (false, false) => vec![Value::word("it")],
                (false, true) => vec![Value::word("them")],
                (true, _) => Vec::new(),
            };
            let that = if antecedent.is_many { "those" } else { "that" };
            options.extend(
                antecedent.nouns.iter().rev().map(|noun| Value::one(that, Value::word(noun.as_str()))),
            );
            if antecedent.is_player {
                options.push(Value::word("they"));
            }
            options
        }
    }

    /// The mentions that can speak of it, the default first, where `last` are the referents spoken of so far, the latest last.
    pub fn mentions(&self, last: &[&Self]) -> Vec<Value> {
        let mut mentions = Vec::new();
        if self.is_made {
            // By its noun, which is plainer.
            mentions.extend(self.options().into_iter().filter(|it| it.as_word().is_none()));
            mentions.extend(self.options().into_iter().filter(|it| it.as_word().is_some()));
            return mentions;
        }
        for option in self.options() {
            let here =
                |other: &&&Self| other.body.is_none() || self.body.is_none() || other.body == self.body;
            let nearest = last.iter().rev().filter(here).find(|other| agrees(&option, &other.antecedent));
            let is_meant = nearest.is_some_and(|nearest| std::ptr::eq(*nearest, self))
                || option.as_word() == Some("own")
                || (self.is_own && nearest.is_none());
            if is_meant {
                mentions.push(option);
            }
        }
        mentions
    }
}
