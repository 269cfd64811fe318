//! A self-checking bench of a module, for whoever has a Verilog simulator and nothing else.
//!
//! ```text
//!   {module}_testbench.hex ──$readmemh──► {module}_testbench ──inputs──► {module}
//!     a line a cycle                              ▲                        │
//!                                                 └── compared ◄─outputs───┘
//! ```
//!
//! Every module gets the same bench: what differs is in its vectors. It prints one line that begins
//! with PASS, or lines that begin with FAIL and name the cycle, the port, what it is and what was
//! expected; with [`STOPS`] it stops there.

use super::file::{File, Header};
use super::layout::heading;
use crate::bits::hexadecimal;
use crate::{Bits, Clocking, Module, Port, Reset, bits};

/// Inputs of one cycle, and outputs before the clock edge that ends it. One value a port, in the
/// order of the module's ports of that direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vector {
    /// Whether reset is asserted; of no matter in a module that has none.
    pub reset: bool,
    /// The value of each input, in the order of the ports.
    pub inputs: Vec<Bits>,
    /// The expected value of each output, in the order of the ports.
    pub outputs: Vec<Bits>,
    /// For each output the bits that do not depend on what memories and registers powered up with.
    pub defined: Vec<Bits>,
}

/// The plusarg with which a bench stops when there were differences, for simulators and flows that
/// make an exit status of that. Without it other benches next to it go on.
pub const STOPS: &str = "bench_stops";
/// The plusarg with which a bench dumps all signals into `{module}_testbench.vcd`.
pub const DUMPS: &str = "dump";
/// Differences that are reported one by one.
const MOST_TOLD: usize = 10;
/// Bits of the number that each line begins with, so that a file that is missing or cut off is
/// noticed.
const NUMBER_BITS: usize = 32;

/// The bench of `module` as two files: `{module}_testbench.v` and the vectors that it reads,
/// `{module}_testbench.hex`.
///
/// # Panics
/// When a vector is not one of `module`'s.
pub fn testbench(module: &Module, vectors: &[Vector], header: &Header) -> [File; 2] {
    let name = format!("{}_testbench", module.name);
    let bench = Bench { module, name, clocking: header.clocking };
    let lines: String = vectors
        .iter()
        .enumerate()
        .map(|(number, vector)| bench.line(number, vector) + "\n")
        .collect();
    let title = format!("{}.hex: the vectors of {}.v, a line a cycle.", bench.name, bench.name);
    let hex = format!("{}\n{lines}", heading(&title, header));
    let file = |ending: &str, text| File { name: format!("{}.{ending}", bench.name), text };
    [file("v", bench.text(vectors.len(), header)), file("hex", hex)]
}

/// Bits of an output for which there is one bit that says whether they are defined: 1, or 32 of a
/// port of many words.
fn grain(width: usize) -> usize {
    if width > 64 && width.is_multiple_of(32) { 32 } else { 1 }
}

struct Bench<'m> {
    module: &'m Module,
    name: String,
    clocking: Clocking,
}

impl Bench<'_> {
    /// Names and widths of what a line holds, the highest first.
    fn fields(&self) -> Vec<(String, usize)> {
        let mut fields = vec![("bench_number".to_owned(), NUMBER_BITS)];
        fields.extend(self.module.has_reset().then(|| ("reset".to_owned(), 1)));
        fields.extend(self.module.inputs().map(|port| (port.name.clone(), port.width)));
        for port in self.module.outputs() {
            fields.push((format!("expected_{}", port.name), port.width));
            fields.push((format!("defined_{}", port.name), port.width / grain(port.width)));
        }
        fields
    }

    /// A vector in hexadecimal digits.
    fn line(&self, number: usize, vector: &Vector) -> String {
        let mut values = vec![bits(NUMBER_BITS, number as u128)];
        values.extend(self.module.has_reset().then(|| bits(1, vector.reset.into())));
        values.extend(vector.inputs.iter().cloned());
        for (output, defined) in vector.outputs.iter().zip(&vector.defined) {
            values.push(output.clone());
            values.push(defined.chunks(grain(defined.len())).map(|grain| grain.all()).collect());
        }
        let widths: Vec<usize> = self.fields().into_iter().map(|(_, width)| width).collect();
        assert!(
            values.iter().map(|value| value.len()).eq(widths),
            "a vector of another module than {}",
            self.module.name
        );
        let mut all = Bits::new();
        values.iter().rev().for_each(|value| all.extend_from_bitslice(value));
        hexadecimal(&all)
    }

    fn text(&self, cycles: usize, header: &Header) -> String {
        let (name, module) = (&self.name, &self.module.name);
        let title = format!(
            "{name}: puts recorded inputs into {module} and compares its outputs with what was recorded; prints PASS or FAIL. \
             {name}.hex must lie in the directory that the simulator runs in. It holds a line a cycle: the fields that are \
             assigned from bench_vectors below, the first highest. An output X is compared where defined_X is 1: it has a \
             bit for each bit of X, or for each word of 32 where X is wider than 64; the others depend on what memories \
             power up with. +{DUMPS} dumps all signals into {name}.vcd."
        );
        let fields = self.fields();
        let bits: usize = fields.iter().map(|(_, width)| width).sum();
        let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        let mut sections = vec![heading(&title, header)];
        sections.push(format!(
            "module {name};\n  localparam CYCLES = {cycles};\n\n  reg [{}:0] bench_vectors [0:CYCLES-1];\n  \
             integer bench_cycle;\n  integer bench_differences;{}{}{}",
            bits - 1,
            if self.has_wide_output() { "\n  integer bench_word;" } else { "" },
            if self.is_held() { "\n  reg clock_enable;\n  reg [31:0] bench_random;" } else { "" },
            if self.reset_is_pulse() { "\n  reg bench_reset;" } else { "" },
        ));
        sections.push(self.declarations(&fields));
        sections.push(self.instance());
        let mut start = String::new();
        start += if self.module.has_clock() { "    clock = 1'b0;\n" } else { "" };
        start += if self.is_held() { "    bench_random = 32'd1;\n" } else { "" };
        start += if self.reset_is_pulse() { "    bench_reset = 1'b0;\n" } else { "" };
        sections.push(format!(
            "  initial begin\n    $readmemh(\"{name}.hex\", bench_vectors);\n    if ($test$plusargs(\"{DUMPS}\")) begin\n      \
             $dumpfile(\"{name}.vcd\");\n      $dumpvars(0, {name});\n    end\n    bench_differences = 0;\n{}    \
             for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin\n{}      {{{}}} = \
             bench_vectors[bench_cycle];\n      #4;\n{}{}    end\n{}  end\nendmodule\n",
            start,
            self.held_edges(),
            names.join(",\n       "),
            self.comparisons(),
            self.edge(),
            self.verdict(),
        ));
        sections.join("\n\n")
    }

    /// Whether there are edges on which the module is held.
    fn is_held(&self) -> bool {
        self.clocking.enable && self.module.has_clock()
    }

    /// Whether reset is asserted for one edge: a held one would act too, and an asynchronous one
    /// before its edge.
    fn reset_is_pulse(&self) -> bool {
        let is_plain = self.clocking.reset == Reset::Synchronous && !self.clocking.enable;
        self.module.has_reset() && !is_plain
    }

    /// Up to three edges with `clock_enable` low and other inputs, of which nothing may be seen.
    fn held_edges(&self) -> String {
        if !self.is_held() {
            return String::new();
        }
        let inputs: Vec<&str> = self.module.inputs().map(|port| port.name.as_str()).collect();
        let others = match inputs.is_empty() {
            true => String::new(),
            false => format!("      {{{0}}} = ~{{{0}}};\n", inputs.join(",\n       ")),
        };
        format!(
            "      clock_enable = 1'b0;\n{others}      bench_random = bench_random * 32'd1103515245 + 32'd12345;\n      \
             repeat ({{30'd0, bench_random[17:16]}}) begin\n        #5 clock = 1'b1;\n        #5 clock = 1'b0;\n      end\n      \
             clock_enable = 1'b1;\n"
        )
    }

    /// The edge that ends a cycle.
    fn edge(&self) -> String {
        if !self.module.has_clock() {
            return String::new();
        }
        let (before, at, behind) = match (self.reset_is_pulse(), self.clocking.reset) {
            (false, _) => ("", "", ""),
            (true, Reset::Synchronous) => {
                ("      bench_reset = reset;\n", "", "      bench_reset = 1'b0;\n")
            }
            (true, Reset::Asynchronous) => {
                ("", "      bench_reset = reset;\n      #1 bench_reset = 1'b0;\n", "")
            }
        };
        format!("{before}      #1 clock = 1'b1;\n{at}      #5 clock = 1'b0;\n{behind}")
    }

    fn has_wide_output(&self) -> bool {
        self.module.outputs().any(|port| grain(port.width) > 1)
    }

    fn declarations(&self, fields: &[(String, usize)]) -> String {
        let declared = |kind: &str, name: &str, width: usize| match width {
            1 => format!("  {kind} {name};"),
            _ => format!("  {kind} [{}:0] {name};", width - 1),
        };
        let clock = self.module.has_clock().then(|| declared("reg", "clock", 1));
        let fields = fields.iter().map(|(name, width)| declared("reg", name, *width));
        let outputs = self.module.outputs().map(|port| declared("wire", &port.name, port.width));
        clock.into_iter().chain(fields).chain(outputs).collect::<Vec<_>>().join("\n")
    }

    fn instance(&self) -> String {
        let reset = if self.reset_is_pulse() { "bench_reset" } else { "reset" };
        let own = self.clocking.ports(self.module).map(|(name, _)| match name {
            "reset" => format!("    .reset({reset})"),
            "reset_n" => format!("    .reset_n(!{reset})"),
            _ => format!("    .{name}({name})"),
        });
        let ports =
            self.module.ports.iter().map(|Port { name, .. }| format!("    .{name}({name})"));
        let connections: Vec<String> = own.chain(ports).collect();
        format!("  {} bench_unit (\n{}\n  );", self.module.name, connections.join(",\n"))
    }

    fn comparisons(&self) -> String {
        let number = self.difference(
            6,
            "bench_number !== bench_cycle",
            "its line in the file of vectors is missing",
            "",
        );
        self.module
            .outputs()
            .map(|port| self.comparison(port))
            .fold(number, |text, comparison| text + &comparison)
    }

    fn comparison(&self, Port { name, width, .. }: &Port) -> String {
        if grain(*width) == 1 {
            let differs = format!("(({name} ^ expected_{name}) & defined_{name}) !== {width}'d0");
            let values = format!(", {name}, expected_{name}, defined_{name}");
            return self.difference(
                6,
                &differs,
                &format!("{name} is %h, expected %h where %h"),
                &values,
            );
        }
        let [found, expected] =
            ["", "expected_"].map(|prefix| format!("{prefix}{name}[bench_word*32 +: 32]"));
        let differs = format!("defined_{name}[bench_word] && {found} !== {expected}");
        let values = format!(", bench_word, {found}, {expected}");
        let words = width / 32;
        let head = format!(
            "      for (bench_word = 0; bench_word < {words}; bench_word = bench_word + 1)\n"
        );
        head + &self.difference(
            8,
            &differs,
            &format!("word %0d of {name} is %h, expected %h"),
            &values,
        )
    }

    /// Counts a difference where `differs` holds, and reports the first ones.
    fn difference(&self, indent: usize, differs: &str, format: &str, values: &str) -> String {
        let (margin, module) = (" ".repeat(indent), &self.module.name);
        format!(
            "{margin}if ({differs}) begin\n{margin}  bench_differences = bench_differences + 1;\n{margin}  \
             if (bench_differences <= {MOST_TOLD})\n{margin}    $display(\"FAIL {module}: cycle %0d: {format}\", \
             bench_cycle{values});\n{margin}end\n"
        )
    }

    fn verdict(&self) -> String {
        let module = &self.module.name;
        format!(
            "    if (bench_differences == 0)\n      $display(\"PASS {module}: %0d cycles\", CYCLES);\n    else begin\n      \
             $display(\"FAIL {module}: %0d differences in %0d cycles\", bench_differences, CYCLES);\n      \
             if ($test$plusargs(\"{STOPS}\"))\n        $stop;\n    end\n"
        )
    }
}
