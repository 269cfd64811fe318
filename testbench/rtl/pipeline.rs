//! The page on cuts shows what the generator finds.

use crate::common::golden;
use lanebeat::config::{Config, Preset};
use lanebeat::hdl::{Delays, Pipeline, StagePath};
use lanebeat::rtl::units::{cuts, find};
use rayon::prelude::*;

const PAGE: &str = "docs/learn/pipeline.md";
/// Nets of a path that are shown: its end.
const SHOWN: usize = 6;

fn pipelined(unit: &str, config: &Config, stages: usize) -> Vec<StagePath> {
    cuts(find(unit).unwrap(), &Config { stages, ..config.clone() }, Delays::ecp5()).unwrap()
}

fn nanoseconds(picoseconds: u32) -> String {
    format!("{:.1}", f64::from(picoseconds) / 1000.0)
}

#[test]
fn the_page_shows_the_cuts_of_one_machine() {
    let mut made =
        "| stage | ns | register bits behind it | slowest path |\n|---|---|---|---|\n".to_string();
    let small = Preset::Small.config();
    for (number, stage) in pipelined("execute", &small, 3).iter().enumerate() {
        let named = stage.nets.iter().filter(|(net, _)| !net.contains('('));
        let nets: Vec<String> =
            named.map(|(net, ready)| format!("`{net}` {}", nanoseconds(*ready))).collect();
        let shown = nets[nets.len().saturating_sub(SHOWN)..].join(", ");
        let (delay, bits) = (nanoseconds(stage.delay), stage.register_bits);
        made += &format!("| {number} | {delay} | {bits} | {shown} |\n");
    }
    golden::marked(PAGE, "cuts", &made);
}

#[test]
fn the_page_shows_what_each_stage_buys() {
    let integer = Config { float: false, video: false, ..Config::default() };
    let units = [
        ("SHFL of 32 threads in 16 lanes", "shuffle", Config::default()),
        ("DPP of a row", "dpp", Config::default()),
        ("a lane, integer", "lane", integer),
        ("a lane, all features", "lane", Config::default()),
        ("`small`, all of it", "execute", Preset::Small.config()),
        ("the default machine, all of it", "execute", Config::default()),
    ];
    let depths = [0, 1, 2, 3, 4, 6, 8, 12];
    let heads: String = depths.iter().map(|depth| format!(" {depth} |")).collect();
    let mut made = format!("| stages |{heads}\n|---|{}\n", "---|".repeat(depths.len()));
    for (what, unit, config) in units {
        let cells: String = depths
            .iter()
            .map(|&depth| {
                let stages = pipelined(unit, &config, depth);
                let period = stages.iter().map(|stage| stage.delay).max().expect("a stage");
                let bits: usize = stages.iter().map(|stage| stage.register_bits).sum();
                format!(" {}, {bits} |", nanoseconds(period))
            })
            .collect();
        made += &format!("| {what} |{cells}\n");
    }
    golden::marked(PAGE, "stages", &made);
}

/// A pipeline is proved as it is made, and what cannot be proved panics.
#[test]
fn every_preset_is_proved_at_any_depth() {
    let execute = find("execute").unwrap();
    for preset in Preset::ALL {
        (1..=12_usize).into_par_iter().for_each(|stages| {
            let module = execute.build(&Config { stages, ..preset.config() });
            assert!(module.has_clock(), "{preset:?} with {stages} stages");
        });
    }
}

/// Until the slowest operation alone is a stage; one or two stages alone may find nothing to take off.
#[test]
fn the_period_falls_with_the_stages() {
    let config = Config::default();
    for name in ["lane", "float", "shuffle", "dpp", "vote", "execute"] {
        let module = find(name).unwrap().build(&config);
        let period = |stages| Pipeline::new(stages, Delays::ecp5()).apply(&module).period;
        let periods: Vec<u32> = (0..=12).map(period).collect();
        let shortest = period(60);
        assert!(periods.is_sorted_by(|one, next| one >= next), "{name}: {periods:?}");
        // Delays come in halves of a LUT, so a few stages may promise the same.
        for five in periods.windows(5) {
            assert!(five[0] > five[4] || five[0] == shortest, "{name}: {periods:?}");
        }
        assert_eq!(period(61), shortest);
    }
}
