// Sum of absolute differences of two blocks of pixels, as motion search needs it: R3 of every thread becomes the sum over
// its warp of |R1 - R2|, byte by byte. Each thread holds four pixels of one block in R1 and four of the other in R2.
    VABSDIFF4.U32.U32.U32.ADD R3, R1, R2, 0
    SHFL.BFLY __, R4, R3, 16, 31
    IADD      R3, R4, R3
    SHFL.BFLY __, R4, R3, 8,  31
    IADD      R3, R4, R3
    SHFL.BFLY __, R4, R3, 4,  31
    IADD      R3, R4, R3
    SHFL.BFLY __, R4, R3, 2,  31
    IADD      R3, R4, R3
    SHFL.BFLY __, R4, R3, 1,  31
    IADD      R3, R4, R3
