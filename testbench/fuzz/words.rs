//! Machine words: any, and those of operations with any other fields.

use proptest::prelude::*;

use super::fuzz;
use lanebeat::config::Config;
use lanebeat::isa::asm::{assemble, disassemble};
use lanebeat::isa::encoding::OPCODE;
use lanebeat::isa::{Instruction, MASK_ENTRIES, MaskEntry, ReadOperation, Shared, TABLE};

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

/// Found by longer runs: S2R of a number that no register has became S2R of the first counter, and
/// a negated literal c of VMAD, by which it is signed, a literal that is not.
#[test]
fn a_word_that_no_text_says_stays_what_it_is() {
    let special = u128::from(ReadOperation::Special.opcode()) << OPCODE.low;
    for number in 13..16 {
        let instruction = Instruction::decode(special | number).expect("S2R");
        assert_eq!(instruction.shared, Shared::None, "it reads 0");
        assert_eq!(Instruction::decode(instruction.encode()), Some(instruction));
    }
    let negated = 0x2800_0000_0000_00f8_0000_0000_0000_0000;
    let instruction = Instruction::decode(negated).expect("VMAD");
    let text = disassemble(&instruction, None);
    assert_eq!(text, "@P0 VMAD.U32.U32.U32 R0, R0, R0.B0, -(0)");
    assert!(assemble("p.s", &text, &Config::default().target()).is_err());
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
            let lines = program.lines();
            let again: Vec<String> =
                lines.map(|line| disassemble(&line.instruction, None)).collect();
            prop_assert_eq!(again, vec![text]);
        }
        Ok(())
    });
}
