//! Programs on a board behind a serial line: simulated, and over lines that lose and garble bytes.

mod line;
mod page;
pub mod serve;
