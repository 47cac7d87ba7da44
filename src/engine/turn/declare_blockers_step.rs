//! CR 509: Declare Blockers Step

use crate::engine::additional::keyword_abilities::phasing;
use crate::engine::additional::keyword_actions::the_ring_tempts_you;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections;
use crate::engine::reading::selections::select;
use crate::engine::spells::continuous_effects::{self, frame_of};
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::interaction_of_continuous_effects::unmade::unmade;
use crate::engine::turn::broken::kept_while;
use crate::engine::turn::combat_phase;
use crate::game::{
    AbilityInstance, Attack, Block, Cause, CauseKind, Change, Designation, ObjectId, PlayerId, Thing,
};
use crate::ir::change::{Action, Allowed};
use crate::ir::part::{Part, mentions};
use crate::ir::{CardType, KeywordName, Players, RuleChange, Verb};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Fighting, Level, Note};

use super::requirements::{Able, Demand, Requirement};

pub(in crate::engine) mod entering;
mod evasion;
mod restrictions;

use evasion::evasion;
pub(crate) use evasion::{Evaded, evaded};
use restrictions::Restrictions;

/// Each defending player declares blockers (509.1a–i), one after the other in turn order (101.4, 802.4); a defending team
/// declares them as one (805.10d).
///
/// # Errors
/// [`Halt::Illegal`] if a declaration is illegal.
pub(in crate::engine) fn declare(play: &mut Play<'_>) -> Outcome {
    let active = play.game.turn().active;
    let attacked = attacked(play)?;
    let mut asked: Vec<PlayerId> = Vec::new();
    for player in play.game.apnap() {
        if play.game.fights_with(player, active) || asked.contains(&player) {
            continue;
        }
        let mut said: Option<Vec<(ObjectId, ObjectId)>> = None;
        for mate in play.game.whose_turn_it_would_be(player) {
            if let Some(of_mate) = play.blockers(mate)? {
                said.get_or_insert_default().extend(of_mate);
            }
            asked.push(mate);
        }
        let declared = match said {
            Some(declared) => declared,
            None => unsaid(play, player)?,
        };
        // Of several who are attacked each declares all their blocks before the next one does.
        if attacked.len() > 1 && !declared.is_empty() {
            let rules = Rules::of(&[cr!("802.4")]);
            play.note(Level::Default, CauseKind::TurnBased, rules, Note::DeclaresBlockers(player));
        }
        check_and_pay(play, player, &declared)?;
        become_blocking(play, player, declared)?;
    }
    // What attacks nobody who could still block it is unblocked too.
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let undefended =
        |attack: &Attack| play.game.player(selections::defending_player(sight, attack.defender)).gone;
    let attacks = play.game.combat().attacks.iter().filter(|attack| undefended(attack));
    let unblocked: Vec<Happening> =
        attacks.map(|attack| Happening::Unblocked { attacker: attack.attacker }).collect();
    let cause = Cause::new(CauseKind::TurnBased, cr!("509.1g"));
    play.change(cause, Level::Hidden, Change::BlockersDeclared);
    let before = play.view()?;
    after(play, &before, &unblocked)
}

/// The sides that are attacked, each by the player whom [`declare`] asks first.
fn attacked(play: &mut Play<'_>) -> Outcome<Vec<PlayerId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut attacked: Vec<PlayerId> = Vec::new();
    for player in play.game.apnap() {
        let is_it = attackers_of(sight, player).next().is_some();
        if is_it && !attacked.iter().any(|other| play.game.fights_with(player, *other)) {
            attacked.push(player);
        }
    }
    Ok(attacked)
}

/// Whether an attack is on a player, on what they have or protect, or on that of a teammate with whom they defend (509.1a, 805.10d).
fn attacks_side_of(sight: Sight<'_>, player: PlayerId, attack: &Attack) -> bool {
    sight.game.fights_with(player, selections::defending_player(sight, attack.defender))
}

/// What attacks a player's side.
fn attackers_of<'a>(sight: Sight<'a>, player: PlayerId) -> impl Iterator<Item = ObjectId> + 'a {
    let attacks = sight.game.combat().attacks.iter();
    attacks.filter(move |attack| attacks_side_of(sight, player, attack)).map(|attack| attack.attacker)
}

/// The chosen creatures of one defending player or team that are still theirs become blocking creatures (509.1g), what attacks
/// that side becomes blocked or unblocked (509.1h), and what waits for it triggers (509.1i).
fn become_blocking(
    play: &mut Play<'_>,
    player: PlayerId,
    mut declared: Vec<(ObjectId, ObjectId)>,
) -> Outcome {
    let view = play.view()?;
    let theirs = |blocker: ObjectId| {
        play.game.object(blocker).on_battlefield()
            && play.game.fights_with(player, view.controller(&play.game, blocker))
    };
    // One that was chosen and is gone, as a cost or by a mana ability, never blocks; whether it was "declared" all the same where
    // nothing else blocks the attacker the rules don't say.
    let met: Vec<ObjectId> =
        declared.iter().filter(|(blocker, _)| theirs(*blocker)).map(|(_, attacker)| *attacker).collect();
    if let Some((blocker, _)) = declared.iter().find(|(_, attacker)| !met.contains(attacker)) {
        let why = "the only creature chosen to block is gone before it blocks";
        return Err(Halt::undecided(*blocker, why));
    }
    declared.retain(|(blocker, _)| theirs(*blocker));
    let cause = Cause::new(CauseKind::TurnBased, cr!("509.1g"));
    let mut happenings = Vec::new();
    for (index, (blocker, attacker)) in declared.iter().enumerate() {
        let first = !declared.iter().take(index).any(|(other, _)| other == blocker);
        // It blocks what attacks a teammate.
        let for_team = play.game.combat().attack_of(*attacker).is_some_and(|attack| {
            let sight = Sight { game: &play.game, view: &view };
            selections::defending_player(sight, attack.defender) != view.controller(&play.game, *blocker)
        });
        let cause = if for_team { cause.and(cr!("805.10d")) } else { cause };
        play.change(cause, Level::Default, Change::Block(Block { blocker: *blocker, attacker: *attacker }));
        happenings.push(Happening::Blocks { blocker: *blocker, attacker: *attacker, first, entered: false });
    }
    for (blocker, attacker) in &declared {
        for other in entering::block_its_band(play, CauseKind::TurnBased, *blocker, *attacker) {
            let blocker = *blocker;
            happenings.push(Happening::Blocks { blocker, attacker: other, first: false, entered: false });
        }
    }
    let sight = Sight { game: &play.game, view: &view };
    let attackers: Vec<ObjectId> = attackers_of(sight, player).collect();
    for attacker in attackers {
        let blockers: Vec<ObjectId> = play.game.combat().blockers_of(attacker).collect();
        if blockers.is_empty() {
            play.note(
                Level::Hidden,
                CauseKind::TurnBased,
                Rules::of(&[cr!("509.1h")]),
                Note::NothingBlocks(attacker),
            );
            happenings.push(Happening::Unblocked { attacker });
        } else {
            let cause = Cause::new(CauseKind::TurnBased, cr!("509.1h"));
            play.change(cause, Level::Hidden, Change::Blocked(attacker));
            let now = blockers.len();
            happenings.push(Happening::BecomesBlocked { attacker, blockers });
            happenings.push(Happening::BlockedBySoMany { attacker, before: 0, now });
        }
    }
    let before = play.view()?;
    after(play, &before, &happenings)
}

/// What is declared where nobody says it: nothing, unless a requirement makes that illegal (509.1c); then the only legal
/// declaration, if there is but one.
///
/// # Errors
/// [`Halt::OpenBlock`] with the legal declarations if there are several.
fn unsaid(play: &mut Play<'_>, player: PlayerId) -> Outcome<Vec<(ObjectId, ObjectId)>> {
    if required(play, player)?.is_empty() || is_legal(play, player, &[])? {
        return Ok(Vec::new());
    }
    let mut declarations: Vec<Vec<(ObjectId, ObjectId)>> = vec![Vec::new()];
    let attackers: Vec<ObjectId> = play.game.combat().attacks.iter().map(|attack| attack.attacker).collect();
    for blocker in play.game.battlefield().to_vec() {
        let mut blockable = Vec::new();
        for attacker in &attackers {
            if why_not(play, player, blocker, *attacker)?.is_none() {
                blockable.push(Thing::Object(*attacker));
            }
        }
        if blockable.is_empty() {
            continue;
        }
        let Some(ways) = choices(&blockable, most(play, player, blocker)?) else {
            let why = "something must block, nothing says what, and there are too many ways to block";
            return Err(Halt::undecided(blocker, why));
        };
        for index in 0..declarations.len() {
            for attackers in &ways {
                if let Some(mut longer) = declarations.get(index).cloned() {
                    let attackers = attackers.iter().filter_map(|attacker| attacker.object());
                    longer.extend(attackers.map(|attacker| (blocker, attacker)));
                    declarations.push(longer);
                }
                if declarations.len() > 2_000 {
                    let why = "something must block, nothing says what, and there are too many ways to block";
                    return Err(Halt::undecided(blocker, why));
                }
            }
        }
    }
    let mut legal = Vec::new();
    for declared in declarations {
        if is_legal(play, player, &declared)? {
            legal.push(declared);
        }
    }
    match legal.pop() {
        Some(only) if legal.is_empty() => {
            let rules = Rules::of(&[cr!("509.1c")]);
            let note = Note::OnlyDeclaration(player, Fighting::Block);
            play.note(Level::Default, CauseKind::TurnBased, rules, note);
            Ok(only)
        }
        Some(last) => {
            legal.push(last);
            Err(Halt::OpenBlock(player, legal))
        }
        None => Ok(Vec::new()),
    }
}

/// Whether a declaration would be legal; nothing is told of it.
fn is_legal(play: &mut Play<'_>, player: PlayerId, declared: &[(ObjectId, ObjectId)]) -> Outcome<bool> {
    let mark = play.trace.mark();
    let result = check(play, player, declared);
    play.trace.rewind(mark);
    match result {
        Ok(()) => Ok(true),
        Err(Halt::Illegal(_)) => Ok(false),
        Err(halt) => Err(halt),
    }
}

/// Whether the declaration is legal, and can be paid for (509.1d–f).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that it breaks.
pub fn check_and_pay(play: &mut Play<'_>, player: PlayerId, declared: &[(ObjectId, ObjectId)]) -> Outcome {
    check(play, player, declared)?;
    Restrictions::of(play, player)?.pay(play, declared)
}

/// Whether the declaration is legal: who may block what (509.1a) and restrictions (509.1b).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that it breaks.
fn check(play: &mut Play<'_>, player: PlayerId, declared: &[(ObjectId, ObjectId)]) -> Outcome {
    check_all(play, player, declared).map_err(|halt| combat_phase::refused_to_mate(play, halt))
}

fn check_all(play: &mut Play<'_>, player: PlayerId, declared: &[(ObjectId, ObjectId)]) -> Outcome {
    let illegal = |rule: RuleId, why, object| Err(Halt::illegal(player, rule, why, Some(object)));
    for (index, (blocker, attacker)) in declared.iter().enumerate() {
        if let Some((rule, why)) = why_not(play, player, *blocker, *attacker)? {
            let counter = evasion::by_counter(play, rule, *blocker, *attacker)?;
            let why = counter.unwrap_or(why);
            let by = kept_by(play, *blocker, *attacker)?.filter(|_| counter.is_none());
            let view = play.view()?;
            let sight = Sight { game: &play.game, view: &view };
            let unmade = (why == NO_CREATURE).then(|| unmade(sight, *blocker, CardType::Creature));
            let refused = Halt::illegal(player, rule, why, Some(*blocker)).said_by(by);
            let refused = refused.of_unmade(unmade.flatten());
            let refused = refused.from_quality(evasion::quality(play, &view, *blocker, *attacker, rule));
            let condition = by.filter(|_| why == KEPT).and_then(|by| kept_while(&view, by, Verb::Block));
            let refused = refused.being(condition);
            let refused = if counter.is_some() { refused.and_rule(cr!("122.1b")) } else { refused };
            // Whatever says it, that it can't block is a restriction, as are evasion abilities, each by itself.
            let restricted = rule != cr!("509.1a") && rule != cr!("702.26b");
            let refused = if restricted { refused.and_rule(cr!("509.1b")) } else { refused };
            let block = Action::Do(Verb::Block);
            let (of_blocker, of_attacker) = (Some(*blocker), Some(*attacker));
            let of_set =
                continuous_effects::rules_of_set(sight, block, of_blocker, Some(player), of_attacker)?;
            let by_effect = rule == cr!("509.1b");
            let refused = if by_effect { of_set.iter().fold(refused, Halt::and_rule) } else { refused };
            // What the same ability of the blocker does not take away.
            let refused = if rule == cr!("702.14d") { refused.and_rule(cr!("702.14c")) } else { refused };
            // Of several defending players it is the one whom the creature attacks that matters (802.2a).
            let landwalk = rule == cr!("702.14c") || rule == cr!("702.14d");
            let several = play.game.opponents(play.game.turn().active).count() > 1;
            // Of several defending players each blocks what attacks them, with what they control.
            let others = rule == cr!("509.1a") && several && !play.game.shares_turns();
            let refused = if others && why == NOT_THEIRS { refused.and_rule(cr!("802.4a")) } else { refused };
            let whom = several && rule == cr!("509.1b") && asks_whom(play, *blocker, *attacker)?;
            let refused = if whom { refused.and_rule(cr!("508.5a")) } else { refused };
            let rule = if play.game.shares_turns() { cr!("805.10e") } else { cr!("802.2a") };
            return Err(if landwalk && several { refused.and_rule(rule) } else { refused });
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
    let restrictions = Restrictions::of(play, player)?;
    let blocks: Vec<(ObjectId, Thing)> =
        declared.iter().map(|(blocker, attacker)| (*blocker, Thing::Object(*attacker))).collect();
    if let Some(broken) = restrictions.broken(&blocks) {
        let (creature, rule) = (broken.creature, broken.rule);
        // What the creatures of other players do is no matter.
        let others = rule == cr!("509.1b") && attacked(play)?.len() > 1;
        let view = play.view()?;
        let is_menace = |instance: &&AbilityInstance| instance.keyword == Some(KeywordName::Menace);
        let instances = view.characteristics(&play.game, creature).abilities.iter().filter(is_menace).count();
        let redundant = rule == cr!("702.111b") && instances > 1;
        // Menace is a restriction (509.1b).
        let refused = broken.refused(player).and_rule(cr!("509.1b"));
        let refused = if redundant { refused.and_rule(cr!("702.111c")) } else { refused };
        return Err(if others { refused.and_rule(cr!("802.4b")) } else { refused });
    }
    if restrictions.concern(&blocks) {
        let rules = Rules::of(&[cr!("509.1b")]);
        play.note(Level::Detail, CauseKind::TurnBased, rules, Note::BlocksObey(player));
    }
    requirements(play, player, &blocks, &restrictions)
}

/// How many creatures a creature may block: one, unless effects let it block more (509.1a).
fn most(play: &mut Play<'_>, player: PlayerId, blocker: ObjectId) -> Outcome<usize> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if continuous_effects::permitted(sight, Allowed::BlockAny, Some(blocker), player)? {
        return Ok(usize::MAX);
    }
    Ok(1 + continuous_effects::permissions(sight, Allowed::BlockAnother, Some(blocker), player)?)
}

/// As many requirements are obeyed as can be without disobeying a restriction (509.1c); nobody has to pay for it.
fn requirements(
    play: &mut Play<'_>,
    player: PlayerId,
    declared: &[(ObjectId, Thing)],
    restrictions: &Restrictions,
) -> Outcome {
    let required = required(play, player)?;
    let broken = |declared: &[(ObjectId, Thing)]| restrictions.broken(declared).is_some();
    let demand = Demand { player, declared, required: &required, broken: &broken, rule: cr!("509.1c") };
    let refusal = |_: &Play<'_>, creature: Option<ObjectId>| {
        let blocks = declared.iter().any(|(blocker, _)| Some(*blocker) == creature);
        let why = match blocks {
            true => "the creature could obey more requirements by blocking otherwise",
            false => "a creature that must block if able does not",
        };
        Halt::illegal(player, cr!("509.1c"), why, creature)
    };
    demand.check(play, |play| able(play, player, restrictions, &required), refusal)
}

/// The creatures that matter to the requirements, and what all each could block.
fn able(
    play: &mut Play<'_>,
    player: PlayerId,
    restrictions: &Restrictions,
    required: &[Requirement],
) -> Outcome<Vec<Able>> {
    let view = play.view()?;
    let mut able = Vec::new();
    for creature in play.game.battlefield().to_vec() {
        let controller = view.controller(&play.game, creature);
        if !play.game.fights_with(player, controller) {
            continue;
        }
        let matters = |(its, _): &(ObjectId, Thing)| *its == creature;
        if restrictions.together.is_empty() && !required.iter().any(|it| it.by.iter().any(matters)) {
            continue;
        }
        let mut blockable: Vec<Thing> = Vec::new();
        for attack in play.game.combat().attacks.clone() {
            let free = !restrictions.taxes(creature, attack.attacker);
            // Blocking what no requirement is about obeys none, unless it lets another creature block.
            let wanted = |(_, to): &(ObjectId, Thing)| *to == Thing::Object(attack.attacker);
            let of_use =
                !restrictions.together.is_empty() || required.iter().any(|it| it.by.iter().any(wanted));
            if free && of_use && why_not(play, player, creature, attack.attacker)?.is_none() {
                blockable.push(Thing::Object(attack.attacker));
            }
        }
        if !blockable.is_empty() {
            let most = most(play, player, creature)?;
            let Some(options) = choices(&blockable, most) else {
                return Err(Halt::undecided(creature, "it could block in too many ways to look at them all"));
            };
            able.push(Able { creature, options });
        }
    }
    Ok(able)
}

/// What all a creature may block at once: any of these, up to so many; most of them first. Nothing if that is too much to list.
fn choices(blockable: &[Thing], most: usize) -> Option<Vec<Vec<Thing>>> {
    let mut all: Vec<Vec<Thing>> = vec![Vec::new()];
    for attacker in blockable {
        for index in 0..all.len() {
            if all.len() > 100_000 {
                return None;
            }
            if let Some(longer) = all.get(index).filter(|chosen| chosen.len() < most) {
                let mut longer = longer.clone();
                longer.push(*attacker);
                all.push(longer);
            }
        }
    }
    all.retain(|chosen| !chosen.is_empty());
    all.sort_by_key(|chosen| std::cmp::Reverse(chosen.len()));
    Some(all)
}

/// The requirements on blockers: that a creature blocks, perhaps something in particular; that an attacker is blocked; or that
/// all that can block it do.
fn required(play: &mut Play<'_>, player: PlayerId) -> Outcome<Vec<Requirement>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let attackers: Vec<ObjectId> = attackers_of(sight, player).collect();
    let is_own = |object: &&ObjectId| play.game.fights_with(player, view.controller(&play.game, **object));
    let own: Vec<ObjectId> = play.game.battlefield().iter().filter(is_own).copied().collect();
    let mut found = Vec::new();
    for (rules, rule) in view.rule_changes() {
        let RuleChange::Must(requirement) = rule else { continue };
        let frame = frame_of(rules);
        let source = rules.source;
        let concerns = |creature: &ObjectId| -> Outcome<bool> {
            Ok(rules.objects.as_ref().is_none_or(|objects| objects.contains(creature))
                && matches(sight, &frame, &requirement.what, *creature)?)
        };
        match requirement.action {
            Action::Do(Verb::Block) => {
                let to = match &requirement.to {
                    Some(selection) => select(sight, &frame, selection)?,
                    None => attackers.iter().copied().map(Thing::Object).collect(),
                };
                let mut bound = Vec::new();
                for creature in &own {
                    if concerns(creature)? {
                        bound.push(*creature);
                    }
                }
                found.extend(Requirement::of(&bound, &to, requirement.one, source));
            }
            Action::Be(Verb::Block) => {
                for attacker in &attackers {
                    if !concerns(attacker)? {
                        continue;
                    }
                    let pairs = own.iter().map(|creature| (*creature, Thing::Object(*attacker)));
                    if requirement.by_all {
                        found.extend(pairs.map(|pair| Requirement { by: vec![pair], source, goaded: None }));
                    } else {
                        found.push(Requirement { by: pairs.collect(), source, goaded: None });
                    }
                }
            }
            _ => {}
        }
    }
    Ok(found)
}

/// Why an effect keeps a creature from blocking.
const KEPT: &str = "an effect says that it can't block";

/// Why what is no creature can't block.
const NO_CREATURE: &str = "it is not a creature";

/// Why what somebody else controls can't block.
const NOT_CONTROLLED: &str = "the defending player does not control it";

/// Why a creature can't block what attacks somebody else.
const NOT_THEIRS: &str =
    "what it would block attacks neither its controller nor what that player has or protects";

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
    let phased_out = [blocker, attacker].into_iter().find_map(|object| phasing::why_untouched(game, object));
    if phased_out.is_some() {
        return Ok(phased_out);
    }
    if !game.object(blocker).on_battlefield() || !game.fights_with(player, view.controller(game, blocker)) {
        return Ok(Some((cr!("509.1a"), NOT_CONTROLLED)));
    }
    if !its.is(CardType::Creature) {
        return Ok(Some((cr!("509.1a"), NO_CREATURE)));
    }
    if its.is(CardType::Battle) {
        return Ok(Some((cr!("509.1a"), "battles can't block")));
    }
    if game.object(blocker).tapped {
        return Ok(Some((cr!("509.1a"), "it is tapped")));
    }
    let Some(attack) = game.combat().attack_of(attacker) else {
        return Ok(Some((cr!("509.1a"), "what it would block does not attack")));
    };
    if !attacks_side_of(sight, player, attack) {
        return Ok(Some((cr!("509.1a"), NOT_THEIRS)));
    }
    if let Some(evaded) = evasion(sight, attacker, blocker)? {
        return Ok(Some(evaded));
    }
    let who = Some(view.controller(game, blocker));
    let by =
        continuous_effects::prohibiting(sight, Action::Do(Verb::Block), Some(blocker), who, Some(attacker))?;
    if let Some(by) = by {
        let suspected = game.object(blocker).is_designated(Designation::Suspected);
        let of_pairs = |rule: &RuleChange| matches!(rule, RuleChange::Cant(it) if it.is_of_pairs());
        let pairs_only = by.rules.as_slice().iter().all(of_pairs);
        return Ok(Some(if suspected {
            (cr!("701.60c"), "it is suspected")
        } else if pairs_only {
            (cr!("509.1b"), "an effect says that it can't block such a creature")
        } else {
            (by.of_keyword.unwrap_or(cr!("509.1b")), KEPT)
        }));
    }
    let forbids =
        continuous_effects::prohibited(sight, Action::Be(Verb::Block), Some(attacker), who, Some(blocker))?;
    if let Some(source) = forbids {
        return Ok(Some(if the_ring_tempts_you::is_the_ring(game, source) {
            (cr!("701.54c"), "the attacker is the Ring-bearer, and the blocker's power is greater")
        } else {
            (cr!("509.1b"), "an effect says that the attacker can't be blocked by it")
        }));
    }
    Ok(None)
}

/// Whether what keeps a creature from being blocked by another asks about the player whom it attacks.
fn asks_whom(play: &mut Play<'_>, blocker: ObjectId, attacker: ObjectId) -> Outcome<bool> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let who = Some(view.controller(&play.game, blocker));
    let block = Action::Be(Verb::Block);
    let by = continuous_effects::prohibiting(sight, block, Some(attacker), who, Some(blocker))?;
    let defending = |part: Part<'_>| matches!(part, Part::Players(Players::Defending));
    Ok(by.is_some_and(|by| by.rules.as_slice().iter().any(|rule| mentions(rule, defending))))
}

/// Whose effect says that a creature can't block another.
fn kept_by(play: &mut Play<'_>, blocker: ObjectId, attacker: ObjectId) -> Outcome<Option<ObjectId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let (of_blocker, of_attacker) = (Some(blocker), Some(attacker));
    let who = Some(view.controller(&play.game, blocker));
    match continuous_effects::prohibited(sight, Action::Do(Verb::Block), of_blocker, who, of_attacker)? {
        Some(by) => Ok(Some(by)),
        None => continuous_effects::prohibited(sight, Action::Be(Verb::Block), of_attacker, who, of_blocker),
    }
}
