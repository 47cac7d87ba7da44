//! Changes of the rules of the game in words: `this can't block`.

use super::Voice;
use super::abilities::body;
use super::english::{list, spaced};
use super::events::{Mood, step};
use super::kinds::Head;
use super::selections::{agreeing, verb};
use crate::ir::change::{
    Action, Allowed, CombatDamageChange, CostChange, HandSize, Permission, Prohibition, Requirement,
    RevealedCards,
};
use crate::ir::{Body, CardType, Cost, Costs, Filter, RuleChange, Selection, Verb};

impl Voice<'_> {
    /// The changes as clauses; those that name nobody are about what they are made for, if they are made for something.
    pub(super) fn rule_changes(&self, rules: &[RuleChange], of: Option<&Selection>) -> String {
        let rules: Vec<String> = rules.iter().map(|rule| self.rule_change(rule, of)).collect();
        list(&rules, "and")
    }

    fn rule_change(&self, rule: &RuleChange, of: Option<&Selection>) -> String {
        match rule {
            RuleChange::Cant(prohibition) => self.prohibition(prohibition, of),
            RuleChange::Must(requirement) => self.requirement(requirement, of),
            RuleChange::May(permission) => self.permission(permission, of),
            RuleChange::CostChange(change) => self.cost_change(change),
            RuleChange::Goaded(filter) => format!("{} are goaded", self.kinds(filter, Head::Permanent)),
            RuleChange::ExtraLands(players, count) => {
                let lands = self.some(count, "additional land");
                format!("{} may play {lands} each turn", self.players(players))
            }
            RuleChange::HandSize(players, size) => {
                let size = match size {
                    HandSize::Unlimited => "without a limit".to_owned(),
                    HandSize::Is(quantity) => self.amount(quantity),
                    HandSize::More(quantity) => format!("greater by {}", self.amount(quantity)),
                };
                format!("{} maximum hand size is {size}", self.possessive(players))
            }
            RuleChange::Skip(players, skipped) => {
                let skips = verb(players, Verb::Skip);
                format!("{} {skips} the {}", self.players(players), step(*skipped))
            }
            RuleChange::PlayerHas(players, keyword) => {
                format!("{} {} {keyword}", self.players(players), agreeing(players, "have", "has"))
            }
            RuleChange::PlayerProtection(players, from) => format!(
                "{} {} protection from {}",
                self.players(players),
                agreeing(players, "have", "has"),
                self.kinds(from, Head::Thing)
            ),
            RuleChange::CombatDamage(filter, change) => {
                let change = match change {
                    CombatDamageChange::ByToughness => {
                        "combat damage equal to its toughness instead of its power"
                    }
                    // Its controller may do so or not.
                    CombatDamageChange::AsThoughUnblocked => {
                        let it = self.a_kind(filter, Head::Permanent);
                        return format!(
                            "you may have {it} assign combat damage as though it were not blocked"
                        );
                    }
                    CombatDamageChange::None => "no combat damage",
                };
                format!("{} assigns {change}", self.a_kind(filter, Head::Permanent))
            }
            RuleChange::KeepsMana(players, types) => {
                let types: Vec<String> = types.iter().map(|mana| mana.word().to_owned()).collect();
                let mana = if types.is_empty() { String::new() } else { list(&types, "and") + " " };
                let who = self.players(players);
                format!(
                    "{who} {} unspent {mana}mana as steps and phases end",
                    agreeing(players, "keep", "keeps")
                )
            }
            RuleChange::AnyColor(players) => {
                format!("{} may spend mana as though it were of any color", self.players(players))
            }
            RuleChange::LostManaBecomes(players, mana) => {
                let would = format!("unspent mana that {} would lose", self.players(players));
                format!("{would} becomes {} instead", mana.word())
            }
            RuleChange::StationsByToughness(filter) => {
                format!(
                    "{} stations using its toughness rather than its power",
                    self.a_kind(filter, Head::Permanent)
                )
            }
            RuleChange::ExtraTrigger { of, caused_by } => {
                let because = caused_by
                    .as_ref()
                    .map_or_else(String::new, |event| format!(" because {}", self.event(event, Mood::Does)));
                let whose = self.a_kind(of, Head::Permanent);
                format!("if an ability of {whose} triggers{because}, it triggers an additional time")
            }
            RuleChange::NoTrigger { caused_by, of } => {
                let event = self.event(caused_by, Mood::Does);
                format!("if {event}, abilities of {} don't trigger", self.kinds(of, Head::Permanent))
            }
            RuleChange::DamageCantBePrevented => "damage can't be prevented".to_owned(),
            RuleChange::Devotion(players, more) => format!(
                "the devotion of {} to each color and combination of colors is {} more",
                self.players(players),
                self.amount(more)
            ),
            RuleChange::Revealed(players, cards) => {
                let cards = match cards {
                    RevealedCards::FirstDraw => {
                        let verb = verb(players, Verb::Reveal);
                        return format!("{} {verb} the first card drawn each turn", self.players(players));
                    }
                    RevealedCards::Hand => "hand",
                    RevealedCards::TopOfLibrary => "top card of the library",
                };
                format!("{} {} with the {cards} revealed", self.players(players), verb(players, Verb::Play))
            }
            RuleChange::MostCounters { of, kind, count } => {
                let of = self.a_kind(of, Head::Permanent);
                format!("{of} can't have more than {}", self.some(count, &format!("{kind} counter")))
            }
            RuleChange::AsYouCascade { cards, does } => {
                let does = body(&Body::of(does.clone()), None);
                format!("as you cascade (call the exiled cards \"{cards}\"), {does}")
            }
            RuleChange::Marked(name) => format!("this is {name}"),
            RuleChange::Unsupported(why) => unsupported(why),
        }
    }

    fn prohibition(&self, prohibition: &Prohibition, of: Option<&Selection>) -> String {
        let action = spaced(prohibition.action.word()).replace(" game", " the game");
        let what = prohibition.what.as_ref();
        let mut words = match (&prohibition.who, what) {
            (Some(players), Some(filter)) => {
                let head =
                    if prohibition.action == Action::Do(Verb::Cast) { Head::Spell } else { Head::Thing };
                let kind = self.kinds(filter, head);
                format!("{} can't {action} {kind}", self.players(players))
            }
            (Some(players), None) => {
                let what = match (prohibition.action, prohibition.from.is_empty()) {
                    (Action::Do(Verb::Cast), false) => "cast spells",
                    (Action::Do(Verb::PlayLand), false) => "play lands",
                    _ => &action,
                };
                format!("{} can't {what}", self.players(players))
            }
            (None, Some(filter)) => {
                let subject = self.a_kind(filter, Head::Permanent);
                if let (Some(most), Action::Do(Verb::Attack | Verb::Block)) =
                    (prohibition.more_than, prohibition.action)
                {
                    let kinds = self.kinds(filter, Head::Permanent);
                    return format!("no more than {most} of all {kinds} can {action} each combat");
                }
                match prohibition.action {
                    Action::Do(Verb::Cast) => format!("{} can't be cast", self.kinds(filter, Head::Spell)),
                    Action::Do(Verb::Activate) => format!("abilities of {subject} can't be activated"),
                    Action::ActivateNonmana => {
                        format!("abilities of {subject} can't be activated unless they're mana abilities")
                    }
                    Action::Do(Verb::Untap) => format!("{subject} doesn't untap in the untap step"),
                    Action::Be(Verb::RemoveDamage) => {
                        format!("damage on {subject} is not removed in the cleanup step")
                    }
                    Action::Do(Verb::PreventDamage) => format!("damage by {subject} can't be prevented"),
                    _ => format!("{subject} can't {action}"),
                }
            }
            (None, None) => match of {
                Some(of) => format!("{} can't {action}", self.selection(of)),
                None => format!("nobody can {action}"),
            },
        };
        if let Some(by) = &prohibition.by {
            words.push_str(&format!(" by {}", self.a_kind(by, Head::Permanent)));
        }
        if !prohibition.from.is_empty() {
            let zones = super::selections::zones(&prohibition.from);
            words.push_str(&match zones.strip_prefix("a ") {
                Some(zone) if prohibition.own => format!(" from their own {zone}"),
                _ => format!(" from {zones}"),
            });
        }
        if let (Some(Selection::Each(filter)), Action::Do(Verb::Block)) =
            (&prohibition.to, prohibition.action)
        {
            words.push_str(&format!(" {}", self.kinds(filter, Head::Permanent)));
        } else if let Some(to) = &prohibition.to {
            words.push_str(&format!(" {}", self.selection(to)));
        }
        if let Some(most) = prohibition.more_than {
            words.push_str(&match prohibition.action.verb() {
                Verb::Block if prohibition.action == Action::Be(Verb::Block) => {
                    format!(
                        " by more than {}",
                        if most == 1 { "one creature".to_owned() } else { format!("{most} creatures") }
                    )
                }
                Verb::Attack | Verb::Block => format!(" with more than {most} at once"),
                _ => format!(" more than {most} times each turn"),
            });
        }
        if let Some(least) = prohibition.fewer_than {
            words.push_str(&format!(" by fewer than {least} creatures"));
        }
        if let Some(others) = &prohibition.without {
            words.push_str(&format!(" unless {} does too", self.a_kind(others, Head::Permanent)));
        }
        if let Some(costs) = &prohibition.unless_pay {
            words.push_str(&format!(" without paying {}", self.costs(costs)));
        }
        if let Some(condition) = &prohibition.only_if {
            words.push_str(&format!(" while {}", self.condition(condition)));
        }
        words
    }

    fn requirement(&self, requirement: &Requirement, of: Option<&Selection>) -> String {
        // Of what it is made for, those that are creatures are all that can attack or block.
        let subject = match of {
            Some(of) if requirement.what == Filter::Type(CardType::Creature) => self.selection(of),
            _ => self.a_kind(&requirement.what, Head::Permanent),
        };
        let subject = if requirement.one { format!("at least one of {subject}") } else { subject };
        let mut words = format!("{subject} must {}", spaced(requirement.action.word()));
        if let Some(to) = &requirement.to {
            words.push_str(&format!(" {}", self.selection(to)));
        }
        if requirement.by_all {
            words.push_str(" by all that can");
        }
        words + " if able"
    }

    fn permission(&self, permission: &Permission, of: Option<&Selection>) -> String {
        let action = spaced(permission.action.word());
        let mut words = match (&permission.who, &permission.what) {
            (Some(players), Some(selection)) => {
                format!("{} may {action} {}", self.players(players), self.selection(selection))
            }
            (Some(players), None) => match permission.action {
                Allowed::CastAsThoughFlash => {
                    format!("{} may cast spells as though they had flash", self.players(players))
                }
                Allowed::ExhaustAgain => format!(
                    "{} may activate exhaust abilities as though they had not been activated",
                    self.players(players)
                ),
                Allowed::UseOtherGraveyards => format!(
                    "{} may play lands and cast spells from other players' graveyards as though those cards were in {} graveyard",
                    self.players(players),
                    self.possessive(players)
                ),
                _ => {
                    // Those that the effect is on, where it says no others.
                    let these = of.map_or_else(String::new, |of| format!(" {}", self.selection(of)));
                    format!("{} may {action}{these}", self.players(players))
                }
            },
            (None, Some(selection)) if permission.action == Allowed::StayTapped => {
                format!("you may choose not to untap {} during your untap step", self.selection(selection))
            }
            (None, Some(selection)) if permission.action == Allowed::ExertAsItAttacks => {
                format!("you may exert {} as it attacks", self.selection(selection))
            }
            (None, Some(selection)) if permission.action == Allowed::LookAtExiled => {
                format!("you may look at {}", self.selection(selection))
            }
            (None, Some(selection)) if permission.action == Allowed::BlockAnother => {
                format!("{} can block an additional creature", self.selection(selection))
            }
            (None, Some(selection)) => format!("{} may {action}", self.selection(selection)),
            (None, None) => format!("anybody may {action}"),
        };
        if let Some(filter) = &permission.spells {
            words.push_str(&format!(" if it is {}", self.a_kind(filter, Head::Spell)));
        }
        if let Some(zone) = permission.from {
            words.push_str(&format!(" from {}", super::selections::zone(zone)));
        }
        if let Some(costs) = &permission.cost {
            words.push_str(&format!(" for {} instead of the mana cost", self.costs(costs)));
        }
        if permission.any_mana {
            words.push_str(" with mana of any type");
        }
        if let Some(most) = permission.times_each_turn {
            words.push_str(&format!(", at most {most} times each turn"));
        }
        words
    }

    fn cost_change(&self, change: &CostChange) -> String {
        let kinds = self.kinds(&change.of, if change.abilities { Head::Thing } else { Head::Spell });
        let loyalty = |costs: &Costs| matches!(costs.0.as_slice(), [Cost::Loyalty(_)]);
        let what = match (change.abilities, &change.more) {
            (true, Some(costs)) if loyalty(costs) => format!("loyalty abilities of {kinds}"),
            (true, _) => format!("abilities of {kinds}"),
            (false, _) => kinds,
        };
        let (who, act) = match (&change.who, change.abilities) {
            (Some(players), true) => (format!(" that {}", self.some_player(players)), "activate"),
            (Some(players), false) => (format!(" that {}", self.some_player(players)), "cast"),
            (None, true) => (String::new(), "activate"),
            (None, false) => (String::new(), "cast"),
        };
        let by = change.who.as_ref().map_or_else(String::new, |players| {
            format!(
                " {}",
                match (players, change.abilities) {
                    (crate::ir::Players::You, _) => act,
                    (_, true) => "activates",
                    (_, false) => "casts",
                }
            )
        });
        let mut amounts = Vec::new();
        if let Some(costs) = &change.more {
            amounts.push(format!("{} more", self.costs(costs)));
        }
        if let Some(quantity) = &change.less {
            amounts.push(format!("{{{}}} less", self.amount(quantity)));
        }
        if let Some(mana) = &change.less_mana {
            amounts.push(format!("{mana} less"));
        }
        let mut words = format!("{what}{who}{by} cost {} to {act}", list(&amounts, "and"));
        if let Some(quantity) = &change.for_each {
            words.push_str(&format!(", as many times as {}", self.amount(quantity)));
        }
        if let Some(least) = change.at_least {
            words.push_str(&format!(", but not less than {least} mana"));
        }
        words
    }
}

/// What the form has no words for.
pub(super) fn unsupported(why: &str) -> String {
    format!("(not supported: {why})")
}
