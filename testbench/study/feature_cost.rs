//! The first table of `docs/measure/area.md`: what each feature costs in LUTs of a 7-series FPGA,
//! with and without DSP blocks; and below it what the whole default machine takes.
//!
//! Yosys runs for minutes, so the measurement is asked for:
//! `UPDATE_GOLDEN=1 cargo test feature_cost:: -- --ignored` measures again and rewrites both.

use std::fmt::Write as _;
use std::sync::Arc;

use super::unit;
use crate::common::golden;
use crate::common::program::{figure, lanebeat_in};
use crate::common::tools::tool;
use lanebeat::config::Config;
use lanebeat::hdl::Module;
use lanebeat::plan::Plan;
use lanebeat::rtl;
use lanebeat::study::{Family, Synthesis, Yosys};
use lanebeat::verilog::{self, Header};

/// LUTs and DSP blocks of a module.
#[derive(Clone, Copy)]
struct Area {
    luts: i64,
    dsps: i64,
}

fn area(module: &Arc<Module>, dsp: bool) -> Area {
    let synthesis = Synthesis { family: Family::Xc7, dsp, flatten: true };
    let files = verilog::write(module, &Header::default());
    let yosys = Yosys::find().expect("yosys is there");
    let cells = synthesis
        .cells(&yosys, &files, &[], &module.name)
        .unwrap_or_else(|error| panic!("{}: {error}", module.name));
    let figures = synthesis.figures(&cells, "");
    let amount = |name: &str| {
        figures.iter().find(|figure| figure.name == name).map_or(0, |figure| figure.value as i64)
    };
    Area { luts: amount("lut"), dsps: amount("dsp") }
}

/// A row of the page: what is measured, how many of them the default core has, and with what it is
/// compared.
struct Row {
    what: &'static str,
    copies: i64,
    with: Arc<Module>,
    without: Option<Arc<Module>>,
}

fn rows() -> Vec<Row> {
    let all = Config::default();
    let bare = Config { float: false, video: false, ..all.clone() };
    let lane = |config: &Config| unit("lane", config);
    let lanes = all.lanes as i64;
    let with_float = Config { float: true, ..bare.clone() };
    let alone = |what, copies, with| Row { what, copies, with, without: None };
    let more = |what, copies, with, without| Row { what, copies, with, without: Some(without) };
    vec![
        alone("lane, integer alone", lanes, lane(&bare)),
        more(
            "– of these the operations of `bits`",
            lanes,
            lane(&bare),
            lane(&Config { bits: false, ..bare.clone() }),
        ),
        more("float, in a lane", lanes, lane(&with_float), lane(&bare)),
        more("video, in a lane", lanes, lane(&Config { video: true, ..bare.clone() }), lane(&bare)),
        more("video beside float, in a lane", lanes, lane(&all), lane(&with_float)),
        alone("DPP with dpp8, a row of 16 threads", 1, unit("dpp", &all)),
        alone("SHFL alone, a warp in 16 lanes", 1, unit("shuffle", &all)),
        more("all lane moves, beside SHFL", 1, unit("wave_shuffle", &all), unit("shuffle", &all)),
        alone(
            "– of these readlane, readfirstlane, permlane, ds_swizzle: a lane's source",
            lanes,
            rtl::lane_move(&Plan::new(&all)).module,
        ),
        alone(
            "– of these ds_permute: the search for a lane's sender",
            lanes,
            rtl::push_select(&Plan::new(&all)).module,
        ),
        alone("VOTE, MATCH and REDUX, a warp in 16 lanes", 1, unit("vote", &all)),
        alone("barriers", 1, unit("barriers", &all)),
        alone("S2R and counters", 1, unit("special", &all)),
    ]
}

fn measured(row: &Row, dsp: bool) -> Area {
    let with = area(&row.with, dsp);
    let without =
        row.without.as_ref().map_or(Area { luts: 0, dsps: 0 }, |module| area(module, dsp));
    Area { luts: with.luts - without.luts, dsps: with.dsps - without.dsps }
}

#[test]
#[ignore = "yosys runs for minutes; UPDATE_GOLDEN=1 rewrites docs/measure/area.md"]
fn the_page_shows_what_each_feature_costs() {
    if tool("yosys").is_none() {
        return;
    }
    let synthesis = Synthesis { family: Family::Xc7, dsp: true, flatten: true };
    let identity = synthesis.identity(&Yosys::find().expect("yosys is there"), "UNIT");
    let mut text = format!(
        "{identity}\n\n| what | copies | LUT | DSP48E1 | LUT, no DSP | LUT a lane, no DSP |\n|---|---|---|---|---|---|\n"
    );
    for row in rows() {
        let (dsp, no_dsp) = (measured(&row, true), measured(&row, false));
        let a_lane = no_dsp.luts * row.copies / Config::default().lanes as i64;
        let Row { what, copies, .. } = row;
        writeln!(
            text,
            "| {what} | {copies} | {} | {} | {} | {a_lane} |",
            dsp.luts, dsp.dsps, no_dsp.luts
        )
        .expect("a string takes it");
        print!("{}", text.lines().last().unwrap_or_default());
    }
    golden::marked("docs/measure/area.md", "table features", &text);
}

#[test]
#[ignore = "yosys runs for minutes; UPDATE_GOLDEN=1 rewrites docs/measure/area.md"]
fn the_page_shows_what_the_default_machine_takes() {
    if tool("yosys").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let study = "study --set stages=0 --axis register_file=wide --flow xc7";
    let ran = lanebeat_in(folder.path(), &format!("{study} --json -o out"), b"").good();
    let [luts, flip_flops, blocks, dsps] = ["lut", "flip-flops", "block ram", "dsp"]
        .map(|name| figure(&ran, 0, name).unwrap_or_else(|| panic!("no {name}")).0);
    let text = format!(
        "The whole default machine by `lanebeat {study}` takes {luts} LUT6, {flip_flops} flip-flops, {blocks} RAMB18\n\
         and {dsps} DSP48E1 module by module.\n"
    );
    golden::marked("docs/measure/area.md", "table machine", &text);
}
