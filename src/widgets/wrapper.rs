//! The Verilog of a unit in the form in which rust-hdl passes foreign modules through.

use std::collections::BTreeSet;
use std::sync::Arc;

use rust_hdl::core::ast::Wrapper;

use super::declaration::fields;
use crate::config::Config;
use crate::hdl::Module;
use crate::verilog::{self, File, Header};

/// An instance of `module` on the ports in `connected`, and the modules that it needs. Outputs that
/// are not connected are left open.
pub(super) fn wrapper(
    module: &Arc<Module>,
    config: &Config,
    connected: &BTreeSet<&str>,
) -> Wrapper {
    let fields = fields(module);
    let connection =
        |name: &str| if connected.contains(name) { name.to_string() } else { String::new() };
    let ports: Vec<String> = fields
        .iter()
        .map(|field| format!("    .{0}({1})", field.name, connection(field.name)))
        .collect();
    let parameters: String = config.to_toml().lines().map(|line| format!("// {line}\n")).collect();
    let code = format!("{parameters}{} unit (\n{}\n);", module.name, ports.join(",\n"));
    // The text of a module must not depend on the unit that it came with: see `guarded`.
    let header = Header::new("", "lanebeat::widgets");
    Wrapper { code, cores: verilog::write(module, &header).iter().map(guarded).collect() }
}

/// The module, once: rust-hdl writes what each wrapper needs one after the other, and two units may
/// need the same module. Two modules of one name that differ have different guards, so that Verilog
/// tools see and refuse the second.
fn guarded(file: &File) -> String {
    let module = file.name.strip_suffix(".v").unwrap_or(&file.name);
    let guard = format!("{}_{:016x}", module.to_uppercase(), digest(&file.text));
    format!("`ifndef {guard}\n`define {guard}\n{}`endif\n\n", file.text)
}

/// FNV-1a, the same on every machine and with every compiler.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
