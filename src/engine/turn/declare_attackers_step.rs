//! CR 508: Declare Attackers Step

use crate::engine::additional::controlling_another_player;
use crate::engine::additional::keyword_abilities::{banding, enlist, phasing};
use crate::engine::additional::keyword_actions::{exert, goad, tap};
use crate::engine::halt::{Halt, Illegal, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::select;
use crate::engine::spells::continuous_effects::{self, frame_of};
use crate::engine::spells::events::{Alone, Happening, after};
use crate::engine::spells::interaction_of_continuous_effects::unmade::unmade;
use crate::engine::turn::broken::kept_while;
use crate::engine::turn::combat_phase;
use crate::engine::view::View;
use crate::game::{Attack, Cause, CauseKind, Change, ObjectId, PlayerId, Thing};
use crate::ir::change::{Action, Allowed};
use crate::ir::{CardType, Filter, KeywordName, RuleChange, Selection, Verb};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Fighting, Level, Note};

use super::general;
use super::requirements::{Able, Demand, Requirement};

pub(in crate::engine) mod entering;
mod reasons;
mod restrictions;

pub(crate) use reasons::{kept_from_attacking, lets_attack};
use restrictions::Restrictions;

/// The active player declares attackers, step by step (508.1a–m).
///
/// # Errors
/// [`Halt::Illegal`] if the declaration is illegal.
pub(in crate::engine) fn declare(play: &mut Play<'_>) -> Outcome {
    let active = play.game.turn().active;
    let declared = match play.attackers(active)? {
        Some(declared) => declared,
        None => unsaid(play, active)?,
    };
    let bands = play.bands(active)?;
    check(play, active, &declared)?;
    banding::check(play, active, &declared, &bands)?;
    if declared.is_empty() {
        return Ok(());
    }
    controlling_another_player::decides(play, active);
    let view = play.view()?;
    // 508.1e: which are banded with which is announced.
    banding::declare(play, bands);
    tap_attackers(play, &declared)?;
    // 508.1g: optional costs to attack are chosen, and paid as the last of the costs (508.1j).
    // Of a team each player pays for their own creatures.
    let team = play.game.whose_turn_it_would_be(active);
    let mut exerted: Vec<(PlayerId, ObjectId)> = Vec::new();
    let mut enlisted = Vec::new();
    for player in &team {
        let own = declared.iter().map(|(creature, _)| *creature);
        let own: Vec<ObjectId> =
            own.filter(|creature| view.controller(&play.game, *creature) == *player).collect();
        exerted.extend(exert::as_they_attack(play, *player, &own)?.into_iter().map(|its| (*player, its)));
        enlisted.extend(enlist::as_they_attack(play, *player, &declared)?);
    }
    // 508.1h: what attacking costs is locked in.
    let taxes = Restrictions::of(play, active)?;
    taxes.pay(play, &declared)?;
    for (player, creature) in exerted {
        exert::exert_attacking(play, player, creature)?;
    }
    enlist::pay(play, &enlisted)?;
    // 508.1k: each that is still there, under the same control, becomes an attacking creature; it may have been a cost to attack.
    let paid = play.view()?;
    let mut declared = declared;
    let chosen = declared.len();
    declared.retain(|(creature, _)| {
        play.game.object(*creature).on_battlefield() && team.contains(&paid.controller(&play.game, *creature))
    });
    let cause = Cause::new(CauseKind::TurnBased, cr!("508.1k"));
    // Whom each attacks is announced only where there is more than one to attack (508.1b).
    let cause = if several_to_attack(play, &view, active) { cause.led_by(cr!("508.1b")) } else { cause };
    for (creature, defender) in &declared {
        let attack = Attack { attacker: *creature, defender: *defender, blocked: false };
        // A battle is attacked as its protector is a defending player (310.9b).
        let battle = defender
            .object()
            .is_some_and(|object| view.characteristics(&play.game, object).is(CardType::Battle));
        let cause = if battle { cause.and(cr!("310.9b")) } else { cause };
        // It came this turn, and attacks all the same.
        let its = play.game.object(*creature);
        let cause = if its.sick { cause.and(cr!("702.10b")) } else { cause };
        // It does not become tapped.
        let vigilant = !its.tapped && view.has(&play.game, *creature, KeywordName::Vigilance);
        let cause = if vigilant { cause.and(cr!("702.20b")) } else { cause };
        // A team has one combined attack.
        let cause = if team.len() > 1 { cause.and(cr!("805.10b")) } else { cause };
        play.change(cause, Level::Default, Change::Attack(attack));
    }
    // 508.1m: what triggers on attackers being declared triggers.
    let alone = match declared.len() {
        1 if chosen == 1 => Alone::Only,
        // Whether one that was chosen and is gone before it attacks was "declared" the rules don't say (506.5, 508.1k).
        1 => Alone::LeftAlone,
        _ => Alone::Together,
    };
    let mut happenings: Vec<Happening> = declared
        .iter()
        .map(|(attacker, defender)| Happening::Attacks { attacker: *attacker, defender: *defender, alone })
        .collect();
    let mut told = Vec::new();
    for by in team {
        let own = |creature: ObjectId| paid.controller(&play.game, creature) == by;
        let mut attacked = declared.iter().filter(|(creature, _)| own(*creature)).peekable();
        if attacked.peek().is_none() {
            continue;
        }
        happenings.push(Happening::PlayerAttacks { player: by });
        let attacked: Vec<Thing> = attacked.map(|(_, defender)| *defender).collect();
        for player in play.game.apnap() {
            if attacked.contains(&Thing::Player(player)) {
                // That a player is attacked happens once, whoever of a team attacks.
                let first = !told.contains(&player);
                told.push(player);
                happenings.push(Happening::PlayerAttacked { player, by, first });
            }
        }
    }
    let before = play.view()?;
    after(play, &before, &happenings)
}

/// The chosen creatures become tapped, without it being a cost (508.1f).
fn tap_attackers(play: &mut Play<'_>, declared: &[(ObjectId, Thing)]) -> Outcome {
    let view = play.view()?;
    let tapping: Vec<ObjectId> = declared
        .iter()
        .map(|(creature, _)| *creature)
        .filter(|creature| !view.has(&play.game, *creature, KeywordName::Vigilance))
        .collect();
    tap::tap(play, Cause::new(CauseKind::TurnBased, cr!("508.1f")), &tapping, true)
}

/// Refuses a declaration of attackers where every combat phase that is still to come in the turn is skipped: there is no step to
/// declare them in (500.11, 614.10).
///
/// # Errors
/// [`Halt::Illegal`] if none comes.
pub fn check_that_it_comes(play: &mut Play<'_>, player: PlayerId) -> Outcome {
    match general::skips_every_combat(play)? {
        Some((source, rules)) => Err(Halt::Illegal(Illegal {
            player,
            rules,
            why: "the combat phase is skipped",
            object: Some(source),
            target: None,
            by: None,
            more: None,
            choosing: false,
            cost: None,
            being: None,
        })),
        None => Ok(()),
    }
}

/// What is declared where nobody says it: nothing, unless a requirement makes that illegal (508.1d); then the only legal
/// declaration, if there is but one.
///
/// # Errors
/// [`Halt::OpenAttack`] with the legal declarations if there are several, or one in which creatures can form a band.
fn unsaid(play: &mut Play<'_>, active: PlayerId) -> Outcome<Vec<(ObjectId, Thing)>> {
    let required = required(play, active)?;
    if required.is_empty() || is_legal(play, active, &[])? {
        return Ok(Vec::new());
    }
    let view = play.view()?;
    let all = defenders(play, &view, active);
    let mut declarations: Vec<Vec<(ObjectId, Thing)>> = vec![Vec::new()];
    for creature in play.game.battlefield().to_vec() {
        if !play.game.fights_with(active, view.controller(&play.game, creature))
            || why_not(Sight { game: &play.game, view: &view }, active, creature)?.is_some()
        {
            continue;
        }
        for index in 0..declarations.len() {
            for defender in &all {
                if let Some(mut longer) = declarations.get(index).cloned() {
                    longer.push((creature, *defender));
                    declarations.push(longer);
                }
            }
            if declarations.len() > 2_000 {
                let why = "it must attack, nothing says with what, and there are too many ways to attack";
                let creature = required.iter().find_map(|it| it.by.first()).map(|(creature, _)| *creature);
                return Err(Halt::undecided(creature, why));
            }
        }
    }
    let mut legal = Vec::new();
    for declared in declarations {
        if is_legal(play, active, &declared)? {
            legal.push(declared);
        }
    }
    match legal.pop() {
        // Which of them attack as a band is chosen as well (508.1e).
        Some(only) if legal.is_empty() && banding::is_possible(play, &view, &only) => {
            Err(Halt::OpenAttack(active, vec![only]))
        }
        Some(only) if legal.is_empty() => {
            let rules = Rules::of(&[cr!("508.1d")]);
            play.note(
                Level::Default,
                CauseKind::TurnBased,
                rules,
                Note::OnlyDeclaration(active, Fighting::Attack),
            );
            Ok(only)
        }
        Some(last) => {
            legal.push(last);
            Err(Halt::OpenAttack(active, legal))
        }
        None => Ok(Vec::new()),
    }
}

/// Whether a declaration would be legal; nothing is told of it.
fn is_legal(play: &mut Play<'_>, active: PlayerId, declared: &[(ObjectId, Thing)]) -> Outcome<bool> {
    let mark = play.trace.mark();
    let result = check(play, active, declared);
    play.trace.rewind(mark);
    match result {
        Ok(()) => Ok(true),
        Err(Halt::Illegal(_)) => Ok(false),
        Err(halt) => Err(halt),
    }
}

/// Whether the declaration is legal, and can be paid for (508.1h–j).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that it breaks.
pub fn check_and_pay(play: &mut Play<'_>, active: PlayerId, declared: &[(ObjectId, Thing)]) -> Outcome {
    check(play, active, declared)?;
    // Tapped by then, the attackers pay for nothing by being tapped (508.1f).
    tap_attackers(play, declared)?;
    Restrictions::of(play, active)?.pay(play, declared)
}

/// Whether there are several players and planeswalkers that creatures of the active player could attack (508.1b).
fn several_to_attack(play: &Play<'_>, view: &View, active: PlayerId) -> bool {
    defenders(play, view, active).len() > 1
}

/// Whether the declaration is legal: who may attack at all (508.1a), restrictions (508.1c), requirements (508.1d).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that it breaks.
fn check(play: &mut Play<'_>, active: PlayerId, declared: &[(ObjectId, Thing)]) -> Outcome {
    check_all(play, active, declared).map_err(|halt| combat_phase::refused_to_mate(play, halt))
}

fn check_all(play: &mut Play<'_>, active: PlayerId, declared: &[(ObjectId, Thing)]) -> Outcome {
    let illegal = |rule: RuleId, why, object| Err(Halt::illegal(active, rule, why, Some(object)));
    let view = play.view()?;
    let restrictions = Restrictions::of(play, active)?;
    for (index, (creature, defender)) in declared.iter().enumerate() {
        if declared.iter().take(index).any(|(earlier, _)| earlier == creature) {
            return illegal(cr!("508.1b"), "a creature attacks only once", *creature);
        }
        let sight = Sight { game: &play.game, view: &view };
        if let Some((rule, why)) = why_not(sight, active, *creature)? {
            // The turn-based action and the rule about creatures forbid the same (508.1a, 302.6).
            let halt = Halt::illegal(active, rule, why, Some(*creature));
            // Whatever the keyword, that it can't attack is a restriction.
            let halt = if why == KEPT || why == DEFENDER { halt.and_rule(cr!("508.1c")) } else { halt };
            let controller = view.controller(&play.game, *creature);
            let unmade = (why == NO_CREATURE).then(|| unmade(sight, *creature, CardType::Creature));
            let halt = halt.of_unmade(unmade.flatten());
            let by = continuous_effects::prohibited(
                sight,
                Action::Do(Verb::Attack),
                Some(*creature),
                Some(controller),
                None,
            )?;
            let condition = by.filter(|_| why == KEPT).and_then(|by| kept_while(&view, by, Verb::Attack));
            let halt = halt.said_by(by).being(condition);
            let (attack, creature) = (Action::Do(Verb::Attack), Some(*creature));
            let of_set = continuous_effects::rules_of_set(sight, attack, creature, Some(controller), None)?;
            let halt = if why == KEPT { of_set.iter().fold(halt, Halt::and_rule) } else { halt };
            return Err(match why {
                SICK => halt.and_rule(cr!("302.6")),
                NO_CREATURE => halt.and_rule(cr!("506.3")),
                _ => halt,
            });
        }
        let allowed = match defender {
            Thing::Player(player) => !play.game.same_team(*player, active) && !play.game.player(*player).gone,
            Thing::Object(object) => can_be_attacked(play, &view, active, *object),
        };
        if let Some((rule, why)) = defender.object().and_then(|it| phasing::why_untouched(&play.game, it)) {
            return illegal(rule, why, *creature);
        }
        if !allowed {
            let battle = defender.object().filter(|object| {
                play.game.object(*object).on_battlefield()
                    && view.characteristics(&play.game, *object).is(CardType::Battle)
            });
            if battle.is_some() {
                let why = "a battle's protector can't attack it";
                return illegal(cr!("508.1b"), why, *creature).map_err(|halt| halt.and_rule(cr!("310.9b")));
            }
            // What is no planeswalker and no battle nobody attacks; of these, only what the other side has.
            let attackable = defender.object().is_none_or(|object| {
                let its = view.characteristics(&play.game, object);
                its.is(CardType::Planeswalker) || its.is(CardType::Battle)
            });
            let rule = match attackable {
                // Only the other team is attacked.
                true if play.game.shares_turns() => cr!("805.10a"),
                true => cr!("506.2"),
                false => cr!("506.3"),
            };
            let why = match attackable {
                true => "only defending players, and what they control or protect, can be attacked",
                false => "only a player, a planeswalker or a battle can be attacked",
            };
            return illegal(rule, why, *creature).map_err(|halt| halt.and_rule(cr!("508.1b")));
        }
        if restrictions.forbids(*creature, *defender) {
            let by = restrictions.forbidden_by(*creature, *defender);
            let refused = illegal(cr!("508.1c"), "an effect says that it can't attack that", *creature);
            // Of several defending players it is the one of this attack.
            let of_several = by.is_some_and(|(_, by_defender)| by_defender);
            let of_several = of_several && play.game.opponents(active).count() > 1;
            return refused.map_err(|halt| {
                let condition = by.and_then(|(by, _)| kept_while(&view, by, Verb::Attack));
                let halt = halt.said_by(by.map(|(by, _)| by)).being(condition);
                if of_several { halt.and_rule(cr!("508.5a")) } else { halt }
            });
        }
    }
    if let Some(broken) = restrictions.broken(declared) {
        // The attack counts as a whole, whomever its creatures attack.
        let first = declared.first().map(|(_, defender)| defender);
        let apart = declared.iter().any(|(_, defender)| Some(defender) != first);
        let several = play.game.opponents(active).count() > 1 && !play.game.shares_turns();
        let refused = broken.refused(active);
        return Err(if apart && several { refused.and_rule(cr!("802.3a")) } else { refused });
    }
    if restrictions.concern(declared) {
        let rules = Rules::of(&[cr!("508.1c")]);
        play.note(Level::Detail, CauseKind::TurnBased, rules, Note::Obeyed(active));
    }
    requirements(play, active, declared, &restrictions)?;
    restrictions.payable(play, declared)
}

/// Why a creature that has only just come can't attack.
const SICK: &str = "it has not been under its controller's control since the turn began";

/// Why one with defender can't attack.
const DEFENDER: &str = "it has defender";

/// Why an effect keeps a creature from attacking.
const KEPT: &str = "an effect says that it can't attack";

/// Why what is none can't attack.
const NO_CREATURE: &str = "it is not a creature";

/// Why a creature can't attack: the rule and the reason; nothing if it can.
fn why_not(
    sight: Sight<'_>,
    active: PlayerId,
    creature: ObjectId,
) -> Outcome<Option<(RuleId, &'static str)>> {
    let Sight { game, view } = sight;
    let object = game.object(creature);
    let characteristics = view.characteristics(game, creature);
    let controller = view.controller(game, creature);
    let phased_out = phasing::why_untouched(game, creature);
    let reason = if phased_out.is_some() {
        phased_out
    } else if !object.on_battlefield() || !game.fights_with(active, controller) {
        Some((cr!("508.1a"), "the active player does not control it"))
    } else if !characteristics.is(CardType::Creature) {
        Some((cr!("508.1a"), NO_CREATURE))
    } else if characteristics.is(CardType::Battle) {
        Some((cr!("508.1a"), "battles can't attack"))
    } else if object.tapped {
        Some((cr!("508.1a"), "it is tapped"))
    } else if object.sick && !characteristics.has(KeywordName::Haste) {
        Some((cr!("508.1a"), SICK))
    } else {
        None
    };
    if reason.is_some() {
        return Ok(reason);
    }
    let defender_ignored =
        continuous_effects::permitted(sight, Allowed::AttackAsThoughNoDefender, Some(creature), controller)?;
    if characteristics.has(KeywordName::Defender) && !defender_ignored {
        return Ok(Some((cr!("702.3b"), DEFENDER)));
    }
    let by = continuous_effects::prohibiting(
        sight,
        Action::Do(Verb::Attack),
        Some(creature),
        Some(controller),
        None,
    )?;
    Ok(by.map(|by| (by.of_keyword.unwrap_or(cr!("508.1c")), KEPT)))
}

/// As many requirements are obeyed as can be without disobeying a restriction (508.1d); nobody has to pay for it.
fn requirements(
    play: &mut Play<'_>,
    active: PlayerId,
    declared: &[(ObjectId, Thing)],
    restrictions: &Restrictions,
) -> Outcome {
    let required = required(play, active)?;
    let broken = |declared: &[(ObjectId, Thing)]| restrictions.broken(declared).is_some();
    let demand =
        Demand { player: active, declared, required: &required, broken: &broken, rule: cr!("508.1d") };
    let view = play.view()?;
    let bound = required.iter().flat_map(|it| &it.by).map(|(creature, _)| *creature);
    let goaded = goad::among(Sight { game: &play.game, view: &view }, bound)?;
    let refusal = |_: &Play<'_>, creature: Option<ObjectId>| {
        let attacks = declared.iter().any(|(attacker, _)| Some(*attacker) == creature);
        let why = if attacks {
            "the creature could obey more requirements by attacking another"
        } else {
            "a creature that must attack if able does not"
        };
        let halt = Halt::illegal(active, cr!("508.1d"), why, creature);
        if creature.is_some_and(|it| goaded.contains(&it)) { halt.and_rule(cr!("701.15b")) } else { halt }
    };
    demand.check(play, |play| able(play, active, restrictions, &required), refusal)
}

/// The creatures that matter to the requirements, and what each could attack.
fn able(
    play: &mut Play<'_>,
    active: PlayerId,
    restrictions: &Restrictions,
    required: &[Requirement],
) -> Outcome<Vec<Able>> {
    let view = play.view()?;
    let all = defenders(play, &view, active);
    let mut able = Vec::new();
    for creature in play.game.battlefield().to_vec() {
        if !play.game.fights_with(active, view.controller(&play.game, creature))
            || why_not(Sight { game: &play.game, view: &view }, active, creature)?.is_some()
        {
            continue;
        }
        let free = |defender: &Thing| {
            !restrictions.forbids(creature, *defender) && !restrictions.taxes(creature, *defender)
        };
        let options: Vec<Vec<Thing>> =
            all.iter().copied().filter(free).map(|defender| vec![defender]).collect();
        let matters = |(its, _): &(ObjectId, Thing)| *its == creature;
        if !restrictions.together.is_empty() || required.iter().any(|it| it.by.iter().any(matters)) {
            able.push(Able { creature, options });
        }
    }
    Ok(able)
}

/// The requirements on attackers: that a creature attacks, perhaps someone or something in particular, or that one of several
/// does.
fn required(play: &mut Play<'_>, active: PlayerId) -> Outcome<Vec<Requirement>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut found = Vec::new();
    for (rules, rule) in view.rule_changes() {
        let goads = matches!(rule, RuleChange::Goaded(_));
        let demands: Vec<(&Filter, Option<Selection>, bool)> = if let RuleChange::Must(it) = rule
            && it.action == Action::Do(Verb::Attack)
        {
            vec![(&it.what, it.to.clone(), it.one)]
        } else if let RuleChange::Goaded(what) = rule {
            goad::requirements().map(|to| (what, to, false)).into()
        } else {
            continue;
        };
        let frame = frame_of(rules);
        let source = rules.source;
        for (what, to, one) in demands {
            let goaded = goads.then_some(to.is_some());
            let to = match &to {
                Some(selection) => select(sight, &frame, selection)?,
                None => defenders(play, &view, active),
            };
            let mut bound = Vec::new();
            for creature in play.game.battlefield() {
                if rules.objects.as_ref().is_none_or(|objects| objects.contains(creature))
                    && play.game.fights_with(active, view.controller(&play.game, *creature))
                    && matches(sight, &frame, what, *creature)?
                {
                    bound.push(*creature);
                }
            }
            let each = Requirement::of(&bound, &to, one, source).into_iter();
            found.extend(each.map(|requirement| Requirement { goaded, ..requirement }));
        }
    }
    Ok(found)
}

/// Everything that creatures of a player could attack: opponents, their planeswalkers, and battles (508.1b).
fn defenders(play: &Play<'_>, view: &View, active: PlayerId) -> Vec<Thing> {
    let mut all: Vec<Thing> = play.game.opponents(active).map(Thing::Player).collect();
    let permanents = play.game.battlefield().iter().copied();
    all.extend(permanents.filter(|object| can_be_attacked(play, view, active, *object)).map(Thing::Object));
    all
}

/// Whether a permanent can be attacked by creatures of a player: a planeswalker that an opponent controls (306.6), or a battle
/// that an opponent protects (310.9b).
fn can_be_attacked(play: &Play<'_>, view: &View, active: PlayerId, object: ObjectId) -> bool {
    let characteristics = view.characteristics(&play.game, object);
    let opposed = |player: PlayerId| !play.game.same_team(player, active);
    let planeswalker =
        characteristics.is(CardType::Planeswalker) && opposed(view.controller(&play.game, object));
    let battle =
        characteristics.is(CardType::Battle) && play.game.object(object).protector().is_some_and(opposed);
    play.game.object(object).on_battlefield() && (planeswalker || battle)
}
