//! What a study has to know of a Liberty file: the area of each cell, which cells are flip-flops,
//! and a buffer.

use std::collections::BTreeMap;

/// A standard-cell library.
#[derive(Clone, PartialEq, Debug)]
pub struct Library {
    /// As the file calls itself.
    pub name: String,
    /// The whole file.
    pub text: String,
    /// Each cell by its name.
    pub cells: BTreeMap<String, LibraryCell>,
    /// The cell that drives a module's inputs and branches nets of many loads.
    pub buffer: Buffer,
}

/// A cell of the library.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LibraryCell {
    /// In the library's own unit.
    pub area: f64,
    /// Whether it keeps a bit.
    pub is_flip_flop: bool,
    inputs: Vec<String>,
    /// Outputs, each with its function.
    outputs: Vec<(String, String)>,
}

/// A cell whose output is its input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer {
    /// Name of the cell.
    pub cell: String,
    /// Its input pin.
    pub input: String,
    /// Its output pin.
    pub output: String,
}

/// Why a file is no library for this flow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum LibraryError {
    #[error(
        "it must be a Liberty file, which begins with library (NAME) {{ and closes every brace; name a .lib file"
    )]
    NotLiberty,
    #[error(
        "library {0} has no flip-flop (a cell with an ff group); name one for sequential logic"
    )]
    NoFlipFlop(String),
    #[error(
        "library {0} has no buffer (a cell whose output's function is its input); name one that has"
    )]
    NoBuffer(String),
}

impl Library {
    /// Reads the text of a Liberty file.
    ///
    /// # Errors
    /// When it is something else, or has no flip-flop or no buffer.
    pub fn parse(text: &str) -> Result<Self, LibraryError> {
        let (name, cells) = Reader::default().read(text)?;
        if !cells.values().any(|cell| cell.is_flip_flop) {
            return Err(LibraryError::NoFlipFlop(name));
        }
        let buffer = buffer(&cells).ok_or_else(|| LibraryError::NoBuffer(name.clone()))?;
        Ok(Self { name, text: text.to_string(), cells, buffer })
    }
}

/// The middle one by area of those that are not meant for a clock, the larger of two in the middle.
fn buffer(cells: &BTreeMap<String, LibraryCell>) -> Option<Buffer> {
    let mut buffers: Vec<(f64, Buffer)> =
        cells.iter().filter_map(|(name, cell)| Some((cell.area, as_buffer(name, cell)?))).collect();
    let is_plain = |(_, buffer): &(f64, Buffer)| !buffer.cell.to_ascii_lowercase().contains("clk");
    if buffers.iter().any(is_plain) {
        buffers.retain(is_plain);
    }
    buffers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let middle = buffers.len() / 2;
    buffers.into_iter().nth(middle).map(|(_, buffer)| buffer)
}

fn as_buffer(name: &str, cell: &LibraryCell) -> Option<Buffer> {
    let ([input], [(output, function)]) = (cell.inputs.as_slice(), cell.outputs.as_slice()) else {
        return None;
    };
    let function = function.trim().trim_matches(['(', ')']).trim();
    (!cell.is_flip_flop && function == input).then(|| Buffer {
        cell: name.to_string(),
        input: input.clone(),
        output: output.clone(),
    })
}

/// The open groups of a file and what was found in them.
#[derive(Default)]
struct Reader {
    library: Option<String>,
    cells: BTreeMap<String, LibraryCell>,
    /// Kind and name of each group around the current place.
    open: Vec<(String, String)>,
    /// Attributes of the open pin.
    pin: BTreeMap<String, String>,
}

impl Reader {
    fn read(mut self, text: &str) -> Result<(String, BTreeMap<String, LibraryCell>), LibraryError> {
        for (statement, end) in Statements(text) {
            match end {
                '{' => self.opens(&statement),
                '}' if self.open.is_empty() => return Err(LibraryError::NotLiberty),
                '}' => {
                    self.attributes(&statement);
                    self.closes();
                }
                _ => self.attributes(&statement),
            }
            // Whatever it is, it does not begin as a library does.
            if self.library.is_none() {
                return Err(LibraryError::NotLiberty);
            }
        }
        match self.library {
            Some(name) if self.open.is_empty() => Ok((name, self.cells)),
            _ => Err(LibraryError::NotLiberty),
        }
    }

    fn opens(&mut self, head: &str) {
        let (before, head) = head.trim().rsplit_once('\n').unwrap_or(("", head.trim()));
        self.attributes(before);
        let (kind, name) = head.split_once('(').unwrap_or((head, ""));
        let (kind, name) = (kind.trim().to_string(), plain(name.trim_end().trim_end_matches(')')));
        match (self.open.len(), kind.as_str()) {
            (0, "library") if self.library.is_none() => self.library = Some(name.clone()),
            (1, "cell") => drop(self.cells.insert(name.clone(), LibraryCell::default())),
            (2, "ff" | "ff_bank") => {
                if let Some(cell) = self.cell() {
                    cell.is_flip_flop = true;
                }
            }
            _ => {}
        }
        self.open.push((kind, name));
    }

    fn closes(&mut self) {
        let Some((kind, name)) = self.open.pop() else { return };
        if kind == "pin" && self.open.len() == 2 {
            let attributes = std::mem::take(&mut self.pin);
            let Some(cell) = self.cell() else { return };
            match attributes.get("direction").map(String::as_str) {
                Some("input") => cell.inputs.push(name),
                Some("output") => cell
                    .outputs
                    .push((name, attributes.get("function").cloned().unwrap_or_default())),
                _ => {}
            }
        }
    }

    /// Reads `name : value`, one a line where semicolons are left out.
    fn attributes(&mut self, statement: &str) {
        for (name, value) in statement.lines().filter_map(|line| line.split_once(':')) {
            let (name, value) = (name.trim(), plain(value));
            match self.open.last().map(|group| group.0.as_str()) {
                Some("pin") if self.open.len() == 3 => {
                    drop(self.pin.insert(name.to_string(), value))
                }
                Some("cell") if name == "area" => {
                    if let (Some(cell), Ok(area)) = (self.cell(), value.parse()) {
                        cell.area = area;
                    }
                }
                _ => {}
            }
        }
    }

    /// The cell that is open.
    fn cell(&mut self) -> Option<&mut LibraryCell> {
        self.open.get(1).and_then(|(_, name)| self.cells.get_mut(name))
    }
}

/// Without quotes and blanks around it.
fn plain(text: &str) -> String {
    text.trim().trim_matches('"').trim().to_string()
}

/// What stands before each brace and semicolon, and which of these it is; without comments and
/// continued lines.
struct Statements<'t>(&'t str);

impl Iterator for Statements<'_> {
    type Item = (String, char);

    fn next(&mut self) -> Option<Self::Item> {
        let mut statement = String::new();
        let mut quoted = false;
        let mut rest = self.0;
        while let Some(character) = rest.chars().next() {
            if !quoted && rest.starts_with("/*") {
                rest = rest.split_once("*/").map_or("", |(_, after)| after);
                continue;
            }
            rest = &rest[character.len_utf8()..];
            match character {
                '"' => quoted = !quoted,
                '\\' => {
                    rest = rest.trim_start_matches(['\r', '\n']);
                    continue;
                }
                '{' | '}' | ';' if !quoted => {
                    self.0 = rest;
                    return Some((statement, character));
                }
                _ => {}
            }
            statement.push(character);
        }
        self.0 = "";
        (!statement.trim().is_empty()).then_some((statement, ';'))
    }
}
