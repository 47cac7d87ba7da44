//! `expect`: whether a claim holds, what is so instead, and by which rule.

use crate::diag::{Code, Diagnostic, Span};
use crate::game::{Change, Ending, Game, ObjectId, PlayerId, Thing};
use crate::ir::{Subtype, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{AnswerItem, Claim, Counted, Expectation, Fact, Part, PlayerFact, Reference};
use crate::scenario::vocabulary::Zone as WrittenZone;
use crate::trace::{Entry, Level, Note, What};

use super::facts;
use super::outcome::{Finding, FindingState};
use super::setup::{step_of, zone_of};
use super::stage::{Stage, Staged, options_in_words};

/// How a claim stands to what is so.
pub(super) struct Judged {
    /// Whether it holds.
    pub(super) holds: bool,
    /// What is so, as a sentence.
    pub(super) sentence: String,
    /// The rules by which it is so, the deciding one first.
    pub(super) rules: Rules,
}

/// Checks one expectation and keeps what was found.
pub(super) fn expect(stage: &mut Stage<'_, '_>, expectation: &Expectation, span: Span) -> Staged {
    let judged = judge(stage, &expectation.claim)?;
    let mut holds = judged.holds;
    let mut rules = judged.rules;
    let mut missing = Vec::new();
    for rule in &expectation.rules {
        match RuleId::parse(&rule.text) {
            // A rule among the reasons, or of something that was considered, stands first in the answer.
            Some(id) if judged.rules.contains(id) || considered(stage, &expectation.claim, id) => {
                if holds {
                    rules = rules.iter().fold(Rules::NONE.and(id), Rules::and);
                }
            }
            Some(id) if cited_about(stage, &expectation.claim, id) => {
                if holds {
                    rules = rules.and(id);
                }
            }
            _ => missing.push(rule.clone()),
        }
    }
    let claim_holds = holds;
    holds &= missing.is_empty() || !stage.play.trace.is_on();
    let state = match (&expectation.todo, holds) {
        (None, true) => FindingState::Holds,
        (None, false) => FindingState::Fails,
        (Some(_), false) => FindingState::Todo,
        (Some(why), true) => {
            let message = "an expectation marked `todo` holds";
            stage.diagnostics.push(
                Diagnostic::error(Code::UnexpectedSuccess, message, why.span, "this works now")
                    .with_help("take the `todo` away"),
            );
            FindingState::Fails
        }
    };
    if state == FindingState::Fails && !holds {
        let mut diagnostic = if claim_holds {
            let names: Vec<&str> = missing.iter().map(|rule| rule.text.as_str()).collect();
            let message = format!("it is so, but not by {}", names.join(", "));
            Diagnostic::error(Code::ExpectationFailed, message, span, "the rule is not among the reasons")
        } else {
            Diagnostic::error(Code::ExpectationFailed, "this expectation does not hold", span, "expected")
        };
        diagnostic = diagnostic.with_help(format!("actual: {}", judged.sentence));
        for rule in judged.rules.iter() {
            diagnostic = diagnostic.with_rule(rule);
        }
        stage.diagnostics.push(diagnostic);
    }
    stage.findings.push(Finding { span: Some(span), sentence: judged.sentence, rules, state });
    Ok(())
}

/// Whether something was considered about what the claim speaks of, by the rule: why it did not happen.
fn considered(stage: &mut Stage<'_, '_>, claim: &Claim, rule: RuleId) -> bool {
    let about = roots(stage, claim);
    let game = &stage.play.game;
    stage.play.trace.entries().iter().any(|entry| {
        let What::Note(note) = &entry.what else { return false };
        entry.level == Level::Default
            && entry.rules.contains(rule)
            && (matches!(note, Note::LinkedNothing(_))
                || objects_of(entry).iter().any(|object| about.contains(&game.earliest(*object))))
    })
}

/// Whether something recorded at the default level about what the claim speaks of cites the rule.
fn cited_about(stage: &mut Stage<'_, '_>, claim: &Claim, rule: RuleId) -> bool {
    let about = roots(stage, claim);
    let game = &stage.play.game;
    stage.play.trace.entries().iter().any(|entry| {
        entry.level == Level::Default
            && entry.rules.contains(rule)
            && objects_of(entry).iter().any(|object| {
                // An ability on the stack speaks for the object whose it is.
                let source = game.object(*object).stack_ability().map_or(*object, |ability| ability.source);
                about.contains(&game.earliest(source))
            })
    })
}

/// What the objects that a claim speaks of were at the beginning.
fn roots(stage: &mut Stage<'_, '_>, claim: &Claim) -> Vec<ObjectId> {
    let mut about: Vec<ObjectId> = Vec::new();
    for reference in references(claim) {
        let whole = Reference { part: Part::Whole, ..reference.clone() };
        if let Ok(object) = stage.object(&whole) {
            about.push(stage.play.game.earliest(object));
        }
    }
    about
}

/// The references that a claim speaks of.
fn references(claim: &Claim) -> Vec<&Reference> {
    match claim {
        Claim::Object { what, .. } | Claim::Path { what, .. } => vec![what],
        Claim::Triggers { from, .. } => vec![from],
        Claim::Replaced { what, by } => vec![what, by],
        Claim::SameTime(what) => what.iter().collect(),
        _ => Vec::new(),
    }
}

/// The objects that an entry of the trace is about.
pub(super) fn objects_of(entry: &Entry) -> Vec<ObjectId> {
    let mut objects: Vec<ObjectId> = match &entry.what {
        What::Changed(change, _) => match change {
            Change::Move(it) => vec![it.object, it.new],
            Change::Create(new) => vec![new.new],
            Change::Cease(object)
            | Change::Tap(object, _)
            | Change::RemoveDamage(object)
            | Change::Counters(object, _, _)
            | Change::FaceDown(object, _)
            | Change::MayLook(object, _)
            | Change::Controller(object, _)
            | Change::RemoveFromCombat(object) => vec![*object],
            Change::Damage { source, to, .. } => source.iter().copied().chain(to.object()).collect(),
            Change::Attach(object, to) => {
                std::iter::once(*object).chain(to.and_then(Thing::object)).collect()
            }
            Change::Attack(attack) => vec![attack.attacker],
            Change::Block(block) => vec![block.blocker, block.attacker],
            Change::Trigger(trigger) => {
                let bound =
                    trigger.slots.iter().flat_map(|slots| slots.iter()).flat_map(|(_, things)| things);
                std::iter::once(trigger.source).chain(bound.filter_map(|thing| thing.object())).collect()
            }
            Change::Encode(card, host) => vec![*card, *host],
            Change::AddDelayed(delayed) => {
                let bound = delayed.slots.iter().flat_map(|(_, things)| things);
                bound.filter_map(|thing| thing.object()).collect()
            }
            Change::BeginEffect(effect) => match &effect.affected {
                crate::game::Affected::Objects(objects) => objects.to_vec(),
                crate::game::Affected::Rules => vec![effect.source],
            },
            _ => Vec::new(),
        },
        What::Casts(_, object)
        | What::PlaysLand(_, object)
        | What::Resolves(object)
        | What::Fizzles(object) => vec![*object],
        What::Activates { source, .. } => vec![*source],
        What::PutOnStack(object, source) => vec![*object, *source],
        What::Targets(object, things) => {
            std::iter::once(*object).chain(things.iter().filter_map(|thing| thing.object())).collect()
        }
        What::Replaced(thing, by) => thing.object().into_iter().chain([*by]).collect(),
        What::Note(note) => match note {
            Note::IllegalTarget(object, thing) => std::iter::once(*object).chain(thing.object()).collect(),
            Note::NoLongerEncoded(card, host) => vec![*card, *host],
            Note::DurationOver(object)
            | Note::LinkedNothing(object)
            | Note::ConditionFalse(object)
            | Note::NoTarget(object)
            | Note::NotFound(object)
            | Note::Cant(object)
            | Note::TokenStays(object)
            | Note::Permits(object) => vec![*object],
            Note::Impossible(_) | Note::Loop | Note::PaymentTaken(_) => Vec::new(),
        },
        What::Chose(choice, ..) => choice.source.into_iter().collect(),
        What::Refused(refusal) => {
            refusal.object.into_iter().chain(refusal.target.and_then(Thing::object)).collect()
        }
        What::Step(..) | What::StateBased | What::Fiat => Vec::new(),
    };
    objects.extend(entry.cause.source());
    objects
}

/// Whether a claim holds.
pub(super) fn judge(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Judged> {
    Ok(match claim {
        Claim::Object { what, facts } => object(stage, what, facts)?,
        Claim::Path { what, zones } => path(stage, what, zones)?,
        Claim::Player { player, facts } => {
            let player = stage.player(player)?;
            let mut judged: Option<Judged> = None;
            for fact in facts {
                let next = player_fact(stage, player, &fact.value)?;
                judged = Some(both(judged, next));
            }
            judged.unwrap_or(Judged { holds: true, sentence: String::new(), rules: Rules::NONE })
        }
        Claim::Count { count, what, facts } => count_objects(stage, *count, what, facts)?,
        Claim::Stack(references) => stack(stage, references)?,
        Claim::Triggers { count, from } => triggers(stage, *count, from)?,
        Claim::Replaced { what, by } => replaced(stage, what, by)?,
        Claim::SameTime(references) => same_time(stage, references)?,
        Claim::Legal | Claim::Illegal => {
            let wanted = matches!(claim, Claim::Legal);
            match &stage.tried {
                Some(tried) => Judged {
                    holds: wanted == tried.legal,
                    sentence: tried.sentence.clone(),
                    rules: tried.rules,
                },
                None => Judged {
                    holds: false,
                    sentence: "nothing was tried: write `tries to` above".to_owned(),
                    rules: Rules::NONE,
                },
            }
        }
        Claim::Options(items) => options(stage, items)?,
        Claim::ActivePlayer(name) => {
            let wanted = stage.player(name)?;
            let judged = active_player(stage);
            let holds = judged.holds && stage.play.game.turn().active == wanted;
            Judged { holds, ..judged }
        }
        Claim::Step(step) => {
            let now = stage.play.game.turn().step;
            Judged {
                holds: now == step_of(step.value),
                sentence: format!("it is the {}", facts::step_name(now)),
                rules: Rules::NONE,
            }
        }
        Claim::Draw => {
            let ending = stage.play.game.ending();
            Judged {
                holds: ending == Some(Ending::Draw),
                sentence: facts::ending(stage, ending),
                rules: rules_of_ending(stage),
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
                    .any(|entry| entry.level == Level::Default && entry.rules.contains(id))
            });
            let verb = if cited { "is cited" } else { "is not cited" };
            let rules = id.filter(|_| cited).map_or(Rules::NONE, |id| Rules::NONE.and(id));
            Judged { holds: cited == wanted, sentence: format!("{} {verb}", rule.text), rules }
        }
        Claim::NothingElseMoved => nothing_else_moved(stage),
        Claim::Day | Claim::Night => {
            return Err(super::stage::Stop::Halt(
                crate::engine::Halt::undecided(None, "headjudge does not play day and night yet"),
                stage.span,
            ));
        }
    })
}

/// Who the active player is; there is none if that player has left (102.1, 800.4j).
pub(super) fn active_player(stage: &Stage<'_, '_>) -> Judged {
    let active = stage.play.game.turn().active;
    let table = stage.answers.table();
    let name = table.name_of(active);
    if stage.play.game.player(active).gone {
        let sentence = format!("there is no active player: it is the turn of {name}, who has left");
        return Judged { holds: false, sentence, rules: Rules::of(&[cr!("800.4j")]) };
    }
    let sentence = format!("the active player is {name}");
    Judged { holds: true, sentence, rules: Rules::of(&[cr!("102.1")]) }
}

/// Two judgements as one: both must hold.
fn both(one: Option<Judged>, other: Judged) -> Judged {
    let Some(one) = one else { return other };
    let mut rules = one.rules;
    other.rules.iter().for_each(|rule| {
        rules.push(rule);
    });
    Judged {
        holds: one.holds && other.holds,
        sentence: format!("{}, and {}", one.sentence, other.sentence),
        rules,
    }
}

fn object(stage: &mut Stage<'_, '_>, what: &Reference, facts: &[Spanned<Fact>]) -> Staged<Judged> {
    let object = stage.object(what)?;
    let name = stage.answers.table().told(&stage.play.game, object);
    let mut holds = true;
    let mut actual = Vec::new();
    let mut rules = Rules::NONE;
    for fact in facts {
        let fact_judged = facts::judge(stage, object, &fact.value)?;
        holds &= fact_judged.holds;
        actual.push(fact_judged.sentence);
        fact_judged.rules.iter().for_each(|rule| {
            rules.push(rule);
        });
    }
    actual.dedup();
    Ok(Judged { holds, sentence: format!("{name} {}", actual.join(", ")), rules })
}

/// The zones that an object went through since the scenario began, and the objects it was there.
pub(super) fn path_of(stage: &Stage<'_, '_>, object: ObjectId) -> Vec<ObjectId> {
    let game = &stage.play.game;
    let mut path = vec![game.earliest(object)];
    while let Some(next) = path.last().and_then(|last| game.object(*last).next) {
        path.push(next);
    }
    path
}

/// A path in words: `battlefield > exile > battlefield`.
pub(super) fn path_in_words(game: &Game, path: &[ObjectId]) -> String {
    let mut zones: Vec<&str> = path.iter().map(|object| game.object(*object).zone.word()).collect();
    if path.last().is_some_and(|last| !game.object(*last).exists) {
        zones.push("ceased to exist");
    }
    zones.join(" > ")
}

fn path(
    stage: &mut Stage<'_, '_>,
    what: &Reference,
    zones: &[Spanned<Option<WrittenZone>>],
) -> Staged<Judged> {
    let object = stage.object(what)?;
    let path = path_of(stage, object);
    let game = &stage.play.game;
    let mut actual: Vec<Option<Zone>> = path.iter().map(|object| Some(game.object(*object).zone)).collect();
    if path.last().is_some_and(|last| !game.object(*last).exists) {
        actual.push(None);
    }
    let wanted: Vec<Option<Zone>> = zones.iter().map(|zone| zone.value.and_then(zone_of)).collect();
    // That it has ceased to exist afterwards need not be said.
    if actual.last() == Some(&None) && wanted.last().is_some_and(Option::is_some) {
        actual.pop();
    }
    let name = stage.answers.table().told(game, object);
    let sentence = if actual.len() == 1 {
        format!("{name} never leaves: {}", path_in_words(game, &path))
    } else {
        format!("{name}: {}", path_in_words(game, &path))
    };
    Ok(Judged { holds: actual == wanted, sentence, rules: moves_of(stage, object) })
}

/// The rules of the moves of an object, the last one's first.
pub(super) fn moves_of(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let game = &stage.play.game;
    let root = game.earliest(object);
    let mut rules = Rules::NONE;
    for entry in stage.play.trace.entries().iter().rev() {
        let moves = match &entry.what {
            What::Changed(Change::Move(it), _) => game.earliest(it.object) == root,
            What::Changed(Change::Cease(ceased), _) => game.earliest(*ceased) == root,
            _ => false,
        };
        if moves {
            entry.rules.iter().for_each(|rule| {
                rules.push(rule);
            });
        }
    }
    rules
}

/// The rules of the last move of an object.
pub(super) fn last_move_of(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let game = &stage.play.game;
    let root = game.earliest(object);
    let last = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => game.earliest(it.object) == root,
        What::Changed(Change::Cease(ceased), _) => game.earliest(*ceased) == root,
        _ => false,
    });
    last.map_or(Rules::NONE, |entry| entry.rules)
}

fn player_fact(stage: &mut Stage<'_, '_>, player: PlayerId, fact: &PlayerFact) -> Staged<Judged> {
    let name = stage.answers.table().name_of(player).to_owned();
    let its = stage.play.game.player(player).clone();
    let game = &stage.play.game;
    Ok(match fact {
        PlayerFact::Life(life) => Judged {
            holds: its.life == *life,
            sentence: format!("{name} has {} life", its.life),
            rules: rules_of_life(stage, player),
        },
        PlayerFact::Counters(count, kind) => {
            let actual = match kind.text.as_str() {
                "poison" => its.poison,
                "energy" => its.energy,
                _ => {
                    return Err(super::stage::Stop::Halt(
                        crate::engine::Halt::undecided(None, "headjudge does not keep these counters yet"),
                        kind.span,
                    ));
                }
            };
            Judged {
                holds: actual == *count,
                sentence: format!("{name} has {actual} {} counters", kind.text),
                rules: Rules::NONE,
            }
        }
        PlayerFact::Won | PlayerFact::Lost => {
            let ending = game.ending();
            let won = ending == Some(Ending::Won(player));
            let lost = its.gone;
            let holds = if matches!(fact, PlayerFact::Won) { won } else { lost };
            let sentence = if won {
                format!("{name} has won")
            } else if lost {
                format!("{name} has lost")
            } else {
                facts::ending(stage, ending)
            };
            Judged { holds, sentence, rules: rules_of_ending(stage) }
        }
        PlayerFact::CardsIn(count, zone) => {
            let actual = zone_of(*zone).map_or(0, |zone| game.zone(zone, player).len());
            Judged {
                holds: actual == *count as usize,
                sentence: format!(
                    "{name} has {actual} card{} in their {}",
                    if actual == 1 { "" } else { "s" },
                    zone.word()
                ),
                rules: Rules::NONE,
            }
        }
        PlayerFact::MayCast(what) | PlayerFact::MayNotCast(what) => {
            let legal = super::questions::may_cast(stage, player, what)?;
            let wanted = matches!(fact, PlayerFact::MayCast(_));
            Judged { holds: legal.holds == wanted, ..legal }
        }
        PlayerFact::MayLook(what) | PlayerFact::MayNotLook(what) => {
            let object = stage.object(what)?;
            let may = facts::may_look(&stage.play.game, object, player);
            let wanted = matches!(fact, PlayerFact::MayLook(_));
            let verb = if may { "may look" } else { "may not look" };
            Judged { holds: may == wanted, sentence: format!("{name} {verb} at it"), rules: Rules::NONE }
        }
        PlayerFact::Mana(_) | PlayerFact::Monarch => {
            return Err(super::stage::Stop::Halt(
                crate::engine::Halt::undecided(None, "headjudge does not keep this about a player yet"),
                stage.span,
            ));
        }
    })
}

/// The rules of the last changes of a player's life total.
fn rules_of_life(stage: &Stage<'_, '_>, player: PlayerId) -> Rules {
    let mut rules = Rules::NONE;
    for entry in stage.play.trace.entries().iter().rev() {
        if matches!(&entry.what, What::Changed(Change::Life(its, _), _) if *its == player) {
            entry.rules.iter().for_each(|rule| {
                rules.push(rule);
            });
        }
    }
    rules
}

fn rules_of_ending(stage: &Stage<'_, '_>) -> Rules {
    let mut rules = Rules::NONE;
    for entry in stage.play.trace.entries().iter().rev() {
        if matches!(&entry.what, What::Changed(Change::End(_) | Change::Leave(_), _)) {
            entry.rules.iter().for_each(|rule| {
                rules.push(rule);
            });
        }
    }
    rules
}

fn count_objects(
    stage: &mut Stage<'_, '_>,
    count: u32,
    what: &Counted,
    facts: &[Spanned<Fact>],
) -> Staged<Judged> {
    let view = stage.view()?;
    let game = &stage.play.game;
    let objects: Vec<ObjectId> =
        game.objects().iter().filter(|object| object.exists).map(|object| object.id).collect();
    let mut counted = Vec::new();
    for object in objects {
        let game = &stage.play.game;
        let its = game.object(object);
        let characteristics = view.characteristics(game, object);
        let counts = match what {
            Counted::Cards => its.card().is_some() || matches!(its.nature, crate::game::Nature::Unknown),
            Counted::Permanents => its.zone == Zone::Battlefield,
            Counted::Tokens => its.is_token(),
            Counted::Type(text) => facts::is_type(characteristics, &text.text),
            Counted::TokensNamed(text) => {
                its.is_token()
                    && (*characteristics.name == *text.text
                        || Subtype::from_word(&text.text)
                            .is_some_and(|subtype| characteristics.has_subtype(subtype)))
            }
            Counted::Named(text) => characteristics.is_named(&text.text) || its.base.is_named(&text.text),
        };
        if !counts {
            continue;
        }
        let mut fits = true;
        for fact in facts {
            fits &= facts::judge(stage, object, &fact.value)?.holds;
        }
        if fits {
            counted.push(stage.answers.table().title(&stage.play.game, object));
        }
    }
    let noun = match what {
        Counted::Cards => "card".to_owned(),
        Counted::Permanents => "permanent".to_owned(),
        Counted::Tokens => "token".to_owned(),
        Counted::Type(text) => text.text.clone(),
        Counted::TokensNamed(text) => format!("{} token", text.text),
        Counted::Named(text) => format!("`{}`", text.text),
    };
    Ok(Judged {
        holds: counted.len() == count as usize,
        sentence: count_in_words(&noun, &counted),
        rules: Rules::NONE,
    })
}

/// How many there are, and which: `there are 2 such creatures: Grizzly Bears; Storm Crow`.
fn count_in_words(noun: &str, names: &[String]) -> String {
    /// More names than this don't help.
    const MOST: usize = 8;
    let (verb, plural) = match names {
        [_] => ("is", ""),
        _ if noun.ends_with('`') => ("are", ""),
        _ => ("are", "s"),
    };
    let listed = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join("; ");
    let more = if names.len() > MOST { "; ..." } else { "" };
    match names.len() {
        0 => format!("there {verb} no such {noun}{plural}"),
        count if noun.ends_with('`') => format!("there {verb} {count} such {noun}"),
        count => format!("there {verb} {count} such {noun}{plural}: {listed}{more}"),
    }
}

fn stack(stage: &mut Stage<'_, '_>, references: &[Reference]) -> Staged<Judged> {
    let view = stage.view()?;
    let table = stage.answers.table();
    let game = &stage.play.game;
    let titles: Vec<String> = game.stack().iter().map(|object| table.title(game, *object)).collect();
    let mut holds = game.stack().len() == references.len();
    for (object, reference) in game.stack().iter().zip(references) {
        let ability = game.object(*object).stack_ability();
        holds &= match (ability, reference.part) {
            (Some(ability), Part::Trigger | Part::Ability(_)) => {
                let sort = match reference.part {
                    Part::Trigger => ability.triggered,
                    Part::Ability(Some(number)) => number == u32::from(ability.number),
                    _ => true,
                };
                let root = game.earliest(ability.source);
                sort && table
                    .whole(game, &view, reference, |named| game.earliest(named) == root)
                    .is_ok_and(|named| game.earliest(named) == root)
            }
            (None, Part::Whole) => table
                .whole(game, &view, reference, |named| named == *object)
                .is_ok_and(|named| named == *object),
            _ => false,
        };
    }
    let sentence = if titles.is_empty() {
        "the stack is empty".to_owned()
    } else {
        format!("the stack, from the bottom: {}", titles.join("; "))
    };
    // What is there and in which order: by what was put there last, and by what has resolved.
    let mut rules = Rules::of(&[cr!("405.2")]);
    for object in game.stack() {
        let left_since = game
            .object(*object)
            .stack_ability()
            .is_some_and(|ability| game.object(ability.source).next.is_some_and(|next| next > *object));
        if left_since {
            rules = rules.and(cr!("113.7a"));
        }
    }
    for entry in stage.play.trace.entries().iter().rev() {
        let decides = match &entry.what {
            What::PutOnStack(object, _) => game.stack().contains(object),
            What::Resolves(_) => true,
            _ => false,
        };
        if decides {
            rules = entry.rules.iter().fold(rules, Rules::and);
        }
        if matches!(entry.what, What::Resolves(_)) {
            break;
        }
    }
    Ok(Judged { holds, sentence, rules })
}

/// How often abilities of an object have triggered, and by which rules.
pub(super) fn triggered(stage: &Stage<'_, '_>, root: ObjectId, number: Option<u32>) -> (u32, Rules) {
    let game = &stage.play.game;
    let mut count = 0;
    let mut rules = Rules::NONE;
    for entry in stage.play.trace.entries() {
        let counts = match &entry.what {
            What::Changed(Change::Trigger(trigger), _) => {
                let right = number.is_none_or(|number| number == u32::from(trigger.number));
                let its = right && game.earliest(trigger.source) == root;
                count += u32::from(its);
                its
            }
            What::PutOnStack(_, source) => game.earliest(*source) == root,
            _ => false,
        };
        if counts {
            entry.rules.iter().for_each(|rule| {
                rules.push(rule);
            });
        }
    }
    (count, rules)
}

fn triggers(stage: &mut Stage<'_, '_>, count: Option<u32>, from: &Reference) -> Staged<Judged> {
    let whole = Reference { part: Part::Whole, ..from.clone() };
    let object = stage.object(&whole)?;
    let number = match from.part {
        Part::Ability(number) => number,
        _ => None,
    };
    let (actual, rules) = triggered(stage, stage.play.game.earliest(object), number);
    let name = stage.answers.table().told(&stage.play.game, object);
    let holds = match count {
        Some(count) => actual == count,
        None => actual > 0,
    };
    let times = match actual {
        0 => "never triggers".to_owned(),
        1 => "triggers once".to_owned(),
        actual => format!("triggers {actual} times"),
    };
    Ok(Judged { holds, sentence: format!("{name} {times}"), rules })
}

fn replaced(stage: &mut Stage<'_, '_>, what: &Reference, by: &Reference) -> Staged<Judged> {
    let what = stage.object(what)?;
    let by = stage.object(by)?;
    let game = &stage.play.game;
    let (root, by_root) = (game.earliest(what), game.earliest(by));
    let mut rules = Rules::NONE;
    let mut holds = false;
    for entry in stage.play.trace.entries() {
        if let What::Replaced(Thing::Object(object), effect) = &entry.what {
            if game.earliest(*object) == root && game.earliest(*effect) == by_root {
                holds = true;
                entry.rules.iter().for_each(|rule| {
                    rules.push(rule);
                });
            }
        }
    }
    let table = stage.answers.table();
    let verb = if holds { "replaces" } else { "does not replace" };
    let sentence =
        format!("{} {verb} what would happen to {}", table.title(game, by), table.title(game, what));
    Ok(Judged { holds, sentence, rules })
}

fn same_time(stage: &mut Stage<'_, '_>, references: &[Reference]) -> Staged<Judged> {
    let mut roots = Vec::new();
    for reference in references {
        let object = stage.object(reference)?;
        roots.push(stage.play.game.earliest(object));
    }
    let game = &stage.play.game;
    let batches = |root: ObjectId| -> Vec<u32> {
        let moves = stage.play.trace.entries().iter().filter_map(|entry| match &entry.what {
            What::Changed(Change::Move(it), batch) if game.earliest(it.object) == root => Some(*batch),
            _ => None,
        });
        moves.collect()
    };
    let common = roots
        .iter()
        .map(|root| batches(*root))
        .reduce(|one, other| one.into_iter().filter(|batch| other.contains(batch)).collect());
    let holds = common.is_some_and(|common| !common.is_empty());
    let table = stage.answers.table();
    let names: Vec<String> = roots.iter().map(|root| table.title(game, *root)).collect();
    let names = names.join(" and ");
    let sentence = if holds {
        format!("{names} move at the same time")
    } else {
        format!("{names} don't move at the same time")
    };
    let game = &stage.play.game;
    let mut rules = Rules::NONE;
    for entry in stage.play.trace.entries() {
        let moves = matches!(&entry.what, What::Changed(Change::Move(it), _) if roots.contains(&game.earliest(it.object)));
        let parent = entry.parent.and_then(|parent| stage.play.trace.get(parent));
        if let (true, Some(parent)) = (moves, parent.filter(|parent| matches!(parent.what, What::StateBased)))
        {
            rules = parent.rules.iter().fold(rules, Rules::and);
        }
    }
    let rules = roots.iter().fold(rules, |rules, root| moves_of(stage, *root).iter().fold(rules, Rules::and));
    Ok(Judged { holds, sentence, rules })
}

fn options(stage: &mut Stage<'_, '_>, items: &[AnswerItem]) -> Staged<Judged> {
    let Some(choice) = stage.asked.clone() else {
        return Ok(Judged {
            holds: false,
            sentence: "nothing was asked: write `tries to choose` above".to_owned(),
            rules: Rules::NONE,
        });
    };
    let offered = super::stage::things_of(&choice);
    let mut wanted = Vec::new();
    for item in items {
        if let AnswerItem::Reference(reference) = item {
            wanted.push(stage.thing(reference)?);
        }
    }
    let holds = wanted.len() == offered.len() && wanted.iter().all(|thing| offered.contains(thing));
    let words = options_in_words(&stage.play.game, &stage.answers.table(), &choice);
    let rules = super::actions::choice_rules(&choice);
    Ok(Judged { holds, sentence: format!("the legal answers: {words}"), rules })
}

/// Whether every object that moved is spoken of by an expectation before this one.
fn nothing_else_moved(stage: &mut Stage<'_, '_>) -> Judged {
    let game = &stage.play.game;
    let table = stage.answers.table();
    let mut moved: Vec<ObjectId> = Vec::new();
    for entry in stage.play.trace.entries() {
        if let What::Changed(Change::Move(it), _) = &entry.what {
            let root = game.earliest(it.object);
            if !moved.contains(&root) {
                moved.push(root);
            }
        }
    }
    let spoken: Vec<&str> = stage.findings.iter().map(|finding| finding.sentence.as_str()).collect();
    let others: Vec<String> = moved
        .into_iter()
        .map(|object| table.title(game, object))
        .filter(|name| !spoken.iter().any(|sentence| sentence.contains(name.as_str())))
        .collect();
    let sentence = if others.is_empty() {
        "nothing else moves".to_owned()
    } else {
        format!("{} moved too", others.join("; "))
    };
    Judged { holds: others.is_empty(), sentence, rules: Rules::NONE }
}
