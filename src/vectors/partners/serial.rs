//! A host at the other end of the serial line, and the slave behind the bridge.

use std::collections::VecDeque;

use super::ports::{Partner, Ports};
use crate::rtl::{ANSWER_BYTES, REQUEST_BYTES, check_byte};
use crate::vectors::values::Values;

/// Bits that the bridge answers with.
const ANSWER_BITS: usize = 10 * ANSWER_BYTES;
/// Bits of a request.
const REQUEST_BITS: usize = 10 * REQUEST_BYTES;
/// Clock cycles of a bit that does not end in the time that a bench has.
const ENDLESS: usize = 0x8003;
/// How long one looks at it.
const STALL: usize = 60;

/// Sends requests bit by bit, and answers what the bridge asks the slave.
pub struct Serial {
    /// Levels of the line to come, each with its clock cycles.
    line: VecDeque<(bool, usize)>,
    clocks_per_bit: usize,
    /// Cycles until bits have no end, and a reset is needed.
    stalls_in: Option<usize>,
    /// The bridge has asked for a write, for a read.
    asked: [bool; 2],
}

impl Serial {
    pub fn new() -> Self {
        Self { line: VecDeque::new(), clocks_per_bit: 4, stalls_in: None, asked: [false; 2] }
    }

    fn send(&mut self, byte: u8, stop: bool) {
        let clocks = self.clocks_per_bit;
        let bits = (0..8).map(|bit| byte >> bit & 1 == 1);
        let frame = [false].into_iter().chain(bits).chain([stop, true]);
        // The last is the pause that a broken stop bit needs.
        self.line.extend(frame.take(if stop { 10 } else { 11 }).map(|level| (level, clocks)));
    }

    /// A request, mostly whole, and mostly with time for its answer.
    fn request(&mut self, values: &mut Values) {
        self.clocks_per_bit = 4 + values.below(3);
        match values.below(12) {
            0 => self.line.push_back((false, 1)),
            1 => {
                let byte = values.below(256) as u8;
                self.send(byte, true);
            }
            2 => self.send(b'W', false),
            _ => {}
        }
        self.line.push_back((true, 1 + values.below(3 * self.clocks_per_bit)));
        if values.one_in(4) {
            // In the last byte of the request, or in the answer.
            let first = if values.one_in(2) { REQUEST_BITS - 9 } else { REQUEST_BITS + 3 };
            let bit = first + values.below(9);
            self.stalls_in = Some(bit * self.clocks_per_bit + STALL);
        }
        let mut request = vec![if values.one_in(2) { b'W' } else { b'R' }];
        for _ in 2..REQUEST_BYTES {
            let byte = [0, 0xff, values.below(256), values.below(256)][values.below(4)];
            request.push(byte as u8);
        }
        let damage = if values.one_in(8) { 1 << values.below(8) } else { 0 };
        request.push(check_byte(&request) ^ damage);
        request.into_iter().for_each(|byte| self.send(byte, true));
        let answer = if values.one_in(5) { 4 } else { ANSWER_BITS + 8 };
        self.line.push_back((true, answer * self.clocks_per_bit));
    }
}

impl Partner for Serial {
    fn drive(&mut self, values: &mut Values, ports: &mut Ports) {
        let has_stalled = match &mut self.stalls_in {
            Some(0) => true,
            Some(cycles) => {
                *cycles -= 1;
                *cycles < STALL
            }
            None => false,
        };
        if self.stalls_in == Some(0) {
            (self.stalls_in, self.asked) = (None, [false; 2]);
            self.line.clear();
            ports.resets = true;
        }
        if self.line.is_empty() {
            self.request(values);
        }
        let (level, clocks) = self.line.pop_front().expect("a request");
        if clocks > 1 {
            self.line.push_front((level, clocks - 1));
        }
        ports.set("receive", level.into());
        let clocks = if has_stalled { ENDLESS } else { self.clocks_per_bit };
        ports.set("clocks_per_bit", clocks as u128);

        let channels = [
            ("aw", "b", ports.met("m_axi_awready", "m_axi_awvalid")),
            ("ar", "r", ports.met("m_axi_arready", "m_axi_arvalid")),
        ];
        for (number, (request, response, starts)) in channels.into_iter().enumerate() {
            let name = |channel: &str, port: &str| format!("m_axi_{channel}{port}");
            let answered = ports.met(&name(response, "valid"), &name(response, "ready"));
            self.asked[number] = starts || self.asked[number] && !answered;
            // Now and then a slave that takes its time, or talks without being asked.
            let answers = self.asked[number] && values.one_in(3) || values.one_in(2000);
            ports.set(&name(response, "valid"), answers.into());
            ports.set(&name(request, "ready"), values.one_in(3).into());
        }
    }
}
