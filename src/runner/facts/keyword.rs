//! What keyword abilities an object has, and which one the words of a fact mean.

use crate::engine::reading::filters::undefined;
use crate::engine::reading::{Frame, Sight};
use crate::engine::{Halt, View};
use crate::game::effects::Pair;
use crate::game::{AbilityInstance, Designation, FaceDown, Game, Object, ObjectId};
use crate::ir::change::{Change as Effect, TextWord};
use crate::ir::{
    Ability, CardType, Color, CounterKind, Filter, Keyword, KeywordName, Subtype, SubtypeFamily,
};
use crate::rules::{Rules, cr};
use crate::runner::claims::Judged;
use crate::runner::layers;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::runner::values::{self, Asked, Kind};

use super::was_chosen;

/// Whether an object has a keyword ability.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, text: &str) -> Staged<Judged> {
    let view = stage.view()?;
    let its = stage.play.game.object(object).clone();
    let game = &stage.play.game;
    let characteristics = view.characteristics(game, object).clone();
    let wanted = keyword_wanted(text).ok_or_else(|| {
        Stop::Halt(
            Halt::undecided(
                object,
                "headjudge compares keywords by their names, and protection by a color or card type",
            ),
            stage.span,
        )
    })?;
    let is_it = |instance: &AbilityInstance| match &wanted {
        Wanted::Name(name) => instance.keyword == Some(*name),
        Wanted::From(name, quality) => quality_of(*name, &instance.ability).is_some_and(|filter| {
            filter == quality || was_chosen(game, object, instance.origin, filter, quality)
        }),
    };
    let holds = characteristics.abilities.iter().any(is_it);
    let by_name = |ability: &Ability| {
        let Some(Keyword::Filter(its, filter)) = ability.as_keyword() else { return false };
        matches!(&wanted, Wanted::From(name, quality) if its == name && filter == quality)
    };
    let chosen = matches!(wanted, Wanted::From(..))
        && !characteristics.abilities.iter().any(|instance| by_name(&instance.ability));
    // It is so by its own choice, whatever it has gained beside.
    let of_others = |instance: &AbilityInstance| Pair::of(object, instance.origin) != Pair::Own;
    let by_own_choice =
        holds && chosen && !characteristics.abilities.iter().any(|its| is_it(its) && of_others(its));
    // Text is changed, and no ability that an effect has granted (612.3).
    let values = view.copiable(game, object).clone();
    let words = Color::ALL.iter().map(|color| TextWord::Color(*color));
    let lands = Subtype::all(SubtypeFamily::Land).filter(|subtype| subtype.basic_land_color().is_some());
    let words = words.chain(lands.map(TextWord::Subtype));
    let of_word =
        |word: &TextWord| values.abilities.iter().any(|instance| wanted.is_of_word(&instance.ability, *word));
    let on_print: Vec<TextWord> = words.filter(of_word).collect();
    let yes = format!("has {}", text);
    let no = format!("does not have {}", text);
    let gained = |change: &Effect| {
        if let Effect::Exchange { from, to } = change {
            return (wanted.is_about(*from) || wanted.is_about(*to)) && on_print.contains(from);
        }
        let Effect::Gain(abilities) = change else { return false };
        abilities.iter().any(|ability| wanted.is_given_by(ability))
    };
    let taken = |change: &Effect| {
        if let Effect::Lose(keywords) | Effect::CantHave(keywords) = change {
            return keywords.iter().any(|keyword| wanted.is_named(*keyword));
        }
        *change == Effect::LoseAllAbilities
    };
    let either = |change: &Effect| gained(change) || taken(change);
    let counted = its.counters.iter().any(|(kind, _)| match kind {
        CounterKind::Named(name) => {
            KeywordName::from_word(name.as_str()).is_some_and(|name| wanted.is_named(name))
        }
        CounterKind::PowerToughness(..) => false,
    });
    let printed = its
        .base
        .abilities
        .iter()
        .any(|instance| instance.keyword.is_some_and(|keyword| wanted.is_named(keyword)));
    let given = layers::by_effects(stage, object, &gained, !holds)?;
    let lost = layers::by_effects(stage, object, &taken, false)?;
    // Of what gives and what takes in the same layer, the later has the last word.
    let given = match layers::by_effects(stage, object, &either, false)? {
        both if !given.is_empty() && !lost.is_empty() && both.contains(cr!("613.7")) => {
            let rules = given.and(cr!("613.7"));
            // And by which of them the later one is later.
            let of_timestamps = both.iter().filter(|rule| rule.as_str().starts_with("613.7"));
            of_timestamps.fold(rules, Rules::and)
        }
        _ => given,
    };
    // Words that are changed leave alone what an effect has granted.
    let idle = |change: &Effect| {
        let Effect::Exchange { from, to } = change else { return false };
        (wanted.is_about(*from) || wanted.is_about(*to)) && !on_print.contains(from)
    };
    let is_of_name =
        |ability: &Ability| ability.as_keyword().is_some_and(|keyword| wanted.is_named(keyword.name()));
    let alike =
        |change: &Effect| matches!(change, Effect::Gain(abilities) if abilities.iter().any(is_of_name));
    if !holds && is_undefined(&stage.play.game, &view, object, &wanted) {
        return Ok(Judged { holds, sentence: no, rules: Rules::of(&[cr!("607.5a")]) });
    }
    let spared = !layers::by_effects(stage, object, &idle, false)?.is_empty()
        && !layers::by_effects(stage, object, &alike, false)?.is_empty();
    let suspected =
        its.is_designated(Designation::Suspected) && wanted.is_named(KeywordName::Menace) && given.is_empty();
    let rules = match (holds, printed || counted || !given.is_empty()) {
        _ if spared => given.led_by(cr!("612.3")),
        (true, _) if by_own_choice => Rules::of(&[cr!("607.2d")]),
        (true, _) if !given.is_empty() => given,
        (true, _) if suspected && !printed => {
            let rules = Rules::of(&[cr!("701.60c")]);
            // It became suspected after it had lost all abilities.
            if lost.is_empty() { rules } else { rules.and(cr!("613.7")) }
        }
        (true, _) if counted && (!printed || !lost.is_empty()) => {
            let rules = Rules::of(&[cr!("122.1b"), cr!("613.1f")]);
            if lost.is_empty() { rules } else { rules.and(cr!("613.7c")) }
        }
        (true, _) if chosen => Rules::of(&[cr!("607.2d")]),
        (true, _) => of_values(stage, &view, &its, &wanted),
        // It has lost all abilities after it had become suspected.
        (false, _) if suspected && !printed && !lost.is_empty() && !lost.contains(cr!("113.11")) => {
            lost.and(cr!("613.7"))
        }
        // What is taken away, and what would have been given had its own ability not been taken away.
        (false, true) if counted && !printed && given.is_empty() && !lost.contains(cr!("113.11")) => {
            lost.and(cr!("613.7c"))
        }
        // A land of other types has lost what its text gave it (305.7).
        (false, true) if lost.is_empty() && given.is_empty() => {
            crate::runner::lost::of_abilities(stage, object)?.unwrap_or(Rules::NONE)
        }
        (false, true) => given.iter().fold(lost, Rules::and),
        (false, false) => {
            let withheld = crate::runner::lost::withheld(stage, object, &|keyword| wanted.is_named(keyword));
            let of_a_copy = values.abilities.iter().any(|instance| wanted.is_given_by(&instance.ability));
            match crate::runner::lost::by_rule(stage, object, &gained, false)? {
                // What it can't have it has not, wherever it would have had it from.
                _ if !lost.is_empty() && (of_a_copy || !withheld.is_empty()) => lost,
                ended if ended.is_empty() => withheld,
                ended => ended,
            }
        }
    };
    // Nothing took it away: it is not among the values that count.
    let rules = if holds || !rules.is_empty() { rules } else { of_values(stage, &view, &its, &wanted) };
    Ok(Judged { holds, sentence: if holds { yes } else { no }, rules })
}

/// The quality behind the keyword of an ability, if that has this name.
fn quality_of(name: KeywordName, ability: &Ability) -> Option<&Filter> {
    let keyword = ability.as_keyword().filter(|keyword| keyword.name() == name)?;
    if let Keyword::Filter(_, quality) | Keyword::ProtectionKeeping(quality, _) = keyword {
        Some(quality)
    } else {
        None
    }
}

/// Whether an object has gained the keyword from a quality that was never chosen for it, so that it is from nothing (607.5a).
fn is_undefined(game: &Game, view: &View, object: ObjectId, wanted: &Wanted) -> bool {
    let Wanted::From(name, _) = wanted else { return false };
    let controller = view.controller(game, object);
    view.characteristics(game, object).abilities.iter().any(|instance| {
        let Some(quality) = quality_of(*name, &instance.ability) else { return false };
        let frame = Frame::of_source(object, controller, instance.origin);
        Pair::of(object, instance.origin) != Pair::Own && undefined(Sight { game, view }, &frame, quality)
    })
}

/// The rules by which an object has a keyword ability among its values that nothing gives it, or has not.
fn of_values(stage: &Stage<'_, '_>, view: &View, its: &Object, wanted: &Wanted) -> Rules {
    // A keyword that a face-down object has is listed by what let it be so.
    let listed = |ability: &Ability| wanted.is_given_by(ability);
    let values = view.copiable(&stage.play.game, its.id);
    let has =
        values.abilities.iter().any(|instance| instance.keyword.is_some_and(|name| wanted.is_named(name)));
    match its.face_down {
        Some(FaceDown::Disguise) if has => return Rules::of(&[cr!("702.168b"), cr!("708.2")]),
        Some(FaceDown::Cloak) if has => return Rules::of(&[cr!("701.58a"), cr!("708.2")]),
        _ => {}
    }
    let set = values::of(stage, view, its, Asked::Ability(&listed));
    // Of a token, or of all that is merged, without it there is nothing to say.
    let said = has || set.kind != Kind::Made && its.merged.is_none();
    if said { set.rules } else { Rules::NONE }
}

/// A keyword as an expectation names it.
pub(super) enum Wanted {
    /// By its name alone.
    Name(KeywordName),
    /// Protection or hexproof from a quality, or landwalk with that of the lands.
    From(KeywordName, Filter),
}

impl Wanted {
    pub(super) fn is_named(&self, keyword: KeywordName) -> bool {
        match self {
            Self::Name(name) | Self::From(name, _) => *name == keyword,
        }
    }

    /// Whether an ability that is gained is it.
    pub(super) fn is_given_by(&self, ability: &Ability) -> bool {
        let Some(keyword) = ability.as_keyword().filter(|keyword| self.is_named(keyword.name())) else {
            return false;
        };
        match self {
            Self::Name(_) => true,
            Self::From(_, quality) => {
                let its = quality_of(keyword.name(), ability);
                its.is_none_or(|its| its == quality || matches!(its, Filter::Chosen(_)))
            }
        }
    }

    /// Whether an ability is of that keyword and of this word.
    pub(super) fn is_of_word(&self, ability: &Ability, word: TextWord) -> bool {
        let Some(keyword) = ability.as_keyword().filter(|keyword| self.is_named(keyword.name())) else {
            return false;
        };
        let Keyword::Filter(_, quality) = keyword else { return true };
        match quality_word(quality) {
            Some(its) if matches!(self, Self::From(..)) => its == word,
            _ => !matches!(quality, Filter::Type(_)),
        }
    }

    /// Whether the quality behind the keyword is this word, which may have been changed.
    pub(super) fn is_about(&self, word: TextWord) -> bool {
        matches!(self, Self::From(_, quality) if quality_word(quality) == Some(word))
    }
}

/// The word that a quality is, if an effect could change it (612.2).
const fn quality_word(quality: &Filter) -> Option<TextWord> {
    if let Filter::Color(color) = quality {
        return Some(TextWord::Color(*color));
    }
    if let Filter::Subtype(subtype) = quality { Some(TextWord::Subtype(*subtype)) } else { None }
}

/// What keyword ability the words mean: `flying`, `protection from red`, `hexproof from creatures`, `islandwalk` (702.14a).
pub(super) fn keyword_wanted(words: &str) -> Option<Wanted> {
    if let Some(name) = KeywordName::from_word(words) {
        return Some(Wanted::Name(name));
    }
    if let Some(land) = Subtype::of_landwalk(words) {
        return Some(Wanted::From(KeywordName::Landwalk, Filter::Subtype(land)));
    }
    let (name, quality) = words.split_once(" from ")?;
    let singular = quality.strip_suffix('s').unwrap_or(quality);
    let filter = Color::from_word(quality)
        .map(Filter::Color)
        .or_else(|| CardType::from_word(singular).map(Filter::Type))?;
    KeywordName::from_word(name).map(|name| Wanted::From(name, filter))
}
