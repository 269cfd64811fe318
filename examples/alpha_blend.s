// Alpha blending of four bytes a thread: R5 becomes R1 * alpha + R2 * (1 - alpha), each byte rounded to nearest, where R3
// holds alpha in 128ths, 0..128. PO and SHR_7 round: (x + 63 + 1) / 128.
    ISUB R4, 128, R3
    VMAD.U32.U32.U32          R6, R1.B0, R3, 63
    VMAD.U32.U32.U32.PO.SHR_7 R6, R2.B0, R4, R6
    VADD.U32.U32.U32          R5.B0, R6, 0, R5
    VMAD.U32.U32.U32          R6, R1.B1, R3, 63
    VMAD.U32.U32.U32.PO.SHR_7 R6, R2.B1, R4, R6
    VADD.U32.U32.U32          R5.B1, R6, 0, R5
    VMAD.U32.U32.U32          R6, R1.B2, R3, 63
    VMAD.U32.U32.U32.PO.SHR_7 R6, R2.B2, R4, R6
    VADD.U32.U32.U32          R5.B2, R6, 0, R5
    VMAD.U32.U32.U32          R6, R1.B3, R3, 63
    VMAD.U32.U32.U32.PO.SHR_7 R6, R2.B3, R4, R6
    VADD.U32.U32.U32          R5.B3, R6, 0, R5
