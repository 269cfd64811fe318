//! Files of users: read within limits, written whole or not at all.
//!
//! A file is written in a folder of its own next to its place, `.lanebeat-…`, and takes its name
//! when it is complete (`pending`); several files take theirs together, and a folder of
//! files is exchanged as one (`set`). A process that ends, also by a signal, removes what it has not
//! finished; what a killed one left goes when the next one writes there.

mod error;
mod paths;
mod pending;
mod read;
mod set;

pub use error::{FileError, reason};
pub use paths::{Direction, Use, check_uses};
pub use pending::{PendingFolder, abandon_all};
pub use read::{LONGEST_CONFIGURATION, LONGEST_LIBRARY, LONGEST_TEXT, read_text, read_text_up_to};
pub use set::{
    PendingFile, STANDARD, finish_all, refuse_others, replace_folder, unless_gone,
    write_all_atomically, write_atomically,
};
