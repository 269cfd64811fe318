//! Fields of an instruction on which its timing depends.

use super::event::{Action, Entry};
use super::timing::{Timing, parts_seen, passes};
use crate::config::Config;
use crate::isa::{ControlOperation, Instruction, LaneMove, Line, MaskEntry, Operation, Register};

/// Places on a wave's scoreboard: 256 registers, then the mask file.
pub const PLACES: usize = 256 + 16;
/// The place of PT, to which nothing is ever written: an instruction that waits for nothing waits
/// for it.
const ALWAYS_READY: u16 = 256 + MaskEntry::TRUE.0 as u16;
/// A place that no instruction reads: where an instruction without a destination writes.
pub const NOWHERE: u16 = PLACES as u16 - 1;

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
    /// They read operands b and c too: addresses of threads, or what says in each part of the wave
    /// which word is taken.
    pub gathers_operands: bool,
    /// Slots of `s_nop` beyond its own.
    pub extra_slots: u8,
    /// Slots by which its results are later than other instructions'.
    pub late_slots: u64,
    /// Accesses of the ports of the register file and of the mask file when it executes, all beats
    /// together.
    pub accesses: [u8; 2],
    /// The same of a gather pass.
    pub gathered: [u8; 2],
}

/// Lines that are kept decoded, at most; longer loops are decoded in each pass.
const SEEN: usize = 1 << 14;

/// Decodes the instructions of one machine, those of a loop once.
pub struct Decoder<'p> {
    config: Config,
    /// Lines decoded last, at places that their addresses name.
    seen: Vec<Option<(&'p Line, Decoded)>>,
    /// Rows in which a wave is accessed.
    rows: u8,
    waits_to_overwrite: bool,
    slot_cycles: u64,
    dependent_distance: u64,
}

impl<'p> Decoder<'p> {
    /// A decoder for a text of `lines` lines.
    pub fn new(config: &Config, lines: usize) -> Self {
        let timing = Timing::new(config);
        Self {
            config: config.clone(),
            seen: vec![None; lines.min(SEEN)],
            rows: timing.rows() as u8,
            waits_to_overwrite: timing.waits_to_overwrite(),
            slot_cycles: timing.slot_cycles(),
            dependent_distance: timing.dependent_distance(),
        }
    }

    pub fn decode(&mut self, line: &'p Line) -> Decoded {
        let place = std::ptr::from_ref(line).addr() / size_of::<Line>() % self.seen.len();
        match self.seen[place] {
            Some((seen, decoded)) if std::ptr::eq(seen, line) => decoded,
            _ => {
                let decoded = self.decoded(line);
                self.seen[place] = Some((line, decoded));
                decoded
            }
        }
    }

    fn decoded(&self, line: &Line) -> Decoded {
        let instruction = &line.instruction;
        let gather_slots = passes(&self.config, instruction) - 1;
        let mut decoded = Decoded {
            awaited: [ALWAYS_READY; 8],
            written: [NOWHERE; 2],
            gather_slots,
            gathers_operands: gather_slots > 0
                && (looks_at_addresses(instruction.operation)
                    || parts_seen(&self.config, instruction.operation) > 1),
            extra_slots: extra_slots(instruction),
            late_slots: 0,
            accesses: [0; 2],
            gathered: [0; 2],
        };
        for (number, used) in fields(instruction).into_iter().enumerate() {
            let Some((action, entry)) = used else { continue };
            let (file, place) = place(entry);
            decoded.accesses[file] += self.rows;
            if decoded.is_gathered(instruction, action, entry) {
                decoded.gathered[file] += self.rows;
            }
            if action == Action::Write {
                decoded.written[file] = place;
                let latency = line.modelled.and_then(|modelled| modelled.latency).unwrap_or(0);
                let slots = u64::from(latency).div_ceil(self.slot_cycles);
                decoded.late_slots = slots.saturating_sub(self.dependent_distance);
            }
            if action != Action::Write || self.waits_to_overwrite {
                decoded.awaited[number] = place;
            }
        }
        decoded
    }
}

impl Decoded {
    /// Whether it writes a register or a mask entry.
    pub fn writes(&self) -> bool {
        self.written != [NOWHERE; 2]
    }

    /// Whether a gather pass reads `entry` too: operand a; the guard and q of a vote; the guard of a
    /// lane move that looks for executing threads; operands b and c as above.
    pub fn is_gathered(&self, instruction: &Instruction, action: Action, entry: Entry) -> bool {
        let operation = instruction.operation;
        let looks_for_executing =
            matches!(operation, Operation::LaneMove(LaneMove::ReadFirst | LaneMove::Push));
        self.gather_slots > 0
            && match (action, entry) {
                (Action::ReadA, Entry::Register(_)) => true,
                (Action::ReadA, Entry::Mask(_)) => operation.is_vote() || looks_for_executing,
                (Action::ReadB | Action::ReadC, Entry::Register(_)) => self.gathers_operands,
                (Action::ReadC, Entry::Mask(_)) => operation.is_vote(),
                _ => false,
            }
    }
}

/// Slots beyond the first that the sequencer issues nothing in.
fn extra_slots(instruction: &Instruction) -> u8 {
    if instruction.operation == ControlOperation::Nop { instruction.extra_slots } else { 0 }
}

/// Everything that an instruction reads and writes, registers first; at most eight.
pub fn uses(instruction: &Instruction) -> impl Iterator<Item = (Action, Entry)> + use<> {
    fields(instruction).into_iter().flatten()
}

/// The same, each in the place of its field.
fn fields(instruction: &Instruction) -> [Option<(Action, Entry)>; 8] {
    let register = |action, register: Option<Register>| Some((action, Entry::Register(register?)));
    let mask = |action, entry| (entry != MaskEntry::TRUE).then_some((action, Entry::Mask(entry)));
    let Instruction { guard, destination, mask_destination, a, b, c, p, q, .. } = *instruction;
    [
        register(Action::ReadA, a.register()),
        register(Action::ReadB, b.register()),
        register(Action::ReadC, c.register()),
        register(Action::Write, destination),
        mask(Action::ReadA, guard.entry),
        mask(Action::ReadB, p.entry),
        mask(Action::ReadC, q.entry),
        mask(Action::Write, mask_destination),
    ]
}

/// Whether operand b addresses threads.
fn looks_at_addresses(operation: Operation) -> bool {
    matches!(operation, Operation::LaneMove(LaneMove::Pull | LaneMove::Push))
}

/// File of an entry (0 registers, 1 masks), and its place on the scoreboard.
fn place(entry: Entry) -> (usize, u16) {
    match entry {
        Entry::Register(Register(number)) => (0, number.into()),
        Entry::Mask(MaskEntry(number)) => (1, 256 + u16::from(number)),
    }
}

/// The register or mask entry of a place on the scoreboard.
pub fn entry(place: u16) -> Entry {
    match u8::try_from(place) {
        Ok(register) => Entry::Register(Register(register)),
        Err(_) => Entry::Mask(MaskEntry((place - 256) as u8)),
    }
}
