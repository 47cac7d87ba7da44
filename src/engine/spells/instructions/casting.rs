//! CR 608: Resolving Spells and Abilities. What players cast or play while something resolves (608.2g).

use crate::engine::additional::keyword_abilities::{cipher, paradigm, prototype, rebound};
use crate::engine::concepts::{costs, special_actions, targets};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, found};
use crate::engine::spells::activating_activated_abilities::limits;
use crate::engine::spells::casting_spells::{self, CastRequest, Permission};
use crate::engine::spells::{linked_abilities, one_shot_effects, permissions};
use crate::engine::zones::general;
use crate::game::{Cause, ChoiceKind, Deed, Item, ObjectId, Origin, PlayerId, Thing};
use crate::ir::instruction::{CardCopy, Cast};
use crate::ir::{Ability, CardType, Costs, Filter, Layout, Selection, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Attempt, Level, Note};

use super::{amount, cause, one_player, things};

/// Casts cards, or copies of cards, while this resolves (608.2g, 707.12), or plays the lands among them if it says "play".
pub(super) fn follow(play: &mut Play<'_>, frame: &mut Frame, cast: &Cast) -> Outcome {
    let Cast { who, what, copy, count, slot, .. } = cast;
    let Some(player) = one_player(play, frame, who)? else {
        // Whose it would be nobody is, where there is nothing.
        if let Some((link, _)) = linked_abilities::link_of(what) {
            linked_abilities::note_nothing(play, frame, link);
        }
        frame.bind(*slot, Vec::new());
        return Ok(());
    };
    let mut cards: Vec<ObjectId> = things(play, frame, what)?.into_iter().filter_map(Thing::object).collect();
    let found: Vec<_> = if *what == Selection::This { found::this(&play.game, frame) } else { Vec::new() };
    if !found.is_empty() {
        cards = found.iter().map(|(object, _)| *object).collect();
    }
    let source = Some(frame.asking());
    let keyword = play.keyword_rule(frame);
    let keyword = keyword.or_else(|| rebound::rule_of_cast(what));
    let by = Rules::of(&[cr!("608.2g")]);
    let offer = if copy.is_some() { cipher::rule_of_copy(what) } else { None };
    let discovered = frame.within.filter(|rule| *rule == cr!("701.57a"));
    let mut by = keyword.or(offer).or(discovered).map_or(by, |rule| by.led_by(rule));
    by = found.first().map_or(by, |(_, rule)| by.and(*rule));
    let mut left = amount(play, frame, count)?;
    let to_copy = Rules::of(&[cr!("608.2d")]);
    let mut to_copy = offer.map_or(to_copy, |rule| to_copy.led_by(rule));
    let mut copying = cause(frame, cr!("707.12"));
    if let Some((link, single)) = linked_abilities::link_of(what) {
        let there = cards.iter().filter(|card| play.game.object(**card).exists).count();
        if there == 0 {
            linked_abilities::note_nothing(play, frame, link);
        }
        let finds = linked_abilities::rules_of(play, frame, link, single);
        to_copy = finds.iter().fold(to_copy, Rules::and);
        // Where there is no question of copying it, that it is found is said of the copy.
        if *copy == Some(CardCopy::Must) {
            copying = finds.iter().fold(copying, Cause::and);
        }
        // Of a copy that has been said as it was made.
        by = if copy.is_some() { by } else { finds.iter().fold(by, Rules::and) };
        // What is done to "the" exiled card is done to each of them (607.3).
        if single {
            left = left.max(u32::try_from(there).unwrap_or(u32::MAX));
        }
    }
    // The card whose effect has granted the ability is where it was, or is found no more.
    if let (Some(_), true, Origin::Granted(card, _)) = (offer, cards.is_empty(), frame.origin) {
        one_shot_effects::note_gone(play, cause(frame, cr!("400.7")), card);
    }
    paradigm::must_be_there(play, frame, cast, cards.first().copied())?;
    cards.retain(|card| left > 0 && play.game.object(*card).exists);
    let mut castable = match copy {
        Some(copy) => copies(play, (player, source), cards, *copy, (to_copy, copying))?,
        None => cards,
    };
    let mut played = Vec::new();
    let mut first = true;
    // Of several any that is left may be next each time; of copies that are made together, by 608.2f.
    while left > 0 && !castable.is_empty() {
        let (offered, mut rules) = offered(play, frame, cast, (player, &castable), (first, by))?;
        first = false;
        if offered.is_empty() {
            break;
        }
        if castable.len() > 1 && copy.is_some() {
            rules = rules.and(cr!("608.2f"));
        }
        let items = offered.iter().map(|(item, ..)| *item).collect();
        let picked = play.pick(player, ChoiceKind::Cast, source, items, 0, 1, false, rules)?;
        let Some((_, card, face)) = offered.into_iter().find(|(item, ..)| picked.contains(item)) else {
            break;
        };
        castable.retain(|other| *other != card);
        let rule = keyword.or(discovered).unwrap_or(cr!("608.2g"));
        let as_land = cast.or_play && is_land(play, card, face)?;
        match play_one(play, cast, player, (card, face, as_land), rule) {
            Ok(new) => {
                left -= 1;
                played.extend(new.map(Thing::Object));
            }
            // What can't be cast isn't (608.2g); the game is as it was (733.1).
            Err(Halt::Illegal(_)) => {}
            Err(halt) => return Err(halt),
        }
    }
    frame.did = !played.is_empty();
    // Whether a card is cast is left to the player, whatever the words (608.2g).
    if frame.did {
        limits::do_it(play, frame);
    }
    frame.bind(*slot, played);
    Ok(())
}

/// A player casts a card as one of its faces, or plays it as a land.
fn play_one(
    play: &mut Play<'_>,
    cast: &Cast,
    player: PlayerId,
    (card, face, as_land): (ObjectId, u8, bool),
    rule: RuleId,
) -> Outcome<Option<ObjectId>> {
    if as_land {
        return play.attempt(Attempt::PlayLand(card, face), |play| {
            special_actions::play_land_now(play, player, card, face)
        });
    }
    let permission = Permission { cost: cast.cost.clone(), while_resolving: true, rule };
    let request = CastRequest { face, permission: Some(permission), ..CastRequest::default() };
    let attempt = Attempt::Cast(card, face);
    play.attempt(attempt, |play| casting_spells::cast_now(play, player, card, &request).map(Some))
}

/// The copies of cards that a player may cast: that they are copied is offered, unless it is no choice (707.12).
fn copies(
    play: &mut Play<'_>,
    (player, source): (PlayerId, Option<ObjectId>),
    cards: Vec<ObjectId>,
    copy: CardCopy,
    (to_copy, copying): (Rules, Cause),
) -> Outcome<Vec<ObjectId>> {
    let mut castable = Vec::with_capacity(cards.len());
    for card in cards {
        // What a copy before it has moved is there no more.
        if !play.game.object(card).exists {
            continue;
        }
        // Two permissions: to copy, unless that is no choice, then to cast the copy (707.12).
        if copy == CardCopy::May && !play.ask_to(player, Deed::Copy(card), source, to_copy)? {
            continue;
        }
        castable.push(casting_spells::copy_card(play, player, card, copying)?);
    }
    Ok(castable)
}

/// What is picked to cast or play a card, with the card and the face that it is then.
type Offered = (Item, ObjectId, u8);

/// As what cards can be cast or played, each with its face; with the rules by which it is offered. What can't be is told once.
fn offered(
    play: &mut Play<'_>,
    frame: &mut Frame,
    cast: &Cast,
    (player, castable): (PlayerId, &[ObjectId]),
    (first, by): (bool, Rules),
) -> Outcome<(Vec<Offered>, Rules)> {
    let mut offered = Vec::new();
    let mut rules = by;
    for card in castable {
        let mark = play.trace.mark();
        let how = (cast.transformed, cast.or_play, cast.spells.as_ref());
        let found = options(play, frame, player, *card, how, by)?;
        // What can't be cast has been told before.
        if found.0.is_empty() && !first {
            play.trace.rewind(mark);
        }
        rules = found.1.iter().fold(rules, Rules::and);
        offered.extend(found.0.into_iter().map(|(item, face)| (item, *card, face)));
    }
    Ok((offered, rules))
}

/// Whether nothing forbids the player to play a card as one of its faces, or to begin to cast it so; that they may not is told
/// like any refusal.
fn may_begin(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    face: u8,
    or_play: bool,
) -> Outcome<bool> {
    let allowed = if or_play && is_land(play, card, face)? {
        play.attempt(Attempt::PlayLand(card, face), |play| special_actions::may_play_now(play, player, card))
    } else {
        let permission =
            Permission { cost: Some(Costs::default()), while_resolving: true, rule: cr!("608.2g") };
        let request = CastRequest { face, permission: Some(permission), ..CastRequest::default() };
        play.attempt(Attempt::Cast(card, face), |play| {
            permissions::may_begin(play, player, card, &request)?;
            has_additional_costs(play, player, card, face)
        })
    };
    match allowed {
        Ok(()) => Ok(true),
        Err(Halt::Illegal(_)) => Ok(false),
        Err(halt) => Err(halt),
    }
}

/// As which faces a player may cast or play a card, and the rules by which one is chosen.
fn options(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    card: ObjectId,
    (transformed, or_play, spells): (bool, bool, Option<&Filter>),
    mut rules: Rules,
) -> Outcome<(Vec<(Item, u8)>, Rules)> {
    // Transformed it has its back face up on the stack (712.11a).
    if transformed {
        // What is no double-faced card has no other face to be cast as (compare 712.14a).
        let two_faced = play.game.object(card).definition.as_ref().is_none_or(|its| its.is_double_faced());
        if !two_faced {
            let cause = cause(frame, cr!("712.11a"));
            play.note(Level::Default, cause.kind, cause.rules, Note::NoOtherFace(card));
            return Ok((Vec::new(), rules));
        }
        let may = may_begin(play, player, card, 1, false)?;
        return Ok((may.then_some((Item::Object(card), 1)).into_iter().collect(), rules));
    }
    general::must_be_known(play, card)?;
    let (faces, rule) = faces(play, card);
    let several = faces.len() > 1;
    // Prototyped or not, it is the same name.
    let layout = play.game.object(card).definition.as_ref().map(|definition| definition.layout);
    let prototyped = layout == Some(Layout::Prototype);
    let mut items = Vec::with_capacity(faces.len());
    let (mut of_the_kind, mut lacks_targets) = (false, false);
    for face in faces {
        // Only the resulting spell says whether it is of the kind that may be cast.
        if let Some(kind) = spells {
            if !permissions::would_be(play, frame, player, card, (face, kind))? {
                continue;
            }
        }
        of_the_kind = true;
        let land = is_land(play, card, face)?;
        if land && several && !or_play {
            continue;
        }
        // What a rule or an effect forbids is no possible choice (608.2d, 601.3, 305.3), nor is what has no legal target (601.2c).
        if !may_begin(play, player, card, face, or_play)? {
            continue;
        }
        if !land && !has_targets(play, player, card, face)? {
            lacks_targets = true;
            continue;
        }
        let item = match (several, prototyped) {
            (true, true) if face > 0 => Item::Word(prototype::PROTOTYPE),
            (true, false) => Item::Face(card, face),
            _ => Item::Object(card),
        };
        items.push((item, face));
    }
    let kind = cause(frame, cr!("608.2d")).kind;
    if !of_the_kind {
        play.note(Level::Default, kind, rules, Note::NoSuchSpell(card));
        return Ok((items, rules));
    }
    if items.is_empty() {
        if lacks_targets {
            let rules = Rules::of(&[cr!("608.2d"), cr!("601.2c")]);
            play.note(Level::Default, kind, rules, Note::NoTargetFor(card));
        }
        return Ok((items, Rules::NONE));
    }
    if let Some(rule) = rule {
        rules = rules.and(rule);
    }
    // A land is chosen to be played, not cast.
    if !several && is_land(play, card, 0)? {
        let instead = |rule| if rule == cr!("608.2g") { cr!("608.2d") } else { rule };
        rules = rules.iter().map(instead).fold(Rules::NONE, Rules::and);
    }
    Ok((items, rules))
}

/// The faces or halves as which a card may be cast or played, and the rule that has the player choose.
fn faces(play: &Play<'_>, card: ObjectId) -> (Vec<u8>, Option<RuleId>) {
    let Some(definition) = &play.game.object(card).definition else { return (vec![0], None) };
    let rule = match definition.layout {
        Layout::Split => cr!("709.3"),
        Layout::Modal => cr!("712.11b"),
        Layout::Adventure => cr!("715.3"),
        Layout::Omen => cr!("720.3"),
        Layout::Prototype => cr!("718.3"),
        Layout::Normal
        | Layout::Flip
        | Layout::Transform
        | Layout::Meld
        // Its inset says what copies may be cast (722.3).
        | Layout::Prepare => {
            return (vec![0], None);
        }
    };
    let count = u8::try_from(definition.faces.len()).unwrap_or(u8::MAX);
    // Only from the hand are both halves cast as one spell (702.102a).
    let in_hand = play.game.object(card).zone == Zone::Hand;
    let possible = |face: &u8| in_hand || !definition.is_fused(usize::from(*face));
    ((0..count).filter(possible).collect(), Some(rule))
}

/// Whether a face of a card is a land, which is never cast (305.9).
fn is_land(play: &mut Play<'_>, card: ObjectId, face: u8) -> Outcome<bool> {
    Ok(casting_spells::face_of(play, card, face)?.is(CardType::Land))
}

/// Whether a player has what it takes to pay the additional costs that the spell asks for of itself, whatever is paid besides (118.3).
fn has_additional_costs(play: &mut Play<'_>, player: PlayerId, card: ObjectId, face: u8) -> Outcome {
    let its = casting_spells::face_of(play, card, face)?;
    let frame = Frame::of_source(card, player, Origin::NONE);
    for instance in &its.abilities {
        if let Ability::AdditionalCost(additional) = &*instance.ability
            && !additional.optional
        {
            match costs::refuse_unpayable(play, &frame, player, &additional.cost.0) {
                // What can't be told before it is cast is found out as it is.
                Ok(()) | Err(Halt::Undecided(_)) => {}
                Err(halt) => return Err(halt),
            }
        }
    }
    Ok(())
}

/// Whether there are targets for a spell that a player would cast. Of a modal one that is seen as the mode is chosen.
fn has_targets(play: &mut Play<'_>, player: PlayerId, card: ObjectId, face: u8) -> Outcome<bool> {
    let its = casting_spells::face_of(play, card, face)?;
    let (body, frame) = casting_spells::body_of_face(play, player, card, &its)?;
    // Of those that depend on what is paid that is seen as it is announced.
    for spec in body.targets.iter().filter(|spec| spec.only_if.is_none()) {
        if !targets::enough(play, &frame, spec, card)? {
            return Ok(false);
        }
    }
    Ok(true)
}
