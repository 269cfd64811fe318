"""Fits the estimate's table to what `lanebeat study --calibrate N --flow FAMILY -o DIR` measured.

python3 src/study/estimate/fit.py xc7=FIT,CHECK ecp5=FIT,CHECK > src/study/estimate/table.json      (needs numpy and scipy)

LUTs are a non-negative sum over a part's amounts (scipy's nnls, each part weighted by one over the root of its size), times a
factor for its kind. The clock's error is not in it: check_clock.py writes that into the table afterwards. FIT and CHECK are directories of two calibrations, or of several joined by +: the error is that of the
machines in CHECK.
"""

import json
import statistics
import sys

import numpy
from scipy.optimize import nnls

# No kind of logic is for nothing, even where the sample has too little of it to tell.
SMALLEST = 0.05


def fit(parts):
    amounts = numpy.array([part["amounts"] for part in parts])
    luts = numpy.array([max(part["logic_luts"], 1.0) for part in parts])
    weights = 1 / numpy.sqrt(luts)
    coefficients = numpy.maximum(nnls(amounts * weights[:, None], luts * weights)[0], SMALLEST)
    kinds = {}
    for kind in sorted({part["kind"] for part in parts}):
        own = [part for part in parts if part["kind"] == kind]
        ratio = lambda above, below, other: above / below if below > 0 else other
        total = lambda key: sum(part[key] for part in own)
        expected = sum(float(numpy.dot(part["amounts"], coefficients)) for part in own)
        kinds[kind] = {
            "luts": round(ratio(max(total("logic_luts"), 0.0), expected, 1.0), 4),
            "flip_flops": round(ratio(max(total("logic_flip_flops"), 0.0), total("plain_register_bits"), 1.0), 4),
        }
    return coefficients, kinds


def estimate(parts, coefficients, kinds):
    luts = flip_flops = 0.0
    for part in parts:
        kind = kinds.get(part["kind"], {"luts": 1.0, "flip_flops": 1.0})
        luts += part["copies"] * (kind["luts"] * float(numpy.dot(part["amounts"], coefficients)) + part["fixed_luts"])
        flip_flops += part["copies"] * (kind["flip_flops"] * part["plain_register_bits"] + part["fixed_flip_flops"])
    return luts, flip_flops


def read(paths):
    calibrations = []
    for path in paths.split("+"):
        with open(path + "/calibration.json") as file:
            calibrations.append(json.load(file))
    assert len({calibration["tool"] for calibration in calibrations}) == 1, "calibrations by different tools"
    return calibrations[0]["tool"], [machine for calibration in calibrations for machine in calibration["machines"]]


def table(fitted, checked):
    tool, machines = read(fitted)
    coefficients, kinds = fit([part for machine in machines for part in machine["parts"]])
    errors = []
    _, unseen = read(checked)
    for machine in unseen:
        luts, flip_flops = estimate(machine["parts"], coefficients, kinds)
        measured = machine["measured"]
        errors.append((100 * abs(luts / measured["luts"] - 1), 100 * abs(flip_flops / measured["flip_flops"] - 1)))
    of = lambda which: [round(statistics.median(e[which] for e in errors), 1), round(max(e[which] for e in errors), 1)]
    return {
        "tool": tool,
        "machines": len(machines),
        "checked": len(unseen),
        "lut_error": of(0),
        "flip_flop_error": of(1),
        "luts": [round(float(c), 4) for c in coefficients],
        "kinds": kinds,
    }


if __name__ == "__main__":
    print(json.dumps({name: table(*paths.split(",")) for name, paths in (argument.split("=") for argument in sys.argv[1:])}, indent=1))
