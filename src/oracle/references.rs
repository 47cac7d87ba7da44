//! The third pass: what "it", "that creature" and "target" speak of.
//!
//! Reading, the targets of a body are numbered in the order of the text and mentions become what they speak of; [`super::antecedents`]
//! says what can be spoken of, and [`super::mentions`] goes the other way.

use std::sync::Arc;

use super::antecedents::{Antecedent, again, of_ability, of_target, player_of_target, returns};
use super::doubt::senseless;
use super::doubt::{Last, checked, static_counts_others};
use super::made;
use super::others;
use super::said::{
    any_other, collect, for_all, granted, is_own, joined, mentions_own, own_about, own_at, untargeted,
};
use super::spread::{is_choice_alone, spread};
use super::value::Value;
use super::zones::{with_zone, without_zone};

mod within;

/// The events of which there is so much each time.
const AMOUNTS: [&str; 6] = ["deals-damage", "gains-life", "loses-life", "draws", "discards", "counters-put"];

/// How many are meant of objects that do something at once.
const NUMBERS: [&str; 2] = ["one-or-more", "attacks-with"];

/// Whether there is so much of an event, or so many objects, that "that many" speaks of it.
fn says_how_many(event: &Value) -> bool {
    event.any(&mut |it| AMOUNTS.iter().chain(&NUMBERS).any(|kind| it.get(kind).is_some()))
}

/// Makes of an ability with target phrases and mentions the ability of the form.
///
/// # Errors
/// A mention that speaks of nothing, or may speak of two things.
pub fn resolved(ability: &Value, is_permanent: bool) -> Result<(Value, Vec<Value>), String> {
    if ability.any(&mut |it| it.get("static").is_some_and(static_counts_others)) {
        return Err("it is not plain what the others are".to_owned());
    }
    let mut mentions = Vec::new();
    let value = Resolver {
        is_permanent,
        is_own_known: false,
        is_other_spoken_of: false,
        has_amount: false,
        mentions: &mut mentions,
        has_made: false,
        own_at: own_at(ability),
        own_about: own_about(ability),
        begins: i64::MIN,
        is_dealt_damage: false,
        is_own_attached: false,
        is_countered: false,
        moved: Vec::new(),
        is_asked: false,
        used: Vec::new(),
        notes: Vec::new(),
        count: 0,
        is_reflexive: false,
        keeps_player: false,
        is_mana_value: false,
    }
    .value(ability, &[])?;
    mentions.sort_by_key(|(at, _)| *at);
    mentions.dedup();
    // What is made where nothing is spoken of: in a replacement effect.
    let value = made::bound(&value, &[]);
    let value = others::resolved(&value)?;
    senseless(&value)?;
    Ok((numbered(&value), mentions.into_iter().map(|(_, mention)| mention).collect()))
}

/// The slots, numbered in the order in which they are bound.
fn numbered(value: &Value) -> Value {
    let mut names: Vec<Arc<str>> = Vec::new();
    value.changed(&mut |it| {
        let Value::Word(word) = it else { return None };
        word.starts_with("fresh ").then(|| {
            let number = names.iter().position(|known| known == word).unwrap_or_else(|| {
                names.push(Arc::clone(word));
                names.len() - 1
            });
            Value::word(format!("slot {}", number + 1))
        })
    })
}

struct Resolver<'m> {
    is_permanent: bool,
    /// Whether the object itself was spoken of before a body: "Sacrifice this creature: It deals ...".
    is_own_known: bool,
    /// Whether the condition of a triggered ability speaks of something that has no reference.
    is_other_spoken_of: bool,
    /// Whether there is so much of the event that "that many" speaks of it.
    has_amount: bool,
    /// The mentions with their places, for writing them so again.
    mentions: &'m mut Vec<(i64, Value)>,
    /// Where the object itself is named in the ability.
    own_at: Vec<i64>,
    /// Where it is what an instruction is about: what it is done to, or what does it.
    own_about: Vec<i64>,
    /// Where the instruction begins that is looked at.
    begins: i64,
    /// Whether what is looked at is what the object itself deals damage to, and so not itself.
    is_dealt_damage: bool,
    /// Whether what is looked at is what the object itself is attached to, and so not itself.
    is_own_attached: bool,
    /// Whether what is looked at is countered, and so a spell or an ability.
    is_countered: bool,
    /// What has been moved to another zone, where it is another object (400.7), with a number if that can be spoken of.
    moved: Vec<(Value, Option<i64>)>,
    /// The numbers of what was created or moved and is spoken of later.
    used: Vec<i64>,
    /// What an ability that waits must know when it triggers, with its slot.
    notes: Vec<(Value, Value)>,
    /// How many moves and notes there were.
    count: i64,
    /// Whether what is looked at triggers at once, when something was done (603.12).
    is_reflexive: bool,
    /// Whether "that player" of the event is known to what is looked at, though it is an ability of its own.
    keeps_player: bool,
    /// Whether only a mana value is asked, which a card has wherever it is.
    is_mana_value: bool,
    /// Whether only something is asked of what is spoken of, which can be answered as it was.
    is_asked: bool,
    /// Whether the body has made a token, of which "it" would speak rather than of the object itself.
    has_made: bool,
}

/// Whether a cost is paid with cards that are discarded or permanents that are sacrificed.
fn pays_objects(costs: &Value) -> bool {
    costs.any(&mut |it| it.get("discard").is_some() || it.get("sacrifice").is_some())
}

impl Resolver<'_> {
    fn value(&mut self, value: &Value, known: &[Antecedent]) -> Result<Value, String> {
        if let Some(body) = value.only("scope") {
            return self.body(body, known);
        }
        if value.get("mention").is_some() {
            return self.within(value, &[], known);
        }
        // A mode with a cost of its own (700.2h).
        if let (Some(steps), Some(cost)) = (value.get("scope"), value.get("cost")) {
            let mut entries = vec![(Arc::from("cost"), cost.clone())];
            if let Value::Map(body) = self.body(steps, known)? {
                entries.extend(body.iter().cloned());
            }
            return Ok(Value::map(entries));
        }
        match value {
            Value::List(items) => {
                Ok(Value::list(items.iter().map(|item| self.value(item, known)).collect::<Result<_, _>>()?))
            }
            Value::Map(entries) => {
                // What was sacrificed as this resolved was not sacrificed for a cost.
                let is_object = |it: &Value| matches!(it.as_word(), Some("sacrificed" | "discarded"));
                let of_object = |it: &Value| it.get("paid").is_some_and(is_object);
                // Nor was anything, but what a player may pay as it resolves (118.12).
                let is_paid = |it: &Value| {
                    it.get("may-pay").is_some_and(|may| may.get("cost").is_some_and(pays_objects))
                };
                if value.get("when").is_some()
                    && value.any(&mut |it| of_object(it))
                    && !value.any(&mut |it| is_paid(it))
                {
                    return Err("nothing was paid".to_owned());
                }
                if let Some(event) = value.get("when").or_else(|| value.get("of")) {
                    self.has_amount = says_how_many(event);
                } else if value.get("cost").is_some() || value.get("spell").is_some() {
                    self.has_amount = false;
                }
                let is_own_known = value.get("cost").is_some_and(|costs| {
                    costs.any(&mut |it| {
                        it.as_word().is_some_and(|word| word == "this" || word.ends_with("-this"))
                    }) || costs.any(&mut |it| it.get("mention").is_some())
                });
                let is_own_known =
                    is_own_known || value.get("if").is_some_and(|it| it.any(&mut |it| mentions_own(it)));
                // What an event speaks of is known to what follows.
                let mut known = known.to_vec();
                known.extend(of_ability(value));
                // "If enchanted creature is tapped, untap it": that is no reference that "it" could take up.
                let other =
                    value.get("if").is_some_and(|it| it.any(&mut |it| it.as_word() == Some("attached")));
                let entries = entries.iter().map(|(key, value)| {
                    self.is_own_known = is_own_known;
                    self.is_other_spoken_of = other;
                    let value = match &**key {
                        "gain" => self.value(value, &granted(&known))?,
                        "while" => self.value(value, &for_all(&known))?,
                        _ => self.value(value, &known)?,
                    };
                    Ok((Arc::clone(key), value))
                });
                Ok(with_zone(Value::map(entries.collect::<Result<_, String>>()?)))
            }
            _ => Ok(value.clone()),
        }
    }

    /// A body: its target phrases become its targets.
    fn body(&mut self, body: &Value, known: &[Antecedent]) -> Result<Value, String> {
        if let Some(modes) = body.only("choose") {
            return Ok(Value::one("choose", self.value(modes, known)?));
        }
        let body = &spread(body, self.is_permanent)?;
        let mut found: Vec<(i64, Value)> = Vec::new();
        collect(body, &mut |it| {
            if let (Some(spec), Some(at)) = (it.get("a-target"), it.get("at").and_then(Value::as_number))
                && !found.iter().any(|(known, _)| *known == at)
            {
                found.push((at, spec.clone()));
            }
        });
        found.sort_by_key(|(at, _)| *at);
        if !self.has_amount && made::any_here(body, &mut |it| it.as_word() == Some("that-much")) {
            return Err("it is not plain how much is meant".to_owned());
        }
        // "Each other creature" of a spell is another than something that it has spoken of.
        let is_another = |it: &Value| it.as_word() == Some("another");
        if !self.is_permanent && untargeted(body).any(&mut |it| is_another(it)) {
            return Err("it is not plain what the others are".to_owned());
        }
        let is_known = self.is_own_known || known.iter().any(|it| !it.is_player);
        checked(
            body,
            match (self.is_other_spoken_of, is_known) {
                (true, _) => Last::Other,
                (false, true) => Last::Known,
                (false, false) => Last::Nothing,
            },
        )?;
        self.is_other_spoken_of = false;
        let mut known = known.to_vec();
        let mut targets = Vec::new();
        for (place, (at, spec)) in found.iter().enumerate() {
            let number = i64::try_from(place).unwrap_or(0) + 1;
            // "Other" than an earlier target, or than the object itself, of which it has been said something.
            let is_another = spec.get("another").is_some();
            if is_another && place > 0 && self.is_permanent && body.any(&mut |it| is_own(it)) {
                return Err("it is not plain what the other is other than".to_owned());
            }
            let its = self.spec(spec, place > 0);
            targets.push(self.within(&its, &found, &known)?);
            known.push(of_target(spec, *at, number));
            // Where no other player is spoken of.
            if !known.iter().any(|it| it.is_player) && !found.iter().any(|(_, it)| it.get("player").is_some())
            {
                let is_it = |it: &Value| it.get("at").and_then(Value::as_number) == Some(*at);
                let returns = returns(body, |it| it.get("a-target").is_some() && is_it(it));
                known.extend(player_of_target(spec, (*at, number), returns));
            }
        }
        let mut mentions = Vec::new();
        collect(body, &mut |it| {
            let at = it.get("at").and_then(Value::as_number);
            let mention = it.get("mention").filter(|mention| mention.get("that").is_some());
            mentions.extend(at.zip(mention.cloned()));
        });
        known.extend(again(&mentions, &known));
        known.extend(made::created(body));
        let outside = std::mem::replace(&mut self.has_made, false);
        let moved_outside = self.moved.clone();
        let does = self.within(body, &found, &known)?;
        self.has_made = outside;
        self.moved = moved_outside;
        if does.as_list().is_some_and(<[Value]>::is_empty) {
            return Err("nothing is done".to_owned());
        }
        let mut entries = Vec::new();
        if !targets.is_empty() {
            entries.push((Arc::from("targets"), Value::list(targets)));
        }
        entries.push((Arc::from("do"), made::bound(&does, &self.used)));
        Ok(Value::map(entries))
    }

    /// In the other case only that has been moved which had been before: what is not there yet.
    fn moved_otherwise(&mut self, before: &[(Value, Option<i64>)]) -> Vec<(Value, Option<i64>)> {
        std::mem::replace(&mut self.moved, before.to_vec()).into_iter().skip(before.len()).collect()
    }

    /// The slot in which an ability that waits finds what this one spoke of.
    fn noted(&mut self, value: &Value) -> Value {
        if let Some((_, slot)) = self.notes.iter().find(|(known, _)| known == value) {
            return slot.clone();
        }
        self.count += 1;
        let slot = Value::one("slot", Value::word(format!("fresh note {}", self.count)));
        self.notes.push((value.clone(), slot.clone()));
        slot
    }

    /// A list of instructions, with a note before each that waits of what it speaks of.
    fn list(
        &mut self,
        items: &[Value],
        targets: &[(i64, Value)],
        known: &[Antecedent],
    ) -> Result<Value, String> {
        let mut done = Vec::with_capacity(items.len());
        for item in items.iter().filter(|item| !is_choice_alone(item)) {
            let waits = item.only("delayed").is_some();
            let outside = if waits { std::mem::take(&mut self.notes) } else { Vec::new() };
            let begins = self.begins;
            self.begins = begins.max(made::first_place(item));
            let its = self.within(item, targets, known);
            self.begins = begins;
            let its = its?;
            if waits && made::waits_in_vain(&its, &done) {
                return Err("it waits for what may not be made".to_owned());
            }
            if waits {
                for (what, slot) in std::mem::replace(&mut self.notes, outside) {
                    let name = slot.get("slot").cloned().unwrap_or(Value::Hole);
                    let note = vec![(Arc::from("what"), what.clone()), (Arc::from("as"), name)];
                    // A spell that is countered is no spell afterwards.
                    let counters =
                        |it: &Value| it.only("counter").and_then(|it| it.get("what")) == Some(&what);
                    let place = done.iter().position(counters).unwrap_or(done.len());
                    done.insert(place, Value::one("note", Value::map(note)));
                }
            }
            done.push(its);
        }
        Ok(Value::list(done))
    }

    /// A target phrase as the form has it: cards with their zone beside, "another" as it is meant.
    fn spec(&self, spec: &Value, is_later: bool) -> Value {
        let Value::Map(entries) = spec else { return spec.clone() };
        let mut entries: Vec<(Arc<str>, Value)> = entries.to_vec();
        let another = entries.iter().any(|(key, _)| &**key == "another");
        entries.retain(|(key, _)| &**key != "another");
        if another && (is_later || !self.is_permanent) {
            entries.push((Arc::from("other"), Value::Truth(true)));
        } else if another && spec.get("any").is_some() {
            entries.retain(|(key, _)| &**key != "any");
            entries.push((Arc::from("one-of"), any_other()));
        } else if another {
            for (key, value) in &mut entries {
                if matches!(&**key, "permanent" | "card" | "spell") {
                    *value = joined(&Value::word("another"), value);
                }
            }
        }
        if let Some(place) = entries.iter().position(|(key, _)| &**key == "card") {
            let (filter, zone) =
                entries.get(place).map(|(_, filter)| without_zone(filter)).unwrap_or_default();
            if let (Some(entry), Some(filter)) = (entries.get_mut(place), filter) {
                entry.1 = filter;
            }
            entries.extend(zone.map(|zone| (Arc::from("in"), zone)));
        }
        Value::map(entries)
    }
}
