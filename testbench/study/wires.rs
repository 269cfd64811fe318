//! Wires between placed standard cells, by hand.

use super::{netlist, opensta};
use crate::common::program::refusal_in;
use crate::common::tools::tool;
use lanebeat::study::Yosys;
use lanebeat::study::standard_cells::wires::{Circuit, Placer, Process, flat};
use lanebeat::study::standard_cells::{Library, Netlist, StandardCells, structure};

const FOUR_CELLS: &str = include_str!("four_cells.lib");

/// 1 ohm and 1 fF a micrometre.
const PROCESS: Process = Process { resistance: 1.0, capacitance: 1.0, row: 3.0 };

/// `half` inverts between its input and a register, and lets another bit pass through; `top` has two
/// of them, a constant, and an inverter between.
fn two_halves() -> [Netlist; 2] {
    let cells = ["invert INVERT A=3 > Y=5", "store STORE D=5 CK=2 > Q=6"];
    let half = netlist("half", "clock=2 d=3,4 > q=6,4", cells);
    let cells = [
        "first half clock=2 d=7,0 > q=3,4",
        "second half clock=2 d=1,3 > q=5,6",
        "between INVERT A=6 > Y=7",
    ];
    [half, netlist("top", "clock=2", cells)]
}

#[test]
fn a_flat_design_has_the_paths_of_the_whole() {
    let halves = two_halves();
    let design = flat(&halves, &[true, false]);
    let names: Vec<&str> = design.netlist.cells.iter().map(|cell| &*cell.name).collect();
    let expected = ["first/invert", "first/store", "second/invert", "second/store", "between"];
    assert_eq!(names, expected);
    let blocks: Vec<Option<usize>> = design.origins.iter().map(|own| own.block).collect();
    assert_eq!(blocks, [Some(0), Some(0), Some(1), Some(1), None]);
    // The bit that passes through the second half leads to the inverter, the constant to the first's.
    let net = |cell: usize, pin: usize| design.netlist.cells[cell].pins[pin].nets[0];
    assert_eq!((net(1, 2), net(2, 0)), (net(4, 0), 1));
    let Some(opensta) = opensta() else { return };
    let cache = tempfile::tempdir().expect("a folder");
    let period = |text: &str| {
        let timing = opensta.longest(cache.path(), &[FOUR_CELLS], text, "", "top");
        timing.expect("it is timed").expect("a path").period
    };
    let whole: String = halves.iter().map(structure).collect();
    let flat = period(&structure(&design.netlist));
    assert_eq!(flat, period(&whole));
    assert!((flat - 5.5).abs() < 1e-3, "{flat}");
}

fn cells(cache: &tempfile::TempDir) -> Option<StandardCells> {
    tool("yosys")?;
    Some(StandardCells {
        yosys: Yosys::find().expect("yosys"),
        library: Library::parse(FOUR_CELLS).expect("a library"),
        macros: None,
        opensta: None,
        placer: None,
        flatten: false,
        cache: cache.path().to_owned(),
    })
}

#[test]
fn a_wire_has_its_half_perimeter_and_a_repeater_each_so_far() {
    let (cache, Some(opensta)) = (tempfile::tempdir().expect("a folder"), opensta()) else {
        return;
    };
    let Some(cells) = cells(&cache) else { return };
    let own = [
        "from STORE D=3 CK=2 > Q=4",
        "near INVERT A=4 > Y=5",
        "far INVERT A=4 > Y=6",
        "to STORE D=6 CK=2 > Q=7",
    ];
    let netlists = [netlist("top", "clock=2 d=3", own)];
    let places = [[0.0, 0.0], [100.0, 0.0], [900.0, 300.0], [900.0, 300.0]];
    let design = flat(&netlists, &[false]);
    let wired = cells.with_wires(&netlists, design, &places, &PROCESS, 500.0, 1000.0);
    // 900 and 300 µm, two repeaters of 0.01 pF at 500 and 1000.
    assert_eq!(wired.lengths["top"], 1200.0);
    assert_eq!(wired.repeaters, 2);
    let load = wired.loads["top"][&4];
    assert!((load - (1.2 + 2.0 * 0.01)).abs() < 1e-9, "{load}");
    // Beside the inverter 100 of the 200 µm that are no trunk; then the trunk; then the other 100. The inverter
    // stands on the register behind it.
    let nets: Vec<&str> = wired.spef.lines().filter(|line| line.starts_with("*D_NET")).collect();
    let loads: Vec<&str> = nets.iter().map(|line| line.rsplit(' ').next().unwrap_or("")).collect();
    assert_eq!(loads, ["0.600000", "0.500000", "0.100000", "0.000000"]);
    for ohms in ["near:A 100.000", "far:A 200.000"] {
        assert!(wired.spef.lines().any(|line| line.ends_with(ohms)), "{}", wired.spef);
    }
    let timing = opensta.longest(
        cache.path(),
        &[FOUR_CELLS],
        &structure(&wired.netlist),
        &wired.spef,
        "top",
    );
    let period = timing.expect("it is timed").expect("a path").period;
    // Register, two repeaters, inverter, setup; and ohms times the load at the end of each piece.
    let cells = 1.0 + 2.0 * 0.25 + 2.0 + 0.5;
    let wires = 1e-3 * (500.0 * (0.15 + 0.01) + 500.0 * (0.25 + 0.01) + 200.0 * (0.05 + 0.01));
    assert!((period - (cells + wires)).abs() < 0.05, "{period} {cells} {wires}");
}

#[test]
fn rectangles_are_placed_beside_each_other_and_near_their_nets() {
    let Some(_) = tool("coloquinte") else { return };
    let placer = Placer::find().expect("coloquinte");
    let cache = tempfile::tempdir().expect("a folder");
    let mut circuit = Circuit::new(3.0, vec![[6.0, 3.0]; 40], 0.5);
    circuit.points = circuit.around(4);
    // A chain from the pad in the lower left to the one in the upper right.
    let pin = |object: usize| (object, [0.0, 0.0]);
    circuit.nets = (0..39).map(|cell| vec![pin(cell), pin(cell + 1)]).collect();
    circuit.nets.extend([vec![pin(40), pin(0)], vec![pin(42), pin(39)]]);
    let middles = placer.place(cache.path(), &circuit, "a chain").expect("it is placed");
    let side = circuit.side;
    for (number, a) in middles.iter().enumerate() {
        assert!(a.iter().all(|at| (0.0..=side).contains(at)), "{a:?} in {side}");
        for b in &middles[..number] {
            let apart = |axis: usize, size: f64| (a[axis] - b[axis]).abs() > size - 0.011;
            assert!(apart(0, 6.0) || apart(1, 3.0), "{a:?} on {b:?}");
        }
    }
    let length: f64 = middles
        .windows(2)
        .map(|ends| (0..2).map(|axis| (ends[0][axis] - ends[1][axis]).abs()).sum::<f64>())
        .sum();
    // No chain is shorter than its cells are narrow; one of random places is 40 times 2/3 of a side.
    assert!((39.0 * 3.0 - 1.0..39.0 * side / 3.0).contains(&length), "{length} in {side}");
}

#[test]
fn wires_are_asked_for_with_a_process_that_has_some() {
    let refused = |words: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("four.lib"), FOUR_CELLS).expect("a writable folder");
        let words: Vec<&str> = words.split(' ').collect();
        refusal_in(
            folder.path(),
            &[&["study", "--axis", "waves=1", "--wires"], &*words].concat(),
            b"",
        )
    };
    let found = refused("--flow ecp5");
    assert!(found.contains("add --flow liberty=FILE and --macros"), "{found}");
    let found = refused("--flow liberty=four.lib");
    assert!(found.contains("--macros with a table that has [wires]"), "{found}");
}
