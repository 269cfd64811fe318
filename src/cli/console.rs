//! Actions of every command: load the machine, print, report.

use std::io::{self, Write as _};
use std::path::Path;

use super::arguments::CommonOptions;
use super::error::CliError;
use super::progress;
use lanebeat::config::{Config, Prefix, Preset};
use lanebeat::files::{
    FileError, LONGEST_CONFIGURATION, PendingFile, STANDARD, read_text_up_to, reason, unless_gone,
};
use lanebeat::rtl::Unit;
use lanebeat::source::{TextError, printable_text};

/// The machine that the common options describe.
pub fn load_config(common: &CommonOptions) -> Result<Config, CliError> {
    Ok(load_machine(common)?.0)
}

/// The machine that the common options describe, and the prefix of what is generated of it.
pub fn load_machine(common: &CommonOptions) -> Result<(Config, Prefix), CliError> {
    load_by(Config::load, common)
}

/// The machine around `unit`, which is generated, and the prefix.
pub fn load_around(unit: &Unit, common: &CommonOptions) -> Result<(Config, Prefix), CliError> {
    load_by(loader(unit), common)
}

/// How the machine around `unit` is read: a part of what executes a beat has pipeline registers
/// only where they are asked for.
fn loader(unit: &Unit) -> Load {
    if unit.is_logic_alone() { Config::load_for_unit } else { Config::load }
}

type Load = fn(Option<Preset>, Option<(&str, &str)>, &[String]) -> Result<Config, TextError>;

fn load_by(load: Load, common: &CommonOptions) -> Result<(Config, Prefix), CliError> {
    let file = read_config(common)?;
    let file = file.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
    Ok((load(common.preset, file, &common.set)?, Prefix::load(file)?))
}

/// The machines around `unit` that the common options describe with each of `settings` after them,
/// or why there is none.
pub fn load_config_with(
    common: &CommonOptions,
    unit: &Unit,
    settings: &[Vec<String>],
) -> Result<Vec<Result<Config, TextError>>, CliError> {
    let file = read_config(common)?;
    let file = file.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
    let load = loader(unit);
    let with = |more: &Vec<String>| load(common.preset, file, &[&common.set[..], more].concat());
    Ok(settings.iter().map(with).collect())
}

/// Name and text of the file that `--config` names.
fn read_config(common: &CommonOptions) -> Result<Option<(String, String)>, FileError> {
    let read = |path| read_text_up_to(path, LONGEST_CONFIGURATION);
    common.config.as_deref().map(read).transpose()
}

/// `list` as the JSON that is printed.
pub fn to_json<T: serde::Serialize + ?Sized>(list: &T) -> String {
    serde_json::to_string_pretty(list).expect("strings and numbers are JSON") + "\n"
}

/// Writes a message to standard error; an error is ignored, as there is no other place for it.
pub fn talk(text: &str) {
    progress::aside(|| drop(io::stderr().write_all(printable_text(text).as_bytes())));
}

/// Prints a result on standard output. A reader that has gone away has seen enough.
pub fn print(text: &str) -> Result<(), CliError> {
    printed(io::stdout().write_all(text.as_bytes()))
}

/// The end of printing on standard output, after `done`.
pub fn printed(done: io::Result<()>) -> Result<(), CliError> {
    let done = unless_gone(done.and_then(|()| io::stdout().flush()));
    done.map_err(|error| CliError::Output(reason(&error)))
}

/// Writes a result where `--output` says, or prints it.
pub fn deliver(text: &str, output: Option<&Path>) -> Result<(), CliError> {
    let mut sheet = Sheet::begin(output)?;
    sheet.put(text);
    sheet.finish()
}

/// A result that is written as it is made, where `--output` says or on standard output.
pub struct Sheet {
    /// `None` for standard output.
    file: Option<PendingFile>,
    failure: Option<CliError>,
    /// Whether a reader of standard output has seen enough.
    is_gone: bool,
}

impl Sheet {
    pub fn begin(output: Option<&Path>) -> Result<Self, CliError> {
        let path = output.filter(|path| *path != Path::new(STANDARD));
        let file = path.map(PendingFile::create).transpose()?;
        Ok(Self { file, failure: None, is_gone: false })
    }

    /// Appends `text`; false where nothing more is read or can be written.
    pub fn put(&mut self, text: &str) -> bool {
        if self.is_gone || self.failure.is_some() {
            return false;
        }
        match &mut self.file {
            Some(file) => {
                self.failure = file.append(text.as_bytes()).err().map(CliError::from);
            }
            None => {
                let done = io::stdout().write_all(text.as_bytes());
                self.is_gone = done.is_err();
                self.failure = printed(done).err();
            }
        }
        !self.is_gone && self.failure.is_none()
    }

    pub fn finish(self) -> Result<(), CliError> {
        match (self.failure, self.file) {
            (Some(failure), _) => Err(failure),
            (None, Some(file)) => Ok(file.finish()?),
            (None, None) => Ok(()),
        }
    }
}
