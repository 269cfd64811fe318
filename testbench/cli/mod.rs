//! The program as its users call it.

mod activity;
mod bench;
mod check;
mod command_line;
mod core_file;
mod explain;
mod generate;
mod help;
mod language_server;
mod macros;
mod project;
mod run;
mod schedule;
mod study;
