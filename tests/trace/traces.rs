//! The traces that are rendered.

use std::rc::Rc;

use headjudge::game::{
    Answer, Attack, CauseKind, Change, Choice, ChoiceKind, Item, MoveAction, ObjectId, Options, Origin, Step,
    Thing, WaitingTrigger,
};
use headjudge::ir::{Body, CounterKind, Event, Triggered, Zone};
use headjudge::rules::cr;
use headjudge::trace::entry::How;
use headjudge::trace::{Attempt, Level, Note, Refusal, What};

use super::hand_made::{AP, NAP, Table, by};

const ONE: ObjectId = ObjectId(0);
const TWO: ObjectId = ObjectId(1);
const THREE: ObjectId = ObjectId(2);
const FOUR: ObjectId = ObjectId(3);

/// A player casts a spell with one target.
fn casts(table: &mut Table, player: headjudge::game::PlayerId, card: ObjectId, target: ObjectId) -> ObjectId {
    let spell = table.game.next_object();
    let kind = CauseKind::Announcement(player);
    let entry = table.record(kind, &[cr!("601.2")], What::Casts(player, spell));
    table.parent = Some(entry);
    table.moves(by(kind, &[cr!("601.2a"), cr!("400.7")]), card, Zone::Stack, MoveAction::Cast);
    let options =
        Options::Pick { from: Rc::new([Item::Object(target)]), at_least: 1, at_most: 1, ordered: false };
    let choice =
        Choice { player, kind: ChoiceKind::Target, source: Some(spell), options, indifferent: false };
    let chose = What::Chose(Box::new(choice), Answer::Picked(vec![0]), How::Written);
    table.record(CauseKind::Ability(spell), &[cr!("601.2c")], chose);
    table.record(kind, &[cr!("601.2c")], What::Targets(spell, vec![Thing::Object(target)]));
    table.detail(kind, &[cr!("601.2h")], What::Note(Note::PaymentTaken(player)));
    table.parent = None;
    passes(table);
    spell
}

fn passes(table: &mut Table) {
    for player in [AP, NAP] {
        let cause = by(CauseKind::Announcement(player), &[cr!("117.3d")]);
        let batch = table.trace.next_batch();
        table.change_in(batch, Level::Detail, cause, Change::Pass);
    }
}

fn resolves(table: &mut Table, spell: ObjectId) -> CauseKind {
    let kind = CauseKind::Resolution(spell, AP);
    table.parent = None;
    table.parent = Some(table.record(kind, &[cr!("608.1")], What::Resolves(spell)));
    kind
}

/// Banishing Light is removed with its trigger on the stack (610.3b).
pub(crate) fn removed_in_response() -> Table {
    let mut table = Table::with(&[
        (AP, "Banishing Light", None, Zone::Hand),
        (NAP, "Grizzly Bears", Some(2), Zone::Battlefield),
        (AP, "Naturalize", None, Zone::Hand),
    ]);
    let spell = table.game.next_object();
    let kind = CauseKind::Announcement(AP);
    table.parent = Some(table.record(kind, &[cr!("601.2")], What::Casts(AP, spell)));
    table.moves(by(kind, &[cr!("601.2a"), cr!("400.7")]), ONE, Zone::Stack, MoveAction::Cast);
    table.parent = None;
    passes(&mut table);
    let kind = resolves(&mut table, spell);
    let light =
        table.moves(by(kind, &[cr!("608.3a"), cr!("400.7")]), spell, Zone::Battlefield, MoveAction::Resolve);
    let trigger = WaitingTrigger {
        source: light,
        origin: Origin::Printed(0),
        number: 1,
        called: None,
        controller: AP,
        ability: std::sync::Arc::new(Triggered::new(Event::Never, Body::default())),
        occasion: Rc::default(),
        slots: None,
        lapsed: 0,
        on_stack: None,
    };
    table.change(by(CauseKind::Ability(light), &[cr!("603.6a")]), Change::Trigger(Box::new(trigger)));
    table.parent = None;
    let ability = table.ability(light, true, AP);
    let on_stack = ability.new;
    let cause = by(CauseKind::Ability(light), &[cr!("603.3")]);
    table.change_in(0, Level::Hidden, cause, Change::Create(Box::new(ability)));
    let entry = table.record(cause.kind, &[cr!("603.3b")], What::PutOnStack(on_stack, light));
    table.parent = Some(entry);
    let targets = What::Targets(on_stack, vec![Thing::Object(TWO)]);
    table.record(CauseKind::Announcement(AP), &[cr!("603.3d")], targets);
    table.parent = None;
    let naturalize = casts(&mut table, AP, THREE, light);
    let kind = resolves(&mut table, naturalize);
    table.moves(by(kind, &[cr!("701.8a"), cr!("400.7")]), light, Zone::Graveyard, MoveAction::Destroy);
    table.moves(by(kind, &[cr!("608.2n"), cr!("400.7")]), naturalize, Zone::Graveyard, MoveAction::Resolve);
    table.parent = None;
    passes(&mut table);
    let kind = resolves(&mut table, on_stack);
    table.record(kind, &[cr!("610.3b")], What::Note(Note::DurationOver(TWO)));
    let batch = table.trace.next_batch();
    table.change_in(batch, Level::Detail, by(kind, &[cr!("608.2n")]), Change::Cease(on_stack));
    table.parent = None;
    table
}

/// Volcanic Fallout deals damage to all, two creatures die at the same time, one comes back.
pub(crate) fn damage_to_all() -> Table {
    let mut table = Table::with(&[
        (AP, "Volcanic Fallout", None, Zone::Hand),
        (AP, "Murderous Redcap", Some(2), Zone::Battlefield),
        (NAP, "Kitchen Finks", Some(2), Zone::Battlefield),
    ]);
    let kind = CauseKind::Announcement(AP);
    let spell = table.game.next_object();
    table.parent = Some(table.record(kind, &[cr!("601.2")], What::Casts(AP, spell)));
    table.moves(by(kind, &[cr!("601.2a"), cr!("400.7")]), ONE, Zone::Stack, MoveAction::Cast);
    let kind = resolves(&mut table, spell);
    let batch = table.trace.next_batch();
    for to in [Thing::Object(TWO), Thing::Object(THREE), Thing::Player(AP), Thing::Player(NAP)] {
        let marks = to.object().is_some();
        let rule = if marks { cr!("120.3e") } else { cr!("120.3a") };
        let damage =
            Change::Damage { source: Some(spell), to, amount: 2, combat: false, deathtouch: false, marks };
        table.change_in(batch, Level::Default, by(kind, &[rule]), damage);
        if let Thing::Player(player) = to {
            table.change_in(batch, Level::Default, by(kind, &[rule]), Change::Life(player, -2));
        }
    }
    table.moves(by(kind, &[cr!("608.2n"), cr!("400.7")]), spell, Zone::Graveyard, MoveAction::Resolve);
    table.parent = None;
    let kind = CauseKind::StateBased;
    table.parent = Some(table.record(kind, &[cr!("704.3")], What::StateBased));
    let batch = table.trace.next_batch();
    for creature in [TWO, THREE] {
        let it = table.going(creature, Zone::Graveyard, MoveAction::Destroy);
        table.change_in(
            batch,
            Level::Default,
            by(kind, &[cr!("704.5g"), cr!("400.7")]),
            Change::Move(Box::new(it)),
        );
    }
    table.parent = None;
    let finks = table.game.latest(THREE);
    let by_effect = by(CauseKind::Ability(finks), &[cr!("702.79a"), cr!("400.7")]);
    let mut it = table.going(finks, Zone::Battlefield, MoveAction::Put);
    it.counters = vec![(CounterKind::MINUS_ONE, 1)];
    table.change(by_effect, Change::Move(Box::new(it)));
    let token = table.token("Saproling", NAP);
    table.change(
        by(CauseKind::Resolution(spell, AP), &[cr!("701.7a"), cr!("111.2")]),
        Change::Create(Box::new(token)),
    );
    table
}

/// The next turn: a draw, an attack, damage, and something refused.
pub(crate) fn next_turn() -> Table {
    let mut table = Table::with(&[
        (NAP, "Forest", None, Zone::Library),
        (NAP, "Grizzly Bears", Some(2), Zone::Battlefield),
        (AP, "Jace Beleren", None, Zone::Battlefield),
        (NAP, "Runeclaw Bear", Some(2), Zone::Battlefield),
    ]);
    table.game.apply(&Change::Counters(THREE, CounterKind::LOYALTY, 3));
    let turn = by(CauseKind::TurnBased, &[cr!("500.1")]);
    table.change_in(0, Level::Hidden, turn, Change::BeginTurn(NAP));
    step(&mut table, Step::Upkeep);
    step(&mut table, Step::Draw);
    table.moves(by(CauseKind::TurnBased, &[cr!("504.1"), cr!("400.7")]), ONE, Zone::Hand, MoveAction::Draw);
    table.parent = None;
    step(&mut table, Step::DeclareAttackers);
    for (attacker, defender) in [(TWO, Thing::Player(AP)), (FOUR, Thing::Object(THREE))] {
        let attack = Attack { attacker, defender, blocked: false };
        table.change(by(CauseKind::TurnBased, &[cr!("508.1k")]), Change::Attack(attack));
    }
    table.parent = None;
    step(&mut table, Step::CombatDamage);
    let batch = table.trace.next_batch();
    let damage = |source, to| Change::Damage {
        source: Some(source),
        to,
        amount: 2,
        combat: true,
        deathtouch: false,
        marks: false,
    };
    let cause = by(CauseKind::Combat, &[cr!("510.2"), cr!("120.3c")]);
    table.change_in(batch, Level::Default, cause, damage(FOUR, Thing::Object(THREE)));
    table.change_in(batch, Level::Default, cause, Change::Counters(THREE, CounterKind::LOYALTY, -2));
    let cause = by(CauseKind::Combat, &[cr!("510.2"), cr!("120.3a")]);
    table.change_in(batch, Level::Default, cause, damage(TWO, Thing::Player(AP)));
    table.change_in(batch, Level::Default, cause, Change::Life(AP, -2));
    table.parent = None;
    let refused = What::Refused(Box::new(Refusal {
        player: AP,
        attempt: Attempt::Cast(ONE, 0),
        target: None,
        targets: Vec::new(),
        object: Some(ONE),
        why: "it can be cast only in one's own main phase while the stack is empty",
        by: None,
        cost: None,
        left: Vec::new(),
        changed: None,
        manner: Vec::new(),
        announced: None,
        unmade: None,
        being: None,
        phrase: None,
        quality: None,
        only_if: None,
    }));
    table.record(CauseKind::Rules, &[cr!("307.1")], refused);
    table
}

fn step(table: &mut Table, step: Step) {
    table.parent = None;
    let cause = by(CauseKind::TurnBased, &[cr!("500.1")]);
    table.change_in(0, Level::Hidden, cause, Change::BeginStep(step));
    let rule = match step {
        Step::Upkeep => cr!("503.1"),
        Step::Draw => cr!("504.1"),
        Step::DeclareAttackers => cr!("508.1"),
        _ => cr!("510.1"),
    };
    table.parent = Some(table.detail(CauseKind::TurnBased, &[rule], What::Step(NAP, step)));
}
