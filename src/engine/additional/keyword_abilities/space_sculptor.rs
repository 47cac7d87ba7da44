//! CR 702.158: Space Sculptor

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::view::View;
use crate::game::{Cause, CauseKind, Change, ChoiceKind, Designation, Game, Item, Mark, ObjectId, PlayerId};
use crate::ir::{CardType, KeywordName, Symbol};
use crate::rules::{Rules, cr};
use crate::trace::Level;

/// The sectors that there are (702.158b).
const SECTORS: [Symbol; 3] = [Symbol::literal("alpha"), Symbol::literal("beta"), Symbol::literal("gamma")];

/// The permanents with space sculptor.
fn sculptors<'a>(game: &'a Game, view: &'a View) -> impl Iterator<Item = ObjectId> + 'a {
    let sculpts = |object: &ObjectId| view.has(game, *object, KeywordName::SpaceSculptor);
    game.battlefield().iter().copied().filter(sculpts)
}

/// The creatures that are in no sector while there is a permanent with space sculptor (702.158c).
pub(in crate::engine) fn without_sector(game: &Game, view: &View) -> Vec<ObjectId> {
    if !view.sculpted {
        return Vec::new();
    }
    let is_without = |object: &ObjectId| {
        game.object(*object).sector().is_none() && view.characteristics(game, *object).is(CardType::Creature)
    };
    game.battlefield().iter().copied().filter(is_without).collect()
}

/// Has each player choose a sector for each of those creatures that they control: first the players who control no permanent with
/// space sculptor, then the others (702.158c), each of the two in turn order (101.4).
///
/// # Errors
/// If nobody says which.
pub(in crate::engine) fn choose(
    play: &mut Play<'_>,
    creatures: &[ObjectId],
) -> Outcome<Vec<(ObjectId, Symbol)>> {
    let mut chosen = Vec::with_capacity(creatures.len());
    if creatures.is_empty() {
        return Ok(chosen);
    }
    let view = play.view()?;
    let own: Vec<PlayerId> =
        sculptors(&play.game, &view).map(|object| view.controller(&play.game, object)).collect();
    let players = play.game.apnap();
    let (last, first): (Vec<PlayerId>, Vec<PlayerId>) =
        players.into_iter().partition(|player| own.contains(player));
    for player in first.into_iter().chain(last) {
        for creature in creatures {
            if view.controller(&play.game, *creature) != player {
                continue;
            }
            let items = SECTORS.iter().copied().map(Item::Word).collect();
            let rules = Rules::of(&[cr!("704.5u"), cr!("702.158c")]);
            let picked = play.pick(player, ChoiceKind::Choose, Some(*creature), items, 1, 1, false, rules)?;
            chosen.extend(picked.first().and_then(|item| match item {
                Item::Word(sector) => Some((*creature, *sector)),
                _ => None,
            }));
        }
    }
    Ok(chosen)
}

/// Puts creatures into the sectors that were chosen for them, those that are still there.
pub(in crate::engine) fn designate(play: &mut Play<'_>, chosen: &[(ObjectId, Symbol)]) {
    let cause = Cause::new(CauseKind::StateBased, cr!("704.5u"));
    for (creature, sector) in chosen {
        if play.game.object(*creature).on_battlefield() {
            let designation = Designation::Sector(*sector);
            play.change(cause, Level::Default, Change::Designate(*creature, designation));
        }
    }
}

/// Sectors are kept until no player controls a permanent with space sculptor or an ability of one (702.158b).
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn notice(play: &mut Play<'_>) -> Outcome {
    // What has phased out keeps its sector as long as the others do.
    let there = play.game.marked(Mark::Designated).iter().copied();
    let in_sectors: Vec<(ObjectId, Symbol)> =
        there.filter_map(|object| play.game.object(object).sector().map(|sector| (object, sector))).collect();
    if in_sectors.is_empty() {
        return Ok(());
    }
    let view = play.view()?;
    let of_sculptor = |on_stack: &ObjectId| {
        let ability = play.game.object(*on_stack).stack_ability();
        ability.is_some_and(|ability| view.has(&play.game, ability.source, KeywordName::SpaceSculptor))
    };
    if view.sculpted || play.game.stack().iter().any(of_sculptor) {
        return Ok(());
    }
    let cause = Cause::new(CauseKind::Rules, cr!("702.158b"));
    for (object, sector) in in_sectors {
        play.change(cause, Level::Default, Change::Undesignate(object, Designation::Sector(sector)));
    }
    Ok(())
}
