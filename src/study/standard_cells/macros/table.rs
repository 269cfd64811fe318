//! A table of macros as TOML: sizes, and pins by name and polarity.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::super::liberty::is_plain;
use super::super::library::MOST;
use super::super::wires;
use super::interface::Interface;
use super::sram::Macro;
use crate::config::suggestion;
use crate::source::{TextError, shorten, shorten_line};

/// Tables that are part of the program, by name.
pub const SHIPPED: [(&str, &str); 5] = [
    ("ihp-sg13g2", include_str!("tables/ihp-sg13g2.toml")),
    ("sky130", include_str!("tables/sky130.toml")),
    ("gf180mcu", include_str!("tables/gf180mcu.toml")),
    ("openram", include_str!("tables/openram.toml")),
    ("fakeram45", include_str!("tables/fakeram45.toml")),
];

/// Name of the table of macros that are just as large as the memories of a design.
pub const MOCK: &str = "mock";

/// Content of a table.
pub struct Content {
    /// Macros in their order.
    pub macros: Vec<Macro>,
    /// Area of a NAND of two inputs, in µm².
    pub gate: Option<f64>,
    /// Wires of the process.
    pub wires: Option<wires::Process>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    gate: Option<Spanned<f64>>,
    r#macro: Vec<Row>,
    interface: BTreeMap<String, Spanned<Interface>>,
    wires: Option<Spanned<wires::Process>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: Spanned<String>,
    interface: Spanned<String>,
    rows: Spanned<i64>,
    bits: Spanned<i64>,
    granule: Option<Spanned<i64>>,
    area: Option<Spanned<f64>>,
    size: Option<Spanned<[f64; 2]>>,
}

/// Content of the table `text`, which is called `file`.
///
/// # Errors
/// A problem with its place, rule and cure.
pub fn parse(file: &str, text: &str) -> Result<Content, TextError> {
    let wrong = |span: Range<usize>, problem: String| TextError::new(file, text, span, problem);
    let table: Table = toml::from_str(text).map_err(|error| {
        let said = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        let problem = format!(
            "{}; write the table as docs/learn/macros.md shows it",
            shorten_line(&said).trim_end_matches(['.', ';'])
        );
        wrong(error.span().unwrap_or(0..0), problem)
    })?;
    let mut interfaces = BTreeMap::new();
    for (name, interface) in table.interface {
        let span = interface.span();
        let interface = interface.into_inner();
        if let Some(problem) = interface.broken_rule() {
            let name = shorten(&name);
            return Err(wrong(span, format!("interface {name}: {problem}")));
        }
        interfaces.insert(name, Arc::new(interface));
    }
    let gate = table.gate.map(|gate| positive("gate must be square micrometres", gate, &wrong));
    let gate = gate.transpose()?;
    let mut macros: Vec<Macro> = vec![];
    for row in table.r#macro {
        let span = row.name.span();
        let own = row.read(&interfaces, &wrong)?;
        if macros.iter().any(|other| other.name == own.name) {
            return Err(wrong(span, format!("{} stands here twice; leave one out", own.name)));
        }
        if macros.first().is_some_and(|first| first.area.is_some() != own.area.is_some()) {
            let rule = "some macros have an area and some have none; give it to all or to none";
            return Err(wrong(span, rule.to_owned()));
        }
        macros.push(own);
    }
    if let Some((span, problem)) =
        table.wires.as_ref().and_then(|own| Some((own.span(), own.get_ref().broken_rule()?)))
    {
        return Err(wrong(span, problem));
    }
    match macros.is_empty() {
        true => Err(wrong(0..0, "it has no macro; write a line for each".to_owned())),
        false => Ok(Content { macros, gate, wires: table.wires.map(Spanned::into_inner) }),
    }
}

/// A number above 0, of which the rule says what it must be.
fn positive(
    rule: &str,
    number: Spanned<f64>,
    wrong: &impl Fn(Range<usize>, String) -> TextError,
) -> Result<f64, TextError> {
    let found = *number.get_ref();
    match found > 0.0 && found <= MOST {
        true => Ok(found),
        false => Err(wrong(number.span(), format!("{rule} above 0, not {found}; correct it"))),
    }
}

impl Row {
    fn read(
        self,
        interfaces: &BTreeMap<String, Arc<Interface>>,
        wrong: &impl Fn(Range<usize>, String) -> TextError,
    ) -> Result<Macro, TextError> {
        let whole = |key: &str, number: &Spanned<i64>, low: usize, high: usize| {
            let found = usize::try_from(*number.get_ref()).ok();
            found.filter(|found| (low..=high).contains(found)).ok_or_else(|| {
                let found = number.get_ref();
                let rule =
                    format!("{key} must be a whole number from {low} to {high}, not {found}");
                wrong(number.span(), rule + "; correct it")
            })
        };
        let name = self.name.get_ref().clone();
        if !is_plain(&name) {
            let name = shorten(&name);
            let rule = "a macro's name must be letters, digits and underscores";
            return Err(wrong(self.name.span(), format!("{rule}, not `{name}`; correct it")));
        }
        let interface = interfaces.get(self.interface.get_ref()).cloned().ok_or_else(|| {
            let keys: Vec<&str> = interfaces.keys().map(|key| &**key).collect();
            let found = self.interface.get_ref();
            let meant = suggestion(found, keys.iter().copied());
            let (found, known) = (shorten(found), shorten_line(&keys.join(", ")));
            let problem = format!("there is no interface `{found}`; {meant}interfaces are {known}");
            wrong(self.interface.span(), problem)
        })?;
        let rows = whole("rows", &self.rows, 2, 1 << 24)?;
        let bits = whole("bits", &self.bits, 1, 4096)?;
        let granule = self.granule.as_ref();
        let granule = granule.map(|own| Ok((whole("granule", own, 1, bits)?, own.span())));
        let granule = match (granule.transpose()?, interface.is_masked()) {
            (Some((granule, span)), true) if !bits.is_multiple_of(granule) => {
                let problem = format!("{granule} bits of a granule do not divide {bits} bits");
                return Err(wrong(span, problem + "; correct one of them"));
            }
            (Some((granule, _)), true) => Some(granule),
            (None, false) => None,
            (Some((_, span)), false) => {
                let problem = "its interface has no mask; leave granule out, or add the pin";
                return Err(wrong(span, problem.to_owned()));
            }
            (None, true) => {
                let problem = format!(
                    "granule of {name} is missing, and its interface has a mask; add the bits that one bit of the mask writes"
                );
                return Err(wrong(self.name.span(), problem));
            }
        };
        let area = self.area.map(|area| positive("area must be square micrometres", area, wrong));
        let (mut area, mut size) = (area.transpose()?, None);
        if let Some(both) = self.size {
            let (span, numbers) = (both.span(), both.into_inner());
            if area.is_some() {
                let problem = "size gives the area too; leave area out".to_owned();
                return Err(wrong(span, problem));
            }
            for number in numbers {
                positive("size must be micrometres", Spanned::new(span.clone(), number), wrong)?;
            }
            (area, size) = (Some(numbers[0] * numbers[1]), Some(numbers));
        }
        Ok(Macro { name, rows, bits, interface, granule, area, size, ..Macro::empty() })
    }
}
