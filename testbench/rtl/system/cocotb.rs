//! The written system behind a bus model that others wrote: cocotb and cocotbext-axi drive its
//! AXI4-Lite port under Icarus. The tests themselves are in
//! testbench/rtl/system/cocotb/test_system.py.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::tools::{missing, store, tool};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::rtl;
use lanebeat::verilog::{File, Header, write};

/// A Python that has cocotb and cocotbext-axi: the one that `LANEBEAT_PYTHON` names, or the first
/// on the path.
fn python() -> Option<PathBuf> {
    let program =
        std::env::var_os("LANEBEAT_PYTHON").map_or_else(|| "python3".into(), PathBuf::from);
    let needs = ["-c", "import cocotb_tools.runner, cocotbext.axi"];
    let has_them =
        Command::new(&program).args(needs).output().is_ok_and(|output| output.status.success());
    if !has_them {
        missing("cocotb");
    }
    has_them.then_some(program)
}

/// Runs the tests whose names match `filter` on the system of `config`.
fn passes(config: &Config, filter: &str) {
    let (Some(python), Some(_)) = (python(), tool("iverilog")) else { return };
    let top = rtl::system(config).module;
    let mut files =
        write(&top, &Header { parameters: &config.to_toml(), command: "lanebeat generate system" });
    let list = files.iter().map(|file| format!("{}\n", file.name)).collect();
    files.push(File { name: "files.f".to_string(), text: list });
    let (folder, _) = store(&files);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/rtl/system/cocotb/run.py");
    let mut command = Command::new(python);
    command.arg(script).arg(&top.name).arg(folder.path()).arg(folder.path().join("results"));
    command
        .env("COCOTB_TEST_FILTER", filter)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONWARNINGS", "ignore");
    let output = command.output().expect("Python starts");
    let said = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat();
    assert!(output.status.success(), "{said}");
    let count = said
        .lines()
        .filter(|line| line.contains(" PASS ") && line.contains("test_system."))
        .count();
    assert!(count > 0, "no test matches {filter}: {said}");
}

#[test]
fn a_bus_model_finds_the_handshakes_and_answers_of_axi4_lite() {
    passes(&Preset::Small.config(), ".*");
}

#[test]
fn programs_run_under_back_pressure_in_another_organisation() {
    let config = Config {
        register_file: RegisterFile::MultiPort,
        waves: 3,
        stages: 2,
        ..Preset::Small.config()
    };
    passes(&config, "back_pressure|a_program");
}
