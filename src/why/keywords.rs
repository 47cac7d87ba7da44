//! By which rules an object has a keyword ability, or has it not.

use crate::engine::Outcome;
use crate::engine::reading::Frame;
use crate::engine::reading::filters::{keyword_with_choices, undefined};
use crate::engine::spells::resolving_spells_and_abilities::granted::goes_along;
use crate::game::effects::Pair;
use crate::game::{
    AbilityInstance, Characteristics, Designation, FaceDown, Game, LinkKey, Object, ObjectId, Origin,
};
use crate::ir::change::{Change as Effect, TextWord};
use crate::ir::{Ability, Color, CounterKind, Filter, Keyword, KeywordName, Subtype, SubtypeFamily, Zone};
use crate::rules::cr;
use crate::trace::{Reason, Reasons};

use super::steps::chosen_for;
use super::values::{self, Asked, Kind};
use super::{Played, found, layers, lost};

/// Whether an object has a keyword ability, and by which rules it has it or not.
pub(crate) fn has(played: Played<'_>, object: ObjectId, wanted: &Wanted) -> Outcome<(bool, Reasons)> {
    let Played { game, view, .. } = played;
    let its = game.object(object);
    let now = view.characteristics(game, object);
    let is_it = |instance: &AbilityInstance| match wanted {
        Wanted::Name(name) => instance.keyword == Some(*name),
        Wanted::From(name, quality) => quality_of(*name, &instance.ability).is_some_and(|filter| {
            filter == quality || was_chosen(game, object, instance.origin, filter, quality)
        }),
    };
    let holds = now.abilities.iter().any(is_it);
    if !holds && is_undefined(played, object, wanted) {
        return Ok((false, Reasons::of(&[cr!("607.5a")])));
    }
    let by_name = |ability: &Ability| matches!(wanted, Wanted::From(name, quality) if quality_of(*name, ability) == Some(quality));
    let chosen = matches!(wanted, Wanted::From(..))
        && !now.abilities.iter().any(|instance| by_name(&instance.ability));
    // It is so by its own choice, whatever it has gained beside.
    let own = |instance: &&AbilityInstance| is_it(instance) && Pair::of(object, instance.origin) == Pair::Own;
    let mut its_own = now.abilities.iter().filter(own).peekable();
    let by_own_choice = matches!(wanted, Wanted::From(..))
        && its_own.peek().is_some()
        && its_own.all(|instance| !by_name(&instance.ability));
    let named = |instance: &AbilityInstance| instance.keyword.is_some_and(|keyword| wanted.is_named(keyword));
    let found = Found { chosen, by_own_choice, printed: its.base.abilities.iter().any(named) };
    let effects = Effects::of(played, object, wanted, holds)?;
    let rules = match holds {
        _ if effects.spared => effects.given.led_by(cr!("612.3")),
        true if effects.given.is_empty() && effects.lost.is_empty() => {
            let lacks = |its: &Characteristics| {
                !its.abilities
                    .iter()
                    .any(|instance| instance.keyword.is_some_and(|name| wanted.is_named(name)))
            };
            let again = lost::over(played, object, &|change| wanted.is_taken(change), &lacks);
            again.joined(why_it_has(played, its, wanted, (found, &effects)))
        }
        true => why_it_has(played, its, wanted, (found, &effects)),
        false => why_it_has_not(played, its, wanted, (found, &effects))?,
    };
    // Whatever kind of land is named in it.
    let generic = holds && matches!(wanted, Wanted::Name(KeywordName::Landwalk));
    let rules = if generic && rules.is_empty() { of_values(played, its, wanted) } else { rules };
    let rules = if generic { rules.led_by(cr!("702.14a")) } else { rules };
    // Nothing took it away: it is not among the values that count.
    Ok((holds, if holds || !rules.is_empty() { rules } else { of_values(played, its, wanted) }))
}

/// An ability of an object with what was chosen for it, where it is a keyword with a quality.
pub(crate) fn with_choices(
    played: Played<'_>,
    object: ObjectId,
    instance: &AbilityInstance,
) -> AbilityInstance {
    let frame = Frame::of_source(object, played.view.controller(played.game, object), instance.origin);
    let ability = keyword_with_choices(played.sight(), &frame, &instance.ability);
    AbilityInstance { ability: ability.into(), ..instance.clone() }
}

/// That the spell which has become a permanent had a keyword ability from a static ability, behind "because": one that does not function on the
/// battlefield stays behind (400.7b).
pub(crate) fn left_with_the_spell(
    played: Played<'_>,
    object: ObjectId,
    wanted: &Wanted,
) -> Option<found::Found> {
    let Played { game, .. } = played;
    let its = game.object(object);
    let spell = its.previous.map(|spell| game.object(spell)).filter(|spell| spell.zone == Zone::Stack)?;
    let was = &spell.known.as_ref()?.characteristics;
    let is_it =
        |instance: &&AbilityInstance| instance.keyword.is_some_and(|keyword| wanted.is_named(keyword));
    let had = was.abilities.iter().find(is_it)?;
    let Origin::Granted(by, _) = had.origin else { return None };
    let stays = its.on_battlefield() && !goes_along(was, had.origin);
    let giver = &game.object(by).base.name;
    let words = format!("the spell had it by {giver}, and it does not function on the battlefield");
    stays.then_some((cr!("400.7b"), words))
}

/// Where an object could have a keyword ability from.
#[derive(Clone, Copy)]
struct Found {
    /// What was chosen says what quality it is from.
    chosen: bool,
    /// Nothing else but what was chosen for its own ability does.
    by_own_choice: bool,
    /// It is printed on it.
    printed: bool,
}

/// What effects have to do with a keyword ability of an object.
struct Effects {
    /// The rules by which they give it; where it does not have it also those by which it would have had it.
    given: Reasons,
    /// The rules by which they take it.
    lost: Reasons,
    /// The words of its abilities that effects could change.
    on_print: Vec<TextWord>,
    /// They change words that only an ability has which an effect has granted (612.3).
    spared: bool,
}

impl Effects {
    fn of(played: Played<'_>, object: ObjectId, wanted: &Wanted, holds: bool) -> Outcome<Self> {
        // Text is changed, and no ability that an effect has granted (612.3).
        let values = played.view.copiable(played.game, object);
        let words = Color::ALL.iter().map(|color| TextWord::Color(*color));
        let lands = Subtype::all(SubtypeFamily::Land).filter(|subtype| subtype.basic_land_color().is_some());
        let words = words.chain(lands.map(TextWord::Subtype));
        let of_word = |word: &TextWord| {
            values.abilities.iter().any(|instance| wanted.is_of_word(&instance.ability, *word))
        };
        let on_print: Vec<TextWord> = words.filter(of_word).collect();
        let gained = |change: &Effect| wanted.is_gained(change, &on_print);
        let taken = |change: &Effect| wanted.is_taken(change);
        let either = |change: &Effect| gained(change) || taken(change);
        let given = layers::by_effects(played, object, &gained, !holds)?;
        let lost = layers::by_effects(played, object, &taken, false)?;
        // Of what gives and what takes in the same layer, the later has the last word.
        let given = match layers::by_effects(played, object, &either, false)? {
            both if !given.is_empty() && !lost.is_empty() && both.contains(cr!("613.7")) => {
                let rules = given.and(cr!("613.7"));
                // And by which of them the later one is later.
                rules.joined(both.only(|rule| rule.as_str().starts_with("613.7")))
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
            |change: &Effect| change.given().is_some_and(|abilities| abilities.iter().any(is_of_name));
        let spared = !layers::by_effects(played, object, &idle, false)?.is_empty()
            && !layers::by_effects(played, object, &alike, false)?.is_empty();
        Ok(Self { given, lost, on_print, spared })
    }
}

/// Whether a counter on an object gives it the keyword (122.1b).
fn counted(its: &Object, wanted: &Wanted) -> bool {
    its.counters.iter().any(|(kind, _)| match kind {
        CounterKind::Named(name) => {
            KeywordName::from_word(name.as_str()).is_some_and(|name| wanted.is_named(name))
        }
        CounterKind::PowerToughness(..) => false,
    })
}

/// Whether an object that nothing gives the keyword has it for being suspected (701.60c).
fn by_suspicion(its: &Object, wanted: &Wanted, given: Reasons) -> bool {
    its.is_designated(Designation::Suspected) && wanted.is_named(KeywordName::Menace) && given.is_empty()
}

/// The rules by which an object has a keyword ability.
fn why_it_has(
    played: Played<'_>,
    its: &Object,
    wanted: &Wanted,
    (found, effects): (Found, &Effects),
) -> Reasons {
    let Effects { given, lost, .. } = *effects;
    let by_choice = || Reasons::NONE.and(Reason { rule: cr!("607.2d"), step: chosen_for(played, its.id) });
    if found.by_own_choice {
        by_choice()
    } else if !given.is_empty() {
        given
    } else if by_suspicion(its, wanted, given) && !found.printed {
        let rules = Reasons::of(&[cr!("701.60c")]);
        // It became suspected after it had lost all abilities.
        if lost.is_empty() { rules } else { rules.and(cr!("613.7")).and(cr!("613.1f")) }
    } else if counted(its, wanted) && (!found.printed || !lost.is_empty()) {
        let rules = Reasons::of(&[cr!("122.1b"), cr!("613.1f")]);
        if lost.is_empty() { rules } else { rules.and(cr!("613.7c")) }
    } else if found.chosen {
        by_choice()
    } else {
        of_values(played, its, wanted)
    }
}

/// The rules by which an object does not have a keyword ability, as far as something has taken or withheld it.
fn why_it_has_not(
    played: Played<'_>,
    its: &Object,
    wanted: &Wanted,
    (found, effects): (Found, &Effects),
) -> Outcome<Reasons> {
    let Effects { given, lost, .. } = *effects;
    let forbidden = lost.contains(cr!("113.11"));
    // It has lost all abilities after it had become suspected.
    if by_suspicion(its, wanted, given) && !found.printed && !lost.is_empty() && !forbidden {
        return Ok(lost.and(cr!("613.7")));
    }
    let counted = counted(its, wanted);
    if found.printed || counted || !given.is_empty() {
        // What is taken away, and what would have been given had its own ability not been taken away.
        return Ok(if counted && !found.printed && given.is_empty() && !forbidden {
            lost.and(cr!("613.7c"))
        } else if lost.is_empty() && given.is_empty() {
            // A land of other types has lost what its text gave it (305.7).
            lost::of_abilities(played, its.id)?.unwrap_or(Reasons::NONE)
        } else {
            lost.joined(given)
        });
    }
    let values = played.view.copiable(played.game, its.id);
    let withheld = lost::withheld(played, its.id, &|keyword| wanted.is_named(keyword));
    let of_a_copy = values.abilities.iter().any(|instance| wanted.is_given_by(&instance.ability));
    // What it can't have it has not, wherever it would have had it from.
    if !lost.is_empty() && (of_a_copy || !withheld.is_empty()) {
        return Ok(lost);
    }
    let ended = lost::by_rule(played, its.id, &|change| wanted.is_gained(change, &effects.on_print), false)?;
    if !ended.is_empty() {
        return Ok(ended);
    }
    // It was a copy of something with the ability, and is none any more.
    let of_copied =
        |its: &Characteristics| its.abilities.iter().any(|instance| wanted.is_given_by(&instance.ability));
    let ended = lost::over(played, its.id, &|_| false, &of_copied);
    if !ended.is_empty() {
        return Ok(ended);
    }
    // It has menace for as long as it is suspected.
    let suspicion = wanted.is_named(KeywordName::Menace);
    let cleared = lost::no_more(played, its.id, Designation::Suspected).filter(|_| suspicion);
    Ok(cleared.map_or(withheld, |cleared| cleared.led_by(cr!("701.60c")).joined(withheld)))
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
fn is_undefined(played: Played<'_>, object: ObjectId, wanted: &Wanted) -> bool {
    let Played { game, view, .. } = played;
    let Wanted::From(name, _) = wanted else { return false };
    let controller = view.controller(game, object);
    view.characteristics(game, object).abilities.iter().any(|instance| {
        let Some(quality) = quality_of(*name, &instance.ability) else { return false };
        let frame = Frame::of_source(object, controller, instance.origin);
        Pair::of(object, instance.origin) != Pair::Own && undefined(played.sight(), &frame, quality)
    })
}

/// The rules by which an object has a keyword ability among its values that nothing gives it, or has not.
fn of_values(played: Played<'_>, its: &Object, wanted: &Wanted) -> Reasons {
    // A keyword that a face-down object has is listed by what let it be so.
    let listed = |ability: &Ability| wanted.is_given_by(ability);
    let values = played.view.copiable(played.game, its.id);
    let has =
        values.abilities.iter().any(|instance| instance.keyword.is_some_and(|name| wanted.is_named(name)));
    match its.face_down {
        Some(FaceDown::Disguise) if has => return Reasons::of(&[cr!("702.168b"), cr!("708.2")]),
        Some(FaceDown::Cloak) if has => return Reasons::of(&[cr!("701.58a"), cr!("708.2")]),
        _ => {}
    }
    let set = values::of(played, its, Asked::Ability(&listed));
    // Of a token, or of all that is merged, without it there is nothing to say.
    let said = has || set.kind != Kind::Made && its.merged.is_none();
    if said { set.rules } else { Reasons::NONE }
}

/// The keyword ability that is asked about.
pub(crate) enum Wanted {
    /// By its name alone.
    Name(KeywordName),
    /// Protection or hexproof from a quality, or landwalk with that of the lands.
    From(KeywordName, Filter),
}

impl Wanted {
    fn is_named(&self, keyword: KeywordName) -> bool {
        match self {
            Self::Name(name) | Self::From(name, _) => *name == keyword,
        }
    }

    /// Whether an ability that is gained is it.
    fn is_given_by(&self, ability: &Ability) -> bool {
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

    /// Whether a change gives it.
    pub(crate) fn is_given_by_change(&self, change: &Effect) -> bool {
        change.given().is_some_and(|abilities| abilities.iter().any(|ability| self.is_given_by(ability)))
    }

    /// Whether a change gives it, or makes it of words that are on print.
    fn is_gained(&self, change: &Effect, on_print: &[TextWord]) -> bool {
        if let Effect::Exchange { from, to } = change {
            return (self.is_about(*from) || self.is_about(*to)) && on_print.contains(from);
        }
        self.is_given_by_change(change)
    }

    /// Whether an ability is of that keyword and of this word.
    fn is_of_word(&self, ability: &Ability, word: TextWord) -> bool {
        let Some(keyword) = ability.as_keyword().filter(|keyword| self.is_named(keyword.name())) else {
            return false;
        };
        let Keyword::Filter(_, quality) = keyword else { return true };
        match quality_word(quality) {
            Some(its) if matches!(self, Self::From(..)) => its == word,
            _ => !matches!(quality, Filter::Type(_)),
        }
    }

    /// Whether a change takes it away, or says that it can't be had.
    fn is_taken(&self, change: &Effect) -> bool {
        if let Effect::Lose(keywords) | Effect::CantHave(keywords) = change {
            return keywords.iter().any(|keyword| self.is_named(*keyword));
        }
        *change == Effect::LoseAllAbilities
    }

    /// Whether a change has a say in whether an object has it.
    pub(crate) fn bears(&self, change: &Effect) -> bool {
        if let Effect::Lose(names) | Effect::CantHave(names) = change {
            return names.iter().any(|name| self.is_named(*name));
        }
        if let Effect::Exchange { from, to } = change {
            return self.is_about(*from) || self.is_about(*to);
        }
        // Which abilities others give it is not known from the change alone.
        change.given().is_none_or(|abilities| abilities.iter().any(|ability| self.is_given_by(ability)))
    }

    /// Whether the quality behind the keyword is this word, which may have been changed.
    fn is_about(&self, word: TextWord) -> bool {
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

/// Whether the quality is the word that was chosen as the object entered, for this ability of its (607.2d), or as the object entered that
/// gives it the ability.
fn was_chosen(game: &Game, object: ObjectId, origin: Origin, filter: &Filter, quality: &Filter) -> bool {
    let Filter::Chosen(link) = filter else { return false };
    let of_grantor = match origin {
        Origin::Granted(grantor, _) => game.word(LinkKey::own(grantor, *link)),
        _ => None,
    };
    let Some(word) = game.word(LinkKey::of(object, origin, *link)).or(of_grantor) else { return false };
    matches!(quality, Filter::Color(color) if color.word() == word.as_str())
        || matches!(quality, Filter::Type(card_type) if card_type.word() == word.as_str())
}
