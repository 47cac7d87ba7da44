//! Keyword abilities in words: the name and what is printed behind it.

use super::Voice;
use super::english::list;
use super::kinds::Head;
use crate::ir::{Cost, Filter, Keyword, KeywordName};

impl Voice<'_> {
    /// The keyword ability: `flying`, `equip {3}`, `protection from red`.
    pub(super) fn keyword(&self, keyword: &Keyword) -> String {
        match keyword {
            Keyword::Plain(name) => name.word().to_owned(),
            Keyword::Cost(name, costs) => {
                let mark = if matches!(costs.0.first(), Some(Cost::Mana(_))) { "" } else { ":" };
                format!("{name}{mark} {}", self.costs(costs))
            }
            Keyword::Number(name, number) => format!("{name} {}", self.amount(number)),
            Keyword::Filter(KeywordName::Protection, filter) if *filter == Filter::EVERYTHING => {
                "protection from everything".to_owned()
            }
            Keyword::Filter(KeywordName::Protection, filter) => {
                format!("protection from {}", self.kinds(filter, Head::Thing))
            }
            Keyword::Filter(KeywordName::Hexproof, filter) => {
                format!("hexproof from {}", self.kinds(filter, Head::Thing))
            }
            Keyword::Filter(name, filter) => format!("{name}: {}", self.kind(filter, Head::Permanent)),
            Keyword::Equip(costs, None) => format!("equip {}", self.costs(costs)),
            Keyword::Equip(costs, Some(filter)) => {
                format!("equip {} to {}", self.costs(costs), self.a_kind(filter, Head::Permanent))
            }
            Keyword::Suspend(count, costs) => {
                format!("suspend {} for {}", self.amount(count), self.costs(costs))
            }
            Keyword::Cycling(costs, None) => format!("cycling {}", self.costs(costs)),
            Keyword::Cycling(costs, Some(filter)) => {
                format!("cycling {} for {}", self.costs(costs), self.a_kind(filter, Head::Card))
            }
            Keyword::Splice(filter, costs) => {
                format!("splice onto {} for {}", self.a_kind(filter, Head::Spell), self.costs(costs))
            }
            Keyword::ProtectionKeeping(from, keeps) => format!(
                "protection from {}, which does not remove {}",
                self.kinds(from, Head::Thing),
                self.a_kind(keeps, Head::Permanent)
            ),
            Keyword::EnchantPlayer(players) => format!("enchant: {}", self.some_player(players)),
            Keyword::Prototype { cost, power, toughness } => format!("prototype {cost}, {power}/{toughness}"),
            Keyword::PartnerWith(name) => format!("partner with {name}"),
            Keyword::NumberAndCost(name, count, costs) => {
                format!("{name} {} for {}", self.amount(count), self.costs(costs))
            }
            Keyword::Word(name, word) => format!("{name}: {word}"),
        }
    }
}

/// Several keyword names: `flying and trample`.
pub(super) fn names(names: &[KeywordName]) -> String {
    let names: Vec<String> = names.iter().map(|name| name.word().to_owned()).collect();
    list(&names, "and")
}
