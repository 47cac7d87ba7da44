//! Board notes that link a card in exile with the permanent that exiled it, or on which it is encoded.

use crate::ir::CardType;
use std::sync::Arc;

use crate::board::setup::{Planned, Setup, What, illegal};
use crate::diag::{Code, Diagnostic, Span};
use crate::engine::additional::keyword_abilities::hideaway;
use crate::engine::parts::card_names::is_printed;
use crate::engine::reading::selections::zones;
use crate::game::effects::Linked;
use crate::game::{Change, Characteristics, Game, LinkKey, LinkedObject, ObjectId, Thing, Until};
use crate::ir::instruction::{Choose, Exile};
use crate::ir::{
    Ability, Body, Filter, Instruction, KeywordName, Layout, ReplacementResult, Selection, Slot, TargetKind,
    Zone,
};
use crate::rules::{RuleId, cr};
use crate::scenario::ast::{Modifier, ObjectText, Spanned};
use crate::why::bonds::IMPRINTED;

mod given;

/// The card in exile that `exiling X` or `encoded X` names.
fn exiled(
    setup: &mut Setup<'_, '_>,
    game: &Game,
    what: &ObjectText,
    planned: &[Planned<'_>],
) -> Option<ObjectId> {
    if what.is_label {
        return setup.find(game, what, planned).and_then(Thing::object);
    }
    let owner = what.owner.as_ref().and_then(|name| setup.player(name));
    // The name of any of its faces means the card.
    let card = setup.cards.definition(&what.name.text)?;
    let free = |plan: &&Planned<'_>| {
        plan.zone == Zone::Exile
            && owner.is_none_or(|owner| plan.owner == owner)
            && matches!(&plan.what, What::Card(definition) if definition.name == card.name)
            && !game.links().iter().any(|link| link.object == plan.object)
            && !game.untils().iter().any(|until| until.moved.iter().any(|(moved, _)| *moved == plan.object))
            && !game.encodings().iter().any(|(card, _)| *card == plan.object)
    };
    planned.iter().find(free).map(|plan| plan.object)
}

/// Links a card in exile with the permanent that exiled it, as its own ability would have, of one that imprints it that one (607.2a, 610.3).
pub(super) fn exiling(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    (card, planned): (&ObjectText, &[Planned<'_>]),
    modifier: &Spanned<Modifier>,
) {
    let Some(card) = exiled(setup, game, card, planned) else { return };
    let (imprinting, span) = (matches!(modifier.value, Modifier::Imprinting(_)), modifier.span);
    let its = game.object(plan.object);
    let (base, up) = (its.base.clone(), its.face);
    // One of the pair may be on the other face of a permanent that has transformed since (607.1b).
    let other = its.definition.as_ref().filter(|definition| definition.layout == Layout::Transform);
    let others = other.map(|definition| definition.faces.clone()).unwrap_or_default();
    let of_others = (0u8..).zip(&others).filter(|(face, _)| *face != up);
    let faces: Vec<(u8, Arc<Characteristics>)> =
        of_others.map(|(face, values)| (face, values.clone())).collect();
    let own = base.abilities.iter().map(|instance| (up, instance));
    let faces = faces.iter().flat_map(|(face, values)| values.abilities.iter().map(|its| (*face, its)));
    let mut against = None;
    for (face, instance) in own.chain(faces) {
        let Some((does, body, how)) = may_exile(&instance.ability) else { continue };
        let Some(exile) = find_exile(does) else { continue };
        if imprinting && exile.link != Some(IMPRINTED) {
            continue;
        }
        if let Some(rules) = body.and_then(|body| unfit(game, body, exile, card)) {
            against = Some(rules);
            continue;
        }
        if let Some(name) = exile.link {
            let key = LinkKey::own(plan.object, name);
            game.apply(&Change::AddLink(Box::new(LinkedObject {
                key,
                object: card,
                how,
                face,
                by: Some(instance.origin),
                turn: 0,
            })));
            if instance.keyword == Some(KeywordName::Hideaway) {
                let gained = hideaway::gained(game, plan.object, card);
                game.apply(&Change::BeginEffect(Box::new(gained)));
            }
            given::with_exile(game, plan, (does, exile), card);
            return;
        }
        if let (Some(event), Some(body)) = (&exile.until, body) {
            let Some(zone) = zone_it_came_from(body, exile) else {
                setup.cannot("headjudge does not know from which zone it exiles what it returns", span);
                return;
            };
            let until = Until {
                source: plan.object,
                made_by: plan.object,
                controller: plan.controller,
                event: Arc::new((**event).clone()),
                moved: vec![(card, zone)],
                phased_out: Vec::new(),
                tapping: false,
                occasion: None,
            };
            game.apply(&Change::AddUntil(Box::new(until)));
            given::with_exile(game, plan, (does, exile), card);
            return;
        }
        if body.is_some() && given::with_exile(game, plan, (does, exile), card) {
            return;
        }
    }
    setup.faults.push(never_exiles(game, &base.name, (card, imprinting), against, span));
}

/// The instructions of an ability that may exile a card, its body unless a replacement effect exiles (607.2b), and what links them.
fn may_exile(ability: &Ability) -> Option<(&[Instruction], Option<&Body>, Linked)> {
    Some(match ability {
        Ability::Triggered(it) => (it.effect.does.as_slice(), Some(&it.effect), Linked::Exiled),
        Ability::Activated(it) => (it.effect.does.as_slice(), Some(&it.effect), Linked::Exiled),
        // What its replacement effect has exiled (607.2b).
        Ability::Replacement(it) => match &it.result {
            ReplacementResult::Enters(enters) => (enters.does.as_slice(), None, Linked::Replaced),
            ReplacementResult::Instead(does) | ReplacementResult::Also(does) => {
                (does.as_slice(), None, Linked::Replaced)
            }
            ReplacementResult::To { .. }
            | ReplacementResult::Amount(_)
            | ReplacementResult::Prevent { .. }
            | ReplacementResult::Redirect(_)
            | ReplacementResult::Under(_)
            | ReplacementResult::Produces(_)
            | ReplacementResult::Tokens { .. }
            | ReplacementResult::Nothing => return None,
        },
        Ability::Keyword(_)
        | Ability::Spell(_)
        | Ability::Cleaved(_)
        | Ability::Static(_)
        | Ability::AdditionalCost(_)
        | Ability::AlternativeCost(_)
        | Ability::CastOnly(_)
        | Ability::ManaFrom(_)
        | Ability::Room(_)
        | Ability::OpeningHand(_)
        | Ability::DeckLimit(_)
        | Ability::CanBeCommander
        | Ability::Unsupported(_) => return None,
    })
}

/// The fault where no ability of a permanent could have exiled a card so that another finds it (607.1).
fn never_exiles(
    game: &Game,
    name: &str,
    (card, imprinting): (ObjectId, bool),
    against: Option<Vec<RuleId>>,
    span: Span,
) -> Diagnostic {
    if let Some(rules) = against {
        let named = &game.object(card).base.name;
        let message = format!("no ability of `{}` could have exiled `{named}`", name);
        let fault = Diagnostic::error(Code::IllegalBoard, message, span, "");
        return rules.into_iter().fold(fault, Diagnostic::with_rule);
    }
    let message = match imprinting {
        true => format!("no ability of `{}` imprints a card", name),
        false => {
            format!("no ability of `{}` exiles a card that another ability or an `until` finds again", name)
        }
    };
    illegal(message, span, cr!("607.1"))
}

/// The first instruction to exile, also inside a "may", an "if" or another that is made of several.
fn find_exile(instructions: &[Instruction]) -> Option<&Exile> {
    instructions.iter().find_map(|instruction| {
        if let Instruction::Exile(exile) = instruction
            && (exile.link.is_some() || exile.until.is_some() || given::gives(instructions, exile))
        {
            return Some(exile);
        }
        instruction.courses().into_iter().find_map(find_exile)
    })
}

/// The rules by which a card is not of the kind of cards that an instruction to exile has chosen, as far as what is printed says it; of a
/// split card both halves count together (709.4b).
fn unfit(game: &Game, body: &Body, exile: &Exile, card: ObjectId) -> Option<Vec<RuleId>> {
    // What was a permanent may have been of any kind there.
    if zone_it_came_from(body, exile) == Some(Zone::Battlefield) {
        return None;
    }
    let Selection::Slot(slot) = &exile.what else { return None };
    let choice = find_choice(&body.does, *slot)?;
    let its = game.object(card);
    let definition = its.definition.as_ref()?;
    let printed = definition.in_zone(Zone::Exile, its.face)?;
    let of_split = (definition.layout == Layout::Split).then_some(cr!("709.4b"));
    let fits = is_printed(&choice.what, &printed) != Some(false);
    (!fits).then(|| std::iter::once(cr!("607.2a")).chain(of_split).collect())
}

/// Where the exiled card came from, as far as what is exiled says it.
fn zone_it_came_from(body: &Body, exile: &Exile) -> Option<Zone> {
    fn of_target(kind: &TargetKind) -> Option<Zone> {
        match kind {
            TargetKind::Permanent(_) => Some(Zone::Battlefield),
            TargetKind::Card(_, zone) => Some(*zone),
            TargetKind::OneOf(kinds) => one_zone(kinds.iter().map(of_target)),
            TargetKind::Spell(_) | TargetKind::Ability(_) | TargetKind::Player(_) | TargetKind::Any => None,
        }
    }
    // What names no zone is on the battlefield (109.2).
    fn of_kind(filter: &Filter) -> Option<Zone> {
        match zones(filter) {
            None => Some(Zone::Battlefield),
            Some([zone]) => Some(*zone),
            Some(_) => None,
        }
    }
    fn of_selection(body: &Body, what: &Selection) -> Option<Zone> {
        match what {
            Selection::Target(number) => {
                body.targets.get(usize::from(*number)).and_then(|it| of_target(&it.kind))
            }
            Selection::Each(filter) | Selection::Topmost(filter) => of_kind(filter),
            Selection::Among(of, _) | Selection::Last(of) => of_selection(body, of),
            Selection::Top(..) => Some(Zone::Library),
            Selection::Several(several) => one_zone(several.iter().map(|what| of_selection(body, what))),
            Selection::Slot(slot) => {
                let choice = find_choice(&body.does, *slot)?;
                match &choice.from {
                    Some(from) => of_selection(body, from),
                    None => of_kind(&choice.what),
                }
            }
            Selection::This
            | Selection::It
            | Selection::Attached
            | Selection::Linked(_)
            | Selection::TheLinked(_)
            | Selection::Other
            | Selection::Players(_)
            | Selection::Host
            | Selection::Haunted
            | Selection::Grantor
            | Selection::Paid(_)
            | Selection::Outside
            | Selection::Itself => None,
        }
    }
    of_selection(body, &exile.what)
}

/// The one zone that all of these are, if they are.
fn one_zone(mut zones: impl Iterator<Item = Option<Zone>>) -> Option<Zone> {
    let first = zones.next()??;
    zones.all(|zone| zone == Some(first)).then_some(first)
}

/// The instruction by which what is bound to a slot is chosen, wherever it stands.
fn find_choice(instructions: &[Instruction], slot: Slot) -> Option<&Choose> {
    instructions.iter().find_map(|instruction| {
        if let Instruction::Choose(choice) = instruction
            && choice.slot == slot
        {
            return Some(choice);
        }
        instruction.courses().into_iter().find_map(|course| find_choice(course, slot))
    })
}

/// A card with cipher is encoded on a creature (702.99).
pub(super) fn encoded(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    (card, planned): (&ObjectText, &[Planned<'_>]),
    span: Span,
) {
    let object = plan.object;
    let name = game.object(object).base.name.clone();
    if let Some(card) = exiled(setup, game, card, planned) {
        let encoded = &game.object(card).base;
        if !encoded.has(KeywordName::Cipher) {
            let message = format!("`{}` has no cipher, so it can't be encoded", encoded.name);
            setup.faults.push(illegal(message, span, cr!("702.99b")));
        } else if !game.object(object).base.is(CardType::Creature) {
            let message = format!("`{name}` is no creature to encode a card on");
            setup.faults.push(illegal(message, span, cr!("702.99a")));
        } else {
            game.apply(&Change::Timestamp(card));
            game.apply(&Change::Encode(card, object));
        }
    }
}
