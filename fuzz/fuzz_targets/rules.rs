#![no_main]
//! `cargo +nightly fuzz run rules`.

#[path = "../../tests/hostile/targets.rs"]
#[allow(dead_code, reason = "each target uses one of them")]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::rules(data));
