//! Pictures, read back by others.

mod diagram;
