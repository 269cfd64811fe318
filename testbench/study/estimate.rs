//! The estimate of LUTs, flip-flops and block RAM against what yosys 0.23 was seen to make.

use std::time::Instant;

use crate::common::program::{figure, lanebeat_in};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::hdl::{MemoryShape, ModuleBuilder, ReadDuringWrite, ReadWrite};
use lanebeat::rtl::core;
use lanebeat::study::estimate::{Estimate, Storage, estimate, features, storage};
use lanebeat::study::{Family, parts};

fn of(config: &Config, family: Family) -> Estimate {
    estimate(family, &parts(&core(config))).expect("a calibrated family")
}

fn is_within(estimated: f64, measured: f64, share: f64) {
    assert!((estimated / measured - 1.0).abs() < share, "{estimated:.0} for {measured}");
}

/// Machines that the table was not fitted to, as `lanebeat study --flow xc7` measures them with
/// yosys 0.23.
#[test]
fn machines_that_the_fit_has_not_seen_are_within_8_and_15_percent() {
    let skewed = Config {
        lanes: 4,
        waves: 4,
        stages: 4,
        dpp: false,
        register_file: RegisterFile::Skewed,
        ..Config::default()
    };
    let measured = [
        (Preset::Small.config(), 9_228.0, 3_001.0, 16, 16.0),
        (skewed, 16_728.0, 8_700.0, 16, 24.0),
    ];
    for (config, luts, flip_flops, block_rams, dsps) in measured {
        let estimated = of(&config, Family::Xc7);
        is_within(estimated.luts, luts, 0.08);
        is_within(estimated.flip_flops, flip_flops, 0.15);
        assert_eq!(estimated.block_rams, block_rams);
        assert_eq!(estimated.dsps.round(), dsps);
    }
}

/// A memory of `depth` rows and 16 columns of `bits`, with one port that reads or writes, or with
/// one to read and one to write.
fn memory(depth: usize, bits: usize, one_port: bool) -> [Storage; 2] {
    let builder = ModuleBuilder::new("store", "A memory.");
    let m = &builder;
    let shape = MemoryShape {
        depth,
        columns: 16,
        column_width: bits,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let memory = m.memory("words", shape);
    let address = m.input("address", shape.address_width(), "row");
    let (enable, write) = (m.input("enable", 1, "access"), m.input("write", 1, "it writes"));
    let (columns, data) = (
        m.input("columns", 16, "columns that are written"),
        m.input("data", 16 * bits, "what is written"),
    );
    let read = match one_port {
        true => {
            let port = ReadWrite { address, enable, write, column_enable: columns, data };
            memory.read_write_port(port, "read")
        }
        false => {
            memory.write_port(address, columns, data);
            memory.read_port(address, enable, "read")
        }
    };
    m.output("read_data", read, "what was read");
    if !one_port {
        m.output("writes", write, "as it came in");
    }
    let module = builder.finish();
    let memory = &features(&parts(&module)[0]).memories[0].0;
    [storage(Family::Xc7, memory), storage(Family::Ecp5, memory)]
}

#[test]
fn a_deep_column_of_words_is_a_block_ram_for_each_512_rows() {
    for (depth, blocks) in [(64, 1), (512, 1), (1024, 2), (4096, 8)] {
        for [xc7, ecp5] in [memory(depth, 32, true), memory(depth, 32, false)] {
            assert_eq!(xc7, Storage { block_rams: 16 * blocks, ..Storage::default() }, "{depth}");
            assert_eq!(ecp5, xc7, "{depth}");
        }
    }
}

#[test]
fn a_column_of_bits_is_lut_ram_with_a_flip_flop_for_what_is_read() {
    // As yosys maps the mask file of 16 columns and 64 rows: 16 RAM64X1S, 64 TRELLIS_DPR16X4 and
    // their read multiplexers.
    let [xc7, ecp5] = memory(64, 1, true);
    assert_eq!(xc7, Storage { luts: 16, flip_flops: 16, block_rams: 0 });
    assert_eq!((ecp5.flip_flops, ecp5.block_rams), (16, 0));
    assert!((6 * 64..6 * 64 + 64).contains(&ecp5.luts), "{}", ecp5.luts);
}

#[test]
fn a_column_of_512_bits_is_a_block_ram_on_an_ecp5_alone() {
    // `replicated` with 64 registers and 8 waves has 240 DP16KD: 192 for words, and one for each of
    // 48 columns of predicates.
    let [xc7, ecp5] = memory(512, 1, false);
    assert_eq!((xc7.block_rams, ecp5), (0, Storage { block_rams: 16, ..Storage::default() }));
    let [_, shallower] = memory(256, 1, false);
    assert_eq!(shallower.block_rams, 0);
}

#[test]
fn an_estimate_needs_no_tool_and_says_how_far_it_is_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let study = [
        "study",
        "--preset",
        "small",
        "--axis",
        "register_file=wide,replicated",
        "--axis",
        "waves=1..8",
        "-o",
        "out",
        "--json",
    ];
    let start = Instant::now();
    for flow in [&[][..], &["--flow", "estimate=ecp5"]] {
        let ran = lanebeat_in(folder.path(), &[&study[..], flow].concat(), b"");
        assert_eq!(ran.status, Some(0), "{}", ran.errors);
        for point in 0..ran.json()["points"].as_array().expect("points").len() {
            for name in ["lut", "flip-flops", "block ram", "dsp"] {
                let (_, source) = figure(&ran, point, name).unwrap_or_else(|| panic!("no {name}"));
                assert!(
                    source.contains("Yosys 0.23")
                        && (name == "block ram" || source.contains("% at worst")),
                    "{source}"
                );
            }
        }
    }
    // Sixteen points; a thousand take ten seconds when they are not debugged.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
    let refused = lanebeat_in(
        folder.path(),
        &["study", "--axis", "waves=1", "--flow", "estimate=ice40"],
        b"",
    );
    assert_eq!(refused.status, Some(2));
    assert!(
        refused
            .errors
            .contains("there is no such flow; flows are estimate (for xc7), estimate=ecp5"),
        "{}",
        refused.errors
    );
}
