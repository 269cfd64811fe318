"""Answers what `proofs.md` of a written machine lists as open, and writes the answers into it."""

import hashlib
import re
import shlex
import shutil
from pathlib import Path

import about
import lanes
import symfpu
import system
import tools
import units
from barriers import Barriers

OPEN = "\n## Open\n"
TESTED = "\n## What is only tested\n"


def subject_of(name, has, verilog):
    """What is asked under this name of a machine with these parameters; `None` if it is not asked of it."""
    flags = [has[flag] == "true" for flag in ("bits", "video", "float")]
    others = [*symfpu.SUBJECTS["nightly"], units.PAIR, system.SLAVE, system.MEMORY]
    waves, lanes_, beats = (int(has[key]) for key in ("waves", "lanes", "beats"))
    match name:
        case "barriers":
            return Barriers("written", waves, lanes_, beats)
        case "MATCH":
            turns = re.search(r"\[(\d+):0\] turn =", (verilog / "lanebeat_vote.v").read_text())
            return turns and units.matches(int(turns[1]) + 1, lanes=lanes_, warp=min(lanes_ * beats, 32))
        case "wave_shuffle":
            if not (verilog / "lanebeat_execute.v").exists():
                return None
            moves, register_file = has["lane_moves"] == "true", has["register_file"]
            return units.shuffles(
                int(has["shuffle_passes"]), lanes=lanes_, beats=beats, register_file=register_file, moves=moves
            )
        case "lane":
            return lanes.Lane() if all(flags) else None if any(flags) else lanes.PLAIN
        case "video":
            return lanes.OF_VIDEO if all(flags) else None
    return next((subject for subject in others if subject.name() == name), None)


def without_stages(command):
    """The folder with the text of the machine without stages, which questions are about."""
    words = [word for word in shlex.split(command)[1:] if word != "--proofs"]
    folder = tools.WORK / "written" / hashlib.sha256(command.encode()).hexdigest()[:16]
    shutil.rmtree(folder, ignore_errors=True)
    said, status, _ = tools.run([tools.lanebeat(), *words, "--set", "stages=0", "-o", folder])
    if status:
        raise tools.Failed(said)
    return folder


def answer(directory, decided, limit):
    """Asks each open question, says what was found, and returns how many subjects stay open."""
    page = Path(directory) / "proofs.md"
    if not page.exists():
        raise tools.Failed(f"{page} is not there; write the machine with `lanebeat generate --proofs`")
    text = page.read_text()
    command = re.search(r"^Made by: (lanebeat .*)$", text, re.MULTILINE)[1]
    verilog = without_stages(command)
    header = next(path.read_text() for path in sorted(verilog.glob("*.v")) if "// Parameters: " in path.read_text())
    has = dict(re.findall(r"(\w+)=\"?(\w+)\"?", header[: header.index("\nmodule ")].replace("\n//", "")))
    proved, rest = text.split(OPEN)
    still, tested = rest.split(TESTED)
    lines = re.findall(r"^- (.+?): about (.+) \((\w+)\)$", still, re.MULTILINE)
    open_ = 0
    for name, modules, digest in lines:
        subject = subject_of(name, has, verilog)
        # Modules of other machines may be named, of which this one has none.
        if subject is None or about.digest_of(modules, verilog) != digest:
            print(f"{'not asked':20} {name}: there is no question for this size")
            open_ += 1
            continue
        circuit, outputs = subject.build(verilog, verilog / re.sub(r"\W+", "_", name))
        by, rows = about.BY[subject.METHOD.split("; ")[-1]], []
        for question, output in subject.properties():
            found = decided(circuit, output, outputs, subject.METHOD, limit)
            print(f"{found.verdict:20} {found.seconds:7.1f} s  {name}: {question}", flush=True)
            rows.append((found.verdict, f"| {question} | {found.seconds:.1f} | {by} |"))
        if any(verdict != "proved" for verdict, _ in rows):
            open_ += 1
            continue
        answers = "\n".join(row for _, row in rows)
        own, own_digest = about.modules(subject, verilog)
        proved = proved.rstrip("\n") + (
            f"\n\n### {name}\n\nAbout {own} ({own_digest}), answered by `make -C testbench/formal machine`.\n\n"
            f"| question | seconds | by |\n| --- | --- | --- |\n{answers}\n\n"
        )
        still = still.replace(f"- {name}: about {modules} ({digest})\n", "")
    if not re.search("^- ", still, re.MULTILINE):
        still += "- nothing\n"
    page.write_text(proved + OPEN + still + TESTED + tested)
    return open_
