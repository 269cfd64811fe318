//! A host that uses its port while programs run.

use lanebeat::config::Config;
use lanebeat::engine::{Engine, Flat, Interpreter, Net};
use lanebeat::hdl::Bits;
use lanebeat::isa::{ControlOperation, Instruction, Line};
use lanebeat::lockstep::{Case, Machine, Named, Observer, lockstep};
use lanebeat::rtl::probe::{Answer, CoreInputs, CoreOutputs, IssueProbe};

use super::bench::{everything, fixed_programs, named, program, zeros};
use lanebeat::random::Random;

/// What the host does in one access.
#[derive(Clone, Debug)]
pub enum Action {
    Write(Bits),
    /// Reads, and expects the low bits to be these.
    Expect(Bits),
    /// Reads what the program may be changing.
    Look,
}

/// One access to a row.
#[derive(Clone, Debug)]
pub struct Access {
    pub wave: usize,
    /// As the port numbers them: the highest bit chooses masks, of which 7 is EXEC.
    pub entry: usize,
    pub beat: usize,
    pub action: Action,
    /// Cycles without a request before it.
    pub pause: usize,
}

/// A host that works through its accesses from the first issue on.
pub struct Host {
    accesses: Vec<Access>,
    next: usize,
    started: bool,
    paused: usize,
    cycle: usize,
    /// Cycles since the first issue in which an access was granted.
    pub granted: Vec<usize>,
    /// Cycles in which one had to wait.
    pub refused: usize,
    expected: Option<Bits>,
    retired: usize,
    /// The accesses are done: from here on the port is the machine's own again.
    has_let_go: bool,
    nets: Option<Nets>,
}

impl Host {
    pub fn new(accesses: Vec<Access>) -> Self {
        Self {
            accesses,
            next: 0,
            started: false,
            paused: 0,
            cycle: 0,
            granted: vec![],
            refused: 0,
            expected: None,
            retired: 0,
            has_let_go: false,
            nets: None,
        }
    }

    /// The host came to its end while the program was running, not in the way of what the machine
    /// does afterwards.
    #[track_caller]
    pub fn assert_done_before(&self, retirements: usize) {
        assert!(self.has_let_go, "the host was at access {} of {}", self.next, self.accesses.len());
        assert!(self.retired < retirements, "the program ended before the host did");
    }

    fn is_done(&self) -> bool {
        self.next == self.accesses.len()
    }

    /// Looks at the row that was granted in the cycle before.
    fn take_answer(&mut self, engine: &mut dyn Engine, host: &Answer<Net>) {
        if let Some(expected) = self.expected.take() {
            let is_here = engine.value(host.read_valid);
            assert_eq!(is_here, 1, "a granted read is answered in the next cycle");
            let found = engine.peek(host.read_data.expect("every core has a host port"));
            assert_eq!(found[..expected.len()], expected, "{:?}", self.accesses[self.next - 1]);
            let rest = found[expected.len()..].not_any();
            assert!(rest, "a mask fills the low bits, the others are 0");
        }
    }

    fn request(&mut self, engine: &mut dyn Engine, nets: &Nets) {
        let (access, host) = (&self.accesses[self.next], &nets.inputs.host);
        engine.set(host.valid, 1);
        engine.set(host.write, matches!(access.action, Action::Write(_)).into());
        engine.set(host.wave, access.wave as u128);
        engine.set(host.entry, access.entry as u128);
        engine.set(host.beat, access.beat as u128);
        if let Action::Write(row) = &access.action {
            let port = host.write_data.expect("every core has a host port");
            let mut data = row.clone();
            data.resize(engine.flat().signals[port.signal].place.width, false);
            engine.poke(port, &data);
        }
        if engine.value(nets.outputs.host.ready) == 0 {
            self.refused += 1;
            return;
        }
        if let Action::Expect(row) = &access.action {
            self.expected = Some(row.clone());
        }
        self.granted.push(self.cycle);
        self.next += 1;
        self.paused = 0;
    }
}

/// What a host looks at.
#[derive(Clone, Copy)]
struct Nets {
    inputs: CoreInputs<Net>,
    outputs: CoreOutputs<Net>,
    accept: Net,
}

impl Nets {
    fn new(flat: &Flat) -> Self {
        let (inputs, outputs) = (flat.probe::<CoreInputs>(), flat.probe::<CoreOutputs>());
        Self { inputs, outputs, accept: flat.probe::<IssueProbe>().accept }
    }
}

impl Observer for Host {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        if self.has_let_go {
            return;
        }
        let nets = *self.nets.get_or_insert_with(|| Nets::new(engine.flat()));
        self.take_answer(engine, &nets.outputs.host);
        self.started |= engine.value(nets.accept) == 1;
        if !self.started {
            return;
        }
        // Where rows retire, the instruction has retired with the last beat's.
        let retire = nets.outputs.retire;
        let is_last_row = retire.beat.is_none_or(|beat| engine.peek(beat).all());
        self.retired += usize::from(is_last_row && engine.value(retire.valid) == 1);
        self.has_let_go = self.is_done();
        if !self.is_done() && self.paused >= self.accesses[self.next].pause {
            self.request(engine, &nets);
        } else {
            self.paused += 1;
            engine.set(nets.inputs.host.valid, 0);
        }
        self.cycle += 1;
    }
}

/// The number of EXEC and of other masks on the port.
pub fn mask_entry(config: &Config, entry: usize) -> usize {
    let register_bits = config.registers.next_power_of_two().trailing_zeros().max(4);
    1 << register_bits | entry
}

pub const EXEC: usize = 7;

/// Random accesses: registers that no program touches, and every register and mask of a wave that
/// has no program.
struct Traffic<'c> {
    config: &'c Config,
    random: Random,
    /// Registers that programs use.
    used: usize,
    /// What the host has written and not yet overwritten.
    written: Vec<Access>,
}

impl Traffic<'_> {
    fn row(&mut self, width: usize) -> Bits {
        (0..width).map(|_| self.random.below(2) == 1).collect()
    }

    fn place(&mut self) -> (usize, usize, usize) {
        let idle_wave = self.config.waves - 1;
        let wave = self.random.below(self.config.waves);
        let beat = self.random.below(self.config.beats);
        let entry = match self.random.below(3) {
            0 if wave == idle_wave => mask_entry(self.config, self.random.below(12)),
            1 if wave == idle_wave => self.random.below(self.config.registers),
            _ => self.used + self.random.below(self.config.registers - self.used),
        };
        (wave, entry, beat)
    }

    fn write(&mut self) -> Access {
        let (wave, entry, beat) = self.place();
        let is_mask = entry >= mask_entry(self.config, 0);
        let row = self.row(if is_mask { self.config.lanes } else { self.config.lanes * 32 });
        let access =
            Access { wave, entry, beat, action: Action::Write(row), pause: self.random.below(3) };
        self.written.retain(|old| (old.wave, old.entry, old.beat) != (wave, entry, beat));
        self.written.push(access.clone());
        access
    }

    fn read_back(&mut self) -> Option<Access> {
        let old = self.written.get(self.random.below(self.written.len().max(1)))?.clone();
        let Action::Write(row) = old.action else { return None };
        Some(Access { action: Action::Expect(row), pause: self.random.below(3), ..old })
    }

    /// Reads something that a program is using.
    fn look(&mut self) -> Access {
        let beat = self.random.below(self.config.beats);
        let entry = match self.random.below(3) {
            0 => mask_entry(self.config, self.random.below(12)),
            _ => self.random.below(self.used),
        };
        Access {
            wave: self.random.below(2),
            entry,
            beat,
            action: Action::Look,
            pause: self.random.below(3),
        }
    }

    fn accesses(mut self, count: usize, exec_at_the_end: &Bits) -> Vec<Access> {
        let mut accesses = vec![];
        while accesses.len() < count {
            match self.random.below(3) {
                0 => accesses.extend(self.read_back()),
                1 => accesses.push(self.look()),
                _ => accesses.push(self.write()),
            }
        }
        let written = std::mem::take(&mut self.written);
        accesses.extend(written.into_iter().map(|old| match old.action.clone() {
            Action::Write(row) => Access { action: Action::Expect(row), ..old },
            _ => old,
        }));
        let lanes = self.config.lanes;
        let restore = |beat: usize| Access {
            wave: self.config.waves - 1,
            entry: mask_entry(self.config, EXEC),
            beat,
            action: Action::Write(exec_at_the_end[beat * lanes..][..lanes].to_bitvec()),
            pause: 0,
        };
        accesses.extend((0..self.config.beats).map(restore));
        accesses
    }
}

/// Idle slots at the end of wave 0, so that the host comes to its end before the program does.
fn with_idle_slots(mut case: Case) -> Case {
    let nop = Instruction { extra_slots: 15, ..Instruction::new(ControlOperation::Nop) };
    let is_exit = |line: &Line| line.instruction.operation == ControlOperation::Exit;
    for lines in &mut case.program.waves {
        *lines = lines.iter().take_while(|line| !is_exit(line)).copied().collect();
    }
    case.program.waves[0].extend(vec![Line::new(nop, 1000); 12]);
    case
}

/// Random programs beside random traffic on the host port, in lockstep; the cycles in which each
/// run's accesses were granted.
///
/// # Panics
/// When a result differs or the host reads something else than it wrote.
pub fn busy_host(flat: &Flat, config: &Config, programs: usize, seed: u8) -> Vec<Vec<usize>> {
    // The programs use half of the registers, and all waves but the last.
    let used = config.registers / 2;
    let seen = Config { registers: used, waves: config.waves - 1, ..config.clone() };
    let (mut granted, mut refused) = (vec![], 0);
    for (number, mut case) in fixed_programs(&seen, programs, 24, seed).into_iter().enumerate() {
        case = with_idle_slots(case);
        let mut idle = case.initial[0].clone();
        idle.masks.iter_mut().for_each(|mask| mask.0.reverse());
        case.initial.push(idle);
        let exec: Bits = case.initial.last().expect("a wave").exec.0.iter().copied().collect();
        let traffic = Traffic { config, random: Random::new(number as u64), used, written: vec![] };
        let mut host = Host::new(traffic.accesses(60, &exec));
        let mut named = everything(&seen);
        named.push(Named { registers: vec![], masks: vec![] });
        let mut machine = Machine::new(Interpreter::new(flat, 1), config, vec![&mut host]);
        let outcome = lockstep(&mut machine, &case.program, &case.initial, &named);
        drop(machine);
        let summary = outcome.unwrap_or_else(|difference| panic!("{difference}\n{case:?}"));
        host.assert_done_before(summary.retirements.len());
        refused += host.refused;
        granted.push(host.granted);
    }
    assert!(refused > 0, "the host never had to wait");
    granted
}

/// The cycles, counted from the first issue, in which a host that always asks for `entry` is
/// granted.
pub fn granted(
    flat: &Flat,
    config: &Config,
    text: &str,
    entry: usize,
    write: bool,
    count: usize,
) -> Vec<usize> {
    let row = Bits::repeat(true, config.lanes);
    let action = if write { Action::Write(row) } else { Action::Look };
    let access = Access { wave: config.waves - 1, entry, beat: 0, action, pause: 0 };
    let mut host = Host::new(vec![access; count]);
    let program = program(config, text);
    let mut machine = Machine::new(Interpreter::new(flat, 1), config, vec![&mut host]);
    let summary = lockstep(&mut machine, &program, &zeros(config), &named(config, &program))
        .expect("lockstep");
    drop(machine);
    host.assert_done_before(summary.retirements.len());
    host.granted
}

/// Two waves of dependent IMADs that leave neither the lanes nor the port of the registers a free
/// cycle, then nothing.
pub const TWO_BUSY_WAVES: &str = ".repeat 3\nIMAD R4, R4, R2, R3\n.end\ns_nop 7\nNOP\n.wave 1\n.repeat 3\nIMAD R4, R4, R2, R3\n.end";
