//! Claims about players, and how the game ends.

use crate::game::{Change, Ending, PlayerId};
use crate::rules::{Rules, cr};
use crate::runner::facts;
use crate::runner::setup::zone_of;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::PlayerFact;
use crate::trace::What;

use super::Judged;

pub(super) fn player_fact(stage: &mut Stage<'_, '_>, player: PlayerId, fact: &PlayerFact) -> Staged<Judged> {
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
                    return Err(crate::runner::stage::Stop::Halt(
                        crate::engine::Halt::undecided(None, "headjudge does not keep these counters yet"),
                        kind.span,
                    ));
                }
            };
            Judged {
                holds: actual == *count,
                sentence: format!(
                    "{name} has {actual} {} counter{}",
                    kind.text,
                    if actual == 1 { "" } else { "s" }
                ),
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
            let legal = crate::runner::questions::may_cast(stage, player, what)?;
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
            return Err(crate::runner::stage::Stop::Halt(
                crate::engine::Halt::undecided(None, "headjudge does not keep this about a player yet"),
                stage.span,
            ));
        }
    })
}

/// The rules of the last changes of a player's life total.
pub(super) fn rules_of_life(stage: &Stage<'_, '_>, player: PlayerId) -> Rules {
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

/// Who the active player is; there is none if that player has left (102.1, 800.4j).
pub(in crate::runner) fn active_player(stage: &Stage<'_, '_>) -> Judged {
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

pub(super) fn rules_of_ending(stage: &Stage<'_, '_>) -> Rules {
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
