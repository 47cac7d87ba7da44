//! Work shared among threads, its results handed on in order: what is printed never depends on the threads.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How deep a thread may call: boards and tables nest, and frames of an unoptimized build are large.
const STACK: usize = 16 << 20;

/// How far the threads may run ahead of the first result that is missing, for each of them. It bounds what is kept.
const AHEAD: usize = 256;

/// Does `work` for every number below `count` on `jobs` threads, each with a state of its own, and hands the results to
/// `take` in the order of the numbers. Where `take` breaks off, results that come later are dropped.
///
/// # Errors
/// A thread that can't be started.
pub(crate) fn in_order<S, T: Send>(
    count: usize,
    jobs: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    mut take: impl FnMut(usize, T) -> ControlFlow<()>,
) -> io::Result<()> {
    let shared = Shared { desk: Mutex::new(Desk::default()), done: Condvar::new(), room: Condvar::new() };
    let jobs = jobs.clamp(1, count.max(1));
    thread::scope(|scope| {
        for _ in 0..jobs {
            let worker = || {
                let _leaving = Leaving(&shared);
                let mut own = state();
                while let Some(number) = shared.next(count, jobs.saturating_mul(AHEAD)) {
                    let result = work(&mut own, number);
                    shared.put(number, result);
                }
            };
            let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
            if let Err(error) = started {
                shared.stop();
                return Err(error);
            }
        }
        for number in 0..count {
            let Some(result) = shared.take(number, jobs) else { break };
            if take(number, result).is_break() {
                break;
            }
        }
        shared.stop();
        Ok(())
    })
}

/// What the threads share.
struct Shared<T> {
    desk: Mutex<Desk<T>>,
    /// Told when a result is there.
    done: Condvar,
    /// Told when a result was taken.
    room: Condvar,
}

struct Desk<T> {
    next: usize,
    taken: usize,
    left: usize,
    stopped: bool,
    results: BTreeMap<usize, T>,
}

impl<T> Default for Desk<T> {
    fn default() -> Self {
        Self { next: 0, taken: 0, left: 0, stopped: false, results: BTreeMap::new() }
    }
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, Desk<T>> {
        // Nothing that can panic is done while the lock is held.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next number to work on; nothing if there is none, or no more are wanted.
    fn next(&self, count: usize, ahead: usize) -> Option<usize> {
        let mut desk = self.lock();
        while !desk.stopped && desk.next >= desk.taken.saturating_add(ahead) && desk.next < count {
            desk = self.room.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
        if desk.stopped || desk.next >= count {
            return None;
        }
        desk.next += 1;
        Some(desk.next - 1)
    }

    fn put(&self, number: usize, result: T) {
        self.lock().results.insert(number, result);
        self.done.notify_one();
    }

    /// The result of that number, as soon as it is there; nothing if every thread has left without it.
    fn take(&self, number: usize, jobs: usize) -> Option<T> {
        let mut desk = self.lock();
        loop {
            if let Some(result) = desk.results.remove(&number) {
                desk.taken = number + 1;
                self.room.notify_all();
                return Some(result);
            }
            if desk.left == jobs {
                return None;
            }
            desk = self.done.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.room.notify_all();
    }
}

/// Says that a thread has left, even if it panicked, so that nobody waits for it.
struct Leaving<'a, T>(&'a Shared<T>);

impl<T> Drop for Leaving<'_, T> {
    fn drop(&mut self) {
        self.0.lock().left += 1;
        self.0.done.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::in_order;

    #[test]
    fn results_come_in_order_whatever_the_threads_do() {
        for jobs in [0, 1, 2, 7, 100] {
            let mut seen = Vec::new();
            let work = |state: &mut usize, number: usize| {
                *state += 1;
                if number.is_multiple_of(3) {
                    std::thread::yield_now();
                }
                number * number
            };
            let take = |number, square| {
                seen.push((number, square));
                ControlFlow::Continue(())
            };
            in_order(2000, jobs, || 0, work, take).expect("threads");
            assert!(seen.iter().copied().eq((0..2000).map(|number| (number, number * number))), "{jobs}");
        }
        in_order(0, 4, || (), |(), _| (), |_, ()| ControlFlow::Continue(())).expect("threads");
    }

    #[test]
    fn breaking_off_ends_the_work_soon() {
        let worked = AtomicUsize::new(0);
        let work = |(): &mut (), number: usize| {
            worked.fetch_add(1, Ordering::Relaxed);
            number
        };
        let mut taken = 0;
        let take = |number, _| {
            taken += 1;
            if number == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        in_order(1_000_000, 2, || (), work, take).expect("threads");
        assert_eq!(taken, 3);
        assert!(worked.into_inner() < 10_000);
    }
}
