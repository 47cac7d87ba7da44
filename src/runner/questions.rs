//! `ask`: answers, each as a sentence with the rule that decides it.

use crate::diag::Span;
use crate::engine::additional::keyword_abilities::ways;
use crate::engine::concepts::special_actions;
use crate::engine::spells::casting_spells::{self, CastRequest};
use crate::engine::spells::permissions::alternative;
use crate::engine::{Halt, Outcome, Play};
use crate::game::{Ending, ObjectId, PlayerId, Thing};
use crate::ir::{CardType, Symbol, Zone};
use crate::rules::{Rules, cr};
use crate::scenario::ast::Text;
use crate::scenario::script::{Ask, Claim, Part, Question, Reference};
use crate::trace::Attempt;
use crate::trace::Reasons;
use crate::trace::layers::Influence;
use crate::why::choices::may_find_none;
use crate::why::control::control;
use crate::why::endings::ended;
use crate::why::found::{self, Found};
use crate::why::layers;
use crate::why::looking::may_look;
use crate::why::permission::{named_face, permission, permissions_since};
use crate::why::standing::Standing;
use crate::why::status::owned;
use crate::why::targets::with_illegal;
use crate::why::unmoved;
use crate::why::whereabouts::{moves_of, moves_of_each, path_of};

use super::actions;
use super::claims::{self, Judged, naming, path_in_words};
use super::facts;
use super::options::options_told;
use super::outcome::{Because, Finding};
use super::probing;
use super::stage::{Stage, Staged, Stop};

mod describing;

use describing::{describe, describe_moved, describe_player};

/// The answer to a question as a sentence, with the rules that decide it.
fn told(stage: &mut Stage<'_, '_>, question: &Question) -> Staged<(String, Reasons)> {
    Ok(match question {
        Question::Object(reference) => {
            let (thing, otherwise) = naming::meant_thing(stage, reference)?;
            let told = match thing {
                Thing::Object(object) => describe(stage, object)?,
                Thing::Player(player) => describe_player(stage, player)?,
            };
            naming::first(reference, otherwise, told)
        }
        Question::Player(name) => {
            let player = stage.player(name)?;
            describe_player(stage, player)?
        }
        Question::Mana(name) => {
            let player = stage.player(name)?;
            claims::unspent(stage, player)?
        }
        Question::MayCast(name, what) => {
            let player = stage.player(name)?;
            let judged = may_cast(stage, player, what)?;
            (judged.sentence, judged.rules)
        }
        Question::MayLook(name, what) => whether_may_look(stage, name, what)?,
        Question::Owner(what) => owner(stage, what)?,
        Question::Path(what) => way(stage, what)?,
        Question::Trigger(from) => trigger(stage, from)?,
        Question::Controller(what) => {
            let (object, otherwise) = naming::meant(stage, what)?;
            naming::first(what, otherwise, controller(stage, object)?)
        }
        Question::Lookers(what) => lookers(stage, what)?,
        Question::Stack => {
            let judged = claims::judge(stage, &Claim::Stack(Vec::new()))?;
            (judged.sentence, judged.rules)
        }
        Question::Legal => {
            let judged = claims::judge(stage, &Claim::Legal)?;
            (judged.sentence, judged.rules)
        }
        Question::Options => match &stage.asked {
            Some(asked) => {
                let words = options_told(&stage.play.game, &stage.answers.table(), &asked.choice);
                let by = may_find_none(&stage.play.game, &asked.choice, asked.rules);
                (format!("the legal answers: {words}"), by.into_iter().fold(asked.rules, Rules::and).into())
            }
            None => ("nothing is asked".to_owned(), Reasons::NONE),
        },
        Question::ActivePlayer => {
            let judged = claims::active_player(stage, None)?;
            (judged.sentence, judged.rules)
        }
        Question::Winner => {
            let ending = stage.play.game.ending();
            let rules = ending.map_or(Reasons::NONE, |_| ended(&stage.play.trace));
            let rules = Standing::GoesOn.behind(&stage.play.game, rules);
            (facts::ending(stage, ending), rules)
        }
        Question::Whether(claim) => {
            let judged = claims::answer(stage, claim)?;
            let word = if judged.holds { "yes" } else { "no" };
            (format!("{word}: {}", judged.sentence), judged.rules)
        }
        Question::Why(claim) => why_so(stage, claim)?,
    })
}

/// Answers one question and keeps the answer.
pub(super) fn answer(stage: &mut Stage<'_, '_>, ask: &Ask, span: Span) -> Staged {
    let (sentence, rules) = told(stage, &ask.question)?;
    let layers = influences(stage, &ask.question)?;
    let bearing = match &ask.question {
        Question::Whether(claim) | Question::Why(claim) => claims::bearing_on(claim, &layers),
        _ => layers.clone(),
    };
    let rules = with_illegal(&stage.play.trace, rules);
    let found = found(stage, &ask.question, rules)?;
    let rules = found.iter().rev().fold(rules, |rules, (rule, _)| rules.led_by(*rule));
    let found = found::in_words(&found).map(Because::Found);
    let mut finding =
        Finding { layers, bearing, ..Finding::asked(Some(span), (sentence, rules), &stage.play.trace) };
    let together = match &ask.question {
        Question::Whether(claim) | Question::Why(claim) => claims::together(stage, claim)?,
        _ => None,
    };
    finding.because = together.or(found).or(finding.because);
    if let Question::Whether(claim) | Question::Why(claim) = &ask.question {
        let of_layers = (rules, &*finding.bearing);
        finding.because = claims::of_whole_size(stage, claim, finding.because, of_layers);
        finding.beside = claims::beside(stage, claim, (finding.because.as_ref(), rules))?;
        let all = claims::with_rules((finding.because.as_ref(), rules), 1, &finding.beside);
        (finding.rules, finding.steps) = (all.rules(), all.steps());
    }
    finding.decided |= match &ask.question {
        Question::Whether(claim) | Question::Why(claim) => claims::decides_itself(claim),
        Question::Controller(_) => true,
        _ => false,
    };
    finding.because = finding.because.filter(|because| match &ask.question {
        Question::Legal | Question::Options => false,
        Question::Whether(claim) | Question::Why(claim) => {
            !claims::says_why(claim) && !claims::is_untriggered(claim, because)
        }
        Question::Trigger(_) => *because != Because::Rule(cr!("603.2")),
        _ => true,
    });
    stage.findings.push(finding);
    Ok(())
}

/// What is found in the position by which it is so what a question is about, whose answer has these reasons, with the deciding rule.
fn found(stage: &mut Stage<'_, '_>, question: &Question, reasons: Reasons) -> Staged<Vec<Found>> {
    match question {
        Question::Whether(claim) | Question::Why(claim) => claims::found(stage, claim, reasons),
        // Of what has moved, the move says more.
        Question::Object(what) => match stage.thing(what)? {
            Thing::Object(object) if stage.play.game.object(object).previous.is_none() => {
                stage.why(|played| {
                    let survived = found::survival(played, object);
                    let found = survived.or_else(|| unmoved::unmoved(played, object));
                    Ok(found::deciding(found.into_iter().collect(), reasons))
                })
            }
            Thing::Object(_) => Ok(Vec::new()),
            Thing::Player(player) => same_life(stage, player, reasons),
        },
        Question::Player(name) => {
            let player = stage.player(name)?;
            same_life(stage, player, reasons)
        }
        Question::MayLook(name, what) => {
            let (player, object) = (stage.player(name)?, naming::now(stage, what)?);
            Ok(facts::shown(stage, object, player)?.into_iter().collect())
        }
        _ => Ok(Vec::new()),
    }
}

/// That nothing has changed the life total of a player who is told of, where nothing has.
fn same_life(stage: &mut Stage<'_, '_>, player: PlayerId, reasons: Reasons) -> Staged<Vec<Found>> {
    stage.why(|played| {
        let words = "nothing has changed their life total";
        let found = unmoved::same_life(played, player, reasons, words);
        Ok(found::deciding(found.into_iter().collect(), reasons))
    })
}

/// Why a claim is so, or is not.
fn why_so(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<(String, Reasons)> {
    let judged = claims::answer(stage, claim)?;
    let sentence = match judged.holds {
        true => judged.sentence,
        false => format!("that is not so: {}", judged.sentence),
    };
    let telling = claims::telling(stage, claim)?;
    // They say more of it than what stands behind the rule that decides.
    let first = judged.rules.first().into_iter().chain(telling.iter()).fold(Reasons::NONE, Reasons::and);
    Ok((sentence, first.joined(judged.rules)))
}

/// The effects on what a question is about, in the order of the layers.
fn influences(stage: &mut Stage<'_, '_>, question: &Question) -> Staged<Vec<Influence>> {
    match question {
        Question::Whether(claim) | Question::Why(claim) => claims::influences_on(stage, claim),
        Question::Object(what) => match naming::meant_thing(stage, what)?.0 {
            Thing::Object(object) => stage.why(|played| layers::influences_on(played, object)),
            Thing::Player(_) => Ok(Vec::new()),
        },
        _ => Ok(Vec::new()),
    }
}

/// Where an object has been.
fn way(stage: &mut Stage<'_, '_>, what: &Reference) -> Staged<(String, Reasons)> {
    let object = naming::ever(stage, what)?;
    let path = path_of(&stage.play.game, object);
    let title = stage.answers.table().told(&stage.play.game, object);
    Ok((format!("{title}: {}", path_in_words(&stage.play.game, &path)), {
        let rules = stage.why(|played| Ok(moves_of(played, object)))?;
        Standing::Place(object).behind(&stage.play.game, rules)
    }))
}

/// Who owns an object.
fn owner(stage: &mut Stage<'_, '_>, what: &Reference) -> Staged<(String, Reasons)> {
    let (object, otherwise) = naming::meant(stage, what)?;
    let table = stage.answers.table();
    let owner = table.name_of(stage.play.game.object(object).owner).to_owned();
    let rules = owned(stage.play.game.object(object));
    let told = (format!("{owner} owns {}", table.told(&stage.play.game, object)), rules);
    Ok(naming::first(what, otherwise, told))
}

/// Whether a player may look at a card.
fn whether_may_look(stage: &mut Stage<'_, '_>, name: &Text, what: &Reference) -> Staged<(String, Reasons)> {
    let player = stage.player(name)?;
    let object = naming::now(stage, what)?;
    let (may, rules) = stage.why(|played| may_look(played, object, player))?;
    let verb = if may { "may" } else { "may not" };
    let title = stage.answers.table().told(&stage.play.game, object);
    Ok((format!("{} {verb} look at {title}", name.text), rules))
}

/// Whether an ability has triggered.
fn trigger(stage: &mut Stage<'_, '_>, from: &Reference) -> Staged<(String, Reasons)> {
    let whole = Reference { part: Part::Whole, ..from.clone() };
    let object = naming::ever(stage, &whole)?;
    let number = match from.part {
        Part::Ability(number) => number,
        _ => None,
    };
    let (count, times, rules) = claims::triggered(stage, object, number)?;
    let title = stage.answers.table().told(&stage.play.game, object);
    let word = if count == 0 { "no" } else { "yes" };
    Ok((format!("{word}: {title} {times}"), rules))
}

/// Who controls an object.
fn controller(stage: &mut Stage<'_, '_>, object: ObjectId) -> Staged<(String, Reasons)> {
    let table = stage.answers.table();
    let title = table.told(&stage.play.game, object);
    let (controller, rules) = stage.why(|played| control(played, object))?;
    let sentence = match controller {
        Some(controller) => format!("{} controls {title}", table.name_of(controller)),
        None if stage.play.game.object(object).phased_out.is_some() => {
            format!("{title} is phased out")
        }
        None => format!("nobody controls {title}"),
    };
    Ok((sentence, rules))
}

/// Who may look at an object.
fn lookers(stage: &mut Stage<'_, '_>, what: &Reference) -> Staged<(String, Reasons)> {
    let object = naming::now(stage, what)?;
    let players: Vec<PlayerId> = stage.play.game.players().collect();
    let mut may = Vec::new();
    let mut rules = Reasons::NONE;
    for player in players {
        let (looks, why) = stage.why(|played| may_look(played, object, player))?;
        rules = rules.joined(why);
        if looks {
            may.push(player);
        }
    }
    let table = stage.answers.table();
    let game = &stage.play.game;
    let lookers: Vec<&str> = may.into_iter().map(|player| table.name_of(player)).collect();
    let who = if lookers.is_empty() { "nobody".to_owned() } else { lookers.join(" and ") };
    Ok((format!("{who} may look at {}", table.told(game, object)), rules))
}

/// Whether a player may cast a card now, choices of targets aside.
pub(super) fn may_cast(stage: &mut Stage<'_, '_>, player: PlayerId, what: &Reference) -> Staged<Judged> {
    let span = stage.span;
    let card = stage.object_in(what, (Zone::Hand, player), |game, _, object| {
        let its = game.object(object);
        its.zone == Zone::Hand && its.owner == player
    })?;
    let face = actions::face_named(stage, card, &what.name.text);
    // What is asked of a face or half is said of that one.
    let half = named_face(&stage.play.game, card, &what.name.text);
    let land = match &half {
        Some((face, _)) => face.is(CardType::Land),
        None => stage.play.game.object(card).base.is(CardType::Land),
    };
    let (result, begun) = tried(stage, |play| {
        if land {
            special_actions::play_land(play, player, card, face)
        } else {
            let request = CastRequest { face, ..CastRequest::default() };
            casting_spells::cast(play, player, card, &request).map(|_| ())
        }
    })?;
    // What can't be cast as it is may be cast in another way.
    if matches!(result, Err(Halt::Illegal(_))) {
        let (mut unsure, mut refused) = (None, None);
        let own = alternative::names_as_cast(&stage.play, player, card, face);
        let own = own.iter().map(|name| name.as_str().to_owned());
        let all: Vec<String> = ways::names().map(str::to_owned).chain(own).collect();
        for way in all.iter().map(String::as_str) {
            let face = Symbol::parse(way).and_then(ways::face_of).unwrap_or(face);
            let request = CastRequest { face, way: Symbol::parse(way), ..CastRequest::default() };
            let (result, rules) =
                tried(stage, |play| casting_spells::cast(play, player, card, &request).map(|_| ()))?;
            if matches!(result, Ok(()) | Err(Halt::Open(_) | Halt::Over)) {
                let table = stage.answers.table();
                let title = table.told(&stage.play.game, card);
                let sentence =
                    format!("{} may cast {title} ({})", table.name_of(player), way.replace('-', " "));
                return Ok(Judged { holds: true, sentence, rules: rules.into() });
            }
            match result {
                // A way that is there, and only costs too much or has no target.
                Err(Halt::Illegal(illegal)) if illegal.lacks_cost_or_target() => {
                    refused.get_or_insert((way, illegal));
                }
                Err(Halt::Illegal(_)) => {}
                Err(halt) => {
                    unsure.get_or_insert(halt);
                }
                Ok(()) => {}
            }
        }
        // Of a way that can't be told, it is not said that it is forbidden.
        if let Some(halt) = unsure {
            return Err(Stop::Halt(halt, span));
        }
        // That nothing lets it be cast from there at all is then not why.
        if let (Some((way, illegal)), Err(halt)) = (refused, &result)
            && halt.lacks_permission()
        {
            let table = stage.answers.table();
            let title = table.told(&stage.play.game, card);
            let (name, way) = (table.name_of(player), way.replace('-', " "));
            let reason = stage.reason(&illegal, Attempt::Cast(card, face));
            let sentence = format!("{name} can't cast {title} ({way}): {reason}");
            return Ok(Judged { holds: false, sentence, rules: illegal.rules.into() });
        }
    }
    let verb = if land { "play" } else { "cast" };
    let table = stage.answers.table();
    let title = match &half {
        Some((face, ..)) => face.name.to_string(),
        None => table.told(&stage.play.game, card),
    };
    let name = table.name_of(player);
    let alone = half.as_ref().map(|(.., rule)| *rule);
    match result {
        Ok(_) | Err(Halt::Open(_) | Halt::Over) => Ok(Judged {
            holds: true,
            sentence: format!("{name} may {verb} {title}"),
            rules: {
                let base = half.as_ref().map_or(&stage.play.game.object(card).base, |(face, _)| face);
                let permitted = permission(&stage.play.game, player, card, base, begun);
                permitted.iter().chain(alone).fold(Reasons::NONE, Reasons::and)
            },
        }),
        Err(Halt::Illegal(illegal)) => Ok(Judged {
            holds: false,
            sentence: {
                let attempt = if land { Attempt::PlayLand(card, face) } else { Attempt::Cast(card, face) };
                format!("{name} can't {verb} {title}: {}", stage.reason(&illegal, attempt))
            },
            rules: illegal.rules.iter().chain(alone).fold(Reasons::NONE, Reasons::and),
        }),
        Err(halt) => Err(Stop::Halt(halt, span)),
    }
}

/// The one way in which a player may cast a card from where it is, where nothing else lets them cast it and no other keyword does.
pub(super) fn only_way(
    stage: &mut Stage<'_, '_>,
    player: PlayerId,
    card: ObjectId,
) -> Staged<Option<Symbol>> {
    let zone = stage.play.game.object(card).zone;
    let from_there = || ways::names().filter(|way| ways::zone_of(way) == Some(zone));
    if from_there().next().is_none() {
        return Ok(None);
    }
    let plain = CastRequest::default();
    let (result, _) = tried(stage, |play| casting_spells::cast(play, player, card, &plain).map(|_| ()))?;
    if !result.is_err_and(|halt| halt.lacks_permission()) {
        return Ok(None);
    }
    let mut found = None;
    for way in from_there() {
        let name = Symbol::parse(way);
        let face = name.and_then(ways::face_of).unwrap_or_default();
        let request = CastRequest { face, way: name, ..CastRequest::default() };
        let (result, _) =
            tried(stage, |play| casting_spells::cast(play, player, card, &request).map(|_| ()))?;
        let is_there = match result {
            Ok(()) | Err(Halt::Open(_) | Halt::Over) => true,
            Err(Halt::Illegal(illegal)) => illegal.lacks_cost_or_target(),
            Err(_) => false,
        };
        if is_there && found.replace(name).is_some() {
            return Ok(None);
        }
    }
    Ok(found.flatten())
}

/// Tries something and takes it back: what came of it, and the rules that permit it.
fn tried(stage: &mut Stage<'_, '_>, deed: impl Fn(&mut Play<'_>) -> Outcome) -> Staged<(Outcome, Rules)> {
    let (saved, kept) = (stage.play.save(), stage.answers.keep());
    let span = stage.span;
    let outer = stage.answers.tries(true);
    let result =
        probing::try_with_mana(stage, |stage| deed(&mut stage.play).map_err(|halt| Stop::Halt(halt, span)));
    stage.answers.tries(outer);
    let rules = permissions_since(&stage.play.game, &stage.play.trace, saved.mark);
    stage.play.take_back(saved);
    stage.answers.put_back(&kept);
    match result {
        Ok(()) => Ok((Ok(()), rules)),
        Err(Stop::Halt(halt, _)) => Ok((Err(halt), rules)),
        Err(fault) => Err(fault),
    }
}

/// What changed, for a scenario that asks nothing: every object that moved, and every life total.
pub(super) fn what_changed(stage: &mut Stage<'_, '_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    // Of a loss the players tell; that nobody has won is told of the game.
    let ending = stage.play.game.ending();
    if ending == Some(Ending::Draw) {
        let sentence = facts::ending(stage, ending);
        let why = ended(&stage.play.trace);
        findings.push(Finding::asked(None, (sentence, why), &stage.play.trace));
    }
    let roots: Vec<ObjectId> = stage
        .play
        .game
        .objects()
        .iter()
        .take(stage.beginning)
        .filter(|object| object.next.is_some() || !object.exists)
        .map(|object| object.id)
        .collect();
    let moved: Vec<ObjectId> = roots.into_iter().map(|root| stage.play.game.latest(root)).collect();
    let moves = stage.why(|played| Ok(moves_of_each(played, &moved))).unwrap_or_default();
    for (latest, moves) in moved.into_iter().zip(moves) {
        if let Ok(described) = describe_moved(stage, latest, moves) {
            findings.push(Finding::asked(None, described, &stage.play.trace));
        }
    }
    let players: Vec<PlayerId> = stage.play.game.players().collect();
    for player in players {
        if let Ok(described) = describe_player(stage, player) {
            findings.push(Finding::asked(None, described, &stage.play.trace));
        }
    }
    findings
}
