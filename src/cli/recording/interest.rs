//! Default signals of a waveform: those that are in it unless others are asked for.

use std::collections::HashSet;

use lanebeat::engine::{Flat, SignalId, SignalKind};
use lanebeat::hdl::Record;
use lanebeat::rtl::probe::{ExecInputs, FileInputs, IssueProbe, LaneInputs, LaneOutputs, Stages};

/// Wider nets show a whole wave.
const ROW_BITS: usize = 512;
/// Wider nets of the register file are rows of words.
const ADDRESS_BITS: usize = 16;

/// The paths in a waveform unless more is asked for: control, the register file's ports, and the
/// operands and results of the lanes.
pub fn of_interest(flat: &Flat) -> HashSet<String> {
    let top = flat.scopes[0].signals.iter().map(|&signal| SignalId { signal, copy: 0 });
    let is_shown = units_outputs(flat);
    let top = top.filter(|id| is_shown(&flat.signals[id.signal].name));
    let (stages, issue) = (flat.probe::<Stages>(), flat.probe::<IssueProbe>());
    let IssueProbe { accept, blocked, opcode, .. } = issue;
    let sequencer = [stages.phase, stages.reading_valid, opcode, accept, blocked];
    let shown = top
        .chain(sequencer.into_iter().flatten())
        .chain(port_activity(flat))
        .chain(lanes(flat).into_iter().flatten());
    let shown = shown.filter(|id| flat.signals[id.signal].place.width < ROW_BITS);
    shown.map(|id| flat.path(id)).collect()
}

/// Whether a net of the core is shown: the outputs of units that are shown themselves are not, but
/// for the opcode that executes.
fn units_outputs(flat: &Flat) -> impl Fn(&str) -> bool {
    fn scope<R: Record>(flat: &Flat) -> impl Iterator<Item = usize> {
        flat.probes::<R>().map(|probed| probed.scope)
    }
    let units =
        scope::<Stages>(flat).chain(scope::<FileInputs>(flat)).chain(scope::<ExecInputs>(flat));
    let output = |scope: usize, port: &str| format!("{}_{port}", flat.scopes[scope].name);
    let hidden: Vec<String> = units.map(|unit| output(unit, "")).collect();
    let opcode = flat.probe::<Stages>().executing.opcode.map(|id| &flat.signals[id.signal]);
    let shown = opcode.map(|opcode| output(opcode.scope, &opcode.name));
    move |name| shown.as_deref() == Some(name) || !hidden.iter().any(|unit| name.starts_with(unit))
}

/// Signals of the register file's ports in any organisation: requests, grants and
/// addresses.
pub fn port_activity(flat: &Flat) -> Vec<SignalId> {
    let Some(file) = flat.probes::<FileInputs>().next() else { return vec![] };
    let writes = file.signals.writing.valid.map(|id| id.signal);
    let mut shown = vec![];
    let mut add = |scope: usize, copy: usize| {
        let signals = flat.scopes[scope].signals.iter().filter(|&&signal| {
            let is_own = flat.signals[signal].kind == SignalKind::Net || Some(signal) == writes;
            is_own && flat.signals[signal].place.width <= ADDRESS_BITS
        });
        shown.extend(signals.map(|&signal| SignalId { signal, copy }));
    };
    add(file.scope, 0);
    for &child in &flat.scopes[file.scope].children {
        (0..flat.scopes[child].count).for_each(|copy| add(child, copy));
    }
    shown
}

/// Signals of each lane: operands, result and mask.
pub fn lanes(flat: &Flat) -> Vec<Vec<SignalId>> {
    let results = flat.probes::<LaneOutputs>().map(|probed| probed.signals);
    let operands = flat.probes::<LaneInputs>().map(|probed| probed.signals);
    let nets = operands.zip(results).map(|(LaneInputs { a, b, c, .. }, done)| {
        [a, b, c, done.result, done.mask].into_iter().flatten().collect()
    });
    nets.collect()
}
