//! Silicon area of memory arrays with several ports, by CACTI's own cell formula and a curve
//! through CACTI's results.
//!
//! CACTI 7 (HP Labs, source at commit 1ffd8dfb, `parameter.cc`: `cell.h`, `cell.w`) makes a cell of
//! 10 F x 14.6 F (146 F², aspect 1.46) and lets each further port add two pitches of a local wire,
//! 5 F, to its height and to its width: a word line and a pair of bit lines. That is the square
//! law, and [`ArrayModel::cell`] gives it: *cell only*. CACTI searches for the rest of an array;
//! [`ArrayModel::area`] puts in its place a factor for the parts that grow with the cells
//! (decoders, sense amplifiers, partitions) and wires of a row's width that run both ways for each
//! port. The three coefficients are fitted to 140 results of CACTI (2 to 128 KiB, rows of 16 to 128
//! bytes, 1 to 6 ports, 32 nm ITRS-HP, no ECC, objective ED²): 6 % off in the median and 13 % at
//! most, as far as CACTI's own choice of partitions moves its results from one size to the next.

use crate::hdl::{Memory, Module};

/// The parameters, in multiples of the feature size F.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ArrayModel {
    /// F.
    pub cell_height: f64,
    /// F.
    pub cell_width: f64,
    /// F that a further port adds to the height, and to the width.
    pub port_pitch: f64,
    /// Area of cells and of the parts that grow with them, for an area of cells of 1.
    pub overhead: f64,
    /// F² for each port and square of the row's bits.
    pub bus: f64,
    /// F² for each square of the ports and of the row's bits.
    pub crossing: f64,
}

/// CACTI's cell, and coefficients fitted to its results.
pub const CACTI: ArrayModel = ArrayModel {
    cell_height: 10.0,
    cell_width: 14.6,
    port_pitch: 5.0,
    overhead: 1.3092,
    bus: 23.334,
    crossing: 19.350,
};

/// A model with a fixed cost of each macro, fitted to macros that a foundry offers.
///
/// The 28 SRAM macros of IHP's SG13G2 (130 nm; 18 of one port with 64 to 8192 rows of 8 to 64 bits, 10
/// of two ports) take a fixed area, one for each column, one for each row, and one for each cell.
/// With their second port the periphery nearly doubles, and so do the cells. Off by 1 % to 3 % in
/// the median and 8 % at most. Cells grow with more ports as those that OpenRAM draws in two processes,
/// which have up to twelve; the periphery goes on in a straight line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SiliconModel {
    /// F².
    pub macro_area: f64,
    /// F² for each bit of a row.
    pub column: f64,
    /// F² for each row.
    pub row: f64,
    /// F² for each bit of one port.
    pub cell: f64,
    /// Share that each further port adds to all but the cells.
    pub port: f64,
    /// Share of a cell's height and of its width that a further port adds.
    pub cell_port: [f64; 2],
    /// Bits of a row of the widest macro; a wider row is several.
    pub widest: usize,
    /// ns of an access of up to 256 rows, and what each doubling beyond adds.
    pub access: [f64; 2],
}

/// Fitted to the macros of IHP's SG13G2 by least squares of the relative error.
pub const SG13G2: SiliconModel = SiliconModel {
    macro_area: 328_817.0,
    column: 26_912.0,
    row: 540.4,
    cell: 195.89,
    port: 0.96,
    cell_port: [0.10, 0.78],
    widest: 64,
    access: [3.07, 0.70],
};

/// Source of its figures.
pub const SILICON_SOURCE: &str = "fixed cost a macro, a column, a row and a cell, fitted within 8 % to the 28 SRAM macros of IHP's SG13G2 of one and two ports, the cell of more ports as OpenRAM draws it; scaled from 130 to 32 nm as F²";

impl SiliconModel {
    /// Area of one macro of `rows` x `row_bits` with `ports` ports, in F².
    pub fn area(&self, rows: usize, row_bits: usize, ports: usize) -> f64 {
        let (rows, bits) = (rows as f64, row_bits as f64);
        let further = ports.saturating_sub(1) as f64;
        let around = self.macro_area + self.column * bits + self.row * rows;
        around * (1.0 + self.port * further) + self.cell(ports) * rows * bits
    }

    /// Area of one cell with `ports` ports, in F².
    pub fn cell(&self, ports: usize) -> f64 {
        let further = ports.saturating_sub(1) as f64;
        let growth = self.cell_port.map(|share| 1.0 + share * further);
        self.cell * growth[0] * growth[1]
    }

    /// Area of a memory in the process that it is fitted to, in µm².
    pub fn square_micrometres(&self, rows: usize, row_bits: usize, ports: usize) -> f64 {
        130e-3 * 130e-3 * self.of_macros(rows, row_bits, ports)
    }

    /// ns from the clock to what a memory reads, in that process.
    pub fn access(&self, rows: usize) -> f64 {
        self.access[0] + self.access[1] * (rows as f64 / 256.0).log2().max(0.0)
    }

    /// Area of as many macros side by side as a row needs, in F².
    fn of_macros(&self, rows: usize, row_bits: usize, ports: usize) -> f64 {
        let macros = row_bits.div_ceil(self.widest);
        macros as f64 * self.area(rows, row_bits.div_ceil(macros), ports)
    }

    /// Area of all memories of `module` and below, in mm² at 32 nm.
    pub fn of(&self, module: &Module) -> f64 {
        let of_memory = |(memory, copies): (&Memory, usize)| {
            copies as f64 * self.of_macros(memory.depth, memory.width(), memory.ports.len())
        };
        FEATURE * FEATURE * memories(module).into_iter().map(of_memory).sum::<f64>()
    }
}

/// Source of the model's figures.
pub const SOURCE: &str = "array model: CACTI 7's cell (146 F², 5 F a port each way) and a curve within 13 % of its results, 32 nm; a model, not a layout";
/// The same for the cells alone.
pub const CELL_SOURCE: &str = "CACTI 7's cell formula alone (146 F², 5 F a port each way), 32 nm: cell only, an upper bound of what ports cost";

/// Feature size of the figures, in mm: 32 nm.
const FEATURE: f64 = 32e-6;

/// Bits of a row of one macro. A wider row is several macros side by side: one wide macro would
/// count its data bus, not its cells, and the organisations would differ by the shape of their
/// macros.
pub const MACRO_ROW_BITS: usize = 512;

impl ArrayModel {
    /// Area of one cell with `ports` ports, in F².
    pub fn cell(&self, ports: usize) -> f64 {
        let more = self.port_pitch * ports.saturating_sub(1) as f64;
        (self.cell_height + more) * (self.cell_width + more)
    }

    /// Area of one macro of `rows` x `row_bits` with `ports` ports, in F².
    pub fn area(&self, rows: usize, row_bits: usize, ports: usize) -> f64 {
        let (bits, ports_count) = (row_bits as f64, ports as f64);
        let cells = self.cell(ports) * rows as f64 * bits;
        self.overhead * cells
            + bits * bits * (self.bus * ports_count + self.crossing * ports_count * ports_count)
    }

    /// Area of all memories of `module` and below, in mm² at 32 nm: cells only, and arrays.
    pub fn of(&self, module: &Module) -> [f64; 2] {
        let mut areas = [0.0; 2];
        for (memory, copies) in memories(module) {
            let (bits, ports) = (memory.width(), memory.ports.len());
            let macros = bits.div_ceil(MACRO_ROW_BITS);
            let array = self.area(memory.depth, bits.div_ceil(macros), ports);
            areas[0] += copies as f64 * self.cell(ports) * (memory.depth * bits) as f64;
            areas[1] += (copies * macros) as f64 * array;
        }
        areas.map(|area| area * FEATURE * FEATURE)
    }
}

/// Each memory of `module` and below, with the number of its copies.
pub fn memories(module: &Module) -> Vec<(&Memory, usize)> {
    let own = module.memories.iter().map(|memory| (memory, 1));
    let below = module.instances.iter().flat_map(|instance| {
        let memories = memories(&instance.module).into_iter();
        memories.map(|(memory, copies)| (memory, copies * instance.count))
    });
    own.chain(below).collect()
}
