//! `ask why`: what a judge is asked, in the words that people ask with, as the claim that it is about.

use std::borrow::Cow;

use crate::diag::{Code, Diagnostic};
use crate::scenario::ast::{Spanned, Text};
use crate::scenario::script::{Action, Claim, Fact, FactKind, LineKind, Timing};
use crate::scenario::vocabulary::Zone;

use super::Reader;
use super::ask::unquoted;
use super::pieces::{Piece, Words};

/// The words that a question begins with, or that stand behind what it is about.
const VERBS: [&str; 13] =
    ["did", "does", "do", "is", "are", "was", "were", "has", "have", "can", "could", "may", "will"];

/// How people shorten them.
const SHORT: [(&str, &str); 17] = [
    ("didn't", "did not"),
    ("doesn't", "does not"),
    ("don't", "do not"),
    ("isn't", "is not"),
    ("aren't", "are not"),
    ("wasn't", "was not"),
    ("weren't", "were not"),
    ("hasn't", "has not"),
    ("haven't", "have not"),
    ("can't", "can not"),
    ("cannot", "can not"),
    ("couldn't", "could not"),
    ("won't", "will not"),
    ("still", ""),
    ("already", ""),
    ("now", ""),
    ("again", ""),
];

/// What is said to have happened to an object, or not, as where it is then.
const FATES: [(&str, Zone); 14] = [
    ("die", Zone::Graveyard),
    ("died", Zone::Graveyard),
    ("dies", Zone::Graveyard),
    ("destroyed", Zone::Graveyard),
    ("survive", Zone::Battlefield),
    ("survived", Zone::Battlefield),
    ("survives", Zone::Battlefield),
    ("return", Zone::Battlefield),
    ("returned", Zone::Battlefield),
    ("returns", Zone::Battlefield),
    ("come back", Zone::Battlefield),
    ("came back", Zone::Battlefield),
    ("comes back", Zone::Battlefield),
    ("return to the battlefield", Zone::Battlefield),
];

/// Whether a line asks why somebody can't do something: then that is what it makes them try.
pub(super) fn is_attempt(pieces: &[Piece<'_>], kind: &LineKind) -> bool {
    let asks = matches!(pieces.first(), Some(Piece::Words(text)) if text.text.starts_with("ask "));
    asks && matches!(kind, LineKind::Action(_))
}

impl Reader<'_> {
    /// `ask why P can't cast X -> A`, `ask can P cast X -> A` as what is tried; the outer `None` if it asks something else.
    pub(super) fn attempt_asked(&mut self, pieces: &[Piece<'_>]) -> Option<Option<Action>> {
        let Some(Piece::Words(text)) = pieces.first() else { return None };
        let asked = unquoted(Words::new(text).after("ask")?);
        let (words, says_why) = match asked.after("why") {
            Some(words) => (unquoted(words), true),
            None => (asked.after("whether").unwrap_or(asked), false),
        };
        let said = Text::new(plainly(words.text.trim_end_matches('?').trim_end()), words.span());
        let stated = Text::new(self.as_statement(Words::new(&said)), words.span());
        let stated = Words::new(&stated);
        let able = |rest: Words<'_>| {
            let verbs = if says_why {
                &["can not", "could not"]
            } else {
                &["can", "could", "can not", "could not"][..]
            };
            verbs.iter().rev().find_map(|verb| rest.after(verb)).map(Words::owned)
        };
        let Some((player, rest)) = self.player(stated) else {
            // `X can't attack`: its controller is the active player then. `X can't block Y`: it is whoever controls X.
            let (name, rest) = self.named(stated)?;
            let rest = able(rest)?;
            let rest = Words::new(&rest);
            let with = match (rest.after("attack"), rest.after("block")) {
                (Some(whom), _) if whom.is_empty() => format!("attack {}", name.text),
                (Some(whom), _) => format!("attack {} with {}", whom.text, name.text),
                (None, Some(whom)) if whom.is_empty() => {
                    self.faults.push(
                        Diagnostic::error(Code::MissingValue, "blocks what?", words.span(), "")
                            .with_help(format!("name the attacker: `{} can't block X`", name.text)),
                    );
                    return Some(None);
                }
                (None, whom) => format!("block {} with {}", whom?.text, name.text),
            };
            let with = Text::new(with, words.span());
            let deed = self.deed(Words::new(&with), pieces.get(1..).unwrap_or_default(), true);
            return Some(deed.map(|deed| Action {
                timing: Timing::WhenEmpty,
                player: None,
                tries: true,
                deed,
                creates: None,
            }));
        };
        let deed = able(rest)?;
        let deed = Words::new(&deed);
        // What a player can't do without doing anything is a claim.
        if deed.after("look at").is_some() || deed.is_empty() {
            return None;
        }
        let tries = Text::new(format!("{} tries to {}", player.text, deed.text), words.span());
        let mut pieces = pieces.to_vec();
        if let Some(first) = pieces.first_mut() {
            *first = Piece::Words(Cow::Borrowed(&tries));
        }
        Some(self.action(Words::new(&tries), &pieces, false))
    }

    /// What follows `why`, as a claim.
    pub(super) fn why(&mut self, words: Words<'_>, rest: &[Piece<'_>]) -> Option<Claim> {
        let span = words.span();
        let asked = Text::new(plainly(words.text), span);
        let stated = Text::new(self.as_statement(Words::new(&asked)), span);
        let stated = Words::new(&stated);
        if let Some(claim) = self.happening(stated) {
            self.nothing_more(rest);
            return Some(claim);
        }
        if let Some(claim) = self.attempt(|reader| reader.claim(words, rest)) {
            return Some(claim);
        }
        // The faults of a claim are told in the words of the line, where those are what is read.
        let reads = if words.text == stated.text { words } else { stated };
        self.claim(reads, rest)
    }

    /// What is asked in the order of a question, as a claim: `is X tapped`, `did X trigger`.
    pub(super) fn asked_whether(&mut self, words: Words<'_>, rest: &[Piece<'_>]) -> Option<Claim> {
        let asked = Text::new(plainly(words.text), words.span());
        let stated = Text::new(self.as_statement(Words::new(&asked)), words.span());
        if stated.text == words.text {
            return None;
        }
        let stated = Words::new(&stated);
        if let Some(claim) = self.happening(stated).filter(|_| rest.is_empty()) {
            return Some(claim);
        }
        self.attempt(|reader| reader.claim(stated, rest))
    }

    /// `did X not trigger` as `X did not trigger`, `is X tapped` as `X is tapped`.
    fn as_statement(&self, words: Words<'_>) -> String {
        let Some(verb) = VERBS.iter().find(|verb| words.after(verb).is_some()) else {
            return words.text.to_owned();
        };
        let Some(rest) = words.after(verb) else { return words.text.to_owned() };
        let (not, rest) = match rest.after("not") {
            Some(rest) => (" not", rest),
            None => ("", rest),
        };
        if *verb == "was" || *verb == "is" {
            let damage = rest.after("the damage to").or(rest.after("damage to"));
            if let Some((to, behind)) = damage.and_then(|damage| self.named(damage)) {
                return format!("damage to {} {verb}{not} {}", to.text, behind.text);
            }
        }
        match self.named(rest) {
            // `does X have flying` is `X has flying`.
            Some((name, behind)) if not.is_empty() && behind.after("have").is_some() => {
                let what = behind.after("have").unwrap_or(behind);
                format!("{} has {}", name.text, what.text)
            }
            Some((name, behind)) => format!("{} {verb}{not} {}", name.text, behind.text),
            None => words.text.to_owned(),
        }
    }

    /// The longest name that the words begin with, and what follows it.
    fn named<'p>(&self, words: Words<'p>) -> Option<(Words<'p>, Words<'p>)> {
        let mut places = words.word_starts();
        places.find_map(|at| words.cut(at).filter(|(name, _)| self.known_reference(*name).is_some()))
    }

    /// What has happened to something or has not, where no claim says so: `X did not trigger`, `X did not die`, `X did not return`.
    fn happening(&self, words: Words<'_>) -> Option<Claim> {
        let (what, said) = words.word_starts().find_map(|at| {
            let (name, rest) = words.cut(at)?;
            let what = self.known_reference(name)?;
            Some((what, rest))
        })?;
        let said = VERBS.iter().find_map(|verb| said.after(verb)).unwrap_or(said);
        let (said, negated) = match said.after("not") {
            Some(rest) => (rest, true),
            None => (said, false),
        };
        let (said, count) = match said.before("only once").or(said.before("once")) {
            Some(said) => (said, Some(1)),
            None => match said.before("twice") {
                Some(said) => (said, Some(2)),
                None => (said, None),
            },
        };
        if ["trigger", "triggers", "triggered"].contains(&said.text) {
            let count = if negated { Some(0) } else { count };
            return Some(Claim::Triggers { count, from: what });
        }
        let (_, zone) = *FATES.iter().find(|(fate, _)| *fate == said.text)?;
        let kind = FactKind::Zone { zone, whose: None };
        let facts = vec![Spanned { value: Fact { negated, kind }, span: said.span() }];
        Some(Claim::Object { what, facts })
    }
}

/// A question without what is only a way of saying it.
fn plainly(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        let long = SHORT.iter().find(|(short, _)| *short == word);
        long.map_or(word, |(_, long)| *long)
    });
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
