//! CR 701.3: Attach

use crate::engine::additional::keyword_abilities::enchant;
use crate::engine::additional::keyword_abilities::equip;
use crate::engine::additional::keyword_abilities::{bestow, protection, reconfigure};
use crate::engine::additional::state_based_actions::may_be_attached;
use crate::engine::card_types::enchantments;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::events::{Happening, happen};
use crate::engine::spells::replacement_effects::Arrived;
use crate::game::{Cause, Change, ChoiceKind, Game, Item, Move, MoveAction, ObjectId, PlayerId, Thing};
use crate::ir::{CardType, KeywordName, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// Attaches an Aura, Equipment or Fortification to something (701.3a), which one effect takes for a creature (702.6e). If it
/// can't be attached there, or is already, it doesn't move (701.3b).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn attach(
    play: &mut Play<'_>,
    cause: Cause,
    object: ObjectId,
    to: Thing,
    as_creature: bool,
) -> Outcome {
    attach_each(play, cause, &[(object, to)], as_creature).map(|_| ())
}

/// Attaches several at the same time, each as [`attach`] does.
///
/// # Errors
/// As [`attach`], and if nobody says the order of their timestamps where it can be seen (613.7m).
pub(in crate::engine) fn attach_each(
    play: &mut Play<'_>,
    cause: Cause,
    these: &[(ObjectId, Thing)],
    as_creature: bool,
) -> Outcome<Vec<ObjectId>> {
    let (mut changes, mut happenings) = (Vec::new(), Vec::new());
    for (object, to) in these {
        prepare(play, cause, (*object, *to), as_creature, &mut changes, &mut happenings)?;
    }
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    happen(play, changes, &happenings)?;
    let attached = |happening: &Happening| match happening {
        Happening::Attached { object, .. } => Some(*object),
        _ => None,
    };
    Ok(happenings.iter().filter_map(attached).collect())
}

/// What becomes of one that would be attached, and what happens by that; if nothing does, it is noted why.
fn prepare(
    play: &mut Play<'_>,
    cause: Cause,
    (object, to): (ObjectId, Thing),
    as_creature: bool,
    changes: &mut Vec<(Cause, Level, Change)>,
    happenings: &mut Vec<Happening>,
) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let its = play.game.object(object);
    let earlier = its.attached_to;
    if earlier == Some(to) || !its.on_battlefield() || !fits(sight, object, to, as_creature)? {
        let already = earlier == Some(to) && its.on_battlefield();
        let why = if earlier == Some(to) { None } else { why_not(sight, object, to)? };
        let rules = why.into_iter().fold(Rules::NONE, Rules::and).and(cr!("701.3b"));
        let note = match already {
            true => Note::AlreadyAttached(object, to),
            false => Note::Cant(Forbidden::Attach(to), Thing::Object(object), None),
        };
        play.note(Level::Default, cause.kind, rules, note);
        return Ok(());
    }
    let reconfigured = view.has(&play.game, object, KeywordName::Reconfigure);
    let player = view.controller(&play.game, object);
    let kind = cause.kind;
    happenings.push(Happening::Attached { object, to });
    // It becomes unattached from what it was attached to (701.3d).
    let left = earlier.and_then(Thing::object);
    happenings.extend(left.map(|from| Happening::Unattached { object, from }));
    let cause = cause.and(cr!("701.3a"));
    changes.push((cause, Level::Default, Change::Attach(object, Some(to))));
    if reconfigured {
        changes.extend(reconfigure::attaching(&play.game, kind, object, player));
    }
    Ok(())
}

/// What something is attached to where an effect would attach it to several: its controller chooses among those that it may be
/// attached to (301.5c, 303.4d).
///
/// # Errors
/// If the choice is missing.
pub(in crate::engine) fn one_of(
    play: &mut Play<'_>,
    object: ObjectId,
    hosts: &[Thing],
) -> Outcome<Option<Thing>> {
    if hosts.len() < 2 {
        return Ok(hosts.first().copied());
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut items = Vec::with_capacity(hosts.len());
    for host in hosts {
        if may_be_attached(sight, object, *host)? {
            items.push(Item::of(*host));
        }
    }
    if items.is_empty() {
        return Ok(hosts.first().copied());
    }
    let is_aura = enchantments::is_aura(&view, &play.game, object);
    let rules = Rules::of(&[if is_aura { cr!("303.4d") } else { cr!("301.5c") }]);
    let player = view.controller(&play.game, object);
    let picked = play.pick(player, ChoiceKind::Attach, Some(object), items, 1, 1, false, rules)?;
    Ok(picked.first().copied().and_then(Item::thing))
}

/// What an effect says of what something that it puts onto the battlefield is attached to there.
pub(in crate::engine) enum Hosts {
    /// It enters attached to this, or to one of these.
    Said(Vec<Thing>),
    /// An Aura can enchant only these, and its controller chooses as it enters (303.4f).
    Among(Vec<Thing>),
}

impl Hosts {
    /// All of them, and whether one is chosen as an Aura enters.
    fn parts(&self) -> (&[Thing], bool) {
        match self {
            Self::Said(things) => (things, false),
            Self::Among(things) => (things, true),
        }
    }

    /// Why an Aura does not enter that can be attached to none of them: of those that only limit the choice nothing is said.
    pub(in crate::engine) fn forbidden(&self) -> Forbidden {
        match self {
            Self::Said(things) => Forbidden::entering_attached(things),
            Self::Among(_) => Forbidden::EnterAttached(None),
        }
    }

    /// The rules by which an Aura stays where it is that can be attached to none of them: by an effect that says what it enters attached
    /// to (303.4i), or for want of anything to choose (303.4g); and the rule by which all of them have protection from it, if they have.
    fn stays_by(&self, protected: Option<RuleId>) -> Rules {
        let rule = if matches!(self, Self::Said(_)) { cr!("303.4i") } else { cr!("303.4g") };
        protected.into_iter().fold(Rules::of(&[rule]), Rules::and)
    }
}

/// How something enters that an effect puts onto the battlefield attached to something.
pub(in crate::engine) enum Entering {
    /// Attached to it.
    Attached(Thing),
    /// Attached to it, which its controller has chosen (303.4f).
    Chosen(Thing),
    /// As anything enters that is attached to nothing.
    Freely,
    /// Attached to nothing, by a rule.
    Unattached(RuleId),
    /// Not at all, by these rules.
    Stays(Rules),
}

/// An Aura that can't enchant what it would enter attached to, or is to enter attached to what is not there, stays where it is
/// (303.4i); an Equipment or Fortification enters attached to nothing (301.5e), and so does everything else (303.4h). Of several that it
/// would be attached to its controller chooses one that it may be attached to (303.4d, 301.5c). Where an effect only limits what Auras can
/// enchant, an Aura's controller chooses (303.4f), and it stays where it is if there is nothing to choose (303.4g).
///
/// # Errors
/// If its enchant ability or a protection asks for what can't be told.
pub(in crate::engine) fn entering(
    play: &mut Play<'_>,
    object: ObjectId,
    player: PlayerId,
    hosts: &Hosts,
) -> Outcome<Entering> {
    let (things, chosen) = hosts.parts();
    let Some((is_aura, lawful, protected)) = lawful(play, object, player, things)? else {
        return Ok(if chosen { Entering::Freely } else { Entering::Unattached(cr!("303.4h")) });
    };
    if chosen && !is_aura {
        return Ok(Entering::Freely);
    }
    let host = match lawful.as_slice() {
        [] | [_] => lawful.first().copied(),
        several => {
            let rules = Rules::of(&[match is_aura {
                true if chosen => cr!("303.4f"),
                true => cr!("303.4d"),
                false => cr!("301.5c"),
            }]);
            let items = several.iter().copied().map(Item::of).collect();
            let picked = play.pick(player, ChoiceKind::Attach, Some(object), items, 1, 1, false, rules)?;
            picked.first().copied().and_then(Item::thing)
        }
    };
    Ok(match host {
        Some(host) if chosen => Entering::Chosen(host),
        Some(host) => Entering::Attached(host),
        None if is_aura => Entering::Stays(hosts.stays_by(protected)),
        None => Entering::Unattached(cr!("301.5e")),
    })
}

/// The rules by which an Aura stays where it is that would enter attached to one of these; nothing if it can enter.
///
/// # Errors
/// As [`entering`].
pub(in crate::engine) fn stays(
    play: &Play<'_>,
    object: ObjectId,
    player: PlayerId,
    hosts: &Hosts,
) -> Outcome<Option<Rules>> {
    let found = lawful(play, object, player, hosts.parts().0)?;
    let found = found.filter(|(is_aura, lawful, _)| *is_aura && lawful.is_empty());
    Ok(found.map(|(.., protected)| hosts.stays_by(protected)))
}

/// Whether something is an Aura, what it may enter attached to, and the rule by which all others have protection from it, if they have.
type Lawful = (bool, Vec<Thing>, Option<RuleId>);

/// To which of these something that enters may be attached, and whether it is an Aura; with the rule by which all others have protection
/// from it, if they have. Nothing if it is never attached to anything.
fn lawful(play: &Play<'_>, object: ObjectId, player: PlayerId, hosts: &[Thing]) -> Outcome<Option<Lawful>> {
    // What it says itself of where it can be it says as it would be there (614.12).
    let it = Move { controller: Some(player), ..Move::new(object, Zone::Battlefield, MoveAction::Put) };
    let there = Arrived::by_move(&play.game, &it)?;
    let (sight, new) = (there.sight(), there.object);
    let its = there.view.characteristics(&there.game, new);
    let is_aura = its.has_subtype_named("Aura");
    if !is_aura && !["Equipment", "Fortification"].iter().any(|word| its.has_subtype_named(word)) {
        return Ok(None);
    }
    let mut lawful = Vec::with_capacity(hosts.len());
    let (mut protected, mut otherwise) = (None, false);
    for host in hosts {
        let fits = match is_aura {
            true => enchant::may_enchant_for(sight, new, player, *host)?,
            false => equip::may_equip(sight, new, *host, false)?,
        };
        if fits {
            lawful.push(*host);
        } else {
            let against = protection::forbids_attaching(sight, new, *host)?;
            otherwise |= against.is_none();
            protected = protected.or(against);
        }
    }
    Ok(Some((is_aura, lawful, protected.filter(|_| !otherwise))))
}

/// The rule by which an object that would be attached to something can't be (701.3b); nothing if it can.
///
/// # Errors
/// If an ability of it, or a protection, asks for what can't be told.
pub(in crate::engine) fn refused(
    sight: Sight<'_>,
    object: ObjectId,
    to: Thing,
    as_creature: bool,
) -> Outcome<Option<RuleId>> {
    if fits(sight, object, to, as_creature)? {
        return Ok(None);
    }
    Ok(Some(why_not(sight, object, to)?.unwrap_or(cr!("701.3b"))))
}

/// Whether something may be attached to something, which one effect takes for a creature (702.6e).
fn fits(sight: Sight<'_>, object: ObjectId, to: Thing, as_creature: bool) -> Outcome<bool> {
    if as_creature && !enchantments::is_aura(sight.view, sight.game, object) {
        return equip::may_equip(sight, object, to, true);
    }
    may_be_attached(sight, object, to)
}

/// The rule by which an object can't be attached to something it may not be attached to.
fn why_not(sight: Sight<'_>, object: ObjectId, to: Thing) -> Outcome<Option<RuleId>> {
    let its = sight.view.characteristics(sight.game, object);
    let against_protection = protection::forbids_attaching(sight, object, to)?;
    Ok(if its.has_subtype_named("Aura") {
        Some(against_protection.unwrap_or(cr!("303.4j")))
    } else if its.is(CardType::Creature) || to == Thing::Object(object) {
        Some(if its.has_subtype_named("Equipment") { cr!("301.5c") } else { cr!("301.6") })
    } else if against_protection.is_some() {
        against_protection
    } else if is_prohibited(sight, object, to)? {
        // It is a creature, but none that this Equipment can equip.
        Some(cr!("301.5b"))
    } else if its.has_subtype_named("Equipment") {
        Some(cr!("301.5"))
    } else {
        its.has_subtype_named("Fortification").then_some(cr!("301.6"))
    })
}

fn is_prohibited(sight: Sight<'_>, object: ObjectId, to: Thing) -> Outcome<bool> {
    match to {
        Thing::Object(host) => equip::is_prohibited(sight, object, host),
        Thing::Player(_) => Ok(false),
    }
}

/// Unattaches an object: it stays on the battlefield, attached to nothing (701.3d).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn unattach(play: &mut Play<'_>, cause: Cause, object: ObjectId) -> Outcome {
    let Some(from) = play.game.object(object).attached_to else { return Ok(()) };
    // From what has left it became unattached as that left.
    let there = from.object().filter(|host| play.game.object(*host).on_battlefield());
    let happenings: Vec<Happening> =
        there.into_iter().map(|from| Happening::Unattached { object, from }).collect();
    let change = Change::Attach(object, None);
    happen(play, vec![(cause.and(cr!("701.3d")), Level::Default, change)], &happenings)?;
    bestow::end(play, cause.kind, object, Rules::of(&[cr!("702.103f")]));
    Ok(())
}

/// What became unattached because it, or what it was attached to, left the battlefield (701.3d).
pub(in crate::engine) fn unattached_by(game: &Game, happenings: &[Happening]) -> Vec<Happening> {
    let mut found: Vec<(ObjectId, ObjectId)> = Vec::new();
    let mut add = |object: ObjectId, from: ObjectId| {
        if !found.contains(&(object, from)) {
            found.push((object, from));
        }
    };
    for happening in happenings {
        let left = match happening {
            Happening::Moved { from, .. } | Happening::LeftGame { object: from } => *from,
            _ => continue,
        };
        if !matches!(game.object(left).zone, Zone::Battlefield) {
            continue;
        }
        if let Some(host) = game.object(left).attached_to.and_then(Thing::object) {
            add(left, host);
        }
        for attached in game.attached_to(Thing::Object(left)) {
            add(attached, left);
        }
    }
    found.into_iter().map(|(object, from)| Happening::Unattached { object, from }).collect()
}
