//! The words of the scenario language that stand for one thing each: zones, steps, formats, kinds of choices.
//!
//! Each list is an enum made together with its spellings and a sentence for the reference, so that the reader, the
//! formatter and `headjudge help language` can't disagree.

/// An enum whose variants are words of the language: `ALL`, `word`, `gist` and `from_word`.
macro_rules! vocabulary {
    (
        $(#[$meta:meta])*
        $name:ident { $( $variant:ident = $word:literal $(| $also:literal)* : $gist:literal, )* }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`: ", $gist, ".")]
                $variant,
            )*
        }

        impl $name {
            /// Every one, in the order of the reference.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// How it is written.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }

            /// What it is, for the reference.
            pub const fn gist(self) -> &'static str {
                match self {
                    $($name::$variant => $gist,)*
                }
            }

            /// The one that is written so, if there is one.
            pub fn from_word(word: &str) -> Option<$name> {
                match word {
                    $($word $(| $also)* => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

vocabulary! {
    /// A zone (CR 400.1), or outside the game (CR 400.11).
    Zone {
        Library = "library": "the deck; the first card written is on top, `...` at the end means unknown cards follow",
        Hand = "hand": "cards in hand",
        Battlefield = "battlefield": "permanents; named by a back face, that one is up",
        Graveyard = "graveyard": "cards in the graveyard; the last one written is on top",
        Stack = "stack": "spells, as if cast this turn; the last one written is on top",
        Exile = "exile": "exiled cards",
        Command = "command": "commanders, emblems and other cards that belong there",
        Ante = "ante": "cards played for ante",
        Outside = "outside": "cards outside the game, such as the sideboard",
        Deck = "deck": "the deck before the game begins, which `P's deck is legal` looks at; none of it is in the game",
    }
}

vocabulary! {
    /// A step or phase (CR 500.1).
    Step {
        Untap = "untap": "the untap step",
        Upkeep = "upkeep": "the upkeep step",
        Draw = "draw": "the draw step",
        Main1 = "main1" | "main" | "precombat main" | "main phase" | "precombat main phase": "the precombat main phase",
        BeginCombat = "begin combat" | "beginning of combat" | "combat": "the beginning of combat step",
        DeclareAttackers = "declare attackers" | "attackers": "the declare attackers step",
        DeclareBlockers = "declare blockers" | "blockers": "the declare blockers step",
        FirstStrikeDamage = "first-strike damage" | "first strike damage": "the first of two combat damage steps",
        CombatDamage = "combat damage" | "damage": "the combat damage step",
        EndCombat = "end combat" | "end of combat": "the end of combat step",
        Main2 = "main2" | "postcombat main" | "postcombat main phase" | "second main" | "second main phase": "the postcombat main phase",
        End = "end" | "end step": "the end step",
        Cleanup = "cleanup" | "cleanup step": "the cleanup step",
    }
}

vocabulary! {
    /// How the game is played.
    Format {
        Commander = "commander": "40 life, commanders in the command zone (CR 903)",
        Planechase = "planechase": "with a planar deck (CR 901)",
        Vanguard = "vanguard": "a vanguard card in the command zone, which modifies life total and hand size (CR 902)",
        TwoHeadedGiant = "two-headed giant": "the first two of four players against the others, with shared life totals (CR 810)",
        Archenemy = "archenemy": "the first player against the others, with schemes (CR 904)",
    }
}

vocabulary! {
    /// How payments of mana are treated.
    ManaMode {
        Free = "free": "payments of mana are taken as made; this is the default",
        Strict = "strict": "mana has to be made and is spent",
    }
}

vocabulary! {
    /// What a choice line answers.
    ChoiceKind {
        Target = "target": "the targets of a spell or ability, `none` for none",
        Targets = "targets": "new targets for a copy, or for a spell whose targets change",
        Choose = "choose": "an object, player, colour, type, name or number that an effect asks for",
        May = "may": "`yes` or `no` to what a player may do; SOURCE says which",
        Mode = "mode": "the number of a mode, `3 -> X` with its target; repeatable with `;`",
        X = "x": "the value of X",
        Divide = "divide": "`2 to X; 1 to Y`",
        Sacrifice = "sacrifice": "what to sacrifice",
        Discard = "discard": "what to discard",
        Tap = "tap": "what to tap",
        Exile = "exile": "what to exile",
        Return = "return": "what to return",
        Reveal = "reveal": "what to reveal",
        Pay = "pay": "`yes` or `no` to a cost, or how a cost is paid (`life`, `mana`, the sources of its mana)",
        First = "first": "which of several replacement effects applies first (CR 616.1)",
        Order = "order": "put on the stack in this order, so the last resolves first, or `any` if it makes no difference; triggers of one ability go by what each is about, or `ability 1` is the first that waits",
        ResolveFirst = "resolve first": "the mirror of `order`: the first one written resolves first",
        Top = "top": "what goes on top of the library, the topmost first",
        Bottom = "bottom": "what goes to the bottom of the library",
        Graveyard = "graveyard": "what goes to the graveyard; of several at the same time, the last one lies on top (CR 404.3)",
        Find = "find": "what a search finds, `none` for nothing",
        Cast = "cast": "what to cast during a resolution, `none` for nothing",
        Play = "play": "what to play during a resolution, `none` for nothing",
        Keep = "keep": "which of several to keep: the legend rule (CR 704.5j)",
        Encode = "encode": "the creature to encode a card on (CR 702.99a)",
        Attach = "attach": "what to attach it to",
        Pile = "pile": "which pile",
        Color = "color": "a colour",
        Name = "name": "a card name",
        Type = "type": "a card type or subtype",
        Number = "number": "a number",
        Player = "player": "a player",
        Damage = "damage": "how combat damage is assigned: `2 to X; 1 to Y`",
        Random = "random": "what chance picks",
        Coin = "coin": "`heads`, `tails`, `won` or `lost`",
        Die = "die": "the number rolled",
        Mulligan = "mulligan": "`yes` or `no`, once for each round of mulligans; without it the hand is kept",
        Vote = "vote": "a vote",
    }
}

/// The words that begin a head line, with what follows them, for the reference.
pub const HEAD_WORDS: &[(&str, &str)] = &[
    ("scenario", "TITLE: begins a scenario"),
    ("question", "what is asked, in prose"),
    ("answer", "the answer, in prose"),
    ("source", "where the ruling comes from; several are separated by `;`"),
    ("rules", "rule numbers the answer rests on, separated by `;`"),
    ("tags", "words to find the scenario by, separated by `;`"),
    ("edition", "the edition of the rules whose numbers are used, such as `2017-09`"),
    ("format", "`commander`, `planechase`, `vanguard`, `two-headed giant` or `archenemy`"),
    (
        "players",
        "two to six names in turn order, separated by `;`, the first active; without it `AP` and `NAP`",
    ),
    ("mana", "`free` or `strict`"),
    (
        "turn",
        "PLAYER STEP: where the scenario begins; without it `turn AP main1`; under it, choices of what triggers there",
    ),
    ("day", "it is day"),
    ("night", "it is night"),
    ("unsettled", "\"WHY\": the rules themselves give no answer"),
];

/// The lines of a player's block that are not zones, for the reference.
pub const PLAYER_LINES: &[(&str, &str)] = &[
    ("life", "N: the life total"),
    ("poison", "N: poison counters"),
    ("energy", "N: energy counters"),
    ("experience", "N: experience counters"),
    ("rad", "N: rad counters"),
    ("speed", "N: the speed"),
    ("turns", "N: how many turns of theirs they have begun this game, one that is going on included"),
    ("tempted", "N: how often the Ring has tempted them"),
    ("mana", "{R}{R}: mana in the pool"),
    ("monarch", "is the monarch"),
    ("initiative", "has the initiative"),
    ("city's blessing", "has the city's blessing"),
    ("emblem of", "X: has the emblem that X makes"),
    ("drew", "N: cards drawn this turn"),
    ("played", "a land, or N lands: lands played this turn"),
    ("cast", "N: spells cast this turn"),
    ("gained", "N: life gained this turn"),
    ("lost", "N: life lost this turn"),
    ("attacked", "attacked this turn, nobody says with what: write `[attacked this turn]` at a creature"),
];

/// A verb of an action, in the two forms it is written in.
pub struct Verb {
    /// After a player: `casts`.
    pub third: &'static str,
    /// After `tries to`: `cast`.
    pub plain: &'static str,
}

const fn verb(third: &'static str, plain: &'static str) -> Verb {
    Verb { third, plain }
}

/// The verbs of actions.
pub static VERBS: &[Verb] = &[
    verb("casts", "cast"),
    verb("activates", "activate"),
    verb("plays", "play"),
    verb("attacks", "attack"),
    verb("blocks", "block"),
    verb("turns", "turn"),
    verb("suspends", "suspend"),
    verb("foretells", "foretell"),
    verb("plots", "plot"),
    verb("unlocks", "unlock"),
    verb("puts", "put"),
    verb("rolls", "roll"),
    verb("concedes", "concede"),
    verb("starts", "start"),
    verb("passes", "pass"),
    verb("repeats", "repeat"),
    verb("proposes", "propose"),
    verb("shortens", "shorten"),
    verb("chooses", "choose"),
];

/// Ways to cast a spell other than paying its mana cost from the hand, as written in brackets.
pub const WAYS: &[&str] = &[
    "flashback",
    "evoke",
    "foretold",
    "overload",
    "madness",
    "miracle",
    "dash",
    "escape",
    "bestow",
    "morph",
    "megamorph",
    "disguise",
    "emerge",
    "spectacle",
    "surge",
    "prowl",
    "awaken",
    "mutate",
    "blitz",
    "disturb",
    "prototype",
    "plotted",
    "suspended",
    "retrace",
    "jump-start",
    "aftermath",
    "buyback",
    "entwine",
    "replicate",
    "conspire",
    "bargain",
    "waterbend",
    "casualty",
    "cleave",
    "impending",
    "freerunning",
    "warp",
    "harmonize",
    "sneak",
    "web-slinging",
    "mayhem",
    "offspring",
    "squad",
    "gift",
    "offering",
    "more than meets the eye",
    "commander",
    "adventure",
    "omen",
    "face down",
];

/// Those of them that are understood but can't be announced so yet.
pub const NOT_ANNOUNCED: &[&str] = &["madness", "miracle", "suspended", "commander", "adventure", "omen"];

/// The forms of statements, with what each does. `P` is a player, `X`, `A` and `B` are objects.
pub const STATEMENTS: &[(&str, &str)] = &[
    ("P casts X [ANNOUNCED] -> A; B", "casts a spell; `-> nothing` for no targets"),
    (
        "P activates X ABILITY [ANNOUNCED] -> A",
        "ABILITY: none if there is one, `equip`, `ability 2`, `-2`, `{U}{B}`",
    ),
    ("P plays X", "plays a land"),
    ("P attacks X; Y", "attacks the one player there is; `attacks nothing`"),
    (
        "P attacks A with X; Y",
        "attacks a player, planeswalker or battle; consecutive lines are one declaration",
    ),
    ("P attacks A with X; Y [band]", "the creatures of the line attack as a band"),
    (
        "P blocks A with X; Y",
        "blocks an attacker; `blocks nothing`; consecutive lines, also of several players, are one declaration",
    ),
    ("P turns X face up", "special action"),
    ("P suspends X", "special action"),
    ("P foretells X", "special action"),
    ("P plots X", "special action"),
    ("P unlocks X", "special action"),
    ("P puts X into hand", "special action: a companion"),
    (
        "P rolls the planar die",
        "special action; `random: planeswalker`, `chaos` or `blank` under it says what it shows",
    ),
    (
        "P starts the game",
        "the board is what it is before the game: P takes the first turn (CR 103); `start the game` leaves it to chance who chooses",
    ),
    ("P concedes", "leaves the game"),
    ("P passes", "passes priority once"),
    ("P tries to cast X -> A", "asks whether it is legal, and so for every action; nothing happens"),
    ("P tries to choose A", "asks whether an answer is legal, under the line whose question it is"),
    ("in response ACTION", "acts on what is on top of the stack now"),
    ("in response to X ACTION", "players pass until X is on top; `to X's trigger` until its trigger is"),
    (
        "ACTION as @label",
        "names what the action creates: the object on the stack, then the first token or copy that it makes",
    ),
    ("resolve", "the top object of the stack resolves, and no other"),
    ("pass", "one player passes"),
    ("go to P's STEP", "time moves to that step; `go to STEP` to the next one"),
    (
        "next turn P",
        "time moves to that player's next precombat main phase; `next turn` to the next player's",
    ),
    ("event: HAPPENING", "something happens that nobody causes"),
];

/// What can stand in brackets behind an action, with what it says.
pub const ANNOUNCEMENTS: &[(&str, &str)] = &[
    ("kicked", "`kicked 2` for multikicker, `kicked {W}` with that one of several kicker costs"),
    ("X 3", "the value of X"),
    ("mode 2", "the chosen mode; several are separated by `;`"),
    ("from exile", "the zone it is cast from"),
    ("without paying", "without paying its mana cost"),
    ("face down", "cast face down"),
    (
        "flashback",
        "or another way to cast it, by its keyword or its name on the card; `alternative cost` for one without a name; not needed where it is the only way to cast it from where it is",
    ),
];

/// What can happen by fiat after `event:`.
pub const EVENTS: &[(&str, &str)] = &[
    (
        "X is destroyed",
        "several at the same time: `X; Y are destroyed`, and so for most that can happen to an object",
    ),
    ("X is exiled", "also `is exiled face down`"),
    ("X is sacrificed", ""),
    ("X dies", "goes from the battlefield to the graveyard"),
    (
        "X is put into ZONE",
        "`into AP's graveyard`, `onto the battlefield under AP's control`, `on top of AP's library`",
    ),
    ("X is returned to hand", ""),
    ("X is dealt N damage", "also `by Y`; X may be a player"),
    ("X gets N COUNTER", "counters of a kind; X may be a player"),
    ("X loses N COUNTER", ""),
    ("X is tapped", "also `is untapped`"),
    ("X changes control to P", "the same as `P gains control of X`"),
    ("X is countered", ""),
    ("X is regenerated", "gets a regeneration shield"),
    ("X is turned face down", "also `face up`"),
    ("X transforms", ""),
    ("X phases out", "also `phases in`"),
    ("X loses all abilities", "for good"),
    ("X is attached to Y", "also `becomes unattached`"),
    ("P discards X", ""),
    ("P draws N", "also `draws a card`"),
    ("P mills N", ""),
    ("P gains N life", ""),
    ("P loses N life", ""),
    ("P shuffles", ""),
    ("P becomes the monarch", "also `takes the initiative`"),
];

/// The forms of expectations, with what each says.
pub const EXPECTATIONS: &[(&str, &str)] = &[
    (
        "X FACT, FACT",
        "everything holds of the object, called by its card's name or by that of a face that it shows",
    ),
    ("X: ZONE > ZONE > ZONE", "the zones it went through since the scenario began"),
    (
        "P life 17, poison 2",
        "also `mana {R}`, `mana none`, `won`, `not lost`, `is the monarch`, `has the initiative`, `speed 2`, `may cast X`, `may look at X`",
    ),
    (
        "N cards in P's ZONE",
        "also `2 Saproling tokens on the battlefield, controlled by P`, `no creatures ...`, `no Angel ...` by subtype",
    ),
    ("stack A; B", "from bottom to top; `stack empty`"),
    (
        "trigger from X",
        "at least one; `no trigger from X`, `2 triggers from X`, `trigger from X's ability 2`",
    ),
    (
        "X replaced by Y",
        "an effect of Y replaced what would have happened to X; also `not replaced`, `not replaced by Y`",
    ),
    ("damage to X prevented", "also `damage to X not prevented`"),
    ("P not asked by X", "P is given no choice by X; also `P asked by X`, `P not asked`"),
    ("X and Y moved at the same time", ""),
    ("legal", "under `tries to`"),
    ("illegal", "under `tries to`; `illegal [601.3]` names the rule that forbids it"),
    ("options A; B", "exactly these answers are legal"),
    ("active player P", ""),
    ("P's deck is legal", "what is written as `deck`, by CR 903.5; also `is illegal`"),
    ("X's color identity is red and green", "also `is colorless` (CR 903.4)"),
    ("step STEP", ""),
    ("draw", "the game is a draw"),
    ("cites RULE", "also `does not cite RULE`"),
    ("nothing else moved", ""),
    ("it is day", "also `it is night`, `it is neither day nor night`"),
];

/// The facts that can hold of an object, with `not` before most of them.
pub const FACTS: &[(&str, &str)] = &[
    ("in exile", "the zone: `on the battlefield`, `in P's hand`, `on the stack`, `in the command zone`"),
    ("on top of P's library", "also `2nd in P's library`, `on the bottom of P's library`"),
    ("ceased to exist", "also `left the game`, which objects do along with their owner"),
    ("is a new object", "also `is the same object`"),
    ("moved", "also `did not move`"),
    ("face down", "also `face up`"),
    ("P may look", ""),
    ("controlled by P", ""),
    ("owned by P", ""),
    ("attached to X", "also `attached`, `not attached`"),
    ("encoded on X", "also `encoded`, `not encoded`"),
    ("exiled by X", ""),
    ("imprinted on X", ""),
    ("haunting X", "also `haunted by X`"),
    ("in pile NAME", "also `in the pile of X`"),
    ("tapped", "also `untapped`"),
    ("attacking", "also `attacking X`, `blocking X`, `blocked`, `unblocked`"),
    ("phased out", ""),
    ("monstrous", "also `suspected`, `goaded`, `prepared`, `paired`"),
    ("fully unlocked", "also `left half unlocked`, `right half unlocked`, of a permanent with two halves"),
    ("protected by NAP", "the battle's protector"),
    ("transformed", ""),
    ("suspended 1", "also `suspended`, `foretold`, `plotted`"),
    ("has 2 +1/+1", "counters of a kind; `has no counters` of any"),
    ("has 3 damage", ""),
    (
        "is 3/3",
        "also `power 3`, `toughness 3`, `loyalty 3`, `defense 3`, `level 3`, `mana value 3`, `total toxic value 3`",
    ),
    ("is a creature", "a card type, subtype or supertype; `is legendary`"),
    ("is blue", "also `is colorless`"),
    ("is a token", "also `is a commander`"),
    ("is a copy of X", ""),
    ("is named X", ""),
    ("has flying", "a keyword; `has no abilities`, `has X's ability`"),
    ("countered", "also `resolved`"),
];

/// The forms of questions.
pub const QUESTIONS: &[(&str, &str)] = &[
    ("X", "where it is, its path, what it is now; also `where is X`, `what is X`"),
    ("P", "life total and what else there is to say; also `P life`, `P mana`"),
    ("P may cast X", "also `P may look at X`"),
    ("trigger from X", "whether it triggered"),
    ("stack", "what is on it"),
    ("who controls X", "also `who owns X`, `who may look at X`"),
    ("path of X", ""),
    ("legal", "under `tries to`"),
    ("options", "under a line whose question it is"),
    ("active player", ""),
    ("winner", ""),
    (
        "ANY EXPECTATION",
        "answered with yes or no; also `whether X is tapped`, `is X tapped`, `did X trigger`",
    ),
    ("why ANY EXPECTATION", "why it is so; also `why did X not trigger`, `why is X still attached to Y`"),
    ("why X did not trigger", "also `X did not die`, `did not return`, `was not replaced by Y`"),
    ("why damage to X was not prevented", "also `P was not asked by X`"),
    ("why P can't cast X -> A", "and so for every action, as under `tries to`"),
    (
        "can P cast X -> A",
        "whether it is legal; also `can X attack P`, `can X block Y`, `why X can't block Y`",
    ),
];

/// The colours as words.
pub const COLORS: &[&str] = &["white", "blue", "black", "red", "green"];

/// The answer that chooses nothing.
pub const NONE: &str = "none";

/// What is said of colors and is none of them (105.4).
pub const NO_COLORS: [&str; 2] = ["colorless", "multicolored"];

/// The card types that are counted by.
pub(crate) const TYPES: &[&str] =
    &["creature", "land", "artifact", "enchantment", "planeswalker", "battle", "instant", "sorcery"];
