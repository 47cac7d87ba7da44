//! Choice lines: what the player who is asked answers.

use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::ir::{CardType, Color, ManaCost, Subtype};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{AnswerItem, ChoiceLine, Reference};
use crate::scenario::vocabulary::{ChoiceKind, NO_COLORS, NONE, WAYS};

use super::Reader;
use super::pieces::{Piece, Words};

/// What an answer can mean; a name that nothing has is a fault but among words.
#[derive(Clone, Copy)]
pub(super) enum Meant {
    /// An object or a player.
    Objects,
    /// An option of whatever is asked: also a way of paying.
    AnyOption,
    /// Any words.
    Words,
}

impl Reader<'_> {
    /// A choice line; the outer `None` if the line is none.
    pub(super) fn choice_line(
        &mut self,
        words: Words<'_>,
        pieces: &[Piece<'_>],
    ) -> Option<Option<ChoiceLine>> {
        let (player, rest) = match self.player(words) {
            Some((player, rest)) => (Some(player.owned()), rest),
            None => (None, words),
        };
        let (kind, kind_words, rest) = choice_kind(rest)?;
        let (source, first) = match rest.text.strip_prefix(':') {
            Some(answer) => (None, rest.with(answer.trim_start())),
            None => match self.choice_source(rest)? {
                Some((source, answer)) => (Some(source), answer),
                None => return Some(None),
            },
        };
        let mut items = Vec::with_capacity(pieces.len());
        if !first.is_empty() {
            items.push(Piece::Words(std::borrow::Cow::Owned(first.owned())));
        }
        items.extend_from_slice(pieces.get(1..).unwrap_or_default());
        let answer_span = match (items.first(), items.last()) {
            (Some(first), Some(last)) => first.span().to(last.span()),
            _ => words.span(),
        };
        if items.is_empty() {
            self.faults.push(
                Diagnostic::error(Code::MissingValue, "a choice without an answer", words.span(), "")
                    .with_help("write the answer behind the colon; `none` is one"),
            );
            return Some(None);
        }
        let answers = if first.text == NONE && items.len() == 1 {
            Vec::new()
        } else {
            self.answers(&items, if names_objects(kind) { Meant::Objects } else { Meant::Words })
        };
        if kind == ChoiceKind::May && !matches!(answers.as_slice(), [AnswerItem::Yes(_) | AnswerItem::No(_)])
        {
            self.faults.push(
                Diagnostic::error(Code::IllegalAnswer, "`may` takes `yes` or `no`", answer_span, "")
                    .with_help("what is then chosen stands on a line of its own"),
            );
        }
        let kind = Spanned { value: kind, span: kind_words.span() };
        Some(Some(ChoiceLine { player, kind, source, answers, answer_span }))
    }

    /// `X: ANSWER`, where X may hold a colon itself. The outer `None` if there is no colon.
    fn choice_source<'p>(&mut self, words: Words<'p>) -> Option<Option<(Reference, Words<'p>)>> {
        let mut likely = None;
        for (at, _) in words.text.match_indices(':').collect::<Vec<_>>().into_iter().rev() {
            let (name, answer) = words.cut(at)?;
            let answer = answer.with(answer.text.trim_start_matches(':').trim_start());
            if let Some(source) = self.known_reference(name) {
                return Some(Some((source, answer)));
            }
            likely = Some(name);
        }
        let fault = self.unknown_reference(likely?);
        self.faults.push(fault);
        Some(None)
    }

    /// Answers separated by `;`, and what they can mean.
    pub(super) fn answers(&mut self, pieces: &[Piece<'_>], meant: Meant) -> Vec<AnswerItem> {
        let mut answers: Vec<AnswerItem> = Vec::new();
        for item in pieces.split(|piece| matches!(piece, Piece::Semicolon(_))) {
            match item {
                [] => {}
                [Piece::Words(text)] => {
                    let words = Words::new(text);
                    // `3 -> X; Y`: Y is another target of mode 3.
                    if let (Some(AnswerItem::Mode { targets, .. }), Some(reference)) =
                        (answers.last_mut(), self.known_reference(words))
                    {
                        targets.push(reference);
                        continue;
                    }
                    // `2 Forest` are two of them; `2 to X` is a share, and a number alone is itself.
                    match self.count_of(words) {
                        Some((count, name)) if self.known_reference(name).is_some() => {
                            let counted = self.several(words).into_iter().take(count);
                            answers.extend(counted.map(AnswerItem::Reference));
                        }
                        _ => answers.extend(self.answer(words, meant)),
                    }
                }
                [Piece::Words(number), Piece::Arrow(_), Piece::Words(target)] => {
                    let number_words = Words::new(number);
                    let number = self.number(number_words);
                    let target = self.reference(Words::new(target));
                    if let (Some(value), Some(target)) = (number, target) {
                        let number = Spanned { value, span: number_words.span() };
                        answers.push(AnswerItem::Mode { number, targets: vec![target] });
                    }
                }
                [Piece::Words(_), extra @ ..] => self.nothing_more(extra),
                other => self.nothing_more(other),
            }
        }
        answers
    }

    fn answer(&mut self, words: Words<'_>, meant: Meant) -> Option<AnswerItem> {
        let span = words.span();
        match words.text {
            "yes" => return Some(AnswerItem::Yes(span)),
            "no" => return Some(AnswerItem::No(span)),
            // A card that nobody knows.
            "unknown" => return Some(AnswerItem::Words(words.owned())),
            _ => {}
        }
        if let Ok(value) = words.text.parse() {
            return Some(AnswerItem::Number(Spanned { value, span }));
        }
        // A card may be called so as well, with a capital letter.
        let is_option = !matches!(meant, Meant::Objects) && (is_payment(words.text) || is_color(words.text));
        if is_option && words.text != NONE {
            return Some(AnswerItem::Words(words.owned()));
        }
        if let Some(reference) = self.known_reference(words) {
            return Some(AnswerItem::Reference(reference));
        }
        if let Some(card) = words.after("pile of").and_then(|card| self.known_reference(card)) {
            return Some(AnswerItem::PileOf(card));
        }
        let first = words.first();
        if let (Ok(amount), Some(to)) = (first.parse(), words.after(first).and_then(|rest| rest.after("to")))
        {
            return self.reference(to).map(|to| AnswerItem::Share { amount, to });
        }
        if words.after("pile").is_some() {
            return Some(AnswerItem::Words(words.owned()));
        }
        // How a card is cast may be part of which spell is: `prototype`.
        let way = WAYS.contains(&words.text);
        let word = match meant {
            Meant::Words => true,
            Meant::AnyOption if is_payment(words.text) => true,
            Meant::AnyOption | Meant::Objects => way || are_types(words.text) || is_color(words.text),
        };
        if !word {
            let fault = self.unknown_reference(words);
            self.faults.push(fault);
            return None;
        }
        Some(AnswerItem::Words(words.owned()))
    }

    /// A line that has the form of a choice but no kind that is known.
    pub(super) fn unknown_choice(&mut self, words: Words<'_>) {
        let rest = self.player(words).map_or(words, |(_, rest)| rest);
        let word = rest.text.split([' ', ':']).next().unwrap_or_default();
        let words: Vec<&str> = ChoiceKind::ALL.iter().map(|kind| kind.word()).collect();
        let span = rest.up_to(word.len()).span();
        let span = if span.is_empty() { Span::new(span.start, span.start) } else { span };
        self.faults.push(
            Diagnostic::error(Code::UnknownChoice, format!("no kind of choice `{word}`"), span, "")
                .did_you_mean(nearest(word, words.iter().copied()))
                .with_help(format!("there are {}", crate::scenario::tree::listed(&words))),
        );
    }
}

/// The kind at the start of the words, and what follows it. `resolve first` is longer than any word of it.
fn choice_kind(words: Words<'_>) -> Option<(ChoiceKind, Words<'_>, Words<'_>)> {
    // Most lines are no choices; only these have a colon.
    words.text.as_bytes().contains(&b':').then_some(())?;
    ChoiceKind::ALL
        .iter()
        .filter_map(|kind| {
            let rest = words.text.strip_prefix(kind.word())?;
            (rest.starts_with([' ', ':']) && rest.contains(':')).then_some((*kind, kind.word().len()))
        })
        .max_by_key(|(_, length)| *length)
        .and_then(|(kind, length)| words.cut(length).map(|(word, rest)| (kind, word, rest)))
}

/// Whether this is nothing, or a way of paying: with life or mana, or the symbols that are paid (107.4e, 107.4f).
fn is_payment(text: &str) -> bool {
    matches!(text, NONE | "life" | "mana") || text.starts_with('{') && ManaCost::parse(text).is_some()
}

/// Whether these are words for types, of which one may be asked for.
fn are_types(text: &str) -> bool {
    // One may have two words (205.3b).
    Subtype::from_any_case(text).is_some()
        || text.split_whitespace().all(|word| {
            let capital: String =
                word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
            CardType::from_word(word).is_some() || Subtype::from_word(&capital).is_some()
        })
}

/// Whether this is a color, or what may be taken for one and is none (105.4).
fn is_color(text: &str) -> bool {
    NO_COLORS.contains(&text) || Color::ALL.iter().any(|color| color.word() == text)
}

/// Whether the answers to such a choice can only be objects and players.
fn names_objects(kind: ChoiceKind) -> bool {
    use ChoiceKind as Kind;
    matches!(
        kind,
        Kind::Target
            | Kind::Targets
            | Kind::Sacrifice
            | Kind::Discard
            | Kind::Tap
            | Kind::Exile
            | Kind::Return
            | Kind::Reveal
            | Kind::Divide
            | Kind::Top
            | Kind::Bottom
            | Kind::Cast
            | Kind::Play
            | Kind::Keep
            | Kind::Encode
            | Kind::Attach
            | Kind::Player
            | Kind::Damage
    )
}
