//! The command line: the only place that reads arguments, prints and opens files (docs/reference/commands.md).

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

pub mod arguments;
mod assemble;
pub mod bench;
mod build;
pub mod check;
mod error;
mod explain;
pub mod files;
mod generate;
mod lint;
mod progress;
mod recording;
mod run;
mod schedule;
mod study;
mod testbench;

pub use assemble::WordError;
pub use error::CliError;

use arguments::{Command, CommandLine, CommonOptions};
use error::report;

use crate::config::{Config, ConfigError};

/// How a command ended that could do its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Good,
    /// Hardware and model differ.
    Differs,
}

/// The program: exit status 0 is good, 1 says that hardware and model differ, 2 usage or bad input.
pub fn main() -> ExitCode {
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        Err(error) => {
            // Nobody is left to tell when the message itself cannot be printed.
            let _ = error.print();
            return ExitCode::from(u8::from(error.use_stderr()) * 2);
        }
    };
    let (common, command) = command_line.into_parts();
    match dispatch(&common, &command) {
        Ok(Outcome::Good) => ExitCode::SUCCESS,
        Ok(Outcome::Differs) => ExitCode::from(1),
        Err(error) => {
            report(&error);
            ExitCode::from(2)
        }
    }
}

fn dispatch(common: &CommonOptions, command: &Command) -> Result<Outcome, CliError> {
    if let Command::Check(command) = command
        && command.options.all_configs
    {
        return check::check_all(common, &command.options);
    }
    if let Command::Study(command) = command {
        return study::study(common, &command.options);
    }
    let config = load_config(common)?;
    match command {
        Command::Build(_) => build::build(&config, common.json),
        Command::Generate(command) => generate::generate(&config, &command.options, common.json),
        Command::Run(command) => run::run(&config, &command.options),
        Command::Schedule(command) => schedule::schedule(&config, &command.options, common.json),
        Command::Check(command) => check::check(&config, &command.options, common.json),
        Command::Assemble(command) => assemble::assemble(&config, &command.options, common.json),
        Command::Lint(command) => lint::lint(&config, &command.options, common.json),
        Command::Disassemble(command) => assemble::disassemble(&command.options, common.json),
        Command::Study(_) => unreachable!("a study has no one configuration"),
        Command::Bench(command) => bench::bench(&config, &command.options, common.json),
        Command::Explain(command) => explain::explain(&config, &command.options, common.json),
    }
}

/// The machine that the common options describe.
fn load_config(common: &CommonOptions) -> Result<Config, CliError> {
    let no_more: [Vec<String>; 1] = [vec![]];
    let mut loaded = load_config_with(common, &no_more)?;
    Ok(loaded.remove(0)?)
}

/// The machines that the common options describe with each of `settings` after them, or why there is none.
fn load_config_with(common: &CommonOptions, settings: &[Vec<String>]) -> Result<Vec<Result<Config, ConfigError>>, CliError> {
    let file = common.config.as_deref().map(files::read_text).transpose()?;
    let file = file.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
    let load = |more: &Vec<String>| Config::load(common.preset, file, &[&common.set[..], more].concat());
    Ok(settings.iter().map(load).collect())
}

/// `list` as the JSON that is printed.
fn to_json<T: serde::Serialize + ?Sized>(list: &T) -> String {
    serde_json::to_string_pretty(list).expect("strings and numbers are JSON") + "\n"
}

/// Tells something on standard error; nobody is left to tell when that is closed.
fn talk(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Prints a result on standard output. A reader that has gone away has seen enough.
fn print(text: &str) -> Result<(), CliError> {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(CliError::Output(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}
