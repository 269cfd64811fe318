#!/usr/bin/env python3
"""Lets an NVIDIA GPU judge the model: the same programs as PTX on the GPU and by `lanebeat run --engine model`.

usage: testbench/gpu/gpu.py compare LANEBEAT [--rounds N] [--every] [--record FILE]  # needs a GPU of sm_80
       testbench/gpu/gpu.py check LANEBEAT FILE                           # what a GPU answered, and the model
       testbench/gpu/gpu.py page FILE PAGE.md [--arch sm_90]              # tables of a page; needs ptxas, nvdisasm

`compare` runs every operation on 512 threads in N rounds (1000 without it), compares a digest of all results of
each thread, and looks for the first result that differs. `--every` adds every word for conversions and
counts, and SHFL with every b and c; that takes minutes. `--record` writes checksums of the GPU's
digests after a few rounds, which `check` holds against the model where there is no GPU.
ptxas makes the machine code where it is installed, else the driver does; LANEBEAT_PTXAS and LANEBEAT_NVDISASM name them.
"""

import argparse
import array
import collections
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

import programs
import ptx

RECORDED_ROUNDS = 6
MACHINE = ["--set", "registers=256", "--set", "lanes=64", "--set", "beats=8"]


def model(binary, program, rounds, outputs):
    """The model's words of these registers: an array of THREADS words each."""
    text = "\n".join(program.lines(rounds)) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        dump = os.path.join(folder, "after.json")
        command = [binary, "run", "-", *MACHINE, "--engine", "model", "--no-check", "--dump", dump]
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{program.name}: {done.stderr}")
        registers = json.load(open(dump))["waves"][0]["registers"]
    zeros = [0] * ptx.THREADS
    return [array.array("I", registers.get(f"R{register}", zeros)) for register in outputs]


def tool(name):
    """ptxas or nvdisasm: named by the environment, on the path, or None."""
    return os.environ.get(f"LANEBEAT_{name.upper()}") or shutil.which(name)


def assembled(text, arch):
    """Machine code by ptxas, or without it the PTX itself, which the driver compiles."""
    ptxas = tool("ptxas")
    if not ptxas:
        return text.encode() + b"\0"
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "a.ptx"), os.path.join(folder, "a.cubin")
        with open(source, "w") as file:
            file.write(text)
        done = subprocess.run([ptxas, f"-arch={arch}", source, "-o", target], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stdout + done.stderr)
        return open(target, "rb").read()


class Gpu:
    """The first GPU, by the CUDA driver."""

    def __init__(self):
        try:
            self.driver = ctypes.CDLL("libcuda.so.1")
        except OSError:
            sys.exit("no NVIDIA driver (libcuda.so.1) is installed; `check` needs none")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        name = ctypes.create_string_buffer(100)
        self.call("cuDeviceGetName", name, 100, device)
        numbers = [ctypes.c_int() for _ in range(3)]
        for number, attribute in zip(numbers, [75, 76]):
            self.call("cuDeviceGetAttribute", ctypes.byref(number), attribute, device)
        self.call("cuDriverGetVersion", ctypes.byref(numbers[2]))
        major, minor, version = (number.value for number in numbers)
        if major < 8:
            sys.exit(f"REDUX needs a GPU of sm_80 or later, not sm_{major}{minor}")
        self.arch = f"sm_{major}{minor}"
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.words = (programs.MOST + 8) * ptx.THREADS
        self.memory = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(self.memory), ctypes.c_size_t(4 * self.words))
        compiler = "the driver"
        if tool("ptxas"):
            said = subprocess.run([tool("ptxas"), "--version"], capture_output=True, text=True).stdout
            compiler = "ptxas " + re.search(r"V([\d.]+)", said)[1]
        driver = "unknown"
        if shutil.which("nvidia-smi"):
            query = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
            driver = subprocess.run(query, capture_output=True, text=True).stdout.split("\n")[0]
        self.title = (
            f"{name.value.decode()} ({self.arch}), driver {driver}, CUDA {version // 1000}.{version % 1000 // 10}, {compiler}"
        )

    def call(self, name, *arguments):
        error = getattr(self.driver, name)(*arguments)
        if error:
            text = ctypes.c_char_p()
            self.driver.cuGetErrorString(error, ctypes.byref(text))
            sys.exit(f"{name}: {(text.value or b'error').decode()}")

    def load(self, code):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), code)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, b"program")
        return function

    def run(self, function, rounds, count):
        """The words of `count` registers."""
        arguments = [self.memory, ctypes.c_uint32(rounds), self.memory]
        pointers = (ctypes.c_void_p * 3)(*[ctypes.addressof(argument) for argument in arguments])
        self.call("cuLaunchKernel", function, 1, 1, 1, ptx.THREADS, 1, 1, 0, None, pointers, None)
        self.call("cuCtxSynchronize")
        words = (ctypes.c_uint32 * (count * ptx.THREADS))()
        self.call("cuMemcpyDtoH_v2", words, self.memory, ctypes.c_size_t(ctypes.sizeof(words)))
        whole = array.array("I", words)
        return [whole[i * ptx.THREADS : (i + 1) * ptx.THREADS] for i in range(count)]


def source(program, outputs):
    return ptx.HEADER + ptx.kernel("program", program.lines(1), outputs)


def alone(program, operation):
    return programs.Program(program.name, program.operands, [operation], program.rounds, program.part)


def first_difference(gpu, binary, program, operation):
    """Lines about the first round and thread in which the GPU's result is another."""
    one = alone(program, operation)
    outputs = [programs.FIRST, *range(2, 6), 7, 14, 15, programs.RESULT]
    function = gpu.load(assembled(source(one, outputs), gpu.arch))

    def both(rounds):
        return gpu.run(function, rounds, len(outputs)), model(binary, one, rounds, outputs)

    low, high = 0, 1
    while (found := both(high))[0][0] == found[1][0]:
        low, high = high, 2 * high
        if high > 1 << 20:
            return [f"{operation.name}: no difference alone in {low} rounds"]
    while high - low > 1:
        middle = (low + high) // 2
        pair = both(middle)
        low, high = (middle, high) if pair[0][0] == pair[1][0] else (low, middle)
    there, here = both(high)
    different = [thread for thread in range(ptx.THREADS) if there[0][thread] != here[0][thread]]
    lines = [f"{operation.name}: {len(different)} of {ptx.THREADS} threads differ in round {high}"]
    for thread in different[:4]:
        a, b, c, s, u, x, y, result = (words[thread] for words in here[1:])
        lines.append(
            f"    thread {thread}: a {a:#010x}, b {b:#010x}, c {c:#010x}, u {u:#010x}, R14 {x:#010x}, R15 {y:#010x}:"
            f" model {result:#010x}, GPU {there[8][thread]:#010x}"
        )
    return lines


def observe(gpu, binary, program, operation, rounds=30):
    """How often the words of threads that do not execute are those of their registers."""
    one = alone(program, operation)
    outputs = [programs.RESULT, 15, programs.ACTIVE, programs.A]
    function = gpu.load(assembled(source(one, outputs), gpu.arch))
    counts = collections.Counter()
    for number in range(1, rounds + 1):
        there = gpu.run(function, number, len(outputs))
        here = model(binary, one, number, outputs)
        for thread in range(ptx.THREADS):
            if here[2][thread] and not here[1][thread]:
                word = there[0][thread]
                kind = "its register's word" if word == here[0][thread] else "0" if word == 0 else "another word"
                kind = "the reader's own word" if kind == "another word" and word == here[3][thread] else kind
                counts[kind] += 1
    return f"{operation.name}: " + ", ".join(f"{count} times {kind}" for kind, count in counts.most_common())


def compare(binary, rounds, record, every):
    gpu = Gpu()
    print(gpu.title, flush=True)
    everything = list(programs.programs(every))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        codes = pool.map(lambda p: assembled(source(p, p.outputs()), gpu.arch), everything)
        functions = [gpu.load(code) for code in codes]
        counts = [program.rounds or rounds for program in everything]
        answers = [
            gpu.run(function, count, len(program.outputs()))
            for program, function, count in zip(everything, functions, counts)
        ]
        expected = pool.map(lambda p, count: model(binary, p, count, p.outputs()), everything, counts)
        different, observed, totals = [], [], collections.Counter()
        for program, count, there, here in zip(everything, counts, answers, expected):
            group = program.name.rsplit("_", 1)[0]
            if there[-1] != here[-1]:
                sys.exit(f"{program.name}: other threads execute; a lane operation before is at fault")
            for operation, answer, digest in zip(program.operations, there, here):
                if operation.observed:
                    observed.append((program, operation))
                    continue
                totals[group, "operations"] += program.part == 0
                totals[group, "threads"] += executed(operation, ptx.THREADS * count, sum(here[-1]))
                if answer != digest:
                    different.append((program, operation))
                    totals[group, "different"] += program.part == 0
        table = [
            f"{group} {totals[group, 'operations']} {totals[group, 'threads']} {totals[group, 'different']}"
            for group in dict.fromkeys(group for group, _ in totals)
        ]
        print(*table, sep="\n")
        seen = [observe(gpu, binary, program, operation) for program, operation in observed]
        print(*seen, f"{len(different)} operations differ", sep="\n")
        if record:
            write(record, gpu, zip(everything, functions), [gpu.title, *table, *seen], {id(o) for _, o in different})
        shown = collections.Counter()
        for program, operation in different:
            kind = operation.name.split(".")[0]
            shown[kind] += 1
            print(f"  {program.name}: {operation.name}")
            if shown[kind] <= 2:
                print("\n".join(first_difference(gpu, binary, program, operation)), flush=True)
    return bool(different)


def executed(operation, threads, with_guard):
    """How many threads executed the operation under test."""
    if any("@P3" in line for line in operation.lines):
        return with_guard
    if any("@!P3" in line for line in operation.lines):
        return threads - with_guard
    return threads


def write(path, gpu, programs_and_functions, title, different):
    """Checksums of the GPU's digests after RECORDED_ROUNDS; `!` behind one that differs from the model's."""
    with open(path, "w") as file:
        file.writelines(f"# {line}\n" for line in title)
        for program, function in programs_and_functions:
            if program.rounds is None:
                sums = checksums(gpu.run(function, RECORDED_ROUNDS, len(program.outputs())))
                marks = ["!" if id(o) in different or o.observed else "" for o in program.operations] + [""]
                file.write(f"{program.name} {' '.join(map(''.join, zip(sums, marks)))}\n")


def checksums(digests):
    return [f"{zlib.crc32(words.tobytes()):08x}" for words in digests]


def check(binary, path):
    """Whether the model gives what the GPU gave, but for the operations that were recorded as different."""
    answers = dict(line.rstrip("\n").split(" ", 1) for line in open(path) if not line.startswith("#"))
    everything = list(programs.programs())
    if [program.name for program in everything] != list(answers):
        sys.exit(f"{path} is of other programs; record it again on a GPU")
    different, compared, left_out = [], 0, 0
    with ThreadPoolExecutor(2) as pool:
        expected = pool.map(lambda p: model(binary, p, RECORDED_ROUNDS, p.outputs()), everything)
        for program, digests in zip(everything, expected):
            recorded = answers[program.name].split()
            if len(recorded) != len(digests):
                sys.exit(f"{path} has another number of operations of {program.name}; record it again on a GPU")
            for operation, answer, digest in zip(program.operations, recorded, checksums(digests)):
                left_out += answer.endswith("!")
                compared += not answer.endswith("!")
                if answer != digest and not answer.endswith("!"):
                    different.append(f"{program.name}: {operation.name}")
    said = f"{compared} operations compared with {path}, {len(different)} differ; {left_out} left out"
    print(said, *different[:20], sep="\n  ")
    return bool(different)


# What a kernel has around the operation: loads, stores, moves, filling.
NOISE = re.compile(r"LDG|STG|U?LDC|S2R|NOP|EXIT|BRA|U?MOV|CS2R|IMAD\.MOV|IMAD\.WIDE\.U32$|SEL$|HFMA2\.MMA")


def native(operation, arch):
    """The machine instructions that ptxas makes of an operation on words from memory."""
    predicates = [f"ISETP.NE.U32 P{i}, R{17 + i}, 0" for i in range(3)] + ["ISETP.NE.U32 P3, R17, R18"]
    text = " ".join(operation.lines)
    read = [line for line in predicates if line.split()[1][:2] in text]
    word = operation.result
    last = [f"SEL R16, R2, R3, {word}"] if word.startswith("P") else []
    lines = [*read, *operation.lines, *last]
    outputs = [16 if last else int(word[1:])]
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(assembled(ptx.HEADER + ptx.kernel("program", lines, outputs, [2, 3, 4, 17, 18, 19]), arch))
        file.flush()
        said = subprocess.run([tool("nvdisasm"), "-c", file.name], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^\s+/\*[0-9a-f]+\*/\s+(?:@!?U?P[0-9T]\s+)?([A-Z][A-Z0-9_.]*)", said, re.M)
    counts = collections.Counter(name for name in names if not NOISE.match(name))
    counts -= collections.Counter({"ISETP.NE.U32.AND": len(read)})
    return ", ".join(f"{count} x {name}" if count > 1 else name for name, count in counts.items())


def kind(operation):
    """The operation without types, modifiers and operands."""
    name = re.sub(r"^@!?P3 ", "", operation.lines[-1]).split()[0]
    return re.sub(r"^(V(?!OTE)\w+|ISETP|FSETP|IMNMX|REDUX|FMNMX)\..*", r"\1", name)


def form(operation):
    """Which part of a scalar video instruction sets it apart."""
    head, destination = operation.lines[0].split()[:2]
    if head.startswith("VMAD"):
        return "VMAD with `.SAT` or a shift"
    if head.endswith((".MIN", ".MAX")):
        return "`.MIN` or `.MAX` with c"
    saturates = "`.SAT` " if ".SAT" in head else ""
    return saturates + ("into a byte or a half of c" if "." in destination else "and `.ADD` of c")


def page(record, path, arch):
    """Writes what the record says, and what each operation is on the GPU, between the marks of a page."""
    if not tool("ptxas") or not tool("nvdisasm"):
        sys.exit("page needs ptxas and nvdisasm; LANEBEAT_PTXAS and LANEBEAT_NVDISASM name them")
    title, *rows = [line[2:].rstrip("\n") for line in open(record) if line.startswith("#")]
    seen = [row.replace(" word of any thread, some execute", "") for row in rows if "times" in row]
    rows = [row.split() for row in rows if "times" not in row]
    lines = [title + ".", "", "| operands and operations | operations | thread-operations | operations that differ |", "|---|---|---|---|"]
    names = {
        "integer": "arithmetic, shifts, bit fields, carries, masks of lanes",
        "table": "LOP3 with every table, LOP3.P",
        "compare": "ISETP and PSETP",
        "float": "float arithmetic, signs, conversions",
        "float_compare": "FSETP",
        "lane": "SHFL, VOTE, MATCH, REDUX; all threads, or some",
        "video": "scalar video instructions",
        "example": "whole programs of `examples/`",
        "simd": "SIMD video instructions",
        "every_word": "conversions and counts, of all 2^32 words",
        "every_shuffle": "SHFL with every lane, clamp and mask",
    }
    for group, operations, threads, different in rows:
        lines.append(f"| {names[group]} | {operations} | {int(threads):,} | {different} |")
    total = [sum(int(row[i]) for row in rows) for i in (1, 2, 3)]
    lines.append(f"| together | {total[0]} | {total[1]:,} | {total[2]} |")
    lines += ["", "Words that SHFL gave of threads that do not execute, which PTX leaves open:", ""]
    lines += [f"- {row}" for row in seen]
    answers = dict(line.split(" ", 1) for line in open(record) if not line.startswith("#"))
    forms, representative = collections.Counter(), {}
    for program in programs.programs():
        for operation, answer in zip(program.operations, answers[program.name].split()):
            if answer.endswith("!") and not operation.observed:
                forms[form(operation)] += 1
            # The first of a kind, but with a carry, an amount and a relation that cost something.
            telling = re.search(r", P1 word| by 5$|LT(\.AND\.S32)? P4, R2, R3(, P1)?$", operation.name)
            if program.name != "example_0" and (telling or kind(operation) not in representative):
                representative[kind(operation)] = operation
    lines += ["", "| scalar video instructions that differ | forms |", "|---|---|"]
    lines += [f"| {name} | {count} |" for name, count in forms.most_common()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda operation: native(operation, arch), representative.values())
    operations_of = collections.defaultdict(list)
    for name, instructions in zip(representative, found):
        operations_of[instructions].append(name)
    lines += ["", f"| operation | what ptxas makes of it for {arch} |", "|---|---|"]
    for instructions, of in operations_of.items():
        lines.append(f"| {', '.join(of)} | {instructions or 'a move'} |")
    text = open(path).read()
    before, after = text.index("<!-- gpu.py -->\n"), text.index("<!-- end -->")
    with open(path, "w") as file:
        file.write(text[:before] + "<!-- gpu.py -->\n" + "\n".join(lines) + "\n" + text[after:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    comparing = commands.add_parser("compare")
    comparing.add_argument("lanebeat")
    comparing.add_argument("--rounds", type=int, default=1000)
    comparing.add_argument("--record")
    comparing.add_argument("--every", action="store_true")
    checking = commands.add_parser("check")
    checking.add_argument("lanebeat")
    checking.add_argument("file")
    paging = commands.add_parser("page")
    paging.add_argument("record")
    paging.add_argument("page")
    paging.add_argument("--arch", default="sm_90")
    given = parser.parse_args()
    if given.command == "compare":
        return compare(given.lanebeat, given.rounds, given.record, given.every)
    if given.command == "check":
        return check(given.lanebeat, given.file)
    return page(given.record, given.page, given.arch)


if __name__ == "__main__":
    sys.exit(main())
