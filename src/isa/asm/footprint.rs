//! Vector registers and predicates that a compiler's line reads and writes, by its text alone, as
//! instructions that take as long. What the line computes plays no part.
//!
//! NVIDIA's mnemonics imply how many registers an operand is, AMD's operands say it. An operand of
//! several registers takes as many instructions, each with one word of every operand.

use super::compiler::{self, halves};
use super::token::{Token, tokens};
use super::token_kind::TokenKind;
use crate::isa::{
    Class, Instruction, LaneOperation, MaskEntry, MaskSource, Operand, Register, ShuffleMode,
};

/// Operations between threads, by how their mnemonics begin.
const CROSS_LANE: &str = "shfl match redux credux vote r2ur fswz movm v_permlane v_readlane \
                          v_readfirstlane v_writelane ds_bpermute ds_permute ds_swizzle";
/// Operations of AMD's whose destination is a source, too.
const ACCUMULATE: &str = "v_fmac_ v_mac_ v_pk_fmac_ v_dot2c_ v_dot4c_ v_dot8c_";
/// Operations of AMD's that write both operands.
const SWAP: &str = "v_swap v_permlane16_swap v_permlane32_swap";
/// Operations without a vector register as their destination: compares, stores, jumps.
const WRITES_NO_REGISTER: &str = "fchk r2p plop3 nanosleep v_cmp exp export ret bra brx jmp jmx call \
                                  kil warpsync";
/// Parts of memory mnemonics of AMD's that write a register.
const LOADS: [&str; 6] = ["load", "read", "sample", "gather", "image_get", "rtn"];
/// NVIDIA's accesses of global memory, whose addresses are pairs with `.E`.
const GLOBAL: [&str; 8] = ["LD", "LDG", "ST", "STG", "ATOM", "ATOMG", "RED", "REDG"];

/// Registers and predicates of one line.
#[derive(Default)]
struct Footprint {
    guard: Option<MaskSource>,
    /// Registers of each source, none of a literal, and whether it has `.reuse`.
    sources: Vec<(Vec<usize>, bool)>,
    written: Vec<usize>,
    masks: Vec<MaskSource>,
    masks_written: Vec<MaskEntry>,
}

/// The class of a line, and instructions with its operands.
///
/// # Errors
/// A register beyond the last of `registers`.
pub(super) fn footprint(text: &str, registers: usize) -> Result<(Class, Vec<Instruction>), usize> {
    let tokens = tokens(text, 0);
    let mut footprint = Footprint::default();
    let mut class = Class::Scalar;
    match halves(&tokens) {
        Some(both) => both.iter().for_each(|half| class = footprint.add(half)),
        None => class = footprint.add(&tokens),
    }
    let named = footprint.sources.iter().flat_map(|(words, _)| words).chain(&footprint.written);
    match named.copied().max().filter(|&highest| highest >= registers) {
        Some(missing) => Err(missing),
        None => Ok((class, footprint.instructions(class))),
    }
}

/// Whether a name in lower case begins with one of `list`.
fn begins(name: &str, list: &str) -> bool {
    list.split(' ').any(|start| name.starts_with(start))
}

fn class(name: &str, mnemonic: &Token, operands: &[&Token]) -> Class {
    let moves = |token: &&Token| begins(&token.text.to_ascii_lowercase(), "wave_ row_bcast");
    if begins(name, CROSS_LANE) || operands.iter().any(moves) {
        return Class::CrossLane;
    }
    compiler::class(mnemonic)
}

impl Footprint {
    /// Adds the operands of a line; returns its class.
    fn add(&mut self, tokens: &[Token]) -> Class {
        let guards = usize::from(matches!(tokens[0].kind, TokenKind::Guard(_)));
        if let TokenKind::Guard(guard) = tokens[0].kind {
            self.guard = guard;
        }
        let Some(mnemonic) = tokens.get(guards) else { return Class::Scalar };
        let is_operand = |token: &&Token| token.kind != TokenKind::Comma;
        let operands: Vec<&Token> = tokens[guards + 1..].iter().filter(is_operand).collect();
        let name = mnemonic.text.to_ascii_lowercase();
        let class = class(&name, mnemonic, &operands);
        let is_predicate = |token: &&&Token| matches!(token.kind, TokenKind::Predicate { .. });
        let run = |rest: &[&Token]| rest.iter().take_while(is_predicate).count();
        // Predicates before, and behind, the register that is written; the last operand is read.
        let is_read = class == Class::Scalar && !is_amds(mnemonic);
        let before = if is_read { 0 } else { run(&operands).min(2) };
        let before = before.min(operands.len().saturating_sub(1));
        self.write_masks(&operands[..before]);
        let mut rest = &operands[before..];
        let has_destination = writes_register(mnemonic, &name, class, &operands)
            && rest.first().is_some_and(|first| !is_predicate(&first) && !is_address(first));
        let width = |token: &Token, place| match is_amds(mnemonic) {
            true => grouped(&token.text),
            false => implied(&mnemonic.text, class, token, place),
        };
        if has_destination && let [destination, behind @ ..] = rest {
            let written = width(destination, 0);
            let swaps = begins(&name, SWAP);
            if swaps || begins(&name, ACCUMULATE) {
                self.sources.push((written.clone(), false));
            }
            if let Some(other) = behind.first().filter(|_| swaps) {
                self.written.extend(width(other, 1));
            }
            let masks = run(behind).min(behind.len().saturating_sub(1));
            // Without a register the first operand is another unit's.
            let masks = if written.is_empty() && !destination.is("RZ") { 0 } else { masks };
            self.written.extend(written);
            self.write_masks(&behind[..masks]);
            rest = &behind[masks..];
        }
        for token in rest.iter().filter(|token| token.kind != TokenKind::Modifier) {
            match predicate(token) {
                Some(mask) => self.masks.extend(Some(mask).filter(|mask| is_entry(mask.entry))),
                None => {
                    let words = width(token, 1 + self.sources.len());
                    self.sources.push((words, token.is_reused));
                }
            }
        }
        class
    }

    fn write_masks(&mut self, tokens: &[&Token]) {
        let masks = tokens.iter().filter_map(|token| predicate(token));
        self.masks_written.extend(masks.map(|mask| mask.entry).filter(|&entry| is_entry(entry)));
    }

    /// One instruction for each word of the widest operand, with three sources at most.
    fn instructions(self, class: Class) -> Vec<Instruction> {
        let words = self.sources.iter().map(|(words, _)| words.len()).max().unwrap_or(0);
        let rows = (0..words).flat_map(|word| {
            let row = self.sources.iter().map(|(words, is_reused)| {
                words.get(word).map(|&number| (Register(number as u8), *is_reused && word == 0))
            });
            let mut row: Vec<Option<(Register, bool)>> = row.collect();
            if row.len() > 3 {
                row.retain(Option::is_some);
            }
            row.chunks(3).map(<[_]>::to_vec).collect::<Vec<_>>()
        });
        let rows: Vec<Vec<Option<(Register, bool)>>> = rows.collect();
        // No word is overwritten before it is read.
        let reads_later = |(number, written): (usize, &usize)| {
            let later = rows.iter().skip(number + 1).flatten().flatten();
            later.into_iter().any(|(register, _)| usize::from(register.0) == *written)
        };
        let is_overwritten = self.written.iter().enumerate().any(reads_later);
        let first_write = if is_overwritten { rows.len() - 1 } else { 0 };
        let masks: Vec<&[MaskSource]> = self.masks.chunks(2).collect();
        let count = (first_write + self.written.len()).max(rows.len());
        let count = count.max(masks.len()).max(self.masks_written.len()).max(1);
        let instruction = |number: usize| {
            let mut own = match class {
                Class::CrossLane => Instruction::new(ShuffleMode::Index),
                _ => Instruction::new(LaneOperation::MultiplyAdd),
            };
            own.guard = self.guard.unwrap_or(MaskSource::TRUE);
            for (place, source) in rows.get(number).into_iter().flatten().enumerate() {
                if let Some((register, is_reused)) = *source {
                    *own.source_mut(place) = Operand::Register(register);
                    own.reuse[place] = is_reused;
                }
            }
            let written = number.checked_sub(first_write).and_then(|place| self.written.get(place));
            own.destination = written.map(|&number| Register(number as u8));
            let masks = masks.get(number).copied().unwrap_or_default();
            own.p = masks.first().copied().unwrap_or(MaskSource::TRUE);
            own.q = masks.get(1).copied().unwrap_or(MaskSource::TRUE);
            own.mask_destination =
                self.masks_written.get(number).copied().unwrap_or(MaskEntry::TRUE);
            own
        };
        (0..count).map(instruction).collect()
    }
}

/// Whether a mnemonic is AMD's: they are small letters.
fn is_amds(mnemonic: &Token) -> bool {
    mnemonic.text.starts_with(|first: char| first.is_ascii_lowercase())
}

fn is_entry(entry: MaskEntry) -> bool {
    entry != MaskEntry::TRUE
}

/// Predicate, or vcc; a pair of scalar registers may be something else.
fn predicate(token: &Token) -> Option<MaskSource> {
    token.kind.mask().filter(|_| matches!(token.kind, TokenKind::Predicate { .. }))
}

fn is_address(token: &Token) -> bool {
    token.text.contains('[') && !token.text.starts_with(['v', 'a', 's', 't'])
}

/// Whether the first operand behind predicates may be a register that is written.
fn writes_register(mnemonic: &Token, name: &str, class: Class, operands: &[&Token]) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let has = |word: &str| operands.iter().any(|token| token.is(word));
    if stem.ends_with("setp") || stem.ends_with("setp2") || begins(name, WRITES_NO_REGISTER) {
        return false;
    }
    if class != Class::Memory || !is_amds(mnemonic) {
        return true;
    }
    let is_load = LOADS.iter().any(|part| name.contains(part)) && !name.contains("_lds_");
    let returns =
        name.contains("atomic") && ["glc", "sc0", "th:TH_ATOMIC_RETURN"].into_iter().any(has);
    (is_load || returns || begins(name, "ds_append ds_consume")) && !has("lds")
}

/// Registers that AMD's operand names: `v2`, `v[2:3]`, `[v1, v2]`.
fn grouped(text: &str) -> Vec<usize> {
    let lower = text.to_ascii_lowercase();
    let mut registers = vec![];
    for (at, _) in lower.match_indices('v') {
        if lower[..at].ends_with(|before: char| before.is_ascii_alphanumeric() || before == '_') {
            continue;
        }
        let behind = &lower[at + 1..];
        let number = |text: &str| text.trim().parse::<u16>().ok().map(usize::from);
        match behind.strip_prefix('[').and_then(|group| group.split_once(']')) {
            Some((group, _)) => {
                let (first, last) = group.split_once(':').unwrap_or((group, group));
                registers.extend(
                    number(first)
                        .zip(number(last))
                        .into_iter()
                        .flat_map(|(first, last)| first..=last.min(first + 31)),
                );
            }
            None => {
                let digits = behind.split(|c: char| !c.is_ascii_digit()).next();
                registers.extend(digits.and_then(number));
            }
        }
    }
    registers
}

/// Registers that NVIDIA's operand names, with those behind it that the mnemonic implies. The
/// destination has place 0, sources have places from 1.
fn implied(mnemonic: &str, class: Class, token: &Token, place: usize) -> Vec<usize> {
    let parts: Vec<&str> = mnemonic.split('.').collect();
    let words = token.text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    let named = words.filter_map(|word| {
        let (name, suffix) = word.split_once('.').unwrap_or((word, ""));
        let number = usize::from(name.strip_prefix('R')?.parse::<u16>().ok()?);
        let width = match is_address(token) {
            true if suffix == "64" => 2,
            true => {
                let is_pair = GLOBAL.contains(&parts[0])
                    && parts.contains(&"E")
                    && suffix != "U32"
                    && !token.text.contains("UR");
                1 + usize::from(is_pair)
            }
            false => width(&parts, class, place),
        };
        Some(number..number + width)
    });
    named.flatten().collect()
}

/// Registers of an operand of NVIDIA's that is no address.
fn width(parts: &[&str], class: Class, place: usize) -> usize {
    let has = |part: &str| parts.contains(&part);
    let is_wide = |part: &str| part.ends_with("64") && part.len() <= 3;
    let of = |is_pair: bool| 1 + usize::from(is_pair);
    match parts[0] {
        _ if class == Class::Memory => match has("128") || has("4") {
            true => 4,
            false => of(has("2") || parts.iter().any(|part| is_wide(part))),
        },
        "DADD" | "DFMA" | "DMNMX" | "DMUL" | "DSETP" | "FADD2" | "FFMA2" | "FMUL2" | "RET" => 2,
        "HMMA" | "IMMA" | "BMMA" | "DMMA" | "QMMA" => of_matrix(parts, place),
        "IMAD" if has("WIDE") => of(place == 0 || place == 3),
        "IMAD" if has("HI") => of(place == 3),
        "I2F" => of(if place == 0 { has("F64") } else { has("S64") || has("U64") }),
        "F2I" => of(if place == 0 { has("S64") || has("U64") } else { has("F64") }),
        // The type of the result is the first of two.
        "F2F" => {
            let types = parts
                .iter()
                .filter(|part| part.starts_with('F') && part[1..].parse::<u8>().is_ok());
            of(types.copied().nth(place.min(1)) == Some("F64"))
        }
        "CS2R" => of(place == 0 && !has("32")),
        "MATCH" => of(place > 0 && has("U64")),
        "FRND" => of(has("F64")),
        _ => of(has("64")),
    }
}

/// Registers of an operand of a product of matrices, whose shape the mnemonic has: `16816` is 16 x 8
/// of the result and 16 summands.
fn of_matrix(parts: &[&str], place: usize) -> usize {
    const LANES: usize = 32;
    let has = |part: &str| parts.contains(&part);
    // From sm_90 on some are written `8x8x4`.
    let shape = parts.get(1).map(|shape| shape.replace('x', "")).unwrap_or_default();
    let (m, rest) = match shape.strip_prefix("16") {
        Some(rest) => (16, rest),
        None => (8, shape.get(1..).unwrap_or_default()),
    };
    let k = rest.get(1..).and_then(|k| k.parse().ok()).filter(|k| *k <= 1024).unwrap_or(8);
    let n: usize = 8;
    let (bits, sum_bits) = match parts[0] {
        "DMMA" => (64, 64),
        "BMMA" => (1, 32),
        "IMMA" => (if has("S4") || has("U4") { 4 } else { 8 }, 32),
        "QMMA" => (8, if has("F16") { 16 } else { 32 }),
        _ => (if has("TF32") { 32 } else { 16 }, if has("F32") { 32 } else { 16 }),
    };
    // The first of them multiplies four matrices, of eight lanes each.
    let copies = if shape == "884" && parts[0] == "HMMA" { 4 } else { 1 };
    let a_bits = if has("SP") { bits / 2 } else { bits };
    let all = match place {
        1 => m * k * a_bits,
        2 => n * k * bits,
        0 | 3 => m * n * sum_bits,
        _ => 0,
    };
    (copies * all).div_ceil(32 * LANES).max(1)
}
