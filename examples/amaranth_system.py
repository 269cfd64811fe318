"""The generated system as an Instance in an Amaranth design, behind one AXI4-Lite record.

    pip install amaranth
    lanebeat generate system --preset small -o my_system
    python examples/amaranth_system.py my_system > top.il      # RTLIL, for yosys

The ports come from the generated ports.txt, so another machine needs no other wrapper.
"""

import sys
from pathlib import Path

from amaranth import ClockSignal, Elaboratable, Instance, Module, ResetSignal, Signal
from amaranth.back import rtlil
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out


def ports(folder):
    """Name, direction and width of each port of the system, clock and reset first."""
    lines = (Path(folder) / "ports.txt").read_text().splitlines()[2:]
    rows = (line.split(None, 3)[:3] for line in lines)
    return [(name, way, int(width)) for name, way, width in rows]


class LanebeatSystem(wiring.Component):
    """Every port of the system under its own name; clock and reset are those of `sync`, and a clock enable is high unless it
    is driven."""

    def __init__(self, folder):
        self.folder = Path(folder)
        (_, reset, *self.ports) = ports(folder)
        self.reset = {"i_reset": ResetSignal()} if reset[0] == "reset" else {"i_reset_n": ~ResetSignal()}
        members = {name: (In if way == "input" else Out)(width) for name, way, width in self.ports}
        if "clock_enable" in members:
            members["clock_enable"] = In(1, init=1)
        super().__init__(members)

    def elaborate(self, platform):
        m = Module()
        if platform is not None:
            for name in (self.folder / "files.f").read_text().split():
                platform.add_file(name, (self.folder / name).read_text())
        connections = {f"{way[0]}_{name}": getattr(self, name) for name, way, _ in self.ports}
        m.submodules.lanebeat = Instance("lanebeat_system", i_clock=ClockSignal(), **self.reset, **connections)
        return m


if __name__ == "__main__":
    system = LanebeatSystem(sys.argv[1])
    print(rtlil.convert(system, name="top"))
