"""The lane beside ISA.md, an output for each group of operations."""

import re
from dataclasses import dataclass
from pathlib import Path

import tools

HERE = Path(__file__).resolve().parent

# The bits of `wrong` of lane/lane.v, the lowest first.
GROUPS = {
    "MOV, SEL, S2R, B2R, v_writelane_b32": "the word chosen, the special register, or its low bit",
    "IADD, ISUB, v_subrev_u32, IADD3": "sums modulo 2^32",
    "IMUL, IMUL.HI, IMAD": "low and high words of products, the multiplier of halves cut out",
    "IMNMX": "the smaller or larger word, signed or not",
    "LOP, NOT, LOP3, LOP3.P": "bit by bit, or whether any is 1",
    "SHL, SHR": "b shifted by a modulo 32",
    "BREV, FLO, v_ffbh_u32": "bits reversed, the highest one, leading zeros",
    "POPC, v_bcnt_u32_b32, MBCNT": "counts of ones",
    "ISETP": "twelve comparisons, combined with q",
    "PSETP, s_…_saveexec_b64": "masks combined, EXEC saved",
    "SHFL, SHFL.RANGE, lane moves": "the word that came, or the word for in range",
    "VOTE, MATCH": "the word or the predicate that came",
    "IADD.CC, ISUB.CC, ISUB.BB": "sums with a carry or borrow in and out",
    "PRMT, v_perm_b32": "bytes picked, signs and constants",
    "SHF, BFE, BMSK": "words of 64 bits shifted, fields cut out and made",
    "SHLADD, SHLOR, ADDSHL, LEA.HI": "sums and OR before and behind a shift",
}
# Those of lane/video.v.
VIDEO = {
    "VADD, VSUB": "sums, in every form",
    "VAVRG": "halves of sums, rounded up",
    "VABSDIFF": "magnitudes of differences",
    "VMIN, VMAX": "the smaller or larger source",
    "VSHL, VSHR": "shifts of 33 bits, .CLAMP and .WRAP",
    "VSET": "six comparisons of extended sources",
    "VMAD": "products and sums with shift and sign, the multiplier of halves cut out",
    "VADD2/4, VSUB2/4": "sums of elements, .SAT, masks",
    "VADD2/4.ADD, VSUB2/4.ADD": "… added to c",
    "VAVRG2/4": "halves of sums",
    "VAVRG2/4.ADD": "… added to c",
    "VABSDIFF2/4": "magnitudes of differences",
    "VABSDIFF2/4.ADD": "… added to c",
    "VMIN2/4, VMAX2/4": "the smaller or larger element",
    "VMIN2/4.ADD, VMAX2/4.ADD": "… added to c",
    "VSET2/4": "six comparisons",
    "VSET2/4.ADD": "… added to c",
}

SIMD = {
    ("VADD2/4", "VSUB2/4"): (9, 10),
    ("VAVRG2/4",): (11,),
    ("VABSDIFF2/4",): (12,),
    ("VMIN2/4", "VMAX2/4"): (13, 14),
    ("VSET2/4",): (15,),
}

PRODUCT = re.compile(
    r"wire \[\d+:0\] product_of_(\w+) =\s*"
    r"(?:\{16'd0, (\w+\[\d+:\d+\])\} \* \{16'd0, (\w+\[\d+:\d+\])\}|\$signed\((\w+)\) \* \$signed\((\w+)\));"
)
PLACES = {"lows": 0, "highs": 1, "low_high": 2, "high_low": 3}


def without_products(text, width):
    """A lane whose four products of so many bits come from outside, and whose factors can be seen there."""
    assert len(PRODUCT.findall(text)) == len(PLACES), "a lane has four products of halves"

    def hole(found):
        name, *factors = filter(None, found.groups())
        at = f"[{width * PLACES[name]} +: {width}]"
        return (
            f"wire [{width - 1}:0] product_of_{name} = cut_products{at};\n"
            f"    assign cut_halves{at} = {{{', '.join(factors)}}};"
        )

    every = f"[{len(PLACES) * width - 1}:0]"
    ports = (
        "module lanebeat_lane (\n"
        f"    output wire {every} cut_halves,\n    input  wire {every} cut_products,\n"
    )
    return PRODUCT.sub(hole, text).replace("module lanebeat_lane (\n", ports)


def video_cases():
    """The cases of each group of video operations: its opcodes, the types of its sources, ….

    With these fixed the circuit is a fraction of the whole, and alike to what it is compared with.
    """
    forms = {
        "VADD, VSUB": [dict(low=(0, 4), other=0), dict(low=(1, 4))],
        "VAVRG": [dict(low=(0, 4), other=1)],
        "VABSDIFF": [dict(low=(2, 4))],
        "VMIN, VMAX": [dict(low=(low, 4)) for low in (3, 4)],
        "VSHL, VSHR": [dict(low=(low, 4), other=wraps) for low in (5, 6) for wraps in (0, 1)],
        "VSET": [dict(low=(7, 4))],
        "VMAD": [dict(low=(8, 4))],
    }
    for names, lows in SIMD.items():
        for accumulates, suffix in ((0, ""), (1, ".ADD")):
            forms[", ".join(f"{name}{suffix}" for name in names)] = [
                dict(low=(low, 4), four=four, accumulates=accumulates)
                for low in lows
                for four in (0, 1)
            ]
    signs = [dict(a_signed=a, b_signed=b) for a in (0, 1) for b in (0, 1)]
    return {
        name: [("wrong", tools.fixed(**form, **sign)) for form in forms[name] for sign in signs]
        for name in VIDEO
    }


@dataclass(frozen=True)
class Lane:
    """One lane, and lane/FILE.v, whose module is called `top`."""

    # abc 1.01 of 2022 aborts in one case where iprove has to rewrite before it knows what is equal.
    METHOD = "fraig; iprove"
    KIND = "core"
    SAYS = " without bits, video, float"

    file: str = "lane"
    top: str = "lanes"
    machine: tuple = ()
    # Without `bits`, `video` and `float`: only the operations of machine/word.v are asked.
    is_plain: bool = False
    # So many of the groups, others on another day; 0: all of them.
    sample: int = 0

    def name(self):
        return self.file + self.SAYS * self.is_plain + ", a sample" * bool(self.sample)

    def properties(self):
        if self.file == "video":
            return list(video_cases().items())
        # The last groups are of `bits` alone.
        groups = tools.bits_of("wrong", list(GROUPS))
        return tools.of_today(groups[:12] if self.is_plain else groups, self.sample)

    def covers(self):
        return []

    def settings(self):
        return list(self.machine)

    def folder(self):
        return tools.folder(self)

    def specification(self, lane):
        """The specification, of a lane with fewer ports where it is plain."""
        text = (HERE / "lane" / f"{self.file}.v").read_text()
        if not self.is_plain:
            return text
        for name in re.findall(r"\.(\w+)\(\1\)", text):
            if not re.search(rf"(input|output) +wire .*\b{name}\b", lane):
                text = re.sub(rf"\s\.{name}\({name}\),?", "", text)
        text = re.sub(r"input  wire ([^\n]*immediate),\n(.*?);\n", r"\2;\n    wire \1 = 0;\n", text, count=1, flags=re.DOTALL)
        legal = "wire legal;\n    word word (.word({56'd0, opcode, 64'd0}), .legal(legal));\n    "
        return text.replace("assign wrong = {", f"{legal}assign wrong = {{16{{legal}}}} & {{")

    def build(self, verilog=None, folder=None):
        verilog = verilog or tools.generate(self.KIND, self.settings())
        folder = folder or self.folder()
        folder.mkdir(parents=True, exist_ok=True)
        lane = (verilog / "lanebeat_lane.v").read_text()
        # Halves have a sign above them where video operations multiply.
        half = 16 if self.is_plain else 17
        (folder / "lane.v").write_text(without_products(lane, 2 * half))
        (folder / "specification.v").write_text(self.specification(lane))
        parts = ["funnel", "lookup", "video_select", "video", "byte_select"]
        parts = [verilog / f"lanebeat_{part}.v" for part in parts]
        files = [folder / "lane.v", *(part for part in parts if part.exists()), folder / "specification.v"]
        files += [HERE / "machine" / "word.v"] * self.is_plain
        float_ = verilog / "lanebeat_float.v"
        script = f"""
read_verilog -D THREADS=64 -D DPP=1 -D HALF={half} {" ".join(map(str, files))}
{f"read_verilog -lib {float_}" if float_.exists() else ""}
hierarchy -top {self.top}
setattr -mod -unset keep_hierarchy *
proc
flatten
opt -full
delete t:lanebeat_float
setundef -undriven -zero
"""
        return tools.build(script, folder)


OF_VIDEO = Lane("video", "videos")
PLAIN = Lane(machine=("bits=false", "video=false", "float=false"), is_plain=True)
SUBJECTS = {"quick": [Lane(sample=4)], "nightly": [Lane(), OF_VIDEO, PLAIN]}
