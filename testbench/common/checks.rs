//! What the core's ports do besides running programs.

use lanebeat::config::Config;
use lanebeat::engine::{Engine, Flat, Interpreter};
use lanebeat::hdl::{Bits, bits};
use lanebeat::isa::encoding::{
    DESTINATION, DPP_CONTROL, DPP_ENABLE, DPP_ROW_MASK, EXTRA_SLOTS, IMMEDIATE as LOP3_TABLE,
    SOURCE_A, SOURCE_B, SOURCE_C,
};
use lanebeat::isa::{Feature, LaneOperation, Operation, TABLE, VideoOperation};

use super::host::{EXEC, mask_entry};

fn peek(engine: &mut Interpreter, name: &str) -> u128 {
    let signal = engine.signal(name);
    engine.peek_u128(signal)
}

fn poke(engine: &mut Interpreter, name: &str, value: usize) {
    if let Some(signal) = engine.flat().find(name) {
        engine.poke_u128(signal, value as u128);
    }
}

/// After reset nothing happens by itself, an instruction may be issued at once, and EXEC is all
/// ones.
///
/// # Panics
/// When it is not so.
pub fn is_quiet_after_reset(flat: &Flat, config: &Config) {
    for seed in [1, 2] {
        let mut engine = Interpreter::new(flat, seed);
        engine.reset();
        let slot = config.slot_cycles();
        for cycle in 0..16 * slot {
            for silent in
                ["retire_valid", "host_read_valid", "host_ready", "issue_illegal", "lanes_busy"]
            {
                assert_eq!(peek(&mut engine, silent), 0, "{silent} in cycle {cycle}");
            }
            let is_ready = peek(&mut engine, "issue_ready") == 1;
            assert_eq!(is_ready, cycle % slot == 0, "issue_ready in cycle {cycle}");
            engine.step();
        }
        for (wave, beat) in
            (0..config.waves).flat_map(|wave| (0..config.beats).map(move |beat| (wave, beat)))
        {
            let entry = mask_entry(config, EXEC);
            for (port, value) in
                [("host_valid", 1), ("host_wave", wave), ("host_beat", beat), ("host_entry", entry)]
            {
                poke(&mut engine, port, value);
            }
            engine.step();
            poke(&mut engine, "host_valid", 0);
            let row = engine.signal("host_read_data");
            let found = &engine.peek(row)[..config.lanes];
            let expected = Bits::repeat(true, config.lanes);
            assert_eq!(*found, expected, "EXEC of wave {wave}, beat {beat}");
        }
    }
}

/// `issue_illegal` says so for every opcode and every bit that mean nothing in `config`, and only
/// for those.
///
/// # Panics
/// When it does not.
pub fn knows_illegal_words(flat: &Flat, config: &Config) {
    let mut engine = Interpreter::new(flat, 1);
    engine.reset();
    let mut is_illegal = |word: u128| {
        poke(&mut engine, "issue_valid", 1);
        engine.poke(engine.signal("issue_instruction"), &bits(128, word));
        peek(&mut engine, "issue_illegal") == 1
    };
    let has = |opcode: u128| {
        let row = TABLE.iter().find(|row| u128::from(row.opcode) == opcode);
        row.is_some_and(|row| {
            row.feature.is_none_or(|feature| config.has(feature))
                && row.operation.fits_wave(config.threads())
        })
    };
    for opcode in 0..256 {
        assert_eq!(is_illegal(opcode << 64), !has(opcode), "opcode {opcode:#x}");
    }
    let add = u128::from(LaneOperation::Add.opcode()) << 64;
    let exec = u128::from(Operation::Exec(lanebeat::isa::ExecOperation::Move).opcode()) << 64;
    let register_bits = config.registers.next_power_of_two().trailing_zeros() as usize;
    let row_mask_bits = config.rows().min(4);
    for bit in 0..128 {
        let number = [DESTINATION, SOURCE_A, SOURCE_B, SOURCE_C].map(|field| field.low);
        let beyond_registers =
            number.iter().any(|low| (low + register_bits..low + 8).contains(&bit));
        let modifier = (32..64).contains(&bit);
        let in_modifier = [DPP_ENABLE.low, 50, 51].contains(&bit)
            || (EXTRA_SLOTS.low..EXTRA_SLOTS.low + EXTRA_SLOTS.width).contains(&bit)
            || (DPP_CONTROL.low..DPP_CONTROL.low + DPP_CONTROL.width).contains(&bit)
            || (56..DPP_ROW_MASK.low + row_mask_bits).contains(&bit);
        let extra_slots = (EXTRA_SLOTS.low..EXTRA_SLOTS.low + EXTRA_SLOTS.width).contains(&bit);
        let source_modifier =
            config.float && ((52..56).contains(&bit) || (124..126).contains(&bit));
        let modifier_is_illegal = modifier
            && !source_modifier
            && if config.has(Feature::Dpp) { !in_modifier } else { !extra_slots };
        let opcode_or_reserved =
            (64..72).contains(&bit) || ((124..128).contains(&bit) && !source_modifier);
        if !(64..72).contains(&bit) && config.video {
            let video = u128::from(Operation::Video(VideoOperation::Add).opcode()) << 64;
            // Modifiers fill what the others keep for DPP and leave free, but for the bit that
            // would turn DPP on.
            let expected = beyond_registers || bit == DPP_ENABLE.low;
            assert_eq!(is_illegal(video | 1 << bit), expected, "bit {bit} of a VADD");
        }
        if !(64..72).contains(&bit) && config.bits {
            let lookup = u128::from(LaneOperation::Lookup.opcode()) << 64;
            let in_table = (LOP3_TABLE.low..LOP3_TABLE.low + LOP3_TABLE.width).contains(&bit);
            let unread = match config.has(Feature::Dpp) {
                true => (52..56).contains(&bit) && !source_modifier,
                false => modifier_is_illegal && !in_table,
            };
            let unread = unread || bit == DPP_ENABLE.low;
            let expected = beyond_registers || unread || opcode_or_reserved;
            assert_eq!(is_illegal(lookup | 1 << bit), expected, "bit {bit} of a LOP3");
        }
        if !(64..72).contains(&bit) {
            let expected = beyond_registers || modifier_is_illegal || opcode_or_reserved;
            assert_eq!(is_illegal(add | 1 << bit), expected, "bit {bit} of an IADD");
            let expected = false;
            assert_eq!(is_illegal(exec | 1 << bit), expected, "bit {bit} of an EXEC operation");
        }
    }
}
