//! Which files a command reads and writes, so that none is lost.

use std::path::{Path, PathBuf};

use super::arguments::{Command, CommonOptions, RunOptions, StudyOptions};
use super::error::CliError;
use super::recording::{BESIDE, has_files_beside};
use super::study::WRITTEN;
use lanebeat::files::{STANDARD, Use, check_uses};
use lanebeat::study::standard_cells::Catalogue;
use lanebeat::study::{Flow, RESULTS};

/// Refuses a command that would write over a file that it reads, or write a file twice.
pub fn check(common: &CommonOptions, command: &Command) -> Result<(), CliError> {
    let mut uses = uses(command)?;
    uses.extend(common.config.as_ref().map(|path| Use::input("--config", path)));
    check_uses(&uses).map_err(CliError::Usage)
}

fn uses(command: &Command) -> Result<Vec<Use>, CliError> {
    let named = |direction: fn(&'static str, &Path) -> Use, name, path: &Option<PathBuf>| {
        path.iter().map(|path| direction(name, path)).collect::<Vec<_>>()
    };
    let output = |path| named(Use::output, "--output", path);
    let program = |path: &Path| vec![Use::input("program", path)];
    Ok(match command {
        Command::Generate(options) => {
            directory(options.directory())?;
            macros(&options.macros)
        }
        Command::Run(options) => of_run(options),
        Command::Schedule(options) => [output(&options.output), program(&options.program)].concat(),
        Command::Assemble(options) => {
            [output(&options.output), program(options.input.path())].concat()
        }
        Command::Study(options) => of_study(options)?,
        Command::Lint(options) => program(options.input.path()),
        Command::Disassemble(options) => vec![Use::input("list of words", &options.file)],
        Command::Explain(options) => {
            [named(Use::input, "--state", &options.state), output(&options.output)].concat()
        }
        Command::Bench(options) => [
            named(Use::input, "--against", &options.against),
            named(Use::input, "program", &options.program),
        ]
        .concat(),
        Command::Board(_)
        | Command::Build
        | Command::Check(_)
        | Command::Completions(_)
        | Command::LanguageServer
        | Command::Man
        | Command::Show(_) => vec![],
    })
}

/// A dump may replace the state that the run began with: that is how a program goes on.
fn of_run(options: &RunOptions) -> Vec<Use> {
    let dump = options.dump.as_deref().unwrap_or(Path::new(STANDARD));
    let mut uses = vec![Use::input("program", &options.program)];
    uses.extend(options.state.as_ref().map(|path| Use::input("state", path).replaced_by("--dump")));
    uses.push(Use::output("--dump", dump));
    uses.extend(options.saif.as_ref().map(|path| Use::output("--saif", path)));
    uses.extend(options.page.as_ref().map(|path| Use::output("--page", path)));
    uses.extend(options.events.as_ref().map(|path| Use::output("--events", path)));
    if let Some(vcd) = &options.vcd {
        uses.push(Use::output("--vcd", vcd));
        if has_files_beside(vcd) {
            let beside = BESIDE.map(|(extension, name)| (vcd.with_extension(extension), name));
            // A dump of such an extension is refused with more words.
            let beside = beside.into_iter().filter(|(path, _)| path != vcd);
            uses.extend(beside.map(|(path, name)| Use::output(name, &path)));
        }
    }
    uses
}

fn of_study(options: &StudyOptions) -> Result<Vec<Use>, CliError> {
    directory(&options.output)?;
    let built_in = |name: &str| ["scan", "mix"].contains(&name) || name.starts_with("mix:");
    let workloads = options.workload.iter().filter(|name| !built_in(name));
    let mut uses: Vec<Use> =
        workloads.map(|name| Use::input("--workload", Path::new(name))).collect();
    if let Flow::Liberty(file) = &options.flow {
        uses.push(Use::input("--flow liberty", file));
    }
    uses.extend(macros(&options.macros));
    let shards = options.merge.iter().map(|folder| folder.join(RESULTS));
    uses.extend(shards.map(|path| Use::input("--merge", &path)));
    let written = WRITTEN.map(|name| Use::output("--output", &options.output.join(name)));
    uses.extend(written);
    Ok(uses)
}

/// The file of `--macros`, unless it is a table that is part of the program.
fn macros(table: &Option<PathBuf>) -> Vec<Use> {
    let files = table.iter().filter(|table| !Catalogue::is_shipped(table));
    files.map(|file| Use::input("--macros", file)).collect()
}

/// Refuses `-` where a directory is meant.
fn directory(path: &Path) -> Result<(), CliError> {
    if path == Path::new(STANDARD) {
        let problem = "--output is a directory, and - is standard output; name a directory";
        return Err(CliError::Usage(problem.to_owned()));
    }
    Ok(())
}
