"""What `lanebeat generate --testbench` wrote: modules, who uses whom, and benches."""

import re
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

BENCH = "_testbench"
# Seconds that a bench may take without a fault; and with one, at least and as a multiple.
LONGEST, SHORTEST_LIMIT, LONGER = 900, 20, 10


class Unusable(Exception):
    """Why the folder cannot be used."""


@dataclass
class Bench:
    """A bench, and the modules under it, whose files Icarus reads."""

    top: str
    modules: list
    order: tuple
    # Without a fault; it is run when it is first wanted.
    seconds: float = None


@dataclass
class Folder:
    path: Path
    texts: dict = field(default_factory=dict)
    children: dict = field(default_factory=dict)
    benches: list = field(default_factory=list)
    measuring: Lock = field(default_factory=Lock)

    def __post_init__(self):
        names = {file.stem for file in self.path.glob("*.v")}
        tops = sorted(name.removesuffix(BENCH) for name in names if name.endswith(BENCH))
        if not tops:
            raise Unusable(
                f"{self.path}: there are no benches; "
                f"write them by `lanebeat generate --testbench -o {self.path}`"
            )
        for name in sorted(name for name in names if not name.endswith(BENCH)):
            self.texts[name] = (self.path / f"{name}.v").read_text()
        for name, text in self.texts.items():
            used = set(re.findall(r"^ +(\w+) (?:#\([^;]*?\) )?\w+ \($", text, re.MULTILINE))
            self.children[name] = sorted(used & set(self.texts))
        missing = [top for top in tops if top not in self.texts]
        if missing:
            raise Unusable(f"{self.path}: {missing[0]}.v is missing, but its bench is there")
        self.benches = sorted((self.bench(top) for top in tops), key=lambda bench: bench.order)

    def bench(self, top):
        """A bench; of a small design first, and of those the shortest."""
        modules, vectors = self.under(top), self.path / f"{top}{BENCH}.hex"
        if not vectors.exists():
            raise Unusable(f"{vectors} is missing, but its bench is there")
        cycles = vectors.read_text().count("\n")
        return Bench(top, modules, (len(modules), cycles))

    def under(self, top):
        """`top` and the modules that it consists of."""
        found, todo = set(), [top]
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += self.children[name]
        return sorted(found)

    def parents(self, module):
        return [name for name, children in self.children.items() if module in children]

    def measure(self, bench, place):
        """The seconds that the bench takes without a fault; it must pass then."""
        with self.measuring:
            if bench.seconds is None:
                started = time.monotonic()
                said = self.run(bench, place, None, LONGEST)
                bench.seconds = time.monotonic() - started
                if not said.startswith("PASS "):
                    raise Unusable(
                        f"{self.path}: the bench of {bench.top} does not pass "
                        f"without a fault: {said[:200]}"
                    )
        return bench.seconds

    def run(self, bench, place, changed, limit):
        """What the bench says, up to its first difference; `too long` if it does not end.

        Of the design with the text of (name, text) for that module; `refused` if Icarus does
        not build it.
        """
        files = [self.path / f"{name}.v" for name in [*bench.modules, f"{bench.top}{BENCH}"]]
        if changed:
            name, text = changed
            (place / f"{name}.v").write_text(text)
            files = [place / file.name if file.stem == name else file for file in files]
        program = place / "bench.vvp"
        try:
            built = ["iverilog", "-g2005", "-s", f"{bench.top}{BENCH}", "-o", program, *files]
            if subprocess.run(built, capture_output=True, timeout=limit).returncode:
                return "refused"
        except subprocess.TimeoutExpired:
            return "too long"
        return self.simulated(program, limit)

    def simulated(self, program, limit):
        # Line by line, so that the first difference is enough.
        stopped = ["timeout", "--kill-after=5", str(int(limit) + 1)]
        command = [*stopped, "stdbuf", "-oL", "vvp", "-n", program]
        started = time.monotonic()
        with subprocess.Popen(
            command,
            cwd=self.path,
            text=True,
            errors="replace",
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as running:
            said = "".join(iter_until(running.stdout, ("FAIL ", "PASS ")))
            # Which `timeout` passes on.
            running.terminate()
        return said or ("too long" if time.monotonic() - started >= limit else "nothing")

    def notices(self, change, place):
        """The bench that notices the change; `refused` if the change is no Verilog."""
        changed = (change.module, change.made_in(self.texts[change.module]))
        for bench in self.benches:
            if change.module not in bench.modules:
                continue
            said = self.run(
                bench, place, changed, SHORTEST_LIMIT + LONGER * self.measure(bench, place)
            )
            if said == "refused":
                return said
            if not said.startswith("PASS "):
                return bench.top
        return None


def iter_until(lines, starts):
    """The first line that begins so, if there is one."""
    for line in lines:
        if line.startswith(starts):
            yield line
            return
