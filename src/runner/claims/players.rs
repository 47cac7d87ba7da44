//! Claims about players, and how the game ends.

use crate::engine::Halt;
use crate::engine::variants::commander;
use crate::game::{Change, Ending, ManaAmount, ObjectId, PlayerId, Step, Thing, Variant};
use crate::ir::instruction::ManaType;
use crate::ir::{CounterKind, ManaCost, Zone};
use crate::rules::{Rules, cr};
use crate::runner::facts;
use crate::runner::setup::zone_of;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::PlayerFact;
use crate::trace::{Forbidden, Level, Note, What, Would};
use crate::why::looking::may_look;

use super::{Judged, counts, designations};

pub(super) fn player_fact(stage: &mut Stage<'_, '_>, player: PlayerId, fact: &PlayerFact) -> Staged<Judged> {
    let name = stage.answers.table().name_of(player).to_owned();
    let its = stage.play.game.player(player).clone();
    let game = &stage.play.game;
    Ok(match fact {
        PlayerFact::Life(life) => Judged {
            holds: its.life == *life,
            sentence: format!("{name} has {} life", its.life),
            rules: why_life(stage, player),
        },
        PlayerFact::Counters(count, kind) => {
            let actual = match kind.text.as_str() {
                "poison" => its.poison,
                "energy" => its.energy,
                "speed" => its.speed.unwrap_or(0),
                other => CounterKind::parse(other).map_or(0, |kind| its.counters_of(kind)),
            };
            Judged {
                holds: actual == *count,
                sentence: match kind.text.as_str() {
                    // Speed is no counter (702.179b).
                    "speed" => format!("{name}'s speed is {actual}"),
                    kind => {
                        format!("{name} has {actual} {kind} counter{}", if actual == 1 { "" } else { "s" })
                    }
                },
                rules: match kind.text.as_str() {
                    "poison" => rules_of_poison(stage, player).unwrap_or(Rules::NONE),
                    other => designations::rules_of_number(stage, player, other),
                },
            }
        }
        PlayerFact::Deck { legal } => deck(stage, player, *legal)?,
        PlayerFact::Won(wanted) | PlayerFact::Lost(wanted) => {
            let ending = game.ending();
            let won = matches!(ending, Some(Ending::Won(winner)) if game.same_team(winner, player));
            // Who wins with their team may have left before (104.2c).
            let lost = !won
                && (its.gone
                    || matches!(ending, Some(Ending::Won(winner)) if !game.same_team(winner, player)));
            let of_winning = matches!(fact, PlayerFact::Won(_));
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
            let rules = match (lost, ending) {
                (true, _) => rules_of_losing(stage, player),
                (false, Some(_)) => rules_of_ending(stage),
                // That others have lost decides nothing of one who plays on.
                (false, None) if *wanted => Rules::NONE,
                (false, None) => rules_of_going_on(stage, player, of_winning),
            };
            Judged { holds: is_so == *wanted, sentence, rules }
        }
        PlayerFact::CardsIn(count, zone) => {
            let actual = zone_of(*zone).map_or(0, |zone| game.zone(zone, player).len());
            if zone_of(*zone) == Some(Zone::Library) && game.player(player).endless_library {
                if *count as usize > actual {
                    return Err(counts::unwritten(stage));
                }
                let sentence = format!("{name} has more than {count} cards in their library");
                return Ok(Judged { holds: false, sentence, rules: Rules::NONE });
            }
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
        PlayerFact::Designated(name, wanted) => designations::player(stage, player, name, *wanted),
    })
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
    let faults = commander::faults_of_deck(&its).map_err(|halt| Stop::Halt(halt, stage.span))?;
    let name = table.name_of(player);
    let rules = faults.iter().fold(Rules::NONE, |rules, (rule, _)| rules.and(*rule));
    let whys: Vec<&str> = faults.iter().map(|(_, why)| why.as_str()).collect();
    let own_limit = commander::goes_by_own_limit(&its).map_err(|halt| Stop::Halt(halt, stage.span))?;
    let (sentence, rules) = if faults.is_empty() {
        let rules = Rules::of(&[cr!("903.5")]);
        (format!("{name}'s deck is legal"), rules)
    } else {
        (format!("{name}'s deck is illegal: {}", whys.join("; ")), rules)
    };
    // Of some cards their own text says how many there may be.
    let rules = if own_limit { rules.and(cr!("113.6n")) } else { rules };
    Ok(Judged { holds: faults.is_empty() == legal, sentence, rules })
}

/// What unspent mana a player has, and by which rules.
pub(in crate::runner) fn unspent(stage: &Stage<'_, '_>, player: PlayerId) -> Staged<(String, Rules)> {
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
    Ok((sentence, rules_of_mana(stage, player)))
}

/// So much mana of a type, symbol by symbol.
fn symbols_of(kind: ManaType, count: u8) -> impl Iterator<Item = String> {
    let mut one = ManaAmount::default();
    one.add(kind, 1);
    (0..count).map(move |_| one.to_string())
}

/// The rules by which a player has the mana that is in their pool: of what was added, spent and lost, the latest first.
fn rules_of_mana(stage: &Stage<'_, '_>, player: PlayerId) -> Rules {
    let mut rules = Rules::NONE;
    let held = stage.play.game.player(player).mana.len();
    let mut then = held;
    for entry in stage.play.trace.entries().iter().rev() {
        // What had happened before the pool was empty says nothing of what is in it now.
        if held > 0 && then == 0 {
            break;
        }
        match &entry.what {
            What::Changed(Change::AddMana(its, mana), _) if *its == player => {
                then = then.saturating_sub(mana.len());
            }
            What::Changed(Change::SpendMana(its, _, places) | Change::LoseMana(its, _, places), _)
                if *its == player =>
            {
                then += places.len();
            }
            _ => {}
        }
        let about = match &entry.what {
            What::Changed(
                Change::AddMana(its, _)
                | Change::SpendMana(its, ..)
                | Change::LoseMana(its, ..)
                | Change::TurnMana(its, ..),
                _,
            )
            | What::Note(Note::NoMana(_, its) | Note::KeepsMana(its, ..)) => *its == player,
            _ => false,
        };
        if about {
            rules = entry.rules.iter().fold(rules, Rules::and);
        }
    }
    rules
}

/// The rules by which a player last got poison counters, or got none.
fn rules_of_poison(stage: &Stage<'_, '_>, player: PlayerId) -> Option<Rules> {
    let entries = stage.play.trace.entries();
    let game = &stage.play.game;
    // Teammates have them together.
    let mates = game.with_shared_totals(player);
    let (rules, its) = entries.iter().rev().find_map(|entry| {
        match &entry.what {
            What::Changed(Change::Poison(its, amount), _) if *amount > 0 => Some((entry.rules, *its)),
            What::Note(Note::Cant(Forbidden::GetCounters(CounterKind::POISON), Thing::Player(its), _)) => {
                Some((entry.rules, *its))
            }
            _ => None,
        }
        .filter(|(_, its)| mates.contains(its))
    })?;
    Some(if its == player { rules } else { rules.led_by(cr!("810.10")) })
}

/// The rules of the last changes of a player's life total.
pub(super) fn rules_of_life(stage: &Stage<'_, '_>, player: PlayerId) -> Rules {
    let mut rules = Rules::NONE;
    for entry in stage.play.trace.entries().iter().rev() {
        let game = &stage.play.game;
        let shares = |its: PlayerId| game.with_shared_totals(player).contains(&its);
        if matches!(&entry.what, What::Changed(Change::Life(its, _), _) if shares(*its)) {
            entry.rules.iter().for_each(|rule| {
                rules.push(rule);
            });
        }
    }
    rules
}

/// The rules by which a player's life total is what it is: of its changes, and of the combat damage that made them or did
/// not.
fn why_life(stage: &Stage<'_, '_>, player: PlayerId) -> Rules {
    let game = &stage.play.game;
    let mut rules = rules_of_life(stage, player);
    let mut two_steps = false;
    let mut in_second_step = false;
    // Who attacks the player and was blocked, and whoever still blocks it.
    let mut blocked: Vec<(ObjectId, Vec<ObjectId>)> = Vec::new();
    let mut gone: Vec<ObjectId> = Vec::new();
    let mut held_off = false;
    for entry in stage.play.trace.entries() {
        match &entry.what {
            What::Step(_, Step::FirstStrikeDamage) => two_steps = true,
            What::Step(_, step) => {
                let damage = *step == Step::CombatDamage;
                in_second_step = two_steps && damage;
                two_steps &= damage;
                held_off |= damage
                    && blocked.iter().any(|(attacker, blockers)| {
                        !gone.contains(attacker) && blockers.iter().all(|blocker| gone.contains(blocker))
                    });
                if *step == Step::EndOfCombat {
                    blocked.clear();
                }
            }
            What::Changed(Change::Damage { to: Thing::Player(to), combat: true, .. }, _) if *to == player => {
                // Who deals damage in the second of two steps: whoever had no first strike as the first began.
                if in_second_step {
                    rules = rules.led_by(cr!("510.4"));
                }
                held_off = false;
            }
            What::Changed(Change::Block(block), _) => {
                match blocked.iter_mut().find(|(attacker, _)| *attacker == block.attacker) {
                    Some((_, blockers)) => blockers.push(block.blocker),
                    None => blocked.push((block.attacker, vec![block.blocker])),
                }
            }
            // By an effect nothing need block it.
            What::Changed(Change::Blocked(attacker), _) if blocked.iter().all(|(its, _)| its != attacker) => {
                blocked.push((*attacker, Vec::new()));
            }
            What::Changed(Change::RemoveFromCombat(object), _) => gone.push(*object),
            What::Changed(Change::Move(it), _) if game.object(it.object).zone == Zone::Battlefield => {
                gone.push(it.object);
            }
            _ => {}
        }
    }
    // What the player has from the start the variant may say (902.4, 904.5).
    if rules.is_empty() && game.player(player).life == game.player(player).starting_life {
        let of_vanguard = |object: &ObjectId| {
            let its = game.object(*object);
            its.owner == player && its.definition.as_ref().is_some_and(|card| card.vanguard.1 != 0)
        };
        if matches!(game.variant(), Variant::Archenemy(_)) {
            rules = Rules::of(&[cr!("904.5")]);
        } else if game.command().iter().any(of_vanguard) {
            rules = Rules::of(&[cr!("902.4")]);
        } else if stage.answers.table().start.is_commander {
            rules = Rules::of(&[cr!("103.4c")]);
        } else if game.shares_life() {
            rules = Rules::of(&[cr!("103.4a")]);
        }
    } else if game.shares_life() && !rules.is_empty() {
        // What happens to each player of a team, the shared total shows (810.9).
        rules = rules.and(cr!("810.9"));
    }
    // A creature that was blocked stays so and deals no damage, though nothing blocks it any more.
    if held_off && rules.is_empty() {
        rules = Rules::of(&[cr!("509.1h"), cr!("510.1c")]);
    }
    // What was replaced or prevented is missing in the total, if it was damage or life.
    let of_life = |would: &Would| {
        matches!(would, Would::Damage { .. } | Would::Prevented { .. } | Would::Life(..) | Would::LoseGame)
    };
    for entry in stage.play.trace.entries() {
        let shares = |its: PlayerId| game.with_shared_totals(player).contains(&its);
        if matches!(&entry.what, What::Replaced(Thing::Player(its), _, would) if shares(*its) && of_life(would))
        {
            rules = entry.rules.iter().fold(rules, Rules::and);
        }
    }
    rules
}

/// Who the active player is, of a team whose turn it is the one who is named (805.4a); there is none if that player has left (102.1, 800.4j).
pub(in crate::runner) fn active_player(stage: &Stage<'_, '_>, named: Option<PlayerId>) -> Judged {
    let game = &stage.play.game;
    let active = named.filter(|player| game.is_active(*player)).unwrap_or(game.turn().active);
    let table = stage.answers.table();
    let name = table.name_of(active);
    // Of an active team each player is an active player (805.4a).
    let team = game.whose_turn_it_would_be(active);
    if team.iter().all(|player| game.player(*player).gone) {
        let sentence = format!("there is no active player: it is the turn of {name}, who has left");
        return Judged { holds: false, sentence, rules: Rules::of(&[cr!("800.4j")]) };
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
    let mut entries = stage.play.trace.entries().iter().rev();
    // An extra turn is told of right before it begins.
    let began = entries.any(|entry| matches!(entry.what, What::Changed(Change::BeginTurn(_), _)));
    let extra = began && entries.next().is_some_and(|it| matches!(it.what, What::Note(Note::ExtraTurn(_))));
    let rules = if extra { Rules::of(&[cr!("500.7"), cr!("102.1")]) } else { Rules::of(&[cr!("102.1")]) };
    let rules = if extra && game.has_teams() { rules.and(cr!("805.8")) } else { rules };
    let of_team = active != game.turn().active || as_team && team.len() > 1;
    let rules = if of_team { rules.and(cr!("805.4a")) } else { rules };
    // Turns of players who have left are passed over right before.
    let entries = stage.play.trace.entries().iter().rev();
    let before = entries.skip_while(|it| !matches!(it.what, What::Changed(Change::BeginTurn(_), _))).skip(1);
    let passed_over = before
        .take_while(|it| {
            it.level == Level::Hidden
                || matches!(
                    it.what,
                    What::Note(Note::TurnNotBegun(_)) | What::Changed(Change::EndEffect(_), _)
                )
        })
        .any(|it| matches!(it.what, What::Note(Note::TurnNotBegun(_))));
    let rules = if passed_over { rules.led_by(cr!("800.4k")) } else { rules };
    Judged { holds: true, sentence, rules }
}

/// The rules by which a player has lost: as they left the game, or, if they haven't, as it ended.
fn rules_of_losing(stage: &Stage<'_, '_>, player: PlayerId) -> Rules {
    let is_it = |what: &What| matches!(what, What::Changed(Change::Leave(its), _) if *its == player);
    let left = stage.play.trace.entries().iter().find(|entry| is_it(&entry.what));
    left.map_or_else(|| rules_of_ending(stage), |entry| entry.rules)
}

/// The rules by which a player who would have won or lost has not: an effect says that they can't, or replaces it.
fn rules_of_going_on(stage: &Stage<'_, '_>, player: PlayerId, of_winning: bool) -> Rules {
    let what = if of_winning { Forbidden::WinGame } else { Forbidden::LoseGame };
    let kept = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Note(Note::Cant(forbidden, thing, _)) => *forbidden == what && *thing == Thing::Player(player),
        What::Replaced(Thing::Player(its), _, Would::LoseGame) => !of_winning && *its == player,
        _ => false,
    });
    kept.map_or(Rules::NONE, |entry| entry.rules)
}

pub(in crate::runner) fn rules_of_ending(stage: &Stage<'_, '_>) -> Rules {
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
