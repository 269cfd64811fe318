"""Barriers beside ISA.md (barriers/barriers.v), of machines in their full size, and what the core tells them."""

from dataclasses import dataclass
from pathlib import Path

import tools
from machine import bits

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Barriers:
    """The barriers of a preset, or of the machine that `set` makes of it."""

    METHOD = tools.INVARIANT
    COVER = "scleanup; bmc3 -F 60"
    KIND = "core"

    preset: str
    waves: int
    lanes: int = 16
    beats: int = 4
    set: tuple = ()

    def name(self):
        return " ".join(["barriers of", self.preset, *self.set])

    def properties(self):
        sentences = (
            "who is held, when a barrier opens, and that results follow two cycles later",
            "of each wave the operation is kept, and in how many threads q was true",
            "what B2R gives of that",
            "sums over the threads of a beat, and over waves",
        )
        return tools.bits_of("wrong", sentences)

    def covers(self):
        possible = (
            "waves wait for others",
            "a barrier opens as a wave ends",
            "another barrier stays shut",
            "a barrier opens at which some wait for all",
            "three threads of all are counted",
            "a barrier opens behind a wave that has ended",
        )
        return tools.bits_of("happens", possible)

    def settings(self):
        return ["stages=0", *self.set]

    def generate(self):
        return tools.generate(self.KIND, list(self.set), self.preset)

    def folder(self):
        return tools.folder(self)

    def defined(self):
        threads = self.lanes * self.beats
        defined = dict(
            WAVES=self.waves,
            WAVE_BITS=max(bits(self.waves), 1),
            LANES=self.lanes,
            BEATS=self.beats,
            COUNT=bits(threads + 1),
            TOTAL=bits(threads * self.waves + 1),
        )
        if self.beats == 1:
            defined["ONE_BEAT"] = 1
        return defined

    def build(self, verilog=None, folder=None):
        verilog, folder = verilog or self.generate(), folder or self.folder()
        folder.mkdir(parents=True, exist_ok=True)
        count = self.defined()["COUNT"]
        kept = {"is_there": 1, "settled_q": 1, "own_ones_q": count, "own_missed_q": 1, "own_choice_q": 3, "is_of_latest_q": 1}
        wires = ("ones_q", "missing_q", "beat_ones", "total", "of_wave_waits", "of_wave_place", "of_wave_needs_all")
        shown = "".join(
            f".\\of_wave[{wave}].unit.{name} ({name.removesuffix('_q')}[{width * wave} +: {width}]),\n"
            for wave in range(self.waves)
            for name, width in kept.items()
        )
        (folder / "shown.vh").write_text(shown)
        definitions = " ".join(tools.defines(self.defined()))
        here = "lanebeat_barriers"
        return tools.build(
            f"""
read_verilog {verilog / f"{here}.v"} {verilog / "lanebeat_barrier_of_wave.v"}
hierarchy -top {here}
proc
expose {" ".join(f"{here}/w:{name}" for name in wires)}
flatten
expose {" ".join(f"{here}/w:*.{name}" for name in kept)}
opt_clean
read_verilog -I{folder} {definitions} {HERE / "barriers" / "barriers.v"}
hierarchy -check -top barriers
{tools.FLATTEN}""",
            folder,
        )


# What is taken out of the core.
HOLES = ("execute", "barriers", "register_file", "mask_file", "exec_masks")


@dataclass(frozen=True)
class Told:
    """The core around the barriers; `issued` instructions may be between issue and execution; `early`: B2R's word is looked
    up before its first beat."""

    METHOD = tools.INVARIANT
    COVER = "scleanup; bmc3 -F 60"
    KIND = "core"

    barriers: Barriers
    stages: int = 0
    issued: int = 2
    early: bool = True

    def name(self):
        return f"core around the {self.barriers.name()}" + f" stages={self.stages}" * bool(self.stages)

    def properties(self):
        sentences = (
            "BAR is known when it issues, and who is held issues nothing",
            "what executes was issued, in order",
            "each BAR arrives once, in beats without a gap, as what it is",
            "it votes with q where guard and EXEC are 1",
            "B2R reads for its wave, two cycles behind its issue, a word or whether it is 0",
        )
        return tools.bits_of("wrong", sentences)

    def covers(self):
        return tools.bits_of("happens", ("BAR arrives", "B2R reads a word", "B2R reads a predicate"))

    def settings(self):
        return [f"stages={self.stages}", *self.barriers.set]

    def generate(self):
        return tools.generate(self.KIND, self.settings(), self.barriers.preset)

    def folder(self):
        return tools.folder(self)

    def build(self, verilog=None, folder=None):
        verilog, folder = verilog or self.generate(), folder or self.folder()
        defined = self.barriers.defined() | dict(
            ISSUED=self.issued, BEAT_BITS=max(bits(self.barriers.beats), 1)
        )
        if self.stages:
            defined["AHEAD"] = 1
        if self.early:
            defined["EARLY"] = 1
        definitions = " ".join(tools.defines(defined))
        return tools.build(
            f"""
read_verilog {" ".join(str(path) for path in sorted(verilog.glob("*.v")))}
blackbox {" ".join(f"lanebeat_{hole}" for hole in HOLES)}
hierarchy -top lanebeat_core
proc
expose -evert {" ".join(f"lanebeat_core/c:{hole}" for hole in HOLES)}
read_verilog {definitions} {HERE / "queue.v"} {HERE / "barriers" / "told.v"}
hierarchy -check -top told
proc
flatten
opt_clean
setundef -undriven -anyseq
{tools.FLATTEN}""",
            folder,
        )


SMALL = Barriers("small", 2, lanes=4)
DEFAULT = Barriers("default", 8)
# A wave of one beat arrives a cycle later.
ONE_BEAT = Barriers("integer", 4, beats=1, set=("beats=1", "waves=4", "register_file=two_bank"))
TOLD = Told(SMALL, 4)


def organised(register_file, *others, issued=2, early=False):
    return Told(Barriers("small", 2, lanes=4, set=(f"register_file={register_file}", *others)), 0, issued, early)


# A wave of one beat: an instruction in each of six stages.
TWO_BANK = Told(ONE_BEAT, issued=6)
# Two registers, as each compares the numbers of all that collect operands.
BANKED = organised("banked", "registers=2")


SUBJECTS = {
    "quick": [SMALL, TOLD, organised("multi_port")],
    "nightly": [
        DEFAULT,
        Barriers("gcn", 10),
        ONE_BEAT,
        Told(SMALL),
        organised("skewed", early=True),
        organised("replicated"),
        BANKED,
        organised("banked", "registers=2", "collectors=2", issued=3),
        TWO_BANK,
    ],
}
