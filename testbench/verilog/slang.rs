//! The written Verilog of the system of every preset in every organisation, read by slang in its
//! strict Verilog-2005 mode with every warning on, and by PyVerilog, Icarus, Verilator and Verible.

use crate::common::bench::organised;
use std::path::Path;

use crate::common::sample::of_today;
use crate::common::tools::{lint_by, python, run, store};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::rtl;
use lanebeat::verilog::{File, Header, write};

/// What `script` says about the files with the arguments before them, if it objects; `None` without
/// the Python package.
fn objections(
    script: &str,
    package: &str,
    before: &[&str],
    files: &[File],
) -> Option<Option<String>> {
    let python = python(package)?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/verilog").join(script);
    let (folder, paths) = store(files);
    let names = [script.display().to_string()].into_iter();
    let before = before.iter().map(|word| word.to_string());
    let paths = paths.iter().map(|path| path.display().to_string());
    let (success, said) =
        run(&python, folder.path(), &names.chain(before).chain(paths).collect::<Vec<_>>());
    Some((!success).then_some(said))
}

fn objections_of_slang(files: &[File], top: &str) -> Option<Option<String>> {
    objections("slang.py", "pyslang.driver", &[top], files)
}

/// Slang, PyVerilog, Icarus, Verilator and Verible read the unit without a word.
fn passes(unit: &rtl::Unit, config: &Config) {
    let top = unit.build(config);
    let files = write(&top, &Header::new(&config.to_toml(), "lanebeat generate"));
    for (name, found) in [
        ("slang", objections_of_slang(&files, &top.name)),
        ("PyVerilog", objections("read_by_pyverilog.py", "pyverilog", &[], &files)),
    ] {
        if let Some(Some(said)) = found {
            panic!("{name} objects to {} of {config:?}:\n{said}", top.name);
        }
    }
    lint_by(&["iverilog", "verilator", "verible-verilog-lint"], &files, &top.name);
}

/// One machine a day. The system holds the core and all its units.
#[test]
fn slang_takes_all_of_every_preset_in_every_organisation() {
    let system = rtl::UNITS.iter().find(|unit| unit.name == "system").expect("a unit");
    let machines = RegisterFile::ALL.into_iter().flat_map(|register_file| {
        Preset::ALL.map(|preset| organised(&preset.config(), register_file))
    });
    of_today(machines, 1).iter().for_each(|config| passes(system, config));
}

#[test]
fn slang_objects_to_a_width_that_is_cut() {
    let text =
        "module cut(input wire [3:0] a, output wire [2:0] b);\n    assign b = a;\nendmodule\n"
            .to_string();
    let cut = File { name: "cut.v".to_string(), text };
    if let Some(found) = objections_of_slang(&[cut], "cut") {
        assert!(found.is_some_and(|said| said.contains("width-trunc")));
    }
}

#[test]
fn pyverilog_objects_to_an_attribute_list() {
    let text = "module list;\n    (* a, b *)\n    reg c;\nendmodule\n".to_string();
    let list = File { name: "list.v".to_string(), text };
    if let Some(found) = objections("read_by_pyverilog.py", "pyverilog", &[], &[list]) {
        assert!(found.is_some_and(|said| said.contains("line:2")));
    }
}
