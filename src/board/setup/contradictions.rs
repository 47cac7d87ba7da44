//! What lines and brackets of a board say that can't all be so: a fault, since of two things that exclude each other one is a slip.

use std::mem::discriminant;

use super::{Planned, Setup, What, illegal};
use crate::diag::{Code, Diagnostic, Span};
use crate::engine::Halt;
use crate::engine::variants::commander;
use crate::game::{Definition, PlayerId};
use crate::ir::Zone;
use crate::rules::{RuleId, cr};
use crate::scenario::ast::{Modifier, PlayerLine, Scenario, Spanned};

impl Setup<'_, '_> {
    /// All that is said twice, or against each other.
    pub(super) fn contradictions(&mut self, scenario: &Scenario, planned: &[Planned<'_>]) {
        self.of_players(scenario);
        self.of_commanders(planned);
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
                self.of_face(plan);
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

    /// A double-faced card that is called by its back face is not face down.
    fn of_face(&mut self, plan: &Planned<'_>) {
        let What::Card(card) = &plan.what else { return };
        let double = card.is_double_faced();
        let down = plan.modifiers.iter().find(|modifier| is_face_down(&modifier.value));
        if let Some(down) = down.filter(|_| double && plan.face > 0 && plan.zone == Zone::Battlefield) {
            let front = card.faces.first().map_or("", |front| &*front.name);
            let message = "what is face down does not show its back face".to_owned();
            self.faults.push(
                illegal(message, down.span, cr!("712.15a"))
                    .with_help(format!("the card is called `{front}` there")),
            );
        }
    }

    /// Who has commanders has one, or two that go together (903.3).
    fn of_commanders(&mut self, planned: &[Planned<'_>]) {
        let mut players: Vec<(PlayerId, Vec<&Definition>, Vec<Span>)> = Vec::new();
        for plan in planned {
            let said = plan.modifiers.iter().find(|modifier| modifier.value == Modifier::Commander);
            let (Some(said), What::Card(card)) = (said, &plan.what) else { continue };
            match players.iter_mut().find(|(player, ..)| *player == plan.owner) {
                Some((_, cards, places)) => {
                    cards.push(&**card);
                    places.push(said.span);
                }
                None => players.push((plan.owner, vec![&**card], vec![said.span])),
            }
        }
        for (player, cards, places) in players {
            let faults = match commander::faults_of_commanders(&cards) {
                Ok(faults) => faults,
                Err(halt) => {
                    if let (Halt::Undecided(it), Some(place)) = (halt, places.last()) {
                        self.cannot(it.why, *place);
                    }
                    continue;
                }
            };
            for (place, rule, what) in faults {
                let Some(span) = places.get(place) else { continue };
                let message = format!("{}'s deck can't be so: {what}", self.table.name_of(player));
                self.faults.push(illegal(message, *span, rule));
            }
        }
    }

    fn twice(&mut self, message: &str, span: Span) {
        self.faults.push(Diagnostic::error(Code::RepeatedLine, message, span, ""));
    }
}

/// Whether it says of something that it is face down.
const fn is_face_down(modifier: &Modifier) -> bool {
    use Modifier as M;
    matches!(modifier, M::FaceDown | M::Manifested | M::Cloaked | M::Morphed | M::Disguised)
}

/// Whether two things that are said of one object exclude each other, and the rule where one says so.
fn against(one: &Modifier, other: &Modifier) -> Option<Option<RuleId>> {
    use Modifier as M;
    match (one, other) {
        // A status is one of two (110.5).
        (M::Tapped, M::Untapped) | (M::Untapped, M::Tapped) => Some(Some(cr!("110.5"))),
        (M::FaceUp, other) | (other, M::FaceUp) if is_face_down(other) => Some(Some(cr!("110.5"))),
        // What is face down shows no back face, and has its front face up as it is turned face up.
        (M::Transformed, other) | (other, M::Transformed) if is_face_down(other) => {
            Some(Some(cr!("712.15a")))
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
        (
            M::LeftUnlocked | M::RightUnlocked | M::FullyUnlocked | M::Locked,
            M::LeftUnlocked | M::RightUnlocked | M::FullyUnlocked | M::Locked,
        )
        | (M::CopyOf(_), M::CopyOf(_))
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
