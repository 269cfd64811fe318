//! The written system behind a bus model that others wrote: cocotb and cocotbext-axi drive its
//! AXI4-Lite port under Icarus. The tests themselves are in
//! testbench/rtl/system/cocotb/test_system.py; what runs them is examples/cocotb/run.py, as a user
//! would.

use std::path::Path;
use std::process::Command;

use crate::common::program::{lanebeat, path_text};
use crate::common::tools::{ended, python, store, tool};
use lanebeat::config::{Config, DppPath, Preset, RegisterFile};
use lanebeat::hdl::{Level, Reset};
use lanebeat::rtl;
use lanebeat::verilog::{File, Header, write};

/// Runs the tests of `file` whose names match `filter`, or those of the example, on the generated
/// system in `folder`.
fn passes(folder: &Path, file: Option<&str>, filter: &str) {
    let modules = "cocotb_tools.runner, cocotbext.axi";
    let (Some(python), Some(_)) = (python(modules), tool("iverilog")) else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(python);
    command.arg(root.join("examples/cocotb/run.py")).arg(folder);
    command.args(file.map(|file| root.join(file)));
    command
        .env("COCOTB_TEST_FILTER", filter)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONWARNINGS", "ignore");
    let (success, said) = ended(&mut command);
    assert!(success, "{said}");
    let passed = |line: &&str| line.contains(" PASS ") && line.contains(" test_");
    assert!(said.lines().any(|line| passed(&line)), "no test matches {filter}: {said}");
}

/// As [`passes`], of the tests beside this file on the system of `config`.
fn passes_on(config: &Config, filter: &str) {
    let top = rtl::system(config).module;
    let header = Header { clocking: config.clocking(), ..Header::default() };
    let mut files = write(&top, &header);
    let list = files.iter().map(|file| format!("{}\n", file.name)).collect();
    files.push(File { name: "files.f".to_string(), text: list });
    let (folder, _) = store(&files);
    passes(folder.path(), Some("testbench/rtl/system/cocotb/test_system.py"), filter);
}

/// What is behind the port adds words, and no more: Icarus simulates all of it in every cycle.
fn adding() -> Config {
    let integer = Config { waves: 3, registers: 4, ..Preset::Small.config() };
    Config { multiply: false, dpp: DppPath::None, shuffle: false, vote: false, ..integer }
}

#[test]
fn a_bus_model_finds_the_handshakes_and_answers_of_axi4_lite() {
    passes_on(&adding(), ".*");
}

#[test]
fn programs_run_under_back_pressure_with_another_organisation_and_reset() {
    let multi_port = Config { register_file: RegisterFile::MultiPort, stages: 2, ..adding() };
    let reset = (Reset::Asynchronous, Level::Low);
    let config = Config { reset: reset.0, reset_level: reset.1, clock_enable: true, ..multi_port };
    passes_on(&config, "back_pressure|a_program");
}

#[test]
fn the_example_scans_on_every_wave() {
    let folder = tempfile::tempdir().expect("a folder");
    let machine = ["--preset", "small", "--set", "lanes=8", "-o"];
    let program = folder.path().join("scan.hex");
    let commands: [(&[&str], &Path); 2] = [
        (&["generate", "system"], folder.path()),
        (&["assemble", "examples/inclusive_scan.s"], &program),
    ];
    for (command, output) in commands {
        lanebeat(&[command, &machine, &[path_text(output)]].concat()).good();
    }
    passes(folder.path(), None, ".*");
}
