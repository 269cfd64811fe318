"""The tools that proofs need: Lanebeat, yosys, abc. Each says what happened or raises `Failed`."""

import fcntl
import json
import os
import random
import re
import resource
import shutil
import subprocess
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import refutation
from aiger import Circuit, definitions, fix, free_power_up, variable

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "target" / "formal"
# From modules with memories to one module of registers without resets. Cells are never merged: two copies of a memory
# may power up differently.
FLATTEN = """proc
flatten
opt_expr
opt_clean
memory_collect
memory_map
opt_expr
opt_clean
async2sync
dffunmap
opt_expr
opt_clean
"""


# abc's method for what has registers; it writes down the invariant that it finds.
INVARIANT = "pdr -d -I {reason}"
# In place of a method of abc's.
CADICAL = "cadical"
# Two sides are compared as they are built, without a solver.
ALIKE = "alike"


class Failed(Exception):
    """Something could not be tried: no statement about the hardware."""


@dataclass
class Answer:
    """What a solver found: "proved", "refuted" or "unknown", and its seconds of processor time.

    "bounded": nothing in the first `depth` cycles, and nothing is known of those behind. `clauses`:
    of the invariant that is the reason, if there is one and another solver has accepted it.
    `questions` of which all were asked, and seconds of the `longest`, where cases were asked one by one.
    `replays`: proofs of CaDiCaL that dratify has accepted, and seconds of both for these.
    """

    verdict: str
    seconds: float
    depth: int = 0
    clauses: int = 0
    questions: int = 0
    longest: float = 0
    replays: int = 0
    solved: float = 0
    replay: float = 0

    def replayed(self, found):
        """This, with what was found of one question of it."""
        if found.replay is not None:
            self.replays += 1
            self.solved += found.seconds
            self.replay += found.replay
        return self


# A Python that has the modules which proofs need.
PYTHON = os.environ.get("LANEBEAT_PYTHON", "python3")


def program(*names):
    """The first of the programs that is installed."""
    for name in names:
        if path := shutil.which(name):
            return path
    raise Failed(f"none of {', '.join(names)} is installed")


def run(command, limit=None, folder=None):
    """What a command prints, its exit status and processor time; `limit` is in seconds of it."""

    def confine():
        if limit:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        cwd=folder,
        preexec_fn=confine,
        errors="replace",
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return done.stdout + done.stderr, done.returncode, spent


def lanebeat():
    """The built program."""
    path = os.environ.get("LANEBEAT", str(ROOT / "target" / "debug" / "lanebeat"))
    if not Path(path).exists():
        raise Failed(f"there is no {path}: cargo build, or say in LANEBEAT where it is")
    return path


def generate(unit, settings, preset=None):
    """The folder with the Verilog of a unit of the machine that `settings` say (key=value)."""
    name = "_".join([unit, *[preset] * bool(preset), *settings]).replace("register_file=", "").replace("=", "")
    folder = WORK / "verilog" / name
    program = lanebeat()
    stamp = folder / "made.by"
    wanted = f"{program} {os.stat(program).st_mtime_ns}"
    WORK.mkdir(parents=True, exist_ok=True)
    with open(WORK / "verilog.lock", "w") as lock:
        # Another that proves at the same time may want the same folder.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text() == wanted:
            return folder
        if folder.exists():
            shutil.rmtree(folder)
        options = [word for setting in ("stages=0", *settings) for word in ("--set", setting)]
        options += ["--preset", preset] if preset else []
        said, status, _ = run([program, "generate", unit, "-o", folder, *options])
        if status:
            raise Failed(said)
        stamp.write_text(wanted)
    return folder


def written(subject):
    """The folder with the Verilog that a subject is about."""
    if hasattr(subject, "generate"):
        return subject.generate()
    return generate(subject.KIND, subject.settings())


def folder(subject):
    """Where a subject is built, by its name."""
    return WORK / subject.name().replace(" ", "_").replace("=", "")


def of_today(cases, sample):
    """So many of the cases, others on another day; all of them for 0."""
    chance = random.Random(date.today().toordinal())
    return chance.sample(cases, min(sample, len(cases))) if sample else cases


def defines(values):
    """What yosys defines for a harness."""
    return [f"-D {key}={value}" for key, value in values.items()]


def synthesize(script, path):
    """Runs a yosys script and writes what it made as a circuit.

    What an earlier run left is removed first, so that a script that fails can prove nothing.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    file = path.parent / "build.ys"
    file.write_text(f"{script.strip()}\ncheck -assert\nwrite_aiger -symbols {path}\n")
    said, status, _ = run([program("yosys"), "-q", "-s", file])
    if status or not path.exists():
        raise Failed(f"yosys on {file}: {said[-2000:]}")


def build(script, folder):
    """The circuit of a yosys script as gates with a free power-up, and its outputs by name."""
    raw, free = folder / "yosys.aig", folder / "free.aig"
    free.unlink(missing_ok=True)
    gates = "techmap\nsimplemap\ndffunmap\nabc -g AND -fast\nopt_clean -purge"
    synthesize(f"{script.strip()}\n{gates}", raw)
    circuit = Circuit(raw)
    outputs = {name: number for number, name in circuit.names("o").items()}
    if not circuit.latches:
        return raw, outputs
    free_power_up(raw, free)
    return free, outputs


def fixed(**values):
    """Values of inputs, bit by bit, for a case: (value, bits) of a vector, or a bit."""
    bits = {}
    for name, value in values.items():
        if isinstance(value, tuple):
            bits.update({f"{name}[{bit}]": value[0] >> bit & 1 for bit in range(value[1])})
        else:
            bits[name] = value
    return bits


def bits_of(output, names):
    """Names beside the bits of an output of as many, the lowest first."""
    if len(names) == 1:
        return [(names[0], output)]
    return [(name, f"{output}[{bit}]") for bit, name in enumerate(names)]


def first_cycles(circuit, output, seconds):
    """Whether an output is 0 in as many cycles as abc unrolls in some seconds."""
    script = f"read_aiger {circuit}; cone -s -O {output}; scleanup; bmc3 -F 1000 -T {seconds}"
    said, _, spent = run([program("berkeley-abc", "yosys-abc"), "-c", script])
    if found := re.search(r"asserted in frame (\d+)", said):
        return Answer("refuted", spent, int(found[1]))
    if found := re.search(r"No output asserted in (\d+) frames", said):
        return Answer("bounded", spent, int(found[1]))
    raise Failed(f"abc: {said[-1000:]}")


def all_of(circuit, cases, method, limit):
    """Whether an output is 0 in each of its cases; otherwise what was found of the first in which not."""
    whole, one = Circuit(circuit), circuit.with_name("case.aig")
    seconds = longest = 0
    all_ = Answer("proved", 0, questions=len(cases))
    for output, fixed in cases:
        fix(whole, output, fixed, one)
        answer = cadical(one, limit) if method == CADICAL else abc(one, 0, method, limit)
        seconds += answer.seconds
        longest = max(longest, answer.seconds)
        all_.replays += answer.replays
        all_.solved += answer.solved
        all_.replay += answer.replay
        if answer.verdict != "proved":
            break
    all_.verdict, all_.seconds, all_.depth = answer.verdict, seconds, answer.depth
    all_.longest = longest
    return all_


def alike(compared, number):
    """What was found as two sides were compared."""
    found = json.loads(compared.read_text())
    seconds = json.loads(compared.with_suffix(".seconds").read_text())[number]
    verdict = "refuted" if found["problems"][number] else "proved"
    return Answer(verdict, seconds, questions=found["modules"])


def cadical(path, limit):
    """Whether the output of a circuit without latches is 0 for all inputs, by CaDiCaL."""
    circuit, question = Circuit(path), path.with_suffix(".cnf")
    (wanted,) = circuit.outputs
    if wanted < 2:
        return Answer("refuted" if wanted else "proved", 0)
    clauses = [[1], [variable(wanted)], *definitions(circuit, [wanted])]
    found = refutation.ask(clauses, 1 + circuit.inputs + len(circuit.gates), question, limit)
    return Answer(found.verdict, found.seconds).replayed(found)


def abc(circuit, output, method, limit):
    """Whether an output of a circuit is 0 for ever, by abc; `limit` in seconds of processor time.

    abc exits with 0 whatever it finds, so its words are read.
    """
    script = f"read_aiger {circuit}; cone -s -O {output}; {method}; print_status"
    said, _, spent = run([program("berkeley-abc", "yosys-abc"), "-c", script], limit)
    if "Does not work for combinational networks" in said:
        return abc(circuit, output, "scleanup; iprove", limit)
    if "cmd error" in said or "Error" in said:
        raise Failed(f"abc: {said[-1000:]}")
    status = re.search(r"Status = (-?\d)\s+Frames = (-?\d+)", re.sub(r"\x1b\[[0-9;]*m", "", said))
    found = re.search(r"asserted in frame (\d+)", said)
    if status and status[1] == "0" and found:
        return Answer("refuted", spent, int(found[1]))
    if status and status[1] == "1":
        return Answer("proved", spent, int(status[2]))
    if "UNSATISFIABLE" in said:
        return Answer("proved", spent)
    if "SATISFIABLE" in said:
        return Answer("refuted", spent)
    return Answer("unknown", spent)
