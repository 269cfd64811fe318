//! The two ends of the line in one process: no byte that is lost or garbled anywhere makes a wrong
//! answer.

use std::io;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use lanebeat::board::{BoardError, Line, Link, Noise, SimulatedBoard, execute, serial_system};
use lanebeat::config::{Config, Preset};
use lanebeat::engine::{Code, Compiled, Flat};
use lanebeat::hdl::{Module, NodeKind};
use lanebeat::isa::{Register, WaveState};
use lanebeat::lockstep::state_file::NamedState;
use lanebeat::lockstep::{Difference, Execution, Prepared};

use crate::common::bench::program;
use crate::common::broken::changed;

/// A host that waits in vain waits as long as this.
const LIMIT: Duration = Duration::from_secs(10);
/// The bytes that a link begins with, of which the last is the request of IDENTITY.
const ZEROS: usize = 16;

/// The smallest machine.
fn tiny() -> Config {
    Config { lanes: 16, beats: 1, registers: 4, waves: 1, ..Preset::Small.config() }
}

fn compiled(module: &Arc<Module>) -> Arc<Code> {
    Code::new(&Flat::new(module))
}

/// Every test powers up a board of its own.
static TINY: LazyLock<Arc<Code>> = LazyLock::new(|| compiled(&serial_system(&tiny())));

/// What happens to bytes on their way.
enum Way {
    Good,
    /// The byte of that number, counted over both directions, is lost or has bits changed.
    One {
        number: usize,
        damage: Option<u8>,
    },
    Noisy(Noise),
}

struct Wire {
    board: SimulatedBoard<Compiled>,
    way: Way,
    /// Bytes that have come along.
    count: usize,
    sent: Vec<u8>,
}

impl Wire {
    fn new(code: &Arc<Code>) -> Self {
        let board = SimulatedBoard::new(Compiled::power_up(code, 1), 4);
        Self { board, way: Way::Good, count: 0, sent: vec![] }
    }

    fn pass(&mut self, byte: u8) -> Option<u8> {
        self.count += 1;
        match &mut self.way {
            Way::Good => Some(byte),
            Way::One { number, damage } if *number + 1 == self.count => {
                damage.map(|damage| byte ^ damage)
            }
            Way::One { .. } => Some(byte),
            Way::Noisy(noise) => noise.pass(byte),
        }
    }
}

impl Line for Wire {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        for &byte in bytes {
            self.sent.push(byte);
            if let Some(byte) = self.pass(byte) {
                self.board.send(byte);
            }
        }
        Ok(())
    }

    fn receive(&mut self, bytes: &mut [u8], _: Instant) -> io::Result<usize> {
        loop {
            match self.board.receive() {
                Some(byte) => {
                    if let Some(byte) = self.pass(byte) {
                        bytes[0] = byte;
                        return Ok(1);
                    }
                }
                None if self.board.is_quiet() => return Ok(0),
                None => self.board.advance(),
            }
        }
    }
}

const DOUBLED: &str = "IADD R2, R1, R1\nISETP.LT.U32 P1, R1, 2\nEXIT";

/// The program `text` on threads that hold their numbers in R1.
fn prepared(config: &Config, text: &str) -> Prepared {
    let program = program(config, text);
    let mut waves = vec![NamedState::new(config.threads(), config.registers); config.waves];
    let numbers = (0..config.threads() as u32).collect();
    waves[0].state.registers[1].0 = numbers;
    waves[0].registers.insert(Register(1));
    Prepared::new(program, waves)
}

type Outcome = Result<Result<Execution, Difference>, BoardError>;

fn run(wire: &mut Wire, config: &Config, text: &str) -> Outcome {
    wire.count = 0;
    let link = Link::open(wire, "line", LIMIT)?;
    execute(prepared(config, text), config, link, true)
}

fn states(execution: &Execution) -> Vec<WaveState> {
    execution.waves.iter().map(|wave| wave.state.clone()).collect()
}

/// What `DOUBLED` leaves, written down.
fn is_doubled(execution: &Execution) -> bool {
    let state = &states(execution)[0];
    let is_each =
        |words: &[u32], factor| (0..16).all(|thread| words[thread] as usize == factor * thread);
    is_each(&state.registers[1].0, 1)
        && is_each(&state.registers[2].0, 2)
        && state.masks[1].0.iter().enumerate().all(|(thread, &bit)| bit == (thread < 2))
        && state.exec.0 == [true; 16]
}

/// The right end, or an error of the line; whether it was the former.
fn is_right_or_told(outcome: Outcome, what: &str) -> bool {
    match outcome {
        Ok(Ok(execution)) => {
            assert!(is_doubled(&execution), "{what}: {:?}", states(&execution));
            true
        }
        Ok(Err(difference)) => panic!("{what}: {difference}"),
        Err(
            BoardError::Silent { .. }
            | BoardError::Lost { .. }
            | BoardError::GarbledAnswer { .. }
            | BoardError::GarbledRequest { .. },
        ) => false,
        Err(error) => panic!("{what}: {error}"),
    }
}

#[test]
fn a_program_runs_and_agrees_with_the_model() {
    let mut wire = Wire::new(&TINY);
    for _ in 0..2 {
        let execution = run(&mut wire, &tiny(), DOUBLED).expect("a line").expect("no difference");
        assert!(is_doubled(&execution), "{:?}", states(&execution));
        assert_eq!((execution.instructions, execution.running_waves), (3, 1));
        assert!(execution.cycles > 8, "{}", execution.cycles);
    }
}

#[test]
fn waves_of_one_program_share_its_place_and_barriers_bring_them_together() {
    let config = Config { beats: 2, waves: 3, ..tiny() };
    let text = "IADD R1, R1, 5\nBAR.SYNC 0\n.wave 1\nIADD R1, R1, 5\nBAR.SYNC 0\n.wave 2\nBAR.SYNC 0\nIADD R3, R2, 7";
    let mut wire = Wire::new(&compiled(&serial_system(&config)));
    let execution = run(&mut wire, &config, text).expect("a line").expect("no difference");
    let states = states(&execution);
    assert_eq!(states[0].registers[1].0, (5..37).collect::<Vec<u32>>());
    assert_eq!(states[1].registers[1].0, [5; 32]);
    assert_eq!(states[2].registers[3].0, [7; 32]);
    assert_eq!(execution.instructions, 6, "the EXITs that were added do not count");
    let to_program = |request: &&[u8]| request[0] == b'W' && request[2] >= 0x80;
    let requests = wire.sent[ZEROS..].chunks(8).filter(to_program).count();
    assert_eq!(requests, 4 * 6, "two programs of three instructions");
}

#[test]
fn one_byte_lost_or_garbled_is_told_or_does_no_harm() {
    let mut good = Wire::new(&TINY);
    assert!(is_right_or_told(run(&mut good, &tiny(), DOUBLED), "a good line"));
    let bytes = good.count;
    assert!(bytes > 500, "{bytes}");
    let mut told = 0;
    let zeros = (0..ZEROS).step_by(5);
    let first = ZEROS..ZEROS + 14;
    let numbers: Vec<usize> = zeros.chain(first).chain((ZEROS + 14..bytes).step_by(97)).collect();
    for &number in &numbers {
        for damage in [None, Some(1 + (number * 37 % 255) as u8)] {
            let what = format!("byte {number} of {bytes}, {damage:?}");
            let mut wire = Wire::new(&TINY);
            wire.way = Way::One { number, damage };
            let is_right = is_right_or_told(run(&mut wire, &tiny(), DOUBLED), &what);
            assert_eq!(is_right, number < ZEROS, "{what}: what does harm is told");
            told += usize::from(!is_right);
            if number % 5 == 0 {
                wire.way = Way::Good;
                let what = format!("after {what}");
                assert!(is_right_or_told(run(&mut wire, &tiny(), DOUBLED), &what));
            }
        }
    }
    let harmless = numbers.iter().filter(|number| **number < ZEROS).count();
    assert_eq!(told, 2 * (numbers.len() - harmless));
}

#[test]
fn a_bad_line_gives_the_right_answer_or_none() {
    let mut right = 0;
    let runs = 60;
    for seed in 0..runs {
        let mut wire = Wire::new(&TINY);
        wire.way = Way::Noisy(Noise::new(Some(1500), Some(1500), seed));
        right += u64::from(is_right_or_told(run(&mut wire, &tiny(), DOUBLED), "a bad line"));
    }
    assert!(right > 0 && right < runs, "{right} of {runs}");
}

#[test]
fn a_board_that_was_left_anywhere_in_a_request_is_found() {
    let mut wire = Wire::new(&TINY);
    assert!(is_right_or_told(run(&mut wire, &tiny(), DOUBLED), "a good line"));
    let request: Vec<u8> = wire.sent[wire.sent.len() - 8..].to_vec();
    for length in 0..=8 {
        wire.send(&request[..length]).expect("our line");
        assert!(is_right_or_told(run(&mut wire, &tiny(), DOUBLED), &format!("{length} bytes")));
    }
}

#[test]
fn a_board_with_another_machine_is_told_with_the_settings_that_fit() {
    let here = Config { registers: 5, waves: 2, vote: false, ..tiny() };
    let error = run(&mut Wire::new(&TINY), &here, "EXIT").err().expect("another machine");
    let expected = "line: the board has another machine than is asked for: waves is 1 there and 2 here, registers is 4 there and 5 here, \
     vote is true there and false here; add --set waves=1 --set registers=4 --set vote=true";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn hardware_that_computes_wrongly_is_a_difference() {
    let config = tiny();
    let broken = changed(&serial_system(&config), "lanebeat_lane", &|node| match node.kind {
        NodeKind::Multiply(factors, a, _) => NodeKind::Multiply(factors, a, a),
        ref other => other.clone(),
    });
    let text = "IADD R2, R1, 1\nIMUL R3, R1, R2\nEXIT";
    let outcome = run(&mut Wire::new(&compiled(&broken)), &config, text);
    let difference = outcome.expect("a good line").err().expect("wrong products");
    let said = difference.to_string();
    let (head, tail) = (
        "after the program, wave 0: R3 of thread 1 is 0x",
        " in the hardware, 0x00000002 in the model",
    );
    assert!(said.starts_with(head) && said.ends_with(tail), "{said}");
}

#[test]
fn what_cannot_be_compared_or_does_not_fit_is_refused() {
    let config = tiny();
    let told = |text: &str| {
        let outcome = run(&mut Wire::new(&TINY), &config, text);
        outcome.err().expect("it is refused").to_string()
    };
    let expected = "line 2 reads SR_CLOCKLO, which counts from the board's reset, so the model cannot know it; use --no-check";
    assert_eq!(told("IADD R1, R1, 1\nS2R R1, SR_CLOCKLO"), expected);
    let expected = "the program has 257 instructions, EXITs included, and the program memory holds 256; shorten it, or let waves execute the same";
    assert_eq!(told(".repeat 256\nIADD R1, R1, 1\n.end"), expected);
}
