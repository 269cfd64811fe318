//! DPP modifiers in the text (ISA.md section 6): one table for the parser, its errors and the
//! disassembler.

use super::error::{Fault, either, near};
use super::literal::parse_literal;
use super::token::Token;
use crate::isa::{Dpp, DppControl};

/// A control of one name.
struct Control {
    name: &'static str,
    takes: Takes,
    /// Returns the control with the given numbers.
    make: fn(&[u8]) -> DppControl,
}

#[derive(Clone, Copy)]
enum Takes {
    Nothing,
    /// A number from the first to the second.
    Number(u8, u8),
    /// So many positions, in words, each at most the number; the example's are in falling order.
    Positions(usize, &'static str, u8, &'static str),
}

use Takes::{Nothing, Number, Positions};

const fn control(name: &'static str, takes: Takes, make: fn(&[u8]) -> DppControl) -> Control {
    Control { name, takes, make }
}

static CONTROLS: &[Control] = &[
    control("quad_perm", Positions(4, "four", 3, "[1,0,3,2]"), |p| {
        DppControl::QuadPermute(std::array::from_fn(|place| p[place]))
    }),
    control("row_shl", Number(1, 15), |n| DppControl::RowShiftLeft(n[0])),
    control("row_shr", Number(1, 15), |n| DppControl::RowShiftRight(n[0])),
    control("row_ror", Number(1, 15), |n| DppControl::RowRotateRight(n[0])),
    control("wave_shl", Number(1, 1), |_| DppControl::WaveShiftLeft),
    control("wave_rol", Number(1, 1), |_| DppControl::WaveRotateLeft),
    control("wave_shr", Number(1, 1), |_| DppControl::WaveShiftRight),
    control("wave_ror", Number(1, 1), |_| DppControl::WaveRotateRight),
    control("row_mirror", Nothing, |_| DppControl::RowMirror),
    control("row_half_mirror", Nothing, |_| DppControl::RowHalfMirror),
    control("row_bcast", Number(15, 15), |_| DppControl::RowBroadcast15),
    control("row_bcast", Number(31, 31), |_| DppControl::RowBroadcast31),
    control("row_share", Number(0, 15), |n| DppControl::RowShare(n[0])),
    control("row_newbcast", Number(0, 15), |n| DppControl::RowShare(n[0])),
    control("row_xmask", Number(0, 15), |n| DppControl::RowXorMask(n[0])),
    EIGHT,
];

const EIGHT: Control = control("dpp8", Positions(8, "eight", 7, "[7,6,5,4,3,2,1,0]"), |p| {
    DppControl::EightPermute(std::array::from_fn(|place| p[place]))
});
const MASKS: [&str; 4] = ["row_mask", "bank_mask", "bound_ctrl", "fi"];

impl Control {
    /// Spelling with the legal values: `row_shl:1..15`.
    fn way(&self) -> String {
        let name = self.name;
        match self.takes {
            Nothing => name.to_owned(),
            Number(low, high) if low == high => format!("{name}:{low}"),
            Number(low, high) => format!("{name}:{low}..{high}"),
            Positions(count, _, highest, _) => {
                format!("{name}:[{}]", vec![format!("0..{highest}"); count].join(","))
            }
        }
    }

    fn example(&self) -> String {
        match self.takes {
            Number(low, high) => format!("{}:{}", self.name, if low == high { low } else { 1 }),
            Positions(.., example) => format!("{}:{example}", self.name),
            Nothing => self.name.to_owned(),
        }
    }
}

/// Every way to write a modifier.
fn legal() -> String {
    let rows = CONTROLS.iter().filter(|control| control.name != EIGHT.name);
    let ways: Vec<String> = rows.map(Control::way).collect();
    let masks = "row_mask:0..0xf, bank_mask:0..0xf, bound_ctrl:0, fi:1";
    format!("legal are {}, with {masks}; {}, with fi:1", ways.join(", "), EIGHT.way())
}

/// Every DPP modifier with its legal values, and an example of each.
pub fn modifiers() -> Vec<(String, String)> {
    let masks = ["row_mask:0..0xf", "bank_mask:0..0xf", "bound_ctrl:0", "fi:1"];
    let examples = ["row_mask:0xa", "bank_mask:0xf", "bound_ctrl:0", "fi:1"];
    let masks = masks.into_iter().zip(examples).map(|(way, one)| (way.to_owned(), one.to_owned()));
    CONTROLS.iter().map(|control| (control.way(), control.example())).chain(masks).collect()
}

/// Spellings of the control called `name`, each with an example; empty if no control has that
/// name.
pub(super) fn written(name: &str) -> Vec<(String, String)> {
    let named = CONTROLS.iter().filter(|control| control.name.eq_ignore_ascii_case(name));
    named.map(|control| (control.way(), control.example())).collect()
}

/// Modifiers of one instruction read so far.
struct Modifiers {
    /// The control is that of `dpp` once it is among the names.
    given: Vec<String>,
    dpp: Dpp,
}

const CONTROL: &str = "the DPP control";

/// Parses a DPP modifier from `tokens`, at least one.
pub(super) fn parse(tokens: &[Token]) -> Result<Dpp, Fault> {
    let Modifiers { given, dpp } = Modifiers::read(tokens)?;
    if !given.iter().any(|name| name == CONTROL) {
        let rule = format!("{} stands without a DPP control", tokens[0]);
        let fault = tokens[0].fault(rule, "add a control, e.g. quad_perm:[0,1,2,3]");
        return Err(fault.with_choices(legal()));
    }
    if let DppControl::EightPermute(_) = dpp.control {
        refuse_masks_of_eight(tokens)?;
    }
    Ok(dpp)
}

/// Parses BC and FI from the `tokens` behind the operands of `mnemonic`, its only modifiers.
pub(super) fn parse_flags(tokens: &[Token], mnemonic: &str) -> Result<(bool, bool), Fault> {
    let is_flag = |token: &&Token| {
        let name = token.text.split(':').next().unwrap_or_default();
        MASKS[2..].iter().any(|flag| name.eq_ignore_ascii_case(flag))
    };
    if let Some(token) = tokens.iter().find(|token| !is_flag(token)) {
        let rule = format!("{mnemonic} takes bound_ctrl:0 and fi:1, not {token}");
        return Err(token.fault(rule, "remove it"));
    }
    let Dpp { bound_control, fetch_inactive, .. } = Modifiers::read(tokens)?.dpp;
    Ok((bound_control, fetch_inactive))
}

/// Refuses masks and BC next to the selectors of dpp8.
fn refuse_masks_of_eight(tokens: &[Token]) -> Result<(), Fault> {
    let is_mask = |token: &&Token| {
        let lower = token.text.to_ascii_lowercase();
        MASKS[..3].iter().any(|name| lower.starts_with(name))
    };
    tokens.iter().find(is_mask).map_or(Ok(()), |token| {
        let rule = format!("dpp8 stands alone or with fi:1, not with {token}");
        Err(token.fault(rule, "remove it"))
    })
}

impl Modifiers {
    fn read(tokens: &[Token]) -> Result<Self, Fault> {
        let mut modifiers = Self { given: vec![], dpp: Dpp::new(DppControl::RowMirror) };
        for token in tokens {
            let name = modifiers.set(token)?;
            if modifiers.given.contains(&name) {
                let rule = format!("{name} is given twice, the second time by {token}");
                return Err(token.fault(rule, "keep one"));
            }
            modifiers.given.push(name);
        }
        Ok(modifiers)
    }

    /// Sets the field that the modifier names, and returns the name.
    fn set(&mut self, token: &Token) -> Result<String, Fault> {
        let lower = token.text.to_ascii_lowercase();
        let (name, value) = match lower.split_once(':') {
            Some((name, value)) => (name, Some(value)),
            None => (lower.as_str(), None),
        };
        let nibble = || number(name, value, &(0..=15).collect::<Vec<_>>(), token);
        let flag = || number(name, value, &[0, 1], token);
        match name {
            "row_mask" => self.dpp.row_mask = nibble()?,
            "bank_mask" => self.dpp.bank_mask = nibble()?,
            // LLVM: both values set the field.
            "bound_ctrl" => self.dpp.bound_control = flag().map(|_| true)?,
            "fi" => self.dpp.fetch_inactive = flag()? == 1,
            _ => {
                self.dpp.control = read_control(name, value, token)?;
                return Ok(CONTROL.to_owned());
            }
        }
        Ok(name.to_owned())
    }
}

fn read_control(name: &str, value: Option<&str>, token: &Token) -> Result<DppControl, Fault> {
    let named: Vec<&Control> = CONTROLS.iter().filter(|control| control.name == name).collect();
    let Some(first) = named.first() else { return Err(unknown(token)) };
    match (first.takes, value) {
        (Nothing, None) => Ok((first.make)(&[])),
        (Nothing, Some(_)) => {
            let rule = format!("{name} takes no number, but is {token}");
            Err(token.fault(rule, format!("write {name}")))
        }
        (Positions(count, words, highest, _), _) => {
            let positions = positions(value, highest).filter(|found| found.len() == count);
            positions.map(|found| (first.make)(&found)).ok_or_else(|| {
                let takes = format!("{words} positions 0..{highest} in brackets");
                let identity: Vec<String> = (0..=highest).map(|place| place.to_string()).collect();
                let cure = format!("write {name}:[{}]", identity.join(","));
                token.fault(format!("{name} takes {takes}, not {token}"), cure)
            })
        }
        (Number(..), _) => {
            let numbers = named.iter().flat_map(|control| match control.takes {
                Number(low, high) => low..=high,
                Nothing | Positions(..) => 0..=0,
            });
            let number = number(name, value, &numbers.collect::<Vec<_>>(), token)?;
            let has = |control: &&&Control| matches!(control.takes, Number(low, high) if (low..=high).contains(&number));
            Ok((named.iter().find(has).unwrap_or(first).make)(&[number]))
        }
    }
}

/// `[p0,p1,…]`, each at most `highest`.
fn positions(value: Option<&str>, highest: u8) -> Option<Vec<u8>> {
    let inside = value?.trim().strip_prefix('[')?.strip_suffix(']')?;
    let position = |text: &str| {
        let number = u8::try_from(parse_literal(text.trim())?.integer()?).ok()?;
        (number <= highest).then_some(number)
    };
    inside.split(',').map(position).collect()
}

fn number(name: &str, value: Option<&str>, legal: &[u8], token: &Token) -> Result<u8, Fault> {
    let number = value.and_then(parse_literal).and_then(|literal| literal.integer());
    if let Some(&number) = legal.iter().find(|&&legal| Some(legal.into()) == number) {
        return Ok(number);
    }
    let range = match legal {
        [low, _, .., high] if usize::from(high - low) + 1 == legal.len() && legal.len() > 2 => {
            format!("{low}..{high}")
        }
        _ => either(&legal.iter().map(u8::to_string).collect::<Vec<_>>()),
    };
    let has = match value {
        Some(_) => format!("is {token}"),
        None => "has no number".to_owned(),
    };
    let example = legal.last().map_or_else(String::new, u8::to_string);
    let rule = format!("{name} takes {range}, but {has}");
    Err(token.fault(rule, format!("write for example {name}:{example}")))
}

fn unknown(token: &Token) -> Fault {
    let name = token.text.split(':').next().unwrap_or_default();
    let names = CONTROLS.iter().map(|control| control.name).chain(MASKS);
    let cure = match &near(name, names)[..] {
        [] => legal(),
        nearest => format!("did you mean {}? {}", either(nearest), legal()),
    };
    token.fault(format!("{token} is not a DPP modifier"), cure)
}

/// The modifiers as text, without those that have their default values.
pub(super) fn text(dpp: &Dpp) -> String {
    let default = Dpp::new(dpp.control);
    let mut text = control_text(dpp.control);
    if dpp.row_mask != default.row_mask {
        text += &format!(" row_mask:{:#x}", dpp.row_mask);
    }
    if dpp.bank_mask != default.bank_mask {
        text += &format!(" bank_mask:{:#x}", dpp.bank_mask);
    }
    text + &flags(dpp.bound_control, dpp.fetch_inactive)
}

/// BC and FI as text, each with a space before.
pub(super) fn flags(bound_control: bool, fetch_inactive: bool) -> String {
    let bound_control = if bound_control { " bound_ctrl:0" } else { "" };
    let fetch_inactive = if fetch_inactive { " fi:1" } else { "" };
    format!("{bound_control}{fetch_inactive}")
}

pub(in crate::isa) fn control_text(wanted: DppControl) -> String {
    let joined =
        |positions: &[u8]| positions.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    for Control { name, takes, make } in CONTROLS {
        match (*takes, wanted) {
            (Nothing, _) if make(&[]) == wanted => return (*name).to_owned(),
            (Number(low, high), _) => {
                if let Some(number) = (low..=high).find(|&number| make(&[number]) == wanted) {
                    return format!("{name}:{number}");
                }
            }
            (Positions(4, ..), DppControl::QuadPermute(positions)) => {
                return format!("{name}:[{}]", joined(&positions));
            }
            (Positions(8, ..), DppControl::EightPermute(positions)) => {
                return format!("{name}:[{}]", joined(&positions));
            }
            _ => {}
        }
    }
    format!("dpp_ctrl:{:#x}", wanted.encode())
}
