//! Questions: what the user wants to know.

use crate::diag::{Code, Diagnostic};
use crate::scenario::script::{Ask, Question, Reference};

use super::Reader;
use super::pieces::{Form, Piece, Words};

impl Reader<'_> {
    /// A whole `ask` line.
    pub(super) fn ask(&mut self, pieces: &[Piece<'_>]) -> Option<Ask> {
        let (Some(Piece::Words(text)), rest) = (pieces.first(), pieces.get(1..).unwrap_or_default()) else {
            return None;
        };
        let line = Words::new(text);
        let words = line.after("ask")?;
        let words = unquoted(words.with(words.text.trim_end_matches('?').trim_end()));
        if words.is_empty() && rest.is_empty() {
            self.faults.push(
                Diagnostic::error(Code::MissingValue, "nothing follows `ask`", line.span(), "")
                    .with_help("name an object, such as `ask Grizzly Bears`"),
            );
            return None;
        }
        let words = words.after("whether").unwrap_or(words);
        if let Some(claim) = words.after("why") {
            return self.why(unquoted(claim), rest).map(|claim| Ask { question: Question::Why(claim) });
        }
        if let Some(question) = self.question(words) {
            self.nothing_more(rest);
            return question.map(|question| Ask { question });
        }
        if let Some(reference) = self.known_reference(words) {
            self.nothing_more(rest);
            let question = match self.is_player(words) {
                true => Question::Player(words.owned()),
                false => Question::Object(reference),
            };
            return Some(Ask { question });
        }
        if let Some(claim) = self.attempt(|reader| reader.claim(words, rest)) {
            return Some(Ask { question: Question::Whether(claim) });
        }
        // `is X tapped`, `did X trigger`.
        if let Some(claim) = self.asked_whether(words, rest) {
            return Some(Ask { question: Question::Whether(claim) });
        }
        let fault = self.unknown_reference(words);
        self.faults.push(fault.with_help("`headjudge help language` lists the forms of questions"));
        None
    }

    /// The questions with words of their own; the outer `None` if it is none of them.
    fn question(&mut self, words: Words<'_>) -> Option<Option<Question>> {
        let fixed = match words.text {
            "stack" => Some(Question::Stack),
            "legal" => Some(Question::Legal),
            "options" => Some(Question::Options),
            "active player" => Some(Question::ActivePlayer),
            "winner" | "who won" | "who wins" => Some(Question::Winner),
            _ => None,
        };
        if let Some(question) = fixed {
            return Some(Some(question));
        }
        let forms: [Form<Reference, Question>; 6] = [
            ("trigger from", Question::Trigger),
            ("triggers from", Question::Trigger),
            ("who controls", Question::Controller),
            ("who owns", Question::Owner),
            ("who may look at", Question::Lookers),
            ("path of", Question::Path),
        ];
        for (start, make) in forms {
            if let Some(what) = words.after(start) {
                return Some(self.reference(what).map(make));
            }
        }
        if let Some(what) = words.after("what is").filter(|what| self.known_reference(*what).is_some()) {
            return Some(self.reference(what).map(Question::Object));
        }
        if let Some(what) = words.after("where")
            && let Some(what) = what.after("is").or(what.before("is"))
        {
            return Some(self.reference(what).map(Question::Object));
        }
        if let Some(what) = words.before("path") {
            return Some(self.reference(what).map(Question::Path));
        }
        let (player, rest) = self.player(words)?;
        if let Some(what) = rest.after("may cast").or(rest.after("may play")) {
            return Some(self.reference(what).map(|what| Question::MayCast(player.owned(), what)));
        }
        if let Some(what) = rest.after("may look at") {
            return Some(self.reference(what).map(|what| Question::MayLook(player.owned(), what)));
        }
        if rest.text == "mana" {
            return Some(Some(Question::Mana(player.owned())));
        }
        ["life", "poison"].contains(&rest.text).then(|| Some(Question::Player(player.owned())))
    }
}

/// What is asked without quotation marks around all of it.
pub(super) fn unquoted(words: Words<'_>) -> Words<'_> {
    let marks = [('"', '"'), ('\'', '\''), ('“', '”'), ('‘', '’')];
    let inner = marks.iter().find_map(|(opening, closing)| {
        let inner = words.text.strip_prefix(*opening)?.strip_suffix(*closing)?;
        (!inner.contains([*opening, *closing]) || *opening == '\'').then_some(inner.trim())
    });
    inner.map_or(words, |inner| words.with(inner.trim_end_matches('?').trim_end()))
}
