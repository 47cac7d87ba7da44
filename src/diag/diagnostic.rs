//! One fault, as a value.

use super::{Code, Span};

/// One thing that is wrong with what the user wrote.
///
/// ```text
/// error[unknown-card]: no card named `Typhiod Rats`          code, message
///   --> scenarios/combat/deathtouch.scn:5:16                 the source and the first label's place
///    |
///  5 |   battlefield  Typhiod Rats
///    |                ^^^^^^^^^^^^ not in the card pool        a label
///    = help: did you mean `Typhoid Rats`?                    help
/// ```
///
/// Messages, labels and help are lower case, without a full stop, with the user's words in backticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of fault it is.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// The fault in one line.
    pub message: String,
    /// Where it is; the first primary label gives the place in the second line.
    pub labels: Vec<Label>,
    /// What to do about it, a line each.
    pub help: Vec<String>,
    /// The numbers of the rules that forbid it, such as `601.3`.
    pub rules: Vec<String>,
    /// What mends it, where only one thing can be meant.
    pub fix: Option<Box<Fix>>,
}

/// What is to be written in the place of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The place.
    pub span: Span,
    /// What stands there instead.
    pub new: String,
}

impl Diagnostic {
    /// An error with a primary label.
    pub fn error(code: Code, message: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: vec![Label { span, text: label.into(), primary: true }],
            help: Vec::new(),
            rules: Vec::new(),
            fix: None,
        }
    }

    /// The same as a warning.
    pub fn as_warning(mut self) -> Diagnostic {
        self.severity = Severity::Warning;
        self
    }

    /// With another place that explains the fault.
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// With a line of advice.
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }

    /// With "did you mean", if there is something near enough.
    pub fn did_you_mean(self, near: Option<impl AsRef<str>>) -> Diagnostic {
        match near {
            Some(near) => {
                let span = self.span();
                let help = format!("did you mean `{}`?", near.as_ref());
                self.with_help(help).with_fix(span, near.as_ref())
            }
            None => self,
        }
    }

    /// With what is to be written in its own place, if that is certain.
    pub fn with_fix_if(self, new: Option<String>) -> Diagnostic {
        match new {
            Some(new) => {
                let span = self.span();
                self.with_fix(span, new)
            }
            None => self,
        }
    }

    /// With what mends it, written in that place; the first that is said counts.
    pub fn with_fix(mut self, span: Option<Span>, new: impl Into<String>) -> Diagnostic {
        if self.fix.is_none() {
            self.fix = span.map(|span| Box::new(Fix { span, new: new.into() }));
        }
        self
    }

    /// With "did you mean" and the words that may have been meant, the likeliest first.
    pub fn did_you_mean_one_of(self, near: &[impl AsRef<str>]) -> Diagnostic {
        if let [near] = near {
            return self.did_you_mean(Some(near));
        }
        match did_you_mean(near) {
            Some(help) => self.with_help(help),
            None => self,
        }
    }

    /// With the number of a rule that forbids it.
    pub fn with_rule(mut self, rule: impl ToString) -> Diagnostic {
        self.rules.push(rule.to_string());
        self
    }

    /// The place that the diagnostic is about, if it has one.
    pub fn span(&self) -> Option<Span> {
        self.labels.iter().find(|label| label.primary).or(self.labels.first()).map(|label| label.span)
    }
}

/// A place and what to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What to say about it; may be empty.
    pub text: String,
    /// Whether this is the place of the fault; others explain it.
    pub primary: bool,
}

/// How bad a fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is refused because of it.
    Warning,
    /// What was asked for can't be done.
    Error,
}

/// The question which of some words was meant, the likeliest first; none if there are none.
pub fn did_you_mean(near: &[impl AsRef<str>]) -> Option<String> {
    let said: Vec<String> = near.iter().map(|near| format!("`{}`", near.as_ref())).collect();
    let (last, others) = said.split_last()?;
    Some(match others {
        [] => format!("did you mean {last}?"),
        _ => format!("did you mean {} or {last}?", others.join(", ")),
    })
}
