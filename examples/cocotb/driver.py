"""What tests of the system need: clock, reset, an AXI4-Lite master, and the register map of docs/reference/system.md."""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp

IDENTITY, VERSION, SHAPE, SIZES, FEATURES = 0x000, 0x004, 0x008, 0x00C, 0x010
CONTROL, STATUS, WAVES = 0x014, 0x018, 0x01C
INTERRUPT_ENABLE, INTERRUPT_STATUS, ILLEGAL = 0x020, 0x024, 0x028
CYCLES, INSTRUCTIONS = 0x030, 0x038
HOST_SELECT, HOST_COMMAND = 0x040, 0x044
PROGRAM_COUNTER, HOST_ROW, PROGRAM = 0x080, 0x100, 0x8000

BUSY, HOST_BUSY = 1, 2
PAUSE, SOFT_RESET = 1, 2
DONE = 1
EXEC = 7

OKAY, SLVERR, DECERR = AxiResp.OKAY, AxiResp.SLVERR, AxiResp.DECERR

# Machine words, put together by hand from the table in src/isa/encoding.rs.
ALWAYS = 7 << 104 | 7 << 108 | 7 << 112 | 7 << 117
EXIT = ALWAYS | 0x01 << 64


def machine_word(opcode, destination, a, b=0, literal=None):
    """A lane operation; `literal` takes the place of b."""
    word = ALWAYS | opcode << 64 | destination << 72 | a << 80
    return word | (b << 88 if literal is None else 1 << 122 | literal)


class System:
    """The design with its master."""

    def __init__(self, dut):
        self.dut = dut
        # Of a machine with reset_level = "low" the port is `reset_n`.
        self.reset, self.asserted = (dut.reset, 1) if hasattr(dut, "reset") else (dut.reset_n, 0)
        bus = AxiLiteBus.from_prefix(dut, "s_axi")
        self.master = AxiLiteMaster(bus, dut.clock, self.reset, reset_active_level=bool(self.asserted))
        self.lanes = self.beats = self.waves = 0

    @classmethod
    async def start(cls, dut, pauses=None):
        """The system after reset; `pauses` is a seed for random pauses on all five channels."""
        cocotb.start_soon(Clock(dut.clock, 10, unit="ns").start())
        system = cls(dut)
        system.reset.value = system.asserted
        if hasattr(dut, "clock_enable"):
            dut.clock_enable.value = 1
        await ClockCycles(dut.clock, 4)
        system.reset.value = 1 - system.asserted
        await RisingEdge(dut.clock)
        if pauses is not None:
            system.pause_channels(pauses)
        shape = await system.read(SHAPE)
        system.lanes, system.beats, system.waves = shape & 0xFF, shape >> 8 & 0xFF, shape >> 16 & 0xFF
        return system

    def pause_channels(self, seed):
        write, read = self.master.write_if, self.master.read_if
        channels = [write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel]
        for number, channel in enumerate(channels):
            channel.set_pause_generator(pauses(seed * 8 + number))

    async def write(self, address, data, size=4, expect=OKAY):
        answer = await self.master.write(address, data.to_bytes(size, "little"))
        assert answer.resp == expect, f"write of {address:#x}: {answer.resp!s}, not {expect!s}"

    async def read(self, address, expect=OKAY):
        answer = await self.master.read(address, 4)
        assert answer.resp == expect, f"read of {address:#x}: {answer.resp!s}, not {expect!s}"
        return int.from_bytes(answer.data, "little")

    async def load_program(self, wave, first, words):
        data = b"".join(word.to_bytes(16, "little") for word in words)
        answer = await self.master.write(PROGRAM + 16 * first, data)
        assert answer.resp == OKAY
        await self.write(PROGRAM_COUNTER + 4 * wave, first)

    async def host(self, wave, entry, beat, is_mask, write):
        await self.write(HOST_SELECT, entry | is_mask << 8 | wave << 16 | beat << 24)
        await self.write(HOST_COMMAND, int(write))
        while await self.read(STATUS) & HOST_BUSY:
            pass

    async def write_register(self, wave, register, words):
        for beat in range(self.beats):
            row = words[beat * self.lanes : (beat + 1) * self.lanes]
            answer = await self.master.write(HOST_ROW, b"".join(word.to_bytes(4, "little") for word in row))
            assert answer.resp == OKAY
            await self.host(wave, register, beat, 0, True)

    async def read_register(self, wave, register):
        words = []
        for beat in range(self.beats):
            await self.host(wave, register, beat, 0, False)
            answer = await self.master.read(HOST_ROW, 4 * self.lanes)
            assert answer.resp == OKAY
            words += [int.from_bytes(answer.data[4 * lane : 4 * lane + 4], "little") for lane in range(self.lanes)]
        return words

    async def run(self, waves):
        await self.write(WAVES, waves)
        while await self.read(STATUS) & BUSY:
            pass

    @property
    def threads(self):
        return self.lanes * self.beats


def pauses(seed):
    """Random stretches of pausing and of going on."""
    source = random.Random(seed)
    while True:
        pausing = source.random() < 0.5
        for _ in range(source.randrange(1, 6)):
            yield pausing
