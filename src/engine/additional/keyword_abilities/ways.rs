//! CR 702: Keyword Abilities. The ways of casting a spell that they give: each keyword says its own.

use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::conditions::holds;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::engine::spells::permissions::{Start, would_be};
use crate::engine::view::View;
use crate::game::{Affected, Announced, Characteristics, Game, Object, ObjectId, Origin, PlayerId};
use crate::ir::change::Allowed;
use crate::ir::part::{Part, mentions};
use crate::ir::{Change, Condition, Costs, Filter, Keyword, KeywordName, Symbol, Zone};
use crate::rules::{RuleId, cr};

use super::table;

/// One way of casting a spell.
pub(in crate::engine) struct Way {
    /// What it is called as the spell is announced.
    pub(super) name: &'static str,
    /// The rule by which it is there; none if that depends on the card, and beginning says it.
    pub(super) rule: Option<RuleId>,
    /// The zone from which the ability itself lets the card be cast; none if that must be allowed otherwise.
    pub(super) from: Option<Zone>,
    /// The face that is cast so, where it is another than the first.
    pub(super) face: Option<u8>,
    /// Whether the rule is what puts the spell onto the stack as it is, or from where it was.
    pub(super) puts_on_stack: bool,
    /// Whether the player may cast the card so, and what is different about that.
    pub(super) begin: fn(&Play<'_>, &Casting<'_>, &mut Start) -> Outcome,
    /// Whether a spell was cast so that it is exiled as it leaves the stack.
    pub(super) exiled: fn(&Object, &Announced) -> bool,
}

/// A spell that a player would cast.
pub(in crate::engine) struct Casting<'a> {
    /// Who.
    pub(in crate::engine) player: PlayerId,
    /// The card.
    pub(in crate::engine) card: ObjectId,
    /// The face that would be cast.
    pub(in crate::engine) face: &'a Arc<Characteristics>,
    /// What everything is now.
    pub(in crate::engine) view: &'a View,
    /// The way.
    pub(in crate::engine) way: Symbol,
}

impl Way {
    /// A way that another cost is paid from wherever the card may be cast.
    pub(super) const fn named(
        name: &'static str,
        rule: RuleId,
        begin: fn(&Play<'_>, &Casting<'_>, &mut Start) -> Outcome,
    ) -> Self {
        Self { rule: Some(rule), ..Self::plain(name, begin) }
    }

    /// A way of which the card says by which rule it is there.
    pub(super) const fn plain(
        name: &'static str,
        begin: fn(&Play<'_>, &Casting<'_>, &mut Start) -> Outcome,
    ) -> Self {
        Self { name, rule: None, from: None, face: None, puts_on_stack: false, begin, exiled: |_, _| false }
    }

    /// A way to cast the card from a zone where it otherwise couldn't be cast.
    pub(super) const fn from(
        zone: Zone,
        name: &'static str,
        rule: RuleId,
        begin: fn(&Play<'_>, &Casting<'_>, &mut Start) -> Outcome,
    ) -> Self {
        Self { from: Some(zone), puts_on_stack: true, ..Self::named(name, rule, begin) }
    }

    /// The rule by which it is there; none if that depends on the card.
    pub(in crate::engine) const fn rule(&self) -> Option<RuleId> {
        self.rule
    }

    /// The player may cast the card so; says what is different about it.
    ///
    /// # Errors
    /// [`Halt::Illegal`] if the card has no such ability, or is not where it works.
    pub(in crate::engine) fn begin(
        &self,
        play: &Play<'_>,
        casting: &Casting<'_>,
        start: &mut Start,
    ) -> Outcome {
        (self.begin)(play, casting, start)?;
        start.from_elsewhere = self.from.is_some();
        if let Some(rule) = self.rule {
            start.rules = start.rules.and(rule);
            start.put_by = self.puts_on_stack.then_some(rule);
        }
        Ok(())
    }
}

impl Casting<'_> {
    /// The refusal of this way, and why.
    pub(super) fn refused(&self, rule: RuleId, why: &'static str) -> Halt {
        Halt::illegal(self.player, rule, why, Some(self.card))
    }

    /// The refusal of a way that a keyword of the card where it lies would give: if that is printed on the player's card, an effect has
    /// taken it (613.1f).
    pub(super) fn lacks(
        &self,
        play: &Play<'_>,
        (keyword, rule, why): (KeywordName, RuleId, &'static str),
    ) -> Halt {
        let its = play.game.object(self.card);
        let printed = its.definition.as_ref().and_then(|card| card.in_zone(its.zone, its.face));
        let had = printed.is_some_and(|printed| printed.has(keyword));
        if had && its.owner == self.player && !self.as_it_lies(play).has(keyword) {
            let refused = self.refused(rule, "it does not have that ability").and_rule(cr!("613.1f"));
            return refused.being(Some(self.loses(play, keyword)));
        }
        self.refused(rule, why)
    }

    /// In words that the card has lost a keyword, and whose effect takes it.
    fn loses(&self, play: &Play<'_>, keyword: KeywordName) -> String {
        let takes = |change: &Change| {
            matches!(change, Change::LoseAllAbilities)
                || matches!(change, Change::Lose(names) if names.contains(&keyword))
        };
        let influences = View::influences(&play.game).unwrap_or_default();
        let taken = influences.iter().rev().find(|its| {
            its.object == self.card && its.standing.applies() && !its.given && its.changes.iter().any(takes)
        });
        let name = taken.map(|its| &self.view.characteristics(&play.game, its.source).name);
        match name.filter(|name| !name.is_empty()) {
            Some(name) => format!("{name} makes it lose {}", keyword.word()),
            None => format!("it has lost {}", keyword.word()),
        }
    }

    /// Whether the spell would be of a kind on the stack.
    ///
    /// # Errors
    /// If that can't be told.
    pub(super) fn would_be(&self, play: &Play<'_>, kind: &Filter) -> Outcome<bool> {
        let definition = play.game.object(self.card).definition.as_ref();
        let faces = definition.map_or(&[][..], |definition| definition.faces.as_slice());
        let face = faces.iter().position(|face| Arc::ptr_eq(face, self.face)).unwrap_or(0);
        let face = u8::try_from(face).unwrap_or(u8::MAX);
        let frame = Frame::of_source(self.card, self.player, Origin::NONE);
        would_be(play, &frame, self.player, self.card, (face, kind))
    }

    /// Whether the card is the player's own in a zone.
    pub(super) fn is_own_in(&self, play: &Play<'_>, zone: Zone) -> bool {
        let its = play.game.object(self.card);
        its.zone == zone && its.owner == self.player
    }

    /// Whether the card lies in the player's graveyard, or in another that an effect lets them cast spells from as though it lay in
    /// theirs (609.4).
    ///
    /// # Errors
    /// If that can't be told.
    pub(super) fn is_in_own_graveyard(&self, play: &Play<'_>, start: &mut Start) -> Outcome<bool> {
        let its = play.game.object(self.card);
        if its.zone != Zone::Graveyard || its.owner == self.player {
            return Ok(its.zone == Zone::Graveyard);
        }
        let sight = Sight { game: &play.game, view: self.view };
        let action = Allowed::UseOtherGraveyards;
        let as_though = continuous_effects::permitted(sight, action, Some(self.card), self.player)?;
        if as_though {
            start.rules = start.rules.and(cr!("609.4"));
        }
        Ok(as_though)
    }

    /// What the card is where it lies, with the abilities that it has there now.
    pub(super) fn as_it_lies<'p>(&'p self, play: &'p Play<'_>) -> &'p Characteristics {
        self.view.characteristics(&play.game, self.card)
    }

    /// Something must be so for it to be cast in this way.
    ///
    /// # Errors
    /// With the rule and the reason, if it is not so; or if that can't be told.
    pub(super) fn provided(
        &self,
        play: &Play<'_>,
        condition: &Condition,
        (rule, why): (RuleId, &'static str),
    ) -> Outcome {
        let sight = Sight { game: &play.game, view: self.view };
        let frame = Frame::of_source(self.card, self.player, Origin::NONE);
        if holds(sight, &frame, condition)? { Ok(()) } else { Err(self.refused(rule, why)) }
    }

    /// The costs that stand behind a keyword of the face that would be cast, each once.
    ///
    /// # Errors
    /// With the rule and the reason, if it has no such keyword.
    pub(super) fn cost_of(
        &self,
        play: &Play<'_>,
        keyword: KeywordName,
        (rule, why): (RuleId, &'static str),
    ) -> Outcome<Vec<Costs>> {
        let costs = costs_of(self.face, keyword);
        if !costs.is_empty() {
            return Ok(costs);
        }
        if self.is_given(play, keyword) {
            let why = "whether an effect gives it a keyword by which it can be cast";
            return Err(Halt::undecided(self.card, why));
        }
        Err(self.refused(rule, why))
    }

    /// Whether a static ability of a permanent gives a keyword that has a cost, to whatever: it may be to this card as a spell.
    fn is_given(&self, play: &Play<'_>, keyword: KeywordName) -> bool {
        let made = play.game.effects().iter().any(|effect| {
            matches!(&effect.affected, Affected::Objects(objects) if objects.contains(&self.card))
                && effect.changes.iter().any(|change| {
                    mentions(change, |part| matches!(part, Part::Keyword(given) if given.name() == keyword))
                })
        });
        if made {
            return true;
        }
        play.game.battlefield().iter().any(|object| {
            let its = self.view.characteristics(&play.game, *object);
            its.abilities.iter().filter_map(|instance| instance.ability.as_static()).any(|it| {
                mentions(it, |part| matches!(part, Part::Keyword(given) if given.name() == keyword))
            })
        })
    }

    /// The costs that stand behind a keyword of the card in the player's graveyard, each once.
    ///
    /// # Errors
    /// With the rule and the reason, if it has no such keyword there or lies elsewhere.
    pub(super) fn costs_in_graveyard(
        &self,
        play: &Play<'_>,
        start: &mut Start,
        (keyword, rule, why): (KeywordName, RuleId, &'static str),
    ) -> Outcome<Vec<Costs>> {
        let costs = costs_of(self.as_it_lies(play), keyword);
        let its_own = self.is_in_own_graveyard(play, start)?;
        if its_own && !costs.is_empty() { Ok(costs) } else { Err(self.lacks(play, (keyword, rule, why))) }
    }
}

/// The costs that stand behind a keyword of an object, each once, in the order in which it has them.
pub(super) fn costs_of(of: &Characteristics, keyword: KeywordName) -> Vec<Costs> {
    let mut costs: Vec<Costs> = Vec::new();
    for its in of.keywords(keyword) {
        if let Keyword::Cost(_, cost) | Keyword::NumberAndCost(_, _, cost) = its
            && !costs.contains(cost)
        {
            costs.push(cost.clone());
        }
    }
    costs
}

/// The way of this name, if headjudge plays it.
pub(in crate::engine) fn of(name: Symbol) -> Option<&'static Way> {
    table::ways().find(|way| way.name == name.as_str())
}

/// What the ways are called that are played, in a fixed order.
pub fn names() -> impl Iterator<Item = &'static str> {
    table::ways().map(|way| way.name)
}

/// Whether headjudge plays the way of casting that is called so.
pub fn is_played(name: &str) -> bool {
    table::ways().any(|way| way.name == name)
}

/// The zone from which a spell is cast in this way by the ability alone.
pub fn zone_of(name: &str) -> Option<Zone> {
    table::ways().find(|way| way.name == name)?.from
}

/// The face of a card that is cast in this way, where it is another than the first.
pub fn face_of(name: Symbol) -> Option<u8> {
    of(name)?.face
}

/// The rule by which a spell is exiled as it leaves the stack for the way in which it was cast, if one says so.
pub(in crate::engine) fn exiles(game: &Game, spell: ObjectId) -> Option<RuleId> {
    let object = game.object(spell);
    let announced = object.announced.as_ref().filter(|_| object.zone == Zone::Stack)?;
    table::ways().find(|way| (way.exiled)(object, announced))?.rule
}

/// Whether the spell was announced in the way that is called so.
pub(super) fn was_cast_by(announced: &Announced, name: &str) -> bool {
    announced.paid.iter().any(|paid| paid.as_str() == name)
}
