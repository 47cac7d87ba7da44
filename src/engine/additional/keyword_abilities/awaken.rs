//! CR 702.113: Awaken

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::change::TypeChange;
use crate::ir::instruction::Apply;
use crate::ir::{
    Ability, Body, CardType, Change, CounterKind, Duration, Filter, Instruction, Keyword, KeywordName,
    Players, Quantity, Selection, Subtype, Symbol, TargetKind, TargetSpec,
};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What having paid the awaken cost is called.
const AWAKEN: Symbol = Symbol::literal("awaken");

/// It may be cast for its awaken cost from wherever it may be cast (702.113a).
pub(super) const WAY: Way = Way::named("awaken", cr!("702.113a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Awaken, (cr!("702.113a"), "it has no awaken"))?;
    Ok(())
}

/// Whether the awaken cost is among those that were paid.
pub(in crate::engine) fn was_paid(paid: &[Symbol]) -> bool {
    paid.contains(&AWAKEN)
}

/// What it does besides if that was paid: counters on a land that becomes a 0/0 Elemental creature with haste, and stays a land (702.113a).
/// If it wasn't, the spell is cast as though it had no such ability and no such target (702.113b).
pub(super) fn meaning(count: &Quantity) -> Ability {
    let land = Filter::All(vec![Filter::Type(CardType::Land), Filter::ControlledBy(Players::You)]);
    let it = || Selection::Target(0);
    let counters = Instruction::PutCounters {
        kind: CounterKind::PowerToughness(1, 1),
        count: count.clone(),
        on: it(),
        divided: false,
        up_to: false,
        slot: None,
    };
    let elemental = TypeChange {
        types: vec![CardType::Creature],
        subtypes: Subtype::from_word("Elemental").into_iter().collect(),
        ..TypeChange::default()
    };
    let zero = || Some(Quantity::Fixed(0));
    let becomes = Apply {
        to: Some(it()),
        changes: vec![
            Change::AddTypes(elemental),
            Change::SetPowerToughness { power: zero(), toughness: zero() },
            Change::Gain(vec![Ability::Keyword(Keyword::Plain(KeywordName::Haste))]),
        ],
        rules: Vec::new(),
        duration: Duration::Forever,
    };
    Ability::Spell(Body {
        targets: vec![TargetSpec::one(TargetKind::Permanent(land))],
        does: vec![counters, Instruction::Apply(becomes)],
        ..Body::default()
    })
}
