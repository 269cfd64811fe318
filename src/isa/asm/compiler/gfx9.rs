//! Instructions that `llc` and `llvm-mc` print for `gfx900` and this machine has by another name.
//!
//! Suffixes of encodings are gone here. The letters are those of `rule`.

use super::rule::{Rule, Text, in_listing, refused, same, with_dpp};
use crate::isa::asm::error::Lack::Form;

/// The first rule that fits counts.
pub(super) const RULES: &[Rule<Text>] = &[
    same("s_endpgm", "EXIT"),
    same("s_barrier", "BAR.SYNC 0"),
    same("s_and_b64 exec, w, exec", "s_and_b64 exec, exec, w"),
    same("s_or_b64 exec, w, exec", "s_or_b64 exec, exec, w"),
    same("s_xor_b64 exec, exec, -1", "s_not_b64 exec, exec"),
    same("s_and_saveexec_b64 o, vcc", "s_and_saveexec_b64 o, vcc"),
    same("s_and_b64 exec, o, j", "s_mov_b64 exec, o; s_and_b64 exec, exec, j"),
    same("s_or_b64 exec, o, j", "s_mov_b64 exec, o; s_or_b64 exec, exec, j"),
    same("s_andn2_b64 exec, o, j", "s_mov_b64 exec, o; s_andn2_b64 exec, exec, j"),
    same("s_not_b64 exec, o", "s_mov_b64 exec, o; s_not_b64 exec, exec"),
    in_listing("s_and_saveexec_b64 o, l", "s_mov_b64 o, exec; s_and_b64 exec, exec, l"),
    same("s_or_saveexec_b64 o, n", "s_or_saveexec_b64 o, n"),
    in_listing("s_or_saveexec_b64 o, l", "s_mov_b64 o, exec; s_or_b64 exec, exec, l"),
    in_listing(
        "s_andn2_saveexec_b64 o, l",
        "s_mov_b64 o, exec; s_not_b64 exec, exec; s_and_b64 exec, exec, l",
    ),
    same("v_cndmask_b32 d, u, v, vcc", "v_cndmask_b32 d, u, v, vcc"),
    in_listing("v_cndmask_b32 d, u, v, o", "SEL d, v, u, o"),
    same("v_mul_lo_i32 d, a, b", "v_mul_lo_u32 d, a, b"),
    same("v_subrev_f32 d, u, v", "v_sub_f32 d, v, u"),
    with_dpp("v_subrev_f32 d, r, v", "v_add_f32 d, -r, v"),
    same("v_fmac_f32 d, u, v", "v_fma_f32 d, u, v, d"),
    same("v_fmamk_f32 d, u, w, v", "v_fma_f32 d, u, w, v"),
    same("v_fmaak_f32 d, u, v, w", "v_fma_f32 d, u, v, w"),
    same("v_add3_u32 d, a, b, c", "VADD.U32.U32.U32.ADD d, a, b, c"),
    same("v_lshl_add_u32 d, a, x, c", "IMAD d, a, x, c"),
    same("v_max3_f32 d, u, v, w", "v_max_f32 T, u, v; v_max_f32 d, T, w"),
    same("v_min3_f32 d, u, v, w", "v_min_f32 T, u, v; v_min_f32 d, T, w"),
    same("v_max3_i32 d, a, b, c", "v_max_i32 T, a, b; v_max_i32 d, T, c"),
    same("v_min3_i32 d, a, b, c", "v_min_i32 T, a, b; v_min_i32 d, T, c"),
    same("v_max3_u32 d, a, b, c", "v_max_u32 T, a, b; v_max_u32 d, T, c"),
    same("v_min3_u32 d, a, b, c", "v_min_u32 T, a, b; v_min_u32 d, T, c"),
    same("v_xad_u32 d, a, b, c", "LOP.XOR T, a, b; IADD d, T, c"),
    same("v_xnor_b32 d, a, b", "LOP.XOR T, a, b; NOT d, T"),
    same("v_ffbl_b32 d, a", "BREV T, a; v_ffbh_u32 d, T"),
    same("v_swap_b32 d, r", "MOV T, d; MOV d, r; MOV r, T"),
    same("v_lshl_b32 d, a, b", "SHL d, a, b"),
    same("v_lshr_b32 d, a, b", "SHR.U32 d, a, b"),
    same("v_ashr_i32 d, a, b", "SHR.S32 d, a, b"),
    refused("v_cmp_lg_f32", Form, "is false where one is NaN; this machine's NE is true there"),
];
