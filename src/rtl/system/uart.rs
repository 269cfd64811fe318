//! A serial line in front of the AXI4-Lite slave, for boards: two pins in place of its hundred and more.
//!
//! A request has 7 bytes: `W` or `R`, the address (low byte first), the word (low byte first; of no meaning in a read). The
//! answer has 5: BRESP or RRESP, and the word that was read (of no meaning after a write). One request is answered before
//! the next is looked at; a byte that begins no request is thrown away. Bytes have 8 bits, no parity and one stop bit.

use std::sync::Arc;

use super::axi::RESPONSE_BITS;
use super::map::ADDRESS_BITS;
use crate::hdl::{Module, ModuleBuilder, Signal};

/// Bits of the number of clock cycles that a bit takes.
const PERIOD_BITS: usize = 16;
/// Address and word of a request.
const REQUEST_BYTES: usize = 6;
const ANSWER_BYTES: usize = 5;

/// Builds the bridge from a serial line to an AXI4-Lite slave.
pub fn uart_bridge() -> Arc<Module> {
    let purpose = "Reads and writes an AXI4-Lite slave for a host at the other end of a serial line.";
    let builder = ModuleBuilder::new("lanebeat_uart_bridge", purpose);
    let m = &builder;
    let line = m.input("receive", 1, "the line from the host, high when idle");
    let period = m.input("clocks_per_bit", PERIOD_BITS, "clock cycles that a bit takes, at least 4");
    let receiver = m.instance("receiver", &receiver()).broadcast("line", line).broadcast("clocks_per_bit", period).build();
    let (byte, valid) = (receiver.output("data"), receiver.output("valid"));

    let answering = m.wire("answering", 1);
    let takes = (valid & !answering).named("takes_byte");
    let (is_write, request, complete) = request(m, byte, takes);
    let (answered, answer) = channels(m, is_write, request, complete);

    let sent = m.wire("byte_sent", 1);
    let left = m.reset_register("answer_bytes", 3, 0);
    let has_left = left.q().any();
    let fewer = left.q() - m.constant(3, 1);
    left.next_when(answered | sent, answered.mux(m.constant(3, ANSWER_BYTES as u128), fewer));
    let bytes = m.register("answer", 8 * ANSWER_BYTES);
    let rest = bytes.q().slice(8, 8 * (ANSWER_BYTES - 1)).zero_extend(8 * ANSWER_BYTES);
    bytes.next_when(answered | sent, answered.mux(answer, rest));
    let waits = m.reset_register("waits_for_slave", 1, 0);
    waits.next(complete | (waits.q() & !answered));
    answering.drive(waits.q() | has_left);
    let transmitter = m.instance("transmitter", &transmitter()).broadcast("clocks_per_bit", period);
    let transmitter = transmitter.broadcast("valid", has_left).broadcast("data", bytes.q().slice(0, 8)).build();
    sent.drive(has_left & transmitter.output("ready"));
    m.output("transmit", transmitter.output("line"), "the line to the host, high when idle");
    builder.finish()
}

/// Collects a request: whether it is a write, its address and word, and when they are complete.
fn request<'m>(m: &'m ModuleBuilder, byte: Signal<'m>, takes: Signal<'m>) -> (Signal<'m>, Signal<'m>, Signal<'m>) {
    let left = m.reset_register("request_bytes", 3, 0);
    let begun = left.q().any();
    let begins = !begun & (byte.is(u128::from(b'W')) | byte.is(u128::from(b'R')));
    let count = begun.mux(left.q() - m.constant(3, 1), m.constant(3, REQUEST_BYTES as u128));
    left.next_when(takes & (begun | begins), count);
    let is_write = m.register("is_write", 1);
    is_write.next_when(takes & begins, byte.is(u128::from(b'W')));
    let request = m.register("request", 8 * REQUEST_BYTES);
    request.next_when(takes & begun, m.concat(&[request.q().slice(8, 8 * (REQUEST_BYTES - 1)), byte]));
    let complete = m.delayed("complete", takes & left.q().is(1));
    (is_write.q(), request.q(), complete)
}

/// The master's channels: when the slave has answered, and the bytes of the answer.
fn channels<'m>(
    m: &'m ModuleBuilder,
    is_write: Signal<'m>,
    request: Signal<'m>,
    complete: Signal<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let offer = |channel: &str, starts: Signal<'m>| {
        let ready = m.input(&format!("m_axi_{channel}ready"), 1, "the slave takes it");
        let valid = m.reset_register(&format!("offers_{channel}"), 1, 0);
        valid.next(starts | (valid.q() & !ready));
        m.output(&format!("m_axi_{channel}valid"), valid.q(), "an address or a word is offered");
    };
    offer("aw", complete & is_write);
    offer("w", complete & is_write);
    offer("ar", complete & !is_write);
    let address = request.slice(0, ADDRESS_BITS);
    m.output("m_axi_awaddr", address, "byte address");
    m.output("m_axi_araddr", address, "byte address");
    m.output("m_axi_wdata", request.slice(ADDRESS_BITS, 32), "the word");
    m.output("m_axi_wstrb", m.constant(4, 0xf), "every byte of it");
    m.output("m_axi_bready", m.constant(1, 1), "responses are taken at once");
    m.output("m_axi_rready", m.constant(1, 1), "data is taken at once");
    let written = m.input("m_axi_bvalid", 1, "a write is answered");
    let read = m.input("m_axi_rvalid", 1, "a read is answered");
    let response = read.mux(
        m.input("m_axi_rresp", RESPONSE_BITS, "how the read went"),
        m.input("m_axi_bresp", RESPONSE_BITS, "how the write went"),
    );
    let data = m.input("m_axi_rdata", 32, "the word that was read");
    (written | read, m.concat(&[response.zero_extend(8), data]))
}

/// A line of two flip-flops against metastability, and a shift register that samples in the middle of each bit.
fn receiver() -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_uart_receiver", "Bytes from a serial line.");
    let m = &builder;
    let line = m.input("line", 1, "high when idle");
    let period = m.input("clocks_per_bit", PERIOD_BITS, "clock cycles that a bit takes");
    let settling = m.reset_register("settling", 1, 1);
    settling.next(line);
    let settled = m.reset_register("settled", 1, 1);
    settled.next(settling.q());
    let line = settled.q();

    // Start bit, 8 bits, stop bit.
    let left = m.reset_register("bits_left", 4, 0);
    let idle = !left.q().any();
    let timer = m.reset_register("timer", PERIOD_BITS, 0);
    let samples = !idle & timer.q().is(0);
    let starts = (idle & !line).named("starts");
    let half = period.slice(1, PERIOD_BITS - 1).zero_extend(PERIOD_BITS);
    let one = m.constant(PERIOD_BITS, 1);
    let counted = samples.mux(period - one, timer.q() - one);
    timer.next_when(starts | !idle, starts.mux(half - one, counted));
    let is_glitch = left.q().is(10) & line;
    let fewer = is_glitch.mux(m.constant(4, 0), left.q() - m.constant(4, 1));
    left.next_when(starts | samples, starts.mux(m.constant(4, 10), fewer));
    let byte = m.register("byte", 8);
    byte.next_when(samples & !left.q().is(1), m.concat(&[byte.q().slice(1, 7), line]));
    m.output("data", byte.q(), "the byte");
    m.output("valid", samples & left.q().is(1) & line, "it is complete, and its stop bit is there");
    builder.finish()
}

fn transmitter() -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_uart_transmitter", "Bytes to a serial line.");
    let m = &builder;
    let valid = m.input("valid", 1, "there is a byte to send");
    let byte = m.input("data", 8, "the byte");
    let period = m.input("clocks_per_bit", PERIOD_BITS, "clock cycles that a bit takes");
    let left = m.reset_register("bits_left", 4, 0);
    let idle = (!left.q().any()).named("idle");
    let timer = m.reset_register("timer", PERIOD_BITS, 0);
    let ends = !idle & timer.q().is(0);
    let starts = valid & idle;
    let one = m.constant(PERIOD_BITS, 1);
    timer.next_when(starts | !idle, (starts | ends).mux(period - one, timer.q() - one));
    left.next_when(starts | ends, starts.mux(m.constant(4, 10), left.q() - m.constant(4, 1)));
    // The bit on the line is the lowest: first the start bit, last the stop bit.
    let bits = m.reset_register("bits", 9, 0x1ff);
    let sending = m.concat(&[m.constant(1, 0), byte]);
    let shifted = m.concat(&[bits.q().slice(1, 8), m.constant(1, 1)]);
    bits.next_when(starts | ends, starts.mux(sending, shifted));
    m.output("ready", idle, "it is taken at this clock edge if valid");
    m.output("line", bits.q().bit(0), "high when idle");
    builder.finish()
}
