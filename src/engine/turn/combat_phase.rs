//! CR 506: Combat Phase

use crate::engine::halt::Halt;
use crate::game::Designation;
use std::cmp::Reverse;
use std::rc::Rc;

use crate::engine::additional::keyword_abilities::ninjutsu;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::points::is_at;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::replacement_effects::Coming;
use crate::engine::turn::declare_attackers_step::entering as attackers;
use crate::engine::turn::declare_blockers_step::entering as blockers;
use crate::engine::view::View;
use crate::game::combat::Combat;
use crate::game::{Cause, CauseKind, Change, Characteristics, Game, ObjectId, PlayerId, Step, Thing, Turn};
use crate::ir::change::{Action, Change as Effect};
use crate::ir::condition::CombatPoint;
use crate::ir::event::Step as EventStep;
use crate::ir::{CardType, Condition, Filter, Players, Selection, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Entry, Level, Note, What};

/// Whether what enters the battlefield attacking or blocking can do so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Fighter {
    /// A creature.
    Creature,
    /// A creature that is also a battle.
    Battle,
    /// No creature.
    Other,
}

impl Fighter {
    /// What a permanent is with these characteristics.
    pub(in crate::engine) fn of(characteristics: &Characteristics) -> Self {
        match (characteristics.is(CardType::Creature), characteristics.is(CardType::Battle)) {
            (true, false) => Self::Creature,
            (true, true) => Self::Battle,
            (false, _) => Self::Other,
        }
    }

    /// The rule by which it never attacks or blocks.
    pub(in crate::engine) const fn why_not(self) -> Option<RuleId> {
        match self {
            Self::Creature => None,
            Self::Battle => Some(cr!("506.3f")),
            Self::Other => Some(cr!("506.3a")),
        }
    }
}

/// What the instruction that puts something onto the battlefield says of its entering combat.
pub(in crate::engine) struct Joins<'a> {
    /// It enters attacking.
    pub(in crate::engine) attacking: bool,
    /// Whom it attacks, if that is said.
    pub(in crate::engine) whom: Option<&'a Players>,
    /// Or a planeswalker of theirs.
    pub(in crate::engine) or_planeswalker: bool,
    /// The creature that attacks or attacked the same, if that is said.
    pub(in crate::engine) like: Option<&'a Selection>,
    /// What it enters blocking.
    pub(in crate::engine) blocking: Option<&'a Selection>,
}

impl Joins<'_> {
    /// Decides what something that enters attacks or blocks, by what it is then and under whose control: that player chooses, once
    /// replacement effects have had their say (506.3, 508.4, 509.4). Adds the rules of that.
    ///
    /// # Errors
    /// If nobody makes the choice.
    pub(in crate::engine) fn decide(
        &self,
        play: &mut Play<'_>,
        frame: &Frame,
        cause: Cause,
        it: &mut Coming<'_>,
    ) -> Outcome<Cause> {
        if !self.attacking && self.blocking.is_none() {
            return Ok(cause);
        }
        let mut cause = cause;
        let (fighter, controller) = (it.fighter(&play.game)?, it.controller_there(&play.game));
        if self.attacking {
            let attacking = match self.like {
                Some(other) => {
                    let view = play.view()?;
                    let other = select(Sight { game: &play.game, view: &view }, frame, other)?;
                    let keyword = play.keyword(frame.source, frame.origin);
                    cause = keyword.and_then(ninjutsu::rule_of_attack).into_iter().fold(cause, Cause::and);
                    let other = other.into_iter().find_map(Thing::object);
                    attackers::attacks_like(play, frame, controller, other, fighter)?
                }
                None => attackers::attacks(
                    play,
                    frame,
                    controller,
                    self.whom.map(|whom| (whom, self.or_planeswalker)),
                    fighter,
                )?,
            };
            *it.fights().0 = attacking;
            cause = if attacking.is_some() { cause.and(cr!("508.4")) } else { cause };
        }
        if let Some(which) = self.blocking {
            let blocking = blockers::blocks(play, frame, controller, which, fighter)?;
            *it.fights().1 = blocking;
            cause = if blocking.is_some() { cause.and(cr!("509.4")) } else { cause };
        }
        Ok(cause)
    }
}

/// Tells which of the permanents that have left the battlefield were in combat before, and so are removed from it (506.4).
pub(in crate::engine) fn left(play: &mut Play<'_>, before: &Combat, gone: &[ObjectId]) {
    for object in gone {
        let fought = before.attack_of(*object).is_some() || before.is_blocking(*object);
        if fought || before.is_attacked(*object) {
            remove(play, *object);
        }
    }
    note_still_blocked(play, before);
}

/// Removes a permanent from combat that is attacked, if it is; what attacks it goes on attacking (506.4, 506.4c).
pub(in crate::engine) fn no_longer_attacked(play: &mut Play<'_>, object: ObjectId) {
    if play.game.combat().is_attacked(object) {
        remove(play, object);
    }
}

/// The rule by which a player now controls a permanent: an effect (613.1b), or, where none is left, that it entered under that player's
/// control (110.2), or that the player put the spell onto the stack that it was (110.2b).
fn rule_of_control(play: &Play<'_>, view: &View, object: ObjectId, now: PlayerId) -> RuleId {
    let its = play.game.object(object);
    let gives = |change: &Effect| matches!(change, Effect::Control(_));
    let by_effect =
        play.game.effects().iter().any(|effect| effect.is_on(object) && effect.changes.iter().any(&gives));
    let by_aura = play.game.attached_to(Thing::Object(object)).any(|aura| {
        let mut its = view.characteristics(&play.game, aura).abilities.iter();
        its.any(|instance| instance.ability.as_static().is_some_and(|it| it.changes.iter().any(&gives)))
    });
    if now != its.controller || by_effect || by_aura {
        return cr!("613.1b");
    }
    // Another player controlled the spell as it resolved.
    let spell = its.previous.map(|before| play.game.object(before)).filter(|spell| spell.zone == Zone::Stack);
    let taken = spell.and_then(|spell| spell.known.as_ref()).is_some_and(|known| known.controller != now);
    if taken { cr!("110.2b") } else { cr!("110.2") }
}

/// How many objects stand above what is attached: what it is attached to, what that is attached to, and so on.
fn hosts(game: &Game, object: ObjectId) -> usize {
    let above = |object: &ObjectId| game.object(*object).attached_to.and_then(Thing::object);
    std::iter::successors(above(&object), above).take(game.battlefield().len()).count()
}

/// A permanent whose controller has changed through the layers is summoning sick and out of combat, and so is a creature in
/// combat that stops being one or becomes a battle (302.6, 506.4).
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn notice_changes(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    let mut changed: Vec<(ObjectId, PlayerId)> = play
        .game
        .battlefield()
        .iter()
        .filter_map(|object| {
            let now = view.controller(&play.game, *object);
            (play.game.object(*object).noticed_controller != now).then_some((*object, now))
        })
        .collect();
    // Who controls what is attached to something may be why another player controls that.
    changed.sort_by_key(|(object, _)| Reverse(hosts(&play.game, *object)));
    let combat = play.game.combat();
    if changed.is_empty() && combat.attacks.is_empty() && combat.blockers().is_empty() {
        return Ok(());
    }
    let before = combat.clone();
    let lost: Vec<Happening> = changed
        .iter()
        .map(|(object, _)| Happening::LosesControl {
            object: *object,
            from: play.game.object(*object).noticed_controller,
        })
        .collect();
    // Who had controlled what, as it is looked back at (603.10d).
    let mut was = (*view).clone();
    for (object, _) in &changed {
        was.set_controller(&play.game, *object, play.game.object(*object).noticed_controller);
    }
    for (object, now) in changed {
        let fought = before.attack_of(object).is_some() || before.is_blocking(object);
        // Where the scenario says itself who gains control, it is told already.
        let given = |entry: &Entry| match &entry.what {
            What::Changed(Change::BeginEffect(effect), _) => {
                let controls = effect.changes.iter().any(|its| matches!(its, Effect::Control(_)));
                entry.cause == CauseKind::Fiat && controls && effect.is_on(object)
            }
            _ => false,
        };
        let told = play.trace.entries().last().is_some_and(given);
        // Who the defending player was is asked before anybody has noticed.
        no_longer_attacked(play, object);
        let cause = Cause::new(CauseKind::Rules, rule_of_control(play, &view, object, now));
        let level = if told { Level::Hidden } else { Level::Default };
        play.change(cause, level, Change::ControlNoticed(object, now));
        if fought {
            remove(play, object);
        }
    }
    after(play, &Rc::new(was), &lost)?;
    let view = play.view()?;
    let Leaving { out, parted, stays } = leaving_combat(Sight { game: &play.game, view: &view });
    for object in out {
        remove(play, object);
    }
    for object in parted {
        let cause = Cause::new(CauseKind::Rules, cr!("506.4e"));
        play.change(cause, Level::Default, Change::RemoveFromCombat(object));
    }
    for (object, blocks) in stays {
        let cause = Cause::new(CauseKind::Rules, cr!("506.4d"));
        play.change(cause, Level::Default, Change::StaysInCombat { object, blocks });
    }
    note_still_blocked(play, &before);
    Ok(())
}

/// What leaves combat because it has become something else.
#[derive(Default)]
struct Leaving {
    /// What is no longer in combat at all.
    out: Vec<ObjectId>,
    /// What was a battle too, which somebody else protects.
    parted: Vec<ObjectId>,
    /// What was both a blocking creature and attacked, and goes on being one of them (506.4d): with whether that is blocking.
    stays: Vec<(ObjectId, bool)>,
}

/// What fights without being a creature any more, and what is attacked without being a planeswalker or battle any more (506.4, 506.4d, 506.4e).
fn leaving_combat(sight: Sight<'_>) -> Leaving {
    let Sight { game, view } = sight;
    let combat = game.combat();
    let fighting = combat.attacks.iter().map(|attack| attack.attacker);
    let Leaving { mut out, mut parted, mut stays } = Leaving::default();
    for object in fighting.chain(combat.blockers()) {
        let characteristics = view.characteristics(game, object);
        let fights = Fighter::of(characteristics) == Fighter::Creature;
        if fights || out.contains(&object) || stays.contains(&(object, false)) {
            continue;
        }
        let planeswalker =
            characteristics.is(CardType::Planeswalker) && !characteristics.is(CardType::Battle);
        match planeswalker && combat.is_attacked(object) && combat.is_blocking(object) {
            true => stays.push((object, false)),
            false => out.push(object),
        }
    }
    // What is attacked leaves combat if it is neither planeswalker nor battle any more; it may also be a blocking creature (506.4d–e).
    for object in combat.attacks.iter().filter_map(|attack| attack.defender.object()) {
        let characteristics = view.characteristics(game, object);
        let planeswalker = characteristics.is(CardType::Planeswalker);
        let attackable = planeswalker || characteristics.is(CardType::Battle);
        // Several creatures may attack it.
        let seen = out.contains(&object) || stays.contains(&(object, true)) || parted.contains(&object);
        if !combat.is_attacked(object) || seen {
            continue;
        }
        if !attackable && combat.is_blocking(object) {
            stays.push((object, true));
        } else if !attackable {
            out.push(object);
        } else if !characteristics.is(CardType::Battle)
            && game
                .object(object)
                .protector()
                .is_some_and(|protector| protector != view.controller(game, object))
        {
            // It was a battle too, which somebody else protects.
            parted.push(object);
        }
    }
    Leaving { out, parted, stays }
}

/// The permanents of a kind that could fight beside a creature: a player's, or those of whoever fights with that player.
///
/// # Errors
/// If the kind asks for what can't be told.
pub(super) fn others_beside(
    sight: Sight<'_>,
    frame: &Frame,
    kind: &Filter,
    (player, creature): (PlayerId, ObjectId),
) -> Outcome<Vec<ObjectId>> {
    let mut others = Vec::new();
    for other in sight.game.battlefield() {
        let controller = sight.view.controller(sight.game, *other);
        let own = sight.game.fights_with(player, controller) && *other != creature;
        if own && matches(sight, frame, kind, *other)? {
            others.push(*other);
        }
    }
    Ok(others)
}

/// Removes permanents from combat, as an effect says (506.4); what of them is not in combat stays as it is.
pub(in crate::engine) fn remove_by_effect(play: &mut Play<'_>, cause: Cause, objects: &[ObjectId]) {
    let before = play.game.combat_as_it_is();
    for object in objects {
        let fights = before.attack_of(*object).is_some() || before.is_blocking(*object);
        if fights || before.is_attacked(*object) {
            play.change(cause, Level::Default, Change::RemoveFromCombat(*object));
        }
    }
    note_still_blocked(play, &before);
}

/// Removes blocking creatures from combat, as an effect says; what has become blocked by one of them alone becomes unblocked (509.1h).
pub(in crate::engine) fn remove_blockers(play: &mut Play<'_>, cause: Cause, blockers: &[ObjectId]) {
    for blocker in blockers {
        // Which it alone had blocked can't be seen once it is gone.
        let before = play.game.combat_as_it_is();
        let only = before.blocked_only_by(*blocker);
        if before.is_blocking(*blocker) {
            play.change(cause, Level::Default, Change::RemoveFromCombat(*blocker));
        }
        for attacker in &only {
            let cause = Cause { rules: Rules::of(&[cr!("509.1h")]), ..cause };
            play.change(cause, Level::Default, Change::Unblocked(*attacker));
        }
        note_still_blocked(play, &before);
    }
}

/// Whether an effect says now that a creature can't attack or can't block; in combat it stays all the same (506.4a).
///
/// # Errors
/// If an effect asks for what can't be told.
pub fn is_kept_out(game: &Game, view: &View, creature: ObjectId, action: Action) -> Outcome<bool> {
    let sight = Sight { game, view };
    let player = view.controller(game, creature);
    let by = continuous_effects::prohibited(sight, action, Some(creature), Some(player), None)?;
    Ok(by.is_some())
}

/// The rules that say what a condition means with respect to combat as it is met: that it is met by the point in question (506.7a–b), in
/// whichever combat phase of the turn (506.7c), or that the first of several upkeep steps is over (503.2); none if it says nothing of that.
pub(in crate::engine) fn rules_of_time(game: &Game, condition: &Condition) -> Rules {
    let points: Vec<&CombatPoint> = if let Condition::All(all) = condition {
        all.iter().filter_map(as_point).collect()
    } else {
        as_point(condition).into_iter().collect()
    };
    let turn = game.turn();
    let mut rules = Rules::NONE;
    // Of several upkeep steps the first is over.
    let past_upkeep = |its: &Condition| matches!(its, Condition::Past(EventStep::Upkeep));
    let asked =
        past_upkeep(condition) || matches!(condition, Condition::All(all) if all.iter().any(past_upkeep));
    if asked && turn.step == Step::Upkeep {
        rules = rules.and(cr!("503.2"));
    }
    for point in points.into_iter().filter(|_| turn.step.is_combat()) {
        let names = |at| point.before == Some(at) || point.after == Some(at);
        let named = point.before.is_some() || point.after.is_some();
        if point.during && named && turn.combats > 1 {
            rules = rules.and(cr!("506.7c"));
        }
        if names(EventStep::DeclareAttackers) {
            rules = rules.and(cr!("506.7a"));
        } else if names(EventStep::DeclareBlockers) {
            rules = rules.and(cr!("506.7b"));
        }
    }
    rules
}

const fn as_point(condition: &Condition) -> Option<&CombatPoint> {
    if let Condition::Combat(point) = condition { Some(point) } else { None }
}

/// The rules by which something can't be cast or activated now (506.7a–f); none if what is said of it is plain, or not of such a
/// point of the turn.
pub(in crate::engine) fn rules_of_point(game: &Game, condition: &Condition) -> Rules {
    // Which of several conditions is not met is what refuses it.
    if let Condition::All(all) = condition {
        let unmet = |its: &&Condition| as_point(its).is_some_and(|point| !is_at(game, point));
        let each = all.iter().filter(unmet).map(|its| rules_of_point(game, its));
        return each.fold(Rules::NONE, |rules, its| its.iter().fold(rules, Rules::and));
    }
    let Some(point) = as_point(condition) else { return Rules::NONE };
    // "During combat", and nothing else, needs no rule of its own.
    if point.before.is_none() && point.after.is_none() || point.during && !game.turn().step.is_combat() {
        return Rules::NONE;
    }
    let names = |at| point.before == Some(at) || point.after == Some(at);
    let turn = game.turn();
    let mut rules = Rules::NONE;
    // Of a combat phase without a declare blockers step no time is after it.
    let no_blocks_now = turn.step == Step::EndOfCombat && !game.combat().blockers_declared;
    if point.during && point.after == Some(EventStep::DeclareBlockers) && no_blocks_now {
        rules = rules.and(cr!("506.7f"));
    }
    // A step that is skipped, so that only the time before it would have been counts (508.8), or a whole phase. Where it names no combat as
    // such, the first combat phase counts.
    let no_blocks = if point.during { no_blocks_now } else { first_had_no_blocks(turn) };
    let skipped =
        matches!(point.before, Some(EventStep::DeclareBlockers | EventStep::CombatDamage)) && no_blocks;
    let no_combat = point.before.is_some() && turn.combats == 0 && turn.step > Step::EndOfCombat;
    if skipped || no_combat {
        rules = rules.and(cr!("506.7e"));
    } else if names(EventStep::DeclareAttackers) {
        rules = rules.and(cr!("506.7a"));
    } else if names(EventStep::DeclareBlockers) {
        rules = rules.and(cr!("506.7b"));
    }
    // In a turn that has several it matters which counts.
    if !point.during && turn.combats > 1 { rules.and(cr!("506.7d")) } else { rules }
}

/// Whether the first combat phase of the turn has gone past its declare attackers step without a declare blockers step (508.8).
const fn first_had_no_blocks(turn: &Turn) -> bool {
    let declaring = matches!(turn.step, Step::BeginningOfCombat | Step::DeclareAttackers);
    turn.combats > 0 && !turn.blocks && (turn.combats > 1 || !declaring)
}

/// What becomes of combat is worth telling as long as damage is still to come.
const fn level(step: Step) -> Level {
    match step {
        Step::DeclareAttackers | Step::DeclareBlockers | Step::FirstStrikeDamage => Level::Default,
        _ => Level::Detail,
    }
}

fn remove(play: &mut Play<'_>, object: ObjectId) {
    let cause = Cause::new(CauseKind::Rules, cr!("506.4"));
    let level = level(play.game.turn().step);
    play.change(cause, level, Change::RemoveFromCombat(object));
}

/// An attacking creature stays blocked though all that blocked it are removed from combat (509.1h).
fn note_still_blocked(play: &mut Play<'_>, before: &Combat) {
    let combat = play.game.combat();
    let unmet: Vec<ObjectId> = combat
        .attacks
        .iter()
        .filter(|attack| attack.blocked)
        .map(|attack| attack.attacker)
        .filter(|attacker| before.blockers_of(*attacker).next().is_some())
        .filter(|attacker| combat.blockers_of(*attacker).next().is_none())
        .collect();
    let level = level(play.game.turn().step);
    for attacker in unmet {
        play.note(level, CauseKind::Rules, Rules::of(&[cr!("509.1h")]), Note::StaysBlocked(attacker));
    }
}

/// Makes a player the protector of a battle (310.9); one that is attacked is removed from combat as its protector changes (506.4).
pub(in crate::engine) fn protect(play: &mut Play<'_>, cause: Cause, battle: ObjectId, player: PlayerId) {
    if play.game.object(battle).protector().is_some_and(|before| before != player) {
        no_longer_attacked(play, battle);
    }
    play.change(cause, Level::Default, Change::Designate(battle, Designation::Protector(player)));
}

/// What a team declares is refused to the one of its players who controls the creature at fault (805.10b, 805.10d).
pub(in crate::engine) fn refused_to_mate(play: &mut Play<'_>, halt: Halt) -> Halt {
    let Halt::Illegal(mut illegal) = halt else { return halt };
    if let (Some(object), Ok(view)) = (illegal.object, play.view()) {
        let controller = view.controller(&play.game, object);
        if play.game.same_team(controller, illegal.player) {
            illegal.player = controller;
        }
    }
    Halt::Illegal(illegal)
}
