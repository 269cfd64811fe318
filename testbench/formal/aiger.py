"""Binary AIGER files, as far as proofs need them."""


class Circuit:
    """Inputs, latches (next literal, first value) and AND gates; literals as in the format."""

    def __init__(self, path):
        self.data = path.read_bytes()
        self.place = 0
        header = self._line().split()
        if header[0] != "aig" or len(header) != 6:
            raise ValueError(f"{path} is no AIGER file of outputs only")
        _, self.inputs, latches, outputs, gates = map(int, header[1:])
        self.latches = []
        for number in range(latches):
            own = 2 * (self.inputs + 1 + number)
            line = [int(word) for word in self._line().split()]
            self.latches.append((line[0], line[1] if len(line) > 1 else 0))
            assert self.latches[-1][1] in (0, 1, own)
        self.outputs = [int(self._line()) for _ in range(outputs)]
        self.gates = []
        for number in range(gates):
            own = 2 * (self.inputs + latches + 1 + number)
            left = own - self._number()
            self.gates.append((left, left - self._number()))

    def _line(self):
        end = self.data.index(b"\n", self.place)
        line = self.data[self.place : end].decode()
        self.place = end + 1
        return line

    def _number(self):
        value = shift = 0
        while True:
            byte = self.data[self.place]
            self.place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def names(self, kind):
        """The names of inputs ("i") or outputs ("o"), by number."""
        symbols = self.data[self.place :].decode(errors="replace").split("\n")
        lines = (line.split(" ", 1) for line in symbols if line[:1] == kind)
        return {int(line[0][1:]): line[1] for line in lines if line[0][1:].isdigit()}


class Gates:
    """AND gates behind inputs and latches, each once, to be written."""

    def __init__(self, inputs, latches=0):
        self.inputs, self.latches = inputs, latches
        self.gates, self.known = [], {}

    def both(self, a, b):
        if a < b:
            a, b = b, a
        if b < 2 or a ^ b < 2:
            return 0 if b == 0 or a ^ b == 1 else a
        if (a, b) not in self.known:
            self.gates.append((a, b))
            self.known[a, b] = 2 * (self.inputs + self.latches + len(self.gates))
        return self.known[a, b]

    def either(self, a, b):
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a, b):
        return self.either(self.both(a, b ^ 1), self.both(a ^ 1, b))

    def write(self, path, following, outputs):
        """`following`: what comes next in each latch; all begin with 0."""
        counts = [self.inputs + self.latches + len(self.gates), self.inputs, self.latches]
        counts += [len(outputs), len(self.gates)]
        lines = "".join(f"{literal}\n" for literal in [*following, *outputs])
        body = bytearray(f"aig {' '.join(map(str, counts))}\n{lines}".encode())

        def put(value):
            while value >= 128:
                body.append(value & 127 | 128)
                value >>= 7
            body.append(value)

        for number, (a, b) in enumerate(self.gates):
            left = 2 * (self.inputs + self.latches + 1 + number)
            put(left - a)
            put(a - b)
        path.write_bytes(body)


def cone(circuit, wanted):
    """The literals that gates on the way to `wanted` take, gates and leaves, as a set of numbers."""
    base = circuit.inputs + len(circuit.latches) + 1
    marked = {literal >> 1 for literal in wanted}
    for number in range(base + len(circuit.gates) - 1, base - 1, -1):
        if number in marked:
            marked.update(literal >> 1 for literal in circuit.gates[number - base])
    return marked


def variable(literal):
    """The number of a literal in a question to a SAT solver: 1 is true, number n of the format is n + 1."""
    number = (literal >> 1) + 1
    return -number if (literal & 1) ^ (literal < 2) else number


def definitions(circuit, wanted):
    """Clauses that say what the gates on the way to some literals are."""
    base = circuit.inputs + len(circuit.latches) + 1
    for number in sorted(number for number in cone(circuit, wanted) if number >= base):
        gate, a, b = variable(2 * number), *map(variable, circuit.gates[number - base])
        yield from ([-gate, a], [-gate, b], [gate, -a, -b])


def values(circuit, marked, leaves, gates):
    """What stands at each marked number, `leaves` given."""
    base = circuit.inputs + len(circuit.latches) + 1
    found = {0: 0, **leaves}

    def value(literal):
        return found[literal >> 1] ^ (literal & 1)

    for number in sorted(number for number in marked if number >= base):
        a, b = circuit.gates[number - base]
        found[number] = gates.both(value(a), value(b))
    return value


def fix(circuit, output, fixed, target):
    """Writes one output of a circuit without latches, with some inputs, by name, fixed to 0 or 1."""
    numbers = {name: number for number, name in circuit.names("i").items()}
    gates = Gates(circuit.inputs)
    leaves = {number + 1: 2 * (number + 1) for number in range(circuit.inputs)}
    leaves.update({numbers[name] + 1: value for name, value in fixed.items()})
    wanted = circuit.outputs[output]
    gates.write(target, [], [values(circuit, cone(circuit, [wanted]), leaves, gates)(wanted)])


def free_power_up(source, target):
    """Writes the circuit of `source` with what holds anything at power-up made free to do so.

    abc takes 0 for a latch without a first value. Such a latch gets an input of its own, which is
    its value in the first cycle; one that begins with 1 is kept inverted, so that all begin with 0.
    """
    circuit = Circuit(source)
    count = len(circuit.latches)
    own = [2 * (circuit.inputs + 1 + number) for number in range(count)]
    free = [number for number in range(count) if circuit.latches[number][1] == own[number]]
    gates = Gates(circuit.inputs + len(free), count + bool(free))
    # The last latch, if one is free: 0 in the first cycle, then 1.
    running = 2 * (gates.inputs + gates.latches)
    new = [2 * number for number in range(circuit.inputs + 1)]
    for number, (_, first) in enumerate(circuit.latches):
        new.append(2 * (gates.inputs + 1 + number) ^ (first == 1))
    for place, number in enumerate(free):
        latch = new[circuit.inputs + 1 + number]
        first = 2 * (circuit.inputs + 1 + place)
        chosen = gates.either(gates.both(running, latch), gates.both(running ^ 1, first))
        new[circuit.inputs + 1 + number] = chosen

    def literal(old):
        return new[old >> 1] ^ (old & 1)

    for a, b in circuit.gates:
        new.append(gates.both(literal(a), literal(b)))
    following = [literal(following) ^ (first == 1) for following, first in circuit.latches]
    outputs = [literal(output) for output in circuit.outputs]
    gates.write(target, following + [1] * bool(free), outputs)
