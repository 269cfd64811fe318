//! Pins of macros, by name and polarity, and what a memory uses of them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::super::liberty::is_plain;
use crate::hdl::MemoryPort;
use crate::source::shorten;

/// Pins of a kind of macros.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interface {
    /// Whether read data stays until the port reads again.
    #[serde(default)]
    pub holds: bool,
    /// The ports.
    pub port: Vec<PortPins>,
    /// Other inputs, and the value of each.
    #[serde(default)]
    pub tie: BTreeMap<String, Tie>,
}

/// Constant at an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Tie {
    /// Value of one bit.
    Bit(u8),
    /// Value of each bit of an input as wide as another.
    Bus(Width, u8),
}

impl Tie {
    /// The value of each bit.
    pub fn value(self) -> u8 {
        match self {
            Self::Bit(value) | Self::Bus(_, value) => value,
        }
    }
}

/// Width of a pin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Width {
    Bit,
    Address,
    Data,
    Mask,
}

/// Accesses of a port.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Rw,
    R,
    W,
}

/// Pins of a port.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortPins {
    /// Its accesses.
    pub kind: Kind,
    pub clock: Pin,
    pub address: Pin,
    /// The port is used.
    pub enable: Option<Pin>,
    /// It writes.
    pub write: Option<Pin>,
    /// It reads; without such a pin it reads where it is used and does not write.
    pub read: Option<Pin>,
    /// A bit for each granule: it is written.
    pub mask: Option<Pin>,
    pub data: Option<Pin>,
    pub q: Option<Pin>,
}

impl PortPins {
    /// Its pins: name in the table, pin, and width.
    pub fn pins(&self) -> impl Iterator<Item = (&'static str, &Pin, Width)> {
        let all = [
            ("clock", Some(&self.clock), Width::Bit),
            ("enable", self.enable.as_ref(), Width::Bit),
            ("write", self.write.as_ref(), Width::Bit),
            ("read", self.read.as_ref(), Width::Bit),
            ("address", Some(&self.address), Width::Address),
            ("data", self.data.as_ref(), Width::Data),
            ("mask", self.mask.as_ref(), Width::Mask),
            ("q", self.q.as_ref(), Width::Data),
        ];
        all.into_iter().filter_map(|(key, pin, width)| Some((key, pin?, width)))
    }

    /// Rule that its pins break, and cure.
    fn broken_rule(&self) -> Option<String> {
        let (has, kind) = (|pin: &Option<Pin>| pin.is_some(), self.kind);
        let wrong = match kind {
            Kind::R if has(&self.write) || has(&self.data) || has(&self.mask) => {
                "of kind \"r\" has no write, data or mask; leave them out, or take \"rw\""
            }
            Kind::W if has(&self.read) || has(&self.q) => {
                "of kind \"w\" has no read or q; leave them out, or take \"rw\""
            }
            Kind::R | Kind::Rw if !has(&self.q) => "that reads has q; add its pin",
            Kind::W | Kind::Rw if !has(&self.data) => "that writes has data; add its pin",
            Kind::Rw if !has(&self.write) => "of kind \"rw\" has write; add its pin",
            Kind::W if !has(&self.write) && !has(&self.enable) => {
                "of kind \"w\" has write or enable; add one"
            }
            _ => {
                let is_wrong = |(key, pin, _): &(&str, &Pin, Width)| {
                    pin.is_low && ["clock", "address", "data", "q"].contains(key)
                };
                let (key, pin, _) = self.pins().find(is_wrong)?;
                let name = &pin.name;
                return Some(format!(
                    "{key} cannot be low-active; write \"{name}\", and invert in a wrapper"
                ));
            }
        };
        Some(format!("a port {wrong}"))
    }
}

/// A pin; `!` before its name in the table says that it is active while low.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Pin {
    pub name: String,
    pub is_low: bool,
}

impl TryFrom<String> for Pin {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let name = text.strip_prefix('!').unwrap_or(&text);
        match is_plain(name) {
            true => Ok(Self { name: name.to_owned(), is_low: name != text }),
            false => Err(format!(
                "a pin's name must be letters, digits and underscores, with ! before it where it is low-active, not `{}`",
                shorten(&text)
            )),
        }
    }
}

impl Interface {
    /// Whether its macros can be written in parts.
    pub fn is_masked(&self) -> bool {
        self.port.iter().any(|port| port.mask.is_some())
    }

    /// Rule that it breaks, and cure.
    pub fn broken_rule(&self) -> Option<String> {
        if !(1..=4).contains(&self.port.len()) {
            return Some(format!("a macro has 1 to 4 ports, not {}; correct it", self.port.len()));
        }
        if let Some(problem) = self.port.iter().find_map(PortPins::broken_rule) {
            return Some(problem);
        }
        let writes = self.port.iter().filter(|port| port.kind != Kind::R);
        if self.is_masked() && writes.clone().any(|port| port.mask.is_none()) {
            return Some("all ports that write have a mask, or none; add or remove it".to_owned());
        }
        if let Some((name, tie)) =
            self.tie.iter().find(|(name, tie)| !is_plain(name) || tie.value() > 1)
        {
            let (name, value) = (shorten(name), tie.value());
            return Some(format!(
                "a tied pin is a name with 0 or 1, not `{name}` with {value}; correct it"
            ));
        }
        let clocks: BTreeSet<&str> = self.port.iter().map(|port| &*port.clock.name).collect();
        let others = self.port.iter().flat_map(PortPins::pins).filter(|(key, ..)| *key != "clock");
        let others = others.map(|(_, pin, _)| &*pin.name);
        let mut seen = BTreeSet::new();
        let mut all = clocks.into_iter().chain(others).chain(self.tie.keys().map(|name| &**name));
        let twice = all.find(|name| !seen.insert(*name))?;
        Some(format!("pin {twice} has two uses; correct one of them"))
    }
}

/// Use of a port of a macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    ReadWrite,
    Read,
    Write,
}

impl Role {
    pub fn of(port: &MemoryPort) -> Self {
        match (port.write, port.output) {
            (None, _) => Self::Read,
            (Some(_), None) => Self::Write,
            (Some(_), Some(_)) => Self::ReadWrite,
        }
    }

    pub fn reads(self) -> bool {
        self != Self::Write
    }

    pub fn writes(self) -> bool {
        self != Self::Read
    }

    fn key(self) -> &'static str {
        match self {
            Self::ReadWrite => "rw",
            Self::Read => "r",
            Self::Write => "w",
        }
    }
}

/// The keys of `roles` side by side.
pub fn keys(roles: &[Role]) -> String {
    roles.iter().map(|role| role.key()).collect::<Vec<_>>().join("_")
}

/// Bits of an address of `rows` rows.
pub fn address_width(rows: usize) -> usize {
    rows.next_power_of_two().trailing_zeros().max(1) as usize
}
