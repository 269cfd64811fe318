//! `generate --macros`: the written design does what it does without macros, with models of ours and
//! with those of others, and a wrong table is noticed.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::program::{begins, lanebeat_in, refusal_in};
use crate::common::sample::of_today;
use crate::common::tools::{ended, lint, python, simulate_top, tool};
use lanebeat::study::SG13G2;
use lanebeat::study::standard_cells::SHIPPED;
use lanebeat::verilog::File;

const FOUNDRY: &str = include_str!("foundry.v");

/// The files that `generate UNIT` writes for the small machine with the macros of `table`, and what
/// it says.
fn generated(folder: &Path, unit: &str, table: &str) -> (Vec<File>, String) {
    generated_with(folder, unit, table, "")
}

fn generated_with(folder: &Path, unit: &str, table: &str, more: &str) -> (Vec<File>, String) {
    let line = format!(
        "generate {unit} --preset small --macros {table} --testbench --vectors 300 -o {table}.out{more}"
    );
    let said = lanebeat_in(folder, &line, b"").silent().errors;
    let entries = fs::read_dir(folder.join(format!("{table}.out"))).expect("a directory");
    let file = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        File { text: fs::read_to_string(path).expect("a text"), name }
    };
    (entries.map(file).collect(), said)
}

/// The files with models in the place of ours.
fn with_models(files: &[File], models: &str) -> Vec<File> {
    let replaced = |file: &File| match &*file.name {
        "macros.v" => File { text: models.to_owned(), ..file.clone() },
        _ => file.clone(),
    };
    files.iter().map(replaced).collect()
}

/// Whether the unit's bench passes; `None` without Icarus.
fn passes(files: &[File], unit: &str) -> Option<bool> {
    let said = simulate_top(files, &format!("lanebeat_{unit}_testbench"))?;
    Some(said.contains(&format!("PASS lanebeat_{unit}:")))
}

/// One table a day is simulated.
#[test]
fn a_core_of_every_shipped_table_passes_its_bench_with_our_models_and_with_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let today = of_today(SHIPPED.iter().map(|(table, _)| *table), 1);
    for (table, _) in SHIPPED {
        let (files, said) = generated(folder.path(), "core", table);
        let rows: Vec<&str> = said.lines().skip(1).collect();
        assert!(rows.len() == 3 && rows.iter().all(|row| !row.contains("no macros")), "{said}");
        assert!(files.iter().all(|file| !file.text.contains("ram_style")), "{table}");
        let page = include_str!("../../docs/learn/macros.md");
        assert!(table != "sky130" || page.contains(&format!("{}\n", rows.join("\n"))), "{said}");
        if !today.contains(&table) {
            continue;
        }
        let Some(passed) = passes(&files, "core") else { return };
        assert!(passed, "{table}");
        assert_eq!(passes(&with_models(&files, FOUNDRY), "core"), Some(true), "{table}");
        let design: Vec<File> = files
            .into_iter()
            .filter(|file| file.name.ends_with(".v") && !file.name.ends_with("_testbench.v"))
            .collect();
        lint(&design, "lanebeat_core");
    }
}

/// Reads LEF as layouts are read, and prints each macro with its width, its height, the shapes of its
/// pins, and as how many these stand apart.
const READ_LEF: &str = r#"
import sys, klayout.db as db
layout = db.Layout()
options = db.LoadLayoutOptions()
options.lefdef_config.macro_resolution_mode = 1
layout.read(sys.argv[1], options)
for cell in layout.each_cell():
    box = cell.dbbox()
    pins = [i for i in layout.layer_indexes() if layout.get_info(i).name.endswith(".PIN")]
    apart = sum(db.Region(cell.begin_shapes_rec(i)).merged().count() for i in pins)
    print(cell.name, round(box.width(), 2), round(box.height(), 2), sum(cell.shapes(i).size() for i in pins), apart)
"#;

/// The benches of two organisations a day.
#[test]
fn mock_macros_are_as_large_and_as_fast_as_the_model_says() {
    let folder = tempfile::tempdir().expect("a folder");
    for register_file in of_today(["wide", "skewed", "multi_port", "replicated", "banked"], 2) {
        let more = format!(" --set register_file={register_file}");
        let (files, said) = generated_with(folder.path(), "core", "mock", &more);
        assert!(!said.contains("no macros"), "{register_file}: {said}");
        let Some(passed) = passes(&files, "core") else { return };
        assert!(passed, "{register_file}");
    }
    // Four lanes of 32 bits, of 16 registers, 2 waves and 4 beats; and masks.
    generated_with(folder.path(), "core", "mock", " --set register_file=multi_port");
    let out = folder.path().join("mock.out");
    let area = |rows: usize, bits: usize| SG13G2.square_micrometres(rows, bits, 4);
    if let Some(python) = python("klayout") {
        let lef = out.join("macros.lef");
        let (ok, read) = ended(Command::new(python).args(["-c", READ_LEF]).arg(lef));
        assert!(ok, "{read}");
        let mut macros: Vec<Vec<&str>> =
            read.lines().map(|line| line.split(' ').collect()).collect();
        macros.sort_by_key(|words| words[0].len());
        let [masks, registers] = &macros[..] else { panic!("{read}") };
        // A clock, four addresses and enables, a mask, data, three words read, and the supply.
        for (own, rows, bits) in [(masks, 128, 4), (registers, 128, 128)] {
            assert_eq!(own[0], format!("mock_{rows}x{bits}_w_r_r_r_masked"));
            let side = format!("{:.2}", area(rows, bits).sqrt());
            let pins = 1 + 4 * (7 + 1) + 4 + 4 * bits + 2;
            let pins = pins.to_string();
            assert_eq!(own[1..], [&*side, &side, &pins, &pins], "{read}");
        }
    }
    if tool("yosys").is_some() {
        let script = "read_liberty -lib macros.lib; read_verilog lanebeat_macro_mock*.v; hierarchy -check; stat -liberty macros.lib";
        let (ok, said) = ended(Command::new("yosys").args(["-p", script]).current_dir(&out));
        let areas: Vec<f64> = said
            .lines()
            .filter_map(|line| {
                line.trim().strip_prefix("Chip area for module")?.rsplit(' ').next()?.parse().ok()
            })
            .collect();
        let near = |wanted: f64| areas.iter().any(|area| (area / wanted - 1.0).abs() < 1e-4);
        assert!(ok && near(area(128, 4)) && near(area(128, 128)), "{said}");
    }
    if let Some(sta) = tool("sta") {
        let script = "read_liberty macros.lib\nread_verilog top.v\nlink_design top\ncreate_clock -name clock -period 100 [get_ports clock]\n\
            set_output_delay 0 -clock clock [get_ports q]\nreport_checks -path_delay max -digits 4 -to [get_ports q]\n\
            set_input_delay 0 -clock clock [get_ports a]\nreport_checks -path_delay max -digits 4 -to [get_pins m/B_ADDR[0]]\n";
        let top = "module top (clock, a, q); input clock; input [6:0] a; output q;\n\
            mock_128x4_w_r_r_r_masked m (.CLK(clock), .B_ADDR(a), .B_EN(1'b1), .B_Q({n1, n2, n3, q}));\nendmodule\n";
        fs::write(out.join("script.tcl"), script).expect("a writable folder");
        fs::write(out.join("top.v"), top).expect("a writable folder");
        let (ok, said) =
            ended(Command::new(sta).args(["-no_splash", "-exit", "script.tcl"]).current_dir(&out));
        let arrival = said.lines().find_map(|line| {
            line.trim().strip_suffix("data arrival time")?.trim().parse::<f64>().ok()
        });
        let near = |time: f64| (time / SG13G2.access(128) - 1.0).abs() < 1e-3;
        // An address may come with the clock's edge.
        let slack = |line: &str| {
            let slack = line.trim().strip_suffix("slack (MET)")?;
            slack.trim().parse::<f64>().ok()
        };
        assert_eq!(said.lines().filter_map(slack).next_back(), Some(100.0), "{said}");
        assert!(ok && !said.contains("Error") && arrival.is_some_and(near), "{said}");
    }
    let refused = "study --axis waves=1 --flow none --macros mock";
    begins(&refusal_in(folder.path(), refused, b""), "error: mock macros are those of the design");
}

#[test]
fn a_wrong_pin_of_a_table_or_a_wrong_bit_of_a_mask_is_noticed() {
    if tool("iverilog").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let changes = [
        ("sky130", "\"!csb0\"", "\"csb0\""),
        ("sky130", "\"!web0\"", "\"web0\""),
        ("sky130", "\"wmask0\"", "\"!wmask0\""),
        ("sky130", "[interface.1rw1r]\n", "[interface.1rw1r]\nholds = true\n"),
        ("gf180mcu", "\"!CEN\"", "\"CEN\""),
        ("gf180mcu", "\"!GWEN\"", "\"GWEN\""),
        ("gf180mcu", "\"!WEN\"", "\"WEN\""),
        ("fakeram45", "\"we_in\"", "\"!we_in\""),
        ("fakeram45", "[interface.one]\n", "[interface.one]\nholds = true\n"),
        ("ihp-sg13g2", "\"A_MEN\"", "\"!A_MEN\""),
        ("ihp-sg13g2", "\"A_REN\"", "\"!A_REN\""),
        ("ihp-sg13g2", "A_DLY = 1", "A_DLY = 0"),
        ("ihp-sg13g2", "A_BIST_EN = 0", "A_BIST_EN = 1"),
    ];
    for (table, from, to) in changes {
        let (_, text) = SHIPPED.into_iter().find(|(name, _)| *name == table).expect("a table");
        assert!(text.contains(from), "{table}: {from}");
        fs::write(folder.path().join("own.toml"), text.replacen(from, to, 1)).expect("writable");
        let (files, _) = generated(folder.path(), "register_file", "own.toml");
        let files = with_models(&files, FOUNDRY);
        assert_eq!(passes(&files, "register_file"), Some(false), "{table}: {to}");
    }
    let (mut files, _) = generated(folder.path(), "register_file", "ihp-sg13g2");
    let leaf = files.iter_mut().find(|file| file.text.contains("{32{a_mask[1]}}"));
    let leaf = leaf.expect("a macro of two columns");
    leaf.text = leaf.text.replace("{32{a_mask[1]}}", "{32{a_mask[0]}}");
    assert_eq!(passes(&files, "register_file"), Some(false));
}

/// One simulator a day.
#[test]
fn the_makefile_takes_models_of_ours_or_of_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let simulators = [("icarus", "iverilog"), ("verilator", "verilator")];
    generated(folder.path(), "register_file", "sky130");
    fs::write(folder.path().join("foundry.v"), FOUNDRY).expect("writable");
    let makes = |arguments: &[&str]| {
        let mut make = Command::new("make");
        make.args(["-f", "benches.mk", "-C", "sky130.out"]).args(arguments);
        ended(make.current_dir(folder.path()))
    };
    for (simulator, program) in of_today(simulators, 1) {
        if tool(program).is_none() {
            continue;
        }
        let (passed, said) = makes(&[&format!("SIM={simulator}")]);
        assert!(passed && said.contains("PASS lanebeat_register_file:"), "{simulator}: {said}");
    }
    if tool("iverilog").is_some() {
        let (passed, said) = makes(&["MACROS=../foundry.v"]);
        assert!(passed, "{said}");
        assert!(!makes(&["MACROS="]).0, "without models there is no macro");
    }
}

#[test]
fn macros_stop_while_the_clocks_enable_is_low() {
    let folder = tempfile::tempdir().expect("a folder");
    let clocking = " --set clock_enable=true --set reset=asynchronous --set reset_level=low";
    for table in of_today(["ihp-sg13g2", "gf180mcu"], 1) {
        let (mut files, _) = generated_with(folder.path(), "core", table, clocking);
        for models in [None, Some(FOUNDRY)] {
            let files = models.map_or(files.clone(), |models| with_models(&files, models));
            let Some(passed) = passes(&files, "core") else { return };
            assert!(passed, "{table}");
        }
        for file in files.iter_mut().filter(|file| file.name.starts_with("lanebeat_macro_")) {
            assert!(file.text.contains(" & clock_enable)"), "{}", file.text);
            file.text = file.text.replace(" & clock_enable)", ")");
        }
        assert_eq!(passes(&files, "core"), Some(false), "{table}");
    }
    let refused =
        refusal_in(folder.path(), "generate --macros sky130 --set clock_enable=true", b"");
    begins(&refused, "error: sky130_sram_1kbyte_1rw1r_8x1024_8 of --macros does not keep");
}

#[test]
fn a_memory_that_no_macro_makes_stays_and_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let line =
        "generate register_file --preset small --set register_file=multi_port --macros gf180mcu";
    let said = lanebeat_in(folder.path(), line, b"").silent().errors;
    let row = said.lines().last().expect("a row");
    begins(row, "words   1       128 x 128    4        w r r r  no macros make the memory words");
    assert!(!folder.path().join("rtl_out/macros.v").exists());
    let memory = lanebeat_in(folder.path(), &format!("{line} --json"), b"").good().json();
    assert_eq!(memory["memories"][0]["fits"], false);
    assert_eq!(memory["memories"][0]["ports"], "w r r r");
}

#[test]
fn a_files_name_stays_in_its_comment() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, text) = SHIPPED[0];
    fs::write(folder.path().join("a\nmodule b"), text).expect("writable");
    let words = ["generate", "register_file", "--preset", "small", "--macros", "a\nmodule b"];
    lanebeat_in(folder.path(), words.as_slice(), b"").silent();
    let models = fs::read_to_string(folder.path().join("rtl_out/macros.v")).expect("a file");
    assert!(!models.contains("\nmodule b"), "{models}");
}

#[test]
fn a_wrong_table_leaves_what_was_there() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("own.toml"), "macro = [\n").expect("writable");
    let refused = refusal_in(folder.path(), "generate --macros own.toml", b"");
    begins(&refused, "error: own.toml:1:10: ");
    assert!(refused.ends_with("; write the table as docs/learn/macros.md shows it\n"), "{refused}");
    let refused = refusal_in(folder.path(), "generate --macros sky130 --format mlir", b"");
    assert_eq!(refused, "error: --macros puts macros into Verilog; leave --format out\n");
    let refused = refusal_in(folder.path(), "generate --macros own.toml -o own.toml", b"");
    begins(&refused, "error: ");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}
