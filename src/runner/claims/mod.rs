//! `expect`: whether a claim holds, what is so instead, and by which rule.
//!
//! [`expect`] checks an expectation, [`judge`] a claim of any sort; each subject has its file.

mod counts;
mod designations;
mod expectations;
mod happened;
mod moves;
pub(in crate::runner) mod naming;
mod players;
mod rest;
mod several;
mod stack;
mod subjects;
mod triggers;

pub(super) use expectations::expect;
pub(super) use moves::{path_in_words, together};
pub(super) use players::{active_player, unspent};
use several::of_a_part;
pub(super) use several::{beside, of_whole_size, with_rules};
pub(super) use triggers::triggered;

use crate::board::step_of;
use crate::engine::{Halt, Position};
use crate::game::{Daytime, Ending};
use crate::ir::Change;
use crate::rules::{RuleId, Rules, cr};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{
    AnswerItem, Claim, Fact, FactKind, Part, PlayerFact, Reference, ReferenceSort,
};
use crate::trace::layers::Influence;
use crate::trace::{Level, Reason, Reasons};
use crate::why::bearing::{self, Bearing};
use crate::why::choices::{asks_for_name, may_find_none};
use crate::why::endings::ended;
use crate::why::found::Found;
use crate::why::layers::Size;
use crate::why::standing::{Standing, says_more};
use crate::why::targets::with_illegal;
use crate::why::{beside as why_beside, found, grounds, layers, turn, undone, unmoved};

use super::facts;
use super::options::options_told;
use super::outcome::Because;
use super::stage::{Asked, Stage, Staged, Stop};

/// How a claim stands to what is so.
pub(super) struct Judged {
    /// Whether it holds.
    pub(super) holds: bool,
    /// What is so, as a sentence.
    pub(super) sentence: String,
    /// The rules by which it is so, the deciding one first.
    pub(super) rules: Reasons,
}

/// Whether the sentence that answers a claim says itself why it is so, or speaks of the steps alone.
pub(super) const fn says_why(claim: &Claim) -> bool {
    matches!(claim, Claim::Legal | Claim::Illegal | Claim::Options(_)) || is_of_steps(claim)
}

/// Whether the sentence that answers a claim says itself why nothing has triggered, and the rule no more than what triggering is.
pub(super) fn is_untriggered(claim: &Claim, because: &Because) -> bool {
    matches!(claim, Claim::Triggers { .. }) && *because == Because::Rule(cr!("603.2"))
}

/// Whether a claim is about what the steps say, and not about the game.
const fn is_of_steps(claim: &Claim) -> bool {
    matches!(claim, Claim::Cites(_) | Claim::DoesNotCite(_) | Claim::NothingElseMoved)
}

/// Whether a claim holds, with all rules that an answer gives to it.
pub(super) fn answer(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Judged> {
    let judged = rest::judged(stage, claim)?;
    let (unasked, undone) = unasked(stage, claim, &judged)?;
    let rules = behind(claim, judged.rules, unasked.joined(undone));
    Ok(Judged { rules, ..judged })
}

/// What an answer says by itself and what it rests on beside that: where it only stands as it was, what has kept it so comes first.
fn behind(claim: &Claim, rules: Reasons, unasked: Reasons) -> Reasons {
    if has_reasons(claim, rules) { rules.joined(unasked) } else { unasked.joined(rules) }
}

/// Whether these rules say more of a claim than that something stands as it was: that an object lacks something is no more than that by 613.1
/// alone, and that it is not suspended no more than that by 702.62b.
fn has_reasons(claim: &Claim, rules: Reasons) -> bool {
    let Claim::Object { facts, .. } = claim else { return says_more(rules) };
    let lacks = facts.iter().all(|fact| fact.value.negated);
    let is_not_suspended = |fact: &Fact| fact.negated && matches!(fact.kind, FactKind::Suspended(_));
    let rules = if lacks { rules.without(&[cr!("613.1")]) } else { rules };
    let unsuspended = facts.iter().any(|fact| is_not_suspended(&fact.value));
    says_more(if unsuspended { rules.without(&[cr!("702.62b")]) } else { rules })
}

/// The rules of what nobody has asked for that an answer to a claim rests on: what has kept it so, and, where nothing has changed, what
/// would have changed it.
fn unasked(stage: &mut Stage<'_, '_>, claim: &Claim, judged: &Judged) -> Staged<(Reasons, Reasons)> {
    let has_rules = has_reasons(claim, judged.rules);
    let kept_so = of_kept(stage, claim, judged, has_rules)?;
    let kept_so = with_illegal(&stage.play.trace, kept_so);
    let unchanged = !has_rules && kept_so.is_empty();
    let undone = if unchanged { undone(stage, claim)? } else { rest::since(stage, claim, judged)? };
    let undone = with_illegal(&stage.play.trace, undone);
    Ok((kept_so, undone))
}

/// The rules of the last spell or ability that would have changed what a claim speaks of and did nothing.
fn undone(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Reasons> {
    let undone = match subjects::unchanged(stage, claim) {
        Some(what) => {
            let matters = subjects::matters(claim);
            stage.why(|played| Ok(undone::undone(played, what, &matters)))?
        }
        None => Reasons::NONE,
    };
    if undone.is_empty() { spared(stage, claim) } else { Ok(undone) }
}

/// The most permanents of which it is asked what has not moved them.
const MOST_SPARED: usize = 20;

/// The rules of the choices that passed over what a claim counts on the battlefield.
fn spared(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Reasons> {
    let Claim::Count { what, facts, .. } = claim else { return Ok(Reasons::NONE) };
    let (counted, _) = counts::counted(stage, what, facts)?;
    if counted.len() > MOST_SPARED || !counted.iter().all(|its| stage.play.game.object(*its).on_battlefield())
    {
        return Ok(Reasons::NONE);
    }
    stage.why(|played| {
        let each = counted.iter().map(|object| unmoved::passed_over(played, *object));
        Ok(each.fold(Reasons::NONE, Reasons::joined))
    })
}

/// The rules of what has kept so what a claim speaks of, where it holds, and where something is counted.
fn of_kept(stage: &mut Stage<'_, '_>, claim: &Claim, judged: &Judged, has_rules: bool) -> Staged<Reasons> {
    Ok(match claim {
        claim if judged.holds => kept(stage, claim, has_rules)?,
        // How many there are instead rests on the same as if just that had been asked.
        Claim::Count { what, facts, .. } => {
            let (counted, _) = counts::counted(stage, what, facts)?;
            let count = u32::try_from(counted.len()).unwrap_or(u32::MAX);
            let instead = Claim::Count { count, what: what.clone(), facts: facts.clone() };
            kept(stage, &instead, has_rules)?
        }
        _ => Reasons::NONE,
    })
}

/// How something in the trace that cites the rule bears on a claim, if anything does.
fn bears(stage: &mut Stage<'_, '_>, claim: &Claim, rule: RuleId) -> Staged<Option<(Bearing, Reason)>> {
    let subject = subjects::of(stage, claim);
    stage.why(|played| Ok(bearing::bears(played, &subject, rule)))
}

/// The rules that say why it could be so, where they bear on a claim.
pub(super) fn telling(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Reasons> {
    let mut rules = Reasons::NONE;
    for rule in why_beside::TELLING {
        rules = bears(stage, claim, rule)?.into_iter().fold(rules, |rules, (_, reason)| rules.and(reason));
    }
    Ok(rules)
}

/// The rules of what has kept it so that a claim speaks of.
fn kept(stage: &mut Stage<'_, '_>, claim: &Claim, has_rules: bool) -> Staged<Reasons> {
    if !bearing::may_keep(&stage.play.trace) {
        return Ok(Reasons::NONE);
    }
    let subject = subjects::of(stage, claim);
    stage.why(|played| Ok(bearing::unasked(played, &subject, has_rules)))
}

/// Whether a claim holds, with the grounds on which what decides it was done.
pub(super) fn judge(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Judged> {
    let judged = by_itself(stage, claim)?;
    let rules = stage.why(|played| Ok(grounds::of(played, judged.rules)))?;
    Ok(Judged { rules, ..judged })
}

/// Whether a claim holds.
fn by_itself(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Judged> {
    Ok(match claim {
        Claim::Object { what, facts } => object(stage, what, facts)?,
        Claim::Path { what, zones } => moves::path(stage, what, zones)?,
        Claim::Player { player, facts } => {
            let player = stage.player(player)?;
            let mut judged: Option<Judged> = None;
            for fact in facts {
                let next = players::player_fact(stage, player, &fact.value)?;
                judged = Some(both(judged, next));
            }
            judged.unwrap_or(Judged { holds: true, sentence: String::new(), rules: Reasons::NONE })
        }
        Claim::Count { count, what, facts } => counts::count_objects(stage, *count, what, facts)?,
        Claim::Stack(references) => stack::stack(stage, references)?,
        Claim::Triggers { count, from } => triggers::triggers(stage, *count, from)?,
        Claim::Replaced { what, by, negated } => happened::replaced(stage, what, by.as_ref(), *negated)?,
        Claim::Prevented { to, negated } => happened::prevented(stage, to, *negated)?,
        Claim::Asked { player, by, negated } => happened::asked(stage, player, by.as_ref(), *negated)?,
        Claim::SameTime(references) => moves::same_time(stage, references)?,
        Claim::Legal | Claim::Illegal => {
            let wanted = matches!(claim, Claim::Legal);
            match &stage.tried {
                Some(tried) => Judged {
                    holds: wanted == tried.legal,
                    sentence: tried.sentence.clone(),
                    rules: tried.rules.into(),
                },
                None => Judged {
                    holds: false,
                    sentence: "nothing was tried: write `tries to` above".to_owned(),
                    rules: Reasons::NONE,
                },
            }
        }
        Claim::Options(items) => options(stage, items)?,
        Claim::ActivePlayer(name) => {
            let wanted = stage.player(name)?;
            let judged = active_player(stage, Some(wanted))?;
            let holds = judged.holds && stage.play.game.is_active(wanted);
            Judged { holds, ..judged }
        }
        Claim::Step(step) => {
            let now = stage.play.game.turn().step;
            let rules = stage.why(|played| Ok(turn::step(played)))?;
            Judged {
                holds: now == step_of(step.value),
                sentence: format!("it is the {}", facts::step_name(&stage.play.game)),
                rules: Standing::Step.behind(&stage.play.game, rules),
            }
        }
        Claim::Draw => {
            let ending = stage.play.game.ending();
            Judged {
                holds: ending == Some(Ending::Draw),
                sentence: facts::ending(stage, ending),
                rules: Standing::GoesOn.behind(&stage.play.game, ended(&stage.play.trace)),
            }
        }
        Claim::Cites(rule) | Claim::DoesNotCite(rule) => {
            let wanted = matches!(claim, Claim::Cites(_));
            let id = RuleId::parse(&rule.text);
            let cited = id.is_some_and(|id| {
                stage
                    .play
                    .trace
                    .entries()
                    .iter()
                    .any(|entry| entry.level != Level::Hidden && entry.rules.contains(id))
            });
            let rules = id.filter(|_| cited).map_or(Reasons::NONE, |id| Reasons::NONE.and(id));
            let sentence = format!("{} step cites {}", if cited { "a" } else { "no" }, rule.text);
            Judged { holds: cited == wanted, sentence, rules }
        }
        Claim::NothingElseMoved => moves::nothing_else_moved(stage),
        Claim::Day => designations::daytime(stage, Some(Daytime::Day))?,
        Claim::Night => designations::daytime(stage, Some(Daytime::Night))?,
        Claim::NeitherDayNorNight => designations::daytime(stage, None)?,
    })
}

/// Two judgements as one: both must hold.
fn both(one: Option<Judged>, other: Judged) -> Judged {
    let Some(one) = one else { return other };
    Judged {
        holds: one.holds && other.holds,
        sentence: format!("{}, and {}", one.sentence, other.sentence),
        rules: one.rules.joined(other.rules),
    }
}

fn object(stage: &mut Stage<'_, '_>, what: &Reference, facts: &[Spanned<Fact>]) -> Staged<Judged> {
    let (object, otherwise) = naming::with_facts(stage, what, facts)?;
    let name = stage.answers.table().told(&stage.play.game, object);
    let mut holds = true;
    let mut actual = Vec::new();
    let mut rules = Vec::new();
    let mut beside = Vec::new();
    for fact in facts {
        let fact_judged = facts::judge(stage, object, &fact.value)?;
        // What nothing is called is nowhere, and nothing holds of it.
        holds &= match otherwise {
            Some(_) => fact.value.negated && matches!(fact.value.kind, FactKind::Zone { .. }),
            None => fact_judged.holds,
        };
        actual.push(fact_judged.sentence);
        // Of what is asked beside where it is, none goes without its rule.
        let stands = facts::standing(object, &fact.value.kind)
            .filter(|standing| match standing {
                Standing::Status(of) => stage.play.game.object(*of).on_battlefield(),
                Standing::Attachment(of) => stage.play.game.object(*of).attached_to.is_some(),
                _ => false,
            })
            .filter(|_| fact_judged.rules.is_empty() && otherwise.is_none());
        beside.extend(stands.map(|standing| standing.rule(&stage.play.game)));
        rules.push(fact_judged.rules);
    }
    let standing = facts.iter().filter_map(|fact| facts::standing(object, &fact.value.kind));
    let game = &stage.play.game;
    // What a step has changed decides before what stands as it was.
    let rules = standing.fold(in_turn(&rules), |rules, standing| standing.behind(game, rules));
    let rules = beside.into_iter().fold(rules, Reasons::and);
    // That it is named so says nothing of what is called so, but of what it was called by who asks.
    let renamed = what.sort == ReferenceSort::Name && actual.contains(&format!("is named {name}"));
    let name = if renamed { &what.name.text } else { &name };
    let sentence = format!("{name} {}", joined(&actual));
    let (sentence, rules) = naming::first(what, otherwise, (sentence, rules));
    Ok(Judged { holds, sentence, rules })
}

/// The rules of several facts as those of one answer, which shows only the first few: what decides each of the facts comes before what
/// else is said of it.
fn in_turn(of_facts: &[Reasons]) -> Reasons {
    let longest = of_facts.iter().map(|rules| rules.len()).max().unwrap_or(0);
    let nth = |place: usize| of_facts.iter().filter_map(move |rules| rules.iter().nth(place));
    (0..longest).flat_map(nth).fold(Reasons::NONE, Reasons::and)
}

/// What is said of one object as one sentence: `is` stands once, and nothing is said twice.
fn joined(parts: &[String]) -> String {
    if let [only] = parts {
        return only.clone();
    }
    let mut sentence = String::new();
    let mut is_said = false;
    for part in parts {
        let said =
            |what: &str| sentence.split(", ").any(|said| said.strip_prefix("is ").unwrap_or(said) == what);
        // Where it is names its controller too.
        let part = match part.split_once(", controlled by ") {
            Some((place, who)) if said(&format!("controlled by {who}")) => place,
            _ => part.as_str(),
        };
        let bare = part.strip_prefix("is ").filter(|_| is_said).unwrap_or(part);
        if said(part.strip_prefix("is ").unwrap_or(part)) {
            continue;
        }
        if !sentence.is_empty() {
            sentence.push_str(", ");
        }
        sentence.push_str(bare);
        is_said |= part.starts_with("is ");
    }
    sentence
}

fn options(stage: &mut Stage<'_, '_>, items: &[AnswerItem]) -> Staged<Judged> {
    let Some(Asked { choice, rules }) = stage.asked.clone() else {
        return Ok(Judged {
            holds: false,
            sentence: "nothing was asked: write `tries to choose` above".to_owned(),
            rules: Reasons::NONE,
        });
    };
    // There are more names of cards than those that the game knows.
    if asks_for_name(&choice) {
        let why = "not all names of cards that could be chosen are known";
        return Err(Stop::Halt(Halt::undecided(choice.source, why), stage.span));
    }
    let view = stage.view()?;
    let position = Position { game: &stage.play.game, view: &view };
    let holds = stage.answers.are_all_offered(&position, &choice, items);
    let rules = may_find_none(&stage.play.game, &choice, rules).into_iter().fold(rules, Rules::and);
    let words = options_told(&stage.play.game, &stage.answers.table(), &choice);
    Ok(Judged { holds, sentence: format!("the legal answers: {words}"), rules: rules.into() })
}

/// Whether a rule that mostly attends an answer is what this claim is about: that an object is a new one (400.7), who controls it (110.2), or
/// what counters a player has (122.1).
pub(super) fn decides_itself(claim: &Claim) -> bool {
    let attended =
        |fact: &Spanned<Fact>| matches!(fact.value.kind, FactKind::NewObject | FactKind::ControlledBy(_));
    match claim {
        Claim::Object { facts, .. } => facts.iter().all(attended),
        Claim::Player { facts, .. } => {
            facts.iter().all(|fact| matches!(fact.value, PlayerFact::Counters(..)))
        }
        _ => is_of_steps(claim),
    }
}

/// What is found in the position by which a claim is so that has these reasons, each with the deciding rule: of an object fact by fact,
/// as long as nothing else says why.
pub(super) fn found(stage: &mut Stage<'_, '_>, claim: &Claim, reasons: Reasons) -> Staged<Vec<Found>> {
    let Claim::Object { what, facts } = claim else {
        let found = match players::found(stage, claim, reasons)? {
            None => counts::found(stage, claim, reasons)?,
            Some(found) => vec![found],
        };
        return Ok(found::deciding(found, reasons));
    };
    let (object, otherwise) = naming::with_facts(stage, what, facts)?;
    let mut all: Vec<Found> = Vec::new();
    if otherwise.is_some() {
        return Ok(all);
    }
    for fact in facts {
        // That nothing makes it so says less than what makes the other facts so.
        // What it was given as, nor.
        if matches!(fact.value.kind, FactKind::Marked(_)) && reasons.iter().any(|its| its.step.is_some()) {
            continue;
        }
        let says_nothing = |found: &Found| found.0 == cr!("613.1") && facts.len() > 1;
        let found = facts::found(stage, object, &fact.value)?.filter(|found| !says_nothing(found));
        all.extend(found.filter(|found| !all.contains(found)));
        if says_more(reasons) && !all.is_empty() {
            break;
        }
    }
    Ok(found::deciding(all, reasons))
}

/// What the effects do to the object of a claim, in the order of the layers.
pub(super) fn influences_on(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Vec<Influence>> {
    if let Claim::Triggers { from, .. } = claim {
        return taken_from(stage, from);
    }
    if let Claim::Count { what, facts, .. } = claim {
        return counts::influences_on(stage, what, facts);
    }
    let Claim::Object { what, facts } = claim else { return Ok(Vec::new()) };
    let (object, _) = naming::meant(stage, what)?;
    let mut influences = stage.why(|played| layers::influences_on(played, object))?;
    let size = match facts.as_slice() {
        [fact] if matches!(fact.value.kind, FactKind::Power(_)) => Size::Power,
        [fact] if matches!(fact.value.kind, FactKind::Toughness(_)) => Size::Toughness,
        _ => Size::Both,
    };
    // What changes the other number alone is no reason for this one.
    influences.retain(|its| {
        let of_size = its.layer.as_str().starts_with("613.4");
        let by_counters = its.counters.is_some_and(|(kind, _)| size.is_changed_by_counters(kind));
        !of_size || by_counters || its.changes.iter().any(|change| size.is_changed_by(change))
    });
    Ok(influences)
}

/// The effects that take abilities from an object whose ability has not triggered.
fn taken_from(stage: &mut Stage<'_, '_>, from: &Reference) -> Staged<Vec<Influence>> {
    let whole = Reference { part: Part::Whole, ..from.clone() };
    let (object, _) = naming::meant(stage, &whole)?;
    let mut influences = stage.why(|played| layers::influences_on(played, object))?;
    let takes = |change: &Change| matches!(change, Change::LoseAllAbilities | Change::Lose(_));
    influences.retain(|its| its.changes.iter().any(takes));
    Ok(influences)
}

/// Those of the effects on an object that have a say in what a claim says of it.
pub(super) fn bearing_on(claim: &Claim, influences: &[Influence]) -> Vec<Influence> {
    if matches!(claim, Claim::Triggers { .. }) {
        return influences.to_vec();
    }
    let facts: &[_] = match claim {
        Claim::Object { facts, .. } | Claim::Count { facts, .. } => facts,
        _ => &[],
    };
    let bears = |its: &&Influence| {
        let of =
            |fact: &Spanned<Fact>| its.changes.iter().any(|change| facts::bears(&fact.value.kind, change));
        its.counters.is_some() && !its.is_given_by_itself() || facts.iter().any(of)
    };
    influences.iter().filter(bears).cloned().collect()
}
