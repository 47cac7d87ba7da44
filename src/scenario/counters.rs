//! The kinds of counters that objects have, beside those that change power and toughness.

/// Their names: those to which the rules give a meaning (122.1b-j, 306.5b, 714.2 and their like), and those that real cards put on
/// something. A card that somebody writes may have others.
#[rustfmt::skip]
pub const COUNTERS: &[&str] = &[
    "account", "acorn", "aegis", "age", "aim", "arrow", "arrowhead", "bait", "blaze", "blessing", "blight",
    "blood", "bloodline", "bloodstain", "book", "bore", "bounty", "brain", "bribery", "brick", "burden",
    "cage", "carrion", "cell", "charge", "chip", "chorus", "claim", "coin", "collection", "conqueror",
    "contested", "corpse", "corruption", "credit", "croak", "crystal", "cube", "currency", "day", "death",
    "deathtouch", "decayed", "defense", "delay", "depletion", "descent", "despair", "devotion", "discovery",
    "divinity", "doom", "double strike", "dread", "dream", "duty", "echo", "egg", "elixir", "ember",
    "enlightened", "enlightenment", "eon", "everything", "exalted", "eyeball", "eyestalk", "fade", "fate",
    "feather", "fellowship", "fetch", "filibuster", "film", "finality", "fire", "first strike", "flame",
    "flood", "flying", "foreshadow", "fungus", "funk", "fury", "fuse", "globe", "glyph", "gold", "growth",
    "hack", "haste", "hatchling", "healing", "hexproof", "hit", "hone", "hoofprint", "hope", "hour",
    "hourglass", "hunger", "ice", "impostor", "incarnation", "incubation", "indestructible", "infection",
    "influence", "ingenuity", "intel", "intervention", "invasion", "invitation", "isolation", "javelin",
    "judgment", "ki", "kick", "knowledge", "landmark", "level", "lifelink", "loot", "lore", "loyalty",
    "luck", "magnet", "mana", "manabond", "manifestation", "mannequin", "matrix", "memory", "menace",
    "midway", "mine", "mining", "mire", "music", "muster", "necrodermis", "nest", "net", "night", "oil",
    "omen", "ore", "page", "pain", "palliation", "paralyzation", "pause", "petal", "petrification",
    "phylactery", "phyresis", "pin", "plague", "plan", "plot", "point", "polyp", "possession", "pressure",
    "prey", "promotion", "pupa", "quest", "rally", "reach", "rebuilding", "rejection", "reprieve", "rev",
    "revival", "ribbon", "ritual", "rope", "rust", "scream", "scroll", "shadow", "shell", "shield", "shoe",
    "shred", "silver", "skewer", "sleep", "sleight", "slime", "slumber", "soot", "soul", "spark", "spite",
    "spore", "stash", "storage", "strife", "study", "stun", "supply", "suspect", "task", "theft",
    "third-degree-burn", "tide", "time", "tower", "training", "trample", "trap", "treasure", "trophy",
    "unity", "unlock", "useless", "valor", "velocity", "verse", "vigilance", "vitality", "void", "vortex",
    "vow", "voyage", "wage", "winch", "wind", "wish",
];
