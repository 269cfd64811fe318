//! `lanebeat generate`: the Verilog of the core or of one unit, with its file list and port table.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::arguments::GenerateOptions;
use super::files::{FileError, write_all_atomically};
use super::{CliError, Outcome, print, settings, talk, to_json, unit};
use crate::config::Config;
use crate::hdl::Module;
use crate::rtl::{UNITS, Unit};
use crate::verilog::{self, Header};
use crate::widgets::declaration;

/// The names of all Verilog files, for `-f` of the tools.
const FILE_LIST: &str = "files.f";
const PORT_TABLE: &str = "ports.txt";
/// Ending of the file that tells FuseSoC about the unit.
const CORE_FILE: &str = ".core";
/// How each of our core files begins.
const CORE_HEAD: &str = "CAPI=2:\n# Made by:\n#   lanebeat generate ";

/// A unit's Verilog as it was written.
#[derive(Serialize)]
pub struct Written {
    unit: &'static str,
    pub top: String,
    directory: PathBuf,
    pub files: Vec<WrittenFile>,
    /// Lines of all Verilog files.
    pub lines: usize,
}

/// One module's file.
#[derive(Serialize)]
pub struct WrittenFile {
    name: String,
    lines: usize,
}

/// A line of the list of units.
#[derive(Serialize)]
struct ListedUnit {
    name: &'static str,
    purpose: &'static str,
    /// The parameter that must be true.
    needs: Option<&'static str>,
}

/// A unit's declaration as a rust-hdl block.
#[derive(Serialize)]
struct PrintedWidget {
    unit: &'static str,
    declaration: String,
}

/// Writes the unit that is asked for, or lists the units.
pub fn generate(config: &Config, options: &GenerateOptions, json: bool) -> Result<Outcome, CliError> {
    if options.list {
        print(&list_units(json))?;
        return Ok(Outcome::Good);
    }
    let unit = unit::find(options.unit.as_deref().unwrap_or(unit::CORE))?;
    if options.widget {
        print(&widget(config, unit, json)?)?;
        return Ok(Outcome::Good);
    }
    let written = write_unit(config, unit, &options.output)?;
    if json {
        print(&to_json(&written))?;
    }
    talk(&format!("{}\n", written.summary()));
    Ok(Outcome::Good)
}

/// The declaration of `unit` as a block of a rust-hdl design.
fn widget(config: &Config, unit: &'static Unit, json: bool) -> Result<String, CliError> {
    let declaration = declaration(unit.name, config).map_err(|error| CliError::Usage(error.to_string()))?;
    Ok(if json { to_json(&PrintedWidget { unit: unit.name, declaration }) } else { declaration })
}

fn list_units(json: bool) -> String {
    let listed =
        |unit: &Unit| ListedUnit { name: unit.name, purpose: unit.purpose, needs: unit.feature.map(|feature| feature.key()) };
    let units: Vec<ListedUnit> = UNITS.iter().map(listed).collect();
    if json {
        return to_json(&units);
    }
    let columns = units.iter().map(|unit| unit.name.len()).max().unwrap_or(0);
    let line = |unit: &ListedUnit| {
        let needs = unit.needs.map_or(String::new(), |feature| format!(" (needs {feature} = true)"));
        format!("{:columns$}  {}{needs}\n", unit.name, unit.purpose)
    };
    units.iter().map(line).collect()
}

/// Writes the Verilog of `unit` to `directory`: a file a module, the file list and the port table. Verilog that an
/// earlier run left there and that the unit has not is removed.
///
/// # Errors
/// When the unit cannot be built for `config`, or the directory cannot be written; then it is as it was before.
pub fn write_unit(config: &Config, unit: &'static Unit, directory: &Path) -> Result<Written, CliError> {
    let module = unit::build(unit, config)?;
    let command = format!("lanebeat generate {}{}", unit.name, settings::options(config));
    let files = verilog::write(&module, &Header { parameters: &config.to_toml(), command: &command });

    let file_list: String = files.iter().map(|file| format!("{}\n", file.name)).collect();
    let core_file = core_file(&module, unit, &command, &files);
    let core_name = format!("{}{CORE_FILE}", module.name);
    let ports = format!("{}: name, direction, bits, purpose\n\n{}", module.name, verilog::port_table(&module));
    let mut texts: Vec<(PathBuf, &[u8])> = files.iter().map(|file| (directory.join(&file.name), file.text.as_bytes())).collect();
    texts.push((directory.join(FILE_LIST), file_list.as_bytes()));
    texts.push((directory.join(PORT_TABLE), ports.as_bytes()));
    texts.push((directory.join(&core_name), core_file.as_bytes()));
    write_all_atomically(&texts)?;
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).chain([core_name.as_str()]).collect();
    remove_stale(directory, &names)?;

    let count = |text: &str| text.lines().count();
    let lines = files.iter().map(|file| count(&file.text)).sum();
    let written = files.iter().map(|file| WrittenFile { name: file.name.clone(), lines: count(&file.text) }).collect();
    Ok(Written { unit: unit.name, top: module.name.clone(), directory: directory.to_owned(), files: written, lines })
}

/// The unit as FuseSoC takes it: its files, its top, and a target that Verilator lints.
fn core_file(module: &Module, unit: &Unit, command: &str, files: &[verilog::File]) -> String {
    let arguments = command.strip_prefix("lanebeat generate ").unwrap_or(command);
    let list: String = files.iter().map(|file| format!("      - {}\n", file.name)).collect();
    let (top, purpose, version) = (&module.name, unit.purpose, env!("CARGO_PKG_VERSION"));
    format!(
        "{CORE_HEAD}{arguments}\n\nname: lanebeat:generated:{top}:{version}\ndescription: \"{purpose}\"\n\nfilesets:\n  rtl:\n    \
         files:\n{list}    file_type: verilogSource-2005\n\ntargets:\n  default:\n    filesets: [rtl]\n    toplevel: {top}\n  \
         lint:\n    filesets: [rtl]\n    toplevel: {top}\n    flow: lint\n    flow_options:\n      tool: verilator\n      \
         verilator_options: [-Wall]\n"
    )
}

/// Removes the Verilog and core files that the generator made and that are not among `names`.
fn remove_stale(directory: &Path, names: &[&str]) -> Result<(), FileError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| FileError::writing(&path, error)
    };
    for entry in fs::read_dir(directory).map_err(failed(directory))? {
        let entry = entry.map_err(failed(directory))?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_made = name.ends_with(".v") || name.ends_with(CORE_FILE);
        let is_ours = name.starts_with("lanebeat_") && is_made && !names.contains(&name);
        if is_ours && fs::read_to_string(entry.path()).is_ok_and(|text| carries_our_header(&text)) {
            fs::remove_file(entry.path()).map_err(failed(&entry.path()))?;
        }
    }
    Ok(())
}

fn carries_our_header(text: &str) -> bool {
    text.starts_with(CORE_HEAD) || text.starts_with("// lanebeat_") && text.contains("\n// Made by: lanebeat generate ")
}

impl Written {
    /// One sentence.
    pub fn summary(&self) -> String {
        let (modules, directory) = (self.files.len(), self.directory.display());
        let plural = if modules == 1 { "" } else { "s" };
        format!("{directory}: {} in {modules} module{plural}, {} lines of Verilog; top {}", self.unit, self.lines, self.top)
    }
}
