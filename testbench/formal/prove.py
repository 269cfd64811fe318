#!/usr/bin/env python3
"""Proves what testbench/formal says of the written Verilog, for every program and every operand.

prove.py              the quick proofs, of which CI runs some
prove.py nightly      the others
prove.py faults       whether proofs refute faults
prove.py page         docs/measure/proofs.md out of what was found last
prove.py machine DIR  what is open in DIR/proofs.md, of the machine that `lanebeat generate --proofs` has written there

Needs yosys, abc and cadical (Debian's `yosys`, `berkeley-abc`, `cadical`), for floats `pyosys` of the
Python index, 0.70 or later, and Lanebeat, built: target/debug/lanebeat, or what LANEBEAT names. Exit status: 0; 1 if something was refuted, or not
decided in time; 2 if it could not be tried.
"""

import argparse
import fcntl
import hashlib
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import about
import barriers
import certificate
import lanes
import machine
import page
import refutation
import reuse
import shorted
import stages
import symfpu
import system
import tools
import units
import written
from faults import FAULTS, changed, faulty

# For what resists: how long its first cycles are looked at.
BOUNDED_SECONDS = 10
# What was found here; and what was found before, which `page` brings up to date.
RESULTS = tools.WORK / "results.json"
KEPT = Path(__file__).resolve().parent / "results.json"


GOALS = ["quick", "nightly", "faults", "page", "machine"]


def pattern(text):
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no regular expression: {error}") from None


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "what", nargs="?", default="quick", choices=GOALS
    )
    parser.add_argument("directory", nargs="?", default="rtl_out", metavar="DIR")
    parser.add_argument("--only", type=pattern, default="", metavar="REGEX", help="proofs whose name matches")
    parser.add_argument(
        "--limit",
        type=int,
        default=240,
        metavar="SECONDS",
        help="processor time of one proof (240)",
    )
    parser.add_argument(
        "--anew", action="store_true", help="prove also what was proved of the very same circuit"
    )
    return parser.parse_args()


def found():
    """What was found so far, by kind, subject and property."""
    entries = json.loads(KEPT.read_text())
    here = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for kind, subjects in here.items():
        for subject, of in subjects.items():
            known = entries.setdefault(kind, {})
            known[subject] = of if kind == "faults" else known.get(subject, {}) | of
    return entries


def fingerprint(circuit, *how):
    """What an answer is about: the circuit, gate for gate, and what was asked of it."""
    asked = " ".join(map(str, how)).encode()
    return hashlib.sha256(circuit.read_bytes() + asked).hexdigest()[:20]


def numbered(outputs, asked):
    """What a property asks, by numbers: an output for ever, several, or each of its cases (output, fixed inputs)."""
    if isinstance(asked, str):
        return outputs[asked]
    if isinstance(asked, tuple):
        return tuple(outputs[name] for name in asked)
    return [(outputs[name], fixed) for name, fixed in asked]


def decided(circuit, number, method, limit):
    """What abc says of what is asked; if it gives an invariant, another solver must accept that."""
    if method == tools.ALIKE:
        return tools.alike(circuit, number)
    if isinstance(number, tuple):
        answers = [decided(circuit, of_part, method, limit) for of_part in number]
        seconds, clauses = (sum(getattr(answer, key) for answer in answers) for key in ("seconds", "clauses"))
        worst = max(answers, key=lambda answer: ("proved", "unknown", "refuted").index(answer.verdict))
        return replace(worst, seconds=seconds, clauses=clauses)
    if not isinstance(number, int):
        return tools.all_of(circuit, number, method, limit)
    reason = circuit.with_suffix(".pla")
    reason.unlink(missing_ok=True)
    answer = tools.abc(circuit, number, method.format(reason=reason), limit)
    if answer.verdict == "proved" and reason.exists():
        answer.clauses, found = certificate.check(circuit, number, reason)
        answer.replayed(found)
    if answer.verdict == "unknown" and method == tools.INVARIANT:
        first = tools.first_cycles(circuit, number, BOUNDED_SECONDS)
        return first if first.verdict == "refuted" else replace(first, seconds=answer.seconds)
    return answer


def asked(circuit, output, outputs, method, limit):
    """What is found of one property."""
    return decided(circuit, numbered(outputs, output), method, limit)


class Book:
    """Prints what is found, and keeps it for the page; two runs may do so at a time."""

    def __init__(self, is_anew):
        self.is_anew, self.bad, self.told = is_anew, 0, 0

    def knows(self, kind, subject, of, wanted, text=None, by=None):
        """Whether this was found of the very same circuit: then it is not tried again."""
        entries = found().get(kind, {}).get(subject, {})
        if self.is_anew:
            return False
        for name, entry in entries.items():
            if (entry.get("of"), entry["verdict"]) == (of, wanted):
                self.told += 1
                print(f"{wanted:20} {'as before':>9}  {subject}: {name}", flush=True)
                if text and entry.get("about") != list(text):
                    self.keep(kind, subject, name, entry | dict(about=text, by=by))
                return True
        return False

    def enter(self, kind, subject, name, answer, wanted, of, text=None, by=None):
        is_good = answer.verdict == wanted
        self.bad += not is_good
        self.told += 1
        verdict = {
            "proved": "proved",
            "refuted": f"refuted in cycle {answer.depth}",
            "bounded": f"not in {answer.depth} cycles",
        }.get(answer.verdict, "not decided")
        mark = "" if is_good else "  <---"
        print(f"{verdict:20} {answer.seconds:7.1f} s  {subject}: {name}{mark}", flush=True)
        seconds = round(answer.seconds, 1)
        entry = dict(verdict=answer.verdict, seconds=seconds, depth=answer.depth, of=of)
        if text:
            entry.update(about=text, by=by)
        if answer.clauses:
            entry["clauses"] = answer.clauses
        if answer.replays:
            entry.update(replays=answer.replays, solved=round(answer.solved, 1), replay=round(answer.replay, 1))
        if answer.questions:
            entry.update(questions=answer.questions, longest=round(answer.longest, 1))
        self.keep(kind, subject, name, entry)

    def keep(self, kind, subject, name, entry):
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        with open(RESULTS.with_suffix(".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            entries = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
            of_subject = entries.setdefault(kind, {}).setdefault(subject, {})
            if kind == "faults":
                of_subject.clear()
            of_subject[name] = entry
            new = RESULTS.with_suffix(".new")
            new.write_text(json.dumps(entries, indent=1))
            new.replace(RESULTS)


def prove(subjects, kind, book, options):
    """Proves each property of each subject, and that what it speaks of can happen."""
    for subject in subjects:
        properties, covers = (
            [(name, of) for name, of in named if options.only.search(f"{subject.name()}: {name}")]
            for named in (subject.properties(), subject.covers())
        )
        if not properties and not covers:
            continue
        circuit, outputs = subject.build()
        text, by = about.modules(subject), about.BY.get(subject.METHOD.split("; ")[-1])

        def ask(kind, name, number, how, wanted, answer):
            of = fingerprint(circuit, number, how)
            if not book.knows(kind, subject.name(), of, wanted, text, by):
                book.enter(kind, subject.name(), name, answer(), wanted, of, text, by)

        for name, output in properties:
            number = numbered(outputs, output)
            if kind == "machines" and name in subject.bounded:
                ask(
                    kind,
                    name,
                    number,
                    f"first {BOUNDED_SECONDS} s",
                    "bounded",
                    lambda: tools.first_cycles(circuit, number, BOUNDED_SECONDS),
                )
                continue
            ask(
                kind,
                name,
                number,
                subject.METHOD,
                "proved",
                lambda: decided(circuit, number, subject.METHOD, options.limit),
            )
        for name, output in covers:
            number = numbered(outputs, output)
            ask(
                f"{kind} covers",
                name,
                number,
                subject.COVER,
                "refuted",
                lambda: tools.abc(circuit, number, subject.COVER, options.limit),
            )


def refute(book, options):
    """Says which properties a faulty machine breaks, and in which cycle the first of them.

    A fault that is thought to be harmless must leave every property proved. Of the others too, the text that is
    changed must be there.
    """
    for fault in FAULTS:
        changed(fault)
    for fault in FAULTS:
        if not options.only.search(fault.name()):
            continue
        circuit, outputs = faulty(fault)
        wanted = "proved" if fault.is_harmless else "refuted"
        of = fingerprint(circuit, fault.subject.METHOD, fault.properties())
        if book.knows("faults", fault.name(), of, wanted):
            continue

        def answers(method):
            for name, output in fault.properties():
                number = numbered(outputs, output)
                yield name, decided(circuit, number, method, options.limit)

        if fault.is_harmless:
            found = dict(answers(fault.subject.METHOD))
            seconds = sum(answer.seconds for answer in found.values())
            others = [name for name, answer in found.items() if answer.verdict != "proved"]
            named = ", ".join(others) or "every property"
            first = found[others[0]] if others else tools.Answer("proved", 0)
            entry = tools.Answer(first.verdict, seconds, first.depth)
            book.enter("faults", fault.name(), named, entry, "proved", of)
            continue
        method, first = fault.subject.METHOD, tools.Answer("refuted", 0)
        if "bad" in outputs:
            first = tools.abc(circuit, outputs["bad"], fault.subject.COVER, options.limit)
            method = f"scleanup; bmc3 -F {first.depth + 1}"
        broken = (
            [name for name, answer in answers(method) if answer.verdict == "refuted"]
            if first.verdict == "refuted"
            else []
        )
        entry = tools.Answer(first.verdict if broken else "unknown", first.seconds, first.depth)
        named = ", ".join(broken) or "no property"
        book.enter("faults", fault.name(), named, entry, "refuted", of)


def main():
    options = arguments()
    # The quick ones are proved anew.
    book = Book(options.anew or options.what == "quick")
    refutation.replays = options.what == "quick"
    try:
        if options.what == "page":
            entries = found()
            page.write(entries)
            about.write(entries)
            KEPT.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n")
        elif options.what == "faults":
            refute(book, options)
        elif options.what == "machine":
            book.bad = written.answer(options.directory, asked, options.limit)
        else:
            prove(lanes.SUBJECTS[options.what], "lanes", book, options)
            prove(units.SUBJECTS[options.what], "units", book, options)
            prove(symfpu.SUBJECTS[options.what], "symfpu", book, options)
            prove(stages.SUBJECTS[options.what], "stages", book, options)
            prove(shorted.SUBJECTS[options.what], "shorted", book, options)
            prove(system.SUBJECTS[options.what], "system", book, options)
            prove(barriers.SUBJECTS[options.what], "barriers", book, options)
            prove(reuse.SUBJECTS[options.what], "reuse", book, options)
            prove(machine.SUBJECTS[options.what], "machines", book, options)
        if not book.told and options.what in ("quick", "nightly", "faults"):
            raise tools.Failed(f"none of `{options.what}` has a name with `{options.only.pattern}`; docs/measure/proofs.md lists names")
    except tools.Failed as failure:
        print(f"could not be tried: {failure}", file=sys.stderr)
        return 2
    if book.bad:
        print(f"{book.bad} are not as they should be")
    return int(book.bad > 0)


if __name__ == "__main__":
    sys.exit(main())
