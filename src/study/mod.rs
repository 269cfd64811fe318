//! Trade-off studies: a sweep of parameters, and cost and speed of the machine at every point of
//! it.
//!
//! An [`Axis`] gives a parameter several values; the points of a study are all combinations.
//! An [`Evaluator`] makes the figures of points: times from the cycle model on [`Workload`]s, counts
//! from the netlist, cells from the synthesis of their Verilog by a [`Flow`]. Every [`Figure`] names
//! its unit and its source.
//!
//! ```
//! use lanebeat::config::{Config, Preset};
//! use lanebeat::rtl::core;
//! use lanebeat::study::{Axis, Evaluator, Workload, sweep};
//!
//! let evaluator = Evaluator::new(&[Workload::scan()]);
//! for settings in sweep(&[Axis::parse("register_file=wide,multi_port")?]) {
//!     let config = Config::load(Some(Preset::Small), None, &settings)?;
//!     let point = evaluator.point(&config, &evaluator.design(core(&config)));
//!     assert!(point.figure("scan: threads per cycle").is_some_and(|figure| figure.value > 0.0));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod area;
mod array;
mod axis;
mod cells;
pub mod citation;
mod column;
pub mod estimate;
mod evaluator;
mod figure;
mod flow;
mod fpga;
mod front;
mod json;
mod live;
mod naming;
mod operands;
mod overview;
mod part;
mod point;
mod provenance;
pub mod report;
mod results;
mod route;
mod run;
pub mod standard_cells;
mod synthesis;
mod verdict;
mod workload;
mod yosys;

pub use area::{Area, AreaOptions, Process, Work};
pub use array::{ArrayModel, CACTI, SG13G2, SiliconModel};
pub use axis::{Axis, axes, shard, sweep, with_values};
pub use cells::{Cells, Family, resources};
pub use column::{Column, columns};
pub use evaluator::Evaluator;
pub use figure::Figure;
pub use flow::Flow;
pub use fpga::{FPGAS, Fpga};
pub use front::{Place, places};
pub use json::{FORMAT, RESULTS, StudyFileError, from_json, is_complete, is_kept, merge, to_json};
pub use live::Live;
pub use operands::OperandStatistics;
pub use overview::overview;
pub use part::{Job, Part, parts};
pub use point::{Design, Point};
pub use provenance::{Basis, identity, sha256};
pub use results::{LEGEND, Results, check_digests, is_table};
pub use route::{Device, Router};
pub use run::{Bars, Run};
pub use synthesis::{Mapper, Synthesis, total};
pub use verdict::Verdict;
pub use workload::Workload;
pub use yosys::{FlowError, Yosys};
