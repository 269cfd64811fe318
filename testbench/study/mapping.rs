//! A study's runs of yosys: part by part, kept, interrupted, refused.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::golden;
use crate::common::process::{end, fake_tool, wait_until};
use crate::common::program::{has, names_in};
use crate::common::sample::of_today;
use crate::common::tools::{run, tool};
use lanebeat::config::{Config, DppPath, Preset};
use lanebeat::study::{Cells, Design, Family, Mapper, Synthesis, Yosys, total};

fn design(unit: &str, config: &Config) -> Design {
    Design::new(super::unit(unit, config))
}

/// The LUT4, and the other cells without the instances of modules, which yosys counts where their inside is not known.
fn luts_and_others(mut cells: Cells) -> (u64, Cells) {
    cells.retain(|cell, _| !cell.starts_with("lanebeat_") && !cell.contains("paramod"));
    let is_lut = |cell: &str| ["SB_LUT4", "LUT4"].contains(&cell);
    let luts = cells.iter().filter(|(cell, _)| is_lut(cell)).map(|(_, count)| count).sum();
    cells.retain(|cell, _| !is_lut(cell));
    (luts, cells)
}

/// The number of LUTs depends a little on the order in which the mapper meets cells.
#[test]
fn parts_amount_to_what_one_run_maps() {
    if tool("yosys").is_none() {
        return;
    }
    let cache = tempfile::tempdir().expect("a folder");
    // Numbered children, and numbered children of numbered children: one of the two a day.
    let cases = [("mask_file", Family::Ice40), ("exec_masks", Family::Ecp5)];
    for (unit, family) in of_today(cases, 1) {
        let synthesis = Synthesis { family, dsp: true, flatten: false };
        let mapper = Mapper {
            yosys: Yosys::find().expect("yosys"),
            synthesis,
            cache: cache.path().to_owned(),
        };
        let small =
            Config { registers: 4, shuffle: false, dpp: DppPath::None, ..Preset::Small.config() };
        let design = design(unit, &small);
        let jobs = mapper.jobs(&design);
        let parts: Vec<(Cells, usize)> = jobs
            .iter()
            .map(|(job, copies)| (mapper.run(job).expect("yosys maps it"), *copies))
            .collect();
        let whole = synthesis
            .cells(&mapper.yosys, &design.files, &[], &design.top.name)
            .expect("yosys maps it");
        let parts = total(parts.iter().map(|(cells, copies)| (cells, *copies)));
        let ((luts, others), (whole_luts, whole_others)) =
            (luts_and_others(parts), luts_and_others(whole));
        assert_eq!(others, whole_others, "{unit}");
        let differ = luts.abs_diff(whole_luts);
        assert!(luts > 0 && 100 * differ <= whole_luts, "{unit}: {luts} LUTs, {whole_luts}");
    }
}

/// What counts as a LUT, by family.
const COUNTED: [&str; 4] = ["LUT1 to LUT6 and INV", "LUT4, CCU2C twice", "SB_LUT4", "LUT1 to LUT4"];

#[test]
fn every_flow_has_the_command_of_the_page() {
    let command = |family| Synthesis { family, dsp: true, flatten: true }.command("T");
    let rows = Family::ALL.into_iter().zip(COUNTED);
    let row = |(family, counted): (Family, &str)| {
        format!("| {} | `{}` | {counted} |\n", family.key(), command(family))
    };
    let rows: String = rows.map(row).collect();
    let table = format!("| family | command | counted |\n|---|---|---|\n{rows}");
    golden::marked("docs/measure/area.md", "commands", &table);
    let Some(yosys) = tool("yosys") else { return };
    for family in Family::ALL {
        let command = command(family);
        let pass = command.split(' ').next().expect("a pass");
        let asked = ["-p".to_owned(), format!("help {pass}")];
        let (_, said) = run(&yosys, Path::new("."), &asked);
        let is_known = said.lines().any(|line| line.trim() == "-nowidelut");
        assert_eq!(command.contains(" -nowidelut "), is_known, "{pass}");
    }
}

/// A study in `folder` with a yosys that does `first` and then what yosys does.
fn study_with_yosys(folder: &Path, first: &str, arguments: &[&str]) -> Command {
    let yosys = tool("yosys").expect("the caller has looked for it");
    let script = format!("[ \"$1\" = -V ] || {{ {first}\n}}\nexec {} \"$@\"", yosys.display());
    let path = fake_tool(&folder.join("tools"), "yosys", &script);
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanebeat"));
    // Without the operations that gather, the file of registers is half as large. Yosys reads and
    // maps fastest for this family; what is kept and when it is asked again is the same for all.
    command.args(["study", "--preset", "small", "--set", "shuffle=false", "--set", "dpp=false"]);
    command.args(["--cache", "cache", "-o", "out", "--flow", "ice40"]);
    command.args(arguments).current_dir(folder).env("PATH", path);
    command
}

#[test]
fn a_tool_that_fails_costs_the_points_that_need_it_only() {
    if tool("yosys").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let breaks = "if grep -q words_for_b *.v; then echo 'ERROR: out of ideas'; exit 1; fi";
    let axes = ["--unit", "register_file", "--axis", "register_file=wide,replicated"];
    let ran = study_with_yosys(folder.path(), breaks, &axes).output().expect("it starts");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{errors}");
    let said = "yosys failed on lanebeat_register_file: ERROR: out of ideas\n";
    has(&errors, &format!("register_file=replicated: {said}"));
    assert!(errors.contains("1 of 2 points have no area"), "{errors}");
    let csv = fs::read_to_string(folder.path().join("out/study.csv"))
        .expect("the file is written all the same");
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let column =
        rows.headers().expect("a head").iter().position(|title| title == "lut").expect("a column");
    let luts: Vec<String> =
        rows.records().map(|row| row.expect("a row")[column].to_string()).collect();
    assert!(!luts[0].is_empty() && luts[1].is_empty(), "{luts:?}");
}

#[test]
fn a_study_that_is_killed_goes_on_to_the_same_bytes() {
    if tool("yosys").is_none() {
        return;
    }
    let axes = ["--unit", "barriers", "--axis", "waves=1,2,4"];
    let (killed, whole) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let running = study_with_yosys(killed.path(), "sleep 0.3", &axes)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let cache = killed.path().join("cache/study");
    let kept = || {
        if cache.is_dir() {
            names_in(&cache).iter().filter(|name| name.starts_with("yosys-")).count()
        } else {
            0
        }
    };
    wait_until("the first answer", || kept() > 0);
    end(running, "KILL");
    let is_in_time = kept() > 0 && !killed.path().join("out").exists();
    assert!(is_in_time, "the kill came too early or too late");
    for folder in [&killed, &whole] {
        let ran = study_with_yosys(folder.path(), ":", &axes).output().expect("it starts");
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    }
    for file in ["out/study.csv", "out/study.json"] {
        let read = |folder: &tempfile::TempDir| {
            fs::read_to_string(folder.path().join(file)).expect("the file")
        };
        assert_eq!(read(&killed), read(&whole), "{file}");
    }
}

#[test]
fn a_user_who_stops_a_study_reads_that_it_goes_on() {
    if tool("yosys").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let axes = ["--unit", "barriers", "--axis", "waves=1,2"];
    let mut study = study_with_yosys(folder.path(), "touch ../../began; sleep 1000", &axes);
    study.env("TMPDIR", folder.path().join("tools")).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut running = study.spawn().expect("the program starts");
    let errors = running.stderr.take().expect("it is piped");
    wait_until("yosys", || folder.path().join("began").exists());
    end(running, "INT");
    let said = std::io::read_to_string(errors).expect("UTF-8");
    has(&said, "stopped; what was mapped is kept, and the same command goes on from there\n");
}

#[test]
fn an_answer_that_was_cut_off_is_asked_for_again() {
    if tool("yosys").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let study = || {
        let axes = ["--unit", "register_file", "--axis", "register_file=replicated"];
        let ran = study_with_yosys(folder.path(), ":", &axes).output().expect("it starts");
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        ran.stdout
    };
    let first = study();
    let cache = folder.path().join("cache/study");
    for name in names_in(&cache) {
        fs::write(cache.join(name).join("cells.json"), "{ \"LUT").expect("a writable folder");
    }
    assert_eq!(study(), first);
}
