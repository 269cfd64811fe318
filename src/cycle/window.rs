//! The two banks of a `two_bank` register file: which instruction waits in allocate, and which
//! operands the reuse cache holds.
//!
//! An instruction leaves allocate when all of its reads fit the three cycles behind. A bank reads
//! one register a cycle, in the order in which it was asked to. Slots here are those of the issue:
//! an instruction that is taken in a slot and waits for nothing leaves allocate in the cycle that
//! [`Timing::allocate`] counts from it. Instructions stay in the order of issue, so all times of an
//! instruction are known when it issues.

use super::banks::{End, LateWrites, Operands, READS, Read, ReadingSlot};
use super::decoded::Decoded;
use super::event::{BankUser, StallReason};
use super::repetition::{Ahead, NEVER, Thing};
use super::timing::{Timing, WINDOW};
use crate::config::Config;
use crate::isa::{Instruction, Register};

const BANKS: usize = 2;

/// A register of a wave.
#[derive(Clone, Copy, PartialEq, Eq)]
struct WaveRegister {
    wave: usize,
    register: Register,
}

/// Register that a bank was last asked to read, and the slot in which it reads it.
#[derive(Clone, Copy)]
struct LastRead {
    slot: u64,
    of: WaveRegister,
}

/// State of the collector window that earlier instructions left.
pub struct Window {
    timing: Timing,
    reuse: bool,
    asked: [Option<LastRead>; BANKS],
    /// Registers that are kept, by bank and operand.
    kept: [[Option<WaveRegister>; 3]; BANKS],
    /// The slots in which the last instruction and the one before left.
    left: [Option<u64>; 2],
    /// The slots in which the last instructions stayed in allocate, and why.
    stays: Vec<(u64, StallReason)>,
}

impl Window {
    pub fn new(config: &Config) -> Self {
        Self {
            timing: Timing::new(config),
            reuse: config.reuse,
            asked: [None; BANKS],
            kept: [[None; 3]; BANKS],
            left: [None; 2],
            stays: vec![],
        }
    }

    /// The reads of a pass that leaves allocate in `slot`, or why it cannot.
    fn reads(
        &mut self,
        slot: u64,
        wave: usize,
        instruction: &Instruction,
    ) -> Result<[Option<Read>; 3], StallReason> {
        let mut asked = self.asked;
        let mut reads = [None; 3];
        let operands = instruction.sources();
        let named = |place: usize| {
            let register = operands[place].register()?;
            Some((self.timing.bank(register, wave), register))
        };
        for place in 0..3 {
            let Some((bank, register)) = named(place) else { continue };
            let of = WaveRegister { wave, register };
            if self.kept[bank][place] == Some(of) {
                continue;
            }
            let read = asked[bank].map_or(slot + 1, |last| (slot + 1).max(last.slot + 1));
            if read > slot + WINDOW {
                let WaveRegister { wave: reader, register: before } =
                    self.asked[bank].expect("three reads fit an idle window").of;
                let user = BankUser::ReadBefore { wave: reader, register: before };
                return Err(StallReason::BankConflict { wave, waiting: register, bank, user });
            }
            asked[bank] = Some(LastRead { slot: read, of });
            reads[place] = Some(Read { action: READS[place], register, turn: read - slot });
        }
        for place in 0..3 {
            let Some((bank, register)) = named(place) else { continue };
            let is_kept = self.reuse && instruction.reuse[place];
            self.kept[bank][place] = is_kept.then_some(WaveRegister { wave, register });
        }
        let overwritten = instruction.destination.map(|register| WaveRegister { wave, register });
        for kept in self.kept.as_flattened_mut() {
            if kept.is_some() && *kept == overwritten {
                *kept = None;
            }
        }
        self.asked = asked;
        Ok(reads)
    }
}

impl Operands for Window {
    /// The slots until its last pass leaves allocate.
    fn read(
        &mut self,
        slot: u64,
        wave: usize,
        instruction: &Instruction,
        decoded: &Decoded,
        late: &LateWrites,
    ) -> Vec<ReadingSlot> {
        let mut more_passes = decoded.gather_slots;
        self.stays.retain(|&(stays, _)| stays + 1 >= slot);
        let alone_from = self.left[0].map_or(slot, |left| slot.max(left + 1));
        let behind = ReadingSlot { reads: [None; 3], end: End::Behind };
        let mut slots = vec![behind; (alone_from - slot) as usize];
        for slot in alone_from.. {
            let is_held = more_passes == 0 && late.hold(decoded, slot);
            let reason = StallReason::LateResult { wave };
            let reads = if is_held { Err(reason) } else { self.reads(slot, wave, instruction) };
            let (reads, end) = match reads {
                Err(reason) => ([None; 3], End::Stays(reason)),
                Ok(reads) if more_passes > 0 => {
                    more_passes -= 1;
                    (reads, End::Stays(StallReason::Gather))
                }
                Ok(reads) => (reads, End::Leaves),
            };
            slots.push(ReadingSlot { reads, end });
            match end {
                End::Stays(reason) => self.stays.push((slot, reason)),
                _ => {
                    self.left = [Some(slot), self.left[0]];
                    break;
                }
            }
        }
        slots
    }

    fn write(&mut self, _: u64, _: usize, _: Register) {}

    /// Reasons why the instruction before has not left allocate.
    fn full(&self, slot: u64) -> Vec<StallReason> {
        let until = self.left[1].unwrap_or(0);
        // An instruction that stays in allocate holds the one in control there.
        let keeps = |stays: u64| stays + 1 >= slot && stays < until;
        self.stays.iter().filter(|(stays, _)| keeps(*stays)).map(|&(_, reason)| reason).collect()
    }

    fn passes(&self, reason: StallReason) -> bool {
        reason == StallReason::Gather
    }

    fn look_ahead(&self, ahead: &mut Ahead) {
        for (bank, (asked, kept)) in self.asked.iter().zip(&self.kept).enumerate() {
            asked.iter().for_each(|read| ahead.slot(Thing::Asked(bank), read.slot));
            for (operand, of) in kept.iter().enumerate() {
                let &Some(WaveRegister { wave, register }) = of else { continue };
                ahead.slot(Thing::Kept { bank, operand, wave, register }, NEVER);
            }
        }
        self.left.iter().flatten().for_each(|left| ahead.slot(Thing::Left, left + 1));
        self.stays.iter().for_each(|&(slot, reason)| ahead.slot(Thing::Stay(reason), slot + 2));
    }
}
