//! Instructions per second of the cycle model on one core: `cargo bench --bench cycle`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{InFull, run};
use lanebeat::isa::Program;
use lanebeat::isa::asm::assemble;

const ORGANISATIONS: [RegisterFile; 4] =
    [RegisterFile::Wide, RegisterFile::Skewed, RegisterFile::MultiPort, RegisterFile::Banked];
/// Instructions of all waves together.
const INSTRUCTIONS: usize = 16_000;

/// A loop body of dependent and independent, guarded and shuffling code, over and over in each
/// wave.
fn program(config: &Config) -> Program {
    let body = "IMAD R3, R3, R1, R2\nISETP.LT.S32 P1, R3, R4\n@P1 IADD R4, R3, 1\nSHFL.UP P2, R5, R4, 1, 0\nv_add_u32 v6, v5, v4 row_shr:1\n";
    let count = INSTRUCTIONS / body.lines().count() / config.waves;
    let wave = |wave: usize| format!(".wave {wave}\n.repeat {count}\n{body}.end\n");
    let text: String = (0..config.waves).map(wave).collect();
    assemble("bench.s", &text, &config.target()).expect("a program of the machine")
}

fn cycle(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cycle");
    for register_file in ORGANISATIONS {
        for waves in [1, 8, 32] {
            let config = Config { register_file, waves, ..Config::default() };
            let program = program(&config);
            let instructions =
                run(&config, &program, &mut InFull).expect("no deadlock").instructions;
            group.throughput(Throughput::Elements(instructions));
            group.bench_function(BenchmarkId::new(register_file.key(), waves), |bencher| {
                bencher.iter(|| black_box(run(&config, black_box(&program), &mut InFull)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, cycle);
criterion_main!(benches);
