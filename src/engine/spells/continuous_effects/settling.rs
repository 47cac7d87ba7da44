//! CR 611: Continuous Effects. What is settled as they begin: words, numbers and abilities (608.2d, 608.2h).

use std::borrow::Cow;

use crate::engine::additional::keyword_abilities::{backup, protection};
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight, filters, quantities};
use crate::engine::spells::instructions::information::is_of_the_game;
use crate::engine::spells::instructions::{one_player, who_are};
use crate::engine::spells::interaction_of_continuous_effects::changes;
use crate::game::{Cause, Thing};
use crate::ir::change::{HandSize, TextWord, TextWords};
use crate::ir::instruction::{Apply, WordKind};
use crate::ir::part::{Part, mentions};
use crate::ir::{
    Ability, Color, Filter, Keyword, KeywordName, Link, Players, Quantity, RuleChange, Selection, Slot,
    Subtype, SubtypeFamily,
};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// Asks for a word to be replaced and the one that replaces it, of the same sort (612.2).
pub(super) fn ask_for_exchange(
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
        let picked = crate::engine::spells::instructions::lasting::ask_for_word(
            play,
            frame,
            &Players::You,
            kind,
            rules,
        )?;
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

/// Who is settled as an effect begins, by its place in the text.
const SETTLED: [Slot; 4] = [
    Slot::literal("settled player"),
    Slot::literal("settled player 2"),
    Slot::literal("settled player 3"),
    Slot::literal("settled player 4"),
];

/// The effect with the players settled to whom it gives control or for whom it changes the rules, who might be others later (608.2h).
/// Of several opponents one is chosen for control (608.2d); it is given to nobody where there is nobody.
///
/// # Errors
/// If it can't be told who is meant.
pub(super) fn with_players<'a>(
    play: &mut Play<'_>,
    frame: &Frame,
    mut apply: Cow<'a, Apply>,
) -> Outcome<(Cow<'a, Apply>, Frame)> {
    let mut frame = frame.clone();
    let of_each = |who: &Players| mentions(who, Part::is_each_affected);
    let by_control = |change: &crate::ir::Change| matches!(change, crate::ir::Change::Control(who) if !is_settled(who) && !of_each(who));
    let by_rule = |rule: &RuleChange| who_of(rule).is_some_and(is_controller_of_one);
    if !apply.changes.iter().any(by_control) && !apply.rules.iter().any(by_rule) {
        return Ok((apply, frame));
    }
    let mut slots = SETTLED.iter().copied();
    let mut slot = || {
        let why = "it speaks of more players than headjudge settles as an effect begins";
        slots.next().ok_or_else(|| Halt::undecided(None, why))
    };
    let mut changes = Vec::with_capacity(apply.changes.len());
    for change in &apply.changes {
        if let crate::ir::Change::Control(who) = change
            && by_control(change)
        {
            let Some(player) = one_player(play, &frame, who)? else { continue };
            let slot = slot()?;
            frame.bind(Some(slot), vec![Thing::Player(player)]);
            changes.push(crate::ir::Change::Control(Players::Slot(slot)));
        } else {
            changes.push(change.clone());
        }
    }
    let mut rules = apply.rules.clone();
    for rule in rules.iter_mut().filter(|rule| by_rule(rule)) {
        let Some(who) = who_of_mut(rule) else { continue };
        let players = who_are(play, &frame, who)?;
        let slot = slot()?;
        frame.bind(Some(slot), players.into_iter().map(Thing::Player).collect());
        *who = Players::Slot(slot);
    }
    let settled = apply.to_mut();
    (settled.changes, settled.rules) = (changes, rules);
    Ok((apply, frame))
}

/// Whether an effect is for, or gives control to, whoever controls an object as it begins: that is settled then (608.2h).
pub(super) fn asks_who_controls(apply: &Apply) -> bool {
    let by_rule = |rule: &RuleChange| who_of(rule).is_some_and(is_controller_of_one);
    let by_control = |change: &crate::ir::Change| matches!(change, crate::ir::Change::Control(who) if is_controller_of_one(who));
    apply.rules.iter().any(by_rule) || apply.changes.iter().any(by_control)
}

/// Whether these players are the controllers of objects that are known.
fn is_controller_of_one(who: &Players) -> bool {
    let Players::ControllerOf(of) = who else { return false };
    matches!(**of, Selection::Target(_) | Selection::It | Selection::Slot(_))
}

/// Whether these players are the same whenever they are asked for, once what was bound is kept.
fn is_settled(who: &Players) -> bool {
    matches!(who, Players::You | Players::Target(_) | Players::Slot(_) | Players::It | Players::OwnerOf(_))
}

/// For whom a change of the rules is, where it says that.
fn who_of(rule: &RuleChange) -> Option<&Players> {
    match rule {
        RuleChange::Cant(it) => it.who.as_ref(),
        RuleChange::May(it) => it.who.as_ref(),
        RuleChange::CostChange(it) => it.who.as_ref(),
        RuleChange::ExtraLands(who, _)
        | RuleChange::HandSize(who, _)
        | RuleChange::Skip(who, _)
        | RuleChange::AnyColor(who)
        | RuleChange::LifeForMana(who, _)
        | RuleChange::KeepsMana(who, _)
        | RuleChange::LostManaBecomes(who, _)
        | RuleChange::PlayerHas(who, _)
        | RuleChange::Revealed(who, _)
        | RuleChange::PlayerProtection(who, _)
        | RuleChange::PlayerHexproof(who, _)
        | RuleChange::Devotion(who, _) => Some(who),
        RuleChange::Must(_)
        | RuleChange::CombatDamage(..)
        | RuleChange::StationsByToughness(_)
        | RuleChange::CrewsAsThoughGreater(..)
        | RuleChange::UntapsDuring(..)
        | RuleChange::ExtraTrigger { .. }
        | RuleChange::NoTrigger { .. }
        | RuleChange::DamageCantBePrevented
        | RuleChange::NoLegendRule(_)
        | RuleChange::MostCounters { .. }
        | RuleChange::AsYouCascade { .. }
        | RuleChange::Goaded(_)
        | RuleChange::Marked(_)
        | RuleChange::Unsupported(_) => None,
    }
}

/// The same, to be replaced.
fn who_of_mut(rule: &mut RuleChange) -> Option<&mut Players> {
    match rule {
        RuleChange::Cant(it) => it.who.as_mut(),
        RuleChange::May(it) => it.who.as_mut(),
        RuleChange::CostChange(it) => it.who.as_mut(),
        RuleChange::ExtraLands(who, _)
        | RuleChange::HandSize(who, _)
        | RuleChange::Skip(who, _)
        | RuleChange::AnyColor(who)
        | RuleChange::LifeForMana(who, _)
        | RuleChange::KeepsMana(who, _)
        | RuleChange::LostManaBecomes(who, _)
        | RuleChange::PlayerHas(who, _)
        | RuleChange::Revealed(who, _)
        | RuleChange::PlayerProtection(who, _)
        | RuleChange::PlayerHexproof(who, _)
        | RuleChange::Devotion(who, _) => Some(who),
        RuleChange::Must(_)
        | RuleChange::CombatDamage(..)
        | RuleChange::StationsByToughness(_)
        | RuleChange::CrewsAsThoughGreater(..)
        | RuleChange::UntapsDuring(..)
        | RuleChange::ExtraTrigger { .. }
        | RuleChange::NoTrigger { .. }
        | RuleChange::DamageCantBePrevented
        | RuleChange::NoLegendRule(_)
        | RuleChange::MostCounters { .. }
        | RuleChange::AsYouCascade { .. }
        | RuleChange::Goaded(_)
        | RuleChange::Marked(_)
        | RuleChange::Unsupported(_) => None,
    }
}

/// The change of the rules with its numbers worked out: those of an effect that lasts are determined once (611.2d).
pub(super) fn settled_rule(sight: Sight<'_>, frame: &Frame, rule: &RuleChange) -> Outcome<RuleChange> {
    let settle = |quantity: &mut Quantity| -> Outcome {
        if !matches!(quantity, Quantity::Fixed(_) | Quantity::AnyNumber)
            && !mentions(quantity, Part::is_each_affected)
        {
            *quantity = Quantity::Fixed(quantities::value(sight, frame, quantity)?);
        }
        Ok(())
    };
    let mut rule = rule.clone();
    match &mut rule {
        RuleChange::CostChange(it) => {
            it.less.iter_mut().try_for_each(settle)?;
            it.for_each.iter_mut().try_for_each(settle)?;
        }
        RuleChange::ExtraLands(_, count)
        | RuleChange::HandSize(_, HandSize::Is(count) | HandSize::More(count))
        | RuleChange::Devotion(_, count) => settle(count)?,
        RuleChange::MostCounters { count, .. } => settle(count)?,
        RuleChange::Cant(_)
        | RuleChange::Must(_)
        | RuleChange::May(_)
        | RuleChange::HandSize(..)
        | RuleChange::Skip(..)
        | RuleChange::PlayerHas(..)
        | RuleChange::PlayerProtection(..)
        | RuleChange::PlayerHexproof(..)
        | RuleChange::CombatDamage(..)
        | RuleChange::StationsByToughness(_)
        | RuleChange::CrewsAsThoughGreater(..)
        | RuleChange::UntapsDuring(..)
        | RuleChange::KeepsMana(..)
        | RuleChange::LostManaBecomes(..)
        | RuleChange::ExtraTrigger { .. }
        | RuleChange::NoTrigger { .. }
        | RuleChange::AnyColor(_)
        | RuleChange::LifeForMana(..)
        | RuleChange::DamageCantBePrevented
        | RuleChange::NoLegendRule(_)
        | RuleChange::Revealed(..)
        | RuleChange::AsYouCascade { .. }
        | RuleChange::Goaded(_)
        | RuleChange::Marked(_)
        | RuleChange::Unsupported(_) => {}
    }
    Ok(rule)
}

/// Why a change is never made by an effect of a spell or ability; nothing for one that may be. Such an effect may make something a copy
/// or change text, unless it only says what something is that is put onto the battlefield.
pub(in crate::engine) fn gap_of_made(change: &crate::ir::Change, by_itself: bool) -> Option<Why> {
    use crate::ir::Change;
    let by_an_effect = matches!(
        change,
        Change::GainActivatedOf(_)
            | Change::GainPrintedBelow
            | Change::SetChosenColor(_)
            | Change::AddChosenColor(_)
            | Change::GainKeywordsOf { .. }
    );
    let alone = by_itself && matches!(change, Change::CopyOf { .. } | Change::Text { .. });
    if by_an_effect || alone { None } else { changes::gap_of(change) }
}

/// Whether by how much a change alters power and toughness is something that the game has to be asked for.
pub(super) fn counts_size(change: &crate::ir::Change) -> bool {
    if let crate::ir::Change::AddPowerToughness { power, toughness } = change {
        return is_of_the_game(power) || is_of_the_game(toughness);
    }
    if let crate::ir::Change::SetPowerToughness { power, toughness } = change {
        return power.iter().chain(toughness).any(is_of_the_game);
    }
    false
}

/// The change with its numbers worked out: they are determined once, as the effect is applied (608.2h).
pub(super) fn settled(
    sight: Sight<'_>,
    frame: &Frame,
    change: &crate::ir::Change,
) -> Outcome<crate::ir::Change> {
    let fixed = |quantity: &Quantity| quantities::value(sight, frame, quantity).map(Quantity::Fixed);
    Ok(match change {
        crate::ir::Change::AddPowerToughness { power, toughness } => {
            let calculated =
                |quantity: &Quantity| quantities::added(sight, frame, quantity).map(Quantity::Fixed);
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
        crate::ir::Change::GainPrintedBelow => crate::ir::Change::Gained(backup::granted(sight, frame)?),
        crate::ir::Change::SetChosenColor(link) => {
            crate::ir::Change::SetColors(vec![chosen_color(sight, frame, *link)?])
        }
        crate::ir::Change::AddChosenColor(link) => {
            crate::ir::Change::AddColors(vec![chosen_color(sight, frame, *link)?])
        }
        crate::ir::Change::GainKeywordsOf { of, keywords } => {
            crate::ir::Change::Gain(keywords_of(sight, frame, of, keywords)?)
        }
        crate::ir::Change::Gain(abilities) if abilities.iter().any(speaks_of_bound) => {
            let why = "it gives a keyword that speaks of what was chosen or counted before";
            return Err(Halt::undecided(frame.source, why));
        }
        crate::ir::Change::Gain(abilities) => crate::ir::Change::Gain(
            abilities
                .iter()
                .map(|ability| {
                    let Ability::Keyword(Keyword::Filter(name, filter)) = ability else {
                        return ability.clone();
                    };
                    Ability::Keyword(Keyword::Filter(*name, filters::with_choices(sight, frame, filter)))
                })
                .collect(),
        ),
        other @ (crate::ir::Change::CopyOf { .. }
        | crate::ir::Change::Control(_)
        | crate::ir::Change::Text { .. }
        | crate::ir::Change::Exchange { .. }
        | crate::ir::Change::AddTypes(_)
        | crate::ir::Change::SetTypes(_)
        | crate::ir::Change::LoseTypes(_)
        | crate::ir::Change::EveryCreatureType
        | crate::ir::Change::AddColors(_)
        | crate::ir::Change::SetColors(_)
        | crate::ir::Change::GainThis
        | crate::ir::Change::KeepColors
        | crate::ir::Change::KeepName
        | crate::ir::Change::NoManaCost
        | crate::ir::Change::Gained(_)
        | crate::ir::Change::Lose(_)
        | crate::ir::Change::LoseAllAbilities
        | crate::ir::Change::CantHave(_)
        | crate::ir::Change::SwitchPowerToughness
        | crate::ir::Change::SetName(_)) => other.clone(),
    })
}

/// The color that was chosen for an ability.
fn chosen_color(sight: Sight<'_>, frame: &Frame, link: Link) -> Outcome<Color> {
    let word = sight.game.word(frame.link(link));
    let color = word.and_then(|word| Color::from_word(word.as_str()));
    color.ok_or_else(|| Halt::undecided(frame.source, "nothing says which color was chosen"))
}

/// The keywords of these names that some objects have: each variant and each variable that there is among them now (702.1c). What was
/// chosen for an ability stands in it: what has protection from the chosen color has it from that color. Where nothing was chosen there
/// is no ability to give (607.5a).
fn keywords_of(
    sight: Sight<'_>,
    frame: &Frame,
    of: &Selection,
    keywords: &[KeywordName],
) -> Outcome<Vec<Ability>> {
    let mut gained = Vec::new();
    for object in select(sight, frame, of)?.into_iter().filter_map(Thing::object) {
        let its = sight.view.characteristics(sight.game, object);
        let controller = sight.view.controller(sight.game, object);
        for name in keywords {
            for (origin, keyword) in its.keywords_by_origin(*name) {
                let of_it = Frame::of_source(object, controller, origin);
                let Some(keyword) = keyword_to_give(sight, &of_it, keyword)? else { continue };
                let ability = Ability::Keyword(keyword);
                if !gained.contains(&ability) {
                    gained.push(ability);
                }
            }
        }
    }
    Ok(gained)
}

/// Leaves out what would give no ability at all; whether there was any such.
pub(super) fn without_empty(changes: &mut Vec<crate::ir::Change>) -> bool {
    use crate::ir::Change::{Gain, Gained};
    let all = changes.len();
    changes.retain(|change| !matches!(change, Gain(given) | Gained(given) if given.is_empty()));
    changes.len() < all
}

/// Says that an effect gives no ability, as nothing has one of those that it would give, and which of those does nothing that speaks of
/// a choice which was never made (607.5a).
pub(super) fn note_not_given(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    (apply, nothing): (&Apply, bool),
) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut undefined = Vec::new();
    for change in &apply.changes {
        let crate::ir::Change::GainKeywordsOf { of, keywords } = change else { continue };
        if keywords.contains(&KeywordName::Protection) {
            let objects = select(sight, frame, of)?.into_iter().filter_map(Thing::object);
            undefined.extend(objects.filter(|object| protection::is_undefined(sight, *object)));
        }
    }
    for object in undefined {
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("607.5a")]), Note::Undefined(object));
    }
    if nothing {
        let by_list = |change: &crate::ir::Change| matches!(change, crate::ir::Change::GainKeywordsOf { .. });
        let rule = if apply.changes.iter().any(by_list) { cr!("702.1c") } else { cr!("608.2c") };
        play.note(Level::Default, cause.kind, Rules::of(&[rule]), Note::NothingToGive(frame.source));
    }
    Ok(())
}

/// A keyword of an object as another is given it: with what was chosen for it, or not at all where nothing was.
fn keyword_to_give(sight: Sight<'_>, of_it: &Frame, keyword: &Keyword) -> Outcome<Option<Keyword>> {
    // What is excepted is so by the effect that gives that protection, not by the ability (702.16n).
    let keyword = if let Keyword::ProtectionKeeping(quality, _) = keyword {
        Keyword::Filter(KeywordName::Protection, quality.clone())
    } else {
        keyword.clone()
    };
    let Keyword::Filter(name, quality) = &keyword else { return Ok(Some(keyword)) };
    let settled = filters::with_choices(sight, of_it, quality);
    if settled.asks(&|asked| matches!(asked, Filter::Chosen(_))) {
        let never =
            filters::undefined(sight, of_it, quality) || !sight.game.object(of_it.source).on_battlefield();
        let why = "nothing says what was chosen for a keyword that others are given";
        return if never { Ok(None) } else { Err(Halt::undecided(of_it.source, why)) };
    }
    if mentions(&settled, Part::is_chosen) {
        let why = "others are given a keyword that speaks of a player who was chosen for this";
        return Err(Halt::undecided(of_it.source, why));
    }
    Ok(Some(Keyword::Filter(*name, settled)))
}

/// Whether a number that a change adds is worked out to be below zero (107.1b).
pub(super) fn adds_below_zero(sight: Sight<'_>, frame: &Frame, change: &crate::ir::Change) -> Outcome<bool> {
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

/// Whether a keyword names its quality by what the effect that gives it has bound, which nobody would know later.
fn speaks_of_bound(ability: &Ability) -> bool {
    let Ability::Keyword(keyword) = ability else { return false };
    mentions(keyword, |part| {
        let of_slot = matches!(
            part,
            Part::Selection(Selection::Slot(_))
                | Part::Players(Players::Slot(_))
                | Part::Quantity(Quantity::Slot(_))
        );
        of_slot || part.target().is_some() || part.is_it()
    })
}
