//! A serial line in front of the AXI4-Lite slave, for boards: two pins in place of its hundred and
//! more.
//!
//! A request has 8 bytes: `W` or `R`, the address (low byte first), the word (low byte first; of no
//! meaning in a read), and a check byte over these. The answer has 6: BRESP or RRESP, the word that
//! was read (of no meaning after a write), and a check byte. A request whose check byte is wrong
//! does nothing and is answered with 1, which no AXI4-Lite slave says. One request is answered
//! before the next is looked at; a byte that begins no request is thrown away. Bytes have 8 bits, no
//! parity and one stop bit.
//!
//! The check byte is CRC-8/ROHC. It takes the lowest bit first, as the line does, so a message and
//! its check byte leave 0; and it begins at all ones, so a line that is stuck at 0 sends no message.

use super::axi::{FromMaster, FromSlave};
use super::map::ADDRESS_BITS;
use crate::rtl::prelude::*;

/// Bits of the number of clock cycles that a bit takes.
pub const PERIOD_BITS: usize = 16;
/// Address and word of a request.
const ASKED_BYTES: usize = 6;
/// Response and word of an answer.
const ANSWERED_BYTES: usize = 5;
const CHECK_BITS: usize = 8;
/// Value of the check before the first byte.
const CHECK_START: u8 = 0xff;
/// x^8 + x^2 + x + 1, its lowest power in the highest bit.
const CHECK_POLYNOMIAL: u8 = 0xe0;

/// Bytes of a request: what is asked, address, word and check byte.
pub const REQUEST_BYTES: usize = 1 + ASKED_BYTES + 1;
/// Bytes of an answer: response, word and check byte.
pub const ANSWER_BYTES: usize = ANSWERED_BYTES + 1;
/// The response to a request whose check byte is wrong.
pub const GARBLED: u8 = 1;

/// The check byte of a message; 0 over a message and its check byte.
pub fn check_byte(message: &[u8]) -> u8 {
    message.iter().fold(CHECK_START, |check, byte| after_eight_bits(check ^ byte))
}

/// The check after a byte that was added to it.
fn after_eight_bits(sum: u8) -> u8 {
    (0..CHECK_BITS).fold(sum, |sum, _| sum >> 1 ^ if sum & 1 == 1 { CHECK_POLYNOMIAL } else { 0 })
}

ports! {
    pub struct Inputs() {
        receive: [1] "the line from the host, high when idle";
        clocks_per_bit: [PERIOD_BITS] "clock cycles that a bit takes, at least 4";
        m_axi: FromSlave { FromSlave::ports() };
    }

    pub struct Outputs() {
        transmit: [1] "the line to the host, high when idle";
        m_axi: FromMaster { FromMaster::ports() };
    }
}

/// Builds the bridge from a serial line to an AXI4-Lite slave.
pub fn uart_bridge() -> Block<Inputs, Outputs> {
    let purpose =
        "Reads and writes an AXI4-Lite slave for a host at the other end of a serial line.";
    Block::<Inputs, Outputs>::of("lanebeat_uart_bridge", purpose, (), bridge)
}

fn bridge<'m>(m: &'m Builder, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { receive, clocks_per_bit, m_axi } = inputs;
    let received =
        receiver().instance(m, "receiver", ReceiverInputs { line: receive, clocks_per_bit });
    let answering = m.wire("answering", 1);
    let takes = (received.valid & !answering).named("takes_byte");
    let check = m.reset_register("check", CHECK_BITS, CHECK_START.into());
    let request = Request::new(m, received.data, takes, check.q());
    let ([answers, answer], m_axi) = channels(m, &request, &m_axi);

    let sent = m.wire("byte_sent", 1);
    let left = m.reset_register("answer_bytes", 3, 0);
    let has_left = left.q().any();
    let is_last = left.q().is(1);
    let fewer = left.q() - m.constant(3, 1);
    left.next_when(answers | sent, answers.mux(m.constant(3, ANSWER_BYTES as u128), fewer));
    let bytes = m.register("answer", 8 * ANSWERED_BYTES);
    let rest = bytes.q().slice(8, 8 * (ANSWERED_BYTES - 1)).zero_extend(8 * ANSWERED_BYTES);
    bytes.next_when(answers | sent, answers.mux(answer, rest));
    let waits = m.reset_register("waits_for_slave", 1, 0);
    waits.next(request.is_good | (waits.q() & !answers));
    answering.drive(waits.q() | has_left);
    let data = is_last.mux(check.q(), bytes.q().slice(0, 8)).named("byte_to_send");
    let to_send = TransmitterInputs { valid: has_left, data, clocks_per_bit };
    let transmitter = transmitter().instance(m, "transmitter", to_send);
    sent.drive(has_left & transmitter.ready);

    // A request and its answer have the check one after the other, each from the start.
    let starts = (answers | (sent & is_last)).named("check_starts");
    let byte = answering.mux(data, received.data).named("checked_byte");
    let checked = with_byte(m, check.q(), byte).named("next_check");
    let first = m.constant(CHECK_BITS, CHECK_START.into());
    check.next_when(request.takes | sent | starts, starts.mux(first, checked));
    Outputs { transmit: transmitter.line, m_axi }
}

/// The check after one more byte: each bit is the parity of some bits of the sum.
fn with_byte<'m>(m: &'m Builder, check: Signal<'m>, byte: Signal<'m>) -> Signal<'m> {
    let sum = (check ^ byte).named("check_sum");
    let reaches = |from: usize, to: usize| after_eight_bits(1 << from) >> to & 1;
    let parity = |to: usize| {
        let mask = (0..CHECK_BITS).map(|from| reaches(from, to) << from).sum::<u8>();
        (sum & m.constant(CHECK_BITS, mask.into())).parity()
    };
    m.concat(&(0..CHECK_BITS).map(parity).collect::<Vec<_>>())
}

/// Request of the host, as its bytes arrive.
struct Request<'m> {
    is_write: Signal<'m>,
    /// Address and word.
    bytes: Signal<'m>,
    /// A byte of it comes.
    takes: Signal<'m>,
    /// The last byte has come, and the check is right.
    is_good: Signal<'m>,
    /// The last byte has come, and the check is wrong.
    is_garbled: Signal<'m>,
}

impl<'m> Request<'m> {
    /// Collects the bytes of which each comes when `takes`; `check` is that over all that have come.
    fn new(m: &'m Builder, byte: Signal<'m>, takes: Signal<'m>, check: Signal<'m>) -> Self {
        let left = m.reset_register("request_bytes", 3, 0);
        let begun = left.q().any();
        let begins = !begun & (byte.is(u128::from(b'W')) | byte.is(u128::from(b'R')));
        let following = m.constant(3, REQUEST_BYTES as u128 - 1);
        let count = begun.mux(left.q() - m.constant(3, 1), following);
        let is_checked = takes & left.q().is(1);
        let takes = (takes & (begun | begins)).named("takes_byte_of_request");
        left.next_when(takes, count);
        let is_write =
            m.register("is_write", 1).next_when(takes & begins, byte.is(u128::from(b'W')));
        let request = m.register("request", 8 * ASKED_BYTES);
        request.next_when(
            takes & begun & !is_checked,
            m.concat(&[request.q().slice(8, 8 * (ASKED_BYTES - 1)), byte]),
        );
        let complete = m.delayed("complete", is_checked);
        let is_garbled = (complete & check.any()).named("is_garbled");
        let is_good = (complete & !check.any()).named("is_good");
        Self { is_write, bytes: request.q(), takes, is_good, is_garbled }
    }
}

/// The answer, of the slave or to a garbled request: whether there is one, its response and word;
/// and what the master drives.
fn channels<'m>(
    m: &'m Builder,
    request: &Request<'m>,
    slave: &FromSlave<Signal<'m>>,
) -> ([Signal<'m>; 2], FromMaster<Signal<'m>>) {
    let offer = |channel: &str, starts: Signal<'m>, ready: Signal<'m>| {
        let valid = m.reset_register(&format!("offers_{channel}"), 1, 0);
        valid.next(starts | (valid.q() & !ready));
        valid.q()
    };
    let writes = request.is_good & request.is_write;
    let address = request.bytes.slice(0, ADDRESS_BITS);
    let master = FromMaster {
        awvalid: offer("aw", writes, slave.awready),
        awaddr: address,
        wvalid: offer("w", writes, slave.wready),
        wdata: request.bytes.slice(ADDRESS_BITS, 32),
        // Every byte is written, and answers are taken at once.
        wstrb: m.constant(4, 0xf),
        bready: m.constant(1, 1),
        arvalid: offer("ar", request.is_good & !request.is_write, slave.arready),
        araddr: address,
        rready: m.constant(1, 1),
    };
    let response = slave.rvalid.mux(slave.rresp, slave.bresp);
    let garbled = m.constant(response.width(), GARBLED.into());
    let response = request.is_garbled.mux(garbled, response);
    let bytes = m.concat(&[response.zero_extend(8), slave.rdata]);
    ([slave.bvalid | slave.rvalid | request.is_garbled, bytes], master)
}

ports! {
    struct ReceiverInputs() {
        line: [1] "the line, high when idle";
        clocks_per_bit: [PERIOD_BITS] "clock cycles that a bit takes";
    }

    struct ReceiverOutputs() {
        data: [8] "the byte that was received";
        valid: [1] "the byte is complete, and its stop bit is there";
    }
}

/// A line of two flip-flops against metastability, and a shift register that samples in the middle
/// of each bit.
fn receiver() -> Block<ReceiverInputs, ReceiverOutputs> {
    Block::of("lanebeat_uart_receiver", "Bytes from a serial line.", (), |m, inputs| {
        let ReceiverInputs { line, clocks_per_bit: period } = inputs;
        let settling = m.reset_register("settling", 1, 1).next(line);
        let settled = m.reset_register("settled", 1, 1).next(settling);
        let line = settled;

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
        ReceiverOutputs { data: byte.q(), valid: samples & left.q().is(1) & line }
    })
}

ports! {
    struct TransmitterInputs() {
        valid: [1] "there is a byte to send";
        data: [8] "the byte to send";
        clocks_per_bit: [PERIOD_BITS] "clock cycles that a bit takes";
    }

    struct TransmitterOutputs() {
        ready: [1] "the byte is taken at this clock edge if valid";
        line: [1] "the line, high when idle";
    }
}

/// A shift register whose lowest bit is on the line: first the start bit, last the stop bit.
fn transmitter() -> Block<TransmitterInputs, TransmitterOutputs> {
    Block::of(
        "lanebeat_uart_transmitter",
        "Bytes to a serial line.",
        (),
        |m, inputs: TransmitterInputs<Signal>| {
            let TransmitterInputs { valid, data, clocks_per_bit: period } = inputs;
            let left = m.reset_register("bits_left", 4, 0);
            let idle = (!left.q().any()).named("idle");
            let timer = m.reset_register("timer", PERIOD_BITS, 0);
            let ends = !idle & timer.q().is(0);
            let starts = valid & idle;
            let one = m.constant(PERIOD_BITS, 1);
            timer.next_when(starts | !idle, (starts | ends).mux(period - one, timer.q() - one));
            left.next_when(
                starts | ends,
                starts.mux(m.constant(4, 10), left.q() - m.constant(4, 1)),
            );
            let bits = m.reset_register("bits", 9, 0x1ff);
            let sending = m.concat(&[m.constant(1, 0), data]);
            let shifted = m.concat(&[bits.q().slice(1, 8), m.constant(1, 1)]);
            bits.next_when(starts | ends, starts.mux(sending, shifted));
            TransmitterOutputs { ready: idle, line: bits.q().bit(0) }
        },
    )
}
