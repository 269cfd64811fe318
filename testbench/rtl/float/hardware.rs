//! Many copies of the float unit in one netlist, so that one evaluation answers many cases.

use std::sync::Arc;

use lanebeat::config::Config;
use lanebeat::engine::{Code, Compiled, Engine, Flat, SignalId};
use lanebeat::hdl::Bits;
use lanebeat::isa::FloatOperation;
use lanebeat::rtl::UNITS;

use super::cases::Case;
use crate::common::copies::{Input, copies};

/// Cases that one evaluation answers.
pub const COPIES: usize = 256;

/// The copies, running.
pub struct Unit {
    engine: Compiled,
    choice: SignalId,
    modifiers: SignalId,
    operands: [SignalId; 3],
    result: SignalId,
    comparison: SignalId,
}

impl Unit {
    pub fn new() -> Self {
        let config = Config { stages: 0, ..Config::default() };
        let unit = UNITS.iter().find(|unit| unit.name == "float").expect("the float unit");
        let all = copies(&unit.build(&config), COPIES, |port| match port {
            "choice" | "modifiers" => Input::Same,
            _ => Input::Own,
        });
        let code = Code::quick(&Flat::new(&all));
        let engine = Compiled::power_up(&Arc::new(code), 1);
        Self {
            choice: engine.signal("choice"),
            modifiers: engine.signal("modifiers"),
            operands: ["a", "b", "c"].map(|name| engine.signal(name)),
            result: engine.signal("result"),
            comparison: engine.signal("comparison"),
            engine,
        }
    }

    /// Negates a, b, c where bits 0, 2, 4 are set, after taking their absolute values where bits 1,
    /// 3, 5 are.
    pub fn modify(&mut self, modifiers: u8) {
        self.engine.poke_u128(self.modifiers, modifiers.into());
    }

    /// The word, or the bit as 0 or 1, of each case.
    pub fn results(&mut self, operation: FloatOperation, cases: &[Case]) -> Vec<u32> {
        self.engine.poke_u128(self.choice, u128::from(operation.opcode() & 15));
        for (place, signal) in self.operands.into_iter().enumerate() {
            let mut limbs = vec![0; COPIES / 2];
            for (copy, case) in cases.iter().enumerate() {
                limbs[copy / 2] |= u64::from(case[place]) << (copy % 2 * 32);
            }
            self.engine.poke(signal, &Bits::from_vec(limbs));
        }
        let is_comparison = matches!(operation, FloatOperation::Compare(_));
        let limbs = self.engine.limbs(if is_comparison { self.comparison } else { self.result });
        let part = |copy: usize| match is_comparison {
            true => (limbs[copy / 64] >> (copy % 64) & 1) as u32,
            false => (limbs[copy / 2] >> (copy % 2 * 32)) as u32,
        };
        (0..cases.len()).map(part).collect()
    }
}
