"""Units without state, or with pipeline registers alone, beside ISA.md."""

import re
from dataclasses import dataclass
from pathlib import Path

import tools

HERE = Path(__file__).resolve().parent
SMALL = ["lanes=4", "beats=4", "registers=2", "waves=2", "video=false", "float=false"]


@dataclass(frozen=True)
class Unit:
    """A unit of a machine, and units/TOP.v, with a bit of `wrong` for each sentence."""

    top: str
    says: str
    sentences: tuple
    machine: tuple = ()
    definitions: tuple = ()
    METHOD: str = "iprove"
    KIND: str = "core"
    cases_of: tuple = ()  # of each sentence, where it is asked case by case
    SMALLER = "opt_expr\nopt_clean"

    def name(self):
        return self.says

    def settings(self):
        return list(self.machine)

    def properties(self):
        if self.cases_of:
            return [(sentence, list(cases)) for sentence, cases in zip(self.sentences, self.cases_of)]
        return tools.bits_of("wrong", self.sentences)

    def covers(self):
        return []

    def folder(self):
        return tools.WORK / "units" / "_".join([self.top, *self.definitions])

    def build(self, verilog=None, folder=None):
        verilog = verilog or tools.generate(self.KIND, self.settings())
        folder = folder or self.folder()
        defined = " ".join(f"-D {definition}" for definition in self.defined(verilog))
        return tools.build(
            f"""
read_verilog {" ".join(map(str, sorted(verilog.glob("*.v"))))}
read_verilog {defined} {HERE / "delay.v"} {HERE / "units" / "float_in_lane.v"} {HERE / "units" / f"{self.top}.v"}
hierarchy -top {self.top}
setattr -mod -unset keep_hierarchy *
proc
flatten
opt_clean
setundef -undriven -anyseq
{self.SMALLER}
""",
            folder,
        )

    def defined(self, verilog):
        return self.definitions


def asks(stages, two_bank=False, parts=False):
    one_beat = ("lanes=16", "beats=1", "register_file=two_bank", *SMALL[2:])
    return Unit(
        "asks",
        f"execute with {stages} stages" + " and one beat" * two_bank + " and two parts of the wave" * parts,
        (
            f"only REDUX combines beats, only MATCH{', SHFL and lane moves keep' if parts else ' keeps'} results",
            "what it was told comes with the results",
        ),
        (*(one_beat if two_bank else SMALL), f"stages={stages}", *["shuffle_passes=2"] * parts),
        (
            f"STAGES={stages}",
            f"AHEAD={int(stages > 0)}",
            *["PARTS"] * parts,
            *(("LANES=16", "ONE_BEAT") if two_bank else ("LANES=4",)),
        ),
        tools.INVARIANT if stages else "iprove",
    )


PAIR = Unit(
    "redux",
    "REDUX",
    (
        "a pair combines two words",
        "a pair leaves a word alone beside nobody",
        "a thread's word, or nothing",
    ),
)


def matches(passes, *machine, lanes=16, warp=32):
    return Unit(
        "matches",
        f"MATCH in {passes} passes",
        ("each lane finds all threads with its word, in the pass of its turn",),
        machine,
        (f"PASSES={passes}", f"LANES={lanes}", f"WARP={warp}"),
        cases_of=(tuple(("wrong", tools.fixed(passes_left=(n, 3))) for n in range(passes)),),
    )


# The opcodes of each sentence about SHFL and the lane moves, in hexadecimal.
MOVES = {
    "SHFL": "a0 a1 a2 a3",
    "SHFL.RANGE": "a4 a5 a6 a7 ac ad ae af",
    "v_readlane_b32": "98",
    "v_readfirstlane_b32": "99",
    "v_permlane16_b32": "9a",
    "v_permlanex16_b32": "9b",
    "v_permlane64_b32": "9c",
    "ds_bpermute_b32": "9d",
    "ds_permute_b32": "9e",
    "ds_swizzle_b32": "9f",
}


class Shuffles(Unit):
    """SHFL and the lane moves of `execute`, in as many instances as there are passes.

    With its class fixed most of what `execute` computes is not looked at.
    """

    SMALLER = "opt -full"

    def folder(self):
        return tools.folder(self)

    def defined(self, verilog):
        """Which ports `execute` has."""
        text = (verilog / "lanebeat_execute.v").read_text()
        ports = re.findall(r"^ +(?:input|output) +wire +(?:\[\d+:0\] +)?(\w+)", text, re.MULTILINE)
        return [*self.definitions, *(f"HAS_{port}" for port in ports)]


def shuffles(passes, *machine, lanes=16, beats=4, register_file="wide", moves=True):
    """Of a machine with `shuffle_passes` = `passes`; `moves`: with the lane moves."""
    threads = lanes * beats
    warp = min(threads, 32)
    part = max(warp, lanes, threads // 2 * moves) // passes
    asked = {
        name: opcodes.split()
        for name, opcodes in MOVES.items()
        if name.startswith("SHFL") or moves and (threads == 64 or name != "v_permlane64_b32")
    }
    fixed = {
        opcode: tools.fixed(is_shuffle=int(opcode[0] == "a"), low=(int(opcode[1], 16), 4))
        for opcodes in asked.values()
        for opcode in opcodes
    }
    return Shuffles(
        "shuffles",
        f"SHFL in {passes} pass{'es' * (passes > 1)}" + f", {threads} threads" * (threads != 64),
        tuple(f"who gets which word by {name}{' and which predicate' * (name == 'SHFL')}" for name in asked),
        (*machine, f"lanes={lanes}", f"beats={beats}", f"register_file={register_file}", f"shuffle_passes={passes}"),
        (
            f"LANES={lanes}",
            f"THREADS={threads}",
            f"PART={part}",
            f"PASSES={max(threads * moves, warp, lanes) // part}",
            *["WHOLE"] * (register_file == "wide"),
        ),
        tools.CADICAL,
        cases_of=tuple(tuple(("wrong", fixed[opcode]) for opcode in opcodes) for opcodes in asked.values()),
    )


PLAIN = ("video=false", "float=false", "vote=false", "bits=false")
FEW_SHUFFLES = shuffles(2, *PLAIN, lanes=4)
TWO_ROWS = shuffles(4, *PLAIN, lanes=4, beats=8, register_file="multi_port")
# The second has the `execute` of `make -C boards warp`.
SHUFFLES = [
    shuffles(1),
    shuffles(2, *PLAIN, "dpp=crossbar", register_file="replicated"),
    shuffles(4, *PLAIN, register_file="skewed"),
]
FOUR_LANES = matches(4, "lanes=4", lanes=4, warp=16)
FLOATS = Unit(
    "floats",
    "floats",
    (
        "FSETP",
        "FMNMX.MIN",
        "FMNMX.MAX",
        "F2I.S32",
        "F2I.U32",
        "I2F.S32",
        "I2F.U32",
        "FADD, v_sub_f32 of infinities, NaN",
        "FMUL of infinities, NaN",
        "FFMA of infinities, NaN",
        "other operations add nothing",
    ),
)

SUBJECTS = {
    "quick": [asks(0), asks(0, two_bank=True), asks(0, parts=True), asks(1), PAIR, FLOATS, FEW_SHUFFLES],
    "nightly": [asks(4), asks(1, parts=True), matches(8), matches(6, "register_file=skewed"), FOUR_LANES, TWO_ROWS, *SHUFFLES],
}
