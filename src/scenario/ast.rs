//! The syntax tree of a scenario file: what stands in it, with its place, before any card is known.

use crate::diag::Span;
use crate::scenario::lines::Line;
use crate::scenario::vocabulary::{Format, ManaMode, Step, Zone};

/// One scenario, or one variant of a scenario with an `examples` table.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// What stands after `scenario`.
    pub title: Text,
    /// The lines above the board that say what the scenario is.
    pub head: Head,
    /// The players' blocks in the order written.
    pub blocks: Vec<Block>,
    /// Cards written out in the file itself.
    pub cards: Vec<InlineCard>,
    /// What happens and what is asked, in the order written; [`crate::scenario::words`] reads them.
    pub statements: Vec<Statement>,
    /// What tells this variant from the others of its `examples` table: some cells of its row; empty if there is no table.
    pub cells: Vec<String>,
}

impl Scenario {
    /// The names of the players in turn order: those of the `players` line, or `AP` and `NAP`.
    pub fn player_names(&self) -> Vec<&str> {
        if self.head.players.is_empty() {
            return vec!["AP", "NAP"];
        }
        self.head.players.iter().map(|player| player.text.as_str()).collect()
    }

    /// The scenario's title, with what tells it from the others where it is a variant: `Title (Oblivion Ring)`.
    pub fn full_title(&self) -> String {
        if self.cells.is_empty() {
            return self.title.text.clone();
        }
        format!("{} ({})", self.title.text, self.cells.join(", "))
    }
}

/// A piece of the user's text with its place.
///
/// In a variant made from an `examples` table the text holds the cell and the place is that of the template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// The words, without blanks around them.
    pub text: String,
    /// Where they stand.
    pub span: Span,
}

impl Text {
    /// These words at this place.
    pub fn new(text: impl Into<String>, span: Span) -> Text {
        Text { text: text.into(), span }
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// A piece of this text with its own place; `piece` has to be a slice of it.
    ///
    /// Where a cell of a table stands in the text, the piece stands where the whole does.
    pub fn sub(&self, piece: &str) -> Text {
        Text::new(piece, self.span_of(piece))
    }

    /// Where a piece of this text stands; `piece` has to be a slice of it.
    pub fn span_of(&self, piece: &str) -> Span {
        let offset = piece.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        let exact = offset <= self.text.len() && self.text.len() == self.span.len();
        if exact {
            Span::new(self.span.start + offset, (self.span.start + offset + piece.len()).min(self.span.end))
        } else {
            self.span
        }
    }
}

/// A value with the place it was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// What the head says. A line that is absent is `None` or empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Head {
    /// `question`: what is asked, in prose.
    pub question: Option<Text>,
    /// `answer`: the answer, in prose.
    pub answer: Option<Text>,
    /// `source`: where the ruling comes from.
    pub source: Vec<Text>,
    /// `rules`: the rule numbers the answer must rest on.
    pub rules: Vec<Text>,
    /// `tags`: words to find the scenario by.
    pub tags: Vec<Text>,
    /// `edition`: the edition of the rules whose numbers the scenario uses.
    pub edition: Option<Text>,
    /// `format`: how the game is played; `None` is an ordinary game.
    pub format: Option<Spanned<Format>>,
    /// `players`: their names in turn order, the first active. Empty: `AP` and `NAP`.
    pub players: Vec<Text>,
    /// `mana`: how payments of mana are treated.
    pub mana: Option<Spanned<ManaMode>>,
    /// `turn`: where the scenario begins; `None` is the first player's precombat main phase.
    pub turn: Option<TurnStart>,
    /// `day` or `night`, where the game has either.
    pub daytime: Option<Spanned<Daytime>>,
    /// `unsettled "why"`: the rules themselves give no answer.
    pub unsettled: Option<Text>,
}

/// Whether it is day or night (CR 731).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Daytime {
    /// It is day.
    Day,
    /// It is night.
    Night,
}

/// `turn NAP upkeep`: the scenario begins as that step or phase begins.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnStart {
    /// Whose turn it is; `None` is the first player's.
    pub player: Option<Text>,
    /// The step or phase; `None` is the precombat main phase.
    pub step: Option<Spanned<Step>>,
    /// Where it is said.
    pub span: Span,
    /// What stands under it: the answers to what the step's own abilities ask.
    pub choices: Vec<Statement>,
}

/// What belongs to one player at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// The player, one of [`Scenario::player_names`].
    pub player: Text,
    /// Life, counters, what this turn has seen.
    pub lines: Vec<Spanned<PlayerLine>>,
    /// The zones with what stands in them.
    pub zones: Vec<ZoneLine>,
}

/// One line about a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerLine {
    /// `life 17`.
    Life(i32),
    /// `poison 3`.
    Poison(u32),
    /// `energy 2`.
    Energy(u32),
    /// `experience 1`.
    Experience(u32),
    /// `rad 2`.
    Rad(u32),
    /// `speed 1`.
    Speed(u32),
    /// `turns 2`: how many turns of theirs they have begun, this one included if it is theirs.
    Turns(u32),
    /// `tempted 2`: how often the Ring has tempted the player.
    Tempted(u32),
    /// `mana {R}{R}`: mana in the pool, as symbols.
    Mana(Text),
    /// `monarch`.
    Monarch,
    /// `initiative`.
    Initiative,
    /// `city's blessing`.
    CitysBlessing,
    /// `emblem of X`.
    EmblemOf(Text),
    /// `drew 1`: cards drawn this turn.
    Drew(u32),
    /// `played a land`, or `played 2 lands`: lands played this turn.
    PlayedLands(u32),
    /// `cast 2`: spells cast this turn.
    Cast(u32),
    /// `gained 3`: life gained this turn.
    Gained(u32),
    /// `lost 3`: life lost this turn.
    Lost(u32),
    /// `attacked`: attacked this turn.
    Attacked,
}

/// A zone with what stands in it.
#[derive(Debug, Clone, PartialEq)]
pub struct ZoneLine {
    /// The zone.
    pub zone: Spanned<Zone>,
    /// What stands in it, in the order written.
    pub entries: Vec<Entry>,
    /// Whether the line says `empty`.
    pub empty: bool,
    /// Whether the line ends in `...`: unknown cards follow.
    pub open_ended: bool,
}

/// One object or several alike.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What stands there.
    pub what: EntryWhat,
    /// `@label`, without the sign.
    pub label: Option<Text>,
    /// What stands in brackets.
    pub modifiers: Vec<Spanned<Modifier>>,
    /// On the stack, what stands after `->`: the targets.
    pub targets: Vec<ObjectText>,
    /// The whole entry.
    pub span: Span,
}

/// What an entry names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryWhat {
    /// `Storm Crow`, `3 Plains`. Whether a leading number is a count is for who knows the cards:
    /// [`EntryWhat::count_and_name`] cuts it off, and `text` is the name where the number belongs to it.
    Card(Text),
    /// `3 unknown`: cards nobody knows.
    Unknown(u32),
    /// `2 token 1/1 white Soldier`: a token that no card describes.
    Token(TokenText),
    /// `2 Treasure tokens`: one that a rule or a card on the board describes.
    NamedToken(NamedToken),
}

impl EntryWhat {
    /// A card's text as count and name, given which names there are.
    ///
    /// A leading number is a count unless number and name together are a name.
    pub fn count_and_name(text: &Text, is_name: impl Fn(&str) -> bool) -> (u32, &str) {
        let whole = text.text.as_str();
        if is_name(whole) {
            return (1, whole);
        }
        match whole.split_once(' ') {
            Some((number, name)) => match number.parse() {
                Ok(count) => (count, name.trim_start()),
                Err(_) => (1, whole),
            },
            None => (1, whole),
        }
    }
}

/// `2 Treasure tokens`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedToken {
    /// How many.
    pub count: u32,
    /// What they are called, without the word `token`.
    pub name: Text,
}

/// `2 token 1/1 white Soldier`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenText {
    /// How many.
    pub count: u32,
    /// Power and toughness, for a creature.
    pub power_toughness: Option<(i32, i32)>,
    /// Colour words, types and subtypes in the order written; the last words name the subtypes.
    pub words: Vec<Text>,
    /// Keywords after `with`.
    pub keywords: Vec<Text>,
}

/// An object or a player as named on the board or inside a modifier: `NAP's Grizzly Bears [face down]`, `@bear`, `AP`.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectText {
    /// The player in front of `'s`.
    pub owner: Option<Text>,
    /// The name; a label's without its sign.
    pub name: Text,
    /// Whether `name` is a label.
    pub is_label: bool,
    /// The label behind a name, which it gives to the object.
    pub label: Option<Text>,
    /// What stands in brackets behind it.
    pub modifiers: Vec<Spanned<Modifier>>,
    /// The whole of it.
    pub span: Span,
}

/// What is said of an object in brackets. See [`crate::scenario::modifiers::MODIFIERS`] for the words.
#[derive(Debug, Clone, PartialEq)]
pub enum Modifier {
    /// `tapped`.
    Tapped,
    /// `untapped`, which is the default.
    Untapped,
    /// `2 +1/+1`, `3 loyalty`, `1 charge`: counters of a kind.
    Counters(u32, Text),
    /// `damage 2`: marked damage.
    Damage(u32),
    /// `deathtouch damage 1`: marked damage from a source with deathtouch.
    DeathtouchDamage(u32),
    /// `face down`.
    FaceDown,
    /// `face up`, which is the default.
    FaceUp,
    /// `transformed`: its back face is up.
    Transformed,
    /// `flipped`.
    Flipped,
    /// `attached to X`.
    AttachedTo(ObjectText),
    /// `enchanting AP`, `enchanting X`.
    Enchanting(ObjectText),
    /// `exiling X`: it exiled X, which stands in exile.
    Exiling(ObjectText),
    /// `imprinting X`.
    Imprinting(ObjectText),
    /// `encoded X`: X stands in exile, encoded on it.
    Encoded(ObjectText),
    /// `haunting X`.
    Haunting(ObjectText),
    /// `paired with X`.
    PairedWith(ObjectText),
    /// `suspended 2`: in exile, suspended with so many time counters.
    Suspended(u32),
    /// `foretold`.
    Foretold,
    /// `plotted`.
    Plotted,
    /// `copy of X`.
    CopyOf(ObjectText),
    /// `controlled by AP`.
    ControlledBy(Text),
    /// `owned by AP`.
    OwnedBy(Text),
    /// `AP may look`.
    MayLook(Text),
    /// `pile NAME`.
    Pile(Text),
    /// `chosen blue`: what was chosen as it entered.
    Chosen(Text),
    /// `named X`: the card name that was chosen.
    Named(Text),
    /// `loyalty 3`.
    Loyalty(u32),
    /// `defense 3`.
    Defense(u32),
    /// `level 2`.
    Level(u32),
    /// `protected by AP`.
    ProtectedBy(Text),
    /// `commander`.
    Commander,
    /// `cast before 2`: how often its owner has cast it from the command zone.
    CastBefore(u32),
    /// `token`: a token copy of the named card.
    Token,
    /// `phased out`.
    PhasedOut,
    /// `entered this turn`.
    EnteredThisTurn,
    /// `attacked this turn`.
    AttackedThisTurn,
    /// `attacking`, `attacking NAP`, `attacking X`.
    Attacking(Option<ObjectText>),
    /// `blocking X`.
    Blocking(ObjectText),
    /// `manifested`.
    Manifested,
    /// `cloaked`.
    Cloaked,
    /// `morphed`.
    Morphed,
    /// `disguised`.
    Disguised,
    /// `monstrous`.
    Monstrous,
    /// `renowned`.
    Renowned,
    /// `companion`, of a card outside the game: it was revealed before the game (702.139a).
    Companion,
    /// `prepared`.
    Prepared,
    /// `ring-bearer`: is its controller's Ring-bearer.
    RingBearer,
    /// `solved`, of a Case.
    Solved,
    /// `left half unlocked`, of a permanent with two halves.
    LeftUnlocked,
    /// `right half unlocked`.
    RightUnlocked,
    /// `fully unlocked`.
    FullyUnlocked,
    /// `locked`: both of its halves are.
    Locked,
    /// `room oubliette`, of a dungeon card: where its owner's venture marker is.
    Room(Text),
    /// `kicked`, `kicked 2` or `kicked {W}`: of a spell on the stack, or a permanent that was.
    Kicked(Option<Text>),
    /// `X 3`: the value of X, of a spell on the stack.
    X(u32),
    /// `mode 2`: of a spell on the stack.
    Mode(u32),
    /// `goaded by AP`.
    GoadedBy(Text),
    /// `exerted`.
    Exerted,
    /// `summoning sick`: came under its controller's control this turn.
    SummoningSick,
}

impl Modifier {
    /// The object or player that the modifier names.
    pub fn object(&self) -> Option<&ObjectText> {
        match self {
            Modifier::AttachedTo(object)
            | Modifier::Enchanting(object)
            | Modifier::Exiling(object)
            | Modifier::Imprinting(object)
            | Modifier::Encoded(object)
            | Modifier::Haunting(object)
            | Modifier::PairedWith(object)
            | Modifier::CopyOf(object)
            | Modifier::Blocking(object)
            | Modifier::Attacking(Some(object)) => Some(object),
            _ => None,
        }
    }
}

/// `card NAME` with its definition indented below it, in the form of the card library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineCard {
    /// The card's name.
    pub name: Text,
    /// The indented lines, moved to the margin; each ends in a line feed.
    pub body: String,
    /// Where the indented lines stand in the file.
    pub body_span: Span,
    /// How many blanks were taken from the front of each line.
    pub indent: usize,
    /// Where each of those lines stands in the file, without its blanks.
    pub lines: Vec<Span>,
}

/// A line of the script with the lines that belong to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// The line.
    pub line: Line,
    /// The lines indented under it.
    pub children: Vec<Statement>,
}
