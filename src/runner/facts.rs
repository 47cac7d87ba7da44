//! What can hold of an object.

use crate::engine::additional::keyword_abilities::{bestow, protection};
use crate::engine::additional::saga_cards;
use crate::engine::reading::Sight;
use crate::engine::zones::general::new_when_turned_down;
use crate::engine::{Halt, View};
use crate::game::{
    Attachment, Change, Characteristics, Designation, Ending, Game, Nature, Object, ObjectId, PlayerId, Step,
};
use crate::ir::change::Change as Effect;
use crate::ir::{CardType, Color, CounterKind, Layout, Subtype, Supertype, Zone};
use crate::rules::{Rules, cr};
use crate::scenario::script::{Fact, FactKind, LibraryEnd, Reference};
use crate::scenario::vocabulary::Zone as WrittenZone;
use crate::trace::What;

use super::claims::{Judged, last_move_of};
use super::layers;
use super::printed;
use super::setup::zone_of;
use super::stage::{Stage, Staged, Stop};

mod before_the_game;
mod deciding;
mod exiled;
mod fighting;
mod keyword;
mod looking;
mod marks;
mod ordering;

pub(super) use deciding::created;
use deciding::spared_off_the_battlefield;
use deciding::{
    below_zero, by_changeling, copied_whole, entered_attached, entered_tapped, entered_with, kept_tapped,
    not_attached, notes_about, of_damage, of_number, original_has_changed, rules_about, status_of_a_copy,
    stayed, turned, twin_of_another_player, types_in_words, was_chosen,
};
pub(super) use looking::may_look;
pub(super) use ordering::look_into_graveyards;

/// Whether a fact holds of an object.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &Fact) -> Staged<Judged> {
    let mut judged = kind(stage, object, &fact.kind)?;
    // Cards that are no permanents are neither tapped nor untapped (110.5d).
    let status = matches!(fact.kind, FactKind::Tapped);
    if status && !stage.play.game.object(object).on_battlefield() {
        let sentence = "is no permanent, so it is neither tapped nor untapped".to_owned();
        return Ok(Judged { holds: false, sentence, rules: Rules::of(&[cr!("110.5d")]) });
    }
    if fact.negated {
        judged.holds = !judged.holds;
    }
    Ok(judged)
}

/// Whether an object is in a zone, that of its owner if a player is named.
pub(super) fn is_in(its: &Object, zone: WrittenZone, whose: Option<PlayerId>) -> bool {
    let there = match zone {
        WrittenZone::Outside => is_outside(its),
        zone => its.exists && zone_of(zone) == Some(its.zone),
    };
    there && whose.is_none_or(|player| player == its.owner)
}

/// Whether an object is outside the game, and has not been brought in from there.
const fn is_outside(its: &Object) -> bool {
    its.outside && its.next.is_none()
}

fn kind(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let view = stage.view()?;
    // The trace is looked through only for facts that rest on a move.
    let moves = || last_move_of(stage, object);
    let table = stage.answers.table();
    let its = stage.play.game.shared(object);
    let game = &stage.play.game;
    let characteristics = view.shared(game, object);
    let say = |holds: bool, sentence: String, rules: Rules| Judged { holds, sentence, rules };
    let on = |holds: bool, yes: &str, no: &str, rules: Rules| Judged {
        holds,
        sentence: (if holds { yes } else { no }).to_owned(),
        rules,
    };
    let place = || {
        if its.exists || its.outside || its.phased_out.is_some() {
            format!("is {}", table.place(game, &view, object))
        } else {
            let left = game.has_left(object);
            (if left { "has left the game" } else { "has ceased to exist" }).to_owned()
        }
    };
    Ok(match fact {
        FactKind::Zone { zone, whose } => {
            let whose = match whose {
                Some(name) => Some(table.player_at(name)?),
                None => None,
            };
            let outside = *zone == WrittenZone::Outside && is_outside(&its);
            let holds = is_in(&its, *zone, whose);
            let moves = moves();
            // What the legend rule spares: one of that name, but another player's.
            let spared = moves.is_empty() && twin_of_another_player(game, &view, object);
            let rules = if spared { Rules::of(&[cr!("704.5j")]) } else { moves };
            // What is in the ante does not leave the game with its owner.
            let rules = if outside { Rules::of(&[cr!("400.11a")]) } else { rules };
            let in_ante = its.zone == Zone::Ante && game.player(its.owner).gone;
            let rules = if in_ante { rules.led_by(cr!("800.4n")) } else { rules };
            // A Saga at its end stays until its last chapter ability has left the stack.
            let told = its.on_battlefield() && saga_cards::is_still_told(game, &view, object);
            // What is phased out has not left the battlefield, but is treated as though it did not exist.
            let rules = if its.phased_out.is_some() { rules.led_by(cr!("702.26b")) } else { rules };
            // That what changes the spell changes the permanent says nothing of where it is.
            let aside = [cr!("112.4"), cr!("400.7a")];
            let rules = rules.iter().filter(|rule| !aside.contains(rule)).fold(Rules::NONE, Rules::and);
            say(holds, place(), if told { rules.led_by(cr!("704.5s")) } else { rules })
        }
        FactKind::Position { zone, whose, place: wanted, from } => {
            let whose = match whose {
                Some(name) => Some(table.player_at(name)?),
                None => None,
            };
            let zone = zone_of(*zone).unwrap_or(Zone::Library);
            let library = game.player(its.owner);
            let endless = library.endless_library && zone == Zone::Library;
            // The only card that shuffling has moved among known ones is where it was.
            let certain = library.unordered.len() < 2 && !endless;
            if its.exists && its.zone == Zone::Library && library.unordered.contains(&object) && !certain {
                let why = "nobody knows its place in the library since that was shuffled";
                return Err(Stop::Halt(Halt::undecided(object, why), stage.span));
            }
            let list = game.zone(zone, its.owner);
            let index = list.iter().position(|other| *other == object);
            let (on_top, beneath) =
                if endless { (library.listed_on_top(), library.beneath.len()) } else { (0, list.len()) };
            // Between the cards on top and those on the bottom of a library that isn't written lie unknown ones, nobody knows how many.
            let below = index.is_some_and(|index| index < beneath);
            let from_top = index.map(|index| list.len() - index).filter(|_| !endless || !below);
            let from_bottom = index.map(|index| index + 1).filter(|_| below);
            let (actual, certain) = match from {
                LibraryEnd::Top => (from_top, on_top),
                LibraryEnd::Bottom => (from_bottom, beneath),
            };
            if endless && its.exists && its.zone == zone && actual.is_none() && *wanted as usize > certain + 1
            {
                let why = "nobody knows how many unknown cards lie between";
                return Err(Stop::Halt(Halt::undecided(object, why), stage.span));
            }
            let holds = its.exists
                && its.zone == zone
                && whose.is_none_or(|player| player == its.owner)
                && actual == Some(*wanted as usize);
            let sentence = match (from_top, from_bottom) {
                (Some(number), _) => {
                    format!("is number {number} from the top {}", place().trim_start_matches("is "))
                }
                (None, Some(number)) => {
                    format!("is number {number} from the bottom {}", place().trim_start_matches("is "))
                }
                (None, None) => place(),
            };
            say(holds, sentence, ordering::rules_of_place(stage, object, from_top)?)
        }
        FactKind::PhasedOut => {
            let rules = rules_about(stage, object, |change| {
                matches!(change, Change::PhaseOut { .. } | Change::PhaseIn(_))
            });
            let out = its.phased_out.is_some();
            let kept = notes_about(stage, object, |note| matches!(note, crate::trace::Note::NotPhasedIn(_)));
            let rules = kept.iter().fold(rules, Rules::and);
            let rules = if out { rules.led_by(cr!("702.26b")) } else { rules };
            on(out, "is phased out", "is phased in", rules)
        }
        FactKind::LeftTheGame => say(game.has_left(object), place(), moves()),
        FactKind::CeasedToExist => say(its.has_ceased(), place(), moves()),
        FactKind::NewObject => {
            let new = its.previous.is_some();
            let transformed = rules_about(stage, object, |change| matches!(change, Change::Transform(_)));
            let again = its.previous.is_some_and(|before| game.object(before).zone == Zone::Exile);
            let command = its.previous.filter(|before| game.object(*before).zone == Zone::Command);
            let rules = if again && its.zone == Zone::Exile {
                Rules::of(&[cr!("406.7"), cr!("400.8")])
            } else if let Some(before) = command.filter(|_| its.zone == Zone::Command) {
                Rules::of(&[match its.is_face_down() {
                    true => new_when_turned_down(game, before),
                    false => cr!("400.10"),
                }])
            } else if new {
                Rules::of(&[cr!("400.7")])
            } else if its.merged.is_some() {
                Rules::of(&[cr!("730.2c")])
            } else if transformed.is_empty() {
                Rules::NONE
            } else {
                Rules::of(&[cr!("712.18")])
            };
            on(new, "is a new object", "is the same object as at the beginning", rules)
        }
        FactKind::Moved => on(its.previous.is_some(), "has moved", "has not moved", moves()),
        FactKind::FaceDown => {
            // Exiled cards are face up unless something says otherwise.
            let exiled = its.exists && its.zone == Zone::Exile;
            let rules = if exiled { Rules::of(&[cr!("406.3")]) } else { turned(stage, object) };
            let rules = status_of_a_copy(game, object).iter().fold(rules, Rules::and);
            on(its.is_face_down(), "is face down", "is face up", rules)
        }
        FactKind::MayLook(player) => {
            let player = table.player_at(player)?;
            let (may, rules) = may_look(stage, object, player)?;
            let table = stage.answers.table();
            let name = table.name_of(player);
            let verb = if may { "may look" } else { "may not look" };
            say(may, format!("is a card {name} {verb} at"), rules)
        }
        FactKind::ControlledBy(player) => {
            let player = table.player_at(player)?;
            match controller(game, &view, object) {
                Some(controller) => {
                    let sentence = format!("is controlled by {}", table.name_of(controller));
                    let rules = layers::control(stage, object)?;
                    let rules = if its.zone == Zone::Command { command_control(&its) } else { rules };
                    say(controller == player, sentence, rules)
                }
                None if its.phased_out.is_some() => {
                    say(false, "is phased out".to_owned(), Rules::of(&[cr!("702.26b")]))
                }
                None => say(false, "is controlled by nobody".to_owned(), Rules::of(&[cr!("109.4")])),
            }
        }
        FactKind::OwnedBy(player) => {
            let player = table.player_at(player)?;
            let sentence = format!("is owned by {}", table.name_of(its.owner));
            // No card represents a copy: who put it there owns it.
            let rule = match its.nature {
                Nature::Copy if its.zone == Zone::Exile => cr!("112.2a"),
                Nature::Copy => cr!("112.2"),
                Nature::Token => cr!("111.2"),
                _ => cr!("108.3"),
            };
            say(its.owner == player, sentence, Rules::of(&[rule]))
        }
        FactKind::Attached(to) => {
            let wanted = match to {
                Some(reference) => Some(stage.thing(reference)?),
                None => None,
            };
            let game = &stage.play.game;
            let attached = its.attached_to.filter(|_| its.exists);
            let holds = match wanted {
                Some(wanted) => attached == Some(wanted),
                None => attached.is_some(),
            };
            let sentence = match attached {
                Some(Attachment::Object(host)) => format!("is attached to {}", table.told(game, host)),
                Some(Attachment::Player(player)) => format!("is attached to {}", table.name_of(player)),
                None => "is attached to nothing".to_owned(),
            };
            let mut rules = rules_about(stage, object, |change| matches!(change, Change::Attach(..)));
            if rules.is_empty() && attached.is_some() {
                rules = entered_attached(stage, object);
            }
            rules = not_attached(stage, object).map_or(rules, |not| rules.iter().fold(not, Rules::and));
            if let Some(host) = attached {
                let sight = Sight { game: &stage.play.game, view: &view };
                let stays = protection::leaves_attached(sight, object, host)
                    .map_err(|halt| Stop::Halt(halt, stage.span))?;
                rules = stays.into_iter().fold(rules, Rules::and);
            }
            say(holds, sentence, rules)
        }
        FactKind::Encoded(on) => {
            let wanted = optional(stage, on.as_ref())?;
            let game = &stage.play.game;
            let host = game.encoded_on(object);
            let holds = match wanted {
                Some(wanted) => host == Some(wanted),
                None => host.is_some(),
            };
            let was = game.encodings().iter().any(|(card, _)| game.latest(*card) == object);
            let rules = match host {
                // It remains so though the permanent is no creature now.
                Some(host) if !view.characteristics(game, host).is(CardType::Creature) => {
                    Rules::of(&[cr!("702.99c")])
                }
                Some(_) => match rules_about(stage, object, |change| matches!(change, Change::Encode(..))) {
                    // It was encoded from the start, and remains so.
                    rules if rules.is_empty() => Rules::of(&[cr!("702.99c")]),
                    rules => rules,
                },
                None if was => Rules::of(&[cr!("702.99c")]),
                None => Rules::NONE,
            };
            let sentence = match host {
                Some(host) => format!("is encoded on {}", table.told(&stage.play.game, host)),
                None => "is not encoded".to_owned(),
            };
            say(holds, sentence, rules)
        }
        FactKind::ExiledBy(by) => {
            let by = stage.object(by)?;
            let game = &stage.play.game;
            let root = game.earliest(by);
            let linked = game
                .links()
                .iter()
                .any(|link| link.object == object && game.earliest(link.key.object) == root)
                || game.untils().iter().any(|until| {
                    game.earliest(until.source) == root
                        && until.moved.iter().any(|(moved, _)| *moved == object)
                });
            let whose = table.told(game, by);
            let not = if linked { "" } else { "not " };
            say(linked, format!("is {not}exiled by {whose}"), Rules::of(&[cr!("607.2a")]))
        }
        FactKind::Tapped => {
            let rules = rules_about(stage, object, |change| matches!(change, Change::Tap(..)));
            let rules = if rules.is_empty() && its.tapped { entered_tapped(stage, object) } else { rules };
            let rules =
                if its.tapped && kept_tapped(stage, object) { rules.led_by(cr!("502.3")) } else { rules };
            on(its.on_battlefield() && its.tapped, "is tapped", "is untapped", rules)
        }
        FactKind::Attacking(defender) => fighting::attacking(stage, object, defender.as_ref())?,
        FactKind::Blocking(attacker) => {
            let wanted = optional(stage, attacker.as_ref())?;
            fighting::blocking(stage, object, wanted)?
        }
        FactKind::Blocked => fighting::blocked(stage, object, true),
        FactKind::Unblocked => fighting::blocked(stage, object, false),
        FactKind::Counters(count, kind) => {
            let parsed = CounterKind::parse(&kind.text);
            let actual = parsed.map_or(0, |kind| its.counters_of(kind));
            let rules = rules_about(stage, object, |change| matches!(change, Change::Counters(..)));
            let with = if rules.is_empty() && actual > 0 {
                parsed.map(|kind| entered_with(stage, object, kind))
            } else {
                None
            };
            let rules = with.unwrap_or(rules);
            let plural = if actual == 1 { "" } else { "s" };
            say(actual == *count, format!("has {actual} {} counter{plural}", kind.text), rules)
        }
        FactKind::Damage(amount) => {
            let rules = of_damage(stage, object);
            say(its.damage == *amount, format!("has {} damage", its.damage), rules)
        }
        FactKind::PowerToughness(..) | FactKind::Power(_) | FactKind::Toughness(_)
            if [characteristics.power, characteristics.toughness].contains(&Some(i32::MAX)) =>
        {
            let why = "the power or toughness is larger than headjudge can count";
            return Err(Stop::Halt(Halt::undecided(object, why), stage.span));
        }
        FactKind::PowerToughness(power, toughness) => {
            let actual = (characteristics.power, characteristics.toughness);
            if lacks_power_and_toughness(&its, &characteristics) {
                return Ok(say(false, "has no power and toughness".to_owned(), Rules::of(&[cr!("208.3")])));
            }
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
            let actual = if its.zone == Zone::Battlefield {
                i32::try_from(its.counters_of(CounterKind::LOYALTY)).unwrap_or(i32::MAX)
            } else {
                characteristics.loyalty.unwrap_or(0)
            };
            let rules = of_number(stage, object, CounterKind::LOYALTY, cr!("306.5c"));
            say(actual == *loyalty, format!("has loyalty {actual}"), rules)
        }
        FactKind::Defense(defense) => {
            let actual = if its.zone == Zone::Battlefield {
                i32::try_from(its.counters_of(CounterKind::DEFENSE)).unwrap_or(i32::MAX)
            } else {
                characteristics.defense.unwrap_or(0)
            };
            let rules = of_number(stage, object, CounterKind::DEFENSE, cr!("310.4c"));
            say(actual == *defense, format!("has defense {actual}"), rules)
        }
        FactKind::Level(level) => {
            let actual = i32::from(its.level());
            let given = its.designations.iter().any(|given| matches!(given, Designation::Level(_)));
            let rule = if given { cr!("716.2a") } else { cr!("716.2d") };
            say(actual == *level, format!("is level {actual}"), Rules::of(&[rule]))
        }
        FactKind::ProtectedBy(player) => {
            let player = table.player_at(player)?;
            let sentence = match its.protector() {
                Some(protector) => format!("is protected by {}", table.name_of(protector)),
                None => "has no protector".to_owned(),
            };
            let rules = rules_about(stage, object, |change| matches!(change, Change::Designate(..)));
            say(its.protector() == Some(player), sentence, rules)
        }
        FactKind::Marked(mark) => marks::judge(stage, object, *mark),
        FactKind::ManaValue(wanted) => {
            let x =
                its.announced.as_ref().filter(|_| its.zone == Zone::Stack).map_or(0, |announced| announced.x);
            let actual = characteristics.mana_value(x);
            say(
                actual == *wanted,
                format!("has mana value {actual}"),
                printed::mana_value(&its, &characteristics),
            )
        }
        FactKind::Type(text) => {
            let holds = is_type(&characteristics, &text.text);
            let changeling = holds && by_changeling(&view, game, object, &text.text);
            let mut rules = layers::by_effects(stage, object, &layers::changes_types, !holds)?;
            if rules.is_empty() && !holds {
                rules = super::lost::by_rule(stage, object, &layers::changes_types, false)?;
            }
            if !holds && spared_off_the_battlefield(stage, object, &text.text)? {
                rules = rules.led_by(cr!("609.2"));
            }
            if holds || rules.contains(cr!("613.1d")) {
                let kept = printed::types(stage, &its, &characteristics, &text.text)?;
                rules = rules.iter().fold(kept, Rules::and);
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
            let rules = if holds { rules } else { printed::blank(&its).unwrap_or(rules) };
            let inset = printed::inset(&its, &text.text).filter(|_| !holds && rules.is_empty());
            let rules = inset.unwrap_or(rules);
            say(holds, format!("is {}", types_in_words(&characteristics)), rules)
        }
        FactKind::Color(text) => {
            let color = Color::from_word(&text.text);
            let colors: Vec<&str> = characteristics.colors.iter().map(Color::word).collect();
            let sentence = if colors.is_empty() { "colorless".to_owned() } else { colors.join(" and ") };
            let holds = color.is_some_and(|color| characteristics.colors.contains(color));
            let rules = layers::by_effects(stage, object, &layers::changes_colors, !holds)?;
            let rules = if rules.is_empty() { printed::color(stage, &its, &characteristics) } else { rules };
            let rules = if holds { rules } else { printed::blank(&its).unwrap_or(rules) };
            say(holds, format!("is {sentence}"), rules)
        }
        FactKind::Colorless => {
            let holds = characteristics.colors.count() == 0;
            let rules = layers::by_effects(stage, object, &layers::changes_colors, !holds)?;
            let rules = if rules.is_empty() { printed::color(stage, &its, &characteristics) } else { rules };
            let rules = printed::blank(&its).unwrap_or(rules);
            on(holds, "is colorless", "has a color", rules)
        }
        FactKind::ColorIdentity(_) | FactKind::Commander => before_the_game::judge(stage, object, fact)?,
        FactKind::Token => {
            let rules = if its.merged.is_some() { Rules::of(&[cr!("730.2d")]) } else { Rules::NONE };
            let rules = if rules.is_empty() { created(stage, object) } else { rules };
            on(its.is_token(), "is a token", "is no token", rules)
        }
        FactKind::Named(name) => {
            let sentence = format!("is named {}", characteristics.name);
            let rules = match () {
                // A copy has the name of what it copies, token or not.
                () if its.copied.is_some() && its.is_token() => Rules::of(&[cr!("707.2"), cr!("111.4")]),
                () if its.copied.is_some() => Rules::of(&[cr!("707.2")]),
                () if its.is_token() => Rules::of(&[cr!("111.4")]),
                () => printed::other_values(game, &its).map_or(Rules::NONE, |rule| Rules::of(&[rule])),
            };
            // No change of words changes a name.
            let reworded = |change: &Effect| matches!(change, Effect::Exchange { .. });
            let reworded = !layers::by_effects(stage, object, &reworded, false)?.is_empty();
            let rules = if reworded { rules.led_by(cr!("612.2")) } else { rules };
            say(characteristics.is_named(&name.text), sentence, rules)
        }
        FactKind::Keyword(text) => keyword::judge(stage, object, &text.text)?,
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
        FactKind::Countered | FactKind::Resolved => {
            let root = game.earliest(object);
            let countered = matches!(fact, FactKind::Countered);
            let (mut holds, mut rules) = (false, Rules::NONE);
            for entry in stage.play.trace.entries() {
                if let What::Fizzles(spell) = &entry.what
                    && !countered
                    && game.earliest(*spell) == root
                {
                    (holds, rules) = (false, entry.rules);
                }
                let right = match &entry.what {
                    What::Changed(Change::Move(it), _) if countered => {
                        it.action == crate::game::MoveAction::Counter && game.earliest(it.object) == root
                    }
                    What::Resolves(resolved) if !countered => game.earliest(*resolved) == root,
                    _ => false,
                };
                if right {
                    (holds, rules) = (true, entry.rules);
                }
            }
            let word = if countered { "countered" } else { "resolved" };
            let (yes, no) = (format!("is {word}"), format!("is not {word}"));
            on(holds, &yes, &no, rules)
        }
        FactKind::Transformed => {
            let double =
                its.definition.as_ref().is_some_and(|definition| definition.layout == Layout::Transform);
            let rules = rules_about(stage, object, |change| matches!(change, Change::Transform(_)));
            let rules = if rules.is_empty() { stayed(stage, object) } else { rules };
            on(double && its.face > 0, "is transformed", "is not transformed", rules)
        }
        FactKind::CopyOf(name) => {
            let values = view.copiable(game, object);
            let printed = its
                .definition
                .as_ref()
                .is_some_and(|definition| definition.faces.iter().any(|face| face.name == values.name));
            let copies = !printed || its.is_token();
            // Of a flip card, though it is flipped and has the lower half.
            let whole = if its.flipped { copied_whole(game, object) } else { None };
            let of = whole.as_deref().unwrap_or(values);
            let sentence =
                if copies { format!("is a copy of {}", of.name) } else { "is a copy of nothing".to_owned() };
            let rules = printed::became_a_copy(stage, &its).unwrap_or(Rules::of(&[cr!("707.2")]));
            // The status of the copy decides which half of a flip card it has, whatever it was a copy of before.
            let rules =
                if rules_about(stage, object, |change| matches!(change, Change::FaceDown(..))).is_empty() {
                    rules
                } else {
                    status_of_a_copy(game, object).iter().fold(rules, Rules::and)
                };
            let rules = if its.flipped { rules.led_by(cr!("707.3")).led_by(cr!("110.5c")) } else { rules };
            let changed = copies && original_has_changed(stage, &view, object);
            let rules = if changed { rules.led_by(cr!("707.2b")) } else { rules };
            say(copies && of.is_named(&name.text), sentence, rules)
        }
        FactKind::Imprinted(None) => {
            let linked = game.links().iter().any(|link| link.object == object);
            on(linked, "is imprinted", "is not imprinted", Rules::of(&[cr!("607.2a")]))
        }
        FactKind::Haunting(what) => exiled::haunting(stage, object, what.as_ref())?,
        FactKind::Suspended(count) => exiled::suspended(stage, object, *count)?,
        FactKind::InPile(_) | FactKind::InPileOf(_) => exiled::in_pile(stage, object, fact)?,
        FactKind::Foretold => {
            let is = its.exists && its.foretold().is_some();
            on(is, "is foretold", "is not foretold", Rules::of(&[cr!("702.143c")]))
        }
        FactKind::Plotted => {
            let is = its.exists && its.plotted().is_some();
            on(is, "is plotted", "is not plotted", Rules::of(&[cr!("702.170a")]))
        }
        FactKind::Imprinted(Some(_)) | FactKind::Haunted(_) => {
            return Err(Stop::Halt(
                Halt::undecided(object, "headjudge does not keep this about an object yet"),
                stage.span,
            ));
        }
    })
}

/// Whether an object has no power and toughness though they may be printed: a permanent that is no creature (208.3).
fn lacks_power_and_toughness(object: &Object, now: &Characteristics) -> bool {
    object.on_battlefield() && !now.is(CardType::Creature)
}

/// Who controls an object; nobody controls what is neither on the stack nor on the battlefield (109.4).
pub(super) fn controller(game: &Game, view: &View, object: ObjectId) -> Option<PlayerId> {
    let its = game.object(object);
    // A face-up plane, phenomenon, vanguard, scheme or conspiracy has a controller as well (109.4d-g).
    let in_command =
        its.zone == Zone::Command && !its.is_face_down() && its.base.types.stays_in_command_zone();
    let controlled = its.exists && (matches!(its.zone, Zone::Battlefield | Zone::Stack) || in_command);
    controlled.then(|| view.controller(game, object))
}

/// The rule by which a face-up card of a casual variant in the command zone has its controller.
fn command_control(its: &Object) -> Rules {
    let is = |card_type| its.base.is(card_type);
    Rules::of(&[match () {
        () if is(CardType::Plane) || is(CardType::Phenomenon) => cr!("901.6"),
        () if is(CardType::Vanguard) => cr!("902.6"),
        () if is(CardType::Scheme) => cr!("904.7"),
        () => cr!("109.4"),
    }])
}

fn optional(stage: &mut Stage<'_, '_>, reference: Option<&Reference>) -> Staged<Option<ObjectId>> {
    match reference {
        Some(reference) => stage.object(reference).map(Some),
        None => Ok(None),
    }
}

/// Whether a word is a card type, supertype or subtype of the object.
pub(super) fn is_type(characteristics: &Characteristics, word: &str) -> bool {
    CardType::from_word(word).is_some_and(|card_type| characteristics.is(card_type))
        || Supertype::from_word(word).is_some_and(|supertype| characteristics.has_supertype(supertype))
        || Subtype::from_word(word).is_some_and(|subtype| characteristics.has_subtype(subtype))
}

/// How the game has ended, in words.
pub(super) fn ending(stage: &Stage<'_, '_>, ending: Option<Ending>) -> String {
    match ending {
        Some(Ending::Draw) => "the game is a draw".to_owned(),
        Some(Ending::Won(player)) => format!("{} has won the game", stage.answers.table().name_of(player)),
        None => "the game goes on".to_owned(),
    }
}

/// A step's name.
pub(super) const fn step_name(step: Step) -> &'static str {
    match step {
        Step::Untap => "untap step",
        Step::Upkeep => "upkeep step",
        Step::Draw => "draw step",
        Step::PrecombatMain => "precombat main phase",
        Step::BeginningOfCombat => "beginning of combat step",
        Step::DeclareAttackers => "declare attackers step",
        Step::DeclareBlockers => "declare blockers step",
        Step::FirstStrikeDamage => "first of two combat damage steps",
        Step::CombatDamage => "combat damage step",
        Step::EndOfCombat => "end of combat step",
        Step::PostcombatMain => "postcombat main phase",
        Step::End => "end step",
        Step::Cleanup => "cleanup step",
    }
}
