#!/usr/bin/env python3
"""Moves flip-flops around the MULT18X18D of an ECP5 into the block's own registers, which yosys leaves empty.

block_registers.py < design.json > registered.json

A block's output is registered if each of its bits goes to one flip-flop alone; its inputs, if each bit of both comes
from one. A flip-flop that others read too stays beside the block.
"""

import argparse
from collections import Counter

import netlist


class Module:
    def __init__(self, module):
        self.cells = module["cells"]
        # How often each net is read.
        self.reads = Counter(net for port in module["ports"].values() for net in port["bits"])
        self.driven_by, self.read_by = {}, {}
        for name, cell in self.cells.items():
            for pin, nets in cell["connections"].items():
                if cell["port_directions"][pin] == "input":
                    self.reads.update(nets)
            if takes_its_input_always(cell):
                self.driven_by[cell["connections"]["Q"][0]] = self.read_by[cell["connections"]["DI"][0]] = name

    def flip_flops(self, block, of_net, nets):
        """The flip-flop that `of_net` has for each of `nets`: none unless each has one, all with the clock of `block`."""
        found = [self.cells.get(of_net.get(net)) for net in nets]
        if None in found:
            return []
        clocks = {cell["connections"]["CLK"][0] for cell in found} | set(block["connections"].get("CLK0", []))
        return found if len(clocks) == 1 else []

    def registers_output(self, block):
        pins = pins_of(block, "P")
        nets = [block["connections"][pin][0] for pin in pins]
        # What nobody reads needs no flip-flop.
        read = [(pin, net) for pin, net in zip(pins, nets) if self.reads[net]]
        found = self.flip_flops(block, self.read_by, [net for _, net in read])
        if not found or any(self.reads[net] > 1 for _, net in read):
            return
        for (pin, net), flip_flop in zip(read, found):
            block["connections"][pin] = flip_flop["connections"]["Q"]
            del self.cells[self.read_by[net]]
        self.has_registers(block, ["OUTPUT"], found)

    def registers_inputs(self, block):
        pins = pins_of(block, "A") + pins_of(block, "B")
        nets = [block["connections"][pin][0] for pin in pins]
        found = self.flip_flops(block, self.driven_by, nets)
        if not found:
            return
        for pin, net, flip_flop in zip(pins, nets, found):
            block["connections"][pin] = flip_flop["connections"]["DI"]
            self.reads.update(flip_flop["connections"]["DI"])
            self.reads[net] -= 1
        for net in set(nets):
            if self.reads[net] == 0:
                del self.cells[self.driven_by[net]]
        self.has_registers(block, ["INPUTA", "INPUTB"], found)

    def has_registers(self, block, names, flip_flops):
        for name in names:
            block["parameters"][f"REG_{name}_CLK"] = "CLK0"
        for pin, net in [("CLK0", flip_flops[0]["connections"]["CLK"]), ("CE0", ["1"]), ("RST0", ["0"])]:
            block["connections"][pin] = net
            block["port_directions"][pin] = "input"


def takes_its_input_always(cell):
    if cell["type"] != "TRELLIS_FF":
        return False
    parameters = cell["parameters"]
    return (parameters["CLKMUX"], parameters["CEMUX"].strip(), parameters["REGSET"]) == ("CLK", "1", "RESET") and cell["connections"]["LSR"] == ["0"]


def pins_of(block, port):
    """The pins of `port` that are no constants."""
    return [pin for pin, net in block["connections"].items() if pin[0] == port and pin[1:].isdigit() and isinstance(net[0], int)]


def block_registers(modules):
    for description in modules.values():
        blocks = [cell for cell in description["cells"].values() if cell["type"] == "MULT18X18D"]
        if blocks:
            module = Module(description)
            for block in blocks:
                module.registers_output(block)
            for block in blocks:
                module.registers_inputs(block)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.parse_args()
    netlist.changed(parser, block_registers)


if __name__ == "__main__":
    main()
