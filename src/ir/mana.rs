//! Mana symbols and costs of mana, as data (107.4, 202.1).

use std::fmt;

use super::node::{Shape, leaf};
use super::tree::Tree;
use super::{Color, Colors};

/// One mana symbol in a cost (107.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ManaSymbol {
    /// An amount of generic mana, {0} and up (107.4b).
    Generic(u16),
    /// Generic mana of an amount chosen on announcement: {X}, {Y}, {Z} (107.3).
    Variable(char),
    /// One mana of a colour (107.4a).
    Color(Color),
    /// One colourless mana, {C} (107.4c).
    Colorless,
    /// One mana from a snow source, {S} (107.4h).
    Snow,
    /// One mana of either colour (107.4e).
    Hybrid(Color, Color),
    /// One mana of the colour or this much generic mana, such as {2/W} (107.4e).
    MonoHybrid(u16, Color),
    /// One colourless mana or one of the colour, such as {C/W} (107.4e).
    ColorlessHybrid(Color),
    /// One mana of the colour or 2 life (107.4f).
    Phyrexian(Color),
    /// One mana of either colour or 2 life (107.4f).
    HybridPhyrexian(Color, Color),
}

impl ManaSymbol {
    /// What the symbol adds to a mana value; a variable counts 0 here (202.3e) .
    pub const fn mana_value(self) -> u32 {
        match self {
            Self::Generic(amount) | Self::MonoHybrid(amount, _) => amount as u32,
            Self::Variable(_) => 0,
            _ => 1,
        }
    }

    /// The colours of the symbol (202.2).
    pub const fn colors(self) -> Colors {
        match self {
            Self::Generic(_) | Self::Variable(_) | Self::Colorless | Self::Snow => Colors::NONE,
            Self::Color(color)
            | Self::MonoHybrid(_, color)
            | Self::ColorlessHybrid(color)
            | Self::Phyrexian(color) => Colors::NONE.with(color),
            Self::Hybrid(one, other) | Self::HybridPhyrexian(one, other) => {
                Colors::NONE.with(one).with(other)
            }
        }
    }

    fn parse(inner: &str) -> Option<Self> {
        let color = |text: &str| {
            let mut letters = text.chars();
            letters.next().filter(|_| letters.next().is_none()).and_then(Color::from_letter)
        };
        if let Ok(amount) = inner.parse() {
            return Some(Self::Generic(amount));
        }
        let parts: Vec<&str> = inner.split('/').collect();
        match parts.as_slice() {
            ["C"] => Some(Self::Colorless),
            ["S"] => Some(Self::Snow),
            ["X"] => Some(Self::Variable('X')),
            ["Y"] => Some(Self::Variable('Y')),
            ["Z"] => Some(Self::Variable('Z')),
            [one] => color(one).map(Self::Color),
            ["C", one] => color(one).map(Self::ColorlessHybrid),
            [one, "P"] => color(one).map(Self::Phyrexian),
            [one, other, "P"] => Some(Self::HybridPhyrexian(color(one)?, color(other)?)),
            [one, other] => match one.parse() {
                Ok(amount) => color(other).map(|color| Self::MonoHybrid(amount, color)),
                Err(_) => Some(Self::Hybrid(color(one)?, color(other)?)),
            },
            _ => None,
        }
    }
}

impl fmt::Display for ManaSymbol {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generic(amount) => write!(formatter, "{{{amount}}}"),
            Self::Variable(letter) => write!(formatter, "{{{letter}}}"),
            Self::Color(color) => write!(formatter, "{{{}}}", color.letter()),
            Self::Colorless => formatter.write_str("{C}"),
            Self::Snow => formatter.write_str("{S}"),
            Self::Hybrid(one, other) => write!(formatter, "{{{}/{}}}", one.letter(), other.letter()),
            Self::MonoHybrid(amount, color) => write!(formatter, "{{{amount}/{}}}", color.letter()),
            Self::ColorlessHybrid(color) => write!(formatter, "{{C/{}}}", color.letter()),
            Self::Phyrexian(color) => write!(formatter, "{{{}/P}}", color.letter()),
            Self::HybridPhyrexian(one, other) => {
                write!(formatter, "{{{}/{}/P}}", one.letter(), other.letter())
            }
        }
    }
}

/// A mana cost or a cost of mana, symbol by symbol as printed (202.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ManaCost {
    /// The symbols in printed order.
    pub symbols: Vec<ManaSymbol>,
}

impl ManaCost {
    /// Reads a cost such as `{2}{W}{W/P}`; `None` where something is no mana symbol.
    pub fn parse(text: &str) -> Option<Self> {
        let mut symbols = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (inner, after) = rest.strip_prefix('{')?.split_once('}')?;
            symbols.push(ManaSymbol::parse(inner)?);
            rest = after;
        }
        Some(Self { symbols })
    }

    /// The mana value with {X} as 0 (202.3).
    pub fn mana_value(&self) -> u32 {
        self.symbols.iter().map(|symbol| symbol.mana_value()).sum()
    }

    /// The colours that the cost gives its card (202.2).
    pub fn colors(&self) -> Colors {
        self.symbols.iter().fold(Colors::NONE, |colors, symbol| colors.union(symbol.colors()))
    }

    /// Whether {X} stands in the cost (107.3).
    pub fn has_variable(&self) -> bool {
        self.symbols.iter().any(|symbol| matches!(symbol, ManaSymbol::Variable(_)))
    }
}

impl fmt::Display for ManaCost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.symbols.iter().try_for_each(|symbol| symbol.fmt(formatter))
    }
}

leaf!(ManaCost, Shape::Text("mana cost", &["{2}{W}", "{X}{B/G}", "{0}"]), "a mana cost such as `{2}{W}`",
    word: |text| ManaCost::parse(text), otherwise: |text| format!("`{text}` is not a mana cost such as {{2}}{{W}}"),
    written: |cost| Tree::word(cost.to_string()),
    part: ManaCost);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_print_as_they_were_read() {
        for cost in ["{2}{W}", "{1}{B/P}{B/P}", "{X}{2/U}{G/W}{C/R}{S}{G/U/P}", ""] {
            assert_eq!(ManaCost::parse(cost).expect("a cost").to_string(), cost);
        }
        for not_a_cost in ["2W", "{2", "{Q}", "{W}{", "{W/}"] {
            assert_eq!(ManaCost::parse(not_a_cost), None, "{not_a_cost}");
        }
    }
}
