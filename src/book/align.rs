//! Which rule of one edition is which of another, found by their words and by where they stand.
//!
//! Rules are linked in rounds, the surest first: by how alike their words are, and from the second round on also by whether
//! what stands above, before and after them is linked: what is said of one step or keyword is often said of another, so that
//! rules go to where their neighbours do not only if they are much alike. What is left over is a part of another rule, or new, or gone.
//! [`Alignment::then`] goes on to a third edition, which over many years is surer than going there at once.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::edition::{Edition, Rule};
use super::likeness::{Pair, Text, candidates, place_of, texts};
use crate::rules::RuleNumber;

/// How sure a link must be, in thousandths of likeness with what is added for its surroundings.
const SURE: u32 = 360;

/// What is added where the rules above are linked.
const ABOVE: u32 = 120;

/// What is added where the rules before are linked, and where those after are.
const BESIDE: u32 = 60;

/// What is taken off where what stands below the rules above has gone elsewhere and come from elsewhere.
const ELSEWHERE: u32 = 60;

/// How alike two rules must be there, in thousandths.
const ALIKE_ELSEWHERE: u32 = 540;

/// How alike two rules must be where it has only gone elsewhere, in thousandths.
const ALIKE_GONE: u32 = 380;

/// How much of what stands below two rules must be linked, in thousandths, for the one to have become the other as a whole.
const MOSTLY: u32 = 400;

/// How many rules must be linked below two headings that have no word in common.
const MANY: u32 = 3;

/// What is added where the number is the same.
const SAME_NUMBER: u32 = 20;

/// How much of a rule must stand in another, in thousandths, to be a part of it.
const WITHIN: u32 = 500;

/// How much of it must where what stands below the headings has gone or come from elsewhere.
const WITHIN_ELSEWHERE: u32 = 740;

/// How much of a rule must stand in the part of another that nothing else is linked with, in thousandths.
const IN_THE_REST: u32 = 200;

/// How often links are made anew with what is known of their surroundings.
const ROUNDS: usize = 4;

/// The rules of two editions that go on in each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// By the older edition's number.
    links: Vec<Link>,
    /// By the newer edition's number.
    back: Vec<Link>,
}

/// A rule of the older edition and one of the newer in which it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// The number in the older edition.
    pub old: RuleNumber,
    /// The number in the newer edition.
    pub new: RuleNumber,
    /// Whether only a part of one of them is in the other: the rule was split or merged.
    pub is_part: bool,
}

impl Alignment {
    fn of(mut links: Vec<Link>) -> Self {
        links.sort_unstable_by_key(|link| (link.old, link.is_part, link.new));
        links.dedup_by_key(|link| (link.old, link.new));
        let mut back = links.clone();
        back.sort_unstable_by_key(|link| (link.new, link.is_part, link.old));
        Self { links, back }
    }

    /// The rules of the newer edition that a rule goes on in, that which it is before those that have a part of it.
    pub fn forward(&self, number: RuleNumber) -> impl Iterator<Item = Link> {
        let start = self.links.partition_point(|link| link.old < number);
        self.links.iter().skip(start).copied().take_while(move |link| link.old == number)
    }

    /// The rules of the older edition that a rule comes from, that which it was before those that it has a part of.
    pub fn backward(&self, number: RuleNumber) -> impl Iterator<Item = Link> {
        let start = self.back.partition_point(|link| link.new < number);
        self.back.iter().skip(start).copied().take_while(move |link| link.new == number)
    }

    /// Every link, in the order of the older edition.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The alignment as text, a line for each link: old number, new number, and `part` where it is a part.
    pub fn store(&self) -> String {
        let line = |link: &Link| {
            let part = if link.is_part { "\tpart" } else { "" };
            format!("{}\t{}{part}\n", link.old, link.new)
        };
        self.links.iter().map(line).collect()
    }

    /// The alignment from its text; nothing if that is none.
    pub fn restore(text: &str) -> Option<Self> {
        let links: Option<Vec<Link>> = text
            .lines()
            .map(|line| {
                let mut fields = line.split('\t');
                let (old, new) = (RuleNumber::parse(fields.next()?)?, RuleNumber::parse(fields.next()?)?);
                Some(Link { old, new, is_part: fields.next() == Some("part") })
            })
            .collect();
        links.map(Self::of)
    }

    /// The alignment of this one's older edition with the newer edition of one that goes on from here.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let mut links = Vec::new();
        for link in &self.links {
            for after in next.forward(link.new) {
                links.push(Link { old: link.old, new: after.new, is_part: link.is_part || after.is_part });
            }
        }
        Self::of(links)
    }
}

/// Aligns an older edition with a newer one.
pub fn align(old: &Edition, new: &Edition) -> Alignment {
    let (old_texts, new_texts, spread) = texts(&old.rules, &new.rules);
    let headings = (headings(&old.rules), headings(&new.rules));
    let same_number = |place: usize| place_of(&new.rules, old.rules.get(place)?.number);
    let pairs = candidates(&old_texts, &new_texts, &spread, same_number, &headings);
    let old = Side::of(&old.rules, old_texts, headings.0);
    let new = Side::of(&new.rules, new_texts, headings.1);
    let mut linked = Linked { to: vec![None; old.rules.len()], from: vec![None; new.rules.len()] };
    for round in 0..ROUNDS {
        linked = link(&old, &new, &pairs, &linked, round == 0);
    }
    let mut links = Vec::new();
    for (place, to) in linked.to.iter().enumerate() {
        if let (Some(old), Some(new)) = (old.rules.get(place), to.and_then(|to| new.rules.get(to))) {
            links.push(Link { old: old.number, new: new.number, is_part: false });
        }
    }
    links.extend(parts(&old, &new, &pairs, &linked));
    Alignment::of(links)
}

fn headings(rules: &[Rule]) -> Vec<bool> {
    rules.iter().map(|rule| rule.heading().is_some()).collect()
}

/// The rules of an edition with what stands around each, by their places.
struct Side<'a> {
    rules: &'a [Rule],
    texts: Vec<Text>,
    is_heading: Vec<bool>,
    above: Vec<Option<usize>>,
    before: Vec<Option<usize>>,
    after: Vec<Option<usize>>,
}

impl<'a> Side<'a> {
    fn of(rules: &'a [Rule], texts: Vec<Text>, is_heading: Vec<bool>) -> Self {
        let above: Vec<Option<usize>> = rules
            .iter()
            .map(|rule| rule.number.parent().and_then(|parent| place_of(rules, parent)))
            .collect();
        let (mut before, mut after) = (vec![None; rules.len()], vec![None; rules.len()]);
        let mut last: BTreeMap<Option<usize>, usize> = BTreeMap::new();
        for (place, parent) in above.iter().enumerate() {
            if let Some(previous) = last.insert(*parent, place) {
                set(&mut before, place, previous);
                set(&mut after, previous, place);
            }
        }
        Self { rules, texts, is_heading, above, before, after }
    }

    fn is_heading(&self, place: usize) -> bool {
        self.is_heading.get(place).copied().unwrap_or(false)
    }

    fn above(&self, place: usize) -> Option<usize> {
        get(&self.above, place)
    }

    /// The heading that a rule stands under.
    fn home(&self, place: usize) -> Option<usize> {
        std::iter::successors(self.above(place), |above| self.above(*above))
            .find(|above| self.is_heading(*above))
    }

    /// Whether a heading stands within a section, as those of keywords do.
    fn is_of_keyword(&self, heading: Option<usize>) -> bool {
        heading.and_then(|place| self.rules.get(place)).is_some_and(|rule| rule.number.rule().is_some())
    }

    /// Chapters, headings and all other rules are not linked with each other.
    fn level(&self, place: usize) -> Option<(bool, bool)> {
        let number = self.rules.get(place)?.number;
        Some((number.section().is_none(), self.is_heading(place)))
    }
}

/// The links that have been made, by the places of both editions.
struct Linked {
    to: Vec<Option<usize>>,
    from: Vec<Option<usize>>,
}

impl Linked {
    /// Whether what stands somewhere around one rule is linked with what stands there around another.
    fn has(&self, old: Option<usize>, new: Option<usize>) -> bool {
        match (old, new) {
            (Some(old), Some(new)) => get(&self.to, old) == Some(new),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether two headings within sections are not linked though the older one is: of each keyword much the same is said.
    fn is_of_another_keyword(
        &self,
        old: &Side<'_>,
        here: Option<usize>,
        new: &Side<'_>,
        there: Option<usize>,
    ) -> bool {
        let to = here.and_then(|here| get(&self.to, here));
        old.is_of_keyword(here) && new.is_of_keyword(there) && to.is_some() && to != there
    }
}

fn get(places: &[Option<usize>], place: usize) -> Option<usize> {
    places.get(place).copied().flatten()
}

fn set(places: &mut [Option<usize>], place: usize, to: usize) {
    if let Some(slot) = places.get_mut(place) {
        *slot = Some(to);
    }
}

/// How many rules below a heading are linked with rules below another.
#[derive(Default)]
struct Votes {
    both: BTreeMap<(usize, usize), u32>,
    old: BTreeMap<usize, u32>,
    new: BTreeMap<usize, u32>,
}

impl Votes {
    fn count(old: &Side<'_>, new: &Side<'_>, linked: &Linked) -> Self {
        let mut votes = Self::default();
        for (place, to) in linked.to.iter().enumerate() {
            let Some(to) = to else { continue };
            let (mut one, mut other) = (old.above(place), new.above(*to));
            while let (Some(here), Some(there)) = (one, other) {
                *votes.both.entry((here, there)).or_default() += 1;
                *votes.old.entry(here).or_default() += 1;
                *votes.new.entry(there).or_default() += 1;
                one = old.above(here);
                other = new.above(there);
            }
        }
        votes
    }

    /// Whether what stands below a rule of the older edition has gone elsewhere than below one of the newer, and whether what
    /// stands there has come from elsewhere.
    fn elsewhere(&self, linked: &Linked, old: Option<usize>, new: Option<usize>) -> (bool, bool) {
        let mostly = |old, new| self.share(old, new).is_some_and(|share| share >= MOSTLY);
        let to = old.and_then(|old| get(&linked.to, old).filter(|to| mostly(old, *to)));
        let from = new.and_then(|new| get(&linked.from, new).filter(|from| mostly(*from, new)));
        (to.is_some() && to != new, from.is_some() && from != old)
    }

    /// Whether more is linked below two headings than what many headings have below them.
    fn are_many(&self, old: usize, new: usize) -> bool {
        self.both.get(&(old, new)).is_some_and(|both| *both >= MANY)
    }

    /// How much of what stands below two headings is linked, in thousandths; nothing if nobody voted.
    fn share(&self, old: usize, new: usize) -> Option<u32> {
        let all = self.old.get(&old).copied().unwrap_or(0) + self.new.get(&new).copied().unwrap_or(0);
        (2000 * self.both.get(&(old, new)).copied().unwrap_or(0)).checked_div(all)
    }
}

/// Links what is surest first, each rule once.
fn link(old: &Side<'_>, new: &Side<'_>, pairs: &[Pair], linked: &Linked, is_first: bool) -> Linked {
    let number = |side: &Side<'_>, place: usize| side.rules.get(place).map(|rule| rule.number);
    let votes = Votes::count(old, new, linked);
    let mut all = pairs.to_vec();
    if !is_first {
        all.extend(pairs_around(old, new, pairs, linked, &votes));
    }
    let mut scored: Vec<(Reverse<u32>, usize, usize)> = Vec::new();
    for Pair { old: one, new: other, alike } in all {
        if old.level(one) != new.level(other) {
            continue;
        }
        let mut score = alike;
        if old.is_heading(one)
            && let Some(share) = votes.share(one, other)
            && (alike > 0 || number(old, one) == number(new, other) || votes.are_many(one, other))
        {
            score = (score + share) / 2 + score.max(share) / 4;
        }
        if !is_first {
            score += ABOVE * u32::from(linked.has(old.above(one), new.above(other)));
            let (here, there) = (old.home(one), new.home(other));
            let (is_gone, is_taken) = votes.elsewhere(linked, here, there);
            if is_gone && alike < if is_taken { ALIKE_ELSEWHERE } else { ALIKE_GONE } {
                continue;
            }
            if linked.is_of_another_keyword(old, here, new, there) {
                continue;
            }
            score = score.saturating_sub(ELSEWHERE * u32::from(is_gone && is_taken));
            score += BESIDE * u32::from(linked.has(get(&old.before, one), get(&new.before, other)));
            score += BESIDE * u32::from(linked.has(get(&old.after, one), get(&new.after, other)));
        }
        score += SAME_NUMBER * u32::from(number(old, one) == number(new, other));
        if score >= SURE {
            scored.push((Reverse(score), one, other));
        }
    }
    scored.sort_unstable();
    let mut linked = Linked { to: vec![None; old.rules.len()], from: vec![None; new.rules.len()] };
    for (_, one, other) in scored {
        if get(&linked.to, one).is_none() && get(&linked.from, other).is_none() {
            set(&mut linked.to, one, other);
            set(&mut linked.from, other, one);
        }
    }
    linked
}

/// The pairs that are candidates because of what stands around them: neighbours of linked rules, headings of linked rules.
fn pairs_around(old: &Side<'_>, new: &Side<'_>, pairs: &[Pair], linked: &Linked, votes: &Votes) -> Vec<Pair> {
    let mut around: Vec<(usize, usize)> = votes.both.keys().copied().collect();
    for (place, to) in linked.to.iter().enumerate() {
        let Some(to) = to else { continue };
        around.extend(get(&old.before, place).zip(get(&new.before, *to)));
        around.extend(get(&old.after, place).zip(get(&new.after, *to)));
    }
    around.extend(below(old, new, linked));
    around.sort_unstable();
    around.dedup();
    around.retain(|pair| pairs.binary_search_by_key(pair, |known| (known.old, known.new)).is_err());
    let measured = around.into_iter().filter_map(|(one, other)| {
        Some(Pair { old: one, new: other, alike: old.texts.get(one)?.alike(new.texts.get(other)?) })
    });
    measured.collect()
}

/// Rules under rules that are linked, of which one at least is linked with none or with one from elsewhere.
fn below(old: &Side<'_>, new: &Side<'_>, linked: &Linked) -> Vec<(usize, usize)> {
    let mut unsettled: BTreeMap<usize, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for place in 0..old.rules.len() {
        let Some(above) = old.above(place) else { continue };
        let Some(to) = get(&linked.to, above) else { continue };
        let its = get(&linked.to, place);
        if its.is_none_or(|its| new.above(its) != Some(to)) {
            unsettled.entry(to).or_default().0.push(place);
        }
    }
    for place in 0..new.rules.len() {
        let Some(above) = new.above(place) else { continue };
        let Some(from) = get(&linked.from, above) else { continue };
        let its = get(&linked.from, place);
        if its.is_none_or(|its| old.above(its) != Some(from)) {
            unsettled.entry(above).or_default().1.push(place);
        }
    }
    let pairs = unsettled.into_values().flat_map(|(old, new)| {
        old.into_iter().flat_map(move |one| new.clone().into_iter().map(move |other| (one, other)))
    });
    pairs.collect()
}

/// Rules that are linked with none but stand within another: in the part of it that its own link does not have.
fn parts(old: &Side<'_>, new: &Side<'_>, pairs: &[Pair], linked: &Linked) -> Vec<Link> {
    let votes = Votes::count(old, new, linked);
    // For each rule that is left over, with its side: the rule it stands in most, and how much of it does.
    let mut best: BTreeMap<(bool, usize), (u32, usize)> = BTreeMap::new();
    for pair in pairs.iter().filter(|pair| !old.is_heading(pair.old) && !new.is_heading(pair.new)) {
        let (Some(one), Some(other)) = (old.texts.get(pair.old), new.texts.get(pair.new)) else { continue };
        let (key, within, whole) = match (get(&linked.to, pair.old), get(&linked.from, pair.new)) {
            (None, Some(_)) => ((false, pair.old), one.within(other), pair.new),
            (Some(_), None) => ((true, pair.new), other.within(one), pair.old),
            _ => continue,
        };
        let found = best.entry(key).or_insert((within, whole));
        if within > found.0 {
            *found = (within, whole);
        }
    }
    let links = best.into_iter().filter(|(_, (within, _))| *within >= WITHIN).filter_map(
        |((is_new, place), (_, whole))| {
            let (piece, whole_text, taken, old_place, new_place) = if is_new {
                (
                    new.texts.get(place)?,
                    old.texts.get(whole)?,
                    new.texts.get(get(&linked.to, whole)?)?,
                    whole,
                    place,
                )
            } else {
                (
                    old.texts.get(place)?,
                    new.texts.get(whole)?,
                    old.texts.get(get(&linked.from, whole)?)?,
                    place,
                    whole,
                )
            };
            let (here, there) = (old.home(old_place), new.home(new_place));
            if linked.is_of_another_keyword(old, here, new, there) {
                return None;
            }
            let is_apart = votes.elsewhere(linked, here, there) != (false, false);
            let is_part = piece.within(&whole_text.without(taken)) >= IN_THE_REST
                && (!is_apart || piece.within(whole_text) >= WITHIN_ELSEWHERE);
            let (old, new) = (old.rules.get(old_place)?.number, new.rules.get(new_place)?.number);
            is_part.then_some(Link { old, new, is_part })
        },
    );
    links.collect()
}

#[cfg(test)]
mod tests {
    use super::{Alignment, align};
    use crate::book::{Edition, read};
    use crate::rules::RuleNumber;

    fn edition(rules: &str) -> Edition {
        read(format!("1. Start\n100. Basics\n{rules}").as_bytes()).expect("a rules text")
    }

    fn number(text: &str) -> RuleNumber {
        RuleNumber::parse(text).expect("a number")
    }

    const OLD: &str = "100.1. A wizard draws seven cards before the first turn begins.\n\
        100.2. Whoever guesses the hidden coin correctly begins the duel. The loser of the guess may then look at the top of the library.\n\
        100.3. Apprentices may never borrow a staff from another wizard.\n";

    #[test]
    fn rules_are_found_where_they_went() {
        let new = "100.1. Familiars are companions that nobody can banish.\n\
            100.2. A wizard draws seven cards before their first turn begins.\n\
            100.3. Whoever guesses the hidden coin correctly begins the duel.\n\
            100.4. The loser of the guess may then look at the top of the library.\n";
        let alignment = align(&edition(OLD), &edition(new));
        let forward = |rule: &str| alignment.forward(number(rule)).map(|link| link.new).collect::<Vec<_>>();
        assert_eq!(forward("100.1"), [number("100.2")]);
        assert_eq!(forward("100.2"), [number("100.4"), number("100.3")]);
        assert_eq!(forward("100.3"), []);
        assert_eq!(alignment.backward(number("100.1")).count(), 0);
        assert_eq!(forward("100"), [number("100")]);
        assert_eq!(Alignment::restore(&alignment.store()), Some(alignment));
        assert_eq!(Alignment::restore("nonsense"), None);
    }

    #[test]
    fn what_is_said_of_several_sections_stays_in_each() {
        let steps = |words: &str, of: &[&str]| -> Edition {
            let mut text = "1. Start\n".to_owned();
            for (section, name) in (100..).zip(of) {
                text += &format!(
                    "{section}. {name}\n{section}.1. First, the {name} of all familiars is counted aloud by their keeper.\n\
                    {section}.2. The {name} may be counted again whenever a familiar disappears from the circle.\n\
                    {section}.3. Last, {words}\n"
                );
            }
            read(text.as_bytes()).expect("a rules text")
        };
        let old = steps(
            "the keeper speaks, and others may answer or stay silent.",
            &["Feathers", "Claws", "Scales"],
        );
        let new = steps(
            "the keeper speaks, and others may answer. (See rule 100.1.)",
            &["Claws", "Whiskers", "Feathers", "Scales"],
        );
        let alignment = align(&old, &new);
        for (from, to) in [("100.3", "102.3"), ("101.3", "100.3"), ("102.3", "103.3"), ("102.1", "103.1")] {
            assert_eq!(
                alignment.forward(number(from)).map(|link| link.new).collect::<Vec<_>>(),
                [number(to)]
            );
        }
        assert_eq!(alignment.backward(number("101.3")).count(), 0);
    }

    #[test]
    fn an_edition_is_aligned_with_itself_number_by_number() {
        let old = edition(OLD);
        let alignment = align(&old, &old);
        assert_eq!(alignment.links().len(), old.rules.len());
        assert!(alignment.links().iter().all(|link| link.old == link.new && !link.is_part));
        assert_eq!(alignment.then(&alignment), alignment);
    }
}
