"""Runs test_system.py under Icarus: run.py TOP FOLDER_OF_VERILOG FOLDER_FOR_RESULTS [MODULE]; exit status 1 when a test fails."""

import sys
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

top, verilog, results = sys.argv[1:4]
module = sys.argv[4] if len(sys.argv) > 4 else "test_system"
here = Path(__file__).resolve().parent
verilog, results = Path(verilog).resolve(), Path(results).resolve()
sources = [verilog / name for name in (verilog / "files.f").read_text().split()]
runner = get_runner("icarus")
runner.build(sources=sources, hdl_toplevel=top, build_dir=results, build_args=["-g2005"], timescale=("1ns", "1ps"), always=True)
xml = runner.test(hdl_toplevel=top, test_module=module, test_dir=here, build_dir=results, results_xml=str(results / "results.xml"))
tests, failed = get_results(xml)
print(f"{tests} tests, {failed} failed")
sys.exit(1 if failed or tests == 0 else 0)
