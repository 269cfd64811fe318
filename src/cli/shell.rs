//! `lanebeat completions` and `lanebeat man`: descriptions of the command line for a shell and for
//! `man`.

use std::io;

use super::arguments::{CompletionsOptions, command_line};
use super::console::print;
use super::error::CliError;

/// Prints the completions of a shell.
pub fn completions(options: &CompletionsOptions) -> Result<(), CliError> {
    let mut command = command_line();
    let name = command.get_name().to_owned();
    let mut script = vec![];
    clap_complete::generate(options.shell, &mut command, name, &mut script);
    print(&String::from_utf8_lossy(&script))
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
