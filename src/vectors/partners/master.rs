//! A processor in front of the system: it loads programs and rows, starts waves, disturbs them and
//! reads everything.

use std::collections::VecDeque;

use super::ports::{Partner, Ports};
use crate::config::Config;
use crate::isa::MASK_ENTRIES;
use crate::isa::asm::assemble;
use crate::rtl::{MAP, MapRow, PROGRAM_WORDS, SystemRegister};
use crate::vectors::values::Values;

/// Instructions that read no register and no predicate: what those hold is not known, and a
/// simulator that knows unknown values would take more for unknown than is.
const INSTRUCTIONS: &str = "MOV R0, 0x12345678\nMOV R1, -1\nMOV R0, 0x80000001\nMOV R1, 77\nNOP\ns_nop 2\n\
    s_nop 5\nS2R R1, SR_TID\nS2R R0, SR_CLOCKLO\nS2R R1, SR_PM3\nPMTRIG 3\nBAR.SYNC 1\n\
    B2R R0\ns_mov_b64 exec, 5\ns_mov_b64 exec, -1\nVOTE.ACTIVE R1\n";
const EXIT: &str = "EXIT";
/// An opcode that does not exist.
const ILLEGAL: u128 = 0xff << 64;
/// Words of the program memory that programs are loaded to, from the last ones on over its end.
/// They are filled with EXIT first, and so many behind them stay so: a wave that is started anew
/// goes on behind its EXIT.
const BEFORE_THE_END: usize = 6;
const PLACES: usize = 16;
const BEHIND: usize = DISTURBANCES + 1;
/// Accesses in the middle of a program.
const DISTURBANCES: usize = 4;
/// Waves that programs are loaded for.
const WAVES: usize = 4;
/// Instructions of a wave at most.
const LONGEST: usize = 5;
const ALL_BYTES: u128 = 0xf;

/// A write, and the cycles before it.
#[derive(Clone, Copy, Default)]
struct Write {
    address: usize,
    data: u32,
    strobe: u128,
    pause: usize,
}

/// Keeps to AXI4-Lite on five channels; reads know nothing of writes.
pub struct Master {
    config: Config,
    instructions: Vec<u128>,
    exit: u128,
    script: VecDeque<Write>,
    /// Address and data of the present write are still to be offered.
    offers: [bool; 2],
    present: Write,
    /// The write before it, whose response may be still to come too.
    before: Write,
    /// Its response is still to come.
    waits: bool,
    reading: Option<usize>,
    /// Number of places that the programs of this round have filled.
    filled: usize,
}

impl Master {
    /// The processor of a machine.
    pub fn new(config: &Config) -> Self {
        let target = config.target();
        let word = |text: &str| {
            let program = assemble("master.s", text, &target).ok()?;
            Some(program.waves[0][0].instruction.encode())
        };
        let exit = word(EXIT).expect("every machine has EXIT");
        let mut master = Self {
            config: config.clone(),
            instructions: INSTRUCTIONS.lines().filter_map(word).collect(),
            exit,
            script: VecDeque::new(),
            offers: [false; 2],
            present: Write::default(),
            before: Write::default(),
            waits: false,
            reading: None,
            filled: 0,
        };
        (0..PLACES + BEHIND).for_each(|place| master.write_instruction(place, exit));
        master.try_limits();
        master
    }

    /// Rows at the edges of what there is, and beyond.
    fn try_limits(&mut self) {
        let Config { registers, waves, beats, .. } = self.config;
        for beyond in [0, 1] {
            let (entry, mask) = (registers - 1 + beyond, 1 << 8 | (MASK_ENTRIES - 1 + beyond));
            let (wave, beat) = (waves - 1 + beyond, beats - 1 + beyond);
            for selection in [entry & 0xff, mask, (wave & 0x1f) << 16, (beat & 7) << 24] {
                self.write(SystemRegister::HostSelect, 0, selection as u32);
                self.write(SystemRegister::HostCommand, 0, 0);
                self.pause(6);
            }
        }
    }

    /// The number of a place in the program memory.
    fn number(place: usize) -> usize {
        (PROGRAM_WORDS - BEFORE_THE_END + place) % PROGRAM_WORDS
    }

    fn write_instruction(&mut self, place: usize, word: u128) {
        for quarter in 0..4 {
            let data = (word >> (32 * quarter)) as u32;
            self.write(SystemRegister::Program, 4 * Self::number(place) + quarter, data);
        }
    }

    fn write(&mut self, register: SystemRegister, word: usize, data: u32) {
        self.script.push_back(Write {
            address: address_of(register) + 4 * word,
            data,
            strobe: ALL_BYTES,
            pause: 0,
        });
    }

    fn pause(&mut self, cycles: usize) {
        if let Some(last) = self.script.back_mut() {
            last.pause += cycles;
        }
    }

    /// Loads a program for some waves and starts them.
    fn run(&mut self, values: &mut Values) {
        let mut started = 0;
        // A wave that runs would keep its program counter.
        self.write(SystemRegister::Control, 0, 2);
        for wave in 0..self.config.waves.min(WAVES) {
            let length = (1 + values.below(LONGEST)).min(PLACES - self.filled - 1);
            let first = Self::number(self.filled);
            for _ in 0..length {
                let mut word = self.instructions[values.below(self.instructions.len())];
                if values.one_in(8) {
                    word |= ILLEGAL;
                }
                self.write_instruction(self.filled, word);
                self.filled += 1;
            }
            self.write_instruction(self.filled, self.exit);
            self.filled = (self.filled + 1) % (PLACES - 1);
            self.write(SystemRegister::ProgramCounter, wave, first as u32);
            started |= u32::from(!values.one_in(4)) << wave;
        }
        self.write(SystemRegister::InterruptEnable, 0, values.below(8) as u32);
        self.write(SystemRegister::Waves, 0, started);
        for _ in 0..DISTURBANCES {
            self.disturb(values);
        }
        self.pause(20 + values.below(60));
    }

    /// Accesses that a driver makes in the middle of a program.
    fn disturb(&mut self, values: &mut Values) {
        self.pause(values.below(8));
        match values.below(8) {
            0 => {
                self.write(SystemRegister::Control, 0, 1);
                self.pause(12);
                self.write(SystemRegister::Control, 0, 0);
            }
            1 | 5 => self.write(SystemRegister::InterruptStatus, 0, values.below(8) as u32),
            2 => {
                let wave = values.below(self.config.waves);
                let number = Self::number(values.below(PLACES));
                self.write(SystemRegister::ProgramCounter, wave, number as u32);
                let strobe = values.below(16) as u128;
                self.script.back_mut().expect("the write").strobe = strobe;
            }
            3 => self.write(SystemRegister::Control, 0, values.below(4) as u32),
            4 => self.write(SystemRegister::Waves, 0, values.word() % (1 << WAVES)),
            _ => self.anything(values),
        }
    }

    /// A write anywhere, of any bytes; mostly to a register.
    fn anything(&mut self, values: &mut Values) {
        let address = any_address(values, &self.config);
        let may_be_executed =
            |word: usize| (word / 4 + BEFORE_THE_END) % PROGRAM_WORDS < PLACES + BEHIND;
        let [counter, program, waves] =
            [SystemRegister::ProgramCounter, SystemRegister::Program, SystemRegister::Waves]
                .map(address_of);
        if (counter..counter + 4 * self.config.waves).contains(&address) || address == waves {
            return; // Only places that are filled.
        }
        if address >= program && may_be_executed((address - program) / 4) {
            return;
        }
        let strobe = if values.one_in(2) { ALL_BYTES } else { values.below(16) as u128 };
        self.script.push_back(Write { address, data: values.word(), strobe, pause: 0 });
    }

    /// Selects a row for the window, seldom one that is not there.
    fn select(&mut self, values: &mut Values) {
        let mut near = |count: usize, bits: usize| match values.below(8) {
            0 => (count - 1 + values.below(3)) % (1 << bits),
            1 => values.below(1 << bits),
            _ => values.below(count.min(4)),
        };
        let is_mask = near(2, 1);
        let entries = if is_mask == 1 { MASK_ENTRIES } else { self.config.registers };
        let (entry, wave, beat) =
            (near(entries, 8), near(self.config.waves, 5), near(self.config.beats, 3));
        let selection = entry | is_mask << 8 | wave << 16 | beat << 24;
        let strobe = if values.one_in(4) { values.below(16) as u128 } else { ALL_BYTES };
        let address = address_of(SystemRegister::HostSelect);
        self.script.push_back(Write { address, data: selection as u32, strobe, pause: 0 });
    }

    /// A row through the window: written, and read again when the window holds something else.
    fn row(&mut self, values: &mut Values) {
        self.select(values);
        for writes in [true, false] {
            for lane in 0..self.config.lanes.min(8) {
                self.write(SystemRegister::HostRow, lane, values.word());
            }
            self.write(SystemRegister::HostCommand, 0, u32::from(writes) | values.word() << 1);
            if values.one_in(3) {
                self.anything(values);
            }
            self.pause(4 + values.below(12));
        }
    }

    fn next_write(&mut self, values: &mut Values) {
        if self.script.is_empty() {
            self.run(values);
            (0..3).for_each(|_| self.row(values));
            (0..6).for_each(|_| self.anything(values));
        }
    }

    fn drive_writes(&mut self, values: &mut Values, ports: &mut Ports) {
        let channels = [("s_axi_awvalid", "s_axi_awready"), ("s_axi_wvalid", "s_axi_wready")];
        for (offers, (valid, ready)) in self.offers.iter_mut().zip(channels) {
            *offers &= !ports.met(valid, ready);
        }
        self.waits &= !ports.met("s_axi_bready", "s_axi_bvalid");
        if self.waits && !self.offers.contains(&true) && values.one_in(4) {
            // The next may be offered before the answer to the last has come.
            self.waits = false;
        }
        if !self.waits && !self.offers.contains(&true) {
            self.next_write(values);
            let next = self.script.front_mut().expect("a write");
            if next.pause > 0 {
                next.pause -= 1;
                return;
            }
            self.before = self.present;
            self.present = self.script.pop_front().expect("a write");
            self.offers = [true; 2];
            self.waits = true;
        }
        let Write { address, data, strobe, .. } = self.present;
        ports.set("s_axi_awaddr", address as u128);
        ports.set("s_axi_wdata", data.into());
        ports.set("s_axi_wstrb", strobe);
        for (offers, (valid, _)) in self.offers.iter().zip(channels) {
            let offers_now = *offers && (ports.was_set(valid) || !values.one_in(4));
            ports.set(valid, offers_now.into());
        }
    }

    fn drive_reads(&mut self, values: &mut Values, ports: &mut Ports) {
        if ports.met("s_axi_arvalid", "s_axi_arready") {
            self.reading = None;
        }
        if self.reading.is_none() && !values.one_in(3) {
            // Whether something still runs changes from cycle to cycle.
            self.reading = Some(match values.below(3) {
                0 => address_of(SystemRegister::Status),
                _ => any_address(values, &self.config),
            });
        }
        if let Some(address) = self.reading {
            ports.set("s_axi_arvalid", 1);
            ports.set("s_axi_araddr", address as u128);
        }
    }
}

/// A register that can be there, seldom none or no word.
fn any_address(values: &mut Values, config: &Config) -> usize {
    let row: &MapRow = &MAP[values.below(MAP.len())];
    let word = values.below((row.words)(config));
    let address = row.offset + 4 * word;
    match values.below(12) {
        0 => address + values.below(4),
        1 => address ^ 1 << values.below(16),
        2 => values.below(1 << 16),
        _ => address,
    }
}

fn address_of(register: SystemRegister) -> usize {
    let row = MAP.iter().find(|row| row.register == register);
    row.expect("every register is in the map").offset
}

impl Partner for Master {
    fn drive(&mut self, values: &mut Values, ports: &mut Ports) {
        for valid in ["s_axi_awvalid", "s_axi_wvalid", "s_axi_arvalid"] {
            ports.set(valid, 0);
        }
        for ready in ["s_axi_bready", "s_axi_rready"] {
            ports.set(ready, (!values.one_in(4)).into());
        }
        // Requests that a reset meets may be lost: they are made again.
        if ports.resets {
            for lost in [&mut self.present, &mut self.before].map(std::mem::take) {
                if lost.strobe > 0 {
                    self.script.push_front(Write { pause: 0, ..lost });
                }
            }
            (self.offers, self.waits) = ([false; 2], false);
        } else {
            self.drive_writes(values, ports);
            self.drive_reads(values, ports);
        }
    }
}
