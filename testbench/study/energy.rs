//! Joules: accesses of macros beside the cycle model, and OpenSTA's power beside its parts.

use std::collections::{BTreeMap, HashMap};

use super::{netlist, opensta};
use crate::common::tools::tool;
use crate::study::macros::catalogue;
use crate::study::standard_cells::osu018;
use lanebeat::activity::{Activity, ModuleActivity, activities};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::cycle::{Access, Action, Entry, Event, Sink, run};
use lanebeat::rtl::core;
use lanebeat::study::standard_cells::wires::Loads;
use lanebeat::study::standard_cells::{Library, Power, StandardCells, Usage, composed, cut};
use lanebeat::study::{Figure, Workload, Yosys};

/// Rows of registers that are read and written.
#[derive(Default)]
struct Rows {
    reads: u64,
    writes: u64,
}

impl Sink for Rows {
    fn see(&mut self, event: &Event) {
        let Event::Access(Access { entry: Entry::Register(_), action, .. }) = event else { return };
        let count = if *action == Action::Write { &mut self.writes } else { &mut self.reads };
        *count += 1;
    }
}

#[test]
fn macros_are_accessed_as_often_as_the_cycle_model_says() {
    let catalogue = catalogue();
    // Bits that are side by side, and memories that hold a row, each in copies.
    for (register_file, beats_in_a_row, copies) in [
        (RegisterFile::Wide, 4, 1),
        (RegisterFile::Skewed, 1, 1),
        (RegisterFile::MultiPort, 1, 3),
        (RegisterFile::Replicated, 1, 3),
        (RegisterFile::Banked, 1, 1),
    ] {
        let config = Config { register_file, ..Preset::Small.config() };
        let program = Workload::three_operands().program(&config).expect("a mix");
        let mut rows = Rows::default();
        run(&config, &program, &mut rows).expect("it ends");
        let made = composed(&core(&config), &catalogue, None).expect("there are macros").top;
        let ran = activities(&made, &config, &[program]).remove(0).expect("it runs");
        // Registers are columns of 32 bits; masks lie in macros of their own, which a mix leaves
        // alone but for writes of nothing.
        let bits = |name: &str| -> u64 {
            let size = name.rsplit_once('x').expect("rows x bits").1;
            size.split('_').next().and_then(|bits| bits.parse().ok()).expect("bits")
        };
        let (mut reads, mut writes) = (0, 0);
        for (name, module) in &ran.modules {
            let Some(_) = catalogue.of_leaf(name) else { continue };
            for port in ["a", "b"] {
                let ones = |end: &str| module.ones.get(&format!("{port}_{end}")).copied();
                let has_data = module.ports.contains_key(&format!("{port}_data"));
                let enabled = ones("enable").unwrap_or(0);
                reads += bits(name) * ones("read").unwrap_or(if has_data { 0 } else { enabled });
                writes += bits(name) * ones("write").unwrap_or(if has_data { enabled } else { 0 });
            }
        }
        let row_bits = 32 * config.lanes as u64 * beats_in_a_row;
        // What powers up at random may access a few rows before the first instruction.
        for (seen, told) in [(reads, rows.reads), (writes, copies * rows.writes)] {
            let told = told * row_bits;
            let is_near = (told..=told + 8 * row_bits).contains(&seen);
            assert!(is_near, "{register_file:?}: {seen}, {told}");
            assert!(1000 * (seen - told) < 5 * told, "{register_file:?}: {seen}, {told}");
        }
    }
}

#[test]
fn power_is_a_flip_flops_clock_and_what_changes() {
    let Some((library, _)) = osu018() else { return };
    let Some(opensta) = opensta() else { return };
    let store = |number: u32| format!("s{number} DFFPOSX1 D=3 CLK=2 > Q=1{number}");
    let gate = "g XOR2X1 A=10 B=11 > Y=4".to_string();
    let cache = tempfile::tempdir().expect("a folder");
    let activity = |registers: f64| {
        let ports = BTreeMap::from([("d".to_string(), registers)]);
        let own = ModuleActivity { registers, ports, ..ModuleActivity::default() };
        Activity { modules: BTreeMap::from([("two".to_string(), own)]), ..Activity::default() }
    };
    let rates = [activity(0.0), activity(0.25), activity(0.5)];
    let rates: Vec<&Activity> = rates.iter().collect();
    let powers = |cells: Vec<String>| -> Vec<Power> {
        let two = netlist("two", "clock=2 d=3 > q=4", cells);
        let cut = cut(&two, &library, &HashMap::new()).expect("it has cells");
        opensta.power(cache.path(), &library, &cut, &rates).expect("it is weighed")
    };
    let (one, both) = (powers(vec![store(0)]), powers(vec![store(0), store(1), gate]));
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-3;
    for power in [&one, &both] {
        assert!(power[0].dynamic > 0.0, "the clock takes something: {power:?}");
        let (quarter, half) =
            (power[1].dynamic - power[0].dynamic, power[2].dynamic - power[0].dynamic);
        assert!(quarter > 0.0 && near(half, 2.0 * quarter), "{power:?}");
    }
    // Idle, two take twice what one takes; busy, the gate takes something besides.
    assert!(near(both[0].dynamic, 2.0 * one[0].dynamic), "{both:?} {one:?}");
    assert!(both[2].dynamic > 2.001 * one[2].dynamic, "{both:?} {one:?}");
}

/// A machine of three units and two macros, each term of whose energy is added by hand.
#[test]
fn joules_are_the_logics_power_and_the_accesses_and_the_leakage() {
    let Some(opensta) = opensta() else { return };
    let Some(_) = tool("yosys") else { return };
    let cache = tempfile::tempdir().expect("a folder");
    let cells = StandardCells {
        yosys: Yosys::find().expect("yosys"),
        library: Library::parse(include_str!("priced.lib")).expect("a library"),
        macros: Some(catalogue()),
        opensta: Some(opensta.clone()),
        placer: None,
        flatten: false,
        cache: cache.path().to_owned(),
    };
    // d, a flip-flop, an inverter, q.
    let unit =
        netlist("unit", "clock=2 d=3 > q=5", ["s STORE D=3 CK=2 > Q=4", "g INVERT A=4 > Y=5"]);
    let leaf_name = "lanebeat_macro_ONE_16X8_16x8_rw";
    let leaf = netlist(leaf_name, "clock=2", ["tile ONE_16X8 A_CLK=2"]);
    let copies = (0..3).map(|number| format!("u{number} unit clock=2 d=3 > q=1{number}"));
    let memories = (0..2).map(|number| format!("m{number} {leaf_name} clock=2"));
    let inverter = "h INVERT A=10 > Y=6".to_string();
    let all = copies.chain(memories).chain([inverter]);
    let machine = netlist("machine", "clock=2 x=3 > y=6", all);
    let rates = |registers: f64, ports: &[(&str, f64)]| ModuleActivity {
        registers,
        ports: ports.iter().map(|&(name, rate)| (name.to_string(), rate)).collect(),
        ..ModuleActivity::default()
    };
    let accesses = [("a_enable", 60), ("a_read", 30), ("a_write", 20)];
    let of_leaf = ModuleActivity {
        ones: accesses.map(|(name, count)| (name.to_string(), count)).into(),
        ..rates(0.0, &[("a_data", 0.5)])
    };
    let activity = Activity {
        cycles: 80,
        observed: 100,
        instructions: 20,
        modules: BTreeMap::from([
            ("unit".to_string(), rates(0.25, &[("d", 0.5), ("q", 0.125)])),
            ("machine".to_string(), rates(0.0, &[("x", 0.5)])),
            (leaf_name.to_string(), of_leaf),
        ]),
    };
    let usage = Usage { workload: "w".to_string(), passes: Some(10), threads: 4, activity };
    let (netlists, usages) = ([unit, leaf, machine], [usage]);
    let energies = |wires: Option<&Loads>| {
        let figures = cells.energies(&opensta, &netlists, &usages, 10.0, wires);
        figures.expect("it is weighed")
    };
    let value_in = |figures: &[Figure], name: &str| {
        let found = figures.iter().find(|figure| figure.name == format!("w: {name}"));
        found.unwrap_or_else(|| panic!("no {name} in {figures:?}")).value
    };
    let figures = energies(None);
    let value = |name: &str| value_in(&figures, name);
    let near = |name: &str, by_hand: f64| {
        assert!((value(name) / by_hand - 1.0).abs() < 1e-4, "{name}: {} {by_hand}", value(name));
    };
    // pJ in a cycle. Of a unit: both edges of the clock, the inverter's edges, and what charges its
    // input and the flip-flop's: half of C V². Of the machine: the inverter behind a unit.
    let charge = |capacitance: f64| 0.5 * capacitance * 2.0 * 2.0;
    let (edge, clock) = ((0.3 + 0.5) / 2.0, 2.0 + 1.0);
    let unit = clock + 0.25 * (edge + charge(0.01)) + 0.5 * charge(0.02);
    let logic = 3.0 * unit + 0.125 * (edge + charge(0.01));
    // 7 pJ a read and 9 pJ a write, in 100 cycles.
    let memories = (30.0 * 7.0 + 20.0 * 9.0) / 100.0;
    // nW over 10 ns: two cells in each unit, one beside, two macros.
    let leaked = 1e-6 * 10.0 * (3.0 * 1e6 + 4e5 + 2.0 * 5e5);
    // 80 cycles for 20 instructions, in nJ.
    let an_instruction = 1e-3 * 80.0 / 20.0;
    near("energy of logic per instruction", an_instruction * logic);
    near("energy of memories per instruction", an_instruction * memories);
    near("energy of leakage per instruction", an_instruction * leaked);
    let total = an_instruction * (logic + memories + leaked);
    near("energy per instruction", total);
    near("energy per thread-operation", 1e3 * total / 4.0);
    near("energy per wave and pass", total * 20.0 / 10.0);
    // Wires behind the flip-flop and behind the inverter of a unit, and behind the one beside.
    let loads = Loads::from([
        ("unit".to_string(), HashMap::from([(4, 0.1), (5, 0.05)])),
        ("machine".to_string(), HashMap::from([(6, 0.4)])),
    ]);
    let wires = 3.0 * 0.25 * (charge(0.1) + charge(0.05)) + 0.125 * charge(0.4);
    let found = value_in(&energies(Some(&loads)), "energy of logic per instruction");
    let by_hand = an_instruction * (logic + wires);
    assert!((found / by_hand - 1.0).abs() < 1e-4, "{found} {by_hand}");
}
