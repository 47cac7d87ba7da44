//! What a spell or ability would have done to an object by what it says, where it has done nothing, or not all of that.
//!
//! Its words are read in the position as it is when that is asked: an object that is asked about as unchanged is still what it was.

use crate::engine::reading::Frame;
use crate::engine::reading::conditions;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::{players, select};
use crate::game::{Object, ObjectId, Origin, PlayerId, Thing};
use crate::ir::ability::TargetKind;
use crate::ir::part::{Part, Place, any, mentions};
use crate::ir::{
    Body, CardType, Condition, Filter, Instruction, Players, Quantity, Selection, Slot, Verb, Zone,
};
use crate::trace::Matter::{
    self, Abilities, Attachment, Being, Combat, Control, Known, Numbers, Place as Where, Size, Status,
};

use super::Played;
use super::matters::of_changes;
use super::undone::aims_at;

/// Which of its instructions a spell or ability has not followed, or for nothing.
#[derive(Debug, Clone, Copy)]
pub(super) enum Unfollowed<'a> {
    /// None was followed: it was countered, had no legal target, or its condition was not true.
    Any,
    /// What a player might have done, and what depends on that; the deed, where the question has named one.
    Offered(Option<Verb>),
    /// What is done only if something is true: this, where that is known.
    Conditional(Option<&'a Condition>),
    /// What something had to be chosen for, and what depends on that.
    Choosing,
    /// What is as much or as many as X.
    ByX,
    /// What is done up to so many times.
    UpTo,
    /// What happens unless a player pays, who did.
    Unless,
}

/// How deep it is looked for what a slot holds: one may be filled from another.
const DEEPEST: u8 = 4;

/// Whether those instructions of a spell or ability which were not followed would have changed this of an object.
pub(super) fn would_change(
    played: Played<'_>,
    (doer, which): (ObjectId, Unfollowed<'_>),
    (object, matters): (ObjectId, &[Matter]),
) -> bool {
    let its = played.game.object(doer);
    let Some(frame) = frame(its) else { return false };
    let enters = its.stack_ability().is_none() && its.base.types.is_permanent();
    if enters && matches!(which, Unfollowed::Any) && aims_at(played, its, object) {
        return would_change_its_target(its, matters);
    }
    would_change_by(played, (&frame, courses(its)), which, (object, matters))
}

/// The same of those instructions of some courses, which mean what a frame says.
pub(super) fn would_change_by(
    played: Played<'_>,
    (frame, courses): (&Frame, Vec<(&Body, usize)>),
    which: Unfollowed<'_>,
    (object, matters): (ObjectId, &[Matter]),
) -> bool {
    let root = played.game.earliest(object);
    courses.into_iter().any(|(body, first_target)| {
        let frame = Frame { first_target, ..frame.clone() };
        let words = Words { played, frame, does: &body.does, object, root };
        any(&body.does, &mut |place| {
            !stands_apart(place)
                && was_unfollowed(played, &words.frame, which, place)
                && matches!(place.part, Part::Instruction(instruction) if words.changes(instruction, matters))
        })
    })
}

/// Whether one of those instructions of a spell or ability which were not followed does such a thing.
pub(super) fn would_do(
    played: Played<'_>,
    (doer, which): (ObjectId, Unfollowed<'_>),
    does: &dyn Fn(&Frame, &Instruction) -> bool,
) -> bool {
    let its = played.game.object(doer);
    let Some(frame) = frame(its) else { return false };
    courses(its).into_iter().any(|(body, first_target)| {
        let frame = Frame { first_target, ..frame.clone() };
        any(&body.does, &mut |place| {
            !stands_apart(place)
                && was_unfollowed(played, &frame, which, place)
                && matches!(place.part, Part::Instruction(instruction) if does(&frame, instruction))
        })
    })
}

/// Whether a reflexive triggered ability, which depends on those instructions of a spell or ability that were not followed, does such a thing.
pub(super) fn would_trigger(
    played: Played<'_>,
    (doer, which): (ObjectId, Unfollowed<'_>),
    does: &dyn Fn(&Frame, &Body) -> bool,
) -> bool {
    let its = played.game.object(doer);
    let Some(frame) = frame(its) else { return false };
    let depends = |place: &Place<'_, '_>| match which {
        Unfollowed::Offered(verb) => is_offered(place, verb),
        Unfollowed::Choosing => is_offered(place, None),
        Unfollowed::Any => true,
        Unfollowed::Conditional(_) | Unfollowed::ByX | Unfollowed::UpTo | Unfollowed::Unless => false,
    };
    let is_such = |part: Part<'_>| match part {
        Part::Instruction(Instruction::WhenYouDo(body) | Instruction::WhenYouDoIf(_, body)) => {
            does(&frame, body)
        }
        _ => false,
    };
    courses(its).into_iter().any(|(body, _)| {
        any(&body.does, &mut |place| !stands_apart(place) && depends(place) && is_such(place.part))
    })
}

/// Whether an ability whose targets were never chosen might have changed this of an object as one of them.
pub(super) fn might_change(
    played: Played<'_>,
    (frame, body): (&Frame, &Body),
    (object, matters): (ObjectId, &[Matter]),
) -> bool {
    let asked = |told: &[Matter]| told.iter().any(|told| matters.iter().any(|matter| told.covers(*matter)));
    let aims = |what: &Selection| {
        target_of(body, what).is_some_and(|kind| might_be(played, frame, kind, Thing::Object(object)))
    };
    any(body, &mut |place| {
        let Part::Instruction(instruction) = place.part else { return false };
        done_to(instruction).iter().any(|(what, told)| asked(told) && aims(what))
    })
}

/// What may be chosen for the target that a selection is.
pub(super) fn target_of<'b>(body: &'b Body, what: &Selection) -> Option<&'b TargetKind> {
    let Selection::Target(place) = what else { return None };
    body.targets.get(usize::from(*place)).map(|target| &target.kind)
}

/// Whether such a target might be this.
pub(super) fn might_be(played: Played<'_>, frame: &Frame, kind: &TargetKind, thing: Thing) -> bool {
    if let TargetKind::OneOf(kinds) = kind {
        return kinds.iter().any(|kind| might_be(played, frame, kind, thing));
    }
    match thing {
        Thing::Player(player) => {
            let is_among = |who: &Players| {
                players(played.sight(), frame, who).is_ok_and(|found| found.contains(&player))
            };
            *kind == TargetKind::Any || matches!(kind, TargetKind::Player(who) if is_among(who))
        }
        Thing::Object(object) => {
            let types = played.view.characteristics(played.game, object);
            let any = [CardType::Creature, CardType::Planeswalker, CardType::Battle];
            let is_any = *kind == TargetKind::Any && any.into_iter().any(|of| types.is(of));
            let is_such = |what: &Filter| matches(played.sight(), frame, what, object).unwrap_or(false);
            played.game.object(object).on_battlefield()
                && (is_any || matches!(kind, TargetKind::Permanent(what) if is_such(what)))
        }
    }
}

/// What the words of a spell or ability mean that was on the stack.
pub(super) fn frame(its: &Object) -> Option<Frame> {
    if its.zone != Zone::Stack {
        return None;
    }
    let (source, origin) = match its.stack_ability() {
        Some(ability) => (ability.source, ability.origin),
        None => (its.id, Origin::NONE),
    };
    let mut frame = Frame::of_source(source, its.controller, origin);
    frame.on_stack = Some(its.id);
    frame.announced.clone_from(&its.announced);
    frame.occasion = its.stack_ability().and_then(|ability| ability.occasion.clone());
    Some(frame)
}

/// What a spell or ability says, of several modes those that were chosen.
pub(super) fn bodies_of(its: &Object) -> Vec<&Body> {
    courses(its).into_iter().map(|(body, _)| body).collect()
}

/// What a spell or ability says, of several modes those that were chosen, each with the place of its first target phrase.
fn courses(its: &Object) -> Vec<(&Body, usize)> {
    let chosen = its.announced.as_ref().map_or(&[][..], |announced| announced.modes.as_slice());
    let mut found = Vec::new();
    for body in its.bodies() {
        let mut first = body.targets.len();
        found.push((body, 0));
        let modes = body.choose.as_ref().map_or(&[][..], |modes| modes.modes.as_slice());
        for mode in chosen.iter().filter_map(|index| modes.get(usize::from(*index))) {
            found.push((mode, first));
            first += mode.targets.len();
        }
    }
    found
}

/// Whether an instruction is one of another ability, which this one only gives or lets trigger later.
fn stands_apart(place: &Place<'_, '_>) -> bool {
    place.is_within(|part| {
        matches!(
            part,
            Part::Ability(_) | Part::Triggered(_) | Part::Delayed(_) | Part::Replacement(_) | Part::Body(_)
        )
    })
}

/// Each of the parts that something stands in, with the word of its field there, from the inside.
fn around<'p, 'f>(place: &'p Place<'p, 'f>) -> impl Iterator<Item = (Part<'f>, &'static str)> + 'p
where
    'f: 'p,
{
    let mut at = place;
    std::iter::from_fn(move || {
        let (above, field) = (at.above?, at.field);
        at = above;
        Some((above.part, field))
    })
}

/// Whether an instruction is followed only if a player does what they may do: this deed, if one is named.
fn is_offered(place: &Place<'_, '_>, verb: Option<Verb>) -> bool {
    let is_it = |does: &[Instruction]| verb.is_none() || does.iter().any(|its| its.verb() == verb);
    let depends = |part| {
        matches!(part, Part::Instruction(Instruction::May { does, .. }) if is_it(does))
            || matches!(
                part,
                Part::Instruction(
                    Instruction::MayPay { .. } | Instruction::If { condition: Condition::Did, .. }
                )
            )
    };
    around(place).any(|(part, field)| field != "else" && depends(part))
}

/// Whether an instruction is followed only if something is true: this, if it is told.
fn is_conditional(place: &Place<'_, '_>, unmet: Option<&Condition>) -> bool {
    around(place).any(|(part, field)| {
        field != "else"
            && matches!(part, Part::Instruction(Instruction::If { condition, .. })
                if unmet.is_none_or(|unmet| unmet == condition))
    })
}

/// Whether a player says how many times an instruction is followed, as few as they like.
const fn is_up_to(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::PutCounters { up_to: true, .. }
            | Instruction::RemoveCounters { up_to: true, .. }
            | Instruction::MoveCounters { up_to: true, .. }
            | Instruction::Draw { up_to: true, .. }
    )
}

/// Whether a permanent spell would have changed this of what it targets: as an Aura on it, or merged with it.
fn would_change_its_target(its: &Object, matters: &[Matter]) -> bool {
    let mut told = Vec::new();
    if its.base.has_subtype_named("Aura") {
        let statics = its.base.abilities.iter().filter_map(|instance| instance.ability.as_static());
        let of_target = statics.filter(|ability| ability.affects == Some(Selection::Attached));
        of_target.for_each(|ability| of_changes(&ability.changes, &mut told));
    } else {
        told.push(Being);
    }
    told.iter().any(|told| matters.iter().any(|matter| told.covers(*matter)))
}

/// Whether an instruction at a place is one of those that were not followed.
fn was_unfollowed(played: Played<'_>, frame: &Frame, which: Unfollowed<'_>, place: &Place<'_, '_>) -> bool {
    match which {
        Unfollowed::Any => would_be_followed(played, frame, place),
        Unfollowed::Offered(verb) => is_offered(place, verb),
        Unfollowed::Conditional(unmet) => is_conditional(place, unmet),
        Unfollowed::Choosing => {
            is_offered(place, None) || matches!(place.part, Part::Instruction(its) if is_of_choice(its))
        }
        Unfollowed::Unless => around(place).any(|(part, field)| {
            field == "else"
                && matches!(part, Part::Instruction(Instruction::MayPay { .. } | Instruction::May { .. }))
        }),
        Unfollowed::UpTo => matches!(place.part, Part::Instruction(its) if is_up_to(its)),
        Unfollowed::ByX => matches!(place.part, Part::Instruction(its) if mentions(its, Part::is_variable)),
    }
}

/// Whether an instruction would be followed if its spell or ability resolved: what it asks for is so.
fn would_be_followed(played: Played<'_>, frame: &Frame, place: &Place<'_, '_>) -> bool {
    let holds = |condition| conditions::holds(played.sight(), frame, condition);
    around(place).all(|(part, field)| {
        let Part::Instruction(Instruction::If { condition, .. }) = part else { return true };
        *condition == Condition::Did || holds(condition).is_ok_and(|holds| holds == (field != "else"))
    })
}

/// Whether an instruction is about what a player chooses as it is followed.
fn is_of_choice(instruction: &Instruction) -> bool {
    if let Instruction::Sacrifice(it) = instruction {
        return it.these.is_none();
    }
    if let Instruction::Discard(it) = instruction {
        return it.these.is_none();
    }
    let is_slot = |part| matches!(part, Part::Selection(Selection::Slot(_)));
    done_to(instruction).iter().any(|(what, _)| mentions(*what, is_slot))
}

/// The words of a spell or ability, and an object that they may speak of.
struct Words<'a> {
    played: Played<'a>,
    frame: Frame,
    /// All of its instructions.
    does: &'a [Instruction],
    /// The object as it is now.
    object: ObjectId,
    /// What it was as play began.
    root: ObjectId,
}

impl Words<'_> {
    /// Whether an instruction would change this of the object.
    fn changes(&self, instruction: &Instruction, matters: &[Matter]) -> bool {
        let asked =
            |told: &[Matter]| told.iter().any(|told| matters.iter().any(|matter| told.covers(*matter)));
        done_to(instruction).iter().any(|(what, told)| asked(told) && self.is_among(what, DEEPEST))
            || matters.contains(&Where) && self.is_taken(instruction)
    }

    /// Whether an instruction has a player move one that they choose, or that lies on top, among which the object is.
    fn is_taken(&self, instruction: &Instruction) -> bool {
        let its = self.played.game.object(self.object);
        if let Instruction::Sacrifice(sacrifice) = instruction
            && let (None, Some(kind)) = (&sacrifice.these, &sacrifice.what)
        {
            let controller = self.played.view.controller(self.played.game, self.object);
            return its.on_battlefield() && self.is_of(&sacrifice.who, controller) && self.is_such(kind);
        }
        if let Instruction::Discard(discard) = instruction
            && discard.these.is_none()
        {
            let fits = discard.what.as_ref().is_none_or(|kind| self.is_such(kind));
            return its.zone == Zone::Hand && fits && self.is_of(&discard.who, its.owner);
        }
        let top = |who: &Players, count: &Quantity| {
            its.zone == Zone::Library
                && self.is_among(&Selection::Top(Box::new(count.clone()), who.clone()), DEEPEST)
        };
        matches!(instruction, Instruction::Draw { who, count, .. }
            | Instruction::Mill { who, count, .. }
            | Instruction::Scry { who, count }
            | Instruction::Surveil { who, count } if top(who, count))
    }

    /// Whether a player is one of these.
    fn is_of(&self, who: &Players, player: PlayerId) -> bool {
        players(self.played.sight(), &self.frame, who).is_ok_and(|found| found.contains(&player))
    }

    /// Whether the object is of a kind.
    fn is_such(&self, kind: &Filter) -> bool {
        matches(self.played.sight(), &self.frame, kind, self.object).unwrap_or(false)
    }

    /// Whether the object is among some, or among those that something could be chosen of.
    fn is_among(&self, what: &Selection, depth: u8) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if let Selection::Slot(slot) = what {
            return self.may_be_in(*slot, depth);
        }
        if let Selection::Several(these) = what {
            return these.iter().any(|what| self.is_among(what, depth));
        }
        if let Selection::Among(of, kind) = what {
            return self.is_among(of, depth) && self.is_such(kind);
        }
        let is_it =
            |thing: &Thing| thing.object().is_some_and(|it| self.played.game.earliest(it) == self.root);
        select(self.played.sight(), &self.frame, what).is_ok_and(|found| found.iter().any(is_it))
    }

    /// Whether the object could have been put into a slot by one of the instructions.
    fn may_be_in(&self, sought: Slot, depth: u8) -> bool {
        let binds = |instruction: &Instruction| {
            if let Instruction::Choose(choose) = instruction {
                let from = || match &choose.from {
                    Some(from) => self.is_among(from, depth) && self.is_such(&choose.what),
                    None => self.is_among(&Selection::Each(Box::new(choose.what.clone())), depth),
                };
                return choose.slot == sought && from();
            }
            if let Instruction::Search(search) = instruction {
                let its = self.played.game.object(self.object);
                let there = its.zone == Zone::Library && self.is_of(&search.library, its.owner);
                return search.slot == sought && there && self.is_such(&search.what);
            }
            if let Instruction::Look { at: what, slot: Some(slot), .. }
            | Instruction::Reveal { what, slot: Some(slot) } = instruction
            {
                return *slot == sought && self.is_among(what, depth);
            }
            matches!(instruction, Instruction::Note { what, slot } if *slot == sought && self.is_among(what, depth))
        };
        let does = self.does;
        let found = |instruction: &Instruction| {
            any(instruction, &mut |place| matches!(place.part, Part::Instruction(its) if binds(its)))
        };
        does.iter().any(found)
    }
}

/// The objects that an instruction does something to, and of what of them.
fn done_to(instruction: &Instruction) -> Vec<(&Selection, Vec<Matter>)> {
    const PLACE: &[Matter] = &[Where];
    const STATUS: &[Matter] = &[Status, Being, Known];
    const COUNTERS: &[Matter] = &[Numbers, Size, Abilities];
    let one = |what, told: &[Matter]| vec![(what, told.to_vec())];
    if let Instruction::Exile(it) = instruction {
        return one(&it.what, PLACE);
    }
    if let Instruction::Put(it) = instruction {
        return one(&it.what, PLACE);
    }
    if let Instruction::Cast(it) = instruction {
        return one(&it.what, PLACE);
    }
    if let Instruction::Destroy { what, .. } | Instruction::Counter { what, .. } | Instruction::Meld(what) =
        instruction
    {
        return one(what, PLACE);
    }
    if let Instruction::Sacrifice(it) = instruction {
        return it.these.iter().map(|what| (what, PLACE.to_vec())).collect();
    }
    if let Instruction::Discard(it) = instruction {
        return it.these.iter().map(|what| (what, PLACE.to_vec())).collect();
    }
    if let Instruction::ExchangeCards(one, other) = instruction {
        return vec![(one, PLACE.to_vec()), (other, PLACE.to_vec())];
    }
    if let Instruction::Tap { what, .. }
    | Instruction::Untap { what, .. }
    | Instruction::TurnFaceDown(what)
    | Instruction::TurnFaceUp(what)
    | Instruction::Transform { what, .. }
    | Instruction::Flip(what)
    | Instruction::PhaseOut { what, .. } = instruction
    {
        return one(what, STATUS);
    }
    if let Instruction::PutCounters { on, .. }
    | Instruction::RemoveCounters { from: on, .. }
    | Instruction::DoubleCounters { on, .. }
    | Instruction::ChooseCounter { on, .. } = instruction
    {
        return one(on, COUNTERS);
    }
    if let Instruction::MoveCounters { from, to, .. } = instruction {
        return vec![(from, COUNTERS.to_vec()), (to, COUNTERS.to_vec())];
    }
    // What is dealt damage may die of it.
    if let Instruction::Damage(damage) = instruction {
        let all = std::iter::once(damage).chain(&damage.and);
        return all.map(|damage| (&damage.to, vec![Numbers, Where])).collect();
    }
    if let Instruction::Fight(one, other) = instruction {
        return vec![(one, vec![Numbers, Where]), (other, vec![Numbers, Where])];
    }
    if let Instruction::Attach { what, .. } | Instruction::Unattach(what) = instruction {
        return one(what, &[Attachment]);
    }
    if let Instruction::ExchangeControl(what) = instruction {
        return one(what, &[Control]);
    }
    if let Instruction::RemoveFromCombat { what, .. } = instruction {
        return one(what, &[Combat]);
    }
    if let Instruction::DoublePower { what, .. } = instruction {
        return one(what, &[Size]);
    }
    if let Instruction::Apply(apply) = instruction {
        let mut told = Vec::new();
        of_changes(&apply.changes, &mut told);
        return apply.to.iter().map(|what| (what, told.clone())).collect();
    }
    Vec::new()
}
