//! `generate --mhz`: the clock of a design as constraints, in the languages of three houses.

use lanebeat::verilog::File;

/// Words before the command that made a file, in its second line.
pub const MADE_BY: &str = "# Made by: ";
/// Extensions: Vivado's, Synopsys' (of Quartus, OpenSTA and others too), and that of Diamond and
/// nextpnr-ecp5.
pub const EXTENSIONS: [&str; 3] = ["xdc", "sdc", "lpf"];

/// The files for the design `top`, whose clock has `megahertz`.
pub fn files(top: &str, megahertz: f64, command: &str) -> [File; 3] {
    let period = 1000.0 / megahertz;
    let create = format!("create_clock -name clock -period {period:.3} [get_ports clock]\n");
    let frequency = format!("FREQUENCY PORT \"clock\" {megahertz} MHZ;\n");
    EXTENSIONS.map(|extension| {
        let name = format!("{top}.{extension}");
        let clock = if extension == "lpf" { &frequency } else { &create };
        let title = format!("# {name}: a clock of {megahertz} MHz, and no pins.");
        File { text: format!("{title}\n{MADE_BY}{command}\n{clock}"), name }
    })
}

/// Whether a text is of such a file.
pub fn is_one(text: &str) -> bool {
    let command = text.lines().nth(1).and_then(|line| line.strip_prefix(MADE_BY));
    command.is_some_and(|command| command.starts_with("lanebeat generate "))
}
