"""The written Verilog of a machine with pipeline registers, each flip-flop a wire, beside the machine without.

Each module has to be, operation for operation, what it is without registers. Modules are compared one by one: what
an instance gives is free, alike on both sides, and what it is given is compared.
"""

import functools
import hashlib
import json
import os
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import tools
from stages import TOLD

HERE = Path(__file__).resolve().parent
TOP = "lanebeat_execute"
PRESETS = ("default", "integer", "small", "gcn")
DEPTHS = tuple(range(1, 13))


def netlists(verilog, folder, is_flat=False):
    """Modules as operations, flip-flops and instances, by name; or the whole without instances."""
    folder.mkdir(parents=True, exist_ok=True)
    name = "flat" if is_flat else "modules"
    path, script = folder / f"{name}.json", folder / f"{name}.ys"
    path.unlink(missing_ok=True)
    script.write_text(
        f"""
read_verilog {" ".join(str(path) for path in sorted(verilog.glob("*.v")))}
hierarchy -check -top {TOP}
proc
{"setattr -mod -unset keep_hierarchy *; flatten" if is_flat else ""}
opt_dff -simple-dffe -nosdff
opt_clean
check -assert
write_json {path}
"""
    )
    said, status, _ = tools.run([tools.program("yosys"), "-q", "-s", script])
    if status or not path.exists():
        raise tools.Failed(f"yosys on {script}: {said[-2000:]}")
    return json.loads(path.read_text())["modules"]


class Words:
    """What bits are, each once: what is alike in two modules has one number, odd if inverted; 0 and 1 are constants."""

    def __init__(self):
        self.known, self.factors, self.parts = {}, {}, {}

    def bit(self, key):
        return 2 * self.known.setdefault(key, len(self.known) + 1)

    def all(self, bits):
        """Whether all are set, however they are put together."""
        found = set()
        for bit in bits:
            found |= self.factors.get(bit, {bit})
        found.discard(1)
        if 0 in found or any(bit ^ 1 in found for bit in found):
            return 0
        if len(found) < 2:
            return found.pop() if found else 1
        own = self.bit(("all", frozenset(found)))
        self.factors[own] = found
        return own

    def any(self, bits):
        return self.all(bit ^ 1 for bit in bits) ^ 1

    def differ(self, a, b):
        """Whether an odd number of both is set, however they are put together."""
        parts = [self.parts.get(bit & ~1, {bit & ~1}) for bit in (a, b)]
        found = (parts[0] ^ parts[1]) - {0}
        inverted = a & 1 ^ b & 1
        if len(found) < 2:
            return (found.pop() if found else 0) ^ inverted
        own = self.bit(("differ", frozenset(found)))
        self.parts[own] = found
        return own ^ inverted

    def choice(self, select, clear, set_):
        if select & 1:
            select, clear, set_ = select ^ 1, set_, clear
        if select == 0 or clear == set_:
            return clear
        if clear < 2 or set_ < 2:
            return self.any([self.all([select, set_]), self.all([select ^ 1, clear])])
        inverted = clear & 1
        return self.bit(("choice", select, clear ^ inverted, set_ ^ inverted)) ^ inverted

    def cell(self, kind, parameters, words):
        """The bits that a cell gives."""
        width = int(parameters["Y_WIDTH"], 2) if "Y_WIDTH" in parameters else len(words[0])

        def wide(word, width=width):
            fill = word[-1] if int(parameters.get("A_SIGNED", "0"), 2) else 0
            return [*word, *[fill] * (width - len(word))][: max(width, len(word))]

        def alone(bit):
            return [bit, *[0] * (width - 1)]

        a, b = words[0], words[1] if len(words) > 1 else []
        match kind:
            case "$not":
                return [bit ^ 1 for bit in wide(a)]
            case "$and":
                return [self.all(pair) for pair in zip(wide(a), wide(b))]
            case "$or":
                return [self.any(pair) for pair in zip(wide(a), wide(b))]
            case "$xor" | "$xnor":
                inverted = kind == "$xnor"
                return [self.differ(*pair) ^ inverted for pair in zip(wide(a), wide(b))]
            case "$mux":
                return [self.choice(words[2][0], *pair) for pair in zip(a, b)]
            case "$reduce_and":
                return alone(self.all(a))
            case "$reduce_or" | "$reduce_bool":
                return alone(self.any(a))
            case "$logic_not":
                return alone(self.any(a) ^ 1)
            case "$logic_and":
                return alone(self.all([self.any(a), self.any(b)]))
            case "$logic_or":
                return alone(self.any([*a, *b]))
            case "$eq" | "$ne":
                most = max(len(a), len(b))
                pairs = zip(wide(a, most), wide(b, most))
                return alone(self.any(self.differ(*pair) for pair in pairs) ^ (kind == "$eq"))
        if kind in ("$add", "$mul") and len(a) == len(b):
            words = sorted(words)
        own = (kind, tuple(sorted(parameters.items())), tuple(map(tuple, words)))
        return [self.bit((own, number)) for number in range(width)]


class Shorted:
    """A module whose flip-flops are wires; what comes from outside is a number for its name."""

    def __init__(self, module, modules, words):
        self.words = words
        self.known = {"0": 0, "1": 1}
        self.drivers, self.given, self.children, self.registers = {}, {}, {}, 0
        for name, port in module["ports"].items():
            if port["direction"] == "input":
                self.open(name, port["bits"])
        for name, cell in module["cells"].items():
            of, kind = cell["connections"], cell["type"]
            if kind in ("$dff", "$dffe"):
                self.registers += len(of["Q"])
                self.drivers.update((q, (None, [[d]], [q])) for q, d in zip(of["Q"], of["D"]))
            elif kind in modules:
                self.children[name] = kind
                for port, bits in of.items():
                    if cell["port_directions"][port] == "input":
                        self.given[f"{name}.{port}"] = bits
                    else:
                        self.open(f"{name}.{port}", bits)
            elif set(of) <= {"A", "B", "S", "Y"}:
                operands = [of[port] for port in "ABS" if port in of]
                self.drivers.update(dict.fromkeys(of["Y"], (cell, operands, of["Y"])))
            else:
                raise tools.Failed(f"{name} is a {kind}")

    def open(self, name, bits):
        for number, bit in enumerate(bits):
            self.known[bit] = self.words.bit((name, number))

    def values(self, bits):
        """What the bits are, flip-flops left out."""
        waiting = list(bits)
        while waiting:
            bit = waiting[-1]
            if bit in self.known:
                waiting.pop()
                continue
            cell, operands, results = self.drivers[bit]
            missing = [o for operand in operands for o in operand if o not in self.known]
            if missing:
                waiting += missing
                continue
            words = [[self.known[bit] for bit in operand] for operand in operands]
            found = self.words.cell(cell["type"], cell["parameters"], words) if cell else words[0]
            self.known.update(zip(results, found))
        return [self.known[bit] for bit in bits]


def compare(plain, piped):
    """Modules that were compared, their flip-flops, and a bit for each place where they differ."""
    pairs, done, registers, different = [(TOP, TOP)], set(), 0, []
    while pairs:
        pair = pairs.pop()
        if pair in done:
            continue
        done.add(pair)
        words = Words()
        one, other = (
            Shorted(modules[name], modules, words)
            for modules, name in zip((plain, piped), pair)
        )
        registers += other.registers
        outputs = {
            name: port["bits"]
            for name, port in plain[pair[0]]["ports"].items()
            if port["direction"] == "output"
        }
        others = {name: port["bits"] for name, port in piped[pair[1]]["ports"].items()}
        for name, bits in [*outputs.items(), *one.given.items()]:
            found = others.get(name) if name in outputs else other.given.get(name)
            if found is None or one.values(bits) != other.values(found):
                different.append(f"{pair[1]}: {name}")
        if one.children.keys() != other.children.keys():
            different.append(f"{pair[1]}: its instances")
        pairs += [(kind, other.children.get(name)) for name, kind in one.children.items()]
    return len(done), registers, different


# Of these a bit looks at the bits of its own number alone.
BITWISE = ("$and", "$or", "$xor", "$xnor", "$not", "$mux")


def uneven(module, stages):
    """Nets that take values of two ages, and outputs of another than `stages` behind the operands."""
    drivers, ages, found = {}, {"0": None, "1": None}, []
    for name, port in module["ports"].items():
        if port["direction"] == "input":
            age = 0 if name.startswith(TOLD) else 1
            ages.update(dict.fromkeys(port["bits"], age))
    for name, cell in module["cells"].items():
        of, kind = cell["connections"], cell["type"]
        if kind in ("$dff", "$dffe"):
            enable = of.get("EN", [])
            drivers.update((q, (name, 1, [d, *enable])) for q, d in zip(of["Q"], of["D"]))
            continue
        operands = {port: bits for port, bits in of.items() if port != "Y"}
        for number, bit in enumerate(of["Y"]):
            bits = sum(operands.values(), [])
            if kind in BITWISE:
                words = [operands[port] for port in "AB" if port in operands]
                bits = [word[min(number, len(word) - 1)] for word in words] + operands.get("S", [])
            drivers[bit] = (name, 0, bits)
    for name, port in module["ports"].items():
        if port["direction"] != "output":
            continue
        waiting = list(port["bits"])
        while waiting:
            bit = waiting[-1]
            if bit in ages:
                waiting.pop()
                continue
            net, registers, bits = drivers[bit]
            missing = [other for other in bits if other not in ages]
            if missing:
                waiting += missing
                continue
            own = {ages[other] for other in bits} - {None}
            if len(own) > 1:
                found.append(net)
            ages[bit] = min(own) + registers if own else None
        if {ages[bit] for bit in port["bits"]} - {None, stages + 1}:
            found.append(name)
    return sorted(set(found))


@functools.cache
def without_registers(preset):
    """Modules of a preset without stages; they are read once for all that are compared with them."""
    verilog = tools.generate("core", ["stages=0"], preset)
    return netlists(verilog, tools.WORK / "shorted" / f"{preset}_0")


@dataclass(frozen=True)
class Depth:
    """A preset with so many stages."""

    METHOD = tools.ALIKE
    KIND = "core"
    SAYS = "modules are what they are without stages"
    COUNTS = "along every path stand as many flip-flops"

    preset: str
    stages: int

    def name(self):
        return f"{self.preset} with {self.stages} stages"

    def properties(self):
        return [(self.SAYS, "different"), (self.COUNTS, "uneven")]

    def covers(self):
        return []

    def generate(self):
        return tools.generate(self.KIND, [f"stages={self.stages}"], self.preset)

    def build(self, verilog=None, folder=None):
        """What was compared, as a file: a digest of both sides, and where they differ."""
        folder = folder or tools.WORK / "shorted" / f"{self.preset}_{self.stages}"
        verilog = verilog or self.generate()
        plain = without_registers(self.preset)
        begin = processor_time()
        piped = netlists(verilog, folder)
        count, registers, different = compare(plain, piped)
        middle = processor_time()
        found = uneven(netlists(verilog, folder, is_flat=True)[TOP], self.stages)
        seconds = [middle - begin, processor_time() - middle]
        sides = json.dumps([plain, piped], sort_keys=True).encode()
        said = dict(modules=count, registers=registers, problems=[different, found])
        path = folder / "compared.json"
        path.write_text(json.dumps(said | {"of": hashlib.sha256(sides).hexdigest()}))
        path.with_suffix(".seconds").write_text(json.dumps(seconds))
        return path, {"different": 0, "uneven": 1}


def processor_time():
    """Seconds of this program and of those that it has run."""
    return sum(os.times()[:4])


EVERY = [Depth(preset, stages) for preset in PRESETS for stages in DEPTHS]
# Another depth each day.
SUBJECTS = {"quick": [Depth("small", 1 + date.today().toordinal() % 12)], "nightly": EVERY}
