//! CR 115: Targets. What must be so of several that are chosen together, targets or not: "from a single graveyard", "with total mana
//! value 4 or less".

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::{ObjectId, PlayerId, Thing};
use crate::ir::ability::{Measured, Together};
use crate::ir::filter::Shared;
use crate::ir::{Comparison, Filter, Measure, Quantity, Selection, Slot, TargetKind, TargetSpec, Zone};
use crate::rules::RuleId;
use crate::trace::refusal::PLACES;

/// Where those that are looked at are found meanwhile.
const CHOSEN: Slot = Slot::literal("chosen together");

/// Why some can't be chosen together, in a few words.
const WHY_NOT: &str = "these can't be chosen together";

/// The refusal of a choice of objects that can't be chosen together; of only one, that no other can be with it.
pub(in crate::engine) fn refused(
    player: PlayerId,
    rule: RuleId,
    together: Option<&Together>,
    chosen: &[Thing],
) -> Halt {
    let few = chosen.len() < 2;
    let refused = Halt::illegal(player, rule, WHY_NOT, None).with_together(chosen);
    refused.being(together.map(|together| why_not(together, few)))
}

/// Why some can't be chosen together, as far as what must be so of them says it.
fn why_not(together: &Together, few: bool) -> String {
    let shared = |shared: &Shared| shared.word().replace('-', " ");
    match together {
        Together::Same(its) if few => {
            format!("nothing else that it can be chosen with has the same {}", shared(its))
        }
        Together::Same(its) => format!("they don't have the same {}", shared(its)),
        Together::Different(its) if few => {
            format!("nothing else that it can be chosen with has another {}", shared(its))
        }
        Together::Different(its) => format!("no two of them may have the same {}", shared(its)),
        Together::Total(measured, Comparison::AtMost(_)) => {
            format!("their total {} is too high", measured.word().replace('-', " "))
        }
        Together::Total(measured, _) => {
            format!("their total {} is not what it has to be", measured.word().replace('-', " "))
        }
        Together::Kinds(_) => {
            "each of those chosen must be of another one of the kinds that it names".to_owned()
        }
    }
}

/// The refusal of a spell or ability for one of whose target phrases there are legal targets, but not so many as it needs, or not so many
/// together; any other refusal stays as it is.
pub(in crate::engine) fn for_want_of_so_many(
    play: &mut Play<'_>,
    frame: &Frame,
    (specs, place, on_stack): (&[&TargetSpec], usize, ObjectId),
    halt: Halt,
) -> Halt {
    let words = specs.get(place).and_then(|spec| {
        // Of several targets it is said for which there is nothing, of those behind the first: what is named may be another.
        let which = if place == 0 { None } else { PLACES.get(place) };
        so_many_in_words(play, frame, (spec, which.copied()), on_stack)
    });
    match words {
        Some(words) => halt.being(Some(words)),
        None => halt,
    }
}

/// The first numbers in words.
const NUMBERS: [&str; 6] = ["no", "one", "two", "three", "four", "five"];

/// That there are not so many legal targets as a phrase needs, where there is any; or that there is none for one behind the first.
fn so_many_in_words(
    play: &mut Play<'_>,
    frame: &Frame,
    (spec, which): (&TargetSpec, Option<&str>),
    on_stack: ObjectId,
) -> Option<String> {
    if spec.each_of.is_some() {
        return None;
    }
    let legal = super::legal(play, frame, spec, on_stack).ok()?;
    let view = play.view().ok()?;
    let least = quantities::amount(Sight { game: &play.game, view: &view }, frame, &spec.at_least).ok()?;
    let needed = least as usize;
    let number =
        |number: usize| NUMBERS.get(number).map_or_else(|| number.to_string(), |it| (*it).to_owned());
    if legal.is_empty() {
        return which.map(|which| format!("there is nothing that its {which} target could be"));
    }
    if needed < 2 {
        return None;
    }
    if legal.len() < needed {
        let are = if legal.len() == 1 { "is only one" } else { "are only" };
        let so_many = if legal.len() == 1 { String::new() } else { format!(" {}", number(legal.len())) };
        return Some(format!(
            "it needs {} targets, and there {are}{so_many} that it can have",
            number(needed)
        ));
    }
    let there_are = format!("there are no {} legal targets for it", number(needed));
    let together = spec.together.as_ref()?;
    Some(match together {
        Together::Same(Shared::Owner) if matches!(spec.kind, TargetKind::Card(_, Zone::Graveyard)) => {
            format!("{there_are} in one graveyard")
        }
        Together::Same(its) => format!("{there_are} with the same {}", its.word().replace('-', " ")),
        Together::Different(its) => {
            format!("{there_are} of which each has another {}", its.word().replace('-', " "))
        }
        Together::Total(..) | Together::Kinds(_) => {
            format!("{there_are} together: {}", why_not(together, false))
        }
    })
}

/// How many of these there can be together at most: all, where nothing is said.
///
/// # Errors
/// As [`fits`].
pub(in crate::engine) fn number(
    play: &mut Play<'_>,
    frame: &Frame,
    together: Option<&Together>,
    legal: &[Thing],
) -> Outcome<usize> {
    let Some(together) = together else { return Ok(legal.len()) };
    let view = play.view()?;
    most(Sight { game: &play.game, view: &view }, frame, together, legal)
}

/// Whether what has been chosen is together as it must be, where anything is said.
///
/// # Errors
/// As [`fits`].
pub(in crate::engine) fn are(
    play: &mut Play<'_>,
    frame: &Frame,
    together: Option<&Together>,
    chosen: &[Thing],
) -> Outcome<bool> {
    let Some(together) = together else { return Ok(true) };
    let view = play.view()?;
    fits(Sight { game: &play.game, view: &view }, frame, together, chosen)
}

/// Whether objects are together as they must be. Of none nothing is asked.
///
/// # Errors
/// If what is asked of them can't be told.
pub(in crate::engine) fn fits(
    sight: Sight<'_>,
    frame: &Frame,
    together: &Together,
    chosen: &[Thing],
) -> Outcome<bool> {
    if chosen.is_empty() {
        return Ok(true);
    }
    match together {
        Together::Same(shared) => {
            // What is one's alone is the same of all that have it in common with the first.
            let single = matches!(
                shared,
                Shared::Owner | Shared::Controller | Shared::ManaValue | Shared::Power | Shared::Sector
            );
            if chosen.len() > 2 && !single {
                return Err(Halt::undecided(
                    frame.source,
                    "what three or more have in common is not looked for",
                ));
            }
            let (first, rest) = chosen.split_at(1);
            Ok(sharing(sight, frame, *shared, first, rest)? == rest.len())
        }
        Together::Different(shared) => {
            for place in 1..chosen.len() {
                let (earlier, rest) = chosen.split_at(place);
                let (last, one) = (earlier.get(place.saturating_sub(1)..), rest);
                if sharing(sight, frame, *shared, last.unwrap_or_default(), one)? > 0 {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Together::Total(measured, comparison) => {
            let total = measure(sight, frame, *measured, chosen)?;
            quantities::compare(sight, frame, total, comparison)
        }
        Together::Kinds(kinds) => Ok(of_kinds(sight, frame, kinds, chosen)? == chosen.len()),
    }
}

/// Whether of objects that are no more together as they must be all are illegal (608.2b): two of them, several that are too much
/// in all, and several of which each has in common with another what no two may have. Of others it can't be told which.
///
/// # Errors
/// As [`fits`].
pub(in crate::engine) fn all_illegal(
    sight: Sight<'_>,
    frame: &Frame,
    together: &Together,
    chosen: &[Thing],
) -> Outcome<bool> {
    Ok(match together {
        Together::Total(..) => true,
        Together::Different(shared) => {
            for (place, thing) in chosen.iter().enumerate() {
                let others = chosen.iter().enumerate().filter(|(other, _)| *other != place);
                let others: Vec<Thing> = others.map(|(_, other)| *other).collect();
                if sharing(sight, frame, *shared, &[*thing], &others)? == 0 {
                    return Ok(false);
                }
            }
            true
        }
        Together::Same(_) | Together::Kinds(_) => chosen.len() == 2,
    })
}

/// How many of these objects there can be so that each is of another one of the kinds.
fn of_kinds(sight: Sight<'_>, frame: &Frame, kinds: &[Filter], some: &[Thing]) -> Outcome<usize> {
    let objects: Vec<ObjectId> = some.iter().filter_map(|thing| thing.object()).collect();
    let mut may_be: Vec<Vec<usize>> = Vec::with_capacity(kinds.len());
    for kind in kinds {
        let mut fitting = Vec::new();
        for (place, object) in objects.iter().enumerate() {
            if matches(sight, frame, kind, *object)? {
                fitting.push(place);
            }
        }
        may_be.push(fitting);
    }
    let mut taken: Vec<Option<usize>> = vec![None; objects.len()];
    let mut count = 0;
    for kind in 0..kinds.len() {
        let mut seen = vec![false; objects.len()];
        count += usize::from(take(kind, &may_be, &mut taken, &mut seen));
    }
    Ok(count)
}

/// Finds an object for a kind, where need be by finding another one for the kind that has it by now.
fn take(kind: usize, may_be: &[Vec<usize>], taken: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for place in may_be.get(kind).into_iter().flatten() {
        let Some(seen_here) = seen.get_mut(*place) else { continue };
        if std::mem::replace(seen_here, true) {
            continue;
        }
        let by = taken.get(*place).copied().flatten();
        if by.is_none_or(|other| take(other, may_be, taken, seen)) {
            if let Some(slot) = taken.get_mut(*place) {
                *slot = Some(kind);
            }
            return true;
        }
    }
    false
}

/// How many of these there can be together at most.
///
/// # Errors
/// As [`fits`].
pub(in crate::engine) fn most(
    sight: Sight<'_>,
    frame: &Frame,
    together: &Together,
    legal: &[Thing],
) -> Outcome<usize> {
    match together {
        Together::Same(shared) => {
            let mut most = 0;
            for thing in legal {
                most = most.max(sharing(sight, frame, *shared, &[*thing], legal)?);
            }
            Ok(most)
        }
        // One of each that there is: those that share it with none before.
        Together::Different(shared) => {
            let mut most = 0;
            for (place, thing) in legal.iter().enumerate() {
                let before: Vec<Thing> = legal.iter().take(place).copied().collect();
                most += usize::from(sharing(sight, frame, *shared, &[*thing], &before)? == 0);
            }
            Ok(most)
        }
        // With the least first, so many.
        Together::Total(measured, Comparison::AtMost(_)) => {
            let mut each = Vec::with_capacity(legal.len());
            for thing in legal {
                each.push((measure(sight, frame, *measured, &[*thing])?, *thing));
            }
            each.sort_by_key(|(number, _)| *number);
            let ordered: Vec<Thing> = each.into_iter().map(|(_, thing)| thing).collect();
            let mut most = 0;
            for count in 1..=ordered.len() {
                let some: Vec<Thing> = ordered.iter().take(count).copied().collect();
                if !fits(sight, frame, together, &some)? {
                    break;
                }
                most = count;
            }
            Ok(most)
        }
        Together::Total(..) => Ok(legal.len()),
        Together::Kinds(kinds) => of_kinds(sight, frame, kinds, legal),
    }
}

/// Those of some that can be chosen with as many others as must be. Where something must be the same, one that is alike too few is not
/// offered; where there are several kinds, one that is of none.
///
/// # Errors
/// As [`fits`].
pub(in crate::engine) fn offered(
    sight: Sight<'_>,
    frame: &Frame,
    together: Option<&Together>,
    legal: &[Thing],
    least: u32,
) -> Outcome<Vec<Thing>> {
    let mut offered = Vec::with_capacity(legal.len());
    for thing in legal {
        let may_be = match together {
            Some(Together::Same(shared)) => {
                least < 2 || sharing(sight, frame, *shared, &[*thing], legal)? >= least as usize
            }
            Some(Together::Kinds(kinds)) => of_kinds(sight, frame, kinds, &[*thing])? > 0,
            None | Some(Together::Different(_) | Together::Total(..)) => true,
        };
        if may_be {
            offered.push(*thing);
        }
    }
    Ok(offered)
}

/// How many of some objects have something in common with others.
fn sharing(
    sight: Sight<'_>,
    frame: &Frame,
    shared: Shared,
    with: &[Thing],
    some: &[Thing],
) -> Outcome<usize> {
    let mut frame = frame.clone();
    frame.bind(Some(CHOSEN), with.to_vec());
    let alike = Filter::Shares(shared, Box::new(Selection::Slot(CHOSEN)));
    let mut count = 0;
    for object in some.iter().filter_map(|thing| thing.object()) {
        count += usize::from(matches(sight, &frame, &alike, object)?);
    }
    Ok(count)
}

/// The sum of what is measured of objects.
fn measure(sight: Sight<'_>, frame: &Frame, measured: Measured, chosen: &[Thing]) -> Outcome<i32> {
    let mut frame = frame.clone();
    frame.bind(Some(CHOSEN), chosen.to_vec());
    let which = Box::new(Selection::Slot(CHOSEN));
    let of = match measured {
        Measured::ManaValue => Measure::ManaValueOf(which),
        Measured::Power => Measure::PowerOf(which),
        Measured::Toughness => Measure::ToughnessOf(which),
    };
    quantities::value(sight, &frame, &Quantity::Sum(of))
}

/// The objects, as things.
pub(in crate::engine) fn things(objects: &[ObjectId]) -> Vec<Thing> {
    objects.iter().copied().map(Thing::Object).collect()
}
