//! The unit of `examples/custom_unit.rs` does what bytes and words of Rust do.

use super::custom_unit::{answer, dot};
use lanebeat_hdl::verilog::{Header, write};
use lanebeat_hdl::{Delays, Pipeline};

/// Words of four lanes, lane 0 first: zeros, the largest, and what differs in every byte.
const OPERANDS: [[u32; 4]; 3] = [
    [0x0000_0000, 0xffff_ffff, 0x0403_0201, 0x8001_7fff],
    [0x1234_5678, 0xffff_ffff, 0x0101_0101, 0x00ff_8002],
    [0x0000_0007, 0xffff_ffff, 0x0000_0064, 0x7fff_ffff],
];

fn packed(words: [u32; 4]) -> u128 {
    words.into_iter().rev().fold(0, |packed, word| packed << 32 | u128::from(word))
}

fn expected() -> u128 {
    let [a, b, sum] = OPERANDS;
    packed(std::array::from_fn(|lane| {
        let pairs = a[lane].to_le_bytes().into_iter().zip(b[lane].to_le_bytes());
        let products = pairs.map(|(a, b)| u32::from(a) * u32::from(b));
        products.fold(sum[lane], u32::wrapping_add)
    }))
}

#[test]
fn a_unit_of_ones_own_multiplies_bytes_at_once_and_in_two_stages_two_clock_edges_later() {
    let (unit, operands) = (dot(4).module, OPERANDS.map(packed));
    assert_eq!(answer(&unit, 0, operands), expected());
    let pipelined = Pipeline::new(2, Delays::xc7()).apply(&unit).module;
    assert_ne!(answer(&pipelined, 1, operands), expected());
    assert_eq!(answer(&pipelined, 2, operands), expected());
}

#[test]
fn a_unit_of_ones_own_is_a_file_for_the_lane_and_one_for_all_lanes() {
    let files = write(&dot(4).module, &Header::default());
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["dot_lane.v", "dot.v"]);
    assert!(files[1].text.contains("for (copy = 0; copy < 4;"), "{}", files[1].text);
}
