//! What things are called, by who looks.
//!
//! INVARIANT: no renderer names an object in any other way, so that nobody reads what they may not see.

use crate::game::{
    ByRules, Called, Game, Nature, Object, ObjectId, Origin, Others, PlayerId, Step, Thing, WaitingTrigger,
};
use crate::ir::instruction::bare_token_name;
use crate::ir::{CardType, Event, Triggered, Zone};
use crate::rules::{Rules, cr};

use super::conditions::Unmet;
use super::entry::EntryId;
use super::past::{Past, Then};
use super::styled::{Style, Text};

/// Who looks as no player of the game does: nothing that is hidden from any player is seen.
pub const STRANGER: PlayerId = PlayerId(u8::MAX);

/// The names of a game's players and objects for one who looks.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    game: &'a Game,
    players: &'a [String],
    viewer: Option<PlayerId>,
    numbered: bool,
    past: Option<&'a Past>,
    apart: &'a [(ObjectId, String)],
}

impl<'a> Names<'a> {
    /// Whether a face of a card is that of a land.
    pub(super) fn is_land(&self, card: ObjectId, face: u8) -> bool {
        let definition = self.game.object(card).definition.as_ref();
        definition
            .and_then(|its| its.faces.get(usize::from(face)))
            .is_some_and(|face| face.is(CardType::Land))
    }

    /// Names as a player sees them, or as the judge does, who sees all. Players without a name are AP, NAP, "player 3"
    /// and so on.
    pub const fn new(game: &'a Game, players: &'a [String], viewer: Option<PlayerId>) -> Self {
        Self { game, players, viewer, numbered: true, past: None, apart: &[] }
    }

    /// The same, but objects are called by their names alone: for a sentence that stands by itself.
    #[must_use]
    pub const fn without_numbers(mut self) -> Self {
        self.numbered = false;
        self
    }

    /// The same, but these objects are called so: what tells them apart from others of their name.
    #[must_use]
    pub const fn telling_apart(mut self, apart: &'a [(ObjectId, String)]) -> Self {
        self.apart = apart;
        self
    }

    /// The same, where what is told happened before the end of the game.
    #[must_use]
    pub(super) const fn through(mut self, past: &'a Past) -> Self {
        self.past = Some(past);
        self
    }

    /// From here on the names are those at the time of this entry, just before it happens.
    pub(super) fn tell(&self, of: EntryId) {
        if let Some(past) = self.past {
            past.tell(of);
        }
    }

    /// The condition of which the entry that is told says that it is not true.
    pub(super) fn unmet(&self) -> Option<&'a Unmet> {
        self.past?.unmet()
    }

    /// The game.
    pub const fn game(&self) -> &'a Game {
        self.game
    }

    /// A player's name.
    pub fn player(&self, player: PlayerId) -> String {
        match (self.players.get(player.index()), player.index()) {
            (Some(name), _) => name.clone(),
            (None, 0) => "AP".to_owned(),
            (None, 1) => "NAP".to_owned(),
            (None, seat) => format!("player {}", seat + 1),
        }
    }

    /// An object's name with its number: `Grizzly Bears#2`, `Banishing Light#7's ability`.
    pub fn object(&self, object: ObjectId) -> String {
        let mut text = Text::new();
        self.write_object(&mut text, object);
        text.into_string()
    }

    /// An object's name without its number.
    pub fn bare(&self, object: ObjectId) -> String {
        let mut text = Text::new();
        self.write_name(&mut text, object);
        text.into_string()
    }

    /// An object's or player's name.
    pub fn thing(&self, thing: Thing) -> String {
        match thing {
            Thing::Object(object) => self.object(object),
            Thing::Player(player) => self.player(player),
        }
    }

    /// Whether who looks may know what the object is: by its stay in this zone, or in those next to it.
    pub fn sees(&self, object: ObjectId) -> bool {
        let Some(viewer) = self.viewer else { return true };
        let object = self.game.object(object);
        // What it turns out to be says nothing of who saw it while it was face down.
        let next = object.next.filter(|_| !object.is_face_down());
        let stays = [Some(object.id), object.previous, next];
        stays.into_iter().flatten().any(|stay| sees_there(self.game.object(stay), viewer))
    }

    /// Adds an object's name and number to a line. An ability is named by its source.
    pub fn write_object(&self, text: &mut Text, object: ObjectId) {
        if let Some((_, told)) = self.apart.iter().find(|(its, _)| *its == object) {
            return text.push(told, Style::Name);
        }
        self.write_name(text, object);
        let stands_for = matches!(self.game.object(object).nature, Nature::Marker(_));
        if self.numbered && !stands_for && self.game.object(object).stack_ability().is_none() {
            Self::write_number(text, object);
        }
    }

    /// Adds a player's name to a line.
    pub fn write_player(&self, text: &mut Text, player: PlayerId) {
        match self.players.get(player.index()) {
            Some(name) => text.push(name, Style::Player),
            None => text.push(&self.player(player), Style::Player),
        }
    }

    /// A player, or all of their team where teams take turns and have priority (805.4, 805.5), whether or not they are still in the game.
    pub(super) fn side(&self, player: PlayerId) -> Vec<PlayerId> {
        match self.game.shares_turns() {
            true => self.game.players().filter(|other| self.game.same_team(player, *other)).collect(),
            false => vec![player],
        }
    }

    /// Adds the names of a player's side as it is before the game begins. Says whether there are several.
    pub(super) fn write_side(&self, text: &mut Text, player: PlayerId) -> bool {
        self.write_players(text, &self.side(player))
    }

    /// Adds the names of players who do something together: `AP and A2`. Says whether they are several.
    pub fn write_players(&self, text: &mut Text, players: &[PlayerId]) -> bool {
        for (place, player) in players.iter().enumerate() {
            text.push(if place > 0 { " and " } else { "" }, Style::Plain);
            self.write_player(text, *player);
        }
        players.len() > 1
    }

    /// Adds the number of an object as it is displayed, `#7`: they are counted from 1.
    pub(super) fn write_number(text: &mut Text, object: ObjectId) {
        text.push_number("#", object.0 + 1, Style::Number);
    }

    /// Adds an object's or player's name to a line.
    pub fn write_thing(&self, text: &mut Text, thing: Thing) {
        match thing {
            Thing::Object(object) => self.write_object(text, object),
            Thing::Player(player) => self.write_player(text, player),
        }
    }

    /// Adds the names of several, separated by semicolons.
    pub fn write_list(&self, text: &mut Text, things: &[Thing]) {
        let mut separator = "";
        for thing in things {
            text.push(separator, Style::Plain);
            self.write_thing(text, *thing);
            separator = "; ";
        }
    }

    /// Adds the name of an ability that has triggered and is not on the stack yet.
    pub fn write_waiting(&self, text: &mut Text, trigger: &WaitingTrigger) {
        let sort = (trigger.number == 0).then(|| sort_of_made(&trigger.ability));
        self.write_ability(text, trigger.source, trigger.origin, (sort, trigger.called));
    }

    /// Adds the name of an ability of a source: by its keyword, its loyalty cost or its number where there were others of its sort, or
    /// simply as its ability. A word for its sort says more than these.
    pub fn write_ability(
        &self,
        text: &mut Text,
        source: ObjectId,
        origin: Origin,
        (sort, called): (Option<&str>, Option<Called>),
    ) {
        // Nothing is its source, though an object stands in for one (901.8).
        if origin == Origin::Rules(ByRules::Planeswalking) {
            text.push("the planeswalking ability", Style::Plain);
            return;
        }
        self.write_object(text, source);
        text.push("'s ", Style::Plain);
        if let Some(sort) = sort {
            text.push(sort, Style::Plain);
            text.push(" ability", Style::Plain);
            return;
        }
        let called = called.unwrap_or_default();
        let seen = self.sees(source);
        // A second one has a first one beside it, though that may be gone by now.
        let several = called.others != Others::None || called.number > 1;
        match (called.keyword, called.loyalty) {
            (Some(keyword), _) if seen => {
                text.push(keyword.word(), Style::Plain);
                text.push(" ability", Style::Plain);
                if called.others == Others::Alike {
                    text.push_fmt(format_args!(" {}", called.number), Style::Plain);
                }
            }
            (_, Some(cost)) if seen && several => {
                text.push_fmt(format_args!("{cost:+} ability"), Style::Plain);
            }
            _ if several => {
                let sort = match called.others {
                    Others::Activated if seen => "activated ",
                    Others::Triggered if seen => "triggered ",
                    _ => "",
                };
                text.push(sort, Style::Plain);
                text.push_fmt(format_args!("ability {}", called.number), Style::Plain);
            }
            _ => text.push("ability", Style::Plain),
        }
    }

    /// Adds the name of the ability of a source in whose announcement falls what is told: of which no line has told, simply as its ability.
    pub(super) fn write_announced(&self, text: &mut Text, source: ObjectId) {
        let announced = self.past.and_then(Past::announced).filter(|(its, ..)| *its == source);
        let (origin, called) =
            announced.map_or((Origin::NONE, None), |(_, origin, called)| (origin, Some(called)));
        self.write_ability(text, source, origin, (None, called));
    }

    fn write_name(&self, text: &mut Text, id: ObjectId) {
        let object = self.game.object(id);
        if let Nature::Ability(ability) = &object.nature {
            let sort = ability.ability.as_triggered().filter(|_| ability.number == 0).map(sort_of_made);
            if ability.copied {
                text.push("copy of ", Style::Plain);
            }
            // What its source has become since gives it no other name.
            let told = self.past.map(|past| (past, past.tell_as_put(id)));
            self.write_ability(text, ability.source, ability.origin, (sort, ability.called));
            told.into_iter().for_each(|(past, told)| past.tell(told));
            return;
        }
        let then = self.past.map_or_else(Then::default, |past| past.then(id));
        let face_down = then.face_down.unwrap_or(object.is_face_down());
        let hidden = match self.viewer {
            // It has been turned face up since: then only its controller, and who was let, could look at it.
            Some(viewer) if face_down && !object.is_face_down() => {
                object.controller != viewer && !object.seen_by.contains(&viewer)
            }
            _ => !self.sees(id),
        };
        if object.is_unknown() || (hidden && !face_down) {
            return text.push("an unknown card", Style::Name);
        }
        if face_down {
            if hidden {
                return text.push("a face-down card", Style::Name);
            }
            text.push("face-down ", Style::Plain);
        }
        let faces =
            object.definition.as_ref().map(|definition| definition.faces.as_slice()).unwrap_or_default();
        let name = match faces.first() {
            Some(front) if object.base.name.is_empty() || object.copied.is_some() => &front.name,
            _ => &object.base.name,
        };
        let other = faces.iter().map(|face| &face.name).find(|other| then.other_face && *other != name);
        let name = then.name.as_ref().unwrap_or(other.unwrap_or(name));
        match &object.nature {
            // What has merged with it may have made a token of it, or have made it no token.
            nature if object.merged.is_some() && then.name.is_none() => {
                let token = object.is_token() && !matches!(nature, Nature::Unknown);
                text.push(if token { bare_token_name(name) } else { name }, Style::Name);
                text.push(if token { " token" } else { "" }, Style::Name);
            }
            Nature::Token => {
                let name = bare_token_name(name);
                text.push(name, Style::Name);
                text.push(if name.is_empty() { "token" } else { " token" }, Style::Name);
            }
            Nature::Copy if name.is_empty() => text.push("a copy without a name", Style::Name),
            Nature::Copy => {
                text.push("copy of ", Style::Plain);
                text.push(name, Style::Name);
            }
            Nature::Emblem if !name.is_empty() => text.push(name, Style::Name),
            Nature::Emblem => text.push("emblem", Style::Name),
            Nature::Marker(_) => text.push(name, Style::Name),
            Nature::Card(_) | Nature::Unknown | Nature::Ability(_) if name.is_empty() => {
                text.push("a card without a name", Style::Name);
            }
            Nature::Card(_) | Nature::Unknown | Nature::Ability(_) => text.push(name, Style::Name),
        }
    }
}

/// Whether a player may look at an object where it is (400.2, 708.5).
fn sees_there(object: &Object, viewer: PlayerId) -> bool {
    if object.seen_by.contains(&viewer) {
        return true;
    }
    match object.zone {
        Zone::Library => false,
        Zone::Hand => object.owner == viewer,
        Zone::Battlefield | Zone::Stack => {
            !object.is_face_down() || [object.controller, object.noticed_controller].contains(&viewer)
        }
        Zone::Graveyard | Zone::Exile | Zone::Command | Zone::Ante => !object.is_face_down(),
    }
}

/// The sort of a triggered ability that an effect has made (603.7, 603.12).
fn sort_of_made(ability: &Triggered) -> &'static str {
    if ability.when == Event::Never { "reflexive" } else { "delayed" }
}

/// A step or phase that begins by these rules, in words: of two combat damage steps which it is (510.4).
pub fn step_by(step: Step, rules: &Rules) -> &'static str {
    let second = step == Step::CombatDamage && rules.contains(cr!("510.4"));
    if second { SECOND_DAMAGE } else { self::step(step) }
}

/// The step that a game is in, in words.
pub fn step_of(game: &Game) -> &'static str {
    let step = game.turn().step;
    let second = step == Step::CombatDamage && game.combat().first_strike_done;
    if second { SECOND_DAMAGE } else { self::step(step) }
}

/// The second of two combat damage steps.
const SECOND_DAMAGE: &str = "second combat damage step";

/// A step or phase in words.
pub const fn step(step: Step) -> &'static str {
    match step {
        Step::Untap => "untap step",
        Step::Upkeep => "upkeep step",
        Step::Draw => "draw step",
        Step::PrecombatMain => "precombat main phase",
        Step::BeginningOfCombat => "beginning of combat step",
        Step::DeclareAttackers => "declare attackers step",
        Step::DeclareBlockers => "declare blockers step",
        Step::FirstStrikeDamage => "first combat damage step",
        Step::CombatDamage => "combat damage step",
        Step::EndOfCombat => "end of combat step",
        Step::PostcombatMain => "postcombat main phase",
        Step::End => "end step",
        Step::Cleanup => "cleanup step",
    }
}
