//! CR 603: Handling Triggered Abilities. Putting those that have triggered on the stack: 603.3, letter by letter.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::engine::concepts::targets;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::{announcing, mana_abilities};
use crate::game::{
    Announced, Answer, Cause, CauseKind, Change, Characteristics, Choice, ChoiceKind, Item, Nature,
    NewObject, ObjectId, Options, PlayerId, StackAbility, WaitingTrigger,
};
use crate::ir::{Ability, Event, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Attempt, Level, Note, What};

use super::alike::alike;
use super::of_others;

/// 603.3b: the abilities that have triggered are put on the stack, each player's in APNAP order and in the order the player likes. Says
/// whether there were any.
pub(in crate::engine) fn put_on_stack(play: &mut Play<'_>) -> Outcome<bool> {
    if play.game.waiting().is_empty() {
        return Ok(false);
    }
    let waiting: Vec<WaitingTrigger> = play.game.waiting().to_vec();
    let cause = Cause::new(CauseKind::Rules, cr!("603.3b"));
    play.change(cause, Level::Hidden, Change::TakeTriggers);
    note_whose_player_left(play, &waiting);
    // The order is a matter only where several have triggered (603.3b).
    let rule = if waiting.len() > 1 { cr!("603.3b") } else { cr!("603.3") };
    // Those that have triggered as other abilities did come after all of these.
    let (later, first): (Vec<WaitingTrigger>, Vec<WaitingTrigger>) =
        waiting.into_iter().partition(|trigger| of_others::waits_for_others(&trigger.ability.when));
    put_all(play, &first, rule)?;
    put_all(play, &later, rule)?;
    Ok(true)
}

/// A part of 603.3b: each player in APNAP order puts some abilities on the stack.
fn put_all(play: &mut Play<'_>, waiting: &[WaitingTrigger], rule: RuleId) -> Outcome {
    let mut asked: Vec<PlayerId> = Vec::new();
    for player in play.game.apnap() {
        if asked.contains(&player) {
            continue;
        }
        // Teammates who take turns together put theirs on the stack in an order that they choose together; of them the first in turn order
        // is asked, who sits rightmost and decides where they don't agree (805.2).
        let mates = play.game.whose_turn_it_would_be(player);
        let own: Vec<&WaitingTrigger> =
            waiting.iter().filter(|trigger| mates.contains(&trigger.controller)).collect();
        let several =
            own.iter().any(|trigger| own.first().is_some_and(|it| it.controller != trigger.controller));
        let by = if several { cr!("805.7") } else { cr!("603.3b") };
        let put = if several { by } else { rule };
        asked.extend(mates);
        for index in order(play, player, &own, by)? {
            if let Some(trigger) = own.get(index) {
                put_one(play, trigger, put)?;
            }
        }
    }
    Ok(())
}

/// Says of what has triggered for players who have left the game that nobody puts it on the stack (800.4d).
fn note_whose_player_left(play: &mut Play<'_>, waiting: &[WaitingTrigger]) {
    for trigger in waiting {
        if play.game.player(trigger.controller).gone {
            let rules = Rules::of(&[cr!("800.4d")]);
            let bound = trigger.slots.iter().flat_map(|slots| slots.things());
            let about = bound.filter_map(|thing| thing.object()).next();
            let reflexive = (trigger.number == 0).then_some(trigger.ability.when == Event::Never);
            let note =
                Note::NotPutOnStack(trigger.source, trigger.controller, about, trigger.called, reflexive);
            play.note(Level::Default, CauseKind::Rules, rules, note);
        }
    }
}

/// 603.3b: the order in which a player, or a team, puts several abilities on the stack, by this rule.
fn order(
    play: &mut Play<'_>,
    player: PlayerId,
    own: &[&WaitingTrigger],
    rule: RuleId,
) -> Outcome<Vec<usize>> {
    if own.len() < 2 {
        return Ok((0..own.len()).collect());
    }
    // The abilities of a card that has become a new object in between are of one name, and of two objects.
    let card = |trigger: &WaitingTrigger| play.game.earliest(trigger.source);
    // How many wait of each ability, and of those how many are about the same; a delayed one has no number of its own.
    let mut of_ability: BTreeMap<(ObjectId, u8), usize> = BTreeMap::new();
    let mut about_one: BTreeMap<(ObjectId, u8, Option<ObjectId>), usize> = BTreeMap::new();
    for trigger in own {
        *of_ability.entry((card(trigger), trigger.number)).or_default() += 1;
        *about_one.entry((card(trigger), trigger.number, about_of(trigger))).or_default() += 1;
    }
    // Where a number stands for none or for two, those of the source are counted instead.
    let counted = of_ability.iter().filter(|((_, number), count)| *number == 0 || **count > 1);
    let counted: BTreeSet<ObjectId> = counted.map(|((card, _), _)| *card).collect();
    let mut places: BTreeMap<ObjectId, u8> = BTreeMap::new();
    let items: Vec<Item> = own
        .iter()
        .map(|trigger| {
            let place = places.entry(card(trigger)).or_default();
            *place = place.saturating_add(1);
            let number = if counted.contains(&card(trigger)) { *place } else { trigger.number };
            // What tells those of one ability apart, if that does.
            let several = of_ability.get(&(card(trigger), trigger.number)).is_some_and(|count| *count > 1)
                || trigger.number == 0 && own.iter().any(|other| is_of_its_twin(play, trigger, other));
            let alone = |about| about_one.get(&(card(trigger), trigger.number, Some(about))) == Some(&1);
            Item::AbilityOf(
                trigger.source,
                number,
                about_of(trigger).filter(|about| several && alone(*about)),
            )
        })
        .collect();
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    // What has no legal target is removed as it is put there (603.3d), wherever in the order it comes.
    let staying: Vec<&WaitingTrigger> =
        own.iter().copied().filter(|trigger| !is_removed(sight, trigger)).collect();
    let alike = staying.windows(2).all(|pair| match pair {
        [one, other] => one.controller == other.controller && alike(sight, one, other),
        _ => true,
    });
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let choice = Choice {
        player,
        kind: ChoiceKind::Order,
        source: None,
        options: Options::Pick { from: items.into(), at_least: count, at_most: count, ordered: true },
        indifferent: alike,
    };
    match play.choose(choice, Rules::of(&[rule]))? {
        Answer::Picked(picked) => Ok(picked.into_iter().map(|index| index as usize).collect()),
        _ => Ok((0..own.len()).collect()),
    }
}

/// Puts one triggered ability on the stack, by the rest of 603.3.
fn put_one(play: &mut Play<'_>, trigger: &WaitingTrigger, rule: RuleId) -> Outcome {
    play.tick("abilities trigger without end")?;
    // What would be one has been followed before (605.4a), unless that can't be told.
    mana_abilities::is_triggered(trigger)?;
    let mut it = Putting::of(play, trigger);
    let kind = CauseKind::Ability(trigger.source);
    let what = What::PutOnStack(it.on_stack, trigger.source);
    let entry = play.record(Level::Default, kind, Rules::NONE.and(rule), what);
    play.under(entry, |play| {
        if !it.choose_modes(play)? {
            it.remove(play, cr!("603.3c"), Note::NoMode(it.on_stack));
            return Ok(());
        }
        if !it.choose_targets(play)? {
            it.remove(play, cr!("603.3d"), Note::NoTarget(it.on_stack));
            return Ok(());
        }
        it.finish(play)
    })
}

/// A triggered ability that is being put on the stack.
struct Putting<'a> {
    trigger: &'a WaitingTrigger,
    /// The object on the stack.
    on_stack: ObjectId,
    frame: Frame,
    /// What has been announced for it.
    announced: Announced,
}

impl<'a> Putting<'a> {
    /// 603.3: it becomes the topmost object on the stack, which has the text of the ability and no other characteristics.
    fn of(play: &mut Play<'_>, trigger: &'a WaitingTrigger) -> Self {
        let on_stack = trigger.on_stack.unwrap_or_else(|| play.game.next_object());
        let object = on_the_stack(trigger, on_stack);
        let cause = Cause::new(CauseKind::Ability(trigger.source), cr!("603.3"));
        play.change(cause, Level::Hidden, Change::Create(Box::new(object)));
        if trigger.lapsed != 0 {
            play.change(cause, Level::Hidden, Change::Lapse(on_stack, trigger.lapsed));
        }
        let mut frame = frame_of(trigger);
        frame.on_stack = Some(on_stack);
        Self { trigger, on_stack, frame, announced: known(play, trigger) }
    }

    /// 603.3c: its modes are chosen, if it is modal.
    fn choose_modes(&mut self, play: &mut Play<'_>) -> Outcome<bool> {
        let body = &self.trigger.ability.effect;
        announcing::choose_modes(play, &self.frame, body, &mut self.announced, self.on_stack)
    }

    /// 603.3d: its targets are chosen, as those of a spell (601.2c).
    fn choose_targets(&mut self, play: &mut Play<'_>) -> Outcome<bool> {
        let body = &self.trigger.ability.effect;
        announcing::choose_all_targets(play, &self.frame, body, &mut self.announced, self.on_stack)
            .map_err(|halt| halt.trying(Attempt::Target(self.on_stack)))
    }

    /// It is removed from the stack: no mode is chosen (603.3c), or no legal choice can be made for it (603.3d).
    fn remove(&self, play: &mut Play<'_>, rule: RuleId, why: Note) {
        let kind = CauseKind::Ability(self.trigger.source);
        play.note(Level::Default, kind, Rules::of(&[rule]), why);
        play.change(Cause::new(CauseKind::Rules, rule), Level::Hidden, Change::Cease(self.on_stack));
    }

    /// 603.3d: what was chosen becomes its targets, and what it divides is divided among them, as by a spell (601.2c, 601.2d).
    fn finish(&mut self, play: &mut Play<'_>) -> Outcome {
        let cause = Cause::new(CauseKind::Ability(self.trigger.source), cr!("603.3d"));
        let body = &self.trigger.ability.effect;
        let Self { frame, announced, on_stack, .. } = self;
        announcing::targets_and_division(play, cause, frame, body, announced, *on_stack)
            .map_err(|halt| halt.trying(Attempt::Target(*on_stack)))?;
        Ok(())
    }
}

/// What an ability that has triggered is on the stack.
pub(super) fn on_the_stack(trigger: &WaitingTrigger, id: ObjectId) -> NewObject {
    let ability = StackAbility {
        source: trigger.source,
        origin: trigger.origin,
        triggered: true,
        number: trigger.number,
        called: trigger.called,
        ability: Arc::new(Ability::Triggered(trigger.ability.clone())),
        occasion: Some(trigger.occasion.clone()),
        slots: trigger.slots.clone(),
        copied: false,
    };
    let nature = Nature::Ability(Rc::new(ability));
    NewObject::new(id, nature, controller(trigger), Zone::Stack, Characteristics::none())
}

/// 603.3a: it is controlled by the player who controlled its source as it triggered; of a delayed one that was settled as it was created
/// (603.7d).
const fn controller(trigger: &WaitingTrigger) -> PlayerId {
    trigger.controller
}

/// The frame of what has triggered.
pub(super) fn frame_of(trigger: &WaitingTrigger) -> Frame {
    let mut frame = Frame::of_source(trigger.source, controller(trigger), trigger.origin)
        .with_occasion(trigger.occasion.clone());
    if let Some(slots) = &trigger.slots {
        frame.inherit(slots);
    }
    frame
}

/// What was announced before for that which has triggered.
fn known(play: &Play<'_>, trigger: &WaitingTrigger) -> Announced {
    let mut announced = Announced::default();
    // The values that the trigger's source had as it was cast stay readable ("X" of the spell it was, 400.7d).
    if let Some(of_source) = &play.game.object(trigger.source).announced {
        announced.x = of_source.x;
        announced.paid.clone_from(&of_source.paid);
        announced.used.clone_from(&of_source.used);
        announced.beheld.clone_from(&of_source.beheld);
    }
    // So do those of the spell or ability that has made it (107.3n).
    if let Some(of_maker) = trigger.slots.as_ref().and_then(|bound| bound.announced.as_ref()) {
        announced.x = of_maker.x;
        announced.used.clone_from(&of_maker.used);
        announced.beheld.clone_from(&of_maker.beheld);
    }
    announced
}

/// Whether a trigger is removed from the stack at once, whatever is put there before it: it has a phrase for which there are not enough
/// targets (603.3d).
fn is_removed(sight: Sight<'_>, trigger: &WaitingTrigger) -> bool {
    let frame = frame_of(trigger);
    let specs = &trigger.ability.effect.targets;
    specs.iter().any(|spec| targets::too_few(sight, &frame, spec).unwrap_or(false))
}

/// Whether two delayed triggered abilities are of two objects of one name, which what they are about tells apart.
fn is_of_its_twin(play: &Play<'_>, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let name = |trigger: &WaitingTrigger| &play.game.object(trigger.source).base.name;
    one.source != other.source && name(one) == name(other) && about_of(one) != about_of(other)
}

/// The first object that a trigger is about which is not its source: of its event or, of a delayed one, of what was bound for it.
fn about_of(trigger: &WaitingTrigger) -> Option<ObjectId> {
    let of_event = trigger.occasion.objects.iter().chain(&trigger.occasion.others).copied();
    let bound = trigger.slots.iter().flat_map(|slots| slots.things());
    let mut objects = of_event.chain(bound.filter_map(|thing| thing.object()));
    objects.find(|object| *object != trigger.source)
}
