//! `reset`, `reset_level` and `clock_enable`: each of the eight is the same machine, and an enable
//! that is low holds all of it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use crate::common::bench::{clockings, organised, with};
use crate::common::sample::of_today;
use crate::common::tools::{lint, run, simulate, simulate_top, store, tool};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::hdl::{Clocking, Level, Module, ModuleBuilder, Reset};
use lanebeat::rtl::{self, units};
use lanebeat::vectors::{of_unit, random_core};
use lanebeat::verilog::{File, Header, Vector, testbench, write};
use rayon::prelude::*;
use serde_json::Value;

fn small() -> Config {
    Config { stages: 2, ..Preset::Small.config() }
}

fn written(module: &Arc<Module>, clocking: Clocking) -> Vec<File> {
    write(module, &Header { clocking, ..Header::default() })
}

fn unit(name: &str) -> Arc<Module> {
    units::find(name).expect("a unit").build(&small())
}

/// What the bench of `module` says of `files`; `None` without Icarus.
fn judged(
    module: &Module,
    files: &[File],
    vectors: &[Vector],
    clocking: Clocking,
) -> Option<String> {
    let header = Header { clocking, ..Header::default() };
    let files = [files, &testbench(module, vectors, &header)].concat();
    simulate_top(&files, &format!("{}_testbench", module.name))
}

/// Random values at all ports, and programs with their registers.
static OF_CORE: LazyLock<Vec<Vector>> = LazyLock::new(|| {
    let random = of_unit(&rtl::core(&small()), &small(), 300, 1);
    let programs = random_core(&small(), 1, 1).expect("hardware and model agree");
    assert!(programs.retirements > 40, "{}", programs.retirements);
    [random, programs.vectors].concat()
});

/// With an enable the bench holds the machine for up to three edges before each cycle, shows it
/// other inputs then, and expects of the cycle itself what the undisturbed machine does. One reset a day, with an
/// enable and without.
#[test]
fn the_core_does_the_same_with_every_reset_and_enable() {
    let core = rtl::core(&small());
    of_today(clockings(), 2).into_par_iter().for_each(|clocking| {
        let Some(said) = judged(&core, &written(&core, clocking), &OF_CORE, clocking) else {
            return;
        };
        assert_eq!(said, format!("PASS lanebeat_core: {} cycles\n", OF_CORE.len()), "{clocking:?}");
    });
}

/// A lane's pipeline has no reset, and the program memory of the system has words of bytes.
#[test]
fn a_lane_and_the_system_do_the_same_with_an_asynchronous_reset_and_an_enable() {
    let clocking = Clocking { reset: Reset::Asynchronous, level: Level::Low, enable: true };
    ["lane", "system"].into_par_iter().for_each(|name| {
        let module = unit(name);
        let vectors = of_unit(&module, &small(), 1000, 1);
        let Some(said) = judged(&module, &written(&module, clocking), &vectors, clocking) else {
            return;
        };
        assert_eq!(said, format!("PASS {}: 1000 cycles\n", module.name));
    });
}

/// One reset a day, with an enable and without.
#[test]
fn three_tools_read_every_reset_and_enable_without_a_warning() {
    // All kinds of state, and few operations.
    let features = "shuffle=false dpp=false vote=false multiply=false registers=4";
    let core = rtl::core(&with(&small(), features));
    let today = of_today(clockings(), 2).into_par_iter();
    today.for_each(|clocking| lint(&written(&core, clocking), &core.name));
}

/// The design under `top` in yosys behind `script`, as it writes JSON; `None` without it.
fn in_yosys(files: &[File], top: &str, script: &str) -> Option<Value> {
    let yosys = tool("yosys")?;
    let (folder, _) = store(files);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let script = format!(
        "read_verilog {}; hierarchy -check -top {top}; proc; {script}; write_json design.json",
        names.join(" ")
    );
    let (succeeds, said) = run(&yosys, folder.path(), &["-q".to_owned(), "-p".to_owned(), script]);
    assert!(succeeds, "{said}");
    let text = std::fs::read_to_string(folder.path().join("design.json")).expect("it was written");
    Some(serde_json::from_str(&text).expect("JSON"))
}

const FLATTEN: &str = "setattr -mod -unset keep_hierarchy *; flatten";

/// The cells in all modules of `design`.
fn cells(design: &Value) -> Vec<&Value> {
    let modules = design["modules"].as_object().expect("modules").values();
    modules.flat_map(|module| module["cells"].as_object().expect("cells").values()).collect()
}

/// Registers and memories of `files` that may change while the enable is low: whose enables are not
/// all 0 when it is.
fn that_move(files: &[File], top: &Module) -> Option<usize> {
    let script = format!(
        "{FLATTEN}; opt_expr; opt_dff; opt_clean; setattr -set keep 1 t:*dff*; cd {}; \
         connect -set clock_enable 1'b0; opt_expr -mux_undef -full; opt_muxtree; opt_expr -full; opt_clean; memory_collect",
        top.name
    );
    let design = in_yosys(files, &top.name, &script)?;
    let cells = cells(&design).into_iter().filter(|cell| {
        let kind = cell["type"].as_str().expect("a type");
        ["dff", "latch", "mem", "$ff"].iter().any(|part| kind.contains(part))
    });
    let moves: Vec<bool> = cells
        .map(|cell| {
            let connections = &cell["connections"];
            let enables = ["EN", "WR_EN"].iter().find_map(|pin| connections[pin].as_array());
            !enables.is_some_and(|bits| bits.iter().all(|bit| bit == "0"))
        })
        .collect();
    assert!(moves.len() > 3, "{} has no state", top.name);
    Some(moves.into_iter().filter(|&moves| moves).count())
}

/// Three of the units a day.
#[test]
fn a_low_enable_holds_every_register_and_memory() {
    let file = units::find("register_file").expect("a unit");
    let files =
        RegisterFile::ALL.map(|register_file| file.build(&organised(&small(), register_file)));
    let enabled = clockings().into_iter().filter(|clocking| clocking.enable).cycle();
    let cases: Vec<(Arc<Module>, Clocking)> =
        [unit("system")].into_iter().chain(files).zip(enabled).collect();
    of_today(cases, 3).par_iter().for_each(|(top, clocking)| {
        let Some(moving) = that_move(&written(top, *clocking), top) else { return };
        assert_eq!(moving, 0, "{} {clocking:?}", top.name);
    });
}

/// Registers of `module` and all copies below that have a reset value, and those that have none.
fn registers(module: &Module) -> [usize; 2] {
    let own = module.registers.iter().filter(|register| register.reset.is_some()).count();
    let children = module
        .instances
        .iter()
        .map(|instance| registers(&instance.module).map(|registers| registers * instance.count));
    children.fold([own, module.registers.len() - own], |[a, b], [c, d]| [a + c, b + d])
}

#[test]
fn every_register_with_a_reset_value_has_an_asynchronous_reset_and_no_other_has() {
    let core = rtl::core(&small());
    let [reset, others] = registers(&core);
    assert!(reset > 20 && others > 20, "{reset} and {others}");
    for level in Level::ALL {
        let clocking = Clocking { reset: Reset::Asynchronous, level, enable: false };
        let Some(design) = in_yosys(&written(&core, clocking), &core.name, FLATTEN) else { return };
        let kind = |cell: &Value| cell["type"].as_str().expect("a type").to_owned();
        let resettable = cells(&design).into_iter().filter(|cell| kind(cell).contains("adff"));
        let polarities: Vec<bool> = resettable
            .map(|cell| cell["parameters"]["ARST_POLARITY"].as_str().expect("bits").ends_with('1'))
            .collect();
        assert_eq!(polarities, vec![level == Level::High; reset], "{clocking:?}");
    }
}

/// A counter, before and behind a reset that comes and goes between two edges, with the enable low.
#[test]
fn an_asynchronous_reset_needs_no_edge_and_no_enable() {
    let builder = ModuleBuilder::new("counter", "Counts.");
    let count = builder.reset_register("count", 4, 9);
    let one = builder.constant(4, 1);
    let next = count.q() + one;
    builder.output("shown", count.next(next), "the count");
    let module = builder.finish();
    for clocking in clockings().into_iter().filter(|clocking| clocking.enable) {
        let (port, inverted) =
            (clocking.reset_port(), if clocking.level == Level::Low { "!" } else { "" });
        let bench = format!(
            "module bench; reg clock = 0, reset = 0, enable = 1; wire [3:0] shown;
             counter top (.clock(clock), .{port}({inverted}reset), .clock_enable(enable), .shown(shown));
             task edges; repeat (3) begin #5 clock = 1; #5 clock = 0; end endtask
             initial begin
               #1 reset = 1; edges; reset = 0; edges; $write(\"%0d\", shown);
               enable = 0; edges; $write(\" %0d\", shown);
               reset = 1; #1 reset = 0; #1 $write(\" %0d\", shown);
               reset = 1; edges; reset = 0; edges; $write(\" %0d\", shown);
               enable = 1; edges; $display(\" %0d\", shown);
             end endmodule"
        );
        let Some(said) = simulate(&written(&module, clocking), &bench) else { return };
        let pulse = if clocking.reset == Reset::Asynchronous { 9 } else { 12 };
        assert_eq!(said, format!("12 12 {pulse} 9 12\n"), "{clocking:?}");
    }
}

/// The `number`th condition on the enable in `text`, gone.
fn without_enable(text: &str, number: usize) -> String {
    let (place, condition) = text.match_indices("if (clock_enable").nth(number).expect("one more");
    let (before, after) = text.split_at(place);
    let rest = &after[condition.len()..];
    match rest.strip_prefix(" & ") {
        Some(own) => format!("{before}if ({own}"),
        None => format!("{before}if (1'b1{rest}"),
    }
}

#[test]
fn one_register_without_the_enable_is_noticed_by_yosys_and_by_the_bench() {
    let clocking = Clocking { enable: true, ..Clocking::PLAIN };
    let (tried, passes) = (AtomicUsize::new(0), AtomicUsize::new(0));
    for name in ["sequencer", "mask_file", "special", "exec_masks"] {
        let module = unit(name);
        let vectors = of_unit(&module, &small(), 2000, 1);
        let files = written(&module, clocking);
        let texts = files.iter().enumerate();
        let changes = texts.flat_map(|(file, File { text, .. })| {
            (0..text.matches("if (clock_enable").count()).map(move |number| (file, number))
        });
        let changes: Vec<(usize, usize)> = changes.collect();
        assert!(!changes.is_empty());
        changes.par_iter().for_each(|&(file, number)| {
            let mut files = files.clone();
            let text = without_enable(&files[file].text, number);
            files[file].text = text;
            let Some(moving) = that_move(&files, &module) else { return };
            assert!(moving > 0, "yosys: {name} {} {number}", files[file].name);
            let Some(said) = judged(&module, &files, &vectors, clocking) else { return };
            tried.fetch_add(1, Ordering::Relaxed);
            passes.fetch_add(usize::from(said.starts_with("PASS ")), Ordering::Relaxed);
        });
    }
    let (tried, passes) = (tried.into_inner(), passes.into_inner());
    assert!(passes * 10 <= tried, "{passes} of {tried}");
}
