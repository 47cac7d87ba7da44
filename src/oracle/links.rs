//! Links between the lines of a card (607): what one ability exiles or chooses, and another one speaks of.
//!
//! A line by itself speaks of "the exiled card" or of "cards exiled with ~" without saying which ability exiles them. That is found
//! here, among all lines of the card: if it is one ability alone, both share a link; otherwise what is spoken of is not plain. What
//! exiles says nothing of its link, so that it is written without.

use std::collections::BTreeSet;

use super::face::{Line, Unread, Why};
use super::value::Value;
use crate::ir::node::{Node as _, Style};
use crate::ir::{Ability, Link};

/// How the rows name the link where "the exiled card" is said; the link has this name in the form, too.
const EXILED: &str = "exiled";

/// How they name it where "exiled with ~" is said, which may be of the very ability that says it (607.1c).
const EXILED_WITH: &str = "exiled-with";

/// The name of the link of an ability with that ability word, under which what it exiles is found as imprinted.
const IMPRINTED: &str = "imprinted";

/// Why a line is not read that speaks of what no ability, or more than one, may have exiled.
const NOT_PLAIN: &str = "it is not plain which cards are exiled with it";

/// Keyword abilities that exile other cards than the object itself.
const EXILING: [&str; 6] = ["craft", "delve", "escape", "champion", "cascade", "discover"];

/// The lines of a face, as they are read.
pub(super) type Lines = Vec<Result<Line, Unread>>;

/// What an ability does for a link.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Part {
    /// How often it exiles so that the cards can be kept under a link.
    exiles: usize,
    /// Whether it exiles in another way.
    exiles_otherwise: bool,
    /// Whether it speaks of "the exiled card".
    says_exiled: bool,
    /// Whether it speaks of cards "exiled with ~".
    says_exiled_with: bool,
    /// Whether it hides a card away (702.75a).
    hides: bool,
}

/// Links the abilities of faces that are printed on one object (607.1, 607.1b).
pub(super) fn link(faces: &mut [&mut Lines]) {
    link_exiled(faces);
    check_chosen(faces);
}

fn link_exiled(faces: &mut [&mut Lines]) {
    let is_said = |line: &Line| line.value.any(&mut |it| linked(it).is_some());
    if !faces.iter().any(|lines| lines.iter().flatten().any(is_said)) {
        return;
    }
    let mut givers = 0;
    let (mut is_hidden, mut is_single, mut is_plain) = (false, true, true);
    let mut imprints = true;
    for line in faces.iter().flat_map(|lines| lines.iter()) {
        let Ok(line) = line else {
            // What is not understood may exile cards, too.
            is_plain &= !matches!(line, Err(unread) if unread.line.to_lowercase().contains("exile"));
            continue;
        };
        for ability in line.value.as_list().unwrap_or_default() {
            let part = part_of(ability);
            is_plain &= !part.exiles_otherwise;
            givers += usize::from(part.exiles > 0 || part.hides);
            imprints &= part.exiles == 0 || line.text.to_lowercase().starts_with("imprint —");
            is_single &= part.exiles < 2;
            is_hidden |= part.hides;
        }
    }
    let name = if is_hidden {
        Link::HIDDEN.as_str()
    } else if imprints {
        IMPRINTED
    } else {
        EXILED
    };
    let name = name.to_owned();
    // "The exiled card" is that of one ability; cards "exiled with" the object are those of every ability that exiles (607.2a, 607.2b),
    // each of which is linked to what speaks of them.
    let is_linked = is_plain && (givers == 1 || givers > 1 && !is_hidden);
    for place in faces.iter_mut().flat_map(|lines| lines.iter_mut()) {
        let Ok(line) = place else { continue };
        let parts: Vec<Part> = line.value.as_list().unwrap_or_default().iter().map(part_of).collect();
        let says = line.value.any(&mut |it| linked(it).is_some());
        let is_within = |it: &Part| it.says_exiled && (it.exiles > 0 || it.exiles_otherwise);
        let is_refused = !is_linked
            || givers > 1 && parts.iter().any(|part| part.says_exiled)
            || parts.iter().any(|part| is_within(part) || (part.says_exiled && !is_single))
            || line.value.any(&mut |it| it.get("spell").is_some())
            || line.value.any(&mut is_quoted_use);
        if says && is_refused {
            *place = Err(unclear(line, NOT_PLAIN));
        } else if is_linked && (says || parts.iter().any(|part| part.exiles > 0)) {
            let value = Value::list(
                line.value.as_list().unwrap_or_default().iter().map(|it| with_link(it, &name)).collect(),
            );
            let abilities = value.as_list().unwrap_or_default().iter().map(|it| Ability::read(&it.tree()));
            match abilities.collect::<Result<Vec<_>, _>>() {
                Ok(abilities) => (line.abilities, line.value) = (abilities, value),
                Err(fault) => *place = Err(unclear(line, &fault.message)),
            }
        }
    }
}

/// The lines that speak of what was chosen, where nothing chooses it or more than one ability does (607.2d).
fn check_chosen(faces: &mut [&mut Lines]) {
    let mut uses = false;
    let mut binding: Vec<BTreeSet<String>> = Vec::new();
    for line in faces.iter().flat_map(|lines| lines.iter()).flatten() {
        for ability in line.value.as_list().unwrap_or_default() {
            uses = uses || !chosen_in(ability).is_empty();
            binding.push(bound_in(ability));
        }
    }
    if !uses {
        return;
    }
    let has_unread = faces.iter().any(|lines| lines.iter().any(Result::is_err));
    for place in faces.iter_mut().flat_map(|lines| lines.iter_mut()) {
        let Ok(line) = place else { continue };
        let is_unclear = line.value.as_list().unwrap_or_default().iter().any(|ability| {
            let own = bound_in(ability);
            let of = |name: &String| binding.iter().filter(|names| names.contains(name)).count();
            chosen_in(ability)
                .iter()
                .any(|name| !own.contains(name) && of(name) != 1 && !(has_unread && of(name) == 0))
        });
        if is_unclear {
            *place = Err(unclear(line, "it is not plain what was chosen"));
        }
    }
}

fn unclear(line: &Line, why: &str) -> Unread {
    Unread { line: line.text.clone(), at: 0, expected: Vec::new(), why: Why::Meaning(why.to_owned()) }
}

/// By which name something is spoken of that was exiled.
fn linked(value: &Value) -> Option<&str> {
    let name = value.only("linked").or_else(|| value.only("the-linked"))?.as_word()?;
    [EXILED, EXILED_WITH].contains(&name).then_some(name)
}

/// What stands in an ability outside of the abilities that it gives to other objects.
fn each_own(value: &Value, see: &mut impl FnMut(&Value)) {
    see(value);
    match value {
        Value::List(items) => items.iter().for_each(|item| each_own(item, see)),
        Value::Map(entries) => {
            for (_, value) in entries.iter().filter(|(key, _)| !is_given(key)) {
                each_own(value, see);
            }
        }
        Value::Truth(_) | Value::Number(_) | Value::Word(_) | Value::Hole => {}
    }
}

/// Whether abilities stand there that something is given.
fn is_given(key: &str) -> bool {
    matches!(key, "gain" | "abilities")
}

/// Whether an ability that something is given speaks of what was exiled.
fn is_quoted_use(value: &Value) -> bool {
    let Value::Map(entries) = value else { return false };
    entries.iter().any(|(key, value)| is_given(key) && value.any(&mut |it| linked(it).is_some()))
}

fn part_of(ability: &Value) -> Part {
    let mut part = Part::default();
    if let Some(keyword) = ability.only("keyword") {
        let is = |name: &str| keyword.as_word() == Some(name) || keyword.get(name).is_some();
        part.hides = is("hideaway");
        part.exiles_otherwise = EXILING.iter().any(|name| is(name));
        return part;
    }
    each_own(ability, &mut |it| {
        part.says_exiled |= linked(it) == Some(EXILED);
        part.says_exiled_with |= linked(it) == Some(EXILED_WITH);
        // The object itself is another one when it comes back (400.7).
        let is_other = |exile: &Value| exile.get("what").and_then(Value::as_word) != Some("this");
        part.exiles += usize::from(it.only("exile").is_some_and(is_other));
        part.exiles_otherwise |= exiles_otherwise(it);
    });
    for cost in
        ability.only("activated").and_then(|it| it.get("cost")).and_then(Value::as_list).unwrap_or_default()
    {
        if cost.only("exile").is_some_and(|it| it.get("what").and_then(Value::as_word) != Some("this")) {
            part.exiles_otherwise = true;
        }
    }
    // What it gives to others may exile, too.
    part.exiles_otherwise |= ability.any(&mut |it| {
        let Value::Map(entries) = it else { return false };
        entries.iter().any(|(key, value)| {
            is_given(key) && value.any(&mut |it| it.only("exile").is_some() || exiles_otherwise(it))
        })
    });
    part
}

/// Whether something is exiled there that no link is kept for.
fn exiles_otherwise(value: &Value) -> bool {
    let is_exile = |it: Option<&Value>| it.and_then(Value::as_word) == Some("exile");
    let goes = value.get("to").or_else(|| value.get("with").and_then(|with| with.get("to")));
    is_exile(goes)
        || goes.is_some_and(|to| is_exile(to.get("zone")))
        || value.get("exiling") == Some(&Value::Truth(true))
        || value.get("exile-top").is_some()
        || value.get("collect-evidence").is_some()
        || value.get("discover").is_some()
        || value.get("action").and_then(Value::as_word) == Some("discover")
}

/// An ability with the link, where it exiles and where it speaks of what was exiled.
fn with_link(ability: &Value, name: &str) -> Value {
    ability.changed(&mut |it| {
        for key in ["linked", "the-linked"] {
            if it.only(key).is_some() && linked(it).is_some() {
                return Some(Value::one(key, Value::word(name)));
            }
        }
        let Some(Value::Map(entries)) = it.only("exile") else { return None };
        let is_own = it.only("exile").and_then(|it| it.get("what")).and_then(Value::as_word) == Some("this");
        if is_own || ![EXILED, IMPRINTED].contains(&name) {
            return None;
        }
        let mut entries = entries.to_vec();
        entries.push(("link".into(), Value::word(name)));
        Some(Value::one("exile", Value::map(entries)))
    })
}

/// An ability as a line says it: where it exiles, nothing is said of a link.
pub(super) fn without_link(ability: &Value) -> Value {
    ability.changed(&mut |it| {
        let Some(Value::Map(entries)) = it.only("exile") else { return None };
        let is_linked = entries.iter().any(|(key, _)| &**key == "link");
        let left = || entries.iter().filter(|(key, _)| &**key != "link").cloned().collect();
        is_linked.then(|| Value::one("exile", without_link(&Value::map(left()))))
    })
}

/// Abilities as lines say them, each by itself: that by which cards are exiled has no name yet.
pub(super) fn by_themselves(abilities: &[Ability]) -> Vec<Ability> {
    let unnamed = |it: &Value| {
        let key = ["linked", "the-linked"].into_iter().find(|key| it.only(key).is_some())?;
        Some(Value::one(key, Value::word(EXILED)))
    };
    let of = |ability: &Ability| {
        let value = without_link(&Value::of(&ability.write(Style::Whole))).changed(&mut |it| unnamed(it));
        Ability::read(&value.tree()).unwrap_or_else(|_| ability.clone())
    };
    abilities.iter().map(of).collect()
}

/// The links by which an ability speaks of what was chosen.
fn chosen_in(ability: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    ability.any(&mut |it| {
        let kinds = ["chosen", "set-chosen-color", "devotion-to-chosen"];
        let used = kinds.iter().filter_map(|kind| it.get(kind)?.as_word());
        names
            .extend(used.chain(it.only("chose").and_then(|it| it.get("link")?.as_word())).map(str::to_owned));
        false
    });
    names
}

/// The links under which an ability keeps what it chooses.
fn bound_in(ability: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    ability.any(&mut |it| {
        let kinds = ["choose-word", "choose-player", "count", "emblem"];
        names
            .extend(kinds.iter().filter_map(|kind| it.only(kind)?.get("link")?.as_word()).map(str::to_owned));
        false
    });
    names
}

#[cfg(test)]
mod tests {
    use super::super::face::lines;
    use super::super::grammar;
    use crate::ir::TypeLine;
    use crate::ir::node::Node as _;
    use crate::ir::tree::{Tree, Value as Form};

    /// A form on one line.
    fn flat(tree: &Tree) -> String {
        match &tree.value {
            Form::Map(entries) => {
                entries.iter().map(|(key, value)| format!("{}: {}", key.word, flat(value))).collect()
            }
            Form::List(items) => items.iter().map(flat).collect(),
            Form::Word(word) => format!("{word} "),
            other => format!("{other:?} "),
        }
    }

    /// What is read of a permanent with this text, or nothing of a line that is not read.
    fn read(text: &str) -> Vec<Option<String>> {
        let Ok(types) = TypeLine::parse("Artifact") else { return Vec::new() };
        let form = |line: super::super::face::Line| {
            line.abilities.iter().map(|it| flat(&it.written())).collect::<String>()
        };
        let lines = lines(grammar(), text, "Trial Vessel", &types);
        lines.into_iter().map(|line| line.ok().map(form)).collect()
    }

    const BACK: &str =
        "When this artifact leaves the battlefield, return the exiled card to its owner's hand.";

    #[test]
    fn one_ability_that_exiles_is_linked_to_what_speaks_of_the_card() {
        let read = read(&format!("When this artifact enters, exile target creature.\n{BACK}"));
        let linked = |line: usize, said: &str| {
            read.get(line).and_then(Option::as_ref).is_some_and(|form| form.contains(said))
        };
        assert!(linked(0, "link: exiled"), "{read:?}");
        assert!(linked(1, "the-linked: exiled"), "{read:?}");
    }

    #[test]
    fn hideaway_hides_the_exiled_card() {
        let read = read(
            "Hideaway 4\n{T}: Add {C}.\n{T}: You may play the exiled card without paying its mana cost.",
        );
        let last = read.last().and_then(Option::as_ref);
        assert!(last.is_some_and(|form| form.contains("the-linked: hidden")), "{read:?}");
    }

    #[test]
    fn what_is_linked_to_nothing_or_to_two_abilities_is_not_read() {
        for others in [
            "{T}: Add {C}.",
            "{1}: Exile target creature.\n{2}: Exile target artifact.",
            "When this artifact enters, exile a card from your hand.\nEscape—{1}, Exile two other cards from your graveyard.",
            // A granted ability is another object's.
            "Creatures you control have \"{T}: Exile target artifact.\"",
            "If a creature would die, exile it instead.",
            "Whenever this artifact blurs, exile target creature.",
        ] {
            let read = read(&format!("{others}\n{BACK}"));
            assert_eq!(read.last(), Some(&None), "{others}");
        }
    }

    #[test]
    fn an_ability_that_exiles_does_not_mean_another_ones_card() {
        let read = read("{1}: Exile target creature. Return the exiled card to its owner's hand.");
        assert_eq!(read, [None]);
    }

    #[test]
    fn a_granted_ability_has_no_part_in_the_links_of_its_giver() {
        let read = read(
            "{1}: Exile target creature.\nCreatures you control have \"{T}: Return the exiled card to its owner's hand.\"",
        );
        assert_eq!(read.last(), Some(&None));
    }

    #[test]
    fn what_two_abilities_choose_is_not_plain() {
        let uses = "Creatures of the chosen color get +1/+1.";
        let once = read(&format!("As this artifact enters, choose a color.\n{uses}"));
        assert!(once.iter().all(Option::is_some), "{once:?}");
        let never = read(&format!("{{T}}: Add {{C}}.\n{uses}"));
        assert_eq!(never.last(), Some(&None));
        let twice = read(&format!(
            "As this artifact enters, choose a color.\n{{T}}: Choose a color. Add one mana of the chosen color.\n{uses}"
        ));
        assert_eq!(twice.last(), Some(&None), "{twice:?}");
    }
}
