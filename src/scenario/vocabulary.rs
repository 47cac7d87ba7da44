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
        Battlefield = "battlefield": "permanents",
        Graveyard = "graveyard": "cards in the graveyard; the last one written is on top",
        Stack = "stack": "spells, as if cast; the last one written is on top",
        Exile = "exile": "exiled cards",
        Command = "command": "commanders, emblems and other cards that belong there",
        Ante = "ante": "cards played for ante",
        Outside = "outside": "cards outside the game, such as the sideboard",
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
        Archenemy = "archenemy": "one player against the others, with schemes (CR 904)",
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
        Untap = "untap": "what to untap",
        Exile = "exile": "what to exile",
        Return = "return": "what to return",
        Reveal = "reveal": "what to reveal",
        Destroy = "destroy": "what to destroy",
        Pay = "pay": "`yes` or `no` to a cost, or how a cost is paid (`life`, `mana`)",
        First = "first": "which of several replacement effects applies first (CR 616.1)",
        Order = "order": "put on the stack in this order, so the last resolves first",
        ResolveFirst = "resolve first": "the mirror of `order`: the first one written resolves first",
        Top = "top": "what goes on top of the library, the topmost first",
        Bottom = "bottom": "what goes to the bottom of the library",
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
        Mulligan = "mulligan": "`yes` or `no`",
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
    ("format", "`commander`, `planechase` or `archenemy`"),
    (
        "players",
        "two to six names in turn order, separated by `;`, the first active; without it `AP` and `NAP`",
    ),
    ("mana", "`free` or `strict`"),
    ("turn", "PLAYER STEP: where the scenario begins; without it `turn AP main1`"),
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
    ("attacked", "attacked this turn"),
];
