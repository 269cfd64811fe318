//! Memories of SRAM macros: which are taken, that they do what the memory does, and what they add
//! up to.

use std::path::Path;
use std::sync::Arc;

use super::{bench_of, netlist, opensta, unit};
use crate::common::ihp::{IHP_CELLS, IHP_MACROS, ihp};
use crate::common::program::{begins, figure, refusal_in, study};
use crate::common::table::cases;
use crate::common::tools::{simulate_top, tool};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::engine::{Engine, Flat, Interpreter};
use lanebeat::hdl::{
    Bits, Memory, MemoryShape, Module, ModuleBuilder, ReadDuringWrite, ReadWrite, bits,
};
use lanebeat::random::Random;
use lanebeat::rtl::core;
use lanebeat::study::Design;
use lanebeat::study::standard_cells::{
    Catalogue, Tiling, composed, macros_alone, structure, with_macros,
};
use lanebeat::verilog::File;
use tempfile::TempDir;

/// A macro of a process that exists here only: rows, bits, ports, whether bits are masked, µm².
type Made = (&'static str, usize, usize, usize, bool, f64);

const MADE: [Made; 6] = [
    ("ONE_16X8", 16, 8, 1, true, 100.0),
    ("ONE_16X3", 16, 3, 1, true, 50.0),
    ("ONE_64X8", 64, 8, 1, true, 250.0),
    ("PLAIN_8X8", 8, 8, 1, false, 40.0),
    ("TWO_16X8", 16, 8, 2, true, 200.0),
    ("TWO_8X4", 8, 4, 2, false, 60.0),
];

/// The Liberty file of a macro: each port's inputs have the mask where bits are masked.
fn liberty(&(name, rows, bits, ports, is_masked, area): &Made) -> String {
    let one = include_str!("macro_port.lib");
    let data = &one[one.find("    bus (P_DIN)").expect("an input")..one.len() - "MASK\n".len()];
    let mask = if is_masked { data.replace("P_DIN", "P_BM") } else { String::new() };
    let port = |port: &str| one.replace("MASK\n", &mask).replace("P_", &format!("{port}_"));
    let ports: String = ["A", "B"].into_iter().take(ports).map(port).collect();
    let address = rows.trailing_zeros();
    [
        ("NAME", name.to_owned()),
        ("ABITS", address.to_string()),
        ("AHIGH", (address - 1).to_string()),
        ("DBITS", bits.to_string()),
        ("DHIGH", (bits - 1).to_string()),
        ("AREA", area.to_string()),
        ("PORTS", ports),
    ]
    .into_iter()
    .fold(include_str!("macro.lib").to_owned(), |text, (word, value)| text.replace(word, &value))
}

/// What the macro does, for a simulator.
fn behaviour(&(name, rows, bits, ports, is_masked, _): &Made) -> String {
    let (address, high) = (rows.trailing_zeros() - 1, bits - 1);
    let port = |p: &str| {
        let mask_pin = if is_masked { format!(", input [{high}:0] {p}_BM") } else { String::new() };
        let mask = if is_masked { format!("{p}_BM") } else { format!("{{{bits}{{1'b1}}}}") };
        let pins = format!(
            "input {p}_CLK, {p}_MEN, {p}_WEN, {p}_REN, {p}_DLY, input [{address}:0] {p}_ADDR, \
             input [{high}:0] {p}_DIN{mask_pin}, output reg [{high}:0] {p}_DOUT"
        );
        let body = format!(
            "always @(posedge {p}_CLK) if ({p}_MEN) begin\n\
             if ({p}_WEN) cells[{p}_ADDR] <= (cells[{p}_ADDR] & ~{mask}) | ({p}_DIN & {mask});\n\
             if ({p}_REN) {p}_DOUT <= cells[{p}_ADDR];\nend\n"
        );
        (pins, body)
    };
    let (pins, bodies): (Vec<String>, String) =
        ["A", "B"].into_iter().take(ports).map(port).unzip();
    format!(
        "module {name}({});\nreg [{high}:0] cells [0:{}];\n{bodies}endmodule\n",
        pins.join(", "),
        rows - 1
    )
}

/// The table of the process.
fn table() -> String {
    let row = |&(name, rows, bits, ports, is_masked, area): &Made| {
        let granule = if is_masked { ", granule = 1" } else { "" };
        format!(
            "    {{ name = \"{name}\", interface = \"{ports}{is_masked}\", rows = {rows}, bits = {bits}{granule}, area = {area} }},\n"
        )
    };
    let rows: String = MADE.iter().map(row).collect();
    let port = |p: &str, is_masked: bool| {
        let mask = if is_masked { format!("mask = \"{p}_BM\"\n") } else { String::new() };
        format!(
            "kind = \"rw\"\nclock = \"{p}_CLK\"\naddress = \"{p}_ADDR\"\nenable = \"{p}_MEN\"\nwrite = \"{p}_WEN\"\n\
             read = \"{p}_REN\"\ndata = \"{p}_DIN\"\nq = \"{p}_DOUT\"\n{mask}"
        )
    };
    let interface = |(ports, is_masked): (usize, bool)| {
        let key = format!("interface.{ports}{is_masked}");
        let letters = ["A", "B"].into_iter().take(ports);
        let ties: String = letters.clone().map(|p| format!("tie.{p}_DLY = 0\n")).collect();
        let ports = letters.map(|p| format!("[[{key}.port]]\n{}", port(p, is_masked)));
        format!("[{key}]\nholds = true\n{ties}{}", ports.collect::<String>())
    };
    let interfaces = [(1, true), (1, false), (2, true), (2, false)].map(interface).concat();
    format!("macro = [\n{rows}]\n{interfaces}")
}

/// The table, with a folder of Liberty files beside it.
fn process() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a writable folder")
    };
    std::fs::create_dir(folder.path().join("libs")).expect("a writable folder");
    write("macros.toml", &table());
    MADE.iter().for_each(|made| write(&format!("libs/{}_typ.lib", made.0), &liberty(made)));
    folder
}

pub fn catalogue() -> Catalogue {
    let folder = process();
    let path = folder.path().join("macros.toml");
    let read = Catalogue::read(&path).and_then(|read| read.with_liberty(&path, &path));
    read.expect("a process")
}

pub fn ihp_catalogue() -> Option<Catalogue> {
    let (name, cells) = (Path::new("ihp-sg13g2"), ihp()?.join(IHP_CELLS));
    let read = Catalogue::read(name).and_then(|read| read.with_liberty(name, &cells));
    Some(read.expect("IHP's macros, with the pins that the table names"))
}

/// Ports of a memory.
#[derive(Clone, Copy)]
pub enum Ports {
    One,
    /// A writing one, and reading ones.
    Readers(usize),
}

/// A module that is a memory.
pub fn memory(depth: usize, columns: usize, column_width: usize, ports: Ports) -> Arc<Module> {
    let m = ModuleBuilder::new("memory", "A memory.");
    let read_during_write = ReadDuringWrite::Undefined;
    let shape = MemoryShape { depth, columns, column_width, read_during_write };
    let rows = m.memory("rows", shape);
    let address = |name: &str| m.input(name, shape.address_width(), "Row.");
    let enables = m.input("columns", columns, "Columns.");
    let data = m.input("data", columns * column_width, "Row.");
    match ports {
        Ports::One => {
            let (enable, write) = (m.input("enable0", 1, "On."), m.input("write", 1, "Write."));
            let address = address("address0");
            let port = ReadWrite { address, enable, write, column_enable: enables, data };
            let read = rows.read_write_port(port, "read0");
            m.output("read0", read, "Row.");
        }
        Ports::Readers(count) => {
            rows.write_port(address("write_address"), enables, data);
            for reader in 0..count {
                let enable = m.input(&format!("enable{reader}"), 1, "On.");
                let address = address(&format!("address{reader}"));
                let read = rows.read_port(address, enable, &format!("read{reader}"));
                m.output(&format!("read{reader}"), read, "Row.");
            }
        }
    }
    m.finish()
}

fn tiling(module: &Module, catalogue: &Catalogue) -> Tiling {
    Tiling::of(&module.memories[0], catalogue).expect("there are macros")
}

#[test]
fn a_memory_takes_the_macros_of_least_area() {
    let catalogue = catalogue();
    let of = |depth, columns, width, ports| {
        let tiling = tiling(&memory(depth, columns, width, ports), &catalogue);
        let names = tiling.strips.iter().map(|strip| catalogue.macros[strip.tile].name.as_str());
        let names: Vec<&str> = names.collect();
        (names.join(" "), tiling.banks, tiling.copies, tiling.area(&catalogue))
    };
    // 11 bits: one of eight and one of three, 150, and not two of eight.
    assert_eq!(of(16, 11, 1, Ports::One), ("ONE_16X8 ONE_16X3".to_string(), 1, 1, 150.0));
    // 22 bits: three of eight, and not two of each, which are as large.
    assert_eq!(of(16, 22, 1, Ports::One), ("ONE_16X8 ONE_16X8 ONE_16X8".to_string(), 1, 1, 300.0));
    // Three banks of 100 are more than one of 250.
    assert_eq!(of(40, 4, 2, Ports::One), ("ONE_64X8".to_string(), 1, 1, 250.0));
    // Columns of eight bits need no mask.
    assert_eq!(of(8, 2, 8, Ports::One), ("PLAIN_8X8 PLAIN_8X8".to_string(), 1, 1, 80.0));
    // Columns of one bit do.
    assert_eq!(of(8, 8, 1, Ports::One), ("ONE_16X8".to_string(), 1, 1, 100.0));
    // Of 12 bits for a reader 16 x 8 takes two, 400, and 8 x 4 three in each of two banks, 360.
    let found = of(16, 3, 4, Ports::Readers(1));
    assert_eq!(found, ("TWO_8X4 TWO_8X4 TWO_8X4".to_string(), 2, 1, 360.0));
    assert_eq!(of(16, 8, 1, Ports::Readers(3)), ("TWO_16X8".to_string(), 1, 3, 600.0));
}

#[test]
fn macros_do_what_the_memory_does() {
    let catalogue = catalogue();
    let cases = [
        (50, 5, 5, Ports::One),
        (8, 3, 8, Ports::One),
        (20, 3, 8, Ports::One),
        (24, 3, 4, Ports::Readers(1)),
        (40, 9, 1, Ports::Readers(3)),
        (5, 2, 3, Ports::Readers(2)),
    ];
    for (depth, columns, width, ports) in cases {
        let own = memory(depth, columns, width, ports);
        let made = composed(&own, &catalogue, None).expect("there are macros").top;
        assert!(made.memories.is_empty());
        let mut both = [&own, &made].map(|top| Interpreter::new(&Flat::new(top), 1));
        let readers = if let Ports::Readers(count) = ports { count } else { 1 };
        let mut random = Random::new(1);
        let mut compared = 0;
        for cycle in 0..3000 {
            // The first cycles write every row whole, so that nothing undefined is compared.
            let fills = cycle < depth;
            let row = if fills { cycle } else { random.below(depth) };
            let mut on = |share| usize::from(fills || random.below(share) > 0);
            let mut inputs = match ports {
                Ports::One => [("address0", row), ("enable0", on(4)), ("write", on(2))]
                    .map(|(name, value)| (name.to_owned(), value))
                    .to_vec(),
                Ports::Readers(_) => vec![("write_address".to_owned(), row)],
            };
            if let Ports::Readers(count) = ports {
                for reader in 0..count {
                    // What is written is not read at once.
                    let other = (row + 1 + random.below(depth - 1)) % depth;
                    let on = usize::from(!fills && random.below(4) > 0);
                    inputs.extend([
                        (format!("address{reader}"), other),
                        (format!("enable{reader}"), on),
                    ]);
                }
            }
            let enables: Bits = (0..columns).map(|_| fills || random.below(2) == 1).collect();
            let data: Bits = (0..columns * width).map(|_| random.below(2) == 1).collect();
            for engine in &mut both {
                for (name, value) in &inputs {
                    let width = own.port(name).expect("a port").1.width;
                    engine.poke(engine.signal(name), &lanebeat::hdl::bits(width, *value as u128));
                }
                engine.poke(engine.signal("columns"), &enables);
                engine.poke(engine.signal("data"), &data);
                engine.step();
            }
            for reader in (0..readers).filter(|_| cycle > depth + 20) {
                let name = format!("read{reader}");
                let [own, made] = both.each_mut().map(|engine| engine.peek(engine.signal(&name)));
                assert_eq!(own, made, "{depth} x {columns} x {width}, cycle {cycle}");
                compared += 1;
            }
        }
        assert!(compared > 2000);
    }
}

#[test]
fn a_register_file_of_macros_passes_the_bench_of_the_register_file() {
    let catalogue = catalogue();
    for register_file in [RegisterFile::Skewed, RegisterFile::Replicated] {
        let key = register_file.key();
        let config = Config { register_file, ..Preset::Small.config() };
        let design = Design::new(unit("register_file", &config));
        let made = with_macros(&design, &catalogue).expect("there are macros");
        let bench = bench_of("register_file", &[&format!("register_file={key}")]);
        let mut files = made.files;
        let text = MADE.iter().map(behaviour).collect();
        files.push(File { name: "macros.v".to_string(), text });
        files.extend(bench);
        let top = &design.top.name;
        let Some(said) = simulate_top(&files, &format!("{top}_testbench")) else { return };
        assert!(said.contains(&format!("PASS {top}")), "{key}: {said}");
    }
}

#[test]
fn macros_of_three_machines_are_those_of_a_hand_count() {
    let Some(catalogue) = ihp_catalogue() else { return };
    // 64 registers of 8 waves are 512 rows, or 2048 of a beat; 16 predicates and slots of 8 waves
    // are 128, or 512. A row of registers is 32 bits a lane, of masks one. µm² are those of
    // sram_macros.csv.
    let wide = [(32, 150_102.4), (1, 93_180.5)];
    // 512 x 64 side by side, 8 for a beat; 256 x 16.
    let skewed = [(4 * 8, 150_102.4), (4, 28_127.1)];
    // No macro has four ports: three copies of 2 x 16 of 1024 x 32; of 512 x 16.
    let multi_port = [(3 * 32, 264_167.3), (3, 88_481.6)];
    for (register_file, hand) in [
        (RegisterFile::Wide, wide),
        (RegisterFile::Skewed, skewed),
        (RegisterFile::MultiPort, multi_port),
    ] {
        let top = core(&Config { register_file, ..Config::default() });
        let figures = macros_alone(&top, &catalogue).expect("there are macros");
        let [area, count] = figures.as_slice() else { panic!("{figures:?}") };
        let counted: usize = hand.iter().map(|(count, _)| count).sum();
        assert_eq!(count.value, counted as f64, "{register_file:?}");
        let by_hand: f64 = hand.iter().map(|(count, area)| *count as f64 * area).sum();
        assert!(
            (1e6 * area.value - by_hand).abs() < 1e-6 * by_hand,
            "{register_file:?}: {area:?} {by_hand}"
        );
    }
}

#[test]
fn a_study_of_macros_has_one_area() {
    let (Some(folder), Some(_)) = (ihp(), tool("yosys")) else { return };
    let flow = format!("liberty={}", folder.join(IHP_CELLS).display());
    let axis = "register_file=multi_port,replicated,skewed";
    let of_file = format!("--unit register_file --axis {axis} --macros ihp-sg13g2");
    let (_kept, ran) = study(&format!("{of_file} --flow {flow}"), None);
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    // 16 registers of 2 waves, 4 lanes x 4 beats. Four ports: 128 rows of 4 x 32 bits, three copies of
    // 256 x 32 with two ports, four side by side. Skewed: four of 32 rows, two 64 x 64 each.
    let hand = [12.0 * 96_266.6, 12.0 * 96_266.6, 8.0 * 50_489.1];
    let (_kept, alone) = study(&format!("{of_file} --flow none"), None);
    assert_eq!(alone.status, Some(0), "{}", alone.errors);
    for (point, hand) in hand.into_iter().enumerate() {
        let value = |name| figure(&ran, point, name).unwrap_or_else(|| panic!("no {name}")).0;
        assert!((1e6 * value("macro area") - hand).abs() < 1.0, "{}", value("macro area"));
        for name in ["macro area", "macros"] {
            let of = |ran| figure(ran, point, name).unwrap_or_else(|| panic!("no {name}"));
            let ((alone, own), (with_cells, other)) = (of(&alone), of(&ran));
            assert!((alone / with_cells - 1.0).abs() < 1e-9 && own == other, "{alone} {own}");
        }
        let sum = value("cell area") + value("macro area");
        assert!((value("area") / sum - 1.0).abs() < 1e-9, "{sum}");
        // A flip-flop of SG13G2 has 48.9888 µm², and a gate 5.4 to 30.
        let (cells, flip_flops) = (1e6 * value("cell area"), 48.9888 * value("flip-flops"));
        let gates = (cells - flip_flops) / value("gates");
        assert!((5.4..30.0).contains(&gates), "{gates}");
        if opensta().is_none() {
            continue;
        }
        // The macros alone take 2 to 3.2 ns from clock to output.
        assert!((2.0..10.0).contains(&value("period")), "{}", value("period"));
    }
}

#[test]
fn a_path_from_a_macro_to_a_macro_has_its_times() {
    let Some(opensta) = opensta() else { return };
    let cells = [
        "tile PLAIN_8X8 A_CLK=2 A_MEN=1 A_WEN=1 A_REN=0 A_DLY=0 A_ADDR=0,0,0 \
         A_DIN=30,11,12,13,14,15,16,17 > A_DOUT=10,11,12,13,14,15,16,17",
        "turn INVERT A=10 > Y=30",
    ];
    let top = netlist("top", "clock=2", cells);
    let cache = tempfile::tempdir().expect("a folder");
    let library = liberty(&MADE[3]);
    let libraries = [include_str!("four_cells.lib"), library.as_str()];
    let timing = opensta.longest(cache.path(), &libraries, &structure(&top), "", "top");
    let timing = timing.expect("it is timed").expect("a path");
    // Clock to output, inverter, setup.
    assert!((timing.period - (3.0 + 2.0 + 0.4)).abs() < 1e-3, "{timing:?}");
}

#[test]
fn accesses_take_the_energy_of_the_clocks_edge() {
    let catalogue = catalogue();
    let energy = catalogue.find("ONE_16X8").and_then(|found| found.energy).expect("an energy");
    assert_eq!((energy.read, energy.write), (7.0, 9.0));
    let Some(catalogue) = ihp_catalogue() else { return };
    let known = catalogue.find("RM_IHPSG13_1P_64x64_c2_bm_bist").expect("a macro");
    let energy = known.energy.expect("an energy");
    assert_eq!((energy.read, energy.write, known.leakage), (39.0507, 50.4983, 49.5039));
    assert_eq!(known.granule, Some(1));
    assert!(catalogue.find("RM_IHPSG13_2P_64x32_c2").expect("a macro").granule.is_none());
}

#[test]
fn the_shipped_table_of_ihp_has_the_foundrys_sizes() {
    let Some(folder) = ihp() else { return };
    let catalogue = Catalogue::read(Path::new("ihp-sg13g2")).expect("a table");
    let text = std::fs::read_to_string(folder.join(IHP_MACROS)).expect("the sizes");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut names = vec![];
    for row in reader.records().map(|row| row.expect("a row")) {
        let known = catalogue.find(&row[0]).unwrap_or_else(|| panic!("no {}", &row[0]));
        let numbers = [known.rows, known.bits, known.ports()].map(|number| number.to_string());
        assert_eq!(numbers, [1, 2, 3].map(|column| row[column].to_owned()), "{}", known.name);
        let size = [4, 5].map(|column: usize| row[column].parse().expect("micrometres"));
        assert_eq!(known.size, Some(size), "{}", known.name);
        let area: f64 = row[6].parse().expect("an area");
        assert!((known.area.expect("an area") - area).abs() < 0.1, "{}", known.name);
        names.push(row[0].to_owned());
    }
    assert_eq!(names.len(), catalogue.macros.len());
}

#[test]
fn a_wrong_table_or_liberty_file_is_one_clear_error() {
    let folder = process();
    let path = folder.path();
    std::fs::write(path.join("cells.lib"), include_str!("four_cells.lib")).expect("writable");
    let table = table();
    let refused = |text: &str| {
        std::fs::write(path.join("macros.toml"), text).expect("writable");
        let flow = ["--flow", "liberty=cells.lib", "--macros", "macros.toml"];
        let words = [["study", "--axis", "waves=1,2"].as_slice(), &flow].concat();
        refusal_in(path, &words, b"")
    };
    let with = |from: &str, to: &str| {
        assert!(table.contains(from), "{from}");
        refused(&table.replacen(from, to, 1))
    };
    for (change, said) in cases(
        r#"
        |rows = 64, -> rwos = 64,
        4:47: unknown field `rwos`, expected one of `name`, `interface`, `rows`, `bits`, `granule`, `area`, `size`; write the table as
        docs/learn/macros.md shows it
        |rows = 64, -> rows = "many",
        4:54: invalid type: string "many", expected i64; write the table as docs/learn/macros.md shows it
        |rows = 64, -> rows = 1,
        4:54: rows must be a whole number from 2 to 16777216, not 1; correct it
        |rows = 64, bits = 8 -> rows = 64, bits = -8
        4:65: bits must be a whole number from 1 to 4096, not -8; correct it
        |rows = 64, bits = 8, granule = 1 -> rows = 64, bits = 8, granule = 3
        4:78: 3 bits of a granule do not divide 8 bits; correct one of them
        |rows = 64, bits = 8, granule = 1, -> rows = 64, bits = 8,
        4:14: granule of ONE_64X8 is missing, and its interface has a mask; add the bits that one bit of the mask writes
        |area = 250 -> area = -1
        4:88: area must be square micrometres above 0, not -1; correct it
        |area = 250 -> area = inf
        4:88: area must be square micrometres above 0, not inf; correct it
        |area = 250 -> size = [10.0, -1.0]
        4:88: size must be micrometres above 0, not -1; correct it
        |area = 250 -> area = 250, size = [10.0, 25.0]
        4:100: size gives the area too; leave area out
        |, area = 250 -> 
        4:14: some macros have an area and some have none; give it to all or to none
        |"ONE_64X8" -> "ONE 64X8;"
        4:14: a macro's name must be letters, digits and underscores, not `ONE 64X8;`; correct it
        |"ONE_64X8" -> "ONE_16X8"
        4:14: ONE_16X8 stands here twice; leave one out
        |"1true", rows = 64 -> "1treu", rows = 64
        4:38: there is no interface `1treu`; did you mean `1true`? interfaces are 1false, 1true, 2false, 2true
        |"A_CLK" -> "A CLK"
        14:9: a pin's name must be letters, digits and underscores, with ! before it where it is low-active, not `A CLK`; write
        the table as docs/learn/macros.md shows it
        |"A_CLK" -> "!A_CLK"
        9:1: interface 1true: clock cannot be low-active; write "A_CLK", and invert in a wrapper
        |"A_DIN" -> "A_ADDR"
        9:1: interface 1true: pin A_ADDR has two uses; correct one of them
        |kind = "rw" -> kind = "r"
        9:1: interface 1true: a port of kind "r" has no write, data or mask; leave them out, or take "rw"
        |write = "A_WEN" -> 
        9:1: interface 1true: a port of kind "rw" has write; add its pin
        |tie.A_DLY = 0 -> tie.A_DLY = 2
        9:1: interface 1true: a tied pin is a name with 0 or 1, not `A_DLY` with 2; correct it
        "#,
    ) {
        let (from, to) = change.split_once(" -> ").expect("a change");
        assert_eq!(with(from, to), format!("error: macros.toml:{said}\n"), "{change}");
    }
    assert_eq!(
        with("\"ONE_64X8\"", "\"ONE_65X8\""),
        "error: macros.toml: there is no Liberty file of ONE_65X8; put ONE_65X8*.lib beside macros.toml, or into a folder there\n"
    );
    assert_eq!(
        refused(&format!("gate = 0.0\n{table}")),
        "error: macros.toml:1:8: gate must be square micrometres above 0, not 0; correct it\n"
    );
    let found = refused("macro = []\n[interface]\n");
    assert_eq!(found, "error: macros.toml:1:1: it has no macro; write a line for each\n");
    let beside = Path::new("libs").join("ONE_64X8_typ.lib");
    let of_liberty = |said: &str| format!("error: {}: {said}\n", beside.display());
    assert_eq!(
        with("rows = 64, bits = 8", "rows = 64, bits = 9"),
        of_liberty(
            "ONE_64X8 of 64 rows and 9 bits must have input pin A_DIN of 9 bits, and has 8-bit A_DIN; correct rows, bits or pins in the table"
        )
    );
    assert_eq!(
        with("area = 250", "area = 300"),
        of_liberty("the area of ONE_64X8 is 250 here and 300 in the table; correct the table")
    );
    let good = std::fs::read_to_string(path.join(&beside)).expect("a file");
    for (from, to, rule) in [
        (
            "500000",
            "nan",
            "cell_leakage_power of cell ONE_64X8 must be a number from 0 to 1e12, not `nan`",
        ),
        ("500000", "-1", "cell_leakage_power of cell ONE_64X8 must be"),
        ("\"7\"", "\"-7\"", "values of rise_power scalar must be"),
        ("\"9\"", "\"inf\"", "values of rise_power scalar must be"),
        ("area : 250", "area : nan", "area of cell ONE_64X8 must be"),
        ("(1,pf)", "(-1,pf)", "capacitive_load_unit must be"),
        ("bus (A_DIN)", "bus (A_DIN$x)", "a bus's name must be letters"),
        ("pin (A_DLY)", "pin (A_LATE)", "ONE_64X8 of 64 rows and 8 bits must have input pin A_DLY"),
    ] {
        std::fs::write(path.join(&beside), good.replacen(from, to, 1)).expect("writable");
        begins(&refused(&table), &format!("error: {}: {rule}", beside.display()));
    }
    std::fs::write(path.join(&beside), "a b c").expect("writable");
    let rule = "it must be a Liberty file, which begins with";
    begins(&refused(&table), &format!("error: {}: {rule}", beside.display()));
    let alone = "study --axis waves=1,2 --macros";
    assert_eq!(
        refusal_in(path, &format!("{alone} macros.toml"), b""),
        "error: --macros puts a process' memories beside its cells, and --flow is estimate; add --flow liberty=FILE, or --flow none for the macros alone\n"
    );
    let unknown = refusal_in(path, &format!("{alone} sky131 --flow none"), b"");
    begins(&unknown, "error: sky131: cannot be read: there is no such file");
    assert!(unknown.contains("did you mean `sky130`? "), "{unknown}");
    begins(
        &refusal_in(path, &format!("{alone} openram --flow none"), b""),
        "error: openram: the area of sram_1rw_32_64 is missing; add area =",
    );
}

#[test]
fn a_memory_that_no_macro_makes_is_refused_by_name() {
    let mut catalogue = catalogue();
    catalogue.macros.retain(|known| known.ports() == 1);
    let three = memory(16, 4, 4, Ports::Readers(3));
    let refused = Tiling::of(&three.memories[0], &catalogue).expect_err("there are none");
    let expected = "no macros make the memory rows, which has 4 ports, of which 3 read; name a table with others";
    assert_eq!(refused.to_string(), expected);
    let filled = Memory { content: vec![bits(16, 1)], ..three.memories[0].clone() };
    let refused = Tiling::of(&filled, &catalogue).expect_err("no macro has content");
    assert!(refused.contains("rows, which has content at power-up; "), "{refused}");
}
