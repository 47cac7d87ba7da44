//! Oracle's wording in a line of a trace, where it is known who "you" are and what the object is that calls itself `~`.

use std::borrow::Cow;

use crate::cards::written::on_one_line;
use crate::game::{AbilityInstance, ByRules, ObjectId, Origin, PlayerId};
use crate::ir::node::{Node as _, Style};
use crate::ir::{Ability, Cost, Costs, Filter, Keyword, KeywordName, Selection, Verb};
use crate::oracle::phrases::{self, Sort};
use crate::oracle::tokens::OWN;

use super::names::Names;
use super::styled::{Text, said};

/// Adds words in which an object and its controller are called what they are called in a trace: `AP controls` for "you control".
pub(super) fn spoken(names: &Names<'_>, text: &mut Text, words: &str, own: ObjectId, you: PlayerId) {
    spoken_of(names, text, words, (own, None), you);
}

/// The sign for what "it" is.
const IT: &str = "\u{1}";

/// The sign for an "it's" that speaks of nothing: "it's your turn".
const IMPERSONAL: &str = "\u{2}";

/// Words with a sign for each "it's" that speaks of nothing.
pub(super) fn without_impersonal(words: &str) -> Cow<'_, str> {
    let mut words = Cow::Borrowed(words);
    for said in ["it's your turn", "it's not your turn", "it's night", "it's day"] {
        if words.contains(said) {
            words = Cow::Owned(words.replace(said, &said.replacen("it's", IMPERSONAL, 1)));
        }
    }
    words
}

/// The same, where it is known which object is "it", or "that creature".
pub(super) fn spoken_of(
    names: &Names<'_>,
    text: &mut Text,
    words: &str,
    (own, it): (ObjectId, Option<ObjectId>),
    you: PlayerId,
) {
    let mut words = without_impersonal(words);
    if it.is_some() {
        for called in
            ["that creature", "that permanent", "that card", "that spell", "that token", "that land"]
        {
            words = Cow::Owned(words.replace(called, IT));
        }
    }
    let (mut is_behind_you, mut is_named) = (false, false);
    for (place, word) in words.split(' ').enumerate() {
        if place > 0 {
            said(text, " ");
        }
        let bare = word.trim_end_matches([',', '.', ':', ';']);
        let signs = word.get(bare.len()..).unwrap_or_default();
        let (of_whom, possessive) = match bare.strip_suffix("'s") {
            Some(of_whom) => (of_whom, "'s"),
            None => (bare, ""),
        };
        let mut is_you = false;
        match of_whom {
            OWN => {
                names.write_object(text, own);
                said(text, possessive);
            }
            IT => {
                names.write_object(text, it.unwrap_or(own));
                said(text, possessive);
                is_named = true;
            }
            IMPERSONAL => said(text, "it's"),
            // Nothing is owned by "it's".
            "it" if it.is_some() && !is_named && !possessive.is_empty() => {
                names.write_object(text, it.unwrap_or(own));
                said(text, " is");
                is_named = true;
            }
            // Once it is named, it is called "it" as ever.
            "it" | "its" if it.is_some() && !is_named => {
                names.write_object(text, it.unwrap_or(own));
                said(text, if of_whom == "its" { "'s" } else { possessive });
                is_named = true;
            }
            "you" => {
                names.write_player(text, you);
                is_you = signs.is_empty();
            }
            "you're" | "you've" => {
                names.write_player(text, you);
                said(text, if of_whom == "you're" { " is" } else { " has" });
            }
            "your" => {
                names.write_player(text, you);
                said(text, "'s");
            }
            // In a condition "you cast it" is past.
            "cast" if it.is_some() => said(text, bare),
            _ if is_behind_you => said(text, &of_one(bare)),
            _ => said(text, bare),
        }
        said(text, signs);
        is_behind_you = is_you;
    }
}

/// What "you" do, said of a player: `controls` for `control`.
fn of_one(verb: &str) -> Cow<'_, str> {
    match verb {
        "control" | "own" | "lose" => Cow::Owned(format!("{verb}s")),
        "have" => Cow::Borrowed("has"),
        "don't" => Cow::Borrowed("doesn't"),
        verb => match Verb::from_word(verb) {
            Some(verb) => Cow::Borrowed(verb.forms()[1]),
            None => Cow::Borrowed(verb),
        },
    }
}

/// Which objects a filter means, in the plural; by its form if the rows of the grammar don't write it.
pub(super) fn objects(filter: &Filter, sort: Sort) -> String {
    phrases::objects(filter, sort)
        .unwrap_or_else(|| format!("what is {}", on_one_line(&filter.write(Style::Shortest))))
}

/// For what mana may be spent: `, to be spent only to cast a creature spell`.
pub(super) fn spending(only_for: &Filter) -> String {
    if let Filter::Not(kind) = only_for {
        return format!(", not to be spent on {}", objects(kind, Sort::Spells));
    }
    match phrases::purpose(only_for) {
        Some(words) => format!(", to be spent only to {words}"),
        None => format!(", to be spent only on {}", objects(only_for, Sort::Spells)),
    }
}

/// An ability that a permanent has gained, in quotation marks; by its form if the rows of the grammar don't write it.
pub(super) fn ability(ability: &Ability) -> String {
    match phrases::ability(ability) {
        Some(words) => {
            let begun =
                words.strip_prefix(OWN).map_or_else(|| words.clone(), |rest| format!("This permanent{rest}"));
            let begun = begun.replace(": ~", ": This permanent").replace(". ~", ". This permanent");
            format!("\"{}\"", begun.replace(OWN, "this permanent"))
        }
        None => on_one_line(&ability.write(Style::Shortest)),
    }
}

/// An ability that an effect gives: a keyword by its words, any other in quotation marks, if the rows of the grammar write it.
pub(super) fn given(given: &Ability) -> String {
    if given.as_keyword().is_none() && phrases::ability(given).is_some() {
        ability(given)
    } else {
        keyword(given)
    }
}

/// An ability that an object has: a keyword by its words, any other in quotation marks.
pub(crate) fn ability_in_words(instance: &AbilityInstance) -> String {
    if let Origin::Rules(ByRules::BasicLandType(color)) = instance.origin {
        return format!("\"{{T}}: Add {{{}}}.\"", color.letter());
    }
    match instance.keyword {
        Some(_) if instance.ability.as_keyword().is_some() => keyword(&instance.ability),
        Some(keyword) => keyword.word().to_owned(),
        None => ability(&instance.ability),
    }
}

/// Mana that is paid, if a cost is nothing else: `{1}{W}`.
pub(super) fn mana(costs: &Costs) -> Option<String> {
    if let [Cost::Mana(mana)] = costs.0.as_slice() { Some(mana.to_string()) } else { None }
}

/// A keyword ability with what is printed behind it, within a sentence: `protection from white`.
pub(super) fn keyword(ability: &Ability) -> String {
    let Some(keyword) = ability.as_keyword() else { return "an ability".to_owned() };
    let word = keyword.name().word();
    if let Keyword::Plain(_) = keyword {
        return word.to_owned();
    }
    // "Its flashback cost is equal to its mana cost."
    if let Keyword::Cost(_, costs) = keyword
        && matches!(costs.0.as_slice(), [Cost::ItsManaCost])
    {
        return format!("{word} for its mana cost");
    }
    if let Keyword::ProtectionKeeping(from, keeps) = keyword {
        let protection = Ability::Keyword(Keyword::Filter(KeywordName::Protection, from.clone()));
        let of_grantor = matches!(keeps, Filter::Among(of) if **of == Selection::Grantor);
        let kept = if of_grantor { "what grants it".to_owned() } else { objects(keeps, Sort::Permanents) };
        return format!("{}, which does not remove {kept}", self::keyword(&protection));
    }
    match phrases::ability(ability) {
        Some(words) => phrases::begun_small(words.trim_end_matches('.')),
        None if let Some(words) = of_linked(keyword) => words,
        None => format!("{word}, as {}", on_one_line(&ability.write(Style::Shortest))),
    }
}

/// A keyword with a quality of which a part is that the object is linked with the ability's own (607): `enchant creature that is linked with
/// it`. No row of the grammar writes such a part alone.
fn of_linked(keyword: &Keyword) -> Option<String> {
    let Keyword::Filter(name, Filter::All(parts)) = keyword else { return None };
    let is_linked =
        |part: &&Filter| matches!(part, Filter::Among(of) if matches!(**of, Selection::Linked(_)));
    let (linked, others): (Vec<&Filter>, Vec<&Filter>) = parts.iter().partition(is_linked);
    if linked.is_empty() {
        return None;
    }
    let others = match others.as_slice() {
        [only] => (*only).clone(),
        several => Filter::All(several.iter().copied().cloned().collect()),
    };
    let quality = self::keyword(&Ability::Keyword(Keyword::Filter(*name, others)));
    Some(format!("{quality} that is linked with it"))
}
