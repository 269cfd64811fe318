//! Random inputs that look for trouble: each input keeps a pattern for some cycles, so that values
//! stay, come again, count and meet each other; real instructions and opcodes where a unit takes
//! them.

use super::core::random_cases;
use super::partners::{Partner, Ports, REGISTERS, partners};
use super::values::Values;
use crate::config::Config;
use crate::hdl::{Bits, Module, Port, bits};
use crate::isa::encoding::OPCODE;
use crate::isa::{Feature, TABLE};

/// Cycles of reset at the start. Behind one cycle alone a register without reset could still hold
/// what it computed from registers that had just been powered up.
pub const RESET_CYCLES: usize = 4;
/// Reset comes again about once in so many cycles.
const RESET_EVERY: usize = 160;
/// Cycles in which every input has one pattern.
const EPOCH: usize = 20;
/// Widest number that counts or comes from a few.
const NUMBER_BITS: usize = 8;
/// Bits of a machine word.
const INSTRUCTION_BITS: usize = 128;
/// Bits of the operation in it.
const OPCODE_BITS: usize = 8;
/// Bits of dpp_ctrl, and how many of those that permute quads are tried: half of all are such.
const CONTROL_BITS: usize = 9;
const QUADS: u128 = 32;
/// Repetitions of the controls that leave the row, or mirror it.
const ACROSS_ROWS: usize = 60;
/// Random instructions to choose from.
const INSTRUCTIONS: usize = 1500;

/// Behaviour of an input for a while.
#[derive(Clone)]
enum Pattern {
    /// Stays, and seldom changes.
    Stays,
    /// Is one more in every cycle.
    Counts,
    /// Is one of these.
    Few(Vec<Bits>),
    /// Is 0, 1 or 2.
    Small,
    /// Each bit is set in so many of eight.
    Dense(usize),
    /// Is anything, and what arithmetic trips over.
    Any,
}

/// A port as far as its values are concerned.
struct Input {
    width: usize,
    /// Values that it takes most of the time: machine words, opcodes; if empty, any value.
    usual: Vec<u128>,
    /// A machine word, which may be none.
    is_word: bool,
    /// Counts opcodes, whether they exist or not.
    opcode: u128,
    /// The next of these.
    next: usize,
    pattern: Pattern,
    last: Bits,
}

/// The inputs of a module, cycle by cycle.
pub struct Stimulus {
    inputs: Vec<Input>,
    values: Values,
    partners: Vec<Box<dyn Partner>>,
    ports: Ports,
}

impl Stimulus {
    pub fn new(module: &Module, config: &Config, seed: u64) -> Self {
        let ports = module.inputs();
        // Registers that instructions read must have been written.
        let has_registers = module.ports.iter().any(|port| port.name == "host_valid");
        let registers = if has_registers { REGISTERS } else { config.registers };
        let named = Config { registers: config.registers.min(registers), ..config.clone() };
        let inputs = ports.map(|port| Input {
            width: port.width,
            usual: usual_values(port, &named, seed),
            is_word: !has_registers && is_instruction(port),
            opcode: 0,
            next: 0,
            pattern: Pattern::Any,
            last: Bits::repeat(false, port.width),
        });
        Self {
            inputs: inputs.collect(),
            values: Values::new(seed),
            partners: partners(module, config),
            ports: Ports::new(module),
        }
    }

    /// Whether reset is asserted, and the value of each input; before it the unit gave that
    /// `answer`.
    pub fn next(&mut self, cycle: usize, answer: &[Bits]) -> (bool, Vec<Bits>) {
        // Partners that keep to a protocol would take long to recover from a reset.
        let every = if self.partners.is_empty() { RESET_EVERY } else { 8 * RESET_EVERY };
        if cycle.is_multiple_of(EPOCH) {
            self.values.begin_epoch();
            for input in &mut self.inputs {
                input.pattern = pattern(&mut self.values, input.width);
            }
        }
        let mut row: Vec<Bits> = vec![];
        for input in &mut self.inputs {
            let value = input.value(&mut self.values, &row);
            input.last.clone_from(&value);
            row.push(value);
        }
        if cycle > 0 {
            self.ports.pass(answer);
        }
        self.ports.next = row;
        self.ports.resets = cycle < RESET_CYCLES || self.values.one_in(every);
        for partner in &mut self.partners {
            partner.drive(&mut self.values, &mut self.ports);
        }
        (self.ports.resets, self.ports.next.clone())
    }
}

fn pattern(values: &mut Values, width: usize) -> Pattern {
    let few = |values: &mut Values| {
        let count = 2 + values.below(2);
        let mut one =
            || if values.one_in(3) { values.small(width) } else { values.any(width, &[]) };
        Pattern::Few((0..count).map(|_| one()).collect())
    };
    match (width, values.below(8)) {
        (1, choice) => Pattern::Dense([1, 2, 4, 4, 4, 6, 7, 7][choice]),
        (..=NUMBER_BITS, 0) => Pattern::Stays,
        (..=NUMBER_BITS, 1 | 2) => Pattern::Counts,
        (..=NUMBER_BITS, 3 | 4) => few(values),
        (..=NUMBER_BITS, 6) => Pattern::Small,
        (_, 0) => few(values),
        (_, 5) => Pattern::Dense([0, 1, 2, 4, 6, 7, 8, 8][values.below(8)]),
        _ => Pattern::Any,
    }
}

impl Input {
    /// The value of a cycle in which the inputs before this one have those of `row`.
    fn value(&mut self, values: &mut Values, row: &[Bits]) -> Bits {
        let is_usual = self.width == INSTRUCTION_BITS || !values.one_in(16);
        if !self.usual.is_empty() && is_usual {
            self.next = (self.next + 1) % self.usual.len();
            let mut value = bits(self.width, self.usual[self.next]);
            // Hardly an instruction.
            if self.is_word && values.one_in(5) {
                self.opcode = (self.opcode + 1) % (1 << OPCODE_BITS);
                if values.one_in(2) {
                    value = bits(self.width, self.opcode << OPCODE.low);
                }
                let bit = values.below(self.width);
                let flipped = !value[bit];
                value.set(bit, flipped);
            }
            return value;
        }
        match &self.pattern {
            Pattern::Stays if !values.one_in(EPOCH) => self.last.clone(),
            Pattern::Counts => one_more(&self.last),
            Pattern::Few(few) => few[values.below(few.len())].clone(),
            Pattern::Small => values.small(self.width),
            Pattern::Dense(eighths) => values.dense(self.width, *eighths),
            Pattern::Stays | Pattern::Any => values.any(self.width, row),
        }
    }
}

/// The number above `value`, from the highest back to 0.
fn one_more(value: &Bits) -> Bits {
    let mut next = value.clone();
    let ones = next.leading_ones();
    next[..ones].fill(false);
    if let Some(mut bit) = next.get_mut(ones) {
        *bit = true;
    }
    next
}

fn is_instruction(port: &Port) -> bool {
    port.width == INSTRUCTION_BITS && port.name.contains("instruction")
}

/// Usual values of a port, in an order without pattern.
fn usual_values(port: &Port, config: &Config, seed: u64) -> Vec<u128> {
    match port.width {
        _ if is_instruction(port) => random_instructions(config, seed),
        CONTROL_BITS if port.name.ends_with("control") => {
            let quads = (0..QUADS).map(|quad| quad * 37 % 0x100);
            let across_rows = (0x130..0x144).step_by(4).chain(0x140..0x144);
            let often = across_rows.cycle().take(ACROSS_ROWS);
            shuffled(quads.chain(0x100..0x180).chain(often).collect(), seed)
        }
        OPCODE_BITS if port.name.contains("opcode") => {
            let has = |feature: Feature| config.has(feature);
            let rows = TABLE.iter().filter(|row| row.feature.is_none_or(has));
            shuffled(rows.map(|row| row.opcode.into()).collect(), seed)
        }
        _ => vec![],
    }
}

fn shuffled(mut all: Vec<u128>, seed: u64) -> Vec<u128> {
    let mut values = Values::new(seed);
    (1..all.len()).rev().for_each(|last| all.swap(last, values.below(last + 1)));
    all
}

fn random_instructions(config: &Config, seed: u64) -> Vec<u128> {
    let programs = random_cases(config, seed).map(|case| case.program);
    let words = programs.flat_map(|program| {
        program.lines().map(|line| line.instruction.encode()).collect::<Vec<_>>()
    });
    words.take(INSTRUCTIONS).collect()
}
