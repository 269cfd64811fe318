//! Wires of a mapped design.
//!
//! Coloquinte places its cells: every module of some thousands of cells by itself, once for all of
//! its copies, and then these blocks, the macros and the other cells beside each other. The wire of
//! a net is half the perimeter of the rectangle around its pins. A wire that is longer than what is
//! best for the library's buffer gets one each so many µm. Wires of the clock, and their detours, are
//! left out.
//!
//! ```
//! use lanebeat::study::standard_cells::wires::Circuit;
//!
//! // Four cells of 6 by 3 µm on a square that they fill to a half.
//! let circuit = Circuit::new(3.0, vec![[6.0, 3.0]; 4], 0.5);
//! assert_eq!(circuit.side, 12.0);
//! ```

mod flat;
mod place;
mod spef;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;

use serde::Deserialize;

pub use flat::{Block, Flat, Origin, flat};
pub use place::{Circuit, Place, Placer};
pub use spef::{WiredNet, spef};

use super::StandardCells;
use super::netlist::{FIRST_NET, Instance, Net, Netlist, Pins, net_names};
use super::timing::{OpenSta, TOOL};
use crate::study::figure::Figure;
use crate::study::yosys::FlowError;

/// Wires of a process, and the rows that its cells stand in.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Process {
    /// Ω a µm.
    pub resistance: f64,
    /// fF a µm.
    pub capacitance: f64,
    /// Height of a row, in µm.
    pub row: f64,
}

impl Process {
    /// Load of a wire of so many µm.
    fn picofarads(&self, length: f64) -> f64 {
        1e-3 * self.capacitance * length
    }

    /// The rule that a value breaks, with its cure.
    pub(super) fn broken_rule(&self) -> Option<String> {
        let values = [
            ("resistance", self.resistance, 1e3),
            ("capacitance", self.capacitance, 1e3),
            ("row", self.row, 1e3),
        ];
        let wrong = values.into_iter().find(|(_, value, most)| !(*value > 0.0 && value <= most));
        wrong.map(|(key, value, most)| {
            format!("{key} must be above 0 and at most {most}, not {value}; correct it")
        })
    }
}

/// pF of the wires behind each net that a cell of the module drives, on average over the module's
/// copies.
pub type Loads = HashMap<String, HashMap<Net, f64>>;

/// A design with its wires.
pub struct Wired {
    /// The design without hierarchy, with the repeaters.
    pub netlist: Netlist,
    /// Its wires in SPEF.
    pub spef: String,
    /// Loads by module, of repeaters too.
    pub loads: Loads,
    /// µm of all wires, by the module that drives them; those of macros apart.
    pub lengths: BTreeMap<String, f64>,
    /// Number of repeaters.
    pub repeaters: usize,
    /// Side of the square that the design is placed on, in µm.
    pub side: f64,
}

/// Source of wires.
pub const WIRES: &str = "wires by Coloquinte's placement, module by module, with the process' resistance and capacitance and repeaters";

/// Cells of a module that is placed by itself.
const CELLS_OF_BLOCK: RangeInclusive<usize> = 300..=60_000;

/// Share of a square that cells fill.
const DENSITY: f64 = 0.7;

/// Share of the whole that blocks, macros and the room of the other cells fill.
const DENSITY_OF_BLOCKS: f64 = 0.85;

/// Rows of cells in one of the whole's.
const ROWS: f64 = 10.0;

/// Distances of repeaters that are tried, in µm.
const DISTANCES: [usize; 6] = [100, 200, 300, 500, 800, 1200];

/// Buffers in the chain that is timed for each of them.
const CHAIN: usize = 6;

impl StandardCells {
    /// The design under the last of `netlists` with its wires.
    ///
    /// # Errors
    /// The error of a tool.
    pub fn wired(
        &self,
        netlists: &[Netlist],
        process: &Process,
        placer: &Placer,
        opensta: &OpenSta,
    ) -> Result<Wired, FlowError> {
        let mut is_block = self.blocks(netlists);
        // A design that would be a block is placed as one.
        let is_one = is_block.last() == Some(&true);
        is_block.iter_mut().for_each(|is_block| *is_block &= !is_one);
        let design = flat(netlists, &is_block);
        let (places, side) = match is_one {
            true => self.alone(&design.netlist, process, placer)?,
            false => self.places(netlists, &design, process, placer)?,
        };
        let reach = self.reach(process, opensta)?;
        Ok(self.with_wires(netlists, design, &places, process, reach, side))
    }

    /// Which modules are placed by themselves: of some thousands of cells, and without macros.
    fn blocks(&self, netlists: &[Netlist]) -> Vec<bool> {
        // Cells under each module; none where one of them is a macro.
        let mut counts: HashMap<&str, Option<usize>> = HashMap::new();
        let of_module = |netlist| -> bool {
            let netlist: &Netlist = netlist;
            let own = |cell: &Instance| match counts.get(&*cell.kind) {
                Some(known) => *known,
                None => self.library.cells.contains_key(&cell.kind).then_some(1),
            };
            let count: Option<usize> = netlist.cells.iter().map(own).sum();
            counts.insert(&netlist.name, count);
            count.is_some_and(|count| CELLS_OF_BLOCK.contains(&count))
        };
        netlists.iter().map(of_module).collect()
    }

    /// µm² of a cell or a macro.
    fn area(&self, kind: &str) -> f64 {
        let cell = self.library.cells.get(kind).map(|cell| cell.area);
        let known = || Some(self.macros.as_ref()?.find(kind)?.cost());
        cell.or_else(known).unwrap_or(0.0)
    }

    /// The middle of each cell of `design`, and the side of its square, in µm.
    fn places(
        &self,
        netlists: &[Netlist],
        design: &Flat,
        process: &Process,
        placer: &Placer,
    ) -> Result<(Vec<Place>, f64), FlowError> {
        let own = self.blocks_alone(netlists, design, process, placer)?;
        let cells = &design.netlist.cells;
        // Large rectangles: blocks, then macros. Cells lie in one of them, or are loose.
        let row = ROWS * process.row;
        let rows = |length: f64| (length / row).round().max(1.0) * row;
        let rectangle = |[width, height]: [f64; 2]| [width * height / rows(height), rows(height)];
        let mut large: Vec<[f64; 2]> =
            design.blocks.iter().map(|block| rectangle([own[&block.module].0; 2])).collect();
        let mut loose = vec![];
        let mut homes: Vec<Result<(usize, Place), usize>> = vec![];
        for (number, (cell, origin)) in cells.iter().zip(&design.origins).enumerate() {
            homes.push(match origin.block {
                Some(block) => {
                    let (side, places) = &own[&design.blocks[block].module];
                    let place = places[number - design.blocks[block].first];
                    // The block's square became this rectangle.
                    let at = |axis: usize| (place[axis] / side - 0.5) * large[block][axis];
                    Ok((block, [at(0), at(1)]))
                }
                None if self.library.cells.contains_key(&cell.kind) => {
                    loose.push([self.area(&cell.kind) / process.row, process.row]);
                    Err(loose.len() - 1)
                }
                None => {
                    let known = self.macros.as_ref().and_then(|macros| macros.find(&cell.kind));
                    let side = self.area(&cell.kind).sqrt();
                    large.push(rectangle(known.and_then(|own| own.size).unwrap_or([side; 2])));
                    Ok((large.len() - 1, [0.0; 2]))
                }
            });
        }
        let name = &design.netlist.name;
        let of_loose: f64 = loose.iter().map(|[width, height]| width * height / DENSITY).sum();
        let of_large: f64 = large.iter().map(|[width, height]| width * height).sum();
        let least = (((of_loose + of_large) / DENSITY_OF_BLOCKS).sqrt() / row).ceil() * row;
        let ports: Vec<Net> = ports_of(&design.netlist);
        // First everything is placed as if large rectangles were small, so that what belongs together
        // comes together.
        let count = large.len();
        let small = vec![[process.row; 2]; count];
        let sizes = small.into_iter().chain(loose.iter().copied()).collect();
        let mut circuit = Circuit { side: least, ..Circuit::new(process.row, sizes, DENSITY) };
        circuit.points = circuit.around(ports.len());
        let together = homes.iter().map(|home| match *home {
            Ok((large, _)) => End::In(large, [0.0; 2]),
            Err(loose) => End::In(count + loose, [0.0; 2]),
        });
        circuit.connect(&design.netlist, together.collect(), &ports);
        let first = placer.place(&self.cache, &circuit, name)?;
        // Then these are placed as they are, and at last the others around them. There they may lie
        // anywhere: lanes are not closed to wires and to what belongs beside them.
        let fixed = homes.iter().map(|home| match *home {
            Ok((large, place)) => End::In(large, place),
            Err(loose) => End::At(first[count + loose]),
        });
        let fixed: Vec<End> = fixed.collect();
        let mut side = least;
        let middles = loop {
            let mut apart = Circuit { side, ..Circuit::new(row, large.clone(), DENSITY) };
            apart.connect(&design.netlist, fixed.clone(), &[]);
            match placer.place(&self.cache, &apart, name) {
                // Large rectangles of all sizes may need more room.
                Err(FlowError::Failed { .. }) if side < 1.5 * least => side += row * 4.0,
                answer => break answer?,
            }
        };
        let mut around = Circuit { side, ..Circuit::new(process.row, loose, DENSITY) };
        let middle =
            |(object, [x, y]): (usize, Place)| [middles[object][0] + x, middles[object][1] + y];
        around.points = around.around(ports.len());
        let ends = homes.iter().map(|home| match *home {
            Ok(home) => End::At(middle(home)),
            Err(loose) => End::In(loose, [0.0; 2]),
        });
        around.connect(&design.netlist, ends.collect(), &ports);
        let loose = placer.place(&self.cache, &around, name)?;
        let place = |home: Result<(usize, Place), usize>| match home {
            Ok(home) => middle(home),
            Err(number) => loose[number],
        };
        Ok((homes.into_iter().map(place).collect(), side))
    }

    /// The middles of the cells of `netlist` on a square of their own with its ports around it, and
    /// the side of that.
    fn alone(
        &self,
        netlist: &Netlist,
        process: &Process,
        placer: &Placer,
    ) -> Result<(Vec<Place>, f64), FlowError> {
        let size = |cell: &Instance| [self.area(&cell.kind) / process.row, process.row];
        let sizes = netlist.cells.iter().map(size).collect();
        let mut circuit = Circuit::new(process.row, sizes, DENSITY);
        let ports = ports_of(netlist);
        circuit.points = circuit.around(ports.len());
        let ends = (0..netlist.cells.len()).map(|cell| End::In(cell, [0.0; 2])).collect();
        circuit.connect(netlist, ends, &ports);
        Ok((placer.place(&self.cache, &circuit, &netlist.name)?, circuit.side))
    }

    /// The side of the square of each module that is a block, and the middles of its cells.
    fn blocks_alone(
        &self,
        netlists: &[Netlist],
        design: &Flat,
        process: &Process,
        placer: &Placer,
    ) -> Result<BTreeMap<usize, (f64, Vec<Place>)>, FlowError> {
        let mut own = BTreeMap::new();
        for block in &design.blocks {
            if own.contains_key(&block.module) {
                continue;
            }
            let inside = flat(&netlists[..=block.module], &vec![false; block.module + 1]).netlist;
            let (places, side) = self.alone(&inside, process, placer)?;
            own.insert(block.module, (side, places));
        }
        Ok(own)
    }

    /// The distance of repeaters in µm at which a long wire is fastest, by the timing analyser.
    fn reach(&self, process: &Process, opensta: &OpenSta) -> Result<f64, FlowError> {
        let buffer = &self.library.buffer;
        let port = |name: String, is_input, net| Pins { name, is_input, nets: vec![net] };
        let mut netlist = Netlist { name: "repeaters".into(), ports: vec![], cells: vec![] };
        let mut nets = vec![];
        for (number, &distance) in DISTANCES.iter().enumerate() {
            let first = FIRST_NET + (number * (CHAIN + 1)) as Net;
            netlist.ports.push(port(format!("i{distance}"), true, first));
            netlist.ports.push(port(format!("o{distance}"), false, first + CHAIN as Net));
            let name = |step: usize| format!("b{distance}_{step}");
            for step in 0..CHAIN {
                let net = first + step as Net;
                netlist.cells.push(buffer.between(name(step), net, net + 1));
                if step + 1 < CHAIN {
                    let ohms = process.resistance * distance as f64;
                    nets.push(WiredNet {
                        name: format!("n{}", net + 1),
                        driver: [name(step), buffer.output.clone()],
                        load: process.picofarads(distance as f64),
                        sinks: vec![([name(step + 1), buffer.input.clone()], ohms)],
                    });
                }
            }
        }
        let outputs = DISTANCES.map(|distance| format!("o{distance}"));
        let arrivals =
            opensta.arrivals(&self.cache, &self.library.text, &netlist, &spef(&nets), &outputs)?;
        let speed = |(&distance, time): (&usize, f64)| distance as f64 / time;
        let best = DISTANCES
            .iter()
            .zip(arrivals)
            .max_by(|a, b| speed((a.0, a.1)).total_cmp(&speed((b.0, b.1))));
        let (&distance, _) =
            best.ok_or_else(|| FlowError::failed(TOOL, "repeaters", "no times"))?;
        Ok(distance as f64)
    }

    /// `design` with a wire at each net, whose cells stand at `places`, and a repeater each `reach`
    /// µm.
    pub fn with_wires(
        &self,
        netlists: &[Netlist],
        design: Flat,
        places: &[Place],
        process: &Process,
        reach: f64,
        side: f64,
    ) -> Wired {
        let Flat { mut netlist, origins, .. } = design;
        let buffer = &self.library.buffer;
        let entry = self.library.cells[&buffer.cell].capacitance(&buffer.input);
        let mut names = net_names(&netlist);
        let mut free = netlist.free();
        let mut nets: Vec<WiredNet> = vec![];
        let (mut sums, mut lengths) = (HashMap::<(usize, Net), f64>::new(), BTreeMap::new());
        let mut copies = vec![0_usize; netlists.len()];
        super::netlist::counted(netlists)
            .iter()
            .enumerate()
            .for_each(|(place, (_, count))| copies[place] = *count);
        let mut repeaters = 0;
        for (net, ends) in ends(&netlist) {
            let Some((driver, pin, bit)) = ends.driver else { continue };
            if ends.sinks.is_empty() {
                continue;
            }
            let all = ends.sinks.iter().map(|&(cell, ..)| places[cell]).chain([places[driver]]);
            let length = half_perimeter(all);
            let Origin { module, cell, .. } = origins[driver];
            let kind = &netlist.cells[driver].kind;
            let from = match self.library.cells.contains_key(kind) {
                true => netlists[module].name.clone(),
                false => "macros".to_owned(),
            };
            *lengths.entry(from).or_default() += length;
            let distance = |cell: usize| half_perimeter([places[driver], places[cell]].into_iter());
            // Sinks by the repeater that they hang on, the driver first.
            let mut taps: Vec<Vec<(usize, usize, usize)>> = vec![vec![]];
            for &sink in &ends.sinks {
                let tap = (distance(sink.0) / reach) as usize;
                taps.resize(taps.len().max(tap + 1), vec![]);
                taps[tap].push(sink);
            }
            let added = taps.len() - 1;
            repeaters += added;
            let rest = (length - reach * added as f64).max(0.0);
            let local = netlists[module].cells[cell].pins[pin].nets[bit];
            *sums.entry((module, local)).or_default() +=
                process.picofarads(reach * added as f64 + rest) + entry * added as f64;
            let pin_of = |netlist: &Netlist, (cell, pin, bit): (usize, usize, usize)| {
                let cell = &netlist.cells[cell];
                let pins = &cell.pins[pin];
                let pin = match pins.nets.len() {
                    1 => pins.name.clone(),
                    _ => format!("{}[{bit}]", pins.name),
                };
                [cell.name.clone(), pin]
            };
            let (mut current, mut from) = (net, pin_of(&netlist, (driver, pin, bit)));
            for (tap, sinks) in taps.iter().enumerate() {
                let share = rest * sinks.len() as f64 / ends.sinks.len() as f64;
                let mut wire = share;
                let mut wired: Vec<([String; 2], f64)> = vec![];
                for &sink in sinks {
                    netlist.cells[sink.0].pins[sink.1].nets[sink.2] = current;
                    let rest = distance(sink.0) - tap as f64 * reach;
                    wired.push((pin_of(&netlist, sink), process.resistance * rest));
                }
                let name = names.entry(current).or_insert_with(|| format!("n{current}")).clone();
                let mut next = None;
                if tap < added {
                    let (own, own_net) = (format!("repeater_{free}"), free);
                    free += 1;
                    netlist.cells.push(buffer.between(own.clone(), current, own_net));
                    wired.push(([own.clone(), buffer.input.clone()], process.resistance * reach));
                    wire += reach;
                    next = Some((own_net, [own, buffer.output.clone()]));
                }
                nets.push(WiredNet {
                    name,
                    driver: from.clone(),
                    load: process.picofarads(wire),
                    sinks: wired,
                });
                if let Some(next) = next {
                    (current, from) = next;
                }
            }
        }
        let mut loads = Loads::new();
        for ((module, net), sum) in sums {
            let own = loads.entry(netlists[module].name.clone()).or_default();
            own.insert(net, sum / copies[module].max(1) as f64);
        }
        Wired { netlist, spef: spef(&nets), loads, lengths, repeaters, side }
    }
}

impl Wired {
    /// Lengths of its wires, its repeaters, and the side of its square.
    pub fn figures(&self) -> [Figure; 3] {
        let total: f64 = self.lengths.values().sum();
        let mut parts: Vec<(&String, &f64)> = self.lengths.iter().collect();
        parts.sort_by(|a, b| b.1.total_cmp(a.1));
        let parts =
            parts.iter().take(8).map(|(name, length)| format!("{name} {:.1} mm", **length * 1e-3));
        let parts = parts.collect::<Vec<_>>().join(", ");
        let source = format!("{WIRES}; a net is as long as half the perimeter around its pins");
        [
            Figure::new("wire", 1e-3 * total, "mm", &source)
                .with_remark(format!("driven by {parts}")),
            Figure::new("repeaters", self.repeaters as f64, "cells", &source),
            Figure::new("side", 1e-3 * self.side, "mm", &source),
        ]
    }
}

impl Circuit {
    /// Adds the nets of `netlist`, whose cells lie at `ends`, and its `ports`, which are at the points.
    fn connect(&mut self, netlist: &Netlist, ends: Vec<End>, ports: &[Net]) {
        let clock = netlist.clock();
        let mut nets: BTreeMap<Net, Vec<(usize, Place)>> = BTreeMap::new();
        let first = self.sizes.len();
        let is_wire = |net: Net| net >= FIRST_NET && Some(net) != clock;
        let nets_of = |cell: &Instance| -> Vec<Net> {
            cell.pins.iter().flat_map(|pins| pins.nets.clone()).collect()
        };
        let moved = netlist.cells.iter().zip(&ends).filter(|(_, end)| matches!(end, End::In(..)));
        let moved: HashSet<Net> = moved.flat_map(|(cell, _)| nets_of(cell)).collect();
        for (cell, end) in netlist.cells.iter().zip(&ends) {
            for net in nets_of(cell).into_iter().filter(|net| is_wire(*net) && moved.contains(net))
            {
                let end = match *end {
                    End::In(object, place) => (object, place),
                    End::At(place) => {
                        self.points.push(place);
                        (first + self.points.len() - 1, [0.0; 2])
                    }
                };
                nets.entry(net).or_default().push(end);
            }
        }
        for (point, &net) in ports.iter().enumerate().filter(|(_, net)| is_wire(**net)) {
            nets.entry(net).or_default().push((first + point, [0.0; 2]));
        }
        let joins = |ends: &[(usize, Place)]| {
            let is_free = ends.iter().any(|end| end.0 < first);
            is_free && ends.iter().any(|end| end.0 != ends[0].0)
        };
        self.nets = nets.into_values().filter(|ends| joins(ends)).collect();
    }
}

/// Where a cell lies.
#[derive(Clone, Copy)]
enum End {
    /// In a rectangle, so far from its middle.
    In(usize, Place),
    /// At a point.
    At(Place),
}

/// The net of each bit of the ports.
fn ports_of(netlist: &Netlist) -> Vec<Net> {
    netlist.ports.iter().flat_map(|port| port.nets.clone()).collect()
}

/// Driver and sinks of a net: cell, pin, and bit of the pin.
#[derive(Default)]
struct Ends {
    driver: Option<(usize, usize, usize)>,
    sinks: Vec<(usize, usize, usize)>,
}

/// The nets of `netlist` but constants and the clock.
fn ends(netlist: &Netlist) -> BTreeMap<Net, Ends> {
    let clock = netlist.clock();
    let mut all: BTreeMap<Net, Ends> = BTreeMap::new();
    for (number, cell) in netlist.cells.iter().enumerate() {
        for (pin, pins) in cell.pins.iter().enumerate() {
            for (bit, &net) in pins.nets.iter().enumerate() {
                if net < FIRST_NET || Some(net) == clock {
                    continue;
                }
                let ends = all.entry(net).or_default();
                match pins.is_input {
                    true => ends.sinks.push((number, pin, bit)),
                    false => ends.driver = Some((number, pin, bit)),
                }
            }
        }
    }
    all
}

/// Half the perimeter of the rectangle around `places`.
fn half_perimeter(places: impl Iterator<Item = Place>) -> f64 {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for place in places {
        for axis in 0..2 {
            low[axis] = low[axis].min(place[axis]);
            high[axis] = high[axis].max(place[axis]);
        }
    }
    high[0] - low[0] + high[1] - low[1]
}
