//! CR 614: Replacement Effects. Which events headjudge lets be replaced and how, and why it does not let others be.

use crate::engine::halt::Why;
use crate::ir::event::Made;
use crate::ir::event::sorts::of_combat;
use crate::ir::{Event, NamedDeed, Players, Replacement, ReplacementResult, Verb};

/// Why a replacement effect is never applied; nothing for one that may be.
pub(in crate::engine) fn gap_of(replacement: &Replacement) -> Option<Why> {
    if super::turns::is_such(replacement) {
        return None;
    }
    if !is_played(&replacement.of) {
        return Some(NOT_REPLACED.into());
    }
    gap_of_result(replacement).map(Why::Borrowed)
}

/// Why an event is not replaced at all.
pub(in crate::engine::spells) const NOT_REPLACED: &str =
    "it replaces something that headjudge does not let be replaced yet";

/// Why an event is not replaced in this way.
pub(in crate::engine::spells) const IN_SUCH_A_WAY: &str =
    "it replaces an event in a way that can't be played";

/// Why what is done in addition to one event of the parts that it is made of, or instead of it, is not done.
pub(in crate::engine::spells) const TOKENS_AND_MORE: &str = "something else is done as tokens are created";

/// The same of losing the game, which is not all that happens.
pub(in crate::engine::spells) const LOSS_AND_MORE: &str = "it does something else as a player loses the game";

/// The same of a search.
pub(in crate::engine::spells) const SEARCH_AND_MORE: &str = "it does something else as a library is searched";

/// Why nothing is applied to something's being turned face up.
pub(in crate::engine) const TURNED_UP: &str =
    "it changes how it is turned face up in a way that is not played";

/// Why events of a kind that are replaced are not replaced by this.
pub(in crate::engine::spells) fn gap_of_result(replacement: &Replacement) -> Option<&'static str> {
    use ReplacementResult::{Also, Amount, Enters, Instead, Prevent, Produces, Redirect, To, Tokens, Under};
    let result = &replacement.result;
    let of_a_move = matches!(result, To { .. } | Under(_) | Enters(_));
    if matches!(result, To { place: Some(place), .. } if super::moving::position_of(place).is_none()) {
        return Some("it puts what moves into a library at a place that is still to be chosen");
    }
    let of_damage = matches!(result, Prevent { .. } | Redirect(_));
    let of = &replacement.of;
    match of.made() {
        Made::Any(events) => {
            let of_each =
                |event: &Event| gap_of_result(&Replacement { of: event.clone(), ..replacement.clone() });
            return events.iter().find_map(of_each);
        }
        // How many cards are drawn may be another number; what else is done is done of each draw (121.2a).
        Made::OneOrMore(Event::Draws(_)) if !matches!(result, Amount(_)) || replacement.may.is_some() => {
            return Some(IN_SUCH_A_WAY);
        }
        Made::OneOrMore(event) | Made::CausedBy(_, event) => {
            return gap_of_result(&Replacement { of: event.clone(), ..replacement.clone() });
        }
        Made::Nth(..) | Made::Provided(..) | Made::Plain => {}
    }
    // Which events are replaced at all `is_played` says of each.
    if *of == Event::Never {
        return None;
    }
    if matches!(of, Event::Moves(_) | Event::Destroyed(_) | Event::Discards(..)) {
        let of_a_number = of_damage || matches!(result, Amount(_));
        return of_a_number.then_some("it changes a number of an event that has none");
    }
    if matches!(of, Event::TurnedFaceUp(_)) {
        let plain = replacement.only_if.is_none() && replacement.may.is_none();
        return (!plain || !matches!(result, Also(_))).then_some(TURNED_UP);
    }
    if matches!(of, Event::DamageReducesLife(..)) {
        let is_played = matches!(result, Amount(_)) && replacement.may.is_none();
        return (!is_played).then_some(IN_SUCH_A_WAY);
    }
    if matches!(of, Event::TappedForMana(..)) {
        let is_played = matches!(result, Produces(_)) && replacement.may.is_none();
        return (!is_played).then_some(IN_SUCH_A_WAY);
    }
    if of_a_move || matches!(result, Produces(_)) {
        return Some(IN_SUCH_A_WAY);
    }
    if matches!(of, Event::DealsDamage(_)) {
        return None;
    }
    if of_damage {
        let redirects = matches!(result, Redirect(_));
        return Some(if redirects { "it redirects what is no damage" } else { IN_SUCH_A_WAY });
    }
    let (also, instead) = (matches!(result, Also(_)), matches!(result, Instead(_)));
    if matches!(of, Event::LosesGame(_)) && also {
        return Some(LOSS_AND_MORE);
    }
    if matches!(of, Event::Creates(..)) && (also || instead || replacement.may.is_some()) {
        return Some(TOKENS_AND_MORE);
    }
    if matches!(result, Tokens { .. }) && !matches!(of, Event::Creates(..)) {
        return Some(IN_SUCH_A_WAY);
    }
    let searches = matches!(of, Event::Does(_, what) if *what == NamedDeed::Does(Verb::Search));
    (searches && (also || instead)).then_some(SEARCH_AND_MORE)
}

/// Whether headjudge lets an effect replace its event at all.
pub(in crate::engine::spells) fn is_let(replacement: &Replacement) -> bool {
    super::turns::is_such(replacement) || is_played(&replacement.of)
}

/// Whether headjudge lets effects replace events of this kind; one that it would pass over must not be there.
pub(in crate::engine::spells) fn is_played(event: &Event) -> bool {
    match event {
        Event::Any(events) => {
            let of_damage = |event: &Event| matches!(event, Event::DealsDamage(_));
            events.iter().all(is_move) || events.iter().all(of_damage)
        }
        Event::OneOrMore(event) => is_move(event),
        Event::DealsDamage(_) | Event::GainsLife(_) | Event::LosesLife(_) | Event::LosesGame(_) => true,
        Event::DamageReducesLife(..) | Event::TappedForMana(..) => true,
        Event::Does(_, what) => {
            *what == NamedDeed::Does(Verb::Search) || *what == NamedDeed::Does(Verb::PayLife)
        }
        Event::CausedBy(Players::Opponents, event) if matches!(**event, Event::Discards(..)) => true,
        Event::CountersPut(..) | Event::Creates(..) | Event::CausedBy(..) => {
            crate::engine::spells::counting::is_played(event)
        }
        // It applies as the permanent is turned, not to an event of its own (708.11).
        Event::TurnedFaceUp(what) => crate::engine::reading::events::only_this(what),
        Event::Moves(_) | Event::Destroyed(_) | Event::Draws(_) | Event::Discards(..) | Event::Never => {
            is_move(event)
        }
        of_combat!()
        | Event::Nth(..)
        | Event::Provided(..)
        | Event::Begins(..)
        | Event::Casts(..)
        | Event::Copies(..)
        | Event::Activates(..)
        | Event::PlaysLand(..)
        | Event::Expends(..)
        | Event::Sacrifices(..)
        | Event::BecomesTapped(_)
        | Event::BecomesUntapped(_)
        | Event::BecomesTarget { .. }
        | Event::PlayerBecomesTarget(..)
        | Event::CountersRemoved(..)
        | Event::LastCounterRemoved(..)
        | Event::Transforms(_)
        | Event::BecomesAttached(..)
        | Event::BecomesUnattached(..)
        | Event::Countered(_)
        | Event::LosesControl(..)
        | Event::Triggers { .. }
        | Event::Becomes(..)
        | Event::Room(_)
        | Event::Chapter(_)
        | Event::State(_) => false,
    }
}

fn is_move(event: &Event) -> bool {
    matches!(event, Event::Moves(moves) if moves.caused_by.is_none())
        || matches!(event, Event::Destroyed(_) | Event::Draws(_) | Event::Discards(..) | Event::Never)
}
