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


class Registers:
    """A board of which each register holds what is written down, and counters what they say."""

    def __init__(self, **counters):
        self.counters = {name: iter(words) for name, words in counters.items()}

    def write(self, some):
        offset = int.from_bytes(some[-7:-5], "little")
        rows = lanebeat.REGISTERS.items()
        name = next((name for name, row in rows if row[0] <= offset < row[0] + 4 * row[1]), None)
        word = lanebeat.REGISTERS[name][3] or 0
        if name in self.counters:
            word = next(self.counters[name])
        answer = bytes([0]) + word.to_bytes(4, "little")
        self.answer = answer + bytes([lanebeat.check_byte(answer)])

    def read(self, count):
        some, self.answer = self.answer[:count], self.answer[count:]
        return some


class Babbling:
    def write(self, some):
        pass

    def read(self, count):
        return b"U" * count


def refused(call, words):
    try:
        call()
    except (ValueError, lanebeat.LanebeatError) as error:
        assert words in str(error), error
    else:
        raise AssertionError(f"not told: {words}")


system = lanebeat.LanebeatSystem(Registers())
words = [0] * lanebeat.THREADS
for call, said in [
    (lambda: system.write_register(0, 256, words), "an entry is a number from 0 to 15, not 256"),
    (lambda: system.write_register(32, 0, words), "a wave is a number from 0 to 1, not 32"),
    (lambda: system.read_register(-1, 0), "a wave is a number from 0 to 1, not -1"),
    (lambda: system.write_mask(0, 12, 1), "an entry is a number from 0 to 11, not 12"),
    (lambda: system.write_mask(0, 0, 1 << lanebeat.THREADS), "a mask is a number from 0 to"),
    (lambda: system.write_register(0, 0, [1 << 32] * lanebeat.THREADS), "a word is a number"),
    (lambda: system.load({2: [lanebeat.EXIT]}), "a wave is a number from 0 to 1, not 2"),
    (lambda: system.load({0: [1 << 128]}), "a machine word is a number"),
    (lambda: system.write("CONTROL", -1), "a word of CONTROL is a number"),
    (lambda: lanebeat.LanebeatSystem(Babbling(), timeout=0.1), "no board answers"),
]:
    refused(call, said)
falls = lanebeat.LanebeatSystem(Registers(CYCLES=[0, 100, 0, 0, 90, 0]))
refused(falls.run, "CYCLES fell")
restless = lanebeat.LanebeatSystem(Registers(CYCLES=itertools.count()), timeout=0.1)
refused(restless.run, "CYCLES changes faster")

words = sys.argv[3]
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
