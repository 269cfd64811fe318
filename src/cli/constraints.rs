//! `generate --mhz`: the clock of a design as constraints, in the languages of three houses.

use lanebeat::verilog::File;

/// Second word of a file's heading, by which it is known as ours.
const MADE_BY: &str = "# Made by: lanebeat generate ";
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
    text.lines().nth(1).is_some_and(|line| line.starts_with(MADE_BY))
}
