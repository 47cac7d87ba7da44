//! CR 608: Resolving Spells and Abilities. Whether what a player may do as it resolves is possible at all (608.2d).

use crate::engine::additional::keyword_actions::{attach, blight, forage};
use crate::engine::additional::split_cards;
use crate::engine::concepts::counters;
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, found, selections};
use crate::engine::spells::continuous_effects;
use crate::engine::spells::continuous_effects::teammates;
use crate::engine::spells::replacement_effects::Coming;
use crate::engine::zones::general;
use crate::game::{Definition, FaceDown, Move, MoveAction, Object, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::instruction::{Apply, Choose, DealDamage, Discard, Exile, Put, Sacrifice, Search};
use crate::ir::{CounterKind, Filter, Instruction, Players, Quantity, Selection, Slot, Verb, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::Forbidden;

use super::objects::putting;
use super::{amount, candidates_to_put, things, who_are};

/// Why something can't be chosen to be done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Obstacle {
    /// The rule that says so of this very thing, if one does.
    pub(super) rule: Option<RuleId>,
    /// What is forbidden to whom or what, and by what, if it is not what it takes that is missing.
    pub(super) forbidden: Option<(Forbidden, Thing, Option<ObjectId>)>,
    /// Whether it could only be done to a target that is illegal (608.2b).
    pub(super) illegal: bool,
}

impl Obstacle {
    const fn by(rule: RuleId) -> Self {
        Self { rule: Some(rule), forbidden: None, illegal: false }
    }

    const fn forbidden(rule: Option<RuleId>, what: Forbidden, whom: Thing, by: Option<ObjectId>) -> Self {
        Self { rule, forbidden: Some((what, whom, by)), illegal: false }
    }
}

/// What stands in the way of the first thing that a player may do, if anything does.
///
/// # Errors
/// If that can't be told.
pub(super) fn obstacle(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    does: &[Instruction],
) -> Outcome<Option<Obstacle>> {
    if !does.is_empty() && does.iter().all(|instruction| is_for_illegal(frame, instruction)) {
        return Ok(Some(Obstacle { illegal: true, ..Obstacle::by(cr!("608.2b")) }));
    }
    let missing = |there: bool| (!there).then(Obstacle::default);
    Ok(match does.first() {
        Some(Instruction::Choose(choice)) => {
            too_few_to_choose(play, frame, choice, does.get(1..).unwrap_or_default())?
        }
        Some(Instruction::Sacrifice(sacrifice)) if sacrifice.these.is_none() && !sacrifice.up_to => {
            missing(enough_to_sacrifice(play, frame, sacrifice)?)
        }
        Some(Instruction::Sacrifice(Sacrifice { who, these: Some(these), up_to: false, .. })) => {
            none_to_sacrifice(play, frame, who, these)?
        }
        Some(Instruction::Discard(discard))
            if discard.these.is_none() && !discard.whole_hand && !discard.up_to =>
        {
            missing(enough_to_discard(play, frame, discard)?)
        }
        Some(
            Instruction::Exile(Exile { what, .. })
            | Instruction::Destroy { what, .. }
            | Instruction::Reveal { what, .. }
            | Instruction::Put(Put { what, .. }),
        ) => not_there(play, frame, does.first(), what)?,
        Some(Instruction::Attach { what, to, as_creature, .. }) => {
            let (what, to) = (things(play, frame, what)?, things(play, frame, to)?);
            cant_be_attached(play, &what, &to, *as_creature)?
        }
        Some(Instruction::PutCounters { on, .. }) => {
            let on = things(play, frame, on)?;
            cant_get_counters(play, &on)?
        }
        // Of several zones those can still be searched that are no library.
        Some(Instruction::Search(Search { who, zones, .. })) if zones.is_empty() => {
            forbidden_to_search(play, frame, who)?
        }
        Some(Instruction::RemoveCounters { kind, count: Some(count), from, up_to: false, .. }) => {
            missing(enough_counters(play, frame, *kind, count, from)?)
        }
        // Only what is untapped can be tapped, and what is tapped untapped.
        Some(Instruction::Tap { what, .. }) => {
            let untapped = any(play, frame, what, |object| object.on_battlefield() && !object.tapped)?;
            (!untapped).then_some(Obstacle::by(cr!("701.26a")))
        }
        Some(Instruction::Untap { what, .. }) => {
            let tapped = any(play, frame, what, |object| object.on_battlefield() && object.tapped)?;
            (!tapped).then_some(Obstacle::by(cr!("701.26b")))
        }
        // Only what is face down can be turned face up.
        Some(Instruction::TurnFaceUp(what)) => missing(any(play, frame, what, Object::is_face_down)?),
        Some(Instruction::ChooseOne { from, piles: false, .. }) => of_each_course(play, frame, player, from)?,
        // What else the player may do with it is not impossible.
        Some(Instruction::GainLife { who, .. })
            if does.len() == 1 && who_are(play, frame, who)?.len() == 1 =>
        {
            let forbidden = gain_that_cant_be_paid(play, frame, does)?;
            // It is no cost here, of which 119.7 speaks.
            forbidden.map(|it| Obstacle { rule: it.rule.filter(|rule| *rule != cr!("119.7")), ..it })
        }
        Some(Instruction::PayAnyEnergy { one_or_more: true, .. }) => {
            missing(play.game.player(player).energy > 0)
        }
        // Without a creature of one's own (701.68b).
        Some(Instruction::Do { action, who, count, .. }) if action.0 == Verb::Blight => {
            let does = blight::meaning(who, count.clone().unwrap_or(Quantity::Fixed(1)));
            obstacle(play, frame, player, &does)?.map(|it| Obstacle { rule: Some(cr!("701.68b")), ..it })
        }
        Some(Instruction::Do { action, who, .. }) if action.0 == Verb::Forage => {
            obstacle(play, frame, player, &forage::meaning(who))?
        }
        Some(Instruction::Do { action, what: Some(what), .. })
            if matches!(action.0, Verb::Unlock | Verb::Lock) =>
        {
            no_half(play, frame, what, action.0 == Verb::Unlock)?
        }
        // An empty library makes no draw impossible, but an effect may.
        Some(Instruction::Draw { who, .. }) => forbidden_to_draw(play, frame, player, who)?,
        Some(Instruction::Mill { who, count, .. }) => too_few_to_mill(play, frame, who, count)?,
        _ => None,
    })
}

/// Whether an instruction does something to nothing but a target that is illegal.
fn is_for_illegal(frame: &Frame, instruction: &Instruction) -> bool {
    if let Instruction::Damage(damage) = instruction
        && !damage.and.is_empty()
    {
        return false;
    }
    let (Instruction::Apply(Apply { to: Some(whom), .. })
    | Instruction::Damage(DealDamage { to: whom, .. })
    | Instruction::Exile(Exile { what: whom, .. })
    | Instruction::Destroy { what: whom, .. }
    | Instruction::Tap { what: whom, .. }
    | Instruction::Untap { what: whom, .. }
    | Instruction::PutCounters { on: whom, .. }) = instruction
    else {
        return false;
    };
    matches!(whom, Selection::Target(place)
        if frame.illegal.contains(&(frame.first_target + usize::from(*place))))
}

/// That there is too little to choose from, or what there is can't be put where it would be.
fn too_few_to_choose(
    play: &mut Play<'_>,
    frame: &Frame,
    choice: &Choose,
    then: &[Instruction],
) -> Outcome<Option<Obstacle>> {
    let count = least(play, frame, &choice.count)? as usize;
    let (found, barred) = candidates_to_put(play, frame, choice, then)?;
    let barred = barred.first().map(Barred::obstacle);
    let enough = choice.up_to || found.len() >= count;
    Ok((!enough).then(|| barred.unwrap_or_default()))
}

/// That none of these can be sacrificed: only a permanent that the player controls can be (701.21a).
fn none_to_sacrifice(
    play: &mut Play<'_>,
    frame: &Frame,
    who: &Players,
    these: &Selection,
) -> Outcome<Option<Obstacle>> {
    let by = who_are(play, frame, who)?;
    let there = things(play, frame, these)?;
    let view = play.view()?;
    let can_be = |object: ObjectId| {
        play.game.object(object).on_battlefield() && by.contains(&view.controller(&play.game, object))
    };
    let any = there.iter().filter_map(|thing| thing.object()).any(can_be);
    Ok((!any).then_some(Obstacle::by(cr!("701.21a"))))
}

/// That what would be moved, destroyed or revealed is not there, or can't be put where it would be.
fn not_there(
    play: &mut Play<'_>,
    frame: &Frame,
    first: Option<&Instruction>,
    what: &Selection,
) -> Outcome<Option<Obstacle>> {
    // A library is shuffled though nothing goes into it (701.24c, 701.24d).
    if let Some(Instruction::Put(put)) = first
        && putting::shuffles_a_certain_library(play, frame, put)?
    {
        return Ok(None);
    }
    let mut there = things(play, frame, what)?;
    // "This" may be a card by now.
    let now = found::this(&play.game, frame).into_iter().map(|(object, _)| Thing::Object(object));
    if there == [Thing::Object(frame.source)] && !matches!(first, Some(Instruction::Destroy { .. })) {
        there.extend(now);
    }
    Ok(
        if let Some(Instruction::Put(put)) = first
            && any_there(play, &there)
        {
            let there: Vec<ObjectId> = there.into_iter().filter_map(Thing::object).collect();
            let (can, barred) = that_can_be_put(play, frame, put, there)?;
            barred.first().filter(|_| can.is_empty()).map(Barred::obstacle)
        } else {
            (!any_there(play, &there)).then(Obstacle::default)
        },
    )
}

/// What stands in the way of the first of several courses, if none can be taken.
fn of_each_course(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    from: &[Vec<Instruction>],
) -> Outcome<Option<Obstacle>> {
    let mut first = None;
    for course in from {
        match obstacle(play, frame, player, course)? {
            None => return Ok(None),
            Some(obstacle) => first = first.or(Some(obstacle)),
        }
    }
    Ok(first)
}

/// That there is no locked half to unlock, or no unlocked one to lock (709.5f, 709.5g).
fn no_half(play: &mut Play<'_>, frame: &Frame, what: &Selection, unlocks: bool) -> Outcome<Option<Obstacle>> {
    let there = things(play, frame, what)?;
    let view = play.view()?;
    let has = |thing: &Thing| {
        thing.object().is_some_and(|it| !split_cards::that_are(&play.game, &view, it, !unlocks).is_empty())
    };
    let rule = if unlocks { cr!("709.5f") } else { cr!("709.5g") };
    Ok((!there.iter().any(has)).then(|| Obstacle::by(rule)))
}

/// That a library has too few cards (701.17b).
fn too_few_to_mill(
    play: &mut Play<'_>,
    frame: &Frame,
    who: &Players,
    count: &Quantity,
) -> Outcome<Option<Obstacle>> {
    let count = amount(play, frame, count)? as usize;
    let enough = who_are(play, frame, who)?.into_iter().all(|player| {
        let its = play.game.player(player);
        its.endless_library || its.library.len() >= count
    });
    Ok((!enough).then_some(Obstacle::by(cr!("701.17b"))))
}

fn any_there(play: &Play<'_>, things: &[Thing]) -> bool {
    things.iter().any(|thing| thing.object().is_some_and(|object| play.game.object(object).exists))
}

fn any(
    play: &mut Play<'_>,
    frame: &Frame,
    what: &Selection,
    fits: impl Fn(&Object) -> bool,
) -> Outcome<bool> {
    let there = things(play, frame, what)?;
    Ok(there.iter().filter_map(|thing| thing.object()).any(|object| fits(play.game.object(object))))
}

/// How many there have to be: none where a player takes any number (107.1c).
fn least(play: &mut Play<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<u32> {
    if *quantity == Quantity::AnyNumber { Ok(0) } else { amount(play, frame, quantity) }
}

const OF_SEVERAL_KINDS: &str = "permanents of several kinds may be sacrificed, or not";

/// Why it is never told whether what a player may do is possible; nothing for that of which it may be.
pub(in crate::engine) fn gap_of_may(does: &[Instruction]) -> Option<Why> {
    if let Some(Instruction::Sacrifice(sacrifice)) = does.first() {
        let several = sacrifice.these.is_none() && !sacrifice.and.is_empty();
        return several.then(|| OF_SEVERAL_KINDS.into());
    }
    let Some(Instruction::ChooseOne { from, piles: false, .. }) = does.first() else { return None };
    from.iter().find_map(|course| gap_of_may(course))
}

fn enough_to_sacrifice(play: &mut Play<'_>, frame: &Frame, sacrifice: &Sacrifice) -> Outcome<bool> {
    if !sacrifice.and.is_empty() {
        return Err(Halt::gap(frame.source, OF_SEVERAL_KINDS));
    }
    let filter = sacrifice.what.clone().unwrap_or(Filter::EVERYTHING);
    let own = Filter::All(vec![filter, Filter::ControlledBy(sacrifice.who.clone())]);
    let count = least(play, frame, &sacrifice.count)?;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let count = count as usize;
    Ok(selections::each(sight, frame, &own)?.len() >= count)
}

/// Whether each player who would discard has as many cards of the kind.
fn enough_to_discard(play: &mut Play<'_>, frame: &Frame, discard: &Discard) -> Outcome<bool> {
    let count = least(play, frame, &discard.count)? as usize;
    let players = who_are(play, frame, &discard.who)?;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for player in players {
        let mut found = 0;
        for card in play.game.zone(Zone::Hand, player) {
            if found >= count {
                break;
            }
            let fits = match &discard.what {
                Some(what) => matches(sight, frame, what, *card)?,
                None => true,
            };
            found += usize::from(fits);
        }
        if found < count {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether any of the objects or players has as many counters, of the kind or of all kinds together.
fn enough_counters(
    play: &mut Play<'_>,
    frame: &Frame,
    kind: Option<CounterKind>,
    count: &Quantity,
    from: &Selection,
) -> Outcome<bool> {
    let count = least(play, frame, count)?;
    Ok(things(play, frame, from)?.into_iter().any(|thing| {
        let has = match (thing, kind) {
            (Thing::Object(object), _) if !play.game.object(object).exists => return false,
            (Thing::Object(object), Some(kind)) => play.game.object(object).counters_of(kind),
            (Thing::Object(object), None) => {
                play.game.object(object).counters.iter().map(|(_, count)| *count).sum()
            }
            (Thing::Player(player), Some(kind)) => play.game.player(player).counters_of(kind),
            // Of any kind counters are removed from objects alone.
            (Thing::Player(_), None) => return true,
        };
        has >= count
    }))
}

/// What forbids all those to draw who would: the player themselves (121.3), or others (121.3a).
fn forbidden_to_draw(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    who: &Players,
) -> Outcome<Option<Obstacle>> {
    let first = all_forbidden(play, frame, who, Action::Do(Verb::Draw))?;
    Ok(first.map(|(whom, source)| {
        let rule = if whom == player { cr!("121.3") } else { cr!("121.3a") };
        Obstacle::forbidden(Some(rule), Forbidden::Draw, Thing::Player(whom), Some(source))
    }))
}

/// What forbids whoever would search to do so (101.2).
fn forbidden_to_search(play: &mut Play<'_>, frame: &Frame, who: &Players) -> Outcome<Option<Obstacle>> {
    let first = all_forbidden(play, frame, who, Action::Do(Verb::Search))?;
    Ok(first.map(|(whom, source)| {
        Obstacle::forbidden(None, Forbidden::Search, Thing::Player(whom), Some(source))
    }))
}

/// If none of some players may do something, the first of them and what forbids it.
fn all_forbidden(
    play: &mut Play<'_>,
    frame: &Frame,
    who: &Players,
    action: Action,
) -> Outcome<Option<(PlayerId, ObjectId)>> {
    let players = who_are(play, frame, who)?;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut first = None;
    for whom in players {
        let by = continuous_effects::prohibited(sight, action, None, Some(whom), None)?;
        let Some(source) = by else { return Ok(None) };
        first.get_or_insert((whom, source));
    }
    Ok(first)
}

/// Why nothing of what would be attached can be attached to anything that it would be attached to: it is not there, or may not be
/// attached (701.3b).
fn cant_be_attached(
    play: &mut Play<'_>,
    what: &[Thing],
    to: &[Thing],
    as_creature: bool,
) -> Outcome<Option<Obstacle>> {
    let view = play.view()?;
    let is_there = |thing: &&Thing| thing.object().is_none_or(|object| play.game.object(object).exists);
    let hosts: Vec<Thing> = to.iter().filter(is_there).copied().collect();
    let objects = what.iter().filter(is_there).filter_map(|thing| thing.object());
    let sight = Sight { game: &play.game, view: &view };
    let mut first = None;
    for object in objects {
        for host in &hosts {
            let Some(rule) = attach::refused(sight, object, *host, as_creature)? else { return Ok(None) };
            first.get_or_insert((object, *host, rule));
        }
    }
    Ok(Some(first.map_or_else(Obstacle::default, |(object, host, rule)| {
        Obstacle::forbidden(Some(rule), Forbidden::Attach(host), Thing::Object(object), None)
    })))
}

/// Why counters can be put on nothing that they would be put on: it is not there, or an effect forbids it (101.2).
fn cant_get_counters(play: &mut Play<'_>, on: &[Thing]) -> Outcome<Option<Obstacle>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut first = None;
    for thing in on {
        // Of a player it depends on the kind, which is told as they would get them.
        let Thing::Object(object) = *thing else { return Ok(None) };
        if play.game.object(object).exists {
            let Some(by) = counters::cant_be_put(sight, object)? else { return Ok(None) };
            first.get_or_insert((object, by));
        }
    }
    Ok(Some(first.map_or_else(Obstacle::default, |(object, by)| {
        Obstacle::forbidden(None, Forbidden::Counters, Thing::Object(object), Some(by))
    })))
}

/// Which objects counters can be put on, and which not, with what forbids it.
///
/// # Errors
/// If what an effect forbids can't be told.
pub(super) fn that_can_get_counters(
    play: &mut Play<'_>,
    objects: Vec<ObjectId>,
) -> Outcome<(Vec<ObjectId>, Vec<Barred>)> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let (mut can, mut barred) = (Vec::with_capacity(objects.len()), Vec::new());
    for object in objects {
        match counters::cant_be_put(sight, object)? {
            Some(by) => {
                let (what, rule) = (Forbidden::Counters, cr!("101.2"));
                barred.push(Barred { object, what, by: Some(by), rule, also: None });
            }
            None => can.push(object),
        }
    }
    Ok((can, barred))
}

/// What can't be chosen for what is to be done with it, and why.
pub(in crate::engine::spells) struct Barred {
    pub(super) object: ObjectId,
    pub(super) what: Forbidden,
    pub(super) by: Option<ObjectId>,
    pub(super) rule: RuleId,
    /// A rule that stands behind it.
    pub(super) also: Option<RuleId>,
}

impl Barred {
    const fn obstacle(&self) -> Obstacle {
        Obstacle::forbidden(Some(self.rule), self.what, Thing::Object(self.object), self.by)
    }
}

/// How later instructions put what is chosen for a slot, whatever happens; and whether nothing before that could change what may enter.
pub(super) fn put_later(slot: Slot, after: &[Instruction]) -> Option<(&Put, bool)> {
    let chosen = Selection::Slot(slot);
    let (at, put) = after.iter().enumerate().find_map(|(at, later)| {
        let Instruction::Put(put) = later else { return None };
        (put.what == chosen).then_some((at, put))
    })?;
    // To what it will be attached, or under whose control it enters, may be chosen in between.
    let freely = put.attached_to.is_none() && put.may_enchant.is_none();
    let said = freely && matches!(put.under, None | Some(Players::You));
    if at > 0 && !said {
        return None;
    }
    let changes_nothing = |earlier: &Instruction| {
        matches!(
            earlier,
            Instruction::Reveal { .. }
                | Instruction::RevealHand(_)
                | Instruction::Look { .. }
                | Instruction::Draw { .. }
                | Instruction::GainLife { .. }
                | Instruction::LoseLife { .. }
                | Instruction::Scry { .. }
                | Instruction::Shuffle(_)
                | Instruction::Choose(_)
                | Instruction::ChooseWord(_)
                | Instruction::ChoosePlayer(_)
                | Instruction::Delayed(_)
        )
    };
    Some((put, after.iter().take(at).all(changes_nothing)))
}

/// Which objects an instruction can put where it puts them, and which not: an effect says that they can't enter the battlefield
/// (614.17d), or they are Auras that can't be attached to what they would enter attached to (303.4i).
///
/// # Errors
/// If under whose control they would enter, attached to what, or what is forbidden, can't be told.
pub(super) fn that_can_be_put(
    play: &mut Play<'_>,
    frame: &Frame,
    put: &Put,
    objects: Vec<ObjectId>,
) -> Outcome<(Vec<ObjectId>, Vec<Barred>)> {
    let forbids = continuous_effects::forbids(&*play.view()?, Action::Do(Verb::Enter));
    let freely = put.attached_to.is_none() && put.may_enchant.is_none();
    if put.to != Zone::Battlefield || !forbids && freely {
        return Ok((objects, Vec::new()));
    }
    let said = match &put.under {
        Some(who) if !putting::of_each(who) => match who_are(play, frame, who)?.as_slice() {
            [one] => Some(*one),
            _ => {
                return Err(Halt::undecided(
                    frame.source,
                    "under whose control something would enter that may be forbidden to",
                ));
            }
        },
        _ => None,
    };
    let hosts = putting::hosts(play, frame, put)?;
    let (mut can, mut barred) = (Vec::with_capacity(objects.len()), Vec::new());
    for object in objects {
        let under = putting::under_whom(play, frame, put, said, object)?;
        let mut it = Move::new(object, put.to, MoveAction::Put);
        it.controller = under;
        it.face_down = put.face_down.then_some(FaceDown::Plainly);
        let definition = play.game.object(object).definition.as_deref();
        if put.transformed && definition.is_some_and(Definition::is_double_faced) {
            it.face = 1;
        }
        if let Some(by) = general::forbidden_to_enter(play, &Coming::Moves(&mut it))? {
            let (what, rule) = (Forbidden::Enter, cr!("614.17d"));
            barred.push(Barred { object, what, by: Some(by), rule, also: None });
            continue;
        }
        if let Some(hosts) = &hosts {
            let player = under.unwrap_or(play.game.object(object).owner);
            if let Some(rules) = attach::stays(play, object, player, hosts)? {
                let what = hosts.forbidden();
                let also = rules.iter().nth(1);
                let rule = rules.first().unwrap_or(cr!("303.4i"));
                barred.push(Barred { object, what, by: None, rule, also });
                continue;
            }
        }
        can.push(object);
    }
    Ok((can, barred))
}

/// What keeps a cost from being paid that involves having a player gain life who can't (119.7).
///
/// # Errors
/// If who would gain it can't be told.
pub(super) fn gain_that_cant_be_paid(
    play: &mut Play<'_>,
    frame: &Frame,
    cost: &[Instruction],
) -> Outcome<Option<Obstacle>> {
    for instruction in cost {
        let Instruction::GainLife { who, .. } = instruction else { continue };
        let players = who_are(play, frame, who)?;
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        for whom in players {
            if let Some((source, of_mate)) = teammates::prohibited(sight, Action::Do(Verb::GainLife), whom)? {
                let rule = if of_mate { cr!("810.9g") } else { cr!("119.7") };
                let whom = Thing::Player(whom);
                return Ok(Some(Obstacle::forbidden(Some(rule), Forbidden::GainLife, whom, Some(source))));
            }
        }
    }
    Ok(None)
}
