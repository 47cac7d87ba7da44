//! What an object is and has: its characteristics, as the layers make them.

use crate::engine::Halt;
use crate::engine::additional::keyword_abilities::bestow;
use crate::engine::reading::Sight;
use crate::engine::reading::filters::{UNKNOWN, lacks_power_and_toughness};
use crate::game::{Change, Characteristics, Designation, Object, ObjectId};
use crate::ir::change::Change as Effect;
use crate::ir::{CardType, Color, CounterKind, Subtype, Supertype, Zone};
use crate::rules::{Rules, cr};
use crate::runner::claims::Judged;
use crate::runner::layers;
use crate::runner::printed;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::runner::values::{self, Asked, Kind, Values};
use crate::scenario::script::FactKind;

use super::deciding::spared_off_the_battlefield;
use super::deciding::{
    below_zero, by_changeling, by_devoid, copied_whole, of_number, original_has_changed, rules_about,
    status_of_a_copy, types_in_words,
};
use super::{is_type, on, say};

/// Whether a fact about the characteristics of an object holds.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let view = stage.view()?;
    let its = stage.play.game.shared(object);
    let game = &stage.play.game;
    let characteristics = view.shared(game, object);
    Ok(match fact {
        FactKind::PowerToughness(..) | FactKind::Power(_) | FactKind::Toughness(_)
            if [characteristics.power, characteristics.toughness].contains(&Some(UNKNOWN)) =>
        {
            let why = match its.on_battlefield() {
                true => "the power or toughness is larger than headjudge can count",
                false => "its power and toughness depend on what the scenario leaves unknown",
            };
            return Err(Stop::Halt(Halt::undecided(object, why), stage.span));
        }
        FactKind::PowerToughness(..) | FactKind::Power(_) | FactKind::Toughness(_)
            if lacks_power_and_toughness(Sight { game, view: &view }, object) =>
        {
            say(false, "has no power and toughness".to_owned(), Rules::of(&[cr!("208.3")]))
        }
        FactKind::PowerToughness(power, toughness) => {
            let actual = (characteristics.power, characteristics.toughness);
            let sentence = match actual {
                (Some(power), Some(toughness)) => format!("is {power}/{toughness}"),
                _ => "has no power and toughness".to_owned(),
            };
            say(
                actual == (Some(*power), Some(*toughness)),
                sentence,
                below_zero(layers::power_and_toughness(stage, &its, &characteristics)?, &characteristics),
            )
        }
        FactKind::Power(power) => {
            let sentence = format!("has power {}", characteristics.power.unwrap_or(0));
            say(
                characteristics.power == Some(*power),
                sentence,
                layers::power_and_toughness(stage, &its, &characteristics)?,
            )
        }
        FactKind::Toughness(toughness) => {
            let sentence = format!("has toughness {}", characteristics.toughness.unwrap_or(0));
            say(
                characteristics.toughness == Some(*toughness),
                sentence,
                layers::power_and_toughness(stage, &its, &characteristics)?,
            )
        }
        FactKind::Loyalty(loyalty) => {
            let printed = characteristics.loyalty;
            let Some(actual) =
                by_counters(&its, &characteristics, CardType::Planeswalker, CounterKind::LOYALTY, printed)
            else {
                return Ok(say(false, "has no loyalty".to_owned(), Rules::of(&[cr!("209.1")])));
            };
            let rules = of_number(stage, object, CounterKind::LOYALTY, cr!("306.5c"));
            say(actual == *loyalty, format!("has loyalty {actual}"), rules)
        }
        FactKind::Defense(defense) => {
            let printed = characteristics.defense;
            let Some(actual) =
                by_counters(&its, &characteristics, CardType::Battle, CounterKind::DEFENSE, printed)
            else {
                return Ok(say(false, "has no defense".to_owned(), Rules::of(&[cr!("210.1")])));
            };
            let rules = of_number(stage, object, CounterKind::DEFENSE, cr!("310.4c"));
            say(actual == *defense, format!("has defense {actual}"), rules)
        }
        FactKind::Level(level) => {
            if !its.on_battlefield() {
                return Ok(say(false, "is no permanent, so it has no level".to_owned(), Rules::NONE));
            }
            let actual = i32::from(its.level());
            let given = its.designations.iter().any(|given| matches!(given, Designation::Level(_)));
            let rule = if given { cr!("716.2a") } else { cr!("716.2d") };
            say(actual == *level, format!("is level {actual}"), Rules::of(&[rule]))
        }
        FactKind::ManaValue(wanted) => {
            let x =
                its.announced.as_ref().filter(|_| its.zone == Zone::Stack).map_or(0, |announced| announced.x);
            let actual = characteristics.mana_value(x);
            say(
                actual == *wanted,
                format!("has mana value {actual}"),
                printed::mana_value(stage, &view, &its, &characteristics),
            )
        }
        FactKind::Type(text) => {
            let holds = is_type(&characteristics, &text.text);
            let changeling = holds && by_changeling(&view, game, object, &text.text);
            let mut rules = layers::by_effects(stage, object, &layers::changes_types, !holds)?;
            if rules.is_empty() && !holds {
                rules = crate::runner::lost::by_rule(stage, object, &layers::changes_types, false)?;
            }
            // What is set to a basic land type neither loses nor gets a card type by that, but by its card types being set.
            let of_card_type = CardType::from_word(&text.text).is_some();
            if (!holds || of_card_type) && printed::is_set_anew(stage, object, &text.text)? {
                rules = rules.iter().filter(|rule| *rule != cr!("305.7")).fold(Rules::NONE, Rules::and);
                rules = if of_card_type { rules.led_by(cr!("205.1a")) } else { rules };
            }
            if !holds && spared_off_the_battlefield(stage, object, &text.text)? {
                rules = rules.led_by(cr!("609.2"));
            }
            if holds || rules.contains(cr!("613.1d")) {
                let kept = printed::types(stage, &view, &its, &characteristics, &text.text)?;
                rules = rules.iter().fold(kept, Rules::and);
            }
            if let Some(subtype) = Subtype::from_word(&text.text).filter(|_| !holds) {
                let names = |change: &Effect| {
                    matches!(change, Effect::AddTypes(types) | Effect::SetTypes(types)
                        if types.subtypes.contains(&subtype))
                };
                let fits = characteristics.types.may_have(subtype);
                if !fits && !layers::by_effects(stage, object, &names, true)?.is_empty() {
                    rules = rules.led_by(cr!("205.3d"));
                }
                // It went with the card type that an effect takes away.
                let takes = |change: &Effect| {
                    matches!(change, Effect::LoseTypes(lost)
                        if lost.types.iter().any(|kind| subtype.family().is_of(*kind)))
                };
                if !fits
                    && is_type(view.copiable(&stage.play.game, object), &text.text)
                    && !layers::by_effects(stage, object, &takes, false)?.is_empty()
                {
                    rules = rules.led_by(cr!("205.1a"));
                }
            }
            if changeling {
                rules = rules.led_by(cr!("702.73a"));
            }
            let legendary = holds && Supertype::from_word(&text.text) == Some(Supertype::Legendary);
            if legendary
                && its.is_designated(Designation::RingBearer)
                && !its.base.has_supertype(Supertype::Legendary)
            {
                rules = rules.led_by(cr!("701.54c"));
            }
            if its.on_battlefield() && bestow::on(&stage.play.game, object).is_some() {
                rules = rules.led_by(cr!("702.103b"));
            }
            let set = values::of(stage, &view, &its, Asked::Type(&text.text));
            // Nothing made it so: it is not so among the values that count.
            let lacks = !holds && rules.is_empty() && set.kind != Kind::Made;
            let rules = if lacks || is_blank(&set) { set.rules } else { rules };
            say(holds, format!("is {}", types_in_words(&characteristics)), rules)
        }
        FactKind::Color(text) => {
            let color = Color::from_word(&text.text);
            let colors: Vec<&str> = characteristics.colors.iter().map(Color::word).collect();
            let sentence = if colors.is_empty() { "colorless".to_owned() } else { colors.join(" and ") };
            let holds = color.is_some_and(|color| characteristics.colors.contains(color));
            let rules = layers::by_effects(stage, object, &layers::changes_colors, !holds)?;
            let own = printed::color(stage, &view, &its, &characteristics, color);
            let rules = if rules.is_empty() || own.contains(cr!("406.3a")) { own } else { rules };
            let devoid = !holds && by_devoid(&view, &stage.play.game, object);
            let rules = if devoid { rules.led_by(cr!("702.114a")) } else { rules };
            say(holds, format!("is {sentence}"), rules)
        }
        FactKind::Named(name) => {
            let sentence = match &*characteristics.name {
                "" => "has no name".to_owned(),
                name => format!("is named {name}"),
            };
            let rules = values::of(stage, &view, &its, Asked::Name).rules;
            // No change of words changes a name.
            let reworded = |change: &Effect| matches!(change, Effect::Exchange { .. });
            let reworded = !layers::by_effects(stage, object, &reworded, false)?.is_empty();
            let rules = if reworded { rules.led_by(cr!("612.2")) } else { rules };
            say(characteristics.is_named(&name.text), sentence, rules)
        }
        FactKind::NoAbilities => {
            let taken = |change: &Effect| matches!(change, Effect::LoseAllAbilities);
            let mut rules = layers::by_effects(stage, object, &taken, false)?;
            // What was given before in the same layer is taken as well.
            let either = |change: &Effect| matches!(change, Effect::Gain(_)) || taken(change);
            let both = layers::by_effects(stage, object, &either, false)?;
            if !rules.is_empty() && both.contains(cr!("613.7")) {
                rules = rules.and(cr!("613.7"));
            }
            if rules.is_empty() {
                rules = printed::abilities(stage, &view, &its, &characteristics)?;
            }
            on(characteristics.abilities.is_empty(), "has no abilities", "has abilities", rules)
        }
        FactKind::ToxicValue(wanted) => {
            let actual = printed::total_toxic_value(stage, &view, object)?;
            let rules = Rules::of(&[cr!("702.164b")]);
            say(actual == *wanted, format!("has total toxic value {actual}"), rules)
        }
        FactKind::AbilityFrom(grantor) => {
            let grantor = stage.object(grantor)?;
            let root = stage.play.game.earliest(grantor);
            let game = &stage.play.game;
            let holds = characteristics.abilities.iter().any(|instance| match instance.origin {
                crate::game::Origin::Granted(by, _) => game.earliest(by) == root,
                _ => false,
            });
            // Of what gives it abilities and what takes them in the same layer, the later has the last word.
            let given = |change: &Effect| matches!(change, Effect::Gain(_));
            let taken = |change: &Effect| matches!(change, Effect::LoseAllAbilities);
            let either = |change: &Effect| given(change) || taken(change);
            let rules = layers::by_effects(stage, object, &either, false)?;
            let whose = stage.answers.table().told(&stage.play.game, grantor);
            let article = if holds { "an" } else { "no" };
            say(holds, format!("has {article} ability from {whose}"), rules)
        }
        FactKind::CopyOf(name) => {
            let values = view.copiable(game, object);
            let printed = its
                .definition
                .as_ref()
                .is_some_and(|definition| definition.faces.iter().any(|face| face.name == values.name));
            // A copy with a name of its own is a copy of what it copies all the same.
            let original = values.exceptions.name_of_original();
            let copies = !printed || its.is_token() || original.is_some();
            // Of a flip card, though it is flipped and has the lower half.
            let whole = if its.flipped { copied_whole(game, object) } else { None };
            let of = whole.as_deref().unwrap_or(values);
            let name_of = original.unwrap_or(&of.name);
            let sentence = match name_of {
                _ if !copies => "is a copy of nothing".to_owned(),
                "" if its.is_face_down() => "is face down and shows nothing of what it copies".to_owned(),
                "" => "is a copy of something without a name".to_owned(),
                of => format!("is a copy of {of}"),
            };
            let rules = values::became_a_copy(stage, &its).unwrap_or(Rules::of(&[cr!("707.2")]));
            // The status of the copy decides which half of a flip card it has, whatever it was a copy of before.
            let rules =
                if rules_about(stage, object, |change| matches!(change, Change::FaceDown(..))).is_empty() {
                    rules
                } else {
                    status_of_a_copy(game, object).iter().fold(rules, Rules::and)
                };
            let rules = if its.flipped { rules.led_by(cr!("707.3")).led_by(cr!("110.5c")) } else { rules };
            // What is face down has none of what it copies (708.10), and a copy of what is face down has no name either (708.2a).
            let rules = match (copies && name_of.is_empty(), its.is_face_down()) {
                (true, true) => rules.led_by(cr!("708.10")),
                (true, false) => rules.led_by(cr!("708.2a")),
                (false, _) => rules,
            };
            let changed = copies && original_has_changed(stage, &view, object);
            let rules = if changed { rules.led_by(cr!("707.2b")) } else { rules };
            let is_named = original.map_or_else(|| of.is_named(&name.text), |of| *of == *name.text);
            say(copies && is_named, sentence, rules)
        }
        // Colorless.
        _ => {
            let holds = characteristics.colors.count() == 0;
            let rules = layers::by_effects(stage, object, &layers::changes_colors, !holds)?;
            let own = printed::color(stage, &view, &its, &characteristics, None);
            let rules = if rules.is_empty() || own.contains(cr!("406.3a")) { own } else { rules };
            let devoid = by_devoid(&view, &stage.play.game, object);
            let rules = if devoid { rules.led_by(cr!("702.114a")) } else { rules };
            on(holds, "is colorless", "has a color", rules)
        }
    })
}

/// Whether an object has no characteristics at all, face down in exile (406.3a).
fn is_blank(set: &Values) -> bool {
    set.rules.contains(cr!("406.3a"))
}

/// The loyalty or defense of an object: of a permanent of the type so many counters of the kind (306.5c, 310.4c), elsewhere the
/// printed number; nothing of what has none.
fn by_counters(
    its: &Object,
    now: &Characteristics,
    of: CardType,
    kind: CounterKind,
    printed: Option<i32>,
) -> Option<i32> {
    match its.zone {
        Zone::Battlefield if now.is(of) => Some(i32::try_from(its.counters_of(kind)).unwrap_or(i32::MAX)),
        Zone::Battlefield => None,
        _ => printed,
    }
}
