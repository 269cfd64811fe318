//! What of an instruction its time depends on.

use super::event::{Action, Entry};
use super::timing::{Timing, passes};
use crate::config::Config;
use crate::isa::{
    ControlOperation, Instruction, LaneMove, MaskEntry, Operand, Operation, Register,
};

/// Places on a wave's scoreboard: 256 registers, then the mask file.
pub const PLACES: usize = 256 + 16;
/// The place of PT, which nothing is ever written to: what an instruction waits for that waits for
/// nothing.
const ALWAYS_READY: u16 = 256 + MaskEntry::TRUE.0 as u16;
/// A place that no instruction reads: where an instruction without a destination writes.
const NOWHERE: u16 = PLACES as u16 - 1;

/// An instruction as far as its time depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Decoded {
    /// Places that must not be in flight: those that are read, and, of a machine that waits to
    /// overwrite, those that are written.
    pub awaited: [u16; 8],
    /// Places that are in flight afterwards.
    pub written: [u16; 2],
    /// Gather passes before the execute pass.
    pub gather_slots: u8,
    /// Slots of `s_nop` beyond its own.
    pub extra_slots: u8,
    /// Accesses of the ports of the register file and of the mask file when it executes, all beats
    /// together.
    pub accesses: [u8; 2],
    /// The same of a gather pass.
    pub gathered: [u8; 2],
}

/// Decodes the instructions of one machine.
pub struct Decoder {
    config: Config,
    /// Rows in which a wave is accessed.
    rows: u8,
    waits_to_overwrite: bool,
}

impl Decoder {
    pub fn new(config: &Config) -> Self {
        let timing = Timing::new(config);
        Self {
            config: config.clone(),
            rows: timing.rows() as u8,
            waits_to_overwrite: timing.waits_to_overwrite(),
        }
    }

    pub fn decode(&self, instruction: &Instruction) -> Decoded {
        let Instruction { guard, destination, mask_destination, a, b, c, p, q, .. } = *instruction;
        let to_register = destination.map(|Register(number)| u16::from(number));
        let mut awaited = [
            place_of_operand(a),
            place_of_operand(b),
            place_of_operand(c),
            to_register.unwrap_or(ALWAYS_READY),
            place_of_mask(guard.entry),
            place_of_mask(p.entry),
            place_of_mask(q.entry),
            place_of_mask(mask_destination),
        ];
        let to_mask = Some(place_of_mask(mask_destination)).filter(|&place| place != ALWAYS_READY);
        let gather_slots = passes(&self.config, instruction) - 1;
        let count = |places: &[u16]| {
            places.iter().map(|&place| u8::from(place != ALWAYS_READY)).sum::<u8>()
        };
        let mut gathered = [0, 0];
        if gather_slots > 0 {
            for (_, entry) in
                uses(instruction).filter(|&(action, entry)| is_gathered(instruction, action, entry))
            {
                gathered[usize::from(matches!(entry, Entry::Mask(_)))] += 1;
            }
        }
        let accesses = [&awaited[..4], &awaited[4..]].map(|places| self.rows * count(places));
        if !self.waits_to_overwrite {
            (awaited[3], awaited[7]) = (ALWAYS_READY, ALWAYS_READY);
        }
        Decoded {
            awaited,
            written: [to_register.unwrap_or(NOWHERE), to_mask.unwrap_or(NOWHERE)],
            gather_slots,
            extra_slots: extra_slots(instruction),
            accesses,
            gathered: gathered.map(|entries| self.rows * entries),
        }
    }
}

/// Slots beyond the first that the sequencer issues nothing in.
fn extra_slots(instruction: &Instruction) -> u8 {
    if instruction.operation == ControlOperation::Nop { instruction.extra_slots } else { 0 }
}

/// Everything that an instruction reads and writes, registers first; at most eight.
pub fn uses(instruction: &Instruction) -> impl Iterator<Item = (Action, Entry)> + use<> {
    let register = |action, operand| match operand {
        Operand::Register(register) => Some((action, Entry::Register(register))),
        Operand::None | Operand::Literal(_) => None,
    };
    let mask = |action, entry| (entry != MaskEntry::TRUE).then_some((action, Entry::Mask(entry)));
    let Instruction { guard, destination, mask_destination, a, b, c, p, q, .. } = *instruction;
    let uses = [
        register(Action::ReadA, a),
        register(Action::ReadB, b),
        register(Action::ReadC, c),
        destination.map(|register| (Action::Write, Entry::Register(register))),
        mask(Action::ReadA, guard.entry),
        mask(Action::ReadB, p.entry),
        mask(Action::ReadC, q.entry),
        mask(Action::Write, mask_destination),
    ];
    uses.into_iter().flatten()
}

/// Whether a gather pass reads `entry` too: operand a; of a vote the guard and q; the guard for who
/// looks for executing threads; the addresses of ds_permute_b32 and ds_bpermute_b32.
pub fn is_gathered(instruction: &Instruction, action: Action, entry: Entry) -> bool {
    let operation = instruction.operation;
    let looks_for_executing =
        matches!(operation, Operation::LaneMove(LaneMove::ReadFirst | LaneMove::Push));
    match (action, entry) {
        (Action::ReadA, Entry::Register(_)) => true,
        (Action::ReadA, Entry::Mask(_)) => operation.is_vote() || looks_for_executing,
        (Action::ReadB, Entry::Register(_)) => looks_at_addresses(operation),
        (Action::ReadC, Entry::Mask(_)) => operation.is_vote(),
        _ => false,
    }
}

/// Whether operand b addresses threads.
pub fn looks_at_addresses(operation: Operation) -> bool {
    matches!(operation, Operation::LaneMove(LaneMove::Pull | LaneMove::Push))
}

/// The place of a register; literals wait for nothing.
fn place_of_operand(operand: Operand) -> u16 {
    match operand {
        Operand::Register(Register(number)) => number.into(),
        Operand::None | Operand::Literal(_) => ALWAYS_READY,
    }
}

/// The place of a mask entry; that of PT is [`ALWAYS_READY`].
fn place_of_mask(MaskEntry(number): MaskEntry) -> u16 {
    256 + u16::from(number)
}

/// The register or mask entry of a place on the scoreboard.
pub fn entry(place: u16) -> Entry {
    match u8::try_from(place) {
        Ok(register) => Entry::Register(Register(register)),
        Err(_) => Entry::Mask(MaskEntry((place - 256) as u8)),
    }
}
