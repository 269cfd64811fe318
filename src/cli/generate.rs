//! `lanebeat generate`: the Verilog or MLIR of the core or of one unit, with its file list and port
//! table, benches that check it, and files for drivers.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::{self, Write as _};
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::arguments::{CommonOptions, DelaysOf, GenerateOptions, HardwareFormat};
use super::assemble;
use super::console::{load_around, print, talk, to_json};
use super::constraints;
use super::core_file::{self, core_file};
use super::error::CliError;
use super::floorplan::{Floorplan, gates};
use super::progress;
use super::project::{Contents, Project, UTILIZATION};
use super::proofs;
use super::testbench::{RUNNER, WrittenBench, bench};
use lanebeat::config::{Config, NAMESPACE, Prefix};
use lanebeat::cycle::{Side, aligned};
use lanebeat::draw::diagram;
use lanebeat::drivers;
use lanebeat::files::{PendingFile, read_text, replace_folder};
use lanebeat::hdl::{self, Delays, Module};
use lanebeat::isa::asm;
use lanebeat::mlir;
use lanebeat::rtl::{self, Image, UNITS, Unit, units};
use lanebeat::source::{counted, shorten_line};
use lanebeat::study::Family;
use lanebeat::study::estimate::clock;
use lanebeat::study::standard_cells::{
    self, Catalogue, LEF, LIBERTY, MOCK, MODELS, Macro, MemoryUse, composed, uses,
};
use lanebeat::tools::digest;
use lanebeat::verilog::{self, File, Header};
use lanebeat::widgets::declaration;

/// The names of all Verilog files, for `-f` of the tools.
const FILE_LIST: &str = "files.f";
const PORT_TABLE: &str = "ports.txt";
/// Text between a module's name and its ports.
const PORT_TITLE: &str = ": name, direction, bits, purpose";
/// Bytes at the beginning of a file that say whether it is ours.
const HEAD_BYTES: u64 = 1 << 16;

/// A unit's Verilog or MLIR as it was written.
#[derive(Serialize)]
pub struct Written {
    unit: &'static str,
    #[serde(skip)]
    format: HardwareFormat,
    /// Modules of the design.
    #[serde(skip)]
    modules: usize,
    pub top: String,
    directory: String,
    pub files: Vec<WrittenFile>,
    /// Lines of all these files.
    pub lines: usize,
    /// Megahertz that the tables of delays give what executes a beat, of a whole machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<ExpectedClock>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    benches: Vec<WrittenBench>,
    /// Memories and their macros.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    memories: Vec<MemoryUse>,
}

/// A file of hardware.
#[derive(Serialize)]
pub struct WrittenFile {
    name: String,
    lines: usize,
}

/// The clock that a family's table of delays gives, in megahertz.
#[derive(Serialize)]
struct ExpectedClock {
    ecp5_mhz: f64,
    xc7_mhz: f64,
    stages: usize,
}

impl ExpectedClock {
    fn of(machine: &Arc<Module>, config: &Config) -> Self {
        let megahertz = |family| (10.0 * clock(family, machine)).round() / 10.0;
        let [ecp5_mhz, xc7_mhz] = [Family::Ecp5, Family::Xc7].map(megahertz);
        Self { ecp5_mhz, xc7_mhz, stages: config.stages }
    }
}

impl fmt::Display for ExpectedClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ecp5_mhz, xc7_mhz, stages } = self;
        write!(
            f,
            "{ecp5_mhz:.1} MHz on an ECP5 and {xc7_mhz:.1} MHz on a 7-series are expected of its \
             longest path by a table of delays, with stages = {stages}; place and route decides"
        )
    }
}

/// A line of the list of units.
#[derive(Serialize)]
struct ListedUnit {
    name: &'static str,
    purpose: &'static str,
    /// The parameter that must be true.
    needs: Option<&'static str>,
}

/// A unit's declaration as a rust-hdl block.
#[derive(Serialize)]
struct PrintedWidget {
    unit: &'static str,
    declaration: String,
}

/// A unit's block diagram.
#[derive(Serialize)]
struct PrintedDiagram {
    unit: &'static str,
    svg: String,
}

/// A stage of a unit's pipeline.
#[derive(Serialize)]
struct Stage {
    stage: usize,
    /// Picoseconds between registers.
    delay: u32,
    /// Bits of registers behind it.
    register_bits: usize,
    /// The slowest path: nets, and the picosecond in which each is ready.
    path: Vec<(String, u32)>,
}

/// Writes the unit that is asked for, or prints the answer about it.
pub fn generate(common: &CommonOptions, options: &GenerateOptions) -> Result<(), CliError> {
    let json = common.json;
    let unit = units::find(options.unit.as_deref().unwrap_or(units::CORE))?;
    let (config, prefix) = load_around(unit, common)?;
    let machine = (config, options.prefix.clone().unwrap_or(prefix));
    let config = &machine.0;
    if options.list {
        return print(&list_units(json));
    }
    if let Some(family) = options.cuts {
        return print(&cuts(config, unit, family, json)?);
    }
    if options.diagram {
        let svg = diagram::svg(&*built(&machine, unit, None)?);
        return print(&if json { to_json(&PrintedDiagram { unit: unit.name, svg }) } else { svg });
    }
    if options.widget {
        let declaration = declaration(unit.name, config);
        let declaration = declaration.map_err(|error| CliError::Usage(error.to_string()))?;
        let printed = PrintedWidget { unit: unit.name, declaration };
        return print(&if json { to_json(&printed) } else { printed.declaration });
    }
    let macros = match options.macros.as_deref() {
        Some(path) if path == Path::new(MOCK) => {
            Some(Catalogue::mock(&*units::build(unit, config)?))
        }
        path => path.map(Catalogue::read).transpose()?,
    };
    let macros = macros.as_ref();
    if macros.is_some() && options.format == HardwareFormat::Mlir {
        let problem = "--macros puts macros into Verilog; leave --format out";
        return Err(CliError::Usage(problem.to_owned()));
    }
    if let Some(Macro { name, .. }) = macros
        .filter(|_| config.clock_enable)
        .and_then(|macros| macros.macros.iter().find(|known| !known.holds()))
    {
        let problem = format!(
            "{name} of --macros does not keep what it has read while clock_enable is low; take macros with holds = true, or --set clock_enable=false"
        );
        return Err(CliError::Usage(problem));
    }
    let image = options.program.as_deref().map(|path| image(path, config, unit)).transpose()?;
    let without_content = [
        ("--format mlir", options.format == HardwareFormat::Mlir),
        ("--macros", macros.is_some()),
        ("--project", options.project.is_some()),
    ];
    if let Some((option, _)) =
        without_content.iter().find(|(_, is_given)| *is_given && image.is_some())
    {
        let problem = format!(
            "--program is content of a memory at power-up, as FPGAs have it, but {option} has none; leave {option} out"
        );
        return Err(CliError::Usage(problem));
    }
    if options.project.is_some() && options.format == HardwareFormat::Mlir {
        let problem = "--project is of Verilog; leave --format out";
        return Err(CliError::Usage(problem.to_owned()));
    }
    if options.proofs && options.format == HardwareFormat::Mlir {
        let problem = "--proofs is about Verilog; leave --format out";
        return Err(CliError::Usage(problem.to_owned()));
    }
    let form = Form {
        format: options.format,
        proofs: options.proofs,
        locators: options.locators,
        megahertz: options.mhz,
        project: options.project,
        macros: options.macros.as_deref().zip(macros),
        program: options.program.as_deref().zip(image.as_ref()),
    };
    let written = match (options.testbench, options.format) {
        (false, _) => write_unit(&machine, unit, &form, options.directory(), vec![])?,
        (true, HardwareFormat::Verilog) => write_with_benches(&machine, options, &form)?,
        (true, HardwareFormat::Mlir) => {
            let problem = "--testbench writes benches for Verilog; leave --format out";
            return Err(CliError::Usage(problem.to_owned()));
        }
    };
    if json {
        print(&to_json(&written))?;
    }
    let clock = written.clock().map_or(String::new(), |clock| format!("clock: {clock}\n"));
    talk(&format!("{}\n{}{clock}", written.summary(), written.memory_table()));
    Ok(())
}

/// Places of the pipeline registers of a unit, stage by stage.
///
/// # Errors
/// When it has no place for any.
fn cuts(config: &Config, unit: &Unit, family: DelaysOf, json: bool) -> Result<String, CliError> {
    let (delays, name) = match family {
        DelaysOf::Ecp5 => (Delays::ecp5(), "an ECP5"),
        DelaysOf::Xc7 => (Delays::xc7(), "a 7-series"),
    };
    let stages = units::cuts(unit, config, delays)?;
    let stages = stages.into_iter().enumerate().map(|(stage, bound)| Stage {
        stage,
        delay: bound.delay,
        register_bits: bound.register_bits,
        path: bound.nets,
    });
    let stages: Vec<Stage> = stages.collect();
    if json {
        return Ok(to_json(&stages));
    }
    let nanoseconds = |time: u32| format!("{:.1}", f64::from(time) / 1000.0);
    let mut text = format!(
        "{}: {} ns between registers, by the delays of {name}\nstage    ns  register bits  slowest path, with the ns in which each net is ready\n",
        unit.name,
        nanoseconds(stages.iter().map(|stage| stage.delay).max().unwrap_or(0)),
    );
    for Stage { stage, delay, register_bits, path } in stages {
        let nets = path.iter().map(|(net, ready)| format!("{net} {}", nanoseconds(*ready)));
        let nets: Vec<String> = nets.collect();
        let (delay, nets) = (nanoseconds(delay), nets.join(", "));
        writeln!(text, "{stage:5}  {delay:>4}  {register_bits:13}  {nets}").expect("a string");
    }
    Ok(text)
}

fn list_units(json: bool) -> String {
    let listed = |unit: &Unit| ListedUnit {
        name: unit.name,
        purpose: unit.purpose,
        needs: unit.feature.map(|feature| feature.key()),
    };
    let units: Vec<ListedUnit> = UNITS.iter().map(listed).collect();
    if json {
        return to_json(&units);
    }
    let columns = units.iter().map(|unit| unit.name.len()).max().unwrap_or(0);
    let line = |unit: &ListedUnit| {
        let needs =
            unit.needs.map_or(String::new(), |feature| format!(" (needs {feature} = true)"));
        format!("{:columns$}  {}{needs}\n", unit.name, unit.purpose)
    };
    units.iter().map(line).collect()
}

/// Writes `unit` to `directory`, with its port table: as Verilog, perhaps with locators, a file a
/// module and their list, as MLIR one file. Files of an earlier run that this one does not write are
/// removed; `others` take their names in the same step.
///
/// # Errors
/// When the unit cannot be built for `config`, or the directory cannot be written; then it is as it
/// was before.
pub fn write_unit(
    machine: &(Config, Prefix),
    unit: &'static Unit,
    form: &Form,
    directory: &Path,
    others: Vec<PendingFile>,
) -> Result<Written, CliError> {
    if form.format == HardwareFormat::Mlir && form.locators {
        let problem = "--locators are comments of the Verilog; leave them out, or --format mlir";
        return Err(CliError::Usage(problem.to_owned()));
    }
    let command = format!("lanebeat generate {}{form}{}", unit.name, as_options(machine));
    Design::new(machine, &[unit], form, &command)?.write(directory, others)
}

/// Options of what is written.
#[derive(Clone, Copy, Default)]
pub struct Form<'o> {
    pub format: HardwareFormat,
    /// Whether a statement of what is proved is written.
    pub proofs: bool,
    pub locators: bool,
    /// The clock, where constraints are written.
    pub megahertz: Option<f64>,
    pub project: Option<Project>,
    /// Macros that stand for memories, and the file that names them.
    pub macros: Option<(&'o Path, &'o Catalogue)>,
    /// The system's program, and its file.
    pub program: Option<(&'o Path, &'o Image)>,
}

impl fmt::Display for Form<'_> {
    /// As options, with a space before each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.format == HardwareFormat::Mlir { " --format mlir" } else { "" })?;
        f.write_str(if self.locators { " --locators" } else { "" })?;
        f.write_str(if self.proofs { " --proofs" } else { "" })?;
        self.megahertz.map_or(Ok(()), |clock| write!(f, " --mhz {clock}"))?;
        self.project.map_or(Ok(()), |flow| write!(f, " --project {}", flow.key()))?;
        let files =
            [("macros", self.macros.map(|own| own.0)), ("program", self.program.map(|own| own.0))];
        files.into_iter().try_for_each(|(option, path)| {
            path.map_or(Ok(()), |path| {
                write!(f, " --{option} {}", shorten_line(&path.display().to_string()))
            })
        })
    }
}

fn as_options((config, prefix): &(Config, Prefix)) -> String {
    config.as_options() + &prefix.as_option()
}

/// The unit, with the prefix in the names of its modules; the system perhaps with a program.
fn built(
    (config, prefix): &(Config, Prefix),
    unit: &Unit,
    image: Option<&Image>,
) -> Result<Arc<Module>, CliError> {
    let module = match image {
        Some(image) => rtl::system_with(config, image).module,
        None => units::build(unit, config)?,
    };
    Ok(hdl::renamed(&module, &|name| prefix.named(name)))
}

/// The program at `path` as the program memory of `unit` holds it.
fn image(path: &Path, config: &Config, unit: &Unit) -> Result<Image, CliError> {
    if unit.name != units::SYSTEM {
        return Err(CliError::Usage(format!(
            "{} has no program memory for --program; generate the unit {}",
            unit.name,
            units::SYSTEM
        )));
    }
    let (name, text) = read_text(path)?;
    let program = asm::assemble(&name, &text, &config.target())?;
    assemble::warn(&name, &text, &program);
    assemble::check_length(&name, &program)?;
    let image = Image::new(&program.ended())
        .map_err(|error| CliError::Usage(format!("{name}: {error}")))?;
    match image.words.is_empty() {
        true => Err(CliError::Usage(format!(
            "{name}: there is no instruction in it; write one, such as EXIT"
        ))),
        false => Ok(image),
    }
}

/// Puts macros into the place of memories of `unit`, writes it, and returns the names that modules
/// of macros have without the prefix.
fn with_macros(
    unit: &mut Built,
    macros: &Catalogue,
    prefix: &Prefix,
    header: &Header,
) -> Vec<String> {
    let made = composed(&unit.module, macros, Some(header.clocking))
        .expect("memories that none make stay");
    unit.module = hdl::renamed(&made.top, &|name| prefix.named(name));
    unit.files = verilog::write(&unit.module, header);
    for (name, text) in &made.leaves {
        let name = prefix.named(name);
        let file = unit.files.iter_mut().find(|file| file.name == format!("{name}.v"));
        let title = format!("{name}: what is used of a macro");
        let text = format!("{}\n{}", verilog::heading(&title, header), prefix.named(text));
        file.expect("it is a module of the design").text = text;
    }
    made.leaves.into_keys().collect()
}

/// As [`write_unit`] with a bench; without the name of a unit the core and every other unit that
/// the machine has, each with its bench.
fn write_with_benches(
    machine: &(Config, Prefix),
    options: &GenerateOptions,
    form: &Form,
) -> Result<Written, CliError> {
    let has = |unit: &&Unit| unit.lacks(&machine.0).is_none();
    let units = match &options.unit {
        Some(name) => vec![units::find(name)?],
        None => UNITS.iter().filter(has).collect(),
    };
    let named = options.unit.iter().map(|name| format!(" {name}")).collect::<String>();
    let vectors = options.vectors.map(|cycles| format!(" --vectors {cycles}")).unwrap_or_default();
    let machine_options = as_options(machine);
    let command = format!("lanebeat generate{named} --testbench{vectors}{form}{machine_options}");
    let mut design = Design::new(machine, &units, form, &command)?;
    design.add_benches(options.vectors.map(|cycles| cycles as usize))?;
    design.write(options.directory(), vec![])
}

/// A unit and its Verilog or MLIR.
struct Built {
    unit: &'static Unit,
    module: Arc<Module>,
    /// The module whose memories are arrays.
    plain: Arc<Module>,
    files: Vec<File>,
}

/// Content of one written directory.
struct Design<'c> {
    config: &'c Config,
    prefix: &'c Prefix,
    form: Form<'c>,
    command: &'c str,
    units: Vec<Built>,
    benches: Vec<WrittenBench>,
    bench_files: Vec<File>,
    /// Models of the macros.
    models: Option<File>,
    /// Modules that stand for macros, by their names without the prefix.
    leaves: Vec<String>,
    /// Mock macros in LEF and Liberty.
    mock: Vec<File>,
    memories: Vec<MemoryUse>,
}

impl<'c> Design<'c> {
    fn new(
        machine: &'c (Config, Prefix),
        units: &[&'static Unit],
        form: &Form<'c>,
        command: &'c str,
    ) -> Result<Self, CliError> {
        let (config, prefix) = machine;
        let &Form { format, locators, macros, program, .. } = form;
        let parameters = config.to_toml();
        let clocking = config.clocking();
        let header = Header { locators, clocking, ..Header::new(&parameters, command) };
        let built = |unit: &&'static Unit| {
            let module = built(machine, unit, program.map(|own| own.1))?;
            if form.megahertz.is_some() && units.len() == 1 && !module.has_clock() {
                let rule = format!("--mhz is of a clock, and {} has none; leave it out", unit.name);
                return Err(CliError::Usage(rule));
            }
            let files = match format {
                HardwareFormat::Verilog => verilog::write(&module, &header),
                HardwareFormat::Mlir => vec![mlir::write(&module, &header)],
            };
            Ok(Built { unit, plain: module.clone(), module, files })
        };
        let mut units = units.iter().map(built).collect::<Result<Vec<_>, CliError>>()?;
        let (mut models, mut mock, mut memories, mut leaves) = (None, vec![], vec![], vec![]);
        if let Some((path, macros)) = macros {
            if path == Path::new(MOCK) && !macros.macros.is_empty() {
                let own: Vec<&Macro> = macros.macros.iter().collect();
                let (lef, liberty) =
                    (standard_cells::lef(&own, command), standard_cells::liberty(&own, command));
                mock = vec![
                    File { name: LEF.to_owned(), text: lef },
                    File { name: LIBERTY.to_owned(), text: liberty },
                ];
            }
            memories = units.first().map_or(vec![], |unit| uses(&unit.plain, macros));
            for unit in &mut units {
                leaves.extend(with_macros(unit, macros, prefix, &header));
            }
            if !leaves.is_empty() {
                let text = standard_cells::models(leaves.iter(), macros, &header);
                models = Some(File { name: MODELS.to_owned(), text });
            }
        }
        let (benches, bench_files) = (vec![], vec![]);
        Ok(Self {
            config,
            prefix,
            form: *form,
            command,
            units,
            benches,
            bench_files,
            models,
            leaves,
            mock,
            memories,
        })
    }

    /// Adds a bench of each unit.
    fn add_benches(&mut self, cycles: Option<usize>) -> Result<(), CliError> {
        let parameters = self.config.to_toml();
        let clocking = self.config.clocking();
        let header = Header { clocking, ..Header::new(&parameters, self.command) };
        let bar = progress::bar(self.units.len() as u64, "benches");
        for built in &self.units {
            bar.set_message(built.unit.name);
            let bench = bench(self.config, (built.unit, &built.plain), cycles, &header);
            let (written, both) = bench.map_err(|error| CliError::Differs(error.to_string()))?;
            self.benches.push(written);
            self.bench_files.extend(both);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let (name, text) = RUNNER;
        self.bench_files.push(File { name: name.to_owned(), text: text.to_owned() });
        Ok(())
    }

    /// Each module's file once.
    fn files(&self) -> Vec<&File> {
        let mut files: Vec<&File> = vec![];
        for file in self.units.iter().flat_map(|unit| &unit.files) {
            match files.iter().find(|other| other.name == file.name) {
                Some(other) => {
                    assert!(*other == file, "two units have different modules called {}", file.name)
                }
                None => files.push(file),
            }
        }
        files.extend(&self.models);
        files
    }

    /// Files for a driver of the system, where the system is written.
    fn driver_files(&self) -> Vec<File> {
        if !self.units.iter().any(|built| has_drivers(built.unit)) {
            return vec![];
        }
        let texts = drivers::texts(self.config, self.command);
        let named = self.driver_names().into_iter().zip(texts);
        // A script for Vivado packages the Verilog.
        let count = if self.form.format == HardwareFormat::Mlir { 4 } else { 5 };
        named
            .take(count)
            .map(|(name, text)| File { name, text: self.prefix.named(&text) })
            .collect()
    }

    fn driver_names(&self) -> [String; 5] {
        drivers::NAMES.map(|name| self.prefix.named(name))
    }

    /// Files of the project of the first unit.
    fn project(&self) -> Vec<File> {
        let Form { megahertz: Some(megahertz), project: Some(project), macros, .. } = self.form
        else {
            return vec![];
        };
        let Built { module, files, .. } = &self.units[0];
        let modules = hdl::modules(module);
        let memories = modules.iter().flat_map(|module| &module.memories);
        let text = self.models.as_ref().map_or("", |models| &models.text);
        let is_used = |name: &&str| text.contains(&format!("module {name} ("));
        let floorplan = macros.and_then(|(_, table)| self.floorplan(table));
        let macros = macros.iter().flat_map(|(_, table)| &table.macros);
        let contents = Contents {
            top: &module.name,
            command: self.command,
            megahertz,
            files: files.iter().map(|file| file.name.as_str()).collect(),
            memory_bits: memories.map(|memory| memory.depth * memory.width()).max().unwrap_or(0),
            macros: macros.map(|known| known.name.as_str()).filter(is_used).collect(),
            floorplan,
        };
        project.files(&contents)
    }

    /// Places of the macros of the first unit, where the table has their sizes and that of a gate.
    fn floorplan(&self, table: &Catalogue) -> Option<Floorplan> {
        let (Built { module, plain, .. }, gate) = (&self.units[0], table.gate?);
        let leaf = |name: &str| {
            let own = self.leaves.iter().find(|leaf| self.prefix.named(leaf) == name)?;
            table.of_leaf(own)
        };
        let left = self.memories.iter().filter(|own| !own.fits);
        let bits = left.map(|own| own.copies * own.rows * own.bits).sum();
        let cells = gate * gates(plain, bits) * 100.0 / f64::from(UTILIZATION);
        Floorplan::new(module, leaf, gate, cells)
    }

    /// Lists of the Verilog files: in their order, and for FuseSoC.
    fn lists(&self, files: &[&File]) -> Vec<File> {
        if self.form.format == HardwareFormat::Mlir {
            return vec![];
        }
        let names = files.iter().map(|file| format!("{}\n", file.name)).collect();
        let drivers = self.driver_names();
        // Another machine under the same prefix is another core.
        let machine = match *self.prefix == Prefix::default() {
            true => format!("_{}", &digest(&[self.config.to_toml()])[..8]),
            false => String::new(),
        };
        let core_file = |Built { unit, module, files, .. }: &Built| {
            let drivers: &[String] = if has_drivers(unit) { &drivers } else { &[] };
            let has_bench = !self.benches.is_empty();
            let name = format!("{}{machine}", module.name);
            let top = (&*name, &*module.name);
            let files: Vec<&File> = files.iter().chain(&self.models).collect();
            core_file(self.command, unit.purpose, top, &files, drivers, has_bench)
        };
        let list = File { name: FILE_LIST.to_owned(), text: names };
        std::iter::once(list).chain(self.units.iter().map(core_file)).collect()
    }

    fn write(self, directory: &Path, others: Vec<PendingFile>) -> Result<Written, CliError> {
        let files = self.files();
        let clocking = self.config.clocking();
        let ports = |Built { module, .. }: &Built| {
            let table = verilog::port_table(module, clocking);
            format!("{}{PORT_TITLE}\n\n{table}", module.name)
        };
        let ports = self.units.iter().map(ports).collect::<Vec<_>>().join("\n");
        let ports = File { name: PORT_TABLE.to_owned(), text: ports };
        let (lists, drivers) = (self.lists(&files), self.driver_files());
        let clocked = self.units.iter().filter(|built| built.module.has_clock());
        let clocked = clocked.filter_map(|built| Some((&built.module.name, self.form.megahertz?)));
        let constraints: Vec<File> =
            clocked.flat_map(|(top, clock)| constraints::files(top, clock, self.command)).collect();
        let all = files.iter().copied().chain(&self.bench_files).chain(&lists);
        let project = self.project();
        let Built { unit, module, .. } = &self.units[0];
        let proofs = self.form.proofs.then(|| {
            let text = proofs::statement(self.config, unit, &module.name, self.command);
            File { name: proofs::NAME.to_owned(), text }
        });
        let all = all
            .chain(&proofs)
            .chain([&ports])
            .chain(&drivers)
            .chain(&constraints)
            .chain(&project)
            .chain(&self.mock);
        let texts: Vec<(&str, &[u8])> =
            all.map(|file| (file.name.as_str(), file.text.as_bytes())).collect();
        replace_folder(directory, &texts, is_ours, others)?;

        let modules = self.units.iter().flat_map(|built| hdl::modules(&built.module));
        let modules: BTreeSet<String> = modules.map(|module| module.name.clone()).collect();
        let written = |file: &&File| {
            let lines = file.text.lines().count();
            WrittenFile { name: file.name.clone(), lines }
        };
        let files: Vec<WrittenFile> = files.iter().map(written).collect();
        let Built { unit, module, .. } = &self.units[0];
        // Macros are for silicon.
        let is_machine =
            [units::CORE, units::SYSTEM].contains(&unit.name) && self.form.macros.is_none();
        let expected = is_machine.then(|| ExpectedClock::of(module, self.config));
        Ok(Written {
            unit: unit.name,
            format: self.form.format,
            modules: modules.len(),
            top: module.name.clone(),
            directory: directory.display().to_string(),
            lines: files.iter().map(|file| file.lines).sum(),
            files,
            expected,
            benches: self.benches,
            memories: self.memories,
        })
    }
}

/// Whether drivers are written for `unit`.
fn has_drivers(unit: &Unit) -> bool {
    unit.name == units::SYSTEM
}

/// Whether the file at `path` is one that `generate` made.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
    let endings = [
        "core", "f", "h", "hex", "lef", "lib", "md", "mk", "mlir", "py", "rdl", "svd", "tcl",
        "txt", "v", "yaml",
    ];
    if !endings.iter().chain(&constraints::EXTENSIONS).any(|known| *known == ending) {
        return false;
    }
    let mut text = vec![];
    if fs::File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut text)).is_err() {
        return false;
    }
    let text = String::from_utf8_lossy(&text);
    let first = text.lines().next().unwrap_or_default();
    match (name.as_ref(), ending) {
        (FILE_LIST, _) => {
            let is_module = |line: &str| {
                let is_named = line.starts_with(NAMESPACE) && line.ends_with(".v");
                is_named || is_ours(&path.with_file_name(line))
            };
            !text.is_empty() && text.lines().all(is_module)
        }
        (PORT_TABLE, _) => first.ends_with(PORT_TITLE),
        (proofs::NAME, _) => first.starts_with(proofs::HEAD),
        (name, _) if name == RUNNER.0 => first == RUNNER.1.lines().next().unwrap_or_default(),
        (_, "h" | "py" | "rdl" | "svd" | "tcl") => drivers::is_one(&text),
        (_, "xdc" | "sdc" | "lpf" | "mk" | "yaml" | "lef") => constraints::is_one(&text),
        (LIBERTY, _) => text.contains("Made by: lanebeat generate "),
        (_, "core") => text.starts_with(core_file::HEAD),
        (_, "hex" | "mlir" | "v") => {
            let is_named = first.strip_prefix("// ").is_some_and(|title| title.starts_with(stem));
            is_named && text.contains("\n// Made by: lanebeat generate ")
        }
        _ => false,
    }
}

impl Written {
    /// The memories, each with its macros or the reason why it stays as it is.
    fn memory_table(&self) -> String {
        let heads = ["memory", "copies", "rows x bits", "columns", "ports", "macros of each"];
        let row = |own: &MemoryUse| {
            let size = format!("{} x {}", own.rows, own.bits);
            let (copies, columns) = (own.copies.to_string(), own.columns.to_string());
            vec![own.memory.clone(), copies, size, columns, own.ports.clone(), own.macros.clone()]
        };
        let rows: Vec<Vec<String>> = self.memories.iter().map(row).collect();
        if rows.is_empty() {
            return String::new();
        }
        let heads = [heads.map(str::to_owned).to_vec()];
        aligned(heads.iter().chain(&rows), "  ", |_| Side::Left)
    }

    /// The clock that is expected of a machine.
    pub fn clock(&self) -> Option<String> {
        self.expected.as_ref().map(ExpectedClock::to_string)
    }

    /// One sentence.
    pub fn summary(&self) -> String {
        let (modules, directory) = (counted(self.modules, "module"), &self.directory);
        let cycles: usize = self.benches.iter().map(|bench| bench.cycles).sum();
        let benches = match self.benches.len() {
            0 => String::new(),
            1 => format!("; bench {}_testbench with {cycles} vectors", self.top),
            count => format!("; {count} benches with {cycles} vectors"),
        };
        let (unit, lines, top) = (self.unit, self.lines, &self.top);
        let language = match self.format {
            HardwareFormat::Verilog => "Verilog",
            HardwareFormat::Mlir => "MLIR",
        };
        format!("{directory}: {unit} in {modules}, {lines} lines of {language}; top {top}{benches}")
    }
}
