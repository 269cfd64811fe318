//! Float literals and source modifiers in the text.

use lanebeat::isa::asm::disassemble;
use lanebeat::isa::{Field, Instruction, MaskEntry, Operand, Register, SourceModifier, Spelling};

use super::{assert_round_trips, one, register, spellings};

#[test]
fn a_float_operation_takes_floats_and_other_literals_as_bits() {
    for (text, word) in [
        ("1.5", 0x3fc0_0000),
        ("-0.0", 0x8000_0000),
        ("2e3", 0x44fa_0000),
        ("inf", 0x7f80_0000),
        ("-INF", 0xff80_0000),
        ("nan", 0x7fff_ffff),
        ("-nan", 0x7fff_ffff),
        ("1e-45", 0x0000_0001),
        ("3.4028235e38", 0x7f7f_ffff),
        // A little less than half way from there to 2^128.
        ("3.4028235677973366e38", 0x7f7f_ffff),
        ("1", 0x0000_0001),
        ("0x3f800000", 0x3f80_0000),
    ] {
        assert_eq!(one(&format!("FADD R1, R2, {text}")).b, Operand::Literal(word), "{text}");
        assert_eq!(one(&format!("v_max_f32 v1, {text}, v2")).a, Operand::Literal(word), "{text}");
    }
}

#[test]
fn every_source_of_a_float_operation_takes_every_modifier() {
    let modifiers =
        [("", false, false), ("-", false, true), ("|", true, false), ("-|", true, true)];
    let is_combined = |spelling: &Spelling| spelling.fields.contains(&Field::Q);
    let of_floats = spellings()
        .filter(|(operation, spelling)| operation.reads_floats() && !is_combined(spelling));
    let mut tried = 0;
    for (operation, spelling) in of_floats {
        for round in 0..64 {
            let which = [round % 4, round / 4 % 4, round / 16];
            let mut expected = Instruction::new(operation);
            let mut source = |place: usize, number: u8| {
                let (prefix, absolute, negate) = modifiers[which[place]];
                expected.modifiers[place] = SourceModifier { absolute, negate };
                format!("{prefix}v{number}{}", if absolute { "|" } else { "" })
            };
            let text = |field: &Field| match field {
                Field::D => "v4".to_owned(),
                Field::MaskDestination => "P4".to_owned(),
                Field::A => source(0, 1),
                Field::B => source(1, 2),
                Field::C => source(2, 3),
                other => panic!("a float operation has no {other:?}"),
            };
            let operands: Vec<String> = spelling.fields.iter().map(text).collect();
            let uses = |field, operand| if operation.uses(field) { operand } else { Operand::None };
            expected.a = uses(Field::A, register(1));
            expected.b = uses(Field::B, register(2));
            expected.c = uses(Field::C, register(3));
            expected.destination = operation.uses(Field::D).then_some(Register(4));
            if operation.uses(Field::MaskDestination) {
                expected.mask_destination = MaskEntry(4);
            }
            assert_eq!(one(&format!("{} {}", spelling.mnemonic, operands.join(", "))), expected);
            assert_round_trips(&expected);
            tried += 1;
        }
    }
    assert_eq!(
        tried,
        64 * (2 * 21 + 2),
        "21 operations in two dialects, v_sub_f32 and v_cmp_neq_f32 besides"
    );
}

#[test]
fn a_modified_literal_of_a_machine_word_is_shown_as_what_it_means() {
    let negated = SourceModifier { absolute: false, negate: true };
    let literal = Instruction { b: Operand::Literal(0x3f80_0000), ..one("FADD R1, R2, R3") };
    let modified =
        Instruction { modifiers: [SourceModifier::NONE, negated, SourceModifier::NONE], ..literal };
    assert_eq!(disassemble(&modified, None), "FADD R1, R2, 0xbf800000");
}
