"""Drives a board by the generated class: FOLDER PORT WORDS."""

import itertools
import os
import random
import select
import sys

sys.dont_write_bytecode = True
folder, port, words = sys.argv[1:]
sys.path.insert(0, folder)
import lanebeat_system as lanebeat


class Line:
    """A line without pyserial, which loses the byte sent or received with a number."""

    def __init__(self, lost=None):
        self.file = os.open(port, os.O_RDWR | os.O_NOCTTY)
        self.count, self.lost = 0, lost

    def _pass(self, some):
        kept = bytes(byte for number, byte in enumerate(some, self.count) if number != self.lost)
        self.count += len(some)
        return kept

    def write(self, some):
        os.write(self.file, self._pass(some))

    def read(self, count):
        some = b""
        while len(some) < count and select.select([self.file], [], [], 1.0)[0]:
            some += self._pass(os.read(self.file, count - len(some)))
        return some

    def close(self):
        os.close(self.file)


def scan(line):
    with lanebeat.LanebeatSystem(line) as system:
        assert system.field("SHAPE", "waves") == lanebeat.WAVES == 2
        system.load(lanebeat.machine_words(open(words).read()))
        source = random.Random(1)
        first = [source.getrandbits(32) for _ in range(lanebeat.THREADS)]
        system.write_register(0, 0, first)
        system.write_mask(0, lanebeat.EXEC, 2**lanebeat.THREADS - 1)
        system.write_mask(1, 3, 0b1010011)
        assert system.run() > 100
        sums = [total % 2**32 for total in itertools.accumulate(first)]
        assert system.read_register(0, 1) == sums
        assert system.read_mask(0, lanebeat.EXEC) == 2**lanebeat.THREADS - 1
        assert system.read_mask(1, 3) == 0b1010011
        assert system.counter("INSTRUCTIONS") == 17


def told(line, words):
    try:
        scan(line)
    except lanebeat.LanebeatError as error:
        assert words in str(error), error
    else:
        raise AssertionError(f"not told: {words}")


scan(port)
scan(Line())
told(Line(lost=900), "bytes came")
scan(Line(lost=3))
scan(port)
offset, count, writable, reset = lanebeat.REGISTERS["SIZES"]
lanebeat.REGISTERS["SIZES"] = (offset, count, writable, reset + 1)
told(port, "another machine: SIZES")
assert lanebeat.check_byte(b"123456789") == 0xD0
print("all is well")
