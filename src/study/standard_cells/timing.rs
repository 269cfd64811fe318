//! OpenSTA, found and asked for its version once, and the longest path that it finds.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::yosys::{FlowError, folder_of, kept};
use super::netlist::{Netlist, structure};
use crate::tools::{call, find, version};

/// Name in errors and sources.
pub const TOOL: &str = "OpenSTA";

/// Names that it is installed by.
const NAMES: [&str; 2] = ["sta", "opensta"];

/// A clock in ns: its slack gives the length of the longest path. OpenSTA computes with 24
/// bits.
pub const PERIOD: f64 = 100.0;

/// The cells that stand for a memory's ports.
pub const MEMORY: &str = include_str!("memory.lib");

/// An installed OpenSTA.
#[derive(Clone, Debug)]
pub struct OpenSta {
    program: PathBuf,
    /// `OpenSTA 2.0.17`.
    pub version: String,
}

/// The longest path from a register to a register.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Timing {
    /// Length with the setup time at its end, in ns.
    pub period: f64,
    /// The instances that it passes, empty for the top, in its order, and how long it is in each,
    /// in ns; the setup time of a register at its end is not in it.
    pub through: Vec<(String, f64)>,
}

impl OpenSta {
    /// The OpenSTA on the path, if there is one.
    ///
    /// # Errors
    /// When it does not report its version.
    pub fn find() -> Result<Option<Self>, FlowError> {
        let Some(program) = NAMES.into_iter().find_map(find) else { return Ok(None) };
        let text = version((TOOL, &program), &["-version"])?;
        // `OpenSTA 2.0.17 …`, or the number alone.
        let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
        let number = text.split_whitespace().find(is_number).unwrap_or("of unknown version");
        Ok(Some(Self { program, version: format!("{TOOL} {number}") }))
    }

    /// The longest path of the design in `netlist` under `top`, whose cells are in `libraries` and
    /// whose wires are in `spef`, kept in `cache`; `None` where no register is behind another.
    ///
    /// # Errors
    /// The tool's error, or that the cache cannot be written.
    pub fn longest(
        &self,
        cache: &Path,
        libraries: &[&str],
        netlist: &str,
        spef: &str,
        top: &str,
    ) -> Result<Option<Timing>, FlowError> {
        let script = script(top, libraries.len(), spef);
        let own = [self.version.as_str(), &script, netlist, spef];
        let parts: Vec<String> = own.iter().chain(libraries).map(|&text| text.to_owned()).collect();
        kept(cache, "opensta", &parts, "timing.json", || {
            let said = self.answer(libraries, [netlist, spef], top, &script, "times")?;
            let last = || said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
            timing(&said).ok_or_else(|| FlowError::failed(TOOL, top, last()))
        })
    }

    /// Nanoseconds from the inputs of `netlist` to each of `outputs`, with the wires in `spef`; kept
    /// in `cache`.
    ///
    /// # Errors
    /// The tool's error, or that the cache cannot be written.
    pub fn arrivals(
        &self,
        cache: &Path,
        library: &str,
        netlist: &Netlist,
        spef: &str,
        outputs: &[String],
    ) -> Result<Vec<f64>, FlowError> {
        let (text, top) = (structure(netlist), &netlist.name);
        let mut script = format!(
            "{}create_clock -name clock -period {PERIOD}\nset_input_delay 0 -clock clock [all_inputs]\n\
             set_output_delay 0 -clock clock [all_outputs]\n",
            linked(top, 1, spef)
        );
        for output in outputs {
            script +=
                &format!("report_checks -path_delay max -digits 5 -to [get_ports {output}]\n");
        }
        let parts = [&self.version, &script, &text, spef, library].map(str::to_owned);
        kept(cache, "opensta", &parts, "arrivals.json", || {
            let said = self.answer(&[library], [&text, spef], top, &script, "times")?;
            let arrival =
                |line: &str| line.trim().strip_suffix("data arrival time")?.trim().parse().ok();
            // Each stands twice, the second time as what is taken from the time that is required.
            let arrivals: Vec<f64> =
                said.lines().filter_map(arrival).filter(|time| *time >= 0.0).collect();
            let is_whole = arrivals.len() == outputs.len();
            is_whole.then_some(arrivals).ok_or_else(|| FlowError::failed(TOOL, top, "no times"))
        })
    }

    /// Output of `script` in a folder with `libraries`, a netlist, and wires in SPEF.
    pub fn answer(
        &self,
        libraries: &[&str],
        [netlist, spef]: [&str; 2],
        top: &str,
        script: &str,
        does: &str,
    ) -> Result<String, FlowError> {
        let names: Vec<String> = (0..libraries.len()).map(library_name).collect();
        let libraries = names.iter().map(String::as_str).zip(libraries.iter().copied());
        let own = [("netlist.v", netlist), ("wires.spef", spef), ("script.tcl", script)];
        let folder = folder_of(libraries.chain(own))?;
        let arguments = ["-no_splash", "-exit", "script.tcl"];
        let doing = format!("{does} {top}");
        let answer = call((TOOL, &self.program), arguments, folder.path(), &doing)?;
        // A problem of the wires is only a warning to it, and leaves them out.
        let is_problem = |line: &&str| line.starts_with("Error") || line.contains("wires.spef");
        match answer.said.lines().find(is_problem) {
            Some(error) => Err(FlowError::failed(TOOL, top, error)),
            None => Ok(answer.said),
        }
    }
}

pub fn library_name(number: usize) -> String {
    format!("library_{number}.lib")
}

/// Commands that read so many libraries, the design under `top`, and its wires if it has any.
pub fn linked(top: &str, libraries: usize, spef: &str) -> String {
    let read = |number| format!("read_liberty {}\n", library_name(number));
    let read: String = (0..libraries).map(read).collect();
    let wires = if spef.is_empty() { "" } else { "read_spef wires.spef\n" };
    format!("{read}read_verilog netlist.v\nlink_design {top}\nset_cmd_units -time ns\n{wires}")
}

fn script(top: &str, libraries: usize, spef: &str) -> String {
    format!(
        "{}create_clock -name clock -period {PERIOD} [get_ports clock]\nreport_checks -path_delay max -digits 3\nputs \"slack [worst_slack]\"\n",
        linked(top, libraries, spef)
    )
}

/// The path in the output of the script; `None` when it did not come to its end.
fn timing(said: &str) -> Option<Option<Timing>> {
    let word = |head: &str| {
        said.lines().find_map(|line| line.trim().strip_prefix(head)?.split_whitespace().next())
    };
    let slack: f64 = word("slack ").and_then(|word| word.parse().ok())?;
    if slack.is_nan() || slack <= -1e20 {
        return None;
    }
    // Without a path it is 1e30.
    let period = (slack < 1e20).then_some(PERIOD - slack);
    Some(period.map(|period| Timing { period, through: through(said) }))
}

/// Reads lines such as `   0.16    1.19 ^ unit/cell/Y (INV)`, up to the arrival, and adds the
/// delays of cells in one instance.
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
