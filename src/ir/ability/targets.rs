//! What is targeted.

use headjudge_derive::Node;

use super::super::filter::Shared;
use super::super::tree::{Fault, Tree};
use super::super::{Comparison, Condition, Filter, Players, Quantity, Zone};
use super::Measured;

/// One "target ..." phrase (115.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(through = TargetShape)]
pub struct TargetSpec {
    /// What may be chosen.
    pub kind: TargetKind,
    /// The least number of targets; 0 for "up to".
    pub at_least: Quantity,
    /// The greatest number of targets.
    pub at_most: Quantity,
    /// What is divided or distributed among the targets as they are chosen (601.2d).
    pub divided: Option<Quantity>,
    /// Whether the objects chosen for this phrase must differ from those of the phrases before ("another target").
    pub other: bool,
    /// The players for each of whom the phrase is there: "that player" is that one in it.
    pub each_of: Option<Players>,
    /// Targets are chosen for it only if this is so, as a cost was paid or not (601.2c, 702.33g).
    pub only_if: Option<Condition>,
    /// What must be so of the targets together.
    pub together: Option<Together>,
    /// Whether the spell or ability resolves though they have become illegal, against 608.2b.
    pub resolves_anyway: bool,
}

/// What must be so of several objects that are chosen, together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum Together {
    /// They all have it in common: cards "from a single graveyard" an owner.
    Same(Shared),
    /// No two of them have it in common: "controlled by different players".
    Different(Shared),
    /// What is measured of each comes to so much in all: "with total mana value 4 or less".
    Total(#[node(name = "of")] Measured, #[node(name = "is")] Comparison),
    /// Each of them is of another one of these kinds: "a Dinosaur, a Merfolk, a Pirate, and a Vampire".
    Kinds(Vec<Filter>),
}

/// What a target may be (115.1, 115.4).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum TargetKind {
    /// A permanent of this kind.
    Permanent(Filter),
    /// A spell of this kind on the stack.
    Spell(Filter),
    /// An activated or triggered ability on the stack.
    Ability(Filter),
    /// A card of this kind in a zone other than the battlefield and the stack.
    Card(#[node(name = "what")] Filter, #[node(name = "in")] Zone),
    /// A player.
    Player(Players),
    /// A creature, player, planeswalker or battle: "any target" (115.4).
    Any,
    /// One of several kinds, such as "target player or planeswalker".
    OneOf(Vec<TargetKind>),
}

impl TargetSpec {
    /// Exactly one target of a kind.
    pub fn one(kind: TargetKind) -> Self {
        let one = Quantity::Fixed(1);
        Self {
            kind,
            at_least: one.clone(),
            at_most: one,
            divided: None,
            other: false,
            each_of: None,
            only_if: None,
            together: None,
            resolves_anyway: false,
        }
    }
}

/// A target phrase as it is written: what may be chosen is a field beside the number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Node)]
#[node(words(
    "any" = Self { any: true, ..Self::default() },
    "player" = Self { player: Some(Players::Each), ..Self::default() },
    "opponent" = Self { player: Some(Players::Opponents), ..Self::default() },
    "spell" = Self { spell: Some(Filter::EVERYTHING), ..Self::default() }
))]
pub struct TargetShape {
    /// A permanent of this kind.
    #[node(alone)]
    permanent: Option<Filter>,
    /// A spell of this kind on the stack.
    spell: Option<Filter>,
    /// An activated or triggered ability on the stack.
    ability: Option<Filter>,
    /// A card of this kind in another zone.
    card: Option<Filter>,
    /// That zone; a graveyard unless said.
    #[node(name = "in")]
    zone: Option<Zone>,
    /// A player.
    player: Option<Players>,
    /// A creature, player, planeswalker or battle (115.4).
    any: bool,
    /// One of several kinds.
    #[node(default)]
    one_of: Vec<TargetSpec>,
    /// Up to so many.
    up_to: Option<Quantity>,
    /// So many; one unless said.
    count: Option<Quantity>,
    /// At least so many of those.
    at_least: Option<Quantity>,
    /// What is divided among them as they are chosen (601.2d).
    divided: Option<Quantity>,
    /// Others than those of the phrases before.
    other: bool,
    /// The players for each of whom the phrase is there.
    for_each: Option<Players>,
    /// Only if this is so.
    #[node(name = "if")]
    only_if: Option<Condition>,
    /// What must be so of them together.
    together: Option<Together>,
    /// Whether what has the target resolves though that has become illegal.
    resolves_anyway: bool,
}

/// Whether a card in a zone may be the target.
fn names_a_card(kind: &TargetKind) -> bool {
    if let TargetKind::OneOf(kinds) = kind {
        return kinds.iter().any(names_a_card);
    }
    matches!(kind, TargetKind::Card(..))
}

impl TargetShape {
    /// # Errors
    /// If it does not say what may be chosen.
    fn into_form(self, tree: &Tree) -> Result<TargetSpec, Fault> {
        let zone = self.zone.unwrap_or(Zone::Graveyard);
        let one_of = self.one_of.into_iter().map(|spec| spec.kind).collect::<Vec<_>>();
        let kinds = [
            self.permanent.map(TargetKind::Permanent),
            self.spell.map(TargetKind::Spell),
            self.ability.map(TargetKind::Ability),
            self.card.map(|filter| TargetKind::Card(filter, zone)),
            self.player.map(TargetKind::Player),
            self.any.then_some(TargetKind::Any),
            (!one_of.is_empty()).then_some(TargetKind::OneOf(one_of)),
        ];
        let mut kinds: Vec<TargetKind> = kinds.into_iter().flatten().collect();
        let kind = match (kinds.pop(), kinds.is_empty()) {
            (Some(only), true) => only,
            (Some(last), false) => {
                kinds.push(last);
                TargetKind::OneOf(kinds)
            }
            (None, _) => {
                let message = "a target is a `permanent`, `spell`, `ability`, `card`, `player`, `any` or `one-of` several";
                return Err(Fault::new(message).at(tree.place()));
            }
        };
        let unsaid = match (&kind, &self.up_to, &self.count, &self.at_least) {
            (_, Some(_), Some(_), _) => {
                Some("a target phrase has `count` targets or `up-to` so many, not both")
            }
            (_, None, None, Some(_)) => {
                Some("`at-least` so many targets needs how many there are at most: `up-to`")
            }
            (kind, ..) if self.zone.is_some() && !names_a_card(kind) => Some("`in` is the zone of a `card`"),
            _ => None,
        };
        if let Some(message) = unsaid {
            return Err(Fault::new(message).at(tree.place()));
        }
        let (at_least, at_most) = match (self.up_to, self.count) {
            (Some(most), _) => (self.at_least.unwrap_or(Quantity::Fixed(0)), most),
            (None, Some(count)) => (self.at_least.unwrap_or_else(|| count.clone()), count),
            (None, None) => (Quantity::Fixed(1), Quantity::Fixed(1)),
        };
        let (divided, other, each_of) = (self.divided, self.other, self.for_each);
        Ok(TargetSpec {
            kind,
            at_least,
            at_most,
            divided,
            other,
            each_of,
            only_if: self.only_if,
            together: self.together,
            resolves_anyway: self.resolves_anyway,
        })
    }

    fn of_form(spec: &TargetSpec) -> Self {
        let mut shape = Self {
            divided: spec.divided.clone(),
            other: spec.other,
            for_each: spec.each_of.clone(),
            only_if: spec.only_if.clone(),
            together: spec.together.clone(),
            resolves_anyway: spec.resolves_anyway,
            ..Self::default()
        };
        match &spec.kind {
            TargetKind::Permanent(filter) => shape.permanent = Some(filter.clone()),
            TargetKind::Spell(filter) => shape.spell = Some(filter.clone()),
            TargetKind::Ability(filter) => shape.ability = Some(filter.clone()),
            TargetKind::Card(filter, zone) => {
                shape.card = Some(filter.clone());
                shape.zone = Some(*zone).filter(|zone| *zone != Zone::Graveyard);
            }
            TargetKind::Player(players) => shape.player = Some(players.clone()),
            TargetKind::Any => shape.any = true,
            TargetKind::OneOf(kinds) => shape.one_of = kinds.iter().cloned().map(TargetSpec::one).collect(),
        }
        let one = Quantity::Fixed(1);
        let (least, most) = (&spec.at_least, &spec.at_most);
        if least == most {
            shape.count = Some(most.clone()).filter(|most| *most != one);
        } else {
            shape.up_to = Some(most.clone());
            shape.at_least = Some(least.clone()).filter(|least| *least != Quantity::Fixed(0));
        }
        shape
    }
}
