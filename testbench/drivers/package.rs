//! The script for Vivado's IP packager, run by plain tclsh with a stand-in for Vivado's commands. That
//! Vivado takes what the script describes is not tried.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::program::{lanebeat, path_text};
use crate::common::tools::{run, tool};

/// Signals that AMBA asks of an AXI4-Lite slave, without AxPROT, which it may leave out (IHI 0022, B1).
const AXI4_LITE: [&str; 17] = [
    "ARADDR", "ARREADY", "ARVALID", "AWADDR", "AWREADY", "AWVALID", "BREADY", "BRESP", "BVALID",
    "RDATA", "RREADY", "RRESP", "RVALID", "WDATA", "WREADY", "WSTRB", "WVALID",
];

/// The IP that the script of the system of `arguments` describes, a fact a line, and the folder.
fn packaged(arguments: &[&str], prefix: &str) -> Option<(BTreeSet<String>, tempfile::TempDir)> {
    let tclsh = tool("tclsh")?;
    let folder = tempfile::tempdir().expect("a folder");
    let system = ["generate", "system", "--preset", "small", "-o", path_text(folder.path())];
    lanebeat(&[&system[..], arguments].concat()).good();
    let script = folder.path().join(format!("{prefix}_system_package.tcl"));
    let stub = concat!(env!("CARGO_MANIFEST_DIR"), "/testbench/drivers/vivado.tcl").to_owned();
    let (success, said) = run(&tclsh, Path::new("/"), &[stub, script.display().to_string()]);
    assert!(success, "{said}");
    Some((said.lines().map(str::to_owned).collect(), folder))
}

#[track_caller]
fn assert_has(facts: &BTreeSet<String>, expected: &[&str]) {
    for fact in expected {
        assert!(facts.contains(*fact), "{fact} is not in {facts:#?}");
    }
}

/// Ports that `ports.txt` has.
fn ports(folder: &Path) -> BTreeSet<String> {
    let table = fs::read_to_string(folder.join("ports.txt")).expect("a table");
    table
        .lines()
        .skip(2)
        .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()))
        .collect()
}

#[test]
fn the_script_maps_every_signal_of_axi4_lite_to_a_port_of_the_system() {
    let Some((facts, folder)) = packaged(&[], "lanebeat") else { return };
    let ports = ports(folder.path());
    let mapped: Vec<Vec<&str>> = facts
        .iter()
        .filter(|fact| fact.contains(" physical_name "))
        .map(|fact| fact.split(' ').collect())
        .collect();
    let names: BTreeSet<String> = mapped.iter().map(|fact| fact[6].to_owned()).collect();
    assert!(names.len() == mapped.len() && names.is_subset(&ports), "{names:?}");
    let left = ports.difference(&names).filter(|port| !port.starts_with("retire_")).count();
    assert_eq!(left, 0, "only the retire port is in no interface: {ports:?}");
    let of_axi = mapped.iter().filter(|fact| fact[2] == "s_axi");
    let of_axi: BTreeSet<(&str, String)> =
        of_axi.map(|fact| (fact[4], fact[6].to_uppercase())).collect();
    let expected = AXI4_LITE.map(|signal| (signal, format!("S_AXI_{signal}")));
    assert_eq!(of_axi, BTreeSet::from(expected));
    let list = fs::read_to_string(folder.path().join("files.f")).expect("a list");
    let files = facts.iter().filter_map(|fact| fact.strip_prefix("file "));
    assert_eq!(files.collect::<BTreeSet<_>>(), list.lines().collect());
    assert_has(
        &facts,
        &[
            "set interface s_axi interface_mode slave",
            "set interface s_axi bus_type_vlnv xilinx.com:interface:aximm:1.0",
            "set interface s_axi abstraction_type_vlnv xilinx.com:interface:aximm_rtl:1.0",
            "set interface s_axi parameter PROTOCOL value AXI4LITE",
            "set interface s_axi slave_memory_map_ref s_axi",
            "set interface clock parameter ASSOCIATED_BUSIF value s_axi",
            "set interface clock parameter ASSOCIATED_RESET value reset",
            "set interface reset parameter POLARITY value ACTIVE_HIGH",
            "set interface interrupt_request interface_mode master",
            "set block registers range 65536",
            "set core supported_families {artix7 Production zynquplus Production}",
            "removed guessed",
            "save_core",
        ],
    );
}

#[test]
fn the_script_follows_reset_level_clock_enable_and_prefix() {
    let keys = ["--set", "reset_level=low", "--set", "clock_enable=true", "--prefix", "my"];
    let Some((facts, folder)) = packaged(&keys, "my") else { return };
    assert!(ports(folder.path()).contains("reset_n"));
    assert_has(
        &facts,
        &[
            "set sources_1 top my_system",
            "set interface clock parameter ASSOCIATED_RESET value reset_n",
            "set interface clock parameter ASSOCIATED_CLKEN value clock_enable",
            "set interface clock_enable signal CE physical_name clock_enable",
            "set interface reset_n signal RST physical_name reset_n",
            "set interface reset_n parameter POLARITY value ACTIVE_LOW",
        ],
    );
}
