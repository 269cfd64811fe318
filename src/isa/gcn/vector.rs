//! VOP1, VOP2, VOPC and VOP3, and the second dword of DPP.

use super::constant::{LITERAL, inline_word};
use super::refusal::{Refusal, mnemonic};
use super::scalar::VCC;
use crate::isa::asm::control_text;
use crate::isa::dpp::{Dpp, DppControl};
use crate::isa::instruction::{Instruction, MaskEntry, MaskSource, Operand, SourceModifier};
use crate::isa::row::{Field, Gfx9};

const VOP1: u32 = 0x7e00_0000;
const VOPC: u32 = 0x7c00_0000;
const VOP3: u32 = 0xd000_0000;
/// Numbers that VOP3 adds to the opcodes of VOP2 and VOP1; those of VOPC are the same.
const VOP2_IN_VOP3: u32 = 0x100;
const VOP1_IN_VOP3: u32 = 0x140;
/// Vector register 0 in a 9-bit source field.
const REGISTER: u32 = 256;
/// Source field that says "a dword with src0 and its DPP modifier follows".
const DPP: u32 = 250;
const REGISTER_FIRST: &str = "put it in a register with v_mov_b32 first";

/// The dwords of a vector operation in the format `encoding`.
///
/// # Errors
///
/// An operand, a predicate or a DPP modifier that GFX9 does not have there.
pub(super) fn encode(encoding: Gfx9, instruction: &Instruction) -> Result<Vec<u32>, Refusal> {
    check_masks(instruction)?;
    check_literals(encoding, instruction)?;
    if let Some(dpp) = &instruction.dpp {
        return with_dpp(encoding, instruction, dpp);
    }
    if needs_vop3(encoding, instruction) {
        return Ok(vop3(encoding, instruction));
    }
    let src0 = sources(instruction)[0];
    let literal = instruction.a.literal().filter(|_| src0 == Some(LITERAL));
    Ok([short(encoding, instruction, src0.unwrap_or(0))].into_iter().chain(literal).collect())
}

/// Whether the short format has no room for src1 or for the source modifiers.
fn needs_vop3(encoding: Gfx9, instruction: &Instruction) -> bool {
    let is_constant = |field: Option<u32>| field.is_some_and(|field| field < REGISTER);
    let is_modified = instruction.modifiers != [SourceModifier::NONE; 3];
    matches!(encoding, Gfx9::Vop3(_)) || is_constant(sources(instruction)[1]) || is_modified
}

/// The source fields of a, b and c, `None` where there is no operand.
fn sources(instruction: &Instruction) -> [Option<u32>; 3] {
    instruction.sources().map(|operand| match operand {
        Operand::None => None,
        Operand::Register(register) => Some(REGISTER + u32::from(register.0)),
        Operand::Literal(word) => Some(inline_word(word).unwrap_or(LITERAL)),
    })
}

fn destination(instruction: &Instruction) -> u32 {
    instruction.destination.map_or(0, |register| register.0.into())
}

/// The one dword of VOP1, VOP2 or VOPC.
fn short(encoding: Gfx9, instruction: &Instruction, src0: u32) -> u32 {
    let destination = destination(instruction) << 17;
    let src1 = sources(instruction)[1].map_or(0, |field| (field & 0xff) << 9);
    match encoding {
        Gfx9::Vop1(opcode) => VOP1 | destination | opcode << 9 | src0,
        Gfx9::Vop2(opcode) => opcode << 25 | destination | src1 | src0,
        Gfx9::Vopc(opcode) => VOPC | opcode << 17 | src1 | src0,
        _ => unreachable!("{encoding:?} is no short vector format"),
    }
}

/// Whether it picks a source by vcc.
fn selects(instruction: &Instruction) -> bool {
    instruction.operation.uses(Field::NotVcc)
}

/// Whether it writes vcc besides a register.
fn carries(instruction: &Instruction) -> bool {
    instruction.operation.uses(Field::VccDestination)
}

/// Whether it reads vcc as a third source.
fn reads_vcc(instruction: &Instruction) -> bool {
    selects(instruction) || (carries(instruction) && instruction.q != MaskSource::FALSE)
}

fn vop3(encoding: Gfx9, instruction: &Instruction) -> Vec<u32> {
    let opcode = match encoding {
        Gfx9::Vop1(opcode) => VOP1_IN_VOP3 + opcode,
        Gfx9::Vop2(opcode) => VOP2_IN_VOP3 + opcode,
        Gfx9::Vopc(opcode) | Gfx9::Vop3(opcode) => opcode,
        _ => unreachable!("{encoding:?} is no vector format"),
    };
    let [a, b, c] = sources(instruction).map(Option::unwrap_or_default);
    let is_compare = instruction.operation.is_compare();
    let destination = if is_compare { VCC } else { destination(instruction) };
    let c = if reads_vcc(instruction) { VCC } else { c };
    let bits = |is_set: fn(&SourceModifier) -> bool| {
        let each = instruction.modifiers.iter().enumerate();
        each.fold(0, |bits, (place, modifier)| bits | u32::from(is_set(modifier)) << place)
    };
    let (absolute, negate) = (bits(|modifier| modifier.absolute), bits(|modifier| modifier.negate));
    // The second destination lies over the absolute values.
    let middle = if carries(instruction) { VCC } else { absolute };
    vec![VOP3 | opcode << 16 | middle << 8 | destination, negate << 29 | c << 18 | b << 9 | a]
}

/// Predicates are vcc, and v_cndmask_b32 picks src1 where it is set.
fn check_masks(instruction: &Instruction) -> Result<(), Refusal> {
    let mnemonic = mnemonic(instruction.operation);
    let written = instruction.mask_destination;
    let MaskSource { entry: read, negated } = instruction.p;
    let writes_vcc = instruction.operation.is_compare() || carries(instruction);
    if writes_vcc && written != MaskEntry::VCC {
        let rule = format!("{mnemonic} writes only vcc on GFX9, not {written}");
        return Err(Refusal::new(rule, "use vcc"));
    }
    if selects(instruction) && read != MaskEntry::VCC {
        let rule = format!("{mnemonic} reads only vcc on GFX9, not {read}");
        return Err(Refusal::new(rule, "use vcc"));
    }
    let carry = MaskSource { entry: MaskEntry::VCC, negated: false };
    if carries(instruction) && ![carry, MaskSource::FALSE].contains(&instruction.q) {
        let rule = format!("{mnemonic} takes its carry from vcc or has none on GFX9");
        return Err(Refusal::new(rule, "use vcc, or !PT for none"));
    }
    let is_negated = instruction.modifiers.iter().any(|modifier| modifier.negate);
    if instruction.operation.negates_words() && is_negated {
        let rule = format!("{mnemonic} negates no source on GFX9");
        return Err(Refusal::new(rule, "write v_sub_u32"));
    }
    if selects(instruction) && !negated {
        let rule = "SEL picks a where vcc is set, but v_cndmask_b32 its second source";
        return Err(Refusal::new(rule, "write v_cndmask_b32 d, b, a, vcc"));
    }
    Ok(())
}

/// Refuses a constant that is not inline, except as src0 of a short format that does not read vcc.
fn check_literals(encoding: Gfx9, instruction: &Instruction) -> Result<(), Refusal> {
    let is_long = sources(instruction).map(|field| field == Some(LITERAL));
    let Some(place) = is_long.iter().position(|&is_long| is_long) else { return Ok(()) };
    let word = instruction.sources()[place].literal().unwrap_or_default();
    let rule = match encoding {
        Gfx9::Vop3(_) => {
            let inline = "-16..64 and 0.5, 1, 2, 4 with their negatives";
            format!("has only the constants {inline} on GFX9, not {word:#x}")
        }
        _ if reads_vcc(instruction) => {
            format!("reads vcc and so has no room for the literal {word:#x} on GFX9")
        }
        _ if place > 0 => {
            format!("takes a 32-bit literal only as src0 on GFX9, but src{place} is {word:#x}")
        }
        _ if needs_vop3(encoding, instruction) => {
            format!("with a source modifier takes no literal on GFX9, but src0 is {word:#x}")
        }
        _ => return Ok(()),
    };
    Err(Refusal::new(format!("{} {rule}", mnemonic(instruction.operation)), REGISTER_FIRST))
}

fn with_dpp(encoding: Gfx9, instruction: &Instruction, dpp: &Dpp) -> Result<Vec<u32>, Refusal> {
    let mnemonic = mnemonic(instruction.operation);
    if let Gfx9::Vop3(_) = encoding {
        let rule = format!("{mnemonic} takes no DPP modifier on GFX9, which has it in VOP3 only");
        return Err(Refusal::new(rule, "move its src0 with v_mov_b32 and the modifier first"));
    }
    let Operand::Register(src0) = instruction.a else {
        let rule = format!("{mnemonic} has no register as src0 for its DPP modifier");
        return Err(Refusal::new(rule, "use a register"));
    };
    if let Operand::Literal(word) = instruction.b {
        let takes = "with a DPP modifier takes a register as src1 on GFX9";
        return Err(Refusal::new(format!("{mnemonic} {takes}, not {word:#x}"), REGISTER_FIRST));
    }
    let control = control_field(dpp)?;
    let [src0_modifier, src1_modifier, _] = instruction.modifiers;
    let second = u32::from(src0.0)
        | u32::from(control) << 8
        | u32::from(dpp.bound_control) << 19
        | u32::from(src0_modifier.negate) << 20
        | u32::from(src0_modifier.absolute) << 21
        | u32::from(src1_modifier.negate) << 22
        | u32::from(src1_modifier.absolute) << 23
        | u32::from(dpp.bank_mask) << 24
        | u32::from(dpp.row_mask) << 28;
    Ok(vec![short(encoding, instruction, DPP), second])
}

/// The dpp_ctrl of a modifier that GFX9 has.
fn control_field(dpp: &Dpp) -> Result<u16, Refusal> {
    let name = match dpp.control {
        DppControl::Reserved(field) => format!("dpp_ctrl {field:#05x}"),
        DppControl::EightPermute(_) => "dpp8".to_owned(),
        DppControl::RowShare(_) | DppControl::RowXorMask(_) => control_text(dpp.control),
        _ if dpp.fetch_inactive => {
            return Err(Refusal::new("fi:1 has no GFX9 encoding", "remove it"));
        }
        control => return Ok(control.encode()),
    };
    let cure = "use quad_perm, row_shl, row_shr, row_ror, wave_shl, wave_rol, wave_shr, wave_ror, row_mirror, \
                row_half_mirror or row_bcast";
    Err(Refusal::new(format!("{name} has no GFX9 encoding"), cure))
}
