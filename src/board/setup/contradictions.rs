//! What lines and brackets of a board say that can't all be so: a fault, since of two things that exclude each other one is a slip.

use std::mem::discriminant;

use super::{Planned, Setup, What, illegal};
use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::engine::Halt;
use crate::engine::variants::commander;
use crate::game::{Characteristics, Definition, PlayerId};
use crate::ir::{CardType, CounterKind, KeywordName, Supertype, Zone};
use crate::rules::{RuleId, cr};
use crate::scenario::ast::{InlineCard, Modifier, PlayerLine, Scenario, Spanned};
use crate::scenario::counters::COUNTERS;

/// What is wrong with two brackets that exclude each other.
const BOTH: &str = "two things are said of it of which only one can be so";

/// What stands at the other of the two.
const BESIDE: &str = "this is the other one";

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
                self.of_counters(scenario, plan);
                self.of_kind(plan);
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
                        let fault = illegal(BOTH.to_owned(), modifier.span, rule);
                        self.faults.push(fault.with_label(other.span, BESIDE));
                    }
                    Some(None) => {
                        let fault = Diagnostic::error(Code::RepeatedLine, BOTH, modifier.span, "");
                        self.faults.push(fault.with_label(other.span, BESIDE));
                    }
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

    /// A kind of counter that nothing names is a slip, where it is nearly one that cards name.
    fn of_counters(&mut self, scenario: &Scenario, plan: &Planned<'_>) {
        for modifier in plan.modifiers {
            let Modifier::Counters(_, kind) = &modifier.value else { continue };
            let is_named = |card: &InlineCard| card.body.contains(kind.as_str());
            let is_known = CounterKind::parse(&kind.text)
                .is_none_or(|kind| !matches!(kind, CounterKind::Named(_)))
                || COUNTERS.contains(&kind.as_str())
                || scenario.cards.iter().any(is_named);
            if is_known {
                continue;
            }
            if let Some(near) = nearest(&kind.text, COUNTERS.iter().copied()) {
                let message = format!("no card names `{}` counters", kind.text);
                let fault = Diagnostic::error(Code::UnknownModifier, message, kind.span, "");
                self.faults.push(fault.did_you_mean(Some(near)));
            }
        }
    }

    /// What is said of an object can be so of one of its kind; what a copy is of is its own affair.
    fn of_kind(&mut self, plan: &Planned<'_>) {
        let (What::Card(card) | What::Token(card)) = &plan.what else { return };
        let said =
            |modifier: &dyn Fn(&Modifier) -> bool| plan.modifiers.iter().find(|its| modifier(&its.value));
        let is = |test: &dyn Fn(&Characteristics) -> bool| card.faces.iter().any(|face| test(face));
        let belongs = is(&|face| face.types.stays_in_command_zone() || face.is(CardType::Dungeon));
        let in_command = plan.zone == Zone::Command && !plan.outside;
        if in_command && !belongs && said(&|its| *its == Modifier::Commander).is_none() {
            let name = card.faces.first().map_or("", |front| &*front.name);
            let message = format!("`{name}` is in the command zone, and nothing says that it is a commander");
            let help = match is(&|face| face.has_supertype(Supertype::Legendary)) {
                true => format!("write `[commander]` behind it: `{name} [commander]`"),
                false => {
                    "commanders, emblems, dungeons, and cards that begin the game there are in it".to_owned()
                }
            };
            self.faults.push(illegal(message, plan.span, cr!("408.3")).with_help(help));
        }
        if said(&|its| matches!(its, Modifier::CopyOf(_))).is_some() {
            return;
        }
        let mut only = |modifier: Option<&Spanned<Modifier>>, fits: bool, what: &str, rule: RuleId| {
            if let Some(modifier) = modifier.filter(|_| !fits) {
                self.faults.push(illegal(format!("this is said of {what} only"), modifier.span, rule));
            }
        };
        let cast = said(&|its| matches!(its, Modifier::CastBefore(_)));
        only(cast, said(&|its| *its == Modifier::Commander).is_some(), "a commander", cr!("903.8"));
        let solved = said(&|its| *its == Modifier::Solved);
        only(solved, is(&|face| face.has_subtype_named("Case")), "a Case", cr!("719.3a"));
        let level = said(&|its| matches!(its, Modifier::Level(_)));
        only(level, is(&|face| face.has_subtype_named("Class")), "a Class", cr!("716.2a"));
        let protected = said(&|its| matches!(its, Modifier::ProtectedBy(_)));
        only(protected, is(&|face| face.is(CardType::Battle)), "a battle", cr!("310.9"));
        let companion = said(&|its| *its == Modifier::Companion);
        let has = is(&|face| face.has(KeywordName::Companion));
        only(companion, has, "a card with companion", cr!("702.139a"));
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
        | (M::CastBefore(_), M::CastBefore(_))
        | (M::ProtectedBy(_), M::ProtectedBy(_))
        | (M::Damage(_), M::Damage(_))
        | (M::DeathtouchDamage(_), M::DeathtouchDamage(_))
        | (M::Suspended(_), M::Suspended(_))
        | (M::Haunting(_), M::Haunting(_))
        | (M::PairedWith(_), M::PairedWith(_))
        | (M::Pile(_), M::Pile(_))
        | (M::Room(_), M::Room(_))
        | (M::Chosen(_), M::Chosen(_))
        | (M::X(_), M::X(_)) => Some(None),
        _ => None,
    }
}
