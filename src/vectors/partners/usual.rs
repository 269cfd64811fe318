//! State of the ports most of the time: an instruction is offered and nothing holds its wave, a DPP
//! modifier is there, VMAD's sum is near the ends of its range.

use super::ports::{Partner, Ports};
use crate::isa::{Operation, VideoOperation};
use crate::vectors::values::Values;

/// Places by which VMAD shifts its sum.
const SHIFTS: [u32; 3] = [0, 7, 15];

pub struct Usual;

impl Partner for Usual {
    fn drive(&mut self, values: &mut Values, ports: &mut Ports) {
        if !values.one_in(4) {
            for (name, value) in [("issue_valid", 1), ("held", 0), ("enable", 1), ("eight", 0)] {
                ports.set(name, value);
            }
        }
        // The whole machine's instructions seldom have one.
        if values.one_in(4) {
            ports.set("instruction_dpp_enable", 1);
            ports.set("instruction_dpp_eight", 0);
        }
    }
}

/// Gives VMAD products that the range of a word holds behind some shift: hardly a random one does.
pub struct Products;

impl Partner for Products {
    fn drive(&mut self, values: &mut Values, ports: &mut Ports) {
        if values.one_in(3) {
            let word = i64::from(values.word() as i32);
            let product = word << SHIFTS[values.below(SHIFTS.len())];
            let vmad = Operation::Video(VideoOperation::MultiplyAdd).opcode() & 0xf;
            ports.set("is_video", 1);
            ports.set("choice", vmad.into());
            ports.set("product", product as u128);
            ports.silence(&["shifted"]);
            if values.one_in(2) {
                ports.silence(&["_signs"]);
            }
        }
    }
}
