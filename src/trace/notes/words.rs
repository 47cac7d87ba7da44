//! The pieces of which the sentence of a note is made.

use crate::game::{Called, ManaAmount, ObjectId, Origin, PlayerId, Thing};
use crate::ir::instruction::ManaType;
use crate::ir::{Cost, Keyword, KeywordName, Symbol, Zone};
use crate::trace::conditions;
use crate::trace::entry::EntryId;
use crate::trace::forbidden::Forbidden;
use crate::trace::names::Names;
use crate::trace::pieces::{Piece, with};
use crate::trace::refusal::PLACES;
use crate::trace::styled::{Style, Text, said};

/// What a note holds, of which it may be.
pub(super) trait Field: Sized {
    /// Adds the objects in it.
    fn objects(self, _: &mut Vec<ObjectId>) {}
}

impl Field for ObjectId {
    fn objects(self, about: &mut Vec<ObjectId>) {
        about.push(self);
    }
}

impl Field for Thing {
    fn objects(self, about: &mut Vec<ObjectId>) {
        about.extend(self.object());
    }
}

impl<F: Field> Field for Option<F> {
    fn objects(self, about: &mut Vec<ObjectId>) {
        if let Some(field) = self {
            field.objects(about);
        }
    }
}

/// What holds no object of which a note is.
macro_rules! no_objects {
    ($($type:ty),+) => { $(impl Field for $type {})+ };
}

no_objects!(u8, u16, u32, i32, bool, (u8, Option<u8>), PlayerId, EntryId);
no_objects!(Lacking, Missing, Origin, Called, Fighting, Forbidden, ManaType, ManaAmount, Symbol, Zone);

/// What keeps something from being done with two objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// A target that is illegal by now.
    Illegal(ObjectId),
    /// An object that is not on the battlefield any more.
    Gone(ObjectId),
    /// A permanent that is no creature.
    NoCreature(ObjectId),
    /// A target that was not chosen.
    NoTarget,
    /// One of them.
    One,
    /// A second player: one controls both.
    OneController(PlayerId),
}

impl Piece for Missing {
    fn write(self, names: &Names<'_>, text: &mut Text) {
        match self {
            Self::Illegal(object) => (object, " is an illegal target").write(names, text),
            Self::Gone(object) => (object, " is not on the battlefield any more").write(names, text),
            Self::NoCreature(object) => (object, " is no creature").write(names, text),
            Self::NoTarget => said(text, "no target was chosen"),
            Self::One => said(text, "one of the two is not there"),
            Self::OneController(player) => (player, " controls both").write(names, text),
        }
    }
}

/// What is missing for something that a player may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lacking {
    /// Anything, or enough, that could be chosen.
    ToChoose,
    /// Enough to sacrifice.
    ToSacrifice,
    /// Enough to discard.
    ToDiscard,
    /// Enough counters to remove.
    Counters,
    /// Enough cards to mill.
    ToMill,
    /// What would be attached, or what to.
    ToAttach,
    /// Energy.
    Energy,
    /// Something untapped.
    Untapped,
    /// Something tapped.
    Tapped,
    /// Something face down.
    FaceDown,
    /// The permanent that it would be done to, which has left the battlefield.
    Gone(ObjectId),
}

impl Piece for Lacking {
    fn write(self, names: &Names<'_>, text: &mut Text) {
        match self {
            Self::ToChoose => said(text, "there is nothing to choose from"),
            Self::ToSacrifice => said(text, "there is too little to sacrifice"),
            Self::ToDiscard => said(text, "there is too little to discard"),
            Self::Counters => said(text, "there are too few counters to remove"),
            Self::ToMill => said(text, "there are too few cards to mill"),
            Self::ToAttach => said(text, "there is nothing to attach, or nothing to attach it to"),
            Self::Energy => said(text, "there is no energy to pay"),
            Self::Untapped => said(text, "there is nothing untapped to tap"),
            Self::Tapped => said(text, "there is nothing tapped to untap"),
            Self::FaceDown => said(text, "there is nothing face down to turn face up"),
            Self::Gone(object) => (object, " is not on the battlefield any more").write(names, text),
        }
    }
}

/// What is declared in combat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fighting {
    /// Attackers (508.1).
    Attack,
    /// Blockers (509.1).
    Block,
}

impl Fighting {
    /// What the creatures are called that are declared.
    pub(super) const fn declared(self) -> &'static str {
        match self {
            Self::Attack => "attackers",
            Self::Block => "blockers",
        }
    }
}

/// An ability of a source, by its name.
pub(super) fn ability(source: ObjectId, origin: Origin, called: Called) -> impl Piece {
    with(move |names, text| names.write_ability(text, source, origin, (None, Some(called))))
}

/// That a permanent does not untap, by an effect of this object, which may be the permanent itself.
pub(super) fn kept_tapped_by(permanent: ObjectId, by: ObjectId) -> impl Piece {
    with(move |names, text| match by == permanent {
        true => said(text, " does not untap, by its own effect"),
        false => (" does not untap because of ", by).write(names, text),
    })
}

/// The ability of a source that is being activated.
pub(super) fn announced(source: ObjectId) -> impl Piece {
    with(move |names, text| names.write_announced(text, source))
}

/// An ability that has triggered: one that an effect has made by its sort, a reflexive one or a delayed one.
pub(super) fn waiting(source: ObjectId, called: Option<Called>, reflexive: Option<bool>) -> impl Piece {
    let sort = reflexive.map(|is| if is { "reflexive" } else { "delayed" });
    with(move |names, text| names.write_ability(text, source, Origin::NONE, (sort, called)))
}

/// The condition of an ability of a source, which did not hold.
pub(super) fn condition_of(source: ObjectId, origin: Origin) -> impl Piece {
    with(move |names, text| conditions::of_source(names, text, source, origin))
}

/// The condition of an ability on the stack, which did not hold.
pub(super) fn its_condition(ability: ObjectId) -> impl Piece {
    with(move |names, text| conditions::of_ability(names, text, ability))
}

/// The condition that an entry tells of, which did not hold.
pub(super) fn unmet() -> impl Piece {
    with(conditions::of_this)
}

/// The condition of the one part of a spell or ability that has one.
pub(super) fn condition_of_part(of: ObjectId) -> impl Piece {
    with(move |names, text| conditions::of_part(names, text, of))
}

/// Which of several targets it is, counted from 0: `second `.
pub(super) fn place_of(place: u8) -> impl Piece {
    with(move |_, text| match PLACES.get(usize::from(place)) {
        Some(place) => text.push_fmt(format_args!("{place} "), Style::Plain),
        None => said(text, "one "),
    })
}

/// A player, with those of the team.
pub(super) fn side(player: PlayerId) -> impl Piece {
    side_does(player, "", "")
}

/// The same, and what one does, or several do.
pub(super) fn side_does(player: PlayerId, one: &'static str, several: &'static str) -> impl Piece {
    with(move |names, text| {
        let are_several = names.write_side(text, player);
        said(text, if are_several { several } else { one });
    })
}

/// The part of a table that lists a result.
pub(super) fn listed_as(listed: Option<(u8, Option<u8>)>) -> impl Piece {
    with(move |names, text| match listed {
        Some((from, Some(to))) if to > from => ("the table lists ", from, (" to ", to)).write(names, text),
        Some((from, Some(_))) => ("the table lists ", from).write(names, text),
        Some((from, None)) => ("the table lists ", from, " or more").write(names, text),
        None => said(text, "the table does not list it"),
    })
}

/// Whose requirement a creature meets.
pub(super) fn whose_requirement(source: ObjectId, own: bool) -> impl Piece {
    (own.then_some("its own requirement"), (!own).then_some(("the requirement of ", source)))
}

/// Which of the two requirements of a goaded creature.
pub(super) const fn of_goading(another: bool) -> &'static str {
    if another { " that it attack another player than the one who goaded it" } else { " that it attack" }
}

/// Where a component of a permanent goes: with that, or elsewhere.
pub(super) fn where_to(card: ObjectId, permanent: ObjectId) -> impl Piece {
    with(move |names, text| {
        let game = names.game();
        let zone = game.object(card).zone;
        let along = game.object(permanent).next.is_some_and(|next| game.object(next).zone == zone);
        (" goes to ", zone.place(), along.then_some(" with it")).write(names, text);
    })
}

/// What is said where there is nothing at all that an Aura token could enchant.
pub(super) fn nothing_to_enchant(host: Option<Thing>) -> impl Piece {
    host.is_none().then_some("there is nothing that it can enchant")
}

/// The word for a type of mana.
pub(super) const fn word_of(mana: ManaType) -> &'static str {
    match mana {
        ManaType::Color(color) => color.word(),
        ManaType::Colorless => "colorless",
    }
}

/// What is not done for the sake of a player who has left the game: on the stack, or in another zone.
pub(super) fn forgone(object: ObjectId) -> impl Piece {
    with(move |names, text| {
        said(
            text,
            match names.game().object(object).zone {
                Zone::Stack => " creates nothing: ",
                _ => " is left as it is: ",
            },
        );
    })
}

/// How often something is done, where that is more than once.
pub(super) fn how_often(times: u8) -> impl Piece {
    with(move |names, text| match times {
        0 | 1 => {}
        2 => said(text, " twice"),
        more => (" ", more, " times").write(names, text),
    })
}

/// `the buyback cost`, `the conspire cost twice`, `an additional cost`.
pub(in crate::trace) fn additional_cost(cost: Option<Symbol>, times: u8) -> impl Piece {
    with(move |names, text| {
        match cost {
            Some(name) => text.push_fmt(format_args!("the {name} cost"), Style::Plain),
            None => said(text, "an additional cost"),
        }
        how_often(times).write(names, text);
    })
}

/// `kicked`, `kicked twice`, `kicked with {W}`.
pub(in crate::trace) fn kicked(spell: ObjectId, place: Option<u8>, times: u8) -> impl Piece {
    let cost = place.map(|place| (" with ", with(move |names, text| kicker_cost(names, text, spell, place))));
    ("kicked", how_often(times), cost)
}

/// The mana of the kicker cost of a spell that has this place among those that it has: `{W}`.
pub(in crate::trace) fn kicker_cost(names: &Names<'_>, text: &mut Text, spell: ObjectId, place: u8) {
    let mut costs = names.game().object(spell).base.abilities.iter().filter_map(|instance| {
        let Keyword::Cost(name, cost) = instance.ability.as_keyword()? else { return None };
        matches!(name, KeywordName::Kicker | KeywordName::Multikicker).then_some(cost)
    });
    let Some(cost) = costs.nth(usize::from(place)) else { return };
    for part in &cost.0 {
        if let Cost::Mana(mana) = part {
            text.push_fmt(format_args!("{mana}"), Style::Plain);
        }
    }
}
