//! A board that is simulated: bytes go in and come out bit by bit, framed as on a wire.

use std::collections::VecDeque;

use super::serial_system::{Inputs, Outputs};
use crate::engine::{Engine, Net};
use crate::rtl::probe::FeederOutputs;

/// Clock cycles of a bit on the ULX3S: 25 MHz, 115200 baud.
pub const CLOCKS_PER_BIT: u16 = 217;
/// Start bit, 8 bits, stop bit.
const FRAME_BITS: u32 = 10;
/// Number of samples of the idle line in a bit.
const LOOKS: u64 = 8;
/// Bits without a change after which the line is quiet: longer than the bridge takes to answer.
const QUIET_BITS: u64 = 4 * FRAME_BITS as u64;

/// The netlist of [`super::serial_system`] in an engine, and the host's end of its line.
pub struct SimulatedBoard<E> {
    engine: E,
    receive: Net,
    transmit: Net,
    busy: Net,
    clocks_per_bit: u64,
    /// Clock edges since reset.
    now: u64,
    /// The last time at which something was on the line.
    active: u64,
    /// Bytes that the board has not begun to receive.
    to_send: VecDeque<u8>,
    sending: Option<Sending>,
    receiving: Receiving,
    /// Bytes that the board has sent.
    received: VecDeque<u8>,
}

/// A frame on its way to the board.
struct Sending {
    /// The bits that follow, the next one lowest.
    bits: u32,
    left: u32,
    /// Time at which the next bit begins.
    next: u64,
}

/// A frame on its way from the board.
#[derive(Clone, Copy)]
enum Receiving {
    /// The line is looked at again at that time.
    Idle { next: u64 },
    /// The middle of the next bit is at `next`; `count` bits have been seen, the last one highest.
    Frame { bits: u32, count: u32, next: u64 },
}

impl<E: Engine> SimulatedBoard<E> {
    /// A board that has just been reset; a bit takes `clocks_per_bit` clock cycles, at least 4.
    pub fn new(mut engine: E, clocks_per_bit: u16) -> Self {
        let flat = engine.flat();
        let Inputs { receive, clocks_per_bit: period } = flat.probe::<Inputs>();
        let transmit = flat.probe::<Outputs>().transmit;
        let busy = flat.probe::<FeederOutputs>().busy;
        engine.set(receive, 1);
        engine.set(period, clocks_per_bit.into());
        engine.reset();
        Self {
            engine,
            receive,
            transmit,
            busy,
            clocks_per_bit: clocks_per_bit.into(),
            now: 0,
            active: 0,
            to_send: VecDeque::new(),
            sending: None,
            receiving: Receiving::Idle { next: 0 },
            received: VecDeque::new(),
        }
    }

    /// Sends `byte` to the board, behind those that are not sent yet.
    pub fn send(&mut self, byte: u8) {
        self.to_send.push_back(byte);
        self.active = self.now;
    }

    /// The next byte that the board has sent.
    pub fn receive(&mut self) -> Option<u8> {
        self.received.pop_front()
    }

    /// Whether nothing is on the line, and nothing will be before the host sends something.
    pub fn is_quiet(&mut self) -> bool {
        self.now > self.active + QUIET_BITS * self.clocks_per_bit
            && self.engine.value(self.busy) == 0
    }

    /// Goes on for as long as a byte takes.
    pub fn advance(&mut self) {
        let end = self.now + u64::from(FRAME_BITS) * self.clocks_per_bit;
        while self.now < end {
            self.drive();
            self.look();
            let looks = match self.receiving {
                Receiving::Idle { next } | Receiving::Frame { next, .. } => next,
            };
            let drives = self.sending.as_ref().map_or(end, |sending| sending.next);
            let next = looks.min(drives).clamp(self.now + 1, end.max(self.now + 1));
            self.engine.steps(next - self.now);
            self.now = next;
        }
    }

    /// The line to the board, when its next bit begins.
    fn drive(&mut self) {
        if self.sending.is_none()
            && let Some(byte) = self.to_send.pop_front()
        {
            // The start bit is 0, the stop bit 1.
            let bits = u32::from(byte) << 1 | 1 << (FRAME_BITS - 1);
            self.sending = Some(Sending { bits, left: FRAME_BITS, next: self.now });
        }
        let Some(sending) = self.sending.as_mut().filter(|sending| sending.next <= self.now) else {
            return;
        };
        self.active = self.now;
        if sending.left == 0 {
            self.sending = None;
            return self.drive();
        }
        self.engine.set(self.receive, (sending.bits & 1).into());
        sending.bits >>= 1;
        sending.left -= 1;
        sending.next += self.clocks_per_bit;
    }

    /// The line from the board, when it is time to look at it.
    fn look(&mut self) {
        let level = |board: &mut Self| board.engine.value(board.transmit) as u32;
        self.receiving = match self.receiving {
            Receiving::Idle { next } if next <= self.now => {
                if level(self) == 1 {
                    Receiving::Idle { next: self.now + (self.clocks_per_bit / LOOKS).max(1) }
                } else {
                    let next = self.now + self.clocks_per_bit / 2;
                    Receiving::Frame { bits: 0, count: 0, next }
                }
            }
            Receiving::Frame { bits, count, next } if next <= self.now => {
                self.active = self.now;
                let bits = bits >> 1 | level(self) << (FRAME_BITS - 1);
                let is_framed = bits & 1 == 0 && bits >> (FRAME_BITS - 1) == 1;
                if count + 1 < FRAME_BITS {
                    Receiving::Frame { bits, count: count + 1, next: next + self.clocks_per_bit }
                } else {
                    self.received.extend(is_framed.then_some((bits >> 1) as u8));
                    Receiving::Idle { next: self.now + 1 }
                }
            }
            waiting => waiting,
        };
    }
}
