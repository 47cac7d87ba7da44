//! The legal answers to a question, one after the other in canonical order.

use super::{Answer, Choice, Options};

/// The legal answers to a question, made one at a time.
#[derive(Debug, Clone)]
pub struct Answers<'a> {
    options: &'a Options,
    next: Option<Answer>,
}

impl Choice {
    /// The legal answers, in canonical order: yes before no, small numbers first, few before many.
    pub fn answers(&self) -> Answers<'_> {
        let next = match &self.options {
            Options::YesNo(_) => Some(Answer::Yes),
            Options::Number { least, most } => (least <= most).then_some(Answer::Number(*least)),
            Options::Pick { from, at_least, at_most, .. } => {
                let fits = *at_least as usize <= from.len() && at_least <= at_most;
                fits.then(|| Answer::Picked((0..*at_least).collect()))
            }
            Options::Divide { amount, among, each, most } => {
                let mut shares = vec![*each; among.len()];
                let bounds = Bounds { each: *each, most };
                bounds.fill(&mut shares, 0, *amount).then_some(Answer::Divided(shares))
            }
        };
        Answers { options: &self.options, next }
    }

    /// How many legal answers there are; of more than can be counted, the greatest number.
    pub fn count_answers(&self) -> u64 {
        match &self.options {
            Options::YesNo(_) => 2,
            Options::Number { least, most } => u64::from(most.saturating_sub(*least)) + 1,
            Options::Pick { from, at_least, at_most, ordered } => {
                let all = from.len() as u64;
                let most = u64::from(*at_most).min(all);
                (u64::from(*at_least)..=most)
                    .map(|some| if *ordered { arrangements(all, some) } else { combinations(all, some) })
                    .fold(0, u64::saturating_add)
            }
            Options::Divide { amount, each, most, .. } if !most.is_empty() => {
                limited_divisions(*amount, *each, most)
            }
            Options::Divide { amount, among, each, .. } => {
                let parts = among.len() as u64;
                let rest = u64::from(*amount).checked_sub(u64::from(*each).saturating_mul(parts));
                rest.map_or(0, |rest| combinations(rest + parts.saturating_sub(1), rest))
            }
        }
    }
}

impl Iterator for Answers<'_> {
    type Item = Answer;

    fn next(&mut self) -> Option<Answer> {
        let now = self.next.take()?;
        self.next = match (self.options, &now) {
            (Options::YesNo(_), Answer::Yes) => Some(Answer::No),
            (Options::Number { most, .. }, Answer::Number(number)) if number < most => {
                Some(Answer::Number(number + 1))
            }
            (Options::Pick { from, at_most, ordered, .. }, Answer::Picked(picked)) => {
                let count = u32::try_from(from.len()).unwrap_or(u32::MAX);
                let mut following = picked.clone();
                let more =
                    if *ordered { arrange(&mut following, count) } else { combine(&mut following, count) };
                let longer = u32::try_from(picked.len()).unwrap_or(u32::MAX).saturating_add(1);
                if more {
                    Some(Answer::Picked(following))
                } else if longer <= (*at_most).min(count) {
                    Some(Answer::Picked((0..longer).collect()))
                } else {
                    None
                }
            }
            (Options::Divide { each, most, .. }, Answer::Divided(shares)) => {
                let mut following = shares.clone();
                Bounds { each: *each, most }.next(&mut following).then_some(Answer::Divided(following))
            }
            _ => None,
        };
        Some(now)
    }
}

/// The least and the most that each gets of what is divided.
#[derive(Clone, Copy)]
struct Bounds<'a> {
    each: u32,
    most: &'a [u32],
}

impl Bounds<'_> {
    fn most_of(self, place: usize) -> u32 {
        self.most.get(place).copied().unwrap_or(u32::MAX)
    }

    /// Divides an amount among those from a place on, as much as can be to the first of them; says whether that is possible.
    fn fill(self, shares: &mut [u32], from: usize, amount: u32) -> bool {
        let mut left = amount;
        let places = shares.len();
        for (place, share) in shares.iter_mut().enumerate().skip(from) {
            let others = u32::try_from(places - place - 1).unwrap_or(u32::MAX);
            let Some(spare) = left.checked_sub(self.each.saturating_mul(others)) else { return false };
            *share = spare.min(self.most_of(place));
            if *share < self.each {
                return false;
            }
            left -= *share;
        }
        places > 0 && left == 0
    }

    /// The next division of the same amount; says whether there is one.
    fn next(self, shares: &mut [u32]) -> bool {
        // What one gives goes, with all that those behind it have, to the first of these that can have it.
        let mut behind: u32 = 0;
        let mut room: u32 = 0;
        for place in (0..shares.len()).rev() {
            let Some(share) = shares.get(place).copied() else { return false };
            if share > self.each && room > 0 {
                if let Some(giver) = shares.get_mut(place) {
                    *giver -= 1;
                }
                return self.fill(shares, place + 1, behind.saturating_add(1));
            }
            behind = behind.saturating_add(share);
            room = room.saturating_add(self.most_of(place).saturating_sub(share));
        }
        false
    }
}

/// The next combination of some of `count` indices, in rising order; says whether there is one.
fn combine(picked: &mut [u32], count: u32) -> bool {
    let mut limit = count;
    for place in (0..picked.len()).rev() {
        let Some(index) = picked.get(place).map(|index| index + 1) else { return false };
        if index < limit {
            for (slot, index) in picked.iter_mut().skip(place).zip(index..) {
                *slot = index;
            }
            return true;
        }
        limit = limit.saturating_sub(1);
    }
    false
}

/// The next arrangement of some of `count` indices; says whether there is one.
fn arrange(picked: &mut Vec<u32>, count: u32) -> bool {
    let length = picked.len();
    while let Some(last) = picked.pop() {
        let Some(index) = (last + 1..count).find(|index| !picked.contains(index)) else { continue };
        picked.push(index);
        let rest: Vec<u32> =
            (0..count).filter(|index| !picked.contains(index)).take(length - picked.len()).collect();
        picked.extend(rest);
        return true;
    }
    false
}

/// How many ways there are to divide an amount where each gets at most so much.
fn limited_divisions(amount: u32, each: u32, most: &[u32]) -> u64 {
    const COUNTED: usize = 1_000;
    let amount = amount as usize;
    if amount > COUNTED {
        return u64::MAX;
    }
    // Of each amount, in how many ways those so far can have it.
    let mut ways = vec![0u64; amount + 1];
    ways.iter_mut().take(1).for_each(|none| *none = 1);
    for most in most {
        let shares = (each as usize)..=(*most as usize).min(amount);
        let of = |total: usize| {
            let earlier = shares.clone().filter_map(|share| ways.get(total.checked_sub(share)?));
            earlier.fold(0u64, |sum, ways| sum.saturating_add(*ways))
        };
        ways = (0..=amount).map(of).collect();
    }
    ways.last().copied().unwrap_or(0)
}

/// How many ways there are to pick some of all, in no order.
fn combinations(all: u64, some: u64) -> u64 {
    let some = some.min(all.saturating_sub(some));
    let mut count: u128 = 1;
    for step in 0..some {
        count = count.saturating_mul(u128::from(all - step)) / u128::from(step + 1);
        if count > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// How many ways there are to pick some of all one after the other.
fn arrangements(all: u64, some: u64) -> u64 {
    (0..some).fold(1u64, |count, step| count.saturating_mul(all.saturating_sub(step)))
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::super::{Answer, Choice, ChoiceKind, Deed, Item, Options};
    use crate::game::PlayerId;

    fn choice(options: Options) -> Choice {
        Choice { player: PlayerId(0), kind: ChoiceKind::Choose, source: None, options, indifferent: false }
    }

    fn items(count: u8) -> Rc<[Item]> {
        (1..=count).map(Item::Mode).collect()
    }

    #[test]
    fn every_answer_is_legal_and_comes_once_and_they_are_as_many_as_are_counted() {
        let mut questions = vec![Options::YesNo(Deed::Something), Options::Number { least: 2, most: 9 }];
        for count in 0..6 {
            for at_least in 0..=u32::from(count) {
                for at_most in at_least..6 {
                    for ordered in [false, true] {
                        questions.push(Options::Pick { from: items(count), at_least, at_most, ordered });
                    }
                }
            }
            for amount in 0..7 {
                for each in 0..3 {
                    questions.push(Options::Divide { amount, among: items(count), each, most: Rc::new([]) });
                }
                let most: Rc<[u32]> = (0..u32::from(count)).map(|place| (place * 2 + amount) % 4).collect();
                questions.push(Options::Divide { amount, among: items(count), each: 0, most });
            }
        }
        for options in questions {
            let choice = choice(options);
            let answers: Vec<Answer> = choice.answers().collect();
            // A question that has no answer is never asked.
            let counted = choice.count_answers();
            let divides_nothing =
                matches!(&choice.options, Options::Divide { among, .. } if among.is_empty());
            if !divides_nothing {
                assert_eq!(answers.len() as u64, counted, "{choice:?} {answers:?}");
            }
            for (place, answer) in answers.iter().enumerate() {
                assert!(choice.allows(answer), "{choice:?} {answer:?}");
                assert!(answers.iter().skip(place + 1).all(|other| other != answer), "{choice:?} {answer:?}");
            }
        }
    }

    #[test]
    fn what_is_too_many_to_count_is_still_counted_without_a_fault() {
        let many: Rc<[Item]> = (0..250u8).map(Item::Mode).collect();
        let pick = |ordered| Options::Pick { from: many.clone(), at_least: 0, at_most: 250, ordered };
        assert_eq!(choice(pick(false)).count_answers(), u64::MAX);
        assert_eq!(choice(pick(true)).count_answers(), u64::MAX);
        assert_eq!(choice(pick(false)).answers().take(300).count(), 300);
    }
}
