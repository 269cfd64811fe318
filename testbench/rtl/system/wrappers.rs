//! The written system inside designs of LiteX and Amaranth: what examples/ shows elaborates, and
//! fits the Verilog's ports.

use std::path::Path;
use std::process::Command;

use crate::common::program::{lanebeat, path_text};
use crate::common::tools::{python, run, tool};
use tempfile::TempDir;

/// With the standard reset, and with what else there is.
fn systems() -> [TempDir; 2] {
    let other = "--set reset=asynchronous --set reset_level=low --set clock_enable=true";
    ["", other].map(|settings| {
        let folder = tempfile::tempdir().expect("a folder");
        let command = format!("generate system --preset small {settings} -o");
        let words = command.split_whitespace().chain([path_text(folder.path())]);
        lanebeat(&words.collect::<Vec<_>>()).good();
        folder
    })
}

/// What the example `name` prints on the system in `folder`; `None` without the Python `modules`.
fn printed(name: &str, modules: &str, folder: &Path, output: &[&str]) -> Option<String> {
    let script = format!("{}/examples/{name}_system.py", env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(python(modules)?);
    command.arg(script).arg(folder).args(output).current_dir(folder);
    let ran = command.env("PYTHONDONTWRITEBYTECODE", "1").output().expect("Python starts");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{errors}");
    Some(String::from_utf8(ran.stdout).expect("UTF-8"))
}

/// The Verilog of the system in `folder`, as a list for a command line.
fn verilog(folder: &Path) -> String {
    let list = std::fs::read_to_string(folder.join("files.f")).expect("a file list");
    list.lines().collect::<Vec<_>>().join(" ")
}

fn accepts(yosys: &Path, folder: &Path, script: &str) {
    let arguments = ["-q", "-p", script].map(str::to_owned);
    let (success, said) = run(yosys, folder, &arguments);
    assert!(success, "{said}");
}

#[test]
fn an_instance_in_an_amaranth_design_has_the_systems_ports() {
    for folder in systems() {
        let Some(top) = printed("amaranth", "amaranth", folder.path(), &[]) else { return };
        let Some(yosys) = tool("yosys") else { return };
        std::fs::write(folder.path().join("top.il"), top).expect("a folder of ours");
        let script = format!(
            "read_verilog {}; read_rtlil top.il; hierarchy -check -top top; check -assert",
            verilog(folder.path())
        );
        accepts(&yosys, folder.path(), &script);
    }
}

#[test]
fn a_litex_soc_has_the_system_on_its_bus() {
    for folder in systems() {
        let Some(_) = printed("litex", "litex, migen", folder.path(), &["soc.v"]) else { return };
        let Some(yosys) = tool("yosys") else { return };
        let script =
            format!("read_verilog soc.v {}; hierarchy -check -top soc", verilog(folder.path()));
        accepts(&yosys, folder.path(), &script);
    }
}
