//! A question that a scenario leaves open, with the lines that answer it: for who offers them to be picked.

use crate::board::Table;
use crate::diag::Span;
use crate::engine::View;
use crate::game::{Answer, Choice, ChoiceKind, Game, Item, ObjectId, Options, PlayerId, Thing};
use crate::ir::Body;
use crate::rules::Rules;
use crate::scenario::ast::Text;
use crate::scenario::script::{Part, Reference, ReferenceSort};
use crate::scenario::vocabulary::NONE;
use crate::trace::kind_word;

use super::{
    Told, Under, asked_in_words, asking_object, attack_lines, block_lines, for_what, item_in_words,
    told_apart,
};
use crate::runner::explore::{alike, is_first_of_its_like};

/// The most answers that are offered.
const MOST: usize = 64;

/// The most numbers that are offered where any will do.
const MOST_NUMBERS: usize = 12;

/// The most answers of which it is tried whether they are legal.
const MOST_TRIED: usize = 64;

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
    /// What is written for it: a line, several, or what stands behind the arrow. Nothing where no words mean it.
    pub text: Option<String>,
    /// The labels that what is written names, which have to be given to entries of the board.
    pub labels: Vec<NewLabel>,
}

/// A label for something that no other name tells apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLabel {
    /// The label, without its sign.
    pub label: String,
    /// The name of what gets it.
    pub name: String,
    /// The entry of the board that makes it.
    pub entry: Span,
    /// How many objects that makes.
    pub count: u32,
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
        let Found { answers, given: mut to_try, left_out, is_plain } = answers(game, table, choice);
        let place = match under {
            Under::Announced if is_plain && is_all_there_is(game, choice) => Place::Behind,
            Under::Announced | Under::TheLine => Place::Under,
            Under::Nothing => Place::Beginning,
        };
        if !has_to_be_tried(choice, to_try.len()) {
            to_try.clear();
        }
        let line = |written: String| match place {
            Place::Behind if written == NONE => "nothing".to_owned(),
            Place::Behind => written,
            Place::Under | Place::Before | Place::Beginning => format!("{name} {kind}{named}: {written}"),
        };
        let offered = answers.into_iter().map(|said| {
            let text = said.written.map(line);
            Offered { words: said.words, text, labels: said.labels }
        });
        let offered = offered.collect();
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
            labels: Vec::new(),
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
            let source = item_in_words(game, table, Item::Object(*source));
            let text = format!("{name} activates {source}");
            if answers.iter().all(|known| known.words != text) {
                answers.push(Offered { words: text.clone(), text: Some(text), labels: Vec::new() });
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

/// Whether it is only found as an answer is given if it is legal: what is announced has to be paid for yet (601.2h), and of several
/// parts each may have to differ.
fn has_to_be_tried(choice: &Choice, answers: usize) -> bool {
    let few = answers <= MOST_TRIED;
    match choice.options {
        _ if choice.kind == ChoiceKind::Damage => true,
        Options::YesNo(_) => false,
        Options::Pick { ordered, .. } => few && !ordered && choice.kind != ChoiceKind::Target,
        Options::Number { .. } | Options::Divide { .. } => few,
    }
}

/// Whether these are all the targets that can be announced: of several phrases, or modes, the targets are written together behind the
/// line, or each on a line of its own (601.2c).
pub(super) fn is_all_there_is(game: &Game, choice: &Choice) -> bool {
    let Some(source) = choice.source.map(|source| game.object(source)) else { return true };
    let phrases = |body: &Body| {
        let of_modes = body.choose.iter().flat_map(|modes| &modes.modes).flat_map(|mode| &mode.targets);
        let mut targets = body.targets.iter().chain(of_modes);
        // A mode that may be chosen several times has targets of its own each time (700.2d).
        let repeats = body.choose.as_ref().is_some_and(|modes| modes.repeats);
        let one = !repeats && targets.clone().all(|phrase| phrase.each_of.is_none());
        if one { targets.by_ref().count() } else { usize::MAX }
    };
    match source.stack_ability() {
        Some(ability) => phrases(ability.body()) <= 1,
        None => {
            let bodies = source.base.abilities.iter().filter_map(|instance| instance.ability.as_spell());
            bodies.map(phrases).fold(0, usize::saturating_add) <= 1
        }
    }
}

/// The answers to a choice.
struct Found {
    /// As they are said and written.
    answers: Vec<Said>,
    /// The same answers themselves.
    given: Vec<Answer>,
    /// How many more there are.
    left_out: u64,
    /// Whether what is written means the same also where nobody knows what can be chosen.
    is_plain: bool,
}

/// An answer in words, and as it is written.
struct Said {
    words: String,
    written: Option<String>,
    labels: Vec<NewLabel>,
}

/// The answers to a choice, of those that nothing tells apart the first.
fn answers(game: &Game, table: &Table, choice: &Choice) -> Found {
    let alike = alike(game, table, choice);
    let from: &[Item] = match &choice.options {
        Options::Pick { from, .. } | Options::Divide { among: from, .. } => from,
        Options::YesNo(_) | Options::Number { .. } => &[],
    };
    let mut told = told_apart(game, table, from);
    let is_plain = keep_what_is_meant(game, table, from, &mut told);
    let labels = labels(game, table, from, &mut told);
    // What is called by a word of its own needs another word before it to be understood.
    let prefix = if choice.kind == ChoiceKind::Mode { "mode " } else { "" };
    let most = if matches!(choice.options, Options::Number { .. }) { MOST_NUMBERS } else { MOST };
    let mut found: Vec<Said> = Vec::new();
    let mut given = Vec::new();
    for (seen, answer) in (0u64..).zip(choice.answers()) {
        if found.len() >= most || seen >= MOST_SEEN {
            let left_out = choice.count_answers().saturating_sub(seen);
            return Found { answers: found, given, left_out, is_plain };
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
            Answer::Picked(picked) if picked.is_empty() => ("none".to_owned(), Some(NONE.to_owned())),
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
        if found.iter().all(|known| known.words != words) {
            let labels = labels_of(&answer, &labels);
            // Of several that one entry makes, one gets a label.
            let twice = |(place, its): (usize, &NewLabel)| {
                labels.iter().skip(place + 1).any(|other| other.entry == its.entry)
            };
            let written = written.filter(|_| !labels.iter().enumerate().any(twice));
            found.push(Said { words, written, labels });
            given.push(answer);
        }
    }
    Found { answers: found, given, left_out: 0, is_plain }
}

/// Labels for what has no name that means it, where an entry of the board has made it and who reads it may see it: it is called by that
/// then.
fn labels(game: &Game, table: &Table, from: &[Item], told: &mut [Told]) -> Vec<Option<NewLabel>> {
    let mut given: Vec<Option<NewLabel>> = Vec::new();
    for (item, told) in from.iter().zip(told) {
        let object = match item {
            Item::Object(object) if told.name.is_none() && table.sees(game, *object) => *object,
            _ => {
                given.push(None);
                continue;
            }
        };
        let its = game.object(object);
        // Face down, or as a copy, it has another name than on the board.
        let face = its.definition.as_ref().and_then(|definition| definition.faces.get(usize::from(its.face)));
        let name = face.map_or(&its.base.name, |face| &face.name).to_string();
        let is_named = !name.is_empty() && !its.is_unknown() && !table.labelled(game, object);
        let new = table.entry_of(game, object).filter(|_| is_named).map(|(entry, count)| {
            let last = name.split(' ').next_back().unwrap_or_default();
            let letters: String = last.chars().filter(char::is_ascii_alphabetic).collect();
            let word = if letters.is_empty() { "one".to_owned() } else { letters.to_lowercase() };
            let is_free = |label: &String| {
                table.labels.iter().all(|(known, _)| known != label)
                    && given.iter().flatten().all(|known| known.label != *label)
            };
            let label = (1..).map(|number| format!("{word}-{number}")).find(is_free).unwrap_or_default();
            NewLabel { label, name, entry, count }
        });
        told.name = new.as_ref().map(|new| format!("@{}", new.label));
        given.push(new);
    }
    given
}

/// The labels that an answer names.
fn labels_of(answer: &Answer, labels: &[Option<NewLabel>]) -> Vec<NewLabel> {
    let label = |index: u32| labels.get(index as usize).cloned().flatten();
    match answer {
        Answer::Picked(picked) => picked.iter().filter_map(|index| label(*index)).collect(),
        Answer::Divided(shares) => (0u32..)
            .zip(shares)
            .filter(|(_, share)| **share > 0)
            .filter_map(|(index, _)| label(index))
            .collect(),
        Answer::Yes | Answer::No | Answer::Number(_) => Vec::new(),
    }
}

/// Takes away the names by which something else is meant, or nothing that can be told from others: a name is also that of a card that
/// lies elsewhere, and of what has become a copy. Says whether those that are left mean the same where nothing is offered.
fn keep_what_is_meant(game: &Game, table: &Table, from: &[Item], told: &mut [Told]) -> bool {
    let Ok(view) = View::of(game) else { return true };
    let mut is_plain = true;
    for (item, told) in from.iter().zip(told) {
        let (Item::Object(object), Some(name)) = (item, &told.name) else { continue };
        let its = game.object(*object);
        if its.stack_ability().is_some() || its.is_unknown() {
            continue;
        }
        let offered = |object: ObjectId| from.contains(&Item::Object(object));
        if !means(table, (game, &view), name, *object, |_| true) {
            is_plain = false;
            // Where others of its name have labels, it is the one without.
            let unlabelled = |object: ObjectId| offered(object) && !table.labelled(game, object);
            let is_meant = means(table, (game, &view), name, *object, offered)
                || means(table, (game, &view), name, *object, unlabelled);
            told.name = told.name.take().filter(|_| is_meant);
        }
    }
    is_plain
}

/// Whether a name, with a label or with whose it is, means an object or one that nothing tells from it; by preference one of those for
/// which more is true.
fn means(
    table: &Table,
    (game, view): (&Game, &View),
    written: &str,
    object: ObjectId,
    fits: impl Fn(ObjectId) -> bool,
) -> bool {
    if let Some(label) = written.strip_prefix('@') {
        let known = table.labels.iter().find(|(known, _)| known == label);
        return known.is_some_and(|(_, known)| game.latest(*known) == game.latest(object));
    }
    let of =
        |player: &&String| written.strip_prefix(player.as_str()).is_some_and(|rest| rest.starts_with("'s "));
    let whose = table.players.iter().find(of);
    let name = whose.and_then(|player| written.get(player.len() + "'s ".len()..)).unwrap_or(written);
    let reference = Reference {
        owner: whose.map(|player| Text::new(player.as_str(), Span::default())),
        of: None,
        name: Text::new(name, Span::default()),
        sort: ReferenceSort::Name,
        part: Part::Whole,
        span: Span::default(),
    };
    table.whole(game, view, &reference, fits).is_ok_and(|found| {
        game.latest(found) == game.latest(object) || table.chosen_alike(game, view, found, object)
    })
}
