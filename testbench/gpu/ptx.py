"""Writes a program of the NVIDIA-like dialect as a PTX kernel, an instruction at a time.

Each thread of a block of THREADS runs what a thread of one wave runs. A register is a variable, a
predicate a predicate; `.repeat N` is a loop whose count is the kernel's second parameter. At the beginning each thread loads
registers from its place of the third parameter, at the end it stores some at its place of the first.
"""

import re

THREADS = 512
SPECIAL = {"SR_TID": "tid.x", "SR_LANEID": "laneid"} | {
    f"SR_{name}MASK": f"lanemask_{name.lower()}" for name in ["EQ", "LT", "LE", "GT", "GE"]
}
# Our names of float relations that differ from PTX's: NE is unordered or unequal, LG ordered.
RELATIONS = {"NE": "neu", "LG": "ne"}
PLAIN = {
    "MOV": "mov.b32 {0}, {1};",
    "IADD": "add.u32 {0}, {1}, {2};",
    "ISUB": "sub.u32 {0}, {1}, {2};",
    "IADD3": "add.u32 %t0, {1}, {2}; add.u32 {0}, %t0, {3};",
    "IMUL": "mul.lo.u32 {0}, {1}, {2};",
    "IMUL.HI.U32": "mul.hi.u32 {0}, {1}, {2};",
    "IMUL.HI.S32": "mul.hi.s32 {0}, {1}, {2};",
    "IMAD": "mad.lo.u32 {0}, {1}, {2}, {3};",
    "LOP.AND": "and.b32 {0}, {1}, {2};",
    "LOP.OR": "or.b32 {0}, {1}, {2};",
    "LOP.XOR": "xor.b32 {0}, {1}, {2};",
    "NOT": "not.b32 {0}, {1};",
    "LOP3.LUT": "lop3.b32 {0}, {1}, {2}, {3}, {4};",
    "LOP3.P": "lop3.or.b32 %t0|{0}, {1}, {2}, {3}, {4}, {5};",
    "PRMT": "prmt.b32 {0}, {1}, {3}, {2};",
    "SHL": "shf.l.wrap.b32 {0}, 0, {1}, {2};",
    "SHR.U32": "shf.r.wrap.b32 {0}, {1}, 0, {2};",
    "SHR.S32": "and.b32 %t0, {2}, 31; shr.s32 {0}, {1}, %t0;",
    "SHF.L.U64.HI": "shf.l.wrap.b32 {0}, {1}, {3}, {2};",
    "SHF.R.U64": "shf.r.wrap.b32 {0}, {1}, {3}, {2};",
    "SHLADD": "shf.l.wrap.b32 %t0, 0, {1}, {2}; add.u32 {0}, %t0, {3};",
    "LEA": "shl.b32 %t0, {1}, {3}; add.u32 {0}, %t0, {2};",
    "LEA.HI": "shf.l.wrap.b32 %t0, {1}, {3}, {4}; add.u32 {0}, %t0, {2};",
    "SHLOR": "shf.l.wrap.b32 %t0, 0, {1}, {2}; or.b32 {0}, %t0, {3};",
    "ADDSHL": "add.u32 %t0, {1}, {2}; shf.l.wrap.b32 {0}, 0, %t0, {3};",
    "BMSK": "bmsk.wrap.b32 {0}, {1}, {2};",
    # PTX takes 8 bits of place and length, this machine 5.
    "BFE.U32": "and.b32 %t0, {2}, 31; and.b32 %t1, {3}, 31; bfe.u32 {0}, {1}, %t0, %t1;",
    "BFE.S32": "and.b32 %t0, {2}, 31; and.b32 %t1, {3}, 31; bfe.s32 {0}, {1}, %t0, %t1;",
    "BREV": "brev.b32 {0}, {1};",
    "POPC": "popc.b32 {0}, {1};",
    "FLO.U32": "bfind.u32 {0}, {1};",
    "FADD": "add.rn.f32 {0}, {1}, {2};",
    "FMUL": "mul.rn.f32 {0}, {1}, {2};",
    "FFMA": "fma.rn.f32 {0}, {1}, {2}, {3};",
    "FMNMX.MIN": "min.f32 {0}, {1}, {2};",
    "FMNMX.MAX": "max.f32 {0}, {1}, {2};",
    "I2F.S32": "cvt.rn.f32.s32 {0}, {1};",
    "I2F.U32": "cvt.rn.f32.u32 {0}, {1};",
    "F2I.S32": "cvt.rzi.s32.f32 {0}, {1};",
    "F2I.U32": "cvt.rzi.u32.f32 {0}, {1};",
    "PSETP.AND": "and.pred {0}, {1}, {2};",
    "PSETP.OR": "or.pred {0}, {1}, {2};",
    "PSETP.XOR": "xor.pred {0}, {1}, {2};",
    # The carry flag is set from q by adding all ones to q, or by subtracting q from 0.
    "IADD.CC": "selp.b32 %t0, 1, 0, {4}; add.cc.u32 %t0, %t0, 0xffffffff; addc.cc.u32 {1}, {2}, {3};"
    " addc.u32 %t0, 0, 0; setp.ne.u32 {0}, %t0, 0;",
    "ISUB.CC": "selp.b32 %t0, 0, 1, {4}; sub.cc.u32 %t0, 0, %t0; subc.cc.u32 {1}, {2}, {3};"
    " subc.u32 %t0, 0, 0; setp.eq.u32 {0}, %t0, 0;",
    "ISUB.BB": "selp.b32 %t0, 1, 0, {4}; sub.cc.u32 %t0, 0, %t0; subc.cc.u32 {1}, {2}, {3};"
    " subc.u32 %t0, 0, 0; setp.ne.u32 {0}, %t0, 0;",
    "EXIT": "",
}
# {m} is the mask of the threads that execute.
WARP = {
    "VOTE.ANY": "vote.sync.any.pred {0}, {1}, {m};",
    "VOTE.ALL": "vote.sync.all.pred {0}, {1}, {m};",
    "VOTE.UNI": "vote.sync.uni.pred {0}, {1}, {m};",
    "VOTE.BALLOT": "vote.sync.ballot.b32 {0}, {1}, {m};",
    "VOTE.ACTIVE": "vote.sync.ballot.b32 {0}, %pt, {m};",
    "MATCH.ANY": "match.any.sync.b32 {0}, {1}, {m};",
    "MATCH.ALL": "match.all.sync.b32 {1}|{0}, {2}, {m};",
}
for mode in ["IDX", "UP", "DOWN", "BFLY"]:
    WARP[f"SHFL.{mode}"] = f"shfl.sync.{mode.lower()}.b32 {{1}}|{{0}}, {{2}}, {{3}}, {{4}}, {{m}};"
for sign in ["S32", "U32"]:
    for name in ["ADD", "MIN", "MAX"]:
        WARP[f"REDUX.{name}.{sign}"] = f"redux.sync.{name.lower()}.{sign.lower()} {{0}}, {{1}}, {{m}};"
    for name in ["AND", "OR", "XOR"]:
        WARP[f"REDUX.{name}.{sign}"] = f"redux.sync.{name.lower()}.b32 {{0}}, {{1}}, {{m}};"
    for name in ["MIN", "MAX"]:
        PLAIN[f"IMNMX.{name}.{sign}"] = f"{name.lower()}.{sign.lower()} {{0}}, {{1}}, {{2}};"


class Unknown(Exception):
    """An instruction that no PTX is known for."""


def compare(mnemonic):
    parts = mnemonic.split(".")
    relation = RELATIONS.get(parts[1], parts[1].lower()) if parts[0] == "FSETP" else parts[1].lower()
    kind = "f32" if parts[0] == "FSETP" else parts[-1].lower()
    combines = [part.lower() for part in parts[2:] if part in ("AND", "OR", "XOR")]
    q = ", {3}" if combines else ""
    return f"setp.{'.'.join([relation] + combines)}.{kind} {{0}}, {{1}}, {{2}}{q};"


def video(mnemonic, operands):
    """PTX writes these as this machine does, in lower case and with its modifiers in one order."""
    parts = mnemonic.lower().split(".")
    types = [part for part in parts[1:] if part in ("u32", "s32")]
    rest = [part.replace("_", "") for part in parts[1:] if part not in types]
    order = ["eq", "ne", "lt", "le", "gt", "ge", "po", "sat", "shr7", "shr15", "clamp", "wrap", "add", "min", "max"]
    modifiers = sorted(rest, key=order.index)
    return f"{'.'.join([parts[0]] + types + modifiers)} {', '.join(operands)};"


class Writer:
    def __init__(self):
        self.body, self.loops, self.negations = [], 0, 0

    def operand(self, text, is_float, is_video):
        """The PTX of an operand, behind instructions that negate it or take its absolute value."""
        text = text.strip()
        match = re.fullmatch(r"(-?)(\|?)(R\d+)\|?((?:\.[HB]\d+)?)", text)
        if match:
            sign, absolute, register, selector = match.groups()
            name = "%r" + register[1:]
            if is_video:
                return sign + name + selector.lower()
            for wanted, operation in [(absolute, "abs"), (sign, "neg")]:
                if wanted:
                    self.negations += 1
                    kind = "f32" if is_float else "s32"
                    self.body.append(f"{operation}.{kind} %n{self.negations}, {name};")
                    name = f"%n{self.negations}"
            return name
        match = re.fullmatch(r"(!?)P([0-6T])", text)
        if match:
            sign, number = match.groups()
            name = "%pt" if number == "T" else f"%p{number}"
            if not sign:
                return name
            self.body.append(f"not.pred %q{self.negations}, {name};")
            self.negations += 1
            return f"%q{self.negations - 1}"
        if text == "__":
            return "%unused"
        if text in SPECIAL:
            return f"%{SPECIAL[text]}"
        value = int(text, 0) & 0xFFFFFFFF
        if is_video:
            self.negations += 1
            self.body.append(f"mov.b32 %n{self.negations}, {value:#x};")
            return f"%n{self.negations}"
        return f"0f{value:08x}" if is_float else f"0x{value:x}"

    def line(self, text):
        text = re.sub(r"//.*", "", text).strip()
        if not text:
            return
        if text.startswith(".repeat"):
            self.loops += 1
            self.body.append(f"mov.u32 %k, %rounds; again{self.loops}:")
            return
        if text == ".end":
            self.body.append(f"sub.u32 %k, %k, 1; setp.ne.u32 %loop, %k, 0; @%loop bra again{self.loops};")
            return
        guard = ""
        if text.startswith("@"):
            guard, text = text.split(None, 1)
            guard = guard.replace("@P", "@%p").replace("@!P", "@!%p") + " "
        mnemonic, _, operands = text.partition(" ")
        is_float = mnemonic.startswith("F") and mnemonic != "FLO.U32"
        is_video = mnemonic.startswith("V") and not mnemonic.startswith("VOTE")
        words = [word for word in operands.split(",") if word.strip()]
        names = [self.operand(word, is_float, is_video) for word in words]
        if mnemonic == "SEL":
            template = "selp.b32 {0}, {1}, {2}, {3};"
        elif mnemonic == "S2R":
            template = "mov.u32 {0}, {1};"
        elif mnemonic.startswith(("ISETP", "FSETP")):
            template = compare(mnemonic)
        elif is_video:
            template = video(mnemonic, names)
        elif mnemonic in WARP:
            mask = "0xffffffff"
            if guard:
                executes = guard[1:].strip()
                if executes.startswith("!"):
                    self.body.append(f"not.pred %executes, {executes[1:]};")
                    executes = "%executes"
                self.body.append(f"vote.sync.ballot.b32 %m, {executes}, 0xffffffff;")
                mask = "%m"
            template = WARP[mnemonic].replace("{m}", mask)
        elif mnemonic in PLAIN:
            template = PLAIN[mnemonic]
        else:
            raise Unknown(f"no PTX is known for {mnemonic}")
        for instruction in template.format(*names).split(";"):
            if instruction.strip():
                self.body.append(f"{guard}{instruction.strip()};")

    def kernel(self, name, inputs, outputs):
        body = "\n ".join(self.body)
        stores = "\n ".join(
            f"st.global.u32 [%out+{4 * THREADS * i}], %r{register};" for i, register in enumerate(outputs)
        )
        loads = "\n ".join(
            f"ld.global.u32 %r{register}, [%in+{4 * THREADS * i}];" for i, register in enumerate(inputs)
        )
        used = sorted({int(n) for n in re.findall(r"%r(\d+)", body + stores)})
        zeros = " ".join(f"mov.b32 %r{register}, 0;" for register in used)
        return f"""
.visible .entry {name}(.param .u64 out, .param .u32 rounds, .param .u64 in) .maxntid {THREADS}, 1, 1 {{
 .reg .b32 %r<256>; .reg .pred %p<7>; .reg .b32 %n<{self.negations + 2}>; .reg .pred %q<{self.negations + 2}>;
 .reg .b32 %t<4>; .reg .b32 %m; .reg .b32 %k; .reg .b32 %rounds; .reg .b64 %out; .reg .b64 %in; .reg .b64 %offset;
 .reg .pred %pt; .reg .pred %loop; .reg .pred %unused; .reg .pred %executes;
 ld.param.u64 %out, [out]; ld.param.u64 %in, [in]; ld.param.u32 %rounds, [rounds];
 cvta.to.global.u64 %out, %out; cvta.to.global.u64 %in, %in;
 mov.u32 %t0, %tid.x; mul.wide.u32 %offset, %t0, 4; add.u64 %out, %out, %offset; add.u64 %in, %in, %offset;
 setp.eq.u32 %pt, %t0, %t0; {" ".join(f"setp.ne.u32 %p{i}, %t0, %t0;" for i in range(7))}
 {zeros}
 {loads}
 {body}
 {stores}
 ret;
}}
"""


HEADER = ".version 8.2\n.target sm_80\n.address_size 64\n"


def kernel(name, lines, outputs, inputs=()):
    """A kernel that loads the registers of `inputs`, runs these lines and stores those of `outputs`."""
    writer = Writer()
    for line in lines:
        writer.line(line)
    return writer.kernel(name, inputs, outputs)
