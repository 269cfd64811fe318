//! docs/learn/boards.md: what it shows is what happens.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::golden;
use crate::common::program::{lanebeat_in, path_text};
use crate::common::tools::{ended, tool};

use super::serve::Served;

const PAGE: &str = "docs/learn/boards.md";
const SCAN: &str = "lanebeat run examples/gcn_scan_add.s --state examples/gcn_scan_add.json --preset small --set stages=10 --engine serial:/dev/ttyUSB0";

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

/// Verilog of a board that `make` writes to `folder`, and the board's own.
fn written(folder: &Path, machine: &str, board: &str, program: &str) -> Vec<PathBuf> {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("boards");
    fs::copy(boards.join("Makefile"), folder.join("Makefile")).expect("a copy");
    let made = Command::new("make")
        .arg(format!("verilog_{machine}"))
        .arg(format!("LANEBEAT={}", env!("CARGO_BIN_EXE_lanebeat")))
        .arg(format!("PROGRAM={program}"))
        .current_dir(folder)
        .output()
        .expect("make starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let build = folder.join("build").join(machine);
    let mut sources = vec![];
    for part in ["system", "bridge"] {
        let list = fs::read_to_string(build.join(part).join("files.f")).expect("a list");
        sources.extend(list.lines().map(|name| build.join(part).join(name)));
    }
    let own = format!("{board}/lanebeat_{board}.v");
    sources.extend(["lanebeat_serial.v", &own].map(|name| boards.join(name)));
    sources
}

/// The Verilog of a board as `make` writes it is read by Icarus without a word.
#[test]
fn the_makefile_writes_what_a_board_is_made_of() {
    let (Some(_), Some(iverilog)) = (tool("make"), tool("iverilog")) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    for (machine, board) in [
        ("ulx3s", "ulx3s"),
        ("warp", "ulx3s"),
        ("hx8k", "hx8k"),
        ("icebreaker", "icebreaker"),
        ("tang", "tang"),
    ] {
        let read = Command::new(&iverilog)
            .args(["-g2005", "-tnull", "-s", &format!("lanebeat_{board}")])
            .args(written(folder.path(), machine, board, ""))
            .output()
            .expect("iverilog starts");
        let said = String::from_utf8_lossy(&read.stderr);
        assert!(read.status.success() && said.is_empty(), "{machine}: {said}");
    }
}

/// Thread 12 is lane 0 of the last beat: its numbers are 12, 12 / 2 and 12 xor 6.
#[test]
fn the_leds_show_the_result_of_a_program_in_the_bitstream() {
    let (Some(_), Some(iverilog)) = (tool("make"), tool("iverilog")) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = path_text(&root.join("boards/gray_code.s")).to_owned();
    let sources = written(folder.path(), "hx8k", "hx8k", &program);
    let simulation = folder.path().join("leds.vvp");
    let built = ended(
        Command::new(&iverilog)
            .args(["-g2005", "-D", "LANEBEAT_PROGRAM=4", "-s", "leds", "-o"])
            .arg(&simulation)
            .arg(root.join("boards/hx8k/leds.v"))
            .args(sources),
    );
    assert_eq!(built, (true, String::new()));
    let (success, said) = ended(Command::new("vvp").arg("-n").arg(&simulation));
    assert!(success, "{said}");
    let shown: Vec<&str> = said.lines().filter_map(|line| line.split(" led = ").nth(1)).collect();
    for result in [12, 12 / 2, 12 ^ 6] {
        assert!(shown.contains(&&*format!("1{result:06b}0")), "{result}: {said}");
    }
    assert_eq!(shown.last(), Some(&&*format!("1{:06b}0", 12 ^ 6)));
    let page = fs::read_to_string(root.join(PAGE)).expect("the page");
    let last = said.lines().last().expect("a line");
    assert!(page.contains(&format!("{last}\n```")), "{PAGE} must end with {last}");
}
