//! Instructions about what lasts or is kept: shields, emblems, chosen words; and counters in general.

use crate::ir::instruction::{ChooseWord, CounterDeed, Shield, WordKind};
use std::rc::Rc;

use crate::engine::additional::keyword_abilities::{foretell, plot, warp};
use crate::engine::additional::{designations, preparation_cards};
use crate::engine::concepts::{counters, emblems};
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::parts::card_names;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::events::{Happening, happen};
use crate::engine::spells::{linked_abilities, prevention_effects};
use crate::game::{Announced, Cause, Change, ChoiceKind, Designation, Item, ObjectId, PlayerId, Thing};
use crate::ir::instruction::sorts::{
    about_combat, about_objects, about_players, by_themselves, never_followed, of_abilities, that_turn_over,
    with_courses,
};
use crate::ir::{
    Ability, Color, CounterKind, DesignationName, Duration, Event, Filter, Instruction, Link, NamedDeed,
    Players, Quantity, Replacement, ReplacementResult, Selection, Symbol, Zone,
};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::objects::{any_number, up_to_so_many};
use super::{Frame, amount, cause, objects_there, one_player, things, who_are};

const NO_SUCH_WORDS: &str = "it asks for a word of a kind that is not played yet";

const NO_SUCH_WORD: &str = "it asks for a word that headjudge can't keep";

/// Why a word that was not chosen before is not asked for.
pub(in crate::engine) const NOT_BEFORE: &str =
    "it asks for a word that was not chosen before, of a kind that has too many";

/// Why a word is never asked for; nothing for one that may be.
pub(in crate::engine) fn gap_of_word(kind: WordKind, from: &[String], only: Option<&Filter>) -> Option<Why> {
    match (kind, only) {
        (WordKind::CardName, Some(only)) => return card_names::gap_of_names(only),
        (WordKind::CardName | WordKind::Number, _) => return None,
        (_, Some(_)) => return Some("it asks for a word of some sort of card".into()),
        (_, None) => {}
    }
    match kind.words(from) {
        None => Some(NO_SUCH_WORDS.into()),
        Some(words) => {
            let unkept = kind != WordKind::Color && words.iter().any(|word| Symbol::parse(word).is_none());
            unkept.then_some(Why::Borrowed(NO_SUCH_WORD))
        }
    }
}

/// Why a designation is never given to anything; nothing for one that may be.
pub(in crate::engine) fn gap_of_designation(name: DesignationName) -> Option<Why> {
    let of_objects =
        matches!(name, DesignationName::Prepared | DesignationName::Plotted | DesignationName::Foretold)
            || named(name).is_some();
    if of_objects { None } else { designations::gap_of(name) }
}

/// Why a designation is never taken away; nothing for one that may be.
pub(in crate::engine) fn gap_of_loss(name: DesignationName) -> Option<Why> {
    (name != DesignationName::Prepared).then_some(Why::Borrowed("it takes a designation away that can't be"))
}

/// Follows the instruction if it is about what lasts or is kept; says whether it was.
pub(super) fn follow(play: &mut Play<'_>, frame: &mut Frame, instruction: &Instruction) -> Outcome<bool> {
    match instruction {
        Instruction::Shield(Shield { replacement, duration, uses, damage }) => {
            shield(play, frame, (replacement, duration), (uses, damage))?;
        }
        Instruction::Emblem { who, abilities, link } => {
            for player in who_are(play, frame, who)? {
                let emblem = create_emblem(play, frame, player, abilities);
                if let Some(link) = link {
                    linked_abilities::keep_for(play, frame, frame.source, *link, emblem);
                }
            }
        }
        Instruction::ChooseWord(ChooseWord { who, kind, from, only, not_before, link }) => {
            match (*not_before, *kind) {
                (false, WordKind::CardName) => choose_name(play, frame, who, only.as_ref(), *link)?,
                (false, _) => choose_word(play, frame, who, *kind, from, *link)?,
                (true, _) => choose_another(play, frame, who, (*kind, from), *link)?,
            }
        }
        Instruction::RemoveCounters { kind: None, count: None, from, slot, .. } => {
            let mut list = Vec::new();
            for object in objects_there(play, frame, from)? {
                list.extend(
                    all_counters(play, object).into_iter().map(|(kind, count)| (object, kind, -count)),
                );
            }
            counters::put(play, cause(frame, cr!("122.1")), &list)?;
            // All that are there are removed, and nothing keeps them.
            let removed =
                list.iter().map(|(_, _, count)| count.saturating_neg()).fold(0, i32::saturating_add);
            frame.numbers.extend(slot.map(|slot| (slot, removed)));
        }
        Instruction::MoveCounters { kind, count, from, to, up_to } => {
            move_counters(play, frame, *kind, (count.as_ref(), *up_to), (from, to))?;
        }
        Instruction::Designate { who, name } => match named(*name) {
            None if *name == DesignationName::Prepared => {
                for object in objects_there(play, frame, who)? {
                    preparation_cards::become_prepared(play, cause(frame, cr!("722.3a")), object)?;
                }
            }
            None if *name == DesignationName::Warped => {
                for card in objects_there(play, frame, who)? {
                    warp::become_warped(play, cause(frame, cr!("702.185b")), card);
                }
            }
            None if *name == DesignationName::Plotted => {
                for card in in_exile(play, frame, who)? {
                    plot::become_plotted(play, cause(frame, cr!("702.170c")), card);
                }
            }
            None if *name == DesignationName::Foretold => {
                for card in in_exile(play, frame, who)? {
                    foretell::become_foretold(play, cause(frame, cr!("702.143d")), card);
                }
            }
            Some(designation) => designate(play, frame, who, (designation, *name))?,
            None => {
                let who = things(play, frame, who)?;
                let by = cause(frame, cr!("725.1")).without_rules();
                designations::give(play, frame, by, &who, *name)?;
            }
        },
        Instruction::Undesignate { who, .. } => {
            for object in objects_there(play, frame, who)? {
                preparation_cards::become_unprepared(play, cause(frame, cr!("722.3b")), object);
            }
        }
        Instruction::ChooseCounter { who, on, then } => choose_counter(play, frame, who, on, then)?,
        Instruction::Proliferate => proliferate(play, frame)?,
        with_courses!()
        | of_abilities!()
        | about_objects!()
        | about_players!()
        | that_turn_over!()
        | about_combat!()
        | by_themselves!()
        | never_followed!() => return Ok(false),
    }
    Ok(true)
}

/// A replacement or prevention effect is made: by which rule is told by what it does.
fn shield(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (replacement, duration): (&Replacement, &Duration),
    (uses, damage): (&Option<Quantity>, &Option<Quantity>),
) -> Outcome {
    // To what is no legal target any more, nothing is redirected (608.2b).
    if let ReplacementResult::Redirect(to @ Selection::Target(_)) = &replacement.result
        && things(play, frame, to)?.is_empty()
    {
        return Ok(());
    }
    // Where no source was there to be chosen, there is none whose damage anything is done about (609.3).
    if without_its_source(frame, replacement) {
        play.note(
            Level::Default,
            cause(frame, cr!("609.3")).kind,
            Rules::of(&[cr!("609.3")]),
            Note::Impossible(frame.controller),
        );
        return Ok(());
    }
    let number = |play: &mut Play<'_>, quantity: &Option<Quantity>| match quantity {
        Some(quantity) => amount(play, frame, quantity).map(Some),
        None => Ok(None),
    };
    let (uses, damage) = (number(play, uses)?, number(play, damage)?);
    let prevents = matches!(replacement.result, ReplacementResult::Prevent { .. });
    let rule = match (prevents, damage) {
        (true, Some(_)) => cr!("615.7"),
        (true, None) if uses.is_some() && prevention_effects::is_of_a_source(replacement) => {
            cr!("615.8")
        }
        (true, None) => cr!("615.1a"),
        // "Skip" is to do nothing instead.
        (false, _) if replacement.result == ReplacementResult::Nothing => cr!("614.10"),
        (false, _) if matches!(replacement.result, ReplacementResult::Redirect(_)) => cr!("614.9"),
        // "Permanents enter ..." without "instead".
        (false, _) if matches!(replacement.result, ReplacementResult::Enters(_)) => cr!("614.1d"),
        (false, _) => cr!("614.1a"),
    };
    let keyword = play.keyword_rule(frame);
    let by = cause(frame, keyword.unwrap_or(rule));
    prevention_effects::begin(play, by, frame, replacement, duration, uses, damage)
}

/// Whether an effect is about the damage of a source that was to be chosen, and none was.
fn without_its_source(frame: &Frame, replacement: &Replacement) -> bool {
    let Event::DealsDamage(damage) = &replacement.of else { return false };
    damage.source.demands(&|demanded| {
        let Filter::Among(what) = demanded else { return false };
        matches!(**what, Selection::Slot(name) if frame.slot(name).is_none_or(<[Thing]>::is_empty))
    })
}

/// A card name is chosen (201.4).
fn choose_name(
    play: &mut Play<'_>,
    frame: &mut Frame,
    who: &Players,
    only: Option<&Filter>,
    link: Link,
) -> Outcome {
    let rules = Rules::NONE;
    if let Some(player) = one_player(play, frame, who)?
        && let Some(name) = card_names::ask(play, frame, player, only, rules)?
    {
        let change = Change::ChooseName(Box::new(frame.link(link)), name);
        play.change(cause(frame, cr!("201.4")), Level::Hidden, change);
    }
    Ok(())
}

/// A word is chosen that has not been chosen before.
fn choose_another(
    play: &mut Play<'_>,
    frame: &mut Frame,
    who: &Players,
    (kind, from): (WordKind, &[String]),
    link: Link,
) -> Outcome {
    let Some(words) = kind.words(from) else {
        return Err(Halt::gap(frame.source, NOT_BEFORE));
    };
    let key = frame.link(link);
    let chosen: Vec<Symbol> = play.game.words(key).collect();
    let is_new = |word: &String| !chosen.iter().any(|its| its.as_str() == word.as_str());
    let left: Vec<String> = words.into_iter().filter(is_new).collect();
    // When all have been chosen, none can be (608.2d).
    if !left.is_empty() {
        choose_word(play, frame, who, kind, &left, link)?;
    }
    Ok(())
}

/// An emblem with these abilities comes into the command zone (114.2).
pub(in crate::engine::spells) fn create_emblem(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    abilities: &[Ability],
) -> ObjectId {
    let id = play.game.next_object();
    let emblem = emblems::emblem(&play.game, player, abilities);
    play.change(cause(frame, cr!("114.2")), Level::Default, Change::Create(Box::new(emblem)));
    id
}

/// A player chooses a word that a linked ability or a later instruction finds (607.2d, 608.2d).
fn choose_word(
    play: &mut Play<'_>,
    frame: &mut Frame,
    who: &Players,
    kind: WordKind,
    from: &[String],
    name: Link,
) -> Outcome {
    if let Some(chosen) = ask_for_word(play, frame, who, (kind, from), Rules::of(&[cr!("608.2d")]))? {
        let change = Change::ChooseWord(Box::new(frame.link(name)), chosen);
        play.change(cause(frame, cr!("608.2d")), Level::Hidden, change);
        frame.chosen.push(name);
    }
    Ok(())
}

/// Asks a player for a word of a kind, one of these if any are named.
///
/// # Errors
/// If nobody makes the choice, or the kind can't be asked for.
pub(in crate::engine) fn ask_for_word(
    play: &mut Play<'_>,
    frame: &Frame,
    who: &Players,
    (kind, from): (WordKind, &[String]),
    rules: Rules,
) -> Outcome<Option<Symbol>> {
    let Some(player) = one_player(play, frame, who)? else { return Ok(None) };
    let word = |text: &str| Symbol::parse(text).ok_or_else(|| Halt::gap(frame.source, NO_SUCH_WORD));
    // One subtype, and of the kind that is asked for (205.3e).
    let of_types = matches!(kind, WordKind::CreatureType | WordKind::BasicLandType);
    let rules = if of_types { rules.led_by(cr!("205.3e")) } else { rules };
    let asked = if kind == WordKind::Color { ChoiceKind::Color } else { ChoiceKind::Choose };
    let source = Some(frame.asking());
    if kind == WordKind::Number {
        // The least and the greatest that the text allows.
        let numbers = || from.iter().filter_map(|text| text.parse().ok());
        let range = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        return Ok(Some(word(&play.number(player, source, range, rules)?.to_string())?));
    }
    let Some(words) = kind.words(from) else { return Err(Halt::gap(frame.source, NO_SUCH_WORDS)) };
    let items: Vec<Item> = match kind {
        WordKind::Color => words.iter().filter_map(|word| Color::from_word(word)).map(Item::Color).collect(),
        _ => words.iter().map(|text| word(text).map(Item::Word)).collect::<Outcome<_>>()?,
    };
    let picked = play.pick(player, asked, source, items, 1, 1, false, rules)?;
    Ok(match picked.first() {
        Some(Item::Color(color)) => Some(word(color.word())?),
        Some(Item::Word(word)) => Some(*word),
        _ => None,
    })
}

/// The objects meant that are in exile, where alone cards become plotted or foretold.
fn in_exile(play: &mut Play<'_>, frame: &Frame, who: &Selection) -> Outcome<Vec<ObjectId>> {
    let mut cards = objects_there(play, frame, who)?;
    cards.retain(|card| play.game.object(*card).zone == Zone::Exile);
    Ok(cards)
}

/// The designation of permanents that has this name; none for those of players and the game.
const fn named(name: DesignationName) -> Option<Designation> {
    Some(match name {
        DesignationName::Monstrous => Designation::Monstrous,
        DesignationName::Suspected => Designation::Suspected,
        DesignationName::Renowned => Designation::Renowned,
        DesignationName::Solved => Designation::Solved,
        DesignationName::Level2 => Designation::Level(2),
        DesignationName::Level3 => Designation::Level(3),
        DesignationName::Monarch
        | DesignationName::Initiative
        | DesignationName::CitysBlessing
        | DesignationName::EnduringStory
        | DesignationName::Day
        | DesignationName::Night
        | DesignationName::Speed
        | DesignationName::Prepared
        | DesignationName::Warped
        | DesignationName::Plotted
        | DesignationName::Foretold
        | DesignationName::CompletedDungeon
        | DesignationName::StartingPlayer
        | DesignationName::MaxSpeed => return None,
    })
}

/// Permanents get a designation, those that do not have it already.
fn designate(
    play: &mut Play<'_>,
    frame: &Frame,
    who: &Selection,
    (designation, name): (Designation, DesignationName),
) -> Outcome {
    let rule = match designation {
        Designation::Suspected => cr!("701.60b"),
        Designation::Level(_) => cr!("716.2a"),
        Designation::Renowned => play.keyword_rule(frame).unwrap_or(cr!("702.112b")),
        Designation::Solved => cr!("719.3b"),
        _ => cr!("701.37b"),
    };
    let mut changes = Vec::new();
    let mut happenings = Vec::new();
    let x = frame.announced.as_ref().map_or(0, |announced| announced.x);
    for object in objects_there(play, frame, who)? {
        let its = play.game.object(object);
        if its.on_battlefield() && !its.is_designated(designation) {
            // What else it says of X means this one from then on (701.37c).
            if designation == Designation::Monstrous && x > 0 {
                let announced = its.announced.as_deref().cloned().unwrap_or_default();
                let announced = Announced { x, ..announced };
                let change = Change::Announce(object, Rc::new(announced));
                changes.push((cause(frame, cr!("701.37c")), Level::Hidden, change));
            }
            let by = cause(frame, rule);
            // What it has become is a mark that stays.
            let by = if designation == Designation::Renowned { by.and(cr!("702.112b")) } else { by };
            changes.push((by, Level::Default, Change::Designate(object, designation)));
            happenings.push(Happening::Becomes { object, what: NamedDeed::Gets(name) });
        }
    }
    happen(play, changes, &happenings)?;
    Ok(())
}

/// The counters on an object, of each kind so many.
pub(in crate::engine::spells) fn all_counters(play: &Play<'_>, object: ObjectId) -> Vec<(CounterKind, i32)> {
    let counters = play.game.object(object).counters.iter();
    counters.map(|(kind, count)| (*kind, i32::try_from(*count).unwrap_or(i32::MAX))).collect()
}

/// Counters go from one object, or from several at once, to another: nothing happens if they can't be removed or put (122.5).
fn move_counters(
    play: &mut Play<'_>,
    frame: &Frame,
    kind: Option<CounterKind>,
    (count, up_to): (Option<&Quantity>, bool),
    (from, to): (&Selection, &Selection),
) -> Outcome {
    let mut givers = objects_there(play, frame, from)?;
    let taker = match objects_there(play, frame, to)?.as_slice() {
        [] => return Ok(()),
        [only] => *only,
        [..] => return Err(Halt::undecided(frame.source, "it moves counters to several objects")),
    };
    givers.retain(|giver| *giver != taker);
    if givers.is_empty() {
        return Ok(());
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if let Some(source) = counters::cant_be_put(sight, taker)? {
        let rules = Rules::of(&[cr!("122.5"), cr!("101.2")]);
        let note = Note::Cant(Forbidden::Counters, Thing::Object(taker), Some(source));
        play.note(Level::Default, cause(frame, cr!("122.5")).kind, rules, note);
        return Ok(());
    }
    let mut list = Vec::new();
    // What is moved onto an object is put there at once, wherever it comes from.
    let mut taken: Vec<(CounterKind, i32)> = Vec::new();
    for giver in givers {
        for (kind, count) in moving(play, frame, (giver, kind), (count, up_to))? {
            list.push((giver, kind, count.saturating_neg()));
            match taken.iter_mut().find(|(its, _)| *its == kind) {
                Some((_, sum)) => *sum = sum.saturating_add(count),
                None => taken.push((kind, count)),
            }
        }
    }
    list.extend(taken.into_iter().map(|(kind, count)| (taker, kind, count)));
    let by = play.keyword_rule(frame).into_iter().fold(cause(frame, cr!("122.5")), Cause::and);
    counters::put(play, by, &list)
}

/// How many counters of which kinds are moved from an object.
fn moving(
    play: &mut Play<'_>,
    frame: &Frame,
    (giver, kind): (ObjectId, Option<CounterKind>),
    (count, up_to): (Option<&Quantity>, bool),
) -> Outcome<Vec<(CounterKind, i32)>> {
    let mut moving = all_counters(play, giver);
    if let Some(kind) = kind {
        moving.retain(|(its, _)| *its == kind);
    }
    if count == Some(&Quantity::AnyNumber) {
        for (_, there) in &mut moving {
            *there = any_number(play, frame, u32::try_from(*there).unwrap_or(0))?;
        }
    } else if let Some(count) = count {
        let most = i32::try_from(amount(play, frame, count)?).unwrap_or(i32::MAX);
        if moving.len() > 1 {
            return Err(Halt::undecided(frame.source, "it moves some of several sorts of counters"));
        }
        for (_, there) in &mut moving {
            *there = (*there).min(most);
            if up_to {
                *there = up_to_so_many(play, frame, *there)?;
            }
        }
    }
    moving.retain(|(_, there)| *there > 0);
    Ok(moving)
}

/// A player chooses any number of permanents and players with counters, and gives each one more of every kind it has
/// (701.34a).
fn proliferate(play: &mut Play<'_>, frame: &Frame) -> Outcome {
    let permanents = play.game.battlefield().iter().copied();
    let mut items: Vec<Item> = permanents
        .filter(|object| !play.game.object(*object).counters.is_empty())
        .map(Item::Object)
        .collect();
    let players = play.game.apnap();
    items.extend(
        players
            .into_iter()
            .filter(|player| !kinds_of(play.game.player(*player)).is_empty())
            .map(Item::Player),
    );
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let rules = Rules::of(&[cr!("701.34a")]);
    let source = Some(frame.asking());
    let picked = play.pick(frame.controller, ChoiceKind::Choose, source, items, 0, most, false, rules)?;
    let by = cause(frame, cr!("701.34a"));
    let mut on_objects = Vec::new();
    let mut on_players = Vec::new();
    for item in picked {
        match item {
            Item::Object(object) => {
                on_objects.extend(all_counters(play, object).into_iter().map(|(kind, _)| (object, kind, 1)));
            }
            Item::Player(player) => {
                let kinds = kinds_of(play.game.player(player));
                on_players.extend(kinds.into_iter().map(|kind| (player, kind, 1)));
            }
            _ => {}
        }
    }
    // Of teammates who share their poison counters one alone gets another of them.
    let poisoned = on_players.iter().filter(|(_, kind, _)| *kind == CounterKind::POISON);
    let poisoned: Vec<PlayerId> = poisoned.map(|(player, _, _)| *player).collect();
    let mut by = by;
    for player in &poisoned {
        let mut mates: Vec<PlayerId> = play.game.with_shared_totals(*player).to_vec();
        mates.retain(|mate| poisoned.contains(mate));
        if mates.len() < 2 || mates.first() != Some(player) {
            continue;
        }
        let items = mates.iter().copied().map(Item::Player).collect();
        let rules = Rules::of(&[cr!("701.34b")]);
        let picked = play.pick(frame.controller, ChoiceKind::Choose, source, items, 1, 1, false, rules)?;
        on_players.retain(|(its, kind, _)| {
            *kind != CounterKind::POISON || !mates.contains(its) || picked.contains(&Item::Player(*its))
        });
        by = by.and(cr!("701.34b"));
    }
    counters::put_together(play, by, &on_players, &on_objects)
}

/// The kinds of counters that a player has (122.1).
fn kinds_of(player: &crate::game::Player) -> Vec<CounterKind> {
    let others = player.counters.iter().map(|(kind, _)| *kind);
    let all = [CounterKind::POISON, CounterKind::ENERGY].into_iter().chain(others);
    all.filter(|kind| player.counters_of(*kind) > 0).collect()
}

/// A player chooses a counter on an object as this resolves, and what is done with it: it is removed, or another of its kind is put there
/// (608.2d). Where there is none, nothing happens.
fn choose_counter(
    play: &mut Play<'_>,
    frame: &Frame,
    who: &Players,
    on: &Selection,
    then: &[CounterDeed],
) -> Outcome {
    let Some(object) = objects_there(play, frame, on)?.first().copied() else { return Ok(()) };
    let Some(player) = one_player(play, frame, who)? else { return Ok(()) };
    let rules = Rules::of(&[cr!("608.2d")]);
    let kinds = all_counters(play, object);
    let items: Vec<Item> = kinds.iter().map(|(kind, _)| Item::Counter(*kind)).collect();
    if items.is_empty() {
        let by = cause(frame, cr!("609.3"));
        play.note(Level::Default, by.kind, by.rules, Note::Impossible(player));
        return Ok(());
    }
    let source = Some(frame.asking());
    let picked = play.pick(player, ChoiceKind::Choose, source, items, 1, 1, false, rules)?;
    let Some(Item::Counter(kind)) = picked.first() else { return Ok(()) };
    let word = |deed: &CounterDeed| Symbol::parse(deed.word()).map(Item::Word);
    // No counter can be added where none can be put, so that can't be chosen either.
    let view = play.view()?;
    let full = counters::cant_be_put(Sight { game: &play.game, view: &view }, object)?.is_some();
    let possible = |deed: &&CounterDeed| !(full && matches!(deed, CounterDeed::Another));
    let deeds: Vec<Item> = then.iter().filter(possible).filter_map(word).collect();
    let picked = play.pick(player, ChoiceKind::Choose, source, deeds, 1, 1, false, rules)?;
    let chosen = then.iter().find(|deed| word(deed) == picked.first().copied());
    let amount = match chosen {
        Some(CounterDeed::Remove) => -1,
        Some(CounterDeed::Another) => 1,
        None => return Ok(()),
    };
    counters::put(play, cause(frame, cr!("122.1")), &[(object, *kind, amount)])
}
