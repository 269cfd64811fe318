"""Which written modules an answer is about, for the statement of `lanebeat generate --proofs`."""

import csv
import hashlib
import re

import barriers
import lanes
import symfpu
import system
import tools
import units

PROVED = tools.ROOT / "src" / "cli" / "proved.csv"
# By kind of subject: how the other solver or program is called that says so.
BY = {"iprove": "abc", "cadical": "CaDiCaL", tools.INVARIANT: "abc, accepted by CaDiCaL"}


def tops(subject):
    """The modules that a subject is about, without those below them, and what is cut out."""
    match subject:
        case lanes.Lane(sample=0):
            return ["lane"], ["float"]
        case symfpu.Operation(sample=0):
            return ["float"], []
        case units.Unit(top="redux"):
            return ["redux_pair", "redux_leaf"], []
        case units.Unit(top="floats"):
            return ["float"], []
        case units.Unit(top="matches"):
            return ["vote"], []
        case units.Unit(top="shuffles"):
            return ["execute"], []
        case barriers.Barriers():
            return ["barriers"], []
        case system.Part(top="slave"):
            return ["axi_slave"], []
        case system.Part(top="program"):
            return ["program_memory"], []
    return None


def modules(subject, verilog=None):
    """Names of the modules, and a digest of their text from `module` on; `None` if nothing is stated of them.

    `verilog` is the folder with the text, where that is not the subject's own.
    """
    if (named := tops(subject)) is None:
        return None
    verilog = verilog or tools.written(subject)
    waiting, cut = ([f"lanebeat_{name}" for name in names] for names in named)
    texts = {}
    while waiting:
        name = waiting.pop()
        if name not in texts and name not in cut:
            texts[name] = body(name, verilog)
            inside = set(re.findall(r"\blanebeat_\w+", texts[name]))
            waiting += [other for other in inside if (verilog / f"{other}.v").exists()]
    names = sorted(texts)
    return " ".join(names), digest(texts[name] for name in names)


def digest(texts):
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:16]


def body(name, verilog):
    """The text of a module from `module` on."""
    text = (verilog / f"{name}.v").read_text()
    return text[text.index("\nmodule ") + 1 :]


def digest_of(names, verilog):
    """The digest of those of the modules that a folder has."""
    return digest(body(name, verilog) for name in names.split() if (verilog / f"{name}.v").exists())


def write(found):
    """Writes what is asked of each subject, if the answer to all of that is known of a text."""
    parts = dict(lanes=lanes, units=units, symfpu=symfpu, system=system, barriers=barriers)
    with open(PROVED, "w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["subject", "question", "by", "seconds", "modules", "digest"])
        for kind, part in parts.items():
            every = part.SUBJECTS["quick"] + part.SUBJECTS["nightly"]
            asked = {subject.name(): [question for question, _ in subject.properties()] for subject in every}
            for subject, entries in found.get(kind, {}).items():
                questions = asked.get(subject, [])
                if not all("about" in entries.get(question, {}) for question in questions):
                    continue
                for question, entry in entries.items():
                    if question in questions and entry["verdict"] == "proved":
                        name = "barriers" if kind == "barriers" else subject.removesuffix(lanes.PLAIN.SAYS)
                        name = re.sub(r"^MATCH in \d passes", "MATCH", name)
                        name = re.sub(r"^SHFL in \d pass.*", "wave_shuffle", name)
                        rows.writerow([name, question, entry["by"], entry["seconds"], *entry["about"]])
