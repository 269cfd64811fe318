//! The silicon array model against CACTI, its source.

use crate::common::golden;
use crate::common::ihp::{IHP_MACROS, ihp};
use crate::study::macros::ihp_catalogue;
use lanebeat::config::{Config, RegisterFile};
use lanebeat::rtl::core;
use lanebeat::study::{CACTI, SG13G2};

/// Bytes, bytes of a row, ports, mm².
type Run = (usize, usize, usize, f64);

/// What CACTI 7 (github.com/HewlettPackard/cacti, commit 1ffd8dfb) says with its `cache.cfg`
/// changed to: cache type "ram", associativity 1, technology 0.032, bus width = row, no ECC, and
/// the sizes and ports of each row of the file.
fn runs() -> Vec<Run> {
    let mut reader = csv::Reader::from_reader(include_str!("../data/cacti.csv").as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        let whole = |column: usize| row[column].parse::<usize>().expect("a number");
        (whole(0), whole(1), whole(2) + whole(3) + whole(4), row[5].parse().expect("a number"))
    });
    rows.collect()
}

fn square_millimetres(bytes: usize, row_bytes: usize, ports: usize) -> f64 {
    let feature = 32e-6;
    CACTI.area(bytes / row_bytes, 8 * row_bytes, ports) * feature * feature
}

#[test]
fn cells_are_cactis() {
    // parameter.cc: b_w, b_h of 146 F² at 1.46, and 2 x 2.5 F of a local wire's pitch for each
    // further port.
    assert!((CACTI.cell(1) - 146.0).abs() < 1e-9);
    assert!((CACTI.cell(4) - 25.0 * 29.6).abs() < 1e-9);
    // CACTI's own "area efficiency" of 64 KiB in rows of 64 bytes with one port: 69.75 % of 0.11237
    // mm² are cells.
    let cells = CACTI.cell(1) * 524_288.0 * 32e-6 * 32e-6;
    assert!((cells / 0.112_37 - 0.697_5).abs() < 0.000_5, "{cells}");
}

#[test]
fn arrays_are_within_15_percent_of_cactis_results() {
    let mut errors: Vec<f64> = vec![];
    for (bytes, row_bytes, ports, area) in runs() {
        let error = square_millimetres(bytes, row_bytes, ports) / area - 1.0;
        assert!(
            error.abs() < 0.15,
            "{bytes} bytes in rows of {row_bytes} with {ports} ports: {:.1} % off",
            100.0 * error
        );
        errors.push(error.abs());
    }
    assert!(errors.len() > 130);
    errors.sort_by(f64::total_cmp);
    assert!(errors[errors.len() / 2] < 0.07, "{}", errors[errors.len() / 2]);
}

#[test]
fn ports_cost_what_they_cost_in_cacti_and_not_their_square() {
    // 64 KiB in rows of 64 bytes, with ECC: 1 to 6 ports are 0.117, 0.246, 0.420, 0.645, 0.904 and
    // 1.220 mm².
    let published = [0.117, 0.246, 0.420, 0.645, 0.904, 1.220];
    let (bytes, row_bytes) = (65_536 * 9 / 8, 64 * 9 / 8);
    for (ports, area) in (1..).zip(published) {
        let ours = square_millimetres(bytes, row_bytes, ports);
        assert!((ours / area - 1.0).abs() < 0.15, "{ports} ports: {ours} for {area}");
        let ratio = ours / square_millimetres(bytes, row_bytes, 1);
        let is_near = (ratio / (area / published[0]) - 1.0).abs() < 0.03;
        assert!(is_near, "{ports} ports: {ratio} times one");
    }
}

#[test]
fn a_file_of_four_ports_is_some_four_times_one_of_one_port() {
    let area = |register_file| CACTI.of(&core(&Config { register_file, ..Config::default() }));
    let [cells, arrays] = area(RegisterFile::Skewed);
    // 64 registers x 8 waves x 64 words of 32 bits at 146 F², and a mask file that is a fortieth of
    // it.
    let bits = 64.0 * 8.0 * 64.0 * 32.0;
    let registers = bits * 146.0 * 32e-6 * 32e-6;
    assert!((registers..1.05 * registers).contains(&cells), "{cells}");
    assert!(arrays > cells);
    let [_, multi_port] = area(RegisterFile::MultiPort);
    assert!((3.0..6.0).contains(&(multi_port / arrays)), "{multi_port} for {arrays}");
}

/// Rows, bits, and µm² with one port and with two, of the macros of IHP's SG13G2 that there are with
/// both: the sizes in the LEF files of github.com/IHP-GmbH/IHP-Open-PDK (Apache-2.0).
const PAIRS: [(usize, usize, f64, f64); 8] = [
    (256, 8, 17_546.9, 38_147.5),
    (256, 16, 28_127.1, 57_520.6),
    (256, 32, 49_488.5, 96_266.6),
    (512, 8, 26_138.0, 57_397.3),
    (512, 16, 45_309.3, 88_481.6),
    (512, 32, 79_719.9, 150_650.1),
    (1024, 16, 79_673.7, 155_153.8),
    (1024, 32, 140_182.7, 264_167.3),
];

/// µm² of F² at 130 nm.
const F2: f64 = 0.13 * 0.13;

#[test]
fn a_second_port_costs_what_a_foundry_asks_for_it() {
    for (rows, bits, one, two) in PAIRS {
        let foundry = two / one;
        assert!((1.88..2.20).contains(&foundry), "{foundry}");
        let ours = CACTI.area(rows, bits, 2) / CACTI.area(rows, bits, 1);
        assert!((2.01..2.05).contains(&ours), "{ours}");
        assert!((ours / foundry - 1.0).abs() < 0.09, "{rows} x {bits}: {ours} for {foundry}");
        let fitted = SG13G2.area(rows, bits, 2) / SG13G2.area(rows, bits, 1);
        assert!((fitted / foundry - 1.0).abs() < 0.11, "{rows} x {bits}: {fitted} for {foundry}");
    }
}

#[test]
fn the_array_model_is_low_and_lower_for_small_macros() {
    let mut low: Vec<(usize, f64)> = PAIRS
        .iter()
        .map(|&(rows, bits, one, _)| (rows * bits, 1.0 - F2 * CACTI.area(rows, bits, 1) / one))
        .collect();
    assert!(low.iter().all(|(_, low)| (0.23..0.63).contains(low)), "{low:?}");
    low.sort_by_key(|(bits, _)| *bits);
    assert!(low[0].1 > 0.6 && low[low.len() - 1].1 < 0.25, "{low:?}");
}

#[test]
fn the_model_with_a_fixed_cost_is_within_8_percent_of_every_macro() {
    for (rows, bits, one, two) in PAIRS {
        for (ports, area) in [(1, one), (2, two)] {
            let error = F2 * SG13G2.area(rows, bits, ports) / area - 1.0;
            assert!(error.abs() < 0.08, "{rows} x {bits}, {ports} ports: {error}");
        }
    }
    let Some(folder) = ihp() else { return };
    let text = std::fs::read_to_string(folder.join(IHP_MACROS)).expect("the sizes");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut count = 0;
    for row in reader.records().map(|row| row.expect("a row")) {
        let whole = |column: usize| row[column].parse::<usize>().expect("a number");
        let area: f64 = row[6].parse().expect("an area");
        let (rows, bits, ports) = (whole(1), whole(2), whole(3));
        let error = F2 * SG13G2.area(rows, bits, ports) / area - 1.0;
        assert!(error.abs() < 0.08, "{}: {error}", &row[0]);
        count += 1;
        let both = PAIRS.iter().find(|pair| (pair.0, pair.1) == (rows, bits));
        if let Some(&(.., one, two)) = both {
            assert_eq!(area, if ports == 1 { one } else { two }, "{}", &row[0]);
        }
    }
    assert_eq!(count, 28);
}

/// A memory of the file: who made it, in which process, its feature size in nm, what it is.
struct Memory {
    maker: String,
    process: String,
    feature: f64,
    what: String,
    rows: usize,
    bits: usize,
    /// Ports that do both, that read, and that write.
    ports: [usize; 3],
    area: f64,
}

/// Sources, in the order of the page's list: OpenRAM 1.2.48 (its parametrised cell, and macros), the
/// LEF files of RTimothyEdwards/gf180mcu_ocd_ip_sram and the README of
/// Detronyx-labs/gf180mcu-3v3-12t-2r2w-sram-macro, the LEF files of IHP's PDK, the README of
/// AUCOHL/DFFRAM.
fn published() -> Vec<Memory> {
    let mut reader = csv::Reader::from_reader(include_str!("../data/memories.csv").as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        let whole = |column: usize| row[column].parse::<usize>().expect("a number");
        Memory {
            maker: row[0].to_owned(),
            process: row[1].to_owned(),
            feature: row[2].parse().expect("nm"),
            what: row[3].to_owned(),
            rows: whole(4),
            bits: whole(5),
            ports: [whole(6), whole(7), whole(8)],
            area: row[9].parse().expect("an area"),
        }
    });
    rows.collect()
}

impl Memory {
    fn number_of_ports(&self) -> usize {
        self.ports.iter().sum()
    }

    fn called(&self) -> String {
        let size = match &*self.what {
            "cell" => "a cell".to_owned(),
            _ => format!("{} x {}", self.rows, self.bits),
        };
        let ports = self.ports.iter().zip(["RW", "R", "W"]).filter(|(count, _)| **count > 0);
        let ports: Vec<String> = ports.map(|(count, kind)| format!("{count}{kind}")).collect();
        format!("{}, {} | {size} | {}", self.maker, self.process, ports.join(" "))
    }

    /// F² of the array model and of the silicon model with so many ports.
    fn models(&self, ports: usize) -> [f64; 2] {
        match &*self.what {
            "cell" => [CACTI.cell(ports), SG13G2.cell(ports)],
            _ => {
                [CACTI.area(self.rows, self.bits, ports), SG13G2.area(self.rows, self.bits, ports)]
            }
        }
    }
}

/// Shares that the models are off in, in the median and at worst.
fn median_and_worst(mut off: Vec<f64>) -> String {
    off.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    format!("{:+.0} %, {:+.0} %", 100.0 * off[off.len() / 2], 100.0 * off[off.len() - 1])
}

#[test]
fn the_page_shows_ports_beside_everybody() {
    let memories = published();
    let mut made = "<!-- beside -->\n\
        | memory | size | ports | over one port: drawn | array model | off | silicon model | off |\n\
        |---|---|---|---|---|---|---|---|\n"
        .to_owned();
    let mut off = [vec![], vec![]];
    let mut of_cells: Vec<f64> = vec![];
    for memory in memories.iter().filter(|memory| memory.number_of_ports() > 1) {
        let is_its = |other: &&Memory| {
            let key = |own: &Memory| (own.process.clone(), own.what.clone(), own.rows, own.bits);
            key(other) == key(memory) && other.number_of_ports() == 1
        };
        let one = memories.iter().find(is_its).expect("the same with one port");
        let drawn = memory.area / one.area;
        made += &format!("| {} | {drawn:.2} |", memory.called());
        let (many, single) = (memory.models(memory.number_of_ports()), memory.models(1));
        for model in 0..2 {
            let ours = many[model] / single[model];
            off[model].push(ours / drawn - 1.0);
            made += &format!(" {ours:.2} | {:+.0} % |", 100.0 * (ours / drawn - 1.0));
        }
        if memory.what == "cell" {
            of_cells.extend(off[1].last());
        }
        made += "\n";
    }
    // In a straight line cells of twelve ports were 41 % too small.
    assert!(of_cells.iter().all(|off| off.abs() < 0.10), "{of_cells:?}");
    let [array, silicon] = off.map(median_and_worst);
    made += &format!("| **median, worst** | | | | | {array} | | {silicon} |\n");
    golden::block("docs/measure/published.md", "<!-- beside -->", "<!-- end -->", &made);
}

#[test]
fn the_page_shows_areas_beside_everybody() {
    let mut made = "<!-- areas -->\n\
        | memory | size | ports | µm² a bit | F² a bit | array model | off | silicon model | off |\n\
        |---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    let mut off = [vec![], vec![]];
    for memory in published().iter().filter(|memory| memory.what != "cell") {
        let bits = (memory.rows * memory.bits) as f64;
        let drawn = memory.area / bits / (1e-6 * memory.feature * memory.feature);
        made += &format!("| {} | {:.1} | {drawn:.0} |", memory.called(), memory.area / bits);
        for (model, area) in memory.models(memory.number_of_ports()).into_iter().enumerate() {
            let ours = area / bits;
            if memory.what == "macro" {
                off[model].push(ours / drawn - 1.0);
            }
            made += &format!(" {ours:.0} | {:+.0} % |", 100.0 * (ours / drawn - 1.0));
        }
        made += "\n";
    }
    let [array, silicon] = off.map(median_and_worst);
    made += &format!("| **median, worst of macros** | | | | | | {array} | | {silicon} |\n");
    golden::block("docs/measure/published.md", "<!-- areas -->", "<!-- end -->", &made);
}

#[test]
fn a_read_takes_what_the_foundrys_files_say() {
    let Some(catalogue) = ihp_catalogue() else { return };
    let mut off: Vec<f64> = vec![];
    for known in &catalogue.macros {
        // The first table of times in the file is that of a word read, by load and slope.
        let table = known.liberty.split("cell_rise").nth(1).expect("a delay");
        let values = table.split("values").nth(1).expect("values");
        let numbers = values.split(|c: char| !c.is_ascii_digit() && c != '.');
        let mut times: Vec<f64> = numbers.filter_map(|word| word.parse().ok()).take(6).collect();
        times.sort_by(f64::total_cmp);
        off.push(SG13G2.access(known.rows) / times[3] - 1.0);
    }
    off.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    assert!(off.len() == 28 && off[14].abs() < 0.05 && off[27].abs() < 0.30, "{off:?}");
}

#[test]
fn the_page_shows_the_models_beside_the_foundry() {
    let mut made = "<!-- ports -->\n\
        | rows x bits | two ports over one: foundry | array model | silicon model | one port, µm²: foundry | array model | silicon model |\n\
        |---|---|---|---|---|---|---|\n"
        .to_owned();
    for (rows, bits, one, two) in PAIRS {
        let ratio = |of: &dyn Fn(usize) -> f64| of(2) / of(1);
        let (array, silicon) = (
            ratio(&|ports| CACTI.area(rows, bits, ports)),
            ratio(&|ports| SG13G2.area(rows, bits, ports)),
        );
        let off = |area: f64| format!("{:+.0} %", 100.0 * (F2 * area / one - 1.0));
        made += &format!(
            "| {rows} x {bits} | {:.2} | {array:.2} | {silicon:.2} | {one:.0} | {} | {} |\n",
            two / one,
            off(CACTI.area(rows, bits, 1)),
            off(SG13G2.area(rows, bits, 1))
        );
    }
    golden::block("docs/measure/published.md", "<!-- ports -->", "<!-- end -->", &made);
}
