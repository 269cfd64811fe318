//! Captions of a waveform: the instruction in each stage, in words.
//!
//! ```text
//!  issue ──accept──► read ──execution_starts──► execute ─ ... ─► retire
//! ```
//!
//! The captions follow the hardware: an instruction is decoded from `issue_instruction`, and it
//! moves on when the sequencer's own nets say so. In a stage instructions keep the order in
//! which they were issued; those of one wave keep it until they retire.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use super::colours::{IDLE_OPERATION, OPERATION_BITS};
use crate::config::Config;
use crate::engine::{Caption, Captions, Flat, Net, Said, SignalId, Values};
use crate::isa::asm::disassemble;
use crate::isa::{Instruction, MaskEntry, Register};
use crate::record;
use crate::rtl::probe::{
    CoreInputs, CoreOutputs, ExecutionProbe, IssueProbe, Reading, Retire, Stages,
};

/// The stages that have a caption for their instruction.
pub const STAGES: [&str; 4] = ["issue", "read", "execute", "retire"];
/// The operands of the instruction that reads.
pub const OPERANDS: [&str; 3] = ["read_a", "read_b", "read_c"];
/// Caption for the destination of the retiring instruction.
pub const DESTINATION: &str = "retire_destination";
/// The cycle of the program, as `schedule` counts them.
pub const CYCLE: &str = "cycle";

/// Name of the caption with a stage's operation as a number, which GTKWave colours.
pub fn operation_of(stage: &str) -> String {
    format!("{stage}_operation")
}

record! {
    /// Nets that are watched. A machine lacks those that it has no use for: a phase where a slot is
    /// one cycle, a wave where there is one.
    struct Watched {
        reset;
        offered: CoreInputs;
        accept;
        phase;
        reading_valid;
        reading: Reading;
        execution_starts;
        executing_valid;
        retire: Retire;
    }
}

impl Watched<Net> {
    fn new(flat: &Flat) -> Self {
        let stages = flat.probe::<Stages>();
        let watched = Self {
            reset: flat.reset_net(),
            offered: flat.probe::<CoreInputs>(),
            accept: flat.probe::<IssueProbe>().accept,
            phase: stages.phase,
            reading_valid: stages.reading_valid,
            reading: stages.reading,
            execution_starts: flat.probe::<ExecutionProbe>().starts,
            executing_valid: stages.executing_valid,
            retire: flat.probe::<CoreOutputs>().retire,
        };
        // Rows of words are not watched.
        watched.map(|_, net| net.filter(|id| flat.signals[id.signal].place.width <= 128))
    }
}

/// An instruction on its way: `W0 SHFL.UP P1, R4, R1, 1, 0`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Issued {
    wave: usize,
    opcode: u64,
    text: Arc<str>,
}

/// Follows instructions through the stages.
pub struct Follower {
    nets: Watched<Net>,
    /// Beats of an instruction, which retires row by row.
    beats: u128,
    /// The cycle since reset in which the program began, once it has.
    begin: Rc<Cell<Option<u64>>>,
    /// Instructions in the reading stage, the oldest first.
    reading: VecDeque<Issued>,
    executing: Option<Issued>,
    /// Instructions of each wave that are issued and not retired, the oldest first.
    in_flight: Vec<VecDeque<Issued>>,
    said: Vec<Said>,
    texts: Texts,
}

/// Texts that come again and again.
struct Texts {
    idle: Arc<str>,
    nothing: Arc<str>,
    before: Arc<str>,
    /// An instruction in a stage whose issue was not seen.
    unknown: Issued,
    registers: Vec<Arc<str>>,
}

impl Follower {
    pub fn new(flat: &Flat, config: &Config, begin: Rc<Cell<Option<u64>>>) -> Self {
        let register = |number: usize| Register(number as u8).to_string().into();
        let unknown =
            Issued { wave: 0, opcode: IDLE_OPERATION, text: "issued before the dump".into() };
        let texts = Texts {
            idle: "idle".into(),
            nothing: "-".into(),
            before: "before the program".into(),
            unknown,
            registers: (0..config.registers).map(register).collect(),
        };
        Self {
            nets: Watched::new(flat),
            beats: config.beats as u128,
            begin,
            reading: VecDeque::new(),
            executing: None,
            in_flight: vec![VecDeque::new(); config.waves],
            said: captions().iter().map(|_| Said::Number(0)).collect(),
            texts,
        }
    }

    /// The instruction that is offered.
    fn offered(&self, now: &Watched<u128>) -> Option<Issued> {
        if now.offered.issue_valid == 0 {
            return None;
        }
        let wave = now.offered.issue_wave as usize;
        let (opcode, text) = match Instruction::decode(now.offered.issue_instruction) {
            Some(instruction) => {
                (instruction.operation.opcode().into(), disassemble(&instruction, None))
            }
            None => (IDLE_OPERATION, "no instruction".to_owned()),
        };
        Some(Issued { wave, opcode, text: format!("W{wave} {text}").into() })
    }

    /// Destinations of the retiring instruction, as `R4, P1`.
    fn destination(&self, now: &Watched<u128>) -> Arc<str> {
        let register = (now.retire.writes_register == 1)
            .then(|| Register(now.retire.destination as u8).to_string());
        let entry = MaskEntry(now.retire.mask_destination as u8);
        let mask = (entry != MaskEntry::TRUE).then(|| entry.to_string());
        let written: Vec<String> = register.into_iter().chain(mask).collect();
        if written.is_empty() { Arc::clone(&self.texts.nothing) } else { written.join(", ").into() }
    }

    /// The registers whose rows are being read.
    fn operands(&self, now: &Watched<u128>) -> [Arc<str>; OPERANDS.len()] {
        let is_reading = now.reading_valid == 1 && now.reset == 0;
        let Reading { a, b, c, reads_a, reads_b, reads_c, .. } = now.reading;
        let operands = [(reads_a, a), (reads_b, b), (reads_c, c)];
        operands.map(|(is_read, register)| {
            let text = self.texts.registers.get(register as usize);
            let text = text.filter(|_| is_reading && is_read == 1);
            Arc::clone(text.unwrap_or(&self.texts.nothing))
        })
    }

    /// Moves the instructions on at the clock edge.
    fn advance(&mut self, now: &Watched<u128>, taken: Option<Issued>, reading: Option<Issued>) {
        if self.nets.execution_starts.is_none() || now.execution_starts == 1 {
            self.executing = reading;
        }
        if now.phase == 0 {
            if now.reading_valid == 1 && now.reading.gathers == 0 {
                self.reading.pop_front();
            }
            if let Some(issued) = taken {
                if let Some(wave) = self.in_flight.get_mut(issued.wave) {
                    wave.push_back(issued.clone());
                }
                self.reading.push_back(issued);
            }
        }
        let is_last = self.nets.retire.beat.is_none() || now.retire.beat + 1 == self.beats;
        let wave = self.in_flight.get_mut(now.retire.wave as usize);
        if let Some(wave) = wave.filter(|_| now.retire.valid == 1 && is_last) {
            wave.pop_front();
        }
    }
}

/// List of all captions.
pub fn captions() -> Vec<Caption> {
    let text = |name: &str| Caption { name: name.to_owned(), width: None };
    let operation =
        |stage: &str| Caption { name: operation_of(stage), width: Some(OPERATION_BITS) };
    let stages = STAGES.into_iter().flat_map(|stage| [text(stage), operation(stage)]);
    let rest = OPERANDS.into_iter().chain([DESTINATION, CYCLE]).map(text);
    stages.chain(rest).collect()
}

impl Captions for Follower {
    fn list(&self) -> Vec<Caption> {
        captions()
    }

    fn nets(&self) -> Vec<SignalId> {
        let mut list = vec![];
        self.nets.map(|_, net| list.extend(net));
        list
    }

    fn see(&mut self, values: &Values) {
        let mut count = 0;
        let mut value = |_| {
            count += 1;
            values.number(count - 1)
        };
        let now = &self.nets.map(|_, net| net.map_or(0, &mut value));
        // During reset, stages hold their power-up values.
        let is_valid = |valid: u128| now.reset == 0 && valid == 1;
        let offered = self.offered(now);
        let or_unknown = |known: Option<&Issued>| known.unwrap_or(&self.texts.unknown).clone();
        let reading = is_valid(now.reading_valid).then(|| or_unknown(self.reading.front()));
        let executing = is_valid(now.executing_valid).then(|| or_unknown(self.executing.as_ref()));
        let retiring = is_valid(now.retire.valid).then(|| {
            or_unknown(self.in_flight.get(now.retire.wave as usize).and_then(VecDeque::front))
        });
        let destination = match retiring {
            Some(_) => self.destination(now),
            None => Arc::clone(&self.texts.nothing),
        };
        let cycle = match self.begin.get() {
            Some(begin) => (values.cycle - begin).to_string().into(),
            None => Arc::clone(&self.texts.before),
        };
        // An instruction that is offered and not accepted waits, in words and without a colour.
        let is_taken = now.accept == 1;
        let issuing = offered.clone().map(|issued| match is_taken {
            true => issued,
            false => Issued {
                opcode: IDLE_OPERATION,
                text: format!("{} waits", issued.text).into(),
                ..issued
            },
        });
        let stages = [&issuing, &reading, &executing, &retiring].into_iter().flat_map(|stage| {
            let text = stage.as_ref().map_or(&self.texts.idle, |issued| &issued.text);
            let opcode = stage.as_ref().map_or(IDLE_OPERATION, |issued| issued.opcode);
            [Said::Text(Arc::clone(text)), Said::Number(opcode)]
        });
        let rest = self.operands(now).into_iter().chain([destination, cycle]).map(Said::Text);
        self.said = stages.chain(rest).collect();
        self.advance(now, offered.filter(|_| is_taken), reading);
    }

    fn say(&self, caption: usize) -> &Said {
        &self.said[caption]
    }
}
