"""Floats beside SymFPU, IEEE 754 as others have written it: yosys' pass `symfpu` makes netlists of it.

The pass is in yosys from 0.60 on; `pyosys` of the Python index has it. An operation that takes
two operands has a port for the third all the same, and SymFPU asserts of what stands there that it
is a float. Left open it is x, of which each reader makes what it likes: then that assertion fails of
every operand. Here it is 0, and the assertions are left away.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import tools

HERE = Path(__file__).resolve().parent
PRODUCT = re.compile(r"assign (\w+) = \{ 24'h000000, (\w+) \} \* \{ 24'h000000, (\w+) \};")
HALVES = re.compile(
    r"wire \[23:0\] product_of_(\w+) =\s*"
    r"\{12'd0, a_significand\[(\d+:\d+)\]\} \* \{12'd0, y_significand\[(\d+:\d+)\]\};"
)
LOW, HIGH = "11:0", "23:12"
PLACES = {("lows", LOW, LOW): 0, ("highs", HIGH, HIGH): 1, ("low_high", LOW, HIGH): 2, ("high_low", HIGH, LOW): 3}


def without_products(text):
    """A float unit whose four products come from outside, and whose factors can be seen there."""
    assert {*HALVES.findall(text)} == {*PLACES}, "the significands are multiplied in halves"

    def hole(found):
        return f"wire [23:0] product_of_{found[1]} = cut_products[{24 * PLACES[found.groups()]} +: 24];"

    ports = (
        "module lanebeat_float (\n"
        "    output wire [47:0] cut_factors,\n    input  wire [95:0] cut_products,\n"
    )
    end = "    assign cut_factors = {a_significand, y_significand};\nendmodule"
    text = HALVES.sub(hole, text).replace("module lanebeat_float (\n", ports)
    return text.replace("endmodule", end)


# Its arguments are yosys' commands.
PYOSYS = "import sys; from pyosys import libyosys as yosys; yosys.run_pass(sys.argv[1], yosys.Design())"
SIGNS = tools.fixed(modifiers=(0, 6))
NAMES = {
    "add": "FADD",
    "sub": "v_sub_f32",
    "mul": "FMUL",
    "muladd": "FFMA",
    "min": "FMNMX.MIN",
    "max": "FMNMX.MAX",
    "compare": "FSETP",
}


def netlist(operation, is_cut):
    """The file with SymFPU's module for an operation, its product cut out if it has one."""
    path = tools.WORK / "symfpu" / f"{operation}.v"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        rounds = operation not in ("min", "max", "compare")
        option = "-compare" if operation == "compare" else f"-op {operation}" + " -rm RNE" * rounds
        script = f"symfpu {option}; rename symfpu symfpu_{operation}; chformal -remove; write_verilog -noattr new.v"
        said, status, _ = tools.run([tools.PYTHON, "-c", PYOSYS, script], folder=path.parent)
        if status:
            raise tools.Failed(f"pyosys, 0.70 or later, has the pass symfpu; here: {said[-500:]}")
        (path.parent / "new.v").rename(path)
    text = path.read_text()
    assert len(PRODUCT.findall(text)) == int(is_cut), "SymFPU multiplies once, or not at all"
    text = PRODUCT.sub(r"assign \1 = cut_product; assign cut_factors = {\2, \3};", text)
    ports = "(cut_product, cut_factors, "
    inside = ");\n  input [47:0] cut_product;\n  output [47:0] cut_factors;\n"
    return re.sub(r"\((.*?)\);\n", ports + r"\1" + inside, text, count=1) if is_cut else text


@dataclass(frozen=True)
class Operation:
    """An operation of the float unit and SymFPU's: all cases of each question, or `sample` of them.

    With `only`, those of some distances.
    """

    operation: str  # of the pass
    choice: int
    definitions: tuple = ()
    sample: int = 0
    only: tuple = ()
    KIND = "core"
    METHOD = tools.CADICAL

    def name(self):
        return f"{NAMES[self.operation]} beside SymFPU" + ", a sample" * bool(self.sample)

    def settings(self):
        return []

    def covers(self):
        return []

    def fuses(self):
        return self.operation == "muladd"

    def questions(self):
        """What is asked, and the cases of it: an output and values of inputs."""
        if "RELATION" in self.definitions:
            return {"all operands, all relations": [("wrong", {})]}
        asked = {"signs of modifiers": [("wrong_signs", {})], "infinities, NaN": [("wrong_special", SIGNS)]}
        if self.operation in ("min", "max"):
            return {**asked, "numbers": [("wrong", SIGNS)]}
        if self.operation in ("add", "sub"):
            return {**asked, "numbers": every_distance("wrong", self.only or range(-253, 254))}
        asked["factors"] = [("wrong_factors", SIGNS)]
        asked["a factor is 0"] = [("wrong_zero", SIGNS)]
        if not self.fuses():
            asked["normal factors"] = [("wrong", SIGNS)]
            asked["a subnormal factor"] = [("wrong_subnormal", SIGNS)]
            return asked
        asked["normal factors"] = every_distance("wrong", self.only or range(-252, 508))
        asked["factors swapped"] = [("wrong_swapped", SIGNS)]
        asked["a subnormal factor, at distances below 24"] = every_distance(
            "wrong_subnormal", self.only or range(-252, 24)
        )
        # Elsewhere the other factor has a large exponent, from which the leading zeros can be taken.
        asked["a subnormal factor as one with its one at the top"] = [
            ("wrong_scaled_other", SIGNS),
            *every_distance("wrong_scaled", self.only or range(24, 255)),
        ]
        return asked

    def properties(self):
        return [(name, tools.of_today(cases, self.sample)) for name, cases in self.questions().items()]

    def folder(self):
        return tools.WORK / "symfpu" / self.name().replace(" ", "_")

    def build(self, verilog=None, folder=None):
        verilog = verilog or tools.generate(self.KIND, self.settings())
        folder = folder or self.folder()
        folder.mkdir(parents=True, exist_ok=True)
        is_cut = "MULTIPLIES" in self.definitions
        unit = (verilog / "lanebeat_float.v").read_text()
        (folder / "float.v").write_text(without_products(unit) if is_cut else unit)
        (folder / "symfpu.v").write_text(netlist(self.operation, is_cut))
        words = [f"SYMFPU=symfpu_{self.operation}", f"CHOICE=4'd{self.choice}", f"FUSES={int(self.fuses())}"]
        defined = " ".join(f"-D {word}" for word in (*words, *self.definitions))
        return tools.build(
            f"""
read_verilog {folder / "float.v"} {" ".join(map(str, verilog.glob("lanebeat_float_*.v")))} {folder / "symfpu.v"}
read_verilog {defined} {HERE / "units" / "float_in_lane.v"} {HERE / "units" / "symfpu.v"}
hierarchy -top symfpu
setattr -mod -unset keep_hierarchy *
proc
flatten
opt_clean
setundef -undriven -zero
setundef -zero
opt_expr
opt_clean
""",
            folder,
        )


def every_distance(output, distances):
    return [(output, {**SIGNS, **tools.fixed(distance=(d % 2**10, 10))}) for d in distances]


ADD, SUBTRACT = Operation("add", 0), Operation("sub", 1)
MULTIPLY = Operation("mul", 2, ("MULTIPLIES",))
FUSED = Operation("muladd", 3, ("MULTIPLIES",))
MINIMUM, MAXIMUM = Operation("min", 4), Operation("max", 5)
COMPARE = Operation("compare", 0, ("RELATION",))
ALL = [ADD, SUBTRACT, MULTIPLY, FUSED, MINIMUM, MAXIMUM, COMPARE]
# CI asks some cases of each question, others on another day.
SUBJECTS = {"quick": [replace(operation, sample=1) for operation in ALL], "nightly": ALL}
