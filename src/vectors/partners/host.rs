//! A host that first writes what a file holds, so that what is read later says something.

use super::ports::{Partner, Ports};
use crate::config::Config;
use crate::hdl::Module;
use crate::isa::MASK_ENTRIES;
use crate::vectors::values::Values;

/// Registers and waves that instructions of the core name, which are written first.
pub const REGISTERS: usize = 8;
const WAVES: usize = 8;
/// Inputs that would start something meanwhile.
const QUIET: [&str; 6] =
    ["issue_valid", "writing_valid", "reads_a", "reads_b", "reads_c", "running"];

/// Writes row after row, whatever else happens.
pub struct Host {
    /// Wave, entry and beat of the rows to come, the next one last.
    rows: Vec<(usize, usize, usize)>,
    waves: usize,
    /// The host may write what an instruction reads in the same cycle, which has no meaning.
    may_collide: bool,
}

impl Host {
    pub fn new(module: &Module, config: &Config) -> Self {
        let port = |name: &str| module.ports.iter().find(|port| port.name == name);
        let registers = 0..config.registers.min(REGISTERS);
        let entries: Vec<usize> = if port("issue_valid").is_some() {
            // In the core the upper half are masks.
            let masks = 1 << (port("host_entry").map_or(1, |port| port.width) - 1);
            registers.chain(masks..masks + MASK_ENTRIES).collect()
        } else {
            registers.collect()
        };
        let waves = config.waves.min(WAVES);
        let rows = entries.into_iter().flat_map(|entry| {
            let of_wave = move |wave| (0..config.beats).map(move |beat| (wave, entry, beat));
            (0..waves).flat_map(of_wave)
        });
        let may_collide = !config.register_file.is_single_port();
        Self { rows: rows.rev().collect(), waves, may_collide }
    }
}

impl Partner for Host {
    fn drive(&mut self, _: &mut Values, ports: &mut Ports) {
        ports.limit("issue_wave", self.waves);
        if ports.met("host_valid", "host_ready") {
            self.rows.pop();
        }
        let Some(&(wave, entry, beat)) = self.rows.last() else {
            if self.may_collide {
                ports.set("host_write", 0);
            }
            return;
        };
        ports.silence(&QUIET);
        // An access granted in a reset may not be done.
        let now = usize::from(!ports.resets);
        for (name, value) in [
            ("host_valid", now),
            ("host_write", 1),
            ("host_wave", wave),
            ("host_entry", entry),
            ("host_beat", beat),
        ] {
            ports.set(name, value as u128);
        }
    }
}
