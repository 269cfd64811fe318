"""The generated system as a peripheral of a LiteX SoC, behind its AXI4-Lite bus.

    pip install litex migen
    lanebeat generate system --preset small -o my_system
    python examples/litex_system.py my_system soc.v       # the Verilog of the SoC, without the system's

The SoC has no processor: a serial line is its bus master (`litex_server`), and the system lies at
LANEBEAT in its memory. `add_lanebeat` is what a SoC of yours needs.
"""

import sys
from pathlib import Path

from litex.build.generic_platform import GenericPlatform, Pins, Subsignal
from litex.soc.integration.soc import SoCRegion
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect import axi
from migen import ClockDomain, ClockSignal, Instance, Module, ResetSignal, Signal

LANEBEAT = 0x3000_0000
# Bytes that the system decodes.
SIZE = 0x1_0000


class LanebeatSystem(Module):
    """The system; `bus` is its AXI4-Lite slave and `interrupt` its interrupt request."""

    def __init__(self, platform, folder):
        self.bus = bus = axi.AXILiteInterface(data_width=32, address_width=32)
        self.interrupt = Signal()
        for name in (Path(folder) / "files.f").read_text().split():
            platform.add_source(str(Path(folder) / name))
        named = [line.split()[0] for line in (Path(folder) / "ports.txt").read_text().splitlines()[2:]]
        own = {"i_reset": ResetSignal()} if "reset" in named else {"i_reset_n": ~ResetSignal()}
        # The bus has no enable, so the system's is always on.
        own |= {"i_clock_enable": 1} if "clock_enable" in named else {}
        self.specials += Instance(
            "lanebeat_system",
            i_clock=ClockSignal(),
            **own,
            i_s_axi_awvalid=bus.aw.valid,
            o_s_axi_awready=bus.aw.ready,
            i_s_axi_awaddr=bus.aw.addr[:16],
            i_s_axi_wvalid=bus.w.valid,
            o_s_axi_wready=bus.w.ready,
            i_s_axi_wdata=bus.w.data,
            i_s_axi_wstrb=bus.w.strb,
            o_s_axi_bvalid=bus.b.valid,
            i_s_axi_bready=bus.b.ready,
            o_s_axi_bresp=bus.b.resp,
            i_s_axi_arvalid=bus.ar.valid,
            o_s_axi_arready=bus.ar.ready,
            i_s_axi_araddr=bus.ar.addr[:16],
            o_s_axi_rvalid=bus.r.valid,
            i_s_axi_rready=bus.r.ready,
            o_s_axi_rresp=bus.r.resp,
            o_s_axi_rdata=bus.r.data,
            o_interrupt_request=self.interrupt,
        )


def add_lanebeat(soc, folder):
    """Puts the system at LANEBEAT on the bus of `soc`, uncached."""
    soc.submodules.lanebeat = LanebeatSystem(soc.platform, folder)
    region = SoCRegion(origin=LANEBEAT, size=SIZE, cached=False)
    soc.bus.add_slave("lanebeat", soc.lanebeat.bus, region)


class Platform(GenericPlatform):
    """Pins without a board: a clock, a reset and a serial line."""

    def __init__(self):
        serial = ("serial", 0, Subsignal("tx", Pins(1)), Subsignal("rx", Pins(1)))
        super().__init__("", [("clock", 0, Pins(1)), ("reset", 0, Pins(1)), serial])


class Soc(SoCMini):
    def __init__(self, folder):
        platform = Platform()
        super().__init__(platform, clk_freq=50_000_000, bus_standard="axi-lite")
        self.clock_domains.sys = ClockDomain("sys")
        self.comb += self.sys.clk.eq(platform.request("clock"))
        self.comb += self.sys.rst.eq(platform.request("reset"))
        self.add_uartbone("serial")
        add_lanebeat(self, folder)


if __name__ == "__main__":
    folder, output = sys.argv[1:]
    soc = Soc(folder)
    soc.finalize()
    soc.platform.get_verilog(soc, name="soc").write(output)
