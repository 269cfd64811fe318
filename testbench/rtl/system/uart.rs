//! The bridge from a serial line: a program is loaded, run and read back through two wires.

use lanebeat::board::serial_system;
use lanebeat::config::{Config, Preset};
use lanebeat::engine::{Engine, Flat, Interpreter};
use lanebeat::rtl::{GARBLED, SystemRegister, check_byte};

use crate::common::axi::{EXIT, address};
use crate::common::bench::program;

const CLOCKS_PER_BIT: usize = 5;

/// CRC-8/ROHC as the catalogues define it: polynomial 0x07, initial value 0xff, bits of input and
/// result reflected.
fn crc8_rohc(message: &[u8]) -> u8 {
    let shift = |crc: u8, bit: u8| (crc << 1) ^ if crc >> 7 == bit { 0 } else { 0x07 };
    let byte = |crc, byte: &u8| (0..8).fold(crc, |crc, bit| shift(crc, byte >> bit & 1));
    message.iter().fold(0xff, byte).reverse_bits()
}

fn request(command: u8, address: usize, word: u32) -> Vec<u8> {
    let mut request =
        [&[command][..], &(address as u16).to_le_bytes(), &word.to_le_bytes()].concat();
    request.push(crc8_rohc(&request));
    request
}

/// The other end of the line.
struct Host {
    engine: Interpreter,
}

impl Host {
    fn new(config: &Config) -> Self {
        let mut host = Self { engine: Interpreter::new(&Flat::new(&serial_system(config)), 1) };
        host.set("receive", 1);
        host.set("clocks_per_bit", CLOCKS_PER_BIT);
        host.engine.reset();
        host
    }

    fn set(&mut self, name: &str, value: usize) {
        self.engine.poke_u128(self.engine.signal(name), value as u128);
    }

    fn line(&mut self) -> bool {
        self.engine.peek_u128(self.engine.signal("transmit")) == 1
    }

    fn wait(&mut self, clocks: usize) {
        (0..clocks).for_each(|_| self.engine.step());
    }

    fn send(&mut self, byte: u8) {
        let frame = usize::from(byte) << 1 | 1 << 9;
        for bit in 0..10 {
            self.set("receive", frame >> bit & 1);
            self.wait(CLOCKS_PER_BIT);
        }
    }

    fn receive(&mut self) -> u8 {
        let mut patience = 100 * CLOCKS_PER_BIT;
        while self.line() {
            self.wait(1);
            patience -= 1;
            assert!(patience > 0, "no answer");
        }
        self.wait(CLOCKS_PER_BIT / 2);
        assert!(!self.line(), "the start bit lasts");
        let mut byte = 0;
        for bit in 0..8 {
            self.wait(CLOCKS_PER_BIT);
            byte |= u8::from(self.line()) << bit;
        }
        self.wait(CLOCKS_PER_BIT);
        assert!(self.line(), "there is a stop bit");
        byte
    }

    /// A request: the response and the word.
    fn request(&mut self, command: u8, address: usize, word: u32) -> (u8, u32) {
        request(command, address, word).into_iter().for_each(|byte| self.send(byte));
        self.answer()
    }

    fn answer(&mut self) -> (u8, u32) {
        let answer: [u8; 6] = std::array::from_fn(|_| self.receive());
        assert_eq!(crc8_rohc(&answer[..5]), answer[5], "{answer:x?}");
        (answer[0], u32::from_le_bytes([answer[1], answer[2], answer[3], answer[4]]))
    }

    fn write(&mut self, register: SystemRegister, word: usize, data: u32) {
        assert_eq!(self.request(b'W', address(register, word), data).0, 0, "{register:?}");
    }

    fn read(&mut self, register: SystemRegister, word: usize) -> u32 {
        let (response, data) = self.request(b'R', address(register, word), 0xffff_ffff);
        assert_eq!(response, 0, "{register:?}");
        data
    }
}

fn small() -> Config {
    Config { registers: 4, waves: 2, ..Preset::Small.config() }
}

#[test]
fn a_program_runs_that_came_over_a_serial_line() {
    let config = small();
    let mut host = Host::new(&config);
    assert_eq!(host.read(SystemRegister::Identity, 0), 0x4c4e_4254);
    let add = program(&config, "IADD R1, R1, 7").waves[0][0].instruction.encode();
    for (number, instruction) in [add, EXIT].into_iter().enumerate() {
        for quarter in 0..4 {
            let word = (instruction >> (32 * quarter)) as u32;
            host.write(SystemRegister::Program, 4 * number + quarter, word);
        }
    }
    host.write(SystemRegister::HostSelect, 0, 1 | 2 << 24);
    (0..4).for_each(|lane| host.write(SystemRegister::HostRow, lane, 100 + lane as u32));
    host.write(SystemRegister::HostCommand, 0, 1);
    host.write(SystemRegister::Waves, 0, 1);
    assert_eq!(host.read(SystemRegister::Status, 0), 0, "two instructions take less than a byte");
    host.write(SystemRegister::HostCommand, 0, 0);
    let row: Vec<u32> = (0..4).map(|lane| host.read(SystemRegister::HostRow, lane)).collect();
    assert_eq!(row, [107, 108, 109, 110]);
}

#[test]
fn errors_of_the_slave_come_back_over_the_line() {
    let mut host = Host::new(&small());
    assert_eq!(host.request(b'R', 0x7000, 0), (3, 0));
    assert_eq!(host.request(b'R', 0x0001, 0), (2, 0));
    assert_eq!(host.request(b'W', 0x0000, 0).0, 2);
}

#[test]
fn a_byte_that_begins_no_request_and_a_glitch_are_thrown_away() {
    let mut host = Host::new(&small());
    for byte in [0x00, 0xff, b'w', 0x56] {
        host.send(byte);
    }
    host.set("receive", 0);
    host.wait(1);
    host.set("receive", 1);
    host.wait(3 * CLOCKS_PER_BIT);
    assert_eq!(host.read(SystemRegister::Version, 0), 0x0001_0000);
}

#[test]
fn the_check_byte_is_the_catalogues_crc() {
    assert_eq!(crc8_rohc(b"123456789"), 0xd0, "the check value of CRC-8/ROHC");
    assert_eq!(check_byte(b"123456789"), 0xd0);
}

#[test]
fn a_request_with_any_bit_wrong_does_nothing_and_is_answered_as_garbled() {
    let mut host = Host::new(&small());
    let enable = address(SystemRegister::InterruptEnable, 0);
    let good = request(b'W', enable, 5);
    // A wrong bit of the first byte leaves no request.
    for bit in 8..8 * good.len() {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        bad.into_iter().for_each(|byte| host.send(byte));
        assert_eq!(host.answer().0, GARBLED, "bit {bit}");
        assert_eq!(host.read(SystemRegister::InterruptEnable, 0), 0, "bit {bit}");
    }
    good.into_iter().for_each(|byte| host.send(byte));
    assert_eq!(host.answer().0, 0);
    assert_eq!(host.read(SystemRegister::InterruptEnable, 0), 5);
}

#[test]
fn sixteen_zeros_end_every_request_that_was_begun() {
    let mut host = Host::new(&small());
    let begun = request(b'W', address(SystemRegister::InterruptEnable, 0), 5);
    for length in 0..begun.len() {
        begun[..length].iter().for_each(|&byte| host.send(byte));
        (0..16).for_each(|_| host.send(0));
        assert_eq!(host.read(SystemRegister::InterruptEnable, 0), 0, "{length} bytes");
    }
}
