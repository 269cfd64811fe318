//! Standard cells: libraries, nets of many loads, and what is mapped, against simulators and by
//! hand.

use std::path::Path;

use super::{bench_of, netlist, only, opensta, unit};
use crate::common::program::{self, Ran, begins, figure, folder_with, refusal_in};
use crate::common::tools::{missing, simulate_top, tool};
use lanebeat::config::{Config, Preset};
use lanebeat::study::standard_cells::{
    FIRST_NET, Library, MOST_LOADS, Net, Netlist, StandardCells, buffered, structure,
};
use lanebeat::study::{Design, Yosys};
use lanebeat::verilog::File;
use tempfile::TempDir;

const FOUR_CELLS: &str = include_str!("four_cells.lib");

/// Debian's OSU 0.18 µm library, and its cells for a simulator.
const OSU018: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells";

fn four_cells() -> Library {
    Library::parse(FOUR_CELLS).expect("a library")
}

/// The text of Debian's library and of its cells. Without it, says that the caller's check is
/// skipped.
pub fn osu018() -> Option<(Library, String)> {
    let read = |end: &str| std::fs::read_to_string(format!("{OSU018}.{end}")).ok();
    let Some((library, cells)) = read("lib").zip(read("v")) else {
        missing("osu018 (Debian: qflow-tech-osu018)");
        return None;
    };
    Some((Library::parse(&library).expect("a library"), cells))
}

#[test]
fn a_library_has_areas_flip_flops_and_the_middle_buffer_that_is_no_clock_s() {
    let library = four_cells();
    assert_eq!(library.name, "four_cells");
    let areas: Vec<(&str, f64, bool)> = library
        .cells
        .iter()
        .map(|(name, cell)| (name.as_str(), cell.area, cell.is_flip_flop))
        .collect();
    let expected = [
        ("CLKREPEAT", 9.0, false),
        ("INVERT", 3.0, false),
        ("REPEAT", 4.5, false),
        ("STORE", 12.0, true),
    ];
    assert_eq!(areas, expected);
    let buffer = &library.buffer;
    let found = (buffer.cell.as_str(), buffer.input.as_str(), buffer.output.as_str());
    assert_eq!(found, ("REPEAT", "IN", "OUT"));
    // A buffer that is meant to be slow is none either.
    for slow in ["DLYREPEAT", "buf_delay"] {
        let library = Library::parse(&FOUR_CELLS.replace("CLKREPEAT", slow)).expect("a library");
        assert_eq!(library.buffer.cell, "REPEAT");
    }
}

#[test]
fn what_is_no_library_of_this_flow_is_refused() {
    let refused = |text: &str, said: &str| {
        let problem = Library::parse(text).expect_err("it is none");
        assert!(problem.starts_with(said) && problem.contains("; "), "{problem}");
    };
    let half = &FOUR_CELLS[..FOUR_CELLS.len() / 2];
    for text in ["", "module inverter(input a, output y); assign y = ~a; endmodule", half] {
        refused(text, "it must be a Liberty file");
    }
    refused(&FOUR_CELLS.replace("ff (", "latch ("), "library four_cells has no flip-flop");
    let with = |from: &str, to: &str, said: &str| refused(&FOUR_CELLS.replacen(from, to, 1), said);
    for (from, to, said) in [
        (
            "area : 3",
            "area : nan",
            "area of cell INVERT must be a number from 0 to 1e12, not `nan`",
        ),
        ("area : 3", "area : 1e300", "area of cell INVERT must be a number from 0 to 1e12"),
        ("0.01", "-0.01", "capacitance of pin A must be a number from 0 to 1e6, not `-0.01`"),
        ("area : 3", "cell_leakage_power : inf", "cell_leakage_power of cell INVERT must be"),
        ("area : 3", "leakage_power () { value : -4; }", "value of leakage_power  must be"),
        (
            "(1, pf)",
            "(nan, pf)",
            "capacitive_load_unit must be a number and pf or ff, not `nan, pf`",
        ),
        ("delay_model", "nom_voltage : nan; delay_model", "nom_voltage of library four_cells must"),
        (
            "(INVERT)",
            "(\"INV;$(id)\")",
            "a cell's name must be letters, digits and underscores, not",
        ),
        ("pin (A)", "pin (A B)", "a pin's name must be letters, digits and underscores, not `A B`"),
    ] {
        with(from, to, said);
    }
    refused(&"library (a) {".repeat(150_000), "it must be a Liberty file");
    let inverting = FOUR_CELLS.replace("\" (IN) \"", "\"!IN\"").replace("\"IN\"; }", "\"!IN\"; }");
    refused(&inverting, "library four_cells has no buffer");
}

#[test]
fn a_library_that_cannot_be_used_is_one_clear_error() {
    let folder = folder_with("no.lib", "a b c");
    std::fs::write(folder.path().join("latches.lib"), FOUR_CELLS.replace("ff (", "latch ("))
        .expect("a writable folder");
    let refused = |file: &str| {
        let flow = format!("liberty={file}");
        refusal_in(folder.path(), &["study", "--axis", "waves=1,2", "--flow", &flow], b"")
    };
    let found = refused("none.lib");
    assert_eq!(found, "error: none.lib: cannot be read: there is no such file; check its name\n");
    begins(&refused("no.lib"), "error: no.lib: it must be a Liberty file");
    let expected = "error: latches.lib: library four_cells has no flip-flop (a cell with an ff group); name one for sequential logic\n";
    assert_eq!(refused("latches.lib"), expected);
}

/// The loads of each net that an output of a cell or a port drives, in `netlist` without its
/// children.
fn loads(netlist: &Netlist, net: Net) -> usize {
    let inputs = netlist.cells.iter().flat_map(|cell| &cell.pins).filter(|pins| pins.is_input);
    inputs.flat_map(|pins| &pins.nets).filter(|&&load| load == net).count()
}

#[test]
fn a_net_of_many_loads_becomes_a_tree() {
    // 600 inverters behind one input, and a clock that goes everywhere.
    let inverters = (0..600).map(|place| format!("i{place} INVERT A=2 > Y={}", 10 + place));
    let stores =
        (0..600).map(|place| format!("s{place} STORE D={} CK=3 > Q={}", 10 + place, 1000 + place));
    let netlist = netlist("many", "word=2 clock=3", inverters.chain(stores));
    let tree = buffered(vec![netlist], &four_cells().buffer).remove(0);
    // 600 / 16 = 37.5, then 38 / 16 = 2.4.
    assert_eq!(MOST_LOADS, 16);
    assert_eq!(tree.cells.iter().filter(|cell| cell.kind == "REPEAT").count(), 38 + 3);
    assert_eq!((loads(&tree, 2), loads(&tree, 3)), (3, 600));
    let nets = tree.cells.iter().flat_map(|cell| &cell.pins).flat_map(|pins| &pins.nets);
    let highest = *nets.max().expect("nets");
    assert!((FIRST_NET..=highest).filter(|net| *net != 3).all(|net| loads(&tree, net) <= 16));
    // Every inverter still hears the input.
    let driver = |net: Net| {
        tree.cells
            .iter()
            .find(|cell| cell.pins.iter().any(|pins| !pins.is_input && pins.nets == [net]))
    };
    for inverter in tree.cells.iter().filter(|cell| cell.kind == "INVERT") {
        let mut net = inverter.pins[0].nets[0];
        while let Some(buffer) = driver(net) {
            assert_eq!(buffer.kind, "REPEAT");
            net = buffer.pins[0].nets[0];
        }
        assert_eq!(net, 2);
    }
}

#[test]
fn the_loads_inside_of_children_count() {
    let inverters = (0..10).map(|place| format!("i{place} INVERT A=2 > Y={}", 10 + place));
    let child = netlist("child", "a=2", inverters);
    let copies = |count: usize| {
        let top = netlist("top", "a=2", (0..count).map(|place| format!("c{place} child a=2")));
        buffered(vec![child.clone(), top], &four_cells().buffer).remove(1)
    };
    assert_eq!(copies(1).cells.len(), 1);
    // 30 loads: no two copies of 10 fit one driver of 16.
    assert_eq!((copies(3).cells.len(), loads(&copies(3), 2)), (6, 3));
}

#[test]
fn a_path_across_modules_is_as_long_as_its_cells_add_up_to() {
    let Some(opensta) = opensta() else { return };
    // `half` inverts between its input and a register, and lets another bit pass through.
    let cells = ["invert INVERT A=3 > Y=5", "store STORE D=5 CK=2 > Q=6"];
    let half = netlist("half", "clock=2 d=3,4 > q=6,4", cells);
    // The first half's register goes through the second half, an inverter and a constant's
    // neighbour back to the first.
    let cells = [
        "half[0].unit half clock=2 d=7,0 > q=3,4",
        "half[1].unit half clock=2 d=1,3 > q=5,6",
        "between INVERT A=6 > Y=7",
    ];
    let top = netlist("top", "clock=2", cells);
    let text: String = [half, top].iter().map(structure).collect();
    let cache = tempfile::tempdir().expect("a folder");
    // Wires of a nanosecond, if somebody believed in them.
    let wires = "wire_load (far) { capacitance : 1; resistance : 1; slope : 1; fanout_length (1, 1); }\n\
                 default_wire_load : far; default_wire_load_mode : top\n  cell (INVERT) {";
    let library = Library::parse(&FOUR_CELLS.replace("cell (INVERT) {", wires)).expect("a library");
    let timing = opensta
        .longest(cache.path(), &[&library.text], &text, "", "top")
        .expect("it is timed")
        .expect("a path");
    // Clock to output, two inverters, setup.
    assert!((timing.period - (1.0 + 2.0 + 2.0 + 0.5)).abs() < 1e-3, "{timing:?}");
    let through: Vec<(&str, f64)> =
        timing.through.iter().map(|(instance, delay)| (instance.as_str(), *delay)).collect();
    assert_eq!(through, [("half[0].unit", 1.0), ("", 2.0), ("half[0].unit", 2.0)]);
    let broken = opensta.longest(
        cache.path(),
        &[FOUR_CELLS],
        &text.replace("module half(", "module half(("),
        "",
        "top",
    );
    let error = broken.expect_err("it is no Verilog").to_string();
    begins(&error, "OpenSTA failed on top: Error");
}

#[test]
fn mapped_modules_do_in_a_simulator_what_the_verilog_does() {
    let (Some((library, models)), Some(_)) = (osu018(), tool("yosys")) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().to_owned();
    let cells = StandardCells {
        yosys: Yosys::find().expect("yosys"),
        library,
        macros: None,
        opensta: None,
        placer: None,
        flatten: false,
        cache,
    };
    // Children of children without a register, and registers in numbered children.
    for name in ["vote", "barriers"] {
        let config = Config { stages: 0, ..Preset::Small.config() };
        let design = Design::new(unit(name, &config));
        let top = &design.top.name;
        let netlists = cells
            .jobs(&design)
            .iter()
            .flat_map(|(job, _)| cells.run(job).expect("yosys maps it"))
            .collect::<Vec<_>>();
        // The parts come with the top first.
        let netlists = buffered(netlists.into_iter().rev().collect(), &cells.library.buffer);
        let text = netlists.iter().map(structure).collect::<String>();
        let file = |name: &str, text: &str| File { name: name.to_string(), text: text.to_string() };
        let own = [file("cells.v", &models), file("mapped.v", &text)];
        let files: Vec<File> = own.into_iter().chain(bench_of(name, &[])).collect();
        let Some(said) = simulate_top(&files, &format!("{top}_testbench")) else { return };
        assert!(said.contains(&format!("PASS {top}")), "{name}: {said}");
    }
}

/// A study of the small machine's mask file in osu018, with the tools in `path` only.
fn study(path: Option<&Path>) -> (TempDir, Ran) {
    let flow = format!("--flow liberty={OSU018}.lib");
    program::study(&format!("--unit mask_file --axis waves=1,4 {flow}"), path)
}

#[test]
fn a_study_in_standard_cells_has_area_and_period_and_leaves_memories_to_the_array_model() {
    if osu018().is_none() || tool("yosys").is_none() {
        return;
    }
    let (folder, ran) = study(None);
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    let value = |point, name| figure(&ran, point, name).unwrap_or_else(|| panic!("no {name}")).0;
    for point in [0, 1] {
        // A flip-flop of osu018 has 96 units; a memory of flip-flops would have those of its bits,
        // too.
        let (area, flip_flops) = (value(point, "cell area"), value(point, "flip-flops"));
        let is_plausible = area > 96.0 * flip_flops && area < 400.0 * flip_flops;
        assert!(flip_flops >= 16.0 && is_plausible, "{area} {flip_flops}");
    }
    // Four times the memory, and hardly more cells: a wave's number has two bits more.
    assert_eq!(value(1, "memory bits"), 4.0 * value(0, "memory bits"));
    assert!(value(1, "cell area") < 1.2 * value(0, "cell area"));
    assert!(figure(&ran, 0, "memory area").expect("an area").1.contains("32 nm"));
    if opensta().is_none() {
        return;
    }
    let (period, source) = figure(&ran, 0, "period").expect("a period");
    // Clock to output and setup of a flip-flop alone are 0.3 ns; a mask file is a few gates.
    assert!((0.3..8.0).contains(&period), "{period}");
    assert!(source.contains("OpenSTA") && source.contains("access times"), "{source}");
    let (fmax, _) = figure(&ran, 0, "fmax").expect("a frequency");
    assert!((fmax * period / 1000.0 - 1.0).abs() < 1e-9);
    assert!(folder.path().join("out/report.html").exists());
}

#[test]
fn without_opensta_the_period_is_empty_and_said_to_be() {
    let (Some(_), Some(yosys)) = (osu018(), tool("yosys")) else { return };
    let tools = only(&yosys);
    let (_folder, ran) = study(Some(tools.path()));
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    assert!(ran.errors.contains("waves=1: skipped: no opensta; install it"), "{}", ran.errors);
    assert!(figure(&ran, 0, "cell area").is_some() && figure(&ran, 0, "period").is_none());
}
