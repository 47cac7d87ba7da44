//! CR 510: Combat Damage Step

use crate::engine::additional::keyword_abilities::{banding, trample};
use crate::engine::concepts::damage::{self, Packet};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::selections;
use crate::engine::spells::continuous_effects::frame_of;
use crate::engine::view::View;
use crate::game::{
    Answer, Attack, Cause, CauseKind, Change, Choice, ChoiceKind, Deed, Game, Item, ObjectId, Options,
    PlayerId, Step, Thing,
};
use crate::ir::change::CombatDamageChange;
use crate::ir::{CardType, CounterKind, KeywordName, RuleChange};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

/// Whether there is a first of two combat damage steps: some creature in combat has first strike or double strike (510.4).
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn strikes_first(play: &mut Play<'_>) -> Outcome<bool> {
    let view = play.view()?;
    Ok(is_twofold(&play.game, &view))
}

/// The same of a position.
pub fn is_twofold(game: &Game, view: &View) -> bool {
    in_combat(game).into_iter().any(|creature| {
        let characteristics = view.characteristics(game, creature);
        characteristics.has(KeywordName::FirstStrike) || characteristics.has(KeywordName::DoubleStrike)
    })
}

/// What has been as the second of two combat damage steps begins a scenario: those that strike first have dealt their damage (510.4).
pub fn from_the_start(game: &Game, view: &View) -> Vec<Change> {
    if !is_twofold(game, view) {
        return Vec::new();
    }
    let first = in_combat(game).into_iter().filter(|creature| assigns(game, view, *creature, true));
    first.map(Change::StruckFirst).chain([Change::FirstStrikeDone]).collect()
}

/// Combat damage is assigned (510.1) and dealt, all at the same time (510.2).
///
/// # Errors
/// If how damage is assigned needs a choice that nobody makes.
pub(in crate::engine) fn deal(play: &mut Play<'_>, step: Step) -> Outcome {
    let view = play.view()?;
    let first = step == Step::FirstStrikeDamage;
    let attacks = play.game.combat().attacks.clone();
    let mut packets = Vec::new();
    for player in play.game.apnap() {
        let mut trampling = Vec::new();
        for attack in &attacks {
            if view.controller(&play.game, attack.attacker) == player
                && assigns(&play.game, &view, attack.attacker, first)
            {
                assign_attacker(play, &view, player, attack, &mut packets, &mut trampling)?;
            }
        }
        for blocker in play.game.combat().blockers() {
            if view.controller(&play.game, blocker) == player && assigns(&play.game, &view, blocker, first) {
                assign_blocker(play, &view, player, blocker, &mut packets)?;
            }
        }
        // The whole of a player's assignment is checked at the end (510.1e).
        for (divider, attack) in trampling {
            if trample::check(play, &view, divider, &attack, &packets)? {
                let blocks =
                    |to: Thing| to.object().is_some_and(|object| play.game.combat().is_blocking(object));
                let its = |packet: &&mut Packet| packet.source == Some(attack.attacker) && !blocks(packet.to);
                for packet in packets.iter_mut().filter(its) {
                    packet.rules = packet.rules.and(cr!("702.2c"));
                }
            }
        }
    }
    if first {
        let strikers: Vec<ObjectId> = in_combat(&play.game)
            .into_iter()
            .filter(|creature| assigns(&play.game, &view, *creature, true))
            .collect();
        let cause = Cause::new(CauseKind::TurnBased, cr!("510.4"));
        for striker in strikers {
            play.change(cause, Level::Hidden, Change::StruckFirst(striker));
        }
        play.change(cause, Level::Hidden, Change::FirstStrikeDone);
    }
    let mut cause = Cause::new(CauseKind::Combat, cr!("510.2"));
    // Of two combat damage steps it is decided who deals damage in which.
    if play.game.combat().first_strike_done {
        cause = cause.and(cr!("510.4"));
    }
    damage::deal(play, cause, &packets, true)
}

fn in_combat(game: &Game) -> Vec<ObjectId> {
    let combat = game.combat();
    let mut creatures: Vec<ObjectId> = combat.attacks.iter().map(|attack| attack.attacker).collect();
    creatures.extend(combat.blockers());
    creatures
}

/// Whether a creature assigns damage in this step (510.4).
fn assigns(game: &Game, view: &View, creature: ObjectId, first: bool) -> bool {
    let characteristics = view.characteristics(game, creature);
    if !characteristics.is(CardType::Creature) || !game.object(creature).on_battlefield() {
        return false;
    }
    let double = characteristics.has(KeywordName::DoubleStrike);
    let combat = game.combat();
    if first {
        double || characteristics.has(KeywordName::FirstStrike)
    } else {
        !combat.first_strike_done || double || !combat.struck_first.contains(&creature)
    }
}

/// How much damage a creature assigns: its power (510.1a), or what an effect says instead.
fn power(play: &Play<'_>, view: &View, creature: ObjectId) -> Outcome<u32> {
    let characteristics = view.characteristics(&play.game, creature);
    let sight = Sight { game: &play.game, view };
    let mut power = characteristics.power.unwrap_or(0);
    for (rules, rule) in view.rule_changes() {
        let RuleChange::CombatDamage(filter, change) = rule else { continue };
        if crate::engine::reading::filters::matches(sight, &frame_of(rules), filter, creature)? {
            match change {
                CombatDamageChange::ByToughness => power = characteristics.toughness.unwrap_or(0),
                // Nothing that says what it uses in the place of its power makes it assign any.
                CombatDamageChange::None => return Ok(0),
                CombatDamageChange::AsThoughUnblocked => {}
            }
        }
    }
    Ok(power.max(0).unsigned_abs())
}

/// 510.1a to 510.1c: how an attacking creature assigns its combat damage.
fn assign_attacker(
    play: &mut Play<'_>,
    view: &View,
    player: PlayerId,
    attack: &Attack,
    packets: &mut Vec<Packet>,
    trampling: &mut Vec<(PlayerId, Attack)>,
) -> Outcome {
    let mut attack = *attack;
    let amount = power(play, view, attack.attacker)?;
    if amount == 0 {
        assigns_none(play, cr!("510.1a"), Note::HasNoPower(attack.attacker));
        return Ok(());
    }
    let as_though = attack.blocked && as_though_unblocked(play, view, player, attack.attacker)?;
    if as_though {
        assigns_none(play, cr!("510.1b"), Note::AsThoughUnblocked(attack.attacker));
        attack.blocked = false;
    }
    // A planeswalker that left combat is attacked no longer (506.4c).
    let defender_there = match attack.defender {
        Thing::Player(player) => !play.game.player(player).gone,
        Thing::Object(object) => play.game.combat().is_attacked(object),
    };
    let tramples = trample::of(play, view, attack.attacker);
    let beyond = trample::beyond(play, view, &attack, defender_there);
    let blockers: Vec<ObjectId> = match attack.blocked {
        true => play.game.combat().blockers_of(attack.attacker).collect(),
        false => Vec::new(),
    };
    if attack.blocked && blockers.is_empty() && tramples.is_none() {
        assigns_none(play, cr!("510.1c"), Note::AssignsNone(attack.attacker));
        return Ok(());
    }
    if let (Thing::Player(gone), false) = (attack.defender, attack.blocked || defender_there) {
        assigns_none(play, cr!("800.4e"), Note::AssignsNoneTo(attack.attacker, gone));
        return Ok(());
    }
    // What it attacked is out of combat, and it attacks nothing else instead (506.4c).
    if !attack.blocked && beyond.is_empty() {
        assigns_none(play, cr!("506.4c"), Note::AttacksNothing(attack.attacker));
        return Ok(());
    }
    let mut among: Vec<Thing> = blockers.iter().copied().map(Thing::Object).collect();
    if !attack.blocked || tramples.is_some() {
        among.extend(&beyond);
    }
    let beyond = beyond.to_vec();
    let dividing = Dividing { attack, as_though, tramples, beyond, blockers: blockers.len(), defender_there };
    let (divider, rules, banding) = dividing.by(play, view, player, &among);
    let shares = match among.len() {
        1 if !attack.blocked => vec![amount],
        _ => {
            let only = only_to(play, view, &attack, amount, &among);
            divide(play, (divider, only), attack.attacker, amount, &among, rules)?
        }
    };
    if tramples.is_some() && among.len() > 1 {
        trampling.push((divider, attack));
    }
    // Of several blockers each is dealt what its controller chose, in whatever order.
    let divided = (among.len() > 1 && tramples.is_none() && !banding).then_some(cr!("510.1c"));
    for (place, (to, amount)) in among.into_iter().zip(shares).enumerate() {
        let rules = divided.into_iter().fold(dividing.rules_of(place, to), Rules::and);
        packets.push(Packet { source: Some(attack.attacker), to, amount, rules, preventable: true });
    }
    Ok(())
}

/// Says why a creature assigns its damage otherwise, or none.
fn assigns_none(play: &mut Play<'_>, rule: RuleId, note: Note) {
    play.note(Level::Default, CauseKind::Combat, Rules::of(&[rule]), note);
}

/// What decides how an attacker's damage is divided.
struct Dividing {
    attack: Attack,
    /// Whether it is assigned as though the creature weren't blocked (510.1b).
    as_though: bool,
    /// The rule of its trample, if it has that.
    tramples: Option<RuleId>,
    /// What is dealt damage beyond its blockers.
    beyond: Vec<Thing>,
    /// How many blockers stand first.
    blockers: usize,
    /// Whether what it attacks is in combat still.
    defender_there: bool,
}

impl Dividing {
    /// Whether all the damage of a blocked creature with trample goes on, since nothing blocks it any more (702.19d).
    const fn is_unmet(&self) -> bool {
        self.attack.blocked && self.blockers == 0
    }

    /// Who divides, by which rules, and whether that is so by banding: where one of its blockers has it, the defending player divides
    /// (702.22j).
    fn by(&self, play: &Play<'_>, view: &View, player: PlayerId, among: &[Thing]) -> (PlayerId, Rules, bool) {
        let rules = match self.tramples {
            Some(_) if self.is_unmet() => Rules::of(&[cr!("702.19d")]),
            Some(rule) if self.beyond.len() > 1 || self.blockers > 0 => {
                // What deathtouch assigns is lethal, however little it is.
                let deadly =
                    self.blockers > 0 && view.has(&play.game, self.attack.attacker, KeywordName::Deathtouch);
                let rules = Rules::NONE.and(rule);
                if deadly { rules.and(cr!("702.2c")) } else { rules }
            }
            _ => Rules::NONE.and(cr!("510.1c")),
        };
        if among.len() < 2 || !banding::any_has(play, view, among) {
            return (player, rules, false);
        }
        // What trample lets it assign beyond them that player may, once it is lethal for them all.
        let also = self.tramples.is_some().then_some(rules);
        let rules = also.iter().flat_map(Rules::iter).fold(Rules::of(&[cr!("702.22j")]), Rules::and);
        let sight = Sight { game: &play.game, view };
        (selections::defending_player(sight, self.attack.defender), rules, true)
    }

    /// The rules by which the one at this place is dealt its share.
    fn rules_of(&self, place: usize, to: Thing) -> Rules {
        // What is attacked may block as well, and is then dealt its share as a blocker.
        let goes_beyond = place >= self.blockers && self.beyond.contains(&to);
        let mut rules = if self.as_though { Rules::of(&[cr!("510.1b")]) } else { Rules::NONE };
        if self.is_unmet() {
            rules = rules.and(cr!("702.19d"));
        } else if self.attack.blocked && goes_beyond {
            rules = rules.and(cr!("702.19b"));
        }
        if goes_beyond && to != self.attack.defender {
            rules = rules.and(if self.defender_there { cr!("702.19c") } else { cr!("702.19e") });
        }
        rules
    }
}

/// Whether the controller of a blocked creature lets it assign its damage as though it weren't blocked, as an effect permits; one with
/// banding among the blockers makes it the defending player's decision (702.22j).
fn as_though_unblocked(
    play: &mut Play<'_>,
    view: &View,
    player: PlayerId,
    creature: ObjectId,
) -> Outcome<bool> {
    let sight = Sight { game: &play.game, view };
    for (rules, rule) in view.rule_changes() {
        let RuleChange::CombatDamage(filter, CombatDamageChange::AsThoughUnblocked) = rule else {
            continue;
        };
        if !crate::engine::reading::filters::matches(sight, &frame_of(rules), filter, creature)? {
            continue;
        }
        let blockers: Vec<Thing> = play.game.combat().blockers_of(creature).map(Thing::Object).collect();
        if banding::any_has(play, view, &blockers) {
            let why = "whether it assigns damage as though unblocked is up to a creature with banding";
            return Err(Halt::undecided(creature, why));
        }
        let rules = Rules::of(&[cr!("510.1b")]);
        return play.ask_to(player, Deed::AssignAsThoughUnblocked, Some(creature), rules);
    }
    Ok(false)
}

fn assign_blocker(
    play: &mut Play<'_>,
    view: &View,
    player: PlayerId,
    blocker: ObjectId,
    packets: &mut Vec<Packet>,
) -> Outcome {
    let amount = power(play, view, blocker)?;
    let attackers: Vec<Thing> = play.game.combat().blocked_by(blocker).map(Thing::Object).collect();
    // Where one of what it blocks has banding, the active player divides (702.22k).
    let banding = attackers.len() > 1 && banding::any_has(play, view, &attackers);
    let (player, rule) =
        if banding { (play.game.turn().active, cr!("702.22k")) } else { (player, cr!("510.1d")) };
    let shares = divide(play, (player, None), blocker, amount, &attackers, Rules::NONE.and(rule))?;
    let rules = if attackers.len() > 1 { Rules::NONE.and(rule) } else { Rules::NONE };
    for (to, amount) in attackers.into_iter().zip(shares) {
        packets.push(Packet { source: Some(blocker), to, amount, rules, preventable: true });
    }
    Ok(())
}

/// At which place of those that an attacker's damage may be assigned to it must all go, if it is so little that none can go further, whatever
/// the others assign: to its one blocker, for which it is not more than lethal (702.19b), or to the planeswalker, whose loyalty it does not
/// exceed (702.19c). Nothing where that is not sure.
fn only_to(play: &Play<'_>, view: &View, attack: &Attack, amount: u32, among: &[Thing]) -> Option<usize> {
    let first = among.first().filter(|_| among.len() > 1)?.object()?;
    let combat = play.game.combat();
    let blockers = combat.blockers_of(attack.attacker).count();
    let is_blocked = attack.blocked && blockers > 0;
    let enough = if is_blocked {
        // Any damage from a source with deathtouch is lethal (702.2c).
        let deadly = |other: ObjectId| view.has(&play.game, other, KeywordName::Deathtouch);
        if blockers > 1 || combat.blocked_by(first).any(deadly) {
            return None;
        }
        let toughness = view.characteristics(&play.game, first).toughness?.max(0).unsigned_abs();
        toughness.saturating_sub(play.game.object(first).damage)
    } else if view.characteristics(&play.game, first).is(CardType::Planeswalker) {
        play.game.object(first).counters_of(CounterKind::LOYALTY)
    } else {
        return None;
    };
    let others: Vec<ObjectId> = match is_blocked {
        true => combat.blocked_by(first).collect(),
        false => combat.attacks.iter().map(|other| other.attacker).collect(),
    };
    let mut most = amount;
    for other in others.into_iter().filter(|other| *other != attack.attacker) {
        most = most.saturating_add(power(play, view, other).ok()?);
    }
    (most <= enough).then_some(0)
}

/// A creature's controller divides its damage as they like (510.1c–d); where all of it must go to one of those it could, as is so there.
fn divide(
    play: &mut Play<'_>,
    (player, only): (PlayerId, Option<usize>),
    creature: ObjectId,
    amount: u32,
    among: &[Thing],
    rules: Rules,
) -> Outcome<Vec<u32>> {
    if among.is_empty() || amount == 0 {
        return Ok(vec![0; among.len()]);
    }
    let choice = Choice {
        player,
        kind: ChoiceKind::Damage,
        source: Some(creature),
        options: Options::Divide {
            amount,
            among: among.iter().map(|thing| Item::of(*thing)).collect::<Vec<_>>().into(),
            each: 0,
            most: [].into(),
        },
        indifferent: false,
    };
    let answer = match only {
        Some(only) => {
            let all = |place| if place == only { amount } else { 0 };
            play.choose_forced(choice, rules, Answer::Divided((0..among.len()).map(all).collect()))?
        }
        None => play.choose(choice, rules)?,
    };
    Ok(match answer {
        Answer::Divided(shares) => shares,
        _ => Vec::new(),
    })
}
