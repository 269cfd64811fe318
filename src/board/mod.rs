//! Boards: the system behind a serial line (docs/learn/boards.md), on an FPGA or simulated.
//!
//! ```text
//!  execute ──► Board ──► Link ──► Port ───────────────────────────────► a board
//!  a program   registers bytes    a serial line, or a pseudo-terminal ◄─ serve: SimulatedBoard
//! ```

mod error;
mod execution;
mod identity;
mod line;
mod link;
mod noise;
mod port;
mod registers;
mod serial_system;
mod serve;
mod simulated;

pub use error::BoardError;
pub use execution::execute;
pub use line::Line;
pub use link::{ANSWER_LIMIT, Link};
pub use noise::Noise;
pub use port::{BAUD, Port};
pub use registers::Board;
pub use serial_system::serial_system;
pub use serve::Terminal;
pub use simulated::{CLOCKS_PER_BIT, SimulatedBoard};
