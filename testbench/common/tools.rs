//! External tools: found on the path, counted at the end when missing, required with
//! `LANEBEAT_REQUIRE_TOOLS=1`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use lanebeat_hdl::verilog::File;
use tempfile::TempDir;

/// Where `name` is installed. Without it, says that the caller's check is skipped.
///
/// # Panics
/// When it is missing and `LANEBEAT_REQUIRE_TOOLS` is 1.
pub fn tool(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    if found.is_none() {
        missing(name);
    }
    found
}

/// A Python that can import `modules`, a list with commas: the one that `LANEBEAT_PYTHON` names, or
/// the first on the path. Without it as [`tool`].
pub fn python(modules: &str) -> Option<PathBuf> {
    let program =
        std::env::var_os("LANEBEAT_PYTHON").map_or_else(|| "python3".into(), PathBuf::from);
    let import = format!("import {modules}");
    let output = Command::new(&program).args(["-c", &import]).output();
    let has_them = output.is_ok_and(|output| output.status.success());
    if !has_them {
        missing(modules);
    }
    has_them.then_some(program)
}

/// Checks that were skipped, by what they wanted.
static SKIPPED: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());

unsafe extern "C" {
    /// Of the C library: calls `last` when the program ends.
    safe fn atexit(last: extern "C" fn()) -> i32;
}

/// Says that a check is skipped for want of `name`; how many were is said when all tests are over.
///
/// # Panics
/// When `LANEBEAT_REQUIRE_TOOLS` is 1.
pub fn missing(name: &str) {
    let required = std::env::var("LANEBEAT_REQUIRE_TOOLS").is_ok_and(|value| value == "1");
    assert!(!required, "LANEBEAT_REQUIRE_TOOLS=1 and there is no {name}; install it");
    skipped(name);
}

/// Says that a check is skipped for want of `name`, and counts it.
pub fn skipped(name: &str) {
    println!("skipped: no {name}");
    let mut skipped = SKIPPED.lock().unwrap_or_else(PoisonError::into_inner);
    if skipped.is_empty() {
        atexit(tell_skipped);
    }
    *skipped.entry(name.to_owned()).or_default() += 1;
}

extern "C" fn tell_skipped() {
    let skipped = SKIPPED.lock().unwrap_or_else(PoisonError::into_inner);
    let names: Vec<String> =
        skipped.iter().map(|(name, count)| format!("{name} ({count})")).collect();
    eprintln!(
        "{} checks skipped for want of {}",
        skipped.values().sum::<usize>(),
        names.join(", ")
    );
}

/// The files in a folder of their own, and their paths.
pub fn store(files: &[File]) -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let paths = files.iter().map(|file| {
        let path = folder.path().join(&file.name);
        std::fs::write(&path, &file.text).expect("a writable temporary folder");
        path
    });
    let paths = paths.collect();
    (folder, paths)
}

/// Runs a tool in `folder`: whether it succeeded, and all it printed.
pub fn run(program: &Path, folder: &Path, arguments: &[String]) -> (bool, String) {
    ended(Command::new(program).args(arguments).current_dir(folder))
}

/// Whether a tool has succeeded, and everything that it said.
pub fn ended(command: &mut Command) -> (bool, String) {
    let output = command.output().expect("an installed tool starts");
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.success(), text.concat())
}

/// Verible's own rules but for three: one wants `gen_` before names, which are ours, the others
/// ranges and types of parameters that Verilog-2005 does not have. Codes are in capitals.
const VERIBLE_RULES: &str = "--rules=-generate-label-prefix,-unpacked-dimensions-range-ordering,-explicit-parameter-storage-type,\
    parameter-name-style=localparam_style_regex:[A-Z][A-Z0-9_]*,line-length=length:100";

/// Icarus, Verilator and yosys read the files without a word.
pub fn lint(files: &[File], top: &str) {
    lint_by(&["iverilog", "verilator", "yosys"], files, top);
}

/// As [`lint`], but only those of the tools that are `wanted`.
pub fn lint_by(wanted: &[&str], files: &[File], top: &str) {
    let (folder, paths) = store(files);
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let script = format!(
        "read_verilog {}; hierarchy -check -top {top}; proc; check -assert; select -assert-none t:$dlatch",
        paths.join(" ")
    );
    let linters: [(&str, Vec<&str>); 4] = [
        ("iverilog", vec!["-g2005", "-Wall", "-tnull", "-s", top]),
        (
            "verilator",
            vec!["--lint-only", "-Wall", "--default-language", "1364-2005", "--top-module", top],
        ),
        ("yosys", vec!["-q", "-p", &script]),
        ("verible-verilog-lint", vec![VERIBLE_RULES]),
    ];
    for (name, arguments) in linters.into_iter().filter(|(name, _)| wanted.contains(name)) {
        let Some(program) = tool(name) else { continue };
        let mut arguments: Vec<String> = arguments.into_iter().map(str::to_string).collect();
        if name != "yosys" {
            arguments.extend(paths.iter().cloned());
        }
        let (success, said) = run(&program, folder.path(), &arguments);
        let is_clean = success && said.is_empty();
        assert!(is_clean, "{name} objects to {top}:\n{said}\n{}", all_text(files));
    }
}

/// What Icarus prints when it simulates the files under a test bench `module bench; … endmodule`;
/// `None` without it.
pub fn simulate(files: &[File], bench: &str) -> Option<String> {
    let mut files = files.to_vec();
    files.push(File { name: "bench.v".to_string(), text: bench.to_string() });
    simulate_top(&files, "bench")
}

/// What Icarus prints when it simulates module `top` of the files, in a folder that holds all of
/// them; `None` without it.
pub fn simulate_top(files: &[File], top: &str) -> Option<String> {
    let (iverilog, vvp) = (tool("iverilog")?, tool("vvp")?);
    let (folder, paths) = store(files);
    let mut arguments: Vec<String> =
        ["-g2005", "-s", top, "-o", "bench.vvp"].map(str::to_string).to_vec();
    let is_verilog = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "v");
    arguments.extend(paths.iter().filter(is_verilog).map(|path| path.display().to_string()));
    let (success, said) = run(&iverilog, folder.path(), &arguments);
    assert!(success, "iverilog: {said}\n{}", all_text(files));
    let (success, said) = run(&vvp, folder.path(), &["-n".to_string(), "bench.vvp".to_string()]);
    assert!(success, "vvp: {said}");
    Some(said)
}

fn all_text(files: &[File]) -> String {
    files.iter().map(|file| file.text.as_str()).collect()
}
