//! GFX9 encodings judged by LLVM's assembler and disassembler for `gfx900`.

mod common;

use std::fmt::Write as _;

use common::tools::{run, tool};
use lanebeat::config::{Config, Preset};
use lanebeat::isa::gcn::{NOT_IN_GFX9, encode};
use lanebeat::isa::{Dialect, DppControl, Field, Spelling, TABLE, asm};

const JUDGE: &str = "llvm-mc-14";
const MACHINE: [&str; 2] = ["-arch=amdgcn", "-mcpu=gfx900"];

/// What LLVM makes of each line: its dwords, or nothing where it refuses the line. `None` without LLVM.
fn judged(lines: &[String]) -> Option<Vec<Option<Vec<u32>>>> {
    let judge = tool(JUDGE)?;
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("lines.s"), lines.join("\n")).expect("a file");
    let arguments = [MACHINE[0], MACHINE[1], "-show-encoding", "lines.s"].map(str::to_owned);
    let (_, said) = run(&judge, folder.path(), &arguments);
    let mut dwords = said.lines().filter_map(|line| line.split_once("; encoding: [")).map(|(_, bytes)| dwords(bytes));
    let error_line = |line: &str| line.strip_prefix("lines.s:")?.split_once(": error:")?.0.split(':').next()?.parse().ok();
    let refused: std::collections::BTreeSet<usize> = said.lines().filter_map(error_line).collect();
    let judged = (1..=lines.len())
        .map(|number| if refused.contains(&number) { None } else { Some(dwords.next().expect("an encoding a line")) })
        .collect();
    assert!(dwords.next().is_none(), "more encodings than lines");
    Some(judged)
}

/// Little-endian dwords of `0x01,0x02,…]`.
fn dwords(bytes: &str) -> Vec<u32> {
    let byte = |text: &str| u8::from_str_radix(text.trim().trim_start_matches("0x"), 16).expect("a byte");
    let bytes: Vec<u8> = bytes.trim_end().trim_end_matches(']').split(',').map(byte).collect();
    bytes.chunks_exact(4).map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four"))).collect()
}

/// What our assembler makes of each line.
fn ours(lines: &[String]) -> Vec<Option<Vec<u32>>> {
    let target = Config::load(Some(Preset::Gcn), None, &[]).expect("a preset").target();
    let program = asm::assemble("lines.s", &lines.join("\n"), &target).unwrap_or_else(|errors| panic!("{:?}", errors.errors));
    assert_eq!(program.waves[0].len(), lines.len());
    program.waves[0].iter().map(|line| encode(&line.instruction).ok()).collect()
}

/// A line with each mask slot as the pair of scalar registers that it is on GFX9.
fn in_llvm_names(line: &str) -> String {
    let pairs = [("s0", "s[0:1]"), ("s1", "s[2:3]"), ("s2", "s[4:5]"), ("s3", "s[6:7]")];
    let word = |word: &str| pairs.iter().find(|(slot, _)| *slot == word).map_or(word.to_owned(), |(_, pair)| (*pair).to_owned());
    line.split(' ')
        .map(|part| part.strip_suffix(',').map_or_else(|| word(part), |part| word(part) + ","))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Both assemblers take the same lines and give the same dwords; the lines that they took, with those.
fn compare(lines: &[String]) -> Vec<(String, Vec<u32>)> {
    let renamed: Vec<String> = lines.iter().map(|line| in_llvm_names(line)).collect();
    let Some(judged) = judged(&renamed) else { return vec![] };
    let ours = ours(lines);
    for ((line, ours), judged) in lines.iter().zip(&ours).zip(&judged) {
        assert_eq!(ours, judged, "ours, then LLVM's: {line} {ours:x?} {judged:x?}");
    }
    renamed.into_iter().zip(ours).filter_map(|(line, dwords)| Some((line, dwords?))).collect()
}

/// LLVM's disassembler reads the dwords as the lines that they were made from.
fn read_back(taken: &[(String, Vec<u32>)]) {
    let Some(said) = disassembled(&taken.iter().map(|(_, dwords)| dwords.clone()).collect::<Vec<_>>()) else { return };
    assert_eq!(said.len(), taken.len());
    for ((line, dwords), said) in taken.iter().zip(said) {
        assert_eq!(canonical(line), canonical(&said), "{dwords:x?}: {line} and {said}");
    }
}

fn disassembled(instructions: &[Vec<u32>]) -> Option<Vec<String>> {
    let judge = tool(JUDGE)?;
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::new();
    for dwords in instructions {
        let bytes: Vec<String> = dwords.iter().flat_map(|dword| dword.to_le_bytes()).map(|byte| format!("{byte:#04x}")).collect();
        writeln!(text, "{}", bytes.join(",")).expect("a string grows");
    }
    std::fs::write(folder.path().join("bytes.txt"), text).expect("a file");
    let arguments = ["-disassemble", MACHINE[0], MACHINE[1], "bytes.txt"].map(str::to_owned);
    let (success, said) = run(&judge, folder.path(), &arguments);
    assert!(success && !said.contains("warning:"), "{said}");
    Some(said.lines().map(str::trim).filter(|line| !line.is_empty() && *line != ".text").map(str::to_owned).collect())
}

/// A line with its numbers as bits, without the suffix of its format and without masks that say what is so anyway.
fn canonical(line: &str) -> Vec<String> {
    let mut parts = line.split([' ', '\t']).filter(|part| !part.is_empty());
    let mnemonic = parts.next().expect("a mnemonic");
    let mnemonic = ["_e32", "_e64", "_dpp"].iter().find_map(|suffix| mnemonic.strip_suffix(suffix)).unwrap_or(mnemonic);
    let is_mask = mnemonic.starts_with("s_");
    let part = |part: &str| match part.trim_end_matches(',') {
        "row_mask:0xf" | "bank_mask:0xf" => None,
        "bound_ctrl:0" | "bound_ctrl:1" => Some("bound_ctrl".to_owned()),
        number => Some(bits(number, is_mask).map_or(number.to_owned(), |bits| format!("{bits:#x}"))),
    };
    std::iter::once(mnemonic.to_owned()).chain(parts.filter_map(part)).collect()
}

fn bits(number: &str, is_mask: bool) -> Option<u64> {
    if number.contains('.') && is_mask {
        return number.parse().ok().map(f64::to_bits);
    }
    if number.contains('.') {
        return number.parse().ok().map(|number: f32| number.to_bits().into());
    }
    let value = match number.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    Some(if is_mask { value as u64 } else { (value as u32).into() })
}

/// The GCN spellings of what GFX9 has.
fn spellings() -> impl Iterator<Item = &'static Spelling> {
    let is_there = |operation| NOT_IN_GFX9.iter().all(|(missing, _)| *missing != operation);
    let rows = TABLE.iter().filter(move |row| is_there(row.operation));
    rows.flat_map(|row| row.spellings).filter(|spelling| spelling.dialect == Dialect::Gcn)
}

/// The spellings of vector operations with sources.
fn vector_spellings() -> impl Iterator<Item = &'static Spelling> {
    spellings().filter(|spelling| spelling.fields.contains(&Field::A))
}

/// The line of a spelling with `operand` in the place of kind `field`.
fn line(spelling: &Spelling, field: Field, operand: &str) -> String {
    let usual = |field| match field {
        Field::D => "v1",
        Field::A => "v2",
        Field::B => "v3",
        Field::C => "v4",
        Field::MaskDestination | Field::NotVcc | Field::Vcc => "vcc",
        Field::Exec => "exec",
        Field::Slot | Field::SlotDestination => "s1",
        Field::MaskLiteral => "-1",
        Field::ExtraSlots => "1",
        other => panic!("no GCN spelling of GFX9 has {other:?}"),
    };
    let operands: Vec<&str> = spelling.fields.iter().map(|&own| if own == field { operand } else { usual(own) }).collect();
    format!("{} {}", spelling.mnemonic, operands.join(", ")).trim_end().to_owned()
}

#[test]
fn registers_are_encoded_as_llvm_does() {
    let mut lines = vec![];
    for spelling in spellings() {
        for field in [Field::D, Field::A, Field::B].into_iter().filter(|field| spelling.fields.contains(field)) {
            let numbers: &[u32] =
                if spelling.mnemonic == "v_add_u32" { &(0..256).collect::<Vec<_>>() } else { &[0, 9, 127, 128, 255] };
            lines.extend(numbers.iter().map(|number| line(spelling, field, &format!("v{number}"))));
        }
    }
    assert!(lines.len() > 1000, "{}", lines.len());
    read_back(&compare(&lines));
}

#[test]
fn constants_are_inline_literal_or_refused_as_llvm_does() {
    let mut constants: Vec<String> = (-20..=70).map(|number: i32| number.to_string()).collect();
    let words = [
        0x3f00_0000_u32,
        0xbf00_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x4000_0000,
        0xc000_0000,
        0x4080_0000,
        0xc080_0000,
        0x3e22_f983,
        0x3e22_f984,
        0x3f80_0001,
        0x8000_0000,
        0x7fff_ffff,
        0xffff_fff0,
        0xffff_ffef,
        0xffff,
        0x1234_5678,
        0x3c00,
        0x7f80_0000,
    ];
    constants.extend(words.map(|word| format!("{word:#x}")));
    let places = vector_spellings().flat_map(|spelling| {
        [Field::A, Field::B].into_iter().filter(|field| spelling.fields.contains(field)).map(move |field| (spelling, field))
    });
    let lines: Vec<String> =
        places.flat_map(|(spelling, field)| constants.iter().map(move |constant| line(spelling, field, constant))).collect();
    assert!(lines.len() > 5000, "{}", lines.len());
    read_back(&compare(&lines));
}

/// The text of every control that our assembler knows, row_share and row_xmask among them.
fn controls() -> Vec<String> {
    let mut texts: Vec<String> =
        (0..256).map(|p| format!("quad_perm:[{},{},{},{}]", p & 3, p >> 2 & 3, p >> 4 & 3, p >> 6)).collect();
    for name in ["row_shl", "row_shr", "row_ror"] {
        texts.extend((1..16).map(|n| format!("{name}:{n}")));
    }
    texts.extend(["shl", "rol", "shr", "ror"].map(|name| format!("wave_{name}:1")));
    texts.extend(["row_mirror", "row_half_mirror", "row_bcast:15", "row_bcast:31"].map(str::to_owned));
    for name in ["row_share", "row_xmask"] {
        texts.extend((0..16).map(|n| format!("{name}:{n}")));
    }
    assert_eq!(texts.len(), DppControl::all().count());
    texts
}

/// Every operation with every control; masks and bound_ctrl go round. Compares are not in LLVM's GFX9 with DPP.
#[test]
fn dpp_is_encoded_as_llvm_does() {
    let mut lines = vec![];
    for spelling in vector_spellings().filter(|spelling| !spelling.mnemonic.starts_with("v_cmp")) {
        for control in controls() {
            let turn = lines.len();
            let masks = format!("row_mask:{:#x} bank_mask:{:#x}", turn & 15, turn >> 3 & 15);
            let bound_control = if turn % 3 == 0 { " bound_ctrl:0" } else { "" };
            lines.push(format!("{} {control} {masks}{bound_control}", line(spelling, Field::A, "v200")));
        }
    }
    for masks in 0..256 {
        let text = format!("v_mov_b32 v1, v2 row_ror:7 row_mask:{:#x} bank_mask:{:#x}", masks >> 4, masks & 15);
        lines.extend([format!("{text} bound_ctrl:0"), text]);
    }
    lines.extend(
        ["row_mask:0x3", "bank_mask:0x6", "bound_ctrl:0", ""]
            .map(|masks| format!("v_not_b32 v5, v6 row_shl:9 {masks}").trim().to_owned()),
    );
    assert!(lines.len() > 7000, "{}", lines.len());
    read_back(&compare(&lines));
}

/// LLVM has no DPP for GFX9's compares, which AMD's manual has: the first dword must be LLVM's compare but for src0,
/// the second LLVM's dword of a move.
#[test]
fn dpp_of_a_compare_is_llvms_compare_with_llvms_modifier() {
    let with_dpp = |line: String, control: &String| format!("{line} {control} row_mask:0xa bank_mask:0x5 bound_ctrl:0");
    let is_there = |control: &String| !control.starts_with("row_share") && !control.starts_with("row_xmask");
    let controls: Vec<String> = controls().into_iter().filter(is_there).collect();
    let moves: Vec<String> = controls.iter().map(|control| with_dpp("v_mov_b32 v1, v200".to_owned(), control)).collect();
    let compares: Vec<&Spelling> = vector_spellings().filter(|spelling| spelling.mnemonic.starts_with("v_cmp")).collect();
    let plain: Vec<String> = compares.iter().map(|spelling| line(spelling, Field::A, "v200")).collect();
    let (Some(moves), Some(plain)) = (judged(&moves), judged(&plain)) else { return };
    let second = |dwords: Option<Vec<u32>>| dwords.expect("LLVM has it")[1];
    let modifiers: Vec<u32> = moves.into_iter().map(second).collect();
    for (spelling, plain) in compares.into_iter().zip(plain) {
        let first = plain.expect("LLVM has it")[0] & !0x1ff | 0xfa;
        let lines: Vec<String> = controls.iter().map(|control| with_dpp(line(spelling, Field::A, "v200"), control)).collect();
        let expected: Vec<Option<Vec<u32>>> = modifiers.iter().map(|&modifier| Some(vec![first, modifier])).collect();
        assert_eq!(ours(&lines), expected, "{}", spelling.mnemonic);
    }
}

#[test]
fn scalar_operations_are_encoded_as_llvm_does() {
    let masks = [
        "-1",
        "-2",
        "-16",
        "0",
        "1",
        "64",
        "65",
        "0x7fffffff",
        "0x80000000",
        "0xffffffff",
        "0xdeadbeef",
        "0xffffffffffffffff",
        "0x100000000",
        "0x123456789abcdef0",
        "0x3fe0000000000000",
        "0xbfe0000000000000",
        "0x3ff0000000000000",
        "0xbff0000000000000",
        "0x4000000000000000",
        "0xc000000000000000",
        "0x4010000000000000",
        "0xc010000000000000",
        "0x3fc45f306dc9c882",
        "0x3f800000",
    ];
    let slots = ["s0", "s1", "s2", "s3"];
    let extra_slots: Vec<String> = (1..16).map(|number| number.to_string()).collect();
    let mut lines = vec![];
    for spelling in spellings().filter(|spelling| !spelling.fields.contains(&Field::A)) {
        lines.push(line(spelling, Field::D, ""));
        for &field in spelling.fields {
            match field {
                Field::MaskLiteral => lines.extend(masks.map(|mask| line(spelling, field, mask))),
                Field::Slot | Field::SlotDestination => lines.extend(slots.map(|slot| line(spelling, field, slot))),
                Field::ExtraSlots => lines.extend(extra_slots.iter().map(|number| line(spelling, field, number))),
                _ => {}
            }
        }
    }
    read_back(&compare(&lines));
}

/// GFX9 fills a mask literal's upper half with zeros; LLVM 14 takes these lines and so changes their masks.
#[test]
fn masks_that_llvm_would_change_are_refused() {
    let lines = ["-17", "-2147483648", "0xffffffff80000000"].map(|mask| format!("s_mov_b64 exec, {mask}"));
    assert_eq!(ours(&lines), [None, None, None]);
    let Some(judged) = judged(&lines) else { return };
    assert_eq!(judged[1], Some(vec![0xbefe_01ff, 0x8000_0000]));
    assert_eq!(judged[2], judged[1]);
}

#[test]
fn exit_is_llvms_s_endpgm() {
    assert_eq!(ours(&["EXIT".to_owned()]), [Some(vec![0xbf81_0000])]);
    let Some(judged) = judged(&["s_endpgm".to_owned()]) else { return };
    assert_eq!(judged, [Some(vec![0xbf81_0000])]);
}

/// LLVM's disassembler names each of the 512 numbers, or says in a comment that it is none of GFX9's.
#[test]
fn the_reserved_dpp_controls_are_llvms() {
    let instructions: Vec<Vec<u32>> = (0..0x200).map(|control| vec![0x7e02_02fa, 0xff00_0002 | control << 8]).collect();
    let Some(said) = disassembled(&instructions) else { return };
    let legal = controls().iter().map(|control| format!("v_mov_b32 v1, v2 {control}")).collect::<Vec<_>>();
    let ours = ours(&legal);
    assert_eq!(said.len(), instructions.len());
    for (said, dwords) in said.iter().zip(&instructions) {
        assert_eq!(said.contains("/*"), !ours.contains(&Some(dwords.clone())), "{said}");
    }
}

#[test]
fn reserved_dpp_controls_are_refused_in_the_text_by_both() {
    let controls = [
        "row_shl:0",
        "row_shl:16",
        "row_shr:0",
        "row_shr:16",
        "row_ror:0",
        "row_ror:16",
        "wave_shl:0",
        "wave_shl:2",
        "wave_rol:2",
        "wave_shr:2",
        "wave_ror:0",
        "row_bcast:0",
        "row_bcast:16",
        "row_bcast:32",
        "quad_perm:[0,1,2,4]",
        "quad_perm:[0,1,2]",
        "row_mirror:1",
        "dpp_ctrl:0x100",
        "row_mask:16 row_shr:1",
        "bank_mask:-1 row_shr:1",
    ];
    let lines = controls.map(|control| format!("v_mov_b32 v1, v2 {control}"));
    let target = Config::default().target();
    for line in &lines {
        assert!(asm::assemble("lines.s", line, &target).is_err(), "{line}");
    }
    let Some(judged) = judged(&lines) else { return };
    for (line, judged) in lines.iter().zip(judged) {
        assert_eq!(judged, None, "{line}");
    }
}
