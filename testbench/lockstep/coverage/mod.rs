//! Named coverage of ISA.md: each row of each section's tables has points, and programs on which
//! hardware and model agree must reach every one. `docs/reference/coverage.md` is printed from them
//! (`UPDATE_GOLDEN=1` rewrites it).

mod cross_lane;
mod lanes;
mod moves;
mod point;
mod shared;
mod video;
mod votes;

use std::fmt::Write;
use std::sync::Arc;

use crate::common::bench::{core, fixed_programs, named, program, zeros};
use crate::common::golden;
use lanebeat::config::Config;
use lanebeat::engine::{Code, Compiled};
use lanebeat::isa::{CLASSES, TABLE};
use lanebeat::lockstep::{Case, Machine, lockstep};
use lanebeat::model;
use point::{Point, Points, Step};

const PROGRAMS: usize = 4_000;
const LONGEST: usize = 24;
/// Random instructions that reach a point with any seed, if they do so with this one; points that
/// fewer reach have directed programs.
const ENOUGH: usize = 12;

fn every_point() -> Vec<Point> {
    let sections = [
        lanes::points(),
        shared::special_registers(),
        cross_lane::points(),
        votes::points(),
        video::points(),
        shared::barriers_and_counters(),
        moves::points(),
        every_operation(),
    ];
    sections.into_iter().flatten().collect()
}

/// A point for each row of the table: programs have the operation, in the row of its class.
fn every_operation() -> Vec<Point> {
    let mut points = Points::of("Every operation");
    for row in TABLE.iter() {
        let class = CLASSES[usize::from(row.opcode >> 4)];
        let name = row.code.unwrap_or(row.spellings[0].mnemonic);
        points.add(class, name, |step| step.instruction.operation == row.operation);
    }
    points.all
}

/// Small enough that loading and comparing all of it is quick.
fn config() -> Config {
    Config { registers: 8, waves: 3, ..Config::default() }
}

/// Runs `case` in lockstep, then again on the model in the order of the retirements, and counts for
/// each point the instructions that reach it.
fn count(config: &Config, code: &Arc<Code>, case: &Case, points: &[Point], counts: &mut [usize]) {
    let mut hardware = Machine::new(Compiled::power_up(code, 1), config, vec![]);
    let summary =
        lockstep(&mut hardware, &case.program, &case.initial, &named(config, &case.program));
    let summary = summary.unwrap_or_else(|difference| panic!("{difference}"));
    let mut machine = model::Machine::new(config.threads(), config.registers, config.waves);
    case.initial
        .iter()
        .enumerate()
        .for_each(|(wave, state)| *machine.wave_mut(wave) = state.clone());
    (0..config.waves)
        .for_each(|wave| machine.set_running(wave, !case.program.executed(wave).is_empty()));
    let mut next = vec![0; config.waves];
    for retirement in &summary.retirements {
        let wave = retirement.retired.wave;
        let lines = case.program.executed(wave);
        let instruction = &lines[next[wave]].instruction;
        next[wave] += 1;
        machine.set_clock(retirement.issued);
        let before = machine.wave(wave).clone();
        let retired = machine.step(wave, instruction);
        machine.set_running(wave, next[wave] < lines.len());
        let step = Step { instruction, before: &before, retired: &retired };
        points
            .iter()
            .zip(&mut *counts)
            .for_each(|(point, count)| *count += usize::from((point.reached)(&step)));
    }
}

/// Every thread of every wave is counted, which random predicates and EXEC masks do not do, and a
/// counter that counted is read.
fn everybody_votes(config: &Config) -> Case {
    let text: String = (0..config.waves)
        .map(|wave| format!(".wave {wave}\nPMTRIG 2\nBAR.RED.POPC 3, PT\nB2R R1\nS2R R2, SR_PM2\n"))
        .collect();
    Case { program: program(config, &text), initial: zeros(config) }
}

/// The page: a table for each section, in it a line for the rows of ISA.md that have the same cases.
fn page(points: &[Point]) -> String {
    let mut text = String::from(
        "# Coverage of ISA.md\n\nThis page is for whoever wants to know what the tests have seen: every case below is a named\n\
         coverage point of `testbench/lockstep/coverage`. The suite fails unless programs on which hardware and model\n\
         agree instruction by instruction have reached each of them; each row of a line has all of its cases.\n\
         `UPDATE_GOLDEN=1 cargo test coverage::` prints this page from the points.\n",
    );
    for of_section in points.chunk_by(|a, b| a.section == b.section) {
        write!(text, "\n## {}\n\n| rows | cases |\n|---|---|\n", of_section[0].section)
            .expect("a string takes it");
        let mut rows: Vec<(String, String)> = vec![];
        for of_row in of_section.chunk_by(|a, b| a.row == b.row) {
            let cases: Vec<&str> = of_row.iter().map(|point| point.case.as_str()).collect();
            let (row, cases) = (of_row[0].row.replace('|', "\\|"), cases.join("; "));
            match rows.iter_mut().find(|(_, known)| *known == cases) {
                Some((rows, _)) => *rows += &format!("; {row}"),
                None => rows.push((row, cases)),
            }
        }
        for (rows, cases) in rows {
            writeln!(text, "| {rows} | {cases} |").expect("a string takes it");
        }
    }
    write!(text, "\n{} points.\n", points.len()).expect("a string takes it");
    text
}

#[test]
fn programs_on_which_hardware_and_model_agree_reach_every_point() {
    let (config, points) = (config(), every_point());
    let code = Code::new(&core(&config));
    let (mut counts, mut directed) = (vec![0; points.len()], vec![0; points.len()]);
    for case in fixed_programs(&config, PROGRAMS, LONGEST, 7) {
        count(&config, &code, &case, &points, &mut counts);
    }
    let seldom = program(&config, include_str!("seldom.s"));
    let seldom = Case { program: seldom, initial: zeros(&config) };
    for case in [everybody_votes(&config), seldom] {
        count(&config, &code, &case, &points, &mut directed);
    }
    let mut rarest: Vec<usize> = (0..points.len()).collect();
    rarest.sort_by_key(|&point| counts[point]);
    for &point in rarest.iter().take(10) {
        println!(
            "{} x {}, {}: {}",
            counts[point], points[point].section, points[point].row, points[point].case
        );
    }
    let unreached: Vec<String> = points
        .iter()
        .zip(counts.iter().zip(&directed))
        .filter(|&(_, (&count, &directed))| count < ENOUGH && directed == 0)
        .map(|(point, _)| format!("{}, {}: {}", point.section, point.row, point.case))
        .collect();
    let (missing, all) = (unreached.len(), points.len());
    assert_eq!(missing, 0, "of {all} points not reached:\n{}", unreached.join("\n"));
}

#[test]
fn the_page_shows_every_point() {
    golden::file("docs/reference/coverage.md", &page(&every_point()));
}

#[test]
fn no_two_points_have_one_name() {
    let points = every_point();
    let mut names: Vec<_> =
        points.iter().map(|point| (point.section, &point.row, &point.case)).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), points.len());
}
