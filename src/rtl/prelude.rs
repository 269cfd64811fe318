//! Imports that nearly every block needs.

pub use crate::config::RegisterFile;
pub use crate::hdl::{Block, ModuleBuilder as Builder, RegisterHandle, Signal};
pub use crate::isa::Operation;
pub use crate::plan::{Plan, Range, index_bits};
pub use crate::{ports, record};
