# HEAD

    system = LanebeatSystem("/dev/ttyUSB0")         # with pyserial
    system.load(machine_words(open("words.hex").read()))
    system.write_register(0, 0, range(THREADS))
    cycles = system.run()
    print(system.read_register(0, 1))
"""

import re
import time

# TABLES

def _reset(register, field):
    low, width = FIELDS[register][field]
    return REGISTERS[register][3] >> low & (1 << width) - 1


LANES = _reset("SHAPE", "lanes")
BEATS = _reset("SHAPE", "beats")
WAVES = _reset("SHAPE", "waves")
THREADS = LANES * BEATS
PROGRAM_WORDS = _reset("SIZES", "program_words")
REGISTER_COUNT = _reset("SIZES", "registers")

# Entries of masks: P0 to P6 are 0 to 6, s0 to s3 are 8 to 11.
MASKS = 12
EXEC = 7
# The machine word of EXIT.
EXIT = 0x00E77700000000010000000000000000

REQUEST_BYTES = 8
ANSWER_BYTES = 6
GARBLED = 1
RESPONSES = {GARBLED: "the request came garbled", 2: "SLVERR", 3: "DECERR"}


class LanebeatError(Exception):
    """The line or the board did not do its part."""


def _checked(what, number, first, last):
    """`number`, which is from `first` to `last`."""
    if not first <= number <= last:
        raise ValueError(f"{what} is a number from {first} to {last}, not {number}")
    return number


def check_byte(message):
    """CRC-8/ROHC; 0 over a message and its check byte."""
    check = 0xFF
    for byte in message:
        check ^= byte
        for _ in range(8):
            check = check >> 1 ^ (0xE0 if check & 1 else 0)
    return check


def machine_words(text):
    """The programs that `lanebeat assemble` printed: for each wave its words, EXIT last."""
    programs = {}
    for line in text.splitlines():
        word, _, place = line.replace("//", ";").partition(";")
        if word.strip():
            wave = re.match(r" *wave (\d+)", place)
            programs.setdefault(int(wave[1]) if wave else 0, []).append(int(word, 16))
    for words in programs.values():
        if words[-1] >> 64 & 0xFF != EXIT >> 64 & 0xFF:
            words.append(EXIT)
    return programs


class LanebeatSystem:
    """A board behind a serial line, after a soft reset.

    `port` is the name of a serial port, which pyserial opens, or any object with `read(count)`,
    which gives fewer bytes when none come for some time, and `write(bytes)`.
    """

    def __init__(self, port, baud=115200, timeout=2.0):
        self.timeout = timeout
        self.started = 0
        if isinstance(port, str):
            import serial

            port = serial.Serial(port, baud, timeout=timeout, exclusive=True)
            port.reset_input_buffer()
        self.line = port
        self._find()
        for name in ["VERSION", "SHAPE", "SIZES", "FEATURES"]:
            found, expected = self.read(name), REGISTERS[name][3]
            if found != expected:
                raise LanebeatError(
                    f"the board has another machine: {name} is {found:#010x} there and "
                    f"{expected:#010x} here; generate this file with the board's parameters"
                )
        self.soft_reset()

    def close(self):
        self.line.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # Single accesses.

    def _find(self):
        """Ends whatever was on the line, and looks for the board."""
        zeros = bytes(REQUEST_BYTES + ANSWER_BYTES + 2)
        self.line.write(zeros + self._request(b"R", "IDENTITY", 0, 0))
        came, deadline = b"", time.monotonic() + self.timeout
        # A line that babbles always has a byte.
        while (byte := self.line.read(1)) and time.monotonic() <= deadline:
            came = (came + byte)[-ANSWER_BYTES:]
            if len(came) == ANSWER_BYTES and check_byte(came) == 0 and came[0] == 0:
                if int.from_bytes(came[1:5], "little") == REGISTERS["IDENTITY"][3]:
                    return
        raise LanebeatError("no board answers; load its bitstream, and give its baud rate")

    @staticmethod
    def _request(command, register, word, data):
        offset, words, _, _ = REGISTERS[register]
        if not 0 <= word < words:
            raise IndexError(f"{register} has words 0 to {words - 1}, not {word}")
        _checked(f"a word of {register}", data, 0, 2**32 - 1)
        message = command + (offset + 4 * word).to_bytes(2, "little") + data.to_bytes(4, "little")
        return message + bytes([check_byte(message)])

    def _access(self, command, register, word, data):
        self.line.write(self._request(command, register, word, data))
        answer = b""
        while len(answer) < ANSWER_BYTES:
            more = self.line.read(ANSWER_BYTES - len(answer))
            if not more:
                break
            answer += more
        what = f"{command.decode()} of {register} word {word}"
        if len(answer) < ANSWER_BYTES:
            raise LanebeatError(f"{what}: {len(answer)} of {ANSWER_BYTES} bytes came; try again")
        if check_byte(answer) != 0:
            raise LanebeatError(f"{what}: the answer came garbled; try again")
        if answer[0] != 0:
            raise LanebeatError(f"{what}: {RESPONSES.get(answer[0], answer[0])}")
        return int.from_bytes(answer[1:5], "little")

    def read(self, register, word=0):
        """One word of a register."""
        return self._access(b"R", register, word, 0)

    def write(self, register, data, word=0):
        """Writes one word of a register."""
        self._access(b"W", register, word, data)

    def field(self, register, name, word=0):
        """A field of a register."""
        low, width = FIELDS[register][name]
        return self.read(register, word) >> low & (1 << width) - 1

    def _until(self, register, field, what):
        deadline = time.monotonic() + self.timeout
        while self.field(register, field):
            if time.monotonic() > deadline:
                raise LanebeatError(f"{what} after {self.timeout} s; reset the board")

    def counter(self, register):
        """CYCLES or INSTRUCTIONS."""
        deadline = time.monotonic() + self.timeout
        while time.monotonic() <= deadline:
            high, low = self.read(register, 1), self.read(register, 0)
            if self.read(register, 1) == high:
                return high << 32 | low
        raise LanebeatError(f"{register} changes faster than it can be read; reset the board")

    def soft_reset(self):
        """Stops every wave and clears counters and interrupts."""
        self.write("CONTROL", 1 << FIELDS["CONTROL"]["soft_reset"][0])
        self._until("STATUS", "busy", "waves still run")
        self._until("STATUS", "host_busy", "the host window is still busy")
        self.write("INTERRUPT_STATUS", 0b111)

    # Waves.

    def _select(self, wave, entry, is_mask, beat):
        _checked("a wave", wave, 0, WAVES - 1)
        _checked("an entry", entry, 0, (MASKS if is_mask else REGISTER_COUNT) - 1)
        fields = FIELDS["HOST_SELECT"]
        values = {"entry": entry, "is_mask": is_mask, "wave": wave, "beat": beat}
        self.write("HOST_SELECT", sum(values[name] << fields[name][0] for name in values))

    def _command(self, write):
        self.write("HOST_COMMAND", write)
        self._until("STATUS", "host_busy", "the host window is still busy")

    def write_register(self, wave, register, words):
        """Writes a register of a wave: a word for each thread."""
        words = [_checked("a word", word, -(2**31), 2**32 - 1) % 2**32 for word in words]
        if len(words) != THREADS:
            raise ValueError(f"a register has {THREADS} words, not {len(words)}")
        for beat in range(BEATS):
            self._select(wave, register, 0, beat)
            for lane in range(LANES):
                self.write("HOST_ROW", words[beat * LANES + lane], lane)
            self._command(1)

    def read_register(self, wave, register):
        """The words of a register of a wave, thread 0 first."""
        words = []
        for beat in range(BEATS):
            self._select(wave, register, 0, beat)
            self._command(0)
            words += [self.read("HOST_ROW", lane) for lane in range(LANES)]
        return words

    def write_mask(self, wave, entry, mask):
        """Writes P0 to P6, EXEC or s0 to s3 of a wave: thread 0 is bit 0 of `mask`."""
        _checked("a mask", mask, 0, 2**THREADS - 1)
        for beat in range(BEATS):
            self._select(wave, entry, 1, beat)
            for word, low in enumerate(range(0, LANES, 32)):
                bits = mask >> beat * LANES + low & (1 << min(LANES, 32)) - 1
                self.write("HOST_ROW", bits, word)
            self._command(1)

    def read_mask(self, wave, entry):
        """P0 to P6, EXEC or s0 to s3 of a wave: thread 0 is bit 0."""
        mask = 0
        for beat in range(BEATS):
            self._select(wave, entry, 1, beat)
            self._command(0)
            for word, low in enumerate(range(0, LANES, 32)):
                bits = self.read("HOST_ROW", word) & (1 << min(LANES, 32)) - 1
                mask |= bits << beat * LANES + low
        return mask

    # Programs.

    def load(self, programs):
        """Loads the words of each wave, one behind the other, and says where each starts."""
        self.started, first = 0, 0
        if sum(map(len, programs.values())) > PROGRAM_WORDS:
            raise ValueError(f"the program memory holds {PROGRAM_WORDS} instructions")
        for wave, words in programs.items():
            _checked("a wave", wave, 0, WAVES - 1)
            for number, machine_word in enumerate(words, first):
                _checked("a machine word", machine_word, 0, 2**128 - 1)
                for quarter in range(4):
                    data = machine_word >> 32 * quarter & 0xFFFFFFFF
                    self.write("PROGRAM", data, 4 * number + quarter)
            self.write("PROGRAM_COUNTER", first, wave)
            self.started |= 1 << wave
            first += len(words)

    def run(self):
        """Runs what was loaded to its end; the cycles that it took. Load again to run again."""
        before = self.counter("CYCLES")
        self.write("WAVES", self.started)
        self._until("STATUS", "busy", "waves still run")
        if self.field("STATUS", "illegal"):
            wave, word = (self.field("ILLEGAL", name) for name in ["wave", "word"])
            raise LanebeatError(f"word {word} of the program, of wave {wave}, is no instruction")
        cycles = self.counter("CYCLES") - before
        if cycles < 0:
            raise LanebeatError("CYCLES fell while the program ran; the board was reset meanwhile")
        return cycles
