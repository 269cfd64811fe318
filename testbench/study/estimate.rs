//! The estimate of LUTs, flip-flops and block RAM against what yosys 0.23 was seen to make.

use std::time::Instant;

use super::macros::{Ports, memory};
use crate::common::bench::with;
use crate::common::program::{figure, lanebeat_in};
use lanebeat::config::{Config, Preset};
use lanebeat::rtl::core;
use lanebeat::study::estimate::{Amounts, clock, estimate, routed_clock, storage};
use lanebeat::study::{Family, parts};

fn of(config: &Config, family: Family) -> Amounts {
    estimate(family, &parts(&core(config))).expect("a calibrated family")
}

fn is_within(estimated: f64, measured: f64, share: f64) {
    assert!((estimated / measured - 1.0).abs() < share, "{estimated:.0} for {measured}");
}

/// Machines that the table was not fitted to, as `lanebeat study --flow xc7` measures them with
/// yosys 0.23.
#[test]
fn machines_that_the_fit_has_not_seen_are_within_8_and_15_percent() {
    let settings = "lanes=4 waves=4 stages=4 dpp=false register_file=skewed";
    let skewed = with(&Config::default(), settings);
    let measured = [
        (Config { stages: 0, ..Preset::Small.config() }, 8_983.0, 3_071.0, 16.0, 16.0),
        (skewed, 17_288.0, 9_409.0, 16.0, 32.0),
    ];
    for (config, luts, flip_flops, block_rams, dsps) in measured {
        let estimated = of(&config, Family::Xc7);
        is_within(estimated.luts, luts, 0.08);
        is_within(estimated.flip_flops, flip_flops, 0.15);
        assert_eq!(estimated.block_rams, block_rams);
        assert_eq!(estimated.dsps.round(), dsps);
    }
}

fn blocks_of(count: u32) -> Amounts {
    Amounts { block_rams: f64::from(count), ..Amounts::default() }
}

/// A memory of `depth` rows and 16 columns of `bits`, on either family.
fn stored(depth: usize, bits: usize, ports: Ports) -> [Amounts; 2] {
    let module = memory(depth, 16, bits, ports);
    [Family::Xc7, Family::Ecp5].map(|family| storage(family, &module.memories[0]))
}

#[test]
fn a_deep_column_of_words_is_a_block_ram_for_each_512_rows() {
    for (depth, blocks) in [(64, 1), (512, 1), (1024, 2), (4096, 8)] {
        for [xc7, ecp5] in [Ports::One, Ports::Readers(1)].map(|ports| stored(depth, 32, ports)) {
            assert_eq!(xc7, blocks_of(16 * blocks), "{depth}");
            assert_eq!(ecp5, xc7, "{depth}");
        }
    }
}

#[test]
fn a_column_of_bits_is_lut_ram_with_a_flip_flop_for_what_is_read() {
    // As yosys maps the mask file of 16 columns and 64 rows: 16 RAM64X1S, 64 TRELLIS_DPR16X4 and
    // their read multiplexers.
    let [xc7, ecp5] = stored(64, 1, Ports::One);
    assert_eq!(xc7, Amounts { luts: 16.0, flip_flops: 16.0, ..Amounts::default() });
    assert_eq!((ecp5.flip_flops, ecp5.block_rams), (16.0, 0.0));
    assert!((6.0 * 64.0..7.0 * 64.0).contains(&ecp5.luts), "{}", ecp5.luts);
}

#[test]
fn a_column_of_512_bits_is_a_block_ram_on_an_ecp5_alone() {
    // `replicated` with 64 registers and 8 waves has 240 DP16KD: 192 for words, and one for each of
    // 48 columns of predicates.
    let [xc7, ecp5] = stored(512, 1, Ports::Readers(1));
    assert_eq!((xc7.block_rams, ecp5), (0.0, blocks_of(16)));
    let [_, shallower] = stored(256, 1, Ports::Readers(1));
    assert_eq!(shallower.block_rams, 0.0);
}

#[test]
fn an_estimate_needs_no_tool_and_says_how_far_it_is_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let axes = "--axis register_file=wide,replicated --axis waves=1..8";
    let start = Instant::now();
    for flow in ["", "--flow estimate=ecp5"] {
        let line = format!("study --preset small {axes} -o out --json {flow}");
        let ran = lanebeat_in(folder.path(), &line, b"").good();
        for point in 0..ran.json()["points"].as_array().expect("points").len() {
            for name in ["lut", "flip-flops", "block ram", "dsp"] {
                let (_, source) = figure(&ran, point, name).unwrap_or_else(|| panic!("no {name}"));
                let is_told = source.contains("Yosys 0.23")
                    && (name == "block ram" || source.contains("% at worst"));
                assert!(is_told, "{source}");
            }
        }
    }
    // Sixteen points; a thousand take ten seconds when they are not debugged.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
    let refused = lanebeat_in(folder.path(), "study --axis waves=1 --flow estimate=ice40", b"");
    assert_eq!(refused.status, Some(2));
    assert!(
        refused
            .errors
            .contains("there is no such flow; flows are estimate (for xc7), estimate=ecp5"),
        "{}",
        refused.errors
    );
}

/// Routed clocks of the page beside those by the table of delays, and how far these are off.
#[test]
fn the_clock_is_off_from_routed_ones_as_far_as_is_said() {
    let page = include_str!("../../docs/measure/study.md");
    let (_, table) = page.split_once("<!-- table clock -->\n").expect("a table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let settings = "vote=false shuffle=false";
    let mut errors: Vec<f64> = rows
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let [file, stages, routed, expected] = cells[1..5] else { panic!("{row}") };
            let own =
                format!("{settings} register_file={} stages={stages}", file.trim_matches('`'));
            let machine = core(&with(&Preset::Small.config(), &own));
            let clock = clock(Family::Ecp5, &machine);
            assert_eq!(format!("{clock:.1}"), expected, "{row}");
            100.0 * (clock / routed.parse::<f64>().expect("a number") - 1.0).abs()
        })
        .collect();
    errors.sort_by(f64::total_cmp);
    let said = routed_clock(Family::Ecp5).expect("some were routed");
    let median = f64::midpoint(errors[2], errors[3]);
    assert_eq!((errors.len(), said.machines), (6, 6));
    assert!((said.error.0 - median).abs() < 0.2 && (said.error.1 - errors[5]).abs() < 0.2);
}
