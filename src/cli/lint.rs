//! `lanebeat lint`: where a GCN3 would need wait states (ISA.md section 12).

use serde::Serialize;

use super::arguments::LintOptions;
use super::console::{print, talk, to_json};
use super::error::CliError;
use lanebeat::config::Config;
use lanebeat::files::read_text;
use lanebeat::isa::gcn::{Hazard, REGISTER_TO_DPP, hazards};
use lanebeat::isa::{ControlOperation, Instruction, Line, Program, asm};
use lanebeat::source::counted;

/// A place where wait states are missing.
#[derive(Serialize)]
struct Finding {
    wave: usize,
    line: usize,
    column: usize,
    register: String,
    writer_line: usize,
    present: usize,
    needed: usize,
    missing: usize,
}

/// Lists the hazards of a program, wave by wave.
pub fn lint(config: &Config, options: &LintOptions, json: bool) -> Result<(), CliError> {
    let (name, text) = read_text(options.input.path())?;
    let (program, gaps) = match options.input.from {
        Some(_) => of_listing(&text, config),
        None => (asm::assemble(&name, &text, &config.target())?, 0),
    };
    let columns = asm::columns(&text);
    let mut findings = Vec::new();
    for wave in 0..program.waves.len() {
        let finding = |hazard: Hazard| Finding {
            wave,
            line: hazard.line,
            column: columns.get(hazard.line - 1).copied().unwrap_or(1),
            register: format!("v{}", hazard.register.0),
            writer_line: hazard.writer,
            present: hazard.present,
            needed: REGISTER_TO_DPP,
            missing: hazard.missing(),
        };
        findings.extend(hazards(program.executed(wave)).into_iter().map(finding));
    }
    let lines = || findings.iter().map(|finding| finding.sentence(&name)).collect();
    print(&if json { to_json(&findings) } else { lines() })?;
    let mut summary = summary(&name, findings.len(), &program);
    if gaps > 0 {
        let lacking = counted(gaps, "instruction");
        summary += &format!("; of these the machine lacks {lacking}, each taken as one wait state");
    }
    if options.deny && !findings.is_empty() {
        return Err(CliError::Usage(format!("{summary}; change it, or lint without --deny")));
    }
    talk(&format!("{summary}\n"));
    Ok(())
}

/// The instructions of a listing as a program, and how many no machine here has: they are NOP in it.
fn of_listing(text: &str, config: &Config) -> (Program, usize) {
    let target = asm::Target { registers: 256, ..config.target() };
    let instructions = asm::read_listing(text, &target, &asm::Constants::assumed()).instructions;
    let gaps = instructions.iter().filter(|listed| listed.here.is_err()).count();
    let lines = instructions.into_iter().flat_map(|listed| {
        let own = listed.here.unwrap_or_else(|_| vec![Instruction::new(ControlOperation::Nop)]);
        own.into_iter().map(move |instruction| Line::new(instruction, listed.number))
    });
    (Program { waves: vec![lines.collect()] }, gaps)
}

fn summary(name: &str, hazards: usize, program: &Program) -> String {
    let instructions = (0..program.waves.len()).map(|wave| program.executed(wave).len()).sum();
    let waves = program.waves.iter().filter(|lines| !lines.is_empty()).count();
    let found = if hazards == 0 { "no hazards".to_owned() } else { counted(hazards, "hazard") };
    format!(
        "{name}: {found} for GCN3 in {} of {}",
        counted(instructions, "instruction"),
        counted(waves, "wave")
    )
}

impl Finding {
    fn sentence(&self, name: &str) -> String {
        let Self { wave, line, column, register, writer_line, present, needed, missing } = self;
        let instructions = counted(*missing, "independent instruction");
        let (last, states) = (missing - 1, counted(*present, "wait state"));
        format!(
            "{name}:{line}:{column}: wave {wave}: DPP reads {register} {states} after line {writer_line} writes it, \
             and GCN3 needs {needed}; insert s_nop {last} before it or move {instructions} between\n"
        )
    }
}
