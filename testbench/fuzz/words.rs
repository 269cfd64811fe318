//! Machine words: any, and those of operations with any other fields.

use proptest::prelude::*;

use super::fuzz;
use lanebeat::config::Config;
use lanebeat::isa::asm::{assemble, disassemble};
use lanebeat::isa::encoding::OPCODE;
use lanebeat::isa::{Instruction, MASK_ENTRIES, MaskEntry, TABLE};

fn any_word() -> impl Strategy<Value = u128> {
    let of_operation = (any::<u128>(), 0..TABLE.len(), any::<u128>(), any::<u128>());
    let of_operation = of_operation.prop_map(|(word, row, keep, also)| {
        // Few bits are set, so that many words mean something.
        let opcode = u128::from(TABLE[row].operation.opcode()) << OPCODE.low;
        let field = ((1 << OPCODE.width) - 1) << OPCODE.low;
        word & keep & also & !field | opcode
    });
    prop_oneof![1 => any::<u128>(), 7 => of_operation]
}

#[test]
fn a_word_means_what_its_text_says_or_nothing() {
    let config = Config { registers: 256, ..Config::default() };
    fuzz("machine words", &any_word(), |word| {
        let Some(instruction) = Instruction::decode(word) else { return Ok(()) };
        let encoded = instruction.encode();
        prop_assert_eq!(Instruction::decode(encoded), Some(instruction));
        let masks = instruction.source_masks().chain([instruction.mask_destination]);
        if masks.into_iter().any(|MaskEntry(entry)| usize::from(entry) >= MASK_ENTRIES) {
            return Ok(());
        }
        let text = disassemble(&instruction, None);
        if let Ok(program) = assemble("p.s", &text, &config.target()) {
            // Fields that mean nothing in an operation have no text.
            let lines = program.waves.iter().flatten();
            let again: Vec<String> =
                lines.map(|line| disassemble(&line.instruction, None)).collect();
            prop_assert_eq!(again, vec![text]);
        }
        Ok(())
    });
}
