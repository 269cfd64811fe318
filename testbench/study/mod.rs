//! What machines cost and how they compare.

mod array;
mod estimate;
mod feature_cost;
mod mapping;
mod quality;
mod report;
mod route;
mod standard_cells;
