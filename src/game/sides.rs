//! Who plays with whom and in which order: turn order (101.4), teams (102.3), and those that take turns as one (805).

use smallvec::SmallVec;

use super::ids::PlayerId;
use super::state::Game;

/// The casual variant that is played (9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Variant {
    /// None that the rules of a game look at.
    #[default]
    Normal,
    /// Planechase (901).
    Planechase,
    /// Archenemy (904), and who the archenemy is.
    Archenemy(PlayerId),
    /// Commander (903).
    Commander,
    /// Two-Headed Giant (810): the first two players against the other two.
    TwoHeadedGiant,
}

impl Variant {
    /// The team of a player; in a game without teams each is their own (102.2).
    const fn team(self, player: PlayerId) -> u8 {
        match self {
            Variant::TwoHeadedGiant => player.0 / 2,
            Variant::Archenemy(archenemy) => (player.0 != archenemy.0) as u8,
            Variant::Normal | Variant::Planechase | Variant::Commander => player.0,
        }
    }
}

impl Game {
    /// The players still in the game in APNAP order (101.4).
    pub fn apnap(&self) -> SmallVec<[PlayerId; 6]> {
        self.in_turn_order_from(self.turn.active)
    }

    /// The players still in the game in turn order from one of them.
    pub fn in_turn_order_from(&self, first: PlayerId) -> SmallVec<[PlayerId; 6]> {
        let mut order = SmallVec::new();
        let (before, from) = self.players.split_at(first.index().min(self.players.len()));
        for (seat, player) in (first.0..).zip(from).chain((0..).zip(before)) {
            if !player.gone {
                order.push(PlayerId(seat));
            }
        }
        order
    }

    /// The next player in turn order who is still in the game.
    pub fn player_after(&self, player: PlayerId) -> PlayerId {
        let (before, from) = self.players.split_at(player.index().min(self.players.len()));
        let seats = (player.0..).zip(from).skip(1).chain((0..).zip(before));
        seats.filter(|(_, its)| !its.gone).map(|(seat, _)| PlayerId(seat)).next().unwrap_or(player)
    }

    /// Whose turn follows that of a player in turn order: the next player's, or that of the next team (805.4).
    pub fn turn_after(&self, player: PlayerId) -> PlayerId {
        match self.shares_turns() {
            true => {
                let order = self.in_turn_order_from(player);
                order.iter().copied().find(|other| !self.same_team(player, *other)).unwrap_or(player)
            }
            false => self.player_after(player),
        }
    }

    /// Whether two players are the same or teammates (102.3).
    pub fn same_team(&self, one: PlayerId, other: PlayerId) -> bool {
        self.variant.team(one) == self.variant.team(other)
    }

    /// A player and their teammates who are still in the game, in turn order.
    pub fn team_of(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> {
        self.players().filter(move |other| self.same_team(player, *other) && !self.player(*other).gone)
    }

    /// Whether teams rather than players take turns and have priority, and some team has several players (805.4, 805.5).
    pub fn shares_turns(&self) -> bool {
        match self.variant {
            Variant::TwoHeadedGiant => true,
            Variant::Archenemy(_) => self.players.len() > 2,
            Variant::Normal | Variant::Planechase | Variant::Commander => false,
        }
    }

    /// Whether the life total and the poison counters are the team's (810.4, 810.10).
    pub const fn shares_life(&self) -> bool {
        matches!(self.variant, Variant::TwoHeadedGiant)
    }

    /// The players whose life total and poison counters are those of a player: they, and teammates who share them (810.9, 810.10), in turn
    /// order from the first seat, whether or not they are still in the game.
    pub fn with_shared_totals(&self, player: PlayerId) -> SmallVec<[PlayerId; 4]> {
        let shares =
            |other: &PlayerId| *other == player || self.shares_life() && self.same_team(*other, player);
        self.players().filter(shares).collect()
    }

    /// Under whom of those the one total is told (810.9, 810.10).
    pub fn keeper_of_totals(&self, player: PlayerId) -> PlayerId {
        self.with_shared_totals(player).first().copied().unwrap_or(player)
    }

    /// Whether it is a player's turn, or their team's where teams take turns (805.4a).
    pub fn is_active(&self, player: PlayerId) -> bool {
        self.fights_with(player, self.turn.active)
    }

    /// Whether two players attack and block as one: they are the same, or of one team that takes turns together (805.10a).
    pub fn fights_with(&self, one: PlayerId, other: PlayerId) -> bool {
        one == other || self.shares_turns() && self.same_team(one, other)
    }

    /// Who takes a player's turns: they, or all of their team where teams take turns (805.4).
    pub fn whose_turn_it_would_be(&self, player: PlayerId) -> SmallVec<[PlayerId; 4]> {
        match self.shares_turns() {
            true => self.team_of(player).collect(),
            false => SmallVec::from_slice(&[player]),
        }
    }

    /// Whether others take a player's turns with them (805.4).
    pub fn shares_turn(&self, player: PlayerId) -> bool {
        self.whose_turn_it_would_be(player).len() > 1
    }

    /// The players who have won with one of them: all of their team, also who had lost before (104.2c).
    pub fn winners_with(&self, winner: PlayerId) -> SmallVec<[PlayerId; 4]> {
        self.players().filter(|other| self.same_team(winner, *other)).collect()
    }

    /// Whether some players are a team together (102.3).
    pub fn has_teams(&self) -> bool {
        self.players()
            .any(|player| self.players().any(|other| other != player && self.same_team(player, other)))
    }

    /// How many of those who are still in the game have priority in turn: players, or teams where those have it (805.5).
    pub fn sides(&self) -> usize {
        let players = self.players().filter(|player| !self.player(*player).gone);
        if !self.shares_turns() {
            return players.count();
        }
        players.filter(|player| self.team_of(*player).next() == Some(*player)).count()
    }

    /// Who has priority after a player has passed (117.3d, 805.5b).
    pub(super) fn priority_after(&self, player: PlayerId) -> PlayerId {
        if !self.shares_turns() {
            return self.player_after(player);
        }
        let others = self.in_turn_order_from(player);
        others.iter().copied().find(|other| !self.same_team(player, *other)).unwrap_or(player)
    }

    /// The opponents of a player who are still in the game, in turn order.
    pub fn opponents(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> + use<> {
        let variant = self.variant;
        let opposed = move |other: &PlayerId| variant.team(*other) != variant.team(player);
        self.in_turn_order_from(player).into_iter().filter(opposed)
    }
}
