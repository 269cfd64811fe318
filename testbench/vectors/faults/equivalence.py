"""Whether a change of a module can be seen at all, by SAT (yosys) and induction over time (abc)."""

import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "formal"))

from aiger import free_power_up  # noqa: E402

PORT = re.compile(r"^ +(input|output) +wire (\[\d+:0\])? *(\w+)", re.MULTILINE)
MEMORY_ARRAY = re.compile(r"^ +reg .*\[0:\d+\];", re.MULTILINE)
# Cycles of reset in which benches compare nothing.
RESET_CYCLES = 4

# A memory becomes a flip-flop, and flip-flops become ports of the design that is compared: what is
# written and asked for must be the same, and what comes out is anything.
MEMORY = r"""
(* techmap_celltype = "$mem_v2" *)
module memory #(parameter WIDTH=1, SIZE=1, OFFSET=0, ABITS=1, RD_PORTS=1, WR_PORTS=1, MEMID="",
  INIT=0, RD_CLK_ENABLE=0, RD_CLK_POLARITY=0, RD_TRANSPARENCY_MASK=0, RD_COLLISION_X_MASK=0,
  RD_WIDE_CONTINUATION=0, RD_CE_OVER_SRST=0, RD_ARST_VALUE=0, RD_SRST_VALUE=0, RD_INIT_VALUE=0,
  WR_CLK_ENABLE=0, WR_CLK_POLARITY=0, WR_PRIORITY_MASK=0, WR_WIDE_CONTINUATION=0)
 (input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST, input [RD_PORTS*ABITS-1:0] RD_ADDR,
  output [RD_PORTS*WIDTH-1:0] RD_DATA,
  input [WR_PORTS-1:0] WR_CLK, input [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA,
  input [WR_PORTS*ABITS-1:0] WR_ADDR);
  localparam READ = RD_PORTS*WIDTH;
  localparam TAKEN = RD_PORTS*ABITS + 2*WR_PORTS*WIDTH + WR_PORTS*ABITS;
  wire [TAKEN+READ-1:0] outside;
  assign RD_DATA = outside[READ-1:0];
  \$dff #(.WIDTH(TAKEN+READ), .CLK_POLARITY(1'b1)) _TECHMAP_REPLACE_ (.CLK(WR_CLK[0]), .Q(outside),
    .D({RD_ADDR, WR_EN, WR_DATA & WR_EN, WR_ADDR, {READ{1'b0}}}));
endmodule
"""


class Judge:
    """Decides with yosys, in a folder of its own."""

    def __init__(self, folder, place, limit):
        self.folder, self.place, self.limit = folder, place, limit
        (place / "memory.v").write_text(MEMORY)

    def is_equivalent(self, change):
        """Whether no unit with a bench can show the change; not if SAT cannot decide in time."""
        (self.place / "changed.v").write_text(change.made_in(self.folder.texts[change.module]))
        return self.cannot_show(change.module, change.module)

    def cannot_show(self, top, module):
        """Whether nothing shows at the ports of `top`, or of all that is around `top`."""
        if "parameter integer" not in self.folder.texts[top]:
            if self.proves(top, module) or self.proves_from_reset(top, module):
                return True
        if any(bench.top == top for bench in self.folder.benches):
            return False
        parents = self.folder.parents(top)
        return bool(parents) and all(self.cannot_show(parent, module) for parent in parents)

    def proves(self, top, module):
        below = self.folder.under(module)
        files = {
            name: (
                self.folder.path / f"{name}.v",
                name in below or module in self.folder.under(name),
            )
            for name in self.folder.under(top)
        }
        script = "".join(
            self.prepared(top, {**files, **changed})
            + f"; rename {top} {name}; design -stash {name}; design -reset; "
            for name, changed in (("gold", {}), ("gate", {module: ("changed.v", True)}))
        )
        script += "design -copy-from gold -as gold gold; design -copy-from gate -as gate gate; "
        script += "miter -equiv -flatten -ignore_gold_x gold gate miter; "
        script += "hierarchy -top miter; opt -full; "
        script += f"sat -verify -set-def-inputs -timeout {self.limit} -prove trigger 0 miter"
        return self.run(["yosys", "-q", "-p", script]) is not None

    def proves_from_reset(self, top, module):
        """Whether the change of `module` never shows behind a reset of `top`, which may power up
        with anything; not said of what has memories.

        Both circuits power up alike: what benches compare does not depend on it.
        """
        text, names = self.folder.texts[top], self.folder.under(top)
        if "    input  wire reset," not in text:
            return False
        if any(MEMORY_ARRAY.search(self.folder.texts[name]) for name in names):
            return False
        (self.place / "begun.v").write_text(begun(top, text))
        for circuit, changed in (("gold", {}), ("gate", {module: "changed.v"})):
            files = [changed.get(name, self.folder.path / f"{name}.v") for name in names]
            script = (
                f"read_verilog begun.v {' '.join(map(str, files))}; hierarchy -top begun; "
                "setattr -mod -unset keep_hierarchy; proc; flatten; opt_expr; opt_clean; "
                "async2sync; dffunmap; techmap; simplemap; abc -g AND -fast; opt_clean; "
                f"write_aiger {circuit}.aig"
            )
            if self.run(["yosys", "-q", "-p", script]) is None:
                return False
            free_power_up(self.place / f"{circuit}.aig", self.place / f"{circuit}_free.aig")
        command = f"dsec -n -r -m -T {self.limit} gold_free.aig gate_free.aig"
        said = self.run(["berkeley-abc", "-c", command])
        return said is not None and "Networks are equivalent" in said

    def run(self, command):
        """What a tool prints; none if it fails, or takes much longer than it may."""
        try:
            ran = subprocess.run(
                command, cwd=self.place, capture_output=True, text=True, timeout=3 * self.limit
            )
        except subprocess.TimeoutExpired:
            return None
        return ran.stdout if ran.returncode == 0 else None

    def prepared(self, top, files):
        """The design as a function without state.

        Flip-flops, memories and modules that do not have the change are outside: what they
        take and give are ports.
        """
        inside = " ".join(str(file) for file, is_inside in files.values() if is_inside)
        outside = " ".join(str(file) for file, is_inside in files.values() if not is_inside)
        return (
            f"{outside and f'read_verilog -lib {outside}; '}read_verilog {inside}; "
            f"hierarchy -top {top}; setattr -mod -unset keep_hierarchy; "
            "proc; flatten; opt_expr; opt_clean; memory_collect; techmap -map memory.v t:$mem_v2; "
            f"hierarchy -top {top}; expose -dff -evert -evert-dff {top}"
        )


def begun(top, text):
    """A module `begun` around `top`, which is reset first; until then its outputs are 0."""
    ports = [(way, width, name) for way, width, name in PORT.findall(text) if name != "clock"]
    lines = ["module begun (input wire clock"]
    lines += [f"    , {way} wire {width} {name}" for way, width, name in ports]
    lines.append(");")
    lines.append(f"    reg [{RESET_CYCLES - 1}:0] passed = 0;")
    lines.append("    always @(posedge clock) passed <= {passed, 1'b1};")
    connections = [".clock(clock)"]
    for way, width, name in ports:
        inner = name
        if name == "reset":
            inner = f"reset | ~passed[{RESET_CYCLES - 1}]"
        elif way == "output":
            inner = f"{name}_of_top"
            lines.append(f"    wire {width} {inner};")
            lines.append(f"    assign {name} = passed[{RESET_CYCLES - 1}] ? {inner} : 0;")
        connections.append(f".{name}({inner})")
    lines.append(f"    {top} top ({', '.join(connections)});")
    return "\n".join([*lines, "endmodule", ""])
