//! Names: which there are, and which object each means.

use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::engine::View;
use crate::engine::additional::preparation_cards::preparer;
use crate::engine::variants::commander::DeckCard;
use crate::game::{Game, Mark, Nature, Object, ObjectId, PlayerId, Thing};
use crate::ir::change::Change as Effect;
use crate::ir::instruction::bare_token_name;
use crate::ir::{Ability, Zone};
use crate::scenario::ast::Text;
use crate::scenario::script::{Part, Reference, ReferenceSort};
use crate::why::Start;

use super::apart::in_words_of;

mod finding;
mod known;

use self::finding::narrow;
pub(crate) use self::known::KnownNames;
pub(super) use self::known::{is_counted, tokens_of};

/// What a card is called that is not known to who looks.
pub(crate) const UNKNOWN: &str = "an unknown card";

/// Who is who on the table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    /// The players' names in turn order.
    pub(crate) players: Vec<String>,
    /// The objects that have labels, as they were when they got them.
    pub(crate) labels: Vec<(String, ObjectId)>,
    /// What the entries of the board have made: the first object of each, how many there are, and where it stands.
    pub(super) entries: Vec<(ObjectId, u32, Span)>,
    /// The emblems that players have from the start, with the names of the cards that make them.
    pub(super) emblems: Vec<(String, ObjectId)>,
    /// The face-down piles in exile that have names, each with a card that has lain in it.
    pub(crate) piles: Vec<(String, ObjectId)>,
    /// For whom sentences are made; nobody for the judge, who sees all.
    pub(crate) viewer: Option<PlayerId>,
    /// The cards of the decks that are written, with whose they are.
    pub(crate) decks: Vec<(PlayerId, DeckCard)>,
    /// What the board says of the game that the game does not keep.
    pub(crate) start: Start,
}

impl Table {
    /// Keeps which entry of the board has made an object.
    pub(crate) fn note_entry(&mut self, object: ObjectId, span: Span) {
        match self.entries.last_mut() {
            Some((first, count, its)) if *its == span && first.0 + *count == object.0 => *count += 1,
            _ => self.entries.push((object, 1, span)),
        }
    }

    /// The entry of the board that has made an object: where it stands, and how many it has made.
    pub(crate) fn entry_of(&self, game: &Game, object: ObjectId) -> Option<(Span, u32)> {
        let root = game.earliest(object);
        let made = |(first, count, _): &&(ObjectId, u32, Span)| (first.0..first.0 + count).contains(&root.0);
        self.entries.iter().find(made).map(|(_, count, span)| (*span, *count))
    }

    /// The player of that name.
    pub(crate) fn player(&self, name: &str) -> Option<PlayerId> {
        let seat = self.players.iter().position(|player| player == name)?;
        u8::try_from(seat).ok().map(PlayerId)
    }

    /// The player of that name, or the fault.
    pub(crate) fn player_at(&self, name: &Text) -> Result<PlayerId, Diagnostic> {
        self.player(&name.text).ok_or_else(|| {
            let message = format!("no player is called `{}`", name.text);
            Diagnostic::error(Code::UnknownPlayer, message, name.span, "")
                .did_you_mean(nearest(&name.text, self.players.iter().map(String::as_str)))
        })
    }

    /// The player's name.
    pub(crate) fn name_of(&self, player: PlayerId) -> &str {
        self.players.get(player.index()).map_or("?", String::as_str)
    }

    /// The thing that a reference means now: a player or, through all zones, an object as it is at present.
    pub(crate) fn thing(&self, game: &Game, view: &View, reference: &Reference) -> Result<Thing, Diagnostic> {
        if reference.sort == ReferenceSort::Player {
            return self.player_at(&reference.name).map(Thing::Player);
        }
        self.object(game, view, reference).map(Thing::Object)
    }

    /// The object that a reference means, as it is at present or was last.
    pub(crate) fn object(
        &self,
        game: &Game,
        view: &View,
        reference: &Reference,
    ) -> Result<ObjectId, Diagnostic> {
        self.object_where(game, view, reference, |_| true)
    }

    /// The same, among those objects for which more is true, if any of that name are.
    pub(crate) fn object_where(
        &self,
        game: &Game,
        view: &View,
        reference: &Reference,
        fits: impl Fn(ObjectId) -> bool,
    ) -> Result<ObjectId, Diagnostic> {
        let source = self.whole(game, view, reference, &fits)?;
        if reference.part == Part::Whole {
            return Ok(source);
        }
        let mut fitting: Vec<ObjectId> =
            Self::all_on_stack(game, source, reference).filter(|object| fits(*object)).collect();
        // A triggered ability has a name of its own, an activated one has not.
        let is_triggered =
            |object: &ObjectId| game.object(*object).stack_ability().is_some_and(|ability| ability.triggered);
        if reference.part == Part::Ability(None) && !fitting.iter().all(is_triggered) {
            fitting.retain(|object| !is_triggered(object));
        }
        let Some(first) = fitting.first().copied() else {
            return self
                .on_stack(game, source, reference)
                .ok_or_else(|| unknown(reference, "is on the stack"));
        };
        let which = |object: ObjectId| {
            game.object(object).stack_ability().map(|ability| (ability.number, ability.triggered))
        };
        match fitting.into_iter().any(|other| which(other) != which(first)) {
            true => Err(Diagnostic::error(
                Code::AmbiguousName,
                format!("`{}` has several abilities on the stack that differ", reference.words()),
                reference.span,
                "which of them?",
            )
            .with_help("write `'s trigger`, or give it a label as it goes on the stack: `as @label`")),
            false => Ok(first),
        }
    }

    /// The ability of an object that is on the stack: its topmost, of that number if one is said.
    pub(crate) fn on_stack(&self, game: &Game, source: ObjectId, reference: &Reference) -> Option<ObjectId> {
        Self::all_on_stack(game, source, reference).next()
    }

    /// The abilities of an object that are on the stack and that the words fit, the topmost first.
    fn all_on_stack(game: &Game, source: ObjectId, reference: &Reference) -> impl Iterator<Item = ObjectId> {
        let root = game.earliest(source);
        game.stack().iter().rev().copied().filter(move |object| {
            game.object(*object).stack_ability().is_some_and(|ability| {
                game.earliest(ability.source) == root
                    && match reference.part {
                        Part::Trigger => ability.triggered,
                        Part::Ability(Some(number)) => u32::from(ability.number) == number,
                        Part::Ability(None) | Part::Whole => true,
                    }
            })
        })
    }

    /// The object of that name, whatever part of it is meant.
    pub(crate) fn whole(
        &self,
        game: &Game,
        view: &View,
        reference: &Reference,
        fits: impl Fn(ObjectId) -> bool,
    ) -> Result<ObjectId, Diagnostic> {
        if reference.sort == ReferenceSort::Label {
            let found = self.labels.iter().find(|(label, _)| *label == reference.name.text);
            return match found {
                Some((_, object)) => Ok(game.latest(*object)),
                None => Err(Diagnostic::error(
                    Code::UnknownLabel,
                    format!("no object has the label `@{}`", reference.name.text),
                    reference.span,
                    "",
                )
                .did_you_mean(
                    nearest(&reference.name.text, self.labels.iter().map(|(label, _)| label.as_str()))
                        .map(|near| format!("@{near}")),
                )),
            };
        }
        if reference.sort == ReferenceSort::Player {
            let message = format!("`{}` is a player, and no object", reference.name.text);
            return Err(Diagnostic::error(Code::UnknownObject, message, reference.span, "")
                .with_help("creatures stand behind `with`, as in `attacks NAP with X`"));
        }
        let owner = match &reference.owner {
            Some(name) => Some(self.player_at(name)?),
            None => None,
        };
        let is_emblem = reference.sort == ReferenceSort::Emblem;
        let mut found = match is_emblem {
            true => self.emblems_of(game, &reference.name.text),
            false => self.named(game, view, &reference.name.text),
        };
        if found.is_empty() && !is_emblem {
            // As on the board, a name may be typed in small letters or without accents.
            found = self.named_alike(game, view, &reference.name.text);
        }
        if reference.sort == ReferenceSort::Token {
            found.retain(|object| game.object(*object).is_token());
        }
        let of_anybody = found.first().copied();
        if let Some(player) = owner {
            found.retain(|object| is_of(game, view, *object, player));
        }
        if let Some(label) = &reference.of {
            let whole = self.labels.iter().find(|(known, _)| *known == label.text);
            let whole = whole.map(|(_, object)| game.latest(*object));
            found.retain(|object| whole.is_some_and(|whole| belongs_to(game, *object, whole)));
        }
        narrow(&mut found, fits);
        // What has ceased to exist is meant only where nothing else of the name could be.
        narrow(&mut found, |object| !game.object(object).has_ceased());
        match found.as_slice() {
            [] => {
                let not_theirs = of_anybody.zip(owner).filter(|_| reference.of.is_none());
                Err(match not_theirs {
                    Some((first, player)) => {
                        let (name, whose) = (&reference.name.text, self.name_of(player));
                        let message = format!("no `{name}` is {whose}'s");
                        let place = self.place(game, view, first);
                        Diagnostic::error(Code::UnknownObject, message, reference.span, "")
                            .with_help(format!("there is one {place}"))
                            .with_help("`AP's X` goes by controller on the battlefield and the stack, elsewhere by owner")
                    }
                    None => unknown(reference, "is in this scenario"),
                })
            }
            [one] => Ok(*one),
            [first, ..] if self.all_alike(game, view, &found) => Ok(*first),
            several => Err(self.ambiguous(game, view, reference.span, &reference.name.text, several)),
        }
    }

    /// Whether a line of the scenario can speak of an object by a label.
    pub(crate) fn labelled(&self, game: &Game, object: ObjectId) -> bool {
        self.labels.iter().any(|(_, labelled)| game.latest(*labelled) == object)
    }

    fn ambiguous(
        &self,
        game: &Game,
        view: &View,
        span: Span,
        name: &str,
        several: &[ObjectId],
    ) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(
            Code::AmbiguousName,
            format!("`{name}` fits {} objects that differ", several.len()),
            span,
            "which of them?",
        );
        let place = |object: &ObjectId| match preparer(game, *object) {
            Some(permanent) => {
                format!("{}, of {}", self.place(game, view, *object), self.told(game, permanent))
            }
            None => self.place(game, view, *object),
        };
        let labelled = |object: &ObjectId| {
            let root = game.earliest(*object);
            let label = self.labels.iter().find(|(_, labelled)| game.earliest(*labelled) == root);
            label.map_or_else(String::new, |(label, _)| format!("`@{label}` "))
        };
        let mut places: Vec<String> =
            several.iter().map(|object| format!("{}{}", labelled(object), place(object))).collect();
        // Those in one place by the state that they are in.
        let of_place = places.clone();
        for (place, object) in places.iter_mut().zip(several) {
            if of_place.iter().filter(|other| *other == place).count() > 1 {
                place.push_str(&state_in_words(game.object(*object)));
                place.push_str(&in_words_of(self, game, *object));
            }
        }
        let mut counted: Vec<(String, usize)> = Vec::new();
        for place in places {
            match counted.iter_mut().find(|(known, _)| *known == place) {
                Some((_, count)) => *count += 1,
                None => counted.push((place, 1)),
            }
        }
        let places = counted.into_iter().map(|(place, count)| match count {
            1 => place,
            count => format!("{place} ({count} of them)"),
        });
        diagnostic = diagnostic.with_help(format!("they are: {}", places.collect::<Vec<_>>().join("; ")));
        if several.iter().any(|object| preparer(game, *object).is_some()) {
            return diagnostic.with_help(format!(
                "give the prepared permanents labels, and write `@label's {name}` for the copy of that one"
            ));
        }
        diagnostic.with_help(self.how_told_apart(game, view, name, several))
    }

    /// What can be written for one of several objects of a name: its label, or whose it is where it is the only one of theirs.
    fn how_told_apart(&self, game: &Game, view: &View, name: &str, several: &[ObjectId]) -> String {
        let mut words = Vec::new();
        for object in several {
            let root = game.earliest(*object);
            let label = self.labels.iter().find(|(_, labelled)| game.earliest(*labelled) == root);
            let whose = || {
                let seats = (0u8..).zip(&self.players).map(|(seat, player)| (PlayerId(seat), player));
                let alone = |player: PlayerId| {
                    is_of(game, view, *object, player)
                        && several.iter().filter(|other| is_of(game, view, **other, player)).count() == 1
                };
                let found = seats.into_iter().find(|(player, _)| alone(*player));
                found.map(|(_, player)| format!("`{player}'s {name}`"))
            };
            words.extend(label.map(|(label, _)| format!("`@{label}`")).or_else(whose));
        }
        let is_whole = words.len() == several.len();
        let label = format!(
            "give the one that is meant a label on the board, as in `{name} @this`, and write `@this`"
        );
        match (words.split_last(), is_whole) {
            (None, _) => label,
            (Some((last, [])), _) => format!("write {last}, or {label}"),
            (Some((last, others)), true) => format!("write {} or {last}", others.join(", ")),
            (Some(_), false) => format!("write {}, or {label}", words.join(", ")),
        }
    }

    /// Where an object is, in words: `on the battlefield, controlled by AP`.
    pub(crate) fn place(&self, game: &Game, view: &View, object: ObjectId) -> String {
        let its = game.object(object);
        if its.outside || game.is_outside(object) {
            return "outside the game".to_owned();
        }
        if its.phased_out.is_some() {
            return "phased out".to_owned();
        }
        if !its.exists {
            return "gone".to_owned();
        }
        let owner = self.name_of(its.owner);
        match its.zone {
            Zone::Battlefield => {
                format!("on the battlefield, controlled by {}", self.name_of(view.controller(game, object)))
            }
            Zone::Stack => "on the stack".to_owned(),
            Zone::Exile => "in exile".to_owned(),
            Zone::Command => "in the command zone".to_owned(),
            Zone::Ante => "in the ante".to_owned(),
            Zone::Library => format!("in {owner}'s library"),
            Zone::Hand => format!("in {owner}'s hand"),
            Zone::Graveyard => format!("in {owner}'s graveyard"),
        }
    }

    /// Whether the one for whom sentences are made may know what an object is.
    pub(crate) fn sees(&self, game: &Game, object: ObjectId) -> bool {
        self.viewer.is_none()
            || crate::trace::names::Names::new(game, &self.players, self.viewer).sees(object)
    }

    /// What an object is called, for a sentence.
    pub(crate) fn title(&self, game: &Game, object: ObjectId) -> String {
        let its = game.object(object);
        if !self.sees(game, object) {
            return (if its.is_face_down() { "a face-down card" } else { UNKNOWN }).to_owned();
        }
        if let Some(ability) = its.stack_ability() {
            let whose = self.told(game, ability.source);
            return if ability.triggered {
                format!("{whose}'s trigger")
            } else {
                format!("{whose}'s ability")
            };
        }
        if its.is_unknown() {
            return UNKNOWN.to_owned();
        }
        // Few emblems have a name (114.3, 701.54c).
        if matches!(its.nature, Nature::Emblem) && its.base.name.is_empty() {
            return "emblem".to_owned();
        }
        if let (Some(_), Some(definition)) = (&its.copied, &its.definition) {
            return definition.name.to_string();
        }
        let name = if its.is_token() { bare_token_name(&its.base.name) } else { &its.base.name };
        (if name.is_empty() { "an object without a name" } else { name }).to_owned()
    }

    /// How a scenario can mean an object, if it can: by its name, or by its label where it has none, or none that its reader knows.
    pub(crate) fn written(&self, game: &Game, object: ObjectId) -> Option<String> {
        let its = game.object(object);
        let named = !its.base.name.is_empty() && !its.is_unknown();
        if named && self.sees(game, object) {
            return Some(self.title(game, object));
        }
        let root = game.earliest(object);
        let mut labels = self.labels.iter();
        labels.find(|(_, labelled)| game.earliest(*labelled) == root).map(|(label, _)| format!("@{label}"))
    }

    /// What an object is called, told apart from others of its name: by its label, or by whose it is.
    pub(crate) fn told(&self, game: &Game, object: ObjectId) -> String {
        let title = self.title(game, object);
        let root = game.earliest(object);
        let its = game.object(object);
        let label = self.labels.iter().find(|(_, labelled)| game.earliest(*labelled) == root);
        // What has no name is called by its label alone.
        if let (Some((label, _)), "") = (label, &*its.base.name)
            && self.sees(game, object)
        {
            return format!("@{label}");
        }
        let firsts = game.marked(Mark::First).iter();
        let mut others = firsts
            .map(|other| game.object(*other))
            .filter(|other| {
                other.id != root
                    && other.definition.is_some()
                    && other.base.name == its.base.name
                    && self.sees(game, other.id)
            })
            .peekable();
        if its.stack_ability().is_some() || others.peek().is_none() {
            return title;
        }
        match label {
            Some((label, _)) => format!("{title} @{label}"),
            None => {
                let whose = Whose::of(game);
                let its = whose.is(object);
                if others.all(|other| whose.is(game.latest(other.id)) == its) {
                    return title;
                }
                format!("{}'s {title}", self.name_of(its))
            }
        }
    }

    /// What a thing is called, told apart from others of its name.
    pub(crate) fn told_of(&self, game: &Game, thing: Thing) -> String {
        match thing {
            Thing::Object(object) => self.told(game, object),
            Thing::Player(player) => self.name_of(player).to_owned(),
        }
    }
}

/// What of an object's state may tell it apart from another of its name, in words that go on.
fn state_in_words(its: &Object) -> String {
    let mut words = String::new();
    if its.on_battlefield() {
        words.push_str(if its.tapped { ", tapped" } else { ", untapped" });
    }
    if its.is_face_down() {
        words.push_str(", face down");
    }
    if its.damage > 0 {
        words.push_str(&format!(", {} damage", its.damage));
    }
    for (kind, count) in its.counters.iter().filter(|(_, count)| *count > 0) {
        words.push_str(&format!(", {count} {kind}"));
    }
    words
}

/// `@label's X` is the copy that is in exile for a prepared permanent (722.3c), what an ability has linked to an object (607), or what is
/// attached to it.
fn belongs_to(game: &Game, object: ObjectId, whole: ObjectId) -> bool {
    preparer(game, object) == Some(whole)
        || game.object(object).attached_to == Some(Thing::Object(whole))
        || game.links().iter().any(|link| link.key.object == whole && link.object == object)
}

/// `AP's X` goes by controller on the battlefield and the stack, elsewhere by owner.
fn is_of(game: &Game, view: &View, object: ObjectId, player: PlayerId) -> bool {
    let its = game.object(object);
    match its.zone {
        Zone::Battlefield | Zone::Stack => view.controller(game, object) == player,
        _ => its.owner == player,
    }
}

/// Of whom objects are said to be: as [`is_of`] has it, where no view of the position is at hand.
pub(crate) struct Whose<'a> {
    game: &'a Game,
    /// What the layers make of the position, if they may give control to another player.
    view: Option<View>,
}

impl<'a> Whose<'a> {
    pub(crate) fn of(game: &'a Game) -> Self {
        let controls = |change: &Effect| matches!(change, Effect::Control(_));
        let says_so =
            |ability: &Ability| matches!(ability, Ability::Static(it) if it.changes.iter().any(controls));
        // Few games have anything that gives control to another player, and a view takes its time.
        let is_moved = game.effects().iter().any(|effect| effect.changes.iter().any(controls))
            || game.objects().iter().any(|it| it.base.abilities.iter().any(|own| says_so(&own.ability)));
        Self { game, view: if is_moved { View::of(game).ok() } else { None } }
    }

    pub(crate) fn is(&self, object: ObjectId) -> PlayerId {
        let its = self.game.object(object);
        match (its.zone, &self.view) {
            (Zone::Battlefield | Zone::Stack, Some(view)) if its.exists => view.controller(self.game, object),
            (Zone::Battlefield | Zone::Stack, None) if its.exists => its.controller,
            _ => its.owner,
        }
    }
}

fn unknown(reference: &Reference, what: &str) -> Diagnostic {
    Diagnostic::error(
        Code::UnknownObject,
        format!("nothing called `{}` {what}", reference.name.text),
        reference.span,
        "",
    )
    .with_help(match reference.part {
        Part::Whole if reference.sort == ReferenceSort::Token => {
            "put it onto the battlefield of the board, or let what creates it happen first"
        }
        Part::Whole => "put it into a zone on the board",
        Part::Trigger | Part::Ability(_) => "`ask stack` in its place shows what is there",
    })
}
