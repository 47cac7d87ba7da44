//! What abilities would have made of an object, had what they ask for been so: with what it would have entered, what its own triggered
//! ability would have put on it, what a static ability would give it. In words behind "because", as what is found (`found`).

use std::borrow::Cow;

use crate::engine::Outcome;
use crate::engine::additional::keyword_abilities::{self, rule_of, rule_of_several};
use crate::engine::additional::leveler_cards;
use crate::engine::concepts::abilities::{functions, grants_itself_ways_of_casting};
use crate::engine::reading::events::only_this;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, conditions};
use crate::game::{AbilityInstance, Answer, Change, ChoiceKind, Granted, ObjectId, Options, Origin, Thing};
use crate::ir::change::Change as Effect;
use crate::ir::part::{Part, mentions};
use crate::ir::replacement::Enters;
use crate::ir::{
    Condition, CounterKind, DesignationName, Event, Filter, Instruction, KeywordName, Quantity, Replacement,
    ReplacementResult, Selection, Static, Supertype, Trait, Zone,
};
use crate::oracle::phrases::{self, Sort};
use crate::rules::{RuleId, cr};
use crate::trace::layers::Influence;
use crate::trace::{Entry, Reason, Reasons, What, Would, asks_for_kicker};

use super::Played;
use super::found::{Found, known_as};
use super::layers::{Size, influences_on, sets_land_types};
use super::steps::{Came, coming};
use super::triggers::triggered;

/// What an ability says of how a permanent enters.
type Entering<'a> = (&'a AbilityInstance, &'a Replacement, &'a Enters);

/// What a permanent that has come since play began says itself of how it enters; nothing of one that has become something else since.
fn its_own(played: Played<'_>, object: ObjectId) -> Vec<Entering<'_>> {
    let Played { game, view, trace, .. } = played;
    let its = game.object(object);
    let copies = |entry: &Entry| match &entry.what {
        What::Changed(Change::BeginEffect(effect), _) => effect.copy.is_some() && effect.is_on(object),
        What::Changed(Change::Transform(it), _) => *it == object,
        _ => false,
    };
    if !its.on_battlefield() || its.is_face_down() || trace.entries().iter().any(copies) {
        return Vec::new();
    }
    // What it lacks on the battlefield says nothing (614.12).
    entering(&view.characteristics(game, object).abilities).collect()
}

/// Those of some abilities that say how their own object enters.
fn entering(abilities: &[AbilityInstance]) -> impl Iterator<Item = Entering<'_>> {
    abilities.iter().filter_map(|instance| {
        let replacement = instance.ability.as_replacement()?;
        let Event::Moves(moves) = &replacement.of else { return None };
        let ReplacementResult::Enters(enters) = &replacement.result else { return None };
        let enters_itself = moves.to.contains(&Zone::Battlefield) && only_this(&moves.what);
        enters_itself.then_some((instance, replacement, enters))
    })
}

/// Whether a permanent enters with counters of a kind only if it was kicked.
pub(crate) fn counters_if_kicked(played: Played<'_>, object: ObjectId, kind: CounterKind) -> bool {
    its_own(played, object).iter().any(|its| {
        let (_, replacement, _) = its;
        let asks = replacement.only_if.as_ref().is_some_and(|only_if| mentions(only_if, asks_for_kicker));
        asks && speaks_of_counters(its, Some(kind))
    })
}

/// The rule by which each instance of a keyword works by itself, if a permanent has several of one that each have it enter with counters of a
/// kind (702.63c).
pub(crate) fn by_several(played: Played<'_>, object: ObjectId, kind: CounterKind) -> Option<RuleId> {
    let own = its_own(played, object);
    let with_counters = own.iter().filter(|its| speaks_of_counters(its, Some(kind)));
    let keywords: Vec<KeywordName> = with_counters.filter_map(|(instance, ..)| instance.keyword).collect();
    let several = keywords.iter().find(|one| keywords.iter().filter(|other| other == one).count() > 1)?;
    rule_of_several(*several)
}

/// Whether an ability that says how something enters speaks of counters of a kind.
fn speaks_of_counters((instance, _, enters): &Entering<'_>, kind: Option<CounterKind>) -> bool {
    let is_it = |its: CounterKind| kind.is_none_or(|kind| kind == its);
    let puts = |part| matches!(part, Part::Instruction(Instruction::PutCounters { kind, and, .. }) if is_among(*kind, and, is_it));
    enters.counters.iter().any(|(its, _)| is_it(*its)) || mentions(&*instance.ability, puts)
}

/// Whether one of the kinds of counters that an instruction puts at the same time is this.
fn is_among(
    kind: CounterKind,
    others: &[(CounterKind, Quantity)],
    is_it: impl Fn(CounterKind) -> bool,
) -> bool {
    is_it(kind) || others.iter().any(|(kind, _)| is_it(*kind))
}

/// Whether an ability that says how something enters would have it enter tapped.
fn speaks_of_tapping((instance, _, enters): &Entering<'_>) -> bool {
    let taps = |part| matches!(part, Part::Instruction(Instruction::Tap { what: Selection::This, .. }));
    enters.tapped || mentions(&*instance.ability, taps)
}

/// Whether a permanent says itself that it enters tapped, or may.
pub(super) fn says_that_it_enters_tapped(played: Played<'_>, object: ObjectId) -> bool {
    its_own(played, object).iter().any(speaks_of_tapping)
}

/// The rules of the last choice that was made for a permanent as it entered (614.12a).
fn of_choice(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let before = played.game.object(object).previous;
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Chose(choice, ..) => {
            entry.rules.contains(cr!("614.12a"))
                && choice.source.is_some_and(|source| source == object || Some(source) == before)
                && (matches!(choice.options, Options::YesNo(_)) || choice.kind == ChoiceKind::Choose)
        }
        _ => false,
    })?;
    Some(last.reasons())
}

/// The rules by which a permanent entered with counters, or without those that it could have entered with, if somebody chose that.
pub(crate) fn chosen_counters(
    played: Played<'_>,
    object: ObjectId,
    kind: Option<CounterKind>,
) -> Option<Reasons> {
    coming(played, object)?;
    let asks = its_own(played, object).iter().any(|its| speaks_of_counters(its, kind));
    of_choice(played, object).filter(|_| asks)
}

/// The rules by which a permanent entered tapped, if somebody chose that.
pub(crate) fn chosen_to_be_tapped(played: Played<'_>, object: ObjectId) -> Reasons {
    let asks = its_own(played, object).iter().any(speaks_of_tapping);
    of_choice(played, object).filter(|_| asks).unwrap_or(Reasons::NONE)
}

/// The rules by which a permanent entered untapped that could have entered tapped: somebody chose that, another effect had it so, or its own
/// effect is about others (614.12).
pub(crate) fn entered_untapped(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let (entry, came) = coming(played, object)?;
    if came.enters_tapped() {
        return None;
    }
    let before = played.game.object(object).previous;
    let replaced = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Replaced(Thing::Object(its), _, Would::Enter { .. }) => *its == object || Some(*its) == before,
        _ => false,
    });
    if let Some(replaced) = replaced {
        return Some(replaced.reasons());
    }
    if says_that_it_enters_tapped(played, object) {
        return of_choice(played, object);
    }
    let rule = cr!("614.12");
    // So is one that it would not have on the battlefield.
    let lacking =
        entering(&played.view.copiable(played.game, object).abilities).any(|its| speaks_of_tapping(&its));
    let nothing = entry.rules.contains(rule) && (lacking || taps_what_enters(played, object, None));
    nothing.then(|| Reasons::NONE.and(Reason { rule, step: Some(entry.id) }))
}

/// The rules by which a permanent entered without counters, where its own effect on what enters is about others as well (614.12).
pub(crate) fn told_of_a_kind(
    played: Played<'_>,
    object: ObjectId,
    kind: Option<CounterKind>,
) -> Option<Reasons> {
    let (entry, _) = coming(played, object)?;
    let rule = cr!("614.12");
    let puts = |enters: &Enters| enters.counters.iter().any(|(its, _)| kind.is_none_or(|kind| kind == *its));
    let nothing = entry.rules.contains(rule) && changes_what_enters(played, object, Some(object), puts);
    nothing.then(|| Reasons::NONE.and(Reason { rule, step: Some(entry.id) }))
}

/// Whether an ability of an object has others enter tapped; this one, if it is named.
fn taps_what_enters(played: Played<'_>, source: ObjectId, object: Option<ObjectId>) -> bool {
    changes_what_enters(played, source, object, |enters| enters.tapped)
}

/// Whether an ability of an object changes in such a way how others enter; this one, if it is named.
fn changes_what_enters(
    played: Played<'_>,
    source: ObjectId,
    object: Option<ObjectId>,
    so: impl Fn(&Enters) -> bool,
) -> bool {
    let Played { game, view, .. } = played;
    view.characteristics(game, source).abilities.iter().any(|instance| {
        let Some(replacement) = instance.ability.as_replacement() else { return false };
        let (Event::Moves(moves), ReplacementResult::Enters(enters)) = (&replacement.of, &replacement.result)
        else {
            return false;
        };
        let frame = Frame::of_source(source, view.controller(game, source), instance.origin);
        let is_it = |object| matches(played.sight(), &frame, &moves.what, object).unwrap_or(false);
        let of_others = moves.to.contains(&Zone::Battlefield) && !only_this(&moves.what);
        of_others && so(enters) && object.is_none_or(is_it)
    })
}

/// Why an ability that says how a permanent enters did nothing: the permanent would not have it on the battlefield, for an effect takes it from
/// it there (614.12).
fn taken_there(
    played: Played<'_>,
    object: ObjectId,
    speaks: &dyn Fn(&Entering<'_>) -> bool,
) -> Outcome<Option<Found>> {
    let rule = cr!("614.12");
    let its = played.game.object(object);
    let entered = coming(played, object).is_some_and(|(entry, _)| entry.rules.contains(rule));
    let would = entering(&played.view.copiable(played.game, object).abilities).any(|its| speaks(&its));
    let has = entering(&played.view.characteristics(played.game, object).abilities).any(|its| speaks(&its));
    if !its.on_battlefield() || !entered || !would || has {
        return Ok(None);
    }
    let takes = |its: &&Influence| {
        its.standing.applies() && (sets_land_types(its) || its.changes.contains(&Effect::LoseAllAbilities))
    };
    let influences = influences_on(played, object)?;
    Ok(influences.iter().rev().find(takes).map(|its| {
        let name = &known_as(played, its.source).name;
        let words = "as it would exist on the battlefield, it has no ability that says how it enters";
        (rule, format!("{words}: {name} takes that"))
    }))
}

/// The same of one by which it would enter tapped, or may.
pub(crate) fn tapping_taken_there(played: Played<'_>, object: ObjectId) -> Outcome<Option<Found>> {
    taken_there(played, object, &speaks_of_tapping)
}

/// The same of one by which it would enter with counters of a kind.
pub(crate) fn counters_taken_there(
    played: Played<'_>,
    object: ObjectId,
    kind: Option<CounterKind>,
) -> Outcome<Option<Found>> {
    taken_there(played, object, &|its| speaks_of_counters(its, kind))
}

/// Why a permanent entered without counters of a kind with which it says that it enters.
pub(crate) fn without_counters(
    played: Played<'_>,
    object: ObjectId,
    kind: Option<CounterKind>,
) -> Option<Found> {
    let (entry, _) = coming(played, object)?;
    let own = its_own(played, object);
    let with = own.iter().find(|its| speaks_of_counters(its, kind))?;
    let (instance, replacement, enters) = with;
    let abilities = &played.view.characteristics(played.game, object).abilities;
    let rule = keyword_abilities::rule_of_instance(abilities, instance).unwrap_or(cr!("614.1c"));
    // It has applied, with no counters: the only such ability, or one that would apply now as well.
    let frame = Frame::of_source(object, played.view.controller(played.game, object), instance.origin);
    let holds = |condition| conditions::holds(played.sight(), &frame, condition).unwrap_or(false);
    let would = own.len() == 1 || replacement.only_if.as_ref().is_none_or(holds);
    if would && entry.rules.contains(cr!("614.1c")) && !enters.counters.is_empty() {
        let of_x = enters.counters.iter().any(|(_, count)| mentions(count, Part::is_variable));
        let before = played.game.object(object).previous;
        let was_cast = before.is_some_and(|before| played.game.object(before).zone == Zone::Stack);
        if of_x && was_cast {
            return Some((cr!("107.3m"), "X is 0".to_owned()));
        }
        if sacrificed_nothing(played, entry, before) {
            return Some((rule, "nothing was sacrificed for it as it entered".to_owned()));
        }
        return Some((rule, "the number of counters with which it enters is 0".to_owned()));
    }
    let condition = replacement.only_if.as_ref()?;
    let words = match only(condition, "if", "it") {
        Some(words) => format!("it enters with counters {words}"),
        None => "it enters with counters only under a condition, which was not met".to_owned(),
    };
    Some((rule, words))
}

/// Whether nothing was chosen to be sacrificed as a permanent entered, which that step tells, or that would have been chosen for what it was
/// before.
fn sacrificed_nothing(played: Played<'_>, entered: &Entry, before: Option<ObjectId>) -> bool {
    let entries = played.trace.entries().get(..entered.id.0 as usize).unwrap_or_default();
    entries.iter().rev().any(|entry| match &entry.what {
        What::Chose(choice, Answer::Picked(picked), _) => {
            choice.kind == ChoiceKind::Sacrifice && choice.source == before && picked.is_empty()
        }
        _ => false,
    })
}

/// Why a permanent entered untapped that enters tapped under a condition, or beside what would have had it enter tapped.
pub(crate) fn untapped(played: Played<'_>, object: ObjectId) -> Option<Found> {
    let Played { game, trace, .. } = played;
    let (entry, came) = coming(played, object)?;
    if game.object(object).tapped || came.enters_tapped() {
        return None;
    }
    let own = its_own(played, object);
    if let Some((instance, replacement, _)) = own.iter().find(|its| speaks_of_tapping(its)) {
        let words = match only(replacement.only_if.as_ref()?, "if", "it") {
            Some(words) => format!("it enters tapped {words}"),
            None => "it enters tapped only under a condition, which was not met".to_owned(),
        };
        let rule = instance.keyword.and_then(rule_of).unwrap_or(cr!("614.1d"));
        return Some((rule, words));
    }
    let place = |entry: &Entry| trace.entries().iter().position(|other| other.id == entry.id);
    let later = game.battlefield().iter().copied().find_map(|source| {
        let (its_entry, _) = coming(played, source).filter(|_| source != object)?;
        let at_once = entry.parent.is_some() && its_entry.parent == entry.parent;
        let there_before = place(its_entry) < place(entry) && !at_once;
        (!there_before && taps_what_enters(played, source, Some(object))).then_some((source, at_once))
    });
    let (source, at_once) = later?;
    let name = &played.view.characteristics(game, source).name;
    let when = if at_once { "at the same time" } else { "only after it" };
    Some((cr!("614.4"), format!("{name} entered {when}, and so could not have it enter tapped")))
}

/// The rules by which no triggered ability of an object's own has put counters of a kind on it, where a step tells that it has not triggered.
pub(crate) fn told_not_to_trigger(
    played: Played<'_>,
    object: ObjectId,
    kind: Option<CounterKind>,
) -> Option<Reasons> {
    let (rules, _) = untriggered(played, object, kind).ok()??;
    rules.first().is_some_and(|first| first.step.is_some()).then_some(rules)
}

/// Why no triggered ability of an object's own has put counters of a kind on it, where no step tells that: by what the keyword means, if
/// it is one.
pub(crate) fn not_triggered(
    played: Played<'_>,
    object: ObjectId,
    kind: Option<CounterKind>,
) -> Outcome<Option<Found>> {
    let Some((rules, why)) = untriggered(played, object, kind)? else { return Ok(None) };
    let of_keyword = rules.iter().find(|reason| reason.rule.as_str().starts_with("702."));
    let rule = of_keyword.or(rules.first()).map(|reason| reason.rule);
    Ok(rule.map(|rule| (rule, format!("its ability has not triggered: {why}"))))
}

/// Why the first triggered ability of an object's own that would put counters of a kind on it has not triggered, if none of them has.
fn untriggered(
    played: Played<'_>,
    object: ObjectId,
    kind: Option<CounterKind>,
) -> Outcome<Option<(Reasons, Cow<'static, str>)>> {
    let is_it = |its: CounterKind| kind.is_none_or(|kind| kind == its);
    let on_itself = |on: &Selection| *on == Selection::This;
    let puts = |part| matches!(part, Part::Instruction(Instruction::PutCounters { kind, and, on, .. }) if is_among(*kind, and, is_it) && on_itself(on));
    let abilities = &played.view.characteristics(played.game, object).abilities;
    let own = abilities.iter().filter(|instance| instance.ability.as_triggered().is_some());
    let mut first = None;
    for (number, instance) in (1..).zip(own) {
        if !mentions(&*instance.ability, puts) {
            continue;
        }
        let its = triggered(played, object, Some(number))?;
        let Some(why) = its.why_not else { return Ok(None) };
        let of_keyword = instance.keyword.and_then(rule_of);
        let rules = of_keyword
            .filter(|rule| !its.rules.contains(*rule))
            .map_or(its.rules, |rule| its.rules.and(rule));
        first = first.or((!rules.is_empty()).then_some((rules, why)));
    }
    Ok(first)
}

/// Why an object does not have what an effect would give it: the ability says it only under a condition, or it is not what that affects
/// (611.3a), such as a basic land (205.4c) or what bears an Equipment (301.5a).
pub(crate) fn not_given(
    played: Played<'_>,
    object: ObjectId,
    (is_such, does): (&dyn Fn(&Effect) -> bool, &str),
) -> Outcome<Option<Found>> {
    unaffecting(played, object, (is_such, does), &|_, _| true)
}

/// Why no static ability changes the power and toughness of an object now: its own does so only under a condition, as another does to what
/// it affects (611.3a), or what had that attached to it is attached to it no more (301.5a).
pub(crate) fn not_resized(played: Played<'_>, object: ObjectId, size: Size) -> Outcome<Option<Found>> {
    let changes = match size {
        Size::Both => "changes its power and toughness",
        Size::Power => "changes its power",
        Size::Toughness => "changes its toughness",
    };
    let is_such = |change: &Effect| size.is_changed_by(change);
    // What others are or bear is no reason.
    let told = |source: ObjectId, ability: &Static| {
        if ability.affects == Some(Selection::Attached) {
            was_attached(played, source, object)
        } else {
            ability.condition.is_some()
        }
    };
    unaffecting(played, object, (&is_such, changes), &told)
}

/// Whether something was attached to an object, or to what that was before, as play began or since.
pub(super) fn was_attached(played: Played<'_>, source: ObjectId, object: ObjectId) -> bool {
    let root = played.game.earliest(object);
    let is_it = |host: ObjectId| played.game.earliest(host) == root;
    let at_first = |(which, host): &(ObjectId, ObjectId)| *which == source && is_it(*host);
    played.start.attached.iter().any(at_first)
        || played.trace.entries().iter().any(|entry| match &entry.what {
            What::Changed(Change::Attach(which, Some(Thing::Object(host))), _) => {
                *which == source && is_it(*host)
            }
            _ => Came::of(entry).is_some_and(|came| {
                let host = came.attached_to().and_then(Thing::object);
                came.object() == source && host.is_some_and(is_it)
            }),
        })
}

/// Why none of the static abilities that make such changes, of those that are told of, has a say in what an object is, with what they do.
fn unaffecting(
    played: Played<'_>,
    object: ObjectId,
    (is_such, does): (&dyn Fn(&Effect) -> bool, &str),
    told: &dyn Fn(ObjectId, &Static) -> bool,
) -> Outcome<Option<Found>> {
    let Played { game, view, .. } = played;
    if !game.object(object).on_battlefield() {
        return Ok(None);
    }
    // What lies elsewhere affects it only by an ability that functions there (113.6b).
    let is_shown = |zone| matches!(zone, Zone::Graveyard | Zone::Exile | Zone::Command);
    let elsewhere = game.objects().iter().filter(|its| its.exists && is_shown(its.zone)).map(|its| its.id);
    for source in game.battlefield().iter().copied().chain(elsewhere) {
        let zone = game.object(source).zone;
        for instance in &view.characteristics(game, source).abilities {
            let Some(ability) = instance.ability.as_static() else { continue };
            let there = zone == Zone::Battlefield || functions(instance, zone);
            if !ability.changes.iter().any(is_such) || !there || !told(source, ability) {
                continue;
            }
            if let Some(found) = spared(played, object, (source, instance, ability), does)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// Why a static ability of a permanent does nothing to an object, if that can be said, and what it would do.
fn spared(
    played: Played<'_>,
    object: ObjectId,
    (source, instance, ability): (ObjectId, &AbilityInstance, &Static),
    does: &str,
) -> Outcome<Option<Found>> {
    let Played { game, view, .. } = played;
    let affects = ability.affects.as_ref().unwrap_or(&Selection::This);
    let name = &view.characteristics(game, source).name;
    let frame = Frame::of_source(source, view.controller(game, source), instance.origin);
    let sight = played.sight();
    if select(sight, &frame, affects)?.contains(&Thing::Object(object)) {
        if grants_itself_ways_of_casting(ability) && game.object(source).zone == Zone::Battlefield {
            return Ok(Some((cr!("113.6e"), format!("its own ability {does} on the stack only"))));
        }
        let Some(condition) = &ability.condition else { return Ok(None) };
        if conditions::holds(sight, &frame, condition)? {
            return Ok(None);
        }
        let own = source == object;
        let who = if own { "its own ability" } else { &**name };
        let words = match only(condition, "as long as", if own { "it" } else { name }) {
            Some(words) => format!("{who} {does} {words}"),
            None => format!("{who} {does} only under a condition, which is not met"),
        };
        let rule = instance.keyword.and_then(rule_of).or_else(|| of_station(played, source, ability));
        let of_level = || leveler_cards::rule_of_symbol(view.characteristics(game, source), ability);
        let of_pair = || is_of_pair(condition).then_some(cr!("702.95b"));
        let rule = rule.or_else(|| of_max_speed(condition)).or_else(of_level).or_else(of_pair);
        return Ok(Some((rule.unwrap_or(cr!("611.3a")), words)));
    }
    if *affects == Selection::Attached {
        let is = |subtype| view.characteristics(game, source).has_subtype_named(subtype);
        let rule = match () {
            () if is("Equipment") => cr!("301.5a"),
            () if is("Aura") => cr!("303.4b"),
            () => return Ok(None),
        };
        return Ok(Some((rule, format!("{name} is not attached to it"))));
    }
    if let (Selection::Each(filter), None) = (affects, &ability.condition) {
        return passed_over(played, object, (name, &frame, filter));
    }
    Ok(None)
}

/// The activated abilities that an object would have by static abilities, and has not, each with why.
pub(crate) fn activated_not_given(
    played: Played<'_>,
    object: ObjectId,
) -> Outcome<Vec<(AbilityInstance, Found)>> {
    let Played { game, view, .. } = played;
    let mut not_given = Vec::new();
    let elsewhere = (!game.object(object).on_battlefield()).then_some(object);
    for source in game.battlefield().iter().copied().chain(elsewhere) {
        for instance in &view.characteristics(game, source).abilities {
            let Some(ability) = instance.ability.as_static() else { continue };
            let given = ability.changes.iter().filter_map(|change| change.given()).flatten();
            let mut instances = Vec::new();
            for ability in given {
                let number = u16::try_from(not_given.len()).unwrap_or(u16::MAX);
                let origin = Origin::Granted(source, Granted::ByStatic(number));
                keyword_abilities::instances(ability, origin, &mut instances);
            }
            instances.retain(|given| given.ability.as_activated().is_some());
            if instances.is_empty() {
                continue;
            }
            if let Some(found) = spared(played, object, (source, instance, ability), "gives it that")? {
                not_given.extend(instances.into_iter().map(|given| (given, found.clone())));
            }
        }
    }
    Ok(not_given)
}

/// The rule of an ability that is there only at max speed.
pub(super) fn of_max_speed(condition: &Condition) -> Option<RuleId> {
    let is_it = matches!(condition, Condition::Designated(_, DesignationName::MaxSpeed));
    is_it.then_some(cr!("702.178a"))
}

/// The rule of a station symbol that an ability stands for: one with a size makes the permanent a creature (721.2a, 721.2b).
fn of_station(played: Played<'_>, source: ObjectId, ability: &Static) -> Option<RuleId> {
    let own = played.game.object(source).base.has(KeywordName::Station);
    let with_size = ability.changes.iter().any(|change| matches!(change, Effect::AddTypes(_)));
    own.then_some(if with_size { cr!("721.2b") } else { cr!("721.2a") })
}

/// Why an object is none of those that an effect affects.
fn passed_over(
    played: Played<'_>,
    object: ObjectId,
    (name, frame, filter): (&str, &Frame, &Filter),
) -> Outcome<Option<Found>> {
    let only = std::slice::from_ref(filter);
    let parts = if let Filter::All(parts) = filter { parts.as_slice() } else { only };
    for lacking in parts {
        if matches(played.sight(), frame, lacking, object)? {
            continue;
        }
        let Some(words) = phrases::objects(filter, Sort::Permanents) else { return Ok(None) };
        let basic = Filter::Supertype(Supertype::Basic);
        let of_basics = *lacking == basic || *lacking == Filter::Not(Box::new(basic));
        let rule = if of_basics { cr!("205.4c") } else { cr!("611.3a") };
        return Ok(Some((rule, format!("{name} affects only {words}"))));
    }
    Ok(None)
}

/// That something is so only under a condition: `only if you control a Swamp`, `unless you control two or more other lands`.
fn only(condition: &Condition, conjunction: &str, called: &str) -> Option<String> {
    if let Some(words) = in_words(condition, called) {
        return Some(format!("only {conjunction} {words}"));
    }
    let Condition::Not(of) = condition else { return None };
    in_words(of, called).map(|words| format!("unless {words}"))
}

/// A condition in words, in which the object that states it is called so; nothing for one that speaks of what has a name only as it happens.
fn in_words(condition: &Condition, called: &str) -> Option<String> {
    let own = if called == "it" { "its".to_owned() } else { format!("{called}'s") };
    let words = phrases::condition(condition).or_else(|| of_keyword(condition))?;
    Some(words.replace("~'s", &own).replace('~', called))
}

/// What the condition of an ability for which a keyword stands says, where no card says that by itself.
fn of_keyword(condition: &Condition) -> Option<String> {
    if is_of_pair(condition) {
        return Some("~ is paired with another creature".to_owned());
    }
    let Condition::Paid(name) = condition else { return None };
    let keyword = KeywordName::from_word(name.as_str())?;
    Some(format!("~'s {} cost was paid", keyword.word()))
}

/// Whether a condition is that the object itself is paired with another creature (702.95b).
fn is_of_pair(condition: &Condition) -> bool {
    let Condition::Is(what, a) = condition else { return false };
    **what == Selection::This && **a == Filter::Is(Trait::Paired)
}
