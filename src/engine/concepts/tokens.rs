//! CR 111: Tokens

use crate::engine::additional::keyword_abilities::enchant;
use crate::engine::spells::replacement_effects::auras;
use std::sync::Arc;

use crate::engine::additional::copiable_values;
use crate::engine::additional::{copying_objects, preparation_cards};
use crate::engine::card_types::{battles, enchantments};
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::fighters::Joins;
use crate::engine::reading::{Frame, Sight, informing, quantities, selections};
use crate::engine::spells::events::{Happening, happen};
use crate::engine::spells::instructions::information;
use crate::engine::spells::replacement_effects::{AtOnce, Coming, Key, Pending, created, deal, enter_token};
use crate::engine::spells::{counting, linked_abilities};
use crate::engine::turn::declare_attackers_step::entering;
use crate::engine::turn::declare_blockers_step::entering as blocked;
use crate::engine::zones::general;
use crate::game::{
    Cause, CauseKind, Change, Characteristics, Definition, Designation, Nature, NewObject, ObjectId,
    PlayerId, Thing,
};
use crate::ir::instruction::{Create, TokenFace};
use crate::ir::part::any;
use crate::ir::{CardType, CounterKind, Players, Quantity, Selection, Subtype, TokenSpec, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::predefined_tokens;

/// The rules by which the ability finds what an ability linked to it has exiled or kept, where the tokens ask for that (607.2).
fn rules_of_links(play: &mut Play<'_>, frame: &Frame, create: &Create) -> Outcome<Rules> {
    let mut rules = Rules::NONE;
    let of = if let TokenSpec::CopyOf { what, .. } = &create.token { Some(what) } else { None };
    let owner = if let Players::OwnerOf(what) = &create.who { Some(&**what) } else { None };
    for selection in of.into_iter().chain(owner) {
        if let Some((link, single)) = linked_abilities::link_of(selection) {
            rules = linked_abilities::rules_of(play, frame, link, single).iter().fold(rules, Rules::and);
        } else if let Selection::Slot(name) = selection {
            let bound = frame.slot(*name).unwrap_or_default();
            let objects: Vec<ObjectId> = bound.iter().filter_map(|thing| thing.object()).collect();
            rules = linked_abilities::rules_for(play, frame, &objects).iter().fold(rules, Rules::and);
        }
    }
    if let TokenSpec::New(face) = &create.token {
        if let Some(Quantity::Chosen(link)) = &face.power {
            rules = rules.and(linked_abilities::rule_of_number(play, frame, *link)?);
        }
    }
    Ok(rules)
}

/// The rules by which the numbers are known that say how many tokens there are and of which size.
///
/// # Errors
/// If it can't be told what a number is asked of.
fn rules_of_numbers(play: &mut Play<'_>, frame: &Frame, create: &Create) -> Outcome<Rules> {
    let nothing = Cause::new(CauseKind::Rules, cr!("701.7a")).without_rules();
    let mut by = information::informed(play, frame, nothing, &create.count)?;
    let TokenSpec::New(face) = &create.token else { return Ok(by.rules) };
    for number in face.power.iter().chain(&face.toughness) {
        // What it is worked out to be is what the token is.
        if information::is_of_the_game(number) {
            by = by.and(cr!("111.3"));
        }
        by = information::informed(play, frame, by, number)?;
    }
    Ok(by.rules)
}

/// Tokens that are about to be created at once.
#[derive(Default)]
pub(in crate::engine) struct Batch {
    new: Vec<ObjectId>,
    changes: Vec<(Cause, Level, Change)>,
    happenings: Vec<Happening>,
    at_once: AtOnce,
    also: Vec<Pending>,
    /// The effects that have added tokens to those that a player creates.
    besides: Vec<(PlayerId, Key)>,
    /// Whether some of them enter blocking, and some attacking.
    blocking: bool,
    attacking: bool,
}

/// Creates tokens (701.7a, 111.2), all at once for each player in APNAP order.
///
/// # Errors
/// If the token can't be made.
pub(in crate::engine) fn create(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    create: &Create,
) -> Outcome<Vec<ObjectId>> {
    let mut coming = Batch::default();
    coming.add(play, cause, frame, create)?;
    coming.create(play)
}

impl Batch {
    /// How many there are so far.
    pub(in crate::engine) fn len(&self) -> usize {
        self.new.len()
    }

    /// This rule, too, decides that they are created.
    pub(in crate::engine) fn by(&mut self, rule: RuleId) {
        for (cause, _, change) in &mut self.changes {
            if let Change::Create(_) = change {
                *cause = cause.and(rule);
            }
        }
    }

    /// Readies tokens, with all that is chosen for them, to be created with the others.
    ///
    /// # Errors
    /// If a token can't be made.
    pub(in crate::engine) fn add(
        &mut self,
        play: &mut Play<'_>,
        cause: Cause,
        frame: &Frame,
        create: &Create,
    ) -> Outcome {
        for kind in std::iter::once(create).chain(&create.and) {
            self.blocking |= kind.blocking.is_some();
            self.attacking |= kind.attacking;
            let several = copied_each(play, frame, kind)?;
            if several.is_empty() {
                prepare(play, cause, frame, kind, self)?;
            }
            for thing in several {
                let frame = Frame { current: Some(thing), ..frame.clone() };
                let token = of_it(&kind.token);
                prepare(play, cause, &frame, &Create { token, ..kind.clone() }, self)?;
            }
        }
        Ok(())
    }

    /// Creates them all at the same time.
    ///
    /// # Errors
    /// If what waits for one can't be played.
    pub(in crate::engine) fn create(self, play: &mut Play<'_>) -> Outcome<Vec<ObjectId>> {
        let Self { new, mut changes, happenings, mut at_once, also, besides: _, blocking, attacking } = self;
        for (of, link, object) in at_once.follow(play, &|object| new.contains(&object))? {
            for (_, _, change) in &mut changes {
                match change {
                    Change::Create(token) if token.new == of => token.links.push((link, object)),
                    _ => {}
                }
            }
        }
        at_once.used.up(play);
        happen(play, changes, &happenings)?;
        for more in also {
            more.run(play)?;
        }
        if blocking {
            blocked::entered(play, &new)?;
        }
        if attacking {
            entering::unbound(play, &new, cr!("508.4c"))?;
        }
        Ok(new)
    }
}

/// The objects of each of which a token is to be a copy, where they are several.
fn copied_each(play: &mut Play<'_>, frame: &Frame, create: &Create) -> Outcome<Vec<Thing>> {
    let TokenSpec::CopyOf { what: what @ (Selection::Each(_) | Selection::Slot(_)), .. } = &create.token
    else {
        return Ok(Vec::new());
    };
    let view = play.view()?;
    let all = selections::select(Sight { game: &play.game, view: &view }, frame, what)?;
    Ok(if all.len() > 1 { all.to_vec() } else { Vec::new() })
}

/// Whether it would be a copy of an illegal target.
fn is_illegal(frame: &Frame, token: &TokenSpec) -> bool {
    any(token, &mut |place| {
        let phrase = place.part.target().map(|number| frame.first_target + usize::from(number));
        phrase.is_some_and(|phrase| frame.illegal.contains(&phrase))
    })
}

/// The token as a copy of the one that "it" is.
fn of_it(token: &TokenSpec) -> TokenSpec {
    match token {
        TokenSpec::CopyOf { except, .. } => TokenSpec::CopyOf { what: Selection::It, except: except.clone() },
        other @ (TokenSpec::New(_) | TokenSpec::Predefined(_) | TokenSpec::Named(_)) => other.clone(),
    }
}

/// Readies tokens of one kind to be created.
fn prepare(play: &mut Play<'_>, cause: Cause, frame: &Frame, create: &Create, coming: &mut Batch) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let count = quantities::amount(sight, frame, &create.count)?;
    let who = selections::players(sight, frame, &create.who)?;
    if let (true, Players::OwnerOf(of)) = (who.is_empty(), &create.who)
        && let Some((link, _)) = linked_abilities::link_of(of)
    {
        linked_abilities::note_nothing(play, frame, link);
        return Ok(());
    }
    let host = match &create.attached_to {
        // An Aura attached to what is not there is not created.
        Some(to) => match selections::select(sight, frame, to)?.as_slice() {
            [host] => Some(*host),
            [] => return Ok(()),
            _ => {
                let why = "it creates a token attached to one of several, which is not asked";
                return Err(Halt::undecided(frame.source, why));
            }
        },
        None => None,
    };
    let mut counters: Vec<(CounterKind, u32)> = Vec::new();
    for (kind, count) in &create.counters {
        counters.push((*kind, quantities::amount(sight, frame, count)?));
    }
    let Some((definition, face, different)) = definition(sight, frame, &create.token)? else {
        // Of an illegal target nothing is known, though it may well be there.
        let (rule, note) = if is_illegal(frame, &create.token) {
            (cr!("608.2b"), Note::NoTokenKnown(frame.asking()))
        } else {
            (cr!("111.12"), Note::NothingToCopy(frame.source))
        };
        play.note(Level::Default, cause.kind, Rules::of(&[rule]), note);
        return Ok(());
    };
    let spell = |face: &&Arc<Characteristics>| face.is(CardType::Instant) || face.is(CardType::Sorcery);
    let copies = matches!(create.token, TokenSpec::CopyOf { .. });
    if copies && definition.faces.get(usize::from(face)).filter(spell).is_some() {
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("111.5")]), Note::NoTokenOfSpell(frame.source));
        return Ok(());
    }
    if count > 500 {
        return Err(Halt::Runaway("more than 500 tokens are created at once"));
    }
    let by_links = rules_of_links(play, frame, create)?;
    let informed = informing::is_last_known(Sight { game: &play.game, view: &view }, frame, &create.who)?;
    let by_links = if informed { by_links.and(cr!("608.2h")) } else { by_links };
    let by_links = rules_of_numbers(play, frame, create)?.iter().fold(by_links, Rules::and);
    let made = by_links.iter().fold(made_by(cause, create, &definition, &different), Cause::and);
    for player in who {
        if play.game.player(player).gone {
            let note = Note::ForOneWhoLeft(frame.asking(), player);
            play.note(Level::Default, cause.kind, Rules::of(&[cr!("800.4b")]), note);
            continue;
        }
        if !created::look_at_kinds(play)? {
            let proposed = count;
            let count = counting::tokens(play, cause, player, count)?;
            let how = How { frame, create, more: count != proposed, made, host, counters: &counters };
            ready(play, &how, (player, count), (&definition, face), coming)?;
            continue;
        }
        let values = values_of_face(&definition, face);
        for kind in created::kinds(play, cause, player, (&values, count), &mut coming.besides)? {
            let Some((token, of_effect)) = &kind.other else {
                let more = kind.count != count;
                let how = How { frame, create, more, made, host, counters: &counters };
                ready(play, &how, (player, kind.count), (&definition, face), coming)?;
                continue;
            };
            if host.is_some() {
                let why = "another token is created with one that is attached to something";
                return Err(Halt::undecided(frame.source, why));
            }
            // All that is said of the tokens but what they are holds for these, too.
            let its = Create { token: token.clone(), ..create.clone() };
            let view = play.view()?;
            let sight = Sight { game: &play.game, view: &view };
            let Some((definition, face, different)) = self::definition(sight, of_effect, token)? else {
                continue;
            };
            let made = made_by(cause, &its, &definition, &different);
            let how = How { frame, create: &its, more: true, made, host: None, counters: &counters };
            ready(play, &how, (player, kind.count), (&definition, face), coming)?;
        }
    }
    Ok(())
}

/// What is known of tokens of one kind that are about to be created.
struct How<'a> {
    frame: &'a Frame,
    create: &'a Create,
    /// Whether they are other tokens, or more or fewer, than were to be created.
    more: bool,
    made: Cause,
    host: Option<Thing>,
    counters: &'a [(CounterKind, u32)],
}

/// Readies so many tokens of a kind for a player.
fn ready(
    play: &mut Play<'_>,
    how: &How<'_>,
    (player, count): (PlayerId, u32),
    (definition, face): (&Arc<Definition>, u8),
    coming: &mut Batch,
) -> Outcome {
    if count > 500 {
        return Err(Halt::Runaway("more than 500 tokens are created at once"));
    }
    let maker = how.frame.asking();
    let copies = matches!(how.create.token, TokenSpec::CopyOf { .. });
    let Batch { new, changes, happenings, at_once, also, .. } = coming;
    for _ in 0..count {
        let next = play.game.next_object();
        let mut token = token(player, definition, face, how.create.tapped, how.counters.to_vec(), next);
        let entered =
            enter(play, how.made, (how.frame, how.create, how.more), &mut token, how.host, at_once)?;
        let Some((cause_of_token, more)) = entered else { continue };
        also.extend(more);
        let copied = token.copied.is_some() || copies;
        let protector = battles::choose_protector(play, token.values(), (maker, token.controller), copied)?;
        new.push(next);
        let attached_to = token.attached_to;
        let prepare = if token.prepared { token.values().prepare.clone() } else { None };
        let permanent = next;
        let cause = cause_of_token;
        changes.push((cause, Level::Default, Change::Create(Box::new(token))));
        if let Some(player) = protector {
            let change = Change::Designate(permanent, Designation::Protector(player));
            changes.push((cause.by(cr!("310.9a")), Level::Default, change));
        }
        happenings.push(Happening::Created { object: next });
        // It becomes attached as it enters (603.2e).
        happenings.extend(attached_to.map(|to| Happening::Attached { object: next, to }));
        if let Some(spell) = prepare {
            let copy = play.game.next_object();
            for (rule, change) in preparation_cards::changes(permanent, player, spell, copy) {
                if let Change::Create(copy) = &change {
                    deal(play, copy);
                }
                changes.push((cause.by(rule), Level::Default, change));
            }
        }
    }
    Ok(())
}

/// The cause of tokens, with the rules by which they are what they are.
fn made_by(cause: Cause, create: &Create, definition: &Definition, different: &Rules) -> Cause {
    let cause = cause.led_by(cr!("701.7a")).and(cr!("111.2"));
    match &create.token {
        TokenSpec::Predefined(kind) => {
            predefined_tokens::of(*kind).map_or(cause, |its| cause.and(its.rule()))
        }
        TokenSpec::Named(name) => {
            cause.and(predefined_tokens::named(name).map_or(cr!("111.11"), |its| its.rule()))
        }
        TokenSpec::CopyOf { .. } => {
            let cause = different.iter().fold(cause.and(cr!("707.2")), Cause::and);
            if definition.is_double_faced() { cause.and(cr!("707.8a")) } else { cause }
        }
        TokenSpec::New(_) => cause,
    }
}

/// How a token enters, with all that is chosen for it: the cause with the rules of that, and what happens in addition; or nothing if it
/// is not created.
fn enter(
    play: &mut Play<'_>,
    cause: Cause,
    (frame, create, more): (&Frame, &Create, bool),
    token: &mut NewObject,
    host: Option<Thing>,
    at_once: &mut AtOnce,
) -> Outcome<Option<(Cause, Vec<Pending>)>> {
    let maker = frame.asking();
    if let Some(host) = host {
        token.attached_to = Some(host);
        if !could_be_attached(play, &Coming::Token(token, maker), host)? {
            let rules = Rules::of(&[cr!("303.4i")]);
            play.note(Level::Default, cause.kind, rules, Note::NotCreated(Some(host)));
            return Ok(None);
        }
    }
    if general::cant_enter(play, cause, &Coming::Token(token, maker))? {
        return Ok(None);
    }
    let (cause, also) = enter_token(play, cause, token, maker, at_once)?;
    // It may be something else by now that can't enter (614.17d).
    if general::cant_enter(play, cause, &Coming::Token(token, maker))? {
        return Ok(None);
    }
    let joins = Joins {
        attacking: create.attacking,
        whom: create.attacking_whom.as_ref(),
        or_planeswalker: create.or_planeswalker,
        like: None,
        blocking: create.blocking.as_ref(),
    };
    let mut cause = joins.decide(play, frame, cause, &mut Coming::Token(token, maker))?;
    // How they enter is an event within the one that creates more of them.
    if more && cause.rules.contains(cr!("614.12")) {
        cause = cause.and(cr!("616.1g"));
    }
    // What was chosen for the original is not copied: it is chosen anew.
    if !token.words.is_empty() && cause.rules.contains(cr!("707.2")) {
        cause = cause.and(cr!("707.6"));
    }
    let created = auras::choose_host(play, &mut cause, &mut Coming::Token(token, maker))?;
    Ok(created.then_some((cause, also)))
}

/// The values of the face of a token that is up.
fn values_of_face(definition: &Definition, face: u8) -> Arc<Characteristics> {
    definition.in_zone(Zone::Battlefield, face).unwrap_or_else(Characteristics::none)
}

/// What a token would be; nothing if it would be a copy of what there is not.
///
/// # Errors
/// If headjudge can't make it.
pub(in crate::engine) fn values_of(
    sight: Sight<'_>,
    frame: &Frame,
    token: &TokenSpec,
) -> Outcome<Option<Arc<Characteristics>>> {
    Ok(definition(sight, frame, token)?.map(|(definition, face, _)| values_of_face(&definition, face)))
}

fn token(
    player: PlayerId,
    definition: &Arc<Definition>,
    face: u8,
    tapped: bool,
    counters: Vec<(CounterKind, u32)>,
    new: ObjectId,
) -> NewObject {
    NewObject {
        definition: Some(definition.clone()),
        tapped,
        counters,
        face,
        ..NewObject::new(new, Nature::Token, player, Zone::Battlefield, values_of_face(definition, face))
    }
}

/// Why a token that is no Aura is not created attached to something.
const ATTACHED: &str = "a token that is no Aura is created attached to something";

/// Why a token is never made; nothing for one that may be.
pub(in crate::engine) fn gap_of(create: &Create) -> Option<Why> {
    let attached = create.attached_to.is_some();
    match &create.token {
        TokenSpec::Predefined(kind) if predefined_tokens::of(*kind).is_none() => Some(no_such_token(*kind)),
        TokenSpec::Predefined(_) if attached => Some(ATTACHED.into()),
        TokenSpec::New(face) if attached => {
            let is_aura = face.types.subtypes.iter().any(|subtype| subtype.word() == "Aura");
            (!is_aura).then_some(Why::Borrowed(ATTACHED))
        }
        TokenSpec::Predefined(_) | TokenSpec::New(_) | TokenSpec::Named(_) | TokenSpec::CopyOf { .. } => None,
    }
}

fn no_such_token(kind: Subtype) -> Why {
    format!("it creates a {kind} token, which headjudge can't make").into()
}

/// Whether an Aura token could enchant what it would be created attached to; what is no Aura enters attached to nothing if it can't be.
fn could_be_attached(play: &Play<'_>, token: &Coming<'_>, host: Thing) -> Outcome<bool> {
    let there = token.arrived(&play.game)?;
    if !enchantments::is_aura(&there.view, &there.game, there.object) {
        return Err(Halt::undecided(None, ATTACHED));
    }
    enchant::may_enchant(there.sight(), there.object, host)
}

/// The token's characteristics, which are its copiable values (111.3), and which of its faces is up; none if it would be a copy
/// of what there is not (111.12).
fn definition(
    sight: Sight<'_>,
    frame: &Frame,
    token: &TokenSpec,
) -> Outcome<Option<(Arc<Definition>, u8, Rules)>> {
    match token {
        TokenSpec::New(face) => Ok(Some((definition_of_face(sight, frame, face)?, 0, Rules::NONE))),
        TokenSpec::CopyOf { what, except } => {
            let Some((copied, left)) = copying_objects::original(sight, frame, what)? else {
                return Ok(None);
            };
            let (definition, face, rules) =
                copying_objects::definition_of_token(sight, frame, copied, except)?;
            Ok(Some((definition, face, left.iter().fold(rules, Rules::and))))
        }
        // What the card of the name is, the Oracle card reference says (111.11).
        TokenSpec::Named(name) if predefined_tokens::named(name).is_some() => {
            let predefined = predefined_tokens::named(name);
            Ok(predefined.map(|its| (its.definition(frame.source), 0, Rules::NONE)))
        }
        TokenSpec::Named(name) => match sight.game.reference(name) {
            Some(definition) => Ok(Some((definition.clone(), 0, Rules::NONE))),
            None => Err(Halt::undecided(
                frame.source,
                "it creates a token of a card that is not in the card pool",
            )),
        },
        TokenSpec::Predefined(kind) => match predefined_tokens::of(*kind) {
            Some(its) => Ok(Some((its.definition(frame.source), 0, Rules::NONE))),
            None => Err(Halt::gap(frame.source, no_such_token(*kind))),
        },
    }
}

fn definition_of_face(sight: Sight<'_>, frame: &Frame, face: &TokenFace) -> Outcome<Arc<Definition>> {
    let power = face.power.as_ref().map(|power| quantities::value(sight, frame, power)).transpose()?;
    let toughness =
        face.toughness.as_ref().map(|toughness| quantities::value(sight, frame, toughness)).transpose()?;
    Ok(Arc::new(copiable_values::definition_of_token(&face.face(power, toughness), frame.source)))
}
