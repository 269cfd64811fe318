// The six quad patterns of FSWZ: words move inside each quad of 4 threads. The segment mask 0x1c makes segments of 4.
// R10..R13 become the word that R1 of thread 0..3 of the quad holds; R14 (for DDX) that of the neighbour to the side,
// thread xor 1; R15 (for DDY) that of the neighbour above or below, thread xor 2.
    SHFL.IDX  PT, R10, R1, 0, 0x1c03   // .0000
    SHFL.IDX  PT, R11, R1, 1, 0x1c03   // .1111
    SHFL.IDX  PT, R12, R1, 2, 0x1c03   // .2222
    SHFL.IDX  PT, R13, R1, 3, 0x1c03   // .3333
    SHFL.BFLY PT, R14, R1, 1, 0x1c03   // .1032
    SHFL.BFLY PT, R15, R1, 2, 0x1c03   // .2301
    EXIT
