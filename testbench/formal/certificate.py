"""Whether what abc gives as the reason of a proof is one: an invariant, checked by another solver.

abc's `pdr` writes the cubes of states that it found unreachable. Asked is, of the circuit as it was
built, that the first state is in no cube; and by CaDiCaL, that a state in no cube neither leads into
one nor breaks the property. Nothing that abc did is trusted for that.
"""

import functools
import re

import refutation
import tools
from aiger import Circuit, definitions, variable


@functools.lru_cache(maxsize=1)
def circuit_of(path, _time):
    return Circuit(path)


def cubes(path):
    """Each cube as {latch: value}."""
    lines = path.read_text().splitlines()
    (names,) = [line.split()[1:] for line in lines if line.startswith(".ilb")]
    latches = [int(re.fullmatch(r"lo(\d+)", name)[1]) for name in names]
    rows = [line.split() for line in lines if line[:1] in "01-" and line.endswith(" 1")]
    return [
        {latch: int(sign) for latch, sign in zip(latches, row) if sign != "-"} for row, _ in rows
    ]


def check(circuit, output, reason):
    """Fails unless the cubes in the file `reason` prove that an output of a circuit is 0 for ever.

    All latches begin with 0. Gives the number of cubes, and what the solver found.
    """
    circuit, cubes_found = circuit_of(circuit, circuit.stat().st_mtime_ns), cubes(reason)
    if not all(1 in cube.values() for cube in cubes_found):
        raise tools.Failed(f"{reason} says of the first state that it cannot be")
    count = 1 + circuit.inputs + len(circuit.latches) + len(circuit.gates)
    following = {circuit.latches[latch][0] for cube in cubes_found for latch in cube}
    clauses = [[1], *definitions(circuit, [circuit.outputs[output], *following])]
    ends = [variable(circuit.outputs[output])]
    for cube in cubes_found:
        own = {latch: variable(2 * (circuit.inputs + 1 + latch)) for latch in cube}
        clauses.append([-own[latch] if value else own[latch] for latch, value in cube.items()])
        count += 1
        ends.append(count)
        for latch, value in cube.items():
            after = variable(circuit.latches[latch][0])
            clauses.append([-count, after if value else -after])
    clauses.append(ends)
    found = refutation.ask(clauses, count, reason.with_suffix(".cnf"))
    if found.verdict != "proved":
        raise tools.Failed(f"{reason} is no invariant, says cadical")
    return len(cubes_found), found
