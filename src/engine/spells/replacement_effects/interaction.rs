//! CR 616: Interaction of Replacement and/or Prevention Effects. The one loop that applies them, and the order in which they come.

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::rules::{RuleId, cr};

use super::{Applicable, Effect, Key};

/// A step of 616.1: the effects of which one must be chosen before any other.
struct Step {
    rule: RuleId,
    comes_first: fn(&Applicable) -> bool,
}

/// The steps of 616.1, in the order in which they hold effects back. Behind them any effect may be chosen (616.1e).
///
/// Self-replacement effects (616.1a) are none of these effects here: they are said by the spell or ability whose event they replace
/// (614.15), and are followed with its instructions, before what those do is proposed.
const STEPS: [Step; 4] = [
    // What replaces the whole event comes before what replaces an event within it.
    Step { rule: cr!("616.1g"), comes_first: Applicable::is_of_a_whole },
    Step { rule: cr!("616.1b"), comes_first: Applicable::is_control },
    Step { rule: cr!("616.1c"), comes_first: Applicable::is_copy },
    Step { rule: cr!("616.1d"), comes_first: |effect| matches!(effect.what, Effect::Transformed) },
];

/// The effects of which one must be chosen now, and the rule that keeps the others back, if there are others.
fn in_order(applicable: Vec<Applicable>) -> (Vec<Applicable>, Option<RuleId>) {
    let mut left = applicable;
    for Step { rule, comes_first } in &STEPS {
        let (chosen, others): (Vec<_>, Vec<_>) = left.into_iter().partition(comes_first);
        if !chosen.is_empty() {
            return (chosen, (!others.is_empty()).then_some(*rule));
        }
        left = others;
    }
    (left, None)
}

/// Something that would happen, while effects are applied to it.
pub(in crate::engine::spells) trait Replaceable {
    /// Whether anything of it is left that effects could be applied to.
    fn is_left(&self) -> bool {
        true
    }

    /// The effects that apply to it as it is by now.
    fn effects(&mut self, play: &mut Play<'_>) -> Outcome<Vec<Applicable>>;

    /// What tells an effect from those that were applied before.
    fn key(&self, effect: &Applicable) -> Key {
        effect.key()
    }

    /// The effects that have been applied to it: none gets another chance (614.5).
    fn applied(&mut self) -> &mut Vec<Key>;

    /// An effect that could have been applied can be no more, by what another has made of the event (616.1f).
    fn loses_one(&mut self) {}

    /// Which of the effects is applied next, where a rule may keep others back; none to apply no more. Whether one has been applied
    /// before it (616.1f).
    fn choose(
        &mut self,
        play: &mut Play<'_>,
        effects: Vec<Applicable>,
        held_back: Option<RuleId>,
        again: bool,
    ) -> Outcome<Option<Applicable>>;

    /// Applies an effect. Says what that means for the others.
    fn apply(&mut self, play: &mut Play<'_>, chosen: Applicable, turn: Turn) -> Outcome<Next>;
}

/// How an effect has come to be the one that is applied.
#[derive(Clone, Copy)]
pub(in crate::engine::spells) struct Turn {
    /// The rule that has kept others back meanwhile.
    pub(super) held_back: Option<RuleId>,
    /// Whether there were others.
    pub(super) several: bool,
    /// Whether it applies only by what another has made of the event (616.2).
    pub(super) came_later: bool,
}

/// What an effect that has been applied means for the others.
pub(in crate::engine::spells) enum Next {
    /// Those that still apply may be applied next.
    Others,
    /// The same, but those that applied before are forgotten: it is something else now.
    Anew,
    /// None is applied any more.
    None,
}

/// Lets effects replace what would happen, one after another (616.1): each time one of those that apply to it as it is by then (616.1f),
/// and each at most once (614.5).
///
/// # Errors
/// If several apply and nobody says which first, or one can't be played.
pub(in crate::engine::spells) fn replace(play: &mut Play<'_>, it: &mut dyn Replaceable) -> Outcome {
    let mut passed_over: Vec<Key> = Vec::new();
    let mut from_the_start: Option<Vec<Key>> = None;
    let mut again = false;
    while it.is_left() {
        play.tick("replacement effects apply to one event again and again")?;
        let mut effects = it.effects(play)?;
        let applied = std::mem::take(it.applied());
        effects.retain(|effect| !applied.contains(&it.key(effect)));
        *it.applied() = applied;
        let keys: Vec<Key> = effects.iter().map(Applicable::key).collect();
        if passed_over.iter().any(|key| !keys.contains(key)) {
            it.loses_one();
        }
        let several = keys.len() > 1;
        let from_the_start = from_the_start.get_or_insert_with(|| keys.clone());
        let (effects, held_back) = in_order(effects);
        let Some(chosen) = it.choose(play, effects, held_back, again)? else { break };
        let own = chosen.key();
        let turn = Turn { held_back, several, came_later: !from_the_start.contains(&own) };
        let key = it.key(&chosen);
        it.applied().push(key);
        passed_over = keys.into_iter().filter(|key| *key != own).collect();
        match it.apply(play, chosen, turn)? {
            Next::Others => again = true,
            Next::Anew => {
                passed_over.clear();
                again = false;
            }
            Next::None => break,
        }
    }
    Ok(())
}
