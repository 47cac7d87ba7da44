//! CR 508: Declare Attackers Step. Which declarations of attackers or blockers obey the most requirements (508.1d, 509.1c).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{CauseKind, ObjectId, PlayerId, Thing};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

/// Creatures, and what each attacks or blocks.
pub(super) type Declared = Vec<(ObjectId, Thing)>;

/// A creature that could be declared, and all that it could do by itself beside nothing at all.
#[derive(Debug)]
pub(super) struct Able {
    /// The creature.
    pub(super) creature: ObjectId,
    /// What it attacks, or what all it blocks.
    pub(super) options: Vec<Vec<Thing>>,
}

/// A requirement: obeyed if one of these is declared.
#[derive(Debug)]
pub(super) struct Requirement {
    /// Each of what obeys it: a creature, and what that attacks or blocks.
    pub(super) by: Declared,
    /// Whose effect wants it.
    pub(super) source: ObjectId,
    /// If it is one of being goaded, whether that to attack another player than the one who goaded (701.15b).
    pub(super) goaded: Option<bool>,
}

impl Requirement {
    /// What is required of each of some creatures, or of one of them, whichever that is: that it attacks or blocks one of these.
    pub(super) fn of(creatures: &[ObjectId], to: &[Thing], one: bool, source: ObjectId) -> Vec<Self> {
        let by = |creatures: &[ObjectId]| {
            let pairs = creatures.iter().flat_map(|creature| to.iter().map(move |thing| (*creature, *thing)));
            Self { by: pairs.collect(), source, goaded: None }
        };
        if one { vec![by(creatures)] } else { creatures.iter().map(|creature| by(&[*creature])).collect() }
    }
}

/// A declaration and the requirements on it: as many are obeyed as can be without disobeying a restriction (508.1d, 509.1c).
pub(super) struct Demand<'a> {
    /// Who declares.
    pub(super) player: PlayerId,
    /// What is declared.
    pub(super) declared: &'a [(ObjectId, Thing)],
    /// The requirements.
    pub(super) required: &'a [Requirement],
    /// The restrictions.
    pub(super) broken: &'a Breaks<'a>,
    /// The rule that says so.
    pub(super) rule: RuleId,
}

impl Demand<'_> {
    /// Looks whether a declaration of those who are `able` would obey more. `refusal` says why it had to, of the creature that
    /// could obey one of them.
    ///
    /// # Errors
    /// The refusal, and [`Halt::Undecided`] if there are too many ways to look at.
    pub(super) fn check(
        &self,
        play: &mut Play<'_>,
        able: impl FnOnce(&mut Play<'_>) -> Outcome<Vec<Able>>,
        refusal: impl FnOnce(&Play<'_>, Option<ObjectId>) -> Halt,
    ) -> Outcome {
        if self.required.is_empty() {
            return Ok(());
        }
        if !self.required.iter().all(|requirement| requirement.obeyed(self.declared)) {
            let able = able(play)?;
            if let Some(better) = better(&able, self.required, self.declared, self.broken)? {
                let mut missed = self.required.iter();
                let missed = missed.find(|it| !it.obeyed(self.declared) && it.obeyed(&better));
                let pair = missed.and_then(|it| it.by.iter().find(|pair| better.contains(pair)));
                return Err(refusal(play, pair.map(|(creature, _)| *creature)));
            }
        }
        note(play, self.player, self.required, self.declared, self.rule);
        Ok(())
    }
}

/// Tells which requirements a declaration obeys, and by which creature; or that there are some and none can be obeyed.
fn note(
    play: &mut Play<'_>,
    player: PlayerId,
    required: &[Requirement],
    declared: &[(ObjectId, Thing)],
    rule: RuleId,
) {
    let rules = Rules::of(&[rule]);
    let mut none = true;
    for requirement in required {
        let mut by = declared.iter().filter(|pair| requirement.by.contains(pair));
        if let Some((creature, _)) = by.next() {
            none = false;
            let note = Note::Obeys(*creature, requirement.source, requirement.goaded);
            let rules = if requirement.goaded.is_some() { rules.and(cr!("701.15b")) } else { rules };
            play.note(Level::Detail, CauseKind::TurnBased, rules, note);
        }
    }
    if none {
        play.note(Level::Detail, CauseKind::TurnBased, rules, Note::NothingToObey(player));
    }
}

impl Requirement {
    /// Whether a declaration obeys it.
    pub(super) fn obeyed(&self, declared: &[(ObjectId, Thing)]) -> bool {
        self.by.iter().any(|pair| declared.contains(pair))
    }

    /// The only creature that can obey it, if there is but one.
    fn of_one(&self) -> Option<ObjectId> {
        let (first, _) = self.by.first()?;
        self.by.iter().all(|(creature, _)| creature == first).then_some(*first)
    }
}

/// Whether a declaration disobeys a restriction.
pub(super) type Breaks<'a> = dyn Fn(&[(ObjectId, Thing)]) -> bool + 'a;

/// A declaration that obeys more requirements than another and disobeys no restriction, if there is one.
///
/// # Errors
/// [`Halt::Undecided`] if there are too many ways to look at.
fn better(
    able: &[Able],
    requirements: &[Requirement],
    declared: &[(ObjectId, Thing)],
    broken: &Breaks<'_>,
) -> Outcome<Option<Declared>> {
    let now = requirements.iter().filter(|requirement| requirement.obeyed(declared)).count();
    if now == requirements.len() {
        return Ok(None);
    }
    let mut search = Search { requirements, broken, now, rest: Vec::new(), looked_at: 0 };
    // What the creatures from each one on could obey at most: each as much as it could by itself.
    let mut rest = 0;
    for its in able.iter().rev() {
        rest += its.options.iter().map(|option| search.by_itself(its.creature, option)).max().unwrap_or(0);
        search.rest.push(rest);
    }
    search.rest.reverse();
    let mut so_far = Declared::new();
    Ok(search.extend(able, 0, &mut so_far)?.then_some(so_far))
}

struct Search<'a> {
    requirements: &'a [Requirement],
    broken: &'a Breaks<'a>,
    now: usize,
    rest: Vec<usize>,
    looked_at: u32,
}

impl Search<'_> {
    /// How many requirements that no other creature could obey a creature obeys so.
    fn by_itself(&self, creature: ObjectId, option: &[Thing]) -> usize {
        self.requirements
            .iter()
            .filter(|requirement| requirement.of_one() == Some(creature))
            .filter(|requirement| option.iter().any(|thing| requirement.by.contains(&(creature, *thing))))
            .count()
    }

    fn extend(&mut self, able: &[Able], index: usize, so_far: &mut Declared) -> Outcome<bool> {
        self.looked_at += 1;
        if self.looked_at > 100_000 {
            return Err(Halt::undecided(
                None,
                "there are too many ways to obey requirements to look at them all",
            ));
        }
        let obeyed = self.requirements.iter().filter(|requirement| requirement.obeyed(so_far)).count();
        let shared = self
            .requirements
            .iter()
            .filter(|requirement| requirement.of_one().is_none() && !requirement.obeyed(so_far))
            .count();
        let Some(its) = able.get(index) else {
            return Ok(obeyed > self.now && !(self.broken)(so_far));
        };
        if obeyed + shared + self.rest.get(index).copied().unwrap_or(0) <= self.now {
            return Ok(false);
        }
        for option in &its.options {
            let before = so_far.len();
            so_far.extend(option.iter().map(|thing| (its.creature, *thing)));
            if self.extend(able, index + 1, so_far)? {
                return Ok(true);
            }
            so_far.truncate(before);
        }
        self.extend(able, index + 1, so_far)
    }
}
