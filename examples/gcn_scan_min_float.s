// Inclusive min scan of floats over a wave of 64 threads, in the instructions of a GCN machine: v1 of thread i becomes
// the smallest of v0 of threads 0..i; a thread that holds no number (NaN) counts for nothing, and -0 is less than +0.
// Rows of 16 threads first: threads 1, 2, 3 below, then groups of 4 and of 8, where bank_mask lets only banks with a
// source be written. Then the last thread of rows 0 and 2 goes to rows 1 and 3, and thread 31 to rows 2 and 3.
// A thread whose source is outside its row is not written: bound_ctrl is absent. The v_nop fill the wait states that a
// real GCN machine needs; this one waits by itself.
    v_mov_b32 v1, v0
    v_min_f32 v1, v0, v1 row_shr:1
    v_min_f32 v1, v0, v1 row_shr:2
    v_min_f32 v1, v0, v1 row_shr:3
    v_nop
    v_nop
    v_min_f32 v1, v1, v1 row_shr:4 bank_mask:0xe
    v_nop
    v_nop
    v_min_f32 v1, v1, v1 row_shr:8 bank_mask:0xc
    v_nop
    v_nop
    v_min_f32 v1, v1, v1 row_bcast:15 row_mask:0xa
    v_nop
    v_nop
    v_min_f32 v1, v1, v1 row_bcast:31 row_mask:0xc
    EXIT
