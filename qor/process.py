#!/usr/bin/env python3
"""The standing study in one process and on two FPGA families: runs it, and writes its tables.

process.py [--keep FOLDER | --from FOLDER]     runs the studies, in FOLDER if they are to be kept, or takes those that lie there, and writes the tables of docs/measure/study.md
process.py --estimates                         runs those that need no tool, and writes their tables

Each machine has the stages with the most threads a second by its estimated clock; in the process cells are placed for their wires.

LANEBEAT_IHP names the folder of IHP's SG13G2 (github.com/IHP-GmbH/IHP-Open-PDK, Apache-2.0): sg13g2_stdcell_typ_1p20V_25C.lib, and below it
the Liberty files of its macros. LANEBEAT names the program, default `cargo run --quiet --release --`. Needs yosys, OpenSTA and Coloquinte; what they have
answered is kept in the user's cache.
"""

import csv
import hashlib
import json
import os
import re
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
UNCUT, BEST = ["--set", "stages=0"], ["--best", "stages"]
# Of a machine the settings, and how its studies are called. `two_bank` reads a wave in one beat, so all six meet there.
SHAPES = {"": [], "_beat": ["--set", "beats=1"]}
REGISTERS, WAVES = [32, 64, 128, 256], [4, 8, 16]
# What holds the assumption that registers and waves leave the logic as it is.
LARGEST = ["--set", "registers=256", "--set", "waves=16", "--axis", "register_file=wide,skewed"]
FAMILIES = {"xc7": "estimate", "ecp5": "estimate=ecp5"}
DELAYS = "crates/hdl/src/pipeline/{}.csv"


def process():
    ihp = os.environ.get("LANEBEAT_IHP")
    if not ihp:
        sys.exit("LANEBEAT_IHP must name the folder of IHP's SG13G2; or take studies that are there with --from FOLDER")
    cells = Path(ihp) / "sg13g2_stdcell_typ_1p20V_25C.lib"
    return ["--flow", f"liberty={cells}"], ["--macros", "ihp-sg13g2"]


def study(folder, *words):
    subprocess.run([*LANEBEAT, "study", *words, "-o", str(folder)], cwd=ROOT, check=True)


# The points of the first table, in three studies and one without pipeline registers.
EVERY = ["--axis", "register_file=all"]
FEW = {
    "sizes_of": [*EVERY, "--axis", "registers=16,64,256", *BEST],
    "one_wave": [*EVERY, "--set", "waves=1", *BEST],
    "collecting": ["--set", "register_file=banked", "--axis", "collectors=2..8", *BEST],
    "uncut": [*EVERY, *UNCUT],
}


# Ways of words between lanes, on workloads that all of them run.
CROSSBARS = ["--axis", "shuffle_passes=1,2,4", "--axis", "lane_moves=true,false", "--axis", "dpp=network,crossbar,none"]
SHUFFLING = ["scan", "shfl_scan_sm80"]
# Units whose wires stand beside each other, and their settings.
WIRED = {
    "wave_shuffle": [],
    "wave_shuffle, no lane moves": ["--set", "lane_moves=false"],
    "wave_shuffle in 4 passes": ["--set", "shuffle_passes=4"],
    "dpp": [],
    "vote": [],
    "lane": [],
}


def estimate(folder):
    for family, flow in FAMILIES.items():
        study(folder / f"crossbars_{family}", *CROSSBARS, *BEST, "--flow", flow, *workloads(SHUFFLING))
        for which, words in FEW.items():
            study(folder / f"{which}_{family}", *words, "--flow", flow)
        for shape, settings in SHAPES.items():
            study(folder / f"{family}{shape}", *settings, *AXES, *BEST, "--flow", flow)
    study(folder / "operands", *UNCUT, *AXES, "--flow", "none", *workloads())


def workloads(names=WORKLOADS):
    names = [f"examples/listings/{name}.s" if name in LISTINGS else name for name in names]
    return [word for name in names for word in ("--workload", name)]


def run(folder):
    estimate(folder)
    cells, macros = process()
    for shape, settings in SHAPES.items():
        study(folder / f"sg13g2{shape}", *BEST, "--wires", *settings, *AXES, *cells, *macros, *workloads())
    sizes = [f"registers={','.join(map(str, REGISTERS))}", f"waves={','.join(map(str, WAVES))}"]
    study(folder / "sizes", *BEST, *AXES, *(word for axis in sizes for word in ("--axis", axis)), "--flow", "none", *macros)
    largest(folder, [*cells, *macros])
    wired(folder, [*cells, *macros])


def largest(folder, process):
    stages = points(folder / "sg13g2")[0]["stages"]
    study(folder / "largest", *LARGEST, "--set", f"stages={stages}", *process)


def wired(folder, process):
    for unit, settings in WIRED.items():
        words = ["--unit", re.match(r"\w+", unit)[0], *settings]
        study(folder / f"wires_{unit}", "--axis", "lanes=16", *UNCUT, *words, "--wires", *process)


def points(folder):
    with open(folder / "study.csv", newline="") as file:
        return list(csv.DictReader(file))


def name(point):
    collectors = "" if point["collectors"] == "1" else f", {point['collectors']} collectors"
    return f"`{point['register_file']}`{collectors}"


def energy(point, workload, wires=""):
    """pJ a thread, at least so much where it is a bound; its parts must be all of it."""
    for least, sign in (("", ""), ("at_least_", "≥ ")):
        value = point.get(f"energy_per_thread_operation_{least}{wires}{workload}")
        if value and wires:
            return f"{float(value):.0f}"
        if value:
            parts = sum(float(point[f"energy_of_{part}_per_instruction_{least}{workload}"]) for part in ("logic", "memories", "leakage"))
            whole = float(point[f"energy_per_instruction_{least}{workload}"])
            if abs(parts / whole - 1) > 1e-3:
                sys.exit(f"{name(point)}, {workload}: the parts of the energy are {parts} nJ, and the whole is {whole} nJ")
            return f"{sign}{float(value):.0f}"
    return "-"


def front(rows, values):
    """Whether each of `rows` is beaten by no other in `values`, all of which are to be small."""
    beats = lambda a, b: all(x <= y for x, y in zip(a, b)) and a != b
    known = [values(row) for row in rows]
    return [not any(beats(other, own) for other in known) for own in known]


def area(rows):
    heads = ["stages", "macros", "macros, mm²", "cells, mm²", "area, mm²", "period, ns", "without wires", "wire, m", "repeaters"]
    yield ["`register_file`", *heads, "array model, mm² at 32 nm", "silicon over array model"]
    for row in rows:
        areas = [row["macros"], row["macro_area_mm2"], row["cell_area_mm2"], row["area_mm2"]]
        wires = [row["period_ns"], row["period_without_wires_ns"], f"{1e-3 * float(row['wire']):.1f}", f"{int(row['repeaters']):,}"]
        yield [name(row), row["stages"], *areas, *wires, row["memory_area_mm2"], row["silicon_over_array_model"]]


def units(folder):
    """Wires of the units that words cross the lanes in."""
    yield ["unit", "cells", "cells, mm²", "side, mm", "wire, mm", "wire of a cell, µm"]
    for unit in WIRED:
        row = points(folder / f"wires_{unit}")[0]
        cells = int(row["gates"]) + int(row["ff"])
        yield [unit, f"{cells:,}", row["cell_area_mm2"], row["side"], f"{float(row['wire']):.0f}", f"{1e3 * float(row['wire']) / cells:.0f}"]


def drivers(folder):
    """Metres of wire by the module that drives them."""
    known = json.loads((folder / "study.json").read_text())["points"]
    parts = [dict(re.findall(r"(\w+) ([\d.]+) mm", point["remarks"]["wire"])) for point in known]
    names = sorted({name for part in parts for name in part}, key=lambda name: -max(float(part.get(name, 0)) for part in parts))[:7]
    yield ["`register_file`", "all", *[f"`{name.removeprefix('lanebeat_')}`" for name in names]]
    for row, part in zip(points(folder), parts):
        yield [name(row), f"{1e-3 * float(row['wire']):.1f}", *[f"{1e-3 * float(part[name]):.1f}" if name in part else "-" for name in names]]


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
        both = [f"{energy(row, workload)} ({energy(row, workload, 'without_wires_')})" for workload in WORKLOADS]
        yield [name(row), *both, f"{sign}{float(a_scan):.0f}" if a_scan else "-"]


def operands(rows):
    yield ["workload", "registers read", "pairs in one of two banks", "pairs in one of four banks", "read as before, %", "neighbours in VOPD's banks, %", "left out", *[f"{name(row)}" for row in rows[1:]]]
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
            of(first, "neighbours_in_different_banks_of_vopd_percent"),
            of(first, "instructions_left_out"),
            *[f"{slots(row) / slots(first):.2f}" for row in rows[1:]],
        ]


def one_beat(rows):
    head = [f"{what}: `{workload}`" for what in ("M threads/s", "pJ a thread") for workload in ("scan", "mix", "sgemm_sm80")]
    yield ["`register_file`", "stages", "macros", "macros, mm²", "cells, mm²", "area, mm²", "period, ns", "without wires", *head]
    for row in rows:
        rates = [f"{1e-6 * float(row[f'threads_per_second_{workload}']):.0f}" for workload in ("scan", "mix", "sgemm_sm80")]
        joules = [energy(row, workload) for workload in ("scan", "mix", "sgemm_sm80")]
        areas = [row["macros"], row["macro_area_mm2"], row["cell_area_mm2"], row["area_mm2"]]
        yield [name(row), row["stages"], *areas, row["period_ns"], row["period_without_wires_ns"], *rates, *joules]


CELLS = [("xc7", "LUT6, FF, RAMB18"), ("ecp5", "LUT4, FF, DP16KD")]


def on_family(row, workloads=("scan", "mix")):
    """Stages, cells, clock, and rates of a point on one family."""
    rates = [f"{1e-6 * float(row[f'threads_per_second_{workload}']):.0f}" for workload in workloads]
    cells = ", ".join(f"{int(float(row[key])):,}" for key in ("lut", "ff", "bram18"))
    return [row["stages"], cells, f"{float(row['fmax_mhz']):.1f}", ", ".join(rates)]


def heads():
    return [f"{family} {what}" for family, cells in CELLS for what in ("stages", cells, "MHz", "M threads/s: `scan`, `mix`")]


def few(folder):
    """The first table: the standing points, and those without pipeline registers below."""
    yield ["`register_file`", "registers", "waves", *heads(), "memories, mm² at 32 nm"]
    for which in FEW:
        for rows in zip(*(points(folder / f"{which}_{family}") for family in FAMILIES)):
            first = rows[0]
            yield [name(first), first["registers"], first["waves"], *(cell for row in rows for cell in on_family(row)), f"{float(first['memory_area_mm2']):.3f}"]


def fpga(folder):
    yield ["`register_file`", "beats", *heads()]
    for shape in SHAPES:
        for rows in zip(*(points(folder / f"{family}{shape}") for family in FAMILIES)):
            yield [name(rows[0]), rows[0]["beats"], *(cell for row in rows for cell in on_family(row))]


def crossbars(folder):
    """What each way of words between lanes costs, and what it does on code that shuffles."""
    heads = [f"{family} {what}" for family, cells in CELLS for what in ("stages", cells, "MHz", "M threads/s: `scan`, `shfl_scan_sm80`")]
    yield ["SHFL in passes", "lane moves", "DPP", *heads]
    for rows in zip(*(points(folder / f"crossbars_{family}") for family in FAMILIES)):
        first = rows[0]
        has = lambda key: "yes" if first[key] == "true" else "no"
        yield [first["shuffle_passes"], has("lane_moves"), first["dpp"], *(cell for row in rows for cell in on_family(row, SHUFFLING))]


def sizes(rows, logic):
    """Area of each organisation over registers and waves: macros of each point, and cells as with 64 registers and 8 waves."""
    kinds = list(logic)
    yield ["registers", "waves", *kinds, "smallest", "most M threads/s a mm²: `scan`", "`mix`"]
    for registers in REGISTERS:
        for waves in WAVES:
            here = {name(row): row for row in rows if (int(row["registers"]), int(row["waves"])) == (registers, waves)}
            area = {kind: float(here[kind]["macro_area_mm2"]) + float(logic[kind]["cell_area_mm2"]) for kind in kinds}
            line = [str(registers), str(waves), *[f"{area[kind]:.2f}" for kind in kinds], min(kinds, key=area.get)]
            for workload in ("scan", "mix"):
                rate = {kind: 1e3 / float(logic[kind]["period_ns"]) * float(here[kind][f"threads_per_cycle_{workload}"]) / area[kind] for kind in kinds}
                best = max(kinds, key=rate.get)
                line.append(f"{best} {rate[best]:.1f}")
            yield line


def off(logic, largest):
    """How far the cells of the largest machines are from those that the table takes."""
    shares = [100 * (float(row["cell_area_mm2"]) / float(logic[name(row)]["cell_area_mm2"]) - 1) for row in largest]
    told = ", ".join(f"{share:+.1f} % ({name(row)})" for row, share in zip(largest, shares))
    return f"With 256 registers and 16 waves the cells that yosys maps differ from these by {told}."


def digest(path):
    return hashlib.sha256((ROOT / path).read_bytes()).hexdigest()[:8]


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


def write_estimates(folder):
    delays = ", ".join(f"{family} {digest(DELAYS.format(family))}" for family in FAMILIES)
    source = f"Cells and clock by the estimate, the digest of each point's Verilog in `study.csv`; delays: {delays}.\n\n"
    write("few", list(few(folder)), source)
    write("families", list(fpga(folder)), source)
    write("crossbars", list(crossbars(folder)), source)
    write("operands", list(operands(points(folder / "operands"))))


def main():
    words = sys.argv[1:]
    if words and words != ["--estimates"] and (words[0] not in ("--from", "--keep") or len(words) != 2):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as own:
        if words == ["--estimates"]:
            estimate(Path(own))
            write_estimates(Path(own))
            return
        folder = Path(words[1] if words else own).resolve()
        if not words or words[0] == "--keep":
            run(folder)
        rows, beat = points(folder / "sg13g2"), points(folder / "sg13g2_beat")
        write("process", list(area(rows)), f"{source(folder / 'sg13g2')}.\n\n")
        write("process speed", list(speed(rows)))
        write("process energy", list(joules(rows)))
        write("wires", list(drivers(folder / "sg13g2")))
        write("units", list(units(folder)), f"{source(folder / 'wires_lane')}.\n\n")
        write("one beat", list(one_beat(beat)), f"{source(folder / 'sg13g2_beat')}.\n\n")
        logic = {name(row): row for row in rows}
        write("sizes", list(sizes(points(folder / "sizes"), logic)), f"{off(logic, points(folder / 'largest'))}\n\n")
        write_estimates(folder)


if __name__ == "__main__":
    main()
