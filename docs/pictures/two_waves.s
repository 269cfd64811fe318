; Two waves that fill each other's slots: fused multiply-adds of three operands each, and the first
; steps of a scan. The picture beside this file is its timetable.
FFMA R4, R1, R2, R3
FFMA R5, R4, R2, R3
FFMA R6, R5, R2, R3
EXIT
.wave 1
SHFL.UP P1, R4, R1, 1, 0
@P1 IADD R1, R4, R1
SHFL.UP P1, R4, R1, 2, 0
@P1 IADD R1, R4, R1
EXIT
