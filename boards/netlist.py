"""A netlist of yosys, as JSON, from standard input to standard output."""

import json
import sys


def changed(parser, change, *arguments):
    """Writes the netlist behind `change(modules, *arguments)`; ends the program of `parser` with status 2 where there is none."""
    try:
        design = json.load(sys.stdin)
        change(design["modules"], *arguments)
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration) as error:
        parser.error(f"standard input is no netlist of yosys ({error!r}); write one by synth_ecp5 -top NAME -json FILE")
    json.dump(design, sys.stdout)
