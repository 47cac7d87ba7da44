//! What in the trace bears on an answer, beyond the rules that it gives by itself.
//!
//! A rule that is demanded is a reason if an entry cites it that made it so or kept it so; one that led there decides something else.

use std::cell::LazyCell;

use crate::game::{CauseKind, Change, ChoiceKind, EffectId, Nature, ObjectId, PlayerId, Thing};
use crate::ir::part::{Part, mentions};
use crate::ir::{Instruction, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Forbidden, Level, Note, Reason, Reasons, Trace, What};

use super::Played;
use super::beside::{settled, shows, told_unasked};
use super::matters::{of_change, of_effect, of_replacement};
use crate::trace::Matter::{
    self, Abilities, Attachment, Being, Colors, Control, Known, Numbers, Place, Size, Status, Triggers, Types,
};

/// What an answer speaks of.
pub(crate) struct Subject {
    /// What the objects that it speaks of were as play began.
    pub(crate) roots: Vec<ObjectId>,
    /// The players that it speaks of.
    pub(crate) players: Vec<PlayerId>,
    /// What of them it is about.
    pub(crate) matters: Vec<Matter>,
    /// What sort of answer it is.
    pub(crate) sort: Sort,
}

/// What sort of answer it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    /// What an object is.
    Object {
        /// That it is a new one, and nothing else.
        new: bool,
        /// That it has ceased to exist, among others.
        gone: bool,
    },
    /// Where an object has been.
    Path,
    /// How many objects there are.
    Count {
        /// That there are no tokens.
        no_tokens: bool,
    },
    /// What a player has.
    Player {
        /// How much life, among others.
        life: bool,
    },
    /// Anything else.
    Other,
}

impl Sort {
    /// Whether it is about a number of objects, or about a player.
    const fn counts(self) -> bool {
        matches!(self, Self::Count { .. } | Self::Player { .. })
    }
}

/// How what cites a rule bears on an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bearing {
    /// It has kept it so since it became so: that decides above all.
    Keeps,
    /// It has part in what made it so.
    Supports,
}

/// Whether a rule that leads an answer decides it above those that bear on it: that it is a new object decides nothing else (400.7).
pub(crate) fn decides(rule: RuleId) -> bool {
    rule != cr!("400.7")
}

/// How something in the trace that cites the rule bears on an answer, and in which step, if anything does.
pub(crate) fn bears(played: Played<'_>, subject: &Subject, rule: RuleId) -> Option<(Bearing, Reason)> {
    let scene = Scene { subject, played };
    let entries = played.trace.entries();
    let (since, last) = match subject.sort {
        Sort::Object { .. } => (scene.behind_move(1), scene.behind_move(0)),
        _ => (0, 0),
    };
    let direct: Vec<bool> = entries
        .iter()
        .enumerate()
        .map(|(place, entry)| entry.level != Level::Hidden && scene.is_told((place, entry), (since, last)))
        .collect();
    let doers = scene.doers(&direct);
    let sources: Vec<ObjectId> = doers.iter().map(|doer| scene.source_of(*doer)).collect();
    // That all players have passed is nothing that a spell or ability does as it resolves.
    let aside = [cr!("117.4"), cr!("405.5")].contains(&rule);
    let cites = |entry: &Entry| {
        let counts = !(aside && matches!(entry.what, What::Resolves(_)));
        let says = || counts && entry.rules.contains(rule) || shows(played, entry, rule);
        entry.level != Level::Hidden && says()
    };
    let mut found = None;
    for (place, entry) in entries.iter().enumerate().filter(|(_, entry)| cites(entry)) {
        let bears = direct.get(place).copied().unwrap_or_default()
            || scene.is_of_player(entry)
            || scene.is_of_doer(entry, &doers)
            || rule == cr!("113.7a") && scene.has_acted(entry)
            || scene.decides_what_happened(entry, &direct)
            || scene.finds_nothing(entry, &sources);
        if !bears {
            continue;
        }
        let reason = Reason { rule, step: Some(entry.id) };
        // A step that cites it says more than one that only shows it.
        if !entry.rules.contains(rule) {
            found = found.or(Some((Bearing::Supports, reason)));
            continue;
        }
        let keeps = match &entry.what {
            What::Note(_) | What::Replaced(..) | What::Fizzles(_) => place >= last,
            What::Changed(Change::AddDelayed(_), _) => place >= last,
            _ => false,
        };
        if keeps {
            return Some((Bearing::Keeps, reason));
        }
        found = Some((Bearing::Supports, reason));
    }
    found
}

/// Whether anything in the trace may have kept something as it was.
pub(crate) fn may_keep(trace: &Trace) -> bool {
    trace.entries().iter().any(keeps)
}

/// Whether an entry tells of something that may have kept something as it was.
fn keeps(entry: &Entry) -> bool {
    entry.level == Level::Default && !told_unasked(entry).is_empty()
}

/// The rules of what has kept it so that an answer speaks of, though nobody asks for them: what was to be done to it and was not, and, of
/// what a copy did, what made the copy. With no rule of its own an answer rests on all that did nothing to what it speaks of.
pub(crate) fn unasked(played: Played<'_>, subject: &Subject, has_rules: bool) -> Reasons {
    if subject.sort == Sort::Other {
        return Reasons::NONE;
    }
    let entries = played.trace.entries();
    let indexed = entries.iter().enumerate();
    let places: Vec<usize> = indexed.filter(|(_, entry)| keeps(entry)).map(|(place, _)| place).collect();
    if places.is_empty() || matches!(subject.sort, Sort::Object { new: true, .. }) {
        return Reasons::NONE;
    }
    let scene = Scene { subject, played };
    let counts = subject.sort.counts();
    let (since, last) = if counts { (0, 0) } else { (scene.behind_move(1), scene.behind_move(0)) };
    let is_direct = |(place, entry): (usize, &Entry)| {
        entry.level == Level::Default && scene.is_told((place, entry), (since, last))
    };
    // Most answers rest on nothing that only a doer tells of.
    let doers = LazyCell::new(|| {
        let direct: Vec<bool> = entries.iter().enumerate().map(is_direct).collect();
        scene.doers(&direct)
    });
    let is_gone = matches!(subject.sort, Sort::Object { gone: true, .. });
    let mut rules = Reasons::NONE;
    for (place, entry) in places.into_iter().filter_map(|place| Some((place, entries.get(place)?))) {
        let kept = || place >= last && !counts && is_direct((place, entry));
        let keeps = match &entry.what {
            What::Note(Note::LinkedNothing(of)) if !counts => {
                scene.is_in_exile() && doers.iter().any(|doer| scene.source_of(*doer) == scene.source_of(*of))
            }
            What::Note(
                Note::NothingToCopy(_)
                | Note::NoTokenKnown(_)
                | Note::NoToken(_)
                | Note::NoTokenOfSpell(_)
                | Note::NotCreated(_),
            ) => matches!(subject.sort, Sort::Count { no_tokens: true }),
            What::Note(
                Note::Cant(..)
                | Note::PreventsNothing(..)
                | Note::RedirectsNothing(..)
                | Note::RedirectsToGone(..)
                | Note::RedirectsToNothing(..),
            ) if counts => scene.is_of_player(entry),
            What::Note(Note::Ceased(_)) => kept(),
            What::Note(_) if is_gone => false,
            What::Note(
                Note::GoesAlong(..)
                | Note::GoesApart(..)
                | Note::StaysAsItIs(_)
                | Note::StaysPhasedIn(_)
                | Note::NoSuchSpell(_)
                | Note::NoOtherFace(_)
                | Note::TooLate(_),
            ) => kept(),
            // How it came to be in exile is not all of its way.
            What::Note(Note::NotFound(_)) => (!has_rules || subject.sort == Sort::Path) && kept(),
            // That it may be tapped at once keeps nothing.
            What::Note(Note::Permits(_) | Note::SameObject(_)) => false,
            What::Note(_) => !has_rules && kept(),
            What::Fizzles(_) => subject.matters.contains(&Attachment) && kept(),
            What::Changed(Change::Create(copy), _) => {
                !counts && !scene.is_about(copy.new) && scene.is_of_doer(entry, &doers)
            }
            What::Targets(copy, _) => !counts && !scene.is_about(*copy) && scene.is_of_doer(entry, &doers),
            _ => false,
        };
        if keeps {
            rules = rules.joined(told_unasked(entry)).joined(settled(played, entry));
        }
    }
    rules
}

/// What an answer speaks of, before the trace.
struct Scene<'a> {
    subject: &'a Subject,
    played: Played<'a>,
}

impl Scene<'_> {
    fn is_about(&self, object: ObjectId) -> bool {
        self.subject.roots.contains(&self.played.game.earliest(object))
    }

    /// Whether an entry tells that something found nothing to do, for which it is as it was: what had put it there, what is about it, or
    /// what would have made more of what is counted.
    fn finds_nothing(&self, entry: &Entry, sources: &[ObjectId]) -> bool {
        let counts = self.subject.sort.counts();
        let What::Note(note) = &entry.what else { return false };
        let is_linked = matches!(note, Note::LinkedNothing(_));
        match note.idle() {
            // What looks for the others says nothing of the one that it has just put there.
            Some(_) if is_linked && self.has_moved_beside(entry) => false,
            Some(Some(of)) => {
                // Of the cards in exile it passes over those that are not linked.
                let passed_over = is_linked && self.is_in_exile();
                counts
                    || passed_over
                    || sources.contains(&self.source_of(of))
                    || self.is_about(of)
                    || self.is_bound(of)
                    || self.would_take(of)
            }
            Some(None) => counts,
            None => false,
        }
    }

    /// Whether what an entry is part of has moved something that the answer speaks of.
    fn has_moved_beside(&self, entry: &Entry) -> bool {
        let moves = |other: &Entry| match &other.what {
            What::Changed(Change::Move(it), _) => self.is_about(it.object),
            _ => false,
        };
        self.played.trace.entries().iter().any(|other| other.parent == entry.parent && moves(other))
    }

    /// Whether something that the answer speaks of is in exile.
    fn is_in_exile(&self) -> bool {
        let game = self.played.game;
        self.subject.roots.iter().any(|object| game.object(game.latest(*object)).zone == Zone::Exile)
    }

    /// Whether a spell or ability targets something that the answer speaks of, or was triggered by it.
    fn is_bound(&self, object: ObjectId) -> bool {
        let its = self.played.game.object(object);
        let targets = its.announced.iter().flat_map(|announced| announced.targets.iter().flatten());
        let occasion = its.stack_ability().and_then(|ability| ability.occasion.as_ref());
        let bound = occasion.iter().flat_map(|occasion| occasion.objects.iter().copied());
        targets.filter_map(|thing| thing.object()).chain(bound).any(|object| self.is_about(object))
            || self.is_about(self.source_of(object))
    }

    /// Whether a spell or ability that did nothing would have had a player discard cards among which is what the answer speaks of.
    fn would_take(&self, object: ObjectId) -> bool {
        let game = self.played.game;
        let its = game.object(object);
        let discards = |part| matches!(part, Part::Instruction(Instruction::Discard(_)));
        its.stack_ability().is_some_and(|ability| mentions(ability.body(), discards))
            && self
                .subject
                .roots
                .iter()
                .map(|about| game.object(game.latest(*about)))
                .any(|about| about.zone == Zone::Hand && about.owner == its.controller)
    }

    /// What an object was at the beginning; of an ability on the stack, its source.
    fn source_of(&self, object: ObjectId) -> ObjectId {
        let game = self.played.game;
        let source = game.object(object).stack_ability().map_or(object, |ability| ability.source);
        game.earliest(source)
    }

    /// Whether an entry at a place of the trace tells so of what the answer speaks of, since that moved or, of what kept it where it
    /// was, since it moved last: what kept it there before does not count any more.
    fn is_told(&self, (place, entry): (usize, &Entry), (since, last): (usize, usize)) -> bool {
        let since = if matches!(entry.what, What::Note(_)) { last } else { since };
        self.is_direct(entry, place >= since)
    }

    /// Whether an entry tells that something became so, or stayed so, of what the answer speaks of.
    fn is_direct(&self, entry: &Entry, since: bool) -> bool {
        let mut told = Vec::new();
        let objects = match &entry.what {
            What::Changed(Change::EndEffect(effect), _) => self.affected_by(*effect, &mut told),
            // A copy of a triggered ability has not triggered.
            What::Changed(Change::Create(new), _) if matches!(new.nature, Nature::Ability(_)) => {
                told.push(Triggers);
                vec![self.source_of(new.new)]
            }
            // What is to move it is still waited for.
            What::Changed(Change::AddDelayed(delayed), _)
                if self.played.game.delayed().iter().any(|waiting| waiting.id == delayed.id) =>
            {
                told.extend([Triggers, Place]);
                entry.objects()
            }
            // Of the source nothing is told by the damage that it deals.
            What::Changed(Change::Damage { to, .. }, _) => {
                told.push(Numbers);
                to.object().into_iter().collect()
            }
            What::Changed(change, _) => {
                of_change(change, &mut told);
                entry.objects()
            }
            What::Note(Note::Unpaired(one, other)) => {
                told.extend([Status, Being]);
                vec![*one, *other]
            }
            What::Note(Note::NeverBegins(_, on)) => {
                told.extend([Place, Status, Control, Being]);
                on.iter().copied().collect()
            }
            What::Replaced(Thing::Object(object), _, would) => {
                told.extend_from_slice(of_replacement(would));
                vec![*object]
            }
            What::Note(note) => {
                told.extend_from_slice(note.bears_on());
                entry.objects()
            }
            What::PlaysLand(_, object)
            | What::TurnsFaceUp(_, object)
            | What::Unlocks(_, object, _)
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
                told.extend([Known, Triggers]);
                cards.clone()
            }
            // Who pays for it keeps it; with which mana is another matter.
            What::Chose(choice, ..)
                if choice.kind == ChoiceKind::Pay && !entry.rules.contains(cr!("118.3a")) =>
            {
                told.push(Place);
                choice.source.map(|source| self.source_of(source)).into_iter().collect()
            }
            // In which order things get timestamps decides what each of them is.
            What::Chose(choice, ..) if choice.kind == ChoiceKind::Order => {
                told.push(Being);
                choice.objects().collect()
            }
            // Choices that are made as something enters are part of what it is and of where it goes.
            What::Chose(choice, ..) => {
                told.extend([Place, Being, Attachment]);
                choice.source.into_iter().filter(|of| self.asks_as_it_enters(entry, *of)).collect()
            }
            What::Refused(_)
            | What::Casts(..)
            | What::TotalCost { .. }
            | What::PutOnStack(..)
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
        // What was done to a permanent that its card was before is no reason for what it is like now.
        if !objects.iter().any(|object| self.is_about(*object) && self.is_of_now(*object)) {
            told.retain(|matter| !matches!(matter, Status | Numbers));
        }
        let matters = &self.subject.matters;
        told.iter().any(|told| (since || told.lasts()) && matters.iter().any(|matter| told.covers(*matter)))
    }

    /// Whether an object is the one that its card is now, or what that was as it entered the battlefield.
    fn is_of_now(&self, object: ObjectId) -> bool {
        let game = self.played.game;
        let now = game.latest(object);
        object == now || game.object(object).next == Some(now) || !game.object(now).on_battlefield()
    }

    /// The objects that an effect has begun to affect, and what of them.
    fn affected_by(&self, effect: EffectId, told: &mut Vec<Matter>) -> Vec<ObjectId> {
        let entries = self.played.trace.entries();
        let began = entries.iter().find_map(|entry| match &entry.what {
            What::Changed(Change::BeginEffect(begun), _) if begun.id == effect => Some((entry, begun)),
            _ => None,
        });
        match began {
            Some((entry, begun)) => {
                of_effect(begun, told);
                entry.objects()
            }
            // It began with a move, or the board begins with it: then it tells of its source.
            None => entries
                .iter()
                .find_map(|entry| match &entry.what {
                    What::Changed(Change::Move(it), _) => {
                        let being = it.being.as_ref().filter(|being| being.id == effect)?;
                        of_effect(being, told);
                        Some(vec![it.new])
                    }
                    What::Changed(Change::EndEffect(ended), _) if *ended == effect => {
                        told.extend([Size, Types, Colors, Abilities, Control]);
                        Some(entry.cause.source().into_iter().collect())
                    }
                    _ => None,
                })
                .unwrap_or_default(),
        }
    }

    /// Whether an entry is about a player that the answer speaks of, and about what it says of that player.
    fn is_of_player(&self, entry: &Entry) -> bool {
        let life = self.subject.sort == Sort::Player { life: true };
        let player = match &entry.what {
            What::Replaced(Thing::Player(player), ..) => *player,
            What::Changed(Change::Damage { to: Thing::Player(player), .. } | Change::Life(player, _), _)
                if life =>
            {
                *player
            }
            // The card stays in its owner's graveyard, and nothing is milled.
            What::Note(Note::Cant(Forbidden::Dredge, Thing::Object(card), _)) => {
                self.played.game.object(*card).owner
            }
            // A step of a turn like any other has nothing to do with it.
            What::Step(player, _) if !ordinary(entry) => *player,
            // The life total stays as it is.
            What::Note(Note::Cant(Forbidden::GainLife | Forbidden::LoseLife, Thing::Player(player), _))
                if life =>
            {
                *player
            }
            What::Note(
                Note::DrawsHand(player, _)
                | Note::TakesMulligan(player, _)
                | Note::MulliganUncounted(player)
                | Note::NoMoreMulligans(player)
                | Note::SkipsFirstDraw(player)
                | Note::TakesFirstTurn(player)
                | Note::Impossible(player)
                | Note::CantChoose(player, _)
                | Note::CantPay(player, _),
            ) => *player,
            What::Note(
                Note::PreventsNothing(_, Thing::Player(player))
                | Note::RedirectsToNothing(_, Thing::Player(player))
                | Note::RedirectsNothing(_, Thing::Player(player), _)
                | Note::RedirectsToGone(_, Thing::Player(player), _),
            ) if life => *player,
            _ => return false,
        };
        // A life total is the team's.
        let game = self.played.game;
        let whose = if life { game.with_shared_totals(player) } else { smallvec::smallvec![player] };
        self.subject.players.iter().any(|player| whose.contains(player))
    }

    /// The spells and abilities in whose resolution the entries happened, or that caused them.
    fn doers(&self, direct: &[bool]) -> Vec<ObjectId> {
        let trace = self.played.trace;
        let mut doers = Vec::new();
        for (entry, _) in trace.entries().iter().zip(direct).filter(|(_, direct)| **direct) {
            let mut found = match entry.cause {
                CauseKind::Resolution(object, _)
                | CauseKind::Replacement(object)
                | CauseKind::Ended(object, _) => Some(object),
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

    /// Whether an entry tells why a spell or ability that did it could do that: why it resolved as it did, or, of a copy, what was copied
    /// with it and what it was aimed at anew.
    fn is_of_doer(&self, entry: &Entry, doers: &[ObjectId]) -> bool {
        let game = self.played.game;
        let is_copy = |doer: &ObjectId| {
            let its = game.object(*doer);
            matches!(its.nature, Nature::Copy) || its.stack_ability().is_some_and(|ability| ability.copied)
        };
        match &entry.what {
            What::Resolves(object) => doers.contains(object),
            What::Changed(Change::Create(copy), _) => doers.contains(&copy.new) && is_copy(&copy.new),
            What::Targets(object, things) => {
                let aimed = things.iter().filter_map(|thing| thing.object()).any(|it| self.is_about(it));
                doers.contains(object) && is_copy(object) && aimed
            }
            _ => false,
        }
    }

    /// Whether an entry tells of the resolution of something that has done something to a player that the answer speaks of.
    fn has_acted(&self, entry: &Entry) -> bool {
        let What::Resolves(doer) = entry.what else { return false };
        let by_it = |other: &&Entry| matches!(other.cause, CauseKind::Resolution(by, _) if by == doer);
        self.played.trace.entries().iter().filter(by_it).any(|other| self.is_of_player(other))
    }

    /// Whether an entry is a choice without which something else that happened with it would have been otherwise: not what was announced
    /// before it, but what was chosen to pay for that.
    fn decides_what_happened(&self, entry: &Entry, direct: &[bool]) -> bool {
        let entries = self.played.trace.entries();
        let Some(parent) = entry.parent else { return false };
        let together = |(other, direct): (&Entry, &bool)| *direct && other.parent == Some(parent);
        let choice = match &entry.what {
            What::Chose(choice, ..) => choice,
            // So does what could not be chosen as it enters.
            What::Note(Note::CantPay(_, Some(_))) => return entries.iter().zip(direct).any(together),
            _ => return false,
        };
        let announced = self.played.trace.get(parent).is_none_or(|parent| {
            matches!(parent.what, What::Casts(..) | What::Activates { .. } | What::PutOnStack(..))
        });
        let pays = matches!(
            choice.kind,
            ChoiceKind::Sacrifice
                | ChoiceKind::Discard
                | ChoiceKind::Tap
                | ChoiceKind::Exile
                | ChoiceKind::Return
        ) && choice.objects().any(|object| self.is_about(object));
        // Which effect applies first decides how much is dealt to a player, too (616.1).
        let orders = choice.kind == ChoiceKind::First;
        let of_player = |other: &Entry| other.parent == Some(parent) && self.is_of_player(other);
        // To what something else becomes attached is no matter of what enters along with it.
        let apart = choice.kind == ChoiceKind::Attach && choice.source.is_some_and(|of| !self.is_about(of));
        (!announced || pays) && !apart && entries.iter().zip(direct).any(together)
            || orders && entries.iter().any(of_player)
    }

    /// Whether a choice is one that is made for an object as it enters: before it is on the battlefield, or as a token.
    fn asks_as_it_enters(&self, entry: &Entry, object: ObjectId) -> bool {
        let game = self.played.game;
        let its = game.object(object);
        let enters = its.next.is_some_and(|next| game.object(next).zone == Zone::Battlefield);
        let announced = entry.parent.and_then(|parent| self.played.trace.get(parent));
        let announced = announced.is_some_and(|parent| matches!(parent.what, What::Casts(..)));
        its.stack_ability().is_none() && !announced && (enters || entry.rules.contains(cr!("614.12a")))
    }

    /// The place in the trace behind a move of what the answer speaks of, so many before the last one: what had happened by then decided
    /// where it was before.
    fn behind_move(&self, before_last: usize) -> usize {
        let entries = self.played.trace.entries().iter().enumerate().rev();
        let moved = |(_, entry): &(usize, &Entry)| match &entry.what {
            What::Changed(Change::Move(it), _) => self.is_about(it.object),
            _ => false,
        };
        entries.filter(moved).nth(before_last).map_or(0, |(place, _)| place + 1)
    }
}

/// Whether a step or phase is one that every turn has.
fn ordinary(entry: &Entry) -> bool {
    let every = [cr!("500.1"), cr!("501.1"), cr!("505.1"), cr!("505.1a"), cr!("506.1"), cr!("512.1")];
    entry.rules.iter().all(|rule| every.contains(&rule))
}
