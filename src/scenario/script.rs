//! The script of a scenario as typed values: what [`crate::scenario::words`] makes of the statement lines.

use crate::diag::Span;
use crate::scenario::ast::{Spanned, Text};
use crate::scenario::vocabulary::{ChoiceKind, Step, Zone};

mod expectation;

pub use expectation::*;

/// One line of the script with the lines that belong to it.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptLine {
    /// What the line says.
    pub kind: LineKind,
    /// The line, without indentation and comment.
    pub span: Span,
    /// The lines indented under it, in order.
    pub children: Vec<ScriptLine>,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq)]
pub enum LineKind {
    /// `turn AP upkeep`: the scenario begins. Only as the first line, and only if something stands under it.
    Begin,
    /// Somebody does something, or time moves.
    Action(Action),
    /// A question the game asks is answered; always under an action.
    Choice(ChoiceLine),
    /// What should be so.
    Expect(Expectation),
    /// What the user wants to know.
    Ask(Ask),
}

/// `in response to X's trigger AP casts Naturalize -> X as @spell`.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// What happens to the stack first.
    pub timing: Timing,
    /// Who acts; `None` where nobody does (`resolve`, `go to ...`, `event: ...`).
    pub player: Option<Text>,
    /// Whether it says `tries to`: then nothing happens, and its `expect legal` or `expect illegal` is answered.
    pub tries: bool,
    /// What is done.
    pub deed: Deed,
    /// `as @label`: the name of what the action creates, without the sign.
    pub creates: Option<Text>,
}

/// What happens to the stack before an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Timing {
    /// It empties first (the default).
    WhenEmpty,
    /// `in response`: the action answers what is on top now.
    InResponse,
    /// `in response to X`: players pass until X, or its trigger, is on top.
    InResponseTo(Reference),
}

/// What is done.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// `casts X [..] -> A; B`.
    Cast {
        /// The card.
        what: Reference,
        /// What stands in brackets.
        announced: Vec<Spanned<Announcement>>,
        /// What stands after `->`.
        targets: Targets,
    },
    /// `activates X ABILITY [..] -> A`.
    Activate {
        /// The object with the ability.
        what: Reference,
        /// Which of its abilities.
        ability: AbilityPick,
        /// What stands in brackets.
        announced: Vec<Spanned<Announcement>>,
        /// What stands after `->`.
        targets: Targets,
    },
    /// `plays X`: a land, or a card that an effect lets a player play.
    Play {
        /// The card.
        what: Reference,
        /// What stands in brackets, such as `from exile`.
        announced: Vec<Spanned<Announcement>>,
    },
    /// `attacks X; Y`, `attacks NAP with X`, `attacks nothing`. Consecutive lines are one declaration.
    Attack {
        /// The player, planeswalker or battle attacked; `None` where only one can be meant.
        defender: Option<Reference>,
        /// The attackers; empty for `attacks nothing`.
        attackers: Vec<Reference>,
        /// Whether they are a band: `attacks X; Y [band]`.
        band: bool,
    },
    /// `blocks X with Y; Z`, `blocks nothing`. Consecutive lines are one declaration.
    Block {
        /// The attacker; `None` for `blocks nothing`.
        attacker: Option<Reference>,
        /// The blockers; empty for `blocks nothing`.
        blockers: Vec<Reference>,
    },
    /// `turns X face up`, `suspends X`, `foretells X`, `plots X`: special actions (CR 116).
    Special {
        /// Which.
        action: SpecialAction,
        /// The card.
        what: Reference,
        /// What stands in brackets.
        announced: Vec<Spanned<Announcement>>,
    },
    /// `rolls the planar die` (CR 116.2i).
    RollPlanarDie,
    /// `starts the game`, or `start the game`, where it is left open who takes the first turn (CR 103).
    Start,
    /// `concedes`.
    Concede,
    /// `passes` or `pass`: one player's pass.
    Pass,
    /// `resolve`: the top object of the stack resolves, and no other.
    Resolve,
    /// `go to NAP's upkeep`.
    GoTo {
        /// Whose turn; `None` is the present turn, or the next one that has the step still before it.
        whose: Option<Text>,
        /// The step or phase.
        step: Spanned<Step>,
    },
    /// `next turn AP`: that player's next precombat main phase; without a player the next player's.
    NextTurn(Option<Text>),
    /// `event: X is destroyed`: something happens that nobody causes.
    Event(Fiat),
    /// `AP repeats 20 times`: a shortcut, the lines below so many times over.
    Repeat(u32),
    /// `AP proposes to go to NAP's upkeep`: a shortcut, everybody passing until then.
    Propose(Option<Text>, Spanned<Step>),
    /// `NAP shortens to 7 times`, `NAP shortens to beginning of combat`: under a shortcut.
    Shorten(Shortened),
    /// `AP tries to choose X`: under a line whose question has that choice.
    Choose(Vec<AnswerItem>),
}

/// Where a player ends a shortcut that another one has proposed.
#[derive(Debug, Clone, PartialEq)]
pub enum Shortened {
    /// After so many repetitions, during the next one.
    Times(u32),
    /// In a step.
    Step(Option<Text>, Spanned<Step>),
}

/// The special actions that are done to a card (CR 116.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecialAction {
    /// `turns X face up` (CR 116.2b).
    TurnFaceUp,
    /// `suspends X` (CR 116.2f).
    Suspend,
    /// `foretells X` (CR 116.2h).
    Foretell,
    /// `plots X` (CR 116.2k).
    Plot,
    /// `unlocks X` (CR 116.2m).
    Unlock,
    /// `puts X into hand`: a companion (CR 116.2g).
    Companion,
}

/// What stands after `->`.
#[derive(Debug, Clone, PartialEq)]
pub enum Targets {
    /// There is no `->`.
    Unstated,
    /// `-> nothing`.
    Nothing,
    /// `-> A; B`.
    These(Vec<Reference>),
}

/// What is chosen while announcing a spell or ability, in brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Announcement {
    /// `kicked`, or `kicked 2` for multikicker.
    Kicked(u32),
    /// `kicked {W}`: with this one of its kicker costs.
    KickedWith(String),
    /// `X 3`.
    X(u32),
    /// `mode 2`; several modes are several announcements.
    Mode(u32),
    /// `from exile`.
    From(Zone),
    /// `without paying`.
    WithoutPaying,
    /// `face down`.
    FaceDown,
    /// `flashback`, `evoke`, `foretold`, `overload`, ...: another way to cast it, by its keyword or name.
    Way(String),
}

/// Which ability of an object is activated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AbilityPick {
    /// None is named: it is the only one.
    Only,
    /// `ability 2`: of the activated ones as printed, from 1.
    Number(u32),
    /// `equip`, `cycling`: by its keyword.
    Keyword(Text),
    /// `-2`, `+1`, `0`: a loyalty cost.
    Loyalty(i32),
    /// `{U}{B}`: the start of its cost.
    Cost(Text),
}

/// Something named: an object, a player, or an ability of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The player in front of `'s`.
    pub owner: Option<Text>,
    /// The label in front of `'s`, of the object to which the one that is meant belongs.
    pub of: Option<Text>,
    /// What is named, as the user wrote it; a label's without its sign, a forced name's without its backticks.
    pub name: Text,
    /// What sort of name it is.
    pub sort: ReferenceSort,
    /// The object itself or an ability of it.
    pub part: Part,
    /// The whole of it.
    pub span: Span,
}

/// What sort of name a reference has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceSort {
    /// A card's or token's name.
    Name,
    /// `Soldier token`: the name of a token, and no card's.
    Token,
    /// `emblem of X`: the emblem that a card of that name makes.
    Emblem,
    /// An `@label`.
    Label,
    /// A player.
    Player,
}

impl Reference {
    /// It as it is written, but for whose it is.
    pub fn words(&self) -> String {
        match self.sort {
            ReferenceSort::Label => format!("@{}", self.name.text),
            ReferenceSort::Token => format!("{} token", self.name.text),
            ReferenceSort::Emblem => format!("emblem of {}", self.name.text),
            ReferenceSort::Name | ReferenceSort::Player => self.name.text.clone(),
        }
    }
}

/// Which part of an object a reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The object.
    Whole,
    /// `X's trigger`: a triggered ability of it that waits.
    Trigger,
    /// `X's ability 2`: of the activated ones, or of the triggered ones where it stands on the stack or triggers; `None` without a number.
    Ability(Option<u32>),
}

/// Something that happens though nobody causes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Fiat {
    /// `X; Y are destroyed`: the same to each of them, at the same time.
    Together(Vec<Fiat>),
    /// `X is destroyed`.
    Destroyed(Reference),
    /// `X is exiled`, `X is exiled face down`.
    Exiled {
        /// What is exiled.
        what: Reference,
        /// Whether face down.
        face_down: bool,
    },
    /// `X is sacrificed`.
    Sacrificed(Reference),
    /// `X dies`: goes from the battlefield to the graveyard.
    Dies(Reference),
    /// `X is put into AP's graveyard`, `X is put onto the battlefield`.
    Put {
        /// What is moved.
        what: Reference,
        /// Where to.
        zone: Zone,
        /// Whose zone, or under whose control, where it is written.
        whose: Option<Text>,
        /// Where in a library.
        end: Option<LibraryEnd>,
    },
    /// `X is returned to hand`.
    Returned(Reference),
    /// `AP discards X`.
    Discards(Text, Reference),
    /// `AP draws 2`, `AP draws a card`.
    Draws(Text, u32),
    /// `AP mills 2`.
    Mills(Text, u32),
    /// `AP gains 3 life`.
    GainsLife(Text, u32),
    /// `AP loses 3 life`.
    LosesLife(Text, u32),
    /// `X is dealt 3 damage`, `AP is dealt 3 damage by X`.
    Dealt {
        /// The object or player.
        what: Reference,
        /// How much.
        amount: u32,
        /// The source, if one is named.
        by: Option<Reference>,
    },
    /// `X gets 2 +1/+1`, `AP gets 1 poison`.
    GetsCounters(Reference, u32, Text),
    /// `X loses 2 +1/+1`.
    LosesCounters(Reference, u32, Text),
    /// `X is tapped`.
    Tapped(Reference),
    /// `X is untapped`.
    Untapped(Reference),
    /// `AP gains control of X`, `X changes control to AP`.
    Control(Text, Reference),
    /// `X is countered`: a spell or ability on the stack.
    Countered(Reference),
    /// `X is regenerated`: a regeneration shield.
    Regenerated(Reference),
    /// `X is turned face down`.
    TurnedFaceDown(Reference),
    /// `X is turned face up`.
    TurnedFaceUp(Reference),
    /// `X transforms`.
    Transforms(Reference),
    /// `X phases out`.
    PhasesOut(Reference),
    /// `X phases in`.
    PhasesIn(Reference),
    /// `X loses all abilities`, for good.
    LosesAbilities(Reference),
    /// `X is attached to Y`.
    Attached(Reference, Reference),
    /// `X becomes unattached`.
    Unattached(Reference),
    /// `AP shuffles`.
    Shuffles(Text),
    /// `AP becomes the monarch`.
    BecomesMonarch(Text),
    /// `AP takes the initiative`.
    TakesInitiative(Text),
}

/// An end of a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LibraryEnd {
    /// On top.
    Top,
    /// On the bottom.
    Bottom,
}

/// `NAP may Kaalia of the Vast: yes`.
#[derive(Debug, Clone, PartialEq)]
pub struct ChoiceLine {
    /// Who chooses, if written.
    pub player: Option<Text>,
    /// What sort of choice.
    pub kind: Spanned<ChoiceKind>,
    /// What asks, if written.
    pub source: Option<Reference>,
    /// The answers; empty for `none`.
    pub answers: Vec<AnswerItem>,
    /// What stands after the colon.
    pub answer_span: Span,
}

/// One answer to a choice.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerItem {
    /// `yes`.
    Yes(Span),
    /// `no`.
    No(Span),
    /// A number.
    Number(Spanned<i32>),
    /// An object or player.
    Reference(Reference),
    /// `pile of X`: a card from the face-down pile in which that one lies.
    PileOf(Reference),
    /// `2 to X`.
    Share {
        /// How much.
        amount: u32,
        /// To what.
        to: Reference,
    },
    /// `3 -> X`: a mode with its target.
    Mode {
        /// The mode's number, from 1.
        number: Spanned<u32>,
        /// Its targets.
        targets: Vec<Reference>,
    },
    /// Something else: a colour, a type, `heads`, a name nobody knows.
    Words(Text),
}

/// `ask Grizzly Bears`: the user wants to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// What is asked.
    pub question: Question,
}

/// What can be asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// `ask X`, `ask where X is`: where it is, its path, what it is now.
    Object(Reference),
    /// `ask NAP`, `ask NAP life`: life total and what else there is to say.
    Player(Text),
    /// What unspent mana a player has.
    Mana(Text),
    /// `ask AP may cast X`.
    MayCast(Text, Reference),
    /// `ask AP may look at X`.
    MayLook(Text, Reference),
    /// `ask trigger from X`.
    Trigger(Reference),
    /// `ask stack`.
    Stack,
    /// `ask who controls X`.
    Controller(Reference),
    /// `ask who owns X`.
    Owner(Reference),
    /// `ask who may look at X`.
    Lookers(Reference),
    /// `ask X path`.
    Path(Reference),
    /// `ask legal`, under `tries to`.
    Legal,
    /// `ask options`, under `tries to choose` or a line that asks.
    Options,
    /// `ask active player`.
    ActivePlayer,
    /// `ask winner`.
    Winner,
    /// Any form of `expect`, asked as yes or no: `ask X in exile`.
    Whether(Claim),
    /// `ask why X did not trigger`: why something is so, or is not.
    Why(Claim),
}
