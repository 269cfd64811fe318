"""A netlist of yosys, as JSON, from standard input to standard output."""

import json
import sys


def changed(parser, change, *arguments):
    """Writes the netlist behind `change(modules, *arguments)`; ends the program of `parser` with status 2 where there is none."""
    try:
        design = json.load(sys.stdin)
        modules = design["modules"]
    except (ValueError, KeyError, TypeError):
        parser.error("standard input is no netlist of yosys; write one by synth_ecp5 -json FILE")
    change(modules, *arguments)
    json.dump(design, sys.stdout)
