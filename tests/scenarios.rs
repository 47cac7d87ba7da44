//! Every scenario file is a test, by its own name; and each of its expectations must be able to fail, as must the rule that
//! it names.

use std::path::{Path, PathBuf};

use headjudge::cards::Pool;
use headjudge::diag::{Look, Source, render};
use headjudge::rules::RuleId;
use headjudge::runner::{Doubt, FindingState, Outcome, Runner, Verdict};
use headjudge::scenario::{NoIncludes, read};
use libtest_mimic::{Arguments, Failed, Trial};
use walkdir::WalkDir;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for path in files() {
        let name = path.display().to_string();
        let played = path.clone();
        trials.push(Trial::test(name.clone(), move || play(&played)));
        let negated = path.clone();
        trials.push(Trial::test(format!("{name} negated"), move || negate(&negated)));
        trials.push(Trial::test(format!("{name} by another rule"), move || swap_rules(&path)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The scenario files of the project, in a stable order, by their paths from the project's root.
fn files() -> Vec<PathBuf> {
    WalkDir::new("scenarios")
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "scn"))
        .collect()
}

fn source(path: &Path) -> Result<Source, Failed> {
    Ok(Source::new(path.display().to_string(), std::fs::read_to_string(path)?))
}

/// The verdict that the file says it ends with.
fn wanted(source: &Source) -> Verdict {
    let line = source.text.lines().find_map(|line| line.strip_prefix("# verdict:"));
    match line.map(str::trim) {
        Some("undecided") => Verdict::Undecided,
        Some("invalid") => Verdict::Invalid,
        Some("unsettled") => Verdict::Unsettled,
        _ => Verdict::Expected,
    }
}

fn play(path: &Path) -> Result<(), Failed> {
    let source = source(path)?;
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let outcomes = runner.run_text(&source, &NoIncludes);
    let again = runner.run_text(&source, &NoIncludes);
    for (outcome, again) in outcomes.iter().zip(&again) {
        if outcome.verdict != wanted(&source) {
            return Err(describe(outcome, &source).into());
        }
        // Two runs of anything are the same.
        if format!("{:?}", outcome.trace.entries()) != format!("{:?}", again.trace.entries()) {
            return Err(format!("{}: two runs differ", outcome.title).into());
        }
        check_invariants(outcome)?;
    }
    let scenarios = read(&source, &NoIncludes).scenarios;
    // What is played in no game is told of a card before.
    for (scenario, outcome) in scenarios.iter().zip(&outcomes) {
        let announced = runner.gaps(scenario);
        let is_announced =
            |why: &String| announced.iter().any(|card| card.2.iter().any(|gap| gap.why == *why));
        if let Some(why) = outcome.gap.as_ref().filter(|why| !is_announced(why)) {
            return Err(format!("{}: no card announces the gap `{why}`", outcome.title).into());
        }
    }
    // Of each scenario of the file: what a head names some variant has to cite.
    let titled: Vec<_> = scenarios.iter().map(|scenario| scenario.title.span).zip(&outcomes).collect();
    for variants in titled.chunk_by(|(one, _), (other, _)| one == other) {
        let uncited = variants.first().map(|(_, first)| first.uncited.clone()).unwrap_or_default();
        for rule in uncited {
            if variants.iter().all(|(_, outcome)| outcome.uncited.contains(&rule))
                && wanted(&source) == Verdict::Expected
            {
                return Err(format!("the head names {rule}, which nothing cites").into());
            }
        }
    }
    Ok(())
}

/// One object, one zone; every change of zone cited.
fn check_invariants(outcome: &Outcome) -> Result<(), Failed> {
    use headjudge::game::Change;
    use headjudge::ir::Zone;
    use headjudge::trace::What;
    // No answer without a rule that decides it.
    if let Some(finding) = outcome.findings.iter().find(|finding| !finding.decided) {
        return Err(format!(
            "{}: nothing decides \"{}\" ({})",
            outcome.title, finding.sentence, finding.rules
        )
        .into());
    }
    let Some(game) = &outcome.game else { return Ok(()) };
    for object in game.objects() {
        let listed = [Zone::Library, Zone::Hand, Zone::Graveyard]
            .iter()
            .flat_map(|zone| game.players().map(move |player| (*zone, player)))
            .filter(|(zone, player)| game.zone(*zone, *player).contains(&object.id))
            .count()
            + [Zone::Battlefield, Zone::Stack, Zone::Exile, Zone::Command, Zone::Ante]
                .iter()
                .filter(|zone| game.zone(**zone, headjudge::game::PlayerId(0)).contains(&object.id))
                .count();
        // What only stands for a designation of a player is in no zone.
        let somewhere = object.exists && !matches!(object.nature, headjudge::game::Nature::Marker(_));
        if listed != usize::from(somewhere) {
            return Err(format!("object {} stands in {listed} zones", object.id).into());
        }
    }
    for entry in outcome.trace.entries() {
        if matches!(&entry.what, What::Changed(Change::Move(_), _)) && entry.rules.as_slice().is_empty() {
            return Err(format!("a move without a rule: {:?}", entry.what).into());
        }
    }
    Ok(())
}

fn describe(outcome: &Outcome, source: &Source) -> String {
    let mut text = format!("{}: {}\n", outcome.title, outcome.verdict.words());
    for diagnostic in &outcome.diagnostics {
        text.push_str(&render(diagnostic, source, Look::Plain));
        text.push('\n');
    }
    text
}

/// Negates one expectation after the other: each must then fail.
fn negate(path: &Path) -> Result<(), Failed> {
    let source = source(path)?;
    if wanted(&source) != Verdict::Expected {
        return Ok(());
    }
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    for index in 0.. {
        let Some(outcomes) = runner.run_doubted(&source, &NoIncludes, Doubt::Claim(index)) else { break };
        for outcome in &outcomes {
            let todo = outcome.findings.iter().any(|finding| finding.state == FindingState::Todo);
            if outcome.verdict != Verdict::Failed && !todo {
                return Err(format!(
                    "{}: expectation {} holds though it is negated",
                    outcome.title,
                    index + 1
                )
                .into());
            }
        }
    }
    Ok(())
}

/// Puts another rule in the place of each that an expectation names: it must then fail.
fn swap_rules(path: &Path) -> Result<(), Failed> {
    let source = source(path)?;
    if wanted(&source) != Verdict::Expected {
        return Ok(());
    }
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let outcomes = runner.run_text(&source, &NoIncludes);
    let cited = |rule: RuleId| {
        outcomes.iter().any(|outcome| {
            outcome.trace.entries().iter().any(|entry| entry.rules.contains(rule))
                || outcome.findings.iter().any(|finding| finding.rules.contains(rule))
        })
    };
    // Rules that exist and decide nothing in a game.
    let others = ["100.1", "100.2a", "107.1", "100.6"].map(|rule| RuleId::parse(rule).ok_or(rule));
    let mut others = others.into_iter().flatten().filter(|rule| !cited(*rule));
    let Some(other) = others.next() else { return Err("every other rule is cited".into()) };
    for index in 0.. {
        let Some(outcomes) = runner.run_doubted(&source, &NoIncludes, Doubt::Rule(index, other)) else {
            break;
        };
        for outcome in &outcomes {
            let todo = outcome.findings.iter().any(|finding| finding.state == FindingState::Todo);
            if outcome.verdict != Verdict::Failed && !todo {
                let number = index + 1;
                return Err(format!("{}: rule {number} holds though it is {other} now", outcome.title).into());
            }
        }
    }
    Ok(())
}
