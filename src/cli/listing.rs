//! `lanebeat assemble --from LISTING --report`: which part of a compiler's listing would run here.

use serde::Serialize;

use super::console::to_json;
use lanebeat::isa::asm::{self, Lack, Listed, Listing, Skipped};
use lanebeat::source::{counted, printable_text};

/// Characters of an instruction that the column has room for; a longer one pushes its line on.
const WIDEST: usize = 60;

/// A compiler's listing, line by line.
#[derive(Serialize)]
struct Report<'l> {
    file: &'l str,
    instructions: usize,
    /// Number of them that are instructions of this machine.
    run: usize,
    lacks_operation: usize,
    lacks_form: usize,
    unknown: usize,
    /// Number of those that lack nothing but words of the file of constants.
    lacks_words: usize,
    wanted: Vec<Wanted<'l>>,
    skipped: &'l Skipped,
    /// Generations of machines that the listing names.
    generations: Vec<String>,
    lines: Vec<Line<'l>>,
}

/// A word that no file gives, and the first line that reads it.
#[derive(Serialize)]
struct Wanted<'l> {
    name: &'l str,
    line: usize,
}

/// An instruction of the listing, and its form here or why it has none.
#[derive(Serialize)]
struct Line<'l> {
    line: usize,
    text: &'l str,
    #[serde(flatten)]
    outcome: Outcome<'l>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome<'l> {
    Runs { here: Vec<String> },
    Refused { column: usize, lacks: &'static str, rule: &'l str, cure: &'l str },
}

/// Report about the listing of `name`, as text or as JSON.
pub(super) fn report(name: &str, listing: &Listing, json: bool) -> String {
    let report = Report::new(name, listing);
    if json { to_json(&report) } else { report.text() }
}

fn lacks(lack: Lack) -> &'static str {
    match lack {
        Lack::Operation => "operation",
        Lack::Form => "form",
        Lack::Unknown => "unknown",
        Lack::Word => "word",
    }
}

impl<'l> Report<'l> {
    fn new(file: &'l str, listing: &'l Listing) -> Self {
        let count = |lack| {
            let is_refused =
                |listed: &&Listed| listed.here.as_ref().is_err_and(|refused| refused.lack == lack);
            listing.instructions.iter().filter(is_refused).count()
        };
        Self {
            file,
            instructions: listing.instructions.len(),
            run: listing.instructions.iter().filter(|listed| listed.here.is_ok()).count(),
            lacks_operation: count(Lack::Operation),
            lacks_form: count(Lack::Form),
            unknown: count(Lack::Unknown),
            lacks_words: count(Lack::Word),
            wanted: listing
                .wanted
                .iter()
                .map(|(name, line)| Wanted { name, line: *line })
                .collect(),
            skipped: &listing.skipped,
            generations: listing.generations.iter().map(ToString::to_string).collect(),
            lines: listing.instructions.iter().map(Line::new).collect(),
        }
    }

    fn text(&self) -> String {
        let &Skipped { directives, labels, comments, metadata } = self.skipped;
        let shown: Vec<String> = self.lines.iter().map(|line| printable_text(line.text)).collect();
        let width = shown.iter().map(|text| text.chars().count()).max().unwrap_or(0).min(WIDEST);
        let mut text = String::new();
        if !shown.is_empty() {
            text += &format!("  line  lacks      {:width$}  here\n", "instruction");
        }
        for (line, shown) in self.lines.iter().zip(shown) {
            let (number, (lacks, here)) = (line.line, line.columns());
            text += format!("{number:6}  {lacks:9}  {shown:width$}  {here}").trim_end();
            text += "\n";
        }
        text += &format!(
            "{}: {} of {} run here; of the others the machine lacks the operation of {}, \
             the form of {}, and {} unknown\n",
            self.file,
            self.run,
            counted(self.instructions, "instruction"),
            self.lacks_operation,
            self.lacks_form,
            if self.unknown == 1 { "1 is".to_owned() } else { format!("{} are", self.unknown) },
        );
        if !self.wanted.is_empty() {
            let told = |wanted: &Wanted| format!("{} (line {})", wanted.name, wanted.line);
            let wanted: Vec<String> = self.wanted.iter().map(told).collect();
            text += &format!(
                "{} more when --constants FILE.json gives these words, each with the first line that reads it: {}\n",
                counted(self.lacks_words, "instruction"),
                wanted.join(", ")
            );
        }
        text += &format!(
            "skipped: {}, {}, {}, {} of metadata\n",
            counted(directives, "directive"),
            counted(labels, "label"),
            counted(comments, "comment"),
            counted(metadata, "line")
        );
        if !self.generations.is_empty() {
            text += &format!("read as code for {}\n", self.generations.join(", "));
        }
        text
    }
}

impl<'l> Line<'l> {
    fn new(listed: &'l Listed) -> Self {
        let own = |instruction| asm::disassemble(instruction, None);
        let outcome = match &listed.here {
            Ok(instructions) => Outcome::Runs { here: instructions.iter().map(own).collect() },
            Err(refused) => Outcome::Refused {
                column: refused.column,
                lacks: lacks(refused.lack),
                rule: &refused.rule,
                cure: &refused.cure,
            },
        };
        Self { line: listed.number, text: &listed.text, outcome }
    }

    /// Columns of a line: the lack of the machine, and the instructions here or rule and cure.
    fn columns(&self) -> (&'static str, String) {
        match &self.outcome {
            Outcome::Runs { here } => ("", here.join("; ")),
            Outcome::Refused { lacks, rule, cure, .. } => (lacks, format!("- {rule}; {cure}")),
        }
    }
}
