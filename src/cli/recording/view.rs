//! Groups and formats in which GTKWave shows a waveform.

use super::follower::{CYCLE, DESTINATION, OPERANDS, STAGES, operation_of};
use super::interest::{lanes, port_activity};
use super::selection::Selection;
use lanebeat::engine::{CAPTIONS, Flat, Format, Group, Net, SignalId, Trace};
use lanebeat::rtl::probe::{BeatMasks, CoreInputs, CoreOutputs, LanesProbe, ResultsProbe, Stages};

/// Most named signals that are shown at once; the others are in the tree of the dump.
const MOST_NAMED: usize = 500;

/// Groups of the selected signals that GTKWave shows, from the clock to the retirements.
pub fn groups(flat: &Flat, selection: &Selection, filter_file: &str) -> Vec<Group> {
    let (inputs, outputs) = (flat.probe::<CoreInputs>(), flat.probe::<CoreOutputs>());
    let (stages, masks) = (flat.probe::<Stages>(), flat.probe::<BeatMasks>());
    let results = flat.probe::<ResultsProbe>();
    let width = |id: SignalId| flat.signals[id.signal].place.width;
    let shown = |nets: &[Net], format: Format| -> Vec<Trace> {
        let paths = nets.iter().flatten().map(|&id| flat.path(id));
        let paths = paths.filter(|path| selection.has(path));
        paths.map(|path| Trace { path, format: format.clone() }).collect()
    };
    let bits = |nets: &[Net]| shown(nets, Format::Binary);
    let numbers = |nets: &[Net]| shown(nets, Format::Decimal);

    let mut groups = vec![];
    let mut show = |name: &str, mut signals: Vec<Trace>| {
        signals.retain(|trace| selection.has_texts || trace.format != Format::Text);
        if !signals.is_empty() {
            groups.push(Group { name: name.to_owned(), signals });
        }
    };

    let clock = vec![Trace { path: "clock".to_owned(), format: Format::Binary }];
    show("clock and reset", [clock, bits(&[flat.reset_net()])].concat());
    let mnemonic = Format::Mnemonic { filter_file: filter_file.to_owned() };
    let stage = |stage: &'static str| {
        [caption(stage, Format::Text), caption(&operation_of(stage), mnemonic.clone())]
    };
    let cycle = std::iter::once(caption(CYCLE, Format::Text));
    show("instructions", cycle.chain(STAGES.into_iter().flat_map(stage)).collect());
    let valid = bits(&[stages.reading_valid, flat.probe::<LanesProbe>().busy]);
    show("slot and phase", [numbers(&[stages.phase]), valid].concat());
    let handshake = bits(&[inputs.issue_valid, outputs.issue_ready]);
    show("issue", [handshake, numbers(&[inputs.issue_wave])].concat());
    let port = |id: &SignalId| {
        let is_address = flat.signals[id.signal].name.ends_with("address");
        shown(&[Some(*id)], if is_address { Format::Hex } else { Format::Binary })
    };
    let operands = OPERANDS.map(|operand| caption(operand, Format::Text)).into_iter();
    let ports = port_activity(flat);
    show("register file ports", operands.chain(ports.iter().flat_map(port)).collect());
    show("operands", bits(&[masks.guard, masks.p, masks.q]));
    for (number, nets) in lanes(flat).iter().enumerate() {
        let format = |&id: &SignalId| if width(id) == 1 { Format::Binary } else { Format::Decimal };
        let signals = nets.iter().flat_map(|id| shown(&[Some(*id)], format(id)));
        show(&format!("lane {number}"), signals.collect());
    }
    show("result", bits(&[results.written_row, results.mask_row]));
    let (retire, destination) = (outputs.retire, vec![caption(DESTINATION, Format::Text)]);
    let written = shown(&[retire.written, retire.mask], Format::Hex);
    let wave = [bits(&[retire.valid]), numbers(&[retire.wave])].concat();
    show("retire", [wave, destination, written].concat());
    let named = selection.named.iter().take(MOST_NAMED);
    show("selected", named.map(|path| Trace { path: path.clone(), format: Format::Hex }).collect());
    groups
}

fn caption(name: &str, format: Format) -> Trace {
    Trace { path: format!("{CAPTIONS}.{name}"), format }
}
