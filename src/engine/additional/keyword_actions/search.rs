//! CR 701.23: Search

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::{matches, shares};
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::{continuous_effects, prevention_effects};
use crate::engine::view::View;
use crate::engine::zones::general;
use crate::game::{Answer, Cause, Choice, ChoiceKind, Game, Item, ObjectId, Options, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::filter::Shared;
use crate::ir::{Filter, NamedDeed, Slot, Symbol, Verb, Zone};
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
    /// Whether the library was searched, and not other zones alone.
    pub(in crate::engine) of_library: bool,
}

/// What else is said of a search.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct How<'a> {
    /// The zones that are searched as well as the library.
    pub(in crate::engine) zones: &'a [Zone],
    /// Whether only those of all of them are that the searching player chooses.
    pub(in crate::engine) any_zones: bool,
    /// Whether they may find fewer though they lie open.
    pub(in crate::engine) up_to: bool,
    /// In what no two of the cards may be alike.
    pub(in crate::engine) different: Option<Shared>,
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
    how: How<'_>,
) -> Outcome<Search> {
    let How { zones, any_zones, up_to, different } = how;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    // Of effects it is said that they can't cause whoever controls them to search their own library.
    let by = (frame.controller == searcher && library == searcher).then(|| frame.asking());
    let forbidden =
        continuous_effects::prohibited(sight, Action::Do(Verb::Search), None, Some(searcher), by)?;
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
    let (zones, of_library) = match any_zones {
        true => choose_zones(play, frame, searcher, zones, forbidden.is_none())?,
        false => (zones.to_vec(), forbidden.is_none()),
    };
    let instead = if of_library { prevention_effects::replace_search(play, searcher)? } else { None };
    let top = match instead {
        Some(count) => Some(general::top_of_library(play, library, count as usize)?),
        None => None,
    };
    let quality = *what != Filter::EVERYTHING && *what != Filter::Is(crate::ir::Trait::Card);
    let view = play.view()?;
    let undefined = is_undefined(sight_of(play, &view), frame, what)?;
    let among = match &top {
        _ if !of_library => Vec::new(),
        Some(top) => top.clone(),
        None => play.game.zone(Zone::Library, library).to_vec(),
    };
    let open_too = !up_to && quality && different.is_none();
    let mut looked = look(play, frame, library, what, (&zones, open_too), &among)?;
    let in_hidden = of_library || zones.iter().any(|zone| *zone != Zone::Graveyard);
    looked.unseen |= top.is_none() && of_library && play.game.player(library).endless_library;
    // Of only so many those that lie open are some that can be found; the player finds them, or others in their place.
    let open = if count == u32::MAX { 0 } else { u32::try_from(looked.open.len()).unwrap_or(u32::MAX) };
    if open > 0 {
        if open < count && count > 1 && in_hidden {
            return Err(Halt::undecided(frame.source, "it searches for some cards in several zones"));
        }
        looked.items.splice(0..0, std::mem::take(&mut looked.open).into_iter().map(Item::Object));
    }
    let most = count.min(u32::try_from(looked.items.len()).unwrap_or(u32::MAX));
    // With a stated quality they may find none; what else they could find nobody knows where nothing of the kind is written.
    let unknown = if quality { most == 0 && looked.open.is_empty() } else { most < count };
    // Of a quality that nothing can have nothing is found, whatever the cards are.
    let hidden = unknown && count > 0 && looked.unseen && !undefined;
    if hidden && !quality {
        return Err(Halt::undecided(frame.source, "it searches cards that the scenario does not write out"));
    }
    let rule = match quality || up_to {
        _ if undefined => cr!("701.23c"),
        true if !zones.is_empty() && in_hidden => cr!("701.23b"),
        true => cr!("701.23a"),
        false => cr!("701.23d"),
    };
    // How many is asked for may be part of why it is done so, and several players search in turn.
    let also = [cr!("107.1c"), cr!("101.4")].into_iter().filter(|also| cause.rules.contains(*also));
    let rules = also.fold(Rules::NONE.and(rule), Rules::and);
    let least = if up_to {
        0
    } else if quality {
        open.min(most)
    } else {
        most
    };
    let top = top.map(|top| u32::try_from(top.len()).unwrap_or(u32::MAX));
    let in_part = top.is_some();
    let finding = Finding { searcher, what, top, quality, hidden, least, most, count, rules };
    let mut found = looked.open;
    found.extend(find(play, frame, &finding, looked.items, different)?);
    if found.is_empty() && undefined {
        play.note(Level::Default, cause.kind, rules, Note::Impossible(searcher));
    }
    // A portion of a library in place of it is as good (701.23f).
    if searcher == library && of_library {
        let before = play.view()?;
        let searches = NamedDeed::Does(Verb::Search);
        after(play, &before, &[Happening::Does { player: searcher, what: searches, object: frame.source }])?;
    }
    Ok(Search { found, in_part, of_library })
}

/// The player chooses which of the library and other zones they search, at least one: the other zones, and whether the library is
/// searched.
fn choose_zones(
    play: &mut Play<'_>,
    frame: &Frame,
    searcher: PlayerId,
    zones: &[Zone],
    library_too: bool,
) -> Outcome<(Vec<Zone>, bool)> {
    let all: Vec<Zone> =
        library_too.then_some(Zone::Library).into_iter().chain(zones.iter().copied()).collect();
    let words = all.iter().filter_map(|zone| Symbol::parse(zone.word())).map(Item::Word).collect();
    let most = u32::try_from(all.len()).unwrap_or(u32::MAX);
    let rules = Rules::of(&[cr!("608.2d"), cr!("701.23a")]);
    let source = Some(frame.asking());
    let picked = play.pick(searcher, ChoiceKind::Choose, source, words, 1, most, false, rules)?;
    let is_chosen =
        |zone: &Zone| picked.iter().any(|it| matches!(it, Item::Word(word) if word.as_str() == zone.word()));
    let zones = zones.iter().copied().filter(is_chosen).collect();
    Ok((zones, library_too && is_chosen(&Zone::Library)))
}

/// The game as it is looked at.
fn sight_of<'a>(play: &'a Play<'_>, view: &'a View) -> Sight<'a> {
    Sight { game: &play.game, view }
}

/// What a searching player looks at.
#[derive(Debug, Default)]
struct Looked {
    /// What lies open and must be found.
    open: Vec<ObjectId>,
    /// What can be found.
    items: Vec<Item>,
    /// Whether something that could be found is in a hidden zone, but nobody knows what it is.
    unseen: bool,
}

/// Looks at the cards of a library, and at a player's other zones. What lies open there must be found if the search says so; of what is
/// hidden as much as the player likes (701.23b).
fn look(
    play: &mut Play<'_>,
    frame: &Frame,
    owner: PlayerId,
    what: &Filter,
    (zones, open_too): (&[Zone], bool),
    library: &[ObjectId],
) -> Outcome<Looked> {
    let view = play.view()?;
    let sight = sight_of(play, &view);
    let mut looked = Looked::default();
    for zone in zones {
        for card in play.game.zone(*zone, owner) {
            if *zone != Zone::Graveyard && play.game.object(*card).is_unknown() {
                looked.unseen = true;
            } else if !matches(sight, frame, what, *card)? {
                continue;
            } else if *zone == Zone::Graveyard && open_too {
                looked.open.push(*card);
            } else {
                // Of just so many cards it is the player's choice in which of the zones they find them (701.23d).
                looked.items.push(Item::Object(*card));
            }
        }
    }
    for card in library.iter().rev() {
        if play.game.object(*card).is_unknown() {
            looked.unseen = true;
        } else if matches(sight, frame, what, *card)? {
            looked.items.push(Item::Object(*card));
        }
    }
    Ok(looked)
}

/// How a player finds cards.
struct Finding<'a> {
    searcher: PlayerId,
    what: &'a Filter,
    /// How many cards from the top are searched, where it is not the whole library.
    top: Option<u32>,
    /// Whether they have a stated quality.
    quality: bool,
    /// Whether what they could find is not written out.
    hidden: bool,
    least: u32,
    most: u32,
    /// How many are asked for.
    count: u32,
    rules: Rules,
}

/// The player finds some of these. Where two are alike that must not be, one after another is found, each unlike those before.
fn find(
    play: &mut Play<'_>,
    frame: &Frame,
    finding: &Finding<'_>,
    mut items: Vec<Item>,
    different: Option<Shared>,
) -> Outcome<Vec<ObjectId>> {
    let alike = pairs_alike(play, &items, different)?;
    let are_alike = |one: &Item, other: &Item| {
        alike.iter().any(|(a, b)| (a, b) == (one, other) || (b, a) == (one, other))
    };
    let mut all = Vec::new();
    let mut left = finding.most;
    loop {
        let some_alike = items.iter().any(|one| items.iter().any(|other| are_alike(one, other)));
        let at_most = if some_alike { left.min(1) } else { left };
        let choice = Choice {
            player: finding.searcher,
            kind: ChoiceKind::Find,
            source: Some(frame.asking()),
            options: Options::Pick {
                from: items.clone().into(),
                at_least: finding.least.min(at_most),
                at_most,
                ordered: false,
            },
            indifferent: false,
        };
        // Whoever finds fewer than are asked for need not have found them; whether they were there nobody else can tell.
        let asked_for = usize::try_from(if some_alike { 1 } else { finding.count }).unwrap_or(usize::MAX);
        let fails = |_: &Game, answer: &Answer| match answer {
            Answer::Picked(picked) if finding.quality && picked.len() < asked_for => Some(cr!("701.23b")),
            _ => None,
        };
        play.next_asks_of(frame, finding.what, finding.top);
        // Whatever is there, nothing of a stated quality need be found (701.23b); but that has to be said.
        let answer = match finding.hidden {
            true => play.choose_as_written(choice, finding.rules, fails)?.ok_or_else(|| {
                let why = "it searches cards that the scenario does not write out, and nothing says that none is found";
                Halt::undecided(frame.source, why)
            })?,
            false => play.choose_by(choice, finding.rules, fails)?,
        };
        let Answer::Picked(picked) = answer else { break };
        let found: Vec<Item> =
            picked.iter().filter_map(|index| items.get(*index as usize)).copied().collect();
        all.extend(found.iter().filter_map(Item::object));
        items.retain(|item| !found.iter().any(|its| its == item || are_alike(its, item)));
        left = left.saturating_sub(u32::try_from(found.len()).unwrap_or(u32::MAX));
        if !some_alike || found.is_empty() || left == 0 || items.is_empty() {
            break;
        }
    }
    Ok(all)
}

/// The pairs of these that have in common what must be different.
fn pairs_alike(play: &mut Play<'_>, items: &[Item], different: Option<Shared>) -> Outcome<Vec<(Item, Item)>> {
    let Some(what) = different else { return Ok(Vec::new()) };
    let view = play.view()?;
    let sight = sight_of(play, &view);
    let mut alike = Vec::new();
    for (place, one) in items.iter().enumerate() {
        for other in items.iter().skip(place + 1) {
            if let (Some(its), Some(others)) = (one.object(), other.object())
                && shares(sight, what, its, others)
            {
                alike.push((*one, *other));
            }
        }
    }
    Ok(alike)
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
