//! Two banks against what Huerta et al. published of present NVIDIA cores ("Dissecting and Modeling
//! the Architecture of Modern GPU Cores", MICRO 2025, arXiv 2503.20481), in the model and in the
//! hardware, and against their rule written down naively.

use std::collections::BTreeMap;

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{Access, Action, Entry};
use lanebeat::isa::{Line, Operand, Register, Thread};
use lanebeat::random::Random;

use super::rtl::difference_on;
use super::{AllEvents, program};
use crate::common::bench::{run, with, zeros};

/// A sub-core of 32 lanes with one beat a wave, as in the paper.
fn machine(reuse: bool) -> Config {
    let settings = "register_file=two_bank lanes=32 beats=1 waves=4 reuse=true";
    let no_part_in_it = "video=false dpp=false shuffle=false vote=false";
    Config { reuse, ..with(&with(&Config::default(), settings), no_part_in_it) }
}

/// Cycles between the last two S2Rs of the clock of wave 0: those of the model, which the hardware
/// reads too.
fn elapsed(config: &Config, between: &str) -> u64 {
    let text = format!("S2R R1, SR_CLOCKLO\n{between}\nS2R R3, SR_CLOCKLO");
    let heard = AllEvents::of(config, &text);
    let (first, last) = (heard.issues[0].0, heard.issues[heard.issues.len() - 1].0);
    let states = run(config, &program(config, &text), &zeros(config), vec![]).states;
    let read = [1, 3].map(|register| states[0].register(Register(register))[Thread(0)]);
    assert_eq!(u64::from(read[1] - read[0]), last - first, "the hardware's clock, {text}");
    last - first
}

/// Section 3, listing 1: "when the two registers had an odd number (e.g., R19 and R21), we get an
/// elapsed time of five cycles", six if R_X is even, seven if both are.
#[test]
fn listing_1_takes_5_6_and_7_cycles() {
    for reuse in [false, true] {
        let cycles = ["R19, R21", "R18, R21", "R18, R20"].map(|x_and_y| {
            let between = format!("NOP\nFFMA R11, R10, R12, R14\nFFMA R13, R16, {x_and_y}\nNOP");
            elapsed(&machine(reuse), &between)
        });
        assert_eq!(cycles, [5, 6, 7]);
    }
}

/// Section 5.1.1: "register file port conflicts in the code shown in Listing 1 do not stall the
/// issue of the second CLOCK if we remove the NOP after the last FFMA".
#[test]
fn without_the_last_nop_of_listing_1_the_clock_sees_no_conflict() {
    for x_and_y in ["R19, R21", "R18, R21", "R18, R20"] {
        let between = format!("NOP\nFFMA R11, R10, R12, R14\nFFMA R13, R16, {x_and_y}");
        assert_eq!(elapsed(&machine(false), &between), 4);
    }
}

/// Slots an instruction of many copies of `text`, each with a destination of its own.
fn slots_each(config: &Config, text: &str) -> f64 {
    const COPIES: u64 = 24;
    let code: String =
        (0..COPIES).map(|copy| text.replace("Rd", &format!("R{}", 32 + copy)) + "\n").collect();
    let heard = AllEvents::of(config, &code);
    let from = |number: usize| heard.issues[number].0;
    // Behind the first, whose reads nobody has asked before.
    (from(COPIES as usize - 1) - from(5)) as f64 / (COPIES - 6) as f64
}

/// Section 5.3: "FMUL instructions with both source operands in the same bank create a 1-cycle
/// bubble, whereas if the two operands are in different banks, there is no bubble. FFMA instructions
/// with all three source operands in the same bank generate a 2-cycle bubble."
#[test]
fn two_reads_of_a_bank_make_one_bubble_and_three_make_two() {
    let config = machine(false);
    assert_eq!(slots_each(&config, "FMUL Rd, R2, R3"), 1.0);
    assert_eq!(slots_each(&config, "FMUL Rd, R2, R4"), 2.0);
    assert_eq!(slots_each(&config, "FMUL Rd, R3, R5"), 2.0);
    assert_eq!(slots_each(&config, "FFMA Rd, R2, R4, R6"), 3.0);
    assert_eq!(slots_each(&config, "FFMA Rd, R3, R5, R7"), 3.0);
    assert_eq!(slots_each(&config, "FFMA Rd, R2, R3, R4"), 2.0);
    assert_eq!(slots_each(&config, "FADD Rd, R2, 1.0"), 1.0);
    let texts = ["FMUL", "FFMA"].map(|operation| {
        let c = if operation == "FFMA" { ", R6" } else { "" };
        (32..48).map(|d| format!("{operation} R{d}, R2, R4{c}\n")).collect::<String>()
    });
    assert_eq!(difference_on(&config, &texts), None, "so does the hardware");
}

/// The latency is the same whatever is read (section 5.3): "FADD and FMUL have the same latency as
/// the FFMA", and that "whether its three operands are in the same bank or not".
#[test]
fn every_instruction_takes_as_long_as_the_others() {
    for reuse in [false, true] {
        let config = machine(reuse);
        let latencies =
            ["MOV R1, 1", "FADD R1, R2, R3", "FFMA R1, R2, R3, R4", "FFMA R1, R2, R4, R6"]
                .map(|text| AllEvents::of(&config, text).retirements[0].0);
        assert_eq!(latencies, [7; 4]);
    }
}

/// `text` with its instructions so far apart that no two windows overlap.
fn apart(text: &str) -> String {
    text.replace('\n', "\ns_nop 4\n")
}

/// Whether operand `place` of each instruction of `text` that reads a register there was found in the
/// cache.
fn hits(text: &str, place: usize) -> Vec<bool> {
    let config = machine(true);
    let heard = AllEvents::of(&config, &apart(text));
    let code = program(&config, &apart(text));
    let read = [Action::ReadA, Action::ReadB, Action::ReadC][place];
    let hit = |(number, line): (usize, &Line)| {
        let operands = [line.instruction.a, line.instruction.b, line.instruction.c];
        let Operand::Register(register) = operands[place] else { return None };
        let beat = heard.beats.iter().find(|beat| beat.number == number).expect("it executes");
        let in_window = |cycle: u64| (beat.cycle - 3..beat.cycle).contains(&cycle);
        let reads = |access: &&Access| access.action == read && in_window(access.cycle);
        let read = heard.accesses.iter().find(reads);
        assert!(read.is_none_or(|read| read.entry == Entry::Register(register)));
        Some(read.is_none())
    };
    code.executed(0).iter().enumerate().filter_map(hit).collect()
}

/// The four examples of listing 4, what becomes of R2 in the second and the third instruction.
/// IMAD stands where IADD3 does there.
const LISTING_4: [(&str, [bool; 2]); 4] = [
    ("IMAD R1, R2.reuse, R3, R4\nFFMA R5, R2, R7, R8\nIMAD R10, R2, R12, R13", [true, false]),
    ("IMAD R1, R2.reuse, R3, R4\nFFMA R5, R2.reuse, R7, R8\nIMAD R10, R2, R12, R13", [true, true]),
    ("IMAD R1, R2.reuse, R3, R4\nFFMA R5, R7, R2, R8\nIMAD R10, R2, R12, R13", [false, true]),
    ("IMAD R1, R2.reuse, R3, R4\nFFMA R5, R4, R7, R8\nIMAD R10, R2, R12, R13", [false, false]),
];

#[test]
fn listing_4_hits_and_misses() {
    let texts = LISTING_4.map(|(text, _)| apart(text));
    assert_eq!(difference_on(&machine(true), &texts), None, "the hardware reads the same");
    for (number, (text, expected)) in LISTING_4.into_iter().enumerate() {
        // In the third example the second instruction has R2 as its operand b.
        let second = if number == 2 { hits(text, 1)[1] } else { hits(text, 0)[1] };
        assert_eq!([second, hits(text, 0)[2]], expected, "example {}", number + 1);
        assert!(!hits(text, 0)[0]);
        let without = AllEvents::of(&machine(false), text);
        let reads = without.accesses.iter().filter(|access| access.action != Action::Write).count();
        assert_eq!(reads, 9, "without a cache everything is read");
    }
}

/// "Is from the same warp, the register ID matches, and the operand position is the same" (section
/// 5.3.1); and what this machine adds: an overwritten register is not found.
#[test]
fn only_the_same_register_of_the_same_wave_in_the_same_place_hits() {
    let hit = |text: &str| *hits(text, 0).last().expect("instructions");
    assert!(hit("IADD R1, R2.reuse, R3\nIADD R5, R2, R7"));
    assert!(!hit("IADD R1, R4.reuse, R3\nIADD R5, R2, R7"));
    assert!(!hit("IADD R1, R3, R2.reuse\nIADD R5, R2, R7"));
    assert!(hit("IADD R1, R2.reuse, R3\nIADD R6, R3, R4\nIADD R5, R2, R7"), "another bank");
    let is_hit = hit("IADD R1, R2.reuse, R3\nIADD R6, 5, R4\nIADD R5, R2, R7");
    assert!(is_hit, "a literal asks no bank");
    assert!(!hit("IADD R1, R2.reuse, R3\nMOV R2, 1\nIADD R5, R2, R7"), "overwritten");
    assert!(!hit("IADD R2, R2.reuse, R3\nIADD R5, R2, R7"), "its own destination");
    assert!(!hit("IADD R1, R2.reuse, R3\n@P1 MOV R2, 1\nIADD R5, R2, R7"), "perhaps overwritten");
}

#[test]
fn another_wave_neither_finds_what_is_kept_nor_leaves_it() {
    let reads = |text: &str| {
        let heard = AllEvents::of(&machine(true), text);
        let of_r2 = heard.accesses.iter().filter(|access| {
            access.action == Action::ReadA && access.entry == Entry::Register(Register(2))
        });
        of_r2.map(|access| access.wave).collect::<Vec<_>>()
    };
    // Round robin: wave 0, wave 1, wave 0, wave 1.
    let text = |of_wave_1: &str| {
        format!(
            ".wave 0\nIADD R1, R2.reuse, 1\nIADD R3, R2, 2\n.wave 1\nIADD R1, {of_wave_1}, 1\nNOP"
        )
    };
    assert_eq!(reads(&text("R2")), [0, 1, 0]);
    assert_eq!(reads(&text("R5")), [0], "another bank");
}

/// NVIDIA forum 266769, RTX A4000: four `FFMA Rk, R9, R10, Rk`, k = 4..7, reach 55 % of the peak
/// without `.reuse` and 95 % with it. The paper's rule says 67 % and 100 %, and so does this machine
/// if enough waves run that nobody waits for a result.
#[test]
fn four_ffmas_with_two_common_sources_run_at_two_thirds_or_at_full_speed() {
    let rate = |reuse: bool, a: &str, b: &str| {
        let config = Config { waves: 1, registers: 64, ..machine(reuse) };
        let code: String = (0..48)
            .map(|number| {
                let k = 16 + number % 32;
                format!("FFMA R{k}, {a}, {b}, R{k}\n")
            })
            .collect();
        let heard = AllEvents::of(&config, &code);
        assert_eq!(heard.totals.stalls.operand_in_flight, 0);
        let (first, last) = (heard.issues[8].0, heard.issues[47].0);
        39.0 / (last - first) as f64
    };
    let close = |rate: f64, expected: f64| assert!((rate - expected).abs() < 0.02, "{rate}");
    close(rate(false, "R9", "R10"), 2.0 / 3.0);
    close(rate(false, "R9.reuse", "R10.reuse"), 2.0 / 3.0);
    close(rate(true, "R9", "R10"), 2.0 / 3.0);
    close(rate(true, "R9.reuse", "R10.reuse"), 1.0);
    let marked: String =
        (16..32).map(|k| format!("FFMA R{k}, R9.reuse, R10.reuse, R{k}\n")).collect();
    assert_eq!(difference_on(&machine(true), &[marked]), None, "so does the hardware");
}

/// The paper's rule alone (section 5.3, figure 3), cycle by cycle, with any number of read ports a
/// bank: an instruction leaves allocate when each of its reads has a port in one of the next three
/// cycles. Of instructions that never wait for a result; gives the cycles in which they leave.
fn rule(instructions: &[([Option<u8>; 3], [bool; 3])], reuse: bool, ports: usize) -> Vec<u64> {
    let mut taken: BTreeMap<(u64, u8), usize> = BTreeMap::new();
    let mut cache: BTreeMap<(u8, usize), u8> = BTreeMap::new();
    let mut left = vec![];
    let mut cycle = 2;
    for (operands, marks) in instructions {
        loop {
            let mut with = taken.clone();
            let mut reads = operands.iter().enumerate().filter_map(|(place, register)| {
                register.filter(|register| cache.get(&(register % 2, place)) != Some(register))
            });
            let fits = reads.all(|register| {
                let free = (cycle + 1..=cycle + 3)
                    .find(|&cycle| with.get(&(cycle, register % 2)).copied().unwrap_or(0) < ports);
                let Some(free) = free else { return false };
                *with.entry((free, register % 2)).or_default() += 1;
                true
            });
            if fits {
                taken = with;
                break;
            }
            cycle += 1;
        }
        for (place, register) in operands.iter().enumerate() {
            let Some(register) = register else { continue };
            cache.remove(&(register % 2, place));
            if reuse && marks[place] {
                cache.insert((register % 2, place), *register);
            }
        }
        left.push(cycle);
        cycle += 1;
    }
    left
}

fn traced(config: &Config, text: &str) -> Vec<([Option<u8>; 3], [bool; 3])> {
    let code = program(config, text);
    let lines = code.executed(0).iter();
    let operands = |line: &Line| {
        let instruction = line.instruction;
        let register = |operand| match operand {
            Operand::Register(Register(register)) => Some(register),
            _ => None,
        };
        ([instruction.a, instruction.b, instruction.c].map(register), instruction.reuse)
    };
    lines.map(operands).collect()
}

#[test]
fn the_model_follows_the_papers_rule() {
    let mut random = Random::new(1);
    for reuse in [false, true] {
        let config = Config { registers: 256, waves: 1, ..machine(reuse) };
        for _ in 0..200 {
            let mut text = String::new();
            for copy in 0..40 {
                let mut source = || {
                    let mark = if random.below(2) == 0 { ".reuse" } else { "" };
                    format!("R{}{mark}", random.below(5))
                };
                let (a, b, c) = (source(), source(), source());
                text += &match random.below(3) {
                    0 => format!("IMAD R{}, {a}, {b}, {c}\n", 8 + copy),
                    1 => format!("IADD R{}, {a}, {b}\n", 8 + copy),
                    _ => format!("IADD R{}, 7, {b}\n", 8 + copy),
                };
            }
            let heard = AllEvents::of(&config, &text);
            let expected = rule(&traced(&config, &text), reuse, 1);
            let left: Vec<u64> =
                heard.beats.iter().take(expected.len()).map(|beat| beat.cycle - 4).collect();
            assert_eq!(left, expected, "{text}");
        }
    }
}

/// Section 7.4, table 6, MaxFlops: two read ports a bank instead of one give 1.45x, and the cache
/// gives 1x. The kernel (Accel-Sim's GPU microbenchmark MaxFlops) is a chain of
/// `fma.rn.f32 r, a, b, r` in each of many warps: three distinct registers, of which two share a
/// bank, whichever they are.
#[test]
fn two_read_ports_give_max_flops_what_table_6_says() {
    let config = Config { registers: 64, waves: 1, ..machine(true) };
    // As threads go round, a chain of one warp is a sequence of equal reads; ptxas gives each of the
    // four accumulators of the unrolled body a register of its own.
    let body: String =
        (0..48).map(|number| format!("FFMA R{0}, R2, R3, R{0}\n", 8 + number)).collect();
    let trace = traced(&config, &body);
    let cycles = |reuse, ports| {
        let left = rule(&trace, reuse, ports);
        (left[left.len() - 1] - left[7]) as f64
    };
    let gain = cycles(false, 1) / cycles(false, 2);
    assert!((gain / 1.45 - 1.0).abs() < 0.05, "{gain}");
    assert_eq!(cycles(true, 1), cycles(false, 1), "nothing is marked");
    // This machine is the one of one port, and the one with three ports of its own the ideal.
    let slots = |register_file| {
        let config = Config { register_file, reuse: false, ..config.clone() };
        let heard = AllEvents::of(&config, &body);
        (heard.issues[47].0 - heard.issues[7].0) as f64
    };
    let gain = slots(RegisterFile::TwoBank) / slots(RegisterFile::MultiPort);
    assert!((gain / 1.45 - 1.0).abs() < 0.05, "{gain}");
}

/// Section 7.5, table 7: 41 bits a warp with control bits (six counters of six bits, a stall counter
/// of four, yield), 332 + 332 * 6 with a scoreboard for 63 consumers. Here what is compared with the
/// offered instruction, of all that is in flight, serves all waves together.
#[test]
fn the_interlock_takes_fewer_bits_a_wave_than_either() {
    let bits = |config: &Config| {
        let all = lanebeat::hdl::modules(&lanebeat::rtl::core(config));
        let module = all.iter().find(|module| module.name == "lanebeat_sequencer").expect("it");
        let stages = ["control", "allocating", "window1", "window2"];
        let fields = ["valid", "wave", "destination", "writes_register", "mask_destination"];
        let is_compared = |name: &str| {
            stages
                .iter()
                .any(|stage| fields.iter().any(|field| name == format!("{stage}_{field}_q")))
        };
        let nodes = module.registers.iter().map(|register| module.node(register.output));
        let compared = nodes
            .filter(|node| node.name.as_deref().is_some_and(is_compared))
            .map(|node| node.width);
        compared.sum::<usize>()
    };
    // A sub-core of the paper: 12 of an SM's 48 warps, 255 registers each.
    let config = Config { registers: 256, waves: 12, ..machine(true) };
    assert_eq!(bits(&config), 4 * (1 + 4 + 8 + 1 + 4));
    assert!(bits(&config) < 12 * 41 && 12 * 41 < 12 * 2324);
    assert_eq!(bits(&Config { registers: 64, waves: 8, ..config }), 4 * (1 + 3 + 6 + 1 + 4));
}
