// One step of a radix sort: the odd words of R1 first, then the even ones, each in their old order, in R8. R2 holds the
// thread's number. A scan counts the odd words up to each thread; that gives every word its place, and ds_permute sends it.
    LOP.AND        R3, R1, 1
    MOV            R4, R3
    v_add_u32      v4, v4, v4 row_shr:1
    v_add_u32      v4, v4, v4 row_shr:2
    v_add_u32      v4, v4, v4 row_shr:4
    v_add_u32      v4, v4, v4 row_shr:8
    v_add_u32      v4, v4, v4 row_bcast:15 row_mask:0xa
    v_add_u32      v4, v4, v4 row_bcast:31 row_mask:0xc
    v_readlane_b32 v5, v4, 63               // how many words are odd
    IADD           R6, R5, R2
    ISUB           R6, R6, R4               // place of an even word
    ISUB           R7, R4, 1                // place of an odd word
    ISETP.NE.U32   P1, R3, 0
    SEL            R6, R7, R6, P1
    SHL            R6, R6, 2
    ds_permute_b32 v8, v6, v1
    EXIT
