//! CR 701.23: Search

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::game::{Cause, ChoiceKind, Item, Nature, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::{Filter, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// A player searches a library for cards of a kind and finds some of them (701.23a). With a stated quality they need not
/// find any (701.23b); for just so many cards they must (701.23d).
///
/// # Errors
/// If the choice is missing, or the library is not written out where the answer depends on it.
pub(in crate::engine) fn search(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    searcher: PlayerId,
    library: PlayerId,
    what: &Filter,
    count: u32,
) -> Outcome<Vec<ObjectId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if let Some(source) = continuous_effects::prohibited(sight, Action::Search, None, Some(searcher), None)? {
        play.note(
            Level::Default,
            cause.kind,
            Rules::of(&[cr!("101.2")]),
            Note::Cant(Forbidden::Search, Thing::Player(searcher), Some(source)),
        );
        return Ok(Vec::new());
    }
    let mut items = Vec::new();
    for card in play.game.zone(Zone::Library, library).iter().rev() {
        let unknown = matches!(play.game.object(*card).nature, Nature::Unknown);
        if !unknown && matches(sight, frame, what, *card)? {
            items.push(Item::Object(*card));
        }
    }
    let quality = *what != Filter::EVERYTHING && *what != Filter::Is(crate::ir::Trait::Card);
    let most = count.min(u32::try_from(items.len()).unwrap_or(u32::MAX));
    if !quality && most < count && play.game.player(library).endless_library {
        return Err(Halt::undecided(
            frame.source,
            "it searches a library that the scenario does not write out",
        ));
    }
    let least = if quality { 0 } else { most };
    let rules = Rules::of(&[if quality { cr!("701.23a") } else { cr!("701.23d") }]);
    let source = frame.on_stack.unwrap_or(frame.source);
    let picked = play.pick(searcher, ChoiceKind::Find, Some(source), items, least, most, false, rules)?;
    Ok(super::scry::objects(&picked))
}
