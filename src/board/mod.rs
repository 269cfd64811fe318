//! Boards: the system behind a serial line (docs/learn/boards.md), on an FPGA or simulated.
//!
//! ```text
//!  execute ──► Board ──► Link ──► Port ───────────────────────────────► a board
//!  a program   registers bytes    a serial line, or a pseudo-terminal ◄─ serve: SimulatedBoard
//! ```
//!
//! ```
//! use lanebeat::board::{ANSWER_LIMIT, BAUD, Link, Port, execute};
//! use lanebeat::config::Preset;
//! use lanebeat::isa::asm::assemble;
//! use lanebeat::lockstep::Prepared;
//!
//! fn on_a_board() -> Result<(), Box<dyn std::error::Error>> {
//!     let config = Preset::Small.config();
//!     let program = assemble("add.s", "IADD R1, R0, 7", &config.target())?;
//!     let port = Port::open("/dev/ttyUSB0".as_ref(), BAUD)?;
//!     let link = Link::open(port, "/dev/ttyUSB0", ANSWER_LIMIT)?;
//!     let executed = execute(Prepared::without_state(program, &config), &config, link, true)??;
//!     println!("{} instructions", executed.instructions);
//!     Ok(())
//! }
//! # let _ = on_a_board;
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
