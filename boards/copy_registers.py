#!/usr/bin/env python3
"""Gives a flip-flop of an ECP5 a copy for each GROUP of lanes that reads it, so that no wire goes from one place to all.

copy_registers.py GROUP < design.json > copied.json

A cell with lane[N] in its name is in lane N, and a LUT whose readers are in one group is in that group too. What is kept
in a lane itself has no copies.
"""

import argparse
import copy
import itertools
import re
from collections import defaultdict

import netlist

LANE = re.compile(r"\blane\[(\d+)\]")


class Module:
    def __init__(self, module, group):
        self.cells, self.group = module["cells"], group
        self.nets = {net for port in module["ports"].values() for net in port["bits"]}
        # Who reads a net: the cell's name, the nets of its pin, and the place of this one.
        self.readers = defaultdict(list)
        for name, cell in self.cells.items():
            for pin, nets in cell["connections"].items():
                self.nets.update(nets)
                if cell["port_directions"][pin] == "input":
                    for place, net in enumerate(nets):
                        self.readers[net].append((name, nets, place))
        self.groups = {}

    def group_of(self, name):
        """The group of lanes that the cell called `name` is in; None if that is none, or several."""
        if name not in self.groups:
            self.groups[name] = None
            cell = self.cells[name]
            if found := LANE.search(name):
                self.groups[name] = int(found[1]) // self.group
            elif cell["type"] == "LUT4":
                groups = {self.group_of(reader) for reader, _, _ in self.readers[cell["connections"]["Z"][0]]}
                self.groups[name] = groups.pop() if len(groups) == 1 else None
        return self.groups[name]

    def copy_registers(self):
        new = itertools.count(1 + max((net for net in self.nets if isinstance(net, int)), default=0))
        for name, cell in list(self.cells.items()):
            if cell["type"] != "TRELLIS_FF" or LANE.search(name):
                continue
            pins_of = defaultdict(list)
            for reader, nets, place in self.readers[cell["connections"]["Q"][0]]:
                pins_of[self.group_of(reader)].append((nets, place))
            # The flip-flop itself serves the first group, and what is in none.
            for group in sorted(pins_of.keys() - {None})[1:]:
                self.cells[f"{name}_of_group_{group}"] = copied = copy.deepcopy(cell)
                copied["connections"]["Q"] = [net] = [next(new)]
                for nets, place in pins_of[group]:
                    nets[place] = net


def copy_registers(modules, group):
    for module in modules.values():
        Module(module, group).copy_registers()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("group", metavar="GROUP", type=int, help="lanes that share a copy, 1 or more")
    group = parser.parse_args().group
    if group < 1:
        parser.error(f"GROUP is 1 or more, not {group}")
    netlist.changed(parser, copy_registers, group)


if __name__ == "__main__":
    main()
