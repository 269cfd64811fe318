//! Resources of each FPGA family that the cells counted by yosys take.

use std::collections::BTreeMap;

/// Cells by type, as `stat` counts them.
pub type Cells = BTreeMap<String, u64>;

/// An FPGA family that yosys maps to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// 7-series of AMD.
    Xc7,
    /// ECP5 of Lattice.
    Ecp5,
    /// iCE40 of Lattice.
    Ice40,
    /// GW2A and its like of Gowin.
    Gowin,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 4] = [Self::Xc7, Self::Ecp5, Self::Ice40, Self::Gowin];

    /// Its name after `--flow`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Xc7 => "xc7",
            Self::Ecp5 => "ecp5",
            Self::Ice40 => "ice40",
            Self::Gowin => "gowin",
        }
    }
}

/// A resource of a family: its figure's name and unit, and how many of it each of the cells takes.
/// `SB_DFF*` is every cell that begins so.
type Resource = (&'static str, &'static str, &'static [(u64, &'static str)]);

/// Number of `cells` that a cell takes.
fn taken(cells: &[(u64, &str)], cell: &str) -> u64 {
    let is = |name: &str| match name.strip_suffix('*') {
        Some(start) => cell.starts_with(start),
        None => cell == name,
    };
    let taken = cells.iter().find(|(_, names)| names.split(' ').any(is));
    taken.map_or(0, |(count, _)| *count)
}

/// The resources that `cells` take: name, amount, unit.
pub fn resources(family: Family, cells: &Cells) -> Vec<(&'static str, u64, &'static str)> {
    let rows = match family {
        Family::Xc7 => &XC7,
        Family::Ecp5 => &ECP5,
        Family::Ice40 => &ICE40,
        Family::Gowin => &GOWIN,
    };
    let total =
        |of: &[(u64, &str)]| cells.iter().map(|(cell, count)| taken(of, cell) * count).sum();
    rows.iter().map(|(name, unit, of)| (*name, total(of), *unit)).collect()
}

/// 7-series: a LUT6 is any LUT, and distributed memories take LUTs of a SLICEM (UG474 table 2-3).
const XC7: [Resource; 5] = [
    (
        "lut",
        "LUT6",
        &[
            (1, "LUT1 LUT2 LUT3 LUT4 LUT5 LUT6 INV SRL16E SRLC32E RAM32X1S RAM64X1S"),
            (2, "RAM32X1D RAM64X1D RAM128X1S"),
            (4, "RAM32M RAM64M RAM128X1D RAM256X1S"),
        ],
    ),
    ("flip-flops", "FF", &[(1, "FDRE FDSE FDCE FDPE")]),
    ("block ram", "RAMB18", &[(1, "RAMB18E1"), (2, "RAMB36E1")]),
    ("dsp", "DSP48E1", &[(1, "DSP48E1")]),
    ("carry", "CARRY4", &[(1, "CARRY4")]),
];

/// ECP5: a TRELLIS_DPR16X4 takes the four LUTs of two slices and two more that hold its write logic
/// (FPGA-TN-02204); a CCU2C is two LUTs with their carry.
const ECP5: [Resource; 5] = [
    ("lut", "LUT4", &[(1, "LUT4"), (2, "CCU2C"), (6, "TRELLIS_DPR16X4")]),
    ("flip-flops", "FF", &[(1, "TRELLIS_FF")]),
    ("block ram", "DP16KD", &[(1, "DP16KD PDPW16KD")]),
    ("dsp", "MULT18X18D", &[(1, "MULT18X18D")]),
    ("carry", "CCU2C", &[(1, "CCU2C")]),
];

const ICE40: [Resource; 5] = [
    ("lut", "LUT4", &[(1, "SB_LUT4")]),
    ("flip-flops", "FF", &[(1, "SB_DFF*")]),
    ("block ram", "RAM40_4K", &[(1, "SB_RAM40_4K*")]),
    ("dsp", "MAC16", &[(1, "SB_MAC16")]),
    ("carry", "CARRY", &[(1, "SB_CARRY")]),
];

/// Gowin: an ALU is a LUT with its carry; a RAM16SDP4 takes four LUTs and their neighbours'
/// (UG288).
const GOWIN: [Resource; 5] = [
    (
        "lut",
        "LUT4",
        &[
            (1, "LUT1 LUT2 LUT3 LUT4 ALU RAM16S1 RAM16SDP1"),
            (2, "RAM16S2 RAM16SDP2"),
            (4, "RAM16S4 RAM16SDP4"),
        ],
    ),
    ("flip-flops", "FF", &[(1, "DFF*")]),
    ("block ram", "BSRAM", &[(1, "SP SPX9 SDPB SDPX9B DPB DPX9B DPX9 pROM")]),
    ("dsp", "DSP", &[(1, "MULT*")]),
    ("carry", "ALU", &[(1, "ALU")]),
];
