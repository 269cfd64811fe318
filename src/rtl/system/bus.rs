//! The slave's single-cycle reads and writes: which register an address means, and how the access
//! is answered.

use super::axi::{self, FromMaster, FromSlave, RESPONSE_BITS, Read, Write, axi_slave};
use super::bytes::merged;
use super::map::{ADDRESS_BITS, AccessKind, MAP, MapRow, SystemRegister};
use crate::rtl::prelude::*;

/// An address, decoded.
struct Decoded<'m> {
    /// For each row of the map, in its order, whether the address is one of its words.
    hits: Vec<Signal<'m>>,
    aligned: Signal<'m>,
    mapped: Signal<'m>,
}

impl<'m> Decoded<'m> {
    fn new(m: &'m Builder, plan: &Plan, address: Signal<'m>) -> Self {
        let hits: Vec<Signal> = MAP
            .iter()
            .map(|row| is_word_of(m, plan, row, address.slice(2, ADDRESS_BITS - 2)))
            .collect();
        let mapped = m.concat(&hits).any();
        Self { hits, aligned: address.slice(0, 2).is(0), mapped }
    }

    fn hit(&self, register: SystemRegister) -> Signal<'m> {
        let position = MAP.iter().position(|row| row.register == register);
        self.hits[position.unwrap_or_else(|| panic!("{register:?} is not in the map"))]
    }

    /// DECERR where there is no register, SLVERR at an unaligned address and where the register
    /// refuses, else OKAY.
    fn response(&self, m: &'m Builder, refused: Signal<'m>) -> Signal<'m> {
        let response = m.concat(&[!self.mapped, !self.mapped | !self.aligned | refused]);
        assert!(response.width() == RESPONSE_BITS);
        response
    }
}

/// Whether `word`, an address in words, is one of `row`'s.
fn is_word_of<'m>(m: &'m Builder, plan: &Plan, row: &MapRow, word: Signal<'m>) -> Signal<'m> {
    let count = (row.words)(plan);
    let (first, low) = (row.offset / 4, index_bits(count));
    assert!(
        row.offset.is_multiple_of(4 << low),
        "{} must begin at a multiple of its size",
        row.name
    );
    let is_block = word.slice(low, word.width() - low).is((first >> low) as u128);
    if count.is_power_of_two() {
        return is_block;
    }
    is_block & word.slice(0, low).less_than(m.constant(low, count as u128))
}

/// The slave's side of the registers.
pub(super) struct Bus<'m> {
    m: &'m Builder,
    /// The slave's channels.
    pub s_axi: FromSlave<Signal<'m>>,
    pub write: Write<Signal<'m>>,
    read: Read<Signal<'m>>,
    writes: Decoded<'m>,
    reads: Decoded<'m>,
    write_response: Signal<'m>,
    read_response: Signal<'m>,
    read_data: Signal<'m>,
}

impl<'m> Bus<'m> {
    /// The slave, with the master's channels.
    pub fn new(m: &'m Builder, plan: &Plan, s_axi: FromMaster<Signal<'m>>) -> Self {
        let write_response = m.wire("write_response", RESPONSE_BITS);
        let read_response = m.wire("read_response", RESPONSE_BITS);
        let read_data = m.wire("read_data", 32);
        let inputs = axi::Inputs { s_axi, write_response, read_response, read_data };
        let axi::Outputs { s_axi, write, read } = axi_slave().instance(m, "axi_slave", inputs);
        let (writes, reads) =
            (Decoded::new(m, plan, write.address), Decoded::new(m, plan, read.address));
        Self { m, s_axi, write, read, writes, reads, write_response, read_response, read_data }
    }

    /// `width` bits of the number of the word that is written, counted from a block of words whose
    /// size is a power of two.
    pub fn written_word(&self, low: usize, width: usize) -> Signal<'m> {
        self.write.address.slice(2 + low, width)
    }

    /// `width` bits of the number of the word that is read.
    pub fn read_word(&self, low: usize, width: usize) -> Signal<'m> {
        self.read.address.slice(2 + low, width)
    }

    /// Whether the address that is written, if any, is one of `register`'s.
    pub fn write_hits(&self, register: SystemRegister) -> Signal<'m> {
        self.writes.hit(register)
    }

    /// Whether a word of `register` is read.
    pub fn reads(&self, register: SystemRegister) -> Signal<'m> {
        self.read.valid & self.reads.aligned & self.reads.hit(register)
    }

    /// Whether a word of `register` is written, unless its owner refuses.
    pub fn writes(&self, register: SystemRegister) -> Signal<'m> {
        self.write.valid & self.writes.aligned & self.writes.hit(register)
    }

    /// The written bits from `low` on, those of bytes that are not written 0.
    pub fn ones(&self, low: usize, width: usize) -> Signal<'m> {
        let byte = |bit: usize| self.write.strobe.bit(bit / 8);
        let enables: Vec<Signal> = (low..low + width).map(byte).collect();
        self.write.data.slice(low, width) & self.m.concat(&enables)
    }

    /// A register of at most 32 bits that the host alone writes, when `write`; `clear` sets it to
    /// 0.
    pub fn plain(
        &self,
        name: &str,
        width: usize,
        write: Signal<'m>,
        clear: Signal<'m>,
    ) -> Signal<'m> {
        let register = self.m.reset_register(name, width, 0);
        let written = self.merged(register.q());
        register.next_when(write | clear, written & (!clear).repeat(width));
        register.q()
    }

    /// Answers the writes: read-only registers refuse, and so do `owners`.
    pub fn answer_writes(&self, owners: Signal<'m>) {
        let is_read_only = |row: &&MapRow| row.access == AccessKind::ReadOnly;
        let read_only: Vec<Signal> =
            MAP.iter().filter(is_read_only).map(|row| self.writes.hit(row.register)).collect();
        let refused = (self.m.concat(&read_only).any() | owners).named("write_refused");
        self.write_response.drive(self.writes.response(self.m, refused));
    }

    /// `old` with those bytes that the host writes.
    pub fn merged(&self, old: Signal<'m>) -> Signal<'m> {
        merged(old, self.write.data.slice(0, old.width()), self.write.strobe)
    }

    /// Answers the reads: `value` of a register is of no bits for the program, whose word comes a
    /// cycle later as it is.
    pub fn answer_reads(
        &self,
        refused: Signal<'m>,
        value: impl Fn(SystemRegister) -> Signal<'m>,
        program: Signal<'m>,
    ) {
        let values =
            MAP.iter().map(|row| (row, value(row.register))).filter(|(_, value)| value.width() > 0);
        let chosen = values
            .map(|(row, value)| value.zero_extend(32) & self.reads.hit(row.register).repeat(32));
        let word = chosen.reduce(|all, word| all | word).expect("there are registers");
        let word = word & self.reads.aligned.repeat(32);
        let was_program =
            self.m.delayed("reads_program", self.reads(SystemRegister::Program) & !refused);
        self.read_data.drive(was_program.mux(program, self.m.delayed("register_word", word)));
        self.read_response.drive(self.reads.response(self.m, refused));
    }
}
