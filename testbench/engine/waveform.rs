//! Dumps as an independent reader sees them, and the save files that GTKWave opens beside them.

use std::io::Cursor;
use std::sync::Arc;

use lanebeat_engine::{
    Caption, CaptionValue, Captions, Compiled, Engine, Flat, Format, Group, Interpreter, SaveFile,
    SignalId, Trace, UnknownSignal, Values, Waveform, WaveformOptions, filter_file, reference,
};
use lanebeat_hdl::{Module, ModuleBuilder};

/// Two lanes that add up what they are given.
fn accumulators() -> Arc<Module> {
    let module = ModuleBuilder::new("accumulator", "Adds up.");
    let (enable, value) =
        (module.input("enable", 1, "Adds."), module.input("value", 8, "What to add."));
    let total = module.reset_register("total", 8, 0);
    let sum = (total.q() + value).named("sum");
    total.next_when(enable, sum);
    module.output("total", total.q(), "The total.");
    let accumulator = module.finish();

    let module = ModuleBuilder::new("accumulators", "Two lanes.");
    let enable = module.input("enable", 1, "Adds.");
    let values = module.input("values", 16, "What to add.");
    let lane = module
        .instances("lane", 2, &accumulator)
        .broadcast("enable", enable)
        .spread("value", values)
        .build();
    let totals = lane.output("total");
    module.output("totals", totals, "The totals.");
    module.output("bus", totals.repeat(128), "2,048 bits.");
    module.finish()
}

fn dump(flat: &Flat, options: WaveformOptions) -> String {
    let mut dump = vec![];
    let waveform = Waveform::vcd(&mut dump, flat, options).unwrap();
    record(waveform, Interpreter::new(flat, 1), 4, |_| true);
    String::from_utf8(dump).unwrap()
}

fn fst(flat: &Flat, options: WaveformOptions) -> Vec<u8> {
    let mut dump = Cursor::new(vec![]);
    let waveform = Waveform::fst(&mut dump, flat, options).unwrap();
    record(waveform, Interpreter::new(flat, 1), 4, |_| true);
    dump.into_inner()
}

/// Lane 0 adds 1, lane 1 adds 16; the third cycle is disabled. Written are the cycles that
/// `is_written` says.
fn record(
    mut waveform: Waveform,
    mut engine: impl Engine,
    cycles: u64,
    is_written: fn(u64) -> bool,
) {
    engine.reset();
    engine.poke_u128(engine.signal("values"), 0x1001);
    for cycle in 0..cycles {
        engine.poke_u128(engine.signal("enable"), u128::from(cycle != 2));
        if is_written(cycle) {
            waveform.sample(&mut engine).unwrap();
        } else {
            waveform.watch(&mut engine);
        }
        engine.step();
    }
    waveform.finish().unwrap();
}

fn everything() -> String {
    dump(&Flat::new(&accumulators()), WaveformOptions::default())
}

fn only(filter: fn(&str) -> bool) -> WaveformOptions<'static> {
    WaveformOptions { filter: Box::new(filter), ..WaveformOptions::default() }
}

/// Says in words what lane 0 holds, and counts the cycles in which it looked.
struct Words {
    total: SignalId,
    said: [CaptionValue; 2],
}

impl Words {
    fn new(flat: &Flat) -> Self {
        let total = flat.find("lane[0].total_q").unwrap();
        Self { total, said: [CaptionValue::Text("".into()), CaptionValue::Number(0)] }
    }
}

impl Captions for Words {
    fn list(&self) -> Vec<Caption> {
        let caption = |name: &str, width| Caption { name: name.to_owned(), width };
        vec![caption("holds", None), caption("looks", Some(9))]
    }

    fn nets(&self) -> Vec<SignalId> {
        vec![self.total]
    }

    fn see(&mut self, values: &Values) {
        let CaptionValue::Number(looks) = self.said[1] else { unreachable!("a number") };
        let text = format!(r"cycle {}: \{}", values.cycle, values.number(0));
        self.said = [CaptionValue::Text(text.into()), CaptionValue::Number(looks + 1)];
    }

    fn value(&self, caption: usize) -> &CaptionValue {
        &self.said[caption]
    }
}

pub struct Reader(wellen::simple::Waveform);

impl Reader {
    pub fn new(dump: impl Into<Vec<u8>>) -> Self {
        Self(wellen::simple::read_from_reader(Cursor::new(dump.into())).unwrap())
    }

    /// The last time in the dump.
    fn end(&self) -> Option<u64> {
        self.0.time_table().last().copied()
    }

    /// Full names of all signals, as GTKWave refers to them.
    fn names(&self) -> Vec<String> {
        let hierarchy = self.0.hierarchy();
        let name = |var: wellen::VarRef| {
            let range =
                hierarchy[var].index().map(|index| format!("[{}:{}]", index.msb(), index.lsb()));
            hierarchy[var].full_name(hierarchy) + &range.unwrap_or_default()
        };
        hierarchy.all_vars().map(name).collect()
    }

    /// Times in nanoseconds and the values taken there.
    fn changes(&mut self, name: &str) -> Vec<(u64, u64)> {
        let number =
            |(time, digits): (u64, String)| (time, u64::from_str_radix(&digits, 2).unwrap());
        self.digits(name).into_iter().map(number).collect()
    }

    /// Times in nanoseconds and the binary digits of the values taken there; of a text, that.
    fn digits(&mut self, name: &str) -> Vec<(u64, String)> {
        let hierarchy = self.0.hierarchy();
        let var =
            hierarchy.all_vars().find(|var| hierarchy[*var].full_name(hierarchy) == name).unwrap();
        let signal = hierarchy[var].signal_ref();
        self.0.load_signals(&[signal]);
        let changes = self.0.get_signal(signal).unwrap().iter_changes();
        changes
            .map(|(time, value)| {
                let text = match value {
                    wellen::SignalValueRef::String(text) => text.to_owned(),
                    value => value.to_bit_string().unwrap(),
                };
                (self.0.time_table()[time as usize], text)
            })
            .collect()
    }
}

#[test]
fn each_signal_changes_when_the_design_does() {
    let mut reader = Reader::new(everything());
    assert_eq!(reader.changes("accumulators.enable"), [(0, 1), (20, 0), (30, 1)]);
    assert_eq!(reader.changes("accumulators.lane[0].total_q"), [(0, 0), (10, 1), (20, 2)]);
    assert_eq!(reader.changes("accumulators.lane[1].total_q"), [(0, 0), (10, 0x10), (20, 0x20)]);
    assert_eq!(reader.changes("accumulators.lane[1].sum"), [(0, 0x10), (10, 0x20), (20, 0x30)]);
    assert_eq!(reader.changes("accumulators.totals"), [(0, 0), (10, 0x1001), (20, 0x2002)]);
    assert_eq!(reader.changes("accumulators.lane[1].enable"), [(0, 1), (20, 0), (30, 1)]);
}

#[test]
fn an_fst_says_what_the_vcd_says() {
    let flat = Flat::new(&accumulators());
    for filter in [|_: &str| true, |path: &str| path.ends_with("total_q")] {
        let vcd = dump(&flat, only(filter));
        same_values(&mut Reader::new(vcd), &mut Reader::new(fst(&flat, only(filter))));
    }
}

pub fn same_values(vcd: &mut Reader, fst: &mut Reader) {
    let names = vcd.names();
    assert_eq!(fst.names(), names);
    for name in names {
        // A range, unlike the number of a copy, holds a colon.
        let name = name
            .rsplit_once('[')
            .filter(|(_, range)| range.contains(':'))
            .map_or(&*name, |(name, _)| name);
        assert_eq!(fst.digits(name), vcd.digits(name), "{name}");
    }
    assert_eq!(fst.end(), vcd.end(), "the end of the last cycle");
}

#[test]
fn an_fst_of_many_sections_says_what_the_vcd_says() {
    let flat = Flat::new(&accumulators());
    for section_bytes in [0, 100, 5000] {
        let options = || WaveformOptions {
            captions: Box::new(Words::new(&flat)),
            section_bytes,
            ..WaveformOptions::default()
        };
        let (mut vcd, mut by_interpreter, mut by_code) =
            (vec![], Cursor::new(vec![]), Cursor::new(vec![]));
        // The first cycles are missing, and some between.
        let is_written = |cycle| cycle > 4 && cycle % 16 != 3;
        let waveform = Waveform::vcd(&mut vcd, &flat, options()).unwrap();
        record(waveform, Interpreter::new(&flat, 1), 150, is_written);
        let waveform = Waveform::fst(&mut by_interpreter, &flat, options()).unwrap();
        record(waveform, Interpreter::new(&flat, 1), 150, is_written);
        let waveform = Waveform::fst(&mut by_code, &flat, options()).unwrap();
        record(waveform, Compiled::new(&flat, 1), 150, is_written);
        let mut vcd = Reader::new(vcd);
        for fst in [by_interpreter, by_code] {
            same_values(&mut vcd, &mut Reader::new(fst.into_inner()));
        }
        assert_eq!(vcd.changes("accumulators.lane[0].total_q")[0], (50, 4));
        assert_eq!(vcd.end(), Some(1500));
    }
}

#[test]
fn captions_are_texts_and_numbers_in_a_scope_of_their_own() {
    let flat = Flat::new(&accumulators());
    let options = || WaveformOptions {
        captions: Box::new(Words::new(&flat)),
        ..only(|path| path == "enable")
    };
    let texts = [(0, r"cycle 0: \0"), (10, r"cycle 1: \1"), (20, r"cycle 2: \2")];
    for mut reader in [Reader::new(dump(&flat, options())), Reader::new(fst(&flat, options()))] {
        let names = reader.names();
        let expected = ["clock", "enable", "text.holds", "text.looks[8:0]"];
        assert_eq!(names, expected.map(|name| format!("accumulators.{name}")));
        let held = reader.digits("accumulators.text.holds");
        assert_eq!(held[..3], texts.map(|(time, text)| (time, text.to_owned())));
        assert_eq!(reader.changes("accumulators.text.looks"), [(0, 1), (10, 2), (20, 3), (30, 4)]);
    }
}

#[test]
fn a_dump_that_ends_before_it_begins_is_one() {
    let flat = Flat::new(&accumulators());
    let mut dump = Cursor::new(vec![]);
    Waveform::fst(&mut dump, &flat, WaveformOptions::default()).unwrap().finish().unwrap();
    assert_eq!(Reader::new(dump.into_inner()).names(), Reader::new(everything()).names());
}

#[test]
fn the_clock_rises_every_ten_nanoseconds_and_the_dump_ends_with_its_last_cycle() {
    let mut reader = Reader::new(everything());
    assert!(everything().ends_with("#40\n"));
    let clock = [(0, 1), (5, 0), (10, 1), (15, 0), (20, 1), (25, 0), (30, 1), (35, 0)];
    assert_eq!(reader.changes("accumulators.clock"), clock);
}

#[test]
fn copies_are_scopes_and_hold_ports_nets_and_registers() {
    let names = Reader::new(everything()).names();
    let top = "clock enable values[15:0] totals[15:0] bus[2047:0] reset lane_total[15:0]";
    let lane = ["enable", "value[7:0]", "total[7:0]", "total_q[7:0]", "sum[7:0]"];
    let mut expected: Vec<String> =
        top.split(' ').map(|name| format!("accumulators.{name}")).collect();
    expected.extend(
        (0..2).flat_map(|copy| {
            lane.iter().map(move |name| format!("accumulators.lane[{copy}].{name}"))
        }),
    );
    assert_eq!(names, expected);
}

#[test]
fn a_bus_is_dumped_in_full() {
    let dump = everything();
    let longest = dump
        .lines()
        .filter(|line| line.starts_with('b'))
        .map(|line| line.find(' ').unwrap() - 1)
        .max();
    assert_eq!(longest, Some(2048));
}

#[test]
fn only_what_the_filter_keeps_is_dumped() {
    let flat = Flat::new(&accumulators());
    let options = || only(|path| path == "enable" || path.starts_with("lane[1].total"));
    let names = Reader::new(dump(&flat, options())).names();
    let kept = ["clock", "enable", "lane[1].total[7:0]", "lane[1].total_q[7:0]"];
    assert_eq!(names, kept.map(|name| format!("accumulators.{name}")));
    assert!(!dump(&flat, options()).contains("lane[0]"));
}

#[test]
fn the_bytes_are_the_same_from_run_to_run() {
    let flat = Flat::new(&accumulators());
    assert_eq!(fst(&flat, WaveformOptions::default()), fst(&flat, WaveformOptions::default()));
    assert_eq!(everything(), everything());
    assert!(!everything().contains("$date"));
}

fn save_file() -> SaveFile {
    let trace = |path: &str, format| Trace { path: path.to_string(), format };
    let filter = Format::Mnemonic { filter_file: "totals.txt".to_string() };
    SaveFile {
        dump_file: "accumulators.vcd".to_string(),
        start: 170,
        captions: vec![],
        groups: vec![
            Group {
                name: "control".to_string(),
                signals: vec![trace("clock", Format::Binary), trace("enable", Format::Binary)],
            },
            Group {
                name: "lanes".to_string(),
                signals: vec![
                    trace("lane[0].total_q", Format::Decimal),
                    trace("lane[1].sum", Format::Hex),
                    trace("lane[1].total", filter),
                ],
            },
        ],
    }
}

#[test]
fn a_save_file_groups_signals_with_their_formats() {
    let expected = "\
[*]
[*] Lanebeat
[*]
[dumpfile] \"accumulators.vcd\"
[savefile] \"accumulators.gtkw\"
[timestart] 170
[sst_expanded] 1
[size] 1400 780
[signals_width] 280
*-5.000000 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
@800200
-control
@28
accumulators.clock
@28
accumulators.enable
@1000200
-control
@800200
-lanes
@24
accumulators.lane[0].total_q[7:0]
@22
accumulators.lane[1].sum[7:0]
@2022
^1 totals.txt
accumulators.lane[1].total[7:0]
@1000200
-lanes
";
    assert_eq!(save_file().to_text(&Flat::new(&accumulators())).unwrap(), expected);
}

#[test]
fn every_reference_of_a_save_file_is_in_the_dump() {
    let names = Reader::new(everything()).names();
    let text = save_file().to_text(&Flat::new(&accumulators())).unwrap();
    let references: Vec<&str> =
        text.lines().filter(|line| line.starts_with("accumulators.")).collect();
    assert_eq!(references.len(), 5);
    for reference in references {
        assert!(names.iter().any(|name| name == reference), "{reference} is not dumped");
    }
}

#[test]
fn a_path_that_names_no_signal_is_refused() {
    let error = reference(&Flat::new(&accumulators()), &[], "lane[2].sum").unwrap_err();
    assert_eq!(error, UnknownSignal("lane[2].sum".to_string()));
    let expected =
        "the design has no signal `lane[2].sum`; paths go down from the top, such as `lane[3].sum`";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_filter_file_has_values_as_wide_as_the_signal_and_colours() {
    let texts = [(0, "NOP", None), (0x1f, "ADD", Some("ForestGreen"))];
    assert_eq!(filter_file(10, texts), "000 NOP\n01f ?ForestGreen?ADD\n");
}
