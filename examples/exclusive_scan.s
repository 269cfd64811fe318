// Exclusive plus scan of each warp of 32 threads: R1 of thread i becomes the sum of the words that R1 of
// threads 0..i-1 of its warp held, 0 in the first thread. An inclusive scan, moved up by one thread.
    SHFL.UP P1, R4, R1, 1,  0
@P1 IADD    R1, R4, R1
    SHFL.UP P1, R4, R1, 2,  0
@P1 IADD    R1, R4, R1
    SHFL.UP P1, R4, R1, 4,  0
@P1 IADD    R1, R4, R1
    SHFL.UP P1, R4, R1, 8,  0
@P1 IADD    R1, R4, R1
    SHFL.UP P1, R4, R1, 16, 0
@P1 IADD    R1, R4, R1
    SHFL.UP P1, R1, R1, 1,  0
    SEL     R1, R1, 0, P1          // 0 is the identity of addition
    EXIT
