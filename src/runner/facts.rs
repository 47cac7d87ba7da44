//! What can hold of an object.

use crate::engine::View;
use crate::game::{Change, Characteristics, Ending, Game, Nature, Object, ObjectId, PlayerId, Step};
use crate::ir::{CardType, CounterKind, Layout, Subtype, Supertype, Zone};
use crate::rules::{Rules, cr};
use crate::scenario::script::{Fact, FactKind, Reference};
use crate::trace::names;

use super::claims::{Judged, last_move_of};
use super::layers;
use super::stage::{Stage, Staged};

mod before_the_game;
mod being;
mod bonds;
mod deciding;
mod exiled;
mod fighting;
mod keyword;
mod looking;
mod marks;
mod ordering;
mod whereabouts;

pub(super) use deciding::created;
use deciding::{
    entered_tapped, entered_with, kept_tapped, notes_about, of_damage, rules_about, status_of_a_copy, stayed,
    turned, was_chosen,
};
pub(super) use looking::may_look;
pub(super) use ordering::look_into_graveyards;
pub(super) use whereabouts::is_in;

/// Whether a fact holds of an object.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &Fact) -> Staged<Judged> {
    let mut judged = kind(stage, object, &fact.kind)?;
    // Cards that are no permanents are neither tapped nor untapped (110.5d).
    let status = matches!(fact.kind, FactKind::Tapped);
    if status && !stage.play.game.object(object).on_battlefield() {
        let sentence = "is no permanent, so it is neither tapped nor untapped".to_owned();
        return Ok(Judged { holds: false, sentence, rules: Rules::of(&[cr!("110.5d")]) });
    }
    if fact.negated {
        judged.holds = !judged.holds;
    }
    // It holds or not all the same, but what the card is may not be told.
    if is_of_face(&fact.kind) && is_hidden(stage, object) {
        judged.sentence = "is nothing more that may be known".to_owned();
        let exiled = stage.play.game.object(object).zone == Zone::Exile;
        judged.rules = judged.rules.led_by(if exiled { cr!("406.3") } else { cr!("400.2") });
    }
    Ok(judged)
}

/// Whether the one for whom sentences are made may not know what is printed on it. What lies face down on the battlefield or the
/// stack is for all to see as what it is there (708.2).
fn is_hidden(stage: &Stage<'_, '_>, object: ObjectId) -> bool {
    let game = &stage.play.game;
    let open = matches!(game.object(object).zone, Zone::Battlefield | Zone::Stack);
    !open && !stage.answers.table().sees(game, object)
}

/// Whether it is a fact about what is printed on a card.
const fn is_of_face(kind: &FactKind) -> bool {
    matches!(
        kind,
        FactKind::PowerToughness(..)
            | FactKind::Power(..)
            | FactKind::Toughness(..)
            | FactKind::Loyalty(..)
            | FactKind::Defense(..)
            | FactKind::ManaValue(..)
            | FactKind::Type(..)
            | FactKind::Color(..)
            | FactKind::Colorless
            | FactKind::ColorIdentity(..)
            | FactKind::Named(..)
            | FactKind::Keyword(..)
            | FactKind::NoAbilities
            | FactKind::ToxicValue(..)
            | FactKind::AbilityFrom(..)
            | FactKind::CopyOf(..)
    )
}

/// What was found out, in a sentence.
const fn say(holds: bool, sentence: String, rules: Rules) -> Judged {
    Judged { holds, sentence, rules }
}

/// What was found out, in one of two sentences.
fn on(holds: bool, yes: &str, no: &str, rules: Rules) -> Judged {
    say(holds, (if holds { yes } else { no }).to_owned(), rules)
}

fn kind(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let view = stage.view()?;
    // The trace is looked through only for facts that rest on a move.
    let moves = || last_move_of(stage, object);
    let table = stage.answers.table();
    let its = stage.play.game.shared(object);
    let game = &stage.play.game;
    Ok(match fact {
        FactKind::Zone { zone, whose } => whereabouts::zone(stage, object, *zone, whose.as_ref())?,
        FactKind::Position { zone, whose, place, from } => {
            whereabouts::position(stage, object, (*zone, whose.as_ref()), (*from, *place))?
        }
        FactKind::PhasedOut => {
            let rules = rules_about(stage, object, |change| {
                matches!(change, Change::PhaseOut { .. } | Change::PhaseIn(_))
            });
            let out = its.phased_out.is_some();
            let kept = notes_about(stage, object, |note| matches!(note, crate::trace::Note::NotPhasedIn(_)));
            let rules = kept.iter().fold(rules, Rules::and);
            let rules = if out { rules.led_by(cr!("702.26b")) } else { rules };
            on(out, "is phased out", "is phased in", rules)
        }
        FactKind::LeftTheGame => {
            say(game.has_left(object), whereabouts::place(stage, &view, object), moves())
        }
        FactKind::CeasedToExist => say(its.has_ceased(), whereabouts::place(stage, &view, object), moves()),
        FactKind::NewObject => whereabouts::is_new(stage, object),
        FactKind::Moved => on(its.previous.is_some(), "has moved", "has not moved", moves()),
        FactKind::FaceDown => {
            // Exiled cards are face up unless something says otherwise.
            let exiled = its.exists && its.zone == Zone::Exile;
            let rules = if exiled { Rules::of(&[cr!("406.3")]) } else { turned(stage, object) };
            let rules = status_of_a_copy(game, object).iter().fold(rules, Rules::and);
            on(its.is_face_down(), "is face down", "is face up", rules)
        }
        FactKind::MayLook(player) => {
            let player = table.player_at(player)?;
            let (may, rules) = may_look(stage, object, player)?;
            let table = stage.answers.table();
            let name = table.name_of(player);
            let verb = if may { "may look" } else { "may not look" };
            say(may, format!("is a card {name} {verb} at"), rules)
        }
        FactKind::ControlledBy(player) => {
            let player = table.player_at(player)?;
            match controller(game, &view, object) {
                Some(controller) => {
                    let sentence = format!("is controlled by {}", table.name_of(controller));
                    let rules = layers::control(stage, object)?;
                    let rules = if its.zone == Zone::Command { command_control(&its) } else { rules };
                    say(controller == player, sentence, rules)
                }
                None if its.phased_out.is_some() => {
                    say(false, "is phased out".to_owned(), Rules::of(&[cr!("702.26b")]))
                }
                None => say(false, "is controlled by nobody".to_owned(), Rules::of(&[cr!("109.4")])),
            }
        }
        FactKind::OwnedBy(player) => {
            let player = table.player_at(player)?;
            let sentence = format!("is owned by {}", table.name_of(its.owner));
            // No card represents a copy: who put it there owns it.
            let rule = match its.nature {
                Nature::Copy if its.zone == Zone::Exile => cr!("112.2a"),
                Nature::Copy => cr!("112.2"),
                Nature::Token => cr!("111.2"),
                _ => cr!("108.3"),
            };
            say(its.owner == player, sentence, Rules::of(&[rule]))
        }
        FactKind::Tapped => {
            let rules = rules_about(stage, object, |change| matches!(change, Change::Tap(..)));
            let rules = if rules.is_empty() && its.tapped { entered_tapped(stage, object) } else { rules };
            let rules =
                if its.tapped && kept_tapped(stage, object) { rules.led_by(cr!("502.3")) } else { rules };
            on(its.on_battlefield() && its.tapped, "is tapped", "is untapped", rules)
        }
        FactKind::Attacking(defender) => fighting::attacking(stage, object, defender.as_ref())?,
        FactKind::Blocking(attacker) => {
            let wanted = optional(stage, attacker.as_ref())?;
            fighting::blocking(stage, object, wanted)?
        }
        FactKind::Blocked => fighting::blocked(stage, object, true),
        FactKind::Unblocked => fighting::blocked(stage, object, false),
        FactKind::Counters(count, kind) => {
            let parsed = CounterKind::parse(&kind.text);
            let actual = parsed.map_or(0, |kind| its.counters_of(kind));
            let rules = rules_about(stage, object, |change| matches!(change, Change::Counters(..)));
            let with = if rules.is_empty() && actual > 0 {
                parsed.map(|kind| entered_with(stage, object, kind))
            } else if rules.is_empty() {
                deciding::got_no_counters(stage, object)
            } else {
                None
            };
            let rules = with.unwrap_or(rules);
            let plural = if actual == 1 { "" } else { "s" };
            say(actual == *count, format!("has {actual} {} counter{plural}", kind.text), rules)
        }
        FactKind::Damage(amount) => {
            let rules = of_damage(stage, object);
            say(its.damage == *amount, format!("has {} damage", its.damage), rules)
        }
        FactKind::ProtectedBy(player) => {
            let player = table.player_at(player)?;
            let sentence = match its.protector() {
                Some(protector) => format!("is protected by {}", table.name_of(protector)),
                None => "has no protector".to_owned(),
            };
            let rules = rules_about(stage, object, |change| matches!(change, Change::Designate(..)));
            say(its.protector() == Some(player), sentence, rules)
        }
        FactKind::Marked(mark) => marks::judge(stage, object, *mark)?,
        FactKind::ColorIdentity(_) | FactKind::Commander => before_the_game::judge(stage, object, fact)?,
        FactKind::Token => {
            let rules = if its.merged.is_some() { Rules::of(&[cr!("730.2d")]) } else { Rules::NONE };
            let rules = if rules.is_empty() { created(stage, object) } else { rules };
            on(its.is_token(), "is a token", "is no token", rules)
        }
        FactKind::Keyword(text) => keyword::judge(stage, object, &text.text)?,
        FactKind::Countered => whereabouts::left_the_stack(stage, object, true),
        FactKind::Resolved => whereabouts::left_the_stack(stage, object, false),
        FactKind::Transformed => {
            let double =
                its.definition.as_ref().is_some_and(|definition| definition.layout == Layout::Transform);
            let rules = rules_about(stage, object, |change| matches!(change, Change::Transform(_)));
            let rules = if rules.is_empty() { stayed(stage, object) } else { rules };
            on(double && its.face > 0, "is transformed", "is not transformed", rules)
        }
        FactKind::Imprinted(None) => {
            let linked = game.links().iter().any(|link| link.object == object && bonds::imprints(link));
            on(linked, "is imprinted", "is not imprinted", Rules::of(&[cr!("607.2a")]))
        }
        FactKind::Haunting(what) => exiled::haunting(stage, object, what.as_ref())?,
        FactKind::Suspended(count) => exiled::suspended(stage, object, *count)?,
        FactKind::InPile(_) | FactKind::InPileOf(_) => exiled::in_pile(stage, object, fact)?,
        FactKind::Foretold => {
            let is = its.exists && its.foretold().is_some();
            on(is, "is foretold", "is not foretold", Rules::of(&[cr!("702.143c")]))
        }
        FactKind::Plotted => {
            let is = its.exists && its.plotted().is_some();
            on(is, "is plotted", "is not plotted", Rules::of(&[cr!("702.170a")]))
        }
        FactKind::Imprinted(Some(on)) => bonds::imprinted_on(stage, object, on)?,
        FactKind::Haunted(by) => exiled::haunted(stage, object, by.as_ref())?,
        FactKind::Attached(to) => bonds::attached(stage, object, to.as_ref())?,
        FactKind::Encoded(on) => bonds::encoded(stage, object, on.as_ref())?,
        FactKind::ExiledBy(by) => bonds::exiled_by(stage, object, by)?,
        FactKind::PowerToughness(..)
        | FactKind::Power(..)
        | FactKind::Toughness(..)
        | FactKind::Loyalty(..)
        | FactKind::Defense(..)
        | FactKind::Level(..)
        | FactKind::ManaValue(..)
        | FactKind::Type(..)
        | FactKind::Color(..)
        | FactKind::Colorless
        | FactKind::Named(..)
        | FactKind::NoAbilities
        | FactKind::ToxicValue(..)
        | FactKind::AbilityFrom(..)
        | FactKind::CopyOf(..) => being::judge(stage, object, fact)?,
    })
}

/// Who controls an object; nobody controls what is neither on the stack nor on the battlefield (109.4).
pub(super) fn controller(game: &Game, view: &View, object: ObjectId) -> Option<PlayerId> {
    let its = game.object(object);
    // A face-up plane, phenomenon, vanguard, scheme or conspiracy has a controller as well (109.4d-g).
    let in_command =
        its.zone == Zone::Command && !its.is_face_down() && its.base.types.stays_in_command_zone();
    let controlled = its.exists && (matches!(its.zone, Zone::Battlefield | Zone::Stack) || in_command);
    controlled.then(|| view.controller(game, object))
}

/// The rule by which a face-up card of a casual variant in the command zone has its controller.
fn command_control(its: &Object) -> Rules {
    let is = |card_type| its.base.is(card_type);
    Rules::of(&[match () {
        () if is(CardType::Plane) || is(CardType::Phenomenon) => cr!("901.6"),
        () if is(CardType::Vanguard) => cr!("902.6"),
        () if is(CardType::Scheme) => cr!("904.7"),
        () => cr!("109.4"),
    }])
}

fn optional(stage: &mut Stage<'_, '_>, reference: Option<&Reference>) -> Staged<Option<ObjectId>> {
    match reference {
        Some(reference) => stage.object(reference).map(Some),
        None => Ok(None),
    }
}

/// Whether a word is a card type, supertype or subtype of the object.
pub(super) fn is_type(characteristics: &Characteristics, word: &str) -> bool {
    CardType::from_word(word).is_some_and(|card_type| characteristics.is(card_type))
        || Supertype::from_word(word).is_some_and(|supertype| characteristics.has_supertype(supertype))
        || Subtype::from_word(word).is_some_and(|subtype| characteristics.has_subtype(subtype))
}

/// How the game has ended, in words.
pub(super) fn ending(stage: &Stage<'_, '_>, ending: Option<Ending>) -> String {
    match ending {
        Some(Ending::Draw) => "the game is a draw".to_owned(),
        Some(Ending::Won(player)) => {
            let (table, winners) = (stage.answers.table(), stage.play.game.winners_with(player));
            let winners: Vec<&str> = winners.iter().map(|winner| table.name_of(*winner)).collect();
            let verb = if winners.len() > 1 { "have" } else { "has" };
            format!("{} {verb} won the game", winners.join(" and "))
        }
        None => "the game goes on".to_owned(),
    }
}

/// A step's name.
pub(super) const fn step_name(step: Step) -> &'static str {
    match step {
        // Said of a step by itself, it is not plain that another one follows.
        Step::FirstStrikeDamage => "first of two combat damage steps",
        other => names::step(other),
    }
}
