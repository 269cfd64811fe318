//! The shapes of machine that a campaign tries.

use crate::config::{Config, DppPath, RegisterFile};

/// 2 lanes are as 4: a test tries them in every organisation.
const LANES: [usize; 5] = [4, 8, 16, 32, 64];
const BEATS: [usize; 4] = [1, 2, 4, 8];
const DEEPEST: usize = 8;
/// Registers and waves change from one configuration to the next.
const REGISTERS: [usize; 7] = [2, 3, 16, 63, 64, 255, 256];
const WAVES: [usize; 5] = [1, 2, 3, 8, 32];
/// Numbers of collectors of `banked` machines.
const COLLECTORS: [usize; 4] = [1, 2, 4, 8];
const PASSES: [usize; 3] = [1, 2, 4];

/// Machines in which every organisation, number of lanes, of beats and depth of the pipeline meets
/// every two of the others, and in which each of their values meets every number of registers, of
/// waves and of collectors. A feature that needs more threads than a wave has is
/// off.
pub fn configurations() -> Vec<Config> {
    let mut configurations = Vec::new();
    for (organisation, register_file) in RegisterFile::ALL.into_iter().enumerate() {
        for (width, lanes) in LANES.into_iter().enumerate() {
            for stages in 0..=DEEPEST {
                let number = configurations.len();
                let beats = match BEATS[(organisation + width + stages) % BEATS.len()] {
                    beats if register_file.admits(beats) => beats,
                    _ => 1,
                };
                let registers = REGISTERS[number % REGISTERS.len()];
                let waves = WAVES[number % WAVES.len()];
                // Out of step with beats and waves, which change with each configuration.
                let collectors = match register_file.collects_operands() {
                    true => COLLECTORS[(number / 3 + stages / DEEPEST) % COLLECTORS.len()],
                    false => 1,
                };
                let reuse = register_file.allocates_reads() && number % 2 == 1;
                let config = Config {
                    lanes,
                    beats,
                    registers,
                    waves,
                    register_file,
                    collectors,
                    reuse,
                    stages,
                    shuffle_passes: PASSES[(organisation + number) % PASSES.len()],
                    lane_moves: (organisation + width + stages) % 4 != 1,
                    ..Config::default()
                };
                let without = Config {
                    dpp: DppPath::None,
                    shuffle: false,
                    shuffle_passes: 1,
                    vote: false,
                    ..config.clone()
                };
                let crossbar = Config { dpp: DppPath::Crossbar, ..config.clone() };
                let takes_crossbar = (number + organisation) % 2 == 1 && crossbar.check().is_ok();
                let config = if takes_crossbar { crossbar } else { config };
                configurations.push(if config.check().is_ok() { config } else { without });
            }
        }
    }
    configurations
}
