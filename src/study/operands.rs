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
    /// Share of neighbouring instructions whose registers lie in different banks, as an RDNA's VOPD
    /// asks of its two halves; whether it has these operations is not asked.
    pub dual: f64,
}

/// Lowest bits of a register's number that are its bank in VOPD: of the destination, a, b and c
/// (`VOPD_VGPR_BANK_MASKS` of LLVM's AMDGPUBaseInfo.h).
const VOPD_BANKS: [u8; 4] = [1, 3, 3, 1];

impl OperandStatistics {
    /// Statistics of wave 0 of `program`, without scalar instructions that the machine does not
    /// execute.
    pub fn of(program: &Program) -> Self {
        let is_scalar =
            |line: &Line| line.modelled.is_some_and(|modelled| modelled.class == Class::Scalar);
        let (mut count, mut reads, mut repeated, mut pairs, mut dual) = (0, 0, 0, [0, 0], 0);
        let mut before: Option<[Option<Register>; 4]> = None;
        program.executed(0).in_short(|line, times| {
            if is_scalar(line) {
                return;
            }
            count += times;
            let all = registers(&line.instruction);
            let mut registers: Vec<u8> = all[1..].iter().flatten().map(|own| own.0).collect();
            reads += times * registers.len();
            if let Some(before) = before.replace(all) {
                let same = all.iter().zip(&before).skip(1);
                repeated += times * same.filter(|(own, old)| own.is_some() && own == old).count();
                let mut places = all.into_iter().zip(before).zip(VOPD_BANKS);
                let meets = |((own, old), bank): ((Option<Register>, Option<Register>), u8)| {
                    own.zip(old).is_some_and(|(own, old)| (own.0 ^ old.0) & bank == 0)
                };
                dual += times * usize::from(!places.any(meets));
            }
            registers.sort_unstable();
            registers.dedup();
            for (place, banks) in [2, 4].into_iter().enumerate() {
                let pairs_of_one = (0..registers.len())
                    .flat_map(|high| (0..high).map(move |low| (low, high)))
                    .filter(|&(low, high)| registers[low] % banks == registers[high] % banks);
                pairs[place] += times * pairs_of_one.count();
            }
        });
        let per = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        Self {
            reads: per(reads, count),
            pairs_of_two: per(pairs[0], count),
            pairs_of_four: per(pairs[1], count),
            repeated: per(repeated, reads),
            dual: per(dual, count.saturating_sub(1)),
        }
    }
}

/// The destination, and operands a, b and c, as far as they are registers.
fn registers(instruction: &Instruction) -> [Option<Register>; 4] {
    let [a, b, c] = instruction.sources().map(Operand::register);
    [instruction.destination, a, b, c]
}
