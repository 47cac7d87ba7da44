//! The condition that did not hold, or by which an ability has triggered, in the words of the rows, with who and what it speaks of.

use crate::game::{ObjectId, Origin, PlayerId};
use crate::ir::part::{Part, any, mentions};
use crate::ir::{
    Ability, Comparison, Condition, Filter, Instruction, KeywordName, Quantity, Selection, Zone,
};
use crate::oracle::phrases;
use crate::oracle::tokens::OWN;

use super::names::Names;
use super::styled::{Text, said};
use super::wording::{spoken, spoken_of, without_impersonal};

/// A condition of which an entry tells whether it was true, with who and what it speaks of.
#[derive(Debug, Clone)]
pub(crate) struct Unmet {
    /// The condition.
    pub(crate) condition: Condition,
    /// The keyword that the ability stands for which has it.
    pub(crate) keyword: Option<KeywordName>,
    /// The object that it calls by its own name.
    pub(crate) own: ObjectId,
    /// Who "you" are.
    pub(crate) you: PlayerId,
    /// What "it" is, or "that creature": the object of the event or of the round.
    pub(crate) it: Option<ObjectId>,
    /// The condition as it is said of one object that it speaks of otherwise, such as a target, which is "it" there; and that object.
    pub(crate) said: Option<(Condition, ObjectId)>,
}

/// The condition of what a keyword stands for, where no row writes it.
const fn of_keyword(keyword: KeywordName) -> Option<&'static str> {
    Some(match keyword {
        KeywordName::Undying => "~ had no +1/+1 counters",
        KeywordName::Persist => "~ had no -1/-1 counters",
        KeywordName::Evolve => "it has greater power or toughness than ~",
        KeywordName::Echo => "~ has come under your control since your last upkeep began",
        KeywordName::Vanishing => "~ has a time counter",
        KeywordName::Ravenous => "X is 5 or more",
        KeywordName::Squad => "the squad cost was paid",
        KeywordName::Offspring => "the offspring cost was paid",
        KeywordName::Replicate => "the replicate cost was paid",
        KeywordName::Casualty => "the casualty cost was paid",
        KeywordName::Evoke => "the evoke cost was paid",
        KeywordName::Increment => "more mana was spent to cast it than the power or the toughness of ~",
        KeywordName::Soulbond => "you control both creatures, and neither is paired",
        KeywordName::Myriad => "one or more tokens have been created this way",
        _ => return None,
    })
}

/// A condition that only stands behind what it speaks of, as a sentence of its own.
fn plainly(condition: &Condition) -> Option<String> {
    if *condition == Condition::WonClash {
        return Some("you have won the clash".to_owned());
    }
    let Condition::Compare(number, comparison) = condition else { return None };
    if **number == Quantity::SpellsResolved && *comparison == Comparison::Exactly(Quantity::Fixed(1)) {
        return Some("it is the first spell of its name to resolve for you".to_owned());
    }
    let Comparison::AtLeast(Quantity::Fixed(least)) = comparison else { return None };
    let Quantity::HowMany(counted) = &**number else { return None };
    let Selection::Among(of, what) = &**counted else { return None };
    let in_exile = mentions(
        &**what,
        |part| matches!(part, Part::Filter(Filter::In(zones)) if zones.as_slice() == [Zone::Exile]),
    );
    let linked = matches!(**of, Selection::Linked(_));
    (linked && in_exile).then(|| match least {
        1 => "a card exiled by ~ is still in exile".to_owned(),
        least => format!("{least} or more cards exiled by ~ are still in exile"),
    })
}

/// Of the entry that is told: `(AP has 40 or more life) `. Says whether it has a condition in words.
fn of_entry(names: &Names<'_>, text: &mut Text) -> bool {
    names.unmet().is_some_and(|unmet| in_words(names, text, unmet))
}

/// A condition: `(AP has 40 or more life) `. Says whether it has words.
pub(super) fn in_words(names: &Names<'_>, text: &mut Text, unmet: &Unmet) -> bool {
    if !names.sees(unmet.own) {
        return false;
    }
    // Of myriad there is nobody to attack in a game of two; else it asks what has been created.
    let of_two = unmet.keyword == Some(KeywordName::Myriad) && names.game().players().count() == 2;
    let of_two = of_two.then_some("there is an opponent other than the defending player");
    let of_keyword = of_two.or_else(|| unmet.keyword.and_then(of_keyword));
    let (condition, unmet_it) = match &unmet.said {
        Some((condition, it)) => (condition, Some(*it)),
        None => (&unmet.condition, unmet.it),
    };
    let written = || phrases::condition(condition);
    let plain = || plainly(condition);
    let Some(words) = of_keyword.map(str::to_owned).or_else(written).or_else(plain) else { return false };
    // Beside its name, "it" is the object itself, unless the event has another.
    let of_event = mentions(condition, |part| matches!(part, Part::Selection(Selection::It)));
    let named = words.contains(OWN) && of_keyword.is_none();
    let of_event_alone = unmet_it.filter(|it| names.sees(*it) && !named);
    // Without its name, and without anything of the event in it, a condition speaks of the object itself.
    let it = if of_event || of_keyword.is_some() { of_event_alone } else { (!named).then_some(unmet.own) };
    // What is bound otherwise as it happens has no name here.
    let is_plain = named && !of_event && !words.split([' ', '\'']).any(|word| word == "that");
    let unnamed = it.is_none() && !is_plain && speaks_of_it(&words);
    if unnamed || OTHERS.iter().any(|others| words.contains(others)) {
        return false;
    }
    // A row that says what "it" is takes it for a permanent.
    let zone = it.filter(|_| unmet.said.is_some()).map(|it| names.game().object(it).zone);
    let words = match zone {
        Some(Zone::Stack) => words.replace(" permanent", " spell"),
        Some(Zone::Battlefield) | None => words,
        Some(_) => words.replace(" permanent", " card"),
    };
    // Counters were on what has left as it left.
    let left = it.is_some_and(|it| names.game().object(it).zone != Zone::Battlefield);
    let words = match words.strip_prefix("it has ") {
        Some(counters) if left && counters.ends_with(" on it") => format!("it had {counters}"),
        _ => words,
    };
    said(text, "(");
    spoken_of(names, text, &words, (unmet.own, it), unmet.you);
    said(text, ") ");
    true
}

/// Of an ability that does not trigger: `: its condition (AP has 40 or more life) is not true`.
pub(super) fn of_source(names: &Names<'_>, text: &mut Text, source: ObjectId, origin: Origin) {
    let its = names.game().object(source);
    let known = its.known.as_ref().map_or(&its.base, |known| &known.characteristics);
    let instance = known.abilities.iter().find(|instance| instance.origin == origin);
    let condition = instance.and_then(|instance| condition_of(&instance.ability));
    write(names, text, condition.filter(|_| names.sees(source)), source);
}

/// Of an ability on the stack.
pub(super) fn of_ability(names: &Names<'_>, text: &mut Text, ability: ObjectId) {
    let its = names.game().object(ability);
    let condition = its.stack_ability().and_then(|its| Some((condition_of(&its.ability)?, its.source)));
    let (condition, own) = condition.map_or((None, ability), |(condition, own)| (Some(condition), own));
    write(names, text, condition.filter(|_| names.sees(own)), own);
}

/// The intervening "if" of an ability (603.4).
fn condition_of(ability: &Ability) -> Option<&Condition> {
    ability.as_triggered()?.only_if.as_ref()
}

/// Of a spell or ability that leaves a part out, if one part of it alone has a condition: `(you control an artifact) `.
pub(super) fn of_part(names: &Names<'_>, text: &mut Text, of: ObjectId) {
    if of_entry(names, text) {
        return;
    }
    let its = names.game().object(of);
    let own = its.stack_ability().map_or(of, |ability| ability.source);
    let mut conditions = Vec::new();
    for body in its.bodies() {
        any(body, &mut |place| {
            if let Part::Instruction(Instruction::If { condition, .. }) = place.part {
                conditions.push(condition);
            }
            false
        });
    }
    if let ([condition], true) = (conditions.as_slice(), names.sees(own)) {
        // What an event says has no name here.
        let of_event = mentions(*condition, |part| matches!(part, Part::Selection(Selection::It)));
        let words = phrases::condition(condition).filter(|words| !of_event || !speaks_of_it(words));
        in_brackets(names, text, words, own);
    }
}

/// The words of a condition in brackets.
fn in_brackets(names: &Names<'_>, text: &mut Text, words: Option<String>, own: ObjectId) {
    if let Some(words) = words {
        said(text, "(");
        spoken(names, text, &words, own, names.game().object(own).controller);
        said(text, ") ");
    }
}

fn write(names: &Names<'_>, text: &mut Text, condition: Option<&Condition>, own: ObjectId) {
    said(text, ": its condition ");
    if of_entry(names, text) {
        return said(text, "is not true");
    }
    // What is bound as it happens has no name here.
    let words = condition.and_then(phrases::condition).filter(|words| !speaks_of_it(words));
    in_brackets(names, text, words, own);
    said(text, "is not true");
}

/// Of something else whose condition is not true: `its condition (AP has 40 or more life) is not true`.
pub(super) fn of_this(names: &Names<'_>, text: &mut Text) {
    said(text, "its condition ");
    of_entry(names, text);
    said(text, "is not true");
}

/// What several things of an event are called, and players.
const OTHERS: [&str; 5] = ["those ", "they ", "them", "their ", "that player"];

/// Whether words speak of what only the event says: "that player", "it".
fn speaks_of_it(words: &str) -> bool {
    let of_event = ["it", "its", "that", "those", "they", "them", "their"];
    without_impersonal(words).split([' ', '\'', ',']).any(|word| of_event.contains(&word))
}

/// Of an ability that triggers: `: its condition (AP has 40 or more life) is true`; nothing where that has no words.
pub(super) fn of_trigger(names: &Names<'_>, text: &mut Text) {
    let mut words = Text::new();
    if of_entry(names, &mut words) {
        said(text, ": its condition ");
        text.append(&words);
        said(text, "is true");
    }
}
