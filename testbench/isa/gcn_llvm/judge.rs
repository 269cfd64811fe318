//! LLVM's assembler and disassembler for `gfx900`, beside ours.

use crate::common::program::folder_with;
use std::fmt::Write as _;

use lanebeat::config::{Config, Preset};
use lanebeat::isa::asm;
use lanebeat::isa::gcn::encode;

use crate::common::tools::{run, tool};

const JUDGE: &str = "llvm-mc-14";
const MACHINE: [&str; 2] = ["-arch=amdgcn", "-mcpu=gfx900"];

/// What LLVM makes of each line: its dwords, or nothing where it refuses the line. `None` without
/// LLVM.
pub fn judged(lines: &[String]) -> Option<Vec<Option<Vec<u32>>>> {
    let judge = tool(JUDGE)?;
    let folder = folder_with("lines.s", lines.join("\n"));
    let arguments = [MACHINE[0], MACHINE[1], "-show-encoding", "lines.s"].map(str::to_owned);
    let (_, said) = run(&judge, folder.path(), &arguments);
    let mut dwords = said
        .lines()
        .filter_map(|line| line.split_once("; encoding: ["))
        .map(|(_, bytes)| dwords(bytes));
    let error_line = |line: &str| {
        line.strip_prefix("lines.s:")?.split_once(": error:")?.0.split(':').next()?.parse().ok()
    };
    let refused: std::collections::BTreeSet<usize> = said.lines().filter_map(error_line).collect();
    let judged = (1..=lines.len())
        .map(|number| {
            if refused.contains(&number) {
                None
            } else {
                Some(dwords.next().expect("an encoding a line"))
            }
        })
        .collect();
    assert!(dwords.next().is_none(), "more encodings than lines");
    Some(judged)
}

/// Little-endian dwords of `0x01,0x02,…]`.
fn dwords(bytes: &str) -> Vec<u32> {
    let byte =
        |text: &str| u8::from_str_radix(text.trim().trim_start_matches("0x"), 16).expect("a byte");
    let bytes: Vec<u8> = bytes.trim_end().trim_end_matches(']').split(',').map(byte).collect();
    bytes.chunks_exact(4).map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four"))).collect()
}

/// What our assembler makes of each line.
pub fn ours(lines: &[String]) -> Vec<Option<Vec<u32>>> {
    let target = Config::load(Some(Preset::Gcn), None, &[]).expect("a preset").target();
    let program = asm::assemble("lines.s", &lines.join("\n"), &target)
        .unwrap_or_else(|errors| panic!("{:?}", errors.errors));
    assert_eq!(program.waves[0].len(), lines.len());
    program.waves[0].iter().map(|line| encode(&line.instruction).ok()).collect()
}

/// A line with each mask slot as the pair of scalar registers that it is on GFX9, and v_cmp_ne_f32
/// by AMD's name.
pub fn in_llvm_names(line: &str) -> String {
    let line = line.replace("v_cmp_ne_f32", "v_cmp_neq_f32");
    let pairs = [("s0", "s[0:1]"), ("s1", "s[2:3]"), ("s2", "s[4:5]"), ("s3", "s[6:7]")];
    let word = |word: &str| {
        pairs
            .iter()
            .find(|(slot, _)| *slot == word)
            .map_or(word.to_owned(), |(_, pair)| (*pair).to_owned())
    };
    line.split(' ')
        .map(|part| part.strip_suffix(',').map_or_else(|| word(part), |part| word(part) + ","))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Both assemblers take the same lines and give the same dwords; the lines that they took, with
/// those.
pub fn compare(lines: &[String]) -> Vec<(String, Vec<u32>)> {
    let renamed: Vec<String> = lines.iter().map(|line| in_llvm_names(line)).collect();
    let Some(judged) = judged(&renamed) else { return vec![] };
    let ours = ours(lines);
    for ((line, ours), judged) in lines.iter().zip(&ours).zip(&judged) {
        assert_eq!(ours, judged, "ours, then LLVM's: {line} {ours:x?} {judged:x?}");
    }
    renamed.into_iter().zip(ours).filter_map(|(line, dwords)| Some((line, dwords?))).collect()
}

/// LLVM's disassembler reads the dwords as the lines that they were made from.
pub fn read_back(taken: &[(String, Vec<u32>)]) {
    let Some(said) =
        disassembled(&taken.iter().map(|(_, dwords)| dwords.clone()).collect::<Vec<_>>())
    else {
        return;
    };
    assert_eq!(said.len(), taken.len());
    for ((line, dwords), said) in taken.iter().zip(&said) {
        assert_eq!(canonical(line), canonical(said), "{dwords:x?}: {line} and {said}");
    }
    take_again(taken, &said);
}

/// Our assembler takes what LLVM prints for the dwords as LLVM does. Of a swizzle that can be other
/// dwords: LLVM prints a bit that is set the same whether it was masked before or not.
pub fn take_printed(taken: &[(String, Vec<u32>)]) {
    let dwords: Vec<Vec<u32>> = taken.iter().map(|(_, dwords)| dwords.clone()).collect();
    let Some(said) = disassembled(&dwords) else { return };
    assert_eq!(said.len(), taken.len());
    let Some(judged) = judged(&said) else { return };
    for ((ours, judged), said) in ours(&said).into_iter().zip(judged).zip(&said) {
        assert_eq!(ours, judged, "{said}");
    }
}

/// Our assembler takes what LLVM prints, to the dwords that it was printed for.
fn take_again(taken: &[(String, Vec<u32>)], said: &[String]) {
    assert_eq!(said.len(), taken.len());
    // Constants of masks are printed as floats of 64 bits, which no mask is written as here.
    let is_mask = |line: &str| line.starts_with("s_") && line.contains('.');
    let pairs = taken.iter().zip(said).filter(|(_, said)| !is_mask(said));
    let (dwords, printed): (Vec<_>, Vec<_>) =
        pairs.map(|((_, dwords), said)| (Some(dwords.clone()), said.clone())).unzip();
    assert!(!printed.is_empty());
    for ((again, dwords), printed) in ours(&printed).into_iter().zip(dwords).zip(&printed) {
        assert_eq!(again, dwords, "{printed}");
    }
}

pub fn disassembled(instructions: &[Vec<u32>]) -> Option<Vec<String>> {
    let judge = tool(JUDGE)?;
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::new();
    for dwords in instructions {
        let bytes: Vec<String> = dwords
            .iter()
            .flat_map(|dword| dword.to_le_bytes())
            .map(|byte| format!("{byte:#04x}"))
            .collect();
        writeln!(text, "{}", bytes.join(",")).expect("a string grows");
    }
    std::fs::write(folder.path().join("bytes.txt"), text).expect("a file");
    let arguments = ["-disassemble", MACHINE[0], MACHINE[1], "bytes.txt"].map(str::to_owned);
    let (success, said) = run(&judge, folder.path(), &arguments);
    assert!(success && !said.contains("warning:"), "{said}");
    Some(
        said.lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && *line != ".text")
            .map(str::to_owned)
            .collect(),
    )
}

/// A line with its numbers as bits, without the suffix of its format and without masks that say
/// what is so anyway.
fn canonical(line: &str) -> Vec<String> {
    let mut parts = line.split([' ', '\t']).filter(|part| !part.is_empty());
    let mnemonic = parts.next().expect("a mnemonic");
    let mnemonic = ["_e32", "_e64", "_dpp"]
        .iter()
        .find_map(|suffix| mnemonic.strip_suffix(suffix))
        .unwrap_or(mnemonic);
    let is_mask = mnemonic.starts_with("s_");
    let part = |part: &str| match part.trim_end_matches(',') {
        "row_mask:0xf" | "bank_mask:0xf" => None,
        "bound_ctrl:0" | "bound_ctrl:1" => Some("bound_ctrl".to_owned()),
        number => {
            Some(bits(number, is_mask).map_or(number.to_owned(), |bits| format!("{bits:#x}")))
        }
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
