//! A Tcl script that packages the system for block designs in Vivado.

use super::text::made_by;
use crate::config::Config;
use crate::rtl::ADDRESS_BITS;

pub const NAME: &str = "lanebeat_system_package.tcl";

/// The script without the variables that depend on the machine.
const SCRIPT: &str = include_str!("lanebeat_system_package.tcl");

/// The script.
pub fn script(config: &Config, command: &str) -> String {
    let polarity = format!("ACTIVE_{}", config.reset_level.key().to_uppercase());
    let head = format!(
        "# Packages lanebeat_system for block designs in Vivado.\n# {}\nset version {}.{}\nset reset {}\nset polarity {polarity}\nset has_clock_enable {}\nset bytes {}\n",
        made_by(command),
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        config.clocking().reset_port(),
        u32::from(config.clock_enable),
        1_u32 << ADDRESS_BITS,
    );
    SCRIPT.replacen("# HEAD\n", &head, 1)
}
