//! CR 115: Targets

use crate::engine::additional::keyword_abilities::{hexproof, mutate, protection, shroud};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::{self, matches};
use crate::engine::reading::selections;
use crate::engine::reading::selections::{defending_of, players};
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::{continuous_effects, linked_abilities};
use crate::game::{Announced, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::part::{Part, mentions};
use crate::ir::{Body, CardType, Filter, Players, Quantity, TargetKind, TargetSpec, Trait, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::refusal::OF_ANOTHER_KIND;

pub(in crate::engine) mod changing;
pub(crate) mod misfits;
pub(in crate::engine) mod together;

/// The legal targets for a target phrase, in canonical order: players, then objects as they stand in their zones.
///
/// # Errors
/// If the phrase asks for what can't be told.
pub(in crate::engine) fn legal(
    play: &mut Play<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    on_stack: ObjectId,
) -> Outcome<Vec<Thing>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut found = Vec::new();
    let several = defending_players(sight, frame, spec).is_some();
    let mut unclear = None;
    for thing in candidates(sight, &spec.kind) {
        match why_not(sight, frame, spec, thing, on_stack) {
            Ok(None) => found.push(thing),
            Ok(Some(_)) => {}
            // What is clear can be chosen beside it.
            Err(halt @ Halt::Undecided(_)) if several => unclear = Some(halt),
            Err(halt) => return Err(halt),
        }
    }
    match unclear.filter(|_| found.is_empty()) {
        Some(halt) => Err(halt),
        None => Ok(found),
    }
}

/// Whether there are enough legal targets for a phrase.
///
/// # Errors
/// As [`legal`].
pub(in crate::engine) fn enough(
    play: &mut Play<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    on_stack: ObjectId,
) -> Outcome<bool> {
    // Of a phrase that is there for each of some players, one for any of them.
    if let (Some(who), None) = (&spec.each_of, frame.current) {
        let view = play.view()?;
        let mut any = false;
        for player in players(Sight { game: &play.game, view: &view }, frame, who)? {
            let frame = Frame { current: Some(Thing::Player(player)), ..frame.clone() };
            any |= enough(play, &frame, spec, on_stack)?;
        }
        return Ok(any);
    }
    let legal = legal(play, frame, spec, on_stack)?;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let least = quantities::amount(sight, frame, &spec.at_least)?;
    let count = match &spec.together {
        Some(together) if least > 1 => together::most(sight, frame, together, &legal)?,
        _ => legal.len(),
    };
    // The value of X is announced later.
    let known = !mentions(&spec.divided, |part| matches!(part, Part::Quantity(Quantity::X)));
    let suffices = !known || to_divide(sight, frame, spec)?.is_none_or(|amount| amount >= least);
    Ok(count >= least as usize && suffices)
}

/// How much is divided among the targets of a phrase, each of which gets at least one (601.2d): it can have no more targets than that.
/// Nothing where the amount is only known once they have been chosen.
///
/// # Errors
/// If the amount can't be told.
pub(in crate::engine) fn to_divide(
    sight: Sight<'_>,
    frame: &Frame,
    spec: &TargetSpec,
) -> Outcome<Option<u32>> {
    let known = |quantity: &&Quantity| !mentions(*quantity, |part| part.target().is_some());
    spec.divided.as_ref().filter(known).map(|quantity| quantities::amount(sight, frame, quantity)).transpose()
}

/// Whether there is too little of the kind that a phrase asks for, and whatever else is put onto the stack makes it no more.
///
/// # Errors
/// If the phrase asks for what can't be told.
pub(in crate::engine) fn too_few(sight: Sight<'_>, frame: &Frame, spec: &TargetSpec) -> Outcome<bool> {
    if spec.each_of.is_some() || spec.only_if.is_some() || asks_the_stack(&spec.kind) {
        return Ok(false);
    }
    let least = quantities::amount(sight, frame, &spec.at_least)?;
    let mut fitting = 0;
    for thing in candidates(sight, &spec.kind) {
        fitting += u32::from(fits(sight, frame, &spec.kind, thing)?);
    }
    Ok(fitting < least)
}

/// Whether spells or abilities can be targets of a kind.
fn asks_the_stack(kind: &TargetKind) -> bool {
    match kind {
        TargetKind::Spell(_) | TargetKind::Ability(_) => true,
        TargetKind::OneOf(kinds) => kinds.iter().any(asks_the_stack),
        TargetKind::Permanent(_) | TargetKind::Card(..) | TargetKind::Player(_) | TargetKind::Any => false,
    }
}

/// Why something can't be the target: the rule that forbids it; nothing if it can.
///
/// # Errors
/// If the phrase asks for what can't be told.
pub(in crate::engine) fn why_not(
    sight: Sight<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    thing: Thing,
    on_stack: ObjectId,
) -> Outcome<Option<RuleId>> {
    // A spell or ability on the stack is an illegal target for itself (115.5), also if it is named as the card that it was
    // until it was announced.
    let became = |object: ObjectId| {
        let (its, spell) = (sight.game.object(object), sight.game.object(on_stack));
        !its.exists && spell.is_spell() && its.card().is_some() && its.card() == spell.card()
    };
    if thing == Thing::Object(on_stack) || thing.object().is_some_and(became) {
        return Ok(Some(cr!("115.5")));
    }
    // What is phased out is treated as though it did not exist (702.26b).
    if thing.object().is_some_and(|object| sight.game.object(object).phased_out.is_some()) {
        return Ok(Some(cr!("702.26b")));
    }
    if !fits_for_some(sight, frame, spec, thing)? {
        return Ok(Some(misfit_rule(sight, frame, spec, thing)?));
    }
    let forbidden = match shroud::forbids(sight, thing)? {
        Some(rule) => Some(rule),
        None => match hexproof::forbids(sight, frame, thing)? {
            Some(rule) => Some(rule),
            None => protection::forbids_target(sight, frame, thing)?,
        },
    };
    if forbidden.is_some() {
        return Ok(forbidden);
    }
    Ok(said_by(sight, frame, thing, on_stack)?.map(|_| cr!("101.2")))
}

/// The object whose effect says that something can't be the target, if one does (101.2).
///
/// # Errors
/// If it can't be told whether one does.
pub(in crate::engine) fn said_by(
    sight: Sight<'_>,
    frame: &Frame,
    thing: Thing,
    on_stack: ObjectId,
) -> Outcome<Option<ObjectId>> {
    // It is the spell or ability on the stack that targets (115.1).
    let itself = |it: &ObjectId| {
        let its = sight.game.object(*it);
        its.is_spell() || its.stack_ability().is_some()
    };
    let by = Some(Some(on_stack).filter(itself).or(frame.on_stack.filter(itself)).unwrap_or(frame.source));
    let who = Some(frame.controller);
    continuous_effects::prohibited(sight, Action::Be(Verb::Target), thing.object(), who, by)
}

/// Whether it is a keyword that says of what kind the target must be.
pub(in crate::engine) fn of_keyword(rule: RuleId) -> bool {
    let keywords = [
        cr!("702.5a"),
        cr!("702.6a"),
        cr!("702.6c"),
        cr!("702.6e"),
        cr!("702.67a"),
        cr!("702.140a"),
        cr!("702.151a"),
    ];
    keywords.contains(&rule)
}

/// The rules by which something is no target of a phrase that asks for what a linked ability has dealt with (607).
pub(in crate::engine) const LINKED: [RuleId; 4] =
    [cr!("607.1d"), cr!("607.2a"), cr!("607.2b"), cr!("607.2c")];

/// Why something can't be the target, said of it in a few words.
pub(in crate::engine) fn why_in_words(rule: RuleId, thing: Thing) -> &'static str {
    let of_players = [
        (cr!("702.11d"), "the player has hexproof from a quality of the source"),
        (cr!("702.16b"), "the player has protection from a quality of the source"),
        (cr!("702.16j"), "the player has protection from everything"),
        (cr!("702.16k"), "the player has protection from the player who controls the source"),
        (cr!("702.18a"), "the player has shroud"),
    ];
    let of_player = of_players.iter().find(|(known, _)| *known == rule && thing.player().is_some());
    if let Some((_, words)) = of_player {
        return words;
    }
    let words = [
        (cr!("101.2"), "an effect says that it can't be a target"),
        (cr!("113.9"), "an ability is no spell"),
        (cr!("115.2"), "only permanents are legal targets where no other zone is named"),
        (cr!("115.3"), "it was already chosen for the same word"),
        (cr!("115.4"), "it is no creature, player, planeswalker or battle"),
        (cr!("115.9a"), "it has another number of targets"),
        (cr!("115.9b"), "it does not target such a thing"),
        (cr!("115.9c"), "it does not target such a thing alone"),
        (cr!("115.5"), "a spell or ability can't target itself"),
        (cr!("400.11c"), "it is outside the game"),
        (cr!("607.1d"), "the ability that is linked to this one has not dealt with it"),
        (cr!("607.2a"), "the ability that is linked to this one has not exiled it"),
        (cr!("607.2b"), "the ability that is linked to this one has not exiled it"),
        (cr!("607.2c"), "the ability that is linked to this one has not put it there"),
        (cr!("702.5a"), "the Aura can't enchant that"),
        (cr!("702.6a"), "it is not a creature that the player controls"),
        (cr!("702.6c"), "the player controls it, but it is not of the kind that the ability asks for"),
        (cr!("702.6e"), "it is not a planeswalker that the player controls"),
        (cr!("702.16j"), "it has protection from everything"),
        (cr!("702.16k"), "it has protection from the player who controls the source"),
        (cr!("702.67a"), "it is not a land that the player controls"),
        (cr!("702.140a"), "it is not a creature, other than a Human, of the spell's owner"),
        (cr!("702.151a"), "it is not another creature that the player controls"),
        (cr!("702.11b"), "it has hexproof"),
        (cr!("702.11c"), "the player has hexproof"),
        (cr!("702.11d"), "it has hexproof from a quality of the source"),
        (cr!("702.16b"), "it has protection from a quality of the source"),
        (cr!("702.18a"), "it has shroud"),
        (cr!("702.26b"), "it is phased out"),
    ];
    words.iter().find(|(known, _)| *known == rule).map_or(OF_ANOTHER_KIND, |(_, words)| words)
}

/// The rule by which something of the wrong kind is no target: the keyword's own if a keyword says what it targets.
fn misfit_rule(sight: Sight<'_>, frame: &Frame, spec: &TargetSpec, thing: Thing) -> Outcome<RuleId> {
    // An ability is no spell, and a spell no ability (113.9).
    if let (TargetKind::Spell(_), Thing::Object(object)) = (&spec.kind, thing) {
        if sight.game.object(object).stack_ability().is_some() {
            return Ok(cr!("113.9"));
        }
    }
    if let (TargetKind::Spell(filter), Thing::Object(object)) = (&spec.kind, thing) {
        if let Some(rule) = misfit_of_targets(sight, frame, filter, object)? {
            return Ok(rule);
        }
    }
    if *spec == mutate::target() {
        return Ok(cr!("702.140a"));
    }
    if matches!(spec.kind, TargetKind::Any) {
        return Ok(cr!("115.4"));
    }
    if let Some(rule) = not_linked(sight, frame, spec, thing)? {
        return Ok(rule);
    }
    let is_elsewhere =
        |thing: Thing| thing.object().is_some_and(|object| !sight.game.object(object).on_battlefield());
    // Nothing reaches a card outside the game but what would bring it in (400.11c).
    if thing.object().is_some_and(|object| sight.game.object(object).outside) {
        return Ok(cr!("400.11c"));
    }
    let characteristics = sight.view.characteristics(sight.game, frame.source);
    let keyword = characteristics
        .abilities
        .iter()
        .find(|instance| instance.origin == frame.origin)
        .and_then(|instance| instance.keyword);
    Ok(match keyword {
        // A creature of the player's that has not the quality which the ability asks for (702.6c).
        Some(crate::ir::KeywordName::Equip) => {
            let lacks_the_quality = match plain_equip(&spec.kind) {
                Some(plain) => fits(sight, frame, &plain, thing)?,
                None => false,
            };
            if lacks_the_quality { cr!("702.6c") } else { cr!("702.6a") }
        }
        Some(crate::ir::KeywordName::EquipPlaneswalker) => cr!("702.6e"),
        Some(crate::ir::KeywordName::Reconfigure) => cr!("702.151a"),
        Some(crate::ir::KeywordName::Fortify) => cr!("702.67a"),
        Some(crate::ir::KeywordName::Enchant) => cr!("702.5a"),
        // What is meant is a permanent, unless the phrase names another zone (115.2).
        _ if matches!(spec.kind, TargetKind::Permanent(_)) && is_elsewhere(thing) => cr!("115.2"),
        _ => cr!("601.2c"),
    })
}

/// The rule by which something is no target for nothing but that the linked ability has not dealt with it (607.2).
fn not_linked(sight: Sight<'_>, frame: &Frame, spec: &TargetSpec, thing: Thing) -> Outcome<Option<RuleId>> {
    let (
        TargetKind::Permanent(filter) | TargetKind::Spell(filter) | TargetKind::Card(filter, _),
        Some(object),
    ) = (&spec.kind, thing.object())
    else {
        return Ok(None);
    };
    let parts = if let Filter::All(parts) = filter { parts.as_slice() } else { std::slice::from_ref(filter) };
    let is_linked = |part: &&Filter| linked_abilities::link_within(part).is_some();
    if !parts.iter().any(|part| is_linked(&part)) {
        return Ok(None);
    }
    let mut lacks = false;
    for part in parts {
        if matches(sight, frame, part, object)? {
            continue;
        }
        if !is_linked(&part) {
            return Ok(None);
        }
        lacks = true;
    }
    Ok(lacks.then(|| linked_abilities::rule_of_pair(sight.game, sight.view, frame.source)))
}

/// What an equip ability that asks for a quality could target without it: a creature that its player controls (702.6c).
pub(crate) fn plain_equip(kind: &TargetKind) -> Option<TargetKind> {
    let TargetKind::Permanent(Filter::All(filters)) = kind else { return None };
    let plain = || TargetKind::Permanent(Filter::All(filters.iter().take(2).cloned().collect()));
    (filters.len() > 2).then(plain)
}

/// The rule by which a spell is no target for nothing but its own targets, if it is that (115.9a to 115.9c).
fn misfit_of_targets(
    sight: Sight<'_>,
    frame: &Frame,
    kind: &Filter,
    spell: ObjectId,
) -> Outcome<Option<RuleId>> {
    let parts = if let Filter::All(parts) = kind { parts.as_slice() } else { std::slice::from_ref(kind) };
    let mut found = None;
    for part in parts {
        let rule = if matches!(part, Filter::TargetCount(_)) {
            Some(cr!("115.9a"))
        } else if matches!(part, Filter::Targets(_) | Filter::TargetsPlayer(_)) {
            Some(cr!("115.9b"))
        } else {
            matches!(part, Filter::TargetsOnly(_)).then_some(cr!("115.9c"))
        };
        match (matches(sight, frame, part, spell)?, rule) {
            (true, _) => {}
            (false, None) => return Ok(None),
            (false, rule) => found = found.or(rule),
        }
    }
    Ok(found)
}

/// The rules by which a target that was chosen is legal no more (608.2b), with what makes it so; nothing if it is legal.
///
/// # Errors
/// As [`why_not`].
pub(in crate::engine) fn no_longer_legal(
    sight: Sight<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    thing: Thing,
    on_stack: ObjectId,
) -> Outcome<Option<Rules>> {
    let illegal = Rules::of(&[cr!("608.2b")]);
    match thing {
        Thing::Object(object) if sight.game.object(object).phased_out.is_some() => {}
        Thing::Object(object) if sight.game.has_left(object) => {
            return Ok(Some(illegal.and(cr!("800.4a"))));
        }
        Thing::Object(object) if !sight.game.object(object).exists => {
            return Ok(Some(illegal.and(cr!("400.7"))));
        }
        Thing::Player(player) if sight.game.player(player).gone => return Ok(Some(illegal)),
        _ => {}
    }
    let colors = miscolored(sight, frame, spec, thing);
    Ok(why_not(sight, frame, spec, thing, on_stack)?.map(|rule| match rule {
        // That it is of the wrong kind now is all there is to say.
        rule if rule == cr!("601.2c") => colors.into_iter().fold(illegal, Rules::and),
        rule => illegal.and(rule),
    }))
}

/// The rule that says how many colors a target must have, where for having another number of them alone something is none (105.2a to
/// 105.2c).
pub(in crate::engine) fn miscolored(
    sight: Sight<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    thing: Thing,
) -> Option<RuleId> {
    let (TargetKind::Permanent(kind) | TargetKind::Spell(kind) | TargetKind::Card(kind, _)) = &spec.kind
    else {
        return None;
    };
    let parts = if let Filter::All(parts) = kind { parts.as_slice() } else { std::slice::from_ref(kind) };
    let rule_of = |part: &Filter| {
        let words = filters::NUMBERS_OF_COLORS.into_iter();
        words.filter(|(word, _)| *part == Filter::Is(*word)).map(|(_, rule)| rule).next()
    };
    let rule = parts.iter().find_map(rule_of)?;
    // Where it can't be told whether it is of the kind otherwise, nothing is said of that.
    let fits = |part: &Filter| matches(sight, frame, part, thing.object()?).ok();
    let as_said = parts.iter().all(|part| fits(part) == Some(rule_of(part).is_none()));
    as_said.then_some(rule)
}

/// Everything that a kind of target could be, legal or not.
fn candidates(sight: Sight<'_>, kind: &TargetKind) -> Vec<Thing> {
    let game = sight.game;
    let objects = |objects: &[ObjectId]| objects.iter().copied().map(Thing::Object).collect::<Vec<_>>();
    let all_players = || game.apnap().into_iter().map(Thing::Player).collect::<Vec<_>>();
    match kind {
        TargetKind::Permanent(_) => objects(game.battlefield()),
        TargetKind::Spell(_) | TargetKind::Ability(_) => objects(game.stack()),
        TargetKind::Card(_, zone) => match zone {
            Zone::Library | Zone::Hand | Zone::Graveyard => game
                .apnap()
                .into_iter()
                .flat_map(|player| game.zone(*zone, player).iter().copied().map(Thing::Object))
                .collect(),
            _ => objects(game.zone(*zone, PlayerId(0))),
        },
        TargetKind::Player(_) => all_players(),
        TargetKind::Any => {
            let mut all = all_players();
            all.extend(objects(game.battlefield()));
            all
        }
        TargetKind::OneOf(kinds) => {
            let mut all: Vec<Thing> = Vec::new();
            for kind in kinds {
                for thing in candidates(sight, kind) {
                    if !all.contains(&thing) {
                        all.push(thing);
                    }
                }
            }
            all
        }
    }
}

/// The refusal of what has no legal target, with what it is to be suspended where a target phrase asks for that (702.62b).
pub(in crate::engine) fn for_want_of_suspended(halt: Halt, body: &Body) -> Halt {
    let modes = body.choose.iter().flat_map(|choose| &choose.modes);
    let mut kinds = body.targets.iter().chain(modes.flat_map(|mode| &mode.targets)).map(|spec| &spec.kind);
    let suspended = |part| matches!(part, Part::Filter(Filter::Is(Trait::Suspended)));
    if !kinds.any(|kind| mentions(kind, suspended)) {
        return halt;
    }
    let words = "there is no legal target for it, and only a card in exile with suspend and a time counter is suspended";
    halt.and_rule(cr!("702.62b")).being(Some(words.to_owned()))
}

/// Whom "defending player" may mean in a target phrase of a spell or ability whose controller chooses which of several is meant by
/// choosing the target (508.5a): those who are attacked, and the others.
pub(in crate::engine) fn defending_players(
    sight: Sight<'_>,
    frame: &Frame,
    spec: &TargetSpec,
) -> Option<(Vec<PlayerId>, Vec<PlayerId>)> {
    let game = sight.game;
    let decided = defending_of(frame).is_some() || selections::attack_meant(game, frame).is_some();
    // What triggers may be about one of the attacking creatures, which decides whom that means (508.5).
    let triggered = frame.occasion.is_some();
    if decided || triggered || !game.turn().step.is_combat() || game.shares_turns() {
        return None;
    }
    let several: Vec<PlayerId> = game.opponents(game.turn().active).collect();
    if several.len() < 2 || !mentions(&spec.kind, |part| matches!(part, Part::Players(Players::Defending))) {
        return None;
    }
    let attacks = &game.combat().attacks;
    let attacked = |player: &PlayerId| {
        attacks.iter().any(|attack| selections::defending_player(sight, attack.defender) == *player)
    };
    Some(several.into_iter().partition(attacked))
}

/// The frame in which "defending player" means one of several.
fn meaning(frame: &Frame, defending: PlayerId) -> Frame {
    let announced = frame.announced.as_deref().cloned().unwrap_or_default();
    let announced = Announced { defending: Some(defending), ..announced };
    Frame { announced: Some(announced.into()), ..frame.clone() }
}

/// Which of several defending players the chosen targets of a phrase mean (508.5a); nobody if the phrase asks for none.
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn defending_player_meant(
    sight: Sight<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    chosen: &[Thing],
) -> Outcome<Option<PlayerId>> {
    let Some((attacked, _)) = defending_players(sight, frame, spec).filter(|_| !chosen.is_empty()) else {
        return Ok(None);
    };
    let mut meant = Vec::new();
    for player in attacked {
        let frame = meaning(frame, player);
        let mut all = true;
        for thing in chosen {
            all &= fits(sight, &frame, &spec.kind, *thing)?;
        }
        meant.extend(all.then_some(player));
    }
    match meant.as_slice() {
        [player] => Ok(Some(*player)),
        _ => Err(Halt::undecided(frame.source, "which of several defending players it means")),
    }
}

/// Whether a thing is of the kind that a target phrase asks for, be it for one of several defending players.
fn fits_for_some(sight: Sight<'_>, frame: &Frame, spec: &TargetSpec, thing: Thing) -> Outcome<bool> {
    let Some((attacked, others)) = defending_players(sight, frame, spec) else {
        return fits(sight, frame, &spec.kind, thing);
    };
    for player in attacked {
        if fits(sight, &meaning(frame, player), &spec.kind, thing)? {
            return Ok(true);
        }
    }
    // Who could be attacked is a defending player too (802.2), but not that of any attacking creature.
    for player in others {
        if fits(sight, &meaning(frame, player), &spec.kind, thing)? {
            let why = "whether it can mean a defending player whom no creature attacks";
            return Err(Halt::undecided(frame.source, why));
        }
    }
    Ok(false)
}

/// Whether a thing is of the kind that a target phrase asks for.
fn fits(sight: Sight<'_>, frame: &Frame, kind: &TargetKind, thing: Thing) -> Outcome<bool> {
    let game = sight.game;
    Ok(match (kind, thing) {
        (TargetKind::Permanent(filter), Thing::Object(object)) => {
            game.object(object).on_battlefield() && matches(sight, frame, filter, object)?
        }
        (TargetKind::Spell(filter), Thing::Object(object)) => {
            game.object(object).is_spell()
                && game.object(object).exists
                && matches(sight, frame, filter, object)?
        }
        (TargetKind::Ability(filter), Thing::Object(object)) => {
            game.object(object).exists
                && game.object(object).stack_ability().is_some()
                && matches(sight, frame, filter, object)?
        }
        (TargetKind::Card(filter, zone), Thing::Object(object)) => {
            let its = game.object(object);
            its.exists && its.zone == *zone && matches(sight, frame, filter, object)?
        }
        (TargetKind::Player(who), Thing::Player(player)) => players(sight, frame, who)?.contains(&player),
        (TargetKind::Any, Thing::Player(_)) => true,
        // Creatures, players, planeswalkers and battles (115.4).
        (TargetKind::Any, Thing::Object(object)) => {
            let characteristics = sight.view.characteristics(game, object);
            game.object(object).on_battlefield()
                && (characteristics.is(CardType::Creature)
                    || characteristics.is(CardType::Planeswalker)
                    || characteristics.is(CardType::Battle))
        }
        (TargetKind::OneOf(kinds), _) => {
            for kind in kinds {
                if fits(sight, frame, kind, thing)? {
                    return Ok(true);
                }
            }
            false
        }
        (
            TargetKind::Permanent(_) | TargetKind::Spell(_) | TargetKind::Ability(_) | TargetKind::Card(..),
            Thing::Player(_),
        )
        | (TargetKind::Player(_), Thing::Object(_)) => false,
    })
}
