//! What "other" in a triggered ability is other than: the object that has it, or the object of the event.
//!
//! "Whenever equipped creature attacks, each other creature ...": an Equipment is no creature, and other than the one that attacks is
//! meant. "Whenever a Mountain you control enters, if you control five other Mountains": other than the new one.

use super::antecedents::{Antecedent, has_noun, nouns_of, of_event};
use super::said::is_granted;
use super::value::Value;

/// A line read: "another" in its triggered abilities, where it is said of the object of the event, says that.
///
/// # Errors
/// If it may be said of either.
pub(super) fn resolved(value: &Value) -> Result<Value, String> {
    let mut fault = None;
    let resolved = value.changed(&mut |it| {
        let ability = it.only("triggered")?;
        match of_event_where_meant(ability) {
            Ok(ability) => Some(Value::one("triggered", ability)),
            Err(why) => {
                fault = Some(why);
                None
            }
        }
    });
    fault.map_or(Ok(resolved), Err)
}

/// The way back, for the writer: what is other than the object of the event is "another".
pub(super) fn unresolved(value: &Value) -> Value {
    value.changed(&mut |it| {
        let ability = it.only("triggered")?;
        let said = within(ability, &mut |it| is_other_than_its(it).then(|| Value::word("another")));
        (said != *ability && of_event_where_meant(&said).as_ref() == Ok(ability))
            .then(|| Value::one("triggered", said))
    })
}

/// Whether it says that an object is another than one of the event's.
fn is_other_than_its(it: &Value) -> bool {
    let among = it.only("not").and_then(|it| it.only("among")).and_then(Value::as_word);
    matches!(among, Some("it" | "other"))
}

/// A triggered ability where each "another" of its condition and effect is what it is said of.
fn of_event_where_meant(ability: &Value) -> Result<Value, String> {
    let Some(event) = ability.get("when") else { return Ok(ability.clone()) };
    let mut fault = None;
    let resolved = within(ability, &mut |it| {
        // Another card than one that went there: "Whenever a creature dies, return another target creature card ..."
        let is_of_cards = it.get("card").is_some_and(|card| card.said().iter().any(is_another));
        if is_of_cards && of_event(event).iter().any(|its| has_noun(its, "card")) {
            fault = Some(UNCLEAR.to_owned());
        }
        let said = it.only("all").and_then(Value::as_list)?;
        let place = said.iter().position(is_another)?;
        match meant(event, it) {
            Ok(None) => None,
            Ok(Some(object)) => {
                let mut said = said.to_vec();
                let not = Value::one("not", Value::one("among", object));
                if let Some(slot) = said.get_mut(place) {
                    *slot = not;
                }
                Some(Value::one("all", Value::list(said)))
            }
            Err(why) => {
                fault = Some(why);
                None
            }
        }
    });
    fault.map_or(Ok(resolved), Err)
}

fn is_another(it: &Value) -> bool {
    it.as_word() == Some("another")
}

/// An ability changed in its condition and effect, but not in what it grants, which speaks for itself.
fn within(ability: &Value, change: &mut impl FnMut(&Value) -> Option<Value>) -> Value {
    let Value::Map(entries) = ability else { return ability.clone() };
    let entries = entries.iter().map(|(key, value)| {
        let value = match &**key {
            "if" | "effect" => value.changed(&mut |it| match it {
                Value::Map(entries) if entries.iter().any(|(key, _)| is_granted(key)) => Some(it.clone()),
                _ => change(it),
            }),
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    Value::map(entries.collect())
}

/// The object of an event that the others of a kind are other than, if it is not the object that has the ability.
fn meant(event: &Value, others: &Value) -> Result<Option<Value>, String> {
    let mut nouns = nouns_of(others, ANY);
    nouns.retain(|noun| noun != ANY);
    let fits = |its: &&Antecedent| {
        let is_own = its.value.as_word() == Some("this");
        // A spell, or a card in a graveyard, is none of the permanents, and so they are all other than that.
        let is_permanent = !["spell", "ability", "card"].iter().any(|noun| has_noun(its, noun));
        !its.is_player
            && !its.is_many
            && !is_own
            && is_permanent
            && nouns.iter().all(|noun| its.nouns.contains(noun))
    };
    let known = of_event(event);
    let Some(its) = known.iter().filter(fits).min_by_key(|its| its.at) else { return Ok(None) };
    // What has the ability may be one, too, unless it is attached to a creature, or they are lands of a type.
    let is_attached = event.any(&mut |it| it.only("among").and_then(Value::as_word) == Some("attached"));
    let is_of_land_type =
        others.said().iter().any(|said| is_land_type(said) && event.any(&mut |it| it == said));
    match !nouns.is_empty() && (is_attached || is_of_land_type) {
        true => Ok(Some(its.value.clone())),
        false => Err(UNCLEAR.to_owned()),
    }
}

/// Why it is not read where either may be meant.
const UNCLEAR: &str = "it is not plain what the others are";

/// A word for any object.
const ANY: &str = "permanent";

fn is_land_type(said: &Value) -> bool {
    let subtype = said.as_word().and_then(crate::ir::Subtype::from_word);
    subtype.is_some_and(|subtype| subtype.family() == crate::ir::SubtypeFamily::Land)
}
