; What LLVM makes of an atomicrmw add by every thread for gfx900: a DPP scan, and one atomic a wave.
;
; llc-14 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx900 -amdgpu-atomic-optimizations atomic_scan.ll
; prints these lines between its directives.
; %bb.0:
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_or_saveexec_b64 s[2:3], -1
	v_mov_b32_e32 v1, 0
	s_mov_b64 exec, s[2:3]
	v_mbcnt_lo_u32_b32 v3, exec_lo, 0
	v_mbcnt_hi_u32_b32 v3, exec_hi, v3
	v_mov_b32_e32 v2, v0
	s_not_b64 exec, exec
	v_mov_b32_e32 v2, 0
	s_not_b64 exec, exec
	s_or_saveexec_b64 s[2:3], -1
	v_add_u32_dpp v2, v2, v2 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
	s_nop 1
	v_add_u32_dpp v2, v2, v2 row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
	s_nop 1
	v_add_u32_dpp v2, v2, v2 row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
	s_nop 1
	v_add_u32_dpp v2, v2, v2 row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
	s_nop 1
	v_add_u32_dpp v2, v2, v2 row_bcast:15 row_mask:0xa bank_mask:0xf
	s_nop 1
	v_add_u32_dpp v2, v2, v2 row_bcast:31 row_mask:0xc bank_mask:0xf
	v_readlane_b32 s4, v2, 63
	s_nop 0
	v_mov_b32_dpp v1, v2 wave_shr:1 row_mask:0xf bank_mask:0xf
	s_mov_b64 exec, s[2:3]
	v_cmp_eq_u32_e32 vcc, 0, v3
                                        ; implicit-def: $vgpr3
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_2
; %bb.1:
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v4, s4
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_atomic_add v3, v3, v4, s[0:1] glc
	s_waitcnt vmcnt(0)
	buffer_wbinvl1_vol
.LBB0_2:
	s_or_b64 exec, exec, s[2:3]
	v_readfirstlane_b32 s2, v3
	v_mov_b32_e32 v3, v1
	v_add_u32_e32 v3, s2, v3
	v_lshlrev_b32_e32 v0, 2, v0
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v3, s[0:1]
	s_endpgm
