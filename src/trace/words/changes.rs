//! Changes of the game in words: what was changed, what became of it, and why.

use crate::game::agenda::AgendaChange;
use crate::game::{
    Affected, ByRules, CauseKind, Change, ContinuousEffect, EffectId, Ending, ManaAmount, ObjectId, Origin,
    Position, Step, Thing, WaitingTrigger,
};
use crate::ir::CounterKind;
use crate::rules::cr;
use crate::trace::entry::{Entry, EntryId, What};
use crate::trace::names::Names;
use crate::trace::pieces::Piece;
use crate::trace::styled::{Style, Text, said};
use crate::trace::totals::is_by_poison;
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
            Change::Place(object, position) => placed(names, *object, *position, (subject, became)),
            Change::Create(new) => self.create(&mut phrase, new),
            Change::Cease(object) => self.ceased(entry, *object, (subject, became, why)),
            Change::Tap(..)
            | Change::LeaveGame(..)
            | Change::RemoveDamage(_)
            | Change::PhaseOut { .. }
            | Change::PhaseIn(_)
            | Change::Attach(..)
            | Change::Encode(..)
            | Change::Controller(..)
            | Change::ControlNoticed(..)
            | Change::Announce(..) => of_an_object(names, change, subject, became),
            Change::Damage { source, to, amount, combat, .. } => {
                names.write_thing(subject, *to);
                ("is dealt ", *amount, " damage").write(names, became);
                let by = source.map(|source| (if *combat { "in combat by " } else { "by " }, source));
                *why = written(names, by);
            }
            Change::Life(..)
            | Change::Poison(..)
            | Change::Energy(..)
            | Change::PlayerCounters(..)
            | Change::Counters(..) => self.amount(id, entry, change, (subject, became, why)),
            Change::AddMana(..) | Change::SpendMana(..) | Change::TurnMana(..) | Change::LoseMana(..) => {
                of_mana(names, change, (subject, became, why));
            }
            Change::Designate(..)
            | Change::Undesignate(..)
            | Change::Hold(_)
            | Change::LetGo(..)
            | Change::Speed(..)
            | Change::Daytime(_)
            | Change::CompleteDungeon(_)
            | Change::Tempt(..) => designations::changed(names, change, &entry.rules, (subject, became)),
            Change::Attack(_)
            | Change::Block(_)
            | Change::Blocked(_)
            | Change::Unblocked(_)
            | Change::Reselect(..)
            | Change::Band(_)
            | Change::RemoveFromCombat(_)
            | Change::StaysInCombat { .. } => of_combat(names, change, (subject, became, why)),
            Change::BeginEffect(effect) => effects::begins(names, effect, subject, became),
            Change::Trigger(trigger) => triggers(names, trigger, subject, why),
            Change::Merge(it) => effects::merges(names, it, subject, became, why),
            Change::AddLink(link) => {
                names.write_object(subject, link.object);
                ("is linked to ", link.key.object).write(names, became);
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
            Change::FaceDown(..) | Change::Transform(_) | Change::Flip(_) => {
                turned::over(names, (id, change), &entry.rules, (subject, became));
            }
            Change::Agenda(AgendaChange::ControlNext(..) | AgendaChange::AddTurn(_))
            | Change::Agenda(AgendaChange::AddStep(_) | AgendaChange::AddPhase(_)) => {
                to_come(names, change, subject);
            }
            _ => {
                *why = Text::new();
                self.ended((id, entry), change, subject);
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

    /// Of what there is more or less: life, and counters of players and objects.
    fn amount(
        &self,
        id: EntryId,
        entry: &Entry,
        change: &Change,
        (subject, became, why): (&mut Text, &mut Text, &mut Text),
    ) {
        let names = &self.names;
        match change {
            Change::Life(player, amount) => {
                names.write_player(subject, *player);
                self.total(became, id, "life", *amount);
                if let (CauseKind::Ability(source), true) =
                    (entry.cause, entry.rules.contains(cr!("702.15b")))
                {
                    *why = written(names, ("lifelink of ", source));
                }
            }
            Change::Poison(player, _) | Change::Energy(player, _) | Change::PlayerCounters(player, ..) => {
                names.write_player(subject, *player);
                self.counters(became, id, change);
            }
            Change::Counters(object, ..) => {
                names.write_object(subject, *object);
                self.counters(became, id, change);
            }
            _ => {}
        }
    }

    /// What is over, or is to be done later: what is told of it says all.
    fn ended(&self, (id, entry): (EntryId, &Entry), change: &Change, subject: &mut Text) {
        let names = &self.names;
        match change {
            Change::AddDelayed(delayed) => {
                (delayed.source, "'s delayed triggered ability is set up").write(names, subject);
                about_round(names, subject, delayed.slots.current);
                let late = entry.rules.contains(cr!("513.2"));
                said(
                    subject,
                    if late { " during the end step, and waits for that of the next turn" } else { "" },
                );
            }
            Change::Leave(player) => {
                names.write_player(subject, *player);
                self.why_lost((id, entry), subject);
                said(subject, " loses the game");
            }
            Change::End(Ending::Won(player)) => {
                let several = names.write_players(subject, &names.game().winners_with(*player));
                said(subject, if several { " win the game" } else { " wins the game" });
            }
            Change::End(Ending::Draw) => said(subject, "the game is a draw"),
            Change::EndEffect(effect) => self.effect_ended((id, entry), *effect, subject),
            Change::EndShield(shield) => self.shield_ended(*shield, subject),
            _ => self.plain_change(subject, change),
        }
    }

    /// For what a player loses the game, where that is a state-based action or their own will: ` has 0 life and`.
    fn why_lost(&self, (id, entry): (EntryId, &Entry), subject: &mut Text) {
        let has = |rule| entry.rules.contains(rule);
        let (_, total) = self.totals.around(id).unwrap_or_default();
        // A team has its life total and its poison counters together (810.4, 810.10).
        let of_team = has(cr!("704.6a")) || has(cr!("704.6b"));
        if has(cr!("810.8b")) || has(cr!("810.8a")) && !of_team {
            said(subject, ", with their team,");
        } else if is_by_poison(&entry.rules) {
            said(subject, if of_team { "'s team" } else { "" });
            subject.push_fmt(format_args!(" has {total} poison counters and"), Style::Plain);
        } else if has(cr!("704.5a")) || of_team {
            said(subject, if of_team { "'s team" } else { "" });
            subject.push_fmt(format_args!(" has {total} life and"), Style::Plain);
        } else if has(cr!("704.5b")) {
            said(subject, " had to draw from an empty library and");
        } else if has(cr!("704.6c")) {
            said(subject, " has been dealt 21 or more combat damage by a commander and");
        } else if has(cr!("104.3a")) {
            said(subject, " concedes and");
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
            let countered = entry.rules.contains(cr!("701.6a"));
            said(subject, if countered { " is countered" } else { " ceases to exist" });
            if let (true, CauseKind::Resolution(by, _)) = (countered, entry.cause) {
                said(subject, " by ");
                self.names.write_object(subject, by);
            }
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

    fn effect_ended(&self, (id, entry): (EntryId, &Entry), ended: EffectId, subject: &mut Text) {
        let begun = self.trace.entries().iter().find_map(|entry| match &entry.what {
            What::Changed(Change::BeginEffect(effect), _) if effect.id == ended => Some(effect),
            _ => None,
        });
        let source = match entry.cause {
            CauseKind::Ended(source, _) => Some(source),
            _ => None,
        };
        if let Some((mark, effect)) = begun.and_then(|its| Some((effects::mark(its)?, its))) {
            self.names.write_object(subject, effect.source);
            subject.push_fmt(format_args!(" is no longer {mark}"), Style::Plain);
        } else if let Some(source) = begun.map(|effect| effect.source).or(source) {
            said(subject, "the effect of ");
            self.names.write_object(subject, source);
            // It may have others, on other things; what it does to its source goes without saying.
            if let Some(Affected::Objects(objects)) = begun.map(|effect| &effect.affected)
                && objects.iter().any(|object| !self.is_one(*object, source))
            {
                let things: Vec<Thing> = objects.iter().copied().map(Thing::Object).collect();
                said(subject, " on ");
                self.names.write_list(subject, &things);
            }
            if let Some(effect) = begun.filter(|effect| self.has_twin(id, effect)) {
                let (mut whom, mut does) = (Text::new(), Text::new());
                effects::does(&self.names, effect, &mut whom, &mut does);
                said(subject, " (");
                subject.append(&does);
                said(subject, ")");
            }
            said(subject, " ends");
        } else {
            said(subject, "a continuous effect ends");
        }
    }

    /// Whether there is another effect on the same objects, from the same source, that begins or ends beside this one and does something else.
    fn has_twin(&self, id: EntryId, effect: &ContinuousEffect) -> bool {
        if !matches!(effect.affected, Affected::Objects(_)) {
            return false;
        }
        self.trace.entries().iter().take(id.0 as usize).any(|entry| match &entry.what {
            What::Changed(Change::BeginEffect(other), _) => {
                other.id != effect.id
                    && other.source == effect.source
                    && other.affected == effect.affected
                    && (&other.changes, &other.rules) != (&effect.changes, &effect.rules)
            }
            _ => false,
        })
    }

    /// Whether two objects are one, whatever it has become.
    fn is_one(&self, one: ObjectId, other: ObjectId) -> bool {
        let game = self.names.game();
        game.earliest(one) == game.earliest(other)
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

    /// `gets 2 time counters (1 > 3)`: how many there were is told where there were any.
    fn counters(&self, text: &mut Text, id: EntryId, change: &Change) {
        let Some((kind, amount)) = counted(change) else { return };
        counters(text, kind, amount);
        if let Some((before, after)) = self.totals.around(id).filter(|(before, _)| *before != 0) {
            text.push_fmt(format_args!(" ({before} > {after})"), Style::Plain);
        }
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

/// Of which kind a player or an object gets or loses how many counters, if that is what a change is.
pub(in crate::trace) const fn counted(change: &Change) -> Option<(CounterKind, i32)> {
    match change {
        Change::Poison(_, amount) => Some((CounterKind::POISON, *amount)),
        Change::Energy(_, amount) => Some((CounterKind::ENERGY, *amount)),
        Change::PlayerCounters(_, kind, amount) | Change::Counters(_, kind, amount) => Some((*kind, *amount)),
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
pub(in crate::trace) fn about_round(names: &Names<'_>, text: &mut Text, current: Option<Thing>) {
    if let Some(current) = current {
        said(text, ", about ");
        names.write_thing(text, current);
    }
}

/// A text that is one piece, or none.
fn written(names: &Names<'_>, piece: impl Piece) -> Text {
    let mut text = Text::new();
    piece.write(names, &mut text);
    text
}

/// It changes no zone, only its place there.
fn placed(
    names: &Names<'_>,
    object: ObjectId,
    position: Position,
    (subject, became): (&mut Text, &mut Text),
) {
    names.write_object(subject, object);
    match position {
        Position::Top => said(became, "goes to the top of its library"),
        Position::Bottom => said(became, "goes to the bottom of its library"),
        Position::FromTop(place) => {
            became.push_fmt(format_args!("is now number {place} in its library"), Style::Plain);
        }
        Position::Shuffled => said(became, "is shuffled into its library"),
    }
}

/// What becomes of an object, in few words.
fn of_an_object(names: &Names<'_>, change: &Change, subject: &mut Text, became: &mut Text) {
    match change {
        Change::Tap(object, _)
        | Change::LeaveGame(object, _)
        | Change::RemoveDamage(object)
        | Change::PhaseOut { object, .. }
        | Change::PhaseIn(object)
        | Change::Attach(object, _)
        | Change::Encode(object, _)
        | Change::Controller(object, _)
        | Change::ControlNoticed(object, _)
        | Change::Announce(object, _) => names.write_object(subject, *object),
        _ => {}
    }
    match change {
        Change::Tap(_, true) => said(became, "becomes tapped"),
        Change::Tap(_, false) => said(became, "becomes untapped"),
        Change::LeaveGame(..) => said(became, "leaves the game"),
        Change::RemoveDamage(_) => said(became, "has its damage removed"),
        Change::PhaseOut { .. } => said(became, "phases out"),
        Change::PhaseIn(_) => said(became, "phases in"),
        Change::Attach(_, Some(host)) => ("attached to ", *host).write(names, became),
        Change::Attach(_, None) => said(became, "becomes unattached"),
        Change::Encode(_, host) => ("encoded on ", *host).write(names, became),
        Change::Controller(_, player) | Change::ControlNoticed(_, player) => {
            ("is now controlled by ", *player).write(names, became);
        }
        Change::Announce(_, announced) => {
            let targets: Vec<Thing> = announced.targets.iter().flatten().copied().collect();
            said(became, if targets.is_empty() { "is announced" } else { "now targets " });
            names.write_list(became, &targets);
        }
        _ => {}
    }
}

/// What becomes of a player's mana.
fn of_mana(names: &Names<'_>, change: &Change, (subject, became, why): (&mut Text, &mut Text, &mut Text)) {
    match change {
        Change::AddMana(player, mana) => {
            names.write_player(subject, *player);
            let amount: ManaAmount = mana.iter().map(|mana| mana.kind).collect();
            ("adds ", amount).write(names, became);
            if let Some(only_for) = mana.iter().find_map(|mana| mana.only_for.as_ref()) {
                said(became, &wording::spending(only_for));
            }
        }
        Change::SpendMana(player, amount, _) => {
            names.write_player(subject, *player);
            ("spends ", *amount).write(names, became);
        }
        Change::TurnMana(player, amount, _, kind) => {
            names.write_player(subject, *player);
            ("has unspent ", *amount, " become ", kind.word()).write(names, became);
        }
        Change::LoseMana(player, amount, _) => {
            names.write_player(subject, *player);
            ("loses unspent ", *amount).write(names, became);
            *why = Text::new();
        }
        _ => {}
    }
}

/// Who attacks and blocks.
fn of_combat(names: &Names<'_>, change: &Change, (subject, became, why): (&mut Text, &mut Text, &mut Text)) {
    match change {
        Change::Attack(attack) => {
            (attack.attacker, " attacks ", attack.defender).write(names, subject);
            *why = Text::new();
        }
        Change::Block(block) => {
            (block.blocker, " blocks ", block.attacker).write(names, subject);
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
            ("attacks ", *defender, " from now on").write(names, became);
        }
        Change::Band(band) => {
            let members: Vec<Thing> = band.iter().copied().map(Thing::Object).collect();
            names.write_list(subject, &members);
            said(subject, " are a band");
        }
        Change::RemoveFromCombat(object) | Change::StaysInCombat { object, .. } => {
            names.write_object(subject, *object);
            said(became, effects::out_of_combat(change));
        }
        _ => {}
    }
}

/// An ability triggers. Whose effect it has the ability from is half of why.
fn triggers(names: &Names<'_>, trigger: &WaitingTrigger, subject: &mut Text, why: &mut Text) {
    names.write_waiting(subject, trigger);
    said(subject, " triggers");
    about_round(names, subject, trigger.slots.as_ref().and_then(|slots| slots.current));
    match trigger.origin {
        Origin::Granted(by, _) if by != trigger.source => *why = written(names, ("granted by ", by)),
        Origin::Rules(ByRules::KeywordCounter(keyword, _)) => {
            *why = written(names, ("granted by its ", keyword.word(), " counter"));
        }
        _ => *why = Text::new(),
    }
}

/// What is to come: turns, phases and steps, and who controls whom.
fn to_come(names: &Names<'_>, change: &Change, subject: &mut Text) {
    let Change::Agenda(change) = change else { return };
    match change {
        AgendaChange::ControlNext(player, by) => {
            (*by, " will control ", *player, " during their next turn").write(names, subject);
        }
        AgendaChange::AddTurn(player) => (*player, " will take an extra turn").write(names, subject),
        AgendaChange::AddStep(step) => {
            ("another ", names::step(*step), " comes directly after this step").write(names, subject);
        }
        AgendaChange::AddPhase(phase) => said(subject, added_phase(phase.first)),
        _ => {}
    }
}
