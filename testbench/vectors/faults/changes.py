"""Single changes of a Verilog module: operators, constants, conditions, ranges, bounds."""

import random
import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|\(\*(?!\)).*?\*\)|"[^"\n]*"|\s+)
      | (?P<literal>\d+'[bdh][0-9a-fA-F_]+)
      | (?P<number>\d+)
      | (?P<name>[A-Za-z_$][\w$]*)
      | (?P<operator><<<|>>>|===|!==|<<|>>|<=|>=|==|!=|&&|\|\||\+:|-:|.)""",
    re.VERBOSE | re.DOTALL,
)
BINARY = {
    "+": "-",
    "-": "+",
    "*": "+",
    "&": "|",
    "|": "&",
    "^": "|",
    "&&": "||",
    "||": "&&",
    "==": "!=",
    "!=": "==",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "<<": ">>",
    ">>": "<<",
    ">>>": ">>",
}
# What is dropped, and reductions.
UNARY = {"~": "", "!": "", "&": "|", "|": "&", "^": "|"}
DECLARING = {"wire", "reg", "integer", "genvar", "localparam"}
KINDS = ("operator", "condition", "constant", "range", "bound")


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    place: int


@dataclass(frozen=True)
class Change:
    """`old` at `place` of a module's text becomes `new`."""

    module: str
    kind: str
    place: int
    old: str
    new: str
    line: int

    def made_in(self, text):
        assert text.startswith(self.old, self.place)
        return text[: self.place] + self.new + text[self.place + len(self.old) :]

    def __str__(self):
        shown = [re.sub(r"\s+", " ", part) for part in (self.old, self.new)]
        change = f"`{shown[0]}` becomes `{shown[1] or 'nothing'}`"
        return f"{self.module}.v:{self.line}: {self.kind}: {change}"


def tokens(text):
    found = []
    for match in TOKEN.finditer(text):
        if match.lastgroup != "skip":
            found.append(Token(match.lastgroup, match.group(), match.start()))
    return found


def literals(text):
    """The literal one higher, one lower, and with each bit flipped."""
    size, base, digits = re.fullmatch(r"(\d+)'(.)(\w+)", text).groups()
    width, radix = int(size), {"b": 2, "d": 10, "h": 16}[base]
    value = int(digits.replace("_", ""), radix)
    others = {(value + 1) % 2**width, (value - 1) % 2**width} | {
        value ^ 1 << bit for bit in range(width)
    }
    written = {"b": "{:b}", "d": "{:d}", "h": "{:x}"}[base]
    return [f"{size}'{base}{written.format(other)}" for other in sorted(others - {value})]


def neighbours(text):
    value = int(text)
    return [str(other) for other in (value - 1, value + 1) if other >= 0]


class Reader:
    """Walks through a module's tokens and keeps what may be changed."""

    def __init__(self, module, text):
        self.module, self.text, self.tokens = module, text, tokens(text)
        self.choices = []
        self.statement = 0  # where the statement began
        self.open = []  # (bracket, index) of what is open

    def all(self):
        """A list of lists: the changes of one place each."""
        for index, token in enumerate(self.tokens):
            self.look(index, token)
            if token.text in "([{":
                self.open.append((token.text, index))
            elif token.text in ")]}" and self.open:
                self.open.pop()
            elif token.text in (";", "begin", "end", "else") and not self.open:
                self.statement = index + 1
        return self.choices

    def before(self, index):
        return self.tokens[index - 1] if index else Token("operator", ";", 0)

    def words(self, index):
        """The statement up to a token."""
        return [token.text for token in self.tokens[self.statement : index]]

    def add(self, kind, place, old, new_texts):
        line = self.text.count("\n", 0, place) + 1
        made = [Change(self.module, kind, place, old, new, line) for new in new_texts]
        if made:
            self.choices.append(made)

    def look(self, index, token):
        statement = self.words(index)
        if "module" in statement[:1]:
            return  # Ports, and parameters that every instance sets.
        if self.open and self.open[0][0] == "(" and self.before(self.open[0][1]).text == "for":
            return self.bound(index, token)
        if token.kind == "literal":
            self.add("constant", token.place, token.text, literals(token.text))
        elif token.kind == "number":
            self.number(index, token, statement)
        elif token.text == "[":
            self.shifted(index)
        elif token.text == "?":
            self.condition(index)
        elif token.text == "(" and self.before(index).text == "if":
            self.negated_if(index)
        elif token.kind == "operator":
            self.operator(index, token, statement)

    def number(self, index, token, statement):
        """A place in a word, a count of copies; one bit or row less where something is declared."""
        if not DECLARING & set(statement[:1]) or "=" in statement:
            self.add("range", token.place, token.text, neighbours(token.text))
        elif token.text != "0":
            kind = "bound" if statement[-1] == ":" else "range"
            self.add(kind, token.place, token.text, [str(int(token.text) - 1)])

    def operator(self, index, token, statement):
        before = self.before(index)
        is_binary = before.kind in ("name", "literal", "number") or before.text in (")", "]", "}")
        is_assignment = token.text == "<=" and not self.open and "=" not in statement
        if token.text == "*" and before.text in ("@", "(") or is_assignment:
            return
        if is_binary and token.text in BINARY:
            self.add("operator", token.place, token.text, [BINARY[token.text]])
        elif not is_binary and token.text in UNARY:
            self.add("operator", token.place, token.text, [UNARY[token.text]])

    def bound(self, index, token):
        if token.kind == "number" and self.before(index).text in ("<", "<=", "="):
            self.add("bound", token.place, token.text, neighbours(token.text))
        elif token.text == "<":
            self.add("bound", token.place, "<", ["<="])

    def closing(self, index):
        depth = 0
        for place in range(index, len(self.tokens)):
            depth += (self.tokens[place].text in "([{") - (self.tokens[place].text in ")]}")
            if depth == 0:
                return place
        return len(self.tokens) - 1

    def shifted(self, index):
        """Both ends of `[7:4]` one place up or down; of a declaration that would rename bits."""
        inside = self.tokens[index + 1 : self.closing(index)]
        numbers = [token for token in inside if token.kind == "number"]
        if len(inside) != 3 or len(numbers) != 2 or inside[1].text != ":":
            return
        if DECLARING & set(self.words(index)[:1]) and "=" not in self.words(index):
            return
        high, low = (int(token.text) for token in numbers)
        old = self.text[inside[0].place : inside[2].place + len(inside[2].text)]
        moved = [(high + 1, low + 1)] + ([(high - 1, low - 1)] if low else [])
        self.add("range", inside[0].place, old, [f"{h}:{l}" for h, l in moved])

    def condition(self, index):
        """The condition of a `?` negated, which swaps its arms."""
        depth, first = 0, index
        while first > self.statement:
            text = self.tokens[first - 1].text
            depth += (text in ")]}") - (text in "([{")
            if depth < 0 or depth == 0 and text in ("=", "?", ":", ","):
                break
            first -= 1
        last = self.tokens[index - 1]
        old = self.text[self.tokens[first].place : last.place + len(last.text)]
        self.add("condition", self.tokens[first].place, old, [f"!({old})"])

    def negated_if(self, index):
        last = self.tokens[self.closing(index)]
        start = self.tokens[index].place
        old = self.text[start : last.place + 1]
        self.add("condition", start, old, [f"(!{old})"])


def sample(module, text, count, seed):
    """The changes of up to `count` places (0: all), one each, of all kinds in turn."""
    order = random.Random(f"{seed} {module}")
    kinds = {kind: [] for kind in KINDS}
    for changes in Reader(module, text).all():
        kinds[changes[0].kind].append(changes)
    for places in kinds.values():
        order.shuffle(places)
    rounds = max(map(len, kinds.values()))
    spread = [
        places[number]
        for number in range(rounds)
        for places in kinds.values()
        if number < len(places)
    ]
    return [order.choice(changes) for changes in spread[: count or None]]
