//! An SRAM macro.

use std::sync::Arc;

use super::super::liberty::Group;
use super::super::library::{MOST, area, leakage};
use super::interface::{Interface, Kind, Pin, PortPins, Role, Tie, Width, address_width};

/// Prefix of the names of modules that stand for macros.
pub const LEAF: &str = "lanebeat_macro_";

/// Relative difference allowed between the area of the table and of the Liberty file, which rounds.
const SAME_AREA: f64 = 0.01;

/// An SRAM macro.
#[derive(Clone, PartialEq, Debug)]
pub struct Macro {
    /// Name of its cell.
    pub name: String,
    /// Number of words.
    pub rows: usize,
    /// Bits of a word.
    pub bits: usize,
    /// Its pins.
    pub(super) interface: Arc<Interface>,
    /// Bits that one bit of the mask writes; `None` where a word is written whole.
    pub granule: Option<usize>,
    /// Area, in µm².
    pub area: Option<f64>,
    /// Width and height, in µm.
    pub size: Option<[f64; 2]>,
    /// Energy of one port in its Liberty file; `None` where there is none.
    pub energy: Option<AccessEnergy>,
    /// Whether that is the energy of a macro with fewer ports, and so a lower bound.
    pub energy_is_bound: bool,
    /// Leakage, in nW.
    pub leakage: f64,
    /// The text of its Liberty file; empty without one.
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

impl Macro {
    /// A macro of nothing.
    pub(super) fn empty() -> Self {
        let interface = Interface { holds: true, port: vec![], tie: Default::default() };
        Self {
            name: String::new(),
            rows: 0,
            bits: 0,
            interface: Arc::new(interface),
            granule: None,
            area: None,
            size: None,
            energy: None,
            energy_is_bound: false,
            leakage: 0.0,
            liberty: String::new(),
        }
    }

    /// Whether read data stays until a port reads again.
    pub fn holds(&self) -> bool {
        self.interface.holds
    }

    /// Number of its ports.
    pub fn ports(&self) -> usize {
        self.interface.port.len()
    }

    /// Area, in µm²; where no macro has one, bits in its place.
    pub fn cost(&self) -> f64 {
        self.area.unwrap_or((self.rows * self.bits) as f64)
    }

    /// The port that serves each of `roles`, the first that can; `None` where they cannot all be
    /// served.
    pub(super) fn assigned(&self, roles: &[Role]) -> Option<Vec<usize>> {
        fn assign(ports: &[PortPins], roles: &[Role], taken: &mut Vec<usize>) -> bool {
            let Some(role) = roles.get(taken.len()) else { return true };
            (0..ports.len()).any(|port| {
                let serves = match ports[port].kind {
                    Kind::Rw => true,
                    Kind::R => *role == Role::Read,
                    Kind::W => *role == Role::Write,
                };
                if !serves || taken.contains(&port) {
                    return false;
                }
                taken.push(port);
                let is_done = assign(ports, roles, taken);
                if !is_done {
                    taken.pop();
                }
                is_done
            })
        }
        let mut taken = vec![];
        assign(&self.interface.port, roles, &mut taken).then_some(taken)
    }

    /// Bits of a pin.
    pub(super) fn width(&self, width: Width) -> usize {
        match width {
            Width::Bit => 1,
            Width::Address => address_width(self.rows),
            Width::Data => self.bits,
            Width::Mask => self.granule.map_or(1, |granule| self.bits / granule),
        }
    }

    /// All pins: name, whether it is an input, and bits.
    pub fn pins(&self) -> Vec<(&str, bool, usize)> {
        let mut pins: Vec<(&str, bool, usize)> = vec![];
        for (key, pin, width) in self.interface.port.iter().flat_map(PortPins::pins) {
            // Ports may share a clock.
            if !pins.iter().any(|(name, ..)| *name == pin.name) {
                pins.push((&pin.name, key != "q", self.width(width)));
            }
        }
        let ties = self.interface.tie.iter();
        pins.extend(ties.map(|(name, tie)| match tie {
            Tie::Bit(_) => (&**name, true, 1),
            Tie::Bus(width, _) => (&**name, true, self.width(*width)),
        }));
        pins
    }

    /// Adds the content of its Liberty file.
    pub(super) fn add_liberty(&mut self, text: String) -> Result<(), String> {
        let Self { name, rows, bits, .. } = &*self;
        let library = Group::library(&text)?;
        let cell = library.of_kind("cell").find(|cell| cell.name == *name);
        let cell =
            cell.ok_or_else(|| format!("it has no cell ({name}); name the file otherwise"))?;
        let own = area(cell)?.filter(|own| *own > 0.0);
        if let (Some(own), Some(wanted)) = (own, self.area)
            && (own / wanted - 1.0).abs() > SAME_AREA
        {
            return Err(format!(
                "the area of {name} is {own} here and {wanted} in the table; correct the table"
            ));
        }
        let found = liberty_pins(&library, cell)?;
        let known = self.pins();
        for (pin, is_input, wanted) in &known {
            let there = found.iter().find(|(name, ..)| name == pin);
            if there.is_none_or(|(_, input, width)| (input, width) != (is_input, wanted)) {
                let found = there.map_or("no".to_owned(), |(_, _, width)| format!("{width}-bit"));
                let way = if *is_input { "input" } else { "output" };
                return Err(format!(
                    "{name} of {rows} rows and {bits} bits must have {way} pin {pin} of {wanted} bits, and has {found} {pin}; \
                     correct rows, bits or pins in the table"
                ));
            }
        }
        let is_unknown = |(name, is_input, _): &&(String, bool, usize)| {
            *is_input && !known.iter().any(|(pin, ..)| pin == name)
        };
        if let Some((pin, ..)) = found.iter().find(is_unknown) {
            return Err(format!(
                "{name} has input {pin}, which is not in the table; add it to tie of its interface"
            ));
        }
        self.energy = energy(&library, cell, &self.interface.port[0])?;
        self.leakage = leakage(cell)?;
        self.area = self.area.or(own);
        self.liberty = text;
        Ok(())
    }
}

/// The signal pins of `cell`: name, whether it is an input, bits.
///
/// # Errors
/// A name that cannot be, with rule and cure.
fn liberty_pins(library: &Group, cell: &Group) -> Result<Vec<(String, bool, usize)>, String> {
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

/// Energy of the clock's edge when `port` reads, and when it writes; `None` where the file does not
/// have both as one number each.
///
/// # Errors
/// A value that cannot be, with rule and cure.
fn energy(library: &Group, cell: &Group, port: &PortPins) -> Result<Option<AccessEnergy>, String> {
    let scale = library.picofarads()?;
    let clock = cell.of_kind("pin").find(|pin| pin.name == port.clock.name);
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
    // `MEN & !WEN & REN`: enabled, not writing, reading.
    let accessed = |[enable, write, read]: [bool; 3]| {
        let pins = [(&port.enable, enable), (&port.write, write), (&port.read, read)];
        let term = |(pin, is_on): (&Option<Pin>, bool)| {
            let pin = pin.as_ref()?;
            Some(format!("{}{}", if is_on == pin.is_low { "!" } else { "" }, pin.name))
        };
        pins.into_iter().filter_map(term).collect::<Vec<_>>().join("&")
    };
    let read = when(&accessed([true, false, true])).transpose()?;
    let write = when(&accessed([true, true, false])).transpose()?;
    Ok(read.zip(write).map(|(read, write)| AccessEnergy { read, write }))
}
