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

/// A resource of a family: its figure's name and unit, and the cells that take it.
struct Resource {
    name: &'static str,
    unit: &'static str,
    /// How many each of the cells takes. `SB_DFF*` is every cell that begins so.
    cells: &'static [(u64, &'static str)],
}

const fn resource(
    name: &'static str,
    unit: &'static str,
    cells: &'static [(u64, &'static str)],
) -> Resource {
    Resource { name, unit, cells }
}

impl Resource {
    /// How many of it a cell takes.
    fn of_cell(&self, cell: &str) -> u64 {
        let is = |name: &str| match name.strip_suffix('*') {
            Some(start) => cell.starts_with(start),
            None => cell == name,
        };
        let taken = self.cells.iter().find(|(_, names)| names.split(' ').any(is));
        taken.map_or(0, |(count, _)| *count)
    }
}

/// The resources that `cells` take: name, amount, unit.
pub fn resources(family: Family, cells: &Cells) -> Vec<(&'static str, u64, &'static str)> {
    let rows = match family {
        Family::Xc7 => &XC7,
        Family::Ecp5 => &ECP5,
        Family::Ice40 => &ICE40,
        Family::Gowin => &GOWIN,
    };
    let total = |row: &Resource| cells.iter().map(|(cell, count)| row.of_cell(cell) * count).sum();
    rows.iter().map(|row| (row.name, total(row), row.unit)).collect()
}

/// 7-series: a LUT6 is any LUT, and distributed memories take LUTs of a SLICEM (UG474 table 2-3).
const XC7: [Resource; 5] = [
    resource(
        "lut",
        "LUT6",
        &[
            (1, "LUT1 LUT2 LUT3 LUT4 LUT5 LUT6 INV SRL16E SRLC32E RAM32X1S RAM64X1S"),
            (2, "RAM32X1D RAM64X1D RAM128X1S"),
            (4, "RAM32M RAM64M RAM128X1D RAM256X1S"),
        ],
    ),
    resource("flip-flops", "FF", &[(1, "FDRE FDSE FDCE FDPE")]),
    resource("block ram", "RAMB18", &[(1, "RAMB18E1"), (2, "RAMB36E1")]),
    resource("dsp", "DSP48E1", &[(1, "DSP48E1")]),
    resource("carry", "CARRY4", &[(1, "CARRY4")]),
];

/// ECP5: a TRELLIS_DPR16X4 takes the four LUTs of two slices and two more that hold its write logic
/// (FPGA-TN-02204); a CCU2C is two LUTs with their carry.
const ECP5: [Resource; 5] = [
    resource("lut", "LUT4", &[(1, "LUT4"), (2, "CCU2C"), (6, "TRELLIS_DPR16X4")]),
    resource("flip-flops", "FF", &[(1, "TRELLIS_FF")]),
    resource("block ram", "DP16KD", &[(1, "DP16KD PDPW16KD")]),
    resource("dsp", "MULT18X18D", &[(1, "MULT18X18D")]),
    resource("carry", "CCU2C", &[(1, "CCU2C")]),
];

const ICE40: [Resource; 5] = [
    resource("lut", "LUT4", &[(1, "SB_LUT4")]),
    resource("flip-flops", "FF", &[(1, "SB_DFF*")]),
    resource("block ram", "RAM40_4K", &[(1, "SB_RAM40_4K*")]),
    resource("dsp", "MAC16", &[(1, "SB_MAC16")]),
    resource("carry", "CARRY", &[(1, "SB_CARRY")]),
];

/// Gowin: an ALU is a LUT with its carry; a RAM16SDP4 takes four LUTs and their neighbours'
/// (UG288).
const GOWIN: [Resource; 5] = [
    resource(
        "lut",
        "LUT4",
        &[
            (1, "LUT1 LUT2 LUT3 LUT4 ALU RAM16S1 RAM16SDP1"),
            (2, "RAM16S2 RAM16SDP2"),
            (4, "RAM16S4 RAM16SDP4"),
        ],
    ),
    resource("flip-flops", "FF", &[(1, "DFF*")]),
    resource("block ram", "BSRAM", &[(1, "SP SPX9 SDPB SDPX9B DPB DPX9B DPX9 pROM")]),
    resource("dsp", "DSP", &[(1, "MULT*")]),
    resource("carry", "ALU", &[(1, "ALU")]),
];
