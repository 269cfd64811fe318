#!/usr/bin/env python3
"""Puts LUTs without nets into every PERIOD-th row of an LFE5U-85F, so that a placer leaves the row to wires.

spread.py PERIOD < design.json > spread.json

Row 10 and every 12th after it have no LUTs.
"""

import argparse
from itertools import product

import netlist

ROWS, COLUMNS = 94, range(2, 125)


def blank(row, column, part, lut):
    attributes = {"BEL": f"X{column}/Y{row}/SLICE{part}.K{lut}"}
    parameters = {"INIT": "0" * 16}
    return {"hide_name": 1, "type": "LUT4", "parameters": parameters, "attributes": attributes, "port_directions": {}, "connections": {}}


def spread(modules, period):
    top = next(module for module in modules.values() if "top" in module["attributes"])
    for number, place in enumerate(product(range(period, ROWS, period), COLUMNS, "ABCD", "01")):
        top["cells"][f"blank_{number}"] = blank(*place)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("period", metavar="PERIOD", type=int, help="a multiple of 4")
    period = parser.parse_args().period
    if period < 4 or period % 4:
        parser.error(f"PERIOD is a multiple of 4, not {period}")
    netlist.changed(parser, spread, period)


if __name__ == "__main__":
    main()
