//! What a spell or ability does as it resolves: instructions, followed in order (608.2c).
//!
//! An instruction that acts on objects can bind them to a slot (`as: name`) for the instructions after it, or to a link
//! (`link: name`) for the other ability of a linked pair (607).

use serde::Deserialize;

use super::ability::Delayed;
use super::words::shapes;
use super::{
    Ability, Body, CardType, Change, Color, Colors, Condition, Costs, CounterKind, Duration, Event, Face,
    Filter, Players, Quantity, Replacement, RuleChange, Selection, Subtype, SubtypeFamily, Symbol, Zone,
};

/// Phases or steps that are added to a turn (500.8).
#[derive(Debug, Clone, PartialEq)]
pub struct ExtraPhases {
    /// Which, in the order in which they come.
    pub phases: Vec<super::event::Step>,
    /// After which phase, where it says more than "after this phase".
    pub after: Option<super::event::Step>,
    /// How many times.
    pub count: Quantity,
    /// Whether it is something that the controller gets, and nobody in another player's turn (500.10a).
    pub you_get: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ExtraPhasesNode {
    phases: Vec<super::event::Step>,
    #[serde(default)]
    after: Option<super::event::Step>,
    #[serde(default = "one")]
    count: Quantity,
    #[serde(default)]
    you_get: bool,
}

shapes!(ExtraPhases, "a list of phases, or a map of `phases`, `after`, `count` and `you-get`",
list<super::event::Step>: |phases| ExtraPhases { phases, after: None, count: one(), you_get: false },
map<ExtraPhasesNode>: |node| ExtraPhases {
    phases: node.phases,
    after: node.after,
    count: node.count,
    you_get: node.you_get,
});

/// One instruction.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Instruction {
    // What decides whether and how often other instructions are followed.
    /// A player may do something; `did` is true afterwards if they did.
    May {
        /// Who decides; the controller if not said.
        #[serde(default = "you")]
        who: Players,
        /// What they may do.
        #[serde(rename = "do")]
        does: Vec<Instruction>,
        /// If they do.
        #[serde(default)]
        then: Vec<Instruction>,
        /// If they don't.
        #[serde(default, rename = "else")]
        otherwise: Vec<Instruction>,
    },
    /// A player may pay; then, or else ("unless ... pays").
    MayPay {
        /// Who pays.
        #[serde(default = "you")]
        who: Players,
        /// What.
        cost: Costs,
        /// If they do.
        #[serde(default)]
        then: Vec<Instruction>,
        /// If they don't.
        #[serde(default, rename = "else")]
        otherwise: Vec<Instruction>,
    },
    /// If something is true.
    If {
        /// What.
        condition: Condition,
        /// Then.
        then: Vec<Instruction>,
        /// Otherwise.
        #[serde(default, rename = "else")]
        otherwise: Vec<Instruction>,
    },
    /// Several times over.
    Repeat {
        /// How often.
        times: Quantity,
        /// What.
        #[serde(rename = "do")]
        does: Vec<Instruction>,
    },
    /// For each of some objects or players in turn, which is "it" or "that player" meanwhile. Whatever the rounds bind to a
    /// slot is in it together afterwards.
    ForEach {
        /// The objects or players.
        of: Selection,
        /// What.
        #[serde(rename = "do")]
        does: Vec<Instruction>,
    },
    /// A player chooses one of several courses as this resolves ("its controller chooses ...").
    ChooseOne {
        /// Who.
        #[serde(default = "you")]
        who: Players,
        /// The courses.
        from: Vec<Vec<Instruction>>,
        /// Whether each is for one of the piles that were made (700.3).
        #[serde(default)]
        piles: bool,
    },
    /// Instructions that were added with target phrases of their own, which are counted from this one on (702.47c).
    Part {
        /// The first of their target phrases, from 0.
        first_target: u8,
        /// What.
        #[serde(rename = "do")]
        does: Vec<Instruction>,
    },
    /// An additional triggered ability that triggers when this was done ("when you do", 603.12).
    WhenYouDo(Body),
    /// A delayed triggered ability (603.7).
    Delayed(Delayed),

    // What happens to objects.
    /// Exile (701.13).
    Exile(Exile),
    /// Destroy (701.8).
    Destroy {
        /// What.
        what: Selection,
        /// Whether it can't be regenerated (701.19c).
        #[serde(default)]
        no_regeneration: bool,
        /// The slot for what was destroyed.
        #[serde(default, rename = "as")]
        slot: Option<Symbol>,
    },
    /// Sacrifice (701.21): these objects, or objects of a kind chosen by each player.
    Sacrifice(Sacrifice),
    /// Put into a zone, return, shuffle into a library: any move that has no keyword action of its own.
    Put(Put),
    /// Counter a spell or ability (701.6); instead of into the graveyard it goes to a zone that may be said.
    Counter {
        /// What.
        what: Selection,
        /// Where it goes instead.
        #[serde(default)]
        to: Option<Zone>,
        /// With counters, where it goes instead.
        #[serde(default)]
        counters: Vec<(CounterKind, Quantity)>,
        /// The slot for what countered spells are where they go instead.
        #[serde(default, rename = "as")]
        slot: Option<Symbol>,
    },
    /// Tap (701.26).
    Tap(Selection),
    /// Untap (701.26).
    Untap(Selection),
    /// Attach an object to another (701.3).
    Attach {
        /// What is attached.
        #[serde(default = "this")]
        what: Selection,
        /// To what.
        to: Selection,
        /// As though that were a creature (702.6e).
        #[serde(default)]
        as_creature: bool,
    },
    /// Unattach (701.3).
    Unattach(Selection),
    /// Put counters on objects or players (122.1).
    PutCounters {
        /// Which.
        kind: CounterKind,
        /// How many on each.
        #[serde(default = "one")]
        count: Quantity,
        /// On what.
        on: Selection,
        /// Divided as it was on announcement, rather than so many on each.
        #[serde(default)]
        divided: bool,
    },
    /// Remove counters (122.1).
    RemoveCounters {
        /// Which; of any kind if not said.
        #[serde(default)]
        kind: Option<CounterKind>,
        /// How many; all if not said.
        #[serde(default)]
        count: Option<Quantity>,
        /// From what.
        from: Selection,
    },
    /// Move counters from one object to another (122.5).
    MoveCounters {
        /// Which; of any kind if not said.
        #[serde(default)]
        kind: Option<CounterKind>,
        /// How many; all if not said.
        #[serde(default)]
        count: Option<Quantity>,
        /// From what.
        from: Selection,
        /// To what.
        to: Selection,
    },
    /// Choose a counter on an object, then remove it or put another of its kind there.
    ChooseCounter {
        /// Who chooses.
        #[serde(default = "you")]
        who: Players,
        /// The object.
        on: Selection,
        /// What may be done with the counter; of several the player chooses one.
        then: Vec<CounterDeed>,
    },
    /// Proliferate (701.34).
    Proliferate,
    /// Remove all damage marked on permanents (701.69a, 702.89a).
    RemoveDamage(Selection),
    /// Regenerate (701.19).
    Regenerate(Selection),
    /// Transform (701.27).
    Transform(Selection),
    /// Flip a flip card (710).
    Flip(Selection),
    /// Turn face down.
    TurnFaceDown(Selection),
    /// Turn face up.
    TurnFaceUp(Selection),
    /// Meld two cards (701.42).
    Meld(Selection),
    /// Phase out (702.26).
    PhaseOut(Selection),
    /// Phase out until an event happens (610.4).
    PhaseOutUntil {
        /// What.
        what: Selection,
        /// The event.
        until: Box<Event>,
        /// Whether it becomes tapped as it phases in this way.
        #[serde(default)]
        tapping: bool,
    },
    /// Remove from combat (506.4).
    RemoveFromCombat(Selection),
    /// The same of blocking creatures; what has become blocked by one of them alone becomes unblocked.
    RemoveBlocker(Selection),
    /// Attacking creatures become blocked (509.1h).
    BecomeBlocked(Selection),
    /// A creature blocks another.
    Block {
        /// Which.
        what: Selection,
        /// What it blocks.
        attacker: Selection,
    },
    /// Another player or permanent is chosen for an attacking creature to attack (508.7).
    Reselect {
        /// Who chooses.
        #[serde(default = "you")]
        who: Players,
        /// The attacking creature.
        what: Selection,
    },
    /// Control of two permanents is exchanged (701.12b).
    ExchangeControl(Selection),
    /// A permanent and a card of another zone are exchanged (701.12d).
    ExchangeCards(Selection, Selection),
    /// Two creatures fight (701.14).
    Fight(Selection, Selection),
    /// Copy a spell or ability on the stack (707.10).
    CopySpell {
        /// What is copied.
        what: Selection,
        /// How many copies.
        #[serde(default = "one")]
        count: Quantity,
        /// Whether new targets may be chosen.
        #[serde(default)]
        new_targets: bool,
        /// What is different about the copy (707.9).
        #[serde(default)]
        except: Vec<Change>,
        /// What the copy targets instead, if that is said (707.10e).
        #[serde(default)]
        targeting: Option<Selection>,
        /// The slot for the copies.
        #[serde(default, rename = "as")]
        slot: Option<Symbol>,
    },
    /// Change the targets of a spell or ability (115.7).
    ChangeTargets {
        /// Of what.
        of: Selection,
        /// Whether the targets may stay as they are.
        #[serde(default)]
        may: bool,
    },
    /// Goad (701.15), suspect (701.60), explore (701.44), manifest (701.40), and other keyword actions that need no more
    /// than who does them, on what, and a number.
    Do {
        /// The keyword action's name.
        action: KeywordAction,
        /// Who does it.
        #[serde(default = "you")]
        who: Players,
        /// On what.
        #[serde(default)]
        what: Option<Selection>,
        /// Of what creature type (amass).
        #[serde(default)]
        subtype: Option<Subtype>,
        /// How much.
        #[serde(default)]
        count: Option<Quantity>,
    },

    // What happens to players.
    /// Draw (121.1).
    Draw {
        /// Who.
        #[serde(default = "you")]
        who: Players,
        /// How many cards.
        #[serde(default = "one")]
        count: Quantity,
    },
    /// Discard (701.9).
    Discard(Discard),
    /// Mill (701.17).
    Mill {
        /// Who.
        #[serde(default = "you")]
        who: Players,
        /// How many cards.
        count: Quantity,
        /// The slot for the cards.
        #[serde(default, rename = "as")]
        slot: Option<Symbol>,
    },
    /// Scry (701.22).
    Scry {
        /// Who.
        #[serde(default = "you")]
        who: Players,
        /// How many cards.
        #[serde(default = "one")]
        count: Quantity,
    },
    /// Surveil (701.25).
    Surveil {
        /// Who.
        #[serde(default = "you")]
        who: Players,
        /// How many cards.
        #[serde(default = "one")]
        count: Quantity,
    },
    /// Gain life (119.3).
    GainLife {
        /// Who.
        #[serde(default = "you")]
        who: Players,
        /// How much.
        amount: Quantity,
    },
    /// Lose life (119.3).
    LoseLife {
        /// Who.
        #[serde(default = "you")]
        who: Players,
        /// How much.
        amount: Quantity,
        /// The slot for the sum of the life lost ("the life lost this way").
        #[serde(default, rename = "as")]
        slot: Option<Symbol>,
    },
    /// A life total becomes a number (119.5).
    SetLife {
        /// Whose.
        #[serde(default = "you")]
        who: Players,
        /// Which number.
        to: Quantity,
    },
    /// Deal damage (120).
    Damage(DealDamage),
    /// Look at cards (401.5 and others), and bind them.
    Look {
        /// Who looks.
        #[serde(default = "you")]
        who: Players,
        /// At what.
        at: Selection,
        /// The slot for the cards.
        #[serde(default, rename = "as")]
        slot: Option<Symbol>,
    },
    /// Reveal cards (701.20), and bind them.
    Reveal {
        /// What.
        what: Selection,
        /// The slot for the cards.
        #[serde(default, rename = "as")]
        slot: Option<Symbol>,
    },
    /// Reveal a whole hand.
    RevealHand(Players),
    /// Reveal from the top of a library until a card of the kind is revealed.
    RevealUntil {
        /// Whose library.
        #[serde(default = "you")]
        who: Players,
        /// Of what kind.
        what: Filter,
        /// Exile instead of only revealing.
        #[serde(default)]
        exiling: bool,
        /// The slot for the card found.
        #[serde(rename = "as")]
        slot: Symbol,
        /// The slot for the others.
        rest: Symbol,
    },
    /// Search a library (701.23) for cards of a kind, and bind them.
    Search {
        /// Who searches.
        #[serde(default = "you")]
        who: Players,
        /// Whose library.
        #[serde(default = "you", rename = "in")]
        library: Players,
        /// For what.
        #[serde(rename = "for")]
        what: Filter,
        /// How many, "up to" included.
        #[serde(default = "one")]
        count: Quantity,
        /// Also these zones.
        #[serde(default)]
        zones: Vec<Zone>,
        /// As few of them as the player likes, though they lie open.
        #[serde(default)]
        up_to: bool,
        /// The slot for the cards.
        #[serde(rename = "as")]
        slot: Symbol,
    },
    /// Shuffle a library (701.24).
    Shuffle(Players),
    /// Choose objects without targeting them, and bind them.
    Choose(Choose),
    /// Choose a colour, type, number, name, player or word (607.2d), and keep it under a link.
    ChooseWord {
        /// Who.
        #[serde(default = "you")]
        who: Players,
        /// Of what kind.
        #[serde(rename = "of")]
        kind: WordKind,
        /// Which may be chosen; all of the kind if none is named.
        #[serde(default)]
        from: Vec<String>,
        /// Only names of cards of this kind.
        #[serde(default)]
        only: Option<Filter>,
        /// The link under which it is kept.
        link: Symbol,
    },
    /// Pay any amount of life, and keep the amount under a link (607.2g).
    PayAnyLife {
        /// The link under which it is kept.
        link: Symbol,
    },
    /// Choose a player, and bind them.
    ChoosePlayer {
        /// Who chooses.
        #[serde(default = "you")]
        who: Players,
        /// From whom.
        from: Players,
        /// At random.
        #[serde(default)]
        random: bool,
        /// The slot.
        #[serde(rename = "as")]
        slot: Symbol,
        /// The link under which another ability of the object finds the player (607.2d).
        #[serde(default)]
        link: Option<Symbol>,
    },
    /// Count something into a slot.
    Count {
        /// What.
        quantity: Quantity,
        /// The slot.
        #[serde(rename = "as")]
        slot: Symbol,
    },
    /// Bind objects or players to a slot as they are now; the same effect still finds what it moves itself (400.7j).
    Note {
        /// What.
        what: Selection,
        /// The slot.
        #[serde(rename = "as")]
        slot: Symbol,
    },
    /// Keep objects for an ability that is linked to this one (607).
    Link {
        /// What.
        what: Selection,
        /// The name of the link.
        link: Symbol,
        /// Whose ability finds it, if not this object's (607.1d).
        #[serde(default = "this")]
        of: Selection,
    },
    /// Add mana (106.4).
    AddMana(AddMana),
    /// Double the amount of each type of unspent mana (701.10f).
    DoubleMana {
        /// Whose.
        #[serde(default = "you")]
        who: Players,
    },
    /// Double creatures' power, and perhaps their toughness, until end of turn (701.10a).
    DoublePower {
        /// Whose.
        what: Selection,
        /// The toughness as well.
        #[serde(default)]
        toughness: bool,
    },
    /// Double the number of counters on objects (701.10e).
    DoubleCounters {
        /// On what.
        on: Selection,
        /// Of which kind; of each if not said.
        #[serde(default)]
        kind: Option<CounterKind>,
    },
    /// Double a life total (701.10d).
    DoubleLife {
        /// Whose.
        #[serde(default = "you")]
        who: Players,
    },
    /// Create tokens (701.7).
    Create(Create),
    /// Get an emblem (114).
    Emblem {
        /// Who.
        #[serde(default = "you")]
        who: Players,
        /// Its abilities.
        abilities: Vec<Ability>,
        /// The name of the link by which other abilities of the object find it (607.1d).
        #[serde(default)]
        link: Option<Symbol>,
    },
    /// Flip a coin (705).
    FlipCoin {
        /// Who.
        #[serde(default = "you")]
        who: Players,
        /// If they win the flip.
        #[serde(default)]
        win: Vec<Instruction>,
        /// If they lose it.
        #[serde(default)]
        lose: Vec<Instruction>,
    },
    /// Roll a die (706), with a table of results.
    RollDie {
        /// The number of sides.
        sides: u8,
        /// From which result on, what; in rising order.
        results: Vec<(u8, Vec<Instruction>)>,
    },
    /// Cast cards or copies of cards while this resolves (608.2g).
    Cast(Cast),
    /// Exile this spell, represented by a card, encoded on a creature (702.99a).
    Encode {
        /// The creature.
        on: Selection,
    },
    /// Win the game (104.2).
    WinGame(Players),
    /// Lose the game (104.3).
    LoseGame(Players),
    /// Take an extra turn (500.7).
    ExtraTurn(Players),
    /// You control these players during the next turn that each of them takes (723.1).
    ControlPlayers(Players),
    /// There is an additional phase or step (500.8).
    ExtraPhase(ExtraPhases),
    /// A step is added directly after the present one (500.9).
    ExtraStep {
        /// Which.
        step: super::event::Step,
        /// Whether it is something that the controller gets, and nobody in another player's turn (500.10a).
        #[serde(default)]
        you_get: bool,
    },
    /// End the turn (724).
    EndTurn,
    /// Give a designation: monarch, initiative, the city's blessing, day, night ...
    Designate {
        /// Who or (with `this`) what gets it.
        who: Selection,
        /// Which.
        #[serde(rename = "as")]
        name: Symbol,
    },

    /// Take a designation away: a permanent becomes unprepared (722.3b).
    Undesignate {
        /// What loses it.
        who: Selection,
        /// Which.
        #[serde(rename = "as")]
        name: Symbol,
    },

    // What lasts.
    /// Make a continuous effect (611.2).
    Apply(Apply),
    /// Make a replacement or prevention effect that lasts (614.5, 615.7).
    Shield {
        /// The effect.
        replacement: Box<Replacement>,
        /// How long.
        #[serde(rename = "for")]
        duration: Duration,
        /// Only the next so many times.
        #[serde(default)]
        uses: Option<Quantity>,
        /// Only so much damage in all: "the next 3 damage" (615.7).
        #[serde(default)]
        damage: Option<Quantity>,
    },

    /// Text that this form can't express, in a few words of our own: a scenario that comes to it is undecided.
    Unsupported(String),
}

const fn you() -> Players {
    Players::You
}

const fn this() -> Selection {
    Selection::This
}

const fn one() -> Quantity {
    Quantity::Fixed(1)
}

super::words::words! {
    /// What is done with a counter that was chosen.
    CounterDeed {
        /// It is removed.
        Remove = "remove",
        /// Another of its kind is put on the object.
        Another = "another",
    }
}

super::words::words! {
    /// How a card is copied so that the copy may be cast.
    CardCopy {
        /// The card is copied, if the player likes.
        May = "may",
        /// The card is copied.
        Must = "must",
    }
}

super::words::words! {
    /// A keyword action that needs no more than who does it, on what and how much (701).
    KeywordAction {
        /// 701.31.
        Planeswalk = "planeswalk",
        /// 311.7.
        ChaosEnsues = "chaos-ensues",
        /// 701.32.
        SetInMotion = "set-in-motion",
        /// 701.33.
        Abandon = "abandon",
        /// 701.4.
        Behold = "behold",
        /// 701.15.
        Goad = "goad",
        /// 701.16.
        Investigate = "investigate",
        /// 701.29.
        Fateseal = "fateseal",
        /// 701.30.
        Clash = "clash",
        /// 701.35.
        Detain = "detain",
        /// 701.36.
        Populate = "populate",
        /// 701.37.
        Monstrosity = "monstrosity",
        /// 701.39.
        Bolster = "bolster",
        /// 701.40.
        Manifest = "manifest",
        /// 701.41.
        Support = "support",
        /// 701.43.
        Exert = "exert",
        /// 701.44.
        Explore = "explore",
        /// 701.46.
        Adapt = "adapt",
        /// 701.47.
        Amass = "amass",
        /// 701.48.
        Learn = "learn",
        /// 701.49.
        Venture = "venture",
        /// 701.50.
        Connive = "connive",
        /// 701.51.
        OpenAttraction = "open-attraction",
        /// 701.53.
        Incubate = "incubate",
        /// 701.54.
        RingTempts = "ring-tempts",
        /// 701.56.
        TimeTravel = "time-travel",
        /// 701.57.
        Discover = "discover",
        /// 701.58.
        Cloak = "cloak",
        /// 701.60.
        Suspect = "suspect",
        /// 701.61.
        Forage = "forage",
        /// 701.62.
        ManifestDread = "manifest-dread",
        /// 701.63.
        Endure = "endure",
        /// 701.65.
        Airbend = "airbend",
        /// 701.66.
        Earthbend = "earthbend",
        /// 701.68.
        Blight = "blight",
        /// 701.69.
        Heal = "heal",
        /// 701.70.
        Recruit = "recruit",
    }
}

super::words::words! {
    /// What kind of word is chosen (607.2d).
    WordKind {
        /// A colour.
        Color = "color",
        /// A creature type.
        CreatureType = "creature-type",
        /// A basic land type.
        BasicLandType = "basic-land-type",
        /// A card type.
        CardType = "card-type",
        /// A card name.
        CardName = "card-name",
        /// A number.
        Number = "number",
        /// One of the words given.
        Word = "word",
    }
}

impl WordKind {
    /// The words of this kind in lower case, only these if any are named; nothing where there are too many to list, as of numbers and
    /// names of cards.
    pub fn words(self, from: &[String]) -> Option<Vec<String>> {
        Some(match (self, from) {
            (Self::CardName | Self::Number, _) | (Self::Word, []) => return None,
            (Self::Color, []) => Color::ALL.iter().map(|color| color.word().to_owned()).collect(),
            (Self::CreatureType, []) => {
                Subtype::all(SubtypeFamily::Creature).map(|its| its.word().to_lowercase()).collect()
            }
            (Self::BasicLandType, []) => {
                let basic = Subtype::all(SubtypeFamily::Land).filter(|its| its.basic_land_color().is_some());
                basic.map(|its| its.word().to_lowercase()).collect()
            }
            (Self::CardType, []) => CardType::ALL.iter().map(|its| its.word().to_owned()).collect(),
            (_, from) => from.to_vec(),
        })
    }
}

/// Exile (701.13).
#[derive(Debug, Clone, PartialEq)]
pub struct Exile {
    /// What.
    pub what: Selection,
    /// The event until which it stays there (610.3).
    pub until: Option<Box<Event>>,
    /// The link under which the exiled cards are found again (607.2a).
    pub link: Option<Symbol>,
    /// The slot for the exiled cards.
    pub slot: Option<Symbol>,
    /// Face down (406.3).
    pub face_down: bool,
    /// Who may look at a card that is exiled face down.
    pub may_look: Option<Players>,
    /// With counters on them.
    pub counters: Vec<(CounterKind, Quantity)>,
    /// Haunting an object (702.55b).
    pub haunting: Option<Selection>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ExileMap {
    what: Selection,
    #[serde(default)]
    until: Option<Box<Event>>,
    #[serde(default)]
    link: Option<Symbol>,
    #[serde(default, rename = "as")]
    slot: Option<Symbol>,
    #[serde(default)]
    face_down: bool,
    #[serde(default)]
    may_look: Option<Players>,
    #[serde(default)]
    counters: Vec<(CounterKind, Quantity)>,
    #[serde(default)]
    haunting: Option<Selection>,
}

shapes!(Exile, "what is exiled (`target`, `it`, `this`), or a map with `what`",
word: |word| match word {
    "target" => Some(Exile::of(Selection::Target(0))),
    "it" => Some(Exile::of(Selection::It)),
    "this" => Some(Exile::of(Selection::This)),
    _ => None,
},
map<ExileMap>: |map| Exile {
    what: map.what,
    until: map.until,
    link: map.link,
    slot: map.slot,
    face_down: map.face_down,
    may_look: map.may_look,
    counters: map.counters,
    haunting: map.haunting,
});

impl Exile {
    /// Exiles these objects for good, face up.
    pub const fn of(what: Selection) -> Self {
        Self {
            what,
            until: None,
            link: None,
            slot: None,
            face_down: false,
            may_look: None,
            counters: Vec::new(),
            haunting: None,
        }
    }
}

/// Sacrifice (701.21).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sacrifice {
    /// Who sacrifices.
    #[serde(default = "you")]
    pub who: Players,
    /// These very objects, if they are said.
    #[serde(default)]
    pub these: Option<Selection>,
    /// Otherwise of what kind.
    #[serde(default)]
    pub what: Option<Filter>,
    /// How many of the kind.
    #[serde(default = "one")]
    pub count: Quantity,
    /// The slot for what was sacrificed.
    #[serde(default, rename = "as")]
    pub slot: Option<Symbol>,
}

impl Sacrifice {
    /// The controller sacrifices these very objects.
    pub const fn of(these: Selection) -> Self {
        Self { who: Players::You, these: Some(these), what: None, count: Quantity::Fixed(1), slot: None }
    }
}

/// Cast cards or copies of cards while something resolves (608.2g).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Cast {
    /// Who.
    #[serde(default = "you")]
    pub who: Players,
    /// Which cards.
    pub what: Selection,
    /// Whether a copy of the card is cast (707.12) rather than the card, and whether it must be made.
    #[serde(default)]
    pub copy: Option<CardCopy>,
    /// What is paid instead of the mana cost; the mana cost if not said.
    #[serde(default)]
    pub cost: Option<Costs>,
    /// How many at most.
    #[serde(default = "one")]
    pub count: Quantity,
    /// Transformed: with its back face up (712.11a).
    #[serde(default)]
    pub transformed: bool,
    /// A land card among them is played ("you may play it", 305.2a).
    #[serde(default)]
    pub or_play: bool,
    /// Only as a spell of this kind ("if the resulting spell's mana value is ...").
    #[serde(default)]
    pub spells: Option<Filter>,
    /// The slot for what they have become on the stack or the battlefield (400.7h, 400.7i).
    #[serde(default, rename = "as")]
    pub slot: Option<Symbol>,
}

impl Cast {
    /// The controller casts a card, this being paid instead of its mana cost.
    pub const fn of(what: Selection, cost: Costs) -> Self {
        Self {
            who: Players::You,
            what,
            copy: None,
            cost: Some(cost),
            count: Quantity::Fixed(1),
            transformed: false,
            or_play: false,
            spells: None,
            slot: None,
        }
    }
}

/// Any move between zones that has no keyword action of its own.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Put {
    /// What.
    pub what: Selection,
    /// Where to.
    pub to: Zone,
    /// Where in a library: `top`, `bottom`, `shuffled` ...; the top if not said.
    #[serde(default)]
    pub place: Option<Place>,
    /// Whose library is shuffled; the objects' owners' unless said.
    #[serde(default)]
    pub whose: Option<Players>,
    /// Only if it is in this zone.
    #[serde(default)]
    pub from: Option<Zone>,
    /// Under whose control it enters; its owner's unless said ("under your control").
    #[serde(default)]
    pub under: Option<Players>,
    /// Tapped.
    #[serde(default)]
    pub tapped: bool,
    /// Attacking.
    #[serde(default)]
    pub attacking: bool,
    /// Attacking this player, where that is said; otherwise its controller chooses (508.4).
    #[serde(default)]
    pub attacking_whom: Option<Players>,
    /// Attacking what this creature attacks, or attacked before it left combat.
    #[serde(default)]
    pub attacking_as: Option<Selection>,
    /// Blocking one of these, as its controller chooses (509.4).
    #[serde(default)]
    pub blocking: Option<Selection>,
    /// Face down.
    #[serde(default)]
    pub face_down: bool,
    /// Transformed.
    #[serde(default)]
    pub transformed: bool,
    /// With counters.
    #[serde(default)]
    pub counters: Vec<(CounterKind, Quantity)>,
    /// Attached to something.
    #[serde(default)]
    pub attached_to: Option<Selection>,
    /// What it is there from the first moment on, for as long as it stays: "That permanent is ..." (611.2e).
    #[serde(default)]
    pub being: Vec<Change>,
    /// The slot for the objects as they are afterwards.
    #[serde(default, rename = "as")]
    pub slot: Option<Symbol>,
}

/// A place in a library (401).
#[derive(Debug, Clone, PartialEq)]
pub enum Place {
    /// On top.
    Top,
    /// On the bottom, in any order the player likes.
    Bottom,
    /// On the bottom in a random order.
    BottomRandom,
    /// Shuffled into it.
    Shuffled,
    /// On the top or the bottom, as the owner chooses.
    TopOrBottom,
    /// The n-th from the top, counted from 1.
    FromTop(i32),
}

shapes!(Place, "`top`, `bottom`, `bottom-random`, `shuffled`, `top-or-bottom`, or a number counted from the top",
    word: |word| match word {
        "top" => Some(Place::Top),
        "bottom" => Some(Place::Bottom),
        "bottom-random" => Some(Place::BottomRandom),
        "shuffled" => Some(Place::Shuffled),
        "top-or-bottom" => Some(Place::TopOrBottom),
        _ => None,
    },
    number: |number| i32::try_from(number).ok().map(Place::FromTop));

/// Discard (701.9).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Discard {
    /// Who discards.
    #[serde(default = "you")]
    pub who: Players,
    /// These very cards, if they are said.
    #[serde(default)]
    pub these: Option<Selection>,
    /// How many; all if `whole_hand`.
    #[serde(default = "one")]
    pub count: Quantity,
    /// Of what kind.
    #[serde(default)]
    pub what: Option<Filter>,
    /// The whole hand.
    #[serde(default)]
    pub whole_hand: bool,
    /// At random (701.9b).
    #[serde(default)]
    pub random: bool,
    /// Who chooses the cards; who discards unless said (701.9b).
    #[serde(default)]
    pub chosen_by: Option<Players>,
    /// The slot for the cards.
    #[serde(default, rename = "as")]
    pub slot: Option<Symbol>,
}

/// Deal damage (120).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DealDamage {
    /// How much, to each.
    pub amount: Quantity,
    /// To what.
    pub to: Selection,
    /// The source; this object if not said (120.7).
    #[serde(default)]
    pub source: Option<Selection>,
    /// Divided as it was on announcement (601.2d).
    #[serde(default)]
    pub divided: bool,
    /// Whether it can't be prevented.
    #[serde(default)]
    pub unpreventable: bool,
    /// What else is dealt at the same time: "2 damage to X and 1 damage to Y" (608.2f).
    #[serde(default)]
    pub and: Vec<DealDamage>,
}

/// Choose objects without targeting them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Choose {
    /// Who chooses.
    #[serde(default = "you")]
    pub who: Players,
    /// From what; permanents of the kind if not said.
    #[serde(default)]
    pub from: Option<Selection>,
    /// Of what kind.
    pub what: Filter,
    /// How many.
    #[serde(default = "one")]
    pub count: Quantity,
    /// Up to so many.
    #[serde(default)]
    pub up_to: bool,
    /// At random.
    #[serde(default)]
    pub random: bool,
    /// The slot.
    #[serde(rename = "as")]
    pub slot: Symbol,
    /// The slot for those not chosen.
    #[serde(default)]
    pub rest: Option<Symbol>,
    /// Whether those chosen are one pile and the others another (700.3).
    #[serde(default)]
    pub piles: bool,
}

/// Add mana (106.4).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AddMana {
    /// Who gets it.
    #[serde(default = "you")]
    pub who: Players,
    /// Which mana.
    pub mana: ManaProduced,
    /// How often.
    #[serde(default = "one")]
    pub count: Quantity,
    /// What it may be spent on only, in a few words of our own.
    #[serde(default)]
    pub only_for: Option<Filter>,
    /// Until when it is not lost as steps and phases end, if the effect says so.
    #[serde(default)]
    pub keep: Option<Duration>,
}

/// Which mana is added.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ManaProduced {
    /// Exactly this.
    Exactly(super::ManaCost),
    /// One mana of one of these colours (each time chosen anew unless `same`).
    OneOf(Vec<ManaType>),
    /// Mana of any colour, each chosen.
    AnyColor,
    /// Mana of one colour, the same for all.
    AnyOneColor,
    /// A type that lands or other objects of a kind could produce.
    CouldProduce(Filter),
    /// Of the colour that a link chose.
    Chosen(Symbol),
    /// A colour of objects of a kind.
    ColorsOf(Filter),
    /// A type of the mana that the event produced: "any type that land produced".
    TypeProduced,
}

/// A type of mana (106.1b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ManaType {
    /// Of a colour.
    Color(Color),
    /// Colourless.
    Colorless,
}

impl ManaType {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Color(color) => color.word(),
            Self::Colorless => "colorless",
        }
    }
}

shapes!(ManaType, "a colour or `colorless`",
word: |word| match word {
    "colorless" => Some(ManaType::Colorless),
    _ => Color::from_word(word).map(ManaType::Color),
});

/// Create tokens (701.7).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Create {
    /// Who creates them.
    #[serde(default = "you")]
    pub who: Players,
    /// How many.
    #[serde(default = "one")]
    pub count: Quantity,
    /// What they are.
    pub token: TokenSpec,
    /// Tapped.
    #[serde(default)]
    pub tapped: bool,
    /// Attacking.
    #[serde(default)]
    pub attacking: bool,
    /// Whom they attack, if that is said.
    #[serde(default)]
    pub attacking_whom: Option<Players>,
    /// Blocking one of these, as its controller chooses (509.4).
    #[serde(default)]
    pub blocking: Option<Selection>,
    /// With counters.
    #[serde(default)]
    pub counters: Vec<(CounterKind, Quantity)>,
    /// Attached to something.
    #[serde(default)]
    pub attached_to: Option<Selection>,
    /// The slot for the tokens.
    #[serde(default, rename = "as")]
    pub slot: Option<Symbol>,
}

impl Create {
    /// One token for the controller, with nothing more to say.
    pub const fn of(token: TokenSpec) -> Self {
        Self {
            who: Players::You,
            count: Quantity::Fixed(1),
            token,
            tapped: false,
            attacking: false,
            attacking_whom: None,
            blocking: None,
            counters: Vec::new(),
            attached_to: None,
            slot: None,
        }
    }
}

/// What a token is (111.3).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum TokenSpec {
    /// A token with these characteristics; its name is its subtypes and "Token" unless said (111.4).
    New(Box<TokenFace>),
    /// A predefined token: Treasure, Food, Clue and others (111.10).
    Predefined(Subtype),
    /// A token of a card's name, with all the characteristics that the card has (111.11).
    Named(String),
    /// A token that is a copy (707).
    CopyOf {
        /// Of what.
        what: Selection,
        /// With these changes to its copiable values (707.9).
        #[serde(default)]
        except: Vec<Change>,
    },
}

/// The characteristics of a token (111.3).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TokenFace {
    /// The name, if the effect gives one.
    #[serde(default)]
    pub name: Option<String>,
    /// The colours.
    #[serde(default)]
    pub colors: Colors,
    /// The type line.
    pub types: super::TypeLine,
    /// Power, for creatures.
    #[serde(default)]
    pub power: Option<Quantity>,
    /// Toughness, for creatures.
    #[serde(default)]
    pub toughness: Option<Quantity>,
    /// The abilities.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

impl TokenFace {
    /// The token as a face, with power and toughness as given (its quantities are worked out as it is created).
    pub fn face(&self, power: Option<i32>, toughness: Option<i32>) -> Face {
        use super::card::PrintedNumber::Fixed;
        Face {
            name: self.name.clone().unwrap_or_else(|| token_name(&self.types.subtypes)),
            cost: None,
            colors: Some(self.colors),
            types: self.types.clone(),
            power: power.map(Fixed),
            toughness: toughness.map(Fixed),
            loyalty: None,
            defense: None,
            hand_modifier: None,
            life_modifier: None,
            abilities: self.abilities.clone(),
        }
    }
}

/// The name of a token that the effect doesn't name: its subtypes and the word "Token" (111.4).
pub fn token_name(subtypes: &[Subtype]) -> String {
    let mut words: Vec<&str> = subtypes.iter().map(|subtype| subtype.word()).collect();
    words.push(TOKEN);
    words.join(" ")
}

/// What a token's name is without the word that all such names end in: how the token is spoken of.
pub fn bare_token_name(name: &str) -> &str {
    name.strip_suffix(TOKEN).map_or(name, str::trim_end)
}

const TOKEN: &str = "Token";

/// Make a continuous effect (611.2).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Apply {
    /// The objects it affects, settled as it begins (611.2c).
    #[serde(default)]
    pub to: Option<Selection>,
    /// What it changes of them.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// What it changes of the rules.
    #[serde(default)]
    pub rules: Vec<RuleChange>,
    /// How long.
    #[serde(rename = "for")]
    pub duration: Duration,
}

impl Put {
    /// Puts objects into a zone with nothing more to say.
    pub const fn plain(what: Selection, to: Zone) -> Self {
        Self {
            what,
            to,
            place: None,
            whose: None,
            from: None,
            under: None,
            tapped: false,
            attacking: false,
            attacking_whom: None,
            attacking_as: None,
            blocking: None,
            face_down: false,
            transformed: false,
            counters: Vec::new(),
            attached_to: None,
            being: Vec::new(),
            slot: None,
        }
    }
}
