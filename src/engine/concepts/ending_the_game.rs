//! CR 104: Ending the Game

use std::hash::{Hash, Hasher};

use crate::engine::additional::face_down_spells_and_permanents;
use crate::engine::concepts::timing_and_priority;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::multiplayer;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects::teammates;
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::prevention_effects;
use crate::engine::spells::replacement_effects::Pending;
use crate::engine::view::View;
use crate::game::{
    AbilityInstance, Cause, CauseKind, Change, Daytime, Ending, Game, Nature, ObjectId, PlayerId, Thing,
};
use crate::ir::change::Action;
use crate::ir::{CardType, Cost, Instruction, KeywordName, Verb};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{EntryId, Forbidden, Level, Note};

/// A player concedes and leaves the game (104.3a).
///
/// # Errors
/// As [`lose`].
pub fn concede(play: &mut Play<'_>, player: PlayerId) -> Outcome {
    // Nothing makes them: what was seen before is no part of a mandatory loop (104.4b).
    play.loops.interrupt();
    let holder = play.game.turn().priority;
    let rules = Rules::of(&[cr!("104.3a")]);
    // Whoever controls them has no say in it.
    let rules = if play.game.decider(player) == player { rules } else { rules.and(cr!("723.6")) };
    leave(play, &[(player, rules)], CauseKind::Announcement(player))?;
    // Priority passes to the next player (800.4a), who receives it like any other (117.5).
    match play.game.turn().priority {
        Some(next) if holder == Some(player) => {
            if timing_and_priority::settle(play)? {
                timing_and_priority::give_priority(play, next)
            } else {
                Ok(())
            }
        }
        _ => Ok(()),
    }
}

/// Who loses the game at once, and what happens instead to those whose loss is replaced.
pub(in crate::engine) struct Losing {
    losers: Vec<(PlayerId, Rules)>,
    kind: CauseKind,
    /// What happens instead.
    pub(in crate::engine) instead: Vec<Pending>,
}

impl Losing {
    /// Lets it happen.
    ///
    /// # Errors
    /// As [`lose`].
    pub(in crate::engine) fn finish(self, play: &mut Play<'_>) -> Outcome {
        for instructions in self.instead {
            instructions.run(play)?;
        }
        if self.losers.is_empty() { Ok(()) } else { leave(play, &self.losers, self.kind) }
    }
}

/// Lets replacement effects look at who would lose the game.
///
/// # Errors
/// If several apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn would_lose(
    play: &mut Play<'_>,
    players: Vec<(PlayerId, Rules)>,
    kind: CauseKind,
) -> Outcome<Losing> {
    let mut losing = Losing { losers: Vec::new(), kind, instead: Vec::new() };
    let mut saved = Vec::new();
    for (player, rules) in players {
        // A team that wins and loses as one loses once (810.8a): what one of its players does instead keeps them all in the game.
        let as_one = |other: PlayerId| play.game.shares_life() && play.game.same_team(other, player);
        if saved.iter().any(|other| as_one(*other)) {
            continue;
        }
        if losing.losers.iter().any(|(other, _)| as_one(*other)) {
            losing.losers.push((player, rules));
            continue;
        }
        match prevention_effects::replace_loss(play, player, rules)? {
            Some(instead) => {
                losing.instead.extend(instead);
                saved.push(player);
            }
            None => losing.losers.push((player, rules)),
        }
    }
    Ok(losing)
}

/// These players lose the game at once by an effect, each by its rule, unless something happens instead.
///
/// # Errors
/// If what follows from players leaving needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn lose(
    play: &mut Play<'_>,
    players: &[(PlayerId, RuleId)],
    kind: CauseKind,
) -> Outcome {
    let mut losers = Vec::new();
    for (player, rule) in players {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let by = kept_in_game(sight, *player)?;
        match by {
            Some(_) => {
                let note = Note::Cant(Forbidden::LoseGame, Thing::Player(*player), by);
                let rules = Rules::of(&[cr!("101.2")]);
                let rules = if play.game.shares_life() { rules.and(cr!("810.8a")) } else { rules };
                play.note(Level::Default, kind, rules, note);
            }
            None => losers.push((*player, Rules::NONE.and(*rule))),
        }
    }
    would_lose(play, losers, kind)?.finish(play)
}

/// The source of an effect by which a player can't lose the game: they, or a teammate with whom they lose (810.8a).
///
/// # Errors
/// If what an effect forbids can't be told.
pub(in crate::engine) fn kept_in_game(sight: Sight<'_>, player: PlayerId) -> Outcome<Option<ObjectId>> {
    kept_from(sight, Action::Do(Verb::LoseGame), player)
}

/// The source of an effect by which this can't happen to a player, or to a teammate with whom they win and lose (810.8a).
///
/// # Errors
/// If what an effect forbids can't be told.
pub(in crate::engine) fn kept_from(
    sight: Sight<'_>,
    action: Action,
    player: PlayerId,
) -> Outcome<Option<ObjectId>> {
    Ok(teammates::prohibited(sight, action, player)?.map(|(by, _)| by))
}

/// A player wins the game by an effect: it ends immediately (104.1, 104.2b); with their team, where players win as one (810.8a).
///
/// # Errors
/// If what an effect forbids can't be told.
pub(in crate::engine) fn win(play: &mut Play<'_>, winner: PlayerId, kind: CauseKind) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let by_team = play.game.shares_life();
    if let Some(by) = kept_from(sight, Action::Do(Verb::WinGame), winner)? {
        let note = Note::Cant(Forbidden::WinGame, Thing::Player(winner), Some(by));
        let rules = Rules::of(&[cr!("101.2")]);
        let rules = if by_team { rules.and(cr!("810.8a")) } else { rules };
        play.note(Level::Default, kind, rules, note);
        return Ok(());
    }
    let cause = Cause::new(kind, cr!("104.2b"));
    let cause = if by_team { cause.and(cr!("810.8a")) } else { cause };
    end(play, cause, Ending::Won(winner))
}

/// The game is over, and what is face down is shown. It ends immediately (104.1): whatever was going on stops here.
fn end(play: &mut Play<'_>, cause: Cause, ending: Ending) -> Outcome {
    // That somebody wins as all others have lost is no state-based action, but what follows them.
    play.after_its_parent(cause.kind == CauseKind::Rules, |play| {
        play.change(cause, Level::Default, Change::End(ending));
    });
    face_down_spells_and_permanents::reveal_all(play, CauseKind::Rules, None);
    Err(Halt::Over)
}

/// These players leave the game having lost it; it ends if at most one is left (104.2a, 104.4a).
fn leave(play: &mut Play<'_>, players: &[(PlayerId, Rules)], kind: CauseKind) -> Outcome {
    let mut players = players.to_vec();
    // Where one of a team loses, the team does (810.8).
    if play.game.shares_life() {
        for (player, rules) in players.clone() {
            for mate in play.game.team_of(player) {
                if players.iter().all(|(other, _)| *other != mate) {
                    // As one of them concedes, the team leaves and loses (810.8b).
                    let rules = match kind {
                        CauseKind::Announcement(_) => Rules::of(&[cr!("810.8b")]),
                        _ => rules.and(cr!("810.8a")),
                    };
                    players.push((mate, rules));
                }
            }
        }
    }
    let players = players.as_slice();
    let before = play.view()?;
    for (player, rules) in players {
        play.change(Cause { kind, rules: *rules }, Level::Default, Change::Leave(*player));
    }
    let left = play.game.apnap();
    match left.as_slice() {
        [] => {
            let rule = if play.game.has_teams() { cr!("104.4d") } else { cr!("104.4a") };
            let cause = Cause::new(CauseKind::Rules, rule);
            end(play, cause, Ending::Draw)
        }
        [winner, rest @ ..] if rest.iter().all(|mate| play.game.same_team(*winner, *mate)) => {
            let rule = if play.game.has_teams() { cr!("104.2c") } else { cr!("104.2a") };
            let cause = Cause::new(CauseKind::Rules, rule);
            end(play, cause, Ending::Won(*winner))
        }
        _ => {
            let leavers: Vec<PlayerId> = players.iter().map(|(player, _)| *player).collect();
            // What waits for that looks back at what was there before they left (603.10f).
            let lost: Vec<Happening> =
                leavers.iter().map(|player| Happening::LostGame { player: *player }).collect();
            after(play, &before, &lost)?;
            // It is no state-based action that players leave, though it be one that they lose (800.4a).
            match &mut play.following {
                Some(following) => following.leavers.extend(leavers),
                None => multiplayer::general::leave(play, &leavers)?,
            }
            Ok(())
        }
    }
}

/// Ends the game in a draw if a mandatory loop has come round (104.4b).
///
/// # Errors
/// [`Halt::Over`] if it has.
pub(in crate::engine) fn check_for_loop(play: &mut Play<'_>) -> Outcome {
    // A loop needs something on the stack; while time moves on, positions differ by it.
    if play.game.stack().is_empty() {
        return Ok(());
    }
    look_for_loop(play, 0)
}

/// The same among state-based actions, between which nobody gets priority: what happens instead of a loss leads to the same loss.
///
/// # Errors
/// As [`check_for_loop`].
pub(in crate::engine) fn check_for_loop_of_losses(play: &mut Play<'_>) -> Outcome {
    let drew: Vec<bool> =
        play.game.players().map(|player| play.game.player(player).drew_from_empty).collect();
    // No position at a player's priority is known by this.
    let mut hasher = Positions::default();
    ("losses", drew).hash(&mut hasher);
    look_for_loop(play, hasher.finish())
}

/// Looks for a loop among the positions that are of a sort.
fn look_for_loop(play: &mut Play<'_>, sort: u64) -> Outcome {
    let now = EntryId(u32::try_from(play.trace.mark()).unwrap_or(u32::MAX));
    let view = play.view()?;
    let glance = at_a_glance(&play.game, sort);
    if let Some(since) = play.loops.again(glance, (&play.game, &view), fingerprint, now) {
        let rules = Rules::of(&[cr!("732.4")]);
        // Whoever could end it by something that the loop does not ask for need not.
        let need_not = could_be_ended(&play.game);
        let rules = if need_not { rules.and(cr!("732.5")) } else { rules };
        play.note(Level::Default, CauseKind::Rules, rules, Note::Loop(since));
        let cause = Cause::new(CauseKind::Rules, cr!("104.4b")).and(cr!("732.4"));
        let cause = if need_not { cause.and(cr!("732.5")) } else { cause };
        return end(play, cause, Ending::Draw);
    }
    Ok(())
}

/// Turns a position into a number: positions come at each priority, and the hasher of the standard library takes as long over each as it
/// takes to have written it.
#[derive(Default)]
struct Positions(u64);

impl Positions {
    const fn take(&mut self, part: u64) {
        self.0 = (self.0.rotate_left(5) ^ part).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Positions {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            self.take(part.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }

    fn write_u8(&mut self, part: u8) {
        self.take(u64::from(part));
    }

    fn write_u32(&mut self, part: u32) {
        self.take(u64::from(part));
    }

    fn write_u64(&mut self, part: u64) {
        self.take(part);
    }

    fn write_usize(&mut self, part: usize) {
        self.take(part as u64);
    }

    /// What was taken last must count for every bit of the result, since the numbers of objects are added up.
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        mixed ^ mixed >> 33
    }
}

/// What tells most positions apart and takes no time: what has the same number has the same of this, too.
fn at_a_glance(game: &Game, sort: u64) -> u64 {
    let mut hasher = Positions::default();
    for player in game.players() {
        let its = game.player(player);
        (its.life, its.poison, its.hand.len(), its.graveyard.len(), its.mana.len()).hash(&mut hasher);
    }
    let counts = [game.stack().len(), game.battlefield().len(), game.exile().len(), game.effects().len()];
    (sort, counts, game.turn().step as u8, game.turn().number).hash(&mut hasher);
    hasher.finish()
}

/// The position without what only counts up: object ids, timestamps, history.
fn fingerprint(game: &Game, view: &View) -> u64 {
    let mut hasher = Positions::default();
    write_position(game, view, &mut hasher);
    // What lasts makes a difference too; that it can add up without end is not found here.
    game.effects().len().hash(&mut hasher);
    hasher.finish()
}

/// The position as its players see it: without what only counts up, and with what effects have made of the objects in the place of
/// the effects.
pub(in crate::engine) fn look_of(game: &Game, view: &View) -> u64 {
    let mut hasher = Positions::default();
    write_position(game, view, &mut hasher);
    for id in game.battlefield() {
        let its = view.characteristics(game, *id);
        (&its.name, its.colors, &its.types, its.power, its.toughness).hash(&mut hasher);
        its.abilities.iter().for_each(|instance| (instance.keyword, &instance.ability).hash(&mut hasher));
        view.controller(game, *id).hash(&mut hasher);
    }
    hasher.finish()
}

/// An object is known by its card rather than by its id.
fn card_of(game: &Game, id: ObjectId) -> u32 {
    game.object(id).card().map_or(u32::MAX, |card| u32::from(card.0))
}

/// Writes all of the position but the continuous effects.
fn write_position(game: &Game, view: &View, hasher: &mut Positions) {
    for player in game.players() {
        let its = game.player(player);
        // Of a library that isn't written any number of cards is unknown.
        let known = |card: &&ObjectId| !game.object(**card).is_unknown();
        let cards = match its.endless_library {
            true => its.library.iter().filter(known).count(),
            false => its.library.len(),
        };
        (its.life, its.poison, cards).hash(hasher);
        (its.energy, &its.counters, its.speed, its.tempted, its.mana.len()).hash(hasher);
        (its.gone, its.completed.len(), its.deck.len()).hash(hasher);
        if its.unordered.is_empty() {
            its.library.iter().filter(known).for_each(|card| card_of(game, *card).hash(hasher));
        }
        for list in [&its.hand, &its.graveyard] {
            list.len().hash(hasher);
            for object in list {
                card_of(game, *object).hash(hasher);
            }
        }
    }
    // What waits or protects makes a difference too; that it can add up without end is not found here.
    let counts = [
        game.delayed().len(),
        game.untils().len(),
        game.shields().len(),
        game.waiting().len(),
        game.encodings().len(),
    ];
    (counts, game.turn().step as u8, game.turn().number).hash(hasher);
    // Who has which designation, in whatever order they got them, and whether it is day or night.
    let held = game.held().iter().fold(0u64, |sum, holding| {
        let mut hasher = Positions::default();
        holding.hash(&mut hasher);
        sum.wrapping_add(hasher.finish())
    });
    (held, game.daytime().map(|daytime| daytime == Daytime::Day)).hash(hasher);
    for object in game.stack() {
        look(game, view, *object).hash(hasher);
    }
    for zone in [game.battlefield(), game.exile(), game.command()] {
        // The order of permanents and of cards in exile is no part of the position.
        let sum = zone.iter().fold(0u64, |sum, object| sum.wrapping_add(look(game, view, *object)));
        (zone.len(), sum).hash(hasher);
    }
}

/// One object of the position.
fn look(game: &Game, view: &View, id: ObjectId) -> u64 {
    let mut hasher = Positions::default();
    let object = game.object(id);
    (card_of(game, id), &*object.base.name, object.tapped, object.controller.0, object.is_face_down())
        .hash(&mut hasher);
    let known = |thing: &Thing| match thing {
        Thing::Object(object) => (false, card_of(game, *object), game.object(*object).exists),
        Thing::Player(player) => (true, u32::from(player.0), true),
    };
    object.attached_to.as_ref().map(known).hash(&mut hasher);
    for used in &object.uses {
        used.count.hash(&mut hasher);
    }
    object.designations.hash(&mut hasher);
    (damage_that_counts(game, view, id), &object.counters).hash(&mut hasher);
    if let Nature::Ability(ability) = &object.nature {
        let amount = ability.occasion.as_ref().map_or(0, |occasion| occasion.amount);
        (card_of(game, ability.source), ability.number, ability.triggered, amount).hash(&mut hasher);
    }
    for target in object.announced.iter().flat_map(|announced| announced.targets.iter().flatten()) {
        Some(known(target)).hash(&mut hasher);
    }
    if let Some(attack) = game.combat().attack_of(id) {
        (known(&attack.defender), attack.blocked).hash(&mut hasher);
    }
    for attacker in game.combat().blocked_by(id) {
        card_of(game, attacker).hash(&mut hasher);
    }
    for link in game.links().iter().filter(|link| link.key.object == id) {
        if game.object(link.object).exists {
            card_of(game, link.object).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// The damage marked on an object, as far as it makes a difference: beyond what is lethal none does to a creature that damage can't
/// destroy (702.12b, 704.5g).
fn damage_that_counts(game: &Game, view: &View, object: ObjectId) -> u32 {
    let damage = game.object(object).damage;
    if damage == 0 || !game.object(object).on_battlefield() {
        return damage;
    }
    let its = view.characteristics(game, object);
    match its.toughness.filter(|_| its.is(CardType::Creature) && its.has(KeywordName::Indestructible)) {
        Some(toughness) => damage.min(u32::try_from(toughness).unwrap_or(0).max(1)),
        None => damage,
    }
}

/// Whether there is a permanent with an activated ability that could take other permanents away or tap them now.
fn could_be_ended(game: &Game) -> bool {
    let acts = |instruction: &Instruction| {
        matches!(
            instruction,
            Instruction::Destroy { .. }
                | Instruction::Exile(_)
                | Instruction::Put(_)
                | Instruction::Tap { .. }
        )
    };
    let ends = |instance: &AbilityInstance, tapped: bool| {
        let Some(activated) = instance.ability.as_activated() else { return false };
        let can_be_paid = !tapped || !activated.cost.0.contains(&Cost::Tap);
        can_be_paid && !activated.effect.targets.is_empty() && activated.effect.does.iter().any(acts)
    };
    game.battlefield().iter().any(|object| {
        let its = game.object(*object);
        its.base.abilities.iter().any(|instance| ends(instance, its.tapped))
    })
}
