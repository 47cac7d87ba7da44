//! The whole position.

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::{CardType, Symbol, Zone};

use super::agenda::Agenda;
use super::characteristics::Definition;
use super::combat::Combat;
use super::effects::{
    ContinuousEffect, DelayedTrigger, LinkKey, LinkedObject, Pair, Shield, Until, WaitingTrigger,
};
use super::ids::{CardId, ObjectId, PlayerId};
use super::log::Log;
use super::object::Object;
use super::objects::{Mark, Objects, Series};
use super::occurrence::{Entered, Occurrence};
use super::player::Player;
use super::sides::Variant;
use super::turn::{Step, Turn};

/// A game at one moment. Changed by [`Game::apply`] alone.
#[derive(Debug, Clone)]
pub struct Game {
    // INVARIANT: an object's id is its index here. Objects that have left stay, for last-known information.
    // They are shared with the positions to come back to, until they change: a position is kept before each attempt of a player.
    pub(super) objects: Objects,
    pub(super) cards: Arc<[PhysicalCard]>,
    /// The cards that are named for tokens to be created from (111.11), by name.
    pub(super) reference: Arc<[Arc<Definition>]>,
    // Shared like the objects.
    pub(super) players: Vec<Rc<Player>>,
    // INVARIANT: an object that exists stands in exactly one zone list, that of its `zone` (400.1).
    pub(super) battlefield: Vec<ObjectId>,
    pub(super) stack: Vec<ObjectId>,
    pub(super) exile: Vec<ObjectId>,
    pub(super) command: Vec<ObjectId>,
    pub(super) ante: Vec<ObjectId>,
    pub(super) turn: Turn,
    // What has happened this turn, in this order.
    pub(super) this_turn: Rc<Vec<Occurrence>>,
    // What has entered the battlefield this turn, as it was then.
    pub(super) entered: Log<Entered>,
    // What has been dealt excess damage this turn, as it was then.
    pub(super) dealt_excess: Vec<Entered>,
    // The spells that have resolved this game of which it may be asked whether one of their name had before: who controlled them, their names.
    pub(super) resolved: Vec<(PlayerId, Arc<str>)>,
    pub(super) agenda: Agenda,
    // Shared with the positions to come back to, and with who looks back at how it was before an event.
    pub(super) combat: Rc<Combat>,
    pub(super) effects: Vec<ContinuousEffect>,
    pub(super) untils: Vec<Until>,
    pub(super) delayed: Vec<DelayedTrigger>,
    pub(super) shields: Vec<Shield>,
    pub(super) waiting: Vec<WaitingTrigger>,
    pub(super) links: Vec<LinkedObject>,
    pub(super) encodings: Vec<(ObjectId, ObjectId)>,
    pub(super) words: Vec<(LinkKey, Symbol)>,
    /// Further cards whose names players may choose (201.4).
    pub(super) nameable: Arc<[Arc<Definition>]>,
    pub(super) names: Vec<(LinkKey, Arc<str>)>,
    pub(super) clock: u32,
    pub(super) next_effect: u32,
    pub(super) revision: u64,
    pub(super) structure: u64,
    pub(super) stirred: u64,
    pub(super) ending: Option<Ending>,
    pub(super) variant: Variant,
    // Which player has which designation, in the order in which they got them.
    pub(super) held: Vec<(Symbol, PlayerId)>,
    pub(super) daytime: Option<Daytime>,
}

/// A physical card: it stays the same through all zones.
#[derive(Debug, Clone)]
pub struct PhysicalCard {
    /// Who owns it.
    pub owner: PlayerId,
    /// What it is; `None` for a card that nobody has named.
    pub definition: Option<Arc<Definition>>,
    /// Whether it is its owner's commander (903.3).
    pub commander: bool,
    /// How often its owner had cast it from the command zone before what is played begins (903.8), if that is said.
    pub cast_before: Option<u16>,
}

/// How a game ends (104).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The player wins (104.2).
    Won(PlayerId),
    /// Nobody wins (104.4).
    Draw,
}

/// Whether it is day or night (731.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Daytime {
    /// Day.
    Day,
    /// Night.
    Night,
}

impl Game {
    /// A game of these players and cards with nothing on the table, in the first player's precombat main phase.
    pub fn new(players: Vec<Player>, cards: Vec<PhysicalCard>) -> Self {
        Self {
            objects: Objects::default(),
            cards: cards.into(),
            reference: Arc::from([]),
            players: players.into_iter().map(Rc::new).collect(),
            battlefield: Vec::new(),
            stack: Vec::new(),
            exile: Vec::new(),
            command: Vec::new(),
            ante: Vec::new(),
            turn: Turn {
                active: PlayerId(0),
                number: 1,
                step: Step::PrecombatMain,
                begun: 0,
                priority: None,
                passes: 0,
                combats: 0,
                blocks: false,
                mains: 0,
                upkeep_over: false,
                cast_before: None,
                most_cast_before: None,
            },
            this_turn: Rc::default(),
            entered: Log::default(),
            dealt_excess: Vec::new(),
            resolved: Vec::new(),
            agenda: Agenda::default(),
            combat: Rc::default(),
            effects: Vec::new(),
            untils: Vec::new(),
            delayed: Vec::new(),
            shields: Vec::new(),
            waiting: Vec::new(),
            links: Vec::new(),
            encodings: Vec::new(),
            words: Vec::new(),
            nameable: Arc::from([]),
            names: Vec::new(),
            clock: 0,
            next_effect: 0,
            revision: 0,
            structure: 0,
            stirred: 0,
            ending: None,
            variant: Variant::default(),
            held: Vec::new(),
            daytime: None,
        }
    }

    /// Gives the game what the Oracle card reference says of the cards that effects create tokens of (111.11).
    pub fn refer_to(&mut self, cards: Vec<Arc<Definition>>) {
        self.reference = cards.into();
    }

    /// What the Oracle card reference says of a card that an effect creates tokens of.
    pub fn reference(&self, name: &str) -> Option<&Arc<Definition>> {
        self.reference.iter().find(|definition| *definition.name == *name)
    }

    /// The spells that have resolved of which it is asked whether one of their name had before, by who controlled them and their names.
    pub fn resolved(&self) -> &[(PlayerId, Arc<str>)] {
        &self.resolved
    }

    /// What has happened this turn that abilities may ask for.
    pub fn this_turn(&self) -> &[Occurrence] {
        &self.this_turn
    }

    /// What has been dealt excess damage this turn, as it was then (120.10).
    pub fn dealt_excess(&self) -> &[Entered] {
        &self.dealt_excess
    }

    /// What has entered the battlefield this turn, as it was then.
    pub fn entered(&self) -> impl Iterator<Item = &Entered> {
        self.entered.iter()
    }

    /// Makes it a game of a casual variant before anything has happened.
    pub const fn play_as(&mut self, variant: Variant) {
        self.variant = variant;
    }

    /// The casual variant that is played.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The planar controller: the active player, or if that player has left, the next in turn order (901.6).
    pub fn planar_controller(&self) -> PlayerId {
        match self.player(self.turn.active).gone {
            true => self.player_after(self.turn.active),
            false => self.turn.active,
        }
    }

    /// The planes and phenomena that are face up in the command zone.
    pub fn planes(&self) -> impl Iterator<Item = ObjectId> {
        self.face_up(|types| types.is(CardType::Plane) || types.is(CardType::Phenomenon))
    }

    /// The schemes that are face up in the command zone.
    pub fn schemes(&self) -> impl Iterator<Item = ObjectId> {
        self.face_up(|types| types.is(CardType::Scheme))
    }

    fn face_up(&self, fits: impl Fn(&crate::ir::TypeLine) -> bool) -> impl Iterator<Item = ObjectId> {
        let is = move |object: &ObjectId| {
            let its = self.object(*object);
            !its.is_face_down() && fits(&its.base.types)
        };
        self.command.iter().copied().filter(is)
    }

    /// An object that is or was in the game.
    pub fn object(&self, id: ObjectId) -> &Object {
        self.objects.of(id)
    }

    /// The same, to be kept as it is now.
    pub fn shared(&self, id: ObjectId) -> Rc<Object> {
        self.objects.of(id).clone()
    }

    /// A player.
    #[expect(clippy::indexing_slicing, reason = "ids are dealt by the game that holds the players")]
    pub fn player(&self, id: PlayerId) -> &Player {
        &self.players[id.index()]
    }

    /// A physical card.
    #[expect(clippy::indexing_slicing, reason = "ids are dealt by the game that holds the cards")]
    pub fn card(&self, id: CardId) -> &PhysicalCard {
        &self.cards[id.index()]
    }

    /// All physical cards.
    pub fn cards(&self) -> &[PhysicalCard] {
        &self.cards
    }

    /// The commanders among the cards that represent an object: of a melded or merged permanent each card counts (903.3b–c).
    pub fn commanders(&self, object: ObjectId) -> impl Iterator<Item = CardId> {
        let components = std::iter::once(object).chain(self.object(object).components());
        let cards = components.filter_map(|component| self.object(component).card());
        cards.filter(|card| self.card(*card).commander)
    }

    /// All objects that are or were in the game, by id.
    pub const fn objects(&self) -> &Objects {
        &self.objects
    }

    /// The objects that stand out in a way, by id.
    pub fn marked(&self, mark: Mark) -> &[ObjectId] {
        self.objects.marked(mark)
    }

    /// The same by a look at every object: what [`Game::marked`] must be.
    pub fn marked_at_length(&self, mark: Mark) -> Vec<ObjectId> {
        self.objects.marked_at_length(mark, &self.cards)
    }

    /// The series of equal objects that an object is in, if it is in one.
    pub fn series_of(&self, object: ObjectId) -> Option<Series> {
        self.objects.series_of(object)
    }

    /// Every series of equal objects.
    pub fn series(&self) -> &[Series] {
        self.objects.series()
    }

    /// The same by a look at every object: what [`Game::series`] must be.
    pub fn series_at_length(&self) -> Vec<Series> {
        self.objects.series_at_length(&self.cards)
    }

    /// Every player in turn order from the first seat, those who have left included.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        let count = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        (0..count).map(PlayerId)
    }

    /// The objects of a zone in its order: the top of the stack, a library or a graveyard last. Of library, hand and
    /// graveyard the player's.
    pub fn zone(&self, zone: Zone, player: PlayerId) -> &[ObjectId] {
        match zone {
            Zone::Library => &self.player(player).library,
            Zone::Hand => &self.player(player).hand,
            Zone::Graveyard => &self.player(player).graveyard,
            Zone::Battlefield => &self.battlefield,
            Zone::Stack => &self.stack,
            Zone::Exile => &self.exile,
            Zone::Ante => &self.ante,
            Zone::Command => &self.command,
        }
    }

    /// The permanents in the order in which they came.
    pub fn battlefield(&self) -> &[ObjectId] {
        &self.battlefield
    }

    /// The stack, its top last.
    pub fn stack(&self) -> &[ObjectId] {
        &self.stack
    }

    /// The objects in exile.
    pub fn exile(&self) -> &[ObjectId] {
        &self.exile
    }

    /// The objects in the command zone.
    pub fn command(&self) -> &[ObjectId] {
        &self.command
    }

    /// Whose turn it is and how far it has come.
    pub const fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The turns and phases to come that effects have added.
    pub const fn agenda(&self) -> &Agenda {
        &self.agenda
    }

    /// Who makes the choices and decisions of a player: that player, unless another controls them (723.5), or their teammate where teams
    /// take turns (805.8).
    pub fn decider(&self, player: PlayerId) -> PlayerId {
        match self.agenda.controlled {
            Some((controlled, by)) if self.fights_with(controlled, player) && !self.player(by).gone => by,
            _ => player,
        }
    }

    /// Whether a player who is controlled is so because a teammate is (805.8).
    pub fn is_controlled_with_team(&self, player: PlayerId) -> bool {
        self.agenda.controlled.is_some_and(|(controlled, _)| controlled != player)
    }

    /// Who attacks and blocks.
    pub fn combat(&self) -> &Combat {
        &self.combat
    }

    /// The same, to be kept as it is now.
    pub fn combat_as_it_is(&self) -> Rc<Combat> {
        self.combat.clone()
    }

    /// The continuous effects that spells and abilities have made, oldest first.
    pub fn effects(&self) -> &[ContinuousEffect] {
        &self.effects
    }

    /// What will return when something happens (610.3).
    pub fn untils(&self) -> &[Until] {
        &self.untils
    }

    /// The delayed triggered abilities that wait.
    pub fn delayed(&self) -> &[DelayedTrigger] {
        &self.delayed
    }

    /// The replacement and prevention effects that spells and abilities have made.
    pub fn shields(&self) -> &[Shield] {
        &self.shields
    }

    /// The abilities that have triggered and are not yet on the stack.
    pub fn waiting(&self) -> &[WaitingTrigger] {
        &self.waiting
    }

    /// The objects linked under a key, in the order in which they were.
    pub fn linked(&self, key: LinkKey) -> impl Iterator<Item = ObjectId> {
        self.links.iter().filter(move |link| link.key == key).map(|link| link.object)
    }

    /// Every link.
    pub fn links(&self) -> &[LinkedObject] {
        &self.links
    }

    /// The creature that a card in exile is encoded on, if it is (702.99b–c).
    pub fn encoded_on(&self, card: ObjectId) -> Option<ObjectId> {
        self.encodings
            .iter()
            .find(|(encoded, host)| *encoded == card && self.object(*host).on_battlefield())
            .filter(|_| self.object(card).exists)
            .map(|(_, host)| *host)
    }

    /// Every encoding there ever was: the card in exile, and the creature.
    pub fn encodings(&self) -> &[(ObjectId, ObjectId)] {
        &self.encodings
    }

    /// Whether it is known that nothing has been chosen for a pair of linked abilities for which nothing is kept: an object has gained
    /// them (607.5a), it is looked at as it would be there before that is chosen (614.12), or it was seen to come without the
    /// choice, or what it is says so, as of what is turned face up later (708.8). Of all else that was there from the beginning nobody has
    /// said it.
    pub fn is_unchosen(&self, key: LinkKey) -> bool {
        let its = self.object(key.object);
        let seen_to_come = its.previous.is_some() || its.entered_face_down;
        key.pair != Pair::Own || its.as_if_there || its.on_battlefield() && seen_to_come
    }

    /// The word chosen under a link.
    pub fn word(&self, key: LinkKey) -> Option<Symbol> {
        self.words.iter().rev().find(|(its_key, _)| *its_key == key).map(|(_, word)| *word)
    }

    /// Every word that has been chosen for a linked ability, the first first.
    pub fn words(&self, key: LinkKey) -> impl Iterator<Item = Symbol> {
        self.words.iter().filter(move |(its_key, _)| *its_key == key).map(|(_, word)| *word)
    }

    /// Whether any word or name has been chosen for a linked ability (607.2d).
    pub const fn has_chosen(&self) -> bool {
        !self.words.is_empty() || !self.names.is_empty()
    }

    /// Whether the same was chosen for two objects, as far as anything was (607.2d).
    pub fn chose_alike(&self, one: ObjectId, other: ObjectId) -> bool {
        let words = |of: ObjectId| {
            let its = self.words.iter().filter(move |(key, _)| key.object == of);
            its.map(|(key, word)| (key.name, key.pair, *word))
        };
        let names = |of: ObjectId| {
            let its = self.names.iter().filter(move |(key, _)| key.object == of);
            its.map(|(key, name)| (key.name, key.pair, name.as_ref()))
        };
        words(one).eq(words(other)) && names(one).eq(names(other))
    }

    /// The objects for which something has been chosen.
    pub fn chosen_for(&self) -> impl Iterator<Item = ObjectId> {
        let words = self.words.iter().map(|(key, _)| key.object);
        words.chain(self.names.iter().map(|(key, _)| key.object))
    }

    /// What is attached to something, in the order in which it came.
    pub fn attached_to(&self, thing: super::ids::Thing) -> impl Iterator<Item = ObjectId> {
        // Most positions have nothing that is attached to anything.
        let nothing = self.objects.is_settled() && self.objects.marked(Mark::Attached).is_empty();
        let permanents = if nothing { &[] } else { self.battlefield.as_slice() };
        permanents.iter().copied().filter(move |object| self.object(*object).attached_to == Some(thing))
    }

    /// The timestamp that the next change would get (613.7).
    pub const fn clock(&self) -> u32 {
        self.clock
    }

    /// The number that the next effect gets.
    pub const fn next_effect(&self) -> super::effects::EffectId {
        super::effects::EffectId(self.next_effect)
    }

    /// A number that differs whenever the position has changed.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// A number that grows with each change of which objects there are and of what effects there are on them; others, such
    /// as damage, leave it alone.
    pub const fn structure(&self) -> u64 {
        self.structure
    }

    /// A number that grows with each change but those after which no state-based action can apply that didn't before, as when a
    /// step begins, so long as the layers make the same of all objects (704.3).
    pub const fn stirred(&self) -> u64 {
        self.stirred
    }

    /// Whether it is day or night; at first it is neither (731.1).
    pub const fn daytime(&self) -> Option<Daytime> {
        self.daytime
    }

    /// The player who has a designation that only one can have, if anybody has it.
    pub fn holder(&self, name: Symbol) -> Option<PlayerId> {
        self.held.iter().find(|(its, _)| *its == name).map(|(_, player)| *player)
    }

    /// Whether a player has a designation.
    pub fn holds(&self, player: PlayerId, name: Symbol) -> bool {
        self.held.contains(&(name, player))
    }

    /// Which player has which designation, in the order in which they got them.
    pub fn held(&self) -> &[(Symbol, PlayerId)] {
        &self.held
    }

    /// How the game has ended, if it has.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether an object has left the game together with its owner (800.4a).
    pub fn has_left(&self, object: ObjectId) -> bool {
        let its = self.object(object);
        self.player(its.owner).gone && its.has_ceased() && its.would_only_leave()
    }

    /// Whether an object is a card outside the game that has not been brought in from there (400.11), or a dungeon card that has been
    /// removed from the game again (309.7).
    pub fn is_outside(&self, object: ObjectId) -> bool {
        let its = self.object(object);
        if its.exists || its.next.is_some() {
            return false;
        }
        its.outside || self.player(its.owner).outside.contains(&object)
    }

    /// What an object is now: itself, or what it became through all the zones it went to since.
    pub fn latest(&self, object: ObjectId) -> ObjectId {
        let mut latest = object;
        // Each object's successor has a greater id, so this ends.
        while let Some(next) = self.object(latest).next {
            latest = next;
        }
        latest
    }

    /// What an object was at first: through all its moves back to the start of the scenario.
    pub fn earliest(&self, object: ObjectId) -> ObjectId {
        self.object(object).first
    }
}
