//! One point of a study: a configuration and its figures.

use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::figure::Figure;
use crate::config::Config;
use crate::hdl::Module;
use crate::verilog::{self, File, Header};

/// A configuration and its figures.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Point {
    /// Every parameter in the order of a configuration file: key and value.
    pub config: Vec<(String, String)>,
    /// SHA-256 of the Verilog without its comments; empty for a point that is refused.
    pub digest: String,
    /// Known figures, in the order in which they were found.
    pub figures: Vec<Figure>,
    /// Missing results, each with its reason.
    pub problems: Vec<String>,
    /// Whether the area that was asked for is missing.
    pub lacks_area: bool,
}

/// The hardware of a point.
#[derive(Clone, Debug)]
pub struct Design {
    /// The module at the top.
    pub top: Arc<Module>,
    /// Its Verilog without a header, which is the same for equal hardware.
    pub files: Vec<File>,
}

impl Design {
    /// The hardware under `top`, with its Verilog.
    pub fn new(top: Arc<Module>) -> Self {
        let files = verilog::write(&top, &Header::default());
        Self { top, files }
    }
}

/// SHA-256 of `files` in their order, in hexadecimal; comments do not count.
pub fn digest(files: &[File]) -> String {
    let mut hash = Sha256::new();
    for line in files.iter().flat_map(|file| file.text.lines()) {
        let code = line.split("//").next().unwrap_or_default().trim_end();
        hash.update(code.as_bytes());
        hash.update(b"\n");
    }
    crate::tools::hexadecimal(&hash.finalize())
}

impl Point {
    /// The point of `config`, without figures yet.
    pub fn new(config: &Config) -> Self {
        let line = |line: &str| {
            let (key, value) = line.split_once(" = ").expect("a line of a configuration");
            (key.to_string(), value.trim_matches('"').to_string())
        };
        let config = config.to_toml().lines().map(line).collect();
        Self { config, digest: String::new(), figures: vec![], problems: vec![], lacks_area: false }
    }

    /// Adds the reason why the area that was asked for is missing.
    pub fn lack_area(&mut self, problem: impl Into<String>) {
        self.problems.push(problem.into());
        self.lacks_area = true;
    }

    /// Adds the rates that follow from a clock, if there is one: threads a second of each workload.
    pub fn add_rates(&mut self) {
        let Some(clock) = self.figure("fmax").map(|figure| figure.value) else { return };
        let rate = |figure: &Figure| {
            let workload = figure.name.strip_suffix(": threads per cycle")?;
            let source = "fmax x threads per cycle";
            let name = format!("{workload}: threads per second");
            Some(Figure::new(name, 1e6 * clock * figure.value, "threads/s", source))
        };
        let rates: Vec<Figure> = self.figures.iter().filter_map(rate).collect();
        self.figures.extend(rates);
    }

    /// The figure called `name`.
    pub fn figure(&self, name: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.name == name)
    }
}
