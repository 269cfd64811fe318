//! docs/learn/boards.md: what it shows is what happens.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::golden;
use crate::common::program::lanebeat_in;
use crate::common::tools::tool;

use super::serve::Served;

const PAGE: &str = "docs/learn/boards.md";
const SCAN: &str = "lanebeat run examples/gcn_scan_add.s --state examples/gcn_scan_add.json --preset small --set stages=8 --engine serial:/dev/ttyUSB0";

#[test]
fn the_scan_of_the_page_ends_as_the_page_says() {
    let board = Served::new(&[]);
    let command = SCAN.replace("/dev/ttyUSB0", &board.port);
    let arguments: Vec<&str> = command.split(' ').skip(1).collect();
    let ran = lanebeat_in(Path::new(env!("CARGO_MANIFEST_DIR")), &arguments, b"").good();
    let first = ran.errors.lines().next().expect("a summary");
    let shown = format!("```\n$ {SCAN}\n{}{first}", ran.output);
    golden::block(PAGE, &format!("```\n$ {SCAN}\n"), "\n```", &shown);
}

#[test]
fn a_board_has_a_reset_that_is_high_and_no_enable() {
    let Some(make) = tool("make") else { return };
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("boards");
    for setting in ["reset_level=low", "clock_enable=true"] {
        let folder = tempfile::tempdir().expect("a folder");
        fs::copy(boards.join("Makefile"), folder.path().join("Makefile")).expect("a copy");
        let made = Command::new(&make)
            .arg("verilog_ulx3s")
            .arg(format!("LANEBEAT={}", env!("CARGO_BIN_EXE_lanebeat")))
            .arg(format!("SETTINGS=--preset small --set {setting}"))
            .current_dir(folder.path())
            .output()
            .expect("make starts");
        let said = String::from_utf8_lossy(&made.stderr);
        let rule = "SETTINGS: a board needs reset_level = \"high\" and clock_enable = false; leave both out";
        assert!(made.status.code() == Some(2) && said.starts_with(rule), "{said}");
        assert!(!folder.path().join("build").exists());
    }
}

/// The Verilog of a board as `make` writes it is read by Icarus without a word.
#[test]
fn the_makefile_writes_what_a_board_is_made_of() {
    let (Some(make), Some(iverilog)) = (tool("make"), tool("iverilog")) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("boards");
    for (machine, board) in
        [("ulx3s", "ulx3s"), ("warp", "ulx3s"), ("hx8k", "hx8k"), ("tang", "tang")]
    {
        let made = Command::new(&make)
            .args(["-f", "Makefile", &format!("verilog_{machine}")])
            .arg(format!("LANEBEAT={}", env!("CARGO_BIN_EXE_lanebeat")))
            .current_dir({
                fs::copy(boards.join("Makefile"), folder.path().join("Makefile")).expect("a copy");
                folder.path()
            })
            .output()
            .expect("make starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let build = folder.path().join("build").join(machine);
        let mut sources = vec![];
        for part in ["system", "bridge"] {
            let list = fs::read_to_string(build.join(part).join("files.f")).expect("a list");
            sources.extend(list.lines().map(|name| build.join(part).join(name)));
        }
        let own = format!("{board}/lanebeat_{board}.v");
        sources.extend(["lanebeat_serial.v", &own].map(|name| boards.join(name)));
        let read = Command::new(&iverilog)
            .args(["-g2005", "-tnull", "-s", &format!("lanebeat_{board}")])
            .args(&sources)
            .output()
            .expect("iverilog starts");
        let said = String::from_utf8_lossy(&read.stderr);
        assert!(read.status.success() && said.is_empty(), "{machine}: {said}");
    }
}
