//! Programs on hardware and model in step.

mod configurations;
mod coverage;
mod examples;
mod faults;
mod length;
mod overwriting;
mod random_programs;
mod state_file;
mod timed_model;
