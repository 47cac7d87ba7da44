//! What claims speak of: which objects and players, and what of them.

use crate::game::{ObjectId, PlayerId};
use crate::runner::stage::Stage;
use crate::scenario::ast::Text;
use crate::scenario::script::{Claim, Counted, Fact, FactKind, Part, PlayerFact, Reference};
use crate::scenario::vocabulary::Zone;
use crate::trace::Matter::{
    self, Abilities, Attachment, Being, Colors, Combat, Control, Known, Numbers, Place, Size, Status,
    Triggers, Types,
};
use crate::why::bearing::{Sort, Subject};
use crate::why::undone::Unchanged;

use super::{counts, naming};

/// What a claim speaks of, as the steps of a game can bear on it.
pub(super) fn of(stage: &mut Stage<'_, '_>, claim: &Claim) -> Subject {
    let roots = roots(stage, claim);
    Subject { roots, players: players(stage, claim), matters: matters(claim), sort: sort(claim) }
}

/// What sort of answer there is to a claim.
fn sort(claim: &Claim) -> Sort {
    match claim {
        Claim::Object { facts, .. } => Sort::Object {
            new: facts.iter().all(|fact| fact.value.kind == FactKind::NewObject),
            gone: facts.iter().any(|fact| fact.value.kind == FactKind::CeasedToExist),
        },
        Claim::Path { .. } => Sort::Path,
        Claim::Count { count, what, .. } => Sort::Count {
            no_tokens: *count == 0 && matches!(what, Counted::Tokens | Counted::TokensNamed(_)),
        },
        Claim::Player { facts, .. } => {
            Sort::Player { life: facts.iter().any(|fact| matches!(fact.value, PlayerFact::Life(_))) }
        }
        _ => Sort::Other,
    }
}

/// What a claim says has stayed as it was, if one spell or ability can have been meant to change it.
pub(super) fn unchanged(stage: &mut Stage<'_, '_>, claim: &Claim) -> Option<Unchanged> {
    match claim {
        Claim::Player { player, facts } => {
            let player = stage.answers.table().player(&player.text)?;
            let life = facts.iter().any(|fact| matches!(fact.value, PlayerFact::Life(_)));
            Some(if life { Unchanged::Life(player) } else { return None })
        }
        Claim::Count { count, facts, .. } => {
            let zone = facts.iter().find_map(|fact| match &fact.value.kind {
                FactKind::Zone { zone, whose } => Some((*zone, whose.as_ref())),
                _ => None,
            });
            match zone {
                Some((Zone::Hand, Some(whose))) => {
                    Some(Unchanged::Hand(stage.answers.table().player(&whose.text)?))
                }
                Some((Zone::Library, Some(whose))) => {
                    Some(Unchanged::Library(stage.answers.table().player(&whose.text)?))
                }
                Some((Zone::Battlefield, _)) | None if *count == 0 => Some(Unchanged::None),
                Some((Zone::Battlefield, _)) | None => Some(Unchanged::Found),
                _ => None,
            }
        }
        Claim::Object { what, facts } => {
            let whole = Reference { part: Part::Whole, ..what.clone() };
            let (object, _) = naming::meant(stage, &whole).ok()?;
            let of_place = facts.iter().any(|fact| matches!(fact.value.kind, FactKind::Zone { .. }));
            Some(if of_place { Unchanged::Place(object) } else { Unchanged::Object(object) })
        }
        Claim::Path { what, .. } => {
            let (object, _) = naming::meant(stage, what).ok()?;
            Some(Unchanged::Place(object))
        }
        _ => None,
    }
}

/// What the objects that a claim speaks of were at the beginning.
pub(super) fn roots(stage: &mut Stage<'_, '_>, claim: &Claim) -> Vec<ObjectId> {
    let mut about: Vec<ObjectId> = Vec::new();
    for reference in references(claim) {
        let whole = Reference { part: Part::Whole, ..reference.clone() };
        if let Ok((object, _)) = naming::meant(stage, &whole) {
            about.push(stage.play.game.earliest(object));
        }
    }
    // The objects that are counted, if they have been.
    if let Claim::Count { what, facts, .. } = claim {
        if let Ok((objects, _)) = counts::counted(stage, what, facts) {
            about.extend(objects.into_iter().map(|object| stage.play.game.earliest(object)));
        }
    }
    about
}

/// The players that a claim speaks of, be it by what is theirs.
fn players(stage: &Stage<'_, '_>, claim: &Claim) -> Vec<PlayerId> {
    let names: Vec<&Text> = match claim {
        Claim::Player { player, .. } => vec![player],
        Claim::Count { facts, .. } => facts
            .iter()
            .filter_map(|fact| match &fact.value.kind {
                FactKind::Zone { whose, .. } => whose.as_ref(),
                FactKind::ControlledBy(player) | FactKind::OwnedBy(player) => Some(player),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    let table = stage.answers.table();
    names.into_iter().filter_map(|name| table.player(&name.text)).collect()
}

/// The references that a claim speaks of.
fn references(claim: &Claim) -> Vec<&Reference> {
    match claim {
        Claim::Object { what, .. } | Claim::Path { what, .. } => vec![what],
        Claim::Triggers { from, .. } => vec![from],
        Claim::Replaced { what, by, .. } => std::iter::once(what).chain(by).collect(),
        Claim::Prevented { to, .. } => vec![to],
        Claim::Asked { by, .. } => by.iter().collect(),
        Claim::SameTime(what) => what.iter().collect(),
        _ => Vec::new(),
    }
}

/// What the facts of a claim are about.
pub(super) fn matters(claim: &Claim) -> Vec<Matter> {
    match claim {
        Claim::Object { facts, .. } => facts.iter().flat_map(|fact| of_fact(&fact.value)).copied().collect(),
        Claim::Count { facts, .. } => {
            let of_facts = facts.iter().flat_map(|fact| of_fact(&fact.value)).copied();
            of_facts.chain([Place]).collect()
        }
        Claim::Path { .. } | Claim::SameTime(_) | Claim::Stack(_) => vec![Place],
        // Which abilities it has hangs on what it is, whether they trigger on where it goes.
        Claim::Triggers { .. } => vec![Triggers, Abilities],
        Claim::Replaced { .. } => vec![Place, Numbers],
        Claim::Prevented { .. } => vec![Numbers],
        _ => Vec::new(),
    }
}

/// What a fact is about.
fn of_fact(fact: &Fact) -> &'static [Matter] {
    match &fact.kind {
        FactKind::Zone { .. }
        | FactKind::Position { .. }
        | FactKind::CeasedToExist
        | FactKind::LeftTheGame
        | FactKind::NewObject
        | FactKind::Moved
        | FactKind::Countered
        | FactKind::Resolved => &[Place],
        FactKind::Tapped
        | FactKind::PhasedOut
        | FactKind::Transformed
        | FactKind::Marked(_)
        | FactKind::ProtectedBy(_)
        | FactKind::Level(_) => &[Status],
        FactKind::FaceDown => &[Status, Known],
        FactKind::Counters(..)
        | FactKind::NoCounters
        | FactKind::Damage(_)
        | FactKind::Loyalty(_)
        | FactKind::Defense(_) => &[Numbers],
        FactKind::Suspended(_) => &[Numbers, Abilities],
        FactKind::PowerToughness(..) | FactKind::Power(_) | FactKind::Toughness(_) => &[Size],
        FactKind::Type(_) => &[Types],
        FactKind::Color(_) | FactKind::Colorless | FactKind::ColorIdentity(_) => &[Colors],
        FactKind::Keyword(_) | FactKind::NoAbilities | FactKind::AbilityFrom(_) | FactKind::ToxicValue(_) => {
            &[Abilities]
        }
        FactKind::ManaValue(_)
        | FactKind::Token
        | FactKind::CopyOf(_)
        | FactKind::Named(_)
        | FactKind::Commander => &[Being],
        FactKind::ControlledBy(_) => &[Control],
        FactKind::Attached(_) | FactKind::Encoded(_) => &[Attachment],
        FactKind::Attacking(_) | FactKind::Blocking(_) | FactKind::Blocked | FactKind::Unblocked => &[Combat],
        FactKind::MayLook(_)
        | FactKind::OwnedBy(_)
        | FactKind::ExiledBy(_)
        | FactKind::Imprinted(_)
        | FactKind::Haunting(_)
        | FactKind::Haunted(_)
        | FactKind::InPile(_)
        | FactKind::InPileOf(_)
        | FactKind::Foretold
        | FactKind::Plotted => &[Known],
    }
}
