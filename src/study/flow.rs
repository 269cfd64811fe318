//! Area by synthesis: yosys on the written Verilog.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::cells::{self, Cells};
use super::figure::Figure;
use crate::verilog::File;

/// An FPGA family that yosys maps to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    Xc7,
    Ecp5,
    Ice40,
    Gowin,
}

impl Family {
    pub const ALL: [Self; 4] = [Self::Xc7, Self::Ecp5, Self::Ice40, Self::Gowin];

    /// Its name after `--flow`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Xc7 => "xc7",
            Self::Ecp5 => "ecp5",
            Self::Ice40 => "ice40",
            Self::Gowin => "gowin",
        }
    }
}

/// How area is obtained.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// No tool.
    None,
    /// Cells of an FPGA family.
    Cells(Synthesis),
}

/// A run of yosys for a family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Synthesis {
    pub family: Family,
    /// Multipliers may become DSP blocks.
    pub dsp: bool,
    /// Modules are merged before they are mapped: smaller by what crosses their borders, and many times slower.
    pub flatten: bool,
}

/// Why a point has no area.
#[derive(Debug, thiserror::Error)]
pub enum FlowError {
    #[error("no yosys on the path; install it (Debian: apt-get install yosys), or use --flow none")]
    Missing,
    #[error("yosys cannot be started: {0}")]
    Start(#[source] std::io::Error),
    #[error("yosys failed: {0}")]
    Failed(String),
    #[error("a temporary folder cannot be used: {0}")]
    Folder(#[source] std::io::Error),
    #[error("yosys' statistics cannot be read: {0}")]
    Statistics(String),
}

impl Synthesis {
    /// The command that maps `top`.
    pub fn command(self, top: &str) -> String {
        let no_dsp = if self.dsp { "" } else { " -nodsp" };
        match self.family {
            Family::Xc7 => {
                let flatten = if self.flatten { " -flatten" } else { "" };
                format!("synth_xilinx -family xc7 -nowidelut -noiopad -noclkbuf{no_dsp}{flatten} -top {top}")
            }
            Family::Ecp5 => {
                let flatten = if self.flatten { "" } else { " -noflatten" };
                format!("synth_ecp5{no_dsp}{flatten} -top {top}")
            }
            Family::Ice40 => {
                let dsp = if self.dsp { " -dsp" } else { "" };
                let flatten = if self.flatten { "" } else { " -noflatten" };
                format!("synth_ice40{dsp}{flatten} -top {top}")
            }
            Family::Gowin => {
                let flatten = if self.flatten { "" } else { " -noflatten" };
                format!("synth_gowin -noiopads{flatten} -top {top}")
            }
        }
    }

    /// What identifies a result besides the Verilog: the command and the tool's version.
    ///
    /// # Errors
    /// When there is no yosys.
    pub fn identity(self, top: &str) -> Result<String, FlowError> {
        Ok(format!("{}; {}", yosys_version()?, self.command(top)))
    }

    /// The cells of `files` with the module `top`.
    ///
    /// # Errors
    /// What the tool says.
    pub fn cells(self, files: &[File], top: &str) -> Result<Cells, FlowError> {
        let folder = tempfile::tempdir().map_err(FlowError::Folder)?;
        for file in files {
            std::fs::write(folder.path().join(&file.name), &file.text).map_err(FlowError::Folder)?;
        }
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let script =
            format!("read_verilog {}; {}; tee -q -o stat.json stat -json -top {top}", names.join(" "), self.command(top));
        run_yosys(folder.path(), &script)?;
        let text = std::fs::read_to_string(folder.path().join("stat.json")).map_err(FlowError::Folder)?;
        parse_statistics(&text)
    }

    /// The figures of `cells`.
    pub fn figures(self, cells: &Cells, identity: &str) -> Vec<Figure> {
        let resources = cells::resources(self.family, cells).into_iter();
        resources.map(|(name, amount, unit)| Figure::new(name, amount as f64, unit, identity)).collect()
    }
}

fn find_yosys() -> Result<PathBuf, FlowError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join("yosys")).find(|file| file.is_file()).ok_or(FlowError::Missing)
}

fn yosys_version() -> Result<String, FlowError> {
    let output = Command::new(find_yosys()?).arg("-V").output().map_err(FlowError::Start)?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.split(" (").next().unwrap_or_default().trim().to_string())
}

fn run_yosys(folder: &Path, script: &str) -> Result<(), FlowError> {
    let output = Command::new(find_yosys()?).args(["-q", "-p", script]).current_dir(folder).output().map_err(FlowError::Start)?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    Err(FlowError::Failed(said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it said nothing").to_string()))
}

#[derive(Deserialize)]
struct Design {
    num_cells_by_type: Cells,
}

/// The cells of the whole design. Yosys 0.23 leaves out a comma before `"design"`, so only what follows is read as JSON.
fn parse_statistics(text: &str) -> Result<Cells, FlowError> {
    let marker = "\"design\":";
    let start = text.rfind(marker).ok_or_else(|| FlowError::Statistics("they name no design".to_string()))?;
    let mut values = serde_json::Deserializer::from_str(&text[start + marker.len()..]).into_iter::<Design>();
    match values.next() {
        Some(Ok(design)) => Ok(design.num_cells_by_type),
        Some(Err(error)) => Err(FlowError::Statistics(error.to_string())),
        None => Err(FlowError::Statistics("they end early".to_string())),
    }
}
