//! A player's block: the lines about the player, the zones, and the objects in them.

use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::scenario::ast::{
    Block, Entry, EntryWhat, Modifier, NamedToken, ObjectText, PlayerLine, Spanned, Statement, Text,
    TokenText, ZoneLine,
};
use crate::scenario::format::spaced;
use crate::scenario::head::number;
use crate::scenario::lines::Part;
use crate::scenario::modifiers;
use crate::scenario::tree::{Faults, split_word};
use crate::scenario::vocabulary::{PLAYER_LINES, Zone};

/// How many objects one entry may stand for.
pub(crate) const MAX_COUNT: u32 = 1000;

/// Reads the lines of a block.
pub(crate) fn read(children: &[Statement], block: &mut Block, players: &[&str], faults: &mut Faults) {
    for child in children {
        let Some(Part::Text(first)) = child.line.parts.first() else {
            faults.push(unknown_line(&child.line.text));
            continue;
        };
        let (word, rest) = split_word(first);
        if let Some(zone) = Zone::from_word(word.as_str().trim_end_matches(':')) {
            let zone = Spanned { value: zone, span: word.span };
            let line = zone_line(zone, rest, child, players, faults);
            // Several lines make one list, unless one of them says that nothing else is there.
            let ends = |line: &ZoneLine| line.empty || line.open_ended;
            let before = block.zones.iter().find(|before| before.zone.value == zone.value);
            if let Some(first) =
                before.filter(|before| zone.value == Zone::Library || ends(before) || line.empty)
            {
                let message = format!("a second `{}` of `{}`", zone.value.word(), block.player.text);
                faults.push(
                    Diagnostic::error(Code::RepeatedLine, message, zone.span, "")
                        .with_label(first.zone.span, "the first one"),
                );
            }
            block.zones.push(line);
        } else {
            let Some(line) = player_line(&word, &rest, first, faults) else { continue };
            block.lines.push(Spanned { value: line, span: child.line.text.span });
            if let Some(below) = child.children.first() {
                let message = format!("nothing belongs under `{}`", word.text);
                faults.push(Diagnostic::error(
                    Code::UnexpectedIndentation,
                    message,
                    below.line.text.span,
                    "",
                ));
            }
            if let Some(extra) = child.line.parts.get(1) {
                faults.push(Diagnostic::error(
                    Code::UnexpectedText,
                    format!("nothing should follow `{}`", first.text),
                    extra.span(),
                    "",
                ));
            }
        }
    }
}

fn unknown_line(text: &Text) -> Diagnostic {
    let (word, _) = split_word(text);
    let zones = Zone::ALL.iter().map(|zone| zone.word());
    let all = zones.clone().map(|zone| format!("`{zone}`")).collect::<Vec<_>>().join(", ");
    let near = nearest(word.as_str(), zones.chain(PLAYER_LINES.iter().map(|(line, _)| *line)));
    Diagnostic::error(Code::UnknownZone, format!("no zone or player line `{}`", word.text), word.span, "")
        .did_you_mean(near)
        .with_help(format!("the zones are {all}"))
        .with_help("`headjudge help language` lists the lines about a player, such as `life 3`")
}

fn player_line(word: &Text, rest: &Text, whole: &Text, faults: &mut Faults) -> Option<PlayerLine> {
    let line = match word.as_str() {
        "life" => PlayerLine::Life(number(rest, faults)?),
        "poison" => PlayerLine::Poison(number(rest, faults)?),
        "energy" => PlayerLine::Energy(number(rest, faults)?),
        "experience" => PlayerLine::Experience(number(rest, faults)?),
        "rad" => PlayerLine::Rad(number(rest, faults)?),
        "speed" => PlayerLine::Speed(number(rest, faults)?),
        "turns" => PlayerLine::Turns(number(rest, faults)?),
        "tempted" => PlayerLine::Tempted(number(rest, faults)?),
        "drew" => PlayerLine::Drew(number(rest, faults)?),
        "cast" => PlayerLine::Cast(number(rest, faults)?),
        "gained" => PlayerLine::Gained(number(rest, faults)?),
        "lost" => PlayerLine::Lost(number(rest, faults)?),
        "mana" if !rest.text.is_empty() => PlayerLine::Mana(rest.clone()),
        "played" => {
            let (count, _) = split_word(rest);
            if count.text == "a" {
                PlayerLine::PlayedLands(1)
            } else {
                PlayerLine::PlayedLands(number(&count, faults)?)
            }
        }
        _ => match whole.as_str() {
            "monarch" => PlayerLine::Monarch,
            "initiative" => PlayerLine::Initiative,
            "city's blessing" => PlayerLine::CitysBlessing,
            "attacked" => PlayerLine::Attacked,
            text => match text.strip_prefix("emblem of ") {
                Some(name) => PlayerLine::EmblemOf(whole.sub(name)),
                // `monarch yes`: it says all by itself.
                None if !rest.text.is_empty()
                    && ["monarch", "initiative", "attacked"].contains(&word.as_str()) =>
                {
                    let message = format!("nothing should follow `{}`", word.text);
                    faults.push(Diagnostic::error(Code::UnexpectedText, message, rest.span, ""));
                    return None;
                }
                None => {
                    faults.push(unknown_line(whole));
                    return None;
                }
            },
        },
    };
    Some(line)
}

fn zone_line(
    zone: Spanned<Zone>,
    rest: Text,
    child: &Statement,
    players: &[&str],
    faults: &mut Faults,
) -> ZoneLine {
    let mut line = ZoneLine { zone, entries: Vec::new(), empty: false, open_ended: false };
    let mut parts: Vec<Part> = Vec::with_capacity(child.line.parts.len());
    if !rest.text.is_empty() {
        parts.push(Part::Text(rest));
    }
    parts.extend(child.line.parts.iter().skip(1).cloned());
    // A long list goes on in the lines indented under it.
    for below in &child.children {
        if !parts.is_empty() && !matches!(parts.last(), Some(Part::Semicolon(_))) {
            let end = below.line.text.span.start;
            parts.push(Part::Semicolon(Span::new(end, end)));
        }
        parts.extend(below.line.parts.iter().cloned());
        if let Some(deeper) = below.children.first() {
            let message = "nothing belongs under a list that goes on";
            faults.push(Diagnostic::error(Code::UnexpectedIndentation, message, deeper.line.text.span, ""));
        }
    }
    if parts.is_empty() {
        faults.push(
            Diagnostic::error(
                Code::MissingValue,
                format!("nothing stands in `{}`", zone.value.word()),
                zone.span,
                "",
            )
            .with_help(format!("write `{} empty` or leave the line out", zone.value.word())),
        );
        return line;
    }
    let has_targets = zone.value == Zone::Stack && parts.iter().any(|part| matches!(part, Part::Arrow(_)));
    let entries: Vec<&[Part]> = match has_targets {
        // What stands behind the arrow of a spell on the stack are its targets, to the end of the line.
        true => vec![parts.as_slice()],
        false => parts.split(|part| matches!(part, Part::Semicolon(_))).collect(),
    };
    let mut dots: Option<Span> = None;
    let mut nothing: Option<Span> = None;
    for parts in entries {
        // What goes on behind a list stands at its end, and nowhere else.
        if let Some(span) = dots.take_if(|_| !parts.is_empty()) {
            let message = "`...` stands at the end, for what is not written";
            faults.push(Diagnostic::error(Code::UnexpectedText, message, span, "").with_help(
                "a library is written from the top down: what lies beneath unknown cards can't be written",
            ));
        }
        match parts {
            [] => {}
            [Part::Text(text)] if text.text == "empty" => {
                (line.empty, nothing) = (true, Some(text.span));
            }
            [Part::Text(text)] if text.text == "..." => {
                (line.open_ended, dots) = (true, Some(text.span));
            }
            _ => line.entries.extend(entry(parts, zone.value, players, faults)),
        }
    }
    if let Some(span) = nothing.filter(|_| line.open_ended || !line.entries.is_empty()) {
        let message = format!("`{}` is empty and is not", zone.value.word());
        faults.push(Diagnostic::error(
            Code::UnexpectedText,
            message,
            span,
            "nothing else can stand beside this",
        ));
    }
    line
}

fn entry(parts: &[Part], zone: Zone, players: &[&str], faults: &mut Faults) -> Option<Entry> {
    let (head, targets) = match parts.iter().position(|part| matches!(part, Part::Arrow(_))) {
        Some(arrow) => (parts.get(..arrow).unwrap_or_default(), parts.get(arrow + 1..).unwrap_or_default()),
        None => (parts, &[][..]),
    };
    let span = spanned(parts)?;
    let Some((Part::Text(text), behind)) = head.split_first() else {
        faults.push(
            Diagnostic::error(Code::UnexpectedSign, "a card's name should stand here", span, "")
                .with_help("labels and brackets stand behind the name"),
        );
        return None;
    };
    let (text, status) = with_status(text);
    let mut entry = Entry {
        what: entry_what(&text, faults)?,
        label: None,
        modifiers: status.into_iter().collect(),
        targets: Vec::new(),
        span,
    };
    for part in behind {
        match part {
            Part::Label(label) if entry.label.is_none() => entry.label = Some(label.clone()),
            Part::Group(group) => entry.modifiers.extend(modifiers::read(group, players, faults)),
            other => faults.push(unexpected(other)),
        }
    }
    let arrow = parts.iter().find(|part| matches!(part, Part::Arrow(_))).filter(|_| zone != Zone::Stack);
    if let Some(arrow) = arrow {
        faults.push(unexpected(arrow).with_help("only what is on the stack has targets"));
        return Some(entry);
    }
    for target in targets.split(|part| matches!(part, Part::Semicolon(_))) {
        if !target.is_empty() && !matches!(target, [Part::Text(text)] if text.text == "nothing") {
            entry.targets.extend(object(target, players, faults));
        }
    }
    Some(entry)
}

/// The fault of a part that can't stand there.
pub(crate) fn unexpected(part: &Part) -> Diagnostic {
    let what = match part {
        Part::Text(text) => format!("`{}`", text.text),
        Part::Label(label) => format!("`@{}`", label.text),
        Part::Group(_) => "brackets".to_owned(),
        Part::Arrow(_) => "`->`".to_owned(),
        Part::Semicolon(_) => "`;`".to_owned(),
        Part::Greater(_) => "`>`".to_owned(),
        Part::Bar(_) => "`|`".to_owned(),
    };
    Diagnostic::error(Code::UnexpectedSign, format!("{what} can't stand here"), part.span(), "")
}

/// Where several parts stand.
pub(crate) fn spanned(parts: &[Part]) -> Option<Span> {
    Some(parts.first()?.span().to(parts.last()?.span()))
}

/// An entry without the status before its name, as in `3 tapped Plains`, and that: no card's name begins with the word in small letters.
fn with_status(text: &Text) -> (Text, Option<Spanned<Modifier>>) {
    let (first, rest) = split_word(text);
    let counted = first.text.parse::<u32>().is_ok();
    let named = if counted { &rest } else { text };
    let (word, name) = split_word(named);
    let status = match word.text.as_str() {
        "tapped" => Modifier::Tapped,
        "untapped" => Modifier::Untapped,
        _ => return (text.clone(), None),
    };
    if name.text.is_empty() {
        return (text.clone(), None);
    }
    let count = if counted { format!("{} ", first.text) } else { String::new() };
    (Text::new(format!("{count}{}", name.text), text.span), Some(Spanned { value: status, span: word.span }))
}

fn entry_what(text: &Text, faults: &mut Faults) -> Option<EntryWhat> {
    let (first, rest) = split_word(text);
    let count: Option<u32> = first.text.parse().ok();
    let behind = if count.is_some() { &rest } else { text };
    if let Some(count) = count.filter(|count| *count == 0 || *count > MAX_COUNT) {
        let message = format!("{count} objects in one entry");
        faults.push(
            Diagnostic::error(Code::TooMany, message, first.span, "")
                .with_help(format!("write a number from 1 to {MAX_COUNT}")),
        );
        return None;
    }
    if behind.text == "unknown" {
        return Some(EntryWhat::Unknown(count.unwrap_or(1)));
    }
    let (word, description) = split_word(behind);
    if word.text == "token" && !description.text.is_empty() {
        return Some(EntryWhat::Token(token(count.unwrap_or(1), &description)));
    }
    // No card's name ends in the word in small letters.
    let called = behind.text.strip_suffix("tokens").or(behind.text.strip_suffix("token"));
    if let Some(name) = called.filter(|name| name.ends_with(' ') && !name.trim().is_empty()) {
        let name = behind.sub(name.trim());
        return Some(EntryWhat::NamedToken(NamedToken { count: count.unwrap_or(1), name }));
    }
    match text.text.contains("  ") {
        true => Some(EntryWhat::Card(Text::new(spaced(&text.text), text.span))),
        false => Some(EntryWhat::Card(forced(text))),
    }
}

/// `1/1 white Soldier with flying, haste`.
fn token(count: u32, description: &Text) -> TokenText {
    let (body, keywords) = match description.text.split_once(" with ") {
        Some((body, keywords)) => (body, keywords),
        None => (description.text.as_str(), ""),
    };
    let mut words: Vec<Text> = body.split_whitespace().map(|word| description.sub(word)).collect();
    let power_toughness = words.first().and_then(|word| power_toughness(word.as_str()));
    if power_toughness.is_some() {
        words.remove(0);
    }
    let keywords = keywords
        .split([','])
        .flat_map(|keyword| keyword.split(" and "))
        .map(str::trim)
        .filter(|keyword| !keyword.is_empty())
        .map(|keyword| description.sub(keyword))
        .collect();
    TokenText { count, power_toughness, words, keywords }
}

/// `3/3` as power and toughness.
pub(crate) fn power_toughness(text: &str) -> Option<(i32, i32)> {
    let (power, toughness) = text.split_once('/')?;
    Some((power.parse().ok()?, toughness.parse().ok()?))
}

/// A name without the backticks that force it.
pub(crate) fn forced(text: &Text) -> Text {
    match text.text.strip_prefix('`').and_then(|inner| inner.strip_suffix('`')) {
        Some(inner) => text.sub(inner),
        None => text.clone(),
    }
}

/// `NAP's Grizzly Bears @bear [face down]`, `@bear`, `AP`.
pub(crate) fn object(parts: &[Part], players: &[&str], faults: &mut Faults) -> Option<ObjectText> {
    let span = spanned(parts)?;
    let mut object = ObjectText {
        owner: None,
        name: Text::default(),
        is_label: false,
        label: None,
        modifiers: Vec::new(),
        span,
    };
    for part in parts {
        match part {
            Part::Text(text) if object.name.text.is_empty() && object.owner.is_none() => {
                let (owner, name) = possessive(text, players);
                object.owner = owner;
                object.name = forced(&name);
            }
            Part::Label(label) if !object.name.text.is_empty() && object.label.is_none() => {
                object.label = Some(label.clone());
            }
            Part::Label(label) if object.name.text.is_empty() => {
                object.is_label = true;
                object.name = label.clone();
            }
            Part::Group(group) => object.modifiers.extend(modifiers::read(group, players, faults)),
            other => faults.push(unexpected(other)),
        }
    }
    if object.name.text.is_empty() {
        faults.push(Diagnostic::error(Code::MissingValue, "a name should stand here", span, ""));
        return None;
    }
    Some(object)
}

/// `NAP's X` as player and name.
pub(crate) fn possessive(text: &Text, players: &[&str]) -> (Option<Text>, Text) {
    for player in players {
        let behind = text.text.strip_prefix(player).and_then(|behind| behind.strip_prefix("'s"));
        if let Some(behind) = behind.filter(|behind| behind.is_empty() || behind.starts_with(' ')) {
            let owner = text.text.get(..player.len()).unwrap_or_default();
            return (Some(text.sub(owner)), text.sub(behind.trim_start()));
        }
    }
    (None, text.clone())
}
