//! Random inputs that look for trouble: corner values, values that stay, and real instructions
//! where a unit takes one.

use super::core::random_cases;
use crate::config::Config;
use crate::engine::Words;
use crate::hdl::{Bits, Direction, Module, Port, bits};
use crate::isa::TABLE;

/// Words that arithmetic trips over, floats among them: zeros, ones, infinities, a NaN, the
/// smallest of each kind.
const CORNERS: [u32; 16] = [
    0,
    1,
    2,
    31,
    32,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x3f80_0000,
    0xbf80_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x0080_0000,
    0x0000_8000,
    0x4f00_0000,
];
/// Cycles of reset at the start. Behind one cycle alone a register without reset could still hold
/// what it computed from registers that had just been powered up.
pub const RESET_CYCLES: usize = 4;
/// Reset comes again about once in so many cycles.
const RESET_EVERY: usize = 64;
/// Bits of a machine word.
const INSTRUCTION_BITS: usize = 128;
/// Bits of the operation in it.
const OPCODE_BITS: usize = 8;
/// Random instructions to choose from.
const INSTRUCTIONS: usize = 200;

/// A port as far as its values are concerned.
struct Input {
    width: usize,
    /// What it takes most of the time: machine words, opcodes; anything where there is none.
    usual: Vec<u128>,
    last: Bits,
}

/// The inputs of a module, cycle by cycle.
pub struct Stimulus {
    inputs: Vec<Input>,
    random: Words,
}

impl Stimulus {
    pub fn new(module: &Module, config: &Config, seed: u64) -> Self {
        let ports = module.ports.iter().filter(|port| port.direction == Direction::Input);
        let inputs = ports.map(|port| Input {
            width: port.width,
            usual: usual_values(port, config, seed),
            last: Bits::repeat(false, port.width),
        });
        Self { inputs: inputs.collect(), random: Words::new(seed) }
    }

    /// Whether reset is asserted, and the value of each input.
    pub fn next(&mut self, cycle: usize) -> (bool, Vec<Bits>) {
        let resets = cycle < RESET_CYCLES || self.random.below(RESET_EVERY) == 0;
        let values = (0..self.inputs.len()).map(|number| {
            let value = self.value(number);
            self.inputs[number].last.clone_from(&value);
            value
        });
        (resets, values.collect())
    }

    fn value(&mut self, number: usize) -> Bits {
        let (width, usual) = (self.inputs[number].width, self.inputs[number].usual.len());
        let choice = self.random.below(8);
        if usual > 0 && choice > 1 {
            let chosen = self.random.below(usual);
            return bits(width, self.inputs[number].usual[chosen]);
        }
        match choice {
            0 if width > 1 => self.inputs[number].last.clone(),
            1 if width > 1 => (0..width).map(|_| false).collect(),
            2 if width > 1 => (0..width).map(|_| true).collect(),
            3 if width > 1 => {
                let only = self.random.below(width);
                (0..width).map(|bit| bit == only).collect()
            }
            4 if width > 4 => {
                self.random_bits(4).into_iter().chain((4..width).map(|_| false)).collect()
            }
            5 | 6 => self.corners(width),
            _ => self.random_bits(width),
        }
    }

    /// Words of corner values and random ones side by side.
    fn corners(&mut self, width: usize) -> Bits {
        let mut value = Bits::new();
        while value.len() < width {
            let corner = CORNERS[self.random.below(CORNERS.len())];
            let is_random = self.random.below(2) == 0;
            let word = if is_random { self.random.word() as u32 } else { corner };
            value.extend_from_bitslice(&bits(32, word.into()));
        }
        value.truncate(width);
        value
    }

    fn random_bits(&mut self, width: usize) -> Bits {
        let mut value =
            Bits::from_vec((0..width.div_ceil(64)).map(|_| self.random.word()).collect());
        value.truncate(width);
        value
    }
}

fn usual_values(port: &Port, config: &Config, seed: u64) -> Vec<u128> {
    let rows = TABLE.iter().filter(|row| row.feature.is_none_or(|feature| config.has(feature)));
    match port.width {
        INSTRUCTION_BITS if port.name.contains("instruction") => random_instructions(config, seed),
        OPCODE_BITS if port.name.contains("opcode") => rows.map(|row| row.opcode.into()).collect(),
        _ => vec![],
    }
}

fn random_instructions(config: &Config, seed: u64) -> Vec<u128> {
    let programs = random_cases(config, seed).map(|case| case.program);
    let instructions = programs.flat_map(|program| program.waves.into_iter().flatten());
    instructions.map(|line| line.instruction.encode()).take(INSTRUCTIONS).collect()
}
