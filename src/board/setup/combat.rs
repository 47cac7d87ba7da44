//! Who attacks and blocks on a board: creatures that could have been declared so, or have come to fight in another way (506, 508, 509).

use super::{Planned, Setup, illegal};
use crate::diag::Span;
use crate::engine::View;
use crate::engine::reading::entered::as_it_is;
use crate::engine::turn::combat_damage_step;
use crate::game::{Change, Game, ObjectId, PlayerId, Step as GameStep, Thing};
use crate::ir::CardType;
use crate::rules::{RuleId, cr};
use crate::scenario::ast::{Modifier, Scenario};

/// Why something can't fight as it is said to, and the rule.
type Fault = (String, RuleId);

impl Setup<'_, '_> {
    /// Creatures attack and block only during combat (508.1k, 509.1g), and each what it can. Says what has happened in the turn before.
    pub(super) fn check_combat(
        &mut self,
        scenario: &Scenario,
        planned: &[Planned<'_>],
        game: &Game,
        step: GameStep,
    ) -> Vec<Change> {
        let mut seen: Vec<Span> = Vec::new();
        let mut been = Vec::new();
        let Ok(view) = View::of(game) else { return Vec::new() };
        for plan in planned {
            for modifier in plan.modifiers {
                if modifier.value == Modifier::AttackedThisTurn {
                    self.attacked_before(modifier.span, game, step);
                    been.push(Change::AttackedBefore(plan.object));
                }
                // What it is as it enters is looked back at, whatever becomes of it.
                if modifier.value == Modifier::EnteredThisTurn && game.object(plan.object).on_battlefield() {
                    been.push(Change::Entered(as_it_is(game, &view, plan.object)));
                }
                let attacks = matches!(modifier.value, Modifier::Attacking(_));
                // Of several alike the fault is said once.
                let fights = attacks || matches!(modifier.value, Modifier::Blocking(_));
                if !fights || seen.contains(&modifier.span) {
                    continue;
                }
                seen.push(modifier.span);
                let first = if attacks { GameStep::DeclareAttackers } else { GameStep::DeclareBlockers };
                if step < first || step > GameStep::EndOfCombat {
                    let message =
                        "the scenario does not begin in a step in which a creature does this".to_owned();
                    let rule = if attacks { cr!("508.1k") } else { cr!("509.1g") };
                    let turn = if attacks { "declare attackers" } else { "declare blockers" };
                    self.faults.push(illegal(message, modifier.span, rule).with_help(format!(
                        "write `turn {} {turn}` in the head",
                        self.table.name_of(game.turn().active)
                    )));
                    continue;
                }
                let fault = match attacks {
                    true => no_attacker(game, &view, plan.object),
                    false => no_blocker(game, &view, plan.object),
                };
                if let Some((why, rule)) = fault {
                    let name = &game.object(plan.object).base.name;
                    let does = if attacks { "attacking" } else { "blocking" };
                    let message = format!("`{name}` can't be {does}: {why}");
                    self.faults.push(illegal(message, modifier.span, rule));
                }
            }
        }
        been.extend(self.begin_damage(scenario, (game, &view), step));
        been
    }

    /// Nothing has attacked before the first combat phase of a turn, which follows its precombat main phase (505.1a, 508.1).
    fn attacked_before(&mut self, span: Span, game: &Game, step: GameStep) {
        if step > GameStep::PrecombatMain {
            return;
        }
        let message = "no combat phase has been before the scenario begins".to_owned();
        let active = self.table.name_of(game.turn().active);
        let help = format!("write `turn {active} main2` in the head");
        self.faults.push(illegal(message, span, cr!("505.1a")).with_help(help));
    }

    /// There is a first of two combat damage steps only where something strikes first, and where there was one, that has dealt its
    /// damage as the second begins (510.4).
    fn begin_damage(
        &mut self,
        scenario: &Scenario,
        (game, view): (&Game, &View),
        step: GameStep,
    ) -> Vec<Change> {
        match step {
            GameStep::FirstStrikeDamage if !combat_damage_step::is_twofold(game, view) => {
                let span = scenario.head.turn.as_ref().map_or(scenario.title.span, |turn| turn.span);
                let message = "there is one combat damage step: nothing that attacks or blocks has first strike or \
                               double strike";
                let active = self.table.name_of(game.turn().active);
                let help = format!("write `turn {active} combat damage`");
                self.faults.push(illegal(message.to_owned(), span, cr!("510.4")).with_help(help));
                Vec::new()
            }
            GameStep::CombatDamage => combat_damage_step::from_the_start(game, view),
            _ => Vec::new(),
        }
    }
}

/// Why something is no attacking creature, if it can't be: only the active player's creatures attack, and only what can be attacked.
fn no_attacker(game: &Game, view: &View, object: ObjectId) -> Option<Fault> {
    if let Some(why) = no_fighter(game, view, object) {
        return Some((why.to_owned(), cr!("508.1a")));
    }
    let controller = view.controller(game, object);
    if !game.is_active(controller) {
        return Some(("only the active player's creatures attack".to_owned(), cr!("508.1a")));
    }
    let attacked = game.combat().attack_of(object)?.defender;
    match defender_of(game, view, attacked) {
        Some(defender) if !game.same_team(defender, controller) => None,
        Some(_) => Some(("what it attacks is its controller's own".to_owned(), cr!("508.1b"))),
        None => {
            let name = attacked.object().map_or("", |object| &game.object(object).base.name);
            Some((format!("`{name}` is no planeswalker or battle"), cr!("508.1b")))
        }
    }
}

/// Why something is no blocking creature, if it can't be: it blocks what attacks its controller, or what that player defends.
fn no_blocker(game: &Game, view: &View, object: ObjectId) -> Option<Fault> {
    if let Some(why) = no_fighter(game, view, object) {
        return Some((why.to_owned(), cr!("509.1a")));
    }
    let controller = view.controller(game, object);
    game.combat().blocked_by(object).find_map(|attacker| {
        let name = &game.object(attacker).base.name;
        let why = match game.combat().attack_of(attacker) {
            None => format!("`{name}` is not attacking"),
            Some(attack) => match defender_of(game, view, attack.defender) {
                Some(defender) if !game.fights_with(defender, controller) => {
                    format!("`{name}` attacks another player, or what another player defends")
                }
                _ => return None,
            },
        };
        Some((why, cr!("509.1a")))
    })
}

/// Why a permanent never attacks or blocks, as it is (506.3f, 508.1a, 509.1a).
fn no_fighter(game: &Game, view: &View, object: ObjectId) -> Option<&'static str> {
    let its = view.characteristics(game, object);
    match (its.is(CardType::Creature), its.is(CardType::Battle)) {
        (false, _) => Some("it is no creature"),
        (true, true) => Some("it is a battle too"),
        (true, false) => None,
    }
}

/// The defending player where that is attacked, if it can be: a player, a planeswalker's controller, a battle's protector (508.5).
fn defender_of(game: &Game, view: &View, attacked: Thing) -> Option<PlayerId> {
    let object = match attacked {
        Thing::Player(player) => return Some(player),
        Thing::Object(object) => object,
    };
    let its = view.characteristics(game, object);
    if its.is(CardType::Battle) {
        game.object(object).protector()
    } else {
        its.is(CardType::Planeswalker).then(|| view.controller(game, object))
    }
}
