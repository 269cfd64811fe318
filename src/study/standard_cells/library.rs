//! Content of a Liberty file that a study needs: area and pins of each cell, which cells are
//! flip-flops, and a buffer.

use std::collections::BTreeMap;

use super::liberty::Group;
use super::netlist::{Instance, Net, Pins};
use crate::source::shorten;

/// A standard-cell library.
#[derive(Clone, PartialEq, Debug)]
pub struct Library {
    /// Name in the file.
    pub name: String,
    /// The file, without its guesses at wires.
    pub text: String,
    /// Each cell by its name.
    pub cells: BTreeMap<String, LibraryCell>,
    /// Supply voltage, in V.
    pub voltage: f64,
    /// Whether it says which operating conditions are meant.
    pub has_conditions: bool,
    /// The cell that drives a module's inputs and branches nets of many loads.
    pub buffer: Buffer,
}

/// A cell of the library.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LibraryCell {
    /// Area, in the library's own unit.
    pub area: f64,
    /// Whether it keeps a bit.
    pub is_flip_flop: bool,
    /// Inputs, each with its capacitance in pF.
    inputs: Vec<(String, f64)>,
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

impl Buffer {
    /// A buffer called `name` from net `input` to net `output`.
    pub fn between(&self, name: String, input: Net, output: Net) -> Instance {
        let pins = vec![
            Pins { name: self.input.clone(), is_input: true, nets: vec![input] },
            Pins { name: self.output.clone(), is_input: false, nets: vec![output] },
        ];
        Instance { name, kind: self.cell.clone(), pins }
    }
}

impl Library {
    /// Reads the text of a Liberty file.
    ///
    /// # Errors
    /// When it is something else, has a value or a name that cannot be, or no flip-flop or no buffer.
    pub fn parse(text: &str) -> Result<Self, String> {
        let library = Group::library(text)?;
        let scale = library.picofarads()?;
        let cell = |cell: &Group| Ok((cell.name.clone(), of_group(cell, scale)?));
        let cells = library.of_kind("cell").map(cell).collect::<Result<_, String>>();
        let cells: BTreeMap<String, LibraryCell> = cells?;
        let voltage = library.number("nom_voltage", MOST_VOLTS)?.unwrap_or(1.0);
        let has_conditions = library.attribute("default_operating_conditions").is_some();
        let name = shorten(&library.name);
        if !cells.values().any(|cell| cell.is_flip_flop) {
            return Err(format!(
                "library {name} has no flip-flop (a cell with an ff group); name one for sequential logic"
            ));
        }
        let no_buffer = || {
            format!(
                "library {name} has no buffer (a cell whose output's function is its input); name one that has"
            )
        };
        let buffer = buffer(&cells).ok_or_else(no_buffer)?;
        Ok(Self { name, text: without_wire_loads(text), cells, voltage, has_conditions, buffer })
    }
}

/// The text of a library without its guesses at wires: OpenSTA adds them to every net whose wire it
/// is not told, and a period without wires is to have none.
fn without_wire_loads(text: &str) -> String {
    let mut parts = text.split("default_wire_load");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // The rest of a name, and its value.
        let end = part.find([';', '\n']).unwrap_or(part.len());
        kept += part[end..].trim_start_matches(';');
    }
    kept
}

impl LibraryCell {
    /// Capacitance of an input, in pF.
    pub fn capacitance(&self, input: &str) -> f64 {
        self.inputs.iter().find(|(name, _)| name == input).map_or(0.0, |(_, own)| *own)
    }

    fn as_buffer(&self, name: &str) -> Option<Buffer> {
        let [(input, _)] = self.inputs.as_slice() else { return None };
        let [(output, function)] = self.outputs.as_slice() else { return None };
        let function = function.trim().trim_matches(['(', ')']).trim();
        (!self.is_flip_flop && function == input).then(|| Buffer {
            cell: name.to_string(),
            input: input.clone(),
            output: output.clone(),
        })
    }
}

/// The cell, whose capacitances are in units of `scale` pF.
///
/// # Errors
/// A value or a name that cannot be, with rule and cure.
fn of_group(cell: &Group, scale: f64) -> Result<LibraryCell, String> {
    cell.check_name()?;
    leakage(cell)?;
    let mut own = LibraryCell {
        area: area(cell)?.unwrap_or(0.0),
        is_flip_flop: cell.groups.iter().any(|group| ["ff", "ff_bank"].contains(&&*group.kind)),
        ..LibraryCell::default()
    };
    for pin in cell.of_kind("pin") {
        pin.check_name()?;
        match pin.attribute("direction") {
            Some("input") => {
                let capacitance = pin.number("capacitance", MOST_PICOFARADS / scale)?;
                own.inputs.push((pin.name.clone(), scale * capacitance.unwrap_or(0.0)));
            }
            Some("output") => {
                let function = pin.attribute("function").unwrap_or_default();
                own.outputs.push((pin.name.clone(), function.to_string()));
            }
            _ => {}
        }
    }
    Ok(own)
}

const MOST_VOLTS: f64 = 1e3;
const MOST_PICOFARADS: f64 = 1e6;
/// Most square micrometres, nanowatts and picojoules of anything: what no cell has.
pub const MOST: f64 = 1e12;

/// The area of `cell`, in the library's own unit.
///
/// # Errors
/// When it is no area, with rule and cure.
pub fn area(cell: &Group) -> Result<Option<f64>, String> {
    cell.number("area", MOST)
}

/// The leakage of `cell`, in the library's own unit.
///
/// # Errors
/// When it is no power, with rule and cure.
pub fn leakage(cell: &Group) -> Result<f64, String> {
    let by_state = cell.of_kind("leakage_power").map(|group| group.number("value", MOST));
    by_state.collect::<Result<Vec<_>, String>>()?;
    Ok(cell.number("cell_leakage_power", MOST)?.unwrap_or(0.0))
}

/// The middle one by area of those that are not meant for a clock or to be slow, the larger of two in
/// the middle.
fn buffer(cells: &BTreeMap<String, LibraryCell>) -> Option<Buffer> {
    let known = cells.iter().filter_map(|(name, cell)| Some((cell.area, cell.as_buffer(name)?)));
    let is_special = |(_, buffer): &(f64, Buffer)| {
        let name = buffer.cell.to_ascii_lowercase();
        ["clk", "dly", "delay"].iter().any(|kind| name.contains(kind))
    };
    let (special, plain): (Vec<_>, Vec<_>) = known.partition(is_special);
    let mut buffers = if plain.is_empty() { special } else { plain };
    buffers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let middle = buffers.len() / 2;
    buffers.into_iter().nth(middle).map(|(_, buffer)| buffer)
}
