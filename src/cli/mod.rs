//! The command line: the only place that reads arguments, prints and opens files
//! (docs/reference/commands.md).

use std::error::Error as _;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

pub mod arguments;
mod assemble;
pub mod bench;
mod board;
mod build;
pub mod check;
mod console;
mod constraints;
mod core_file;
mod engine;
mod error;
pub mod explain;
mod floorplan;
mod generate;
mod language_server;
mod lint;
mod listing;
mod page;
mod progress;
mod project;
mod proofs;
mod recording;
mod run;
mod schedule;
mod shell;
mod show;
mod signals;
mod study;
mod testbench;
mod threads;
mod trigger;
mod uses;

pub use error::CliError;

use arguments::{BoardCommand, Command, CommonOptions};
use console::{load_config, load_machine, printed, talk};
use error::report;

use lanebeat::config::suggestion;
use lanebeat::source::shorten;
use lanebeat::tools;

/// The program: exit status 0 is good, 1 says that hardware and model differ, 2 usage or bad input.
///
/// `output_is_closed` says that there was no standard output when the program began, which the
/// standard library hides.
pub fn main(output_is_closed: bool) -> ExitCode {
    if let Err(error) = signals::handle() {
        let problem = tools::not_started(&error, "try again");
        report(&CliError::Usage(format!("no thread can be started: {problem}")));
        return ExitCode::from(2);
    }
    tools::listen(talk);
    let done = match arguments::parse(std::env::args_os()) {
        Err(error) if error.use_stderr() => {
            let told = refused_value(&error).map(|sentence| talk(&sentence));
            // An error of printing is ignored: there is no other place to report it.
            told.map_or_else(|| drop(error.print()), |()| ());
            return ExitCode::from(2);
        }
        _ if output_is_closed => Err(CliError::Output("it is closed".to_owned())),
        Err(help) => printed(help.print()),
        Ok((common, command)) => dispatch(&common, &command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Differs(sentence)) => {
            talk(&format!("{sentence}\n"));
            ExitCode::from(1)
        }
        Err(error) => {
            report(&error);
            ExitCode::from(2)
        }
    }
}

/// The sentence about a word that is no command, an argument that is missing, or the value of an
/// option that its parser refuses.
fn refused_value(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::InvalidSubcommand, _) => {
            let (command, word) = (command_of(error), text(ContextKind::InvalidSubcommand)?);
            let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
            let suggestion = suggestion(word, names.iter().copied());
            let (word, names) = (shorten(word), names.join(", "));
            return Some(format!(
                "error: there is no command `{word}`; {suggestion}commands are {names}\n"
            ));
        }
        (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(missing))) => {
            let command = command_of(error);
            let help = command.get_after_help()?.to_string();
            let examples =
                || help.lines().map(str::trim).filter(|line| line.starts_with("lanebeat"));
            let option = missing.first()?.split(' ').next()?;
            let example = examples().find(|line| line.contains(option)).or(examples().next())?;
            let (name, missing) = (command.get_name(), missing.join(" "));
            return Some(format!("error: {name} needs {missing}; try `{example}`\n"));
        }
        _ => {}
    }
    let option = text(ContextKind::InvalidArg)?.split(' ').next()?;
    let value = shorten(text(ContextKind::InvalidValue)?);
    let problem = error.source().filter(|_| error.kind() == ErrorKind::ValueValidation)?;
    Some(format!("error: {option} {value}: {problem}\n"))
}

/// The command that `error` is about.
fn command_of(error: &clap::Error) -> clap::Command {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    let mut command = arguments::command_line();
    for word in usage.split_whitespace().skip_while(|word| *word != "lanebeat").skip(1) {
        let Some(inner) = command.find_subcommand(word) else { break };
        command = inner.clone();
    }
    command
}

fn dispatch(common: &CommonOptions, command: &Command) -> Result<(), CliError> {
    uses::check(common, command)?;
    if let Command::Check(_) | Command::Study(_) | Command::Bench(_) = command {
        threads::begin();
    }
    let json = common.json;
    let config = || load_config(common);
    match command {
        Command::Build => build::build(&load_machine(common)?, json),
        Command::Generate(options) => generate::generate(common, options),
        Command::Run(options) => run::run(common, &config()?, options),
        Command::Schedule(options) => schedule::schedule(common, &config()?, options),
        Command::Show(options) => show::show(&config()?, options, json),
        Command::Check(options) if options.all_configs => check::check_all(common, options),
        Command::Check(options) => check::check(&config()?, options, json),
        Command::Study(options) => study::study(common, options),
        Command::Assemble(options) => assemble::assemble(&config()?, options, json),
        Command::Lint(options) => lint::lint(&config()?, options, json),
        Command::Disassemble(options) => {
            config()?;
            assemble::disassemble(options, json)
        }
        Command::Explain(options) => explain::explain(&config()?, options, json),
        Command::Bench(options) => bench::bench(&config()?, options, json),
        Command::LanguageServer => language_server::serve(config()?),
        Command::Board(BoardCommand::Serve(options)) => board::serve(&config()?, options, json),
        Command::Completions(options) => shell::completions(options),
        Command::Man => shell::man(),
    }
}
