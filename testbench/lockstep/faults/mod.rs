//! Fault injection: the random programs notice a changed node anywhere in the core.

mod mutation;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Arc;
use std::thread;

use crate::common::bench::{Trials, everything, fixed_programs, organised, program};
use crate::common::checks::{is_quiet_after_reset, knows_illegal_words};
use crate::common::dpp_sweep::every_modifier;
use crate::common::host::{EXEC, TWO_BUSY_WAVES, busy_host, granted, mask_entry};
use crate::common::sample::of_today;
use Where::{Everywhere, WithIdlePhases};
use lanebeat::config::{Config, RegisterFile};
use lanebeat::engine::Flat;
use lanebeat::hdl::Module;
use lanebeat::isa::Lines;
use lanebeat::lockstep::{Case, Retirement};
use lanebeat::rtl;
use mutation::{Fault, faults, with_fault};

const PROGRAMS: usize = 160;
const LONGEST: usize = 30;
const HOST_PROGRAMS: usize = 2;

/// A machine, the programs that judge it, and when its healthy hardware retires their instructions.
struct Suite {
    config: Config,
    top: Arc<Module>,
    cases: Vec<Case>,
    healthy: Vec<Vec<Retirement>>,
    /// When its host port grants accesses beside programs.
    granted: Vec<Vec<usize>>,
}

/// How a fault shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Noticed {
    /// The hardware differs from the model, or does not go on.
    Lockstep,
    /// The results are right but come in other cycles, which `timing.rs` would not accept.
    Timing,
    /// After reset or with a word that is no instruction, as `ports.rs` tries.
    Ports,
    /// Beside a busy host, as `host_port.rs` tries.
    Host,
}

impl Suite {
    fn new(config: Config) -> Self {
        let top = rtl::core(&config);
        let mut cases = fixed_programs(&config, PROGRAMS, LONGEST, 5);
        cases.extend((1..4).map(|seed| {
            let (mut program, initial) = every_modifier(&config, seed);
            program.waves.resize(config.waves, Lines::default());
            Case { program, initial }
        }));
        cases.extend(video_programs(&config));
        cases.extend(barrier_programs(&config));
        cases.extend(permute_programs(&config));
        cases.push(sticky_program(&config));
        cases.push(counter_program(&config));
        if config.float {
            cases.push(leading_zeros_program(&config));
        }
        if config.reuse {
            cases.extend(reuse_programs(&config));
        }
        let (flat, named) = (Flat::new(&top), everything(&config));
        let trials = Trials::new(&flat, &config);
        let healthy = cases
            .iter()
            .map(|case| trials.judge(case, &named, 1).expect("healthy hardware").retirements)
            .collect();
        let granted = grants(&flat, &config);
        Self { config, top, cases, healthy, granted }
    }

    fn notices(&self, fault: &Fault) -> Option<Noticed> {
        let faulty = with_fault(&self.top, fault);
        let Ok(flat) = catch_unwind(|| Flat::new(&faulty)) else { return Some(Noticed::Lockstep) };
        self.by_programs(&flat).or_else(|| self.by_ports(&flat)).or_else(|| self.by_host(&flat))
    }

    fn by_programs(&self, flat: &Flat) -> Option<Noticed> {
        let named = everything(&self.config);
        let mut noticed = None;
        let trials = Trials::new(flat, &self.config);
        for (case, healthy) in self.cases.iter().zip(&self.healthy) {
            match catch_unwind(AssertUnwindSafe(|| trials.judge(case, &named, 1))) {
                Ok(Ok(summary)) if summary.retirements == *healthy => {}
                Ok(Ok(_)) => noticed = Some(Noticed::Timing),
                Ok(Err(_)) | Err(_) => return Some(Noticed::Lockstep),
            }
        }
        noticed
    }

    fn by_ports(&self, flat: &Flat) -> Option<Noticed> {
        let check = || {
            is_quiet_after_reset(flat, &self.config);
            knows_illegal_words(flat, &self.config);
        };
        catch_unwind(AssertUnwindSafe(check)).is_err().then_some(Noticed::Ports)
    }

    fn by_host(&self, flat: &Flat) -> Option<Noticed> {
        let granted = catch_unwind(AssertUnwindSafe(|| grants(flat, &self.config)));
        let is_healthy = granted.is_ok_and(|granted| granted == self.granted);
        (!is_healthy).then_some(Noticed::Host)
    }
}

/// The cycles in which the host gets in beside random programs, saturated lanes and EXEC
/// operations.
fn grants(flat: &Flat, config: &Config) -> Vec<Vec<usize>> {
    let mut granted_cycles = busy_host(flat, config, HOST_PROGRAMS, 1);
    let exec = mask_entry(config, EXEC);
    granted_cycles.push(granted(flat, config, TWO_BUSY_WAVES, 1, false, 10));
    granted_cycles.push(granted(flat, config, TWO_BUSY_WAVES, mask_entry(config, 2), false, 24));
    granted_cycles.push(granted(
        flat,
        config,
        "s_mov_b64 exec, 0xff\nNOP\ns_not_b64 exec, exec\ns_nop 7\nNOP",
        exec,
        false,
        12,
    ));
    granted_cycles
}

/// The video instructions of many programs in a few: each has so many combinations of modifiers
/// that those of a few programs leave some untried.
fn video_programs(config: &Config) -> Vec<Case> {
    let of_many = |cases: &[Case]| {
        let mut all = cases[0].clone();
        for (wave, lines) in all.program.waves.iter_mut().enumerate() {
            let of_wave = cases.iter().flat_map(|case| case.program.waves[wave].iter());
            *lines =
                of_wave.filter(|line| line.instruction.operation.is_video()).copied().collect();
        }
        all
    };
    fixed_programs(config, 600, LONGEST, 6).chunks(100).map(of_many).collect()
}

/// `text` from a random state of that seed.
fn started(config: &Config, text: &str, seed: u8) -> Case {
    let initial = fixed_programs(config, 1, 1, seed).remove(0).initial;
    Case { program: program(config, text), initial }
}

/// Every reduction over all waves, of a q that is true everywhere, somewhere and nowhere, with and
/// without a guard.
fn barrier_programs(config: &Config) -> Vec<Case> {
    const TEXT: &str = "BAR.RED.POPC 0, P0\nB2R R1\n@P1 BAR.RED.AND 1, P1\nB2R R2\nBAR.RED.AND 2, PT\nB2R P4\n\
         BAR.RED.OR 3, P2\nB2R R3\nBAR.RED.OR 4, !PT\nB2R P5\n@!P3 BAR.RED.POPC 5, PT\nB2R R4\n\
         BAR.RED.AND 6, P3\nB2R R5\nBAR.SYNC 7\nB2R R6\nB2R P6\n";
    let text: String = (0..config.waves).map(|wave| format!(".wave {wave}\n{TEXT}")).collect();
    let program = program(config, &text);
    fixed_programs(config, 12, 1, 8)
        .into_iter()
        .map(|case| Case { program: program.clone(), ..case })
        .collect()
}

/// A product half way between two floats, and the smallest addend of each sign beside it: its one bit
/// alone says which way the sum is rounded.
fn sticky_program(config: &Config) -> Case {
    let text = "MOV R1, 0x3f800800\nMOV R2, 1\nMOV R3, 0x80000001\nFFMA R4, R1, R1, R2\n\
         FFMA R5, R1, R1, R3\nFFMA R6, R1, R1, 0\n";
    started(config, text, 10)
}

/// Each performance counter counted another number of times and read, as random programs seldom read
/// one that they count.
fn counter_program(config: &Config) -> Case {
    let counted = |counter: usize| format!("PMTRIG {counter}\n").repeat(counter + 1);
    let text: String =
        (0..8).map(|n| format!("{}S2R R{}, SR_PM{n}\n", counted(n), 1 + n % 7)).collect();
    started(config, &text, 11)
}

/// Sums and fused products with any number of leading zeros: little is left of both numbers, or the
/// addend has another exponent in each thread, from far below the product to far above it.
fn leading_zeros_program(config: &Config) -> Case {
    let mut text = String::new();
    for place in 0..24 {
        let number = 0x3f80_0000_u32 | 1 << (23 - place) | 1;
        text += &format!("MOV R1, {number:#x}\nFADD R2, R1, -1.0\n");
        text += "FMUL R3, R1, R1\nFFMA R4, R1, R1, -R3\n";
    }
    text += "S2R R1, SR_TID\nSHL R1, R1, 23\nMOV R2, 0x3fc00000\n";
    for exponent in [127 - 48, 127 - 16] {
        text += &format!("IADD R3, R1, {:#x}\nFADD R4, R3, 1.0\n", exponent << 23);
        text += "FADD R5, R3, -1.0\nFFMA R6, R2, R2, R3\nFFMA R7, R2, -R2, R3\n";
    }
    started(config, &text, 12)
}

/// Each place and bank: a marked operand read again, while others are written or it is itself,
/// replaced by one that is not marked; every time beside operands that have to wait for the same
/// bank where it is not kept. By one wave, by two, and beside one that writes registers of the same
/// numbers.
fn reuse_programs(config: &Config) -> Vec<Case> {
    let (mut reads, mut writes) = (String::new(), String::new());
    for (place, bank) in (0..3).flat_map(|place| [(place, 0), (place, 1)]) {
        let (kept, other) = (2 + bank, 6 + bank);
        let elsewhere = |number: usize| 2 * number + 1 - bank;
        let line = |destination: usize, operand: usize, mark: &str| {
            let mut operands = [0, 4].map(|waits| format!("R{}", waits + bank)).to_vec();
            operands.insert(place, format!("R{operand}{mark}"));
            format!("IMAD R{destination}, {}\n", operands.join(", "))
        };
        reads += &[
            line(elsewhere(0), kept, ".reuse"),
            line(other, kept, ".reuse"),
            line(elsewhere(1), kept, ""),
            line(elsewhere(2), kept, ".reuse"),
            line(elsewhere(3), other, ""),
            line(elsewhere(0), kept, ".reuse"),
            format!("MOV R{kept}, 5\n"),
            line(elsewhere(1), kept, ".reuse"),
            line(kept, kept, ".reuse"),
            // Kept when the next bank is asked for a register of the same row.
            line(elsewhere(2), kept, ".reuse"),
        ]
        .concat();
        writes += &format!("MOV R{kept}, 7\n").repeat(10);
    }
    let case = |second: &str| started(config, &format!("{reads}EXIT\n.wave 1\n{second}EXIT\n"), 12);
    vec![case(""), case(&reads), case(&writes)]
}

/// ds_permute and ds_bpermute by permutations and by addresses that many threads share, as random
/// addresses meet few lanes; and readfirstlane with each thread as the first.
fn permute_programs(config: &Config) -> Vec<Case> {
    let permutes = "ds_permute_b32 v3, v2, v4\nds_bpermute_b32 v5, v2, v4\n";
    let by = |change: String| format!("{change}\n{permutes}");
    let multiplied = (1..config.threads()).step_by(4).map(|odd| by(format!("IMUL R2, R1, {odd}")));
    let exchanged =
        (0..config.threads()).step_by(3).map(|mask| by(format!("LOP.XOR R2, R1, {}", 4 * mask)));
    let shared = (0..6).map(|bit| by(format!("LOP.AND R2, R1, {}", 4 << bit)));
    let all = u64::MAX >> (64 - config.threads().min(64));
    let execs = [
        format!("s_mov_b64 exec, {:#x}\n", 0x5aa5_f00f_3cc3_6996 & all),
        "s_not_b64 exec, exec\n".to_string(),
        String::new(),
    ];
    let body: String = multiplied.chain(exchanged).chain(shared).collect();
    let text =
        |exec: &String| format!("s_mov_b64 exec, -1\nS2R R1, SR_TID\nSHL R1, R1, 2\n{exec}{body}");
    let case = |exec: &String| started(config, &text(exec), 9);
    let from = |first: usize| {
        format!("s_mov_b64 exec, {:#x}\nv_readfirstlane_b32 v5, v1\n", all & (all << first))
    };
    let firsts: String = (0..config.threads().min(64)).map(from).collect();
    let first_threads = started(config, &format!("S2R R1, SR_TID\n{firsts}"), 9);
    // Every mask of an FFT's swizzle, and every distance of a rotation.
    let swizzle = |offset: u32| format!("ds_swizzle_b32 v3, v1, {offset:#x}\n");
    let ffts = (0..32).map(|mask| swizzle(0xe000 | mask));
    let turns = (0..64).map(|distance| swizzle(0xc000 | distance << 5 | 9));
    let swizzles: String = ffts.chain(turns).collect();
    let swizzles = started(config, &format!("S2R R1, SR_TID\n{swizzles}"), 9);
    execs.iter().map(case).chain([first_threads, swizzles]).collect()
}

fn machines() -> [Config; 2] {
    let small = Config { registers: 8, waves: 3, ..Config::default() };
    [small.clone(), Config { lanes: 32, beats: 2, stages: 1, shuffle_passes: 2, ..small }]
}

/// Where a fault makes no difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Everywhere,
    /// Where a slot has phases in which no beat executes.
    WithIdlePhases,
}

/// Module, net, change, where, and why nothing can tell the fault from the healthy hardware. A `*`
/// ends the start of a name.
#[rustfmt::skip]
const EQUIVALENT: &[(&str, &str, &str, Where, &str)] = &[
    ("lanebeat_sequencer", "reading_valid_q", "its reset", Everywhere, "replaced at the end of the first cycle, before any read"),
    ("lanebeat_sequencer", "reading_c_q", "its enable", Everywhere, "c is read in the very cycle after the issue"),
    ("lanebeat_sequencer", "reading_reads_c_q", "its enable", Everywhere, "c is read in the very cycle after the issue"),
    ("lanebeat_sequencer", "reading_q_q", "its enable", Everywhere, "q is read in the very cycle after the issue"),
    ("lanebeat_sequencer", "writing_*", "its enable", Everywhere, "looked at in phase 0 alone, when it is fresh"),
    ("lanebeat_sequencer", "executing_*", "its enable", WithIdlePhases, "may follow early: no beat executes then"),
    ("lanebeat_sequencer", "part of last_phase", "bit 0", WithIdlePhases, "the stages may move early: no beat executes then"),
    ("lanebeat_sequencer", "known_opcodes", "parts 0 and 1", Everywhere, "NOP and EXIT, MOV and SEL have the same places"),
    ("lanebeat_sequencer", "reserved_bits", "parts", Everywhere, "any of them is looked for, in whatever order"),
    ("lanebeat_sequencer", "reserved_modifiers", "parts", Everywhere, "any of them is looked for, in whatever order"),
    ("lanebeat_register_file", "c_last_row_q", "its enable", Everywhere, "it follows c, which is replaced only as it is used"),
    ("lanebeat_mask_file", "c_last_row_q", "its enable", Everywhere, "it follows c, which is replaced only as it is used"),
    ("lanebeat_register_file", "part of c_last_row_q", "bit 0", Everywhere, "a slot earlier c was the same"),
    ("lanebeat_mask_file", "part of c_last_row_q", "bit 0", Everywhere, "a slot earlier c was the same"),
    ("lanebeat_register_file", "part of c_last_row_q", "Equal becomes", Everywhere, "the cycle before c was the same"),
    ("lanebeat_mask_file", "part of c_last_row_q", "Equal becomes", Everywhere, "the cycle before c was the same"),
    ("lanebeat_register_file", "host_read_beat_q", "its enable", Everywhere, "looked at in the cycle after the grant alone"),
    ("lanebeat_mask_file", "host_read_beat_q", "its enable", Everywhere, "looked at in the cycle after the grant alone"),
    ("lanebeat_register_file", "host_read_bank_q", "its enable", Everywhere, "looked at in the cycle after the grant alone"),
    ("lanebeat_register_file", "a_q", "its enable", WithIdlePhases, "of two beats the second still finds a at the memory"),
    ("lanebeat_mask_file", "a_q", "its enable", WithIdlePhases, "of two beats the second still finds a at the memory"),
    ("lanebeat_register_file", "part of collector.beat", "Subtract becomes", Everywhere, "of four phases, two before is two after"),
    ("lanebeat_register_file_bank", "to_read*", "its reset", Everywhere, "a host waits three cycles more behind a reset, which nobody counts"),
    ("lanebeat_register_file_operand", "first_q", "its enable", Everywhere, "looked at in the next cycle alone"),
    ("lanebeat_register_file_operand", "second_q", "its enable", Everywhere, "looked at in the next cycle alone"),
    ("lanebeat_sequencer", "part of window1_passes_left_q", "Subtract becomes", Everywhere, "of one bit the difference is the sum"),
    ("lanebeat_exec_masks", "part of executing_exec", "bit 0", Everywhere, "EXEC of a wave that does not exist"),
    ("lanebeat_lane", "part of unit_results", "bit 0", Everywhere, "the word of operations that write no register"),
    ("lanebeat_lane", "part of unit_masks", "bit 0", Everywhere, "the bit of operations that write no mask"),
    ("lanebeat_video", "part of guard*", "the slice starts at bit 1", Everywhere, "where one is carried in, both guard bits are the same"),
    ("lanebeat_crossbar_column_16", "source_s1", "its enable", Everywhere, "looked at by SHFL and lane moves alone, which enable it"),
    ("lanebeat_core", "part of dpp.row_is_second", "bit 0", Everywhere, "row 0 has no source for row_bcast:31 either way"),
    ("lanebeat_core", "part of dpp.row_is_last", "parts 0 and 1", Everywhere, "neither row 0 nor row 1 is the last"),
    ("lanebeat_core", "part of lanes_busy", "", WithIdlePhases, "an EXEC operation may use the idle phases; timing.rs sees it"),
];

fn is_equivalent(config: &Config, fault: &Fault) -> bool {
    let (net, change) = fault
        .text
        .split_once(": ")
        .expect("module: net: change")
        .1
        .split_once(": ")
        .expect("net: change");
    let is_net = |wanted: &str| {
        wanted.strip_suffix('*').map_or(net == wanted, |start| net.starts_with(start))
    };
    EQUIVALENT.iter().any(|(module, wanted, start, place, _)| {
        let is_here = *place == Everywhere || config.beats < config.slot_cycles();
        fault.module == *module && is_net(wanted) && change.starts_with(start) && is_here
    })
}

/// Tries the faults: how many were noticed, and the texts of those that were missed.
fn tried<'f>(suite: &Suite, faults: impl Iterator<Item = &'f Fault>) -> (usize, Vec<&'f str>) {
    // A fault may well panic, which is to be noticed but not to be told; other tests run at the
    // same time.
    let told = Arc::new(take_hook());
    let (hook, silent) = (Arc::clone(&told), thread::current().id());
    set_hook(Box::new(move |panic| {
        if thread::current().id() != silent {
            hook(panic);
        }
    }));
    let (noticed, missed): (Vec<&Fault>, Vec<&Fault>) =
        faults.partition(|fault| suite.notices(fault).is_some());
    set_hook(Box::new(move |panic| told(panic)));
    (noticed.len(), missed.iter().map(|fault| fault.text.as_str()).collect())
}

/// Of each module the fault that lies `numerator` thirds into those that can be seen.
fn sample<'f>(config: &Config, faults: &'f [Fault], numerator: usize) -> Vec<&'f Fault> {
    let seen: Vec<&Fault> = faults.iter().filter(|fault| !is_equivalent(config, fault)).collect();
    let of_module = seen.chunk_by(|a, b| a.module == b.module);
    of_module.map(|faults| faults[faults.len() * numerator / 3]).collect()
}

/// A fault of each module that `is_wanted` is noticed: today in an eighth of the modules, in the next ones tomorrow.
fn a_sample_of_faults_is_noticed(
    config: Config,
    numerator: usize,
    is_wanted: impl Fn(&[Fault]) -> bool,
) {
    let suite = Suite::new(config);
    let all = faults(&suite.top);
    let of_module = all.chunk_by(|a, b| a.module == b.module);
    let all = of_module.filter(|faults| is_wanted(faults)).collect::<Vec<_>>().concat();
    let sample = sample(&suite.config, &all, numerator);
    let modules: BTreeSet<&str> = sample.iter().map(|fault| fault.module.as_str()).collect();
    assert_eq!(sample.len(), modules.len(), "one of each module");
    let sample = of_today(sample, modules.len().div_ceil(8));
    let wanted = sample.len();
    let (noticed, missed) = tried(&suite, sample.into_iter());
    assert!(missed.is_empty(), "missed on {:?}:\n  {}", suite.config, missed.join("\n  "));
    assert_eq!(noticed, wanted);
}

#[test]
fn a_sample_of_faults_from_every_module_is_noticed_with_16_lanes() {
    let [of_16_lanes, _] = machines();
    a_sample_of_faults_is_noticed(of_16_lanes, 1, |_| true);
}

#[test]
fn a_sample_of_faults_from_modules_that_16_lanes_do_not_have_is_noticed_with_32() {
    let [of_16_lanes, of_32_lanes] = machines();
    let tried: BTreeSet<String> =
        faults(&rtl::core(&of_16_lanes)).into_iter().map(|fault| fault.text).collect();
    let is_new = |of_module: &[Fault]| !of_module.iter().all(|fault| tried.contains(&fault.text));
    a_sample_of_faults_is_noticed(of_32_lanes, 2, is_new);
}

/// Faults of the banks, of what decides who has a bank, and of what waits for all operands.
fn faults_of_banks(suite: &Suite) -> Vec<Fault> {
    let decides = ["src/rtl/issue/banks.rs", "src/rtl/issue/allocate.rs"];
    let is_about_banks = |fault: &Fault| {
        decides.into_iter().any(|file| fault.text.contains(file))
            || fault.module.starts_with("lanebeat_register_file")
    };
    faults(&suite.top)
        .into_iter()
        .filter(|fault| is_about_banks(fault) && !is_equivalent(&suite.config, fault))
        .collect()
}

/// Machines whose registers lie in banks.
fn banked_machines() -> [Config; 2] {
    let small = Config { registers: 8, waves: 3, ..Config::default() };
    [RegisterFile::Banked, RegisterFile::TwoBank]
        .map(|register_file| organised(&small, register_file))
}

#[test]
fn a_sample_of_faults_in_two_banks_and_their_reuse_cache_is_noticed() {
    let [_, two_bank] = banked_machines();
    let suite = Suite::new(two_bank);
    let all = faults_of_banks(&suite);
    let step = all.len() / 8;
    let (noticed, missed) = tried(&suite, all.iter().skip(step / 2).step_by(step));
    assert!(noticed >= 8 && missed.is_empty(), "{noticed}, missed:\n  {}", missed.join("\n  "));
}

/// Tries those of `all` that can be seen.
fn every_fault_is_noticed(suite: &Suite, all: &[Fault]) {
    let seen = all.iter().filter(|fault| !is_equivalent(&suite.config, fault));
    let (noticed, missed) = tried(suite, seen);
    println!("{noticed} of {} faults noticed, {} missed", all.len(), missed.len());
    assert!(missed.is_empty(), "missed on {:?}:\n  {}", suite.config, missed.join("\n  "));
}

fn every_fault_in_banks_is_noticed(config: Config) {
    let suite = Suite::new(config);
    every_fault_is_noticed(&suite, &faults_of_banks(&suite));
}

#[test]
#[ignore = "all faults take minutes: cargo test faults:: -- --ignored"]
fn every_fault_in_banks_that_can_be_seen_is_noticed() {
    let [banked, _] = banked_machines();
    every_fault_in_banks_is_noticed(banked);
}

#[test]
#[ignore = "all faults take minutes: cargo test faults:: -- --ignored"]
fn every_fault_in_two_banks_that_can_be_seen_is_noticed() {
    let [_, two_bank] = banked_machines();
    every_fault_in_banks_is_noticed(two_bank);
}

#[test]
#[ignore = "all faults take minutes: cargo test faults:: -- --ignored"]
fn every_fault_that_can_be_seen_is_noticed_with_16_lanes() {
    let suite = Suite::new(machines()[0].clone());
    every_fault_is_noticed(&suite, &faults(&suite.top));
}

#[test]
#[ignore = "all faults take minutes: cargo test faults:: -- --ignored"]
fn every_fault_that_can_be_seen_is_noticed_with_32_lanes() {
    let suite = Suite::new(machines()[1].clone());
    every_fault_is_noticed(&suite, &faults(&suite.top));
}
