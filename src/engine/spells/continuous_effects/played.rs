//! CR 611: Continuous Effects, and which of those that change the rules of the game headjudge plays

use crate::engine::concepts::total_cost;
use crate::engine::halt::{self, Why};
use crate::engine::spells::handling_triggered_abilities::is_told;
use crate::ir::change::{Action, Allowed, CostChange, Permission, Prohibition, Requirement};
use crate::ir::event::Step;
use crate::ir::instruction::Apply;
use crate::ir::part::{Part, mentions};
use crate::ir::{Duration, Event, Filter, KeywordName, RuleChange, Verb};

/// Why something is not forbidden just so, told whenever somebody would do it.
pub(in crate::engine) const UNLESS_PAID: &str =
    "it forbids something unless a cost is paid, or beyond a number";

/// The same of blocks.
pub(in crate::engine) const LIMITS_BLOCKS: &str = "it limits blocking in a way that headjudge does not play";

/// The same of spells that are counted.
pub(in crate::engine) const COUNTS_SPELLS: &str =
    "it counts the spells of a kind that a player has cast this turn";

/// Why a permission is not followed that is for some times in a turn: how often it was used is not kept.
pub(in crate::engine) const SO_OFTEN: &str =
    "it permits several things so many times each turn, or is no ability, and how often it has is not kept";

/// Why it is not told by which of several permissions something is done.
pub(in crate::engine) const WHICH_LIMITED: &str =
    "several effects permit it, each so many times each turn, and it is not asked by which it is done";

/// Why one is not followed that lets mana be spent as though it were of any type, where mana is counted.
pub(in crate::engine) const ANY_MANA: &str = "it permits casting in a way that headjudge does not play";

/// Why the beginning phase is not skipped.
pub(in crate::engine) const SKIPS_BEGINNING: &str = "it skips the beginning phase";

/// Why some other steps are not skipped.
pub(in crate::engine) const SKIPS_A_STEP: &str = "it skips a step of combat, or the cleanup step";

/// Why a change of the rules is never played; nothing for one that may be. `of_objects` is whether the effect of a spell or ability makes it
/// for objects.
pub(in crate::engine) fn gap_of(rule: &RuleChange, of_objects: bool) -> Option<Why> {
    if let RuleChange::Unsupported(text) = rule {
        return Some(halt::of_free_text(text));
    }
    why_not_played(rule, of_objects).or_else(|| when_asked(rule)).map(Why::Borrowed)
}

/// Why a change of the rules that is there is not played as soon as somebody asks for it.
fn when_asked(rule: &RuleChange) -> Option<&'static str> {
    match rule {
        RuleChange::Cant(it) if it.action == Action::Do(Verb::Cast) => match it.unless_pay {
            Some(_) => Some(UNLESS_PAID),
            None => (it.more_than.is_some() && it.what.is_some()).then_some(COUNTS_SPELLS),
        },
        RuleChange::Skip(_, Step::Beginning) => Some(SKIPS_BEGINNING),
        RuleChange::Skip(_, step) => {
            let of_combat = matches!(
                step,
                Step::DeclareAttackers | Step::DeclareBlockers | Step::CombatDamage | Step::EndOfCombat
            );
            (of_combat || *step == Step::Cleanup).then_some(SKIPS_A_STEP)
        }
        RuleChange::CostChange(CostChange { less_mana: Some(mana), .. }) => {
            total_cost::gap_of_reduction(mana)
        }
        RuleChange::Cant(_)
        | RuleChange::Must(_)
        | RuleChange::May(_)
        | RuleChange::CostChange(_)
        | RuleChange::ExtraLands(..)
        | RuleChange::HandSize(..)
        | RuleChange::PlayerHas(..)
        | RuleChange::PlayerProtection(..)
        | RuleChange::PlayerHexproof(..)
        | RuleChange::CombatDamage(..)
        | RuleChange::StationsByToughness(_)
        | RuleChange::CrewsAsThoughGreater(..)
        | RuleChange::UntapsDuring(..)
        | RuleChange::KeepsMana(..)
        | RuleChange::LostManaBecomes(..)
        | RuleChange::ExtraTrigger { .. }
        | RuleChange::NoTrigger { .. }
        | RuleChange::AnyColor(_)
        | RuleChange::LifeForMana(..)
        | RuleChange::DamageCantBePrevented
        | RuleChange::NoLegendRule(_)
        | RuleChange::Devotion(..)
        | RuleChange::Revealed(..)
        | RuleChange::MostCounters { .. }
        | RuleChange::AsYouCascade { .. }
        | RuleChange::Goaded(_)
        | RuleChange::Marked(_)
        | RuleChange::Unsupported(_) => None,
    }
}

/// Why an effect of a spell or ability never changes the rules of the game as it says; nothing for one that may: what is said of players
/// is no matter of the objects that it is for.
pub(in crate::engine) fn gap_of_effect(apply: &Apply) -> Option<Why> {
    let of_others = |rule: &RuleChange| {
        !matches!(
            rule,
            RuleChange::Cant(_)
                | RuleChange::Must(_)
                | RuleChange::May(_)
                | RuleChange::CostChange(_)
                | RuleChange::Goaded(_)
                | RuleChange::Marked(_)
                | RuleChange::Unsupported(_)
        )
    };
    let unread = apply.to.is_some() && apply.rules.iter().any(of_others);
    let why = "it changes a rule of the game for some objects, of which headjudge does not look at those";
    unread.then_some(Why::Borrowed(why)).or_else(|| gap_of_duration(&apply.duration))
}

/// Why it is never seen that the duration of a continuous effect is over; nothing for one of which it is.
fn gap_of_duration(duration: &Duration) -> Option<Why> {
    let Duration::Until(event) = duration else { return None };
    let ends = matches!(**event, Event::LosesControl(..));
    (!ends).then(|| "it lasts until an event that headjudge does not let an effect last for".into())
}

/// Why headjudge does not play a change of the rules, if it doesn't: one that nothing looks at must not be passed over in silence, nor
/// a part of one. What only changes mana costs, or who sees what, changes nothing that is kept.
pub(in crate::engine) fn why_not_played(rule: &RuleChange, of_objects: bool) -> Option<&'static str> {
    const NOT_AT_ALL: &str = "it changes a rule of the game that headjudge does not let be changed yet";
    let not_looked_at = |looked_at: bool, why: &'static str| (!looked_at).then_some(why);
    let (is_played, why) = match rule {
        RuleChange::Cant(it) => {
            let why = "it forbids something in a way that headjudge does not look at yet";
            (forbids(it), not_looked_at(is_looked_at(it, of_objects), why))
        }
        RuleChange::Must(it) => {
            let why = "it demands something in a way that headjudge does not look at yet";
            let is_played =
                matches!(it.action, Action::Do(Verb::Attack | Verb::Block) | Action::Be(Verb::Block));
            (is_played, not_looked_at(is_required(it), why))
        }
        RuleChange::May(it) => {
            let why = "it permits something in a way that headjudge does not look at yet";
            (allows(it), not_looked_at(is_allowed(it, of_objects), why))
        }
        RuleChange::CostChange(it) => {
            let why = "it changes a cost in a way that headjudge does not work out yet";
            (true, not_looked_at(is_worked_out(it), why))
        }
        RuleChange::PlayerHas(_, keyword) => {
            (matches!(keyword, KeywordName::Hexproof | KeywordName::Shroud), None)
        }
        RuleChange::Skip(_, step) => (*step != Step::Turn, None),
        RuleChange::ExtraTrigger { caused_by, .. } => (caused_by.as_ref().is_none_or(is_told), None),
        RuleChange::NoTrigger { caused_by, .. } => (is_told(caused_by), None),
        RuleChange::ExtraLands(..)
        | RuleChange::HandSize(..)
        | RuleChange::PlayerProtection(..)
        | RuleChange::PlayerHexproof(..)
        | RuleChange::CombatDamage(..)
        | RuleChange::StationsByToughness(_)
        | RuleChange::CrewsAsThoughGreater(..)
        | RuleChange::UntapsDuring(..)
        | RuleChange::KeepsMana(..)
        | RuleChange::LostManaBecomes(..)
        | RuleChange::AnyColor(_)
        | RuleChange::LifeForMana(..)
        | RuleChange::DamageCantBePrevented
        | RuleChange::NoLegendRule(_)
        | RuleChange::Devotion(..)
        | RuleChange::Revealed(..)
        | RuleChange::MostCounters { .. }
        | RuleChange::AsYouCascade { .. }
        | RuleChange::Goaded(_)
        | RuleChange::Marked(_)
        | RuleChange::Unsupported(_) => (true, None),
    };
    if is_played { why } else { Some(NOT_AT_ALL) }
}

/// Whether headjudge asks what can't be done when this would be.
const fn forbids(prohibition: &Prohibition) -> bool {
    has_its_other_object(prohibition)
        && matches!(
            prohibition.action,
            Action::Do(
                Verb::Attack
                    | Verb::Block
                    | Verb::Cast
                    | Verb::PlayLand
                    | Verb::Activate
                    | Verb::Untap
                    | Verb::Enter
                    | Verb::GainLife
                    | Verb::LoseLife
                    | Verb::PayLife
                    | Verb::Draw
                    | Verb::Search
                    | Verb::LoseGame
                    | Verb::WinGame
            ) | Action::Be(
                Verb::Block
                    | Verb::Target
                    | Verb::Counter
                    | Verb::Destroy
                    | Verb::Enchant
                    | Verb::Equip
                    | Verb::PutCounters
                    | Verb::Regenerate
                    | Verb::TurnFaceUp
            ) | Action::Alone(Verb::Attack | Verb::Block)
                | Action::WithOthers(Verb::Attack)
                | Action::LoseGameByLife
                | Action::ActivateNonmana
        )
}

/// Whether whoever asks about the prohibition says what else the action is done by, if the prohibition looks at that.
const fn has_its_other_object(prohibition: &Prohibition) -> bool {
    prohibition.by.is_none()
        || matches!(
            prohibition.action,
            Action::Do(Verb::Block | Verb::Search | Verb::PayLife)
                | Action::Be(
                    Verb::Block | Verb::Target | Verb::Counter | Verb::Destroy | Verb::Enchant | Verb::Equip
                )
        )
}

/// Whether whoever asks about the prohibition looks at everything that it says.
fn is_looked_at(it: &Prohibition, of_objects: bool) -> bool {
    // Which objects and which players it is about.
    let of_players_alone = matches!(
        it.action,
        Action::Do(
            Verb::GainLife
                | Verb::LoseLife
                | Verb::PayLife
                | Verb::Draw
                | Verb::Search
                | Verb::LoseGame
                | Verb::WinGame
        ) | Action::LoseGameByLife
    );
    let of_objects_alone = matches!(
        it.action,
        Action::Be(
            Verb::Counter | Verb::Destroy | Verb::Enchant | Verb::Equip | Verb::Regenerate | Verb::TurnFaceUp
        ) | Action::Do(Verb::Enter)
    );
    let who_and_what = match it.action {
        // Counters are put on objects or on players.
        Action::Be(Verb::PutCounters) => it.who.is_none() || it.what.is_none() && !of_objects,
        _ if of_players_alone => it.what.is_none() && !of_objects,
        _ if of_objects_alone => it.who.is_none(),
        _ => true,
    };
    // Where the object comes from is asked of what moves, is activated or is a target.
    let from = it.from.is_empty()
        || matches!(
            it.action,
            Action::Do(Verb::Cast | Verb::PlayLand | Verb::Activate | Verb::Enter)
                | Action::ActivateNonmana
                | Action::Be(Verb::Target)
        );
    // What causes a search is asked of what makes its controller search their own library.
    if it.action == Action::Do(Verb::Search) {
        return who_and_what && from && it.own == it.by.is_some() && limits_are_looked_at(it);
    }
    let own = !it.own
        || matches!(
            it.action,
            Action::Do(Verb::Cast | Verb::PlayLand | Verb::Activate) | Action::ActivateNonmana
        );
    // What enters is asked about as it would be on the battlefield (614.17d), and lies nowhere else then.
    let lies_elsewhere = |what: &Filter| mentions(what, |part| matches!(part, Part::Filter(Filter::In(_))));
    let where_it_is = it.action != Action::Do(Verb::Enter) || !it.what.as_ref().is_some_and(lies_elsewhere);
    who_and_what && from && own && where_it_is && limits_are_looked_at(it)
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
        Action::Do(Verb::Attack | Verb::Block) | Action::Be(Verb::Block) if it.by.is_some() => {
            it.is_of_pairs()
        }
        Action::Do(Verb::Attack) => !(fewer || several || without && to),
        Action::Do(Verb::Block) => !(fewer || several || to && (pays || more || without)),
        Action::Be(Verb::Block) => !(to || without || pays && (more || fewer)),
        // A cost or a number is found out to be played or not as the spell would be cast.
        Action::Do(Verb::Cast) => !(fewer || to || without),
        Action::Do(Verb::Draw) => !(pays || fewer || to || without),
        _ => false,
    }
}

/// Whether a requirement to attack or to block says nothing that is not looked at. What must be blocked by some creature or other is said
/// of it alone, or of all that could.
const fn is_required(it: &Requirement) -> bool {
    match it.action {
        Action::Do(Verb::Attack | Verb::Block) => !it.by_all,
        _ => it.to.is_none() && !it.one,
    }
}

/// Whether headjudge asks for permission when this would be done.
const fn allows(permission: &Permission) -> bool {
    matches!(
        permission.action,
        Allowed::AttackAsThoughNoDefender
            | Allowed::ExertAsItAttacks
            | Allowed::BlockAnother
            | Allowed::BlockAny
            | Allowed::Cast
            | Allowed::ExhaustAgain
            | Allowed::ActivateLoyaltyAsInstant
            | Allowed::Play
            | Allowed::PlayLand
            | Allowed::CastAsThoughFlash
            | Allowed::UseOtherGraveyards
            | Allowed::LookAtTop
            | Allowed::StayTapped
            | Allowed::LookAtFaceDown
            | Allowed::LookAtExiled
    )
}

/// Whether whoever asks for the permission looks at everything that it says.
const fn is_allowed(it: &Permission, of_objects: bool) -> bool {
    match it.action {
        // It must say which cards: these, or those in a zone.
        Allowed::Cast | Allowed::Play => it.from.is_some() || it.what.is_some() || of_objects,
        Allowed::PlayLand => it.spells.is_none() && it.cost.is_none() && !it.any_mana,
        Allowed::CastAsThoughFlash => it.cost.is_none() && !it.any_mana && it.times_each_turn.is_none(),
        _ => it.spells.is_none() && it.cost.is_none() && !it.any_mana && it.times_each_turn.is_none(),
    }
}

/// Whether each part of a change of costs has something that it changes.
const fn is_worked_out(it: &CostChange) -> bool {
    let floor = it.at_least.is_none() || it.less.is_some() && it.less_mana.is_none();
    let changes =
        it.more.is_some() || it.less.is_some() || it.less_mana.is_some() || it.no_less_than.is_some();
    floor && changes
}
