#!/usr/bin/env python3
"""Puts LUTs without nets into every PERIOD-th row of an LFE5U-85F, so that a placer leaves the row to wires.

spread.py PERIOD < design.json > spread.json        PERIOD is a multiple of 4: row 10 and every 12th after it have no LUTs
"""

import json
import sys
from itertools import product

ROWS, COLUMNS = 94, range(2, 125)


def blank(row, column, part, lut):
    attributes = {"BEL": f"X{column}/Y{row}/SLICE{part}.K{lut}"}
    parameters = {"INIT": "0" * 16}
    return {"hide_name": 1, "type": "LUT4", "parameters": parameters, "attributes": attributes, "port_directions": {}, "connections": {}}


def main():
    period = int(sys.argv[1])
    design = json.load(sys.stdin)
    top = next(module for module in design["modules"].values() if "top" in module["attributes"])
    for number, place in enumerate(product(range(period, ROWS, period), COLUMNS, "ABCD", "01")):
        top["cells"][f"blank_{number}"] = blank(*place)
    json.dump(design, sys.stdout)


if __name__ == "__main__":
    main()
