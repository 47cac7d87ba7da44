//! Whether what one word says is true of an object.

use crate::engine::additional::keyword_abilities::{saddle, soulbond, suspend};
use crate::engine::additional::keyword_actions::goad;
use crate::engine::additional::{class_cards, merging_with_permanents, split_cards};
use crate::engine::halt::{Halt, Outcome};
use crate::game::{Characteristics, Designation, Game, Nature, ObjectId, Occurrence, Thing};
use crate::ir::{Ability, CardType, Filter, Supertype, Symbol, Trait, Zone};

use super::super::occurrences::{was_damaged, was_drawn};
use super::super::{Frame, Sight};
use super::{gap_of, lacks_power_and_toughness, matches, told};

pub(super) fn is(sight: Sight<'_>, frame: &Frame, word: Trait, object: ObjectId) -> Outcome<bool> {
    let its = sight.game.object(object);
    let characteristics = || sight.view.characteristics(sight.game, object);
    let combat = sight.game.combat();
    Ok(match word {
        Trait::This => object == frame.source,
        Trait::Another => object != frame.source,
        Trait::Permanent => its.zone == Zone::Battlefield,
        Trait::Card => match &its.merged {
            Some(merged) => !merged.token,
            None => matches!(its.nature, Nature::Card(_) | Nature::Unknown),
        },
        Trait::PermanentCard => characteristics().types.is_permanent(),
        Trait::Spell => its.zone == Zone::Stack && !matches!(its.nature, Nature::Ability(_)),
        Trait::ActivatedAbility => its.stack_ability().is_some_and(|ability| !ability.triggered),
        Trait::TriggeredAbility => its.stack_ability().is_some_and(|ability| ability.triggered),
        Trait::Token => its.is_token(),
        Trait::Attacking => combat.attack_as_last_known(object).is_some(),
        Trait::AttackingAlone => combat.attack_of(object).is_some() && combat.attacks.len() == 1,
        Trait::Blocking => combat.is_blocking_as_last_known(object),
        Trait::Blocked => combat.attack_as_last_known(object).is_some_and(|attack| attack.blocked),
        Trait::Unblocked => {
            combat.blockers_declared
                && combat.attack_as_last_known(object).is_some_and(|attack| !attack.blocked)
        }
        Trait::Tapped => its.tapped,
        Trait::Untapped => its.zone == Zone::Battlefield && !its.tapped,
        Trait::FaceDown => its.is_face_down(),
        Trait::Colorless => characteristics().colors.count() == 0,
        Trait::Multicolored => characteristics().colors.count() > 1,
        Trait::Monocolored => characteristics().colors.count() == 1,
        Trait::Enchanted => has_attached(sight, object, "Aura"),
        Trait::Equipped => has_attached(sight, object, "Equipment"),
        Trait::Modified => is_modified(sight, object),
        Trait::Historic => {
            let characteristics = characteristics();
            characteristics.is(CardType::Artifact)
                || characteristics.has_supertype(Supertype::Legendary)
                || characteristics.has_subtype_named("Saga")
        }
        Trait::Outlaw => ["Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"]
            .iter()
            .any(|name| characteristics().has_subtype_named(name)),
        Trait::Commander => merging_with_permanents::is_commander(sight.game, object),
        Trait::Kicked => its
            .announced
            .as_ref()
            .is_some_and(|announced| announced.paid.contains(&Symbol::literal("kicker"))),
        Trait::AttackedThisTurn => {
            sight.game.players().any(|player| sight.game.player(player).attacked_with.contains(&object))
        }
        Trait::EnteredThisTurn => its.entered_turn == sight.game.turn().number,
        Trait::ToughnessAbovePower => {
            let its = characteristics();
            match its.power.zip(its.toughness).filter(|_| !lacks_power_and_toughness(sight, object)) {
                Some((power, toughness)) => told(toughness, object)? > told(power, object)?,
                None => false,
            }
        }
        Trait::RepeatedManaSymbol => characteristics().repeats_mana_symbol(),
        Trait::NewSinceUpkeep => its.upkeeps < 2,
        Trait::Cast => its.announced.as_ref().is_some_and(|announced| announced.cast.is_some()),
        Trait::WithActivatedAbility => has_activated_ability(characteristics()),
        Trait::NoAbilities => characteristics().abilities.is_empty(),
        Trait::RingBearer => sight.game.object(object).is_designated(Designation::RingBearer),
        Trait::Renowned => sight.game.object(object).is_designated(Designation::Renowned),
        Trait::Solved => sight.game.object(object).is_designated(Designation::Solved),
        Trait::Monstrous => its.is_designated(Designation::Monstrous),
        Trait::Prepared => its.prepare_spell().is_some(),
        Trait::ClassLevel => its.stack_ability().is_some_and(
            |on_stack| matches!(&*on_stack.ability, Ability::Activated(it) if class_cards::is_level_bar(it)),
        ),
        Trait::LockedHalf => !split_cards::that_are(sight.game, sight.view, object, false).is_empty(),
        // Of what mana is spent on this is known where it is spent.
        Trait::BeingUnlocked | Trait::BeingTurnedUp => false,
        Trait::InSector => its.sector().is_some(),
        Trait::Suspended => suspend::is_suspended(sight, object),
        Trait::Saddled => saddle::is_saddled(sight.game, object),
        Trait::Paired => soulbond::partner_of(sight.game, object).is_some(),
        Trait::Suspected => its.is_designated(Designation::Suspected),
        Trait::Goaded => !goad::goaded_by(sight, object)?.is_empty(),
        Trait::GoadedByYou => goad::goaded_by(sight, object)?.contains(&frame.controller),
        Trait::DamagedThisTurn => was_damaged(sight.game, object),
        Trait::DrawnThisTurn => was_drawn(sight.game, object)?,
        // Where these are looked for is said by `selections::each`; what deals damage need not be able to (609.7a).
        Trait::SourceOfDamage => true,
        // What several cards represent never is, nor what is face down (701.27g).
        Trait::Transformed => {
            let double = its.definition.as_ref().is_some_and(|its| its.is_double_faced());
            let one_card = its.melded.is_none() && its.merged.is_none();
            its.zone == Zone::Battlefield && double && one_card && its.face > 0 && !its.is_face_down()
        }
        Trait::ManaAbility | Trait::ArrivedThisTurn => {
            return Err(Halt::gap(frame.source, gap_of(word).unwrap_or_default()));
        }
    })
}

/// Whether a permanent has counters, Equipment, or an Aura of its controller's on it (700.9).
fn is_modified(sight: Sight<'_>, object: ObjectId) -> bool {
    let controller = sight.view.controller(sight.game, object);
    !sight.game.object(object).counters.is_empty()
        || has_attached(sight, object, "Equipment")
        || attached_as_last_known(sight.game, object).into_iter().any(|attached| {
            sight.view.characteristics(sight.game, attached).has_subtype_named("Aura")
                && sight.view.controller(sight.game, attached) == controller
        })
}

/// Whether an object with these characteristics has an activated ability: one that it says, or that a basic land type gives it (305.6).
pub fn has_activated_ability(its: &Characteristics) -> bool {
    its.abilities.iter().any(|instance| matches!(&*instance.ability, Ability::Activated(_)))
        || its.types.subtypes.iter().any(|subtype| subtype.basic_land_color().is_some())
}

/// Whether the player of a spell has cast no other of a kind before it this turn.
///
/// # Errors
/// [`Halt::Undecided`] if it may have been cast before the scenario began.
pub(super) fn is_first_cast(
    sight: Sight<'_>,
    frame: &Frame,
    filter: &Filter,
    spell: ObjectId,
) -> Outcome<bool> {
    let player = sight.view.controller(sight.game, spell);
    for it in sight.game.this_turn() {
        let Occurrence::Cast(by, other) = it else { continue };
        if *by != player {
            continue;
        }
        if *other == spell {
            break;
        }
        if matches(sight, frame, filter, *other)? {
            return Ok(false);
        }
    }
    let all_told =
        sight.game.this_turn().iter().filter(|it| matches!(it, Occurrence::Cast(by, _) if *by == player));
    let before = sight.game.player(player).spells_cast > u32::try_from(all_told.count()).unwrap_or(u32::MAX);
    if before && *filter != Filter::EVERYTHING && *filter != Filter::Is(Trait::Spell) {
        let why = "it asks which spells were cast this turn, and the scenario does not say which were before it begins";
        return Err(Halt::undecided(frame.source, why));
    }
    Ok(!before)
}

/// What is attached to an object, or was as it left (608.2h), whatever has left with it (603.10a).
pub(super) fn attached_as_last_known(game: &Game, object: ObjectId) -> Vec<ObjectId> {
    let its = game.object(object);
    match its.known.as_deref().filter(|_| !its.exists) {
        Some(known) => known.attached.clone(),
        None => game.attached_to(Thing::Object(object)).collect(),
    }
}

fn has_attached(sight: Sight<'_>, object: ObjectId, subtype: &str) -> bool {
    attached_as_last_known(sight.game, object)
        .into_iter()
        .any(|attached| sight.view.characteristics(sight.game, attached).has_subtype_named(subtype))
}

pub(in crate::engine::reading) fn targets(sight: Sight<'_>, object: ObjectId) -> Vec<Thing> {
    let announced = sight.game.object(object).announced.as_ref();
    announced.map_or_else(Vec::new, |announced| announced.targets.iter().flatten().copied().collect())
}
