//! The names by which claims and questions call objects. A card is its own name wherever it is, but that of another of its faces only
//! where it has it: nothing is said of a name that nothing has.

use crate::diag::{Code, Diagnostic};
use crate::game::{ObjectId, Thing};
use crate::rules::RuleId;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Fact, FactKind, Reference, ReferenceSort};
use crate::trace::Reasons;
use crate::why::values::{called_otherwise, was_called};

/// The object that is meant, and the rule by which it is not called so now, if it is called by another face of its card.
pub(in crate::runner) fn meant(
    stage: &mut Stage<'_, '_>,
    what: &Reference,
) -> Staged<(ObjectId, Option<RuleId>)> {
    let name = what.name.text.as_str();
    if what.sort != ReferenceSort::Name {
        return Ok((stage.object(what)?, None));
    }
    let object = stage
        .object_where(what, |game, view, object| called_otherwise(game, view, object, name).is_none())?;
    let view = stage.view()?;
    Ok((object, called_otherwise(&stage.play.game, &view, object, name)))
}

/// The object or player that is meant, and the rule by which an object is not called so now.
pub(in crate::runner) fn meant_thing(
    stage: &mut Stage<'_, '_>,
    what: &Reference,
) -> Staged<(Thing, Option<RuleId>)> {
    Ok(match what.sort {
        ReferenceSort::Name => {
            let (object, otherwise) = meant(stage, what)?;
            (Thing::Object(object), otherwise)
        }
        _ => (stage.thing(what)?, None),
    })
}

/// What is said of an object, with it first that nothing is called as it was.
pub(in crate::runner) fn first(
    what: &Reference,
    otherwise: Option<RuleId>,
    (sentence, rules): (String, Reasons),
) -> (String, Reasons) {
    match otherwise {
        Some(rule) => (format!("nothing is called {} now: {sentence}", what.name.text), rules.led_by(rule)),
        None => (sentence, rules),
    }
}

/// The object that is called so now; to call it by another of its faces is a slip.
pub(in crate::runner) fn now(stage: &mut Stage<'_, '_>, what: &Reference) -> Staged<ObjectId> {
    match meant(stage, what)? {
        (object, None) => Ok(object),
        (object, Some(rule)) => Err(slip(stage, what, object, rule).into()),
    }
}

/// The object that is called so now or has been, for what is said of the past.
pub(in crate::runner) fn ever(stage: &mut Stage<'_, '_>, what: &Reference) -> Staged<ObjectId> {
    match meant(stage, what)? {
        (object, Some(rule)) if !was(stage, what, object)? => Err(slip(stage, what, object, rule).into()),
        (object, _) => Ok(object),
    }
}

/// The object or player that is called so now.
pub(in crate::runner) fn thing_now(stage: &mut Stage<'_, '_>, what: &Reference) -> Staged<Thing> {
    match what.sort {
        ReferenceSort::Name => now(stage, what).map(Thing::Object),
        _ => stage.thing(what),
    }
}

/// The object or player that is called so now or has been.
pub(in crate::runner) fn thing_ever(stage: &mut Stage<'_, '_>, what: &Reference) -> Staged<Thing> {
    match what.sort {
        ReferenceSort::Name => ever(stage, what).map(Thing::Object),
        _ => stage.thing(what),
    }
}

/// The object of which such facts are claimed, and the rule by which they don't hold of the name that it is called by.
pub(super) fn with_facts(
    stage: &mut Stage<'_, '_>,
    what: &Reference,
    facts: &[Spanned<Fact>],
) -> Staged<(ObjectId, Option<RuleId>)> {
    let (object, otherwise) = meant(stage, what)?;
    let is_past = otherwise.is_some() && facts.iter().all(|fact| is_of_the_past(&fact.value.kind));
    let otherwise = if is_past && was(stage, what, object)? { None } else { otherwise };
    Ok((object, otherwise))
}

/// Whether a fact is about what has become of an object, whatever it is now.
const fn is_of_the_past(kind: &FactKind) -> bool {
    matches!(
        kind,
        FactKind::Resolved
            | FactKind::Countered
            | FactKind::Moved
            | FactKind::NewObject
            | FactKind::CeasedToExist
            | FactKind::LeftTheGame
    )
}

fn was(stage: &mut Stage<'_, '_>, what: &Reference, object: ObjectId) -> Staged<bool> {
    stage.why(|played| Ok(was_called(played, object, &what.name.text)))
}

fn slip(stage: &Stage<'_, '_>, what: &Reference, object: ObjectId, rule: RuleId) -> Diagnostic {
    let called = stage.answers.table().told(&stage.play.game, object);
    let message = format!("nothing is called `{}` now", what.name.text);
    Diagnostic::error(Code::UnknownObject, message, what.span, "a name that its card has elsewhere")
        .with_help(format!("it is {called}: write that, or a label"))
        .with_rule(rule)
}
