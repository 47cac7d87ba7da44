//! What answers lead to where mana is lacking for what they would have paid or cast: whether mana abilities could make it.

use crate::engine::Halt;
use crate::engine::halt::{Illegal, More};
use crate::engine::spells::activating_activated_abilities::Effort;
use crate::game::{Answer, Choice, ChoiceKind, Item, Options};
use crate::rules::{Rules, cr};
use crate::runner::stage::{Stage, Staged, Stop};
use crate::trace::{Attempt, Refusal, What};

/// Gives answers to a question, with what mana abilities there are where mana is what is lacking then (605.3a); says what comes of it.
/// What they could only perhaps pay for is open.
pub(super) fn with_mana<'a>(
    stage: &mut Stage<'_, 'a>,
    asked: &Choice,
    given: &[Answer],
    once: &mut dyn FnMut(&mut Stage<'_, 'a>, &[Answer]) -> Staged,
) -> Staged<Staged> {
    let (from, answer) = (stage.play.trace.mark(), given.last());
    let mut refused = |stage: &mut Stage<'_, 'a>| {
        let mut given = given.to_vec();
        let mut result = once(stage, &given);
        // Its targets come before its costs (601.2c), and any will do.
        for _ in 0..MOST_TARGETS {
            let target = match &result {
                Err(Stop::Halt(Halt::Illegal(_), _)) => return result,
                Err(Stop::Halt(Halt::Open(next), _)) if is_target_of_spell(stage, asked, next) => {
                    next.answers().next()
                }
                _ => None,
            };
            let Some(target) = target else { break };
            given.push(target);
            result = once(stage, &given);
        }
        let span = stage.span;
        cast_in_vain(stage, from, asked, answer)
            .map_or(result, |illegal| Err(Stop::Halt(Halt::Illegal(illegal), span)))
    };
    let result = refused(stage);
    let (player, why) = match &result {
        Err(Stop::Halt(Halt::Illegal(illegal), _)) if illegal.lacks_cost() => (illegal.player, illegal.why),
        _ => return Ok(result),
    };
    let open = |result: Staged| match result {
        Err(Stop::Halt(Halt::Illegal(illegal), _)) if illegal.lacks_cost() => Ok(()),
        other => other,
    };
    if !stage.play.strict_mana {
        return Ok(open(result));
    }
    let view = stage.view()?;
    let mut efforts = stage.answers.mana_abilities(&stage.play.game, &view, player);
    efforts.dedup();
    let mut last = result;
    for effort in efforts {
        stage.answers.make_mana((effort < Effort::More).then_some(effort));
        let with_mana = if effort < Effort::More { refused(stage) } else { Ok(()) };
        stage.answers.make_mana(None);
        match &with_mana {
            Err(Stop::Halt(Halt::Illegal(illegal), _)) if illegal.why == why => {}
            _ => return Ok(open(with_mana)),
        }
        last = with_mana;
    }
    Ok(last)
}

/// The most targets of a spell that are looked through.
const MOST_TARGETS: usize = 16;

/// Whether a question is which target a spell has that was chosen to be cast while something resolves.
fn is_target_of_spell(stage: &Stage<'_, '_>, asked: &Choice, next: &Choice) -> bool {
    let spell = next.source.map(|source| stage.play.game.object(source));
    asked.kind == ChoiceKind::Cast
        && next.kind == ChoiceKind::Target
        && spell.is_some_and(|spell| spell.stack_ability().is_none())
}

/// Why the spell that was chosen to be cast while something resolves is not cast, if it is its cost.
fn cast_in_vain(
    stage: &Stage<'_, '_>,
    from: usize,
    asked: &Choice,
    answer: Option<&Answer>,
) -> Option<Illegal> {
    let (Options::Pick { from: offered, .. }, Some(Answer::Picked(picked)), ChoiceKind::Cast) =
        (&asked.options, answer, asked.kind)
    else {
        return None;
    };
    let picked = offered.get(usize::try_from(*picked.first()?).ok()?)?;
    let (Item::Object(chosen) | Item::Face(chosen, _)) = picked else { return None };
    let entries = stage.play.trace.entries().iter().skip(from).rev();
    let refusals = entries.filter_map(|entry| match &entry.what {
        What::Refused(refusal) => Some((refusal, entry.rules)),
        _ => None,
    });
    let (refusal, rules) = refusals
        .filter(|(_, rules)| rules.contains(cr!("118.3")))
        .find(|(refusal, _)| matches!(&refusal.attempt, Attempt::Cast(card, _) if card == chosen))?;
    // That it is taken back is no reason.
    let rules = rules.iter().filter(|rule| *rule != cr!("733.1")).fold(Rules::NONE, Rules::and);
    let Refusal {
        player,
        target,
        object,
        why,
        by,
        cost,
        left,
        changed,
        announced,
        manner,
        being,
        phrase,
        quality,
        ..
    } = &**refusal;
    let rules = rules.and(cr!("608.2d"));
    Some(Illegal {
        player: *player,
        rules,
        why,
        object: *object,
        target: *target,
        by: *by,
        more: Some(Box::new(More {
            phrase: phrase.as_deref().cloned(),
            changed: changed.as_deref().cloned(),
            quality: quality.as_deref().cloned(),
            announced: announced.clone(),
            left: left.clone(),
            manner: manner.clone(),
            ..More::default()
        })),
        choosing: true,
        cost: cost.clone(),
        being: being.clone(),
    })
}
