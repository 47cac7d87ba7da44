//! CR 608: Resolving Spells and Abilities. Choices of several objects that are no plain number of them: for each of something, or unlike;
//! and processes that are repeated.

use crate::engine::concepts::targets::together;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::{known, shares};
use crate::engine::reading::{Frame, Sight, conditions};
use crate::engine::zones::exile;
use crate::game::{Characteristics, ChoiceKind, Item, ObjectId, PlayerId, Thing};
use crate::ir::instruction::{Choose, EachOf};
use crate::ir::{CardType, Color, Condition, Instruction};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::meant::how_many;
use super::{cause, run};

/// A process that is repeated as long as something is so after it.
///
/// # Errors
/// If it never ends.
pub(super) fn again(
    play: &mut Play<'_>,
    frame: &mut Frame,
    does: &[Instruction],
    only_if: &Condition,
) -> Outcome {
    loop {
        play.tick("a process is repeated without end")?;
        run(play, frame, does)?;
        let view = play.view()?;
        if !conditions::holds(Sight { game: &play.game, view: &view }, frame, only_if)? {
            let note = Note::NotRepeated(frame.asking());
            play.note_unmet(Level::Default, cause(frame, cr!("608.2c")), note, (frame, only_if));
            return Ok(());
        }
    }
}

/// What a player chooses of what there is.
pub(super) fn pick(
    play: &mut Play<'_>,
    frame: &Frame,
    choice: &Choose,
    found: &[ObjectId],
    (player, kind, rules): (PlayerId, ChoiceKind, Rules),
) -> Outcome<Vec<Thing>> {
    let source = frame.asking();
    let mut chosen: Vec<Thing> = Vec::new();
    for group in groups(play, choice, found)? {
        // What has been chosen already need not be chosen for something else as well.
        let mut left: Vec<ObjectId> =
            group.into_iter().filter(|its| !choice.up_to || !chosen.contains(&Thing::Object(*its))).collect();
        let there = together::number(play, frame, choice.together.as_ref(), &together::things(&left))?;
        let (least, most) = how_many(play, frame, (&choice.count, choice.up_to), there)?;
        let mut of_group = 0;
        loop {
            let alike = some_alike(play, choice, &left)?;
            // Where two are alike that must not be, one after another is chosen, each unlike those before.
            let limit = if alike { (most - of_group).min(1) } else { most - of_group };
            let enough = u32::try_from(left.len()).unwrap_or(u32::MAX);
            let needed = least.saturating_sub(of_group).min(limit).min(enough);
            let limit = limit.min(enough.max(needed));
            play.next_asks_of(frame, &choice.what, None);
            let picked: Vec<ObjectId> = if choice.random {
                let items: Vec<Item> = left.iter().copied().map(Item::Object).collect();
                let picked = play.pick(player, kind, Some(source), items, needed, limit, false, rules)?;
                picked.into_iter().filter_map(Item::thing).filter_map(Thing::object).collect()
            } else {
                let asking = (player, kind, Some(source));
                exile::pick(play, asking, left.clone(), (needed, limit), rules)?
            };
            let new = picked.iter().copied().map(Thing::Object).filter(|its| !chosen.contains(its));
            let new: Vec<Thing> = new.collect();
            chosen.extend(new);
            of_group += u32::try_from(picked.len()).unwrap_or(u32::MAX);
            if !alike || picked.is_empty() || of_group >= most {
                break;
            }
            left = unlike(play, choice, left, &picked)?;
            if left.is_empty() {
                break;
            }
        }
    }
    Ok(chosen)
}

/// What is chosen from, apart for each of what it is chosen for; all of it where that is not said.
fn groups(play: &mut Play<'_>, choice: &Choose, found: &[ObjectId]) -> Outcome<Vec<Vec<ObjectId>>> {
    let Some(each) = choice.for_each else { return Ok(vec![found.to_vec()]) };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for object in found {
        known(sight, *object)?;
    }
    let of = |is: &dyn Fn(&Characteristics) -> bool| -> Vec<ObjectId> {
        found.iter().copied().filter(|object| is(view.characteristics(&play.game, *object))).collect()
    };
    let mut groups = Vec::new();
    match each {
        EachOf::CardType => {
            groups.extend(CardType::ALL.iter().map(|card_type| of(&|its| its.is(*card_type))));
        }
        EachOf::ColorPair => {
            for (place, one) in Color::ALL.iter().enumerate() {
                for other in Color::ALL.iter().skip(place + 1) {
                    let pair = [*one, *other].into_iter().collect();
                    groups.push(of(&|its| its.colors == pair));
                }
            }
        }
    }
    groups.retain(|group| !group.is_empty());
    Ok(groups)
}

/// Whether two of them are alike in what those chosen must differ in.
fn some_alike(play: &mut Play<'_>, choice: &Choose, from: &[ObjectId]) -> Outcome<bool> {
    let Some(what) = choice.different else { return Ok(false) };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for object in from {
        known(sight, *object)?;
    }
    let alike = |one: ObjectId, other: ObjectId| one != other && shares(sight, what, one, other);
    Ok(from.iter().any(|one| from.iter().any(|other| alike(*one, *other))))
}

/// Those that are unlike all of those chosen, and none of these.
fn unlike(
    play: &mut Play<'_>,
    choice: &Choose,
    mut from: Vec<ObjectId>,
    chosen: &[ObjectId],
) -> Outcome<Vec<ObjectId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    from.retain(|object| {
        let alike = |its: &ObjectId| {
            its == object || choice.different.is_some_and(|what| shares(sight, what, *its, *object))
        };
        !chosen.iter().any(alike)
    });
    Ok(from)
}
