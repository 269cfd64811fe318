"""Runs cocotb tests of a generated system under Icarus; exit status 1 when one fails.

    pip install cocotb cocotbext-axi
    lanebeat generate system --preset small --set lanes=8 -o my_system
    lanebeat assemble examples/inclusive_scan.s --preset small --set lanes=8 -o my_system/scan.hex
    python examples/cocotb/run.py my_system

Another file of tests may follow the folder; driver.py is on its path.
"""

import sys
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

TOP = "lanebeat_system"

here = Path(__file__).resolve().parent
system = Path(sys.argv[1]).resolve()
tests = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else here / "test_scan.py"
build = system / "cocotb_build"
# The simulator's Python looks where this one does.
sys.path += [str(here), str(system)]

sources = [system / name for name in (system / "files.f").read_text().split()]
runner = get_runner("icarus")
runner.build(sources=sources, hdl_toplevel=TOP, build_dir=build, build_args=["-g2005"], timescale=("1ns", "1ps"), always=True)
xml = runner.test(
    hdl_toplevel=TOP,
    test_module=tests.stem,
    test_dir=tests.parent,
    build_dir=build,
    results_xml=str(build / "results.xml"),
    extra_env={"LANEBEAT_SYSTEM": str(system)},
)
count, failed = get_results(xml)
print(f"{count} tests, {failed} failed")
sys.exit(1 if failed or count == 0 else 0)
