//! `lanebeat build`: the main job. Writes the core's Verilog, runs an example in lockstep, leaves
//! its waveform.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::console::{print, to_json};
use super::error::CliError;
use super::generate::{Form, Written, write_unit};
use super::recording::{Recording, Selection, Window};
use lanebeat::config::{Config, Prefix};
use lanebeat::engine::Flat;
use lanebeat::files::FileError;
use lanebeat::hdl::Cost;
use lanebeat::isa::asm;
use lanebeat::lockstep::Difference;
use lanebeat::lockstep::state_file;
use lanebeat::lockstep::{Execution, Prepared};
use lanebeat::rtl::units;

/// The example, here so that the program needs no file.
pub const PROGRAM: &str = include_str!("../../examples/inclusive_scan.s");
const STATE: &str = include_str!("../../examples/inclusive_scan.json");
pub const PROGRAM_PATH: &str = "examples/inclusive_scan.s";
const STATE_PATH: &str = "examples/inclusive_scan.json";

const VERILOG_DIRECTORY: &str = "rtl_out";
const DUMP_PATH: &str = "waveforms/inclusive_scan.vcd";

/// The result as JSON.
#[derive(Serialize)]
struct Report {
    verilog: Written,
    waveform: &'static str,
    instructions: usize,
    cycles: Option<u64>,
    difference: Option<String>,
}

/// Does the main job in the current directory.
pub fn build(machine: &(Config, Prefix), json: bool) -> Result<(), CliError> {
    let config = &machine.0;
    let prepared = example(config)?;
    let unit = units::find(units::CORE)?;
    let core = units::build(unit, config)?;
    let flat = Flat::new(&core);
    // Both outputs are known to be writable before either is written.
    let mut recording = begin_recording(config, &flat)?;
    let outcome = prepared.on_hardware(config, &flat, true, vec![&mut recording]);
    let directory = Path::new(VERILOG_DIRECTORY);
    let written = write_unit(machine, unit, &Form::default(), directory, recording.finish(&flat)?)?;
    if json {
        print(&to_json(&report(written, &outcome)))?;
    } else {
        print(&summary(config, &written, &Cost::of(&core), &outcome))?;
    }
    outcome.map(drop).map_err(CliError::from)
}

fn example(config: &Config) -> Result<Prepared, CliError> {
    if !config.shuffle {
        let problem = format!(
            "build runs {PROGRAM_PATH}, which needs shuffle = true, but here shuffle = false; use `lanebeat generate`"
        );
        return Err(CliError::Usage(problem));
    }
    let program = asm::assemble(PROGRAM_PATH, PROGRAM, &config.target())?;
    let state =
        state_file::read(STATE_PATH, STATE, config.threads(), config.registers, config.waves)?;
    Ok(Prepared::new(program, state))
}

fn begin_recording(config: &Config, flat: &Flat) -> Result<Recording, FileError> {
    let selection = Selection::default_of(flat);
    let directory = Path::new(DUMP_PATH).parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)
        .map_err(|error| FileError::writing(Path::new(DUMP_PATH), &error))?;
    Recording::begin(Path::new(DUMP_PATH), flat, config, selection, Window::everything())
}

fn report(verilog: Written, outcome: &Result<Execution, Difference>) -> Report {
    let done = outcome.as_ref().ok();
    Report {
        verilog,
        waveform: DUMP_PATH,
        instructions: done.map_or(0, |execution| execution.instructions),
        cycles: done.map(|execution| execution.cycles),
        difference: outcome.as_ref().err().map(Difference::to_string),
    }
}

fn summary(
    config: &Config,
    written: &Written,
    cost: &Cost,
    outcome: &Result<Execution, Difference>,
) -> String {
    let line = |name: &str, text: &str| format!("{name:9} {text}\n");
    let cost = format!(
        "{} memory bits, {} flip-flops, {} adder bits, {} multiplexer input bits",
        cost.memory_bits, cost.register_bits, cost.adder_bits, cost.mux_input_bits
    );
    let example = match outcome {
        Ok(execution) => {
            let retirements = execution.instructions;
            format!(
                "{PROGRAM_PATH}: {}; hardware and model agree on {retirements} retirements",
                execution.summary(config)
            )
        }
        Err(_) => format!("{PROGRAM_PATH}: hardware and model differ"),
    };
    let save_file = Path::new(DUMP_PATH).with_extension("gtkw");
    [
        line("machine", &config.in_one_phrase()),
        line("verilog", &written.summary()),
        line("cost", &cost),
        line("clock", &written.clock().unwrap_or_default()),
        line("example", &example),
        line("waveform", DUMP_PATH),
        format!("\nLook at the waveform: gtkwave {}\n", save_file.display()),
        format!("Look at the Verilog:  {VERILOG_DIRECTORY}/{}.v\n", written.top),
        format!(
            "Look at each cycle:   lanebeat schedule {PROGRAM_PATH} --format html -o scan.html\n"
        ),
        "Look at all commands: lanebeat --help\n".to_owned(),
    ]
    .concat()
}
