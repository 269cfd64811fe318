//! The written Verilog of the system of every preset in every organisation, read by slang in its
//! strict Verilog-2005 mode with every warning on, and by Icarus, Verilator and Verible.

use crate::common::bench::organised;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::tools::{lint_by, missing, run, store};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::rtl;
use lanebeat::verilog::{File, Header, write};

/// A Python that has slang: the one that `LANEBEAT_PYTHON` names, or the first on the path.
fn python() -> Option<&'static Path> {
    static PYTHON: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let program =
            std::env::var_os("LANEBEAT_PYTHON").map_or_else(|| "python3".into(), PathBuf::from);
        let has_it = Command::new(&program).args(["-c", "from pyslang import driver"]).output();
        has_it.is_ok_and(|output| output.status.success()).then_some(program)
    });
    if PYTHON.is_none() {
        missing("pyslang");
    }
    PYTHON.as_deref()
}

/// What slang says about the files, if it objects; `None` without it.
fn objections(files: &[File], top: &str) -> Option<Option<String>> {
    let python = python()?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/verilog/slang.py");
    let (folder, paths) = store(files);
    let names = [script.display().to_string(), top.to_string()].into_iter();
    let arguments: Vec<String> =
        names.chain(paths.iter().map(|path| path.display().to_string())).collect();
    let (success, said) = run(python, folder.path(), &arguments);
    Some((!success).then_some(said))
}

/// Slang, Icarus, Verilator and Verible read the unit without a word.
fn passes(unit: &rtl::Unit, config: &Config) {
    let top = unit.build(config);
    let files = write(&top, &Header::new(&config.to_toml(), "lanebeat generate"));
    if let Some(Some(said)) = objections(&files, &top.name) {
        panic!("slang objects to {} of {config:?}:\n{said}", top.name);
    }
    lint_by(&["iverilog", "verilator", "verible-verilog-lint"], &files, &top.name);
}

fn the_system_passes(preset: Preset, organisations: &[RegisterFile]) {
    for &register_file in organisations {
        let config = organised(&preset.config(), register_file);
        // The system holds the core and all its units.
        passes(rtl::UNITS.iter().find(|unit| unit.name == "system").expect("a unit"), &config);
    }
}

/// Its organisations are those of the small machine in more lanes.
#[test]
fn slang_takes_all_of_the_default_machine() {
    the_system_passes(Preset::Default, &[RegisterFile::Skewed, RegisterFile::Banked]);
}

#[test]
fn slang_takes_all_of_the_small_machine_in_every_organisation() {
    the_system_passes(Preset::Small, &RegisterFile::ALL);
}

/// It has the units of the small machine in the lanes of the default one.
#[test]
fn slang_takes_all_of_the_integer_machine() {
    the_system_passes(Preset::Integer, &[RegisterFile::Skewed]);
}

#[test]
#[ignore = "for .ci/nightly: the organisations that slang_takes_all_of_… leave out"]
fn slang_takes_all_of_every_preset_in_every_organisation() {
    for preset in [Preset::Integer, Preset::Gcn] {
        the_system_passes(preset, &RegisterFile::ALL);
    }
}

#[test]
fn slang_objects_to_a_width_that_is_cut() {
    let text =
        "module cut(input wire [3:0] a, output wire [2:0] b);\n    assign b = a;\nendmodule\n"
            .to_string();
    let cut = File { name: "cut.v".to_string(), text };
    if let Some(found) = objections(&[cut], "cut") {
        assert!(found.is_some_and(|said| said.contains("width-trunc")));
    }
}
