//! How GTKWave shows a waveform: in which groups and formats.

use super::follower::{CYCLE, DESTINATION, OPERANDS, STAGES, operation_of};
use super::interest::{LANE, port_activity};
use super::selection::Selection;
use crate::config::Config;
use crate::engine::{CAPTIONS, Flat, Format, Group, Trace};

/// More signals that were named are not shown at once; they are in the tree of the dump.
const MOST_NAMED: usize = 500;

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
