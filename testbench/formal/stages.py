"""`execute` with pipeline registers beside `execute` without.

Whatever the registers hold, what comes out is what the module without registers makes of the
inputs so many cycles before. So cycle 0 may be any cycle of any run, and one look at the last of
`stages` cycles, with inputs and first contents free, is a proof for all cycles: no induction.

A register that holds what an operation does not use would drag the operations before it in. What it
holds is made free instead, which is more than can happen: of each register only what it takes up in
the one cycle in which this operation passes is followed.
"""

import functools
from dataclasses import dataclass
from pathlib import Path

import tools
from aiger import Circuit, Gates, cone, values

HERE = Path(__file__).resolve().parent
# What `execute` is told one cycle before the operands come, if it has registers.
TOLD = ("instruction_", "beat", "passes", "gathering")
OPCODE = [f"instruction_opcode[{bit}]" for bit in range(8)]


class Unrolled:
    """Which latches of a pipeline matter in which cycle, for its outputs in the last."""

    def __init__(self, circuit, cycles):
        self.circuit, self.cycles = circuit, cycles
        self.marked, self.taken = {}, {}
        wanted, known = circuit.outputs, set()
        for cycle in range(cycles, -1, -1):
            self.marked[cycle] = cone(circuit, wanted)
            latches = {n - circuit.inputs - 1 for n in self.marked[cycle] if n > circuit.inputs}
            latches = {latch for latch in latches if latch < len(circuit.latches)}
            self.taken[cycle] = latches - known if cycle else set()
            known |= latches
            wanted = [circuit.latches[latch][0] for latch in self.taken[cycle]]

    def outputs(self, leaf, gates):
        """The outputs; `leaf(cycle, kind, number)` is an input, or a latch that is not followed."""
        circuit, before = self.circuit, None
        for cycle in range(self.cycles + 1):
            leaves = {}
            for number in self.marked[cycle]:
                if 0 < number <= circuit.inputs:
                    leaves[number] = leaf(cycle, "input", number - 1)
                elif 0 < number <= circuit.inputs + len(circuit.latches):
                    latch = number - circuit.inputs - 1
                    if latch in self.taken[cycle]:
                        leaves[number] = before(circuit.latches[latch][0])
                    else:
                        leaves[number] = leaf(cycle, "latch", latch)
            before = values(circuit, self.marked[cycle], leaves, gates)
        return [before(literal) for literal in circuit.outputs]


def execute(verilog, folder):
    """`execute` and all below it as it is written: what is alike in both stays so."""
    path = folder / "execute.aig"
    tools.synthesize(
        f"""
read_verilog {" ".join(str(path) for path in sorted(verilog.glob("*.v")))}
hierarchy -top lanebeat_execute
setattr -mod -unset keep_hierarchy *
proc
flatten
opt_expr
opt_clean
dffunmap
techmap -map {HERE / "multiply.v"}
techmap
simplemap
dffunmap
aigmap
opt_clean
""",
        path,
    )
    return Circuit(path)


@functools.cache
def without_registers(machine):
    """`execute` of a machine without stages; it is made once for all that are compared with it."""
    verilog = tools.generate("core", [*machine, "stages=0"])
    return execute(verilog, tools.WORK / "stages" / "none")


@dataclass(frozen=True)
class Stages:
    """One machine with pipeline registers; an output for each class of 16 opcodes."""

    METHOD = "iprove"
    KIND = "core"

    stages: int
    says: str = ""
    machine: tuple = ("lanes=4", "registers=2", "waves=2", "video=true", "float=true")
    classes: tuple = tuple(range(16))

    def name(self):
        return f"{self.stages} stages against none{self.says}"

    def properties(self):
        return [(f"{case:x}0-{case:x}f", f"differs[{case}]") for case in self.classes]

    def covers(self):
        return []

    def settings(self):
        return [*self.machine, f"stages={self.stages}"]

    def folder(self):
        return tools.WORK / "stages" / f"{self.stages}{self.says.replace(' ', '_')}"

    def build(self, verilog=None, folder=None):
        verilog = verilog or tools.generate(self.KIND, self.settings())
        folder = folder or self.folder()
        piped, plain = execute(verilog, folder), without_registers(self.machine)
        inputs, outputs = plain.names("i"), plain.names("o")
        numbers = {name: number for number, name in inputs.items()}
        piped_inputs, piped_outputs = piped.names("i"), piped.names("o")
        place = {name: number for number, name in piped_outputs.items()}
        unrolled = Unrolled(piped, self.stages + 1)
        free = {}
        gates = Gates(
            plain.inputs + len(piped.latches) + (self.stages + 2) * piped.inputs,
        )

        def differs(case):
            def given(name):
                if name in OPCODE[4:]:
                    return case >> OPCODE.index(name) - 4 & 1
                return 2 * (1 + numbers[name])

            def leaf(cycle, kind, number):
                if kind == "input":
                    name = piped_inputs[number]
                    if cycle == (0 if name.startswith(TOLD) else 1) and name in numbers:
                        return given(name)
                own = free.setdefault((cycle, kind, number), len(free))
                return 2 * (1 + plain.inputs + own)

            marked = cone(plain, plain.outputs)
            leaves = {number + 1: given(name) for number, name in inputs.items()}
            value = values(plain, marked, leaves, gates)
            wanted = [value(literal) for literal in plain.outputs]
            found = unrolled.outputs(leaf, gates)
            any_ = 0
            for number, name in outputs.items():
                any_ = gates.either(any_, gates.differ(wanted[number], found[place[name]]))
            return any_

        if set(outputs.values()) != set(piped_outputs.values()):
            raise tools.Failed("the modules have different outputs")
        path = folder / "differs.aig"
        gates.write(path, [], [differs(case) for case in self.classes])
        return path, {f"differs[{case}]": place for place, case in enumerate(self.classes)}


# What faults are tried in: it is made faster. Sums, SHFL, votes.
INTEGERS = Stages(
    4,
    " of integers",
    ("lanes=4", "registers=2", "waves=2", "video=false", "float=false"),
    (0x2, 0xA, 0xE),
)
# Those of floats take minutes to make.
OF_FLOATS = Stages(4, " of floats", classes=(0xC,))
SUBJECTS = {"quick": [], "nightly": [Stages(1), Stages(4)]}
