//! A board of which each answer is written down: counters that never rest or fall, a line that
//! babbles, a wave that waits for ever.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use lanebeat::board::{BoardError, Line, Link, execute};
use lanebeat::config::{Config, Preset};
use lanebeat::lockstep::{Difference, Execution, Prepared, RunError};
use lanebeat::rtl::{MAP, REQUEST_BYTES, SystemRegister, check_byte};

use crate::common::bench::program;

/// A line on which `answer` makes the bytes of each answer, from the number of the request, its
/// offset, and the bytes of a good answer.
pub struct AnsweringLine<A> {
    config: Config,
    answer: A,
    requests: usize,
    to_come: VecDeque<u8>,
}

impl<A: FnMut(usize, u16, Vec<u8>) -> Vec<u8>> AnsweringLine<A> {
    pub fn new(answer: A) -> Self {
        Self { config: machine(), answer, requests: 0, to_come: VecDeque::new() }
    }
}

/// The bytes of an answer with `word`.
pub fn good(word: u32) -> Vec<u8> {
    let mut answer = vec![0];
    answer.extend(word.to_le_bytes());
    answer.push(check_byte(&answer));
    answer
}

impl<A: FnMut(usize, u16, Vec<u8>) -> Vec<u8>> Line for AnsweringLine<A> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let request = &bytes[bytes.len() - REQUEST_BYTES..];
        let offset = u16::from_le_bytes([request[1], request[2]]);
        let row = MAP.iter().find(|row| row.offset == usize::from(offset));
        let word = row.and_then(|row| row.reset(&self.config)).unwrap_or(0);
        self.to_come.extend((self.answer)(self.requests, offset, good(word)));
        self.requests += 1;
        Ok(())
    }

    fn receive(&mut self, bytes: &mut [u8], _: Instant) -> io::Result<usize> {
        let byte = self.to_come.pop_front();
        byte.into_iter().for_each(|byte| bytes[0] = byte);
        Ok(byte.into_iter().count())
    }
}

fn machine() -> Config {
    Config { registers: 4, waves: 2, ..Preset::Small.config() }
}

type Outcome = Result<Result<Execution, Difference>, BoardError>;

/// Runs `text` on a board that is no longer waited for than the tests can.
pub fn outcome(line: impl Line, text: &str) -> Outcome {
    let link = Link::open(line, "line", Duration::from_millis(1))?;
    let prepared = Prepared::without_state(program(&machine(), text), &machine());
    execute(prepared, &machine(), link, true)
}

fn offset(register: SystemRegister, word: usize) -> u16 {
    (register.row().offset + 4 * word) as u16
}

#[test]
fn a_counter_that_falls_or_never_rests_is_told() {
    let mut cycles = [100, 90].into_iter();
    let falls = AnsweringLine::new(|_, at, answer| match at == offset(SystemRegister::Cycles, 0) {
        true => good(cycles.next().unwrap_or(0)),
        false => answer,
    });
    let error = outcome(falls, "NOP").err().expect("it is told").to_string();
    let expected = "line: CYCLES fell from 100 to 90 while the program ran, so the board was reset \
                    meanwhile; run again";
    assert_eq!(error, expected);
    let mut high = 0;
    let restless =
        AnsweringLine::new(|_, at, answer| match at == offset(SystemRegister::Instructions, 1) {
            true => {
                high += 1;
                good(high)
            }
            false => answer,
        });
    let error = outcome(restless, "NOP").err().expect("it is told").to_string();
    assert!(error.starts_with("line: INSTRUCTIONS changes faster than it can be read"), "{error}");
}

/// A line on which there is always another byte.
struct Babbling;

impl Line for Babbling {
    fn send(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn receive(&mut self, bytes: &mut [u8], _: Instant) -> io::Result<usize> {
        bytes[0] = 0x55;
        Ok(1)
    }
}

#[test]
fn a_line_that_babbles_is_no_board() {
    let error = outcome(Babbling, "NOP").err().expect("it is told").to_string();
    assert!(error.starts_with("line: no board answers within"), "{error}");
}

/// A board has no other end than EXIT, which a wave at its last barrier does not come to.
#[test]
fn a_wave_that_waits_at_its_last_barrier_is_a_deadlock_and_no_difference() {
    for text in ["BAR.SYNC 0, 2", "BAR.SYNC 0, 2\nEXIT"] {
        let ran = outcome(AnsweringLine::new(|_, _, answer| answer), text).expect("a good line");
        let difference = ran.err().expect("it waits for ever");
        assert!(matches!(difference, Difference::Run(RunError::Deadlock(_))), "{difference}");
    }
}
