//! Quantities and comparisons in words.

use super::Voice;
use super::english::{list, number_word, plural, spaced, with_article};
use super::events::Mood;
use super::kinds::Head;
use crate::ir::{Comparison, Event, Quantity};

impl Voice<'_> {
    /// The number itself: `3`, `X`, `the number of creatures you control`.
    pub(super) fn amount(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Fixed(number) => number.to_string(),
            Quantity::X => "X".to_owned(),
            Quantity::ThatMuch => "that much".to_owned(),
            Quantity::Count(filter) => format!("the number of {}", self.kinds(filter, Head::Permanent)),
            Quantity::MostOfOneOwner(selection) => {
                format!("the greatest number of {} that one player owns", self.selection(selection))
            }
            Quantity::HowMany(selection) => format!("how many {} are", self.selection(selection)),
            Quantity::Players(players) => format!("how many players are {}", self.some_player(players)),
            Quantity::PowerOf(selection) => format!("the power of {}", self.selection(selection)),
            Quantity::ToughnessOf(selection) => format!("the toughness of {}", self.selection(selection)),
            Quantity::ManaValueOf(selection) => format!("the mana value of {}", self.selection(selection)),
            Quantity::CountersOn(kind, selection) => {
                let kind = kind.map_or_else(String::new, |kind| format!("{kind} "));
                format!("the number of {kind}counters on {}", self.selection(selection))
            }
            Quantity::Greatest(measure, filter) => {
                format!(
                    "the greatest {} among {}",
                    spaced(measure.word()),
                    self.kinds(filter, Head::Permanent)
                )
            }
            Quantity::Least(measure, filter) => {
                format!("the least {} among {}", spaced(measure.word()), self.kinds(filter, Head::Permanent))
            }
            Quantity::TimesMutated(selection) => {
                format!("the number of times {} has mutated", self.selection(selection))
            }
            Quantity::LevelOf(selection) => format!("the level of {}", self.selection(selection)),
            Quantity::LifeOf(players) => format!("{} life total", self.possessive(players)),
            Quantity::LowestLife(players) => format!("the lowest life total among {}", self.players(players)),
            Quantity::StartingLifeOf(players) => format!("{} starting life total", self.possessive(players)),
            Quantity::PlayerCounters(kind, players) => {
                format!("the number of {kind} counters {} has", self.some_player(players))
            }
            Quantity::SpeedOf(players) => format!("{} speed", self.possessive(players)),
            Quantity::TemptedOf(players) => {
                format!("how often the Ring has tempted {}", self.some_player(players))
            }
            Quantity::HandOf(players) => format!("the number of cards in {} hand", self.possessive(players)),
            Quantity::GraveyardOf(players) => {
                format!("the number of cards in {} graveyard", self.possessive(players))
            }
            Quantity::LibraryOf(players) => {
                format!("the number of cards in {} library", self.possessive(players))
            }
            Quantity::DrawnThisStep(players) => {
                format!("the number of cards drawn this step by {}", self.some_player(players))
            }
            Quantity::Devotion(colors) => {
                let names: Vec<String> = colors.iter().map(|color| color.word().to_owned()).collect();
                format!("your devotion to {}", list(&names, "and"))
            }
            Quantity::DevotionToChosen(link) => format!("your devotion to the chosen \"{link}\""),
            Quantity::Domain(players) => {
                format!("the number of basic land types among lands {}", self.control(players))
            }
            Quantity::ColorsAmong(filter) => {
                format!("the number of colors among {}", self.kinds(filter, Head::Permanent))
            }
            Quantity::NamesAmong(filter) => {
                format!("the number of different names among {}", self.kinds(filter, Head::Permanent))
            }
            Quantity::TypesAmong(filter) => {
                format!("the number of card types among {}", self.kinds(filter, Head::Permanent))
            }
            Quantity::Happened(event) => {
                format!("the number of times that {} this turn", self.event(event, Mood::Did))
            }
            Quantity::AmountHappened(event) => self.amount_happened(event),
            Quantity::AttackedWith(who) => {
                format!("the number of creatures that {} attacked with this turn", self.players(who))
            }
            Quantity::HappenedThisGame(event) => {
                format!("the number of times that {} this game", self.event(event, Mood::Did))
            }
            Quantity::Chosen(link) => format!("the number kept as \"{link}\""),
            Quantity::TimesPaid(name) => format!("the number of times its {name} cost was paid"),
            Quantity::MostCastLastTurn => "the most spells that a player cast last turn".to_owned(),
            Quantity::TimesResolved => "the number of times this ability has resolved this turn".to_owned(),
            Quantity::ManaSpentOn(selection) => {
                format!("the amount of mana spent to cast {}", self.selection(selection))
            }
            Quantity::ColorsSpentOn(selection) => {
                format!("the number of colors of mana spent to cast {}", self.selection(selection))
            }
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

    /// How much of something there was this turn: `the life that you gained this turn`.
    fn amount_happened(&self, event: &Event) -> String {
        if let Event::GainsLife(who) = event {
            return format!("the life that {} gained this turn", self.some_player(who));
        }
        if let Event::LosesLife(who) = event {
            return format!("the life that {} lost this turn", self.some_player(who));
        }
        if let Event::Draws(who) = event {
            return format!("the number of cards that {} drew this turn", self.some_player(who));
        }
        format!("how much it is in all that {} this turn", self.event(event, Mood::Did))
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
