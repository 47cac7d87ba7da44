//! What objects were called earlier: a permanent that transforms, flips, or is turned face down or up keeps its number, and a
//! line that tells of a time before that must not call it what it became.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::game::{Called, Change, ObjectId, Origin};

use super::conditions::Unmet;
use super::entry::{EntryId, Trace, What};

/// When objects were turned, and the time of which is told just now.
#[derive(Debug)]
pub(super) struct Past {
    turned: Vec<(EntryId, ObjectId, Turned)>,
    // INVARIANT: each object once, in their order.
    put: Vec<(ObjectId, EntryId)>,
    // INVARIANT: in the order of the entries.
    announced: Vec<(EntryId, Announced)>,
    unmet: BTreeMap<EntryId, Rc<Unmet>>,
    told: Cell<EntryId>,
}

/// An activated ability in whose announcement something happens: its source and what it was called then.
pub(super) type Announced = (ObjectId, Origin, Called);

/// How an object is turned.
#[derive(Debug, Clone)]
enum Turned {
    /// Into what something that merged with it has made of it, from what was called this.
    Merged(Arc<str>),
    /// To its other face: transformed or flipped.
    Over,
    /// Face down, or face up.
    Down(bool),
}

/// How an object differed, at the time that is told, from what it is at the end.
#[derive(Debug, Clone, Default)]
pub(super) struct Then {
    /// Whether it had its other face up.
    pub(super) other_face: bool,
    /// Whether it was face down, if that has changed since.
    pub(super) face_down: Option<bool>,
    /// What it was called, if something has merged with it since.
    pub(super) name: Option<Arc<str>>,
}

impl Past {
    /// What a trace tells of it; at first the end is what is told.
    pub(super) fn of(trace: &Trace) -> Self {
        let turned = (0u32..).zip(trace.entries()).filter_map(|(id, entry)| {
            let (object, turned) = match &entry.what {
                What::Changed(Change::Transform(object) | Change::Flip(object), _) => (*object, Turned::Over),
                What::Changed(Change::Merge(it), _) => (it.permanent, Turned::Merged(it.was.clone())),
                What::Changed(Change::FaceDown(object, down), _) => (*object, Turned::Down(down.is_some())),
                _ => return None,
            };
            Some((EntryId(id), object, turned))
        });
        let mut put: Vec<(ObjectId, EntryId)> = Vec::new();
        let mut announced: Vec<(EntryId, Announced)> = Vec::new();
        for entry in trace.entries() {
            match &entry.what {
                What::PutOnStack(ability, _) => put.push((*ability, entry.id)),
                What::Changed(Change::Create(it), _) => put.push((it.new, entry.id)),
                _ => {}
            }
            let of = match &entry.what {
                What::Activates { source, origin, called, .. } => Some((*source, *origin, *called)),
                What::Resolves(_) => None,
                _ => entry.parent.and_then(|parent| found(&announced, &parent)),
            };
            announced.extend(of.map(|of| (entry.id, of)));
        }
        // What is put on the stack is created first.
        put.sort();
        put.dedup_by_key(|(object, _)| *object);
        let (turned, unmet) = (turned.collect(), trace.unmet().clone());
        Self { turned, put, announced, unmet, told: Cell::new(EntryId(u32::MAX)) }
    }

    /// The activated ability in whose announcement the entry that is told lies.
    pub(super) fn announced(&self) -> Option<Announced> {
        found(&self.announced, &self.told.get())
    }

    /// From here on the time is told at which an ability was put on the stack, if that is before the time that is told; which that was.
    pub(super) fn tell_as_put(&self, ability: ObjectId) -> EntryId {
        let told = self.told.get();
        let put = found(&self.put, &ability);
        self.told.set(put.filter(|put| put.0 < told.0).unwrap_or(told));
        told
    }

    /// From here on the time of this entry is told, just before it happens.
    pub(super) fn tell(&self, of: EntryId) {
        self.told.set(of);
    }

    /// The condition of which the entry tells that it is not true.
    pub(super) fn unmet(&self) -> Option<&Unmet> {
        self.unmet.get(&self.told.get()).map(|unmet| &**unmet)
    }

    /// How an object was then.
    pub(super) fn then(&self, object: ObjectId) -> Then {
        let mut then = Then::default();
        let told = self.told.get();
        let later = self.turned.iter().filter(|(at, turned, _)| *turned == object && at.0 >= told.0);
        for (_, _, turned) in later {
            match turned {
                Turned::Over => then.other_face = !then.other_face,
                Turned::Merged(name) => then.name = then.name.or_else(|| Some(name.clone())),
                Turned::Down(down) => then.face_down = then.face_down.or(Some(!down)),
            }
        }
        then
    }
}

/// What belongs to a key in a list that is in the order of its keys, each of which it has once.
fn found<Key: Ord, Value: Copy>(list: &[(Key, Value)], key: &Key) -> Option<Value> {
    let place = list.binary_search_by(|(its, _)| its.cmp(key)).ok()?;
    list.get(place).map(|(_, value)| *value)
}
