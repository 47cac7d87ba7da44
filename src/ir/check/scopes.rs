//! Where there is an event, of what, and what is known besides: a sort of ability has its own answer each.

use crate::ir::ability::{Activated, Delayed, Modes, Triggered};
use crate::ir::change::CostChange;
use crate::ir::part::{Part, mentions};
use crate::ir::{Limit, Quantity, Replacement, ReplacementResult};

use super::{Checker, paying};

impl Checker {
    /// An ability that is activated has no event, whatever has given it, and asks for what was paid for it.
    pub(super) fn activated(&mut self, activated: &Activated) {
        if activated.limits.contains(&Limit::DoOnceEachTurn) {
            let why = "`do-once-each-turn` limits a triggered ability; an activated one has `once-each-turn` (603.2h)";
            self.contradicts("do-once-each-turn", why);
        }
        self.paid = paying::of_costs(&activated.cost);
        self.in_event(false, |it| it.below(Part::Activated(activated)));
    }

    /// An ability that triggers has an event.
    pub(super) fn triggered(&mut self, triggered: &Triggered) {
        self.in_event(true, |it| {
            if !triggered.limits.iter().all(Limit::is_of_triggers) {
                let why = "this limits an activated ability; a triggered one has `if` (602.5, 603.4)";
                it.contradicts("limits", why);
            }
            it.part(Part::Event(&triggered.when));
            triggered.only_if.iter().for_each(|condition| it.part(Part::Condition(condition)));
            it.objectless = !triggered.when.names_an_object();
            it.body(&triggered.effect);
        });
    }

    /// A replacement effect has an event; it may prevent damage, of which it says more then.
    pub(super) fn replacement(&mut self, replacement: &Replacement) {
        let of_prevented =
            |amount: &Quantity| mentions(amount, |part| matches!(part, Part::Quantity(Quantity::Prevented)));
        let prevents = matches!(&replacement.result,
    ReplacementResult::Prevent { amount, .. } if !amount.as_ref().is_some_and(of_prevented));
        let around = std::mem::replace(&mut self.prevents, prevents);
        self.in_event(true, |it| it.below(Part::Replacement(replacement)));
        self.prevents = around;
    }

    /// "It" in the event is of the effect that makes it; in what it does only where its own event is of an object.
    pub(super) fn delayed(&mut self, delayed: &Delayed) {
        let prevents = std::mem::take(&mut self.prevents);
        self.part(Part::Event(&delayed.when));
        delayed.duration.iter().for_each(|duration| self.part(Part::Duration(duration)));
        let objectless = (self.objectless || !self.event) && !delayed.when.names_an_object();
        self.in_event(true, |it| {
            it.objectless = objectless;
            it.body(&delayed.effect);
        });
        self.prevents = prevents;
    }

    /// "That player" is whoever casts or activates what costs so much.
    pub(super) fn cost_change(&mut self, change: &CostChange) {
        let besides = CostChange { for_each: None, ..change.clone() };
        self.below(Part::CostChange(&besides));
        self.in_event(true, |it| {
            it.objectless = true;
            change.for_each.iter().for_each(|number| it.part(Part::Quantity(number)));
        });
    }

    /// So many modes as are chosen there must be.
    pub(super) fn modes(&mut self, modes: &Modes) {
        let most = u8::try_from(modes.modes.len()).unwrap_or(u8::MAX);
        let fits = |least: u8, at_most: u8| {
            least <= at_most && at_most > 0 && (modes.repeats || least <= most) && most > 0
        };
        let of_cost = modes.instead.as_ref().is_none_or(|its| fits(its.at_least, its.at_most));
        if !fits(modes.at_least, modes.at_most) || !of_cost {
            let why = "so many modes can't be chosen of these (700.2)";
            self.contradicts("choose", why);
        }
        self.below(Part::Modes(modes));
    }
}
