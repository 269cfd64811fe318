"""Reads Verilog with PyVerilog: read_by_pyverilog.py FILE... says what is no file of a module of its name."""

import sys
import tempfile
from pathlib import Path

from pyverilog.vparser.ast import ModuleDef
from pyverilog.vparser.parser import ParseError, VerilogParser


def main():
    # The tables of its grammar take most of the time: one parser reads all files.
    with tempfile.TemporaryDirectory() as tables:
        parser = VerilogParser(outputdir=tables, debug=False)
        for file in map(Path, sys.argv[1:]):
            try:
                found = parser.parse(file.read_text(encoding="ascii")).description.definitions
            except ParseError as error:
                sys.exit(f"{file}: {error}")
            if [item.name for item in found if isinstance(item, ModuleDef)] != [file.stem]:
                sys.exit(f"{file}: not one module of that name")


main()
