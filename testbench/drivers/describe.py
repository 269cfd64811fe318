"""Prints what a file for drivers says, as tools that others wrote read it, one fact a line:

R register offset words [ro|rw]   F register field high low   V register value after reset, or -
W register field set|clear|pulse: what writing 1 does
"""

import re
import sys
import xml.etree.ElementTree as xml


def rdl(path):
    from systemrdl import RDLCompiler
    from systemrdl.rdltypes import OnWriteType

    compiler = RDLCompiler()
    compiler.compile_file(path)
    effects = {OnWriteType.woset: "set", OnWriteType.woclr: "clear"}
    for register in compiler.elaborate().top.children(unroll=False):
        name, words = register.inst_name, 1
        if register.is_array:
            (words,) = register.array_dimensions
            assert register.array_stride == 4, name
        access = "rw" if register.has_sw_writable else "ro"
        yield f"R {name} {register.raw_absolute_address if not register.is_array else register.raw_address_offset:#06x} {words} {access}"
        reset = 0
        for field in register.fields():
            yield f"F {name} {field.inst_name} {field.high} {field.low}"
            value = field.get_property("reset")
            reset = None if value is None or reset is None else reset | value << field.low
            effect = effects.get(field.get_property("onwrite"))
            if field.get_property("singlepulse"):
                effect = "pulse"
            if effect:
                yield f"W {name} {field.inst_name} {effect}"
        yield f"V {name} {'-' if reset is None else hex(reset)}"


def svd(path):
    from svdtools import mmap

    device = xml.parse(path)
    registers = {}
    for line in mmap.main(path).splitlines():
        address, kind, *rest = re.split(r"[\s:]+", line)
        if kind == "B" and rest[0] == "REGISTER":
            name, index = re.fullmatch(r"(\w+?)(?:\[(\d+)\])?", rest[1]).groups()
            access = rest[2].strip("()")
            first, words, _ = registers.get(name, (int(address, 16), 0, access))
            assert int(address, 16) == first + 4 * words and int(index or 0) == words, line
            registers[name] = (first, words + 1, access)
        elif kind == "C" and words == 0:
            low, width = map(int, rest[1].split("w"))
            yield f"F {name} {rest[2]} {low + width - 1} {low}"
    for name, (first, words, access) in registers.items():
        yield f"R {name} {first:#06x} {words} {access}"
    for register in device.iter("register"):
        name = register.findtext("name").removesuffix("[%s]")
        undefined = int(register.findtext("resetMask"), 16) == 0
        yield f"V {name} {'-' if undefined else hex(int(register.findtext('resetValue'), 16))}"
        for field in register.iter("field"):
            effect = field.findtext("modifiedWriteValues")
            if effect:
                yield f"W {name} {field.findtext('name')} {effect.removeprefix('oneTo').lower()}"


def python(path):
    tables = {}
    exec(compile(open(path).read(), path, "exec"), tables)
    for name, (offset, words, writable, reset) in tables["REGISTERS"].items():
        yield f"R {name} {offset:#06x} {words} {'rw' if writable else 'ro'}"
        yield f"V {name} {'-' if reset is None else hex(reset)}"
        for field, (low, width) in tables["FIELDS"][name].items():
            yield f"F {name} {field} {low + width - 1} {low}"


for fact in {"rdl": rdl, "svd": svd, "python": python}[sys.argv[1]](sys.argv[2]):
    print(fact)
