//! What effects have made of an object that is asked for: its types, colors, abilities and size where they differ from its copiable
//! values, each with the effects that make them so.

use crate::engine::additional::copying_objects;
use crate::game::{AbilityInstance, ByRules, Characteristics, ObjectId, Origin};
use crate::ir::{CardType, Color, Colors, Zone};
use crate::rules::cr;
use crate::trace::layers::{Influence, by_each};
use crate::trace::{Reasons, ability_in_words};
use crate::why::characteristics::{abilities, copied, of_color, of_type, power_and_toughness};
use crate::why::keywords::{self, Wanted};
use crate::why::layers;
use crate::why::printed::TypePart;

use super::facts::{colors_in_words, types_in_words};
use super::stage::{Stage, Staged};

/// The most types whose rules are asked for: an object can gain hundreds at once.
const MOST_TYPES: usize = 6;

/// What effects have made of an object, in the order of the layers, and by which rules.
pub(super) fn told(stage: &mut Stage<'_, '_>, object: ObjectId) -> Staged<Told> {
    let view = stage.view()?;
    let game = &stage.play.game;
    let its = game.object(object);
    let mut told =
        Told { object, clauses: Vec::new(), deciding: Reasons::NONE, behind: Reasons::NONE, is_sized: false };
    let is_hidden =
        its.is_face_down() && !its.on_battlefield() || matches!(its.zone, Zone::Hand | Zone::Library);
    if !its.exists || is_hidden {
        return Ok(told);
    }
    let is_copy = its.on_battlefield() && !its.is_face_down() && copying_objects::is_copy(game, object);
    let now = view.shared(game, object);
    let before = view.copiable(game, object).clone();
    if is_copy {
        told.copy(stage)?;
    }
    if *now != before {
        let influences = stage.why(|played| layers::influences_on(played, object))?;
        let at_work: Vec<&Influence> = influences.iter().filter(|its| its.standing.applies()).collect();
        let made = Made { now: &now, before: &before, at_work };
        told.types(stage, &made)?;
        told.colors(stage, &made)?;
        told.abilities(stage, &made)?;
        told.size(stage, &made)?;
    }
    Ok(told)
}

/// An object as it is, as it would be without effects, and the effects on it.
struct Made<'a> {
    now: &'a Characteristics,
    before: &'a Characteristics,
    at_work: Vec<&'a Influence>,
}

impl Made<'_> {
    /// By which effects of some layers it is so: `, by Blood Moon (layer 4)`.
    fn by(&self, stage: &Stage<'_, '_>, is_one: impl Fn(&Influence) -> bool) -> String {
        let (table, game) = (stage.answers.table(), &stage.play.game);
        let ones: Vec<&Influence> =
            self.at_work.iter().copied().filter(|influence| is_one(influence)).collect();
        let by = by_each(&ones, |source| table.told(game, source));
        if by.is_empty() { String::new() } else { format!(", by {by}") }
    }
}

/// What is told of an object.
pub(super) struct Told {
    object: ObjectId,
    /// What effects have made of it, a clause for each sort of characteristics.
    pub(super) clauses: Vec<String>,
    deciding: Reasons,
    behind: Reasons,
    /// Whether its power and toughness are among it.
    pub(super) is_sized: bool,
}

impl Told {
    /// The rule that decides each clause comes before all that stands behind it.
    fn tell(&mut self, clause: String, rules: Reasons) {
        self.deciding = rules.first().into_iter().fold(self.deciding, Reasons::and);
        self.behind = self.behind.joined(rules);
        self.clauses.push(clause);
    }

    /// The rules by which all of it is so.
    pub(super) fn rules(&self) -> Reasons {
        self.deciding.joined(self.behind)
    }

    fn copy(&mut self, stage: &mut Stage<'_, '_>) -> Staged {
        let object = self.object;
        let copied = stage.why(|played| Ok(copied(played, object)))?;
        if copied.copies && !copied.name().is_empty() {
            self.tell(format!("a copy of {}", copied.name()), copied.rules);
        }
        Ok(())
    }

    fn types(&mut self, stage: &mut Stage<'_, '_>, made: &Made<'_>) -> Staged {
        let (now, before) = (made.now, made.before);
        if now.types == before.types {
            return Ok(());
        }
        let object = self.object;
        let all = parts(now).into_iter().chain(parts(before));
        let differing = all.filter(|part| part.is_of(now) != part.is_of(before)).take(MOST_TYPES);
        let mut rules = Reasons::NONE;
        for part in differing {
            rules = rules.joined(stage.why(|played| of_type(played, object, part))?.1);
        }
        let by = made.by(stage, |its| its.changes.iter().any(layers::changes_types));
        let clause = format!("{} instead of {}{by}", types_in_words(now), types_in_words(before));
        self.tell(clause, rules);
        Ok(())
    }

    fn colors(&mut self, stage: &mut Stage<'_, '_>, made: &Made<'_>) -> Staged {
        let (now, before): (Colors, Colors) = (made.now.colors, made.before.colors);
        if now == before {
            return Ok(());
        }
        let object = self.object;
        let mut rules = Reasons::NONE;
        for color in
            Color::ALL.iter().copied().filter(|color| now.contains(*color) != before.contains(*color))
        {
            rules = rules.joined(stage.why(|played| of_color(played, object, Some(color)))?.1);
        }
        let by = made.by(stage, |its| its.layer == cr!("613.1e"));
        self.tell(format!("{} instead of {}{by}", colors_in_words(now), colors_in_words(before)), rules);
        Ok(())
    }

    /// Those that come and go with a basic land type first (305.6, 305.7).
    fn abilities(&mut self, stage: &mut Stage<'_, '_>, made: &Made<'_>) -> Staged {
        let (now, before) = (&made.now.abilities, &made.before.abilities);
        let (lost, gained) = (missing(before, now), missing(now, before));
        let of_land_type =
            |its: &&AbilityInstance| matches!(its.origin, Origin::Rules(ByRules::BasicLandType(_)));
        let (of_types, gained): (Vec<_>, Vec<_>) = gained.into_iter().partition(of_land_type);
        let is_set = made.at_work.iter().any(|its| layers::sets_land_types(its));
        let (lost_by_types, lost) = match is_set {
            true => (lost, Vec::new()),
            false => (Vec::new(), lost),
        };
        if !lost_by_types.is_empty() || !of_types.is_empty() {
            let by = made.by(stage, layers::names_land_types);
            let words = with_and_without(&lost_by_types, before, &of_types);
            let rules = if lost_by_types.is_empty() { Reasons::NONE } else { Reasons::of(&[cr!("305.7")]) };
            let rules = if of_types.is_empty() { rules } else { rules.and(cr!("305.6")) };
            self.tell(format!("{words}{by}"), rules);
        }
        if lost.is_empty() && gained.is_empty() {
            return Ok(());
        }
        let object = self.object;
        let mut rules = stage.why(|played| abilities(played, object))?;
        for keyword in lost.iter().chain(&gained).filter_map(|its| its.keyword) {
            let (_, why) = stage.why(|played| keywords::has(played, object, &Wanted::Name(keyword)))?;
            rules = rules.joined(why);
        }
        let is_given = |its: &Influence| matches!(its.layer.as_str(), "613.1f" | "613.1c");
        // What reads otherwise has no abilities given or taken: its text has changed (612.3).
        if rules.is_empty() {
            rules =
                made.at_work.iter().filter(|its| is_given(its)).fold(rules, |all, its| all.and(its.layer));
        }
        let by = made.by(stage, is_given);
        let chosen = stage.why(|played| {
            Ok(gained.iter().map(|its| keywords::with_choices(played, object, its)).collect::<Vec<_>>())
        })?;
        let gained: Vec<&AbilityInstance> = chosen.iter().collect();
        self.tell(format!("{}{by}", with_and_without(&lost, before, &gained)), rules);
        Ok(())
    }

    /// A permanent that is no creature has no size (208.3).
    fn size(&mut self, stage: &mut Stage<'_, '_>, made: &Made<'_>) -> Staged {
        let (now, before) = (made.now, made.before);
        let (Some(power), Some(toughness), true) = (now.power, now.toughness, now.is(CardType::Creature))
        else {
            return Ok(());
        };
        let same = (now.power, now.toughness) == (before.power, before.toughness);
        // What an effect sets may be as much as is printed.
        let is_set =
            made.at_work.iter().any(|its| matches!(its.layer.as_str(), "613.4b" | "613.4c" | "613.4d"));
        let is_so = same && before.is(CardType::Creature) && !is_set;
        if is_so || [power, toughness].contains(&i32::MAX) {
            return Ok(());
        }
        let object = self.object;
        let rules = stage.why(|played| power_and_toughness(played, object))?;
        let by = made.by(stage, |its| its.layer.as_str().starts_with("613.4"));
        let instead = match (before.power, before.toughness) {
            // What a characteristic-defining ability says stands in no number that is printed.
            _ if made.at_work.iter().any(|its| its.layer == cr!("613.4a")) => String::new(),
            (Some(power), Some(toughness)) if !same => format!(" instead of {power}/{toughness}"),
            _ => String::new(),
        };
        self.is_sized = true;
        self.tell(format!("{power}/{toughness}{instead}{by}"), rules);
        Ok(())
    }
}

/// The parts of a type line.
fn parts(its: &Characteristics) -> Vec<TypePart> {
    let supertypes = its.types.supertypes.iter().map(|it| TypePart::Super(*it));
    let types = its.types.types.iter().map(|it| TypePart::Card(*it));
    let subtypes = its.types.subtypes.iter().map(|it| TypePart::Sub(*it));
    supertypes.chain(types).chain(subtypes).collect()
}

/// The abilities of the first list that are not in the second, each once; what a keyword stands for is it.
fn missing<'a>(of: &'a [AbilityInstance], from: &[AbilityInstance]) -> Vec<&'a AbilityInstance> {
    let is_same = |one: &AbilityInstance, other: &AbilityInstance| {
        one.ability == other.ability && one.keyword == other.keyword
    };
    let mut found: Vec<&AbilityInstance> = Vec::new();
    for instance in of.iter().filter(|its| !from.iter().any(|other| is_same(its, other))) {
        let stands_for = |other: &&AbilityInstance| {
            is_same(other, instance) || other.keyword.is_some() && other.origin == instance.origin
        };
        if !found.iter().any(stands_for) {
            found.push(instance);
        }
    }
    found
}

/// `without its printed abilities`, `with flying and trample`.
fn with_and_without(
    lost: &[&AbilityInstance],
    before: &[AbilityInstance],
    gained: &[&AbilityInstance],
) -> String {
    let mut words = Vec::new();
    let list = |abilities: &[&AbilityInstance]| {
        let each: Vec<String> = abilities.iter().map(|its| ability_in_words(its)).collect();
        each.join(" and ")
    };
    if !lost.is_empty() {
        let all = missing(before, &[]).len() == lost.len();
        let keywords_alone = lost.iter().all(|its| its.keyword.is_some());
        words.push(match all && !keywords_alone {
            true => "without its own abilities".to_owned(),
            false => format!("without {}", list(lost)),
        });
    }
    if !gained.is_empty() {
        words.push(format!("with {}", list(gained)));
    }
    words.join(", ")
}
