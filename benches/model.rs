//! Wave-instructions per second of the behavioural model on one core: `cargo bench --bench model`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanebeat::config::Config;
use lanebeat::isa::asm::assemble;
use lanebeat::isa::{MaskEntry, Thread, Wave};
use lanebeat::model::Machine;

/// Names and programs: straight code, executed over and over.
const PROGRAMS: [(&str, &str); 7] = [
    ("add", "IADD R1, R2, R3\n"),
    (
        "integer",
        "IADD R1, R2, R3\nIMAD R3, R3, R1, R2\nISETP.LT.S32 P1, R3, R4\n@P1 IADD R4, R3, 1\n\
         LOP.XOR R5, R1, R4\nSHL R6, R5, 3\nIMNMX.MIN.S32 R7, R6, R1\nISUB R2, R2, R1\n",
    ),
    ("scan", "SHFL.UP P1, R4, R1, 1, 0\n@P1 IADD R1, R4, R1\n"),
    ("dpp", "v_add_u32 v1, v1, v2 row_shr:1\nv_min_i32 v2, v1, v2 row_bcast:15 row_mask:0xa\n"),
    ("vote", "VOTE.ANY P1, P2\nVOTE.BALLOT R1, P2\nREDUX.ADD.U32 R3, R2\n"),
    ("float", "FADD R1, R2, R3\nFFMA R4, R1, R2, R3\n"),
    ("video", "VABSDIFF4.U32.U32.U32.ADD R1, R2, R3, R4\nVADD.U32.U32.U32 R5, R2.B1, R3.H0\n"),
];

/// A machine whose wave 0 holds many words and mixed predicates.
fn machine(config: &Config) -> Machine {
    let mut machine = Machine::new(config.threads(), config.registers, 1);
    let state = machine.wave_mut(0);
    for (number, register) in state.registers.iter_mut().enumerate() {
        *register = Wave::from_fn(config.threads(), |Thread(thread)| {
            0x9e37_79b9_u32.wrapping_mul((thread + 64 * number) as u32)
        });
    }
    for entry in 0..MaskEntry::TRUE.0 {
        state.masks[usize::from(entry)] =
            Wave::from_fn(config.threads(), |Thread(thread)| thread % 3 == usize::from(entry % 3));
    }
    machine
}

fn model(criterion: &mut Criterion) {
    let config = Config::default();
    let mut group = criterion.benchmark_group("model");
    for (name, text) in PROGRAMS {
        let program = assemble(name, text, &config.target()).expect("a program of the machine");
        let lines = &program.waves[0];
        let mut machine = machine(&config);
        group.throughput(Throughput::Elements(lines.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                lines
                    .iter()
                    .for_each(|line| _ = std::hint::black_box(machine.step(0, &line.instruction)))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, model);
criterion_main!(benches);
