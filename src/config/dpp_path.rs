//! Ways of DPP's words between lanes (ISA.md section 6).

/// The hardware that moves the words of a DPP modifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DppPath {
    /// No modifier.
    None,
    /// A network of its own beside SHFL's crossbar.
    Network,
    /// SHFL's crossbar: fewer LUTs, and the crossbar stands before the lanes' arithmetic.
    Crossbar,
}

impl DppPath {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::None, Self::Network, Self::Crossbar];

    /// Its value in a configuration.
    pub const fn key(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Network => "network",
            Self::Crossbar => "crossbar",
        }
    }
}
