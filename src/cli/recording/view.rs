//! What a person looks at in a waveform: the signals that are in it unless others are asked for, and
//! how GTKWave shows them.

use super::follower::{CYCLE, DESTINATION, OPERANDS, STAGES, operation_of};
use super::selection::Selection;
use crate::config::Config;
use crate::engine::{CAPTIONS, Flat, Format, Group, SignalKind, Trace};

/// More signals that were named are not shown at once; they are in the tree of the dump.
const MOST_NAMED: usize = 500;

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
fn port_activity(flat: &Flat) -> Vec<String> {
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
const LANE: [&str; 5] = ["a", "b", "c", "result", "mask"];

/// What GTKWave shows of the signals that are selected, from the clock to the retirements.
pub fn groups(
    flat: &Flat,
    config: &Config,
    selection: &Selection,
    filter_file: &str,
) -> Vec<Group> {
    let mnemonic = || Format::Mnemonic { filter_file: filter_file.to_owned() };
    let wave = |path: &'static str| (config.waves > 1).then_some((path, Format::Decimal));
    let mut groups = vec![
        group("clock and reset", [("clock", Format::Binary), ("reset", Format::Binary)]),
        Group { name: "instructions".to_owned(), signals: instructions(&mnemonic) },
        group(
            "slot and phase",
            [
                ("sequencer.phase", Format::Decimal),
                ("sequencer.reading_valid", Format::Binary),
                ("lanes_busy", Format::Binary),
            ],
        ),
        group(
            "issue",
            [("issue_valid", Format::Binary), ("issue_ready", Format::Binary)]
                .into_iter()
                .chain(wave("issue_wave")),
        ),
    ];
    let port = |path: &String| {
        trace(path, if path.ends_with("address") { Format::Hex } else { Format::Binary })
    };
    let operands = OPERANDS.map(|operand| caption(operand, Format::Text));
    let activity = port_activity(flat);
    let activity = operands.into_iter().chain(activity.iter().map(port)).collect();
    groups.push(Group { name: "register file ports".to_owned(), signals: activity });
    groups.push(group(
        "operands",
        [("guard", Format::Binary), ("p", Format::Binary), ("q", Format::Binary)],
    ));
    groups.extend((0..config.lanes).map(lane));
    groups.push(group("result", [("written_row", Format::Binary), ("mask_row", Format::Binary)]));
    let retire = [("retire_valid", Format::Binary)].into_iter().chain(wave("retire_wave"));
    let mut retire = group("retire", retire);
    retire.signals.push(caption(DESTINATION, Format::Text));
    retire.signals.extend(["retire_written", "retire_mask"].map(|path| trace(path, Format::Hex)));
    groups.push(retire);
    let named = selection.named.iter().take(MOST_NAMED).map(|path| trace(path, Format::Hex));
    groups.push(Group { name: "selected".to_owned(), signals: named.collect() });

    let is_caption = |path: &str| path.starts_with(CAPTIONS);
    for group in &mut groups {
        let is_shown = |path: &str| path == "clock" || is_caption(path) || selection.has(path);
        group.signals.retain(|trace| is_shown(&trace.path));
    }
    groups.retain(|group| !group.signals.is_empty());
    groups
}

/// Which instruction stands in which stage, and below it its operation, which has a colour.
fn instructions(mnemonic: &impl Fn() -> Format) -> Vec<Trace> {
    let stage = |stage: &'static str| {
        [caption(stage, Format::Text), caption(&operation_of(stage), mnemonic())]
    };
    let cycle = caption(CYCLE, Format::Text);
    [cycle].into_iter().chain(STAGES.into_iter().flat_map(stage)).collect()
}

fn caption(name: &str, format: Format) -> Trace {
    trace(&format!("{CAPTIONS}.{name}"), format)
}

fn lane(number: usize) -> Group {
    let signal = |name: &str| {
        trace(
            &format!("execute.lane[{number}].{name}"),
            if name == "mask" { Format::Binary } else { Format::Decimal },
        )
    };
    Group { name: format!("lane {number}"), signals: LANE.map(signal).into() }
}

fn group(name: &str, traces: impl IntoIterator<Item = (&'static str, Format)>) -> Group {
    Group {
        name: name.to_owned(),
        signals: traces.into_iter().map(|(path, format)| trace(path, format)).collect(),
    }
}

fn trace(path: &str, format: Format) -> Trace {
    Trace { path: path.to_owned(), format }
}
