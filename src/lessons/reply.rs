//! What somebody replies to a question, and whether it can be understood.

/// What sort of reply a question wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// Yes or no.
    YesNo,
    /// One of these.
    One(Vec<String>),
    /// A number.
    Number,
    /// Power and toughness.
    Size,
    /// All of these in an order.
    Order(Vec<String>),
}

/// A reply, or what the right one is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Yes, or no.
    Yes(bool),
    /// The one at this place of the list, from 0.
    One(usize),
    /// A number.
    Number(i64),
    /// Power and toughness.
    Size(i64, i64),
    /// The places of the list in this order.
    Order(Vec<usize>),
}

impl Shape {
    /// A line as a reply of this shape; nothing if it is none.
    pub fn read(&self, line: &str) -> Option<Reply> {
        let line = line.trim().to_lowercase();
        match self {
            Self::YesNo => match line.as_str() {
                "y" | "yes" => Some(Reply::Yes(true)),
                "n" | "no" => Some(Reply::Yes(false)),
                _ => None,
            },
            Self::One(choices) => one(choices, &line).map(Reply::One),
            Self::Number => line.parse().ok().map(Reply::Number),
            Self::Size => {
                let (power, toughness) = line.split_once('/')?;
                Some(Reply::Size(power.trim().parse().ok()?, toughness.trim().parse().ok()?))
            }
            Self::Order(items) => {
                // Names have blanks in them, and numbers do not.
                let signs: &[char] = if line.contains([',', ';']) { &[',', ';'] } else { &[' '] };
                let words = line.split(signs).map(str::trim).filter(|word| !word.is_empty());
                let places: Option<Vec<usize>> = words.map(|word| one(items, word)).collect();
                let places = places?;
                let all =
                    places.len() == items.len() && (0..items.len()).all(|place| places.contains(&place));
                all.then_some(Reply::Order(places))
            }
        }
    }

    /// A reply in words.
    pub fn say(&self, reply: &Reply) -> String {
        let name = |choices: &[String], place: usize| choices.get(place).cloned().unwrap_or_default();
        match (self, reply) {
            (_, Reply::Yes(yes)) => (if *yes { "yes" } else { "no" }).to_owned(),
            (Self::One(choices), Reply::One(place)) => name(choices, *place),
            (Self::Order(items), Reply::Order(places)) => {
                places.iter().map(|place| name(items, *place)).collect::<Vec<_>>().join("; ")
            }
            (_, Reply::Number(number)) => number.to_string(),
            (_, Reply::Size(power, toughness)) => format!("{power}/{toughness}"),
            (_, Reply::One(_) | Reply::Order(_)) => String::new(),
        }
    }

    /// What a reply looks like, for who has to write one.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::YesNo => "yes or no",
            Self::One(_) => "a number of the list, or its words",
            Self::Number => "a number",
            Self::Size => "power/toughness, such as 2/2",
            Self::Order(_) => "all numbers of the list in order, such as 2 1",
        }
    }

    /// What there is to choose among.
    pub fn choices(&self) -> &[String] {
        match self {
            Self::One(choices) | Self::Order(choices) => choices,
            Self::YesNo | Self::Number | Self::Size => &[],
        }
    }
}

/// The place of what a line means: its number from 1, its words, or the beginning of them where only one begins so.
fn one(choices: &[String], line: &str) -> Option<usize> {
    if let Ok(number) = line.parse::<usize>() {
        return number.checked_sub(1).filter(|place| *place < choices.len());
    }
    let lower: Vec<String> = choices.iter().map(|choice| choice.to_lowercase()).collect();
    if let Some(place) = lower.iter().position(|choice| choice == line) {
        return Some(place);
    }
    // `in NAP's graveyard` is the graveyard.
    let line = ["in ", "on ", "the "].iter().fold(line, |line, word| line.strip_prefix(word).unwrap_or(line));
    let line = line.rsplit("'s ").next().unwrap_or(line).trim();
    if line.is_empty() {
        return None;
    }
    if let Some(place) = lower.iter().position(|choice| choice == line) {
        return Some(place);
    }
    let mut begun = lower.iter().enumerate().filter(|(_, choice)| choice.starts_with(line));
    match (begun.next(), begun.next()) {
        (Some((place, _)), None) => Some(place),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Reply, Shape};

    #[test]
    fn a_reply_is_understood_in_several_words() {
        let places = Shape::One(["battlefield", "graveyard", "exile"].map(str::to_owned).to_vec());
        for line in ["2", "graveyard", "in the graveyard", "g", "In NAP's graveyard", " GRAVE "] {
            assert_eq!(places.read(line), Some(Reply::One(1)), "{line}");
        }
        for line in ["", "0", "4", "library", "in the"] {
            assert_eq!(places.read(line), None, "{line}");
        }
        assert_eq!(Shape::YesNo.read("Yes"), Some(Reply::Yes(true)));
        assert_eq!(Shape::YesNo.read("perhaps"), None);
        assert_eq!(Shape::Number.read("-1"), Some(Reply::Number(-1)));
        assert_eq!(Shape::Size.read("2 / 3"), Some(Reply::Size(2, 3)));
        assert_eq!(Shape::Size.read("2"), None);
    }

    #[test]
    fn an_order_names_everything_once() {
        let order = Shape::Order(["a", "b", "c"].map(str::to_owned).to_vec());
        assert_eq!(order.read("3, 1; 2"), Some(Reply::Order(vec![2, 0, 1])));
        assert_eq!(order.read("c a b"), Some(Reply::Order(vec![2, 0, 1])));
        for line in ["1 2", "1 1 2", "1 2 3 3", "1 2 4", ""] {
            assert_eq!(order.read(line), None, "{line}");
        }
        assert_eq!(order.say(&Reply::Order(vec![2, 0, 1])), "c; a; b");
    }
}
