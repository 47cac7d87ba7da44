//! Fields of one node that can't be said together, or that say nothing where another is not said.

use crate::ir::event::Attacks;
use crate::ir::instruction::{Apply, CopySpell, Create, Discard, Exile, Put, Sacrifice, Search};
use crate::ir::part::Part;
use crate::ir::replacement::Enters;
use crate::ir::{Instruction, Quantity, ReplacementResult, TargetSpec, Zone};

/// The field of a node at fault and why it can't be there; nothing for one that is at one with itself.
pub(super) fn of(part: Part<'_>) -> Option<(&'static str, &'static str)> {
    match part {
        Part::Sacrifice(it) => sacrifice(it),
        Part::Discard(it) => discard(it),
        Part::Exile(it) => exile(it),
        Part::Put(it) => put(it),
        Part::Create(it) => create(it),
        Part::Apply(it) => apply(it),
        Part::Attacks(it) => attacks(it),
        Part::Enters(it) => enters(it),
        Part::TargetSpec(it) => target(it),
        Part::Instruction(Instruction::Counter { to: None, counters, .. }) => says(
            !counters.is_empty(),
            "counters",
            "what is countered gets counters only where it goes `to` a zone instead",
        ),
        Part::Instruction(Instruction::CopySpell(CopySpell {
            new_targets: true,
            targeting: Some(_),
            ..
        })) => Some((
            "new-targets",
            "the copy has new targets that are chosen or the one that is said, not both (707.10)",
        )),
        Part::Instruction(Instruction::PhaseOut { until: None, tapping, .. }) => {
            says(*tapping, "tapping", "it becomes tapped as it phases in `until` something happens (610.4)")
        }
        Part::Instruction(Instruction::Search(Search { all: true, count, up_to, .. })) => says(
            *up_to || *count != Quantity::Fixed(1),
            "all",
            "all that there are need no `count` and no `up-to`",
        ),
        Part::Instruction(Instruction::Search(Search { any_zones: true, zones, .. })) => {
            says(zones.is_empty(), "any-zones", "there are several zones to choose from")
        }
        Part::Instruction(Instruction::Do { action, slot: Some(_), .. }) => says(
            !action.makes_or_chooses(),
            "as",
            "this keyword action makes and chooses nothing to be spoken of",
        ),
        Part::ReplacementResult(ReplacementResult::To { zone, place: Some(_), .. }) => {
            says(*zone != Zone::Library, "place", "this is said of what is put into a library")
        }
        _ => None,
    }
}

fn says(so: bool, field: &'static str, why: &'static str) -> Option<(&'static str, &'static str)> {
    so.then_some((field, why))
}

fn sacrifice(it: &Sacrifice) -> Option<(&'static str, &'static str)> {
    let counts = it.count != Quantity::Fixed(1) || it.up_to || !it.and.is_empty();
    says(
        it.these.is_some() == it.what.is_some(),
        "sacrifice",
        "either `these` objects are sacrificed or some of a kind `what`",
    )
    .or_else(|| {
        says(
            it.these.is_some() && counts,
            "these",
            "nothing is chosen among `these`: no `count`, `up-to` or `and`",
        )
    })
}

fn discard(it: &Discard) -> Option<(&'static str, &'static str)> {
    let chosen = it.what.is_some()
        || it.up_to
        || it.random
        || it.chosen_by.is_some()
        || it.count != Quantity::Fixed(1);
    says(
        it.these.is_some() && (chosen || it.whole_hand),
        "these",
        "nothing is chosen among `these`: they are discarded, and nothing else",
    )
    .or_else(|| {
        says(it.whole_hand && chosen, "whole-hand", "nothing is chosen where the whole hand is discarded")
    })
    .or_else(|| {
        says(
            it.random && it.chosen_by.is_some(),
            "random",
            "nobody chooses what is discarded at random (701.9b)",
        )
    })
}

fn exile(it: &Exile) -> Option<(&'static str, &'static str)> {
    says(
        it.may_look.is_some() && !it.face_down,
        "may-look",
        "everybody sees what is exiled face up: this needs `face-down: true` (406.3)",
    )
}

fn put(it: &Put) -> Option<(&'static str, &'static str)> {
    let attacks = it.attacking || it.attacking_whom.is_some() || it.attacking_as.is_some();
    let of_permanents = [
        (it.tapped, "tapped"),
        (it.attacking, "attacking"),
        (it.attacking_whom.is_some(), "attacking-whom"),
        (it.attacking_as.is_some(), "attacking-as"),
        (it.blocking.is_some(), "blocking"),
        (it.attached_to.is_some(), "attached-to"),
        (!it.being.is_empty(), "being"),
        (it.under.is_some(), "under"),
    ];
    let of_library = [(it.place.is_some(), "place"), (it.whose.is_some(), "whose")];
    let misplaced = |zone: Zone, fields: &[(bool, &'static str)]| {
        fields.iter().find(|(said, _)| *said && it.to != zone).map(|(_, field)| *field)
    };
    misplaced(Zone::Battlefield, &of_permanents)
        .map(|field| (field, "this is said of what is put onto the battlefield (110.1)"))
        .or_else(|| {
            misplaced(Zone::Library, &of_library)
                .map(|field| (field, "this is said of what is put into a library"))
        })
        .or_else(|| says(attacks && it.blocking.is_some(), "blocking", "nothing attacks and blocks (506.3)"))
        .or_else(|| {
            says(
                it.attacking_whom.is_some() && it.attacking_as.is_some(),
                "attacking-as",
                "it attacks either whom is said or what another attacks",
            )
        })
}

fn create(it: &Create) -> Option<(&'static str, &'static str)> {
    let attacks = it.attacking || it.attacking_whom.is_some();
    says(attacks && it.blocking.is_some(), "blocking", "nothing attacks and blocks (506.3)")
}

fn apply(it: &Apply) -> Option<(&'static str, &'static str)> {
    says(
        it.to.is_none() && !it.changes.is_empty(),
        "changes",
        "nothing is changed where it is not said of what: `to`",
    )
}

fn attacks(it: &Attacks) -> Option<(&'static str, &'static str)> {
    says(
        it.or_planeswalker && it.player.is_none(),
        "or-planeswalker",
        "it is not said whose planeswalker: `player`",
    )
    .or_else(|| {
        says(it.alone && it.with.is_some(), "alone", "what attacks alone attacks with no other (506.5)")
    })
}

fn enters(it: &Enters) -> Option<(&'static str, &'static str)> {
    let copies = it.copy_of.is_some();
    says(!copies && !it.except.is_empty(), "except", "only a copy has exceptions: `copy-of` (707.9)")
        .or_else(|| says(!copies && it.if_copy.is_some(), "if-copy", "it is no copy: `copy-of` (707.9)"))
}

fn target(it: &TargetSpec) -> Option<(&'static str, &'static str)> {
    let least = it.at_least.fixed().unwrap_or(0);
    says(
        it.at_most.fixed().is_some_and(|most| most < least),
        "at-least",
        "there are fewer targets at most than at least (115.1)",
    )
}
