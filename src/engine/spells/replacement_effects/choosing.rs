//! Which of several effects applies first, and who chooses (616.1).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Answer, Choice, ChoiceKind, Item, Options, PlayerId, Thing};
use crate::ir::instruction::ChoosePlayer;
use crate::ir::part::{Part, mentions};
use crate::ir::replacement::Enters;
use crate::ir::{Condition, Filter, Instruction, Players, ReplacementResult, Zone};
use crate::rules::{Rules, cr};

use super::same::are_same;
use super::{Applicable, Effect};

/// Which of several effects applies first, or behind others: the controller of the affected object chooses, its owner if it has none
/// (616.1).
pub(in crate::engine::spells) fn choose(
    play: &mut Play<'_>,
    affected: Thing,
    applicable: Vec<Applicable>,
    again: bool,
) -> Outcome<Option<Applicable>> {
    let player = who_chooses(play, affected)?;
    choose_as(play, player, affected, applicable, (Rules::NONE, again))
}

/// Who chooses among effects that would replace what happens to something (616.1).
pub(super) fn who_chooses(play: &mut Play<'_>, affected: Thing) -> Outcome<PlayerId> {
    let view = play.view()?;
    Ok(match affected {
        Thing::Player(player) => player,
        Thing::Object(object) => match play.game.object(object).zone {
            Zone::Battlefield | Zone::Stack => view.controller(&play.game, object),
            _ => play.game.object(object).owner,
        },
    })
}

/// Which of several effects applies first, by a player's choice; one of these where by a rule the others have to wait. Where others have
/// been applied to the same event, it is the one that does so behind them (616.1f).
pub(super) fn choose_as(
    play: &mut Play<'_>,
    player: PlayerId,
    affected: Thing,
    mut applicable: Vec<Applicable>,
    (waiting, again): (Rules, bool),
) -> Outcome<Option<Applicable>> {
    if applicable.len() < 2 && waiting.is_empty() {
        return Ok(applicable.pop());
    }
    let mut items = Vec::with_capacity(applicable.len());
    for (index, effect) in applicable.iter().enumerate() {
        let earlier = applicable.iter().take(index).filter(|other| other.source == effect.source).count();
        let number = u8::try_from(earlier + 1).unwrap_or(u8::MAX);
        items.push(Item::AbilityOf(effect.source, number, None));
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let choice = Choice {
        player,
        kind: ChoiceKind::First,
        source: affected.object(),
        options: Options::Pick { from: items.into(), at_least: 1, at_most: 1, ordered: false },
        indifferent: are_same(sight, &applicable) || only_add(&applicable),
    };
    let rules = if again { Rules::of(&[cr!("616.1"), cr!("616.1f")]) } else { Rules::of(&[cr!("616.1")]) };
    let rules = waiting.iter().fold(rules, Rules::and);
    let rules = if applicable.iter().all(Applicable::is_control) {
        // One of those that say under whose control it enters comes first.
        rules.and(cr!("616.1b"))
    } else if applicable.iter().all(Applicable::is_copy) {
        // Then one of those that make it a copy.
        rules.and(cr!("616.1c"))
    } else {
        rules
    };
    let index = match play.choose(choice, rules)? {
        Answer::Picked(picked) => picked.first().copied().unwrap_or(0) as usize,
        _ => 0,
    };
    Ok((index < applicable.len()).then(|| applicable.swap_remove(index)))
}

/// Whether the effects only add to how an object enters, which leads to the same result in any order: one of them may also have a word or a
/// player chosen, if none of the others asks what was chosen or excepts anything.
pub(super) fn only_add(applicable: &[Applicable]) -> bool {
    // An emblem is there whichever comes first.
    let adds = |does: &Instruction| matches!(does, Instruction::Emblem { .. });
    let says = |so: fn(&Enters) -> bool| {
        applicable.iter().any(|effect| {
            matches!(&effect.what, Effect::Said(said)
                if matches!(&said.result, ReplacementResult::Enters(enters) if so(enters)))
        })
    };
    // The last of them decides whether it is tapped.
    if says(|enters| enters.tapped) && says(|enters| enters.untapped) {
        return false;
    }
    let depends = |effect: &Applicable| match &effect.what {
        Effect::Said(said) => {
            mentions(&said.of, |part| {
                matches!(part, Part::Filter(Filter::Not(_)) | Part::Condition(Condition::Not(_)))
            }) || mentions(said.as_ref(), Part::is_chosen)
        }
        _ => false,
    };
    let choosing = applicable.iter().filter(|effect| only_chooses(effect)).count();
    if choosing > 1 || choosing == 1 && applicable.iter().any(depends) {
        return false;
    }
    applicable.iter().all(|effect| match &effect.what {
        Effect::Counters(..) | Effect::Lore(_) => true,
        Effect::Said(replacement) => {
            only_chooses(effect)
                || matches!(
                    &replacement.result,
                    ReplacementResult::Enters(enters) if enters.copy_of.is_none() && enters.does.iter().all(adds)
                )
        }
        _ => false,
    })
}

/// Whether an effect does nothing but let somebody choose a word or a player as the object enters.
fn only_chooses(effect: &Applicable) -> bool {
    let choice = |does: &Instruction| {
        matches!(
            does,
            Instruction::ChooseWord(_) | Instruction::ChoosePlayer(ChoosePlayer { random: false, .. })
        )
    };
    match &effect.what {
        Effect::Said(said) => matches!(
            &said.result,
            ReplacementResult::Enters(enters)
                if enters.copy_of.is_none() && !enters.does.is_empty() && enters.does.iter().all(choice)
        ),
        _ => false,
    }
}

/// Who may let an effect replace an event, or not; its controller where it says nobody who is there.
pub(super) fn who_may(
    sight: Sight<'_>,
    frame: &Frame,
    who: &Players,
    effect: &Applicable,
) -> Outcome<PlayerId> {
    match players(sight, frame, who)?.as_slice() {
        [] => Err(Halt::undecided(effect.source, "who may let it replace an event is nobody")),
        [player] => Ok(*player),
        _ => Err(Halt::undecided(effect.source, "several players may let it replace an event")),
    }
}
