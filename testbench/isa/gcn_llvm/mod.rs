//! GFX9 encodings judged by LLVM's assembler and disassembler for `gfx900`.

mod judge;

use judge::{compare, disassembled, in_llvm_names, judged, ours, read_back, take_printed};
use lanebeat::config::Config;
use lanebeat::isa::{
    Dialect, Dpp, DppControl, Field, Gfx9, Instruction, Operation, Spelling, TABLE, asm,
};

/// The GCN spellings of what GFX9 has, without the lane moves.
fn spellings() -> impl Iterator<Item = &'static Spelling> {
    let rows = TABLE.iter().filter(|row| row.instead.is_none());
    let rows =
        rows.filter(|row| !matches!(row.operation, Operation::LaneMove(_) | Operation::WriteLane));
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
        Field::MaskDestination
        | Field::NotVcc
        | Field::Vcc
        | Field::VccDestination
        | Field::VccCarry => "vcc",
        Field::Exec => "exec",
        Field::Slot | Field::SlotDestination => "s1",
        Field::MaskLiteral => "-1",
        Field::ExtraSlots => "1",
        other => panic!("no GCN spelling of GFX9 has {other:?}"),
    };
    let operands: Vec<&str> = spelling
        .fields
        .iter()
        .map(|&own| if own == field { operand } else { usual(own) })
        .collect();
    format!("{} {}", spelling.mnemonic, operands.join(", ")).trim_end().to_owned()
}

#[test]
fn registers_are_encoded_as_llvm_does() {
    let mut lines = vec![];
    for spelling in spellings() {
        for field in [Field::D, Field::A, Field::B]
            .into_iter()
            .filter(|field| spelling.fields.contains(field))
        {
            let numbers: &[u32] = if spelling.mnemonic == "v_add_u32" {
                &(0..256).collect::<Vec<_>>()
            } else {
                &[0, 9, 127, 128, 255]
            };
            lines.extend(numbers.iter().map(|number| line(spelling, field, &format!("v{number}"))));
        }
    }
    assert!(lines.len() > 1000, "{}", lines.len());
    read_back(&compare(&lines));
}

#[test]
fn lane_moves_are_encoded_as_llvm_does() {
    let mut lines: Vec<String> =
        (-16..=64).map(|constant| format!("v_writelane_b32 v7, {constant}, 63")).collect();
    lines.extend((0..64).map(|thread| format!("v_writelane_b32 v255, -1, {thread}")));
    lines.push("v_writelane_b32 v3, 0x3f800000, 1".to_owned());
    for name in ["ds_bpermute_b32", "ds_permute_b32"] {
        for n in [0, 1, 127, 128, 255] {
            lines.extend([
                format!("{name} v{n}, v2, v3"),
                format!("{name} v1, v{n}, v3"),
                format!("{name} v1, v2, v{n}"),
            ]);
        }
    }
    let moves = compare(&lines);
    read_back(&moves);
    let mut lines: Vec<String> = (0..0x10000)
        .step_by(13)
        .map(|offset| format!("ds_swizzle_b32 v1, v2 offset:{offset}"))
        .collect();
    lines.extend(
        [0, 9, 128, 255].map(|n| format!("ds_swizzle_b32 v{n}, v{} offset:0x801b", 255 - n)),
    );
    take_printed(&compare(&lines));
}

/// LLVM 14 takes 32-bit literals nowhere in v_writelane_b32 of GFX9, and these names only for
/// others.
#[test]
fn what_gfx9_lacks_of_the_lane_moves_both_refuse() {
    let lines = [
        "v_writelane_b32 v1, 65, 1",
        "v_writelane_b32 v1, 0x12345678, 1",
        "v_permlane16_b32 v1, v2, 1, 2",
    ]
    .map(str::to_owned);
    assert_eq!(ours(&lines), [None, None, None]);
    let Some(judged) = judged(&lines) else { return };
    assert_eq!(judged, [None, None, None]);
}

#[test]
fn constants_are_inline_literal_or_refused_as_llvm_does() {
    let mut constants: Vec<String> = (-20..=70).map(|number: i32| number.to_string()).collect();
    let floats = [0.5, 1.0, 2.0, 4.0, 1.5]
        .into_iter()
        .flat_map(|float: f32| [float.to_bits(), (-float).to_bits()]);
    let around_one_over_two_pi = [0x3e22_f982, 0x3e22_f983, 0x3e22_f984];
    let limits = "0x80000000 0x7fffffff 0xfffffff0 0xffffffef 0xffff 0x12345678 0x3c00 0x7f800000";
    constants.extend(floats.chain(around_one_over_two_pi).map(|word| format!("{word:#x}")));
    constants.extend(limits.split(' ').map(str::to_owned));
    let places = vector_spellings().flat_map(|spelling| {
        [Field::A, Field::B]
            .into_iter()
            .filter(|field| spelling.fields.contains(field))
            .map(move |field| (spelling, field))
    });
    let lines: Vec<String> = places
        .flat_map(|(spelling, field)| {
            constants.iter().map(move |constant| line(spelling, field, constant))
        })
        .collect();
    assert!(lines.len() > 5000, "{}", lines.len());
    read_back(&compare(&lines));
}

/// The text of every control that our assembler knows, row_share and row_xmask among them.
fn controls() -> Vec<String> {
    let move_line = "v_mov_b32 v1, v2";
    let program = asm::assemble("t.s", move_line, &Config::default().target()).expect("a move");
    let text = |control| {
        let dpp = Some(Dpp::new(control));
        let moved = Instruction { dpp, ..program.waves[0][0].instruction };
        asm::disassemble(&moved, None).split_off(move_line.len() + 1)
    };
    DppControl::all().map(text).collect()
}

/// Every operation with every control; masks and bound_ctrl go round. Compares are not in LLVM's
/// GFX9 with DPP.
#[test]
fn dpp_is_encoded_as_llvm_does() {
    let mut lines = vec![];
    let takes_dpp =
        |spelling: &&Spelling| matches!(spelling.gfx9, Some(Gfx9::Vop1(_) | Gfx9::Vop2(_)));
    for spelling in vector_spellings().filter(takes_dpp) {
        for control in controls() {
            let turn = lines.len();
            let masks = format!("row_mask:{:#x} bank_mask:{:#x}", turn & 15, turn >> 3 & 15);
            let bound_control = if turn % 3 == 0 { " bound_ctrl:0" } else { "" };
            lines.push(format!(
                "{} {control} {masks}{bound_control}",
                line(spelling, Field::A, "v200")
            ));
        }
    }
    for masks in 0..256 {
        let text = format!(
            "v_mov_b32 v1, v2 row_ror:7 row_mask:{:#x} bank_mask:{:#x}",
            masks >> 4,
            masks & 15
        );
        lines.extend([format!("{text} bound_ctrl:0"), text]);
    }
    lines.extend(
        ["row_mask:0x3", "bank_mask:0x6", "bound_ctrl:0", ""]
            .map(|masks| format!("v_not_b32 v5, v6 row_shl:9 {masks}").trim().to_owned()),
    );
    assert!(lines.len() > 7000, "{}", lines.len());
    read_back(&compare(&lines));
}

/// The float spellings whose sources may be negated and made absolute.
fn modified_spellings() -> impl Iterator<Item = &'static Spelling> {
    let rows = TABLE.iter().filter(|row| row.operation.reads_floats());
    rows.flat_map(|row| row.spellings).filter(|spelling| spelling.dialect == Dialect::Gcn)
}

/// -a, |a| and -|a| on every place of every float operation, with registers, constants and literals
/// beside them.
#[test]
fn source_modifiers_are_encoded_as_llvm_does() {
    let sources = ["v7", "-v7", "|v7|", "-|v7|", "1.0", "-0.5", "1.5", "64", "0x42280000"];
    let mut lines = vec![];
    for spelling in modified_spellings() {
        let first = spelling.fields.iter().take_while(|&&field| field != Field::A).count();
        let count = spelling.fields.len() - first;
        for turn in 0..sources.len().pow(count as u32) {
            let chosen = (0..count)
                .map(|place| sources[turn / sources.len().pow(place as u32) % sources.len()]);
            let chosen: Vec<&str> = chosen.collect();
            let constants = chosen.iter().filter(|source| !source.contains('v')).count();
            let destination = if spelling.fields.contains(&Field::D) { "v1" } else { "vcc" };
            if constants < 2 {
                lines.push(format!("{} {destination}, {}", spelling.mnemonic, chosen.join(", ")));
            }
        }
    }
    assert!(lines.len() > 500, "{}", lines.len());
    read_back(&compare(&lines));
}

#[test]
fn source_modifiers_beside_dpp_are_encoded_as_llvm_does() {
    let sources = ["v7", "-v7", "|v7|", "-|v7|"];
    let mut lines = vec![];
    for spelling in modified_spellings().filter(|spelling| !spelling.mnemonic.starts_with("v_cmp"))
    {
        let has_b = spelling.fields.contains(&Field::B);
        for a in sources {
            let seconds: &[&str] = if has_b { &sources } else { &[""] };
            for b in seconds {
                let b = if has_b { format!(", {b}") } else { String::new() };
                let c = if spelling.fields.contains(&Field::C) { ", v4" } else { "" };
                lines.push(format!("{} v1, {a}{b}{c} row_shr:1 bank_mask:0xe", spelling.mnemonic));
            }
        }
    }
    read_back(&compare(&lines));
}

/// LLVM has no DPP for GFX9's compares, which AMD's manual has: the first dword must be LLVM's
/// compare but for src0, the second LLVM's dword of a move.
#[test]
fn dpp_of_a_compare_is_llvms_compare_with_llvms_modifier() {
    let with_dpp = |line: String, control: &String| {
        format!("{line} {control} row_mask:0xa bank_mask:0x5 bound_ctrl:0")
    };
    let is_there =
        |control: &String| !control.starts_with("row_share") && !control.starts_with("row_xmask");
    let controls: Vec<String> = controls().into_iter().filter(is_there).collect();
    let moves: Vec<String> =
        controls.iter().map(|control| with_dpp("v_mov_b32 v1, v200".to_owned(), control)).collect();
    let compares: Vec<&Spelling> =
        vector_spellings().filter(|spelling| spelling.mnemonic.starts_with("v_cmp")).collect();
    let plain: Vec<String> =
        compares.iter().map(|spelling| in_llvm_names(&line(spelling, Field::A, "v200"))).collect();
    let (Some(moves), Some(plain)) = (judged(&moves), judged(&plain)) else { return };
    let second = |dwords: Option<Vec<u32>>| dwords.expect("LLVM has it")[1];
    let modifiers: Vec<u32> = moves.into_iter().map(second).collect();
    for (spelling, plain) in compares.into_iter().zip(plain) {
        let first = plain.expect("LLVM has it")[0] & !0x1ff | 0xfa;
        let lines: Vec<String> = controls
            .iter()
            .map(|control| with_dpp(line(spelling, Field::A, "v200"), control))
            .collect();
        let expected: Vec<Option<Vec<u32>>> =
            modifiers.iter().map(|&modifier| Some(vec![first, modifier])).collect();
        assert_eq!(ours(&lines), expected, "{}", spelling.mnemonic);
    }
}

#[test]
fn scalar_operations_are_encoded_as_llvm_does() {
    let masks = "-1 -2 -16 0 1 64 65 0x7fffffff 0x80000000 0xffffffff 0xdeadbeef 0xffffffffffffffff \
        0x100000000 0x123456789abcdef0 0x3fe0000000000000 0xbfe0000000000000 \
        0x3ff0000000000000 0xbff0000000000000 0x4000000000000000 0xc000000000000000 \
        0x4010000000000000 0xc010000000000000 0x3fc45f306dc9c882 0x3f800000";
    let slots = ["s0", "s1", "s2", "s3"];
    let extra_slots: Vec<String> = (1..16).map(|number| number.to_string()).collect();
    let mut lines = vec![];
    for spelling in spellings().filter(|spelling| !spelling.fields.contains(&Field::A)) {
        lines.push(line(spelling, Field::D, ""));
        for &field in spelling.fields {
            match field {
                Field::MaskLiteral => {
                    lines.extend(masks.split(' ').map(|mask| line(spelling, field, mask)));
                }
                Field::Slot | Field::SlotDestination => {
                    lines.extend(slots.map(|slot| line(spelling, field, slot)))
                }
                Field::ExtraSlots => {
                    lines.extend(extra_slots.iter().map(|number| line(spelling, field, number)))
                }
                _ => {}
            }
        }
    }
    read_back(&compare(&lines));
}

/// GFX9 fills a mask literal's upper half with zeros; LLVM 14 takes these lines and so changes
/// their masks.
#[test]
fn masks_that_llvm_would_change_are_refused() {
    let lines =
        ["-17", "-2147483648", "0xffffffff80000000"].map(|mask| format!("s_mov_b64 exec, {mask}"));
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

/// LLVM's disassembler names each of the 512 numbers, or says in a comment that it is none of
/// GFX9's.
#[test]
fn the_reserved_dpp_controls_are_llvms() {
    let instructions: Vec<Vec<u32>> =
        (0..0x200).map(|control| vec![0x7e02_02fa, 0xff00_0002 | control << 8]).collect();
    let Some(said) = disassembled(&instructions) else { return };
    let legal =
        controls().iter().map(|control| format!("v_mov_b32 v1, v2 {control}")).collect::<Vec<_>>();
    let ours = ours(&legal);
    assert_eq!(said.len(), instructions.len());
    for (said, dwords) in said.iter().zip(&instructions) {
        assert_eq!(said.contains("/*"), !ours.contains(&Some(dwords.clone())), "{said}");
    }
}

#[test]
fn reserved_dpp_controls_are_refused_in_the_text_by_both() {
    let controls = "row_shl:0 row_shl:16 row_shr:0 row_shr:16 row_ror:0 row_ror:16 wave_shl:0 wave_shl:2 \
        wave_rol:2 wave_shr:2 wave_ror:0 row_bcast:0 row_bcast:16 row_bcast:32 \
        quad_perm:[0,1,2,4] quad_perm:[0,1,2] row_mirror:1 dpp_ctrl:0x100 \
        row_mask:16+row_shr:1 bank_mask:-1+row_shr:1";
    let line = |control: &str| format!("v_mov_b32 v1, v2 {}", control.replace('+', " "));
    let lines: Vec<String> = controls.split(' ').map(line).collect();
    let target = Config::default().target();
    for line in &lines {
        assert!(asm::assemble("lines.s", line, &target).is_err(), "{line}");
    }
    let Some(judged) = judged(&lines) else { return };
    for (line, judged) in lines.iter().zip(judged) {
        assert_eq!(judged, None, "{line}");
    }
}

/// A suffix is taken where LLVM takes it. LLVM 14 has no DPP for compares, which AMD's manual has, and
/// one for `v_nop`, which has nothing to move.
#[test]
fn suffixes_are_taken_as_llvm_takes_them() {
    let mut lines = vec![];
    for spelling in spellings().filter(|spelling| spelling.mnemonic.starts_with("v_")) {
        for (suffix, modifier) in [("_e32", ""), ("_e64", ""), ("_dpp", " row_shr:1")] {
            let plain = line(spelling, Field::D, "v1");
            let (mnemonic, operands) = plain.split_once(' ').unwrap_or((&plain, ""));
            let has_source = spelling.fields.contains(&Field::A);
            if suffix != "_dpp" || has_source && !mnemonic.starts_with("v_cmp") {
                let line = format!("{mnemonic}{suffix} {operands}{modifier}");
                lines.push(in_llvm_names(line.trim()));
            }
        }
    }
    assert!(lines.len() > 100, "{}", lines.len());
    let Some(judged) = judged(&lines) else { return };
    let target = Config::default().target();
    for (line, judged) in lines.iter().zip(judged) {
        assert_eq!(asm::assemble("t.s", line, &target).is_ok(), judged.is_some(), "{line}");
    }
}
