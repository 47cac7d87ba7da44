//! What a learner is told beside the steps: the words of each ability where it is first used, and what each rule says where it is
//! first cited.

use std::collections::BTreeSet;

use crate::book::gist;
use crate::game::{AbilityInstance, Change, Nature, Object, ObjectId, Origin};
use crate::ir::Ability;
use crate::oracle::phrases;
use crate::oracle::tokens::OWN;
use crate::rules::RuleId;

use super::entry::What;
use super::styled::{Style, Text};
use super::tree::Line;
use super::words::Words;

/// What has been told already.
#[derive(Debug, Default)]
pub(super) struct Taught {
    rules: BTreeSet<RuleId>,
    abilities: BTreeSet<String>,
}

impl Taught {
    /// What a line needs beside it: first the words, then the rules, each with what stands before it.
    pub(super) fn of_line(&mut self, words: &Words<'_>, line: &Line) -> Vec<(Text, &'static str)> {
        let mut lessons = Vec::new();
        let entries: BTreeSet<_> = line.at.iter().chain(&line.tells).copied().collect();
        for entry in entries.iter().filter_map(|id| words.trace.get(*id)) {
            for said in used(words, &entry.what) {
                if self.abilities.insert(said.as_str().to_owned()) {
                    lessons.push((said, ""));
                }
            }
        }
        for rule in line.rules.iter().filter(|rule| self.rules.insert(**rule)) {
            if let Some(gist) = gist(*rule) {
                let mut text = Text::new();
                text.push(rule.as_str(), Style::Rule);
                lessons.push((text, gist));
            }
        }
        lessons
    }
}

/// The abilities that are used as something happens, in words.
fn used(words: &Words<'_>, what: &What) -> Vec<Text> {
    let game = words.names.game();
    let of = |object: ObjectId, is_meant: &dyn Fn(&AbilityInstance) -> bool| {
        // Of what was face down nobody is told what it says.
        let object = game.object(object);
        let meant = object.base.abilities.iter().filter(|instance| is_meant(instance));
        let seen = words.names.sees(object.id) && !object.is_face_down();
        let said = meant.filter(|_| seen).filter_map(|instance| said(words, object, &instance.ability));
        said.collect::<Vec<_>>()
    };
    match what {
        What::Casts(_, spell) => of(*spell, &|instance| !is_of_a_permanent(&instance.ability)),
        What::Activates { source, origin, .. } => of(*source, &|instance| instance.origin == *origin),
        What::Changed(Change::Trigger(trigger), _) => {
            let object = game.object(trigger.source);
            let seen = words.names.sees(object.id) && !object.is_face_down();
            let is_its_own = matches!(trigger.origin, Origin::Printed(_));
            // A delayed one is no ability of a card.
            let ability = Ability::Triggered(trigger.ability.clone());
            (seen && is_its_own).then(|| said(words, object, &ability)).flatten().into_iter().collect()
        }
        What::Replaced(_, source, _) => {
            of(*source, &|instance| matches!(*instance.ability, Ability::Replacement(_)))
        }
        _ => Vec::new(),
    }
}

/// Whether an ability says nothing of the spell that has it: it waits until that is a permanent.
const fn is_of_a_permanent(ability: &Ability) -> bool {
    matches!(
        ability,
        Ability::Activated(_)
            | Ability::Triggered(_)
            | Ability::Static(_)
            | Ability::Replacement(_)
            | Ability::Keyword(_)
    )
}

/// `Oblivion Ring says: When Oblivion Ring enters, ...`; nothing where there are no words for the form.
fn said(words: &Words<'_>, object: &Object, ability: &Ability) -> Option<Text> {
    if matches!(object.nature, Nature::Marker(_)) {
        return None;
    }
    let name = words.names.bare(object.id);
    let sentence = phrases::ability(ability)?.replace(OWN, &name);
    let mut text = Text::new();
    text.push(&name, Style::Name);
    text.push(": ", Style::Plain);
    text.push(&format!("\"{sentence}\""), Style::Aside);
    Some(text)
}
