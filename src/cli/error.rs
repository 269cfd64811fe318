//! Errors of commands, and their report to the user.

use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};

use miette::{Diagnostic, GraphicalReportHandler, LabeledSpan, SourceCode};

use lanebeat::board::BoardError;
use lanebeat::files::FileError;
use lanebeat::isa::Deadlock;
use lanebeat::isa::asm::AssemblyErrors;
use lanebeat::lockstep::campaign::CampaignError;
use lanebeat::lockstep::{Difference, RunError};
use lanebeat::rtl::units::UnitError;
use lanebeat::simulators::SimulatorError;
use lanebeat::source::{TextError, printable_text};

/// Error that stops a command; the exit status is 2, and 1 where hardware and model differ.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error(transparent)]
    Text(#[from] TextError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Assembly(#[from] AssemblyErrors),
    #[error(transparent)]
    Simulator(#[from] SimulatorError),
    #[error(transparent)]
    Unit(#[from] UnitError),
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// The program waits for ever.
    #[error(transparent)]
    Deadlock(#[from] Deadlock),
    /// Standard output cannot be written.
    #[error("standard output cannot be written: {0}; give it a place that can, as by -o or >")]
    Output(String),
    /// A difference between hardware and model, or between two engines, as a sentence.
    #[error("{0}")]
    Differs(String),
    /// Arguments that do not go together, or name a thing that is not there: rule, value and cure.
    #[error("{0}")]
    Usage(String),
}

impl From<String> for CliError {
    fn from(problem: String) -> Self {
        Self::Usage(problem)
    }
}

/// Reports `error` on standard error: with the lines of the file on a terminal, one line each
/// elsewhere.
pub fn report(error: &CliError) {
    let one = if io::stderr().is_terminal() { graphical } else { plain };
    let text: String = error.parts().into_iter().map(one).collect();
    // An error is ignored: there is no other place to report it.
    let _ = io::stderr().write_all(text.as_bytes());
}

impl From<Difference> for CliError {
    fn from(difference: Difference) -> Self {
        match difference {
            Difference::Run(RunError::Deadlock(deadlock)) => deadlock.into(),
            _ => Self::Differs(format!("hardware and model differ: {difference}")),
        }
    }
}

impl Diagnostic for CliError {}

impl CliError {
    /// Parts of the report, in order. The last part counts the errors of a program with several.
    fn parts(&self) -> Vec<&dyn Diagnostic> {
        match self {
            Self::Assembly(errors) => match &errors.errors[..] {
                [error] => vec![error],
                several => {
                    let each = several.iter().map(|error| error as &dyn Diagnostic);
                    each.chain([self as &dyn Diagnostic]).collect()
                }
            },
            Self::Text(error) => vec![error],
            other => vec![other],
        }
    }
}

fn graphical(error: &dyn Diagnostic) -> String {
    let mut text = String::new();
    match GraphicalReportHandler::new().render_report(&mut text, &Printable::new(error)) {
        Ok(()) => text,
        Err(_) => plain(error),
    }
}

/// A diagnostic without characters that control a terminal.
#[derive(Debug)]
struct Printable<'e> {
    error: &'e dyn Diagnostic,
    sentence: String,
    help: Option<String>,
}

impl<'e> Printable<'e> {
    fn new(error: &'e dyn Diagnostic) -> Self {
        let help = error.help().map(|help| printable_text(&help.to_string()));
        Self { error, sentence: printable_text(&error.to_string()), help }
    }
}

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Printable<'_> {}

impl Diagnostic for Printable<'_> {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.error.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.error.labels()
    }
}

/// `error: …`, and `help: …` for help that the sentence does not give itself.
fn plain(error: &dyn Diagnostic) -> String {
    let sentence = error.to_string();
    let help = error.help().map(|help| help.to_string()).unwrap_or_default();
    let help =
        help.lines().filter(|line| !sentence.contains(line)).map(|line| format!("help: {line}\n"));
    let lines: String = std::iter::once(format!("error: {sentence}\n")).chain(help).collect();
    printable_text(&lines)
}
