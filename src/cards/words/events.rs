//! Events in words, in the mood that the place asks for.

use super::Voice;
use super::designations;
use super::english::{list, ordinal, spaced, with_article};
use super::kinds::Head;
use super::selections::zones;
use crate::ir::event::{Attacks, Damage, Made, Moves, Step};
use crate::ir::{Comparison, DesignationName, Event, Filter, NamedDeed, Players, Verb, Zone};

/// How an event is spoken of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    /// `this dies`: it happens, and something triggers or ends.
    Does,
    /// `this would die`: it is about to happen, and is replaced.
    Would,
    /// `this died`: it has happened.
    Did,
}

impl Mood {
    /// The verb in this mood.
    fn verb(self, you: bool, verb: Verb) -> String {
        let [base, third, past] = verb.forms();
        match self {
            Self::Does if you => base.to_owned(),
            Self::Does => third.to_owned(),
            Self::Would => format!("would {base}"),
            Self::Did => past.to_owned(),
        }
    }

    /// What is done in this mood to it, or to you or to several: `is destroyed`, `would be put`.
    fn passive(self, several: bool, participle: &str) -> String {
        let be = match (self, several) {
            (Self::Does, false) => "is",
            (Self::Does, true) => "are",
            (Self::Would, _) => "would be",
            (Self::Did, false) => "was",
            (Self::Did, true) => "were",
        };
        format!("{be} {participle}")
    }
}

impl Voice<'_> {
    /// The trigger condition with the word it begins with: `when this dies`, `at the beginning of your upkeep`.
    pub(super) fn trigger(&self, event: &Event) -> String {
        let of_step = |step: &Step, players| format!("at the beginning of {}", self.step_of(*step, players));
        if let Event::Begins(step, players) = event {
            return of_step(step, players);
        }
        if let Event::Nth(number, of) = event
            && let Event::Begins(step, players) = of.as_ref()
        {
            return format!("{}, the {} of the turn", of_step(step, players), ordinal(i32::from(*number)));
        }
        let of_itself =
            matches!(event, Event::Moves(moves) if moves.what == Filter::Is(crate::ir::Trait::This));
        let when = if of_itself || matches!(event, Event::State(_)) { "when" } else { "whenever" };
        format!("{when} {}", self.event(event, Mood::Does))
    }

    /// The event as a clause in the mood.
    pub(super) fn event(&self, event: &Event, mood: Mood) -> String {
        match event {
            Event::Any(events) => {
                let events: Vec<String> = events.iter().map(|event| self.event(event, mood)).collect();
                list(&events, "or")
            }
            Event::OneOrMore(event) => format!("{} (once for all at the same time)", self.event(event, mood)),
            Event::Nth(number, event) => {
                let nth = ordinal(i32::from(*number));
                format!("{} for the {nth} time in a turn", self.event(event, mood))
            }
            Event::Moves(moves) => self.moves(moves, mood),
            Event::Begins(step, players) => {
                let verb = mood.verb(false, Verb::Begin);
                format!("{} {verb}", self.step_of(*step, players))
            }
            Event::Casts(players, what)
            | Event::Copies(players, what)
            | Event::Discards(players, what)
            | Event::Sacrifices(players, what)
            | Event::Creates(players, what) => {
                let head = if matches!(event, Event::Casts(..) | Event::Copies(..)) {
                    Head::Spell
                } else if matches!(event, Event::Discards(..)) {
                    Head::Card
                } else {
                    Head::Permanent
                };
                self.who_does(players, mood, event) + &self.a_kind(what, head)
            }
            Event::Draws(players)
            | Event::GainsLife(players)
            | Event::LosesLife(players)
            | Event::LosesGame(players) => {
                self.who_does(players, mood, event) + event.verb().map_or("", Verb::rest)
            }
            Event::Activates(players, what) => {
                self.who_does(players, mood, event) + "an ability of " + &self.a_kind(what, Head::Thing)
            }
            Event::PlaysLand(players, what) => {
                self.who_does(players, mood, event) + &self.a_kind(what, Head::Card) + " as a land"
            }
            Event::Attacks(attacks) => self.attacks(attacks, mood),
            Event::PlayerAttacks(players) => self.who_does(players, mood, event).trim_end().to_owned(),
            Event::AttacksWith(players, what, count) => {
                let attacks = self.who_does(players, mood, event);
                if *count == Comparison::at_least_one() {
                    let what = self.a_kind(what, Head::Permanent);
                    return format!("{attacks}with {what} (once, however many)");
                }
                let kinds = self.kinds(what, Head::Permanent);
                format!("{attacks}with {} {kinds}", self.comparison(count))
            }
            Event::Blocks(what, blocked) => self.object_does(what, mood, Verb::Block) + &self.by(blocked, ""),
            Event::BecomesBlocked(what, blocker) => {
                self.object_does(what, mood, Verb::Become) + " blocked" + &self.by(blocker, "by ")
            }
            Event::PlayerAttacked(players, by) => {
                let is = mood.passive(is_you(players), Verb::Attack.participle());
                let by = by.as_ref().map_or_else(String::new, |by| format!(" by {}", self.some_player(by)));
                format!("{} {is}{by}", self.some_player(players))
            }
            Event::BlockedBySoMany(what, count) => {
                let by = format!(" blocked by {} creatures", self.comparison(count));
                self.object_does(what, mood, Verb::Become) + &by
            }
            Event::AttacksUnblocked(what) => {
                self.object_does(what, mood, Verb::Attack) + " and is not blocked"
            }
            Event::DealsDamage(damage) => self.deals_damage(damage, mood),
            Event::Expends(players, amount) => self.who_does(players, mood, event) + &amount.to_string(),
            Event::BecomesTapped(what) => self.object_does(what, mood, Verb::Become) + " tapped",
            Event::BecomesUntapped(what) => self.object_does(what, mood, Verb::Become) + " untapped",
            Event::TappedForMana(players, what) => {
                self.who_does(players, mood, event) + &self.a_kind(what, Head::Permanent) + " for mana"
            }
            Event::BecomesTarget { what, of, by } => {
                let controlled = self.control(by);
                let of = if *of == Filter::EVERYTHING {
                    "a spell or ability".to_owned()
                } else {
                    self.a_kind(of, Head::Thing)
                };
                format!("{} the target of {of} {controlled}", self.object_does(what, mood, Verb::Become))
            }
            Event::PlayerBecomesTarget(players, by) => {
                let verb = mood.verb(is_you(players), Verb::Become);
                let controlled = self.control(by);
                format!("{} {verb} the target of a spell or ability {controlled}", self.some_player(players))
            }
            Event::CountersPut(on, kind) => {
                let verb = mood.passive(true, Verb::PutCounters.participle());
                let kind = kind.map_or_else(String::new, |kind| format!("{kind} "));
                format!("{kind}counters {verb} on {}", self.a_kind(on, Head::Permanent))
            }
            Event::CountersRemoved(from, kind) => {
                let verb = mood.passive(true, Verb::RemoveCounters.participle());
                let kind = kind.map_or_else(String::new, |kind| format!("{kind} "));
                format!("{kind}counters {verb} from {}", self.a_kind(from, Head::Permanent))
            }
            Event::LastCounterRemoved(from, kind) => {
                let verb = mood.passive(false, Verb::RemoveCounters.participle());
                format!("the last {kind} counter {verb} from {}", self.a_kind(from, Head::Permanent))
            }
            Event::TurnedFaceUp(what) => self.object_done(what, mood, Verb::TurnFaceUp) + " face up",
            Event::Transforms(what) => self.object_does(what, mood, Verb::Transform),
            Event::BecomesAttached(what, to) => {
                self.object_does(what, mood, Verb::Become) + " attached" + &self.by(to, "to ")
            }
            Event::BecomesUnattached(what, from) => {
                self.object_does(what, mood, Verb::Become) + " unattached" + &self.by(from, "from ")
            }
            Event::Destroyed(what) => self.object_done(what, mood, Verb::Destroy),
            Event::Countered(what) => self.object_done(what, mood, Verb::Counter),
            Event::LosesControl(players, of) => {
                self.who_does(players, mood, event) + "control of " + &self.a_kind(of, Head::Permanent)
            }
            Event::Does(players, deed) => self.player_does(players, mood, *deed),
            Event::Becomes(what, deed) => self.object_becomes(what, mood, *deed),
            Event::DamageReducesLife(players, below) => {
                format!("damage reduces the life total of {} to less than {below}", self.some_player(players))
            }
            Event::CausedBy(players, event) => {
                let by = self.control(players);
                format!("{} because of a spell or ability {by}", self.event(event, mood))
            }
            Event::Provided(condition, event) => {
                format!("{} while {}", self.event(event, mood), self.condition(condition))
            }
            Event::Room(name) => format!("the venture marker moved into {}", super::titled(name.as_str())),
            Event::Chapter(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
                let verb = mood.passive(false, "reached");
                format!("chapter {} of this {verb}", list(&numbers, "or"))
            }
            Event::State(condition) => self.condition(condition),
            Event::Never => "the game ends".to_owned(),
        }
    }

    fn step_of(&self, step: Step, players: &Players) -> String {
        let whose = match players {
            Players::Each => "each".to_owned(),
            Players::Opponents => "each opponent's".to_owned(),
            Players::You
            | Players::Target(_)
            | Players::It
            | Players::Active
            | Players::Defending
            | Players::Attacking
            | Players::Attached
            | Players::Slot(_)
            | Players::Chosen(_)
            | Players::ControllerOf(_)
            | Players::OwnerOf(_)
            | Players::Where(..)
            | Players::Except(_)
            | Players::OpponentsOf(_) => self.possessive(players),
        };
        format!("{whose} {}", self::step(step))
    }

    /// Who does what the event is, with the verb: `you draw `.
    fn who_does(&self, players: &Players, mood: Mood, event: &Event) -> String {
        let verb = event.verb().map_or_else(String::new, |verb| mood.verb(is_you(players), verb));
        format!("{} {verb} ", self.some_player(players))
    }

    /// What a player does by its name, or what happens to the player or the game.
    fn player_does(&self, players: &Players, mood: Mood, deed: NamedDeed) -> String {
        let (who, you) = (self.some_player(players), is_you(players));
        let (verb, rest) = match deed {
            NamedDeed::Does(Verb::ChaosEnsues) => return mood.verb(false, Verb::ChaosEnsues),
            NamedDeed::Does(Verb::RingTempts) => {
                return format!("{who} {} by the Ring", mood.passive(you, Verb::RingTempts.participle()));
            }
            NamedDeed::DayOrNight => return "day becomes night or night becomes day".to_owned(),
            NamedDeed::Gets(DesignationName::Day) => return "night becomes day".to_owned(),
            NamedDeed::Gets(DesignationName::Night) => return "day becomes night".to_owned(),
            NamedDeed::Does(verb) => (verb, verb.rest().to_owned()),
            NamedDeed::Gets(name) => (name.verb(), designations::title(name)),
            NamedDeed::RollPlaneswalker => (Verb::RollPlanarDie, "the planeswalker symbol".to_owned()),
            NamedDeed::RevealFirstDraw
            | NamedDeed::SpellWithHauntResolves
            | NamedDeed::DiscardedWithMadness
            | NamedDeed::RevealedByMiracle => (Verb::Become, spaced(deed.word())),
        };
        format!("{who} {} {rest}", mood.verb(you, verb)).trim_end().to_owned()
    }

    /// What an object does or becomes by its name, or what is done to it.
    fn object_becomes(&self, what: &Filter, mood: Mood, deed: NamedDeed) -> String {
        match deed {
            NamedDeed::Does(verb @ (Verb::PlaneswalkTo | Verb::PlaneswalkAway)) => {
                format!("a player {} {}", mood.verb(false, verb), self.a_kind(what, Head::Permanent))
            }
            NamedDeed::Does(verb @ (Verb::Exert | Verb::Cycle | Verb::Encounter | Verb::SetInMotion)) => {
                self.object_done(what, mood, verb)
            }
            NamedDeed::Does(verb) => {
                format!("{} {}", self.object_does(what, mood, verb), verb.rest()).trim_end().to_owned()
            }
            NamedDeed::RevealFirstDraw => {
                let it = self.object_done(what, mood, Verb::Reveal);
                format!(
                    "{it} as it {}",
                    mood.passive(false, Verb::Draw.participle()).replace("would be", "is")
                )
            }
            NamedDeed::Gets(_)
            | NamedDeed::DayOrNight
            | NamedDeed::RollPlaneswalker
            | NamedDeed::SpellWithHauntResolves
            | NamedDeed::DiscardedWithMadness
            | NamedDeed::RevealedByMiracle => {
                self.object_does(what, mood, Verb::Become) + " " + &spaced(deed.word())
            }
        }
    }

    /// An object and its verb: `a creature dies`.
    fn object_does(&self, what: &Filter, mood: Mood, verb: Verb) -> String {
        format!("{} {}", self.a_kind(what, Head::Permanent), mood.verb(false, verb))
    }

    /// An object and what is done to it: `a creature is destroyed`.
    fn object_done(&self, what: &Filter, mood: Mood, verb: Verb) -> String {
        format!("{} {}", self.a_kind(what, Head::Permanent), mood.passive(false, verb.participle()))
    }

    /// ` by a white creature`, or nothing where the other object may be any.
    fn by(&self, filter: &Filter, word: &str) -> String {
        if *filter == Filter::EVERYTHING {
            return String::new();
        }
        format!(" {word}{}", self.a_kind(filter, Head::Permanent))
    }

    fn moves(&self, moves: &Moves, mood: Mood) -> String {
        let head = match moves.from.as_slice() {
            [] | [Zone::Battlefield] => Head::Permanent,
            _ => Head::Card,
        };
        let what = self.a_kind(&moves.what, head);
        let mut words = match (moves.from.as_slice(), moves.to.as_slice()) {
            ([Zone::Battlefield], [Zone::Graveyard]) => {
                format!("{what} {}", mood.verb(false, Verb::Die))
            }
            (from, [Zone::Battlefield]) => {
                let from = if from.is_empty() { String::new() } else { format!(" from {}", zones(from)) };
                format!("{what} {}{from}", mood.verb(false, Verb::Enter))
            }
            (from, to) => {
                let leaves = mood.verb(false, Verb::Leave);
                let goes = mood.verb(false, Verb::Go);
                match (from.is_empty(), to.is_empty()) {
                    (true, true) => format!("{what} {}", mood.verb(false, Verb::Move)),
                    (false, true) => format!("{what} {leaves} {}", zones(from)),
                    (true, false) => format!("{what} {goes} to {}", zones(to)),
                    (false, false) => format!("{what} {goes} from {} to {}", zones(from), zones(to)),
                }
            }
        };
        if !moves.not_to.is_empty() {
            words.push_str(&format!(" other than for {}", zones(&moves.not_to)));
        }
        if let Some(players) = &moves.caused_by {
            words.push_str(&format!(" because of a spell or ability {}", self.control(players)));
        }
        words
    }

    fn attacks(&self, attacks: &Attacks, mood: Mood) -> String {
        let mut words = self.object_does(&attacks.what, mood, Verb::Attack);
        if let Some(players) = &attacks.player {
            words.push_str(&format!(" {}", self.some_player(players)));
            if attacks.or_planeswalker {
                words.push_str(&format!(" or a planeswalker {}", self.control(players)));
            }
        }
        if attacks.alone {
            words.push_str(" alone");
        }
        if let Some((filter, count)) = &attacks.with {
            let kinds = self.kinds(filter, Head::Permanent);
            words.push_str(&format!(" together with {} {kinds}", self.comparison(count)));
        }
        words
    }

    fn deals_damage(&self, damage: &Damage, mood: Mood) -> String {
        let source = if damage.source == Filter::EVERYTHING {
            "a source".to_owned()
        } else {
            self.a_kind(&damage.source, Head::Permanent)
        };
        let verb = mood.verb(false, Verb::Damage);
        let combat = match damage.combat {
            Some(true) => "combat ",
            Some(false) => "noncombat ",
            None => "",
        };
        let player = damage.player.as_ref().map(|players| self.some_player(players));
        let object = damage.object.as_ref().map(|filter| self.a_kind(filter, Head::Permanent));
        let to: Vec<String> = player.into_iter().chain(object).collect();
        let to = if to.is_empty() { String::new() } else { format!(" to {}", list(&to, "or")) };
        format!("{source} {verb} {combat}damage{to}")
    }
}

const fn is_you(players: &Players) -> bool {
    matches!(players, Players::You)
}

/// What the other object of an event is called in the effect of what it triggers.
pub(super) fn other_of(event: &Event) -> &'static str {
    let (Made::OneOrMore(event) | Made::Nth(_, event) | Made::CausedBy(_, event) | Made::Provided(_, event)) =
        event.made()
    else {
        let known = [
            (matches!(event, Event::Blocks(..)), "the creature it blocks"),
            (matches!(event, Event::BecomesBlocked(..)), "the creature that blocks it"),
            (matches!(event, Event::DealsDamage(_)), "the creature dealt that damage"),
            (matches!(event, Event::BecomesTarget { .. }), "that spell or ability"),
            (matches!(event, Event::BecomesAttached(..)), "what it is attached to"),
            (matches!(event, Event::BecomesUnattached(..)), "what it was attached to"),
            (event.verb() == Some(Verb::Crew), "the Vehicle that it crews"),
        ];
        return known.into_iter().find_map(|(is, words)| is.then_some(words)).unwrap_or("the other object");
    };
    other_of(event)
}

/// A step or phase by name.
pub(super) fn step(step: Step) -> String {
    match step {
        Step::Turn | Step::Upkeep => step.word().to_owned(),
        Step::Beginning => "beginning phase".to_owned(),
        Step::Combat => "combat phase".to_owned(),
        Step::PrecombatMain | Step::PostcombatMain | Step::SecondMain | Step::Main => {
            format!("{} phase", spaced(step.word()))
        }
        Step::EndOfCombat => "end of combat step".to_owned(),
        Step::Untap
        | Step::Draw
        | Step::DeclareAttackers
        | Step::DeclareBlockers
        | Step::CombatDamage
        | Step::End
        | Step::Cleanup => format!("{} step", spaced(step.word())),
    }
}

/// `an upkeep`, `a draw step`.
pub(super) fn a_step(of: Step) -> String {
    with_article(&step(of))
}
