//! The step that decides an answer, as the words behind "because".

use std::collections::BTreeMap;

use crate::game::{
    ByRules, CauseKind, Change, Designation, Game, Move, MoveAction, Object, ObjectId, Origin, PlayerId,
    Position, Step, Thing,
};
use crate::ir::instruction::Put;
use crate::ir::part::{Part, mentions};
use crate::ir::{CardType, KeywordName, Subtype, SubtypeFamily, Zone};
use crate::rules::{RuleId, cr};

use super::causes;
use super::conditions;
use super::designations::titled;
use super::entry::{Entry, EntryId, Trace, What, Would};
use super::names::Names;
use super::pieces::Piece;
use super::replaced::keyword_of;
use super::styled::{Style, Text, said};
use super::text::{TextOptions, told};
use super::tree::Line;
use super::turned;
use super::words::Words;
use super::words::changes::{counted, counters};
use super::words::moves::with_counters;
use super::{grounds, illegal};

/// What decided each of several answers: for each its step, if it has one.
///
/// ```text
/// because Grizzly Bears#3 is exiled by Oblivion Ring#5's ability 1 (step 8.1)
/// ```
///
/// The sentence begins behind "because". The number is that of the line which tells of the step, or of the line above it where it has none
/// of its own at this level.
pub fn because(
    trace: &Trace,
    game: &Game,
    options: &TextOptions,
    steps: &[Option<EntryId>],
) -> Vec<Option<String>> {
    if steps.iter().all(Option::is_none) {
        return vec![None; steps.len()];
    }
    told(trace, game, options, Some(steps), |words, shown| sentences(words, &shown.lines, steps))
}

/// The same, of a trace in words and its lines.
pub(super) fn sentences(words: &Words<'_>, tree: &[Line], steps: &[Option<EntryId>]) -> Vec<Option<String>> {
    if steps.iter().all(Option::is_none) {
        return vec![None; steps.len()];
    }
    let mut numbers = BTreeMap::new();
    note_numbers(tree, &mut numbers);
    let sentence = |id: EntryId| {
        let mut text = sentence(words, id, words.trace.get(id)?);
        if let Some(grounds) = words.trace.grounds_of(id) {
            grounds::write(&words.names, &mut text, grounds);
        }
        let mut text = text.into_string();
        // Where the step itself has no line, the one that it belongs to tells of it.
        let mut above = std::iter::successors(Some(id), |id| words.trace.get(*id)?.parent);
        if let Some(number) = above.find_map(|id| numbers.get(&id)) {
            text = format!("{text} (step {number})");
        }
        // What replaces what comes of a replacement is told behind it.
        for (next, by) in replaced_after(words.trace, id) {
            let number = numbers.get(&next).map(|number| format!(" (step {number})")).unwrap_or_default();
            words.names.tell(next);
            text = format!("{text}, and {} replaces what comes of that{number}", words.names.object(by));
        }
        Some(text)
    };
    steps.iter().map(|step| step.and_then(sentence)).collect()
}

/// The steps that tell how, directly behind this one, further effects replace the same amount, and whose effects those are.
fn replaced_after(trace: &Trace, id: EntryId) -> Vec<(EntryId, ObjectId)> {
    let entries = trace.entries().get(id.0 as usize..).unwrap_or_default();
    let [first, rest @ ..] = entries else { return Vec::new() };
    let What::Replaced(thing, _, would) = &first.what else { return Vec::new() };
    let same = |entry: &Entry| match (&entry.what, would) {
        (What::Replaced(its, by, Would::Counters(kind, _)), Would::Counters(of, _)) if kind == of => {
            Some((*its, *by))
        }
        (What::Replaced(its, by, Would::Damage { source, .. }), Would::Damage { source: of, .. })
            if source == of =>
        {
            Some((*its, *by))
        }
        (What::Replaced(its, by, Would::Life(..)), Would::Life(..))
        | (What::Replaced(its, by, Would::Tokens(_)), Would::Tokens(_)) => Some((*its, *by)),
        _ => None,
    };
    let goes_on = |entry: &&Entry| matches!(entry.what, What::Replaced(..) | What::Chose(..));
    let next = rest.iter().take_while(goes_on).filter_map(|entry| Some((entry.id, same(entry)?)));
    next.filter(|(_, (its, _))| its == thing).map(|(id, (_, by))| (id, by)).collect()
}

/// The numbers of lines by the entries that they tell of.
fn note_numbers<'l>(lines: &'l [Line], numbers: &mut BTreeMap<EntryId, &'l str>) {
    for line in lines {
        if !line.number.is_empty() {
            numbers.extend(line.tells.iter().map(|told| (*told, line.number.as_str())));
            // What only a line for several tells of is sought there.
            for told in &line.sums {
                numbers.entry(*told).or_insert(line.number.as_str());
            }
        }
        note_numbers(&line.children, numbers);
    }
}

/// A step as a sentence of its own.
fn sentence(words: &Words<'_>, id: EntryId, entry: &Entry) -> Text {
    words.names.tell(id);
    if let Some(text) = of_its_own(words, id, entry) {
        return text;
    }
    match &entry.what {
        What::Changed(Change::Move(it), _) => {
            let instead_of = (it.to == Zone::Command && entry.rules.contains(cr!("903.9b")))
                .then(|| replaced_zone(words.trace, it.object, id));
            let mut text = moved(&words.names, it, entry, instead_of);
            exiled_by_keyword(&words.names, (words.trace, id), it, &mut text);
            illegal::why(words, entry, &mut text);
            text
        }
        What::Changed(Change::Attach(object, None), _) if entry.cause == CauseKind::StateBased => {
            let mut text = words.phrase(id, entry).as_sentence();
            why_unattached(words, entry, *object, &mut text);
            text
        }
        What::Changed(Change::Life(player, amount), batch) => {
            of_life(words, (id, entry), (*player, *amount, *batch))
        }
        What::Changed(Change::Trigger(_), _) => {
            let mut text = words.phrase(id, entry).as_sentence();
            conditions::of_trigger(&words.names, &mut text);
            text
        }
        What::Changed(Change::RemoveFromCombat(object), _) => {
            let mut text = words.phrase(id, entry).as_sentence();
            said(&mut text, why_out_of_combat(words, entry, *object));
            text
        }
        What::Fizzles(_) => {
            let mut text = words.phrase(id, entry).as_sentence();
            illegal::why(words, entry, &mut text);
            text
        }
        What::Step(_, Step::FirstStrikeDamage) => {
            let mut text = Text::new();
            let only = "only creatures with first strike or double strike deal damage in the first combat damage step";
            said(&mut text, only);
            text
        }
        // What comes of a spell or ability is told with it.
        What::Note(_) => noted(words, id, entry),
        What::Step(..) => {
            let mut text = words.phrase(id, entry).as_sentence();
            said(&mut text, " begins");
            text
        }
        What::Changed(change, _) if counted(change).is_some() => {
            let Some((kind, amount)) = counted(change) else { return Text::new() };
            // What has dealt the damage says more than what the damage has come to.
            if let Some(dealt) = words.trace.damage_behind(entry) {
                let mut text = words.phrase(dealt.id, dealt).as_sentence();
                said(&mut text, ", and ");
                counters(&mut text, kind, amount);
                return text;
            }
            let mut phrase = words.phrase(id, entry);
            // How many there were is told in the step.
            phrase.became = Text::new();
            counters(&mut phrase.became, kind, amount);
            phrase.as_sentence()
        }
        What::Changed(Change::AddMana(..), _) => added_mana(words, id, entry),
        // It was to be turned face up (701.40g, 701.58g, 730.2g).
        What::Reveals(cards) if entry.rules.iter().any(is_left_face_down) => left_face_down(words, cards),
        // A row says it without its verb: `attached to`, `turned face up`.
        _ => {
            let mut phrase = words.phrase(id, entry);
            let first = phrase.became.as_str().split(' ').next();
            if first.is_some_and(|word| word.ends_with("ed")) {
                let row = std::mem::replace(&mut phrase.became, Text::new());
                said(&mut phrase.became, "is ");
                phrase.became.append(&row);
            }
            phrase.as_sentence()
        }
    }
}

/// How the life total of a player has changed, or by which damage it has.
fn of_life(
    words: &Words<'_>,
    (id, entry): (EntryId, &Entry),
    (player, amount, batch): (PlayerId, i32, u32),
) -> Text {
    // Who has dealt the damage says more than how much life it has cost.
    let before = id.0.checked_sub(1).map(EntryId).and_then(|before| Some((before, words.trace.get(before)?)));
    if let Some((damage, dealt)) = before
        && matches!(&dealt.what, What::Changed(Change::Damage { to, .. }, its) if *to == Thing::Player(player) && *its == batch)
    {
        return words.phrase(damage, dealt).as_sentence();
    }
    let mut phrase = words.phrase(id, entry);
    let verb = if amount < 0 { "loses" } else { "gains" };
    phrase.became = Text::new();
    phrase.became.push_fmt(format_args!("{verb} {} life", amount.unsigned_abs()), Style::Plain);
    phrase.as_sentence()
}

/// A step as a sentence of its own, where it has other words than a line of the steps: what is created, who wins, where a venture marker goes, and
/// what is exerted.
fn of_its_own(words: &Words<'_>, id: EntryId, entry: &Entry) -> Option<Text> {
    match &entry.what {
        What::Changed(Change::Create(new), _) => {
            let mut phrase = words.phrase(id, entry);
            if !phrase.why.is_empty() {
                phrase.became = Text::new();
                let dungeon = new.base.is(CardType::Dungeon);
                said(&mut phrase.became, if dungeon { "is put into the command zone" } else { "is created" });
            }
            let told = !phrase.why.is_empty();
            let mut text = phrase.as_sentence();
            if told {
                said(&mut text, if new.tapped { ", tapped" } else { "" });
                joins(&words.names, &mut text, new.attached_to, (new.attacking, new.blocking));
                with_counters(&mut text, &new.counters);
            }
            Some(text)
        }
        What::Changed(Change::End(_), _) => {
            let mut text = words.phrase(id, entry).as_sentence();
            if let Some(source) = entry.cause.source() {
                (" by ", source).write(&words.names, &mut text);
            }
            Some(text)
        }
        What::Changed(Change::Designate(dungeon, Designation::Room(room)), _) => {
            let mut phrase = words.phrase(id, entry);
            (phrase.subject, phrase.became) = (Text::new(), Text::new());
            ("the venture marker on ", *dungeon).write(&words.names, &mut phrase.subject);
            said(&mut phrase.became, "goes to ");
            said(&mut phrase.became, &titled(room.as_str()));
            Some(phrase.as_sentence())
        }
        // That it stays tapped later is what it is to be exerted.
        What::Changed(Change::BeginEffect(effect), _) if entry.rules.contains(cr!("701.43a")) => {
            let mut text = Text::new();
            (effect.source, " is exerted").write(&words.names, &mut text);
            if let CauseKind::Cost(_, player) = entry.cause {
                (" by ", player).write(&words.names, &mut text);
            }
            Some(text)
        }
        _ => None,
    }
}

/// A note, with what resolves as it is made.
fn noted(words: &Words<'_>, id: EntryId, entry: &Entry) -> Text {
    let mut text = Text::new();
    let above = entry.parent.and_then(|parent| words.trace.get(parent));
    if let Some(What::Resolves(top)) = above.map(|above| &above.what) {
        said(&mut text, "as ");
        words.names.write_object(&mut text, *top);
        said(&mut text, " resolves, ");
        // What resolves is named once.
        let note = words.phrase(id, entry).subject.into_string();
        let name = words.names.object(*top);
        let rest = note.strip_prefix(&name).filter(|rest| !rest.starts_with(char::is_alphanumeric));
        match rest.map(|rest| (rest.strip_prefix("'s "), rest)) {
            Some((Some(its), _)) => said(&mut text, &format!("its {its}")),
            Some((None, rest)) => said(&mut text, &format!("it{rest}")),
            None => said(&mut text, &note),
        }
        return text;
    }
    text.append(&words.phrase(id, entry).subject);
    text
}

/// That something can't be turned face up.
fn left_face_down(words: &Words<'_>, cards: &[ObjectId]) -> Text {
    let mut text = Text::new();
    cards.iter().for_each(|card| words.names.write_object(&mut text, *card));
    said(&mut text, " can't be turned face up, and is only revealed");
    text
}

/// What has added mana, and what that is by which it has the ability to.
fn added_mana(words: &Words<'_>, id: EntryId, entry: &Entry) -> Text {
    let mut text = words.phrase(id, entry).as_sentence();
    if let Some(land) = of_land_type(words.trace, entry) {
        let article = if land.word().starts_with('I') { "an" } else { "a" };
        text.push_fmt(format_args!(", which is {article} {}", land.word()), Style::Plain);
    }
    text
}

/// The basic land type by which a land has the ability that has added mana, where only that has given it (305.6).
fn of_land_type(trace: &Trace, added: &Entry) -> Option<Subtype> {
    let activated = trace.get(added.parent?)?;
    let What::Activates { origin: Origin::Rules(ByRules::BasicLandType(color)), .. } = activated.what else {
        return None;
    };
    let mut basic = Subtype::all(SubtypeFamily::Land).filter(|its| its.basic_land_color() == Some(color));
    basic.next().filter(|_| activated.rules.contains(cr!("305.6")))
}

/// Whether a rule leaves face down what was to be turned face up, for it would be no permanent.
pub(crate) fn is_left_face_down(rule: RuleId) -> bool {
    [cr!("701.40g"), cr!("701.58g"), cr!("730.2g")].contains(&rule)
}

/// Why something is removed from combat, where nothing says that it is (506.4).
fn why_out_of_combat(words: &Words<'_>, entry: &Entry, object: ObjectId) -> &'static str {
    if entry.cause != CauseKind::Rules || entry.rules.iter().ne([cr!("506.4")]) {
        return "";
    }
    let (before, after) = words.trace.entries().split_at(entry.id.0 as usize);
    let is_out = |entry: &&Entry| matches!(entry.what, What::Changed(Change::RemoveFromCombat(_), _));
    let directly = before.iter().rev().find(|entry| !is_out(entry));
    let changes = |entry: Option<&Entry>, is: &dyn Fn(&Change) -> bool| {
        entry.is_some_and(|entry| matches!(&entry.what, What::Changed(change, _) if is(change)))
    };
    if changes(directly, &|change| matches!(change, Change::Move(it) if it.object == object)) {
        return ": it has left the battlefield";
    }
    if changes(directly, &|change| matches!(change, Change::ControlNoticed(its, _) if *its == object)) {
        return ": another player controls it";
    }
    let phases = |change: &Change| matches!(change, Change::PhaseOut { object: its, .. } if *its == object);
    if after.iter().skip(1).take(1).any(|entry| changes(Some(entry), &phases)) {
        return ": it phases out";
    }
    // A creature leaves combat as well if it becomes a battle.
    let its = words.names.game().object(object);
    let fought = before.iter().any(|entry| match &entry.what {
        What::Changed(Change::Attack(attack), _) => attack.attacker == object,
        What::Changed(Change::Block(block), _) => block.blocker == object,
        _ => false,
    });
    let moved = before
        .iter()
        .any(|entry| matches!(&entry.what, What::Changed(Change::Move(it), _) if it.object == object));
    if fought && !moved && !its.base.is(CardType::Battle) { ": it is no longer a creature" } else { "" }
}

/// That an ability of the object itself has it exiled as it leaves the stack or the battlefield; of a spell behind the words for what would
/// have put it elsewhere: `, and its flashback ability exiles it instead`.
fn exiled_by_keyword(names: &Names<'_>, (trace, moved): (&Trace, EntryId), it: &Move, text: &mut Text) {
    if it.to != Zone::Exile {
        return;
    }
    let game = names.game();
    let same_card = |by: ObjectId| game.earliest(by) == game.earliest(it.object);
    let before = trace.entries().get(..moved.0 as usize).unwrap_or_default();
    let replaced = before.iter().rev().find(|entry| {
        matches!(entry.what, What::Replaced(Thing::Object(its), by, Would::Move(_)) if its == it.object && same_card(by))
    });
    let Some(keyword) = replaced.and_then(|entry| keyword_of(&entry.rules)) else { return };
    let keyword = keyword.to_lowercase();
    if matches!(it.action, MoveAction::Resolve | MoveAction::Fail | MoveAction::Counter) {
        text.push_fmt(format_args!(", and its {keyword} ability exiles it instead"), Style::Plain);
    } else {
        *text = Text::new();
        text.push_fmt(format_args!("its {keyword} ability exiles "), Style::Plain);
        names.write_object(text, it.object);
        said(text, " instead");
    }
}

/// Why what is attached to a permanent becomes unattached: `: Grizzly Bears#3 has left the battlefield; it stays where it is`.
fn why_unattached(words: &Words<'_>, entry: &Entry, object: ObjectId, text: &mut Text) {
    let before = words.trace.entries().get(..entry.id.0 as usize).unwrap_or_default();
    let host = before.iter().rev().find_map(|entry| match &entry.what {
        What::Changed(Change::Attach(its, host), _) if *its == object => *host,
        _ => None,
    });
    let gone = entry.rules.contains(cr!("301.5c"));
    let protected = entry.rules.iter().any(|rule| rule.parent() == Some(cr!("702.16")));
    let why = match () {
        () if gone => " has left the battlefield",
        () if protected => " has protection from it",
        () => "",
    };
    if !why.is_empty() {
        said(text, ": ");
        match host {
            Some(host) => words.names.write_thing(text, host),
            None => said(text, "what it was attached to"),
        }
        said(text, why);
    }
    if entry.rules.contains(cr!("704.5n")) {
        said(text, if why.is_empty() { ", and stays where it is" } else { "; it stays where it is" });
    }
}

/// Where a commander would have gone that its owner puts into the command zone instead (903.9b), in words behind "instead".
fn replaced_zone(trace: &Trace, object: ObjectId, moved: EntryId) -> &'static str {
    let before = trace.entries().get(..moved.0 as usize).unwrap_or_default();
    let replaced = before.iter().rev().find_map(|entry| match entry.what {
        What::Replaced(its, _, Would::Move(to)) if its == Thing::Object(object) => to,
        _ => None,
    });
    match replaced {
        Some(Zone::Hand) => " of its owner's hand",
        Some(Zone::Library) => " of its owner's library",
        _ => "",
    }
}

/// Why an object is where it is: `Grizzly Bears#3 is exiled by Oblivion Ring#5's ability 1`.
fn moved(names: &Names<'_>, it: &Move, entry: &Entry, instead_of: Option<&'static str>) -> Text {
    let mut text = Text::new();
    let by_player = match (entry.cause, it.action) {
        (CauseKind::Announcement(player), MoveAction::Cast) => Some((player, " casts ")),
        (CauseKind::SpecialAction(player), MoveAction::Play) => Some((player, " plays ")),
        _ => None,
    };
    if let Some((player, does)) = by_player {
        names.write_player(&mut text, player);
        said(&mut text, does);
        names.write_object(&mut text, it.new);
        as_it_enters(names, &mut text, it);
        return text;
    }
    let why = causes::of_move(names, it, entry.cause, &entry.rules);
    let game = names.game();
    let its = game.object(it.object);
    // Of a melded or merged permanent it is one of its cards that is called by its own name then.
    if (its.melded.is_some() || its.merged.is_some()) && !matches!(it.to, Zone::Battlefield | Zone::Stack) {
        names.write_object(&mut text, it.new);
        said(&mut text, ", a component of ");
        names.write_object(&mut text, it.object);
        said(&mut text, ",");
    } else {
        names.write_object(&mut text, it.object);
    }
    let resolves = matches!(entry.cause, CauseKind::Resolution(..))
        && matches!(it.action, MoveAction::Resolve | MoveAction::Fail);
    if resolves || matches!(entry.cause, CauseKind::Ended(..)) {
        said(&mut text, " ");
        text.append(&why);
        if it.action == MoveAction::Resolve && it.to == Zone::Graveyard && its.base.has(KeywordName::Rebound)
        {
            does_not_rebound(names, &mut text, its, entry.cause);
        }
        let returns = !resolves && it.to == Zone::Battlefield;
        if returns && it.controller == Some(game.object(it.new).owner) {
            said(&mut text, ", under its owner's control");
        }
        as_it_enters(names, &mut text, it);
        return text;
    }
    let state_based = it.action == MoveAction::StateBased || entry.cause == CauseKind::StateBased;
    let is_put = it.action == MoveAction::Put
        || matches!(entry.cause, CauseKind::Replacement(_))
        || state_based && it.action != MoveAction::Destroy;
    if let Some(zone) = instead_of {
        said(&mut text, " is put into the command zone instead");
        said(&mut text, zone);
        said(&mut text, ", as its owner chose");
        return text;
    }
    if turned::is_under_deck(names, it) {
        said(&mut text, " is ");
        turned::write_under_deck(names, it, &mut text);
    } else if is_put {
        said(&mut text, " is put ");
        said(&mut text, into(it));
    } else if state_based {
        said(&mut text, " is destroyed");
    } else {
        said(&mut text, " is");
    }
    if state_based {
        said(&mut text, " as state-based actions are performed");
        if !matches!(why.as_str(), "state-based action" | "destroyed by a state-based action") {
            said(&mut text, " (");
            text.append(&why);
            said(&mut text, ")");
        }
    } else if let Some(by) = why.as_str().strip_prefix("put there") {
        said(&mut text, by);
    } else {
        // What is put by itself is told with a comma, and how it is done without.
        let is_aside = it.action == MoveAction::Put && !matches!(entry.cause, CauseKind::Replacement(_));
        said(&mut text, if is_aside { ", " } else { " " });
        text.append(&why);
    }
    // Its owner is named as such where the effect says so (110.2a).
    let by_effect = it.action == MoveAction::Put
        && matches!(entry.cause, CauseKind::Resolution(doer, _) if puts_under_owners(game, doer));
    if by_effect && it.to == Zone::Battlefield && it.controller == Some(game.object(it.new).owner) {
        said(&mut text, " under its owner's control");
    }
    as_it_enters(names, &mut text, it);
    text
}

/// Whether something says of what it puts somewhere that each goes under its owner's control.
fn puts_under_owners(game: &Game, doer: ObjectId) -> bool {
    let of_each = |put: &Put| put.under.as_ref().is_some_and(|who| mentions(who, Part::is_each_affected));
    let puts = |part: Part<'_>| matches!(part, Part::Put(put) if of_each(put));
    game.object(doer).bodies().any(|body| mentions(body, puts))
}

/// How something enters, where that is not as it would by itself: ` under NAP's control`, `, tapped`, `, with 2 +1/+1 counters`.
fn as_it_enters(names: &Names<'_>, text: &mut Text, it: &Move) {
    if it.to == Zone::Battlefield {
        let owner = names.game().object(it.new).owner;
        // Whoever plays a land gets it.
        if let Some(controller) = it.controller.filter(|by| *by != owner && it.action != MoveAction::Play) {
            said(text, " under ");
            names.write_player(text, controller);
            said(text, "'s control");
        }
        said(text, if it.tapped { ", tapped" } else { "" });
        joins(names, text, it.attached_to, (it.attacking, it.blocking));
        with_counters(text, &it.counters);
    }
}

/// What something enters attached to, and what it attacks or blocks: `, attached to Hill Giant#3`, `, attacking NAP`.
fn joins(
    names: &Names<'_>,
    text: &mut Text,
    host: Option<Thing>,
    (attacking, blocking): (Option<Thing>, Option<ObjectId>),
) {
    if let Some(host) = host {
        said(text, ", attached to ");
        names.write_thing(text, host);
    }
    if let Some(defender) = attacking {
        said(text, ", attacking ");
        names.write_thing(text, defender);
    }
    if let Some(attacker) = blocking {
        said(text, ", blocking ");
        names.write_object(text, attacker);
    }
}

/// Where something is put.
const fn into(it: &Move) -> &'static str {
    match it.to {
        Zone::Library if matches!(it.position, Position::Top) => "on top of its owner's library",
        Zone::Library if matches!(it.position, Position::Bottom) => "on the bottom of its owner's library",
        Zone::Battlefield => "onto the battlefield",
        Zone::Hand => "into its owner's hand",
        Zone::Library => "into its owner's library",
        Zone::Graveyard => "into its owner's graveyard",
        Zone::Exile => "into exile",
        Zone::Stack => "onto the stack",
        Zone::Command => "into the command zone",
        Zone::Ante => "into the ante",
    }
}

/// What would have had a spell with rebound exiled as it resolves, and is not so: it was cast from no hand, or from another one than that of the
/// player who controls it then (702.88a, 109.5).
fn does_not_rebound(names: &Names<'_>, text: &mut Text, spell: &Object, cause: CauseKind) {
    let announced = spell.announced.as_ref().filter(|announced| announced.cast.is_some());
    if announced.and_then(|announced| announced.from) != Some(Zone::Hand) {
        return said(text, ", and was not cast from its caster's hand");
    }
    let CauseKind::Resolution(_, controller) = cause else { return };
    if controller == spell.owner {
        return;
    }
    said(text, ", and was cast from ");
    names.write_player(text, spell.owner);
    said(text, "'s hand, and not from that of ");
    names.write_player(text, controller);
    said(text, ", who controls it");
}
