//! How much is done at once, and for how long: a request waits for its turn, and is stopped when its time is over.

#![expect(clippy::disallowed_types, reason = "what takes too long is stopped, and is no answer then")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::http::Response;

/// How long a request may wait for its turn.
const TURN: Duration = Duration::from_secs(5);

/// How long a request may take.
const TIME: Duration = Duration::from_secs(5);

/// How often it is looked whose time is over.
const LOOK: Duration = Duration::from_millis(50);

/// What is going on, and how much may.
pub(super) struct Limits {
    state: Mutex<State>,
    free: Condvar,
}

#[derive(Default)]
struct State {
    free: usize,
    /// What is going on, by when it has to be over and what stops it.
    going_on: Vec<(Instant, Arc<AtomicBool>)>,
    /// Whether nothing more is to come.
    closed: bool,
}

impl Limits {
    /// So many requests at once.
    pub(super) fn new(at_once: usize) -> Self {
        let state = State { free: at_once.max(1), ..State::default() };
        Self { state: Mutex::new(state), free: Condvar::new() }
    }

    /// Does something once it is its turn; it has to stop when the flag is set.
    pub(super) fn at_once(&self, does: impl FnOnce(&Arc<AtomicBool>) -> Response) -> Response {
        let Some(turn) = self.turn() else {
            return Response::fault(503, "too much is asked at once");
        };
        does(&turn.stop)
    }

    fn turn(&self) -> Option<Turn<'_>> {
        let until = Instant::now() + TURN;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.free == 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            state = self.free.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.free -= 1;
        let stop = Arc::new(AtomicBool::new(false));
        state.going_on.push((Instant::now() + TIME, stop.clone()));
        Some(Turn { limits: self, stop })
    }

    /// Stops what takes too long, until nothing more is to come.
    pub(super) fn watch(&self) {
        loop {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.closed {
                return;
            }
            let now = Instant::now();
            for (_, stop) in state.going_on.iter().filter(|(until, _)| *until <= now) {
                stop.store(true, Ordering::Relaxed);
            }
            drop(state);
            thread::sleep(LOOK);
        }
    }

    /// Nothing more is to come.
    pub(super) fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
    }
}

/// A request whose turn it is; another's it is when this is dropped, however that comes about.
struct Turn<'a> {
    limits: &'a Limits,
    stop: Arc<AtomicBool>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut state = self.limits.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.free += 1;
        state.going_on.retain(|(_, stop)| !Arc::ptr_eq(stop, &self.stop));
        drop(state);
        self.limits.free.notify_one();
    }
}
