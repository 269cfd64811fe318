//! Instructions per second of the cycle model on one core, beside the interpreter: `cargo bench --bench cycle`.

use std::hint::black_box;
use std::time::Instant;

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{Silent, run};
use lanebeat::isa::Program;
use lanebeat::isa::asm::assemble;
use lanebeat::rtl;
use lanebeat::sim::{Flat, Interpreter, Machine};

const ORGANISATIONS: [RegisterFile; 4] =
    [RegisterFile::Wide, RegisterFile::Skewed, RegisterFile::MultiPort, RegisterFile::Banked];

/// A loop body of dependent and independent, guarded and shuffling code, `count` times in each wave.
fn program(config: &Config, count: usize) -> Program {
    let body = "IMAD R3, R3, R1, R2\nISETP.LT.S32 P1, R3, R4\n@P1 IADD R4, R3, 1\nSHFL.UP P2, R5, R4, 1, 0\nv_add_u32 v6, v5, v4 row_shr:1\n";
    let wave = |wave: usize| format!(".wave {wave}\n.repeat {count}\n{body}.end\n");
    let text: String = (0..config.waves).map(wave).collect();
    assemble("bench.s", &text, &config.target()).expect("a program of the machine")
}

/// Instructions per second of `work`, which executes `instructions`.
fn rate(instructions: u64, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    instructions as f64 / start.elapsed().as_secs_f64()
}

fn main() {
    println!("{:<12} {:>6} {:>18} {:>18} {:>10}", "file", "waves", "cycle model /s", "interpreter /s", "ratio");
    for register_file in ORGANISATIONS {
        for waves in [1, 8, 32] {
            let config = Config { register_file, waves, ..Config::default() };
            let long = program(&config, 800_000 / waves / 5);
            let instructions = run(&config, &long, &mut Silent).expect("no deadlock").instructions;
            let model =
                rate(instructions * 10, || (0..10).for_each(|_| _ = black_box(run(&config, black_box(&long), &mut Silent))));
            let short = program(&config, 200_usize.div_ceil(waves));
            let instructions = run(&config, &short, &mut Silent).expect("no deadlock").instructions;
            let flat = Flat::new(&rtl::core(&config));
            let mut machine = Machine::new(Interpreter::new(&flat, 1), &config, vec![]);
            let interpreter = rate(instructions, || _ = black_box(machine.run(&short, |_| {}).expect("it runs")));
            let ratio = model / interpreter;
            println!("{:<12} {waves:>6} {model:>18.0} {interpreter:>18.0} {ratio:>10.0}", register_file.key());
        }
    }
}
