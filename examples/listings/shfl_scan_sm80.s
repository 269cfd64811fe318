// The inner loop of CUDA's sample shfl_scan, from its load to its store, for sm_80.
//
// nvdisasm 13.5 prints these lines of what ptxas 12.9 makes of examples/ptxas_scan.ptx with its
// target changed to sm_80.
        /*0050*/                   LDG.E R5, [R2.64] ;
        /*0060*/                   ISETP.GE.U32.AND P0, PT, R4, 0x1, PT ;
.L_x_1:
        /*0070*/                   SHFL.UP PT, R0, R5, 0x1, RZ ;
        /*0080*/               @P0 IADD3 R5, R5, R0, RZ ;
        /*0090*/                   ISETP.GE.U32.AND P0, PT, R4, 0x2, PT ;
.L_x_2:
        /*00a0*/                   SHFL.UP PT, R0, R5, 0x2, RZ ;
        /*00b0*/               @P0 IMAD.IADD R5, R5, 0x1, R0 ;
        /*00c0*/                   ISETP.GE.U32.AND P0, PT, R4, 0x4, PT ;
.L_x_3:
        /*00d0*/                   SHFL.UP PT, R0, R5, 0x4, RZ ;
        /*00e0*/               @P0 IADD3 R5, R5, R0, RZ ;
        /*00f0*/                   ISETP.GE.U32.AND P0, PT, R4, 0x8, PT ;
.L_x_4:
        /*0100*/                   SHFL.UP PT, R0, R5, 0x8, RZ ;
        /*0110*/               @P0 IMAD.IADD R5, R5, 0x1, R0 ;
        /*0120*/                   ISETP.GE.U32.AND P0, PT, R4, 0x10, PT ;
.L_x_5:
        /*0130*/                   SHFL.UP PT, R0, R5, 0x10, RZ ;
        /*0140*/               @P0 IADD3 R5, R5, R0, RZ ;
        /*0150*/                   STG.E [R2.64], R5 ;
