//! CR 702.140: Mutate

use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::permissions::Start;
use crate::game::{Answer, Cause, CauseKind, Choice, ChoiceKind, Game, Item, ObjectId, Options, PlayerId};
use crate::ir::filter::Shared;
use crate::ir::{
    CardType, Filter, KeywordName, NamedDeed, Quantity, Selection, Subtype, Symbol, TargetKind, TargetSpec,
    Verb,
};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::ways::{Casting, Way};

/// The name of the cost that makes a spell a mutating creature spell, and of what a creature does as one merges with it.
pub const MUTATE: Symbol = Symbol::literal("mutate");

const OVER: Symbol = Symbol::literal("over");
const UNDER: Symbol = Symbol::literal("under");

/// It is cast as a mutating creature spell, for its mutate cost (702.140a).
pub(super) const WAY: Way = Way::named("mutate", cr!("702.140a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Mutate, (cr!("702.140a"), "it has no mutate"))?;
    start.mutating = true;
    Ok(())
}

/// The target of a mutating creature spell: a non-Human creature of its owner's (702.140a).
pub(in crate::engine) fn target() -> TargetSpec {
    let mut what =
        vec![Filter::Type(CardType::Creature), Filter::Shares(Shared::Owner, Box::new(Selection::This))];
    what.extend(Subtype::from_word("Human").map(|human| Filter::Not(Box::new(Filter::Subtype(human)))));
    let one = Quantity::Fixed(1);
    TargetSpec {
        kind: TargetKind::Permanent(Filter::All(what)),
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

/// Whether a spell is a mutating creature spell (702.140a).
pub(in crate::engine) fn is_mutating(game: &Game, spell: ObjectId) -> bool {
    let its = game.object(spell);
    its.is_spell() && its.announced.as_ref().is_some_and(|announced| announced.paid.contains(&MUTATE))
}

/// It is no longer a mutating creature spell, its target being illegal, and resolves as a creature spell (702.140b). Says whether it
/// was one.
pub(in crate::engine) fn end(play: &mut Play<'_>, kind: CauseKind, spell: ObjectId) -> bool {
    let was = is_mutating(&play.game, spell);
    if was {
        play.note(
            Level::Default,
            kind,
            Rules::of(&[cr!("702.140b"), cr!("608.3b")]),
            Note::NoLongerMutating(spell),
        );
    }
    was
}

/// A mutating creature spell merges with its target, over or under it as its controller chooses, and does not enter the battlefield
/// (702.140c).
///
/// # Errors
/// If nobody chooses, or headjudge can't tell what the merged permanent is.
pub(in crate::engine) fn resolve(
    play: &mut Play<'_>,
    spell: ObjectId,
    controller: PlayerId,
    creature: ObjectId,
) -> Outcome {
    let choice = Choice {
        player: controller,
        kind: ChoiceKind::Choose,
        source: Some(spell),
        options: Options::Pick {
            from: [OVER, UNDER].map(Item::Word).into(),
            at_least: 1,
            at_most: 1,
            ordered: false,
        },
        indifferent: false,
    };
    let answer = play.choose(choice, Rules::of(&[cr!("702.140c")]))?;
    let over = matches!(answer, Answer::Picked(picked) if picked.first() == Some(&0));
    let cause = Cause::new(CauseKind::Resolution(spell, controller), cr!("608.3d")).and(cr!("702.140c"));
    merging_with_permanents::merge(play, cause, spell, creature, over)?;
    let before = play.view()?;
    after(play, &before, &[Happening::Becomes { object: creature, what: NamedDeed::Does(Verb::Mutate) }])
}
