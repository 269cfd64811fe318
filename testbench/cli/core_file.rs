//! FuseSoC runs the targets of the core files that `generate` writes.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::program::{lanebeat, names_in, path_text, refusal, refusal_in};
use crate::common::sample::of_today;
use crate::common::tools::{ended, python, tool};
use tempfile::TempDir;

/// A unit of the small machine with its bench.
fn written(unit: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let output = path_text(folder.path());
    let bench = "--preset small --testbench --vectors 60 --prefix my";
    lanebeat(&format!("generate {unit} {bench} -o {output}")).good();
    folder
}

/// Command that docs/learn/flows.md has for the system, up to a comment: the first that has `part`.
fn printed(part: &str) -> &'static str {
    let page = include_str!("../../docs/learn/flows.md");
    let line = page.lines().find(|line| line.contains(part)).expect("a command of the page");
    line.split('#').next().expect("a line").trim()
}

/// Whether `target` of the unit in `folder` succeeds, and what was printed, by the command that the
/// page has for the system; `None` without FuseSoC or the tool that the target needs.
fn fusesoc(folder: &Path, unit: &str, target: &str) -> Option<(bool, String)> {
    let python = python("fusesoc, edalize")?;
    tool(match target {
        "lint" => "verilator",
        "sim" => "iverilog",
        _ => "yosys",
    })?;
    let mut command = Command::new(python);
    let line = printed(&format!("--target={target} ")).replace("_system", &format!("_{unit}"));
    let arguments = line.strip_prefix("fusesoc ").expect("a command of FuseSoC");
    command.args(["-m", "fusesoc.main"]).args(arguments.split(' ')).current_dir(folder);
    // Its own configuration, not that of whoever runs the tests.
    command.env("HOME", folder).env("XDG_CONFIG_HOME", folder).env("XDG_DATA_HOME", folder);
    Some(ended(&mut command))
}

fn succeeds(unit: &str, targets: &[&str]) {
    all_succeed(&written(unit), unit, targets);
}

fn all_succeed(folder: &TempDir, unit: &str, targets: &[&str]) {
    for target in targets {
        let Some((success, said)) = fusesoc(folder.path(), unit, target) else { return };
        assert!(success, "{target} of {unit}: {said}");
        let passed = format!("PASS my_{unit}: ");
        assert!(*target != "sim" || said.contains(&passed), "{target} of {unit}: {said}");
    }
}

#[test]
fn fusesoc_lints_simulates_and_synthesises_a_unit() {
    succeeds("shuffle_select", &["lint", "sim", "synth"]);
}

#[test]
#[ignore = "for .ci/nightly: the system, which is simulated below, has the core in it"]
fn fusesoc_lints_and_simulates_the_core() {
    succeeds("core", &["lint", "sim"]);
}

#[test]
fn the_commands_of_the_page_lint_and_simulate_the_system() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = printed("--testbench").replace("my_system", path_text(folder.path()));
    let line = line.strip_prefix("lanebeat ").expect("a command of ours");
    lanebeat(&format!("{line} --vectors 500")).good();
    all_succeed(&folder, "system", &["lint", "sim"]);
}

#[test]
#[ignore = "for .ci/nightly: yosys maps core and system"]
fn fusesoc_synthesises_core_and_system() {
    succeeds("core", &["synth"]);
    succeeds("system", &["synth"]);
}

#[test]
fn a_bench_that_finds_a_difference_fails_the_target() {
    let folder = written("shuffle_select");
    let file = folder.path().join("my_shuffle_select.v");
    let text = fs::read_to_string(&file).expect("a file of ours");
    fs::write(&file, text.replacen(" ^ ", " & ", 1)).expect("a file of ours");
    let Some((success, said)) = fusesoc(folder.path(), "shuffle_select", "sim") else { return };
    assert!(!success && said.contains("FAIL my_shuffle_select: cycle "), "{said}");
}

#[test]
fn without_a_bench_there_is_no_target_that_simulates() {
    let folder = tempfile::tempdir().expect("a folder");
    lanebeat(&["generate", "lane", "-o", path_text(folder.path())]).good();
    let text = fs::read_to_string(folder.path().join("lanebeat_lane.core")).expect("a core file");
    assert!(text.contains("\n  synth:\n") && !text.contains("\n  sim:\n"), "{text}");
    assert!(!text.contains("_testbench"), "{text}");
}

/// What FuseSoC calls `unit`.
fn core_name(folder: &Path, unit: &str) -> String {
    let path = folder.join(format!("{unit}.core"));
    let text = fs::read_to_string(path).expect("a core file");
    let name = text.lines().find_map(|line| line.strip_prefix("name: ")).expect("a name");
    name.to_owned()
}

/// Two machines, and two units of one or two, each under a prefix of its own, in one top module.
/// One of the three a day.
#[test]
fn two_prefixes_stand_in_one_design() {
    let cases = [
        ["core --preset small", "core --preset small --set register_file=skewed"],
        ["shuffle --preset small", "wave_shuffle --preset small"],
        ["shuffle --preset small --set stages=2", "wave_shuffle --preset small --set lanes=8"],
    ];
    for [one, two] in of_today(cases, 1) {
        let place = tempfile::tempdir().expect("a folder");
        let (mut instances, mut depends) = (String::new(), vec![]);
        for (prefix, machine) in [("one", one), ("two", two)] {
            let folder = place.path().join(prefix);
            let output = path_text(&folder);
            lanebeat(&format!("generate {machine} --prefix {prefix} -o {output}")).good();
            let unit = machine.split(' ').next().expect("a unit");
            let top = unit_in(&folder);
            assert!(top.starts_with(&format!("{prefix}_{unit}")), "{top}");
            assert!(all_texts(&folder).iter().all(|text| !text.contains("lanebeat_")), "{machine}");
            instances += &format!("  {top} unit_{prefix} ();\n");
            depends.push(core_name(&folder, &top));
        }
        let path = |name: &str| place.path().join(name);
        fs::write(path("top.v"), format!("module top;\n{instances}endmodule\n")).expect("a file");
        let core = format!(
            "CAPI=2:\nname: lanebeat:generated:my_top:1\nfilesets:\n  rtl:\n    files: [top.v]\n    \
             file_type: verilogSource\n    depend: [\"{}\"]\ntargets:\n  lint:\n    \
             filesets: [rtl]\n    toplevel: top\n    flow: lint\n    flow_options:\n      \
             tool: verilator\n      verilator_options: [-Wno-PINMISSING]\n",
            depends.join("\", \"")
        );
        fs::write(path("top.core"), core).expect("a file");
        for command in [
            "iverilog -g2005 -s top -o top.vvp top.v one/*.v two/*.v",
            "iverilog -g2005 -s top -o top.vvp top.v -y one -y two",
            "verilator --lint-only -Wno-PINMISSING --top-module top top.v -F one/files.f -F two/files.f",
            "yosys -q -p 'read_verilog top.v one/*.v two/*.v; hierarchy -check -top top'",
        ] {
            if tool(command.split(' ').next().expect("a tool")).is_none() {
                continue;
            }
            let mut shell = Command::new("sh");
            let (success, said) = ended(shell.args(["-c", command]).current_dir(place.path()));
            assert!(success, "{command} of {one} and {two}: {said}");
        }
        if let Some((success, said)) = fusesoc(place.path(), "top", "lint") {
            assert!(success, "{one} and {two}: {said}");
        }
    }
}

/// The top module of the design in `folder`.
fn unit_in(folder: &Path) -> String {
    let name = names_in(folder).into_iter().find(|name| name.ends_with(".core"));
    name.expect("a core file").trim_end_matches(".core").to_owned()
}

fn all_texts(folder: &Path) -> Vec<String> {
    let text = |name: String| fs::read_to_string(folder.join(name)).expect("a text");
    names_in(folder).into_iter().map(text).collect()
}

#[test]
fn the_files_of_a_prefix_are_named_by_it_and_go_when_another_is_written() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("rtl");
    let config = place.path().join("m.toml");
    fs::write(&config, "preset = \"small\"\nprefix = \"alu\"\n").expect("a file");
    let generate = |unit: &str, options: &str| {
        let (config, output) = (path_text(&config), path_text(&folder));
        lanebeat(&format!("generate {unit} --config {config} {options} -o {output}")).good();
        all_texts(&folder).concat()
    };
    let text = generate("system", "--testbench --vectors 1");
    assert!(!text.contains("lanebeat_") && !text.contains("LANEBEAT_"));
    assert!(text.contains("#define ALU_VERSION_OFFSET") && text.contains("generated:alu_system:"));
    generate("uart_bridge", "--prefix other");
    let other = "files.f other_uart_bridge.core other_uart_bridge.v other_uart_receiver.v \
                 other_uart_transmitter.v ports.txt";
    assert_eq!(names_in(&folder).join(" "), other);
}

#[test]
fn two_machines_of_the_standard_prefix_are_two_cores() {
    let name = |settings: &str| {
        let place = tempfile::tempdir().expect("a folder");
        let output = path_text(place.path());
        lanebeat(&format!("generate lane --preset small {settings} -o {output}")).good();
        core_name(place.path(), "lanebeat_lane")
    };
    assert_eq!(name(""), name("--set waves=2"));
    assert_ne!(name(""), name("--set register_file=skewed"));
}

#[test]
fn a_prefix_is_a_word() {
    let rule = "prefix must be a word of at most 40 letters, digits and underscores that begins \
                with a letter, not";
    for word in ["1x", "a-b", "a b", "é", "$(x)", "", &"a".repeat(41)] {
        let error = refusal(&["generate", "lane", "--prefix", word], b"");
        assert!(error.contains(rule) && error.ends_with("`; try my_machine\n"), "{error}");
    }
    let place = tempfile::tempdir().expect("a folder");
    fs::write(place.path().join("m.toml"), "waves = 1\nprefix = 3\n").expect("a file");
    let error = refusal_in(place.path(), "run - --config m.toml", b"nop\n");
    assert_eq!(error, format!("error: m.toml:2:10: {rule} 3; try my_machine\n"));
}
