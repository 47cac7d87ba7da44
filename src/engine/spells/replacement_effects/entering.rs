//! CR 614: Replacement Effects. How they change the way a permanent enters the battlefield (614.12).

use crate::engine::additional::{copying_objects, keyword_abilities};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::events::only_this;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::each;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::{continuous_effects, instructions};
use crate::engine::view::View;
use crate::game::effects::ShieldKind;
use crate::game::{AbilityInstance, Change, ChoiceKind, Game, Item, Move, NewObject, ObjectId};
use crate::ir::replacement::Enters;
use crate::ir::{
    Ability, CardType, CounterKind, Event, Filter, Instruction, KeywordName, Quantity, Replacement,
    ReplacementResult, Zone,
};
use crate::rules::{RuleId, Rules, cr};

use super::Applicable;

/// The game as it would be with an object on the battlefield: what effects on entering look at (614.12).
pub(super) struct Arrived {
    game: Game,
    view: View,
    object: ObjectId,
}

impl Arrived {
    pub(super) fn of((game, object): (Game, ObjectId)) -> Outcome<Self> {
        let view = View::of(&game)?;
        Ok(Self { game, view, object })
    }

    pub(super) fn is(&self, frame: &Frame, what: &Filter) -> Outcome<bool> {
        matches(Sight { game: &self.game, view: &self.view }, frame, what, self.object)
    }
}

/// Whether the replacement is about how this object enters, and it is this that enters.
pub(super) fn enters_as(replacement: &Replacement, it: &Move, object: ObjectId) -> bool {
    // What is put there face down has no such ability (708.3).
    object == it.object && it.to == Zone::Battlefield && it.face_down.is_none() && enters_itself(replacement)
}

/// Whether the replacement is about how the object itself enters (614.1c).
fn enters_itself(replacement: &Replacement) -> bool {
    match &replacement.of {
        Event::Moves(moves) => moves.to.contains(&Zone::Battlefield) && only_this(&moves.what),
        _ => false,
    }
}

/// Whether any effect watches other objects than its own enter the battlefield.
pub(super) fn others_watch_entering(game: &Game, view: &View) -> bool {
    let watches = |of: &Event| match of {
        Event::Any(events) => events.iter().any(enters_another),
        event => enters_another(event),
    };
    let stated = view.replacements.iter().filter_map(|at| view.ability(game, *at));
    stated.into_iter().any(|instance| match &*instance.ability {
        Ability::Replacement(it) => watches(&it.of),
        _ => false,
    }) || game.shields().iter().any(|shield| match &shield.kind {
        ShieldKind::Replacement(it) => watches(&it.of),
        ShieldKind::Regeneration => false,
    })
}

pub(super) fn enters_another(event: &Event) -> bool {
    match event {
        Event::Moves(moves) => moves.to == [Zone::Battlefield] && !only_this(&moves.what),
        _ => false,
    }
}

/// How other objects' effects let a token enter: the same as for what enters from elsewhere. Says whose effects change it.
///
/// # Errors
/// If one of them does more than let it enter tapped.
pub(in crate::engine) fn enter_token(play: &mut Play<'_>, token: &mut NewObject) -> Outcome<Vec<ObjectId>> {
    let view = play.view()?;
    if continuous_effects::forbids(&view, crate::ir::change::Action::Enter) {
        return Err(Halt::undecided(None, "an effect says what can't enter, and a token would"));
    }
    if !others_watch_entering(&play.game, &view) {
        return Ok(Vec::new());
    }
    let object = play.game.next_object();
    let arrived = Arrived::of((play.game.after(&Change::Create(Box::new(token.clone()))), object))?;
    let mut changed = Vec::new();
    for at in &view.replacements {
        let Some(instance) = view.ability(&play.game, *at) else { continue };
        let Ability::Replacement(it) = &*instance.ability else { continue };
        let moves = match &it.of {
            Event::Moves(moves) => moves,
            Event::Any(events) if events.iter().any(enters_another) => {
                return Err(Halt::undecided(at.object, "it changes how a token enters"));
            }
            _ => continue,
        };
        let controller = view.controller(&play.game, at.object);
        let frame = Frame::of_source(at.object, controller, instance.origin);
        let fits = enters_another(&it.of) && moves.from.is_empty() && arrived.is(&frame, &moves.what)?;
        if !fits {
            continue;
        }
        match &it.result {
            ReplacementResult::Enters(Enters { tapped, counters, copy_of: None, does, .. })
                if counters.is_empty() && does.is_empty() && it.may.is_none() && it.only_if.is_none() =>
            {
                token.tapped |= tapped;
                changed.push(at.object);
            }
            _ => return Err(Halt::undecided(at.object, "it changes how a token enters")),
        }
    }
    if play
        .game
        .shields()
        .iter()
        .any(|shield| matches!(&shield.kind, ShieldKind::Replacement(it) if enters_another(&it.of)))
    {
        return Err(Halt::undecided(None, "an effect that lasts changes how a token enters"));
    }
    Ok(changed)
}

/// The rules of the keyword that says how a permanent enters, and of sunburst that says a number for it (702.44c).
pub(super) fn keyword_rules(play: &Play<'_>, effect: &Applicable, enters: &Enters) -> Option<Rules> {
    let object = play.game.object(effect.source);
    let of_origin = |instance: &&AbilityInstance| instance.origin == effect.origin;
    let keyword = object.base.abilities.iter().find(of_origin)?.keyword?;
    let rule = keyword_abilities::rule_of(keyword)?;
    let by_colors = |(_, count): &(CounterKind, Quantity)| matches!(count, Quantity::ColorsSpentOn(_));
    let sunburst = keyword != KeywordName::Sunburst && enters.counters.iter().any(by_colors);
    let rules = Rules::NONE.and(rule);
    Some(if sunburst { rules.and(cr!("702.44c")) } else { rules })
}

/// The rule that makes an effect on how a permanent enters a replacement effect: its own "enters with" or "as it enters"
/// (614.1c), or any other "enters" (614.1d).
pub(super) fn entering_rule(own: bool, enters: &Enters) -> RuleId {
    let with = !enters.counters.is_empty() || !enters.does.is_empty() || enters.copy_of.is_some();
    if own && with { cr!("614.1c") } else { cr!("614.1d") }
}

/// How a permanent enters (614.12).
pub(super) fn enter_so(play: &mut Play<'_>, frame: &Frame, enters: &Enters, it: &mut Move) -> Outcome {
    if let Some(what) = &enters.copy_of {
        enter_as_copy(play, frame, what, &enters.except, it)?;
    }
    for instruction in &enters.does {
        // What it turns face down is so before it is there itself.
        if matches!(instruction, Instruction::TurnFaceDown(_)) {
            instructions::run(play, &mut frame.clone(), std::slice::from_ref(instruction))?;
            continue;
        }
        let Instruction::ChooseWord { who, kind, from, only: None, link } = instruction else {
            return Err(Halt::undecided(frame.source, "it makes a choice as it enters"));
        };
        // The choice is made before the permanent enters (614.12a).
        let rules = Rules::of(&[cr!("614.12a")]);
        let word = instructions::lasting::ask_for_word(play, frame, who, (*kind, from), rules)?;
        it.words.extend(word.map(|word| (*link, word)));
    }
    it.tapped |= enters.tapped;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for (kind, count) in &enters.counters {
        let count = quantities::amount(sight, frame, count)?;
        if count > 0 {
            it.counters.push((*kind, count));
        }
    }
    Ok(())
}

/// A permanent enters as a copy of one of a kind, which its controller chooses (614.12a, 707.2); where there is none, as itself.
fn enter_as_copy(
    play: &mut Play<'_>,
    frame: &Frame,
    what: &Filter,
    except: &[crate::ir::Change],
    it: &mut Move,
) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let items: Vec<Item> = each(sight, frame, what)?
        .into_iter()
        .filter(|object| *object != it.object)
        .map(Item::Object)
        .collect();
    if items.is_empty() {
        return Ok(());
    }
    let rules = Rules::of(&[cr!("614.12a")]);
    let picked =
        play.pick(frame.controller, ChoiceKind::Choose, Some(it.object), items, 1, 1, false, rules)?;
    let Some(Item::Object(copied)) = picked.first() else { return Ok(()) };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let faces = copying_objects::copiable_faces(sight, *copied);
    let faces = copying_objects::with_exceptions(sight, frame, faces, except)?;
    // What the copied text does to how it enters would apply as well (614.12, 616.1).
    let more = faces.first().is_some_and(|values| {
        let replaces = |instance: &AbilityInstance| match &*instance.ability {
            Ability::Replacement(it) => matches!(it.result, ReplacementResult::Enters(_)),
            _ => false,
        };
        values.is(CardType::Planeswalker) || values.abilities.iter().any(replaces)
    });
    if more {
        return Err(Halt::undecided(*copied, "what it says of how it enters counts for a copy of it too"));
    }
    it.copied = Some(faces);
    Ok(())
}
