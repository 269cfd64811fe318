//! The retire port: what is written at a clock edge, as a trace wants to see it.

use crate::config::Config;
use crate::ports;
use crate::rtl::issue::decode::register_bits;
use crate::rtl::schedule::{MASK_FILE_ENTRIES, Movement, index_bits};

/// Whether results retire wave by wave, else beat by beat.
fn retires_waves(config: &Config) -> bool {
    Movement::of(config) == Movement::WholeWaves
}

/// Threads whose results retire together, and what one of them is called.
fn together(config: &Config) -> (usize, &'static str) {
    if retires_waves(config) { (config.threads(), "thread") } else { (config.lanes, "lane") }
}

ports! {
    pub struct Retire(config: &Config) {
        valid: [1] "results are written at this clock edge";
        wave: [index_bits(config.waves)] "wave of the instruction that retires";
        beat: [if retires_waves(config) { 0 } else { index_bits(config.beats) }]
            "beat whose results are written; with the last beat the instruction has retired";
        writes_register: [1] "the instruction that retires has a destination register";
        destination: [register_bits(config)] "destination register of the instruction that retires";
        mask_destination: [index_bits(MASK_FILE_ENTRIES)]
            "predicate 0-6 or mask slot 8-11 that is written, 7 for none";
        written: [together(config).0]
            (format!("{0}s that are written, {0} 0 lowest", together(config).1));
        result: [32 * together(config).0]
            (format!("words for the register, {} 0 lowest", together(config).1));
        mask: [together(config).0]
            (format!("bits for the predicate or mask slot, {} 0 lowest", together(config).1));
    }
}
