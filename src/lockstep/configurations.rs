//! Every shape of machine that a campaign tries.

use crate::config::{Config, RegisterFile};

const LANES: [usize; 5] = [4, 8, 16, 32, 64];
const BEATS: [usize; 4] = [1, 2, 4, 8];
const DEEPEST: usize = 8;
/// Registers and waves change from one configuration to the next. Seven and five of them: no other parameter has a period
/// that these have too, so each of their values meets each of the others'.
const REGISTERS: [usize; 7] = [2, 3, 16, 63, 64, 255, 256];
const WAVES: [usize; 5] = [1, 2, 3, 8, 32];
/// Of `banked` machines; they change along too.
const COLLECTORS: [usize; 4] = [1, 2, 4, 8];

/// Every organisation with every shape of wave and every depth of the pipeline; registers and waves vary
/// along, and what needs more threads than a wave has is off.
pub fn every_configuration() -> Vec<Config> {
    let mut configurations = Vec::new();
    for register_file in RegisterFile::ALL {
        for lanes in LANES {
            for beats in BEATS {
                for alu_stages in 0..=DEEPEST {
                    let registers = REGISTERS[configurations.len() % REGISTERS.len()];
                    let waves = WAVES[configurations.len() % WAVES.len()];
                    let is_banked = register_file == RegisterFile::Banked;
                    let collectors = if is_banked { COLLECTORS[configurations.len() % COLLECTORS.len()] } else { 1 };
                    let config =
                        Config { lanes, beats, registers, waves, register_file, collectors, alu_stages, ..Config::default() };
                    let without = Config { dpp: false, shuffle: false, vote: false, ..config.clone() };
                    configurations.push(if config.check().is_ok() { config } else { without });
                }
            }
        }
    }
    configurations
}
