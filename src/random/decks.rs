//! Decks drawn at random, and the game that is set up with them.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use fastrand::Rng;

use crate::board::Library;
use crate::cards::Pool;
use crate::engine::gaps;
use crate::game::{
    CardId, Change, Definition, Game, Nature, NewObject, ObjectId, PhysicalCard, Player, PlayerId,
};
use crate::ir::{CardType, CounterKind, Supertype, Zone};

/// How many cards a deck has.
const DECK: usize = 47;

/// The cards that decks are drawn from.
pub struct Cards {
    /// Every card but the lands.
    spells: Vec<Arc<Definition>>,
    lands: Vec<Arc<Definition>>,
    basics: Vec<Arc<Definition>>,
    /// The cards that can be commanders (903.3).
    commanders: Vec<Arc<Definition>>,
    tokens: Vec<Arc<Definition>>,
    /// Why nodes of these cards are not played.
    gaps: BTreeSet<String>,
}

impl Cards {
    /// Every card of a pool.
    pub fn of(pool: &Pool) -> Self {
        let library = Library::new(pool);
        let (mut lands, mut spells): (Vec<_>, Vec<_>) =
            library.every_card().into_iter().partition(|card| is(card, CardType::Land));
        let tokens = library.named_for_tokens(spells.iter().chain(&lands));
        let is_basic = |card: &Arc<Definition>| {
            card.faces.first().is_some_and(|face| face.has_supertype(Supertype::Basic))
        };
        let basics = lands.iter().filter(|card| is_basic(card)).cloned().collect();
        lands.retain(|card| !card.faces.is_empty());
        spells.retain(|card| !card.faces.is_empty());
        let commanders = spells
            .iter()
            .filter(|card| {
                is(card, CardType::Creature)
                    && card.faces.first().is_some_and(|face| face.has_supertype(Supertype::Legendary))
            })
            .cloned()
            .collect();
        let read = pool.names().filter_map(|name| pool.get(name).ok().flatten());
        let gaps = read.flat_map(|card| gaps(&card)).map(|gap| gap.why).collect();
        Self { spells, lands, basics, commanders, tokens, gaps }
    }

    /// Whether it is told of one of the cards that something of it is not played for this reason.
    pub(super) fn announce(&self, why: &str) -> bool {
        self.gaps.contains(why)
    }

    /// The same without the spells that are not asked for.
    #[must_use]
    pub fn only(mut self, dealt: impl Fn(&str) -> bool) -> Self {
        self.spells.retain(|card| dealt(&card.name));
        self
    }

    /// The names of all the cards.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.spells.iter().chain(&self.lands).map(|card| &*card.name)
    }

    fn draw(&self, rng: &mut Rng) -> Vec<Arc<Definition>> {
        let mut deck = Vec::with_capacity(DECK);
        while deck.len() < DECK {
            let (from, copies) = match rng.u32(0..10) {
                0 => (&self.lands, 1),
                1 | 2 => (&self.basics, 1),
                // Some cards come several times: what is named alike, or legendary, meets itself.
                3 => (&self.spells, rng.u32(2..4)),
                _ => (&self.spells, 1),
            };
            let Some(card) = one_of(rng, from) else { break };
            deck.extend((0..copies).map(|_| card.clone()));
        }
        deck.truncate(DECK);
        deck
    }
}

/// Whether the front face of a card has the type.
fn is(card: &Definition, card_type: CardType) -> bool {
    card.faces.first().is_some_and(|face| face.is(card_type))
}

/// One of a list, if it has any.
pub(super) fn one_of<T: Clone>(rng: &mut Rng, from: &[T]) -> Option<T> {
    let count = u32::try_from(from.len()).ok().filter(|count| *count > 0)?;
    from.get(rng.u32(0..count) as usize).cloned()
}

/// A list in any order.
pub(super) fn shuffle<T>(rng: &mut Rng, list: &mut [T]) {
    for end in (1..list.len()).rev() {
        let other = rng.u32(0..=u32::try_from(end).unwrap_or(u32::MAX)) as usize;
        list.swap(end, other);
    }
}

/// An object to be put up.
pub(super) struct Placed {
    /// What it is.
    pub(super) definition: Arc<Definition>,
    /// Who owns and controls it.
    pub(super) owner: PlayerId,
    /// Where it is.
    pub(super) zone: Zone,
    /// Whether it is a token.
    pub(super) token: bool,
    /// Whether it is outside the game.
    pub(super) outside: bool,
}

/// A game in which these objects are there already, in the first player's precombat main phase.
pub(super) fn put_up(seats: Vec<Player>, reference: Vec<Arc<Definition>>, placed: Vec<Placed>) -> Game {
    let physical = placed.iter().filter(|it| !it.token).map(|it| PhysicalCard {
        owner: it.owner,
        definition: Some(it.definition.clone()),
        commander: false,
        cast_before: None,
    });
    let mut game = Game::new(seats, physical.collect());
    game.refer_to(reference);
    let mut cards = 0u16;
    for it in placed {
        let Some(base) = it.definition.in_zone(it.zone, 0) else { continue };
        let nature = if it.token {
            Nature::Token
        } else {
            cards += 1;
            Nature::Card(CardId(cards - 1))
        };
        let counters = [(CounterKind::LOYALTY, base.loyalty), (CounterKind::DEFENSE, base.defense)];
        let on_battlefield = it.zone == Zone::Battlefield;
        let counters = counters
            .into_iter()
            .filter_map(|(kind, count)| Some((kind, u32::try_from(count?).ok()?)).filter(|_| on_battlefield));
        let counters = counters.collect();
        let object = game.next_object();
        let new = NewObject::new(object, nature, it.owner, it.zone, base);
        let new = NewObject { definition: Some(it.definition), settled: true, counters, ..new };
        game.apply(&Change::Create(Box::new(new)));
        if it.outside {
            game.apply(&Change::SetAside(object));
        }
    }
    game
}

/// A game with a random deck for each player, before the first turn.
pub(super) fn deal(cards: &Cards, rng: &mut Rng, players: u8, commander: bool) -> Game {
    let life = if commander { 40 } else { 20 };
    let seat = Player { life, starting_life: life, endless_library: false, ..Player::default() };
    let mut physical = Vec::new();
    let mut places = Vec::new();
    for player in (0..players).map(PlayerId) {
        let mut add = |definition: Arc<Definition>, commander: bool| {
            places.push((player, definition.clone()));
            let definition = Some(definition);
            physical.push(PhysicalCard { owner: player, definition, commander, cast_before: None });
        };
        if let Some(leader) = one_of(rng, &cards.commanders).filter(|_| commander) {
            add(leader, true);
        }
        cards.draw(rng).into_iter().for_each(|card| add(card, false));
    }
    let mut game = Game::new(vec![seat; usize::from(players)], physical);
    game.refer_to(cards.tokens.clone());
    for (card, (player, definition)) in (0u16..).zip(places) {
        let new = game.next_object();
        if let Some(object) = new_card(CardId(card), player, definition, new) {
            game.apply(&Change::Create(Box::new(object)));
        }
    }
    for player in (0..players).map(PlayerId) {
        game.apply(&Change::Shuffle(player, Rc::from([])));
    }
    game.before_the_first_turn();
    game
}

fn new_card(card: CardId, player: PlayerId, definition: Arc<Definition>, new: ObjectId) -> Option<NewObject> {
    let base = definition.in_zone(Zone::Library, 0)?;
    let object = NewObject::new(new, Nature::Card(card), player, Zone::Library, base);
    Some(NewObject { definition: Some(definition), settled: true, ..object })
}
