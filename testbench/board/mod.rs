//! Programs on a board behind a serial line: simulated, and over lines that lose and garble bytes.

pub mod answers;
mod line;
mod netlists;
mod page;
pub mod serve;
