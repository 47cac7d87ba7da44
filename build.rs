//! Turns the committed data files into Rust tables, so that the library reads no file when it runs.
//!
//! Each `write_*` function reads one data file and writes one table into `OUT_DIR`.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

#[path = "src/oracle/compile.rs"]
#[expect(unreachable_pub, reason = "it is part of the library")]
mod compile;
#[path = "src/cards/fold.rs"]
mod fold;
#[path = "src/oracle/grammar.rs"]
#[expect(
    dead_code,
    unreachable_pub,
    reason = "the library reads and writes with it, here it is only compiled"
)]
mod grammar;
#[path = "src/cards/packed.rs"]
#[expect(dead_code, unreachable_pub, reason = "the library reads with it, here cards are only packed")]
mod packed;
#[path = "src/oracle/piece.rs"]
#[expect(unreachable_pub, reason = "it is part of the library")]
mod piece;
#[path = "src/oracle/tokens.rs"]
#[expect(dead_code, unreachable_pub, reason = "rows are cut into words, but no words are put together here")]
mod tokens;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    let out = Path::new(&out);
    write_rules(Path::new("rules/index.tsv"), &out.join("rules_index.rs"))?;
    write_library(Path::new("cards"), out)?;
    write_packed(Path::new("library"), &out.join("library.bin"))?;
    write_declined(Path::new("library/ledger.tsv"), &out.join("declined.txt"))?;
    write_gists(Path::new("rules/gists.txt"), Path::new("rules/keywords"), &out.join("gists.rs"))?;
    write_keywords(Path::new("rules/keywords"), &out.join("keywords.rs"))?;
    write_grammar(Path::new("grammar/oracle"), out)?;
    Ok(())
}

/// Compiles the rows of the grammar of Oracle text, for `src/oracle/mod.rs`.
fn write_grammar(folder: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=src/oracle");
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    let mut files = Vec::new();
    for path in &paths {
        println!("cargo::rerun-if-changed={}", path.display());
        files.push((path.display().to_string(), fs::read_to_string(path)?));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let grammar = compile::compile(&files)?;
    let (rows, ends) = grammar.rows.to_be_stored()?;
    fs::write(out.join("oracle_rows.bin"), rows)?;
    fs::write(out.join("oracle_grammar.bin"), postcard::to_allocvec(&(grammar, ends))?)?;
    Ok(())
}

/// Writes the table of `src/engine/additional/keyword_abilities/meanings.rs`: each file of the folder by its name.
fn write_keywords(folder: &Path, table: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    let mut code = format!("static FILES: [(&str, &str); {}] = [\n", paths.len());
    for path in &paths {
        println!("cargo::rerun-if-changed={}", path.display());
        let name =
            path.file_stem().and_then(|name| name.to_str()).ok_or("the name of a file is not UTF-8")?;
        let path = path.to_str().ok_or("the path of a file is not UTF-8")?;
        writeln!(code, "({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/\", {path:?}))),")?;
    }
    code.push_str("];\n");
    fs::write(table, code)?;
    Ok(())
}

/// Writes a table `name` of texts, as `src/rules/texts.rs` has it.
fn write_texts<'t>(
    code: &mut String,
    (visibility, name): (&str, &str),
    texts: impl Iterator<Item = &'t str>,
) -> Result<(), Box<dyn Error>> {
    let (mut all, mut ends) = (String::new(), Vec::new());
    for text in texts {
        all.push_str(text);
        ends.push(u32::try_from(all.len())?);
    }
    // A static, so that it is there once however often it is named.
    writeln!(code, "{visibility}static {name}: Texts<{}> = Texts::new({all:?}, {ends:?});", ends.len())?;
    Ok(())
}

/// Writes the tables of the rules index for `src/rules/index.rs`, from lines `number <tab> fingerprint <tab> heading`.
///
/// The numbers themselves are checked by the library's own code when it is compiled.
fn write_rules(index: &Path, table: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", index.display());
    let text = fs::read_to_string(index)?;
    let (mut numbers, mut fingerprints, mut headings) = (Vec::new(), Vec::new(), Vec::new());
    for (line, text) in text.lines().enumerate() {
        let mut fields = text.split('\t');
        let (Some(number), Some(fingerprint), Some(heading), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(format!("{}:{}: a line has three fields", index.display(), line + 1).into());
        };
        numbers.push(number);
        fingerprints.push(u64::from_str_radix(fingerprint, 16)?);
        headings.push(heading);
    }
    let mut code = String::new();
    write_texts(&mut code, ("pub(super) ", "NUMBER_TEXTS"), numbers.into_iter())?;
    write_texts(&mut code, ("pub(super) ", "HEADINGS"), headings.into_iter())?;
    let count = fingerprints.len();
    writeln!(code, "pub(super) static FINGERPRINTS: [u64; {count}] = {fingerprints:?};")?;
    fs::write(table, code)?;
    Ok(())
}

/// Writes the index of the bundled card library for `src/cards/library.rs`: the files of the folder, as JSON, and for each name the
/// place of its card's definition. A test compares the names with those of the cards as they are read.
fn write_library(folder: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/cards/fold.rs");
    let mut code = String::from(
        "/// The files of the library, in the order of their paths.\npub static FILES: &[File] = &[\n",
    );
    let mut entries = Vec::new();
    let mut melded: Vec<String> = Vec::new();
    let mut insets: Vec<String> = Vec::new();
    for (file, path) in card_files(folder)?.iter().enumerate() {
        let cards =
            cards(&fs::read_to_string(path)?).map_err(|fault| format!("{}: {fault}", path.display()))?;
        let stem =
            path.file_stem().and_then(|stem| stem.to_str()).ok_or("the name of a file is not UTF-8")?;
        let path = path.to_str().ok_or("the path of a card file is not UTF-8")?;
        writeln!(
            code,
            "File {{ path: {path:?}, text: include_str!(concat!(env!(\"OUT_DIR\"), \"/{stem}.json\")) }},"
        )?;
        let mut text = String::from("[");
        for card in cards {
            if text.len() > 1 {
                text.push_str(",\n");
            }
            let start = text.len();
            text.push_str(&serde_json::to_string(&card)?);
            let names = names(&card).map_err(|fault| format!("{path}: {fault}"))?;
            let layout = card.get("layout").and_then(Value::as_str).unwrap_or_default();
            let own = if layout == "split" {
                names.join(" // ")
            } else {
                names.first().cloned().unwrap_or_default()
            };
            let mut every = names.clone();
            every.push(own.clone());
            every.push(names.join(" // "));
            every.sort();
            every.dedup();
            // Both cards of a meld pair have the permanent that they become on their backs.
            if layout == "meld" {
                every.retain(|name| names.get(1) != Some(name) || !melded.contains(name));
                melded.extend(names.get(1).cloned());
            }
            if layout == "prepare" {
                insets.extend(names.iter().skip(1).cloned());
            }
            for name in every {
                let is_own = name == own;
                entries.push((fold::fold(&name), name, is_own, file, start, text.len()));
            }
        }
        text.push_str("]\n");
        fs::write(out.join(stem).with_extension("json"), text)?;
    }
    code.push_str("];\n\n");
    // A prepare spell may have the name of a card, which is what the name finds then.
    let cards: Vec<String> = entries.iter().filter(|entry| entry.2).map(|entry| entry.1.clone()).collect();
    entries.retain(|(_, name, own, ..)| *own || !insets.contains(name) || !cards.contains(name));
    entries.sort();
    for (one, next) in entries.iter().zip(entries.iter().skip(1)) {
        if one.1 == next.1 {
            return Err(format!("two cards or faces of the library are named {}", one.1).into());
        }
    }
    write_texts(&mut code, ("", "KEYS"), entries.iter().map(|entry| entry.0.as_str()))?;
    write_texts(&mut code, ("", "NAMES"), entries.iter().map(|entry| entry.1.as_str()))?;
    writeln!(code, "static PLACES: &[(bool, InFile)] = &[")?;
    for (_, _, own, file, start, end) in entries {
        writeln!(code, "({own}, InFile {{ file: {file}, start: {start}, end: {end} }}),")?;
    }
    code.push_str("];\n");
    fs::write(out.join("library.rs"), code)?;
    Ok(())
}

/// Packs the forms that were made from Oracle text, as JSON, for `src/cards/library.rs`. A test compares the names with those of the
/// cards as they are read.
fn write_packed(folder: &Path, stored: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/cards/packed.rs");
    let mut definitions = Vec::new();
    for path in card_files(folder)? {
        let cards =
            cards(&fs::read_to_string(&path)?).map_err(|fault| format!("{}: {fault}", path.display()))?;
        for card in cards {
            let faces = names(&card).map_err(|fault| format!("{}: {fault}", path.display()))?;
            let is_split = card.get("layout").and_then(Value::as_str) == Some("split");
            let mut names =
                vec![if is_split { faces.join(" // ") } else { faces.first().cloned().unwrap_or_default() }];
            for name in faces.iter().cloned().chain([faces.join(" // ")]) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            definitions.push(packed::Definition { names, line: serde_json::to_string(&card)? });
        }
    }
    fs::write(stored, packed::pack(&definitions)?)?;
    Ok(())
}

/// The files with cards of a folder, in the order of their paths.
fn card_files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    for path in &paths {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    Ok(paths)
}

/// The definitions of a card file.
fn cards(text: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let options = serde_yaml::options! { strict_booleans: true };
    Ok(serde_yaml::from_str_with_options(text, options)?)
}

/// The names of a definition's faces, in order.
fn names(card: &Value) -> Result<Vec<String>, String> {
    let faces = card.get("faces").and_then(Value::as_array);
    let faces = faces.map_or_else(|| std::slice::from_ref(card), Vec::as_slice);
    let name = |face: &Value| face.get("name").and_then(Value::as_str).map(str::to_owned);
    faces
        .iter()
        .map(|face| name(face).ok_or_else(|| format!("a card or face without a name: {face}")))
        .collect()
}

/// Writes the names of the cards that are not read, a line each, from the ledger with its lines `name <tab> standing`.
fn write_declined(ledger: &Path, names: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", ledger.display());
    let text = fs::read_to_string(ledger)?;
    let declined = text.lines().filter_map(|line| line.strip_suffix("\tdeclined"));
    fs::write(names, declined.fold(String::new(), |names, name| names + name + "\n"))?;
    Ok(())
}

/// Writes the tables of `src/book/gists.rs`, from lines `number gist`, and from such lines behind `#` at the head of a keyword's file.
/// Blank lines and lines that begin with `#` are left out of the one, what is no number and gist out of the others.
fn write_gists(gists: &Path, keywords: &Path, table: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", gists.display());
    let text = fs::read_to_string(gists)?;
    let mut said = Vec::new();
    for (line, text) in text.lines().enumerate() {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let Some((number, gist)) = text.split_once(' ') else {
            return Err(format!("{}:{}: a number, blanks and a gist", gists.display(), line + 1).into());
        };
        said.push((number.to_owned(), gist.trim().to_owned()));
    }
    let mut of_keywords = Vec::new();
    for entry in fs::read_dir(keywords)? {
        let text = fs::read_to_string(entry?.path())?;
        let heads = text.lines().map_while(|line| line.strip_prefix("# "));
        let gists = heads.filter(|head| head.starts_with(|first: char| first.is_ascii_digit()));
        of_keywords.extend(
            gists
                .filter_map(|head| head.split_once(' '))
                .map(|(number, gist)| (number.to_owned(), gist.trim().to_owned())),
        );
    }
    of_keywords.sort_by(|(one, _), (other, _)| place(one).cmp(&place(other)));
    // Each stands before the first that comes after it in the book, so that a test still sees where the list is out of order.
    for of_keyword in of_keywords {
        let at = said.iter().position(|(number, _)| place(number) > place(&of_keyword.0));
        said.insert(at.unwrap_or(said.len()), of_keyword);
    }
    let numbers: Vec<String> =
        said.iter().map(|(number, _)| format!("crate::rules::cr!({number:?})")).collect();
    let mut code = format!("static RULES: [RuleId; {}] = [\n{},\n];\n", numbers.len(), numbers.join(",\n"));
    write_texts(&mut code, ("", "GISTS"), said.iter().map(|(_, gist)| gist.as_str()))?;
    fs::write(table, code)?;
    Ok(())
}

/// Where a rule stands in the book, by its number: 702.6 before 702.10, 704.5z before 704.5aa.
fn place(number: &str) -> (u32, u32, usize, &str) {
    let (section, rest) = number.split_once('.').unwrap_or((number, ""));
    let letters = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let rule = rest.strip_suffix(letters).unwrap_or(rest);
    (section.parse().unwrap_or(0), rule.parse().unwrap_or(0), letters.len(), letters)
}
