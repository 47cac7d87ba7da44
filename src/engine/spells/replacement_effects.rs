//! CR 614: Replacement Effects, and CR 616: Interaction of Replacement and/or Prevention Effects

pub(in crate::engine) use crate::engine::proposal::Key;
use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::merging_with_permanents;
use crate::engine::concepts::counters::protecting;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::selections::{players, select};
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::effects::Linked;
use crate::game::{ByRules, Cause, Deed, EffectId, Move, ObjectId, Origin, PlayerId, SentBy, Thing};
use crate::ir::part::mentions;
use crate::ir::{
    CounterKind, Event, Filter, Instruction, Link, Players, Replacement, ReplacementResult, Selection, Slot,
    Verb, Zone,
};
use crate::rules::{RuleId, Rules, cr};

mod applying;
mod at_work;
mod choosing;
pub(in crate::engine) mod created;
pub(in crate::engine) mod drawing;
mod entering;
mod finding;
mod gaps;
mod interaction;
mod mana;
mod moving;
mod same;
pub(in crate::engine) mod sent_to_exile;
mod tokens;
mod turns;
mod used;

pub(in crate::engine) use applying::{deal, enter_token, replace_move};
pub(super) use at_work::{applies, made_effects, stated_effects};
pub(super) use choosing::choose;
use choosing::{choose_as, only_add, who_chooses, who_may};
pub(in crate::engine) use entering::auras;
pub(in crate::engine) use entering::gap_as_it_enters;
pub(in crate::engine) use entering::{Arrived, AtOnce, Coming, change_gives_entering};
use finding::for_move;
pub(in crate::engine) use finding::would_replace_destruction;
pub(super) use gaps::{
    IN_SUCH_A_WAY, LOSS_AND_MORE, NOT_REPLACED, SEARCH_AND_MORE, TOKENS_AND_MORE, gap_of_result, is_let,
    is_played,
};
pub(in crate::engine) use gaps::{TURNED_UP, gap_of};
pub(super) use interaction::{Next, Replaceable, Turn, replace};
pub(in crate::engine) use mana::{changes_mana, produced_instead};
use same::are_same;
pub(in crate::engine) use turns::instead_of_turn;
pub(in crate::engine) use used::Used;

/// What is not put where the others are.
const LEFT_OUT: Slot = Slot::literal("left-out");

/// What becomes of a move that replacement effects have looked at.
#[expect(
    clippy::large_enum_variant,
    reason = "one is made for each move, and nearly all are of the large sort"
)]
pub(in crate::engine) enum Replaced {
    /// The move, as it happens now, and what happens in addition.
    Move(Cause, Move, Vec<Pending>),
    /// Something else happens instead.
    Instead(Vec<Pending>),
}

/// Instructions that a replacement effect puts in the place of an event or adds to it.
pub(in crate::engine) struct Pending {
    pub(super) frame: Frame,
    pub(super) instructions: Vec<Instruction>,
    /// The object that the effect itself moves elsewhere, where they speak of what that has become.
    pub(super) moved: Option<MovedItself>,
    /// The effect that has them followed once for all the damage that is dealt to something at once, whatever deals it (615.5).
    pub(super) once: Option<Key>,
    /// The object in place of whose move they are followed, with the effects that were applied to that: these get no chance at what the
    /// instructions do with it (614.5).
    pub(super) in_place: Vec<(ObjectId, Key)>,
}

/// What a replacement effect moves elsewhere itself, as part of the event that it modifies.
#[derive(Clone, Copy)]
pub(super) struct MovedItself {
    /// What it was.
    pub(super) object: ObjectId,
    /// The link under which what is exiled is kept (607.2a).
    pub(super) link: Option<Link>,
    /// The slot in which what it has become is found.
    pub(super) slot: Option<Slot>,
}

impl Pending {
    /// What they would move, and what they would do to it: the source that they exile, the objects that they put somewhere.
    ///
    /// # Errors
    /// If what they speak of can't be told.
    pub(in crate::engine) fn moved(&self, play: &mut Play<'_>) -> Outcome<Vec<(ObjectId, Deed)>> {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let mut moved = Vec::new();
        for instruction in &self.instructions {
            if matches!(instruction, Instruction::Exile(exile) if exile.what == Selection::This) {
                moved.push((self.frame.source, Deed::Do(Verb::Exile, true)));
            }
            if let Instruction::Put(put) = instruction {
                let objects = select(sight, &self.frame, &put.what)?.into_iter().filter_map(Thing::object);
                moved.extend(objects.map(|object| (object, Deed::Put(put.to))));
            }
        }
        Ok(moved)
    }

    /// Leaves these objects out of what they put somewhere: something else has happened to them (400.6).
    pub(in crate::engine) fn leave_out(&mut self, objects: &[ObjectId]) {
        self.frame.bind(Some(LEFT_OUT), objects.iter().copied().map(Thing::Object).collect());
        for instruction in &mut self.instructions {
            if let Instruction::Put(put) = instruction {
                let left_out = Filter::Among(Box::new(Selection::Slot(LEFT_OUT)));
                let what = std::mem::replace(&mut put.what, Selection::This);
                put.what = Selection::Among(Box::new(what), Box::new(Filter::Not(Box::new(left_out))));
            }
        }
    }

    /// Whether both are what follows the prevention of damage by one effect, and speak of nothing of the event but how much that was.
    pub(super) fn is_of_one_prevention(&self, other: &Self) -> bool {
        let follows = |pending: &Self| pending.frame.within == Some(cr!("615.5"));
        let dealt = |pending: &Self| {
            let occasion = pending.frame.occasion.as_ref();
            occasion.map(|it| (it.objects.clone(), it.others.clone(), it.player))
        };
        follows(self)
            && follows(other)
            && self.instructions == other.instructions
            && (dealt(self) == dealt(other)
                || !mentions(&self.instructions, |part| part.is_it() || part.is_other()))
    }

    /// Whether both are what one effect does about damage that is dealt to the same thing at the same time, and it is not about what deals
    /// that damage.
    pub(super) fn is_of_one_application(&self, other: &Self) -> bool {
        let to = |pending: &Self| {
            pending.frame.occasion.as_ref().map(|occasion| (occasion.others.clone(), occasion.player))
        };
        let from = |pending: &Self| pending.frame.occasion.as_ref().map(|occasion| occasion.objects.clone());
        self.once.is_some()
            && self.once == other.once
            && to(self) == to(other)
            && (from(self) == from(other) || !mentions(&self.instructions, |part| part.is_it()))
    }

    /// Adds how much was prevented of other damage.
    pub(super) fn add(&mut self, other: &Self) {
        let more = other.frame.occasion.as_ref();
        let (amount, prevented) = more.map_or((0, 0), |occasion| (occasion.amount, occasion.prevented));
        if let Some(occasion) = &mut self.frame.occasion {
            let occasion = Rc::make_mut(occasion);
            occasion.amount = occasion.amount.saturating_add(amount);
            occasion.prevented = occasion.prevented.saturating_add(prevented);
        }
    }

    /// The permanent from which they remove a shield counter because damage to it is prevented, if it is that.
    pub(in crate::engine) fn shielded(&self) -> Option<ObjectId> {
        protecting::prevents_damage(self.frame.origin).then_some(self.frame.source)
    }

    /// How much life a player gains by them, as far as they are nothing but gains of life.
    ///
    /// # Errors
    /// If a number can't be told.
    pub(in crate::engine) fn life_gained(&self, play: &mut Play<'_>, player: PlayerId) -> Outcome<i32> {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let mut gained = 0i32;
        for instruction in &self.instructions {
            let Instruction::GainLife { who, amount, .. } = instruction else { continue };
            if players(sight, &self.frame, who)?.contains(&player) {
                gained = gained.saturating_add(quantities::value(sight, &self.frame, amount)?.max(0));
            }
        }
        Ok(gained)
    }

    /// Takes the destruction of the effect's own source out of them, where that is the last thing they do in place of the destruction of
    /// something else: what would be destroyed, and why.
    pub(in crate::engine) fn take_destruction(&mut self) -> Option<(Cause, ObjectId)> {
        let kind = self.frame.in_place_of?;
        let own = |last: &mut Instruction| {
            matches!(last, Instruction::Destroy { what: Selection::This, slot: None, buried: None, .. })
        };
        self.instructions.pop_if(own)?;
        let rules = self.frame.within.into_iter().fold(Rules::of(&[cr!("701.8a")]), Rules::and);
        Some((Cause { kind, rules }, self.frame.source))
    }

    /// Follows them.
    pub(in crate::engine) fn run(mut self, play: &mut Play<'_>) -> Outcome {
        // Nothing resolves here: what happens instead is the modified event.
        self.frame.within.get_or_insert(cr!("614.6"));
        if let Some(MovedItself { object, link, slot }) = self.moved {
            let next = play.game.object(object).next;
            let others = merging_with_permanents::parts_of(&play.game, object);
            let became: Vec<ObjectId> = next.into_iter().chain(others).collect();
            let exiled = became.iter().filter(|new| play.game.object(**new).zone == Zone::Exile);
            let exiled: Vec<ObjectId> = exiled.copied().collect();
            for (link, new) in exiled.iter().filter_map(|new| Some((link?, *new))) {
                super::linked_abilities::keep(play, &self.frame, link, new, Linked::Exiled);
            }
            self.frame.did = next.is_some();
            self.frame.bind(slot, became.into_iter().map(Thing::Object).collect());
        }
        play.replacing += 1;
        let outer = std::mem::replace(&mut play.in_place, self.in_place);
        let followed = super::instructions::run(play, &mut self.frame, &self.instructions);
        play.in_place = outer;
        play.replacing -= 1;
        followed
    }
}

/// One effect that could apply to the event.
pub(super) struct Applicable {
    pub(super) source: ObjectId,
    pub(super) controller: PlayerId,
    pub(super) origin: Origin,
    pub(super) shield: Option<EffectId>,
    pub(super) what: Effect,
}

/// What comes together as effects are applied to what moves or is created.
struct Moving<'a> {
    also: Vec<Pending>,
    of_copy: Vec<(CounterKind, u32)>,
    /// Whether the counters that it enters with are as many as the X of the spell that it was (107.3m).
    by_x: bool,
    /// What enters the battlefield at the same time (614.13a).
    at_once: &'a mut AtOnce,
}

impl Applicable {
    pub(super) const fn key(&self) -> Key {
        (self.source, self.origin, self.shield, 0)
    }

    /// Whether it would change under whose control something enters.
    fn is_control(&self) -> bool {
        matches!(&self.what, Effect::Said(said) if matches!(said.result, ReplacementResult::Under(_)))
    }

    /// Whether it replaces a discard or a destruction, of which going to a graveyard is only a part (701.8a, 701.9a).
    fn is_of_a_whole(&self) -> bool {
        let is_whole = |event: &Event| matches!(event, Event::Destroyed(_) | Event::Discards(..));
        match &self.what {
            Effect::Said(said) => {
                let of = &said.of;
                if let Event::OneOrMore(event) = of { is_whole(event) } else { is_whole(of) }
            }
            Effect::Regeneration | Effect::Sent(SentBy::Madness) => true,
            _ => false,
        }
    }

    /// Whether it would make something a copy as it enters.
    fn is_copy(&self) -> bool {
        match &self.what {
            Effect::Said(said) => {
                matches!(&said.result, ReplacementResult::Enters(enters) if enters.copy_of.is_some())
            }
            _ => false,
        }
    }
}

#[derive(Clone)]
pub(super) enum Effect {
    /// As cards say it.
    Said(Arc<Replacement>),
    /// A regeneration shield (701.19a).
    Regeneration,
    /// Protection that prevents damage, by this rule (702.16e).
    Protection(RuleId),
    /// A planeswalker, battle or Saga enters with counters by an ability of its type (306.5b, 310.4b, 714.3a).
    Counters(CounterKind, u32, RuleId),
    /// A Saga with read ahead enters with a number of lore counters that is chosen, at most so many (702.155b, 714.3b).
    Lore(u8),
    /// It enters with its other face up by its daybound ability (702.145b).
    Transformed,
    /// A spell that was cast in a certain way is exiled as it leaves the stack, by this rule (702.34a and its like).
    CastSo(RuleId),
    /// A card that would go to a graveyard is exiled, and goes on from there.
    Sent(SentBy),
    /// A commander may go to the command zone instead of a hand or library (903.9b).
    Commander,
}

#[expect(
    clippy::large_enum_variant,
    reason = "one is made for each effect that is applied, and used at once"
)]
enum Applied {
    Changed,
    Instead(Option<Pending>),
}

pub(super) const fn rule_based(object: ObjectId, owner: PlayerId, what: Effect) -> Applicable {
    let origin = match what {
        Effect::Counters(..) | Effect::Lore(_) => Origin::Rules(ByRules::EntersWithCounters),
        Effect::CastSo(_) => Origin::Rules(ByRules::EntersAsCast),
        Effect::Sent(SentBy::Madness) => Origin::Rules(ByRules::Madness),
        Effect::Sent(SentBy::Rebound) => Origin::Rules(ByRules::Rebound),
        Effect::Sent(SentBy::Adventure) => Origin::Rules(ByRules::Adventure),
        Effect::Sent(SentBy::Omen) => Origin::Rules(ByRules::Omen),
        Effect::Sent(SentBy::Buyback) => Origin::Rules(ByRules::Buyback),
        Effect::Transformed => Origin::Rules(ByRules::EntersTransformed),
        Effect::Protection(_) => Origin::Rules(ByRules::Protection),
        _ => Origin::Rules(ByRules::Replacing),
    };
    Applicable { source: object, controller: owner, origin, shield: None, what }
}

/// Under whose control something enters instead, where an effect says that.
///
/// # Errors
/// If that is nobody, or one of several, of whom nobody chooses.
fn under_whom(sight: Sight<'_>, frame: &Frame, who: &Players) -> Outcome<PlayerId> {
    match players(sight, frame, who)?.as_slice() {
        [one] => Ok(*one),
        [] => Err(Halt::undecided(frame.source, "under whose control something enters instead is nobody")),
        _ => Err(Halt::undecided(frame.source, "under which of several players' control something enters")),
    }
}
