//! What lines and brackets of a board say that can't all be so: a fault, since of two things that exclude each other one is a slip.

use std::mem::discriminant;

use super::{Planned, Setup, illegal};
use crate::diag::{Code, Diagnostic, Span};
use crate::game::PlayerId;
use crate::ir::Zone;
use crate::rules::{RuleId, cr};
use crate::scenario::ast::{Modifier, PlayerLine, Scenario, Spanned};

impl Setup<'_, '_> {
    /// All that is said twice, or against each other.
    pub(super) fn contradictions(&mut self, scenario: &Scenario, planned: &[Planned<'_>]) {
        self.of_players(scenario);
        let mut seen: Vec<Span> = Vec::new();
        let mut bearers: Vec<PlayerId> = Vec::new();
        for plan in planned {
            let bears = plan.modifiers.iter().find(|modifier| modifier.value == Modifier::RingBearer);
            if let Some(bears) = bears.filter(|_| plan.zone == Zone::Battlefield) {
                if bearers.contains(&plan.controller) {
                    let message = "another creature of that player is their Ring-bearer".to_owned();
                    self.faults.push(illegal(message, bears.span, cr!("701.54a")));
                }
                bearers.push(plan.controller);
            }
            // Of several alike the fault is said once.
            if !seen.contains(&plan.span) {
                seen.push(plan.span);
                self.of_modifiers(plan.modifiers);
            }
        }
    }

    /// A line about a player stands once, and only one player has what there is only one of.
    fn of_players(&mut self, scenario: &Scenario) {
        let mut only: Vec<(&PlayerLine, PlayerId)> = Vec::new();
        for block in &scenario.blocks {
            let Some(player) = self.table.player(&block.player.text) else { continue };
            for (place, line) in block.lines.iter().enumerate() {
                let same = |other: &&Spanned<PlayerLine>| {
                    discriminant(&other.value) == discriminant(&line.value)
                        && !matches!(line.value, PlayerLine::EmblemOf(_))
                };
                if block.lines.iter().take(place).any(|other| same(&other)) {
                    self.twice("the line is written twice", line.span);
                }
                let (rule, what) = match line.value {
                    PlayerLine::Monarch => (cr!("725.3"), "is the monarch"),
                    PlayerLine::Initiative => (cr!("726.3"), "has the initiative"),
                    _ => continue,
                };
                if let Some((_, other)) = only.iter().find(|(its, of)| **its == line.value && *of != player) {
                    let message =
                        format!("{} {what}, and only one player can be", self.table.name_of(*other));
                    let message =
                        if rule == cr!("726.3") { message.replace("can be", "can have it") } else { message };
                    self.faults.push(illegal(message, line.span, rule));
                }
                only.push((&line.value, player));
            }
        }
    }

    /// What stands in the brackets of one object.
    fn of_modifiers(&mut self, modifiers: &[Spanned<Modifier>]) {
        for (place, modifier) in modifiers.iter().enumerate() {
            for other in modifiers.iter().take(place) {
                match against(&other.value, &modifier.value) {
                    Some(Some(rule)) => {
                        let message = "what else is said of it can't be so at the same time".to_owned();
                        self.faults.push(illegal(message, modifier.span, rule));
                    }
                    Some(None) => self.twice("what else is said of it says otherwise", modifier.span),
                    None => {}
                }
            }
        }
    }

    fn twice(&mut self, message: &str, span: Span) {
        self.faults.push(Diagnostic::error(Code::RepeatedLine, message, span, ""));
    }
}

/// Whether two things that are said of one object exclude each other, and the rule where one says so.
fn against(one: &Modifier, other: &Modifier) -> Option<Option<RuleId>> {
    use Modifier as M;
    match (one, other) {
        // A status is one of two (110.5).
        (M::Tapped, M::Untapped) | (M::Untapped, M::Tapped) => Some(Some(cr!("110.5"))),
        (M::FaceUp, M::FaceDown | M::Manifested | M::Cloaked | M::Morphed | M::Disguised)
        | (M::FaceDown | M::Manifested | M::Cloaked | M::Morphed | M::Disguised, M::FaceUp) => {
            Some(Some(cr!("110.5")))
        }
        // Nothing is attached to several things.
        (M::AttachedTo(_) | M::Enchanting(_), M::AttachedTo(_) | M::Enchanting(_)) => {
            Some(Some(cr!("303.4d")))
        }
        // A creature attacks one player or permanent.
        (M::Attacking(_), M::Attacking(_)) => Some(Some(cr!("508.1b"))),
        // Only a card is a commander.
        (M::Token, M::Commander) | (M::Commander, M::Token) => Some(Some(cr!("903.3"))),
        (M::Counters(_, kind), M::Counters(_, its)) => (kind.text == its.text).then_some(None),
        (M::Counters(_, kind), M::Loyalty(_)) | (M::Loyalty(_), M::Counters(_, kind)) => {
            (kind.text == "loyalty").then_some(None)
        }
        (M::Counters(_, kind), M::Defense(_)) | (M::Defense(_), M::Counters(_, kind)) => {
            (kind.text == "defense").then_some(None)
        }
        (M::CopyOf(_), M::CopyOf(_))
        | (M::ControlledBy(_), M::ControlledBy(_))
        | (M::OwnedBy(_), M::OwnedBy(_))
        | (M::Loyalty(_), M::Loyalty(_))
        | (M::Defense(_), M::Defense(_))
        | (M::Level(_), M::Level(_))
        | (M::ProtectedBy(_), M::ProtectedBy(_))
        | (M::Damage(_), M::Damage(_))
        | (M::DeathtouchDamage(_), M::DeathtouchDamage(_))
        | (M::Suspended(_), M::Suspended(_))
        | (M::Haunting(_), M::Haunting(_))
        | (M::PairedWith(_), M::PairedWith(_))
        | (M::Pile(_), M::Pile(_))
        | (M::Room(_), M::Room(_))
        | (M::Chosen(_), M::Chosen(_))
        | (M::Named(_), M::Named(_))
        | (M::X(_), M::X(_)) => Some(None),
        _ => None,
    }
}
