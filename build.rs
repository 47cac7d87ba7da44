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
