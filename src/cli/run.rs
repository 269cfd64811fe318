//! `lanebeat run`: assemble, execute, compare with the model, dump.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::Path;

use super::arguments::{CommonOptions, RunOptions};
use super::assemble::warn;
use super::console::{print, talk};
use super::engine::Engine;
use super::error::CliError;
use super::page;
use super::progress;
use super::recording::{
    BESIDE, DumpKind, ProgramActivity, Recording, Selection, Window, has_files_beside,
};
use super::schedule::refuse_long_drawing;
use lanebeat::board::{self, ANSWER_LIMIT, BAUD, Link, Port};
use lanebeat::config::Config;
use lanebeat::cycle::{self, Silent, Totals};
use lanebeat::engine::{Compiled, Flat, Interpreter};
use lanebeat::files::{
    FileError, PendingFile, PendingFolder, STANDARD, finish_all, read_text, unless_gone,
};
use lanebeat::isa::{Line, Lines, Program, Register, asm};
use lanebeat::lockstep::state_file::{self, NamedState};
use lanebeat::lockstep::{
    Difference, Execution, Machine, Observer, POWER_UP_SEED, Prepared, Retirement, RunError,
    TimedModel,
};
use lanebeat::rtl;
use lanebeat::simulators::{BuildOptions, Dumping, Simulator, SimulatorError};

/// Extensions of dumps.
const DUMPS: [&str; 3] = ["vcd", "fst", "svg"];

/// Runs the program that is asked for.
pub fn run(common: &CommonOptions, config: &Config, options: &RunOptions) -> Result<(), CliError> {
    refuse_contradictions(options)?;
    let (name, text) = read_text(&options.program)?;
    let prepared = prepare(config, options, &name, &text)?;
    let unwritten = options.state.is_none().then(|| read_first(&prepared.program)).flatten();
    // The place of the result is known to be writable before the work begins.
    let to_file = options.dump.as_deref().filter(|path| *path != Path::new(STANDARD));
    let dump = to_file.map(PendingFile::create).transpose()?;
    let progress = progress::spinner(format!("run {}", options.program.display()));
    let mut files = vec![];
    if let Some(path) = &options.page {
        let mut page = PendingFile::create(path)?;
        let html = page::html(common, config, options, (&name, &text), &prepared)?;
        page.append(html.as_bytes())?;
        files.push(page);
    }
    let execution = execute(config, options, prepared, &mut files);
    progress.finish_and_clear();
    let (mut execution, totals) = match execution {
        Ok(done) => done,
        Err(error) => return Err(finish_all(files).err().map_or(error, CliError::from)),
    };
    show_floats(&mut execution.waves, &options.floats)?;
    let text = state_file::write(&execution.waves, Some(execution.cycles));
    let is_printed = dump.is_none();
    if let Some(mut file) = dump {
        file.append(text.as_bytes())?;
        files.push(file);
    }
    // Waveform and state are of one run, so they take their names together.
    finish_all(files)?;
    if is_printed {
        print(&text)?;
    }
    if let Some((wave, register)) = unwritten {
        talk(&format!(
            "{register} of wave {wave} is read before it is written: registers begin as 0, or as --state FILE.json says\n"
        ));
    }
    let summary = format!("{}; {}\n", execution.summary(config), judgement(options));
    talk(&(summary + &totals.to_string()));
    Ok(())
}

/// The first register that a wave of `program` reads and no instruction before writes.
fn read_first(program: &Program) -> Option<(usize, Register)> {
    let of_wave = |wave: usize| {
        let (mut written, mut unwritten) = (BTreeSet::new(), None);
        program.executed(wave).in_short(|Line { instruction, .. }, _| {
            let read = instruction.source_registers().find(|read| !written.contains(read));
            written.extend(instruction.destination);
            unwritten = unwritten.or(read);
        });
        Some((wave, unwritten?))
    };
    (0..program.waves.len()).find_map(of_wave)
}

/// Lets these registers be dumped as floats.
fn show_floats(waves: &mut [NamedState], floats: &[Register]) -> Result<(), CliError> {
    for register in floats {
        if !waves.iter().any(|wave| wave.registers.contains(register)) {
            let rule = "the dump has those that program or state names";
            return Err(CliError::Usage(format!(
                "--floats {register}: no wave names it, and {rule}; leave it out"
            )));
        }
    }
    waves.iter_mut().for_each(|wave| wave.floats = floats.iter().copied().collect());
    Ok(())
}

/// The execution that is asked for, and the program's times by the cycle model. Events are written
/// also where hardware and model differ.
fn execute(
    config: &Config,
    options: &RunOptions,
    prepared: Prepared,
    files: &mut Vec<PendingFile>,
) -> Result<(Execution, Totals), CliError> {
    let Some(path) = &options.events else {
        return execute_seen(config, options, prepared, files, &mut |_| {});
    };
    let mut events =
        Events { file: PendingFile::create(path)?, text: String::new(), written: Ok(()) };
    let done =
        execute_seen(config, options, prepared, files, &mut |retirement| events.add(retirement));
    files.push(events.finish()?);
    done
}

/// The same; `see` sees each retirement.
fn execute_seen(
    config: &Config,
    options: &RunOptions,
    prepared: Prepared,
    files: &mut Vec<PendingFile>,
    see: &mut dyn FnMut(&Retirement),
) -> Result<(Execution, Totals), CliError> {
    if matches!(options.engine, Engine::Model | Engine::Cycle) {
        let mut model = TimedModel::new(config);
        let execution = prepared.on(&mut model, false, see)?;
        return Ok((execution, model.totals));
    }
    let totals = cycle::run(config, &prepared.program, &mut Silent)?;
    let execution = match &options.engine {
        Engine::Written(simulator) => written(config, options, *simulator, prepared, files, see)?,
        Engine::Serial(port) => on_board(config, options, port, prepared)?,
        _ => on_hardware(config, options, prepared, totals.cycles, files, see)?,
    };
    Ok((execution, totals))
}

/// A file that gets a line for each retirement.
struct Events {
    file: PendingFile,
    /// Lines that are not in the file yet.
    text: String,
    written: Result<(), FileError>,
}

impl Events {
    /// Bytes that are written at once.
    const BLOCK: usize = 1 << 16;

    fn add(&mut self, retirement: &Retirement) {
        self.text += &format!("{retirement}\n");
        if self.text.len() >= Self::BLOCK {
            self.write();
        }
    }

    fn write(&mut self) {
        if self.written.is_ok() {
            self.written = self.file.append(self.text.as_bytes());
        }
        self.text.clear();
    }

    fn finish(mut self) -> Result<PendingFile, FileError> {
        self.write();
        self.written.map(|()| self.file)
    }
}

fn judgement(options: &RunOptions) -> &'static str {
    match &options.engine {
        Engine::Model | Engine::Cycle => "the model alone, timed by the cycle model",
        _ if options.no_check => "not compared with the model",
        Engine::Interpreter | Engine::Compiled => "hardware and model agree",
        Engine::Written(_) | Engine::Batch => "written Verilog and model agree",
        Engine::Serial(_) => "board and model agree",
    }
}

fn refuse_contradictions(options: &RunOptions) -> Result<(), CliError> {
    let refuse = |text: &str| Err(CliError::Usage(text.to_owned()));
    if let Some(vcd) = &options.vcd
        && BESIDE.into_iter().any(|(extension, _)| vcd.extension() == Some(extension.as_ref()))
    {
        let (given, cure) = (vcd.display(), vcd.with_extension("vcd"));
        return refuse(&format!(
            "--vcd names the dump, not {given}, which is written beside it; use {}",
            cure.display()
        ));
    }
    let extension = options.vcd.as_ref().and_then(|vcd| vcd.extension());
    if let (Some(vcd), Some(extension)) = (&options.vcd, extension)
        && has_files_beside(vcd)
        && !DUMPS.iter().any(|known| extension.eq_ignore_ascii_case(known))
    {
        let (given, cure) = (vcd.display(), vcd.with_extension("vcd"));
        return refuse(&format!(
            "--vcd writes a .vcd, .fst or .svg, not {given}; use {}",
            cure.display()
        ));
    }
    if options.baud.is_some() && !matches!(options.engine, Engine::Serial(_)) {
        return refuse("--baud is about a serial port; use --engine serial:PORT");
    }
    if options.events.is_some() && matches!(options.engine, Engine::Serial(_)) {
        return refuse(
            "--events needs retirements, and a board shows none over its serial line; use --engine interpreter",
        );
    }
    if options.saif.is_some() && !matches!(options.engine, Engine::Interpreter | Engine::Compiled) {
        return refuse("--saif counts changes in our own engines; use --engine compiled");
    }
    let is_window = [options.from, options.to].iter().any(Option::is_some);
    let chooses = !options.signals.is_empty() || is_window || options.trigger.is_some();
    let problem = match &options.engine {
        _ if options.vcd.is_none() => return Ok(()),
        Engine::Interpreter | Engine::Compiled | Engine::Batch => return Ok(()),
        Engine::Model | Engine::Cycle => "--vcd needs signals, and the model has none",
        Engine::Written(_) if chooses => {
            "--signals, --from, --to and --trigger choose for our own engines, and other simulators \
             write all signals of the whole run"
        }
        Engine::Written(_) if extension.is_some_and(|own| own.eq_ignore_ascii_case("svg")) => {
            "a drawing is made of a dump of our own engines"
        }
        Engine::Written(_) => return Ok(()),
        Engine::Serial(_) => "--vcd needs signals, and a board shows none over its serial line",
    };
    refuse(&format!("{problem}; use --engine interpreter"))
}

/// The program and the state that it starts from.
fn prepare(
    config: &Config,
    options: &RunOptions,
    name: &str,
    text: &str,
) -> Result<Prepared, CliError> {
    let program = asm::assemble(name, text, &config.target())?;
    if program.waves.iter().all(Lines::is_empty) {
        let rule = "has no instruction, so there is nothing to execute";
        return Err(CliError::Usage(format!("{name} {rule}; write one, such as NOP")));
    }
    warn(name, text, &program);
    match &options.state {
        Some(path) => Ok(Prepared::new(program, read_state(config, path)?)),
        None => Ok(Prepared::without_state(program, config)),
    }
}

/// The states that the file at `path` describes.
pub fn read_state(config: &Config, path: &Path) -> Result<Vec<NamedState>, CliError> {
    let (name, text) = read_text(path)?;
    Ok(state_file::read(&name, &text, config.threads(), config.registers, config.waves)?)
}

/// Executes a program that takes `cycles` cycles. A waveform is written also where hardware and model
/// differ.
fn on_hardware(
    config: &Config,
    options: &RunOptions,
    prepared: Prepared,
    cycles: u64,
    files: &mut Vec<PendingFile>,
    see: &mut dyn FnMut(&Retirement),
) -> Result<Execution, CliError> {
    let flat = Flat::new(&rtl::core(config));
    let begin = |path: &Path| -> Result<Recording, CliError> {
        let mut selection = Selection::new(&flat, &options.signals)?;
        selection.has_texts = !options.no_text;
        let mut window = Window::new(options, config, &prepared.program, cycles)?;
        if DumpKind::of(path) == DumpKind::Drawing {
            window = window.of_the_program();
            let otherwise = "write a .vcd or .fst";
            refuse_long_drawing(window.first(), window.cycles(), otherwise)?;
        }
        Ok(Recording::begin(path, &flat, config, selection, window)?)
    };
    let mut recording = options.vcd.as_deref().map(begin).transpose()?;
    let counted = |path: &Path| ProgramActivity::begin(path, &flat, cycles);
    let mut activity = options.saif.as_deref().map(counted).transpose()?;
    let observers = recording.iter_mut().map(|recording| recording as &mut dyn Observer);
    let observers = observers.chain(activity.iter_mut().map(|activity| activity as _)).collect();
    let is_checked = !options.no_check;
    let execution = if options.engine == Engine::Compiled {
        let engine = Compiled::new(&flat, POWER_UP_SEED);
        prepared.on(&mut Machine::new(engine, config, observers), is_checked, see)
    } else {
        let engine = Interpreter::new(&flat, POWER_UP_SEED);
        prepared.on(&mut Machine::new(engine, config, observers), is_checked, see)
    };
    if let Some(recording) = recording {
        files.extend(recording.finish(&flat)?);
    }
    if let Some(activity) = activity {
        files.push(activity.finish(&flat)?);
    }
    Ok(execution?)
}

/// The written Verilog in an external simulator, which writes its own waveform: all signals, from
/// reset to the end.
fn written(
    config: &Config,
    options: &RunOptions,
    simulator: Simulator,
    prepared: Prepared,
    files: &mut Vec<PendingFile>,
    see: &mut dyn FnMut(&Retirement),
) -> Result<Execution, CliError> {
    let kind = options.vcd.as_deref().map(|path| match DumpKind::of(path) {
        DumpKind::Fst => Dumping::Fst,
        _ => Dumping::Vcd,
    });
    let file = options.vcd.as_deref().map(PendingFile::create).transpose()?;
    let mut simulation = simulator
        .build(config, &BuildOptions { dumps: kind, ..BuildOptions::default() })?
        .start()?;
    // The simulator writes where no blank or newline is in the path.
    let scratch = file.is_some().then(PendingFolder::new).transpose()?;
    let scratch = scratch.as_ref().map(|folder| folder.path().join("dump"));
    if let Some(path) = &scratch {
        simulation.trace(Some(path)).map_err(SimulatorError::Stopped)?;
    }
    let outcome = prepared.on(&mut simulation, !options.no_check, see);
    if let (Some(file), Some(path)) = (file, &scratch) {
        simulation.end().map_err(SimulatorError::Stopped)?;
        let failed = |error| FileError::writing(options.vcd.as_deref().unwrap_or(path), &error);
        let copied = File::open(path).and_then(|mut dump| {
            io::copy(&mut dump, &mut file.handle().map_err(io::Error::other)?)
        });
        unless_gone(copied.map(drop)).map_err(failed)?;
        files.push(file);
    }
    match outcome {
        Err(Difference::Run(error @ RunError::Simulator { .. })) => {
            Err(SimulatorError::Stopped(error).into())
        }
        outcome => Ok(outcome?),
    }
}

/// A board behind a serial port.
fn on_board(
    config: &Config,
    options: &RunOptions,
    port: &Path,
    prepared: Prepared,
) -> Result<Execution, CliError> {
    let line = Port::open(port, options.baud.unwrap_or(BAUD))?;
    let link = Link::open(line, &port.display().to_string(), ANSWER_LIMIT)?;
    Ok(board::execute(prepared, config, link, !options.no_check)??)
}
