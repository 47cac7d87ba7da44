//! Names of objects, players and abilities.

use crate::diag::{Code, Diagnostic, nearest};
use crate::scenario::ast::Text;
use crate::scenario::board::MAX_COUNT;
use crate::scenario::script::{Part, Reference, ReferenceSort, Targets};
use crate::scenario::slips::meant;

use super::Reader;
use super::pieces::{Piece, Words};

/// How many objects the counts in the lists of one scenario may stand for.
const MOST_COUNTED: usize = 10_000;

impl Reader<'_> {
    /// All the words as the name of something known; otherwise a fault.
    pub(super) fn reference(&mut self, words: Words<'_>) -> Option<Reference> {
        if let Some(reference) = self.known_reference(words) {
            return Some(reference);
        }
        let fault = self.unknown_reference(words);
        self.faults.push(fault);
        None
    }

    /// An entry of a list of objects: a leading number is a count, unless number and name together are a name.
    pub(super) fn several(&mut self, words: Words<'_>) -> Vec<Reference> {
        let Some((count, name)) = self.count_of(words) else {
            return self.reference(words).into_iter().collect();
        };
        let Some(reference) = self.reference(name) else { return Vec::new() };
        self.counted = self.counted.saturating_add(count);
        if self.counted > MOST_COUNTED {
            let message = format!("the lists of one scenario count more than {MOST_COUNTED} objects");
            self.faults.push(Diagnostic::error(Code::TooMany, message, words.span(), ""));
            return Vec::new();
        }
        vec![reference; count]
    }

    /// A number of objects and what each is called, if that is what the words are.
    pub(super) fn count_of<'p>(&self, words: Words<'p>) -> Option<(usize, Words<'p>)> {
        let first = words.first();
        let count: u32 = first.parse().ok().filter(|count| (1..=MAX_COUNT).contains(count))?;
        let name = words.after(first)?;
        (!name.is_empty() && self.known_reference(words).is_none()).then_some((count as usize, name))
    }

    /// All the words as the name of something, if it is known.
    pub(super) fn known_reference(&self, words: Words<'_>) -> Option<Reference> {
        let make = |owner: Option<Text>, name: Words<'_>, sort, part| {
            Some(Reference { owner, of: None, name: name.owned(), sort, part, span: words.span() })
        };
        if self.is_player(words) {
            return make(None, words, ReferenceSort::Player, Part::Whole);
        }
        let (owner, named) = self.possessive(words);
        for (name, part) in [(named, Part::Whole)].into_iter().chain(part_of(named)) {
            if let Some(label) = name.text.strip_prefix('@') {
                if self.labels.contains(&label) {
                    return make(owner, name.with(label), ReferenceSort::Label, part);
                }
            } else if let Some(forced) = name.text.strip_prefix('`').and_then(|text| text.strip_suffix('`')) {
                if !forced.is_empty() && !forced.contains('`') {
                    return make(owner, name.with(forced), ReferenceSort::Name, part);
                }
            } else if self.names.is_name(name.text) {
                let reference = make(owner, name, ReferenceSort::Name, part);
                return match self.names.spelled(name.text) {
                    Some(text) => reference.map(|its| Reference { name: Text { text, ..its.name }, ..its }),
                    None => reference,
                };
            } else if let Some(token) = name.before("token").filter(|token| self.names.is_name(token.text)) {
                return make(owner, token, ReferenceSort::Token, part);
            } else if let Some(maker) = name.after("emblem of").filter(|maker| self.names.is_name(maker.text))
            {
                return make(owner, maker, ReferenceSort::Emblem, part);
            }
        }
        let (label, belonging) = self.belonging(words)?;
        let reference = self.known_reference(belonging).filter(|its| its.sort == ReferenceSort::Name)?;
        Some(Reference { of: Some(label), span: words.span(), ..reference })
    }

    /// `@label's X` as the label and the rest: what belongs to an object.
    fn belonging<'p>(&self, words: Words<'p>) -> Option<(Text, Words<'p>)> {
        let (label, rest) = words.text.strip_prefix('@')?.split_once("'s ")?;
        self.labels.contains(&label).then(|| (words.with(label).owned(), words.with(rest.trim_start())))
    }

    /// `AP's X` as player and the rest.
    pub(super) fn possessive<'p>(&self, words: Words<'p>) -> (Option<Text>, Words<'p>) {
        for player in &self.players {
            if let Some(rest) = words.text.strip_prefix(player).and_then(|rest| rest.strip_prefix("'s "))
                && let Some((owner, _)) = words.cut(player.len())
            {
                return (Some(owner.owned()), words.with(rest.trim_start()));
            }
        }
        (None, words)
    }

    /// The fault of a name that nothing has.
    pub(super) fn unknown_reference(&self, words: Words<'_>) -> Diagnostic {
        // To look for what may have been meant among all cards takes as long as to play ten rulings.
        if self.attempts > 0 {
            return Diagnostic::error(Code::UnknownCard, "no such name", words.span(), "");
        }
        let (_, named) = self.possessive(words);
        let named = part_of(named).map_or(named, |(name, _)| name);
        if named.is_empty() {
            return Diagnostic::error(Code::MissingValue, "a name should stand here", words.span(), "");
        }
        if let Some(label) = named.text.strip_prefix('@') {
            let near = nearest(label, self.labels.iter().copied()).map(|near| format!("@{near}"));
            return Diagnostic::error(Code::UnknownLabel, format!("no object `@{label}`"), named.span(), "")
                .did_you_mean(near);
        }
        // A name with more behind it than belongs to it.
        let longest = named
            .word_starts()
            .filter_map(|at| named.cut(at))
            .find(|(name, rest)| !rest.is_empty() && self.known_reference(*name).is_some());
        if let Some(help) = meant(words.text, |name| self.known_reference(words.with(name)).is_some()) {
            let message = format!("no card named `{}`", words.text);
            return Diagnostic::error(Code::UnknownCard, message, words.span(), "not in the card pool")
                .with_help(help.0)
                .with_fix_if(help.1);
        }
        let near = self.names.nearest_here(named.text);
        if let Some(near) = near.filter(|_| longest.is_none_or(|(name, _)| self.names.is_subtypes(name.text)))
        {
            let message = format!("no card named `{}`", named.text);
            return Diagnostic::error(Code::UnknownCard, message, named.span(), "not on this board")
                .did_you_mean(Some(near));
        }
        if let Some((name, rest)) = longest {
            let (name, rest) = (name.text.trim_end(), rest.text.trim());
            return Diagnostic::error(
                Code::UnknownCard,
                format!("no card named `{}`", named.text),
                named.span(),
                format!("`{rest}` is no part of a name"),
            )
            .with_help(match self.players.contains(&name) {
                true => format!("`{name}` is a player: `headjudge help language` lists what is said of players"),
                false => format!(
                    "`{name}` is known; what is chosen as it is cast stands in brackets, as in `[face down]` or `[kicked]`"
                ),
            });
        }
        // `2 Forest`: a number is a count on the board and before what is counted alone.
        let first = named.first();
        if let Some(counted) = named.after(first).filter(|_| first.parse::<u32>().is_ok())
            && self.known_reference(counted).is_some()
        {
            let name = counted.text;
            let message = format!("no card named `{}`", named.text);
            return Diagnostic::error(Code::UnknownCard, message, named.span(), "a number can't stand here")
                .with_help(format!("write each one by itself: `{name}; {name}`"));
        }
        let near = self
            .names
            .nearest_name(named.text)
            .or_else(|| nearest(named.text, self.players.iter().copied()).map(str::to_owned));
        Diagnostic::error(
            Code::UnknownCard,
            format!("no card named `{}`", named.text),
            named.span(),
            "not in the card pool",
        )
        .did_you_mean(near)
    }

    /// A name followed by something that `tail` reads and that `begins` may begin with; `what` is said if there is none.
    ///
    /// Of the places where the name could end, those count where it is known and the rest can be read. Two of them are a
    /// fault. Where there is none, the faults of the likeliest one are reported, or `None` is returned without a fault if
    /// nothing begins as it should.
    pub(super) fn name_and<T>(
        &mut self,
        words: Words<'_>,
        begins: impl Fn(Words<'_>) -> bool,
        tail: impl Fn(&mut Self, Words<'_>) -> Option<T>,
    ) -> Option<(Reference, T)> {
        let mut found: Vec<(Reference, T, usize)> = Vec::new();
        let mut known_name = None;
        let mut likely = None;
        for at in words.word_starts() {
            let Some((name, rest)) = words.cut(at) else { continue };
            if !begins(rest) {
                continue;
            }
            likely = Some((name, rest));
            if let Some(reference) = self.known_reference(name) {
                known_name = Some((name, rest));
                if let Some(value) = self.attempt(|reader| tail(reader, rest)) {
                    found.push((reference, value, at));
                }
            }
        }
        if let [first, second, ..] = found.as_slice() {
            let first_name = words.up_to(first.2).text.trim_end();
            let second_name = words.up_to(second.2).text.trim_end();
            self.faults.push(
                Diagnostic::error(Code::AmbiguousLine, "a line with two readings", words.span(), "")
                    .with_help(format!("one is about `{first_name}`, the other about `{second_name}`"))
                    .with_help("put the name that is meant into backticks"),
            );
            return None;
        }
        if let Some((reference, value, _)) = found.pop() {
            return Some((reference, value));
        }
        if let Some((_, rest)) = known_name {
            // The name is known, so what follows it is wrong, and `tail` says how.
            let before = self.faults.len();
            tail(self, rest);
            if self.faults.len() == before {
                self.fault(Code::UnexpectedText, format!("`{}` can't follow a name here", rest.text), rest);
            }
            return None;
        }
        if let Some((name, _)) = likely {
            let fault = self.unknown_reference(name);
            self.faults.push(fault);
        }
        None
    }

    /// References separated by `;`, to the end of the pieces.
    pub(super) fn references(&mut self, pieces: &[Piece<'_>]) -> Vec<Reference> {
        let mut references = Vec::new();
        for item in pieces.split(|piece| matches!(piece, Piece::Semicolon(_))) {
            match item {
                [Piece::Words(text)] => references.extend(self.several(Words::new(text))),
                [] => {}
                [Piece::Words(text), extra @ ..] => {
                    references.extend(self.several(Words::new(text)));
                    self.nothing_more(extra);
                }
                other => self.nothing_more(other),
            }
        }
        references
    }

    /// What stands after `->`, to the end of the pieces.
    pub(super) fn targets(&mut self, pieces: &[Piece<'_>]) -> Targets {
        match pieces {
            [] => Targets::Unstated,
            [Piece::Arrow(_), Piece::Words(text)] if text.text == "nothing" => Targets::Nothing,
            [Piece::Arrow(span)] => {
                self.faults.push(
                    Diagnostic::error(Code::MissingValue, "nothing follows `->`", *span, "")
                        .with_help("name the targets, separated by `;`, or write `-> nothing`"),
                );
                Targets::Unstated
            }
            [Piece::Arrow(_), rest @ ..] => Targets::These(self.references(rest)),
            other => {
                self.nothing_more(other);
                Targets::Unstated
            }
        }
    }
}

/// `X's trigger`, `X's ability 2` as the object and the part of it.
fn part_of(words: Words<'_>) -> Option<(Words<'_>, Part)> {
    // Few words have a part behind them, and those have an apostrophe.
    words.text.as_bytes().contains(&b'\'').then_some(())?;
    if let Some(name) =
        words.text.strip_suffix("'s trigger").or(words.text.strip_suffix("'s triggered ability"))
    {
        return Some((words.with(name), Part::Trigger));
    }
    if let Some(name) = words.text.strip_suffix("'s ability") {
        return Some((words.with(name), Part::Ability(None)));
    }
    let (name, number) = words.text.rsplit_once("'s ability ")?;
    Some((words.with(name), Part::Ability(Some(number.trim().parse().ok()?))))
}
