//! What a step of the trace is about, and the last step that tells something of an object.

use crate::game::{Change, ChoiceKind, Game, Move, NewObject, ObjectId, Thing};
use crate::ir::{CounterKind, Zone};
use crate::trace::{Entry, EntryId, Note, Reasons, What};

use super::Played;

/// The rules of the last change of a kind that an object went through.
pub(crate) fn rules_about(played: Played<'_>, object: ObjectId, kind: impl Fn(&Change) -> bool) -> Reasons {
    let game = played.game;
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(change, _) if kind(change) => {
            objects_of(entry).first().is_some_and(|first| is_meant(game, *first, object))
        }
        _ => false,
    });
    last.map_or(Reasons::NONE, |entry| entry.reasons())
}

/// Whether what is about one object is about another: a permanent has nothing to do with what its card was before (400.7); what
/// has left the battlefield is spoken of as it was there.
pub(crate) fn is_meant(game: &Game, one: ObjectId, object: ObjectId) -> bool {
    one == object || !game.object(object).on_battlefield() && game.earliest(one) == game.earliest(object)
}

/// The rules of the last note of a kind about an object.
pub(crate) fn notes_about(played: Played<'_>, object: ObjectId, kind: impl Fn(&Note) -> bool) -> Reasons {
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Note(note) if kind(note) => objects_of(entry).first() == Some(&object),
        _ => false,
    });
    last.map_or(Reasons::NONE, |entry| entry.reasons())
}

/// How an object has come to be where it is.
#[derive(Clone, Copy)]
pub(crate) enum Came<'a> {
    /// It moved there.
    Moved(&'a Move),
    /// It was created there.
    Created(&'a NewObject),
}

impl<'a> Came<'a> {
    /// What a step tells of an object's coming, if it does.
    pub(crate) fn of(entry: &'a Entry) -> Option<Self> {
        match &entry.what {
            What::Changed(Change::Move(it), _) => Some(Self::Moved(it)),
            What::Changed(Change::Create(it), _) => Some(Self::Created(it)),
            _ => None,
        }
    }

    /// The object.
    pub(crate) fn object(self) -> ObjectId {
        match self {
            Self::Moved(it) => it.new,
            Self::Created(it) => it.new,
        }
    }

    /// Whether it came tapped onto the battlefield.
    pub(crate) fn enters_tapped(self) -> bool {
        match self {
            Self::Moved(it) => it.to == Zone::Battlefield && it.tapped,
            Self::Created(it) => it.zone == Zone::Battlefield && it.tapped,
        }
    }

    /// Whether it came face down onto the battlefield.
    pub(crate) fn enters_face_down(self) -> bool {
        match self {
            Self::Moved(it) => it.to == Zone::Battlefield && it.face_down.is_some(),
            Self::Created(_) => false,
        }
    }

    /// The counters with which it came.
    pub(crate) fn counters(self) -> &'a [(CounterKind, u32)] {
        match self {
            Self::Moved(it) => &it.counters,
            Self::Created(it) => &it.counters,
        }
    }

    /// What it came attached to.
    pub(crate) fn attached_to(self) -> Option<Thing> {
        match self {
            Self::Moved(it) => it.attached_to,
            Self::Created(it) => it.attached_to,
        }
    }

    /// What it came attacking.
    pub(crate) fn attacking(self) -> Option<Thing> {
        match self {
            Self::Moved(it) => it.attacking,
            Self::Created(it) => it.attacking,
        }
    }
}

/// The step in which an object has come to be where it is, if it has since play began.
pub(crate) fn coming(played: Played<'_>, object: ObjectId) -> Option<(&Entry, Came<'_>)> {
    let steps = played.trace.entries().iter();
    let mut came = steps.filter_map(|entry| Some((entry, Came::of(entry)?)));
    came.find(|(_, came)| came.object() == object)
}

/// The objects that an entry of the trace is about, and what is behind it.
pub(crate) fn objects_of(entry: &Entry) -> Vec<ObjectId> {
    let mut objects = entry.objects();
    objects.extend(entry.cause.source());
    objects
}

/// The last step in which a color, a number, a player or a word was chosen for an object as it entered, or by an ability of it, for a linked
/// ability to find.
pub(crate) fn chosen_for(played: Played<'_>, object: ObjectId) -> Option<EntryId> {
    const CHOSEN: [ChoiceKind; 4] =
        [ChoiceKind::Choose, ChoiceKind::Color, ChoiceKind::Number, ChoiceKind::Player];
    let game = played.game;
    let its = game.object(object);
    // What enters is chosen for as what it was before.
    let is_it = |source: ObjectId| {
        let of = game.object(source);
        let source = of.stack_ability().map_or(source, |ability| ability.source);
        source == object || Some(source) == its.previous
    };
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Chose(choice, ..) => CHOSEN.contains(&choice.kind) && choice.source.is_some_and(is_it),
        _ => false,
    });
    last.map(|entry| entry.id)
}
