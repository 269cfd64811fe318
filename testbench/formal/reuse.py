"""A `two_bank` core with a reuse cache beside what its register file holds (reuse/reuse.v)."""

from dataclasses import dataclass, replace
from pathlib import Path

import tools

HERE = Path(__file__).resolve().parent
HOLES = ("execute", "barriers", "special", "mask_file", "exec_masks")
SHOWN = "sequencer_launch_* register_file_?_row register_file_host_ready"


@dataclass(frozen=True)
class Reuse:
    """Bit BIT of thread T of register R of wave W is watched, as operand PLACE (0 a, 1 b, 2 c)."""

    METHOD = tools.INVARIANT
    COVER = "scleanup; bmc3 -F 60"
    KIND = "core"

    stages: int = 0
    PLACE: int = 0
    R: int = 1
    W: int = 0
    T: int = 5
    BIT: int = 0

    def name(self):
        usual = Reuse()
        keys = [key for key in ("stages", *self.watched()) if getattr(self, key) != getattr(usual, key)]
        watched = [f"{key}={getattr(self, key)}" for key in keys]
        return " ".join(["two_bank with reuse", *watched])

    def watched(self):
        return {key: getattr(self, key) for key in ("PLACE", "R", "W", "T", "BIT")}

    def properties(self):
        sentences = (
            "a hit gives what the register file holds while the operand is on its way",
            "a read gives what it holds when the bank is read, and no result is written there then",
            "the host reads what it holds, one cycle after it was served",
        )
        return tools.bits_of("wrong", sentences)

    def covers(self):
        possible = (
            "an operand is found in the cache",
            "it is found behind a write of the other wave",
            "it is found while the host reads",
            "it is found behind a write of the host",
        )
        return tools.bits_of("happens", possible)

    def settings(self):
        size = ["lanes=16", "beats=1", "registers=4", "waves=2"]
        machine = [*size, "register_file=two_bank", "reuse=true"]
        return [*machine, f"stages={self.stages}", "video=false", "float=false"]

    def folder(self):
        return tools.folder(self)

    def build(self, verilog=None, folder=None):
        verilog, folder = verilog or tools.written(self), folder or self.folder()
        definitions = " ".join(tools.defines(self.watched()))
        return tools.build(
            f"""
read_verilog {" ".join(str(path) for path in sorted(verilog.glob("*.v")))}
blackbox {" ".join(f"lanebeat_{hole}" for hole in HOLES)}
hierarchy -top lanebeat_core
proc
expose -evert {" ".join(f"lanebeat_core/c:{hole}" for hole in HOLES)}
expose {" ".join(f"lanebeat_core/w:{wire}" for wire in SHOWN.split())}
read_verilog {definitions} -D THREADS=16 -D DPP=1 {HERE / "machine" / "word.v"} {HERE / "reuse" / "reuse.v"}
hierarchy -check -top reuse
proc
flatten
opt_clean
setundef -undriven -anyseq
{tools.FLATTEN}
simplemap
opt_clean -purge""",
            folder,
        )


A = Reuse()
SUBJECTS = {
    "quick": [],
    "nightly": [
        A,
        replace(A, PLACE=1),
        replace(A, PLACE=2),
        replace(A, R=2, W=1),
        replace(A, T=15, BIT=31),
        replace(A, stages=1),
        replace(A, stages=4),
    ],
}
