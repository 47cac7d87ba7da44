//! CR 730: Merging with Permanents

use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{
    AbilityInstance, Answer, Cause, CauseKind, Change, Characteristics, Choice, ChoiceKind, FaceDown, Game,
    Item, Merge, Move, Nature, Object, ObjectId, Options, Origin, PlayerId, Position, Thing,
};
use crate::ir::{CardType, Change as Effect, Filter, Layout, Measure, Quantity, Selection, Trait, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::copying_objects;

/// An object on the stack is put on top of a permanent or under it, and merges with it (730.2).
///
/// # Errors
/// If headjudge can't tell what the merged permanent is.
pub(in crate::engine) fn merge(
    play: &mut Play<'_>,
    cause: Cause,
    object: ObjectId,
    permanent: ObjectId,
    over: bool,
) -> Outcome {
    let its = play.game.object(permanent);
    // A copy effect is as old as it is, and what the abilities of a card are that is a copy no rule says.
    if copying_objects::is_copy(&play.game, permanent) {
        return Err(Halt::undecided(permanent, "something merges with a permanent that is a copy"));
    }
    let with = play.game.object(object);
    let covered = match its.face_down {
        None => false,
        Some(FaceDown::Plainly | FaceDown::Morph | FaceDown::Manifest) if over => true,
        Some(_) => return Err(Halt::undecided(permanent, "something merges with a face-down permanent")),
    };
    // What lies face down under another component has no abilities to add.
    let below = if covered { Vec::new() } else { its.base.abilities.clone() };
    let base = composite(&its.base, &below, &with.base, over);
    let was = its.base.name.clone();
    let token = its.is_token() || matches!(with.nature, Nature::Copy);
    let known = Some(play.known(object)?);
    let merge = Merge { object, permanent, over, base: Arc::new(base), was, known };
    let mut cause = cause.and(cr!("730.2")).and(cr!("730.2a")).and(cr!("702.140e"));
    // Which of them is on top decides whether it is a token.
    if token {
        cause = cause.and(cr!("730.2d"));
    }
    if covered {
        cause = cause.and(cr!("730.2e"));
    }
    play.change(cause, Level::Default, Change::Merge(Box::new(merge)));
    let rules = Rules::of(&[cr!("730.2b"), cr!("730.2c")]);
    play.note(Level::Default, cause.kind, rules, Note::SameObject(permanent));
    Ok(())
}

/// The copiable values of a merged permanent: those of its topmost component (730.2a), with the abilities of all (702.140e).
fn composite(
    permanent: &Characteristics,
    abilities: &[AbilityInstance],
    object: &Characteristics,
    over: bool,
) -> Characteristics {
    // Each ability keeps its number, and those that come along get the next ones.
    let number = |instance: &AbilityInstance| match instance.origin {
        Origin::Printed(number) => number.saturating_add(1),
        _ => 0,
    };
    let next = permanent.abilities.iter().map(number).max().unwrap_or(0);
    let added = object.abilities.iter().cloned().map(|mut instance| {
        if let Origin::Printed(number) = instance.origin {
            instance.origin = Origin::Printed(next.saturating_add(number));
        }
        instance
    });
    let own = abilities.iter().cloned();
    let (values, abilities) =
        if over { (object, added.chain(own).collect()) } else { (permanent, own.chain(added).collect()) };
    Characteristics { abilities, ..values.clone() }
}

/// How many times a permanent has merged with something.
pub(in crate::engine) fn times(object: &Object) -> usize {
    object.merged.as_ref().map_or(0, |merged| merged.with.len())
}

/// All components of a permanent: its own, and those that have become part of it.
pub(in crate::engine) fn all_components(game: &Game, permanent: ObjectId) -> SmallVec<[ObjectId; 2]> {
    std::iter::once(permanent).chain(game.object(permanent).components()).collect()
}

/// Whether a permanent, or a component of it, is a card that is a player's commander (903.3, 903.3c).
pub(in crate::engine) fn is_commander(game: &Game, object: ObjectId) -> bool {
    all_components(game, object).into_iter().any(|component| is_commander_card(game, component))
}

/// Whether an object's own card is a commander.
pub(in crate::engine) fn is_commander_card(game: &Game, object: ObjectId) -> bool {
    game.object(object).card().is_some_and(|card| game.card(card).commander)
}

/// Whether a component of a merged permanent has two faces: no such permanent is a double-faced one, but its components turn (730.2i).
pub(in crate::engine) fn has_double_faced_component(game: &Game, permanent: ObjectId) -> bool {
    all_components(game, permanent).into_iter().any(|component| {
        game.object(component).definition.as_ref().is_some_and(|its| {
            its.faces.len() > 1 && matches!(its.layout, Layout::Transform | Layout::Modal | Layout::Meld)
        })
    })
}

/// Whether a component of a permanent, or the permanent itself, is an instant or sorcery card: such a one is never turned face up
/// (701.40g, 730.2g).
pub(in crate::engine) fn has_instant_or_sorcery(game: &Game, permanent: ObjectId) -> bool {
    let its = game.object(permanent);
    let own = its.merged.as_ref().map_or(&its.base, |merged| &merged.own);
    let others = its.components().map(|component| &game.object(component).base);
    std::iter::once(own).chain(others).any(|base| base.is(CardType::Instant) || base.is(CardType::Sorcery))
}

/// The rule by which a permanent leaves as several cards (712.21, 730.3).
pub(in crate::engine) fn rule_of_leaving(game: &Game, permanent: ObjectId) -> RuleId {
    if game.object(permanent).merged.is_some() { cr!("730.3") } else { cr!("712.21") }
}

/// The cause by which a permanent leaves the battlefield, with the rule that it leaves as several cards if it is of several and nothing says
/// more exactly how.
pub(in crate::engine) fn leaving(game: &Game, cause: Cause, permanent: ObjectId) -> Cause {
    let its = game.object(permanent);
    let rule = rule_of_leaving(game, permanent);
    let is_told = cause.rules.iter().any(|told| told.parent() == Some(rule));
    let of_several = its.melded.is_some() || its.merged.is_some();
    if of_several && !is_told { cause.and(rule) } else { cause }
}

/// The rule by which what finds one of the objects that a permanent has become finds all of them.
fn rule_of_finding(game: &Game, permanent: ObjectId) -> RuleId {
    if game.object(permanent).merged.is_some() { cr!("730.3c") } else { cr!("712.21c") }
}

/// The rule by which one of several replacement effects applies to all components.
pub(in crate::engine) fn rule_of_replacing(game: &Game, permanent: ObjectId) -> RuleId {
    if game.object(permanent).merged.is_some() { cr!("730.3d") } else { cr!("712.21d") }
}

/// What objects have become, with the other cards of those that were melded or merged permanents: an effect that finds the one
/// finds the others.
pub(in crate::engine) fn with_parts(play: &Play<'_>, results: &[Option<ObjectId>]) -> Vec<ObjectId> {
    let mut all = Vec::with_capacity(results.len());
    for object in results.iter().flatten() {
        all.push(*object);
        all.extend(others_of(&play.game, *object));
    }
    all
}

/// The cause of what is done to objects, with the rule by which it is done to all cards that were one permanent.
pub(in crate::engine) fn of_all_cards(game: &Game, cause: Cause, objects: &[ObjectId]) -> Cause {
    objects.iter().fold(cause, |cause, object| of_its_cards(game, cause, *object, objects))
}

/// The same for one of the objects.
pub(in crate::engine) fn of_its_cards(
    game: &Game,
    cause: Cause,
    object: ObjectId,
    objects: &[ObjectId],
) -> Cause {
    let others = others_of(game, object);
    let of_it = others.iter().any(|it| objects.contains(it)).then_some(object);
    // Or it is itself one of the other cards of what that one was.
    let first =
        of_it.or_else(|| objects.iter().copied().find(|first| others_of(game, *first).contains(&object)));
    match first.and_then(|first| game.object(first).previous) {
        Some(permanent) => cause.and(rule_of_finding(game, permanent)),
        None => cause,
    }
}

/// Whether a selection finds objects that it knows, as it finds what a permanent has become, rather than whatever is of a kind.
pub(in crate::engine) fn finds_known(selection: &Selection) -> bool {
    match selection {
        Selection::It
        | Selection::This
        | Selection::Other
        | Selection::Slot(_)
        | Selection::Linked(_)
        | Selection::TheLinked(_) => true,
        Selection::Among(of, _) | Selection::Last(of) => finds_known(of),
        Selection::Target(_)
        | Selection::Attached
        | Selection::Each(_)
        | Selection::Topmost(_)
        | Selection::Top(..)
        | Selection::Players(_)
        | Selection::Several(_)
        | Selection::Host
        | Selection::Haunted
        | Selection::Grantor
        | Selection::Paid(_)
        | Selection::Outside
        | Selection::Itself => false,
    }
}

/// The other cards of the melded or merged permanent that an object was, where they left.
pub(in crate::engine) fn others_of(game: &Game, object: ObjectId) -> SmallVec<[ObjectId; 1]> {
    let Some(permanent) = game.object(object).previous else { return SmallVec::new() };
    parts_of(game, permanent)
}

/// What the components of a permanent but its own have become as it left.
pub(in crate::engine) fn parts_of(game: &Game, permanent: ObjectId) -> SmallVec<[ObjectId; 1]> {
    let next = |component| game.object(component).next.filter(|part| *part != permanent);
    game.object(permanent).components().filter_map(next).collect()
}

/// The melded or merged permanent that an object was, or was part of, before it left.
fn permanent_before(game: &Game, object: ObjectId) -> Option<ObjectId> {
    let before = game.object(object).previous?;
    let of = |permanent: &&Rc<Object>| permanent.components().any(|component| component == before);
    match game.object(before).zone {
        Zone::Battlefield => game.object(before).components().next().map(|_| before),
        // It became part of another permanent where it was as a spell (730.2), or as a card in exile (701.42a).
        Zone::Stack | Zone::Exile => game.objects().iter().find(of).map(|permanent| permanent.id),
        _ => None,
    }
}

/// How many objects an effect has moved: whatever cards and tokens a melded or merged permanent has become, it was one of them. Says
/// by which rule they are not as many as there are now.
pub(in crate::engine) fn how_many(game: &Game, moved: &[Thing]) -> (usize, Option<RuleId>) {
    let was = |thing: &Thing| thing.object().and_then(|object| permanent_before(game, object));
    let mut permanents: Vec<ObjectId> = moved.iter().filter_map(was).collect();
    let parts = permanents.len();
    permanents.sort_unstable();
    permanents.dedup();
    let count = moved.len() - parts + permanents.len();
    let first = permanents.first().filter(|_| count < moved.len());
    (count, first.map(|permanent| rule_of_leaving(game, *permanent)))
}

/// Who exiles a melded or merged permanent, and so says in which order its cards go, and by which rule (712.21b, 730.3b): the owner, where
/// nobody does (613.7m). The player who caused a move and the one whose effect has it end in exile are the same, or it can't be told.
fn who_exiles(
    play: &mut Play<'_>,
    (cause, proposer): (&Cause, Option<PlayerId>),
    permanent: ObjectId,
) -> Outcome<Option<(PlayerId, RuleId)>> {
    let its = play.game.object(permanent);
    let (owner, merged) = (its.owner, its.merged.is_some());
    let rule = if merged { cr!("730.3b") } else { cr!("712.21b") };
    let CauseKind::Replacement(source) = cause.kind else {
        return Ok(Some(
            general::causer(play, cause).map_or((owner, cr!("613.7m")), |player| (player, rule)),
        ));
    };
    let view = play.view()?;
    let controller = view.controller(&play.game, source);
    Ok((proposer.unwrap_or(owner) == controller).then_some((controller, rule)))
}

/// As a melded or merged permanent leaves, its owner says in which order its cards lie in the library (712.21a, 730.3a), and whoever
/// exiles it which of them is exiled before the others (712.21b, 730.3b).
///
/// # Errors
/// If nobody says it where it makes a difference, or it can't be told who says it.
pub(in crate::engine) fn order_components(
    play: &mut Play<'_>,
    (cause, proposer): (&mut Cause, Option<PlayerId>),
    it: &mut Move,
) -> Outcome {
    let permanent = it.object;
    let (kind, matters) = match (it.to, it.position) {
        (Zone::Library, Position::Shuffled) => return Ok(()),
        // What lies on the bottom is not looked at before the library is empty.
        (Zone::Library, Position::Bottom) => (ChoiceKind::Bottom, false),
        (Zone::Library, _) => (ChoiceKind::Top, true),
        (Zone::Exile, _) => (ChoiceKind::Order, asks_for_last(play)?),
        _ => return Ok(()),
    };
    let its = play.game.object(permanent);
    let of_owner = (its.owner, if its.merged.is_some() { cr!("730.3a") } else { cr!("712.21a") });
    let who = match kind {
        ChoiceKind::Order => who_exiles(play, (cause, proposer), permanent)?,
        _ => Some(of_owner),
    };
    // On the battlefield they are one object, so they are told apart as cards. Tokens cease to exist there.
    let mut items = Vec::new();
    let mut places = Vec::new();
    for (place, component) in (0u32..).zip(all_components(&play.game, permanent)) {
        let mut apart = it.parting.iter().flat_map(|parting| &parting.apart);
        let apart = apart.any(|(which, _)| *which == component);
        if let Some(card) = play.game.object(component).card().filter(|_| !apart) {
            items.push(Item::Card(card));
            places.push(place);
        }
    }
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    if count < 2 {
        return Ok(());
    }
    let Some((player, rule)) = who else {
        let why = "the rules do not say who exiles a permanent of several cards where the effect that exiles it instead is not that of the player who would have put it elsewhere";
        return if matters { Err(Halt::undecided(permanent, why)) } else { Ok(()) };
    };
    let choice = Choice {
        player,
        kind,
        source: Some(permanent),
        options: Options::Pick { from: items.into(), at_least: count, at_most: count, ordered: true },
        indifferent: !matters,
    };
    let answer = play.choose(choice, Rules::of(&[rule]))?;
    if let Answer::Picked(order) = answer {
        let order = order.iter().filter_map(|index| places.get(*index as usize).copied());
        it.parting.get_or_insert_default().order = order.collect();
    }
    // Of cards in exile the order is only that of their timestamps, which the choice itself tells.
    if matters && kind != ChoiceKind::Order {
        *cause = cause.and(rule);
    }
    Ok(())
}

/// Whether an ability of anything on the table asks which of several objects came last.
fn asks_for_last(play: &mut Play<'_>) -> Outcome<bool> {
    let view = play.view()?;
    let game = &play.game;
    let asks = |instance: &AbilityInstance| {
        instance.ability.as_static().is_some_and(|it| it.changes.iter().any(changes_by_last))
    };
    Ok(game.battlefield().iter().chain(game.stack()).any(|object| {
        let its = view.characteristics(game, *object);
        let source = game.object(*object).stack_ability().map(|ability| ability.source);
        its.abilities.iter().any(asks)
            || source.is_some_and(|source| view.characteristics(game, source).abilities.iter().any(asks))
    }))
}

fn changes_by_last(change: &Effect) -> bool {
    let last = |quantity: &Option<Quantity>| {
        let Some(Quantity::Sum(Measure::PowerOf(of) | Measure::ToughnessOf(of))) = quantity else {
            return false;
        };
        matches!(**of, Selection::Last(_))
    };
    if let Effect::SetPowerToughness { power, toughness } = change {
        return last(power) || last(toughness);
    }
    let (Effect::AddTypes(types) | Effect::SetTypes(types)) = change else { return false };
    matches!(types.creature_types_of, Some(Selection::Last(_)))
}

/// A commander that is a component goes to the command zone alone, and the other components go where the permanent was to go (903.9c).
/// Says whether there are others.
pub(in crate::engine) fn commander_apart(game: &Game, it: &mut Move) -> bool {
    let others: Vec<ObjectId> = game.object(it.object).components().collect();
    let to = it.to;
    let apart = &mut it.parting.get_or_insert_default().apart;
    if is_commander_card(game, it.object) {
        it.to = Zone::Command;
        apart.extend(
            others.iter().filter(|other| !is_commander_card(game, **other)).map(|other| (*other, to)),
        );
    } else {
        let commanders = others.iter().filter(|other| is_commander_card(game, **other));
        apart.extend(commanders.map(|other| (*other, Zone::Command)));
    }
    !others.is_empty()
}

/// Whether an effect on cards alone would move some components of a permanent apart from the others: those that are cards, where
/// the merged permanent is a token (730.3e).
pub(in crate::engine) fn divides(game: &Game, permanent: ObjectId, what: &Filter) -> bool {
    let its = game.object(permanent);
    its.merged.is_some()
        && its.is_token()
        && all_components(game, permanent)
            .into_iter()
            .any(|component| game.object(component).card().is_some())
        && speaks_of_cards(what)
}

/// Whether an effect on cards takes the token components of a permanent along, which is no token itself (730.3e).
pub(in crate::engine) fn takes_tokens_along(game: &Game, permanent: ObjectId, what: &Filter) -> bool {
    let its = game.object(permanent);
    let is_token = |component| matches!(game.object(component).nature, Nature::Token | Nature::Copy);
    its.merged.is_some()
        && !its.is_token()
        && all_components(game, permanent).into_iter().any(is_token)
        && speaks_of_cards(what)
}

/// Whether a selection is of what an effect or a payment has moved, and not as of cards.
pub(in crate::engine) fn selects_moved(selection: &Selection) -> bool {
    if let Selection::Among(of, what) = selection {
        return !speaks_of_cards(what) && selects_moved(of);
    }
    matches!(selection, Selection::Slot(_) | Selection::Paid(_))
}

fn speaks_of_cards(what: &Filter) -> bool {
    what.demands(&|demanded| {
        // "A card or token" includes tokens.
        if let Filter::Any(filters) = demanded {
            return filters.iter().all(speaks_of_cards);
        }
        matches!(demanded, Filter::Is(Trait::Card))
    })
}

/// The cause by which components leave along with the permanent, or apart from it.
pub(in crate::engine) fn along(
    game: &Game,
    cause: Cause,
    permanent: ObjectId,
    apart: bool,
) -> (CauseKind, Rules) {
    let rule = rule_of_leaving(game, permanent);
    let rules = if apart { Rules::of(&[cr!("903.9c"), rule]) } else { cause.led_by(rule).rules };
    (cause.kind, rules)
}
