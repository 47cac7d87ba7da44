//! Walking through a form: any part of it, and what stands below.

use super::node::{Form, Kind, Node, Shape, Visit, VisitMut};
use super::{
    Ability, Activated, Body, Card, CardType, Change, Color, Colors, Comparison, Condition, Cost, Costs,
    CounterKind, Duration, Event, Face, Filter, Instruction, Keyword, KeywordName, Link, ManaCost, Modes,
    Players, Quantity, Replacement, ReplacementResult, RuleChange, Selection, Slot, Static, Subtype,
    Supertype, Symbol, TargetKind, TargetSpec, TokenSpec, Trait, Triggered, TypeLine, Zone,
};
use super::{ability, card, change, deeds, event, filter, instruction, quantity, replacement};

/// Lists the kinds of parts: those that have parts themselves, and those that have none.
macro_rules! parts {
    (forms { $($form:ident: $form_type:ty,)+ } words { $($word:ident: $word_type:ty,)+ }) => {
        /// Any part of a form.
        #[derive(Debug, Clone, Copy)]
        pub enum Part<'f> {
            $(#[doc = stringify!($form)] $form(&'f $form_type),)+
            $(#[doc = stringify!($word)] $word(&'f $word_type),)+
        }

        /// Any part of a form, to be changed.
        #[derive(Debug)]
        pub enum PartMut<'f> {
            $(#[doc = stringify!($form)] $form(&'f mut $form_type),)+
            $(#[doc = stringify!($word)] $word(&'f mut $word_type),)+
        }

        impl<'f> Part<'f> {
            /// Shows each of the parts directly below it.
            pub fn each_part(self, visit: &mut Visit<'_, 'f>) {
                match self {
                    $(Self::$form(form) => form.each_part(visit),)+
                    $(Self::$word(_) => {})+
                }
            }

            /// The word of the node, or the name of its type where it has none.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$form(form) => Form::name(form),)+
                    $(Self::$word(_) => stringify!($word),)+
                }
            }

            /// Its definition; none for what has no parts.
            pub fn kind(self) -> Option<&'static Kind> {
                match self {
                    $(Self::$form(_) => Some(&<$form_type as Form>::KIND),)+
                    $(Self::$word(_) => None,)+
                }
            }

            /// It as it is written.
            pub fn written(self) -> super::tree::Tree {
                match self {
                    $(Self::$form(form) => form.written(),)+
                    $(Self::$word(word) => word.written(),)+
                }
            }
        }

        impl PartMut<'_> {
            /// Shows each of the parts directly below it, to be changed.
            pub fn each_part_mut(self, visit: &mut VisitMut<'_>) {
                match self {
                    $(Self::$form(form) => form.each_part_mut(visit),)+
                    $(Self::$word(_) => {})+
                }
            }
        }

        impl<'f> PartMut<'f> {
            /// The same part, to be changed once more later.
            pub fn again(&mut self) -> PartMut<'_> {
                match self {
                    $(Self::$form(form) => PartMut::$form(form),)+
                    $(Self::$word(word) => PartMut::$word(word),)+
                }
            }

            /// The part, to be looked at.
            pub fn as_part(&self) -> Part<'_> {
                match self {
                    $(Self::$form(form) => Part::$form(form),)+
                    $(Self::$word(word) => Part::$word(word),)+
                }
            }
        }

        /// Every kind of node that has parts, in the order of the reference.
        pub static KINDS: &[&Kind] = &[$(&<$form_type as Form>::KIND,)+];

        /// Every closed list of words, and every value that is written as a word of a form of its own.
        pub static WORDS: &[Shape] = &[$(<$word_type as Node>::SHAPE,)+];
    };
}

parts! {
    forms {
        Card: Card,
        Face: Face,
        Ability: Ability,
        Keyword: Keyword,
        Body: Body,
        Modes: Modes,
        ModesInstead: ability::ModesInstead,
        TargetSpec: TargetSpec,
        TargetShape: ability::TargetShape,
        TargetKind: TargetKind,
        Together: ability::Together,
        Activated: Activated,
        Triggered: Triggered,
        Static: Static,
        Room: ability::Room,
        Limit: ability::Limit,
        OwnCostChange: ability::OwnCostChange,
        OpeningHand: ability::OpeningHand,
        AdditionalCost: ability::AdditionalCost,
        AlternativeCost: ability::AlternativeCost,
        Delayed: ability::Delayed,
        CardShape: card::CardShape,
        Instruction: Instruction,
        Exile: instruction::Exile,
        Sacrifice: instruction::Sacrifice,
        Cast: instruction::Cast,
        Put: instruction::Put,
        Place: instruction::Place,
        Discard: instruction::Discard,
        Choose: instruction::Choose,
        ChooseWord: instruction::ChooseWord,
        ChoosePlayer: instruction::ChoosePlayer,
        Search: instruction::Search,
        RevealUntil: instruction::RevealUntil,
        CopySpell: instruction::CopySpell,
        DealDamage: instruction::DealDamage,
        Apply: instruction::Apply,
        Shield: instruction::Shield,
        AddMana: instruction::AddMana,
        IfSpent: instruction::IfSpent,
        ManaProduced: instruction::ManaProduced,
        ManaType: instruction::ManaType,
        Create: instruction::Create,
        TokenSpec: TokenSpec,
        TokenFace: instruction::TokenFace,
        FlipCoin: instruction::FlipCoin,
        RollDie: instruction::RollDie,
        Vote: instruction::Vote,
        ExtraPhases: instruction::ExtraPhases,
        Replacement: Replacement,
        ReplacementResult: ReplacementResult,
        Enters: replacement::Enters,
        CopyIf: replacement::CopyIf,
        Change: Change,
        TypeChange: change::TypeChange,
        TextWord: change::TextWord,
        RuleChange: RuleChange,
        HandSize: change::HandSize,
        Prohibition: change::Prohibition,
        Requirement: change::Requirement,
        Permission: change::Permission,
        CostChange: change::CostChange,
        Event: Event,
        EventSugar: event::EventSugar,
        Moves: event::Moves,
        Attacks: event::Attacks,
        Damage: event::Damage,
        Condition: Condition,
        CombatPoint: super::condition::CombatPoint,
        Selection: Selection,
        Players: Players,
        Filter: Filter,
        Quantity: Quantity,
        Measure: quantity::Measure,
        Comparison: Comparison,
        Cost: Cost,
        Costs: Costs,
        Duration: Duration,
    }
    words {
        Layout: card::Layout,
        PrintedNumber: card::PrintedNumber,
        Fingerprint: card::Fingerprint,
        TypeLine: TypeLine,
        CardType: CardType,
        Supertype: Supertype,
        Subtype: Subtype,
        FamilyWord: change::FamilyWord,
        EachOf: instruction::EachOf,
        Color: Color,
        Colors: Colors,
        ManaCost: ManaCost,
        CounterKind: CounterKind,
        KeywordName: KeywordName,
        Symbol: Symbol,
        Slot: Slot,
        Link: Link,
        Zone: Zone,
        PaidAs: super::PaidAs,
        Step: event::Step,
        Trait: Trait,
        Shared: filter::Shared,
        Tally: quantity::Tally,
        Span: quantity::Span,
        Rounding: quantity::Rounding,
        Measured: ability::Measured,
        OpeningAction: ability::OpeningAction,
        CounterDeed: instruction::CounterDeed,
        CardCopy: instruction::CardCopy,
        KeywordAction: super::KeywordAction,
        WordKind: instruction::WordKind,
        TextWords: change::TextWords,
        CombatDamageChange: change::CombatDamageChange,
        RevealedCards: change::RevealedCards,
        Action: change::Action,
        Allowed: change::Allowed,
        TimeOfDay: super::condition::TimeOfDay,
        NamedDeed: deeds::NamedDeed,
        DesignationName: deeds::DesignationName,
        Mark: deeds::Mark,
    }
}

impl Part<'_> {
    /// Whether it is "it" or "that player": an object or a player of the event.
    pub const fn is_it(self) -> bool {
        matches!(self, Self::Selection(Selection::It) | Self::Players(Players::It))
    }

    /// Whether it is the other object of the event.
    pub const fn is_other(self) -> bool {
        matches!(self, Self::Selection(Selection::Other))
    }

    /// The target phrase whose targets it is, counted from 0.
    pub const fn target(self) -> Option<u8> {
        match self {
            Self::Selection(Selection::Target(number)) | Self::Players(Players::Target(number)) => {
                Some(*number)
            }
            _ => None,
        }
    }

    /// Whether it is the object that the ability is on, or what that is attached to.
    pub const fn is_its_own(self) -> bool {
        matches!(
            self,
            Self::Selection(Selection::This | Selection::Attached)
                | Self::Trait(Trait::This)
                | Self::Players(Players::Attached)
        )
    }

    /// Whether it asks what was paid for a spell as it was announced (601.4).
    pub const fn is_payment(self) -> bool {
        matches!(self, Self::Condition(Condition::Paid(_) | Condition::KickedWith(_)))
    }

    /// Whether it is each object that a continuous effect affects by itself.
    pub const fn is_each_affected(self) -> bool {
        matches!(self, Self::Selection(Selection::Itself))
    }

    /// Whether it asks for what a linked ability has chosen (607.2d).
    pub const fn is_chosen(self) -> bool {
        matches!(
            self,
            Self::Filter(Filter::Chosen(_))
                | Self::Players(Players::Chosen(_))
                | Self::Quantity(Quantity::Chosen(_) | Quantity::DevotionToChosen(_))
                | Self::ManaProduced(instruction::ManaProduced::Chosen(_))
                | Self::Condition(Condition::Chose(..))
        )
    }

    /// Whether it is {X}, or a number that is that.
    pub fn is_variable(self) -> bool {
        match self {
            Self::Quantity(Quantity::X) => true,
            Self::ManaCost(cost) => cost.has_variable(),
            _ => false,
        }
    }

    /// Whether it is text that the form can't express.
    pub const fn is_unread(self) -> bool {
        matches!(
            self,
            Self::Ability(Ability::Unsupported(_))
                | Self::Instruction(Instruction::Unsupported(_))
                | Self::RuleChange(RuleChange::Unsupported(_))
        )
    }

    /// Whether it speaks of who or what attacks.
    pub const fn is_attacking(self) -> bool {
        matches!(
            self,
            Self::Players(Players::Attacking)
                | Self::Filter(Filter::Attacking(_))
                | Self::Trait(Trait::Attacking)
        )
    }
}

/// What a name does where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A slot is filled there, something is kept under a link (607), or a cost is called so.
    Binds,
    /// It speaks of what was bound so elsewhere.
    Uses,
    /// It is a word of another sort, such as a room's name.
    Word,
}

impl Part<'_> {
    /// What a name does that stands in a field of this part.
    pub const fn role_of(self, field: &str, name: Part<'_>) -> Role {
        match (name, self) {
            (Part::Slot(_), Self::Selection(_) | Self::Players(_) | Self::Quantity(_)) => Role::Uses,
            (Part::Slot(_), _) => Role::Binds,
            (Part::Link(_), Self::Condition(_)) => Role::Uses,
            (Part::Link(_), _) => {
                if matches!(field.as_bytes(), b"link") {
                    Role::Binds
                } else {
                    Role::Uses
                }
            }
            (
                _,
                Self::Condition(Condition::Paid(_))
                | Self::Quantity(Quantity::TimesPaid(_))
                | Self::ModesInstead(_),
            ) => Role::Uses,
            (_, Self::AdditionalCost(_) | Self::AlternativeCost(_)) => Role::Binds,
            _ => Role::Word,
        }
    }
}

/// A part, and where it stands.
#[derive(Clone, Copy)]
pub struct Place<'w, 'f> {
    /// The part.
    pub part: Part<'f>,
    /// The word of the field that it stands in; empty where that has none.
    pub field: &'static str,
    /// The part that it is directly below.
    pub above: Option<&'w Self>,
}

impl<'f> Place<'_, 'f> {
    /// Whether a part that it stands in is one that is looked for.
    pub fn is_within(&self, sought: impl Fn(Part<'f>) -> bool) -> bool {
        let mut above = self.above;
        while let Some(place) = above {
            if sought(place.part) {
                return true;
            }
            above = place.above;
        }
        false
    }

    fn search(&self, sought: &mut dyn FnMut(&Place<'_, 'f>) -> bool) -> bool {
        let mut found = sought(self);
        self.part.each_part(&mut |field, part| {
            found = found || Place { part, field, above: Some(self) }.search(sought);
        });
        found
    }
}

/// Whether any part of a form is one that is looked for, from the whole to its parts and in the order in which they are written.
pub fn any<'f>(form: &'f impl Node, sought: &mut dyn FnMut(&Place<'_, 'f>) -> bool) -> bool {
    let mut found = false;
    form.visit("", &mut |field, part| {
        found = found || Place { part, field, above: None }.search(sought);
    });
    found
}

/// The same, where it does not matter where the part stands.
pub fn mentions<'f>(form: &'f impl Node, sought: impl Fn(Part<'f>) -> bool) -> bool {
    any(form, &mut |place| sought(place.part))
}

/// Shows every part of a form, from the whole to its parts, to be changed.
pub fn each_mut(form: &mut impl Node, change: &mut dyn FnMut(&mut PartMut<'_>)) {
    fn below(mut part: PartMut<'_>, change: &mut dyn FnMut(&mut PartMut<'_>)) {
        change(&mut part);
        part.each_part_mut(&mut |_, part| below(part, change));
    }
    form.visit_mut("", &mut |_, part| below(part, change));
}
