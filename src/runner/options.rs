//! The legal answers to a question in words, and what to write where nothing says which.

use std::collections::BTreeMap;

use crate::board::{Table, UNKNOWN, Whose, printed};
use crate::diag::{Code, Diagnostic, Span};
use crate::engine::View;
use crate::game::{Answer, Choice, Deed, Game, Half, Item, Nature, ObjectId, Options, PlayerId, Thing};
use crate::ir::Subtype;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::kind_word;

mod asked;
mod question;

use asked::asked_in_words;
pub use question::{NewLabel, Offered, Place, Question};

/// Where the line to add would stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Under {
    /// Under the line that leads to the question.
    TheLine,
    /// Behind what that line says: it is a target of what the line announces.
    Announced,
    /// No line leads to it: it is asked as the scenario begins, and nothing says where it does.
    Nothing,
}

/// An open choice: who must choose what, the legal answers, and the line to add.
pub(super) fn open_choice(
    game: &Game,
    table: &Table,
    (choice, rules): (&Choice, Rules),
    span: Span,
    under: Under,
) -> Diagnostic {
    let player = table.name_of(choice.player);
    let kind = kind_word(choice.kind);
    let asking = asking_object(game, choice);
    let for_what = for_what(game, table, choice);
    let options = options_in_words(game, table, choice);
    let example = example(game, table, choice);
    let named = asking.and_then(|source| table.written(game, source));
    let named = named.map_or_else(String::new, |source| format!(" {source}"));
    let what = asked_in_words(game, table, choice);
    let message = if choice.kind.by_chance() {
        format!("chance decides {what}{for_what}, and nothing says how: `{kind}`")
    } else {
        let cost = kicker_cost(game, choice);
        let cost = cost.map_or_else(String::new, |cost| format!(", of the kicker cost {cost}"));
        format!("{player} must choose {what}{for_what}, and the scenario does not say: `{kind}`{cost}")
    };
    let mut diagnostic = Diagnostic::error(Code::OpenChoice, message, span, "this leads to the question")
        .with_help(format!("the legal answers: {options}"));
    // The one that decides, and no more than an answer shows.
    for rule in rules.iter().take(3) {
        diagnostic = diagnostic.with_rule(rule);
    }
    if example.contains(LABEL) {
        diagnostic = diagnostic.with_help(format!(
            "no name tells them apart: give the one that is meant a label, as in `{LABEL}`, on the board or with `as {LABEL}` \
             where it is created"
        ));
    }
    if under == Under::Announced && question::is_all_there_is(game, choice) {
        return diagnostic.with_help(format!("write it behind the line, for example: `-> {example}`"));
    }
    let place = match under {
        Under::TheLine | Under::Announced => "add under the line",
        Under::Nothing => "write `turn main1` in the head, and add under it",
    };
    diagnostic.with_help(format!("{place}, for example: `  {player} {kind}{named}: {example}`"))
}

/// The mana of the kicker cost that a question is about: `{W}`.
fn kicker_cost(game: &Game, choice: &Choice) -> Option<String> {
    let Options::YesNo(Deed::Kick(place)) = choice.options else { return None };
    let costs = printed(&game.object(choice.source?).base);
    costs.into_iter().nth(usize::from(place))
}

/// What asks, of an ability its source.
fn asking_object(game: &Game, choice: &Choice) -> Option<ObjectId> {
    choice.source.map(|source| game.object(source).stack_ability().map_or(source, |ability| ability.source))
}

/// What asks, as words behind what is asked.
fn for_what(game: &Game, table: &Table, choice: &Choice) -> String {
    let source = asking_object(game, choice).map(|source| table.title(game, source));
    source.map_or_else(String::new, |source| format!(" for `{source}`"))
}

/// The lines of a declaration of attackers: one for all that attack the same.
fn attack_lines(game: &Game, table: &Table, player: PlayerId, declared: &[(ObjectId, Thing)]) -> Vec<String> {
    let words = |defender: Thing| item_in_words(game, table, Item::of(defender));
    lines_of(game, table, declared)
        .into_iter()
        .map(|(defender, attackers)| {
            format!("{} attacks {} with {attackers}", table.name_of(player), words(defender))
        })
        .collect()
}

/// The lines of a declaration of blockers: one for all that block the same attacker.
fn block_lines(
    game: &Game,
    table: &Table,
    player: PlayerId,
    declared: &[(ObjectId, ObjectId)],
) -> Vec<String> {
    let words = |attacker: ObjectId| item_in_words(game, table, Item::Object(attacker));
    lines_of(game, table, declared)
        .into_iter()
        .map(|(attacker, blockers)| {
            format!("{} blocks {} with {blockers}", table.name_of(player), words(attacker))
        })
        .collect()
}

/// Whom or what some creatures fight, each with those that do, as they are written.
fn lines_of<T: Copy + PartialEq>(game: &Game, table: &Table, declared: &[(ObjectId, T)]) -> Vec<(T, String)> {
    let mut lines: Vec<(T, String)> = Vec::new();
    for (creature, whom) in declared {
        let words = item_in_words(game, table, Item::Object(*creature));
        match lines.iter_mut().find(|(known, _)| known == whom) {
            Some((_, others)) => *others = format!("{others}; {words}"),
            None => lines.push((*whom, words)),
        }
    }
    lines
}

/// The lines that make one declaration: several stand one under the other.
fn together(lines: &[String]) -> String {
    format!("`{}`", lines.join("` with, under it, `"))
}

/// What is said of attackers that must be declared where nothing says which: the legal declarations, as the lines that make them.
pub(super) fn open_attack(
    game: &Game,
    table: &Table,
    player: PlayerId,
    declarations: &[Vec<(ObjectId, Thing)>],
    span: Span,
) -> Diagnostic {
    let name = table.name_of(player);
    let line = |declared: &Vec<(ObjectId, Thing)>| together(&attack_lines(game, table, player, declared));
    let lines: Vec<String> = declarations.iter().map(line).collect();
    // One is legal, but its creatures may form bands.
    if let [declared] = declarations {
        let own = attack_lines(game, table, player, declared);
        let words = declared.iter().map(|(own, _)| item_in_words(game, table, Item::Object(*own)));
        let all: Vec<String> = words.collect();
        let message =
            format!("{name} must attack with {}, and nothing says whether as a band", in_a_row(&all));
        // A creature with banding and one other can always be one.
        let band = match (own.as_slice(), all.len()) {
            ([line], 2) => Some(format!("`{line} [band]`")),
            _ => None,
        };
        let has_line = band.is_some();
        let lines: Vec<String> = lines.into_iter().chain(band).collect();
        let open = open_declaration(message, &lines, cr!("508.1d"), span).with_rule(cr!("508.1e"));
        let by_itself = "a line of its own with ` [band]` behind it makes a band of those that it names";
        return if has_line { open } else { open.with_help(by_itself) };
    }
    let message = format!("{name} must attack, and nothing says with what");
    open_declaration(message, &lines, cr!("508.1d"), span)
}

/// `A, B and C`.
fn in_a_row(words: &[String]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// What is said of blockers that must be declared where nothing says which: the legal declarations, as the lines that make them.
pub(super) fn open_block(
    game: &Game,
    table: &Table,
    player: PlayerId,
    declarations: &[Vec<(ObjectId, ObjectId)>],
    span: Span,
) -> Diagnostic {
    let name = table.name_of(player);
    let line = |declared: &Vec<(ObjectId, ObjectId)>| together(&block_lines(game, table, player, declared));
    let lines: Vec<String> = declarations.iter().map(line).collect();
    open_declaration(format!("{name} must block, and nothing says with what"), &lines, cr!("509.1c"), span)
}

/// What is said where mana abilities could pay for something, and nothing says which.
pub(super) fn open_payment(
    game: &Game,
    table: &Table,
    player: PlayerId,
    sources: &[ObjectId],
    (rule, span): (RuleId, Span),
) -> Diagnostic {
    let name = table.name_of(player);
    let sources = sources.iter().map(|source| item_in_words(game, table, Item::Object(*source)));
    let sources: Vec<String> = sources.collect();
    let first = sources.first().map_or("", String::as_str);
    let message =
        format!("{name} could pay for this with mana abilities, and nothing says which are activated");
    Diagnostic::error(Code::OpenChoice, message, span, "this leads to the question")
        .with_rule(rule)
        .with_help(format!("there are those of {}", sources.join("; ")))
        .with_help(format!(
            "add a line under this one for each that is activated, for example: `  {name} activates {first}`"
        ))
}

fn open_declaration(message: String, lines: &[String], rule: RuleId, span: Span) -> Diagnostic {
    let shown = lines.iter().take(12).cloned().collect::<Vec<_>>().join("; ");
    let more = match lines.len().saturating_sub(12) {
        0 => String::new(),
        more => format!("; and {more} others"),
    };
    Diagnostic::error(Code::OpenChoice, message, span, "this leads to the question")
        .with_rule(rule)
        .with_help(format!("the legal declarations: {shown}{more}"))
        .with_help("write one of them before this line")
}

/// The legal answers in words.
pub(super) fn options_in_words(game: &Game, table: &Table, choice: &Choice) -> String {
    match &choice.options {
        Options::YesNo(_) => "yes; no".to_owned(),
        Options::Number { least, most } => format!("a number from {least} to {most}"),
        Options::Pick { from, at_least, at_most, ordered } => {
            let items = alike_together(&told_apart(game, table, from));
            let items = if items.is_empty() { "none".to_owned() } else { items.join("; ") };
            match (at_least, at_most) {
                _ if *ordered && at_least == at_most && from.len() > 1 && *at_most as usize == from.len() => {
                    format!("an order of {items}")
                }
                (1, 1) => items,
                (0, 1) => format!("{items}; or none"),
                (0, most) => format!("up to {most} of {items}"),
                (least, most) if least == most => format!("{least} of {items}"),
                (least, most) => format!("{least} to {most} of {items}"),
            }
        }
        Options::Divide { amount, among, each, most } => {
            let limited = |(place, item): (usize, &Item)| {
                let item = item_in_words(game, table, *item);
                // Only where there is less for it than there is to divide.
                match most.get(place).filter(|most| *most < amount) {
                    Some(most) => format!("{item} (at most {most})"),
                    None => item,
                }
            };
            let items: Vec<String> = among.iter().enumerate().map(limited).collect();
            let least = if *each > 0 { format!(", at least {each} to each") } else { String::new() };
            format!("{amount} divided among {}{least}", items.join("; "))
        }
    }
}

/// The same as it is told, not as it would be written: by its name, what has a label.
pub(super) fn options_told(game: &Game, table: &Table, choice: &Choice) -> String {
    let words = options_in_words(game, table, choice);
    let Options::Pick { from, .. } = &choice.options else { return words };
    let told = |part: &str| {
        from.iter().find_map(|item| {
            let word = item_in_words(game, table, *item);
            let before = part.strip_suffix(&word).filter(|_| word.starts_with('@'))?;
            Some(format!("{before}{}", table.told(game, item.object()?)))
        })
    };
    let parts: Vec<String> =
        words.split("; ").map(|part| told(part).unwrap_or_else(|| part.to_owned())).collect();
    parts.join("; ")
}

/// An option as it would be written: of several abilities of one card each by its number.
pub(super) fn in_list(game: &Game, table: &Table, item: Item, from: &[Item]) -> String {
    let words = item_in_words(game, table, item);
    let card = |of: &Item| match of {
        Item::AbilityOf(object, number, _) => Some((game.earliest(*object), *number)),
        _ => None,
    };
    let Some((own, 1)) = card(&item) else { return words };
    let second = format!("{words}'s ability");
    let several = from.iter().any(|other| {
        card(other).is_some_and(|(its, number)| its == own && number > 1)
            && item_in_words(game, table, *other).starts_with(&second)
    });
    if several { format!("{second} 1") } else { words }
}

/// Answers that read the same once, with how many there are: `Forest (3 alike)`. How many unknown cards may be answered would tell what
/// they are.
fn alike_together(items: &[Told]) -> Vec<String> {
    let mut together: Vec<(&str, usize)> = Vec::new();
    for item in items {
        match together.iter_mut().find(|(known, _)| *known == item.words) {
            Some((_, count)) => *count += 1,
            None => together.push((&item.words, 1)),
        }
    }
    let words = together.into_iter().map(|(item, count)| match count {
        1 => item.to_owned(),
        _ if item == UNKNOWN => item.to_owned(),
        count => format!("{item} ({count} alike)"),
    });
    words.collect()
}

/// Something that can be chosen, in words.
struct Told {
    /// What it is called, with its number where others that differ from it are called so too.
    words: String,
    /// How it is written, if a name means it and nothing that differs from it.
    name: Option<String>,
}

/// What can be chosen in words that differ where the things do. Those that no name tells apart have their numbers of the trace.
fn told_apart(game: &Game, table: &Table, items: &[Item]) -> Vec<Told> {
    let mut view = None;
    let mut alike = |one, other| {
        let view = view.get_or_insert_with(|| View::of(game).ok());
        view.as_ref().is_some_and(|view| table.chosen_alike(game, view, one, other))
    };
    // Of each name the objects that differ; another one is like the first of these.
    let mut differing: BTreeMap<String, Vec<ObjectId>> = BTreeMap::new();
    let mut first_alike = Vec::with_capacity(items.len());
    for item in items {
        let word = in_list(game, table, *item, items);
        let object = match item {
            Item::Object(object) => Some(*object),
            // An ability is named by its object, which is found where it is now.
            Item::AbilityOf(object, _, None) => {
                let source = game.object(*object).stack_ability().map_or(*object, |ability| ability.source);
                Some(game.latest(source))
            }
            _ => None,
        };
        let first = object.map(|object| {
            let of_name = differing.entry(word.clone()).or_default();
            let first = of_name.iter().copied().find(|first| *first == object || alike(*first, object));
            first.unwrap_or_else(|| {
                of_name.push(object);
                object
            })
        });
        first_alike.push((word, first));
    }
    let told = |(item, (word, first)): (&Item, (String, Option<ObjectId>))| {
        // What the one who reads it may not know has no name to be written, and nothing tells it from another.
        if let Item::Object(object) = item
            && !table.sees(game, *object)
        {
            return Told { words: word, name: None };
        }
        // Two triggers of one ability may differ in what they are about alone.
        if let Item::AbilityOf(_, _, Some(about)) = item {
            let about = item_in_words(game, table, Item::Object(*about));
            let of_its_name =
                items.iter().filter(|other| in_list(game, table, **other, items) == word).count();
            // What it is about is its name, if nothing else is about that and no ability is that one's.
            let is_so_called = |item: &Item| match item {
                Item::AbilityOf(of, _, other) => {
                    let called = |of: &ObjectId| item_in_words(game, table, Item::Object(*of)) == about;
                    usize::from(called(of)) + usize::from(other.is_some_and(|other| called(&other)))
                }
                _ => 0,
            };
            let so_called: usize = items.iter().map(is_so_called).sum();
            let words = format!("{} (about {about})", called_a_copy(game, *item, &word));
            let by_number = Some(word).filter(|_| of_its_name == 1);
            return Told { words, name: if so_called == 1 { Some(about) } else { by_number } };
        }
        let by_name = first.is_none() || differing.get(&word).is_none_or(|of_name| of_name.len() == 1);
        let words = match first.filter(|_| !by_name) {
            Some(first) if game.object(first).is_token() => format!("{word} {first}, a token"),
            Some(first) => format!("{word} {first}"),
            None => called_a_copy(game, *item, &word),
        };
        Told { words, name: by_name.then_some(word) }
    };
    items.iter().zip(first_alike).map(told).collect()
}

/// The words for an ability: where it is of a copy of a spell, which may share its name with a card, they say so.
fn called_a_copy(game: &Game, item: Item, word: &str) -> String {
    if is_of_copy(game, item) { format!("copy of {word}") } else { word.to_owned() }
}

/// Whether it is an ability of a copy of a spell.
fn is_of_copy(game: &Game, item: Item) -> bool {
    matches!(item, Item::AbilityOf(object, ..) if matches!(game.object(object).nature, Nature::Copy))
}

/// What stands for something that has to be given a label.
const LABEL: &str = "@label";

/// One answer that could be written.
fn example(game: &Game, table: &Table, choice: &Choice) -> String {
    match &choice.options {
        Options::YesNo(_) => "yes".to_owned(),
        Options::Number { least, .. } => least.to_string(),
        Options::Pick { from, at_least, at_most, .. } => {
            let count = (*at_least).max(u32::from(*at_most > 0)) as usize;
            // A name that a copy shares with its card means the card first.
            let mut from = from.to_vec();
            from.sort_by_key(|item| is_of_copy(game, *item));
            let mut told = told_apart(game, table, &from);
            told.truncate(count);
            let items: Vec<&str> = told.iter().map(|it| it.name.as_deref().unwrap_or(LABEL)).collect();
            if items.is_empty() { "none".to_owned() } else { items.join("; ") }
        }
        Options::Divide { among, .. } => {
            let Some(Answer::Divided(shares)) = choice.answers().next() else { return String::new() };
            let shares: Vec<String> = among
                .iter()
                .zip(shares)
                .filter(|(_, share)| *share > 0)
                .map(|(item, share)| format!("{share} to {}", item_in_words(game, table, *item)))
                .collect();
            shares.join("; ")
        }
    }
}

/// An option as it would be written in the scenario.
pub(super) fn item_in_words(game: &Game, table: &Table, item: Item) -> String {
    let name = |object: ObjectId| {
        if game.object(object).is_unknown() {
            return "unknown".to_owned();
        }
        let root = game.earliest(object);
        let label = table.labels.iter().find(|(_, labelled)| game.earliest(*labelled) == root);
        if let Some((label, _)) = label {
            return format!("@{label}");
        }
        let title = table.title(game, object);
        if !table.sees(game, object) {
            return title;
        }
        let same = game.objects().iter().filter(|other| {
            other.exists
                && game.earliest(other.id) != root
                && other.base.name == game.object(object).base.name
        });
        if same.count() > 0 && !title.is_empty() {
            return format!("{}'s {title}", table.name_of(Whose::of(game).is(object)));
        }
        title
    };
    match item {
        Item::Object(object) => name(object),
        Item::Player(player) => table.name_of(player).to_owned(),
        Item::Pile(card) => match table.pile_named(game, card) {
            Some(pile) => format!("pile {pile}"),
            None => format!("pile of {}", name(card)),
        },
        Item::Name(place) => {
            let face = game.named_faces().nth(usize::from(place));
            face.map_or_else(String::new, |face| face.name.to_string())
        }
        Item::Face(object, face) => {
            if let Some(name) = Half::of_face(face).and_then(|half| game.name_of_half(object, half)) {
                return name.to_owned();
            }
            let definition = game.object(object).definition.as_ref();
            let face = definition.and_then(|its| its.faces.get(usize::from(face)));
            face.map_or_else(String::new, |face| face.name.to_string())
        }
        Item::Card(card) => {
            game.card(card).definition.as_ref().map_or_else(String::new, |its| its.name.to_string())
        }
        Item::Mode(number) => number.to_string(),
        Item::Color(color) => color.word().to_owned(),
        Item::Colorless => "colorless".to_owned(),
        Item::Word(word) => Subtype::in_its_letters(word.as_str()).to_owned(),
        Item::Counter(kind) => kind.to_string(),
        Item::Life => "life".to_owned(),
        Item::Mana => "mana".to_owned(),
        Item::Symbol(symbol) => symbol.to_string(),
        Item::Spend(amount) => amount.to_string(),
        Item::AbilityOf(object, number, _) => {
            if number > 1 {
                format!("{}'s ability {number}", name(object))
            } else {
                name(object)
            }
        }
    }
}

/// Whether an item is the name of a card.
pub(super) fn is_name(game: &Game, item: Item, name: &str) -> bool {
    match item {
        Item::Name(place) => {
            game.named_faces().nth(usize::from(place)).is_some_and(|face| *face.name == *name)
        }
        _ => false,
    }
}

/// Of a choice of a card's faces, whether this name is one that may be chosen; nothing where it is no name of such a card.
pub(super) fn offers_face(game: &Game, choice: &Choice, name: &str) -> Option<bool> {
    let Options::Pick { from, .. } = &choice.options else { return None };
    let mut found = None;
    for item in from.iter() {
        let Item::Face(card, face) = item else { continue };
        let faces = game.object(*card).definition.as_ref().map(|its| its.faces.as_slice());
        let place = faces.and_then(|faces| faces.iter().position(|face| *face.name == *name));
        found = place.map(|place| found == Some(true) || place == usize::from(*face)).or(found);
    }
    found
}
