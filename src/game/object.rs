//! CR 109: objects.

use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::ir::{Ability, Body, Costs, CounterKind, Symbol, Verb, Zone};

use super::characteristics::{Called, Characteristics, Definition, Half, Origin};
use super::effects::{Bound, CopiedFaces, Occasion};
use super::ids::{CardId, ObjectId, PlayerId, Thing};
use super::mana::ManaAmount;
use super::occurrence::Entered;

/// How often an ability of an object was used this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// Which.
    pub origin: Origin,
    /// How often.
    pub count: u8,
    /// Who used it last: what is restricted stays so under another player's control (602.5b).
    pub by: PlayerId,
}

/// One object (109.1): a card, token, copy, spell, permanent, ability on the stack or emblem during one stay in one zone.
///
/// An object that has left stays readable, as it last was: it is its own last-known information (608.2h), with
/// [`Object::known`] for what the layers made of it.
#[derive(Debug, Clone)]
pub struct Object {
    /// Its id.
    pub id: ObjectId,
    /// What sort of thing it is.
    pub nature: Nature,
    /// Who owns it (108.3, 111.2).
    pub owner: PlayerId,
    /// Who controls it before control-changing effects (108.4, 110.2); off the battlefield and the stack its owner.
    pub controller: PlayerId,
    /// The zone it is in, or was in last.
    pub zone: Zone,
    /// Whether it is still there. A phased-out permanent is treated as though it were not (702.26b).
    pub exists: bool,
    /// Whether it is, or was before it was brought in, outside the game (400.11): in no zone, so that it does not exist there.
    pub outside: bool,
    /// How it has phased out, if it is phased out.
    pub phased_out: Option<PhasedOut>,
    /// Its copiable values before copy effects (613.1).
    pub base: Arc<Characteristics>,
    /// Its definition, with all faces; unknown cards and abilities have none.
    pub definition: Option<Arc<Definition>>,
    /// The face that is up, by its index.
    pub face: u8,
    /// Flipped (110.5, 710.4).
    pub flipped: bool,
    /// What it has been a copy of since it entered (614.1c), if it has.
    pub copied: Option<CopiedFaces>,
    /// When it came (613.7d); renewed as 613.7e to 613.7g say.
    pub timestamp: u32,
    /// When it last transformed or converted, if it has (701.27f).
    pub transformed: Option<u32>,
    /// When it became suspected, if it has: the timestamp of what that gives it (701.60c, 613.7b).
    pub suspected: Option<u32>,
    /// What has made it face down, if it is.
    pub face_down: Option<FaceDown>,
    /// It has been turned face up, and had entered face down: nothing was chosen as it entered (708.3).
    pub entered_face_down: bool,
    /// Tapped (110.5).
    pub tapped: bool,
    /// Who controlled it when the game last looked: a change makes it sick and takes it out of combat (302.6, 506.4).
    pub noticed_controller: PlayerId,
    /// Its controller has not controlled it continuously since their most recent turn began (302.6).
    pub sick: bool,
    /// It is looked at as it would be on the battlefield, where it is not yet (614.12).
    pub as_if_there: bool,
    /// How many upkeeps of its controller have begun under that player's control; two are as good as more (702.30a).
    pub upkeeps: u8,
    /// In which turn it came, counted from 1; 0 is before the scenario.
    pub entered_turn: u32,
    /// The object that moved before it at the same time, if it was not the first.
    pub together_with: Option<ObjectId>,
    /// Damage marked on it (120.3e).
    pub damage: u32,
    /// Whether a source with deathtouch has dealt damage to it since the last check (704.5h).
    pub deathtouched: bool,
    /// Its counters, kinds in the order in which they first came.
    pub counters: SmallVec<[(CounterKind, u32); 2]>,
    /// When counters of a kind were put on it last, of kinds whose order matters: it enters with the others (613.7c).
    pub counted: SmallVec<[(CounterKind, u32); 1]>,
    /// What it is attached to (301.5, 303.4).
    pub attached_to: Option<Attachment>,
    /// What was announced as it was cast or put onto the stack; kept by the permanent that a spell becomes (400.7d).
    pub announced: Option<Rc<Announced>>,
    /// Of a melded permanent the second of its cards, as it was where it was melded (712.4a).
    pub melded: Option<ObjectId>,
    /// Of a merged permanent, what has merged with it (730.2).
    pub merged: Option<Rc<Merged>>,
    /// What it was before it came here.
    pub previous: Option<ObjectId>,
    /// What it was at first, before all its moves since the scenario began; itself if it has not moved.
    pub first: ObjectId,
    /// What it became when it left.
    pub next: Option<ObjectId>,
    /// What the layers had made of it when it left a public zone.
    pub known: Option<Rc<Known>>,
    /// Whether its owner has been asked to put it into the command zone from here (903.9a).
    pub offered: bool,
    /// The players who may look at it although it is face down or in a hidden zone.
    pub seen_by: SmallVec<[PlayerId; 2]>,
    /// Its designations, which are no characteristics.
    pub designations: SmallVec<[Designation; 1]>,
    /// Loyalty abilities of it that were activated this turn (606.3), and uses of others.
    pub uses: SmallVec<[Use; 1]>,
    /// Abilities of it that may be activated only once, and have been (702.177a).
    pub exhausted: SmallVec<[Origin; 1]>,
    /// Of a spell or ability on the stack, for which "until"s of its effect what they wait for has happened since it was put there, or
    /// triggered (610.3a, 610.3b): a bit for each, in the order of its text.
    pub lapsed: u32,
}

/// What has made an object face down: this says what it is meanwhile, and how it may be turned face up (708.2, 708.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaceDown {
    /// Something that lists no characteristics: an effect, or exile (708.2a, 406.3a).
    Plainly,
    /// It was cast by its morph ability (702.37c).
    Morph,
    /// It was cast by its disguise ability (702.168b).
    Disguise,
    /// It was manifested (701.40a).
    Manifest,
    /// It was cloaked (701.58a).
    Cloak,
}

/// A designation that a permanent has until it leaves the battlefield, or is rid of it: neither an ability nor copiable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Designation {
    /// Monstrous (701.37b).
    Monstrous,
    /// Suspected (701.60b).
    Suspected,
    /// The level of a Class (716.2b); the last one given counts.
    Level(u8),
    /// The protector of a battle (310.9); the last one given counts.
    Protector(PlayerId),
    /// Of a dungeon card, the room in which its owner's venture marker is (309.4).
    Room(Symbol),
    /// Its controller's Ring-bearer (701.54b).
    RingBearer,
    /// Renowned (702.112b).
    Renowned,
    /// Left half unlocked (709.5c).
    LeftUnlocked,
    /// Right half unlocked (709.5c).
    RightUnlocked,
    /// Of a Case, solved (719.3b).
    Solved,
    /// The sector in which it is: alpha, beta or gamma (702.158b).
    Sector(Symbol),
    /// Revealed before the game as its owner's companion (702.139a).
    Companion,
    /// Of a card in exile, foretold, and in which turn (702.143c).
    Foretold(u32),
    /// Of a card in exile, plotted, and since which turn (702.170a).
    Plotted(u32),
    /// Of a card in exile, warped, and since which turn (702.185b).
    Warped(u32),
    /// Prepared (722.3a), with the copy of its prepare spell that was created in exile as it became so (722.3c).
    Prepared(ObjectId),
}

/// How a permanent has phased out (702.26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhasedOut {
    /// Under whose control: it phases in during that player's untap step.
    pub under: PlayerId,
    /// What it was attached to, if it phased out indirectly: it phases in along with that (702.26g).
    pub along_with: Option<ObjectId>,
    /// The spell or ability that phased it out until something happens, if one did: no untap step brings it back (610.4a).
    pub until_by: Option<ObjectId>,
    /// Whether that player has left the game and would have begun a turn since: the next untap step brings it back (702.26n).
    pub due: bool,
}

/// What sort of thing an object is.
#[derive(Debug, Clone)]
pub enum Nature {
    /// A card, or a spell or permanent that a card is.
    Card(CardId),
    /// A token (111).
    Token,
    /// A copy of a spell, or of a card to be cast (707.10, 707.12).
    Copy,
    /// An activated or triggered ability on the stack (113.7a).
    Ability(Rc<StackAbility>),
    /// An emblem (114).
    Emblem,
    /// No object at all: it stands for a designation of a player whose abilities have no source (725.2, 726.2), in no zone.
    Marker(Symbol),
    /// A card that nobody has named: it has an owner and nothing else.
    Unknown,
}

/// What an object is attached to.
pub type Attachment = Thing;

/// An activated or triggered ability on the stack.
#[derive(Debug, Clone)]
pub struct StackAbility {
    /// The object whose ability it is (113.7).
    pub source: ObjectId,
    /// Which of the source's abilities.
    pub origin: Origin,
    /// Whether it was activated or has triggered.
    pub triggered: bool,
    /// Its number among the source's abilities of its sort, from 1, for those who name it.
    pub number: u8,
    /// What it is called, if it is one of the source's own.
    pub called: Option<Called>,
    /// What it says.
    pub ability: Arc<Ability>,
    /// What made it trigger.
    pub occasion: Option<Rc<Occasion>>,
    /// What was bound by the effect that made it wait, for delayed and reflexive triggers.
    pub slots: Option<Bound>,
    /// Whether it is a copy of an ability (707.10).
    pub copied: bool,
}

impl Object {
    /// What a spell or ability does as it resolves; of a card its spell abilities.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        let ability = self.stack_ability();
        let printed = if ability.is_none() { self.base.abilities.as_slice() } else { &[] };
        let spells = printed.iter().filter_map(|instance| instance.ability.as_spell());
        ability.map(|ability| ability.body()).into_iter().chain(spells)
    }
}

impl StackAbility {
    /// What it does.
    pub fn body(&self) -> &Body {
        static NOTHING: Body =
            Body { choose: None, cost: Costs(Vec::new()), targets: Vec::new(), does: Vec::new() };
        match &*self.ability {
            Ability::Triggered(it) => &it.effect,
            Ability::Activated(it) => &it.effect,
            Ability::Keyword(_)
            | Ability::Spell(_)
            | Ability::Cleaved(_)
            | Ability::Static(_)
            | Ability::Replacement(_)
            | Ability::AdditionalCost(_)
            | Ability::AlternativeCost(_)
            | Ability::CastOnly(_)
            | Ability::ManaFrom(_)
            | Ability::Room(_)
            | Ability::OpeningHand(_)
            | Ability::DeckLimit(_)
            | Ability::CanBeCommander
            | Ability::Unsupported(_) => &NOTHING,
        }
    }
}

/// What was chosen and paid while a spell or ability was announced (601.2b–d).
#[derive(Debug, Clone, Default)]
pub struct Announced {
    /// The chosen modes, as indices in printed order; with repeats, several times.
    pub modes: SmallVec<[u8; 2]>,
    /// The targets of each target phrase of the chosen modes, in order.
    pub targets: Vec<Vec<Thing>>,
    /// For whom each target of a phrase was chosen that is there for each of some players, phrase by phrase.
    pub chosen_for: Vec<Vec<PlayerId>>,
    /// What is dealt or put to each target that something is divided among (601.2d), phrase by phrase.
    pub division: Vec<Vec<u32>>,
    /// Which of several defending players is meant, as its targets were chosen (508.5a).
    pub defending: Option<PlayerId>,
    /// The value of {X}; 0 if there is none.
    pub x: u32,
    /// The mana that was spent on it, where mana is tracked.
    pub spent: ManaAmount,
    /// How much mana was spent on it in all, at least and at most: two numbers only where its payment is taken as made and could have been
    /// of either; not known of what nobody has paid for.
    pub spent_in_all: Option<(u32, u32)>,
    /// How many Phyrexian mana symbols of its costs are paid for with life (107.4f).
    pub symbols_for_life: u32,
    /// The player who was chosen as a cost was paid.
    pub promised: Option<PlayerId>,
    /// What was used to pay its costs, and how: as it was before.
    pub used: Vec<(Verb, ObjectId)>,
    /// What was beheld to pay its costs, as it was then (701.4b).
    pub beheld: Vec<Entered>,
    /// The names of optional and alternative costs that were paid.
    pub paid: SmallVec<[Symbol; 2]>,
    /// What the cards say that were spliced onto it (702.47a).
    pub spliced: Vec<Arc<Body>>,
    /// Whether the mana that was spent is known: it is where mana is tracked.
    pub tracked: bool,
    /// The zone it was cast from.
    pub from: Option<Zone>,
    /// Who has cast it, if it was cast rather than put onto the stack as a copy; whoever controls it since.
    pub cast: Option<PlayerId>,
}

/// What has merged with a permanent (730.2).
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    /// The copiable values of the permanent's own component.
    pub own: Arc<Characteristics>,
    /// Each component but the permanent's own, as it was on the stack, in the order in which they merged.
    pub with: Vec<ObjectId>,
    /// Whether the topmost component is a token: then the permanent is one (730.2d).
    pub token: bool,
    /// Whether the permanent's own component is face down under one that is face up (730.2e).
    pub covered: bool,
}

/// An object as the layers had it when it left.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// Its characteristics.
    pub characteristics: Arc<Characteristics>,
    /// Its controller.
    pub controller: PlayerId,
    /// What was attached to it.
    pub attached: Vec<ObjectId>,
}

impl Object {
    /// The permanent's own component is turned face up under the others: its abilities come along (730.2f, 702.140e).
    pub(super) fn uncover(&mut self) {
        let Some(merged) = self.merged.as_mut().map(Rc::make_mut) else { return };
        merged.covered = false;
        let mut base = (*self.base).clone();
        base.abilities.extend(merged.own.abilities.iter().cloned());
        self.base = Arc::new(base);
    }

    /// Whether it is both halves of a split card with fuse, cast as one spell (702.102b).
    pub fn is_fused(&self) -> bool {
        self.definition.as_ref().is_some_and(|definition| definition.is_fused(usize::from(self.face)))
    }

    /// How many counters of a kind it has.
    pub fn counters_of(&self, kind: CounterKind) -> u32 {
        self.counters.iter().find(|(its_kind, _)| *its_kind == kind).map_or(0, |(_, count)| *count)
    }

    /// Whether it is face down.
    pub const fn is_face_down(&self) -> bool {
        self.face_down.is_some()
    }

    /// Whether it has a designation.
    pub fn is_designated(&self, designation: Designation) -> bool {
        self.designations.contains(&designation)
    }

    /// Whether a half of it is unlocked (709.5c).
    pub fn is_unlocked(&self, half: Half) -> bool {
        self.is_designated(half.unlocked())
    }

    /// Its level: 1 unless something says otherwise (716.2d).
    pub fn level(&self) -> u8 {
        let level = self.designations.iter().rev().find_map(|designation| match designation {
            Designation::Level(level) => Some(*level),
            _ => None,
        });
        level.unwrap_or(1)
    }

    /// The sector in which it is, if it is in one (702.158b).
    pub fn sector(&self) -> Option<Symbol> {
        self.designations.iter().find_map(|designation| match designation {
            Designation::Sector(sector) => Some(*sector),
            _ => None,
        })
    }

    /// In which turn it was foretold, if it was (702.143c); 0 is before the scenario.
    pub fn foretold(&self) -> Option<u32> {
        self.designations.iter().find_map(|designation| match designation {
            Designation::Foretold(turn) => Some(*turn),
            _ => None,
        })
    }

    /// In which turn it became plotted, if it is (702.170a); 0 is before the scenario.
    pub fn plotted(&self) -> Option<u32> {
        self.designations.iter().find_map(|designation| match designation {
            Designation::Plotted(turn) => Some(*turn),
            _ => None,
        })
    }

    /// In which turn it became warped, if it is (702.185b).
    pub fn warped(&self) -> Option<u32> {
        self.designations.iter().find_map(|designation| match designation {
            Designation::Warped(turn) => Some(*turn),
            _ => None,
        })
    }

    /// The player who protects it, if it is a battle that has a protector (310.9).
    pub fn protector(&self) -> Option<PlayerId> {
        self.designations.iter().rev().find_map(|designation| match designation {
            Designation::Protector(player) => Some(*player),
            _ => None,
        })
    }

    /// The room in which its owner's venture marker is, if it is a dungeon card in a game (309.4).
    pub fn room(&self) -> Option<Symbol> {
        self.designations.iter().find_map(|designation| match designation {
            Designation::Room(room) => Some(*room),
            _ => None,
        })
    }

    /// The copy in exile of its prepare spell, if it is prepared (722.3c).
    pub fn prepare_spell(&self) -> Option<ObjectId> {
        self.designations.iter().find_map(|designation| match designation {
            Designation::Prepared(copy) => Some(*copy),
            _ => None,
        })
    }

    /// The physical card, if it is one.
    pub fn card(&self) -> Option<CardId> {
        match self.nature {
            Nature::Card(card) => Some(card),
            _ => None,
        }
    }

    /// Whether it is a card of which nobody has said what it is.
    pub const fn is_unknown(&self) -> bool {
        matches!(self.nature, Nature::Unknown)
    }

    /// Whether it is a token; a merged permanent is what its topmost component is (730.2d).
    pub fn is_token(&self) -> bool {
        match &self.merged {
            Some(merged) => merged.token,
            None => matches!(self.nature, Nature::Token),
        }
    }

    /// The copiable values of its own card or token, whatever has merged with it.
    pub fn own_base(&self) -> &Arc<Characteristics> {
        self.merged.as_ref().map_or(&self.base, |merged| &merged.own)
    }

    /// The components of a melded or merged permanent but its own, as they were where they became part of it (712.4a, 730.2).
    pub fn components(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let merged = self.merged.iter().flat_map(|merged| merged.with.iter().copied());
        self.melded.into_iter().chain(merged)
    }

    /// The ability, if it is one on the stack.
    pub fn stack_ability(&self) -> Option<&Rc<StackAbility>> {
        match &self.nature {
            Nature::Ability(ability) => Some(ability),
            _ => None,
        }
    }

    /// Whether it is a spell: a card or copy on the stack (112.1).
    pub fn is_spell(&self) -> bool {
        self.zone == Zone::Stack && matches!(self.nature, Nature::Card(_) | Nature::Copy)
    }

    /// The zone by which it is judged whether its abilities function: an emblem's do in the command zone as a permanent's
    /// on the battlefield (114.4), and so do those of a plane, phenomenon, vanguard, scheme or conspiracy (311.4, 313.4, 314.4).
    pub fn home(&self) -> Zone {
        match self.nature {
            Nature::Emblem | Nature::Marker(_) => Zone::Battlefield,
            _ if self.zone == Zone::Command && self.base.types.stays_in_command_zone() => Zone::Battlefield,
            _ => self.zone,
        }
    }

    /// Whether only its id is dealt: it was to come into being, and has not done so yet, if it ever does.
    pub const fn is_to_come(&self) -> bool {
        !self.exists && self.timestamp == 0
    }

    /// Whether it has ceased to exist: it is nowhere, and nothing has become of it.
    pub fn has_ceased(&self) -> bool {
        !self.exists && self.next.is_none() && self.phased_out.is_none() && !self.outside
    }

    /// Whether it is a kind of object that leaves only together with its owner, or as which it was on the battlefield.
    pub(super) const fn would_only_leave(&self) -> bool {
        match self.nature {
            Nature::Token => matches!(self.zone, Zone::Battlefield),
            Nature::Copy | Nature::Ability(_) => false,
            _ => true,
        }
    }

    /// Whether it is on the battlefield now.
    pub fn on_battlefield(&self) -> bool {
        self.exists && self.zone == Zone::Battlefield
    }
}
