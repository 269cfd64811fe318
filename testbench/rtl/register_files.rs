//! `docs/learn/register-files.md` shows what the machine does: its timetables, its figures and its
//! formulas.
//!
//! The blocks between `<!-- name -->` markers are made here; `UPDATE_GOLDEN=1` rewrites them.

use crate::common::bench::program;
use crate::common::golden;
use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{Schedule, Silent, run, waves_to_saturate};
use lanebeat::hdl::{Cost, modules};
use lanebeat::rtl;
use lanebeat::study::Workload;

/// The organisations of several beats.
const ORGANISATIONS: [RegisterFile; 5] = [
    RegisterFile::Wide,
    RegisterFile::Skewed,
    RegisterFile::MultiPort,
    RegisterFile::Replicated,
    RegisterFile::Banked,
];

/// The default machine with another register file; as many threads in one beat where that takes no
/// more.
fn with(register_file: RegisterFile) -> Config {
    let default = Config::default();
    match register_file.admits(default.beats) {
        true => Config { register_file, ..default },
        false => Config { register_file, lanes: default.threads(), beats: 1, ..default },
    }
}

fn hold_all(blocks: impl IntoIterator<Item = (String, String)>) {
    let page = "docs/learn/register-files.md";
    blocks.into_iter().for_each(|(name, made)| golden::marked(page, &name, &made));
}

/// A timetable without the columns that say nothing here, from the cycle in which the third
/// instruction issues; with slots of one cycle from that in which the second one reads.
fn timetable(register_file: RegisterFile) -> String {
    let config = with(register_file);
    let text: String = (0..4)
        .map(|wave| format!(".wave {wave}\nIMAD R3, R0, R1, R2\nIMAD R7, R4, R5, R6\n"))
        .collect();
    let (titles, rows) =
        Schedule::new(&config, &program(&config, &text)).expect("no deadlock").cells();
    let kept: Vec<usize> = (0..titles.len())
        .filter(|&column| !["phase", "issue", "banks", "stall"].contains(&titles[column].as_str()))
        .collect();
    let first = if config.slot_cycles() > 1 { 12 } else { 4 };
    let lines = std::iter::once(&titles).chain(&rows[first..first + 9]);
    let cells: Vec<Vec<&str>> =
        lines.map(|line| kept.iter().map(|&column| line[column].as_str()).collect()).collect();
    let width = |column: usize| cells.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let line = |line: &Vec<&str>| {
        let padded = line
            .iter()
            .enumerate()
            .map(|(column, cell)| format!("{cell:width$}", width = width(column)));
        format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    format!("```text\n{}```\n", cells.iter().map(line).collect::<String>())
}

/// What the register file costs.
fn memory(config: &Config) -> Cost {
    let all = modules(&rtl::core(config));
    let file = all.iter().find(|module| module.name == "lanebeat_register_file");
    Cost::of(file.expect("a module of the core"))
}

/// The page's formulas, for machines whose gather buffer holds whole waves.
struct Bits {
    operands: usize,
    gather: usize,
    /// Strobes, commands and the host's beat.
    control: usize,
    /// Result rows that wait for their turn.
    results: usize,
}

fn formulas(config: &Config) -> Bits {
    let (lanes, beats, stages) = (config.lanes, config.beats, config.stages);
    let slot = config.slot_cycles();
    let (row, wave) = (lanes * 32, lanes * beats * 32);
    let beat_bits = beats.ilog2() as usize;
    let address = config.registers.next_power_of_two().ilog2() as usize
        + config.waves.next_power_of_two().ilog2() as usize;
    match config.register_file {
        RegisterFile::Wide => Bits {
            operands: 3 * wave + if beats == slot { row } else { 0 },
            gather: 0,
            // Whether each operand is read and arrives; the command.
            control: 3 * 2 + 3 + address + beat_bits,
            results: wave + row * (stages.next_multiple_of(slot) - stages),
        },
        RegisterFile::Skewed => Bits {
            operands: 3 * row,
            gather: wave,
            // What file 0 reads, what the others are told, and the command of each.
            control: 3 + beats - 2 + (beats - 1) * address + beats * (3 + address) + beat_bits,
            results: row * ((1 + stages).next_multiple_of(slot) - stages),
        },
        RegisterFile::MultiPort | RegisterFile::Replicated => {
            Bits { operands: 0, gather: wave, control: 0, results: row }
        }
        // Whether each operand arrives, and from which bank; the host's bank; the collector that
        // executes.
        RegisterFile::Banked => Bits {
            operands: config.collectors * 3 * wave,
            gather: 0,
            control: config.collectors * 3 * (1 + 2) + 2 + config.collectors.ilog2() as usize,
            results: row * ((2 + stages).next_multiple_of(slot) - 1 - stages),
        },
        RegisterFile::TwoBank => {
            // For four cycles of each operand its turn, its bank, whether it hits and is kept; for
            // three reads of each bank whether and what; the host's bank.
            let kept = if config.reuse { 6 * row } else { 0 };
            let of_operand = 4 * 2 + 4 + if config.reuse { 4 + 4 } else { 0 };
            let control = 3 * of_operand + 2 * 3 * address + 1;
            Bits { operands: 3 * 2 * row + kept, gather: 0, control, results: row }
        }
    }
}

#[test]
fn the_formulas_are_what_the_hardware_holds() {
    for register_file in ORGANISATIONS {
        let cases = [(16, 4, 64, 8), (4, 8, 16, 2), (8, 4, 32, 4), (16, 8, 100, 16)];
        for (lanes, beats, registers, waves) in cases {
            let collectors = if register_file == RegisterFile::Banked { waves / 2 } else { 1 };
            let config = Config {
                lanes,
                beats,
                registers,
                waves,
                register_file,
                collectors,
                ..Config::default()
            };
            let bits = formulas(&config);
            let in_file = memory(&config).register_bits;
            let results_in_file =
                if register_file == RegisterFile::Wide { bits.results } else { 0 };
            let expected = bits.operands + bits.gather + bits.control + results_in_file;
            assert_eq!(in_file, expected, "{config:?}");
            let rows = registers.next_power_of_two() * waves * lanes * beats * 32;
            let copies = if register_file == RegisterFile::Replicated { 3 } else { 1 };
            assert_eq!(memory(&config).memory_bits, rows * copies, "{config:?}");
        }
    }
}

#[test]
fn the_formulas_of_two_banks_are_what_the_hardware_holds() {
    let cases = [(64, 64, 8, false), (32, 256, 12, true), (16, 2, 1, true)];
    for (lanes, registers, waves, reuse) in cases {
        let register_file = RegisterFile::TwoBank;
        let shape = Config { lanes, registers, waves, reuse, register_file, ..Config::default() };
        let config = Config { beats: 1, video: false, ..shape };
        let bits = formulas(&config);
        let in_file = memory(&config).register_bits;
        assert_eq!(in_file, bits.operands + bits.control, "{config:?}");
        let rows = (registers * waves).max(4) * lanes * 32;
        let cost = memory(&config);
        assert_eq!((cost.memory_bits, cost.memory_port_bits), (rows, 2 * rows), "{config:?}");
    }
}

#[test]
fn results_wait_in_the_rows_that_the_formula_says() {
    for register_file in RegisterFile::ALL {
        for stages in 0..=12 {
            let config = Config { stages, ..with(register_file) };
            let core = rtl::core(&config);
            let registers = core.registers.iter().map(|register| core.node(register.output));
            let waits = registers.filter(|node| {
                node.name.as_deref().is_some_and(|name| name.starts_with("result_stage"))
            });
            let wave = config.threads() * 32;
            let in_file = if register_file == RegisterFile::Wide { wave } else { 0 };
            let rows: usize = waits.map(|node| node.width).sum();
            assert_eq!(rows + in_file, formulas(&config).results, "{register_file:?} {stages}");
        }
    }
}

#[test]
fn skewed_stages_three_rows_of_operands_and_wide_about_four_waves() {
    let (row, wave) = (16 * 32, 64 * 32);
    assert_eq!(formulas(&with(RegisterFile::Skewed)).operands, 3 * row);
    let wide = formulas(&with(RegisterFile::Wide));
    assert_eq!((wide.operands + wide.results) / wave, 4);
}

#[test]
fn banks_have_one_port_each_and_no_bit_twice() {
    let (banked, wide) = (memory(&with(RegisterFile::Banked)), memory(&with(RegisterFile::Wide)));
    assert_eq!((banked.memory_bits, banked.memory_port_bits), (wide.memory_bits, wide.memory_bits));
}

/// What of `config` its line says besides the organisation.
fn shown(config: &Config) -> String {
    let one_beat =
        if config.beats == 1 { format!(", {} lanes", config.lanes) } else { String::new() };
    one_beat + if config.reuse { ", `reuse`" } else { "" }
}

/// A line of the table of figures.
fn figures(config: &Config) -> String {
    let (bits, cost) = (formulas(config), memory(config));
    let cycles = |text: &str| {
        let schedule = Schedule::new(config, &program(config, text)).expect("no deadlock");
        schedule.totals().cycles - 1
    };
    let latency = cycles("IMAD R3, R0, R1, R2");
    let both = cycles("IMAD R3, R0, R1, R2\nIMAD R4, R3, R1, R2");
    let distance = (both - latency) as usize / config.slot_cycles();
    assert_eq!(distance, waves_to_saturate(config));
    format!(
        "| `{}`{} | {} | {} | {} | {} | {} | {latency} | {distance} | {distance} |\n",
        config.register_file.key(),
        shown(config),
        cost.memory_bits,
        cost.memory_port_bits,
        bits.operands,
        bits.gather,
        bits.results,
    )
}

/// A line of the table of conflicts: instructions a slot of the study's workloads, and what banks
/// cost them.
fn throughput(config: &Config) -> String {
    let cells = [Workload::scan(), Workload::three_operands()].map(|workload| {
        let program = workload.program(config).expect("a machine with everything");
        let totals = run(config, &program, &mut Silent).expect("no deadlock");
        let lost = 100.0 * totals.stalls.bank_conflict as f64 / totals.slots as f64;
        format!("{:.2} | {lost:.0} %", totals.instructions_per_slot())
    });
    let collectors = match config.collectors > 1 {
        true => format!(", {} collectors", config.collectors),
        false => String::new(),
    };
    let shown = shown(config);
    format!("| `{}`{collectors}{shown} | {} |\n", config.register_file.key(), cells.join(" | "))
}

#[test]
fn the_page_shows_what_the_machine_does() {
    let heads = "| `register_file` | storage bits | storage bits x ports | operand staging | gather buffer | result rows | issue to write | dependent distance | waves to fill |\n|---|---|---|---|---|---|---|---|---|\n";
    let reuse = Config { reuse: true, ..with(RegisterFile::TwoBank) };
    let machines: Vec<Config> = RegisterFile::ALL.map(with).into_iter().chain([reuse]).collect();
    let table: String = machines.iter().map(figures).collect();
    let found = timetable(RegisterFile::Replicated);
    assert_eq!(found, timetable(RegisterFile::MultiPort), "the page shows one for both");
    let shown = RegisterFile::ALL
        .into_iter()
        .filter(|&register_file| register_file != RegisterFile::Replicated);
    let timetables = shown.map(|register_file| {
        (format!("timetable {}", register_file.key()), timetable(register_file))
    });
    let rates_heads = "| `register_file` | scan: instructions a slot | conflicts | mix: instructions a slot | conflicts |\n|---|---|---|---|---|\n";
    let collectors =
        [2, 4, 8].map(|collectors| Config { collectors, ..with(RegisterFile::Banked) });
    let several = ORGANISATIONS.map(with);
    let two_banks = with(RegisterFile::TwoBank);
    let all = several.iter().chain(&collectors).chain([&two_banks]);
    let rates: String = all.map(throughput).collect();
    let tables =
        [("figures", format!("{heads}{table}")), ("conflicts", format!("{rates_heads}{rates}"))];
    hold_all(tables.map(|(name, table)| (name.to_string(), table)).into_iter().chain(timetables));
}
