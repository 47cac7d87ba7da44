//! CR 608: Resolving Spells and Abilities. Cards taken from the top of a library until one is of a kind.

use crate::engine::additional::keyword_abilities::cascade;
use crate::engine::additional::keyword_actions::{exile, reveal};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::zones::general;
use crate::game::{Cause, ObjectId, PlayerId, Thing};
use crate::ir::instruction::RevealUntil;
use crate::ir::{Filter, Instruction, KeywordName};
use crate::rules::cr;

use super::{cause, who_are};

/// Follows the instruction if it is of this sort; says whether it did.
pub(super) fn follow(play: &mut Play<'_>, frame: &mut Frame, instruction: &Instruction) -> Outcome<bool> {
    let Instruction::RevealUntil(RevealUntil { who, what, exiling, slot, rest }) = instruction else {
        return Ok(false);
    };
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for player in who_are(play, frame, who)? {
        let (last, before) = if *exiling {
            exile_until(play, frame, player, what)?
        } else {
            reveal_until(play, frame, player, what)?
        };
        found.extend(last.map(Thing::Object));
        others.extend(before.into_iter().map(Thing::Object));
    }
    if *exiling && play.keyword_followed(frame) == Some(KeywordName::Cascade) {
        cascade::as_you_cascade(play, frame.controller, others.iter().chain(&found).copied())?;
    }
    frame.did = !found.is_empty();
    frame.bind_looked_for(*slot, found, !exiling);
    frame.bind_looked_for(*rest, others, !exiling);
    Ok(true)
}

type Found = (Option<ObjectId>, Vec<ObjectId>);

/// One card after another is exiled, each as an event of its own.
fn exile_until(play: &mut Play<'_>, frame: &Frame, player: PlayerId, what: &Filter) -> Outcome<Found> {
    let keyword = play.keyword_rule(frame);
    let by = Cause { rules: crate::rules::Rules::NONE, ..cause(frame, cr!("701.13a")) };
    let by = keyword.or(frame.within).into_iter().fold(by, Cause::and);
    let mut others = Vec::new();
    loop {
        play.tick("cards are exiled from a library without end")?;
        let Some(card) = general::top_of_library(play, player, 1)?.first().copied() else { break };
        general::must_be_known(play, card)?;
        let Some(exiled) = exile::exile(play, by, &[card], false, &[])?.into_iter().flatten().next() else {
            break;
        };
        if fits(play, frame, what, exiled)? {
            return Ok((Some(exiled), others));
        }
        others.push(exiled);
    }
    Ok((None, others))
}

/// The cards are revealed together, where they are.
fn reveal_until(play: &mut Play<'_>, frame: &Frame, player: PlayerId, what: &Filter) -> Outcome<Found> {
    let mut found = None;
    let mut seen: Vec<ObjectId> = Vec::new();
    while found.is_none() {
        play.tick("cards are revealed from a library without end")?;
        let top = general::top_of_library(play, player, seen.len() + 1)?;
        let Some(card) = top.get(seen.len()).copied() else { break };
        general::must_be_known(play, card)?;
        if fits(play, frame, what, card)? {
            found = Some(card);
        }
        seen.push(card);
    }
    reveal::reveal(play, cause(frame, cr!("701.20a")), &seen);
    seen.retain(|card| Some(*card) != found);
    Ok((found, seen))
}

fn fits(play: &mut Play<'_>, frame: &Frame, what: &Filter, card: ObjectId) -> Outcome<bool> {
    let view = play.view()?;
    matches(Sight { game: &play.game, view: &view }, frame, what, card)
}
