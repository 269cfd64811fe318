//! `boards/block_registers.py`: flip-flops move into the multiplier blocks of an ECP5, and nothing else changes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::tools::{python, tool};

#[test]
fn multipliers_take_up_the_registers_around_them_and_compute_the_same() {
    let (Some(yosys), Some(python)) = (tool("yosys"), python("json")) else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for name in ["multipliers.v", "MULT18X18D.v", "block_registers.ys"] {
        fs::copy(root.join("testbench/board").join(name), folder.join(name)).expect("a copy");
    }
    let yosys = |arguments: &[&str]| {
        let ran = Command::new(&yosys).arg("-q").args(arguments).current_dir(folder).output();
        let ran = ran.expect("yosys starts");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    };
    yosys(&["-p", "read_verilog multipliers.v; synth_ecp5 -top multipliers -json before.json"]);
    let registered = Command::new(python)
        .arg(root.join("boards/block_registers.py"))
        .stdin(Stdio::from(fs::File::open(folder.join("before.json")).expect("a netlist")))
        .output()
        .expect("python starts");
    assert!(registered.status.success(), "{}", String::from_utf8_lossy(&registered.stderr));
    let design: Value = serde_json::from_slice(&registered.stdout).expect("JSON");
    let cells = design["modules"]["multipliers"]["cells"].as_object().expect("cells").values();
    let blocks: Vec<&Value> = cells.filter(|cell| cell["type"] == "MULT18X18D").collect();
    let of = |name: &str| blocks.iter().filter(|cell| cell["parameters"][name] == "CLK0").count();
    // multipliers.v says which: all of one product, none of another, a part of the rest.
    let found = ["REG_INPUTA_CLK", "REG_INPUTB_CLK", "REG_OUTPUT_CLK"].map(of);
    assert_eq!((blocks.len(), found), (6, [4, 4, 2]));
    fs::write(folder.join("after.json"), registered.stdout).expect("written");
    yosys(&["block_registers.ys"]);
}
