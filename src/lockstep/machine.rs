//! The core in an engine, driven through its three ports like a board would drive it.

use super::feeder::Feeder;
use super::hardware::{Hardware, HostPort, HostRow, Retirement, RunError, patience};
use super::retire_port::{RetirePort, Rows};
use crate::config::Config;
use crate::engine::{Engine, Net};
use crate::hdl::limbs_to_bits;
use crate::isa::Program;
use crate::rtl::probe::{CoreInputs, CoreOutputs};

/// Sees every cycle once its inputs are set, just before the clock edge.
pub trait Observer {
    /// Receives a cycle; the engine may be peeked.
    fn cycle(&mut self, engine: &mut dyn Engine);
}

/// A core that runs in an engine.
pub struct Machine<'o, E: Engine> {
    /// Engine that runs the core.
    pub engine: E,
    config: Config,
    inputs: CoreInputs<Net>,
    outputs: CoreOutputs<Net>,
    retire: RetirePort,
    /// Cycles since reset.
    now: u64,
    /// Whether a program has run since reset.
    has_run: bool,
    rows: Rows,
    observers: Vec<&'o mut dyn Observer>,
}

impl<'o, E: Engine> Machine<'o, E> {
    /// The core of `config` in `engine`, reset, with observers that see every cycle from the reset
    /// on.
    pub fn new(engine: E, config: &Config, observers: Vec<&'o mut dyn Observer>) -> Self {
        let flat = engine.flat();
        let (inputs, outputs) = (flat.probe::<CoreInputs>(), flat.probe::<CoreOutputs>());
        let retire = RetirePort::new(flat, outputs.retire);
        let mut machine = Self {
            engine,
            config: config.clone(),
            inputs,
            outputs,
            retire,
            now: 0,
            has_run: false,
            rows: Rows::new(config.threads()),
            observers,
        };
        machine.reset();
        machine
    }

    /// Lets `observer` see every cycle from now on.
    pub fn observe(&mut self, observer: &'o mut dyn Observer) {
        self.observers.push(observer);
    }

    /// One cycle of reset: the clock and the resources that waves share start anew. The values of
    /// registers and predicates are undefined.
    fn reset(&mut self) {
        let reset = self.engine.signal("reset");
        self.engine.poke_u128(reset, 1);
        self.step();
        self.engine.poke_u128(reset, 0);
        self.now = 0;
        self.has_run = false;
    }

    fn step(&mut self) {
        for observer in &mut self.observers {
            observer.cycle(&mut self.engine);
        }
        self.engine.step();
        self.now += 1;
    }

    /// One access of the host port: waits until it is granted.
    ///
    /// # Panics
    /// When the hardware never grants it.
    fn host_access(&mut self, HostRow { wave, entry, beat }: HostRow, write: bool) {
        let (engine, host) = (&mut self.engine, &self.inputs.host);
        let width = host.entry.map_or(1, |net| engine.flat().signals[net.signal].place.width);
        engine.set(host.valid, 1);
        engine.set(host.write, write.into());
        engine.set(host.entry, entry.number(width).into());
        engine.set(host.wave, wave as u128);
        engine.set(host.beat, beat as u128);
        let patience = self.now + patience(&self.config);
        while self.engine.value(self.outputs.host.ready) == 0 {
            assert!(
                self.now < patience,
                "the host port granted nothing in {} cycles",
                patience - self.now
            );
            self.step();
        }
        self.step();
        self.engine.set(self.inputs.host.valid, 0);
    }

    /// As [`Hardware::run`], once through the program.
    ///
    /// # Errors
    /// When the hardware refuses a word, when it stops retiring, and when the waves wait for each
    /// other for ever.
    pub fn run(
        &mut self,
        program: &Program,
        mut retire: impl FnMut(&Retirement),
    ) -> Result<u64, RunError> {
        Hardware::run(self, program, 1, &mut retire)
    }

    /// Offers the instructions of the waves in turn until one is taken.
    fn offer(&mut self, feeder: &mut Feeder) -> Result<bool, RunError> {
        for distance in 1..=feeder.waves() {
            let Some(wave) = feeder.candidate(distance) else { continue };
            let (engine, inputs, outputs) = (&mut self.engine, &self.inputs, &self.outputs);
            let word = feeder.word(wave);
            engine.set(inputs.issue_valid, 1);
            engine.set(inputs.issue_instruction, word);
            engine.set(inputs.issue_wave, wave as u128);
            if engine.value(outputs.issue_illegal) == 1 {
                return Err(RunError::Illegal { wave, word });
            }
            if engine.value(outputs.issue_ready) == 1 {
                feeder.issued(wave, self.now);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Offers nothing; the instruction goes away too, so that the hardware must have taken it when
    /// it said so.
    fn withdraw(&mut self) {
        let CoreInputs { issue_valid, issue_instruction, issue_wave, .. } = self.inputs;
        let inputs = [issue_valid, issue_instruction, issue_wave];
        inputs.into_iter().for_each(|input| self.engine.set(input, 0));
    }

    /// Shows the waves that have instructions left.
    fn show_running(&mut self, feeder: &Feeder) {
        let bit = |wave: usize| u128::from(wave < feeder.waves() && feeder.has_more(wave)) << wave;
        self.engine.set(self.inputs.running, (0..self.config.waves).map(bit).sum());
    }
}

impl<E: Engine> HostPort for Machine<'_, E> {
    type Error = RunError;

    fn lanes(&self) -> usize {
        self.config.lanes
    }

    fn write_row(&mut self, at: HostRow, row: &[u32]) -> Result<(), RunError> {
        let data = self.inputs.host.write_data.expect("every core has a host port");
        let mut words = row.to_vec();
        words.resize(self.config.lanes.next_multiple_of(2), 0);
        self.engine.poke(data, &limbs_to_bits(self.config.lanes * 32, &limbs(&words)));
        self.host_access(at, true);
        Ok(())
    }

    fn read_row(&mut self, at: HostRow, count: usize) -> Result<Vec<u32>, RunError> {
        self.host_access(at, false);
        let data = self.outputs.host.read_data.expect("every core has a host port");
        Ok(bytemuck::cast_slice(self.engine.limbs(data))[..count].to_vec())
    }
}

impl<E: Engine> Hardware for Machine<'_, E> {
    fn start_anew(&mut self) -> Result<(), RunError> {
        if self.has_run {
            self.reset();
        }
        Ok(())
    }

    fn run(
        &mut self,
        program: &Program,
        passes: u64,
        retire: &mut dyn FnMut(&Retirement),
    ) -> Result<u64, RunError> {
        let slot_cycles = self.config.slot_cycles() as u64;
        while !self.now.is_multiple_of(slot_cycles) {
            self.step();
        }
        let start = self.now;
        self.has_run = true;
        let mut feeder = Feeder::new(program, passes);
        let patience = patience(&self.config);
        let (mut last_event, mut next_slot) = (self.now, self.now);
        self.show_running(&feeder);
        while feeder.unretired > 0 {
            let is_slot = self.now == next_slot;
            next_slot += if is_slot { slot_cycles } else { 0 };
            let issued = is_slot && self.offer(&mut feeder)?;
            let retired = self.retire.look(&mut self.engine, &mut self.rows);
            if issued || retired.is_some() {
                last_event = self.now;
            }
            if self.now - last_event > patience {
                return Err(feeder.stuck(patience));
            }
            self.step();
            if is_slot {
                self.withdraw();
            }
            if issued {
                self.show_running(&feeder);
            }
            if let Some(retired) = retired {
                feeder.unretired -= 1;
                let issued = feeder.issue_cycle(retired.wave);
                let retirement = Retirement { cycle: self.now - 1 - start, issued, retired };
                retire(&retirement);
                self.rows.reuse(retirement.retired);
            }
        }
        Ok(self.now - start)
    }
}

/// Words side by side, two to a limb.
fn limbs(words: &[u32]) -> Vec<u64> {
    words.chunks(2).map(|pair| u64::from(pair[0]) | u64::from(pair[1]) << 32).collect()
}
