#![no_main]
//! `cargo +nightly fuzz run oracle_file`.

#[path = "../../tests/hostile/targets.rs"]
#[allow(dead_code, reason = "each target uses one of them")]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::oracle_file(data));
