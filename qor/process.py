#!/usr/bin/env python3
"""The standing study in one process and on two FPGA families: runs it, and writes its tables.

process.py [--from FOLDER]     runs three studies, or takes those that lie in FOLDER, and writes the tables of docs/measure/study.md

LANEBEAT_IHP names the folder of IHP's SG13G2 (github.com/IHP-GmbH/IHP-Open-PDK, Apache-2.0): sg13g2_stdcell_typ_1p20V_25C.lib, and sram_macros.csv
with the Liberty files of its macros. LANEBEAT names the program, default `cargo run --quiet --release --`. Needs yosys and OpenSTA; what they have
answered is kept in the user's cache.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "measure" / "study.md"
LANEBEAT = os.environ.get("LANEBEAT", "cargo run --quiet --release --").split()
LISTINGS = ["shfl_scan_sm80", "sgemm_sm80", "atomic_scan_gfx900"]
WORKLOADS = ["scan", "mix", *LISTINGS]
AXES = ["--axis", "register_file=all", "--axis", "collectors=1,4"]


def flows():
    ihp = os.environ.get("LANEBEAT_IHP")
    if not ihp:
        sys.exit("LANEBEAT_IHP must name the folder of IHP's SG13G2; or take studies that are there with --from FOLDER")
    cells, macros = Path(ihp) / "sg13g2_stdcell_typ_1p20V_25C.lib", Path(ihp) / "sram_macros.csv"
    return {
        "sg13g2": ["--flow", f"liberty={cells}", "--macros", str(macros)],
        "xc7": ["--flow", "estimate"],
        "ecp5": ["--flow", "estimate=ecp5"],
    }


def run(folder):
    workloads = ["scan", "mix"] + [f"examples/listings/{name}.s" for name in LISTINGS]
    workloads = [word for name in workloads for word in ("--workload", name)]
    for name, flow in flows().items():
        subprocess.run([*LANEBEAT, "study", *AXES, *flow, *workloads, "-o", str(folder / name)], cwd=ROOT, check=True)


def points(folder):
    with open(folder / "study.csv", newline="") as file:
        return list(csv.DictReader(file))


def name(point):
    collectors = "" if point["collectors"] == "1" else f", {point['collectors']} collectors"
    return f"`{point['register_file']}`{collectors}"


def energy(point, workload):
    """Text and number; at least so much where it is a bound."""
    for least, sign in (("", ""), ("at_least_", "≥ ")):
        value = point.get(f"energy_per_thread_operation_{least}{workload}")
        if value:
            return f"{sign}{float(value):.0f}"
    return "-"


def front(rows, values):
    """Whether each of `rows` is beaten by no other in `values`, all of which are to be small."""
    beats = lambda a, b: all(x <= y for x, y in zip(a, b)) and a != b
    known = [values(row) for row in rows]
    return [not any(beats(other, own) for other in known) for own in known]


def area(rows):
    yield ["`register_file`", "macros", "macros, mm²", "cells, mm²", "area, mm²", "period, ns", "array model, mm² at 32 nm", "silicon over array model"]
    for row in rows:
        yield [name(row), row["macros"], row["macro_area_mm2"], row["cell_area_mm2"], row["area_mm2"], row["period_ns"], row["memory_area_mm2"], row["silicon_over_array_model"]]


def speed(rows):
    yield ["`register_file`", *[f"`{workload}`" for workload in WORKLOADS]]
    fronts = {}
    for workload in WORKLOADS:
        rate = f"threads_per_second_{workload}"
        fronts[workload] = front(rows, lambda row: (float(row["area_mm2"]), -float(row[rate])))
    for number, row in enumerate(rows):
        cell = lambda workload: f"{1e-6 * float(row[f'threads_per_second_{workload}']):.0f}{' *' if fronts[workload][number] else ''}"
        yield [name(row), *[cell(workload) for workload in WORKLOADS]]


def joules(rows):
    yield ["`register_file`", *[f"`{workload}`" for workload in WORKLOADS], "a scan of a wave, nJ"]
    for row in rows:
        a_scan = row.get("energy_per_wave_and_pass_scan") or row.get("energy_per_wave_and_pass_at_least_scan")
        sign = "" if row.get("energy_per_wave_and_pass_scan") else "≥ "
        yield [name(row), *[energy(row, workload) for workload in WORKLOADS], f"{sign}{float(a_scan):.0f}" if a_scan else "-"]


def operands(rows):
    yield ["workload", "registers read", "pairs in one of two banks", "pairs in one of four banks", "read as before, %", "left out", *[f"{name(row)}" for row in rows[1:]]]
    for workload in WORKLOADS:
        of = lambda row, figure: row.get(f"{figure}_{workload}") or "-"
        first = rows[0]
        slots = lambda row: float(row[f"threads_per_cycle_{workload}"])
        yield [
            f"`{workload}`",
            of(first, "registers_read_per_instruction"),
            of(first, "pairs_in_one_of_two_banks_per_instruction"),
            of(first, "pairs_in_one_of_four_banks_per_instruction"),
            of(first, "reads_as_the_instruction_before_percent"),
            of(first, "instructions_left_out"),
            *[f"{slots(row) / slots(first):.2f}" for row in rows[1:]],
        ]


def fpga(xc7, ecp5):
    yield ["`register_file`", "xc7 LUT6, FF, RAMB18", "ecp5 LUT4, FF, DP16KD"]
    for one, other in zip(xc7, ecp5):
        cells = [", ".join(f"{int(float(row[key])):,}" for key in ("lut", "ff", "bram18")) for row in (one, other)]
        yield [name(one), *cells]


def source(folder):
    basis = json.loads((folder / "study.json").read_text())["basis"]
    tools = ", ".join(basis["tools"])
    return f"{tools}; digests of library {basis['library'][:8]} and macros {basis['macros'][:8]}, of each point's Verilog in `study.csv`"


def write(table, lines, remark=""):
    """Puts the rows between the marks of the table."""
    page = PAGE.read_text()
    start = page.index(f"<!-- table {table} -->")
    end = page.index("<!-- end -->", start)
    rows = ["| " + " | ".join(line) + " |\n" for line in lines]
    rule = "|" + "---|" * len(lines[0]) + "\n"
    text = f"<!-- table {table} -->\n{remark}{rows[0]}{rule}{''.join(rows[1:])}"
    PAGE.write_text(page[:start] + text + page[end:])
    print(text)


def main():
    arguments = sys.argv[1:]
    if arguments and (arguments[0] != "--from" or len(arguments) != 2):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as own:
        folder = Path(arguments[1] if arguments else own)
        if not arguments:
            run(folder)
        rows = points(folder / "sg13g2")
        write("process", list(area(rows)), f"{source(folder / 'sg13g2')}.\n\n")
        write("process speed", list(speed(rows)))
        write("process energy", list(joules(rows)))
        write("operands", list(operands(rows)))
        write("families", list(fpga(points(folder / "xc7"), points(folder / "ecp5"))))


if __name__ == "__main__":
    main()
