//! State of the ports most of the time: an instruction is offered and nothing holds its wave, a DPP
//! modifier is there.

use super::ports::{Partner, Ports};
use crate::vectors::values::Values;

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
