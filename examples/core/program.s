// Each thread but the first adds the word of the thread below.
SHFL.UP P1, R2, R1, 1, 0
@P1 IADD R1, R1, R2
EXIT
