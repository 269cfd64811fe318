//! The statement of what is proved of a machine: `proofs.md` next to its Verilog.
//!
//! `testbench/formal/prove.py page` writes `proved.csv`: each question with the modules that it is
//! about and a digest of their text. A machine that has the same text has the answer, too.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lanebeat::config::Config;
use lanebeat::rtl::{Unit, units};
use lanebeat::tools::hexadecimal;
use lanebeat::verilog::{self, Header};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

/// The written file.
pub const NAME: &str = "proofs.md";
/// Beginning of its first line.
pub const HEAD: &str = "# What is proved of ";

/// A question that was answered.
#[derive(Deserialize)]
struct Proved<'t> {
    subject: &'t str,
    question: &'t str,
    by: &'t str,
    seconds: f64,
    /// Modules, with spaces between.
    modules: &'t str,
    digest: &'t str,
}

const ONLY_TESTED: &str = "\
## What is only tested

- The machine as a whole in this size: interlock, queues, register file and write-back together. They are proved of small
  machines of each register file, for programs of any length (docs/measure/proofs.md of Lanebeat); of this one random programs
  say so, against the model and the model with times: `lanebeat check`.
- Special registers, DPP and votes in this size.
- Macros, and whatever synthesis makes of the text.
";

/// The statement about `unit` of the machine, which `command` has written.
pub fn statement(config: &Config, unit: &Unit, top: &str, command: &str) -> String {
    let mut text = format!("{HEAD}{top}\n\nMade by: {command}\n\n");
    text += &pipeline(config);
    let bodies = bodies(config, unit);
    let rows = csv::Reader::from_reader(include_str!("proved.csv").as_bytes());
    let records: Vec<csv::StringRecord> =
        rows.into_records().map(|row| row.expect("the program's own table")).collect();
    let questions = records
        .iter()
        .map(|record| record.deserialize::<Proved>(None).expect("the program's own table"));
    let mut subjects: Vec<(&str, Vec<Proved>)> = vec![];
    for question in questions {
        match subjects.iter_mut().find(|(subject, _)| *subject == question.subject) {
            Some((_, all)) => all.push(question),
            None => subjects.push((question.subject, vec![question])),
        }
    }
    let (mut proved, mut open) = (String::new(), String::new());
    for (subject, questions) in subjects {
        // Several texts may have been asked about, each with its own modules.
        let is_own = |question: &&Proved| {
            digest(&bodies, question.modules).is_some_and(|found| found == question.digest)
        };
        let own: Vec<&Proved> = questions.iter().filter(is_own).collect();
        let modules = own.first().unwrap_or(&&questions[0]).modules;
        let Some(found) = digest(&bodies, modules) else { continue };
        // Questions that are called like a module, as `video`, are about machines that have it.
        let named = format!("lanebeat_{subject}");
        if modules.split(' ').any(|name| name == named) && !bodies.contains_key(&named) {
            continue;
        }
        if own.is_empty() {
            writeln!(open, "- {subject}: about {modules} ({found})").expect("a string");
            continue;
        }
        writeln!(proved, "### {subject}\n\nAbout {modules} ({found}).\n").expect("a string");
        proved += "| question | seconds | by |\n| --- | --- | --- |\n";
        for Proved { question, seconds, by, .. } in own {
            writeln!(proved, "| {question} | {seconds:.1} | {by} |").expect("a string");
        }
        proved.push('\n');
    }
    let nothing = |part: String| if part.is_empty() { "- nothing\n".to_owned() } else { part };
    text += "## Modules\n\nProved of the very text that this machine has without stages, word for word, for all operands \
             and programs. A digest is SHA-256 over the text from each `module` on.\n\n";
    text += &nothing(proved);
    text += "\n## Open\n\nProved of another text of these modules; `make -C testbench/formal quick nightly` \
             shows how they are asked:\n\n";
    text + &nothing(open) + "\n" + ONLY_TESTED
}

fn pipeline(config: &Config) -> String {
    let says = match config.stages {
        0 => "There are no pipeline registers.".to_owned(),
        stages => format!(
            "Proved as this was written, by the generator: what executes a beat with stages = {stages} does what it does \
             without, as many cycles later. Registers are counted along every path, each output is the same expression \
             when registers are wires, and what a register holds reaches no output. So what is said of modules without \
             stages holds of this machine."
        ),
    };
    format!("## Pipeline registers\n\n{says}\n\n")
}

/// The text of each module of the machine without stages, from `module` on.
fn bodies(config: &Config, unit: &Unit) -> BTreeMap<String, String> {
    let plain = Config { stages: 0, ..config.clone() };
    let top = units::build(unit, &plain).expect("it was built with stages");
    let header = Header { clocking: config.clocking(), ..Header::new("", "") };
    let files = verilog::write(&top, &header).into_iter();
    let named = files.filter_map(|file| {
        let name = file.name.strip_suffix(".v")?.to_owned();
        let start = file.text.find("\nmodule ")? + 1;
        Some((name, file.text[start..].to_owned()))
    });
    named.collect()
}

/// Digest of those of the modules that the machine has; `None` if it has none of them.
fn digest(bodies: &BTreeMap<String, String>, modules: &str) -> Option<String> {
    let own: Vec<&String> = modules.split(' ').filter_map(|name| bodies.get(name)).collect();
    let mut digest = Sha256::new();
    own.iter().for_each(|body| digest.update(body));
    (!own.is_empty()).then(|| hexadecimal(&digest.finalize()[..8]))
}
