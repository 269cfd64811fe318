//! State files: what they may say, what a dump looks like, and what the refusals say
//! (docs/reference/commands.md).

use crate::common::program::begins;
use crate::common::table::{cases, tests_of_parts};
use lanebeat::isa::{
    Instruction, LaneOperation, Line, Mask, MaskEntry, Operand, Program, Register, Thread,
    WaveState,
};
use lanebeat::lockstep::state_file::{NamedState, read, write};
use proptest::prelude::*;

const THREADS: usize = 4;
const REGISTERS: usize = 8;

fn read_two(text: &str) -> Vec<NamedState> {
    read("state.json", text, THREADS, REGISTERS, 2).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    read("state.json", text, THREADS, REGISTERS, 2).expect_err("the text breaks a rule").to_string()
}

/// What a file is refused with, and what one whose only wave has these entries is.
fn are_refused(table: &str) {
    for (file, sentence) in cases(table) {
        let wave = format!("{{\"waves\": [{{{file}}}]}}");
        let text = if file.starts_with('"') { &wave } else { file };
        assert_eq!(error(text), format!("state.json: {sentence}"), "{file}");
    }
}

/// The words of R1 that this value gives.
fn words(value: &str) -> Vec<u32> {
    read_two(&format!("{{\"waves\": [{{\"registers\": {{\"R1\": {value}}}}}]}}"))[0]
        .state
        .register(Register(1))
        .0
        .clone()
}

/// What R1 with each of these values is refused with, as its place and rule.
fn words_are_refused(table: &str) {
    for (value, sentence) in cases(table) {
        let text = format!("{{\"waves\": [{{\"registers\": {{\"R1\": {value}}}}}]}}");
        let place = "state.json: waves[0].registers.R1";
        assert_eq!(error(&text), format!("{place}{sentence}; try 1, -1, \"0xff\" or 1.5"));
    }
}

#[test]
fn what_is_not_named_is_zero_and_exec_all_ones() {
    for text in ["{}", "{\"waves\": []}", " {\"waves\": [{}]}\n"] {
        let waves = read_two(text);
        assert_eq!(waves.len(), 2);
        for wave in waves {
            assert_eq!(wave.state, WaveState::new(THREADS, REGISTERS));
            assert!(wave.registers.is_empty() && wave.masks.is_empty());
        }
    }
}

#[test]
fn a_value_gives_each_thread_its_word() {
    for (value, found) in [
        ("[0, 1, \"0xff\", 1.5]", [0, 1, 0xff, 0x3fc0_0000]),
        // One value is for all threads.
        ("7", [7; 4]),
        ("\"0xDEADbeef\"", [0xdead_beef; 4]),
        ("-2.0", [0xc000_0000; 4]),
        ("\"thread\"", [0, 1, 2, 3]),
        // Integers are taken modulo 2^32.
        ("[-1, -2147483648, 4294967295, -0]", [0xffff_ffff, 0x8000_0000, 0xffff_ffff, 0]),
        // A number with a fraction or an exponent is a float.
        ("[1.0, 1, 1e3, 1E0]", [0x3f80_0000, 1, 0x447a_0000, 0x3f80_0000]),
        ("[-0.0, 1e-45, 3.4028235e38, 1e-60]", [0x8000_0000, 1, 0x7f7f_ffff, 0]),
        // It is rounded once. Just above the middle between 1 and the next float; by way of a
        // double it would be the middle, and then 1.
        ("1.000000059604644775390626", [0x3f80_0001; 4]),
    ] {
        assert_eq!(words(value), found, "{value}");
    }
}

#[test]
fn masks_are_hexadecimal_with_thread_0_lowest() {
    let text = "{\"waves\": [{\"exec\": \"0x9\", \"predicates\": {\"P1\": \"0x2\", \"vcc\": \"0x1\", \"s3\": \"0x8\"}}]}";
    let wave = &read_two(text)[0];
    assert_eq!(wave.state.exec, Mask::from_fn(4, |Thread(thread)| thread == 0 || thread == 3));
    assert_eq!(wave.state.masks[1], Mask::from_fn(4, |Thread(thread)| thread == 1));
    assert_eq!(wave.state.masks[0], Mask::from_fn(4, |Thread(thread)| thread == 0));
    assert_eq!(wave.state.masks[11], Mask::from_fn(4, |Thread(thread)| thread == 3));
    let named: Vec<MaskEntry> = wave.masks.iter().copied().collect();
    assert_eq!(named, [MaskEntry::predicate(0), MaskEntry::predicate(1), MaskEntry::slot(3)]);
}

#[test]
fn registers_may_be_named_in_either_dialect_and_case() {
    let wave =
        &read_two("{\"waves\": [{\"registers\": {\"v3\": 3, \"r4\": 4, \"V5\": 5, \"R7\": 7}}]}")
            [0];
    for number in [3_u8, 4, 5, 7] {
        assert_eq!(wave.state.register(Register(number)).0, [u32::from(number); 4]);
        assert!(wave.registers.contains(&Register(number)));
    }
}

#[test]
fn the_second_entry_of_the_list_is_wave_1() {
    let waves = read_two("{\"waves\": [{}, {\"registers\": {\"R0\": 9}}]}");
    assert_eq!(waves[0].state.register(Register(0)).0, [0; 4]);
    assert_eq!(waves[1].state.register(Register(0)).0, [9; 4]);
}

#[test]
fn a_dump_lists_what_was_named_in_the_order_of_numbers() {
    let text = "{\"cycles\": 3, \"waves\": [{\"predicates\": {\"s0\": \"0x1\", \"P6\": \"0xf\"},
                 \"registers\": {\"v7\": \"thread\", \"R2\": -1}, \"exec\": \"0x7\"}]}";
    let dump = r#"{
  "waves": [
    {
      "exec": "0x7",
      "registers": {
        "R2": [4294967295, 4294967295, 4294967295, 4294967295],
        "R7": [0, 1, 2, 3]
      },
      "predicates": {
        "P6": "0xf",
        "s0": "0x1"
      }
    }
  ],
  "cycles": 12
}
"#;
    assert_eq!(write(&read_two(text), Some(12)), dump);
}

#[test]
fn a_dump_without_cycles_and_without_names_is_still_a_state_file() {
    let waves = read_two("{\"waves\": [{}]}");
    let dump = "{\n  \"waves\": [\n    {\n      \"exec\": \"0xf\",\n      \"registers\": {},\n      \"predicates\": {}\n    }\n  ]\n}\n";
    assert_eq!(write(&waves, None), dump);
    assert_eq!(write(&read_two("{}"), None), "{\n  \"waves\": []\n}\n");
}

#[test]
fn exec_has_a_digit_for_every_four_threads() {
    let waves = read("s", "{\"waves\": [{}]}", 64, 2, 1).expect("legal");
    assert!(write(&waves, None).contains("\"exec\": \"0xffffffffffffffff\""));
}

#[test]
fn a_dump_also_lists_what_the_program_names() {
    let mut add = Instruction::new(LaneOperation::Add);
    add.destination = Some(Register(3));
    add.a = Operand::Register(Register(1));
    add.b = Operand::Literal(5);
    add.guard.entry = MaskEntry::predicate(2);
    let program = Program::from(vec![vec![], vec![Line::new(add, 1)]]);
    let mut waves = read_two("{\"waves\": [{}, {\"registers\": {\"R2\": 0}}]}");
    for (number, wave) in waves.iter_mut().enumerate() {
        wave.name_program(&program, number);
    }
    assert!(waves[0].registers.is_empty());
    assert_eq!(waves[1].registers.iter().map(|register| register.0).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(waves[1].masks.iter().map(|mask| mask.0).collect::<Vec<_>>(), [2]);
}

#[test]
fn waves_up_to_the_last_named_one_are_dumped() {
    let mut waves = read_two("{}");
    waves[1].named = true;
    assert_eq!(write(&waves, None).matches("\"exec\"").count(), 2);
    assert_eq!(write(&read_two("{\"waves\": [{}]}"), None).matches("\"exec\"").count(), 1);
}

#[test]
fn text_that_is_not_json_is_refused_with_line_and_column() {
    let expected = "state.json:2:13: not JSON: expected value; write a number, a string in quotes, a list or an object";
    assert_eq!(error("{\n  \"waves\": [,]\n}"), expected);
    let expected =
        "state.json:1:1: not JSON: EOF while parsing a value; close what is open with \", ] or }";
    assert_eq!(error(""), expected);
    let found = error("{} x");
    assert_eq!(found, "state.json:1:4: not JSON: trailing characters; remove what follows the end");
}

tests_of_parts! {
    include_str!("state_refusals.txt"), are_refused:
    a_list_of_another_length_is_refused
    a_mask_beyond_the_wave_or_without_digits_is_refused
    the_same_register_or_predicate_twice_is_refused
    an_unknown_key_is_refused_with_the_nearest
    more_waves_than_the_machine_has_are_refused
    a_value_of_another_shape_is_refused
}

#[test]
fn a_value_that_is_no_word_is_refused_at_its_thread() {
    words_are_refused(
        "
        |4294967296
        : a word is -2147483648 to 4294967295, not 4294967296
        |[0, 0, -2147483649, 0]
        [2]: a word is -2147483648 to 4294967295, not -2147483649
        |99999999999999999999
        : a word is -2147483648 to 4294967295, not 99999999999999999999
        |1e39
        : a float is at most 3.4028235e38, not 1e39
        |null
        : a word is a number or a string of hexadecimal digits, not null
        |[[1], 0, 0, 0]
        [0]: a word is a number or a string of hexadecimal digits, not [1]",
    );
    for text in ["\"0x100000000\"", "\"ff\"", "\"0x\"", "\"0x+1\"", "\"threads\"", "\"\""] {
        let rule = "a word in a string is 0x0 to 0xffffffff";
        words_are_refused(&format!("|{text}\n: {rule}, not {text}"));
    }
}

#[test]
fn a_register_that_the_wave_lacks_is_refused() {
    are_refused(
        r#"
        |"registers": {"R8": 1}
        waves[0].registers.R8: a wave has 8 registers, so no R8; use R0 to R7
        |"registers": {"R300": 1}
        waves[0].registers.R300: a wave has 8 registers, so no R300; use R0 to R7"#,
    );
    for name in ["Q1", "R", "R+1", "R-1", "1", "", "R99999999999999999999999"] {
        let rule = format!("`{name}` is not a register; use R0 to R7");
        are_refused(&format!(
            "|\"registers\": {{\"{name}\": 1}}\nwaves[0].registers.{name}: {rule}"
        ));
    }
}

#[test]
fn a_predicate_that_is_none_is_refused() {
    for name in ["P7", "s4", "exec", "P"] {
        are_refused(&format!(
            "
            |\"predicates\": {{\"{name}\": \"0x1\"}}
            waves[0].predicates.{name}: `{name}` is not a predicate or mask slot; use P0 to P6,
            vcc, or s0 to s3"
        ));
    }
    are_refused(
        r#"
        |"predicates": {"PT": "0x1"}
        waves[0].predicates.PT: PT is always true and cannot be set; remove it"#,
    );
}

#[test]
fn half_a_surrogate_pair_is_refused() {
    let error = error("{\"waves\": [{\"registers\": {\"R1\": \"\\ud800\"}}]}");
    begins(&error, "state.json: waves[0].registers.R1: a string holds half a surrogate pair");
    self::error("{\"\\ud800\": 1}");
}

#[test]
fn an_error_carries_the_bytes_it_is_about() {
    use miette::Diagnostic;
    let text = "{\"waves\": [{\"registers\": {\"R2\": [1]}}]}";
    let error = read("state.json", text, THREADS, REGISTERS, 2).expect_err("one value");
    let label = error.labels().expect("a label").next().expect("one");
    assert_eq!(&text[label.offset()..label.offset() + label.len()], "[1]");
}

#[test]
fn depth_is_no_danger() {
    error(&"[".repeat(200_000));
    error(&format!("{}{}", "[".repeat(200_000), "]".repeat(200_000)));
}

proptest! {
    #[test]
    fn a_dump_reads_back_as_the_same_state(
        words in proptest::collection::vec(any::<u32>(), 16),
        exec in proptest::collection::vec(any::<bool>(), 16),
        register in 0_u8..8, mask in (0_u8..12).prop_filter("PT", |&mask| mask != 7),
    ) {
        let mut wave = NamedState::new(16, REGISTERS);
        wave.named = true;
        wave.registers.insert(Register(register));
        wave.masks.insert(MaskEntry(mask));
        wave.state.registers[usize::from(register)].0 = words;
        wave.state.masks[usize::from(mask)].0 = exec.iter().map(|bit| !bit).collect();
        wave.state.exec.0 = exec;
        let waves = vec![wave];
        prop_assert_eq!(read("dump", &write(&waves, Some(1)), 16, REGISTERS, 1).expect("a state file"), waves);
    }
}
