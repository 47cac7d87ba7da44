//! The board as a game: every entry an object with what is said of it, all faults of a board at once.

use std::rc::Rc;
use std::sync::Arc;

use crate::board::step_of;
use crate::cards::library;
use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::engine::View;
use crate::engine::concepts::predefined_tokens;
use crate::game::{
    CardId, Change, Characteristics, Definition, Designation, Game, Half, Mana, Nature, NewObject, ObjectId,
    PhasedOut, PhysicalCard, Player, PlayerId, Step as GameStep, Thing,
};
use crate::ir::instruction::ManaType;
use crate::ir::{CardType, CounterKind, Layout, ManaCost, ManaSymbol, Zone};
use crate::rules::cr;
use crate::scenario::ast::{Modifier, ObjectText, PlayerLine, Scenario, Spanned, Text, TokenText};
use crate::scenario::slips::meant;
use crate::scenario::vocabulary::{Format, ManaMode, Zone as WrittenZone};
use crate::why::Start;

use super::before_the_game;
use super::copies;
use super::designations;
use super::library::Cards;
use super::modifiers;
use super::piles;
use super::spells;
use super::supplements;
use super::table::Table;
use super::tokens;

mod combat;
mod contradictions;
mod faces;
mod planned;

/// A board made ready to be played.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) game: Game,
    pub(crate) table: Table,
    /// Where the scenario begins; nothing if before the game.
    pub(crate) start: Option<GameStep>,
    /// Whether mana has to be made and is spent.
    pub(crate) strict_mana: bool,
    /// What headjudge can't set up, if anything.
    pub(crate) undecided: Option<(String, Span)>,
    /// What the layers made of the objects as the board was checked.
    pub(crate) view: Option<Rc<View>>,
}

/// Whether the scenario tracks mana.
fn is_strict(scenario: &Scenario) -> bool {
    scenario.head.mana.is_some_and(|mana| mana.value == ManaMode::Strict)
}

/// How many objects a board may have.
const MOST_OBJECTS: usize = 5_000;

/// One object to be: what it is, and the entry that says so.
pub(super) struct Planned<'a> {
    pub(super) owner: PlayerId,
    pub(super) controller: PlayerId,
    pub(super) zone: Zone,
    pub(super) what: What,
    /// The face that is up, by index.
    pub(super) face: u8,
    /// The half of a split card by whose name it is called.
    pub(super) half: Option<Half>,
    pub(super) label: Option<&'a Text>,
    pub(super) modifiers: &'a [Spanned<Modifier>],
    pub(super) targets: &'a [ObjectText],
    pub(super) span: Span,
    /// Whether it is outside the game.
    pub(super) outside: bool,
    /// The object, once it is made.
    pub(super) object: ObjectId,
}

pub(super) enum What {
    Card(Arc<Definition>),
    Token(Arc<Definition>),
    Unknown,
}

/// What is needed while a board is made.
pub(super) struct Setup<'a, 'c> {
    pub(super) cards: &'a Cards<'c, 'c>,
    pub(super) table: Table,
    pub(super) faults: &'a mut Vec<Diagnostic>,
    pub(super) undecided: Option<(String, Span)>,
    /// Whether there are more objects than a board may hold.
    pub(super) too_many: bool,
    /// What is to phase out once all stands.
    pub(super) phased_out: Vec<(ObjectId, PhasedOut)>,
    /// What the layers made of the objects as the board was checked.
    pub(super) view: Option<Rc<View>>,
}

/// Makes the game that a board describes; nothing if it is at fault.
pub(crate) fn set_up<'c>(
    scenario: &Scenario,
    cards: &Cards<'c, 'c>,
    faults: &mut Vec<Diagnostic>,
) -> Option<Board> {
    let before = faults.len();
    let players: Vec<String> = scenario.player_names().iter().map(|name| (*name).to_owned()).collect();
    let is_commander = scenario.head.format.is_some_and(|format| format.value == Format::Commander);
    let mut setup = Setup {
        cards,
        table: Table {
            players,
            labels: Vec::new(),
            entries: Vec::new(),
            emblems: Vec::new(),
            piles: Vec::new(),
            viewer: None,
            decks: Vec::new(),
            start: Start { is_commander, ..Start::default() },
        },
        faults,
        undecided: None,
        too_many: false,
        phased_out: Vec::new(),
        view: None,
    };
    let mut planned = setup.plan(scenario);
    if setup.too_many {
        return None;
    }
    setup.plan_linked(scenario, &mut planned);
    setup.contradictions(scenario, &planned);
    let before_the_game = before_the_game::is_played(scenario);
    if before_the_game {
        before_the_game::plan(&mut setup, scenario, &mut planned);
    }
    let mut game = setup.game(scenario, &mut planned);
    if setup.faults.len() == before {
        setup.describe(scenario, &mut game, &planned);
        designations::from_the_start(&mut setup, scenario, &mut game);
    }
    let start = if before_the_game {
        game.before_the_first_turn();
        for player in before_the_game::decks(&setup, &game) {
            game.apply(&Change::Shuffle(player, Rc::from([])));
        }
        None
    } else {
        Some(setup.start(scenario, &planned, &mut game))
    };
    let Setup { table, undecided, faults, view, .. } = setup;
    let strict_mana = is_strict(scenario);
    (faults.len() == before).then_some(Board { game, table, start, strict_mana, undecided, view })
}

impl<'a> Setup<'_, '_> {
    /// The game with every planned object in it, and the players' lines.
    fn game(&mut self, scenario: &Scenario, planned: &mut [Planned<'a>]) -> Game {
        let format = scenario.head.format.map(|format| format.value);
        let life = if format == Some(Format::Commander) { 40 } else { 20 };
        let pool = |line: &&Spanned<PlayerLine>| matches!(line.value, PlayerLine::Mana(_));
        let pool = scenario.blocks.iter().flat_map(|block| &block.lines).find(pool);
        if let Some(line) = pool.filter(|_| !is_strict(scenario)) {
            self.cannot("mana is tracked only with the head line `mana strict`", line.span);
        }
        let mut players =
            vec![Player { life, starting_life: life, ..Player::default() }; self.table.players.len()];
        supplements::prepare(format, &mut players, planned);
        for (index, player) in players.iter_mut().enumerate() {
            let own = self.table.decks.iter().filter(|(owner, _)| owner.index() == index);
            player.starting_deck = own.map(|(_, card)| card.definition.name.clone()).collect();
        }
        for block in &scenario.blocks {
            let Some(player) = self.table.player(&block.player.text) else { continue };
            if let Some(its) = players.get_mut(player.index()) {
                for line in &block.lines {
                    self.player_line(its, line);
                }
                for line in &block.zones {
                    match line.zone.value {
                        WrittenZone::Library => its.endless_library = line.open_ended,
                        WrittenZone::Outside => its.outside_known = !line.open_ended,
                        WrittenZone::Deck if before_the_game::is_played(scenario) => {
                            its.endless_library = false;
                        }
                        _ => {}
                    }
                }
            }
        }
        supplements::share(format, &mut players);
        supplements::check_shared(self, format, &scenario.blocks);
        if format == Some(Format::TwoHeadedGiant) && players.len() != 4 {
            let span = scenario.head.format.map_or(scenario.title.span, |format| format.span);
            let message = "Two-Headed Giant is played by two teams of two players".to_owned();
            self.faults.push(illegal(message, span, cr!("810.1")).with_help("name four in a `players` line"));
        }
        let mut physical = Vec::new();
        let mut natures = Vec::with_capacity(planned.len());
        for plan in planned.iter() {
            natures.push(match &plan.what {
                What::Unknown => Nature::Unknown,
                What::Token(_) => Nature::Token,
                What::Card(definition) => {
                    let commander =
                        plan.modifiers.iter().any(|modifier| modifier.value == Modifier::Commander);
                    let cast_before = plan.modifiers.iter().find_map(|modifier| match modifier.value {
                        Modifier::CastBefore(times) => u16::try_from(times).ok(),
                        _ => None,
                    });
                    let (owner, definition) = (plan.owner, Some(definition.clone()));
                    physical.push(PhysicalCard { owner, definition, commander, cast_before });
                    Nature::Card(CardId(u16::try_from(physical.len() - 1).unwrap_or(u16::MAX)))
                }
            });
        }
        let mut game = Game::new(players, physical);
        game.refer_to(self.named_for_tokens(planned));
        supplements::variant(format, &mut game);
        for (plan, nature) in planned.iter_mut().zip(natures) {
            plan.object = game.next_object();
            tokens::note(&mut self.table, self.cards, plan);
            let together_with = piles::lie_together(&mut self.table, plan);
            let new = NewObject { together_with, ..new_object(plan, nature) };
            game.apply(&Change::Create(Box::new(new)));
            if plan.outside {
                game.apply(&Change::SetAside(plan.object));
            }
            self.table.note_entry(plan.object, plan.span);
            if let Some(label) = plan.label {
                self.table.labels.push((label.text.clone(), plan.object));
            }
        }
        game
    }

    /// Keeps the first thing that can't be set up, which makes the scenario undecided.
    pub(super) fn cannot(&mut self, why: impl Into<String>, span: Span) {
        self.undecided.get_or_insert_with(|| (why.into(), span));
    }

    fn player_line(&mut self, player: &mut Player, line: &Spanned<PlayerLine>) {
        match &line.value {
            PlayerLine::Life(life) => player.life = *life,
            PlayerLine::Poison(count) => player.poison = *count,
            PlayerLine::Energy(count) => player.energy = *count,
            PlayerLine::Drew(count) => player.drawn = *count,
            PlayerLine::PlayedLands(count) => player.lands_played = *count,
            PlayerLine::Cast(count) => player.spells_cast = *count,
            PlayerLine::Gained(amount) => (player.gained, player.gained_before) = (*amount, *amount),
            PlayerLine::Lost(amount) => (player.lost, player.lost_before) = (*amount, *amount),
            PlayerLine::Mana(text) => self.pool(player, text),
            PlayerLine::Experience(_) | PlayerLine::Rad(_) => {
                player.counters.extend(designations::counters(&line.value));
            }
            PlayerLine::Speed(speed) => {
                // It increases only while it is less than that.
                if *speed > MAX_SPEED {
                    let message = format!("no player's speed is {speed}: it is at most {MAX_SPEED}");
                    self.faults.push(illegal(message, line.span, cr!("702.179d")));
                }
                player.speed = Some(*speed);
            }
            PlayerLine::Turns(turns) => player.turns = Some(*turns),
            PlayerLine::Tempted(times) => player.tempted = *times,
            // They are there when all objects are.
            PlayerLine::Monarch
            | PlayerLine::Initiative
            | PlayerLine::CitysBlessing
            | PlayerLine::EmblemOf(_) => {}
            PlayerLine::Attacked => {
                self.cannot(
                    "with what a player has attacked is said at the creature: `[attacked this turn]`",
                    line.span,
                );
            }
        }
    }

    /// Mana that is in a player's pool as the scenario begins, from nothing that is there to be seen.
    fn pool(&mut self, player: &mut Player, text: &Text) {
        let mana = ManaCost::parse(&text.text).and_then(|mana| {
            let types = mana.symbols.iter().map(|symbol| match symbol {
                ManaSymbol::Color(color) => Some(ManaType::Color(*color)),
                ManaSymbol::Colorless => Some(ManaType::Colorless),
                _ => None,
            });
            types.collect::<Option<Vec<ManaType>>>()
        });
        let Some(types) = mana else {
            let message = format!(
                "`{}` is no mana: each is `{{W}}`, `{{U}}`, `{{B}}`, `{{R}}`, `{{G}}` or `{{C}}`",
                text.text
            );
            self.faults.push(Diagnostic::error(Code::UnknownWord, message, text.span, ""));
            return;
        };
        player.mana = types
            .into_iter()
            .map(|kind| Mana {
                kind,
                snow: false,
                only_for: None,
                source: None,
                source_was: None,
                keep: None,
                rider: None,
            })
            .collect();
    }

    /// What the modifiers say of each object, once all objects are there.
    fn describe(&mut self, scenario: &Scenario, game: &mut Game, planned: &[Planned<'a>]) {
        let copies = copies::all(self, game, planned);
        if let Some(first) = copies.first() {
            match View::of(game) {
                Ok(view) => copies.iter().for_each(|copy| {
                    let change = copies::becoming(self, (game, &view), copy);
                    change.into_iter().for_each(|change| game.apply(&change));
                }),
                Err(_) => self.cannot("what there is to copy is not known", first.span),
            }
        }
        for plan in planned {
            modifiers::check(self, game, plan);
            // In the order written, and so what is put on it or attached to it (613.7). A card in exile that a permanent
            // refers to has come when that permanent says so.
            if plan.zone != Zone::Exile {
                game.apply(&Change::Timestamp(plan.object));
            }
            if plan.face > game.object(plan.object).face {
                game.apply(&Change::Flip(plan.object));
            }
            for modifier in plan.modifiers {
                modifiers::apply(self, game, plan, modifier, planned);
            }
            designations::halves(self, game, plan);
            if plan.zone == Zone::Stack {
                spells::announce(self, game, plan, planned);
            }
            self.loyalty(game, plan);
            self.battle(game, plan);
        }
        modifiers::check_as_a_whole(self, game, planned);
        spells::count(self, scenario, game, planned);
        supplements::arrange(self, game, planned);
        self.phase_out(game);
    }

    /// What is phased out goes last, when all is attached; and what is attached to it goes along (702.26g).
    fn phase_out(&mut self, game: &mut Game) {
        let mut all: Vec<(ObjectId, PhasedOut)> = std::mem::take(&mut self.phased_out);
        let mut next = 0;
        while let Some((host, how)) = all.get(next).copied() {
            next += 1;
            for attached in game.attached_to(Thing::Object(host)) {
                let how = PhasedOut { along_with: Some(host), ..how };
                match all.iter_mut().find(|(object, _)| *object == attached) {
                    Some(entry) => entry.1 = how,
                    None => all.push((attached, how)),
                }
            }
        }
        for (object, how) in all {
            game.apply(&Change::PhaseOut { object, how, known: None });
        }
    }

    /// A planeswalker on the board has its printed loyalty unless it says otherwise (306.5b). One that is face down has entered as no
    /// planeswalker (708.2a).
    fn loyalty(&mut self, game: &mut Game, plan: &Planned<'_>) {
        let said = plan.modifiers.iter().any(|modifier| {
            matches!(&modifier.value, Modifier::Loyalty(_))
                || matches!(&modifier.value, Modifier::Counters(_, kind) if kind.text == "loyalty")
        });
        let object = game.object(plan.object);
        let enters_so = object.base.is(CardType::Planeswalker) && !object.is_face_down();
        let printed = object.base.loyalty.filter(|_| enters_so);
        if let (Some(loyalty), Zone::Battlefield, false) = (printed, plan.zone, said) {
            game.apply(&Change::Counters(plan.object, CounterKind::LOYALTY, loyalty));
        }
    }

    /// A battle on the board has its printed defense and the only player who can protect it unless it says otherwise (310.4b,
    /// 310.9); as a planeswalker not if it is face down.
    fn battle(&mut self, game: &mut Game, plan: &Planned<'_>) {
        let object = game.object(plan.object);
        if plan.zone != Zone::Battlefield || !object.base.is(CardType::Battle) || object.is_face_down() {
            return;
        }
        let said = |is: fn(&Modifier) -> bool| plan.modifiers.iter().any(|modifier| is(&modifier.value));
        let counted = said(|modifier| {
            matches!(modifier, Modifier::Defense(_))
                || matches!(modifier, Modifier::Counters(_, kind) if kind.text == "defense")
        });
        let siege = object.base.has_subtype_named("Siege");
        if let (Some(defense), false) = (object.base.defense, counted) {
            game.apply(&Change::Counters(plan.object, CounterKind::DEFENSE, defense));
        }
        if said(|modifier| matches!(modifier, Modifier::ProtectedBy(_))) {
            return;
        }
        let opponents: Vec<PlayerId> = game.opponents(plan.controller).collect();
        match (siege, opponents.as_slice()) {
            (false, _) => {
                game.apply(&Change::Designate(plan.object, Designation::Protector(plan.controller)))
            }
            (true, [only]) => game.apply(&Change::Designate(plan.object, Designation::Protector(*only))),
            (true, _) => {
                let message = "nothing says which opponent protects this battle".to_owned();
                self.faults.push(
                    illegal(message, plan.span, cr!("310.12a"))
                        .with_help("write `[protected by NAP]` behind it"),
                );
            }
        }
    }

    /// The thing that a modifier or an arrow on the board names.
    pub(super) fn find(&mut self, game: &Game, what: &ObjectText, planned: &[Planned<'_>]) -> Option<Thing> {
        if what.is_label {
            let found = self.table.labels.iter().find(|(label, _)| *label == what.name.text);
            if found.is_none() {
                let message = format!("no object has the label `@{}`", what.name.text);
                let labels: Vec<String> = self.table.labels.iter().map(|(label, _)| label.clone()).collect();
                let near = nearest(&what.name.text, labels.iter().map(String::as_str));
                self.faults.push(
                    Diagnostic::error(Code::UnknownLabel, message, what.span, "")
                        .did_you_mean(near.map(|near| format!("@{near}"))),
                );
            }
            return found.map(|(_, object)| Thing::Object(*object));
        }
        if what.owner.is_none() {
            if let Some(player) = self.table.player(&what.name.text) {
                return Some(Thing::Player(player));
            }
        }
        let owner = match &what.owner {
            Some(name) => Some(self.player(name)?),
            None => None,
        };
        let name = what.name.text.as_str();
        // A name means the card that has it printed, before what has it only as a copy.
        let own = planned.iter().any(|plan| plan.is_called(name));
        let fits = |plan: &&Planned<'_>| {
            let named = if own { plan.is_called(name) } else { game.object(plan.object).base.is_named(name) };
            let side = if matches!(plan.zone, Zone::Battlefield | Zone::Stack) {
                plan.controller
            } else {
                plan.owner
            };
            named && owner.is_none_or(|owner| owner == side)
        };
        let found: Vec<ObjectId> = planned.iter().filter(fits).map(|plan| plan.object).collect();
        match found.as_slice() {
            [] => {
                let message = format!("nothing called `{name}` stands on the board");
                self.faults.push(Diagnostic::error(Code::UnknownObject, message, what.span, ""));
                None
            }
            [one] => Some(Thing::Object(*one)),
            several => {
                let message = format!("`{name}` fits {} objects on the board", several.len());
                self.faults.push(
                    Diagnostic::error(Code::AmbiguousName, message, what.span, "which of them?")
                        .with_help("give one of them an `@label`, and name that"),
                );
                None
            }
        }
    }

    pub(super) fn player(&mut self, name: &Text) -> Option<PlayerId> {
        match self.table.player_at(name) {
            Ok(player) => Some(player),
            Err(fault) => {
                self.faults.push(fault);
                None
            }
        }
    }

    pub(super) fn unknown_card(&mut self, name: &str, span: Span) {
        // It has the name, and nobody could read what it does.
        if let Some(faults) = self.cards.unreadable(name, span) {
            self.faults.extend(faults);
            return;
        }
        let message = format!("no card named `{name}`");
        let fault = Diagnostic::error(Code::UnknownCard, message, span, "not in the card pool");
        if predefined_tokens::called(name).is_some() {
            self.faults.push(fault.with_help(format!("it is a token: write `{name} token`")));
            return;
        }
        if let Some((help, instead)) = meant(name, |name| self.cards.contains(name)) {
            self.faults.push(fault.with_help(help).with_fix_if(instead));
            return;
        }
        if let Some(name) = library::declined(name) {
            let help = format!(
                "`{name}` is a card whose text headjudge can't read to the end yet; copied into a `card` block behind `text`, \
                 it is played as far as it is understood"
            );
            self.faults.push(fault.with_help(help));
            return;
        }
        let near = self.cards.nearest(name);
        self.faults.push(if near.is_empty() {
            fault.with_help("describe it in a `card` block of the scenario, or in a file for `--cards`")
        } else {
            fault.did_you_mean_one_of(&near)
        });
    }

    /// The cards that effects on the board create tokens of by their names (111.11).
    fn named_for_tokens(&self, planned: &[Planned<'_>]) -> Vec<Arc<Definition>> {
        let definitions = planned.iter().filter_map(|plan| match &plan.what {
            What::Card(definition) | What::Token(definition) => Some(definition),
            What::Unknown => None,
        });
        self.cards.named_for_tokens(definitions)
    }

    fn token(&mut self, token: &TokenText) -> Option<Arc<Definition>> {
        match tokens::token_definition(token) {
            Ok(definition) => Some(definition),
            Err(fault) => {
                self.faults.push(fault);
                None
            }
        }
    }

    /// Whose turn it is at the start and in which step.
    fn start(&mut self, scenario: &Scenario, planned: &[Planned<'_>], game: &mut Game) -> GameStep {
        let step = scenario.head.turn.as_ref().and_then(|turn| turn.step);
        let step = step.map_or(GameStep::PrecombatMain, |step| step_of(step.value));
        let player = scenario.head.turn.as_ref().and_then(|turn| turn.player.as_ref());
        if let Some(player) = player.and_then(|name| self.player(name)) {
            game.begin_with(player);
        }
        game.begin_in(step);
        let been = self.check_combat(scenario, planned, game, step);
        been.iter().for_each(|change| game.apply(change));
        step
    }
}

fn new_object(plan: &Planned<'_>, nature: Nature) -> NewObject {
    let definition = match &plan.what {
        What::Card(definition) | What::Token(definition) => Some(definition.clone()),
        What::Unknown => None,
    };
    // A flip card has entered unflipped (110.5b), and is flipped behind that.
    let is_flip = definition.as_ref().is_some_and(|definition| definition.layout == Layout::Flip);
    let up = if is_flip { 0 } else { plan.face };
    let base = definition
        .as_ref()
        .and_then(|definition| definition.in_zone(plan.zone, up))
        .unwrap_or_else(Characteristics::none);
    let controlled = matches!(plan.zone, Zone::Battlefield | Zone::Stack);
    NewObject {
        controller: if controlled { plan.controller } else { plan.owner },
        definition,
        face: up,
        settled: true,
        ..NewObject::new(plan.object, nature, plan.owner, plan.zone, base)
    }
}

/// A fault of a board that a rule forbids.
pub(super) fn illegal(message: String, span: Span, rule: crate::rules::RuleId) -> Diagnostic {
    Diagnostic::error(Code::IllegalBoard, message, span, "").with_rule(rule)
}

/// The greatest speed that a player has (702.179e).
const MAX_SPEED: u32 = 4;

/// The rule by which only permanents are on the battlefield.
pub(super) const PERMANENTS: crate::rules::RuleId = cr!("110.4");
