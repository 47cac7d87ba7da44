//! CR 303: Enchantments

use crate::engine::halt::{Halt, Outcome};
use crate::engine::reading::selections::zones;
use crate::engine::view::View;
use crate::game::{Characteristics, Game, ObjectId, Origin};
use crate::ir::part::{Part, mentions};
use crate::ir::{Filter, Keyword, KeywordName, Players, TargetKind, TargetSpec, Zone};

/// Whether an object is an Aura (303.4).
pub(in crate::engine) fn is_aura(view: &View, game: &Game, object: ObjectId) -> bool {
    view.characteristics(game, object).has_subtype_named("Aura")
}

/// What an Aura spell can target by its enchant abilities (303.4a, 702.5c); nothing for what has none.
///
/// # Errors
/// If its enchant abilities can't be read together.
pub(in crate::engine) fn target_of(
    aura: ObjectId,
    characteristics: &Characteristics,
) -> Outcome<Option<(TargetSpec, Origin)>> {
    let mut filters: Vec<(&Filter, Origin)> = Vec::new();
    let mut whose: Vec<(&Players, Origin)> = Vec::new();
    for instance in &characteristics.abilities {
        let keyword = instance.ability.as_keyword();
        if let Some(Keyword::Filter(KeywordName::Enchant, filter)) = keyword {
            filters.push((filter, instance.origin));
        }
        if let Some(Keyword::EnchantPlayer(who)) = keyword {
            whose.push((who, instance.origin));
        }
    }
    let several = || Halt::undecided(aura, "what it can enchant by several of its abilities together");
    let (kind, origin) = match (filters.as_slice(), whose.as_slice()) {
        ([], []) => return Ok(None),
        ([], [(who, origin)]) => (TargetKind::Player((*who).clone()), *origin),
        ([(first, origin), others @ ..], []) => {
            let zones = zones_of(aura, first)?;
            for (other, _) in others {
                if zones_of(aura, other)? != zones {
                    return Err(several());
                }
            }
            let filter = match others {
                [] => (*first).clone(),
                _ => Filter::All(filters.iter().map(|(filter, _)| (*filter).clone()).collect()),
            };
            let mut kinds: Vec<TargetKind> = Vec::new();
            for zone in zones {
                kinds.push(match zone {
                    Zone::Battlefield => TargetKind::Permanent(filter.clone()),
                    Zone::Stack => return Err(Halt::undecided(aura, "it can enchant what is on the stack")),
                    _ => TargetKind::Card(filter.clone(), zone),
                });
            }
            (if kinds.len() == 1 { kinds.remove(0) } else { TargetKind::OneOf(kinds) }, *origin)
        }
        _ => return Err(several()),
    };
    Ok(Some((TargetSpec::one(kind), origin)))
}

/// The zones in which is what an Aura of this enchant ability can enchant: a permanent on the battlefield, or a card in the zones that
/// the ability names (303.4, 702.5a).
///
/// # Errors
/// If it names a zone only for a part of what it speaks of.
pub(in crate::engine) fn zones_of(aura: ObjectId, filter: &Filter) -> Outcome<Vec<Zone>> {
    match zones(filter) {
        Some(zones) => Ok(zones.to_vec()),
        None if mentions(filter, |part| matches!(part, Part::Filter(Filter::In(_)))) => {
            Err(Halt::undecided(aura, "in which zones what it can enchant may be"))
        }
        None => Ok(vec![Zone::Battlefield]),
    }
}
