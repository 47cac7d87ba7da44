//! CR 508: Declare Attackers Step. Restrictions that look at whom a creature attacks or at what else attacks, and costs to attack
//! (508.1c, 508.1h).

use crate::engine::concepts::costs;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::selections::{defending_player, select};
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects::{self, frame_of};
use crate::engine::turn::broken::{Broken, Restraint};
use crate::engine::turn::combat_phase::others_beside;
use crate::engine::turn::declaration_costs::{self, Due, TO_ATTACK};
use crate::engine::view::{ActiveRules, View};
use crate::game::{ObjectId, PlayerId, Thing};
use crate::ir::change::{Action, Prohibition};
use crate::ir::{Costs, Filter, RuleChange, Verb};
use crate::rules::cr;

use super::defenders;

/// What effects say of the attacks of a player's creatures, beside that a creature can't attack at all.
#[derive(Debug, Default)]
pub(in crate::engine::turn) struct Restrictions {
    /// Those that look at the whole declaration.
    pub(in crate::engine::turn) together: Vec<Bound>,
    /// What each creature can't attack.
    forbidden: Vec<Forbidden>,
    /// What each creature can attack only for a cost.
    taxes: Vec<Tax>,
}

/// What a creature can't attack.
#[derive(Debug)]
struct Forbidden {
    creature: ObjectId,
    to: Option<Vec<Thing>>,
    /// The object whose effect says so.
    by: ObjectId,
    /// Whether it says so by what the defending player has.
    by_defender: bool,
}

/// A restriction that looks at the whole declaration, and whose effect it is.
#[derive(Debug)]
pub(in crate::engine::turn) struct Bound {
    by: ObjectId,
    sort: Together,
}

/// What a restriction asks of the whole declaration.
#[derive(Debug)]
enum Together {
    /// No more than so many of these creatures attack (one of those defenders).
    AtMost(usize, Vec<ObjectId>, Option<Vec<Thing>>),
    /// The creature can't attack alone.
    NotAlone(ObjectId),
    /// The creature can attack only alone.
    OnlyAlone(ObjectId),
    /// The creature can't attack unless one of these others also does, which are of that kind.
    With(ObjectId, Vec<ObjectId>, Filter),
}

/// A cost to attack (508.1h).
#[derive(Debug)]
struct Tax {
    creature: ObjectId,
    to: Option<Vec<Thing>>,
    cost: Costs,
    frame: Frame,
}

impl Restrictions {
    /// Gathers them from the effects at work.
    ///
    /// # Errors
    /// If an effect asks for what can't be told.
    pub(in crate::engine::turn) fn of(play: &mut Play<'_>, active: PlayerId) -> Outcome<Self> {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let mut found = Self::default();
        for (rules, rule) in view.rule_changes() {
            let RuleChange::Cant(prohibition) = rule else { continue };
            let of_attacks = matches!(
                prohibition.action,
                Action::Do(Verb::Attack) | Action::Alone(Verb::Attack) | Action::WithOthers(Verb::Attack)
            );
            if !of_attacks || prohibition.action == Action::Do(Verb::Attack) && prohibition.is_plain() {
                if continuous_effects::asks_whom(prohibition) {
                    found.forbidden.extend(by_whom(play, &view, (rules, prohibition), active)?);
                }
                continue;
            }
            let frame = frame_of(rules);
            let mut affected: Vec<ObjectId> = Vec::new();
            for creature in play.game.battlefield() {
                let controller = view.controller(&play.game, *creature);
                let applies = play.game.fights_with(active, controller)
                    && continuous_effects::applies(
                        sight,
                        rules,
                        prohibition,
                        Some(*creature),
                        Some(controller),
                        None,
                    )?;
                if applies {
                    affected.push(*creature);
                }
            }
            let to = match &prohibition.to {
                Some(selection) => Some(select(sight, &frame, selection)?),
                None => None,
            };
            if let Some(most) = prohibition.more_than {
                found.bind(rules.source, Together::AtMost(usize::from(most), affected, to));
                continue;
            }
            for creature in affected {
                match (prohibition.action, &prohibition.without, &prohibition.unless_pay) {
                    (Action::Alone(Verb::Attack), ..) => {
                        found.bind(rules.source, Together::NotAlone(creature));
                    }
                    (Action::WithOthers(Verb::Attack), ..) => {
                        found.bind(rules.source, Together::OnlyAlone(creature));
                    }
                    (_, Some(filter), _) => {
                        let others = others_beside(sight, &frame, filter, (active, creature))?;
                        found.bind(rules.source, Together::With(creature, others, filter.clone()));
                    }
                    (_, None, Some(cost)) => found.taxes.push(Tax {
                        creature,
                        to: to.clone(),
                        cost: cost.clone(),
                        frame: frame.clone(),
                    }),
                    (_, None, None) => {
                        let (to, by) = (to.clone(), rules.source);
                        found.forbidden.push(Forbidden { creature, to, by, by_defender: false });
                    }
                }
            }
        }
        Ok(found)
    }

    fn bind(&mut self, by: ObjectId, sort: Together) {
        self.together.push(Bound { by, sort });
    }

    /// Whether an effect says that a creature can't attack that.
    pub(in crate::engine::turn) fn forbids(&self, creature: ObjectId, defender: Thing) -> bool {
        self.forbidden.iter().any(|its| its.creature == creature && concerns(its.to.as_ref(), defender))
    }

    /// The object whose effect says that a creature can't attack that, and whether it does by what the defending player has.
    pub(in crate::engine::turn) fn forbidden_by(
        &self,
        creature: ObjectId,
        defender: Thing,
    ) -> Option<(ObjectId, bool)> {
        let said = |its: &&Forbidden| its.creature == creature && concerns(its.to.as_ref(), defender);
        self.forbidden.iter().find(said).map(|its| (its.by, its.by_defender))
    }

    /// Whether a creature can attack that only if its player pays.
    pub(in crate::engine::turn) fn taxes(&self, creature: ObjectId, defender: Thing) -> bool {
        self.taxes.iter().any(|tax| tax.creature == creature && concerns(tax.to.as_ref(), defender))
    }

    /// The restriction on the whole declaration that is broken.
    pub(in crate::engine::turn) fn broken(&self, declared: &[(ObjectId, Thing)]) -> Option<Broken<'_>> {
        let attacks = |creature: &ObjectId| declared.iter().any(|(attacker, _)| attacker == creature);
        self.together.iter().find_map(|Bound { by, sort }| {
            let (creature, what) = match sort {
                Together::AtMost(most, creatures, to) => {
                    let mut counted = declared.iter().filter(|(creature, defender)| {
                        creatures.contains(creature) && concerns(to.as_ref(), *defender)
                    });
                    let (creature, _) = counted.nth(*most)?;
                    (*creature, Restraint::NoMore(Verb::Attack, *most))
                }
                Together::NotAlone(creature) if attacks(creature) && declared.len() == 1 => {
                    (*creature, Restraint::NotAlone(Verb::Attack))
                }
                Together::OnlyAlone(creature) if attacks(creature) && declared.len() > 1 => {
                    (*creature, Restraint::OnlyAlone)
                }
                Together::With(creature, others, kind)
                    if attacks(creature) && !others.iter().any(attacks) =>
                {
                    (*creature, Restraint::Without(Verb::Attack, kind))
                }
                Together::NotAlone(_) | Together::OnlyAlone(_) | Together::With(..) => return None,
            };
            Some(Broken { creature, by: Some(*by), rule: cr!("508.1c"), what })
        })
    }

    /// Whether one that looks at the whole declaration is about what is declared.
    pub(in crate::engine::turn) fn concern(&self, declared: &[(ObjectId, Thing)]) -> bool {
        let attacks = |creature: &ObjectId| declared.iter().any(|(attacker, _)| attacker == creature);
        self.together.iter().any(|restriction| match &restriction.sort {
            Together::AtMost(_, creatures, _) => creatures.iter().any(attacks),
            Together::NotAlone(creature) | Together::OnlyAlone(creature) | Together::With(creature, ..) => {
                attacks(creature)
            }
        })
    }

    /// The costs to attack are paid, each by the creature's controller (508.1h–j).
    ///
    /// # Errors
    /// [`Halt::Illegal`] if one can't be paid.
    pub(in crate::engine::turn) fn pay(
        &self,
        play: &mut Play<'_>,
        declared: &[(ObjectId, Thing)],
    ) -> Outcome {
        let due = self.due(declared);
        let due = due.map(|tax| Due { creature: tax.creature, cost: &tax.cost, frame: &tax.frame });
        declaration_costs::pay(play, due, &TO_ATTACK)
    }

    /// Refuses a declaration whose costs can't be paid.
    ///
    /// # Errors
    /// [`Halt::Illegal`] if one can't be paid.
    pub(in crate::engine::turn) fn payable(
        &self,
        play: &mut Play<'_>,
        declared: &[(ObjectId, Thing)],
    ) -> Outcome {
        for tax in self.due(declared) {
            let player = play.view()?.controller(&play.game, tax.creature);
            if let Some(rule) = costs::why_unpayable(play, &tax.frame, player, &tax.cost.0)? {
                let why = "the cost to attack can't be paid";
                let halt = Halt::illegal(player, rule, why, Some(tax.creature));
                // It is declared all the same, and taken back.
                return Err(halt.and_rule(cr!("508.1j")).and_rule(cr!("733.1")));
            }
        }
        Ok(())
    }

    fn due(&self, declared: &[(ObjectId, Thing)]) -> impl Iterator<Item = &Tax> {
        self.taxes.iter().filter(move |tax| {
            declared.iter().any(|(creature, to)| *creature == tax.creature && concerns(tax.to.as_ref(), *to))
        })
    }
}

/// What each creature of a player can't attack by an effect that asks about the defending player, who is that of each attack (508.5,
/// 508.5a).
fn by_whom(
    play: &Play<'_>,
    view: &View,
    (rules, prohibition): (&ActiveRules, &Prohibition),
    active: PlayerId,
) -> Outcome<Vec<Forbidden>> {
    let sight = Sight { game: &play.game, view };
    let mut found = Vec::new();
    for creature in play.game.battlefield() {
        let controller = view.controller(&play.game, *creature);
        if !play.game.fights_with(active, controller) {
            continue;
        }
        let mut to = Vec::new();
        for defender in defenders(play, view, active) {
            let (its, defending) = ((*creature, controller), defending_player(sight, defender));
            if continuous_effects::keeps_from_attacking(sight, rules, prohibition, its, defending)? {
                to.push(defender);
            }
        }
        if !to.is_empty() {
            found.push(Forbidden { creature: *creature, to: Some(to), by: rules.source, by_defender: true });
        }
    }
    Ok(found)
}

fn concerns(to: Option<&Vec<Thing>>, defender: Thing) -> bool {
    to.is_none_or(|only| only.contains(&defender))
}
