//! Many copies of a lane in one netlist, so that one evaluation answers many cases.

use lanebeat::config::Config;
use lanebeat::isa::encoding::VIDEO_MODIFIERS;
use lanebeat::rtl::UNITS;

use super::cases::Case;
use crate::common::bench::with;
use crate::common::copies::{Copies, Input};

/// Cases that one evaluation answers.
pub const COPIES: usize = 256;

pub struct Lanes(Copies);

impl Lanes {
    pub fn new() -> Self {
        let settings = "stages=0 bits=false float=false shuffle=false vote=false";
        let config = with(&Config::default(), settings);
        let unit = UNITS.iter().find(|unit| unit.name == "lane").expect("the lane");
        Self(Copies::new(&unit.build(&config), COPIES, |port| match port {
            "p" | "q" | "exec" => Input::Constant(|_| 1),
            _ => Input::Own,
        }))
    }

    /// The word of each case.
    pub fn results(&mut self, cases: &[Case]) -> Vec<u32> {
        self.0.poke_each("opcode", cases.iter().map(|case| case.operation.opcode().into()));
        self.0.poke_each("video_modifiers", cases.iter().map(modifiers));
        for (place, name) in ["a", "b", "c"].into_iter().enumerate() {
            self.0.poke_each(name, cases.iter().map(|case| case.words[place].into()));
        }
        let mut all = self.0.peek("result");
        all.truncate(cases.len());
        all
    }
}

/// As they are cut from the machine word.
fn modifiers(case: &Case) -> u64 {
    let word = super::instruction(case).encode();
    let [low, high] =
        VIDEO_MODIFIERS.map(|field| (word >> field.low & ((1 << field.width) - 1)) as u64);
    low | high << VIDEO_MODIFIERS[0].width
}
