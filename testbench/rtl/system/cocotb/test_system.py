"""The system behind cocotbext-axi's AXI4-Lite master, on the written Verilog."""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge, with_timeout

from driver import *

# Its opcode in src/isa/operation.rs.
IADD = 0x20


def double_and_add(register, literal):
    """R = 2R + literal, then EXIT."""
    return [
        machine_word(IADD, register, register, register),
        machine_word(IADD, register, register, literal=literal),
        EXIT,
    ]


async def a_program_runs(system, seed):
    """Every wave doubles its own register, all at once."""
    source = random.Random(seed)
    first = 0
    expected = []
    for wave in range(system.waves):
        register, literal = wave % 4, source.getrandbits(32)
        words = [source.getrandbits(32) for _ in range(system.threads)]
        await system.write_register(wave, register, words)
        await system.load_program(wave, first, double_and_add(register, literal))
        first += 3
        expected.append((register, [(2 * word + literal) % 2**32 for word in words]))
    await system.run(2**system.waves - 1)
    for wave, (register, words) in enumerate(expected):
        assert await system.read_register(wave, register) == words, f"wave {wave}"
        assert await system.read(PROGRAM_COUNTER + 4 * wave) == 3 * wave + 3


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_program_that_came_over_the_bus_runs(dut):
    system = await System.start(dut)
    assert await system.read(IDENTITY) == 0x4C4E4254
    await a_program_runs(system, 1)
    assert await system.read(INSTRUCTIONS) == 3 * system.waves


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def back_pressure_on_every_channel_changes_nothing(dut):
    system = await System.start(dut, pauses=1)
    for seed in range(2):
        await a_program_runs(system, seed)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def reads_and_writes_at_once_do_not_disturb_each_other(dut):
    system = await System.start(dut, pauses=2)
    source = random.Random(3)
    memory = {}

    async def write_half(half):
        for number in range(24):
            address = PROGRAM + 4 * (2 * source.randrange(500) + half)
            memory[address] = source.getrandbits(32)
            await system.write(address, memory[address])

    async def read_constants():
        for number in range(40):
            assert await system.read(IDENTITY) == 0x4C4E4254
            assert await system.read(VERSION) == 0x00010000

    tasks = [cocotb.start_soon(write_half(half)) for half in range(2)] + [cocotb.start_soon(read_constants())]
    for task in tasks:
        await task
    for address, word in memory.items():
        assert await system.read(address) == word


async def raw_read(dut, address):
    """A read without the master, which would align the address."""
    dut.s_axi_araddr.value = address
    dut.s_axi_arvalid.value = 1
    await RisingEdge(dut.clock)
    while not dut.s_axi_arready.value:
        await RisingEdge(dut.clock)
    dut.s_axi_arvalid.value = 0
    dut.s_axi_rready.value = 1
    await RisingEdge(dut.clock)
    while not dut.s_axi_rvalid.value:
        await RisingEdge(dut.clock)
    answer = (int(dut.s_axi_rresp.value), int(dut.s_axi_rdata.value))
    dut.s_axi_rready.value = 0
    return answer


async def raw_write(dut, address, data, order=0, strobe=0xF):
    """A write without the master, its address and data `order` cycles apart: negative, the data first."""

    async def send(channel, value, delay):
        await ClockCycles(dut.clock, 1 + delay)
        for name, signal in value.items():
            getattr(dut, f"s_axi_{name}").value = signal
        getattr(dut, f"s_axi_{channel}valid").value = 1
        await RisingEdge(dut.clock)
        while not getattr(dut, f"s_axi_{channel}ready").value:
            await RisingEdge(dut.clock)
        getattr(dut, f"s_axi_{channel}valid").value = 0

    address_task = cocotb.start_soon(send("aw", {"awaddr": address}, max(0, -order)))
    await cocotb.start_soon(send("w", {"wdata": data, "wstrb": strobe}, max(0, order)))
    await address_task
    dut.s_axi_bready.value = 1
    await RisingEdge(dut.clock)
    while not dut.s_axi_bvalid.value:
        await RisingEdge(dut.clock)
    response = int(dut.s_axi_bresp.value)
    dut.s_axi_bready.value = 0
    return response


async def start_raw(dut):
    """The design after reset, without a master that drives its channels."""
    cocotb.start_soon(Clock(dut.clock, 10, unit="ns").start())
    for name in ["awvalid", "awaddr", "wvalid", "wdata", "wstrb", "bready", "arvalid", "araddr", "rready"]:
        getattr(dut, f"s_axi_{name}").value = 0
    dut.reset.value = 1
    await ClockCycles(dut.clock, 4)
    dut.reset.value = 0
    await RisingEdge(dut.clock)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def strobes_choose_bytes(dut):
    await start_raw(dut)
    source = random.Random(4)
    for address in [PROGRAM + 0x128, HOST_ROW + 4]:
        assert await raw_write(dut, address, 0) == OKAY
        expected = bytearray(4)
        for strobe in list(range(16)) * 2:
            data = source.randbytes(4)
            assert await raw_write(dut, address, int.from_bytes(data, "little"), strobe=strobe) == OKAY
            for byte in (byte for byte in range(4) if strobe >> byte & 1):
                expected[byte] = data[byte]
            assert await raw_read(dut, address) == (OKAY, int.from_bytes(expected, "little")), f"{strobe:04b}"


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def an_unaligned_access_is_a_slave_error_and_an_unmapped_one_a_decode_error(dut):
    await start_raw(dut)
    assert await raw_write(dut, INTERRUPT_ENABLE, 5) == OKAY
    for offset in range(1, 4):
        assert await raw_read(dut, INTERRUPT_ENABLE + offset) == (SLVERR, 0)
        assert await raw_write(dut, INTERRUPT_ENABLE + offset, 2) == SLVERR
    for address in [0x02C, 0x048, 0x07C, 0x0FC, 0x200, 0x7FFC, 0x9000, 0xFFFC, 0x02D]:
        assert await raw_read(dut, address) == (DECERR, 0), hex(address)
        assert await raw_write(dut, address, 0xFFFFFFFF) == DECERR, hex(address)
    assert await raw_write(dut, IDENTITY, 1) == SLVERR
    assert await raw_read(dut, INTERRUPT_ENABLE) == (OKAY, 5)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def address_and_data_may_come_in_any_order(dut):
    await start_raw(dut)
    for order in range(-6, 7):
        assert await raw_write(dut, INTERRUPT_ENABLE, order & 7, order) == OKAY
        assert await raw_read(dut, INTERRUPT_ENABLE) == (OKAY, order & 7), order


async def is_stable(dut, valid, ready, payload):
    """What a channel offers stays until it is taken (AXI A3.2.1)."""
    offered = None
    while True:
        await FallingEdge(dut.clock)
        now = [int(getattr(dut, f"s_axi_{name}").value) for name in payload] if int(getattr(dut, f"s_axi_{valid}").value) else None
        if offered is not None and not int(dut.reset.value):
            assert now == offered, f"{valid} or its payload changed before {ready}"
        taken = int(getattr(dut, f"s_axi_{ready}").value)
        offered = now if not taken else None


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def responses_hold_still_until_they_are_taken(dut):
    system = await System.start(dut, pauses=5)
    cocotb.start_soon(is_stable(dut, "bvalid", "bready", ["bresp"]))
    cocotb.start_soon(is_stable(dut, "rvalid", "rready", ["rresp", "rdata"]))
    for number in range(16):
        address = PROGRAM + 4 * number
        await system.write(address, number * 0x01010101)
        await system.read(0x400, expect=DECERR)
        assert await system.read(address) == number * 0x01010101


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_reset_in_flight_leaves_a_working_system(dut):
    system = await System.start(dut)
    for delay in range(24):
        # A write, a read and running waves are on their way when the reset comes.
        long = [machine_word(IADD, 0, 0, literal=1)] * 12 + [EXIT]
        await system.load_program(0, 0, long)
        await system.write(INTERRUPT_ENABLE, 7)
        await system.write(WAVES, 1)
        write = cocotb.start_soon(system.master.write(INTERRUPT_ENABLE, b"\x05\0\0\0"))
        read = cocotb.start_soon(system.master.read(CYCLES, 8))
        await ClockCycles(dut.clock, delay)
        dut.reset.value = 1
        await ClockCycles(dut.clock, 2)
        await FallingEdge(dut.clock)
        assert not dut.s_axi_bvalid.value and not dut.s_axi_rvalid.value and not dut.interrupt_request.value
        for task in (write, read):
            task.cancel()
        dut.reset.value = 0
        await ClockCycles(dut.clock, 2)
        for address, value in [(STATUS, 0), (WAVES, 0), (INTERRUPT_ENABLE, 0), (INTERRUPT_STATUS, 0), (CYCLES, 0), (INSTRUCTIONS, 0)]:
            assert await system.read(address) == value, f"{address:#x} after a reset {delay} cycles on its way"
    await a_program_runs(system, 9)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def the_interrupt_comes_when_the_waves_are_done_and_goes_when_it_is_cleared(dut):
    system = await System.start(dut)
    await system.load_program(0, 0, [machine_word(IADD, 0, 0, literal=1)] * 40 + [EXIT])
    await system.write(INTERRUPT_ENABLE, DONE)
    await system.write(WAVES, 1)
    assert not dut.interrupt_request.value
    assert await system.read(STATUS) == BUSY
    await with_timeout(RisingEdge(dut.interrupt_request), 20, "us")
    assert await system.read(STATUS) == 0
    assert await system.read(INTERRUPT_STATUS) == DONE
    await system.write(INTERRUPT_STATUS, 0b110)
    assert dut.interrupt_request.value, "only the bits that are written 1 are cleared"
    await system.write(INTERRUPT_STATUS, DONE)
    assert not dut.interrupt_request.value
    assert await system.read(INTERRUPT_STATUS) == 0
