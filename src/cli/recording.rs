//! Waveforms of a run: the dump, and beside it what GTKWave shows of it and how it names the
//! opcodes.

use std::io;
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::engine::{
    Engine, Flat, Format, Group, SaveFile, SignalKind, Trace, Waveform, WaveformOptions,
    filter_file,
};
use crate::files::{FileError, PendingFile, STANDARD, finish_all};
use crate::isa::Operation;
use crate::isa::encoding::OPCODE;
use crate::lockstep::Observer;

/// Extensions of what is written beside a dump, and what errors call it: GTKWave's save file, and
/// the texts of its opcodes.
pub const BESIDE: [(&str, &str); 2] =
    [("gtkw", "GTKWave's file of --vcd"), ("opcodes", "the opcodes of --vcd")];

/// Extension of a dump that is written as FST; all others are VCD.
pub const FST: &str = "fst";

/// A waveform that is being written. It sees every cycle; nothing has its name until
/// [`Self::finish`].
pub struct Recording {
    path: PathBuf,
    dump: PendingFile,
    waveform: Waveform<'static>,
    /// What is written beside it, with its text; nothing where it goes to standard output.
    beside: Vec<(PendingFile, String)>,
    failure: Option<io::Error>,
}

impl Recording {
    /// Begins the dump at `path`, in the format that its extension says, of the signals that
    /// `options` keep, and the files beside it.
    ///
    /// # Errors
    /// When one of them cannot be written.
    pub fn begin(
        path: &Path,
        flat: &Flat,
        config: &Config,
        options: &WaveformOptions,
    ) -> Result<Self, FileError> {
        let dump = PendingFile::create(path)?;
        let file = dump.handle()?;
        let is_fst = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(FST));
        let waveform = if is_fst {
            Waveform::fst(file, flat, options)
        } else {
            Waveform::vcd(file, flat, options)
        };
        let waveform = waveform.map_err(|error| FileError::writing(path, &error))?;
        let [save_path, opcodes_path] = BESIDE.map(|(extension, _)| path.with_extension(extension));
        let save_file = SaveFile {
            dump_file: file_name(path),
            groups: groups(flat, config, &file_name(&opcodes_path)),
        };
        let text = save_file
            .to_text(flat)
            .unwrap_or_else(|error| panic!("the save file names a net of the core: {error}"));
        let mut beside = vec![];
        if path != Path::new(STANDARD) {
            beside.push((PendingFile::create(&save_path)?, text));
            beside.push((PendingFile::create(&opcodes_path)?, opcode_texts()));
        }
        Ok(Self { path: path.to_owned(), dump, waveform, beside, failure: None })
    }

    /// Ends the dump and gives all files their names.
    ///
    /// # Errors
    /// When a file could not be written; then none is there.
    pub fn finish(self) -> Result<(), FileError> {
        if let Some(error) = self.failure {
            return Err(FileError::writing(&self.path, &error));
        }
        self.waveform.finish().map_err(|error| FileError::writing(&self.path, &error))?;
        let mut files = vec![self.dump];
        for (mut file, text) in self.beside {
            file.append(text.as_bytes())?;
            files.push(file);
        }
        finish_all(files)
    }
}

impl Observer for Recording {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        if self.failure.is_none() {
            self.failure = self.waveform.sample(engine).err();
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The mnemonic of every opcode.
fn opcode_texts() -> String {
    let mnemonic = |opcode: u8| {
        let operation = Operation::from_opcode(opcode)?;
        Some((u128::from(opcode), operation.row().spellings.first()?.mnemonic))
    };
    filter_file(OPCODE.width, (0..=u8::MAX).filter_map(mnemonic))
}

/// Whether a path is in `lanebeat build`'s waveform, which is kept small: control, the register
/// file's ports, and what the lanes work on.
pub fn is_of_interest(flat: &Flat) -> impl Fn(&str) -> bool {
    /// Wider nets show a whole wave.
    const ROW_BITS: usize = 512;
    let port_activity = port_activity(flat);
    move |path| {
        let is_shown = match path.split_once('.') {
            None => {
                path == "sequencer_executing_opcode"
                    || !OUTPUTS_OF_UNITS.iter().any(|unit| path.starts_with(unit))
            }
            Some(("sequencer", name)) => SEQUENCER.contains(&name),
            Some(("register_file", _)) => port_activity.iter().any(|shown| shown == path),
            Some(("execute", inside)) => inside
                .split_once('.')
                .is_some_and(|(scope, name)| scope.starts_with("lane[") && LANE.contains(&name)),
            Some(_) => false,
        };
        is_shown && flat.find(path).is_some_and(|id| flat.signals[id.signal].place.width < ROW_BITS)
    }
}

/// What the units' outputs are called at the top; the units themselves show what matters.
const OUTPUTS_OF_UNITS: [&str; 4] = ["sequencer_", "register_file_", "mask_file_", "exec_masks_"];

/// What the sequencer shows.
const SEQUENCER: [&str; 5] = ["phase", "reading_valid", "reading_opcode_q", "accept", "blocked"];

/// What the ports of the register file do, whatever its organisation: requests, grants and
/// addresses.
fn port_activity(flat: &Flat) -> Vec<String> {
    /// Wider nets are rows of words.
    const ADDRESS_BITS: usize = 16;
    let is_file = |scope: &usize| flat.scopes[*scope].name == "register_file";
    let Some(file) = flat.scopes[0].children.iter().copied().find(is_file) else { return vec![] };
    let is_request = |name: &str| name.starts_with("reads_") || name == "writing_valid";
    let mut paths = Vec::new();
    let mut add = |scope: usize, prefix: &str| {
        let signals = flat.scopes[scope].signals.iter().map(|&signal| &flat.signals[signal]);
        let shown = signals.filter(|signal| {
            let is_own = signal.kind == SignalKind::Net || is_request(&signal.name);
            is_own && signal.place.width <= ADDRESS_BITS
        });
        paths.extend(shown.map(|signal| format!("{prefix}{}", signal.name)));
    };
    add(file, "register_file.");
    for &child in &flat.scopes[file].children {
        for copy in 0..flat.scopes[child].count {
            add(child, &format!("register_file.{}.", flat.scope_label(child, copy)));
        }
    }
    paths
}

/// What a lane shows.
const LANE: [&str; 5] = ["a", "b", "c", "result", "mask"];

/// What GTKWave shows, from the clock to the retirements.
fn groups(flat: &Flat, config: &Config, opcodes: &str) -> Vec<Group> {
    let mnemonic = || Format::Mnemonic { filter_file: opcodes.to_owned() };
    let wave = |path: &'static str| (config.waves > 1).then_some((path, Format::Decimal));
    let mut groups = vec![
        group("clock and reset", [("clock", Format::Binary), ("reset", Format::Binary)]),
        group(
            "slot and phase",
            [
                ("sequencer.phase", Format::Decimal),
                ("sequencer.reading_valid", Format::Binary),
                ("sequencer.reading_opcode_q", mnemonic()),
                ("lanes_busy", Format::Binary),
                ("sequencer_executing_opcode", mnemonic()),
            ],
        ),
        group(
            "issue",
            [("issue_valid", Format::Binary), ("issue_ready", Format::Binary)]
                .into_iter()
                .chain(wave("issue_wave"))
                .chain([("issue_instruction", Format::Hex)]),
        ),
    ];
    let port = |path: &String| {
        trace(path, if path.ends_with("address") { Format::Hex } else { Format::Binary })
    };
    let activity = port_activity(flat).iter().map(port).collect();
    groups.push(Group { name: "register file ports".to_owned(), signals: activity });
    groups.push(group(
        "operands",
        [("guard", Format::Binary), ("p", Format::Binary), ("q", Format::Binary)],
    ));
    groups.extend((0..config.lanes).map(lane));
    groups.push(group("result", [("written_row", Format::Binary), ("mask_row", Format::Binary)]));
    let retire = [("retire_valid", Format::Binary)].into_iter().chain(wave("retire_wave")).chain([
        ("retire_writes_register", Format::Binary),
        ("retire_destination", Format::Decimal),
        ("retire_mask_destination", Format::Decimal),
        ("retire_written", Format::Hex),
        ("retire_mask", Format::Hex),
    ]);
    groups.push(group("retire", retire));
    groups
}

fn lane(number: usize) -> Group {
    let signal = |name: &str| {
        trace(
            &format!("execute.lane[{number}].{name}"),
            if name == "mask" { Format::Binary } else { Format::Decimal },
        )
    };
    Group { name: format!("lane {number}"), signals: LANE.map(signal).into() }
}

fn group(name: &str, traces: impl IntoIterator<Item = (&'static str, Format)>) -> Group {
    Group {
        name: name.to_owned(),
        signals: traces.into_iter().map(|(path, format)| trace(path, format)).collect(),
    }
}

fn trace(path: &str, format: Format) -> Trace {
    Trace { path: path.to_owned(), format }
}
