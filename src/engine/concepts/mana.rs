//! CR 106: Mana

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::selections::{each, players};
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::linked_abilities;
use crate::engine::spells::replacement_effects::{changes_mana, produced_instead};
use crate::engine::variants::commander;
use crate::engine::view::View;
use crate::game::{
    AbilityInstance, Cause, CauseKind, Change, ChoiceKind, Game, Item, MANA_TYPES, Mana, ObjectId, Pair,
    PlayerId,
};
use crate::ir::instruction::{AddMana, ManaProduced, ManaType};
use crate::ir::part::{Part, any};
use crate::ir::{Ability, Color, Colors, Duration, Instruction, ManaSymbol, Quantity, Supertype};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

mod could_produce;
pub(in crate::engine) mod emptying;
pub mod planning;
mod riders;
mod sources;
mod spending;

pub(in crate::engine) use could_produce::could_produce;
pub use sources::asks_for_sources;
pub use spending::lacking;
pub(in crate::engine) use spending::{lacks_snow, lacks_sources, of_any_color, spend, would_do};

/// Mana is added to players' pools (106.4), if it is tracked; what was added is kept in the frame.
///
/// # Errors
/// If a player must choose a type and doesn't.
pub(in crate::engine) fn add(play: &mut Play<'_>, frame: &mut Frame, it: &AddMana) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    // Else mana is taken as there whenever it is needed: no more is asked of it than whether there is any.
    if !play.strict_mana {
        return if_any(play, frame, it);
    }
    let count = quantities::value(sight, frame, &it.count)?;
    let who = players(sight, frame, &it.who)?;
    let snow = view.characteristics(&play.game, frame.source).has_supertype(Supertype::Snow);
    let source_was = view.shared(&play.game, frame.source);
    let only_for = it.only_for.clone().map(Arc::new);
    let rider = it.if_spent.as_deref().map(|if_spent| riders::of(frame, if_spent));
    for player in who {
        let mut types = produced(play, frame, player, &it.mana, count.max(0).unsigned_abs())?;
        if frame.taps_for_mana && changes_mana(&play.game, &view) {
            types = produced_otherwise(play, frame, player, types)?;
        }
        if types.is_empty() {
            adds_none(play, frame, it, player, count);
            continue;
        }
        frame.produces = true;
        frame.produced = frame.produced.plus(types.iter().copied().collect());
        let mana: Vec<Mana> = types
            .into_iter()
            .map(|kind| Mana {
                kind,
                snow,
                only_for: only_for.clone(),
                source: Some(frame.source),
                source_was: Some(source_was.clone()),
                keep: it.keep.clone(),
                rider: rider.clone(),
            })
            .collect();
        let mut by = play.keyword_rule(frame).into_iter().fold(cause(frame, cr!("106.4")), Cause::and);
        if matches!(it.mana, ManaProduced::CouldProduce(_)) {
            by = by.and(cr!("106.7"));
        }
        // The word is the one that was chosen for the linked ability; what this very ability has chosen needs no link.
        if matches!(&it.mana, ManaProduced::Chosen(link) if !frame.chosen.contains(link)) {
            by = by.and(cr!("607.2d"));
        }
        if let ManaProduced::ColorsOf(filter) = &it.mana {
            if let Some(link) = linked_abilities::link_within(filter) {
                by = linked_abilities::rules_of(play, frame, link, true).iter().fold(by, Cause::and);
            }
        }
        if it.mana == ManaProduced::CommanderIdentity {
            by = commander::identity_of(&play.game, frame.controller)?.1.iter().fold(by, Cause::and);
        }
        if only_for.is_some() || rider.is_some() {
            by = by.and(cr!("106.6"));
        }
        if matches!(it.count, Quantity::Devotion(_) | Quantity::DevotionToChosen(_)) {
            by = by.and(cr!("700.5"));
        }
        put(play, by, player, mana);
    }
    Ok(())
}

/// The types of the mana that a permanent produces which is tapped for mana of these types, after the effects that change that (106.12b).
///
/// # Errors
/// If its ability adds mana more than once, so that how much it is in all is not known yet; or nobody says which effect applies first.
fn produced_otherwise(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    types: Vec<ManaType>,
) -> Outcome<Vec<ManaType>> {
    let view = play.view()?;
    let abilities = &view.characteristics(&play.game, frame.source).abilities;
    let its = abilities.iter().find(|its| its.origin == frame.origin);
    let mut adds = 0;
    if let Some(Ability::Activated(activated)) = its.map(|its| &*its.ability) {
        any(activated, &mut |place| {
            adds += usize::from(matches!(place.part, Part::AddMana(_)));
            false
        });
    }
    if adds > 1 {
        let why = "an effect changes what it produces, which its ability adds in several parts";
        return Err(Halt::undecided(frame.source, why));
    }
    let mut types = types;
    let mut applied = Vec::new();
    loop {
        let amount = types.iter().copied().collect();
        let of = (player, frame.source);
        let Some(mana) = produced_instead(play, of, amount, &mut applied)? else { return Ok(types) };
        types = produced(play, frame, player, &mana, 1)?;
    }
}

/// Whether mana is produced where it is not tracked, which is all that what waits for it asks then (106.12a).
///
/// # Errors
/// If how much there is can't be told.
fn if_any(play: &mut Play<'_>, frame: &mut Frame, it: &AddMana) -> Outcome {
    if it.if_spent.is_some() {
        return Err(Halt::undecided(frame.source, riders::UNTRACKED));
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let count = quantities::value(sight, frame, &it.count)?;
    // What was produced before is not tracked either.
    let typed = count > 0
        && match &it.mana {
            ManaProduced::TypeProduced => true,
            // A color that nobody has named was chosen all the same.
            ManaProduced::Chosen(link) if !play.game.is_unchosen(frame.link(*link)) => true,
            ManaProduced::Exactly(cost) => {
                cost.symbols.iter().any(|symbol| *symbol != ManaSymbol::Generic(0))
            }
            other @ (ManaProduced::OneOf(_)
            | ManaProduced::AnyColor
            | ManaProduced::AnyOneColor
            | ManaProduced::CouldProduce(_)
            | ManaProduced::Chosen(_)
            | ManaProduced::ColorsOf(_)
            | ManaProduced::CommanderIdentity) => {
                !types_of(sight, frame, other, &mut BTreeSet::new())?.is_empty()
            }
        };
    for player in players(sight, frame, &it.who)? {
        if typed {
            frame.produces = true;
        } else {
            adds_none(play, frame, it, player, count);
        }
    }
    Ok(())
}

/// A player is added no mana: so much of what would be of a type that nothing says is not produced; a number below zero is zero.
fn adds_none(play: &mut Play<'_>, frame: &Frame, it: &AddMana, player: PlayerId, count: i32) {
    let undefined = !matches!(it.mana, ManaProduced::Exactly(_)) && count > 0;
    let pair = if let ManaProduced::Chosen(link) = &it.mana { Some(frame.link(*link).pair) } else { None };
    let exiled = if let ManaProduced::ColorsOf(filter) = &it.mana {
        linked_abilities::link_within(filter)
    } else {
        None
    };
    if let (true, Some(link)) = (undefined, exiled) {
        linked_abilities::note_nothing(play, frame, link);
    }
    let of_others = matches!(it.mana, ManaProduced::CouldProduce(_));
    let rule = match undefined {
        // An identity without colors is defined all the same.
        true if it.mana == ManaProduced::CommanderIdentity
            && !commander::has_one(&play.game, frame.controller) =>
        {
            cr!("903.4f")
        }
        // What was never chosen for it, or by its other ability, is undefined.
        true if pair.is_some_and(|pair| pair != Pair::Own) => cr!("607.5a"),
        true if pair.is_some() => cr!("607.2d"),
        true if it.mana == ManaProduced::CommanderIdentity => cr!("903.4"),
        true if of_others => cr!("106.7"),
        true => cr!("106.5"),
        false if count < 0 => cr!("107.1b"),
        false => cr!("605.2"),
    };
    let kind = cause(frame, rule).kind;
    let rules = Rules::NONE.and(rule);
    let by_source = [cr!("607.5a"), cr!("607.2d"), cr!("903.4")].contains(&rule);
    let rules = if by_source { rules.and(cr!("106.5")) } else { rules };
    play.note(Level::Default, kind, rules, Note::NoMana(frame.source, player));
}

/// The amount of each type of unspent mana a player has is doubled; what is added can be spent on anything (106.6, 701.10f).
pub(in crate::engine) fn double(play: &mut Play<'_>, frame: &mut Frame, player: PlayerId) {
    if !play.strict_mana {
        frame.produces = true;
        return;
    }
    let kinds: Vec<ManaType> = play.game.player(player).mana.iter().map(|mana| mana.kind).collect();
    let restricted = play.game.player(player).mana.iter().any(|mana| mana.only_for.is_some());
    frame.produces |= !kinds.is_empty();
    frame.produced = frame.produced.plus(kinds.iter().copied().collect());
    let source = Some(frame.source);
    let source_was = play.view().ok().map(|view| view.shared(&play.game, frame.source));
    let plain = |kind| Mana {
        kind,
        snow: false,
        only_for: None,
        source,
        source_was: source_was.clone(),
        keep: None,
        rider: None,
    };
    let mana = kinds.into_iter().map(plain).collect();
    let cause = cause(frame, cr!("701.10f"));
    // A restriction is no part of the mana's type, and is not doubled.
    let cause = if restricted { cause.and(cr!("106.6")) } else { cause };
    put(play, cause, player, mana);
}

fn put(play: &mut Play<'_>, cause: Cause, player: PlayerId, mana: Vec<Mana>) {
    if !mana.is_empty() {
        play.change(cause, Level::Default, Change::AddMana(player, mana.into()));
    }
}

/// The cause of added mana: a triggered mana ability does it at once (605.4a).
fn cause(frame: &Frame, rule: RuleId) -> Cause {
    let kind = match frame.on_stack {
        Some(on_stack) => CauseKind::Resolution(on_stack, frame.controller),
        None => CauseKind::Ability(frame.source),
    };
    let cause = Cause::new(kind, rule);
    if frame.on_stack.is_none() && frame.occasion.is_some() { cause.led_by(cr!("605.4a")) } else { cause }
}

/// The types of the mana that is produced, so many times over.
fn produced(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    mana: &ManaProduced,
    count: u32,
) -> Outcome<Vec<ManaType>> {
    let mut types = Vec::new();
    if count == 0 {
        return Ok(types);
    }
    if let ManaProduced::Exactly(cost) = mana {
        for _ in 0..count {
            for symbol in &cost.symbols {
                of_symbol(play, frame, player, *symbol, &mut types)?;
            }
        }
        return Ok(types);
    }
    let view = play.view()?;
    let offered = types_of(Sight { game: &play.game, view: &view }, frame, mana, &mut BTreeSet::new())?;
    if offered.is_empty() {
        return Ok(types);
    }
    let once = matches!(mana, ManaProduced::AnyOneColor);
    for _ in 0..if once { 1 } else { count } {
        let rules = Rules::of(&[cr!("608.2d")]);
        let could = matches!(mana, ManaProduced::CouldProduce(_));
        let rules = if could { rules.and(cr!("106.7")) } else { rules };
        let chosen = choose_type(play, frame, player, (&offered, rules))?;
        types.extend((0..if once { count } else { 1 }).map(|_| chosen));
    }
    Ok(types)
}

const NO_SUCH_SYMBOL: &str = "it adds mana of a symbol that headjudge does not play";

/// Why mana is never added as an effect says; nothing for what may be.
pub(in crate::engine) fn gap_of(it: &AddMana) -> Option<Why> {
    let untold = |symbol: &ManaSymbol| matches!(symbol, ManaSymbol::MonoHybrid(..) | ManaSymbol::Variable(_));
    if let ManaProduced::Exactly(mana) = &it.mana
        && mana.symbols.iter().any(untold)
    {
        return Some(NO_SUCH_SYMBOL.into());
    }
    match &it.keep {
        None | Some(Duration::EndOfTurn | Duration::EndOfCombat | Duration::Forever) => None,
        Some(
            Duration::YourNextTurn
            | Duration::EndOfYourNextTurn
            | Duration::NextUntapStep
            | Duration::Until(_)
            | Duration::While(_),
        ) => Some("mana is kept for so long as headjudge does not keep it".into()),
    }
}

/// What a symbol adds: of a hybrid one the player chooses a half (106.8), generic and snow are colourless (106.10, 106.11).
fn of_symbol(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    symbol: ManaSymbol,
    types: &mut Vec<ManaType>,
) -> Outcome {
    match symbol {
        ManaSymbol::Color(color) | ManaSymbol::Phyrexian(color) => types.push(ManaType::Color(color)),
        ManaSymbol::Colorless | ManaSymbol::Snow => types.push(ManaType::Colorless),
        ManaSymbol::Generic(amount) => types.extend((0..amount).map(|_| ManaType::Colorless)),
        ManaSymbol::Hybrid(one, other) | ManaSymbol::HybridPhyrexian(one, other) => {
            let offered = [ManaType::Color(one), ManaType::Color(other)];
            types.push(choose_type(play, frame, player, (&offered, Rules::of(&[cr!("608.2d")])))?);
        }
        ManaSymbol::ColorlessHybrid(color) => {
            let offered = [ManaType::Colorless, ManaType::Color(color)];
            types.push(choose_type(play, frame, player, (&offered, Rules::of(&[cr!("608.2d")])))?);
        }
        ManaSymbol::MonoHybrid(..) | ManaSymbol::Variable(_) => {
            return Err(Halt::gap(frame.source, NO_SUCH_SYMBOL));
        }
    }
    Ok(())
}

fn choose_type(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (offered, rules): (&[ManaType], Rules),
) -> Outcome<ManaType> {
    if let [only] = offered {
        return Ok(*only);
    }
    let items = offered
        .iter()
        .map(|kind| match kind {
            ManaType::Color(color) => Item::Color(*color),
            ManaType::Colorless => Item::Colorless,
        })
        .collect();
    let source = Some(frame.asking());
    let picked = play.pick(player, ChoiceKind::Color, source, items, 1, 1, false, rules)?;
    Ok(match picked.first() {
        Some(Item::Color(color)) => ManaType::Color(*color),
        _ => ManaType::Colorless,
    })
}

/// The types that a production can have, each once, in order.
fn types_of(
    sight: Sight<'_>,
    frame: &Frame,
    mana: &ManaProduced,
    seen: &mut BTreeSet<ObjectId>,
) -> Outcome<Vec<ManaType>> {
    let colors = || Color::ALL.iter().copied().map(ManaType::Color);
    let mut types: Vec<ManaType> = match mana {
        ManaProduced::Exactly(cost) => cost
            .symbols
            .iter()
            .flat_map(|symbol| {
                let its = symbol.colors();
                let plain = matches!(
                    symbol,
                    ManaSymbol::Colorless
                        | ManaSymbol::Snow
                        | ManaSymbol::Generic(_)
                        | ManaSymbol::ColorlessHybrid(_)
                );
                its.iter()
                    .map(ManaType::Color)
                    .chain(plain.then_some(ManaType::Colorless))
                    .collect::<Vec<_>>()
            })
            .collect(),
        ManaProduced::OneOf(types) => types.clone(),
        ManaProduced::AnyColor | ManaProduced::AnyOneColor => colors().collect(),
        ManaProduced::Chosen(link) => {
            let word = frame.chosen(sight.game, frame.link(*link), "which color", Some)?;
            colors()
                .filter(|kind| matches!((kind, word), (ManaType::Color(color), Some(word)) if color.word() == word.as_str()))
                .collect()
        }
        ManaProduced::ColorsOf(filter) => {
            let mut found = Vec::new();
            for object in each(sight, frame, filter)? {
                found.extend(
                    sight.view.characteristics(sight.game, object).colors.iter().map(ManaType::Color),
                );
            }
            found
        }
        ManaProduced::CouldProduce(filter) => {
            let mut found = Vec::new();
            for object in each(sight, frame, filter)? {
                found.extend(could_produce(sight, object, seen)?);
            }
            // "Of any color" that they could produce, which colourless is not.
            found.retain(|kind| *kind != ManaType::Colorless);
            found
        }
        ManaProduced::CommanderIdentity => {
            let identity = commander::identity_of(sight.game, frame.controller)?.0.unwrap_or(Colors::NONE);
            identity.iter().map(ManaType::Color).collect()
        }
        ManaProduced::TypeProduced => {
            frame.occasion.as_ref().map_or_else(Vec::new, |occasion| occasion.mana.types().collect())
        }
    };
    let order = |kind: &ManaType| MANA_TYPES.iter().position(|its| its == kind);
    types.sort_by_key(order);
    types.dedup();
    Ok(types)
}

/// The types of which an ability adds one mana and does no more that is about mana; nothing if it may add more, or less, than one.
pub fn one_of_types(
    (game, view): (&Game, &View),
    source: ObjectId,
    instance: &AbilityInstance,
) -> Option<Vec<ManaType>> {
    let Ability::Activated(activated) = &*instance.ability else { return None };
    let mut adds =
        activated.effect.does.iter().filter_map(|instruction| {
            if let Instruction::AddMana(it) = instruction { Some(it) } else { None }
        });
    let it = adds.next().filter(|it| it.count == Quantity::Fixed(1))?;
    if adds.next().is_some() {
        return None;
    }
    if let ManaProduced::Exactly(cost) = &it.mana
        && cost.mana_value() != 1
    {
        return None;
    }
    let frame = Frame::of_source(source, view.controller(game, source), instance.origin);
    types_of(Sight { game, view }, &frame, &it.mana, &mut BTreeSet::new()).ok()
}
