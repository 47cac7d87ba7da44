//! CR 613: Interaction of Continuous Effects. What the objects bring along themselves: copies and face-down objects before all
//! other effects, and what counters do in their layers.

use std::sync::Arc;

use crate::engine::additional::face_down_spells_and_permanents::characteristics;
use crate::engine::additional::keyword_abilities;
use crate::engine::additional::keyword_actions::suspect;
use crate::engine::additional::split_cards;
use crate::engine::view::View;
use crate::game::{Affected, ByRules, Designation, Game, Mark, Object, ObjectId, Origin, Thing};
use crate::ir::{Ability, CardType, CounterKind, KeywordName};

use super::changes::add_power_toughness;
use super::{Layer, influences};

/// What the objects of a position bring along, as far as a glance tells: in most positions nothing, and then nobody need look.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Brought {
    /// Whether one is face down.
    pub(super) face_down: bool,
    /// Whether one has counters.
    pub(super) counters: bool,
    /// Whether one is suspected.
    pub(super) suspected: bool,
    /// Whether one is a permanent that may have locked halves.
    pub(super) halves: bool,
}

/// The objects that bring something along.
fn bringing(game: &Game) -> impl Iterator<Item = &Object> {
    game.marked(Mark::Brings).iter().map(|object| game.object(*object))
}

impl Brought {
    pub(super) fn at_a_glance(game: &Game) -> Self {
        let mut brought = Self::default();
        bringing(game).for_each(|object| brought.look_at(object));
        brought
    }

    fn look_at(&mut self, object: &Object) {
        self.face_down |= object.is_face_down();
        self.counters |= !object.counters.is_empty();
        self.halves |= object.base.halves.is_some();
        self.suspected |= object.is_designated(Designation::Suspected);
    }

    /// Whether some of it applies in a layer of effects.
    pub(super) const fn is_in(self, layer: Layer) -> bool {
        match layer {
            Layer::Ability => self.counters || self.suspected,
            Layer::ModifyPowerToughness => self.counters,
            _ => false,
        }
    }
}

/// An object that the layers pass over although they would find something to do with it: there must be none.
pub(super) fn passed_over(game: &Game, view: &View) -> Option<ObjectId> {
    let alone = |object: &Object| {
        let mut brought = Brought::default();
        brought.look_at(object);
        brought != Brought::default()
    };
    let marked = game.marked(Mark::Brings);
    let mut left_out = game.objects().iter().filter(|object| object.exists);
    let left_out =
        left_out.find(|object| alone(object) && marked.binary_search(&object.id).is_err()).map(|its| its.id);
    // What has an ability is asked for it, by whatever it has that.
    let able = |object: &&Object| !view.characteristics(game, object.id).abilities.is_empty();
    left_out.or_else(|| view.unmarked(game, Mark::Brings).find(able).map(|object| object.id))
}

/// What resolved effects have made copies of something else, in the order of their timestamps (613.1a, 613.2a). The status of the
/// object decides which half of a flip card it has (707.3).
pub(super) fn copies(game: &Game, view: &mut View) {
    for effect in game.effects() {
        let (Some(faces), Affected::Objects(objects)) = (&effect.copy, &effect.affected) else { continue };
        for object in objects.iter().filter(|object| game.object(**object).exists) {
            let lower = faces.get(1).filter(|_| game.object(*object).flipped);
            if let Some(values) = lower.or(faces.first()) {
                let its = view.change(game, *object);
                *its = (**values).clone();
                // They are this effect's, and linked to no others that the object has or had (607.5).
                for instance in &mut its.abilities {
                    if let Origin::Printed(number) = instance.origin {
                        instance.origin = Origin::Copied(effect.id, number);
                    }
                }
                view.copied.retain(|(copy, _)| copy != object);
                view.copied.push((*object, values.clone()));
            }
        }
    }
}

/// Face-down objects have no characteristics but those that what put them so gives them (613.2b, 708.2, 406.3a).
pub(super) fn face_down(game: &Game, view: &mut View) {
    for object in bringing(game) {
        let Some(how) = object.face_down else { continue };
        let values = Arc::new(characteristics(how, object.zone));
        view.replace(game, object.id, values.clone());
        view.copied.retain(|(copy, _)| *copy != object.id);
        view.copied.push((object.id, values));
    }
}

/// Permanents have no name, mana cost or rules text of their locked halves: what says so is part of their copiable values, and applies
/// to what copy effects have made of them (709.5).
pub(super) fn locked(game: &Game, view: &mut View) {
    for object in game.objects().iter().filter(|object| object.exists && object.on_battlefield()) {
        if let Some(values) = split_cards::without_locked(object, view.characteristics(game, object.id)) {
            view.replace(game, object.id, Arc::new(values));
        }
    }
}

/// What gives an object abilities in the order of its timestamp and is no effect of a spell or an ability.
pub(super) struct Giver {
    pub(super) timestamp: u32,
    object: ObjectId,
    gives: Gift,
}

/// Which abilities it gives.
enum Gift {
    /// A keyword counter gives its keyword (122.1b, 613.7c). Which one of its kind it is on the object, from 0: each gives an instance of
    /// its own.
    Keyword(KeywordName, u16, CounterKind),
    /// What a suspected permanent has since it became suspected (701.60c).
    Suspected,
}

impl Giver {
    pub(super) fn apply(self, game: &Game, view: &mut View) {
        let on = game.object(self.object);
        let abilities = &mut view.change(game, self.object).abilities;
        match self.gives {
            Gift::Keyword(keyword, number, kind) => {
                let ability = Ability::Keyword(crate::ir::Keyword::Plain(keyword));
                let origin = Origin::Rules(ByRules::KeywordCounter(keyword, number));
                // It is the keyword with all that this stands for.
                keyword_abilities::instances(&ability, origin, abilities);
                // All counters of the kind are told of at once.
                if number == 0 {
                    let counters = Some((kind, on.counters_of(kind)));
                    influences::by_giver(view, on, counters, self.timestamp, keyword);
                }
            }
            Gift::Suspected => {
                abilities.extend(suspect::abilities());
                influences::by_giver(view, on, None, self.timestamp, KeywordName::Menace);
            }
        }
    }
}

/// The keyword counters and suspected permanents that there are, in the order of the timestamps of what they give.
pub(super) fn givers(game: &Game) -> Vec<Giver> {
    let mut found = Vec::new();
    for object in bringing(game).filter(|object| object.is_designated(Designation::Suspected)) {
        if object.on_battlefield() {
            let timestamp = object.suspected.unwrap_or(object.timestamp);
            found.push(Giver { timestamp, object: object.id, gives: Gift::Suspected });
        }
    }
    for object in bringing(game).filter(|object| !object.counters.is_empty()) {
        for (kind, count) in &object.counters {
            let CounterKind::Named(name) = kind else { continue };
            let keyword = KEYWORD_COUNTERS.iter().find(|keyword| keyword.word() == name.as_str());
            let put = object.counted.iter().find(|(its_kind, _)| its_kind == kind);
            let timestamp = put.map_or(object.timestamp, |(_, timestamp)| *timestamp);
            let Some(keyword) = keyword else { continue };
            // Only of what triggers do several instances matter.
            let several = matches!(keyword, KeywordName::Exalted | KeywordName::Decayed);
            let instances = if several { u16::try_from(*count).unwrap_or(u16::MAX).min(MOST) } else { 1 };
            found.extend((0..instances).map(|number| Giver {
                timestamp,
                object: object.id,
                gives: Gift::Keyword(*keyword, number, *kind),
            }));
        }
    }
    found.sort_by_key(|giver| giver.timestamp);
    found
}

/// So many instances of a keyword can be told apart.
const MOST: u16 = 150;

/// The keywords that a counter can give, without parameters (122.1b).
const KEYWORD_COUNTERS: &[KeywordName] = &[
    KeywordName::Flying,
    KeywordName::FirstStrike,
    KeywordName::DoubleStrike,
    KeywordName::Deathtouch,
    KeywordName::Decayed,
    KeywordName::Exalted,
    KeywordName::Haste,
    KeywordName::Hexproof,
    KeywordName::Indestructible,
    KeywordName::Lifelink,
    KeywordName::Menace,
    KeywordName::Reach,
    KeywordName::Shadow,
    KeywordName::Trample,
    KeywordName::Vigilance,
];

pub(super) fn power_toughness_counters(game: &Game, view: &mut View) {
    for object in bringing(game).filter(|object| !object.counters.is_empty()) {
        for (kind, count) in &object.counters {
            let counters = (*kind, *count);
            let count = i32::try_from(*count).unwrap_or(i32::MAX);
            if *kind == CounterKind::HONE {
                hone(game, view, object, counters);
            }
            let CounterKind::PowerToughness(power, toughness) = kind else { continue };
            let added =
                (i32::from(*power).saturating_mul(count), i32::from(*toughness).saturating_mul(count));
            add_power_toughness(view.change(game, object.id), added.0, added.1);
            influences::by_counters(view, object, counters, object.id, added);
        }
    }
}

/// Hone counters on an Equipment add to the power of the creature that it is attached to (122.1j, 613.4c).
fn hone(game: &Game, view: &mut View, object: &Object, counters: (CounterKind, u32)) {
    let count = i32::try_from(counters.1).unwrap_or(i32::MAX);
    let Some(Thing::Object(host)) = object.attached_to else { return };
    let equips = view.characteristics(game, object.id).has_subtype_named("Equipment");
    if equips && object.on_battlefield() && view.characteristics(game, host).is(CardType::Creature) {
        add_power_toughness(view.change(game, host), count, 0);
        influences::by_counters(view, object, counters, host, (count, 0));
    }
}
