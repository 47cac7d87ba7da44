//! Which entries make a line, and which lines stand under which.
//!
//! At the default level the entries that a judge would say in one breath are one line: a cast with its move to the
//! stack and its targets, a permanent spell that resolves with its move to the battlefield, damage with the life it
//! costs. With details each entry has its own line. What happens at the same time stands together under a line that
//! says so.

use crate::game::{Change, MoveAction, ObjectId, PlayerId, Thing};
use crate::ir::Zone;
use crate::rules::{RuleId, Rules, cr};

mod announced;

use super::entry::{Entry, EntryId, Level, Trace, What};
use super::names;
use super::notes::Note;
use super::styled::{Style, Text};
use super::words::{Phrase, Words};

/// One line of a rendered trace, with the lines below it.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// What it says.
    pub(super) phrase: Phrase,
    /// The rules it cites, the deciding one first.
    pub(super) rules: Vec<RuleId>,
    /// Whether it is a heading, which has no number: a step of a turn.
    pub(super) heading: bool,
    /// What is part of it.
    pub(super) children: Vec<Line>,
    /// The entries that it tells of, those that have a line below it aside.
    pub(super) tells: Vec<EntryId>,
    /// The entries that it sums up, where nobody is sent to it for one of them.
    pub(super) sums: Vec<EntryId>,
    /// The entry that it stands for: the first of several, or the one that the others are part of.
    pub(super) at: Option<EntryId>,
    /// Its number, once it has one: the same in all lengths of a trace.
    pub(super) number: String,
}

impl Line {
    /// Whether it only says that those below it happen together.
    pub(super) fn is_bracket(&self) -> bool {
        self.at.is_none() && !self.heading && !self.children.is_empty()
    }
}

/// The lines of a trace at a level, of all of it or of its first entries.
pub(super) fn lines(trace: &Trace, words: &Words<'_>, detail: Level, first: Option<usize>) -> Vec<Line> {
    let entries = trace.entries();
    let mut children: Vec<Vec<EntryId>> = vec![Vec::new(); entries.len()];
    let mut roots = Vec::new();
    let mut turns = Vec::new();
    let mut gone = Vec::new();
    for (index, entry) in entries.iter().take(first.unwrap_or(usize::MAX)).enumerate() {
        let id = EntryId(u32::try_from(index).unwrap_or(u32::MAX));
        match entry.parent.and_then(|parent| children.get_mut(parent.0 as usize)) {
            Some(siblings) => siblings.push(id),
            None => roots.push(id),
        }
    }
    // Turns are counted back from the last one, so that those not shown count too.
    for (index, entry) in entries.iter().enumerate() {
        let id = EntryId(u32::try_from(index).unwrap_or(u32::MAX));
        match entry.what {
            What::Changed(Change::BeginTurn(_), _) => turns.push(id),
            What::Changed(Change::Leave(player), _) => gone.push((id, player)),
            _ => {}
        }
    }
    let tree = Tree { trace, words, detail, children, turns, gone };
    let roots = tree.shown(&roots);
    tree.lines(&roots, false)
}

/// Whether an entry parts the time of a turn: what follows it stands under it.
const fn is_heading(entry: &Entry) -> bool {
    matches!(entry.what, What::Step(..) | What::Changed(Change::BeginTurn(_), _))
}

struct Tree<'a> {
    trace: &'a Trace,
    words: &'a Words<'a>,
    detail: Level,
    children: Vec<Vec<EntryId>>,
    turns: Vec<EntryId>,
    /// Who has left the game, and by which entry.
    gone: Vec<(EntryId, PlayerId)>,
}

impl Tree<'_> {
    fn terse(&self) -> bool {
        self.detail == Level::Default
    }

    /// The entries that are shown, those below hidden ones in the place of these. Steps stay, as headings to be.
    fn shown(&self, ids: &[EntryId]) -> Vec<EntryId> {
        let mut shown = Vec::with_capacity(ids.len());
        for id in ids {
            let Some(entry) = self.trace.get(*id) else { continue };
            let below = || self.children.get(id.0 as usize).map(Vec::as_slice).unwrap_or_default();
            if is_heading(entry) {
                shown.push(*id);
                shown.extend(self.shown(below()));
            } else if entry.level > self.detail {
                shown.extend(self.shown(below()));
            } else {
                shown.push(*id);
            }
        }
        shown
    }

    fn below(&self, id: EntryId) -> Vec<EntryId> {
        self.shown(self.children.get(id.0 as usize).map(Vec::as_slice).unwrap_or_default())
    }

    /// The lines of siblings. Under state-based actions everything happens at the same time (704.3), which the line
    /// above says.
    fn lines(&self, ids: &[EntryId], together: bool) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut heading = None;
        let mut rest = ids;
        while let [first, after @ ..] = rest {
            let Some(entry) = self.trace.get(*first) else { break };
            self.words.names.tell(*first);
            if is_heading(entry) {
                heading = Some((*first, entry));
                // The beginning of a turn is no step: it stands only above what happens then.
                if !self.terse() && matches!(entry.what, What::Step(..)) {
                    lines.extend(heading.take().map(|(id, entry)| self.step(id, entry)));
                }
                rest = after;
                continue;
            }
            lines.extend(heading.take().map(|(id, entry)| self.step(id, entry)));
            let run = self.run(entry, after);
            let (these, later) = rest.split_at_checked(run + 1).unwrap_or((rest, &[]));
            rest = later;
            let mut made = self.group(*first, entry, these);
            let changed = self.entries(these).filter(|(_, it)| matches!(it.what, What::Changed(..))).count();
            if made.len() > 1 && changed > 1 && !together {
                let mut text = Text::new();
                text.push("at the same time:", Style::Plain);
                lines.push(Line { phrase: Phrase::sentence(text), children: made, ..Line::default() });
            } else {
                lines.append(&mut made);
            }
        }
        lines
    }

    /// How many of the entries that follow belong together with this one: the changes of one event, the attackers or
    /// blockers of one declaration, passes in succession.
    fn run(&self, first: &Entry, after: &[EntryId]) -> usize {
        let What::Changed(change, batch) = &first.what else { return 0 };
        after
            .iter()
            .take_while(|id| {
                let (other, its_batch) = match self.trace.get(**id).map(|entry| &entry.what) {
                    Some(What::Changed(other, batch)) => (other, batch),
                    // The components of a permanent leave with it (712.21, 730.3).
                    Some(What::Note(Note::GoesAlong(..) | Note::GoesApart(..))) => return true,
                    _ => return false,
                };
                match (change, other) {
                    (Change::Pass, Change::Pass) | (Change::Block(_), Change::Block(_)) => true,
                    (Change::Attack(one), Change::Attack(other)) => one.defender == other.defender,
                    _ => batch == its_batch,
                }
            })
            .count()
    }

    fn group(&self, first: EntryId, entry: &Entry, these: &[EntryId]) -> Vec<Line> {
        let What::Changed(change, _) = &entry.what else { return vec![self.single(first, entry)] };
        match change {
            Change::Pass => vec![self.passes(entry, these)],
            Change::Attack(_) | Change::Block(_) => self.declared(these),
            Change::Tap(_, tapped) if these.len() > 1 && self.all_tap(these, *tapped) => {
                vec![self.tapped(entry, these)]
            }
            _ => self.event(these),
        }
    }

    fn entries<'a>(&'a self, ids: &'a [EntryId]) -> impl Iterator<Item = (EntryId, &'a Entry)> {
        ids.iter().filter_map(|id| Some((*id, self.trace.get(*id)?)))
    }

    /// `AP, NAP pass`.
    fn passes(&self, first: &Entry, these: &[EntryId]) -> Line {
        let mut text = Text::new();
        let mut separator = "";
        let mut several = these.len() > 1;
        let mut rules = first.rules;
        for (id, entry) in self.entries(these) {
            // The last of them all may end the step or phase.
            rules = entry.rules.iter().fold(rules, Rules::and);
            if let crate::game::CauseKind::Announcement(player) = entry.cause {
                text.push(separator, Style::Plain);
                several |= self.write_side(&mut text, id, player);
                separator = ", ";
            }
        }
        text.push(if several { " pass" } else { " passes" }, Style::Plain);
        let rules = rules.iter().collect();
        Line {
            phrase: Phrase::sentence(text),
            rules,
            sums: these.to_vec(),
            at: these.first().copied(),
            ..Line::default()
        }
    }

    /// A player, or all of their team where teams have turns and priority: those who are in the game at this entry. Says whether they
    /// are several.
    fn write_side(&self, text: &mut Text, at: EntryId, player: PlayerId) -> bool {
        let mut side = self.words.names.side(player);
        // Who has left can still be the one whose turn it is (800.4j).
        side.retain(|mate| !self.gone.iter().any(|(when, gone)| *when < at && gone == mate));
        if side.is_empty() {
            self.words.names.write_player(text, player);
            text.push(", who has left", Style::Plain);
            return false;
        }
        self.words.names.write_players(text, &side)
    }

    /// `Serra Angel#2; Elite Vanguard#3 attack NAP`, and one line for each attacker that is blocked.
    fn declared(&self, these: &[EntryId]) -> Vec<Line> {
        let mut groups: Vec<Declared> = Vec::new();
        for (id, entry) in self.entries(these) {
            let (of, verb, who) = match &entry.what {
                What::Changed(Change::Attack(attack), _) => (attack.defender, "attack", attack.attacker),
                What::Changed(Change::Block(block), _) => {
                    (Thing::Object(block.attacker), "block", block.blocker)
                }
                _ => continue,
            };
            match groups.iter_mut().find(|its| its.of == of) {
                // One of them may block by a rule by which the first does not (805.10d).
                Some(its) => {
                    its.who.push(Thing::Object(who));
                    its.sums.push(id);
                    let further: Vec<RuleId> =
                        entry.rules.iter().filter(|rule| !its.rules.contains(rule)).collect();
                    its.rules.extend(further);
                }
                None => {
                    let rules = entry.rules.iter().collect();
                    groups.push(Declared { of, verb, who: vec![Thing::Object(who)], rules, sums: vec![id] });
                }
            }
        }
        groups
            .into_iter()
            .map(|Declared { of, verb, who, rules, sums }| {
                let mut text = Text::new();
                self.words.names.write_list(&mut text, &who);
                let ending = if who.len() == 1 { "s " } else { " " };
                text.push_fmt(format_args!(" {verb}{ending}"), Style::Plain);
                self.words.names.write_thing(&mut text, of);
                let at = sums.first().copied();
                // One alone is told by the line itself.
                let (tells, sums) = if sums.len() == 1 { (sums, Vec::new()) } else { (Vec::new(), sums) };
                Line { phrase: Phrase::sentence(text), rules, tells, at, sums, ..Line::default() }
            })
            .collect()
    }

    fn all_tap(&self, these: &[EntryId], tapped: bool) -> bool {
        self.entries(these).all(
            |(_, entry)| matches!(&entry.what, What::Changed(Change::Tap(_, same), _) if *same == tapped),
        )
    }

    /// `Forest#1; Forest#2 become untapped`.
    fn tapped(&self, first: &Entry, these: &[EntryId]) -> Line {
        let mut text = Text::new();
        let mut things = Vec::new();
        let mut verb = "";
        for (_, entry) in self.entries(these) {
            if let What::Changed(Change::Tap(object, tapped), _) = &entry.what {
                things.push(Thing::Object(*object));
                verb = if *tapped { " become tapped" } else { " become untapped" };
            }
        }
        self.words.names.write_list(&mut text, &things);
        text.push(verb, Style::Plain);
        let rules = first.rules.iter().collect();
        let at = these.first().copied();
        Line { phrase: Phrase::sentence(text), rules, tells: these.to_vec(), at, ..Line::default() }
    }

    /// The changes of one event: damage and what it results in are one line (120.3).
    fn event(&self, these: &[EntryId]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::with_capacity(these.len());
        let mut damaged = None;
        for (id, entry) in self.entries(these) {
            let mut line = self.plain(id, entry);
            let What::Changed(change, _) = &entry.what else {
                lines.push(line);
                continue;
            };
            match (change, damaged.take()) {
                (Change::Damage { to, amount, source, combat, .. }, _) => {
                    damaged = Some((*to, self.dealt(*source, *amount, *combat)));
                }
                (Change::Life(player, _) | Change::Poison(player, _), Some((Thing::Player(to), dealt)))
                    if *player == to =>
                {
                    // The total says how much; who dealt it says why.
                    line.phrase.why = dealt;
                    merge_rules(&mut line, lines.pop());
                }
                (Change::Counters(object, ..), Some((Thing::Object(to), _))) if *object == to => {
                    if let Some(mut damage) = lines.pop() {
                        damage.phrase.became.push(", ", Style::Plain);
                        damage.phrase.became.append(&line.phrase.became);
                        merge_rules(&mut damage, Some(line));
                        line = damage;
                    }
                }
                _ => {}
            }
            lines.push(line);
        }
        lines
    }

    fn dealt(&self, source: Option<ObjectId>, amount: u32, combat: bool) -> Text {
        let mut text = Text::new();
        if let Some(source) = source {
            self.words.names.write_object(&mut text, source);
            text.push(" deals ", Style::Plain);
        }
        text.push_fmt(
            format_args!("{amount} {}", if combat { "combat damage" } else { "damage" }),
            Style::Plain,
        );
        text
    }

    /// An entry by itself, as it is.
    fn plain(&self, id: EntryId, entry: &Entry) -> Line {
        let rules = entry.rules.iter().collect();
        Line { phrase: self.words.phrase(id, entry), rules, tells: vec![id], at: Some(id), ..Line::default() }
    }

    fn step(&self, id: EntryId, entry: &Entry) -> Line {
        let (player, step) = match &entry.what {
            What::Step(player, step) => (*player, Some(*step)),
            What::Changed(Change::BeginTurn(player), _) => (*player, None),
            _ => return Line::default(),
        };
        let later = self.turns.len() - self.turns.partition_point(|turn| *turn <= id);
        let last = self.words.names.game().turn().number;
        let number = last.saturating_sub(u32::try_from(later).unwrap_or(u32::MAX));
        let mut text = Text::new();
        let mut whose = Text::new();
        self.write_side(&mut whose, id, player);
        text.push_fmt(
            format_args!(
                "Turn {number} ({}), {}",
                whose.into_string(),
                step.map_or("as it begins", |step| names::step_by(step, &entry.rules))
            ),
            Style::Heading,
        );
        // That there is another cleanup step needs a reason; the other steps follow each other anyway.
        let plain = self.terse() && !entry.rules.contains(cr!("514.3a"));
        let rules = if plain { Vec::new() } else { entry.rules.iter().collect() };
        Line { phrase: Phrase::sentence(text), rules, heading: true, sums: vec![id], ..Line::default() }
    }

    /// An entry with what is below it.
    fn single(&self, id: EntryId, entry: &Entry) -> Line {
        let mut line = self.with_below(id, entry);
        if !line.tells.contains(&id) {
            line.tells.push(id);
        }
        line.at = Some(id);
        line
    }

    fn with_below(&self, id: EntryId, entry: &Entry) -> Line {
        let below = self.below(id);
        let mut line = self.plain(id, entry);
        match &entry.what {
            What::Casts(_, object) if self.terse() => return self.cast(line, *object, &below),
            What::PlaysLand(_, land) if self.terse() => {
                return self
                    .absorb_move(line, &below, |action, _, new| action == MoveAction::Play || new == *land);
            }
            What::PutOnStack(object, _) if self.terse() => {
                let rest = self.announced(&mut line, *object, &below);
                line.children = self.lines(&rest, false);
                return line;
            }
            What::Activates { .. } if self.terse() => return self.activated(line, &below),
            What::Resolves(top) if self.terse() => return self.resolved(line, *top, &below),
            What::Fiat if self.terse() => {
                let mut lines = self.lines(&below, false);
                if let ([_], Some(only)) = (below.as_slice(), lines.pop()) {
                    return only;
                }
            }
            What::StateBased => return self.state_based(line, &below),
            What::Resolves(top)
                if self.entries(&below).any(|(_, it)| matches!(it.what, What::Fizzles(_))) =>
            {
                let mut text = Text::new();
                self.words.names.write_object(&mut text, *top);
                text.push(" is about to resolve", Style::Plain);
                line.phrase = Phrase::sentence(text);
            }
            _ => {}
        }
        line.children = self.lines(&below, false);
        line
    }

    /// A resolution: in one line with the only thing that comes of it, where that says it all.
    fn resolved(&self, mut line: Line, top: ObjectId, below: &[EntryId]) -> Line {
        let fizzles = self.entries(below).find(|(_, entry)| matches!(entry.what, What::Fizzles(_)));
        if let Some((id, entry)) = fizzles {
            line = self.plain(id, entry);
            let rest: Vec<EntryId> = below.iter().copied().filter(|other| *other != id).collect();
            line.children = self.lines(&rest, false);
            return line;
        }
        let becomes = |change: &Change| matches!(change, Change::Move(it) if it.object == top && it.to == Zone::Battlefield);
        if self.position(below, becomes).is_some() {
            return self.absorb_move(line, below, |_, old, _| old == top);
        }
        if let [only] = below
            && let Some(entry) = self.trace.get(*only)
            && matches!(entry.what, What::Note(_))
        {
            line.phrase.subject.push(": ", Style::Plain);
            line.phrase.subject.append(&self.words.phrase(*only, entry).subject);
            // What comes of it decides; that it resolves at all, and though its source is gone, has reasons too.
            let resolves = std::mem::replace(&mut line.rules, entry.rules.iter().collect());
            cite(&mut line, resolves.into_iter());
            return line;
        }
        line.children = self.lines(below, false);
        line
    }

    /// State-based actions: all that apply are performed at the same time (704.3).
    fn state_based(&self, mut line: Line, below: &[EntryId]) -> Line {
        let mut lines = self.lines(below, true);
        if self.terse() && lines.len() == 1 {
            return lines.pop().unwrap_or(line);
        }
        let actions = self
            .entries(below)
            .filter(|(_, entry)| match &entry.what {
                What::Changed(change, _) => !matches!(change, Change::Trigger(_)),
                _ => false,
            })
            .count();
        if actions > 1 {
            line.phrase.subject.push(", at the same time:", Style::Plain);
        }
        line.children = lines;
        line
    }

    /// A line with the move below it in its place.
    fn absorb_move(
        &self,
        line: Line,
        below: &[EntryId],
        is_it: impl Fn(MoveAction, ObjectId, ObjectId) -> bool,
    ) -> Line {
        let moved = self.position(
            below,
            |change| matches!(change, Change::Move(it) if is_it(it.action, it.object, it.new)),
        );
        let Some((id, entry)) = moved else {
            return Line { children: self.lines(below, false), ..line };
        };
        let rest: Vec<EntryId> = below.iter().copied().filter(|other| *other != id).collect();
        Line { children: self.lines(&rest, false), ..self.plain(id, entry) }
    }

    fn position(&self, ids: &[EntryId], is_it: impl Fn(&Change) -> bool) -> Option<(EntryId, &Entry)> {
        ids.iter().find_map(|id| {
            let entry = self.trace.get(*id)?;
            matches!(&entry.what, What::Changed(change, _) if is_it(change)).then_some((*id, entry))
        })
    }
}

/// Creatures that attack or block the same.
struct Declared {
    /// What they attack or block.
    of: Thing,
    verb: &'static str,
    who: Vec<Thing>,
    rules: Vec<RuleId>,
    /// The entries that say so.
    sums: Vec<EntryId>,
}

/// Adds the rules of another line behind those of this one.
fn merge_rules(line: &mut Line, other: Option<Line>) {
    let Some(other) = other else { return };
    line.tells.extend(other.tells);
    cite(line, other.rules.into_iter());
}

/// Adds rules, each once. An object's new identity is told last, as it follows from the rest.
fn cite(line: &mut Line, rules: impl Iterator<Item = RuleId>) {
    for rule in rules {
        if !line.rules.contains(&rule) {
            line.rules.push(rule);
        }
    }
    if let Some(place) = line.rules.iter().position(|rule| *rule == cr!("400.7")) {
        let identity = line.rules.remove(place);
        line.rules.push(identity);
    }
}
