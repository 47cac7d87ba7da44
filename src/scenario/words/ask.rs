//! Questions: what the user wants to know.

use std::borrow::Cow;

use crate::diag::{Code, Diagnostic};
use crate::scenario::script::{Ask, Question, Reference, ReferenceSort};

use super::Reader;
use super::pieces::{Form, Piece, Words};

/// The words that a question of a whole sentence begins with.
const ASKING: [&str; 17] = [
    "why", "who", "where", "what", "how", "is", "are", "was", "were", "did", "does", "do", "can", "may",
    "has", "have", "will",
];

/// The words that say something of an object, behind its name.
const SAYING: [&str; 7] = ["is", "has", "was", "are", "in", "on", "not"];

/// Whether a word is another one written with capitals.
fn is_in_capitals(word: &str, small: &str) -> bool {
    word != small && word.eq_ignore_ascii_case(small)
}

impl Reader<'_> {
    /// A whole `ask` line.
    pub(super) fn ask(&mut self, pieces: &[Piece<'_>]) -> Option<Ask> {
        let (Some(Piece::Words(text)), rest) = (pieces.first(), pieces.get(1..).unwrap_or_default()) else {
            return None;
        };
        let line = Words::new(text);
        let words = line.after("ask")?;
        // `Why did X die` is asked as `why did X die`, where nothing is called so.
        if ASKING.iter().any(|word| is_in_capitals(words.first(), word))
            && self.known_reference(words).is_none()
        {
            let mut small = text.as_ref().clone();
            let first = small.text.len() - words.text.len();
            if let Some(word) = small.text.get_mut(first..first + words.first().len()) {
                word.make_ascii_lowercase();
            }
            let small: Vec<Piece<'_>> =
                std::iter::once(Piece::Words(Cow::Owned(small))).chain(rest.iter().cloned()).collect();
            return self.ask(&small);
        }
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
        self.not_understood(words, rest);
        None
    }

    /// The fault of a question that has no form.
    fn not_understood(&mut self, words: Words<'_>, rest: &[Piece<'_>]) {
        let forms = "`headjudge help language` lists the forms of questions";
        if let Some(help) = self.zone_meant(words) {
            let message = format!("no question reads `{}`", words.text);
            let fault = Diagnostic::error(Code::UnknownExpectation, message, words.span(), "");
            self.faults.push(fault.with_help(help).with_help(forms));
            return;
        }
        // With the name of an object before it, what is said of that is not understood.
        let starts: Vec<usize> = words.word_starts().collect();
        let mut parts = starts.into_iter().filter_map(|at| words.cut(at));
        let named = parts.find(|(name, said)| {
            let known = self.known_reference(*name).is_some_and(|its| its.sort != ReferenceSort::Player);
            known && !said.is_empty() && !self.names.is_subtypes(name.text)
        });
        if let Some((_, said)) = named {
            let before = self.faults.len();
            if SAYING.contains(&said.first())
                && self.claim(words, rest).is_none()
                && self.faults.len() > before
            {
                return;
            }
            let message = format!("`{}` says nothing about an object", said.text);
            let fault = Diagnostic::error(Code::UnknownExpectation, message, said.span(), "");
            let forms = "what can be said of it: `is green`, `is a creature`, `is 3/3`, `has flying`, `is tapped`, `in graveyard`";
            self.faults.push(fault.with_help(forms));
            return;
        }
        let fault = self.unknown_reference(words);
        self.faults.push(fault.with_help(forms));
    }

    /// What to write where somebody asks for a whole zone, or for something of a player whom nobody knows.
    fn zone_meant(&self, words: Words<'_>) -> Option<String> {
        let (owner, what) = self.possessive(words);
        let what = what.after("the").unwrap_or(what);
        match (owner, what.text) {
            (None, "stack") => Some("write `ask stack`".to_owned()),
            (Some(player), "life" | "life total" | "hand") => Some(format!("write `ask {}`", player.text)),
            (whose, "library" | "graveyard" | "hand" | "exile" | "battlefield") => {
                let whose = whose.map_or_else(String::new, |whose| format!("{}'s ", whose.text));
                Some(format!("write how many you expect: `ask 2 cards in {whose}{}`", what.text))
            }
            (None, text) => {
                let name = ["life", "poison", "mana"].iter().find_map(|of| what.before(of))?;
                let is_one = !name.text.contains(' ') && name.text.starts_with(char::is_uppercase);
                let known = || self.players.join("`, `");
                (is_one && text != name.text)
                    .then(|| format!("no player is called `{}`: the players are `{}`", name.text, known()))
            }
            _ => None,
        }
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
