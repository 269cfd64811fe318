//! What a person looks at in a waveform: the signals that are in it unless others are asked for.

use crate::engine::{Flat, SignalKind};

/// Whether a path is in a waveform unless more is asked for: control, the register file's ports, and
/// what the lanes work on.
pub fn is_of_interest(flat: &Flat) -> impl Fn(&str) -> bool {
    /// Wider nets show a whole wave.
    const ROW_BITS: usize = 512;
    let port_activity = port_activity(flat);
    move |path| {
        let is_shown = match path.split_once('.') {
            None => {
                path == "sequencer_executing_opcode"
                    || !OUTPUTS_OF_UNITS.iter().any(|unit| path.starts_with(unit))
            }
            Some(("sequencer", name)) => SEQUENCER.contains(&name),
            Some(("register_file", _)) => port_activity.iter().any(|shown| shown == path),
            Some(("execute", inside)) => inside
                .split_once('.')
                .is_some_and(|(scope, name)| scope.starts_with("lane[") && LANE.contains(&name)),
            Some(_) => false,
        };
        is_shown && flat.find(path).is_some_and(|id| flat.signals[id.signal].place.width < ROW_BITS)
    }
}

/// What the units' outputs are called at the top; the units themselves show what matters.
const OUTPUTS_OF_UNITS: [&str; 4] = ["sequencer_", "register_file_", "mask_file_", "exec_masks_"];

/// What the sequencer shows.
const SEQUENCER: [&str; 5] = ["phase", "reading_valid", "reading_opcode_q", "accept", "blocked"];

/// What the ports of the register file do, whatever its organisation: requests, grants and
/// addresses.
pub fn port_activity(flat: &Flat) -> Vec<String> {
    /// Wider nets are rows of words.
    const ADDRESS_BITS: usize = 16;
    let is_file = |scope: &usize| flat.scopes[*scope].name == "register_file";
    let Some(file) = flat.scopes[0].children.iter().copied().find(is_file) else { return vec![] };
    let is_request = |name: &str| name.starts_with("reads_") || name == "writing_valid";
    let mut paths = Vec::new();
    let mut add = |scope: usize, prefix: &str| {
        let signals = flat.scopes[scope].signals.iter().map(|&signal| &flat.signals[signal]);
        let shown = signals.filter(|signal| {
            let is_own = signal.kind == SignalKind::Net || is_request(&signal.name);
            is_own && signal.place.width <= ADDRESS_BITS
        });
        paths.extend(shown.map(|signal| format!("{prefix}{}", signal.name)));
    };
    add(file, "register_file.");
    for &child in &flat.scopes[file].children {
        for copy in 0..flat.scopes[child].count {
            add(child, &format!("register_file.{}.", flat.scope_label(child, copy)));
        }
    }
    paths
}

/// What a lane shows.
pub const LANE: [&str; 5] = ["a", "b", "c", "result", "mask"];
