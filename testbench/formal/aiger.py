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


def free_power_up(source, target):
    """Writes the circuit of `source` with what holds anything at power-up made free to do so.

    abc takes 0 for a latch without a first value. Such a latch gets an input of its own, which is
    its value in the first cycle; one that begins with 1 is kept inverted, so that all begin with 0.
    Returns how many latches there are and how many of them are free.
    """
    circuit = Circuit(source)
    count = len(circuit.latches)
    own = [2 * (circuit.inputs + 1 + number) for number in range(count)]
    free = [number for number in range(count) if circuit.latches[number][1] == own[number]]
    inputs, latches = circuit.inputs + len(free), count + bool(free)
    gates = []

    def both(a, b):
        gates.append((max(a, b), min(a, b)))
        return 2 * (inputs + latches + len(gates))

    running = 2 * (inputs + latches)  # the last latch, if one is free: 0 in the first cycle, then 1
    new = {0: 0}
    new.update({1 + number: 2 * (1 + number) for number in range(circuit.inputs)})
    for number in range(count):
        new[circuit.inputs + 1 + number] = 2 * (inputs + 1 + number) ^ (
            circuit.latches[number][1] == 1
        )
    for place, number in enumerate(free):
        latch = new[circuit.inputs + 1 + number]
        first = 2 * (circuit.inputs + 1 + place)
        chosen = both(both(running, latch) ^ 1, both(running ^ 1, first) ^ 1) ^ 1
        new[circuit.inputs + 1 + number] = chosen

    def literal(old):
        return new[old >> 1] ^ (old & 1)

    for number, (a, b) in enumerate(circuit.gates):
        new[circuit.inputs + count + 1 + number] = both(literal(a), literal(b))

    counts = [inputs + latches + len(gates), inputs, latches, len(circuit.outputs), len(gates)]
    text = f"aig {' '.join(map(str, counts))}\n"
    for following, first in circuit.latches:
        text += f"{literal(following) ^ (first == 1)}\n"
    text += "1\n" * bool(free) + "".join(f"{literal(output)}\n" for output in circuit.outputs)
    body = bytearray(text.encode())

    def put(value):
        while value >= 128:
            body.append(value & 127 | 128)
            value >>= 7
        body.append(value)

    for number, (a, b) in enumerate(gates):
        left = 2 * (inputs + latches + 1 + number)
        put(left - a)
        put(a - b)
    target.write_bytes(body)
    return count, len(free)
