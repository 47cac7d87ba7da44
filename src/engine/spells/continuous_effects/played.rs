//! CR 611: Continuous Effects, and which of those that change the rules of the game headjudge plays

use crate::ir::change::{Action, Prohibition};
use crate::ir::{KeywordName, RuleChange};

/// Whether headjudge plays a change of the rules: one that nothing looks at must not be passed over in silence. What only
/// changes mana costs, or who sees what, changes nothing that is kept.
pub(in crate::engine) const fn is_played(rule: &RuleChange) -> bool {
    match rule {
        RuleChange::Cant(prohibition) => {
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
        // What must be blocked by some creature or other is said of it alone, or of all that could.
        RuleChange::Must(requirement) => match requirement.action {
            Action::Attack | Action::Block => true,
            Action::BeBlocked => requirement.to.is_none() && !requirement.one,
            _ => false,
        },
        RuleChange::May(permission) => matches!(
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
        ),
        RuleChange::PlayerHas(_, keyword) => matches!(keyword, KeywordName::Hexproof | KeywordName::Shroud),
        RuleChange::ExtraTrigger(_) => false,
        _ => true,
    }
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
