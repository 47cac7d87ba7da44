//! CR 614: Replacement Effects. What is about to enter the battlefield, and what it will be there (614.12).

use crate::engine::proposal::Arrived;
use std::sync::Arc;

use crate::engine::additional::keyword_abilities;
use crate::engine::halt::Outcome;
use crate::engine::reading::fighters::Fighter;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::view::View;
use crate::engine::zones::general::as_if_moved;
use crate::game::effects::ContinuousEffect;
use crate::game::{
    Change, Characteristics, CopiedFaces, Definition, Game, Move, NewObject, ObjectId, Origin, PlayerId,
    Thing,
};
use crate::ir::{self, Ability, CounterKind, Filter, Link, Symbol, Zone};
use crate::rules::RuleId;

use super::enters_itself;

/// What is about to enter the battlefield, and how.
pub(in crate::engine) enum Coming<'a> {
    /// An object from another zone.
    Moves(&'a mut Move),
    /// A token that is being created, and the spell or ability that creates it.
    Token(&'a mut NewObject, ObjectId),
}

impl Coming<'_> {
    /// It enters tapped.
    pub(super) fn enter_tapped(&mut self) {
        match self {
            Self::Moves(it) => it.tapped = true,
            Self::Token(token, _) => token.tapped = true,
        }
    }

    /// What it is called in the trace.
    pub(in crate::engine) fn object(&self) -> ObjectId {
        match self {
            Self::Moves(it) => it.object,
            Self::Token(token, _) => token.new,
        }
    }

    /// What it is called in the trace, and who owns it.
    pub(in crate::engine) fn object_and_owner(&self, game: &Game) -> (ObjectId, PlayerId) {
        match self {
            Self::Moves(it) => (it.object, game.object(it.object).owner),
            Self::Token(token, _) => (token.new, token.owner),
        }
    }

    /// Whether it enters the battlefield at all.
    pub(in crate::engine) fn enters(&self) -> bool {
        match self {
            Self::Moves(it) => it.to == Zone::Battlefield,
            Self::Token(..) => true,
        }
    }

    /// Whether it enters the battlefield as what it is, and not face down.
    pub(in crate::engine) fn enters_face_up(&self) -> bool {
        self.enters() && !matches!(self, Self::Moves(it) if it.face_down.is_some())
    }

    /// Whether it is a double-faced card that would show its front face.
    pub(in crate::engine) fn shows_front_of_two(&self, game: &Game) -> bool {
        let Self::Moves(it) = self else { return false };
        let double = |its: &Arc<Definition>| its.is_double_faced();
        it.face == 0 && game.object(it.object).definition.as_ref().is_some_and(double)
    }

    /// Who asks what is chosen as it enters: itself, or what creates it, for a token is not there yet.
    pub(in crate::engine) fn asking(&self) -> ObjectId {
        match self {
            Self::Moves(it) => it.object,
            Self::Token(_, maker) => *maker,
        }
    }

    pub(in crate::engine) fn counters(&mut self) -> &mut Vec<(CounterKind, u32)> {
        match self {
            Self::Moves(it) => &mut it.counters,
            Self::Token(token, _) => &mut token.counters,
        }
    }

    /// Has it be something there from the first moment on.
    pub(in crate::engine) fn be(&mut self, effect: ContinuousEffect) {
        let being = match self {
            Self::Moves(it) => &mut it.being,
            Self::Token(token, _) => &mut token.being,
        };
        match being {
            Some(being) => being.changes = being.changes.iter().chain(&*effect.changes).cloned().collect(),
            None => *being = Some(Box::new(effect)),
        }
    }

    /// Keeps an object for its linked abilities (607.2a, 614.14).
    pub(in crate::engine) fn link(&mut self, link: Link, object: ObjectId) {
        match self {
            Self::Moves(it) => it.links.push((link, object)),
            Self::Token(token, _) => token.links.push((link, object)),
        }
    }

    /// Keeps a word for its linked abilities (607.2d).
    pub(in crate::engine) fn keep(&mut self, link: Link, word: Option<Symbol>) {
        let words = word.map(|word| (link, word));
        match self {
            Self::Moves(it) => it.words.extend(words),
            Self::Token(token, _) => token.words.extend(words),
        }
    }

    pub(in crate::engine) fn copied(&self) -> Option<&CopiedFaces> {
        match self {
            Self::Moves(it) => it.copied.as_ref(),
            Self::Token(token, _) => token.copied.as_ref(),
        }
    }

    /// Under whose control it enters, where that is said.
    pub(in crate::engine) fn controller(&self) -> Option<PlayerId> {
        match self {
            Self::Moves(it) => it.controller,
            Self::Token(token, _) => Some(token.controller),
        }
    }

    /// Under whose control it would be on the battlefield.
    pub(in crate::engine) fn controller_there(&self, game: &Game) -> PlayerId {
        self.controller().unwrap_or(self.object_and_owner(game).1)
    }

    /// What it attacks and what it blocks as it enters.
    pub(in crate::engine) fn fights(&mut self) -> (&mut Option<Thing>, &mut Option<ObjectId>) {
        match self {
            Self::Moves(it) => (&mut it.attacking, &mut it.blocking),
            Self::Token(token, _) => (&mut token.attacking, &mut token.blocking),
        }
    }

    pub(in crate::engine) fn becomes(&mut self, faces: CopiedFaces) {
        match self {
            Self::Moves(it) => it.copied = Some(faces),
            Self::Token(token, _) => token.copied = Some(faces),
        }
    }

    /// The copiable values with which it enters, as far as effects have changed them.
    pub(in crate::engine) fn values(&self, game: &Game) -> Arc<Characteristics> {
        match self {
            Self::Token(token, _) => token.values().clone(),
            Self::Moves(it) => it.values(game),
        }
    }

    /// The values among whose abilities one of this origin is: its copiable ones, or all that it would have there where an effect
    /// gives it that.
    pub(in crate::engine::spells::replacement_effects) fn values_behind(
        &self,
        game: &Game,
        origin: Origin,
    ) -> Outcome<Arc<Characteristics>> {
        if !is_given(origin) {
            return Ok(self.values(game));
        }
        let arrived = self.arrived(game)?;
        Ok(arrived.view.shared(&arrived.game, arrived.object))
    }

    /// The rule of the keyword that an ability of this origin stands for there, if it stands for one.
    pub(in crate::engine::spells::replacement_effects) fn keyword_rule(
        &self,
        game: &Game,
        origin: Origin,
    ) -> Outcome<Option<RuleId>> {
        let values = self.values_behind(game, origin)?;
        let instance = values.abilities.iter().find(|instance| instance.origin == origin);
        Ok(instance.and_then(|its| keyword_abilities::rule_of_instance(&values.abilities, its)))
    }

    /// The game as it would be with it on the battlefield, looked at as it would be there.
    pub(in crate::engine) fn arrived(&self, game: &Game) -> Outcome<Arrived> {
        match self {
            Self::Moves(it) => Arrived::by_move(game, it),
            Self::Token(token, _) => {
                let (mut game, object) = as_if_created(game, (**token).clone());
                game.look_at_as_if_there(object);
                Arrived::of((game, object))
            }
        }
    }

    /// What it would be in combat as a permanent, for only a creature enters attacking or blocking (506.3a, 506.3f).
    pub(in crate::engine) fn fighter(&self, game: &Game) -> Outcome<Fighter> {
        let Arrived { game, view, object } = Arrived::of(match self {
            Self::Moves(it) => as_if_moved(game, &Move { attacking: None, blocking: None, ..(**it).clone() }),
            Self::Token(token, _) => {
                as_if_created(game, NewObject { attacking: None, blocking: None, ..(**token).clone() })
            }
        })?;
        Ok(Fighter::of(view.characteristics(&game, object)))
    }

    /// The same as a copy of something.
    pub(in crate::engine) fn arrived_as(&self, game: &Game, faces: CopiedFaces) -> Outcome<Arrived> {
        match self {
            Self::Moves(it) => {
                let mut it = (**it).clone();
                it.copied = Some(faces);
                Coming::Moves(&mut it).arrived(game)
            }
            Self::Token(token, maker) => {
                let mut token = (**token).clone();
                token.copied = Some(faces);
                Coming::Token(&mut token, *maker).arrived(game)
            }
        }
    }
}

/// Whether an ability of this origin is one that an effect gives its object.
pub(in crate::engine::spells::replacement_effects) const fn is_given(origin: Origin) -> bool {
    matches!(origin, Origin::Granted(..) | Origin::Gained(..))
}

/// Whether an effect gives, or would give, an ability about how something enters itself to what enters: an effect that is at work, or one
/// of what enters.
pub(in crate::engine::spells::replacement_effects) fn may_be_given_abilities(
    view: &View,
    entering: &Characteristics,
) -> bool {
    view.gives_entering || entering.abilities.iter().any(|instance| gives_entering(&instance.ability))
}

/// Whether it is a static ability that gives others which say how their object enters.
fn gives_entering(ability: &Ability) -> bool {
    matches!(ability, Ability::Static(it) if change_gives_entering(&it.changes))
}

/// Whether changes give an object abilities that say how it enters.
pub(in crate::engine) fn change_gives_entering(changes: &[ir::Change]) -> bool {
    let says =
        |ability: &Ability| ability.as_replacement().map_or_else(|| gives_entering(ability), enters_itself);
    changes.iter().any(|change| {
        let (ir::Change::Gain(abilities) | ir::Change::Gained(abilities)) = change else { return false };
        abilities.iter().any(|ability| match ability.as_keyword() {
            Some(keyword) => keyword_abilities::meaning(keyword).iter().any(says),
            None => says(ability),
        })
    })
}

impl Arrived {
    fn of((game, object): (Game, ObjectId)) -> Outcome<Self> {
        let view = View::of(&game)?;
        Ok(Self { game, view, object })
    }

    /// The game as it would be after a move.
    pub(in crate::engine) fn by_move(game: &Game, it: &Move) -> Outcome<Self> {
        let (mut game, object) = as_if_moved(game, it);
        game.look_at_as_if_there(object);
        Self::of((game, object))
    }

    /// What can be seen there.
    pub(in crate::engine) const fn sight(&self) -> Sight<'_> {
        Sight { game: &self.game, view: &self.view }
    }

    pub(in crate::engine) fn is(&self, frame: &Frame, what: &Filter) -> Outcome<bool> {
        matches(self.sight(), frame, what, self.object)
    }
}

/// The position as it would be with a token, and which object that would be.
fn as_if_created(game: &Game, token: NewObject) -> (Game, ObjectId) {
    let new = token.new;
    (game.after(&Change::Create(Box::new(token))), new)
}
