//! The simulators, and what keeps them from being used.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::LazyLock;

use super::packages::in_packages;
use super::verilator::{VERILATOR, newest_verilator};
use crate::config::Config;
use crate::hdl::Reset;
use crate::lockstep::RunError;
use crate::lockstep::campaign::CampaignError;
use crate::tools::{CacheError, CallError, find};

/// Somebody else's simulator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Simulator {
    /// Compiles the Verilog to C++ (two-state).
    Verilator,
    /// Interprets the Verilog (four-state: what is undefined is seen).
    Icarus,
    /// Compiles the MLIR to machine code (two-state): passes of CIRCT, and LLVM.
    Arcilator,
}

/// The Python package of CIRCT, and what errors call a Python that has it.
pub(super) const CIRCT: &str = "pycde";

/// Why a simulator cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum SimulatorError {
    #[error("there is no `{tool}` on the path; install it ({package}) or use another engine")]
    Missing { tool: &'static str, package: String },
    #[error("{simulator} has no {lacks}; use --set reset=synchronous or another engine")]
    Lacks { simulator: &'static str, lacks: &'static str },
    #[error("{tool} does not build the core: {said}")]
    Build { tool: &'static str, said: String },
    #[error(transparent)]
    Cache(#[from] CacheError),
    #[error(transparent)]
    Call(#[from] CallError),
    #[error(transparent)]
    Stopped(RunError),
    #[error(transparent)]
    Campaign(#[from] CampaignError),
}

impl Simulator {
    /// Every simulator.
    pub const ALL: [Self; 3] = [Self::Verilator, Self::Icarus, Self::Arcilator];

    /// Part of the hardware of `config` that it cannot simulate.
    pub fn lacks(self, config: &Config) -> Option<&'static str> {
        let is_lacking = self == Self::Arcilator && config.reset == Reset::Asynchronous;
        is_lacking.then_some("asynchronous reset")
    }

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verilator => "verilator",
            Self::Icarus => "icarus",
            Self::Arcilator => "arcilator",
        }
    }

    /// The programs that it needs on the path, the one that builds first.
    pub fn tools(self) -> &'static [&'static str] {
        match self {
            Self::Verilator => &[VERILATOR, "make", "g++"],
            Self::Icarus => &["iverilog", "vvp"],
            Self::Arcilator => &[CIRCT, "mlir-translate-22", "opt-22", "llc-22", "g++"],
        }
    }

    /// The tool that is not installed, if any.
    pub fn missing_tool(self) -> Option<&'static str> {
        self.tools().iter().copied().find(|tool| place(tool).is_none())
    }

    /// Command that installs `tool`.
    pub(super) fn package(tool: &'static str) -> String {
        let debian = match tool {
            CIRCT => return format!("pip install {CIRCT}"),
            "vvp" => "iverilog",
            "mlir-translate-22" => "mlir-22-tools",
            "opt-22" | "llc-22" => "llvm-22",
            other => other,
        };
        format!("Debian: apt install {debian}")
    }
}

/// Path of an installed tool: the newest Verilator; for CIRCT, the Python that has it.
pub(super) fn place(tool: &str) -> Option<PathBuf> {
    fn path() -> OsString {
        std::env::var_os("PATH").unwrap_or_default()
    }
    static NEWEST: LazyLock<Option<PathBuf>> = LazyLock::new(|| newest_verilator(&path()));
    match tool {
        VERILATOR => NEWEST.clone(),
        CIRCT => std::env::split_paths(&path())
            .map(|folder| folder.join("python3"))
            .find(|python| in_packages(python, CIRCT).next().is_some()),
        _ => find(tool),
    }
}
