//! The whole position.

use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::ir::{CounterKind, Symbol, Zone};

use super::agenda::Agenda;
use super::characteristics::Definition;
use super::combat::Combat;
use super::effects::{ContinuousEffect, DelayedTrigger, Link, LinkKey, Shield, Until, WaitingTrigger};
use super::ids::{CardId, ObjectId, PlayerId};
use super::mana::Mana;
use super::object::Object;
use super::occurrence::Occurrence;
use super::turn::{Step, Turn};

/// A game at one moment. Changed by [`Game::apply`] alone.
#[derive(Debug, Clone)]
pub struct Game {
    // INVARIANT: an object's id is its index here. Objects that have left stay, for last-known information.
    // Each is shared with the positions to come back to, until it changes: a position is kept before each attempt of a player.
    pub(super) objects: Vec<Rc<Object>>,
    pub(super) cards: Arc<[PhysicalCard]>,
    /// The cards that are named for tokens to be created from (111.11), by name.
    pub(super) reference: Arc<[Arc<Definition>]>,
    pub(super) players: Vec<Player>,
    // INVARIANT: an object that exists stands in exactly one zone list, that of its `zone` (400.1).
    pub(super) battlefield: Vec<ObjectId>,
    pub(super) stack: Vec<ObjectId>,
    pub(super) exile: Vec<ObjectId>,
    pub(super) command: Vec<ObjectId>,
    pub(super) ante: Vec<ObjectId>,
    pub(super) turn: Turn,
    // What has happened this turn, in this order.
    pub(super) this_turn: Vec<Occurrence>,
    pub(super) agenda: Agenda,
    // Shared with the positions to come back to, and with who looks back at how it was before an event.
    pub(super) combat: Rc<Combat>,
    pub(super) effects: Vec<ContinuousEffect>,
    pub(super) untils: Vec<Until>,
    pub(super) delayed: Vec<DelayedTrigger>,
    pub(super) shields: Vec<Shield>,
    pub(super) waiting: Vec<WaitingTrigger>,
    pub(super) links: Vec<Link>,
    pub(super) encodings: Vec<(ObjectId, ObjectId)>,
    pub(super) words: Vec<(LinkKey, Symbol)>,
    /// Further cards whose names players may choose (201.4).
    pub(super) nameable: Arc<[Arc<Definition>]>,
    pub(super) names: Vec<(LinkKey, Arc<str>)>,
    pub(super) clock: u32,
    pub(super) next_effect: u32,
    pub(super) revision: u64,
    pub(super) structure: u64,
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
}

/// How many cards were in a player's zones as they left the game (800.4i).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftWith {
    /// In the hand.
    pub hand: u32,
    /// In the library.
    pub library: u32,
    /// In the graveyard.
    pub graveyard: u32,
}

/// A player.
#[derive(Debug, Clone)]
pub struct Player {
    /// The life total (119).
    pub life: i32,
    /// The starting life total (103.4).
    pub starting_life: i32,
    /// The maximum hand size before effects: seven, as a vanguard card modifies it (402.2, 902.5b).
    pub hand_size: i32,
    /// The cards on top of the planar or scheme deck, the topmost last (901.3, 904.3). What was put on the bottom is not among them.
    pub deck: Vec<ObjectId>,
    /// How often the player has rolled the planar die as a special action this turn (901.9).
    pub planar_rolls: u16,
    /// Poison counters (122.1f).
    pub poison: u32,
    /// Energy counters (107.14).
    pub energy: u32,
    /// Counters of other kinds, in the order in which they first came.
    pub counters: SmallVec<[(CounterKind, u32); 2]>,
    /// The speed, for one who has any (702.179b).
    pub speed: Option<u32>,
    /// How often the Ring has tempted the player (701.54c).
    pub tempted: u32,
    /// The cards they own outside the game that can be brought into it (400.11).
    pub outside: Vec<ObjectId>,
    /// Whether these are all there are, and not only nobody says which there are.
    pub outside_known: bool,
    /// The dungeons that they have completed, in this order (309.7).
    pub completed: Vec<CardId>,
    /// Unspent mana, in the order in which it came (106.4).
    pub mana: Vec<Mana>,
    /// The library, the top card last.
    pub library: Vec<ObjectId>,
    /// Cards of the library that have been shuffled since anybody knew their order: each of them may be in the place of any other.
    pub unordered: Vec<ObjectId>,
    /// Whether unknown cards lie below those that are listed, as many as needed.
    pub endless_library: bool,
    /// The listed cards that were put on the bottom, below even those.
    pub beneath: Vec<ObjectId>,
    /// The hand.
    pub hand: Vec<ObjectId>,
    /// The graveyard, the top card last.
    pub graveyard: Vec<ObjectId>,
    /// Lands played this turn (305.2).
    pub lands_played: u32,
    /// How many cards were in each of their zones as they left the game (800.4i).
    pub left_with: Option<LeftWith>,
    /// Cards drawn this turn.
    pub drawn: u32,
    /// Those of them drawn in this step.
    pub drawn_this_step: u32,
    /// Spells cast this turn.
    pub spells_cast: u32,
    /// How much mana they have spent to cast spells this turn, where mana is tracked (700.14).
    pub spent_on_spells: u32,
    /// Has begun to activate an exhaust ability this turn (702.177b).
    pub exhausted: bool,
    /// The creatures they have attacked with this turn.
    pub attacked_with: Vec<ObjectId>,
    /// Life gained this turn.
    pub gained: u32,
    /// Life lost this turn.
    pub lost: u32,
    /// Tried to draw from an empty library since the last check (704.5b).
    pub drew_from_empty: bool,
    /// Combat damage dealt to the player by each commander over the course of the game (903.10a).
    pub commander_damage: Vec<(CardId, u32)>,
    /// Has left the game (104.5, 800.4).
    pub gone: bool,
}

/// The casual variant that is played (9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Variant {
    /// None that the rules of a game look at.
    #[default]
    Normal,
    /// Planechase (901).
    Planechase,
    /// Archenemy (904), and who the archenemy is.
    Archenemy(PlayerId),
    /// Two-Headed Giant (810): the first two players against the other two.
    TwoHeadedGiant,
}

impl Variant {
    /// The team of a player; in a game without teams each is their own (102.2).
    const fn team(self, player: PlayerId) -> u8 {
        match self {
            Variant::TwoHeadedGiant => player.0 / 2,
            Variant::Archenemy(archenemy) => (player.0 != archenemy.0) as u8,
            Variant::Normal | Variant::Planechase => player.0,
        }
    }
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

impl Player {
    /// How many cards are listed from the top of the library on, before there are unknown ones.
    pub fn listed_on_top(&self) -> usize {
        let below = if self.endless_library { self.beneath.len() } else { 0 };
        self.library.len().saturating_sub(below)
    }

    /// How many counters of a kind they have, poison and energy included (122.1).
    pub fn counters_of(&self, kind: CounterKind) -> u32 {
        match kind {
            CounterKind::POISON => self.poison,
            CounterKind::ENERGY => self.energy,
            kind => self.counters.iter().find(|(its, _)| *its == kind).map_or(0, |(_, count)| *count),
        }
    }
}

impl Default for Player {
    fn default() -> Self {
        Self {
            life: 20,
            starting_life: 20,
            hand_size: 7,
            deck: Vec::new(),
            planar_rolls: 0,
            poison: 0,
            energy: 0,
            counters: SmallVec::new(),
            speed: None,
            tempted: 0,
            outside: Vec::new(),
            outside_known: false,
            completed: Vec::new(),
            mana: Vec::new(),
            library: Vec::new(),
            unordered: Vec::new(),
            endless_library: true,
            beneath: Vec::new(),
            hand: Vec::new(),
            graveyard: Vec::new(),
            lands_played: 0,
            left_with: None,
            drawn: 0,
            drawn_this_step: 0,
            spells_cast: 0,
            spent_on_spells: 0,
            exhausted: false,
            attacked_with: Vec::new(),
            gained: 0,
            lost: 0,
            drew_from_empty: false,
            commander_damage: Vec::new(),
            gone: false,
        }
    }
}

impl Game {
    /// A game of these players and cards with nothing on the table, in the first player's precombat main phase.
    pub fn new(players: Vec<Player>, cards: Vec<PhysicalCard>) -> Self {
        Self {
            objects: Vec::with_capacity(cards.len() * 2),
            cards: cards.into(),
            reference: Arc::from([]),
            players,
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
                cast_before: 0,
                most_cast_before: None,
            },
            this_turn: Vec::new(),
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

    /// What has happened this turn that abilities may ask for.
    pub fn this_turn(&self) -> &[Occurrence] {
        &self.this_turn
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
        self.face_up(|types| {
            types.is(crate::ir::CardType::Plane) || types.is(crate::ir::CardType::Phenomenon)
        })
    }

    /// The schemes that are face up in the command zone.
    pub fn schemes(&self) -> impl Iterator<Item = ObjectId> {
        self.face_up(|types| types.is(crate::ir::CardType::Scheme))
    }

    fn face_up(&self, fits: impl Fn(&crate::ir::TypeLine) -> bool) -> impl Iterator<Item = ObjectId> {
        let is = move |object: &ObjectId| {
            let its = self.object(*object);
            !its.is_face_down() && fits(&its.base.types)
        };
        self.command.iter().copied().filter(is)
    }

    /// An object that is or was in the game.
    #[expect(clippy::indexing_slicing, reason = "ids are dealt by the game that holds the objects")]
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// The same, to be kept as it is now.
    #[expect(clippy::indexing_slicing, reason = "ids are dealt by the game that holds the objects")]
    pub fn shared(&self, id: ObjectId) -> Rc<Object> {
        self.objects[id.index()].clone()
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

    /// The commanders among the cards that represent an object: of a melded or merged permanent each card counts (903.3b–c).
    pub fn commanders(&self, object: ObjectId) -> impl Iterator<Item = CardId> {
        let components = std::iter::once(object).chain(self.object(object).components());
        let cards = components.filter_map(|component| self.object(component).card());
        cards.filter(|card| self.card(*card).commander)
    }

    /// All objects that are or were in the game, by id.
    pub fn objects(&self) -> &[Rc<Object>] {
        &self.objects
    }

    /// Every player in turn order from the first seat, those who have left included.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        let count = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        (0..count).map(PlayerId)
    }

    /// The players still in the game in APNAP order (101.4).
    pub fn apnap(&self) -> SmallVec<[PlayerId; 6]> {
        self.in_turn_order_from(self.turn.active)
    }

    /// The players still in the game in turn order from one of them.
    pub fn in_turn_order_from(&self, first: PlayerId) -> SmallVec<[PlayerId; 6]> {
        let mut order = SmallVec::new();
        let (before, from) = self.players.split_at(first.index().min(self.players.len()));
        for (seat, player) in (first.0..).zip(from).chain((0..).zip(before)) {
            if !player.gone {
                order.push(PlayerId(seat));
            }
        }
        order
    }

    /// The next player in turn order who is still in the game.
    pub fn player_after(&self, player: PlayerId) -> PlayerId {
        self.in_turn_order_from(player).iter().copied().find(|next| *next != player).unwrap_or(player)
    }

    /// Whose turn follows that of a player in turn order: the next player's, or that of the next team (805.4).
    pub fn turn_after(&self, player: PlayerId) -> PlayerId {
        match self.shares_turns() {
            true => {
                let order = self.in_turn_order_from(player);
                order.iter().copied().find(|other| !self.same_team(player, *other)).unwrap_or(player)
            }
            false => self.player_after(player),
        }
    }

    /// Whether two players are the same or teammates (102.3).
    pub fn same_team(&self, one: PlayerId, other: PlayerId) -> bool {
        self.variant.team(one) == self.variant.team(other)
    }

    /// A player and their teammates who are still in the game, in turn order.
    pub fn team_of(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> {
        self.players().filter(move |other| self.same_team(player, *other) && !self.player(*other).gone)
    }

    /// Whether teams rather than players take turns and have priority, and some team has several players (805.4, 805.5).
    pub fn shares_turns(&self) -> bool {
        match self.variant {
            Variant::TwoHeadedGiant => true,
            Variant::Archenemy(_) => self.players.len() > 2,
            Variant::Normal | Variant::Planechase => false,
        }
    }

    /// Whether the life total and the poison counters are the team's (810.4, 810.10).
    pub const fn shares_life(&self) -> bool {
        matches!(self.variant, Variant::TwoHeadedGiant)
    }

    /// Whether it is a player's turn, or their team's where teams take turns (805.4a).
    pub fn is_active(&self, player: PlayerId) -> bool {
        self.fights_with(player, self.turn.active)
    }

    /// Whether two players attack and block as one: they are the same, or of one team that takes turns together (805.10a).
    pub fn fights_with(&self, one: PlayerId, other: PlayerId) -> bool {
        one == other || self.shares_turns() && self.same_team(one, other)
    }

    /// Who takes a player's turns: they, or all of their team where teams take turns (805.4).
    pub fn whose_turn_it_would_be(&self, player: PlayerId) -> SmallVec<[PlayerId; 4]> {
        match self.shares_turns() {
            true => self.team_of(player).collect(),
            false => SmallVec::from_slice(&[player]),
        }
    }

    /// Whether some players are a team together (102.3).
    pub fn has_teams(&self) -> bool {
        self.players()
            .any(|player| self.players().any(|other| other != player && self.same_team(player, other)))
    }

    /// How many of those who are still in the game have priority in turn: players, or teams where those have it (805.5).
    pub fn sides(&self) -> usize {
        let players = self.apnap();
        if !self.shares_turns() {
            return players.len();
        }
        let first = |player: &&PlayerId| self.team_of(**player).next() == Some(**player);
        players.iter().filter(first).count()
    }

    /// Who has priority after a player has passed (117.3d, 805.5b).
    pub(super) fn priority_after(&self, player: PlayerId) -> PlayerId {
        if !self.shares_turns() {
            return self.player_after(player);
        }
        let others = self.in_turn_order_from(player);
        others.iter().copied().find(|other| !self.same_team(player, *other)).unwrap_or(player)
    }

    /// The opponents of a player who are still in the game, in turn order.
    pub fn opponents(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> + use<> {
        let variant = self.variant;
        let opposed = move |other: &PlayerId| variant.team(*other) != variant.team(player);
        self.in_turn_order_from(player).into_iter().filter(opposed)
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

    /// Who makes the choices and decisions of a player: that player, unless another controls them (723.5).
    pub fn decider(&self, player: PlayerId) -> PlayerId {
        match self.agenda.controlled {
            Some((controlled, by)) if controlled == player && !self.player(by).gone => by,
            _ => player,
        }
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
    pub fn links(&self) -> &[Link] {
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

    /// The word chosen under a link.
    pub fn word(&self, key: LinkKey) -> Option<Symbol> {
        self.words.iter().rev().find(|(its_key, _)| *its_key == key).map(|(_, word)| *word)
    }

    /// What is attached to something, in the order in which it came.
    pub fn attached_to(&self, thing: super::ids::Thing) -> impl Iterator<Item = ObjectId> {
        self.battlefield.iter().copied().filter(move |object| self.object(*object).attached_to == Some(thing))
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

    /// How the game has ended, if it has.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether an object has left the game together with its owner (800.4a).
    pub fn has_left(&self, object: ObjectId) -> bool {
        let its = self.object(object);
        self.player(its.owner).gone && its.has_ceased() && its.would_only_leave()
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
