//! What wants to happen, and can be replaced or prevented before it does (614, 615).

use crate::game::EffectId;
use crate::game::Origin;
use crate::game::{Game, ManaAmount, Move, MoveAction, ObjectId, Occasion, PlayerId, Thing};
use crate::ir::event::Step;
use crate::ir::{CounterKind, Zone};

use super::view::View;

/// Something that would happen.
#[derive(Clone, Copy)]
pub enum Proposal<'a> {
    /// An object would go from one zone to another.
    Move {
        /// The object.
        object: ObjectId,
        /// Where it is.
        from: Zone,
        /// Where it would go.
        to: Zone,
        /// What the move is called.
        action: MoveAction,
        /// The player whose spell, ability or cost would cause it, if one would.
        causer: Option<PlayerId>,
        /// The object as it would be on the battlefield, where it would enter and that matters (614.12).
        arrived: Option<&'a Arrived>,
    },
    /// A token would enter the battlefield.
    Enter(&'a Arrived),
    /// A player would create tokens, by an effect or not.
    CreateTokens(PlayerId, ByEffect),
    /// Damage would be dealt.
    Damage(DamageEvent),
    /// A player would draw a card.
    Draw(PlayerId),
    /// A player would draw one or more cards, one after another (121.2a).
    DrawCards(PlayerId),
    /// A player would gain so much life or, if it is negative, lose it.
    Life(PlayerId, i32),
    /// A player would pay life.
    PayLife(PlayerId),
    /// Damage would reduce a player's life total to this, and with it that of these players: a team, or that player alone.
    ReduceLife(PlayerId, &'a [PlayerId], i32),
    /// Counters would be put on an object.
    PutCounters {
        /// The object.
        object: ObjectId,
        /// The object as it would be on the battlefield, if it would enter with them.
        arrived: Option<&'a Arrived>,
        /// Of which kind.
        kind: CounterKind,
        /// Whether an effect puts them.
        by: ByEffect,
    },
    /// A player would lose the game, and with them these players: a team, or that player alone.
    LoseGame(PlayerId, &'a [PlayerId]),
    /// A player would search a library.
    Search(PlayerId),
    /// A player would get this mana of a permanent that is tapped for it (106.12b).
    TapForMana {
        /// The player.
        player: PlayerId,
        /// The permanent.
        object: ObjectId,
        /// The mana.
        produced: ManaAmount,
    },
    /// A permanent would be turned face up.
    TurnFaceUp(ObjectId),
    /// A turn, phase or step of one of these players would begin; this says which it is.
    Begin(&'a [PlayerId], &'a dyn Fn(Step) -> bool),
}

/// Whether an effect would do something, rather than a cost or a rule (614.16).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByEffect(pub bool);

/// Some damage that would be dealt.
#[derive(Debug, Clone, Copy)]
pub struct DamageEvent {
    /// The source; nothing if nobody deals it.
    pub source: Option<ObjectId>,
    /// Who or what would be dealt it.
    pub to: Thing,
    /// How much.
    pub amount: u32,
    /// Whether it is combat damage.
    pub combat: bool,
    /// Whether it can be prevented (615.12).
    pub preventable: bool,
}

impl<'a> Proposal<'a> {
    /// That an object would move, where what it would be on the battlefield is known if it matters.
    pub(in crate::engine) fn of_move(
        game: &Game,
        it: &Move,
        causer: Option<PlayerId>,
        arrived: Option<&'a Arrived>,
    ) -> Self {
        let from = game.object(it.object).zone;
        Self::Move { object: it.object, from, to: it.to, action: it.action, causer, arrived }
    }

    /// Whether an effect would do it (614.16).
    pub(in crate::engine) const fn is_by_effect(&self) -> bool {
        matches!(self, Self::CreateTokens(_, ByEffect(true)) | Self::PutCounters { by: ByEffect(true), .. })
    }

    /// What "it" and "that player" are for what replaces it.
    pub(in crate::engine) fn occasion(&self) -> Occasion {
        match self {
            Self::Move { object, .. } => Occasion { before: Some(*object), ..Occasion::of(*object) },
            Self::Enter(arrived) => Occasion::of(arrived.object),
            Self::PutCounters { object, .. } | Self::TurnFaceUp(object) => Occasion::of(*object),
            Self::Damage(DamageEvent { source, to, .. }) => Occasion {
                objects: source.iter().copied().collect(),
                others: to.object().into_iter().collect(),
                player: to.player(),
                ..Occasion::default()
            },
            Self::CreateTokens(player, _)
            | Self::Draw(player)
            | Self::DrawCards(player)
            | Self::Life(player, _)
            | Self::PayLife(player)
            | Self::ReduceLife(player, ..)
            | Self::LoseGame(player, _)
            | Self::Search(player) => of_player(Some(*player)),
            Self::TapForMana { player, object, produced } => {
                Occasion { player: Some(*player), mana: *produced, ..Occasion::of(*object) }
            }
            Self::Begin(players, _) => of_player(players.first().copied()),
        }
    }
}

fn of_player(player: Option<PlayerId>) -> Occasion {
    Occasion { player, ..Occasion::default() }
}

/// The game as it would be with an object on the battlefield: what effects on entering look at (614.12).
pub struct Arrived {
    pub(in crate::engine) game: Game,
    pub(in crate::engine) view: View,
    pub(in crate::engine) object: ObjectId,
}

/// What tells one effect from another: its source, which of its abilities it is, and the shield if it is one; of what has become a copy
/// of something, which copy.
pub(in crate::engine) type Key = (ObjectId, Origin, Option<EffectId>, u8);
