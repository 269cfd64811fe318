// Inclusive minimum scan over the active threads of a divergent wave: where v0 is odd, v4 becomes the smallest odd v0
// of threads 0..i; the other threads are skipped and keep their v4.
// Inactive threads would cut the scan: DPP does not write them, and does not read them either. So they get the identity
// of the operation (the largest number), the scan runs with EXEC all ones, and then the old EXEC comes back.
    v_and_b32 v2, 1, v0
    v_cmp_eq_u32 vcc, 1, v2
    s_and_saveexec_b64 s0, vcc          // if (v0 is odd)
    v_mov_b32 v3, v0
    s_mov_b64 s1, exec
    s_not_b64 exec, exec                //   the inactive threads …
    v_mov_b32 v3, 0xffffffff            //   … get the identity,
    s_mov_b64 exec, -1                  //   and take part in the scan
    v_mov_b32 v1, v3
    v_nop
    v_min_u32 v1, v3, v1 row_shr:1
    v_min_u32 v1, v3, v1 row_shr:2
    v_min_u32 v1, v3, v1 row_shr:3
    v_nop
    v_nop
    v_min_u32 v1, v1, v1 row_shr:4 bank_mask:0xe
    v_nop
    v_nop
    v_min_u32 v1, v1, v1 row_shr:8 bank_mask:0xc
    v_nop
    v_nop
    v_min_u32 v1, v1, v1 row_bcast:15 row_mask:0xa
    v_nop
    v_nop
    v_min_u32 v1, v1, v1 row_bcast:31 row_mask:0xc
    s_mov_b64 exec, s1                  //   only the active threads
    v_mov_b32 v4, v1                    //   take the result
    s_mov_b64 exec, s0                  // end if
    EXIT
