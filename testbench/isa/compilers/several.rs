//! Lines that are several instructions here: their results beside arithmetic on wide integers, with the
//! destination equal to each source in turn.

use lanebeat::config::Config;
use lanebeat::isa::Thread;
use lanebeat::isa::asm::{Constants, assemble_listing, read_listing};
use lanebeat::model::Machine;

use super::meaning::{
    Reader, Results, bits, carry, combined, compares_floats, extreme, is_taken_as,
};

const TURNS: u32 = 8;

/// Checks `line` with each of `destinations` in the place of `#`, in several states.
fn check(line: &str, destinations: &[&str], results: impl Fn(&Reader) -> Results) {
    for (number, destination) in (0..).zip(destinations) {
        let line = line.replace('#', destination);
        for turn in 0..TURNS {
            let seed = number * TURNS + turn + line.len() as u32 * 97;
            let is_taken = is_taken_as(&line, seed, |_, read| Some(results(read)));
            assert!(is_taken, "{line}");
        }
    }
}

fn number(read: &Reader, place: usize) -> usize {
    let text = read.text(place);
    text[1..].parse().unwrap_or_else(|_| panic!("{text} has a number"))
}

/// One word, in the first operand.
fn word(read: &Reader, word: u32) -> Results {
    Results { words: vec![(number(read, 0), word)], ..Results::default() }
}

/// A word, and predicates behind it.
fn word_and_bits<const N: usize>(read: &Reader, first: u32, bits: [bool; N]) -> Results {
    let mut results = if read.text(0) == "RZ" { Results::default() } else { word(read, first) };
    results.bits = (1..).zip(bits).map(|(place, bit)| (number(read, place), bit)).collect();
    results
}

fn bit(read: &Reader, bit: bool) -> Results {
    Results { bits: vec![(number(read, 0), bit)], ..Results::default() }
}

/// A term of a sum: a minus is the complement and 1, `~` the complement alone.
fn term(read: &Reader, place: usize) -> u64 {
    let inverted = |name: &str| !read.register(name).expect(name);
    match (read.text(place).strip_prefix('-'), read.text(place).strip_prefix('~')) {
        (Some(name), _) if name.starts_with('R') => u64::from(inverted(name)) + 1,
        (_, Some(name)) => u64::from(inverted(name)),
        _ => u64::from(read.word(place)),
    }
}

const REGISTERS: [&str; 4] = ["R1", "R2", "R3", "R4"];

/// Both carries say how often the sum passed 2^32: the first once or twice, the second twice.
#[test]
fn a_sum_of_three_words_has_two_carries() {
    let signed = ["R2, R3, R4", "-R2, R3, R4", "R2, -R3, R4", "R2, R3, -R4", "R2, -R3, -R4"];
    let more = ["-R2, R3, -R2", "R2, 0xfffffffe, R2", "-R2, -0x1, R3", "R2, c[0x0][0x164], -R3"];
    for words in signed.into_iter().chain(more) {
        check(&format!("IADD3 #, P0, P3, {words}"), &REGISTERS, |read| {
            let sum = [3, 4, 5].map(|place| term(read, place)).iter().sum::<u64>();
            word_and_bits(read, sum as u32, [sum >> 32 > 0, sum >> 33 > 0])
        });
    }
    for words in ["R2, R3, R4", "R2, ~R3, R4", "~R2, R3, ~R4", "R2, R2, RZ", "-0x1, ~R3, R4"] {
        for carries in ["P1, P2", "!P1, P2", "P0, P3", "PT, PT", "P3, !PT"] {
            check(&format!("@!P4 IADD3.X #, P0, P3, {words}, {carries}"), &REGISTERS, |read| {
                let carries = [6, 7].map(|place| u64::from(read.predicate(place)));
                let words = [3, 4, 5].map(|place| term(read, place));
                let sum = words.iter().chain(&carries).sum::<u64>();
                word_and_bits(read, sum as u32, [sum >> 32 > 0, sum >> 33 > 0])
            });
        }
    }
    for words in ["~R2, R3, ~R4", "R2, ~R3, ~R4", "~R2, ~R2, RZ", "R2, 0x7, ~R3"] {
        check(&format!("IADD3.X #, {words}, P1, !P2"), &REGISTERS, |read| {
            let carries = [4, 5].map(|place| u64::from(read.predicate(place)));
            let words = [1, 2, 3].map(|place| term(read, place));
            word(read, words.iter().chain(&carries).sum::<u64>() as u32)
        });
    }
    check("IADD3.X RZ, P1, R2, -0x1, RZ, P1, !PT", &["RZ"], |read| {
        let sum = term(read, 2) + 0xffff_ffff + u64::from(read.predicate(5));
        word_and_bits(read, 0, [sum >> 32 > 0])
    });
    for line in [
        "IADD3 R1, P0, P0, R2, R3, R4",
        "IADD3 R1, PT, P0, R2, R3, R4",
        "IADD3 R1, PT, P0, R2, R3, RZ",
        "IADD3 R1, P0, P1, -R2, -R3, -R4",
        "@P0 IADD3 R1, P0, P1, R2, R3, R4",
        "IADD3 R28.CC, R27, R4, R3",
    ] {
        assert!(!is_taken_as(line, 1, |_, _| Some(Results::default())), "{line}");
    }
}

/// Minus a word of 0 carries as ~0 and 1 do, from constant memory too.
#[test]
fn minus_nothing_carries() {
    let target = Config::default().target();
    for (word, carries) in [(0, true), (1, false)] {
        let mut constants = Constants::default();
        assert!(constants.insert("c[0x0][0x8]", word));
        for line in ["IADD3 R1, P0, R2, -c[0x0][0x8], RZ", "IADD3 R1, P0, P1, R2, R2, -c[0x0][0x8]"]
        {
            let program = assemble_listing("t.s", line, &target, &constants).expect(line);
            let mut machine = Machine::new(64, 64, 1);
            machine.run(&program).expect("no deadlock");
            assert_eq!(machine.wave(0).masks[0][Thread(5)], carries, "{line} {word}");
        }
    }
}

/// What sm_60 writes with `.CC` and reads with `.X`.
#[test]
fn the_carry_of_the_condition_code_is_a_predicate() {
    let places = |line: &'static str| {
        move |read: &Reader, sum: u64| {
            let entry = carry(line).expect("a carry");
            let mut results = if read.text(0) == "RZ.CC" {
                Results::default()
            } else {
                let register =
                    read.text(0).trim_end_matches(".CC")[1..].parse().expect("a register");
                Results { words: vec![(register, sum as u32)], ..Results::default() }
            };
            if read.text(0).ends_with(".CC") {
                results.bits.push((entry, sum >> 32 > 0));
            }
            results
        }
    };
    let carried = |line: &str, read: &Reader| {
        u64::from(read.state.masks[carry(line).expect("a carry")][read.thread])
    };
    for line in [
        "IADD #.CC, R2, R3",
        "IADD #.CC, -R2, R3",
        "@P0 IADD #.CC, R2, -R3",
        "IADD RZ.CC, R2, -c[0x0][0x164]",
        "IADD32I #.CC, R2, -0x5",
        "IADD.X #, R2, R3",
        "IADD.X #.CC, R2, ~R3",
        "IADD.X #, ~R2, R3",
        "IADD.X #, RZ, R3",
        "IADD32I.X #, R2, -0x1",
        "IADD3 #.CC, R2, RZ, R3",
        "IADD3.X #, RZ, R2, RZ",
    ] {
        check(line, &["R1", "R2", "R3"], |read| {
            let mut sum = (1..read.operands.len()).map(|place| term(read, place)).sum::<u64>();
            if line.contains(".X ") {
                sum += carried(line, read);
            }
            places(line)(read, sum)
        });
    }
    for line in [
        "ISCADD #.CC, R2, R3, 0x4",
        "LEA #.CC, R2, R3, 0x1f",
        "LEA #.CC, R2, R3",
        "LEA #.CC, -R2, R3",
        "LEA #.CC, R2, 0x200",
        "LEA #.CC, -R2, R3, 0x2",
    ] {
        check(line, &["R1", "R2", "R3"], |read| {
            let amount = if read.operands.len() > 3 { read.word(3) } else { 0 };
            let (name, is_negated) = match read.text(1).strip_prefix('-') {
                Some(name) => (name, true),
                None => (read.text(1), false),
            };
            let shifted = read.register(name).expect(name) << amount;
            let shifted = if is_negated { u64::from(!shifted) + 1 } else { u64::from(shifted) };
            places(line)(read, shifted + term(read, 2))
        });
    }
    for line in [
        "LEA.HI.X #, R2, R3, R4, 0x4",
        "LEA.HI.X #, R2, R3, RZ, 0x1",
        "@!P1 LEA.HI.X #, R2, R3, RZ",
        "LEA.HI.X #, R2, c[0x0][0x164], R4",
    ] {
        check(line, &REGISTERS, |read| {
            let amount = if read.operands.len() > 4 { read.word(4) } else { 0 };
            let pair = u64::from(read.word(3)) << 32 | u64::from(read.word(1));
            places(line)(read, (pair << amount >> 32) + term(read, 2) + carried(line, read))
        });
    }
    let text =
        "@P6 IADD R1.CC, R2, R3\nMOV R9, R8\nIADD.X R4, R5, R6\nPSETP.AND.AND P4, PT, P5, P1, PT";
    let listing = read_listing(text, &Config::default().target(), &Constants::default());
    let carries: Vec<_> = listing
        .instructions
        .iter()
        .filter_map(|listed| {
            let own = listed.here.as_ref().ok()?.first()?;
            [own.mask_destination, own.q.entry].into_iter().find(|entry| entry.0 == 2)
        })
        .collect();
    assert_eq!(carries.len(), 2, "P2 is the only one that nothing names");
    for line in [
        "LEA.HI.X P0, R7, R8, R3, R7",
        "LEA P0, RZ, R0, RZ",
        "ISET.EQ.AND RZ.CC, R2, R3, PT",
        "LEA.HI.X R1, -R2, R3, R4, 0x3",
    ] {
        assert!(!is_taken_as(line, 1, |_, _| Some(Results::default())), "{line}");
    }
}

#[test]
fn shifts_and_sums_take_a_minus_and_an_inverted_word() {
    let high = |pair: [u32; 2], amount: u32| {
        let [low, high] = pair.map(u64::from);
        ((high << 32 | low) << amount >> 32) as u32
    };
    let sign = |word: u32| (word.cast_signed() >> 31).cast_unsigned();
    let bare = |read: &Reader, place: usize| {
        let name = read.text(place).trim_start_matches(['-', '~']);
        read.register(name).expect(name)
    };
    check("LEA #, P0, -R2, R3, 0x2", &REGISTERS, |read| {
        let sum = u64::from(!(bare(read, 2) << 2)) + 1 + u64::from(read.word(3));
        word_and_bits(read, sum as u32, [sum >> 32 > 0])
    });
    for c in ["R4", "RZ"] {
        check(&format!("LEA.HI #, R2, -R3, {c}, 0x16"), &REGISTERS, |read| {
            word(read, high([read.word(1), read.word(3)], 0x16).wrapping_sub(bare(read, 2)))
        });
        check(&format!("LEA.HI.X #, ~R2, R3, {c}, 0x3, P2"), &REGISTERS, |read| {
            let shifted = !high([bare(read, 1), read.word(3)], 3);
            word(read, shifted.wrapping_add(read.word(2)).wrapping_add(read.predicate(5).into()))
        });
    }
    check("LEA.HI.SX32 #, R2, -R3, 0x1b", &REGISTERS, |read| {
        word(read, high([read.word(1), sign(read.word(1))], 27).wrapping_sub(bare(read, 2)))
    });
    for (a, b) in [("R2", "~R3"), ("~R2", "R3")] {
        check(&format!("LEA.HI.X.SX32 #, {a}, {b}, 0x1, !P1"), &REGISTERS, |read| {
            let shifted = high([bare(read, 1), sign(bare(read, 1))], 1);
            let shifted = if a == "~R2" { !shifted } else { shifted };
            word(read, shifted.wrapping_add(read.word(2)).wrapping_add(read.predicate(4).into()))
        });
    }
    check("IMAD #, R2, R3, -R4", &REGISTERS, |read| {
        word(read, read.word(1).wrapping_mul(read.word(2)).wrapping_sub(bare(read, 3)))
    });
    check("IMAD.U32.X #, R2, 0x100000, R4, P1", &REGISTERS, |read| {
        let product = read.word(1).wrapping_mul(read.word(2));
        word(read, product.wrapping_add(read.word(3)).wrapping_add(read.predicate(4).into()))
    });
}

/// Products and a pair: of registers, of constant memory and of uniform registers.
#[test]
fn products_add_a_pair_of_words() {
    let product = |read: &Reader, first: usize, is_signed: bool| {
        let (a, b) = (read.word(first), read.word(first + 1));
        match is_signed {
            true => (i64::from(a.cast_signed()) * i64::from(b.cast_signed())).cast_unsigned(),
            false => u64::from(a) * u64::from(b),
        }
    };
    let behind = |name: &str| match name {
        "RZ" => "RZ".to_owned(),
        "c[0x0][0x164]" => "c[0x0][0x168]".to_owned(),
        "UR6" => "UR7".to_owned(),
        name => format!("R{}", name[1..].parse::<usize>().expect(name) + 1),
    };
    let pair = |read: &Reader, place: usize| {
        let high = behind(read.text(place));
        let read_high = Reader { operands: vec![&high], ..*read };
        u64::from(read_high.word(0)) << 32 | u64::from(read.word(place))
    };
    for addend in ["R6", "RZ", "c[0x0][0x164]", "UR6", "R2"] {
        for part in ["", ".U32"] {
            let is_signed = part.is_empty();
            check(
                &format!("IMAD.HI{part} #, R3, R4, {addend}"),
                &["R1", "R3", "R4", "R6", "R7"],
                |read| {
                    let sum = product(read, 1, is_signed).wrapping_add(pair(read, 3));
                    word(read, (sum >> 32) as u32)
                },
            );
            check(
                &format!("@!P2 IMAD.WIDE{part} #, R3, R4, {addend}"),
                &["R2", "R4", "R6"],
                |read| {
                    let sum = product(read, 1, is_signed).wrapping_add(pair(read, 3));
                    let mut results = word(read, sum as u32);
                    results.words.push((number(read, 0) + 1, (sum >> 32) as u32));
                    results
                },
            );
        }
    }
    check("IMAD.HI.U32 #, P1, R3, R4, R6", &["R1", "R3", "R4", "R6", "R7"], |read| {
        let sum = u128::from(product(read, 2, false)) + u128::from(pair(read, 4));
        word_and_bits(read, (sum >> 32) as u32, [sum >> 64 > 0])
    });
    check("IMAD.WIDE.U32.X #, RZ, c[0x0][0x164], R6, P0", &["R2", "R6"], |read| {
        let sum = pair(read, 3).wrapping_add(read.predicate(4).into());
        let mut results = word(read, sum as u32);
        results.words.push((number(read, 0) + 1, (sum >> 32) as u32));
        results
    });
    let listing = read_listing(
        "IMAD.WIDE R2, R4, R5, c[0x0][0x10]",
        &Config::default().target(),
        &Constants::default(),
    );
    let wanted = [("c[0x0][0x10]".to_owned(), 1), ("c[0x0][0x14]".to_owned(), 1)];
    assert_eq!(listing.wanted, wanted);
}

/// Fields of bytes and halves, multiplied exactly.
#[test]
fn dot_products_of_bytes_and_halves_are_exact() {
    let part = |word: u32, place: u32, width: u32, is_signed: bool| {
        let shifted = i64::from(word >> (place * width)) & ((1 << width) - 1);
        let is_negative = is_signed && shifted >> (width - 1) == 1;
        if is_negative { shifted - (1 << width) } else { shifted }
    };
    for (a, b) in [("S8", "S8"), ("S8", "U8"), ("U8", "S8"), ("U8", "U8")] {
        for sources in [
            "R2, R3, R4",
            "R2, R3, RZ",
            "R2, c[0x0][0x164], RZ",
            "R2, R2, R2",
            "R2, 0x80ff7f01, R4",
        ] {
            check(&format!("IDP.4A.{a}.{b} #, {sources}"), &REGISTERS, |read| {
                let (first, second) = (read.word(1), read.word(2));
                let products = (0..4).map(|place| {
                    part(first, place, 8, a == "S8") * part(second, place, 8, b == "S8")
                });
                word(read, (products.sum::<i64>() + i64::from(read.word(3))) as u32)
            });
            for (half, low) in [("LO", 0), ("HI", 2)] {
                let of_halves = a.replace('8', "16");
                check(
                    &format!("@P3 IDP.2A.{half}.{of_halves}.{b} #, {sources}"),
                    &REGISTERS,
                    |read| {
                        let (first, second) = (read.word(1), read.word(2));
                        let products = (0..2).map(|place| {
                            part(first, place, 16, a == "S8")
                                * part(second, low + place, 8, b == "S8")
                        });
                        word(read, (products.sum::<i64>() + i64::from(read.word(3))) as u32)
                    },
                );
            }
        }
    }
    type Extreme = fn(i32, i32) -> i32;
    let extremes: [(&str, Extreme, Extreme); 4] = [
        ("VMNMX.MX.MAX #, R2, R3, R4", i32::max, i32::max),
        ("VMNMX.MX.MIN #, R2, R3, R4", i32::max, i32::min),
        ("VMNMX.MAX #, R2, 0x5, R4", i32::min, i32::max),
        ("VMNMX.MIN #, R2, RZ, R4", i32::min, i32::min),
    ];
    for (line, first, second) in extremes {
        check(line, &REGISTERS, |read| {
            let [a, b, c] = [1, 2, 3].map(|place| read.word(place).cast_signed());
            word(read, second(first(a, b), c).cast_unsigned())
        });
    }
}

/// PTX's bfe and bfi: place and length are bytes, and bits outside the word are none.
#[test]
fn a_register_gives_place_and_length_of_a_bit_field() {
    for field in ["R3", "0x2015", "0x180c", "c[0x0][0x164]"] {
        check(&format!("BFE.U32 #, R2, {field}"), &REGISTERS, |read| {
            let [place, length, ..] = read.word(2).to_le_bytes().map(u32::from);
            let bits = (0..length.min(32))
                .filter(|bit| place + bit < 32 && read.word(1) >> (place + bit) & 1 == 1);
            word(read, bits.map(|bit| 1 << bit).sum())
        });
        for (a, c) in [("R2", "R4"), ("RZ", "R4"), ("R2", "RZ"), ("R3", "0x12345678")] {
            // Two literals beside a word that is kept.
            if (a == "RZ" || c.starts_with("0x")) && field != "R3" {
                continue;
            }
            check(&format!("@P1 BFI #, {a}, {field}, {c}"), &REGISTERS, |read| {
                let [place, length, ..] = read.word(2).to_le_bytes().map(u32::from);
                let bit = |bit: u32| match (place..place + length).contains(&bit) {
                    true => (read.word(1) >> (bit - place) & 1) << bit,
                    false => read.word(3) & 1 << bit,
                };
                word(read, (0..32).map(bit).sum())
            });
        }
    }
}

/// The smallest float that is not below the integer.
#[test]
fn an_integer_is_rounded_up_to_a_float() {
    let up = |value: i64| {
        // A f64 holds the integer; its 29 bits too many are cut off, and one is added if any was set.
        let wide = (value as f64).abs().to_bits();
        let below = f64::from_bits(wide & !((1 << 29) - 1));
        let away = f64::from_bits((wide & !((1 << 29) - 1)) + (1 << 29));
        let is_exact = wide & ((1 << 29) - 1) == 0;
        let magnitude = if is_exact || value < 0 { below } else { away };
        if value < 0 { -magnitude as f32 } else { magnitude as f32 }.to_bits()
    };
    assert_eq!(f32::from_bits(up(16_777_217)), 16_777_218.0);
    assert_eq!(f32::from_bits(up(-16_777_217)), -16_777_216.0);
    for source in ["R2", "0x20", "0xffffffff", "0x1000001", "c[0x0][0x164]"] {
        for name in ["I2F.U32.RP", "I2F.F32.U32.RP"] {
            check(&format!("{name} #, {source}"), &REGISTERS[..2], |read| {
                word(read, up(read.word(1).into()))
            });
        }
        for name in ["I2F.RP", "I2F.F32.S32.RP"] {
            check(&format!("@!P2 {name} #, {source}"), &REGISTERS[..2], |read| {
                word(read, up(read.word(1).cast_signed().into()))
            });
        }
    }
    for name in ["F2I.U32.F32.FLOOR", "F2I.U32.FLOOR.NTZ"] {
        check(&format!("{name} #, -R2"), &REGISTERS[..2], |read| {
            word(read, read.float(1).floor() as u32)
        });
    }
}

#[test]
fn saturated_results_and_extremes_with_nan_are_as_ptx_says() {
    let saturated = |value: f32| if value > 0.0 { value.min(1.0) } else { 0.0 }.to_bits();
    check("FADD.SAT #, R2, -|R3|", &REGISTERS[..3], |read| {
        word(read, saturated(read.float(1) + read.float(2)))
    });
    check("FMUL.SAT #, R2, R3", &REGISTERS[..3], |read| {
        word(read, saturated(read.float(1) * read.float(2)))
    });
    for c in ["R4", "0.5", "RZ"] {
        check(&format!("@P0 FFMA.SAT #, R2, R3, {c}"), &REGISTERS, |read| {
            word(read, saturated(read.float(1).mul_add(read.float(2), read.float(3))))
        });
    }
    for second in ["R3", "-R3", "2", "|c[0x0][0x164]|", "+INF"] {
        for (least, is_minimum) in [("PT", true), ("!PT", false)] {
            check(&format!("FMNMX.NAN #, -R2, {second}, {least}"), &REGISTERS[..3], |read| {
                let (a, b) = (read.float(1), read.float(2));
                let either =
                    if a.is_nan() || b.is_nan() { f32::NAN } else { extreme(a, b, is_minimum) };
                word(read, bits(either))
            });
        }
    }
}

/// Subnormal numbers among the sources, as 0 with their sign.
#[test]
fn sums_and_compares_with_ftz_take_subnormal_numbers_as_nothing() {
    let flushed = |value: f32| if value.is_subnormal() { 0_f32.copysign(value) } else { value };
    let sources = [
        "R2, R3",
        "R2, -R2",
        "-|R2|, R3",
        "R3, 1e-39",
        "-R2, -1e-39",
        "R2, RZ",
        "R3, c[0x0][0x164]",
    ];
    for pair in sources {
        check(&format!("FADD.FTZ #, {pair}"), &REGISTERS[..3], |read| {
            word(read, bits(flushed(flushed(read.float(1)) + flushed(read.float(2)))))
        });
        check(&format!("@P2 FADD.FTZ.SAT #, {pair}"), &REGISTERS[..3], |read| {
            let sum = flushed(flushed(read.float(1)) + flushed(read.float(2)));
            word(read, if sum > 0.0 { sum.min(1.0) } else { 0.0 }.to_bits())
        });
        for (least, is_minimum) in [("PT", true), ("!PT", false)] {
            check(&format!("FMNMX.FTZ #, {pair}, {least}"), &REGISTERS[..3], |read| {
                let (a, b) = (flushed(read.float(1)), flushed(read.float(2)));
                word(read, bits(extreme(a, b, is_minimum)))
            });
            check(&format!("FMNMX.FTZ.NAN #, {pair}, {least}"), &REGISTERS[..3], |read| {
                let (a, b) = (flushed(read.float(1)), flushed(read.float(2)));
                let either =
                    if a.is_nan() || b.is_nan() { f32::NAN } else { extreme(a, b, is_minimum) };
                word(read, bits(either))
            });
        }
        for relation in [
            "LT", "LE", "GT", "GE", "EQ", "NE", "LTU", "LEU", "GTU", "GEU", "EQU", "NEU", "NUM",
            "NAN",
        ] {
            for with in ["AND", "OR", "XOR"] {
                check(
                    &format!("@!P2 FSETP.{relation}.FTZ.{with} #, PT, {pair}, !P3"),
                    &["P0", "P3"],
                    |read| {
                        let (a, b) = (flushed(read.float(2)), flushed(read.float(3)));
                        bit(
                            read,
                            combined(with, compares_floats(relation, a, b), read.predicate(4)),
                        )
                    },
                );
            }
            check(&format!("FSET.BF.{relation}.FTZ.AND #, {pair}, PT"), &REGISTERS[..3], |read| {
                let (a, b) = (flushed(read.float(1)), flushed(read.float(2)));
                word(read, if compares_floats(relation, a, b) { 1.0_f32.to_bits() } else { 0 })
            });
        }
    }
    for line in ["FMUL.FTZ R1, R2, R3", "FFMA.FTZ R1, R2, R3, R4", "FADD.FTZ.RP R1, R2, R3"] {
        assert!(!is_taken_as(line, 1, |_, _| Some(Results::default())), "{line}");
    }
}

/// A bit of the word for each predicate of the mask, and back.
#[test]
fn predicates_are_bits_of_a_word() {
    for (line, mask) in [
        ("R2P PR, R2, 0x6", 6),
        ("@P3 R2P PR, R2.B1, 0x5c", 0x5c),
        ("@!P6 R2P PR, R2.B3, 0x7f", 0x7f),
        ("R2P PR, R2.B2, 0x41", 0x41),
        ("R2P PR, R2", 0xff),
        ("@P1 R2P PR, RZ, 0x78", 0x78),
        ("R2P PR, RZ", 0xff),
    ] {
        check(line, &[""], |read| {
            let (name, byte) = read.text(1).split_once(".B").unwrap_or((read.text(1), "0"));
            let word = read.register(name).unwrap_or(0) >> (8 * byte.parse::<u32>().expect(byte));
            let bits = (0..7).filter(|number| mask >> number & 1 == 1);
            let bits = bits.map(|number| (number, word >> number & 1 == 1));
            Results { bits: bits.collect(), ..Results::default() }
        });
    }
    for mask in [0x78, 0x0f, 0x7f, 0x40, 0x1] {
        check(&format!("@!P3 P2R #, PR, RZ, {mask:#x}"), &["R1"], |read| {
            let set =
                |number: &usize| mask >> number & 1 == 1 && read.state.masks[*number][read.thread];
            word(read, (0..7).filter(set).map(|number| 1 << number).sum())
        });
    }
    for line in [
        "P2R R1, PR, R2, 0x78",
        "P2R.B1 R1, PR, R1, 0x8",
        "P2R R1, PR, RZ, 0x80",
        "P2R R1, CC, RZ, 0xf",
        "R2P CC, R2, 0xf",
        "R2P PR, R2.B4, 0xf",
    ] {
        assert!(!is_taken_as(line, 1, |_, _| Some(Results::default())), "{line}");
    }
}

#[test]
fn logic_permutes_and_compares_take_more_forms() {
    type Logic = fn(u32, u32) -> u32;
    let words: [(&str, Logic); 3] = [
        ("LOP.AND #, R2, ~R3", |a, b| a & !b),
        ("LOP.AND #, ~R2, R3", |a, b| !a & b),
        ("LOP32I.AND #, ~R2, 0x18", |a, b| !a & b),
    ];
    let bare = |read: &Reader, place: usize| {
        read.register(read.text(place).trim_start_matches('~')).unwrap_or_else(|| read.word(place))
    };
    for (line, logic) in words {
        check(line, &REGISTERS[..3], |read| word(read, logic(bare(read, 1), bare(read, 2))));
    }
    let tests: [(&str, Logic); 3] = [
        ("LOP.AND.NZ #, RZ, R2, ~R3", |a, b| a & !b),
        ("LOP.AND.NZ #, RZ, ~R2, ~R3", |a, b| !a & !b),
        ("LOP.XOR.NZ #, RZ, R2, ~R3", |a, b| a ^ !b),
    ];
    for (line, logic) in tests {
        check(line, &["P0"], |read| bit(read, logic(bare(read, 2), bare(read, 3)) != 0));
    }
    check("LOP.AND.NZ P2, #, R2, 0x7", &REGISTERS[..2], |read| {
        let both = read.word(2) & 7;
        Results { words: vec![(number(read, 1), both)], bits: vec![(2, both != 0)] }
    });
    // PTX's prmt.b4e of 3, .rc8 of 0 and .rc16 of 0.
    for (line, bytes) in [
        ("PRMT.B4E #, R2, 0x3, R3", [3, 2, 1, 0]),
        ("PRMT.RC8 #, R2, 0x0, R3", [0, 0, 0, 0]),
        ("PRMT.RC16 #, R2, 0x0, R3", [0, 1, 0, 1]),
    ] {
        check(line, &REGISTERS[..3], |read| {
            word(read, u32::from_le_bytes(bytes.map(|byte| read.word(1).to_le_bytes()[byte])))
        });
    }
    for (line, with) in
        [("PSET.OR.AND #, P1, !P2, PT", "OR"), ("PSET.XOR.AND #, PT, P2, P3", "XOR")]
    {
        check(line, &["R1"], |read| {
            let holds = combined(with, read.predicate(1), read.predicate(2)) && read.predicate(3);
            word(read, if holds { u32::MAX } else { 0 })
        });
    }
    for relation in ["LT", "LE", "GT", "GE", "EQ", "NE"] {
        for (part, with) in [("", "AND"), (".U32", "OR"), ("", "XOR")] {
            check(
                &format!("@!P4 ISETP.{relation}{part}.{with}.EX #, PT, R2, R3, !P0, P1"),
                &["P0", "P1", "P2"],
                |read| {
                    let (a, b) = (i64::from(read.word(2)), i64::from(read.word(3)));
                    let flip = |word: i64| if part.is_empty() { word ^ 1 << 31 } else { word };
                    let (a, b) = (flip(a), flip(b));
                    let high = match relation {
                        "LT" | "LE" => a < b,
                        "GT" | "GE" => a > b,
                        _ => a != b && relation == "NE",
                    };
                    let holds = if a == b { read.predicate(5) } else { high };
                    bit(read, combined(with, holds, read.predicate(4)))
                },
            );
        }
    }
    check("MOV32I #, 32@lo(table)", &["R1"], |read| word(read, read.word(1)));
}
