//! Listings: the lines of our lists with changes, among headers, labels and comments.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{changed, fuzz};
use lanebeat::config::Config;
use lanebeat::isa::asm::{
    Constants, MAXIMUM_ERRORS, assemble, assemble_listing, disassemble, read_listing,
};
use lanebeat::isa::{Instruction, Program};

const LISTS: [&str; 2] =
    [include_str!("../data/compiler_sass.txt"), include_str!("../data/compiler_gfx900.txt")];

/// Lines around instructions, and instructions of several lines or several of a line.
const AROUND: [&str; 16] = [
    "\tcode for sm_61",
    "\t.headerflags\t@\"EF_CUDA_SM89\"",
    "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx1100\"",
    "kernel:",
    "# %bb.0:",
    "\t.p2align 8",
    "\t.amdgpu_metadata",
    "\t.end_amdgpu_metadata",
    "0000000000000000 <scan>:",
    "REDUX.SUM UR6, R2 ;\nMOV R3, UR6 ;",
    "VOTEU.ANY UR4, UPT, PT ;\nIMAD.U32 R3, RZ, RZ, UR4 ;",
    "[B------:R-:W-:-:S01] /*0010*/ { MOV R1, R2 ; }",
    "IADD R1, R2, R3 ; POPC R4, R1 ;",
    "v_dual_mov_b32 v0, v1 :: v_dual_fmac_f32 v2, v0, v4",
    "v_add_f32_e64 v1, v2, v3 clamp",
    "DEPBAR.LE SB0, 0x0, {4,3,2,1} ;",
];

const WORDS: &str = "R1 R255 R256 -R2 ~R3 |R4| RZ PT !PT P0 UR4 UPT URZ v3 s17 s[4:5] vcc vcc_lo exec c[0x0][0x28] \
     c[0x0] [0x164] -c[0x2][0x0] 0x8 1 -2 1.5 +QNAN -INF 0x3c .reuse .W .X .U64 .FTZ _e32 _e64 _dpp :: ; { } \
     {4,3} [ ] ( /* */ // # @P0 @!PT @ , clamp mul:2 offset:4 row_shr:1 dpp8:[0,1,2,3,4,5,6,7] SR_TID.X é : .";

fn texts() -> impl Strategy<Value = String> {
    let lines = LISTS.iter().flat_map(|list| list.lines()).filter(|line| !line.starts_with("# "));
    let lines = lines.map(|line| line.split("  =>  ").next().expect("a line"));
    let lines: Vec<String> = lines.chain(AROUND).map(str::to_owned).collect();
    let words: Vec<&str> = WORDS.split(' ').chain(["\n", " ", "\r\n"]).collect();
    vec(changed(lines, words), 1..5).prop_map(|lines| lines.join("\n"))
}

/// What a report takes is what the program of the listing has, and assembles again from its text; a
/// refusal is a sentence whose cure changes nothing of the line.
#[test]
fn a_listing_is_taken_as_a_whole_or_refused_line_by_line() {
    let target = Config { registers: 256, ..Config::default() }.target();
    let words = |program: &Program| -> Vec<u128> {
        program.lines().map(|line| line.instruction.encode()).collect()
    };
    fuzz("listings", &texts(), |text| {
        let listing = read_listing(&text, &target, &Constants::default());
        let mut taken: Vec<Instruction> = vec![];
        let mut is_whole = true;
        for listed in &listing.instructions {
            prop_assert!((1..=text.lines().count().max(1)).contains(&listed.number));
            match &listed.here {
                Ok(here) => taken.extend(here),
                Err(refused) => {
                    is_whole = false;
                    for part in [&refused.rule, &refused.cure] {
                        prop_assert!(!part.is_empty() && part.chars().count() < 2_000, "{}", part);
                        prop_assert!(!part.contains(char::is_control), "{:?}", part);
                    }
                    let changes = ["remove", "did you mean", "keep one", "a comma"];
                    prop_assert!(
                        !changes.iter().any(|word| refused.cure.starts_with(word)),
                        "{}",
                        refused.cure
                    );
                    let line = text.split('\n').nth(listed.number - 1).unwrap_or_default();
                    prop_assert!((1..=line.chars().count() + 1).contains(&refused.column));
                }
            }
        }
        let own: Vec<u128> = taken.iter().map(Instruction::encode).collect();
        match assemble_listing("l.s", &text, &target, &Constants::default()) {
            Ok(program) => prop_assert!(is_whole && words(&program) == own),
            Err(errors) => {
                prop_assert!(!is_whole && errors.errors.len() <= MAXIMUM_ERRORS);
            }
        }
        let again: String = taken.iter().map(|own| disassemble(own, None) + "\n").collect();
        let again = assemble("again", &again, &target);
        prop_assert_eq!(again.map(|program| words(&program)).ok(), Some(own));
        Ok(())
    });
}
