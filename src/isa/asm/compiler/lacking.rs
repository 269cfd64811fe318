//! Instructions of NVIDIA's and AMD's that this machine does not have, so that an error says that it
//! lacks them and not that they are misspelt.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::gcn::without_suffix;
use super::rules;
use crate::isa::Class;
use crate::isa::asm::error::{BY_PARTS, Fault, Lack};
use crate::isa::asm::form::stems;
use crate::isa::asm::token::Token;

/// Instructions that are lacking for one reason.
struct Family {
    /// Description of them, to follow their name.
    does: &'static str,
    class: Class,
    cure: &'static str,
    /// First parts of SASS mnemonics, and GFX9 mnemonics without suffixes; `*` is any text.
    names: &'static str,
}

const BY_STATE: &str =
    "take it out, and give the word in a register of the state file, or by --constants";

/// Cure of a line whose result is the same in every thread.
const BY_CONSTANTS: &str =
    "take it out, and give its word by --constants, or write it on vector registers";

const FAMILIES: &[Family] = &[
    Family {
        does: "reads or writes memory, and this machine has none",
        class: Class::Memory,
        cure: BY_STATE,
        names: "LD LDC LDG LDGDEPBAR LDGMC LDGSTS LDL LDS LDSM LDT LDTM ST STAS STG STL STS STSM STT \
                STTM ATOM ATOMG ATOMS RED REDAS REDG MEMBAR CCTL CCTLL CCTLT ERRBAR CGAERRBAR FENCE \
                TEXS TLDS TLD4S LDU LDSLK LDTRAM STSUL STSCUL SULEA SUCLAMP SUBFM SUEAU SULDGA SUSTGA \
                TEXDEPBAR ARRIVES ISBEWR TTU* QSPC SYNCS UBLKCP UBLKPF UBLKRED UTMA* SUATOM SULD SURED SUST SUQUERY TEX TLD TLD4 \
                TMML TXA TXD TXQ ALD AST ULDC PIXLD ISBERD GETLMEMBASE SETLMEMBASE ACQBULK CCTLP \
                s_load_* s_store_* s_buffer_* s_scratch_* s_atomic_* s_dcache_* s_icache_* s_memtime \
                s_memrealtime s_atc_probe* flat_* global_* scratch_* buffer_* tbuffer_* image_* \
                ds_load* ds_store* ds_bvh_* ds_param_* ds_direct_* lds_* ds_pk_* ds_cond_* ds_storexchg* \
                ds_read* ds_write* ds_add_* ds_sub_* ds_rsub_* ds_inc_* ds_dec_* ds_min_* ds_max_* \
                ds_and_* ds_or_* ds_xor_* ds_mskor_* ds_wrxchg* ds_cmpst_* ds_wrap_* ds_condxchg* \
                ds_append ds_consume ds_ordered_count ds_gws_*",
    },
    Family {
        does: "goes elsewhere in the program, and this machine has no branches",
        class: Class::Scalar,
        cure: "unroll a loop, and make a block conditional by a guard or by EXEC",
        names: "BRK CAL PEXIT LONGJMP PLONGJMP KIL RAM SAM IDE NANOTRAP BRA BRX BRXU JMP JMX JMXU JCAL CALL RET RTT BSSY BSYNC BREAK BMOV BPT KILL SSY SYNC \
                CONT LEPC RPCMOV ENDCOLLECTIVE WARPSYNC s_branch s_cbranch_* s_setpc_b64 \
                s_swappc_b64 s_getpc_b64 s_call_b64 s_rfe_* s_trap s_endpgm_*",
    },
    Family {
        does: "works on the uniform datapath, and this machine has none",
        class: Class::Scalar,
        cure: BY_CONSTANTS,
        names: "UBMSK UBREV UCLEA UF2F UF2FP UF2I UF2IP UFADD UFFMA UFLO UFMNMX UFMUL UFRND UFSEL \
                UFSET UFSETP UI2F UI2FP UI2I UI2IP UIABS UIADD3 UIDP* UIMAD UIMNMX UISETP ULEA ULEPC \
                ULOP ULOP3 UMOV UP2UR UPLOP3 UPOPC UPRMT UPSETP UR2UP USEL USGXT USHF USHL USHR \
                UVIADD UVIMNMX UVIRTCOUNT VOTEU R2UR S2UR CS2UR R2UP UGETNEXTWORKID UMEMSETS \
                USETMAXREG USETSHMSZ UREDGR UCGABAR* ULOP32I",
    },
    Family {
        does: "is of the scalar unit, of which this machine has EXEC and masks alone",
        class: Class::Scalar,
        cure: BY_CONSTANTS,
        names: "s_*",
    },
    Family {
        does: "calculates with floats of another size, and words have 32 bits here",
        class: Class::Lane,
        cure: BY_PARTS,
        names: "DADD DFMA DMNMX DMUL DSET DSETP HADD2 HADD2_32I HFMA2 HFMA2_32I HMNMX2 HMUL2 \
                HMUL2_32I HSET2 HSETP2 F2F F2FP FADD2 FFMA2 FMUL2 VHMNMX F2IP v_*_f64 v_*_f64_* \
                v_*_f16 v_*_f16_* v_pk_* v_mad_mix* v_dot* v_cvt_pk* v_cvt_f32_ubyte* \
                v_cvt_off_f32_i4 v_fma_mix* v_interp_* v_cvt_scale* v_cvt_sr_* v_mov_b64 v_add_nc_u64 \
                v_sub_nc_u64 v_mul_u64 v_lshl_add_u64",
    },
    Family {
        does: "multiplies matrices",
        class: Class::Lane,
        cure: BY_PARTS,
        names: "BMMA DMMA HMMA IMMA OMMA QMMA BGMMA HGMMA IGMMA QGMMA WARPGROUP WARPGROUPSET MOVM \
                UTC* v_wmma_* v_swmmac_*",
    },
    Family {
        does: "approximates a function or rounds to whole numbers",
        class: Class::Lane,
        cure: BY_PARTS,
        names: "MUFU FRND FCHK RRO v_rcp_* v_rsq_* v_sqrt_* v_exp_* v_log_* v_sin_* v_cos_* \
                v_fract_* v_trunc_* v_ceil_* v_floor_* v_rndne_* v_frexp_* v_ldexp_* v_div_* \
                v_trig_* v_cube* v_cvt_rpi_* v_cvt_flr_*",
    },
    Family {
        does: "rounds in its own way, and FFMA rounds once",
        class: Class::Lane,
        cure: "write v_fma_f32, or v_mul_f32 and v_add_f32",
        names: "v_fmac_* v_fmamk_* v_fmaak_* v_fma_legacy_* v_fma_dx9_* v_mul_dx9_* v_mullit_* \
                v_min_legacy_* v_max_legacy_* v_mac_* v_mad_f32 v_madmk_* v_madak_* v_mad_legacy_* v_mul_legacy_*",
    },
    Family {
        does: "carries between words, and words have 32 bits here",
        class: Class::Lane,
        cure: "write the instruction without a carry where it cannot occur",
        names: "v_addc_u32 v_subb_u32 v_subbrev_u32 \
                v_mad_u64_u32 v_mad_i64_i32 v_lshlrev_b64 v_lshrrev_b64 v_ashrrev_i64 v_cmp_*_i64 \
                v_cmp_*_u64 v_cmpx_*_i64 v_cmpx_*_u64",
    },
    Family {
        does: "compares as no compare of this machine does",
        class: Class::Lane,
        cure: "write v_cmp_ with eq, ne, lt, le, gt or ge on i32, u32 or f32, into vcc",
        names: "v_cmp_* v_cmpx_* v_cmps_*",
    },
    Family {
        does: "is an operation that this machine does not have",
        class: Class::Lane,
        cure: BY_PARTS,
        names: "NANOSLEEP PREEXIT ELECT FSWZADD FSET I2I I2IP IDP IDP4A ISCADD ISET IADD32I \
                LOP32I MOV32I FADD32I FFMA32I FMUL32I IMUL32I XMAD BFI SGXT P2R R2P R2B \
                CSET CSETP PSET PBK PCNT PRET AL2P OUT IPA GETCRSPTR SETCRSPTR SETCTAID VIADDMNMX \
                VIMNMX3 FMNMX3 IADD DEPBAR CS2R SHF LEA I2FP IABS VIADD VIMNMX SETLMEM* CREDUX \
                v_alignbyte_* v_ffbh_i32 v_ffbl_* \
                v_med3_* v_min3_* v_max3_* v_sad_* v_msad_* v_qsad_* v_mqsad_* v_lerp_* \
                v_xad_* \
                v_mul_u32_u24 v_mul_i32_i24 v_mul_hi_u32_u24 v_mul_hi_i32_i24 v_mad_u32_u24 \
                v_mad_i32_i24 v_mad_* v_*_u16 v_*_i16 v_*_b16 v_*_u16_* v_add_i32 v_sub_i32 v_swap_* \
                v_dual_* v_xor3_* v_bitop3_* v_permlane* v_minmax_* v_maxmin_* v_minimum* v_maximum* \
                v_min_num_* v_max_num_* v_add_max_* v_add_min_* v_prng_* v_ashr_pk_* v_swaprel_* v_s_* \
                v_lshl_b32 v_lshr_b32 v_ashr_i32 v_bcnt_* v_subrev_i32 v_pipeflush \
                ICMP FCMP VMNMX VMNMX2 VMNMX4 VSETP VSEL CLMAD FSWZ ISAD IMADSP ISCADD32I VOTE_VTG \
                PSMTEST UNDEF \
                v_movrel* v_screen_partition_* v_clrexcp v_xnor_* v_cvt_* v_sat_pk_* v_mov_fed_* \
                v_accvgpr_* v_mfma_* exp export ds_nop ds_*addtid*",
    },
];

/// Effects of modifiers of SASS mnemonics whose operation the machine has without them.
const PARTS: &[(&str, &str)] = &[
    ("RZ", "rounds toward zero, and this machine to the nearest"),
    ("RM", "rounds down, and this machine to the nearest"),
    ("RP", "rounds up, and this machine to the nearest"),
    ("FTZ", "flushes subnormal numbers, and this machine keeps them"),
    ("SAT", "holds its result in 0..1, and this machine does not"),
    ("NAN", "gives NaN where one source is NaN, and this machine the number"),
    ("XORSIGN", "changes the sign of its result"),
    ("FMZ", "multiplies by zero in a way of its own"),
    ("X", "takes a carry, and words have 32 bits here"),
    ("EX", "compares the upper halves of 64-bit words, and words have 32 bits here"),
    ("WIDE", "gives 64 bits, and words have 32 here"),
    ("64", "is about 64 bits, and words have 32 here"),
    ("U64", "is about 64 bits, and words have 32 here"),
    ("S64", "is about 64 bits, and words have 32 here"),
    ("F64", "is about floats of 64 bits, and words have 32 here"),
    ("F16", "is about floats of 16 bits"),
    ("BF16", "is about floats of 16 bits"),
    ("FLOOR", "rounds down, and this machine toward zero"),
    ("CEIL", "rounds up, and this machine toward zero"),
    ("NTZ", "rounds to the nearest, and this machine toward zero"),
];

type Patterns = Vec<(String, &'static Family)>;

/// Each name of the families, and patterns with `*`, in capitals.
static NAMES: LazyLock<(HashMap<String, &Family>, Patterns)> = LazyLock::new(|| {
    let all = FAMILIES.iter().flat_map(|family| {
        family.names.split(' ').map(move |name| (name.to_ascii_uppercase(), family))
    });
    let (patterns, names): (Vec<_>, Vec<_>) = all.partition(|(name, _)| name.contains('*'));
    // The first family that has a name counts.
    (names.into_iter().rev().collect(), patterns)
});

fn family(stem: &str) -> Option<&'static Family> {
    let (names, patterns) = &*NAMES;
    let pattern = || patterns.iter().find(|(pattern, _)| fits(pattern, stem));
    names.get(stem).copied().or_else(|| pattern().map(|(_, family)| *family))
}

/// The error of a mnemonic that nothing here spells and that is another machine's.
pub fn lacking(mnemonic: &Token) -> Option<Fault> {
    let bare = without_suffix(&mnemonic.text);
    let parts: Vec<String> = bare.split('.').map(str::to_ascii_uppercase).collect();
    let stem = &parts[0];
    let is_ours = stems().contains(&stem.as_str());
    let asked = PARTS.iter().find(|(part, _)| parts[1..].iter().any(|own| own == part));
    let is_asked =
        |&&(part, _): &&(&str, &str)| rules::has_stem(stem) || is_ours && part.ends_with("64");
    if let Some((part, does)) = asked.filter(is_asked) {
        let rule = format!("{mnemonic}'s .{part} {does}");
        return Some(mnemonic.fault(rule, BY_PARTS).same_in_listing());
    }
    let family = family(stem).filter(|_| !is_ours)?;
    let rule = format!("{mnemonic} {}", family.does);
    Some(mnemonic.fault(rule, family.cure).same_in_listing().of(Lack::Operation))
}

/// Class of an operation that this machine does not have, or not in this form.
pub fn class(mnemonic: &Token) -> Class {
    const SCALAR: [&str; 6] = ["BAR", "DEPBAR", "EXIT", "NOP", "B2R", "ULDC"];
    let bare = without_suffix(&mnemonic.text).to_ascii_uppercase();
    let stem = bare.split('.').next().unwrap_or_default();
    match family(stem) {
        _ if SCALAR.contains(&stem) || stem.starts_with("S_") => Class::Scalar,
        Some(family) => family.class,
        None => Class::Lane,
    }
}

/// Whether `pattern`, in which `*` is any text, is the name.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((before, behind)) = pattern.split_once('*') else { return pattern == name };
    let Some(rest) = name.strip_prefix(before) else { return false };
    behind.is_empty() || rest.char_indices().any(|(at, _)| fits(behind, &rest[at..]))
}
