//! The silicon array model against CACTI, its source.

use lanebeat::config::{Config, RegisterFile};
use lanebeat::rtl::core;
use lanebeat::study::CACTI;

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
        assert!(
            (ratio / (area / published[0]) - 1.0).abs() < 0.03,
            "{ports} ports: {ratio} times one"
        );
    }
}

#[test]
fn a_file_of_four_ports_is_some_four_times_one_of_one_port() {
    let area = |register_file| CACTI.of(&core(&Config { register_file, ..Config::default() }));
    let (cells, arrays) = area(RegisterFile::Skewed);
    // 64 registers x 8 waves x 64 words of 32 bits at 146 F², and a mask file that is a fortieth of
    // it.
    let bits = 64.0 * 8.0 * 64.0 * 32.0;
    let registers = bits * 146.0 * 32e-6 * 32e-6;
    assert!((registers..1.05 * registers).contains(&cells), "{cells}");
    assert!(arrays > cells);
    let (_, multi_port) = area(RegisterFile::MultiPort);
    assert!((3.0..6.0).contains(&(multi_port / arrays)), "{multi_port} for {arrays}");
}
