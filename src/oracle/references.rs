//! The third pass: what "it", "that creature" and "target" speak of.
//!
//! Reading, the targets of a body are numbered in the order of the text and mentions become what they speak of; writing, the
//! first time that a target is spoken of its phrase is written, and a mention from then on. All that is known of pronouns
//! stands here.

use std::sync::Arc;

use super::doubt::{Last, checked};
use super::value::Value;
use crate::ir::SubtypeFamily;

/// What an ability speaks of, for the writer: its references by number.
#[derive(Debug, Default)]
pub struct Referents {
    /// All of them.
    pub all: Vec<Referent>,
    bodies: usize,
    body: Option<usize>,
}

/// Something that is spoken of.
#[derive(Debug, Clone)]
pub struct Referent {
    /// How it is spoken of the first time, if that is no mention: a target phrase.
    pub first: Option<Value>,
    /// What is mentioned.
    pub antecedent: Antecedent,
    /// Whether it is the object itself.
    pub is_own: bool,
    /// The body that it is spoken of in, by number; of an event, none.
    pub body: Option<usize>,
}

/// What a mention can speak of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Antecedent {
    /// Where it is mentioned first.
    pub at: i64,
    /// What stands for it in the form.
    pub value: Value,
    /// Whether it is a player.
    pub is_player: bool,
    /// Whether it is more than one.
    pub is_many: bool,
    /// The words for it: `creature`, `spell`.
    pub nouns: Vec<String>,
}

/// The nouns that a mention may have, the widest last.
const NOUNS: [&str; 12] = [
    "creature",
    "artifact",
    "enchantment",
    "land",
    "planeswalker",
    "battle",
    "token",
    "card",
    "spell",
    "ability",
    "permanent",
    "player",
];

/// The events of which there is so much each time.
const AMOUNTS: [&str; 6] = ["deals-damage", "gains-life", "loses-life", "draws", "discards", "counters-put"];

/// Makes of an ability with target phrases and mentions the ability of the form.
///
/// # Errors
/// A mention that speaks of nothing, or may speak of two things.
pub fn resolved(ability: &Value, is_permanent: bool) -> Result<(Value, Vec<Value>), String> {
    let mut mentions = Vec::new();
    let value = Resolver {
        is_permanent,
        is_own_known: false,
        has_amount: false,
        mentions: &mut mentions,
        has_made: false,
    }
    .value(ability, &[])?;
    mentions.sort_by_key(|(at, _)| *at);
    mentions.dedup();
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
    /// Whether there is so much of the event that "that many" speaks of it.
    has_amount: bool,
    /// The mentions with their places, for writing them so again.
    mentions: &'m mut Vec<(i64, Value)>,
    /// Whether the body has made a token, of which "it" would speak rather than of the object itself.
    has_made: bool,
}

impl Resolver<'_> {
    fn value(&mut self, value: &Value, known: &[Antecedent]) -> Result<Value, String> {
        if let Some(body) = value.only("scope") {
            return self.body(body, known);
        }
        if value.get("mention").is_some() {
            return self.within(value, &[], known);
        }
        match value {
            Value::List(items) => {
                Ok(Value::list(items.iter().map(|item| self.value(item, known)).collect::<Result<_, _>>()?))
            }
            Value::Map(entries) => {
                // What was sacrificed as this resolved was not sacrificed for a cost.
                if value.get("when").is_some() && value.any(&mut |it| it.get("paid").is_some()) {
                    return Err("nothing was paid".to_owned());
                }
                if let Some(event) = value.get("when").or_else(|| value.get("of")) {
                    self.has_amount = event.any(&mut |it| AMOUNTS.iter().any(|kind| it.get(kind).is_some()));
                } else if value.get("cost").is_some() || value.get("spell").is_some() {
                    self.has_amount = false;
                }
                let is_own_known = value.get("cost").is_some_and(|costs| {
                    costs.any(&mut |it| {
                        it.as_word().is_some_and(|word| word == "this" || word.ends_with("-this"))
                    }) || costs.any(&mut |it| it.get("mention").is_some())
                });
                // What an event speaks of is known to what follows.
                let mut known = known.to_vec();
                known.extend(of_ability(value));
                let entries = entries.iter().map(|(key, value)| {
                    self.is_own_known = is_own_known;
                    Ok((Arc::clone(key), self.value(value, &known)?))
                });
                Ok(Value::map(entries.collect::<Result<_, String>>()?))
            }
            _ => Ok(value.clone()),
        }
    }

    /// A body: its target phrases become its targets.
    fn body(&mut self, body: &Value, known: &[Antecedent]) -> Result<Value, String> {
        if let Some(modes) = body.only("choose") {
            return Ok(Value::one("choose", self.value(modes, known)?));
        }
        let mut found: Vec<(i64, Value)> = Vec::new();
        collect(body, &mut |it| {
            if let (Some(spec), Some(at)) = (it.get("a-target"), it.get("at").and_then(Value::as_number))
                && !found.iter().any(|(known, _)| *known == at)
            {
                found.push((at, spec.clone()));
            }
        });
        found.sort_by_key(|(at, _)| *at);
        if !self.has_amount && body.any(&mut |it| it.as_word() == Some("that-much")) {
            return Err("it is not plain how much is meant".to_owned());
        }
        // "Each other creature" of a spell is another than something that it has spoken of.
        let is_another = |it: &Value| it.as_word() == Some("another");
        if !self.is_permanent && untargeted(body).any(&mut |it| is_another(it)) {
            return Err("it is not plain what the others are".to_owned());
        }
        let is_known = self.is_own_known || known.iter().any(|it| !it.is_player);
        checked(body, if is_known { Last::Known } else { Last::Nothing })?;
        let mut known = known.to_vec();
        let mut targets = Vec::new();
        for (place, (at, spec)) in found.iter().enumerate() {
            let number = i64::try_from(place).unwrap_or(0) + 1;
            let its = self.spec(spec, place > 0);
            targets.push(self.within(&its, &found, &known)?);
            known.push(of_target(spec, *at, number));
        }
        let outside = std::mem::replace(&mut self.has_made, false);
        let does = self.within(body, &found, &known)?;
        self.has_made = outside;
        let mut entries = Vec::new();
        if !targets.is_empty() {
            entries.push((Arc::from("targets"), Value::list(targets)));
        }
        entries.push((Arc::from("do"), does));
        Ok(Value::map(entries))
    }

    /// A target phrase as the form has it: cards with their zone beside, "another" as it is meant.
    fn spec(&self, spec: &Value, is_later: bool) -> Value {
        let Value::Map(entries) = spec else { return spec.clone() };
        let mut entries: Vec<(Arc<str>, Value)> = entries.to_vec();
        let another = entries.iter().any(|(key, _)| &**key == "another");
        entries.retain(|(key, _)| &**key != "another");
        if another && (is_later || !self.is_permanent) {
            entries.push((Arc::from("other"), Value::Truth(true)));
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

    fn within(
        &mut self,
        value: &Value,
        targets: &[(i64, Value)],
        known: &[Antecedent],
    ) -> Result<Value, String> {
        if let Some(inner) = value.only("scope") {
            // The body outside has been looked at with this one in it.
            self.is_own_known = true;
            // A later ability finds nothing that this one chose, unless it was noted.
            let lost = |it: &Antecedent| {
                let is_own = it.value.as_word() == Some("this");
                Antecedent { value: if is_own { it.value.clone() } else { Value::Hole }, ..it.clone() }
            };
            let later: Vec<Antecedent> = known.iter().map(lost).collect();
            return self.body(inner, &later);
        }
        let at = value.get("at").and_then(Value::as_number);
        if let (Some(_), Some(at)) = (value.get("a-target"), at) {
            let place = targets.iter().position(|(known, _)| *known == at).unwrap_or(0);
            return Ok(Value::one("target", Value::Number(i64::try_from(place).unwrap_or(0) + 1)));
        }
        if let (Some(mention), Some(at)) = (value.get("mention"), at) {
            let antecedent = antecedent(mention, at, known)?;
            if antecedent == Value::Hole {
                return Err("a later ability speaks of what this one chose".to_owned());
            }
            if self.has_made && mention.as_word() == Some("it") && antecedent.as_word() == Some("this") {
                return Err("it may be what was made".to_owned());
            }
            self.mentions.push((at, mention.clone()));
            return Ok(antecedent);
        }
        if let Some(made) = value.only("create") {
            let made = self.within(made, targets, known)?;
            self.has_made = true;
            return Ok(Value::one("create", made));
        }
        if let Some(damage) = value.only("damage") {
            // The object itself deals it where nothing else is said (120.7).
            let damage = self.within(damage, targets, known)?;
            let Value::Map(entries) = damage else { return Ok(Value::one("damage", damage)) };
            let said =
                |(key, value): &&(Arc<str>, Value)| !(&**key == "source" && value.as_word() == Some("this"));
            return Ok(Value::one("damage", Value::map(entries.iter().filter(said).cloned().collect())));
        }
        match value {
            Value::List(items) => Ok(Value::list(
                items.iter().map(|item| self.within(item, targets, known)).collect::<Result<_, _>>()?,
            )),
            Value::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| {
                    // A granted ability speaks of nothing outside it.
                    let value = if is_granted(key) {
                        self.value(value, &[])
                    } else {
                        self.within(value, targets, known)
                    };
                    Ok((Arc::clone(key), value?))
                });
                Ok(Value::map(entries.collect::<Result<_, String>>()?))
            }
            _ => Ok(value.clone()),
        }
    }
}

/// Whether what stands there are abilities that something is given.
fn is_granted(key: &str) -> bool {
    matches!(key, "gain" | "abilities")
}

/// Whether it is a body: targets, instructions, modes.
fn is_body(value: &Value) -> bool {
    value.get("do").is_some() || value.get("targets").is_some() || value.only("choose").is_some()
}

/// A body without its target phrases.
fn untargeted(body: &Value) -> Value {
    body.changed(&mut |it| it.get("a-target").is_some().then_some(Value::Hole))
}

/// Whether what stands there speaks of objects, outside of a body.
fn is_said(key: &str) -> bool {
    matches!(key, "if" | "only-if" | "while" | "state" | "changes" | "with" | "for-each")
}

/// Whether what stands there asks of objects by themselves.
fn is_asked(key: &str) -> bool {
    matches!(key, "happened" | "amount-happened" | "exists" | "happened-this-game")
}

fn collect(value: &Value, see: &mut impl FnMut(&Value)) {
    if value.only("scope").is_some() {
        return;
    }
    see(value);
    match value {
        Value::List(items) => items.iter().for_each(|item| collect(item, see)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| collect(value, see)),
        _ => {}
    }
}

/// What a mention speaks of: the nearest before it that agrees.
fn antecedent(mention: &Value, at: i64, known: &[Antecedent]) -> Result<Value, String> {
    if mention.as_word() == Some("own") {
        return Ok(Value::word("this"));
    }
    let fits = |candidate: &&Antecedent| candidate.at < at && agrees(mention, candidate);
    let mut candidates: Vec<&Antecedent> = known.iter().filter(fits).collect();
    candidates.sort_by_key(|candidate| candidate.at);
    match candidates.last() {
        Some(nearest) => Ok(nearest.value.clone()),
        // The object itself is what is spoken of where nothing else is.
        None if mention.as_word() == Some("it") => Ok(Value::word("this")),
        None => Err("it is not plain what is meant".to_owned()),
    }
}

/// Whether a mention may speak of something.
fn agrees(mention: &Value, candidate: &Antecedent) -> bool {
    if let Some(noun) = mention.get("that").and_then(Value::as_word) {
        return !candidate.is_many && candidate.is_player == (noun == "player") && has_noun(candidate, noun);
    }
    if let Some(noun) = mention.get("those").and_then(Value::as_word) {
        return candidate.is_many && candidate.is_player == (noun == "player") && has_noun(candidate, noun);
    }
    match mention.as_word() {
        Some("it") => !candidate.is_player && !candidate.is_many,
        Some("them") => !candidate.is_player && candidate.is_many,
        // Of one player as well as of many.
        Some("they") => candidate.is_player,
        _ => false,
    }
}

fn has_noun(candidate: &Antecedent, noun: &str) -> bool {
    candidate.nouns.iter().any(|its| its == noun)
}

fn of_target(spec: &Value, at: i64, number: i64) -> Antecedent {
    let is_player = spec.get("player").is_some();
    let is_many = [spec.get("count"), spec.get("up-to")]
        .into_iter()
        .flatten()
        .any(|count| count.as_number() != Some(1));
    let kinds = ["permanent", "spell", "card", "ability"];
    let mut nouns: Vec<String> = kinds
        .iter()
        .filter_map(|kind| Some((kind, spec.get(kind)?)))
        .flat_map(|(kind, filter)| nouns_of(filter, kind))
        .collect();
    if spec.get("any").is_some() {
        nouns.extend(["creature", "permanent", "player"].map(str::to_owned));
    }
    if is_player {
        nouns.push("player".to_owned());
    }
    Antecedent { at, value: Value::one("target", Value::Number(number)), is_player, is_many, nouns }
}

/// The objects and the player of an event.
fn of_event(event: &Value) -> Vec<Antecedent> {
    let Value::Map(entries) = event else { return Vec::new() };
    let Some((kind, parts)) = entries.first() else { return Vec::new() };
    let of = |key: &str| parts.get(key);
    match &**kind {
        "one-or-more" => {
            // Of one or more counters it is one object that gets them.
            let of_objects = parts.get("counters-put").is_none();
            let many = |it: Antecedent| {
                let is_own = it.value.as_word() == Some("this");
                Antecedent { is_many: it.is_many || (of_objects && !it.is_player && !is_own), ..it }
            };
            return of_event(parts).into_iter().map(many).collect();
        }
        "nth" => return of("of").map(of_event).unwrap_or_default(),
        "provided" | "caused-by" => return of("event").map(of_event).unwrap_or_default(),
        "any" => return of_any(parts.as_list().unwrap_or_default()),
        _ => {}
    }
    let (mut object, mut other) = match &**kind {
        "becomes-tapped" | "becomes-untapped" | "turned-face-up" | "transforms" | "destroyed"
        | "countered" | "attacks-unblocked" => (Some(parts), None),
        "blocks" | "becomes-blocked" => (of("what"), of("by")),
        "deals-damage" => (of("source"), of("object")),
        "becomes-target" => (of("what"), of("of")),
        "becomes-attached" => (of("what"), of("to")),
        "becomes-unattached" => (of("what"), of("from")),
        "counters-put" => (of("on"), None),
        "counters-removed" | "last-counter-removed" => (of("from"), None),
        "does" => (None, None),
        _ => (of("what"), None),
    };
    let is_anything =
        |filter: &Value| filter.only("all").and_then(Value::as_list).is_some_and(<[Value]>::is_empty);
    // What "is dealt damage" is spoken of, and not what deals it.
    let is_dealt = &**kind == "deals-damage" && other.is_some() && object.is_some_and(is_anything);
    object = object.filter(|_| !is_dealt);
    // What blocks, or is dealt damage, where nothing is said of it.
    let is_fight = matches!(&**kind, "blocks" | "becomes-blocked" | "deals-damage");
    other = other.filter(|filter| !is_fight || !is_anything(filter));
    let noun = match &**kind {
        "casts" | "copies" | "countered" => "spell",
        "activates" => "ability",
        "discards" | "draws" => "card",
        "plays-land" => "land",
        "moves" if of("to").is_some_and(|to| to.any(&mut |it| it.as_word() == Some("graveyard"))) => "card",
        _ => "permanent",
    };
    let mut found = Vec::new();
    let antecedent = |at: i64, value: &str, nouns: Vec<String>| Antecedent {
        at,
        value: Value::word(value),
        is_player: false,
        is_many: &**kind == "attacks-with",
        nouns,
    };
    if let Some(filter) = other {
        let noun = if &**kind == "becomes-target" { "ability" } else { "permanent" };
        // It is itself that is dealt damage.
        let value = if filter.as_word() == Some("this") { "this" } else { "other" };
        found.push(antecedent(-2, value, nouns_of(filter, noun)));
    }
    if let Some(filter) = object {
        // The object that an event is about is the object itself, but for one that has left, which is found where it went.
        let has_left = of("from").is_some();
        let is_own = filter.as_word() == Some("this") && !has_left;
        let mut nouns = nouns_of(filter, noun);
        if &**kind == "moves" {
            nouns.push("permanent".to_owned());
        }
        let mut its = antecedent(-1, if is_own { "this" } else { "it" }, nouns);
        // "That creature" is neither of two, and not the object itself beside another.
        if let (Some(_), Some("this")) = (found.first(), filter.as_word()) {
            its.nouns.clear();
        } else if let Some(other) = found.first_mut() {
            let (one, two) = (its.nouns.clone(), other.nouns.clone());
            its.nouns.retain(|noun| !two.contains(noun));
            other.nouns.retain(|noun| !one.contains(noun));
        }
        found.push(its);
    }
    let player = match &**kind {
        "draws" | "gains-life" | "loses-life" | "player-attacks" | "loses-game" => Some(parts),
        "becomes-target" => of("by"),
        _ => of("who").or_else(|| of("player")).or_else(|| of("of")),
    };
    if player.is_some_and(|player| player.as_word() != Some("you")) {
        found.push(Antecedent {
            at: -1,
            value: Value::word("that-player"),
            is_player: true,
            is_many: false,
            nouns: vec!["player".to_owned()],
        });
    }
    found
}

/// What each of several events speaks of, by the words that fit in each.
fn of_any(events: &[Value]) -> Vec<Antecedent> {
    let mut each = events.iter().map(of_event);
    let mut found = each.next().unwrap_or_default();
    for others in each {
        found.retain_mut(|its| {
            let same = others.iter().find(|other| other.value == its.value && other.is_many == its.is_many);
            if let Some(same) = same {
                its.nouns.retain(|noun| same.nouns.contains(noun));
            }
            same.is_some()
        });
    }
    found
}

/// What a static ability speaks of: the objects that it affects, each by itself; what it is attached to.
fn of_affected(affects: &Value) -> Option<Antecedent> {
    let (value, nouns) = match affects.only("each") {
        Some(filter) => ("itself", nouns_of(filter, "permanent")),
        None if affects.as_word() == Some("attached") => {
            ("attached", nouns_of(&among_attached(), "permanent"))
        }
        None => return None,
    };
    Some(Antecedent { at: -1, value: Value::word(value), is_player: false, is_many: false, nouns })
}

fn among_attached() -> Value {
    Value::one("among", Value::word("attached"))
}

/// What is known of an ability before its effect: of its event, or of what it affects.
fn of_ability(ability: &Value) -> Vec<Antecedent> {
    let replaced = ability.get("of").filter(|_| ability.get("with").is_some());
    let event = ability.get("when").or(replaced);
    let affected = ability.get("affects").and_then(of_affected);
    event.map(of_event).unwrap_or_default().into_iter().chain(affected).collect()
}

/// The card type that has a family of subtypes, where it is said of a permanent.
const fn family(family: SubtypeFamily) -> Option<&'static str> {
    match family {
        SubtypeFamily::Artifact => Some("artifact"),
        SubtypeFamily::Creature => Some("creature"),
        SubtypeFamily::Enchantment => Some("enchantment"),
        SubtypeFamily::Land => Some("land"),
        SubtypeFamily::Planeswalker => Some("planeswalker"),
        SubtypeFamily::Battle => Some("battle"),
        SubtypeFamily::Dungeon | SubtypeFamily::Planar | SubtypeFamily::Spell => None,
    }
}

/// The nouns for an object of a kind.
fn nouns_of(filter: &Value, kind: &str) -> Vec<String> {
    let mut nouns = vec![kind.to_owned()];
    let mut types = |it: &Value| {
        if let Some(word) = it.as_word() {
            if NOUNS.contains(&word) {
                nouns.push(word.to_owned());
            } else if let Some(subtype) = crate::ir::Subtype::from_word(word) {
                nouns.extend(family(subtype.family()).map(str::to_owned));
            }
        }
    };
    said(filter).iter().for_each(&mut types);
    for any in said(filter) {
        for one in any.only("any").and_then(Value::as_list).into_iter().flatten() {
            said(one).iter().for_each(&mut types);
        }
    }
    if *filter == among_attached() {
        nouns.extend(["land", "artifact", "creature"].map(str::to_owned));
    }
    nouns
}

/// What is said of an object, one by one.
fn said(filter: &Value) -> Vec<Value> {
    filter.only("all").and_then(Value::as_list).map_or_else(|| vec![filter.clone()], <[Value]>::to_vec)
}

/// What is said of an object, with more said of it.
fn joined(more: &Value, filter: &Value) -> Value {
    let mut said = vec![more.clone()];
    match filter.only("all").and_then(Value::as_list) {
        Some(items) => said.extend(items.iter().cloned()),
        None => said.push(filter.clone()),
    }
    if said.len() == 1 { more.clone() } else { Value::one("all", Value::list(said)) }
}

/// A filter without the zone that it names, and that zone.
fn without_zone(filter: &Value) -> (Option<Value>, Option<Value>) {
    let is_zone = |it: &Value| it.only("in").and_then(Value::as_list).is_some_and(|zones| zones.len() == 1);
    let items = match filter.only("all").and_then(Value::as_list) {
        Some(items) => items.to_vec(),
        None => vec![filter.clone()],
    };
    let zone = items.iter().find(|it| is_zone(it)).and_then(|it| it.get("in")?.as_list()?.first().cloned());
    let mut rest: Vec<Value> = items.into_iter().filter(|it| !is_zone(it)).collect();
    let filter = if rest.len() == 1 { rest.pop() } else { Some(Value::one("all", Value::list(rest))) };
    (filter, zone)
}

// ---- Writing.

/// The ability with its references numbered, and what they are.
pub fn unresolved(ability: &Value) -> (Value, Referents) {
    let mut referents = Referents::default();
    let value = referents.ability(ability, &[]);
    (value, referents)
}

impl Referents {
    fn ability(&mut self, value: &Value, known: &[(Value, usize)]) -> Value {
        let mut known = known.to_vec();
        for antecedent in of_ability(value) {
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
                            let is_said_so = |its: &&(Value, usize)| {
                                &**key != "while" || its.0.as_word() != Some("attached")
                            };
                            let mut known: Vec<(Value, usize)> =
                                known.iter().filter(is_said_so).cloned().collect();
                            if !known.iter().any(|(value, _)| value.as_word() == Some("this")) {
                                known.push(own);
                            }
                            self.within(value, &known)
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
        self.all.push(Referent { first, antecedent, is_own, body: self.body });
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
        }
        let does = body.get("do").cloned().unwrap_or_else(|| Value::list(Vec::new()));
        Value::one("scope", self.within(&does, &known))
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
                        let value =
                            if matches!(&**key, "each" | "all" | "not" | "any" | "attached-to" | "targets")
                                && value.as_word() == Some("this")
                            {
                                value.clone()
                            } else if is_asked(key) {
                                value.clone()
                            } else if is_granted(key) {
                                self.ability(value, &[])
                            } else if matches!(&**key, "effect" | "when-you-do") && is_body(value) {
                                self.body(value, known)
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
}

/// A target phrase as the rows have it.
fn phrase_of(spec: &Value) -> Value {
    let Value::Map(entries) = spec else { return spec.clone() };
    let mut entries: Vec<(Arc<str>, Value)> = entries.to_vec();
    let mut another = entries.iter().any(|(key, _)| &**key == "other");
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
