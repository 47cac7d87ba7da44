//! Instructions to sacrifice.

use std::rc::Rc;

use crate::engine::additional::keyword_abilities::deeds;
use crate::engine::additional::keyword_actions::sacrifice;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::selections::each;
use crate::engine::view::View;
use crate::game::{Cause, ChoiceKind, Item, ObjectId, PlayerId, Thing};
use crate::ir::instruction::Sacrifice;
use crate::ir::{Filter, Quantity};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::objects::{also_delayed, bound};
use super::{Frame, cause, how_many, information, objects_there, rule_of_number, rules_of_who, who_are};

/// One of each further kind.
const ONE: Quantity = Quantity::Fixed(1);

/// Sacrifices these objects, or some that each player chooses, all at the same time (701.21a, 101.4).
pub(super) fn sacrifice_objects(play: &mut Play<'_>, frame: &mut Frame, it: &Sacrifice) -> Outcome {
    let (by, chosen) = to_sacrifice(play, frame, it, false)?;
    let there = play.view()?;
    let results = sacrifice::sacrifice(play, by, &chosen)?;
    sacrificed(play, frame, it, &there, (&chosen, &results))
}

/// Keeps in mind what has been sacrificed of what was chosen, and tells of it.
pub(super) fn sacrificed(
    play: &mut Play<'_>,
    frame: &mut Frame,
    it: &Sacrifice,
    there: &Rc<View>,
    (chosen, results): (&[ObjectId], &[Option<ObjectId>]),
) -> Outcome {
    frame.did = results.iter().any(Option::is_some);
    let sacrificed = chosen.iter().zip(results).filter(|(_, result)| result.is_some());
    deeds::tell(play, frame, there, (sacrificed.map(|(object, _)| *object).collect(), frame.did))?;
    frame.bind(it.slot, bound(play, results));
    Ok(())
}

/// What is to be sacrificed, and by what. Other players may sacrifice some at the same time.
pub(super) fn to_sacrifice(
    play: &mut Play<'_>,
    frame: &Frame,
    it: &Sacrifice,
    and_others: bool,
) -> Outcome<(Cause, Vec<ObjectId>)> {
    let mut chosen: Vec<ObjectId> = Vec::new();
    let players = who_are(play, frame, &it.who)?;
    let mut by = cause(frame, cr!("701.21a"));
    let keyword = play.keyword_rule(frame);
    by = keyword.into_iter().fold(by, Cause::and);
    by = rules_of_who(play, &it.who).iter().fold(by, Cause::and);
    by = information::of_whom(play, frame, &it.who)?.iter().fold(by, Cause::and);
    match &it.these {
        Some(these) => {
            by = also_delayed(frame, these, by);
            for object in objects_there(play, frame, these)? {
                let controller = play.view()?.controller(&play.game, object);
                // Nobody can sacrifice what they don't control (701.21a).
                if players.contains(&controller) && play.game.object(object).on_battlefield() {
                    chosen.push(object);
                } else {
                    let by = cause(frame, cr!("701.21a"));
                    play.note(
                        Level::Default,
                        by.kind,
                        by.rules,
                        Note::Cant(Forbidden::Sacrifice, Thing::Object(object), None),
                    );
                }
            }
        }
        None => {
            // Each chooses in turn, then all of it happens at once (101.4).
            let in_turn = and_others || players.len() > 1;
            let filter = it.what.clone().unwrap_or(Filter::EVERYTHING);
            for player in players {
                let kinds = std::iter::once(((&it.count, it.up_to), &filter))
                    .chain(it.and.iter().map(|kind| ((&ONE, false), kind)));
                let before = chosen.len();
                for kind in kinds {
                    let taken = chosen.get(before..).unwrap_or_default();
                    let more = choose_to_sacrifice(play, frame, kind, taken, player, in_turn)?;
                    chosen.extend(more);
                }
            }
        }
    }
    Ok((by, chosen))
}

/// So many of a kind, but for what was taken as one of another kind before.
fn choose_to_sacrifice(
    play: &mut Play<'_>,
    frame: &Frame,
    ((count, up_to), filter): ((&Quantity, bool), &Filter),
    taken: &[ObjectId],
    player: PlayerId,
    in_turn: bool,
) -> Outcome<Vec<ObjectId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let items: Vec<Item> = each(sight, frame, filter)?
        .into_iter()
        .filter(|object| view.controller(&play.game, *object) == player && !taken.contains(object))
        .map(Item::Object)
        .collect();
    let (least, most) = how_many(play, frame, (count, up_to), items.len())?;
    // Up to so many, and any number, may be none.
    if most == 0 && !up_to && *count != Quantity::AnyNumber {
        let by = cause(frame, cr!("609.3"));
        play.note(Level::Default, by.kind, by.rules, Note::Impossible(player));
        return Ok(Vec::new());
    }
    let source = frame.asking();
    // Which one is a choice of the effect; that it is sacrificed, the keyword action.
    let rules = Rules::of(&[cr!("608.2d")]);
    let rules = if in_turn { rules.and(cr!("101.4")) } else { rules };
    let rules = rule_of_number(count).into_iter().fold(rules, Rules::and);
    let kind = ChoiceKind::Sacrifice;
    play.next_asks_of(frame, filter, None);
    let picked = play.pick(player, kind, Some(source), items, least, most, false, rules)?;
    Ok(picked.iter().filter_map(Item::object).collect())
}
