//! Quantities and comparisons in words.

use super::Voice;
use super::english::{list, number_word, plural, spaced, with_article};
use super::events::Mood;
use super::kinds::Head;
use crate::ir::filter::Shared;
use crate::ir::quantity::{Measure, Span, Tally};
use crate::ir::{Comparison, Event, Quantity};

impl Voice<'_> {
    /// The number itself: `3`, `X`, `the number of creatures you control`.
    pub(super) fn amount(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Fixed(number) => number.to_string(),
            Quantity::X => "X".to_owned(),
            Quantity::ThatMuch => "that much".to_owned(),
            Quantity::Count(filter) => match filter.cards_of() {
                Some((players, zone)) => {
                    format!("the number of cards in {} {zone}", self.possessive(players))
                }
                None => format!("the number of {}", self.kinds(filter, Head::Permanent)),
            },
            Quantity::MostOfOneOwner(selection) => {
                format!("the greatest number of {} that one player owns", self.selection(selection))
            }
            Quantity::HowMany(selection) => format!("how many {} are", self.selection(selection)),
            Quantity::Players(players) => format!("how many players are {}", self.some_player(players)),
            Quantity::Sum(measure) => self.measure(measure),
            Quantity::Greatest(measure) => self.most("greatest", measure),
            Quantity::Least(measure @ Measure::LifeOf(_)) => self.most("lowest", measure),
            Quantity::Least(measure) => self.most("least", measure),
            Quantity::Devotion(colors) => {
                let names: Vec<String> = colors.iter().map(|color| color.word().to_owned()).collect();
                format!("your devotion to {}", list(&names, "and"))
            }
            Quantity::DevotionToChosen(link) => format!("your devotion to the chosen \"{link}\""),
            Quantity::Domain(players) => {
                format!("the number of basic land types among lands {}", self.control(players))
            }
            Quantity::Distinct(what, filter) => {
                let what = match what {
                    Shared::Color => "colors".to_owned(),
                    Shared::CardType => "card types".to_owned(),
                    other => format!("different {}s", spaced(other.word())),
                };
                format!("the number of {what} among {}", self.kinds(filter, Head::Permanent))
            }
            Quantity::Happened(event, Tally::Times, span) => {
                format!("the number of times that {} this {span}", self.event(event, Mood::Did))
            }
            Quantity::Happened(event, Tally::Amount, span) => self.amount_happened(event, *span),
            Quantity::Chosen(link) => format!("the number kept as \"{link}\""),
            Quantity::TimesPaid(name) => format!("the number of times its {name} cost was paid"),
            Quantity::MostCastLastTurn => "the most spells that a player cast last turn".to_owned(),
            Quantity::TimesResolved => "the number of times this ability has resolved this turn".to_owned(),
            Quantity::PartyOf(players) => {
                format!("the number of creatures in {} party", self.possessive(players))
            }
            Quantity::StationedBy => "the power of what was tapped for it".to_owned(),
            Quantity::AnyNumber => "any number".to_owned(),
            Quantity::Slot(slot) => format!("\"{slot}\""),
            Quantity::Plus(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.amount(part)).collect();
                parts.join(" plus ")
            }
            Quantity::Minus(one, other) => format!("{} less {}", self.amount(one), self.amount(other)),
            Quantity::Times(factor, of) => format!("{factor} times {}", self.amount(of)),
            Quantity::Half(of, rounding) => format!("half of {}, rounded {rounding}", self.amount(of)),
            Quantity::Negative(of) => format!("minus {}", self.amount(of)),
        }
    }

    /// What is measured: `the power of this`, `your life total`.
    fn measure(&self, measure: &Measure) -> String {
        match measure {
            Measure::PowerOf(selection) => format!("the power of {}", self.selection(selection)),
            Measure::ToughnessOf(selection) => format!("the toughness of {}", self.selection(selection)),
            Measure::ManaValueOf(selection) => format!("the mana value of {}", self.selection(selection)),
            Measure::CountersOn(kind, selection) => {
                let kind = kind.map_or_else(String::new, |kind| format!("{kind} "));
                format!("the number of {kind}counters on {}", self.selection(selection))
            }
            Measure::LevelOf(selection) => format!("the level of {}", self.selection(selection)),
            Measure::TimesMutated(selection) => {
                format!("the number of times {} has mutated", self.selection(selection))
            }
            Measure::ManaSpentOn(selection) => {
                format!("the amount of mana spent to cast {}", self.selection(selection))
            }
            Measure::ColorsSpentOn(selection) => {
                format!("the number of colors of mana spent to cast {}", self.selection(selection))
            }
            Measure::LifeOf(players) => format!("{} life total", self.possessive(players)),
            Measure::StartingLifeOf(players) => format!("{} starting life total", self.possessive(players)),
            Measure::PlayerCounters(kind, players) => {
                format!("the number of {kind} counters {} has", self.some_player(players))
            }
            Measure::SpeedOf(players) => format!("{} speed", self.possessive(players)),
            Measure::TemptedOf(players) => {
                format!("how often the Ring has tempted {}", self.some_player(players))
            }
            Measure::DrawnThisStep(players) => {
                format!("the number of cards drawn this step by {}", self.some_player(players))
            }
            Measure::AttackedWith(who) => {
                format!("the number of creatures that {} attacked with this turn", self.players(who))
            }
        }
    }

    /// The greatest or least that is measured: `the greatest power among creatures you control`.
    fn most(&self, which: &str, measure: &Measure) -> String {
        let what = match measure {
            Measure::PowerOf(_) => "power".to_owned(),
            Measure::ToughnessOf(_) => "toughness".to_owned(),
            Measure::ManaValueOf(_) => "mana value".to_owned(),
            Measure::CountersOn(None, _) => "number of counters".to_owned(),
            Measure::CountersOn(Some(kind), _) | Measure::PlayerCounters(kind, _) => {
                format!("number of {kind} counters")
            }
            Measure::LevelOf(_) => "level".to_owned(),
            Measure::TimesMutated(_) => "number of mutations".to_owned(),
            Measure::ManaSpentOn(_) => "amount of mana spent to cast one".to_owned(),
            Measure::ColorsSpentOn(_) => "number of colors of mana spent to cast one".to_owned(),
            Measure::LifeOf(_) => "life total".to_owned(),
            Measure::StartingLifeOf(_) => "starting life total".to_owned(),
            Measure::SpeedOf(_) => "speed".to_owned(),
            Measure::TemptedOf(_) => "number of temptations by the Ring".to_owned(),
            Measure::DrawnThisStep(_) => "number of cards drawn this step".to_owned(),
            Measure::AttackedWith(_) => "number of creatures attacked with this turn".to_owned(),
        };
        let among = match (measure.among(), measure.objects(), measure.players()) {
            (Some(filter), ..) => self.kinds(filter, Head::Permanent),
            (None, Some(selection), _) => self.selection(selection),
            (None, None, Some(players)) => self.players(players),
            (None, None, None) => String::new(),
        };
        format!("the {which} {what} among {among}")
    }

    /// How much of something there was: `the life that you gained this turn`.
    fn amount_happened(&self, event: &Event, span: Span) -> String {
        if let Event::GainsLife(who) = event {
            return format!("the life that {} gained this {span}", self.some_player(who));
        }
        if let Event::LosesLife(who) = event {
            return format!("the life that {} lost this {span}", self.some_player(who));
        }
        if let Event::Draws(who) = event {
            return format!("the number of cards that {} drew this {span}", self.some_player(who));
        }
        format!("how much it is in all that {} this {span}", self.event(event, Mood::Did))
    }

    /// So much of what can't be counted: `3 damage`, `life equal to the power of this`.
    pub(super) fn measured(&self, quantity: &Quantity, what: &str) -> String {
        if matches!(quantity, Quantity::Fixed(_) | Quantity::X | Quantity::ThatMuch) {
            return format!("{} {what}", self.amount(quantity));
        }
        format!("{what} equal to {}", self.amount(quantity))
    }

    /// So many things: `a card`, `two cards`, `a number of cards equal to ...`.
    pub(super) fn counted(&self, quantity: &Quantity, one: &str, many: &str) -> String {
        match quantity.fixed() {
            Some(1) => with_article(one),
            Some(number) => format!("{} {many}", number_word(number)),
            None if *quantity == Quantity::X => format!("X {many}"),
            None if *quantity == Quantity::ThatMuch => format!("that many {many}"),
            None if *quantity == Quantity::AnyNumber => format!("any number of {many}"),
            None => format!("a number of {many} equal to {}", self.amount(quantity)),
        }
    }

    /// So many of a noun with a regular plural.
    pub(super) fn some(&self, quantity: &Quantity, noun: &str) -> String {
        self.counted(quantity, noun, &plural(noun))
    }

    /// `, times X` for a repetition other than once.
    pub(super) fn times(&self, quantity: &Quantity) -> String {
        match quantity.fixed() {
            Some(1) => String::new(),
            Some(2) => " twice".to_owned(),
            Some(number) => format!(" {} times", number_word(number)),
            None => format!(" as many times as {}", self.amount(quantity)),
        }
    }

    /// What a number must be: `7 or more`.
    pub(super) fn comparison(&self, comparison: &Comparison) -> String {
        match comparison {
            Comparison::Exactly(quantity) => self.amount(quantity),
            Comparison::AtLeast(quantity) => format!("{} or more", self.amount(quantity)),
            Comparison::AtMost(quantity) => format!("{} or less", self.amount(quantity)),
            Comparison::Even => "even".to_owned(),
            Comparison::Odd => "odd".to_owned(),
        }
    }
}
