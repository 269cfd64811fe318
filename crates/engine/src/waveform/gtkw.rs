//! GTKWave save files: which signals of a dump are shown, in which groups and formats.
//!
//! GTKWave reads a relative name as one next to the save file only when the save file names itself
//! (`[savefile]`); otherwise it looks for filter files where it was started.

use std::fmt::Write;

use super::captions::{CAPTIONS, Caption};
use crate::flat::Flat;

/// How GTKWave shows values. The numbers are its trace flags: right-justified 0x20, binary 8,
/// decimal 4, hexadecimal 2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Hexadecimal.
    Hex,
    /// Binary.
    Binary,
    /// Decimal.
    Decimal,
    /// As it is: of captions that are texts.
    Text,
    /// Texts of a filter file, see [`filter_file`].
    Mnemonic {
        /// Name, relative to the save file.
        filter_file: String,
    },
}

impl Format {
    fn flags(&self) -> u32 {
        match self {
            Self::Hex | Self::Text => 0x22,
            Self::Binary => 0x28,
            Self::Decimal => 0x24,
            Self::Mnemonic { .. } => 0x2022,
        }
    }
}

/// One line of the wave window.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Trace {
    /// Path of a signal as [`Flat::find`] takes it, or `clock`, or that of a caption.
    pub path: String,
    /// How its value is written.
    pub format: Format,
}

/// Lines under one heading.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Heading above the signals.
    pub name: String,
    /// From top to bottom.
    pub signals: Vec<Trace>,
}

/// A save file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SaveFile {
    /// Name of the dump, relative to the save file.
    pub dump_file: String,
    /// Time at the left edge of the window, in nanoseconds.
    pub start: u64,
    /// The captions of the dump.
    pub captions: Vec<Caption>,
    /// From top to bottom.
    pub groups: Vec<Group>,
}

/// A path that names no signal of the design.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the design has no signal `{0}`; paths go down from the top, such as `lane[3].sum`")]
pub struct UnknownSignal(pub String);

impl SaveFile {
    /// Begin of the text, by which such a file is known.
    pub const HEAD: &str = "[*]\n[*] Lanebeat\n[*]\n";

    /// The text of the file.
    ///
    /// # Errors
    /// When the design has no such signal: GTKWave would leave it out silently.
    pub fn to_text(&self, flat: &Flat) -> Result<String, UnknownSignal> {
        let stem = self.dump_file.strip_suffix(".vcd").unwrap_or(&self.dump_file);
        let mut text = format!("{}[dumpfile] \"{}\"\n", Self::HEAD, self.dump_file);
        let _ = writeln!(text, "[savefile] \"{stem}.gtkw\"\n[timestart] {}", self.start);
        text += "[sst_expanded] 1\n";
        // Zoom, the marker's time (none) and that of the 26 named markers: some 32 ns for each 200
        // pixels, so that the texts of a slot can be read.
        let _ = writeln!(
            text,
            "[size] 1400 780\n[signals_width] 280\n*-5.000000 -1{}",
            " -1".repeat(26)
        );
        for group in &self.groups {
            let _ = writeln!(text, "@800200\n-{}", group.name);
            for trace in &group.signals {
                let reference = reference(flat, &self.captions, &trace.path)?;
                let _ = writeln!(text, "@{:x}", trace.format.flags());
                if let Format::Mnemonic { filter_file } = &trace.format {
                    let _ = writeln!(text, "^1 {filter_file}");
                }
                let _ = writeln!(text, "{reference}");
            }
            let _ = writeln!(text, "@1000200\n-{}", group.name);
        }
        Ok(text)
    }
}

/// How GTKWave refers to a signal or a caption: from the top's name down, with its bits where it has
/// several.
///
/// # Errors
/// When neither the design nor the captions have it.
pub fn reference(flat: &Flat, captions: &[Caption], path: &str) -> Result<String, UnknownSignal> {
    let full = format!("{}.{path}", flat.scopes[0].name);
    let caption = path
        .strip_prefix(CAPTIONS)
        .and_then(|path| path.strip_prefix('.'))
        .and_then(|name| captions.iter().find(|caption| caption.name == name));
    let width = match (flat.find(path), caption) {
        (Some(id), _) => flat.signals[id.signal].place.width,
        (None, Some(caption)) => caption.width.unwrap_or(1),
        (None, None) if path == "clock" => 1,
        (None, None) => return Err(UnknownSignal(path.to_string())),
    };
    Ok(if width == 1 { full } else { format!("{full}[{}:0]", width - 1) })
}

/// A filter file: the texts that GTKWave shows in place of the values of a signal of `width` bits,
/// each on a ground of that colour, a name of X11's.
pub fn filter_file<'t>(
    width: usize,
    texts: impl IntoIterator<Item = (u128, &'t str, Option<&'t str>)>,
) -> String {
    let digits = width.div_ceil(4);
    let line = |(value, text, colour): (u128, &str, Option<&str>)| {
        let ground = colour.map_or(String::new(), |colour| format!("?{colour}?"));
        format!("{value:0digits$x} {ground}{text}\n")
    };
    texts.into_iter().map(line).collect()
}
