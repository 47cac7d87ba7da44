//! CR 611: Continuous Effects. What is settled as they begin: words, numbers and abilities (608.2d, 608.2h).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::Thing;
use crate::ir::change::{TextWord, TextWords};
use crate::ir::instruction::WordKind;
use crate::ir::node::Node as _;
use crate::ir::{Ability, Color, Filter, Keyword, KeywordName, Players, Quantity, Subtype, SubtypeFamily};
use crate::rules::{Rules, cr};

/// Asks for a word to be replaced and the one that replaces it, of the same sort (612.2).
pub(super) fn ask_for_exchange(
    play: &mut Play<'_>,
    frame: &Frame,
    words: TextWords,
    not: Option<Subtype>,
) -> Outcome<crate::ir::Change> {
    let colors = || Color::ALL.iter().map(|color| TextWord::Color(*color));
    let lands = || {
        let all = Subtype::all(SubtypeFamily::Land).filter(|subtype| subtype.basic_land_color().is_some());
        all.map(TextWord::Subtype)
    };
    let mut from: Vec<TextWord> = match words {
        TextWords::Color => colors().collect(),
        TextWords::BasicLandType => lands().collect(),
        TextWords::ColorOrBasicLandType => colors().chain(lands()).collect(),
        TextWords::CreatureType => Subtype::all(SubtypeFamily::Creature).map(TextWord::Subtype).collect(),
    };
    let mut chosen = Vec::with_capacity(2);
    for _ in 0..2 {
        let names: Vec<String> = from.iter().map(|word| word.word().to_ascii_lowercase()).collect();
        let kind = (WordKind::Word, names.as_slice());
        let rules = Rules::of(&[cr!("608.2d")]);
        let picked = crate::engine::spells::instructions::lasting::ask_for_word(
            play,
            frame,
            &Players::You,
            kind,
            rules,
        )?;
        let is_picked =
            |word: &&TextWord| picked.is_some_and(|picked| picked.as_str().eq_ignore_ascii_case(word.word()));
        let Some(word) = from.iter().find(is_picked).copied() else {
            return Err(Halt::undecided(frame.source, "nothing says which words are exchanged"));
        };
        chosen.push(word);
        let same_sort = |other: &TextWord| std::mem::discriminant(other) == std::mem::discriminant(&word);
        from.retain(|other| same_sort(other) && *other != word && not.map(TextWord::Subtype) != Some(*other));
    }
    match chosen.as_slice() {
        [from, to] => Ok(crate::ir::Change::Exchange { from: *from, to: *to }),
        _ => Err(Halt::undecided(frame.source, "nothing says which words are exchanged")),
    }
}

/// The change with its numbers worked out: they are determined once, as the effect is applied (608.2h).
pub(super) fn settled(
    sight: Sight<'_>,
    frame: &Frame,
    change: &crate::ir::Change,
) -> Outcome<crate::ir::Change> {
    let fixed = |quantity: &Quantity| quantities::value(sight, frame, quantity).map(Quantity::Fixed);
    Ok(match change {
        crate::ir::Change::AddPowerToughness { power, toughness } => {
            let calculated = |quantity: &Quantity| calculated(sight, frame, quantity).map(Quantity::Fixed);
            crate::ir::Change::AddPowerToughness {
                power: calculated(power)?,
                toughness: calculated(toughness)?,
            }
        }
        crate::ir::Change::SetPowerToughness { power, toughness } => crate::ir::Change::SetPowerToughness {
            power: power.as_ref().map(fixed).transpose()?,
            toughness: toughness.as_ref().map(fixed).transpose()?,
        },
        // Which abilities are gained is settled now; what they call by its name is whoever has them then (201.5b).
        crate::ir::Change::GainActivatedOf(of) => {
            let mut gained = Vec::new();
            for thing in select(sight, frame, of)? {
                let Thing::Object(object) = thing else { continue };
                let abilities = &sight.view.characteristics(sight.game, object).abilities;
                let activated = abilities.iter().filter(|its| matches!(&*its.ability, Ability::Activated(_)));
                gained.extend(activated.map(|its| (*its.ability).clone()));
            }
            crate::ir::Change::Gained(gained)
        }
        crate::ir::Change::SetChosenColor(link) => {
            let word = sight.game.word(frame.link(*link));
            match word.and_then(|word| Color::from_word(word.as_str())) {
                Some(color) => crate::ir::Change::SetColors(vec![color]),
                None => return Err(Halt::undecided(frame.source, "nothing says which color was chosen")),
            }
        }
        // Each variant and each variable that there is among those objects now (702.1c).
        crate::ir::Change::GainKeywordsOf { of, keywords } => {
            let mut gained = Vec::new();
            for object in select(sight, frame, of)?.into_iter().filter_map(Thing::object) {
                let its = sight.view.characteristics(sight.game, object);
                for keyword in keywords.iter().flat_map(|name| its.keywords(*name)) {
                    // What is excepted is so by the effect that gives that protection, not by the ability (702.16n).
                    let keyword = match keyword {
                        Keyword::ProtectionKeeping(quality, _) => {
                            Keyword::Filter(KeywordName::Protection, quality.clone())
                        }
                        other => other.clone(),
                    };
                    let ability = Ability::Keyword(keyword);
                    if !gained.contains(&ability) {
                        gained.push(ability);
                    }
                }
            }
            crate::ir::Change::Gain(gained)
        }
        crate::ir::Change::Gain(abilities) => crate::ir::Change::Gain(
            abilities
                .iter()
                .map(|ability| match ability {
                    Ability::Keyword(Keyword::Filter(name, filter)) => {
                        Ability::Keyword(Keyword::Filter(*name, chosen(sight, frame, filter)))
                    }
                    other => other.clone(),
                })
                .collect(),
        ),
        other => other.clone(),
    })
}

/// Whether a number that a change adds is worked out to be below zero (107.1b).
pub(super) fn adds_below_zero(sight: Sight<'_>, frame: &Frame, change: &crate::ir::Change) -> Outcome<bool> {
    let crate::ir::Change::AddPowerToughness { power, toughness } = change else { return Ok(false) };
    for quantity in [power, toughness] {
        let worked_out =
            !matches!(quantity, Quantity::Fixed(_) | Quantity::Negative(_) | Quantity::Times(..));
        if worked_out && quantities::value(sight, frame, quantity)? < 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A number that is added: as it is written, or as it is worked out, where one below zero is zero (107.1b).
fn calculated(sight: Sight<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<i32> {
    Ok(match quantity {
        Quantity::Fixed(number) => *number,
        Quantity::Negative(quantity) => calculated(sight, frame, quantity)?.saturating_neg(),
        Quantity::Times(factor, quantity) => factor.saturating_mul(calculated(sight, frame, quantity)?),
        other => quantities::value(sight, frame, other)?.max(0),
    })
}

/// The quality with the words that were chosen while this resolves, so that who gains it need not know the link.
fn chosen(sight: Sight<'_>, frame: &Frame, filter: &Filter) -> Filter {
    let each = |filters: &[Filter]| filters.iter().map(|filter| chosen(sight, frame, filter)).collect();
    match filter {
        Filter::All(filters) => Filter::All(each(filters)),
        Filter::Any(filters) => Filter::Any(each(filters)),
        Filter::Not(filter) => Filter::Not(Box::new(chosen(sight, frame, filter))),
        Filter::Chosen(link) => sight
            .game
            .word(frame.link(*link))
            .and_then(|word| Filter::from_word(word.as_str()))
            .unwrap_or_else(|| filter.clone()),
        other => other.clone(),
    }
}
