//! Actions: who does what, and what happens to the stack first.

use crate::diag::{Code, Diagnostic, nearest};
use crate::ir::KeywordName;
use crate::scenario::ast::{Spanned, Text};
use crate::scenario::head::unknown_step;
use crate::scenario::lines::Group;
use crate::scenario::lines::Part as LinePart;
use crate::scenario::script::{
    AbilityPick, Action, Announcement, Deed, Part, Reference, Shortened, SpecialAction, Timing,
};
use crate::scenario::vocabulary::{Step, VERBS, WAYS};

use super::Reader;
use super::choice::Meant;
use super::fact::zone_phrase;
use super::pieces::{Piece, Words};

/// How a game is started where it is left open who takes the first turn.
const START: &str = "start the game";

/// Words that a statement may begin with, other than a player.
pub(super) const FIRST_WORDS: &[&str] = &[
    "in response",
    "resolve",
    "pass",
    "go to",
    "next turn",
    START,
    "event:",
    "expect",
    "ask",
    "examples",
    "todo",
    "unsettled",
];

/// The number in front of `times`, and whether that stands there.
fn times(words: Words<'_>) -> (Words<'_>, bool) {
    match words.text.strip_suffix(" times").or_else(|| words.text.strip_suffix(" time")) {
        Some(number) => (words.with(number), true),
        None => (words, false),
    }
}

impl Reader<'_> {
    /// A whole action.
    pub(super) fn action(
        &mut self,
        words: Words<'_>,
        pieces: &[Piece<'_>],
        is_under_another: bool,
    ) -> Option<Action> {
        // `as @label` stands at the very end.
        let mut pieces = pieces.to_vec();
        let creates = cut_label(&mut pieces);
        let words = match pieces.first() {
            Some(Piece::Words(text)) => Words::new(text),
            _ => words,
        };
        let rest = pieces.get(1..).unwrap_or_default();
        let (timing, words) = self.timing(words)?;
        if let Some(deed) = self.deed_of_nobody(words, rest) {
            return Some(Action { timing, player: None, tries: false, deed: deed?, creates });
        }
        let Some((player, words)) = self.player(words) else {
            self.unknown_actor(words, is_under_another);
            return None;
        };
        let (tries, words) = match words.after("tries to") {
            Some(words) => (true, words),
            None => (false, words),
        };
        let deed = self.deed(words, rest, tries)?;
        Some(Action { timing, player: Some(player.owned()), tries, deed, creates })
    }

    /// `in response`, `in response to X`.
    fn timing<'p>(&mut self, words: Words<'p>) -> Option<(Timing, Words<'p>)> {
        let Some(rest) = words.after("in response").or(words.after("in response,")) else {
            return Some((Timing::WhenEmpty, words));
        };
        let Some(rest) = rest.after("to") else { return Some((Timing::InResponse, rest)) };
        let acts = |reader: &Self, rest: Words<'_>| {
            reader
                .player(rest)
                .is_some_and(|(_, deed)| is_verb(deed.first()) || deed.after("tries to").is_some())
                || ["resolve", "pass", "event:"].contains(&rest.first())
        };
        let ends: Vec<usize> =
            rest.word_starts().filter(|at| rest.cut(*at).is_some_and(|(_, deed)| acts(self, deed))).collect();
        for at in &ends {
            if let Some((name, deed)) = rest.cut(*at)
                && let Some(reference) = self.known_reference(name.with(name.text.trim_end_matches(',')))
            {
                return Some((Timing::InResponseTo(reference), deed));
            }
        }
        match ends.last().and_then(|at| rest.cut(*at)) {
            Some((name, _)) => {
                let fault = self.unknown_reference(name);
                self.faults.push(fault);
            }
            None => self.faults.push(
                Diagnostic::error(Code::UnknownStatement, "nobody acts in response", words.span(), "")
                    .with_help("write who does what behind it: `in response to X NAP casts Y`"),
            ),
        }
        None
    }

    /// What happens without a player in front; the outer `None` if the line is nothing of that kind.
    fn deed_of_nobody(&mut self, words: Words<'_>, rest: &[Piece<'_>]) -> Option<Option<Deed>> {
        if let Some(event) = words.after("event:").or(words.after("event")) {
            return Some(self.event(event, rest).map(Deed::Event));
        }
        let deed = if words.text == "resolve" {
            Some(Deed::Resolve)
        } else if words.text == "pass" {
            Some(Deed::Pass)
        } else if words.text == START {
            Some(Deed::Start)
        } else if let Some(place) = words.after("go to") {
            self.go_to(place)
        } else if let Some(player) = words.after("next turn") {
            match player.is_empty() {
                true => Some(Deed::NextTurn(None)),
                false => self.whole_player(player).map(|player| Deed::NextTurn(Some(player))),
            }
        } else {
            return None;
        };
        self.nothing_more(rest);
        Some(deed)
    }

    fn go_to(&mut self, place: Words<'_>) -> Option<Deed> {
        let (whose, step) = self.possessive(place);
        let step = step.with(step.text.strip_prefix("the ").unwrap_or(step.text));
        let Some(found) = step_of(step.text) else {
            self.faults.push(unknown_step(&step.owned()));
            return None;
        };
        Some(Deed::GoTo { whose, step: Spanned { value: found, span: step.span() } })
    }

    /// What a player does.
    pub(super) fn deed(&mut self, words: Words<'_>, rest: &[Piece<'_>], tries: bool) -> Option<Deed> {
        let verb = words.first();
        let object = words.after(verb).unwrap_or(words);
        let (groups, targets) = announced(rest);
        match verb {
            "casts" | "cast" => {
                let what = self.reference(object);
                let announced = self.announcements(groups);
                let targets = self.targets(targets);
                Some(Deed::Cast { what: what?, announced, targets })
            }
            "activates" | "activate" => {
                let picked = self.ability(object);
                let announced = self.announcements(groups);
                let targets = self.targets(targets);
                let (what, ability) = picked?;
                Some(Deed::Activate { what, ability, announced, targets })
            }
            "plays" | "play" => {
                let what = self.reference(object);
                let announced = self.announcements(groups);
                self.nothing_more(targets);
                Some(Deed::Play { what: what?, announced })
            }
            "attacks" | "attack" => self.attack(object, rest),
            "blocks" | "block" => self.block(object, rest),
            "rolls" | "roll" if object.text == "the planar die" => {
                self.nothing_more(rest);
                Some(Deed::RollPlanarDie)
            }
            "starts" | "start" if object.text == "the game" => {
                self.nothing_more(rest);
                Some(Deed::Start)
            }
            "concedes" | "concede" if object.is_empty() => {
                self.nothing_more(rest);
                Some(Deed::Concede)
            }
            "passes" | "pass" if object.is_empty() => {
                self.nothing_more(rest);
                Some(Deed::Pass)
            }
            "repeats" => {
                self.nothing_more(rest);
                let (number, _) = times(object);
                self.number(number).map(Deed::Repeat)
            }
            "proposes" => {
                self.nothing_more(rest);
                let place = object.after("to go to").unwrap_or(object);
                match self.go_to(place)? {
                    Deed::GoTo { whose, step } => Some(Deed::Propose(whose, step)),
                    _ => None,
                }
            }
            "shortens" => {
                self.nothing_more(rest);
                let place = object.after("to").unwrap_or(object);
                if let (number, true) = times(place) {
                    return self.number(number).map(|times| Deed::Shorten(Shortened::Times(times)));
                }
                match self.go_to(place)? {
                    Deed::GoTo { whose, step } => Some(Deed::Shorten(Shortened::Step(whose, step))),
                    _ => None,
                }
            }
            "choose" if tries => {
                let mut items = vec![Piece::Words(std::borrow::Cow::Owned(object.owned()))];
                items.extend_from_slice(rest);
                Some(Deed::Choose(self.answers(&items, Meant::AnyOption)))
            }
            _ => match self.special(verb, object) {
                Some((action, object)) => {
                    let what = self.reference(object);
                    let announced = self.announcements(groups);
                    self.nothing_more(targets);
                    Some(Deed::Special { action, what: what?, announced })
                }
                None => {
                    self.unknown_verb(words);
                    None
                }
            },
        }
    }

    fn special<'p>(&self, verb: &str, object: Words<'p>) -> Option<(SpecialAction, Words<'p>)> {
        Some(match verb {
            "turns" | "turn" => (SpecialAction::TurnFaceUp, object.before("face up")?),
            "suspends" | "suspend" => (SpecialAction::Suspend, object),
            "foretells" | "foretell" => (SpecialAction::Foretell, object),
            "plots" | "plot" => (SpecialAction::Plot, object),
            "unlocks" | "unlock" => (SpecialAction::Unlock, object),
            "puts" | "put" => (SpecialAction::Companion, object.before("into hand")?),
            _ => return None,
        })
    }

    /// `X`, `X ability 2`, `X equip`, `X -2`, `X {U}{B}`.
    fn ability(&mut self, words: Words<'_>) -> Option<(Reference, AbilityPick)> {
        if let Some(mut what) = self.known_reference(words) {
            return Some(match what.part {
                Part::Ability(Some(number)) => {
                    what.part = Part::Whole;
                    (what, AbilityPick::Number(number))
                }
                _ => (what, AbilityPick::Only),
            });
        }
        let read = self.name_and(words, |rest| ability_pick(rest).is_some(), |_, rest| ability_pick(rest));
        if read.is_none() && self.faults.is_empty() {
            let fault = self.unknown_reference(words);
            self.faults.push(fault);
        }
        read
    }

    /// `X; Y`, `NAP with X; Y`, `nothing`.
    fn attack(&mut self, words: Words<'_>, rest: &[Piece<'_>]) -> Option<Deed> {
        if words.text == "nothing" && rest.is_empty() {
            return Some(Deed::Attack { defender: None, attackers: Vec::new(), band: false });
        }
        let (defender, first) = self.with_creatures(words)?;
        let (rest, band) = match rest.split_last() {
            Some((Piece::Group(group), before)) if says_band(group) => (before, true),
            _ => (rest, false),
        };
        let attackers = self.list_from(first, rest);
        Some(Deed::Attack { defender, attackers, band })
    }

    /// `X with Y; Z`, `nothing`.
    fn block(&mut self, words: Words<'_>, rest: &[Piece<'_>]) -> Option<Deed> {
        if words.text == "nothing" && rest.is_empty() {
            return Some(Deed::Block { attacker: None, blockers: Vec::new() });
        }
        let (attacker, first) = self.with_creatures(words)?;
        if attacker.is_none() {
            self.faults.push(
                Diagnostic::error(Code::MissingValue, "a block without a blocker", words.span(), "")
                    .with_help("write `blocks ATTACKER with BLOCKER`, or `blocks nothing`"),
            );
            return None;
        }
        let blockers = self.list_from(first, rest);
        Some(Deed::Block { attacker, blockers })
    }

    /// What stands before `with`, and the creature behind it. A name may itself hold the word.
    fn with_creatures<'p>(&mut self, words: Words<'p>) -> Option<(Option<Reference>, Words<'p>)> {
        if self
            .known_reference(words)
            .is_some_and(|reference| self.players.iter().all(|player| *player != reference.name.text))
        {
            return Some((None, words));
        }
        if let Some(creatures) = words.after("with") {
            return Some((None, creatures));
        }
        let mut unknown = None;
        for at in words.word_starts() {
            let Some((name, rest)) = words.cut(at) else { continue };
            let Some(creatures) = rest.after("with") else { continue };
            match self.known_reference(name) {
                Some(reference) => return Some((Some(reference), creatures)),
                None => unknown = Some(name),
            }
        }
        let Some(name) = unknown else { return Some((None, words)) };
        let fault = self.unknown_reference(name);
        self.faults.push(fault);
        None
    }

    fn list_from(&mut self, first: Words<'_>, rest: &[Piece<'_>]) -> Vec<Reference> {
        let mut list = self.several(first);
        list.extend(self.references(rest));
        list
    }

    /// What stands in brackets.
    fn announcements(&mut self, groups: &[Piece<'_>]) -> Vec<Spanned<Announcement>> {
        let mut announcements = Vec::new();
        for group in groups {
            let Piece::Group(Group { items, .. }) = group else { continue };
            for item in items {
                let [LinePart::Text(text)] = item.as_slice() else {
                    if let Some(extra) = item.iter().find(|part| !matches!(part, LinePart::Text(_))) {
                        self.faults.push(crate::scenario::board::unexpected(extra));
                    }
                    continue;
                };
                // `[mode 1; 2]`: a number behind a mode is another one.
                let behind_mode = announcements
                    .last()
                    .is_some_and(|last: &Spanned<Announcement>| matches!(last.value, Announcement::Mode(_)));
                let number = text.text.parse().ok().filter(|_| behind_mode).map(Announcement::Mode);
                if let Some(value) = number.or_else(|| self.announcement(Words::new(text))) {
                    announcements.push(Spanned { value, span: text.span });
                }
            }
        }
        announcements
    }

    fn announcement(&mut self, words: Words<'_>) -> Option<Announcement> {
        let first = words.first();
        let value = words.after(first).unwrap_or(words);
        Some(match first {
            "kicked" if value.is_empty() => Announcement::Kicked(1),
            "kicked" if value.text.starts_with('{') => Announcement::KickedWith(value.text.to_owned()),
            "kicked" => Announcement::Kicked(self.number(value)?),
            "X" | "x" => Announcement::X(self.number(value.with(value.text.trim_start_matches("= ")))?),
            "mode" => Announcement::Mode(self.number(value)?),
            "from" => match zone_phrase(self, value) {
                Some((zone, _)) => Announcement::From(zone),
                None => {
                    self.fault(Code::UnknownZone, format!("no zone `{}`", value.text), value);
                    return None;
                }
            },
            "without" if value.text.starts_with("paying") => Announcement::WithoutPaying,
            "face" if value.text == "down" => Announcement::FaceDown,
            _ if WAYS.contains(&words.text) => Announcement::Way(words.text.to_owned()),
            _ => {
                let known = WAYS.iter().copied().chain(["kicked", "without paying", "face down"]);
                if let Some(near) = nearest(words.text, known) {
                    self.faults.push(
                        Diagnostic::error(
                            Code::UnknownModifier,
                            format!("no announcement `{}`", words.text),
                            words.span(),
                            "",
                        )
                        .did_you_mean(Some(near)),
                    );
                    return None;
                }
                Announcement::Way(words.text.to_owned())
            }
        })
    }

    /// A line whose first word is neither a player nor anything else.
    fn unknown_actor(&mut self, words: Words<'_>, is_under_another: bool) {
        let first = words.first();
        let rest = words.after(first).unwrap_or(words);
        if is_verb(rest.first()) || rest.after("tries to").is_some() {
            let fault =
                crate::scenario::head::unknown_player(&words.up_to(first.len()).owned(), &self.players);
            self.faults.push(fault);
        } else if is_verb(first) {
            self.faults.push(
                Diagnostic::error(
                    Code::UnknownPlayer,
                    format!("nobody {first}"),
                    words.up_to(first.len()).span(),
                    "who does?",
                )
                .with_help(format!("begin with a player: {}", crate::scenario::tree::listed(&self.players))),
            );
        } else if is_under_another && words.text.contains(':') {
            self.unknown_choice(words);
        } else {
            self.unknown_statement(words);
        }
    }

    fn unknown_verb(&mut self, words: Words<'_>) {
        if words.text.contains(": ") || words.text.ends_with(':') {
            self.unknown_choice(words);
            return;
        }
        let first = words.first();
        if let Some(help) =
            OTHER_VERBS.iter().find(|(verbs, _)| verbs.contains(&first)).map(|(_, help)| *help)
        {
            let message = format!("no action `{first}`");
            let span = words.up_to(first.len()).span();
            self.faults.push(Diagnostic::error(Code::UnknownStatement, message, span, "").with_help(help));
            return;
        }
        let near = nearest(first, VERBS.iter().flat_map(|verb| [verb.third, verb.plain]));
        let message = match first {
            "" => "a player without an action".to_owned(),
            _ => format!("no action `{first}`"),
        };
        let known: Vec<&str> = VERBS.iter().map(|verb| verb.third).collect();
        self.faults.push(
            Diagnostic::error(Code::UnknownStatement, message, words.up_to(first.len()).span(), "")
                .did_you_mean(near)
                .with_help(format!("there are {}", crate::scenario::tree::listed(&known))),
        );
    }
}

/// What players say of actions that the language writes otherwise, with how it does.
const OTHER_VERBS: &[(&[&str], &str)] = &[
    (
        &["tries", "try"],
        "whether something is legal is asked by `tries to cast X` (or `play`, `activate`, `attack`, `block`, ...)",
    ),
    (&["responds", "answers", "reacts"], "a response is written `in response AP casts X -> Y`"),
    (
        &[
            "uses",
            "equips",
            "crews",
            "cycles",
            "levels",
            "fortifies",
            "reconfigures",
            "channels",
            "saddles",
            "taps",
        ],
        "an ability is activated: `activates X -> Y`, with its name if there are several, as in `activates X equip -> Y`",
    ),
    (&["declares", "swings"], "attacks and blocks are written `attacks X; Y` and `blocks X with Y`"),
    (&["targets", "chooses"], "targets stand behind what is cast or activated, as in `casts X -> Y`"),
    (
        &[
            "becomes",
            "draws",
            "discards",
            "sacrifices",
            "destroys",
            "exiles",
            "gains",
            "loses",
            "mills",
            "creates",
            "takes",
            "scries",
        ],
        "what happens without a card that does it is written `event: ...`; `headjudge help language` lists the forms",
    ),
    (
        &["life", "hand", "library", "battlefield", "graveyard", "exile", "command", "poison", "energy"],
        "what a player has at the start stands under the player, each on an indented line",
    ),
];

/// The brackets, and the pieces behind them.
fn announced<'a, 'p>(pieces: &'a [Piece<'p>]) -> (&'a [Piece<'p>], &'a [Piece<'p>]) {
    let end = pieces.iter().position(|piece| !matches!(piece, Piece::Group(_))).unwrap_or(pieces.len());
    pieces.split_at(end)
}

fn is_verb(word: &str) -> bool {
    VERBS.iter().any(|verb| verb.third == word || verb.plain == word)
}

/// A step by its name, with or without `step` or `phase` behind it.
pub(super) fn step_of(text: &str) -> Option<Step> {
    Step::from_word(text)
        .or_else(|| Step::from_word(text.strip_suffix(" step").or(text.strip_suffix(" phase"))?))
}

fn ability_pick(words: Words<'_>) -> Option<AbilityPick> {
    if let Some(number) = words.after("ability") {
        return number.text.parse().ok().map(AbilityPick::Number);
    }
    if words.text.starts_with('{') {
        return Some(AbilityPick::Cost(words.owned()));
    }
    let sign = words.text.replace(['−', '–'], "-");
    if sign.starts_with(['+', '-']) || sign == "0" {
        return sign.parse().ok().map(AbilityPick::Loyalty);
    }
    // Of several words only a keyword is one: otherwise they are the rest of a name.
    let is_keyword = words.text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && (!words.text.contains(' ') || KeywordName::from_word(words.text).is_some());
    is_keyword.then(|| AbilityPick::Keyword(words.owned()))
}

/// Cuts `as @label` off the end of a statement.
fn cut_label(pieces: &mut Vec<Piece<'_>>) -> Option<Text> {
    let Some(Piece::Words(text)) = pieces.last_mut() else { return None };
    let (before, label) = text.text.rsplit_once('@')?;
    let before = before.trim_end();
    let before = before.strip_suffix("as").filter(|rest| rest.is_empty() || rest.ends_with(' '))?.trim_end();
    let label = text.sub(label);
    let kept = text.sub(before);
    match kept.text.is_empty() {
        true => {
            pieces.pop();
        }
        false => *text = std::borrow::Cow::Owned(kept),
    }
    Some(label)
}

/// Whether brackets say that the attackers before them are a band.
fn says_band(group: &Group) -> bool {
    match group.items.as_slice() {
        [item] => matches!(item.as_slice(), [LinePart::Text(text)] if text.text == "band"),
        _ => false,
    }
}
