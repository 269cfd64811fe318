//! What a waveform says in words: which instruction stands in which stage.
//!
//! ```text
//!  issue ──accept──► read ──execution_starts──► execute ─ ... ─► retire
//! ```
//!
//! The words are the hardware's: an instruction is what `issue_instruction` said when it was taken,
//! and it goes on when the sequencer's own nets say so. In a stage instructions keep the order in
//! which they were issued; those of one wave keep it until they retire.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use super::colours::{IDLE_OPERATION, OPERATION_BITS};
use crate::config::Config;
use crate::engine::{Caption, Captions, Flat, Said, SignalId, Values};
use crate::isa::asm::disassemble;
use crate::isa::{Instruction, MaskEntry, Register};

/// The stages that say what they work on.
pub const STAGES: [&str; 4] = ["issue", "read", "execute", "retire"];
/// The operands of the instruction that reads.
pub const OPERANDS: [&str; 3] = ["read_a", "read_b", "read_c"];
/// What the instruction that retires writes.
pub const DESTINATION: &str = "retire_destination";
/// The cycle of the program, as `schedule` counts them.
pub const CYCLE: &str = "cycle";

/// The caption that tells a stage's operation as a number, which GTKWave colours.
pub fn operation_of(stage: &str) -> String {
    format!("{stage}_operation")
}

/// The nets that are looked at, by their places in the list. A machine lacks what it has no use for:
/// a phase where a slot is one cycle, a wave where there is one.
struct Nets {
    list: Vec<SignalId>,
    reset: Place,
    issue_valid: Place,
    issue_wave: Place,
    issue_instruction: Place,
    accept: Place,
    first_phase: Place,
    execution_starts: Place,
    reading_valid: Place,
    reading_gathers: Place,
    executing_valid: Place,
    reads: [Place; OPERANDS.len()],
    operands: [Place; OPERANDS.len()],
    retire_valid: Place,
    retire_wave: Place,
    retire_beat: Place,
    retire_writes_register: Place,
    retire_destination: Place,
    retire_mask_destination: Place,
}

/// `None` where the machine has no such net.
type Place = Option<usize>;

impl Nets {
    fn new(flat: &Flat) -> Self {
        let mut list = vec![];
        let mut net = |name: &str| {
            list.push(flat.find(name)?);
            Some(list.len() - 1)
        };
        let operands = ["a", "b", "c"];
        Self {
            reset: net("reset"),
            issue_valid: net("issue_valid"),
            issue_wave: net("issue_wave"),
            issue_instruction: net("issue_instruction"),
            accept: net("sequencer.accept"),
            first_phase: net("sequencer.first_phase"),
            execution_starts: net("sequencer.execution_starts"),
            reading_valid: net("sequencer.reading_valid"),
            reading_gathers: net("sequencer.reading_gathers"),
            executing_valid: net("sequencer.executing_valid"),
            reads: operands.map(|operand| net(&format!("sequencer.reading_reads_{operand}"))),
            operands: operands.map(|operand| net(&format!("sequencer.reading_{operand}"))),
            retire_valid: net("retire_valid"),
            retire_wave: net("retire_wave"),
            retire_beat: net("retire_beat"),
            retire_writes_register: net("retire_writes_register"),
            retire_destination: net("retire_destination"),
            retire_mask_destination: net("retire_mask_destination"),
            list,
        }
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
    nets: Nets,
    last_beat: u128,
    /// The cycle since reset in which the program began, once it has.
    begin: Rc<Cell<Option<u64>>>,
    /// What stands in the reading stage, the oldest first.
    reading: VecDeque<Issued>,
    executing: Option<Issued>,
    /// What each wave has issued and not retired, the oldest first.
    in_flight: Vec<VecDeque<Issued>>,
    said: Vec<Said>,
    texts: Texts,
}

/// Texts that come again and again.
struct Texts {
    idle: Arc<str>,
    nothing: Arc<str>,
    before: Arc<str>,
    /// Stands in a stage, but was not seen when it was issued.
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
            nets: Nets::new(flat),
            last_beat: config.beats as u128 - 1,
            begin,
            reading: VecDeque::new(),
            executing: None,
            in_flight: vec![VecDeque::new(); config.waves],
            said: captions().iter().map(|_| Said::Number(0)).collect(),
            texts,
        }
    }

    /// The instruction that is offered.
    fn offered(&self, look: &Look) -> Option<Issued> {
        look.is_set(self.nets.issue_valid).then(|| {
            let wave = look.number(self.nets.issue_wave) as usize;
            match Instruction::decode(look.number(self.nets.issue_instruction)) {
                Some(instruction) => Issued {
                    wave,
                    opcode: instruction.operation.opcode().into(),
                    text: format!("W{wave} {}", disassemble(&instruction, None)).into(),
                },
                None => Issued {
                    wave,
                    opcode: IDLE_OPERATION,
                    text: format!("W{wave} no instruction").into(),
                },
            }
        })
    }

    /// What the instruction that retires writes, as `R4, P1`.
    fn destination(&self, look: &Look) -> Arc<str> {
        let register = look
            .is_set(self.nets.retire_writes_register)
            .then(|| Register(look.number(self.nets.retire_destination) as u8).to_string());
        let entry = MaskEntry(look.number(self.nets.retire_mask_destination) as u8);
        let mask = (entry != MaskEntry::TRUE).then(|| entry.to_string());
        let written: Vec<String> = register.into_iter().chain(mask).collect();
        if written.is_empty() { Arc::clone(&self.texts.nothing) } else { written.join(", ").into() }
    }

    /// The registers whose rows are asked for.
    fn operands(&self, look: &Look) -> [Arc<str>; OPERANDS.len()] {
        let is_reading = look.is_set(self.nets.reading_valid) && !look.is_set(self.nets.reset);
        std::array::from_fn(|operand| {
            let register = look.number(self.nets.operands[operand]) as usize;
            let is_read = is_reading && look.is_set(self.nets.reads[operand]);
            let text = self.texts.registers.get(register).filter(|_| is_read);
            Arc::clone(text.unwrap_or(&self.texts.nothing))
        })
    }

    /// What the clock edge does.
    fn advance(&mut self, look: &Look, taken: Option<Issued>, reading: Option<Issued>) {
        let nets = &self.nets;
        if look.is_set_or(nets.execution_starts, true) {
            self.executing = reading;
        }
        if look.is_set_or(nets.first_phase, true) {
            if look.is_set(nets.reading_valid) && !look.is_set(nets.reading_gathers) {
                self.reading.pop_front();
            }
            if let Some(issued) = taken {
                if let Some(wave) = self.in_flight.get_mut(issued.wave) {
                    wave.push_back(issued.clone());
                }
                self.reading.push_back(issued);
            }
        }
        let is_last = nets.retire_beat.is_none() || look.number(nets.retire_beat) == self.last_beat;
        let wave = look.number(nets.retire_wave) as usize;
        if look.is_set(nets.retire_valid)
            && is_last
            && let Some(wave) = self.in_flight.get_mut(wave)
        {
            wave.pop_front();
        }
    }
}

/// The values of a cycle.
struct Look<'l>(&'l Values<'l>);

impl Look<'_> {
    /// 0 where there is no such net.
    fn number(&self, net: Place) -> u128 {
        net.map_or(0, |net| self.0.number(net))
    }

    fn is_set(&self, net: Place) -> bool {
        self.is_set_or(net, false)
    }

    fn is_set_or(&self, net: Place, absent: bool) -> bool {
        net.map_or(absent, |net| self.0.number(net) != 0)
    }
}

/// What there is to say.
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
        self.nets.list.clone()
    }

    fn see(&mut self, values: &Values) {
        let look = Look(values);
        // Before the clock edge that ends it, stages hold what they powered up with.
        let is_reset = look.is_set(self.nets.reset);
        let offered = self.offered(&look);
        let or_unknown = |known: Option<&Issued>| known.unwrap_or(&self.texts.unknown).clone();
        let is_valid = |valid: Place| !is_reset && look.is_set(valid);
        let reading = is_valid(self.nets.reading_valid).then(|| or_unknown(self.reading.front()));
        let executing =
            is_valid(self.nets.executing_valid).then(|| or_unknown(self.executing.as_ref()));
        let retiring = is_valid(self.nets.retire_valid).then(|| {
            let wave = look.number(self.nets.retire_wave) as usize;
            or_unknown(self.in_flight.get(wave).and_then(VecDeque::front))
        });
        let destination = match retiring {
            Some(_) => self.destination(&look),
            None => Arc::clone(&self.texts.nothing),
        };
        let cycle = match self.begin.get() {
            Some(begin) => (values.cycle - begin).to_string().into(),
            None => Arc::clone(&self.texts.before),
        };
        // What is offered and not taken waits, in words and without a colour.
        let is_taken = look.is_set(self.nets.accept);
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
        let rest = self.operands(&look).into_iter().chain([destination, cycle]).map(Said::Text);
        self.said = stages.chain(rest).collect();
        self.advance(&look, offered.filter(|_| is_taken), reading);
    }

    fn say(&self, caption: usize) -> &Said {
        &self.said[caption]
    }
}
