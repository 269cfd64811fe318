"""Verilog that the measurements need besides what Lanebeat writes."""

import re

BOUNDARY = '(* keep_hierarchy = "yes" *)\n'
COLUMN = re.compile(re.escape(BOUNDARY) + r"module (lanebeat_crossbar_column_\d+) .*?^endmodule\n", re.DOTALL | re.MULTILINE)


def column(verilog, words, body):
    """`verilog` with the crossbar's column rewritten."""
    bits = (words - 1).bit_length()
    text = (
        f" (\n    input  wire [{32 * words - 1}:0] words,\n"
        f"    input  wire [{bits - 1}:0] source,\n    output wire [31:0] word\n);\n{body}endmodule\n"
    )
    changed, count = COLUMN.subn(lambda found: BOUNDARY + f"module {found[1]}{text}", verilog)
    assert count == 1, "the shuffle has one column with a boundary"
    return changed


def without_boundary(verilog, words):
    return COLUMN.sub(lambda found: found[0].removeprefix(BOUNDARY), verilog)


def tree(low_bits_first):
    """A binary tree that looks at bit 0 of the select first, or last."""

    def written(verilog, words):
        lines, before, count = [], "words", words
        bits = range((words - 1).bit_length())
        for bit in bits if low_bits_first else reversed(bits):
            count //= 2
            places = [[2 * pair + odd if low_bits_first else pair + odd * count for pair in reversed(range(count))] for odd in (0, 1)]
            zero, one = (", ".join(f"{before}[{32 * place + 31}:{32 * place}]" for place in row) for row in places)
            lines.append(f"    wire [{32 * count - 1}:0] level_{bit} = source[{bit}] ? {{{one}}} : {{{zero}}};\n")
            before = f"level_{bit}"
        return column(verilog, words, "".join(lines) + f"    assign word = {before};\n")

    return written


def and_or(verilog, words):
    """A decoder, and the or of all words that it lets pass."""
    terms = " |\n        ".join(f"(words[{32 * word + 31}:{32 * word}] & {{32{{chosen[{word}]}}}})" for word in range(words))
    return column(verilog, words, f"    wire [{words - 1}:0] chosen = {words}'d1 << source;\n    assign word =\n        {terms};\n")


COLUMNS = {
    "indexed part-select, boundary (as written)": lambda verilog, words: verilog,
    "the same without a boundary": without_boundary,
    "binary tree, high bit first, boundary": tree(low_bits_first=False),
    "binary tree, low bit first, boundary": tree(low_bits_first=True),
    "AND-OR with a decoder, boundary": and_or,
}


def tied(*names):
    """Changes that make wires 0."""
    return [(rf"(wire {name} =)[^;]*;", r"\1 1'b0;") for name in names]


def never(*operations):
    """Changes after which the lane's choice is none of these."""
    return [(rf"\(choice(\[0\])? == {operation}_CHOICE\)", "1'b0") for operation in operations]


LOOKS_UP, PERMUTES, EXTRACTS, MAKES_MASK = tied("looks_up"), tied("permutes"), tied("extracts"), tied("makes_mask")
SIGNED, ADDS = tied("extracts_signed"), never("SHLADD")
# Operations of the feature `bits`, and the changes after which a lane does not decode them.
BIT_OPERATIONS = {
    "`LOP3.LUT`": LOOKS_UP,
    "`LOP3.LUT`, `LOP3.P`": LOOKS_UP + tied("looks_up_any"),
    "`IADD3`": never("IADD3"),
    "`IADD.CC`, `ISUB.CC`, `ISUB.BB`": tied("takes_carry", "takes_borrow", "borrows_reversed", "carry_of_sum") + never("IADD_CC"),
    "`SHF.R.U64`, `SHF.L.U64.HI`": tied("funnels"),
    "`PRMT`": PERMUTES,
    "`PRMT`, `v_perm_b32`": PERMUTES + tied("permutes_by_bytes"),
    "`BFE.U32`": EXTRACTS,
    "`BFE.U32`, `BFE.S32`": EXTRACTS + SIGNED,
    "`BMSK`": MAKES_MASK,
    "`BFE.U32`, `BFE.S32`, `BMSK`": EXTRACTS + SIGNED + MAKES_MASK,
    "`SHLADD`, `LEA`": ADDS,
    "`SHLADD`, `LEA`, `LEA.HI`": ADDS + never("LEA_HI"),
    "`SHLOR`": never("SHLOR"),
    "`ADDSHL`": never("ADDSHL"),
    "`MBCNT`": [(r"\(~choice\[2\] \| choice\[3\]\)", "~choice[2]")],
    "compares with a predicate": [(r"immediate\[1:0\]", "2'd0")],
}


def without(verilog, changes):
    """A lane with these changes, each of which is there."""
    for pattern, text in changes:
        verilog, count = re.subn(pattern, text, verilog)
        assert count, f"the lane has {pattern}"
    return verilog


def whole_row(bits, name="whole_row"):
    """A single-port memory of 256 rows that are written whole."""
    return f"""module {name} (
    input wire clock, input wire enable, input wire write, input wire [7:0] address,
    input wire [{bits - 1}:0] data, output reg [{bits - 1}:0] read_data
);
    (* ram_style = "block", no_rw_check *)
    reg [{bits - 1}:0] rows [0:255];
    always @(posedge clock) begin
        if (enable) begin
            if (write) rows[address] <= data;
            else read_data <= rows[address];
        end
    end
endmodule
"""


def four_rows(bits):
    """Four of them side by side."""
    return whole_row(bits, "one_row") + f"""module four_rows (
    input wire clock, input wire [3:0] enable, input wire [3:0] write, input wire [31:0] address,
    input wire [{4 * bits - 1}:0] data, output wire [{4 * bits - 1}:0] read_data
);
    genvar copy;
    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : file
            one_row unit (
                .clock(clock), .enable(enable[copy]), .write(write[copy]), .address(address[copy*8 +: 8]),
                .data(data[copy*{bits} +: {bits}]), .read_data(read_data[copy*{bits} +: {bits}])
            );
        end
    endgenerate
endmodule
"""


def registered(verilog, top):
    """`top` between registers: inputs from a chain that one pin fills, outputs into registers whose parity is another pin.

    The chain is mixed so that no register of it is one inside `top`, some cycles later; the parity takes two steps.
    """
    head = verilog[verilog.index(f"module {top} ") :]
    pattern = r"^    (input|output) +wire +(?:\[(\d+):0\] +)?(\w+)"
    ports = re.findall(pattern, head[: head.index(");")], re.MULTILINE)
    width = {"input": 0, "output": 0}
    connections = []
    for direction, high, name in ports:
        if name == "clock":
            connections.append("        .clock(clock)")
            continue
        bits = int(high or 0) + 1
        wire = "from_chain" if direction == "input" else "result"
        connections.append(f"        .{name}({wire}[{width[direction] + bits - 1}:{width[direction]}])")
        width[direction] += bits
    groups = -(-width["output"] // 16)
    comma = ",\n"
    return f"""module registered (input wire clock, input wire serial, output reg parity);
    reg [{width["input"] - 1}:0] from_chain;
    wire [{width["output"] - 1}:0] result;
    reg [{width["output"] - 1}:0] result_q;
    reg [{groups - 1}:0] parities;
    integer group;
    always @(posedge clock) begin
        from_chain <= {{from_chain[{width["input"] - 2}:0], serial}} ^ {{from_chain[{width["input"] - 8}:0], from_chain[{width["input"] - 1}:{width["input"] - 7}]}};
        result_q <= result;
        for (group = 0; group < {groups}; group = group + 1)
            parities[group] <= ^(result_q >> (group * 16) & 16'hffff);
        parity <= ^parities;
    end
    {top} unit (
{comma.join(connections)}
    );
endmodule
"""
