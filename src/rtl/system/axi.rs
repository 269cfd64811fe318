//! The AXI4-Lite slave: five channels with handshakes of their own on one side, single-cycle reads
//! and writes on the other.
//!
//! ```text
//!  AW ──► held ──┐
//!                ├──► write_* ───► registers ──► write_response ──► B
//!  W ───► held ──┘
//!  AR ──► held ─────► read_*  ───► registers ──► read_response, a cycle later read_data ──► R
//! ```
//!
//! An address and its data may come in any order; each waits in a buffer of one entry, and READY is
//! "the buffer is empty". A write is done when both are there and B is free or being taken, a read
//! when R is. Every output is a register or its inverse: no path leads from an AXI input to an AXI
//! output in the same cycle. Reads and writes know nothing of each other.

use super::map::ADDRESS_BITS;
use crate::rtl::prelude::*;

/// Bits of BRESP and RRESP.
pub(super) const RESPONSE_BITS: usize = 2;

ports! {
    /// Signals that the master of an AXI4-Lite bus drives.
    pub struct FromMaster() {
        awvalid: [1] "write address channel: there is an address";
        awaddr: [ADDRESS_BITS] "write address channel: byte address";
        wvalid: [1] "write data channel: there is a word";
        wdata: [32] "write data channel: the word";
        wstrb: [4] "write data channel: bytes of the word that are written";
        bready: [1] "write response channel: the master takes the response";
        arvalid: [1] "read address channel: there is an address";
        araddr: [ADDRESS_BITS] "read address channel: byte address";
        rready: [1] "read data channel: the master takes the word";
    }

    /// Signals that the slave of an AXI4-Lite bus drives.
    pub struct FromSlave() {
        awready: [1] "write address channel: the address is taken at this clock edge if valid";
        wready: [1] "write data channel: the word is taken at this clock edge if valid";
        bvalid: [1] "write response channel: there is a response";
        bresp: [RESPONSE_BITS] "write response channel: 0 OKAY, 2 SLVERR, 3 DECERR";
        arready: [1] "read address channel: the address is taken at this clock edge if valid";
        rvalid: [1] "read data channel: there is a word";
        rresp: [RESPONSE_BITS] "read data channel: 0 OKAY, 2 SLVERR, 3 DECERR";
        rdata: [32] "read data channel: the word; 0 with an error";
    }

    /// A write of one cycle.
    pub struct Write() {
        valid: [1] "a word is written in this cycle";
        address: [ADDRESS_BITS] "byte address of the word that is written";
        data: [32] "the word that is written";
        strobe: [4] "bytes of the word that are written";
    }

    /// A read of one cycle.
    pub struct Read() {
        valid: [1] "a word is read in this cycle";
        address: [ADDRESS_BITS] "byte address of the word that is read";
    }

    pub struct Inputs() {
        s_axi: FromMaster { FromMaster::ports() };
        write_response: [RESPONSE_BITS] "how the write of this cycle is answered";
        read_response: [RESPONSE_BITS] "how the read of this cycle is answered";
        read_data: [32] "the word that was read a cycle ago";
    }

    pub struct Outputs() {
        s_axi: FromSlave { FromSlave::ports() };
        write: Write { Write::ports() };
        read: Read { Read::ports() };
    }
}

/// Builds the slave.
pub(super) fn axi_slave() -> Block<Inputs, Outputs> {
    let purpose = "An AXI4-Lite slave: turns the five channels into reads and writes of one cycle.";
    Block::<Inputs, Outputs>::of("lanebeat_axi_slave", purpose, (), all_channels)
}

/// A buffer of one entry behind a VALID and READY handshake.
struct Held<'m> {
    full: Signal<'m>,
    entry: Signal<'m>,
}

impl<'m> Held<'m> {
    /// Takes `entry` when `valid` and empty; becomes empty when `taken`.
    fn new(name: &str, valid: Signal<'m>, entry: Signal<'m>, taken: Signal<'m>) -> Self {
        let m = entry.builder();
        let full = m.reset_register(&format!("{name}_full"), 1, 0);
        full.next(full.q().mux(!taken, valid));
        let held = m.register(name, entry.width()).next_when(valid & !full.q(), entry);
        Self { full: full.q(), entry: held }
    }

    fn ready(&self) -> Signal<'m> {
        !self.full
    }
}

fn all_channels<'m>(m: &'m Builder, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { s_axi, write_response, read_response, read_data } = inputs;
    let write = m.wire("write", 1);
    let written_address = Held::new("address_of_write", s_axi.awvalid, s_axi.awaddr, write);
    let data_and_strobe = m.concat(&[s_axi.wdata, s_axi.wstrb]);
    let written_data = Held::new("data_of_write", s_axi.wvalid, data_and_strobe, write);
    let write_answered = m.reset_register("write_answered", 1, 0);
    write.drive(written_address.full & written_data.full & (!write_answered.q() | s_axi.bready));
    write_answered.next(write | (write_answered.q() & !s_axi.bready));
    let write_answer = m.register("write_answer", RESPONSE_BITS).next_when(write, write_response);

    let read = m.wire("read", 1);
    let read_address = Held::new("address_of_read", s_axi.arvalid, s_axi.araddr, read);
    let fetching = m.reset_register("fetching", 1, 0);
    let read_answered = m.reset_register("read_answered", 1, 0);
    read.drive(read_address.full & !fetching.q() & (!read_answered.q() | s_axi.rready));
    fetching.next(read);
    read_answered.next(fetching.q() | (read_answered.q() & !s_axi.rready));
    let read_answer = m.register("read_answer", RESPONSE_BITS).next_when(read, read_response);
    let word = m.register("read_word", 32).next_when(fetching.q(), read_data);

    let (data, strobe) = (written_data.entry.slice(0, 32), written_data.entry.slice(32, 4));
    Outputs {
        s_axi: FromSlave {
            awready: written_address.ready(),
            wready: written_data.ready(),
            bvalid: write_answered.q(),
            bresp: write_answer,
            arready: read_address.ready(),
            rvalid: read_answered.q(),
            rresp: read_answer,
            rdata: word,
        },
        write: Write { valid: write, address: written_address.entry, data, strobe },
        read: Read { valid: read, address: read_address.entry },
    }
}
