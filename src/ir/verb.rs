//! What is done in a game: one row for each deed, whether it is an instruction, a cost, an event or what can't be done.

use super::node::Form as _;
use super::{Cost, Event, Instruction, NamedDeed, Zone};
use crate::ir::instruction::RevealUntil;
use crate::rules::{RuleId, cr};

/// Where the form says a verb by its word alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Place {
    /// A keyword action that needs no more than who does it, on what and how much: `do`.
    Action = 1,
    /// What a player does, or what happens to one: the event `does`.
    Does = 2,
    /// What an object does, or what happens to one: the event `becomes`.
    Becomes = 4,
    /// How something is used to pay: `paid`.
    Paid = 8,
    /// What can't be done, or must be.
    Cant = 16,
    /// What can't be done to an object.
    CantBe = 32,
}

/// The rows: word in the form, rule, infinitive, third person, past (and participle), what stands behind it where an event names
/// nothing else, and the places where it may stand by its word alone.
macro_rules! verbs {
    ($($verb:ident = $word:literal $rule:literal [$base:literal $third:literal $past:literal $($part:literal)?]
        $(+ $rest:literal)? $(: $($place:ident)+)?;)+) => {
        /// A deed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Verb {
            $(#[doc = concat!("To ", $base, " (", $rule, ").")] $verb,)+
        }

        impl Verb {
            /// Every deed.
            pub const ALL: &'static [Self] = &[$(Self::$verb,)+];

            /// Its word in the form.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$verb => $word,)+ }
            }

            /// The deed of a word.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$verb),)+ _ => None }
            }

            /// The rule that says what it is.
            pub const fn rule(self) -> RuleId {
                match self { $(Self::$verb => cr!($rule),)+ }
            }

            /// Infinitive, third person and past: "draw", "draws", "drew".
            pub const fn forms(self) -> [&'static str; 3] {
                match self { $(Self::$verb => [$base, $third, $past],)+ }
            }

            /// What it is to have it done to one: "be drawn".
            const fn be_done(self) -> &'static str {
                match self { $(Self::$verb => verbs!(@be $past $($part)?),)+ }
            }

            /// What stands behind it where nothing else is named: "draws" `a card`.
            pub const fn rest(self) -> &'static str {
                match self { $(Self::$verb => concat!("" $(, $rest)?),)+ }
            }

            const fn places(self) -> u8 {
                match self { $(Self::$verb => 0 $($(| Place::$place as u8)+)?,)+ }
            }
        }
    };
    (@be $past:literal) => { concat!("be-", $past) };
    (@be $past:literal $participle:literal) => { concat!("be-", $participle) };
}

verbs! {
    // What moves objects between zones.
    Sacrifice = "sacrifice" "701.21" ["sacrifice" "sacrifices" "sacrificed"]: Paid CantBe;
    Discard = "discard" "701.9" ["discard" "discards" "discarded"]: Paid;
    Exile = "exile" "701.13" ["exile" "exiles" "exiled"]: Paid;
    Return = "return" "400.7" ["return" "returns" "returned"]: Paid;
    Put = "put" "400.7" ["put" "puts" "put"]: Paid;
    Mill = "mill" "701.17" ["mill" "mills" "milled"];
    Draw = "draw" "121.1" ["draw" "draws" "drew" "drawn"] + "a card": Cant;
    Destroy = "destroy" "701.8" ["destroy" "destroys" "destroyed"]: CantBe;
    Counter = "counter" "701.6" ["counter" "counters" "countered"]: CantBe;
    Create = "create" "701.7" ["create" "creates" "created"];
    Meld = "meld" "701.42" ["meld" "melds" "melded"];
    Encode = "encode" "702.99" ["encode" "encodes" "encoded"];
    Enter = "enter" "603.6" ["enter" "enters" "entered"]: Cant;
    Leave = "leave" "603.6" ["leave" "leaves" "left"];
    Die = "die" "700.4" ["die" "dies" "died"];
    Move = "move" "400.7" ["move" "moves" "moved"];
    Go = "go" "400.7" ["go" "goes" "went" "gone"];
    // What is done to permanents and other objects.
    Tap = "tap" "701.26" ["tap" "taps" "tapped"]: Paid;
    Untap = "untap" "701.26" ["untap" "untaps" "untapped"]: Cant;
    Attach = "attach" "701.3" ["attach" "attaches" "attached"];
    Unattach = "unattach" "701.3" ["unattach" "unattaches" "unattached"];
    Enchant = "enchant" "702.5" ["enchant" "enchants" "enchanted"]: CantBe;
    Equip = "equip" "702.6" ["equip" "equips" "equipped"]: CantBe;
    PutCounters = "put-counters" "122.1" ["put" "puts" "put"];
    RemoveCounters = "remove-counters" "122.1" ["remove" "removes" "removed"];
    MoveCounters = "move-counters" "122.5" ["move" "moves" "moved"];
    DoubleCounters = "double-counters" "701.10" ["double" "doubles" "doubled"];
    Proliferate = "proliferate" "701.34" ["proliferate" "proliferates" "proliferated"];
    Regenerate = "regenerate" "701.19" ["regenerate" "regenerates" "regenerated"]: CantBe;
    RemoveDamage = "remove-damage" "120.6" ["remove" "removes" "removed"];
    Damage = "damage" "120.1" ["deal" "deals" "dealt"] + "damage";
    PreventDamage = "prevent-damage" "615.1" ["prevent" "prevents" "prevented"]: Cant;
    Transform = "transform" "701.27" ["transform" "transforms" "transformed"]: Cant;
    Flip = "flip" "710.4" ["flip" "flips" "flipped"];
    TurnFaceDown = "turn-face-down" "708.2" ["turn" "turns" "turned"];
    TurnFaceUp = "turn-face-up" "708.7" ["turn" "turns" "turned"];
    Unlock = "unlock" "709.5f" ["unlock" "unlocks" "unlocked"] + "a door": Action;
    Lock = "lock" "709.5g" ["lock" "locks" "locked"] + "a door": Action;
    PhaseOut = "phase-out" "702.26" ["phase out" "phases out" "phased out"];
    Fight = "fight" "701.14" ["fight" "fights" "fought"];
    Attack = "attack" "508.1" ["attack" "attacks" "attacked"]: Cant;
    Block = "block" "509.1" ["block" "blocks" "blocked"]: Cant CantBe;
    RemoveFromCombat = "remove-from-combat" "506.4" ["remove" "removes" "removed"];
    Exchange = "exchange" "701.12" ["exchange" "exchanges" "exchanged"];
    DoublePower = "double-power" "701.10" ["double" "doubles" "doubled"];
    Target = "target" "115.1" ["target" "targets" "targeted"]: CantBe;
    Copy = "copy-spell" "707.10" ["copy" "copies" "copied"];
    Trigger = "trigger" "603.2" ["trigger" "triggers" "triggered"]: Cant;
    // What players do, and what happens to them.
    Cast = "cast" "601.2" ["cast" "casts" "cast"]: Cant;
    Play = "play" "701.18" ["play" "plays" "played"]: Cant;
    PlayLand = "play-land" "305.1" ["play" "plays" "played"]: Cant;
    Activate = "activate" "602.2" ["activate" "activates" "activated"]: Cant;
    Exhaust = "exhaust" "702.177" ["activate" "activates" "activated"] + "an exhaust ability": Does;
    PayLife = "pay-life" "119.4" ["pay" "pays" "paid"] + "life": Does Cant;
    GainLife = "gain-life" "119.3" ["gain" "gains" "gained"] + "life": Cant;
    LoseLife = "lose-life" "119.3" ["lose" "loses" "lost"] + "life": Cant;
    DoubleLife = "double-life" "701.10" ["double" "doubles" "doubled"];
    Energy = "energy" "107.14" ["pay" "pays" "paid"];
    Expend = "expend" "700.14" ["expend" "expends" "expended"];
    AddMana = "add-mana" "106.4" ["add" "adds" "added"];
    DoubleMana = "double-mana" "701.10" ["double" "doubles" "doubled"];
    Look = "look" "401.5" ["look at" "looks at" "looked at"];
    Reveal = "reveal" "701.20" ["reveal" "reveals" "revealed"]: Paid;
    Search = "search" "701.23" ["search" "searches" "searched"] + "a library": Does Cant;
    Shuffle = "shuffle" "701.24" ["shuffle" "shuffles" "shuffled"];
    Scry = "scry" "701.22" ["scry" "scries" "scried"];
    Surveil = "surveil" "701.25" ["surveil" "surveils" "surveiled"];
    Choose = "choose" "608.2d" ["choose" "chooses" "chose" "chosen"]: Paid;
    Separate = "separate" "700.3" ["separate" "separates" "separated"];
    Vote = "vote" "701.38" ["vote" "votes" "voted"];
    FlipCoin = "flip-coin" "705.1" ["flip" "flips" "flipped"] + "one or more coins": Does;
    WinFlip = "win-flip" "705.2" ["win" "wins" "won"] + "a coin flip": Does;
    LoseFlip = "lose-flip" "705.2" ["lose" "loses" "lost"] + "a coin flip": Does;
    RollDice = "roll-dice" "706.1" ["roll" "rolls" "rolled"] + "one or more dice": Does;
    RollPlanarDie = "roll-planar-die" "901.9" ["roll" "rolls" "rolled"] + "the planar die": Does;
    WinGame = "win-game" "104.2" ["win" "wins" "won"] + "the game": Cant;
    LoseGame = "lose-game" "104.3" ["lose" "loses" "lost"] + "the game": Cant;
    LoseControl = "lose-control" "110.2" ["lose" "loses" "lost"];
    ExtraTurn = "extra-turn" "500.7" ["take" "takes" "took" "taken"];
    Skip = "skip" "614.10" ["skip" "skips" "skipped"];
    ControlPlayers = "control-players" "723.1" ["control" "controls" "controlled"];
    EndTurn = "end-turn" "724.1" ["end" "ends" "ended"];
    Begin = "begin" "500.1" ["begin" "begins" "began" "begun"];
    Become = "become" "725.1" ["become" "becomes" "became" "become"];
    Take = "take" "726.1" ["take" "takes" "took" "taken"];
    Get = "get" "702.131" ["get" "gets" "got"];
    CommitCrime = "commit-crime" "700.13" ["commit" "commits" "committed"] + "a crime": Does;
    CompleteDungeon = "complete-dungeon" "309.7" ["complete" "completes" "completed"] + "a dungeon": Does;
    // Keyword actions, and what keyword abilities call by a name.
    Abandon = "abandon" "701.33" ["abandon" "abandons" "abandoned"]: Action;
    Adapt = "adapt" "701.46" ["adapt" "adapts" "adapted"]: Action;
    Airbend = "airbend" "701.65" ["airbend" "airbends" "airbent"]: Action;
    Amass = "amass" "701.47" ["amass" "amasses" "amassed"]: Action;
    Behold = "behold" "701.4" ["behold" "beholds" "beheld"]: Paid;
    Blight = "blight" "701.68" ["blight" "blights" "blighted"]: Action;
    Bolster = "bolster" "701.39" ["bolster" "bolsters" "bolstered"]: Action;
    ChaosEnsues = "chaos-ensues" "311.7" ["chaos ensues" "chaos ensues" "chaos ensued"]: Action Does;
    Clash = "clash" "701.30" ["clash" "clashes" "clashed"]: Action Does;
    WinClash = "win-clash" "701.30" ["win" "wins" "won"] + "a clash": Does;
    Cloak = "cloak" "701.58" ["cloak" "cloaks" "cloaked"]: Action;
    CollectEvidence = "collect-evidence" "701.59" ["collect" "collects" "collected"] + "evidence";
    Connive = "connive" "701.50" ["connive" "connives" "connived"]: Action Becomes;
    Craft = "craft" "702.167" ["craft" "crafts" "crafted"]: Paid;
    Crew = "crew" "702.122" ["crew" "crews" "crewed"] + "a Vehicle": Becomes;
    Cycle = "cycle" "702.29" ["cycle" "cycles" "cycled"] + "a card": Does Becomes;
    Detain = "detain" "701.35" ["detain" "detains" "detained"]: Action;
    Discover = "discover" "701.57" ["discover" "discovers" "discovered"]: Action Does;
    Earthbend = "earthbend" "701.66" ["earthbend" "earthbends" "earthbent"]: Action;
    Encounter = "encounter" "312.5" ["encounter" "encounters" "encountered"]: Becomes;
    Endure = "endure" "701.63" ["endure" "endures" "endured"]: Action;
    Enlist = "enlist" "702.154" ["enlist" "enlists" "enlisted"] + "a creature": Becomes;
    Evolve = "evolve" "702.100" ["evolve" "evolves" "evolved"]: Becomes;
    Exert = "exert" "701.43" ["exert" "exerts" "exerted"]: Action Becomes;
    Exploit = "exploit" "702.110" ["exploit" "exploits" "exploited"] + "a creature": Becomes;
    Explore = "explore" "701.44" ["explore" "explores" "explored"]: Action Becomes;
    Fateseal = "fateseal" "701.29" ["fateseal" "fateseals" "fatesealed"]: Action;
    Forage = "forage" "701.61" ["forage" "forages" "foraged"]: Action;
    Goad = "goad" "701.15" ["goad" "goads" "goaded"]: Action;
    Heal = "heal" "701.69" ["heal" "heals" "healed"];
    Incubate = "incubate" "701.53" ["incubate" "incubates" "incubated"]: Action;
    Investigate = "investigate" "701.16" ["investigate" "investigates" "investigated"]: Action Does;
    Learn = "learn" "701.48" ["learn" "learns" "learned"]: Action;
    Manifest = "manifest" "701.40" ["manifest" "manifests" "manifested"]: Action;
    ManifestDread = "manifest-dread" "701.62" ["manifest dread" "manifests dread" "manifested dread"]: Action;
    Mentor = "mentor" "702.134" ["mentor" "mentors" "mentored"] + "a creature": Becomes;
    Monstrosity = "monstrosity" "701.37" ["monstrosity" "monstrosity" "monstrosity"]: Action;
    Mutate = "mutate" "702.140" ["mutate" "mutates" "mutated"]: Becomes;
    OpenAttraction = "open-attraction" "701.51" ["open" "opens" "opened"] + "an Attraction": Action;
    Planeswalk = "planeswalk" "701.31" ["planeswalk" "planeswalks" "planeswalked"]: Action Does;
    PlaneswalkTo = "planeswalk-to" "701.31d" ["planeswalk to" "planeswalks to" "planeswalked to"]: Becomes;
    PlaneswalkAway = "planeswalk-away" "701.31d"
        ["planeswalk away from" "planeswalks away from" "planeswalked away from"]: Becomes;
    Populate = "populate" "701.36" ["populate" "populates" "populated"]: Action;
    Recruit = "recruit" "701.70" ["recruit" "recruits" "recruited"]: Action;
    RingTempts = "ring-tempts" "701.54" ["tempt" "tempts" "tempted"]: Action Does;
    SetInMotion = "set-in-motion" "701.32" ["set in motion" "sets in motion" "set in motion"]: Action Becomes;
    Support = "support" "701.41" ["support" "supports" "supported"]: Action;
    Suspect = "suspect" "701.60" ["suspect" "suspects" "suspected"]: Action;
    TimeTravel = "time-travel" "701.56" ["time travel" "time travels" "time traveled"]: Action;
    Train = "train" "702.149" ["train" "trains" "trained"]: Becomes;
    Venture = "venture" "701.49" ["venture" "ventures" "ventured"] + "into the dungeon": Action;
    Waterbend = "waterbend" "701.67" ["waterbend" "waterbends" "waterbent"];
}

impl Verb {
    /// Its infinitive: "draw".
    pub const fn infinitive(self) -> &'static str {
        let [base, ..] = self.forms();
        base
    }

    /// Its participle: "drawn".
    pub fn participle(self) -> &'static str {
        self.be_done().trim_start_matches("be-")
    }

    /// Its word at a place, where it may stand there.
    pub fn at(self, place: Place) -> Option<&'static str> {
        (self.places() & place as u8 != 0).then(|| match place {
            Place::Paid => self.participle(),
            Place::CantBe => self.be_done(),
            Place::Action | Place::Does | Place::Becomes | Place::Cant => self.word(),
        })
    }
}

/// Makes a word of the form of a type whose values are verbs at some places, and others with a word of their own.
macro_rules! worded {
    ($name:ident [$($variant:path: $place:ident),+] $named:expr) => {
        impl $name {
            fn all() -> impl Iterator<Item = (Self, &'static str)> {
                let verbs = $crate::ir::Verb::ALL.iter().flat_map(|verb| {
                    [$(verb.at($crate::ir::verb::Place::$place).map(|word| ($variant(*verb), word)),)+]
                });
                $named.chain(verbs.flatten())
            }

            /// Its word.
            pub fn word(self) -> &'static str {
                Self::all().find(|(its, _)| *its == self).map_or("", |(_, word)| word)
            }
        }

        $crate::ir::node::leaf!($name, $crate::ir::node::Shape::Word(stringify!($name), || {
                let words: std::collections::BTreeSet<&str> = $name::all().map(|(_, word)| word).collect();
                words.into_iter().collect()
            }), "a word",
            word: |word| $name::all().find(|(_, its)| *its == word).map(|(value, _)| value),
            otherwise: |word| format!("`{word}` means nothing here"),
            written: |value| $crate::ir::tree::Tree::word(value.word()), part: $name);
    };
}

pub(super) use worded;

/// A keyword action that needs no more than who does it, on what and how much (701).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeywordAction(pub Verb);

/// How an object was used to pay a cost (118.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PaidAs(pub Verb);

impl KeywordAction {
    /// Whether it makes or chooses something that other instructions may speak of.
    pub const fn makes_or_chooses(self) -> bool {
        matches!(
            self.0,
            Verb::Investigate
                | Verb::Populate
                | Verb::Bolster
                | Verb::Manifest
                | Verb::ManifestDread
                | Verb::Amass
                | Verb::Incubate
                | Verb::Cloak
                | Verb::Clash
        )
    }
}

worded!(KeywordAction [KeywordAction: Action] std::iter::empty());
worded!(PaidAs [PaidAs: Paid] std::iter::empty());

impl Instruction {
    /// The deed that it tells to do; none for one that only says whether or how often others are followed, or makes an effect.
    pub fn verb(&self) -> Option<Verb> {
        Some(match self {
            Self::Do { action, .. } => action.0,
            Self::Designate { name, .. } => name.verb(),
            Self::Emblem { .. } => Verb::Get,
            Self::BecomeBlocked(_) => Verb::Block,
            Self::ExchangeControl(_) | Self::ExchangeCards(..) | Self::ExchangeLife(_) => Verb::Exchange,
            Self::RevealUntil(RevealUntil { exiling: true, .. }) => Verb::Exile,
            Self::RevealHand(_) | Self::RevealUntil(_) => Verb::Reveal,
            Self::ChooseOne { .. }
            | Self::ChooseCounter { .. }
            | Self::ChooseWord(_)
            | Self::ChoosePlayer(_)
            | Self::ChangeTargets { .. }
            | Self::Reselect { .. } => Verb::Choose,
            Self::PayAnyLife { .. } => Verb::PayLife,
            Self::PayAnyEnergy { .. } => Verb::Energy,
            Self::RollDie(_) => Verb::RollDice,
            other => return Verb::from_word(other.name()),
        })
    }
}

impl Cost {
    /// The deed by which it is paid; none for mana, and for one that is made up of others.
    pub fn verb(&self) -> Option<Verb> {
        Some(match self {
            Self::Life(_) => Verb::PayLife,
            Self::Loyalty(0..) => Verb::PutCounters,
            Self::Loyalty(_) | Self::LoyaltyX => Verb::RemoveCounters,
            Self::TapPower(..) => Verb::Tap,
            Self::ChoosePlayer(_) => Verb::Choose,
            Self::ExileTop(_) => Verb::Exile,
            other => return Verb::from_word(other.name()),
        })
    }
}

impl NamedDeed {
    /// The deed; none for a moment that has a name.
    pub const fn verb(self) -> Option<Verb> {
        match self {
            Self::Does(verb) => Some(verb),
            Self::Gets(name) => Some(name.verb()),
            Self::RollPlaneswalker => Some(Verb::RollPlanarDie),
            Self::RevealFirstDraw => Some(Verb::Reveal),
            Self::UnlockThisDoor | Self::FullyUnlock => Some(Verb::Unlock),
            Self::DayOrNight
            | Self::SpellWithHauntResolves
            | Self::DiscardedWithMadness
            | Self::EnlistsForThis
            | Self::ExertedAsItAttacks
            | Self::RevealedByMiracle
            | Self::DealtExcessDamage => None,
        }
    }
}

impl Event {
    /// The deed that it waits for; none where nothing is done, or one of several things.
    pub fn verb(&self) -> Option<Verb> {
        Some(match self {
            Self::Any(_)
            | Self::Room(_)
            | Self::Chapter(_)
            | Self::Triggers { .. }
            | Self::State(_)
            | Self::Never => return None,
            Self::OneOrMore(event)
            | Self::Nth(_, event)
            | Self::CausedBy(_, event)
            | Self::Provided(_, event) => return event.verb(),
            Self::Does(_, deed) | Self::Becomes(_, deed) => return deed.verb(),
            Self::Moves(moves) => match (moves.from.as_slice(), moves.to.as_slice()) {
                ([Zone::Battlefield], [Zone::Graveyard]) => Verb::Die,
                (_, [Zone::Battlefield]) => Verb::Enter,
                ([], []) => Verb::Move,
                (_, []) => Verb::Leave,
                _ => Verb::Go,
            },
            Self::Begins(..) => Verb::Begin,
            Self::Casts(..) => Verb::Cast,
            Self::Copies(..) => Verb::Copy,
            Self::Activates(..) => Verb::Activate,
            Self::PlaysLand(..) => Verb::PlayLand,
            Self::Attacks(_)
            | Self::PlayerAttacks(_)
            | Self::PlayerAttacked(..)
            | Self::AttacksUnblocked(_)
            | Self::AttacksWith(..) => Verb::Attack,
            Self::Blocks(..) | Self::BecomesBlocked(..) | Self::BlockedBySoMany(..) => Verb::Block,
            Self::DealsDamage(_) | Self::DamageReducesLife(..) => Verb::Damage,
            Self::Draws(_) => Verb::Draw,
            Self::Discards(..) => Verb::Discard,
            Self::GainsLife(_) => Verb::GainLife,
            Self::LosesLife(_) => Verb::LoseLife,
            Self::Expends(..) => Verb::Expend,
            Self::Sacrifices(..) => Verb::Sacrifice,
            Self::BecomesTapped(_) | Self::TappedForMana(..) => Verb::Tap,
            Self::BecomesUntapped(_) => Verb::Untap,
            Self::BecomesTarget { .. } | Self::PlayerBecomesTarget(..) => Verb::Target,
            Self::CountersPut(..) => Verb::PutCounters,
            Self::CountersRemoved(..) | Self::LastCounterRemoved(..) => Verb::RemoveCounters,
            Self::TurnedFaceUp(_) => Verb::TurnFaceUp,
            Self::Transforms(_) => Verb::Transform,
            Self::BecomesAttached(..) => Verb::Attach,
            Self::BecomesUnattached(..) => Verb::Unattach,
            Self::Destroyed(_) => Verb::Destroy,
            Self::Countered(_) => Verb::Counter,
            Self::LosesControl(..) => Verb::LoseControl,
            Self::Creates(..) => Verb::Create,
            Self::LosesGame(_) => Verb::LoseGame,
        })
    }
}
