//! Files of users: read within limits, written whole or not at all.
//!
//! What is being written has a name of its own beside its place, `.lanebeat-…`, and is locked by
//! the process that writes it. It takes its name when all of it is there. A process that ends, also
//! by a signal, removes what it has not finished; what a killed one left has no lock any more, and
//! the next process that writes beside it removes it (`pending`). Several files take their names
//! together (`set`).

mod error;
mod journal;
mod paths;
mod pending;
mod read;
mod set;

pub use error::{FileError, reason};
pub use paths::{Direction, Use, check_uses};
pub use pending::{PendingFile, PendingFolder, STANDARD, abandon_all, write_atomically};
pub use read::{LONGEST_CONFIGURATION, LONGEST_LIBRARY, LONGEST_TEXT, read_text, read_text_up_to};
pub use set::{finish_all, replace_folder, write_all_atomically};
