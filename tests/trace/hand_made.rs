//! Games and traces made by hand, as the engine would record them.

use std::rc::Rc;
use std::sync::Arc;

use headjudge::game::{
    Cause, CauseKind, Change, Characteristics, Definition, Exceptions, Game, Known, Move, MoveAction, Nature,
    NewObject, ObjectId, Origin, PhysicalCard, Player, PlayerId, StackAbility,
};
use headjudge::ir::{Ability, Body, Layout, TypeLine, Zone};
use headjudge::rules::{RuleId, Rules};
use headjudge::trace::{EntryId, Level, Trace, What};

pub(crate) const AP: PlayerId = PlayerId(0);
pub(crate) const NAP: PlayerId = PlayerId(1);

/// A game with its trace.
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) trace: Trace,
    pub(crate) parent: Option<EntryId>,
}

impl Table {
    /// A table with these cards: owner, name, toughness, zone. Objects get their numbers in this order.
    pub(crate) fn with(cards: &[(PlayerId, &str, Option<i32>, Zone)]) -> Self {
        let physical = cards.iter().map(|(owner, ..)| PhysicalCard {
            owner: *owner,
            definition: None,
            commander: false,
            cast_before: None,
        });
        let game = Game::new(vec![Player::default(), Player::default()], physical.collect());
        let mut table = Self { game, trace: Trace::default(), parent: None };
        for (card, (owner, name, toughness, zone)) in (0u16..).zip(cards) {
            let new = NewObject {
                settled: true,
                ..object(Nature::Card(headjudge::game::CardId(card)), name, *toughness, *owner, *zone)
            };
            table.game.apply(&Change::Create(Box::new(NewObject { new: table.game.next_object(), ..new })));
        }
        table
    }

    /// Applies a change and records it in the batch.
    pub(crate) fn change_in(&mut self, batch: u32, level: Level, cause: Cause, change: Change) {
        self.game.apply(&change);
        self.trace.record(self.parent, level, cause.kind, cause.rules, What::Changed(change, batch));
    }

    /// Applies a change and records it.
    pub(crate) fn change(&mut self, cause: Cause, change: Change) {
        let batch = self.trace.next_batch();
        self.change_in(batch, Level::Default, cause, change);
    }

    /// Records something that is no change.
    pub(crate) fn record(&mut self, cause: CauseKind, rules: &[RuleId], what: What) -> EntryId {
        self.trace.record(self.parent, Level::Default, cause, list(rules), what)
    }

    /// Records something with details.
    pub(crate) fn detail(&mut self, cause: CauseKind, rules: &[RuleId], what: What) -> EntryId {
        self.trace.record(self.parent, Level::Detail, cause, list(rules), what)
    }

    /// The move of an object, with what was known of it.
    pub(crate) fn going(&self, object: ObjectId, to: Zone, action: MoveAction) -> Move {
        let old = self.game.object(object);
        let known =
            Known { characteristics: old.base.clone(), controller: old.controller, attached: Vec::new() };
        Move { known: Some(Rc::new(known)), new: self.game.next_object(), ..Move::new(object, to, action) }
    }

    /// Moves an object and says what it is then.
    pub(crate) fn moves(&mut self, cause: Cause, object: ObjectId, to: Zone, action: MoveAction) -> ObjectId {
        let it = self.going(object, to, action);
        let new = it.new;
        self.change(cause, Change::Move(Box::new(it)));
        new
    }

    /// An ability of the source on the stack.
    pub(crate) fn ability(&self, source: ObjectId, triggered: bool, player: PlayerId) -> NewObject {
        let ability = StackAbility {
            source,
            origin: Origin::Printed(0),
            triggered,
            number: 1,
            called: None,
            ability: Arc::new(Ability::Spell(Body::default())),
            slots: Default::default(),
            copied: false,
            occasion: None,
        };
        let new = object(Nature::Ability(Rc::new(ability)), "", None, player, Zone::Stack);
        NewObject { new: self.game.next_object(), ..new }
    }

    /// A token.
    pub(crate) fn token(&self, name: &str, player: PlayerId) -> NewObject {
        let new = object(Nature::Token, name, Some(1), player, Zone::Battlefield);
        NewObject { new: self.game.next_object(), ..new }
    }
}

/// A cause by rules.
pub(crate) fn by(kind: CauseKind, rules: &[RuleId]) -> Cause {
    Cause { kind, rules: list(rules) }
}

/// A list of rules.
pub(crate) fn list(rules: &[RuleId]) -> Rules {
    rules.iter().fold(Rules::NONE, |list, rule| list.and(*rule))
}

fn object(nature: Nature, name: &str, toughness: Option<i32>, owner: PlayerId, zone: Zone) -> NewObject {
    let base = Arc::new(Characteristics {
        front_cost: None,
        prepare: None,
        halves: None,
        exceptions: Exceptions::default(),
        name: name.into(),
        cost: None,
        colors: Default::default(),
        types: TypeLine::default(),
        power: toughness,
        toughness,
        loyalty: None,
        defense: None,
        abilities: Vec::new(),
    });
    let definition = Definition {
        layout: Layout::Normal,
        faces: vec![base.clone()],
        name: base.name.clone(),
        combined: None,
        vanguard: (0, 0),
    };
    NewObject {
        definition: Some(Arc::new(definition)),
        ..NewObject::new(ObjectId(u32::MAX), nature, owner, zone, base)
    }
}
