// Inclusive sum over each warp of 32 threads, as ptxas compiles the inner loop of CUDA's shfl_scan.
//
// nvdisasm 13.5 prints these lines of what ptxas 12.9 makes of examples/ptxas_scan.ptx for sm_75.
// Left out are the lines that work out an address and load the word from it (0x0000 and 0x0020 to
// 0x0040) and the one that stores it (0x0140): the word is R5 of the state file, the sum R5 of the
// dump.
        /*0010*/                   S2R R4, SR_LANEID ;
        /*0050*/                   ISETP.GE.U32.AND P0, PT, R4, 0x1, PT ;
        /*0060*/                   SHFL.UP PT, R0, R5, 0x1, RZ ;
        /*0070*/               @P0 IADD3 R5, R5, R0, RZ ;
        /*0080*/                   ISETP.GE.U32.AND P0, PT, R4, 0x2, PT ;
        /*0090*/                   SHFL.UP PT, R0, R5, 0x2, RZ ;
        /*00a0*/               @P0 IMAD.IADD R5, R5, 0x1, R0 ;
        /*00b0*/                   ISETP.GE.U32.AND P0, PT, R4, 0x4, PT ;
        /*00c0*/                   SHFL.UP PT, R0, R5, 0x4, RZ ;
        /*00d0*/               @P0 IADD3 R5, R5, R0, RZ ;
        /*00e0*/                   ISETP.GE.U32.AND P0, PT, R4, 0x8, PT ;
        /*00f0*/                   SHFL.UP PT, R0, R5, 0x8, RZ ;
        /*0100*/               @P0 IMAD.IADD R5, R5, 0x1, R0 ;
        /*0110*/                   ISETP.GE.U32.AND P0, PT, R4, 0x10, PT ;
        /*0120*/                   SHFL.UP PT, R0, R5, 0x10, RZ ;
        /*0130*/               @P0 IADD3 R5, R5, R0, RZ ;
        /*0150*/                   EXIT ;
