#!/usr/bin/env python3
"""Changes the written Verilog in one place at a time, and tells what the shipped benches notice.

faults.py FOLDER     of a folder that `lanebeat generate --testbench -o FOLDER` wrote
faults.py            of the small machine with float and video, which LANEBEAT writes first
                     (`cargo run --release --` if it is not set)

Needs Icarus Verilog, and yosys and abc: of a change that nobody notices they prove that no bench
can show it. Exit status: 0; 1 if the benches notice less than 95 % of the others, in all or in some module
(where one alone is no percentage); 2 if it could not be tried.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benches import Folder, Unusable
from changes import KINDS, sample
from equivalence import Judge

BAR = 0.95
MACHINE = ["--preset", "small", "--set", "float=true", "--set", "video=true"]
ROOT = Path(__file__).resolve().parents[3]
BEGIN, END = "<!-- faults.py -->", "<!-- end of faults.py -->"
PAGE = ROOT / "docs" / "learn" / "testbench.md"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )

    def number(text):
        if int(text) < 0:
            raise argparse.ArgumentTypeError(f"must be 0 or more, not {text}")
        return int(text)

    parser.add_argument("folder", nargs="?", type=Path, help="what was written with its benches")
    parser.add_argument("--faults", type=number, default=8, help="of each module, 0 for all (8)")
    parser.add_argument("--modules", default="", help="only these, by name, with commas between")
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed makes the same faults (1)"
    )
    parser.add_argument(
        "--jobs", type=number, default=1, help="faults that are tried at a time (1)"
    )
    parser.add_argument(
        "--limit", type=number, default=60, help="seconds of each proof, 0 for no proofs (60)"
    )
    parser.add_argument(
        "--write", action="store_true", help=f"put the table into {PAGE.relative_to(ROOT)}"
    )
    return parser.parse_args()


def generated(place):
    program = os.environ.get("LANEBEAT", "cargo run --quiet --release --").split()
    folder = place / "machine"
    ran = subprocess.run(
        [*program, "generate", "--testbench", *MACHINE, "-o", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if ran.returncode:
        raise Unusable(f"{' '.join(program)} generate --testbench: {ran.stderr.strip()}")
    return folder


def chosen(folder, options):
    """The faults of the modules that are wanted."""
    named = (name.removeprefix("lanebeat_") for name in options.modules.split(",") if name)
    wanted = [f"lanebeat_{name}" for name in named] or list(folder.texts)
    unknown = [name for name in wanted if name not in folder.texts]
    if unknown:
        raise Unusable(f"there is no module {unknown[0]}; modules are {', '.join(folder.texts)}")
    return [
        change
        for name in wanted
        for change in sample(name, folder.texts[name], options.faults, options.seed)
    ]


class Trial:
    """Tries faults, each in a folder of its own."""

    def __init__(self, folder, options, place):
        self.folder, self.options, self.place = folder, options, place

    def __call__(self, fault):
        with tempfile.TemporaryDirectory(dir=self.place) as name:
            place = Path(name)
            noticed_by = self.folder.notices(fault, place)
            if noticed_by == "refused":
                return fault, "refused", ""
            if noticed_by:
                return fault, "noticed", noticed_by
            limit = self.options.limit
            if limit and Judge(self.folder, place, limit).is_equivalent(fault):
                return fault, "equivalent", ""
            return fault, "unnoticed", ""


def table(faults):
    """The Markdown table of (fault, outcome, bench) by module."""
    rows = {}
    for fault, outcome, _ in faults:
        rows.setdefault(fault.module, Counter())[outcome] += 1

    def line(name, of):
        counts = (sum(of.values()), of["noticed"], of["equivalent"], of["unnoticed"])
        return f"| {name} | {' | '.join(map(str, counts))} |"

    lines = ["| module | faults | noticed | cannot be seen | unnoticed |", "|---|---|---|---|---|"]
    lines += [
        line(name.removeprefix("lanebeat_"), counted) for name, counted in sorted(rows.items())
    ]
    lines.append(line("**all**", sum(rows.values(), Counter())))
    return lines, rows


def share(counted):
    real = counted["noticed"] + counted["unnoticed"]
    return counted["noticed"] / real if real else 1.0


def main():
    options = arguments()
    tools = ("iverilog", "vvp", "stdbuf", "timeout", "yosys", "berkeley-abc")
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        raise Unusable(f"there is no {missing[0]}; install it")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        if options.folder and not options.folder.is_dir():
            raise Unusable(f"{options.folder} is no folder")
        folder = Folder((options.folder or generated(place)).resolve())
        faults = chosen(folder, options)
        with ThreadPoolExecutor(options.jobs or 1) as pool:
            tried = []
            for fault, outcome, bench in pool.map(Trial(folder, options, place), faults):
                print(f"{outcome:10} {fault}{f' ({bench})' if bench else ''}", flush=True)
                if outcome != "refused":
                    tried.append((fault, outcome, bench))
    return told(tried, options)


def told(tried, options):
    lines, rows = table(tried)
    print("\n".join(["", *lines, ""]))
    for fault, outcome, _ in tried:
        if outcome == "unnoticed":
            print(f"nobody notices {fault}")
    total = sum(rows.values(), Counter())
    kinds = {
        kind: Counter(outcome for fault, outcome, _ in tried if fault.kind == kind)
        for kind in KINDS
    }
    of_kinds = [f"{kind} {100 * share(of):.0f} %" for kind, of in kinds.items() if of]
    print(", ".join(of_kinds))
    print(
        f"noticed: {100 * share(total):.1f} % of {total['noticed'] + total['unnoticed']} "
        "faults that can be seen"
    )
    if options.write:
        text = PAGE.read_text()
        head, tail = text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]
        PAGE.write_text("\n".join([head, *lines, tail]))
    low = [
        name for name, counted in rows.items() if share(counted) < BAR and counted["unnoticed"] > 1
    ]
    if low:
        print(f"below {100 * BAR:.0f} %: {', '.join(low)}")
    return 1 if low or share(total) < BAR else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Unusable as error:
        print(f"faults.py: {error}", file=sys.stderr)
        sys.exit(2)
