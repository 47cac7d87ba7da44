//! What one action costs on a small board and on large ones: casting a spell, resolving it, and what follows from it.
//!
//! A board ten times as large may cost at most twelve times as much. Run with `cargo bench --bench boards`.

use std::fmt;

use divan::Bencher;
use headjudge::cards::Pool;
use headjudge::diag::Source;
use headjudge::runner::{Runner, Verdict};
use headjudge::scenario::ast::Scenario;
use headjudge::scenario::{NoIncludes, read};

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// How many permanents there are.
const SIZES: [usize; 3] = [10, 100, 1000];

/// What stands on the board besides the creature that is dealt damage.
#[derive(Debug, Clone, Copy)]
enum Board {
    /// Cards and tokens without abilities.
    Plain,
    /// One effect that changes all the others.
    Anthem,
    /// Several effects of several layers, on creatures of many kinds with abilities of their own.
    Mixed,
    /// A permanent in ten changes all the others.
    Anthems,
    /// A permanent in ten has an ability that triggers.
    Triggers,
}

impl Board {
    fn entries(self, permanents: usize) -> String {
        let tenth = permanents / 10;
        let rest = permanents - tenth;
        match self {
            Self::Plain => format!("{} Grizzly Bears; {} token 1/1 white Soldier", rest - tenth, 2 * tenth),
            Self::Anthem => format!("{} Grizzly Bears; Glorious Anthem", permanents - 1),
            Self::Mixed => format!(
                "{} Grizzly Bears; {tenth} Serra Angel; {tenth} Llanowar Elves; {tenth} Forest; {tenth} Tarmogoyf; \
                 Glorious Anthem; Blood Moon; Elesh Norn, Grand Cenobite; Lhurgoyf; Rancor [attached to Lhurgoyf]",
                rest - 3 * tenth - 5
            ),
            Self::Anthems => format!("{rest} Grizzly Bears; {tenth} Glorious Anthem"),
            Self::Triggers => format!("{rest} Grizzly Bears; {tenth} Soul Warden"),
        }
    }

    fn scenario(self, permanents: usize) -> Vec<Scenario> {
        let text = format!(
            "scenario  A large board\nAP\n  hand         Lightning Bolt\n  battlefield  {}\n  graveyard    Gray Ogre\n\
             NAP\n  battlefield  Hill Giant\n\nAP casts Lightning Bolt -> Hill Giant\nexpect Hill Giant in graveyard\n",
            self.entries(permanents)
        );
        read(&Source::new("board.scn".to_owned(), text), &NoIncludes).scenarios
    }
}

/// A board of a size.
#[derive(Debug, Clone, Copy)]
struct Case(Board, usize);

impl fmt::Display for Case {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?} {}", self.0, self.1)
    }
}

fn cases() -> impl Iterator<Item = Case> {
    let boards = [Board::Plain, Board::Anthem, Board::Mixed, Board::Anthems, Board::Triggers];
    boards.into_iter().flat_map(|board| SIZES.into_iter().map(move |permanents| Case(board, permanents)))
}

/// The action is played on a board that is ready.
#[divan::bench(args = cases())]
fn play(bencher: Bencher<'_, '_>, Case(board, permanents): Case) {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let scenarios = board.scenario(permanents);
    let passes =
        |scenario| runner.prepare(scenario).is_ok_and(|it| runner.play(it).verdict == Verdict::Expected);
    assert!(scenarios.iter().all(passes), "the board of {permanents} ({board:?}) is not as expected");
    let ready = || scenarios.iter().filter_map(|scenario| runner.prepare(scenario).ok()).collect::<Vec<_>>();
    bencher.with_inputs(ready).bench_local_values(|ready| {
        ready.into_iter().map(|scenario| runner.play(scenario).trace.entries().len()).sum::<usize>()
    });
}

/// How many equal cards are cast.
const CARDS: [usize; 2] = [100, 1000];

/// Equal cards in a hand are cast in turn, and each is told of: ten times as many may cost at most twelve times as much.
#[divan::bench(args = CARDS)]
fn equal_cards(bencher: Bencher<'_, '_>, cards: usize) {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let casts = "AP casts Grizzly Bears\n".repeat(cards);
    let text =
        format!("scenario  Equal cards\nAP\n  hand  {cards} Grizzly Bears\n{casts}expect AP life 20\n");
    let scenarios = read(&Source::new("equal.scn".to_owned(), text), &NoIncludes).scenarios;
    let ready = || scenarios.iter().filter_map(|scenario| runner.prepare(scenario).ok()).collect::<Vec<_>>();
    bencher.with_inputs(ready).bench_local_values(|ready| {
        ready.into_iter().map(|scenario| runner.play(scenario).trace.entries().len()).sum::<usize>()
    });
}
