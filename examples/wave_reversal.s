// The words of R1 in reverse order, twice: in R3 by permuting rows, pairs of rows and halves, in R5 by addresses. R2 holds the
// thread's number.
    v_permlanex16_b32 v3, v1, 0x89abcdef, 0x01234567  // the reversal of each 32 threads
    v_permlane64_b32  v3, v3
    v_sub_u32         v4, 63, v2
    v_lshlrev_b32     v4, 2, v4
    ds_bpermute_b32   v5, v4, v1
    EXIT
