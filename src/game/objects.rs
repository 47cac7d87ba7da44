//! The objects of a game, those that have left among them, and which of them stand out.

use std::rc::Rc;

use smallvec::SmallVec;

use crate::ir::{CardType, Supertype, Zone};

use super::ids::ObjectId;
use super::object::{Nature, Object};
use super::state::PhysicalCard;

mod series;

pub use self::series::Series;

/// So many objects are shared at once between a game and the positions to come back to.
const BLOCK: usize = 32;

type Block = SmallVec<[Rc<Object>; BLOCK]>;

/// Why somebody who looks at the whole game looks at an object: most objects have nothing of it, and nobody need look at them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// It brings something along that the layers look at: an ability, a counter, that it is face down, locked or unlocked, or suspected.
    Brings,
    /// It may be what a state-based action applies to, as it is printed.
    Checked,
    /// It has a designation, and is there or phased out.
    Designated,
    /// It is a permanent that is attached to something.
    Attached,
    /// It is a permanent, and who controls it before all effects is not who did when the game last looked.
    NewlyControlled,
    /// It is no ability, and was nothing else before: a card as the scenario began, or what has been created.
    First,
}

/// All marks.
pub const MARKS: [Mark; 6] =
    [Mark::Brings, Mark::Checked, Mark::Designated, Mark::Attached, Mark::NewlyControlled, Mark::First];

/// All objects that are or were in a game, in the order of their ids.
#[derive(Debug, Clone, Default)]
pub struct Objects {
    // INVARIANT: each block but the last is full. A block is shared with the positions to come back to until one of its objects changes,
    // and so is each of them.
    blocks: Vec<Rc<Block>>,
    count: usize,
    // INVARIANT: once the changes are settled, each list holds the objects that have its mark, in the order of their ids.
    marked: [Rc<Vec<ObjectId>>; MARKS.len()],
    // INVARIANT: once the changes are settled, whatever stands beside an object of which it is the like is in one series with it; the series
    // are in the order of the ids of their objects.
    series: Rc<Vec<Series>>,
    // What has changed since.
    changed: SmallVec<[ObjectId; 4]>,
}

impl Objects {
    /// How many there are or were.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there has never been one.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The object of that index.
    pub fn get(&self, index: usize) -> Option<&Rc<Object>> {
        self.blocks.get(index / BLOCK)?.get(index % BLOCK)
    }

    /// The object of that id.
    #[expect(clippy::indexing_slicing, reason = "ids are dealt by the game that holds the objects")]
    pub(super) fn of(&self, id: ObjectId) -> &Rc<Object> {
        &self.blocks[id.index() / BLOCK][id.index() % BLOCK]
    }

    /// The objects in the order of their ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Rc<Object>> + Clone {
        self.blocks.iter().flat_map(|block| block.iter())
    }

    /// The objects that have a mark, in the order of their ids.
    pub(super) fn marked(&self, mark: Mark) -> &[ObjectId] {
        self.marked.get(mark as usize).map_or(&[], |list| list)
    }

    /// The same by a look at each of them.
    pub(super) fn marked_at_length(&self, mark: Mark, cards: &[PhysicalCard]) -> Vec<ObjectId> {
        self.iter().filter(|object| has(object, mark, cards)).map(|object| object.id).collect()
    }

    /// Whether all changes are settled, so that the lists of the objects that stand out are those of now.
    pub(super) fn is_settled(&self) -> bool {
        self.changed.is_empty()
    }

    /// Adds one, whose id is the next.
    pub(super) fn push(&mut self, object: Object) {
        self.changed.push(object.id);
        self.count += 1;
        match self.blocks.last_mut().filter(|block| block.len() < BLOCK) {
            Some(block) => Rc::make_mut(block).push(Rc::new(object)),
            None => self.blocks.push(Rc::new(std::iter::once(Rc::new(object)).collect())),
        }
    }

    /// The object of that id, to be changed.
    #[expect(clippy::indexing_slicing, reason = "ids are dealt by the game that holds the objects")]
    pub(super) fn of_mut(&mut self, id: ObjectId) -> &mut Object {
        if self.changed.last() != Some(&id) {
            self.changed.push(id);
        }
        Rc::make_mut(&mut Rc::make_mut(&mut self.blocks[id.index() / BLOCK])[id.index() % BLOCK])
    }

    /// Finds out which marks the objects have now that have changed.
    pub(super) fn settle(&mut self, cards: &[PhysicalCard]) {
        if self.changed.is_empty() {
            return;
        }
        for id in std::mem::take(&mut self.changed) {
            self.stand_in_series(id, cards);
            let Some(object) = self.get(id.index()) else { continue };
            let has = MARKS.map(|mark| has(object, mark, cards));
            for (list, has) in self.marked.iter_mut().zip(has) {
                match (list.binary_search(&id), has) {
                    (Err(place), true) => Rc::make_mut(list).insert(place, id),
                    (Ok(place), false) => drop(Rc::make_mut(list).remove(place)),
                    _ => {}
                }
            }
        }
    }
}

impl<'a> IntoIterator for &'a Objects {
    type Item = &'a Rc<Object>;
    type IntoIter = std::iter::FlatMap<
        std::slice::Iter<'a, Rc<Block>>,
        std::slice::Iter<'a, Rc<Object>>,
        fn(&'a Rc<Block>) -> std::slice::Iter<'a, Rc<Object>>,
    >;

    fn into_iter(self) -> Self::IntoIter {
        self.blocks.iter().flat_map(|block| block.iter())
    }
}

/// Whether an object has a mark.
fn has(object: &Object, mark: Mark, cards: &[PhysicalCard]) -> bool {
    match mark {
        Mark::Brings => {
            object.exists
                && (!object.base.abilities.is_empty()
                    || object.is_face_down()
                    || !object.counters.is_empty()
                    || !object.designations.is_empty()
                    || object.base.halves.is_some())
        }
        Mark::Checked => {
            object.exists && (is_astray(object, cards) || object.on_battlefield() && may_go(object))
        }
        Mark::Designated => (object.exists || object.phased_out.is_some()) && !object.designations.is_empty(),
        Mark::Attached => object.on_battlefield() && object.attached_to.is_some(),
        Mark::NewlyControlled => object.on_battlefield() && object.controller != object.noticed_controller,
        Mark::First => {
            object.previous.is_none() && !object.is_to_come() && !matches!(object.nature, Nature::Ability(_))
        }
    }
}

/// Whether an object is where it may not stay: a token or copy, or a commander that may be put elsewhere.
fn is_astray(object: &Object, cards: &[PhysicalCard]) -> bool {
    match object.nature {
        Nature::Token | Nature::Copy => object.zone != Zone::Battlefield,
        Nature::Card(card) => cards.get(usize::from(card.0)).is_some_and(|its| its.commander),
        Nature::Ability(_) | Nature::Emblem | Nature::Marker(_) | Nature::Unknown => false,
    }
}

/// Whether a permanent that no effect changes may be what a state-based action applies to.
fn may_go(object: &Object) -> bool {
    let its = &object.base;
    object.damage > 0
        || object.deathtouched
        || object.attached_to.is_some()
        || !object.counters.is_empty()
        || its.is(CardType::Creature) && its.toughness.unwrap_or(0) <= 0
        || [CardType::Planeswalker, CardType::Battle, CardType::Enchantment].into_iter().any(|it| its.is(it))
        || [Supertype::Legendary, Supertype::World].into_iter().any(|it| its.has_supertype(it))
}
