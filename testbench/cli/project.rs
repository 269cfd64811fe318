//! `generate --project`: what make and a reader of YAML find in the projects, held against the variables
//! that the flows publish. The flows themselves are not run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::program::{lanebeat, names_in, path_text, refusal};
use crate::common::tools::{python, run, tool};

/// Variables of `flow`.
fn variables(flow: &str) -> BTreeSet<&'static str> {
    let lines = include_str!("../data/flow_variables.txt").lines();
    lines.filter_map(|line| line.strip_prefix(flow)?.strip_prefix(' ')).collect()
}

fn generate(folder: &Path, flow: &str, more: &[&str]) {
    let line = ["generate", "core", "--preset", "small", "--mhz", "62.5", "--project", flow];
    lanebeat(&[&line[..], &["-o", path_text(folder)], more].concat()).good();
}

/// Value of `variable` where make includes the project.
fn made(folder: &Path, variable: &str) -> Option<String> {
    let make = tool("make")?;
    let text = "include $(FOLDER)/config.mk\nshow:\n\t@echo $($(VARIABLE))\n";
    let place = tempfile::tempdir().expect("a folder");
    fs::write(place.path().join("Makefile"), text).expect("a file");
    let platform = folder.join("platform");
    let arguments = [
        "-s".to_owned(),
        "show".to_owned(),
        format!("FOLDER={}", folder.display()),
        format!("PLATFORM_DIR={}", platform.display()),
        format!("VARIABLE={variable}"),
    ];
    let (success, said) = run(&make, place.path(), &arguments);
    assert!(success, "{said}");
    Some(said.trim_end().to_owned())
}

/// The modules that synthesis must find, with paths.
fn sources(folder: &Path) -> Vec<String> {
    let list = fs::read_to_string(folder.join("files.f")).expect("a list");
    let names = list.lines().filter(|name| *name != "macros.v");
    names.map(|name| folder.join(name).display().to_string()).collect()
}

#[test]
fn openroad_flow_scripts_know_every_variable_of_the_project_and_find_its_files() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().canonicalize().expect("a path");
    generate(&folder, "orfs", &["--macros", "ihp-sg13g2"]);
    let text = fs::read_to_string(folder.join("config.mk")).expect("a project");
    let exported = text.lines().filter_map(|line| line.strip_prefix("export ")?.split(' ').next());
    let exported: BTreeSet<&str> = exported.collect();
    assert!(exported.is_subset(&variables("orfs")), "{exported:?}");
    // `required: true` in variables.yaml.
    for required in ["PLATFORM", "DESIGN_NAME", "VERILOG_FILES", "SDC_FILE"] {
        assert!(exported.contains(required), "{required} of {exported:?}");
    }
    let Some(files) = made(&folder, "VERILOG_FILES") else { return };
    assert_eq!(files.split(' ').collect::<Vec<_>>(), sources(&folder));
    let sdc = made(&folder, "SDC_FILE").expect("make is there");
    let clock = fs::read_to_string(sdc).expect("the file it names");
    assert!(clock.contains("\ncreate_clock -name clock -period 16.000 [get_ports clock]\n"));
    // Macros of the memories, of which one is next to the project and the other the platform's.
    let [own, platforms] = ["RM_IHPSG13_1P_256x16_c2_bm_bist", "RM_IHPSG13_1P_64x64_c2_bm_bist"];
    let [own, platforms] = [format!("macros/{own}.lef"), format!("platform/lef/{platforms}.lef")]
        .map(|name| folder.join(name));
    for path in [&own, &platforms] {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, "").expect("a file");
    }
    let lefs = made(&folder, "ADDITIONAL_LEFS").expect("make is there");
    let lefs: BTreeSet<&Path> = lefs.split(' ').map(Path::new).collect();
    assert_eq!(lefs, BTreeSet::from([&*own, &*platforms]));
    generate(&folder, "orfs", &[]);
    let text = fs::read_to_string(folder.join("config.mk")).expect("a project");
    assert!(!text.contains("ADDITIONAL_"), "{text}");
    // 32 rows of 16 words.
    assert!(text.contains("SYNTH_MEMORY_MAX_BITS ?= 16384\n"), "{text}");
}

#[test]
fn librelane_knows_every_variable_of_the_project() {
    let place = tempfile::tempdir().expect("a folder");
    generate(place.path(), "librelane", &["--macros", "ihp-sg13g2", "--prefix", "my"]);
    let Some(python) = python("yaml") else { return };
    let script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))";
    let file = place.path().join("config.yaml").display().to_string();
    let (success, said) = run(&python, place.path(), &["-c".to_owned(), script.to_owned(), file]);
    assert!(success, "{said}");
    let read: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let keys = read.as_object().expect("a table").keys().map(String::as_str);
    let keys: BTreeSet<&str> = keys.filter(|key| *key != "meta").collect();
    assert!(keys.is_subset(&variables("librelane")), "{keys:?}");
    assert_eq!(read["meta"], serde_json::json!({"version": 2, "flow": "Classic"}));
    assert_eq!((&read["DESIGN_NAME"], &read["CLOCK_PORT"]), (&"my_core".into(), &"clock".into()));
    assert_eq!(read["CLOCK_PERIOD"], 16.0);
    let files = read["VERILOG_FILES"].as_array().expect("a list").iter();
    let found = |file: &serde_json::Value| {
        let name =
            file.as_str().and_then(|file| file.strip_prefix("dir::")).expect("a file").to_owned();
        place.path().join(name).display().to_string()
    };
    assert_eq!(files.map(found).collect::<Vec<_>>(), sources(place.path()));
    let macros = read["MACROS"].as_object().expect("a table");
    let expected = ["RM_IHPSG13_1P_256x16_c2_bm_bist", "RM_IHPSG13_1P_64x64_c2_bm_bist"];
    assert_eq!(macros.keys().collect::<Vec<_>>(), expected);
    // `generate` takes its own project away again, and no other's.
    lanebeat(&["generate", "lane", "-o", path_text(place.path())]).good();
    assert!(!names_in(place.path()).iter().any(|name| name.starts_with("con")));
    fs::write(place.path().join("config.yaml"), "DESIGN_NAME: mine\n").expect("a file");
    let line = ["generate", "lane", "--preset", "small", "--set", "stages=2", "--mhz", "50"];
    let path = path_text(place.path());
    let line = [&line[..], &["--project", "librelane", "-o", path]].concat();
    let said = refusal(&line[..], b"");
    assert!(said.contains("config.yaml"), "{said}");
}

#[test]
fn a_project_wants_a_clock_verilog_and_a_flow_that_is_known() {
    let place = tempfile::tempdir().expect("a folder");
    let path = path_text(place.path());
    for (line, expected) in [
        ("core --project orfs", "--mhz <MHZ>"),
        ("lane --mhz 50 --project orfs", "lane has none"),
        ("core --mhz 50 --project openlane", "librelane"),
        (
            "core --mhz 50 --project orfs --format mlir",
            "--project is of Verilog; leave --format out",
        ),
    ] {
        let words = format!("generate {line} --preset small -o {path}");
        let said = refusal(&words.split(' ').collect::<Vec<_>>()[..], b"");
        assert!(said.contains(expected), "{said}");
        assert!(names_in(place.path()).is_empty());
    }
}

/// Thresholds, without which OpenSTA takes no library.
const LIBRARY: &str = "library(none) {
  time_unit : \"1ns\";
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
}
";

#[test]
fn opensta_finds_the_clock_and_a_fifth_of_its_period_at_inputs_and_outputs() {
    let Some(sta) = tool("sta") else { return };
    let place = tempfile::tempdir().expect("a folder");
    generate(place.path(), "orfs", &[]);
    let script = "read_liberty none.lib; read_verilog t.v; link_design t; source constraint.sdc; write_sdc -no_timestamp said.sdc; exit";
    let design = "module t(clock, d, q); input clock, d; output q; assign q = d; endmodule\n";
    for (name, text) in [("none.lib", LIBRARY), ("t.v", design), ("t.tcl", script)] {
        fs::write(place.path().join(name), text).expect("a file");
    }
    let (success, said) = run(&sta, place.path(), &["-exit", "t.tcl"].map(str::to_owned));
    assert!(success && !said.contains("Error"), "{said}");
    let said = fs::read_to_string(place.path().join("said.sdc")).expect("a file");
    let commands: Vec<&str> = said.lines().filter(|line| !line.starts_with('#')).collect();
    let expected = [
        "current_design t",
        "create_clock -name clock -period 16.0000 -waveform {0.0000 8.0000} [get_ports {clock}]",
        "set_input_delay 3.2000 -clock [get_clocks {clock}] -add_delay [get_ports {d}]",
        "set_output_delay 3.2000 -clock [get_clocks {clock}] -add_delay [get_ports {q}]",
    ];
    assert_eq!(commands, expected);
}
