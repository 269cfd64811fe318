//! `lanebeat study --calibrate`: the estimate against yosys on random configurations.

use serde::Serialize;

use super::area::Area;
use crate::cli::arguments::StudyOptions;
use crate::cli::files::write_all_atomically;
use crate::cli::{CliError, Outcome, to_json};
use crate::hdl::{Memory, MemoryPort};
use crate::study::estimate::{Features, configurations, features, kind};
use crate::study::{Cells, Design, parts};

/// A part of a machine and what yosys made of it.
#[derive(Serialize)]
struct Measured {
    machine: usize,
    name: String,
    kind: String,
    copies: usize,
    features: Features,
    memories: Vec<(usize, usize, usize, String)>,
    cells: Cells,
}

fn shape(memory: &Memory) -> (usize, usize, usize, String) {
    let port = |port: &MemoryPort| match port {
        MemoryPort::ReadWrite { .. } => 'x',
        MemoryPort::Read { .. } => 'r',
        MemoryPort::Write { .. } => 'w',
    };
    (memory.depth, memory.columns, memory.column_width, memory.ports.iter().map(port).collect())
}

/// Maps the parts of `samples` random machines and compares.
pub fn calibrate(options: &StudyOptions, samples: usize, json: bool) -> Result<Outcome, CliError> {
    let _ = json;
    let area = Area::new(options);
    let mut measured = vec![];
    for (machine, config) in configurations(samples, options.seed).into_iter().enumerate() {
        let design = Design::new(crate::rtl::core(&config));
        for (part, (cells, copies)) in parts(&design.top).into_iter().zip(area.measure(&design).map_err(CliError::Usage)?) {
            measured.push(Measured {
                machine,
                name: part.name().to_string(),
                kind: kind(&part),
                copies,
                features: features(&part),
                memories: part.module.memories.iter().map(shape).collect(),
                cells,
            });
        }
        let text = to_json(&measured);
        write_all_atomically(&[(options.output.join("calibration.json"), text.as_bytes())])?;
    }
    Ok(Outcome::Good)
}
