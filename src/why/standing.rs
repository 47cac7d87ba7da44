//! The rule by which something stands as it is, though no step of the play has made it so.
//!
//! A board is given, and most of what is on it is asked of unchanged: where nothing else decides an answer, the rule says by what a thing
//! stays as it is until something changes it.

use crate::game::{Game, ObjectId, PlayerId, Thing};
use crate::ir::{CardType, CounterKind, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::Reasons;

/// The rules that only attend an answer: alone they decide none.
const ATTENDS: [RuleId; 9] = [
    cr!("110.2"),
    cr!("113.7a"),
    cr!("117.4"),
    cr!("122.1"),
    cr!("400.7"),
    cr!("405.5"),
    cr!("601.2"),
    cr!("601.2a"),
    cr!("608.2c"),
];

/// The rules by which most that is asked of unchanged stands as it is.
const STANDS: [RuleId; 35] = [
    // The life that players begin with, by the variant.
    cr!("103.4a"),
    cr!("103.4c"),
    cr!("902.4"),
    cr!("904.5"),
    cr!("110.1"),
    cr!("110.2"),
    cr!("110.5b"),
    cr!("110.5c"),
    cr!("111.1"),
    cr!("119.1"),
    cr!("119.3"),
    cr!("120.3e"),
    cr!("120.6"),
    cr!("122.1"),
    cr!("122.6"),
    cr!("208.1"),
    cr!("301.5"),
    cr!("303.4"),
    cr!("400.5"),
    cr!("400.11"),
    cr!("401.1"),
    cr!("402.1"),
    cr!("404.1"),
    cr!("405.1"),
    cr!("406.1"),
    cr!("408.1"),
    cr!("406.6"),
    cr!("500.1"),
    cr!("508.1k"),
    cr!("509.1g"),
    cr!("509.1h"),
    cr!("702.99b"),
    cr!("716.2d"),
    cr!("700.1"),
    cr!("810.4"),
];

/// Whether any of these reasons says more than that something stands as it was.
pub(crate) fn says_more(reasons: Reasons) -> bool {
    reasons.iter().any(|reason| reason.step.is_some() || !STANDS.contains(&reason.rule))
}

/// Whether a rule can decide an answer, rather than attend it.
pub(crate) fn can_decide(rule: RuleId) -> bool {
    !ATTENDS.contains(&rule)
}

/// What an answer may speak of that stands as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Where an object is.
    Place(ObjectId),
    /// Its place in a library, graveyard or on the stack.
    Order,
    /// Who controls it.
    Control,
    /// Whether it is tapped, flipped, face down or phased out.
    Status(ObjectId),
    /// A characteristic: name, cost, color, type, ability, size.
    Characteristic,
    /// The counters on an object.
    Counters(bool),
    /// The damage marked on it.
    Damage,
    /// What it is attached to.
    Attachment(ObjectId),
    /// That it has resolved, or has not.
    Resolution,
    /// Which face of a permanent is up.
    Face,
    /// Whether it attacks.
    Attack,
    /// Whether it blocks.
    Block,
    /// Whether it is blocked or unblocked.
    Blocked,
    /// Whether it is a token.
    Token,
    /// What has exiled it.
    Exiled,
    /// What it is encoded on.
    Encoded,
    /// Whether it is the object that it was.
    Identity,
    /// The level of a permanent.
    Level,
    /// Which step or phase it is.
    Step,
    /// The life total of a player.
    Life(PlayerId),
    /// The counters that a player has.
    PlayerCounters(CounterKind),
    /// The unspent mana of a player.
    Mana,
    /// That the game goes on.
    GoesOn,
    /// That a player has not won.
    NotWon,
    /// That a player has not lost.
    NotLost,
    /// The cards in a zone.
    Cards(Zone),
    /// The cards outside the game.
    Outside,
    /// Tokens on the battlefield.
    Tokens,
    /// That an ability has not triggered.
    Trigger,
    /// That what happened was one event.
    Event,
}

impl Standing {
    /// The rule by which it stands as it is.
    pub(crate) fn rule(self, game: &Game) -> RuleId {
        match self {
            Self::Place(object) if game.is_outside(object) => cr!("400.11"),
            Self::Place(object) => of_zone(game.object(object).zone),
            Self::Order => cr!("400.5"),
            Self::Control => cr!("110.2"),
            Self::Status(object) if !game.object(object).on_battlefield() => cr!("110.5d"),
            Self::Status(object) if game.object(object).previous.is_some() => cr!("110.5b"),
            Self::Status(_) => cr!("110.5c"),
            Self::Characteristic => cr!("613.1"),
            Self::Counters(true) => cr!("122.1"),
            Self::Counters(false) => cr!("122.6"),
            Self::Damage => cr!("120.6"),
            Self::Attachment(object) => of_attachment(game, object),
            Self::Resolution => cr!("608.1"),
            Self::Life(_) if game.shares_life() => cr!("810.4"),
            Self::Life(player) => {
                let its = game.player(player);
                if its.life == its.starting_life { cr!("119.1") } else { cr!("119.3") }
            }
            Self::Face => cr!("701.27g"),
            Self::Attack => cr!("508.1k"),
            Self::Block => cr!("509.1g"),
            Self::Blocked => cr!("509.1h"),
            Self::Token => cr!("111.1"),
            Self::Exiled => cr!("406.6"),
            Self::Encoded => cr!("702.99b"),
            Self::Identity => cr!("400.7"),
            Self::Level => cr!("716.2d"),
            Self::Step => cr!("500.1"),
            Self::PlayerCounters(CounterKind::ENERGY) => cr!("107.14"),
            Self::PlayerCounters(kind) if kind == CounterKind::RAD => cr!("122.1i"),
            Self::PlayerCounters(_) => cr!("122.1"),
            Self::Mana => cr!("106.4"),
            Self::GoesOn => cr!("104.1"),
            Self::NotWon => cr!("104.2"),
            Self::NotLost => cr!("104.3"),
            Self::Cards(zone) => of_zone(zone),
            Self::Outside => cr!("400.11"),
            Self::Tokens => cr!("111.1"),
            Self::Trigger => cr!("603.2"),
            Self::Event => cr!("700.1"),
        }
    }

    /// Reasons of an answer with this rule behind them, where none of them can decide.
    pub(crate) fn behind(self, game: &Game, reasons: Reasons) -> Reasons {
        if reasons.iter().any(|reason| can_decide(reason.rule)) {
            return reasons;
        }
        let reasons = reasons.and(self.rule(game));
        // What a counter is decides nothing alone: what it is to put one stands beside it.
        if matches!(self, Self::Counters(true)) { reasons.and(cr!("122.6")) } else { reasons }
    }
}

/// What a zone is for, and how long something is in it.
const fn of_zone(zone: Zone) -> RuleId {
    match zone {
        Zone::Battlefield => cr!("110.1"),
        Zone::Hand => cr!("402.1"),
        Zone::Library => cr!("401.1"),
        Zone::Graveyard => cr!("404.1"),
        Zone::Exile => cr!("406.1"),
        Zone::Stack => cr!("405.1"),
        Zone::Command => cr!("408.1"),
        Zone::Ante => cr!("407.1"),
    }
}

/// What an object of its kind can be attached to.
fn of_attachment(game: &Game, object: ObjectId) -> RuleId {
    let its = game.object(object);
    match its.attached_to {
        Some(Thing::Player(_)) => cr!("303.4b"),
        _ if its.base.is(CardType::Enchantment) => cr!("303.4"),
        _ if its.base.has_subtype_named("Fortification") => cr!("301.6"),
        // Whoever controls it, it stays on a creature of another player.
        Some(Thing::Object(host))
            if its.base.is(CardType::Artifact)
                && game.object(host).noticed_controller != its.noticed_controller =>
        {
            cr!("301.5d")
        }
        _ if its.base.is(CardType::Artifact) => cr!("301.5"),
        _ => cr!("701.3a"),
    }
}
