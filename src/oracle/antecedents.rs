//! What a mention can speak of: targets, the objects and players of events, what an effect affects.

use super::value::Value;
use crate::ir::SubtypeFamily;

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

/// Why a mention has no meaning where nothing agrees with it.
pub(super) const NOTHING: &str = "it is not plain what is meant";

/// Where that stands which a mention speaks of.
pub(super) fn last_before(mention: &Value, at: i64, known: &[Antecedent]) -> i64 {
    let fits = known.iter().filter(|candidate| candidate.at < at && agrees(mention, candidate));
    fits.map(|candidate| candidate.at).max().unwrap_or(i64::MIN)
}

/// What a mention speaks of: the nearest before it that agrees.
pub(super) fn antecedent(mention: &Value, at: i64, known: &[Antecedent]) -> Result<Value, String> {
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
        None => Err(NOTHING.to_owned()),
    }
}

/// The second object of an event wherever it is spoken of again: "destroy that creature unless its controller pays {2}" goes on about
/// that creature.
pub(super) fn again(mentions: &[(i64, Value)], known: &[Antecedent]) -> Vec<Antecedent> {
    let is_other = |value: &Value| value.as_word() == Some("other");
    let spoken_of = |(at, mention): &(i64, Value)| {
        let value = antecedent(mention, *at, known).ok().filter(is_other)?;
        let its = known.iter().find(|its| its.value == value)?;
        Some(Antecedent { at: *at, ..its.clone() })
    };
    mentions.iter().filter_map(spoken_of).collect()
}

/// Whether a mention may speak of something.
pub(super) fn agrees(mention: &Value, candidate: &Antecedent) -> bool {
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
        Some("they") => candidate.is_player && !has_noun(candidate, UNSAID),
        _ => false,
    }
}

pub(super) fn has_noun(candidate: &Antecedent, noun: &str) -> bool {
    candidate.nouns.iter().any(|its| its == noun)
}

pub(super) fn of_target(spec: &Value, at: i64, number: i64) -> Antecedent {
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

/// Where that is mentioned first which an event or a condition speaks of in passing and which is seldom called by a mention.
const IN_PASSING: i64 = -3;

/// The player who controls a target, where it says that somebody else than "you" does: "target land an opponent controls. That
/// player ...". Of a card it is its owner, and so of what returns to its owner's hand.
pub(super) fn player_of_target(spec: &Value, (at, number): (i64, i64), returns: bool) -> Option<Antecedent> {
    let opponents = |key: &str, it: &Value| it.only(key).and_then(Value::as_word) == Some("opponents");
    let is_said = |kind: &str, key: &str| {
        spec.get(kind).is_some_and(|filter| filter.said().iter().any(|it| opponents(key, it)))
    };
    let whose = match (is_said("permanent", "controlled-by"), is_said("card", "owned-by") || returns) {
        (true, false) => "controller-of",
        (false, true) => "owner-of",
        // Two players may be meant, or none.
        (true, true) | (false, false) => return None,
    };
    let is_one = !of_target(spec, at, number).is_many;
    is_one.then(|| unsaid(at, Value::one(whose, Value::one("target", Value::Number(number)))))
}

/// Whether what is called so returns to its owner's hand.
pub(super) fn returns(body: &Value, is_it: impl Fn(&Value) -> bool) -> bool {
    body.any(&mut |it| {
        it.only("put").is_some_and(|put| {
            put.get("to").and_then(Value::as_word) == Some("hand") && put.get("what").is_some_and(&is_it)
        })
    })
}

fn player(at: i64, value: Value) -> Antecedent {
    Antecedent { at, value, is_player: true, is_many: false, nouns: vec!["player".to_owned()] }
}

/// A word, which is none of a card, for a player of whom only what is theirs was spoken of: "that player" may be said of them, and
/// "they" hardly.
const UNSAID: &str = "(unsaid)";

fn unsaid(at: i64, value: Value) -> Antecedent {
    let said = player(at, value);
    Antecedent { nouns: vec!["player".to_owned(), UNSAID.to_owned()], ..said }
}

/// Whether it is seldom called by a mention.
pub(super) fn is_in_passing(antecedent: &Antecedent) -> bool {
    antecedent.at == IN_PASSING || antecedent.value.as_word() == Some("grantor")
}

/// The objects and the player of an event.
pub(super) fn of_event(event: &Value) -> Vec<Antecedent> {
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
        // What it is about is the ability that triggers.
        "triggers" => {
            let nouns = vec!["ability".to_owned()];
            let value = Value::word("it");
            return vec![Antecedent { at: -1, value, is_player: false, is_many: false, nouns }];
        }
        "any" => return of_any(parts.as_list().unwrap_or_default()),
        // "When ~ has no counters on it, sacrifice it": a state of the object itself (603.8).
        "state" => return of_state(parts),
        _ => {}
    }
    let (mut object, other_said) = objects_of(kind, parts);
    let mut other = other_said.as_ref();
    let is_anything =
        |filter: &Value| filter.only("all").and_then(Value::as_list).is_some_and(<[Value]>::is_empty);
    // What "is dealt damage" is spoken of, and not what deals it.
    let is_dealt = &**kind == "deals-damage" && object.is_some_and(is_anything);
    object = object.filter(|_| !is_dealt);
    // What blocks, or is dealt damage, where nothing is said of it.
    let is_fight = matches!(&**kind, "blocks" | "becomes-blocked" | "deals-damage");
    other = other.filter(|filter| !is_fight || !is_anything(filter));
    let noun = noun_of_event(kind, parts);
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
            // "Whenever a Warrior deals damage to a creature, destroy that creature" is said of what was named last.
            let is_named_last = &**kind == "deals-damage" || *filter == among_attached();
            if !is_named_last {
                other.nouns.retain(|noun| !one.contains(noun));
            }
        }
        // "Whenever you cast a spell that targets ~, put a +1/+1 counter on it" is said of what was named last.
        if aims_at_own(filter) {
            its.at = -2;
            found.push(antecedent(-1, "this", Vec::new()));
        }
        found.push(its);
    }
    let player = match &**kind {
        "draws" | "gains-life" | "loses-life" | "player-attacks" | "loses-game" => Some(parts),
        "becomes-target" => of("by"),
        _ => of("who").or_else(|| of("player")).or_else(|| of("of")),
    };
    if player.is_some_and(|player| player.as_word() != Some("you")) {
        found.push(self::player(-1, Value::word("that-player")));
    }
    found.extend(player_of_object(kind, object).filter(|_| !found.iter().any(|it| it.is_player)));
    found
}

/// The objects that an event is about: the one that does it or to which it happens, and the other one.
fn objects_of<'a>(kind: &str, parts: &'a Value) -> (Option<&'a Value>, Option<Value>) {
    let of = |key: &str| parts.get(key);
    let (object, other) = match kind {
        "becomes-tapped" | "becomes-untapped" | "turned-face-up" | "transforms" | "destroyed"
        | "countered" | "attacks-unblocked" => (Some(parts), None),
        "blocks" | "becomes-blocked" => (of("what"), of("by")),
        "deals-damage" => (of("source"), of("object")),
        "becomes-target" => (of("what"), of("of")),
        "becomes-attached" => (of("what"), of("to")),
        "becomes-unattached" => (of("what"), of("from")),
        // What is mentored or enlisted is a creature (702.134a, 702.154a).
        "becomes" if of("as").and_then(Value::as_word).is_some_and(|deed| WITH_ANOTHER.contains(&deed)) => {
            return (of("what"), Some(Value::word("creature")));
        }
        "counters-put" => (of("on"), None),
        "counters-removed" | "last-counter-removed" => (of("from"), None),
        "does" => (None, None),
        _ => (of("what"), None),
    };
    (object, other.cloned())
}

/// What a creature does with another one, by the names of its keywords.
const WITH_ANOTHER: [&str; 2] = ["mentor", "enlist"];

/// Whether the spells that a filter fits have the object itself for a target.
fn aims_at_own(filter: &Value) -> bool {
    let is_own = |it: &Value| it.as_word() == Some("this");
    filter.any(&mut |it| it.get("targets").or_else(|| it.get("targets-only")).is_some_and(is_own))
}

/// What the object of an event is called, if nothing else is said of it.
fn noun_of_event(kind: &str, parts: &Value) -> &'static str {
    let is_of_cards = |to: &Value| to.any(&mut |it| matches!(it.as_word(), Some("graveyard" | "exile")));
    match kind {
        "casts" | "copies" | "countered" => "spell",
        "activates" => "ability",
        "discards" | "draws" => "card",
        "plays-land" => "land",
        "moves" if parts.get("to").is_some_and(is_of_cards) => "card",
        _ => "permanent",
    }
}

/// The object itself, where it is what a state is said of.
fn of_state(condition: &Value) -> Vec<Antecedent> {
    let is_own = |it: &Value| {
        it.as_word() == Some("this") || it.get("mention").and_then(Value::as_word) == Some("own")
    };
    let nouns = vec!["permanent".to_owned()];
    let its = Antecedent { at: -1, value: Value::word("this"), is_player: false, is_many: false, nouns };
    condition.any(&mut |it| is_own(it)).then_some(its).into_iter().collect()
}

/// The player whose object an event is about: "whenever a creature an opponent controls enters, that player ...".
fn player_of_object(kind: &str, object: Option<&Value>) -> Option<Antecedent> {
    let said = object?.said();
    let opponents = |key: &str, it: &Value| it.only(key).and_then(Value::as_word) == Some("opponents");
    let whose = if said.iter().any(|it| opponents("controlled-by", it)) {
        // Who controlled it as it moved, whoever controls it when that is asked.
        Value::word("that-player")
    } else if said.iter().any(|it| opponents("owned-by", it)) {
        Value::one("owner-of", Value::word("it"))
    } else {
        return None;
    };
    (kind == "moves").then(|| unsaid(IN_PASSING, whose))
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

/// The same where it only changes rules: "enchanted creature can't be blocked as long as it's attacking alone".
fn of_ruled(ability: &Value) -> Option<Antecedent> {
    let rules = ability.get("rules").filter(|_| ability.get("affects").is_none())?;
    let of_host = rules.any(&mut |it| *it == among_attached());
    of_host.then(|| of_affected(&Value::word("attached"))).flatten()
}

/// What an ability that waits knows of the event for which it waits: "whenever a player taps an Island for mana, that player ...".
pub(super) fn of_awaited(when: Option<&Value>) -> Vec<Antecedent> {
    let is_dealt = |when: &Value| {
        when.only("deals-damage").is_some_and(|damage| {
            damage.get("object").is_some_and(|it| it.as_word() != Some("this"))
                && damage
                    .get("source")
                    .and_then(|it| it.only("all"))
                    .and_then(Value::as_list)
                    .is_some_and(<[Value]>::is_empty)
        })
    };
    when.filter(|when| when.only("tapped-for-mana").is_some() || is_dealt(when))
        .map(of_event)
        .unwrap_or_default()
}

fn among_attached() -> Value {
    Value::one("among", Value::word("attached"))
}

/// What is known of an ability before its effect: of its event, or of what it affects.
pub(super) fn of_ability(ability: &Value) -> Vec<Antecedent> {
    let replaced = ability.get("of").filter(|_| ability.get("with").is_some());
    let event = ability.get("when").or(replaced);
    let affected = ability.get("affects").and_then(of_affected).or_else(|| of_ruled(ability));
    // "At the beginning of the upkeep of enchanted creature's controller, ... that creature ..."
    let is_attached = |it: &Value| it.as_word() == Some("attached");
    let asked = ability.get("if").filter(|_| event.is_some());
    let begins = event.and_then(|event| event.only("begins"));
    let of_step = begins.is_some_and(|it| it.any(&mut |it| is_attached(it)));
    let is_asked = asked.is_some_and(|it| it.any(&mut |it| is_attached(it)));
    // As that step began it was attached to that object, whatever it is attached to by then.
    let host = (of_step || is_asked).then(|| Antecedent {
        at: IN_PASSING,
        value: Value::word(if of_step { "it" } else { "attached" }),
        is_player: false,
        is_many: false,
        nouns: nouns_of(&among_attached(), "permanent"),
    });
    let found = event.map(of_event).unwrap_or_default().into_iter().chain(affected).chain(host);
    found.chain(of_grantor(ability)).collect()
}

/// What grants the ability, where it is named in the cost and the object that has the ability is named nowhere: "Unattach Razor Boomerang:
/// It deals ..."
fn of_grantor(ability: &Value) -> Option<Antecedent> {
    let is_grantor = |it: &Value| it.as_word() == Some("grantor");
    let is_own = |it: &Value| {
        it.as_word() == Some("this") || it.get("mention").and_then(Value::as_word) == Some("own")
    };
    let is_named = ability.get("cost")?.any(&mut |it| is_grantor(it));
    let nouns = Vec::new();
    let (value, is_player, is_many) = (Value::word("grantor"), false, false);
    let only = is_named && !ability.get("effect")?.any(&mut |it| is_own(it));
    only.then_some(Antecedent { at: 0, value, is_player, is_many, nouns })
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
pub(super) fn nouns_of(filter: &Value, kind: &str) -> Vec<String> {
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
    filter.said().iter().for_each(&mut types);
    for any in filter.said() {
        for one in any.only("any").and_then(Value::as_list).into_iter().flatten() {
            one.said().iter().for_each(&mut types);
        }
    }
    if *filter == among_attached() {
        nouns.extend(["land", "artifact", "creature"].map(str::to_owned));
    }
    nouns
}
