//! The command line: the only place that reads arguments, prints and opens files (DESIGN.md section 4).

pub mod state_file;

pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
