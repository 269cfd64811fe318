#!/usr/bin/env python3
"""Reruns synthesis and place and route, and prints the figures of docs/measure/area.md, "Systems and boards".

numbers.py [xc7|ecp5|ice40|icebreaker|tang|warp ...]     without arguments the first three; run it in boards/

Needs what the Makefile needs. LANEBEAT names the program, default `cargo run --quiet --release --`.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

LANEBEAT = os.environ.get("LANEBEAT", "cargo run --quiet --release --").split()
BUILD = Path("build")
# Router2 goes on for ever after a wanted clock that a placement cannot have.
LIMIT = "1h"


def run(command, directory="."):
    return subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True).stdout


def synthesise(unit, settings, flow):
    """The cells that yosys counts for the unit, by type."""
    folder = BUILD / f"{unit}_{'_'.join(settings) or 'default'}_{flow.split()[0]}".replace("--", "").replace("=", "_")
    run([*LANEBEAT, "generate", unit, *settings, "-o", str(folder)])
    files = (folder / "files.f").read_text().split()
    script = f"read_verilog {' '.join(files)}; {flow} -top lanebeat_{unit}; tee -q -o cells.txt stat"
    run(["yosys", "-q", "-p", script], folder)
    return cells((folder / "cells.txt").read_text())


def cells(text):
    """The last table of cells that `stat` has printed: the whole design's, where there are several."""
    last = text[text.rindex("Number of cells:") :]
    return {name: int(count) for name, count in re.findall(r"^ +(\S+) +(\d+)$", last, re.MULTILINE)}


def total(counted, pattern):
    return sum(count for name, count in counted.items() if re.fullmatch(pattern, name))


def xc7():
    for settings in [["--preset", "small"], []]:
        counted = synthesise("system", settings, "synth_xilinx -family xc7 -widemux 5")
        row = [
            " ".join(settings) or "default",
            total(counted, "LUT[1-6]"),
            total(counted, "MUXF[789]"),
            total(counted, "FD.E(_1)?"),
            total(counted, "RAMB18E1") + 2 * total(counted, "RAMB36E1"),
            total(counted, "DSP48E1"),
        ]
        print("|", " | ".join(map(str, row)), "|", flush=True)


def board(name, kinds, seeds=(1,)):
    """A board's bitstream, made anew: cells after packing by `kinds`, and the clock after routing with each seed."""
    run(["make", "clean"])
    clocks, used = [], []
    for seed in seeds:
        try:
            run(["timeout", LIMIT, "make", name, f"LANEBEAT={' '.join(LANEBEAT)}", f"SEED={seed}"])
        except subprocess.CalledProcessError as error:
            if error.returncode != 124:
                raise
            clocks.append(f"none in {LIMIT}")
            continue
        report = json.loads((BUILD / name / "report.json").read_text())
        clocks.append(f"{next(iter(report['fmax'].values()))['achieved']:.1f}")
        used = [report["utilization"][kind]["used"] for kind in kinds]
    row = [f"`make {name}`", *used, ", ".join(clocks)]
    print("|", " | ".join(map(str, row)), "|", flush=True)


def ecp5():
    counted = synthesise("system", ["--preset", "small"], "synth_ecp5")
    row = [counted[kind] for kind in ["LUT4", "TRELLIS_FF", "DP16KD", "MULT18X18D"]]
    print("| --preset small |", " | ".join(map(str, row)), "|", flush=True)
    board("ulx3s", ["TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "MULT18X18D"], [1, 2, 3])


def warp():
    """The blank LUTs are among the first kind."""
    board("warp", ["TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "MULT18X18D"], [1, 2, 3])


def ice40():
    board("hx8k", ["ICESTORM_LC", "ICESTORM_RAM"])
    for settings in [["--preset", "small"], ["--preset", "small", "--set", "multiply=false", "--set", "shuffle=false"]]:
        counted = synthesise("lane", settings, "synth_ice40")
        print("| one lane,", " ".join(settings), "|", counted["SB_LUT4"], "|", flush=True)


def icebreaker():
    board("icebreaker", ["ICESTORM_LC", "ICESTORM_RAM"], [1, 2, 3])


def tang():
    board("tang", ["LUT4", "DFF", "BSRAM", "MULT18X18"])


def main():
    BUILD.mkdir(exist_ok=True)
    for name in sys.argv[1:] or ["xc7", "ecp5", "ice40"]:
        {"xc7": xc7, "ecp5": ecp5, "ice40": ice40, "icebreaker": icebreaker, "tang": tang, "warp": warp}[name]()


if __name__ == "__main__":
    main()
