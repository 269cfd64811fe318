"""Prefix sums of each warp, computed by every wave at once: see run.py for what makes the files."""

import os
import random
from itertools import accumulate
from pathlib import Path

import cocotb

from driver import System
from lanebeat_system import machine_words


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def every_wave_scans_its_own_words(dut):
    system = await System.start(dut)
    program = machine_words((Path(os.environ["LANEBEAT_SYSTEM"]) / "scan.hex").read_text())[0]
    source = random.Random(1)
    given = [[source.getrandbits(32) for _ in range(system.threads)] for _ in range(system.waves)]
    for wave, words in enumerate(given):
        await system.load_program(wave, 0, program)
        await system.write_register(wave, 1, words)
    await system.run(2**system.waves - 1)
    for wave, words in enumerate(given):
        warps = [words[first : first + 32] for first in range(0, system.threads, 32)]
        sums = [sum % 2**32 for warp in warps for sum in accumulate(warp)]
        assert await system.read_register(wave, 1) == sums, f"wave {wave}"
