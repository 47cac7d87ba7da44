//! The outcomes of many scenarios in the JUnit form, which most CI systems read.
//!
//! A file is a suite. A "failure" is an expectation that does not hold; an "error" is a scenario that could not be played to
//! its end. A known gap counts as skipped. There are no times in it: two runs give the same bytes.

use quick_junit::{
    NonSuccessKind, Property, Report as Document, TestCase, TestCaseStatus, TestSuite, XmlString,
};

use super::{Case, Problem, Report, Summary, Verdict};

/// The report in the JUnit form; it is kept until the end, as its first line has the counts.
#[derive(Debug)]
pub struct Junit {
    document: Document,
    suite: Option<TestSuite>,
}

impl Default for Junit {
    fn default() -> Self {
        Self { document: Document::new("headjudge"), suite: None }
    }
}

impl Report for Junit {
    fn case(&mut self, case: &Case) -> String {
        let file = XmlString::new(&case.file);
        if self.suite.as_ref().is_some_and(|suite| suite.name != file) {
            self.close();
        }
        let suite = self.suite.get_or_insert_with(|| TestSuite::new(file.clone()));
        suite.add_test_case(test_case(case));
        String::new()
    }

    fn end(&mut self, _summary: &Summary) -> String {
        self.close();
        // Only a writer can fail, and a string can't.
        self.document.to_string().unwrap_or_default()
    }
}

impl Junit {
    fn close(&mut self) {
        if let Some(suite) = self.suite.take() {
            self.document.add_test_suite(suite);
        }
    }
}

fn test_case(case: &Case) -> TestCase {
    let status = match case.verdict {
        Verdict::Answered | Verdict::Unsettled => TestCaseStatus::success(),
        Verdict::Todo => {
            let mut status = TestCaseStatus::skipped();
            let whys: Vec<&str> = case.gaps.iter().map(|gap| gap.why.as_str()).collect();
            status.set_message(format!("todo: {}", whys.join("; ")));
            status
        }
        Verdict::Failed => non_success(case, NonSuccessKind::Failure),
        Verdict::Undecided | Verdict::Invalid | Verdict::Crashed => non_success(case, NonSuccessKind::Error),
    };
    let title = if case.title.is_empty() { &case.file } else { &case.title };
    let mut test_case = TestCase::new(title.as_str(), status);
    test_case.set_classname(case.file.as_str());
    test_case.extra.insert("file".into(), case.file.as_str().into());
    test_case.extra.insert("line".into(), case.line.to_string().into());
    for card in &case.users_cards {
        test_case.properties.push(Property::new("users-card", format!("{} ({})", card.name, card.place)));
    }
    test_case
}

fn non_success(case: &Case, kind: NonSuccessKind) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(case.problems.first().map_or(case.verdict.word(), |problem| problem.code.as_str()));
    let messages: Vec<&str> = case.problems.iter().map(|problem| problem.message.as_str()).collect();
    status.set_message(messages.join("; "));
    status.set_description(case.problems.iter().map(description).collect::<Vec<_>>().join("\n"));
    status
}

fn description(problem: &Problem) -> String {
    let mut out = problem.drawn.trim_end().to_owned();
    for (word, text) in [("expected", &problem.expected), ("actual", &problem.actual)] {
        out.extend(text.iter().map(|text| format!("\n{word}: {text}")));
    }
    if !problem.steps.is_empty() {
        out.push_str("\nthe steps that led there:\n");
        out.push_str(&problem.steps.join("\n"));
    }
    out
}
