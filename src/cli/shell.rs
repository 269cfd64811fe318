//! `lanebeat completions` and `lanebeat man`: descriptions of the command line for a shell and for
//! `man`.

use std::io;

use clap::builder::PossibleValuesParser;

use super::arguments::{CompletionsOptions, command_line};
use super::console::print;
use super::error::CliError;
use lanebeat::config::Parameter;
use lanebeat::rtl::UNITS;
use lanebeat::study::FPGAS;

/// Prints the completions of a shell.
pub fn completions(options: &CompletionsOptions) -> Result<(), CliError> {
    let mut command = with_values(command_line());
    let name = command.get_name().to_owned();
    let mut script = vec![];
    clap_complete::generate(options.shell, &mut command, name, &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// `command` with values that a shell can offer, where the parser of an argument takes more than
/// these.
fn with_values(command: clap::Command) -> clap::Command {
    let offered = |argument: clap::Arg| {
        let values = match argument.get_id().as_str() {
            "unit" => UNITS.iter().map(|unit| unit.name.to_owned()).collect(),
            "set" => settings(|parameter| parameter.domain().examples()),
            "axis" => settings(|_| vec!["all".to_owned()]),
            "device" => FPGAS.iter().map(|fpga| fpga.key.to_owned()).collect(),
            _ => vec![],
        };
        match values.is_empty() {
            true => argument,
            false => {
                // The program ends with the script.
                let values = values.into_iter().map(|value| &*value.leak());
                argument.value_parser(PossibleValuesParser::new(values))
            }
        }
    };
    command.mut_args(offered).mut_subcommands(with_values)
}

/// `KEY=VALUE` for each of the `values` of each parameter.
fn settings(values: impl Fn(Parameter) -> Vec<String>) -> Vec<String> {
    let of = |parameter: Parameter| {
        let key = parameter.key();
        values(parameter).into_iter().map(move |value| format!("{key}={value}"))
    };
    Parameter::ALL.into_iter().flat_map(of).collect()
}

/// Prints the manual page, with the pages of all commands below the program's own.
pub fn man() -> Result<(), CliError> {
    let page = page().map_err(|error| CliError::Output(error.to_string()))?;
    print(&String::from_utf8_lossy(&page))
}

fn page() -> io::Result<Vec<u8>> {
    let mut command = command_line();
    // Names subcommands in full.
    command.build();
    let mut page = vec![];
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        let man = clap_mangen::Man::new(subcommand.clone());
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)?;
    }
    Ok(page)
}
