//! CR 614: Replacement Effects. How they change the way a permanent enters the battlefield (614.12).

use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::parts::card_names;
use crate::engine::play::Play;
use crate::engine::reading::events::{self, only_this};
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::{continuous_effects, instructions, linked_abilities};
use crate::engine::view::View;
use crate::game::{
    AbilityInstance, CauseKind, Characteristics, ChoiceKind, Game, Item, ObjectId, PlayerId, Thing,
};
use crate::ir::change::Action;
use crate::ir::instruction::{Apply, Choose, ChoosePlayer, ChooseWord, Exile, Put, WordKind};
use crate::ir::part::{Part, mentions};
use crate::ir::replacement::Enters;
use crate::ir::{
    Ability, CounterKind, Duration, Event, Filter, Instruction, Link, Players, Quantity, Replacement,
    ReplacementResult, Selection, Slot, Verb, Zone,
};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::{made_effects, stated_effects};

mod asked;
mod at_once;
pub(in crate::engine) mod auras;
mod by_rules;
mod coming;
mod copies;

pub(in crate::engine) use crate::engine::proposal::Arrived;
pub(in crate::engine) use at_once::AtOnce;
pub(in crate::engine) use coming::{Coming, change_gives_entering};
pub(super) use coming::{is_given, may_be_given_abilities};
pub(super) use copies::nothing_to_copy;

use self::asked::{choose, may, may_pay, pay_any_life, sacrifice};
pub(super) use self::by_rules::{by_rules, entering_rule, keyword_rules};
use self::by_rules::{by_rules_there, stated_by_rules};
use at_once::Deed;
use copies::enter_as_copy;

/// Whether the replacement is about how the object itself enters (614.1c).
pub(super) fn enters_itself(replacement: &Replacement) -> bool {
    let Event::Moves(moves) = &replacement.of else { return false };
    moves.to.contains(&Zone::Battlefield) && only_this(&moves.what)
}

/// By which rule something that an object which enters says of entering does not count for it: an ability that it would not have on
/// the battlefield, or one about how permanents enter while it is there (614.12); one that puts something else in the place of their
/// entering would have to be there before (614.4).
pub(super) fn own_effect_does_nothing(play: &mut Play<'_>, coming: &Coming<'_>) -> Outcome<Option<RuleId>> {
    if !coming.enters_face_up() {
        return Ok(None);
    }
    let printed = coming.values(&play.game);
    let about_others = |instance: &&AbilityInstance| {
        instance.ability.as_replacement().is_some_and(|it| enters_another(&it.of))
    };
    let of_others = printed.abilities.iter().find(about_others);
    let of_rules = stated_by_rules(&play.game, coming, &printed)?;
    if of_others.is_none() && of_rules.is_empty() && own_abilities(&printed).next().is_none() {
        return Ok(None);
    }
    let Ok(arrived) = coming.arrived(&play.game) else { return Ok(None) };
    if let Some(instance) = of_others
        && let Ability::Replacement(replacement) = &*instance.ability
        && let Event::Moves(moves) = &replacement.of
    {
        let controller = arrived.game.object(arrived.object).controller;
        let frame = Frame::of_source(arrived.object, controller, instance.origin);
        let how = matches!(replacement.result, ReplacementResult::Enters(_));
        let rule = if how { cr!("614.12") } else { cr!("614.4") };
        return Ok(arrived.is(&frame, &moves.what)?.then_some(rule));
    }
    let there = arrived.view.characteristics(&arrived.game, arrived.object);
    let kept =
        |instance: &AbilityInstance| own_abilities(there).any(|other| other.ability == instance.ability);
    let nothing = own_abilities(&printed).any(|instance| !kept(instance))
        || by_rules_there(&play.game, coming, &arrived)?.len() < of_rules.len();
    Ok(nothing.then_some(cr!("614.12")))
}

/// Whether an object has an ability where it is now, as far as it is its own.
pub(super) fn has_it_now(play: &mut Play<'_>, object: ObjectId, ability: &Replacement) -> Outcome<bool> {
    let view = play.view()?;
    let is_it =
        |instance: &AbilityInstance| matches!(&*instance.ability, Ability::Replacement(it) if it == ability);
    Ok(view.characteristics(&play.game, object).abilities.iter().any(is_it)
        || !play.game.object(object).base.abilities.iter().any(is_it))
}

/// Whether any effect watches other objects than its own enter the battlefield.
pub(super) fn others_watch_entering(game: &Game, view: &View) -> bool {
    stated_effects(game, view).chain(made_effects(game)).any(|effect| about_others(&effect.replacement.of))
}

/// Whether an event is, or may be, that something else than the source itself enters.
pub(super) fn about_others(event: &Event) -> bool {
    if let Event::Any(events) = event {
        return events.iter().any(enters_another);
    }
    enters_another(event)
}

pub(super) fn enters_another(event: &Event) -> bool {
    if let Event::OneOrMore(event) = event {
        return enters_another(event);
    }
    matches!(event, Event::Moves(moves) if events::enters_another(moves))
}

/// With how many lore counters a Saga with read ahead enters, as its controller chooses (702.155b).
///
/// # Errors
/// If nobody says it, or there is no chapter to choose.
pub(super) fn read_ahead(
    play: &mut Play<'_>,
    controller: PlayerId,
    asking: ObjectId,
    last: u8,
) -> Outcome<u32> {
    if last == 0 {
        let why = "with how many lore counters a Saga without chapters enters that has read ahead";
        return Err(Halt::undecided(asking, why));
    }
    let rules = Rules::of(&[cr!("702.155b"), cr!("714.3b")]);
    play.number(controller, Some(asking), (1, u32::from(last)), rules)
}

/// Whether an effect has a choice made, as the permanent enters, between abilities of its own behind anchor words (614.12c).
pub(super) fn chooses_an_anchor(values: &Characteristics, enters: &Enters) -> bool {
    enters.does.iter().any(|does| {
        let Instruction::ChooseWord(ChooseWord { link, .. }) = does else { return false };
        linked_abilities::has_anchors(values, *link)
    })
}

const AS_IT_ENTERS: &str = "it does something as it enters";

/// Why an instruction is never followed as a permanent enters; nothing for one that may be.
pub(in crate::engine) fn gap_as_it_enters(instruction: &Instruction) -> Option<Why> {
    let is_played = match instruction {
        Instruction::ChooseWord(ChooseWord { kind, from, only, not_before: false, .. }) => {
            return instructions::lasting::gap_of_word(*kind, from, only.as_ref());
        }
        Instruction::PayAnyLife { .. }
        | Instruction::ChoosePlayer(ChoosePlayer {
            count: Quantity::Fixed(1),
            up_to: false,
            random: false,
            ..
        })
        | Instruction::Look { who: Players::You, slot: None, .. }
        | Instruction::Tap { what: Selection::This, slot: None }
        | Instruction::Emblem { .. }
        | Instruction::TurnFaceDown(_)
        | Instruction::Designate { .. }
        | Instruction::RemoveCounters { kind: None, count: None, .. }
        | Instruction::If { .. }
        | Instruction::Reveal { what: Selection::Slot(_), slot: None }
        | Instruction::MayPay { who: Players::You, either: false, .. }
        | Instruction::May { who: Players::You | Players::Slot(_), .. }
        | Instruction::PutCounters {
            on: Selection::This, divided: false, up_to: false, slot: None, ..
        }
        | Instruction::Exile(Exile { what: Selection::Slot(_), until: None, face_down: false, .. }) => true,
        Instruction::Apply(apply) => says_what_it_is(apply),
        Instruction::Put(Put { what: Selection::Slot(_), to, .. }) => *to != Zone::Battlefield,
        Instruction::Choose(choice) => is_plain(choice),
        Instruction::Sacrifice(of) => {
            of.these.is_none() && of.who == Players::You && of.and.is_empty() && !of.up_to
        }
        _ => false,
    };
    (!is_played).then_some(Why::Borrowed(AS_IT_ENTERS))
}

/// Whether it is the controller's choice of so many objects of a kind, and no more is said of them.
fn is_plain(choice: &Choose) -> bool {
    !choice.random && choice.who == Players::You && choice.for_each.is_none() && choice.different.is_none()
}

/// Whether an effect changes what enters itself, and for good.
fn says_what_it_is(apply: &Apply) -> bool {
    apply.to == Some(Selection::This) && apply.rules.is_empty() && apply.duration == Duration::Forever
}

/// Does what is to be done as a permanent enters, before it is there (614.12a): choices and payments. Other objects that go to
/// another zone, none of which may be one that enters at the same time (614.13a), are chosen only, and what else is done for it
/// waits as well until all that enters with it has had its choices.
fn as_it_enters(
    play: &mut Play<'_>,
    frame: &mut Frame,
    instruction: &Instruction,
    it: &mut Coming<'_>,
    at_once: &mut AtOnce,
) -> Outcome {
    let followed = follow(play, frame, instruction, it, at_once);
    if let Some(watch) = &mut play.watch {
        // Where it leaves no step of its own, it is told how the permanent enters.
        watch.followed(instruction, frame.source, frame.origin, true);
    }
    followed
}

fn follow(
    play: &mut Play<'_>,
    frame: &mut Frame,
    instruction: &Instruction,
    it: &mut Coming<'_>,
    at_once: &mut AtOnce,
) -> Outcome {
    if let Some(why) = gap_as_it_enters(instruction) {
        return Err(Halt::gap(it.asking(), why));
    }
    // What a keyword's own words ask for is asked by its rule.
    let keyword = it.keyword_rule(&play.game, frame.origin)?;
    let rules = keyword.into_iter().fold(Rules::NONE, Rules::and).and(cr!("614.12a"));
    match instruction {
        Instruction::ChooseWord(ChooseWord { who, kind: WordKind::CardName, only, link, .. }) => {
            choose_name(play, frame, it, (who, only.as_ref()), *link, rules)?
        }
        Instruction::ChooseWord(ChooseWord { who, kind, from, only: None, not_before: false, link }) => {
            choose_word(play, frame, it, (who, *kind, from), *link, rules)?
        }
        Instruction::PayAnyLife { link } => pay_any_life(play, frame, it, *link, rules)?,
        Instruction::ChoosePlayer(ChoosePlayer {
            who,
            from,
            count: Quantity::Fixed(1),
            up_to: false,
            random: false,
            slot,
            link,
        }) => choose_player(play, frame, it, (who, from), (*slot, *link), rules)?,
        Instruction::Tap { what: Selection::This, slot: None } => it.enter_tapped(),
        // What is looked at changes nothing, and lies where it lay.
        Instruction::Look { who: Players::You, slot: None, .. } => {
            instructions::run(play, frame, std::slice::from_ref(instruction))?;
        }
        // An emblem is there before it is itself; abilities that it has there may find it (607.1d).
        Instruction::Emblem { who, abilities, link } => {
            create_emblems(play, frame, it, (who, abilities), *link)?;
        }
        // What it turns face down is so before it is there itself, and so is what it makes of the game.
        // What has been chosen to be revealed is so as soon as all choices are made; it stays where it is.
        Instruction::TurnFaceDown(_)
        | Instruction::Designate { .. }
        | Instruction::If { .. }
        | Instruction::Reveal { what: Selection::Slot(_), slot: None } => {
            at_once.put_off(it.object(), frame, Deed::Follow(Box::new(instruction.clone()), Vec::new()));
        }
        Instruction::RemoveCounters { kind: None, count: None, from, slot, .. } => {
            remove_counters(play, frame, (it, at_once), instruction, (from, *slot))?;
        }
        Instruction::MayPay { who: Players::You, cost, then, otherwise, either: false } => {
            may_pay(play, frame, (it, at_once), (cost, then, otherwise), rules)?
        }
        // What is not wholly possible can't be chosen to be done (608.2d).
        Instruction::May { who: who @ (Players::You | Players::Slot(_)), does, then, otherwise } => {
            may(play, frame, (it, at_once), who, (does, then, otherwise), (keyword, rules))?
        }
        // What goes to another zone for it does so before it is there.
        Instruction::Put(Put { what: Selection::Slot(slot), to, .. }) if *to != Zone::Battlefield => {
            let objects = objects_in(frame, *slot);
            let moving = Frame { within: Some(cr!("614.13")), ..frame.clone() };
            at_once.put_off(it.object(), &moving, Deed::Follow(Box::new(instruction.clone()), objects));
        }
        Instruction::PutCounters {
            kind,
            count,
            on: Selection::This,
            divided: false,
            up_to: false,
            and,
            slot: None,
        } => {
            let count = amount(play, frame, count)?;
            it.counters().push((*kind, count));
            for (kind, count) in and {
                let count = amount(play, frame, count)?;
                it.counters().push((*kind, count));
            }
        }
        Instruction::Apply(apply) if says_what_it_is(apply) => be(play, frame, it, apply)?,
        Instruction::Choose(choice) if is_plain(choice) => choose(play, frame, (it, at_once), choice, rules)?,
        // What is sacrificed can't be chosen again for another such effect (614.13b).
        Instruction::Sacrifice(of) if of.these.is_none() && of.who == Players::You && of.and.is_empty() => {
            sacrifice(play, frame, (it, at_once), of, rules)?
        }
        // What is exiled as it enters is linked to what it is then (614.14).
        Instruction::Exile(Exile {
            what: Selection::Slot(slot),
            until: None,
            link,
            face_down: false,
            ..
        }) => {
            let objects = objects_in(frame, *slot);
            at_once.put_off(it.object(), frame, Deed::Exile(objects, *link));
        }
        _ => return Err(Halt::gap(it.asking(), AS_IT_ENTERS)),
    }
    Ok(())
}

fn be(play: &mut Play<'_>, frame: &Frame, it: &mut Coming<'_>, apply: &Apply) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    it.be(continuous_effects::being(sight, frame, &apply.changes)?);
    Ok(())
}

fn amount(play: &mut Play<'_>, frame: &Frame, count: &Quantity) -> Outcome<u32> {
    let view = play.view()?;
    quantities::amount(Sight { game: &play.game, view: &view }, frame, count)
}

/// Removes all counters from other objects before something is there itself, which knows by then how many they are.
fn remove_counters(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (it, at_once): (&Coming<'_>, &mut AtOnce),
    instruction: &Instruction,
    (from, slot): (&Selection, Option<Slot>),
) -> Outcome {
    if at_once.removes_counters() {
        let why = "it removes counters as it enters, and so does what enters with it";
        return Err(Halt::undecided(it.asking(), why));
    }
    let things = instructions::things(play, frame, from)?;
    let objects = things.into_iter().filter_map(Thing::object);
    let counters = objects.flat_map(|object| instructions::lasting::all_counters(play, object));
    let removed = counters.map(|(_, count)| count).fold(0, i32::saturating_add);
    frame.numbers.extend(slot.map(|slot| (slot, removed)));
    at_once.put_off(it.object(), frame, Deed::Follow(Box::new(instruction.clone()), Vec::new()));
    Ok(())
}

fn objects_in(frame: &Frame, slot: Slot) -> Vec<ObjectId> {
    frame.slot(slot).unwrap_or_default().iter().filter_map(|thing| thing.object()).collect()
}

/// Players get emblems, which abilities of what enters may find (607.1d).
fn create_emblems(
    play: &mut Play<'_>,
    frame: &mut Frame,
    it: &mut Coming<'_>,
    (who, abilities): (&Players, &[Ability]),
    link: Option<Link>,
) -> Outcome {
    for player in instructions::who_are(play, frame, who)? {
        let emblem = instructions::lasting::create_emblem(play, frame, player, abilities);
        if let Some(link) = link {
            it.link(link, emblem);
        }
    }
    Ok(())
}

/// A card name is chosen as something enters, or as a copy of it does (707.6).
fn choose_name(
    play: &mut Play<'_>,
    frame: &mut Frame,
    it: &mut Coming<'_>,
    (who, only): (&Players, Option<&Filter>),
    link: Link,
    rules: Rules,
) -> Outcome {
    let rules = if it.copied().is_some() { rules.and(cr!("707.6")) } else { rules };
    let name = match instructions::one_player(play, frame, who)? {
        Some(player) => card_names::ask(play, frame, player, only, rules)?,
        None => None,
    };
    let names = name.map(|name| (link, name));
    match it {
        Coming::Moves(it) => it.names.extend(names),
        Coming::Token(token, _) => token.names.extend(names),
    }
    Ok(())
}

/// A word is chosen as something enters.
fn choose_word(
    play: &mut Play<'_>,
    frame: &mut Frame,
    it: &mut Coming<'_>,
    (who, kind, from): (&Players, WordKind, &[String]),
    link: Link,
    rules: Rules,
) -> Outcome {
    // It is made for a copy as well (707.6).
    let rules = if it.copied().is_some() { rules.and(cr!("707.6")) } else { rules };
    let anchors = linked_abilities::has_anchors(&it.values(&play.game), link);
    let rules = if anchors { rules.and(cr!("614.12c")) } else { rules };
    let word = instructions::lasting::ask_for_word(play, frame, who, (kind, from), rules)?;
    it.keep(link, word);
    Ok(())
}

/// A player is chosen as something enters, or as a copy of it does (707.6).
fn choose_player(
    play: &mut Play<'_>,
    frame: &mut Frame,
    it: &mut Coming<'_>,
    (who, from): (&Players, &Players),
    (slot, link): (Slot, Option<Link>),
    rules: Rules,
) -> Outcome {
    let rules = if it.copied().is_some() { rules.and(cr!("707.6")) } else { rules };
    let Some(player) = instructions::one_player(play, frame, who)? else { return Ok(()) };
    let from = instructions::who_are(play, frame, from)?.into_iter().map(Item::Player).collect();
    let asking = Some(it.asking());
    let picked = play.pick(player, ChoiceKind::Player, asking, from, 1, 1, false, rules)?;
    let chosen = picked.into_iter().filter_map(Item::thing).find_map(Thing::player);
    frame.bind(Some(slot), chosen.into_iter().map(Thing::Player).collect());
    if let Some(link) = link {
        it.keep(link, chosen.and_then(PlayerId::word));
    }
    Ok(())
}

/// What can be chosen as something enters, whether something is kept back that enters itself (614.13a), and whether something has been
/// chosen for another such effect already (614.13b).
fn left_to_choose(
    play: &mut Play<'_>,
    frame: &Frame,
    choice: &Choose,
    it: &Coming<'_>,
    at_once: &AtOnce,
) -> Outcome<(Vec<ObjectId>, bool, bool)> {
    let mut found = if mentions(&choice.what, |part| matches!(part, Part::Selection(Selection::This))) {
        // What it asks of the permanent itself it asks of what that would be there (614.12).
        let there = it.arrived(&play.game)?;
        let source = if frame.source == it.object() { there.object } else { frame.source };
        let sight = Sight { game: &there.game, view: &there.view };
        instructions::candidates_in(sight, &Frame { source, ..frame.clone() }, choice)?
    } else {
        instructions::candidates(play, frame, choice)?
    };
    let kept = |object: &ObjectId| *object == it.object() || at_once.enters(*object);
    let (excluded, taken) = (found.iter().any(kept), found.iter().any(|its| at_once.takes(*its)));
    found.retain(|object| !kept(object) && !at_once.takes(*object));
    Ok((found, excluded, taken))
}

/// How many are chosen as something enters.
fn how_many(play: &mut Play<'_>, frame: &Frame, choice: &Choose) -> Outcome<u32> {
    if choice.count == Quantity::AnyNumber {
        return Ok(u32::MAX);
    }
    let view = play.view()?;
    quantities::amount(Sight { game: &play.game, view: &view }, frame, &choice.count)
}

/// How a permanent enters (614.12). Counters that belong to a copy effect as an exception are kept apart: they come only if no
/// other copy effect is applied after it (707.9e).
pub(super) fn enter_so(
    play: &mut Play<'_>,
    frame: &Frame,
    enters: &Enters,
    mut it: Coming<'_>,
    of_copy: &mut Vec<(CounterKind, u32)>,
    at_once: &mut AtOnce,
) -> Outcome {
    let arrived = match &it {
        Coming::Moves(_) => None,
        Coming::Token(..) => Some(it.arrived(&play.game)?),
    };
    let mut copies = false;
    if let Some(what) = &enters.copy_of {
        copies = enter_as_copy(play, frame, (what, enters), &mut it, arrived.as_ref(), of_copy)?;
        if !copies {
            return Ok(());
        }
    }
    let asking = Frame { on_stack: Some(it.asking()), ..frame.clone() };
    let mut asking = asking;
    for instruction in &enters.does {
        as_it_enters(play, &mut asking, instruction, &mut it, at_once)?;
    }
    match &mut it {
        Coming::Moves(it) => {
            it.tapped = !enters.untapped && (it.tapped || enters.tapped);
            it.prepared |= enters.prepared;
        }
        Coming::Token(token, _) => {
            token.tapped = !enters.untapped && (token.tapped || enters.tapped);
            token.prepared |= enters.prepared;
        }
    }
    let view = play.view()?;
    let now = Sight { game: &play.game, view: &view };
    let sight = arrived.as_ref().map_or(now, Arrived::sight);
    for (kind, count) in &enters.counters {
        let asked = count;
        let count = quantities::amount(sight, &asking, asked)?;
        if count > 0 {
            let told = instructions::grounds::counted_as_it_enters(&asking, asked, count);
            told.into_iter().for_each(|told| play.trace.await_entering(it.object(), told));
            let list = if copies { &mut *of_copy } else { it.counters() };
            match list.iter_mut().find(|(its, _)| its == kind) {
                Some((_, sum)) => *sum = sum.saturating_add(count),
                None => list.push((*kind, count)),
            }
        }
    }
    Ok(())
}

/// Takes from something the counters that it would enter the battlefield with, if an effect says that it can't get any: of its own
/// ability that counts as it enters (113.6i), and of others if they would apply to it there (614.17d).
///
/// # Errors
/// If the effect asks for what can't be told.
pub(super) fn without_forbidden_counters(
    play: &mut Play<'_>,
    cause: CauseKind,
    mut it: Coming<'_>,
) -> Outcome {
    if it.counters().is_empty() {
        return Ok(());
    }
    let arrived = it.arrived(&play.game)?;
    let there = Some(arrived.object);
    let by =
        continuous_effects::prohibited(arrived.sight(), Action::Be(Verb::PutCounters), there, None, None)?;
    let Some(source) = by else { return Ok(()) };
    it.counters().clear();
    let (source, rule) = match source == arrived.object {
        true => (it.object(), cr!("113.6i")),
        false => (source, cr!("614.17d")),
    };
    let note = Note::Cant(Forbidden::Counters, Thing::Object(it.object()), Some(source));
    play.note(Level::Default, cause, Rules::of(&[rule, cr!("101.2")]), note);
    Ok(())
}

/// The abilities of what enters that say how it enters itself.
pub(super) fn own_abilities(values: &Characteristics) -> impl Iterator<Item = &AbilityInstance> {
    values.abilities.iter().filter(|instance| instance.ability.as_replacement().is_some_and(enters_itself))
}

/// Of each kind a permanent enters with all its counters at once, whatever gives them: what changes their number has one
/// opportunity (614.5).
pub(super) fn put_together(counters: &mut Vec<(CounterKind, u32)>, more: &mut Vec<(CounterKind, u32)>) {
    let all: Vec<(CounterKind, u32)> = counters.drain(..).chain(more.drain(..)).collect();
    for (kind, count) in all {
        match counters.iter_mut().find(|(its, _)| *its == kind) {
            Some((_, sum)) => *sum = sum.saturating_add(count),
            None => counters.push((kind, count)),
        }
    }
}
