//! Hostile inputs of every kind that people hand in: what is taken comes back as it was, what is
//! not is one error that a terminal can show, and nothing panics.
//!
//! `cargo test` tries a sample that is the same every time. For longer, with other inputs each time:
//!
//! ```text
//! LANEBEAT_FUZZ_SECONDS=3600 cargo test fuzz -- --nocapture
//! ```

mod assembler;
mod axis;
mod board;
mod configuration;
mod library;
mod listing;
mod state;
mod study;
mod words;

use std::fmt::Debug;
use std::time::{Duration, Instant};

use miette::{Diagnostic, GraphicalReportHandler};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// Inputs of a class in a sample, and in a round of a longer run.
const SAMPLE: u32 = 2_000;

/// Tries `check`, which panics or refuses, on inputs of `strategy`; the first that fails is shrunk.
fn fuzz<S: Strategy>(
    class: &str,
    strategy: &S,
    check: impl Fn(S::Value) -> Result<(), TestCaseError>,
) where
    S::Value: Debug,
{
    let text = std::env::var("LANEBEAT_FUZZ_SECONDS").unwrap_or_default();
    let time = text.parse().ok().map(Duration::from_secs);
    let (start, process) = (Instant::now(), u64::from(std::process::id()));
    let mut rounds = 0;
    loop {
        let seed = if time.is_some() { process << 32 | rounds } else { 1 };
        let config = Config {
            cases: SAMPLE,
            rng_seed: RngSeed::Fixed(seed),
            failure_persistence: None,
            ..Config::default()
        };
        let outcome = TestRunner::new(config).run(strategy, &check);
        assert!(outcome.is_ok(), "{class}, seed {seed}: {}", outcome.expect_err("it is one"));
        rounds += 1;
        if time.is_none_or(|time| start.elapsed() >= time) {
            break;
        }
    }
    println!("{class}: {} inputs", rounds * u64::from(SAMPLE));
}

/// Whether an error can be shown: one line of text each, and on a terminal no character that
/// controls it.
fn check_shown(error: &dyn Diagnostic) -> Result<(), TestCaseError> {
    let sentence = error.to_string();
    prop_assert!(!sentence.is_empty() && sentence.chars().count() < 2_000, "{}", sentence);
    let mut shown = String::new();
    let handler = GraphicalReportHandler::new_themed(miette::GraphicalTheme::none());
    handler.render_report(&mut shown, error).expect("it can be shown");
    let is_raw = |c: char| c.is_control() && c != '\n';
    prop_assert!(!shown.contains(is_raw), "{:?}", shown);
    Ok(())
}

/// One of `texts` with some pieces changed: bytes replaced, removed, doubled, or words of `words`
/// put in.
fn changed(texts: Vec<String>, words: Vec<&'static str>) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => select(words).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[ -~]{1,3}",
        1 => "[0-9]{1,12}",
        1 => Just(String::new()),
    ];
    let edit = (any::<Index>(), 0..4_usize, piece);
    (select(texts), vec(edit, 0..6)).prop_map(|(mut text, edits)| {
        for (place, length, piece) in edits {
            let start = text.floor_char_boundary(place.index(text.len() + 1));
            let end = text.ceil_char_boundary((start + length).min(text.len()));
            text.replace_range(start..end, &piece);
        }
        text
    })
}
