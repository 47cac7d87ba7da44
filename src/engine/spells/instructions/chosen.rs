//! Objects that are chosen without being targeted (608.2d).

use crate::engine::additional::keyword_abilities::cipher;
use crate::engine::additional::keyword_actions::blight;
use crate::engine::concepts::targets::together;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, found};
use crate::engine::variants::commander;
use crate::engine::variants::commander::stays_outside;
use crate::game::{ChoiceKind, ObjectId, Thing};
use crate::ir::instruction::Choose;
use crate::ir::part::{Part, mentions};
use crate::ir::{Filter, Instruction, Selection, Trait, Zone};
use crate::rules::RuleId;
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::super::linked_abilities;
use super::meant::{candidates_in, one_player, rule_of_nothing, rule_of_number, things};
use super::possible::Barred;
use super::{cause, choosing, possible};

/// Chooses objects without targeting them (608.2d); what comes after says whether these are cards to be discarded, chosen by
/// another player than who discards them (701.9b).
pub(super) fn choose(
    play: &mut Play<'_>,
    frame: &mut Frame,
    choice: &Choose,
    after: &[Instruction],
) -> Outcome {
    let to_discard = after.iter().any(
        |later| matches!(later, Instruction::Discard(discard) if discard.these == Some(Selection::Slot(choice.slot))),
    );
    let (found, barred) = candidates_to_put(play, frame, choice, after)?;
    for it in barred {
        let rules = it.also.into_iter().fold(Rules::of(&[cr!("608.2d"), it.rule]), Rules::and);
        let note = Note::Cant(it.what, Thing::Object(it.object), it.by);
        // What else is in a hand or library is nobody's business.
        let hidden = matches!(play.game.object(it.object).zone, Zone::Hand | Zone::Library);
        let level = if hidden { Level::Detail } else { Level::Default };
        play.note(level, cause(frame, cr!("608.2d")).kind, rules, note);
    }
    let linked = choice.from.as_ref().and_then(linked_abilities::link_of);
    if let (Some((link, _)), true) = (linked, found.is_empty()) {
        linked_abilities::note_nothing(play, frame, link);
    }
    // Where there is nobody to choose, nothing is chosen.
    let Some(player) = one_player(play, frame, &choice.who)? else {
        frame.bind(choice.rest, Vec::new());
        frame.bind(Some(choice.slot), Vec::new());
        return Ok(());
    };
    let (kind, rule) = if choice.random && to_discard {
        (ChoiceKind::Random, cr!("701.9b"))
    } else if choice.random {
        (ChoiceKind::Random, cr!("608.2d"))
    } else if cipher::asks(choice) {
        (ChoiceKind::Encode, cr!("702.99a"))
    } else if to_discard {
        (ChoiceKind::Choose, cr!("701.9b"))
    } else if choice.what.demands(&|demanded| *demanded == Filter::Is(Trait::SourceOfDamage)) {
        (ChoiceKind::Choose, cr!("609.7a"))
    } else {
        // What is done from an opening hand is no resolution (103.6).
        let unresolved = frame.because.filter(|_| frame.on_stack.is_none());
        (ChoiceKind::Choose, unresolved.unwrap_or(cr!("608.2d")))
    };
    // What there is to choose is what the keyword action says.
    let action = frame.keyword_action();
    let mut rules = action.into_iter().fold(Rules::NONE, Rules::and).and(rule);
    if choice.piles {
        rules = rules.and(cr!("700.3a"));
    } else if !choice.up_to {
        rules = rule_of_number(&choice.count).into_iter().fold(rules, Rules::and);
    }
    rules = rule_of_nothing(choice, rule, &found).into_iter().fold(rules, Rules::and);
    if let Some((link, single)) = linked {
        rules = linked_abilities::rules_of(play, frame, link, single).iter().fold(rules, Rules::and);
    }
    if commander::is_played(&play.game)
        && mentions(&choice.from, |part| matches!(part, Part::Selection(Selection::Outside)))
    {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let of_variant = rule_of_outside(sight, frame, &choice.what)?;
        rules = of_variant.into_iter().fold(rules, Rules::and);
    }
    let chosen = choosing::pick(play, frame, choice, &found, (player, kind, rules))?;
    if !together::are(play, frame, choice.together.as_ref(), &chosen)? {
        return Err(together::refused(player, rule, choice.together.as_ref(), &chosen).as_choice());
    }
    let anew = choice.from.as_ref().is_none_or(|from| found::looks_for(frame, from));
    if let Some(rest) = choice.rest {
        // The rest of what it is chosen from is all of that, of whatever kind.
        let all = match &choice.from {
            Some(from) => things(play, frame, from)?.to_vec(),
            None => found.iter().copied().map(Thing::Object).collect(),
        };
        let others = all.into_iter().filter(|thing| !chosen.contains(thing)).collect();
        frame.bind_looked_for(rest, others, anew);
    }
    frame.bind_looked_for(choice.slot, chosen, anew);
    Ok(())
}

/// What there is to choose from.
pub(in crate::engine::spells) fn candidates(
    play: &mut Play<'_>,
    frame: &Frame,
    choice: &Choose,
) -> Outcome<Vec<ObjectId>> {
    let view = play.view()?;
    candidates_in(Sight { game: &play.game, view: &view }, frame, choice)
}

/// What there is to choose from that can be put onto the battlefield, if what comes after does that with it; and what can't be.
///
/// # Errors
/// If that can't be told before what comes in between has been done.
pub(in crate::engine::spells) fn candidates_to_put(
    play: &mut Play<'_>,
    frame: &Frame,
    choice: &Choose,
    after: &[Instruction],
) -> Outcome<(Vec<ObjectId>, Vec<Barred>)> {
    let found = candidates(play, frame, choice)?;
    if blight::chooses(choice, after) {
        return possible::that_can_get_counters(play, found);
    }
    let Some((put, unchanged)) = possible::put_later(choice.slot, after) else {
        return Ok((found, Vec::new()));
    };
    let (can, barred) = possible::that_can_be_put(play, frame, put, found)?;
    if let (false, Some(it)) = (unchanged, barred.first()) {
        let why = "whether it could enter the battlefield by then is not worked out";
        return Err(Halt::undecided(it.object, why));
    }
    Ok((can, barred))
}

/// The rule by which cards of such a kind stay outside the game although an effect would let its controller bring them in, if there
/// are some.
///
/// # Errors
/// As [`stays_outside`], or if it can't be told what is of the kind.
pub(in crate::engine) fn rule_of_outside(
    sight: Sight<'_>,
    frame: &Frame,
    kind: &Filter,
) -> Outcome<Option<RuleId>> {
    let (game, player) = (sight.game, frame.controller);
    for card in &game.player(player).outside {
        if matches(sight, frame, kind, *card)?
            && let Some((rule, _)) = stays_outside(game, player, *card)?
        {
            return Ok(Some(rule));
        }
    }
    Ok(None)
}
