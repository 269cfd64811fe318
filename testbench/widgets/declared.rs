//! Typed declarations: which fit, and what is said of those that do not.

use crate::common::program::{begins, has};
use lanebeat::config::Config;
use lanebeat::hdl::Direction;
use lanebeat::widgets::{AnyUnit, declaration, from_words, to_words};
use rust_hdl::prelude::*;

use super::shuffle_example::{machine, reverse};
use super::units::{machines, units};

lanebeat::widget! {
    #[unit = "shuffle"]
    struct WrongShuffle {
        mode: Signal<Out, Bits<2>>,
        words: Signal<In, Bits<256>>,
        index: Signal<In, Bits<16>>,
        clamp: Signal<In, Clock>,
        beat_of_warp: Signal<In, Bits<2>>,
        word: Signal<Out, Bits<128>>,
        colour: Signal<In, Bit>,
    }
}

lanebeat::widget! {
    #[unit = "float"]
    struct Float {
        a: Signal<In, Bits<32>>,
    }
}

lanebeat::widget! {
    #[unit = "shufle"]
    struct Misspelt {
        a: Signal<In, Bits<32>>,
    }
}

fn refusal<T>(result: Result<T, lanebeat::widgets::WidgetError>) -> String {
    result.err().expect("a refusal").to_string()
}

#[test]
fn fields_that_are_not_the_ports_are_refused_in_one_error() {
    let expected = "widget `WrongShuffle` does not have the ports of unit shuffle in this configuration: \
     `mode` must be Signal<In, Bits<2>>, not Signal<Out, Bits<2>>; \
     `words` must be Signal<In, Bits<512>>, not Signal<In, Bits<256>>; \
     `clamp` must be Signal<In, Bits<16>>, not Signal<In, Clock>; \
     `segment_mask: Signal<In, Bits<16>>` is missing; \
     `colour` is none of its ports; \
     `lanebeat generate shuffle --widget` prints the declaration that fits";
    assert_eq!(refusal(WrongShuffle::new(&machine())), expected);
}

#[test]
fn a_declaration_for_another_machine_is_refused() {
    let refusal = refusal(super::shuffle_example::Shuffle::new(&Config::default()));
    has(&refusal, "`words` must be Signal<In, Bits<1024>>, not Signal<In, Bits<512>>");
}

#[test]
fn a_unit_that_the_machine_lacks_is_refused() {
    let expected =
        "unit float needs float = true, but here float = false; turn it on in the configuration";
    assert_eq!(refusal(Float::new(&machine())), expected);
    let unknown = refusal(Misspelt::new(&Config::default()));
    begins(&unknown, "there is no unit `shufle`; did you mean `shuffle`? units are core, ");
    assert_eq!(unknown, refusal(AnyUnit::new("shufle", &Config::default())));
    let lanes = refusal(AnyUnit::new("lane", &Config { lanes: 12, ..Config::default() }));
    assert_eq!(
        lanes,
        Config { lanes: 12, ..Config::default() }.check().expect_err("12 lanes").to_string()
    );
}

#[test]
fn a_declared_shuffle_reverses_a_warp() {
    let words = std::array::from_fn(|thread| (thread as u32 + 3).wrapping_mul(0x9e37_79b9));
    let mut expected = words.to_vec();
    expected.reverse();
    assert_eq!(reverse(words).expect("the example's machine"), expected);
}

#[test]
fn the_declaration_has_every_port_with_direction_and_width() {
    for (machine, config) in machines() {
        for (unit, module) in units(&config) {
            let text = declaration(unit, &config).expect("a unit");
            let fields: Vec<&str> =
                text.lines().filter_map(|line| line.trim().strip_prefix("pub ")).skip(1).collect();
            let mut expected = vec![];
            expected.extend(module.has_clock().then(|| "clock: Signal<In, Clock>,".to_string()));
            expected.extend(module.has_reset().then(|| "reset: Signal<In, Bit>,".to_string()));
            expected.extend(module.ports.iter().map(|port| {
                let direction = if port.direction == Direction::Input { "In" } else { "Out" };
                let bits = match port.width == 1 {
                    true => "Bit".to_string(),
                    false => format!("Bits<{}>", port.width),
                };
                format!("{}: Signal<{direction}, {bits}>,", port.name)
            }));
            assert_eq!(fields, expected, "{unit} of {machine}");
            assert!(text.contains(&format!("#[unit = \"{unit}\"]")), "{text}");
        }
    }
}

/// rust-hdl's derive refuses the first six; the last two stop its kernels.
#[test]
fn no_port_has_a_name_that_rust_hdl_refuses() {
    const REFUSED: [&str; 8] =
        ["config", "wire", "reg", "module", "edge", "disable", "input", "output"];
    for (machine, config) in machines() {
        for (unit, module) in units(&config) {
            let refused = |name: &str| REFUSED.contains(&name) || name.starts_with('_');
            assert!(!module.ports.iter().any(|port| refused(&port.name)), "{unit} of {machine}");
        }
    }
}

#[test]
fn the_manual_and_the_example_have_the_declaration_that_is_printed() {
    let example = include_str!("../../examples/rust_hdl_shuffle.rs");
    let declaration = declaration("shuffle", &machine()).expect("a unit");
    let is_declared = example.contains(&declaration);
    assert!(is_declared, "examples/rust_hdl_shuffle.rs should declare\n{declaration}");
    let manual = include_str!("../../docs/reference/widgets.md");
    assert!(manual.contains(&declaration), "docs/reference/widgets.md should show\n{declaration}");
    for shown in manual.split("```rust\n").skip(1).filter_map(|rest| rest.split("```\n").next()) {
        assert!(
            example.contains(shown),
            "docs/reference/widgets.md shows what examples/rust_hdl_shuffle.rs has not:\n{shown}"
        );
    }
}

#[test]
fn words_go_into_rows_lowest_first_and_come_back() {
    let row: Bits<96> = from_words(&[1, 0x8000_0000, 0xdead_beef]);
    assert!(row.get_bit(0) && row.get_bit(63) && row.get_bit(95));
    assert_eq!(row.get_bits::<32>(64).to_u32(), 0xdead_beef);
    assert_eq!(to_words(row), [1, 0x8000_0000, 0xdead_beef]);
    assert_eq!(to_words(from_words::<32>(&[7])), [7]);
    assert_eq!(to_words(row.get_bits::<40>(56)), [0xadbe_ef80, 0xde]);
}
