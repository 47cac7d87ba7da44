//! What happened, in words: one phrase for each entry.

use crate::game::{
    Answer, Called, CauseKind, Choice, ChoiceKind, Game, Item, ObjectId, Options, Origin, Thing,
};
use crate::ir::{ManaCost, Symbol, Zone};
use crate::rules::{Rules, cr};

use super::causes;
use super::choices;
use super::entry::{CostChanged, Entry, EntryId, Trace, What, Would};
use super::names::{self, Names};
use super::notes::Note;
use super::pieces::Piece;
use super::refusal::{self, Attempt, Refusal};
use super::replaced;
use super::styled::{Style, Text, said};
use super::totals::Totals;

pub(super) mod changes;
pub(super) mod moves;

/// What happened as up to three columns: who or what, what became of it, and why. A sentence stands in the first alone.
#[derive(Debug, Clone, Default)]
pub(super) struct Phrase {
    /// Who or what; or the whole sentence.
    pub(super) subject: Text,
    /// What became of it.
    pub(super) became: Text,
    /// Why.
    pub(super) why: Text,
}

impl Phrase {
    /// A whole sentence.
    pub(super) fn sentence(subject: Text) -> Self {
        Self { subject, ..Self::default() }
    }

    /// All of it as a sentence.
    pub(super) fn as_sentence(&self) -> Text {
        let mut text = self.subject.clone();
        if !self.became.is_empty() {
            text.push(" ", Style::Plain);
            text.append(&self.became);
        }
        if !self.why.is_empty() {
            // By whom, in what and as what happens goes on with the sentence; anything else is said behind it.
            let goes_on = ["by ", "in ", "as "].iter().any(|word| self.why.as_str().starts_with(word));
            text.push(if goes_on { " " } else { ", " }, Style::Plain);
            text.append(&self.why);
        }
        text
    }

    /// All of it in one line.
    pub(super) fn joined(&self) -> Text {
        let mut text = self.subject.clone();
        for (part, before) in [(&self.became, ": "), (&self.why, ", ")] {
            if !part.is_empty() {
                text.push(before, Style::Plain);
                text.append(part);
            }
        }
        text
    }
}

/// Who puts entries into words.
pub(super) struct Words<'a> {
    /// What things are called.
    pub(super) names: Names<'a>,
    /// What is told.
    pub(super) trace: &'a Trace,
    /// What totals were.
    pub(super) totals: Totals,
}

/// Whether what would have entered the battlefield has gone somewhere else.
fn never_enters(game: &Game, object: ObjectId) -> bool {
    let its = game.object(object);
    let elsewhere = |zone: Zone| !matches!(zone, Zone::Battlefield);
    elsewhere(its.zone) && its.next.is_some_and(|next| elsewhere(game.object(next).zone))
}

impl Words<'_> {
    /// An entry in words.
    pub(super) fn phrase(&self, id: EntryId, entry: &Entry) -> Phrase {
        let names = &self.names;
        names.tell(id);
        let mut text = Text::new();
        match &entry.what {
            What::Changed(change, _) => return self.change(id, entry, change),
            What::Casts(player, spell) => {
                (*player, " casts ", *spell).write(names, &mut text);
                manner(names, *spell, &mut text);
            }
            What::Activates { player, source, origin, called, mana } => {
                names.write_player(&mut text, *player);
                said(&mut text, " activates ");
                let sort = mana.then_some("mana");
                names.write_ability(&mut text, *source, *origin, (sort, Some(*called)));
            }
            What::PlaysLand(player, land) => (*player, " plays ", *land).write(names, &mut text),
            What::TurnsFaceUp(player, permanent) => {
                (*player, " turns ", *permanent, " face up").write(names, &mut text)
            }
            What::Unlocks(player, permanent, half) => {
                let half = names.game().name_of_half(*permanent, *half).unwrap_or_default();
                (*player, " unlocks ", half).write(names, &mut text);
            }
            What::Suspends(player, card) => (*player, " suspends ", *card).write(names, &mut text),
            What::ByKeyword(player, keyword, card) => {
                (*player, " ", keyword.word(), ("s ", *card)).write(names, &mut text)
            }
            What::PutOnStack(ability, _) => self.goes_on_stack(*ability, &mut text),
            What::Targets(object, targets) => {
                (*object, " targets ").write(names, &mut text);
                names.write_list(&mut text, targets);
            }
            What::Reveals(cards) => {
                let things: Vec<Thing> = cards.iter().copied().map(Thing::Object).collect();
                names.write_list(&mut text, &things);
                said(&mut text, if cards.len() == 1 { " is revealed" } else { " are revealed" });
            }
            What::TotalCost { of, ability, mana, changed } => {
                total_cost(names, (*of, *ability), mana, changed.as_deref(), &mut text);
            }
            What::Resolves(object) => (*object, " resolves").write(names, &mut text),
            What::Fizzles(object) => {
                let why = " does not resolve: none of its targets is legal any more";
                (*object, why).write(names, &mut text);
            }
            What::Chose(choice, answer, how) => {
                let plain = choice.source.is_some() && choice.source == self.told_above(entry);
                let order = (choice.kind == ChoiceKind::Order)
                    .then(|| self.put_on_stack(id, choice, answer))
                    .flatten();
                text = match order {
                    Some(abilities) => choices::order(names, choice.player, &abilities, *how),
                    None => choices::sentence(names, choice, answer, *how, &entry.rules, plain),
                };
            }
            What::Step(player, step) => {
                (*player, "'s ", names::step_by(*step, &entry.rules)).write(names, &mut text)
            }
            What::StateBased => said(&mut text, "State-based actions"),
            // What enters becomes a copy of what the last such effect says (616.1f), and none if it does not enter after all.
            What::Replaced(Thing::Object(it), _, Would::EnterAsCopy(original))
                if self.copies_again(id, entry) || never_enters(names.game(), *it) =>
            {
                (*it, " would enter as a copy of ", *original).write(names, &mut text);
            }
            What::Replaced(object, source, would) => {
                replaced::sentence(names, *object, *source, *would, &entry.rules, &mut text);
            }
            What::Refused(refusal) => {
                text = refusal::refused(names, refusal);
                said(&mut text, when_declared(refusal, &entry.rules));
            }
            What::Note(note) => text = self.note(id, entry, *note),
            What::Fiat => said(&mut text, "given by the scenario"),
        }
        Phrase::sentence(text)
    }

    /// `Soul Warden#1's ability, granted by Aura#2, goes on the stack as #7`.
    fn goes_on_stack(&self, ability: ObjectId, text: &mut Text) {
        let names = &self.names;
        names.write_object(text, ability);
        // What else has given its source an ability that reads the same.
        if let Some(its) = names.game().object(ability).stack_ability()
            && let Origin::Granted(by, _) = its.origin
            && by != its.source
            && names.object(ability).rsplit("'s ").next().is_some_and(|its| {
                ["ability", "activated ability", "triggered ability"]
                    .iter()
                    .any(|start| its.starts_with(start))
            })
        {
            (", granted by ", by, ",").write(names, text);
        }
        said(text, " goes on the stack as ");
        Names::write_number(text, ability);
    }

    /// A note in words, as its cause and its rules would have it said.
    fn note(&self, id: EntryId, entry: &Entry, note: Note) -> Text {
        let names = &self.names;
        let has = |rule| entry.rules.contains(rule);
        let mut text = Text::new();
        match (note, entry.cause) {
            (Note::Loop(since), _) => {
                text = note.sentence(names);
                self.repeated(&mut text, since, id);
            }
            (Note::Ceased(object) | Note::NotFound(object), CauseKind::Ended(..)) => {
                (object, " does not return ").write(names, &mut text);
                causes::of_kind(names, entry.cause, &mut text);
                let why = match note {
                    Note::Ceased(_) => ": it has ceased to exist",
                    _ if has(cr!("400.8")) => ": it has been exiled anew since",
                    _ if has(cr!("800.4a")) => ": it has left the game",
                    _ => ": it has gone elsewhere",
                };
                said(&mut text, why);
            }
            (Note::NotFound(object), _) if has(cr!("800.4a")) => {
                (object, " is not found: it has left the game with its owner").write(names, &mut text);
            }
            (Note::NotFound(object), _) if has(cr!("400.8")) => {
                let why = " is not found: the card has been exiled anew since, and stays as it is";
                (object, why).write(names, &mut text);
            }
            (Note::NeverAttacks(_) | Note::NeverBlocks(_), _) => {
                text = note.sentence(names);
                let why = match () {
                    () if has(cr!("506.3a")) => ": it is no creature",
                    () if has(cr!("506.3b")) => ": its controller is not the attacking player",
                    () if has(cr!("506.3f")) => ": it is a battle",
                    () if has(cr!("508.4a")) => {
                        ": whom or what it would attack is no longer there to be attacked"
                    }
                    () => "",
                };
                said(&mut text, why);
            }
            (Note::DoesNotTrigger(..), _) if has(cr!("702.79a")) => {
                text = note.sentence(names);
                said(&mut text, " (it had a -1/-1 counter on it)");
            }
            (Note::NotDone(_), _) => {
                text = note.sentence(names);
                if let Some(before) = self.left_undone(id, entry) {
                    said(&mut text, ": ");
                    text.append(&before);
                }
            }
            _ => text = note.sentence(names),
        }
        text
    }

    /// What was chosen, or was noted, directly before that something has not been done.
    fn left_undone(&self, id: EntryId, entry: &Entry) -> Option<Text> {
        let before = self.trace.entries().get(..id.0 as usize)?;
        let last = before.iter().rev().find(|other| other.parent == entry.parent)?;
        let tells = match &last.what {
            What::Chose(choice, ..) => choice.kind != ChoiceKind::First,
            What::Note(Note::NotFound(_) | Note::Ceased(_)) => true,
            What::Note(note) => note.idle().is_some(),
            _ => false,
        };
        tells.then(|| self.phrase(last.id, last).as_sentence())
    }

    /// The abilities that go on the stack after a choice of their order, if it is that of triggered abilities and all of them do.
    fn put_on_stack(&self, id: EntryId, choice: &Choice, answer: &Answer) -> Option<Vec<ObjectId>> {
        let (Answer::Picked(picked), Options::Pick { from, .. }) = (answer, &choice.options) else {
            return None;
        };
        let entries = self.trace.entries();
        let chosen = entries.get(id.0 as usize)?;
        let after = entries.iter().skip(id.0 as usize + 1).filter(|entry| entry.parent == chosen.parent);
        let put: Vec<ObjectId> = after
            .filter_map(|entry| match entry.what {
                What::PutOnStack(ability, _) => Some(ability),
                _ => None,
            })
            .take(picked.len())
            .collect();
        let of = |index: &u32| match from.get(*index as usize) {
            Some(Item::AbilityOf(source, ..)) => Some(*source),
            _ => None,
        };
        let source =
            |ability: &ObjectId| self.names.game().object(*ability).stack_ability().map(|its| its.source);
        picked.iter().map(of).eq(put.iter().map(source)).then_some(put)
    }

    /// What resolved between two entries: what a loop repeats.
    fn repeated(&self, text: &mut Text, since: EntryId, until: EntryId) {
        let round = self.trace.entries().iter().take(until.0 as usize).skip(since.0 as usize);
        let mut separator = ": ";
        let mut count = 0;
        for entry in round {
            if let What::Resolves(object) = entry.what {
                said(text, separator);
                self.names.write_object(text, object);
                separator = "; ";
                count += 1;
            }
        }
        match count {
            0 => {}
            1 => said(text, " resolves again and again"),
            _ => said(text, " resolve again and again"),
        }
    }

    /// Whether another effect makes what enters a copy after the one that an entry tells of, as part of the same.
    fn copies_again(&self, id: EntryId, entry: &Entry) -> bool {
        let What::Replaced(it, _, _) = entry.what else { return false };
        let later = self.trace.entries().iter().skip(id.0 as usize + 1);
        let mut beside = later.filter(|other| other.parent == entry.parent);
        beside.any(|other| matches!(other.what, What::Replaced(its, _, Would::EnterAsCopy(_)) if its == it))
    }

    /// The spell or ability that the entry above is about.
    fn told_above(&self, entry: &Entry) -> Option<ObjectId> {
        match self.trace.get(entry.parent?)?.what {
            What::Casts(_, object) | What::PutOnStack(object, _) | What::Resolves(object) => Some(object),
            _ => None,
        }
    }
}

/// In what way a spell was cast: with flashback, bestowed, kicked.
fn manner(names: &Names<'_>, spell: ObjectId, text: &mut Text) {
    let Some(announced) = &names.game().object(spell).announced else { return };
    write_manner(text, &announced.paid);
}

/// ` bestowed`, of what a way of casting is called and the costs that are paid.
pub(super) fn write_manner(text: &mut Text, paid: &[Symbol]) {
    let kicked = paid.iter().filter(|name| name.as_str() == "kicker").count();
    for way in paid {
        said(text, cast_so(way.as_str()));
    }
    match kicked {
        0 => {}
        1 => said(text, ", kicked"),
        2 => said(text, ", kicked twice"),
        times => text.push_fmt(format_args!(", kicked {times} times"), Style::Plain),
    }
}

/// A way of casting, or a cost that was paid for it, behind "casts it"; nothing for what is told otherwise.
pub(super) fn cast_so(way: &str) -> &'static str {
    match way {
        "flashback" => " with flashback",
        "bestow" => " bestowed",
        "mutate" => " for its mutate cost",
        "evoke" => " for its evoke cost",
        "awaken" => " for its awaken cost",
        "blitz" => " for its blitz cost",
        "dash" => " for its dash cost",
        "emerge" => " for its emerge cost",
        "freerunning" => " for its freerunning cost",
        "harmonize" => " for its harmonize cost",
        "impending" => " for its impending cost",
        "mayhem" => " for its mayhem cost",
        "overload" => " for its overload cost",
        "prowl" => " for its prowl cost",
        "retrace" => " with retrace",
        "sneak" => " for its sneak cost",
        "spectacle" => " for its spectacle cost",
        "surge" => " for its surge cost",
        "warp" => " for its warp cost",
        "web-slinging" => " for its web-slinging cost",
        "conspire" => ", conspiring",
        "buyback" => " with buyback",
        "prototype" => " prototyped",
        _ => "",
    }
}

/// A cost of mana; of none at all {0}.
fn of_mana(mana: &ManaCost) -> String {
    if mana.symbols.is_empty() { "{0}".to_owned() } else { mana.to_string() }
}

/// `the mana in the total cost of Divination#3 is {1}{U} instead of {2}{U}, by Helm of Awakening#1`.
fn total_cost(
    names: &Names<'_>,
    (of, ability): (ObjectId, Option<(Origin, Called)>),
    mana: &ManaCost,
    changed: Option<&CostChanged>,
    text: &mut Text,
) {
    said(text, "the mana in the total cost of ");
    match ability {
        Some((origin, called)) => names.write_ability(text, of, origin, (None, Some(called))),
        None => names.write_object(text, of),
    }
    text.push_fmt(format_args!(" is {}", of_mana(mana)), Style::Plain);
    if let Some(changed) = changed {
        write_change(names, text, Some(of), changed);
    }
}

/// `{1}{U} instead of {2}{U}, by Helm of Awakening#1`.
pub(super) fn write_cost(
    names: &Names<'_>,
    text: &mut Text,
    own: Option<ObjectId>,
    (mana, changed): (&ManaCost, &CostChanged),
) {
    said(text, &of_mana(mana));
    write_change(names, text, own, changed);
}

/// ` instead of {2}{U}, by Helm of Awakening#1`.
pub(super) fn write_change(names: &Names<'_>, text: &mut Text, own: Option<ObjectId>, changed: &CostChanged) {
    text.push_fmt(format_args!(" instead of {}", of_mana(&changed.before)), Style::Plain);
    for (place, source) in changed.by.iter().enumerate() {
        said(text, if place == 0 { ", by " } else { "; " });
        if Some(*source) == own { said(text, "its own ability") } else { names.write_object(text, *source) }
    }
}

/// It is refused as that would be declared, whenever it was asked.
fn when_declared(refusal: &Refusal, rules: &Rules) -> &'static str {
    match refusal.attempt {
        // Where the step is skipped none are.
        Attempt::Attack(_) if rules.contains(cr!("614.10")) => "",
        Attempt::Attack(_) => " (as attackers are declared)",
        Attempt::Block(_) => " (as blockers are declared)",
        _ => "",
    }
}
