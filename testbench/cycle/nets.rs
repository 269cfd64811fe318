//! Where in the netlist each organisation shows what its ports do: the one place to look at another.

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{Access, Action, Entry, Port};
use lanebeat::engine::{Engine, Flat, Net};
use lanebeat::hdl::Record;
use lanebeat::isa::{MaskEntry, Register};
use lanebeat::rtl::probe::{
    BankProbe, Command, CoreInputs, CoreOutputs, ExecInputs, FileInputs, IssueProbe, LanesProbe,
    OperandProbe, ReadPortProbe, Retire, Stages, WaitingProbe, WriteProbe,
};

/// What is looked at of a core.
pub struct Nets {
    pub inputs: CoreInputs<Net>,
    pub retire: Retire<Net>,
    pub stages: Stages<Net>,
    pub issue: IssueProbe<Net>,
    pub waiting: WaitingProbe<Net>,
    pub lanes: LanesProbe<Net>,
    /// The beat that executes.
    pub beat: Net,
    pub beats: usize,
    /// Registers, then masks.
    files: Vec<File>,
}

impl Nets {
    pub fn new(config: &Config, flat: &Flat) -> Self {
        let files = flat.probes::<FileInputs>().enumerate();
        Self {
            inputs: flat.probe::<CoreInputs>(),
            retire: flat.probe::<CoreOutputs>().retire,
            stages: flat.probe::<Stages>(),
            issue: flat.probe::<IssueProbe>(),
            waiting: flat.probe::<WaitingProbe>(),
            lanes: flat.probe::<LanesProbe>(),
            beat: flat.probe::<ExecInputs>().beat,
            beats: config.beats,
            files: files
                .map(|(number, file)| File {
                    is_mask: number == 1,
                    ports: Ports::new(config, flat, file.scope, number == 1),
                    inputs: file.signals,
                    beats: config.beats,
                    slot: config.slot_cycles(),
                    entry_bits: match number {
                        0 => config.registers.next_power_of_two().trailing_zeros(),
                        _ => 4,
                    },
                })
                .collect(),
        }
    }

    /// Tells every access of the cycle, as in cycle 0.
    pub fn accesses(&mut self, engine: &mut dyn Engine, tell: &mut dyn FnMut(Access)) {
        self.files.iter_mut().for_each(|file| file.accesses(engine, tell));
    }
}

/// The register file or the mask file.
struct File {
    is_mask: bool,
    inputs: FileInputs<Net>,
    ports: Ports,
    beats: usize,
    /// Cycles of a slot.
    slot: usize,
    entry_bits: u32,
}

enum Ports {
    /// One of the whole wave, or one for each beat.
    InTurn(Vec<(Port, Command<Net>)>),
    Own,
    Banked(Vec<(WriteProbe<Net>, BankProbe<Net>)>),
    TwoBank {
        banks: Vec<(WriteProbe<Net>, ReadPortProbe<Net>)>,
        operands: Vec<OperandProbe<Net>>,
    },
}

const READS: [Action; 3] = [Action::ReadA, Action::ReadB, Action::ReadC];

impl Ports {
    fn new(config: &Config, flat: &Flat, scope: usize, is_mask: bool) -> Self {
        /// The records of the file itself or of its parts.
        fn below<R: Record>(flat: &Flat, scope: usize) -> Vec<R::Of<Net>> {
            let is_here = |other: usize| other == scope || flat.scopes[other].parent == Some(scope);
            let here = flat.probes::<R>().filter(|probed| is_here(probed.scope));
            here.map(|probed| probed.signals).collect()
        }
        let writes = below::<WriteProbe>(flat, scope).into_iter();
        match config.register_file {
            RegisterFile::Wide => {
                Self::InTurn(vec![(Port::Whole, below::<Command>(flat, scope)[0])])
            }
            RegisterFile::Skewed => {
                let commands = below::<Command>(flat, scope).into_iter().enumerate();
                Self::InTurn(commands.map(|(beat, command)| (Port::File(beat), command)).collect())
            }
            RegisterFile::MultiPort | RegisterFile::Replicated => Self::Own,
            RegisterFile::Banked | RegisterFile::TwoBank if is_mask => Self::Own,
            RegisterFile::Banked => {
                Self::Banked(writes.zip(below::<BankProbe>(flat, scope)).collect())
            }
            RegisterFile::TwoBank => Self::TwoBank {
                banks: writes.zip(below::<ReadPortProbe>(flat, scope)).collect(),
                operands: below::<OperandProbe>(flat, scope),
            },
        }
    }
}

impl File {
    fn accesses(&mut self, engine: &mut dyn Engine, tell: &mut dyn FnMut(Access)) {
        let (is_mask, beats, bits) = (self.is_mask, self.beats, self.entry_bits);
        let slot = self.slot;
        let mut value = |net: Net| engine.value(net) as usize;
        let mut tell = |port, action, (entry, wave): (usize, usize), beat: Option<usize>| {
            let entry = match is_mask {
                true => Entry::Mask(MaskEntry(entry as u8)),
                false => Entry::Register(Register(entry as u8)),
            };
            tell(Access { cycle: 0, port, wave, entry, action, beat });
        };
        // The entry's number in the low bits, then the wave.
        let split = |address: usize, bits: u32| (address & ((1 << bits) - 1), address >> bits);
        let FileInputs { phase, reading, writing, behind, .. } = &self.inputs;
        let phase_before = Some((value(*phase) + beats - 1) % beats);
        let written = (value(writing.entry), value(writing.wave));
        match &mut self.ports {
            // Operands have turns in a slot, in file k by as many cycles later. A read that has none is told as a
            // write, which no model does.
            Ports::InTurn(ports) => {
                for (number, &(port, command)) in ports.iter().enumerate() {
                    if value(command.enable) == 0 || value(command.host_grant) == 1 {
                        continue;
                    }
                    let turn = (value(*phase) + slot - number % slot) % slot;
                    let reads = value(command.write) == 0;
                    let read = READS.get(slot - 1 - turn).filter(|_| reads);
                    let beat = (port != Port::Whole).then_some(number);
                    let place = split(value(command.address), bits);
                    tell(port, read.copied().unwrap_or(Action::Write), place, beat);
                }
            }
            Ports::Own => {
                if value(writing.valid) == 1 {
                    let beat = Some(value(writing.beat));
                    tell(Port::Own(Action::Write), Action::Write, written, beat);
                }
                let nets = [reading.reads_a, reading.reads_b, reading.reads_c];
                let entries = [reading.a, reading.b, reading.c];
                for ((action, net), entry) in READS.into_iter().zip(nets).zip(entries) {
                    if value(net) == 1 {
                        let place = (value(entry), value(reading.wave));
                        tell(Port::Own(action), action, place, phase_before);
                    }
                }
            }
            // The phase less one is the beat of all banks; which register it is, the file is told.
            Ports::Banked(banks) => {
                for (bank, (write, reads)) in banks.iter().enumerate() {
                    let port = Port::Bank(bank);
                    if value(write.write_result) == 1 {
                        tell(port, Action::Write, written, phase_before);
                    }
                    let stages = [reading].into_iter().chain(behind);
                    for (stage, reads) in stages.zip(&reads.reads) {
                        let nets = [reads.a, reads.b, reads.c].into_iter();
                        let entries = [stage.a, stage.b, stage.c];
                        for ((action, net), entry) in READS.into_iter().zip(nets).zip(entries) {
                            if value(net) == 1 {
                                let place = (value(entry), value(stage.wave));
                                tell(port, action, place, phase_before);
                            }
                        }
                    }
                }
            }
            // A bank reads what stands first in its queue; which operand that is, those say who
            // wait for it.
            Ports::TwoBank { banks, operands } => {
                for (bank, (write, read)) in banks.iter().enumerate() {
                    if value(write.write_result) == 1 {
                        tell(Port::BankWrite(bank), Action::Write, written, Some(0));
                    }
                    let (row, wave) = split(value(read.address), bits - 1);
                    let place = (2 * row + bank, wave);
                    for (action, operand) in READS.into_iter().zip(operands.iter()) {
                        let turns = operand.cycles.iter().zip(1..=3);
                        let mut is_it = turns.map(|(told, turn)| {
                            value(told.turn) == turn && value(told.odd) == bank
                        });
                        if is_it.any(|is_it| is_it) && value(read.reads) == 1 {
                            tell(Port::BankRead(bank), action, place, Some(0));
                        }
                    }
                }
            }
        }
    }
}
