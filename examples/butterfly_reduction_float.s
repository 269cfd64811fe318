// Float sum of each warp of 32 threads: R1 of every thread becomes the sum of the floats that R1 of all threads of its
// warp held. Each step exchanges words with the thread whose number differs in one bit.
    SHFL.BFLY __, R4, R1, 16, 31
    FADD      R1, R4, R1
    SHFL.BFLY __, R4, R1, 8,  31
    FADD      R1, R4, R1
    SHFL.BFLY __, R4, R1, 4,  31
    FADD      R1, R4, R1
    SHFL.BFLY __, R4, R1, 2,  31
    FADD      R1, R4, R1
    SHFL.BFLY __, R4, R1, 1,  31
    FADD      R1, R4, R1
    EXIT
