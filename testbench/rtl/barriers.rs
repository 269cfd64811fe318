//! Barriers in every organisation: who waits for whom, what is counted, and the error when nobody
//! can go on (ISA.md section 9).

use crate::common::bench::{core, judge, named, on_every_organisation, organised, program, zeros};
use crate::isa::assembler_errors::check;
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::cycle::{self, Silent};
use lanebeat::engine::Flat;
use lanebeat::isa::asm::assemble;
use lanebeat::isa::{ControlOperation, Operation, ReadOperation};
use lanebeat::lockstep::{Case, Difference, RunError, Summary};
use lanebeat::model;
use lanebeat::rtl;

/// Lanes, beats, ALU stages: slots of 4, 2, 1 and 8 cycles.
const GEOMETRIES: [(usize, usize, usize); 4] = [(16, 4, 0), (8, 2, 1), (16, 1, 0), (4, 8, 3)];

/// A machine of integers alone, as barriers have nothing to do with floats and video, and its core.
struct Bench {
    config: Config,
    flat: Flat,
}

impl Bench {
    fn new(config: Config) -> Self {
        let flat = core(&config);
        Self { config, flat }
    }

    fn all() -> impl Iterator<Item = Self> {
        let config = Config { registers: 8, waves: 4, ..Preset::Integer.config() };
        on_every_organisation(&config, 2, &GEOMETRIES).into_iter().map(Self::new)
    }

    /// One machine of each organisation.
    fn organisations() -> impl Iterator<Item = Self> {
        let integer = Preset::Integer.config();
        let machine = move |register_file| Config {
            registers: 8,
            waves: 4,
            ..organised(&integer, register_file)
        };
        RegisterFile::ALL.into_iter().map(move |register_file| Self::new(machine(register_file)))
    }

    fn run(&self, text: &str) -> Result<Summary, Difference> {
        let case = Case { program: program(&self.config, text), initial: zeros(&self.config) };
        judge(&self.flat, &self.config, &case, &named(&self.config, &case.program), 1)
    }

    /// Runs `text` in lockstep; register `register` of wave `wave` holds `expected` in every
    /// thread.
    #[track_caller]
    fn expect(&self, text: &str, expected: &[(usize, usize, u32)]) -> Summary {
        let summary = self
            .run(text)
            .unwrap_or_else(|difference| panic!("{:?}\n{difference}\n{text}", self.config));
        for &(wave, register, word) in expected {
            let words = &summary.states[wave].registers[register].0;
            assert_eq!(
                *words,
                vec![word; self.config.threads()],
                "R{register} of wave {wave}, {:?}\n{text}",
                self.config
            );
        }
        summary
    }
}

/// P1 is true in the lowest `count` threads.
fn lowest(count: usize) -> String {
    format!("S2R R0, SR_TID\nISETP.LT.U32 P1, R0, {count}\n")
}

/// Every order of four things.
fn permutations() -> Vec<[usize; 4]> {
    let numbers = || 0..4usize;
    let all = numbers().flat_map(|a| {
        numbers().flat_map(move |b| numbers().map(move |c| [a, b, c, 6 - (a + b + c).min(6)]))
    });
    all.filter(|order| numbers().all(|wave| order.contains(&wave))).collect()
}

#[test]
fn four_waves_that_arrive_in_any_order_wait_for_the_last_and_count_together() {
    assert_eq!(permutations().len(), 24);
    for bench in Bench::organisations() {
        for order in permutations() {
            let mut text = String::new();
            for wave in 0..4 {
                let place = order.iter().position(|&other| other == wave).expect("a place");
                let wait = "NOP\n".repeat(8 * place);
                text += &format!(
                    ".wave {wave}\n{}{wait}BAR.RED.POPC 3, P1\nB2R R1\n",
                    lowest(wave + 1)
                );
            }
            let summary = bench.expect(&text, &[0, 1, 2, 3].map(|wave| (wave, 1, 1 + 2 + 3 + 4)));
            let lines = program(&bench.config, &text);
            let mut next = [0; 4];
            let mut arrivals = vec![];
            for retirement in &summary.retirements {
                let wave = retirement.retired.wave;
                match lines.executed(wave)[next[wave]].instruction.operation {
                    Operation::Control(ControlOperation::BarrierReduce(_)) => arrivals.push(wave),
                    Operation::Read(ReadOperation::Barrier) => {
                        assert_eq!(arrivals.len(), 4, "a wave went on before all had arrived")
                    }
                    _ => {}
                }
                next[wave] += 1;
            }
            assert_eq!(arrivals, order, "the order that was wanted");
        }
    }
}

#[test]
fn exec_guard_and_q_decide_what_counts_and_arrival_happens_anyway() {
    // Threads 0..15 in EXEC; guard true in 0..7, q true in 0..2: of wave 0 eight threads count,
    // three of them true.
    let text = "
        S2R R0, SR_TID
        ISETP.LT.U32 P1, R0, 8
        ISETP.LT.U32 P2, R0, 3
        s_mov_b64 exec, 0xffff
        @P1 BAR.RED.POPC 0, P2
        B2R R1
        @P1 BAR.RED.POPC 0, !P2
        B2R R2
        @!P1 BAR.RED.OR 0, P2
        B2R R3
        @P2 BAR.RED.AND 0, P1
        B2R R4
        @P1 BAR.RED.AND 0, P2
        B2R R5
        BAR.RED.OR 0, P2
        B2R R6
        s_mov_b64 exec, 0
        BAR.RED.AND 0, !PT
        s_mov_b64 exec, -1
        B2R R7";
    for bench in Bench::all() {
        let summary =
            bench.run(text).unwrap_or_else(|difference| panic!("{:?}\n{difference}", bench.config));
        for (register, word) in [(1, 3), (2, 5), (3, 0), (4, 1), (5, 0), (6, 1)] {
            let words = &summary.states[0].registers[register].0;
            assert_eq!(words[..16], [word; 16], "R{register}, {:?}", bench.config);
        }
        let found = &summary.states[0].registers[7].0;
        assert_eq!(*found, vec![1; bench.config.threads()], "nobody counts: all of nobody");
    }
}

#[test]
fn a_wave_reads_its_last_barriers_result_as_a_word_or_as_whether_it_is_not_0() {
    let text = format!(
        "B2R R1\n{}BAR.RED.POPC 5, P1\nB2R P2\n@P2 MOV R2, 7\nB2R R3\nBAR.SYNC 5\nB2R R4\nB2R P3\n@!P3 MOV R5, 9",
        lowest(6)
    );
    for bench in Bench::all() {
        bench.expect(&text, &[(0, 1, 0), (0, 2, 7), (0, 3, 6), (0, 4, 0), (0, 5, 9)]);
    }
}

#[test]
fn each_wave_gets_what_its_own_instruction_asks_for() {
    let wave = |number: usize, operation: &str| {
        format!(".wave {number}\n{}{operation}\nB2R R1\n", lowest(number + 1))
    };
    let text = [
        wave(0, "BAR.RED.POPC 1, P1"),
        wave(1, "BAR.RED.AND 1, P1"),
        wave(2, "BAR.RED.OR 1, P1"),
        wave(3, "BAR.SYNC 1"),
    ];
    for bench in Bench::all() {
        bench.expect(&text.concat(), &[(0, 1, 1 + 2 + 3), (1, 1, 0), (2, 1, 1), (3, 1, 0)]);
    }
}

#[test]
fn a_barrier_is_used_again_at_once_and_forgets_what_it_counted() {
    // Wave 3 is slow at first and fast then; each round counts another number of threads.
    for bench in Bench::all() {
        let mut text = String::new();
        for wave in 0..4 {
            text += &format!(".wave {wave}\n");
            for round in 1..6 {
                let wait = "NOP\n".repeat(if wave == 3 { 10 / round } else { round * wave });
                text += &format!(
                    "{}{wait}BAR.RED.POPC 9, P1\nB2R R{round}\n",
                    lowest((wave + 1) * round % 7)
                );
            }
        }
        let count = |round: usize| (1..=4).map(|wave| (wave * round % 7) as u32).sum();
        let expected: Vec<_> =
            (1..6).flat_map(|round| (0..4).map(move |wave| (wave, round, count(round)))).collect();
        bench.expect(&text, &expected);
    }
}

#[test]
fn back_to_back_arrivals_count_each_time() {
    for bench in Bench::all() {
        let wave = |number: usize| {
            let arrivals = "BAR.RED.POPC 2, P1\n".repeat(4);
            format!(".wave {number}\n{}BAR.RED.POPC 2, PT\n{arrivals}B2R R1\n", lowest(number + 3))
        };
        let text: String = (0..4).map(wave).collect();
        bench.expect(&text, &[0, 1, 2, 3].map(|wave| (wave, 1, 3 + 4 + 5 + 6)));
    }
}

#[test]
fn two_pairs_of_waves_meet_apart_from_each_other() {
    for bench in Bench::all() {
        let wave = |number: usize, barrier: usize, wait: usize| {
            let wait = "NOP\n".repeat(wait);
            format!(
                ".wave {number}\n{}{wait}BAR.RED.POPC {barrier}, 2, P1\nB2R R1\n",
                lowest(number + 1)
            )
        };
        let text = wave(0, 4, 0) + &wave(1, 7, 20) + &wave(2, 4, 3) + &wave(3, 7, 1);
        let summary =
            bench.expect(&text, &[(0, 1, 1 + 3), (2, 1, 1 + 3), (1, 1, 2 + 4), (3, 1, 2 + 4)]);
        let last = |wave: usize| {
            summary.retirements.iter().rposition(|retirement| retirement.retired.wave == wave)
        };
        let is_first = last(0) < last(3) && last(2) < last(3);
        assert!(is_first, "the fast pair does not wait for the slow one");
    }
}

#[test]
fn a_barrier_of_three_opens_with_the_third_wave_whoever_that_is() {
    for bench in Bench::all() {
        for absent in 0..4 {
            let wave = |number: usize| match number == absent {
                true => format!(".wave {number}\n{}MOV R1, 77\n", "NOP\n".repeat(40)),
                false => format!(
                    ".wave {number}\n{}BAR.RED.POPC 15, 3, P1\nB2R R1\n",
                    lowest(number + 1)
                ),
            };
            let text: String = (0..4).map(wave).collect();
            let sum = 10 - (absent as u32 + 1);
            let word = |wave| (wave, 1, if wave == absent { 77 } else { sum });
            bench.expect(&text, &[0, 1, 2, 3].map(word));
        }
    }
}

#[test]
fn a_wave_that_has_ended_or_has_no_program_is_not_waited_for() {
    for bench in Bench::all() {
        for length in [0, 1, 5, 30] {
            let ending = "NOP\n".repeat(length) + "EXIT\nBAR.SYNC 0\n";
            for end in [&ending, &"NOP\n".repeat(length + 1)] {
                let meeting = |number: usize| {
                    format!(".wave {number}\n{}BAR.RED.POPC 0, P1\nB2R R1\n", lowest(number + 1))
                };
                let text = meeting(0) + ".wave 1\n" + end + &meeting(2);
                bench.expect(&text, &[(0, 1, 1 + 3), (2, 1, 1 + 3)]);
            }
        }
    }
}

#[test]
fn an_arrival_that_is_a_waves_last_instruction_counts() {
    for bench in Bench::all() {
        for wait in [0, 1, 2, 3, 10] {
            let wait = "NOP\n".repeat(wait);
            let text = format!(
                "{}BAR.RED.POPC 6, P1\nB2R R1\n.wave 1\n{}{wait}BAR.RED.POPC 6, P1\n",
                lowest(2),
                lowest(5)
            );
            bench.expect(&text, &[(0, 1, 7)]);
        }
    }
}

/// Programs that wait for ever, and what is said about them.
const DEADLOCKS: [(&str, &str); 5] = [
    (
        "BAR.SYNC 3, 4\nNOP\n.wave 1\nNOP\n.wave 2\nNOP\nBAR.SYNC 3, 4\nNOP",
        "deadlock: waves 0 and 2 wait at barrier 3, which needs 4 waves",
    ),
    ("BAR.RED.OR 0, 2, PT\nB2R R1", "deadlock: wave 0 waits at barrier 0, which needs 2 waves"),
    (
        "BAR.SYNC 1\nNOP\n.wave 1\nBAR.SYNC 2\nNOP\n.wave 3\nBAR.SYNC 1\nNOP",
        "deadlock: waves 0 and 3 wait at barrier 1, which needs all running waves; wave 1 waits at barrier 2, which needs all running waves",
    ),
    (
        "BAR.SYNC 8, 2\nBAR.SYNC 8, 2\nNOP\n.wave 1\nBAR.SYNC 8, 2\nEXIT",
        "deadlock: wave 0 waits at barrier 8, which needs 2 waves",
    ),
    (
        ".wave 0\nBAR.SYNC 5, 4\nNOP\n.wave 1\nBAR.SYNC 5, 4\nNOP\n.wave 2\nBAR.SYNC 5, 4\nNOP",
        "deadlock: waves 0, 1 and 2 wait at barrier 5, which needs 4 waves",
    ),
];

#[test]
fn waves_that_wait_for_ever_are_named_with_their_barriers_by_every_engine() {
    for bench in Bench::organisations() {
        let config = &bench.config;
        for (text, expected) in DEADLOCKS {
            let program = program(config, text);
            let by_cycle_model = cycle::run(config, &program, &mut Silent).expect_err("a deadlock");
            assert_eq!(by_cycle_model.to_string(), expected);
            let by_model =
                model::Machine::new(config.threads(), config.registers, config.waves).run(&program);
            assert_eq!(by_model.expect_err("a deadlock").to_string(), expected);
            match bench.run(text) {
                Err(Difference::Run(error @ RunError::Deadlock(_))) => {
                    assert_eq!(error.to_string(), expected)
                }
                other => panic!("{other:?}\n{text}"),
            }
        }
    }
}

#[test]
fn without_the_feature_nothing_is_left_of_it_and_the_assembler_refuses_it() {
    let config = Config { barrier: false, registers: 8, ..Config::default() };
    let module = rtl::core(&config);
    assert!(module.ports.iter().all(|port| port.name != "running"));
    let flat = Flat::new(&module);
    let traces = ["barrier", "held", "arrival"];
    let left: Vec<&str> = flat.signals.iter().map(|signal| signal.name.as_str()).collect();
    assert!(left.iter().all(|name| traces.iter().all(|trace| !name.contains(trace))), "{left:?}");
    for text in ["BAR.SYNC 0", "BAR.RED.OR 0, P1", "B2R R1", "B2R P1"] {
        let errors = assemble("test.s", text, &config.target()).expect_err("an error");
        let mnemonic = text.split(' ').next().expect("a mnemonic");
        let expected = format!(
            "test.s:1:1: {mnemonic} needs the barrier feature, which this configuration turns off; set barrier = true"
        );
        assert_eq!(errors.errors[0].to_string(), expected);
    }
}

#[test]
fn numbers_and_names_that_the_machine_does_not_have_are_refused() {
    check(
        "
        |BAR.SYNC 16
        10: BAR.SYNC takes a barrier 0..15 here, not 16; write one in that range
        |BAR.SYNC -1
        10: BAR.SYNC takes a barrier 0..15 here, not -1; write one in that range
        |BAR.SYNC 0, 9
        13: BAR.SYNC takes a number of waves 1..8 here, not 9; write one in that range
        |BAR.RED.AND 0, 0, P1
        16: BAR.RED.AND takes a number of waves 1..8 here, not 0; write one in that range
        |PMTRIG 8
        8: PMTRIG takes a counter 0..7 here, not 8; write one in that range
        |S2R R1, SR_PM8
        9: SR_PM8 is not a special register; they are SR_LANEID, SR_TID, SR_WAVEID, SR_CLOCKLO,
        SR_CLOCKHI, SR_PM0..SR_PM7 and SR_EQMASK, SR_LTMASK, SR_LEMASK, SR_GTMASK, SR_GEMASK
        |@P1 BAR.SYNC 0
        1: BAR.SYNC works on the whole wave and takes no guard, but has @P1; remove the guard
        |@P1 PMTRIG 0
        1: PMTRIG works on the whole wave and takes no guard, but has @P1; remove the guard
        |BAR.RED.POPC 0
        1: BAR.RED.POPC takes 2 or 3 operands, and this line has 1; BAR.RED.POPC takes n, q; or n,
        waves, q
        ",
    );
}
