//! Whoever issues instructions: most of the time there is one, and nothing holds its wave.

use super::{Partner, Ports};
use crate::vectors::values::Values;

pub struct Issuer;

impl Partner for Issuer {
    fn drive(&mut self, values: &mut Values, ports: &mut Ports) {
        if !values.one_in(4) {
            ports.set("issue_valid", 1);
            ports.set("held", 0);
        }
    }
}
