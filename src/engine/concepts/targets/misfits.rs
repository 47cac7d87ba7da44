//! CR 115: Targets
//!
//! What something is or is not, so that a target phrase can't mean it: the first of what the phrase asks for that is not so. And what
//! a target is, so that it can; and the same of what is chosen otherwise.

use crate::engine::play::Play;
use crate::engine::reading::filters::{UNKNOWN, matches};
use crate::engine::reading::mana_values;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Characteristics, ObjectId, Thing};
use crate::ir::{Color, Filter, Players, TargetKind, TargetSpec, Trait};
use crate::oracle::tokens::with_article;
use crate::rules::RuleId;

/// What is said of an object that has one of these qualities, and of one that has it not.
const QUALITIES: [(Trait, &str, &str); 12] = [
    (Trait::Attacking, "is attacking", "is not attacking"),
    (Trait::Blocking, "is blocking", "is not blocking"),
    (Trait::Blocked, "is blocked", "is not blocked"),
    (Trait::Unblocked, "is unblocked", "is not unblocked"),
    (Trait::Tapped, "is tapped", "is untapped"),
    (Trait::Untapped, "is untapped", "is tapped"),
    (Trait::Token, "is a token", "is no token"),
    (Trait::FaceDown, "is face down", "is not face down"),
    (Trait::Enchanted, "is enchanted", "is not enchanted"),
    (Trait::Equipped, "is equipped", "is not equipped"),
    (Trait::Historic, "is historic", "is not historic"),
    (Trait::DamagedThisTurn, "was dealt damage this turn", "was dealt no damage this turn"),
];

/// What the object is or is not, behind its name: `is black`, `has power 2`; nothing where there are no words for it.
pub(in crate::engine) fn in_words(
    sight: Sight<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    thing: Thing,
) -> Option<String> {
    let object = thing.object()?;
    Asked { sight, frame, object }.why_not(asked_by(sight, spec, object)?)
}

/// The rule by which the mana value is counted for which the object can't be chosen; nothing if it can't be for something else.
pub(in crate::engine) fn rule_of_value(
    sight: Sight<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    thing: Thing,
) -> Option<RuleId> {
    let object = thing.object()?;
    let failing = Asked { sight, frame, object }.failing(asked_by(sight, spec, object)?)?;
    let measured = if let Filter::Not(of) = failing { of } else { failing };
    matches!(measured, Filter::ManaValue(_)).then(|| mana_values::rule_of(sight, object))
}

/// What a target phrase asks of an object that is where the phrase looks for it.
fn asked_by<'s>(sight: Sight<'_>, spec: &'s TargetSpec, object: ObjectId) -> Option<&'s Filter> {
    let of_spell = sight.game.object(object).is_spell();
    match &spec.kind {
        TargetKind::Permanent(filter) if sight.game.object(object).on_battlefield() => Some(filter),
        TargetKind::Spell(filter) if of_spell => Some(filter),
        TargetKind::Permanent(_)
        | TargetKind::Spell(_)
        | TargetKind::Ability(_)
        | TargetKind::Card(..)
        | TargetKind::Player(_)
        | TargetKind::Any
        | TargetKind::OneOf(_) => None,
    }
}

/// What the object is or is not, behind its name, for which the phrase can mean it: what it asks for beyond what the object always is.
pub(in crate::engine) fn fitting_in_words(
    sight: Sight<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    thing: Thing,
) -> Option<String> {
    let object = thing.object()?;
    let filter = asked_by(sight, spec, object)?;
    let asked = Asked { sight, frame, object };
    let mut words = Vec::new();
    asked.fits_by(filter, &mut words)?;
    (!words.is_empty()).then(|| words.join(" and "))
}

/// Why an object can't be chosen, by what was asked of each that could be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotChosen {
    /// It is not what is asked for, but this: `is no land`.
    Is(String),
    /// It is what is asked for; of a library, only so many cards from the top are looked at.
    Elsewhere(Option<u32>),
}

/// Why an object could not be chosen for the question that was asked last, by what that asks of each; nothing where it can't be told.
pub(crate) fn not_chosen(play: &mut Play<'_>, object: ObjectId) -> Option<NotChosen> {
    let of = play.asked_of.clone()?;
    let view = play.view().ok()?;
    let asked = Asked { sight: Sight { game: &play.game, view: &view }, frame: &of.frame, object };
    match asked.is(&of.what)? {
        true => Some(NotChosen::Elsewhere(of.top)),
        false => asked.why_not(&of.what).map(NotChosen::Is),
    }
}

/// An object of which a target phrase asks something.
#[derive(Clone, Copy)]
struct Asked<'a> {
    sight: Sight<'a>,
    frame: &'a Frame,
    object: ObjectId,
}

impl Asked<'_> {
    /// Nothing where it can't be told.
    fn is(self, filter: &Filter) -> Option<bool> {
        matches(self.sight, self.frame, filter, self.object).ok()
    }

    fn now(&self) -> &Characteristics {
        self.sight.view.characteristics(self.sight.game, self.object)
    }

    /// The first of what is asked for that is not so.
    fn failing(self, filter: &Filter) -> Option<&Filter> {
        let Filter::All(parts) = filter else { return Some(filter) };
        self.failing(parts.iter().find(|part| self.is(part) == Some(false))?)
    }

    /// What the object is, though none of it may be so.
    fn why_not(self, filter: &Filter) -> Option<String> {
        if let Filter::All(parts) = filter {
            for part in parts {
                if !self.is(part)? {
                    return self.why_not(part);
                }
            }
            return None;
        }
        if let Filter::Any(parts) = filter {
            let mut words = Vec::new();
            for part in parts {
                let one = self.why_not(part)?;
                if !words.contains(&one) {
                    words.push(one);
                }
            }
            return Some(words.join(" and "));
        }
        if let Filter::Not(of) = filter {
            return self.why(of);
        }
        self.lacking(filter)
    }

    /// Adds what the object is, as far as it may be told apart by that; nothing where it is none of it.
    fn fits_by(self, filter: &Filter, words: &mut Vec<String>) -> Option<()> {
        if !self.is(filter)? {
            return None;
        }
        if let Filter::All(parts) = filter {
            return parts.iter().try_for_each(|part| self.fits_by(part, words));
        }
        if let Filter::Any(parts) = filter {
            let fitting = parts.iter().find(|part| self.is(part) == Some(true))?;
            return self.fits_by(fitting, words);
        }
        let base = &self.sight.game.object(self.object).base;
        let told = if let Filter::Not(of) = filter {
            let of_whom = matches!(**of, Filter::ControlledBy(_) | Filter::OwnedBy(_));
            if of_whom { None } else { self.lacking(of) }
        } else if let Filter::ControlledBy(_) = filter {
            // Whose it is the words of the phrase tell as well.
            None
        } else if let Filter::Type(card_type) = filter {
            // What it is by its card is no news.
            self.having(filter).filter(|_| !base.is(*card_type))
        } else {
            self.having(filter)
        };
        words.extend(told.filter(|told| !words.contains(told)));
        Some(())
    }

    /// What the object is, though it may not be that.
    fn why(self, filter: &Filter) -> Option<String> {
        if let Filter::Any(parts) = filter {
            for part in parts {
                if self.is(part)? {
                    return self.why(part);
                }
            }
            return None;
        }
        self.having(filter)
    }

    fn lacking(self, filter: &Filter) -> Option<String> {
        if let Filter::Type(card_type) = filter {
            return Some(format!("is no {}", card_type.word()));
        }
        if let Filter::Subtype(subtype) = filter {
            return Some(format!("is no {}", subtype.word()));
        }
        if let Filter::Supertype(supertype) = filter {
            return Some(format!("is not {}", supertype.word()));
        }
        if let Filter::Color(color) = filter {
            return Some(format!("is not {}", color.word()));
        }
        if let Filter::Has(keyword) = filter {
            return Some(format!("does not have {}", keyword.word()));
        }
        self.measure(filter).or_else(|| self.of_colors(filter)).or_else(|| self.quality(filter, false))
    }

    fn having(self, filter: &Filter) -> Option<String> {
        if let Filter::Type(card_type) = filter {
            return Some(format!("is {}", with_article(card_type.word())));
        }
        if let Filter::Subtype(subtype) = filter {
            return Some(format!("is {}", with_article(subtype.word())));
        }
        if let Filter::Supertype(supertype) = filter {
            return Some(format!("is {}", supertype.word()));
        }
        if let Filter::Color(color) = filter {
            return Some(format!("is {}", color.word()));
        }
        if let Filter::Has(keyword) = filter {
            return Some(format!("has {}", keyword.word()));
        }
        self.measure(filter).or_else(|| self.of_colors(filter)).or_else(|| self.quality(filter, true))
    }

    /// Of a number that is too large or too small, what it is.
    fn measure(self, filter: &Filter) -> Option<String> {
        let number = |name: &str, number: Option<i32>| match number {
            Some(UNKNOWN) => None,
            Some(number) => Some(format!("has {name} {number}")),
            None => Some(format!("has no {name}")),
        };
        let now = self.now();
        if let Filter::Power(_) = filter {
            return number("power", now.power);
        }
        if let Filter::Toughness(_) = filter {
            return number("toughness", now.toughness);
        }
        if let Filter::ManaValue(_) = filter {
            let its = self.sight.game.object(self.object);
            let value = now.mana_value(its.announced.as_ref().map_or(0, |announced| announced.x));
            return Some(format!("has mana value {value}"));
        }
        None
    }

    fn of_colors(self, filter: &Filter) -> Option<String> {
        let counts = matches!(filter, Filter::Colors(_))
            || matches!(filter, Filter::Is(Trait::Colorless | Trait::Multicolored | Trait::Monocolored));
        let colors: Vec<&str> = self.now().colors.iter().map(Color::word).collect();
        let words = if colors.is_empty() { "colorless".to_owned() } else { colors.join(" and ") };
        counts.then(|| format!("is {words}"))
    }

    fn quality(self, filter: &Filter, is_so: bool) -> Option<String> {
        if let Filter::ControlledBy(_) = filter {
            let its = self.sight.game.object(self.object);
            // Nobody controls a card elsewhere.
            if !its.on_battlefield() && !its.is_spell() {
                return None;
            }
            let is_for_a_player = matches!(self.frame.current, Some(Thing::Player(_)));
            // Of a phrase that is there for each of several players, the one for whom it is chosen.
            if *filter == Filter::ControlledBy(Players::It) && !is_so && is_for_a_player {
                return Some("is not under that player's control".to_owned());
            }
            let own = self.sight.view.controller(self.sight.game, self.object) == self.frame.controller;
            let words =
                if own { "is under that player's control" } else { "is under another player's control" };
            return Some(words.to_owned());
        }
        let Filter::Is(of) = filter else { return None };
        let (_, is, is_not) = QUALITIES.iter().find(|(quality, _, _)| quality == of)?;
        Some((if is_so { *is } else { *is_not }).to_owned())
    }
}
