//! CR 509: Declare Blockers Step

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::card_types::battles;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects::{self, frame_of};
use crate::engine::spells::events::{Happening, after};
use crate::game::{Block, Cause, CauseKind, Change, Designation, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::{CardType, Color, Keyword, KeywordName, RuleChange};
use crate::rules::{RuleId, cr};
use crate::trace::Level;

/// Each defending player declares blockers (509.1a–i), in turn order (101.4, 802.4a).
///
/// # Errors
/// [`Halt::Illegal`] if a declaration is illegal.
pub(in crate::engine) fn declare(play: &mut Play<'_>) -> Outcome {
    let active = play.game.turn().active;
    let mut all: Vec<(ObjectId, ObjectId)> = Vec::new();
    for player in play.game.apnap() {
        if player == active {
            continue;
        }
        let declared = play.blockers(player)?;
        check(play, player, &declared)?;
        all.extend(declared);
    }
    let cause = Cause::new(CauseKind::TurnBased, cr!("509.1g"));
    let mut happenings = Vec::new();
    for (index, (blocker, attacker)) in all.iter().enumerate() {
        let first = !all.iter().take(index).any(|(other, _)| other == blocker);
        play.change(cause, Level::Default, Change::Block(Block { blocker: *blocker, attacker: *attacker }));
        happenings.push(Happening::Blocks { blocker: *blocker, attacker: *attacker, first });
    }
    let attackers: Vec<ObjectId> = play.game.combat().attacks.iter().map(|attack| attack.attacker).collect();
    for attacker in attackers {
        let blockers: Vec<ObjectId> = play.game.combat().blockers_of(attacker).collect();
        if blockers.is_empty() {
            happenings.push(Happening::Unblocked { attacker });
        } else {
            let cause = Cause::new(CauseKind::TurnBased, cr!("509.1h"));
            play.change(cause, Level::Hidden, Change::Blocked(attacker));
            happenings.push(Happening::BecomesBlocked { attacker, blockers });
        }
    }
    play.change(cause, Level::Hidden, Change::BlockersDeclared);
    let before = play.view()?;
    after(play, &before, &happenings)
}

/// Whether the declaration is legal: who may block what (509.1a) and restrictions (509.1b).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that it breaks.
pub fn check(play: &mut Play<'_>, player: PlayerId, declared: &[(ObjectId, ObjectId)]) -> Outcome {
    let illegal = |rule: RuleId, why, object| Err(Halt::illegal(player, rule, why, Some(object)));
    for (index, (blocker, attacker)) in declared.iter().enumerate() {
        if let Some((rule, why)) = why_not(play, player, *blocker, *attacker)? {
            let refused = Halt::illegal(player, rule, why, Some(*blocker));
            // What the same ability of the blocker does not take away.
            return Err(if rule == cr!("702.14d") { refused.and_rule(cr!("702.14c")) } else { refused });
        }
        let before = || declared.iter().take(index).filter(|(earlier, _)| earlier == blocker);
        if before().any(|(_, earlier)| earlier == attacker) {
            return illegal(cr!("509.1a"), "it blocks that attacker already", *blocker);
        }
        let already = before().count();
        if already > 0 && already >= most(play, player, *blocker)? {
            let why = "it may not block so many creatures";
            return illegal(cr!("509.1a"), why, *blocker);
        }
    }
    let view = play.view()?;
    for attack in &play.game.combat().attacks {
        let blockers = declared.iter().filter(|(_, attacker)| *attacker == attack.attacker).count();
        let sight = Sight { game: &play.game, view: &view };
        let cant = |action| continuous_effects::prohibited(sight, action, Some(attack.attacker), None, None);
        if blockers > 1 && cant(Action::BeBlockedByMoreThanOne)?.is_some()
            || blockers == 1 && cant(Action::BeBlockedByFewerThanTwo)?.is_some()
        {
            let why = "an effect says that so many creatures can't block it";
            return illegal(cr!("509.1b"), why, attack.attacker);
        }
        if blockers == 1 && view.has(&play.game, attack.attacker, KeywordName::Menace) {
            return illegal(
                cr!("702.111b"),
                "a creature with menace can't be blocked except by two or more creatures",
                attack.attacker,
            );
        }
    }
    if let [(blocker, _)] = declared {
        let sight = Sight { game: &play.game, view: &view };
        if continuous_effects::prohibited(sight, Action::BlockAlone, Some(*blocker), None, None)?.is_some() {
            return illegal(cr!("509.1b"), "an effect says that it can't block alone", *blocker);
        }
    }
    requirements(play, player, declared)
}

/// How many creatures a creature may block: one, unless effects let it block more (509.1a).
fn most(play: &mut Play<'_>, player: PlayerId, blocker: ObjectId) -> Outcome<usize> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if continuous_effects::permitted(sight, Action::BlockAny, Some(blocker), player)? {
        return Ok(usize::MAX);
    }
    Ok(1 + continuous_effects::permissions(sight, Action::BlockAnother, Some(blocker), player)?)
}

/// Creatures that must block if able do (509.1c). One that could block only together with others is left undecided.
fn requirements(play: &mut Play<'_>, player: PlayerId, declared: &[(ObjectId, ObjectId)]) -> Outcome {
    let view = play.view()?;
    for rules in &view.rules {
        for rule in rules.rules.as_slice() {
            let RuleChange::Must(requirement) = rule else { continue };
            if requirement.action != Action::Block {
                continue;
            }
            let frame = frame_of(rules);
            for creature in play.game.battlefield().to_vec() {
                let sight = Sight { game: &play.game, view: &view };
                let required = rules.objects.as_ref().is_none_or(|objects| objects.contains(&creature))
                    && matches(sight, &frame, &requirement.what, creature)?;
                if !required || view.controller(&play.game, creature) != player {
                    continue;
                }
                let only = match &requirement.to {
                    Some(selection) => Some(select(sight, &frame, selection)?),
                    None => None,
                };
                let blocks = declared.iter().any(|(blocker, attacker)| {
                    let right = only.as_ref().is_none_or(|only| only.contains(&Thing::Object(*attacker)));
                    *blocker == creature && right
                });
                if blocks {
                    continue;
                }
                for attack in play.game.combat().attacks.clone() {
                    let right = only.as_ref().is_none_or(|only| only.contains(&attack.attacker.into()));
                    if !right || why_not(play, player, creature, attack.attacker)?.is_some() {
                        continue;
                    }
                    if view.has(&play.game, attack.attacker, KeywordName::Menace) {
                        return Err(Halt::undecided(
                            rules.source,
                            "it makes a creature block that could only do so together with another",
                        ));
                    }
                    let why = "a creature that must block if able does not";
                    return Err(Halt::illegal(player, cr!("509.1c"), why, Some(creature)));
                }
            }
        }
    }
    Ok(())
}

/// Why a creature can't block another: the rule and the reason; nothing if it can.
fn why_not(
    play: &mut Play<'_>,
    player: PlayerId,
    blocker: ObjectId,
    attacker: ObjectId,
) -> Outcome<Option<(RuleId, &'static str)>> {
    let view = play.view()?;
    let game = &play.game;
    let its = view.characteristics(game, blocker);
    let sight = Sight { game, view: &view };
    if !game.object(blocker).on_battlefield()
        || view.controller(game, blocker) != player
        || !its.is(CardType::Creature)
        || its.is(CardType::Battle)
    {
        return Ok(Some((cr!("509.1a"), "the defending player does not control it as a creature")));
    }
    if game.object(blocker).tapped {
        return Ok(Some((cr!("509.1a"), "it is tapped")));
    }
    let Some(attack) = game.combat().attack_of(attacker) else {
        return Ok(Some((cr!("509.1a"), "what it would block does not attack")));
    };
    if battles::defending_player(sight, attack.defender) != player {
        return Ok(Some((
            cr!("509.1a"),
            "what it would block attacks neither its controller nor what that player has or protects",
        )));
    }
    if let Some(evaded) = evasion(sight, attacker, blocker)? {
        return Ok(Some(evaded));
    }
    if continuous_effects::prohibited(sight, Action::Block, Some(blocker), None, Some(attacker))?.is_some() {
        let suspected = game.object(blocker).is_designated(Designation::Suspected);
        return Ok(Some(if suspected {
            (cr!("701.60c"), "it is suspected")
        } else {
            (cr!("509.1b"), "an effect says that it can't block")
        }));
    }
    if continuous_effects::prohibited(sight, Action::BeBlocked, Some(attacker), None, Some(blocker))?
        .is_some()
    {
        return Ok(Some((cr!("509.1b"), "an effect says that the attacker can't be blocked by it")));
    }
    Ok(None)
}

/// The evasion ability of the attacker that keeps a creature from blocking it (509.1b).
fn evasion(
    sight: Sight<'_>,
    attacker: ObjectId,
    blocker: ObjectId,
) -> Outcome<Option<(RuleId, &'static str)>> {
    let attacking = sight.view.characteristics(sight.game, attacker);
    let blocking = sight.view.characteristics(sight.game, blocker);
    let artifact = blocking.is(CardType::Artifact);
    let shares_color = blocking.colors.intersects(attacking.colors);
    let cases = [
        (
            KeywordName::Flying,
            blocking.has(KeywordName::Flying) || blocking.has(KeywordName::Reach),
            (cr!("702.9b"), "only creatures with flying or reach can block it"),
        ),
        (
            KeywordName::Fear,
            artifact || blocking.colors.contains(Color::Black),
            (cr!("702.36b"), "only artifact creatures and black creatures can block it"),
        ),
        (
            KeywordName::Intimidate,
            artifact || shares_color,
            (cr!("702.13b"), "only artifact creatures and creatures that share a color can block it"),
        ),
        (
            KeywordName::Horsemanship,
            blocking.has(KeywordName::Horsemanship),
            (cr!("702.31b"), "only creatures with horsemanship can block it"),
        ),
        (
            KeywordName::Skulk,
            blocking.power.unwrap_or(0) <= attacking.power.unwrap_or(0),
            (cr!("702.118b"), "creatures with greater power can't block it"),
        ),
    ];
    for (keyword, can, reason) in cases {
        if attacking.has(keyword) && !can {
            return Ok(Some(reason));
        }
    }
    if attacking.has(KeywordName::Shadow) != blocking.has(KeywordName::Shadow) {
        return Ok(Some((cr!("702.28b"), "shadow blocks and is blocked by shadow only")));
    }
    for keyword in attacking.keywords(KeywordName::Landwalk) {
        if let Keyword::Filter(_, filter) = keyword {
            let player = sight.view.controller(sight.game, blocker);
            let frame = Frame::of_source(attacker, player, crate::game::Origin::Rules(0));
            for land in sight.game.battlefield() {
                if sight.view.controller(sight.game, *land) == player
                    && sight.view.characteristics(sight.game, *land).is(CardType::Land)
                    && matches(sight, &frame, filter, *land)?
                {
                    let other = blocking.has(KeywordName::Landwalk);
                    return Ok(Some(if other {
                        (cr!("702.14d"), "landwalk does not cancel landwalk")
                    } else {
                        (
                            cr!("702.14c"),
                            "the defending player controls a land of the kind that its landwalk names",
                        )
                    }));
                }
            }
        }
    }
    if protection::forbids_block(sight, attacker, blocker)? {
        return Ok(Some((cr!("702.16f"), "the attacker has protection from it")));
    }
    Ok(None)
}
