//! CR 611: Continuous Effects, and which of those that change the rules of the game headjudge plays

use crate::ir::change::{Action, CostChange, Permission, Prohibition, Requirement};
use crate::ir::{KeywordName, RuleChange};

/// Why headjudge does not play a change of the rules, if it doesn't: one that nothing looks at must not be passed over in silence, nor
/// a part of one. What only changes mana costs, or who sees what, changes nothing that is kept.
pub(in crate::engine) fn why_not_played(rule: &RuleChange, of_objects: bool) -> Option<&'static str> {
    const NOT_AT_ALL: &str = "it changes a rule of the game that headjudge does not let be changed yet";
    let (is_played, is_looked_at) = match rule {
        RuleChange::Cant(it) => (forbids(it), is_looked_at(it, of_objects)),
        RuleChange::Must(it) => {
            (matches!(it.action, Action::Attack | Action::Block | Action::BeBlocked), is_required(it))
        }
        RuleChange::May(it) => (allows(it), is_allowed(it, of_objects)),
        RuleChange::CostChange(it) => (true, is_worked_out(it)),
        RuleChange::PlayerHas(_, keyword) => {
            (matches!(keyword, KeywordName::Hexproof | KeywordName::Shroud), true)
        }
        RuleChange::ExtraTrigger(_) => (false, true),
        _ => (true, true),
    };
    if !is_played {
        return Some(NOT_AT_ALL);
    }
    let why = match rule {
        RuleChange::Cant(_) => "it forbids something in a way that headjudge does not look at yet",
        RuleChange::Must(_) => "it demands something in a way that headjudge does not look at yet",
        RuleChange::May(_) => "it permits something in a way that headjudge does not look at yet",
        _ => "it changes a cost in a way that headjudge does not work out yet",
    };
    (!is_looked_at).then_some(why)
}

/// Whether headjudge asks what can't be done when this would be.
const fn forbids(prohibition: &Prohibition) -> bool {
    has_its_other_object(prohibition)
        && matches!(
            prohibition.action,
            Action::Attack
                | Action::AttackAlone
                | Action::AttackWithOthers
                | Action::Block
                | Action::BlockAlone
                | Action::BeBlocked
                | Action::BeBlockedByMoreThanOne
                | Action::BeBlockedByFewerThanTwo
                | Action::Cast
                | Action::PlayLand
                | Action::Activate
                | Action::Untap
                | Action::BeTargeted
                | Action::BeCountered
                | Action::BeDestroyed
                | Action::BeEnchanted
                | Action::BeEquipped
                | Action::Enter
                | Action::GetCounters
                | Action::GainLife
                | Action::LoseLife
                | Action::PayLife
                | Action::Draw
                | Action::Search
                | Action::LoseGame
                | Action::LoseGameByLife
                | Action::WinGame
        )
}

/// Whether whoever asks about the prohibition says what else the action is done by, if the prohibition looks at that.
const fn has_its_other_object(prohibition: &Prohibition) -> bool {
    prohibition.by.is_none()
        || matches!(
            prohibition.action,
            Action::Block
                | Action::BeBlocked
                | Action::BeTargeted
                | Action::BeCountered
                | Action::BeDestroyed
                | Action::BeEnchanted
                | Action::BeEquipped
        )
}

/// Whether whoever asks about the prohibition looks at everything that it says.
fn is_looked_at(it: &Prohibition, of_objects: bool) -> bool {
    // Which objects and which players it is about.
    let of_players_alone = matches!(
        it.action,
        Action::GainLife
            | Action::LoseLife
            | Action::PayLife
            | Action::Draw
            | Action::Search
            | Action::LoseGame
            | Action::LoseGameByLife
            | Action::WinGame
    );
    let of_objects_alone = matches!(
        it.action,
        Action::BeCountered | Action::BeDestroyed | Action::BeEnchanted | Action::BeEquipped | Action::Enter
    );
    let who_and_what = match it.action {
        // Counters are put on objects or on players.
        Action::GetCounters => it.who.is_none() || it.what.is_none() && !of_objects,
        _ if of_players_alone => it.what.is_none() && !of_objects,
        _ if of_objects_alone => it.who.is_none(),
        _ => true,
    };
    // Where the object comes from is asked of what moves, is activated or is a target.
    let from = it.from.is_empty()
        || matches!(
            it.action,
            Action::Cast | Action::PlayLand | Action::Activate | Action::BeTargeted | Action::Enter
        );
    let own = !it.own || matches!(it.action, Action::Cast | Action::PlayLand | Action::Activate);
    who_and_what && from && own && limits_are_looked_at(it)
}

/// Whether what it says of a cost, a number, or what else is declared is looked at, all together.
fn limits_are_looked_at(it: &Prohibition) -> bool {
    let [pays, more, fewer, to, without] = [
        it.unless_pay.is_some(),
        it.more_than.is_some(),
        it.fewer_than.is_some(),
        it.to.is_some(),
        it.without.is_some(),
    ];
    let several = u8::from(pays) + u8::from(more) + u8::from(without) > 1;
    match it.action {
        _ if !(pays || more || fewer || to || without) => true,
        // Who looks at a whole declaration does not ask for each creature by what it is blocked, or what it blocks.
        Action::Attack | Action::Block | Action::BeBlocked if it.by.is_some() => it.is_of_pairs(),
        Action::Attack => !(fewer || several || without && to),
        Action::Block => !(fewer || several || to && (pays || more || without)),
        Action::BeBlocked => !(to || without || pays && (more || fewer)),
        // A cost or a number is found out to be played or not as the spell would be cast.
        Action::Cast => !(fewer || to || without),
        _ => false,
    }
}

/// Whether a requirement to attack or to block says nothing that is not looked at. What must be blocked by some creature or other is said
/// of it alone, or of all that could.
const fn is_required(it: &Requirement) -> bool {
    match it.action {
        Action::Attack | Action::Block => !it.by_all,
        _ => it.to.is_none() && !it.one,
    }
}

/// Whether headjudge asks for permission when this would be done.
const fn allows(permission: &Permission) -> bool {
    matches!(
        permission.action,
        Action::AttackAsThoughNoDefender
            | Action::ExertAsItAttacks
            | Action::BlockAnother
            | Action::BlockAny
            | Action::Cast
            | Action::ExhaustAgain
            | Action::Play
            | Action::PlayLand
            | Action::CastAsThoughFlash
            | Action::UseOtherGraveyards
            | Action::LookAtTop
            | Action::StayTapped
            | Action::LookAtFaceDown
            | Action::LookAtExiled
    )
}

/// Whether whoever asks for the permission looks at everything that it says.
const fn is_allowed(it: &Permission, of_objects: bool) -> bool {
    match it.action {
        // It must say which cards: these, or those in a zone.
        Action::Cast | Action::Play => it.from.is_some() || it.what.is_some() || of_objects,
        Action::PlayLand => it.spells.is_none() && it.cost.is_none() && !it.any_mana,
        Action::CastAsThoughFlash => it.cost.is_none() && !it.any_mana && it.times_each_turn.is_none(),
        _ => it.spells.is_none() && it.cost.is_none() && !it.any_mana && it.times_each_turn.is_none(),
    }
}

/// Whether each part of a change of costs has something that it changes.
const fn is_worked_out(it: &CostChange) -> bool {
    let floor = it.at_least.is_none() || it.less.is_some() && it.less_mana.is_none();
    let changes = it.more.is_some() || it.less.is_some() || it.less_mana.is_some();
    floor && changes
}
