//! Loads and resistances of wires in SPEF, as a timing analyser reads it.

use std::fmt::Write as _;

const HEAD: &str = "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"wires\"\n*DATE \"-\"\n*VENDOR \"-\"\n*PROGRAM \"-\"\n*VERSION \"-\"\n\
    *DESIGN_FLOW \"-\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER []\n*T_UNIT 1 NS\n*C_UNIT 1 PF\n*R_UNIT 1 OHM\n*L_UNIT 1 HENRY\n";

/// A net with its wire.
#[derive(Clone, PartialEq, Debug)]
pub struct WiredNet {
    /// Its name.
    pub name: String,
    /// Cell and pin that drive it.
    pub driver: [String; 2],
    /// Load of the wire, in pF: half of it lies at the driver and the rest at the sinks.
    pub load: f64,
    /// Cells and pins that it leads to, and the ohms on the way; may be left out.
    pub sinks: Vec<([String; 2], f64)>,
}

/// The text for `nets`.
pub fn spef(nets: &[WiredNet]) -> String {
    let mut text = HEAD.to_owned();
    let memory = "memory takes it";
    for net in nets {
        let pin = |[cell, pin]: &[String; 2]| format!("{}:{pin}", escaped(cell));
        let driver = pin(&net.driver);
        writeln!(text, "*D_NET {} {:.6}\n*CONN\n*I {driver} O", net.name, net.load).expect(memory);
        let sinks: Vec<(String, f64)> =
            net.sinks.iter().map(|(sink, ohms)| (pin(sink), *ohms)).collect();
        for (sink, _) in &sinks {
            writeln!(text, "*I {sink} I").expect(memory);
        }
        let at_driver = if sinks.is_empty() { net.load } else { net.load / 2.0 };
        writeln!(text, "*CAP\n0 {driver} {at_driver:.6}").expect(memory);
        for (number, (sink, _)) in sinks.iter().enumerate() {
            let own = (net.load - at_driver) / sinks.len() as f64;
            writeln!(text, "{} {sink} {own:.6}", number + 1).expect(memory);
        }
        if !sinks.is_empty() {
            text += "*RES\n";
        }
        for (number, (sink, ohms)) in sinks.iter().enumerate() {
            writeln!(text, "{number} {driver} {sink} {ohms:.3}").expect(memory);
        }
        text += "*END\n";
    }
    text
}

fn escaped(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if !letter.is_ascii_alphanumeric() && letter != '_' {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}
