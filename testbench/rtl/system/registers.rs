//! Every address and every register of the map, through the AXI4-Lite port.

use lanebeat::config::{Config, Preset};
use lanebeat::rtl::{AccessKind, MAP, PROGRAM_WORDS, SystemRegister};

use super::flat;
use crate::common::axi::{BUSY, DECERR, EXIT, OKAY, SLVERR, System, address};
use crate::common::bench::program;

fn small() -> Config {
    Config { registers: 6, waves: 3, ..Preset::Small.config() }
}

fn system() -> System {
    let config = small();
    System::new(&flat(&config), &config, 1)
}

#[test]
fn the_machine_says_what_it_is() {
    let mut system = system();
    assert_eq!(system.read(SystemRegister::Identity, 0).to_be_bytes(), *b"LNBT");
    assert_eq!(system.read(SystemRegister::Version, 0), 0x0001_0000);
    assert_eq!(system.read(SystemRegister::Shape, 0), 4 | 4 << 8 | 3 << 16 | 4 << 24);
    assert_eq!(system.read(SystemRegister::Sizes, 0), 6 | (PROGRAM_WORDS as u32) << 16);
    assert_eq!(
        system.read(SystemRegister::Features, 0),
        0b1_0000_0110_0111,
        "dpp, shuffle, lane moves, vote, barrier, multiply; no bits, no float, no video; wide"
    );
}

#[test]
fn every_register_holds_after_reset_what_the_map_says() {
    let mut system = system();
    let mut seen = 0;
    for row in MAP {
        let Some(reset) = row.reset(&small()) else { continue };
        for word in 0..(row.words)(&small()) {
            assert_eq!(system.read(row.register, word), reset, "{} {word}", row.name);
            seen += 1;
        }
    }
    assert_eq!(seen, 13 + 2 * 2 + 3, "all but HOST_ROW and PROGRAM");
}

#[test]
fn bits_of_no_field_read_0_and_are_ignored() {
    let mut system = system();
    for row in MAP.iter().filter(|row| row.access == AccessKind::ReadWrite) {
        // Where a 1 is no value but starts something, and where a row must be there.
        if [SystemRegister::Waves, SystemRegister::Control, SystemRegister::InterruptStatus]
            .contains(&row.register)
        {
            continue;
        }
        let places = row.fields.iter().map(|field| (field.low, field.width(&small())));
        let bits = places.map(|(low, width)| (u64::MAX >> (64 - width)) << low).sum::<u64>();
        system.write(row.register, 0, u32::MAX);
        assert_eq!(u64::from(system.read(row.register, 0)), bits, "{}", row.name);
        system.write(row.register, 0, 0);
        assert_eq!(system.read(row.register, 0), 0, "{}", row.name);
        (0..40).for_each(|_| system.step());
    }
}

#[test]
fn every_other_address_is_answered_decerr() {
    let mut system = system();
    // From docs/reference/system.md for 3 waves and 4 lanes.
    let mapped = |address: usize| {
        matches!(address, 0..0x2c | 0x30..0x48 | 0x80..0x8c | 0x100..0x110)
            || (0x8000..0x8000 + 16 * PROGRAM_WORDS).contains(&address)
    };
    let sparse = (0x400..0x1_0000).step_by(0x1fc).chain([0x7ffc, 0x8000, 0x8ffc, 0x9000, 0xfffc]);
    for address in (0..0x400).step_by(4).chain(sparse) {
        let expected = if mapped(address) { OKAY } else { DECERR };
        assert_eq!(system.try_read(address).0, expected, "read of {address:#x}");
        if expected == DECERR {
            assert_eq!(system.try_write(address, 0, 0xf), DECERR, "write of {address:#x}");
            assert_eq!(system.try_read(address).1, 0);
        }
    }
}

#[test]
fn an_unaligned_access_is_answered_slverr_and_changes_nothing() {
    let mut system = system();
    for register in [
        SystemRegister::InterruptEnable,
        SystemRegister::Waves,
        SystemRegister::HostRow,
        SystemRegister::Program,
    ] {
        system.write(register, 0, 0);
        for offset in 1..4 {
            let address = address(register, 0) + offset;
            let found = system.try_write(address, 0xffff_ffff, 0xf);
            assert_eq!(found, SLVERR, "{register:?} + {offset}");
            assert_eq!(system.try_read(address), (SLVERR, 0), "{register:?} + {offset}");
        }
        assert_eq!(system.read(register, 0), 0, "{register:?}");
    }
    let found = system.try_read(0x7001).0;
    assert_eq!(found, DECERR, "where nothing is, there is nothing to be unaligned to");
}

#[test]
fn read_only_registers_refuse_writes() {
    let mut system = system();
    for row in MAP.iter().filter(|row| row.access == AccessKind::ReadOnly) {
        let before = system.read(row.register, 0);
        assert_eq!(system.try_write(row.offset, !before, 0xf), SLVERR, "{}", row.name);
        assert_eq!(system.read(row.register, 0), before, "{}", row.name);
    }
}

#[test]
fn every_byte_is_written_only_with_its_strobe() {
    let mut system = system();
    let everywhere = [
        (SystemRegister::HostRow, 3),
        (SystemRegister::Program, 4 * PROGRAM_WORDS - 2),
        (SystemRegister::HostSelect, 0),
    ];
    for (register, word) in everywhere {
        let all = if register == SystemRegister::HostSelect { 0x071f_01ff } else { 0xffff_ffff };
        for strobe in 0..16u32 {
            system.write(register, word, 0x0102_0055);
            assert_eq!(system.try_write(address(register, word), 0xffff_ffff, strobe.into()), OKAY);
            let bytes = (0..4)
                .filter(|byte| strobe >> byte & 1 == 1)
                .fold(0, |mask, byte| mask | 0xff << (8 * byte));
            let expected = (0x0102_0055 & !bytes) | (all & bytes);
            assert_eq!(system.read(register, word), expected, "{register:?}, strobe {strobe:04b}");
        }
    }
    let cases = [(SystemRegister::InterruptEnable, 7), (SystemRegister::ProgramCounter, 0xff)];
    for (register, written) in cases {
        system.write(register, 0, 0);
        assert_eq!(system.try_write(address(register, 0), 0xffff_ffff, 0b1110), OKAY);
        assert_eq!(system.read(register, 0), 0, "{register:?}");
        assert_eq!(system.try_write(address(register, 0), 0xffff_ffff, 0b0001), OKAY);
        assert_eq!(system.read(register, 0), written, "{register:?}");
    }
}

#[test]
fn each_word_of_an_array_is_a_register_of_its_own() {
    let mut system = system();
    for (register, words) in [
        (SystemRegister::ProgramCounter, 3),
        (SystemRegister::HostRow, 4),
        (SystemRegister::Program, 4 * PROGRAM_WORDS),
    ] {
        let value = |word: usize| (word as u32).wrapping_mul(0x9e37_79b9) >> 24;
        (0..words).for_each(|word| system.write(register, word, value(word)));
        (0..words).for_each(|word| {
            assert_eq!(system.read(register, word), value(word), "{register:?} {word}")
        });
    }
}

#[test]
fn a_row_that_the_machine_has_not_is_refused() {
    let mut system = system();
    let is_there = |entry: u32, is_mask: u32, wave: u32, beat: u32| {
        wave < 3 && beat < 4 && entry < if is_mask == 1 { 12 } else { 6 }
    };
    for (entry, is_mask, wave, beat) in [
        (5, 0, 2, 3),
        (6, 0, 0, 0),
        (255, 0, 0, 0),
        (7, 1, 2, 3),
        (11, 1, 0, 0),
        (12, 1, 0, 0),
        (0, 0, 3, 0),
        (0, 0, 31, 0),
        (0, 0, 0, 4),
        (0, 1, 0, 7),
    ] {
        system.write(SystemRegister::HostSelect, 0, entry | is_mask << 8 | wave << 16 | beat << 24);
        let expected = if is_there(entry, is_mask, wave, beat) { OKAY } else { SLVERR };
        let found = system.try_write(address(SystemRegister::HostCommand, 0), 0, 0xf);
        assert_eq!(found, expected, "{entry} {is_mask} {wave} {beat}");
        (0..20).for_each(|_| system.step());
    }
}

#[test]
fn while_a_host_access_waits_the_window_refuses_writes_and_all_else_goes_on() {
    // Two waves of IMADs leave the port of a whole-wave file no idle cycle.
    let config = Config { stages: 0, ..small() };
    let mut system = System::new(&flat(&config), &config, 1);
    let busy = "IMAD R4, R4, R2, R3\n".repeat(40);
    let text = format!("{busy}\n.wave 1\n{busy}");
    let waves = system.load_waves(&program(&config, &text));
    system.write(SystemRegister::HostSelect, 0, 5);
    system.write(SystemRegister::Waves, 0, waves);
    (0..40).for_each(|_| system.step());
    system.write(SystemRegister::HostCommand, 0, 0);
    let cases = [SystemRegister::HostSelect, SystemRegister::HostCommand, SystemRegister::HostRow];
    for register in cases {
        assert_eq!(system.try_write(address(register, 0), 1, 0xf), SLVERR, "{register:?}");
    }
    assert_eq!(system.read(SystemRegister::Status, 0), 3, "busy, and the host waits");
    assert_eq!(system.read(SystemRegister::HostSelect, 0), 5);
    system.run(0);
    assert_eq!(system.read(SystemRegister::Status, 0), 0);
    assert_eq!(system.read(SystemRegister::InterruptStatus, 0), 0b101, "done, and the host access");
}

#[test]
fn a_running_wave_keeps_its_counter_and_the_program_is_not_read() {
    let mut system = system();
    system.load_program(1, &[EXIT]);
    system.load_program(2, &[EXIT]);
    system.write(SystemRegister::Control, 0, 1);
    system.write(SystemRegister::Waves, 0, 0b010);
    assert_eq!(system.try_write(address(SystemRegister::ProgramCounter, 1), 7, 0xf), SLVERR);
    assert_eq!(system.read(SystemRegister::ProgramCounter, 1), 0);
    assert_eq!(system.try_write(address(SystemRegister::ProgramCounter, 2), 7, 0xf), OKAY);
    assert_eq!(system.read(SystemRegister::ProgramCounter, 2), 7);
    assert_eq!(system.try_read(address(SystemRegister::Program, 0)), (SLVERR, 0));
    assert_eq!(system.try_write(address(SystemRegister::Program, 400), 5, 0xf), OKAY);
    assert_eq!(system.read(SystemRegister::Status, 0), BUSY);
    system.write(SystemRegister::Control, 0, 0);
    system.run(0);
    assert_eq!(system.read(SystemRegister::Program, 400), 5);
}
