//! Claims about players, and how the game ends.

use crate::board::zone_of;
use crate::engine::Halt;
use crate::engine::variants::commander;
use crate::game::{ManaAmount, PlayerId};
use crate::ir::instruction::ManaType;
use crate::ir::{CounterKind, ManaCost, Zone};
use crate::rules::cr;
use crate::runner::facts;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Claim, PlayerFact};
use crate::trace::Reasons;
use crate::why::found::Found;
use crate::why::looking::may_look;
use crate::why::standing::Standing;
use crate::why::{endings, life, players as reasons, turn, unmoved};

use super::{Judged, counts, designations, naming};

/// What is found of a player by which a claim is so: that nothing has changed a life total of which alone it speaks, or a number of counters, or
/// by which effect they may look at a card.
pub(super) fn found(stage: &mut Stage<'_, '_>, claim: &Claim, reasons: Reasons) -> Staged<Option<Found>> {
    let rule = reasons.first().map(|first| first.rule);
    if matches!(claim, Claim::Day | Claim::Night) && rule == Some(cr!("731.1")) {
        return Ok(Some((cr!("731.1"), "it was so from the start, given by the scenario".to_owned())));
    }
    let Claim::Player { player, facts } = claim else { return Ok(None) };
    if let [fact] = facts.as_slice()
        && let (PlayerFact::Deck { legal: true }, Some(rule)) = (&fact.value, rule)
    {
        let paired = reasons.iter().any(|reason| reason.rule.as_str().starts_with("702.124"));
        let paired = if paired { "its two commanders may lead it together, and " } else { "" };
        let words = "it is of 100 cards, of no more of one name than may be, and none is of another color";
        return Ok((rule == cr!("903.5")).then(|| (rule, format!("{paired}{words}"))));
    }
    if let [fact] = facts.as_slice()
        && let PlayerFact::MayLook(what) = &fact.value
    {
        let (object, player) = (naming::now(stage, what)?, stage.player(player)?);
        return facts::shown(stage, object, player);
    }
    if let [Spanned { value: PlayerFact::Counters(count, kind), .. }] = facts.as_slice() {
        let kind = CounterKind::parse(&kind.text).filter(|_| kind.text != "speed");
        let Some(kind) = kind else { return Ok(None) };
        let player = stage.player(player)?;
        let counters = (kind, *count);
        return stage.why(|played| Ok(unmoved::same_counters_of_player(played, player, counters, reasons)));
    }
    if let [fact] = facts.as_slice()
        && let PlayerFact::Designated(name, true) = &fact.value
    {
        let (name, player) = (*name, stage.player(player)?);
        return designations::found(stage, player, name);
    }
    let of_life = |fact: &Spanned<PlayerFact>| matches!(fact.value, PlayerFact::Life(_));
    if facts.is_empty() || !facts.iter().all(of_life) {
        return Ok(None);
    }
    let player = stage.player(player)?;
    stage.why(|played| {
        let infected = unmoved::infected(played, player);
        Ok(infected.or_else(|| unmoved::same_life(played, player, reasons, "nothing has changed it")))
    })
}

pub(super) fn player_fact(stage: &mut Stage<'_, '_>, player: PlayerId, fact: &PlayerFact) -> Staged<Judged> {
    let name = stage.answers.table().name_of(player).to_owned();
    let its = stage.play.game.player(player).clone();
    let game = &stage.play.game;
    Ok(match fact {
        PlayerFact::Life(life) => Judged {
            holds: its.life == *life,
            sentence: format!("{name} has {} life", its.life),
            rules: {
                let rules = stage.why(|played| Ok(life::total(played, player)))?;
                Standing::Life(player).behind(&stage.play.game, rules)
            },
        },
        // Speed is no counter (702.179b).
        PlayerFact::Counters(count, kind) if kind.text == "speed" => {
            let (actual, rules) = stage.why(|played| Ok(reasons::speed(played, player)))?;
            Judged { holds: actual == *count, sentence: format!("{name}'s speed is {actual}"), rules }
        }
        PlayerFact::Counters(count, kind) => {
            let parsed = CounterKind::parse(&kind.text);
            let counters = |kind| stage.why(|played| Ok(reasons::counters(played, player, kind)));
            let (actual, rules) = parsed.map(counters).transpose()?.unwrap_or((0, Reasons::NONE));
            let plural = if actual == 1 { "" } else { "s" };
            let sentence = format!("{name} has {actual} {} counter{plural}", kind.text);
            let standing = parsed.map(Standing::PlayerCounters);
            let rules = standing.map_or(rules, |standing| standing.behind(&stage.play.game, rules));
            Judged { holds: actual == *count, sentence, rules }
        }
        PlayerFact::Deck { legal } => deck(stage, player, *legal)?,
        PlayerFact::Won(wanted) | PlayerFact::Lost(wanted) => {
            let of_winning = matches!(fact, PlayerFact::Won(_));
            won_or_lost(stage, player, of_winning, *wanted)?
        }
        PlayerFact::CardsIn(count, zone) => {
            let actual = zone_of(*zone).map_or(0, |zone| game.zone(zone, player).len());
            if zone_of(*zone) == Some(Zone::Library) && game.player(player).endless_library {
                if *count as usize > actual {
                    return Err(counts::unwritten(stage));
                }
                let sentence = format!("{name} has more than {count} cards in their library");
                return Ok(Judged { holds: false, sentence, rules: Reasons::NONE });
            }
            let sentence = format!(
                "{name} has {actual} card{} in their {}",
                if actual == 1 { "" } else { "s" },
                zone.word()
            );
            let rules = match zone_of(*zone) {
                None => Reasons::NONE,
                Some(zone) => {
                    let rules = counts::in_zone(stage, zone, player)?;
                    Standing::Cards(zone).behind(&stage.play.game, rules)
                }
            };
            Judged { holds: actual == *count as usize, sentence, rules }
        }
        PlayerFact::MayCast(what) | PlayerFact::MayNotCast(what) => {
            let legal = crate::runner::questions::may_cast(stage, player, what)?;
            let wanted = matches!(fact, PlayerFact::MayCast(_));
            Judged { holds: legal.holds == wanted, ..legal }
        }
        PlayerFact::MayLook(what) | PlayerFact::MayNotLook(what) => {
            let object = naming::now(stage, what)?;
            let (may, rules) = stage.why(|played| may_look(played, object, player))?;
            let wanted = matches!(fact, PlayerFact::MayLook(_));
            let title = stage.answers.table().told(&stage.play.game, object);
            let verb = if may { "may look" } else { "may not look" };
            Judged { holds: may == wanted, sentence: format!("{name} {verb} at {title}"), rules }
        }
        PlayerFact::Mana(wanted) => {
            let (sentence, rules) = unspent(stage, player)?;
            let has: ManaAmount = its.mana.iter().map(|mana| mana.kind).collect();
            let wanted = ManaCost::parse(&wanted.text).map(|mana| {
                let mut symbols: Vec<String> = mana.symbols.iter().map(ToString::to_string).collect();
                symbols.sort_unstable();
                symbols
            });
            let mut symbols: Vec<String> =
                has.types().flat_map(|kind| symbols_of(kind, has.of(kind))).collect();
            symbols.sort_unstable();
            Judged { holds: wanted == Some(symbols), sentence, rules }
        }
        PlayerFact::Designated(name, wanted) => designations::player(stage, player, name, *wanted)?,
    })
}

/// Whether a player has won, or has lost.
fn won_or_lost(
    stage: &mut Stage<'_, '_>,
    player: PlayerId,
    of_winning: bool,
    wanted: bool,
) -> Staged<Judged> {
    let name = stage.answers.table().name_of(player).to_owned();
    let game = &stage.play.game;
    let ending = game.ending();
    let (won, lost) = (endings::has_won(game, player), endings::has_lost(game, player));
    let is_so = if of_winning { won } else { lost };
    let sentence = if !is_so && !wanted {
        format!("{name} has not {}", if of_winning { "won" } else { "lost" })
    } else if won {
        format!("{name} has won")
    } else if lost {
        format!("{name} has lost")
    } else {
        facts::ending(stage, ending)
    };
    let rules = stage.why(|played| {
        Ok(match (lost, ending) {
            (true, _) => endings::lost(played, player),
            (false, Some(_)) if won => endings::won(played.trace),
            (false, Some(_)) => endings::ended(played.trace),
            // That others have lost decides nothing of one who plays on.
            (false, None) if wanted => Reasons::NONE,
            (false, None) => endings::goes_on(played, player, of_winning)?,
        })
    })?;
    let standing = match (is_so, of_winning) {
        (true, _) => Standing::GoesOn,
        (false, true) => Standing::NotWon,
        (false, false) => Standing::NotLost,
    };
    let rules = standing.behind(&stage.play.game, rules);
    Ok(Judged { holds: is_so == wanted, sentence, rules })
}

/// Whether a player's deck may be played in the format (903.5).
fn deck(stage: &Stage<'_, '_>, player: PlayerId, legal: bool) -> Staged<Judged> {
    let undecided = |why: &str| Err(Stop::Halt(Halt::undecided(None, why), stage.span));
    let table = stage.answers.table();
    if !table.start.is_commander {
        return undecided("only the decks of `format commander` are looked at");
    }
    let its = table.decks.iter().filter(|(owner, _)| *owner == player);
    let its: Vec<commander::DeckCard> = its.map(|(_, card)| card.clone()).collect();
    if its.is_empty() {
        return undecided("no deck is written for the player");
    }
    let (faults, rules) = reasons::commander_deck(&its).map_err(|halt| Stop::Halt(halt, stage.span))?;
    let name = table.name_of(player);
    let sentence = match faults.is_empty() {
        true => format!("{name}'s deck is legal"),
        false => format!("{name}'s deck is illegal: {}", faults.join("; ")),
    };
    Ok(Judged { holds: faults.is_empty() == legal, sentence, rules })
}

/// What unspent mana a player has, and by which rules.
pub(in crate::runner) fn unspent(stage: &mut Stage<'_, '_>, player: PlayerId) -> Staged<(String, Reasons)> {
    if !stage.play.strict_mana {
        let why = "mana is tracked only with the head line `mana strict`";
        return Err(Stop::Halt(Halt::undecided(None, why), stage.span));
    }
    let table = stage.answers.table();
    let name = table.name_of(player);
    let has: ManaAmount = stage.play.game.player(player).mana.iter().map(|mana| mana.kind).collect();
    let sentence = if has.total() == 0 {
        format!("{name} has no unspent mana")
    } else {
        format!("{name} has {has} unspent")
    };
    let rules = stage.why(|played| Ok(reasons::mana(played, player)))?;
    Ok((sentence, Standing::Mana.behind(&stage.play.game, rules)))
}

/// So much mana of a type, symbol by symbol.
fn symbols_of(kind: ManaType, count: u8) -> impl Iterator<Item = String> {
    let mut one = ManaAmount::default();
    one.add(kind, 1);
    (0..count).map(move |_| one.to_string())
}

/// Who the active player is, of a team whose turn it is the one who is named (805.4a); there is none if that player has left (102.1, 800.4j).
pub(in crate::runner) fn active_player(stage: &mut Stage<'_, '_>, named: Option<PlayerId>) -> Staged<Judged> {
    let rules = stage.why(|played| Ok(turn::active(played, named)))?;
    let game = &stage.play.game;
    let active = named.filter(|player| game.is_active(*player)).unwrap_or(game.turn().active);
    let table = stage.answers.table();
    let name = table.name_of(active);
    // Of an active team each player is an active player (805.4a).
    let team = game.whose_turn_it_would_be(active);
    if team.iter().all(|player| game.player(*player).gone) {
        let sentence = format!("there is no active player: it is the turn of {name}, who has left");
        return Ok(Judged { holds: false, sentence, rules });
    }
    let as_team = named.is_none() && game.shares_turns();
    let sentence = match team.as_slice() {
        [one] if as_team => format!("the active player is {}", table.name_of(*one)),
        several if as_team => {
            let names: Vec<&str> = several.iter().map(|player| table.name_of(*player)).collect();
            format!("the active players are {}", names.join(" and "))
        }
        _ => format!("the active player is {name}"),
    };
    Ok(Judged { holds: true, sentence, rules })
}
