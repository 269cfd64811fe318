//! What the cross-lane units cost on a 7-series FPGA must not grow: the figures of
//! docs/measure/area.md that are quick to measure, each beside the bound of a multiplexer without
//! F7 and F8 (a LUT6 holds 4:1). `qor/measure.py` measures the rest.

use std::path::Path;
use std::process::Command;

use crate::common::cells::cells;
use crate::common::sample::of_today;
use crate::common::tools::{ended, tool};
use lanebeat::config::Config;
use lanebeat::study::Family;

/// LUTs of a unit after `synth_xilinx -family xc7 -nowidelut -flatten`; `None` without yosys.
fn luts(unit: &str, config: &Config) -> Option<u64> {
    let cells = cells(unit, config, Family::Xc7)?;
    let count = cells
        .iter()
        .filter(|(cell, _)| cell.starts_with("LUT") || *cell == "INV")
        .map(|(_, count)| count)
        .sum();
    println!("{unit}: {count} LUTs");
    Some(count)
}

/// LUT6 of a crossbar of 16 words of 32 bits out of `words`: each LUT makes one out of four, or out
/// of two with what is left.
fn crossbar_bound(words: u64) -> u64 {
    (words - 1).div_ceil(3) * 32 * 16
}

/// The page compares other ways to write a unit: texts that the script changes must be in the Verilog of today.
#[test]
fn the_script_of_the_page_finds_what_it_changes() {
    let Some(python) = tool("python3") else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("qor/measure.py");
    let mut measure = Command::new(python);
    measure.arg(script).args(["--check", "columns", "bits"]);
    let (is_good, said) = ended(measure.env("LANEBEAT", env!("CARGO_BIN_EXE_lanebeat")));
    assert!(is_good && said.is_empty(), "{said}");
}

#[test]
fn the_bounds_are_those_of_the_page() {
    assert_eq!((crossbar_bound(16), crossbar_bound(32)), (2560, 5632));
}

fn assert_shuffle_of_16_threads_takes_at_most_2900_luts() {
    let Some(count) = luts("shuffle", &Config { beats: 1, ..Config::default() }) else { return };
    assert!((crossbar_bound(16)..=2900).contains(&count), "{count} LUTs");
}

#[test]
#[ignore = "for .ci/nightly: the same select and crossbar as of 16 threads, twice as large"]
fn a_shuffle_of_32_threads_in_16_lanes_stays_within_15_percent_of_its_bound() {
    let Some(count) = luts("shuffle", &Config::default()) else { return };
    let bound = crossbar_bound(32);
    assert!((bound..=bound * 115 / 100).contains(&count), "{count} LUTs");
}

fn assert_dpp_row_takes_less_than_half_of_the_shuffles_crossbar() {
    let Some(count) = luts("dpp", &Config::default()) else { return };
    assert!(count < crossbar_bound(32) / 2, "{count} LUTs");
}

/// One of the two a day.
#[test]
fn the_crossbar_and_the_network_of_a_row_take_no_more_luts_than_allowed() {
    let cases: [fn(); 2] = [
        assert_shuffle_of_16_threads_takes_at_most_2900_luts,
        assert_dpp_row_takes_less_than_half_of_the_shuffles_crossbar,
    ];
    of_today(cases, 1).into_iter().for_each(|case| case());
}
