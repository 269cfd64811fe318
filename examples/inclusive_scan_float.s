// Inclusive plus scan of floats of each warp of 32 threads: R1 of thread i becomes the sum of the floats that R1 of
// threads 0..i of its warp held. Each step adds the float of the thread 1, 2, 4, 8, 16 below, where there is one.
    SHFL.UP P1, R4, R1, 1,  0
@P1 FADD    R1, R4, R1
    SHFL.UP P1, R4, R1, 2,  0
@P1 FADD    R1, R4, R1
    SHFL.UP P1, R4, R1, 4,  0
@P1 FADD    R1, R4, R1
    SHFL.UP P1, R4, R1, 8,  0
@P1 FADD    R1, R4, R1
    SHFL.UP P1, R4, R1, 16, 0
@P1 FADD    R1, R4, R1
    EXIT
