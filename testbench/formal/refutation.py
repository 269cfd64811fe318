"""Whether clauses cannot all hold, by CaDiCaL, and whether another program accepts its proof.

CaDiCaL writes each clause that it learns. `dratify`, of the Python index, replays them, and shares nothing
with CaDiCaL. It is slow, so only short proofs of the quick run are replayed.
"""

import os
from dataclasses import dataclass

import tools

# Lines of a proof that is replayed: a second or two.
LONGEST = 3_000
REPLAY = """
import sys
from pathlib import Path
from dratify import check_proof, parse_dimacs
clauses, proof = (Path(name).read_text() for name in sys.argv[1:])
found = check_proof(parse_dimacs(clauses), proof)
sys.exit(0 if found.ok and found.reached_empty else f"no proof: {found}")
"""
# The quick run has proofs replayed.
replays = False


@dataclass
class Found:
    """"proved", "refuted" or "unknown", seconds of processor time, and those of the replay if there was one."""

    verdict: str
    seconds: float
    replay: float | None = None


def ask(clauses, count, question, limit=None):
    """Whether `clauses` of `count` variables cannot all hold; the file `question` is written for it."""
    lines = (" ".join(map(str, [*clause, 0])) for clause in clauses)
    question.write_text(f"p cnf {count} {len(clauses)}\n" + "\n".join(lines) + "\n")
    command = [tools.program("cadical"), "-q", question]
    proof = question.with_suffix(".drat")
    if replays:
        command += ["--no-binary", proof]
    said, status, spent = tools.run(command, limit)
    if status not in (10, 20) and (limit is None or spent < limit - 1):
        raise tools.Failed(f"cadical: {said[-1000:]}")
    found = Found({10: "refuted", 20: "proved"}.get(status, "unknown"), spent)
    if replays and status == 20:
        found.replay = replay(question, proof)
        proof.unlink()
    return found


def replay(question, proof):
    """Seconds in which dratify has accepted a proof; `None` if it is too long, or dratify is not there."""
    with open(proof) as lines:
        if sum(1 for _ in lines) > LONGEST:
            return None
    said, status, spent = tools.run([tools.PYTHON, "-c", REPLAY, question, proof])
    if "No module named 'dratify'" in said and "LANEBEAT_REQUIRE_TOOLS" not in os.environ:
        return None
    if status:
        raise tools.Failed(f"dratify on {proof}: {said[-1000:]}")
    return spent
