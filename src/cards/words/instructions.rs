//! Instructions in words. Those with many parts are put together in [`super::actions`].

use super::Voice;
use super::abilities::body;
use super::changes::quoted;
use super::designations;
use super::english::{list, number_word, spaced};
use super::events::a_step;
use super::kinds::Head;
use super::rules::unsupported;
use super::selections::{agreeing, verb, zone, zones};
use crate::ir::instruction::{
    AddMana, CardCopy, Cast, Choose, CounterDeed, DealDamage, Discard, ManaProduced, Sacrifice, WordKind,
};
use crate::ir::{DesignationName, Filter, Instruction, Players, Quantity, Selection, Slot, Verb};

impl Voice<'_> {
    /// Several instructions as one clause.
    pub(super) fn steps(&self, instructions: &[Instruction]) -> String {
        let steps: Vec<String> =
            instructions.iter().map(|instruction| self.instruction(instruction)).collect();
        if steps.is_empty() { "do nothing".to_owned() } else { steps.join(", then ") }
    }

    /// One instruction as a clause that could follow "then".
    pub(super) fn instruction(&self, instruction: &Instruction) -> String {
        match instruction {
            Instruction::May { who, does, then, otherwise } => {
                let does = self.steps(does);
                let may = if *who == Players::You && is_imperative(&does) {
                    format!("you may {does}")
                } else {
                    format!("{} may have this done: {does}", self.players(who))
                };
                may + &self.if_so(then, otherwise)
            }
            Instruction::MayPay { who, cost, then, otherwise } => {
                format!("{} may {}", self.players(who), self.paying(cost)) + &self.if_so(then, otherwise)
            }
            Instruction::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let then = self.steps(then);
                if otherwise.is_empty() {
                    format!("if {condition}, {then}")
                } else {
                    format!("if {condition}, {then}; otherwise {}", self.steps(otherwise))
                }
            }
            Instruction::Repeat { times, does } => format!("{}{}", self.steps(does), self.times(times)),
            Instruction::ForEach { of, does } => {
                format!("for {}: {}", self.selection(of), self.steps(does))
            }
            Instruction::ChooseOne { who, from, piles } => {
                let courses: Vec<String> = from.iter().map(|course| self.steps(course)).collect();
                let chooses = verb(who, Verb::Choose);
                let one = if *piles { "one of the piles" } else { "one" };
                format!("{} {chooses} {one}: {}", self.some_player(who), courses.join("; or "))
            }
            Instruction::WhenYouDo(effect) => format!("when you do, {}", body(effect, None)),
            Instruction::Delayed(delayed) => self.delayed(delayed),
            Instruction::Sacrifice(sacrifice) => self.sacrifice(sacrifice),
            Instruction::Draw { who, count, up_to, slot } => {
                let cards = up_to_if(*up_to, self.some(count, "card"));
                self.does(who, Verb::Draw, &cards) + &called(*slot)
            }
            Instruction::Discard(discard) => self.discard(discard),
            Instruction::Mill { who, count, slot } => {
                self.does(who, Verb::Mill, &self.some(count, "card")) + &called(*slot)
            }
            Instruction::Scry { who, count } => self.does(who, Verb::Scry, &self.amount(count)),
            Instruction::Surveil { who, count } => self.does(who, Verb::Surveil, &self.amount(count)),
            Instruction::GainLife { who, amount, slot } => {
                self.does(who, Verb::GainLife, &self.measured(amount, "life")) + &called(*slot)
            }
            Instruction::LoseLife { who, amount, slot } => {
                self.does(who, Verb::LoseLife, &self.measured(amount, "life")) + &called(*slot)
            }
            Instruction::SetLife { who, to } => {
                format!("{} life total becomes {}", self.possessive(who), self.amount(to))
            }
            Instruction::Damage(damage) => self.damage(damage),
            Instruction::Look { who, at, slot } => {
                self.does(who, Verb::Look, &self.selection(at)) + &called(*slot)
            }
            Instruction::Reveal { what, slot } => format!("reveal {}", self.selection(what)) + &called(*slot),
            Instruction::RevealHand(who) => self.does(who, Verb::Reveal, "the whole hand"),
            Instruction::RevealUntil { who, what, exiling, slot, rest } => {
                let verb = if *exiling { Verb::Exile } else { Verb::Reveal };
                let found = self.a_kind(what, Head::Card);
                let until = format!("cards from the top of the library until one is {found}");
                format!("{} (call it \"{slot}\" and the others \"{rest}\")", self.does(who, verb, &until))
            }
            Instruction::Search { who, library, what, count, all, zones: also, up_to, slot } => {
                let mut places = vec![format!("{} library", self.possessive(library))];
                places.extend(also.iter().map(|zone| zone.word().to_owned()));
                let places = list(&places, "and");
                let what = match (*all, *up_to) {
                    (true, _) => format!("all {}", self.kinds(what, Head::Card)),
                    (false, true) => self.up_to(count, what, Head::Card),
                    (false, false) => self.up_to_some(count, what),
                };
                self.does(who, Verb::Search, &format!("{places} for {what}")) + &called(Some(*slot))
            }
            Instruction::Shuffle(who) => {
                format!("{} library is shuffled", self.possessive(who))
            }
            Instruction::Choose(choose) => self.choose(choose),
            Instruction::ChooseWord { who, kind, from, only, not_before, link } => {
                let a_word = super::english::with_article(&spaced(kind.word()));
                let from = match (from.as_slice(), kind) {
                    ([], _) => String::new(),
                    ([least, most], WordKind::Number) => format!(" from {least} to {most}"),
                    _ => format!(" from {}", list(from, "or")),
                };
                let only = only
                    .as_ref()
                    .map_or_else(String::new, |filter| format!(" of {}", self.a_kind(filter, Head::Card)));
                let new = if *not_before { " that has not been chosen before" } else { "" };
                self.does(who, Verb::Choose, &format!("{a_word}{only}{from}{new} (kept as \"{link}\")"))
            }
            Instruction::PayAnyLife { link } => format!("you pay any amount of life (kept as \"{link}\")"),
            Instruction::ChoosePlayer { who, from, count, up_to, random, slot, .. } => {
                let random = if *random { " at random" } else { "" };
                let chosen = if count.fixed() == Some(1) && !*up_to {
                    self.some_player(from)
                } else {
                    let many = up_to_if(*up_to, self.some(count, "player"));
                    format!("{many} of {}", self.players(from))
                };
                let chosen = format!("{chosen}{random} (call them \"{slot}\")");
                self.does(who, Verb::Choose, &chosen)
            }
            Instruction::Count { quantity, slot, link } => {
                let noted = link.map_or_else(String::new, |link| format!(" (noted as \"{link}\")"));
                format!("let \"{slot}\" be {}{noted}", self.amount(quantity))
            }
            Instruction::Link { what, link, of } => {
                format!("{} is linked to {} as \"{link}\"", self.selection(what), self.selection(of))
            }
            Instruction::Note { what, slot } => format!("let \"{slot}\" be {}", self.selection(what)),
            Instruction::Part { does, .. } => self.steps(does),
            Instruction::AddMana(mana) => self.add_mana(mana),
            Instruction::DoublePower { what, toughness } => {
                let what = self.selection(what);
                let both = if *toughness { "power and toughness" } else { "power" };
                format!("double the {both} of {what} until end of turn")
            }
            Instruction::DoubleCounters { on, kind } => {
                let kind =
                    kind.map_or_else(|| "each kind of counter".to_owned(), |kind| format!("{kind} counters"));
                format!("double the number of {kind} on {}", self.selection(on))
            }
            Instruction::DoubleLife { who } => format!("double {} life total", self.possessive(who)),
            Instruction::DoubleMana { who } => {
                self.does(who, Verb::DoubleMana, "the amount of each type of unspent mana they have")
            }
            Instruction::Emblem { who, abilities, link: _ } => {
                let abilities: Vec<String> = abilities.iter().map(quoted).collect();
                self.does(who, Verb::Get, &format!("an emblem with {}", list(&abilities, "and")))
            }
            Instruction::FlipCoin(coin) => self.coin(coin),
            Instruction::RollDie(die) => self.die(die),
            Instruction::Vote(vote) => self.vote(vote),
            Instruction::Cast(Cast { who, what, copy, cost, count, transformed, or_play, spells, slot }) => {
                let what = if let Selection::Each(filter) = what {
                    match count.fixed() {
                        Some(1) => self.a_kind(filter, Head::Card),
                        _ => self.kinds(filter, Head::Card),
                    }
                } else {
                    self.selection(what)
                };
                let copies = if copy.is_some() { "copies of " } else { "" };
                let choice = if *copy == Some(CardCopy::May) { ", if they choose to copy it" } else { "" };
                let transformed = if *transformed { " transformed" } else { "" };
                let most = match count.fixed() {
                    Some(1) => String::new(),
                    _ if *count == Quantity::AnyNumber => "any number of ".to_owned(),
                    _ => format!("at most {} of ", self.amount(count)),
                };
                let cost = cost.as_ref().map_or_else(String::new, |costs| {
                    format!(" for {} instead of the mana cost", self.costs(costs))
                });
                let cast = if *or_play { Verb::Play } else { Verb::Cast };
                let only = spells.as_ref().map_or_else(String::new, |filter| {
                    format!(", only as {}", self.a_kind(filter, Head::Spell))
                });
                let words = format!("{most}{copies}{what}{transformed}{cost}{only}{choice}");
                // To cast what an effect lets one cast is never a must.
                match copy {
                    Some(CardCopy::May) => self.does(who, cast, &words) + &called(*slot),
                    _ => format!("{} may {} {words}", self.players(who), cast.infinitive()) + &called(*slot),
                }
            }
            Instruction::WinGame(who) => self.does(who, Verb::WinGame, "the game"),
            Instruction::LoseGame(who) => self.does(who, Verb::LoseGame, "the game"),
            Instruction::ControlPlayers(who) => {
                format!("control {} during that player's next turn", self.some_player(who))
            }
            Instruction::ExtraTurn(who) => self.does(who, Verb::ExtraTurn, "an extra turn after this one"),
            Instruction::ExtraPhase(extra) => {
                let steps: Vec<String> = extra.phases.iter().map(|step| a_step(*step)).collect();
                let times = self.times(&extra.count);
                let whose = if extra.you_get { " in your turn" } else { "" };
                let this =
                    extra.after.map_or_else(|| "this phase".to_owned(), |_| "this main phase".to_owned());
                format!("after {this}{whose} there is {} more{times}", list(&steps, "and"))
            }
            Instruction::ExtraStep { step, you_get } => {
                let whose = if *you_get { " in your turn" } else { "" };
                format!("after this step{whose} there is {} more", a_step(*step))
            }
            Instruction::EndTurn => "end the turn".to_owned(),
            Instruction::Designate { name, .. }
                if matches!(name, DesignationName::Day | DesignationName::Night) =>
            {
                format!("it becomes {name}")
            }
            Instruction::Designate { who: Selection::Players(who), name }
                if matches!(
                    name,
                    DesignationName::Monarch | DesignationName::Initiative | DesignationName::CitysBlessing
                ) =>
            {
                self.does(who, name.verb(), &designations::title(*name))
            }
            Instruction::Designate { who, name } => {
                format!("give {} the designation \"{name}\"", self.selection(who))
            }
            Instruction::Undesignate { who, name } => {
                format!("take the designation \"{name}\" from {}", self.selection(who))
            }
            Instruction::Unsupported(why) => unsupported(why),
            Instruction::Exile(exile) => self.exile(exile),
            Instruction::Destroy { what, no_regeneration, slot } => {
                let regeneration = if *no_regeneration { "; it can't be regenerated" } else { "" };
                format!("destroy {}{}{regeneration}", self.selection(what), called(*slot))
            }
            Instruction::Put(put) => self.put(put),
            Instruction::Counter { what, to, counters, slot } => {
                let what = self.selection(what);
                let to = to.map_or_else(String::new, |to| format!("; it goes to {} instead", zone(to)));
                format!("counter {what}{to}{}{}", self.with_counters(counters), called(*slot))
            }
            Instruction::Tap { what, slot } => format!("tap {}{}", self.selection(what), called(*slot)),
            Instruction::Untap { what, slot } => format!("untap {}{}", self.selection(what), called(*slot)),
            Instruction::Attach { what, to, as_creature, slot } => {
                let what = self.selection(what);
                let though = if *as_creature { " as though that were a creature" } else { "" };
                format!("attach {what} to {}{though}{}", self.selection(to), called(*slot))
            }
            Instruction::RemoveDamage(what) => {
                format!("remove all damage from {}", self.selection(what))
            }
            Instruction::Unattach(what) => format!("unattach {}", self.selection(what)),
            Instruction::PutCounters { kind, count, on, divided, up_to, slot } => {
                let counters = up_to_if(*up_to, self.some(count, &format!("{kind} counter")));
                let divided = if *divided { ", divided as chosen" } else { "" };
                format!("put {counters} on {}{divided}{}", self.selection(on), called(*slot))
            }
            Instruction::RemoveCounters { kind, count, from, up_to, slot } => {
                let counters = up_to_if(*up_to, self.some_counters(*kind, count.as_ref()));
                let number = slot.map_or_else(String::new, |slot| format!(" (call the number \"{slot}\")"));
                format!("remove {counters} from {}{number}", self.selection(from))
            }
            Instruction::MoveCounters { kind, count, from, to, up_to } => {
                let counters = up_to_if(*up_to, self.some_counters(*kind, count.as_ref()));
                let from = self.selection(from);
                format!("move {counters} from {from} to {}", self.selection(to))
            }
            Instruction::ChooseCounter { who, on, then } => {
                let chooses = verb(who, Verb::Choose);
                let deeds: Vec<&str> = then
                    .iter()
                    .map(|deed| match deed {
                        CounterDeed::Remove => "remove it",
                        CounterDeed::Another => "put another of its kind there",
                    })
                    .collect();
                let (who, on) = (self.players(who), self.selection(on));
                format!("{who} {chooses} a counter on {on}: {}", deeds.join(" or "))
            }
            Instruction::Encode { on } => format!("exile this card encoded on {}", self.selection(on)),
            Instruction::Proliferate => "proliferate".to_owned(),
            Instruction::Regenerate(what) => format!("regenerate {}", self.selection(what)),
            Instruction::Transform { what, slot } => {
                format!("transform {}{}", self.selection(what), called(*slot))
            }
            Instruction::Flip(what) => format!("flip {}", self.selection(what)),
            Instruction::TurnFaceDown(what) => format!("turn {} face down", self.selection(what)),
            Instruction::Meld(what) => format!("meld {}", self.selection(what)),
            Instruction::TurnFaceUp(what) => format!("turn {} face up", self.selection(what)),
            Instruction::PhaseOut { what, until, tapping } => {
                let until = until.as_ref().map_or_else(String::new, |until| {
                    format!(" until {}", self.event(until, super::events::Mood::Does))
                });
                let tapped = if *tapping { ", tapped as it phases in this way" } else { "" };
                format!("{} phases out{until}{tapped}", self.selection(what))
            }
            Instruction::RemoveFromCombat { what, unblocking } => {
                let unblocked = if *unblocking {
                    ", and what became blocked by that alone becomes unblocked"
                } else {
                    ""
                };
                format!("remove {} from combat{unblocked}", self.selection(what))
            }
            Instruction::BecomeBlocked(what) => format!("{} becomes blocked", self.selection(what)),
            Instruction::Block { what, attacker } => {
                format!("{} blocks {}", self.selection(what), self.selection(attacker))
            }
            Instruction::Reselect { who, what } => {
                let attacks = format!("anew what {} attacks", self.selection(what));
                self.does(who, Verb::Choose, &attacks)
            }
            Instruction::ExchangeControl(what) => {
                format!("control of these is exchanged: {}", self.selection(what))
            }
            Instruction::ExchangeCards(one, other) => {
                format!("exchange {} with {}", self.selection(one), self.selection(other))
            }
            Instruction::Fight(one, other) => {
                let one = self.selection(one);
                format!("{one} fights {}", self.selection(other))
            }
            Instruction::CopySpell { what, count, new_targets, except, targeting, slot } => {
                let mut copied = format!("copy {}{}", self.selection(what), self.times(count));
                if !except.is_empty() {
                    copied.push_str(&format!(", except that it {}", self.changes(except)));
                }
                if *new_targets {
                    copied.push_str("; its targets may be chosen anew");
                }
                if let Some(target) = targeting {
                    copied.push_str(&format!("; it targets {}", self.selection(target)));
                }
                copied + &called(*slot)
            }
            Instruction::ChangeTargets { of, may } => {
                let may = if *may { "you may choose new" } else { "choose other" };
                format!("{may} targets for {}", self.selection(of))
            }
            Instruction::Do { action, who, what, subtype, count, slot } => {
                let mut words = match action.0 {
                    Verb::RingTempts => "be tempted by the Ring".to_owned(),
                    _ => spaced(action.0.word()),
                };
                if let Some(subtype) = subtype {
                    words.push_str(&format!(" {}", subtype.word()));
                }
                if let Some(count) = count {
                    words.push_str(&match count.fixed() {
                        Some(number) => format!(" {number}"),
                        None => format!(" N, N being {}", self.amount(count)),
                    });
                }
                if let Some(what) = what {
                    let what = self.selection(what);
                    let does_it = matches!(action.0, Verb::Explore | Verb::Connive | Verb::Endure);
                    words = if does_it { format!("have {what} {words}") } else { format!("{words} {what}") };
                }
                words.push_str(&called(*slot));
                if *who == Players::You {
                    return words;
                }
                format!("{} {} this: {words}", self.players(who), agreeing(who, "do", "does"))
            }
            Instruction::Create(create) => self.create(create),
            Instruction::Apply(apply) => self.apply(apply),
            Instruction::Shield { replacement, duration, uses, damage } => {
                let effect = self.replacement(replacement);
                let limits = self.shield_limits(uses.as_ref(), damage.as_ref());
                format!("{effect}{limits},{}", self.duration(duration))
            }
        }
    }

    /// `draw a card` for you, `each opponent draws a card` for others.
    pub(super) fn does(&self, who: &Players, verb: Verb, what: &str) -> String {
        let [base, third, _] = verb.forms();
        if *who == Players::You {
            return format!("{base} {what}");
        }
        format!("{} {third} {what}", self.players(who))
    }

    fn if_so(&self, then: &[Instruction], otherwise: &[Instruction]) -> String {
        let then = if then.is_empty() { String::new() } else { format!("; if so, {}", self.steps(then)) };
        let otherwise =
            if otherwise.is_empty() { String::new() } else { format!("; if not, {}", self.steps(otherwise)) };
        then + &otherwise
    }

    fn up_to_some(&self, count: &Quantity, what: &Filter) -> String {
        match count.fixed() {
            Some(1) => self.a_kind(what, Head::Card),
            _ if *count == Quantity::AnyNumber => self.so_many(count, what, Head::Card),
            _ => self.up_to(count, what, Head::Card),
        }
    }

    pub(super) fn sacrifice(&self, sacrifice: &Sacrifice) -> String {
        let what = match (&sacrifice.these, &sacrifice.what) {
            (Some(these), _) => self.selection(these),
            (None, Some(filter)) => {
                up_to_if(sacrifice.up_to, self.so_many(&sacrifice.count, filter, Head::Permanent))
            }
            (None, None) => up_to_if(sacrifice.up_to, self.some(&sacrifice.count, "permanent")),
        };
        let others =
            sacrifice.and.iter().map(|kind| self.so_many(&Quantity::Fixed(1), kind, Head::Permanent));
        let all: Vec<String> = std::iter::once(what).chain(others).collect();
        let what = list(&all, "and");
        self.does(&sacrifice.who, Verb::Sacrifice, &what) + &called(sacrifice.slot)
    }

    pub(super) fn discard(&self, discard: &Discard) -> String {
        let what = match (&discard.these, &discard.what) {
            _ if discard.whole_hand => "the whole hand".to_owned(),
            (Some(these), _) => self.selection(these),
            (None, Some(filter)) => up_to_if(discard.up_to, self.so_many(&discard.count, filter, Head::Card)),
            (None, None) => up_to_if(discard.up_to, self.some(&discard.count, "card")),
        };
        let random = if discard.random { " at random" } else { "" };
        let chosen = discard
            .chosen_by
            .as_ref()
            .map_or_else(String::new, |players| format!(" that {} chooses", self.some_player(players)));
        self.does(&discard.who, Verb::Discard, &format!("{what}{random}{chosen}")) + &called(discard.slot)
    }

    fn damage(&self, damage: &DealDamage) -> String {
        let source =
            damage.source.as_ref().map_or_else(|| "this".to_owned(), |source| self.selection(source));
        let amount = self.measured(&damage.amount, "damage");
        let to = self.selection(&damage.to);
        let divided = if damage.divided { ", divided as chosen" } else { "" };
        let unpreventable = if damage.unpreventable { ", which can't be prevented" } else { "" };
        let mut words = format!("{source} deals {amount} to {to}{divided}{unpreventable}");
        for also in &damage.and {
            let amount = self.measured(&also.amount, "damage");
            words.push_str(&format!(" and {amount} to {}", self.selection(&also.to)));
        }
        words + &called(damage.slot)
    }

    fn choose(&self, choose: &Choose) -> String {
        if let (true, Some(from), Some(rest)) = (choose.piles, &choose.from, choose.rest) {
            let verb = verb(&choose.who, Verb::Separate);
            let (who, from) = (self.some_player(&choose.who), self.selection(from));
            return format!(
                "{who} {verb} {from} into two piles (call them \"{}\" and \"{rest}\")",
                choose.slot
            );
        }
        let head = if choose.from.is_some() { Head::Card } else { Head::Permanent };
        let mut what = if choose.up_to {
            self.up_to(&choose.count, &choose.what, head)
        } else {
            self.so_many(&choose.count, &choose.what, head)
        };
        if let Some(from) = &choose.from {
            what.push_str(&format!(" from {}", self.selection(from)));
        }
        if choose.random {
            what.push_str(" at random");
        }
        let rest = choose.rest.map_or_else(String::new, |rest| format!(" and the others \"{rest}\""));
        format!("{} (call it \"{}\"{rest})", self.does(&choose.who, Verb::Choose, &what), choose.slot)
    }

    fn add_mana(&self, added: &AddMana) -> String {
        let mana = match &added.mana {
            ManaProduced::Exactly(mana) => mana.to_string(),
            ManaProduced::OneOf(types) => {
                let types: Vec<String> = types.iter().map(|mana| mana.word().to_owned()).collect();
                format!("one {} mana", list(&types, "or"))
            }
            ManaProduced::AnyColor => "one mana of any color".to_owned(),
            ManaProduced::AnyOneColor => "one mana of any color, the same each time".to_owned(),
            ManaProduced::CouldProduce(filter) => {
                format!("one mana of any color that {} could produce", self.a_kind(filter, Head::Permanent))
            }
            ManaProduced::CommanderIdentity => {
                "one mana of any color in your commander's color identity".to_owned()
            }
            ManaProduced::TypeProduced => "one mana of any type that was produced".to_owned(),
            ManaProduced::Chosen(link) => format!("one mana of the chosen \"{link}\""),
            ManaProduced::ColorsOf(filter) => {
                format!("one mana of a color of {}", self.a_kind(filter, Head::Permanent))
            }
        };
        let times = match added.count.fixed() {
            Some(1) => String::new(),
            Some(number) => format!(", {} times", number_word(number)),
            None => format!(", as many times as {}", self.amount(&added.count)),
        };
        let only = added.only_for.as_ref().map_or_else(String::new, |kind| {
            let (how, kind) = if let Filter::Not(kind) = kind { ("not", &**kind) } else { ("only", kind) };
            format!(" ({how} for {})", self.a_kind(kind, Head::Thing))
        });
        let keeps = match &added.keep {
            Some(duration) => format!(", which stays{}", self.duration(duration)),
            None => String::new(),
        };
        self.does(&added.who, Verb::AddMana, &format!("{mana}{times}{only}{keeps}"))
    }
}

/// Whether the clause can follow "you may": whoever does something else is named at its start.
fn is_imperative(clause: &str) -> bool {
    !["each ", "that ", "the ", "this ", "it ", "\"", "\u{1}"].iter().any(|start| clause.starts_with(start))
}

/// `up to two cards`, where as few may be taken as the player likes.
fn up_to_if(up_to: bool, some: String) -> String {
    if !up_to {
        return some;
    }
    // "Up to a card" is up to one.
    match some.strip_prefix("a ").or_else(|| some.strip_prefix("an ")) {
        Some(noun) => format!("up to one {noun}"),
        None => format!("up to {some}"),
    }
}

/// What later instructions call it.
pub(super) fn called(slot: Option<Slot>) -> String {
    slot.map_or_else(String::new, |slot| format!(" (call it \"{slot}\")"))
}

/// ` from a graveyard`, or nothing.
pub(super) fn from(zone: Option<crate::ir::Zone>) -> String {
    zone.map_or_else(String::new, |zone| format!(" from {}", zones(&[zone])))
}
