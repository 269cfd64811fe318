//! What the cells that yosys counts amount to on each FPGA family.

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

/// A resource of a family: its figure's name and unit, and how many of it a cell takes.
struct Resource {
    name: &'static str,
    unit: &'static str,
    per_cell: fn(&str) -> u64,
}

/// The resources that `cells` take: name, amount, unit.
pub fn resources(family: Family, cells: &Cells) -> Vec<(&'static str, u64, &'static str)> {
    let rows: &[Resource] = match family {
        Family::Xc7 => XC7,
        Family::Ecp5 => ECP5,
        Family::Ice40 => ICE40,
        Family::Gowin => GOWIN,
    };
    let total =
        |row: &Resource| cells.iter().map(|(cell, count)| (row.per_cell)(cell) * count).sum();
    rows.iter().map(|row| (row.name, total(row), row.unit)).collect()
}

/// 1 for a cell of these types.
macro_rules! one {
    ($($pattern:pat_param)|+) => {
        |cell| u64::from(matches!(cell, $($pattern)|+))
    };
}

/// 7-series: a LUT6 is any LUT, and distributed memories take LUTs of a SLICEM (UG474 table 2-3).
const XC7: &[Resource] = &[
    Resource { name: "lut", unit: "LUT6", per_cell: xc7_luts },
    Resource { name: "flip-flops", unit: "FF", per_cell: one!("FDRE" | "FDSE" | "FDCE" | "FDPE") },
    Resource { name: "block ram", unit: "RAMB18", per_cell: xc7_block_rams },
    Resource { name: "dsp", unit: "DSP48E1", per_cell: one!("DSP48E1") },
    Resource { name: "carry", unit: "CARRY4", per_cell: one!("CARRY4") },
];

fn xc7_luts(cell: &str) -> u64 {
    match cell {
        "LUT1" | "LUT2" | "LUT3" | "LUT4" | "LUT5" | "LUT6" | "INV" | "SRL16E" | "SRLC32E"
        | "RAM32X1S" | "RAM64X1S" => 1,
        "RAM32X1D" | "RAM64X1D" | "RAM128X1S" => 2,
        "RAM32M" | "RAM64M" | "RAM128X1D" | "RAM256X1S" => 4,
        _ => 0,
    }
}

fn xc7_block_rams(cell: &str) -> u64 {
    match cell {
        "RAMB18E1" => 1,
        "RAMB36E1" => 2,
        _ => 0,
    }
}

/// ECP5: a TRELLIS_DPR16X4 takes the four LUTs of two slices and two more that hold its write logic
/// (FPGA-TN-02204); a CCU2C is two LUTs with their carry.
const ECP5: &[Resource] = &[
    Resource { name: "lut", unit: "LUT4", per_cell: ecp5_luts },
    Resource { name: "flip-flops", unit: "FF", per_cell: one!("TRELLIS_FF") },
    Resource { name: "block ram", unit: "DP16KD", per_cell: one!("DP16KD" | "PDPW16KD") },
    Resource { name: "dsp", unit: "MULT18X18D", per_cell: one!("MULT18X18D") },
    Resource { name: "carry", unit: "CCU2C", per_cell: one!("CCU2C") },
];

fn ecp5_luts(cell: &str) -> u64 {
    match cell {
        "LUT4" => 1,
        "CCU2C" => 2,
        "TRELLIS_DPR16X4" => 6,
        _ => 0,
    }
}

const ICE40: &[Resource] = &[
    Resource { name: "lut", unit: "LUT4", per_cell: one!("SB_LUT4") },
    Resource {
        name: "flip-flops",
        unit: "FF",
        per_cell: |cell| u64::from(cell.starts_with("SB_DFF")),
    },
    Resource {
        name: "block ram",
        unit: "RAM40_4K",
        per_cell: |cell| u64::from(cell.starts_with("SB_RAM40_4K")),
    },
    Resource { name: "dsp", unit: "MAC16", per_cell: one!("SB_MAC16") },
    Resource { name: "carry", unit: "CARRY", per_cell: one!("SB_CARRY") },
];

/// Gowin: an ALU is a LUT with its carry; a RAM16SDP4 takes four LUTs and their neighbours'
/// (UG288).
const GOWIN: &[Resource] = &[
    Resource { name: "lut", unit: "LUT4", per_cell: gowin_luts },
    Resource {
        name: "flip-flops",
        unit: "FF",
        per_cell: |cell| u64::from(cell.starts_with("DFF")),
    },
    Resource {
        name: "block ram",
        unit: "BSRAM",
        per_cell: one!("SP" | "SPX9" | "SDPB" | "SDPX9B" | "DPB" | "DPX9B" | "DPX9" | "pROM"),
    },
    Resource { name: "dsp", unit: "DSP", per_cell: |cell| u64::from(cell.starts_with("MULT")) },
    Resource { name: "carry", unit: "ALU", per_cell: one!("ALU") },
];

fn gowin_luts(cell: &str) -> u64 {
    match cell {
        "LUT1" | "LUT2" | "LUT3" | "LUT4" | "ALU" => 1,
        "RAM16S1" | "RAM16SDP1" => 1,
        "RAM16S2" | "RAM16SDP2" => 2,
        "RAM16S4" | "RAM16SDP4" => 4,
        _ => 0,
    }
}
