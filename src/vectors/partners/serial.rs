//! A host at the other end of the serial line, and the slave behind the bridge.

use std::collections::VecDeque;
use std::iter::repeat_n;

use super::ports::{Partner, Ports};
use crate::rtl::{ANSWER_BYTES, REQUEST_BYTES, check_byte};
use crate::vectors::values::Values;

/// Bits of a byte on the line: start, data, stop.
const FRAME: usize = 10;
/// Clock cycles of a bit that does not end in the time that a bench has.
const ENDLESS: usize = 0x8003;
/// Clock cycles for which an endless bit is driven.
const STALL: usize = 60;
/// Clock cycles from a level on the line until what it starts has begun.
const BEGINNING: usize = 3;

/// A clock cycle of the line.
#[derive(Clone, Copy)]
struct Moment {
    level: bool,
    /// Clocks per bit configured in the unit.
    clocks_per_bit: usize,
    resets: bool,
}

/// Sends requests bit by bit, and answers what the bridge asks the slave.
pub struct Serial {
    /// Clock cycles still to come.
    line: VecDeque<Moment>,
    clocks_per_bit: usize,
    /// The bridge has asked for a write, for a read.
    asked: [bool; 2],
}

impl Serial {
    pub fn new() -> Self {
        Self { line: VecDeque::new(), clocks_per_bit: 4, asked: [false; 2] }
    }

    fn hold(&mut self, level: bool, clocks_per_bit: usize, cycles: usize) {
        self.line.extend(repeat_n(Moment { level, clocks_per_bit, resets: false }, cycles));
    }

    /// The line is idle for some cycles.
    fn pause(&mut self, cycles: usize) {
        self.hold(true, self.clocks_per_bit, cycles);
    }

    fn send(&mut self, byte: u8, stop: bool) {
        let bits = (0..8).map(|bit| byte >> bit & 1 == 1);
        for level in [false].into_iter().chain(bits).chain([stop]) {
            self.hold(level, self.clocks_per_bit, self.clocks_per_bit);
        }
        if !stop {
            self.pause(self.clocks_per_bit);
        }
    }

    /// A request, mostly whole, and mostly with time for its answer.
    fn request(&mut self, values: &mut Values) {
        match values.below(12) {
            0 => self.hold(false, self.clocks_per_bit, 1),
            1 => self.send(values.below(256) as u8, true),
            2 => self.send(b'W', false),
            _ => {}
        }
        if values.one_in(2) {
            self.pause(1 + values.below(3 * self.clocks_per_bit));
        }
        let mut request = vec![if values.one_in(2) { b'W' } else { b'R' }];
        for _ in 2..REQUEST_BYTES {
            // Also what would begin a request elsewhere.
            let anything = values.below(256) as u8;
            request.push([0, 0xff, b'W', b'R', anything, anything][values.below(6)]);
        }
        let damage = if values.one_in(4) { 1 << values.below(8) } else { 0 };
        request.push(check_byte(&request) ^ damage);
        request.into_iter().for_each(|byte| self.send(byte, true));
        let request_ends = self.line.len();
        let answer = if values.one_in(5) { 4 } else { FRAME * ANSWER_BYTES + 8 };
        self.pause(answer * self.clocks_per_bit);
        self.clocks_per_bit = 2 + values.below(4);
        match values.below(6) {
            0 => self.stall(request_ends + 3 + values.below(FRAME), STALL, values),
            1 => self.stall(request_ends - values.below(FRAME * 4), STALL, values),
            2 => self.slow_start(request_ends, values),
            _ => {}
        }
    }

    /// Bits have no end from that cycle on, for some cycles.
    fn stall(&mut self, from: usize, cycles: usize, values: &mut Values) {
        self.line.truncate(from);
        let level = self.line.back().is_none_or(|moment| moment.level);
        self.hold(level, ENDLESS, cycles);
        self.reset(values);
    }

    /// The last byte of a request begins while bits have no end, and goes on as if they had.
    fn slow_start(&mut self, request_ends: usize, values: &mut Values) {
        let clocks_per_bit =
            self.line.back().map_or(self.clocks_per_bit, |last| last.clocks_per_bit);
        let byte_begins = request_ends - FRAME * clocks_per_bit;
        let beginning = self.line.iter_mut().skip(byte_begins).take(BEGINNING);
        beginning.for_each(|moment| moment.clocks_per_bit = ENDLESS);
        self.line.truncate(request_ends + FRAME * clocks_per_bit);
        self.reset(values);
    }

    /// Behind it the next request begins at once, or nothing while bits have no end.
    fn reset(&mut self, values: &mut Values) {
        self.line.push_back(Moment {
            level: true,
            clocks_per_bit: self.clocks_per_bit,
            resets: true,
        });
        if values.one_in(2) {
            self.hold(true, ENDLESS, BEGINNING);
        }
    }
}

impl Partner for Serial {
    fn drive(&mut self, values: &mut Values, ports: &mut Ports) {
        if self.line.is_empty() {
            self.request(values);
        }
        let moment = self.line.pop_front().expect("a request");
        ports.set("receive", moment.level.into());
        ports.set("clocks_per_bit", moment.clocks_per_bit as u128);
        if moment.resets {
            ports.resets = true;
            self.asked = [false; 2];
        }

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
