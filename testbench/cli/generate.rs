//! `generate` and `build`: which files they leave, which they do not, and what they say.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::process::command;
use crate::common::program::{
    begins, folder_with, has, lanebeat, lanebeat_in, names_in, path_text, refusal, refusal_in,
};
use crate::common::tools::{ended, skipped, tool};

fn text(path: impl AsRef<Path>) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

#[test]
fn the_core_is_written_module_by_module_with_list_and_ports() {
    let place = tempfile::tempdir().expect("a directory");
    let ran = lanebeat_in(place.path(), "generate", b"").silent();
    assert_eq!(names_in(place.path()), ["rtl_out"]);
    let directory = place.path().join("rtl_out");
    let list = text(directory.join("files.f"));
    let mut expected: Vec<String> = list.lines().map(str::to_owned).collect();
    let found = expected.last().map(String::as_str);
    assert_eq!(found, Some("lanebeat_core.v"), "children stand before parents");
    expected.extend([
        "files.f".to_owned(),
        "lanebeat_core.core".to_owned(),
        "ports.txt".to_owned(),
    ]);
    expected.sort();
    assert_eq!(names_in(&directory), expected);
    let lines: usize = list.lines().map(|name| text(directory.join(name)).lines().count()).sum();
    let modules = list.lines().count();
    let expected = format!(
        "rtl_out: core in {modules} modules, {lines} lines of Verilog; top lanebeat_core\n"
    );
    let clock = ran.errors.strip_prefix(&expected).expect("the clock is behind it");
    let words: Vec<&str> = clock.split(' ').collect();
    assert_eq!(words[0], "clock:");
    let cuts = |family: &str| {
        let said = lanebeat(&format!("generate core --cuts={family} --json")).good().json();
        let slowest = |stage: &serde_json::Value| stage["delay"].as_u64().expect("picoseconds");
        said.as_array().expect("stages").iter().map(slowest).max().expect("a stage")
    };
    for (place, family) in [(1, "ecp5"), (7, "xc7")] {
        let expected = format!("{:.1}", 1e6 / cuts(family) as f64);
        assert_eq!(words[place..place + 2], [&*expected, "MHz"], "{clock}");
    }
    let ports = text(directory.join("ports.txt"));
    begins(&ports, "lanebeat_core: name, direction, bits, purpose\n\nclock ");
    let is_retire_result =
        |line: &str| line.split_whitespace().take(3).eq(["retire_result", "output", "2048"]);
    assert!(ports.lines().any(is_retire_result), "{ports}");
}

#[test]
fn mlir_is_one_file_beside_the_ports_and_takes_the_place_of_what_was_generated() {
    let place = tempfile::tempdir().expect("a directory");
    let generate = |options: &str| {
        let line = format!("generate {options} --preset small");
        let ran = lanebeat_in(place.path(), &line, b"").silent();
        ran.errors
    };
    let said = generate("--format mlir");
    let directory = place.path().join("mlir_out");
    assert_eq!(names_in(&directory), ["lanebeat_core.mlir", "ports.txt"]);
    let core = text(directory.join("lanebeat_core.mlir"));
    let (modules, lines) = (core.matches("\nhw.module ").count(), core.lines().count());
    let counted = format!("mlir_out: core in {modules} modules, {lines} lines of MLIR;");
    begins(&said, &format!("{counted} top lanebeat_core\nclock: "));
    assert_eq!(core.matches("\nhw.module @").count(), 1, "one is public");
    assert!(core.contains("\n// Made by: lanebeat generate core --format mlir --preset small\n"));
    generate("-o mlir_out");
    assert!(directory.join("lanebeat_core.v").exists());
    generate("vote --format mlir -o mlir_out");
    assert_eq!(names_in(&directory), ["lanebeat_vote.mlir", "ports.txt"]);
    fs::write(directory.join("lanebeat_vote.mlir"), "hw.module @mine() {}\n").expect("a file");
    let said = refusal_in(place.path(), "generate vote --format mlir -o mlir_out", b"");
    assert!(said.contains("lanebeat_vote.mlir"), "{said}");
    assert_eq!(text(directory.join("lanebeat_vote.mlir")), "hw.module @mine() {}\n");
}

/// The lane of every preset without stages has the text that was asked about, if it has all features.
#[test]
fn proofs_are_stated_of_the_text_that_they_are_about() {
    let place = tempfile::tempdir().expect("a folder");
    let stated = |options: &str| {
        let line = format!("generate core --proofs {options}");
        lanebeat_in(place.path(), line.as_str(), b"").silent();
        let page = fs::read_to_string(place.path().join("rtl_out/proofs.md")).expect("a statement");
        let (proved, open) = page.split_once("\n## Open\n").expect("what is open");
        assert!(open.contains("\n## What is only tested\n"), "{page}");
        (proved.to_owned(), open.to_owned())
    };
    let (proved, open) = stated("--set stages=9");
    assert!(proved.contains("with stages = 9") && proved.contains("### lane\n"), "{proved}");
    assert!(!open.contains("- lane:"), "{open}");
    let (proved, open) = stated("--preset integer --set stages=0 --set video=true");
    assert!(proved.contains("no pipeline registers") && !proved.contains("### lane\n"), "{proved}");
    assert!(open.contains("- lane:"), "{open}");
    let (proved, _) = stated("--preset integer");
    assert!(proved.contains("### lane\n"), "{proved}");
    // It goes with the machine that it is about.
    lanebeat_in(place.path(), "generate core", b"").silent();
    assert!(!place.path().join("rtl_out/proofs.md").exists());
}

#[test]
fn benches_and_what_is_printed_have_no_format() {
    let said = refusal("generate --format mlir --proofs", b"");
    assert!(said.contains("--proofs is about Verilog; leave --format out"), "{said}");
    let said = refusal("generate --format mlir --testbench", b"");
    assert!(said.contains("--testbench writes benches for Verilog; leave --format out"), "{said}");
    for option in ["--list", "--widget", "--cuts", "--diagram"] {
        let found = lanebeat(&format!("generate {option} --format mlir")).status;
        assert_eq!(found, Some(2), "{option}");
    }
    assert_eq!(lanebeat("generate --format vhdl").status, Some(2));
}

#[test]
fn periods_are_told_by_the_delays_of_either_family() {
    let period = |option: &str| -> u64 {
        let ran = lanebeat(&format!("generate execute --preset small {option} --json")).good();
        let stages = ran.json().as_array().expect("stages").clone();
        let delays = stages.iter().map(|stage| stage["delay"].as_u64().expect("picoseconds"));
        delays.max().expect("a stage")
    };
    assert_eq!(period("--cuts"), period("--cuts=ecp5"));
    assert!(period("--cuts=xc7") < period("--cuts=ecp5"));
    // Registers stand in the same places, whoever times them.
    let bits = |family: &str| -> Vec<u64> {
        let line = format!("generate execute --preset small --set stages=3 --cuts={family} --json");
        let stages = lanebeat(&line).good().json();
        let stages = stages.as_array().expect("stages").clone();
        stages.iter().map(|stage| stage["register_bits"].as_u64().expect("bits")).collect()
    };
    assert_eq!(bits("xc7"), bits("ecp5"));
    assert!(period("--set stages=3 --cuts=xc7") < period("--set stages=0 --cuts=xc7"));
    let said = refusal("generate execute --cuts=ice40", b"");
    assert!(said.contains("possible values: ecp5, xc7"), "{said}");
}

#[test]
fn the_sample_top_of_the_core_loads_runs_and_reads() {
    if tool("iverilog").is_none() {
        return;
    }
    let place = tempfile::tempdir().expect("a directory");
    let path = path_text(place.path());
    lanebeat(&["generate", "core", "--preset", "small", "-o", path][..]).good();
    let hex = path_text(&place.path().join("program.hex")).to_owned();
    let program = "assemble examples/core/program.s --preset small --format readmemh -o";
    lanebeat(&program.split(' ').chain([&*hex]).collect::<Vec<_>>()[..]).good();
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/core/top.v");
    let built = ended(
        Command::new("iverilog")
            .current_dir(place.path())
            .args(["-g2005", "-Wall", "-y", ".", "-s", "core_top_bench", "-o", "top.vvp"])
            .arg(top),
    );
    assert_eq!(built, (true, String::new()));
    let (success, said) =
        ended(Command::new("vvp").current_dir(place.path()).args(["-n", "top.vvp"]));
    let word = |thread: u32| 10 + thread + if thread > 0 { 9 + thread } else { 0 };
    let row = |row: u32| {
        (4 * row..4 * row + 4).map(|thread| word(thread).to_string()).collect::<Vec<_>>().join(" ")
            + "\n"
    };
    assert_eq!((success, said), (true, (0..4).map(row).collect::<String>()));
}

#[test]
fn the_clock_is_written_as_constraints_where_it_is_asked_for() {
    let place = tempfile::tempdir().expect("a directory");
    let path = path_text(place.path());
    let line = ["generate", "core", "--preset", "small", "--mhz", "62.5", "-o", path];
    lanebeat(&line[..]).good();
    let of = |extension: &str| text(place.path().join(format!("lanebeat_core.{extension}")));
    for extension in ["xdc", "sdc"] {
        let clock = "\ncreate_clock -name clock -period 16.000 [get_ports clock]\n";
        assert!(of(extension).ends_with(clock), "{}", of(extension));
    }
    assert!(of("lpf").ends_with("\nFREQUENCY PORT \"clock\" 62.5 MHZ;\n"), "{}", of("lpf"));
    // They are ours, so they go with the rest.
    lanebeat(&["generate", "lane", "--preset", "small", "-o", path][..]).good();
    assert!(!place.path().join("lanebeat_core.sdc").exists());
    let said =
        refusal(&["generate", "lane", "--preset", "small", "--mhz", "50", "-o", path][..], b"");
    assert!(said.ends_with("--mhz is of a clock, and lane has none; leave it out\n"), "{said}");
    let said = refusal("generate --mhz 0", b"");
    assert!(said.contains("it must be a number of megahertz from 0.1 to 2000; try 50"), "{said}");
}

#[test]
fn the_core_file_lists_the_same_files_in_the_same_order() {
    let place = tempfile::tempdir().expect("a directory");
    lanebeat(&["generate", "system", "--preset", "small", "-o", path_text(place.path())]).good();
    let core = text(place.path().join("lanebeat_system.core"));
    begins(&core, "CAPI=2:\n# Made by:\n#   lanebeat generate system --preset small\n");
    let listed: Vec<&str> = core.lines().filter_map(|line| line.strip_prefix("      - ")).collect();
    let list = text(place.path().join("files.f"));
    assert_eq!(listed, list.lines().collect::<Vec<_>>());
    assert!(core.contains("    toplevel: lanebeat_system\n"), "{core}");
}

#[test]
fn the_header_names_parameters_and_a_command_that_makes_the_same_again() {
    let place = folder_with("machine.toml", "preset = \"gcn\"\nwaves = 2\n");
    lanebeat_in(place.path(), "generate --config machine.toml -o first", b"").good();
    let core = text(place.path().join("first/lanebeat_core.v"));
    assert!(core.contains("registers=256, waves=2,"), "{core}");
    let marker = "// Made by: lanebeat ";
    let command =
        core.split(marker).nth(1).and_then(|rest| rest.lines().next()).expect("a command");
    assert_eq!(command, "generate core --preset gcn --set waves=2");
    let arguments: Vec<&str> = command.split(' ').chain(["-o", "second"]).collect();
    lanebeat_in(place.path(), &arguments, b"").good();
    for name in names_in(&place.path().join("first")) {
        let found = text(place.path().join("first").join(&name));
        assert_eq!(found, text(place.path().join("second").join(&name)), "{name}");
        let names_no_place =
            !text(place.path().join("first").join(&name)).contains(path_text(place.path()));
        assert!(names_no_place, "{name}");
    }
}

#[test]
fn a_unit_is_printed_as_a_rust_hdl_block_and_nothing_is_written() {
    let place = tempfile::tempdir().expect("a directory");
    let ran = lanebeat_in(place.path(), "generate lane --widget", b"");
    assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""));
    let has = |line: &str| ran.output.lines().any(|printed| printed.trim() == line);
    for line in [
        "lanebeat::widget! {",
        "#[unit = \"lane\"]",
        "pub struct Lane {",
        "pub a: Signal<In, Bits<32>>,",
        "pub p: Signal<In, Bit>,",
    ] {
        assert!(has(line), "{line} is not in\n{}", ran.output);
    }
    let json = lanebeat_in(place.path(), "generate lane --widget --json", b"").json();
    let found = (json["unit"].as_str(), json["declaration"].as_str());
    assert_eq!(found, (Some("lane"), Some(ran.output.as_str())));
    assert!(names_in(place.path()).is_empty());
    assert_eq!(lanebeat("generate --widget -o somewhere").status, Some(2));
    let other = refusal("generate lane --widget --set reset_level=low", b"");
    let cure = "error: a rust-hdl block needs reset_level = \"high\", not \"low\"; use --set reset_level=high\n";
    assert_eq!(other, cure);
    let off = refusal("generate float --widget --preset small", b"");
    assert!(off.contains("unit float needs float = true, but here float = false"), "{off}");
}

#[test]
fn verilog_that_is_no_longer_made_goes_and_all_else_stays() {
    let place = tempfile::tempdir().expect("a directory");
    let directory = place.path().join("rtl");
    lanebeat(&["generate", "-o", path_text(&directory)]).good();
    for (name, content) in [
        ("lanebeat_mine.v", "module lanebeat_mine; endmodule\n"),
        ("notes.txt", "x"),
        ("top.v", "x"),
    ] {
        fs::write(directory.join(name), content).expect("a file");
    }
    fs::create_dir(directory.join("lanebeat_folder.v")).expect("a folder");
    lanebeat(&["generate", "lane", "-o", path_text(&directory)]).good();
    let own = "lanebeat_byte_select.v lanebeat_float.v lanebeat_float_moved_down.v lanebeat_float_moved_up_2.v \
               lanebeat_float_moved_up_32.v lanebeat_float_moved_up_8.v lanebeat_float_round.v lanebeat_funnel.v lanebeat_lookup.v \
               lanebeat_lane.v lanebeat_video.v lanebeat_video_select.v";
    let beside =
        "files.f lanebeat_folder.v lanebeat_lane.core lanebeat_mine.v notes.txt ports.txt top.v";
    let all: BTreeSet<&str> = own.split(' ').chain(beside.split(' ')).collect();
    assert_eq!(names_in(&directory), all.into_iter().collect::<Vec<_>>());
    let list = text(directory.join("files.f"));
    let listed: BTreeSet<&str> = list.lines().collect();
    assert_eq!(listed, own.split(' ').collect());
}

#[test]
fn every_unit_in_the_list_can_be_written() {
    let units = lanebeat("generate --list --json").json();
    let names: Vec<&str> = units
        .as_array()
        .expect("a list")
        .iter()
        .map(|unit| unit["name"].as_str().expect("a name"))
        .collect();
    let has_units =
        names.starts_with(&["core"]) && names.contains(&"shuffle") && names.contains(&"dpp");
    assert!(has_units, "{names:?}");
    for name in names {
        let place = tempfile::tempdir().expect("a directory");
        let ran = lanebeat(&["generate", name, "--json", "-o", path_text(place.path())]).good();
        let report = ran.json();
        let files = report["files"].as_array().expect("files");
        let listed: BTreeSet<&str> =
            files.iter().map(|file| file["name"].as_str().expect("a name")).collect();
        let has_top =
            listed.contains(format!("{}.v", report["top"].as_str().expect("a top")).as_str());
        assert!(has_top, "{report}");
        let beside = if name == "system" { 3 + 5 } else { 3 };
        assert_eq!(names_in(place.path()).len(), listed.len() + beside, "{name}");
    }
}

#[test]
fn the_list_names_each_units_purpose_and_need() {
    let list = lanebeat("generate --list").output;
    assert!(list.starts_with("core            the whole datapath"), "{list}");
    has(&list, "\ndpp             DPP network of one row of 16 threads (needs dpp = true)\n");
}

#[test]
fn units_that_are_not_there_are_refused_with_the_cure() {
    let place = tempfile::tempdir().expect("a directory");
    let refused = |line: &str| refusal_in(place.path(), line, b"");
    let unknown = refused("generate shufle");
    begins(&unknown, "error: there is no unit `shufle`; did you mean `shuffle`? units are core, ");
    let off =
        "error: unit dpp needs dpp = \"network\", but here dpp = \"none\"; use --set dpp=network\n";
    assert_eq!(refused("generate dpp --set dpp=false"), off);
    // All units that the machine has are written; the network of DPP is none of them.
    let crossbar = "--preset small --set dpp=crossbar";
    assert_eq!(refused(&format!("generate dpp {crossbar}")), off.replace("none", "crossbar"));
    let place_of_all = tempfile::tempdir().expect("a directory");
    let of_all = format!("generate --testbench --vectors 4 {crossbar} -o all");
    lanebeat_in(place_of_all.path(), &of_all, b"").good();
    let written = names_in(&place_of_all.path().join("all"));
    assert!(written.iter().any(|name| name == "lanebeat_dpp_sources.v"), "{written:?}");
    assert!(!written.iter().any(|name| name == "lanebeat_dpp.v"), "{written:?}");
    let shuffle = "error: build runs examples/inclusive_scan.s, which needs shuffle = true, but here shuffle = false; use `lanebeat generate`\n";
    assert_eq!(refused("--set shuffle=false"), shuffle);
    assert!(names_in(place.path()).is_empty());
}

#[test]
fn a_program_that_no_memory_takes_is_refused_with_place_and_cure() {
    let place = folder_with("exit.s", "EXIT\n");
    fs::write(place.path().join("long.s"), "MOV R1, 5\n".repeat(256)).expect("a file");
    fs::write(place.path().join("none.s"), "// nothing\n").expect("a file");
    fs::write(place.path().join("bad.s"), "EXIT\nMOV R60, 5\n").expect("a file");
    let refused = |line: &str| refusal_in(place.path(), &format!("generate {line}"), b"");
    for (line, error) in [
        ("--program exit.s", "core has no program memory for --program; generate the unit system"),
        (
            "lane --program exit.s",
            "lane has no program memory for --program; generate the unit system",
        ),
        (
            "system --program long.s",
            "long.s: the program has 257 instructions, EXITs included, and the program memory holds 256; shorten it, or let waves execute the same",
        ),
        (
            "system --program none.s",
            "none.s: there is no instruction in it; write one, such as EXIT",
        ),
        (
            "system --program away.s",
            "away.s: cannot be read: there is no such file; check its name",
        ),
        (
            "system --preset small --program bad.s",
            "bad.s:2:5: R60 does not exist in this configuration, which has 16 registers; use R0..R15",
        ),
        (
            "system --program exit.s --format mlir",
            "--program is content of a memory at power-up, as FPGAs have it, but --format mlir has none; leave --format mlir out",
        ),
        (
            "system --program exit.s --macros sky130",
            "--program is content of a memory at power-up, as FPGAs have it, but --macros has none; leave --macros out",
        ),
        (
            "system --program exit.s --project orfs --mhz 100",
            "--program is content of a memory at power-up, as FPGAs have it, but --project has none; leave --project out",
        ),
    ] {
        begins(&refused(line), &format!("error: {error}\n"));
    }
    assert_eq!(names_in(place.path()), ["bad.s", "exit.s", "long.s", "none.s"]);
}

#[test]
fn a_program_stands_in_the_memory_and_nowhere_else() {
    let place = folder_with("gray.s", ".wave 1\nMOV R1, 5\n");
    for line in ["-o plain", "--program gray.s -o filled"] {
        lanebeat_in(place.path(), &*format!("generate system --preset small {line}"), b"").good();
    }
    let changed = names_in(&place.path().join("filled")).into_iter().filter(|name| {
        let lines = |folder: &str| -> Vec<String> {
            let text = text(place.path().join(folder).join(name));
            text.lines()
                .filter(|line| !line.contains("generate system"))
                .map(str::to_owned)
                .collect()
        };
        lines("plain") != lines("filled")
    });
    let changed: Vec<String> = changed.collect();
    assert_eq!(changed, ["lanebeat_feeder.v", "lanebeat_program_memory.v"]);
    let words = lanebeat_in(place.path(), "assemble gray.s --preset small", b"").good().output;
    let word = words.split_whitespace().next().expect("a word");
    let memory = text(place.path().join("filled/lanebeat_program_memory.v"));
    assert!(memory.contains(&format!("        128'h{word} // 0\n")), "{memory}");
}

#[test]
fn a_directory_that_cannot_be_written_is_named_and_nothing_is_left() {
    let place = folder_with("file", "kept");
    let error = refusal_in(place.path(), "generate -o file", b"");
    let cure = "file is a file; name a directory\n";
    assert_eq!(error, format!("error: file: cannot be written: {cure}"));
    let below = refusal_in(place.path(), "generate -o file/below", b"");
    assert_eq!(below, format!("error: file/below: cannot be written: {cure}"));
    assert_eq!(names_in(place.path()), ["file"]);
    assert_eq!(text(place.path().join("file")), "kept");
    let nowhere = refusal("generate -o /proc/lanebeat", b"");
    let cure = "no file can be made there; name another place\n";
    assert_eq!(nowhere, format!("error: /proc/lanebeat: cannot be written: {cure}"));
}

#[test]
fn a_directory_may_have_a_name_that_is_no_text() {
    let place = tempfile::tempdir().expect("a directory");
    let mut generate = command(place.path(), "generate lane --preset small --json -o");
    let ran = generate.arg(OsStr::from_bytes(b"\xff")).stdout(Stdio::piped()).output();
    let ran = ran.expect("it starts");
    let json: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!((ran.status.code(), &json["directory"]), (Some(0), &"\u{fffd}".into()));
    assert_eq!(names_in(place.path()), ["\u{fffd}"]);
}

/// Root has no such limit: the test then is by another user.
#[test]
fn without_a_thread_there_is_one_error_or_one_thread_does_the_work() {
    let place = folder_with("p.s", "nop\n");
    let program = place.path().join("lanebeat");
    fs::copy(env!("CARGO_BIN_EXE_lanebeat"), &program).expect("a writable folder");
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o777)).expect("our own");
    for (processes, arguments, status, said) in [
        (1, "generate lane", 2, "no thread can be started: resource temporarily unavailable"),
        (2, "check --preset small --programs 4", 0, ""),
        (2, "bench p.s --preset small --engines batch --seconds 0.01", 0, ""),
        (3, "run p.s --engine icarus", 2, "allow more processes, as by ulimit -u\n"),
    ] {
        let mut limited = Command::new("setpriv");
        limited.args(["--reuid=54321", "--regid=54321", "--clear-groups", "prlimit"]);
        limited.arg(format!("--nproc={processes}")).arg(&program).args(arguments.split(' '));
        limited.current_dir(place.path()).env("HOME", place.path()).stdin(Stdio::null());
        let Ok(ran) = limited.output() else { return skipped("setpriv") };
        let errors = String::from_utf8_lossy(&ran.stderr);
        if errors.starts_with("setpriv: ") {
            return skipped("root, who tries this as another user");
        }
        assert_eq!(ran.status.code(), Some(status), "{arguments}: {errors}");
        has(&errors, said);
    }
}

#[test]
fn a_file_in_the_way_of_one_module_keeps_every_file_as_it_was() {
    let place = tempfile::tempdir().expect("a directory");
    fs::create_dir_all(place.path().join("rtl_out/ports.txt")).expect("a folder in the way");
    let error = refusal_in(place.path(), "generate", b"");
    let said = "it is there and was not made by lanebeat; move it away, or name another directory";
    assert_eq!(error, format!("error: rtl_out/ports.txt: cannot be written: {said}\n"));
    assert_eq!(names_in(&place.path().join("rtl_out")), ["ports.txt"]);
}

#[test]
fn build_writes_no_verilog_where_it_cannot_write_the_waveform() {
    let place = folder_with("waveforms", "kept");
    let error = refusal_in(place.path(), "", b"");
    begins(&error, "error: waveforms/inclusive_scan.vcd: cannot be written: ");
    assert_eq!(names_in(place.path()), ["waveforms"]);
}

#[test]
fn build_leaves_verilog_and_waveform_and_says_what_to_open() {
    let place = tempfile::tempdir().expect("a directory");
    let ran = lanebeat_in(place.path(), "", b"");
    assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""));
    assert_eq!(names_in(place.path()), ["rtl_out", "waveforms"]);
    let waveforms = ["inclusive_scan.gtkw", "inclusive_scan.opcodes", "inclusive_scan.vcd"];
    assert_eq!(names_in(&place.path().join("waveforms")), waveforms);
    for said in [
        "16 lanes x 4 beats = 64 threads, 64 registers, 8 waves, register_file wide",
        "lines of Verilog; top lanebeat_core",
        "11 instructions of 1 wave in 205 cycles (52 slots); hardware and model agree on 11 retirements",
        "gtkwave waveforms/inclusive_scan.gtkw",
        "rtl_out/lanebeat_core.v",
    ] {
        assert!(ran.output.contains(said), "{said} is not in\n{}", ran.output);
    }
}

#[test]
fn build_reports_as_json_for_any_configuration_that_is_built() {
    let place = tempfile::tempdir().expect("a directory");
    for settings in [
        "--set waves=1 --set dpp=false",
        "--set lanes=32 --set beats=2 --set stages=3",
        "--preset gcn --set beats=1",
        "--preset small",
        "--set register_file=skewed",
        "--set register_file=multi_port",
        "--set register_file=replicated",
    ] {
        let line = format!("build --json {settings}");
        let report = lanebeat_in(place.path(), &line, b"").good().json();
        let found = (&report["instructions"], &report["difference"]);
        assert_eq!(found, (&11.into(), &serde_json::Value::Null));
        assert_eq!(report["verilog"]["top"], "lanebeat_core");
    }
}
