//! Engines that execute programs, and the commands that accept each.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::Arg;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use lanebeat::simulators::Simulator;

/// An engine that executes programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Engine {
    Model,
    Cycle,
    Interpreter,
    Compiled,
    Batch,
    Written(Simulator),
    /// A board behind that serial port.
    Serial(PathBuf),
}

/// The command that an engine executes programs for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Run,
    Check,
    Bench,
}

use Purpose::{Bench, Check, Run};

/// Prefix of the port of a board.
const SERIAL: &str = "serial:";

/// Each engine's name on the command line, its line of `--help`, and the commands that accept it.
const ENGINES: [(&str, Engine, &str, &[Purpose]); 9] = [
    (
        "model",
        Engine::Model,
        "The model's results at the cycle model's times: exact, without nets, and fastest",
        &[Run, Bench],
    ),
    (
        "cycle",
        Engine::Cycle,
        "The cycle model: times alone; for run the same as model",
        &[Run, Bench],
    ),
    (
        "interpreter",
        Engine::Interpreter,
        "The hardware, operation by operation",
        &[Run, Check, Bench],
    ),
    (
        "compiled",
        Engine::Compiled,
        "The hardware, as machine code: starts later, runs many times faster",
        &[Run, Check, Bench],
    ),
    (
        "batch",
        Engine::Batch,
        "The hardware, as machine code: many programs, on all processors",
        &[Bench],
    ),
    (
        "verilator",
        Engine::Written(Simulator::Verilator),
        "The written Verilog, by Verilator",
        &[Run, Check, Bench],
    ),
    (
        "arcilator",
        Engine::Written(Simulator::Arcilator),
        "The written MLIR, by the passes of CIRCT's arcilator",
        &[Bench],
    ),
    (
        "icarus",
        Engine::Written(Simulator::Icarus),
        "The written Verilog, by Icarus Verilog; slow",
        &[Run, Check, Bench],
    ),
    (
        "serial:PORT",
        Engine::Serial(PathBuf::new()),
        "A board behind that serial port, such as serial:/dev/ttyUSB0",
        &[Run],
    ),
];

impl Engine {
    /// All engines that `purpose` accepts.
    pub fn all(purpose: Purpose) -> impl Iterator<Item = Self> {
        let engines = ENGINES.into_iter().filter(move |row| row.3.contains(&purpose));
        engines.map(|(_, engine, ..)| engine)
    }
}

/// Parser of the name of an engine that serves the purpose.
#[derive(Clone)]
pub struct EngineParser(pub Purpose);

impl EngineParser {
    fn values(&self) -> impl Iterator<Item = PossibleValue> {
        let purpose = self.0;
        let engines = ENGINES.into_iter().filter(move |row| row.3.contains(&purpose));
        engines.map(|(name, _, help, _)| PossibleValue::new(name).help(help))
    }
}

impl TypedValueParser for EngineParser {
    type Value = Engine;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Engine, clap::Error> {
        let port = value.to_str().and_then(|text| text.strip_prefix(SERIAL));
        if let Some(port) = port.filter(|port| !port.is_empty() && self.0 == Run) {
            return Ok(Engine::Serial(port.into()));
        }
        let given = PossibleValuesParser::new(self.values()).parse_ref(command, argument, value)?;
        let found = ENGINES.into_iter().find(|(name, ..)| *name == given);
        Ok(found.expect("one of the possible values").1)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values()))
    }
}
