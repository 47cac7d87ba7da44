//! Expectations turned into what they deny, or given another rule: a scenario proves something only if these fail.

use crate::diag::Span;
use crate::rules::RuleId;
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Claim, Expectation, Fact, FactKind, LineKind, PlayerFact, ScriptLine};
use crate::scenario::vocabulary::Zone;

use super::answers::offered::is_none;

/// What is changed of a script, to see whether it then fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// The n-th expectation, counted from 0, is denied.
    Claim(usize),
    /// The n-th of the expectations that name a rule names this one in its first rule's place.
    Rule(usize, RuleId),
}

/// The script with that changed; nothing if it has no such expectation.
pub(super) fn doubted(script: &[ScriptLine], doubt: Doubt) -> Option<Vec<ScriptLine>> {
    match doubt {
        Doubt::Claim(index) => negated(script, index),
        Doubt::Rule(index, rule) => {
            let mut script = script.to_vec();
            let mut left = index;
            replace_nth_rule(&mut script, &mut left, rule).then_some(script)
        }
    }
}

fn replace_nth_rule(lines: &mut [ScriptLine], left: &mut usize, rule: RuleId) -> bool {
    for line in lines {
        if let LineKind::Expect(expectation) = &mut line.kind
            && let Some(first) = expectation.rules.first_mut()
        {
            if *left == 0 {
                first.text = rule.to_string();
                return true;
            }
            *left -= 1;
        }
        if replace_nth_rule(&mut line.children, left, rule) {
            return true;
        }
    }
    false
}

/// The script with its n-th expectation denied, counted from 0; nothing if it has fewer. What can't be denied by
/// another value (`illegal` by `legal`) is denied as a whole.
fn negated(script: &[ScriptLine], index: usize) -> Option<Vec<ScriptLine>> {
    let mut script = script.to_vec();
    let mut left = index;
    negate_nth(&mut script, &mut left).then_some(script)
}

fn negate_nth(lines: &mut [ScriptLine], left: &mut usize) -> bool {
    for line in lines {
        if let LineKind::Expect(expectation) = &mut line.kind {
            if *left == 0 {
                negate(expectation);
                return true;
            }
            *left -= 1;
        }
        if negate_nth(&mut line.children, left) {
            return true;
        }
    }
    false
}

fn negate(expectation: &mut Expectation) {
    // The rule is another matter: what is denied is the claim.
    expectation.rules.clear();
    match &mut expectation.claim {
        Claim::Object { facts, .. } => {
            if let Some(fact) = facts.first_mut() {
                negate_fact(&mut fact.value);
            }
        }
        Claim::Path { zones, .. } => {
            let span = zones.last().map_or(Span::default(), |zone| zone.span);
            let last = zones.last().and_then(|zone| zone.value);
            let other = if last == Some(Zone::Exile) { Zone::Graveyard } else { Zone::Exile };
            zones.push(Spanned { value: Some(other), span });
        }
        Claim::Player { facts, .. } => {
            if let Some(fact) = facts.first_mut() {
                negate_player_fact(&mut fact.value);
            }
        }
        Claim::Count { count, .. } => *count += 1,
        Claim::Stack(references) => {
            if references.pop().is_none() {
                expectation.claim = Claim::Draw;
            }
        }
        Claim::Triggers { count, .. } => {
            *count = Some(count.map_or(0, |count| count + 1));
        }
        Claim::Replaced { negated, .. } | Claim::Prevented { negated, .. } | Claim::Asked { negated, .. } => {
            *negated = !*negated;
        }
        Claim::Legal => expectation.claim = Claim::Illegal,
        Claim::Illegal => expectation.claim = Claim::Legal,
        // That nothing may be chosen need not be said.
        Claim::Options(items) => match items.iter().rposition(|item| !is_none(std::slice::from_ref(item))) {
            Some(last) => drop(items.remove(last)),
            None => items.clear(),
        },
        Claim::Cites(rule) => expectation.claim = Claim::DoesNotCite(rule.clone()),
        Claim::DoesNotCite(rule) => expectation.claim = Claim::Cites(rule.clone()),
        Claim::Step(step) => {
            use crate::scenario::vocabulary::Step;
            step.value = if step.value == Step::Upkeep { Step::Draw } else { Step::Upkeep };
        }
        // These have no other value: a claim that never holds takes their place.
        Claim::SameTime(_)
        | Claim::ActivePlayer(_)
        | Claim::Draw
        | Claim::NothingElseMoved
        | Claim::Day
        | Claim::Night
        | Claim::NeitherDayNorNight => expectation.claim = Claim::Options(Vec::new()),
    }
}

fn negate_fact(fact: &mut Fact) {
    let spare = |number: &mut u32| *number += 1;
    match &mut fact.kind {
        FactKind::Counters(number, _)
        | FactKind::Damage(number)
        | FactKind::ManaValue(number)
        | FactKind::ToxicValue(number)
        | FactKind::Suspended(Some(number))
            if !fact.negated =>
        {
            spare(number);
        }
        FactKind::PowerToughness(power, _) | FactKind::Power(power) if !fact.negated => *power += 1,
        FactKind::Toughness(number) | FactKind::Loyalty(number) if !fact.negated => *number += 1,
        FactKind::Zone { zone, .. } if !fact.negated => {
            *zone = if *zone == Zone::Exile { Zone::Graveyard } else { Zone::Exile };
        }
        _ => fact.negated = !fact.negated,
    }
}

fn negate_player_fact(fact: &mut PlayerFact) {
    match fact {
        PlayerFact::Life(life) => *life += 1,
        PlayerFact::Counters(count, _) | PlayerFact::CardsIn(count, _) => *count += 1,
        PlayerFact::Deck { legal } => *legal = !*legal,
        PlayerFact::Won(holds) | PlayerFact::Lost(holds) => *holds = !*holds,
        PlayerFact::MayCast(what) => *fact = PlayerFact::MayNotCast(what.clone()),
        PlayerFact::MayNotCast(what) => *fact = PlayerFact::MayCast(what.clone()),
        PlayerFact::MayLook(what) => *fact = PlayerFact::MayNotLook(what.clone()),
        PlayerFact::MayNotLook(what) => *fact = PlayerFact::MayLook(what.clone()),
        PlayerFact::Designated(_, holds) => *holds = !*holds,
        PlayerFact::Mana(_) => *fact = PlayerFact::Life(i32::MIN),
    }
}
