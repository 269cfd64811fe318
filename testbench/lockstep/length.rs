//! What a run costs grows as its program does, on every engine: counted, not timed.

use std::sync::Arc;

use crate::common::allocations::bytes_asked_for;
use crate::common::bench::{core, program};
use lanebeat::config::Config;
use lanebeat::cycle::{self, Silent};
use lanebeat::engine::{Code, Compiled, Engine, Flat, MemoryId, SignalId, Watch};
use lanebeat::isa::Program;
use lanebeat::lockstep::{Prepared, TimedModel};

fn machine() -> Config {
    Config { lanes: 4, beats: 4, registers: 8, waves: 2, ..Config::default() }
}

/// As many instructions, on one wave.
fn instructions(config: &Config, count: usize) -> Program {
    let lines = ["IADD R3, R1, R2", "SHFL.UP P1, R4, R3, 1, 0", "MOV R5, R4", "LOP.XOR R1, R5, R2"];
    let text: Vec<&str> = (0..count).map(|number| lines[number % lines.len()]).collect();
    program(config, &text.join("\n"))
}

/// Twice as long a program costs twice as much, but for what every run costs.
fn grows_in_step(what: &str, shortest: usize, cost: impl Fn(usize) -> u64) {
    let [some, more, most] = [1, 2, 4].map(|times| cost(times * shortest) as f64);
    let (first, second) = (more - some, most - more);
    assert!(
        second <= 2.2 * first,
        "{what}: {some}, {more} and {most} for {shortest}, {} and {} instructions",
        2 * shortest,
        4 * shortest
    );
}

#[test]
fn memory_grows_in_step_with_the_program_on_every_engine() {
    let config = machine();
    let flat = core(&config);
    let code = Arc::new(Code::quick(&flat));
    let bytes = |count: usize, run: &dyn Fn(Prepared)| {
        let prepared = Prepared::without_state(instructions(&config, count), &config);
        bytes_asked_for(|| run(prepared))
    };
    grows_in_step("assembling", 1000, |count| {
        bytes_asked_for(|| drop(instructions(&config, count)))
    });
    grows_in_step("the cycle model", 1000, |count| {
        bytes(count, &|prepared| {
            cycle::run(&config, &prepared.program, &mut Silent).expect("it ends");
        })
    });
    grows_in_step("the model", 1000, |count| {
        bytes(count, &|prepared| {
            let mut model = TimedModel::new(&config);
            drop(prepared.on(&mut model, false, &mut |_| {}).expect("it ends"))
        })
    });
    for is_checked in [false, true] {
        grows_in_step("the interpreter", 100, |count| {
            bytes(count, &|prepared| {
                drop(prepared.on_hardware(&config, &flat, is_checked, vec![]).expect("they agree"))
            })
        });
        grows_in_step("compiled", 1000, |count| {
            bytes(count, &|prepared| {
                let engine = Compiled::power_up(&code, 1);
                drop(prepared.on_engine(engine, &config, is_checked, vec![]).expect("they agree"))
            })
        });
    }
}

#[test]
fn repetitions_take_no_memory() {
    let config = machine();
    let repeated = |count: usize| {
        program(&config, &format!(".repeat {count}\nIADD R3, R1, R2\nMOV R5, R4\n.end\nEXIT"))
    };
    let assembled = |count| bytes_asked_for(|| drop(repeated(count)));
    // The digits of the count.
    assert!(assembled(4_000_000) <= assembled(10) + 64);
    let executed = |count| {
        let program = repeated(count);
        bytes_asked_for(|| {
            cycle::run(&config, &program, &mut Silent).expect("it ends");
        })
    };
    assert_eq!(executed(10_000), executed(100));
}

/// An engine that counts what it is asked.
struct Asked<'c> {
    engine: Compiled,
    count: &'c std::cell::Cell<u64>,
}

impl Asked<'_> {
    fn engine(&mut self) -> &mut Compiled {
        self.count.set(self.count.get() + 1);
        &mut self.engine
    }
}

impl Engine for Asked<'_> {
    fn flat(&self) -> &Flat {
        self.engine.flat()
    }

    fn limbs(&mut self, signal: SignalId) -> &[u64] {
        self.engine().limbs(signal)
    }

    fn observe(&mut self, watch: &mut Watch) {
        self.engine().observe(watch);
    }

    fn poke_limbs(&mut self, input: SignalId, value: &[u64]) {
        self.engine().poke_limbs(input, value);
    }

    fn step(&mut self) {
        self.engine().step();
    }

    fn row(&self, memory: MemoryId, row: usize) -> &[u64] {
        self.engine.row(memory, row)
    }

    fn row_mut(&mut self, memory: MemoryId, row: usize) -> &mut [u64] {
        self.engine().row_mut(memory, row)
    }
}

#[test]
fn an_engine_is_asked_in_step_with_the_program() {
    let config = machine();
    let code = Arc::new(Code::quick(&core(&config)));
    grows_in_step("questions", 1000, |count| {
        let prepared = Prepared::without_state(instructions(&config, count), &config);
        let count = std::cell::Cell::new(0);
        let engine = Asked { engine: Compiled::power_up(&code, 1), count: &count };
        prepared.on_engine(engine, &config, true, vec![]).expect("they agree");
        count.get()
    });
}
