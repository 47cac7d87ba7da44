//! What the action that announces a spell or ability says of it: modes in brackets, and targets behind the arrow or behind a mode.

use crate::engine::{Halt, Outcome, PhraseToCome, Position};
use crate::game::{Answer, Choice, ChoiceKind, Game, Item, Options, Thing};
use crate::rules::cr;
use crate::scenario::script::AnswerItem;

use super::State;

impl State<'_> {
    /// The answer from the brackets or behind the arrow of the action that announces the asking object.
    pub(super) fn announced(&mut self, game: &Game, choice: &Choice) -> Outcome<Option<Answer>> {
        let Some(announcing) = &mut self.announcing else { return Ok(None) };
        if announcing.object.is_none() || announcing.object != choice.source {
            return Ok(None);
        }
        match (&choice.options, choice.kind) {
            (Options::Number { .. }, ChoiceKind::X) => {
                announcing.asked_for_x = true;
                Ok(announcing.x.map(Answer::Number))
            }
            (Options::Pick { from, .. }, ChoiceKind::Mode) => {
                announcing.asked_for_modes = true;
                if announcing.modes.is_empty() {
                    return Ok(None);
                }
                let mut picked = Vec::new();
                for mode in &announcing.modes {
                    let is_it =
                        |item: &Item| matches!(item, Item::Mode(number) if u32::from(*number) == *mode);
                    let mut those = (0u32..).zip(from.iter()).filter(|(_, item)| is_it(item));
                    let first = those.clone().next().map(|(index, _)| index);
                    // One that may be chosen several times is there so often.
                    match those.find(|(index, _)| !picked.contains(index)).map(|(index, _)| index).or(first) {
                        Some(index) if picked.contains(&index) => {
                            let why = "the same mode can't be chosen more than once";
                            return Err(Halt::illegal(choice.player, cr!("700.2d"), why, None));
                        }
                        Some(index) => picked.push(index),
                        // A mode that would be illegal can't be chosen.
                        None if self.trying => {
                            let why = "a mode that is written can't be chosen";
                            let illegal = Halt::illegal(choice.player, cr!("700.2a"), why, None);
                            let words = mode_refused(game, choice, *mode);
                            return Err(illegal.and_rule(cr!("601.2b")).being(words));
                        }
                        None => return Err(Halt::Answer(format!("mode {mode} can't be chosen"))),
                    }
                }
                Ok(Some(Answer::Picked(picked)))
            }
            (Options::Pick { from, at_least, at_most, .. }, ChoiceKind::Target) if announcing.stated => {
                let mut picked = Vec::new();
                if let (true, Some(first)) = (from.is_empty(), announcing.targets.first()) {
                    return Err(Halt::NotOffered(*first));
                }
                let most = how_many(&self.to_come, &announcing.targets, choice).unwrap_or(*at_most as usize);
                while picked.len() < most {
                    let Some(thing) = announcing.targets.first().copied() else { break };
                    let index = from.iter().position(|item| Item::thing(*item) == Some(thing));
                    match index.and_then(|index| u32::try_from(index).ok()) {
                        // One target twice is no two targets (115.3).
                        Some(index) if picked.contains(&index) => return Err(Halt::NotOffered(thing)),
                        Some(index) => {
                            picked.push(index);
                            announcing.targets.remove(0);
                        }
                        // A phrase that needs no more leaves the rest to the next one.
                        None if picked.len() >= *at_least as usize && *at_least < *at_most => break,
                        None => return Err(Halt::NotOffered(thing)),
                    }
                }
                if picked.len() < *at_least as usize {
                    let why = "fewer targets are written than it needs";
                    return Err(Halt::illegal(choice.player, cr!("601.2c"), why, None));
                }
                Ok(Some(Answer::Picked(picked)))
            }
            _ => Ok(None),
        }
    }

    /// The targets that stand behind the mode: `mode: 3 -> X`.
    pub(super) fn behind_mode(
        &mut self,
        position: &Position<'_>,
        choice: &Choice,
    ) -> Outcome<Option<Answer>> {
        let Options::Pick { from, at_least, at_most, .. } = &choice.options else { return Ok(None) };
        let asked = choice.source.filter(|_| choice.kind == ChoiceKind::Target);
        let Some((_, mut targets)) = self.of_mode.take_if(|(of, _)| asked == Some(*of)) else {
            return Ok(None);
        };
        let mut picked = Vec::new();
        // Each as it could be meant for this phrase or for one to come.
        let to_come = self.to_come.iter().flat_map(|phrase| phrase.legal.iter().flatten());
        let any: Vec<Item> = from.iter().copied().chain(to_come.map(|thing| Item::of(*thing))).collect();
        let meant: Option<Vec<Thing>> =
            targets.iter().map(|target| self.thing(position, target, &any, &[])).collect();
        let most = meant.and_then(|meant| how_many(&self.to_come, &meant, choice));
        while picked.len() < most.unwrap_or(*at_most as usize) && !targets.is_empty() {
            let reference = targets.remove(0);
            let item = AnswerItem::Reference(reference);
            match self.pick(position, &item, from, &picked) {
                Ok(index) => picked.push(index),
                Err(fault) => {
                    self.fault = Some(*fault);
                    return Err(Halt::Answer("the answer is not among the legal ones".to_owned()));
                }
            }
        }
        if picked.len() < *at_least as usize {
            let why = "fewer targets are written than it needs";
            return Err(Halt::illegal(choice.player, cr!("601.2c"), why, None));
        }
        if let (Some(of), false) = (asked, targets.is_empty()) {
            self.of_mode = Some((of, targets));
        }
        Ok(Some(Answer::Picked(picked)))
    }
}

/// How many of the targets that are written in a row are those of the phrase that is asked for: as many as it can take, so long as the phrases
/// to come can take all others (601.2c). Where they can't, some are left for as many as those need. Nothing where none come.
fn how_many(to_come: &[PhraseToCome], targets: &[Thing], choice: &Choice) -> Option<usize> {
    let Options::Pick { from, at_least, at_most, .. } = &choice.options else { return None };
    if to_come.is_empty() {
        return None;
    }
    let own = PhraseToCome {
        least: *at_least,
        most: *at_most,
        legal: Some(from.iter().filter_map(|item| Item::thing(*item)).collect()),
    };
    let starts = PhraseToCome::starts(to_come, targets);
    let fits = own.counts(targets).rev().find(|count| starts.contains(count));
    let (least, most) = (own.least as usize, targets.len().min(own.most as usize));
    let needed: usize = to_come.iter().map(|phrase| phrase.least as usize).sum();
    let left = targets.len().checked_sub(needed).filter(|left| *left > 0);
    fits.or_else(|| left.map(|left| left.clamp(least, most.max(least))))
}

/// Why a mode can't be chosen, in words: there is no such mode, or nothing that it could target.
fn mode_refused(game: &Game, choice: &Choice, mode: u32) -> Option<String> {
    let its = game.object(choice.source?);
    let choose = its.bodies().find_map(|body| body.choose.as_ref())?;
    let modes = &choose.modes;
    // One that was chosen before can't be chosen again, whatever it could target.
    let by_targets = !choose.not_before && !choose.not_this_turn;
    let meant = mode.checked_sub(1).and_then(|place| modes.get(place as usize));
    Some(match meant {
        None => format!("it has {} modes, and no mode {mode}", modes.len()),
        Some(meant) if by_targets && !meant.targets.is_empty() => {
            format!("mode {mode} can't be chosen: there is no legal target for it")
        }
        Some(_) => format!("mode {mode} can't be chosen"),
    })
}
