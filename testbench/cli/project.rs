//! `generate --project`: what make and a reader of YAML find in the projects, held against the variables
//! that the flows publish. The flows themselves are not run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::ihp::{IHP_MACROS, ihp};
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

/// The project of LibreLane, as a reader of YAML takes it.
fn yaml(python: &Path, folder: &Path) -> serde_json::Value {
    let script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))";
    let file = folder.join("config.yaml").display().to_string();
    let (success, said) = run(python, folder, &["-c".to_owned(), script.to_owned(), file]);
    assert!(success, "{said}");
    serde_json::from_str(&said).expect("JSON")
}

#[test]
fn librelane_knows_every_variable_of_the_project() {
    let place = tempfile::tempdir().expect("a folder");
    generate(place.path(), "librelane", &["--macros", "ihp-sg13g2", "--prefix", "my"]);
    let Some(python) = python("yaml") else { return };
    let read = yaml(&python, place.path());
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

/// Width and height of the macro, from the foundry's table.
fn size(name: &str) -> Option<[f64; 2]> {
    let text = fs::read_to_string(ihp()?.join(IHP_MACROS)).expect("the sizes");
    let row = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(','));
    let row: Vec<f64> = row?.split(',').map(|number| number.parse().expect("a number")).collect();
    Some([row[3], row[4]])
}

/// Instances of macros as yosys flattens them, with their cells.
fn flattened(yosys: &Path, folder: &Path) -> Vec<(String, String)> {
    let names = names_in(folder);
    let sources: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| name.ends_with(".v") && *name != "macros.v")
        .collect();
    let script = format!(
        "read_verilog {}; read_verilog -lib macros.v; hierarchy -top lanebeat_core; proc; flatten; select t:RM_IHP*; write_rtlil -selected cells.txt",
        sources.join(" ")
    );
    let (success, said) = run(yosys, folder, &["-q".to_owned(), "-p".to_owned(), script]);
    assert!(success, "{said}");
    let text = fs::read_to_string(folder.join("cells.txt")).expect("cells");
    fs::remove_file(folder.join("cells.txt")).expect("removable");
    let cell = |line: &str| {
        let (own, instance) = line.trim().strip_prefix("cell \\")?.split_once(" \\")?;
        Some((instance.to_owned(), own.to_owned()))
    };
    text.lines().filter_map(cell).collect()
}

/// Every macro of yosys' netlist has its place inside the core, and none lies on another.
fn assert_apart(core: [f64; 4], cells: &[(String, String)], places: &[(String, [f64; 2])]) {
    let [placed, there]: [BTreeSet<&str>; 2] = [
        places.iter().map(|(name, _)| &**name).collect(),
        cells.iter().map(|(name, _)| &**name).collect(),
    ];
    assert!(!places.is_empty() && places.len() == cells.len());
    assert_eq!(placed, there);
    let box_of = |(name, [x, y]): &(String, [f64; 2])| {
        let (_, own) = cells.iter().find(|(instance, _)| instance == name).expect("a macro");
        let [width, height] = size(own).expect("a size");
        [*x, *y, x + width, y + height]
    };
    let boxes: Vec<[f64; 4]> = places.iter().map(box_of).collect();
    for (number, own) in boxes.iter().enumerate() {
        assert!(own[0] > core[0] && own[1] > core[1] && own[2] < core[2] && own[3] < core[3]);
        for other in &boxes[..number] {
            // Room for rows of cells and wires between two.
            let gap = 20.0;
            let beside = own[0] >= other[2] + gap || other[0] >= own[2] + gap;
            assert!(beside || own[1] >= other[3] + gap || other[1] >= own[3] + gap, "{own:?}");
        }
    }
    // Macros and two and a half times the cells fill the core.
    let area = (core[2] - core[0]) * (core[3] - core[1]);
    let macros: f64 = boxes.iter().map(|own| (own[2] - own[0]) * (own[3] - own[1])).sum();
    assert!(area > 1.3 * macros, "{area} {macros}");
}

/// A database of the instances in OpenROAD's spelling, and a command that says what it is asked for.
fn placed_by_tcl(sta: &Path, folder: &Path, names: &[String], hierarchy: char) -> (bool, String) {
    let mut text = "namespace eval ord { proc get_db_block {} { return block } }\n".to_owned();
    text += "proc place_macro {args} { puts \"placed $args\" }\n";
    let spelled = names.iter().map(|name| {
        name.replace('.', &hierarchy.to_string()).replace('[', "\\[").replace(']', "\\]")
    });
    let instances: Vec<String> = spelled.map(|name| format!("{{named {{{name}}}}}")).collect();
    text += "proc named {name what} { return $name }\n";
    text += &format!("proc block {{what}} {{ return [list {}] }}\n", instances.join(" "));
    // An instance is a command of two words, as an object of the database is one of one.
    let own = fs::read_to_string(folder.join("macro_placement.tcl")).expect("the places");
    text += &own.replace("[$instance getName]", "[{*}$instance getName]");
    fs::write(folder.join("try.tcl"), text).expect("a file");
    let ran = run(sta, folder, &["-exit", "try.tcl"].map(str::to_owned));
    fs::remove_file(folder.join("try.tcl")).expect("removable");
    ran
}

#[test]
fn macros_stand_by_their_names_in_yosys_netlist_inside_the_core_and_apart() {
    let (Some(yosys), Some(sta), Some(python), Some(_)) =
        (tool("yosys"), tool("sta"), python("yaml"), ihp())
    else {
        return;
    };
    for register_file in ["wide", "replicated", "banked"] {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().canonicalize().expect("a path");
        let setting = format!("register_file={register_file}");
        let more = ["--macros", "ihp-sg13g2", "--set", &setting];
        generate(&folder, "orfs", &more);
        let cells = flattened(&yosys, &folder);
        let names: Vec<String> = cells.iter().map(|(name, _)| name.clone()).collect();
        let Some(core) = made(&folder, "CORE_AREA") else { return };
        let numbers = |text: &str| -> Vec<f64> {
            text.split(' ').map(|number| number.parse().expect("a number")).collect()
        };
        let core: [f64; 4] = numbers(&core).try_into().expect("two corners");
        let die = numbers(&made(&folder, "DIE_AREA").expect("make is there"));
        assert!(die[2] > core[2] && die[3] > core[3] && core[0] > 0.0 && core[1] > 0.0);
        assert_eq!(
            made(&folder, "CORE_UTILIZATION").as_deref(),
            Some(""),
            "flows take one of both"
        );
        let script = made(&folder, "MACRO_PLACEMENT_TCL").expect("make is there");
        assert_eq!(Path::new(&script), folder.join("macro_placement.tcl"));
        for hierarchy in ['.', '/'] {
            let (success, said) = placed_by_tcl(&sta, &folder, &names, hierarchy);
            assert!(success, "{said}");
            let placed = said.lines().filter_map(|line| {
                let words = line.strip_prefix("placed -macro_name ")?;
                let (name, at) = words.split_once(" -location {")?;
                let name = name.trim_matches(['{', '}']).replace('\\', "").replace('/', ".");
                let at = numbers(at.split_once('}')?.0);
                Some((name, [at[0], at[1]]))
            });
            assert_apart(core, &cells, &placed.collect::<Vec<_>>());
        }
        let (_, said) = placed_by_tcl(&sta, &folder, &names[1..], '.');
        let missing = format!("the design has no macro {}", names[0]);
        assert!(said.contains(&missing), "{said}");

        generate(&folder, "librelane", &more);
        assert!(!folder.join("macro_placement.tcl").exists());
        let read = yaml(&python, &folder);
        assert_eq!(read["FP_SIZING"], "absolute");
        let corners = |key: &str| -> Vec<f64> {
            let corners = read[key].as_array().expect("a list").iter();
            corners.map(|number| number.as_f64().expect("a number")).collect()
        };
        assert_eq!((corners("CORE_AREA"), corners("DIE_AREA")), (core.to_vec(), die));
        let mut places = vec![];
        for (own, entry) in read["MACROS"].as_object().expect("a table") {
            for (instance, at) in entry["instances"].as_object().expect("a table") {
                assert!(cells.contains(&(instance.clone(), own.clone())), "{instance} {own}");
                assert_eq!(at["orientation"], "N");
                let at = [0, 1].map(|axis| at["location"][axis].as_f64().expect("a number"));
                places.push((instance.clone(), at));
            }
        }
        assert_apart(core, &cells, &places);
    }
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
