//! The registers that the AXI4-Lite slave shows: one table for the hardware, the tests, the files for
//! drivers and docs/reference/system.md.

use crate::config::{Config, RegisterFile};
use crate::isa::Feature;
pub use crate::plan::PROGRAM_WORDS;

/// Bits of a byte address of the slave.
pub const ADDRESS_BITS: usize = 16;
/// Bits of a program counter.
pub(super) const COUNTER_BITS: usize = PROGRAM_WORDS.trailing_zeros() as usize;
/// IDENTITY: "LNBT", its last letter in the lowest byte.
pub const IDENTITY: u32 = 0x4c4e_4254;

/// Access to a register; every register can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    /// A write is answered by SLVERR.
    ReadOnly,
    /// It can be written.
    ReadWrite,
}

/// A line of the map.
pub struct MapRow {
    /// The register.
    pub register: SystemRegister,
    /// Its name in the documentation.
    pub name: &'static str,
    /// Byte address of its first word.
    pub offset: usize,
    /// 32-bit words, in a machine of that configuration.
    pub words: fn(&Config) -> usize,
    /// The number of words in words.
    pub size: &'static str,
    /// Whether it can be written.
    pub access: AccessKind,
    /// Contents and effect, as far as the fields do not describe them; may be empty.
    pub meaning: &'static str,
    /// The parts of each word, the lowest first.
    pub fields: &'static [Field],
}

impl MapRow {
    /// Value of a word after a reset; `None` where that is undefined.
    pub fn reset(&self, config: &Config) -> Option<u32> {
        let value = |field: &Field| field.reset.map(|reset| reset(config) << field.low);
        self.fields.iter().map(value).sum()
    }
}

/// Bits of a word that belong together; those of no field read 0 and are ignored when written.
pub struct Field {
    /// Name in the documentation.
    pub name: &'static str,
    /// The lowest bit.
    pub low: usize,
    width: Width,
    /// Effect of a written bit, where the register can be written.
    pub write: WriteEffect,
    /// Value after a reset; `None`: undefined.
    pub reset: Option<fn(&Config) -> u32>,
    /// May be empty where the name says it.
    pub meaning: &'static str,
    /// Names of its values, where they have names.
    pub values: &'static [(&'static str, u32)],
}

impl Field {
    /// Bits, in a machine of that configuration.
    pub fn width(&self, config: &Config) -> usize {
        match self.width {
            Width::Fixed(bits) => bits,
            Width::BitPerWave => config.waves,
        }
    }

    /// Its bits in words: `7:0`, `8`, or `w` for a bit each wave.
    pub fn place(&self) -> String {
        match self.width {
            Width::Fixed(1) => self.low.to_string(),
            Width::Fixed(bits) => format!("{}:{}", self.low + bits - 1, self.low),
            Width::BitPerWave => "w".to_owned(),
        }
    }

    /// Whether it is all of its word.
    pub fn is_whole(&self) -> bool {
        matches!(self.width, Width::Fixed(32))
    }
}

#[derive(Clone, Copy)]
enum Width {
    Fixed(usize),
    BitPerWave,
}

/// Effect of a written bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteEffect {
    /// The written bit is the new value.
    Value,
    /// A 1 sets the bit, a 0 does nothing.
    OneSets,
    /// A 1 clears the bit, a 0 does nothing.
    OneClears,
    /// A 1 does something at once; the bit reads 0.
    Pulse,
}

const NOTHING: Field = Field {
    name: "",
    low: 0,
    width: Width::Fixed(32),
    write: WriteEffect::Value,
    reset: Some(|_| 0),
    meaning: "",
    values: &[],
};

const fn field(name: &'static str, low: usize, width: usize, meaning: &'static str) -> Field {
    Field { name, low, width: Width::Fixed(width), meaning, ..NOTHING }
}

const fn constant(
    name: &'static str,
    low: usize,
    width: usize,
    value: fn(&Config) -> u32,
    meaning: &'static str,
) -> Field {
    Field { reset: Some(value), ..field(name, low, width, meaning) }
}

const fn interrupts(write: WriteEffect) -> [Field; 3] {
    [
        Field { write, ..field("done", 0, 1, "busy has ended") },
        Field {
            write,
            ..field("illegal", 1, 1, "a wave ended at a word that is no instruction here")
        },
        Field { write, ..field("host", 2, 1, "a host access is done") },
    ]
}

const WORD: &[Field] = &[Field { name: "value", ..NOTHING }];
const UNDEFINED_WORD: &[Field] = &[Field { name: "value", reset: None, ..NOTHING }];
const INTERRUPT_ENABLES: &[Field] = &interrupts(WriteEffect::Value);
const INTERRUPT_CAUSES: &[Field] = &interrupts(WriteEffect::OneClears);

/// The organisations of the register file by their numbers in FEATURES.
const REGISTER_FILES: &[(&str, u32)] = &{
    let mut numbered = [("", 0); RegisterFile::ALL.len()];
    let mut number = 0;
    while number < numbered.len() {
        numbered[number] = (RegisterFile::ALL[number].key(), number as u32);
        number += 1;
    }
    numbered
};

/// Words of a register, in a machine and in words.
type Words = (fn(&Config) -> usize, &'static str);
const ONE: Words = (|_| 1, "1");
const TWO: Words = (|_| 2, "2");
const WAVES: Words = (|config| config.waves, "waves");
const LANES: Words = (|config| config.lanes, "lanes");
const QUARTERS_OF_PROGRAM: Words = (|_| PROGRAM_WORDS * 4, "4 x program words");

use AccessKind::{ReadOnly, ReadWrite};
use SystemRegister as R;

/// Declares the registers: of each its offset, words, access, name, meaning and fields.
macro_rules! registers {
    ($( $offset:literal $register:ident [$words:ident, $access:ident] $name:literal, $meaning:literal:
        $fields:expr; )*) => {
        /// One register or array of registers.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "described in MAP")]
        pub enum SystemRegister { $( $register, )* }

        /// Every register. Offsets of arrays are multiples of their size rounded up to a power of
        /// two.
        pub const MAP: &[MapRow] = &[ $( MapRow {
            register: R::$register,
            name: $name,
            offset: $offset,
            words: $words.0,
            size: $words.1,
            access: $access,
            meaning: $meaning,
            fields: $fields,
        } ),* ];
    };
}

registers! {
    0x000 Identity [ONE, ReadOnly] "IDENTITY", "0x4c4e4254, \"LNBT\"":
        &[constant("value", 0, 32, |_| IDENTITY, "")];
    0x004 Version [ONE, ReadOnly] "VERSION", "of this map, 0x00010000":
        &[constant("minor", 0, 16, |_| 0, ""), constant("major", 16, 16, |_| 1, "")];
    0x008 Shape [ONE, ReadOnly] "SHAPE", "": &[
        constant("lanes", 0, 8, |config| config.lanes as u32, ""),
        constant("beats", 8, 8, |config| config.beats as u32, ""),
        constant("waves", 16, 8, |config| config.waves as u32, ""),
        constant("stages", 24, 8, |config| config.stages as u32, ""),
    ];
    0x00c Sizes [ONE, ReadOnly] "SIZES", "": &[
        constant("registers", 0, 16, |config| config.registers as u32, "of a wave"),
        constant("program_words", 16, 16, |_| PROGRAM_WORDS as u32,
            "instructions that the program memory holds"),
    ];
    0x010 Features [ONE, ReadOnly] "FEATURES", "": &[
        constant("dpp", 0, 1, |config| config.has(Feature::Dpp).into(), ""),
        constant("shuffle", 1, 1, |config| config.shuffle.into(), ""),
        constant("vote", 2, 1, |config| config.vote.into(), ""),
        constant("video", 3, 1, |config| config.video.into(), ""),
        constant("float", 4, 1, |config| config.float.into(), ""),
        constant("barrier", 5, 1, |config| config.barrier.into(), ""),
        constant("multiply", 6, 1, |config| config.multiply.into(), ""),
        constant("bits", 7, 1, |config| config.bits.into(), ""),
        Field {
            values: REGISTER_FILES,
            ..constant("register_file", 8, 4, |config| config.register_file as u32, "")
        },
        constant("lane_moves", 12, 1, |config| config.has(Feature::LaneMoves).into(), ""),
    ];
    0x014 Control [ONE, ReadWrite] "CONTROL", "": &[
        field("pause", 0, 1, "while set, nothing issues"),
        Field {
            write: WriteEffect::Pulse,
            ..field("soft_reset", 1, 1, "writing 1 resets all but the core's state, reads 0")
        },
    ];
    0x018 Status [ONE, ReadOnly] "STATUS", "": &[
        field("busy", 0, 1, "a wave runs, or results are still to be written"),
        field("host_busy", 1, 1, "an access of the host window is going on"),
        field("illegal", 2, 1, "bit 1 of INTERRUPT_STATUS"),
    ];
    0x01c Waves [ONE, ReadWrite] "WAVES", "": &[Field {
        width: Width::BitPerWave,
        write: WriteEffect::OneSets,
        ..field("running", 0, 1,
            "wave w runs; writing 1 starts it where its program counter stands, 0 does nothing")
    }];
    0x020 InterruptEnable [ONE, ReadWrite] "INTERRUPT_ENABLE",
        "`interrupt_request` is high while a bit is set here and in INTERRUPT_STATUS":
        INTERRUPT_ENABLES;
    0x024 InterruptStatus [ONE, ReadWrite] "INTERRUPT_STATUS", "writing 1 clears a bit":
        INTERRUPT_CAUSES;
    0x028 Illegal [ONE, ReadOnly] "ILLEGAL",
        "place of the illegal word that set bit 1 of INTERRUPT_STATUS":
        &[field("word", 0, 16, "its number in the program memory"), field("wave", 16, 5, "")];
    0x030 Cycles [TWO, ReadOnly] "CYCLES",
        "clock cycles with busy set, low word first; to read both, read high, low and high again":
        WORD;
    0x038 Instructions [TWO, ReadOnly] "INSTRUCTIONS", "instructions issued, low word first": WORD;
    0x040 HostSelect [ONE, ReadWrite] "HOST_SELECT", "what the host window reads or writes": &[
        field("entry", 0, 8, "a vector register, or a mask entry: 0-6 P0-P6, 7 EXEC, 8-11 s0-s3"),
        field("is_mask", 8, 1, "entry is a mask entry"),
        field("wave", 16, 5, ""),
        field("beat", 24, 3, ""),
    ];
    0x044 HostCommand [ONE, ReadWrite] "HOST_COMMAND", "writing it starts an access": &[
        field("write", 0, 1, "1 writes HOST_ROW to the selected row, 0 reads the row into HOST_ROW"),
    ];
    0x080 ProgramCounter [WAVES, ReadWrite] "PROGRAM_COUNTER", "": &[field("word", 0, COUNTER_BITS,
        "number of the instruction word that the wave issues next; where it starts")];
    0x100 HostRow [LANES, ReadWrite] "HOST_ROW",
        "the beat-row of the host window, a word a lane; of a mask entry, lane l is bit l of the row (bit l%32 of word l/32); undefined after power-up":
        UNDEFINED_WORD;
    0x8000 Program [QUARTERS_OF_PROGRAM, ReadWrite] "PROGRAM",
        "the program memory, four words an instruction, bits 31:0 first; undefined after power-up":
        UNDEFINED_WORD;
}

impl SystemRegister {
    /// Its line of the map.
    pub fn row(self) -> &'static MapRow {
        let found = MAP.iter().find(|row| row.register == self);
        found.unwrap_or_else(|| panic!("{self:?} is not in the map"))
    }

    /// Whether it says what the machine is.
    pub fn is_constant(self) -> bool {
        matches!(self, R::Identity | R::Version | R::Shape | R::Sizes | R::Features)
    }

    /// Its field of that name.
    ///
    /// # Panics
    /// When there is none.
    pub fn field(self, name: &str) -> &'static Field {
        let found = self.row().fields.iter().find(|field| field.name == name);
        found.unwrap_or_else(|| panic!("{self:?} has no field {name}"))
    }
}
