//! Claims about how many objects there are.

use crate::board::zone_of;
use crate::engine::Halt;
use crate::engine::additional::preparation_cards::preparer;
use crate::game::{Characteristics, Object, ObjectId, PlayerId};
use crate::ir::instruction::bare_token_name;
use crate::ir::{Subtype, Zone};
use crate::rules::{RuleId, cr};
use crate::runner::facts;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::ast::{Spanned, Text};
use crate::scenario::script::{Claim, Counted, Fact, FactKind, PlayerFact};
use crate::scenario::vocabulary::Zone as WrittenZone;
use crate::trace::Reasons;
use crate::trace::layers::Influence;
use crate::why::brought::{
    common_move, last_change_among, last_change_of, last_copy_instead, last_exile_of, more_than_a_hand,
};
use crate::why::control::{self, controller};
use crate::why::exile::last_change_in_exile;
use crate::why::found::Found;
use crate::why::printed::TypePart;
use crate::why::standing::{Standing, says_more};
use crate::why::steps::coming;
use crate::why::uncreated::{Uncreated, uncreated};
use crate::why::undone::of_hand;
use crate::why::unmoved;

use crate::why::{Played, applied_first, layers};

use super::Judged;

/// More names than these don't help where objects are counted.
const MOST_LISTED: usize = 8;

pub(super) fn count_objects(
    stage: &mut Stage<'_, '_>,
    count: u32,
    what: &Counted,
    facts: &[Spanned<Fact>],
) -> Staged<Judged> {
    let (objects, rules) = counted(stage, what, facts)?;
    let common = stage.why(|played| Ok(common_move(played, &objects)))?;
    let may_be_later = rules.is_empty() && (common.is_empty() || of_battlefield(facts));
    let last = if may_be_later { since(stage, what, facts, objects.is_empty())? } else { Reasons::NONE };
    // Where others of the permanents left after these came, that decides how many there are.
    let of_number = if common.is_empty() || is_later(stage, last, common) { last } else { common };
    let of_number = stage.why(|played| Ok(applied_first::of_amount(played, of_number)))?;
    let of_number = match of_control(facts) {
        true => stage.why(|played| Ok(taken_each(played, &objects)))?.joined(of_number),
        false => of_number,
    };
    let of_number = match hand_counted(what, facts) {
        Some(whose) => {
            let player = stage.answers.table().player_at(whose)?;
            stage.why(|played| Ok(of_hand(played, player, of_number)))?
        }
        None => of_number,
    };
    let several = stage.why(|played| Ok(of_copy(played, &objects)))?;
    let rules = several.joined(of_number).iter().fold(rules, Reasons::and);
    let game = &stage.play.game;
    let table = stage.answers.table();
    let (noun, plural) = match what {
        Counted::Cards => ("card".to_owned(), "s"),
        Counted::Permanents => ("permanent".to_owned(), "s"),
        Counted::Tokens => ("token".to_owned(), "s"),
        Counted::Type(text) => (text.text.clone(), "s"),
        Counted::TokensNamed(text) => (format!("{} token", text.text), "s"),
        // How the name of a card would stand for several nobody can know.
        Counted::Named(text) => (text.text.clone(), ""),
        Counted::Subtypes(text) => (text.text.clone(), "s"),
    };
    let named = matches!(what, Counted::Named(_) | Counted::TokensNamed(_));
    let noun = format!("{}{noun}", state(facts));
    let told = |object: &ObjectId| table.told(game, *object);
    let listed = if named { Vec::new() } else { objects.iter().take(MOST_LISTED).map(told).collect() };
    let sentence = count_in_words(&noun, plural, &places(facts), objects.len(), &listed);
    let in_hand = facts.iter().any(|fact| {
        !fact.value.negated && matches!(fact.value.kind, FactKind::Zone { zone: WrittenZone::Hand, .. })
    });
    let many = in_hand && matches!(what, Counted::Cards);
    let many = if many { more_than_a_hand(game, &objects) } else { None };
    let rules = many.into_iter().fold(rules, Reasons::and);
    // A library that isn't written holds more cards than are known, nobody knows how many.
    let can_be_there = !matches!(what, Counted::Permanents | Counted::Tokens | Counted::TokensNamed(_));
    if can_be_there && in_unwritten_library(stage, facts)? {
        // Of all cards there are certainly more, but not of those of a kind.
        let all = matches!(what, Counted::Cards) && facts.len() == 1;
        if count as usize > objects.len() || !all && count as usize == objects.len() {
            return Err(unwritten(stage));
        }
        let sentence = format!("there are more than {count} {noun}{plural}{}", places(facts));
        return Ok(Judged { holds: false, sentence, rules: Reasons::NONE });
    }
    // Nobody knows of more cards outside the game than are written, where it is not said that these are all.
    if can_be_there && in_unknown_outside(stage, facts)? && count as usize >= objects.len() {
        let why = "nobody says whether those are all the cards outside the game";
        return Err(Stop::Halt(Halt::undecided(None, why), stage.span));
    }
    let rules = match uncreated_of(stage, what, objects.is_empty() && rules.is_empty())? {
        Some(uncreated) => rules.joined(uncreated.rules),
        None => rules,
    };
    // A copy of a prepare spell is there for each prepared permanent.
    let prepares = |object: &ObjectId| preparer(&stage.play.game, *object).is_some();
    let of_copies = rules.is_empty() && !objects.is_empty() && objects.iter().all(prepares);
    let rules = if of_copies { Reasons::of(&[cr!("722.3c")]) } else { rules };
    let rules = standing(what, facts).map_or(rules, |standing| standing.behind(&stage.play.game, rules));
    Ok(Judged { holds: objects.len() == count as usize, sentence, rules })
}

/// The player whose hand it is of which all cards are counted.
fn hand_counted<'a>(what: &Counted, facts: &'a [Spanned<Fact>]) -> Option<&'a Text> {
    let [fact] = facts else { return None };
    match &fact.value {
        Fact { negated: false, kind: FactKind::Zone { zone: WrittenZone::Hand, whose } } => {
            whose.as_ref().filter(|_| matches!(what, Counted::Cards))
        }
        _ => None,
    }
}

/// By which rules there are so many cards in a zone of a player's.
pub(super) fn in_zone(stage: &mut Stage<'_, '_>, zone: Zone, player: PlayerId) -> Staged<Reasons> {
    stage.why(|played| {
        let last = last_change_of(played, zone, player);
        Ok(if zone == Zone::Hand { of_hand(played, player, last) } else { last })
    })
}

/// The ability that would have created one of the tokens that are counted, and has not triggered, where nothing else says why there is none.
fn uncreated_of(stage: &mut Stage<'_, '_>, what: &Counted, nothing_else: bool) -> Staged<Option<Uncreated>> {
    let text = match what {
        Counted::TokensNamed(text) if nothing_else => text,
        _ => return Ok(None),
    };
    let is_such = |name: &str, subtypes: &[Subtype]| is_called(&text.text, name, subtypes);
    stage.why(|played| uncreated(played, &is_such))
}

/// Whether those are counted that somebody controls.
fn of_control(facts: &[Spanned<Fact>]) -> bool {
    facts.iter().any(|fact| !fact.value.negated && matches!(fact.value.kind, FactKind::ControlledBy(_)))
}

/// The rules by which each of several permanents has entered under the control of another than the player who would have got it.
fn taken_each(played: Played<'_>, objects: &[ObjectId]) -> Reasons {
    let each: Option<Vec<Reasons>> = objects.iter().map(|object| control::taken(played, *object)).collect();
    each.and_then(|each| each.first().copied()).unwrap_or(Reasons::NONE)
}

/// The rules by which the copy of a permanent spell has become one of several permanents of the same name that are counted: why there are
/// several (608.3f).
fn of_copy(played: Played<'_>, objects: &[ObjectId]) -> Reasons {
    let game = played.game;
    let has_twin = |object: ObjectId| {
        let name = &game.object(object).base.name;
        objects.iter().any(|other| *other != object && game.object(*other).base.name == *name)
    };
    let copy = objects.iter().find_map(|object| {
        let (came, _) = coming(played, *object).filter(|_| has_twin(*object))?;
        came.rules.contains(cr!("608.3f")).then(|| came.reasons().without(&[cr!("400.7")]))
    });
    copy.unwrap_or(Reasons::NONE)
}

/// Why there is nothing in a zone of which a claim says that, with the deciding rule, where nothing has come there or left it.
pub(super) fn found(stage: &mut Stage<'_, '_>, claim: &Claim, reasons: Reasons) -> Staged<Vec<Found>> {
    // That an ability has not triggered no step may tell.
    if let Claim::Count { count: 0, what, .. } = claim {
        let untold = |it: &Uncreated| {
            let is_its = |rule: RuleId| it.rules.get(rule).is_some();
            !it.is_told
                && reasons.iter().all(|reason| is_its(reason.rule) || !says_more(Reasons::NONE.and(reason)))
        };
        let uncreated = uncreated_of(stage, what, true)?.filter(untold);
        if let Some(uncreated) = uncreated
            && let Some(reason) = uncreated.rules.first()
        {
            let name = stage.answers.table().told(&stage.play.game, uncreated.source);
            return Ok(vec![(reason.rule, format!("{name} has not triggered: {}", uncreated.why))]);
        }
    }
    let (zone, whose, all) = match claim {
        Claim::Count { count: 0, what, facts } => {
            let in_zone = |fact: &Spanned<Fact>| match &fact.value {
                Fact { negated: false, kind: FactKind::Zone { zone, whose } } => Some((*zone, whose.clone())),
                _ => None,
            };
            let Some((zone, whose)) = facts.iter().find_map(in_zone) else { return Ok(Vec::new()) };
            (zone, whose, matches!(what, Counted::Cards) && facts.len() == 1)
        }
        Claim::Player { player, facts } => match facts.as_slice() {
            [fact] => match &fact.value {
                PlayerFact::CardsIn(0, zone) => (*zone, Some(player.clone()), true),
                _ => return Ok(Vec::new()),
            },
            _ => return Ok(Vec::new()),
        },
        _ => return Ok(Vec::new()),
    };
    let whose = whose.map(|name| stage.answers.table().player_at(&name)).transpose()?;
    let Some(zone) = zone_of(zone) else { return Ok(Vec::new()) };
    let found = stage.why(|played| Ok(unmoved::still_empty(played, (zone, whose), all)))?;
    Ok(found.into_iter().collect())
}

/// What the effects do to each of the objects that are counted, in the order of the layers; nothing where they do not do the same to all.
pub(super) fn influences_on(
    stage: &mut Stage<'_, '_>,
    what: &Counted,
    facts: &[Spanned<Fact>],
) -> Staged<Vec<Influence>> {
    let (objects, _) = counted(stage, what, facts)?;
    let Some((first, others)) = objects.split_first().filter(|(_, others)| others.len() < MOST_LISTED) else {
        return Ok(Vec::new());
    };
    let of_first = stage.why(|played| layers::influences_on(played, *first))?;
    for other in others {
        let mut its = stage.why(|played| layers::influences_on(played, *other))?;
        its.iter_mut().for_each(|influence| influence.object = *first);
        if its != of_first {
            return Ok(Vec::new());
        }
    }
    Ok(of_first)
}

/// Whether what is counted is on the battlefield, as it is where no zone is said.
fn of_battlefield(facts: &[Spanned<Fact>]) -> bool {
    let in_zone = |fact: &Spanned<Fact>| match fact.value.kind {
        FactKind::Zone { zone, .. } => Some(zone),
        _ => None,
    };
    facts.iter().find_map(in_zone).is_none_or(|zone| zone == WrittenZone::Battlefield)
}

/// Whether the step behind some reasons came after that behind others, and not at the same time.
fn is_later(stage: &Stage<'_, '_>, last: Reasons, common: Reasons) -> bool {
    let step = |rules: Reasons| rules.iter().filter_map(|reason| reason.step).max();
    let parent = |rules| stage.play.trace.get(step(rules)?)?.parent;
    step(last) > step(common) && (parent(last) != parent(common) || parent(last).is_none())
}

/// The rules of the last step that changed how many there are: how many cards of a player's zone, or of the permanents that are counted.
fn since(stage: &mut Stage<'_, '_>, what: &Counted, facts: &[Spanned<Fact>], none: bool) -> Staged<Reasons> {
    let zones = facts.iter().filter(|fact| !fact.value.negated).find_map(|fact| match &fact.value.kind {
        FactKind::Zone { zone, whose } => Some((*zone, whose.as_ref())),
        _ => None,
    });
    let zone = zones.map_or(Some(Zone::Battlefield), |(zone, _)| zone_of(zone));
    let whose = zones.and_then(|(_, whose)| whose);
    match (zone, whose) {
        (Some(Zone::Battlefield), _) => {
            let theirs = controller_named(stage, facts)?;
            // Under whose control a token was created decides of whom there is none.
            let any = none && matches!(what, Counted::Tokens | Counted::TokensNamed(_));
            stage.why(|played| {
                let changed = last_change_among(played, |its, had| {
                    is_of(what, its, had) && (any || theirs.is_none_or(|player| its.controller == player))
                });
                if !none || !changed.is_empty() {
                    return Ok(changed);
                }
                Ok(last_copy_instead(played, |its, copied| would_be(what, its, copied)))
            })
        }
        (Some(Zone::Exile), None) => {
            let is_of = |its: &Object| is_of(what, its, &its.base);
            stage.why(|played| Ok(last_change_in_exile(played, is_of)))
        }
        (Some(zone), Some(whose)) => {
            let player = stage.answers.table().player_at(whose)?;
            stage.why(|played| {
                let changed = last_change_of(played, zone, player);
                let exiled = none && zone == Zone::Graveyard && changed.is_empty();
                Ok(if exiled { last_exile_of(played, player) } else { changed })
            })
        }
        _ => Ok(Reasons::NONE),
    }
}

/// The player under whose control they are counted.
fn controller_named(stage: &Stage<'_, '_>, facts: &[Spanned<Fact>]) -> Staged<Option<PlayerId>> {
    let named = facts.iter().find_map(|fact| match &fact.value {
        Fact { negated: false, kind: FactKind::ControlledBy(name) } => Some(name),
        _ => None,
    });
    Ok(named.map(|name| stage.answers.table().player_at(name)).transpose()?)
}

/// By what as many of them are there as are counted, if no step says it.
fn standing(what: &Counted, facts: &[Spanned<Fact>]) -> Option<Standing> {
    let zones = facts.iter().filter(|fact| !fact.value.negated).find_map(|fact| match fact.value.kind {
        FactKind::Zone { zone, .. } => zone_of(zone),
        _ => None,
    });
    match what {
        Counted::Tokens | Counted::TokensNamed(_) => Some(Standing::Tokens),
        Counted::Permanents => Some(Standing::Cards(Zone::Battlefield)),
        // What is outside the game is in no zone.
        _ if of_outside(facts) => Some(Standing::Outside),
        // What is said to be somewhere else than in a zone is a permanent.
        _ => Some(Standing::Cards(zones.unwrap_or(Zone::Battlefield))),
    }
}

/// Whether what is outside the game is counted.
fn of_outside(facts: &[Spanned<Fact>]) -> bool {
    facts.iter().any(|fact| {
        !fact.value.negated && matches!(fact.value.kind, FactKind::Zone { zone: WrittenZone::Outside, .. })
    })
}

/// Whether cards outside the game are counted where nobody says which there are.
fn in_unknown_outside(stage: &Stage<'_, '_>, facts: &[Spanned<Fact>]) -> Staged<bool> {
    let whose = of_zone(stage, facts, WrittenZone::Outside)?;
    Ok(whose.into_iter().any(|player| !stage.play.game.player(player).outside_known))
}

/// Whether all cards of a library are counted that holds unknown ones.
fn in_unwritten_library(stage: &Stage<'_, '_>, facts: &[Spanned<Fact>]) -> Staged<bool> {
    let whose = of_zone(stage, facts, WrittenZone::Library)?;
    Ok(whose.into_iter().any(|player| stage.play.game.player(player).endless_library))
}

/// The players among whose cards of that zone something is counted; nobody where the zone is not what is counted.
fn of_zone(stage: &Stage<'_, '_>, facts: &[Spanned<Fact>], there: WrittenZone) -> Staged<Vec<PlayerId>> {
    let whose = facts.iter().filter(|fact| !fact.value.negated).find_map(|fact| match &fact.value.kind {
        FactKind::Zone { zone, whose } if *zone == there => Some(whose),
        _ => None,
    });
    let Some(whose) = whose else { return Ok(Vec::new()) };
    let whose = whose.as_ref().map(|name| stage.answers.table().player_at(name)).transpose()?;
    Ok(stage.play.game.players().filter(|player| whose.is_none_or(|its| its == *player)).collect())
}

/// Stops where the number of cards in a library is asked for that nobody has written down.
pub(super) fn unwritten(stage: &Stage<'_, '_>) -> Stop {
    let why = "nobody knows how many cards are in a library that isn't written";
    Stop::Halt(Halt::undecided(None, why), stage.span)
}

/// The objects that are counted, and why they are as they are counted, where that is more than where they are.
pub(super) fn counted(
    stage: &mut Stage<'_, '_>,
    what: &Counted,
    facts: &[Spanned<Fact>],
) -> Staged<(Vec<ObjectId>, Reasons)> {
    let view = stage.view()?;
    let game = &stage.play.game;
    // What is outside the game is in none of its zones, and is counted only where that is asked for.
    let outside = of_outside(facts);
    let there = |object: &ObjectId| game.object(*object).exists != outside;
    let objects: Vec<ObjectId> = game
        .objects()
        .iter()
        .map(|object| object.id)
        .filter(|object| there(object) && (!outside || game.is_outside(*object)))
        .collect();
    let mut counted = Vec::new();
    let mut rules = Reasons::NONE;
    for object in objects {
        let game = &stage.play.game;
        let its = game.object(object);
        let characteristics = view.characteristics(game, object);
        if !is_of(what, its, characteristics) {
            continue;
        }
        let mut fits = true;
        let mut of_state = Reasons::NONE;
        for fact in facts {
            // Where each came from is no matter for how many there are.
            if let FactKind::Zone { zone, whose } = &fact.value.kind {
                let table = stage.answers.table();
                let whose = whose.as_ref().map(|name| table.player_at(name)).transpose()?;
                let there = facts::is_in(&stage.play.game, object, *zone, whose);
                fits &= there != fact.value.negated;
                continue;
            }
            if !fits {
                break;
            }
            // Why each is theirs is no matter for how many there are.
            if let FactKind::ControlledBy(name) = &fact.value.kind {
                let player = stage.answers.table().player_at(name)?;
                let theirs = controller(stage.played(&view), object) == Some(player);
                fits &= theirs != fact.value.negated;
                continue;
            }
            let judged = facts::judge(stage, object, &fact.value)?;
            fits &= judged.holds;
            // Where they are is what is counted; why they are tapped or so large is more.
            if matches!(fact.value.kind, FactKind::Tapped) || says_why_so(&fact.value, judged.rules) {
                of_state = of_state.joined(judged.rules);
            }
        }
        if fits {
            rules = rules.joined(of_state);
            counted.push(object);
        }
    }
    Ok((counted, rules))
}

/// Whether the reasons for a fact of the objects that are counted say more than what is printed on them: a step or an effect made them so.
fn says_why_so(fact: &Fact, rules: Reasons) -> bool {
    let of_state = matches!(
        fact.kind,
        FactKind::Counters(..)
            | FactKind::Damage(_)
            | FactKind::PowerToughness(..)
            | FactKind::Power(_)
            | FactKind::Toughness(_)
            | FactKind::Keyword(_)
            | FactKind::Attached(_)
            | FactKind::FaceDown
    );
    let by_effect = |rule: RuleId| rule.section().is_some_and(|section| section.as_str() == "613");
    of_state && rules.iter().any(|reason| reason.step.is_some() || by_effect(reason.rule))
}

/// Whether an object with these characteristics is of the sort that is counted.
fn is_of(what: &Counted, its: &Object, characteristics: &Characteristics) -> bool {
    match what {
        Counted::Cards => its.card().is_some() || its.is_unknown(),
        Counted::Permanents => its.zone == Zone::Battlefield,
        Counted::Tokens => its.is_token(),
        Counted::Type(text) => {
            TypePart::from_word(&text.text).is_some_and(|part| part.is_of(characteristics))
        }
        Counted::TokensNamed(text) => {
            its.is_token()
                && (*characteristics.name == *text.text
                    || bare_token_name(&characteristics.name) == text.text
                    || has_subtypes(characteristics, &text.text))
        }
        Counted::Subtypes(text) => has_subtypes(characteristics, &text.text),
        Counted::Named(text) => characteristics.is_named(&text.text) || its.base.is_named(&text.text),
    }
}

/// Whether a token would be one of those that are counted by their name, as itself or as a copy of what it would first have been one of, had it
/// not become a copy of something else.
fn would_be(what: &Counted, its: &Object, copied: Option<&Object>) -> bool {
    let Counted::TokensNamed(text) = what else { return false };
    let card = copied.unwrap_or(its);
    let face = card.definition.as_ref().and_then(|definition| definition.faces.first());
    its.is_token() && face.is_some_and(|face| is_called(&text.text, &face.name, &face.types.subtypes))
}

/// Whether tokens of this name and these subtypes are what is said: by their name, or by their subtypes.
fn is_called(text: &str, name: &str, subtypes: &[Subtype]) -> bool {
    let has = |word: &str| Subtype::from_word(word).is_some_and(|subtype| subtypes.contains(&subtype));
    name == text || bare_token_name(name) == text || has(text) || text.split(' ').all(has)
}

/// Whether something has all the subtypes that the words are; one of them may be written with a blank itself.
fn has_subtypes(characteristics: &Characteristics, text: &str) -> bool {
    let has =
        |word: &str| Subtype::from_word(word).is_some_and(|subtype| characteristics.has_subtype(subtype));
    has(text) || text.split(' ').all(has)
}

/// What facts say of the status of the objects, as a word before the noun.
fn state(facts: &[Spanned<Fact>]) -> &'static str {
    let tapped = facts.iter().find(|fact| matches!(fact.value.kind, FactKind::Tapped));
    match tapped.map(|fact| fact.value.negated) {
        Some(false) => "tapped ",
        Some(true) => "untapped ",
        None => "",
    }
}

/// What facts say of where the objects are and what they are like, as words behind the noun.
fn places(facts: &[Spanned<Fact>]) -> String {
    let mut words = String::new();
    let mut qualities: Vec<String> = Vec::new();
    for fact in facts {
        match &fact.value {
            Fact { negated: false, kind: FactKind::Zone { zone: WrittenZone::Outside, whose } } => {
                let owner = whose.as_ref().map_or_else(String::new, |name| format!("{}'s ", name.text));
                words.push_str(&format!(" among {owner}cards outside the game"));
            }
            Fact { negated: false, kind: FactKind::Zone { zone, whose } } => {
                let preposition = if *zone == WrittenZone::Battlefield { "on" } else { "in" };
                let whose = whose.as_ref().map_or("the".to_owned(), |name| format!("{}'s", name.text));
                let whose = if *zone == WrittenZone::Exile { String::new() } else { format!("{whose} ") };
                words.push_str(&format!(" {preposition} {whose}{}", zone.word()));
            }
            Fact { negated: false, kind: FactKind::ControlledBy(name) } => {
                words.push_str(&format!(" controlled by {}", name.text));
            }
            Fact { negated: false, kind: FactKind::OwnedBy(name) } => {
                words.push_str(&format!(" owned by {}", name.text));
            }
            Fact { kind: FactKind::Tapped, .. } => {}
            fact => {
                let quality = quality(fact);
                if !qualities.contains(&quality) {
                    qualities.push(quality);
                }
            }
        }
    }
    let of = |prefix: &str| -> Vec<&str> {
        qualities.iter().filter_map(|quality| quality.strip_prefix(prefix)).collect()
    };
    let (is, has) = (of("that is "), of("with "));
    let mut groups = Vec::new();
    if !is.is_empty() {
        groups.push(format!("that is {}", is.join(" and ")));
    }
    if !has.is_empty() {
        groups.push(format!("with {}", has.join(" and ")));
    }
    let others = qualities.iter().filter(|its| !its.starts_with("that is ") && !its.starts_with("with "));
    groups.extend(others.cloned());
    if !groups.is_empty() {
        words.push_str(&format!(" {}", groups.join(", ")));
    }
    words
}

/// What a fact says that the objects are like.
fn quality(fact: &Fact) -> String {
    let is = match &fact.kind {
        FactKind::Power(power) => format!("with power {power}"),
        FactKind::Toughness(toughness) => format!("with toughness {toughness}"),
        FactKind::PowerToughness(power, toughness) => format!("that is {power}/{toughness}"),
        FactKind::Counters(count, kind) => format!("with {count} {} counter(s)", kind.text),
        FactKind::Damage(amount) => format!("with {amount} damage"),
        FactKind::Color(word) | FactKind::Type(word) => format!("that is {}", word.text),
        FactKind::Keyword(word) => format!("with {}", word.text),
        FactKind::Colorless => "that is colorless".to_owned(),
        FactKind::Token => "that is a token".to_owned(),
        FactKind::FaceDown => "that is face down".to_owned(),
        FactKind::Attacking(None) => "that is attacking".to_owned(),
        FactKind::Blocking(None) => "that is blocking".to_owned(),
        FactKind::Attached(None) => "that is attached".to_owned(),
        FactKind::Attached(Some(what)) => format!("that is attached to {}", what.words()),
        FactKind::Attacking(Some(what)) => format!("that is attacking {}", what.words()),
        FactKind::Blocking(Some(what)) => format!("that is blocking {}", what.words()),
        _ => return "that fits all that is asked for".to_owned(),
    };
    match (fact.negated, is.strip_prefix("that is "), is.strip_prefix("with ")) {
        (true, Some(what), _) => format!("that is not {what}"),
        (true, None, Some(what)) => format!("without {what}"),
        _ => is,
    }
}

/// How many there are, and which: `there are 2 creatures on the battlefield: Grizzly Bears; Storm Crow`.
fn count_in_words(noun: &str, plural: &str, places: &str, count: usize, listed: &[String]) -> String {
    let more = if count > listed.len() { "; ..." } else { "" };
    let which = if listed.is_empty() { String::new() } else { format!(": {}{more}", listed.join("; ")) };
    match count {
        0 => format!("there is no {noun}{places}"),
        1 => format!("there is 1 {noun}{places}{which}"),
        count => {
            let places = places.replace(" that is ", " that are ").replace(" that fits ", " that fit ");
            format!("there are {count} {noun}{plural}{places}{which}")
        }
    }
}
