// The sum s of all 64 threads up to each one, and 3s + 1 where it is odd, as llc-14 compiles it.
//
// These are the instructions that `llc-14 -march=amdgcn -mcpu=gfx900 examples/llc_scan.ll` prints,
// without its directives and labels. The shader's argument and result are v0; loads and stores
// around it are the state file's register R0 and the dump.
; %bb.0:                                ; %entry
    v_add_u32_dpp v0, v0, v0 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
    s_nop 1
    v_add_u32_dpp v0, v0, v0 row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
    s_nop 1
    v_add_u32_dpp v0, v0, v0 row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
    s_nop 1
    v_add_u32_dpp v0, v0, v0 row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
    s_nop 1
    v_add_u32_dpp v0, v0, v0 row_bcast:15 row_mask:0xa bank_mask:0xf
    s_nop 1
    v_add_u32_dpp v0, v0, v0 row_bcast:31 row_mask:0xc bank_mask:0xf
    v_and_b32_e32 v1, 1, v0
    v_cmp_eq_u32_e32 vcc, 1, v1
    s_and_saveexec_b64 s[0:1], vcc
; %bb.1:                                ; %odd
    v_mul_lo_u32 v0, v0, 3
    v_add_u32_e32 v0, 1, v0
; %bb.2:                                ; %done
    s_or_b64 exec, exec, s[0:1]
    ; return to shader part epilog
