//! `examples` tables: each row put into the lines of its scenario makes a variant.

use std::collections::BTreeSet;

use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::scenario::ast::Text;
use crate::scenario::lines::{self, Line, Part, Places};
use crate::scenario::tree::{Faults, starts_scenario};

/// How many bytes the variants of one table may hold together.
const MAX_EXPANDED_BYTES: usize = 4 << 20;
/// How many rows a table may have.
const MAX_ROWS: usize = 1000;

/// A row's cells by column, in the order of the columns.
pub(crate) type Cells = Vec<(String, String)>;

/// A scenario's variants, each with what tells it from the others; the scenario itself where it has no table.
pub(crate) fn variants(lines: Vec<Line>, source: &str, faults: &mut Faults) -> Vec<(Vec<String>, Vec<Line>)> {
    let Some(start) = lines.iter().position(is_table) else {
        report_placeholders(&lines, &[], faults);
        return vec![(Vec::new(), lines)];
    };
    let mut lines = lines;
    let rest = lines.split_off(start);
    let end =
        rest.iter().skip(1).position(|line| line.indent == 0 && !line.is_blank()).map(|found| found + 1);
    let (table, behind) = rest.split_at(end.unwrap_or(rest.len()));
    lines.extend(behind.iter().filter(|line| !is_table(line)).cloned());
    if let Some(second) = behind.iter().find(|line| is_table(line)) {
        faults.push(
            Diagnostic::error(Code::BadExamples, "a second `examples` table", second.text.span, "")
                .with_help("a scenario has one table; add its columns to the first one"),
        );
    }
    let Some((columns, rows)) = read_table(table, source, faults) else { return Vec::new() };
    report_placeholders(&lines, &columns, faults);
    let bytes: usize = lines.iter().map(|line| line.text.text.len() + 64).sum();
    if rows.len() > MAX_ROWS || rows.len().saturating_mul(bytes) > MAX_EXPANDED_BYTES {
        let span = table.first().map(|line| line.text.span).unwrap_or_default();
        let message = format!("the table makes too much of the scenario: {} variants", rows.len());
        faults.push(
            Diagnostic::error(Code::TooMany, message, span, "")
                .with_help(format!("a table may have {MAX_ROWS} rows; split the scenario")),
        );
        return Vec::new();
    }
    let titles = telling(&rows);
    let bracketed = bracketed(&rows);
    let variants = titles.into_iter().zip(&rows).map(|(mut title, cells)| {
        let variant = variant(&lines, cells, &bracketed);
        // What the title says already need not stand behind it.
        let said: Vec<&str> = lines.first().map_or_else(Vec::new, |line| {
            placeholders(&line.text.text).into_iter().map(|(_, column)| column).collect()
        });
        let is_said =
            |told: &str| cells.iter().any(|(column, cell)| cell == told && said.contains(&column.as_str()));
        title.retain(|told| !is_said(told));
        (title, variant)
    });
    variants.collect()
}

/// The columns whose cells stand in brackets, wherever a row has one.
fn bracketed(rows: &[Cells]) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut others = BTreeSet::new();
    for (column, cell) in rows.iter().flatten().filter(|(_, cell)| !cell.is_empty()) {
        let stands = cell.starts_with('[') && cell.ends_with(']');
        if stands { &mut found } else { &mut others }.insert(column.as_str());
    }
    &found - &others
}

/// What tells each row from the others, in as few cells as do: those of the first column that does alone, or of the first few
/// columns together. Columns in which all rows agree say nothing, and nor does an empty cell.
fn telling(rows: &[Cells]) -> Vec<Vec<String>> {
    let column = |index: usize| rows.iter().filter_map(move |row| row.get(index).map(|(_, cell)| cell));
    let count = rows.first().map_or(0, Vec::len);
    let differing: Vec<usize> =
        (0..count).filter(|index| column(*index).any(|cell| Some(cell) != column(*index).next())).collect();
    let of = |columns: &[usize]| -> Vec<Vec<String>> {
        let title = |row: &Cells| {
            let cells = columns.iter().filter_map(|index| row.get(*index)).map(|(_, cell)| cell.clone());
            cells.filter(|cell| !cell.is_empty()).collect()
        };
        rows.iter().map(title).collect()
    };
    let unlike = |titles: &[Vec<String>]| {
        let different: BTreeSet<&Vec<String>> = titles.iter().collect();
        different.len() == titles.len() && titles.iter().all(|title| !title.is_empty())
    };
    let alone = differing.iter().map(std::slice::from_ref);
    let together = (1..=differing.len()).filter_map(|length| differing.get(..length));
    if let Some(titles) = alone.chain(together).map(of).find(|titles| unlike(titles)) {
        return titles;
    }
    let titles = of(&differing);
    let numbered = (1..).zip(titles).map(|(number, mut title)| {
        title.push(format!("row {number}"));
        title
    });
    numbered.collect()
}

fn is_table(line: &Line) -> bool {
    line.indent == 0 && line.text.text == "examples"
}

/// The columns and the rows of a table.
fn read_table(table: &[Line], source: &str, faults: &mut Faults) -> Option<(Vec<Text>, Vec<Cells>)> {
    let heading = table.first().map(|line| line.text.span).unwrap_or_default();
    for fault in table.iter().flat_map(|line| &line.faults) {
        faults.push(fault.clone());
    }
    let mut rows = table.iter().skip(1).filter(|line| !line.is_blank());
    let Some(columns) = rows.next().map(|line| cells(line, source)) else {
        faults.push(
            Diagnostic::error(Code::BadExamples, "an empty `examples` table", heading, "")
                .with_help("write the columns under it, separated by `|`, and a row for each variant"),
        );
        return None;
    };
    for column in &columns {
        if column.text.is_empty() || !column.text.chars().all(is_name_character) {
            faults.push(
                Diagnostic::error(
                    Code::BadExamples,
                    format!("`{}` can't be the name of a column", column.text),
                    column.span,
                    "",
                )
                .with_help("use letters, digits, `-` and `_`"),
            );
        }
    }
    let mut variants = Vec::new();
    let mut rows = rows.peekable();
    let rows_are_missing = rows.peek().is_none();
    for line in rows {
        let row = cells(line, source);
        if row.len() != columns.len() {
            let message = format!("a row of {} cells in a table of {} columns", row.len(), columns.len());
            faults.push(
                Diagnostic::error(Code::BadExamples, message, line.text.span, "")
                    .with_help("separate cells by `|`; a cell may be empty"),
            );
            continue;
        }
        variants.push(
            columns.iter().zip(&row).map(|(name, cell)| (name.text.clone(), cell.text.clone())).collect(),
        );
    }
    if variants.is_empty() {
        // Rows that don't fit have been told.
        if rows_are_missing {
            faults.push(
                Diagnostic::error(Code::BadExamples, "an `examples` table without rows", heading, "")
                    .with_help("write a row for each variant under the columns"),
            );
        }
        return None;
    }
    report_bare_columns(&columns, &variants, faults);
    Some((columns, variants))
}

/// Reports the columns in which no row has a cell: the lines that name them would never be read.
fn report_bare_columns(columns: &[Text], rows: &[Cells], faults: &mut Faults) {
    for (index, column) in columns.iter().enumerate() {
        if rows.iter().filter_map(|row| row.get(index)).any(|(_, cell)| !cell.is_empty()) {
            continue;
        }
        let message = format!("no row has a cell in the column `{}`", column.text);
        faults.push(
            Diagnostic::error(Code::BadExamples, message, column.span, "its lines are dropped from all rows")
                .with_help("fill a cell of it, or take the column and its lines away"),
        );
    }
}

/// The texts between the bars of a row.
pub(crate) fn cells(line: &Line, source: &str) -> Vec<Text> {
    let bars = line.parts.iter().filter_map(|part| match part {
        Part::Bar(span) => Some(*span),
        _ => None,
    });
    let mut cells = Vec::new();
    let mut start = line.text.span.start;
    for bar in bars.chain([Span::new(line.text.span.end, line.text.span.end)]) {
        let raw = source.get(start..bar.start).unwrap_or_default();
        let left = raw.trim_start();
        let offset = start + raw.len() - left.len();
        let cell = left.trim_end();
        cells.push(Text::new(cell, Span::new(offset, offset + cell.len())));
        start = bar.end;
    }
    cells
}

fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-' || character == '_'
}

/// The lines with the cells of one row in them. A line that names an empty cell goes, with what belongs to it, unless the other
/// rows' cells stand in brackets.
fn variant(lines: &[Line], cells: &Cells, bracketed: &BTreeSet<&str>) -> Vec<Line> {
    let mut variant = Vec::with_capacity(lines.len());
    let mut dropped: Option<usize> = None;
    for line in lines {
        if line.is_blank() || dropped.is_some_and(|indent| line.indent > indent) {
            continue;
        }
        dropped = None;
        let found = placeholders(&line.text.text);
        if found.is_empty() {
            variant.push(line.clone());
            continue;
        }
        // A title that can't be filled stays as it is written.
        if starts_scenario(line) {
            let filled = put_in(line, &found, cells, &BTreeSet::new());
            variant.push(filled.unwrap_or_else(|| line.clone()));
            continue;
        }
        match put_in(line, &found, cells, bracketed) {
            Some(filled) => variant.push(filled),
            None => dropped = Some(line.indent),
        }
    }
    variant
}

/// A line with the cells in place of the columns; `None` if one of them is empty. An empty cell that is all that stands in
/// brackets, or that has none where the others have theirs, drops these and no more: what is said before them does not hang on it.
fn put_in(line: &Line, found: &[(usize, &str)], cells: &Cells, bracketed: &BTreeSet<&str>) -> Option<Line> {
    let template = &line.text.text;
    let mut text = String::new();
    let mut places = Vec::new();
    let mut done = 0;
    for (start, name) in found {
        let Some((_, cell)) = cells.iter().find(|(column, _)| column == name) else { continue };
        let end = start + name.len() + 2;
        let before = template.get(done..*start).unwrap_or_default();
        if cell.is_empty() {
            let behind = template.get(end..).unwrap_or_default();
            let opened = before.trim_end().strip_suffix('[');
            let closed = behind.trim_start().strip_prefix(']');
            let (before, until) = match (opened, closed) {
                (Some(before), Some(rest)) => (before, template.len() - rest.len()),
                _ if bracketed.contains(name) => (before, end),
                _ => return None,
            };
            text.push_str(before.trim_end());
            done = until;
            // What follows still stands where it does in the file.
            let at = text.len();
            let base = line.text.span.start;
            places.push((Span::new(at, at), Span::new(base + start, base + done)));
            continue;
        }
        text.push_str(before);
        let at = text.len();
        text.push_str(cell);
        let base = line.text.span.start;
        places.push((Span::new(at, text.len()), Span::new(base + start, base + end)));
        done = end;
    }
    text.push_str(template.get(done..).unwrap_or_default());
    let mut filled = lines::cut_line(&text, &Places { base: line.text.span.start, cells: &places })?;
    filled.indent = line.indent;
    filled.faults.splice(0..0, line.faults.iter().cloned());
    Some(filled)
}

/// Where `<name>` stands in a line: the byte of `<`, and the name.
fn placeholders(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    // Nearly every line has none, which is seen at once.
    if !text.as_bytes().contains(&b'<') {
        return found;
    }
    for (start, _) in text.match_indices('<') {
        let behind = text.get(start + 1..).unwrap_or_default();
        let length = behind.find(|character| !is_name_character(character)).unwrap_or(behind.len());
        let name = behind.get(..length).unwrap_or_default();
        let is_closed = behind.get(length..).is_some_and(|rest| rest.starts_with('>'));
        if is_closed && !name.is_empty() {
            found.push((start, name));
        }
    }
    found
}

/// Reports the columns that the table does not have.
fn report_placeholders(lines: &[Line], columns: &[Text], faults: &mut Faults) {
    for line in lines.iter().filter(|line| !starts_scenario(line)) {
        for (start, name) in placeholders(&line.text.text) {
            if columns.iter().any(|column| column.text == name) {
                continue;
            }
            let span =
                line.text.sub(line.text.text.get(start..start + name.len() + 2).unwrap_or_default()).span;
            let mut fault = Diagnostic::error(Code::UnknownColumn, format!("no column `{name}`"), span, "");
            fault = match columns.is_empty() {
                true => fault.with_help("the scenario has no `examples` table"),
                false => fault.did_you_mean(nearest(name, columns.iter().map(Text::as_str))),
            };
            faults.push(fault);
        }
    }
}
