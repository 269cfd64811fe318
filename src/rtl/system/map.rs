//! The registers that the AXI4-Lite slave shows: one table for the hardware, the tests and
//! docs/reference/system.md.

use crate::config::Config;

/// Instruction words that the program memory holds, for all waves together.
pub const PROGRAM_WORDS: usize = 256;
/// Bits of a byte address of the slave.
pub(super) const ADDRESS_BITS: usize = 16;
/// IDENTITY: "LNBT", its last letter in the lowest byte.
pub(super) const IDENTITY: u32 = 0x4c4e_4254;
/// VERSION of this map: number in 31:16, revision in 15:0.
pub(super) const VERSION: u32 = 0x0001_0000;

/// One register or array of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SystemRegister {
    Identity,
    Version,
    Shape,
    Sizes,
    Features,
    Control,
    Status,
    Waves,
    InterruptEnable,
    InterruptStatus,
    Illegal,
    Cycles,
    Instructions,
    HostSelect,
    HostCommand,
    ProgramCounter,
    HostRow,
    Program,
}

/// Who may do what; every register can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    ReadOnly,
    ReadWrite,
}

/// A line of the map.
pub struct MapRow {
    pub register: SystemRegister,
    /// Its name in the documentation.
    pub name: &'static str,
    /// Byte address of its first word.
    pub offset: usize,
    /// 32-bit words, in a machine of that configuration.
    pub words: fn(&Config) -> usize,
    /// The number of words in words.
    pub size: &'static str,
    pub access: AccessKind,
    /// What it holds and does.
    pub meaning: &'static str,
}

const fn word(
    register: SystemRegister,
    name: &'static str,
    offset: usize,
    access: AccessKind,
    meaning: &'static str,
) -> MapRow {
    MapRow { register, name, offset, words: |_| 1, size: "1", access, meaning }
}

const fn pair(
    register: SystemRegister,
    name: &'static str,
    offset: usize,
    meaning: &'static str,
) -> MapRow {
    MapRow {
        register,
        name,
        offset,
        words: |_| 2,
        size: "2",
        access: AccessKind::ReadOnly,
        meaning,
    }
}

use AccessKind::{ReadOnly, ReadWrite};
use SystemRegister as R;

/// Every register. Offsets of arrays are multiples of their size rounded up to a power of two.
pub const MAP: &[MapRow] = &[
    word(R::Identity, "IDENTITY", 0x000, ReadOnly, "0x4c4e4254, \"LNBT\""),
    word(
        R::Version,
        "VERSION",
        0x004,
        ReadOnly,
        "of this map: number 31:16, revision 15:0; 0x00010000",
    ),
    word(R::Shape, "SHAPE", 0x008, ReadOnly, "lanes 7:0, beats 15:8, waves 23:16, stages 31:24"),
    word(
        R::Sizes,
        "SIZES",
        0x00c,
        ReadOnly,
        "registers of a wave 15:0, instruction words of the program memory 31:16",
    ),
    word(
        R::Features,
        "FEATURES",
        0x010,
        ReadOnly,
        "bit 0 dpp, 1 shuffle, 2 vote, 3 video, 4 float, 5 barrier, 6 multiply; 11:8 register file: 0 wide, 1 skewed, 2 multi_port, 3 replicated, 4 banked",
    ),
    word(
        R::Control,
        "CONTROL",
        0x014,
        ReadWrite,
        "bit 0 pause: while set, nothing issues; bit 1 soft reset: writing 1 resets all but the core's state, reads 0",
    ),
    word(
        R::Status,
        "STATUS",
        0x018,
        ReadOnly,
        "bit 0 busy: a wave runs, or results are still to be written; bit 1 host busy: an access of the host window is going on; bit 2 illegal: bit 1 of INTERRUPT_STATUS",
    ),
    word(
        R::Waves,
        "WAVES",
        0x01c,
        ReadWrite,
        "bit w: wave w runs; writing 1 starts it where its program counter stands, 0 does nothing",
    ),
    word(
        R::InterruptEnable,
        "INTERRUPT_ENABLE",
        0x020,
        ReadWrite,
        "bits as INTERRUPT_STATUS: `interrupt_request` is high while a bit is set in both",
    ),
    word(
        R::InterruptStatus,
        "INTERRUPT_STATUS",
        0x024,
        ReadWrite,
        "bit 0 done: busy has ended; bit 1 illegal: a wave ended at a word that is no instruction here; bit 2 host: a host access is done; writing 1 clears a bit",
    ),
    word(
        R::Illegal,
        "ILLEGAL",
        0x028,
        ReadOnly,
        "place of the illegal word that set bit 1 of INTERRUPT_STATUS: its number in the program memory 15:0, wave 20:16",
    ),
    pair(
        R::Cycles,
        "CYCLES",
        0x030,
        "clock cycles with busy set, low word first; to read both, read high, low and high again",
    ),
    pair(R::Instructions, "INSTRUCTIONS", 0x038, "instructions issued, low word first"),
    word(
        R::HostSelect,
        "HOST_SELECT",
        0x040,
        ReadWrite,
        "what the host window reads or writes: entry 7:0, bit 8: 0 vector register, 1 mask entry (0-6 P0-P6, 7 EXEC, 8-11 s0-s3); wave 20:16; beat 26:24",
    ),
    word(
        R::HostCommand,
        "HOST_COMMAND",
        0x044,
        ReadWrite,
        "writing bit 0 = 1 writes HOST_ROW to the selected row, 0 reads the row into HOST_ROW",
    ),
    MapRow {
        register: R::ProgramCounter,
        name: "PROGRAM_COUNTER",
        offset: 0x080,
        words: |config| config.waves,
        size: "waves",
        access: ReadWrite,
        meaning: "number of the instruction word that the wave issues next; where it starts",
    },
    MapRow {
        register: R::HostRow,
        name: "HOST_ROW",
        offset: 0x100,
        words: |config| config.lanes,
        size: "lanes",
        access: ReadWrite,
        meaning: "the beat-row of the host window, a word a lane; of a mask entry, lane l is bit l of the row (bit l%32 of word l/32)",
    },
    MapRow {
        register: R::Program,
        name: "PROGRAM",
        offset: 0x8000,
        words: |_| PROGRAM_WORDS * 4,
        size: "4 x program words",
        access: ReadWrite,
        meaning: "the program memory, four words an instruction, bits 31:0 first; undefined after power-up",
    },
];
