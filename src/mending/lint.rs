//! What a scenario does not prove: for `headjudge lint`. Each doubt is tried by playing the scenario otherwise.

use crate::diag::{Code, Diagnostic, Source, Span};
use crate::rules::RuleId;
use crate::runner::{FindingState, Outcome, Runner, Verdict};
use crate::scenario::ast::{EntryWhat, ObjectText, Scenario, Statement, Text};
use crate::scenario::vocabulary::Zone;
use crate::scenario::{Includes, read};

/// What was found in a file.
#[derive(Debug, Default)]
pub struct Lints {
    /// Errors, if the file can't be read or a scenario is not valid; else what its scenarios do not prove.
    pub diagnostics: Vec<Diagnostic>,
    /// What is no doubt and worth knowing: the cards that take part and of which something is not played (a scenario that comes to
    /// it is undecided), and the old spellings of cards that are written out.
    pub remarks: Vec<Diagnostic>,
    /// Whether the file can't be read, or a scenario in it is not valid.
    pub invalid: bool,
}

impl Runner<'_> {
    /// What the scenarios of a text do not prove. With `strict` each expectation has to prove something, not only one.
    ///
    /// Of a scenario that is not valid it is said why. Those that end otherwise than expected are for `headjudge test`.
    pub fn lint(&self, source: &Source, includes: &dyn Includes, strict: bool) -> Lints {
        let reading = read(source, includes);
        if reading.is_faulty() {
            return Lints { diagnostics: reading.diagnostics, invalid: true, ..Lints::default() };
        }
        let (mut diagnostics, mut invalid) = (Vec::new(), false);
        let mut remarks: Vec<Diagnostic> = Vec::new();
        for variants in reading.scenarios.chunk_by(|one, other| one.title.span == other.title.span) {
            let Some(first) = variants.first() else { continue };
            for told in variants.iter().flat_map(|scenario| self.remarks(scenario)) {
                if !remarks.contains(&told) {
                    remarks.push(told);
                }
            }
            diagnostics.extend(proving_nothing(first, variants));
            let outcomes: Vec<Outcome> = variants.iter().map(|scenario| self.run(scenario)).collect();
            if outcomes.iter().any(|outcome| outcome.verdict != Verdict::Expected) {
                let slips = outcomes.iter().filter(|outcome| outcome.verdict == Verdict::Invalid);
                for slip in slips.flat_map(|outcome| &outcome.diagnostics) {
                    invalid = true;
                    if !diagnostics.contains(slip) {
                        diagnostics.push(slip.clone());
                    }
                }
                continue;
            }
            diagnostics.extend(uncited(first, &outcomes));
            diagnostics.extend(self.held_before(variants, strict));
            diagnostics.extend(self.unused(variants, &outcomes, source));
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
        remarks.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
        Lints { diagnostics, remarks, invalid }
    }

    /// The cards of a scenario of which something is not played, each with what that is, and what is spelt as it once was.
    fn remarks(&self, scenario: &Scenario) -> Vec<Diagnostic> {
        let of_each = self.gaps(scenario).into_iter().map(|(name, span, gaps)| {
            let message = format!("headjudge does not play all of `{name}`");
            let mut whys: Vec<String> = gaps.into_iter().map(|gap| gap.why).collect();
            whys.dedup();
            let warning = Diagnostic::error(Code::Unsupported, message, span, whys.join("; "));
            warning.as_warning().with_help("a scenario that comes to what is not played is undecided")
        });
        of_each.chain(self.told_of_texts(scenario)).collect()
    }

    /// The expectations that hold before the first action.
    fn held_before(&self, variants: &[Scenario], strict: bool) -> Vec<Diagnostic> {
        let Some(first) = variants.first() else { return Vec::new() };
        // Where nothing happens the board itself is the question.
        if first.statements.iter().all(is_claim) {
            return Vec::new();
        }
        let all = expectations(first);
        let holds_before = |span: Span| {
            variants.iter().all(|scenario| {
                let Some(line) = scenario.statements.iter().find(|line| line.line.text.span == span) else {
                    return false;
                };
                let alone = Scenario { statements: vec![line.clone()], ..scenario.clone() };
                let findings = self.run(&alone).findings;
                !findings.is_empty() && findings.iter().all(|finding| finding.state == FindingState::Holds)
            })
        };
        let held: Vec<Span> = all.iter().copied().filter(|span| holds_before(*span)).collect();
        if held.len() < all.len() && !strict {
            return Vec::new();
        }
        let told = held.into_iter().map(|span| {
            let message = "this holds before anything has happened";
            let fault =
                Diagnostic::error(Code::HoldsBefore, message, span, "it proves nothing of the actions");
            fault.as_warning().with_help("name the rule by which it is so, or expect what the actions change")
        });
        told.collect()
    }

    /// The cards that nobody speaks of and that make no difference.
    fn unused(&self, variants: &[Scenario], outcomes: &[Outcome], source: &Source) -> Vec<Diagnostic> {
        let Some(first) = variants.first() else { return Vec::new() };
        let mut unused = Vec::new();
        for (block, its) in first.blocks.iter().enumerate() {
            for (zone, line) in its.zones.iter().enumerate() {
                // What lies in a library is mostly there to lie above or below something.
                if line.zone.value == Zone::Library {
                    continue;
                }
                for (place, entry) in line.entries.iter().enumerate() {
                    let EntryWhat::Card(text) = &entry.what else { continue };
                    let (_, name) = EntryWhat::count_and_name(text, |_| false);
                    // What an included file brings is there for others as well.
                    let is_here = source.text.get(text.span.start..text.span.end) == Some(text.as_str());
                    let label = entry.label.as_ref().map(Text::as_str);
                    let is_spoken_of =
                        is_spoken_of(first, name, label, entry.span) || in_comment(source, name);
                    if !is_here || !entry.modifiers.is_empty() || is_spoken_of {
                        continue;
                    }
                    let same = variants.iter().zip(outcomes).all(|(scenario, outcome)| {
                        let without = without(scenario, block, zone, place);
                        without.is_some_and(|scenario| is_same(&self.run(&scenario), outcome))
                    });
                    if same {
                        let message = format!("`{name}` makes no difference");
                        let fault = Diagnostic::error(
                            Code::UnusedCard,
                            message,
                            entry.span,
                            "without it all is the same",
                        );
                        unused.push(fault.as_warning().with_help(
                            "take it away, or say in the question or a comment what it is there for",
                        ));
                    }
                }
            }
        }
        unused
    }
}

/// That a scenario expects and asks nothing, or which rows of its table leave nothing of the kind.
fn proving_nothing(first: &Scenario, variants: &[Scenario]) -> Vec<Diagnostic> {
    let proves =
        |scenario: &&Scenario| !expectations(scenario).is_empty() || scenario.statements.iter().any(asks);
    let bare: Vec<&Scenario> = variants.iter().filter(|scenario| !proves(scenario)).collect();
    let warning = |message: String, help: &str| {
        let fault = Diagnostic::error(Code::NoExpectation, message, first.title.span, "it proves nothing");
        fault.as_warning().with_help(help)
    };
    if bare.len() == variants.len() {
        let message = "the scenario neither expects nor asks anything".to_owned();
        return vec![warning(message, "add `expect ...` or `ask ...`")];
    }
    let of_row = |scenario: &&Scenario| {
        let message = format!("with the row `{}` nothing is expected or asked", scenario.cells.join(", "));
        warning(message, "its empty cells drop those lines: fill them, or put the column into brackets")
    };
    bare.iter().map(of_row).collect()
}

/// The rules in the head that nothing cites in any variant.
fn uncited(first: &Scenario, outcomes: &[Outcome]) -> Vec<Diagnostic> {
    let nowhere = first.head.rules.iter().filter(|rule| {
        let id = RuleId::parse(&rule.text);
        id.is_some_and(|id| outcomes.iter().all(|outcome| outcome.uncited.contains(&id)))
    });
    let told = nowhere.map(|rule| {
        let message = format!("the head names {}, which nothing cites", rule.text);
        Diagnostic::error(Code::UncitedRule, message, rule.span, "no step and no answer rests on it")
            .as_warning()
    });
    told.collect()
}

/// The places of the expectations, those under other lines as well.
fn expectations(scenario: &Scenario) -> Vec<Span> {
    fn collect(lines: &[Statement], spans: &mut Vec<Span>) {
        for line in lines {
            if matches!(line.line.first_word(), "expect" | "todo" | "unsettled") {
                spans.push(line.line.text.span);
            }
            collect(&line.children, spans);
        }
    }
    let mut spans = Vec::new();
    collect(&scenario.statements, &mut spans);
    spans
}

fn asks(line: &Statement) -> bool {
    line.line.first_word() == "ask" || line.children.iter().any(asks)
}

/// Whether a line only looks at what is so.
fn is_claim(line: &Statement) -> bool {
    matches!(line.line.first_word(), "expect" | "ask" | "todo" | "unsettled")
}

/// Whether the script, the head, or something else on the board speaks of the card.
fn is_spoken_of(scenario: &Scenario, name: &str, label: Option<&str>, own: Span) -> bool {
    fn in_lines(lines: &[Statement], word: &str) -> bool {
        lines.iter().any(|line| line.line.text.text.contains(word) || in_lines(&line.children, word))
    }
    // The first words of a name are how it is mostly spoken of.
    let short = name.split([',', '\'']).next().unwrap_or(name);
    let head = &scenario.head;
    let prose = head.question.iter().chain(&head.answer).chain([&scenario.title]);
    let others = scenario.blocks.iter().flat_map(|block| &block.zones).flat_map(|zone| &zone.entries);
    let mut others = others.filter(|entry| entry.span != own);
    let names = |object: &ObjectText| object.name.text == name || Some(object.name.as_str()) == label;
    in_lines(&scenario.statements, short)
        || label.is_some_and(|label| in_lines(&scenario.statements, &format!("@{label}")))
        || prose.into_iter().any(|text| text.text.contains(short))
        || others.any(|entry| {
            let of_modifiers = entry.modifiers.iter().filter_map(|modifier| modifier.value.object());
            of_modifiers.chain(&entry.targets).any(names)
        })
}

/// Whether a comment says what the card is there for.
fn in_comment(source: &Source, name: &str) -> bool {
    source.text.lines().any(|line| line.split_once('#').is_some_and(|(_, comment)| comment.contains(name)))
}

/// The scenario without that entry.
fn without(scenario: &Scenario, block: usize, zone: usize, place: usize) -> Option<Scenario> {
    let mut scenario = scenario.clone();
    let zones = &mut scenario.blocks.get_mut(block)?.zones;
    let line = zones.get_mut(zone)?;
    if place >= line.entries.len() {
        return None;
    }
    line.entries.remove(place);
    if line.entries.is_empty() && !line.open_ended {
        zones.remove(zone);
    }
    Some(scenario)
}

/// What has happened, without the numbers of the objects: with every choice and how many answers it had.
fn happenings(outcome: &Outcome) -> String {
    let mut told = format!("{:?}", outcome.trace.entries());
    told.retain(|sign| !sign.is_ascii_digit());
    told
}

/// Whether two outcomes are the same, by the same rules.
fn is_same(one: &Outcome, other: &Outcome) -> bool {
    one.verdict == other.verdict
        && happenings(one) == happenings(other)
        && one.uncited == other.uncited
        && one.findings.len() == other.findings.len()
        && one.findings.iter().zip(&other.findings).all(|(one, other)| {
            (&one.sentence, one.rules, one.state) == (&other.sentence, other.rules, other.state)
        })
}
