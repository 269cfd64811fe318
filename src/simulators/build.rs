//! Building the written Verilog or MLIR and its driver into a program.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::files::FileError;
use crate::hdl::{Clocking, Level};
use crate::lockstep::patience;
use crate::mlir;
use crate::plan::Plan;
use crate::rtl;
use crate::rtl::probe::{CoreInputs, CoreOutputs};
use crate::simulators::simulator::place;
use crate::simulators::{Simulator, SimulatorError};
use crate::source::shorten_line;
use crate::tools::{CacheError, Recipe, cache_directory, call, find_or_build, tell, version};
use crate::verilog::{self, File, Header};

/// The core as it is written, with its module's name.
const TOP: &str = "lanebeat_core";
const CPP_DRIVER: &str = include_str!("driver.cpp");
const ICARUS_DRIVER: &str = include_str!("driver.v");
/// Mark in it at which the ports of the core are declared.
const PORTS_MARK: &str = "  // The core and its ports.\n";
/// For a Python that has CIRCT.
const ARCILATOR: &str = include_str!("arcilator.py");

/// File next to the program: seconds that it took to build.
const BUILD_SECONDS: &str = "build_seconds";

/// Verilator at its best for one thread: everything optimised, undefined values as they come
/// fastest. Its makefiles of 5.048 take g++ for clang when they use a header that was compiled
/// before; older ones do not know these variables.
const VERILATOR_OPTIONS: &str = "--cc --exe --build -O3 --x-assign fast --x-initial fast --noassert \
     --timescale 1ns/1ns -MAKEFLAGS CFG_CXXFLAGS_PCH_I=-include -MAKEFLAGS CFG_GCH_IF_CLANG= -CFLAGS -march=native";
/// The driver is compiled in the directory of the generated C++, below that of `machine.h`.
const VERILATOR_PLACES: &str = "-CFLAGS -I.. --Mdir objects -o ../simulation --top-module";

/// Options for compiling the C++: to run fast, or to be there soon, for which all of it is one file, whose headers
/// are read once.
const COMPILED_WELL: &str = "OPT_FAST=-O3 OPT_SLOW=-O3 OPT_GLOBAL=-O3";
const COMPILED_SOON: &str = "OPT_FAST=-Og OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0";

/// A dump of all signals, by its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dumping {
    /// Value change dump, of IEEE 1364.
    Vcd,
    /// GTKWave's compressed form.
    Fst,
}

/// Options for building a simulation.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Lets the simulation write dumps, which costs Verilator's time even where none is written.
    pub dumps: Option<Dumping>,
    /// Verilator's runs as fast as it can, and is there later.
    pub is_fast: bool,
    /// Folder in which the simulation is kept.
    pub cache: PathBuf,
}

impl Default for BuildOptions {
    /// Without dumps, soon there, in the user's cache.
    fn default() -> Self {
        Self { dumps: None, is_fast: false, cache: cache_directory() }
    }
}

/// A program that simulates a core.
#[derive(Clone, Debug)]
pub struct Built {
    /// Simulator that runs it.
    pub simulator: Simulator,
    /// Properties of its core.
    pub sizes: Sizes,
    /// Format of the dumps that it writes.
    pub dumps: Option<Dumping>,
    /// File of the program.
    pub program: PathBuf,
    /// Time that building took, now or when it was done.
    pub build_time: Duration,
}

/// Properties of the core that a driver must know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Lanes.
    pub lanes: usize,
    /// Beats of a slot.
    pub beats: usize,
    /// Threads of a wave.
    pub threads: usize,
    /// Words that retire at once: a whole wave's or a row's.
    pub retired: usize,
    /// Waves.
    pub waves: usize,
    /// Whether it has barriers.
    pub has_barriers: bool,
    /// Cycles of a slot.
    pub slot_cycles: usize,
    /// Cycles in which something must happen.
    pub patience: u64,
    /// Bits of the port `host_entry`.
    pub host_entry_bits: usize,
    /// Reset and enable.
    pub clocking: Clocking,
}

impl Sizes {
    fn new(config: &Config) -> Self {
        Self {
            lanes: config.lanes,
            beats: config.beats,
            threads: config.threads(),
            retired: CoreOutputs::ports(&Plan::new(config)).retire.written.width,
            waves: config.waves,
            has_barriers: config.barrier,
            slot_cycles: config.slot_cycles(),
            patience: patience(config),
            host_entry_bits: CoreInputs::ports(&Plan::new(config)).host.entry.width,
            clocking: config.clocking(),
        }
    }

    /// `machine.h` of the C++ driver.
    fn header(&self) -> String {
        let Self { lanes, threads, retired, waves, slot_cycles, patience, .. } = self;
        let [has_waves, has_beats, has_barriers, has_enable, reset_level] = [
            self.waves > 1,
            self.beats > 1,
            self.has_barriers,
            self.clocking.enable,
            self.clocking.level == Level::High,
        ]
        .map(u8::from);
        let reset = self.clocking.reset_port();
        format!(
            "#define LANES {lanes}\n#define THREADS {threads}\n#define RETIRED {retired}\n#define WAVES {waves}\n\
             #define SLOT_CYCLES {slot_cycles}\n#define PATIENCE {patience}\n#define NO_MASK 7\n\
             #define HAS_WAVES {has_waves}\n#define HAS_BEATS {has_beats}\n\
             #define HAS_BARRIERS {has_barriers}\n#define HAS_ENABLE {has_enable}\n\
             #define RESET {reset}\n#define RESET_LEVEL {reset_level}\n"
        )
    }

    /// Parameters of the Verilog driver, as options of `iverilog`.
    fn options(&self) -> impl Iterator<Item = String> {
        let parameters = [
            ("RETIRED_ROWS", self.threads / self.retired),
            ("WAVES", self.waves),
            ("SLOT_CYCLES", self.slot_cycles),
            ("PATIENCE", self.patience as usize),
        ];
        parameters.into_iter().map(|(name, value)| format!("-Pdriver.{name}={value}"))
    }
}

/// The Verilog driver of the core of `config`, whose ports it declares and connects. Where the core
/// lacks a port, an input leads nowhere and an output is 0.
fn icarus_driver(config: &Config) -> String {
    let mut declared = String::new();
    let mut connected = match config.reset_level {
        Level::High => vec!["    .reset(reset)".to_owned()],
        Level::Low => vec!["    .reset_n(!reset)".to_owned()],
    };
    // Reset needs no enable.
    connected.extend(config.clock_enable.then(|| "    .clock_enable(!reset)".to_owned()));
    let mut declare = |kind: &str, name: &str, width: usize| {
        let zero = if kind == "wire" && width == 0 { " = 1'b0" } else { "" };
        declared += &format!("  {kind} [{}:0] {name}{zero};\n", width.max(1) - 1);
        connected.extend((width > 0).then(|| format!("    .{name}({name})")));
    };
    declare("reg", "clock", 1);
    CoreInputs::ports(&Plan::new(config)).map(|name, port| declare("reg", name, port.width));
    CoreOutputs::ports(&Plan::new(config)).map(|name, port| declare("wire", name, port.width));
    let core =
        format!("  reg reset;\n{declared}\n  {TOP} core (\n{}\n  );\n", connected.join(",\n"));
    ICARUS_DRIVER.replace(PORTS_MARK, &core)
}

impl Simulator {
    /// Version of the tool that builds: the first line that it prints.
    ///
    /// # Errors
    /// When it is missing or does not answer.
    pub fn version(self) -> Result<String, SimulatorError> {
        let (tool, program) = self.builder()?;
        let options: &[&str] = match self {
            Self::Verilator => &["--version"],
            Self::Icarus => &["-V"],
            Self::Arcilator => &["-c", ARCILATOR, "--version"],
        };
        let said = version((tool, &program), options)?;
        Ok(said.lines().next().unwrap_or_default().trim().to_owned())
    }

    /// The tool that builds, and where it is.
    fn builder(self) -> Result<(&'static str, PathBuf), SimulatorError> {
        let tool = self.tools()[0];
        let missing = SimulatorError::Missing { tool, package: Self::package(tool) };
        Ok((tool, place(tool).ok_or(missing)?))
    }

    /// The program that simulates the written core of `config`, built unless it is in the cache.
    ///
    /// # Errors
    /// When a tool is missing or refuses the Verilog, or the cache cannot be written.
    pub fn build(self, config: &Config, options: &BuildOptions) -> Result<Built, SimulatorError> {
        if let Some(lacks) = self.lacks(config) {
            return Err(SimulatorError::Lacks { simulator: self.name(), lacks });
        }
        let parameters = config.to_toml();
        let clocking = config.clocking();
        let header = Header { clocking, ..Header::new(&parameters, "lanebeat generate") };
        let core = rtl::core(config);
        let files = match self {
            Self::Verilator | Self::Icarus => verilog::write(&core, &header),
            Self::Arcilator => vec![mlir::write(&core, &header)],
        };
        self.build_files(config, &files, options)
    }

    /// As [`Simulator::build`], of `files`, which hold a core with the ports of `config`'s.
    ///
    /// # Errors
    /// As [`Simulator::build`].
    pub fn build_files(
        self,
        config: &Config,
        files: &[File],
        options: &BuildOptions,
    ) -> Result<Built, SimulatorError> {
        if let Some(tool) = self.missing_tool() {
            return Err(SimulatorError::Missing { tool, package: Self::package(tool) });
        }
        let sizes = Sizes::new(config);
        let driver = match self {
            Self::Verilator | Self::Arcilator => ("driver.cpp", CPP_DRIVER.to_owned()),
            Self::Icarus => ("driver.v", icarus_driver(config)),
        };
        let simulation = Source { simulator: self, files, sizes: &sizes, driver, options };
        let parts = simulation.parts()?;
        let makes = [simulation.program(), BUILD_SECONDS];
        let recipe = Recipe { tool: self.name(), parts: &parts, makes: &makes };
        let directory = find_or_build(&options.cache, recipe, |directory| {
            let cache = options.cache.display();
            tell(&format!("{} builds the core, once; it is kept in {cache}", self.name()));
            simulation.build(directory)
        })?;
        let seconds = fs::read_to_string(directory.join(BUILD_SECONDS))
            .ok()
            .and_then(|text| Duration::try_from_secs_f64(text.parse().ok()?).ok());
        let build_time = seconds.unwrap_or_default();
        let program = directory.join(simulation.program());
        Ok(Built { simulator: self, sizes, dumps: options.dumps, program, build_time })
    }
}

/// All that decides what is built.
struct Source<'r> {
    simulator: Simulator,
    files: &'r [File],
    sizes: &'r Sizes,
    /// Name and text of its file.
    driver: (&'static str, String),
    options: &'r BuildOptions,
}

impl Source<'_> {
    /// The build as text: what is the same in all of this builds the same.
    fn parts(&self) -> Result<Vec<String>, SimulatorError> {
        let mut parts = self.command();
        // Another version builds another program.
        parts.extend([self.simulator.version()?, self.sizes.header(), self.driver.1.clone()]);
        parts.extend(self.files.iter().map(|file| file.text.clone()));
        Ok(parts)
    }

    /// File name in the directory.
    fn program(&self) -> &'static str {
        match self.simulator {
            Simulator::Verilator | Simulator::Arcilator => "simulation",
            Simulator::Icarus => "simulation.vvp",
        }
    }

    /// The tool that builds, and its arguments, in the directory of the files.
    fn command(&self) -> Vec<String> {
        let mut command: Vec<String> = match self.simulator {
            Simulator::Verilator => {
                let compiled = if self.options.is_fast { COMPILED_WELL } else { COMPILED_SOON };
                let dumps = self.options.dumps.map(|dumping| match dumping {
                    Dumping::Vcd => "--trace",
                    Dumping::Fst => "--trace-fst",
                });
                let options = ["verilator"].into_iter().chain(VERILATOR_OPTIONS.split(' '));
                let options = options.chain(["-MAKEFLAGS", compiled]).chain(dumps);
                let places = VERILATOR_PLACES.split(' ').chain([TOP]);
                options.chain(places).map(str::to_owned).collect()
            }
            Simulator::Arcilator => {
                let optimisation = if self.options.is_fast { "-O3" } else { "-O1" };
                return ["python", "-c", ARCILATOR, TOP, optimisation].map(str::to_owned).into();
            }
            Simulator::Icarus => {
                let options = "iverilog -g2005 -s driver -o simulation.vvp".split(' ');
                options.map(str::to_owned).chain(self.sizes.options()).collect()
            }
        };
        command.push(self.driver.0.to_owned());
        command.extend(self.files.iter().map(|file| file.name.clone()));
        command
    }

    fn build(&self, directory: &Path) -> Result<(), SimulatorError> {
        let store = |name: &str, text: &str| {
            let path = directory.join(name);
            fs::write(&path, text)
                .map_err(|error| CacheError::from(FileError::writing(&path, &error)))
        };
        let (driver, driver_text) = &self.driver;
        let texts = self.files.iter().map(|file| (file.name.as_str(), file.text.as_str()));
        let header = self.sizes.header();
        for (name, text) in texts.chain([(*driver, driver_text.as_str()), ("machine.h", &header)]) {
            store(name, text)?;
        }
        let start = Instant::now();
        let (tool, program) = self.simulator.builder()?;
        let answer = call((tool, &program), &self.command()[1..], directory, "builds the core")?;
        if !answer.succeeded {
            return Err(SimulatorError::Build { tool, said: first_complaint(&answer.said) });
        }
        Ok(store(BUILD_SECONDS, &start.elapsed().as_secs_f64().to_string())?)
    }
}

/// The line that says most.
fn first_complaint(said: &str) -> String {
    let is_error = |line: &&str| line.to_lowercase().contains("error");
    said.lines()
        .find(is_error)
        .or(said.lines().next())
        .map_or("it does not say why".to_owned(), shorten_line)
}
