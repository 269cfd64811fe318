//! Events of a run, and the sink that receives them.

use std::fmt;

use crate::isa::{Instruction, MaskEntry, Register};

/// An entry of the vector registers or of the mask file, which instructions read and write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Entry {
    /// A vector register.
    Register(Register),
    /// A predicate or mask slot, never PT.
    Mask(MaskEntry),
}

/// Action of a port. In the mask file operand a is the guard, b is p, c is q.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Operand a of an instruction is read.
    ReadA,
    /// Operand b is read.
    ReadB,
    /// Operand c is read.
    ReadC,
    /// A result is written.
    Write,
}

impl Action {
    /// Every action, reads first.
    pub const ALL: [Self; 4] = [Self::ReadA, Self::ReadB, Self::ReadC, Self::Write];
}

/// Which port of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Port {
    /// The one port of `wide`.
    Whole,
    /// The port of file β of `skewed`, which holds beat β.
    File(usize),
    /// `multi_port` and `replicated` have a port for each action, and so has the mask file of
    /// `banked`.
    Own(Action),
    /// The port of a bank of `banked`.
    Bank(usize),
    /// The read port of a bank of `two_bank`.
    BankRead(usize),
    /// Its write port.
    BankWrite(usize),
}

/// One use of one port in one cycle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Access {
    /// Cycle, counted from 0.
    pub cycle: u64,
    /// The port that is used.
    pub port: Port,
    /// The wave whose instruction uses it.
    pub wave: usize,
    /// The entry that is read or written.
    pub entry: Entry,
    /// Which operand is read, or that a result is written.
    pub action: Action,
    /// The beat whose row is accessed; `None` for a whole wave.
    pub beat: Option<usize>,
}

/// Kind of pass of a beat through the lanes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pass {
    /// A pass before the last: operands go into the gather buffer or the operand collector, or are
    /// compared and combined; nothing is written.
    Gather,
    /// The last pass: results are worked out and written.
    Execute,
}

/// A cycle of the lanes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Beat {
    /// Cycle, counted from 0.
    pub cycle: u64,
    /// The wave that executes.
    pub wave: usize,
    /// The instruction, counted from 0 in its wave.
    pub number: usize,
    /// Which beat of the wave, counted from 0.
    pub beat: usize,
    /// The kind of pass.
    pub pass: Pass,
}

/// An instruction is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Issue<'p> {
    /// The slot, counted from 0.
    pub slot: u64,
    /// Phase 0 of the slot.
    pub cycle: u64,
    /// The wave that issues.
    pub wave: usize,
    /// Counted from 0 in its wave.
    pub number: usize,
    /// The instruction that it issues.
    pub instruction: &'p Instruction,
}

/// A slot in which nothing is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stall {
    /// The slot, counted from 0.
    pub slot: u64,
    /// Phase 0 of the slot.
    pub cycle: u64,
    /// Why nothing is taken.
    pub reason: StallReason,
}

/// Why nothing is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StallReason {
    /// Every wave waits for one of its own results. The fields describe the wave whose turn it was,
    /// and the result that keeps it longest.
    OperandInFlight {
        /// The wave whose turn it was.
        wave: usize,
        /// The register or mask entry that it waits for.
        what: Entry,
        /// Slots from this one to the one in which the wave may issue.
        ready_in: u64,
    },
    /// Every wave waits, and the one whose turn it was waits at this barrier.
    Barrier {
        /// The wave whose turn it was.
        wave: usize,
        /// Number of the barrier.
        number: u8,
    },
    /// A late result, such as a word of memory, has the slot in which this wave's would be written.
    LateResult {
        /// The wave whose instruction waits.
        wave: usize,
    },
    /// `s_nop` occupies the slot.
    Nop,
    /// The instruction before takes another slot.
    Gather,
    /// An operand of the instruction before waits for its bank.
    BankConflict {
        /// The wave whose instruction waits.
        wave: usize,
        /// The first of its operands that waits.
        waiting: Register,
        /// The bank, counted from 0.
        bank: usize,
        /// The access that occupies it in this slot.
        user: BankUser,
    },
    /// Every wave has issued its last instruction; results are on their way.
    NothingLeft,
}

/// Access that occupies a bank for which an operand waits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BankUser {
    /// Another operand of the same instruction.
    Read(Register),
    /// In `two_bank`, the last read that was asked for before.
    ReadBefore {
        /// The wave that asked.
        wave: usize,
        /// The register that it reads.
        register: Register,
    },
    /// A result that is written.
    Write {
        /// The wave that writes.
        wave: usize,
        /// The register that is written.
        register: Register,
    },
}

/// An instruction that was taken stays for a slot before the one in which it executes, though no
/// older one is before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stay {
    /// Phase 0 of the slot.
    pub cycle: u64,
    /// The wave whose instruction stays.
    pub wave: usize,
    /// Counted from 0 in its wave.
    pub number: usize,
    /// [`StallReason::Gather`] or [`StallReason::BankConflict`].
    pub reason: StallReason,
}

/// A wave has waited at a barrier; reported when the barrier opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The wave that waited.
    pub wave: usize,
    /// Its BAR, counted from 0 in its wave.
    pub number: usize,
    /// Number of the barrier.
    pub barrier: u8,
    /// The first cycle in which the barrier is open for the wave.
    pub opened: u64,
}

/// An instruction leaves the machine: its last row is written, if it writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retire {
    /// Cycle of the last row, counted from 0.
    pub cycle: u64,
    /// The wave whose instruction it was.
    pub wave: usize,
    /// Counted from 0 in its wave.
    pub number: usize,
}

/// An event of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'p> {
    /// An instruction is taken.
    Issue(Issue<'p>),
    /// Nothing is taken in a slot.
    Stall(Stall),
    /// A port is used.
    Access(Access),
    /// The lanes have a beat.
    Beat(Beat),
    /// An instruction stays for a slot.
    Stay(Stay),
    /// A barrier has opened.
    Meeting(Meeting),
    /// An instruction leaves the machine.
    Retire(Retire),
}

/// Receives the events of a run. Issues and stalls come in the order of the slots; an instruction's
/// events of later cycles are reported between its issue and its retirement, so other events are
/// not sorted by cycle.
pub trait Sink {
    /// Whether it looks at accesses and beats, which are most events by far; it may see others
    /// either way.
    const SEES_PORTS: bool = true;
    /// Whether it must see every event. Otherwise periods in which all waves do what they did in one
    /// before are left out; the totals count them, slots and cycles of later events do not.
    const SEES_EACH: bool = true;
    /// Something happens.
    fn see(&mut self, event: &Event);
    /// Whether it has heard enough, so that the run ends.
    fn is_done(&self) -> bool {
        false
    }
}

/// A sink that ignores all events: for the totals alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    const SEES_PORTS: bool = false;
    const SEES_EACH: bool = false;

    fn see(&mut self, _: &Event) {}
}

/// A sink that ignores all events of a run of which nothing is left out: for its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InFull;

impl Sink for InFull {
    const SEES_PORTS: bool = false;

    fn see(&mut self, _: &Event) {}
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Register(register) => register.fmt(f),
            Self::Mask(entry) => entry.fmt(f),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ReadA => "read a",
            Self::ReadB => "read b",
            Self::ReadC => "read c",
            Self::Write => "write",
        })
    }
}

impl fmt::Display for Access {
    /// `W2.read a R4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wave, action, entry, .. } = self;
        write!(f, "W{wave}.{action} {entry}")
    }
}

impl fmt::Display for Beat {
    /// `W1.exec 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pass = match self.pass {
            Pass::Gather => "gather",
            Pass::Execute => "exec",
        };
        write!(f, "W{}.{pass} {}", self.wave, self.beat)
    }
}

impl fmt::Display for StallReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OperandInFlight { wave, what, ready_in: 1 } => {
                write!(f, "W{wave} waits 1 slot for {what}")
            }
            Self::OperandInFlight { wave, what, ready_in } => {
                write!(f, "W{wave} waits {ready_in} slots for {what}")
            }
            Self::Barrier { wave, number } => write!(f, "W{wave} waits at barrier {number}"),
            Self::BankConflict { wave, waiting, bank, user } => {
                write!(f, "W{wave} {waiting} waits for bank {bank}: {user}")
            }
            Self::LateResult { wave } => {
                write!(f, "W{wave} waits 1 slot for a late result's write")
            }
            Self::Nop => f.write_str("nop"),
            Self::Gather => f.write_str("gather"),
            Self::NothingLeft => f.write_str("nothing left to issue"),
        }
    }
}

impl fmt::Display for BankUser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(register) => write!(f, "{register} is read"),
            Self::ReadBefore { wave, register } => write!(f, "W{wave} reads {register}"),
            Self::Write { wave, register } => write!(f, "W{wave} writes {register}"),
        }
    }
}
