//! Whole listings for time: operands of lines that no machine here executes, their latency, loops.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use proptest::prelude::*;

use crate::common::golden;
use crate::common::program::{figure, has, lanebeat_in};
use crate::common::tools::{python, tool};
use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{Event, Schedule, Silent, Sink, Timing, run};
use lanebeat::isa::asm::{Constants, Kernel, KernelOptions, read_kernel, read_listing};
use lanebeat::isa::{Class, Line, MaskEntry, Program};
use lanebeat::study::{OperandStatistics, Workload};

/// Machine with all registers that a listing names.
fn machine() -> Config {
    Config { registers: 256, ..Config::default() }
}

fn read(text: &str, options: &KernelOptions) -> Result<Kernel, String> {
    read_kernel("k.s", text, &machine().target(), options)
}

fn kernel(text: &str) -> Kernel {
    read(text, &KernelOptions::default()).expect("a kernel")
}

fn file(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).expect("a listing")
}

/// Class of a line, and of each of its instructions what it writes and reads: `memory R4<R2 R5<R3`.
fn written_down(text: &str) -> String {
    let kernel = kernel(text);
    let own = |line: &Line| {
        let modelled = line.modelled.unwrap_or_else(|| panic!("{text} is executed"));
        let own = &line.instruction;
        let mut written: Vec<String> = own.destination.iter().map(ToString::to_string).collect();
        if own.mask_destination != MaskEntry::TRUE {
            written.push(own.mask_destination.to_string());
        }
        let masks = own.source_masks().map(|mask| mask.to_string());
        let read: Vec<String> =
            own.source_registers().map(|register| register.to_string()).chain(masks).collect();
        (modelled.class, format!("{}<{}", written.join(","), read.join(",")))
    };
    let lines: Vec<(Class, String)> = kernel.lines.iter().map(own).collect();
    let texts: Vec<&str> = lines.iter().map(|(_, text)| text.as_str()).collect();
    format!("{} {}", lines[0].0, texts.join(" "))
}

/// By hand, from NVIDIA's and AMD's descriptions of the instructions.
#[test]
fn operands_of_each_class_are_those_that_the_instruction_has() {
    let lines = [
        // Pairs of 64 bits: both low words, then both high ones.
        ("DFMA R0, R2, R4, R6", "lane R0<R2,R4,R6 R1<R3,R5,R7"),
        ("DADD R8, -RZ, R2", "lane R8<R2 R9<R3"),
        ("DSETP.GT.AND P0, PT, R2, R4, PT", "lane P0<R2,R4 <R3,R5"),
        ("F2F.F64.F32 R2, R5", "lane R2<R5 R3<"),
        ("F2F.F32.F64 R5, R2", "lane R5<R2 <R3"),
        ("@!P1 MUFU.RCP R3, R4", "lane R3<R4,P1"),
        ("HFMA2.BF16_V2 R4, R5, R6, R7", "lane R4<R5,R6,R7"),
        // What it adds is overwritten only when it is read.
        ("DADD R2, R2, R2", "lane R2<R2,R2 R3<R3,R3"),
        ("DADD R4, R3, R6", "lane <R3,R6 R4<R4,R7 R5<"),
        // 16 x 16 halves of a are four words in each of 32 lanes, 16 x 8 of b two.
        ("HMMA.16816.F32 R4, R8, R12, R4", "lane R4<R8,R12,R4 R5<R9,R13,R5 R6<R10,R6 R7<R11,R7"),
        ("IMMA.16816.S8.S8 R4, R8.ROW, R10.COL, R12", "lane R4<R8,R10,R12 R5<R9,R13 R6<R14 R7<R15"),
        // Memory: an address of two words, data of one, two or four.
        ("LDG.E R5, [R2.64]", "memory R5<R2 <R3"),
        ("LDG.E.128 R4, desc[UR4][R2.64+0x10]", "memory R4<R2 R5<R3 R6< R7<"),
        ("LD.E R5, [R2]", "memory R5<R2 <R3"),
        ("LDS.64 R4, [R2+0x100]", "memory R4<R2 R5<"),
        ("LDS R4, [UR4]", "memory R4<"),
        ("LDC.64 R4, c[0x0][R2]", "memory R4<R2 R5<"),
        ("LDSM.16.M88.4 R8, [R3]", "memory R8<R3 R9< R10< R11<"),
        ("STG.E.64 [R2.64], R6", "memory <R2,R6 <R3,R7"),
        ("@P2 STS [R3], R6", "memory <R3,R6,P2"),
        ("RED.E.ADD.STRONG.GPU [R2.64], R6", "memory <R2,R6 <R3"),
        ("ATOMG.E.CAS.STRONG.GPU PT, R5, [R2.64], R6, R7", "memory R5<R2,R6,R7 <R3"),
        ("LDGSTS.E.128 [R4], [R2.64]", "memory <R4,R2 <R3"),
        // Without vector registers.
        ("BRA `(.L_x_1)", "scalar <"),
        ("@P0 BRA `(.L_x_1)", "scalar <P0"),
        ("BRA P2, `(.L_x_1)", "scalar <P2"),
        ("ULDC.64 UR4, c[0x0][0x118]", "scalar <"),
        ("UIADD3 UR4, UR5, 0x1, URZ", "scalar <"),
        // Between lanes.
        ("FSWZADD R2, R3, R4, NPPN", "cross-lane R2<R3,R4"),
        // AMD's operands say how many registers they are.
        ("v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", "lane R0<R2,R4,R6 R1<R3,R5,R7"),
        ("v_cvt_f64_f32_e32 v[2:3], v5", "lane R2<R5 R3<"),
        ("v_rcp_f32_e32 v1, v2", "lane R1<R2"),
        ("v_dot2c_f32_f16_e32 v4, v5, v6", "lane R4<R4,R5,R6"),
        ("v_cmp_lt_f64_e32 vcc, v[2:3], v[4:5]", "lane P0<R2,R4 <R3,R5"),
        ("v_cmp_lt_f64_e64 s[10:11], s[2:3], v[4:5]", "lane <R4 <R5"),
        ("global_load_dwordx4 v[4:7], v[2:3], off", "memory R4<R2 R5<R3 R6< R7<"),
        ("global_load_dwordx2 v[1:2], v[0:1], off offset:16", "memory <R0 R1<R1 R2<"),
        ("global_store_dwordx2 v0, v[4:5], s[2:3]", "memory <R0,R4 <R5"),
        ("flat_atomic_add v[2:3], v4", "memory <R2,R4 <R3"),
        ("flat_atomic_add v1, v[2:3], v4 glc", "memory R1<R2,R4 <R3"),
        ("flat_atomic_swap v1, v[2:3], v4 glc", "memory R1<R2,R4 <R3"),
        ("v_permlane32_swap_b32 v1, v2", "cross-lane R2<R1,R2 R1<"),
        ("buffer_load_dword v1, v2, s[0:3], 0 offen", "memory R1<R2"),
        ("buffer_load_dword v2, s[0:3], 0 offen lds", "memory <R2"),
        ("buffer_store_dword v1, off, s[0:3], 0", "memory <R1"),
        ("ds_read2_b64 v[4:7], v1 offset1:1", "memory R4<R1 R5< R6< R7<"),
        ("ds_write2_b32 v1, v2, v3 offset1:1", "memory <R1,R2,R3"),
        ("ds_add_rtn_u32 v1, v2, v3", "memory R1<R2,R3"),
        ("image_sample v[0:3], v[4:5], s[0:7], s[8:11] dmask:0xf", "memory R0<R4 R1<R5 R2< R3<"),
        ("exp mrt0 v0, v1, v2, v3 done", "lane <R0,R1,R2 <R3"),
        ("s_load_dwordx2 s[0:1], s[4:5], 0x0", "scalar <"),
        ("s_cbranch_execz .LBB0_2", "scalar <"),
    ];
    for (line, expected) in lines {
        assert_eq!(written_down(line), expected, "{line}");
    }
}

#[test]
fn a_listing_that_is_executed_has_the_statistics_of_its_program() {
    for name in ["ptxas_scan", "llc_scan"] {
        let text = file(&format!("examples/{name}.s"));
        let name = name.to_owned();
        let options = KernelOptions::default();
        let kernel = Workload::Kernel { name: name.clone(), text: text.clone(), options };
        let config = Config::default();
        let own = kernel.kernel(&config).expect("a kernel").expect("it is read");
        assert_eq!((own.modelled, own.unread.len()), ([0; 4], 0), "{name}");
        let [whole, program] = [kernel, Workload::Program { name, text }]
            .map(|workload| workload.program(&config).expect("it runs"));
        assert_eq!(OperandStatistics::of(&whole), OperandStatistics::of(&program));
        let totals = |program| run(&config, program, &mut Silent).expect("no barrier");
        assert_eq!(totals(&whole), totals(&program));
    }
}

/// Lines of every kind, one of which nobody knows.
const KINDS: [&str; 8] = [
    "IADD3 R1, R2, R3, RZ",
    "DFMA R0, R2, R4, R6",
    "LDG.E R5, [R2.64]",
    "FSWZADD R2, R3, R4, NPPN",
    "BRA `(.L_x_1)",
    "FROB R1, R2",
    "v_rcp_f32_e32 v1, v2",
    "EXIT",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_line_is_executed_modelled_or_named(kinds in prop::collection::vec(0..KINDS.len(), 1..30)) {
        let text: String = kinds.iter().map(|&kind| format!("{}\n", KINDS[kind])).collect();
        let kernel = kernel(&text);
        let lines = read_listing(&text, &machine().target(), &Constants::assumed()).instructions;
        let counted = kernel.executed
            + kernel.modelled.iter().sum::<usize>()
            + kernel.unread.len()
            + kernel.padding;
        prop_assert_eq!(counted, lines.len());
        let of = |kind| kinds.iter().filter(|&&own| own == kind).count();
        prop_assert_eq!(kernel.unread, vec!["FROB"; of(5)]);
        prop_assert_eq!(kernel.modelled[..3].to_vec(), vec![of(1) + of(6), of(3), of(2)]);
    }
}

/// Anything that may stand behind a mnemonic, right or wrong.
const MNEMONICS: [&str; 8] = [
    "HMMA.99999.F32",
    "LDG.E.128",
    "DFMA",
    "v_fma_f64",
    "v_swap_b32",
    "exp",
    "@P0 MUFU",
    "ds_read_b32",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_line_stops_a_kernel(mnemonic in 0..MNEMONICS.len(), operands in "[vaRUP0-9,:. \\[\\]`@!|-]{0,30}") {
        let text = format!("{} {operands}\n", MNEMONICS[mnemonic]);
        if let Err(error) = read(&text, &KernelOptions::default()) {
            prop_assert!(error.contains("names register"), "{}", error);
        }
    }
}

/// Slots in which the instructions of one wave issue.
fn slots(config: &Config, text: &str, latencies: [Option<u32>; 4]) -> Vec<u64> {
    #[derive(Default)]
    struct Slots(Vec<u64>);
    impl Sink for Slots {
        fn see(&mut self, event: &Event) {
            if let Event::Issue(issue) = event {
                self.0.push(issue.slot);
            }
        }
    }
    let options = KernelOptions { latencies, ..KernelOptions::default() };
    let lines = read(text, &options).expect("a kernel").lines;
    let mut slots = Slots::default();
    run(config, &Program { waves: vec![lines] }, &mut slots).expect("no barrier");
    slots.0
}

const TIMED: [RegisterFile; 5] = [
    RegisterFile::Wide,
    RegisterFile::Skewed,
    RegisterFile::MultiPort,
    RegisterFile::Replicated,
    RegisterFile::Banked,
];

#[test]
fn a_word_of_memory_can_be_read_after_its_latency() {
    for register_file in TIMED {
        let config = Config { register_file, ..machine() };
        let timing = Timing::new(&config);
        let cycles = timing.slot_cycles();
        let memory = |latency| [None, None, latency, None];
        let text = "LDS R2, [R4]\nIADD3 R3, R2, R2, RZ\n";
        assert_eq!(slots(&config, text, memory(Some(80))), [0, 80_u64.div_ceil(cycles)]);
        assert_eq!(slots(&config, text, memory(Some(81))), [0, 81_u64.div_ceil(cycles)]);
        assert_eq!(slots(&config, text, memory(None)), [0, 200_u64.div_ceil(cycles)]);
        assert_eq!(slots(&config, text, memory(Some(0))), [0, timing.dependent_distance()]);
        // What it does not write is ready.
        let other = "LDS R2, [R4]\nIADD3 R3, R5, R6, RZ\n";
        assert_eq!(slots(&config, other, memory(None)), [0, 1]);
        // Another result does not come before it in the same register: it is written a slot later.
        let over = "LDS R2, [R4]\nIADD3 R2, R5, R6, RZ\n";
        let late = 200_u64.div_ceil(cycles) - timing.dependent_distance();
        assert_eq!(slots(&config, over, memory(None)), [0, late + 1]);
        let lane = "MUFU.RCP R2, R4\nIADD3 R3, R2, R2, RZ\n";
        assert_eq!(slots(&config, lane, [Some(40), None, None, None])[1], 40_u64.div_ceil(cycles));
        assert_eq!(slots(&config, lane, memory(Some(40)))[1], timing.dependent_distance());
    }
}

/// The timetable panics where a port has two accesses in a cycle.
#[test]
fn late_results_find_their_port_free() {
    let text = file("examples/listings/sgemm_sm80.s");
    let beats = |register_file| if register_file == RegisterFile::TwoBank { 1 } else { 4 };
    for register_file in TIMED.into_iter().chain([RegisterFile::TwoBank]) {
        let config = Config { register_file, beats: beats(register_file), waves: 3, ..machine() };
        for cycles in [17, 30, 41] {
            let options =
                KernelOptions { latencies: [None, None, Some(cycles), None], ..Default::default() };
            let lines = read(&text, &options).expect("a kernel").lines;
            let writes = lines.iter().filter(|line| line.instruction.destination.is_some());
            let expected = 3 * writes.count();
            let program = Program { waves: vec![lines; 3] };
            let schedule = Schedule::new(&config, &program).expect("no barrier");
            let table = schedule.cells().1.concat().join(" ");
            let rows = if Timing::new(&config).is_wave_wide() { 1 } else { config.beats };
            assert_eq!(table.matches(".write R").count(), expected * rows, "{register_file:?}");
            assert!(schedule.totals().stalls.late_result > 0, "{register_file:?} {cycles}");
        }
    }
}

#[test]
fn loops_are_executed_as_often_as_they_are_said_to_be() {
    let text = "MUFU.RCP R1, R1\n.L_outer:\nMUFU.RCP R2, R2\n.L_inner:\nMUFU.RCP R3, R3\n\
                @P0 BRA `(.L_inner)\n@P1 BRA `(.L_outer)\nMUFU.RCP R4, R4\n.L_block:\nMUFU.RCP R5, R5\n\
                BRA `(.L_end)\nMUFU.RCP R6, R6\n.L_end:\nMUFU.RCP R7, R7\n";
    let counts = |trips: &[(&str, usize)]| {
        let trips = trips.iter().map(|&(label, count)| (label.to_owned(), count)).collect();
        let kernel = read(text, &KernelOptions { trips, ..Default::default() }).expect("a kernel");
        let written = |register: u8| {
            let is_it =
                |line: &&Line| line.instruction.destination.is_some_and(|own| own.0 == register);
            kernel.lines.iter().filter(is_it).count()
        };
        (1..8).map(written).collect::<Vec<_>>()
    };
    assert_eq!(counts(&[]), [1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(counts(&[(".L_inner", 5)]), [1, 1, 5, 1, 1, 1, 1]);
    assert_eq!(counts(&[(".L_inner", 5), (".L_outer", 3)]), [1, 3, 15, 1, 1, 1, 1]);
    // A block that no branch leads back to ends with a branch, or before the next label.
    assert_eq!(counts(&[(".L_block", 4)]), [1, 1, 1, 1, 4, 1, 1]);
    assert_eq!(counts(&[(".L_end", 0)]), [1, 1, 1, 1, 1, 1, 0]);
    let address = "/*0000*/ MUFU.RCP R1, R1 ;\n/*0010*/ MUFU.RCP R2, R2 ;\n/*0020*/ BRA 0x10 ;\n";
    let trips = vec![("0x10".to_owned(), 7)];
    let kernel = read(address, &KernelOptions { trips, ..Default::default() }).expect("a kernel");
    assert_eq!(kernel.lines.len(), 1 + 7 * 2);
}

#[test]
fn the_code_behind_the_last_exit_that_fills_up_takes_no_time() {
    let text =
        "MUFU.RCP R1, R1\n@P0 EXIT\nMUFU.RCP R2, R2\nEXIT\n.L_x_1:\nBRA `(.L_x_1)\nNOP\nNOP\n";
    let padded = kernel(text);
    assert_eq!((padded.lines.len(), padded.padding), (3, 3));
    let subroutine = kernel(&text.replace("\nNOP\nNOP", "\nMUFU.RCP R3, R3\nNOP"));
    assert_eq!((subroutine.lines.len(), subroutine.padding), (6, 0));
}

#[test]
fn a_mistake_has_its_place_its_rule_and_its_cure() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = ".L_a:\nLDG.E R5, [R40.64]\n.L_b:\n@P0 BRA `(.L_a)\nFROB R1\n@P0 BRA `(.L_b)\n";
    std::fs::write(folder.path().join("k.s"), text).expect("a file");
    let ran = |words: &str| lanebeat_in(folder.path(), words, b"");
    let label = "it must be a label and a number from 0 to 1000000; try .L_x_1=64";
    let no_label = "k.s: --trip x: it has no such label; it has for example .L_a and .L_b";
    let none = "--trip x: no --workload is a listing with this label; write one that it has";
    for (words, expected) in [
        ("schedule k.s --whole --trip x=2", no_label),
        ("schedule k.s --whole --trip x", label),
        ("schedule k.s --whole --trip .L_a=-1", label),
        (
            "schedule k.s --whole --trip .L_a=2 --trip .L_b=3",
            "k.s: the loops of --trip .L_a and --trip .L_b overlap; leave one out",
        ),
        (
            "schedule k.s --whole --trip .L_a=2 --trip .L_a=3",
            "k.s: the loops of --trip .L_a and --trip .L_a overlap; leave one out",
        ),
        (
            "schedule k.s --whole --set registers=32",
            "k.s:2:1: LDG.E names register 41, and this machine has 32; set registers = 64",
        ),
        ("study --axis waves=1 --flow none --whole --workload k.s --trip x=2", none),
        (
            "study --axis waves=1 --flow none --whole --workload k.s --set registers=32",
            "k.s:2:1: LDG.E names register 41, and this machine has 32; set registers = 64",
        ),
    ] {
        let ran = ran(words);
        assert_eq!(ran.status, Some(2), "{words}");
        has(&ran.errors, expected);
    }
    for command in ["schedule k.s", "study --axis waves=1 --workload k.s"] {
        for option in ["--trip .L_a=2", "--memory-latency 3"] {
            let ran = ran(&format!("{command} {option}"));
            assert_eq!(ran.status, Some(2));
            has(&ran.errors, "needs --whole");
        }
    }
    let told = "kernel: 0 lines are executed, of 1 memory, 2 scalar only the operands are timed; \
                unknown and left out: 1 FROB";
    let whole = ran("schedule k.s --whole --set waves=1").good();
    has(&whole.errors, told);
    has(&whole.output, "W0 modelled memory R5 of R40");
}

/// NVIDIA's assembler or disassembler, of the Python packages nvidia-cuda-nvcc and
/// nvidia-cuda-nvdisasm.
fn nvidia(name: &str) -> Option<PathBuf> {
    let folder = "import nvidia.cu13; print(list(nvidia.cu13.__path__)[0])";
    let output = Command::new(python("nvidia.cu13")?).args(["-c", folder]).output().expect("it is");
    let folder = String::from_utf8(output.stdout).expect("a path");
    Some(Path::new(folder.trim()).join("bin").join(name))
}

/// What `command` prints, and does without an error.
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("an installed tool");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Listing of a kernel in PTX for an `sm_` by NVIDIA's tools, disassembled with `options`.
fn disassembled(ptx: &str, name: &str, options: &[&str]) -> Option<String> {
    let (ptxas, nvdisasm) = (nvidia("ptxas")?, nvidia("nvdisasm")?);
    let folder = tempfile::tempdir().expect("a folder");
    let [source, cubin] = ["ptx", "cubin"].map(|kind| folder.path().join(format!("k.{kind}")));
    std::fs::write(&source, ptx.replace("sm_75", name).replace("sm_80", name)).expect("a file");
    let target = format!("-arch={name}");
    printed(Command::new(ptxas).arg(target).arg(&source).arg("-o").arg(&cubin));
    Some(printed(Command::new(nvdisasm).args(options).arg(&cubin)))
}

/// What a file of registers does in a line of a life range: the registers that are read, and those
/// that are written.
fn life(titles: &str, cells: &str) -> [BTreeSet<u8>; 2] {
    let cells: Vec<char> = cells.chars().collect();
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    for (start, title) in titles.match_indices(|c: char| c.is_ascii_digit()) {
        // A number is where its last digit is.
        let digits =
            |at: usize| titles[..at].chars().rev().take_while(char::is_ascii_digit).count();
        let begins = start - digits(start);
        let number = format!("{}{title}", &titles[begins..start]).parse().expect("a number");
        let is_last = !titles[start + 1..].starts_with(|c: char| c.is_ascii_digit());
        for &mark in cells.get(begins..=start).unwrap_or_default().iter().filter(|_| is_last) {
            if "vx".contains(mark) {
                read.insert(number);
            }
            if "^x".contains(mark) {
                written.insert(number);
            }
        }
    }
    [read, written]
}

/// nvdisasm knows which registers and predicates each instruction reads and writes.
#[test]
fn operands_are_those_of_nvdisasms_life_ranges() {
    let mut judged = BTreeSet::new();
    for (name, least) in [("sm_80", 60), ("sm_90", 60)] {
        let ptx = file("testbench/data/operands.ptx");
        let Some(text) = disassembled(&ptx, name, &["-plr"]) else { return };
        let (mut titles, mut wrong) = (vec![], vec![]);
        for line in text.lines() {
            let Some((code, ranges)) = line.split_once("// |") else { continue };
            let ranges: Vec<&str> = ranges.split('|').collect();
            if ranges[0].contains('#') {
                titles = ranges;
                continue;
            }
            let kernel = kernel(code);
            // A call is said to use all that its function does.
            if titles.len() < 2 || kernel.modelled == [0; 4] || code.contains(" CALL.") {
                continue;
            }
            let [mut read, mut written, mut masks_read, mut masks_written] =
                [const { BTreeSet::new() }; 4];
            for own in kernel.lines.iter().map(|line| line.instruction) {
                read.extend(own.source_registers().map(|register| register.0));
                written.extend(own.destination.map(|register| register.0));
                masks_read.extend(own.source_masks().map(|mask| mask.0));
                masks_written.extend(Some(own.mask_destination.0).filter(|&mask| mask != 7));
            }
            let own = [[read, written], [masks_read, masks_written]];
            let theirs = [life(titles[0], ranges[0]), life(titles[1], ranges[1])];
            if own != theirs {
                wrong.push(format!("{code}: {own:?}, not {theirs:?}"));
            }
            judged.extend(
                code.split_whitespace()
                    .find(|word| word.starts_with(char::is_uppercase))
                    .map(str::to_owned),
            );
        }
        assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
        assert!(judged.len() > least, "{judged:?}");
    }
}

/// Registers that a line of llc's machine code reads and writes, those beside it apart that it has
/// for llc alone.
fn machine_code(line: &str) -> [BTreeSet<u8>; 2] {
    let line = line.split(" ::").next().unwrap_or_default();
    let (written, read) = line.split_once(" = ").unwrap_or(("", line));
    let registers = |text: &str| -> BTreeSet<u8> {
        let is_own = |operand: &&str| !operand.contains("implicit") && !operand.contains("undef");
        let operands = text.split(", ").filter(is_own);
        let names =
            operands.flat_map(|operand| operand.split(|c: char| !c.is_ascii_alphanumeric()));
        names.filter_map(|name| name.strip_prefix("vgpr")?.parse().ok()).collect()
    };
    [registers(read), registers(written)]
}

/// llc's own form of the code names every register of each instruction.
#[test]
fn operands_are_those_of_llcs_machine_code() {
    let Some(llc) = tool("llc-22") else { return };
    let source = format!("{}/testbench/data/operands.ll", env!("CARGO_MANIFEST_DIR"));
    for generation in ["gfx906", "gfx90a"] {
        let made = |options: &[&str]| {
            let generation = format!("-mcpu={generation}");
            printed(Command::new(&llc).args([&generation, &source, "-o", "-"]).args(options))
        };
        let text = made(&[]);
        let is_code = |line: &&str| line.starts_with(['\t', ' ']) && line.contains('_');
        let is_code = |line: &&str| is_code(line) && !line.trim_start().starts_with(['.', ';']);
        let code = text.lines().skip_while(|line| !line.starts_with("operands:")).filter(is_code);
        let ends = |line: &&str| !line.contains("s_endpgm");
        let code: Vec<&str> = code.take_while(ends).collect();
        let theirs = made(&["-stop-after=branch-relaxation", "-simplify-mir"]);
        let is_opcode = |word: &str| {
            word.contains('_') && word.starts_with(|first: char| first.is_ascii_uppercase())
        };
        let theirs = theirs.lines().skip_while(|line| !line.starts_with("body:"));
        let theirs = theirs.filter(|line| {
            line.split("::").next().is_some_and(|own| own.split(' ').any(is_opcode))
        });
        let theirs: Vec<&str> = theirs.take_while(|line| !line.contains("S_ENDPGM")).collect();
        assert_eq!(code.len(), theirs.len(), "{generation}");
        let mut judged = BTreeSet::new();
        for (line, theirs) in code.iter().zip(theirs) {
            let kernel = kernel(line);
            if kernel.modelled != [0; 4] {
                let mut own = [const { BTreeSet::new() }; 2];
                for instruction in kernel.lines.iter().map(|line| line.instruction) {
                    own[0].extend(instruction.source_registers().map(|register| register.0));
                    own[1].extend(instruction.destination.map(|register| register.0));
                }
                assert_eq!(own, machine_code(theirs), "{line}: {theirs}");
                judged.extend(line.split_whitespace().next());
            }
        }
        assert!(judged.len() > 40, "{generation}: {judged:?}");
    }
}

/// Makes three kernels by the compilers, and the table of the page by one command on them.
#[test]
fn the_page_shows_the_statistics_of_whole_kernels() {
    let Some(llc) = tool("llc-14") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let source = |path: &str| format!("{}/examples/{path}", env!("CARGO_MANIFEST_DIR"));
    let mut names = vec![];
    for (name, path) in [("shfl_scan", "ptxas_scan.ptx"), ("sgemm", "listings/sgemm.ptx")] {
        let ptx = std::fs::read_to_string(source(path)).expect("PTX");
        let Some(listing) = disassembled(&ptx, "sm_80", &[]) else { return };
        names.push((name, listing));
    }
    let options = ["-mtriple=amdgcn-amd-amdhsa", "-mcpu=gfx900", "-amdgpu-atomic-optimizations"];
    let atomic = source("listings/atomic_scan.ll");
    let listing = printed(Command::new(&llc).args(options).arg(atomic).args(["-o", "-"]));
    names.push(("atomic_scan", listing));
    let mut words =
        "study --axis register_file=wide,skewed,banked --flow none --whole --trip .L_x_0=64"
            .to_owned();
    for (name, listing) in &names {
        std::fs::write(folder.path().join(format!("{name}.s")), listing).expect("a file");
        words += &format!(" --workload {name}.s");
    }
    let ran = lanebeat_in(folder.path(), &format!("{words} --json"), b"").good();
    let mut made =
        "| kernel | lines executed | lane | cross-lane | memory | scalar | registers read | \
                    pairs in one of two banks | pairs in one of four banks | read as before, % | \
                    neighbours in VOPD's banks, % | \
                    threads a cycle: `wide` | `skewed` | `banked` |\n\
                    |---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for (name, _) in &names {
        let value = |point: usize, what: &str| {
            let value = figure(&ran, point, &format!("{name}.s: {what}")).expect(what).0;
            if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.3}") }
        };
        let of_listing = [
            "executed lines",
            "lane lines",
            "cross-lane lines",
            "memory lines",
            "scalar lines",
            "registers read per instruction",
            "pairs in one of two banks per instruction",
            "pairs in one of four banks per instruction",
            "reads as the instruction before",
            "neighbours in different banks of VOPD",
        ];
        let cells = of_listing.map(|what| value(0, what)).into_iter();
        let speeds = (0..3).map(|point| value(point, "threads per cycle"));
        let cells: Vec<String> = cells.chain(speeds).collect();
        made += &format!("| `{name}` | {} |\n", cells.join(" | "));
        assert_eq!(value(0, "instructions left out"), "0");
    }
    // By hand: 32 registers are read by the 27 instructions of 22 lines of shfl_scan, without ULDC; of them
    // 7 by the 5 of IMAD.WIDE.
    assert_eq!(
        figure(&ran, 0, "shfl_scan.s: registers read per instruction").expect("it").0,
        32.0 / 27.0
    );
    golden::marked("docs/measure/study.md", "table whole", &made);
}
