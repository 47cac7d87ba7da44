//! The trace as JSON, with structs of its own, so that the engine may change without it.
//!
//! The form is published as `schema/trace-v1.json`. Within a version fields may be added, and none changes or goes.

use serde::Serialize;

use crate::game::{Answer, CauseKind, Change, Game, ManaAmount, MoveAction, ObjectId, PlayerId, Thing};
use crate::rules::{EDITION, RuleId};

use super::causes;
use super::choices;
use super::entry::{Entry as Recorded, EntryId, Level, Trace, What, Would};
use super::names::{self, Names};
use super::past::Past;
use super::refusal::Attempt;
use super::styled::Text;
use super::totals::Totals;
use super::words::Words;

/// The version of the form.
pub const SCHEMA: &str = "headjudge-trace/1";

/// A trace.
#[derive(Debug, Serialize)]
pub struct Document {
    /// The version of the form: [`SCHEMA`].
    pub schema: &'static str,
    /// The edition of the Comprehensive Rules that the citations are of, by its date.
    pub edition: &'static str,
    /// The players in turn order.
    pub players: Vec<String>,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

/// One thing that happened.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Its number; the numbers ascend, with gaps.
    pub id: u32,
    /// The entry that it is part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// What is shown by default, or with details only.
    pub level: &'static str,
    /// What sort of thing happened, from a closed list.
    pub event: &'static str,
    /// What happened in a sentence, for people.
    pub text: String,
    /// Changes with the same number happened at the same time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<u32>,
    /// Who acts, chooses, or is changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// What it happens to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<Named>,
    /// What the object is after a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<Named>,
    /// The zone it was in before a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<&'static str>,
    /// The zone it is in after a move or as it is created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<&'static str>,
    /// What a move is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<&'static str>,
    /// What is targeted, attacked, blocked, damaged or attached to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Target>,
    /// How much: damage, life, counters; negative where it goes down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i64>,
    /// Of what, where that is not plain: the kind of a counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The total after the change of a total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<i64>,
    /// What was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Chosen>,
    /// The step or phase that begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<&'static str>,
    /// Why.
    pub cause: Why,
    /// The rules that make it so, the deciding one first.
    pub rules: Vec<RuleId>,
}

/// An object by number and name.
#[derive(Debug, Serialize)]
pub struct Named {
    /// The number, from 1: one stay of a card in one zone.
    pub number: u32,
    /// What it is called by who looks.
    pub name: String,
}

/// An object or a player.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Target {
    /// An object.
    Object(Named),
    /// A player.
    Player {
        /// The name.
        player: String,
    },
}

/// A choice and its answer.
#[derive(Debug, Serialize)]
pub struct Chosen {
    /// What sort of question, as the scenario language writes it.
    pub kind: &'static str,
    /// The answer in words.
    pub answer: String,
    /// How it came about: `written`, `forced`, `default` or `indifferent`.
    pub how: &'static str,
}

/// What caused something.
#[derive(Debug, Serialize)]
pub struct Why {
    /// What sort of cause, from a closed list.
    pub kind: &'static str,
    /// The spell, ability or permanent behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Named>,
    /// The player behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

/// A trace as a JSON text, for one who looks or (`None`) for the judge; `game` is the game at the trace's end.
pub fn render(trace: &Trace, game: &Game, players: &[String], viewer: Option<PlayerId>) -> String {
    // Writing plain structs to memory cannot fail.
    serde_json::to_string_pretty(&document(trace, game, players, viewer)).unwrap_or_default()
}

/// A trace as values to be serialised, alone or in a larger document.
pub fn document(trace: &Trace, game: &Game, players: &[String], viewer: Option<PlayerId>) -> Document {
    let past = Past::of(trace);
    let names = Names::new(game, players, viewer).through(&past);
    let words = Words { names, trace, totals: Totals::of(trace, game) };
    let entries = (0u32..)
        .zip(trace.entries())
        .filter(|(_, recorded)| recorded.level != Level::Hidden)
        .map(|(id, recorded)| entry(trace, &words, EntryId(id), recorded))
        .collect();
    let players = game.players().map(|player| names.player(player)).collect();
    Document { schema: SCHEMA, edition: EDITION, players, entries }
}

fn entry(trace: &Trace, words: &Words<'_>, id: EntryId, recorded: &Recorded) -> Entry {
    let mut entry = Entry {
        id: id.0,
        parent: parent(trace, recorded),
        level: if recorded.level == Level::Default { "default" } else { "detail" },
        event: event(&recorded.what),
        text: words.phrase(id, recorded).joined().into_string(),
        batch: None,
        player: None,
        object: None,
        becomes: None,
        from: None,
        to: None,
        action: None,
        targets: Vec::new(),
        amount: None,
        kind: None,
        total: words.totals.around(id).map(|(_, after)| after),
        choice: None,
        step: None,
        cause: why(&words.names, recorded.cause),
        rules: recorded.rules.iter().collect(),
    };
    match &recorded.what {
        What::Changed(change, batch) => {
            entry.batch = (*batch > 0).then_some(*batch);
            changed(&mut entry, &words.names, change, recorded.cause);
        }
        _ => happened(&mut entry, &words.names, recorded),
    }
    entry
}

/// The nearest entry above that is in the document.
fn parent(trace: &Trace, recorded: &Recorded) -> Option<u32> {
    let mut parent = recorded.parent;
    // Each parent was recorded before, so this ends.
    while let Some(above) = parent.and_then(|id| trace.get(id)).filter(|above| above.level == Level::Hidden) {
        parent = above.parent;
    }
    parent.map(|id| id.0)
}

fn happened(entry: &mut Entry, names: &Names<'_>, recorded: &Recorded) {
    let player = |player: PlayerId| Some(names.player(player));
    let object = |object: ObjectId| Some(named(names, object));
    match &recorded.what {
        What::Casts(who, what)
        | What::PlaysLand(who, what)
        | What::TurnsFaceUp(who, what)
        | What::Unlocks(who, what, _)
        | What::Suspends(who, what) => {
            (entry.player, entry.object) = (player(*who), object(*what));
        }
        What::ByKeyword(who, _, what) => {
            (entry.player, entry.object) = (player(*who), object(*what));
        }
        What::Activates { player: who, source, .. } => {
            (entry.player, entry.object) = (player(*who), object(*source));
        }
        What::PutOnStack(ability, _) => entry.object = object(*ability),
        What::Targets(of, things) => {
            entry.object = object(*of);
            entry.targets = things.iter().map(|thing| target(names, *thing)).collect();
        }
        What::Reveals(cards) => {
            entry.targets = cards.iter().map(|card| target(names, Thing::Object(*card))).collect();
        }
        What::TotalCost { of, mana, .. } => {
            (entry.object, entry.amount) = (object(*of), Some(i64::from(mana.mana_value())));
        }
        What::Resolves(what) | What::Fizzles(what) => entry.object = object(*what),
        What::Replaced(what, by, would) => {
            entry.object = object(what.object().unwrap_or(*by));
            entry.amount = match would {
                Would::Prevented { amount, .. }
                | Would::Damage { amount, .. }
                | Would::Redirected { amount, .. } => Some(i64::from(*amount)),
                Would::Life(amount, _) => Some(i64::from(*amount)),
                Would::Step(_)
                | Would::Enter { .. }
                | Would::EnterUnder(_)
                | Would::EnterAsCopy(_)
                | Would::Move(_)
                | Would::Destruction
                | Would::LoseGame
                | Would::Draw
                | Would::Search
                | Would::Turn
                | Would::Counters(..)
                | Would::Mana(_)
                | Would::Tokens(_)
                | Would::Cards(_) => None,
            };
        }
        What::Chose(choice, answer, how) => {
            entry.player = player(choice.player);
            entry.object = choice.source.and_then(object);
            let mut words = Text::new();
            choices::chosen(names, choice, answer, &mut words);
            if let Answer::Number(number) = answer {
                entry.amount = Some(i64::from(*number));
            }
            entry.choice = Some(Chosen {
                kind: choices::kind_word(choice.kind),
                answer: words.into_string(),
                how: choices::how_word(*how),
            });
        }
        What::Step(active, step) => {
            (entry.player, entry.step) = (player(*active), Some(names::step_by(*step, &recorded.rules)));
        }
        What::Refused(refusal) => {
            entry.player = player(refusal.player);
            entry.object = match &refusal.attempt {
                Attempt::Cast(own, _)
                | Attempt::Activate(own, ..)
                | Attempt::PlayLand(own, _)
                | Attempt::Companion(own)
                | Attempt::TurnFaceUp(own)
                | Attempt::Unlock(own, _)
                | Attempt::Suspend(own)
                | Attempt::AssignDamage(own)
                | Attempt::Assist(own)
                | Attempt::Target(own)
                | Attempt::ByKeyword(own, _) => object(*own),
                Attempt::Attack(_)
                | Attempt::Block(_)
                | Attempt::Pass
                | Attempt::RollPlanarDie
                | Attempt::TakeFirstTurn
                | Attempt::Propose
                | Attempt::Shorten
                | Attempt::AsProposed => refusal.object.and_then(object),
            };
            entry.targets.extend(refusal.target.map(|thing| target(names, thing)));
        }
        What::Changed(..) | What::StateBased | What::Note(_) | What::Fiat => {}
    }
}

fn changed(entry: &mut Entry, names: &Names<'_>, change: &Change, cause: CauseKind) {
    let player = |player: PlayerId| Some(names.player(player));
    let object = |object: ObjectId| Some(named(names, object));
    match change {
        Change::Move(it) => {
            (entry.object, entry.becomes) = (object(it.object), object(it.new));
            let old = names.game().object(it.object);
            entry.from = (!old.outside).then(|| old.zone.word());
            (entry.to, entry.action) = (Some(it.to.word()), Some(action(it.action)));
        }
        Change::Create(new) => (entry.object, entry.to) = (object(new.new), Some(new.zone.word())),
        Change::Damage { to, amount, .. } => {
            entry.targets.push(target(names, *to));
            entry.amount = Some(i64::from(*amount));
        }
        Change::PlayerCounters(who, kind, amount) => {
            entry.player = player(*who);
            (entry.kind, entry.amount) = (Some(kind.to_string()), Some(i64::from(*amount)));
        }
        Change::Hold(hold) => {
            (entry.player, entry.kind) = (player(hold.player), Some(hold.name.to_string()));
        }
        Change::LetGo(who, name) => {
            (entry.player, entry.kind) = (player(*who), Some(name.to_string()));
        }
        Change::Speed(who, speed) => (entry.player, entry.amount) = (player(*who), Some(i64::from(*speed))),
        Change::Daytime(daytime) => {
            let word = if *daytime == crate::game::Daytime::Day { "day" } else { "night" };
            entry.kind = Some(word.to_owned());
        }
        Change::Life(who, amount) | Change::Poison(who, amount) | Change::Energy(who, amount) => {
            (entry.player, entry.amount) = (player(*who), Some(i64::from(*amount)));
        }
        Change::AddMana(..) | Change::SpendMana(..) | Change::LoseMana(..) | Change::TurnMana(..) => {
            of_mana(entry, names, change);
        }
        Change::Counters(on, kind, amount) => {
            (entry.object, entry.amount) = (object(*on), Some(i64::from(*amount)));
            entry.kind = Some(kind.to_string());
        }
        Change::Attach(what, to) => {
            entry.object = object(*what);
            entry.targets.extend(to.map(|to| target(names, to)));
        }
        Change::Attack(attack) => {
            entry.object = object(attack.attacker);
            entry.targets.push(target(names, attack.defender));
        }
        Change::Block(block) => {
            entry.object = object(block.blocker);
            entry.targets.push(Target::Object(named(names, block.attacker)));
        }
        Change::Merge(it) => {
            entry.object = object(it.object);
            entry.targets.push(Target::Object(named(names, it.permanent)));
        }
        Change::Encode(card, host) => {
            entry.object = object(*card);
            entry.targets.push(Target::Object(named(names, *host)));
        }
        Change::Trigger(trigger) => {
            (entry.object, entry.player) = (object(trigger.source), player(trigger.controller));
        }
        Change::Cease(what)
        | Change::Place(what, _)
        | Change::LeaveGame(what, _)
        | Change::Tap(what, _)
        | Change::Designate(what, _)
        | Change::Undesignate(what, _)
        | Change::CompleteDungeon(what)
        | Change::Tempt(what, _)
        | Change::RemoveDamage(what)
        | Change::FaceDown(what, _)
        | Change::PhaseOut { object: what, .. }
        | Change::PhaseIn(what)
        | Change::Transform(what)
        | Change::Flip(what)
        | Change::RemoveFromCombat(what)
        | Change::StaysInCombat { object: what, .. } => entry.object = object(*what),
        Change::MayLook(what, who) | Change::Controller(what, who) | Change::ControlNoticed(what, who) => {
            (entry.object, entry.player) = (object(*what), player(*who));
        }
        Change::Shuffle(who, _)
        | Change::Settle(who, ..)
        | Change::Arrange(who, ..)
        | Change::DrewFromEmpty(who)
        | Change::Leave(who) => {
            entry.player = player(*who);
        }
        Change::Pass => {
            if let CauseKind::Announcement(who) = cause {
                entry.player = player(who);
            }
        }
        // What else can be shown says all in its text.
        _ => {}
    }
}

/// What becomes of a player's mana: how much, and of which types.
fn of_mana(entry: &mut Entry, names: &Names<'_>, change: &Change) {
    match change {
        Change::AddMana(who, mana) => {
            (entry.player, entry.amount) = (Some(names.player(*who)), i64::try_from(mana.len()).ok());
            let amount: ManaAmount = mana.iter().map(|mana| mana.kind).collect();
            entry.kind = Some(amount.to_string());
        }
        Change::SpendMana(who, amount, _) | Change::LoseMana(who, amount, _) => {
            (entry.player, entry.amount) = (Some(names.player(*who)), Some(-i64::from(amount.total())));
            entry.kind = Some(amount.to_string());
        }
        Change::TurnMana(who, amount, ..) => {
            (entry.player, entry.amount) = (Some(names.player(*who)), Some(i64::from(amount.total())));
            entry.kind = Some(amount.to_string());
        }
        _ => {}
    }
}

/// The sort of an entry as one word of a closed list.
const fn event(what: &What) -> &'static str {
    match what {
        What::Casts(..) => "cast",
        What::Activates { .. } => "activate",
        What::PlaysLand(..) => "play-land",
        What::TurnsFaceUp(..) => "turn-face-up",
        What::Unlocks(..) => "special-action",
        What::Suspends(..) => "suspend",
        What::ByKeyword(..) => "special-action",
        What::PutOnStack(..) => "put-on-stack",
        What::Targets(..) => "targets",
        What::TotalCost { .. } => "total-cost",
        What::Resolves(_) => "resolve",
        What::Reveals(_) => "reveal",
        What::Fizzles(_) => "fizzle",
        What::Chose(..) => "choice",
        What::Step(..) => "step",
        What::StateBased => "state-based-actions",
        What::Replaced(..) => "replaced",
        What::Refused(_) => "refused",
        What::Note(_) => "note",
        What::Fiat => "fiat",
        What::Changed(change, _) => match change {
            Change::Move(_) => "move",
            Change::Create(_) => "create",
            Change::Cease(_) => "cease",
            Change::LeaveGame(..) => "leave-game",
            Change::PhaseOut { .. } => "phase-out",
            Change::PhaseIn(_) => "phase-in",
            Change::Tap(_, true) => "tap",
            Change::Tap(_, false) => "untap",
            Change::Damage { .. } => "damage",
            Change::Life(..) => "life",
            Change::Poison(..) => "poison",
            Change::Energy(..) => "energy",
            Change::AddMana(..) => "mana-added",
            Change::SpendMana(..) => "mana-spent",
            Change::LoseMana(..) => "mana-lost",
            Change::TurnMana(..) => "mana-turned",
            Change::Counters(..) => "counters",
            Change::Attach(_, Some(_)) => "attach",
            Change::Attach(_, None) => "unattach",
            Change::Designate(..) => "designate",
            Change::Undesignate(..) => "undesignate",
            Change::CompleteDungeon(_) => "dungeon-completed",
            Change::Tempt(..) => "ring-tempts",
            Change::PlayerCounters(..) => "player-counters",
            Change::Hold(_) => "player-designated",
            Change::LetGo(..) => "player-undesignated",
            Change::Speed(..) => "speed",
            Change::Daytime(_) => "daytime",
            Change::Attack(_) => "attack",
            Change::Block(_) => "block",
            Change::Pass => "pass",
            Change::Trigger(_) => "trigger",
            Change::Encode(..) => "encode",
            Change::Merge(_) => "merge",
            Change::BeginEffect(_) => "effect-begins",
            Change::EndEffect(_) => "effect-ends",
            Change::Leave(_) => "loses",
            Change::End(_) => "game-over",
            _ => "other",
        },
    }
}

/// What a move is called, as one word of a closed list.
const fn action(action: MoveAction) -> &'static str {
    match action {
        MoveAction::Put => "put",
        MoveAction::Exile => "exile",
        MoveAction::Destroy => "destroy",
        MoveAction::Sacrifice => "sacrifice",
        MoveAction::Discard => "discard",
        MoveAction::Draw => "draw",
        MoveAction::Mill => "mill",
        MoveAction::Counter => "counter",
        MoveAction::Cast => "cast",
        MoveAction::Play => "play",
        MoveAction::Resolve | MoveAction::Fail => "resolve",
        MoveAction::StateBased => "state-based",
    }
}

fn why(names: &Names<'_>, cause: CauseKind) -> Why {
    let (kind, source) = causes::word(cause);
    let player = match cause {
        CauseKind::Resolution(_, player)
        | CauseKind::Cost(_, player)
        | CauseKind::Announcement(player)
        | CauseKind::SpecialAction(player)
        | CauseKind::PlayerLeft(player) => Some(names.player(player)),
        _ => None,
    };
    Why { kind, source: source.map(|source| named(names, source)), player }
}

fn named(names: &Names<'_>, object: ObjectId) -> Named {
    Named { number: object.0.saturating_add(1), name: names.bare(object) }
}

fn target(names: &Names<'_>, thing: Thing) -> Target {
    match thing {
        Thing::Object(object) => Target::Object(named(names, object)),
        Thing::Player(player) => Target::Player { player: names.player(player) },
    }
}
