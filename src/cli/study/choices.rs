//! What the user asked for: axes, workloads, shard and configurations.

use std::collections::BTreeMap;
use std::path::Path;

use super::area;
use crate::cli::arguments::{CommonOptions, StudyOptions};
use crate::cli::console::{load_config_with, talk};
use crate::cli::error::CliError;
use crate::config::Config;
use crate::files::read_text;
use crate::isa::asm::assemble;
use crate::rtl::units;
use crate::source::shorten;
use crate::study::{Axis, Basis, Flow, Workload, identity, sha256};

/// The file that shards are merged from.
pub const RESULTS: &str = "study.json";

/// What a study writes into its directory.
pub const WRITTEN: [&str; 5] =
    ["report.html", "study.csv", RESULTS, "study.legend.csv", "study.svg"];

/// The axes, each once.
pub fn axes(texts: &[String]) -> Result<Vec<Axis>, CliError> {
    let axes: Vec<Axis> = texts
        .iter()
        .map(|axis| Axis::parse(axis))
        .collect::<Result<_, _>>()
        .map_err(CliError::Usage)?;
    for (place, axis) in axes.iter().enumerate() {
        let key = axis.parameter.key();
        if axes[..place].iter().any(|earlier| earlier.parameter == axis.parameter) {
            return Err(CliError::Usage(format!(
                "--axis {key} is given twice; give all its values at once"
            )));
        }
    }
    Ok(axes)
}

/// The workloads called `names`; without any the scan and the mix.
///
/// # Errors
/// When one is called by no such name, or none of `configs` can run it.
pub fn workloads(names: &[String], configs: &[Config]) -> Result<Vec<Workload>, CliError> {
    if names.is_empty() {
        return Ok(vec![Workload::scan(), Workload::three_operands()]);
    }
    let workloads = names.iter().map(|name| workload(name)).collect::<Result<Vec<_>, _>>()?;
    for workload in &workloads {
        if !configs.iter().any(|config| workload.program(config).is_ok())
            && let Some(config) = configs.first()
        {
            return Err(unusable(workload, config));
        }
        tell_left_out(workload);
    }
    Ok(workloads)
}

/// Says what of a listing is not timed.
fn tell_left_out(workload: &Workload) {
    let Some(left_out) = workload.left_out().filter(|left_out| !left_out.is_empty()) else {
        return;
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in &left_out {
        let mut words = text.split_whitespace().filter(|word| !word.starts_with('@'));
        *counts.entry(words.next().unwrap_or(text)).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    talk(&format!(
        "--workload {}: {} instructions that no machine here has are left out: {}\n",
        shorten(workload.name()),
        left_out.len(),
        counts.join(", ")
    ));
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
    let problem =
        workload.program(config).map_or_else(|error| error.to_string(), |_| String::new());
    CliError::Usage(format!("--workload {}: {problem}", shorten(workload.name())))
}

/// What the figures of the study depend on, but for tools.
pub fn basis(
    common: &CommonOptions,
    options: &StudyOptions,
    workloads: &[Workload],
) -> Result<Basis, CliError> {
    let (flow, library) = match &options.flow {
        Flow::Liberty(file) => ("liberty".to_owned(), sha256(&area::library(file)?.text)),
        flow => (flow.to_string(), String::new()),
    };
    Ok(Basis {
        command: command(common, options),
        lanebeat: env!("CARGO_PKG_VERSION").to_owned(),
        flow,
        library,
        macros: match &options.macros {
            Some(file) => sha256(&area::macros(file)?.content().concat()),
            None => String::new(),
        },
        unit: options.unit.clone(),
        device: options.device.map_or(String::new(), |device| device.key.to_owned()),
        workloads: workloads.iter().map(identity).collect(),
        dsp: !options.no_dsp,
        flatten: options.flatten,
        pnr: options.pnr,
        tools: vec![],
    })
}

/// `scan`, `mix`, `mix:MNEMONIC=WEIGHT,…`, or a file.
fn workload(name: &str) -> Result<Workload, CliError> {
    match name {
        "scan" => return Ok(Workload::scan()),
        "mix" => return Ok(Workload::three_operands()),
        _ => {}
    }
    let Some(weights) = name.strip_prefix("mix:") else {
        let (_, text) = read_text(Path::new(name))?;
        return Ok(Workload::Program { name: name.to_string(), text });
    };
    let weight = |item: &str| {
        let (mnemonic, weight) = item.split_once('=').unwrap_or((item, "1"));
        let weight = weight.trim().parse().ok().filter(|weight| (1..=1000).contains(weight));
        let wrong = || {
            format!(
                "--workload {}: a weight is a number from 1 to 1000; try mix:IMAD=3,IADD=1",
                shorten(name)
            )
        };
        weight
            .map(|weight| (mnemonic.trim().to_string(), weight))
            .ok_or_else(|| CliError::Usage(wrong()))
    };
    let weights = weights.split(',').map(weight).collect::<Result<_, _>>()?;
    Ok(Workload::Mix { name: name.to_string(), weights })
}

/// The points of shard `i/n`.
pub fn shard(points: Vec<Vec<String>>, shard: Option<&str>) -> Result<Vec<Vec<String>>, CliError> {
    let Some(text) = shard else { return Ok(points) };
    let parts = text
        .split_once('/')
        .and_then(|(i, n)| Some((i.parse::<usize>().ok()?, n.parse::<usize>().ok()?)));
    match parts {
        Some((i, n)) if (1..=n).contains(&i) => {
            Ok(points.into_iter().skip(i - 1).step_by(n).collect())
        }
        _ => Err(CliError::Usage(format!(
            "--shard must be I/N with I from 1 to N, not {}; try 1/4",
            shorten(text)
        ))),
    }
}

/// The configurations of `points`. Combinations that cannot be built are left out, and told about.
pub fn configs(common: &CommonOptions, points: &[Vec<String>]) -> Result<Vec<Config>, CliError> {
    let mut configs = vec![];
    let mut refused = vec![];
    for loaded in load_config_with(common, points)? {
        match loaded {
            Ok(config) => configs.push(config),
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

/// The command that makes the whole study, wherever it is written and from whatever shards it is
/// put together.
fn command(common: &CommonOptions, options: &StudyOptions) -> String {
    let mut words = vec!["lanebeat study".to_string()];
    words.extend(common.preset.map(|preset| format!("--preset {}", preset.key())));
    words.extend(common.config.as_ref().map(|path| format!("--config {}", path.display())));
    words.extend(common.set.iter().map(|setting| format!("--set {setting}")));
    words.extend(options.axis.iter().map(|axis| format!("--axis {axis}")));
    words.push(format!("--flow {}", options.flow));
    words.extend(options.macros.as_ref().map(|file| format!("--macros {}", file.display())));
    words.extend(options.device.map(|device| format!("--device {}", device.key)));
    words.extend(options.pnr.then(|| "--pnr".to_string()));
    words.extend(options.no_dsp.then(|| "--no-dsp".to_string()));
    words.extend(options.flatten.then(|| "--flatten".to_string()));
    if options.unit != units::CORE {
        words.push(format!("--unit {}", options.unit));
    }
    words.extend(options.workload.iter().map(|workload| format!("--workload {workload}")));
    words.join(" ")
}
