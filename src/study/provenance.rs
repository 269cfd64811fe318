//! Basis of a study's figures besides the configuration of each point.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::workload::Workload;

/// Input that the figures of all points depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Basis {
    /// The command that makes the whole study.
    pub command: String,
    /// The version of this program.
    pub lanebeat: String,
    /// The flow, without the path of a library.
    pub flow: String,
    /// SHA-256 of the library's text, in hexadecimal; empty without one.
    pub library: String,
    /// SHA-256 of the macros' CSV and Liberty files, in hexadecimal; empty without any.
    pub macros: String,
    /// The unit that is measured; empty for the core.
    pub unit: String,
    /// Device that the points are to fit; empty without one.
    pub device: String,
    /// Name and SHA-256 of each workload.
    pub workloads: Vec<(String, String)>,
    /// Whether multipliers may become DSP blocks.
    pub dsp: bool,
    /// Whether the design is mapped as one module.
    pub flatten: bool,
    /// Whether it is placed and routed.
    pub pnr: bool,
    /// Whether standard cells were placed for their wires.
    #[serde(default)]
    pub wires: bool,
    /// Name and version of each tool that was called.
    pub tools: Vec<String>,
}

/// SHA-256 of a text, in hexadecimal.
pub fn sha256(text: &str) -> String {
    crate::tools::hexadecimal(&Sha256::digest(text))
}

impl Basis {
    /// The first difference to the basis of `other`: name, and the values here and there.
    /// Commands may differ, since they may ask for more points or fewer. Without
    /// `with_tools` the tools do not count.
    pub fn difference(&self, other: &Self, with_tools: bool) -> Option<[String; 3]> {
        let described = |basis: &Self| {
            let workload = |(name, digest): &(String, String)| {
                format!("{name} ({})", digest.get(..8).unwrap_or(digest))
            };
            let workloads: Vec<String> = basis.workloads.iter().map(workload).collect();
            let device = if basis.device.is_empty() { "none" } else { &basis.device };
            let tools = if with_tools { basis.tools.join(", ") } else { String::new() };
            [
                ("the version of lanebeat", basis.lanebeat.clone()),
                ("--flow", basis.flow.clone()),
                ("the library's digest", basis.library.clone()),
                ("the macros' digest", basis.macros.clone()),
                ("--unit", basis.unit.clone()),
                ("--device", device.to_owned()),
                ("--workload", workloads.join(", ")),
                ("the use of DSP blocks", basis.dsp.to_string()),
                ("--flatten", basis.flatten.to_string()),
                ("--pnr", basis.pnr.to_string()),
                ("--wires", basis.wires.to_string()),
                ("tools", tools),
            ]
        };
        let mut pairs = described(self).into_iter().zip(described(other));
        let ((what, here), (_, there)) = pairs.find(|(here, there)| here != there)?;
        Some([what.to_owned(), here, there])
    }
}

/// Name and digest of `workload`, which stands for all that it executes.
pub fn identity(workload: &Workload) -> (String, String) {
    let content = match workload {
        Workload::Program { text, .. } => text.clone(),
        Workload::Kernel { text, options, .. } => format!("{options:?} {text}"),
        Workload::Mix { weights, .. } => format!("{weights:?}"),
    };
    (workload.name().to_owned(), sha256(&content))
}
