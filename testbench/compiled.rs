//! The compiled engine is the interpreter on the core.

use std::sync::Arc;

use crate::common::bench::{core, everything, organised};
use crate::common::sample::of_today;
use lanebeat::config::{Config, RegisterFile};
use lanebeat::engine::{
    Code, Compiled, Engine, Flat, Interpreter, SignalId, SignalKind, Waveform, WaveformOptions,
};
use lanebeat::lockstep::{Case, Machine, Observer, case, lockstep};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;

/// Runs an interpreter along, compares all that the code keeps in every cycle, and dumps everything
/// of both.
struct Shadow<'d> {
    flat: Flat,
    /// Of the other engine, which is improved in that cycle.
    code: &'d Code,
    changeover: usize,
    interpreter: Interpreter,
    dumps: [Waveform<'d>; 2],
    cycle: usize,
}

impl Observer for Shadow<'_> {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        if self.cycle == self.changeover {
            self.code.improve();
        }
        for (number, signal) in
            self.flat.signals.iter().enumerate().filter(|(_, signal)| signal.scope == 0)
        {
            let id = SignalId { signal: number, copy: 0 };
            if signal.kind == SignalKind::Input {
                self.interpreter.poke(id, &engine.peek(id));
            }
        }
        for (number, signal) in self.flat.signals.iter().enumerate() {
            let is_kept = signal.kind == SignalKind::Register
                || signal.scope == 0 && signal.kind == SignalKind::Output;
            for copy in (0..self.flat.scopes[signal.scope].copies).filter(|_| is_kept) {
                let id = SignalId { signal: number, copy };
                assert_eq!(
                    self.interpreter.peek(id),
                    engine.peek(id),
                    "`{}` copy {copy}, cycle {}",
                    signal.name,
                    self.cycle
                );
            }
        }
        self.dumps[0].sample(&mut self.interpreter).expect("memory takes a dump");
        self.dumps[1].sample(engine).expect("memory takes a dump");
        self.interpreter.step();
        self.cycle += 1;
    }
}

/// Runs a case in both engines and returns what they dump; the code is improved in cycle
/// `changeover`.
fn shadowed(config: &Config, code: &Arc<Code>, case: &Case, changeover: usize) -> [Vec<u8>; 2] {
    let flat = core(config);
    let mut texts = [vec![], vec![]];
    {
        let dump = |text| {
            Waveform::vcd(text, &flat, WaveformOptions::default()).expect("memory takes a dump")
        };
        let (interpreter, dumps) = (Interpreter::new(&flat, 1), texts.each_mut().map(dump));
        let mut shadow =
            Shadow { flat: flat.clone(), code, changeover, interpreter, dumps, cycle: 0 };
        let mut machine = Machine::new(Compiled::power_up(code, 1), config, vec![&mut shadow]);
        let outcome = lockstep(&mut machine, &case.program, &case.initial, &everything(config));
        outcome.unwrap_or_else(|difference| panic!("{config:?}\n{}{difference}", case.text()));
        drop(machine);
        let is_in_time = changeover == NEVER || changeover < shadow.cycle;
        assert!(is_in_time, "the program ended in cycle {}", shadow.cycle);
        shadow.dumps.into_iter().for_each(|dump| dump.finish().expect("memory takes a dump"));
    }
    texts
}

/// The quickly compiled code runs to the end.
const NEVER: usize = usize::MAX;

/// One organisation a day.
#[test]
fn every_register_and_every_net_of_every_organisation_is_the_interpreters_in_every_cycle() {
    let mut runner = TestRunner::deterministic();
    for register_file in of_today(RegisterFile::ALL, 1) {
        // Better code of many lanes takes long to make.
        let changeover = if register_file == RegisterFile::Wide { 60 } else { NEVER };
        let widest = if register_file == RegisterFile::Banked { &[30][..] } else { &[] };
        let cases = [(4, 0, &[NEVER, 60, 0][..]), (16, 2, &[changeover]), (32, 1, widest)];
        for (lanes, stages, changeovers) in cases {
            // A lane is the same beside many others, and in every organisation.
            let arithmetic = lanes == 4 && register_file == RegisterFile::Wide;
            let small = Config {
                lanes,
                stages,
                registers: 8,
                waves: 2,
                float: arithmetic,
                video: arithmetic,
                ..Config::default()
            };
            let config = organised(&small, register_file);
            let flat = core(&config);
            let code = Arc::new(Code::quick(&flat));
            for &changeover in changeovers {
                let case = case(&config, 12, 2).new_tree(&mut runner).expect("a program").current();
                let texts = shadowed(&config, &code, &case, changeover);
                let [expected, found] =
                    texts.map(|text| String::from_utf8(text).expect("a VCD is text"));
                let differs = expected.lines().zip(found.lines()).find(|(a, b)| a != b);
                assert!(expected == found, "first where the dumps say {differs:?}");
            }
        }
    }
}

/// What is compiled, and so the time that it takes, must not grow with lanes: they are rounds of
/// loops.
#[test]
fn code_of_many_lanes_is_hardly_longer() {
    let instructions =
        |lanes| Code::quick(&core(&Config { lanes, ..Config::default() })).instructions();
    let [few, some, many] = [16, 32, 64].map(instructions);
    assert!(some < 2 * few, "{some} instructions for 32 lanes, {few} for 16");
    assert!(many < 2 * some, "{many} instructions for 64 lanes, {some} for 32");
}
