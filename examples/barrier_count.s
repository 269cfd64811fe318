// Odd numbers in R1 of all threads of four waves: R2 of every thread becomes how many there are, R3 whether all are odd,
// R4 whether any is. Each wave counts its own threads where it arrives; the last to arrive lets all go on.
.wave 0
    LOP.AND        R5, R1, 1
    ISETP.EQ.U32   P1, R5, 1
    BAR.RED.POPC   0, 4, P1
    B2R            R2
    BAR.RED.AND    0, 4, P1
    B2R            R3
    BAR.RED.OR     0, 4, P1
    B2R            R4
    EXIT
.wave 1
    LOP.AND        R5, R1, 1
    ISETP.EQ.U32   P1, R5, 1
    BAR.RED.POPC   0, 4, P1
    B2R            R2
    BAR.RED.AND    0, 4, P1
    B2R            R3
    BAR.RED.OR     0, 4, P1
    B2R            R4
    EXIT
.wave 2
    LOP.AND        R5, R1, 1
    ISETP.EQ.U32   P1, R5, 1
    BAR.RED.POPC   0, 4, P1
    B2R            R2
    BAR.RED.AND    0, 4, P1
    B2R            R3
    BAR.RED.OR     0, 4, P1
    B2R            R4
    EXIT
.wave 3
    LOP.AND        R5, R1, 1
    ISETP.EQ.U32   P1, R5, 1
    BAR.RED.POPC   0, 4, P1
    B2R            R2
    BAR.RED.AND    0, 4, P1
    B2R            R3
    BAR.RED.OR     0, 4, P1
    B2R            R4
    EXIT
