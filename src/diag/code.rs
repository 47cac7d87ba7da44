//! Every code a diagnostic can have. Codes are stable: scripts and `headjudge explain` know them.

/// Makes the enum of codes.
macro_rules! codes {
    ($( $variant:ident = $text:literal : $gist:literal, )*) => {
        /// What kind of fault it is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Code {
            $(
                #[doc = concat!("`", $text, "`: ", $gist, ".")]
                $variant,
            )*
        }

        impl Code {
            /// Every code, in the order of the reference.
            pub const ALL: &'static [Code] = &[$(Code::$variant),*];

            /// The code as it is printed, in kebab case.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Code::$variant => $text,)*
                }
            }

            /// What is wrong, in one line.
            pub const fn gist(self) -> &'static str {
                match self {
                    $(Code::$variant => $gist,)*
                }
            }
        }
    };
}

codes! {
    // The form of a file.
    UnreadableFile = "unreadable-file": "the file can't be read, or is not UTF-8",
    TooLarge = "too-large": "the file is larger than headjudge reads",
    TooDeep = "too-deep": "brackets or indentation nest too deeply",
    TooMany = "too-many": "there are more scenarios, variants or objects than headjudge takes",
    TabInIndentation = "tab-in-indentation": "a line is indented with a tab",
    ControlCharacter = "control-character": "a character that can't be seen stands inside a line",
    UnmatchedBracket = "unmatched-bracket": "a bracket has no partner",
    UnexpectedIndentation = "unexpected-indentation": "a line is indented under a line that takes none",
    EmptyLabel = "empty-label": "`@` stands without a name behind it",
    UnexpectedSign = "unexpected-sign": "a sign stands where it means nothing",
    NoScenario = "no-scenario": "the file has no line that begins with `scenario`",
    IncludeFailed = "include-failed": "a file named by `include` can't be used",
    // The head and the board.
    UnknownWord = "unknown-word": "a line begins with a word that the language does not have",
    RepeatedLine = "repeated-line": "a line, block or zone is written twice, or brackets say one thing in two ways",
    MissingValue = "missing-value": "something should follow and nothing does",
    UnexpectedText = "unexpected-text": "something is written where nothing should follow",
    NotANumber = "not-a-number": "a number should stand here",
    UnknownPlayer = "unknown-player": "no player of the scenario has that name",
    UnknownZone = "unknown-zone": "there is no zone of that name",
    UnknownStep = "unknown-step": "there is no step or phase of that name",
    UnknownFormat = "unknown-format": "there is no format of that name",
    UnknownModifier = "unknown-modifier": "brackets hold a modifier that the language does not have",
    UnknownRule = "unknown-rule": "the Comprehensive Rules have no rule of that number",
    DoubtfulCitation = "doubtful-citation": "the words beside a rule's number name another rule",
    RepeatedLabel = "repeated-label": "two objects have the same label",
    UnknownLabel = "unknown-label": "no object has that label",
    UnknownCard = "unknown-card": "no card of that name is in the card pool",
    InvalidCard = "invalid-card": "a card definition can't be read",
    UsersCard = "users-card": "with `--no-user-cards` a scenario uses a card that does not come with headjudge",
    OldSpelling = "old-spelling": "a card definition is written as it once was; it is read all the same",
    NewSubtype = "new-subtype": "a card has a subtype that the rules don't list; it is taken for a new one",
    IllegalBoard = "illegal-board": "the board can't stand so under the rules",
    // Examples tables.
    BadExamples = "bad-examples": "an `examples` table does not fit together",
    BadCourse = "bad-course": "a course can't be read",
    UnknownColumn = "unknown-column": "`<column>` is in no examples table of the scenario",
    // The script.
    UnknownStatement = "unknown-statement": "a line is no statement of the language",
    AmbiguousLine = "ambiguous-line": "a line can be read in two ways",
    AmbiguousName = "ambiguous-name": "a name fits several objects that differ",
    UnknownObject = "unknown-object": "nothing in the scenario has that name",
    UnknownChoice = "unknown-choice": "there is no kind of choice of that name",
    MisplacedChoice = "misplaced-choice": "a choice stands under nothing that could ask for it",
    UnknownExpectation = "unknown-expectation": "an expectation has a form that the language does not have",
    UnusedChoice = "unused-choice": "a choice was written that nothing asked for",
    WrongPlayer = "wrong-player": "another player makes that choice",
    IllegalAnswer = "illegal-answer": "an answer is not among the legal ones",
    IllegalAction = "illegal-action": "the rules forbid an action that is written as done",
    NothingToAnswer = "nothing-to-answer": "an action answers an empty stack, or something that never comes to its top",
    // What is asked of a scenario beside its playing.
    UncitedRule = "uncited-rule": "the head names a rule that nothing in the scenario cites",
    OtherVerdict = "other-verdict": "the file says that it ends in another way than it does",
    NoExpectation = "no-expectation": "a scenario neither expects nor asks anything",
    HoldsBefore = "holds-before": "an expectation holds before anything has happened",
    UnusedCard = "unused-card": "a card on the board makes no difference",
    // What comes of a run.
    ExpectationFailed = "expectation-failed": "an expectation does not hold",
    UnexpectedSuccess = "unexpected-success": "an expectation marked `todo` holds",
    OpenChoice = "open-choice": "a choice has to be made and the scenario does not say how",
    Unsupported = "unsupported": "headjudge can't play a card or a rule yet",
    Runaway = "runaway": "the scenario does not come to an end",
    InternalError = "internal-error": "headjudge itself is at fault",
}

impl Code {
    /// The code that is written so, if there is one.
    pub fn from_text(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.as_str() == text)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.as_str())
    }
}
