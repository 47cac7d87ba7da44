//! CR 509: Declare Blockers Step. Restrictions that look at what else blocks, and costs to block (509.1b, 509.1d).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects::{self, LIMITS_BLOCKS, frame_of};
use crate::engine::turn::broken::{Broken, Restraint};
use crate::engine::turn::combat_phase::others_beside;
use crate::engine::turn::declaration_costs::{self, Due, TO_BLOCK};
use crate::game::{ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::{Costs, Filter, KeywordName, RuleChange, Verb};
use crate::rules::cr;

/// What effects say of the blocks of a player's creatures, beside that one creature can't block another.
#[derive(Debug, Default)]
pub(in crate::engine::turn) struct Restrictions {
    /// Those that look at the whole declaration.
    pub(in crate::engine::turn) together: Vec<Bound>,
    taxes: Vec<Tax>,
}

/// A cost to block (509.1d).
#[derive(Debug)]
struct Tax {
    of: Taxed,
    cost: Costs,
    frame: Frame,
}

/// What a cost to block is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taxed {
    /// That this creature blocks.
    Blocker(ObjectId),
    /// That a creature blocks this attacker.
    Blocked(ObjectId),
}

/// A restriction that looks at the whole declaration, and whose effect it is, if it is no keyword of the attacker.
#[derive(Debug)]
pub(in crate::engine::turn) struct Bound {
    by: Option<ObjectId>,
    sort: Together,
}

/// What a restriction asks of the whole declaration.
#[derive(Debug)]
enum Together {
    /// No more than so many of these creatures block.
    AtMost(usize, Vec<ObjectId>),
    /// The creature can't block alone.
    NotAlone(ObjectId),
    /// The creature can't block unless one of these others also does, which are of that kind.
    With(ObjectId, Vec<ObjectId>, Filter),
    /// The attacker is not blocked by fewer than two, by menace.
    Menace(ObjectId),
    /// The attacker is not blocked by fewer.
    Fewest(ObjectId, usize),
    /// The attacker is not blocked by more.
    Most(ObjectId, usize),
}

impl Restrictions {
    /// Gathers them from the effects at work.
    ///
    /// # Errors
    /// If an effect asks for what can't be told.
    pub(in crate::engine::turn) fn of(play: &mut Play<'_>, player: PlayerId) -> Outcome<Self> {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let mut found = Self::default();
        for attack in &play.game.combat().attacks {
            if view.has(&play.game, attack.attacker, KeywordName::Menace) {
                found.together.push(Bound { by: None, sort: Together::Menace(attack.attacker) });
            }
        }
        for (rules, rule) in view.rule_changes() {
            let RuleChange::Cant(prohibition) = rule else { continue };
            let of_blockers =
                matches!(prohibition.action, Action::Do(Verb::Block) | Action::Alone(Verb::Block));
            let of_attackers = prohibition.action == Action::Be(Verb::Block);
            let alone = matches!(prohibition.action, Action::Alone(_));
            let plain = !alone && prohibition.is_plain();
            let plain = plain || prohibition.is_of_pairs();
            if plain || !of_blockers && !of_attackers {
                continue;
            }
            if prohibition.to.is_some() {
                return Err(Halt::gap(rules.source, LIMITS_BLOCKS));
            }
            let frame = frame_of(rules);
            let concerned: Vec<ObjectId> = if of_attackers {
                play.game.combat().attacks.iter().map(|attack| attack.attacker).collect()
            } else {
                let own = |id: &&ObjectId| play.game.fights_with(player, view.controller(&play.game, **id));
                play.game.battlefield().iter().filter(own).copied().collect()
            };
            let mut affected: Vec<ObjectId> = Vec::new();
            for creature in concerned {
                let it = Some(creature);
                let who = if of_attackers { player } else { view.controller(&play.game, creature) };
                if continuous_effects::applies(sight, rules, prohibition, it, Some(who), None)? {
                    affected.push(creature);
                }
            }
            if of_blockers {
                if let Some(most) = prohibition.more_than {
                    found.bind(rules.source, Together::AtMost(usize::from(most), affected));
                    continue;
                }
            }
            for creature in affected {
                match (prohibition.action, &prohibition.without, &prohibition.unless_pay) {
                    (Action::Alone(Verb::Block), ..) => {
                        found.bind(rules.source, Together::NotAlone(creature));
                    }
                    (Action::Be(Verb::Block), _, Some(cost)) => found.taxes.push(Tax {
                        of: Taxed::Blocked(creature),
                        cost: cost.clone(),
                        frame: frame.clone(),
                    }),
                    (Action::Be(Verb::Block), ..) => {
                        if let Some(least) = prohibition.fewer_than {
                            found.bind(rules.source, Together::Fewest(creature, usize::from(least)));
                        }
                        if let Some(most) = prohibition.more_than {
                            found.bind(rules.source, Together::Most(creature, usize::from(most)));
                        }
                    }
                    (_, Some(filter), _) => {
                        let others = others_beside(sight, &frame, filter, (player, creature))?;
                        found.bind(rules.source, Together::With(creature, others, filter.clone()));
                    }
                    (_, None, Some(cost)) => found.taxes.push(Tax {
                        of: Taxed::Blocker(creature),
                        cost: cost.clone(),
                        frame: frame.clone(),
                    }),
                    (_, None, None) => {}
                }
            }
        }
        Ok(found)
    }

    fn bind(&mut self, by: ObjectId, sort: Together) {
        self.together.push(Bound { by: Some(by), sort });
    }

    /// Whether a creature can block an attacker only if its player pays.
    pub(in crate::engine::turn) fn taxes(&self, creature: ObjectId, attacker: ObjectId) -> bool {
        let of = [Taxed::Blocker(creature), Taxed::Blocked(attacker)];
        self.taxes.iter().any(|tax| of.contains(&tax.of))
    }

    /// The restriction on the whole declaration that is broken.
    pub(in crate::engine::turn) fn broken(&self, declared: &[(ObjectId, Thing)]) -> Option<Broken<'_>> {
        let blocks = |creature: &ObjectId| declared.iter().any(|(blocker, _)| blocker == creature);
        let many = |attacker: &ObjectId| {
            declared.iter().filter(|(_, attacked)| *attacked == Thing::Object(*attacker)).count()
        };
        self.together.iter().find_map(|Bound { by, sort }| {
            let (creature, what) = match sort {
                Together::AtMost(most, creatures) => {
                    let creature = creatures.iter().filter(|creature| blocks(creature)).nth(*most)?;
                    (creature, Restraint::NoMore(Verb::Block, *most))
                }
                Together::NotAlone(creature)
                    if blocks(creature) && declared.iter().all(|(blocker, _)| blocker == creature) =>
                {
                    (creature, Restraint::NotAlone(Verb::Block))
                }
                Together::With(creature, others, kind) if blocks(creature) && !others.iter().any(blocks) => {
                    (creature, Restraint::Without(Verb::Block, kind))
                }
                Together::Menace(attacker) if many(attacker) == 1 => (attacker, Restraint::Menace),
                Together::Fewest(attacker, least) if (1..*least).contains(&many(attacker)) => {
                    (attacker, Restraint::ByFewer(*least))
                }
                Together::Most(attacker, most) if many(attacker) > *most => {
                    (attacker, Restraint::ByMore(*most))
                }
                Together::NotAlone(_)
                | Together::With(..)
                | Together::Menace(_)
                | Together::Fewest(..)
                | Together::Most(..) => return None,
            };
            let rule = if by.is_some() { cr!("509.1b") } else { cr!("702.111b") };
            Some(Broken { creature: *creature, by: *by, rule, what })
        })
    }

    /// Whether any of them is about what is declared.
    pub(in crate::engine::turn) fn concern(&self, declared: &[(ObjectId, Thing)]) -> bool {
        let blocks = |creature: &ObjectId| declared.iter().any(|(blocker, _)| blocker == creature);
        let blocked =
            |attacker: ObjectId| declared.iter().any(|(_, attacked)| *attacked == Thing::Object(attacker));
        self.together.iter().any(|restriction| match &restriction.sort {
            Together::AtMost(_, creatures) => creatures.iter().any(blocks),
            Together::NotAlone(creature) | Together::With(creature, ..) => blocks(creature),
            Together::Menace(attacker) | Together::Fewest(attacker, _) | Together::Most(attacker, _) => {
                blocked(*attacker)
            }
        })
    }

    /// The costs to block are paid, each by the creature's controller (509.1d–f).
    ///
    /// # Errors
    /// [`Halt::Illegal`] if one can't be paid.
    pub(in crate::engine::turn) fn pay(
        &self,
        play: &mut Play<'_>,
        declared: &[(ObjectId, ObjectId)],
    ) -> Outcome {
        let mut due = Vec::new();
        for tax in &self.taxes {
            let (cost, frame) = (&tax.cost, &tax.frame);
            match tax.of {
                Taxed::Blocker(creature) => {
                    let blocks = declared.iter().any(|(blocker, _)| *blocker == creature);
                    due.extend(blocks.then_some(Due { creature, cost, frame }));
                }
                // Once for each creature that blocks it.
                Taxed::Blocked(attacker) => {
                    let blocks = declared.iter().filter(|(_, blocked)| *blocked == attacker);
                    due.extend(blocks.map(|(creature, _)| Due { creature: *creature, cost, frame }));
                }
            }
        }
        declaration_costs::pay(play, due.into_iter(), &TO_BLOCK)
    }
}
