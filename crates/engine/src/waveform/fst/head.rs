//! Content of an FST file besides its values: the header, the scopes and variables, and the width
//! of each.

use super::numbers::{append_u64, append_varint};

/// Kinds of blocks.
const HEADER: u8 = 0;
const GEOMETRY: u8 = 3;
const HIERARCHY: u8 = 6;

/// Kinds of entries of the hierarchy.
const MODULE: [u8; 2] = [254, 0];
const UP: u8 = 255;
/// A wire and a text, both of no direction.
const WIRE: [u8; 2] = [16, 0];
const TEXT: [u8; 2] = [21, 0];

/// The width of a variable of texts.
pub const VARIABLE: usize = 0;

/// Scopes and variables.
#[derive(Default)]
pub struct Head {
    hierarchy: Vec<u8>,
    scopes: u64,
    variables: u64,
    /// Width of each net; [`VARIABLE`] for texts.
    pub widths: Vec<usize>,
}

impl Head {
    pub fn open_scope(&mut self, name: &str) {
        self.scopes += 1;
        self.hierarchy.extend(MODULE);
        self.name(name);
        // The module that it is one of.
        self.name("");
    }

    pub fn close_scope(&mut self) {
        self.hierarchy.push(UP);
    }

    /// A variable that shows net `net`, one that was there before or the next one.
    pub fn variable(&mut self, name: &str, width: usize, net: usize) {
        let is_new = net == self.widths.len();
        if is_new {
            self.widths.push(width);
        }
        self.variables += 1;
        self.hierarchy.extend(if width == VARIABLE { TEXT } else { WIRE });
        self.name(name);
        append_varint(&mut self.hierarchy, width as u64);
        append_varint(&mut self.hierarchy, if is_new { 0 } else { net as u64 + 1 });
    }

    fn name(&mut self, name: &str) {
        self.hierarchy.extend_from_slice(name.as_bytes());
        self.hierarchy.push(0);
    }

    /// The header of a file with `sections` sections of values.
    pub fn header(&self, times: [u64; 2], sections: u64) -> Vec<u8> {
        /// Bytes of the block behind its kind.
        const LENGTH: u64 = 329;
        const VERSION: usize = 128;
        const DATE: usize = 119;
        let mut bytes = vec![HEADER];
        for number in [LENGTH, times[0], times[1]] {
            append_u64(&mut bytes, number);
        }
        // By which readers know the order of bytes.
        bytes.extend(std::f64::consts::E.to_le_bytes());
        let memory = 0;
        for number in [memory, self.scopes, self.variables, self.widths.len() as u64, sections] {
            append_u64(&mut bytes, number);
        }
        let nanoseconds = -9_i8;
        bytes.extend(nanoseconds.to_be_bytes());
        let mut version = b"Lanebeat".to_vec();
        version.resize(VERSION, 0);
        bytes.extend(version);
        // No date: the same run gives the same bytes.
        bytes.resize(bytes.len() + DATE, 0);
        let of_verilog = 0;
        bytes.push(of_verilog);
        let time_of_zero = 0;
        append_u64(&mut bytes, time_of_zero);
        bytes
    }

    /// The blocks of scopes and variables and of widths.
    pub fn blocks(&self) -> Vec<u8> {
        let packed = lz4_flex::block::compress(&self.hierarchy);
        let mut bytes = vec![HIERARCHY];
        append_u64(&mut bytes, 16 + packed.len() as u64);
        append_u64(&mut bytes, self.hierarchy.len() as u64);
        bytes.extend(packed);

        let mut widths = vec![];
        for &width in &self.widths {
            // A width of 0 would be a real number.
            let told = if width == VARIABLE { u64::from(u32::MAX) } else { width as u64 };
            append_varint(&mut widths, told);
        }
        bytes.push(GEOMETRY);
        append_u64(&mut bytes, 24 + widths.len() as u64);
        append_u64(&mut bytes, widths.len() as u64);
        append_u64(&mut bytes, self.widths.len() as u64);
        bytes.extend(widths);
        bytes
    }
}
