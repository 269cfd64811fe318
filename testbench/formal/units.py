"""Units without state, or with pipeline registers alone, beside ISA.md."""

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
        defined = " ".join(f"-D {definition}" for definition in self.definitions)
        return tools.build(
            f"""
read_verilog {" ".join(map(str, sorted(verilog.glob("*.v"))))}
read_verilog {defined} {HERE / "delay.v"} {HERE / "units" / f"{self.top}.v"}
hierarchy -top {self.top}
setattr -mod -unset keep_hierarchy *
proc
flatten
opt_clean
setundef -undriven -anyseq
opt_expr
opt_clean
""",
            folder,
        )


def asks(stages, two_bank=False):
    one_beat = ("lanes=16", "beats=1", "register_file=two_bank", *SMALL[2:])
    return Unit(
        "asks",
        f"execute with {stages} stages" + " and one beat" * two_bank,
        (
            "only REDUX combines beats, only MATCH keeps results",
            "what it was told comes with the results",
        ),
        (*(one_beat if two_bank else SMALL), f"stages={stages}"),
        (
            f"STAGES={stages}",
            f"AHEAD={int(stages > 0)}",
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
    ),
)

SUBJECTS = {
    "quick": [asks(0), asks(0, two_bank=True), asks(1), PAIR, FLOATS],
    "nightly": [asks(4), matches(8), matches(6, "register_file=skewed"), FOUR_LANES],
}
