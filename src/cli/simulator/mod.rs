//! Verilator and Icarus Verilog on the written Verilog: the proof that what is written is what was simulated.
//!
//! A [`Simulator`] builds the core and a driver ([`build`]) into a program, kept by the digest of all that
//! went into it; a [`Simulation`] is that program running, obeying commands on its standard input ([`protocol`]).

mod answer;
mod build;
mod protocol;

use miette::Diagnostic;

use crate::sim::RunError;
use crate::tools::{CacheError, find};

pub use build::{BuildOptions, Built, Sizes};
pub use protocol::Simulation;

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
    #[error("there is no `{tool}` on the path; install it (Debian: apt install {package}) or use another engine")]
    Missing { tool: &'static str, package: &'static str },
    #[error("{tool} does not build the core: {said}")]
    Build { tool: &'static str, said: String },
    #[error(transparent)]
    Cache(#[from] CacheError),
    #[error("{tool} cannot be started: {reason}")]
    Start { tool: &'static str, reason: String },
    #[error(transparent)]
    Stopped(RunError),
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
            Self::Verilator => &["verilator", "make", "g++"],
            Self::Icarus => &["iverilog", "vvp"],
        }
    }

    /// The tool that is not installed, if any.
    pub fn missing_tool(self) -> Option<&'static str> {
        self.tools().iter().copied().find(|tool| find(tool).is_none())
    }

    /// The Debian package that brings `tool`.
    fn package(tool: &'static str) -> &'static str {
        match tool {
            "vvp" => "iverilog",
            other => other,
        }
    }
}
