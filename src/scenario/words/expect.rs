//! Expectations: what should be so.

use crate::diag::{Code, Diagnostic, nearest};
use crate::ir::{Color, Subtype, SubtypeFamily};
use crate::scenario::ast::{Spanned, Text};
use crate::scenario::lines::Part as LinePart;
use crate::scenario::script::{Claim, Counted, Expectation, Fact, FactKind, PlayerFact, Reference};
use crate::scenario::vocabulary::{EXPECTATIONS, TYPES, Zone};

use super::Reader;
use super::choice::Meant;
use super::fact::{begins_fact, otherwise_said};
use super::pieces::{Piece, Words};

/// What may stand before the name of what is counted.
const STATES: [&str; 6] = ["tapped", "untapped", "attacking", "blocking", "blocked", "unblocked"];

impl Reader<'_> {
    /// A whole `expect` line.
    pub(super) fn expectation(&mut self, pieces: &[Piece<'_>]) -> Option<Expectation> {
        let mut expectation =
            Expectation { claim: Claim::Draw, rules: Vec::new(), todo: None, unsettled: None };
        let mut pieces = pieces.to_vec();
        self.marks_in_front(&mut pieces, &mut expectation);
        self.marks_behind(&mut pieces, &mut expectation);
        let Some(Piece::Words(text)) = pieces.first() else {
            self.nothing_more(&pieces);
            return None;
        };
        let words = Words::new(text);
        let Some(claim) = words.after("expect").or(words.after("expects")) else {
            self.fault(Code::UnknownStatement, "`expect` should stand here", words);
            return None;
        };
        if claim.is_empty() && pieces.len() == 1 {
            self.faults.push(
                Diagnostic::error(Code::MissingValue, "nothing follows `expect`", words.span(), "")
                    .with_help("write what should be so, such as `expect Grizzly Bears in exile`"),
            );
            return None;
        }
        expectation.claim = self.claim(claim, pieces.get(1..).unwrap_or_default())?;
        Some(expectation)
    }

    /// `todo "why"` and `unsettled "why"` before or right behind `expect`.
    fn marks_in_front(&mut self, pieces: &mut [Piece<'_>], expectation: &mut Expectation) {
        let Some(Piece::Words(text)) = pieces.first_mut() else { return };
        let whole = text.clone().into_owned();
        let mut words = Words::new(&whole);
        let mut is_expect_seen = false;
        loop {
            if let Some((why, rest)) = mark(words, "todo") {
                expectation.todo = Some(why);
                words = rest;
            } else if let Some((why, rest)) = mark(words, "unsettled") {
                expectation.unsettled = Some(why);
                words = rest;
            } else if !is_expect_seen && let Some(rest) = words.after("expect") {
                is_expect_seen = true;
                words = rest;
            } else {
                break;
            }
        }
        if expectation.todo.is_none() && expectation.unsettled.is_none() {
            return;
        }
        if is_expect_seen {
            let rest = words.owned();
            let joined = Text::new(format!("expect {}", rest.text), rest.span);
            *text = std::borrow::Cow::Owned(joined);
        } else {
            self.faults.push(
                Diagnostic::error(Code::UnknownStatement, "a mark without an expectation", whole.span, "")
                    .with_help("write `todo \"why\" expect ...` on one line"),
            );
        }
    }

    /// `[rule]`, `todo "why"` and `unsettled` at the end.
    fn marks_behind(&mut self, pieces: &mut Vec<Piece<'_>>, expectation: &mut Expectation) {
        while pieces.len() > 1 {
            match pieces.last() {
                Some(Piece::Group(group)) => {
                    for item in &group.items {
                        match item.as_slice() {
                            [LinePart::Text(rule)] => {
                                self.check_rule(rule);
                                expectation.rules.push(rule.clone());
                            }
                            _ => self.faults.push(Diagnostic::error(
                                Code::UnknownRule,
                                "brackets behind an expectation hold rule numbers",
                                group.span,
                                "",
                            )),
                        }
                    }
                }
                Some(Piece::Words(text)) if text.text == "unsettled" => {
                    expectation.unsettled = Some(Text::new("", text.span));
                }
                Some(Piece::Words(text)) => {
                    let words = Words::new(text);
                    if let Some((why, _)) = mark(words, "todo").filter(|(_, rest)| rest.is_empty()) {
                        expectation.todo = Some(why);
                    } else if let Some((why, _)) =
                        mark(words, "unsettled").filter(|(_, rest)| rest.is_empty())
                    {
                        expectation.unsettled = Some(why);
                    } else {
                        return;
                    }
                }
                _ => return,
            }
            pieces.pop();
        }
    }

    /// What should be so; also what `ask` asks for as yes or no.
    pub(super) fn claim(&mut self, words: Words<'_>, rest: &[Piece<'_>]) -> Option<Claim> {
        if let Some(claim) = self.fixed_claim(words, rest) {
            return claim;
        }
        if let Some(claim) = self.trigger_claim(words) {
            self.nothing_more(rest);
            return claim;
        }
        if let Some(claim) = self.before_the_game(words) {
            self.nothing_more(rest);
            return claim;
        }
        if let Some(claim) = self.prevented(words).or_else(|| self.replaced(words)) {
            self.nothing_more(rest);
            return claim;
        }
        if let Some(claim) = self.asked_claim(words) {
            self.nothing_more(rest);
            return claim;
        }
        if let Some((player, facts)) = self.player(words)
            && !facts.is_empty()
            && !facts.text.starts_with([':', ','])
        {
            self.nothing_more(rest);
            let facts = self.player_facts(facts)?;
            return Some(Claim::Player { player: player.owned(), facts });
        }
        if let Some(path) = self.path(words, rest) {
            return path;
        }
        self.nothing_more(rest);
        if let Some(claim) = self.same_time(words) {
            return claim;
        }
        if let Some(claim) = self.nothing(words).or_else(|| self.count(words)) {
            return claim;
        }
        let before = self.faults.len();
        if let Some((what, facts)) = self.name_and(words, begins_fact_or_looker(self), Self::facts) {
            return Some(Claim::Object { what, facts });
        }
        if self.faults.len() == before {
            self.unknown_expectation(words);
        }
        None
    }

    /// `X's color identity is red and green`, `P's deck is legal`.
    fn before_the_game(&mut self, words: Words<'_>) -> Option<Option<Claim>> {
        let text = words.text;
        // All of these are about somebody's.
        text.as_bytes().contains(&b'\'').then_some(())?;
        for (form, legal) in [("'s deck is legal", true), ("'s deck is illegal", false)] {
            if let Some(player) = text.strip_suffix(form) {
                let player = self.whole_player(words.with(player))?;
                let facts = vec![Spanned { value: PlayerFact::Deck { legal }, span: words.span() }];
                return Some(Some(Claim::Player { player, facts }));
            }
        }
        let (what, colors) = text.split_once("'s color identity is ")?;
        let mut identity = Vec::new();
        for word in colors.split([' ', ',']).filter(|word| !matches!(*word, "" | "and" | "colorless")) {
            match Color::from_word(word) {
                Some(color) => identity.push(color),
                None => {
                    self.unknown_expectation(words);
                    return Some(None);
                }
            }
        }
        let kind = FactKind::ColorIdentity(identity);
        let facts = vec![Spanned { value: Fact { kind, negated: false }, span: words.span() }];
        Some(self.reference(words.with(what)).map(|what| Claim::Object { what, facts }))
    }

    /// Forms that begin with a word of the language and name no object first.
    fn fixed_claim(&mut self, words: Words<'_>, rest: &[Piece<'_>]) -> Option<Option<Claim>> {
        let claim = match words.text {
            "legal" => Some(Claim::Legal),
            "illegal" => Some(Claim::Illegal),
            "draw" | "the game is a draw" => Some(Claim::Draw),
            "nothing else moved" => Some(Claim::NothingElseMoved),
            "day" | "it is day" => Some(Claim::Day),
            "night" | "it is night" => Some(Claim::Night),
            "it is neither day nor night" => Some(Claim::NeitherDayNorNight),
            "stack empty" | "an empty stack" => Some(Claim::Stack(Vec::new())),
            _ => None,
        };
        if let Some(claim) = claim {
            self.nothing_more(rest);
            return Some(Some(claim));
        }
        if let Some(first) = words.after("stack") {
            let mut stack: Vec<Reference> = Vec::new();
            stack.extend(self.reference(first));
            stack.extend(self.references(rest));
            return Some(Some(Claim::Stack(stack)));
        }
        if let Some(first) = words.after("options") {
            let mut items = vec![Piece::Words(std::borrow::Cow::Owned(first.owned()))];
            items.extend_from_slice(rest);
            return Some(Some(Claim::Options(self.answers(&items, Meant::AnyOption))));
        }
        let claim = if let Some(player) = words.after("active player") {
            self.whole_player(player).map(Claim::ActivePlayer)
        } else if let Some(step) = words.after("step").or(words.after("phase")) {
            let found = super::action::step_of(step.text);
            if found.is_none() {
                self.faults.push(crate::scenario::head::unknown_step(&step.owned()));
            }
            found.map(|value| Claim::Step(Spanned { value, span: step.span() }))
        } else if let Some(rule) = words.after("cites") {
            self.check_rule(&rule.owned());
            Some(Claim::Cites(rule.owned()))
        } else if let Some(rule) = words.after("does not cite") {
            self.check_rule(&rule.owned());
            Some(Claim::DoesNotCite(rule.owned()))
        } else {
            return None;
        };
        self.nothing_more(rest);
        Some(claim)
    }

    /// `trigger from X`, `no trigger from X`, `2 triggers from X`.
    fn trigger_claim(&mut self, words: Words<'_>) -> Option<Option<Claim>> {
        let first = words.first();
        let (count, rest) = match first {
            "trigger" | "triggers" => (None, words),
            "no" => (Some(0), words.after("no")?),
            "a" => (None, words.after("a")?),
            _ => (Some(first.parse().ok()?), words.after(first)?),
        };
        let from = rest.after("triggers from").or(rest.after("trigger from"))?;
        Some(self.reference(from).map(|from| Claim::Triggers { count, from }))
    }

    /// `X: battlefield > exile`.
    fn path(&mut self, words: Words<'_>, rest: &[Piece<'_>]) -> Option<Option<Claim>> {
        let is_path = matches!(rest.first(), Some(Piece::Greater(_)));
        let mut likely = None;
        // The last colon first: a name may hold one.
        for (at, _) in words.text.match_indices(':').collect::<Vec<_>>().into_iter().rev() {
            let Some((name, zone)) = words.cut(at) else { continue };
            let zone = zone.with(zone.text.trim_start_matches(':').trim_start());
            if Zone::from_word(zone.text).is_none() && !is_path {
                continue;
            }
            likely.get_or_insert((name, zone));
            if let Some(what) = self.known_reference(name) {
                return Some(self.zones(zone, rest).map(|zones| Claim::Path { what, zones }));
            }
        }
        let (name, zone) = likely?;
        let fault = self.unknown_reference(name);
        self.faults.push(fault);
        self.zones(zone, rest);
        Some(None)
    }

    fn zones(&mut self, first: Words<'_>, rest: &[Piece<'_>]) -> Option<Vec<Spanned<Option<Zone>>>> {
        let mut zones = vec![self.path_zone(first)];
        for step in rest.split(|piece| matches!(piece, Piece::Greater(_))).skip(1) {
            match step {
                [Piece::Words(text)] => zones.push(self.path_zone(Words::new(text))),
                [] => {
                    self.fault(Code::MissingValue, "a zone is missing in the path", first);
                    zones.push(None);
                }
                other => {
                    self.nothing_more(other);
                    zones.push(None);
                }
            }
        }
        zones.into_iter().collect()
    }

    fn path_zone(&mut self, words: Words<'_>) -> Option<Spanned<Option<Zone>>> {
        let span = words.span();
        if matches!(words.text, "ceased to exist" | "left the game") {
            return Some(Spanned { value: None, span });
        }
        if let Some((zone, None)) = super::fact::zone_phrase(self, words) {
            return Some(Spanned { value: Some(zone), span });
        }
        let near = nearest(words.text, Zone::ALL.iter().map(|zone| zone.word()));
        self.faults.push(
            Diagnostic::error(Code::UnknownZone, format!("no zone `{}`", words.text), span, "")
                .did_you_mean(near),
        );
        None
    }

    /// `X and Y moved at the same time`.
    fn same_time(&mut self, words: Words<'_>) -> Option<Option<Claim>> {
        let names = words.before("moved at the same time")?;
        for (at, _) in names.text.match_indices(" and ") {
            let (first, second) = names.cut(at)?;
            let second = second.after("and")?;
            if let (Some(first), Some(second)) = (self.known_reference(first), self.known_reference(second)) {
                return Some(Some(Claim::SameTime(vec![first, second])));
            }
        }
        let (first, second) = names.cut(names.text.find(" and ")?)?;
        let first = self.reference(first);
        let second = self.reference(second.after("and")?);
        Some(first.zip(second).map(|(first, second)| Claim::SameTime(vec![first, second])))
    }

    /// `nothing attached to X`, `nothing is blocking X`: no permanent.
    fn nothing(&mut self, words: Words<'_>) -> Option<Option<Claim>> {
        let rest = words.after("nothing")?;
        let facts = rest.after("is").unwrap_or(rest);
        let relations = ["attached", "blocking", "attacking", "encoded", "haunting"];
        if !relations.contains(&facts.first()) {
            return None;
        }
        let what = Counted::Permanents;
        Some(self.facts(facts).map(|facts| Claim::Count { count: 0, what, facts }))
    }

    /// `2 Saproling tokens on the battlefield`, `no cards in AP's graveyard`.
    fn count(&mut self, words: Words<'_>) -> Option<Option<Claim>> {
        let first = words.first();
        let count: u32 = if first == "no" { 0 } else { first.parse().ok()? };
        let rest = words.after(first)?;
        // `3 tapped Plains` are 3 Plains that are tapped.
        let adjective = STATES.iter().find_map(|state| Some((rest.up_to(state.len()), rest.after(state)?)));
        if let Some((state, rest)) = adjective
            && self.counted(rest).is_some()
        {
            let what = self.counted(rest)?;
            return Some(self.facts(state).map(|facts| Claim::Count { count, what, facts }));
        }
        let mut likely = None;
        for at in rest.word_starts() {
            let (what, facts) = rest.cut(at)?;
            if !begins_fact(facts) {
                continue;
            }
            likely = Some(what);
            let (state, what) = match adjective {
                Some((state, behind)) if what.text.len() > state.text.len() => {
                    (Some(state), behind.up_to(what.text.len() - (rest.text.len() - behind.text.len())))
                }
                _ => (None, what),
            };
            let Some(what) = self.counted(what) else { continue };
            if let Some(mut facts) = self.attempt(|reader| reader.facts(facts)) {
                let of_state = state.and_then(|state| self.attempt(|reader| reader.facts(state)));
                facts.extend(of_state.into_iter().flatten());
                return Some(Some(Claim::Count { count, what, facts }));
            }
        }
        let what = likely?;
        match self.counted(what) {
            Some(_) => self.unknown_expectation(words),
            None => {
                let what = what.before("tokens").or(what.before("token")).unwrap_or(what);
                let subtype = nearest(what.text, Subtype::words(SubtypeFamily::Creature));
                if let Some(near) = subtype {
                    let message = format!("nothing is called `{}`", what.text);
                    self.faults.push(
                        Diagnostic::error(Code::UnknownCard, message, what.span(), "")
                            .did_you_mean(Some(near)),
                    );
                    return Some(None);
                }
                let fault = self.unknown_reference(what);
                self.faults.push(
                    fault.with_help("also `cards`, `tokens`, `permanents`, `creatures`, `Saproling tokens`"),
                );
            }
        }
        Some(None)
    }

    fn counted(&self, words: Words<'_>) -> Option<Counted> {
        let singular = match words.text {
            "sorceries" => "sorcery",
            text => text.strip_suffix('s').unwrap_or(text),
        };
        Some(match singular {
            "card" => Counted::Cards,
            "permanent" => Counted::Permanents,
            "token" => Counted::Tokens,
            _ if TYPES.contains(&singular) => Counted::Type(Text::new(singular, words.span())),
            _ => match words.before("tokens").or(words.before("token")) {
                Some(name) if self.names.is_name(name.text) || are_subtypes(name.text) => {
                    Counted::TokensNamed(name.owned())
                }
                Some(_) => return None,
                None if self.names.is_subtypes(words.text) => Counted::Subtypes(words.owned()),
                None if self.names.is_name(words.text) => Counted::Named(words.owned()),
                None => return None,
            },
        })
    }

    fn unknown_expectation(&mut self, words: Words<'_>) {
        let forms: Vec<&str> = EXPECTATIONS.iter().map(|(form, _)| *form).collect();
        self.faults.push(
            Diagnostic::error(
                Code::UnknownExpectation,
                format!("no form of expectation reads `{}`", words.text),
                words.span(),
                "",
            )
            .did_you_mean(nearest(words.text, forms))
            .with_help(otherwise_said(words.text).unwrap_or("for example `X in graveyard`, `X: battlefield > exile`, `X is 3/3`, `no trigger from X`, `NAP life 17`"))
            .with_help("`headjudge help language` lists the forms"),
        );
    }
}

/// Whether all words are subtypes: a token is called by its own (111.4).
fn are_subtypes(text: &str) -> bool {
    let is_one = |word: &str| Subtype::from_word(word).is_some();
    is_one(text) || text.split(' ').all(is_one)
}

/// A fact begins here, or `AP may look`.
fn begins_fact_or_looker(reader: &Reader<'_>) -> impl Fn(Words<'_>) -> bool + use<> {
    let players: Vec<String> = reader.players.iter().map(|player| format!("{player} may look")).collect();
    move |words| begins_fact(words) || players.iter().any(|looker| words.text.starts_with(looker))
}

/// `todo "why"` as the reason and what follows it.
fn mark<'a>(words: Words<'a>, word: &str) -> Option<(Text, Words<'a>)> {
    let rest = words.after(word)?;
    let quoted = rest.text.strip_prefix('"')?;
    let end = quoted.find('"')?;
    let why = rest.with(quoted.get(..end)?);
    Some((why.owned(), rest.with(quoted.get(end + 1..)?.trim_start())))
}
