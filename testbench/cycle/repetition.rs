//! Totals of runs that leave repetitions out, against runs in full.

use lanebeat::config::Config;
use lanebeat::cycle::{Event, InFull, Silent, Sink, Totals, run};
use lanebeat::isa::{Class, ControlOperation, Line, Lines, Modelled, Program};
use lanebeat::random::Random;

use super::program;
use crate::common::bench::{fixed_programs, on_every_organisation};

/// Counts the instructions of which it is told, of a run that may leave some out.
#[derive(Default)]
struct Told(u64);

impl Sink for Told {
    const SEES_EACH: bool = false;

    fn see(&mut self, event: &Event) {
        self.0 += u64::from(matches!(event, Event::Issue(_)));
    }
}

fn machines() -> Vec<Config> {
    let small = Config { registers: 16, waves: 3, ..Config::default() };
    on_every_organisation(&small, 3, &[(16, 4, 0), (8, 2, 5), (4, 8, 3), (32, 1, 1)])
}

/// The totals of a run in full; a run that leaves repetitions out has the same.
fn totals(config: &Config, program: &Program) -> Totals {
    let expected = run(config, program, &mut InFull).expect("it ends");
    let found = run(config, program, &mut Silent).expect("it ends");
    assert_eq!(found, expected, "{config:?}\n{program:?}");
    expected
}

/// Lines of `pool` in random loops, up to so many deep.
fn loops(random: &mut Random, pool: &[Line], depth: usize) -> Lines {
    let mut lines = Lines::default();
    for _ in 0..1 + random.below(3) {
        let some = (0..random.below(6)).map(|_| pool[random.below(pool.len())]);
        lines.extend(some.collect::<Vec<_>>());
        if depth > 0 {
            let count = [1, 2, 3, 7, 40][random.below(5)];
            lines.repeat(loops(random, pool, depth - 1), count);
        }
    }
    lines
}

#[test]
fn random_loops_come_to_the_same_totals() {
    let (mut random, mut told, mut all) = (Random::new(42), Told::default(), 0);
    for (number, config) in machines().iter().enumerate() {
        let case = fixed_programs(config, 1, 40, number as u8).remove(0);
        let is_kept = |line: &&Line| {
            let operation = line.instruction.operation;
            operation != ControlOperation::Exit && !operation.is_arrival()
        };
        let mut pool: Vec<Line> = case.program.lines().filter(is_kept).copied().collect();
        // Some results are late, as those of memory are in a compiler's listing.
        for line in pool.iter_mut().step_by(5) {
            let latency = Some(random.below(60) as u32);
            line.modelled = Some(Modelled { class: Class::Memory, latency });
        }
        for _ in 0..3 {
            let waves = (0..3).map(|_| loops(&mut random, &pool, 2)).collect();
            let program = Program { waves };
            all += totals(config, &program).instructions;
            run(config, &program, &mut told).expect("no wave waits for another");
        }
    }
    assert!(2 * told.0 < all, "{} of {all} instructions are not left out", told.0);
}

#[test]
fn loops_with_barriers_come_to_the_same_totals() {
    let body = |wave: usize| match wave {
        0 => "IMAD R3, R3, R1, R2\nBAR.SYNC 1\nSHFL.UP P1, R4, R3, 1, 0\n",
        1 => "MOV R4, R3\nMOV R5, R4\nBAR.SYNC 1\n",
        _ => "BAR.SYNC 1\ns_nop 3\nIADD R7, R3, R11\n",
    };
    for config in machines() {
        for count in [1, 2, 3, 1000] {
            let wave = |wave| format!(".wave {wave}\n.repeat {count}\n{}.end\nNOP\n", body(wave));
            let text: String = (0..3).map(wave).collect();
            totals(&config, &program(&config, &text));
        }
    }
}

#[test]
fn a_billion_passes_take_in_proportion_as_long_as_some_thousand() {
    // Whatever the period is, up to eight passes of the loop.
    const PERIOD: u64 = 840;
    for config in machines() {
        let passes = |count: u64| {
            let body = "IMAD R4, R1, R5, R9\nIADD R8, R4, R0\n@P1 SHFL.UP P1, R6, R8, R10, 0\n";
            let wave =
                |wave| format!(".wave {wave}\nMOV R1, R2\n.repeat {count}\n{body}.end\nEXIT\n");
            program(&config, &(0..3).map(wave).collect::<String>())
        };
        let few = 1_000_000_000 % PERIOD + PERIOD;
        let [some, more] = [few, few + PERIOD].map(|count| totals(&config, &passes(count)));
        let many = run(&config, &passes(1_000_000_000), &mut Silent).expect("it ends");
        let times = (1_000_000_000 - few) / PERIOD;
        let expected = |of: fn(&Totals) -> u64| of(&some) + times * (of(&more) - of(&some));
        let counts: [fn(&Totals) -> u64; 6] = [
            |totals| totals.cycles,
            |totals| totals.slots,
            |totals| totals.instructions,
            |totals| totals.stalls.total(),
            |totals| totals.stalls.operand_in_flight,
            |totals| totals.register_accesses,
        ];
        for of in counts {
            assert_eq!(of(&many), expected(of), "{config:?}");
        }
    }
}
