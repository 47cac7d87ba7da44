//! Whether a player may begin to cast a spell: what permits it, what forbids it, and as what it is looked at (601.3).

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::keyword_abilities::given::Given;
use crate::engine::additional::keyword_abilities::ways::{self, Casting};
use crate::engine::additional::keyword_abilities::{aftermath, bestow, fuse, prototype, split_second, warp};
use crate::engine::additional::preparation_cards;
use crate::engine::concepts::abilities::grants_itself_ways_of_casting;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::parts::card_names;
use crate::engine::play::Play;
use crate::engine::reading::conditions::holds;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::turn::combat_phase;
use crate::engine::view::View;
use crate::engine::zones::general;
use crate::game::{
    AbilityInstance, Answer, Change, Characteristics, Choice, ChoiceKind, ContinuousEffect, FaceDown, Game,
    Item, Move, MoveAction, Nature, ObjectId, Options, Origin, PlayerId,
};
use crate::ir::change::{Action, Allowed};
use crate::ir::{
    Ability, CardType, Cost, Costs, Filter, KeywordName, Layout, ManaCost, ManaSymbol, RuleChange, Selection,
    Supertype, Symbol, Verb, Zone,
};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::What;
use crate::trace::refusal::NOT_FOR_NOTHING;

use super::casting_spells::{CastRequest, commander_at_home, main_phase_rule, sorcery_timing};

pub mod alternative;
mod effects;

use effects::{Permitted, as_though_flash, by_effect, for_nothing, forbidden};

/// By what a player casts a spell.
#[derive(Debug, Clone, Default)]
pub(in crate::engine) struct Start {
    /// What is paid instead of the mana cost, if the way of casting says so (118.9).
    pub(in crate::engine) instead: Option<Costs>,
    /// What the card calls that cost, where it stands on it as an ability.
    pub(in crate::engine) called: Option<Symbol>,
    /// The costs of which one is that, where a way of casting has any.
    pub(in crate::engine) costs: Vec<Costs>,
    /// What is given for the spell that makes it cost less, if the way of casting says so.
    pub(in crate::engine) given: Option<Given>,
    /// Whether the way of casting lets it be cast any time that an instant could be.
    pub(in crate::engine) any_time: bool,
    /// What is paid besides, if the way of casting says so (118.8).
    pub(in crate::engine) additional: Option<Cost>,
    /// How it comes to be face down on the stack, if it is cast so (708.4).
    pub(in crate::engine) face_down: Option<FaceDown>,
    /// Whether it is cast bestowed (702.103a).
    pub(in crate::engine) bestowed: bool,
    /// Whether it is cast for its mutate cost (702.140a).
    pub(in crate::engine) mutating: bool,
    /// As what it is looked at to see whether it may be cast, if not as it is, and the rule that says so.
    pub(in crate::engine) looked_at: Option<(Arc<Characteristics>, RuleId)>,
    /// Whether the way of casting says itself from where.
    pub(in crate::engine) from_elsewhere: bool,
    /// The rule that lets it be put onto the stack so: face down, or from where it is.
    pub(in crate::engine) put_by: Option<RuleId>,
    /// The ability that lets it be cast from where it is, if it does so only so many times each turn.
    pub(in crate::engine) used: Option<(ObjectId, Origin)>,
    /// The rules by which it may be cast though it is not in its player's hand, or is forbidden as it stands.
    pub(in crate::engine) rules: Rules,
}

/// The spell as it would be on the stack, in a game in which it is there already (601.3e).
struct AsCast {
    game: Game,
    view: View,
    spell: ObjectId,
}

/// Whether the player may begin to cast the spell at all (601.3), and by what.
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it.
pub(in crate::engine) fn may_begin(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    request: &CastRequest,
) -> Outcome<Start> {
    let illegal = |rule, why| Err(Halt::illegal(player, rule, why, Some(card)));
    general::must_be_known(play, card)?;
    let view = play.view()?;
    let object = play.game.object(card);
    if !object.exists {
        return illegal(cr!("601.3"), "it is not there any more");
    }
    let face = object
        .definition
        .as_ref()
        .and_then(|definition| definition.faces.get(usize::from(request.face)).cloned())
        .unwrap_or_else(|| view.shared(&play.game, card));
    let inset = request.face > 0
        && object.definition.as_ref().is_some_and(|definition| definition.layout == Layout::Prepare);
    if inset {
        return illegal(cr!("722.3"), "only a copy of it is ever cast with these characteristics");
    }
    let mut start = Start::default();
    if fuse::is_fused(play, player, card, request.face)? {
        start.rules = start.rules.and(cr!("702.102a"));
    }
    let said = request.way.or_else(|| prototype::way_of(object.definition.as_deref(), request.face));
    let way = match said {
        None if request.permission.is_none() => aftermath::way_of(play, (player, card), &face, &view)?,
        said => said,
    };
    if alternative::begin(play, (player, card), request, &mut start)? {
        start.instead = one_of(play, player, card, std::mem::take(&mut start.costs))?;
    } else if way == Some(alternative::UNNAMED) {
        return illegal(cr!("118.9"), "it has no alternative cost of its own");
    } else if way.is_some_and(|way| alternative::names(&face).contains(&way)) {
        return illegal(cr!("113.6d"), "the alternative cost comes from an ability that it would not have");
    } else if let Some(name) = way {
        let Some(way) = ways::of(name) else {
            return Err(Halt::undecided(card, "headjudge does not play this way of casting it yet"));
        };
        way.begin(play, &Casting { player, card, face: &face, view: &view, way: name }, &mut start)?;
        start.instead = one_of(play, player, card, std::mem::take(&mut start.costs))?.or(start.instead);
    }
    // As what it is looked at for this, and by which rule.
    let looked_at = start.looked_at.take();
    let (face, looked_at) = looked_at.map_or((face, None), |(face, rule)| (face, Some(rule)));
    if face.is(CardType::Land) {
        // A land is never a spell; nor is what is something else too.
        let rule = if face.types.types.len() > 1 { cr!("305.9") } else { cr!("305.1") };
        return illegal(rule, "a land can't be cast as a spell");
    }
    let as_cast =
        if needs_as_cast(&view, &face) { Some(as_cast(play, player, card, request, &start)?) } else { None };
    if start.bestowed && as_cast.is_some() {
        start.rules = start.rules.and(cr!("702.103d"));
    }
    aftermath::must_be_in_a_graveyard(play, player, card, &face)?;
    let cast = Beginning { player, card, request, view: &view, face, looked_at, as_cast };
    cast.where_it_is(play, &mut start)?;
    cast.when(play, &mut start)?;
    cast.for_what(&mut start)?;
    Ok(start)
}

/// A spell that somebody begins to cast, as what it is looked at for that.
struct Beginning<'a> {
    player: PlayerId,
    card: ObjectId,
    request: &'a CastRequest,
    view: &'a View,
    face: Arc<Characteristics>,
    /// The rule by which it is looked at as this, if it is so for the casting alone.
    looked_at: Option<RuleId>,
    as_cast: Option<AsCast>,
}

impl Beginning<'_> {
    fn illegal(&self, rule: RuleId, why: &'static str) -> Outcome {
        Err(Halt::illegal(self.player, rule, why, Some(self.card)))
    }

    /// Whether it may be cast from where it is (601.3): from a hand by a rule, from elsewhere if its keyword or an effect says so.
    fn where_it_is(&self, play: &mut Play<'_>, start: &mut Start) -> Outcome {
        let Self { player, card, request, .. } = *self;
        // A keyword may say itself from where.
        if request.permission.is_some() || start.from_elsewhere {
            return Ok(());
        }
        if preparation_cards::may_cast(&play.game, self.view, player, card) {
            start.rules = start.rules.and(cr!("722.3c"));
            return Ok(());
        }
        if warp::may_cast(&play.game, player, card) {
            start.rules = start.rules.and(cr!("702.185a"));
            return Ok(());
        }
        // A rule allows casting cards from one's own hand (601.2, 304.1, 307.1 and their like).
        let object = play.game.object(card);
        let from_hand = object.zone == Zone::Hand && object.owner == player;
        if from_hand || commander_at_home(play, player, card) {
            let otherwise = start.instead.as_ref().is_some_and(|instead| instead.0.is_empty());
            if request.without_paying && !otherwise {
                let found = for_nothing(play, self.view, self.as_cast.as_ref(), player, card)?;
                match found {
                    _ if start.instead.is_some() => {}
                    Permitted::Yes(rules, cost, used) => {
                        start.used = used;
                        start.rules = rules.iter().fold(start.rules, Rules::and);
                        start.instead = cost;
                    }
                    Permitted::NotAgain(by) => {
                        let why = "an effect says that it may be cast without paying its mana cost, but not once more this turn";
                        return self.illegal(cr!("118.9"), why).map_err(|halt| halt.said_by(by));
                    }
                    Permitted::ForOneCostOnly | Permitted::No => {}
                }
            }
            return Ok(());
        }
        let alternative = self.looked_at.is_some() || looked_at_otherwise(play, card, request.face);
        match by_effect(play, self.view, self.as_cast.as_ref(), player, card, start.instead.is_some())? {
            Permitted::Yes(rules, instead, used) => {
                start.used = used;
                start.rules = rules.iter().fold(start.rules, Rules::and);
                if instead.is_some() {
                    start.rules = start.rules.and(cr!("118.9"));
                    start.instead = instead;
                }
                if alternative && !start.bestowed {
                    start.rules = start.rules.and(cr!("601.3e"));
                } else if request.face == 0 && adventurer_on_its_way(play, card) {
                    start.rules = start.rules.and(cr!("715.3d"));
                }
                Ok(())
            }
            Permitted::ForOneCostOnly => self
                .illegal(cr!("118.9a"), "it may be cast from there only for another alternative cost")
                .map_err(|halt| halt.and_rule(cr!("601.2b"))),
            Permitted::NotAgain(by) => self
                .illegal(
                    cr!("601.3"),
                    "an effect says that it may be cast from there, but not once more this turn",
                )
                .map_err(|halt| halt.said_by(by)),
            Permitted::No if request.face > 0 && adventurer_on_its_way(play, card) => self.illegal(
                cr!("715.3d"),
                "it is in exile from its own Adventure, and can't be cast as an Adventure from there",
            ),
            Permitted::No if warp::waits(&play.game, player, card) => self
                .illegal(
                    cr!("702.185a"),
                    "it can be cast only after the turn in which its warp ability exiled it",
                )
                .map_err(|halt| halt.and_rule(cr!("601.3"))),
            Permitted::No => {
                let refused =
                    self.illegal(cr!("601.3"), "no rule or effect lets the player cast it from there");
                let refused = match let_another_object(play, player, card) {
                    Some(rule) => self
                        .illegal(
                            cr!("601.3"),
                            "it is another object now than the one that an effect let be cast from there",
                        )
                        .map_err(|halt| halt.and_rule(rule)),
                    None => refused,
                };
                let refused = match own_permission_is_gone(play, self.view, player, card) {
                    Some(rule) => refused.map_err(|halt| halt.and_rule(rule)),
                    None => refused,
                };
                if alternative && self.as_cast.is_some() {
                    let rule = if start.bestowed { cr!("702.103d") } else { cr!("601.3e") };
                    refused.map_err(|halt| halt.and_rule(rule))
                } else {
                    refused
                }
            }
        }
    }

    /// Whether it may be cast now: nothing forbids it (601.3), and it is the time for it (117.1a).
    fn when(&self, play: &mut Play<'_>, start: &mut Start) -> Outcome {
        let Self { player, card, ref face, .. } = *self;
        let also = |halt: Halt| match self.looked_at {
            Some(rule) => halt.and_rule(rule),
            None => halt,
        };
        if let Some(refused) = split_second::forbids(&play.game, self.view, player, card) {
            return Err(refused);
        }
        let passed_over =
            forbidden(play, self.view, self.as_cast.as_ref(), player, card, face).map_err(also)?;
        start.rules = passed_over.into_iter().fold(start.rules, Rules::and);
        start.rules = only_when(play, player, card, face)?.iter().fold(start.rules, Rules::and);
        let resolving = self.request.permission.as_ref().is_some_and(|permission| permission.while_resolving);
        // An effect may give the card flash where it is; what is looked at for this as something else is not that card (601.3e).
        let as_it_is = self.request.face == 0 && self.looked_at.is_none() && start.face_down.is_none();
        let given_flash = || as_it_is && self.view.characteristics(&play.game, card).has(KeywordName::Flash);
        let instant = face.is(CardType::Instant) || face.has(KeywordName::Flash) || given_flash();
        // It would have flash under a condition that is met.
        let would_have_flash = self
            .as_cast
            .as_ref()
            .is_some_and(|cast| cast.view.characteristics(&cast.game, cast.spell).has(KeywordName::Flash));
        let any_time = resolving || instant || start.any_time || sorcery_timing(play, player);
        if !any_time && would_have_flash {
            start.rules = start.rules.and(cr!("601.3d"));
        } else if !any_time {
            let sight = Sight { game: &play.game, view: self.view };
            let permitted = as_though_flash(sight, self.as_cast.as_ref(), player, card)?;
            if permitted && start.bestowed {
                // That it will be an Aura is a choice of its proposal.
                start.rules = start.rules.and(cr!("601.3b"));
            }
            if !permitted {
                let rule = main_phase_rule(face).unwrap_or(cr!("117.1a"));
                let why = "it can be cast only in one's own main phase while the stack is empty";
                let refused = self.illegal(rule, why).map_err(also);
                // A kindred card is cast as its other type is.
                let kindred = face.is(CardType::Kindred);
                return if kindred { refused.map_err(|halt| halt.and_rule(cr!("308.1"))) } else { refused };
            }
            // Two effects that say "as though" are both true of it (609.4a).
            if start.rules.contains(cr!("609.4")) {
                start.rules = start.put_by.into_iter().fold(Rules::NONE.and(cr!("609.4a")), Rules::and);
            }
        }
        // A copy of a card is cast like the card, while something resolves.
        if resolving && matches!(play.game.object(card).nature, Nature::Copy) {
            start.rules = start.rules.and(cr!("608.2g")).and(cr!("707.12"));
        }
        Ok(())
    }

    /// Whether there is a cost for which it can be cast: its mana cost, or another instead (118.6, 118.9).
    fn for_what(&self, start: &mut Start) -> Outcome {
        let permission = self.request.permission.as_ref().filter(|permission| permission.cost.is_some());
        // "Without paying its mana cost" is an alternative cost.
        if let Some(permission) = permission {
            if permission.rule != cr!("608.2g") {
                start.rules = start.rules.and(permission.rule);
            }
            start.rules = start.rules.and(cr!("118.9"));
        }
        if self.request.without_paying && start.instead.as_ref().is_some_and(|instead| !instead.0.is_empty())
        {
            return self
                .illegal(cr!("118.9a"), "another alternative cost is paid for it, and only one can be");
        }
        if self.request.without_paying && start.instead.is_none() {
            let refused = self.illegal(cr!("118.9"), NOT_FOR_NOTHING);
            return match alternative::condition_for_nothing(&self.face) {
                Some(condition) => refused.map_err(|halt| halt.only_if(condition)),
                None => refused,
            };
        }
        if self.face.cost.is_none() && start.instead.is_none() && permission.is_none() {
            // To attempt it is legal, to pay is not: what is begun is taken back.
            let refused = self.illegal(cr!("118.6"), "it has no mana cost, so it can't be paid");
            return refused.map_err(|halt| halt.and_rule(cr!("733.1")));
        }
        Ok(())
    }
}

/// Whether it is a legendary instant or sorcery.
fn is_legendary_spell(face: &Characteristics) -> bool {
    face.has_supertype(Supertype::Legendary) && (face.is(CardType::Instant) || face.is(CardType::Sorcery))
}

/// Whether a player controls a legendary creature or planeswalker.
fn controls_a_legend(game: &Game, view: &View, player: PlayerId) -> bool {
    game.battlefield().iter().any(|permanent| {
        let its = view.characteristics(game, *permanent);
        view.controller(game, *permanent) == player
            && its.has_supertype(Supertype::Legendary)
            && (its.is(CardType::Creature) || its.is(CardType::Planeswalker))
    })
}

/// What the spell says of when alone it may be cast (601.3); with respect to combat 506.7 says what is meant, and by which of these rules
/// it is that time. A legendary instant or sorcery is cast only by who controls a legendary creature or planeswalker (205.4e).
fn only_when(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    face: &Characteristics,
) -> Outcome<Rules> {
    let mut rules = Rules::NONE;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if is_legendary_spell(face) {
        if !controls_a_legend(&play.game, &view, player) {
            let why = "the player controls no legendary creature or planeswalker";
            return Err(Halt::illegal(player, cr!("205.4e"), why, Some(card)));
        }
        rules = rules.and(cr!("205.4e"));
    }
    for instance in &face.abilities {
        let Ability::CastOnly(condition) = &*instance.ability else { continue };
        let frame = Frame::of_source(card, player, instance.origin);
        if !holds(sight, &frame, condition)? {
            let rules = combat_phase::rules_of_point(&play.game, condition);
            let why = if rules.contains(cr!("506.7e")) {
                combat_phase::of_no_such_point(play.game.turn())
            } else {
                "it says that it can't be cast now"
            };
            let refused = Halt::illegal(player, cr!("601.3"), why, Some(card));
            // What point of the turn it asks for is said already.
            let refused = if rules.is_empty() { refused.only_if(condition) } else { refused };
            return Err(rules.iter().fold(refused, Halt::and_rule));
        }
        let met = combat_phase::rules_of_time(&play.game, condition);
        rules = met.iter().fold(rules, Rules::and);
    }
    Ok(rules)
}

/// Whether an effect asks what the spell would be: one that forbids or permits spells of a kind, or that gives the spell itself flash.
fn needs_as_cast(view: &View, face: &Characteristics) -> bool {
    let own =
        |instance: &AbilityInstance| instance.ability.as_static().is_some_and(grants_itself_ways_of_casting);
    face.abilities.iter().any(own) || view.rule_changes().any(|(_, rule)| {
        matches!(rule, RuleChange::Cant(cant) if cant.action == Action::Do(Verb::Cast) && cant.what.is_some())
            || matches!(rule, RuleChange::May(allowance) if allowance.spells.is_some())
    })
}

/// The spell as it would be on the stack, with the face that is cast (601.3e), in the game as it is before the announcement.
fn as_cast(
    play: &Play<'_>,
    player: PlayerId,
    card: ObjectId,
    request: &CastRequest,
    start: &Start,
) -> Outcome<AsCast> {
    let mut it = Move::new(card, Zone::Stack, MoveAction::Cast);
    it.controller = Some(player);
    it.face = request.face;
    it.face_down = start.face_down;
    let (mut game, spell) = general::as_if_moved(&play.game, &it);
    // Whether it may be begun to be cast is asked before anything moves: the card is where it was, and counts there (601.3).
    game.look_at_as_still_there(card, &play.game);
    if start.bestowed {
        let effect = bestow::effect(&game, spell, player);
        game = game.after(&Change::BeginEffect(Box::new(effect)));
    }
    let view = View::of(&game)?;
    Ok(AsCast { game, view, spell })
}

/// Whether a card that a player would cast as one of its faces would be a spell of a kind: as it would be on the stack.
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn would_be(
    play: &Play<'_>,
    frame: &Frame,
    player: PlayerId,
    card: ObjectId,
    (face, kind): (u8, &Filter),
) -> Outcome<bool> {
    let request = CastRequest { face, ..CastRequest::default() };
    let cast = match as_cast(play, player, card, &request, &Start::default()) {
        Ok(cast) => cast,
        // Its mana value is that of its mana cost, whatever else of it can't be played.
        Err(halt @ Halt::Undecided(_)) => {
            let definition = play.game.object(card).definition.as_ref();
            let values = definition.and_then(|definition| definition.faces.get(usize::from(face)));
            let is = values.filter(|_| matches!(kind, Filter::ManaValue(_)));
            return match is.and_then(|values| card_names::is_printed(kind, values)) {
                Some(false) => Ok(false),
                _ => Err(halt),
            };
        }
        Err(halt) => return Err(halt),
    };
    matches(Sight { game: &cast.game, view: &cast.view }, frame, kind, cast.spell)
}

/// Whether a card is in exile because its Adventure has resolved, and may be played as the card it is (715.3d).
fn adventurer_on_its_way(play: &Play<'_>, card: ObjectId) -> bool {
    let object = play.game.object(card);
    let adventurer =
        object.definition.as_ref().is_some_and(|definition| definition.layout == Layout::Adventure);
    let sent = |effect: &ContinuousEffect| match &effect.affected {
        crate::game::Affected::Objects(objects) => {
            objects.contains(&card) && is_permission_of_adventure(effect)
        }
        crate::game::Affected::Rules => false,
    };
    adventurer && object.zone == Zone::Exile && play.game.effects().iter().any(sent)
}

/// Whether an effect lets a player play the card that went on an Adventure, though not as that (715.3d).
fn is_permission_of_adventure(effect: &ContinuousEffect) -> bool {
    effect.rules.iter().any(|rule| {
        let RuleChange::May(allowance) = rule else { return false };
        allowance.action == Allowed::Play && allowance.from == Some(Zone::Exile) && allowance.spells.is_some()
    })
}

/// Whether another set of characteristics than the card's own is looked at: a half of a split card, or another face than the one
/// whose characteristics the card has everywhere (601.3e, 715.3a).
fn looked_at_otherwise(play: &Play<'_>, card: ObjectId, face: u8) -> bool {
    let definition = play.game.object(card).definition.as_ref();
    definition.is_some_and(|definition| match definition.layout {
        Layout::Normal | Layout::Prepare | Layout::Prototype => false,
        Layout::Split => true,
        _ => face > 0,
    })
}

/// The rule by which a player's card has not what is printed on it, that it may be cast from where it is: face down in exile it has no
/// characteristics (406.3a), elsewhere an effect has taken its abilities (613.1f).
fn own_permission_is_gone(play: &Play<'_>, view: &View, player: PlayerId, card: ObjectId) -> Option<RuleId> {
    let its = play.game.object(card);
    if its.owner != player {
        return None;
    }
    let lets_it = |rule: &RuleChange| {
        let RuleChange::May(allowance) = rule else { return false };
        matches!(allowance.action, Allowed::Cast | Allowed::Play)
            && allowance.from == Some(its.zone)
            && allowance.what == Some(Selection::This)
    };
    let lets_itself = |instance: &AbilityInstance| {
        instance.ability.as_static().is_some_and(|it| it.rules.iter().any(lets_it))
    };
    let printed = its.definition.as_ref()?.in_zone(its.zone, its.face)?;
    let gone = printed.abilities.iter().any(lets_itself)
        && !view.characteristics(&play.game, card).abilities.iter().any(lets_itself);
    match gone {
        true if its.zone == Zone::Exile && its.is_face_down() => Some(cr!("406.3a")),
        true => Some(cr!("613.1f")),
        false => None,
    }
}

/// The rule by which a card is another object than one that it was before, which an effect let this player cast or play (400.7, 406.7).
fn let_another_object(play: &Play<'_>, player: PlayerId, card: ObjectId) -> Option<RuleId> {
    let game = &play.game;
    let is_owner = game.object(card).owner == player;
    let lets = |effect: &ContinuousEffect, rule: &RuleChange| {
        let RuleChange::May(allowance) = rule else { return false };
        // Where it is not whoever has the effect, it is the card's owner.
        let is_theirs = if allowance.who.is_none() { effect.controller == player } else { is_owner };
        is_theirs && matches!(allowance.action, Allowed::Cast | Allowed::Play)
    };
    let was_let = |object: ObjectId| {
        play.trace.entries().iter().any(|entry| match &entry.what {
            What::Changed(Change::BeginEffect(effect), _) if effect.source != object => {
                effect.rules.iter().any(|rule| lets(effect, rule)) && entry.objects().contains(&object)
            }
            _ => false,
        })
    };
    let mut before = std::iter::successors(game.object(card).previous, |its| game.object(*its).previous);
    let former = before.find(|object| was_let(*object))?;
    let again = game.object(card).zone == Zone::Exile && game.object(former).next == Some(card);
    Some(if again && game.object(former).zone == Zone::Exile { cr!("406.7") } else { cr!("400.7") })
}

/// Whether nothing is chosen about how mana pays for a cost.
fn is_plain(mana: &ManaCost) -> bool {
    let plain = |symbol: &ManaSymbol| {
        matches!(symbol, ManaSymbol::Generic(_) | ManaSymbol::Color(_) | ManaSymbol::Colorless)
    };
    mana.symbols.iter().all(plain)
}

/// The cost for which the spell is cast in a way that has several, as its player chooses (118.9a).
fn one_of(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    costs: Vec<Costs>,
) -> Outcome<Option<Costs>> {
    if costs.len() < 2 {
        return Ok(costs.into_iter().next());
    }
    let own = play.game.object(card).base.cost.clone();
    let plain = |cost: &Cost| {
        if let Cost::Mana(mana) = cost {
            return is_plain(mana);
        }
        *cost == Cost::ItsManaCost && own.as_deref().is_some_and(is_plain)
    };
    let numbers = 1..=u8::try_from(costs.len()).unwrap_or(u8::MAX);
    let from: Rc<[Item]> = numbers.map(|number| Item::AbilityOf(card, number, None)).collect();
    let choice = Choice {
        player,
        kind: ChoiceKind::Pay,
        source: Some(card),
        options: Options::Pick { from, at_least: 1, at_most: 1, ordered: false },
        // Where mana is taken as paid, amounts of it are all alike.
        indifferent: !play.strict_mana && costs.iter().all(|costs| costs.0.iter().all(plain)),
    };
    let picked = match play.choose(choice, Rules::of(&[cr!("118.9a")]))? {
        Answer::Picked(picked) => picked.first().copied().unwrap_or(0),
        _ => 0,
    };
    Ok(costs.into_iter().nth(picked as usize))
}
