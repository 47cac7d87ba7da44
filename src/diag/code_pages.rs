//! A page for each code: `headjudge explain unknown-card`.

use super::Code;

/// What a page adds to the code's gist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// A piece of a scenario, or a command, that leads to the fault.
    pub example: &'static str,
    /// How to mend it.
    pub mend: &'static str,
}

impl Code {
    /// The page of this code.
    pub const fn page(self) -> Page {
        let (example, mend) = match self {
            Code::UnreadableFile => {
                ("headjudge run missing.scn", "check the path, and that the file is UTF-8 text")
            }
            Code::TooLarge => {
                ("a scenario file of two megabytes", "split the file; one scenario needs a few lines")
            }
            Code::TooDeep => (
                "[exiling A [exiling B [exiling C ...]]]",
                "give an object a label and name it by that instead of nesting",
            ),
            Code::TooMany => (
                "hand  100000 Plains",
                "write what the ruling needs and no more; split long tables and files",
            ),
            Code::TabInIndentation => ("AP\n<tab>hand  Cloudshift", "indent with blanks; two are usual"),
            Code::ControlCharacter => {
                ("AP casts<tab>Cloudshift", "delete the character, or put a blank in its place")
            }
            Code::UnmatchedBracket => {
                ("battlefield  Storm Crow [tapped", "write the bracket that is missing")
            }
            Code::UnexpectedIndentation => (
                "expect Storm Crow in exile\n  target: Storm Crow",
                "move the line to the margin, or under the line it belongs to",
            ),
            Code::EmptyLabel => {
                ("battlefield  Storm Crow @", "write letters or digits right behind `@`, such as `@crow`")
            }
            Code::UnexpectedSign => {
                ("AP casts Cloudshift | Storm Crow", "separate objects by `;`; targets stand behind `->`")
            }
            Code::NoScenario => ("AP\n  hand  Cloudshift", "begin the file with `scenario` and a title"),
            Code::IncludeFailed => (
                "include ../secret.scn",
                "include a file below the scenario's own folder that holds head lines, blocks, cards or statements",
            ),
            Code::UnknownWord => ("mana loose", "take one of the words that the message lists"),
            Code::RepeatedLine => {
                ("rules 400.7\nrules 603.6a", "write the line once; several values are separated by `;`")
            }
            Code::MissingValue => {
                ("battlefield  Storm Crow [attached to]", "write what is missing, or leave the word out")
            }
            Code::UnexpectedText => ("day light", "delete what follows"),
            Code::NotANumber => ("life  twenty", "write digits"),
            Code::UnknownPlayer => (
                "NPA casts Cloudshift -> Storm Crow",
                "use `AP` and `NAP`, or the names of the `players` line",
            ),
            Code::UnknownZone => (
                "grave  Storm Crow",
                "the zones are library, hand, battlefield, graveyard, stack, exile, command, ante and outside",
            ),
            Code::UnknownStep => ("go to NAP's maintenance", "take one of the steps that the message lists"),
            Code::UnknownFormat => (
                "format  comander",
                "write `commander`, `planechase` or `archenemy`, or no such line for an ordinary game",
            ),
            Code::UnknownModifier => (
                "battlefield  Storm Crow [taped]",
                "`headjudge help language` lists the modifiers; counters are written `2 +1/+1`",
            ),
            Code::UnknownRule => (
                "expect Storm Crow in exile [40.63]",
                "`headjudge rule 406` shows which rules there are; numbers of an older edition need an `edition` line",
            ),
            Code::DoubtfulCitation => (
                "It has trample (702.9b).",
                "look the number up with `headjudge rule`, and write that of the rule that is meant",
            ),
            Code::RepeatedLabel => {
                ("battlefield  Storm Crow @bird; Serra Angel @bird", "give each object a label of its own")
            }
            Code::UnknownLabel => (
                "AP casts Cloudshift -> @berd",
                "write the label behind the object on the board, or `as @label` behind the action that creates it",
            ),
            Code::UnknownCard => (
                "battlefield  Typhiod Rats",
                "write the name as printed; add cards with `--cards`, or with a `card` block in the scenario",
            ),
            Code::InvalidCard => (
                "card My Card\n  colour: blue",
                "`headjudge card NAME` shows how a card of the library is read; write yours in the same form",
            ),
            Code::UsersCard => (
                "headjudge test scenarios --cards mine --no-user-cards",
                "play with cards that come with headjudge, or leave out `--no-user-cards`: the answer then says on which cards it rests",
            ),
            Code::OldSpelling => (
                "card My Card\n  abilities:\n  - activated: {cost: [tap], exhaust: true, effect: [draw: {}]}",
                "write what the note says; `headjudge card NAME --yaml` prints the whole card as it is written today",
            ),
            Code::NewSubtype => (
                "card My Card\n  text\n  My Card {2}{U}\n  Legendary Planeswalker — Nobody\n  Loyalty: 3",
                "nothing, if the card is newer than the lists of 205.3; if it is a slip, write the type as it is printed",
            ),
            Code::IllegalBoard => (
                "battlefield  Holy Strength",
                "the rule that is cited says what the board may not hold; say what the Aura is attached to, for example",
            ),
            Code::BadExamples => (
                "examples\n  card | zone\n  Storm Crow",
                "give every row as many cells as there are columns; a cell may be empty",
            ),
            Code::BadCourse => (
                "course  Responding\nrulings  last-in-first-out.scn",
                "`headjudge help courses` says what stands in a course",
            ),
            Code::UnknownColumn => (
                "AP casts <spel>\nexamples\n  spell\n  Divination",
                "write the name of a column of the scenario's `examples` table",
            ),
            Code::UnknownStatement => (
                "AP cast Cloudshift",
                "`headjudge help language` lists the statements: `AP casts`, `next turn`, `go to`, `event:`, `expect`, `ask`",
            ),
            Code::AmbiguousLine => (
                "a line about `Turn` where `Turn` and a longer name both fit",
                "put the name that is meant into backticks",
            ),
            Code::AmbiguousName => (
                "AP casts Cloudshift -> Storm Crow, with two that differ",
                "give the object a label, or write whose it is: `NAP's Storm Crow`",
            ),
            Code::UnknownObject => (
                "AP casts Cloudshift, with none on the board",
                "put the object on the board, or mend the name",
            ),
            Code::UnknownChoice => (
                "AP casts Duress -> NAP\n  AP chose: Divination",
                "take one of the kinds that the message lists",
            ),
            Code::MisplacedChoice => {
                ("target: Storm Crow", "indent it under the line that leads to the question")
            }
            Code::UnknownExpectation => (
                "expect Storm Crow sleeps",
                "`headjudge help language` lists the forms of expectations and what can hold of an object",
            ),
            Code::UnusedChoice => (
                "AP casts Divination\n  target: Storm Crow",
                "delete the line, or move it under the line that leads to the question",
            ),
            Code::WrongPlayer => {
                ("AP may Path to Exile: yes, where NAP decides", "name the player who decides, or none")
            }
            Code::IllegalAnswer => (
                "AP casts Duress -> NAP\n  AP choose: Storm Crow",
                "take one of the answers that the message lists",
            ),
            Code::IllegalAction => (
                "AP casts Divination in NAP's turn",
                "the message names the step and the rule; to ask whether it is legal write `AP tries to cast ...` and `expect illegal` under it",
            ),
            Code::NothingToAnswer => (
                "in response NAP casts Dissolve -> Divination, with an empty stack",
                "let something stand on the stack first",
            ),
            Code::UncitedRule => (
                "rules  702.9b, in a scenario in which nothing flies",
                "take the rule out of the head, or let the scenario show what it decides",
            ),
            Code::OtherVerdict => (
                "# verdict: undecided, above a scenario that is answered",
                "take the comment away, or mend the scenario",
            ),
            Code::NoExpectation => {
                ("a scenario with actions alone", "say what should be so with `expect`, or ask with `ask`")
            }
            Code::HoldsBefore => (
                "expect AP life 20, where nothing else is expected",
                "expect what the actions change, or name the rule by which it is so: `expect AP life 20 [119.1]`",
            ),
            Code::UnusedCard => (
                "battlefield  Forest, where nothing looks at lands",
                "take the card away, or say in the question or a comment what it is there for",
            ),
            Code::ExpectationFailed => (
                "expect Storm Crow in exile, while it is in the graveyard",
                "read the steps that led there; the scenario, or headjudge, is wrong",
            ),
            Code::UnexpectedSuccess => (
                "todo \"layers\" expect Storm Crow is 2/2, and it is",
                "delete the `todo`: the gap is closed",
            ),
            Code::OpenChoice => (
                "AP casts Banishing Light, and nothing says what it targets",
                "add one of the lines that the message shows",
            ),
            Code::Unsupported => (
                "a card with an ability that headjudge can't play",
                "nothing is wrong with the scenario; the answer is not known yet",
            ),
            Code::Runaway => (
                "two permanents that trigger each other for ever, with a choice to stop",
                "the message says what repeats; let the scenario end it",
            ),
            Code::InternalError => {
                ("a message that says so", "report it with the scenario; nothing you wrote should lead here")
            }
        };
        Page { example, mend }
    }
}

#[cfg(test)]
mod tests {
    use crate::diag::Code;

    #[test]
    fn no_code_changes_unseen() {
        let codes: String = Code::ALL.iter().map(|code| format!("{code}: {}\n", code.gist())).collect();
        insta::assert_snapshot!(codes);
    }

    #[test]
    fn codes_are_in_kebab_case_and_found_again() {
        for code in Code::ALL {
            let text = code.as_str();
            assert!(text.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'), "{text}");
            assert_eq!(Code::from_text(text), Some(*code));
            assert!(!code.page().mend.ends_with('.') && !code.page().example.is_empty(), "{text}");
        }
    }
}
