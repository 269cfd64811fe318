//! `lanebeat board`: a board to talk to, where there is none.

use serde::Serialize;

use super::arguments::ServeOptions;
use super::console::{print, talk, to_json};
use super::error::CliError;
use lanebeat::board::{Noise, SimulatedBoard, Terminal, serial_system};
use lanebeat::config::Config;
use lanebeat::engine::{Code, Compiled, Flat};
use lanebeat::files::reason;
use lanebeat::lockstep::POWER_UP_SEED;

/// Place of the board.
#[derive(Serialize)]
struct BoardPlace<'a> {
    port: &'a str,
    clocks_per_bit: u16,
}

/// Simulates a board behind a pseudo-terminal until the program is ended.
pub fn serve(config: &Config, options: &ServeOptions, json: bool) -> Result<(), CliError> {
    let failed = |error: &std::io::Error| {
        let reason = reason(error);
        CliError::Usage(format!(
            "no pseudo-terminal serves: {reason}; see that /dev/pts is mounted"
        ))
    };
    let ServeOptions { clocks_per_bit, lose, garble, seed } = *options;
    let code = Code::new(&Flat::new(&serial_system(config)));
    let board = SimulatedBoard::new(Compiled::power_up(&code, POWER_UP_SEED), clocks_per_bit);
    let terminal = Terminal::new().map_err(|error| failed(&error))?;
    let port = terminal.path.to_string_lossy();
    print(&if json {
        to_json(&BoardPlace { port: &port, clocks_per_bit })
    } else {
        format!("{port}\n")
    })?;
    talk(&format!(
        "a board with {clocks_per_bit} clock cycles a bit; use it by `lanebeat run PROGRAM{} --engine serial:{port}`, end it by Ctrl-C\n",
        config.as_options()
    ));
    Err(failed(&terminal.serve(board, Noise::new(lose, garble, seed))))
}
