//! What a player tried and may not do, as a value and in words.

use std::rc::Rc;

use crate::game::{Called, Half, Object, ObjectId, Origin, PlayerId, Thing};
use crate::ir::event::Step as EventStep;
use crate::ir::{
    Ability, CardType, Condition, Filter, Keyword, KeywordName, Layout, ManaCost, Players, Symbol,
    TargetKind, TargetSpec,
};
use crate::oracle::phrases::{self, Sort};

use super::CostChanged;
use super::names::Names;
use super::pieces::Piece;
use super::styled::{Style, Text, said};
use super::{wording, words};

mod granted;

pub use granted::{Granted, allowed};

/// Why something is no target that is of the wrong kind, where nothing more is to be said.
pub const OF_ANOTHER_KIND: &str = "that is not what it can target";

/// Why a cost is not paid rather than a spell's mana cost, where nothing more is to be said.
pub const NOT_SO: &str = "the condition for paying that rather than its mana cost is not met";

/// Why a spell is not cast for nothing, where nothing more is to be said.
pub const NOT_FOR_NOTHING: &str = "nothing lets the player cast it without paying its mana cost";

/// What a player tries to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt {
    /// To cast a card, by the index of the face: 0 unless a half or an Adventure is cast.
    Cast(ObjectId, u8),
    /// To activate an ability of an object, and what it is called among those of that object.
    Activate(ObjectId, Origin, Called),
    /// To play a land, by the index of the face of a modal double-faced card.
    PlayLand(ObjectId, u8),
    /// To turn a permanent face up.
    TurnFaceUp(ObjectId),
    /// To unlock a half of a permanent for its cost.
    Unlock(ObjectId, Option<Half>),
    /// To suspend a card.
    Suspend(ObjectId),
    /// To put a companion into the hand.
    Companion(ObjectId),
    /// To do with a card what a keyword allows as a special action.
    ByKeyword(ObjectId, KeywordName),
    /// To attack with these, each its own player or permanent.
    Attack(Vec<(ObjectId, Thing)>),
    /// To block with these, each an attacker of its own.
    Block(Vec<(ObjectId, ObjectId)>),
    /// To roll the planar die.
    RollPlanarDie,
    /// To pass.
    Pass,
    /// To take the first turn.
    TakeFirstTurn,
    /// To assign the combat damage of a creature as was said.
    AssignDamage(ObjectId),
    /// To pay so much of what another player's spell costs (702.132a).
    Assist(ObjectId),
    /// To choose targets for an ability that has triggered.
    Target(ObjectId),
    /// To propose a sequence of choices.
    Propose,
    /// To shorten a proposed sequence at a place.
    Shorten,
    /// To go on as was proposed.
    AsProposed,
}

/// A player can't do what they tried; the rules are the entry's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Who tried.
    pub player: PlayerId,
    /// What they tried.
    pub attempt: Attempt,
    /// The target that makes it illegal, if it is one.
    pub target: Option<Thing>,
    /// The targets that are named: that one, or several that can't be chosen together.
    pub targets: Vec<Thing>,
    /// The object at fault, if there is one.
    pub object: Option<ObjectId>,
    /// Why it can't be done, in a few words.
    pub why: &'static str,
    /// Whose effect says so, if one does.
    pub by: Option<ObjectId>,
    /// The mana of a total cost that can't be paid, if it is that.
    pub cost: Option<Box<ManaCost>>,
    /// What is left of that, in each of the ways that there were, where some of it has been paid otherwise than with mana.
    pub left: Vec<ManaCost>,
    /// How effects have changed that cost, if they have.
    pub changed: Option<Box<CostChanged>>,
    /// What was announced of that cost without which it could be paid: `{W} for a hybrid mana symbol`.
    pub announced: Option<Box<str>>,
    /// In what way a spell would have been cast, and which additional costs would have been paid for it.
    pub manner: Vec<Symbol>,
    /// What the target is or is not, so that it is of the wrong kind: `is black`.
    pub being: Option<Box<str>>,
    /// Why that, or the object at fault, is not of a card type that is printed on it.
    pub unmade: Option<Box<Unmade>>,
    /// The phrase that the target does not fit, if it is that.
    pub phrase: Option<Box<Phrase>>,
    /// The quality from which the target or the attacker is protected, if it is that.
    pub quality: Option<Box<Filter>>,
    /// What must be so for it to be cast or activated at all, and is not, if it is that.
    pub only_if: Option<Box<Condition>>,
}

/// Why an object is not of a card type that is printed on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmade {
    /// Whose effect makes it so.
    pub by: ObjectId,
    /// Whether that is the object itself.
    pub own: bool,
    /// What is so of it by which it is: `it is bestowed`.
    pub as_long_as: Option<Box<str>>,
}

impl Unmade {
    fn write(&self, names: &Names<'_>, text: &mut Text) {
        match &self.as_long_as {
            Some(words) => {
                said(text, ", as ");
                wording::spoken(names, text, words, self.by, names.game().object(self.by).controller);
            }
            None if self.own => said(text, ", by its own ability"),
            None => {
                said(text, ", by ");
                names.write_object(text, self.by);
            }
        }
    }
}

/// A phrase by which a spell or ability has targets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// What it asks for.
    pub spec: TargetSpec,
    /// Which of several phrases it is, from 0.
    pub place: Option<usize>,
}

/// What the first phrases are called.
pub const PLACES: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

/// `, of which {B} is left`: said in so few ways as can be read, and only where something has been paid.
fn left_of(text: &mut Text, total: &ManaCost, left: &[ManaCost]) {
    if left.is_empty() || left.len() > 3 || left.contains(total) {
        return;
    }
    let ways: Vec<String> = left.iter().map(ManaCost::to_string).collect();
    text.push_fmt(format_args!(", of which {} is left", ways.join(" or ")), Style::Plain);
}

/// `AP can't cast Lightning Bolt#1 targeting Gladecover Scout#4: it has hexproof`.
pub fn refused(names: &Names<'_>, refusal: &Refusal) -> Text {
    let mut text = Text::new();
    names.write_player(&mut text, refusal.player);
    said(&mut text, " can't ");
    // Of several creatures only the one at fault is named, where it is one of them.
    let attempt = match (&refusal.attempt, refusal.object) {
        (Attempt::Attack(declared), Some(fault)) => {
            let own: Vec<_> = declared.iter().copied().filter(|(attacker, _)| *attacker == fault).collect();
            if own.is_empty() { refusal.attempt.clone() } else { Attempt::Attack(own) }
        }
        (Attempt::Block(declared), Some(fault)) => {
            let own = declared.iter().copied();
            let own: Vec<_> =
                own.filter(|(blocker, attacker)| [*blocker, *attacker].contains(&fault)).collect();
            if own.is_empty() { refusal.attempt.clone() } else { Attempt::Block(own) }
        }
        (attempt, _) => attempt.clone(),
    };
    write_attempt(names, &mut text, &attempt, (&refusal.manner, &refusal.targets));
    said(&mut text, ": ");
    write_reason(names, &mut text, &attempt, refusal);
    text
}

/// Why something can't be done, behind what it is: `it has hexproof`.
pub fn reason(names: &Names<'_>, refusal: &Refusal) -> Text {
    let mut text = Text::new();
    write_reason(names, &mut text, &refusal.attempt, refusal);
    text
}

fn write_reason(names: &Names<'_>, text: &mut Text, attempt: &Attempt, refusal: &Refusal) {
    // What is wrong in more words says more than in few.
    let why = refusal.being.as_deref().filter(|_| refusal.target.is_none()).unwrap_or(refusal.why);
    let protected = protected(why, refusal.quality.as_deref());
    let only_if = || only_if(attempt, refusal.why, refusal.only_if.as_deref()?);
    let more = protected.or_else(only_if);
    let why = more.as_deref().unwrap_or(why);
    match (refusal.by, why.strip_prefix("an effect says ")) {
        (Some(by), Some(what)) => {
            names.write_object(text, by);
            said(text, " says ");
            wording::spoken(names, text, what, by, names.game().object(by).controller);
        }
        _ => match only_targets(attempt, refusal) {
            Some((own, words)) => wording::spoken(names, text, &words, own, refusal.player),
            // What a card's words are a part of speaks of it and of "you".
            None => match (attempt, &refusal.being) {
                (Attempt::Cast(own, _) | Attempt::Activate(own, ..), being)
                    if refusal.target.is_none() && (being.is_some() || refusal.only_if.is_some()) =>
                {
                    wording::spoken(names, text, why, *own, refusal.player);
                }
                _ => of_blocker(names, text, attempt, refusal, why),
            },
        },
    }
    if let (Some(being), Some(target)) = (&refusal.being, refusal.target) {
        said(text, ", and ");
        names.write_thing(text, target);
        said(text, " ");
        said(text, being);
    }
    if let Some(unmade) = &refusal.unmade {
        unmade.write(names, text);
    }
    if let Some(cost) = refusal.cost.as_ref().filter(|cost| !cost.symbols.is_empty()) {
        text.push_fmt(format_args!(" (total cost {cost}"), Style::Plain);
        if let Some(changed) = &refusal.changed {
            words::write_change(names, text, attempt.own(), changed);
        }
        left_of(text, cost, &refusal.left);
        if let Some(words) = &refusal.announced {
            said(text, ", as ");
            names.write_player(text, refusal.player);
            said(text, " announced ");
            said(text, words);
        }
        said(text, ")");
    }
    if let Some(object) = refusal.object
        && !attempt.names(object)
        && refusal.target != Some(Thing::Object(object))
    {
        said(text, " (");
        names.write_object(text, object);
        said(text, ")");
    }
}

/// What must be so, where it can be cast or activated only then: `it can be activated only if you control a Swamp`.
fn only_if(attempt: &Attempt, why: &str, condition: &Condition) -> Option<String> {
    let done = match attempt {
        Attempt::Cast(..) if [NOT_SO, NOT_FOR_NOTHING].contains(&why) => "cast so",
        Attempt::Cast(..) => "cast",
        _ => "activated",
    };
    if let Some(words) = phrases::condition(condition) {
        return Some(format!("it can be {done} only if {words}"));
    }
    if let Some(words) = phrases::only_then(condition, matches!(attempt, Attempt::Cast(..))) {
        return Some(format!("it can be {done} only {words}"));
    }
    if let Condition::During(step, Players::Each) = condition {
        return Some(format!("it can be {done} only during {}", during(*step)));
    }
    let Condition::Not(of) = condition else { return None };
    phrases::condition(of).map(|words| format!("it can't be {done} if {words}"))
}

/// A part of the turn, whoever's: `the second main phase of the turn`, `an upkeep step`.
fn during(step: EventStep) -> String {
    let words = step.word().replace('-', " ");
    match step {
        EventStep::Turn => "a turn".to_owned(),
        EventStep::SecondMain => "the second main phase of the turn".to_owned(),
        EventStep::Beginning
        | EventStep::PrecombatMain
        | EventStep::PostcombatMain
        | EventStep::Main
        | EventStep::Combat => format!("a {words} phase"),
        _ if words.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {words} step"),
        _ => format!("a {words} step"),
    }
}

/// That something is protected, with the quality from which it is: `it has protection from Vampires`, `it has hexproof from black`.
pub fn protected(why: &str, quality: Option<&Filter>) -> Option<String> {
    let quality = quality?;
    let keywords = [(KeywordName::Protection, "protection from "), (KeywordName::Hexproof, "hexproof from ")];
    let (name, start) = keywords.into_iter().find(|(_, start)| why.contains(start))?;
    let (protected, _) = why.split_once(start)?;
    // No keyword names a card, but an effect may let a player choose a name.
    if let Filter::Named(card) = quality {
        return Some(format!("{protected}{start}{card}"));
    }
    let keyword = Keyword::Filter(name, quality.clone());
    let words = phrases::begun_small(&phrases::ability(&Ability::Keyword(keyword))?);
    let from = words.strip_prefix(start).filter(|from| !from.starts_with("the "))?;
    Some(format!("{protected}{start}{}", from.trim_end_matches('.')))
}

/// Why something can't be done; of a block, where "it" could be the attacker too, with the name of what would block.
fn of_blocker(names: &Names<'_>, text: &mut Text, attempt: &Attempt, refusal: &Refusal, why: &str) {
    let blocker = refusal.object.filter(|_| matches!(attempt, Attempt::Block(_)));
    match (blocker, why.strip_prefix("it "), why.strip_prefix("the defending player does not control it")) {
        (Some(blocker), Some(rest), _) => (blocker, " ", rest).write(names, text),
        (Some(blocker), None, Some(rest)) => {
            (refusal.player, " does not control ", blocker, rest).write(names, text);
        }
        _ => said(text, why),
    }
}

/// What alone can be the target, where what was chosen is of another kind: `it can target only creatures you control`.
/// With the object that says it.
fn only_targets(attempt: &Attempt, refusal: &Refusal) -> Option<(ObjectId, String)> {
    let target = refusal.target.filter(|_| refusal.why == OF_ANOTHER_KIND)?;
    let (Attempt::Cast(own, _) | Attempt::Activate(own, ..)) = attempt else { return None };
    let Phrase { spec, place } = &**refusal.phrase.as_ref()?;
    // For whom it fits says what is asked of it; that one is "that player".
    if let Some(who) = &spec.each_of {
        let whom = if *who == Players::Opponents { "opponent" } else { "player whom it names" };
        return Some((*own, format!("a target is chosen for each {whom}")));
    }
    let place = place.and_then(|place| PLACES.get(place));
    let only = if let TargetKind::Permanent(filter) = &spec.kind {
        phrases::objects(filter, Sort::Permanents)
    } else if let TargetKind::Spell(filter) = &spec.kind {
        phrases::objects(filter, Sort::Spells)
    } else {
        let is_object = matches!(target, Thing::Object(_));
        (is_object && matches!(spec.kind, TargetKind::Player(_))).then(|| "players".to_owned())
    };
    let words = match (only, place) {
        (Some(only), None) => format!("it can target only {only}"),
        (Some(only), Some(place)) => format!("its {place} target can be only one of the {only}"),
        (None, Some(place)) => format!("that is not what its {place} target can be"),
        (None, None) => return None,
    };
    Some((*own, words))
}

impl Attempt {
    /// What is cast, or whose ability is activated, if that is what is tried.
    pub const fn own(&self) -> Option<ObjectId> {
        match self {
            Self::Cast(own, _) | Self::Activate(own, ..) => Some(*own),
            Self::PlayLand(..)
            | Self::TurnFaceUp(_)
            | Self::Unlock(..)
            | Self::Suspend(_)
            | Self::Companion(_)
            | Self::ByKeyword(..)
            | Self::Attack(_)
            | Self::Block(_)
            | Self::RollPlanarDie
            | Self::Pass
            | Self::TakeFirstTurn
            | Self::AssignDamage(_)
            | Self::Assist(_)
            | Self::Target(_)
            | Self::Propose
            | Self::Shorten
            | Self::AsProposed => None,
        }
    }

    /// Whether the words for it name an object as what it is done with, or done to; but for targets, and for what is attacked.
    pub fn names(&self, object: ObjectId) -> bool {
        match self {
            Self::Cast(own, _)
            | Self::Companion(own)
            | Self::PlayLand(own, _)
            | Self::TurnFaceUp(own)
            | Self::Unlock(own, _)
            | Self::Suspend(own)
            | Self::ByKeyword(own, _)
            | Self::Activate(own, ..) => *own == object,
            Self::Attack(declared) => declared.iter().any(|(attacker, _)| *attacker == object),
            Self::Block(declared) => {
                declared.iter().any(|(blocker, attacker)| [*blocker, *attacker].contains(&object))
            }
            Self::AssignDamage(own) | Self::Assist(own) => *own == object,
            Self::Pass
            | Self::RollPlanarDie
            | Self::TakeFirstTurn
            | Self::Target(_)
            | Self::Propose
            | Self::Shorten
            | Self::AsProposed => false,
        }
    }
}

/// Whether there is more than one player or permanent that can be attacked.
fn whom_differs(names: &Names<'_>, declared: &[(ObjectId, Thing)]) -> bool {
    let game = names.game();
    let attackable = |it: &Rc<Object>| {
        it.on_battlefield() && (it.base.is(CardType::Planeswalker) || it.base.is(CardType::Battle))
    };
    game.players().count() > 2
        || declared.iter().any(|(_, defender)| defender.object().is_some())
        || game.objects().iter().any(attackable)
}

/// Of a card with several, what is cast or played is the half, the face or the Adventure (709.3a, 712.12, 715.3a).
fn write_face(names: &Names<'_>, text: &mut Text, card: ObjectId, face: u8) {
    let definition = names.game().object(card).definition.as_ref();
    let half = definition.and_then(|definition| definition.faces.get(usize::from(face)));
    match half.filter(|_| face > 0 || definition.is_some_and(|its| its.layout == Layout::Split)) {
        // Both halves together are the card.
        Some(_) if definition.is_some_and(|its| its.is_fused(usize::from(face))) => {
            names.write_object(text, card);
        }
        // A prototype card has one name.
        Some(_) if definition.is_some_and(|its| its.layout == Layout::Prototype) => {
            names.write_object(text, card);
            said(text, " prototyped");
        }
        Some(half) => {
            text.push(&half.name, Style::Name);
            said(text, " of ");
            names.write_object(text, card);
        }
        None => names.write_object(text, card),
    }
}

/// In what way the card would be cast, and what would be paid for it: ` bestowed`, ` with escape`.
fn write_manner(text: &mut Text, manner: &[Symbol]) {
    words::write_manner(text, manner);
    for way in manner {
        said(
            text,
            match way.as_str() {
                "escape" => " with escape",
                "jump-start" => " with jump-start",
                "foretold" => " foretold",
                "plotted" => " plotted",
                "madness" => " for its madness cost",
                "miracle" => " for its miracle cost",
                "cleave" => " for its cleave cost",
                "morph" | "megamorph" | "disguise" | "face-down" => " face down",
                "entwine" => ", entwined",
                "replicate" => ", replicating",
                "bargain" => ", bargained",
                _ => "",
            },
        );
    }
}

/// ` targeting Grizzly Bears#1`, if anything is targeted.
fn write_targets(names: &Names<'_>, text: &mut Text, targets: &[Thing]) {
    if !targets.is_empty() {
        said(text, " targeting ");
        names.write_list(text, targets);
    }
}

fn write_attempt(names: &Names<'_>, text: &mut Text, attempt: &Attempt, with: (&[Symbol], &[Thing])) {
    let (manner, targets) = with;
    match attempt {
        Attempt::Cast(card, face) => {
            said(text, "cast ");
            write_face(names, text, *card, *face);
            write_manner(text, manner);
        }
        Attempt::Activate(source, origin, called) => {
            said(text, "activate ");
            names.write_ability(text, *source, *origin, (None, Some(*called)));
        }
        Attempt::PlayLand(land, face) => {
            said(text, "play ");
            write_face(names, text, *land, *face);
        }
        Attempt::TurnFaceUp(permanent) => {
            said(text, "turn ");
            names.write_object(text, *permanent);
            said(text, " face up");
        }
        Attempt::Unlock(permanent, half) => {
            said(text, "unlock ");
            match half.and_then(|half| names.game().name_of_half(*permanent, half)) {
                Some(door) => said(text, door),
                None => {
                    said(text, "a half of ");
                    names.write_object(text, *permanent);
                }
            }
        }
        Attempt::Suspend(card) => {
            said(text, "suspend ");
            names.write_object(text, *card);
        }
        Attempt::ByKeyword(card, keyword) => {
            said(text, keyword.word());
            said(text, " ");
            names.write_object(text, *card);
        }
        Attempt::Attack(declared) => {
            said(text, if declared.is_empty() { "attack with nothing" } else { "attack " });
            let mut rest = declared.as_slice();
            while let Some((_, defender)) = rest.first() {
                let together = rest.iter().take_while(|(_, other)| other == defender).count();
                let (own, others) = rest.split_at(together);
                // Between two players without anything else to attack it goes without saying whom.
                if whom_differs(names, declared) {
                    names.write_thing(text, *defender);
                    said(text, " ");
                }
                said(text, "with ");
                let attackers: Vec<Thing> =
                    own.iter().map(|(attacker, _)| Thing::Object(*attacker)).collect();
                names.write_list(text, &attackers);
                said(text, if others.is_empty() { "" } else { ", " });
                rest = others;
            }
        }
        Attempt::Block(declared) => {
            said(text, if declared.is_empty() { "leave all attackers unblocked" } else { "block " });
            let mut rest = declared.as_slice();
            while let Some((_, attacker)) = rest.first() {
                let together = rest.iter().take_while(|(_, other)| other == attacker).count();
                let (own, others) = rest.split_at(together);
                names.write_object(text, *attacker);
                said(text, " with ");
                let blockers: Vec<Thing> = own.iter().map(|(blocker, _)| Thing::Object(*blocker)).collect();
                names.write_list(text, &blockers);
                said(text, if others.is_empty() { "" } else { ", " });
                rest = others;
            }
        }
        Attempt::Companion(card) => {
            said(text, "put ");
            names.write_object(text, *card);
            said(text, " into the hand");
        }
        Attempt::Target(ability) => return write_choice_of_targets(names, text, targets, *ability),
        Attempt::RollPlanarDie
        | Attempt::Pass
        | Attempt::TakeFirstTurn
        | Attempt::AssignDamage(_)
        | Attempt::Assist(_)
        | Attempt::Propose
        | Attempt::Shorten
        | Attempt::AsProposed => write_deed(names, text, attempt),
    }
    write_targets(names, text, targets);
}

/// `choose Grizzly Bears#1 as a target of Flametongue Kavu#2's ability`.
fn write_choice_of_targets(names: &Names<'_>, text: &mut Text, targets: &[Thing], ability: ObjectId) {
    said(text, if targets.is_empty() { "choose targets so" } else { "choose " });
    names.write_list(text, targets);
    said(
        text,
        match targets.len() {
            0 => " for ",
            1 => " as a target of ",
            _ => " as targets of ",
        },
    );
    names.write_object(text, ability);
}

/// What a player tries to do that is neither announced nor declared.
fn write_deed(names: &Names<'_>, text: &mut Text, attempt: &Attempt) {
    match attempt {
        Attempt::RollPlanarDie => said(text, "roll the planar die"),
        Attempt::Pass => said(text, "pass"),
        Attempt::TakeFirstTurn => said(text, "take the first turn"),
        Attempt::AssignDamage(creature) => {
            said(text, "assign the combat damage of ");
            names.write_object(text, *creature);
            said(text, " so");
        }
        Attempt::Assist(card) => {
            said(text, "pay so much of the cost of ");
            names.write_object(text, *card);
        }
        Attempt::Propose => said(text, "propose this sequence"),
        Attempt::Shorten => said(text, "shorten the sequence there"),
        Attempt::AsProposed => said(text, "go on as was proposed"),
        Attempt::Cast(..)
        | Attempt::Activate(..)
        | Attempt::PlayLand(..)
        | Attempt::TurnFaceUp(_)
        | Attempt::Unlock(..)
        | Attempt::Suspend(_)
        | Attempt::Companion(_)
        | Attempt::ByKeyword(..)
        | Attempt::Attack(_)
        | Attempt::Block(_)
        | Attempt::Target(_) => {}
    }
}
