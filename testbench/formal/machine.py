"""Whole machines beside what they owe to a program (machine/machine.v)."""

from dataclasses import dataclass, replace
from pathlib import Path

import tools

HERE = Path(__file__).resolve().parent

# The bits of `wrong`, the lowest first, and what it proves that they are 0 for ever.
PROPERTIES = {
    "queues": "what executes was issued, once and in order; no more is under way than was thought",
    "host": "the host reads what the program or the host wrote, one cycle after it was served",
    "retires": "what was executed retires, in order: wave, destinations, who is written, word, mask",
    "pairs": "REDUX combines the words of all beats of the warp, one after the other",
    "exec of others": "EXEC of any other thread likewise, unless the instruction changes EXEC",
    "masks of others": "guard and q of any other thread, where votes, MATCH and moves look at them",
    "words of others": "a, and b of ds_permute_b32, of any other thread, where SHFL, DPP, … look",
    "exec": "EXEC of the thread is what the instructions before made it",
    "masks": "guard, p and q of the thread are what the instructions before wrote",
    "words": "a, b and c of the thread are what the instructions before wrote",
    "progress": "what is offered issues, unless a barrier holds it, and retires, in so many slots",
}

# Above these, where SHFL and lane moves see the wave in parts.
PROPERTIES_OF_PARTS = {
    "passes": "in each pass `execute` is told the instruction and how many passes follow, as many as it takes",
}

# The bits of `happens`: what must be possible, or a proof would be about nothing.
COVERS = [
    "a mask retires",
    "another wave retires",
    "a, b, c are checked",
    "guard and p are checked",
    "EXEC comes from a mask",
    "SHFL sees a known word",
    "MATCH compares two known words",
    "REDUX combines a known word",
    "ds_permute_b32 sees a known address",
    "a vote sees a known guard",
    "a vote sees a known q",
    "the host reads a known word",
]
# They name a predicate, so they cannot be about a mask slot.
COVERS_OF_PREDICATES = ["guard and p are checked", "a vote sees a known guard", "a vote sees a known q"]
COVERS_OF_PARTS = [
    "a pass keeps who is written",
    "a pass keeps a known word",
    "SHFL sees known words before its last pass",
]

# The bits of `parts`, which say as much as masks of others, together.
PARTS = 10


def bits(count):
    """Bits that tell `count` things apart."""
    return (count - 1).bit_length()


@dataclass(frozen=True)
class Machine:
    """A machine that is small in number, not in structure, and what is watched of it.

    T is the thread, U another at whose values it looks; R and M are a register and a mask entry of
    wave W, BIT is the bit of words. `issued` and `finished`: how many instructions may be between
    issue and execution, execution and retirement.
    """

    METHOD = tools.INVARIANT
    KIND = "core"
    COVER = "scleanup; bmc3 -F 100"

    organisation: str
    collectors: int = 1
    stages: int = 0
    lanes: int = 4
    beats: int = 4
    registers: int = 4
    waves: int = 2
    shuffle_passes: int = 1
    T: int = 5
    U: int = 10
    R: int = 1
    M: int = 1
    W: int = 0
    BIT: int = 0
    issued: int = 2
    finished: int = 2
    issues_within: int = 16  # s_nop 15 and what stands behind it
    retires_within: int = 8
    bounded: tuple = ()  # properties that are looked at in the first cycles alone
    retires_after: int = 0  # cycles from execution to retirement, where masks of others are proved in parts

    def name(self):
        """The machine, then what is watched of it where that is not the usual."""
        usual = Machine(self.organisation)
        parts = [self.organisation]
        for key in (
            "collectors",
            "stages",
            "lanes",
            "beats",
            "registers",
            "waves",
            "shuffle_passes",
            "T",
            "U",
            "R",
            "M",
            "W",
            "BIT",
        ):
            if getattr(self, key) != getattr(usual, key):
                parts.append(f"{key}={getattr(self, key)}")
        return " ".join(parts)

    def sees_parts(self):
        return self.shuffle_passes > 1

    def every_property(self):
        return [*PROPERTIES, *(PROPERTIES_OF_PARTS if self.sees_parts() else [])]

    def properties(self):
        named = dict(tools.bits_of("wrong", self.every_property()))
        if self.retires_after:
            named["masks of others"] = tuple(f"parts[{part}]" for part in range(PARTS))
        return [(name, output) for name, output in named.items() if self.beats > 1 or name != "pairs"]

    def covers(self):
        every = tools.bits_of("happens", COVERS + COVERS_OF_PARTS * self.sees_parts())
        return [(name, output) for name, output in every if self.M < 8 or name not in COVERS_OF_PREDICATES]

    def settings(self):
        return [
            f"lanes={self.lanes}",
            f"beats={self.beats}",
            f"registers={self.registers}",
            f"waves={self.waves}",
            f"register_file={self.organisation}",
            f"collectors={self.collectors}",
            f"stages={self.stages}",
            "video=false",
            "float=false",
            *[f"shuffle_passes={self.shuffle_passes}"] * self.sees_parts(),
        ]

    def definitions(self):
        threads = self.lanes * self.beats
        defined = dict(
            LANES=self.lanes,
            BEATS=self.beats,
            THREADS=threads,
            REGISTERS=self.registers,
            WAVES=self.waves,
            WAVE_BITS=bits(self.waves),
            BEAT_BITS=max(bits(self.beats), 1),
            THREAD_BITS=bits(threads),
            REGISTER_BITS=bits(self.registers),
            HOST_BITS=max(bits(self.registers), 4) + 1,
            DPP=1,
            T=self.T,
            U=self.U,
            R=self.R,
            M=self.M,
            W=self.W,
            BIT=self.BIT,
            STAGES=self.stages,
            ISSUED=self.issued,
            FINISHED=self.finished,
            ISSUES_WITHIN=self.issues_within,
            RETIRES_WITHIN=self.retires_within,
            MATCHES=min(self.lanes, 8),
            WRONGS=len(self.every_property()),
            HAPPENS=len(COVERS + COVERS_OF_PARTS * self.sees_parts()),
        )
        if self.sees_parts():
            defined["PART"] = max(min(threads, 32), self.lanes, threads // 2) // self.shuffle_passes
        if self.beats == 1:
            defined["ONE_BEAT"] = 1
        elif self.organisation != "wide":
            defined["ROWS"] = 1
        if self.organisation == "wide" and self.beats > 1:
            defined["READ"] = 1
        if self.organisation in ("wide", "skewed"):
            defined["HOLDS"] = 1
        if self.stages:
            defined["AHEAD"] = 1
        if self.retires_after:
            defined.update(RETIRES_AFTER=self.retires_after, PARTS=PARTS)
        return tools.defines(defined)

    def folder(self):
        watched = f"T{self.T}_U{self.U}_R{self.R}_M{self.M}_W{self.W}_B{self.BIT}"
        size = f"{self.lanes}x{self.beats}x{self.registers}x{self.waves}"
        parts = f"_p{self.shuffle_passes}" * self.sees_parts()
        return tools.WORK / f"{self.organisation}{self.collectors}_s{self.stages}_{size}_{watched}{parts}"

    def script(self, verilog, folder):
        """Takes blocks out of the core, for which anything may stand, beside the specification."""
        holes = ["execute", "barriers", "special"] + ["beats_combined"] * (self.beats > 1)
        here = " ".join(
            str(HERE / f"{name}.v")
            for name in ("machine/word", "machine/thread", "machine/committed", "machine/machine", "delay", "queue")
        )
        return f"""
read_verilog {" ".join(str(path) for path in sorted(verilog.glob("*.v")))}
blackbox lanebeat_execute lanebeat_barriers lanebeat_special lanebeat_redux_pair
hierarchy -top lanebeat_core
proc
expose -evert {" ".join(f"lanebeat_core/c:{hole}" for hole in holes)}
read_verilog {" ".join(self.definitions())} {here}
hierarchy -check -top machine
{tools.FLATTEN}"""

    def build(self, verilog=None, folder=None):
        verilog = verilog or tools.generate(self.KIND, self.settings())
        folder = folder or self.folder()
        return tools.build(self.script(verilog, folder), folder)


# CI proves four organisations with two registers, in a fraction of the time that four take.
ORGANISATIONS = ("wide", "skewed", "multi_port", "replicated")
QUICK = [Machine(organisation, registers=2) for organisation in ORGANISATIONS]

# As many instructions may wait as there are collectors, and for a bank, twice as long.
BANKED = [
    Machine(
        "banked",
        registers=registers,
        collectors=collectors,
        issued=1 + collectors,
        issues_within=20,
        retires_within=16,
    )
    for collectors, registers in ((1, 2), (1, 4), (2, 2))
]
# Of eight collectors all but the queues is looked at in the first cycles.
EIGHT = replace(
    BANKED[0],
    registers=2,
    collectors=8,
    issued=9,
    issues_within=48,
    retires_within=48,
    bounded=tuple(name for name in PROPERTIES if name != "queues"),
)
# One beat, and as many lanes as a row of DPP has threads. Its window makes the pipeline long: of all
# but the queues the first cycles are looked at.
TWO_BANK = Machine(
    "two_bank",
    lanes=16,
    beats=1,
    registers=2,
    issued=6,
    issues_within=32,
    retires_within=32,
    bounded=EIGHT.bounded,
)
# Masks of others of these are not decided in one piece. Behind a MATCH 9 slots; in 8 it is refuted.
DEEP = {
    ("skewed", 1, 4): dict(retires_within=9, retires_after=8),
    ("banked", 2, 4): dict(retires_after=7),
}
STAGES = [
    replace(
        machine, stages=stages, finished=finished, **DEEP.get((machine.organisation, machine.collectors, stages), {})
    )
    for machine in [*QUICK, BANKED[0], BANKED[2]]
    for stages, finished in ((1, 3), (4, 4))
]
# Beats before, behind and beside each other, the first and the last; other registers, masks, waves and
# bits. Bit 2 is the lowest of an address. Of the slower ones some.
SOME = [dict(T=15, U=0), dict(T=0, U=15), dict(T=10, U=5), dict(BIT=2), dict(M=8)]
WATCHED = [
    replace(machine, **watched)
    for machine in [*QUICK, BANKED[0]]
    for watched in (
        *SOME,
        dict(T=5, U=6),
        dict(T=5, U=4, R=0),
        dict(BIT=31),
        dict(W=1),
        dict(M=0),
    )
    if machine.organisation == "wide" or watched in SOME
]
# SHFL and the lane moves see half of the warp in a pass; or a quarter, and v_permlane16_b32 half of its row. Slots of 8
# beats count twice.
PASSING = [
    Machine(organisation, registers=2, shuffle_passes=2) for organisation in ("wide", "replicated", "skewed")
]
PASSING += [
    Machine("multi_port", beats=8, registers=2, shuffle_passes=4, U=26, issues_within=40, retires_within=20)
]
SUBJECTS = {
    "quick": QUICK,
    "nightly": [Machine(organisation) for organisation in ORGANISATIONS]
    + BANKED
    + [EIGHT, TWO_BANK]
    + STAGES
    + WATCHED
    + PASSING,
}
