//! Why the engine stops before it is done.

use std::borrow::Cow;

use crate::game::{Choice, Game, ObjectId, PlayerId, Thing};
use crate::ir::{Condition, Filter, ManaCost, Symbol, TargetSpec};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::refusal::{Phrase, Unmade, protected};
use crate::trace::{Attempt, CostChanged, Refusal};

/// Why the engine stops.
#[derive(Debug, Clone)]
pub enum Halt {
    /// A player must choose and nothing says what.
    Open(Box<Choice>),
    /// The active player must declare attackers, and nothing says which of these declarations it is (508.1d).
    OpenAttack(PlayerId, Vec<Vec<(ObjectId, Thing)>>),
    /// A defending player must declare blockers, and nothing says which of these declarations it is (509.1c).
    OpenBlock(PlayerId, Vec<Vec<(ObjectId, ObjectId)>>),
    /// A player pays mana, could activate the mana abilities of these, and nothing says which are (605.3a).
    OpenPayment(PlayerId, Vec<ObjectId>),
    /// What a player tried is illegal: by this rule, at this step of the procedure.
    Illegal(Illegal),
    /// The rules or a card ask for something that headjudge can't play.
    Undecided(Undecided),
    /// An answer names something that is not among the legal answers.
    NotOffered(Thing),
    /// An answer that was given can't be taken.
    Answer(String),
    /// An answer is none of the legal ones, by what the question rests on.
    NotAllowed(Illegal),
    /// The game has ended, and immediately (104.1): nothing that was to follow happens.
    Over,
    /// The game goes on for too long without coming to an end: what repeats.
    Runaway(&'static str),
}

/// What a player tried is illegal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    /// Who tried.
    pub player: PlayerId,
    /// The rules that forbid it, the deciding one first.
    pub rules: Rules,
    /// Why, in a few words for the user: `it is not your main phase`.
    pub why: &'static str,
    /// The object at fault, if there is one.
    pub object: Option<ObjectId>,
    /// The target that makes it illegal, if it is one.
    pub target: Option<Thing>,
    /// Whose effect forbids it, if one does.
    pub by: Option<ObjectId>,
    /// What is seldom to be said of it.
    pub more: Option<Box<More>>,
    /// Whether it is a choice that is illegal, made while something resolves, and not what was begun.
    pub choosing: bool,
    /// The mana of a total cost that can't be paid, if it is that (601.2f).
    pub cost: Option<Box<ManaCost>>,
    /// What the target is or is not, so that it is of the wrong kind: `is black`.
    pub being: Option<Box<str>>,
}

/// What is seldom to be said of what is illegal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct More {
    /// What was chosen and can't be together, if it is that.
    pub together: Vec<Thing>,
    /// What the player tried, where that is not what was begun.
    pub tried: Option<Attempt>,
    /// The phrase that the target does not fit, if it is that.
    pub phrase: Option<Phrase>,
    /// The quality from which something is protected, if it is that.
    pub quality: Option<Filter>,
    /// What is left of the cost that can't be paid, in each of the ways that there were, where a keyword lets some of it be paid otherwise
    /// than with mana.
    pub left: Vec<ManaCost>,
    /// How effects have changed that cost, if they have.
    pub changed: Option<CostChanged>,
    /// What must be so for it to be cast or activated at all, and is not, if it is that.
    pub only_if: Option<Condition>,
    /// What was announced of that cost without which it could be paid.
    pub announced: Option<Box<str>>,
    /// Why something is not of a card type that is printed on it, if it is that.
    pub unmade: Option<Unmade>,
    /// In what way a spell would have been cast, and which additional costs would have been paid for it.
    pub manner: Vec<Symbol>,
}

/// Something that headjudge can't play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// The object that asks for it, if any.
    pub object: Option<ObjectId>,
    /// What it is, in a few words.
    pub why: String,
    /// Whether the form of a card alone tells that it is not played, so that [`gaps`](super::gaps::gaps) has announced it.
    pub is_gap: bool,
}

/// Why a node of a card's form is not played, in a few words.
pub type Why = Cow<'static, str>;

/// Why text in free words is not played.
pub(in crate::engine) fn of_free_text(text: &str) -> Why {
    format!("headjudge can't play a part of it: {text}").into()
}

impl Illegal {
    /// The refusal of what was tried, in the game as it was before that: what was announced is not there.
    pub fn refusal(&self, game: &Game, attempt: Attempt) -> Refusal {
        let there = |object: &ObjectId| (object.0 as usize) < game.objects().len();
        let target = self.target.filter(|target| target.object().as_ref().is_none_or(there));
        let object = self.object.filter(there);
        let by = self.by.filter(there);
        let (cost, being) = (self.cost.clone(), self.being.clone());
        let phrase = self.more.as_ref().and_then(|more| more.phrase.clone()).map(Box::new);
        let known = |tried: &&Attempt| match tried {
            Attempt::Target(ability) => there(ability),
            _ => true,
        };
        let attempt = self.tried().filter(known).cloned().unwrap_or(attempt);
        let is_known = |thing: &&Thing| thing.object().as_ref().is_none_or(there);
        let together: Vec<Thing> = self.together().iter().filter(is_known).copied().collect();
        // What is chosen as a cost, or as something resolves, is no target.
        let targets =
            if together.is_empty() || self.choosing { target.into_iter().collect() } else { together };
        let quality = self.more.as_ref().and_then(|more| more.quality.clone()).map(Box::new);
        let left = self.more.as_ref().map_or_else(Vec::new, |more| more.left.clone());
        let manner = self.more.as_ref().map_or_else(Vec::new, |more| more.manner.clone());
        let announced = self.more.as_ref().and_then(|more| more.announced.clone());
        let unmade = self.more.as_ref().and_then(|more| more.unmade.clone()).map(Box::new);
        let only_if = self.more.as_ref().and_then(|more| more.only_if.clone()).map(Box::new);
        let changed = self.more.as_ref().and_then(|more| more.changed.clone());
        let changed = changed.map(|mut changed| {
            // What was on the stack is the card once more.
            changed.by.iter_mut().filter(|by| !there(by)).for_each(|by| *by = attempt.own().unwrap_or(*by));
            changed.by.retain(there);
            Box::new(changed)
        });
        Refusal {
            targets,
            player: self.player,
            attempt,
            target,
            object,
            why: self.why,
            by,
            cost,
            left,
            changed,
            announced,
            manner,
            being,
            unmade,
            phrase,
            quality,
            only_if,
        }
    }

    /// What the player tried, where that is not what was begun.
    pub fn tried(&self) -> Option<&Attempt> {
        self.more.as_ref()?.tried.as_ref()
    }

    /// What was chosen and can't be together.
    pub fn together(&self) -> &[Thing] {
        self.more.as_ref().map_or(&[], |more| more.together.as_slice())
    }

    /// Why, in as many words as there are.
    pub fn reason(&self) -> Cow<'_, str> {
        let why = self.being.as_deref().filter(|_| self.target.is_none()).unwrap_or(self.why);
        let quality = self.more.as_ref().and_then(|more| more.quality.as_ref());
        protected(why, quality).map_or(Cow::Borrowed(why), Cow::Owned)
    }

    /// Whether it may be mana that is wanting: none that can be had, can be spent on it, or is of the right type.
    pub fn lacks_mana(&self) -> bool {
        [cr!("118.3"), cr!("106.6"), cr!("107.4h")].iter().any(|rule| self.rules.contains(*rule))
    }

    /// Whether the cost can't be paid, so that all before that was legal (601.2h).
    pub fn lacks_cost(&self) -> bool {
        self.rules.contains(cr!("118.3"))
    }

    /// Whether it is what is targeted that makes it illegal, and no one target (601.2c).
    pub fn lacks_targets(&self) -> bool {
        self.rules.contains(cr!("601.2c")) && self.target.is_none() && self.together().is_empty()
    }

    /// Whether there is a way to do it, and only its cost can't be paid or its targets can't be chosen.
    pub fn lacks_cost_or_target(&self) -> bool {
        self.lacks_cost() || self.rules.contains(cr!("601.2c"))
    }

    /// Whether there is mana that may not be spent on it (106.6).
    pub fn has_unfit_mana(&self) -> bool {
        self.rules.contains(cr!("106.6"))
    }
}

impl Halt {
    /// A player tried something illegal.
    pub fn illegal(player: PlayerId, rule: RuleId, why: &'static str, object: Option<ObjectId>) -> Self {
        Self::Illegal(Illegal {
            player,
            rules: Rules::NONE.and(rule),
            why,
            object,
            target: None,
            by: None,
            more: None,
            choosing: false,
            cost: None,
            being: None,
        })
    }

    /// The target does not fit this phrase, which is that one of several.
    #[must_use]
    pub fn of_phrase(mut self, spec: &TargetSpec, place: Option<usize>) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            if illegal.target.is_some() {
                illegal.more.get_or_insert_default().phrase = Some(Phrase { spec: spec.clone(), place });
            }
        }
        self
    }

    /// What is protected is so from this quality.
    #[must_use]
    pub fn from_quality(mut self, quality: Option<Filter>) -> Self {
        if let (Self::Illegal(illegal), Some(quality)) = (&mut self, quality) {
            illegal.more.get_or_insert_default().quality = Some(quality);
        }
        self
    }

    /// It can be cast or activated only if that is so, and it is not.
    #[must_use]
    pub fn only_if(mut self, condition: &Condition) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.more.get_or_insert_default().only_if = Some(condition.clone());
        }
        self
    }

    /// The target is of the wrong kind because it is this, or is not.
    #[must_use]
    pub fn being(mut self, words: Option<String>) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.being = words.map(String::into_boxed_str);
        }
        self
    }

    /// It is this total cost that can't be paid.
    #[must_use]
    pub fn of_cost(mut self, cost: &ManaCost) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.cost = Some(Box::new(cost.clone()));
        }
        self
    }

    /// So much of that cost is left once some of it has been paid otherwise than with mana, in one or another way.
    #[must_use]
    pub fn with_left(mut self, left: Vec<ManaCost>) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.more.get_or_insert_default().left = left;
        }
        self
    }

    /// Effects have changed that cost so.
    #[must_use]
    pub fn changed_so(mut self, changed: CostChanged) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.more.get_or_insert_default().changed = Some(changed);
        }
        self
    }

    /// That cost could be paid if this had not been announced.
    #[must_use]
    pub fn announced_so(mut self, words: String) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.more.get_or_insert_default().announced = Some(words.into_boxed_str());
        }
        self
    }

    /// Something is not what is printed on it, for this and by these rules.
    #[must_use]
    pub fn of_unmade(mut self, unmade: Option<(Unmade, Rules)>) -> Self {
        if let (Self::Illegal(illegal), Some((unmade, rules))) = (&mut self, unmade) {
            illegal.more.get_or_insert_default().unmade = Some(unmade);
            for rule in rules.iter() {
                illegal.rules.push(rule);
            }
        }
        self
    }

    /// It is in this way that a spell would have been cast, with these costs paid.
    #[must_use]
    pub fn in_manner(mut self, manner: impl IntoIterator<Item = Symbol>) -> Self {
        // That a card is cast prototyped its face says.
        let manner: Vec<Symbol> = manner.into_iter().filter(|way| way.as_str() != "prototype").collect();
        if let Self::Illegal(illegal) = &mut self
            && !manner.is_empty()
        {
            illegal.more.get_or_insert_default().manner = manner;
        }
        self
    }

    /// It is an effect of this object that forbids it.
    #[must_use]
    pub fn said_by(mut self, source: impl Into<Option<ObjectId>>) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.by = source.into();
        }
        self
    }

    /// It is these that can't be chosen together.
    #[must_use]
    pub fn with_together(mut self, chosen: &[Thing]) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.more.get_or_insert_default().together = chosen.to_vec();
        }
        self
    }

    /// It is this that the player tried, and not what was begun.
    #[must_use]
    pub fn trying(mut self, attempt: Attempt) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.more.get_or_insert_default().tried = Some(attempt);
        }
        self
    }

    /// It is a choice that is illegal, not what the player began to do.
    #[must_use]
    pub fn as_choice(mut self) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.choosing = true;
        }
        self
    }

    /// It is this target that makes it illegal.
    #[must_use]
    pub fn with_target(mut self, target: Thing) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.target = Some(target);
        }
        self
    }

    /// The same, with another rule that forbids it; anything else stays as it is.
    #[must_use]
    pub fn and_rule(mut self, rule: RuleId) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.rules.push(rule);
        }
        self
    }

    /// The same, with a rule before those that forbid it; anything else stays as it is.
    #[must_use]
    pub fn led_by(mut self, rule: RuleId) -> Self {
        if let Self::Illegal(illegal) = &mut self {
            illegal.rules = illegal.rules.iter().fold(Rules::NONE.and(rule), Rules::and);
        }
        self
    }

    /// Whether it is illegal by this rule.
    pub fn rests_on(&self, rule: RuleId) -> bool {
        matches!(self, Self::Illegal(illegal) if illegal.rules.contains(rule))
    }

    /// Whether nothing lets a card be cast or played at all (601.3).
    pub fn lacks_permission(&self) -> bool {
        self.rests_on(cr!("601.3"))
    }

    /// Something asks for what can't be played in this position of the game.
    pub fn undecided(object: impl Into<Option<ObjectId>>, why: impl Into<String>) -> Self {
        Self::Undecided(Undecided { object: object.into(), why: why.into(), is_gap: false })
    }

    /// Something comes to a node that is played in no position: the reason is the one that [`gaps`](super::gaps::gaps) gives for it.
    pub fn gap(object: impl Into<Option<ObjectId>>, why: impl Into<String>) -> Self {
        Self::Undecided(Undecided { object: object.into(), why: why.into(), is_gap: true })
    }

    /// Whether what was come to is such a node.
    pub const fn is_gap(&self) -> bool {
        matches!(self, Self::Undecided(undecided) if undecided.is_gap)
    }
}

/// The result of everything the engine does.
pub type Outcome<T = ()> = Result<T, Halt>;
