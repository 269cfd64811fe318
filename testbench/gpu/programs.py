"""The programs that GPU and model run: operands, operations, and a digest of each operation's results.

A program makes operands in each round from a counter of each thread: random words, corners and words
near other operands. After each operation it multiplies the operation's own register by an odd number
and adds the result, so a single different bit in any round leaves another word there.
"""

import itertools
import pathlib
import random
import re
import zlib

X, A, B, C, S, T, U, CORNER, ZERO, ONE, PRIME, COUNT, ACTIVE = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
RESULT, FIRST, MOST = 16, 32, 96
# The number of a thread and round in programs that go through all operands, and how many one of them goes through.
NUMBER, EVERY = 22, 1 << 28
THREADS = 512
INTEGERS = [0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x10000]
INTEGERS += [0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFF0000, 0x80008000, 0x80808080]
INTEGERS += [0x7F7F7F7F, 0x01010101, 0xFF00FF00]
POSITIVE = [0, 1, 0x400000, 0x7FFFFF, 0x800000, 0x800001, 0x3F000000, 0x3F7FFFFF, 0x3F800000, 0x3FC00000, 0x4B800000]
POSITIVE += [0x4EFFFFFF, 0x4F000000, 0x4F800000, 0x7F7FFFFF, 0x7F800000]
FLOATS = [sign | word for word in POSITIVE for sign in (0, 1 << 31)]
FLOATS[4:6] = [0x7F800001, 0xFFC00000]  # a signalling and a quiet NaN


class Operation:
    """Lines that leave a result in R16 or P4; `observed`: PTX leaves it open."""

    def __init__(self, name, *lines, result="R16", observed=False):
        self.name, self.lines, self.result, self.observed = name, lines, result, observed


class Program:
    """Up to MOST operations behind lines that make their operands; `rounds`, where they are all that there are."""

    def __init__(self, name, operands, operations, rounds=None, part=0):
        self.name, self.operands, self.operations = name, operands, operations
        self.rounds, self.part = rounds, part

    def outputs(self):
        """Registers to compare: digests, then how many operations with a guard a thread executed."""
        return [FIRST + i for i in range(len(self.operations))] + [COUNT]

    def lines(self, rounds):
        corners = FLOATS if self.operands is floats else INTEGERS
        yield from [f"S2R R{A}, SR_TID", f"S2R R{B}, SR_LANEID", f"MOV R{ONE}, 1", f"MOV R{ZERO}, 0"]
        yield from [f"MOV R{PRIME}, 16777619", f"IMAD R{X}, R{A}, 0x9e3779b9, R{A}", f"MOV R{COUNT}, 0"]
        yield from [f"IADD R{X}, R{X}, {zlib.crc32(self.name.encode()):#x}"]
        yield f"IADD R{NUMBER}, R{A}, {self.part * EVERY:#x}"
        for lane, word in enumerate(corners):
            yield f"ISETP.EQ.U32 P0, R{B}, {lane}"
            yield f"@P0 MOV R{CORNER}, {word:#x}"
        yield from (f"MOV R{register}, 0" for register in self.outputs())
        yield f".repeat {rounds}"
        yield from self.operands()
        for i, operation in enumerate(self.operations):
            yield from operation.lines
            word = operation.result
            if word.startswith("P"):
                yield f"SEL R{RESULT}, R{ONE}, R{ZERO}, {word}"
                word = f"R{RESULT}"
            yield f"IMAD R{FIRST + i}, R{FIRST + i}, R{PRIME}, {word}"
        yield ".end"
        yield "EXIT"


def mixed(register, salt):
    """register: a word that X and salt make, mixed as a 32-bit finaliser does."""
    yield f"IADD R{register}, R{X}, {salt:#x}"
    for amount, factor in [(16, 0x7FEB352D), (15, 0x846CA68B), (16, None)]:
        yield f"SHR.U32 R{T}, R{register}, {amount}"
        yield f"LOP.XOR R{register}, R{register}, R{T}"
        if factor:
            yield f"IMUL R{register}, R{register}, {factor:#x}"


def where(shift, choices, *lines):
    """The lines with the guard P6, true where three bits of S are one of the choices."""
    yield f"SHR.U32 R{T}, R{S}, {shift}"
    yield f"LOP.AND R{T}, R{T}, 7"
    for i, choice in enumerate(choices):
        yield f"ISETP.EQ.{'OR.' if i else ''}U32 P6, R{T}, {choice}" + (", P6" if i else "")
    for line in lines:
        yield f"@P6 {line}"


def words():
    """Random a, b, c; S to choose by; P0 to P2; P3, the threads that execute."""
    yield f"IMAD R{X}, R{X}, 1664525, R{ONE}"
    for register, salt in [(A, 0x11111111), (B, 0x5A5A5A5A), (C, 0x77777777), (S, 0x3C3C3C3C), (U, 0x99999999)]:
        yield from mixed(register, salt)
    for i in range(3):
        yield f"LOP.AND R{T}, R{U}, {1 << i:#x}"
        yield f"ISETP.NE.U32 P{i}, R{T}, 0"
    # A word of the warp's first thread chooses whether all, a half, a quarter or an eighth execute.
    yield f"SHFL.IDX __, R{T}, R{U}, 0, 31"
    yield f"LOP.AND R{T}, R{T}, R{U}"
    yield f"LOP.AND R{T}, R{T}, 0x700"
    yield f"ISETP.EQ.U32 P3, R{T}, 0"
    yield f"SEL R{ACTIVE}, R{ONE}, R{ZERO}, P3"
    yield f"IADD R{COUNT}, R{COUNT}, R{ACTIVE}"


def integers():
    yield from words()
    for register, shift in [(A, 0), (B, 3), (C, 6)]:
        yield f"SHR.U32 R{T}, R{U}, {5 + 5 * shift // 3}"
        yield f"SHR.S32 R{14}, R{register}, R{T}"
        yield f"BMSK R{15}, R{register}, R{T}"
        yield f"SHFL.IDX __, R{RESULT}, R{CORNER}, R{T}, 31"
        yield from where(shift, [3], f"MOV R{register}, R14")
        yield from where(shift, [4], f"MOV R{register}, R15")
        yield from where(shift, [5, 6], f"MOV R{register}, R{RESULT}")
    # b is a, or the word before or behind it; c is small.
    yield f"LOP.AND R{14}, R{U}, 3"
    yield f"IADD R{14}, R{14}, -1"
    yield from where(3, [7], f"IADD R{B}, R{A}, R14")
    yield from where(6, [7], f"LOP.AND R{C}, R{C}, 63")


def floats():
    yield from words()
    yield f"LOP3.LUT R14, R{A}, 0x1fffffff, R{ZERO}, 0xc0"
    yield f"IADD R14, R14, 0x38000000"
    yield from where(0, [6], f"SHR.U32 R{A}, R{A}, R{S}")
    yield from where(0, [7], f"MOV R{A}, R14")
    for register, shift in [(A, 0), (B, 3), (C, 6)]:
        yield f"SHR.U32 R{T}, R{U}, {5 + 5 * shift // 3}"
        yield f"SHFL.IDX __, R{RESULT}, R{CORNER}, R{T}, 31"
        yield from where(shift, [5], f"MOV R{register}, R{RESULT}")
    # Exponents of b near a's, or so that a x b lies near the smallest numbers or near 1.
    for choices, base in [([1, 2], f"MOV R14, R{A}"), ([3], f"ISUB R14, 0x3f800000, R{A}"), ([4], f"ISUB R14, 0x7f000000, R{A}")]:
        yield base
        yield from exponent_near(B)
        yield from where(3, choices, f"MOV R{B}, R14")
    yield from where(3, [6], f"SHR.U32 R{B}, R{B}, R{S}")
    yield f"LOP.AND R14, R{U}, 3"
    yield f"IADD R14, R14, -1"
    yield f"IADD R14, R{A}, R14"
    yield f"LOP3.LUT R15, R{U}, 0x80000000, R14, 0x6a"
    yield from where(3, [7], f"MOV R{B}, R15")
    # Exponents of c near the product's, or c its negative, or next to that.
    yield f"IADD3 R14, R{A}, R{B}, 0xc0800000"
    yield from exponent_near(C)
    yield from where(6, [1, 2], f"MOV R{C}, R14")
    yield f"FMUL R14, R{A}, R{B}"
    yield f"LOP.AND R15, R{U}, 3"
    yield f"IADD R15, R15, -1"
    yield f"IADD3 R14, R14, R15, 0x80000000"
    yield from where(6, [3, 4], f"MOV R{C}, R14")
    yield from where(6, [6], f"SHR.U32 R{C}, R{C}, R{S}")
    yield from where(6, [7], f"MOV R{C}, R{A}")


def exponent_near(register):
    """R14: sign and fraction of the register, the exponent of R14 and -32 to 31."""
    yield f"SHR.U32 R15, R{U}, 3"
    yield f"LOP.AND R15, R15, 63"
    yield f"IADD R15, R15, -32"
    yield f"SHL R15, R15, 23"
    yield f"IADD R15, R15, R14"
    yield f"LOP3.LUT R14, R{register}, 0x7f800000, R15, 0xe2"


def lanes():
    """a as it is; b a lane or any word; c a clamp and a mask, or one of a width; R14 with few values."""
    yield from words()
    yield f"SHFL.IDX __, R14, R{U}, 0, 31"
    yield f"LOP.AND R14, R14, R{A}"
    yield f"LOP.AND R14, R14, 0x80000003"
    yield from where(3, [0, 1, 2, 3], f"LOP.AND R{B}, R{B}, 31")
    yield from where(3, [6], f"LOP.AND R{B}, R{B}, 3")
    yield f"SHFL.IDX __, R15, R{C}, 0, 31"
    yield from where(6, [0, 1, 2], f"MOV R{C}, R15")
    yield from where(6, [3], f"LOP.OR R{C}, R{C}, 31")
    yield from where(6, [4], f"MOV R{C}, 31")
    yield from where(6, [5], f"LOP3.LUT R{C}, R{C}, 31, R{ZERO}, 0x30")


def every_word():
    """a: every word once, in 16 programs."""
    yield f"MOV R{A}, R{NUMBER}"
    yield f"IADD R{NUMBER}, R{NUMBER}, {THREADS}"


def every_shuffle():
    """b and c: a warp of every lane, clamp and mask; a random."""
    yield f"IMAD R{X}, R{X}, 1664525, R{ONE}"
    yield from mixed(A, 0x11111111)
    yield f"SHR.U32 R{B}, R{NUMBER}, 5"
    yield f"SHR.U32 R{C}, R{NUMBER}, 10"
    yield f"LOP3.LUT R{C}, R{C}, 31, R{ZERO}, 0xc0"
    yield f"SHR.U32 R{T}, R{NUMBER}, 15"
    yield f"SHL R{T}, R{T}, 8"
    yield f"LOP.OR R{C}, R{C}, R{T}"
    yield f"IADD R{NUMBER}, R{NUMBER}, {THREADS}"


a, b, c, d = f"R{A}", f"R{B}", f"R{C}", f"R{RESULT}"


def simple(name, sources):
    return Operation(name, f"{name} {d}, {sources}")


def integer_operations():
    two = "IADD ISUB IMUL IMUL.HI.U32 IMUL.HI.S32 LOP.AND LOP.OR LOP.XOR SHL SHR.U32 SHR.S32 BMSK".split()
    two += [f"IMNMX.{name}.{sign}" for name in ["MIN", "MAX"] for sign in ["S32", "U32"]]
    three = "IMAD IADD3 PRMT SHF.L.U64.HI SHF.R.U64 SHLADD SHLOR ADDSHL BFE.U32 BFE.S32".split()
    yield from (simple(name, a) for name in "MOV NOT BREV POPC FLO.U32".split())
    yield from (simple(name, f"{a}, {b}") for name in two)
    yield from (simple(name, f"{a}, {b}, {c}") for name in three)
    for signs in itertools.product(["", "-"], repeat=3):
        sources = ", ".join(sign + word for sign, word in zip(signs, [a, b, c]))
        yield Operation(f"IADD3 {sources}", f"IADD3 {d}, {sources}")
    for name in ["IADD.CC", "ISUB.CC", "ISUB.BB"]:
        for q in ["PT", "!PT", "P1", "!P2"]:
            lines = f"{name} P4, {d}, {a}, {b}, {q}"
            yield Operation(f"{lines} word", lines)
            yield Operation(f"{lines} carry", lines, result="P4")
    for name in ["ISUB.CC", "IADD.CC"]:
        lines = [f"{name} P4, R14, {a}, {b}, P0", f"{name} P5, {d}, {c}, {a}, P4"]
        yield Operation(f"{name} of 64 bits", *lines, f"LOP.XOR {d}, {d}, R14")
    for q in ["P0", "!P1", "PT"]:
        yield Operation(f"SEL {q}", f"SEL {d}, {a}, {b}, {q}")
    for amount in range(32):
        yield Operation(f"LEA by {amount}", f"LEA {d}, {a}, {b}, {amount}")
        yield Operation(f"LEA.HI by {amount}", f"LEA.HI {d}, {a}, {b}, {c}, {amount}")
    for name in ["TID", "LANEID", "EQMASK", "LTMASK", "LEMASK", "GTMASK", "GEMASK"]:
        yield Operation(f"S2R SR_{name}", f"S2R {d}, SR_{name}")


def tables():
    for table in range(256):
        yield Operation(f"LOP3.LUT {table:#04x}", f"LOP3.LUT {d}, {a}, {b}, {c}, {table:#04x}")
    # Few places, so that the word is sometimes 0.
    few = [f"LOP.AND R14, {a}, 3", f"LOP.AND R15, {b}, 3", f"LOP.AND {d}, {c}, 3"]
    for table, q in itertools.product([0x00, 0x01, 0x08, 0x80, 0x96, 0xC0, 0xE8, 0xFE], ["!PT", "P1", "!P2"]):
        line = f"LOP3.P P4, R14, R15, {d}, {table:#04x}, {q}"
        yield Operation(line, *few, line, result="P4")


def compares():
    combinations = ["", ".AND", ".OR", ".XOR"]
    for relation, combination, sign in itertools.product("EQ NE LT LE GT GE".split(), combinations, ["S32", "U32"]):
        for q in ["", "P1", "!P2"] if combination else [""]:
            if bool(q) == bool(combination):
                line = f"ISETP.{relation}{combination}.{sign} P4, {a}, {b}" + (f", {q}" if q else "")
                yield Operation(line, line, result="P4")
    for name, p, q in itertools.product(["AND", "OR", "XOR"], ["P0", "!P0"], ["P1", "!P1"]):
        yield Operation(f"PSETP.{name} {p}, {q}", f"PSETP.{name} P4, {p}, {q}", result="P4")


def float_operations():
    signs = ["{}", "-{}", "|{}|", "-|{}|"]
    for name in ["FADD", "FMUL", "FMNMX.MIN", "FMNMX.MAX"]:
        for first, second in itertools.product(signs, repeat=2):
            sources = f"{first.format(a)}, {second.format(b)}"
            yield Operation(f"{name} {sources}", f"{name} {d}, {sources}")
    for first, second, third in itertools.product(signs, ["{}", "-{}"], signs):
        sources = f"{first.format(a)}, {second.format(b)}, {third.format(c)}"
        yield Operation(f"FFMA {sources}", f"FFMA {d}, {sources}")
    for name, source in itertools.product(["F2I.S32", "F2I.U32"], [x.format(a) for x in signs]):
        yield Operation(f"{name} {source}", f"{name} {d}, {source}")
    yield from (simple(name, a) for name in ["I2F.S32", "I2F.U32"])


def float_compares():
    relations = "EQ NE LT LE GT GE EQU LTU LEU GTU GEU LG NUM NAN".split()
    for relation in relations:
        for combination, q in [("", ""), (".AND", ", P1"), (".OR", ", !P2"), (".XOR", ", P0")]:
            line = f"FSETP.{relation}{combination} P4, {a}, {b}{q}"
            yield Operation(line, line, result="P4")
        for first, second in [("-{}", "{}"), ("|{}|", "-{}"), ("{}", "-|{}|")]:
            line = f"FSETP.{relation} P4, {first.format(a)}, {second.format(b)}"
            yield Operation(line, line, result="P4")


def lane_operations():
    for mode in ["IDX", "UP", "DOWN", "BFLY"]:
        line = f"SHFL.{mode} P4, {d}, {a}, {b}, {c}"
        yield Operation(f"SHFL.{mode} word", line)
        yield Operation(f"SHFL.{mode} in range", line, result="P4")
        # Who executes, from the same place: a word of a thread that does not is left out.
        who = [f"SHFL.{mode} P4, R15, R{ACTIVE}, {b}, {c}", f"MOV {d}, 0"]
        line = f"@P3 SHFL.{mode} P4, {d}, {a}, {b}, {c}"
        yield Operation(f"SHFL.{mode} word, some execute", *who, line, f"IMUL {d}, {d}, R15")
        yield Operation(f"SHFL.{mode} in range, some execute", *who, line, result="P4")
        yield Operation(f"SHFL.{mode} word of any thread, some execute", *who, line, observed=True)
        for width in [2, 4, 8, 16, 32]:
            for amount in [1, width // 2, width - 1]:
                code = (32 - width) << 8 | (0 if mode == "UP" else 31)
                line = f"SHFL.{mode} P4, {d}, {a}, {amount}, {code}"
                yield Operation(f"{line} word", line)
                yield Operation(f"{line} in range", line, result="P4")
    for guard, name in [("", ""), ("@P3 ", ", some execute"), ("@!P3 ", ", the others execute")]:
        for vote, q in itertools.product(["ANY", "ALL", "UNI"], ["P0", "!P1", "P6", "PT", "!PT"]):
            # P6 is seldom true.
            rare = [f"LOP.AND R14, {a}, 31", "ISETP.EQ.U32 P6, R14, 0"] if q == "P6" else []
            line = f"{guard}VOTE.{vote} P4, {q}"
            yield Operation(f"VOTE.{vote} {q}{name}", "PSETP.AND P4, P2, P2", *rare, line, result="P4")
        for q in ["P0", "!P1", "PT"]:
            yield Operation(f"VOTE.BALLOT {q}{name}", f"MOV {d}, {b}", f"{guard}VOTE.BALLOT {d}, {q}")
        yield Operation(f"VOTE.ACTIVE{name}", f"MOV {d}, {b}", f"{guard}VOTE.ACTIVE {d}")
        for few, value in [("", a), (" of few values", "R15")]:
            make = [f"SHFL.IDX __, R14, R{U}, 0, 31", f"LOP3.LUT R15, R14, {a}, 0x80000003, 0x80"]
            keep = [*make, f"MOV {d}, {b}", "PSETP.AND P4, P2, P2"]
            yield Operation(f"MATCH.ANY{few}{name}", *keep, f"{guard}MATCH.ANY {d}, {value}")
            yield Operation(f"MATCH.ALL{few}{name}", *keep, f"{guard}MATCH.ALL P4, {d}, {value}")
            yield Operation(f"MATCH.ALL{few}{name} predicate", *keep, f"{guard}MATCH.ALL P4, {d}, {value}", result="P4")
        for reduction, sign in itertools.product(["ADD", "MIN", "MAX", "AND", "OR", "XOR"], ["S32", "U32"]):
            line = f"{guard}REDUX.{reduction}.{sign} {d}, {a}"
            yield Operation(f"REDUX.{reduction}.{sign}{name}", f"MOV {d}, {b}", line)


SELECTORS = ["", ".B0", ".B1", ".B2", ".B3", ".H0", ".H1"]
SIGNS = ["U32", "S32"]


def video_operations():
    """Each operation with each of its types, saturation and secondary operation; selectors at random."""
    chance = random.Random(1)

    def line(name, merge, extra=""):
        place = chance.choice(SELECTORS[1:]) if merge else ""
        third = f", {c}" if merge or extra else ""
        return f"{name} {d}{place}, {a}{chance.choice(SELECTORS)}, {b}{chance.choice(SELECTORS)}{third}"

    heads = []
    for name, *types in itertools.product(["VADD", "VSUB", "VABSDIFF", "VMIN", "VMAX"], SIGNS, SIGNS, SIGNS):
        heads.append(".".join([name, *types]))
    for name, first, second, mode in itertools.product(["VSHL", "VSHR"], SIGNS, SIGNS, ["CLAMP", "WRAP"]):
        heads.append(f"{name}.{first}.{second}.U32.{mode}")
    sets = [f"VSET.{x}.{y}.{relation}" for x in SIGNS for y in SIGNS for relation in "EQ NE LT LE GT GE".split()]
    for head, saturates in [(h, s) for h in heads for s in ["", ".SAT"]] + [(h, "") for h in sets]:
        for secondary in ["", ".ADD", ".MIN", ".MAX"]:
            yield line(head + saturates + secondary, False, secondary)
        yield line(head + saturates, True)
        yield line(head + saturates, True)
    signs = [("", "", ""), ("-", "", ""), ("", "-", ""), ("", "", "-"), ("PO", "", "")]
    for x, y, z, saturates, shift in itertools.product(SIGNS, SIGNS, SIGNS, ["", ".SAT"], ["", ".SHR_7", ".SHR_15"]):
        for first, second, third in signs:
            plus, first = (".PO", "") if first == "PO" else ("", first)
            # PTX negates a product with a sign before one of its factors.
            one, two = chance.choice(SELECTORS), chance.choice(SELECTORS)
            yield f"VMAD.{x}.{y}.{z}{saturates}{plus}{shift} {d}, {first}{a}{one}, {second}{b}{two}, {third}{c}"


def simd_operations():
    chance = random.Random(2)
    for count, letter in [(2, "H"), (4, "B")]:
        heads = []
        for name, *types in itertools.product(["VADD", "VSUB", "VAVRG", "VABSDIFF", "VMIN", "VMAX"], SIGNS, SIGNS, SIGNS):
            heads += [f"{name}{count}.{'.'.join(types)}{more}" for more in ["", ".SAT", ".ADD"]]
        for x, y, relation, more in itertools.product(SIGNS, SIGNS, "EQ NE LT LE GT GE".split(), ["", ".ADD"]):
            heads.append(f"VSET{count}.{x}.{y}.{relation}{more}")
        for head in heads:
            yield f"{head} {d}, {a}, {b}, {c}"
            chosen = [place for place in reversed(range(count)) if chance.random() < 0.6] or [0]
            mask = letter + "".join(map(str, chosen))
            one, two = (letter + "".join(str(chance.randrange(2 * count)) for _ in range(count)) for _ in "ab")
            yield f"{head} {d}.{mask}, {a}.{one}, {b}.{two}, {c}"


def examples():
    """Programs of examples/ that are all of this dialect, on R17 = a, R18 = b, R19 = c modulo 128."""
    folder = pathlib.Path(__file__).resolve().parents[2] / "examples"
    for name, result in [("inclusive_scan", 1), ("exclusive_scan", 1), ("reverse_scan", 1), ("butterfly_reduction", 1),
                         ("inclusive_scan_float", 1), ("reverse_scan_float", 1), ("butterfly_reduction_float", 1),
                         ("absolute_differences", 3), ("alpha_blend", 5)]:
        text = re.sub(r"//.*|EXIT", "", (folder / f"{name}.s").read_text()).replace("P1", "P4")
        text = re.sub(r"\bR(\d+)\b", lambda register: f"R{int(register[1]) + 16}", text)
        first = [f"MOV R17, {a}", f"MOV R18, {b}", f"LOP.AND R19, {c}, 127", "MOV R21, 0"]
        lines = first + [line for line in text.splitlines() if line.strip()]
        yield Operation(f"examples/{name}.s", *lines, result=f"R{result + 16}")


def single(lines):
    return [Operation(line, line) for line in lines]


def programs(every=False):
    """All programs; those that go through all operands only if `every`."""
    groups = [
        ("integer", integers, list(integer_operations())),
        ("table", integers, list(tables())),
        ("compare", integers, list(compares())),
        ("float", floats, list(float_operations())),
        ("float_compare", floats, list(float_compares())),
        ("lane", lanes, list(lane_operations())),
        ("video", integers, single(video_operations())),
        ("example", words, list(examples())),
        ("simd", integers, single(simd_operations())),
    ]
    for name, operands, operations in groups:
        for i in range(0, len(operations), MOST):
            yield Program(f"{name}_{i // MOST}", operands, operations[i : i + MOST])
    if every:
        names = "BREV POPC FLO.U32 F2I.S32 F2I.U32 I2F.S32 I2F.U32".split()
        for part in range(2**32 // EVERY):
            yield Program(f"every_word_{part}", every_word, [simple(name, a) for name in names], EVERY // THREADS, part)
        shuffles = []
        for mode in ["IDX", "UP", "DOWN", "BFLY"]:
            line = f"SHFL.{mode} P4, {d}, {a}, {b}, {c}"
            shuffles += [Operation(f"SHFL.{mode} word", line), Operation(f"SHFL.{mode} in range", line, result="P4")]
        yield Program("every_shuffle_0", every_shuffle, shuffles, 2**20 // THREADS)
