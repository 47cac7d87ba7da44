//! Equal cards and tokens that came together and have not changed: one of them says what all say.

use std::rc::Rc;
use std::sync::Arc;

use super::super::ids::ObjectId;
use super::super::object::{Nature, Object};
use super::super::state::PhysicalCard;
use super::Objects;

/// Cards or tokens that came one behind the other and are still where they came, each like the first: nothing that they say themselves
/// tells one from another but its id, which card it is, and when it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Series {
    /// The first of them.
    pub first: ObjectId,
    /// How many there are, two at the least.
    pub count: u32,
}

impl Series {
    /// Whether an object is one of them.
    pub const fn has(self, object: ObjectId) -> bool {
        self.first.0 <= object.0 && object.0 - self.first.0 < self.count
    }

    /// The last of them.
    const fn last(self) -> ObjectId {
        ObjectId(self.first.0 + self.count - 1)
    }

    /// Those from one object to another.
    const fn between(first: ObjectId, last: ObjectId) -> Self {
        Self { first, count: last.0 - first.0 + 1 }
    }
}

impl Objects {
    /// The series that an object is in, if it is in one.
    pub(in crate::game) fn series_of(&self, id: ObjectId) -> Option<Series> {
        let place = self.series.partition_point(|series| series.first <= id).checked_sub(1)?;
        self.series.get(place).copied().filter(|series| series.has(id))
    }

    /// Every series.
    pub(in crate::game) fn series(&self) -> &[Series] {
        &self.series
    }

    /// Every series by a look at each object.
    pub(in crate::game) fn series_at_length(&self, cards: &[PhysicalCard]) -> Vec<Series> {
        let mut found: Vec<Series> = Vec::new();
        for (one, other) in self.iter().zip(self.iter().skip(1)) {
            if !come_alike(one, other, cards) {
                continue;
            }
            match found.last_mut().filter(|series| series.has(one.id)) {
                Some(series) => series.count += 1,
                None => found.push(Series { first: one.id, count: 2 }),
            }
        }
        found
    }

    /// An object has changed or has just come: it leaves the series that it was in, and is in one with what stands before and behind it if
    /// it is like that.
    pub(super) fn stand_in_series(&mut self, id: ObjectId, cards: &[PhysicalCard]) {
        let alone = Series { first: id, count: 1 };
        let Some(object) = self.get(id.index()) else { return };
        let before = id.0.checked_sub(1).and_then(|before| self.get(before as usize));
        let before = before.filter(|before| come_alike(before, object, cards)).map(|its| its.id);
        let behind = self.get(id.index() + 1);
        let behind = behind.filter(|behind| come_alike(object, behind, cards)).map(|its| its.id);
        // Those that stand with it now, and those with which it stood.
        let first = before.map_or(id, |before| self.series_of(before).map_or(before, |its| its.first));
        let last = behind.map_or(id, |behind| self.series_of(behind).map_or(behind, Series::last));
        let now = Series::between(first, last);
        let then = self.series_of(id).unwrap_or(alone);
        if now == then {
            return;
        }
        let left_before =
            (then.first.0 < now.first.0).then(|| Series { count: now.first.0 - then.first.0, ..then });
        let left_behind =
            (then.last() > now.last()).then(|| Series::between(ObjectId(now.last().0 + 1), then.last()));
        let (low, high) = (then.first.min(now.first), then.last().max(now.last()));
        let from = self.series.partition_point(|series| series.last() < low);
        let to = self.series.partition_point(|series| series.first <= high);
        let standing = left_before.into_iter().chain([now]).chain(left_behind);
        Rc::make_mut(&mut self.series).splice(from..to, standing.filter(|series| series.count > 1));
    }
}

/// Whether two objects, of which one came behind the other and neither has been anything else, say the same of themselves: all but their
/// ids, which cards they are, and when they came.
fn come_alike(one: &Object, other: &Object, cards: &[PhysicalCard]) -> bool {
    one.exists && is_new(one, cards) && is_new(other, cards) && say_the_same(one, other)
}

/// Whether an object is a card or token that was nothing else before, and nothing has happened to it that few objects have.
fn is_new(object: &Object, cards: &[PhysicalCard]) -> bool {
    let is_plain = match object.nature {
        Nature::Card(card) => cards.get(usize::from(card.0)).is_some_and(|its| !its.commander),
        Nature::Token => true,
        Nature::Copy | Nature::Ability(_) | Nature::Emblem | Nature::Marker(_) | Nature::Unknown => false,
    };
    is_plain
        && object.previous.is_none()
        && object.next.is_none()
        && object.first == object.id
        && object.copied.is_none()
        && object.announced.is_none()
        && object.merged.is_none()
        && object.known.is_none()
        && object.phased_out.is_none()
        && object.counted.is_empty()
        && object.uses.is_empty()
}

/// Whether two objects of which [`is_new`] is true have the same in all else.
fn say_the_same(one: &Object, other: &Object) -> bool {
    // Whatever an object says more one day must be decided on here.
    let Object {
        id: _,
        nature,
        owner,
        controller,
        zone,
        exists,
        outside,
        phased_out: _,
        base,
        definition,
        face,
        flipped,
        copied: _,
        timestamp: _,
        transformed,
        suspected,
        face_down,
        entered_face_down,
        tapped,
        noticed_controller,
        sick,
        as_if_there,
        upkeeps,
        entered_turn,
        together_with,
        damage,
        deathtouched,
        counters,
        counted: _,
        attached_to,
        announced: _,
        melded,
        merged: _,
        previous: _,
        first: _,
        next: _,
        known: _,
        offered,
        seen_by,
        designations,
        uses: _,
        exhausted,
        lapsed,
    } = one;
    let same_definition = match (definition, &other.definition) {
        (Some(its), Some(others)) => Arc::ptr_eq(its, others),
        (its, others) => its.is_none() && others.is_none(),
    };
    // What tells most of them apart stands first.
    same_definition
        && Arc::ptr_eq(base, &other.base)
        && (*zone, *owner, *controller) == (other.zone, other.owner, other.controller)
        && std::mem::discriminant(nature) == std::mem::discriminant(&other.nature)
        && (*exists, *outside, *face, *flipped) == (other.exists, other.outside, other.face, other.flipped)
        && (*tapped, *sick, *damage, *deathtouched)
            == (other.tapped, other.sick, other.damage, other.deathtouched)
        && (*transformed, *suspected, *face_down) == (other.transformed, other.suspected, other.face_down)
        && (*entered_face_down, *as_if_there) == (other.entered_face_down, other.as_if_there)
        && (*noticed_controller, *upkeeps) == (other.noticed_controller, other.upkeeps)
        && (*entered_turn, *together_with) == (other.entered_turn, other.together_with)
        && (*attached_to, *melded, *offered) == (other.attached_to, other.melded, other.offered)
        && *counters == other.counters
        && *seen_by == other.seen_by
        && *designations == other.designations
        && *exhausted == other.exhausted
        && *lapsed == other.lapsed
}
