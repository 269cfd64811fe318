//! Programs: of words of the language in any order, and ours with changes.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::{changed, check_shown, fuzz};
use lanebeat::config::Config;
use lanebeat::isa::asm::{MAXIMUM_ERRORS, assemble, disassemble};
use lanebeat::isa::{Dialect, Lines, Program, TABLE};

fn examples() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let paths =
        std::fs::read_dir(folder).expect("examples").map(|entry| entry.expect("one").path());
    let programs = paths.filter(|path| path.extension().is_some_and(|extension| extension == "s"));
    programs.map(|path| std::fs::read_to_string(path).expect("text")).collect()
}

/// Words of programs.
const WORDS: &str = "R1 R255 R256 v3 P1 PT __ vcc s2 s4 exec @!P1 @ - | , 1 -1 0xffffffff 1.5 1e39 -inf \
     nan row_shr:1 quad_perm:[0,1,2,3] row_mask:0xa bound_ctrl:0 .end [ \
     dpp8:[7,6,5,4,3,2,1,0] RZ -RZ !PT R2.reuse -R3.reuse s[4:5] s[5:6] v[0:1] \
     c[0x0][0x28] 0x8 0xc0 vmcnt(0) offset:swizzle(SWAP,1) \
     offset:swizzle(BITMASK_PERM,\"01pip\") /* */ /*0010*/ +INF";
/// Those with white space.
const MORE: [&str; 4] = [".repeat 3", ".wave 1", "\n", "// x\n"];

/// Mnemonics that compilers print.
const COMPILERS: &str = "IADD3 IMAD.MOV.U32 IMAD.IADD IMAD.SHL.U32 LOP3.LUT PLOP3.LUT SHF.R.U32.HI \
     ISETP.GE.AND FSETP.NEU.AND FMNMX FSEL LEA VOTE.ANY B2R.RESULT \
     BAR.SYNC.DEFER_BLOCKING v_mov_b32_e32 v_add_u32_dpp v_add_f32_sdwa s_waitcnt LDG.E";

fn words() -> Vec<&'static str> {
    WORDS.split(' ').chain(MORE).collect()
}

fn lines() -> impl Strategy<Value = String> {
    let mnemonics: Vec<&str> =
        TABLE.iter().flat_map(|row| row.spellings).map(|spelling| spelling.mnemonic).collect();
    let mnemonics: Vec<&str> = mnemonics.into_iter().chain(COMPILERS.split(' ')).collect();
    let word = prop_oneof![
        8 => select(words()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    let line = (select(mnemonics), vec(word, 0..7));
    let line = line.prop_map(|(mnemonic, words)| format!("{mnemonic} {}", words.join(", ")));
    vec(line, 1..6).prop_map(|lines| lines.join("\n"))
}

/// Lines of video instructions, which have the most modifiers.
const VIDEO: [&str; 4] = [
    "VADD.S32.U32.S32.SAT R1.B2, R2.H1, R3.B0, R4",
    "VSHL.U32.U32.U32.WRAP.MAX R1, R2, 5.B0, R4",
    "VMAD.S32.U32.S32.SHR_15.SAT R1, -R2.B3, R3, -R4",
    "VSET4.U32.S32.GE.ADD R1.B20, R2.B7531, R3, 0x10",
];

/// The program as it is disassembled in that dialect, assembled again.
fn again(program: &Program, dialect: Option<Dialect>, config: &Config) -> Program {
    let wave = |(number, lines): (usize, &Lines)| {
        let text = lines.iter().map(|line| disassemble(&line.instruction, dialect) + "\n");
        format!(".wave {number}\n{}", text.collect::<String>())
    };
    let text: String = program.waves.iter().enumerate().map(wave).collect();
    assemble("again", &text, &config.target()).unwrap_or_else(|error| {
        panic!("{}\n{text}", error.errors.first().expect("an error"));
    })
}

#[test]
fn a_program_comes_back_or_is_refused() {
    let config = Config { registers: 256, ..Config::default() };
    let written = [examples(), VIDEO.map(str::to_owned).to_vec()].concat();
    let texts = prop_oneof![lines(), changed(written, words())];
    fuzz("programs", &texts, |text| {
        match assemble("p.s", &text, &config.target()) {
            Ok(program) => {
                let words = |program: &Program| -> Vec<Vec<u128>> {
                    let word = |line: &lanebeat::isa::Line| line.instruction.encode();
                    program.waves.iter().map(|lines| lines.iter().map(word).collect()).collect()
                };
                for dialect in [None, Some(Dialect::Sass), Some(Dialect::Gcn)] {
                    prop_assert_eq!(words(&program), words(&again(&program, dialect, &config)));
                }
            }
            Err(errors) => {
                prop_assert!(!errors.errors.is_empty() && errors.errors.len() <= MAXIMUM_ERRORS);
                for error in &errors.errors {
                    check_shown(error)?;
                }
            }
        }
        Ok(())
    });
}
