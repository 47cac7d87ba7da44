//! CR 708: Face-Down Spells and Permanents

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::keyword_abilities::ways::Casting;
use crate::engine::additional::keyword_abilities::{self, disguise, morph};
use crate::engine::additional::keyword_actions::{cloak, manifest};
use crate::engine::additional::merging_with_permanents;
use crate::engine::concepts::counters;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::events::{Candidate, occasion};
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::instructions;
use crate::engine::spells::permissions::Start;
use crate::engine::spells::replacement_effects::TURNED_UP;
use crate::engine::view::View;
use crate::game::{
    ByRules, Cause, CauseKind, Change, Characteristics, FaceDown, Game, Object, ObjectId, Origin, PlayerId,
    Thing,
};
use crate::ir::change::Action;
use crate::ir::{
    Ability, CardType, Cost, Costs, CounterKind, Instruction, Keyword, KeywordName, Layout, ManaCost,
    ManaSymbol, Replacement, ReplacementResult, Symbol, Verb, Zone,
};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Forbidden, Level, Note, What};

/// What an object is while it is face down: nothing but what the rules or the ability that made it so list (708.2, 708.2a, 406.3a).
pub(in crate::engine) fn characteristics(how: FaceDown, zone: Zone) -> Characteristics {
    let mut its = (*Characteristics::none()).clone();
    if matches!(zone, Zone::Battlefield | Zone::Stack) {
        its.types.types.push(CardType::Creature);
        its.power = Some(2);
        its.toughness = Some(2);
        if matches!(how, FaceDown::Disguise | FaceDown::Cloak) {
            let ward = Ability::Keyword(Keyword::Cost(KeywordName::Ward, generic(2)));
            keyword_abilities::instances(&ward, Origin::Rules(ByRules::FaceDown), &mut its.abilities);
        }
    }
    its
}

/// A cost of generic mana.
pub(in crate::engine) fn generic(amount: u16) -> Costs {
    Costs(vec![Cost::Mana(ManaCost { symbols: vec![ManaSymbol::Generic(amount)] })])
}

/// How a card may be cast face down, if an ability of it lets it be (702.37c, 702.168b), and the rule.
pub fn cast_by(card: &Characteristics, way: Symbol) -> Option<(FaceDown, RuleId)> {
    let (morphs, disguised) = match way.as_str() {
        "face-down" => (true, true),
        "disguise" => (false, true),
        _ => (true, false),
    };
    if morphs && morph::cost(card).is_some() {
        Some((FaceDown::Morph, cr!("702.37c")))
    } else if disguised && disguise::cost(card).is_some() {
        Some((FaceDown::Disguise, cr!("702.168b")))
    } else {
        None
    }
}

/// A player casts a card face down, for {3}: what it is face up is no matter, since it is turned face down before it is put onto the stack
/// (708.4).
///
/// # Errors
/// If no ability of it lets it be cast so.
pub(in crate::engine) fn cast_face_down(
    play: &Play<'_>,
    casting: &Casting<'_>,
    start: &mut Start,
) -> Outcome {
    let card = play.game.object(casting.card);
    // A card that lies face down in exile stays so as it is cast, and it is the card that has the ability (406.3a).
    let hidden = card.zone == Zone::Exile && card.is_face_down();
    let its = if hidden { &card.base } else { casting.view.characteristics(&play.game, casting.card) };
    let Some((how, rule)) = cast_by(its, casting.way) else {
        let why = "no ability of it lets it be cast face down";
        return Err(Halt::illegal(casting.player, cr!("702.37d"), why, Some(casting.card)));
    };
    start.looked_at = Some((Arc::new(characteristics(how, Zone::Stack)), cr!("708.4")));
    start.face_down = Some(how);
    start.instead = Some(generic(3));
    start.rules = start.rules.and(rule);
    if hidden {
        start.rules = start.rules.and(cr!("406.3a"));
    }
    start.put_by = Some(rule);
    Ok(())
}

/// One way in which a player may turn a permanent face up (708.7).
#[derive(Debug, Clone)]
pub(in crate::engine) struct Way {
    /// What it is called where there are several.
    pub(in crate::engine) name: Symbol,
    /// The rule that allows it.
    pub(in crate::engine) rule: RuleId,
    /// What is paid.
    pub(in crate::engine) cost: Costs,
}

const MANA_COST: Symbol = Symbol::literal("mana-cost");
const MEGAMORPH: Symbol = Symbol::literal("megamorph");

/// The ways in which its controller may turn a permanent face up: by what it would have face up, or by how it came to be face down.
pub(in crate::engine) fn ways(game: &Game, permanent: ObjectId) -> Outcome<Vec<Way>> {
    let object = game.object(permanent);
    let up = game.after(&Change::FaceDown(permanent, None));
    let view = View::of(&up)?;
    let would_be = view.characteristics(&up, permanent);
    let mut found = Vec::new();
    for instance in &would_be.abilities {
        let Ability::Keyword(Keyword::Cost(keyword, cost)) = &*instance.ability else { continue };
        let (name, rule) = match keyword {
            KeywordName::Morph => (Symbol::literal("morph"), cr!("702.37e")),
            KeywordName::Megamorph => (MEGAMORPH, cr!("702.37e")),
            KeywordName::Disguise => (Symbol::literal("disguise"), cr!("702.168d")),
            _ => continue,
        };
        found.push(Way { name, rule, cost: cost.clone() });
    }
    let rule = match object.face_down {
        Some(FaceDown::Manifest) => manifest::FACE_UP,
        Some(FaceDown::Cloak) => cloak::FACE_UP,
        _ => return Ok(found),
    };
    // It is the card that must be a creature card, whatever the permanent would be.
    let cost = object.base.cost.as_ref().filter(|_| object.base.is(CardType::Creature));
    found.extend(cost.map(|cost| Way {
        name: MANA_COST,
        rule,
        cost: Costs(vec![Cost::Mana((**cost).clone())]),
    }));
    Ok(found)
}

/// The rule by which a manifested or cloaked card with morph or disguise may be turned face up in either of two ways, where it may.
pub(in crate::engine) fn either(how: FaceDown, ways: &[Way]) -> Option<RuleId> {
    let by_mana = ways.iter().any(|way| way.name == MANA_COST);
    let disguised = ways.iter().any(|way| way.name.as_str() == "disguise");
    match how {
        _ if !by_mana || ways.len() < 2 => None,
        FaceDown::Manifest => Some(if disguised { cr!("701.40d") } else { cr!("701.40c") }),
        FaceDown::Cloak => Some(if disguised { cr!("701.58d") } else { cr!("701.58c") }),
        _ => None,
    }
}

/// The rule by which a permanent can't be turned face up as a special action: that which would allow it, if it had what it asks for.
pub(in crate::engine) const fn rule_without_way(how: FaceDown) -> RuleId {
    match how {
        FaceDown::Manifest => manifest::FACE_UP,
        FaceDown::Cloak => cloak::FACE_UP,
        FaceDown::Disguise => cr!("702.168d"),
        FaceDown::Plainly | FaceDown::Morph => cr!("702.37e"),
    }
}

/// A permanent is turned face up, by paying a cost of this name or by an effect: what applies as it is turned does so at once
/// (708.11), what triggers on it afterwards. Says whether it was.
///
/// # Errors
/// If something that applies or triggers can't be played.
pub(in crate::engine) fn turn_face_up(
    play: &mut Play<'_>,
    cause: Cause,
    permanent: ObjectId,
    paid: Option<Symbol>,
) -> Outcome<bool> {
    let object = play.game.object(permanent);
    let Some(how) = object.face_down.filter(|_| object.on_battlefield()) else { return Ok(false) };
    if let Some(by) = cant_be_turned_up(play, permanent)? {
        let note = Note::Cant(Forbidden::TurnFaceUp, Thing::Object(permanent), Some(by));
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("101.2")]), note);
        return Ok(false);
    }
    let object = play.game.object(permanent);
    // What no permanent can be stays as it is.
    let merged = object.merged.is_some();
    if merging_with_permanents::has_instant_or_sorcery(&play.game, permanent) {
        let rule = match how {
            _ if merged => cr!("730.2g"),
            FaceDown::Cloak => cr!("701.58g"),
            _ => cr!("701.40g"),
        };
        play.record(Level::Default, cause.kind, Rules::of(&[rule]), What::Reveals(vec![permanent]));
        show(play, cause.by(rule), permanent);
        return Ok(false);
    }
    let before = play.view()?;
    // An effect says no more than that; what it is then the rule says.
    let cause = if paid.is_some() { cause } else { cause.and(cr!("708.8")) };
    let all_of_it = if merged { cause.and(cr!("730.2f")) } else { cause };
    play.change(all_of_it, Level::Default, Change::FaceDown(permanent, None));
    let view = play.view()?;
    let controller = view.controller(&play.game, permanent);
    let sight = Sight { game: &play.game, view: &view };
    let mut meanwhile: Vec<(Origin, Vec<Instruction>)> = Vec::new();
    for instance in &view.characteristics(&play.game, permanent).abilities {
        let Some(replacement) = instance.ability.as_replacement() else { continue };
        let frame = Frame::of_source(permanent, controller, instance.origin);
        let does = as_it_is_turned(sight, &frame, replacement)?;
        meanwhile.extend(does.map(|does| (instance.origin, does.to_vec())));
    }
    for (origin, does) in meanwhile {
        let mut frame = Frame::of_source(permanent, controller, origin);
        frame.announced.clone_from(&play.game.object(permanent).announced);
        frame.within = Some(cr!("708.11"));
        instructions::run(play, &mut frame, &does)?;
    }
    if paid == Some(MEGAMORPH) {
        let by = cause.by(cr!("702.37b")).and(cr!("708.11"));
        counters::put(play, by, &[(permanent, CounterKind::PLUS_ONE, 1)])?;
    }
    after(play, &before, &[Happening::TurnedFaceUp { object: permanent }])?;
    Ok(true)
}

/// The object whose effect says that a permanent can't be turned face up, if one does.
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn cant_be_turned_up(
    play: &mut Play<'_>,
    permanent: ObjectId,
) -> Outcome<Option<ObjectId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    continuous_effects::prohibited(sight, Action::Be(Verb::TurnFaceUp), Some(permanent), None, None)
}

/// What a replacement effect does as the object itself is turned face up, if it is about that (614.1e).
fn as_it_is_turned<'a>(
    sight: Sight<'_>,
    frame: &Frame,
    it: &'a Replacement,
) -> Outcome<Option<&'a [Instruction]>> {
    let would = Proposal::TurnFaceUp(frame.source);
    if occasion(sight, frame, &it.of, Candidate::Would(&would))?.is_none() {
        return Ok(None);
    }
    if let ReplacementResult::Also(does) = &it.result
        && it.only_if.is_none()
        && it.may.is_none()
    {
        return Ok(Some(does));
    }
    Err(Halt::gap(frame.source, TURNED_UP))
}

/// Permanents are turned face down by an effect that lists no characteristics (708.2a). What is face down already stays as it
/// is (708.2b), and so does what has two faces (712.16).
pub(in crate::engine) fn turn_face_down(play: &mut Play<'_>, cause: Cause, permanents: &[ObjectId]) {
    for permanent in permanents {
        let object = play.game.object(*permanent);
        if !object.on_battlefield() {
            continue;
        }
        let double = object.definition.as_ref().is_some_and(|its| {
            its.faces.len() > 1 && matches!(its.layout, Layout::Transform | Layout::Modal | Layout::Meld)
        });
        let stays = match object.face_down {
            Some(_) => Some(cr!("708.2b")),
            None if object.merged.is_some()
                && merging_with_permanents::has_double_faced_component(&play.game, *permanent) =>
            {
                Some(cr!("730.2j"))
            }
            None if double => Some(cr!("712.16")),
            None => None,
        };
        if let Some(rule) = stays {
            play.note(Level::Default, cause.kind, Rules::of(&[rule]), Note::StaysAsItIs(*permanent));
            continue;
        }
        let change = Change::FaceDown(*permanent, Some(FaceDown::Plainly));
        let cause = if object.merged.is_some() { cause.and(cr!("730.2f")) } else { cause };
        play.change(cause.led_by(cr!("708.2a")), Level::Default, change);
    }
}

/// What was face down on the battlefield, or on the stack and becomes no permanent, is shown to all as it leaves (708.9).
pub(in crate::engine) fn reveal_as_it_leaves(
    play: &mut Play<'_>,
    kind: CauseKind,
    from: ObjectId,
    to: ObjectId,
) {
    let (old, new) = (play.game.object(from).zone, play.game.object(to).zone);
    let leaves = match old {
        Zone::Battlefield => true,
        Zone::Stack => new != Zone::Battlefield,
        _ => false,
    };
    let its = play.game.object(from);
    let covered = its.merged.as_ref().is_some_and(|merged| merged.covered);
    if !leaves || !(its.is_face_down() || covered) {
        return;
    }
    let rules = Rules::of(&[cr!("708.9")]);
    play.record(Level::Default, kind, rules, What::Reveals(vec![to]));
    show(play, Cause::new(kind, cr!("708.9")), to);
}

/// At the end of the game all that is face down is shown, and what players own as they leave the game (708.9).
pub(in crate::engine) fn reveal_all(play: &mut Play<'_>, kind: CauseKind, of: Option<&[PlayerId]>) {
    let hidden = |object: &&Rc<Object>| {
        let there = object.exists || object.phased_out.is_some();
        let theirs = of.is_none_or(|players| players.contains(&object.owner));
        theirs && there && object.is_face_down() && matches!(object.zone, Zone::Battlefield | Zone::Stack)
    };
    reveal_foretold(play, kind, of);
    let objects: Vec<ObjectId> = play.game.objects().iter().filter(hidden).map(|object| object.id).collect();
    if objects.is_empty() {
        return;
    }
    play.record(Level::Default, kind, Rules::of(&[cr!("708.9")]), What::Reveals(objects.clone()));
    for object in objects {
        show(play, Cause::new(kind, cr!("708.9")), object);
    }
}

/// So are face-down foretold cards in exile (702.143f).
fn reveal_foretold(play: &mut Play<'_>, kind: CauseKind, of: Option<&[PlayerId]>) {
    let foretold = |card: &ObjectId| {
        let its = play.game.object(*card);
        let theirs = of.is_none_or(|players| players.contains(&its.owner));
        theirs && its.is_face_down() && its.foretold().is_some()
    };
    let cards: Vec<ObjectId> = play.game.exile().iter().copied().filter(foretold).collect();
    if cards.is_empty() {
        return;
    }
    play.record(Level::Default, kind, Rules::of(&[cr!("702.143f")]), What::Reveals(cards.clone()));
    for card in cards {
        show(play, Cause::new(kind, cr!("702.143f")), card);
    }
}

/// From now on every player knows what the object is.
fn show(play: &mut Play<'_>, cause: Cause, object: ObjectId) {
    let players: Vec<PlayerId> = play.game.players().collect();
    for player in players {
        if !play.game.object(object).seen_by.contains(&player) {
            play.change(cause, Level::Hidden, Change::MayLook(object, player));
        }
    }
}

/// The copiable values of what is face down, for what copies it: the copy itself is face up (707.2).
pub(in crate::engine) fn copiable(how: FaceDown) -> Rc<[Arc<Characteristics>]> {
    Rc::new([Arc::new(characteristics(how, Zone::Battlefield))])
}
