"""The system around the core: the AXI4-Lite slave, the registers behind it, the program memory."""

from dataclasses import dataclass, replace
from pathlib import Path

import tools
from machine import EIGHT, Machine

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Part:
    """system/TOP.v beside a system from which `holes` have been taken out.

    `sentences` belong to the bits of `wrong`, `possible` to those of `happens`, the lowest first;
    those of `slow` are left out.
    PLACE and PROGRAM_BIT, LANE and BIT are what is watched of the program and the window's row;
    `register_file` is its number in FEATURES.
    """

    METHOD = tools.INVARIANT
    COVER = "scleanup; bmc3 -F 60"
    KIND = "system"

    top: str
    says: str
    sentences: tuple
    possible: tuple
    machine: Machine = Machine("wide", registers=2)
    register_file: int = 0
    holes: tuple = ()
    slow: tuple = ()
    PLACE: int = 2
    PROGRAM_BIT: int = 64
    LANE: int = 1
    BIT: int = 9

    def name(self):
        return self.says

    def settings(self):
        return self.machine.settings()

    def properties(self):
        named = tools.bits_of("wrong", self.sentences)
        return [(name, output) for name, output in named if name not in self.slow]

    def covers(self):
        return tools.bits_of("happens", self.possible)

    def folder(self):
        return tools.WORK / "system" / self.says.replace(" ", "_")

    def definitions(self):
        watched = {key: getattr(self, key) for key in ("PLACE", "PROGRAM_BIT", "LANE", "BIT")}
        number = [
            f"-D REGISTER_FILE={self.register_file}",
            f"-D UNDERWAY={self.machine.issued + self.machine.finished}",
        ]
        taken = [line for line in self.machine.definitions() if not line.startswith("-D BIT=")]
        return taken + number + tools.defines(watched)

    def build(self, verilog=None, folder=None):
        verilog = verilog or tools.generate(self.KIND, self.settings())
        folder = folder or self.folder()
        taken_out = "".join(f"blackbox lanebeat_{hole}\n" for hole in self.holes)
        if self.holes:
            holes = " ".join(f"lanebeat_system/c:{hole}" for hole in self.holes)
            taken_out += f"hierarchy -top lanebeat_system\nproc\nexpose -evert {holes}"
        script = f"""
read_verilog {" ".join(str(path) for path in sorted(verilog.glob("*.v")))}
{taken_out}
read_verilog {" ".join(self.definitions())} {HERE / "queue.v"} {HERE / "system" / f"{self.top}.v"}
hierarchy -check -top {self.top}
setattr -mod -unset keep_hierarchy *
{tools.FLATTEN}"""
        return tools.build(script, folder)


SLAVE = Part(
    "slave",
    "AXI4-Lite slave",
    (
        "VALID of a response stays, with its payload, until READY",
        "no response without a request",
        "one response a request, 2 cycles after a write, 3 after a read, at the latest",
        "each write is done once, in order, with its address and data, and answered so",
        "each read is done once, in order, and answered with what was read",
    ),
    (
        "a word is read",
        "an error is taken after three cycles",
        "data come before their address",
        "a write waits behind a response",
        "a read is done while the response before it is taken",
    ),
)


OF_REGISTERS = (
    "each access is answered OKAY, SLVERR or DECERR as the map says",
    "a read that is refused gives 0",
    "IDENTITY, VERSION, SHAPE, SIZES, FEATURES",
    "CONTROL, STATUS, WAVES",
    "PROGRAM_COUNTER",
    "INTERRUPT_ENABLE, INTERRUPT_STATUS, ILLEGAL, and the interrupt",
    "CYCLES, INSTRUCTIONS",
    "HOST_SELECT, HOST_COMMAND, HOST_ROW, and what the core is asked",
    "PROGRAM",
    "what is offered is the word at the program counter of a wave that runs",
)
REGISTERS = Part(
    "registers",
    "registers",
    OF_REGISTERS,
    (
        "DECERR behind the program counters",
        "SLVERR for a row that is not there",
        "SLVERR for the counter of a wave that runs",
        "SLVERR for the program while a wave runs",
        "a soft reset stops all",
        "all three causes of an interrupt",
        "wave 1 ends at an illegal word",
        "two instructions are counted",
        "the host writes a row",
        "the host reads a word of the row",
        "the host reads a word of the program",
        "a known word of the program issues",
    ),
    holes=("axi_slave", "core", "program_memory"),
)

MEMORY = Part(
    "program",
    "program memory",
    ("what was written last is read a cycle later",),
    ("a known bit is read",),
)

# CI leaves out what takes long.
QUICK = replace(REGISTERS, slow=(OF_REGISTERS[6], OF_REGISTERS[9]))
THREE_WAVES = replace(
    REGISTERS,
    says="registers of 3 waves",
    machine=Machine("banked", registers=2, waves=3),
    register_file=4,
    PLACE=255,
    PROGRAM_BIT=127,
    LANE=3,
    BIT=31,
)
# As many instructions are under way as anywhere.
EIGHT_COLLECTORS = replace(
    REGISTERS,
    says="registers beside 8 collectors",
    machine=EIGHT,
    register_file=4,
    slow=(OF_REGISTERS[6], OF_REGISTERS[9]),
)
SUBJECTS = {
    "quick": [SLAVE, QUICK],
    "nightly": [MEMORY, REGISTERS, THREE_WAVES, EIGHT_COLLECTORS],
}
