//! Cycles in which the data at the ports of a core is defined.

use crate::hdl::{Bits, bits_to_u128};
use crate::isa::MaskEntry;

/// Values of the outputs in one cycle.
pub struct Shown<'v> {
    pub reset: bool,
    pub outputs: &'v [(&'v str, Bits)],
}

impl Shown<'_> {
    /// The bits of each output that the core's interface defines.
    pub fn all_defined(&self) -> Vec<Bits> {
        self.outputs.iter().map(|(name, value)| self.defined(name, value.len())).collect()
    }

    fn value(&self, name: &str) -> &Bits {
        let found = self.outputs.iter().find(|(output, _)| *output == name);
        &found.unwrap_or_else(|| panic!("there is no output {name}")).1
    }

    fn is_on(&self, name: &str) -> bool {
        self.value(name)[0]
    }

    /// The bits of output `name` that the core's interface defines in this cycle: memories power up
    /// undefined, and a data port says something only when its valid says so, the retire port only
    /// of the threads that are written.
    fn defined(&self, name: &str, width: usize) -> Bits {
        let all = |is_defined| Bits::repeat(is_defined, width);
        let retires = !self.reset && self.is_on("retire_valid");
        match name {
            _ if self.reset => all(false),
            "host_read_data" => all(self.is_on("host_read_valid")),
            "retire_valid" => all(true),
            _ if name.starts_with("retire_") && !retires => all(false),
            "retire_destination" => all(self.is_on("retire_writes_register")),
            "retire_result" if self.is_on("retire_writes_register") => self
                .value("retire_written")
                .iter()
                .by_vals()
                .flat_map(|written| [written; 32])
                .collect(),
            "retire_result" => all(false),
            "retire_mask" if self.writes_mask() => self.value("retire_written").clone(),
            "retire_mask" => all(false),
            _ => all(true),
        }
    }

    fn writes_mask(&self) -> bool {
        bits_to_u128(self.value("retire_mask_destination")) != MaskEntry::TRUE.0.into()
    }
}
