//! Many copies of a lane with the float unit in one netlist, so that one evaluation answers many cases.

use lanebeat::config::Config;
use lanebeat::isa::{FloatOperation, Operation};
use lanebeat::rtl::UNITS;

use super::cases::Case;
use crate::common::copies::{Copies, Input};

/// Cases that one evaluation answers.
pub const COPIES: usize = 256;

pub struct Unit(Copies);

impl Unit {
    pub fn new() -> Self {
        let config = Config {
            stages: 0,
            shuffle: false,
            vote: false,
            video: false,
            bits: false,
            ..Config::default()
        };
        let unit = UNITS.iter().find(|unit| unit.name == "lane").expect("the lane");
        Self(Copies::new(&unit.build(&config), COPIES, |port| match port {
            "a" | "b" | "c" => Input::Own,
            _ => Input::Same,
        }))
    }

    /// Negates a, b, c where bits 0, 2, 4 are set, after taking their absolute values where bits 1,
    /// 3, 5 are.
    pub fn modify(&mut self, modifiers: u8) {
        self.0.poke("modifiers", modifiers.into());
    }

    /// The word, or the bit as 0 or 1, of each case.
    pub fn results(&mut self, operation: FloatOperation, cases: &[Case]) -> Vec<u32> {
        self.0.poke("opcode", operation.opcode().into());
        for (place, name) in ["a", "b", "c"].into_iter().enumerate() {
            self.0.poke_each(name, cases.iter().map(|case| case[place].into()));
        }
        let is_comparison = Operation::from(operation).is_compare();
        let mut all = self.0.peek(if is_comparison { "mask" } else { "result" });
        all.truncate(cases.len());
        all
    }
}
