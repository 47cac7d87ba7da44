//! What can hold of an object.

use crate::game::{Ending, Game, ObjectId, PlayerId, Step};
use crate::ir::{Change, Color, CounterKind, Zone};
use crate::rules::cr;
use crate::scenario::script::{Claim, Fact, FactKind, LineKind, Reference, ScriptLine};
use crate::scenario::vocabulary::Zone as WrittenZone;
use crate::trace::{Reasons, names};
use crate::why::control::control;
use crate::why::found::{self, Found};
use crate::why::layers::{self, Size};
use crate::why::looking::{Shown, hidden, lets_look, may_look};
use crate::why::printed::{self, TypePart, gives_type};
use crate::why::standing::Standing;
use crate::why::status;
use crate::why::{bonds as why_bonds, characteristics, devotion, keywords, switched_off, unmet, unmoved};

use super::claims::{Judged, naming};
use super::stage::{Stage, Staged};

mod before_the_game;
mod being;
mod bonds;
mod exiled;
mod fighting;
mod marks;
mod state;
mod whereabouts;

pub(super) use being::{colors_in_words, types_in_words};
pub(super) use whereabouts::is_in;

/// Whether a fact holds of an object.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &Fact) -> Staged<Judged> {
    let mut judged = kind(stage, object, &fact.kind)?;
    // Cards that are no permanents are neither tapped nor untapped (110.5d).
    if matches!(fact.kind, FactKind::Tapped) && !stage.play.game.object(object).on_battlefield() {
        return Ok(judged);
    }
    if fact.negated {
        judged.holds = !judged.holds;
    }
    // It holds or not all the same, but what the card is may not be told.
    if is_of_face(&fact.kind) && is_hidden(stage, object) {
        judged.sentence = "is nothing more that may be known".to_owned();
        judged.rules = judged.rules.led_by(hidden(stage.play.game.object(object)));
    }
    Ok(judged)
}

/// By what it stands as it is, if nothing has changed what a fact speaks of; none where it is never asked without a rule.
pub(super) const fn standing(object: ObjectId, kind: &FactKind) -> Option<Standing> {
    Some(match kind {
        FactKind::Zone { .. } | FactKind::Moved | FactKind::CeasedToExist | FactKind::LeftTheGame => {
            Standing::Place(object)
        }
        FactKind::Position { .. } => Standing::Order,
        FactKind::Countered | FactKind::Resolved => Standing::Resolution,
        FactKind::ControlledBy(_) => Standing::Control,
        FactKind::Tapped | FactKind::FaceDown | FactKind::PhasedOut => Standing::Status(object),
        FactKind::Counters(count, _) => Standing::Counters(*count > 0),
        FactKind::NoCounters => Standing::Counters(false),
        FactKind::Damage(_) => Standing::Damage,
        FactKind::Attached(_) => Standing::Attachment(object),
        FactKind::Transformed => Standing::Face,
        FactKind::Attacking(_) => Standing::Attack,
        FactKind::Blocking(_) => Standing::Block,
        FactKind::Blocked | FactKind::Unblocked => Standing::Blocked,
        FactKind::Token => Standing::Token,
        FactKind::ExiledBy(_) => Standing::Exiled,
        FactKind::Encoded(_) => Standing::Encoded,
        FactKind::NewObject => Standing::Identity,
        FactKind::Level(_) => Standing::Level,
        kind if is_of_face(kind) => Standing::Characteristic,
        _ => return None,
    })
}

/// What is found in the position by which a fact is so, with the deciding rule, where no step tells of it.
pub(super) fn found(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &Fact) -> Staged<Option<Found>> {
    let kept = if fact.negated { WrittenZone::Graveyard } else { WrittenZone::Battlefield };
    match &fact.kind {
        FactKind::Zone { zone, .. } => stage.why(|played| {
            if *zone == kept
                && let Some(found) = switched_off::legend_rule(played, object)?
            {
                return Ok(Some(found));
            }
            let survived = found::survival(played, object).filter(|_| *zone == kept);
            Ok(survived.or_else(|| unmoved::unmoved(played, object)))
        }),
        FactKind::Counters(_, kind) => {
            let kind = CounterKind::parse(&kind.text);
            let Some(kind) = kind else { return Ok(None) };
            stage.why(|played| match found::no_counters(played, object, Some(kind))? {
                None => match switched_off::limit_of_counters(played, object, kind)? {
                    None => Ok(unmoved::same_counters(played, object, kind)),
                    limit => Ok(limit),
                },
                none => Ok(none),
            })
        }
        FactKind::Damage(0) => stage.why(|played| {
            let unmarked = found::unmarked(played, object);
            Ok(unmarked.or_else(|| unmoved::undamaged(played, object)))
        }),
        FactKind::Attached(_) if !fact.negated => stage.why(|played| found::stays_attached(played, object)),
        FactKind::Attached(_) => stage.why(|played| Ok(unmoved::never_attached(played, object))),
        FactKind::Type(text) => {
            let Some(part) = TypePart::from_word(&text.text) else { return Ok(None) };
            if let Some(found) = by_devotion(stage, object, part)? {
                return Ok(Some(found));
            }
            stage.why(|played| match characteristics::of_type(played, object, part)? {
                (false, rules) if says_nothing(rules) => {
                    let gives = |change: &Change| gives_type(change, part);
                    unmet::not_given(played, object, (&gives, &makes_it(part, &text.text)))
                }
                _ => Ok(None),
            })
        }
        FactKind::PowerToughness(..) => unresized(stage, object, Size::Both),
        FactKind::Power(_) => unresized(stage, object, Size::Power),
        FactKind::Toughness(_) => unresized(stage, object, Size::Toughness),
        FactKind::Color(text) => {
            let Some(color) = Color::from_word(&text.text) else { return Ok(None) };
            stage.why(|played| match characteristics::of_color(played, object, Some(color))? {
                (false, rules) if is_of_print(rules) => {
                    let gives = |change: &Change| gives_color(change, color);
                    unmet::not_given(played, object, (&gives, &format!("makes it {}", color.word())))
                }
                _ => Ok(None),
            })
        }
        FactKind::Keyword(text) => {
            let Some(wanted) = being::keyword_wanted(&text.text) else { return Ok(None) };
            stage.why(|played| match keywords::has(played, object, &wanted)? {
                (false, rules) if says_nothing(rules) => {
                    let stays = keywords::left_with_the_spell(played, object, &wanted);
                    if rules.is_empty() && stays.is_some() {
                        return Ok(stays);
                    }
                    let gives = |change: &Change| wanted.is_given_by_change(change);
                    let does = format!("gives it {}", text.text);
                    let given = unmet::not_given(played, object, (&gives, &does))?;
                    let none = format!("it does not have {} by itself, and nothing {does}", text.text);
                    Ok(given.or_else(|| rules.is_empty().then(|| (cr!("613.1"), none))))
                }
                _ => Ok(None),
            })
        }
        FactKind::Tapped if fact.negated => stage.why(|played| match status::tapped(played, object) {
            (Some(false), rules) if rules.is_empty() => Ok(unmet::untapped(played, object)),
            (Some(false), rules) if rules.first().is_some_and(|first| first.rule == cr!("614.12")) => {
                unmet::tapping_taken_there(played, object)
            }
            _ => Ok(None),
        }),
        FactKind::Imprinted(onto) if fact.negated => {
            let onto = onto.as_ref().map(|onto| naming::ever(stage, onto)).transpose()?;
            stage.why(|played| Ok(why_bonds::not_imprinted(played, object, onto)))
        }
        FactKind::Marked(mark) => marks::found(stage, object, *mark),
        FactKind::NoCounters => stage.why(|played| found::no_counters(played, object, None)),
        FactKind::MayLook(player) if !fact.negated => {
            let player = stage.player(player)?;
            shown(stage, object, player)
        }
        _ => Ok(None),
    }
}

/// That a permanent is a creature or not by how great its controller's devotion is.
fn by_devotion(stage: &mut Stage<'_, '_>, object: ObjectId, part: TypePart) -> Staged<Option<Found>> {
    let devoted = stage.why(|played| {
        // What has set its types says more.
        let (holds, rules) = characteristics::of_type(played, object, part)?;
        let counts = rules.contains(cr!("700.5"));
        Ok(if counts { devotion::of_type(played, object, part)?.map(|its| (holds, its)) } else { None })
    })?;
    let Some((holds, its)) = devoted else { return Ok(None) };
    let table = stage.answers.table();
    let name = table.name_of(its.player);
    let as_long_as = its.as_long_as.replace("your ", &format!("{name}'s "));
    let only = if holds { "only " } else { "" };
    let words = format!(
        "its own ability makes it no creature {only}as long as {as_long_as}, and that is {}",
        its.devotion
    );
    Ok(Some((cr!("700.5"), words)))
}

/// By which effect a player may look at a card in a hidden zone.
pub(super) fn shown(stage: &mut Stage<'_, '_>, object: ObjectId, player: PlayerId) -> Staged<Option<Found>> {
    let Some((rule, by, how)) = stage.why(|played| lets_look(played, object, player))? else {
        return Ok(None);
    };
    let table = stage.answers.table();
    let owner = table.name_of(stage.play.game.object(object).owner);
    let says = match how {
        Shown::Hand => format!("{owner} plays with their hand revealed"),
        Shown::Top => format!("{owner} plays with the top card of their library revealed"),
        Shown::OwnTop => format!("{owner} may look at the top card of their library"),
    };
    Ok(Some((rule, format!("of {}: {says}", table.told(&stage.play.game, by)))))
}

/// Whether a change by a continuous effect has a say in a fact about an object, as far as the fact is one of several of a layer.
pub(super) fn bears(kind: &FactKind, change: &Change) -> bool {
    match kind {
        FactKind::Type(text) => {
            TypePart::from_word(&text.text).is_none_or(|part| printed::bears_on_type(change, part))
        }
        FactKind::Keyword(text) => {
            being::keyword_wanted(&text.text).is_none_or(|wanted| wanted.bears(change))
        }
        _ => true,
    }
}

/// What an effect does that gives something a type: `makes it a Bird`, `makes it legendary`.
fn makes_it(part: TypePart, word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    match part {
        TypePart::Super(_) => format!("makes it {word}"),
        TypePart::Card(_) | TypePart::Sub(_) if vowel => format!("makes it an {word}"),
        TypePart::Card(_) | TypePart::Sub(_) => format!("makes it a {word}"),
    }
}

/// Whether the reasons why an object has not something say no more than that it is a copy, to which effects apply as to anything.
fn says_nothing(rules: Reasons) -> bool {
    rules.iter().all(|reason| reason.rule == cr!("707.2"))
}

/// Why static abilities have no say in the size of an object that is as printed, if one could have.
fn unresized(stage: &mut Stage<'_, '_>, object: ObjectId, size: Size) -> Staged<Option<Found>> {
    stage.why(|played| {
        let rules = layers::power_and_toughness(played, object, size)?;
        if !is_of_print(rules) {
            return Ok(None);
        }
        match found::connived_for_nothing(played, object) {
            None => unmet::not_resized(played, object, size),
            connived => Ok(connived),
        }
    })
}

/// Whether reasons say only that what is printed counts, or what an object is a copy of.
fn is_of_print(reasons: Reasons) -> bool {
    let of_print =
        [cr!("105.2"), cr!("202.2"), cr!("202.2a"), cr!("202.2b"), cr!("202.2e"), cr!("208.1"), cr!("707.2")];
    reasons.iter().all(|reason| reason.step.is_none() && of_print.contains(&reason.rule))
}

/// Whether a change gives a color.
fn gives_color(change: &Change, color: Color) -> bool {
    matches!(change, Change::AddColors(colors) | Change::SetColors(colors) if colors.contains(&color))
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
const fn say(holds: bool, sentence: String, rules: Reasons) -> Judged {
    Judged { holds, sentence, rules }
}

/// What was found out, in one of two sentences.
fn on(holds: bool, yes: &str, no: &str, rules: Reasons) -> Judged {
    say(holds, (if holds { yes } else { no }).to_owned(), rules)
}

fn kind(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let its = stage.play.game.shared(object);
    Ok(match fact {
        FactKind::Zone { .. }
        | FactKind::Position { .. }
        | FactKind::LeftTheGame
        | FactKind::CeasedToExist
        | FactKind::NewObject
        | FactKind::Moved
        | FactKind::Countered
        | FactKind::Resolved => whereabouts::judge(stage, object, fact)?,
        FactKind::MayLook(player) => {
            let player = stage.player(player)?;
            let (may, rules) = stage.why(|played| may_look(played, object, player))?;
            let table = stage.answers.table();
            let name = table.name_of(player);
            let verb = if may { "may look" } else { "may not look" };
            say(may, format!("is a card {name} {verb} at"), rules)
        }
        FactKind::ControlledBy(player) => {
            let player = stage.player(player)?;
            let (controller, rules) = stage.why(|played| control(played, object))?;
            let table = stage.answers.table();
            let by = match controller {
                Some(controller) => format!("is controlled by {}", table.name_of(controller)),
                None if its.phased_out.is_some() => "is phased out".to_owned(),
                None => "is controlled by nobody".to_owned(),
            };
            say(controller == Some(player), by, rules)
        }
        FactKind::OwnedBy(player) => {
            let player = stage.player(player)?;
            let sentence = format!("is owned by {}", stage.answers.table().name_of(its.owner));
            say(its.owner == player, sentence, status::owned(&its))
        }
        FactKind::Attacking(_) | FactKind::Blocking(_) | FactKind::Blocked | FactKind::Unblocked => {
            fighting::judge(stage, object, fact)?
        }
        FactKind::PhasedOut
        | FactKind::FaceDown
        | FactKind::Tapped
        | FactKind::Counters(..)
        | FactKind::NoCounters
        | FactKind::Damage(_)
        | FactKind::ProtectedBy(_)
        | FactKind::Commander
        | FactKind::Token
        | FactKind::Transformed => state::judge(stage, object, fact)?,
        FactKind::Marked(mark) => marks::judge(stage, object, *mark)?,
        FactKind::ColorIdentity(wanted) => before_the_game::color_identity(stage, object, wanted)?,
        FactKind::Haunting(_)
        | FactKind::Haunted(_)
        | FactKind::Suspended(_)
        | FactKind::InPile(_)
        | FactKind::InPileOf(_)
        | FactKind::Foretold
        | FactKind::Plotted => exiled::judge(stage, object, fact)?,
        FactKind::Imprinted(_) | FactKind::Attached(_) | FactKind::Encoded(_) | FactKind::ExiledBy(_) => {
            bonds::judge(stage, object, fact)?
        }
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
        | FactKind::Keyword(..)
        | FactKind::NoAbilities
        | FactKind::ToxicValue(..)
        | FactKind::AbilityFrom(..)
        | FactKind::CopyOf(..) => being::judge(stage, object, fact)?,
    })
}

fn optional(stage: &mut Stage<'_, '_>, reference: Option<&Reference>) -> Staged<Option<ObjectId>> {
    match reference {
        Some(reference) => naming::now(stage, reference).map(Some),
        None => Ok(None),
    }
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

/// The name of the step that a game is in.
pub(super) fn step_name(game: &Game) -> &'static str {
    match game.turn().step {
        // Said of a step by itself, it is not plain that another one follows.
        Step::FirstStrikeDamage => "first of two combat damage steps",
        _ => names::step_of(game),
    }
}

/// Whether a script looks at the place of anything in a graveyard.
pub(super) fn look_into_graveyards(script: &[ScriptLine]) -> bool {
    let of_order = |claim: &Claim| match claim {
        Claim::Object { facts, .. } => facts
            .iter()
            .any(|fact| matches!(fact.value.kind, FactKind::Position { zone: WrittenZone::Graveyard, .. })),
        _ => false,
    };
    script.iter().any(|line| {
        matches!(&line.kind, LineKind::Expect(expectation) if of_order(&expectation.claim))
            || look_into_graveyards(&line.children)
    })
}
