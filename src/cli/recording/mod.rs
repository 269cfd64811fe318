//! Waveforms of a run: the dump, and next to it GTKWave's save file and its names and colours of
//! the operations.

mod colours;
mod follower;
mod interest;
mod selection;
mod view;
mod window;

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, Seek};
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub use selection::Selection;
pub use window::Window;

use super::console::talk;
use follower::Follower;
use lanebeat::config::Config;
use lanebeat::draw;
use lanebeat::engine::{Activity, Engine, Flat, Net, PERIOD, SaveFile, Waveform, WaveformOptions};
use lanebeat::files::{FileError, PendingFile, STANDARD, refuse_others, unless_gone};
use lanebeat::lockstep::Observer;
use lanebeat::rtl::probe::CoreInputs;
use window::Look;

/// Extensions of the files next to a dump, and their names in errors: GTKWave's save file, and
/// the texts of its operations.
pub const BESIDE: [(&str, &str); 2] =
    [("gtkw", "GTKWave's file of --vcd"), ("opcodes", "the opcodes of --vcd")];

/// Whether files stand next to the dump at `path`: not next to a drawing, standard output, a device
/// or a pipe.
pub fn has_files_beside(path: &Path) -> bool {
    let is_device = ["/dev", "/proc"].iter().any(|place| path.starts_with(place));
    let is_file = fs::metadata(path).is_ok_and(|there| there.is_file()) || !path.exists();
    DumpKind::of(path) != DumpKind::Drawing && path != Path::new(STANDARD) && !is_device && is_file
}

/// Whether the file at `path` is one that is written next to dumps.
fn is_beside(path: &Path) -> bool {
    let text = || fs::read(path).unwrap_or_default();
    match path.extension().and_then(OsStr::to_str) {
        Some("gtkw") => text().starts_with(SaveFile::HEAD.as_bytes()),
        Some("opcodes") => colours::are_operation_texts(&text()),
        _ => false,
    }
}

/// Format of a dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DumpKind {
    /// All extensions but the others'.
    Vcd,
    /// `.fst`.
    Fst,
    /// `.svg`: a drawing, with no file next to it.
    Drawing,
}

impl DumpKind {
    /// The format by the extension of the file's name.
    pub fn of(path: &Path) -> Self {
        let is = |known: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(known));
        match () {
            () if is("fst") => Self::Fst,
            () if is("svg") => Self::Drawing,
            () => Self::Vcd,
        }
    }
}

/// Cycles of the program after which the size of a dump is estimated.
const TRIAL: u64 = 200;
/// Bytes of a dump that is large.
const LARGE: u128 = 30_000_000;

/// A waveform that is being written. It sees every cycle; nothing has its name until
/// [`Self::finish`].
pub struct Recording {
    path: PathBuf,
    dump: PendingFile,
    waveform: Waveform<'static>,
    kind: DumpKind,
    /// The dump that is drawn in the end; `None` unless the format is a drawing.
    drawn: Option<File>,
    save_file: SaveFile,
    /// Net that is 1 while an instruction is offered: the first one begins the program.
    issue_valid: Net,
    /// The cycle since reset that is seen next, and the one in which the program began.
    now: u64,
    begin: Rc<Cell<Option<u64>>>,
    window: Window,
    /// Bytes of the dump after the first cycle of the program in it.
    bytes_before: u64,
    /// The save file and the opcodes, where files stand next to the dump.
    beside: Option<[PendingFile; 2]>,
    failure: Option<io::Error>,
}

impl Recording {
    /// Begins the dump at `path`, in the format that its extension says, of these signals in these
    /// cycles, and the files next to it.
    ///
    /// # Errors
    /// When one of them cannot be written.
    pub fn begin(
        path: &Path,
        flat: &Flat,
        config: &Config,
        selection: Selection,
        window: Window,
    ) -> Result<Self, FileError> {
        let dump = PendingFile::create(path)?;
        let kind = DumpKind::of(path);
        let [save_path, opcodes_path] = BESIDE.map(|(extension, _)| path.with_extension(extension));
        let groups = view::groups(flat, &selection, &file_name(&opcodes_path));
        let has_texts = selection.has_texts;
        let captions = follower::captions(has_texts);
        let save_file = SaveFile { dump_file: file_name(path), start: 0, captions, groups };
        let begin = Rc::new(Cell::new(None));
        let options = WaveformOptions {
            filter: Box::new(move |path| selection.has(path)),
            captions: Box::new(Follower::new(flat, config, has_texts, Rc::clone(&begin))),
            ..WaveformOptions::default()
        };
        let failed = |error: io::Error| FileError::writing(path, &error);
        let mut drawn = None;
        let waveform = match kind {
            DumpKind::Vcd => Waveform::vcd(dump.handle()?, flat, options),
            DumpKind::Fst => Waveform::fst(dump.handle()?, flat, options),
            DumpKind::Drawing => {
                let scratch = tempfile::tempfile().map_err(failed)?;
                let file = scratch.try_clone().map_err(failed)?;
                drawn = Some(scratch);
                Waveform::vcd(file, flat, options)
            }
        };
        let waveform = waveform.map_err(failed)?;
        let beside = if has_files_beside(path) {
            let names = [&save_path, &opcodes_path].map(|path| file_name(path));
            let place = Path::new(".").join(path);
            let directory = place.parent().unwrap_or(&place);
            refuse_others(directory, &names.each_ref().map(String::as_str), is_beside)?;
            Some([PendingFile::create(&save_path)?, PendingFile::create(&opcodes_path)?])
        } else {
            None
        };
        let issue_valid = flat.probe::<CoreInputs>().issue_valid;
        Ok(Self {
            path: path.to_owned(),
            dump,
            waveform,
            kind,
            drawn,
            save_file,
            issue_valid,
            now: 0,
            begin,
            window,
            bytes_before: 0,
            beside,
            failure: None,
        })
    }

    /// Ends the dump, which is of `flat`; the files are to be given their names together.
    ///
    /// # Errors
    /// When a file could not be written.
    pub fn finish(mut self, flat: &Flat) -> Result<Vec<PendingFile>, FileError> {
        let failed = |error: io::Error| FileError::writing(&self.path, &error);
        let done = self.failure.map_or_else(|| self.waveform.finish(), Err);
        unless_gone(done).map_err(failed)?;
        if let Some(mut scratch) = self.drawn {
            scratch.rewind().map_err(failed)?;
            let (groups, mnemonics) = (&self.save_file.groups, colours::mnemonics().collect());
            let svg = draw::waveform::svg(BufReader::new(scratch), groups, &mnemonics);
            self.dump.append(svg.map_err(failed)?.as_bytes())?;
        }
        let mut files = vec![self.dump];
        if let Some([mut save, mut opcodes]) = self.beside {
            // The view opens at the first instruction that the dump shows.
            let start = self.begin.get().map_or(0, |begin| PERIOD * (begin + self.window.first()));
            let text = SaveFile { start, ..self.save_file }.to_text(flat);
            let text = text.unwrap_or_else(|error| panic!("it names a net of the core: {error}"));
            save.append(text.as_bytes())?;
            opcodes.append(colours::operation_texts().as_bytes())?;
            files.extend([save, opcodes]);
        }
        Ok(files)
    }

    /// Reports the estimated size of the dump once the program has run for a while, if it is large;
    /// `written` cycles of the program are in it before the one that was written last.
    fn tell_size(&mut self, written: u64) {
        match written {
            0 => self.bytes_before = self.waveform.bytes(),
            TRIAL => {}
            _ => return,
        }
        let (of_trial, cycles) = (self.waveform.bytes() - self.bytes_before, self.window.cycles());
        let bytes = u128::from(of_trial) * u128::from(cycles) / u128::from(TRIAL);
        if bytes >= LARGE {
            let (size, signals) = (bytes / 1_000_000, self.waveform.nets());
            let compressed =
                if self.kind == DumpKind::Fst { " before it is compressed" } else { "" };
            let path = self.path.display();
            talk(&format!(
                "{path}: some {size} MB{compressed} for {signals} signals in {cycles} cycles; --signals, --from, --to and --trigger make it less\n"
            ));
        }
    }
}

impl Observer for Recording {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        if self.failure.is_some() {
            return;
        }
        if self.begin.get().is_none() && engine.value(self.issue_valid) == 1 {
            self.begin.set(Some(self.now));
        }
        let of_program = self.begin.get().map(|begin| self.now - begin);
        match self.window.at(of_program) {
            Look::Write => {
                self.failure = self.waveform.sample(engine).err();
                if let Some(cycle) = of_program {
                    self.tell_size(cycle - self.window.first());
                }
            }
            Look::Watch => self.waveform.watch(engine),
            Look::Skip => {}
        }
        self.now += 1;
    }
}

/// Activity of a machine while it executes a program, to be written as SAIF.
pub struct ProgramActivity {
    file: PendingFile,
    activity: Activity,
    /// Net that is 1 while an instruction is offered: the first one begins the program.
    issue_valid: Net,
    has_begun: bool,
    /// Cycles of the program that are not counted yet.
    left: u64,
}

impl ProgramActivity {
    /// Begins the file at `path`, for a program that takes `cycles` cycles.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(path: &Path, flat: &Flat, cycles: u64) -> Result<Self, FileError> {
        let (file, activity) = (PendingFile::create(path)?, Activity::new(flat));
        let issue_valid = flat.probe::<CoreInputs>().issue_valid;
        Ok(Self { file, activity, issue_valid, has_begun: false, left: cycles })
    }

    /// Ends the file, which is to be given its name.
    ///
    /// # Errors
    /// When it could not be written.
    pub fn finish(mut self, flat: &Flat) -> Result<PendingFile, FileError> {
        self.file.append(self.activity.to_text(flat).as_bytes())?;
        Ok(self.file)
    }
}

impl Observer for ProgramActivity {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        self.has_begun |= engine.value(self.issue_valid) == 1;
        if self.has_begun && self.left > 0 {
            self.activity.sample(engine);
            self.left -= 1;
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
