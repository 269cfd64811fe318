//! OpenSTA, looked for and asked for its version once, and the longest path that it finds.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::super::yosys::FlowError;
use super::library::Library;
use crate::tools::{find, find_or_build};

/// Names that it is installed by.
const NAMES: [&str; 2] = ["sta", "opensta"];

/// A clock in ns: what is left of it says how long the longest path is. OpenSTA computes with 24
/// bits.
const PERIOD: f64 = 100.0;

/// Its answer in the cache.
const TIMING: &str = "timing.json";

/// The cells that stand for a memory's ports.
const MEMORY: &str = include_str!("memory.lib");

/// An installed OpenSTA.
#[derive(Clone, Debug)]
pub struct OpenSta {
    program: PathBuf,
    version: String,
}

/// The longest path from a register to a register.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Timing {
    /// With the setup time at its end, in ns.
    pub period: f64,
    /// The instances that it passes, empty for the top, in its order, and how long it is in each,
    /// in ns; what a register at its end takes for its setup is not in it.
    pub through: Vec<(String, f64)>,
}

impl OpenSta {
    /// The OpenSTA on the path, if there is one.
    pub fn find() -> Option<Self> {
        let program = NAMES.into_iter().find_map(find)?;
        let output = Command::new(&program).arg("-version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // `OpenSTA 2.0.17 …`, or the number alone.
        let number =
            text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
        Some(Self { program, version: format!("OpenSTA {number}") })
    }

    /// `OpenSTA 2.0.17`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The longest path of the design in `netlist` under `top`, kept in `cache`; `None` where no
    /// register is behind another.
    ///
    /// # Errors
    /// What the tool says, or that the cache cannot be written.
    pub fn longest(
        &self,
        cache: &Path,
        library: &Library,
        netlist: &str,
        top: &str,
    ) -> Result<Option<Timing>, FlowError> {
        let script = script(top);
        let parts = [&self.version, &script, &library.text, MEMORY, netlist].map(str::to_string);
        let place = find_or_build(cache, "opensta", &parts, |folder| {
            let timing = self.run(library, netlist, top, &script)?;
            let text = serde_json::to_string(&timing).expect("names and numbers are JSON");
            Ok::<(), FlowError>(std::fs::write(folder.join(TIMING), text)?)
        })?;
        let text = std::fs::read_to_string(place.join(TIMING)).unwrap_or_default();
        serde_json::from_str(&text)
            .map_err(|error| FlowError::Kept { path: place, reason: error.to_string() })
    }

    fn run(
        &self,
        library: &Library,
        netlist: &str,
        top: &str,
        script: &str,
    ) -> Result<Option<Timing>, FlowError> {
        let folder = tempfile::tempdir()?;
        let files = [
            ("library.lib", library.text.as_str()),
            ("memory.lib", MEMORY),
            ("netlist.v", netlist),
            ("script.tcl", script),
        ];
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text)?;
        }
        let tool = || "OpenSTA".to_string();
        let output = Command::new(&self.program)
            .args(["-no_splash", "-exit", "script.tcl"])
            .current_dir(folder.path())
            .output()
            .map_err(|error| FlowError::Start { tool: tool(), reason: error.to_string() })?;
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let failed = |said: &str| FlowError::Failed {
            tool: tool(),
            module: top.to_string(),
            said: said.to_string(),
        };
        if let Some(error) = said.lines().find(|line| line.starts_with("Error")) {
            return Err(failed(error));
        }
        timing(&said).ok_or_else(|| {
            failed(said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it said nothing"))
        })
    }
}

fn script(top: &str) -> String {
    format!(
        "read_liberty library.lib\nread_liberty memory.lib\nread_verilog netlist.v\nlink_design {top}\nset_cmd_units -time ns\n\
         create_clock -name clock -period {PERIOD} [get_ports clock]\nreport_checks -path_delay max -digits 3\nputs \"slack [worst_slack]\"\n"
    )
}

/// The path in what the script printed; `None` when it did not come to its end.
fn timing(said: &str) -> Option<Option<Timing>> {
    let word = |head: &str| {
        said.lines().find_map(|line| line.trim().strip_prefix(head)?.split_whitespace().next())
    };
    let slack: f64 = word("slack ").and_then(|word| word.parse().ok())?;
    // Without a path it is 1e30.
    let period = (slack < 1e20).then_some(PERIOD - slack);
    Some(period.map(|period| Timing { period, through: through(said) }))
}

/// Of lines such as `   0.16    1.19 ^ unit/cell/Y (INV)`, up to the arrival, the delays of cells
/// in one instance added.
fn through(said: &str) -> Vec<(String, f64)> {
    let path = said.lines().take_while(|line| !line.contains("data arrival time"));
    let step = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [delay, _, "^" | "v", pin, _] => {
            let (cell, _) = pin.rsplit_once('/')?;
            let instance = cell.rsplit_once('/').map_or("", |(instance, _)| instance);
            Some((instance.to_string(), delay.parse::<f64>().ok()?))
        }
        _ => None,
    };
    let mut passed: Vec<(String, f64)> = vec![];
    for (instance, delay) in path.filter_map(step) {
        match passed.last_mut() {
            Some((last, sum)) if *last == instance => *sum += delay,
            _ => passed.push((instance, delay)),
        }
    }
    passed
}
