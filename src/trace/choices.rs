//! What a player chose, in words.

use crate::game::{Answer, Choice, ChoiceKind, Half, Item, ObjectId, Options, PlayerId};
use crate::ir::instruction::CounterDeed;
use crate::ir::part::{Part, mentions};
use crate::ir::{Instruction, Subtype, Symbol, Zone};
use crate::rules::{Rules, cr};

use super::entry::How;
use super::names::Names;
use super::pieces::Piece;
use super::styled::{Style, Text, said};
use super::words::cast_so;
use super::words::changes::about_round;

mod deeds;

use deeds::{course, yes_or_no};

/// A choice as a sentence: `AP chooses target Grizzly Bears#2 (forced)`. What asks is left out where it is `plain`.
pub(super) fn sentence(
    names: &Names<'_>,
    choice: &Choice,
    answer: &Answer,
    how: How,
    rules: &Rules,
    plain: bool,
) -> Text {
    if let Some(text) = by_its_rule(names, choice, answer, how, rules) {
        return text;
    }
    if let Some(mut text) =
        by_chance(names, choice, answer, rules).or_else(|| attached(names, choice, answer))
    {
        text.push(remark(how), Style::Aside);
        return text;
    }
    let mut text = Text::new();
    names.write_player(&mut text, choice.player);
    said(&mut text, " ");
    match answer {
        Answer::Yes | Answer::No => yes_or_no(names, choice, *answer == Answer::Yes, rules, &mut text),
        Answer::Picked(_) | Answer::Number(_) | Answer::Divided(_) => {
            let at_random = choice.kind == ChoiceKind::Random && rules.contains(cr!("701.9b"));
            let kept = keeps_targets(choice, answer, rules);
            said(
                &mut text,
                match () {
                    () if at_random => "discards at random:",
                    () if kept => "leaves the target as it is:",
                    () if plays_land(names, choice, answer) => "chooses to play",
                    () => verb(choice),
                },
            );
            said(&mut text, " ");
            if let Some(deed) = of_a_counter(choice, answer) {
                said(&mut text, deed);
                text.push(remark(how), Style::Aside);
                return text;
            }
            let modal = rules.contains(cr!("700.2a")) || rules.contains(cr!("700.2b"));
            if matches!(choice.kind, ChoiceKind::Mode | ChoiceKind::Pile) && !modal {
                course(names, choice, answer, rules, &mut text);
            } else if let Some(name) = name_of_one(choice, answer, rules) {
                text.push(&name, Style::Plain);
            } else {
                chosen(names, choice, answer, &mut text);
            }
        }
    }
    if let Some(source) = choice.source.filter(|_| !plain && names_its_source(choice.kind)) {
        said(&mut text, " (");
        names.write_object(&mut text, source);
        said(&mut text, ")");
    }
    text.push(remark(how), Style::Aside);
    text
}

/// What is chosen where its rule, or what is divided, says what it is.
fn by_its_rule(names: &Names<'_>, choice: &Choice, answer: &Answer, how: How, rules: &Rules) -> Option<Text> {
    // What a shield's points are divided among is damage, and not who is dealt it (615.7).
    if rules.contains(cr!("615.7")) {
        return Some(shared_shield(names, choice, answer, rules.contains(cr!("614.9"))));
    }
    // Nothing is paid yet as the cost is announced (601.2b).
    if rules.contains(cr!("107.4f")) {
        return Some(symbol(names, choice, answer, "Phyrexian"));
    }
    if rules.contains(cr!("107.4e")) {
        return Some(symbol(names, choice, answer, "hybrid"));
    }
    // Nothing is paid with the half by which a cost is reduced.
    if rules.contains(cr!("118.7e")) {
        let mut text = Text::new();
        (choice.player, " chooses to reduce the cost by ").write(names, &mut text);
        chosen(names, choice, answer, &mut text);
        return Some(text);
    }
    if choice.kind == ChoiceKind::Damage {
        return Some(assigned(names, choice, answer, how));
    }
    if choice.kind == ChoiceKind::First {
        return Some(applied(names, choice, answer, how, rules.contains(cr!("616.1f"))));
    }
    // Nobody chooses what a shuffled library has on top, and nobody gets it.
    if choice.kind == ChoiceKind::Random && rules.contains(cr!("701.24a")) {
        let mut text = Text::new();
        ("chance puts on top of the library of ", choice.player, ": ").write(names, &mut text);
        chosen(names, choice, answer, &mut text);
        return Some(text);
    }
    None
}

/// What chance has chosen, where more is to be said of it than that.
fn by_chance(names: &Names<'_>, choice: &Choice, answer: &Answer, rules: &Rules) -> Option<Text> {
    let mut text = Text::new();
    let random = choice.kind == ChoiceKind::Random;
    // Chance decides who decides who takes the first turn.
    if random && rules.contains(cr!("103.1")) {
        said(&mut text, "chance picks ");
        chosen(names, choice, answer, &mut text);
        said(&mut text, " to choose who takes the first turn");
    } else if random && rules.contains(cr!("901.3a")) {
        (choice.player, " rolls ").write(names, &mut text);
        chosen(names, choice, answer, &mut text);
    } else if random && rules.contains(cr!("406.4")) {
        said(&mut text, "chance picks from the pile: ");
        chosen(names, choice, answer, &mut text);
    } else if random && matches!(choice.options, Options::Pick { ordered: true, .. }) {
        let of = ("chance puts on the bottom of the library of ", choice.player, ", in this order: ");
        of.write(names, &mut text);
        chosen(names, choice, answer, &mut text);
    } else if let (ChoiceKind::Coin, Some(Item::Word(fallen))) = (choice.kind, picked(choice, answer)) {
        let words = match fallen.as_str() {
            "won" => " flips a coin, and wins the flip",
            "lost" => " flips a coin, and loses the flip",
            "heads" => " flips a coin, which comes up heads",
            _ => " flips a coin, which comes up tails",
        };
        (choice.player, words).write(names, &mut text);
    } else {
        return None;
    }
    Some(text)
}

/// `AP attaches Bonesplitter#3 to Grizzly Bears#1`.
fn attached(names: &Names<'_>, choice: &Choice, answer: &Answer) -> Option<Text> {
    let attached = choice.source.filter(|_| choice.kind == ChoiceKind::Attach)?;
    let mut text = Text::new();
    (choice.player, " attaches ", attached, " to ").write(names, &mut text);
    chosen(names, choice, answer, &mut text);
    Some(text)
}

/// Whether new targets may be chosen and what there are stay: these stand first.
fn keeps_targets(choice: &Choice, answer: &Answer, rules: &Rules) -> bool {
    let may_stay = choice.kind == ChoiceKind::CopyTargets
        || choice.kind == ChoiceKind::Targets && rules.contains(cr!("115.7d"));
    matches!((answer, &choice.options), (Answer::Picked(picked), Options::Pick { at_least, .. })
        if may_stay && picked.iter().copied().eq(0..*at_least))
}

/// What was picked, if that is one thing.
fn picked<'a>(choice: &'a Choice, answer: &Answer) -> Option<&'a Item> {
    match (answer, &choice.options) {
        (Answer::Picked(picked), Options::Pick { from, .. }) => match picked.as_slice() {
            [index] => from.get(*index as usize),
            _ => None,
        },
        _ => None,
    }
}

/// What is to be done with a counter that was chosen.
fn of_a_counter(choice: &Choice, answer: &Answer) -> Option<&'static str> {
    let (Item::Word(word), Options::Pick { from, .. }) = (picked(choice, answer)?, &choice.options) else {
        return None;
    };
    let deeds = [CounterDeed::Remove, CounterDeed::Another];
    let deed = |word: &Symbol| deeds.into_iter().find(|deed| deed.word() == word.as_str());
    let all = from.iter().all(|item| matches!(item, Item::Word(word) if deed(word).is_some()));
    deed(word).filter(|_| all).map(|deed| match deed {
        CounterDeed::Remove => "to remove that counter",
        CounterDeed::Another => "to put another counter of that kind on it",
    })
}

/// The name of a room (701.49b), or the anchor word (614.12c), that was chosen.
fn name_of_one(choice: &Choice, answer: &Answer, rules: &Rules) -> Option<String> {
    let named = rules.contains(cr!("701.49b")) || rules.contains(cr!("614.12c"));
    match picked(choice, answer) {
        Some(Item::Word(word)) if named => Some(super::designations::titled(word.as_str())),
        _ => None,
    }
}

/// In which order a player puts triggered abilities on the stack: `AP puts them on the stack in this order: Storm Crow#5's ability
/// (#8); Storm Crow#5's ability (#9)`.
pub(super) fn order(names: &Names<'_>, player: PlayerId, abilities: &[ObjectId], how: How) -> Text {
    let mut text = Text::new();
    names.write_player(&mut text, player);
    let mut separator = " puts them on the stack in this order: ";
    for ability in abilities {
        said(&mut text, separator);
        names.write_object(&mut text, *ability);
        text.push_fmt(format_args!(" ({ability})"), Style::Number);
        // What triggers alike for each of several is told apart by whom or what it is about.
        let bound = names.game().object(*ability).stack_ability().and_then(|its| its.slots.as_ref());
        about_round(names, &mut text, bound.and_then(|bound| bound.current));
        separator = "; ";
    }
    text.push(remark(how), Style::Aside);
    text
}

/// Which of several damages a shield prevents or redirects: `NAP lets Healing Salve#4 prevent 2 of Vampire Nighthawk#1's damage`.
/// Where it is damage of one source, those are named to whom it would be dealt.
fn shared_shield(names: &Names<'_>, choice: &Choice, answer: &Answer, redirects: bool) -> Text {
    let mut text = Text::new();
    names.write_player(&mut text, choice.player);
    said(&mut text, " lets ");
    match choice.source {
        Some(source) => names.write_object(&mut text, source),
        None => said(&mut text, "the shield"),
    }
    said(&mut text, if redirects { " redirect " } else { " prevent " });
    let (Answer::Divided(shares), Options::Divide { among, .. }) = (answer, &choice.options) else {
        return text;
    };
    let mut separator = "";
    for (share, item) in shares.iter().zip(among.iter()) {
        said(&mut text, separator);
        text.push_fmt(format_args!("{share} of "), Style::Plain);
        write_item(names, item, &mut text);
        said(&mut text, "'s damage");
        separator = ", ";
    }
    text
}

/// Whether all that a player could have found was hidden, in a search that goes on elsewhere: what lies open there is found all the same
/// (701.23b).
fn leaves_hidden(names: &Names<'_>, choice: &Choice, from: &[Item]) -> bool {
    let is_open = |item: &Item| matches!(item, Item::Object(object) if names.game().object(*object).zone == Zone::Graveyard);
    choice.kind == ChoiceKind::Find && !from.iter().any(is_open) && searches_graveyards(names, choice)
}

/// Whether the spell or ability that asks has somebody search a graveyard, whatever they choose.
fn searches_graveyards(names: &Names<'_>, choice: &Choice) -> bool {
    let Some(asks) = choice.source.map(|source| names.game().object(source)) else { return false };
    asks.bodies().into_iter().any(|body| {
        mentions(body, |part| {
            matches!(part, Part::Instruction(Instruction::Search(it))
                if it.zones.contains(&Zone::Graveyard) && !it.any_zones)
        })
    })
}

/// Whose damage is assigned: `AP assigns the damage of Kalonian Tusker#2: 1 to Grizzly Bears#4; 4 to NAP`.
fn assigned(names: &Names<'_>, choice: &Choice, answer: &Answer, how: How) -> Text {
    let mut text = Text::new();
    names.write_player(&mut text, choice.player);
    said(&mut text, " assigns the damage");
    if let Some(creature) = choice.source {
        said(&mut text, " of ");
        names.write_object(&mut text, creature);
    }
    said(&mut text, ": ");
    chosen(names, choice, answer, &mut text);
    text.push(remark(how), Style::Aside);
    text
}

/// Whose effect a player has apply first, or behind others (616.1f): `AP applies the effect of Branching Evolution#2 first`.
fn applied(names: &Names<'_>, choice: &Choice, answer: &Answer, how: How, again: bool) -> Text {
    let mut text = Text::new();
    (choice.player, if again { " then applies " } else { " applies " }).write(names, &mut text);
    match picked(choice, answer) {
        Some(Item::AbilityOf(source, number, _)) => {
            ("the effect of ", *source).write(names, &mut text);
            if *number > 1 {
                text.push_fmt(format_args!(" (no. {number})"), Style::Plain);
            }
        }
        _ => chosen(names, choice, answer, &mut text),
    }
    said(&mut text, if again { "" } else { " first" });
    text.push(remark(how), Style::Aside);
    text
}

/// How a hybrid or Phyrexian symbol will be paid: `AP will pay a Phyrexian mana symbol of Gut Shot#3 with life`.
fn symbol(names: &Names<'_>, choice: &Choice, answer: &Answer, sort: &str) -> Text {
    let mut text = Text::new();
    names.write_player(&mut text, choice.player);
    text.push_fmt(format_args!(" will pay a {sort} mana symbol"), Style::Plain);
    if let Some(source) = choice.source {
        said(&mut text, " of ");
        names.write_object(&mut text, source);
    }
    said(&mut text, " with ");
    chosen(names, choice, answer, &mut text);
    text
}

/// What was answered, without who and why: `Grizzly Bears#2; NAP`, `2 to NAP; 1 to AP`, `3`.
pub(super) fn chosen(names: &Names<'_>, choice: &Choice, answer: &Answer, text: &mut Text) {
    match (answer, &choice.options) {
        (Answer::Yes, _) => said(text, "yes"),
        (Answer::No, _) => said(text, "no"),
        (Answer::Number(number), _) => text.push_fmt(format_args!("{number}"), Style::Plain),
        (Answer::Picked(picked), Options::Pick { from, .. }) => {
            if picked.is_empty() {
                said(
                    text,
                    if leaves_hidden(names, choice, from) { "nothing that is hidden" } else { "nothing" },
                );
            }
            let mut separator = "";
            for item in picked.iter().filter_map(|index| from.get(*index as usize)) {
                said(text, separator);
                write_item(names, item, text);
                separator = "; ";
            }
        }
        (Answer::Divided(shares), Options::Divide { among, .. }) => {
            let mut separator = "";
            // What gets nothing is not among those that were chosen for it (608.2d).
            for (share, item) in shares.iter().zip(among.iter()).filter(|(share, _)| **share > 0) {
                said(text, separator);
                text.push_fmt(format_args!("{share} to "), Style::Plain);
                write_item(names, item, text);
                separator = "; ";
            }
        }
        // An answer of another form than the question is never recorded.
        (Answer::Picked(_) | Answer::Divided(_), _) => said(text, "something"),
    }
}

/// How an answer came about, where that is worth saying.
pub(super) const fn remark(how: How) -> &'static str {
    match how {
        How::Written => "",
        How::Forced => " (forced)",
        How::Default => " (default)",
        How::Indifferent => " (makes no difference)",
    }
}

/// How an answer came about as one word.
pub(super) const fn how_word(how: How) -> &'static str {
    match how {
        How::Written => "written",
        How::Forced => "forced",
        How::Default => "default",
        How::Indifferent => "indifferent",
    }
}

/// Whether the source says what the choice is about, which the objects chosen do not.
const fn names_its_source(kind: ChoiceKind) -> bool {
    !matches!(
        kind,
        ChoiceKind::Target | ChoiceKind::Order | ChoiceKind::Keep | ChoiceKind::First | ChoiceKind::Damage
    )
}

/// Whether what a player chooses to cast or play is a land, which is never cast (305.9).
fn plays_land(names: &Names<'_>, choice: &Choice, answer: &Answer) -> bool {
    let (Answer::Picked(picked), Options::Pick { from, .. }) = (answer, &choice.options) else {
        return false;
    };
    let land = |index: &u32| match from.get(*index as usize) {
        Some(Item::Object(card)) => names.is_land(*card, 0),
        Some(Item::Face(card, face)) => names.is_land(*card, *face),
        _ => false,
    };
    choice.kind == ChoiceKind::Cast && !picked.is_empty() && picked.iter().all(land)
}

fn verb(choice: &Choice) -> &'static str {
    let first = match &choice.options {
        Options::Pick { from, .. } => from.first(),
        _ => None,
    };
    let of_cards = matches!(first, Some(Item::Card(_)));
    let of_players = matches!(first, Some(Item::Player(_)));
    let of_objects = matches!(first, Some(Item::Object(_)));
    match choice.kind {
        ChoiceKind::Order if of_cards => "exiles them in this order:",
        ChoiceKind::Order if of_players => "lets the team draw in this order:",
        ChoiceKind::Order if of_objects => "gives them timestamps in this order:",
        ChoiceKind::Target => "chooses target",
        ChoiceKind::Targets | ChoiceKind::CopyTargets => "chooses new targets",
        ChoiceKind::Choose | ChoiceKind::May | ChoiceKind::Color | ChoiceKind::Player => "chooses",
        ChoiceKind::Number => "chooses the number",
        ChoiceKind::Mode => "chooses",
        ChoiceKind::X => "chooses X =",
        ChoiceKind::Divide => "divides:",
        ChoiceKind::Sacrifice => "chooses to sacrifice",
        ChoiceKind::Discard => "chooses to discard",
        ChoiceKind::Tap => "chooses to tap",
        ChoiceKind::Exile => "chooses to exile",
        ChoiceKind::Return => "chooses to return",
        ChoiceKind::Reveal => "chooses to reveal",
        ChoiceKind::Pay => "pays with",
        ChoiceKind::First => "applies first",
        ChoiceKind::Order => "puts them on the stack in this order:",
        ChoiceKind::Top => "puts on top:",
        ChoiceKind::Bottom => "puts on the bottom:",
        ChoiceKind::Find => "finds",
        ChoiceKind::Cast => "chooses to cast",
        ChoiceKind::Random | ChoiceKind::Coin => "gets by chance:",
        ChoiceKind::Die => "rolls",
        ChoiceKind::Vote => "votes for",
        ChoiceKind::Pile => "chooses",
        ChoiceKind::Keep => "keeps",
        ChoiceKind::Encode => "encodes it on",
        // What is there is called by its name; only a token isn't yet.
        ChoiceKind::Attach => "attaches the token to",
        ChoiceKind::Damage => "assigns damage:",
        ChoiceKind::Graveyard => "puts into the graveyard:",
        ChoiceKind::Mulligan => "takes a mulligan:",
    }
}

/// The kind of a choice as the scenario language writes it.
pub const fn kind_word(kind: ChoiceKind) -> &'static str {
    match kind {
        ChoiceKind::Target => "target",
        ChoiceKind::Targets | ChoiceKind::CopyTargets => "targets",
        ChoiceKind::Choose => "choose",
        ChoiceKind::May => "may",
        ChoiceKind::Mode => "mode",
        ChoiceKind::X => "x",
        ChoiceKind::Divide => "divide",
        ChoiceKind::Sacrifice => "sacrifice",
        ChoiceKind::Discard => "discard",
        ChoiceKind::Tap => "tap",
        ChoiceKind::Exile => "exile",
        ChoiceKind::Return => "return",
        ChoiceKind::Reveal => "reveal",
        ChoiceKind::Pay => "pay",
        ChoiceKind::First => "first",
        ChoiceKind::Order => "order",
        ChoiceKind::Top => "top",
        ChoiceKind::Bottom => "bottom",
        ChoiceKind::Find => "find",
        ChoiceKind::Cast => "cast",
        ChoiceKind::Random => "random",
        ChoiceKind::Coin => "coin",
        ChoiceKind::Die => "die",
        ChoiceKind::Vote => "vote",
        ChoiceKind::Pile => "pile",
        ChoiceKind::Keep => "keep",
        ChoiceKind::Encode => "encode",
        ChoiceKind::Attach => "attach",
        ChoiceKind::Color => "color",
        ChoiceKind::Player => "player",
        ChoiceKind::Damage => "damage",
        ChoiceKind::Number => "number",
        ChoiceKind::Graveyard => "graveyard",
        ChoiceKind::Mulligan => "mulligan",
    }
}

fn write_item(names: &Names<'_>, item: &Item, text: &mut Text) {
    match item {
        Item::Object(object) => names.write_object(text, *object),
        Item::Player(player) => names.write_player(text, *player),
        Item::Pile(card) => {
            said(text, "the face-down pile of ");
            names.write_object(text, *card);
        }
        Item::Name(place) => {
            let face = names.game().named_faces().nth(usize::from(*place));
            said(text, face.map_or("", |face| &face.name));
        }
        Item::Face(object, face) => {
            let half = Half::of_face(*face);
            if let Some(name) = half.and_then(|half| names.game().name_of_half(*object, half)) {
                return said(text, name);
            }
            let definition = names.game().object(*object).definition.as_ref();
            let face = definition.and_then(|its| its.faces.get(usize::from(*face)));
            said(text, face.map_or("", |face| &face.name));
        }
        Item::Card(card) => {
            said(text, names.game().card(*card).definition.as_ref().map_or("", |its| &its.name));
        }
        Item::Mode(mode) => text.push_fmt(format_args!("mode {mode}"), Style::Plain),
        Item::Color(color) => said(text, color.word()),
        Item::Colorless => said(text, "colorless"),
        // How a card is cast, where that makes it another spell.
        Item::Word(word) => match cast_so(word.as_str()) {
            "" => said(text, Subtype::in_its_letters(word.as_str())),
            so => {
                said(text, "it");
                said(text, so);
            }
        },
        Item::Counter(kind) => said(text, &crate::oracle::tokens::with_article(&format!("{kind} counter"))),
        Item::Life => said(text, "life"),
        Item::Mana => said(text, "mana"),
        Item::Symbol(symbol) => text.push_fmt(format_args!("{symbol}"), Style::Plain),
        Item::Spend(amount) => text.push_fmt(format_args!("{amount}"), Style::Plain),
        Item::AbilityOf(object, number, about) => {
            names.write_object(text, *object);
            said(text, "'s ability");
            if *number > 1 {
                text.push_fmt(format_args!(" (no. {number})"), Style::Plain);
            }
            if let Some(about) = about {
                said(text, " about ");
                names.write_object(text, *about);
            }
        }
    }
}
