//! What changes as an object moves to another zone, or is made.

use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::game::change::{Merge, Move, NewObject, Position};
use crate::game::effects::{Affected, ContinuousEffect, EffectId, LinkKey, Linked, LinkedObject};
use crate::game::{
    Attack, CardId, Characteristics, Designation, FaceDown, Game, Half, Merged, Nature, Object, ObjectId,
    Thing,
};
use crate::ir::{Ability, Change as EffectChange, Link, ManaCost, Symbol, Zone};

/// The half that was cast, which is unlocked as the permanent enters; what was not cast enters with both locked (709.5d).
fn half_unlocked(old: &Object, it: &Move) -> Option<Half> {
    let enters = it.to == Zone::Battlefield && old.zone == Zone::Stack && it.face_down.is_none();
    let cast = old.announced.as_ref().is_some_and(|announced| announced.cast.is_some());
    Half::of_face(it.face).filter(|_| enters && cast && old.base.halves.is_some())
}

/// The copiable values that an object has where it goes.
fn base_there(old: &Object, it: &Move) -> Arc<Characteristics> {
    if let Some(copied) = it.copied.as_ref().and_then(|faces| faces.first()) {
        return copied.clone();
    }
    let there = old.definition.as_ref().and_then(|definition| definition.in_zone(it.to, it.face));
    there.unwrap_or_else(|| old.own_base().clone())
}

impl Game {
    pub(super) fn move_object(&mut self, it: &Move) {
        let timestamp = self.tick();
        let id = self.next_object();
        self.take_out(it.object);
        self.leaves_combat(it.object);
        let turn = self.turn.number;
        let old = self.object_mut(it.object);
        old.exists = false;
        old.next = Some(id);
        old.known = it.known.clone();
        // A copy is owned by whoever puts it on the stack (112.2).
        let caster = it.controller.filter(|_| it.to == Zone::Stack && matches!(old.nature, Nature::Copy));
        let owner = caster.unwrap_or(old.owner);
        let on_stack_or_battlefield = matches!(it.to, Zone::Stack | Zone::Battlefield);
        let stays_announced = it.to == Zone::Battlefield && old.zone == Zone::Stack;
        let unlocked: SmallVec<[Designation; 1]> =
            half_unlocked(old, it).map(Half::unlocked).into_iter().collect();
        let definition = old.definition.clone();
        let components: Vec<ObjectId> = old.components().collect();
        let base = base_there(old, it);
        // A plane or phenomenon is controlled by the planar controller, whoever owns it (901.6).
        let has_controller =
            on_stack_or_battlefield || it.to == Zone::Command && base.types.stays_in_command_zone();
        let object = Object {
            id,
            nature: match &old.nature {
                // What was a copy of a permanent spell is a token (608.3f).
                Nature::Copy if it.to == Zone::Battlefield => Nature::Token,
                nature => nature.clone(),
            },
            owner,
            controller: it.controller.filter(|_| has_controller).unwrap_or(owner),
            zone: it.to,
            exists: true,
            outside: false,
            phased_out: None,
            base,
            definition,
            face: it.face,
            flipped: false,
            copied: it.copied.clone(),
            timestamp,
            face_down: it.face_down,
            entered_face_down: false,
            tapped: it.tapped,
            noticed_controller: it.controller.filter(|_| on_stack_or_battlefield).unwrap_or(owner),
            sick: it.to == Zone::Battlefield,
            as_if_there: false,
            upkeeps: 0,
            entered_turn: turn,
            together_with: id.0.checked_sub(1).filter(|_| it.together).map(ObjectId),
            damage: 0,
            deathtouched: false,
            counters: super::counters_of(&it.counters),
            counted: SmallVec::new(),
            attached_to: it.attached_to,
            announced: if stays_announced { old.announced.clone() } else { None },
            melded: it.melded_with,
            merged: None,
            previous: Some(it.object),
            first: old.first,
            next: None,
            known: None,
            transformed: None,
            suspected: None,
            offered: false,
            seen_by: SmallVec::new(),
            designations: unlocked,
            uses: SmallVec::new(),
            exhausted: SmallVec::new(),
            lapsed: 0,
        };
        self.objects.push(object);
        if stays_announced {
            self.follow_to_permanent(it.object, id);
        }
        if let Some(way) = it.way {
            self.follow_to_spell(it.object, id, way);
        }
        // What the effect that moves it says it is, it is from the first moment on (611.2e), after its own abilities (613.7n).
        if let Some(effect) = &it.being {
            self.is_there(id, effect);
        }
        self.put_in(id, owner, it.to, it.position);
        if let Some(part) = it.melded_with {
            self.meld(id, part);
        }
        if !components.is_empty() {
            self.part_from(&components, id, it);
        }
        self.words.extend(it.words.iter().map(|(name, word)| (LinkKey::own(id, *name), *word)));
        self.names.extend(it.names.iter().map(|(link, name)| (LinkKey::own(id, *link), name.clone())));
        self.link_as_it_enters(id, &it.links, it.face);
        if let Some(defender) = it.attacking {
            self.attack(Attack { attacker: id, defender, blocked: false });
        }
        self.block_on_entering(id, it.blocking);
    }

    /// What an effect grants a card so that it can be cast, the spell goes on having (400.7g).
    fn follow_to_spell(&mut self, card: ObjectId, spell: ObjectId, way: Symbol) {
        let is_way = |ability: &Ability| {
            ability.as_keyword().is_some_and(|keyword| keyword.name().word() == way.as_str())
        };
        let grants = |change: &EffectChange| matches!(change, EffectChange::Gain(abilities) if abilities.iter().any(is_way));
        for effect in &mut self.effects {
            if let Affected::Objects(objects) = &mut effect.affected
                && objects.contains(&card)
                && effect.changes.iter().any(grants)
            {
                *objects = objects.iter().copied().chain([spell]).collect();
            }
        }
    }

    /// What effects change of a permanent spell they go on changing of the permanent that it becomes (400.7a); those that prevent its
    /// damage, or are about the damage of a source that was chosen, are about that permanent's as well (400.7c, 609.7a).
    fn follow_to_permanent(&mut self, spell: ObjectId, permanent: ObjectId) {
        for effect in &mut self.effects {
            if let Affected::Objects(objects) = &mut effect.affected
                && objects.contains(&spell)
                && !effect.changes.is_empty()
            {
                *objects = objects.iter().copied().chain([permanent]).collect();
            }
        }
        for shield in &mut self.shields {
            if shield.is_about_damage() {
                shield.bindings.follow(Thing::Object(spell), Thing::Object(permanent));
            }
        }
    }

    /// The second card of a melded permanent is part of it from now on; their mana values are added up (712.4a, 202.3c).
    fn meld(&mut self, permanent: ObjectId, part: ObjectId) {
        self.take_out(part);
        let other = self.object_mut(part);
        other.exists = false;
        other.next = Some(permanent);
        let other = other.base.cost.clone();
        let object = self.object_mut(permanent);
        let front =
            object.definition.as_ref().and_then(|its| its.faces.first()).and_then(|its| its.cost.clone());
        let symbols = front.iter().chain(&other).flat_map(|cost| cost.symbols.iter().copied()).collect();
        let mut base = (*object.base).clone();
        base.front_cost = Some(Arc::new(ManaCost { symbols }));
        object.base = Arc::new(base);
    }

    /// Something merges with a permanent, which stays the same object (730.2).
    pub(super) fn merge(&mut self, it: &Merge) {
        self.take_out(it.object);
        let part = self.object_mut(it.object);
        part.exists = false;
        part.next = Some(it.permanent);
        part.known = it.known.clone();
        let token = matches!(part.nature, Nature::Copy | Nature::Token);
        // What effects change of the spell they change of the permanent (702.140f).
        self.follow_to_permanent(it.object, it.permanent);
        let object = self.object_mut(it.permanent);
        let was_token = object.is_token();
        let first = || Merged { own: object.base.clone(), with: Vec::new(), token: false, covered: false };
        let mut merged = object.merged.as_deref().cloned().unwrap_or_else(first);
        merged.with.push(it.object);
        merged.token = if it.over { token } else { was_token };
        object.base = it.base.clone();
        // It has the status of its topmost component (730.2e).
        if it.over && object.face_down.take().is_some() {
            merged.covered = true;
        }
        object.merged = Some(Rc::new(merged));
    }

    /// An object is turned face down, or face up, with all its components (730.2f).
    pub(super) fn turn_face(&mut self, id: ObjectId, face_down: Option<FaceDown>) {
        let timestamp = self.tick();
        let object = self.object_mut(id);
        // What was turned face down where it is had entered face up.
        let entered_so = object.face_down.is_some_and(|how| how != FaceDown::Plainly);
        object.entered_face_down |= entered_so && face_down.is_none();
        object.face_down = face_down;
        object.timestamp = timestamp;
        if face_down.is_none() && object.merged.as_ref().is_some_and(|merged| merged.covered) {
            object.uncover();
        }
        let (zone, owner) = (object.zone, object.owner);
        // A plane, phenomenon or scheme is turned face up off the deck in which it lies.
        if zone == Zone::Command && face_down.is_none() {
            self.player_mut(owner).deck.retain(|card| *card != id);
        }
    }

    /// The other components of a melded or merged permanent go where the first one goes, or where they go apart from it, and are
    /// objects of their own there (712.21, 730.3).
    fn part_from(&mut self, components: &[ObjectId], first: ObjectId, it: &Move) {
        let mut parts = vec![first];
        for component in components {
            let timestamp = self.tick();
            let id = self.next_object();
            let mut apart = it.parting.iter().flat_map(|parting| &parting.apart);
            let apart = apart.find(|(which, _)| which == component).map(|(_, zone)| *zone);
            let zone = apart.unwrap_or(it.to);
            let of = self.object(*component);
            let base = of
                .definition
                .as_ref()
                .and_then(|its| its.in_zone(zone, 0))
                .unwrap_or_else(|| of.base.clone());
            let object = Object {
                id,
                nature: match &of.nature {
                    // The copy of a spell that has merged with a permanent is a token there (608.3f).
                    Nature::Copy => Nature::Token,
                    nature => nature.clone(),
                },
                owner: of.owner,
                controller: of.owner,
                zone,
                base,
                definition: of.definition.clone(),
                copied: None,
                melded: None,
                merged: None,
                timestamp,
                previous: Some(*component),
                first: of.first,
                next: None,
                known: None,
                announced: None,
                ..self.object(first).clone()
            };
            let owner = object.owner;
            self.objects.push(object);
            self.object_mut(*component).next = Some(id);
            let position = if apart.is_some() { Position::Top } else { it.position };
            self.put_in(id, owner, zone, position);
            if apart.is_none() {
                parts.push(id);
            }
        }
        self.arrange_parts(first, &parts, it);
    }

    /// The cards that were one permanent come in the order that was chosen for them.
    fn arrange_parts(&mut self, first: ObjectId, parts: &[ObjectId], it: &Move) {
        let places = it.parting.as_ref().map(|parting| parting.order.as_slice()).unwrap_or_default();
        let mut order: Vec<ObjectId> =
            places.iter().filter_map(|place| parts.get(*place as usize).copied()).collect();
        let others: Vec<ObjectId> = parts.iter().copied().filter(|part| !order.contains(part)).collect();
        order.extend(others);
        if it.to == Zone::Library && it.position != Position::Shuffled {
            let owner = self.object(first).owner;
            let library = &mut self.player_mut(owner).library;
            library.retain(|card| *card == first || !order.contains(card));
            let place = library.iter().position(|card| *card == first).unwrap_or(library.len());
            library.retain(|card| *card != first);
            // The top card stands last.
            for card in &order {
                library.insert(place.min(library.len()), *card);
            }
        } else if !places.is_empty() {
            let mut timestamps: Vec<u32> = order.iter().map(|part| self.object(*part).timestamp).collect();
            timestamps.sort_unstable();
            for (part, timestamp) in order.into_iter().zip(timestamps) {
                self.object_mut(part).timestamp = timestamp;
            }
        }
    }

    /// Links objects to one that enters, as effects on how it enters say (614.14).
    fn link_as_it_enters(&mut self, id: ObjectId, links: &[(Link, ObjectId)], face: u8) {
        let turn = self.turn.number;
        let linked = |(name, object): &(_, _)| LinkedObject {
            key: LinkKey::own(id, *name),
            object: *object,
            how: Linked::Replaced,
            face,
            by: None,
            turn,
        };
        self.links.extend(links.iter().map(linked));
    }

    /// A dungeon card that comes into the game is what it was outside of it (309.2a).
    fn brought_in(&mut self, new: ObjectId, card: CardId) {
        let owner = self.object(new).owner;
        let earlier = |outside: &&ObjectId| self.object(**outside).card() == Some(card);
        let Some(earlier) = self.player(owner).outside.iter().find(earlier).copied() else { return };
        let first = self.object(earlier).first;
        self.object_mut(earlier).next = Some(new);
        let its = self.object_mut(new);
        (its.previous, its.first) = (Some(earlier), first);
        self.player_mut(owner).outside.retain(|outside| *outside != earlier);
    }

    /// An effect on an object begins that it has from the first moment on.
    fn is_there(&mut self, object: ObjectId, effect: &ContinuousEffect) {
        let timestamp = self.tick();
        let mut effect = effect.clone();
        (effect.timestamp, effect.affected) = (timestamp, Affected::Objects([object].into()));
        effect.id = EffectId(self.next_effect);
        self.next_effect += 1;
        self.effects.push(effect);
    }

    /// An object comes into being, in the place that was dealt to it if one was; or only its place is dealt.
    pub(super) fn create(&mut self, new: &NewObject) {
        let timestamp = if new.to_come { 0 } else { self.tick() };
        let id = match self.objects.get(new.new.index()).is_some_and(|its| its.is_to_come()) {
            true => new.new,
            false => self.next_object(),
        };
        let object = Object {
            id,
            nature: new.nature.clone(),
            owner: new.owner,
            controller: new.controller,
            zone: new.zone,
            exists: !new.to_come,
            outside: false,
            phased_out: None,
            base: new.copied.as_ref().and_then(|faces| faces.first()).unwrap_or(&new.base).clone(),
            definition: new.definition.clone(),
            face: new.face,
            flipped: false,
            copied: new.copied.clone(),
            timestamp,
            face_down: new.face_down,
            entered_face_down: false,
            tapped: new.tapped,
            noticed_controller: new.controller,
            sick: new.zone == Zone::Battlefield && !new.settled,
            as_if_there: false,
            upkeeps: if new.settled { 2 } else { 0 },
            entered_turn: if new.settled { 0 } else { self.turn.number },
            together_with: new.together_with,
            damage: 0,
            deathtouched: false,
            counters: super::counters_of(&new.counters),
            counted: SmallVec::new(),
            attached_to: new.attached_to,
            announced: new.announced.clone(),
            melded: None,
            merged: None,
            previous: None,
            first: id,
            next: None,
            known: None,
            transformed: None,
            suspected: None,
            offered: false,
            seen_by: SmallVec::new(),
            designations: SmallVec::new(),
            uses: SmallVec::new(),
            exhausted: SmallVec::new(),
            lapsed: 0,
        };
        match id == self.next_object() {
            true => self.objects.push(object),
            false => *self.object_mut(id) = object,
        }
        if new.to_come {
            return;
        }
        if let Some(effect) = &new.being {
            self.is_there(id, effect);
        }
        if let Nature::Card(card) = new.nature {
            self.brought_in(id, card);
        }
        if !matches!(new.nature, Nature::Marker(_)) {
            self.put_in(id, new.owner, new.zone, new.position);
        }
        self.link_as_it_enters(id, &new.links, new.face);
        self.words.extend(new.words.iter().map(|(name, word)| (LinkKey::own(id, *name), *word)));
        self.names.extend(new.names.iter().map(|(link, name)| (LinkKey::own(id, *link), name.clone())));
        if let Some(defender) = new.attacking {
            self.attack(Attack { attacker: id, defender, blocked: false });
        }
        self.block_on_entering(id, new.blocking);
    }
}
