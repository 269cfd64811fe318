//! A serial line in front of the AXI4-Lite slave, for boards: two pins in place of its hundred and
//! more.
//!
//! A request has 7 bytes: `W` or `R`, the address (low byte first), the word (low byte first; of no
//! meaning in a read). The answer has 5: BRESP or RRESP, and the word that was read (of no meaning
//! after a write). One request is answered before the next is looked at; a byte that begins no
//! request is thrown away. Bytes have 8 bits, no parity and one stop bit.

use super::axi::{FromMaster, FromSlave};
use super::map::ADDRESS_BITS;
use crate::hdl::{Block, ModuleBuilder, Signal};
use crate::ports;

/// Bits of the number of clock cycles that a bit takes.
const PERIOD_BITS: usize = 16;
/// Address and word of a request.
const REQUEST_BYTES: usize = 6;
const ANSWER_BYTES: usize = 5;

ports! {
    pub struct Inputs() {
        receive: [1] "the line from the host, high when idle";
        clocks_per_bit: [PERIOD_BITS] "clock cycles that a bit takes, at least 4";
        m_axi: FromSlave { FromSlave::ports() };
    }
}

ports! {
    pub struct Outputs() {
        transmit: [1] "the line to the host, high when idle";
        m_axi: FromMaster { FromMaster::ports() };
    }
}

/// Builds the bridge from a serial line to an AXI4-Lite slave.
pub fn uart_bridge() -> Block<Inputs, Outputs> {
    let purpose =
        "Reads and writes an AXI4-Lite slave for a host at the other end of a serial line.";
    Block::<Inputs, Outputs>::new(
        "lanebeat_uart_bridge",
        purpose,
        Inputs::ports(),
        Outputs::ports(),
        bridge,
    )
}

fn bridge<'m>(m: &'m ModuleBuilder, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { receive, clocks_per_bit, m_axi } = inputs;
    let received =
        receiver().instance(m, "receiver", ReceiverInputs { line: receive, clocks_per_bit });
    let answering = m.wire("answering", 1);
    let takes = (received.valid & !answering).named("takes_byte");
    let request = Request::new(m, received.data, takes);
    let (answer, m_axi) = channels(m, &request, &m_axi);

    let sent = m.wire("byte_sent", 1);
    let left = m.reset_register("answer_bytes", 3, 0);
    let has_left = left.q().any();
    let fewer = left.q() - m.constant(3, 1);
    left.next_when(
        answer.valid | sent,
        answer.valid.mux(m.constant(3, ANSWER_BYTES as u128), fewer),
    );
    let bytes = m.register("answer", 8 * ANSWER_BYTES);
    let rest = bytes.q().slice(8, 8 * (ANSWER_BYTES - 1)).zero_extend(8 * ANSWER_BYTES);
    bytes.next_when(answer.valid | sent, answer.valid.mux(answer.bytes, rest));
    let waits = m.reset_register("waits_for_slave", 1, 0);
    waits.next(request.complete | (waits.q() & !answer.valid));
    answering.drive(waits.q() | has_left);
    let to_send =
        TransmitterInputs { valid: has_left, data: bytes.q().slice(0, 8), clocks_per_bit };
    let transmitter = transmitter().instance(m, "transmitter", to_send);
    sent.drive(has_left & transmitter.ready);
    Outputs { transmit: transmitter.line, m_axi }
}

/// What the host asks for.
struct Request<'m> {
    is_write: Signal<'m>,
    /// Address and word.
    bytes: Signal<'m>,
    /// The last byte has come.
    complete: Signal<'m>,
}

impl<'m> Request<'m> {
    /// Collects the bytes of which each comes when `takes`.
    fn new(m: &'m ModuleBuilder, byte: Signal<'m>, takes: Signal<'m>) -> Self {
        let left = m.reset_register("request_bytes", 3, 0);
        let begun = left.q().any();
        let begins = !begun & (byte.is(u128::from(b'W')) | byte.is(u128::from(b'R')));
        let count = begun.mux(left.q() - m.constant(3, 1), m.constant(3, REQUEST_BYTES as u128));
        left.next_when(takes & (begun | begins), count);
        let is_write = m.register("is_write", 1);
        is_write.next_when(takes & begins, byte.is(u128::from(b'W')));
        let request = m.register("request", 8 * REQUEST_BYTES);
        request.next_when(
            takes & begun,
            m.concat(&[request.q().slice(8, 8 * (REQUEST_BYTES - 1)), byte]),
        );
        let complete = m.delayed("complete", takes & left.q().is(1));
        Self { is_write: is_write.q(), bytes: request.q(), complete }
    }
}

/// What the slave answered.
struct Answer<'m> {
    valid: Signal<'m>,
    /// Response and word.
    bytes: Signal<'m>,
}

/// The slave's answer, and what the master drives.
fn channels<'m>(
    m: &'m ModuleBuilder,
    request: &Request<'m>,
    slave: &FromSlave<Signal<'m>>,
) -> (Answer<'m>, FromMaster<Signal<'m>>) {
    let offer = |channel: &str, starts: Signal<'m>, ready: Signal<'m>| {
        let valid = m.reset_register(&format!("offers_{channel}"), 1, 0);
        valid.next(starts | (valid.q() & !ready));
        valid.q()
    };
    let writes = request.complete & request.is_write;
    let address = request.bytes.slice(0, ADDRESS_BITS);
    let master = FromMaster {
        awvalid: offer("aw", writes, slave.awready),
        awaddr: address,
        wvalid: offer("w", writes, slave.wready),
        wdata: request.bytes.slice(ADDRESS_BITS, 32),
        // Every byte is written, and answers are taken at once.
        wstrb: m.constant(4, 0xf),
        bready: m.constant(1, 1),
        arvalid: offer("ar", request.complete & !request.is_write, slave.arready),
        araddr: address,
        rready: m.constant(1, 1),
    };
    let response = slave.rvalid.mux(slave.rresp, slave.bresp);
    let bytes = m.concat(&[response.zero_extend(8), slave.rdata]);
    (Answer { valid: slave.bvalid | slave.rvalid, bytes }, master)
}

ports! {
    struct ReceiverInputs() {
        line: [1] "the line, high when idle";
        clocks_per_bit: [PERIOD_BITS] "clock cycles that a bit takes";
    }
}

ports! {
    struct ReceiverOutputs() {
        data: [8] "the byte that was received";
        valid: [1] "the byte is complete, and its stop bit is there";
    }
}

/// A line of two flip-flops against metastability, and a shift register that samples in the middle
/// of each bit.
fn receiver() -> Block<ReceiverInputs, ReceiverOutputs> {
    let (inputs, outputs) = (ReceiverInputs::ports(), ReceiverOutputs::ports());
    Block::<ReceiverInputs, ReceiverOutputs>::new(
        "lanebeat_uart_receiver",
        "Bytes from a serial line.",
        inputs,
        outputs,
        received,
    )
}

fn received<'m>(
    m: &'m ModuleBuilder,
    inputs: ReceiverInputs<Signal<'m>>,
) -> ReceiverOutputs<Signal<'m>> {
    let ReceiverInputs { line, clocks_per_bit: period } = inputs;
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
    ReceiverOutputs { data: byte.q(), valid: samples & left.q().is(1) & line }
}

ports! {
    struct TransmitterInputs() {
        valid: [1] "there is a byte to send";
        data: [8] "the byte to send";
        clocks_per_bit: [PERIOD_BITS] "clock cycles that a bit takes";
    }
}

ports! {
    struct TransmitterOutputs() {
        ready: [1] "the byte is taken at this clock edge if valid";
        line: [1] "the line, high when idle";
    }
}

/// A shift register whose lowest bit is on the line: first the start bit, last the stop bit.
fn transmitter() -> Block<TransmitterInputs, TransmitterOutputs> {
    let (inputs, outputs) = (TransmitterInputs::ports(), TransmitterOutputs::ports());
    Block::<TransmitterInputs, TransmitterOutputs>::new(
        "lanebeat_uart_transmitter",
        "Bytes to a serial line.",
        inputs,
        outputs,
        transmitted,
    )
}

fn transmitted<'m>(
    m: &'m ModuleBuilder,
    inputs: TransmitterInputs<Signal<'m>>,
) -> TransmitterOutputs<Signal<'m>> {
    let TransmitterInputs { valid, data, clocks_per_bit: period } = inputs;
    let left = m.reset_register("bits_left", 4, 0);
    let idle = (!left.q().any()).named("idle");
    let timer = m.reset_register("timer", PERIOD_BITS, 0);
    let ends = !idle & timer.q().is(0);
    let starts = valid & idle;
    let one = m.constant(PERIOD_BITS, 1);
    timer.next_when(starts | !idle, (starts | ends).mux(period - one, timer.q() - one));
    left.next_when(starts | ends, starts.mux(m.constant(4, 10), left.q() - m.constant(4, 1)));
    let bits = m.reset_register("bits", 9, 0x1ff);
    let sending = m.concat(&[m.constant(1, 0), data]);
    let shifted = m.concat(&[bits.q().slice(1, 8), m.constant(1, 1)]);
    bits.next_when(starts | ends, starts.mux(sending, shifted));
    TransmitterOutputs { ready: idle, line: bits.q().bit(0) }
}
