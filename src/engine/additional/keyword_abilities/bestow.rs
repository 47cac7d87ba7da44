//! CR 702.103: Bestow

use std::sync::Arc;

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::Happening;
use crate::engine::spells::permissions::Start;
use crate::game::{
    Cause, CauseKind, Change, Characteristics, ContinuousEffect, EffectId, Game, ObjectId, PlayerId, Thing,
};
use crate::ir::change::{Change as Effect, TypeChange};
use crate::ir::{Ability, CardType, Filter, Keyword, KeywordName, Subtype, SubtypeFamily};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::ways::{Casting, Way};

/// It is cast bestowed, for its bestow cost (702.103a).
pub(super) const WAY: Way = Way::named("bestow", cr!("702.103a"), starts);

fn starts(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Bestow, (cr!("702.103a"), "it has no bestow"))?;
    // Only what it would be bestowed is looked at (702.103d).
    start.looked_at = Some((Arc::new(as_bestowed(casting.face)), cr!("702.103d")));
    start.bestowed = true;
    Ok(())
}

/// What the effect changes that makes a spell bestowed: it is an Aura enchantment and has enchant creature (702.103b).
fn changes() -> [Effect; 2] {
    let aura = TypeChange {
        types: vec![CardType::Enchantment],
        subtypes: Subtype::from_word("Aura").into_iter().collect(),
        ..TypeChange::default()
    };
    let creature = Filter::Type(CardType::Creature);
    let enchant = Ability::Keyword(Keyword::Filter(KeywordName::Enchant, creature));
    [Effect::SetTypes(aura), Effect::Gain(vec![enchant])]
}

/// A face as the spell that it is when it is cast bestowed: an Aura.
fn as_bestowed(face: &Characteristics) -> Characteristics {
    let mut face = face.clone();
    face.types.types = vec![CardType::Enchantment];
    face.types.subtypes.retain(|subtype| subtype.family() != SubtypeFamily::Creature);
    face.types.subtypes.extend(Subtype::from_word("Aura"));
    face
}

/// The effect that makes a spell, and the permanent it becomes, bestowed (702.103b).
pub fn effect(game: &Game, spell: ObjectId, player: PlayerId) -> ContinuousEffect {
    // Until it ceases to be bestowed.
    ContinuousEffect::on_itself(game, spell, player, Arc::new(changes()))
}

/// The effect by which an object is bestowed, if it is.
pub fn on(game: &Game, object: ObjectId) -> Option<EffectId> {
    let here = |effect: &&ContinuousEffect| effect.is_on(object);
    let bestows = |effect: &&ContinuousEffect| {
        matches!(effect.changes.first(), Some(Effect::SetTypes(_))) && *effect.changes == changes()
    };
    game.effects().iter().filter(here).find(bestows).map(|effect| effect.id)
}

/// The spell becomes bestowed as it is put onto the stack (702.103b).
pub(in crate::engine) fn begin(play: &mut Play<'_>, spell: ObjectId, player: PlayerId) {
    let cause = Cause::new(CauseKind::Announcement(player), cr!("702.103b"));
    let effect = effect(&play.game, spell, player);
    play.change(cause, Level::Default, Change::BeginEffect(Box::new(effect)));
}

/// A bestowed Aura that what it was attached to has left becomes unattached at once, and ceases to be bestowed (701.3d, 702.103f).
pub(in crate::engine) fn unattached(play: &mut Play<'_>, happenings: &[Happening]) {
    for happening in happenings {
        let Happening::Unattached { object, .. } = happening else { continue };
        let its = play.game.object(*object);
        let host = its.attached_to.and_then(Thing::object);
        let is_left =
            its.on_battlefield() && host.is_some_and(|host| !play.game.object(host).on_battlefield());
        if is_left && on(&play.game, *object).is_some() {
            let cause = Cause::new(CauseKind::Rules, cr!("702.103f")).and(cr!("701.3d"));
            play.change(cause, Level::Default, Change::Attach(*object, None));
            end(play, CauseKind::Rules, *object, Rules::of(&[cr!("702.103f")]));
        }
    }
}

/// It is no longer bestowed, and is a creature again, by these rules. Says whether it was.
pub(in crate::engine) fn end(play: &mut Play<'_>, kind: CauseKind, object: ObjectId, rules: Rules) -> bool {
    let Some(id) = on(&play.game, object) else { return false };
    play.change(Cause { kind, rules }, Level::Hidden, Change::EndEffect(id));
    play.note(Level::Default, kind, rules, Note::NoLongerBestowed(object));
    true
}
