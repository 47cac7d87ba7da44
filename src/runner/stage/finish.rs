//! What has been played and judged becomes an outcome with its verdict.

use crate::diag::{Code, Diagnostic};
use crate::game::Game;
use crate::rules::RuleId;
use crate::runner::outcome::{Finding, FindingState, Outcome, Verdict};
use crate::scenario::ast::Scenario;
use crate::trace::{Level, Trace};

/// The outcome, with its verdict: of several the gravest.
pub(super) fn finish(
    scenario: &Scenario,
    players: Vec<String>,
    game: Game,
    trace: Trace,
    findings: Vec<Finding>,
    diagnostics: Vec<Diagnostic>,
    stopped: bool,
) -> Outcome {
    let uncited = uncited(scenario, &trace, &findings);
    let failed = findings.iter().any(|finding| finding.state == FindingState::Fails)
        || diagnostics.iter().any(|diagnostic| {
            matches!(diagnostic.code, Code::WrongPlayer | Code::UnexpectedSuccess | Code::ExpectationFailed)
        });
    let undecided = diagnostics
        .iter()
        .any(|diagnostic| matches!(diagnostic.code, Code::OpenChoice | Code::Unsupported | Code::Runaway));
    let invalid = diagnostics.iter().any(|diagnostic| {
        !matches!(
            diagnostic.code,
            Code::OpenChoice
                | Code::Unsupported
                | Code::Runaway
                | Code::WrongPlayer
                | Code::UnexpectedSuccess
                | Code::ExpectationFailed
        )
    });
    let verdict = if invalid {
        Verdict::Invalid
    } else if failed {
        Verdict::Failed
    } else if undecided || stopped {
        Verdict::Undecided
    } else if scenario.head.unsettled.is_some() {
        Verdict::Unsettled
    } else {
        Verdict::Expected
    };
    Outcome {
        common: scenario.title.text.len(),
        title: scenario.full_title(),
        verdict,
        findings,
        diagnostics,
        game: Some(game),
        trace,
        players,
        uncited,
        users_cards: Vec::new(),
        leads: Vec::new(),
        gap: None,
        history: None,
        open: None,
    }
}

/// The rules named in the head that no event, refusal or answer at the default level rests on.
fn uncited(scenario: &Scenario, trace: &Trace, findings: &[Finding]) -> Vec<RuleId> {
    if !trace.is_on() || scenario.head.edition.is_some() {
        return Vec::new();
    }
    let cited = |rule: RuleId| {
        trace.entries().iter().any(|entry| entry.level == Level::Default && entry.rules.contains(rule))
            || findings
                .iter()
                .any(|finding| finding.state != FindingState::Fails && finding.rules.contains(rule))
    };
    let named = scenario.head.rules.iter().filter_map(|rule| RuleId::parse(&rule.text));
    named.filter(|rule| !cited(*rule)).collect()
}
