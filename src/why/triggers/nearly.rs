//! Why an ability has not triggered though something has happened that is nearly what it waits for: which part of that was not so.

use crate::engine::reading::events::{Candidate, occasion, only_this};
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::events::Happening;
use crate::game::{Change, MoveAction, ObjectId, Origin, PlayerId, Thing};
use crate::ir::event::{Attacks, Damage, Made, Moves};
use crate::ir::{CardType, Event, Filter, NamedDeed, Players, Verb, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, EntryId, Forbidden, Note, Reason, Reasons, What};
use crate::why::Played;
use crate::why::whereabouts::path_of;

use super::certain::is_certain;
use super::missed::{Stay, happening, is_as_it_was, is_coming, is_leaving, start_of_batch};

mod lacking;

use lacking::{Lacking, lacking, not_provided};

/// Something that has happened, and which part of what an ability waits for was not so.
struct Near {
    /// Which, behind "has not triggered: ".
    words: String,
    /// The rule that says why it is not enough, if one does beside 603.2.
    rule: Option<RuleId>,
    /// How many parts of it were not so.
    missing: usize,
}

impl Near {
    fn new(words: impl Into<String>, rule: Option<RuleId>) -> Option<Self> {
        Some(Self { words: words.into(), rule, missing: usize::from(rule.is_none()) })
    }
}

/// Where in a game an event is looked for.
struct At<'a> {
    sight: Sight<'a>,
    frame: &'a Frame,
    entries: &'a [Entry],
    /// The entry that may tell of it.
    place: usize,
    /// Whether the ability was there all the time.
    always: bool,
}

/// What has happened while an object was there that is nearest to what one of its abilities waits for, in words, with the rules.
pub(super) fn found(played: Played<'_>, object: ObjectId, number: Option<u32>) -> Option<(String, Reasons)> {
    let sight = played.sight();
    let entries = played.trace.entries();
    let mut nearest: Option<(Near, Reason)> = None;
    for stay in path_of(played.game, object).into_iter().map(|stay| Stay::last(sight, stay, number)) {
        let came = entries.iter().position(|entry| is_coming(entry, stay.object));
        let since = came.map_or(0, |came| start_of_batch(entries, came));
        let left = entries.iter().position(|entry| is_leaving(entry, stay.object)).unwrap_or(entries.len());
        let turned = |entry: &Entry| matches!(&entry.what, What::Changed(Change::FaceDown(turned, _), _) if *turned == stay.object);
        let was_face_down = entries.iter().any(turned);
        for instance in &stay.abilities {
            // What it did not have all the time may not have been there to see it.
            let own = matches!(instance.origin, Origin::Printed(_) | Origin::Made(..));
            let always = own && !was_face_down;
            let Some(ability) = instance.ability.as_triggered() else { continue };
            let frame = Frame::of_source(stay.object, stay.controller, instance.origin);
            for place in since..left {
                let at = At { sight, frame: &frame, entries, place, always };
                let Some(entry) = entries.get(place) else { continue };
                for near in ability.when.alternatives().iter().filter_map(|event| at.near(event, entry)) {
                    let nearer = nearest.as_ref().is_none_or(|(other, _)| near.missing <= other.missing);
                    if nearer {
                        let rule = near.rule.unwrap_or(cr!("603.2"));
                        nearest = Some((near, Reason { rule, step: Some(told_by(entries, entry)) }));
                    }
                }
            }
        }
    }
    let (near, reason) = nearest.or_else(|| unmutated(played, object, number))?;
    let no_match = Reason { rule: cr!("603.2"), step: reason.step };
    Some((near.words, Reasons::NONE.and(reason).and(no_match)))
}

/// The step that tells what an entry does: of a spell that it was cast.
fn told_by(entries: &[Entry], entry: &Entry) -> EntryId {
    let counted = matches!(entry.what, What::Changed(Change::CastCounted(_), _));
    let mut before = entries.iter().take(entry.id.0 as usize).rev().filter(|_| counted);
    let casts = |it: &&Entry| it.parent == entry.parent && matches!(it.what, What::Casts(..));
    before.find(casts).unwrap_or(entry).id
}

/// That what was to mutate did not, and became the object as a creature spell does.
fn unmutated(played: Played<'_>, object: ObjectId, number: Option<u32>) -> Option<(Near, Reason)> {
    let object = *path_of(played.game, object).last()?;
    let waits = Stay::last(played.sight(), object, number).waits_for(&|_, event| {
        event.is_made_of(&mut |event| {
            matches!(event, Event::Becomes(what, NamedDeed::Does(Verb::Mutate)) if only_this(what))
        })
    });
    let told = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Note(Note::NoLongerMutating(spell)) => played.game.object(*spell).next == Some(object),
        _ => false,
    });
    let words = "it did not mutate: it resolved as a creature spell, and merged with nothing";
    let rule = cr!("702.140b");
    let near = Near::new(words, Some(rule)).filter(|_| waits)?;
    Some((near, Reason { rule, step: Some(told?.id) }))
}

impl At<'_> {
    /// Whether the entry tells of such an event, as far as that is certain from what the objects are now.
    fn happens(&self, event: &Event) -> bool {
        self.always && self.happened().is_some_and(|happened| is_certain(event) && self.is(event, &happened))
    }

    fn happened(&self) -> Option<Happening> {
        happening(self.entries, self.place)
    }

    fn is(&self, event: &Event, happening: &Happening) -> bool {
        let found = occasion(self.sight, self.frame, event, Candidate::Happened(happening));
        found.is_ok_and(|found| found.is_some())
    }

    /// Whether a player is one of these; `None` if it can't be told.
    fn is_one(&self, who: &Players, player: PlayerId) -> Option<bool> {
        Some(players(self.sight, self.frame, who).ok()?.contains(&player))
    }

    /// What an object lacks of what a filter asks for, if it can be told, and if it is not another object than the very one that is meant.
    fn lacks<'f>(&self, filter: &'f Filter, object: ObjectId) -> Option<Lacking<'f>> {
        is_as_it_was(self.sight, object).then(|| lacking(self.sight, self.frame, filter, object)).flatten()
    }

    /// What the entry tells that is nearly such an event.
    fn near(&self, event: &Event, entry: &Entry) -> Option<Near> {
        match event.made() {
            Made::Any(events) => return events.iter().find_map(|event| self.near(event, entry)),
            Made::OneOrMore(event) => return self.near(event, entry),
            Made::Nth(number, event) => {
                let time = match number {
                    1 => "first".to_owned(),
                    2 => "second".to_owned(),
                    3 => "third".to_owned(),
                    number => format!("{number}th"),
                };
                let words = || format!("{}, but not for the {time} time that turn", deed(event));
                return self.happens(event).then(|| Near::new(words(), None)).flatten();
            }
            Made::CausedBy(who, event) => {
                let of_keyword = PUTS.into_iter().find(|(rule, _)| entry.rules.contains(*rule));
                if let (Event::CountersPut(..), Some((rule, puts))) = (plainly(event), of_keyword) {
                    let words = format!("{}, but {}: {puts}", deed(plainly(event)), not_caused_by(who));
                    return self.happens(event).then(|| Near::new(words, Some(rule))).flatten();
                }
                let words = || format!("{}, but {}", deed(event), not_caused_by(who));
                return self.happens(event).then(|| Near::new(words(), None)).flatten();
            }
            Made::Provided(condition, event) => {
                let words = || format!("{}, but {}", deed(event), not_provided(condition));
                return self.happens(event).then(|| Near::new(words(), None)).flatten();
            }
            Made::Plain => {}
        }
        if let Event::GainsLife(who) | Event::LosesLife(who) = event {
            return self.of_life(who, matches!(event, Event::GainsLife(_)), entry);
        }
        if let (Event::Moves(moves), What::Note(Note::SameObject(permanent))) = (event, &entry.what) {
            let enters = moves.to == [Zone::Battlefield] && moves.from.is_empty();
            let meant = enters && matches(self.sight, self.frame, &moves.what, *permanent).unwrap_or(false);
            let words = "what merges with a permanent does not enter";
            return meant.then(|| Near::new(words, entry.rules.iter().next())).flatten();
        }
        let What::Changed(change, _) = &entry.what else { return self.cast(event) };
        if let Event::Moves(moves) = event {
            return self.moved(moves, change, entry);
        }
        if let (Event::Draws(who), Change::Move(it)) = (event, change) {
            let into_hand = it.to == Zone::Hand && it.action != MoveAction::Draw;
            let card = self.sight.game.object(it.object);
            let put = into_hand && card.zone == Zone::Library && self.is_one(who, card.owner)?;
            return put
                .then(|| Near::new("cards that are put into a hand are not drawn", Some(cr!("121.5"))))
                .flatten();
        }
        if let Change::Attack(_) | Change::Block(_) = change
            && let Some(near) = self.fought(event, change)
        {
            return Some(near);
        }
        if let (Event::Attacks(attacks), Change::Attack(attack)) = (event, change) {
            return self.attacked(attacks, (attack.attacker, attack.defender), entry);
        }
        if let (Event::DealsDamage(damage), Change::Damage { source: Some(source), to, combat, .. }) =
            (event, change)
        {
            return self.dealt(damage, (*source, *to), *combat);
        }
        if let (Event::CountersPut(what, kind), Change::Counters(object, of, amount)) = (event, change)
            && *amount > 0
        {
            if kind.is_some_and(|kind| kind != *of) {
                let same = matches(self.sight, self.frame, what, *object).unwrap_or(false);
                return same
                    .then(|| Near::new(format!("counters of another kind were put there ({of})"), None))
                    .flatten();
            }
            return self.of_object(what, *object, "what got the counters");
        }
        if let Change::Move(it) = change {
            if let (Event::Sacrifices(who, what), MoveAction::Sacrifice) = (event, it.action) {
                return self.done_by((who, what), it.object, "sacrificed");
            }
            if let (Event::Discards(who, what), MoveAction::Discard) = (event, it.action) {
                return self.done_by((who, what), it.object, "discarded");
            }
            if let (Event::Destroyed(what), MoveAction::Destroy) = (event, it.action) {
                return self.of_object(what, it.object, "what was destroyed");
            }
        }
        if let (Event::BecomesTapped(what), Change::Tap(object, true)) = (event, change) {
            return self.of_object(what, *object, "what became tapped");
        }
        self.cast(event)
    }

    /// What an object that an event was about lacks of what a filter asks for.
    fn of_object(&self, filter: &Filter, object: ObjectId, subject: &str) -> Option<Near> {
        let lacking = self.lacks(filter, object)?;
        let missing = lacking.parts() + 1;
        Some(Near { words: lacking.words(subject)?, rule: None, missing })
    }

    /// That a spell was cast by another player, or is none of those that an ability waits for.
    fn cast(&self, event: &Event) -> Option<Near> {
        let Event::Casts(who, what) = event else { return None };
        let Happening::Cast { player, spell } = self.happened()? else { return None };
        match (self.is_one(who, player)?, matches(self.sight, self.frame, what, spell).ok()?) {
            (false, true) => Near::new("another player cast the spell", None),
            (true, false) => self.of_object(what, spell, "the spell that was cast"),
            _ => None,
        }
    }

    /// That somebody else did something to an object, or did it to one that an ability does not wait for.
    fn done_by(&self, (who, what): (&Players, &Filter), object: ObjectId, done: &str) -> Option<Near> {
        let its = self.sight.game.object(object);
        let by = if its.home() == Zone::Battlefield { its.controller } else { its.owner };
        match (self.is_one(who, by)?, matches(self.sight, self.frame, what, object).ok()?) {
            (false, true) => Near::new(format!("another player {done} it"), None),
            (true, false) => self.of_object(what, object, &format!("what was {done}")),
            _ => None,
        }
    }

    /// That life was gained or lost by another player, or could not be.
    fn of_life(&self, who: &Players, gained: bool, entry: &Entry) -> Option<Near> {
        match &entry.what {
            What::Changed(Change::Life(player, amount), _) if (*amount > 0) == gained => {
                let other = !self.is_one(who, *player)?;
                let words =
                    if gained { "another player gained the life" } else { "another player lost the life" };
                other.then(|| Near::new(words, None)).flatten()
            }
            What::Note(Note::Cant(
                forbidden @ (Forbidden::GainLife | Forbidden::LoseLife),
                Thing::Player(player),
                _,
            )) if (*forbidden == Forbidden::GainLife) == gained => {
                let words =
                    if gained { "the life could not be gained" } else { "the life could not be lost" };
                self.is_one(who, *player)?.then(|| Near::new(words, entry.rules.iter().next())).flatten()
            }
            _ => None,
        }
    }

    /// What moved as an ability waits for, and was not what it waits for.
    fn moved(&self, moves: &Moves, change: &Change, entry: &Entry) -> Option<Near> {
        let enters = moves.to == [Zone::Battlefield];
        if let (Change::FaceDown(turned, None), true) = (change, enters && moves.from.is_empty()) {
            let it = matches(self.sight, self.frame, &moves.what, *turned).unwrap_or(false);
            return it
                .then(|| Near::new("what is turned face up has entered before", Some(cr!("708.8"))))
                .flatten();
        }
        let happened = self.happened()?;
        let any = Moves { what: Filter::EVERYTHING, caused_by: None, ..moves.clone() };
        if !self.is(&Event::Moves(any), &happened) {
            return None;
        }
        let object = match happened {
            Happening::Moved { from, to, .. } => {
                if enters {
                    to
                } else {
                    from
                }
            }
            Happening::Created { object } => object,
            _ => return None,
        };
        if let Some(who) = &moves.caused_by
            && matches(self.sight, self.frame, &moves.what, object).unwrap_or(false)
            && is_as_it_was(self.sight, object)
        {
            return Near::new(
                format!("{}, but {}", deed(&Event::Moves(moves.clone())), not_caused_by(who)),
                None,
            );
        }
        let subject = match (&*moves.from, &*moves.to) {
            (_, [Zone::Battlefield]) => "what entered",
            ([Zone::Battlefield], [Zone::Graveyard]) => "what died",
            ([Zone::Battlefield], _) => "what left the battlefield",
            (_, [Zone::Graveyard]) => "what was put into a graveyard",
            (_, [Zone::Exile]) => "what was exiled",
            _ => "what moved",
        };
        // The object itself is never another.
        let itself = object == self.frame.source && entry.id.0 as usize == self.place;
        if itself && !only_this(&moves.what) {
            return None;
        }
        self.of_object(&moves.what, object, subject)
    }

    /// That something else attacked, or attacked somebody else.
    fn attacked(
        &self,
        attacks: &Attacks,
        (attacker, defender): (ObjectId, Thing),
        entry: &Entry,
    ) -> Option<Near> {
        // What is put onto the battlefield attacking was never declared (508.4).
        if !entry.rules.contains(cr!("508.1k")) {
            return None;
        }
        if !matches(self.sight, self.frame, &attacks.what, attacker).ok()? {
            return self.of_object(&attacks.what, attacker, "what attacked");
        }
        let Thing::Player(attacked) = defender else { return None };
        let other = attacks.player.as_ref().is_some_and(|who| self.is_one(who, attacked) == Some(false));
        let words = "the player that was attacked is none that it asks for";
        other.then(|| Near::new(words, Some(cr!("508.3a")))).flatten()
    }

    /// That too few attacked or blocked, or that what was to attack or to become blocked did another of these.
    fn fought(&self, event: &Event, change: &Change) -> Option<Near> {
        let is = |filter: &Filter, object: ObjectId| {
            matches(self.sight, self.frame, filter, object).unwrap_or(false)
        };
        if let (Event::AttacksWith(who, ..), Change::Attack(attack)) = (event, change) {
            let attacks = self.is_one(who, self.sight.view.controller(self.sight.game, attack.attacker))?;
            let words = "too few of the creatures that attacked are what it asks for";
            return attacks.then(|| Near::new(words, Some(cr!("508.3c")))).flatten();
        }
        let Change::Block(block) = change else { return None };
        if let Event::BlockedBySoMany(what, _) = event {
            let words = "it was not blocked by as many creatures as it asks for";
            return is(what, block.attacker).then(|| Near::new(words, Some(cr!("509.3e")))).flatten();
        }
        let (what, words, rule) = if let Event::Attacks(attacks) = event {
            (&attacks.what, "it blocked, and did not attack", cr!("508.3a"))
        } else if let Event::BecomesBlocked(what, _) = event {
            (what, "it blocked, and did not become blocked", cr!("509.3c"))
        } else {
            return None;
        };
        let itself = only_this(what) && is(what, block.blocker);
        itself.then(|| Near::new(words, Some(rule))).flatten()
    }

    /// That damage was dealt to something else, or by something else.
    fn dealt(&self, damage: &Damage, (source, to): (ObjectId, Thing), combat: bool) -> Option<Near> {
        if damage.combat.is_some_and(|wanted| wanted != combat) {
            return None;
        }
        let by_it = matches(self.sight, self.frame, &damage.source, source).ok()?;
        match (to, &damage.player, &damage.object) {
            (Thing::Object(object), Some(_), None) if by_it => {
                let kind = self.kind_dealt_damage(object);
                Near::new(format!("the damage was dealt to {kind}, and not to a player"), None)
            }
            (Thing::Player(player), Some(who), _) if by_it && !self.is_one(who, player)? => {
                Near::new("the damage was dealt to another player", None)
            }
            (Thing::Player(_), None, Some(_)) if by_it => Near::new("the damage was dealt to a player", None),
            (Thing::Object(object), _, Some(what)) if by_it => {
                self.of_object(what, object, "what was dealt the damage")
            }
            (Thing::Player(player), Some(who), _) if self.is_one(who, player)? => {
                self.of_object(&damage.source, source, "what dealt the damage")
            }
            _ => None,
        }
    }

    fn kind_dealt_damage(&self, object: ObjectId) -> &'static str {
        let now = self.sight.view.characteristics(self.sight.game, object);
        match () {
            () if now.is(CardType::Creature) => "a creature",
            () if now.is(CardType::Planeswalker) => "a planeswalker",
            () => "a battle",
        }
    }
}

/// The keyword actions by which it is not who controls the spell or ability that puts counters on something, and who does.
pub(super) const PUTS: [(RuleId, &str); 8] = [
    (cr!("701.39a"), "the player who bolsters puts them there"),
    (cr!("701.44a"), "the controller of what explores puts them there"),
    (cr!("701.47a"), "the player who amasses puts them there"),
    (cr!("701.50a"), "the controller of what connives puts them there"),
    (cr!("701.50d"), "the controller of what connives puts them there"),
    (cr!("701.56a"), "the player who travels through time puts them there"),
    (cr!("701.63a"), "the controller of what endures puts them there"),
    (cr!("701.68a"), "the player who blights puts them there"),
];

/// Of what there are one or more.
fn plainly(event: &Event) -> &Event {
    if let Event::OneOrMore(of) = event { of } else { event }
}

/// What has happened, in few words.
fn deed(event: &Event) -> &'static str {
    if let Event::Moves(moves) = event {
        let own = only_this(&moves.what);
        return match (&*moves.from, &*moves.to) {
            (_, [Zone::Battlefield]) if own => "it entered",
            (_, [Zone::Battlefield]) => "something entered",
            ([Zone::Battlefield], [Zone::Graveyard]) if own => "it died",
            ([Zone::Battlefield], [Zone::Graveyard]) => "something died",
            ([Zone::Battlefield], _) if own => "it left the battlefield",
            ([Zone::Battlefield], _) => "something left the battlefield",
            _ => "something moved",
        };
    }
    if let Event::Attacks(attacks) = event {
        return if only_this(&attacks.what) { "it attacked" } else { "a creature attacked" };
    }
    match () {
        () if matches!(event, Event::Casts(..)) => "a spell was cast",
        () if matches!(event, Event::Draws(_)) => "a card was drawn",
        () if matches!(event, Event::Discards(..)) => "a card was discarded",
        () if matches!(event, Event::GainsLife(_)) => "life was gained",
        () if matches!(event, Event::LosesLife(_)) => "life was lost",
        () if matches!(event, Event::Sacrifices(..)) => "something was sacrificed",
        () if matches!(event, Event::CountersPut(..)) => "counters were put there",
        () if matches!(event, Event::DealsDamage(_)) => "damage was dealt",
        () if matches!(event, Event::Destroyed(_)) => "something was destroyed",
        () if matches!(event, Event::BecomesTapped(_)) => "something became tapped",
        () if matches!(event, Event::BecomesUntapped(_)) => "something became untapped",
        () if matches!(event, Event::Begins(..)) => "such a step or phase began",
        () => "that happened",
    }
}

/// That nobody of these caused it.
fn not_caused_by(who: &Players) -> &'static str {
    match () {
        () if *who == Players::You => "its controller did not cause it",
        () if *who == Players::Opponents => "no opponent caused it",
        () => "nobody that it asks for caused it",
    }
}
