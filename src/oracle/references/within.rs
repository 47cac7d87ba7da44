//! The parts of a body, each with what it speaks of found.

use std::sync::Arc;

use super::{Resolver, says_how_many};
use crate::oracle::antecedents::{Antecedent, agrees, antecedent, has_noun, last_before, of_awaited};
use crate::oracle::made;
use crate::oracle::said::{BEHIND, as_recipient, besides, done_to_earlier_targets, is_granted, is_own};
use crate::oracle::value::Value;

impl Resolver<'_> {
    /// A part of a body with what it speaks of found.
    pub(super) fn within(
        &mut self,
        value: &Value,
        targets: &[(i64, Value)],
        known: &[Antecedent],
    ) -> Result<Value, String> {
        if let Some(Value::Map(entries)) = value.only("delayed") {
            return self.delayed(entries, targets, known);
        }
        if let Some(key) = ["when-you-do", "when-you-do-if"].into_iter().find(|key| value.only(key).is_some())
            && let Some(inner) = value.only(key)
        {
            let before = (self.is_reflexive, self.keeps_player);
            (self.is_reflexive, self.keeps_player) = (true, true);
            let inner = self.within(inner, targets, known);
            (self.is_reflexive, self.keeps_player) = before;
            return Ok(Value::one(key, inner?));
        }
        if let Some(inner) = value.only("scope") {
            return self.scope(inner, known);
        }
        if let Some(earlier) = value.only("earlier") {
            return Ok(self.noted(earlier));
        }
        let at = value.get("at").and_then(Value::as_number);
        if let (Some(_), Some(at)) = (value.get("a-target"), at) {
            let place = targets.iter().position(|(known, _)| *known == at).unwrap_or(0);
            return Ok(Value::one("target", Value::Number(i64::try_from(place).unwrap_or(0) + 1)));
        }
        if let (Some(mention), Some(at), Some(_)) = (value.get("mention"), at, value.get("is-own")) {
            self.mentions.push((at, mention.clone()));
            return Ok(Value::word("this"));
        }
        if let (Some(mention), Some(at)) = (value.get("mention"), at) {
            return self.mention(mention, at, known);
        }
        if let Some(key) = ["put", "exile"].into_iter().find(|key| value.only(key).is_some())
            && let Some(moved) = value.only(key)
            && moved.get("as").is_none()
        {
            return self.moves(key, moved, targets, known);
        }
        // "Target creature you control fights that creature": which is none of itself.
        if let Some([one, other]) = value.only("fight").and_then(Value::as_list) {
            let others = besides(known, one);
            let pair = vec![self.within(one, targets, known)?, self.within(other, targets, &others)?];
            return Ok(Value::one("fight", Value::list(pair)));
        }
        if let Some(countered) = value.only("counter") {
            self.is_countered = true;
            let countered = self.within(countered, targets, known);
            self.is_countered = false;
            return Ok(Value::one("counter", countered?));
        }
        if let Some(made) = value.only("create") {
            let made = self.within(made, targets, known)?;
            self.has_made = true;
            return Ok(Value::one("create", made));
        }
        if let Some(Value::Map(entries)) = value.only("attach")
            && value.only("attach").and_then(|attach| attach.get("what")).is_some_and(is_own)
        {
            return self.attach(entries, targets, known);
        }
        if let Some(damage) = value.only("damage") {
            return self.damage(damage, targets, known);
        }
        if let Some((rolls, results)) = value.only("roll-die").and_then(table) {
            return self.roll(rolls, &results, targets, known);
        }
        if let Some(Value::Map(entries)) = value.only("if") {
            return self.either(entries, targets, known);
        }
        match value {
            Value::List(items) => self.list(items, targets, known),
            Value::Map(entries) => self.entries(entries, targets, known),
            _ => Ok(value.clone()),
        }
    }

    /// What is delayed: there is so much of what it waits for, if of anything.
    fn delayed(
        &mut self,
        entries: &[(Arc<str>, Value)],
        targets: &[(i64, Value)],
        known: &[Antecedent],
    ) -> Result<Value, String> {
        let entries = &with_earlier_targets(entries, targets);
        let when = entries.iter().find(|(key, _)| &**key == "when").map(|(_, when)| when);
        let has_amount = when.is_some_and(says_how_many);
        let before = std::mem::replace(&mut self.has_amount, has_amount);
        let mut its = of_awaited(when);
        let about_another = |it: &Antecedent| it.value.as_word() == Some("other");
        // What is waited for is spoken of right before what is done then, and takes the place of such a thing outside.
        let speaks_of_another = its.iter().any(about_another);
        its.iter_mut().filter(|it| about_another(it)).for_each(|it| it.at = self.begins.saturating_sub(1));
        let outside = known.iter().filter(|it| !speaks_of_another || !about_another(it)).cloned();
        let known = &outside.chain(its.iter().cloned()).collect::<Vec<_>>();
        let keeps = std::mem::replace(&mut self.keeps_player, !its.is_empty());
        let inner =
            entries.iter().map(|(key, value)| Ok((Arc::clone(key), self.within(value, targets, known)?)));
        let inner = inner.collect::<Result<_, String>>();
        (self.has_amount, self.keeps_player) = (before, keeps);
        Ok(Value::one("delayed", Value::map(inner?)))
    }

    /// Another ability inside this one.
    fn scope(&mut self, inner: &Value, known: &[Antecedent]) -> Result<Value, String> {
        // The body outside has been looked at with this one in it.
        self.is_own_known = true;
        // A later ability finds nothing that this one chose, unless it was noted.
        let lost = |it: &Antecedent| {
            // The player of the event is that of what is done at once (603.12), too.
            let stays = it.value.as_word() == Some("this")
                || self.keeps_player && matches!(it.value.as_word(), Some("that-player" | "other"))
                || it.value.get("made").is_some()
                || it.value.get("group").is_some();
            let value = if stays {
                it.value.clone()
            } else if it.is_player || self.is_reflexive {
                Value::Hole
            } else {
                Value::one("later", it.value.clone())
            };
            Antecedent { value, ..it.clone() }
        };
        let later: Vec<Antecedent> = known.iter().map(lost).collect();
        self.body(inner, &later)
    }

    /// What a mention speaks of.
    fn mention(&mut self, mention: &Value, at: i64, known: &[Antecedent]) -> Result<Value, String> {
        let antecedent = if self.is_countered && mention.as_word() == Some("it") {
            let may_be = |it: &&Antecedent| has_noun(it, "spell") || has_noun(it, "ability");
            let on_the_stack: Vec<Antecedent> = known.iter().filter(may_be).cloned().collect();
            antecedent(mention, at, &on_the_stack)?
        } else {
            antecedent(mention, at, known)?
        };
        if antecedent == Value::Hole {
            return Err("a later ability speaks of what this one chose".to_owned());
        }
        if self.is_itself(mention, at, &antecedent, known)? {
            self.mentions.push((at, mention.clone()));
            return Ok(Value::word("this"));
        }
        let (antecedent, is_later) = match antecedent.only("later") {
            Some(value) => (value.clone(), true),
            None => (antecedent, false),
        };
        let moved =
            self.moved.iter().rev().find(|(value, _)| *value == antecedent).map(|(_, number)| *number);
        match moved {
            Some(Some(number)) if !self.is_mana_value => {
                self.used.push(number);
                self.mentions.push((at, mention.clone()));
                return Ok(made::slot(number));
            }
            Some(_) if !self.is_asked || is_later => {
                return Err("what has moved is another object there".to_owned());
            }
            _ => {}
        }
        if let Some(number) = antecedent.only("made").and_then(Value::as_number) {
            self.fits_made(mention, at, &antecedent, known)?;
            self.used.push(number);
            self.mentions.push((at, mention.clone()));
            return Ok(made::slot(number));
        }
        if let Some(number) = antecedent.only("group").and_then(Value::as_number) {
            self.used.push(number);
            self.mentions.push((at, mention.clone()));
            return Ok(made::slot(number));
        }
        if is_later {
            self.mentions.push((at, mention.clone()));
            return Ok(self.noted(&antecedent));
        }
        if self.has_made && mention.as_word() == Some("it") && antecedent.as_word() == Some("this") {
            return Err("it may be what was made".to_owned());
        }
        self.mentions.push((at, mention.clone()));
        Ok(antecedent)
    }

    /// Whether `it` is the object itself rather than what was found.
    fn is_itself(
        &self,
        mention: &Value,
        at: i64,
        antecedent: &Value,
        known: &[Antecedent],
    ) -> Result<bool, String> {
        if mention.as_word() == Some("it")
            && !self.is_dealt_damage
            && !(self.is_own_attached && (self.moved.is_empty() || antecedent.only("slot").is_some()))
            && antecedent.as_word() != Some("this")
        {
            let before = last_before(mention, at, known);
            let between = |own: &&i64| before < **own && **own < at;
            if let Some(own) = self.own_at.iter().filter(between).max() {
                // What the sentence before was about: "Put a +1/+1 counter on this creature. It gains flying."
                let has_moved = self.moved.iter().any(|(value, _)| value.as_word() == Some("this"));
                let is_about_it =
                    self.own_about.contains(own) && *own < self.begins && !self.is_asked && !has_moved;
                if !is_about_it {
                    return Err("it may be the object itself".to_owned());
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a mention of what was made is plain: else it may be another thing.
    fn fits_made(
        &self,
        mention: &Value,
        at: i64,
        antecedent: &Value,
        known: &[Antecedent],
    ) -> Result<(), String> {
        // "If it was a Human" asks of what was spoken of before; and a Treasure hardly fights.
        let is_it = mention.as_word() == Some("it");
        let nouns = known.iter().find(|its| its.value == *antecedent).map(|its| its.nouns.clone());
        let nouns = nouns.unwrap_or_default();
        let is_chosen = made::is_chosen(&nouns);
        // Of what was sacrificed only something is asked; of a token "if it was a Human" asks nothing.
        let is_plain = match (is_it, is_chosen) {
            (true, true) => self.is_asked,
            (true, false) => !self.is_asked && made::may_be_creature(&nouns),
            (false, true) => self.is_asked || nouns.iter().any(|noun| noun == "card"),
            (false, false) => true,
        };
        let is_other = |its: &Antecedent| its.value != *antecedent && its.at < at && agrees(mention, its);
        if !is_plain || !is_it && known.iter().any(is_other) {
            return Err("it may be what was made".to_owned());
        }
        Ok(())
    }

    /// What is put or exiled is another object there.
    fn moves(
        &mut self,
        key: &str,
        moved: &Value,
        targets: &[(i64, Value)],
        known: &[Antecedent],
    ) -> Result<Value, String> {
        let moved = self.within(moved, targets, known)?;
        let stays = key == "put" && moved.get("to").and_then(Value::as_word) == Some("battlefield");
        self.count += 1;
        let number = stays.then_some(-self.count);
        self.moved.extend(moved.get("what").cloned().map(|what| (what, number)));
        let moved = number.map_or_else(|| moved.clone(), |number| made::numbered(&moved, number));
        Ok(Value::one(key, moved))
    }

    /// What is attached is not attached to itself (701.3b).
    fn attach(
        &mut self,
        entries: &[(Arc<str>, Value)],
        targets: &[(i64, Value)],
        known: &[Antecedent],
    ) -> Result<Value, String> {
        let mut within = Vec::with_capacity(entries.len());
        for (key, value) in entries.iter() {
            self.is_own_attached = &**key == "to";
            within.push((Arc::clone(key), self.within(value, targets, known)?));
            self.is_own_attached = false;
        }
        Ok(Value::one("attach", Value::map(within)))
    }

    /// Damage: the object itself deals it where nothing else is said (120.7).
    fn damage(
        &mut self,
        said: &Value,
        targets: &[(i64, Value)],
        known: &[Antecedent],
    ) -> Result<Value, String> {
        let is_own =
            said.get("source").and_then(|it| it.get("mention")).and_then(Value::as_word) == Some("own");
        let damage = match said {
            Value::Map(entries) => {
                let mut within = Vec::with_capacity(entries.len());
                for (key, value) in entries.iter() {
                    self.is_dealt_damage = is_own && &**key == "to";
                    let others = said.get("source").map(|source| besides(known, source));
                    let known = others.as_deref().filter(|_| &**key == "to").unwrap_or(known);
                    let value = self.within(value, targets, known)?;
                    let value = if &**key == "to" { as_recipient(&value) } else { value };
                    within.push((Arc::clone(key), value));
                    self.is_dealt_damage = false;
                }
                Value::map(within)
            }
            said => self.within(said, targets, known)?,
        };
        // "It deals 4 damage to that creature": it is not that creature, which would deal damage to itself.
        let mention = |key: &str| said.get(key).and_then(|it| it.get("mention"));
        let is_it = mention("source").and_then(Value::as_word) == Some("it");
        let to_that = mention("to").is_some_and(|to| to.only("that").is_some());
        let is_same = damage.get("source").is_some_and(|source| damage.get("to") == Some(source));
        let damage = match damage {
            Value::Map(entries) if is_it && to_that && is_same => {
                Value::map(entries.iter().filter(|(key, _)| &**key != "source").cloned().collect())
            }
            damage => damage,
        };
        // "Any other target" is another than what deals the damage.
        let is_first = |spec: &Value| targets.iter().position(|(_, its)| its == spec) == Some(0);
        let is_other = |it: &Value| {
            it.get("a-target").is_some_and(|spec| {
                is_first(spec) && spec.get("any").is_some() && spec.get("another").is_some()
            })
        };
        let is_by_own = damage.get("source").is_none_or(|source| source.as_word() == Some("this"));
        if self.is_permanent && !is_by_own && said.any(&mut |it| is_other(it)) {
            return Err("it is not plain what the other is other than".to_owned());
        }
        let Value::Map(entries) = damage else { return Ok(Value::one("damage", damage)) };
        let is_said =
            |(key, value): &&(Arc<str>, Value)| !(&**key == "source" && value.as_word() == Some("this"));
        Ok(Value::one("damage", Value::map(entries.iter().filter(is_said).cloned().collect())))
    }

    /// A roll of a die: of a table only one of the results is followed (706.3a).
    fn roll(
        &mut self,
        rolls: Entries,
        results: &[Value],
        targets: &[(i64, Value)],
        known: &[Antecedent],
    ) -> Result<Value, String> {
        let mut done = Vec::with_capacity(results.len());
        let (moved, before) = (self.moved.clone(), self.has_made);
        for (place, result) in results.iter().enumerate() {
            let others: Vec<Antecedent> = results
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != place)
                .flat_map(|(_, other)| made::created(other))
                .collect();
            let known: Vec<Antecedent> =
                known.iter().filter(|its| !others.iter().any(|it| it.value == its.value)).cloned().collect();
            let there = self.moved_otherwise(&moved);
            let has_made = std::mem::replace(&mut self.has_made, before);
            done.push(self.within(result, targets, &known)?);
            self.moved.extend(there);
            self.has_made |= has_made;
        }
        let mut entries = rolls;
        entries.push((Arc::from("results"), Value::list(done)));
        Ok(Value::one("roll-die", Value::map(entries)))
    }

    /// What is made in one case is not there in the other.
    fn either(
        &mut self,
        entries: &[(Arc<str>, Value)],
        targets: &[(i64, Value)],
        known: &[Antecedent],
    ) -> Result<Value, String> {
        let mut done = Vec::with_capacity(entries.len());
        let moved = self.moved.clone();
        for (key, inner) in entries.iter() {
            let others: Vec<Antecedent> = entries
                .iter()
                .filter(|(other, _)| other != key && matches!(&**other, "then" | "else"))
                .flat_map(|(_, other)| made::created(other))
                .collect();
            let known: Vec<Antecedent> =
                known.iter().filter(|its| !others.iter().any(|it| it.value == its.value)).cloned().collect();
            let before = self.is_asked;
            self.is_asked |= &**key == "condition";
            let there = if &**key == "else" { self.moved_otherwise(&moved) } else { Vec::new() };
            let inner = self.within(inner, targets, &known);
            self.moved.extend(there);
            self.is_asked = before;
            done.push((Arc::clone(key), inner?));
        }
        Ok(Value::one("if", Value::map(done)))
    }

    /// The entries of a map, each by itself.
    fn entries(
        &mut self,
        entries: &[(Arc<str>, Value)],
        targets: &[(i64, Value)],
        known: &[Antecedent],
    ) -> Result<Value, String> {
        let moved = self.moved.clone();
        let entries = entries.iter().map(|(key, value)| {
            let is_otherwise = matches!(&**key, "else" | "lose");
            let there = if is_otherwise { self.moved_otherwise(&moved) } else { Vec::new() };
            // A granted ability speaks of nothing outside it.
            let before = (self.is_asked, self.is_mana_value);
            self.is_mana_value |= &**key == "mana-value-of";
            self.is_asked |=
                key.ends_with("-of") || matches!(&**key, "condition" | "counters-on" | "named-like");
            let value = if is_granted(key) {
                let before = self.has_amount;
                let granted = self.value(value, &[]);
                self.has_amount = before;
                granted
            } else {
                self.within(value, targets, known)
            };
            (self.is_asked, self.is_mana_value) = before;
            self.moved.extend(there);
            Ok((Arc::clone(key), value?))
        });
        Ok(Value::map(entries.collect::<Result<_, String>>()?))
    }
}

/// What is delayed, with the targets that were chosen before it waited as what is noted of them.
fn with_earlier_targets(entries: &[(Arc<str>, Value)], targets: &[(i64, Value)]) -> Entries {
    let delayed = Value::map(entries.to_vec());
    // Where the time stands is not said in the form.
    let is_said = |(key, _): &&(Arc<str>, Value)| !matches!(&**key, BEHIND | "ahead");
    let Some(later) = done_to_earlier_targets(&delayed) else {
        return entries.iter().filter(is_said).cloned().collect();
    };
    let later = later.changed(&mut |it| {
        if it.only("scope").is_some() {
            return Some(it.clone());
        }
        let at = it.get("a-target").and(it.get("at")).and_then(Value::as_number)?;
        let place = i64::try_from(targets.iter().position(|(known, _)| *known == at)?).ok()?;
        Some(Value::one("earlier", Value::one("target", Value::Number(place + 1))))
    });
    let with_it = |(key, value): &(Arc<str>, Value)| {
        let value = if &**key == "effect" { Value::one("scope", later.clone()) } else { value.clone() };
        (Arc::clone(key), value)
    };
    entries.iter().filter(is_said).map(with_it).collect()
}

/// The entries of a map.
type Entries = Vec<(Arc<str>, Value)>;

/// A roll of a die without its table of results, and that table, if it has one.
fn table(roll: &Value) -> Option<(Entries, Vec<Value>)> {
    let Value::Map(entries) = roll else { return None };
    let results = roll.get("results")?.as_list().filter(|results| !results.is_empty())?.to_vec();
    Some((entries.iter().filter(|(key, _)| &**key != "results").cloned().collect(), results))
}
