//! What has happened on the way: something was replaced or prevented, or somebody was asked, or was not.

use crate::scenario::script::Claim;

use super::Reader;
use super::pieces::Words;

impl Reader<'_> {
    /// `X replaced by Y`, `X was not replaced by Y`, `X not replaced`.
    pub(super) fn replaced(&mut self, words: Words<'_>) -> Option<Option<Claim>> {
        let (what, by) = match words.before("replaced") {
            Some(what) => (what, None),
            None => {
                let (what, by) = words.cut(words.text.find(" replaced by ")?)?;
                (what, Some(by.after("replaced by")?))
            }
        };
        let (what, negated) = denied(what);
        // One that only has such words in its name is something else.
        if by.is_none() && self.known_reference(what).is_none() {
            return None;
        }
        let what = self.reference(what);
        let by = match by {
            Some(by) => Some(self.reference(by)?),
            None => None,
        };
        Some(what.map(|what| Claim::Replaced { what, by, negated }))
    }

    /// `damage to X prevented`, `damage to X was not prevented`.
    pub(super) fn prevented(&mut self, words: Words<'_>) -> Option<Option<Claim>> {
        let what = words.before("prevented")?;
        let to = what.after("damage to").or(what.after("the damage to"))?;
        let (to, negated) = denied(to);
        Some(self.reference(to).map(|to| Claim::Prevented { to, negated }))
    }

    /// `AP asked by X`, `AP was not asked`.
    pub(super) fn asked_claim(&mut self, words: Words<'_>) -> Option<Option<Claim>> {
        let (player, rest) = self.player(words)?;
        let rest = ["was", "is", "has been"].iter().find_map(|verb| rest.after(verb)).unwrap_or(rest);
        let (rest, negated) = match rest.after("not") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let rest = rest.after("asked")?;
        if rest.is_empty() {
            return Some(Some(Claim::Asked { player: player.owned(), by: None, negated }));
        }
        let by = rest.after("by").or(rest.after("about"))?;
        Some(self.reference(by).map(|by| Claim::Asked { player: player.owned(), by: Some(by), negated }))
    }
}

/// Words without the verb and the `not` at their end, and whether there was one.
fn denied(words: Words<'_>) -> (Words<'_>, bool) {
    let (words, negated) = match words.before("not") {
        Some(before) => (before, true),
        None => (words, false),
    };
    let verbs = ["has been", "have been", "was", "is", "were", "are"];
    (verbs.iter().find_map(|verb| words.before(verb)).unwrap_or(words), negated)
}
