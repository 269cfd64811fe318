//! What stops a command, and how people are told.

use std::io::{self, IsTerminal as _, Write as _};
use std::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, GraphicalReportHandler, NamedSource, SourceSpan};

use super::files::FileError;
use crate::config::ConfigError;
use crate::isa::Deadlock;
use crate::isa::asm::AssemblyErrors;
use crate::lockstep::campaign::CampaignError;
use crate::lockstep::state_file::StateError;
use crate::rtl::units::UnitError;
use crate::simulators::SimulatorError;

/// What stops a command; the exit status is then 2.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum CliError {
    #[error(transparent)]
    #[diagnostic(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    #[diagnostic(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    #[diagnostic(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    #[diagnostic(transparent)]
    Assembly(#[from] AssemblyErrors),
    #[error(transparent)]
    #[diagnostic(transparent)]
    Word(#[from] WordError),
    #[error(transparent)]
    #[diagnostic(transparent)]
    Simulator(#[from] SimulatorError),
    #[error(transparent)]
    Unit(#[from] UnitError),
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// The program waits for ever.
    #[error(transparent)]
    Deadlock(#[from] Deadlock),
    /// Standard output cannot be written.
    #[error("standard output cannot be written: {0}")]
    Output(#[source] io::Error),
    /// Arguments that do not go together, or name what is not there: rule, value and cure.
    #[error("{0}")]
    Usage(String),
}

/// A line that is no machine word: `words.hex:3:1: opcode 0xff has no operation; …`.
#[derive(Clone, Debug, thiserror::Error, Diagnostic)]
#[error("{}:{line}:{column}: {problem}", text.name())]
pub struct WordError {
    line: usize,
    column: usize,
    problem: String,
    #[source_code]
    text: Arc<NamedSource<String>>,
    #[label("here")]
    span: SourceSpan,
}

impl WordError {
    pub fn new(
        name: &str,
        text: &str,
        (line, column): (usize, usize),
        span: Range<usize>,
        problem: String,
    ) -> Self {
        Self {
            line,
            column,
            problem,
            text: Arc::new(NamedSource::new(name, text.to_owned())),
            span: span.into(),
        }
    }
}

/// Tells about `error` on standard error: with the lines of the file on a terminal, one line each
/// elsewhere.
pub fn report(error: &CliError) {
    let one = if io::stderr().is_terminal() { graphical } else { plain };
    let parts: Vec<String> = error.related().into_iter().flatten().map(one).collect();
    // One part says everything that the whole would say.
    let whole = if parts.len() == 1 { String::new() } else { one_without_parts(error, one) };
    // Nobody is left to tell when standard error itself is closed.
    let _ = io::stderr().write_all((parts.concat() + &whole).as_bytes());
}

/// `error` as `one` shows it, but its parts not again.
fn one_without_parts(error: &CliError, one: fn(&dyn Diagnostic) -> String) -> String {
    match error {
        CliError::Assembly(errors) => one(&miette::MietteDiagnostic::new(errors.to_string())),
        other => one(other),
    }
}

fn graphical(error: &dyn Diagnostic) -> String {
    let mut text = String::new();
    match GraphicalReportHandler::new().render_report(&mut text, error) {
        Ok(()) => text,
        Err(_) => plain(error),
    }
}

/// `error: …`, and `help: …` for help that the sentence does not give itself.
fn plain(error: &dyn Diagnostic) -> String {
    let sentence = error.to_string();
    let help = error.help().map(|help| help.to_string()).unwrap_or_default();
    let help =
        help.lines().filter(|line| !sentence.contains(line)).map(|line| format!("help: {line}\n"));
    std::iter::once(format!("error: {sentence}\n")).chain(help).collect()
}
