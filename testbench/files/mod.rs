//! Files of users: nothing lost, nothing mixed, nothing left behind.

mod disk;
mod killed;
mod paths;
mod read;
mod set;
