//! Groups and formats in which GTKWave shows a waveform.

use super::follower::{CYCLE, DESTINATION, OPERANDS, STAGES, operation_of};
use super::interest::{lanes, port_activity};
use super::selection::Selection;
use crate::engine::{CAPTIONS, Flat, Format, Group, Net, SignalId, Trace};
use crate::rtl::probe::{BeatMasks, CoreInputs, CoreOutputs, LanesProbe, ResultsProbe, Stages};

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

    let mnemonic = Format::Mnemonic { filter_file: filter_file.to_owned() };
    let stage = |stage: &'static str| {
        [caption(stage, Format::Text), caption(&operation_of(stage), mnemonic.clone())]
    };
    let instructions = STAGES.into_iter().flat_map(stage);
    let port = |id: &SignalId| {
        let is_address = flat.signals[id.signal].name.ends_with("address");
        shown(&[Some(*id)], if is_address { Format::Hex } else { Format::Binary })
    };
    let operands = OPERANDS.map(|operand| caption(operand, Format::Text));
    let lane = |nets: &Vec<SignalId>| {
        let format = |&id: &SignalId| if width(id) == 1 { Format::Binary } else { Format::Decimal };
        nets.iter().flat_map(|id| shown(&[Some(*id)], format(id))).collect()
    };
    let retire = outputs.retire;
    let named = selection.named.iter().take(MOST_NAMED);
    let clock = vec![Trace { path: "clock".to_owned(), format: Format::Binary }];
    let mut groups = vec![
        ("clock and reset".to_owned(), [clock, bits(&[flat.reset_net()])].concat()),
        (
            "instructions".to_owned(),
            [caption(CYCLE, Format::Text)].into_iter().chain(instructions).collect(),
        ),
        (
            "slot and phase".to_owned(),
            [
                numbers(&[stages.phase]),
                bits(&[stages.reading_valid, flat.probe::<LanesProbe>().busy]),
            ]
            .concat(),
        ),
        (
            "issue".to_owned(),
            [bits(&[inputs.issue_valid, outputs.issue_ready]), numbers(&[inputs.issue_wave])]
                .concat(),
        ),
        (
            "register file ports".to_owned(),
            operands.into_iter().chain(port_activity(flat).iter().flat_map(port)).collect(),
        ),
        ("operands".to_owned(), bits(&[masks.guard, masks.p, masks.q])),
    ];
    groups.extend(
        lanes(flat).iter().enumerate().map(|(number, nets)| (format!("lane {number}"), lane(nets))),
    );
    groups.extend([
        ("result".to_owned(), bits(&[results.written_row, results.mask_row])),
        (
            "retire".to_owned(),
            [
                bits(&[retire.valid]),
                numbers(&[retire.wave]),
                vec![caption(DESTINATION, Format::Text)],
                shown(&[retire.written, retire.mask], Format::Hex),
            ]
            .concat(),
        ),
        (
            "selected".to_owned(),
            named.map(|path| Trace { path: path.clone(), format: Format::Hex }).collect(),
        ),
    ]);
    groups.retain(|(_, signals)| !signals.is_empty());
    groups.into_iter().map(|(name, signals)| Group { name, signals }).collect()
}

fn caption(name: &str, format: Format) -> Trace {
    Trace { path: format!("{CAPTIONS}.{name}"), format }
}
