//! When ports are ready.

/// When an input comes, or how long an output goes on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Arrival {
    /// The cycle: 0, or of an input less, if it is known before the others. Later inputs are not
    /// supported, since no design has them.
    pub cycle: i32,
    /// Picoseconds from the registers to the input in that cycle, or from the output to registers:
    /// 0 if it comes out of one or goes into one.
    pub delay: u32,
}

impl Arrival {
    /// All inputs come out of registers, in cycle 0.
    pub fn together(_: &str) -> Self {
        Self::default()
    }
}
