//! CR 611: Continuous Effects. Those that change the rules of the game (613.11): what can't be done and what may be.

use crate::engine::halt::{Halt, Outcome};
use crate::engine::reading::filters::{self, matches, means_permanents};
use crate::engine::reading::selections::{defending_player, players, select};
use crate::engine::reading::{Frame, Sight, conditions, found};
use crate::engine::view::{ActiveRules, RulesOf, View};
use crate::game::{CauseKind, Game, ObjectId, Origin, PlayerId, Thing};
use crate::ir::change::{Action, Allowed, Permission, Prohibition};
use crate::ir::part::{Part, mentions};
use crate::ir::{Costs, Players, RuleChange, Selection, Trait, Verb};
use crate::rules::{Rules, cr};

use super::{COUNTS_SPELLS, SO_OFTEN, UNLESS_PAID, WHICH_LIMITED};

/// Whether an effect says that something can't be done (101.2): the object whose effect it is.
///
/// `object` is what would do it or what it would be done to, `player` who would do it, `by` the other object of the action.
///
/// # Errors
/// If the prohibition asks for what can't be told.
pub(in crate::engine) fn prohibited(
    sight: Sight<'_>,
    action: Action,
    object: Option<ObjectId>,
    player: Option<PlayerId>,
    by: Option<ObjectId>,
) -> Outcome<Option<ObjectId>> {
    Ok(prohibiting(sight, action, object, player, by)?.map(|active| active.source))
}

/// The rules by which what can't be done is among what an effect says that of: how many colors such a thing has, where that is asked
/// (105.2a–c), and that an effect which was made is about what came after it, too, as it changes no characteristics (611.2c).
///
/// # Errors
/// As [`prohibited`].
pub(in crate::engine) fn rules_of_set(
    sight: Sight<'_>,
    action: Action,
    object: Option<ObjectId>,
    player: Option<PlayerId>,
    by: Option<ObjectId>,
) -> Outcome<Rules> {
    let Some(active) = prohibiting(sight, action, object, player, by)? else { return Ok(Rules::NONE) };
    let asks = |word: Trait| {
        let says =
            |rule: &RuleChange| mentions(rule, |part| matches!(part, Part::Trait(its) if *its == word));
        active.rules.as_slice().iter().any(says)
    };
    let colors = filters::NUMBERS_OF_COLORS.into_iter().find_map(|(word, rule)| asks(word).then_some(rule));
    let of_all = matches!(active.rules, RulesOf::Effect(_)) && active.objects.is_none();
    let came_later = object.is_some_and(|it| sight.game.object(it).timestamp > active.timestamp);
    let later = (of_all && came_later).then_some(cr!("611.2c"));
    Ok(colors.into_iter().chain(later).fold(Rules::NONE, Rules::and))
}

/// The spell by which something is done, or the source of the ability by which it is; nothing where no effect does it.
pub(in crate::engine) fn by_what(game: &Game, kind: CauseKind) -> Option<ObjectId> {
    let source = kind.source()?;
    Some(game.object(source).stack_ability().map_or(source, |ability| ability.source))
}

/// The effect that says so, if one does.
///
/// # Errors
/// As [`prohibited`].
pub(in crate::engine) fn prohibiting<'a>(
    sight: Sight<'a>,
    action: Action,
    object: Option<ObjectId>,
    player: Option<PlayerId>,
    by: Option<ObjectId>,
) -> Outcome<Option<&'a ActiveRules>> {
    for (active, rule) in sight.view.rule_changes() {
        let RuleChange::Cant(prohibition) = rule else { continue };
        if prohibition.action != action {
            continue;
        }
        // What looks at a whole declaration of attackers or blockers, or costs something, is looked at there.
        let alone = prohibition.is_plain() || prohibition.is_of_pairs();
        // So is what depends on whom it would attack; what attacks already has a defending player.
        let attacks = object.is_some_and(|object| sight.game.combat().attack_of(object).is_some());
        let alone = alone && (attacks || !asks_whom(prohibition));
        if !alone && matches!(action, Action::Do(Verb::Attack | Verb::Block) | Action::Be(Verb::Block)) {
            continue;
        }
        // Whether a player has cast so many spells or drawn so many cards already is looked at with everything else.
        let counted = matches!(action, Action::Do(Verb::Cast | Verb::Draw));
        if prohibition.unless_pay.is_some() || prohibition.more_than.is_some() && !counted {
            return Err(Halt::gap(active.source, UNLESS_PAID));
        }
        if applies(sight, active, prohibition, object, player, by)? {
            return Ok(Some(active));
        }
    }
    Ok(None)
}

/// Whether an effect says that something can't attack where that depends on the defending player (508.5).
pub(in crate::engine) fn asks_whom(prohibition: &Prohibition) -> bool {
    let asks = |part: Part<'_>| matches!(part, Part::Players(Players::Defending));
    prohibition.action == Action::Do(Verb::Attack)
        && prohibition.only_if.as_ref().is_some_and(|condition| mentions(condition, asks))
}

/// Whether something can't attack a player, or what is theirs, by an effect that asks about the defending player: it is judged for each
/// attacker by what that would attack (508.5, 508.5a).
///
/// # Errors
/// As [`applies`].
pub(in crate::engine) fn keeps_from_attacking(
    sight: Sight<'_>,
    active: &ActiveRules,
    prohibition: &Prohibition,
    (creature, controller): (ObjectId, PlayerId),
    defending: PlayerId,
) -> Outcome<bool> {
    let frame = Frame { affected: Some(creature), defending: Some(defending), ..frame_of(active) };
    applies_in(sight, active, &frame, prohibition, (Some(creature), Some(controller), None))
}

/// Whether what an effect says can't be done is this.
///
/// # Errors
/// If it asks for what can't be told.
pub(in crate::engine) fn applies(
    sight: Sight<'_>,
    active: &ActiveRules,
    prohibition: &Prohibition,
    object: Option<ObjectId>,
    player: Option<PlayerId>,
    by: Option<ObjectId>,
) -> Outcome<bool> {
    // Of "no more than so many spells" only how many the player has cast this turn, of whatever kind, is asked.
    if let (Action::Do(Verb::Cast), Some(most), Some(player)) =
        (prohibition.action, prohibition.more_than, player)
    {
        if prohibition.what.is_some() {
            return Err(Halt::gap(active.source, COUNTS_SPELLS));
        }
        if sight.game.player(player).spells_cast < u32::from(most) {
            return Ok(false);
        }
    }
    // Cards are drawn one at a time, and each of those so far counts (121.2).
    if let (Action::Do(Verb::Draw), Some(most), Some(player)) =
        (prohibition.action, prohibition.more_than, player)
        && sight.game.player(player).drawn < u32::from(most)
    {
        return Ok(false);
    }
    // The spell itself may be on the stack already.
    if let (true, Some(player)) = (prohibition.but_as_sorcery, player) {
        let turn = sight.game.turn();
        let alone = sight.game.stack().iter().all(|it| Some(*it) == object);
        if sight.game.is_active(player) && turn.step.is_main() && alone {
            return Ok(false);
        }
    }
    // "Itself" is the object that the action is done by or to. What could apply to several attackers means for each whom that one
    // attacks (508.5a).
    let attack = object.and_then(|object| sight.game.combat().attack_of(object));
    let defending = attack.map(|attack| defending_player(sight, attack.defender));
    let frame = Frame { affected: object, defending, ..frame_of(active) };
    applies_in(sight, active, &frame, prohibition, (object, player, by))
}

fn applies_in(
    sight: Sight<'_>,
    active: &ActiveRules,
    frame: &Frame,
    prohibition: &Prohibition,
    (object, player, by): (Option<ObjectId>, Option<PlayerId>, Option<ObjectId>),
) -> Outcome<bool> {
    if let Some(objects) = &active.objects {
        if !object.is_some_and(|object| objects.contains(&object)) {
            return Ok(false);
        }
    }
    is_the_same_there(sight, active, frame, prohibition, object)?;
    if let Some(what) = &prohibition.what {
        // "Activated abilities of artifacts" are those of permanents, and "creatures" that can't be targets are permanents (109.2).
        let permanents = matches!(prohibition.action.verb(), Verb::Activate | Verb::Target)
            && prohibition.from.is_empty()
            && means_permanents(what);
        match object {
            Some(object) if permanents && !sight.game.object(object).on_battlefield() => return Ok(false),
            Some(object) if matches(sight, frame, what, object)? => {}
            _ => return Ok(false),
        }
    }
    if let Some(who) = &prohibition.who {
        match player {
            Some(player) if players(sight, frame, who)?.contains(&player) => {}
            _ => return Ok(false),
        }
    }
    if let Some(filter) = &prohibition.by {
        match by {
            Some(by) if matches(sight, frame, filter, by)? => {}
            _ => return Ok(false),
        }
    }
    // Only of these is it said that they can't be blocked by it.
    if let (Action::Do(Verb::Block), Some(to)) = (prohibition.action, &prohibition.to) {
        match by {
            Some(by) if select(sight, frame, to)?.contains(&Thing::Object(by)) => {}
            _ => return Ok(false),
        }
    }
    if !prohibition.from.is_empty() {
        // What would enter is looked at as it would be on the battlefield (614.17d), but where it comes from is where it is.
        let zone = object.map(|object| sight.game.object(object)).and_then(|its| match prohibition.action {
            Action::Do(Verb::Enter) => its.previous.map(|previous| sight.game.object(previous).zone),
            _ => Some(its.zone),
        });
        if !zone.is_some_and(|zone| prohibition.from.contains(&zone)) {
            return Ok(false);
        }
    }
    let is_own = object.map(|object| player == Some(sight.game.object(object).owner));
    if prohibition.own && is_own == Some(false) || prohibition.of_others && is_own == Some(true) {
        return Ok(false);
    }
    match &prohibition.only_if {
        Some(condition) => conditions::holds(sight, frame, condition),
        None => Ok(true),
    }
}

/// Stops where something would enter from a zone of which the prohibition speaks, and is of the kind only there or only where it would be:
/// "creature cards in graveyards" may speak of either (614.17d).
fn is_the_same_there(
    sight: Sight<'_>,
    active: &ActiveRules,
    frame: &Frame,
    prohibition: &Prohibition,
    object: Option<ObjectId>,
) -> Outcome {
    let (Action::Do(Verb::Enter), Some(what), Some(object)) = (prohibition.action, &prohibition.what, object)
    else {
        return Ok(());
    };
    let was = sight.game.object(object).previous;
    let was = was.filter(|was| prohibition.from.contains(&sight.game.object(*was).zone));
    match was {
        Some(was) if matches(sight, frame, what, was)? != matches(sight, frame, what, object)? => {
            let why = "whether it means what a card is where it is, or what it would be on the battlefield";
            Err(Halt::undecided(active.source, why))
        }
        _ => Ok(()),
    }
}

/// Whether an effect lets a player do something with an object.
///
/// # Errors
/// If the permission asks for what can't be told.
pub fn permitted(
    sight: Sight<'_>,
    action: Allowed,
    object: Option<ObjectId>,
    player: PlayerId,
) -> Outcome<bool> {
    Ok(permissions(sight, action, object, player)? > 0)
}

/// How many effects let a player do something with an object.
///
/// # Errors
/// If a permission asks for what can't be told.
pub(in crate::engine) fn permissions(
    sight: Sight<'_>,
    action: Allowed,
    object: Option<ObjectId>,
    player: PlayerId,
) -> Outcome<usize> {
    permitting(sight, action, object, player).map(|found| found.len())
}

/// The effects that let a player do something with an object, as often as they have by now.
fn permitting<'a>(
    sight: Sight<'a>,
    action: Allowed,
    object: Option<ObjectId>,
    player: PlayerId,
) -> Outcome<Vec<(&'a ActiveRules, &'a Permission)>> {
    let mut found = Vec::new();
    for (active, permission) in permitting_at_all(sight, action, object, player)? {
        if lets_again(sight.game, active, permission)? {
            found.push((active, permission));
        }
    }
    Ok(found)
}

/// The object whose effect alone lets a player do something with an object, with what that has them pay instead of a mana cost; nothing if
/// there are several, or none.
///
/// # Errors
/// As [`permitted`].
pub(crate) fn permitted_by(
    sight: Sight<'_>,
    actions: &[Allowed],
    object: ObjectId,
    player: PlayerId,
) -> Outcome<Option<(ObjectId, Option<Costs>)>> {
    let mut sources = Vec::new();
    for action in actions {
        let found = permitting(sight, *action, Some(object), player)?;
        sources.extend(found.into_iter().map(|(active, permission)| (active.source, &permission.cost)));
    }
    sources.sort_unstable();
    sources.dedup();
    let first = sources.first().filter(|(source, _)| sources.iter().all(|(other, _)| other == source));
    Ok(first.map(|(source, cost)| (*source, (*cost).clone().filter(|_| sources.len() == 1))))
}

/// The object whose effect lets a player play a land only so often each turn, and has done so this often.
///
/// # Errors
/// As [`permitted`].
pub(in crate::engine) fn lets_no_more(
    sight: Sight<'_>,
    land: ObjectId,
    player: PlayerId,
) -> Outcome<Option<ObjectId>> {
    for action in [Allowed::Play, Allowed::PlayLand] {
        for (active, permission) in permitting_at_all(sight, action, Some(land), player)? {
            if !lets_again(sight.game, active, permission)? {
                return Ok(Some(active.source));
            }
        }
    }
    Ok(None)
}

/// The effects that let a player do something with an object, however often they have.
fn permitting_at_all<'a>(
    sight: Sight<'a>,
    action: Allowed,
    object: Option<ObjectId>,
    player: PlayerId,
) -> Outcome<Vec<(&'a ActiveRules, &'a Permission)>> {
    let mut found = Vec::new();
    for (active, rule) in sight.view.rule_changes() {
        let RuleChange::May(permission) = rule else { continue };
        if permission.action != action {
            continue;
        }
        let zone = object.map(|object| sight.game.object(object).zone);
        if permission.from.is_some_and(|from| zone != Some(from)) {
            continue;
        }
        let frame = frame_of(active);
        let who = match &permission.who {
            Some(who) => players(sight, &frame, who)?.contains(&player),
            // What a creature may do its controller may have it do, whoever that is.
            None if is_of_object(action) && (permission.what.is_some() || active.objects.is_some()) => true,
            None => active.controller == player,
        };
        let what = match (&permission.what, object) {
            (Some(selection), Some(object)) => {
                select(sight, &frame, selection)?.contains(&Thing::Object(object))
                    || is_this_now(sight, &frame, selection, object)
            }
            (Some(_), None) => false,
            (None, _) => match (&active.objects, object) {
                (Some(objects), Some(object)) => objects.contains(&object),
                _ => true,
            },
        };
        // Of a land it is asked whether it is such a card as may be played.
        let kind = match (&permission.spells, object) {
            (Some(kind), Some(object)) if who && what => matches(sight, &frame, kind, object)?,
            _ => true,
        };
        if who && what && kind {
            found.push((active, permission));
        }
    }
    Ok(found)
}

/// The ability by which a player plays a land, if every effect that lets them play it does so only so many times each turn.
///
/// # Errors
/// If there are several such, of which nobody says which it is.
pub(in crate::engine) fn lets_play_land(
    sight: Sight<'_>,
    land: ObjectId,
    player: PlayerId,
) -> Outcome<Option<(ObjectId, Origin)>> {
    let mut found = permitting(sight, Allowed::Play, Some(land), player)?;
    found.extend(permitting(sight, Allowed::PlayLand, Some(land), player)?);
    let mut used = None;
    for (active, permission) in found {
        match limited(active, permission) {
            None => return Ok(None),
            Some(_) if used.is_some() => return Err(Halt::undecided(land, WHICH_LIMITED)),
            own => used = own,
        }
    }
    Ok(used)
}

/// The ability that permits something only so many times each turn, if it is such.
pub(in crate::engine) fn limited(
    active: &ActiveRules,
    permission: &Permission,
) -> Option<(ObjectId, Origin)> {
    permission.times_each_turn.map(|_| (active.source, active.origin))
}

/// Whether an effect that permits something only so many times each turn does so once more.
///
/// # Errors
/// If it is no static ability, or one that says so of several things, of which it is not kept how often each was done.
pub(in crate::engine) fn lets_again(
    game: &Game,
    active: &ActiveRules,
    permission: &Permission,
) -> Outcome<bool> {
    let Some(most) = permission.times_each_turn else { return Ok(true) };
    let such = |rule: &&RuleChange| matches!(rule, RuleChange::May(it) if it.times_each_turn.is_some());
    if matches!(active.rules, RulesOf::Effect(_)) || active.rules.as_slice().iter().filter(such).count() > 1 {
        return Err(Halt::undecided(active.source, SO_OFTEN));
    }
    let of_it = game.object(active.source).uses.iter().find(|its| its.origin == active.origin);
    Ok(of_it.is_none_or(|its| its.count < most))
}

/// Whether something is permitted to an object rather than to a player.
const fn is_of_object(action: Allowed) -> bool {
    matches!(
        action,
        Allowed::AttackAsThoughNoDefender
            | Allowed::ExertAsItAttacks
            | Allowed::BlockAnother
            | Allowed::BlockAny
            | Allowed::StayTapped
    )
}

/// Whether "this", in an effect that lasts, is what the object whose ability made it has become (400.7e, 400.7j).
pub(in crate::engine) fn is_this_now(
    sight: Sight<'_>,
    frame: &Frame,
    selection: &Selection,
    object: ObjectId,
) -> bool {
    *selection == Selection::This && found::this(sight.game, frame).iter().any(|(now, _)| *now == object)
}

/// Whether any effect allows an action to anybody at all.
pub(in crate::engine) fn permits(view: &View, action: Allowed) -> bool {
    let is_such = |rule: &RuleChange| matches!(rule, RuleChange::May(it) if it.action == action);
    view.rule_changes().any(|(_, rule)| is_such(rule))
}

/// Whether any effect forbids an action to anything at all.
pub(in crate::engine) fn forbids(view: &View, action: Action) -> bool {
    let is_such = |rule: &RuleChange| matches!(rule, RuleChange::Cant(it) if it.action == action);
    view.rule_changes().any(|(_, rule)| is_such(rule))
}

/// Whether an effect of another object says that something can't be done by or to an object: a quality of it that is no ability
/// it has (113.12).
///
/// # Errors
/// If the prohibition asks for what can't be told.
pub fn is_restricted(sight: Sight<'_>, object: ObjectId) -> Outcome<bool> {
    for (active, rule) in sight.view.rule_changes().filter(|(active, _)| active.source != object) {
        let RuleChange::Cant(Prohibition { what: Some(what), .. }) = rule else { continue };
        if matches(sight, &frame_of(active), what, object)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The frame in which a change of the rules is read.
pub(in crate::engine) fn frame_of(active: &ActiveRules) -> Frame {
    Frame::of_source(active.source, active.controller, active.origin).bound(&active.bindings)
}
