//! The numbers: how many cycles after its issue an instruction does what, in each organisation
//! (docs/learn/register-files.md).
//!
//! ```text
//!  i: cycle of the issue, phase 0 of its slot; L: slot_cycles; B: beats; β: a beat; s: stages
//!
//!                  wide                   skewed                        multi_port, replicated  banked                        two_bank
//!  read c          i + L-3                i + L-3 + β                   i + 1 + β               i + 1 + β                     i + 3 .. i + 5
//!  read b          i + L-2                i + L-2 + β                   i + 1 + β               i + 1 + β                     i + 3 .. i + 5
//!  read a          i + L-1                i + L-1 + β                   i + 1 + β               i + 1 + β                     i + 3 .. i + 5
//!  execute β       i + L + β              i + L + β                     i + 2 + β               i + 2 + β                     i + 6
//!  write           i + 2L + L*ceil(s/L)   i + L + β + L*ceil((1+s)/L)   i + 3 + s + β           i + 1 + β + L*ceil((2+s)/L)   i + 7 + s
//!  dependent       2 + ceil(s/L)          1 + ceil((1+s)/L)             1 + floor((2+s)/B)      1 + ceil((2+s)/L)             5 + s
//! ```
//!
//! An instruction that takes several slots ([`passes`]) counts from its last one. In `banked` one
//! whose operands wait for a bank takes further slots (`cycle::banks`). In `two_bank`, where B and L
//! are 1, it is in control in i + 1 and in allocate in i + 2, and counts from two cycles before it
//! leaves that (`cycle::window`).

use super::event::{Action, Entry, Port};
use crate::config::{Config, RegisterFile};
use crate::isa::{DppControl, Feature, Instruction, Operation, Passes, ROW_THREADS, Register};

use RegisterFile::{Banked, MultiPort, Replicated, Skewed, TwoBank, Wide};

/// When an instruction does what, in cycles from the phase 0 of its slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    organisation: RegisterFile,
    beats: u64,
    slot_cycles: u64,
    stages: u64,
    banks: usize,
}

/// Cycles from the issue to allocate of `two_bank`.
const ISSUE_TO_ALLOCATE: u64 = 2;
/// Cycles in which `two_bank` reads operands.
pub const WINDOW: u64 = 3;

impl Timing {
    /// The times of `config`'s machine.
    pub fn new(config: &Config) -> Self {
        Self {
            organisation: config.register_file,
            beats: config.beats as u64,
            slot_cycles: config.slot_cycles() as u64,
            stages: config.stages as u64,
            banks: config.banks(),
        }
    }

    /// Cycles from one slot to the next.
    pub fn slot_cycles(self) -> u64 {
        self.slot_cycles
    }

    /// Whether a whole wave is read and written at once, so that accesses have no beat.
    pub fn is_wave_wide(self) -> bool {
        self.organisation.writes_whole_waves()
    }

    /// Rows in which a wave is accessed: one of the whole wave, or one a beat.
    pub fn rows(self) -> u64 {
        if self.is_wave_wide() { 1 } else { self.beats }
    }

    /// Whether registers lie in banks by their numbers.
    pub fn has_banks(self) -> bool {
        self.organisation.has_banks()
    }

    /// The bank in which a register of a wave lies. In `banked` neighbours lie in neighbouring banks,
    /// and so does one register of neighbouring waves; in `two_bank` the even ones of every wave lie
    /// in bank 0.
    pub fn bank(self, Register(register): Register, wave: usize) -> usize {
        match self.organisation {
            TwoBank => usize::from(register) % self.banks,
            _ => (usize::from(register) + wave) % self.banks,
        }
    }

    /// The port that does `action` with `beat` of an entry of a wave.
    pub fn port(self, wave: usize, entry: Entry, action: Action, beat: u64) -> Port {
        match (self.organisation, entry) {
            (Wide, _) => Port::Whole,
            (Skewed, _) => Port::File(beat as usize),
            (Banked, Entry::Register(register)) => Port::Bank(self.bank(register, wave)),
            (TwoBank, Entry::Register(register)) => match action {
                Action::Write => Port::BankWrite(self.bank(register, wave)),
                _ => Port::BankRead(self.bank(register, wave)),
            },
            (MultiPort | Replicated | Banked | TwoBank, _) => Port::Own(action),
        }
    }

    /// The ports of the vector registers.
    pub fn ports(self) -> Vec<Port> {
        match self.organisation {
            Banked => (0..self.banks).map(Port::Bank).collect(),
            TwoBank => (0..self.banks)
                .flat_map(|bank| [Port::BankRead(bank), Port::BankWrite(bank)])
                .collect(),
            Wide | Skewed | MultiPort | Replicated => self.mask_ports(),
        }
    }

    /// The ports of the mask file.
    pub fn mask_ports(self) -> Vec<Port> {
        match self.organisation {
            Wide => vec![Port::Whole],
            Skewed => (0..self.beats as usize).map(Port::File).collect(),
            MultiPort | Replicated | Banked | TwoBank => Action::ALL.map(Port::Own).to_vec(),
        }
    }

    /// Cycle of a port's access for `beat` (rows "read c" to "read a" and "write"; `wide` does all
    /// beats at once). In `two_bank` a register is read in this cycle or in one of the next two,
    /// masks in the last of the three.
    pub fn access(self, action: Action, entry: Entry, beat: u64) -> u64 {
        let beat = if self.is_wave_wide() { 0 } else { beat };
        match (self.organisation, action) {
            (_, Action::Write) => self.first_write() + beat,
            (MultiPort | Replicated | Banked, Action::ReadA | Action::ReadB | Action::ReadC) => {
                1 + beat
            }
            (TwoBank, Action::ReadA | Action::ReadB | Action::ReadC) => {
                let is_mask = matches!(entry, Entry::Mask(_));
                self.allocate() + if is_mask { WINDOW } else { 1 }
            }
            (Wide | Skewed, Action::ReadA) => self.slot_cycles - 1 + beat,
            (Wide | Skewed, Action::ReadB) => self.slot_cycles - 2 + beat,
            (Wide | Skewed, Action::ReadC) => self.slot_cycles - 3 + beat,
        }
    }

    /// In `two_bank`, the cycle in which an instruction is in allocate; 0 in the others.
    pub fn allocate(self) -> u64 {
        if self.organisation == TwoBank { ISSUE_TO_ALLOCATE } else { 0 }
    }

    /// Cycle in which the lanes execute `beat` (row "execute").
    pub fn execute(self, beat: u64) -> u64 {
        match self.organisation {
            Wide | Skewed => self.slot_cycles + beat,
            MultiPort | Replicated | Banked => 2 + beat,
            TwoBank => self.allocate() + WINDOW + 1,
        }
    }

    /// The first cycle in which a wave may issue whose barrier opens because of the BAR that
    /// executes: the one behind its last beat; with one beat, which nothing announces, the next.
    pub fn arrival(self) -> u64 {
        self.execute(self.beats - 1) + 1 + u64::from(self.beats == 1)
    }

    /// Cycle of the retirement: that of the last beat's write, whether or not anything is written.
    pub fn retire(self) -> u64 {
        self.first_write() + if self.is_wave_wide() { 0 } else { self.beats - 1 }
    }

    /// Slots from an instruction to the first of the same wave that may read its result (row
    /// "dependent").
    pub fn dependent_distance(self) -> u64 {
        match self.organisation {
            Wide => 2 + self.stages.div_ceil(self.slot_cycles),
            Skewed => 1 + (1 + self.stages).div_ceil(self.slot_cycles),
            MultiPort | Replicated => 1 + (2 + self.stages) / self.beats,
            Banked => 1 + self.slots_to_write(),
            // Two instructions read and write alike, so what is written in one cycle is read in the
            // next at the soonest.
            TwoBank => self.first_write() - self.allocate(),
        }
    }

    /// Whether an instruction that overwrites a result waits for it as a reader does. No organisation
    /// needs that, as "write" is as far behind "execute" for every instruction; `two_bank`, which is
    /// not proved for programs of any length, does it.
    pub fn waits_to_overwrite(self) -> bool {
        self.organisation == TwoBank
    }

    /// In `banked`, slots from the one in which the last operand is read to the one in which the
    /// result is written.
    pub fn slots_to_write(self) -> u64 {
        (2 + self.stages).div_ceil(self.slot_cycles)
    }

    /// Cycle of the write of beat 0 (row "write").
    fn first_write(self) -> u64 {
        let slots = |stages: u64| self.slot_cycles * stages.div_ceil(self.slot_cycles);
        match self.organisation {
            Wide => 2 * self.slot_cycles + slots(self.stages),
            Skewed => self.slot_cycles + slots(1 + self.stages),
            MultiPort | Replicated => 3 + self.stages,
            Banked => 1 + self.slot_cycles * self.slots_to_write(),
            TwoBank => self.execute(0) + 1 + self.stages,
        }
    }
}

/// Number of waves that issue one instruction per slot where every instruction needs the one before
/// it: the dependent distance of [`Timing`]. In `banked` that holds as long as no banks conflict.
pub fn waves_to_saturate(config: &Config) -> usize {
    Timing::new(config).dependent_distance() as usize
}

/// Number of slots that `instruction` spends in the reading stage if no bank keeps it waiting; it
/// executes in the last. MATCH compares as many lanes of each warp at a time as it needs to fit its
/// slots; REDUX combines the beats of a warp in the slot before; SHFL and the lane moves take a slot
/// for each part of the wave in which their source can be.
pub fn passes(config: &Config, instruction: &Instruction) -> u8 {
    let gather = u8::from(gathers(config, instruction));
    let has_several_beats = config.beats > 1 && config.warp_threads() > config.lanes;
    match instruction.operation.row().passes {
        Passes::Match => {
            let lanes = config.lanes.min(config.warp_threads());
            gather + lanes.div_ceil(config.lanes_matched(gather.into())) as u8
        }
        Passes::Reduce => 1 + u8::from(has_several_beats),
        Passes::Wave | Passes::Own | Passes::Row | Passes::Warp => {
            gather + parts_seen(config, instruction.operation)
        }
    }
}

/// Parts of the wave that the crossbar shows to `operation` one after the other: of what the
/// largest crossbar shows, `shuffle_passes` parts: a warp and a beat, and where lanes move half of
/// the wave.
pub fn parts_seen(config: &Config, operation: Operation) -> u8 {
    let row = operation.row();
    let crosses = matches!(row.feature, Some(Feature::Shuffle | Feature::LaneMoves));
    if !crosses || row.passes == Passes::Own {
        return 1;
    }
    let (threads, warp) = (config.threads(), config.warp_threads());
    let half = if config.has(Feature::LaneMoves) { threads / 2 } else { 0 };
    let part = warp.max(config.lanes).max(half) / config.shuffle_passes;
    let sought = match row.passes {
        Passes::Row => ROW_THREADS,
        Passes::Warp => warp,
        _ => threads,
    };
    let sought = sought.max(config.lanes);
    if sought > part { (sought / part) as u8 } else { 1 }
}

/// Whether `instruction` takes a slot of its own to gather operands before it executes, because its
/// threads look into beats that the lanes do not hold at that time. `wide` has the whole wave at
/// hand and never gathers.
pub fn gathers(config: &Config, instruction: &Instruction) -> bool {
    if config.register_file == RegisterFile::Wide || config.beats == 1 {
        return false;
    }
    match instruction.operation.row().passes {
        Passes::Own => instruction
            .dpp
            .is_some_and(|dpp| config.lanes < ROW_THREADS || leaves_its_row(dpp.control)),
        Passes::Row => config.lanes < ROW_THREADS,
        Passes::Warp | Passes::Match | Passes::Reduce => config.lanes < config.warp_threads(),
        Passes::Wave => true,
    }
}

/// Whether some thread's source is in another row.
fn leaves_its_row(control: DppControl) -> bool {
    use DppControl::*;
    match control {
        WaveShiftLeft | WaveRotateLeft | WaveShiftRight | WaveRotateRight => true,
        RowBroadcast15 | RowBroadcast31 => true,
        QuadPermute(_) | RowShiftLeft(_) | RowShiftRight(_) | RowRotateRight(_) => false,
        RowMirror | RowHalfMirror | RowShare(_) | RowXorMask(_) => false,
        EightPermute(_) | Reserved(_) => false,
    }
}
