//! Which simulators there are, and what keeps them from being used.

use std::path::PathBuf;
use std::sync::LazyLock;

use miette::Diagnostic;

use super::verilator::{VERILATOR, newest_verilator};
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
}

/// Why a simulator cannot be used.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum SimulatorError {
    #[error(
        "there is no `{tool}` on the path; install it (Debian: apt install {package}) or use another engine"
    )]
    Missing { tool: &'static str, package: &'static str },
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
    pub const ALL: [Self; 2] = [Self::Verilator, Self::Icarus];

    pub fn name(self) -> &'static str {
        match self {
            Self::Verilator => "verilator",
            Self::Icarus => "icarus",
        }
    }

    /// The programs that it needs on the path, the one that builds first.
    pub fn tools(self) -> &'static [&'static str] {
        match self {
            Self::Verilator => &[VERILATOR, "make", "g++"],
            Self::Icarus => &["iverilog", "vvp"],
        }
    }

    /// The tool that is not installed, if any.
    pub fn missing_tool(self) -> Option<&'static str> {
        self.tools().iter().copied().find(|tool| place(tool).is_none())
    }

    /// The Debian package that brings `tool`.
    pub(super) fn package(tool: &'static str) -> &'static str {
        match tool {
            "vvp" => "iverilog",
            other => other,
        }
    }
}

/// Where a tool is installed: of Verilator, the newest.
pub(super) fn place(tool: &str) -> Option<PathBuf> {
    static NEWEST: LazyLock<Option<PathBuf>> =
        LazyLock::new(|| newest_verilator(&std::env::var_os("PATH").unwrap_or_default()));
    if tool == VERILATOR { NEWEST.clone() } else { find(tool) }
}
