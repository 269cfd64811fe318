//! Trade-off studies: a sweep of parameters, and for every point of it what the machine costs and what it does.
//!
//! An [`Axis`] gives a parameter several values; the points of a study are all combinations. [`evaluate`] makes the
//! figures of one point: times from the cycle model on [`Workload`]s, counts from the netlist, cells from the synthesis of
//! its Verilog by a [`Flow`]. Every [`Figure`] names its unit and its source.

mod axis;
mod cache;
mod cells;
mod figure;
mod flow;
mod point;
mod results;
mod workload;

pub use axis::{Axis, sweep};
pub use cache::Cache;
pub use figure::Figure;
pub use flow::{Family, Flow, FlowError, Synthesis};
pub use point::{Point, evaluate};
pub use results::{EqualDigests, Results};
pub use workload::{Workload, WorkloadError};
