//! The macros of a process: a table, and what their Liberty files add to it.

use std::path::{Path, PathBuf};

use super::super::wires;
use super::sram::{LEAF, Macro};
use super::table::{Content, MOCK, SHIPPED, parse};
use crate::config::suggestion;
use crate::files::{FileError, LONGEST_LIBRARY, read_text, read_text_up_to};
use crate::source::TextError;

/// The macros of a process.
#[derive(Clone, PartialEq, Debug)]
pub struct Catalogue {
    /// The table's name, or its file's.
    pub name: String,
    /// The table's text.
    pub text: String,
    /// Macros in the order of the table.
    pub macros: Vec<Macro>,
    /// Area of a NAND of two inputs, in µm².
    pub gate: Option<f64>,
    /// Wires of the process, where the table has them.
    pub wires: Option<wires::Process>,
}

impl Catalogue {
    /// Whether `name` is that of a table that is part of the program.
    pub fn is_shipped(name: &Path) -> bool {
        SHIPPED.iter().any(|(own, _)| Path::new(own) == name)
    }

    /// The table that is part of the program under that name, else the one in the file.
    ///
    /// # Errors
    /// A problem of the file, with its place and cure.
    pub fn read(path: &Path) -> Result<Self, String> {
        if path == Path::new(MOCK) {
            return Err("mock macros are those of the design that generate writes, and have no energy; a study has their areas as memory area by silicon without --macros".to_owned());
        }
        let shipped = SHIPPED.iter().find(|(name, _)| Path::new(name) == path);
        let (name, text) = match shipped {
            Some((name, text)) => ((*name).to_owned(), (*text).to_owned()),
            None => read_text(path).map_err(|error| {
                let names = SHIPPED.map(|(name, _)| name);
                let meant = suggestion(&path.display().to_string(), names);
                format!("{error}; {meant}or name a shipped table: {}", names.join(", "))
            })?,
        };
        Self::parse(&name, &text).map_err(|error| error.to_string())
    }

    /// The table `text`, which is called `name`.
    pub(super) fn parse(name: &str, text: &str) -> Result<Self, TextError> {
        let Content { macros, gate, wires } = parse(name, text)?;
        Ok(Self { name: name.to_owned(), text: text.to_owned(), macros, gate, wires })
    }

    /// The same with the macros' Liberty files, each of which has a name that begins with the
    /// macro's: next to the table's file `path`, next to `library` for a shipped table, or in a
    /// folder there.
    ///
    /// # Errors
    /// A problem of a file, with its place and cure.
    pub fn with_liberty(mut self, path: &Path, library: &Path) -> Result<Self, String> {
        let beside = if Self::is_shipped(path) { library } else { path };
        let beside_name = if Self::is_shipped(path) { "the library" } else { &*self.name };
        let libraries = libraries(beside.parent().unwrap_or(Path::new("")));
        for known in &mut self.macros {
            let is_its = |path: &&PathBuf| {
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let rest = name.strip_prefix(&known.name);
                rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
            };
            let library = libraries.iter().find(is_its).ok_or_else(|| {
                let (table, name) = (&self.name, &known.name);
                format!(
                    "{table}: there is no Liberty file of {name}; put {name}*.lib beside {beside_name}, or into a folder there"
                )
            })?;
            let (own, text) = read_text_up_to(library, LONGEST_LIBRARY)
                .map_err(|error: FileError| error.to_string())?;
            known.add_liberty(text).map_err(|problem| format!("{own}: {problem}"))?;
        }
        self.distrust_copies();
        Ok(self)
    }

    /// The same where all areas are known.
    ///
    /// # Errors
    /// When one is missing, with the cure.
    pub fn priced(self) -> Result<Self, String> {
        match self.macros.iter().find(|known| known.area.is_none()) {
            Some(Macro { name, .. }) => Err(format!(
                "{}: the area of {name} is missing; add area = with square micrometres to each macro, or take a --flow liberty=FILE",
                self.name
            )),
            None => Ok(self),
        }
    }

    /// Marks energies as bounds. Two ports cannot take the energy of one: where a macro of two
    /// repeats that of a macro of one, no energy of two ports in these files was measured.
    fn distrust_copies(&mut self) {
        let of = |ports| {
            let own = self.macros.iter().filter(move |known| known.ports() == ports);
            own.filter_map(|known| known.energy)
        };
        let is_copied = of(2).any(|energy| of(1).any(|other| other == energy));
        for known in self.macros.iter_mut().filter(|known| known.ports() == 2) {
            known.energy_is_bound = is_copied;
        }
    }

    /// The macro of that name.
    pub fn find(&self, name: &str) -> Option<&Macro> {
        self.macros.iter().find(|known| known.name == name)
    }

    /// The macro that the module called `name` stands for.
    pub fn of_leaf(&self, name: &str) -> Option<&Macro> {
        let rest = name.strip_prefix(LEAF)?;
        let is_its = |known: &&Macro| {
            rest.strip_prefix(&*known.name).is_some_and(|rest| rest.starts_with('_'))
        };
        self.macros.iter().filter(is_its).max_by_key(|known| known.name.len())
    }

    /// All that the figures depend on: the table and every Liberty file.
    pub fn content(&self) -> Vec<String> {
        let libraries = self.macros.iter().map(|known| known.liberty.clone());
        [self.text.clone()].into_iter().chain(libraries).collect()
    }
}

/// The Liberty files in `folder` and in the folders there, in the order of their names.
fn libraries(folder: &Path) -> Vec<PathBuf> {
    let in_folder = |folder: &Path| {
        let here = if folder == Path::new("") { Path::new(".") } else { folder };
        let entries = std::fs::read_dir(here).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| folder.join(entry.file_name())).collect();
        paths.sort();
        paths
    };
    let beside = in_folder(folder);
    let below = beside.iter().filter(|path| path.is_dir()).flat_map(|path| in_folder(path));
    let is_library = |path: &PathBuf| path.extension().is_some_and(|end| end == "lib");
    beside.clone().into_iter().chain(below).filter(is_library).collect()
}
