"""Makes `simulation` out of TOP.mlir and driver.cpp with arcilator's passes, which the Python package of CIRCT has, and
LLVM; prints the versions in place of that when asked.

    python -c SCRIPT --version
    python -c SCRIPT TOP OPTIMISATION
"""

import importlib.metadata
import re
import subprocess
import sys

TRANSLATE, OPTIMISE, COMPILE = "mlir-translate-22", "opt-22", "llc-22"

# As the program arcilator has them.
FLATTEN = ["lower-seq-firmem", "arc-infer-memories{tap-ports=0}", "hw-specialize"]
INLINE = ["hw-flatten-modules{hw-inline-all=1 hw-inline-with-state=1}"]
ARCS = [
    "hw.module(lower-seq-compreg-ce)", "cse", "canonicalize", "arc-canonicalizer", "convert-to-arcs{tap-registers=0}",
    "arc-dedup", "arc-split-loops", "arc-infer-state-properties", "arc-lower-state", "arc-inline", "arc-merge-ifs",
    "arc-lower-arcs-to-funcs", "arc.model(arc-allocate-state)",
]
LLVM = ["arc-lower-clocks-to-funcs", "cse", "lower-arc-to-llvm", "cse", "canonicalize"]

# What driver.cpp uses of Verilator.
VERILATED = """#pragma once
#include <cstddef>
#include <cstdint>
struct VerilatedContext { void timeInc(uint64_t) {} };
template <std::size_t Words> struct VlWide {
    uint32_t words[Words];
    uint32_t& operator[](std::size_t n) { return words[n]; }
    const uint32_t& operator[](std::size_t n) const { return words[n]; }
};
"""

MODEL = """#pragma once
#include "verilated.h"
extern "C" void {top}_eval(void*);
class V{top} {{
    alignas(64) unsigned char state[{size}] = {{}};
    template <class Port> Port& at(std::size_t offset) {{ return *reinterpret_cast<Port*>(state + offset); }}

  public:
    explicit V{top}(VerilatedContext*) {{}}
    void eval() {{ {top}_eval(state); }}
{ports}}};
"""


def port_type(width):
    """As Verilator has it."""
    for bits in [8, 16, 32, 64]:
        if width <= bits:
            return f"uint{bits}_t"
    return f"VlWide<{-(-width // 32)}>"


def header(top, model):
    """The C++ of a model whose state is allocated, with its ports where they are in it."""
    place = r'(?:(root)_(?:in|out)put "(\w+)"|alloc_\w+).*offset = (\d+) : i32(?:, stride = (\d+) : i32)?\}'
    kind = r"-> !arc\.(?:state<(?:i(\d+)|!seq\.clock)|memory<(\d+) x)"
    size, lines = 0, ""
    for is_port, port, offset, stride, width, depth in re.findall(rf"arc\.{place}.*{kind}", model):
        width = int(width or 1)
        size = max(size, int(offset) + (int(stride) * int(depth) if depth else -(-width // 64) * 8))
        if is_port:
            lines += f"    {port_type(width)}& {port} = at<{port_type(width)}>({offset});\n"
    return MODEL.format(top=top, size=size, ports=lines)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def build(top, optimisation):
    import pycde.circt
    from pycde.circt.ir import Context, Module, StringAttr
    from pycde.circt.passmanager import PassManager

    def others(module):
        named = [operation.operation for operation in module.body.operations if operation.operation.name == "hw.module"]
        return [operation for operation in named if StringAttr(operation.attributes["sym_name"]).value != top]

    def run(module, passes):
        PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)

    with Context() as context:
        pycde.circt.register_dialects(context)
        with open(f"{top}.mlir", encoding="utf-8") as file:
            module = Module.parse(file.read())
        run(module, FLATTEN)
        # What a parameter made two of is public, and no public module is inlined.
        for other in others(module):
            other.attributes["sym_visibility"] = StringAttr.get("private")
        run(module, INLINE)
        for other in others(module):
            other.erase()
        run(module, ARCS)
        write(f"V{top}.h", header(top, str(module)))
        run(module, LLVM)
        write("model.mlir", str(module))
    write("verilated.h", VERILATED)
    native = ["-march=native", optimisation]
    for command in [
        [TRANSLATE, "--mlir-to-llvmir", "model.mlir", "-o", "model.ll"],
        [OPTIMISE, optimisation, "-mcpu=native", "model.ll", "-o", "model.bc"],
        [COMPILE, optimisation, "-mcpu=native", "-filetype=obj", "-relocation-model=pic", "model.bc", "-o", "model.o"],
        ["g++", "-std=c++17", *native, "-fno-strict-aliasing", "-I.", "driver.cpp", "model.o", "-o", "simulation"],
    ]:
        subprocess.run(command, check=True)


if sys.argv[1] == "--version":
    said = subprocess.run([COMPILE, "--version"], capture_output=True, text=True, check=True).stdout
    llvm = re.search(r"version (\S+)", said)[1]
    print(f"CIRCT of pycde {importlib.metadata.version('pycde')}, LLVM {llvm}")
else:
    build(*sys.argv[1:])
