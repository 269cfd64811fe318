"""docs/measure/proofs.md out of results.json: what stands between the markers is written here."""

from faults import FAULTS
from lanes import GROUPS, PLAIN, VIDEO
from machine import COVERS, COVERS_OF_PARTS, PROPERTIES, PROPERTIES_OF_PARTS
from shorted import DEPTHS, PRESETS, Depth
from tools import ROOT

PAGE = ROOT / "docs" / "measure" / "proofs.md"
BEGIN, END = "<!-- prove.py -->", "<!-- end of prove.py -->"
OF_MACHINES = PROPERTIES | PROPERTIES_OF_PARTS


def cell(entry):
    if entry is None:
        return ""
    if entry["verdict"] == "proved":
        return f"{entry['seconds']:.1f}"
    if entry["verdict"] == "bounded":
        return f"{entry['depth']} cycles"
    return "not decided" if entry["verdict"] == "unknown" else "**refuted**"


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def machines(found):
    """A row for each machine, a column for each property: seconds of the proof."""
    rows = []
    for subject, entries in sorted(found.get("machines", {}).items()):
        cells = (cell(entries.get(name)) for name in OF_MACHINES)
        rows.append([f"`{subject}`", *cells, clauses(entries.values())])
    return table(["machine", *OF_MACHINES, "clauses"], rows)


def clauses(entries):
    """How many clauses invariants have that another solver has accepted, and how many these are."""
    accepted = [entry["clauses"] for entry in entries if "clauses" in entry]
    return f"{sum(accepted)} in {len(accepted)}" if accepted else ""


def lane(found):
    entries = found.get("lanes", {})
    plain = entries.get(PLAIN.name(), {})
    return table(
        ["operations", "what is proved", "seconds", "without bits, video, float"],
        [
            [name, says, cell(entries.get(file, {}).get(name)), cell(plain.get(name))]
            for file, operations in (("lane", GROUPS), ("video", VIDEO))
            for name, says in operations.items()
        ],
    )


def stages(found):
    """A row for each number of stages, a column for each class of opcodes."""
    subjects = found.get("stages", {})
    classes = [name for entries in subjects.values() for name in entries]
    classes = sorted(set(classes))
    rows = [
        [subject, *(cell(entries.get(name)) for name in classes)]
        for subject, entries in subjects.items()
    ]
    return table(["execute", *classes], rows)


def shorted(found, sentence):
    """A row for each preset, a column for each number of stages."""
    subjects = found.get("shorted", {})
    rows = []
    for preset in PRESETS:
        names = [f"{preset} with {stages} stages" for stages in DEPTHS]
        entries = [subjects.get(name, {}).get(sentence) for name in names]
        rows.append([f"`{preset}`", *map(cell, entries)])
    return table(["preset", *map(str, DEPTHS)], rows)


def units(found):
    rows = []
    for subject, entries in found.get("units", {}).items():
        for sentence, entry in entries.items():
            rows.append([subject, sentence, cell(entry)])
    return table(["unit", "what is proved", "seconds"], rows)


def symfpu(found):
    """A row for each question of each operation, with how often it was asked."""
    rows = []
    for subject, entries in found.get("symfpu", {}).items():
        for sentence, entry in entries.items():
            if "a sample" not in subject:
                figures = [str(entry["questions"]), cell(entry), f"{entry['longest']:.1f}"]
                rows.append([subject, sentence, *figures])
    return table(["operation", "what is proved", "questions", "seconds", "the longest"], rows)


def parts(found):
    """The system's properties, then what can happen in it."""
    rows = [
        [part, sentence, figures(entries, cell), clauses([entry for entry in entries if entry])]
        for part, sentence, entries in variants(found.get("system", {}))
    ]
    possible = [
        [part, name, figures(entries, reached)]
        for part, name, entries in variants(found.get("system covers", {}))
    ]
    return (
        table(["part", "what is proved", "seconds", "clauses"], rows)
        + "\n\n"
        + table(["part", "what can happen", "in cycle"], possible)
    )


def barriers(found):
    """The barriers of machines, then the cores around them: a row for each sentence, a column for each machine."""
    tables = []
    for beginning in ("barriers of ", "core around the barriers of "):
        subjects = {
            name.removeprefix(beginning): entries
            for name, entries in found.get("barriers", {}).items()
            if name.startswith(beginning)
        }
        sentences = list(next(iter(subjects.values()), {}))
        rows = [
            [sentence, *(cell(entries.get(sentence)) for entries in subjects.values())]
            for sentence in sentences
        ]
        rows.append(["clauses", *(clauses(list(entries.values())) for entries in subjects.values())])
        tables.append(table(["what is proved", *(f"`{name}`" for name in subjects)], rows))
    possible = {}
    for entries in found.get("barriers covers", {}).values():
        for name, entry in entries.items():
            possible.setdefault(name, []).append(entry)
    rows = [[name, figures(entries, reached)] for name, entries in possible.items()]
    return tables + [table(["what can happen", "in cycle"], rows)]


def reuse(found):
    """A row for each sentence about a reuse cache, then one for what can happen."""
    rows = [
        [subject, sentence, cell(entry), clauses([entry])]
        for subject, entries in found.get("reuse", {}).items()
        for sentence, entry in entries.items()
    ]
    possible = [
        [subject, name, reached(entry)]
        for subject, entries in found.get("reuse covers", {}).items()
        for name, entry in entries.items()
    ]
    return (
        table(["operand", "what is proved", "seconds", "clauses"], rows)
        + "\n\n"
        + table(["operand", "what can happen", "in cycle"], possible)
    )


# The registers of other systems have the properties of the first.
VARIANTS = {"registers of 3 waves": "registers", "registers beside 8 collectors": "registers"}


def variants(subjects):
    """Each property of a part, with what was found for the part and its variants."""
    for part, sentences in subjects.items():
        if part in VARIANTS:
            continue
        others = [subjects.get(name, {}) for name, of in VARIANTS.items() if of == part]
        for sentence, entry in sentences.items():
            yield part, sentence, [entry, *(other.get(sentence) for other in others)]


def figures(entries, text):
    """The figures, once where all are the same."""
    texts = [text(entry) if entry else "–" for entry in entries]
    return texts[0] if len(set(texts)) == 1 else ", ".join(texts)


def reached(entry):
    return str(entry["depth"]) if entry["verdict"] == "refuted" else "not seen"


def covers(found):
    """For each cover the cycles after power-up in which it first happens, over all machines."""
    rows = []
    for name in COVERS + COVERS_OF_PARTS:
        asked = [
            entries.get(name, {})
            for entries in found.get("machines covers", {}).values()
            if name in COVERS or name in entries
        ]
        cycles = [entry["depth"] for entry in asked if entry.get("verdict") == "refuted"]
        missing = len(asked) - len(cycles)
        spread = f"{min(cycles)} to {max(cycles)}" if cycles else "never"
        rows.append([name, spread, str(missing)])
    return table(["what can happen", "in cycle", "machines in which it was not seen"], rows)


def replays(found):
    """Where another program has accepted CaDiCaL's proof, and seconds of both."""
    rows = []
    for kind in ("machines", "units", "system", "barriers", "symfpu"):
        for subject, entries in found.get(kind, {}).items():
            replayed = [entry for entry in entries.values() if "replays" in entry]
            if replayed:
                count, *seconds = (sum(entry[key] for entry in replayed) for key in ("replays", "solved", "replay"))
                rows.append([f"`{subject}`", str(count), *(f"{second:.1f}" for second in seconds)])
    return table(["subject", "proofs", "CaDiCaL", "dratify"], rows)


def faults(found):
    rows = []
    for fault in FAULTS:
        subject, says = fault.subject.name(), fault.says
        answers = found.get("faults", {}).get(fault.name())
        if not answers:
            rows.append([f"`{subject}`", says, "", "not tried"])
            continue
        ((name, entry),) = answers.items()
        verdict = {
            "refuted": f"refuted in cycle {entry['depth']}" if entry["depth"] > 0 else "refuted",
            "proved": "proved",
        }.get(entry["verdict"], f"not decided in {entry['seconds']:.0f} s")
        rows.append([f"`{subject}`", says, name, verdict])
    return table(["in", "fault", "by", "verdict"], rows)


def write(found):
    """Replaces what stands between the markers of the page."""
    properties = table(
        ["property", "what is proved"], [[name, says] for name, says in OF_MACHINES.items()]
    )
    of_barriers, of_cores, happening = barriers(found)
    sections = [
        "## Machines\n\n"
        + properties
        + "\n\nSeconds of processor time for each machine; where a number of cycles stands instead,"
        + "\nno run of as many cycles after power-up breaks the property, and no more is known. Where"
        + "\nnothing stands the property was not asked. The clauses are those of the invariants that `pdr`"
        + "\ngave as reasons and that CaDiCaL has accepted for the circuit as it was built; the others are"
        + "\nof runs that did not ask CaDiCaL:\n\n"
        + machines(found),
        "## The lane\n\nWhere nothing stands, it was not asked:\n\n" + lane(found),
        "## Units\n\n" + units(found),
        "## Floats\n\nThe written unit gives what SymFPU gives, for all such operands; "
        + "seconds of processor time:\n\n"
        + symfpu(found),
        "## Pipeline registers\n\nSeconds of the proof that `execute` with pipeline registers gives what"
        + "\n`execute` without them makes of the operands so many cycles before:\n\n"
        + stages(found)
        + "\n\nThe written text of presets, by the number of stages: seconds in which each module is found to be,"
        + "\nflip-flops taken for wires, what it is without stages, operation for operation:\n\n"
        + shorted(found, Depth.SAYS)
        + "\n\nand in which along every path as many flip-flops are counted; where nothing stands it was not asked:\n\n"
        + shorted(found, Depth.COUNTS),
        "## The system\n\nThree figures are for the registers of 2 waves, of 3 waves, and beside 8 collectors, one for all"
        + "\nof them; – was not asked:\n\n"
        + parts(found),
        "## Barriers\n\nBarriers of presets, with all waves and lanes; seconds of processor time:\n\n"
        + of_barriers
        + "\n\nThe core around them, which says what they see and does what they answer:\n\n"
        + of_cores
        + "\n\nThe cycle is that of each machine in turn, one for all of them if it is the same:\n\n"
        + happening,
        "## Reuse cache\n\nThe core is `two_bank` with 16 lanes, one beat, 4 registers and 2 waves;"
        + "\nPLACE is the operand, a, b or c:\n\n"
        + reuse(found),
        "## Proofs that are replayed\n\nCaDiCaL writes down what it learns, and dratify, which shares nothing with it, replays short proofs"
        + "\nof the quick run; seconds of processor time of both:\n\n"
        + replays(found),
        "## That something happens\n\n" + covers(found),
        "## Faults\n\n" + faults(found),
    ]
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(before + BEGIN + "\n" + "\n\n".join(sections) + "\n" + END + after)
