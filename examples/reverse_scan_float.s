// Inclusive plus scan of floats from above, of each warp of 32 threads: R1 of thread i becomes the sum of the floats
// that R1 of threads i..31 of its warp held.
    SHFL.DOWN P1, R4, R1, 1,  31
@P1 FADD      R1, R4, R1
    SHFL.DOWN P1, R4, R1, 2,  31
@P1 FADD      R1, R4, R1
    SHFL.DOWN P1, R4, R1, 4,  31
@P1 FADD      R1, R4, R1
    SHFL.DOWN P1, R4, R1, 8,  31
@P1 FADD      R1, R4, R1
    SHFL.DOWN P1, R4, R1, 16, 31
@P1 FADD      R1, R4, R1
    EXIT
