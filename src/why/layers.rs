//! By which layers an object is what it is, as the effects tell that really apply to it.

use std::rc::Rc;

use crate::engine::Outcome;
use crate::engine::reading::Frame;
use crate::engine::reading::filters::matches;
use crate::engine::spells::linked_abilities;
use crate::game::{
    AbilityInstance, Affected, Change, Characteristics, ContinuousEffect, Object, ObjectId, Thing,
};
use crate::ir::change::{Change as Effect, TextWord};
use crate::ir::part::{Part, mentions};
use crate::ir::{
    Ability, CardType, CounterKind, Instruction, KeywordName, Quantity, Selection, Subtype, Zone,
};
use crate::rules::{RuleId, cr};
use crate::trace::layers::{Influence, Standing, contend};
use crate::trace::{Entry, Reason, Reasons, What};

use super::steps::chosen_for;
use super::values::{self, Asked, Kind};
use super::{Played, lost, printed};

/// Which of the two numbers of a creature is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// Both.
    Both,
    /// Its power alone.
    Power,
    /// Its toughness alone.
    Toughness,
}

impl Size {
    /// Whether a change is one of that number: +0/+1 is none of the power.
    pub(crate) fn is_changed_by(self, change: &Effect) -> bool {
        let adds = |quantity: &Quantity| *quantity != Quantity::Fixed(0);
        if let Effect::SetPowerToughness { power, toughness } = change {
            return self.is_of(power.is_some(), toughness.is_some());
        }
        if let Effect::AddPowerToughness { power, toughness } = change {
            return self == Self::Both || self.is_of(adds(power), adds(toughness));
        }
        changes_power_toughness(change)
    }

    /// Whether counters of a kind change that number (122.1a, 122.1j).
    pub(crate) fn is_changed_by_counters(self, kind: CounterKind) -> bool {
        match kind {
            CounterKind::PowerToughness(power, toughness) => self.is_of(power != 0, toughness != 0),
            // Each gives +1/+0.
            kind => kind == CounterKind::HONE && self.is_of(true, false),
        }
    }

    /// Whether one of these is the number that is asked about.
    const fn is_of(self, power: bool, toughness: bool) -> bool {
        match self {
            Self::Both => power || toughness,
            Self::Power => power,
            Self::Toughness => toughness,
        }
    }
}

/// The rules by which power and toughness are what they are: the sublayers in which something applied, or what is printed.
pub(crate) fn power_and_toughness(played: Played<'_>, object: ObjectId, size: Size) -> Outcome<Reasons> {
    let now = played.view.characteristics(played.game, object);
    let object = played.game.object(object);
    let is_such = |change: &Effect| size.is_changed_by(change);
    let mut rules = by_effects(played, object.id, &is_such, true)?;
    let counted = |(kind, _): &(CounterKind, u32)| {
        matches!(kind, CounterKind::PowerToughness(..)) && size.is_changed_by_counters(*kind)
    };
    if object.on_battlefield() && object.counters.iter().any(counted) {
        rules = rules.and(cr!("613.4c")).and(cr!("122.1a"));
    }
    let game = played.game;
    let honed = |other: ObjectId| {
        game.object(other).counters_of(CounterKind::HONE) > 0
            && size.is_changed_by_counters(CounterKind::HONE)
    };
    if object.on_battlefield() && game.attached_to(Thing::Object(object.id)).any(honed) {
        rules = rules.and(cr!("613.4c")).and(cr!("122.1j"));
    }
    if rules.contains(cr!("613.4a")) {
        rules = printed::defining(object, rules).and(cr!("604.3"));
    }
    if sums_up(played, object, now) {
        rules = rules.and(cr!("607.3"));
    }
    rules = rules.joined(of_choices(played, object, now));
    // What is printed counts again where something else did before.
    if rules.is_empty() {
        rules = lost::by_rule(played, object.id, &is_such, true)?;
    }
    if rules.is_empty() {
        let lacks =
            |its: &Characteristics| size.is_of(its.power != now.power, its.toughness != now.toughness);
        rules = lost::over(played, object.id, &|_| false, &lacks);
    }
    let by_layers = [cr!("613.4a"), cr!("613.4b"), cr!("613.4c"), cr!("613.4d")];
    if by_layers.into_iter().any(|layer| rules.contains(layer)) {
        return Ok(rules);
    }
    // Which of several sets of values counts, or what has made it.
    let set = values::of(played, object, Asked::Size);
    if set.are_others() || set.kind == Kind::Made {
        return Ok(rules.joined(set.rules));
    }
    let differ = size.is_of(object.base.power != now.power, object.base.toughness != now.toughness);
    if differ {
        return Ok(rules);
    }
    // What became a creature has what is printed from then on (301.7b).
    let vehicle = now.has_subtype_named("Vehicle") && !object.base.is(CardType::Creature);
    let rules = rules.and(if vehicle && object.on_battlefield() { cr!("301.7b") } else { cr!("208.1") });
    // Which of its faces or halves counts says more than where their numbers stand.
    Ok(if set.kind == Kind::Normal { set.rules.joined(rules) } else { rules.joined(set.rules) })
}

/// The rules by which its own static abilities know a number, or what they change the size of: a linked ability has had it paid or chosen,
/// or it was never chosen for what has gained them (607.5a), and what was never paid is no number (107.2).
fn of_choices(played: Played<'_>, object: &Object, now: &Characteristics) -> Reasons {
    let asks = |instance: &&AbilityInstance| {
        matches!(&*instance.ability, Ability::Static(it) if it.changes.iter().any(changes_power_toughness))
            && mentions(&*instance.ability, Part::is_chosen)
    };
    let pays = |ability: &Ability| {
        mentions(ability, |part| matches!(part, Part::Instruction(Instruction::PayAnyLife { .. })))
    };
    let paid = now.abilities.iter().any(|instance| pays(&instance.ability));
    now.abilities.iter().filter(asks).fold(Reasons::NONE, |rules, instance| {
        let rule = match (is_unmade(played, object, instance), paid) {
            (true, true) => cr!("107.2"),
            (true, false) => cr!("607.5a"),
            (false, true) => cr!("607.2g"),
            (false, false) => cr!("607.2d"),
        };
        let step = chosen_for(played, object.id).filter(|_| rule == cr!("607.2d"));
        rules.and(Reason { rule, step })
    })
}

/// Whether an ability that an object has gained speaks of a choice that was never made for it (607.5a).
pub(crate) fn is_unmade(played: Played<'_>, object: &Object, instance: &AbilityInstance) -> bool {
    let frame = Frame::of_source(object.id, object.owner, instance.origin);
    linked_abilities::speaks_of_none(played.game, &frame, &*instance.ability)
}

/// Whether a static ability of the object asks for a number of "the" exiled card, and there are several (607.3).
fn sums_up(played: Played<'_>, object: &Object, now: &Characteristics) -> bool {
    let game = played.game;
    let links = game.links().iter().filter(|link| link.key.object == object.id);
    let there = links.filter(|link| game.object(link.object).exists).count();
    let asks = |ability: &Ability| {
        matches!(ability, Ability::Static(it) if it.changes.iter().any(changes_power_toughness))
            && mentions(ability, |part| matches!(part, Part::Selection(Selection::TheLinked(_))))
    };
    there > 1 && now.abilities.iter().any(|instance| asks(&instance.ability))
}

const fn changes_power_toughness(change: &Effect) -> bool {
    matches!(
        change,
        Effect::SetPowerToughness { .. } | Effect::AddPowerToughness { .. } | Effect::SwitchPowerToughness
    )
}

/// Whether a change sets the base power and toughness of an object.
pub(crate) const fn sets_power_toughness(change: &Effect) -> bool {
    matches!(change, Effect::SetPowerToughness { .. })
}

/// Whether a change concerns the types of an object.
pub(crate) const fn changes_types(change: &Effect) -> bool {
    matches!(
        change,
        Effect::AddTypes(_)
            | Effect::SetTypes(_)
            | Effect::LoseTypes(_)
            | Effect::EveryCreatureType
            | Effect::Exchange { from: TextWord::Subtype(_), .. }
    )
}

/// Whether a change concerns the colors of an object.
pub(crate) const fn changes_colors(change: &Effect) -> bool {
    matches!(
        change,
        Effect::AddColors(_) | Effect::SetColors(_) | Effect::SetChosenColor(_) | Effect::AddChosenColor(_)
    )
}

/// Whether a change sets the card types of an object, and with them which subtypes it may have (205.1a).
pub(crate) fn sets_card_types(change: &Effect) -> bool {
    matches!(change, Effect::SetTypes(set) if !set.types.is_empty())
}

/// Whether an effect sets a land's subtypes to basic land types (305.7).
pub(crate) fn sets_land_types(influence: &Influence) -> bool {
    let is_basic = |subtype: &Subtype| subtype.basic_land_color().is_some();
    influence
        .changes
        .iter()
        .any(|change| matches!(change, Effect::SetTypes(set) if set.subtypes.iter().any(is_basic)))
}

/// Whether an effect sets or adds a basic land type, or changes the word of one.
pub(crate) fn names_land_types(influence: &Influence) -> bool {
    let is_basic = |subtype: &Subtype| subtype.basic_land_color().is_some();
    influence.changes.iter().any(|change| {
        if let Effect::SetTypes(types) | Effect::AddTypes(types) = change {
            return types.chosen.is_some() || types.subtypes.iter().any(is_basic);
        }
        matches!(change, Effect::Exchange { from: TextWord::Subtype(_), .. })
    })
}

/// Whether a rule is that of a layer or sublayer in which effects apply.
pub(crate) fn is_layer(rule: RuleId) -> bool {
    let rule = rule.as_str();
    rule.len() > "613.1".len() && (rule.starts_with("613.1") || rule.starts_with("613.4"))
}

/// Whether what a rule decides is told by the effects that make it so in their layers.
pub(crate) fn is_told_by_effects(rule: RuleId) -> bool {
    // What defines a characteristic does so in its layer, and what sets or adds a type in that of types.
    let by_effects = [
        cr!("604.3"),
        cr!("305.7"),
        cr!("205.1a"),
        cr!("205.1b"),
        cr!("105.3"),
        cr!("113.11"),
        cr!("122.1a"),
        cr!("122.1b"),
        cr!("122.1j"),
        cr!("701.60c"),
        cr!("702.178a"),
    ];
    rule.as_str().starts_with("613.") || by_effects.contains(&rule)
}

/// The rules by which changes of a kind apply to an object, in the order of the layers; and if that is wanted, where the
/// ability that would make such a change is gone, the layer that takes it.
pub(crate) fn by_effects(
    played: Played<'_>,
    object: ObjectId,
    is_such: &dyn Fn(&Effect) -> bool,
    gone_too: bool,
) -> Outcome<Reasons> {
    let settled = settled_earlier(played, object, is_such);
    let rules = by_those_on_it(played, object, is_such, gone_too)?;
    Ok(match settled {
        // That it is not among the objects is all that there is to say of that effect.
        Some(false) => rules.led_by(cr!("611.2c")),
        // Of one on it, that it has stayed so attends the effect itself.
        Some(true) => rules.and(cr!("611.2c")),
        None => rules,
    })
}

/// The same, of what is on the object.
fn by_those_on_it(
    played: Played<'_>,
    object: ObjectId,
    is_such: &dyn Fn(&Effect) -> bool,
    gone_too: bool,
) -> Outcome<Reasons> {
    let view = played.view;
    let settled = made(played, object, is_such);
    if view.is_as_printed() || !gone_too && !view.changes(object) {
        return Ok(settled);
    }
    let influences = influences(played)?;
    // What gives abilities and is no effect has rules of its own.
    let on_it = |influence: &&Influence| {
        influence.object == object && influence.changes.iter().any(is_such) && !influence.is_given_by_itself()
    };
    let on_it: Vec<&Influence> = influences.iter().filter(on_it).collect();
    let mut rules = settled;
    let shown = |influence: &&&Influence| influence.standing.applies() || gone_too;
    for influence in on_it.iter().filter(shown) {
        // A land set to basic land types has its other ones no more, nor what its text gave it (305.7).
        let set = |object| {
            influences.iter().any(|it| it.object == object && it.standing.applies() && sets_land_types(it))
        };
        match influence.standing {
            Standing::Applies | Standing::AppliesNow | Standing::GoesOn => {
                if sets_land_types(influence) {
                    rules = rules.and(cr!("305.7"));
                }
                rules = rules.and(influence.layer);
            }
            Standing::AppliesNoMore | Standing::Reworded | Standing::Waits => {}
            Standing::Gone => {
                let granted = influence.granted || !set(influence.source);
                rules = rules.and(if granted { cr!("613.1f") } else { cr!("305.7") });
            }
        }
        match influence.standing {
            Standing::AppliesNow | Standing::AppliesNoMore => rules = rules.and(cr!("613.9")),
            Standing::Reworded => rules = rules.and(cr!("613.1c")).and(cr!("613.9")),
            Standing::GoesOn => rules = rules.and(cr!("613.6")),
            Standing::Applies | Standing::Gone | Standing::Waits => {}
        }
        let source = played.game.object(influence.source);
        // What an ability has made as it resolved needs no ability that functions there.
        if source.exists && source.zone == Zone::Command && influence.made.is_none() {
            let is = |card_type| source.base.is(card_type);
            rules = rules.and(match () {
                () if is(CardType::Plane) => cr!("311.4"),
                () if is(CardType::Vanguard) => cr!("313.4"),
                () if is(CardType::Scheme) => cr!("314.4"),
                () if is(CardType::Conspiracy) => cr!("315.5"),
                () => cr!("114.4"),
            });
        }
        // What a station symbol stands for gives the permanent abilities, and may make it a creature with these numbers.
        let by_symbol = |change: &Effect| {
            let of_symbol =
                matches!(change, Effect::SetPowerToughness { .. } | Effect::AddTypes(_) | Effect::Gain(_));
            of_symbol && is_such(change)
        };
        let own = influence.source == object && !influence.granted && source.base.has(KeywordName::Station);
        if own && influence.standing.applies() && influence.changes.iter().any(by_symbol) {
            // A symbol with a size makes the permanent a creature.
            let with_size =
                source.base.abilities.iter().filter_map(|its| its.ability.as_static()).any(|it| {
                    let same = |change: &Effect| by_symbol(change) && it.changes.contains(change);
                    it.changes.iter().any(|change| matches!(change, Effect::AddTypes(_)))
                        && influence.changes.iter().any(same)
                });
            rules = rules.and(if with_size { cr!("721.2b") } else { cr!("721.2a") });
        }
        // What the keyword stands for does it; at less than max speed it has nothing of it to begin with.
        if let Some(rule) = influence.keyword.filter(|_| influence.standing.applies()) {
            let leads = rule == cr!("702.178a");
            let by_keyword = if leads { rules.led_by(rule) } else { rules.and(rule) };
            rules = cast_for(played, object, rule).map_or(by_keyword, |paid| rules.led_by(paid));
        }
        if influence.waited {
            rules = rules.and(cr!("613.8b"));
        }
        if influence.granted {
            rules = rules.and(cr!("613.7a"));
        }
    }
    rules = stayed(played, object, is_such).into_iter().fold(rules, Reasons::and);
    // What an object can't have no effect gives it, whenever it came (113.11).
    let cant_have = |influence: &&&Influence| {
        let is = |change: &Effect| matches!(change, Effect::CantHave(_)) && is_such(change);
        influence.standing.applies() && influence.changes.iter().any(is)
    };
    if on_it.iter().any(|influence| cant_have(&influence)) {
        return Ok(rules.and(cr!("113.11")));
    }
    let pairs = contested(&on_it, is_such);
    if pairs.is_empty() {
        return Ok(rules);
    }
    Ok(by_order(played, &on_it, &pairs, rules))
}

/// The rules by which one of two effects on an object comes before the other, with those by which they apply.
fn by_order(
    played: Played<'_>,
    on_it: &[&Influence],
    pairs: &[(&Influence, &Influence)],
    rules: Reasons,
) -> Reasons {
    // What its own characteristic-defining abilities say comes first, whatever has which timestamp.
    let defining = |influence: &Influence| influence.defining && influence.source == influence.object;
    if pairs.iter().all(|(one, other)| defining(one) || defining(other)) {
        return rules.and(cr!("613.3"));
    }
    let latest = on_it
        .iter()
        .filter(|influence| influence.standing.applies())
        .max_by_key(|influence| influence.timestamp);
    let since = latest.and_then(|latest| rule_of_timestamp(played, latest));
    let rules = since.into_iter().fold(rules.and(cr!("613.7")), Reasons::and);
    // What puts it there says what it is, which comes after its own abilities.
    let with_it =
        |own: &Influence, other: &Influence| is_own_since_entering(played, own) && came_with(played, other);
    let said = pairs.iter().any(|(one, other)| with_it(one, other) || with_it(other, one));
    let rules = if said { rules.and(cr!("613.7n")) } else { rules };
    let together = pairs.iter().any(|(one, other)| came_together(played, one, other));
    if together { rules.and(cr!("613.7m")) } else { rules }
}

/// Whether an effect is that of a static ability of the object itself, with the timestamp that the object got as it entered.
fn is_own_since_entering(played: Played<'_>, influence: &Influence) -> bool {
    influence.source == influence.object
        && !influence.granted
        && rule_of_timestamp(played, influence) == Some(cr!("613.7d"))
}

/// Whether an effect is what the spell or ability that put the object there said that it is (611.2e).
fn came_with(played: Played<'_>, influence: &Influence) -> bool {
    let is_it = |being: &ContinuousEffect| Some(being.id) == influence.made;
    influence.made.is_some()
        && played.trace.entries().iter().any(|entry| match &entry.what {
            What::Changed(Change::Move(it), _) if it.new == influence.object => {
                it.being.as_deref().is_some_and(is_it)
            }
            _ => false,
        })
}

/// The rule by which an effect got its timestamp in the course of the game: the effect itself as it was made, or its source by the last
/// event that gives an object a new one. Nothing of what is there from the start.
fn rule_of_timestamp(played: Played<'_>, influence: &Influence) -> Option<RuleId> {
    if let Some(made) = influence.made {
        let begins =
            |entry: &Entry| matches!(&entry.what, What::Changed(Change::BeginEffect(it), _) if it.id == made);
        return played.trace.entries().iter().any(begins).then(|| cr!("613.7b"));
    }
    renewal(played, influence.source).map(|(rule, _)| rule)
}

/// The last event that gave an object a new timestamp: the rule that says so, and which changes are at the same time.
fn renewal(played: Played<'_>, source: ObjectId) -> Option<(RuleId, u32)> {
    let turned = match played.game.object(source).zone {
        Zone::Command => cr!("613.7h"),
        _ => cr!("613.7f"),
    };
    played.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Changed(change, batch) => {
            let rule = match change {
                Change::Attach(object, Some(_)) if *object == source => cr!("613.7e"),
                Change::FaceDown(object, _) if *object == source => turned,
                Change::Transform(object) if *object == source => cr!("613.7g"),
                Change::Move(it) if it.new == source => cr!("613.7d"),
                Change::Create(it) if it.new == source => cr!("613.7d"),
                _ => return None,
            };
            Some((rule, *batch))
        }
        _ => None,
    })
}

/// Whether two effects have the timestamps of their sources, which got them at the same time: in APNAP order, or in that of a player's
/// choice (613.7m).
fn came_together(played: Played<'_>, one: &Influence, other: &Influence) -> bool {
    // One that was made has its own (613.7b), and so may one of an ability that was granted (613.7a).
    let of_source = |its: &Influence| !its.granted && its.made.is_none();
    if one.source == other.source || !of_source(one) || !of_source(other) {
        return false;
    }
    let (Some((_, one)), Some((_, other))) = (renewal(played, one.source), renewal(played, other.source))
    else {
        return false;
    };
    one == other
}

/// What the effects do to an object, in the order of the layers; nothing where no effect changes any object.
pub(crate) fn influences_on(played: Played<'_>, object: ObjectId) -> Outcome<Vec<Influence>> {
    if !played.trace.is_on() || played.view.is_as_printed() {
        return Ok(Vec::new());
    }
    let influences = influences(played)?;
    Ok(influences.iter().filter(|influence| influence.object == object).cloned().collect())
}

/// What the effects do to the objects.
pub(super) fn influences(played: Played<'_>) -> Outcome<Rc<[Influence]>> {
    played.influences.of(played.game, played.view)
}

/// The pairs of effects between whose changes of a kind the order decides, the earlier first: they contend, and none in that layer has
/// waited for what it depends on.
fn contested<'a>(
    influences: &[&'a Influence],
    is_such: &dyn Fn(&Effect) -> bool,
) -> Vec<(&'a Influence, &'a Influence)> {
    let waited = |layer| influences.iter().any(|it| it.waited && it.standing.applies() && it.layer == layer);
    let before = |(index, later): (usize, &&'a Influence)| {
        let later = *later;
        let earlier = influences.iter().take(index).copied();
        let contends =
            earlier.filter(move |earlier| contend(earlier, later, is_such) && !waited(later.layer));
        contends.map(|earlier| (earlier, later)).collect::<Vec<_>>()
    };
    influences.iter().enumerate().flat_map(before).collect()
}

/// The rule by which what was changed of a spell is so of the permanent that it has become (400.7a).
fn stayed(played: Played<'_>, object: ObjectId, is_such: &dyn Fn(&Effect) -> bool) -> Option<RuleId> {
    let its = played.game.object(object);
    let spell = its.previous.filter(|before| played.game.object(*before).zone == Zone::Stack)?;
    let mut effects = played.game.effects().iter().filter(|effect| effect.changes.iter().any(is_such));
    let stays = its.on_battlefield() && effects.any(|effect| effect.is_on(object) && effect.is_on(spell));
    stays.then_some(cr!("400.7a"))
}

/// The rules by which an effect that was made is on the object as it is: a spell keeps what let its card be cast (400.7g), a list of
/// keywords stands for each of their variants (702.1c), and what a keyword or keyword action makes it makes by its own rule.
fn made(played: Played<'_>, object: ObjectId, is_such: &dyn Fn(&Effect) -> bool) -> Reasons {
    let game = played.game;
    let its = game.object(object);
    let mut rules = Reasons::NONE;
    for effect in game.effects().iter().filter(|effect| effect.changes.iter().any(is_such)) {
        let Affected::Objects(objects) = &effect.affected else { continue };
        if !objects.contains(&object) {
            continue;
        }
        if its.zone == Zone::Stack && its.previous.is_some_and(|card| objects.contains(&card)) {
            rules = rules.and(cr!("400.7g"));
        }
        let began = played.trace.entries().iter().find(|entry| match &entry.what {
            What::Changed(Change::BeginEffect(began), _) => began.id == effect.id,
            _ => false,
        });
        // What a keyword or a keyword action does it does by its own rule, and so does the mana that was spent on the spell (106.6); how
        // long it lasts says nothing of that.
        let own = |rule: RuleId| {
            matches!(rule.number().section(), Some(701 | 702))
                || rule == cr!("106.6")
                // By how much is worked out once, as it begins.
                || rule == cr!("608.2h") && is_such(&Effect::SwitchPowerToughness)
        };
        let its = began.map_or_else(|| as_it_entered(played, effect), |entry| entry.reasons());
        rules = rules.joined(its.only(own));
    }
    rules
}

/// The rules of the move with which an effect began that says what a permanent is as it enters, as riot and dash do: where somebody chose by
/// one of them, with that step.
fn as_it_entered(played: Played<'_>, effect: &ContinuousEffect) -> Reasons {
    let entries = played.trace.entries();
    let with_it = |entry: &&Entry| match &entry.what {
        What::Changed(Change::Move(it), _) => it.being.as_deref().is_some_and(|being| being.id == effect.id),
        What::Changed(Change::Create(it), _) => {
            it.being.as_deref().is_some_and(|being| being.id == effect.id)
        }
        _ => false,
    };
    let Some(entered) = entries.iter().find(with_it) else { return Reasons::NONE };
    let chosen = |rule: RuleId| {
        let before = entries.get(..entered.id.0 as usize)?.iter();
        let mut beside = before.filter(|entry| entry.parent == entered.parent);
        let chose =
            beside.rfind(|entry| matches!(entry.what, What::Chose(..)) && entry.rules.contains(rule))?;
        Some(Reason { rule, step: Some(chose.id) })
    };
    let each = entered.reasons();
    each.iter().map(|reason| chosen(reason.rule).unwrap_or(reason)).fold(Reasons::NONE, Reasons::and)
}

/// The step in which the spell that a permanent was has been cast for the cost of a keyword by whose rule it has now what that says of it.
fn cast_for(played: Played<'_>, object: ObjectId, rule: RuleId) -> Option<Reason> {
    let spell = played.game.object(object).previous?;
    let casts = |entry: &&Entry| matches!(entry.what, What::Casts(_, it) if it == spell);
    let cast = played.trace.entries().iter().find(casts)?;
    cast.rules.contains(rule).then_some(Reason { rule, step: Some(cast.id) })
}

/// Whether a resolved effect on all objects of a kind affects this one though it is not of the kind any more, or doesn't though it has become so:
/// the set was determined as the effect began (611.2c). Nothing if there is no such effect.
fn settled_earlier(played: Played<'_>, object: ObjectId, is_such: &dyn Fn(&Effect) -> bool) -> Option<bool> {
    let game = played.game;
    let on_battlefield = game.object(object).on_battlefield();
    for effect in game.effects().iter().filter(|effect| on_battlefield && effect.changes.iter().any(is_such))
    {
        let (Some(of), Affected::Objects(objects)) = (&effect.of, &effect.affected) else { continue };
        let frame = Frame::of_effect(effect.source, effect.controller, &effect.bindings);
        // Where it can't be told, nothing is said of it.
        let Ok(fits) = matches(played.sight(), &frame, of, object) else { continue };
        // An effect whose parts do not all apply to each of its objects is kept in several (113.11).
        let same = |other: &ContinuousEffect| {
            (other.source, other.timestamp) == (effect.source, effect.timestamp) && other.is_on(object)
        };
        let contained = objects.contains(&object) || game.effects().iter().any(same);
        if fits != contained {
            return Some(contained);
        }
    }
    None
}
