//! The AXI4-Lite slave: five channels with handshakes of their own on one side, single-cycle reads and writes on the other.
//!
//! ```text
//!  AW ──► held ──┐
//!                ├──► write_* ───► registers ──► write_response ──► B
//!  W ───► held ──┘
//!  AR ──► held ─────► read_*  ───► registers ──► read_response, a cycle later read_data ──► R
//! ```
//!
//! An address and its data may come in any order; each waits in a buffer of one entry, and READY is "the buffer is empty". A
//! write is done when both are there and B is free or being taken, a read when R is. Every output is a register or its
//! inverse: no path leads from an AXI input to an AXI output in the same cycle. Reads and writes know nothing of each other.

use std::sync::Arc;

use super::map::ADDRESS_BITS;
use crate::hdl::{Module, ModuleBuilder, Signal};

/// Bits of BRESP and RRESP.
pub(super) const RESPONSE_BITS: usize = 2;

/// Builds the slave.
pub(super) fn axi_slave() -> Arc<Module> {
    let purpose = "An AXI4-Lite slave: turns the five channels into reads and writes of one cycle.";
    let builder = ModuleBuilder::new("lanebeat_axi_slave", purpose);
    let m = &builder;
    write_channels(m);
    read_channels(m);
    builder.finish()
}

/// A buffer of one entry behind a VALID and READY handshake.
struct Held<'m> {
    full: Signal<'m>,
    entry: Signal<'m>,
}

impl<'m> Held<'m> {
    /// Takes `entry` when `valid` and empty; empties when `taken`.
    fn new(m: &'m ModuleBuilder, name: &str, valid: Signal<'m>, entry: Signal<'m>, taken: Signal<'m>) -> Self {
        let full = m.reset_register(&format!("{name}_full"), 1, 0);
        full.next(full.q().mux(!taken, valid));
        let held = m.register(name, entry.width());
        held.next_when(valid & !full.q(), entry);
        Self { full: full.q(), entry: held.q() }
    }

    fn ready(&self) -> Signal<'m> {
        !self.full
    }
}

fn write_channels(m: &ModuleBuilder) {
    let address_valid = m.input("s_axi_awvalid", 1, "write address channel: there is an address");
    let address = m.input("s_axi_awaddr", ADDRESS_BITS, "byte address");
    let data_valid = m.input("s_axi_wvalid", 1, "write data channel: there is data");
    let data = m.input("s_axi_wdata", 32, "the word");
    let strobe = m.input("s_axi_wstrb", 4, "bytes of it that are written");
    let taken = m.input("s_axi_bready", 1, "write response channel: the master takes the response");
    let response = m.input("write_response", RESPONSE_BITS, "how the write of this cycle is answered");

    let write = m.wire("write", 1);
    let address = Held::new(m, "address_of_write", address_valid, address, write);
    let data = Held::new(m, "data_of_write", data_valid, m.concat(&[data, strobe]), write);
    let answered = m.reset_register("write_answered", 1, 0);
    write.drive(address.full & data.full & (!answered.q() | taken));
    answered.next(write | (answered.q() & !taken));
    let answer = m.register("write_answer", RESPONSE_BITS);
    answer.next_when(write, response);

    m.output("s_axi_awready", address.ready(), "the address is taken at this clock edge if valid");
    m.output("s_axi_wready", data.ready(), "the data is taken at this clock edge if valid");
    m.output("s_axi_bvalid", answered.q(), "there is a response");
    m.output("s_axi_bresp", answer.q(), "0 OKAY, 2 SLVERR, 3 DECERR");
    m.output("write_valid", write, "a word is written in this cycle");
    m.output("write_address", address.entry, "its byte address");
    m.output("write_data", data.entry.slice(0, 32), "the word");
    m.output("write_strobe", data.entry.slice(32, 4), "bytes of it that are written");
}

fn read_channels(m: &ModuleBuilder) {
    let address_valid = m.input("s_axi_arvalid", 1, "read address channel: there is an address");
    let address = m.input("s_axi_araddr", ADDRESS_BITS, "byte address");
    let taken = m.input("s_axi_rready", 1, "read data channel: the master takes the data");
    let response = m.input("read_response", RESPONSE_BITS, "how the read of this cycle is answered");
    let data = m.input("read_data", 32, "the word that was read a cycle ago");

    let read = m.wire("read", 1);
    let address = Held::new(m, "address_of_read", address_valid, address, read);
    let fetching = m.reset_register("fetching", 1, 0);
    let answered = m.reset_register("read_answered", 1, 0);
    read.drive(address.full & !fetching.q() & (!answered.q() | taken));
    fetching.next(read);
    answered.next(fetching.q() | (answered.q() & !taken));
    let answer = m.register("read_answer", RESPONSE_BITS);
    answer.next_when(read, response);
    let word = m.register("read_word", 32);
    word.next_when(fetching.q(), data);

    m.output("s_axi_arready", address.ready(), "the address is taken at this clock edge if valid");
    m.output("s_axi_rvalid", answered.q(), "there is data");
    m.output("s_axi_rresp", answer.q(), "0 OKAY, 2 SLVERR, 3 DECERR");
    m.output("s_axi_rdata", word.q(), "the word; 0 with an error");
    m.output("read_valid", read, "a word is read in this cycle");
    m.output("read_address", address.entry, "its byte address");
}
