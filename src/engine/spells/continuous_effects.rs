//! CR 611: Continuous Effects

use std::borrow::Cow;
use std::sync::Arc;

use crate::engine::additional::copying_objects;
use crate::engine::additional::keyword_abilities::{overload, soulbond};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight, found};
use crate::engine::spells::one_shot_effects;
use crate::engine::view::View;
use crate::game::effects::CopiedFaces;
use crate::game::{Affected, Cause, Change, ContinuousEffect, Object, ObjectId, Thing};
use crate::ir::change::Allowed;
use crate::ir::instruction::Apply;
use crate::ir::{Ability, CardType, Duration, Filter, KeywordName, RuleChange, Selection, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Forbidden, Level, Note};

mod attackers;
mod durations;
mod game_rules;
pub(in crate::engine) mod lapses;
mod leavers;
mod played;
mod settling;
pub(in crate::engine) mod teammates;

pub(in crate::engine) use durations::{end_as_turn_begins, end_where, end_while};
pub(crate) use game_rules::permitted_by;
pub(in crate::engine) use game_rules::{
    applies, asks_whom, by_what, forbids, frame_of, is_this_now, keeps_from_attacking, lets_again,
    lets_no_more, lets_play_land, limited, permissions, permits, prohibited, prohibiting, rules_of_set,
};
pub use game_rules::{is_restricted, permitted};
use played::COUNTS_SPELLS;
pub(in crate::engine) use played::{
    ANY_MANA, LIMITS_BLOCKS, SKIPS_A_STEP, SKIPS_BEGINNING, SO_OFTEN, UNLESS_PAID, WHICH_LIMITED, gap_of,
    gap_of_effect, why_not_played,
};

use durations::lasts;
pub(in crate::engine) use settling::gap_of_made;
use settling::{adds_below_zero, ask_for_exchange, settled};

/// Makes a continuous effect (611.2): what it affects and how much is settled now (611.2c, 608.2h).
///
/// # Errors
/// If it asks for what can't be told.
pub(in crate::engine) fn begin(play: &mut Play<'_>, cause: Cause, frame: &Frame, apply: &Apply) -> Outcome {
    let apply = with_words(play, frame, apply)?;
    if let Some(effects) = attackers::apart(play, frame, &apply)? {
        let cause = cause.and(cr!("611.2c")).and(cr!("508.5a"));
        return effects.iter().try_for_each(|(frame, apply)| begin(play, cause, frame, apply));
    }
    let cause = if settling::asks_who_controls(&apply) { cause.and(cr!("608.2h")) } else { cause };
    let (apply, frame) = settling::with_players(play, frame, apply)?;
    let (apply, frame) = (&*apply, &frame);
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if let Some(note) = never_begins(sight, frame, apply)? {
        let rule = if soulbond::pairs(apply) { cr!("702.95c") } else { cr!("611.2b") };
        play.note(Level::Default, cause.kind, Rules::of(&[rule]), note);
        return Ok(());
    }
    let objects = affected_now(play, sight, frame, apply)?;
    note_gone(play, cause, frame, apply)?;
    if apply.to.is_some() && objects.is_empty() {
        return Ok(());
    }
    if leavers::would_control(play, cause, frame, &apply.changes, &objects)? {
        return Ok(());
    }
    let sight = Sight { game: &play.game, view: &view };
    // What is asked about "itself" is asked about the one object that it changes.
    let of_itself = match objects.as_slice() {
        [only] => Some(Frame { affected: Some(*only), ..frame.clone() }),
        _ => None,
    };
    let frame = of_itself.as_ref().unwrap_or(frame);
    let mut changes = Vec::with_capacity(apply.changes.len());
    let mut copy = None;
    let mut exceptions = Rules::NONE;
    let mut below_zero = false;
    for change in &apply.changes {
        // What is copied is settled now (707.2b).
        if let crate::ir::Change::CopyOf { what, except } = change {
            let Some((faces, rules)) = copying(sight, frame, what, except, &objects)? else {
                return Ok(());
            };
            exceptions = rules;
            copy = Some(faces);
        } else {
            below_zero |= adds_below_zero(sight, frame, change)?;
            changes.push(settled(sight, frame, change)?);
        }
    }
    let nothing_to_give = settling::without_empty(&mut changes);
    let rules: Arc<[RuleChange]> = apply
        .rules
        .iter()
        .map(|rule| settling::settled_rule(sight, frame, rule))
        .collect::<Outcome<Vec<_>>>()?
        .into();
    let worked_out = *rules != *apply.rules;
    let cause = if worked_out { cause.and(cr!("611.2d")) } else { cause };
    let cause = if copy.is_some() { cause.by(cr!("707.2")) } else { cause };
    let cause = exceptions.iter().fold(cause, Cause::and);
    let for_a_time = copy.is_some() && !matches!(apply.duration, Duration::Forever);
    let cause = if for_a_time { cause.and(cr!("611.2a")) } else { cause };
    let waits = |object: &ObjectId| waits_for_a_creature(sight, &changes, *object);
    let cause = if objects.iter().any(waits) { cause.and(cr!("208.3a")) } else { cause };
    let (parts, withheld) = parts(&view, objects, changes, apply.to.is_some());
    let of_each = overload::kind_of_each(sight, frame, apply);
    let cause = if of_each.is_some() && !apply.changes.is_empty() { cause.and(cr!("611.2c")) } else { cause };
    let cause = said_by(cause, frame, apply, below_zero);
    let counted = frame.on_stack.is_some() && apply.changes.iter().any(settling::counts_size);
    let cause = if counted { cause.and(cr!("608.2h")) } else { cause };
    settling::note_not_given(play, cause, frame, (apply, nothing_to_give))?;
    for (object, keyword, by) in withheld {
        let note = Note::Cant(Forbidden::Have(keyword), Thing::Object(object), Some(by));
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("113.11")]), note);
    }
    let timestamp = play.game.clock() + 1;
    let of = kind_of(apply).or(of_each).map(Arc::new);
    for Part { affected, changes } in parts {
        let effect = ContinuousEffect {
            id: play.game.next_effect(),
            source: frame.source,
            controller: frame.controller,
            timestamp,
            affected,
            of: of.clone(),
            changes,
            copy: copy.clone(),
            rules: rules.clone(),
            duration: apply.duration.clone(),
            since_turn: play.game.turn().number,
            bindings: frame.bindings(),
            of_action: frame.keyword_action(),
            given: false,
        };
        // What does nothing to these objects is nothing to tell of; that they are among those it affects is kept (611.2c).
        let nothing = effect.changes.is_empty() && effect.rules.is_empty() && effect.copy.is_none();
        let level = if nothing { Level::Hidden } else { Level::Default };
        play.change(cause, level, Change::BeginEffect(Box::new(effect)));
    }
    Ok(())
}

/// Of which kind the objects are that an effect is on, if it is on each of a kind.
fn kind_of(apply: &Apply) -> Option<Filter> {
    if let Some(Selection::Each(filter)) = &apply.to { Some((**filter).clone()) } else { None }
}

/// The objects that an effect affects as it begins (611.2c).
fn affected_now(play: &Play<'_>, sight: Sight<'_>, frame: &Frame, apply: &Apply) -> Outcome<Vec<ObjectId>> {
    let Some(selection) = &apply.to else { return Ok(Vec::new()) };
    let selected = select(sight, frame, selection)?.into_iter().filter_map(Thing::object);
    let there = selected.flat_map(|object| match play.game.object(object).exists {
        true => vec![object],
        false => became(play, frame, apply, object),
    });
    // A token is no card that anybody could play (108.2b).
    Ok(there.filter(|object| !play.game.object(*object).is_token() || !permits_to_play(apply)).collect())
}

/// Notes the targets that another part of the effect has moved before they are spoken of, and the objects of the event or the ability that
/// are gone (400.7).
fn note_gone(play: &mut Play<'_>, cause: Cause, frame: &Frame, apply: &Apply) -> Outcome {
    let Some(selection) = &apply.to else { return Ok(()) };
    let of_event =
        matches!(selection, Selection::It | Selection::Other | Selection::This | Selection::Attached);
    let by_event = of_event && frame.on_stack.is_some();
    if !by_event && !matches!(selection, Selection::Target(_)) {
        return Ok(());
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for object in select(sight, frame, selection)?.into_iter().filter_map(Thing::object) {
        if by_event {
            if !play.game.object(object).exists && became(play, frame, apply, object).is_empty() {
                one_shot_effects::note_gone(play, cause.by(cr!("400.7")), object);
            }
        } else if found::moved_before_named(&play.game, frame, selection, object) {
            one_shot_effects::note_gone(play, cause, object);
        }
    }
    Ok(())
}

/// What an object that is gone has become, if this effect has moved it or it is "this", and what is changed can be changed of a card: what may
/// be done with it, or all of it where this effect has put it (400.7e, 400.7j).
fn became(play: &Play<'_>, frame: &Frame, apply: &Apply, object: ObjectId) -> Vec<ObjectId> {
    let found = if object == frame.source && apply.to == Some(Selection::This) {
        found::this(&play.game, frame)
    } else if apply.to.as_ref().is_some_and(|to| found::moved_before_named(&play.game, frame, to, object)) {
        Vec::new()
    } else {
        found::by_now(&play.game, frame, object).map(|new| (new, cr!("400.7j"))).into_iter().collect()
    };
    let found = found.into_iter();
    let fits = |(new, rule): &(ObjectId, RuleId)| {
        let zone = play.game.object(*new).zone;
        let put_there = *rule == cr!("400.7j") && matches!(zone, Zone::Battlefield | Zone::Exile);
        apply.changes.is_empty() || put_there
    };
    found.filter(fits).map(|(new, _)| new).collect()
}

/// Whether all that an effect does is to let players cast or play cards from where they are.
fn permits_to_play(apply: &Apply) -> bool {
    let lets_play = |rule: &RuleChange| {
        let RuleChange::May(allowance) = rule else { return false };
        matches!(allowance.action, Allowed::Cast | Allowed::Play) && allowance.from.is_some()
    };
    apply.changes.is_empty() && !apply.rules.is_empty() && apply.rules.iter().all(lets_play)
}

/// The effect with the words that it exchanges, which are chosen as it begins (608.2d).
fn with_words<'a>(play: &mut Play<'_>, frame: &Frame, apply: &'a Apply) -> Outcome<Cow<'a, Apply>> {
    let asks = |change: &crate::ir::Change| matches!(change, crate::ir::Change::Text { .. });
    let mut apply = Cow::Borrowed(apply);
    if apply.changes.iter().any(asks) {
        for change in &mut apply.to_mut().changes {
            if let crate::ir::Change::Text { words, not } = *change {
                *change = ask_for_exchange(play, frame, words, not)?;
            }
        }
    }
    Ok(apply)
}

/// That an effect does nothing which lasts for as long as something is true, and is over before it begins (611.2b).
fn never_begins(sight: Sight<'_>, frame: &Frame, apply: &Apply) -> Outcome<Option<Note>> {
    let Duration::While(condition) = &apply.duration else { return Ok(None) };
    if !lapses::is_over(sight, frame, condition) && lasts(sight, frame, condition)? {
        return Ok(None);
    }
    let on = match &apply.to {
        Some(selection) => select(sight, frame, selection)?.into_iter().find_map(Thing::object),
        None => None,
    };
    Ok(Some(Note::NeverBegins(frame.source, on)))
}

/// Whether changes of power and toughness do nothing to a permanent, which is no creature, but will as soon as it is one.
fn waits_for_a_creature(sight: Sight<'_>, changes: &[crate::ir::Change], object: ObjectId) -> bool {
    use crate::ir::Change::{AddPowerToughness, AddTypes, SetPowerToughness};
    changes.iter().any(|change| matches!(change, AddPowerToughness { .. } | SetPowerToughness { .. }))
        && !changes.iter().any(|change| matches!(change, AddTypes(_)))
        && sight.game.object(object).on_battlefield()
        && !sight.view.characteristics(sight.game, object).is(CardType::Creature)
}

/// The cause of an effect, with the rules by which it does what it says.
fn said_by(cause: Cause, frame: &Frame, apply: &Apply, below_zero: bool) -> Cause {
    // The variants and variables of a keyword are granted with it (702.1c).
    let listed = |change: &crate::ir::Change| matches!(change, crate::ir::Change::GainKeywordsOf { .. });
    let cause = if apply.changes.iter().any(listed) { cause.and(cr!("702.1c")) } else { cause };
    // What is done to the permanents of several players is done at the same time.
    let for_each = frame.announced.as_ref().is_some_and(|its| its.chosen_for.iter().any(|of| of.len() > 1));
    let cause = if for_each { cause.and(cr!("608.2f")) } else { cause };
    // Of "creatures you control" and the like, which ones is settled as the effect begins.
    let group = apply.to.as_ref().is_some_and(is_group) && !apply.changes.is_empty();
    let cause = if group { cause.and(cr!("611.2c")) } else { cause };
    let cause = if below_zero { cause.and(cr!("107.1b")) } else { cause };
    // Words are changed where they are used for what they mean.
    let words = |change: &crate::ir::Change| matches!(change, crate::ir::Change::Exchange { .. });
    if apply.changes.iter().any(words) {
        cause.without_rules().and(cr!("612.1")).and(cr!("612.2")).and(cr!("611.2a"))
    } else {
        cause
    }
}

/// Whether which objects are meant is settled by what they are, of some of them at least.
fn is_group(to: &Selection) -> bool {
    if let Selection::Several(several) = to {
        several.iter().any(is_group)
    } else {
        matches!(to, Selection::Each(_))
    }
}

/// The part of an effect that some of the objects get which it affects.
struct Part {
    affected: Affected,
    changes: Arc<[crate::ir::Change]>,
}

/// A keyword ability that an object can't have, and the source of what says so.
type Withheld = (ObjectId, KeywordName, ObjectId);

/// What an effect that begins does to which objects, and which abilities it does not give which of them: what an object can't have as
/// the effect begins no part of it gives it, then or later; its other parts apply (113.11).
fn parts(
    view: &View,
    objects: Vec<ObjectId>,
    changes: Vec<crate::ir::Change>,
    of_objects: bool,
) -> (Vec<Part>, Vec<Withheld>) {
    if !of_objects || view.cant_have.is_empty() {
        let affected = if of_objects { Affected::Objects(objects.into()) } else { Affected::Rules };
        return (vec![Part { affected, changes: changes.into() }], Vec::new());
    }
    let mut withheld: Vec<Withheld> = Vec::new();
    // Objects that can't have the same of what is given, in the order in which the first of them stands.
    let mut alike: Vec<(Vec<KeywordName>, Vec<ObjectId>)> = Vec::new();
    for object in objects {
        let mut lacking = Vec::new();
        for (_, keyword, by) in view.cant_have.iter().filter(|(its, ..)| *its == object) {
            let given = changes.iter().any(|change| gives(change, *keyword));
            if given && !lacking.contains(keyword) {
                lacking.push(*keyword);
                withheld.push((object, *keyword, *by));
            }
        }
        match alike.iter_mut().find(|(its, _)| *its == lacking) {
            Some((_, all)) => all.push(object),
            None => alike.push((lacking, vec![object])),
        }
    }
    let parts = alike.into_iter().map(|(lacking, objects)| Part {
        affected: Affected::Objects(objects.into()),
        changes: changes.iter().filter_map(|change| without(change, &lacking)).collect(),
    });
    (parts.collect(), withheld)
}

/// Whether a change gives a keyword ability of this name.
fn gives(change: &crate::ir::Change, keyword: KeywordName) -> bool {
    matches!(change, crate::ir::Change::Gain(abilities) if abilities.iter().any(|ability| is_keyword(ability, keyword)))
}

/// What is left of a change that gives none of these keyword abilities.
fn without(change: &crate::ir::Change, lacking: &[KeywordName]) -> Option<crate::ir::Change> {
    let crate::ir::Change::Gain(abilities) = change else { return Some(change.clone()) };
    let left: Vec<Ability> = abilities
        .iter()
        .filter(|ability| !lacking.iter().any(|keyword| is_keyword(ability, *keyword)))
        .cloned()
        .collect();
    (!left.is_empty()).then_some(crate::ir::Change::Gain(left))
}

fn is_keyword(ability: &Ability, name: KeywordName) -> bool {
    matches!(ability, Ability::Keyword(keyword) if keyword.name() == name)
}

/// The copiable values that objects get which become copies of another, and the rules by which they are that; nothing where there is
/// nothing to copy.
fn copying(
    sight: Sight<'_>,
    frame: &Frame,
    what: &Selection,
    except: &[crate::ir::Change],
    objects: &[ObjectId],
) -> Outcome<Option<(CopiedFaces, Rules)>> {
    let game = sight.game;
    let Some((copied, left)) = copying_objects::original(sight, frame, what)? else { return Ok(None) };
    let faces = copying_objects::copiable_faces(sight, copied);
    let keeps = |change| matches!(change, &crate::ir::Change::KeepColors | &crate::ir::Change::KeepName);
    if objects.len() > 1 && except.iter().any(keeps) {
        return Err(Halt::undecided(frame.source, "several objects keep colors or names of their own"));
    }
    let own = objects.first().map_or(frame.source, |object| *object);
    let own = sight.view.copiable(game, own);
    let (faces, rules) = copying_objects::with_exceptions(sight, frame, faces, except, own)?;
    let mut rules = left.iter().fold(rules, Rules::and);
    rules = copying_objects::rule_of_original(game, copied).into_iter().fold(rules, Rules::and);
    // What it was before, and all that is no copy effect on it, is as it was.
    if objects.iter().any(|object| copying_objects::is_copy(game, *object)) {
        rules.push(cr!("707.4"));
    }
    // Its status modifies what it copies (707.3).
    let any = |status: fn(&Object) -> bool| objects.iter().any(|object| status(game.object(*object)));
    if any(Object::is_face_down) {
        rules.push(cr!("708.10"));
    }
    // A flipped permanent is the lower half of what it copies, if that has one.
    if faces.len() > 1 && any(|object| object.flipped) {
        rules.push(cr!("707.3"));
        rules.push(cr!("110.5c"));
    }
    Ok(Some((faces, rules)))
}

/// What an effect says that objects are which it puts onto the battlefield (611.2e).
///
/// # Errors
/// If it asks for what can't be told.
pub(in crate::engine) fn being(
    sight: Sight<'_>,
    frame: &Frame,
    changes: &[crate::ir::Change],
) -> Outcome<ContinuousEffect> {
    let changes = changes.iter().map(|change| settled(sight, frame, change));
    Ok(ContinuousEffect {
        id: sight.game.next_effect(),
        source: frame.source,
        controller: frame.controller,
        timestamp: sight.game.clock(),
        affected: Affected::Rules,
        of: None,
        changes: changes.collect::<Outcome<Vec<_>>>()?.into(),
        copy: None,
        rules: Vec::new().into(),
        duration: Duration::Forever,
        since_turn: sight.game.turn().number,
        bindings: frame.bindings(),
        of_action: None,
        given: false,
    })
}
