//! CR 106: Mana. What becomes of unspent mana as a step or phase ends (106.4, 500.5).

use crate::engine::additional::keyword_abilities;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::selections::players;
use crate::engine::spells::continuous_effects::frame_of;
use crate::game::{Cause, CauseKind, Change, Mana, ManaAmount, ObjectId, PlayerId};
use crate::ir::instruction::ManaType;
use crate::ir::part::{Part, mentions};
use crate::ir::{Duration, Instruction, RuleChange};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

/// What effects say of a player's unspent mana.
#[derive(Debug, Default)]
struct Fate {
    /// Mana of these types, or of all of them, stays; the source of the effect.
    kept: Vec<(ObjectId, Vec<ManaType>)>,
    /// What would be lost becomes this type instead.
    turned: Option<(ObjectId, ManaType)>,
}

/// All unspent mana is lost as a step or phase ends (500.5), unless effects keep it or change it.
///
/// # Errors
/// If several effects would change it, or the layers can't be worked out.
pub(in crate::engine) fn empty(play: &mut Play<'_>) -> Outcome {
    for player in play.game.apnap() {
        if play.game.player(player).mana.is_empty() {
            continue;
        }
        let fate = fate(play, player)?;
        let mut stays: Vec<(ObjectId, ManaType)> = Vec::new();
        let mut lost: Vec<(usize, ManaType)> = Vec::new();
        for (place, mana) in play.game.player(player).mana.iter().enumerate() {
            let all_or = |types: &Vec<ManaType>| types.is_empty() || types.contains(&mana.kind);
            let by_effect = fate.kept.iter().find(|(_, types)| all_or(types)).map(|(source, _)| *source);
            let by_itself = mana.keep.is_some().then_some(mana.source).flatten();
            match by_itself.or(by_effect) {
                Some(source) => stays.push((source, mana.kind)),
                None => lost.push((place, mana.kind)),
            }
        }
        while let Some((source, _)) = stays.first().copied() {
            let its = stays.iter().filter(|(by, _)| *by == source).map(|(_, kind)| *kind);
            let rules = Rules::of(&[cr!("500.5"), cr!("613.11")]);
            let of_keyword =
                play.game.player(player).mana.iter().find_map(|mana| kept_by_keyword(mana, source));
            let rules = of_keyword.map_or(rules, |rule| rules.led_by(rule));
            play.note(
                Level::Default,
                CauseKind::Ability(source),
                rules,
                Note::KeepsMana(player, its.collect(), source),
            );
            stays.retain(|(by, _)| *by != source);
        }
        if lost.is_empty() {
            continue;
        }
        let amount: ManaAmount = lost.iter().map(|(_, kind)| *kind).collect();
        let places: Vec<usize> = lost.iter().map(|(place, _)| *place).collect();
        if let Some((source, kind)) = fate.turned {
            let cause = Cause::new(CauseKind::Replacement(source), cr!("614.1a")).and(cr!("106.4"));
            play.change(cause, Level::Default, Change::TurnMana(player, amount, places.into(), kind));
        } else {
            let cause = Cause::new(CauseKind::TurnBased, cr!("500.5")).and(cr!("106.4"));
            play.change(cause, Level::Default, Change::LoseMana(player, amount, places.into()));
        }
    }
    Ok(())
}

/// Mana that an effect kept for so long is kept no more: the effect is over before mana empties (500.5).
pub(in crate::engine) fn end_keeping(play: &mut Play<'_>, cause: Cause, duration: &Duration) {
    for player in play.game.apnap() {
        if play.game.player(player).mana.iter().any(|mana| mana.keep.as_ref() == Some(duration)) {
            play.change(cause, Level::Hidden, Change::EndKeeping(player, duration.clone()));
        }
    }
}

fn fate(play: &mut Play<'_>, player: PlayerId) -> Outcome<Fate> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut fate = Fate::default();
    for (rules, rule) in view.rule_changes() {
        if let RuleChange::KeepsMana(who, types) = rule
            && players(sight, &frame_of(rules), who)?.contains(&player)
        {
            fate.kept.push((rules.source, types.clone()));
        }
        if let RuleChange::LostManaBecomes(who, kind) = rule
            && players(sight, &frame_of(rules), who)?.contains(&player)
        {
            // Which of several applies its controller chooses (616.1), unless they do the same.
            if fate.turned.is_some_and(|(_, other)| other != *kind) {
                let why = "several effects would change the unspent mana";
                return Err(Halt::undecided(rules.source, why));
            }
            fate.turned = fate.turned.or(Some((rules.source, *kind)));
        }
    }
    Ok(fate)
}

/// The rule of the keyword ability of an object that says how long mana is kept which it has produced (702.189a).
fn kept_by_keyword(mana: &Mana, source: ObjectId) -> Option<RuleId> {
    let keep = mana.keep.as_ref().filter(|_| mana.source == Some(source))?;
    let says = |part| matches!(part, Part::Instruction(Instruction::AddMana(added)) if added.keep.as_ref() == Some(keep));
    let was = mana.source_was.as_deref()?;
    let keyword = was.abilities.iter().find(|its| its.keyword.is_some() && mentions(&*its.ability, says))?;
    keyword.keyword.and_then(keyword_abilities::rule_of)
}
