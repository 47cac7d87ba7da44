//! Who may look at an object's face, and the rules that say so.

use crate::engine::additional::keyword_abilities::{forecast, hidden_agenda, hideaway};
use crate::engine::additional::keyword_actions::reveal::{
    for_its_ability, keeps_revealed, keeps_top_revealed, revealed_by, top_revealed_by,
};
use crate::engine::spells::continuous_effects::{permitted, permitted_by};
use crate::engine::{Halt, Outcome};
use crate::game::{Change, Designation, Object, ObjectId, PlayerId};
use crate::ir::Zone;
use crate::ir::change::Allowed;
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Reason, Reasons, What};

use super::Played;

/// Whether a player may look at an object's face now, and the rules that decide it: who controls another player sees in the game what
/// that player sees (723.4).
pub(crate) fn may_look(played: Played<'_>, object: ObjectId, player: PlayerId) -> Outcome<(bool, Reasons)> {
    let game = played.game;
    // Who has left the game looks at nothing in it any more while it goes on.
    if game.player(player).gone && game.ending().is_none() {
        return Ok((false, Reasons::of(&[cr!("800.4a")])));
    }
    let outside = game.object(object).outside;
    let controlled: Vec<PlayerId> =
        game.apnap().into_iter().filter(|other| *other != player && game.decider(*other) == player).collect();
    let own = looks(played, object, player);
    if outside || controlled.is_empty() || own.as_ref().is_ok_and(|(may, _)| *may) {
        return own;
    }
    for controlled in controlled {
        let (may, rules) = looks(played, object, controlled)?;
        if may {
            return Ok((true, rules.led_by(cr!("723.4"))));
        }
    }
    own
}

/// Whether a player may look at an object's face by themselves. Who has seen it once may not look again unless a
/// rule says so: to reveal is to show for a brief time (701.20a).
fn looks(played: Played<'_>, object: ObjectId, player: PlayerId) -> Outcome<(bool, Reasons)> {
    let Played { game, view, .. } = played;
    let sight = played.sight();
    let its = game.object(object);
    let seen = its.seen_by.contains(&player);
    let allowed = |action| permitted(sight, action, Some(object), player);
    let brief = |rule| {
        // What has been shown stays revealed while something needs it.
        if seen && !game.stack().is_empty() {
            let why = "whether it is still revealed while something is on the stack";
            return Err(Halt::undecided(object, why));
        }
        Ok((false, Reasons::of(&[rule])))
    };
    let unknown = || Err(Halt::undecided(object, "what an effect lets players look at"));
    // Only its owner sees a card outside the game, or everybody if it was revealed (702.139a).
    if its.outside && its.next.is_none() {
        let rule = if its.owner == player { cr!("400.11a") } else { cr!("723.4") };
        return Ok((its.owner == player || its.is_designated(Designation::Companion), Reasons::of(&[rule])));
    }
    // A card from which an ability was activated in a hidden zone is shown while that is on the stack.
    let shown = for_its_ability(game, object)
        .filter(|_| its.zone == Zone::Library || its.zone == Zone::Hand && its.owner != player);
    if let Some(rules) = shown {
        return Ok((true, rules.into()));
    }
    match its.zone {
        Zone::Hand if its.owner == player => Ok((true, Reasons::of(&[cr!("402.3")]))),
        Zone::Hand if forecast::stays_revealed(game, object) => Ok((true, Reasons::of(&[cr!("702.57b")]))),
        Zone::Hand if keeps_revealed(sight, object) => Ok((true, Reasons::of(&[cr!("701.20a")]))),
        Zone::Hand => brief(cr!("402.3")),
        Zone::Library if game.player(its.owner).unordered.contains(&object) => brief(cr!("401.2")),
        // The top card is revealed, or may be looked at, whenever nobody is in the midst of casting, activating or playing (401.5).
        Zone::Library if game.zone(Zone::Library, its.owner).last() == Some(&object) => {
            if keeps_top_revealed(sight, its.owner) || its.owner == player && allowed(Allowed::LookAtTop)? {
                Ok((true, Reasons::of(&[cr!("401.5")])))
            } else {
                brief(cr!("401.2"))
            }
        }
        Zone::Library => brief(cr!("401.2")),
        Zone::Battlefield | Zone::Stack if !its.is_face_down() => Ok((true, Reasons::of(&[cr!("400.2")]))),
        Zone::Battlefield | Zone::Stack if view.controller(game, object) == player => {
            Ok((true, Reasons::of(&[cr!("708.5")])))
        }
        Zone::Battlefield | Zone::Stack if seen && game.ending().is_some() => {
            Ok((true, Reasons::of(&[cr!("708.9")])))
        }
        Zone::Battlefield | Zone::Stack if allowed(Allowed::LookAtFaceDown)? => unknown(),
        Zone::Battlefield | Zone::Stack => brief(cr!("708.5")),
        Zone::Graveyard => Ok((true, Reasons::of(&[cr!("404.2")]))),
        Zone::Exile => {
            let may = seen || !its.is_face_down();
            let shown = played.trace.entries().iter().rev().find(
                |entry| matches!(&entry.what, What::Changed(Change::MayLook(shown, to), _) if (*shown, *to) == (object, player)),
            );
            // What hideaway has exiled says itself who may look at it.
            let hidden = may && its.is_face_down() && hideaway::lets_look(game, object);
            let rule = if hidden { cr!("702.75a") } else { cr!("406.3") };
            if let Some(again) = exiled_anew(played, object, player).filter(|_| !may) {
                return Ok((false, again.and(rule)));
            }
            Ok((may, shown.filter(|_| seen).map_or(Reasons::of(&[rule]), |entry| entry.reasons())))
        }
        Zone::Command if hidden_agenda::is_hidden(its) => {
            Ok((seen || its.owner == player, Reasons::of(&[cr!("315.7")])))
        }
        Zone::Command => Ok((seen || !its.is_face_down(), Reasons::of(&[cr!("400.2")]))),
        Zone::Ante => Ok((true, Reasons::of(&[cr!("407.2")]))),
    }
}

/// The rules by which a player who was allowed to look at a card in exile is so no more: exiled again, it is a new object (406.7, 400.8).
fn exiled_anew(played: Played<'_>, object: ObjectId, player: PlayerId) -> Option<Reasons> {
    let game = played.game;
    let in_exile = |its: &ObjectId| game.object(*its).zone == Zone::Exile;
    let before = |its: &ObjectId| game.object(*its).previous.filter(in_exile);
    let mut earlier = std::iter::successors(before(&object), before);
    let was_allowed = earlier.any(|its| game.object(its).seen_by.contains(&player));
    let is_it =
        |entry: &&Entry| matches!(&entry.what, What::Changed(Change::Move(it), _) if it.new == object);
    let step = played.trace.entries().iter().rev().find(is_it).map(|entry| entry.id);
    let anew = [cr!("406.7"), cr!("400.8")].map(|rule| Reason { rule, step });
    was_allowed.then(|| anew.into_iter().fold(Reasons::NONE, Reasons::and))
}

/// How an effect lets players look at a card in a hidden zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Its owner plays with their hand revealed.
    Hand,
    /// Its owner plays with the top card of their library revealed.
    Top,
    /// Its owner may look at the top card of their library.
    OwnTop,
}

/// The object by whose effect a player may look at a card in a hand or on top of a library, with the rule of that.
///
/// # Errors
/// If a permission asks for what can't be told.
pub(crate) fn lets_look(
    played: Played<'_>,
    object: ObjectId,
    player: PlayerId,
) -> Outcome<Option<(RuleId, ObjectId, Shown)>> {
    let (game, sight) = (played.game, played.sight());
    let its = game.object(object);
    let on_top = its.zone == Zone::Library && game.zone(Zone::Library, its.owner).last() == Some(&object);
    if !may_look(played, object, player)?.0 {
        return Ok(None);
    }
    if its.zone == Zone::Hand && its.owner != player {
        return Ok(revealed_by(sight, object).map(|by| (cr!("701.20a"), by, Shown::Hand)));
    }
    if !on_top || for_its_ability(game, object).is_some() {
        return Ok(None);
    }
    if let Some(by) = top_revealed_by(sight, its.owner) {
        return Ok(Some((cr!("401.5"), by, Shown::Top)));
    }
    let by = permitted_by(sight, &[Allowed::LookAtTop], object, its.owner)?;
    Ok(by.filter(|_| its.owner == player).map(|(by, _)| (cr!("401.5"), by, Shown::OwnTop)))
}

/// The rule by which not everybody may know what a card is where it is: it lies face down in exile (406.3), or in a hidden zone (400.2).
pub(crate) fn hidden(its: &Object) -> RuleId {
    if its.zone == Zone::Exile { cr!("406.3") } else { cr!("400.2") }
}
