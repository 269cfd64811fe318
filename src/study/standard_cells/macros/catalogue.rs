//! The macros of a process: their sizes from a CSV, the rest from their Liberty files.

use std::path::{Path, PathBuf};

use super::super::liberty::{Group, check_name};
use super::super::library::{MOST, area, leakage};
use crate::files::{FileError, LONGEST_LIBRARY, read_text, read_text_up_to};
use crate::source::shorten;

/// The columns that the CSV must have.
const COLUMNS: [&str; 5] = ["macro", "rows", "bits", "ports", "area_um2"];

/// Prefix of the names of modules that stand for macros.
pub const LEAF: &str = "lanebeat_macro_";

/// Relative difference allowed between the area of the CSV and of the Liberty file, which rounds.
const SAME_AREA: f64 = 0.01;

/// The macros of a process.
#[derive(Clone, PartialEq, Debug)]
pub struct Catalogue {
    /// The CSV's text.
    pub text: String,
    /// Macros in the order of the CSV.
    pub macros: Vec<Macro>,
}

/// An SRAM macro.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Macro {
    /// Name of its cell.
    pub name: String,
    /// Number of words.
    pub rows: usize,
    /// Bits of a word.
    pub bits: usize,
    /// 1 or 2, each of which reads or writes.
    pub ports: usize,
    /// Area, in µm².
    pub area: f64,
    /// Whether each bit has a write enable of its own.
    pub is_masked: bool,
    /// Pins: name, whether it is an input, and bits.
    pub pins: Vec<(String, bool, usize)>,
    /// Energy of one port in its Liberty file; `None` where there is none.
    pub energy: Option<AccessEnergy>,
    /// Whether that is the energy of a macro with fewer ports, and so a lower bound.
    pub energy_is_bound: bool,
    /// Leakage, in nW.
    pub leakage: f64,
    /// The text of its Liberty file.
    pub liberty: String,
}

/// Energy of an access of one port, that of its clock edge, in pJ.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AccessEnergy {
    /// Energy of a read.
    pub read: f64,
    /// Energy of a write.
    pub write: f64,
}

impl Catalogue {
    /// Reads the CSV at `path`, and for each macro the Liberty file whose name begins with the
    /// macro's, next to the CSV or in a folder there.
    ///
    /// # Errors
    /// A problem of a file, with its place and cure.
    pub fn read(path: &Path) -> Result<Self, String> {
        let unread = |error: FileError| error.to_string();
        let (file, text) = read_text(path).map_err(unread)?;
        let libraries = libraries(path.parent().unwrap_or(Path::new("")));
        let mut macros: Vec<Macro> = vec![];
        for (line, row) in rows(&file, &text)? {
            if macros.iter().any(|other| other.name == row.name) {
                let name = shorten(&row.name);
                return Err(format!("{file}:{line}: {name} stands here twice; leave one out"));
            }
            let is_its = |path: &&PathBuf| {
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let rest = name.strip_prefix(&row.name);
                rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
            };
            let missing = || {
                let name = &row.name;
                format!(
                    "{file}:{line}: there is no Liberty file of {name}; put {name}*.lib beside {file}, or into a folder there"
                )
            };
            let library = libraries.iter().find(is_its).ok_or_else(missing)?;
            let (own, text) = read_text_up_to(library, LONGEST_LIBRARY).map_err(unread)?;
            macros.push(row.with_liberty(text).map_err(|problem| format!("{own}: {problem}"))?);
        }
        let mut made = Self { text, macros };
        made.distrust_copies();
        Ok(made)
    }

    /// Marks energies as bounds. Two ports cannot take the energy of one: where a macro of two
    /// repeats that of a macro of one, no energy of two ports in these files was measured.
    fn distrust_copies(&mut self) {
        let of = |ports| {
            let own = self.macros.iter().filter(move |known| known.ports == ports);
            own.filter_map(|known| known.energy)
        };
        let is_copied = of(2).any(|energy| of(1).any(|other| other == energy));
        for known in self.macros.iter_mut().filter(|known| known.ports == 2) {
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

    /// All that the figures depend on: the CSV and every Liberty file.
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

/// The macros of the CSV, each with its line, and nothing of their Liberty files yet.
fn rows(file: &str, text: &str) -> Result<Vec<(u64, Macro)>, String> {
    let wrong = |line: u64, problem: String| format!("{file}:{line}: {problem}");
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let broken = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        wrong(line, "it must have as many fields as the first line; add or remove commas".into())
    };
    let head = reader.headers().map_err(broken)?.clone();
    let place = |name| {
        head.iter().position(|column| column == name).ok_or_else(|| {
            let all = COLUMNS.join(",");
            wrong(1, format!("the first line must name the columns {all}; {name} is missing"))
        })
    };
    let places = COLUMNS.into_iter().map(place).collect::<Result<Vec<usize>, _>>()?;
    let row = |record: Result<csv::StringRecord, csv::Error>| {
        let record = record.map_err(broken)?;
        let line = record.position().map_or(1, csv::Position::line);
        let fields: Vec<&str> = places.iter().map(|&place| &record[place]).collect();
        Macro::sized(&fields).map(|own| (line, own)).map_err(|problem| wrong(line, problem))
    };
    let rows = reader.records().map(row).collect::<Result<Vec<_>, _>>()?;
    match rows.is_empty() {
        true => Err(wrong(1, "it has no macro; write a line for each".into())),
        false => Ok(rows),
    }
}

/// First letters of the pins of each port.
pub const PORTS: [char; 2] = ['A', 'B'];

impl Macro {
    /// The macro with the sizes in the fields of [`COLUMNS`].
    fn sized(fields: &[&str]) -> Result<Self, String> {
        let whole = |column: usize, low: usize, high: usize| {
            let number = fields[column].parse().ok();
            number.filter(|number| (low..=high).contains(number)).ok_or_else(|| {
                let (name, found) = (COLUMNS[column], shorten(fields[column]));
                format!(
                    "{name} must be a whole number from {low} to {high}, not `{found}`; correct it"
                )
            })
        };
        let area = fields[4].parse().ok().filter(|area: &f64| *area > 0.0 && *area <= MOST);
        let area = area.ok_or_else(|| {
            let found = shorten(fields[4]);
            format!("area_um2 must be square micrometres above 0, not `{found}`; correct it")
        })?;
        check_name("a macro's name", fields[0])?;
        let (name, rows) = (fields[0].to_owned(), whole(1, 2, 1 << 24)?);
        let (bits, ports) = (whole(2, 1, 4096)?, whole(3, 1, 2)?);
        Ok(Self { name, rows, bits, ports, area, ..Self::default() })
    }

    /// The same with the content of its Liberty file.
    fn with_liberty(self, text: String) -> Result<Self, String> {
        let Self { name, rows, bits, ports, area: wanted, .. } = &self;
        let library = Group::library(&text)?;
        let cell = library.of_kind("cell").find(|cell| cell.name == *name);
        let cell =
            cell.ok_or_else(|| format!("it has no cell ({name}); name the file otherwise"))?;
        if let Some(own) = area(cell)?
            && own > 0.0
            && (own / wanted - 1.0).abs() > SAME_AREA
        {
            return Err(format!(
                "the area of {name} is {own} here and {wanted} in the CSV; correct the CSV"
            ));
        }
        let pins = pins(&library, cell)?;
        let width = |pin: &str| pins.iter().find(|(name, ..)| name == pin).map(|pin| pin.2);
        let address = rows.next_power_of_two().trailing_zeros() as usize;
        let one = ["CLK", "MEN", "WEN", "REN"].map(|pin| (pin, 1));
        let words = [("ADDR", address), ("DIN", *bits), ("DOUT", *bits)];
        for port in &PORTS[..*ports] {
            for (pin, wanted) in one.into_iter().chain(words) {
                let pin = format!("{port}_{pin}");
                if width(&pin) != Some(wanted) {
                    let found = width(&pin).map_or("no".to_owned(), |width| format!("{width}-bit"));
                    return Err(format!(
                        "{name} of {rows} rows and {bits} bits must have pin {pin} of {wanted} bits, and has {found} {pin}; \
                         take macros whose pins are called as IHP's, and correct rows and bits"
                    ));
                }
            }
        }
        Ok(Self {
            is_masked: width("A_BM") == Some(*bits),
            energy: energy(&library, cell)?,
            leakage: leakage(cell)?,
            pins,
            liberty: text,
            ..self
        })
    }
}

/// The signal pins of `cell`: name, whether it is an input, bits.
///
/// # Errors
/// A name that cannot be, with rule and cure.
fn pins(library: &Group, cell: &Group) -> Result<Vec<(String, bool, usize)>, String> {
    let width = |pin: &Group| {
        let kind = pin.attribute("bus_type")?;
        let kind = library.of_kind("type").find(|group| group.name == kind)?;
        kind.attribute("bit_width")?.parse().ok()
    };
    let signals = cell.groups.iter().filter(|group| ["pin", "bus"].contains(&&*group.kind));
    let signal = |pin: &Group| {
        let is_input = pin.attribute("direction") == Some("input");
        pin.check_name().map(|()| (pin.name.clone(), is_input, width(pin).unwrap_or(1)))
    };
    signals.map(signal).collect()
}

/// Energy of the clock's edge when port A reads, and when it writes; `None` where the file does not
/// have both as one number each.
///
/// # Errors
/// A value that cannot be, with rule and cure.
fn energy(library: &Group, cell: &Group) -> Result<Option<AccessEnergy>, String> {
    let scale = library.picofarads()?;
    let clock = cell.of_kind("pin").find(|pin| pin.name == "A_CLK");
    let when = |wanted: &str| -> Option<Result<f64, String>> {
        let is_wanted = |power: &&Group| {
            let when = power.attribute("when").unwrap_or_default();
            when.chars().filter(|c| !c.is_whitespace()).collect::<String>() == wanted
        };
        let power = clock?.of_kind("internal_power").find(is_wanted)?;
        let rise = power.of_kind("rise_power").next()?;
        let is_table = rise.attribute("values")?.contains(',');
        (!is_table)
            .then(|| rise.number("values", MOST))
            .map(|value| Ok(scale * value?.unwrap_or(0.0)))
    };
    let (read, write) = (when("A_MEN&!A_WEN&A_REN"), when("A_MEN&A_WEN&!A_REN"));
    let (read, write): (Option<f64>, Option<f64>) = (read.transpose()?, write.transpose()?);
    Ok(read.zip(write).map(|(read, write)| AccessEnergy { read, write }))
}
