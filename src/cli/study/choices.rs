//! Choices of the user: workloads, configurations, area.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::cli::arguments::{CommonOptions, StudyOptions};
use crate::cli::console::{load_config_with, talk};
use crate::cli::error::CliError;
use lanebeat::config::Config;
use lanebeat::isa::Class;
use lanebeat::isa::asm::{Kernel, KernelOptions, assemble, labels};
use lanebeat::rtl::{Unit, units};
use lanebeat::source::shorten;
use lanebeat::study::{
    AreaOptions, Axis, Basis, Evaluator, Family, Flow, Process, Workload, identity, sha256,
};
use lanebeat::tools::cache_directory;

/// The workloads called `names`; without any the scan and the mix.
///
/// # Errors
/// When one is called by no such name, or none of `configs` can run it.
pub fn workloads(options: &StudyOptions, configs: &[Config]) -> Result<Vec<Workload>, CliError> {
    let names = &options.workload;
    if names.is_empty() {
        return Ok(vec![Workload::scan(), Workload::three_operands()]);
    }
    let named = |name: &String| Workload::named(name);
    let mut workloads = names.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    if let Some(kernel) = options.whole.kernel() {
        workloads = whole(workloads, &kernel)?;
    }
    for workload in &workloads {
        if !configs.iter().any(|config| workload.program(config).is_ok())
            && let Some(config) = configs.first()
        {
            return Err(unusable(workload, config));
        }
        match configs.iter().find_map(|config| workload.kernel(config)?.ok()) {
            Some(kernel) => {
                talk(&format!("--workload {}: {}\n", shorten(workload.name()), told(&kernel)))
            }
            None => tell_left_out(workload),
        }
    }
    Ok(workloads)
}

/// Listings among `workloads` as kernels, each with the loops whose labels it has.
fn whole(workloads: Vec<Workload>, options: &KernelOptions) -> Result<Vec<Workload>, CliError> {
    let mut unused = options.trips.clone();
    let mut own = |workload: Workload| {
        let kernel = workload.whole(options);
        let Workload::Kernel { name, text, options } = kernel else { return kernel };
        let labels = labels(&text);
        let is_its = |trip: &(String, usize)| labels.iter().any(|(label, _)| *label == trip.0);
        unused.retain(|trip| !is_its(trip));
        let trips = options.trips.iter().filter(|trip| is_its(trip)).cloned().collect();
        Workload::Kernel { name, text, options: KernelOptions { trips, ..options } }
    };
    let workloads = workloads.into_iter().map(&mut own).collect();
    match unused.first() {
        Some((label, _)) => Err(CliError::Usage(format!(
            "--trip {}: no --workload is a listing with this label; write one that it has",
            shorten(label)
        ))),
        None => Ok(workloads),
    }
}

/// Sentence about the lines of a kernel: executed, timed by operands alone, unknown.
pub fn told(kernel: &Kernel) -> String {
    let modelled: Vec<String> = Class::ALL
        .iter()
        .zip(kernel.modelled)
        .filter(|(_, count)| *count > 0)
        .map(|(class, count)| format!("{count} {class}"))
        .collect();
    let only = if modelled.is_empty() {
        "none of which only the operands are timed".to_owned()
    } else {
        format!("of {} only the operands are timed", modelled.join(", "))
    };
    let unread = match counted_names(&kernel.unread) {
        names if names.is_empty() => String::new(),
        names => format!("; unknown and left out: {names}"),
    };
    format!("{} lines are executed, {only}{unread}", kernel.executed)
}

/// Reports the instructions of a listing that are not timed.
fn tell_left_out(workload: &Workload) {
    let Some(left_out) = workload.left_out().filter(|left_out| !left_out.is_empty()) else {
        return;
    };
    talk(&format!(
        "--workload {}: {} instructions that no machine here has are left out: {}\n",
        shorten(workload.name()),
        left_out.len(),
        counted_names(&left_out)
    ));
}

/// Mnemonics of instructions, each with its number.
fn counted_names(texts: &[String]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts {
        let mut words = text.split_whitespace().filter(|word| !word.starts_with('@'));
        *counts.entry(words.next().unwrap_or(text)).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    counts.join(", ")
}

/// Why the machine of `config` does not run `workload`.
fn unusable(workload: &Workload, config: &Config) -> CliError {
    if workload.left_out().is_some()
        && let Some(problem) = workload.refused(config)
    {
        return CliError::Usage(problem);
    }
    if let Workload::Program { name, text } = workload
        && let Err(errors) = assemble(name, text, &config.target())
    {
        return errors.into();
    }
    let problem = workload.program(config).err().unwrap_or_default();
    CliError::Usage(format!("--workload {}: {problem}", shorten(workload.name())))
}

/// Options for the area.
pub fn area(options: &StudyOptions) -> AreaOptions {
    AreaOptions {
        flow: options.flow.clone(),
        macros: options.macros.clone(),
        dsp: !options.no_dsp,
        flatten: options.flatten,
        pnr: options.pnr,
        wires: options.wires,
        cache: options.cache.clone().unwrap_or_else(cache_directory).join("study"),
    }
}

/// Input that the figures of the study depend on, but for tools.
pub fn basis(
    common: &CommonOptions,
    options: &StudyOptions,
    workloads: &[Workload],
    process: &Process,
) -> Basis {
    let digest = |texts: Option<String>| texts.map_or(String::new(), |texts| sha256(&texts));
    Basis {
        command: command(common, options),
        lanebeat: env!("CARGO_PKG_VERSION").to_owned(),
        flow: match &options.flow {
            Flow::Liberty(_) => "liberty".to_owned(),
            flow => flow.to_string(),
        },
        library: digest(process.library.as_ref().map(|library| library.text.clone())),
        macros: digest(process.macros.as_ref().map(|macros| macros.content().concat())),
        unit: options.unit.clone(),
        device: options.device.map_or(String::new(), |device| device.key.to_owned()),
        workloads: workloads.iter().map(identity).collect(),
        dsp: !options.no_dsp,
        flatten: options.flatten,
        pnr: options.pnr,
        wires: options.wires,
        tools: vec![],
    }
}

/// The configurations of `points`. Combinations that cannot be built are left out and reported.
pub fn configs(
    common: &CommonOptions,
    unit: &Unit,
    points: &[Vec<String>],
) -> Result<Vec<Config>, CliError> {
    let mut configs = vec![];
    let mut refused = vec![];
    for loaded in load_config_with(common, unit, points)? {
        match loaded {
            Ok(config) => {
                config.has_plain_clocking("a study")?;
                configs.push(config);
            }
            Err(error) => refused.push(error),
        }
    }
    let count = refused.len();
    match refused.into_iter().next() {
        Some(error) if configs.is_empty() => return Err(error.into()),
        Some(error) => talk(&format!(
            "{count} of {} combinations cannot be built and are left out; the first: {error}\n",
            points.len()
        )),
        None => {}
    }
    Ok(configs)
}

/// The parameter of `--best` and its values.
pub fn best(options: &StudyOptions, axes: &[Axis]) -> Result<Option<Axis>, CliError> {
    let Some(text) = &options.best else { return Ok(None) };
    let of_all = format!("{text}=all");
    let best = Axis::parse(if text.contains('=') { text } else { &of_all });
    let best = best.map_err(|problem| problem.replacen("--axis", "--best", 1))?;
    let key = best.parameter.key();
    match axes.iter().any(|axis| axis.parameter == best.parameter) {
        true => Err(CliError::Usage(format!(
            "--best {key}: {key} is an axis too, of which every value is a point; leave one out"
        ))),
        false => Ok(Some(best)),
    }
}

/// The machine with the most threads a second of each group of `configs` that differ in nothing but
/// `best`.
pub fn fastest(
    configs: Vec<Config>,
    best: &Axis,
    unit: &Unit,
    workloads: &[Workload],
    flow: &Flow,
) -> Result<Vec<Config>, CliError> {
    let key = best.parameter.key();
    let family = match flow {
        Flow::Estimate(family) | Flow::Cells(family) => *family,
        Flow::None | Flow::Liberty(_) => Family::Xc7,
    };
    if !matches!(flow, Flow::Estimate(_)) {
        talk(&format!(
            "--best {key} goes by the estimated clock of {}, whatever --flow {flow} finds; make {key} an axis to compare by that\n",
            family.key()
        ));
    }
    let others = |config: &Config| -> Vec<String> {
        let text = config.to_toml();
        let lines = text.lines().filter(|line| line.split(' ').next() != Some(key));
        lines.map(str::to_owned).collect()
    };
    let groups = configs.chunk_by(|a, b| others(a) == others(b)).map(<[Config]>::to_vec).collect();
    match Evaluator::new(workloads).fastest(groups, unit, family) {
        none if none.is_empty() => Err(CliError::Usage(format!(
            "--best {key}: no machine has a speed, since none runs all workloads; leave a --workload out"
        ))),
        fastest => Ok(fastest),
    }
}

/// The command that makes the whole study, wherever it is written and from whatever shards it is
/// put together.
fn command(common: &CommonOptions, options: &StudyOptions) -> String {
    let mut words = vec!["lanebeat study".to_string()];
    let mut add = |option: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{option} {value}")));
    };
    let path = |path: &PathBuf| path.display().to_string();
    add("preset", common.preset.map(|preset| preset.key().to_string()));
    add("config", common.config.as_ref().map(path));
    common.set.iter().for_each(|setting| add("set", Some(setting.clone())));
    options.axis.iter().for_each(|axis| add("axis", Some(axis.clone())));
    add("best", options.best.clone());
    add("flow", Some(options.flow.to_string()));
    add("macros", options.macros.as_ref().map(path));
    add("device", options.device.map(|device| device.key.to_string()));
    let switches = [
        ("--pnr", options.pnr),
        ("--wires", options.wires),
        ("--no-dsp", options.no_dsp),
        ("--flatten", options.flatten),
    ];
    let given = switches.into_iter().filter(|(_, is_given)| *is_given);
    words.extend(given.map(|(name, _)| name.to_string()));
    let unit = Some(&options.unit).filter(|unit| *unit != units::CORE);
    words.extend(unit.map(|unit| format!("--unit {unit}")));
    words.extend(options.workload.iter().map(|workload| format!("--workload {workload}")));
    words.join(" ") + &options.whole.text()
}
