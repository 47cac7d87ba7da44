//! Turns the committed data files into Rust tables, so that the library reads no file when it runs.
//!
//! Each `write_*` function reads one data file and writes one table into `OUT_DIR`.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    let out = Path::new(&out);
    write_rules(Path::new("rules/index.tsv"), &out.join("rules_index.rs"))?;
    write_gists(Path::new("rules/gists.txt"), &out.join("gists.rs"))?;
    Ok(())
}

/// Writes the rules index: one `Entry` of `src/rules/index.rs` for each line `number <tab> fingerprint <tab> heading`.
///
/// The numbers themselves are checked by the library's own code when it is compiled.
fn write_rules(index: &Path, table: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", index.display());
    let mut code = String::from("&[\n");
    for (line, text) in fs::read_to_string(index)?.lines().enumerate() {
        let mut fields = text.split('\t');
        let (Some(number), Some(fingerprint), Some(heading), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(format!("{}:{}: a line has three fields", index.display(), line + 1).into());
        };
        let fingerprint = u64::from_str_radix(fingerprint, 16)?;
        writeln!(
            code,
            "Entry {{ number: {number:?}, fingerprint: {fingerprint:#x}, heading: {heading:?} }},"
        )?;
    }
    code.push_str("]\n");
    fs::write(table, code)?;
    Ok(())
}

/// Writes the gists: one pair of `src/book/gists.rs` for each line `number gist`. Blank lines and lines that begin
/// with `#` are left out.
fn write_gists(gists: &Path, table: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", gists.display());
    let mut code = String::from("&[\n");
    for (line, text) in fs::read_to_string(gists)?.lines().enumerate() {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let Some((number, gist)) = text.split_once(' ') else {
            return Err(format!("{}:{}: a number, blanks and a gist", gists.display(), line + 1).into());
        };
        writeln!(code, "(crate::rules::cr!({number:?}), {:?}),", gist.trim())?;
    }
    code.push_str("]\n");
    fs::write(table, code)?;
    Ok(())
}
