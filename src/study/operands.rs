//! Statistics of a program's operands for a register file: how many words an instruction reads, and
//! which of them lie in one bank or were read just before.

use crate::isa::{Class, Instruction, Line, Operand, Program, Register};

/// Averages over the instructions of a wave.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct OperandStatistics {
    /// Registers that an instruction reads.
    pub reads: f64,
    /// Pairs of different registers that an instruction reads out of one of two banks, by the lowest
    /// bit of their numbers.
    pub pairs_of_two: f64,
    /// The same with four banks, by the two lowest bits.
    pub pairs_of_four: f64,
    /// Share of the reads that take the register that the instruction before has read as the same
    /// operand.
    pub repeated: f64,
}

impl OperandStatistics {
    /// Statistics of wave 0 of `program`, without scalar instructions that the machine does not
    /// execute.
    pub fn of(program: &Program) -> Self {
        let is_scalar =
            |line: &Line| line.modelled.is_some_and(|modelled| modelled.class == Class::Scalar);
        let (mut count, mut reads, mut repeated, mut pairs) = (0, 0, 0, [0, 0]);
        let mut before = [None; 3];
        for line in program.executed(0).iter().filter(|line| !is_scalar(line)) {
            count += 1;
            let operands = operands(&line.instruction);
            let mut registers: Vec<u8> = operands.iter().flatten().map(|own| own.0).collect();
            reads += registers.len();
            let same =
                operands.iter().zip(&before).filter(|(own, old)| own.is_some() && own == old);
            repeated += same.count();
            registers.sort_unstable();
            registers.dedup();
            for (place, banks) in [2, 4].into_iter().enumerate() {
                pairs[place] += (0..registers.len())
                    .flat_map(|high| (0..high).map(move |low| (low, high)))
                    .filter(|&(low, high)| registers[low] % banks == registers[high] % banks)
                    .count();
            }
            before = operands;
        }
        let per = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        Self {
            reads: per(reads, count),
            pairs_of_two: per(pairs[0], count),
            pairs_of_four: per(pairs[1], count),
            repeated: per(repeated, reads),
        }
    }
}

/// Operands a, b and c, as far as they are registers.
fn operands(instruction: &Instruction) -> [Option<Register>; 3] {
    instruction.sources().map(Operand::register)
}
