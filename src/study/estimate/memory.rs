//! Mapping of a memory by yosys 0.23, by the rules of its `memory_libmap`: primitives of `xilinx/`
//! and `ecp5/`, and the smallest cost between LUT and block RAM where the Verilog does not say
//! (`ram_style`).

use super::Amounts;
use crate::hdl::Memory;
use crate::study::cells::Family;
use crate::verilog::asks_for_block_ram;

/// Ports that a block RAM has.
const BLOCK_RAM_PORTS: usize = 2;

/// Rows and bits of a row that a RAMB18 or DP16KD can have, data bits only where parity would be
/// left over.
const BLOCK_SHAPES: [(usize, usize); 6] =
    [(512, 36), (1024, 18), (2048, 9), (4096, 4), (8192, 2), (16384, 1)];

/// Resources of `memory`: LUTs that are RAM or read multiplexers, flip-flops that hold a row after
/// its read, and block RAM. Each column is an array of its own.
pub fn storage(family: Family, memory: &Memory) -> Amounts {
    let reads = memory.ports.iter().filter(|port| port.output.is_some()).count();
    let (rows, bits) = (memory.depth, memory.column_width);
    let (luts, cost) = lut_ram(family, rows, bits, memory.ports.len(), reads);
    let blocks = BLOCK_SHAPES
        .iter()
        .map(|(depth, width)| rows.div_ceil(*depth) * bits.div_ceil(*width))
        .min()
        .unwrap_or(0);
    let block_cost = if family == Family::Xc7 { 129 } else { 128 };
    // At the same cost yosys chooses the block.
    let in_blocks = asks_for_block_ram(memory)
        || (memory.ports.len() <= BLOCK_RAM_PORTS && blocks * block_cost <= cost);
    let column = match in_blocks {
        true => Amounts { block_rams: blocks as f64, ..Amounts::default() },
        false => {
            Amounts { luts: luts as f64, flip_flops: (reads * bits) as f64, ..Amounts::default() }
        }
    };
    let mut all = Amounts::default();
    all.add(column, memory.columns);
    all
}

/// LUTs of one column in LUT RAM, and yosys' cost of it.
fn lut_ram(family: Family, rows: usize, bits: usize, ports: usize, reads: usize) -> (usize, usize) {
    if family != Family::Xc7 {
        // TRELLIS_DPR16X4: one read port each, six LUTs of a slice.
        let primitives = rows.div_ceil(16) * bits.div_ceil(4) * reads;
        let read = read_luts(rows.div_ceil(16), bits, reads, 1);
        return (6 * primitives + read, 4 * primitives);
    }
    // Four LUTs make the primitive; with one port a bit of 64 rows is one LUT, with two it is two,
    // with four it is four.
    let (deepest, per_bit, cost) = match ports {
        1 => (256, 1, 8),
        2 => (128, 2, 8),
        _ => (64, 4, 7),
    };
    let banks = rows.div_ceil(deepest);
    let bank_rows = rows.min(deepest);
    let luts = if bank_rows <= 32 && ports > 1 {
        (per_bit * bits).div_ceil(2)
    } else {
        per_bit * bits * bank_rows.div_ceil(64)
    };
    (banks * luts + read_luts(banks, bits, reads, 3), banks * luts.div_ceil(4) * cost)
}

/// LUTs that choose one of `banks` for each bit that is read, when a LUT takes the place of
/// `inputs` two-way multiplexers.
fn read_luts(banks: usize, bits: usize, reads: usize, inputs: usize) -> usize {
    reads * bits * (banks - 1).div_ceil(inputs)
}
