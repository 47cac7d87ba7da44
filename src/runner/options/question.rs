//! A question that a scenario leaves open, with the lines that answer it: for who offers them to be picked.

use crate::diag::Span;
use crate::game::{Answer, Choice, ChoiceKind, Game, ObjectId, Options, PlayerId, Thing};
use crate::ir::Body;
use crate::rules::Rules;
use crate::trace::kind_word;

use super::{
    Under, asked_in_words, asking_object, attack_lines, block_lines, for_what, item_in_words, told_apart,
};
use crate::runner::explore::{alike, is_first_of_its_like};
use crate::runner::table::Table;

/// The most answers that are offered.
const MOST: usize = 64;

/// The most numbers that are offered where any will do.
const MOST_NUMBERS: usize = 12;

/// How many answers are looked at to find those.
const MOST_SEEN: u64 = 20_000;

/// A question that a scenario leaves open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Who must choose, if it is not chance.
    pub player: Option<String>,
    /// What sort of choice: the word of the scenario language.
    pub kind: &'static str,
    /// What is asked, in words.
    pub asks: String,
    /// The rules by which it is asked.
    pub rules: Rules,
    /// The line that leads to it.
    pub at: Span,
    /// Where an answer is written.
    pub place: Place,
    /// The answers.
    pub answers: Vec<Offered>,
    /// How many more there are.
    pub left_out: u64,
    /// The answers themselves, where it is only found as they are given which of them are legal.
    pub(in crate::runner) to_try: Vec<Answer>,
}

/// Where the answer to a question is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// As a line under the line that leads to it.
    Under,
    /// Behind what that line says.
    Behind,
    /// As lines before it.
    Before,
    /// Under a line of the head that says where the scenario begins, which has to be added.
    Beginning,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// The answer in words.
    pub words: String,
    /// What is written for it: a line, several, or what stands behind the arrow. Nothing where a label has to be given first.
    pub text: Option<String>,
}

impl Question {
    /// An open choice.
    pub(in crate::runner) fn of(
        game: &Game,
        table: &Table,
        (choice, rules): (&Choice, Rules),
        at: Span,
        under: Under,
    ) -> Self {
        let name = table.name_of(choice.player);
        let kind = kind_word(choice.kind);
        let named = asking_object(game, choice).and_then(|source| table.written(game, source));
        let named = named.map_or_else(String::new, |source| format!(" {source}"));
        let place = match under {
            _ if super::is_announced(game, choice) => Place::Behind,
            Under::TheLine => Place::Under,
            Under::Nothing => Place::Beginning,
        };
        let (mut answers, mut to_try, left_out) = answers(game, table, choice);
        if choice.kind != ChoiceKind::Damage {
            to_try.clear();
        }
        if place == Place::Behind && !is_all_there_is(game, choice) {
            answers.iter_mut().for_each(|(_, written)| *written = None);
        }
        let line = |written: String| match place {
            Place::Behind => written,
            Place::Under | Place::Before | Place::Beginning => format!("{name} {kind}{named}: {written}"),
        };
        let offered =
            answers.into_iter().map(|(words, written)| Offered { words, text: written.map(line) }).collect();
        let by_chance = choice.kind.by_chance();
        let of_what = format!("{}{}", asked_in_words(game, table, choice), for_what(game, table, choice));
        let asks =
            if by_chance { format!("chance decides {of_what}") } else { format!("{name} chooses {of_what}") };
        let player = (!by_chance).then(|| name.to_owned());
        Self { player, kind, asks, rules, at, place, answers: offered, left_out, to_try }
    }

    /// Keeps the answers that turn out to be legal, of those of which that has to be tried.
    pub(in crate::runner) fn try_each(&mut self, is_legal: impl Fn(&Answer) -> bool) {
        let mut legal = std::mem::take(&mut self.to_try).into_iter().map(|answer| is_legal(&answer));
        self.answers.retain(|_| legal.next().unwrap_or(true));
    }

    /// Attackers that must be declared.
    pub(in crate::runner) fn of_attack(
        game: &Game,
        table: &Table,
        player: PlayerId,
        declarations: &[Vec<(ObjectId, Thing)>],
        (rules, at): (Rules, Span),
    ) -> Self {
        let lines = declarations.iter().map(|declared| attack_lines(game, table, player, declared));
        Self::of_declaration(table, player, "attacks", lines.collect(), (rules, at))
    }

    /// Blockers that must be declared.
    pub(in crate::runner) fn of_block(
        game: &Game,
        table: &Table,
        player: PlayerId,
        declarations: &[Vec<(ObjectId, ObjectId)>],
        (rules, at): (Rules, Span),
    ) -> Self {
        let lines = declarations.iter().map(|declared| block_lines(game, table, player, declared));
        Self::of_declaration(table, player, "blocks", lines.collect(), (rules, at))
    }

    fn of_declaration(
        table: &Table,
        player: PlayerId,
        kind: &'static str,
        declarations: Vec<Vec<String>>,
        (rules, at): (Rules, Span),
    ) -> Self {
        let name = table.name_of(player);
        let left_out = declarations.len().saturating_sub(MOST) as u64;
        let offered = declarations.into_iter().take(MOST).map(|lines| Offered {
            words: lines.join("; "),
            text: (!lines.is_empty()).then(|| lines.join("\n")),
        });
        let what = if kind == "attacks" { "attackers" } else { "blockers" };
        Self {
            player: Some(name.to_owned()),
            kind,
            asks: format!("{name} declares {what}"),
            rules,
            at,
            place: Place::Before,
            answers: offered.collect(),
            left_out,
            to_try: Vec::new(),
        }
    }

    /// Mana abilities that could pay for something.
    pub(in crate::runner) fn of_payment(
        game: &Game,
        table: &Table,
        player: PlayerId,
        sources: &[ObjectId],
        (rules, at): (Rules, Span),
    ) -> Self {
        let name = table.name_of(player);
        let mut answers: Vec<Offered> = Vec::new();
        for source in sources {
            let source = item_in_words(game, table, crate::game::Item::Object(*source));
            let text = format!("{name} activates {source}");
            if answers.iter().all(|known| known.words != text) {
                answers.push(Offered { words: text.clone(), text: Some(text) });
            }
        }
        Self {
            player: Some(name.to_owned()),
            kind: "activates",
            asks: format!("{name} activates mana abilities to pay for this"),
            rules,
            at,
            place: Place::Under,
            answers,
            left_out: 0,
            to_try: Vec::new(),
        }
    }
}

/// Whether these are all the targets that are announced: of several phrases the targets are written together (601.2c).
fn is_all_there_is(game: &Game, choice: &Choice) -> bool {
    let Some(source) = choice.source.map(|source| game.object(source)) else { return true };
    let phrases = |body: &Body| {
        let one = body.targets.iter().all(|phrase| phrase.each_of.is_none());
        if one { body.targets.len() } else { usize::MAX }
    };
    match source.stack_ability() {
        Some(ability) => phrases(ability.body()) <= 1,
        None => {
            let bodies = source.base.abilities.iter().filter_map(|instance| instance.ability.as_spell());
            bodies.map(phrases).fold(0, usize::saturating_add) <= 1
        }
    }
}

/// Answers in words and as they are written, the same answers themselves, and how many more there are.
type Found = (Vec<(String, Option<String>)>, Vec<Answer>, u64);

/// The answers to a choice, of those that nothing tells apart the first.
fn answers(game: &Game, table: &Table, choice: &Choice) -> Found {
    let alike = alike(game, table, choice);
    let told = match &choice.options {
        Options::Pick { from, .. } => told_apart(game, table, from),
        Options::Divide { among, .. } => told_apart(game, table, among),
        Options::YesNo(_) | Options::Number { .. } => Vec::new(),
    };
    // What is called by a word of its own needs another word before it to be understood.
    let prefix = if choice.kind == ChoiceKind::Mode { "mode " } else { "" };
    let most = if matches!(choice.options, Options::Number { .. }) { MOST_NUMBERS } else { MOST };
    let mut found: Vec<(String, Option<String>)> = Vec::new();
    let mut given = Vec::new();
    for (seen, answer) in (0u64..).zip(choice.answers()) {
        if found.len() >= most || seen >= MOST_SEEN {
            return (found, given, choice.count_answers().saturating_sub(seen));
        }
        if !is_first_of_its_like(&answer, &alike) {
            continue;
        }
        let item = |index: u32| told.get(index as usize);
        let words = |index: u32| item(index).map_or("", |told| told.words.as_str());
        let name = |index: u32| item(index).and_then(|told| told.name.clone());
        let (words, written) = match &answer {
            Answer::Yes => ("yes".to_owned(), Some("yes".to_owned())),
            Answer::No => ("no".to_owned(), Some("no".to_owned())),
            Answer::Number(number) => (number.to_string(), Some(number.to_string())),
            Answer::Picked(picked) if picked.is_empty() => ("none".to_owned(), Some("none".to_owned())),
            Answer::Picked(picked) => {
                let words: Vec<&str> = picked.iter().map(|index| words(*index)).collect();
                let names: Option<Vec<String>> = picked.iter().map(|index| name(*index)).collect();
                (format!("{prefix}{}", words.join("; ")), names.map(|names| names.join("; ")))
            }
            Answer::Divided(shares) => {
                let parts = || (0u32..).zip(shares).filter(|(_, share)| **share > 0);
                let said: Vec<String> =
                    parts().map(|(index, share)| format!("{share} to {}", words(index))).collect();
                let written: Option<Vec<String>> = parts()
                    .map(|(index, share)| name(index).map(|name| format!("{share} to {name}")))
                    .collect();
                (said.join("; "), written.map(|parts| parts.join("; ")))
            }
        };
        // What reads the same is the same to who picks it.
        if found.iter().all(|(known, _)| *known != words) {
            found.push((words, written));
            given.push(answer);
        }
    }
    (found, given, 0)
}
