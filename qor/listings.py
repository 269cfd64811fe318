#!/usr/bin/env python3
"""Counts, by mnemonic, the instructions of compilers' listings that count and that run here.

usage: qor/listings.py LANEBEAT LISTING... [--forms LIST...]

An instruction counts when it computes on words of 32 bits in each lane or exchanges them between
lanes. Memory, branches, textures, matrices, other sizes, transcendental functions, waiting and the
scalar or uniform unit's own arithmetic do not count. It runs when the listing's report says so,
with words of --constants taken as given. Behind --forms stand lists of single lines, which are no
programs: each line of them is read alone, under the list's first line.

Prints a line for each listing, their sum, and a table: lines, lines that run, mnemonic (with `-`
where it does not count), and the first reason of those that do not run.
"""

import collections
import fnmatch
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

NOT_COUNTED = """
LD LD.* LDC* LDG* LDL* LDS* LDT* LDU* ST ST.* STA* STG* STL* STS* STT* ATOM* RED RED.* REDAS REDG
MEMBAR* CCTL* ERRBAR* CGAERRBAR FENCE TEX* TLD* SU* TXQ* TXD* TXA TMML AL2P* ALD* AST* OUT* IPA*
PIXLD* ISBE* GETLMEMBASE SETLMEMBASE QSPC* SYNCS UBLK* UTM* TTU* ARRIVES* ACQBULK GETCRSPTR
SETCRSPTR LEPC RPCMOV* BRK CAL PEXIT LONGJMP PLONGJMP KIL KILL RAM SAM IDE BRA BRA.* BRX* JMP JMX*
JCAL CALL CALL.* RET RET.* RTT BSSY BSYNC BREAK BMOV* BPT* SSY SYNC CONT PBK PCNT PRET EXIT B2R.*
NANOSLEEP WARPSYNC* YIELD* DEPBAR* NOP NOP.* BAR B2R R2B U[A-Z]* S2UR CS2UR R2UR CREDUX D[AFMS]*
HADD2* HFMA2* HMNMX2* HMUL2* HSET2* HSETP2* HMMA* IMMA* BMMA* DMMA* QMMA* F2F* F2FP* MOVM* MUFU*
RRO* FCHK* FRND* PMTRIG CS2R XMAD* V*2 V*2.* VHMNMX* I2I* I2IP* s_* buffer_* flat_* global_*
scratch_* ds_read* ds_write* ds_load* ds_store* ds_add* ds_*cmp* ds_*rtn* ds_*xchg* image_*
tbuffer_* exp v_*_f64* v_*_f16* v_pk_* v_*_b64 v_*_b64_* v_*_u16* v_*_i16* v_*_b16* v_dot* v_mfma*
v_wmma* v_accvgpr* v_rcp* v_rsq* v_sqrt* v_exp* v_log* v_sin* v_cos* v_div_* v_frexp* v_ldexp*
v_rndne* v_fract* v_floor* v_ceil* v_trunc* v_mad_u64* v_mad_i64* v_cvt_pk* v_cvt_f32_ubyte*
v_cvt_f32_fp8 v_cvt_f32_bf8 v_*_bf16* v_cvt_scale* v_interp* v_nop v_mad_mix* v_*_sdwa *_u64 *_u64_*
*_i64 *_i64_*
""".split()
OTHER_SIZES = {"F16", "F64", "BF16", "U64", "S64", "64", "S8", "U8", "S16", "U16"}
MASKS = "and or xor andn2 orn2 nand nor xnor not mov".split()
ACROSS = """SHFL* VOTE* MATCH* REDUX* ds_bpermute* ds_permute* ds_swizzle* v_readlane*
v_readfirstlane* v_writelane* v_permlane* v_mbcnt* *_dpp""".split()


def is_any(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def mnemonic_counts(text):
    """The mnemonic of an instruction, and whether it counts."""
    words = text.split()
    if words and words[0].startswith("@"):
        words = words[1:]
    name, operands = words[0], " ".join(words[1:])
    operation = name.removeprefix("s_").removesuffix("_b64").removesuffix("_saveexec")
    if name.startswith("s_") and name.endswith("_b64") and operation in MASKS:
        return name, operation != "mov" or "exec" in operands or "vcc" in operands
    if name.startswith("VOTEU"):
        return name, True
    is_vector = name[0].isupper() or name.startswith(("v_", "ds_"))
    if not is_vector or is_any(name, NOT_COUNTED) or "sel:" in operands or "op_sel" in operands:
        return name, False
    parts = set(name.split(".")[1:])
    return name, not parts & OTHER_SIZES or name.startswith(("V", "IDP"))


def report(binary, path, text=None):
    command = [binary, "assemble", "--from", path, "--report", "--json", "--set", "registers=256"]
    return json.loads(subprocess.run(command, input=text, capture_output=True, text=True).stdout)


def lines_of(binary, path, is_list):
    lines = report(binary, path)["lines"]
    if is_list:
        header = open(path).readline()
        alone = [line for line in lines if "here" not in line and mnemonic_counts(line["text"])[1]]
        with ThreadPoolExecutor(2) as pool:
            texts = [f"{header}\t{line['text']}\n" for line in alone]
            again = pool.map(lambda text: report(binary, "-", text)["lines"][0], texts)
            for line, read in zip(alone, again):
                line.pop("lacks")
                line.update(read)
    return lines


def show(name, count):
    def share(part, whole):
        return f"{count[part]} of {count[whole]} run ({100 * count[part] / max(count[whole], 1):.1f} %)"

    print(f"{name}: {count['lines']} lines; of those that count {share('run', 'counted')},"
          f" across lanes {share('across run', 'across')}")


def main():
    binary, *paths = sys.argv[1:]
    first_list = paths.index("--forms") if "--forms" in paths else len(paths)
    table, total = {}, collections.Counter()
    for number, path in enumerate(paths):
        if number == first_list:
            continue
        own = collections.Counter()
        for line in lines_of(binary, path, number > first_list):
            name, is_counted = mnemonic_counts(line["text"])
            runs = "here" in line or line["lacks"] == "word"
            is_across = is_any(name, ACROSS) or " row_" in line["text"] or "quad_perm" in line["text"]
            row = table.setdefault(name if is_counted else f"- {name}", [0, 0, ""])
            row[0] += 1
            row[1] += runs
            row[2] = row[2] or ("" if runs else line["rule"])
            own["lines"] += 1
            if is_counted:
                own.update(counted=1, run=runs, across=is_across)
                own["across run"] += is_across and runs
        show(path, own)
        total += own
    show("all", total)
    for name, (count, run, rule) in sorted(table.items(), key=lambda row: row[1][1] - row[1][0]):
        print(f"{count:6} {run:6}  {name:24} {rule}")


if __name__ == "__main__":
    main()
