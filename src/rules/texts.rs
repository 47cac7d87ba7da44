//! Many short texts as one.

/// A table of texts that holds no addresses. A list of `&str` has one for each, and as a program may lie anywhere in memory, the
/// system fills them in whenever it starts, whether they are used or not.
pub(crate) struct Texts<const COUNT: usize> {
    all: &'static str,
    // INVARIANT: where each text ends in `all`; it begins where the one before it ends.
    ends: [u32; COUNT],
}

impl<const COUNT: usize> Texts<COUNT> {
    /// The texts that stand in this one, by where each of them ends.
    pub(crate) const fn new(all: &'static str, ends: [u32; COUNT]) -> Self {
        Self { all, ends }
    }

    /// The text of that place; an empty one if there are fewer.
    pub(crate) const fn get(&self, place: usize) -> &'static str {
        let [start, end] = match self.ends.split_at_checked(place) {
            Some(([.., start], [end, ..])) => [*start, *end],
            Some(([], [end, ..])) => [0, *end],
            _ => return "",
        };
        match self.all.split_at_checked(end as usize) {
            Some((before, _)) => match before.split_at_checked(start as usize) {
                Some((_, text)) => text,
                None => "",
            },
            None => "",
        }
    }

    /// How many there are.
    pub(crate) const fn len(&self) -> usize {
        COUNT
    }
}

#[cfg(test)]
mod tests {
    use super::Texts;

    #[test]
    fn each_text_is_found_by_its_place() {
        let texts = Texts::new("onetwo", [3, 3, 6]);
        assert_eq!([0, 1, 2, 3].map(|place| texts.get(place)), ["one", "", "two", ""]);
    }
}
