//! The positions that a game goes through, for whoever shows them. Nothing in a game depends on it.

use crate::game::Game;

/// How many positions are kept; those that come after them are not.
const MOST: usize = 2_000;

/// How many objects they may have together.
const MOST_OBJECTS: usize = 150_000;

/// The positions of a game in the order in which they came.
#[derive(Debug, Clone, Default)]
pub struct History {
    moments: Vec<Moment>,
    /// How many objects they have together.
    objects: usize,
    /// An earlier position is back, so that the next one is kept whatever its revision is.
    is_back: bool,
}

/// A position, and when it came.
#[derive(Debug, Clone)]
pub struct Moment {
    /// How many entries the trace had.
    pub after: usize,
    /// The game as it was then.
    pub game: Game,
}

impl History {
    /// One that begins with this position.
    pub fn from(game: &Game) -> Self {
        let moments = vec![Moment { after: 0, game: game.clone() }];
        Self { moments, objects: game.objects().len(), is_back: false }
    }

    /// Keeps how the game is once the trace has so many entries, if it has changed. What was kept of so many or more has been taken back
    /// since (733.1).
    pub(super) fn keep(&mut self, after: usize, game: &Game) {
        let before = self.moments.len();
        while self.moments.len() > 1 && self.moments.last().is_some_and(|last| last.after >= after) {
            let popped = self.moments.pop();
            self.objects -= popped.map_or(0, |moment| moment.game.objects().len());
        }
        let taken_back = self.is_back || self.moments.len() < before;
        let same = self.moments.last().is_some_and(|last| last.game.revision() == game.revision());
        if same && !taken_back || self.is_full() {
            return;
        }
        self.is_back = false;
        self.objects += game.objects().len();
        self.moments.push(Moment { after, game: game.clone() });
    }

    /// An earlier position has been put back.
    pub(super) const fn is_back(&mut self) {
        self.is_back = true;
    }

    /// The positions in order.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The place of the position in which the game was when the trace had so many entries.
    pub fn at(&self, entries: usize) -> usize {
        self.moments.partition_point(|moment| moment.after <= entries).saturating_sub(1)
    }

    /// Whether no more positions are kept, though there may have been more.
    pub const fn is_full(&self) -> bool {
        self.moments.len() >= MOST || self.objects >= MOST_OBJECTS
    }
}
