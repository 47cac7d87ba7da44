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
            Options::Divide { amount, among, each } => first_division(*amount, among.len(), *each),
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
            Options::Divide { amount, among, each } => {
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
            (Options::Divide { each, .. }, Answer::Divided(shares)) => {
                let mut following = shares.clone();
                divide(&mut following, *each).then_some(Answer::Divided(following))
            }
            _ => None,
        };
        Some(now)
    }
}

/// All of it to the first, but for the least that each of the others gets.
fn first_division(amount: u32, among: usize, each: u32) -> Option<Answer> {
    let others = u32::try_from(among.checked_sub(1)?).ok()?;
    let first = amount.checked_sub(each.checked_mul(others)?).filter(|first| *first >= each)?;
    let mut shares = vec![each; among];
    *shares.first_mut()? = first;
    Some(Answer::Divided(shares))
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

/// The next division of the same amount; says whether there is one.
fn divide(shares: &mut [u32], each: u32) -> bool {
    let Some((last, earlier)) = shares.split_last_mut() else { return false };
    // What the last one has beyond the least goes back behind the next share that can give one.
    let Some(giver) = earlier.iter().rposition(|share| *share > each) else { return false };
    let back = last.saturating_sub(each) + 1;
    *last = each;
    if let Some(share) = shares.get_mut(giver) {
        *share -= 1;
    }
    if let Some(share) = shares.get_mut(giver + 1) {
        *share += back;
    }
    true
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
                    questions.push(Options::Divide { amount, among: items(count), each });
                }
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
