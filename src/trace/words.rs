//! What happened, in words: one phrase for each entry.

use crate::game::agenda::AgendaChange;
use crate::game::{
    Answer, CauseKind, Change, Choice, ChoiceKind, Ending, Item, ManaAmount, ObjectId, Options, Origin, Step,
    Thing,
};
use crate::ir::{CounterKind, Filter, ManaCost};
use crate::rules::cr;

use super::causes;
use super::choices;
use super::designations;
use super::effects;
use super::entry::{Entry, EntryId, Note, Trace, What};
use super::names::{self, Names};
use super::notes;
use super::refusal::{self, Attempt};
use super::replaced;
use super::styled::{Style, Text, said};
use super::totals::Totals;
use super::turned;

mod moves;

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

impl Words<'_> {
    /// An entry in words.
    pub(super) fn phrase(&self, id: EntryId, entry: &Entry) -> Phrase {
        let names = &self.names;
        names.tell(id);
        let mut text = Text::new();
        match &entry.what {
            What::Changed(change, _) => return self.change(id, entry, change),
            What::Casts(player, spell) => {
                names.write_player(&mut text, *player);
                said(&mut text, " casts ");
                names.write_object(&mut text, *spell);
                manner(names, *spell, &mut text);
            }
            What::Activates { player, source, origin, called, mana } => {
                names.write_player(&mut text, *player);
                said(&mut text, " activates ");
                let sort = mana.then_some("mana");
                names.write_ability(&mut text, *source, *origin, (sort, Some(*called)));
            }
            What::PlaysLand(player, land) => {
                names.write_player(&mut text, *player);
                said(&mut text, " plays ");
                names.write_object(&mut text, *land);
            }
            What::TurnsFaceUp(player, permanent) => {
                names.write_player(&mut text, *player);
                said(&mut text, " turns ");
                names.write_object(&mut text, *permanent);
                said(&mut text, " face up");
            }
            What::Suspends(player, card) => {
                names.write_player(&mut text, *player);
                said(&mut text, " suspends ");
                names.write_object(&mut text, *card);
            }
            What::ByKeyword(player, keyword, card) => {
                names.write_player(&mut text, *player);
                text.push_fmt(format_args!(" {}s ", keyword.word()), Style::Plain);
                names.write_object(&mut text, *card);
            }
            What::PutOnStack(ability, _) => {
                names.write_object(&mut text, *ability);
                // What else has given its source an ability that reads the same.
                if let Some(its) = names.game().object(*ability).stack_ability()
                    && let Origin::Granted(by, _) = its.origin
                    && by != its.source
                    && names
                        .object(*ability)
                        .rsplit("'s ")
                        .next()
                        .is_some_and(|its| its.starts_with("ability"))
                {
                    said(&mut text, ", granted by ");
                    names.write_object(&mut text, by);
                    said(&mut text, ",");
                }
                said(&mut text, " goes on the stack as ");
                Names::write_number(&mut text, *ability);
            }
            What::Targets(object, targets) => {
                names.write_object(&mut text, *object);
                said(&mut text, " targets ");
                names.write_list(&mut text, targets);
            }
            What::Reveals(cards) => {
                let things: Vec<Thing> = cards.iter().copied().map(Thing::Object).collect();
                names.write_list(&mut text, &things);
                said(&mut text, if cards.len() == 1 { " is revealed" } else { " are revealed" });
            }
            What::TotalCost { of, ability, mana, before } => {
                said(&mut text, "the mana in the total cost of ");
                match ability {
                    Some((origin, called)) => {
                        names.write_ability(&mut text, *of, *origin, (None, Some(*called)))
                    }
                    None => names.write_object(&mut text, *of),
                }
                text.push_fmt(format_args!(" is {}", of_mana(mana)), Style::Plain);
                if let Some(before) = before {
                    text.push_fmt(format_args!(" instead of {}", of_mana(before)), Style::Plain);
                }
            }
            What::Resolves(object) => {
                names.write_object(&mut text, *object);
                said(&mut text, " resolves");
            }
            What::Fizzles(object) => {
                names.write_object(&mut text, *object);
                said(&mut text, " does not resolve: none of its targets is legal any more");
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
                names.write_player(&mut text, *player);
                said(&mut text, "'s ");
                said(&mut text, names::step(*step));
            }
            What::StateBased => said(&mut text, "State-based actions"),
            What::Replaced(object, source, would) => {
                replaced::sentence(names, *object, *source, *would, &entry.rules, &mut text);
            }
            What::Refused(refusal) => {
                text = refusal::refused(names, refusal);
                // It is refused as that would be declared, whenever it was asked.
                said(
                    &mut text,
                    match refusal.attempt {
                        // Where the step is skipped none are.
                        Attempt::Attack(_) if entry.rules.contains(cr!("614.10")) => "",
                        Attempt::Attack(_) => ", as attackers are declared",
                        Attempt::Block(_) => ", as blockers are declared",
                        _ => "",
                    },
                );
            }
            What::Note(note) => match (note, entry.cause) {
                (Note::Loop(since), _) => {
                    text = notes::sentence(names, *note);
                    self.repeated(&mut text, *since, id);
                }
                (Note::Ceased(object) | Note::NotFound(object), CauseKind::Ended(_)) => {
                    names.write_object(&mut text, *object);
                    said(&mut text, " does not return ");
                    causes::of_kind(names, entry.cause, &mut text);
                    let why = match note {
                        Note::Ceased(_) => ": it has ceased to exist",
                        _ if entry.rules.contains(cr!("400.8")) => ": it has been exiled anew since",
                        _ => ": it has gone elsewhere",
                    };
                    said(&mut text, why);
                }
                (Note::NotFound(object), _) if entry.rules.contains(cr!("400.8")) => {
                    names.write_object(&mut text, *object);
                    said(&mut text, " is not found: the card has been exiled anew since, and stays as it is");
                }
                _ => {
                    text = notes::sentence(names, *note);
                    if matches!(note, Note::DoesNotTrigger(..)) && entry.rules.contains(cr!("702.79a")) {
                        said(&mut text, " (it had a -1/-1 counter on it)");
                    }
                }
            },
            What::Fiat => said(&mut text, "given by the scenario"),
        }
        Phrase::sentence(text)
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

    /// The spell or ability that the entry above is about.
    fn told_above(&self, entry: &Entry) -> Option<ObjectId> {
        match self.trace.get(entry.parent?)?.what {
            What::Casts(_, object) | What::PutOnStack(object, _) | What::Resolves(object) => Some(object),
            _ => None,
        }
    }

    fn change(&self, id: EntryId, entry: &Entry, change: &Change) -> Phrase {
        let names = &self.names;
        let mut phrase = Phrase::default();
        let Phrase { subject, became, why } = &mut phrase;
        causes::of_kind(names, entry.cause, why);
        if let CauseKind::Cost(source, _) = entry.cause
            && about(change) == Some(source)
        {
            *why = Text::new();
            said(why, causes::cost_of_declaring(&entry.rules).unwrap_or("as a cost"));
        } else if let CauseKind::Replacement(source) = entry.cause
            && about(change) == Some(source)
        {
            *why = Text::new();
            said(why, "instead");
        } else if let CauseKind::Cost(source, _) = entry.cause {
            *why = Text::new();
            causes::of_cost(names, source, &entry.rules, why);
        }
        match change {
            Change::Move(it) if turned::is_under_deck(names, it) => {
                turned::under_deck(names, it, subject, became);
            }
            Change::Move(it) => {
                names.write_object(subject, it.object);
                self.path(became, it);
                *why = causes::of_move(names, it, entry.cause, &entry.rules);
            }
            Change::Create(new) => self.create(&mut phrase, new),
            Change::Cease(object) => {
                names.write_object(subject, *object);
                if names.game().object(*object).stack_ability().is_some() {
                    said(subject, " ceases to exist");
                    *why = Text::new();
                } else {
                    said(became, "ceases to exist");
                    for (rule, words) in [
                        (cr!("704.5d"), "a token that is not on the battlefield"),
                        (cr!("704.5e"), "a copy on neither stack nor battlefield"),
                    ] {
                        if entry.rules.contains(rule) {
                            *why = Text::new();
                            said(why, words);
                        }
                    }
                }
            }
            Change::LeaveGame(object, _) => {
                names.write_object(subject, *object);
                said(became, "leaves the game");
            }
            Change::Tap(object, tapped) => {
                names.write_object(subject, *object);
                said(became, if *tapped { "becomes tapped" } else { "becomes untapped" });
            }
            Change::Damage { source, to, amount, combat, .. } => {
                names.write_thing(subject, *to);
                became.push_fmt(format_args!("is dealt {amount} damage"), Style::Plain);
                *why = Text::new();
                if let Some(source) = source {
                    said(why, if *combat { "in combat by " } else { "by " });
                    names.write_object(why, *source);
                }
            }
            Change::RemoveDamage(object) => {
                names.write_object(subject, *object);
                said(became, "has its damage removed");
            }
            Change::Life(player, amount) => {
                names.write_player(subject, *player);
                self.total(became, id, "life", *amount);
                if let (CauseKind::Ability(source), true) =
                    (entry.cause, entry.rules.contains(cr!("702.15b")))
                {
                    *why = Text::new();
                    said(why, "lifelink of ");
                    names.write_object(why, source);
                }
            }
            Change::Poison(player, amount) => {
                names.write_player(subject, *player);
                self.total(became, id, "poison", *amount);
            }
            Change::AddMana(player, mana) => {
                names.write_player(subject, *player);
                let amount: ManaAmount = mana.iter().map(|mana| mana.kind).collect();
                became.push_fmt(format_args!("adds {amount}"), Style::Plain);
                if let Some(only_for) = mana.iter().find_map(|mana| mana.only_for.as_ref()) {
                    let (how, kind) = match &**only_for {
                        Filter::Not(kind) => (", not to be spent on ", &**kind),
                        kind => (", to be spent only on ", kind),
                    };
                    said(became, how);
                    said(became, &crate::cards::words::kinds(kind, true));
                }
            }
            Change::SpendMana(player, amount, _) => {
                names.write_player(subject, *player);
                became.push_fmt(format_args!("spends {amount}"), Style::Plain);
            }
            Change::TurnMana(player, amount, _, kind) => {
                names.write_player(subject, *player);
                let kind = kind.word();
                became.push_fmt(format_args!("has unspent {amount} become {kind}"), Style::Plain);
            }
            Change::LoseMana(player, amount, _) => {
                names.write_player(subject, *player);
                became.push_fmt(format_args!("loses unspent {amount}"), Style::Plain);
                *why = Text::new();
            }
            Change::PlayerCounters(player, kind, amount) => {
                names.write_player(subject, *player);
                self.total(became, id, &kind.to_string(), *amount);
            }
            Change::Energy(player, amount) => {
                names.write_player(subject, *player);
                self.total(became, id, "energy", *amount);
            }
            Change::Counters(object, kind, amount) => {
                names.write_object(subject, *object);
                match kind {
                    CounterKind::Named(name) => self.total(became, id, name.as_str(), *amount),
                    CounterKind::PowerToughness(..) => counters(became, *kind, *amount),
                }
            }
            Change::Attach(object, to) => {
                names.write_object(subject, *object);
                match to {
                    Some(host) => {
                        said(became, "attached to ");
                        names.write_thing(became, *host);
                    }
                    None => said(became, "becomes unattached"),
                }
            }
            Change::Designate(..)
            | Change::Undesignate(..)
            | Change::Hold(_)
            | Change::LetGo(..)
            | Change::Speed(..)
            | Change::Daytime(_)
            | Change::CompleteDungeon(_)
            | Change::Tempt(..) => designations::changed(names, change, subject, became),
            Change::Attack(attack) => {
                names.write_object(subject, attack.attacker);
                said(subject, " attacks ");
                names.write_thing(subject, attack.defender);
                *why = Text::new();
            }
            Change::Block(block) => {
                names.write_object(subject, block.blocker);
                said(subject, " blocks ");
                names.write_object(subject, block.attacker);
                *why = Text::new();
            }
            Change::Blocked(attacker) => {
                names.write_object(subject, *attacker);
                said(became, "becomes blocked");
            }
            Change::Unblocked(attacker) => {
                names.write_object(subject, *attacker);
                said(became, "becomes unblocked");
            }
            Change::Reselect(attacker, defender) => {
                names.write_object(subject, *attacker);
                said(became, "attacks ");
                names.write_thing(became, *defender);
                said(became, " from now on");
            }
            Change::PhaseOut { object, .. } => {
                names.write_object(subject, *object);
                said(became, "phases out");
            }
            Change::PhaseIn(object) => {
                names.write_object(subject, *object);
                said(became, "phases in");
            }
            Change::RemoveFromCombat(object) | Change::StaysInCombat { object, .. } => {
                names.write_object(subject, *object);
                said(became, effects::out_of_combat(change));
            }
            Change::BeginEffect(effect) => {
                effects::begins(names, effect, subject, became);
            }
            Change::Trigger(trigger) => {
                names.write_waiting(subject, trigger);
                said(subject, " triggers");
                *why = Text::new();
                // Whose effect it has the ability from is half of why it triggers.
                if let Origin::Granted(by, _) = trigger.origin {
                    if by != trigger.source {
                        said(why, "granted by ");
                        names.write_object(why, by);
                    }
                }
            }
            Change::Merge(it) => effects::merges(names, it, subject, became, why),
            Change::Encode(card, host) => {
                names.write_object(subject, *card);
                said(became, "encoded on ");
                names.write_object(became, *host);
            }
            Change::AddLink(link) => {
                names.write_object(subject, link.object);
                said(became, "is linked to ");
                names.write_object(became, link.key.object);
                *why = Text::new();
            }
            Change::AddShield(shield) => match shield.protects {
                Some(object) => {
                    names.write_object(subject, object);
                    said(became, "is protected by a shield");
                }
                None => replaced::shield(names, shield, subject),
            },
            Change::MayLook(object, player) => {
                turned::looked_at(names, (*object, *player), &entry.rules, subject);
            }
            Change::Controller(object, player) | Change::ControlNoticed(object, player) => {
                names.write_object(subject, *object);
                said(became, "is now controlled by ");
                names.write_player(became, *player);
            }
            Change::FaceDown(..) | Change::Transform(_) | Change::Flip(_) => {
                turned::over(names, (id, change), &entry.rules, (subject, became));
            }
            Change::Announce(object, announced) => {
                names.write_object(subject, *object);
                let targets: Vec<Thing> = announced.targets.iter().flatten().copied().collect();
                said(became, if targets.is_empty() { "is announced" } else { "now targets " });
                names.write_list(became, &targets);
            }
            Change::AddDelayed(delayed) => {
                said(subject, "a delayed ability of ");
                names.write_object(subject, delayed.source);
                said(subject, " waits");
                *why = Text::new();
            }
            Change::Agenda(AgendaChange::ControlNext(player, by)) => {
                names.write_player(subject, *by);
                said(subject, " will control ");
                names.write_player(subject, *player);
                said(subject, " during their next turn");
            }
            Change::Agenda(AgendaChange::AddTurn(player)) => {
                names.write_player(subject, *player);
                said(subject, " will take an extra turn");
            }
            Change::Band(band) => {
                let members: Vec<Thing> = band.iter().copied().map(Thing::Object).collect();
                names.write_list(subject, &members);
                said(subject, " are a band");
            }
            Change::Agenda(AgendaChange::AddStep(step)) => {
                subject.push_fmt(
                    format_args!("another {} comes directly after this step", names::step(*step)),
                    Style::Plain,
                );
            }
            Change::Agenda(AgendaChange::AddPhase(phase)) => said(subject, added_phase(phase.first)),
            Change::Leave(player) => {
                names.write_player(subject, *player);
                said(subject, " loses the game");
                *why = Text::new();
            }
            Change::End(Ending::Won(player)) => {
                // A team wins as one, with those of it who had lost (104.2c).
                let game = names.game();
                let team: Vec<crate::game::PlayerId> =
                    game.players().filter(|other| game.same_team(*player, *other)).collect();
                let several = names.write_players(subject, &team);
                said(subject, if several { " win the game" } else { " wins the game" });
                *why = Text::new();
            }
            Change::EndEffect(id) => {
                said(subject, "a continuous effect ends");
                let begun = self.trace.entries().iter().find_map(|entry| match &entry.what {
                    What::Changed(Change::BeginEffect(effect), _) if effect.id == *id => Some(effect),
                    _ => None,
                });
                let source = match entry.cause {
                    CauseKind::Ended(source) => Some(source),
                    _ => None,
                };
                if let Some((mark, effect)) = begun.and_then(|its| Some((effects::mark(its)?, its))) {
                    *subject = Text::new();
                    names.write_object(subject, effect.source);
                    subject.push_fmt(format_args!(" is no longer {mark}"), Style::Plain);
                } else if let Some(source) = begun.map(|effect| effect.source).or(source) {
                    *subject = Text::new();
                    said(subject, "the effect of ");
                    names.write_object(subject, source);
                    said(subject, " ends");
                }
                *why = Text::new();
            }
            Change::End(Ending::Draw) => {
                said(subject, "the game is a draw");
                *why = Text::new();
            }
            _ => {
                *why = Text::new();
                self.plain_change(subject, change);
            }
        }
        phrase
    }

    /// The changes that a short sentence tells.
    fn plain_change(&self, text: &mut Text, change: &Change) {
        let names = &self.names;
        let player = match change {
            Change::Shuffle(player, _)
            | Change::Settle(player, ..)
            | Change::Arrange(player, ..)
            | Change::DrewFromEmpty(player)
            | Change::Drawn(player)
            | Change::LandPlayed(player)
            | Change::InDeck(player, _)
            | Change::PlanarRoll(player)
            | Change::CastCounted(player)
            | Change::SpentOnSpell(player, _)
            | Change::BeginTurn(player)
            | Change::Priority(Some(player)) => Some(*player),
            _ => None,
        };
        if let Some(player) = player {
            names.write_player(text, player);
        }
        let words = match change {
            Change::Shuffle(..) => "'s library is shuffled",
            Change::Settle(..) => "'s library turns out to have these cards on top",
            Change::Arrange(..) => "'s library is put in order",
            Change::DrewFromEmpty(_) => " would draw from an empty library",
            Change::Drawn(_) => " has drawn a card",
            Change::InDeck(..) => "'s deck has this card on top",
            Change::PlanarRoll(_) => " has rolled the planar die",
            Change::LandPlayed(_) => " has played a land",
            Change::CastCounted(_) => " has cast a spell",
            Change::SpentOnSpell(..) => " has spent mana on a spell",
            Change::BeginTurn(_) => "'s turn begins",
            Change::Priority(Some(_)) => " has priority",
            Change::Priority(None) => "nobody has priority",
            Change::Pass => "the player with priority passes",

            Change::ClearCombat => "all attackers, blockers and what is attacked leave combat",
            Change::AddUntil(_) => "what has moved will return",
            Change::EndUntil(_) => "nothing is left to return",
            Change::Lapse(..) | Change::LapseWaiting(..) => "its duration is over before it begins",
            Change::EndDelayed(_) => "a delayed ability waits no longer",
            Change::UseShield(..) | Change::EndShield(_) => "a shield is used up",
            Change::BeginStep(step) => names::step(*step),
            _ => "the game keeps count",
        };
        said(text, words);
    }

    /// `life 20 > 17`.
    fn total(&self, text: &mut Text, id: EntryId, what: &str, amount: i32) {
        match self.totals.around(id) {
            Some((before, after)) => {
                text.push_fmt(format_args!("{what} {before} > {after}"), Style::Plain);
            }
            None => text.push_fmt(format_args!("{what} {amount:+}"), Style::Plain),
        }
    }
}

/// In what way a spell was cast: with flashback, bestowed, kicked.
fn manner(names: &Names<'_>, spell: ObjectId, text: &mut Text) {
    let Some(announced) = &names.game().object(spell).announced else { return };
    let kicked = announced.paid.iter().filter(|name| name.as_str() == "kicker").count();
    for way in &announced.paid {
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
        "conspire" => ", conspiring",
        "buyback" => " with buyback",
        "prototype" => " prototyped",
        _ => "",
    }
}

/// The object that a change is about, where a cost may be paid by it.
const fn about(change: &Change) -> Option<ObjectId> {
    match change {
        Change::Tap(object, _) | Change::Counters(object, ..) | Change::RemoveDamage(object) => Some(*object),
        _ => None,
    }
}

/// `gets 2 +1/+1 counters`.
pub(super) fn counters(text: &mut Text, kind: CounterKind, amount: i32) {
    let verb = if amount < 0 { "loses" } else { "gets" };
    let plural = if amount.unsigned_abs() == 1 { "" } else { "s" };
    text.push_fmt(format_args!("{verb} {} {kind} counter{plural}", amount.unsigned_abs()), Style::Plain);
}

/// A cost of mana; of none at all {0}.
fn of_mana(mana: &ManaCost) -> String {
    if mana.symbols.is_empty() { "{0}".to_owned() } else { mana.to_string() }
}

/// What an added phase is called, by its first step (500.8, 500.10).
const fn added_phase(first: Step) -> &'static str {
    match first {
        Step::Upkeep => "another beginning phase comes after this phase, with nothing but an upkeep step",
        Step::Draw => "another beginning phase comes after this phase, with nothing but a draw step",
        Step::Untap => "another beginning phase comes directly after this phase",
        Step::BeginningOfCombat => "another combat phase comes directly after this phase",
        _ => "another main phase is to come",
    }
}
