//! CR 607: Linked Abilities

use std::sync::Arc;

use crate::engine::concepts::costs;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::view::View;
use crate::game::effects::{Linked, Pair};
use crate::game::{Change, Characteristics, Game, LinkKey, LinkedObject, ObjectId, Origin, WaitingTrigger};
use crate::ir::node::Node;
use crate::ir::part::{Part, any, mentions};
use crate::ir::{
    Ability, Change as EffectChange, Condition, Filter, Instruction, KeywordName, Layout, Link, Players,
    Quantity, Selection, Symbol,
};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::instructions::cause;

/// Keeps an object for the ability that is linked to the one that is being followed (607.1).
pub(in crate::engine) fn keep(play: &mut Play<'_>, frame: &Frame, name: Link, object: ObjectId, how: Linked) {
    // What happens instead of something is no ability that resolves (607.2b).
    let how = if how == Linked::Exiled && frame.on_stack.is_none() { Linked::Replaced } else { how };
    let face = play.game.object(frame.source).face;
    let link = LinkedObject {
        key: frame.link(name),
        object,
        how,
        face,
        by: Some(frame.origin),
        turn: play.game.turn().number,
    };
    let rule = rule_of(play, frame, &link);
    play.change(cause(frame, rule), Level::Hidden, Change::AddLink(Box::new(link)));
}

/// Notes a number for the ability that is linked to this one (607.2e); what was noted before is noted no more.
///
/// # Errors
/// If the number can't be kept.
pub(in crate::engine) fn note_number(
    play: &mut Play<'_>,
    frame: &mut Frame,
    name: Link,
    number: i32,
) -> Outcome {
    let word = Symbol::parse(&number.to_string())
        .ok_or_else(|| Halt::undecided(frame.source, "it notes a number that headjudge can't keep"))?;
    let change = Change::ChooseWord(Box::new(frame.link(name)), word);
    let by = cause(frame, cr!("607.2e"));
    play.change(by, Level::Hidden, change);
    play.note(Level::Default, by.kind, by.rules, Note::Counts(frame.source, number, true));
    frame.chosen.push(name);
    Ok(())
}

/// Says that nothing has been noted that an ability asks for.
pub(in crate::engine) fn note_nothing_noted(play: &mut Play<'_>, frame: &Frame) {
    let by = cause(frame, cr!("607.2e"));
    play.note(Level::Default, by.kind, by.rules, Note::NothingNoted(frame.source));
}

/// Keeps an object for an ability of another one, which this ability has made or put onto the battlefield (607.1d).
pub(in crate::engine) fn keep_for(
    play: &mut Play<'_>,
    frame: &Frame,
    holder: ObjectId,
    name: Link,
    object: ObjectId,
) {
    let link = LinkedObject {
        key: LinkKey::own(holder, name),
        object,
        how: Linked::Elsewhere,
        face: 0,
        by: None,
        turn: play.game.turn().number,
    };
    play.change(cause(frame, cr!("607.1d")), Level::Hidden, Change::AddLink(Box::new(link)));
}

/// The link by which a selection finds what it does, and whether it speaks of a single object.
pub(in crate::engine) fn link_of(selection: &Selection) -> Option<(Link, bool)> {
    match selection {
        Selection::Linked(name) => Some((*name, false)),
        Selection::TheLinked(name) => Some((*name, true)),
        Selection::Among(of, _) | Selection::Last(of) => link_of(of),
        Selection::This
        | Selection::It
        | Selection::Target(_)
        | Selection::Attached
        | Selection::Slot(_)
        | Selection::Each(_)
        | Selection::Topmost(_)
        | Selection::Top(..)
        | Selection::Other
        | Selection::Players(_)
        | Selection::Several(_)
        | Selection::Host
        | Selection::Haunted
        | Selection::Grantor
        | Selection::Paid(_)
        | Selection::Outside
        | Selection::Itself => None,
    }
}

/// The link by which a kind of objects is told, such as those "among the exiled cards".
pub(in crate::engine) fn link_within(filter: &Filter) -> Option<Link> {
    filter.find_demanded(&|demanded| {
        let Filter::Among(selection) = demanded else { return None };
        link_of(selection).map(|(link, _)| link)
    })
}

/// The rules by which an ability finds what the one linked to it has dealt with.
pub(in crate::engine) fn rules_of(play: &mut Play<'_>, frame: &Frame, name: Link, single: bool) -> Rules {
    let key = frame.link(name);
    let links: Vec<LinkedObject> = play.game.links().iter().filter(|link| link.key == key).copied().collect();
    let rules = rules_of_links(play, frame, &links);
    let rules = if links.is_empty() {
        rules.and(match key.pair {
            Pair::Own if champions(play, frame) => cr!("607.2k"),
            Pair::Own => match play.view() {
                Ok(view) => rule_of_pair(&play.game, &view, frame.source),
                Err(_) => cr!("607.2a"),
            },
            _ => cr!("607.5"),
        })
    } else {
        rules
    };
    let there = links.iter().filter(|link| play.game.object(link.object).exists).count();
    if single && there > 1 { rules.and(cr!("607.3")) } else { rules }
}

/// The rule of the kind of pair that an object's linked abilities are, where nothing has come of the first: what that would put onto the
/// battlefield (607.2c), exile instead (607.2b), or exile as it resolves (607.2a); or it is printed on another object (607.1d).
pub fn rule_of_pair(game: &Game, view: &View, object: ObjectId) -> RuleId {
    let abilities = &view.characteristics(game, object).abilities;
    // What it has lost since is linked to what is on the stack all the same.
    let is_there = |its: &Arc<Ability>| abilities.iter().any(|there| Arc::ptr_eq(&there.ability, its));
    let lost = view.copiable(game, object).abilities.iter().filter(|its| !is_there(&its.ability));
    // Of what is printed on another face only what it exiles counts as well (607.1b).
    let transforms = game.object(object).definition.as_ref().filter(|its| its.layout == Layout::Transform);
    let of_faces = transforms.into_iter().flat_map(|its| &its.faces).flat_map(|face| &face.abilities);
    let (mut exile, mut all_replace) = (false, true);
    for (instance, own) in
        abilities.iter().chain(lost).map(|its| (its, true)).chain(of_faces.map(|its| (its, false)))
    {
        let (mut puts, mut exiles) = (false, false);
        any(&*instance.ability, &mut |place| {
            match place.part {
                Part::Instruction(Instruction::Link { .. }) => puts |= own,
                Part::Exile(exile) => exiles |= exile.link.is_some(),
                _ => {}
            }
            puts
        });
        if puts {
            return cr!("607.2c");
        }
        exile |= exiles;
        all_replace &= !exiles || matches!(*instance.ability, Ability::Replacement(_));
    }
    match (exile, all_replace) {
        (false, _) => cr!("607.1d"),
        (true, true) => cr!("607.2b"),
        (true, false) => cr!("607.2a"),
    }
}

/// The rules by which an ability finds these objects, if the one linked to it has dealt with all of them.
pub(in crate::engine) fn rules_for(play: &mut Play<'_>, frame: &Frame, objects: &[ObjectId]) -> Rules {
    let pair = Pair::of(frame.source, frame.origin);
    let mut found = Vec::new();
    for object in objects {
        let of_this = |link: &&LinkedObject| {
            link.object == *object && link.key.object == frame.source && link.key.pair == pair
        };
        match play.game.links().iter().find(of_this) {
            Some(link) => found.push(*link),
            None => return Rules::NONE,
        }
    }
    rules_of_links(play, frame, &found)
}

/// The rules of some links of an object.
fn rules_of_links(play: &mut Play<'_>, frame: &Frame, links: &[LinkedObject]) -> Rules {
    let mut rules = Rules::NONE;
    for link in links {
        rules = rules.and(rule_of(play, frame, link));
    }
    // It is printed within another ability of the object, which grants it.
    if !links.is_empty() && matches!(frame.origin, Origin::Granted(by, _) if by == frame.source) {
        rules = rules.and(cr!("607.1a"));
    }
    // One ability is both of the pair, not two for which one keyword stands.
    if links.iter().any(|link| link.by == Some(frame.origin)) && !champions(play, frame) {
        rules = rules.and(cr!("607.1c"));
    }
    // One of the abilities is on the other face of a card that is transformed since (607.1b).
    let face = play.game.object(frame.source).face;
    if links.iter().any(|link| link.face != face && link.how != Linked::Elsewhere) {
        rules = rules.and(cr!("607.1b"));
    }
    rules
}

/// Whether an ability of an object has its player pay a variable additional cost as it is cast, to which another refers (607.2j).
pub(in crate::engine) fn pays_x_as_cast(its: &Characteristics) -> bool {
    its.abilities.iter().any(|instance| {
        matches!(&*instance.ability, Ability::AdditionalCost(cost) if cost.cost.0.iter().any(costs::has_variable))
    })
}

/// Whether an ability of an object notes a number under this link as it resolves (607.2e).
pub(in crate::engine) fn notes(its: &Characteristics, name: Link) -> bool {
    let noted = |part: Part<'_>| matches!(part, Part::Instruction(Instruction::Count { link, .. }) if *link == Some(name));
    its.abilities.iter().any(|instance| mentions(&*instance.ability, noted))
}

/// The rule by which an ability finds the number that one linked to it has kept: a cost that was paid as the object entered
/// (607.2g), what was noted (607.2e), or a choice (607.2d).
pub(in crate::engine) fn rule_of_number(play: &mut Play<'_>, frame: &Frame, name: Link) -> Outcome<RuleId> {
    let view = play.view()?;
    let abilities = &view.characteristics(&play.game, frame.source).abilities;
    let pays = abilities.iter().any(|instance| {
        mentions(&*instance.ability, |part| matches!(part, Part::Instruction(Instruction::PayAnyLife { .. })))
    });
    if notes(view.characteristics(&play.game, frame.source), name) {
        let noted = play.game.word(frame.link(name)).is_some();
        return Ok(if noted { cr!("607.2e") } else { cr!("107.2") });
    }
    // A payment that was never made was no number, which is 0; a choice that was never made is undefined.
    Ok(match (play.game.word(frame.link(name)).is_some(), pays) {
        (true, true) => cr!("607.2g"),
        (true, false) => cr!("607.2d"),
        (false, true) => cr!("107.2"),
        (false, false) => cr!("607.5a"),
    })
}

/// Whether the choice of a word for linked abilities is one between abilities that stand behind anchor words (614.12c): all that hangs
/// on it is which of them the permanent has.
pub(in crate::engine) fn has_anchors(its: &Characteristics, link: Link) -> bool {
    its.abilities.iter().filter_map(|instance| instance.ability.as_static()).any(|it| {
        matches!(&it.condition, Some(Condition::Chose(its, _)) if *its == link)
            && it.changes.iter().any(|change| matches!(change, EffectChange::Gain(_)))
    })
}

/// The rule that links a triggered ability to the word that was chosen for it: what an anchor word stands before (607.2m).
pub(in crate::engine) fn anchored(game: &Game, trigger: &WaitingTrigger) -> Option<RuleId> {
    let anchors = |ability: &Ability| {
        let Ability::Static(it) = ability else { return false };
        let grants = |change: &EffectChange| {
            let EffectChange::Gain(abilities) = change else { return false };
            let is_it =
                |ability: &Ability| matches!(ability, Ability::Triggered(its) if *its == trigger.ability);
            abilities.iter().any(is_it)
        };
        matches!(it.condition, Some(Condition::Chose(..))) && it.changes.iter().any(grants)
    };
    let abilities = &game.object(trigger.source).base.abilities;
    abilities.iter().any(|instance| anchors(&instance.ability)).then_some(cr!("607.2m"))
}

/// Whether words speak of a choice that was never made for the pair of abilities that an object has gained (607.5a).
pub fn speaks_of_none(game: &Game, frame: &Frame, form: &impl Node) -> bool {
    mentions(form, |part| {
        let (Part::Filter(Filter::Chosen(link))
        | Part::Players(Players::Chosen(link))
        | Part::Quantity(Quantity::Chosen(link) | Quantity::DevotionToChosen(link))
        | Part::Change(EffectChange::SetChosenColor(link) | EffectChange::AddChosenColor(link))) = part
        else {
            return false;
        };
        let key = frame.link(*link);
        key.pair != Pair::Own && game.word(key).is_none() && game.chosen_name(key).is_none()
    })
}

/// Whether there is anything that the ability linked to this one has dealt with.
pub(in crate::engine) fn finds(play: &Play<'_>, frame: &Frame, name: Link) -> bool {
    let key = frame.link(name);
    play.game.links().iter().any(|link| link.key == key && play.game.object(link.object).exists)
}

/// Says that an ability finds nothing that the one linked to it has dealt with.
pub(in crate::engine) fn note_nothing(play: &mut Play<'_>, frame: &Frame, name: Link) {
    let rules = rules_of(play, frame, name, false);
    let kind = cause(frame, cr!("607.2a")).kind;
    play.note(Level::Default, kind, rules, Note::LinkedNothing(frame.source));
}

/// The rule by which an ability looks for an object among those that it is linked to.
pub(in crate::engine) fn rule_of_object(play: &mut Play<'_>, frame: &Frame, object: ObjectId) -> RuleId {
    let mut links = play.game.links().iter().filter(|link| link.key.object == frame.source);
    match links.find(|link| link.object == object).cloned() {
        Some(link) => rule_of(play, frame, &link),
        None => cr!("607.2a"),
    }
}

/// The rule that links the two abilities: as they were gained (607.5), or of the kind of pair that they are.
fn rule_of(play: &mut Play<'_>, frame: &Frame, link: &LinkedObject) -> RuleId {
    rule_between(link, champions(play, frame))
}

/// The rule by which what has exiled an object is linked to it.
pub fn rule_of_link(game: &Game, view: &View, link: &LinkedObject) -> RuleId {
    let abilities = &view.characteristics(game, link.key.object).abilities;
    let champions =
        abilities.iter().any(|its| Some(its.origin) == link.by && its.keyword == Some(KeywordName::Champion));
    rule_between(link, champions)
}

/// The rule of a linked pair, which is perhaps what the keyword champion stands for (702.72a).
fn rule_between(link: &LinkedObject, champions: bool) -> RuleId {
    match (link.key.pair, link.how) {
        (Pair::Own, Linked::Exiled) if champions => cr!("607.2k"),
        (Pair::Own, Linked::Exiled) => cr!("607.2a"),
        (Pair::Own, Linked::Replaced) => cr!("607.2b"),
        (Pair::Own, Linked::Put) => cr!("607.2c"),
        (Pair::Own, Linked::Elsewhere) => cr!("607.1d"),
        _ => cr!("607.5"),
    }
}

/// Whether the ability is one of the two that the keyword champion stands for (702.72a).
fn champions(play: &mut Play<'_>, frame: &Frame) -> bool {
    play.keyword_followed(frame) == Some(KeywordName::Champion)
}
