"""Faults of the written Verilog. Proofs must refute each: one that cannot fail proves nothing."""

import re
import shutil
from dataclasses import dataclass

import tools
from lanes import Lane
from machine import Machine
from units import FLOATS, PAIR, asks

WIDE, SKEWED = Machine("wide", registers=2), Machine("skewed", registers=2)
PORTS, COPIES = Machine("multi_port", registers=2), Machine("replicated", registers=2)


@dataclass(frozen=True)
class Fault:
    """`old`, a regular expression that a module has once, becomes `new`; `says` what that does."""

    subject: object
    says: str
    module: str
    old: str
    new: str
    is_harmless: bool = False

    def name(self):
        return f"{self.subject.name()}: {self.says}"


FAULTS = [
    Fault(
        WIDE,
        "the interlock does not compare operand b",
        "sequencer",
        r"blocked_term \| blocked_term_2 \|",
        "blocked_term |",
    ),
    Fault(
        WIDE,
        "the interlock does not compare the guard",
        "sequencer",
        r"blocked_term_8 =\s+blocked_term_6 \|",
        "blocked_term_8 =",
    ),
    Fault(
        WIDE,
        "the interlock looks at the other wave",
        "sequencer",
        r"reading_wave == issue_wave",
        "reading_wave != issue_wave",
    ),
    Fault(
        WIDE,
        "every pass retires",
        "sequencer",
        r"reading_valid & ~reading_gathers;",
        "reading_valid;",
    ),
    Fault(
        WIDE,
        "reset retires something",
        "sequencer",
        r"writing_valid <= 1'b0",
        "writing_valid <= 1'b1",
    ),
    Fault(
        WIDE,
        "a is read one cycle early",
        "register_file",
        r"reading_reads_a & \(phase == 2'd3\)",
        "reading_reads_a & (phase == 2'd2)",
    ),
    Fault(
        WIDE,
        "the host takes the port from a read of a",
        "register_file",
        r" \| read_b \| read_c \| read_a;",
        " | read_b | read_c;",
    ),
    Fault(
        WIDE,
        "the mask file is written one cycle late",
        "mask_file",
        r"writing_valid & \(phase == 2'd0\)",
        "writing_valid & (phase == 2'd1)",
    ),
    Fault(
        WIDE,
        "s_andn2_b64 is s_and_b64",
        "core",
        r"exec_masks_exec_row & ~exec_source",
        "exec_masks_exec_row & exec_source",
    ),
    Fault(
        WIDE,
        "REDUX combines one beat less",
        "core",
        r"execute_pass_gathering & \(&execute_pass_beat\)",
        "execute_pass_gathering & ~execute_pass_beat[0]",
    ),
    Fault(
        WIDE,
        "the host is given words for masks",
        "core",
        r"host_was_mask_q <= host_entry",
        "host_was_mask_q <= ~host_entry",
    ),
    Fault(
        PORTS,
        "every beat that executes is gathered",
        "core",
        r"gathering = beat_passes & sequencer_executing_gathers",
        "gathering = beat_passes",
    ),
    Fault(
        PORTS,
        "the guard is not gathered",
        "sequencer",
        r"reading_gathers_masks <=[^;]*;",
        "reading_gathers_masks <= 1'b0;",
    ),
    Fault(
        SKEWED,
        "the interlock does not compare operand c",
        "sequencer",
        r"blocked_term_2 \| blocked_term_3 \|",
        "blocked_term_2 |",
    ),
    Fault(
        SKEWED,
        "the next instruction's destination is written",
        "core",
        r"finishing2_destination_q <= finishing1_destination_q",
        "finishing2_destination_q <= sequencer_executing_destination",
    ),
    Fault(
        COPIES,
        "EXEC is never written",
        "core",
        r"writes_exec = lanes_busy & is_exec",
        "writes_exec = 1'b0",
    ),
    *(
        Fault(
            machine,
            "the interlock does not compare destinations",
            "sequencer",
            r" \| blocked_term_4;",
            ";",
            is_harmless=True,
        )
        for machine in (WIDE, SKEWED)
    ),
    Fault(
        Lane(),
        "the sign of b is not looked at",
        "lane",
        r"signed_product & video_select_x\[31\]",
        "1'b0",
    ),
    Fault(
        Lane(),
        "a signed comparison is one of magnitudes",
        "lane",
        r"less_unsigned \^ video_select_x\[31\] \^ video_select_y\[31\]",
        "less_unsigned",
    ),
    Fault(
        Lane(),
        "SHR.S32 shifts zeros in",
        "lane",
        r"shifts_in_term = is_shift & ",
        "shifts_in_term = 1'b0 & ",
    ),
    Fault(
        Lane(),
        "a count of ones forgets one",
        "lane",
        r"\{26'd0, |\(video_select_x\[31\] & counts_ones\)",
        "1'b0",
    ),
    Fault(Lane(), "PSETP.OR is PSETP.AND", "lane", r"\(p \| q\)", "(p & q)"),
    Fault(
        Lane(), "SHFL.RANGE.F gives all ones", "lane", r"gives_true & ~choice\[3\]", "gives_true"
    ),
    Fault(
        Lane(),
        "one product takes the wrong halves",
        "lane",
        r"\{16'd0, video_select_x\[15:0\]\} \* \{16'd0, video_select_y\[31:16\]\}",
        "{16'd0, video_select_x[31:16]} * {16'd0, video_select_y[31:16]}",
    ),
    Fault(
        FLOATS,
        "the smaller float is the larger",
        "float",
        r"~a_is_nan & \(is_below",
        "~a_is_nan & (~is_below",
    ),
    Fault(FLOATS, "NaN is converted like a number", "float", r"~\(z_is_nan \|", "~(1'b0 |"),
    Fault(
        PAIR,
        "a minimum is the larger word",
        "redux_pair",
        r"extreme & total\[32\];",
        "extreme & ~total[32];",
    ),
    Fault(
        asks(0),
        "VOTE.BALLOT asks for the words of beats",
        "execute",
        r"\(instruction_opcode == REDUX_ADD_U32\)",
        "(instruction_opcode == 8'd227)",
    ),
]


def faulty(fault):
    """The circuit of the faulty machine."""
    number = FAULTS.index(fault)
    source = tools.generate("core", fault.subject.settings())
    folder = tools.WORK / "faulty" / str(number)
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(source, folder / "verilog")
    path = folder / "verilog" / f"lanebeat_{fault.module}.v"
    text, count = re.subn(fault.old, fault.new, path.read_text())
    if count != 1:
        raise tools.Failed(f"{fault.name()}: `{fault.old}` stands {count} times in {path.name}")
    path.write_text(text)
    return fault.subject.build(folder / "verilog", folder / "proof")
