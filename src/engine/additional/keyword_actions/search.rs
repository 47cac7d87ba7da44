//! CR 701.23: Search

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::{matches, shares};
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::{continuous_effects, prevention_effects};
use crate::engine::zones::general;
use crate::game::{Answer, Cause, Choice, ChoiceKind, Game, Item, ObjectId, Options, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::filter::Shared;
use crate::ir::{Filter, NamedDeed, Slot, Verb, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// The slot for the players of whose libraries only a part was searched, by an effect that replaced the search (701.23f).
pub(in crate::engine) const IN_PART: Slot = Slot::literal("searched-in-part");

/// What has come of a search.
#[derive(Debug, Default)]
pub(in crate::engine) struct Search {
    /// The cards that were found.
    pub(in crate::engine) found: Vec<ObjectId>,
    /// Whether only a part of the library was searched instead of all of it.
    pub(in crate::engine) in_part: bool,
}

/// A player searches a library for cards of a kind and finds some of them (701.23a). With a stated quality they need not
/// find any (701.23b); for just so many cards they must (701.23d).
///
/// # Errors
/// If the choice is missing, or the library is not written out where the answer depends on it.
#[expect(clippy::too_many_arguments, reason = "a search has that many sides")]
pub(in crate::engine) fn search(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    searcher: PlayerId,
    library: PlayerId,
    what: &Filter,
    count: u32,
    (zones, up_to, different): (&[Zone], bool, Option<Shared>),
) -> Outcome<Search> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let forbidden =
        continuous_effects::prohibited(sight, Action::Do(Verb::Search), None, Some(searcher), None)?;
    if let Some(source) = forbidden {
        play.note(
            Level::Default,
            cause.kind,
            Rules::of(&[cr!("101.2")]),
            Note::Cant(Forbidden::Search, Thing::Player(searcher), Some(source)),
        );
        // The other zones are searched all the same (101.3).
        if zones.is_empty() {
            return Ok(Search::default());
        }
    }
    let instead =
        if forbidden.is_some() { None } else { prevention_effects::replace_search(play, searcher)? };
    let top = match instead {
        Some(count) => Some(general::top_of_library(play, library, count as usize)?),
        None => None,
    };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let quality = *what != Filter::EVERYTHING && *what != Filter::Is(crate::ir::Trait::Card);
    // What lies open must be found; of what is hidden as much as the player likes (701.23b).
    let mut open = Vec::new();
    let mut items = Vec::new();
    // Whether something that could be found is in a hidden zone, but nobody knows what it is.
    let mut unseen = false;
    for zone in zones {
        for card in play.game.zone(*zone, library).to_vec() {
            if *zone != Zone::Graveyard && play.game.object(card).is_unknown() {
                unseen = true;
                continue;
            }
            if !matches(sight, frame, what, card)? {
                continue;
            }
            // Of just so many cards it is the player's choice in which of the zones they find them (701.23d).
            let must_be_found = *zone == Zone::Graveyard && !up_to && quality && different.is_none();
            if must_be_found { open.push(card) } else { items.push(Item::Object(card)) }
        }
    }
    if !open.is_empty() && count != u32::MAX {
        return Err(Halt::undecided(frame.source, "it searches for some cards in several zones"));
    }
    let searched = match &top {
        _ if forbidden.is_some() => &[],
        Some(top) => top.as_slice(),
        None => play.game.zone(Zone::Library, library),
    };
    for card in searched.iter().rev() {
        if play.game.object(*card).is_unknown() {
            unseen = true;
        } else if matches(sight, frame, what, *card)? {
            items.push(Item::Object(*card));
        }
    }
    unseen |= top.is_none() && forbidden.is_none() && play.game.player(library).endless_library;
    let most = count.min(u32::try_from(items.len()).unwrap_or(u32::MAX));
    // With a stated quality they may find none; what else they could find nobody knows where nothing of the kind is written.
    let unknown = if quality { most == 0 && open.is_empty() } else { most < count };
    // Of a quality that nothing can have nothing is found, whatever the cards are.
    let undefined = is_undefined(sight, frame, what)?;
    let hidden = unknown && count > 0 && unseen && !undefined;
    if hidden && !quality {
        return Err(Halt::undecided(frame.source, "it searches cards that the scenario does not write out"));
    }
    let least = if quality || up_to { 0 } else { most };
    let rule = if undefined {
        cr!("701.23c")
    } else if !zones.is_empty() && (quality || up_to) {
        cr!("701.23b")
    } else if quality || up_to {
        cr!("701.23a")
    } else {
        cr!("701.23d")
    };
    let rules = Rules::NONE.and(rule);
    // How many is asked for may be part of why it is done so.
    let rules = if cause.rules.contains(cr!("107.1c")) { rules.and(cr!("107.1c")) } else { rules };
    // Several players search in turn.
    let rules = if cause.rules.contains(cr!("101.4")) { rules.and(cr!("101.4")) } else { rules };
    let source = frame.asking();
    let mut alike: Vec<(Item, Item)> = Vec::new();
    if let Some(what) = different {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        for (place, one) in items.iter().enumerate() {
            for other in items.iter().skip(place + 1) {
                if let (Some(its), Some(others)) = (one.object(), other.object())
                    && shares(sight, what, its, others)
                {
                    alike.push((*one, *other));
                }
            }
        }
    }
    let are_alike = |one: &Item, other: &Item| {
        alike.iter().any(|(a, b)| (a, b) == (one, other) || (b, a) == (one, other))
    };
    let mut left = most;
    loop {
        // Where two are alike that must not be, one after another is found, each unlike those before.
        let some_alike = items.iter().any(|one| items.iter().any(|other| are_alike(one, other)));
        let at_most = if some_alike { left.min(1) } else { left };
        let choice = Choice {
            player: searcher,
            kind: ChoiceKind::Find,
            source: Some(source),
            options: Options::Pick {
                from: items.clone().into(),
                at_least: least.min(at_most),
                at_most,
                ordered: false,
            },
            indifferent: false,
        };
        // Whoever finds fewer than are asked for need not have found them; whether they were there nobody else can tell.
        let asked_for = usize::try_from(if some_alike { 1 } else { count }).unwrap_or(usize::MAX);
        let fails = |_: &Game, answer: &Answer| match answer {
            Answer::Picked(picked) if quality && picked.len() < asked_for => Some(cr!("701.23b")),
            _ => None,
        };
        // Whatever is there, nothing of a stated quality need be found (701.23b); but that has to be said.
        let answer = match hidden {
            true => play.choose_as_written(choice, rules, fails)?.ok_or_else(|| {
                let why = "it searches cards that the scenario does not write out, and nothing says that none is found";
                Halt::undecided(frame.source, why)
            })?,
            false => play.choose_by(choice, rules, fails)?,
        };
        let Answer::Picked(picked) = answer else { break };
        let found: Vec<Item> =
            picked.iter().filter_map(|index| items.get(*index as usize)).copied().collect();
        open.extend(found.iter().filter_map(Item::object));
        items.retain(|item| !found.iter().any(|its| its == item || are_alike(its, item)));
        left = left.saturating_sub(u32::try_from(found.len()).unwrap_or(u32::MAX));
        if !some_alike || found.is_empty() || left == 0 || items.is_empty() {
            break;
        }
    }
    if open.is_empty() && rule == cr!("701.23c") {
        play.note(Level::Default, cause.kind, rules, Note::Impossible(searcher));
    }
    // A portion of a library in place of it is as good (701.23f).
    if searcher == library && forbidden.is_none() {
        let before = play.view()?;
        let searches = NamedDeed::Does(Verb::Search);
        after(play, &before, &[Happening::Does { player: searcher, what: searches, object: frame.source }])?;
    }
    Ok(Search { found: open, in_part: top.is_some() })
}

/// Whether the quality is one of an object that there isn't (701.23c).
fn is_undefined(sight: Sight<'_>, frame: &Frame, what: &Filter) -> Outcome<bool> {
    let mut undefined = false;
    if let Filter::All(filters) = what {
        for filter in filters {
            undefined |= is_undefined(sight, frame, filter)?;
        }
    }
    if let Filter::NamedLike(selection) = what {
        undefined = select(sight, frame, selection)?.is_empty();
    }
    Ok(undefined)
}
