"""What CIRCT makes of MLIR: circt.py FOLDER FILE... parses and verifies each file and writes its Verilog-2005 into the
folder, under the file's name. Exit status 1 where it objects."""

import io
import pathlib
import sys

import pycde.circt
from pycde.circt.ir import Context, Module
from pycde.circt.passmanager import PassManager

# Memories without random content, registers in plain `always` blocks.
MEMORIES = "hw-memory-sim{disable-mem-randomization=1 disable-reg-randomization=1}"
PASSES = f"builtin.module(lower-seq-firmem,lower-seq-to-sv{{lower-to-always-ff=false disable-reg-randomization=1}},{MEMORIES})"


def main():
    folder, *files = map(pathlib.Path, sys.argv[1:])
    with Context() as context:
        pycde.circt.register_dialects(context)
        for file in files:
            try:
                module = Module.parse(file.read_text())
                module.operation.verify()
                PassManager.parse(PASSES).run(module.operation)
                verilog = io.StringIO()
                pycde.circt.export_verilog(module, verilog)
            except Exception as error:
                sys.exit(f"{file.name}: {error}")
            (folder / f"{file.stem}.v").write_text(verilog.getvalue())


main()
