//! What machines cost and how they compare.

mod array;
mod energy;
mod estimate;
mod evaluator;
mod feature_cost;
mod fpga;
mod front;
pub mod kept;
mod kernel;
mod macros;
mod mapping;
mod quality;
mod report;
mod report_live;
mod route;
mod standard_cells;
mod wires;
mod workload;

use std::path::Path;
use std::sync::Arc;

use crate::common::program::lanebeat_in;
use crate::common::tools::missing;
use lanebeat::config::Config;
use lanebeat::hdl::Module;
use lanebeat::rtl::UNITS;
use lanebeat::study::standard_cells::{Instance, Netlist, OpenSta, Pins};
use lanebeat::verilog::File;
use tempfile::TempDir;

/// The unit called `name` of `config`.
fn unit(name: &str, config: &Config) -> Arc<Module> {
    UNITS.iter().find(|unit| unit.name == name).expect("a unit").build(config)
}

/// The self-checking bench of a unit of the small machine with `settings`, and its vectors.
fn bench_of(unit: &str, settings: &[&str]) -> [File; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let mut words =
        vec!["generate", unit, "--preset", "small", "--testbench", "--vectors", "60", "-o", "."];
    settings.iter().for_each(|setting| words.extend(["--set", setting]));
    assert_eq!(lanebeat_in(folder.path(), &words, b"").status, Some(0));
    ["v", "hex"].map(|end| {
        let name = format!("lanebeat_{unit}_testbench.{end}");
        let text = std::fs::read_to_string(folder.path().join(&name)).expect("a bench");
        File { name, text }
    })
}

/// A folder with no tool but `yosys`, which asks for yosys-abc beside itself.
fn only(yosys: &Path) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!("PATH=/usr/bin:/bin exec {} \"$@\"", yosys.display());
    crate::common::process::fake_tool(folder.path(), "yosys", &script);
    folder
}

/// A mapped module: its ports as `clock=2 d=3,4 > q=5` (inputs, then outputs, each with its nets),
/// its cells as `NAME KIND` and their pins alike.
fn netlist(name: &str, ports: &str, cells: impl IntoIterator<Item = impl AsRef<str>>) -> Netlist {
    let cell = |text: &str| {
        let words: Vec<&str> = text.splitn(3, ' ').collect();
        Instance { name: words[0].into(), kind: words[1].into(), pins: pins(words[2]) }
    };
    let cells = cells.into_iter().map(|text| cell(text.as_ref())).collect();
    Netlist { name: name.into(), ports: pins(ports), cells }
}

fn pins(text: &str) -> Vec<Pins> {
    let pin = |is_input: bool, text: &str| {
        let (name, nets) = text.split_once('=').expect("a pin with its nets");
        let nets = nets.split(',').map(|net| net.parse().expect("a net"));
        Pins { name: name.into(), is_input, nets: nets.collect() }
    };
    let (inputs, outputs) = text.split_once('>').unwrap_or((text, ""));
    let inputs = inputs.split_whitespace().map(|text| pin(true, text));
    inputs.chain(outputs.split_whitespace().map(|text| pin(false, text))).collect()
}

/// OpenSTA, where it is installed; without it, says that the caller's check is skipped.
fn opensta() -> Option<OpenSta> {
    let found = OpenSta::find().expect("it tells its version");
    if found.is_none() {
        missing("opensta");
    }
    found
}
