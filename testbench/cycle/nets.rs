//! Where in the netlist each organisation shows what its ports do: the one place to name the nets
//! of another.

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{Action, Port};
use lanebeat::engine::{Flat, SignalId};

/// The two files, alike but for their words: instance name, bits of an entry number.
pub const REGISTER_FILE: &str = "register_file";
pub const MASK_FILE: &str = "mask_file";

/// A net, the value that counts, and how many cycles ago.
#[derive(Clone, Copy)]
pub struct Net {
    pub signal: SignalId,
    pub value: usize,
    pub cycles_ago: usize,
}

/// Which entry of which wave.
#[derive(Clone, Copy)]
pub enum Place {
    /// One net: the entry's number in the low bits, then the wave.
    Address(SignalId),
    /// The same of a bank of two: the entry's number without its lowest bit, which is the bank.
    InBank {
        address: SignalId,
        bank: usize,
    },
    Fields {
        entry: SignalId,
        wave: Option<SignalId>,
    },
}

/// Which beat's row.
#[derive(Clone, Copy)]
pub enum BeatOf {
    WholeWave,
    Fixed(usize),
    Net(Option<SignalId>),
    /// The phase less one, modulo the beats.
    PhaseBefore(Option<SignalId>),
}

/// An access takes place in the cycles in which all of `valid` have their values.
pub struct AccessNets {
    pub port: Port,
    pub action: Action,
    pub valid: Vec<Net>,
    pub place: Place,
    pub beat: BeatOf,
}

/// The operands' letters in net names.
const READS: [(Action, &str); 3] =
    [(Action::ReadA, "a"), (Action::ReadB, "b"), (Action::ReadC, "c")];

/// Names of nets below one file.
struct File<'f> {
    flat: &'f Flat,
    instance: &'f str,
}

impl File<'_> {
    fn find(&self, net: &str) -> Option<SignalId> {
        self.flat.find(&format!("{}.{net}", self.instance))
    }

    fn signal(&self, net: &str) -> SignalId {
        self.find(net).unwrap_or_else(|| panic!("the {} has no net `{net}`", self.instance))
    }

    fn now(&self, net: &str) -> Net {
        Net { signal: self.signal(net), value: 1, cycles_ago: 0 }
    }
}

/// What the ports of one file do.
pub fn accesses(config: &Config, flat: &Flat, instance: &str) -> Vec<AccessNets> {
    let file = File { flat, instance };
    match config.register_file {
        RegisterFile::Wide => wide(&file),
        RegisterFile::Skewed => (0..config.beats).flat_map(|beat| skewed(&file, beat)).collect(),
        RegisterFile::MultiPort | RegisterFile::Replicated => ported(&file),
        RegisterFile::Banked | RegisterFile::TwoBank if instance == MASK_FILE => ported(&file),
        RegisterFile::TwoBank => {
            (0..config.banks()).flat_map(|bank| two_bank(config, &file, bank)).collect()
        }
        RegisterFile::Banked => {
            (0..config.banks()).flat_map(|bank| banked(config, &file, bank)).collect()
        }
    }
}

/// The phase less one is the beat of all banks; which register it is, the file's ports say.
fn banked(config: &Config, file: &File, bank: usize) -> Vec<AccessNets> {
    let beat = BeatOf::PhaseBefore(file.find("phase"));
    let place = |stage: &str, entry: &str| Place::Fields {
        entry: file.signal(&format!("{stage}_{entry}")),
        wave: file.find(&format!("{stage}_wave")),
    };
    let access = |action, valid: &str, place| {
        let valid = vec![file.now(&format!("bank[{bank}].{valid}"))];
        AccessNets { port: Port::Bank(bank), action, valid, place, beat }
    };
    let mut accesses = vec![access(Action::Write, "write_result", place("writing", "entry"))];
    for older in 0..config.collectors {
        let nth = if older == 0 { String::new() } else { older.to_string() };
        let stage = if older == 0 { "reading".to_string() } else { format!("behind_{older}") };
        let reads = [(Action::ReadA, "a", format!("a{nth}_is_here"))];
        let others = [(Action::ReadB, "b"), (Action::ReadC, "c")]
            .map(|(action, operand)| (action, operand, format!("read_{operand}{nth}")));
        let reads = reads.into_iter().chain(others);
        accesses.extend(
            reads.map(|(action, operand, valid)| access(action, &valid, place(&stage, operand))),
        );
    }
    accesses
}

/// A bank reads what stands first in its queue; which operand that is, those say who wait for it.
fn two_bank(config: &Config, file: &File, bank: usize) -> Vec<AccessNets> {
    let in_bank = |net: &str| file.now(&format!("bank[{bank}].{net}"));
    let written =
        Place::Fields { entry: file.signal("writing_entry"), wave: file.find("writing_wave") };
    let beat = BeatOf::Fixed(0);
    let mut accesses = vec![AccessNets {
        port: Port::BankWrite(bank),
        action: Action::Write,
        valid: vec![in_bank("write_result")],
        place: written,
        beat,
    }];
    let operands = if config.multiply { &READS[..] } else { &READS[..2] };
    for (place, &(action, _)) in operands.iter().enumerate() {
        accesses.extend((1..=3).map(|turn| {
            let told = |field: &str, value| Net {
                value,
                ..file.now(&format!("operand[{place}].told{turn}_{field}_q"))
            };
            AccessNets {
                port: Port::BankRead(bank),
                action,
                valid: vec![in_bank("to_read1_q"), told("turn", turn), told("odd", bank)],
                place: Place::InBank { address: in_bank("to_read1_address_q").signal, bank },
                beat,
            }
        }));
    }
    accesses
}

fn wide(file: &File) -> Vec<AccessNets> {
    let place = Place::Address(file.signal("address"));
    let access = |action, valid| AccessNets {
        port: Port::Whole,
        action,
        valid: vec![valid],
        place,
        beat: BeatOf::WholeWave,
    };
    let mut accesses = vec![access(Action::Write, file.now("write_result"))];
    accesses.extend(
        READS.map(|(action, operand)| access(action, file.now(&format!("read_{operand}")))),
    );
    accesses
}

/// File `beat` is told to read, and file 0 was told to read that operand `beat` cycles ago.
fn skewed(file: &File, beat: usize) -> Vec<AccessNets> {
    let own = |net: &str| file.now(&format!("file[{beat}].{net}"));
    let place = |net: &str| Place::Address(own(net).signal);
    let access = |action, valid, place| AccessNets {
        port: Port::File(beat),
        action,
        valid,
        place,
        beat: BeatOf::Fixed(beat),
    };
    let mut accesses =
        vec![access(Action::Write, vec![own("write_result")], place("write_address"))];
    for (action, operand) in READS {
        let told = Net { cycles_ago: beat, ..file.now(&format!("read_{operand}")) };
        accesses.push(access(action, vec![own("read"), told], place("read_address")));
    }
    accesses
}

fn ported(file: &File) -> Vec<AccessNets> {
    let place = |stage: &str, entry: &str| Place::Fields {
        entry: file.signal(&format!("{stage}_{entry}")),
        wave: file.find(&format!("{stage}_wave")),
    };
    let access = |action, valid: &str, place, beat| AccessNets {
        port: Port::Own(action),
        action,
        valid: vec![file.now(valid)],
        place,
        beat,
    };
    let write_beat = BeatOf::Net(file.find("writing_beat"));
    let mut accesses =
        vec![access(Action::Write, "writing_valid", place("writing", "entry"), write_beat)];
    let read_beat = BeatOf::PhaseBefore(file.find("phase"));
    let read = |(action, operand)| {
        access(action, &format!("reading_reads_{operand}"), place("reading", operand), read_beat)
    };
    accesses.extend(READS.map(read));
    accesses
}
