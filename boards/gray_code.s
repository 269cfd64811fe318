// Gray code, without any input: R1 of thread i becomes i xor i / 2, so that neighbouring threads differ in one bit.
// A machine whose memory holds this program at power-up answers without a host.
    S2R     R0, SR_TID
    SHR.U32 R1, R0, 1
    LOP.XOR R1, R0, R1
    EXIT
