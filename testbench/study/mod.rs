//! What machines cost and how they compare.

mod array;
mod energy;
mod estimate;
mod evaluator;
mod feature_cost;
mod fpga;
mod front;
mod kept;
mod macros;
mod mapping;
mod quality;
mod report;
mod report_live;
mod route;
mod standard_cells;
mod workload;
