//! What in the trace bears on a claim, beyond the rules that its answer gives by itself.
//!
//! An expectation may demand a rule. It is among the reasons if an entry of the trace cites it that *bears on* what is claimed:
//! one that made it so or kept it so, or that belongs to the announcement or the triggering of the spell or ability which did. That an entry is
//! about the same object is not enough: that a creature was dealt damage is no reason for where it is, unless it was destroyed for it.

use std::cell::LazyCell;

use crate::game::{CauseKind, Change, ChoiceKind, EffectId, Item, Nature, ObjectId, Options, Thing};
use crate::ir::Zone;
use crate::rules::{RuleId, cr};
use crate::runner::stage::Stage;
use crate::scenario::script::{Claim, PlayerFact};
use crate::trace::{Entry, EntryId, Forbidden, Level, Note, What, Would};

use super::about::{objects_of, players, roots};
use super::matters::Matter::{Attachment, Being, Control, Known, Numbers, Place, Status, Triggers};
use super::matters::{Matter, idle, matters, of_change, of_note};

/// Those of some rules that something in the trace cites which bears on the claim.
pub(super) fn bearing(stage: &mut Stage<'_, '_>, claim: &Claim, rules: &[RuleId]) -> Vec<RuleId> {
    if rules.is_empty() {
        return Vec::new();
    }
    let scene = Scene { about: roots(stage, claim), players: players(stage, claim), stage };
    let matters = matters(claim);
    let entries = scene.stage.play.trace.entries();
    let direct: Vec<usize> = (0..entries.len())
        .filter(|place| {
            entries.get(*place).is_some_and(|entry| {
                entry.level != Level::Hidden
                    && (scene.is_direct(entry, &matters) || scene.is_of_player(entry, claim))
            })
        })
        .collect();
    // Most are found there.
    let background = LazyCell::new(|| Background::of(&scene, claim, &direct));
    let bears = |rule: &&RuleId| {
        let cites = |entry: &Entry| entry.level != Level::Hidden && entry.rules.contains(**rule);
        direct.iter().any(|place| entries.get(*place).is_some_and(cites)) || background.bears(&scene, &cites)
    };
    rules.iter().filter(bears).copied().collect()
}

/// What stands behind what bears on a claim directly.
struct Background {
    /// The spells and abilities that did it.
    doers: Vec<ObjectId>,
    /// What they are of.
    sources: Vec<ObjectId>,
    /// How they were announced.
    announcements: Vec<EntryId>,
    /// Whether the claim counts something.
    counts: bool,
}

impl Background {
    fn of(scene: &Scene<'_, '_, '_>, claim: &Claim, direct: &[usize]) -> Self {
        let doers = scene.doers(direct);
        let sources = doers.iter().map(|doer| scene.source_of(*doer)).collect();
        let counts = matches!(claim, Claim::Count { .. } | Claim::Player { .. });
        Self { doers, sources, announcements: scene.announcements(direct), counts }
    }

    /// Whether an entry that is such bears on the claim from here.
    fn bears(&self, scene: &Scene<'_, '_, '_>, is_such: &dyn Fn(&Entry) -> bool) -> bool {
        let entries = scene.stage.play.trace.entries();
        entries.iter().enumerate().any(|(place, entry)| {
            is_such(entry)
                && (scene.announces(entry, &self.doers)
                    || self.paid_for(entry, place)
                    || self.is_idle(scene, entry))
        })
    }

    /// What did it: how that was announced, or why it triggered.
    fn paid_for(&self, entry: &Entry, place: usize) -> bool {
        self.announcements.iter().any(|cost| cost.0 as usize == place || entry.parent == Some(*cost))
    }

    /// What found nothing to do, for which it is as it was: what had put it there, what is about it, or what would have made more of
    /// what is counted.
    fn is_idle(&self, scene: &Scene<'_, '_, '_>, entry: &Entry) -> bool {
        let What::Note(note) = &entry.what else { return false };
        match idle(note) {
            Some(Some(of)) => {
                // Of the cards in exile it passes over those that are not linked.
                let passed_over = matches!(note, Note::LinkedNothing(_)) && scene.is_in_exile();
                self.counts
                    || passed_over
                    || self.sources.contains(&scene.source_of(of))
                    || scene.is_about(of)
                    || scene.is_bound(of)
            }
            Some(None) => self.counts,
            None => false,
        }
    }
}

/// A claim before the trace.
struct Scene<'a, 'b, 'c> {
    /// The objects that it speaks of, as they were at the beginning.
    about: Vec<ObjectId>,
    /// The players that it speaks of.
    players: Vec<crate::game::PlayerId>,
    stage: &'a Stage<'b, 'c>,
}

impl Scene<'_, '_, '_> {
    fn is_about(&self, object: ObjectId) -> bool {
        self.about.contains(&self.stage.play.game.earliest(object))
    }

    /// Whether something that the claim speaks of is in exile.
    fn is_in_exile(&self) -> bool {
        let game = &self.stage.play.game;
        self.about.iter().any(|object| game.object(game.latest(*object)).zone == Zone::Exile)
    }

    /// Whether a spell or ability targets something that the claim speaks of, or was triggered by it.
    fn is_bound(&self, object: ObjectId) -> bool {
        let its = self.stage.play.game.object(object);
        let targets = its.announced.iter().flat_map(|announced| announced.targets.iter().flatten());
        let occasion = its.stack_ability().and_then(|ability| ability.occasion.as_ref());
        let bound = occasion.iter().flat_map(|occasion| occasion.objects.iter().copied());
        targets.filter_map(|thing| thing.object()).chain(bound).any(|object| self.is_about(object))
            || self.is_about(self.source_of(object))
    }

    /// What an object was at the beginning; of an ability on the stack, its source.
    fn source_of(&self, object: ObjectId) -> ObjectId {
        let game = &self.stage.play.game;
        let source = game.object(object).stack_ability().map_or(object, |ability| ability.source);
        game.earliest(source)
    }

    /// Whether an entry tells that something became so, or stayed so, of what the claim speaks of.
    fn is_direct(&self, entry: &Entry, matters: &[Matter]) -> bool {
        let mut told = Vec::new();
        let objects = match &entry.what {
            What::Changed(Change::EndEffect(effect), _) => {
                told.extend([Being, Control]);
                self.affected_by(*effect)
            }
            // A copy of a triggered ability has not triggered.
            What::Changed(Change::Create(new), _) if matches!(new.nature, Nature::Ability(_)) => {
                told.push(Triggers);
                vec![self.source_of(new.new)]
            }
            What::Changed(change, _) => {
                of_change(change, &mut told);
                objects_of(entry)
            }
            What::Note(Note::NeverBegins(_, on)) => {
                told.extend([Place, Status, Control, Being]);
                on.iter().copied().collect()
            }
            What::Replaced(Thing::Object(object), _, would) => {
                told.extend_from_slice(match would {
                    Would::Prevented { .. } | Would::Damage { .. } | Would::Counters(..) => &[Numbers],
                    // What is replaced as it enters decides how it enters, and so may its leaving.
                    Would::Enter { .. } | Would::EnterAsCopy(_) => {
                        &[Place, Status, Numbers, Being, Attachment, Triggers]
                    }
                    _ => &[Place, Status, Numbers],
                });
                vec![*object]
            }
            What::Note(note) => {
                told.extend_from_slice(of_note(note));
                objects_of(entry)
            }
            What::Casts(_, object) | What::TotalCost { of: object, .. } => {
                told.extend([Place, Being]);
                vec![*object]
            }
            What::PlaysLand(_, object)
            | What::TurnsFaceUp(_, object)
            | What::Suspends(_, object)
            | What::ByKeyword(_, _, object) => {
                told.extend([Place, Status, Being, Known]);
                vec![*object]
            }
            What::Resolves(object) => {
                told.extend([Place, Being]);
                vec![*object]
            }
            // What fizzles leaves its source and its targets as they are.
            What::Fizzles(object) => {
                told.extend([Place, Attachment, Status, Numbers, Control]);
                vec![self.source_of(*object)]
            }
            What::Reveals(cards) => {
                told.extend([Place, Known, Triggers]);
                cards.clone()
            }
            What::PutOnStack(_, source) => {
                told.push(Triggers);
                vec![self.source_of(*source)]
            }
            // Who pays for it keeps it.
            What::Chose(choice, ..) if choice.kind == ChoiceKind::Pay => {
                told.push(Place);
                choice.source.map(|source| self.source_of(source)).into_iter().collect()
            }
            // In which order things get timestamps decides what each of them is.
            What::Chose(choice, ..) if choice.kind == ChoiceKind::Order => {
                told.extend([Place, Being]);
                let items = match &choice.options {
                    Options::Pick { from, .. } => from.iter().filter_map(Item::object).collect(),
                    _ => Vec::new(),
                };
                choice.source.into_iter().chain(items).collect()
            }
            What::Chose(choice, ..) => {
                // Choices that are made as something enters, or is announced, are part of what it is and of where it goes.
                told.extend([Place, Being, Attachment]);
                choice
                    .source
                    .into_iter()
                    .filter(|of| self.stage.play.game.object(*of).stack_ability().is_none())
                    .collect()
            }
            What::Refused(_)
            | What::Activates { .. }
            | What::Targets(..)
            | What::Replaced(..)
            | What::Step(..)
            | What::StateBased
            | What::Fiat => return false,
        };
        if !objects.iter().any(|object| self.is_about(*object)) {
            return false;
        }
        told.iter().any(|matter| matters.contains(matter))
            || told.contains(&Numbers) && matters.contains(&Place) && self.dies_of_damage()
    }

    /// The objects that an effect has begun to affect.
    fn affected_by(&self, effect: EffectId) -> Vec<ObjectId> {
        let entries = self.stage.play.trace.entries();
        let began = entries.iter().find(|entry| match &entry.what {
            What::Changed(Change::BeginEffect(begun), _) => begun.id == effect,
            _ => false,
        });
        // Of an effect that the board begins with, nothing tells whom it affects.
        began.map_or_else(|| self.about.clone(), objects_of)
    }

    /// Whether what the claim speaks of was destroyed for damage that it had been dealt (704.5g, 704.5h), or put away for the loyalty or
    /// defense that it lost (704.5i, 704.5v).
    fn dies_of_damage(&self) -> bool {
        let fatal = [cr!("704.5g"), cr!("704.5h"), cr!("704.5i"), cr!("704.5v")];
        self.stage.play.trace.entries().iter().any(|entry| match &entry.what {
            What::Changed(Change::Move(it), _) => {
                self.is_about(it.object) && fatal.iter().any(|rule| entry.rules.contains(*rule))
            }
            _ => false,
        })
    }

    /// Whether an entry is about a player that the claim speaks of, and about what it says of that player.
    fn is_of_player(&self, entry: &Entry, claim: &Claim) -> bool {
        let life = match claim {
            Claim::Player { facts, .. } => facts.iter().any(|fact| matches!(fact.value, PlayerFact::Life(_))),
            _ => false,
        };
        let player = match &entry.what {
            What::Replaced(Thing::Player(player), ..) => *player,
            What::Changed(Change::Damage { to: Thing::Player(player), .. } | Change::Life(player, _), _)
                if life =>
            {
                *player
            }
            What::Step(player, _) => *player,
            // The life total stays as it is.
            What::Note(Note::Cant(Forbidden::GainLife | Forbidden::LoseLife, Thing::Player(player), _))
                if life =>
            {
                *player
            }
            What::Note(Note::PreventsNothing(_, Thing::Player(player))) if life => *player,
            What::Note(
                Note::DrawsHand(player, _)
                | Note::TakesMulligan(player, _)
                | Note::MulliganUncounted(player)
                | Note::NoMoreMulligans(player)
                | Note::SkipsFirstDraw(player)
                | Note::TakesFirstTurn(player)
                | Note::Impossible(player)
                | Note::CantPay(player),
            ) => *player,
            _ => return false,
        };
        self.players.contains(&player)
    }

    /// The announcements for which the entries were costs.
    fn announcements(&self, direct: &[usize]) -> Vec<EntryId> {
        let entries = self.stage.play.trace.entries();
        let costs = direct.iter().filter_map(|place| entries.get(*place));
        costs
            .filter(|entry| matches!(entry.cause, CauseKind::Cost(..)))
            .filter_map(|entry| entry.parent)
            .collect()
    }

    /// The spells and abilities in whose resolution the entries happened, or that caused them.
    fn doers(&self, direct: &[usize]) -> Vec<ObjectId> {
        let trace = &self.stage.play.trace;
        let mut doers = Vec::new();
        for place in direct {
            let Some(entry) = trace.entries().get(*place) else { continue };
            let mut found = match entry.cause {
                CauseKind::Resolution(object, _)
                | CauseKind::Replacement(object)
                | CauseKind::Ended(object) => Some(object),
                _ => None,
            };
            let mut above = entry.parent;
            while let (None, Some(parent)) = (found, above.and_then(|parent| trace.get(parent))) {
                if let What::Resolves(object) | What::Fizzles(object) = &parent.what {
                    found = Some(*object);
                }
                above = parent.parent;
            }
            if let Some(found) = found.filter(|found| !doers.contains(found)) {
                doers.push(found);
            }
        }
        doers
    }

    /// Whether an entry belongs to the announcement of one of the spells and abilities, or to what made it trigger.
    fn announces(&self, entry: &Entry, doers: &[ObjectId]) -> bool {
        let game = &self.stage.play.game;
        if let What::Changed(Change::Trigger(trigger), _) = &entry.what {
            let of = |doer: &ObjectId| {
                let ability = game.object(*doer).stack_ability();
                ability.is_some_and(|it| it.source == trigger.source && it.origin == trigger.origin)
            };
            return doers.iter().any(of);
        }
        if let What::Changed(Change::AddDelayed(delayed), _) = &entry.what {
            let bound = delayed.slots.iter().flat_map(|(_, things)| things);
            return bound.filter_map(|thing| thing.object()).any(|object| self.is_about(object));
        }
        let trace = &self.stage.play.trace;
        let of = |what: &What| match what {
            What::Casts(_, object) | What::Targets(object, _) | What::PutOnStack(object, _) => {
                doers.contains(object)
            }
            What::Changed(Change::Create(new), _) => doers.contains(&new.new),
            What::Activates { source, origin, .. } => doers.iter().any(|doer| {
                let ability = game.object(*doer).stack_ability();
                ability.is_some_and(|it| it.source == *source && it.origin == *origin)
            }),
            What::Chose(choice, ..) => choice.source.is_some_and(|source| doers.contains(&source)),
            What::Resolves(object) | What::Fizzles(object) => doers.contains(object),
            _ => false,
        };
        if of(&entry.what) {
            return true;
        }
        let mut above = entry.parent;
        while let Some(parent) = above.and_then(|id| trace.get(id)) {
            match &parent.what {
                // Of what else happened while something resolved only its own entry counts.
                What::Resolves(_) => return false,
                what if of(what) => return true,
                _ => above = parent.parent,
            }
        }
        false
    }
}
