//! A decision that the game asks a player for.

mod answers;
mod deeds;

use std::rc::Rc;

use crate::ir::{Color, CounterKind, ManaSymbol, Symbol, Verb, Zone};

use super::ids::{CardId, ObjectId, PlayerId, Thing};
use super::mana::ManaAmount;

pub use answers::Answers;

/// A question to a player, with its legal answers in canonical order.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Who answers.
    pub player: PlayerId,
    /// What sort of question.
    pub kind: ChoiceKind,
    /// The spell, ability or permanent that asks, if any.
    pub source: Option<ObjectId>,
    /// The legal answers.
    pub options: Options,
    /// Whether every answer leads to the same position for all that the rules can see (404.3, 401.4).
    pub indifferent: bool,
}

/// The sort of a question; the words are those of the scenario language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChoiceKind {
    /// Targets (601.2c).
    Target,
    /// New targets for a spell or ability (115.7).
    Targets,
    /// New targets for a copy, which else keeps those of the original (707.10c).
    CopyTargets,
    /// Objects, players or words that an effect asks for.
    Choose,
    /// Whether to do something.
    May,
    /// Modes (601.2b).
    Mode,
    /// The value of {X} (601.2b).
    X,
    /// How something is divided (601.2d).
    Divide,
    /// What to sacrifice.
    Sacrifice,
    /// What to discard.
    Discard,
    /// What to tap.
    Tap,
    /// What to exile.
    Exile,
    /// What to return.
    Return,
    /// What to reveal.
    Reveal,
    /// Whether, or how, to pay.
    Pay,
    /// Which replacement effect applies first (616.1).
    First,
    /// The order in which abilities go on the stack (603.3b).
    Order,
    /// What goes on top of a library.
    Top,
    /// What goes to the bottom of a library.
    Bottom,
    /// What a search finds (701.23).
    Find,
    /// What to cast while something resolves.
    Cast,
    /// What chance picks.
    Random,
    /// How a coin falls (705.2).
    Coin,
    /// What a die shows (706.2).
    Die,
    /// What a player votes for (701.38a).
    Vote,
    /// Which pile (700.3).
    Pile,
    /// Which legend to keep (704.5j).
    Keep,
    /// The creature to encode a card on (702.99a).
    Encode,
    /// What to attach something to.
    Attach,
    /// A colour.
    Color,
    /// A player.
    Player,
    /// How combat damage is assigned (510.1).
    Damage,
    /// A number.
    Number,
    /// What goes into the graveyard (701.25).
    Graveyard,
    /// Whether to take a mulligan (103.5).
    Mulligan,
}

impl ChoiceKind {
    /// Whether chance answers, and no player.
    pub const fn by_chance(self) -> bool {
        matches!(self, Self::Random | Self::Coin | Self::Die)
    }
}

/// What a player may do, as far as a word can say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// What the source says.
    Something,
    /// Let an effect of the source replace what would happen.
    Replace,
    /// Copy a card.
    Copy(ObjectId),
    /// Do this, and whether to an object.
    Do(Verb, bool),
    /// Put it into a zone.
    Put(Zone),
    /// Choose something, and do this to it.
    DoChosen(Verb),
    /// Choose something, and put it into a zone.
    PutChosen(Zone),
    /// Have it enter the battlefield as a copy.
    EnterAsCopy,
    /// Have it enter the battlefield with a counter of a kind.
    EnterWith(CounterKind),
    /// Pay tribute, by putting counters on it as it enters (702.104b).
    PayTribute,
    /// Choose new targets.
    ChooseNewTargets,
    /// Keep it tapped in the untap step.
    StayTapped,
    /// Dredge the card (702.52a).
    Dredge,
    /// Pay the kicker cost of this place among those of the spell (702.33a).
    Kick(u8),
    /// Take a mulligan (103.5).
    Mulligan,
    /// Have it assign its combat damage as though it weren't blocked.
    AssignAsThoughUnblocked,
}

/// The legal answers to a question.
#[derive(Debug, Clone)]
pub enum Options {
    /// Yes or no.
    YesNo(Deed),
    /// Some of these, at least and at most so many; the order counts if `ordered`.
    Pick {
        /// What may be picked.
        from: Rc<[Item]>,
        /// How many at least.
        at_least: u32,
        /// How many at most.
        at_most: u32,
        /// Whether the order of the answer matters.
        ordered: bool,
    },
    /// A whole number in this range.
    Number {
        /// The least.
        least: u32,
        /// The greatest.
        most: u32,
    },
    /// An amount divided among these, each at least so much.
    Divide {
        /// How much is divided.
        amount: u32,
        /// Among what.
        among: Rc<[Item]>,
        /// The least that each gets.
        each: u32,
        /// The most that each gets, if there is less of it for some than is divided; otherwise empty.
        most: Rc<[u32]>,
    },
}

/// One thing that can be picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// An object.
    Object(ObjectId),
    /// A player.
    Player(PlayerId),
    /// A card that chance picks from the face-down pile in exile in which this one lies (406.4).
    Pile(ObjectId),
    /// A physical card, where one object is several of them (712.21).
    Card(CardId),
    /// A face or half of a card that is cast as one of several, by its index.
    Face(ObjectId, u8),
    /// A mode, from 1.
    Mode(u8),
    /// A colour.
    Color(Color),
    /// Colourless mana.
    Colorless,
    /// A word.
    Word(Symbol),
    /// A counter of a kind.
    Counter(CounterKind),
    /// The name of a face of a card: its place among those that the game knows (201.4).
    Name(u16),
    /// Pay with life rather than mana (107.4f).
    Life,
    /// Pay with mana rather than life.
    Mana,
    /// The way in which a mana symbol is paid: a symbol without a choice (107.4e).
    Symbol(ManaSymbol),
    /// The mana that is spent.
    Spend(ManaAmount),
    /// One of several effects or abilities of an object, by a number from 1; and what it is about, where nothing else tells it from
    /// another one.
    AbilityOf(ObjectId, u8, Option<ObjectId>),
}

impl Item {
    /// A thing as something to pick.
    pub const fn of(thing: Thing) -> Self {
        match thing {
            Thing::Object(object) => Self::Object(object),
            Thing::Player(player) => Self::Player(player),
        }
    }

    /// The thing that was picked, if it is one.
    pub const fn thing(self) -> Option<Thing> {
        match self {
            Self::Object(object) => Some(Thing::Object(object)),
            Self::Player(player) => Some(Thing::Player(player)),
            _ => None,
        }
    }

    /// The object, if it is one that is picked as such.
    pub const fn object(&self) -> Option<ObjectId> {
        match self {
            Self::Object(object) => Some(*object),
            _ => None,
        }
    }
}

/// An answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
    /// These of the options, by index, in this order.
    Picked(Vec<u32>),
    /// This number.
    Number(u32),
    /// So much to each of the options.
    Divided(Vec<u32>),
}

impl Choice {
    /// The only legal answer, if there is just one and it is not a matter of "may".
    pub fn forced(&self) -> Option<Answer> {
        match &self.options {
            Options::YesNo(_) => None,
            // There are more names of cards than those that the game knows.
            Options::Pick { from, .. } if matches!(from.first(), Some(Item::Name(_))) => None,
            Options::Pick { from, at_least, at_most, ordered } => {
                let count = u32::try_from(from.len()).unwrap_or(u32::MAX);
                let all = || Answer::Picked((0..count).collect());
                if *at_most == 0 || count == 0 {
                    return Some(Answer::Picked(Vec::new()));
                }
                (count == *at_least && (count == 1 || !ordered)).then(all)
            }
            Options::Number { least, most } => (least == most).then_some(Answer::Number(*least)),
            Options::Divide { most, .. } if !most.is_empty() => {
                let mut answers = self.answers();
                answers.next().filter(|_| answers.next().is_none())
            }
            Options::Divide { amount, among, each, .. } => {
                let count = u32::try_from(among.len()).unwrap_or(u32::MAX);
                if count == 1 {
                    return Some(Answer::Divided(vec![*amount]));
                }
                (each.checked_mul(count) == Some(*amount))
                    .then(|| Answer::Divided(among.iter().map(|_| *each).collect()))
            }
        }
    }

    /// The objects that can be picked.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let from: &[Item] = match &self.options {
            Options::Pick { from, .. } => from,
            _ => &[],
        };
        from.iter().filter_map(Item::object)
    }

    /// Whether the answer is one of the legal ones.
    pub fn allows(&self, answer: &Answer) -> bool {
        match (&self.options, answer) {
            (Options::YesNo(_), Answer::Yes | Answer::No) => true,
            (Options::Pick { from, at_least, at_most, .. }, Answer::Picked(picked)) => {
                let count = u32::try_from(picked.len()).unwrap_or(u32::MAX);
                let different = (1..picked.len()).all(|end| {
                    picked.get(end).is_some_and(|last| picked.iter().take(end).all(|earlier| earlier != last))
                });
                (*at_least..=*at_most).contains(&count)
                    && different
                    && picked.iter().all(|index| (*index as usize) < from.len())
            }
            (Options::Number { least, most }, Answer::Number(number)) => (least..=most).contains(&number),
            (Options::Divide { amount, among, each, most }, Answer::Divided(shares)) => {
                shares.len() == among.len()
                    && shares.iter().all(|share| share >= each)
                    && shares.iter().zip(most.iter()).all(|(share, most)| share <= most)
                    && shares.iter().try_fold(0u32, |sum, share| sum.checked_add(*share)) == Some(*amount)
            }
            _ => false,
        }
    }
}
