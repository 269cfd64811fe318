//! Many copies of a lane in one netlist, so that one evaluation answers many cases.

use std::sync::Arc;

use lanebeat::config::Config;
use lanebeat::engine::{Code, Compiled, Engine, Flat, SignalId};
use lanebeat::hdl::Bits;
use lanebeat::isa::encoding::VIDEO_MODIFIERS;
use lanebeat::isa::video_encoding::BITS;
use lanebeat::rtl::UNITS;

use super::cases::Case;
use crate::common::bench::with;
use crate::common::copies::{Input, copies};

/// Cases that one evaluation answers.
pub const COPIES: usize = 256;

/// The lanes, running.
pub struct Lanes {
    engine: Compiled,
    opcode: SignalId,
    modifiers: SignalId,
    operands: [SignalId; 3],
    result: SignalId,
}

impl Lanes {
    pub fn new() -> Self {
        let settings = "stages=0 bits=false float=false shuffle=false vote=false";
        let config = with(&Config::default(), settings);
        let unit = UNITS.iter().find(|unit| unit.name == "lane").expect("the lane");
        let all = copies(&unit.build(&config), COPIES, |port| match port {
            "p" | "q" | "exec" => Input::Constant(|_| 1),
            _ => Input::Own,
        });
        let code = Code::quick(&Flat::new(&all));
        let engine = Compiled::power_up(&Arc::new(code), 1);
        Self {
            opcode: engine.signal("opcode"),
            modifiers: engine.signal("video_modifiers"),
            operands: ["a", "b", "c"].map(|name| engine.signal(name)),
            result: engine.signal("result"),
            engine,
        }
    }

    /// The word of each case.
    pub fn results(&mut self, cases: &[Case]) -> Vec<u32> {
        let mut poke = |signal: SignalId, width: usize, value: &dyn Fn(&Case) -> u64| {
            let mut bits = Bits::repeat(false, width * COPIES);
            for (copy, case) in cases.iter().enumerate() {
                let value = value(case);
                (0..width).for_each(|bit| bits.set(copy * width + bit, value >> bit & 1 == 1));
            }
            self.engine.poke(signal, &bits);
        };
        poke(self.opcode, 8, &|case| case.operation.opcode().into());
        poke(self.modifiers, BITS, &modifiers);
        for (place, signal) in self.operands.into_iter().enumerate() {
            poke(signal, 32, &|case| case.words[place].into());
        }
        let limbs = self.engine.limbs(self.result);
        (0..cases.len()).map(|copy| (limbs[copy / 2] >> (copy % 2 * 32)) as u32).collect()
    }
}

/// As they are cut from the machine word.
fn modifiers(case: &Case) -> u64 {
    let word = super::instruction(case).encode();
    let [low, high] =
        VIDEO_MODIFIERS.map(|field| (word >> field.low & ((1 << field.width) - 1)) as u64);
    low | high << VIDEO_MODIFIERS[0].width
}
