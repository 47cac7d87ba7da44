//! What is not plain: mentions that a reader of the card would take for something of which the third pass knows nothing.
//!
//! "It" is what was spoken of last. Where that is something that has no name in the form of its own, such as a token that was
//! just created or a creature that was sacrificed, nothing else may stand in for it.

use super::made::{may_be_creature, nouns_of_made};
use super::value::Value;

/// What was spoken of last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    /// Nothing yet.
    Nothing,
    /// Something that "it" can be resolved to.
    Known,
    /// Something else.
    Other,
}

/// What is said where the text speaks of an object that has no reference.
const OTHERS: [&str; 8] = ["create", "search", "choose", "reveal", "look", "reveal-until", "top", "paid"];

/// Whether each "it" of a body is plain; what was spoken of last then.
///
/// # Errors
/// An "it" that is not.
pub(super) fn checked(body: &Value, before: Last) -> Result<Last, String> {
    let mut seen = i64::MIN;
    walked(body, before, &mut seen)
}

/// The same, where everything up to a place has been looked at: what is said once may stand in the form several times.
fn walked(body: &Value, before: Last, seen: &mut i64) -> Result<Last, String> {
    let mut last = before;
    match body {
        Value::List(items) => {
            for item in items.iter() {
                last = walked(item, last, seen)?;
            }
        }
        Value::Map(entries) => {
            let inner = ["do", "then", "else", "scope"];
            if entries.iter().any(|(key, value)| {
                inner.contains(&&**key)
                    || value.as_list().is_some()
                    || inner.iter().any(|key| value.get(key).is_some())
            }) {
                // "Counter target spell unless its controller pays {1}": in the order of the text.
                let mut entries: Vec<_> = entries.iter().collect();
                entries.sort_by_key(|(_, value)| first(value));
                // "If equipped creature is ..., ... on it" speaks of what is asked of, which no reference stands for.
                let asks_attached = entries.iter().any(|(key, value)| {
                    &**key == "condition" && value.any(&mut |it| it.as_word() == Some("attached"))
                });
                for (key, value) in entries {
                    if asks_attached && &**key == "then" {
                        last = Last::Other;
                    }
                    last = if &**key == "results" {
                        either(value, last, seen)?
                    } else {
                        walked(value, last, seen)?
                    };
                    last = after(key, value, last);
                }
                return Ok(last);
            }
            // An instruction: what it speaks of stands in the order of the text.
            if entries.iter().any(|(_, value)| has_many_subjects(value)) {
                last = Last::Other;
            }
            if entries.iter().any(|(_, value)| counts_others(value)) {
                return Err("it is not plain what the others are".to_owned());
            }
            let mut spoken = Vec::new();
            collect(body, &mut spoken);
            spoken.sort_by_key(|(at, _)| *at);
            for (at, is_it) in spoken.into_iter().filter(|(at, _)| at > &*seen).collect::<Vec<_>>() {
                *seen = at;
                if is_it && last != Last::Known {
                    return Err("it is not plain what \"it\" is".to_owned());
                }
                last = Last::Known;
            }
            for (key, value) in entries.iter() {
                last = after(key, value, last);
            }
        }
        _ => {}
    }
    Ok(last)
}

/// The same of a table of results, of which only one is followed (706.3a).
fn either(results: &Value, before: Last, seen: &mut i64) -> Result<Last, String> {
    let mut all = Vec::new();
    for result in results.as_list().unwrap_or_default() {
        all.push(walked(result, before, seen)?);
    }
    Ok(if all.iter().all(|last| *last == before) { before } else { Last::Other })
}

/// What was spoken of last behind an instruction.
fn after(key: &str, value: &Value, last: Last) -> Last {
    // A creature that was just created is what "it" speaks of; of what was sacrificed "its power" does.
    let makes_one = value.get("at").is_some()
        && value.get("count").and_then(Value::as_number) == Some(1)
        && value.get("and").is_none()
        && nouns_of_made(key, value).is_some_and(|nouns| key != "create" || may_be_creature(&nouns));
    let chooses_one = key == "choose" && value.get("at").is_some();
    if chooses_one || makes_one && matches!(key, "create" | "sacrifice" | "discard" | "mill") {
        return Last::Known;
    }
    let is_other = OTHERS.contains(&key)
        || (matches!(key, "mill" | "discard") && value.get("count").and_then(Value::as_number) == Some(1))
        || (key == "sacrifice" && value.get("what").is_some())
        // "Equipped creature" is no reference that "it" could take up.
        || value.any(&mut |it| {
            it.get("paid").is_some() || it.get("top").is_some() || it.as_word() == Some("attached")
        });
    if is_other { Last::Other } else { last }
}

/// Whether each of several objects does it, so that "its" is each one's own.
fn has_many_subjects(deed: &Value) -> bool {
    let is_each = |key: &str| deed.get(key).is_some_and(|what| what.get("each").is_some());
    is_each("source") || (deed.get("changes").is_some() && is_each("to"))
}

/// Whether something other than the object itself changes by how many others there are.
fn counts_others(deed: &Value) -> bool {
    deed.get("to").is_some_and(|what| !is_own(what)) && deed.get("changes").is_some_and(by_others)
}

/// Whether a static ability changes something other than its own object by how many others there are: others than that, not than its own.
pub(super) fn static_counts_others(ability: &Value) -> bool {
    ability.get("affects").is_some_and(|what| !is_own(what)) && ability.get("changes").is_some_and(by_others)
}

fn is_own(what: &Value) -> bool {
    what.get("mention").and_then(Value::as_word).is_some_and(|word| matches!(word, "own" | "it"))
        || what.as_word() == Some("this")
}

fn by_others(changes: &Value) -> bool {
    changes.any(&mut |it| {
        it.get("add-power-toughness")
            .is_some_and(|change| change.any(&mut |it| it.as_word() == Some("another")))
    })
}

/// Where an object is spoken of first; nowhere at the end.
fn first(value: &Value) -> i64 {
    let mut spoken = Vec::new();
    collect(value, &mut spoken);
    spoken.into_iter().map(|(at, _)| at).min().unwrap_or(i64::MAX)
}

/// Where objects are spoken of, and whether as "it".
fn collect(value: &Value, spoken: &mut Vec<(i64, bool)>) {
    let at = value.get("at").and_then(Value::as_number);
    if let (Some(at), true) = (at, value.get("a-target").is_some_and(|spec| spec.get("player").is_none())) {
        spoken.push((at, false));
    }
    if let (Some(at), Some(mention)) = (at, value.get("mention")) {
        let is_player = mention.as_word() == Some("they")
            || mention.get("that").is_some_and(|noun| noun.as_word() == Some("player"));
        if !is_player {
            spoken.push((at, mention.as_word() == Some("it")));
        }
    }
    match value {
        Value::List(items) => items.iter().for_each(|item| collect(item, spoken)),
        // A granted ability speaks for itself.
        Value::Map(entries) => entries
            .iter()
            .filter(|(key, _)| !matches!(&**key, "gain" | "abilities"))
            .for_each(|(_, value)| collect(value, spoken)),
        _ => {}
    }
}

/// Whether an ability by which an object says what it is itself is read as one that works on the battlefield alone: what it says of
/// its own colors and subtypes, power and toughness without a condition is so everywhere (604.3, 604.3a).
pub(super) fn defines_less(value: &Value) -> bool {
    const DEFINED: [&str; 4] = ["set-colors", "set-types", "add-types", "set-power-toughness"];
    let defines = |change: &Value| {
        change.as_word() == Some("every-creature-type")
            || DEFINED.iter().any(|kind| {
                // What is chosen as it enters is so where something was chosen (607.5a).
                change.get(kind).is_some_and(|it| it.get("types").is_none() && it.get("chosen").is_none())
            })
    };
    value.as_list().unwrap_or_default().iter().filter_map(|it| it.only("static")).any(|it| {
        it.get("affects").and_then(Value::as_word) == Some("this")
            && ["while", "defining", "from"].iter().all(|key| it.get(key).is_none())
            && it.get("changes").and_then(Value::as_list).unwrap_or_default().iter().any(defines)
    })
}

/// Why there is no reading by which a card in a graveyard has counters on it.
pub(super) const KEEPS_NO_COUNTERS: &str = "a card in a graveyard keeps no counters";

/// Why there is no reading by which more follows behind what triggers "when you do": all that follows belongs to that.
pub(super) const BEHIND_REFLEXIVE: &str = "it is not plain what belongs to what triggers when one does that";

/// Why there is no reading by which several cards of opponents may lie in several graveyards: "an opponent's graveyard" is one.
pub(super) const ONE_GRAVEYARD: &str = "it is not plain whether the cards are in one graveyard";

/// What tells that something has no meaning.
type Sign<'a> = &'a dyn Fn(&Value) -> bool;

/// Refuses a reading of an ability that its text can't mean, such as that something is attached to itself, or where it is not plain that it
/// means it, as of what follows behind "when you do".
///
/// # Errors
/// If it does.
pub(super) fn senseless(ability: &Value) -> Result<(), String> {
    let to_itself = |it: &Value| {
        it.only("attach")
            .is_some_and(|attach| attach.get("what").is_some() && attach.get("what") == attach.get("to"))
    };
    let reflexive = |item: &Value| {
        item.any(&mut |it| it.only("when-you-do").or_else(|| it.only("when-you-do-if")).is_some())
    };
    let is_mode = |item: &Value| item.get("do").is_some();
    let goes_on = |it: &Value| {
        let items = it.as_list().unwrap_or_default();
        let from = items.iter().position(reflexive).map_or(items.len(), |place| place + 1);
        items.iter().skip(from).any(|item| !is_mode(item))
    };
    let faults: [(Sign<'_>, &str); 7] = [
        (&to_itself, "it would be attached to itself"),
        (&has_counters_in_graveyard, KEEPS_NO_COUNTERS),
        (&is_exiled_off_the_battlefield, "it is not plain whether it has the counters or gets them"),
        (&exiles_what_may_be_no_creature, "it is not plain whether only a creature is meant"),
        (&is_of_several_graveyards, ONE_GRAVEYARD),
        (&goes_on_unpaid, "it is not plain whether that is so if nothing is paid"),
        (&goes_on, BEHIND_REFLEXIVE),
    ];
    let fault = faults.iter().find(|(is_so, _)| ability.any(&mut |it| is_so(it)));
    fault.map_or(Ok(()), |(_, why)| Err((*why).to_owned()))
}

/// Whether a target is a card in a graveyard with counters on it, which it would have lost on its way there (122.2).
fn has_counters_in_graveyard(spec: &Value) -> bool {
    spec.get("in").and_then(Value::as_word) != Some("exile")
        && spec.get("card").is_some_and(|filter| filter.any(&mut |it| it.only("counters").is_some()))
}

/// Whether a body exiles a target with counters that is no card: "target creature with a +1/+1 counter on it" has them.
fn is_exiled_off_the_battlefield(body: &Value) -> bool {
    let Some(targets) = body.get("targets").and_then(Value::as_list) else { return false };
    let is_card = |number: i64| {
        let place = usize::try_from(number - 1).ok();
        place.and_then(|place| targets.get(place)).is_some_and(|spec| spec.get("card").is_some())
    };
    body.get("do").is_some_and(|does| {
        does.any(&mut |it| {
            let exiled = it.only("exile").filter(|exile| exile.get("counters").is_some());
            let target = exiled.and_then(|exile| exile.get("what")).and_then(|what| what.only("target"));
            target.and_then(Value::as_number).is_some_and(|number| !is_card(number))
        })
    })
}

/// Whether "any target" is exiled if it would die, with no question whether it is a creature: "that creature" speaks of none then.
fn exiles_what_may_be_no_creature(body: &Value) -> bool {
    let targets = body.get("targets").and_then(Value::as_list).unwrap_or_default();
    let mut number = 0;
    targets.iter().any(|spec| {
        number += 1;
        spec.get("any").is_some() && body.get("do").is_some_and(|does| exiles_unasked(does, number))
    })
}

/// Whether a target is exiled if it would die, where nothing asks what it is.
fn exiles_unasked(value: &Value, number: i64) -> bool {
    let target = Value::one("target", Value::Number(number));
    let asks = |condition: &Value| {
        condition.any(&mut |it| it.only("is").and_then(|is| is.get("what")) == Some(&target))
    };
    match value {
        Value::List(items) => items.iter().any(|item| exiles_unasked(item, number)),
        Value::Map(entries) => {
            let is_asked = value.only("if").and_then(|it| it.get("condition")).is_some_and(asks);
            let what = value
                .only("shield")
                .and_then(|it| it.get("replacement")?.get("of")?.only("moves")?.get("what")?.only("among"));
            !is_asked
                && (what == Some(&target) || entries.iter().any(|(_, value)| exiles_unasked(value, number)))
        }
        _ => false,
    }
}

/// Whether what is tapped for a payment stays tapped without it: "those permanents" are those that were tapped.
fn goes_on_unpaid(steps: &Value) -> bool {
    let items = steps.as_list().unwrap_or_default();
    items.windows(2).any(|pair| {
        let [paid, next] = pair else { return false };
        let to = next.only("apply").filter(|it| {
            it.get("rules").is_some_and(|rules| rules.any(&mut |it| it.as_word() == Some("untap")))
        });
        let Some(to) = to.and_then(|it| it.get("to")) else { return false };
        let then = paid.only("may-pay").and_then(|it| it.get("then"));
        then.is_some_and(|then| {
            then.any(&mut |it| it.only("tap").and_then(|tap| tap.get("what")) == Some(to))
        })
    })
}

/// Whether several targets are cards of opponents, with no word of whether they are one opponent's: "from an opponent's graveyard" says it.
fn is_of_several_graveyards(spec: &Value) -> bool {
    let of_opponents = |filter: &Value| {
        filter.any(&mut |it| it.only("owned-by").and_then(Value::as_word) == Some("opponents"))
    };
    let is_one = |count: &Value| count.as_number() == Some(1);
    let several = spec.get("count").or_else(|| spec.get("up-to")).is_some_and(|count| !is_one(count));
    several && spec.get("together").is_none() && spec.get("card").is_some_and(of_opponents)
}
