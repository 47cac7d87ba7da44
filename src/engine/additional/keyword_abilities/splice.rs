//! CR 702.47: Splice

use std::sync::Arc;

use crate::engine::concepts::targets;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Announced, CauseKind, ChoiceKind, Item, Mark, ObjectId, Origin, PlayerId};
use crate::ir::{Body, Cost, Costs, Instruction, Keyword, KeywordName, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What};

/// The player reveals cards with splice that they splice onto the spell, and will pay their splice costs (702.47a, 601.2b).
///
/// # Errors
/// If nobody says which of those that could be.
pub(in crate::engine) fn announce(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    costs: &mut Vec<Cost>,
    announced: &mut Announced,
) -> Outcome {
    let mut found: Vec<(ObjectId, Costs, Arc<Body>)> = Vec::new();
    let view = play.view()?;
    // Whatever has splice brings an ability along, or an effect changes it.
    let brings = play.game.marked(Mark::Brings);
    if brings.is_empty() && view.is_as_printed() {
        return Ok(());
    }
    let may_have = |card: &ObjectId| view.changes(*card) || brings.binary_search(card).is_ok();
    let hand = play.game.zone(Zone::Hand, player).iter().copied().filter(may_have);
    for card in hand.collect::<Vec<_>>() {
        let its = view.characteristics(&play.game, card);
        let Some(Keyword::Splice(onto, cost)) = its.keywords(KeywordName::Splice).next() else { continue };
        if its.keywords(KeywordName::Splice).count() > 1 {
            return Err(Halt::undecided(card, "it could be spliced in several ways"));
        }
        let frame = Frame::of_source(card, player, Origin::NONE);
        if !matches(Sight { game: &play.game, view: &view }, &frame, onto, spell)? {
            continue;
        }
        let Some(body) = its.abilities.iter().find_map(|instance| instance.ability.as_spell().cloned())
        else {
            continue;
        };
        let cost = cost.clone();
        // What can't be chosen can't be spliced (702.47b); the spell is what targets.
        let mut frame = Frame::of_source(spell, player, Origin::NONE);
        frame.on_stack = Some(spell);
        let mut possible = true;
        for spec in &body.targets {
            possible &= targets::enough(play, &frame, spec, spell)?;
        }
        if possible {
            found.push((card, cost, Arc::new(body)));
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    let items: Vec<Item> = found.iter().map(|(card, ..)| Item::Object(*card)).collect();
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let rules = Rules::of(&[cr!("702.47a"), cr!("601.2b")]);
    let picked = play.pick(player, ChoiceKind::Reveal, Some(spell), items, 0, most, true, rules)?;
    let mut revealed = Vec::new();
    for item in picked {
        let chosen = found.iter().find(|(card, ..)| item == Item::Object(*card));
        let Some((card, cost, body)) = chosen else { continue };
        costs.extend(cost.0.iter().cloned());
        announced.spliced.push(body.clone());
        revealed.push(*card);
    }
    if !revealed.is_empty() {
        let rules = Rules::of(&[cr!("702.47a")]);
        play.record(Level::Default, CauseKind::Announcement(player), rules, What::Reveals(revealed));
    }
    Ok(())
}

/// Adds the text of the spliced cards behind the spell's own (702.47b–c).
///
/// # Errors
/// As [`add_part`].
pub(in crate::engine) fn add(spell: ObjectId, body: &mut Body, announced: &Announced) -> Outcome {
    announced.spliced.iter().try_for_each(|part| add_part(spell, body, part))
}

/// Adds a text behind that of a spell: of a spliced card, or of the right half of a fused split spell (702.102d).
///
/// # Errors
/// If a text is modal, and the order in which its targets are chosen can't be told.
pub(in crate::engine) fn add_part(spell: ObjectId, body: &mut Body, part: &Body) -> Outcome {
    if part.choose.is_some() || body.choose.is_some() {
        return Err(Halt::undecided(spell, "it is modal, and has another text behind it"));
    }
    let first_target = u8::try_from(body.targets.len()).unwrap_or(u8::MAX);
    body.targets.extend(part.targets.iter().cloned());
    body.does.push(Instruction::Part { first_target, does: part.does.clone() });
    Ok(())
}
