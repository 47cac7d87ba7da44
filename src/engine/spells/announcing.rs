//! The part of announcing that spells, activated and triggered abilities share: modes, targets, division
//! (601.2b–d, 602.2b, 603.3c–d).

use std::rc::Rc;

use smallvec::SmallVec;

use crate::engine::additional::keyword_abilities::{hexproof, protection};
use crate::engine::concepts::targets::{self, misfits, together};
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, conditions, quantities, selections};
use crate::game::{
    Announced, Answer, Cause, CauseKind, Change, Choice, ChoiceKind, Item, ObjectId, Occurrence, Options,
    PlayerId, Thing,
};
use crate::ir::part::{Part, mentions};
use crate::ir::{Body, Condition, KeywordName, Link, Modes, NamedDeed, Symbol, TargetSpec, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note, What};

use super::events::{Happening, after};
use super::interaction_of_continuous_effects::unmade;

pub(crate) mod fitting;
mod to_come;

/// Chooses modes and targets. Says whether there was a legal choice.
///
/// # Errors
/// If a player must choose and doesn't.
pub(in crate::engine) fn modes_and_targets(
    play: &mut Play<'_>,
    frame: &Frame,
    body: &Body,
    announced: &mut Announced,
    on_stack: ObjectId,
) -> Outcome<bool> {
    Ok(choose_modes(play, frame, body, announced, on_stack)?
        && choose_all_targets(play, frame, body, announced, on_stack)?)
}

/// Chooses all targets, where the modes are chosen. Says whether there was a legal choice (601.2c, 603.3d).
///
/// # Errors
/// If a player must choose and doesn't.
pub(in crate::engine) fn choose_all_targets(
    play: &mut Play<'_>,
    frame: &Frame,
    body: &Body,
    announced: &mut Announced,
    on_stack: ObjectId,
) -> Outcome<bool> {
    let mut frame = frame.clone();
    let specs = specs(body, &announced.modes);
    let several = specs.len() > 1;
    if to_come::any_lacks(play, &frame, announced, &specs, on_stack)? {
        return Ok(false);
    }
    for (place, spec) in specs.iter().copied().enumerate() {
        frame.announced = Some(announced.clone().into());
        let later = specs.get(place + 1..).unwrap_or_default();
        let phrases = to_come::phrases(play, &frame, announced, (spec, later), on_stack)?;
        play.tell_to_come(phrases);
        if !is_asked_for(play, &frame, announced, spec)? {
            announced.chosen_for.push(Vec::new());
            announced.targets.push(Vec::new());
            announced.division.push(Vec::new());
            continue;
        }
        let found = match &spec.each_of {
            Some(who) => choose_for_each(play, &frame, spec, who, announced, on_stack),
            None => choose_targets(play, &frame, spec, announced, on_stack)
                .map(|all| all.map(|all| (all, Vec::new()))),
        };
        let found = found.map_err(|halt| halt.of_phrase(spec, several.then_some(place)))?;
        let Some((chosen, chosen_for)) = found else { return Ok(false) };
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let defending = targets::defending_player_meant(sight, &frame, spec, &chosen)?;
        announced.defending = announced.defending.or(defending);
        announced.chosen_for.push(chosen_for);
        announced.targets.push(chosen);
        announced.division.push(Vec::new());
    }
    Ok(true)
}

/// What was chosen becomes the targets (601.2c, 603.3d), and then what is divided is divided among them (601.2d).
/// Returns all that was announced so far.
///
/// # Errors
/// If nobody says how it is divided.
pub(in crate::engine) fn targets_and_division(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    body: &Body,
    announced: &mut Announced,
    on_stack: ObjectId,
) -> Outcome<Rc<Announced>> {
    let so_far = become_the_targets(play, cause, frame, announced, on_stack)?;
    let frame = Frame { announced: Some(so_far.clone()), ..frame.clone() };
    Ok(divide_among_targets(play, cause, &frame, body, announced, on_stack)?.unwrap_or(so_far))
}

/// What was chosen becomes the targets (601.2c, 603.3d). Returns all that was announced so far.
///
/// # Errors
/// If what waits for that can't be played.
pub(in crate::engine) fn become_the_targets(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    announced: &Announced,
    on_stack: ObjectId,
) -> Outcome<Rc<Announced>> {
    let so_far = Rc::new(announced.clone());
    play.change(cause, Level::Hidden, Change::Announce(on_stack, so_far.clone()));
    become_targets(play, on_stack, frame.controller, &announced.targets)?;
    Ok(so_far)
}

/// What is divided is divided among the targets (601.2d). Returns all that was announced so far, if anything is.
///
/// # Errors
/// If nobody says how it is divided.
pub(in crate::engine) fn divide_among_targets(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    body: &Body,
    announced: &mut Announced,
    on_stack: ObjectId,
) -> Outcome<Option<Rc<Announced>>> {
    let specs = specs(body, &announced.modes);
    if specs.iter().all(|spec| spec.divided.is_none()) {
        return Ok(None);
    }
    for ((spec, chosen), division) in specs.iter().zip(&announced.targets).zip(&mut announced.division) {
        *division = divide(play, frame, spec, chosen, on_stack)?;
    }
    let all = Rc::new(announced.clone());
    play.change(cause, Level::Hidden, Change::Announce(on_stack, all.clone()));
    Ok(Some(all))
}

/// The target phrases of the chosen modes, in order; of a body without modes its own.
pub(in crate::engine) fn specs<'a>(body: &'a Body, modes: &[u8]) -> Vec<&'a TargetSpec> {
    let mut specs: Vec<&TargetSpec> = body.targets.iter().collect();
    if let Some(choose) = &body.choose {
        for mode in modes {
            if let Some(mode) = choose.modes.get(usize::from(*mode)) {
                specs.extend(&mode.targets);
            }
        }
    }
    specs
}

/// Whether something is so while a spell or ability is announced, of which so much is known already.
fn is_so(play: &mut Play<'_>, frame: &Frame, announced: &Announced, condition: &Condition) -> Outcome<bool> {
    let view = play.view()?;
    let frame = Frame { announced: Some(Rc::new(announced.clone())), ..frame.clone() };
    conditions::holds(Sight { game: &play.game, view: &view }, &frame, condition)
}

/// Whether targets are chosen for a phrase: some are there only if a cost was paid, or if it was not (601.2c).
fn is_asked_for(
    play: &mut Play<'_>,
    frame: &Frame,
    announced: &Announced,
    spec: &TargetSpec,
) -> Outcome<bool> {
    spec.only_if.as_ref().map_or(Ok(true), |condition| is_so(play, frame, announced, condition))
}

/// The link under which an ability keeps the modes that have been chosen for it, where it lets each be chosen only once.
const CHOSEN: Link = Link::literal("modes-chosen");

/// Why modes are never chosen; nothing for those that may be.
pub(in crate::engine) fn gap_of_modes(choose: &Modes) -> Option<Why> {
    if choose.by.is_some() {
        return Some("its modes are chosen by another player".into());
    }
    let nested = choose.modes.iter().any(|mode| mode.choose.is_some());
    nested.then_some(Why::Borrowed("one of its modes has modes itself"))
}

/// Modes are chosen in the order printed; one without legal targets can't be (601.2b, 603.3c, 700.2a, 700.2b).
pub(in crate::engine) fn choose_modes(
    play: &mut Play<'_>,
    frame: &Frame,
    body: &Body,
    announced: &mut Announced,
    on_stack: ObjectId,
) -> Outcome<bool> {
    let Some(choose) = &body.choose else { return Ok(true) };
    if let Some(why) = gap_of_modes(choose) {
        return Err(Halt::gap(frame.source, why));
    }
    let instead = match &choose.instead {
        Some(instead) if is_so(play, frame, announced, &instead.only_if)? => Some(instead),
        _ => None,
    };
    let (at_least, at_most) =
        instead.map_or((choose.at_least, choose.at_most), |instead| (instead.at_least, instead.at_most));
    // Each as often as it may be chosen (700.2d).
    let times = if choose.repeats { usize::from(at_most) } else { 1 };
    let mut items = Vec::new();
    // Those that were chosen for this ability of this very object before.
    let key = frame.link(CHOSEN);
    let before: Vec<Symbol> = play.game.words(key).collect();
    for (number, mode) in (1u8..).zip(&choose.modes) {
        let chose = Occurrence::Chose(frame.source, frame.origin, number.saturating_sub(1));
        let this_turn = choose.not_this_turn && play.game.this_turn().contains(&chose);
        let mut possible = !this_turn
            && (!choose.not_before
                || Symbol::parse(&number.to_string()).is_none_or(|its| !before.contains(&its)));
        for spec in &mode.targets {
            possible &=
                !is_asked_for(play, frame, announced, spec)? || targets::enough(play, frame, spec, on_stack)?;
        }
        if possible {
            items.extend(std::iter::repeat_n(Item::Mode(number), times));
        }
    }
    if items.len() < usize::from(at_least) {
        return Ok(false);
    }
    let most = u32::from(at_most).min(u32::try_from(items.len()).unwrap_or(u32::MAX));
    let step = step_of(play, on_stack, cr!("601.2b"), cr!("603.3c"));
    let modes = if is_trigger(play, on_stack) { cr!("700.2b") } else { cr!("700.2a") };
    let mut rules = Rules::of(&[step, modes]);
    if choose.repeats {
        rules = rules.and(cr!("700.2d"));
    }
    // What will be paid is considered though it is announced later (601.4).
    if instead.is_some_and(|instead| mentions(&instead.only_if, Part::is_payment)) {
        rules = Rules::of(&[cr!("601.4"), cr!("601.2b"), cr!("700.2a")]);
    }
    let picked = play.pick(
        frame.controller,
        ChoiceKind::Mode,
        Some(on_stack),
        items,
        u32::from(at_least),
        most,
        false,
        rules,
    )?;
    let mut modes: SmallVec<[u8; 2]> = picked
        .into_iter()
        .filter_map(|item| match item {
            Item::Mode(number) => Some(number - 1),
            _ => None,
        })
        .collect();
    modes.sort_unstable();
    if choose.not_before {
        for word in modes.iter().filter_map(|mode| Symbol::parse(&(mode + 1).to_string())) {
            let cause = Cause { kind: CauseKind::Announcement(frame.controller), rules };
            play.change(cause, Level::Hidden, Change::ChooseWord(Box::new(key), word));
        }
    }
    if choose.not_this_turn {
        let cause = Cause { kind: CauseKind::Announcement(frame.controller), rules };
        for mode in &modes {
            let chose = Occurrence::Chose(frame.source, frame.origin, *mode);
            play.change(cause, Level::Hidden, Change::Occurred(chose));
        }
    }
    // One that was chosen several times is there that many times in sequence.
    announced.modes = modes;
    Ok(true)
}

/// Chooses the targets of a phrase that is there for each of some players, and says for whom each was chosen.
fn choose_for_each(
    play: &mut Play<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    who: &crate::ir::Players,
    announced: &Announced,
    on_stack: ObjectId,
) -> Outcome<Option<(Vec<Thing>, Vec<PlayerId>)>> {
    let view = play.view()?;
    let each = selections::players(Sight { game: &play.game, view: &view }, frame, who)?;
    let (mut all, mut whose, mut without) = (Vec::new(), Vec::new(), false);
    for player in each {
        let frame = Frame { current: Some(Thing::Player(player)), ..frame.clone() };
        if !targets::enough(play, &frame, spec, on_stack)? {
            without = true;
            continue;
        }
        let Some(chosen) = choose_targets(play, &frame, spec, announced, on_stack)? else { continue };
        whose.extend(chosen.iter().map(|_| player));
        all.extend(chosen);
    }
    match (all.is_empty(), without) {
        (true, true) => Ok(None),
        (false, true) => Err(Halt::undecided(frame.source, "it has no legal target for one of the players")),
        _ => Ok(Some((all, whose))),
    }
}

/// Chooses the targets of one phrase; nothing if there are not enough legal ones (601.2c, 603.3d).
fn choose_targets(
    play: &mut Play<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    announced: &Announced,
    on_stack: ObjectId,
) -> Outcome<Option<Vec<Thing>>> {
    let mut legal = targets::legal(play, frame, spec, on_stack)?;
    if spec.other {
        legal.retain(|thing| !announced.targets.iter().flatten().any(|earlier| earlier == thing));
    }
    let (least, most) = {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let least = quantities::amount(sight, frame, &spec.at_least)?;
        let most = quantities::amount(sight, frame, &spec.at_most)?;
        match targets::to_divide(sight, frame, spec)? {
            Some(amount) if amount < least && is_trigger(play, on_stack) => return Ok(None),
            Some(amount) if amount < least => return Err(too_little(play, frame, on_stack)),
            Some(amount) => (least, most.min(amount)),
            None => (least, most),
        }
    };
    let together = together::number(play, frame, spec.together.as_ref(), &legal)?;
    let count = u32::try_from(together).unwrap_or(u32::MAX);
    let wanted = least;
    let step = step_of(play, on_stack, cr!("601.2c"), cr!("603.3d"));
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let together = spec.together.as_ref().filter(|_| count >= least);
    let items = together::offered(sight, frame, together, &legal, least)?;
    let alone: Vec<Thing> = legal.iter().filter(|thing| !items.contains(thing)).copied().collect();
    let items = items.into_iter().map(Item::of).collect();
    let rules = Rules::NONE.and(step);
    // Whose it is decides which of several defending players is meant.
    let several = targets::defending_players(sight, frame, spec).is_some();
    let rules = if several { rules.and(cr!("508.5a")) } else { rules };
    let kind = ChoiceKind::Target;
    if count < least && is_trigger(play, on_stack) {
        return Ok(None);
    }
    let most = most.min(count);
    let least = least.min(count);
    let picked = match play.pick(frame.controller, kind, Some(on_stack), items, least, most, false, rules) {
        // What is named as a target and is none is illegal, by the rule that makes it so.
        Err(Halt::NotOffered(thing)) if alone.contains(&thing) => {
            return Err(together::refused(frame.controller, step, spec.together.as_ref(), &[thing]));
        }
        Err(Halt::NotOffered(thing)) => {
            let earlier = spec.other && announced.targets.iter().flatten().any(|earlier| *earlier == thing);
            return Err(no_target(play, frame, spec, thing, on_stack, earlier)?);
        }
        picked => picked?,
    };
    if picked.len() < wanted as usize {
        return Ok(None);
    }
    let chosen: Vec<Thing> = picked.into_iter().filter_map(Item::thing).collect();
    if !together::are(play, frame, spec.together.as_ref(), &chosen)? {
        return Err(together::refused(frame.controller, step, spec.together.as_ref(), &chosen));
    }
    Ok(Some(chosen))
}

/// Why something that is named as a target of a phrase is none: by the rule that makes it so.
fn no_target(
    play: &mut Play<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    thing: Thing,
    on_stack: ObjectId,
    earlier: bool,
) -> Outcome<Halt> {
    let step = step_of(play, on_stack, cr!("601.2c"), cr!("603.3d"));
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let again = if earlier { cr!("601.2c") } else { cr!("115.3") };
    let forbids = targets::why_not(sight, frame, spec, thing, on_stack)?;
    let rule = forbids.unwrap_or(again);
    let quality = match forbids {
        Some(rule) if rule == cr!("702.16b") => protection::quality_against(sight, frame, thing),
        Some(rule) if rule == cr!("702.11d") => hexproof::quality_against(sight, frame, thing),
        _ => None,
    };
    let why = match forbids {
        None if earlier => "the targets must differ",
        _ => targets::why_in_words(rule, thing),
    };
    let being =
        if forbids == Some(cr!("601.2c")) { misfits::in_words(sight, frame, spec, thing) } else { None };
    let halt = Halt::illegal(frame.controller, rule, why, thing.object()).with_target(thing).being(being);
    let by =
        if forbids == Some(cr!("101.2")) { targets::said_by(sight, frame, thing, on_stack)? } else { None };
    let halt = halt.from_quality(quality).said_by(by).of_unmade(unmade::of_target(sight, frame, spec, thing));
    // The keyword says what it targets; that a target must be legal is the same for all.
    let by_keyword = targets::of_keyword(rule);
    let halt = if forbids == Some(cr!("601.2c")) {
        let of_value = misfits::rule_of_value(sight, frame, spec, thing);
        targets::miscolored(sight, frame, spec, thing).into_iter().chain(of_value).fold(halt, Halt::and_rule)
    } else {
        halt
    };
    // One phrase takes each target once: so says the step as well.
    let twice = rule == cr!("115.3");
    let linked = targets::LINKED.contains(&rule);
    let halt = if by_keyword || twice || linked { halt.and_rule(cr!("601.2c")) } else { halt };
    let hexproof = thing.object().filter(|_| rule == cr!("702.11b"));
    let by_counter = hexproof
        .is_some_and(|it| view.characteristics(&play.game, it).has_by_counter_only(KeywordName::Hexproof));
    let halt = if by_counter { halt.and_rule(cr!("122.1b")) } else { halt };
    // What is said of the targets of spells holds for abilities by their own steps (115.1c, 115.1d).
    let by_step = step != cr!("601.2c") && halt.rests_on(cr!("601.2c"));
    Ok(if by_step { halt.led_by(step) } else { halt })
}

/// Why something is no target of a spell or ability that has been announced, if none of its phrases could take it; nothing if one could,
/// or it has no targets.
///
/// # Errors
/// If it can't be told what a phrase asks for.
pub(crate) fn misfit(play: &mut Play<'_>, on_stack: ObjectId, thing: Thing) -> Outcome<Option<Halt>> {
    let (body, mut frame) = targets::changing::body_and_frame(play, on_stack)?;
    frame.announced.clone_from(&play.game.object(on_stack).announced);
    let modes = frame.announced.as_ref().map(|announced| announced.modes.clone()).unwrap_or_default();
    let chosen = frame.announced.as_ref().map(|announced| announced.targets.clone()).unwrap_or_default();
    let mut why = None;
    // Of what is only being announced none need be chosen yet.
    let chosen = chosen.into_iter().chain(std::iter::repeat(Vec::new()));
    let specs = specs(&body, &modes);
    let several = specs.len() > 1;
    let place = |at: usize| several.then_some(at);
    for (at, (spec, chosen)) in specs.into_iter().zip(chosen).enumerate() {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        // A phrase that is there for each of some players is asked for the one whose object it is.
        if let Some(who) = &spec.each_of {
            let whose = thing.object().map(|object| view.controller(&play.game, object));
            let each = selections::players(sight, &frame, who)?;
            let one = each.iter().find(|player| Some(**player) == whose).or(each.first());
            frame.current = one.copied().map(Thing::Player);
        }
        let fits = targets::why_not(sight, &frame, spec, thing, on_stack)?.is_none();
        if fits && !chosen.contains(&thing) {
            return Ok(None);
        }
        why = Some(no_target(play, &frame, spec, thing, on_stack, false)?.of_phrase(spec, place(at)));
    }
    Ok(why)
}

/// The rule of a step of announcing: the spell's own; for an activated ability the rule that takes it over (602.2b), for a triggered one that of its
/// being put on the stack.
fn step_of(play: &Play<'_>, on_stack: ObjectId, of_spell: RuleId, of_trigger: RuleId) -> RuleId {
    match play.game.object(on_stack).stack_ability() {
        Some(ability) if ability.triggered => of_trigger,
        None if play.game.object(on_stack).zone == Zone::Stack => of_spell,
        _ => cr!("602.2b"),
    }
}

fn is_trigger(play: &Play<'_>, on_stack: ObjectId) -> bool {
    play.game.object(on_stack).stack_ability().is_some_and(|ability| ability.triggered)
}

/// Divides an amount among the chosen targets, at least one to each (601.2d).
fn divide(
    play: &mut Play<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    chosen: &[Thing],
    on_stack: ObjectId,
) -> Outcome<Vec<u32>> {
    let Some(quantity) = &spec.divided else { return Ok(Vec::new()) };
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let view = play.view()?;
    let amount = quantities::amount(Sight { game: &play.game, view: &view }, frame, quantity)?;
    // What is only known once the targets are chosen.
    if chosen.len() > amount as usize {
        if is_trigger(play, on_stack) {
            let why = "there is too little to divide it among the targets that were chosen";
            return Err(Halt::undecided(frame.source, why));
        }
        return Err(too_little(play, frame, on_stack));
    }
    let choice = Choice {
        player: frame.controller,
        kind: ChoiceKind::Divide,
        source: Some(on_stack),
        options: Options::Divide {
            amount,
            among: chosen.iter().map(|thing| Item::of(*thing)).collect::<Vec<_>>().into(),
            each: 1,
            most: [].into(),
        },
        indifferent: false,
    };
    // Whatever is put on the stack, each of the targets gets at least one (601.2d).
    let step = step_of(play, on_stack, cr!("601.2d"), cr!("603.3d"));
    Ok(match play.choose(choice, Rules::NONE.and(step).and(cr!("601.2d")))? {
        Answer::Divided(shares) => shares,
        _ => Vec::new(),
    })
}

/// Each target gets at least one of what is divided (601.2d).
fn too_little(play: &Play<'_>, frame: &Frame, on_stack: ObjectId) -> Halt {
    let halt = Halt::illegal(frame.controller, cr!("601.2d"), TOO_LITTLE, Some(on_stack));
    let step = step_of(play, on_stack, cr!("601.2d"), cr!("603.3d"));
    if step == cr!("601.2d") { halt } else { halt.led_by(step) }
}

/// Why what is divided can't be divided among so many targets.
pub(crate) const TOO_LITTLE: &str = "there is too little to divide it among so many targets";

/// Records the targets and lets triggers look that wait for something to become a target.
fn become_targets(
    play: &mut Play<'_>,
    on_stack: ObjectId,
    player: PlayerId,
    targets: &[Vec<Thing>],
) -> Outcome {
    let all: Vec<Thing> = targets.iter().flatten().copied().collect();
    if all.is_empty() {
        return Ok(());
    }
    let rule = step_of(play, on_stack, cr!("601.2c"), cr!("603.3d"));
    let cause = Cause::new(CauseKind::Announcement(player), rule);
    // One that was chosen for several phrases is a target once for each of them.
    let mut earlier = all.iter().enumerate();
    let again = earlier.any(|(place, thing)| all.iter().take(place).any(|other| other == thing));
    let cause = if again { cause.and(cr!("115.3")) } else { cause };
    play.record(Level::Default, cause.kind, cause.rules, What::Targets(on_stack, all.clone()));
    note_undefined(play, &all)?;
    commit_crime(play, on_stack, player, &all)?;
    targeted(play, on_stack, player, all)
}

/// Lets triggers look that wait for a crime: one of the targets is an opponent, an opponent's permanent, spell or ability, or a card in an
/// opponent's graveyard (700.13). Of one spell or ability it is one crime.
fn commit_crime(play: &mut Play<'_>, on_stack: ObjectId, player: PlayerId, targets: &[Thing]) -> Outcome {
    let before = play.view()?;
    let game = &play.game;
    let is_against = |thing: &Thing| {
        let whose = match *thing {
            Thing::Player(player) => Some(player),
            Thing::Object(object) => match game.object(object).zone {
                Zone::Battlefield | Zone::Stack => Some(before.controller(game, object)),
                Zone::Graveyard => Some(game.object(object).owner),
                Zone::Library | Zone::Hand | Zone::Exile | Zone::Command | Zone::Ante => None,
            },
        };
        whose.is_some_and(|whose| game.opponents(player).any(|opponent| opponent == whose))
    };
    if !targets.iter().any(is_against) {
        return Ok(());
    }
    let what = NamedDeed::Does(Verb::CommitCrime);
    after(play, &before, &[Happening::Does { player, what, object: on_stack }])
}

/// Says of each target whether it would have protection, had only a quality been chosen for it (607.5a).
fn note_undefined(play: &mut Play<'_>, targets: &[Thing]) -> Outcome {
    let view = play.view()?;
    for object in targets.iter().filter_map(|thing| thing.object()) {
        if protection::is_undefined(Sight { game: &play.game, view: &view }, object) {
            play.note(Level::Default, CauseKind::Rules, Rules::of(&[cr!("607.5a")]), Note::Undefined(object));
        }
    }
    Ok(())
}

/// Lets triggers look that wait for something to become a target.
pub(in crate::engine) fn targeted(
    play: &mut Play<'_>,
    on_stack: ObjectId,
    player: PlayerId,
    all: Vec<Thing>,
) -> Outcome {
    let before = play.view()?;
    let mut seen: Vec<Thing> = Vec::new();
    for thing in all {
        if !seen.contains(&thing) {
            seen.push(thing);
        }
    }
    let happenings: Vec<Happening> =
        seen.into_iter().map(|thing| Happening::Targeted { thing, by: on_stack, player }).collect();
    after(play, &before, &happenings)
}
