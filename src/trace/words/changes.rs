//! Changes of the game in words: what was changed, what became of it, and why.

use crate::game::agenda::AgendaChange;
use crate::game::{CauseKind, Change, EffectId, Ending, ManaAmount, ObjectId, Origin, Position, Step, Thing};
use crate::ir::CounterKind;
use crate::rules::cr;
use crate::trace::entry::{Entry, EntryId, What};
use crate::trace::styled::{Style, Text, said};
use crate::trace::{causes, designations, effects, names, replaced, turned, wording};

use super::{Phrase, Words};

impl Words<'_> {
    /// A change of the game in words.
    pub(super) fn change(&self, id: EntryId, entry: &Entry, change: &Change) -> Phrase {
        let names = &self.names;
        let mut phrase = Phrase::default();
        let Phrase { subject, became, why } = &mut phrase;
        self.begin_why(entry, change, why);
        match change {
            Change::Move(it) if turned::is_under_deck(names, it) => {
                turned::under_deck(names, it, subject, became);
            }
            Change::Move(it) => {
                names.write_object(subject, it.object);
                self.path(became, it);
                *why = causes::of_move(names, it, entry.cause, &entry.rules);
            }
            // It changes no zone, only its place there.
            Change::Place(object, position) => {
                names.write_object(subject, *object);
                match position {
                    Position::Top => said(became, "goes to the top of its library"),
                    Position::Bottom => said(became, "goes to the bottom of its library"),
                    Position::FromTop(place) => {
                        became.push_fmt(format_args!("is now number {place} in its library"), Style::Plain);
                    }
                    Position::Shuffled => said(became, "is shuffled into its library"),
                }
            }
            Change::Create(new) => self.create(&mut phrase, new),
            Change::Cease(object) => self.ceased(entry, *object, (subject, became, why)),
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
                    said(became, &wording::spending(only_for));
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
                about_round(names, subject, trigger.slots.as_ref().and_then(|slots| slots.current));
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
                    said(became, "is protected by a regeneration shield");
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
                names.write_object(subject, delayed.source);
                said(subject, "'s delayed triggered ability is set up");
                about_round(names, subject, delayed.slots.current);
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
                let several = names.write_players(subject, &names.game().winners_with(*player));
                said(subject, if several { " win the game" } else { " wins the game" });
                *why = Text::new();
            }
            Change::EndEffect(effect) => {
                self.effect_ended(entry, *effect, subject);
                *why = Text::new();
            }
            Change::EndShield(shield) => {
                self.shield_ended(*shield, subject);
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

    /// Why a change is made, as far as that is the same for all: a cost says it in short words of what it is paid with itself.
    fn begin_why(&self, entry: &Entry, change: &Change, why: &mut Text) {
        match entry.cause {
            CauseKind::Cost(source, _) if about(change) == Some(source) => {
                said(why, causes::cost_of_declaring(&entry.rules).unwrap_or("as a cost"));
            }
            CauseKind::Replacement(source) if about(change) == Some(source) => said(why, "instead"),
            CauseKind::Cost(source, _) => causes::of_cost(&self.names, source, &entry.rules, why),
            cause => causes::of_kind(&self.names, cause, why),
        }
    }

    fn ceased(
        &self,
        entry: &Entry,
        object: ObjectId,
        (subject, became, why): (&mut Text, &mut Text, &mut Text),
    ) {
        self.names.write_object(subject, object);
        if self.names.game().object(object).stack_ability().is_some() {
            said(subject, " ceases to exist");
            *why = Text::new();
            return;
        }
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

    fn effect_ended(&self, entry: &Entry, ended: EffectId, subject: &mut Text) {
        let begun = self.trace.entries().iter().find_map(|entry| match &entry.what {
            What::Changed(Change::BeginEffect(effect), _) if effect.id == ended => Some(effect),
            _ => None,
        });
        let source = match entry.cause {
            CauseKind::Ended(source) => Some(source),
            _ => None,
        };
        if let Some((mark, effect)) = begun.and_then(|its| Some((effects::mark(its)?, its))) {
            self.names.write_object(subject, effect.source);
            subject.push_fmt(format_args!(" is no longer {mark}"), Style::Plain);
        } else if let Some(source) = begun.map(|effect| effect.source).or(source) {
            said(subject, "the effect of ");
            self.names.write_object(subject, source);
            said(subject, " ends");
        } else {
            said(subject, "a continuous effect ends");
        }
    }

    /// `the effect of Fog#3 ends`.
    fn shield_ended(&self, ended: EffectId, subject: &mut Text) {
        let source = self.trace.entries().iter().find_map(|entry| match &entry.what {
            What::Changed(Change::AddShield(shield), _) if shield.id == ended => Some(shield.source),
            _ => None,
        });
        match source {
            Some(source) => {
                said(subject, "the effect of ");
                self.names.write_object(subject, source);
                said(subject, " ends");
            }
            None => said(subject, "a shield is over"),
        }
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
            | Change::Resolves(player, _)
            | Change::SpentOnSpells(player, _)
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
            Change::Resolves(..) => " has resolved a spell of that name",
            Change::SpentOnSpells(..) => " has spent mana on spells",
            Change::BeginTurn(_) => "'s turn begins",
            Change::Priority(Some(_)) => " has priority",
            Change::Priority(None) => "nobody has priority",
            Change::Pass => "the player with priority passes",

            Change::ClearCombat => "all attackers, blockers and what is attacked leave combat",
            Change::AddUntil(_) => "what has moved will return",
            Change::EndUntil(_) => "nothing is left to return",
            Change::Lapse(..) | Change::LapseWaiting(..) => "its duration is over before it begins",
            Change::FindAgain(..) => "what refers to it finds it again",
            Change::EndDelayed(_) => "a delayed triggered ability is over",
            Change::UseShield(..) => "a shield is used up",
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

/// The object that a change is about, where a cost may be paid by it.
const fn about(change: &Change) -> Option<ObjectId> {
    match change {
        Change::Tap(object, _) | Change::Counters(object, ..) | Change::RemoveDamage(object) => Some(*object),
        _ => None,
    }
}

/// `gets 2 +1/+1 counters`.
pub(in crate::trace) fn counters(text: &mut Text, kind: CounterKind, amount: i32) {
    let verb = if amount < 0 { "loses" } else { "gets" };
    let plural = if amount.unsigned_abs() == 1 { "" } else { "s" };
    text.push_fmt(format_args!("{verb} {} {kind} counter{plural}", amount.unsigned_abs()), Style::Plain);
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

/// Behind an ability that was made in a loop, what that was at: `, about Grizzly Bears#2`.
fn about_round(names: &names::Names<'_>, text: &mut Text, current: Option<Thing>) {
    if let Some(current) = current {
        said(text, ", about ");
        names.write_thing(text, current);
    }
}
