//! CR 611: Continuous Effects

use std::sync::Arc;

use crate::engine::additional::copying_objects;
use crate::engine::additional::keyword_abilities::saddle;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::multiplayer::leaving;
use crate::engine::play::Play;
use crate::engine::reading::filters::{matches, means_permanents};
use crate::engine::reading::selections::{players, select};
use crate::engine::reading::{Frame, Sight, conditions, quantities};
use crate::engine::view::{ActiveRules, View};
use crate::game::{Affected, Cause, CauseKind, Change, ContinuousEffect, Object, ObjectId, PlayerId, Thing};
use crate::ir::change::{Action, Prohibition, TextWord, TextWords};
use crate::ir::instruction::{Apply, WordKind};
use crate::ir::mention::mentions;
use crate::ir::{
    Ability, CardType, Color, Condition, Duration, Event, Filter, Keyword, Players, Quantity, RuleChange,
    Selection, Subtype, SubtypeFamily,
};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::instructions;

mod played;

pub(in crate::engine) use played::is_played;

/// Makes a continuous effect (611.2): what it affects and how much is settled now (611.2c, 608.2h).
///
/// # Errors
/// If it asks for what can't be told.
pub(in crate::engine) fn begin(play: &mut Play<'_>, cause: Cause, frame: &Frame, apply: &Apply) -> Outcome {
    // Which words are exchanged is chosen now (608.2d).
    let asks = |change: &crate::ir::Change| matches!(change, crate::ir::Change::Text { .. });
    let with_words;
    let apply = if apply.changes.iter().any(asks) {
        let mut chosen = apply.clone();
        for change in &mut chosen.changes {
            if let crate::ir::Change::Text { words, not } = *change {
                *change = ask_for_exchange(play, frame, words, not)?;
            }
        }
        with_words = chosen;
        &with_words
    } else {
        apply
    };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    // "For as long as": an effect whose duration is over before it begins does nothing (611.2b).
    if let Duration::While(condition) = &apply.duration {
        if !lasts(sight, frame, condition)? {
            let on = match &apply.to {
                Some(selection) => select(sight, frame, selection)?.into_iter().find_map(Thing::object),
                None => None,
            };
            let note = Note::NeverBegins(frame.source, on);
            play.note(Level::Default, cause.kind, Rules::of(&[cr!("611.2b")]), note);
            return Ok(());
        }
    }
    let objects: Vec<ObjectId> = match &apply.to {
        Some(selection) => select(sight, frame, selection)?
            .into_iter()
            .filter_map(Thing::object)
            .filter(|object| play.game.object(*object).exists)
            .collect(),
        None => Vec::new(),
    };
    if apply.to.is_some() && objects.is_empty() {
        return Ok(());
    }
    if leaving::would_control(play, cause, frame, &apply.changes, &objects)? {
        return Ok(());
    }
    let sight = Sight { game: &play.game, view: &view };
    // What is asked about "itself" is asked about the one object that it changes.
    let of_itself = match objects.as_slice() {
        [only] if mentions(&apply.changes, |it| it.word == "Itself") => {
            Some(Frame { affected: Some(*only), ..frame.clone() })
        }
        _ => None,
    };
    let frame = of_itself.as_ref().unwrap_or(frame);
    let mut changes = Vec::with_capacity(apply.changes.len());
    let mut copy = None;
    let mut exceptions = Rules::NONE;
    let mut below_zero = false;
    for change in &apply.changes {
        match change {
            // What is copied is settled now (707.2b).
            crate::ir::Change::CopyOf { what, except } => {
                let Some((copied, left)) = copying_objects::original(sight, frame, what)? else {
                    return Ok(());
                };
                let faces = copying_objects::copiable_faces(sight, copied);
                if except.contains(&crate::ir::Change::KeepColors) && objects.len() > 1 {
                    return Err(Halt::undecided(frame.source, "several objects keep colors of their own"));
                }
                let own = objects.first().map_or(frame.source, |object| *object);
                let own = view.copiable(&play.game, own);
                let (faces, rules) = copying_objects::with_exceptions(sight, frame, faces, except, own)?;
                exceptions = left.iter().fold(rules, Rules::and);
                if copying_objects::is_copy(&play.game, copied) {
                    exceptions.push(cr!("707.3"));
                }
                // What it was before, and all that is no copy effect on it, is as it was.
                if objects.iter().any(|object| copying_objects::is_copy(&play.game, *object)) {
                    exceptions.push(cr!("707.4"));
                }
                // Its status modifies what it copies (707.3).
                let any = |status: fn(&Object) -> bool| {
                    objects.iter().any(|object| status(play.game.object(*object)))
                };
                if any(Object::is_face_down) {
                    exceptions.push(cr!("708.10"));
                }
                if any(|object| object.flipped) {
                    exceptions.push(cr!("707.3"));
                    exceptions.push(cr!("110.5c"));
                }
                copy = Some(faces);
            }
            other => {
                below_zero |= adds_below_zero(sight, frame, other)?;
                changes.push(settled(sight, frame, other)?);
            }
        }
    }
    let cause = if copy.is_some() { cause.by(cr!("707.2")) } else { cause };
    let cause = exceptions.iter().fold(cause, Cause::and);
    let for_a_time = copy.is_some() && !matches!(apply.duration, Duration::Forever);
    let cause = if for_a_time { cause.and(cr!("611.2a")) } else { cause };
    // It does nothing to what is no creature, but will as soon as it is one.
    let sizes = changes.iter().any(|change| {
        matches!(
            change,
            crate::ir::Change::AddPowerToughness { .. } | crate::ir::Change::SetPowerToughness { .. }
        )
    });
    let waits = |object: &ObjectId| {
        play.game.object(*object).on_battlefield()
            && !view.characteristics(&play.game, *object).is(CardType::Creature)
            && !changes.iter().any(|change| matches!(change, crate::ir::Change::AddTypes(_)))
    };
    let waits = sizes && objects.iter().any(waits);
    let cause = if waits { cause.and(cr!("208.3a")) } else { cause };
    let effect = ContinuousEffect {
        id: play.game.next_effect(),
        source: frame.source,
        controller: frame.controller,
        timestamp: play.game.clock() + 1,
        affected: match apply.to {
            Some(_) => Affected::Objects(objects.into()),
            None => Affected::Rules,
        },
        of: match &apply.to {
            Some(Selection::Each(filter)) => Some(Arc::new((**filter).clone())),
            _ => None,
        },
        changes: changes.into(),
        copy,
        rules: apply.rules.clone().into(),
        duration: apply.duration.clone(),
        since_turn: play.game.turn().number,
        bindings: frame.bindings(),
    };
    // The variants and variables of a keyword are granted with it (702.1c).
    let listed = |change: &crate::ir::Change| matches!(change, crate::ir::Change::GainKeywordsOf { .. });
    let cause = if apply.changes.iter().any(listed) { cause.and(cr!("702.1c")) } else { cause };
    // What is done to the permanents of several players is done at the same time.
    let for_each = frame.announced.as_ref().is_some_and(|its| its.chosen_for.iter().any(|of| of.len() > 1));
    let cause = if for_each { cause.and(cr!("608.2f")) } else { cause };
    // Of "creatures you control" and the like, which ones is settled as the effect begins.
    let group = matches!(apply.to, Some(Selection::Each(_))) && !apply.changes.is_empty();
    let cause = if group { cause.and(cr!("611.2c")) } else { cause };
    let cause = if below_zero { cause.and(cr!("107.1b")) } else { cause };
    // Words are changed where they are used for what they mean.
    let words = |change: &crate::ir::Change| matches!(change, crate::ir::Change::Exchange { .. });
    let cause = if apply.changes.iter().any(words) {
        cause.without_rules().and(cr!("612.1")).and(cr!("612.2")).and(cr!("611.2a"))
    } else {
        cause
    };
    play.change(cause, Level::Default, Change::BeginEffect(Box::new(effect)));
    Ok(())
}

/// Asks for a word to be replaced and the one that replaces it, of the same sort (612.2).
fn ask_for_exchange(
    play: &mut Play<'_>,
    frame: &Frame,
    words: TextWords,
    not: Option<Subtype>,
) -> Outcome<crate::ir::Change> {
    let colors = || Color::ALL.iter().map(|color| TextWord::Color(*color));
    let lands = || {
        let all = Subtype::all(SubtypeFamily::Land).filter(|subtype| subtype.basic_land_color().is_some());
        all.map(TextWord::Subtype)
    };
    let mut from: Vec<TextWord> = match words {
        TextWords::Color => colors().collect(),
        TextWords::BasicLandType => lands().collect(),
        TextWords::ColorOrBasicLandType => colors().chain(lands()).collect(),
        TextWords::CreatureType => Subtype::all(SubtypeFamily::Creature).map(TextWord::Subtype).collect(),
    };
    let mut chosen = Vec::with_capacity(2);
    for _ in 0..2 {
        let names: Vec<String> = from.iter().map(|word| word.word().to_ascii_lowercase()).collect();
        let kind = (WordKind::Word, names.as_slice());
        let rules = Rules::of(&[cr!("608.2d")]);
        let picked = instructions::lasting::ask_for_word(play, frame, &Players::You, kind, rules)?;
        let is_picked =
            |word: &&TextWord| picked.is_some_and(|picked| picked.as_str().eq_ignore_ascii_case(word.word()));
        let Some(word) = from.iter().find(is_picked).copied() else {
            return Err(Halt::undecided(frame.source, "nothing says which words are exchanged"));
        };
        chosen.push(word);
        let same_sort = |other: &TextWord| std::mem::discriminant(other) == std::mem::discriminant(&word);
        from.retain(|other| same_sort(other) && *other != word && not.map(TextWord::Subtype) != Some(*other));
    }
    match chosen.as_slice() {
        [from, to] => Ok(crate::ir::Change::Exchange { from: *from, to: *to }),
        _ => Err(Halt::undecided(frame.source, "nothing says which words are exchanged")),
    }
}

/// What an effect says that objects are which it puts onto the battlefield (611.2e).
///
/// # Errors
/// If it asks for what can't be told.
pub(in crate::engine) fn being(
    sight: Sight<'_>,
    frame: &Frame,
    changes: &[crate::ir::Change],
) -> Outcome<ContinuousEffect> {
    let changes = changes.iter().map(|change| settled(sight, frame, change));
    Ok(ContinuousEffect {
        id: sight.game.next_effect(),
        source: frame.source,
        controller: frame.controller,
        timestamp: sight.game.clock(),
        affected: Affected::Rules,
        of: None,
        changes: changes.collect::<Outcome<Vec<_>>>()?.into(),
        copy: None,
        rules: Vec::new().into(),
        duration: Duration::Forever,
        since_turn: sight.game.turn().number,
        bindings: frame.bindings(),
    })
}

/// A number that is added: as it is written, or as it is worked out, where one below zero is zero (107.1b).
fn calculated(sight: Sight<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<i32> {
    Ok(match quantity {
        Quantity::Fixed(number) => *number,
        Quantity::Negative(quantity) => calculated(sight, frame, quantity)?.saturating_neg(),
        Quantity::Times(factor, quantity) => factor.saturating_mul(calculated(sight, frame, quantity)?),
        other => quantities::value(sight, frame, other)?.max(0),
    })
}

/// Whether a number that a change adds is worked out to be below zero (107.1b).
fn adds_below_zero(sight: Sight<'_>, frame: &Frame, change: &crate::ir::Change) -> Outcome<bool> {
    let crate::ir::Change::AddPowerToughness { power, toughness } = change else { return Ok(false) };
    for quantity in [power, toughness] {
        let worked_out =
            !matches!(quantity, Quantity::Fixed(_) | Quantity::Negative(_) | Quantity::Times(..));
        if worked_out && quantities::value(sight, frame, quantity)? < 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The change with its numbers worked out: they are determined once, as the effect is applied (608.2h).
fn settled(sight: Sight<'_>, frame: &Frame, change: &crate::ir::Change) -> Outcome<crate::ir::Change> {
    let fixed = |quantity: &Quantity| quantities::value(sight, frame, quantity).map(Quantity::Fixed);
    Ok(match change {
        crate::ir::Change::AddPowerToughness { power, toughness } => {
            let calculated = |quantity: &Quantity| calculated(sight, frame, quantity).map(Quantity::Fixed);
            crate::ir::Change::AddPowerToughness {
                power: calculated(power)?,
                toughness: calculated(toughness)?,
            }
        }
        crate::ir::Change::SetPowerToughness { power, toughness } => crate::ir::Change::SetPowerToughness {
            power: power.as_ref().map(fixed).transpose()?,
            toughness: toughness.as_ref().map(fixed).transpose()?,
        },
        // Which abilities are gained is settled now; what they call by its name is whoever has them then (201.5b).
        crate::ir::Change::GainActivatedOf(of) => {
            let mut gained = Vec::new();
            for thing in select(sight, frame, of)? {
                let Thing::Object(object) = thing else { continue };
                let abilities = &sight.view.characteristics(sight.game, object).abilities;
                let activated = abilities.iter().filter(|its| matches!(&*its.ability, Ability::Activated(_)));
                gained.extend(activated.map(|its| (*its.ability).clone()));
            }
            crate::ir::Change::Gained(gained)
        }
        crate::ir::Change::SetChosenColor(link) => {
            let word = sight.game.word(frame.link(*link));
            match word.and_then(|word| Color::from_word(word.as_str())) {
                Some(color) => crate::ir::Change::SetColors(vec![color]),
                None => return Err(Halt::undecided(frame.source, "nothing says which color was chosen")),
            }
        }
        // Each variant and each variable that there is among those objects now (702.1c).
        crate::ir::Change::GainKeywordsOf { of, keywords } => {
            let mut gained = Vec::new();
            for object in select(sight, frame, of)?.into_iter().filter_map(Thing::object) {
                let its = sight.view.characteristics(sight.game, object);
                for keyword in keywords.iter().flat_map(|name| its.keywords(*name)) {
                    let ability = Ability::Keyword(keyword.clone());
                    if !gained.contains(&ability) {
                        gained.push(ability);
                    }
                }
            }
            crate::ir::Change::Gain(gained)
        }
        crate::ir::Change::Gain(abilities) => crate::ir::Change::Gain(
            abilities
                .iter()
                .map(|ability| match ability {
                    Ability::Keyword(Keyword::Filter(name, filter)) => {
                        Ability::Keyword(Keyword::Filter(*name, chosen(sight, frame, filter)))
                    }
                    other => other.clone(),
                })
                .collect(),
        ),
        other => other.clone(),
    })
}

/// The quality with the words that were chosen while this resolves, so that who gains it need not know the link.
fn chosen(sight: Sight<'_>, frame: &Frame, filter: &Filter) -> Filter {
    let each = |filters: &[Filter]| filters.iter().map(|filter| chosen(sight, frame, filter)).collect();
    match filter {
        Filter::All(filters) => Filter::All(each(filters)),
        Filter::Any(filters) => Filter::Any(each(filters)),
        Filter::Not(filter) => Filter::Not(Box::new(chosen(sight, frame, filter))),
        Filter::Chosen(link) => sight
            .game
            .word(frame.link(*link))
            .and_then(|word| Filter::from_word(word.as_str()))
            .unwrap_or_else(|| filter.clone()),
        other => other.clone(),
    }
}

/// What lasts for a while: a continuous effect, a delayed triggered ability, a replacement or prevention effect.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Lasting<'a> {
    /// How long it lasts.
    pub duration: &'a Duration,
    /// Who controlled what made it.
    pub controller: PlayerId,
    /// The turn in which it was made.
    pub since_turn: u32,
}

/// Ends what lasts no longer than now, by what the caller says of each.
pub(in crate::engine) fn end_where(play: &mut Play<'_>, cause: Cause, over: impl Fn(Lasting<'_>) -> bool) {
    let game = &play.game;
    let effects = game.effects().iter().filter(|effect| {
        let (controller, since_turn) = (effect.controller, effect.since_turn);
        over(Lasting { duration: &effect.duration, controller, since_turn })
    });
    // That a creature is saddled is no continuous effect, and ends by its own rule.
    let by_own_rule = |effect: &ContinuousEffect| {
        if saddle::is_mark(effect) { Cause::new(cause.kind, cr!("702.171b")) } else { cause }
    };
    let effects = effects.map(|effect| (by_own_rule(effect), Level::Detail, Change::EndEffect(effect.id)));
    let delayed = game.delayed().iter().filter_map(|delayed| {
        let (controller, since_turn) = (delayed.controller, delayed.since_turn);
        let duration = delayed.delayed.duration.as_ref()?;
        // That what was for the turn is over then needs no telling.
        let level = if *duration == Duration::EndOfTurn { Level::Hidden } else { Level::Default };
        let is_over = over(Lasting { duration, controller, since_turn });
        is_over.then_some((cause, level, Change::EndDelayed(delayed.id)))
    });
    let shields = game.shields().iter().filter(|shield| {
        let (controller, since_turn) = (shield.controller, shield.since_turn);
        over(Lasting { duration: &shield.duration, controller, since_turn })
    });
    let shields = shields.map(|shield| (cause, Level::Hidden, Change::EndShield(shield.id)));
    let changes: Vec<(Cause, Level, Change)> = effects.chain(delayed).chain(shields).collect();
    for (cause, level, change) in changes {
        play.change(cause, level, change);
    }
}

/// Ends the effects that last "for as long as" something that is no longer true (611.2a). Says whether there were any.
///
/// # Errors
/// If the condition can't be told.
pub(in crate::engine) fn end_while(play: &mut Play<'_>) -> Outcome<bool> {
    let conditional = |effect: &&ContinuousEffect| match &effect.duration {
        Duration::While(_) => true,
        Duration::Until(event) => matches!(**event, Event::LosesControl(..)),
        _ => false,
    };
    if !play.game.effects().iter().any(|effect| conditional(&effect)) {
        return Ok(false);
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut over = Vec::new();
    for effect in play.game.effects().iter().filter(conditional) {
        let frame = Frame::of_source(effect.source, effect.controller, crate::game::Origin::Rules(0))
            .bound(&effect.bindings);
        match &effect.duration {
            Duration::While(condition) if !lasts(sight, &frame, condition)? => {
                over.push((effect.id, effect.source));
            }
            Duration::Until(event) if has_lost_control(sight, &frame, event, effect)? => {
                over.push((effect.id, effect.source));
            }
            _ => {}
        }
    }
    for (id, source) in &over {
        let cause = Cause::new(CauseKind::Ended(*source), cr!("611.2a"));
        play.change(cause, Level::Default, Change::EndEffect(*id));
    }
    Ok(!over.is_empty())
}

/// Whether a player has lost control of what an effect lasts for, on the stack or as the permanent that it has become (400.7a). What
/// has phased out is still that player's (702.26d), and of what is gone nothing more is asked.
fn has_lost_control(
    sight: Sight<'_>,
    frame: &Frame,
    event: &Event,
    effect: &ContinuousEffect,
) -> Outcome<bool> {
    let (Event::LosesControl(who, _), Affected::Objects(objects)) = (event, &effect.affected) else {
        return Ok(false);
    };
    let who = players(sight, frame, who)?;
    Ok(objects.iter().any(|object| {
        sight.game.object(*object).exists && !who.contains(&sight.view.controller(sight.game, *object))
    }))
}

/// Whether what a duration asks for is so. It asks for the objects as they are: one that has left is nothing any more.
fn lasts(sight: Sight<'_>, frame: &Frame, condition: &Condition) -> Outcome<bool> {
    match condition {
        Condition::All(conditions) => {
            for condition in conditions {
                if !lasts(sight, frame, condition)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Condition::Is(selection, _) => {
            let gone = |thing: &Thing| thing.object().is_some_and(|object| !sight.game.object(object).exists);
            let things = select(sight, frame, selection)?;
            Ok(!things.iter().any(gone) && conditions::holds(sight, frame, condition)?)
        }
        _ => conditions::holds(sight, frame, condition),
    }
}

/// Ends the effects that last until the turn of a player which begins now (500.4); those of a teammate who has left last no longer than
/// that either (800.4m).
pub(in crate::engine) fn end_as_turn_begins(play: &mut Play<'_>) {
    let turn = play.game.turn().number;
    let game = &play.game;
    let active = game.players().filter(|player| game.is_active(*player));
    let (left, present): (Vec<PlayerId>, Vec<PlayerId>) =
        active.partition(|player| game.player(*player).gone);
    let cause = Cause::new(CauseKind::TurnBased, cr!("500.4"));
    end_where(play, cause, |it| {
        *it.duration == Duration::YourNextTurn && present.contains(&it.controller) && it.since_turn < turn
    });
    let cause = Cause::new(CauseKind::TurnBased, cr!("800.4m"));
    end_where(play, cause, |it| {
        let until = matches!(it.duration, Duration::YourNextTurn | Duration::EndOfYourNextTurn);
        until && left.contains(&it.controller) && it.since_turn < turn
    });
}

/// Whether an effect of another object says that something can't be done by or to an object: a quality of it that is no ability
/// it has (113.12).
///
/// # Errors
/// If the prohibition asks for what can't be told.
pub fn is_restricted(sight: Sight<'_>, object: ObjectId) -> Outcome<bool> {
    for active in sight.view.rules.iter().filter(|active| active.source != object) {
        for rule in active.rules.as_slice() {
            let RuleChange::Cant(Prohibition { what: Some(what), .. }) = rule else { continue };
            if matches(sight, &frame_of(active), what, object)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether any effect allows an action to anybody at all.
pub(in crate::engine) fn permits(view: &View, action: Action) -> bool {
    let is_such = |rule: &RuleChange| matches!(rule, RuleChange::May(it) if it.action == action);
    view.rules.iter().any(|active| active.rules.as_slice().iter().any(is_such))
}

/// Whether any effect forbids an action to anything at all.
pub(in crate::engine) fn forbids(view: &View, action: Action) -> bool {
    let is_such = |rule: &RuleChange| matches!(rule, RuleChange::Cant(it) if it.action == action);
    view.rules.iter().any(|active| active.rules.as_slice().iter().any(is_such))
}

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
    for active in &sight.view.rules {
        for rule in active.rules.as_slice() {
            let RuleChange::Cant(prohibition) = rule else {
                if let RuleChange::Unsupported(why) = rule {
                    return Err(Halt::undecided(active.source, format!("headjudge can't play it: {why}")));
                }
                continue;
            };
            if prohibition.action != action {
                continue;
            }
            // What looks at a whole declaration of attackers or blockers, or costs something, is looked at there.
            if !prohibition.is_plain() && matches!(action, Action::Attack | Action::Block | Action::BeBlocked)
            {
                continue;
            }
            // Whether a player has cast so many spells already is looked at with everything else.
            let counted = action == Action::Cast;
            if prohibition.unless_pay.is_some() || prohibition.more_than.is_some() && !counted {
                return Err(Halt::undecided(
                    active.source,
                    "it forbids something unless a cost is paid, or beyond a number",
                ));
            }
            if applies(sight, active, prohibition, object, player, by)? {
                return Ok(Some(active.source));
            }
        }
    }
    Ok(None)
}

pub(in crate::engine) fn applies(
    sight: Sight<'_>,
    active: &ActiveRules,
    prohibition: &Prohibition,
    object: Option<ObjectId>,
    player: Option<PlayerId>,
    by: Option<ObjectId>,
) -> Outcome<bool> {
    // Of "no more than so many spells" only how many the player has cast this turn, of whatever kind, is asked.
    if let (Action::Cast, Some(most), Some(player)) = (prohibition.action, prohibition.more_than, player) {
        if prohibition.what.is_some() {
            let why = "it counts the spells of a kind that a player has cast this turn";
            return Err(Halt::undecided(active.source, why));
        }
        if sight.game.player(player).spells_cast < u32::from(most) {
            return Ok(false);
        }
    }
    // "Itself" is the object that the action is done by or to.
    let frame = Frame { affected: object, ..frame_of(active) };
    if let Some(objects) = &active.objects {
        if !object.is_some_and(|object| objects.contains(&object)) {
            return Ok(false);
        }
    }
    if let Some(what) = &prohibition.what {
        // "Activated abilities of artifacts" are those of permanents (109.2).
        let permanents =
            prohibition.action == Action::Activate && prohibition.from.is_empty() && means_permanents(what);
        match object {
            Some(object) if permanents && !sight.game.object(object).on_battlefield() => return Ok(false),
            Some(object) if matches(sight, &frame, what, object)? => {}
            _ => return Ok(false),
        }
    }
    if let Some(who) = &prohibition.who {
        match player {
            Some(player) if players(sight, &frame, who)?.contains(&player) => {}
            _ => return Ok(false),
        }
    }
    if let Some(filter) = &prohibition.by {
        match by {
            Some(by) if matches(sight, &frame, filter, by)? => {}
            _ => return Ok(false),
        }
    }
    if !prohibition.from.is_empty() {
        let zone = object.map(|object| sight.game.object(object).zone);
        if !zone.is_some_and(|zone| prohibition.from.contains(&zone)) {
            return Ok(false);
        }
    }
    match &prohibition.only_if {
        Some(condition) => conditions::holds(sight, &frame, condition),
        None => Ok(true),
    }
}

/// Whether an effect lets a player do something with an object.
///
/// # Errors
/// If the permission asks for what can't be told.
pub fn permitted(
    sight: Sight<'_>,
    action: Action,
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
    action: Action,
    object: Option<ObjectId>,
    player: PlayerId,
) -> Outcome<usize> {
    let mut count = 0;
    for active in &sight.view.rules {
        for rule in active.rules.as_slice() {
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
                None => active.controller == player,
            };
            let what = match (&permission.what, object) {
                (Some(selection), Some(object)) => {
                    select(sight, &frame, selection)?.contains(&Thing::Object(object))
                }
                (Some(_), None) => false,
                (None, _) => match (&active.objects, object) {
                    (Some(objects), Some(object)) => objects.contains(&object),
                    _ => true,
                },
            };
            if who && what {
                count += 1;
            }
        }
    }
    Ok(count)
}

/// The frame in which a change of the rules is read.
pub(in crate::engine) fn frame_of(active: &ActiveRules) -> Frame {
    Frame::of_source(active.source, active.controller, active.origin).bound(&active.bindings)
}
