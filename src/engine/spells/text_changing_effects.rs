//! CR 612: Text-Changing Effects

use crate::ir::instruction::{ChooseWord, ManaType};
use std::sync::Arc;

use crate::engine::card_types::lands;
use crate::engine::halt::{Halt, Outcome};
use crate::game::{Characteristics, ObjectId, Origin};
use crate::ir::change::TextWord;
use crate::ir::part::{Part, PartMut, each_mut, mentions};
use crate::ir::{Ability, CardType, Color, Colors, Condition, Instruction, RuleChange, Subtype};

/// One word for another, wherever it is used as such a word (612.2).
#[derive(Clone, Copy)]
pub(in crate::engine) struct Exchange {
    /// The word that is replaced.
    pub(in crate::engine) from: TextWord,
    /// The word that stands there instead.
    pub(in crate::engine) to: TextWord,
}

impl Exchange {
    /// Changes the rules text and the type line of an object (612.1). What effects grant is not its text (612.3); in layer 3 they have not done so yet.
    ///
    /// # Errors
    /// If an ability uses the word in a way that headjudge can't exchange.
    pub(in crate::engine) fn apply(self, object: ObjectId, its: &mut Characteristics) -> Outcome {
        for instance in &mut its.abilities {
            if matches!(instance.origin, Origin::Rules(_)) {
                continue;
            }
            let mut ability = (*instance.ability).clone();
            self.ability(&mut ability);
            if self.is_in(&ability) {
                return Err(Halt::undecided(
                    object,
                    "a word of its text is used in a way that can't be changed yet",
                ));
            }
            if ability != *instance.ability {
                instance.ability = Arc::new(ability);
            }
        }
        self.subtypes(&mut its.types.subtypes);
        if its.is(CardType::Land) {
            lands::keep_mana_abilities(its);
        }
        Ok(())
    }

    /// Whether the word is still in an ability where it stands as a text of the card's own, which is not changed.
    fn is_in(self, ability: &Ability) -> bool {
        let word = self.from.word();
        mentions(ability, |part| match part {
            Part::Condition(Condition::Chose(_, chosen)) => chosen.eq_ignore_ascii_case(word),
            Part::Instruction(Instruction::ChooseWord(ChooseWord { from, .. })) => {
                from.iter().any(|its| its.eq_ignore_ascii_case(word))
            }
            _ => false,
        })
    }

    /// Exchanges the word wherever an ability uses it as such a word; mana symbols are no words, nor are names (612.2).
    fn ability(self, ability: &mut Ability) {
        each_mut(ability, &mut |part| match part {
            PartMut::Color(color) => self.color(color),
            PartMut::Colors(colors) => self.colors(colors),
            PartMut::Subtype(subtype) => self.subtype(subtype),
            // Also where the type is a token's name as well (612.2a).
            PartMut::TypeLine(types) => self.subtypes(&mut types.subtypes),
            PartMut::TypeChange(types) => self.subtypes(&mut types.subtypes),
            PartMut::RuleChange(RuleChange::KeepsMana(_, types)) => {
                types.iter_mut().for_each(|its| self.mana_type(its));
            }
            PartMut::RuleChange(RuleChange::LostManaBecomes(_, its)) => self.mana_type(its),
            _ => {}
        });
    }

    fn color(self, color: &mut Color) {
        if let (TextWord::Color(from), TextWord::Color(to)) = (self.from, self.to) {
            if *color == from {
                *color = to;
            }
        }
    }

    fn mana_type(self, its: &mut ManaType) {
        if let ManaType::Color(color) = its {
            self.color(color);
        }
    }

    fn subtype(self, subtype: &mut Subtype) {
        if let (TextWord::Subtype(from), TextWord::Subtype(to)) = (self.from, self.to) {
            if *subtype == from {
                *subtype = to;
            }
        }
    }

    /// A type that is there already is not there twice.
    fn subtypes(self, subtypes: &mut Vec<Subtype>) {
        subtypes.iter_mut().for_each(|subtype| self.subtype(subtype));
        let mut seen: Vec<Subtype> = Vec::with_capacity(subtypes.len());
        subtypes.retain(|subtype| {
            let new = !seen.contains(subtype);
            seen.push(*subtype);
            new
        });
    }

    fn colors(self, colors: &mut Colors) {
        if let (TextWord::Color(from), TextWord::Color(to)) = (self.from, self.to) {
            *colors = colors.iter().map(|color| if color == from { to } else { color }).collect();
        }
    }
}
