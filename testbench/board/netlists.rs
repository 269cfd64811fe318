//! The scripts in `boards/` that change a netlist between yosys and nextpnr: it has the cells that they promise, and is the
//! same machine.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::tools::{python, tool};

/// The cells of the design called `name` before and behind `script`, which yosys has proved to be one machine; `None` without
/// tools.
fn changed(name: &str, script: &str, arguments: &[&str]) -> Option<[Vec<Value>; 2]> {
    let (yosys, python) = (tool("yosys")?, python("json")?);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for name in [name, "MULT18X18D.v", "same_machine.ys"] {
        fs::copy(root.join("testbench/board").join(name), folder.join(name)).expect("a copy");
    }
    let yosys = |arguments: &[&str]| {
        let ran = Command::new(&yosys).arg("-q").args(arguments).current_dir(folder).output();
        let ran = ran.expect("yosys starts");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    };
    yosys(&["-p", &format!("read_verilog {name}; synth_ecp5 -top top -json before.json")]);
    let before = fs::File::open(folder.join("before.json")).expect("a netlist");
    let ran = Command::new(python)
        .arg(root.join("boards").join(script))
        .args(arguments)
        .stdin(Stdio::from(before))
        .output()
        .expect("python starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    fs::write(folder.join("after.json"), ran.stdout).expect("written");
    yosys(&["same_machine.ys"]);
    Some(["before.json", "after.json"].map(|name| {
        let text = fs::read_to_string(folder.join(name)).expect("a netlist");
        let design: Value = serde_json::from_str(&text).expect("JSON");
        let cells = design["modules"]["top"]["cells"].as_object().expect("cells");
        cells.values().cloned().collect()
    }))
}

#[test]
fn multipliers_take_up_the_registers_around_them_and_compute_the_same() {
    let Some([_, cells]) = changed("multipliers.v", "block_registers.py", &[]) else { return };
    let blocks: Vec<&Value> = cells.iter().filter(|cell| cell["type"] == "MULT18X18D").collect();
    let of = |name: &str| blocks.iter().filter(|cell| cell["parameters"][name] == "CLK0").count();
    // multipliers.v says which: all of one product, none of another, a part of the rest.
    let found = ["REG_INPUTA_CLK", "REG_INPUTB_CLK", "REG_OUTPUT_CLK"].map(of);
    assert_eq!((blocks.len(), found), (6, [4, 4, 2]));
}

#[test]
fn registers_have_a_copy_for_each_group_of_lanes_that_reads_them_and_keep_the_same() {
    let Some(cells) = changed("lanes.v", "copy_registers.py", &["2"]) else { return };
    // lanes.v says which: three of four bits.
    let [before, after] =
        cells.map(|cells| cells.iter().filter(|cell| cell["type"] == "TRELLIS_FF").count());
    assert_eq!(after, before + 3 * 4);
}

#[test]
fn what_is_no_netlist_or_no_number_is_one_error() {
    let Some(python) = python("json") else { return };
    let refused = [
        ("block_registers.py", "", "", "standard input is no netlist of yosys (JSONDecodeError("),
        (
            "copy_registers.py",
            "4",
            r#"{"modules": {"top": {}}}"#,
            "yosys (KeyError('cells')); write",
        ),
        (
            "spread.py",
            "4",
            r#"{"modules": {}}"#,
            "yosys (StopIteration()); write one by synth_ecp5",
        ),
        ("copy_registers.py", "0", "", "GROUP is 1 or more, not 0"),
        ("spread.py", "6", "", "PERIOD is a multiple of 4, not 6"),
    ];
    for (script, argument, input, error) in refused {
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), input).expect("written");
        let mut command = Command::new(&python);
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("boards").join(script));
        command.stdin(Stdio::from(file.reopen().expect("the file")));
        let ran = command.args(argument.split_whitespace()).output().expect("python starts");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(said.contains(error) && ran.stdout.is_empty(), "{script}: {said}");
        assert_eq!(ran.status.code(), Some(2), "{script}");
    }
}
