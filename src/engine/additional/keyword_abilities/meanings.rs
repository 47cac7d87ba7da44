//! CR 702: Keyword Abilities. Those that the book defines by other words alone: the files of `rules/keywords/`.
//!
//! ```yaml
//! # CR 702.45: Bushido
//! # 702.45a ...      # what its rules say, in a sentence each of our own: their gists
//! rule: 702.45a      # what it stands for
//! several: 702.45b   # if each of several works by itself
//! means:             # abilities, as in a card; $count, $cost and $what are what is printed behind the keyword
//! - triggered: ...
//! for-x:             # instead, if what is printed behind it is X
//! rule-for-x: ...    # what says so, if that is another rule
//! without:           # instead, if no number is printed behind it though one may be
//! rule-without: ...  # what says so, if that is another rule
//! ```

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use crate::cards::yaml;
use crate::ir::node::Node as _;
use crate::ir::tree::{Fault, Tree, Value};
use crate::ir::{Ability, Keyword, KeywordName, Quantity};
use crate::rules::RuleId;

// For every file its name without the ending, which is the keyword with `-` for blanks, and its text.
include!(concat!(env!("OUT_DIR"), "/keywords.rs"));

/// What a file says of its keyword.
struct Meaning {
    rule: RuleId,
    several: Option<RuleId>,
    means: Vec<Tree>,
    for_x: Option<Vec<Tree>>,
    rule_for_x: Option<RuleId>,
    without: Option<Vec<Tree>>,
    rule_without: Option<RuleId>,
}

impl Meaning {
    /// What it says of the keyword with what is printed behind it, if it says anything.
    fn of(&self, keyword: &Keyword) -> Option<&Vec<Tree>> {
        // An X is not what the file's number is: of bloodthirst it is counted otherwise (702.54b).
        if matches!(keyword, Keyword::Number(_, Quantity::X)) {
            return self.for_x.as_ref();
        }
        let numberless = matches!(keyword, Keyword::Plain(name) if name.has_number());
        if numberless { self.without.as_ref() } else { Some(&self.means) }
    }
}

/// What a keyword of a file stands for; nothing for a keyword that has none.
pub(super) fn of(keyword: &Keyword) -> Option<Arc<Vec<Ability>>> {
    static MADE: LazyLock<Mutex<BTreeMap<Keyword, Arc<Vec<Ability>>>>> = LazyLock::new(Mutex::default);
    let meaning = find(keyword.name())?;
    let means = meaning.of(keyword)?;
    // A thread that panicked cannot have left a meaning half written, so its lock is as good as any.
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(abilities) = made.get(keyword) {
        return Some(Arc::clone(abilities));
    }
    // A test reads each file with what may be printed behind its keyword.
    let abilities = Arc::new(made_for(keyword, means).ok()?);
    if made.len() < MOST_MADE {
        made.insert(keyword.clone(), Arc::clone(&abilities));
    }
    Some(abilities)
}

/// What a keyword stands for, with what is printed behind it.
fn made_for(keyword: &Keyword, means: &[Tree]) -> Result<Vec<Ability>, Fault> {
    Vec::read(&Tree::list(means.iter().map(|tree| filled(tree, keyword)).collect()))
}

/// How many meanings are kept; there are as many as there are costs and numbers behind keywords.
const MOST_MADE: usize = 1000;

/// The rule that says what a keyword of a file stands for.
pub(super) fn rule(keyword: KeywordName) -> Option<RuleId> {
    Some(find(keyword)?.rule)
}

/// The rule that says what a keyword of a file stands for without the number that it may have, if that is another.
pub(super) fn rule_without_number(keyword: KeywordName) -> Option<RuleId> {
    find(keyword)?.rule_without
}

/// The rule that says what a keyword of a file stands for with an X behind it, if that is another.
pub(super) fn rule_for_x(keyword: KeywordName) -> Option<RuleId> {
    find(keyword)?.rule_for_x
}

/// The rule by which each of several instances of a keyword of a file works by itself.
pub(super) fn rule_of_several(keyword: KeywordName) -> Option<RuleId> {
    find(keyword)?.several
}

/// Whether a keyword of a file stands for an additional cost that may be paid as the spell is cast.
pub(super) fn has_additional_cost(keyword: KeywordName) -> bool {
    find(keyword)
        .is_some_and(|its| its.means.iter().any(|ability| ability.field("additional-cost").is_some()))
}

/// What the file of a keyword says.
fn find(keyword: KeywordName) -> Option<&'static Meaning> {
    static PLACES: LazyLock<BTreeMap<KeywordName, usize>> = LazyLock::new(|| {
        let places = FILES.iter().enumerate();
        places.filter_map(|(place, (name, _))| Some((keyword_of(name)?, place))).collect()
    });
    static READ: [OnceLock<Option<Meaning>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    let place = *PLACES.get(&keyword)?;
    let (_, text) = FILES.get(place)?;
    READ.get(place)?.get_or_init(|| read(text)).as_ref()
}

/// The keyword of a file's name.
fn keyword_of(name: &str) -> Option<KeywordName> {
    let words = name.replace('-', " ");
    let known = KeywordName::from_word(&words).or_else(|| KeywordName::from_word(name));
    // No file's name has the sign of exclamation that a keyword may end with.
    known.or_else(|| KeywordName::from_word(&format!("{words}!")))
}

/// Reads a file; nothing if it is no such file.
fn read(text: &str) -> Option<Meaning> {
    let tree = yaml::without_places(text)?;
    let rule = |field: &str| match tree.field(field).map(|tree| &tree.value) {
        Some(Value::Word(number)) => RuleId::parse(number),
        _ => None,
    };
    let list = |field: &str| match tree.field(field).map(|tree| &tree.value) {
        Some(Value::List(means)) => Some(means.clone()),
        _ => None,
    };
    Some(Meaning {
        rule: rule("rule")?,
        several: rule("several"),
        means: list("means")?,
        for_x: list("for-x"),
        rule_for_x: rule("rule-for-x"),
        without: list("without"),
        rule_without: rule("rule-without"),
    })
}

/// A tree with what is printed behind the keyword in the place of the words that stand for it.
fn filled(tree: &Tree, keyword: &Keyword) -> Tree {
    let value = match &tree.value {
        Value::Word(word) if word.starts_with('$') => {
            return printed(keyword, word).unwrap_or_else(|| tree.clone());
        }
        Value::List(items) => {
            let mut all = Vec::with_capacity(items.len());
            for item in items {
                let filled = filled(item, keyword);
                match (&item.value, filled.value) {
                    // A list of costs may stand where one cost of several does.
                    (Value::Word(word), Value::List(several)) if word == "$cost" => all.extend(several),
                    // What needn't be printed behind the keyword is left out where it isn't.
                    (Value::Word(_), Value::Word(word)) if word == "$what" => {}
                    (_, value) => all.push(Tree { value, span: filled.span }),
                }
            }
            Value::List(all)
        }
        Value::Map(entries) => {
            let all = entries.iter().map(|(key, value)| (key, filled(value, keyword)));
            // So is it here.
            let is_said = |value: &Tree| !matches!(&value.value, Value::Word(word) if word == "$together");
            Value::Map(
                all.filter(|(_, value)| is_said(value)).map(|(key, value)| (key.clone(), value)).collect(),
            )
        }
        value => value.clone(),
    };
    Tree { value, span: tree.span }
}

/// What is printed behind a keyword, by the word that stands for it in a file.
fn printed(keyword: &Keyword, word: &str) -> Option<Tree> {
    if let (
        "$cost",
        Keyword::Cost(_, cost)
        | Keyword::NumberAndCost(_, _, cost)
        | Keyword::Equip(cost, _)
        | Keyword::Craft(_, _, _, cost),
    ) = (word, keyword)
    {
        Some(cost.written())
    } else if let ("$count", Keyword::Number(_, count) | Keyword::NumberAndCost(_, count, _)) =
        (word, keyword)
    {
        Some(count.written())
    } else if let ("$count", Keyword::Craft(_, count, _, _)) = (word, keyword) {
        Some(count.written())
    } else if let ("$together", Keyword::Craft(_, _, Some(together), _)) = (word, keyword) {
        Some(together.written())
    } else if let (
        "$what",
        Keyword::Filter(_, what) | Keyword::Craft(what, _, _, _) | Keyword::Equip(_, Some(what)),
    ) = (word, keyword)
    {
        Some(what.written())
    } else if let ("$what", Keyword::PartnerWith(name)) = (word, keyword) {
        Some(Tree::word(name))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{FILES, find, keyword_of, made_for};
    use crate::cards::yaml;
    use crate::engine::gaps;
    use crate::ir::{Comparison, Cost, Costs, Filter, Keyword, KeywordName, ManaCost, Quantity, check};
    use crate::rules::RuleId;

    /// A keyword with all printed behind it that its file speaks of.
    fn sample(name: KeywordName, text: &str) -> Keyword {
        let cost = || Costs(ManaCost::parse("{2}{U}").map(Cost::Mana).into_iter().collect());
        if name == KeywordName::Equip {
            return Keyword::Equip(cost(), Some(Filter::EVERYTHING));
        }
        if name == KeywordName::Craft {
            return Keyword::Craft(Filter::EVERYTHING, Comparison::at_least_one(), None, cost());
        }
        if name == KeywordName::PartnerWith {
            return Keyword::PartnerWith("Somebody".to_owned());
        }
        match (text.contains("$cost"), text.contains("$count")) {
            (true, true) => Keyword::NumberAndCost(name, Quantity::Fixed(2), cost()),
            (true, false) => Keyword::Cost(name, cost()),
            (false, true) => Keyword::Number(name, Quantity::Fixed(2)),
            (false, false) if name.has_quality() => Keyword::Filter(name, Filter::EVERYTHING),
            (false, false) => Keyword::Plain(name),
        }
    }

    /// What is wrong with a file.
    fn fault_of(file: &str, text: &str) -> Option<String> {
        let Some(name) = keyword_of(file) else { return Some("no keyword is called so".to_owned()) };
        let Some(meaning) = find(name) else { return Some("it is no meaning".to_owned()) };
        let section = meaning.rule.as_str().trim_end_matches(|letter: char| letter.is_alphabetic());
        let heading = RuleId::parse(section).and_then(RuleId::heading).unwrap_or_default();
        let several = meaning.several.map(RuleId::as_str);
        // Equip and equip planeswalker share a section.
        let heading_fits = name.word().strip_prefix(&*heading.to_lowercase());
        if !heading_fits.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            || !text.starts_with(&format!("# CR {section}: {heading}\n"))
            || several.is_some_and(|rule| !rule.starts_with(section))
        {
            return Some(format!("its section is {section} {heading}"));
        }
        let mut samples = vec![sample(name, text)];
        samples.extend(meaning.for_x.as_ref().map(|_| Keyword::Number(name, Quantity::X)));
        samples.extend(meaning.without.as_ref().map(|_| Keyword::Plain(name)));
        let mut abilities = Vec::new();
        for keyword in &samples {
            let Some(means) = meaning.of(keyword) else { return Some("it says nothing of it".to_owned()) };
            match made_for(keyword, means) {
                Ok(made) => abilities.extend(made),
                Err(fault) => return Some(fault.to_string()),
            }
        }
        let mut card = yaml::read("{name: Trial, types: Artifact}").ok()?.pop()?;
        card.faces.first_mut()?.abilities = abilities;
        let faults = check::faults(&card);
        let gaps = gaps(&card);
        (!faults.is_empty() || !gaps.is_empty()).then(|| format!("{faults:?} {gaps:?}"))
    }

    #[test]
    fn every_file_says_what_a_keyword_of_the_book_means() {
        let faults =
            FILES.iter().filter_map(|(file, text)| Some(format!("{file}: {}", fault_of(file, text)?)));
        assert_eq!(faults.collect::<Vec<_>>(), [""; 0]);
    }
}
