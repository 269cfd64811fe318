//! The command line: the only place that reads arguments, prints and opens files
//! (docs/reference/commands.md).

use std::process::ExitCode;

use clap::Parser as _;

pub mod arguments;
mod assemble;
pub mod bench;
mod build;
pub mod check;
mod console;
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

pub use error::{CliError, WordError};

use arguments::{Command, CommandLine, CommonOptions};
use console::{Outcome, load_config};
use error::report;

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
