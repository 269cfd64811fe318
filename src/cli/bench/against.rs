//! A report that was kept, which a new one is compared with.
//!
//! Times of two days say little: another load, another processor. So what is compared is how many
//! times as fast as its peer an engine was, in a run of both.

use std::path::Path;

use serde::Deserialize;

use super::contestant::Contestant;
use crate::cli::error::CliError;
use crate::files::read_text;

/// What is read of a report that `bench --json` printed.
#[derive(Deserialize)]
pub struct Kept {
    machine: String,
    program: String,
    /// The peer that its ratios are to.
    pub baseline: String,
    engines: Vec<KeptRow>,
}

#[derive(Deserialize)]
struct KeptRow {
    engine: String,
    /// Of engines that were measured.
    ratio: Option<f64>,
}

impl Kept {
    /// The report at `path`, of `program` on `machine` as reports name them.
    ///
    /// # Errors
    /// When it cannot be read, is no report of a bench, or is one of something else.
    pub fn read(path: &Path, machine: &str, program: &str) -> Result<Self, CliError> {
        let (name, text) = read_text(path)?;
        let kept: Self = serde_json::from_str(&text).map_err(|error| {
            CliError::Usage(format!(
                "{name}:{}:{}: this is no report of a bench with ratios: {error}; write one by `lanebeat bench --json > {name}`",
                error.line(),
                error.column()
            ))
        })?;
        for (what, was, is) in
            [("machine", kept.machine.as_str(), machine), ("program", &kept.program, program)]
        {
            if was != is {
                let shown = |text: &str| {
                    if text.is_empty() { "the default".to_owned() } else { format!("`{text}`") }
                };
                return Err(CliError::Usage(format!(
                    "{name}: its {what} is {}, not {}; only the same can be compared: take its {what}, or keep a report of this one by `lanebeat bench --json`",
                    shown(was),
                    shown(is)
                )));
            }
        }
        Ok(kept)
    }

    /// Whether the peer is measured now too.
    ///
    /// # Errors
    /// When it is not among those that are measured.
    pub fn expect_peer<'c>(
        &self,
        contestants: impl IntoIterator<Item = &'c dyn Contestant>,
    ) -> Result<(), CliError> {
        let peer = &self.baseline;
        if contestants.into_iter().any(|contestant| contestant.name() == *peer) {
            return Ok(());
        }
        Err(CliError::Usage(format!(
            "the ratios of the kept report are to {peer}, which is not measured now; install it where it is missing and name it: `--engines {peer},…`"
        )))
    }

    /// How many times as fast as the peer an engine was, if it was measured.
    pub fn ratio(&self, engine: &str) -> Option<f64> {
        self.engines.iter().find(|row| row.engine == engine).and_then(|row| row.ratio)
    }
}
