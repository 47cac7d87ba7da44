//! The rules that decide what can hold of an object, from what has happened to it.

use std::sync::Arc;

use crate::engine::View;
use crate::engine::additional::copying_objects;
use crate::engine::reading::{Frame, Sight, filters, selections};
use crate::game::{
    AbilityInstance, Affected, Change, Characteristics, Game, LinkKey, ObjectId, Origin, Step, Thing,
};
use crate::ir::change::Change as Effect;
use crate::ir::{
    Ability, CardType, CounterKind, Filter, KeywordName, Selection, Subtype, SubtypeFamily, Supertype, Zone,
};
use crate::rules::{RuleId, Rules, cr};
use crate::runner::claims;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::trace::{Forbidden, Note, What, Would};

/// The rules of the last change of a kind that an object went through.
pub(super) fn rules_about(stage: &Stage<'_, '_>, object: ObjectId, kind: impl Fn(&Change) -> bool) -> Rules {
    let game = &stage.play.game;
    let last = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(change, _) if kind(change) => {
            claims::objects_of(entry).first().is_some_and(|first| is_meant(game, *first, object))
        }
        _ => false,
    });
    last.map_or(Rules::NONE, |entry| entry.rules)
}

/// Whether what is about one object is about another: a permanent has nothing to do with what its card was before (400.7); what
/// has left the battlefield is spoken of as it was there.
pub(super) fn is_meant(game: &Game, one: ObjectId, object: ObjectId) -> bool {
    one == object || !game.object(object).on_battlefield() && game.earliest(one) == game.earliest(object)
}

/// The rules of the last note of a kind about an object.
pub(super) fn notes_about(stage: &Stage<'_, '_>, object: ObjectId, kind: impl Fn(&Note) -> bool) -> Rules {
    let last = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Note(note) if kind(note) => claims::objects_of(entry).first() == Some(&object),
        _ => false,
    });
    last.map_or(Rules::NONE, |entry| entry.rules)
}

/// The rules by which an object has the damage that is marked on it, or none: it was dealt that last, lost it, or is not dealt any; what was
/// prevented or replaced is missing.
pub(super) fn of_damage(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let game = &stage.play.game;
    let former = game.object(object).previous.is_some();
    let mut last = if former { Rules::of(&[cr!("400.7")]) } else { Rules::NONE };
    let mut missing = Rules::NONE;
    for entry in stage.play.trace.entries() {
        match &entry.what {
            What::Changed(Change::Damage { to: Thing::Object(its), .. } | Change::RemoveDamage(its), _)
            | What::Note(Note::Cant(Forbidden::Damage, Thing::Object(its), _) | Note::DamageStays(its))
                if is_meant(game, *its, object) =>
            {
                last = entry.rules;
            }
            What::Replaced(Thing::Object(its), _, Would::Prevented { .. } | Would::Damage { .. })
                if is_meant(game, *its, object) =>
            {
                missing = entry.rules.iter().fold(missing, Rules::and);
            }
            _ => {}
        }
    }
    missing.iter().fold(last, Rules::and)
}

/// The rules by which a permanent has so much loyalty or defense: of what last changed it, or of what would have and did not; and
/// that it is what its counters say.
pub(super) fn of_number(
    stage: &Stage<'_, '_>,
    object: ObjectId,
    kind: CounterKind,
    counted: RuleId,
) -> Rules {
    let game = &stage.play.game;
    let last = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Damage { to: Thing::Object(its), .. }, _)
        | What::Note(Note::LoyaltyStays(its) | Note::Cant(Forbidden::Damage, Thing::Object(its), _)) => {
            is_meant(game, *its, object)
        }
        What::Changed(Change::Counters(its, of, _), _) => *of == kind && is_meant(game, *its, object),
        _ => false,
    });
    last.map_or(Rules::NONE, |entry| entry.rules).and(counted)
}

/// The rules by which an object has got no counters that it would have got, there or as it came there (113.6i).
pub(super) fn got_no_counters(stage: &Stage<'_, '_>, object: ObjectId) -> Option<Rules> {
    let game = &stage.play.game;
    let last = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Note(Note::Cant(Forbidden::Counters, Thing::Object(its), _)) => {
            *its == object || game.object(*its).next == Some(object)
        }
        _ => false,
    })?;
    Some(last.rules)
}

/// The rules by which an object is not attached to what it was to become attached to last.
pub(super) fn not_attached(stage: &Stage<'_, '_>, object: ObjectId) -> Option<Rules> {
    let last = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Attach(its, _), _)
        | What::Note(Note::AlreadyAttached(its, _))
        | What::Note(Note::Cant(Forbidden::Attach(_), Thing::Object(its), _)) => *its == object,
        _ => false,
    })?;
    matches!(last.what, What::Note(_)).then_some(last.rules)
}

/// The rules by which a token was created.
pub(in crate::runner) fn created(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let root = stage.play.game.earliest(object);
    let created = stage.play.trace.entries().iter().find(|entry| match &entry.what {
        What::Changed(Change::Create(it), _) => it.new == root,
        _ => false,
    });
    created.map_or(Rules::NONE, |entry| entry.rules)
}

/// Whether another player controls a legendary permanent of the same name as this one.
pub(super) fn twin_of_another_player(game: &Game, view: &View, object: ObjectId) -> bool {
    let legendary = |object: ObjectId| {
        let its = game.object(object);
        its.exists
            && its.on_battlefield()
            && view.characteristics(game, object).has_supertype(Supertype::Legendary)
    };
    let name = &view.characteristics(game, object).name;
    legendary(object)
        && game.objects().iter().any(|other| {
            other.id != object
                && legendary(other.id)
                && view.characteristics(game, other.id).name == *name
                && view.controller(game, other.id) != view.controller(game, object)
        })
}

/// The rules by which an Aura that no spell became, or one that did, is attached to something as it enters.
pub(super) fn entered_attached(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let came = stage.play.trace.entries().iter().find_map(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) if it.new == object && it.attached_to.is_some() => {
            Some((entry.rules, Some(stage.play.game.object(it.object).zone)))
        }
        What::Changed(Change::Create(it), _) if it.new == object && it.attached_to.is_some() => {
            Some((entry.rules, None))
        }
        _ => None,
    });
    match came {
        // Its controller chose that as it entered.
        Some((rules, _)) if rules.contains(cr!("303.4f")) => rules.led_by(cr!("303.4f")),
        Some((rules, Some(Zone::Stack))) => rules.led_by(cr!("608.3c")),
        // What creates it, or puts it there, says what it enters attached to.
        Some((rules, None)) => rules.led_by(cr!("303.4")),
        Some((rules, Some(_))) => rules,
        None => Rules::NONE,
    }
}

/// The rules by which a permanent entered tapped, if it did.
pub(super) fn entered_tapped(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let came = stage.play.trace.entries().iter().find(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => it.new == object && it.tapped,
        What::Changed(Change::Create(it), _) => it.new == object && it.tapped,
        _ => false,
    });
    came.map_or(Rules::NONE, |entry| entry.rules)
}

/// The rules by which a permanent entered with counters of a kind, if it did.
pub(super) fn entered_with(stage: &Stage<'_, '_>, object: ObjectId, kind: CounterKind) -> Rules {
    let of_kind = |counters: &[(CounterKind, u32)]| counters.iter().any(|(its, _)| *its == kind);
    let came = stage.play.trace.entries().iter().find(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => it.new == object && of_kind(&it.counters),
        What::Changed(Change::Create(it), _) => it.new == object && of_kind(&it.counters),
        _ => false,
    });
    came.map_or(Rules::NONE, |entry| entry.rules)
}

/// Whether what an object entered as a copy of is something else by now, where it still is.
pub(super) fn original_has_changed(stage: &Stage<'_, '_>, view: &View, object: ObjectId) -> bool {
    let game = &stage.play.game;
    let root = game.earliest(object);
    let original = stage.play.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Replaced(Thing::Object(copy), _, Would::EnterAsCopy(copied))
            if game.earliest(*copy) == root =>
        {
            Some(*copied)
        }
        _ => None,
    });
    original.is_some_and(|original| {
        !copying_objects::is_made_a_copy(game, object)
            && game.object(original).exists
            && is_called_otherwise(view.copiable(game, original), view.copiable(game, object))
    })
}

/// Whether what was copied has another name now than it had as it was copied, whatever name the copy was given (707.9b).
fn is_called_otherwise(original: &Characteristics, copy: &Characteristics) -> bool {
    let name = copy.exceptions.name_of_original().unwrap_or(&copy.name);
    *original.name != *name
}

/// A type line, in which "every creature type" stands for all of them.
pub(super) fn types_in_words(its: &Characteristics) -> String {
    let line = its.types.to_string();
    if line.is_empty() {
        return "of no type".to_owned();
    }
    if !its.types.has_every_creature_type() {
        return line;
    }
    let mut types = its.types.clone();
    types.subtypes.retain(|subtype| subtype.family() != SubtypeFamily::Creature);
    let dash = if types.subtypes.is_empty() { " —" } else { "" };
    format!("{types}{dash} every creature type")
}

/// Whether an object has a creature type only because it is a changeling, or was one as that began to apply (613.6).
pub(super) fn by_changeling(view: &View, game: &Game, object: ObjectId, word: &str) -> bool {
    let now = view.characteristics(game, object);
    let copiable = view.copiable(game, object);
    let changeling = |instance: &AbilityInstance| instance.keyword == Some(KeywordName::Changeling);
    Subtype::from_word(word).is_some_and(|subtype| {
        subtype.family() == SubtypeFamily::Creature
            && (now.abilities.iter().any(changeling)
                || copiable.abilities.iter().any(changeling) && now.types.has_every_creature_type())
            && !copiable.types.subtypes.contains(&subtype)
    })
}

/// Whether an object has no color because it has devoid, or had it as that began to apply (613.6).
pub(super) fn by_devoid(view: &View, game: &Game, object: ObjectId) -> bool {
    let devoid = |instance: &AbilityInstance| instance.keyword == Some(KeywordName::Devoid);
    let copiable = view.copiable(game, object);
    copiable.abilities.iter().any(devoid)
        && view.characteristics(game, object).colors.count() == 0
        && copiable.colors.count() > 0
}

/// What the last effect that made an object a copy copied, by its upper half if it is a flip card.
pub(super) fn copied_whole(game: &Game, object: ObjectId) -> Option<Arc<Characteristics>> {
    let of_it = |affected: &Affected| match affected {
        Affected::Objects(objects) => objects.contains(&object),
        Affected::Rules => false,
    };
    let mut faces = game
        .effects()
        .iter()
        .filter(|effect| of_it(&effect.affected))
        .filter_map(|effect| effect.copy.as_ref());
    faces.next_back().and_then(|faces| faces.first()).cloned()
}

/// Whether an untap step of its controller has passed since the object was tapped, or came to be there.
pub(super) fn kept_tapped(stage: &Stage<'_, '_>, object: ObjectId) -> bool {
    let controller = stage.play.game.object(object).controller;
    let entries = stage.play.trace.entries();
    let since = entries.iter().rev().take_while(|entry| match &entry.what {
        What::Changed(Change::Tap(its, _), _) => *its != object,
        What::Changed(Change::Move(it), _) => it.new != object,
        What::Changed(Change::Create(it), _) => it.new != object,
        _ => true,
    });
    let untap_step = |entry: &crate::trace::Entry| matches!(&entry.what, What::Step(active, Step::Untap) if stage.play.game.fights_with(*active, controller));
    since.into_iter().any(untap_step)
}

/// The rules that say what being face down has to do with being a copy, of an object that is one: that is not copied (707.2), and what
/// is face down stays so (708.10).
pub(super) fn status_of_a_copy(game: &Game, object: ObjectId) -> Rules {
    if copying_objects::is_made_a_copy(game, object) {
        Rules::of(&[cr!("708.10"), cr!("707.3")])
    } else if game.object(object).copied.is_some() {
        Rules::of(&[cr!("707.2")])
    } else {
        Rules::NONE
    }
}

/// The rules by which an object stayed as it was when it would have been turned over.
pub(super) fn stayed(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let last = stage
        .play
        .trace
        .entries()
        .iter()
        .rev()
        .find(|entry| matches!(&entry.what, What::Note(Note::StaysAsItIs(stays)) if *stays == object));
    last.map_or(Rules::NONE, |entry| entry.rules)
}

/// The rules by which an object was turned over, or came to be face down, last.
pub(super) fn turned(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let last = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::FaceDown(turned, _), _) => *turned == object,
        What::Changed(Change::Move(it), _) => it.new == object && it.face_down.is_some(),
        _ => false,
    });
    last.map_or(Rules::NONE, |entry| entry.rules)
}

/// A power or toughness may be below zero, and is used so in calculations (107.1b).
pub(super) fn below_zero(rules: Rules, characteristics: &Characteristics) -> Rules {
    let below = |number: Option<i32>| number.is_some_and(|number| number < 0);
    if below(characteristics.power) || below(characteristics.toughness) {
        rules.and(cr!("107.1b"))
    } else {
        rules
    }
}

/// Whether an effect that makes all objects of a kind something does not make it this, only because it is no permanent (609.2).
pub(super) fn spared_off_the_battlefield(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    word: &str,
) -> Staged<bool> {
    let span = stage.span;
    let view = stage.view()?;
    let game = &stage.play.game;
    if game.object(object).zone == Zone::Battlefield {
        return Ok(false);
    }
    let wanted = CardType::from_word(word);
    let makes_so = |change: &Effect| {
        matches!(change, Effect::AddTypes(added)
            if wanted.is_some_and(|wanted| added.types.contains(&wanted)))
    };
    for source in game.battlefield() {
        for instance in &view.characteristics(game, *source).abilities {
            let Ability::Static(it) = &*instance.ability else { continue };
            let Some(Selection::Each(filter)) = &it.affects else { continue };
            if !it.changes.iter().any(makes_so) || selections::zones(filter).is_some() {
                continue;
            }
            let frame = Frame::of_source(*source, view.controller(game, *source), instance.origin);
            let sight = Sight { game, view: &view };
            if filters::matches(sight, &frame, filter, object).map_err(|halt| Stop::Halt(halt, span))? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether the quality is the word that was chosen as the object entered, for this ability of its (607.2d), or as the object entered that
/// gives it the ability.
pub(super) fn was_chosen(
    game: &Game,
    object: ObjectId,
    origin: Origin,
    filter: &Filter,
    quality: &Filter,
) -> bool {
    let Filter::Chosen(link) = filter else { return false };
    let of_grantor = match origin {
        Origin::Granted(grantor, _) => game.word(LinkKey::own(grantor, *link)),
        _ => None,
    };
    let Some(word) = game.word(LinkKey::of(object, origin, *link)).or(of_grantor) else { return false };
    matches!(quality, Filter::Color(color) if color.word() == word.as_str())
        || matches!(quality, Filter::Type(card_type) if card_type.word() == word.as_str())
}
