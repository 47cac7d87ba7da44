//! Which of several sets of copiable values an object has, and by which rule: what makes it face down, a copy, merged, melded or flipped,
//! what turns its other face up, what is cast by another half or inset of its card -- or that it has only its normal ones.

use std::sync::Arc;

use crate::engine::View;
use crate::engine::additional::copying_objects::{is_copy, is_made_a_copy};
use crate::engine::additional::keyword_abilities::prototype;
use crate::engine::additional::split_cards;
use crate::game::{CauseKind, Change, Characteristics, Game, Nature, Object, ObjectId, Thing};
use crate::ir::change::Change as Effect;
use crate::ir::instruction::bare_token_name;
use crate::ir::{Ability, CardType, Color, Layout, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Reason, Reasons, What, Would};

use super::Played;
use super::characteristics::entered_as_a_copy_of;
use super::printed::{TypePart, names_type, sets_type};
use super::steps::{Came, coming};
use super::whereabouts::path_of;

/// What of an object is asked about.
#[derive(Clone, Copy)]
pub(crate) enum Asked<'a> {
    /// Its name.
    Name,
    /// Its mana value.
    ManaValue,
    /// Whether it is of a color, or whether it has any.
    Color(Option<Color>),
    /// Whether it has a card type, supertype or subtype.
    Type(TypePart),
    /// Its power and toughness.
    Size,
    /// Whether it has an ability, which is told from others so.
    Ability(&'a dyn Fn(&Ability) -> bool),
    /// Whether it has abilities.
    Abilities,
}

/// Which set of values it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The only one that it could have.
    Only,
    /// The normal one, while another would say something else of what is asked.
    Normal,
    /// Another than the normal one, or the normal one that it has again (708.8).
    Other,
    /// That of something else, as what copies it says.
    Copied,
    /// What has created the token says it.
    Made,
    /// That of something face down.
    Hidden,
}

/// A set of values, and the rules by which the object has it, the deciding one first.
pub(crate) struct Values {
    pub(crate) kind: Kind,
    pub(crate) rules: Reasons,
}

impl Values {
    fn new(kind: Kind, rule: RuleId) -> Self {
        Self { kind, rules: Reasons::of(&[rule]) }
    }

    /// Whether they are others than what is printed on its card as its normal ones.
    pub(crate) const fn are_others(&self) -> bool {
        matches!(self.kind, Kind::Other | Kind::Copied | Kind::Hidden)
    }
}

/// Which set of values an object has in what is asked, apart from all effects but those that copy.
pub(crate) fn of(played: Played<'_>, its: &Object, asked: Asked<'_>) -> Values {
    let Played { game, view, .. } = played;
    let values = view.copiable(game, its.id);
    if its.is_face_down() {
        match its.zone {
            Zone::Battlefield => return Values::new(Kind::Hidden, cr!("708.2a")),
            Zone::Stack => return Values::new(Kind::Hidden, cr!("708.2")),
            Zone::Exile => return Values::new(Kind::Hidden, cr!("406.3a")),
            _ => {}
        }
    }
    let prototyped = prototype_rule(game, view, its).filter(|_| is_of_prototypes(asked));
    if is_a_copy(played, its) {
        let rules = match exception(asked, values.exceptions.all()) {
            Some(rule) => match keyword_of_token(played, its) {
                Some(keyword) => Reasons::of(&[keyword, rule]),
                None => Reasons::of(&[rule]),
            },
            None => match prototyped.or_else(|| inset_of_copy(its)) {
                Some(rule) => Reasons::of(&[rule]),
                None => copied(played, its, asked),
            },
        };
        let rules = locked(its, values, asked).into_iter().fold(rules, Reasons::and);
        return Values { kind: Kind::Copied, rules };
    }
    if let Some(rule) = locked(its, values, asked) {
        return Values::new(Kind::Other, rule);
    }
    if let Some(rule) = prototyped {
        let kind = if rule == cr!("718.4") { Kind::Normal } else { Kind::Other };
        return Values::new(kind, rule);
    }
    if let Some(rule) = other(its, asked) {
        let flips = |entry: &&Entry| matches!(entry.what, What::Changed(Change::Flip(it), _) if it == its.id);
        let step = played.trace.entries().iter().rev().find(flips).map(|flips| flips.id);
        let step = step.filter(|_| its.flipped);
        return Values { kind: Kind::Other, rules: Reasons::NONE.and(Reason { rule, step }) };
    }
    if its.is_token() {
        if let Some(rules) = made(played, its, asked) {
            return Values { kind: Kind::Made, rules };
        }
    }
    if let Some(rules) = turned_up(played, its).filter(|_| differs_face_down(asked, values)) {
        return Values { kind: Kind::Other, rules };
    }
    match normal(its, asked).filter(|_| others(its).any(|face| !agree(asked, values, face))) {
        Some(rule) => Values::new(Kind::Normal, rule),
        None => Values { kind: Kind::Only, rules: Reasons::NONE },
    }
}

/// The rules by which a permanent that was turned face up has its normal copiable values again (708.8).
fn turned_up(played: Played<'_>, its: &Object) -> Option<Reasons> {
    let turned = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::FaceDown(object, _), _) => *object == its.id,
        _ => false,
    })?;
    Some(turned.reasons().led_by(Reason { rule: cr!("708.8"), step: Some(turned.id) }))
}

/// Whether a face-down permanent, which is a 2/2 creature and nothing else (708.2a), has something else of what is asked.
fn differs_face_down(asked: Asked<'_>, values: &Characteristics) -> bool {
    match asked {
        Asked::Name => true,
        Asked::ManaValue => values.mana_value(0) != 0,
        Asked::Color(_) => values.colors.count() > 0,
        Asked::Type(TypePart::Card(CardType::Creature)) => !values.is(CardType::Creature),
        Asked::Type(part) => part.is_of(values),
        Asked::Size => (values.power, values.toughness) != (Some(2), Some(2)),
        Asked::Ability(is_it) => values.abilities.iter().any(|instance| is_it(&instance.ability)),
        Asked::Abilities => !values.abilities.is_empty(),
    }
}

/// The rule by which a permanent lacks what is in a half of it that is locked (709.5).
fn locked(its: &Object, values: &Characteristics, asked: Asked<'_>) -> Option<RuleId> {
    let in_a_half = match asked {
        Asked::Name | Asked::Color(_) | Asked::ManaValue | Asked::Ability(_) | Asked::Abilities => true,
        Asked::Type(_) | Asked::Size => false,
    };
    (in_a_half && split_cards::lacks(its, values)).then_some(cr!("709.5"))
}

/// The rules by which a copy has what is copied, where no exception is made of that: that it is copied (707.2), from a copy maybe (707.3);
/// of a token also which of its faces is up, and that what created it has set its name (111.4).
fn copied(played: Played<'_>, its: &Object, asked: Asked<'_>) -> Reasons {
    // The step in which it became one says what it copies, and not that effects on that are not copied.
    let original =
        entered_as_a_copy_of(played, its.id).filter(|original| played.game.object(*original).exists);
    let differs = |original: ObjectId| {
        let was = played.view.characteristics(played.game, original);
        let is = played.view.copiable(played.game, its.id);
        match asked {
            Asked::Color(Some(color)) => was.colors.contains(color) != is.colors.contains(color),
            asked => !agree(asked, was, is),
        }
    };
    let became = became_a_copy(played, its).and_then(|rules| rules.get(cr!("707.2")));
    let became = became.filter(|_| !original.is_some_and(differs));
    let rules = became.map_or(Reasons::of(&[cr!("707.2")]), |rule| Reasons::NONE.and(rule));
    if is_copy(played.game, its.id) {
        let again = became_a_copy(played, its).is_some_and(|rules| rules.contains(cr!("707.3")));
        return if again { rules.and(cr!("707.3")) } else { rules };
    }
    let rules = other(its, asked).into_iter().fold(rules, Reasons::and);
    if matches!(asked, Asked::Name) && its.is_token() { rules.and(cr!("111.4")) } else { rules }
}

/// The rule of the exception that what copies makes of what is asked: an ability that is gained (707.9a), what is not copied (707.9c),
/// or what is changed (707.9b).
fn exception(asked: Asked<'_>, exceptions: &[Effect]) -> Option<RuleId> {
    exceptions.iter().rev().find_map(|change| {
        let gives = matches!(change, Effect::Gain(_) | Effect::GainThis);
        let excepted = match asked {
            Asked::Name => matches!(change, Effect::SetName(_) | Effect::KeepName),
            Asked::ManaValue => *change == Effect::NoManaCost,
            // What is added leaves all else as it is copied.
            Asked::Color(color) => {
                matches!(change, Effect::SetColors(_) | Effect::KeepColors)
                    || matches!(change, Effect::AddColors(added)
                        if color.is_none_or(|color| added.contains(&color)))
            }
            Asked::Type(part) => {
                if let Effect::SetTypes(set) = change {
                    sets_type(set, part)
                } else {
                    names_type(change, part)
                }
            }
            Asked::Size => matches!(change, Effect::SetPowerToughness { .. }),
            Asked::Ability(is_it) => {
                matches!(change, Effect::Gain(abilities) if abilities.iter().any(is_it))
            }
            Asked::Abilities => gives,
        };
        excepted.then(|| match change {
            _ if gives => cr!("707.9a"),
            _ if *change == Effect::KeepColors => cr!("707.9c"),
            _ => cr!("707.9b"),
        })
    })
}

/// Whether two sets of values say the same of what is asked.
fn agree(asked: Asked<'_>, one: &Characteristics, other: &Characteristics) -> bool {
    match asked {
        Asked::Name => one.name == other.name,
        Asked::ManaValue => one.mana_value(0) == other.mana_value(0),
        Asked::Color(_) => one.colors == other.colors,
        Asked::Type(part) => part.is_of(one) == part.is_of(other),
        Asked::Size => (one.power, one.toughness) == (other.power, other.toughness),
        Asked::Ability(is_it) => {
            let has = |its: &Characteristics| its.abilities.iter().any(|instance| is_it(&instance.ability));
            has(one) == has(other)
        }
        Asked::Abilities => one.abilities.is_empty() == other.abilities.is_empty(),
    }
}

/// All sets of values that stand on an object's card.
fn others(its: &Object) -> impl Iterator<Item = &Arc<Characteristics>> {
    its.definition.iter().flat_map(|definition| &definition.faces).chain(its.base.prepare.as_ref())
}

/// The rule by which an object that is no copy has other values than those that are printed on the front of its card: it is merged with
/// another (730.2a, 702.140e), flipped (710.2), has its other face up (712.8), or is a spell cast by a half (709.3b), both of them (709.4d)
/// or an inset (715.3b, 720.3b).
fn other(its: &Object, asked: Asked<'_>) -> Option<RuleId> {
    let definition = its.definition.as_ref();
    let layout = definition.map(|definition| definition.layout);
    let on_battlefield = its.on_battlefield();
    match its.zone {
        Zone::Battlefield if its.merged.is_some() => Some(match asked {
            Asked::Ability(_) | Asked::Abilities => cr!("702.140e"),
            _ => cr!("730.2a"),
        }),
        // The lower half has the color and mana cost of the upper.
        Zone::Battlefield if its.flipped => Some(match asked {
            Asked::Color(_) | Asked::ManaValue => cr!("710.1c"),
            _ => cr!("710.2"),
        }),
        Zone::Stack if definition.is_some_and(|definition| definition.combined.is_some()) => {
            Some(if its.is_fused() { cr!("709.4d") } else { cr!("709.3b") })
        }
        Zone::Battlefield | Zone::Stack if its.face > 0 => match layout {
            Some(Layout::Transform) if on_battlefield => Some(cr!("712.8e")),
            Some(Layout::Transform) => Some(cr!("712.8c")),
            Some(Layout::Modal) => Some(cr!("712.8f")),
            Some(Layout::Meld) if on_battlefield => Some(cr!("712.8g")),
            Some(Layout::Adventure) if !on_battlefield => Some(cr!("715.3b")),
            Some(Layout::Omen) if !on_battlefield => Some(cr!("720.3b")),
            _ => None,
        },
        _ => None,
    }
}

/// The rule by which the copy of a spell that was cast as an Adventure or an Omen has only the values of that (715.3c, 720.3c).
fn inset_of_copy(its: &Object) -> Option<RuleId> {
    if its.zone != Zone::Stack {
        return None;
    }
    let is = |subtype| its.base.has_subtype_named(subtype);
    match () {
        () if is("Adventure") => Some(cr!("715.3c")),
        () if is("Omen") => Some(cr!("720.3c")),
        () => None,
    }
}

/// The rule by which an object that is called by the name of another face of its card has the values of that which it has, where it is.
pub(crate) fn of_another_face(game: &Game, object: ObjectId, name: &str) -> Option<RuleId> {
    let its = game.object(object);
    let mut others = its.definition.iter().flat_map(|definition| definition.faces.iter().skip(1));
    let is_called = *its.base.name != *name && others.any(|face| *face.name == *name);
    if is_called { normal(its, Asked::Name) } else { None }
}

/// The rule by which an object has not the name that it is called by, where that is the name of a face, half or inset of its card. What a
/// copy effect has made of a face is still that face.
pub(crate) fn called_otherwise(game: &Game, view: &View, object: ObjectId, name: &str) -> Option<RuleId> {
    let its = game.object(object);
    let definition = its.definition.as_ref()?;
    let is_split = definition.layout == Layout::Split;
    let mut others = definition.faces.iter().skip(usize::from(!is_split));
    if *definition.name == *name || !others.any(|face| *face.name == *name) {
        return None;
    }
    let has_it = !is_split && (its.base.is_named(name) || its.own_base().is_named(name));
    if has_it || view.characteristics(game, object).is_named(name) {
        return None;
    }
    // Of a permanent with two halves the one that is locked is not there.
    if is_split && its.on_battlefield() {
        return Some(cr!("709.5"));
    }
    other(its, Asked::Name).or_else(|| normal(its, Asked::Name))
}

/// Whether an object had a name of its card's at any time: in one of the zones that it went through, or as its other face was up.
pub(crate) fn was_called(played: Played<'_>, object: ObjectId, name: &str) -> bool {
    let game = played.game;
    let root = game.earliest(object);
    let mut turned = played.trace.entries().iter().filter_map(|entry| match &entry.what {
        What::Changed(Change::Transform(turned) | Change::Flip(turned), _) => Some(*turned),
        _ => None,
    });
    path_of(game, object).into_iter().any(|stay| {
        let its = game.object(stay);
        its.base.is_named(name) || its.own_base().is_named(name)
    }) || turned.any(|turned| game.earliest(turned) == root)
}

/// The rule by which a card with several sets of values has its normal ones only, where it is.
fn normal(its: &Object, asked: Asked<'_>) -> Option<RuleId> {
    Some(match (its.definition.as_ref()?.layout, its.zone) {
        // A split card has those of both halves combined.
        (Layout::Split, _) => match asked {
            Asked::Name => cr!("709.4a"),
            Asked::ManaValue | Asked::Color(_) => cr!("709.4b"),
            _ => cr!("709.4c"),
        },
        (Layout::Flip, _) => cr!("710.2"),
        (Layout::Modal, Zone::Battlefield | Zone::Stack) => cr!("712.8f"),
        (Layout::Transform | Layout::Meld, Zone::Battlefield) => cr!("712.8d"),
        (Layout::Transform, Zone::Stack) => cr!("712.8c"),
        (Layout::Meld, Zone::Stack) => cr!("712.8b"),
        (Layout::Transform | Layout::Modal | Layout::Meld, _) => cr!("712.8a"),
        (Layout::Adventure, _) => cr!("715.4"),
        (Layout::Omen, _) => cr!("720.4"),
        (Layout::Prepare, _) => cr!("722.4"),
        (Layout::Normal | Layout::Prototype, _) => return None,
    })
}

/// Whether a prototype card has two sets of it (718.2).
const fn is_of_prototypes(asked: Asked<'_>) -> bool {
    matches!(asked, Asked::ManaValue | Asked::Color(_) | Asked::Size)
}

/// By which rule a prototype card has its normal or its second power, toughness, mana cost and colors (718.3b, 718.4), or what copies one has
/// the second (718.3c, 718.3d).
fn prototype_rule(game: &Game, view: &View, its: &Object) -> Option<RuleId> {
    // What has become a copy of something has the set that this has (718.3d), whatever its own were.
    if is_made_a_copy(game, its.id) {
        return prototype::is_prototyped(view.copiable(game, its.id))?.then(|| cr!("718.3d"));
    }
    let prototyped = prototype::is_prototyped(&its.base)?;
    match (prototyped, its.zone) {
        (true, Zone::Stack) if matches!(its.nature, Nature::Copy) => Some(cr!("718.3c")),
        // A copy of the spell becomes a permanent as the spell does.
        (true, _) if its.is_token() && its.previous.is_some() => Some(cr!("718.3c")),
        (true, _) if its.copied.is_some() || its.is_token() => Some(cr!("718.3d")),
        (true, _) => Some(cr!("718.3b")),
        (false, _) if its.copied.is_none() && its.card().is_some() => Some(cr!("718.4")),
        (false, _) => None,
    }
}

/// Whether an object has the copiable values of something else: an effect has made it a copy, it has entered as one, or it was created as one.
fn is_a_copy(played: Played<'_>, its: &Object) -> bool {
    // Nothing merges with a copy here, so that the copy effect is the later one.
    is_made_a_copy(played.game, its.id)
        || its.merged.is_none() && (its.copied.is_some() || was_created_as_copy(played, its))
}

/// Whether a token, or the copy of a spell, was created as the copy of something.
fn was_created_as_copy(played: Played<'_>, its: &Object) -> bool {
    if !its.is_token() && !matches!(its.nature, Nature::Copy) {
        return false;
    }
    let made = created(played, its.id);
    // What stands on the board as a token of a card's name is the copy of one.
    if made.is_empty() {
        let name = &its.base.name;
        let root = played.game.earliest(its.id);
        if played.start.tokens.iter().any(|(token, _)| *token == root) {
            return false;
        }
        return its.is_token() && !name.is_empty() && bare_token_name(name) == &**name;
    }
    [cr!("707.2"), cr!("707.10"), cr!("707.12")].into_iter().any(|rule| made.contains(rule))
}

/// The rules by which what created a token says what it is (111.3, 111.4), or the rule of a predefined one. Nothing but its name of what
/// stands there from the start.
fn made(played: Played<'_>, its: &Object, asked: Asked<'_>) -> Option<Reasons> {
    if matches!(asked, Asked::Name) {
        return Some(Reasons::of(&[cr!("111.4")]));
    }
    let made = created(played, its.id);
    if made.is_empty() {
        let root = played.game.earliest(its.id);
        let token = played.start.tokens.iter().find(|(token, _)| *token == root);
        if let Some((_, Some(rule))) = token {
            return Some(Reasons::of(&[*rule]));
        }
        // All abilities and types that it has are those that its text says, which its mana cost and colors need not be.
        let said = matches!(asked, Asked::Type(_) | Asked::Ability(_) | Asked::Abilities);
        return said.then(|| Reasons::of(&[cr!("111.3")]));
    }
    // A predefined token is what its rule says, and one that is created by its name alone what the card is.
    let defines = |rule: RuleId| rule.as_str().starts_with("111.10") || rule == cr!("111.11");
    let defined = made.only(defines).first().unwrap_or(cr!("111.3").into());
    let paid = Some(cr!("607.2g")).filter(|rule| made.contains(*rule));
    let counted = Some(cr!("608.2h"))
        .filter(|rule| matches!(asked, Asked::Size) && made.contains(cr!("111.3")) && made.contains(*rule));
    // What a keyword action creates is what its own rule says; to create is one, too, and says nothing of that.
    let acts = |rule: RuleId| rule.as_str().starts_with("701.") && rule != cr!("701.7a");
    let by_action = made.only(acts).first();
    // What was counted for its size is told with the step that creates it.
    let counts = counted.is_some() && counted_as_created(played, its.id);
    let size = made.get(cr!("111.3")).filter(|_| counts && defined.rule == cr!("111.3"));
    let of_size =
        made.only(|rule| counts && (rule == cr!("202.3") || cr!("202.3").children().any(|its| its == rule)));
    let defined = Reasons::NONE.and(size.unwrap_or(defined)).joined(of_size);
    let defined = by_action.into_iter().fold(defined, Reasons::and);
    Some(paid.into_iter().chain(counted).fold(defined, Reasons::and))
}

/// Whether it is known what was counted as a token was created.
fn counted_as_created(played: Played<'_>, token: ObjectId) -> bool {
    let created = coming(played, played.game.earliest(token));
    let grounds = created.and_then(|(entry, _)| played.trace.grounds_of(entry.id));
    grounds.is_some_and(|grounds| grounds.counted.is_some())
}

/// The keywords that say of the token they make what it is besides the copy of a card.
const MADE_TOKENS: [RuleId; 2] = [cr!("702.128a"), cr!("702.129a")];

/// The rule of the keyword an ability of which has created the token: what embalm or eternalize says it is whatever is copied. It plays no
/// part any more where the token has become a copy of something else.
fn keyword_of_token(played: Played<'_>, its: &Object) -> Option<RuleId> {
    let game = played.game;
    if !its.is_token() || is_copy(game, its.id) {
        return None;
    }
    let root = game.earliest(its.id);
    let entries = played.trace.entries();
    let maker = entries.iter().find_map(|entry| match (&entry.what, entry.cause) {
        (What::Changed(Change::Create(new), _), CauseKind::Resolution(by, _)) if new.new == root => Some(by),
        _ => None,
    });
    let by_it = |keyword: &RuleId| {
        entries.iter().any(|entry| match &entry.what {
            What::Changed(Change::Create(new), _) => maker == Some(new.new) && entry.rules.contains(*keyword),
            _ => false,
        })
    };
    MADE_TOKENS.into_iter().find(by_it)
}

/// The rules by which an object last became a copy, entered as one or was created as one: those that copying is about.
pub(crate) fn became_a_copy(played: Played<'_>, its: &Object) -> Option<Reasons> {
    let mut became = played.trace.entries().iter().rev().filter(|entry| match &entry.what {
        What::Replaced(Thing::Object(object), _, Would::EnterAsCopy(_)) => {
            *object == its.id || Some(*object) == its.previous
        }
        What::Changed(Change::BeginEffect(effect), _) => effect.makes_a_copy(its.id),
        What::Changed(Change::Create(new), _) => new.new == its.id && new.copied.is_some(),
        _ => false,
    });
    // An effect that has ended since makes it a copy of nothing any more.
    let has_ended = |entry: &&Entry| match &entry.what {
        What::Changed(Change::BeginEffect(effect), _) => {
            !played.game.effects().iter().any(|it| it.id == effect.id)
        }
        _ => false,
    };
    let last = became.next()?;
    let became = std::iter::once(last).chain(became).find(|entry| !has_ended(entry)).unwrap_or(last);
    let of_copying = |rule: RuleId| rule.as_str().starts_with("707.") || rule == cr!("616.2");
    let copies = Reason { rule: cr!("707.2"), step: Some(became.id) };
    Some(Reasons::NONE.and(copies).joined(became.reasons().only(of_copying)))
}

/// The rules by which a token was created.
fn created(played: Played<'_>, object: ObjectId) -> Reasons {
    let created = coming(played, played.game.earliest(object));
    let created = created.filter(|(_, came)| matches!(came, Came::Created(_)));
    created.map_or(Reasons::NONE, |(entry, _)| entry.reasons())
}

/// Whether an object is a token, and by which rules it is or is not.
pub(crate) fn token(played: Played<'_>, object: ObjectId) -> (bool, Reasons) {
    let its = played.game.object(object);
    let merged = Reasons::of(&[cr!("730.2d")]);
    (its.is_token(), if its.merged.is_some() { merged } else { created(played, object) })
}
