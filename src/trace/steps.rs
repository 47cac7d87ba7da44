//! The steps of a trace as values for whoever shows them one after the other: the lines of the text, with what each is about.

use crate::game::{Change, Game, ObjectId, Thing};
use crate::rules::RuleId;

use super::entry::{EntryId, Trace, What};
use super::styled::Text;
use super::text::{TextOptions, told};
use super::tree::Line;

/// One line of a trace.
#[derive(Debug)]
pub struct Step {
    /// Its number, as in the text: `5.1`; a heading has none.
    pub number: String,
    /// Under how many lines it stands.
    pub depth: usize,
    /// Whether it is a step of a turn, under which what follows happens.
    pub heading: bool,
    /// Who or what; or the whole sentence.
    pub subject: Text,
    /// What became of it.
    pub became: Text,
    /// Why.
    pub why: Text,
    /// The rules that it cites, the deciding one first.
    pub rules: Vec<RuleId>,
    /// The entries that it tells of, those that have a line below it aside.
    pub entries: Vec<EntryId>,
    /// The objects that it changes or that act in it, as they are called afterwards.
    pub objects: Vec<ObjectId>,
    /// Whether something changes zones.
    pub moves: bool,
}

/// The steps of a trace in the order in which they are told; `game` is the game at the trace's end.
pub fn steps(trace: &Trace, game: &Game, options: &TextOptions) -> Vec<Step> {
    told(trace, game, options, None, |_, shown| {
        let mut steps = Vec::new();
        place(trace, &shown.lines, 0, &mut steps);
        steps
    })
}

fn place(trace: &Trace, lines: &[Line], depth: usize, steps: &mut Vec<Step>) {
    for line in lines {
        let mut entries: Vec<EntryId> = line.tells.iter().chain(&line.sums).copied().collect();
        entries.sort_unstable();
        entries.dedup();
        let mut objects = Vec::new();
        let mut moves = false;
        for entry in entries.iter().filter_map(|id| trace.get(*id)) {
            moves |= matches!(&entry.what, What::Changed(Change::Move(_) | Change::Create(_), _));
            about(&entry.what, &mut |object| {
                if !objects.contains(&object) {
                    objects.push(object);
                }
            });
        }
        steps.push(Step {
            number: line.number.clone(),
            depth,
            heading: line.heading,
            subject: line.phrase.subject.clone(),
            became: line.phrase.became.clone(),
            why: line.phrase.why.clone(),
            rules: line.rules.clone(),
            entries,
            objects,
            moves,
        });
        place(trace, &line.children, depth + 1, steps);
    }
}

/// The objects that something that has happened is about.
fn about(what: &What, found: &mut dyn FnMut(ObjectId)) {
    match what {
        What::Changed(change, _) => changed(change, found),
        What::Casts(_, object)
        | What::PlaysLand(_, object)
        | What::TurnsFaceUp(_, object)
        | What::Unlocks(_, object, _)
        | What::Suspends(_, object)
        | What::ByKeyword(_, _, object)
        | What::Activates { source: object, .. }
        | What::Resolves(object)
        | What::Fizzles(object) => found(*object),
        What::PutOnStack(object, source) => {
            found(*object);
            found(*source);
        }
        What::Reveals(objects) => objects.iter().copied().for_each(found),
        What::Replaced(Thing::Object(object), by, _) => {
            found(*object);
            found(*by);
        }
        What::Replaced(Thing::Player(_), by, _) => found(*by),
        What::Targets(..)
        | What::TotalCost { .. }
        | What::Chose(..)
        | What::Step(..)
        | What::StateBased
        | What::Refused(_)
        | What::Note(_)
        | What::Fiat => {}
    }
}

fn changed(change: &Change, found: &mut dyn FnMut(ObjectId)) {
    match change {
        Change::Move(it) => found(it.new),
        Change::Create(it) => found(it.new),
        Change::Damage { to: Thing::Object(object), .. }
        | Change::Counters(object, ..)
        | Change::Tap(object, _)
        | Change::FaceDown(object, _)
        | Change::PhaseIn(object)
        | Change::Transform(object)
        | Change::Flip(object)
        | Change::Designate(object, _)
        | Change::Undesignate(object, _)
        | Change::RemoveFromCombat(object)
        | Change::PhaseOut { object, .. } => found(*object),
        Change::Attach(object, to) => {
            found(*object);
            if let Some(Thing::Object(host)) = to {
                found(*host);
            }
        }
        Change::Attack(attack) => found(attack.attacker),
        Change::Block(block) => {
            found(block.blocker);
            found(block.attacker);
        }
        Change::Merge(it) => found(it.permanent),
        Change::Encode(card, host) => {
            found(*card);
            found(*host);
        }
        Change::Trigger(trigger) => found(trigger.source),
        // All others are about players, or about what no board shows.
        _ => {}
    }
}
