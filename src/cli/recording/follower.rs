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
use lanebeat::config::Config;
use lanebeat::engine::{Caption, CaptionValue, Captions, Flat, Net, SignalId, Values};
use lanebeat::isa::asm::disassemble;
use lanebeat::isa::{Instruction, MaskEntry, Register};
use lanebeat::record;
use lanebeat::rtl::probe::{
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
        issue_valid;
        issue_wave;
        issue_instruction;
        accept;
        phase;
        reading_valid;
        gathers;
        a;
        b;
        c;
        reads_a;
        reads_b;
        reads_c;
        execution_starts;
        executing_valid;
        retire_valid;
        retire_wave;
        retire_beat;
        writes_register;
        destination;
        mask_destination;
    }
}

impl Watched<Net> {
    fn new(flat: &Flat) -> Self {
        let CoreInputs { issue_valid, issue_wave, issue_instruction, .. } =
            flat.probe::<CoreInputs>();
        let Stages { phase, reading_valid, reading, executing_valid, .. } = flat.probe::<Stages>();
        let Reading { gathers, a, b, c, reads_a, reads_b, reads_c, .. } = reading;
        let CoreOutputs { retire, .. } = flat.probe::<CoreOutputs>();
        let Retire { writes_register, destination, mask_destination, .. } = retire;
        Self {
            reset: flat.reset_net(),
            issue_valid,
            issue_wave,
            issue_instruction,
            accept: flat.probe::<IssueProbe>().accept,
            phase,
            reading_valid,
            gathers,
            a,
            b,
            c,
            reads_a,
            reads_b,
            reads_c,
            execution_starts: flat.probe::<ExecutionProbe>().starts,
            executing_valid,
            retire_valid: retire.valid,
            retire_wave: retire.wave,
            retire_beat: retire.beat,
            writes_register,
            destination,
            mask_destination,
        }
    }
}

/// The opcode of an instruction, and the instruction in words.
type Words = (u64, Arc<str>);

/// An instruction on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Issued {
    wave: usize,
    word: u128,
}

impl Issued {
    /// The opcode, and the instruction in words: `W0 SHFL.UP P1, R4, R1, 1, 0`.
    fn say(self) -> Words {
        let (opcode, text) = match Instruction::decode(self.word) {
            Some(instruction) => {
                (instruction.operation.opcode().into(), disassemble(&instruction, None))
            }
            None => (IDLE_OPERATION, "no instruction".to_owned()),
        };
        (opcode, format!("W{} {text}", self.wave).into())
    }
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
    said: Vec<CaptionValue>,
    has_texts: bool,
    /// The instruction that each stage showed last, with its opcode and words.
    shown: [Option<(Issued, Words)>; STAGES.len()],
    texts: Texts,
}

/// Texts that come again and again.
struct Texts {
    idle: Arc<str>,
    nothing: Arc<str>,
    before: Arc<str>,
    registers: Vec<Arc<str>>,
}

impl Follower {
    pub fn new(
        flat: &Flat,
        config: &Config,
        has_texts: bool,
        begin: Rc<Cell<Option<u64>>>,
    ) -> Self {
        let register = |number: usize| Register(number as u8).to_string().into();
        let texts = Texts {
            idle: "idle".into(),
            nothing: "-".into(),
            before: "before the program".into(),
            registers: (0..config.registers).map(register).collect(),
        };
        Self {
            nets: Watched::new(flat),
            beats: config.beats as u128,
            begin,
            reading: VecDeque::new(),
            executing: None,
            in_flight: vec![VecDeque::new(); config.waves],
            said: vec![],
            has_texts,
            shown: Default::default(),
            texts,
        }
    }

    /// The instruction that is offered.
    fn offered(&self, now: &Watched<u128>) -> Option<Issued> {
        if now.issue_valid == 0 {
            return None;
        }
        Some(Issued { wave: now.issue_wave as usize, word: now.issue_instruction })
    }

    /// Destinations of the retiring instruction, as `R4, P1`.
    fn destination(&self, now: &Watched<u128>) -> Arc<str> {
        let register =
            (now.writes_register == 1).then(|| Register(now.destination as u8).to_string());
        let entry = MaskEntry(now.mask_destination as u8);
        let mask = (entry != MaskEntry::TRUE).then(|| entry.to_string());
        let written: Vec<String> = register.into_iter().chain(mask).collect();
        if written.is_empty() { Arc::clone(&self.texts.nothing) } else { written.join(", ").into() }
    }

    /// The registers whose rows are being read.
    fn operands(&self, now: &Watched<u128>) -> [Arc<str>; OPERANDS.len()] {
        let is_reading = now.reading_valid == 1 && now.reset == 0;
        let operands = [(now.reads_a, now.a), (now.reads_b, now.b), (now.reads_c, now.c)];
        operands.map(|(is_read, register)| {
            let text = self.texts.registers.get(register as usize);
            let text = text.filter(|_| is_reading && is_read == 1);
            Arc::clone(text.unwrap_or(&self.texts.nothing))
        })
    }

    /// Puts into words what is in the stages.
    fn put(&mut self, cycle: u64, now: &Watched<u128>, stages: [Option<Issued>; STAGES.len()]) {
        let mut said = vec![];
        for (number, (stage, shown)) in stages.into_iter().zip(&mut self.shown).enumerate() {
            *shown = stage.map(|issued| match shown.take() {
                Some(same) if same.0 == issued => same,
                _ => (issued, issued.say()),
            });
            let (opcode, text) = match shown {
                None => (IDLE_OPERATION, Arc::clone(&self.texts.idle)),
                // An instruction that is offered and not accepted waits, in words and without a colour.
                Some((_, (_, text))) if number == 0 && now.accept == 0 => {
                    (IDLE_OPERATION, format!("{text} waits").into())
                }
                Some((_, (opcode, text))) => (*opcode, Arc::clone(text)),
            };
            said.extend([CaptionValue::Text(text), CaptionValue::Number(opcode)]);
        }
        let destination = match stages[STAGES.len() - 1] {
            Some(_) => self.destination(now),
            None => Arc::clone(&self.texts.nothing),
        };
        let cycle = match self.begin.get() {
            Some(begin) => (cycle - begin).to_string().into(),
            None => Arc::clone(&self.texts.before),
        };
        let rest = self.operands(now).into_iter().chain([destination, cycle]);
        let is_kept =
            |value: &CaptionValue| self.has_texts || matches!(value, CaptionValue::Number(_));
        let said = said.into_iter().chain(rest.map(CaptionValue::Text));
        self.said = said.filter(is_kept).collect();
    }

    /// Moves the instructions on at the clock edge.
    fn advance(&mut self, now: &Watched<u128>, taken: Option<Issued>, reading: Option<Issued>) {
        if self.nets.execution_starts.is_none() || now.execution_starts == 1 {
            self.executing = reading;
        }
        if now.phase == 0 {
            if now.reading_valid == 1 && now.gathers == 0 {
                self.reading.pop_front();
            }
            if let Some(issued) = taken {
                if let Some(wave) = self.in_flight.get_mut(issued.wave) {
                    wave.push_back(issued);
                }
                self.reading.push_back(issued);
            }
        }
        let is_last = self.nets.retire_beat.is_none() || now.retire_beat + 1 == self.beats;
        let wave = self.in_flight.get_mut(now.retire_wave as usize);
        if let Some(wave) = wave.filter(|_| now.retire_valid == 1 && is_last) {
            wave.pop_front();
        }
    }
}

/// List of all captions, or of those that are numbers.
pub fn captions(has_texts: bool) -> Vec<Caption> {
    let text = |name: &str| Caption { name: name.to_owned(), width: None };
    let operation =
        |stage: &str| Caption { name: operation_of(stage), width: Some(OPERATION_BITS) };
    let stages = STAGES.into_iter().flat_map(|stage| [text(stage), operation(stage)]);
    let rest = OPERANDS.into_iter().chain([DESTINATION, CYCLE]).map(text);
    stages.chain(rest).filter(|caption| has_texts || caption.width.is_some()).collect()
}

impl Captions for Follower {
    fn list(&self) -> Vec<Caption> {
        captions(self.has_texts)
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
        let stage = |valid, known: Option<&Issued>| known.copied().filter(|_| is_valid(valid));
        let reading = stage(now.reading_valid, self.reading.front());
        if values.is_written {
            let executing = stage(now.executing_valid, self.executing.as_ref());
            let of_wave = self.in_flight.get(now.retire_wave as usize);
            let retiring = stage(now.retire_valid, of_wave.and_then(VecDeque::front));
            self.put(values.cycle, now, [offered, reading, executing, retiring]);
        }
        self.advance(now, offered.filter(|_| now.accept == 1), reading);
    }

    fn value(&self, caption: usize) -> &CaptionValue {
        &self.said[caption]
    }
}
