//! DPP modifiers in the text (ISA.md section 6): one table for the parser, its errors and the
//! disassembler.

use super::error::{Fault, either, near};
use super::literal::{Literal, parse_literal};
use super::token::Word;
use crate::isa::{Dpp, DppControl};

/// A control that takes one number, or none.
struct Control {
    name: &'static str,
    /// Legal numbers; empty where the control takes none.
    numbers: &'static [u8],
    make: fn(u8) -> DppControl,
}

const SHIFTS: &[u8] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const POSITIONS: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

const fn control(
    name: &'static str,
    numbers: &'static [u8],
    make: fn(u8) -> DppControl,
) -> Control {
    Control { name, numbers, make }
}

static CONTROLS: &[Control] = &[
    control("row_shl", SHIFTS, DppControl::RowShiftLeft),
    control("row_shr", SHIFTS, DppControl::RowShiftRight),
    control("row_ror", SHIFTS, DppControl::RowRotateRight),
    control("wave_shl", &[1], |_| DppControl::WaveShiftLeft),
    control("wave_rol", &[1], |_| DppControl::WaveRotateLeft),
    control("wave_shr", &[1], |_| DppControl::WaveShiftRight),
    control("wave_ror", &[1], |_| DppControl::WaveRotateRight),
    control("row_mirror", &[], |_| DppControl::RowMirror),
    control("row_half_mirror", &[], |_| DppControl::RowHalfMirror),
    control("row_bcast", &[15], |_| DppControl::RowBroadcast15),
    control("row_bcast", &[31], |_| DppControl::RowBroadcast31),
    control("row_share", POSITIONS, DppControl::RowShare),
    control("row_newbcast", POSITIONS, DppControl::RowShare),
    control("row_xmask", POSITIONS, DppControl::RowXorMask),
];

const QUAD_PERMUTE: &str = "quad_perm";
const EIGHT_PERMUTE: &str = "dpp8";
const MASKS: [&str; 4] = ["row_mask", "bank_mask", "bound_ctrl", "fi"];
const LEGAL: &str = "quad_perm:[0..3,0..3,0..3,0..3], row_shl:1..15, row_shr:1..15, row_ror:1..15, wave_shl:1, wave_rol:1, \
                     wave_shr:1, wave_ror:1, row_mirror, row_half_mirror, row_bcast:15, row_bcast:31, row_share:0..15, \
                     row_newbcast:0..15, row_xmask:0..15, with row_mask:0..0xf, bank_mask:0..0xf, bound_ctrl:0, fi:1; \
                     dpp8:[0..7,0..7,0..7,0..7,0..7,0..7,0..7,0..7], with fi:1";

fn names() -> impl Iterator<Item = &'static str> {
    [QUAD_PERMUTE, EIGHT_PERMUTE]
        .into_iter()
        .chain(CONTROLS.iter().map(|control| control.name))
        .chain(MASKS)
}

/// How the control called `name` is written, each way with a number that it may have; empty where
/// there is none.
pub(super) fn written(name: &str) -> Vec<(String, String)> {
    let lists = [
        (QUAD_PERMUTE, "quad_perm:[0..3,0..3,0..3,0..3]", "quad_perm:[1,0,3,2]"),
        (EIGHT_PERMUTE, "dpp8:[0..7,0..7,0..7,0..7,0..7,0..7,0..7,0..7]", "dpp8:[7,6,5,4,3,2,1,0]"),
    ];
    let is_it = |own: &str| own.eq_ignore_ascii_case(name);
    let list = lists.iter().filter(|(own, ..)| is_it(own));
    let list = list.map(|(_, way, example)| (way.to_string(), example.to_string()));
    let numbered = CONTROLS.iter().filter(|control| is_it(control.name)).map(|control| {
        let name = control.name;
        match control.numbers {
            [] => (name.to_owned(), name.to_owned()),
            [only] => (format!("{name}:{only}"), format!("{name}:{only}")),
            [low, .., high] => (format!("{name}:{low}..{high}"), format!("{name}:1")),
        }
    });
    list.chain(numbered).collect()
}

/// Whether a word that stands where an operand might is meant as a DPP modifier.
pub(super) fn is_modifier(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let begins = |prefix: &str| lower.starts_with(prefix);
    lower.contains(':')
        || lower == "fi"
        || ["row_", "wave_", "quad_", "bank_", "bound_", "dpp"].into_iter().any(begins)
}

/// What the modifiers of one instruction have said so far.
#[derive(Default)]
struct Modifiers {
    control: Option<DppControl>,
    row_mask: Option<u8>,
    bank_mask: Option<u8>,
    bound_control: Option<bool>,
    fetch_inactive: Option<bool>,
}

/// The DPP modifier that `words` (at least one) say.
pub(super) fn parse(words: &[Word]) -> Result<Dpp, Fault> {
    let mut modifiers = Modifiers::default();
    for word in words {
        modifiers.read(word)?;
    }
    let control = modifiers.control.ok_or_else(|| {
        let rule = format!("{} stands without a DPP control", words[0].shown());
        Fault::new(words[0].span(), rule, "add a control, e.g. quad_perm:[0,1,2,3]")
            .with_choices(format!("legal are {LEGAL}"))
    })?;
    if let DppControl::EightPermute(_) = control {
        refuse_masks_of_eight(words)?;
    }
    let default = Dpp::new(control);
    Ok(Dpp {
        row_mask: modifiers.row_mask.unwrap_or(default.row_mask),
        bank_mask: modifiers.bank_mask.unwrap_or(default.bank_mask),
        bound_control: modifiers.bound_control.unwrap_or(default.bound_control),
        fetch_inactive: modifiers.fetch_inactive.unwrap_or(default.fetch_inactive),
        ..default
    })
}

/// BC and FI as `words` say them behind the operands of `mnemonic`, which takes no other modifier.
pub(super) fn parse_flags(words: &[Word], mnemonic: &str) -> Result<(bool, bool), Fault> {
    let mut modifiers = Modifiers::default();
    for word in words {
        let name = word.text.split(':').next().unwrap_or_default();
        if !["bound_ctrl", "fi"].iter().any(|flag| name.eq_ignore_ascii_case(flag)) {
            let rule = format!("{mnemonic} takes bound_ctrl:0 and fi:1, not {}", word.shown());
            return Err(Fault::new(word.span(), rule, "remove it"));
        }
        modifiers.read(word)?;
    }
    Ok((modifiers.bound_control.unwrap_or(false), modifiers.fetch_inactive.unwrap_or(false)))
}

/// Masks and BC have no place beside the selectors of dpp8.
fn refuse_masks_of_eight(words: &[Word]) -> Result<(), Fault> {
    let is_mask = |word: &&Word| {
        ["row_mask", "bank_mask", "bound_ctrl"]
            .iter()
            .any(|name| word.text.to_ascii_lowercase().starts_with(name))
    };
    words.iter().find(is_mask).map_or(Ok(()), |word| {
        let rule = format!("dpp8 stands alone or with fi:1, not with {}", word.shown());
        Err(Fault::new(word.span(), rule, "remove it"))
    })
}

impl Modifiers {
    fn read(&mut self, word: &Word) -> Result<(), Fault> {
        let lower = word.text.to_ascii_lowercase();
        let (name, value) = match lower.split_once(':') {
            Some((name, value)) => (name, Some(value)),
            None => (lower.as_str(), None),
        };
        let nibble = || number(name, value, POSITIONS, word);
        let flag = || number(name, value, &[0, 1], word);
        match name {
            "row_mask" => once(&mut self.row_mask, nibble()?, name, word),
            "bank_mask" => once(&mut self.bank_mask, nibble()?, name, word),
            // LLVM: both values set the field.
            "bound_ctrl" => once(&mut self.bound_control, flag().map(|_| true)?, name, word),
            "fi" => once(&mut self.fetch_inactive, flag()? == 1, name, word),
            _ => once(&mut self.control, read_control(name, value, word)?, "the DPP control", word),
        }
    }
}

fn once<T>(place: &mut Option<T>, value: T, name: &str, word: &Word) -> Result<(), Fault> {
    if place.replace(value).is_some() {
        return Err(Fault::new(
            word.span(),
            format!("{name} is given twice, the second time by {}", word.shown()),
            "keep one",
        ));
    }
    Ok(())
}

fn read_control(name: &str, value: Option<&str>, word: &Word) -> Result<DppControl, Fault> {
    if name == QUAD_PERMUTE {
        return positions(value, 3).map(DppControl::QuadPermute).ok_or_else(|| {
            let rule =
                format!("quad_perm takes four positions 0..3 in brackets, not {}", word.shown());
            Fault::new(word.span(), rule, "write quad_perm:[0,1,2,3]")
        });
    }
    if name == EIGHT_PERMUTE {
        return positions(value, 7).map(DppControl::EightPermute).ok_or_else(|| {
            let rule = format!("dpp8 takes eight positions 0..7 in brackets, not {}", word.shown());
            Fault::new(word.span(), rule, "write dpp8:[0,1,2,3,4,5,6,7]")
        });
    }
    let named: Vec<&Control> = CONTROLS.iter().filter(|control| control.name == name).collect();
    let Some(first) = named.first() else { return Err(unknown(word)) };
    if first.numbers.is_empty() {
        return match value {
            None => Ok((first.make)(0)),
            Some(_) => Err(Fault::new(
                word.span(),
                format!("{name} takes no number, but is {}", word.shown()),
                format!("write {name}"),
            )),
        };
    }
    let numbers: Vec<u8> = named.iter().flat_map(|control| control.numbers).copied().collect();
    let number = number(name, value, &numbers, word)?;
    let control = named.iter().find(|control| control.numbers.contains(&number)).unwrap_or(first);
    Ok((control.make)(number))
}

/// `[p0,p1,…]`: as many positions as the permutation has, each at most `highest`.
fn positions<const COUNT: usize>(value: Option<&str>, highest: u8) -> Option<[u8; COUNT]> {
    let inside = value?.trim().strip_prefix('[')?.strip_suffix(']')?;
    let position = |text: &str| match parse_literal(text.trim()) {
        Some(Literal::Integer(position)) if (0..=highest.into()).contains(&position) => {
            Some(position as u8)
        }
        _ => None,
    };
    let positions: Vec<u8> = inside.split(',').map(position).collect::<Option<_>>()?;
    positions.try_into().ok()
}

fn number(name: &str, value: Option<&str>, legal: &[u8], word: &Word) -> Result<u8, Fault> {
    if let Some(Literal::Integer(number)) = value.and_then(parse_literal)
        && let Some(&number) = legal.iter().find(|&&legal| i128::from(legal) == number)
    {
        return Ok(number);
    }
    let range = match legal {
        [low, _, .., high] if usize::from(high - low) + 1 == legal.len() && legal.len() > 2 => {
            format!("{low}..{high}")
        }
        _ => either(&legal.iter().map(u8::to_string).collect::<Vec<_>>()),
    };
    let rule = match value {
        Some(_) => format!("{name} takes {range}, but is {}", word.shown()),
        None => format!("{name} takes {range}, but has no number"),
    };
    let example = legal.last().map_or_else(String::new, u8::to_string);
    Err(Fault::new(word.span(), rule, format!("write for example {name}:{example}")))
}

fn unknown(word: &Word) -> Fault {
    let name = word.text.split(':').next().unwrap_or_default();
    let nearest = near(name, names());
    let suggestion = if nearest.is_empty() {
        String::new()
    } else {
        format!("did you mean {}? ", either(&nearest))
    };
    Fault::new(
        word.span(),
        format!("{} is not a DPP modifier", word.shown()),
        format!("{suggestion}legal are {LEGAL}"),
    )
}

/// The modifiers as text, without those that say what is so anyway.
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

fn control_text(wanted: DppControl) -> String {
    if let DppControl::QuadPermute([p0, p1, p2, p3]) = wanted {
        return format!("{QUAD_PERMUTE}:[{p0},{p1},{p2},{p3}]");
    }
    if let DppControl::EightPermute(positions) = wanted {
        let positions = positions.map(|position| position.to_string());
        return format!("{EIGHT_PERMUTE}:[{}]", positions.join(","));
    }
    for control in CONTROLS {
        if control.numbers.is_empty() && (control.make)(0) == wanted {
            return control.name.to_owned();
        }
        if let Some(number) =
            control.numbers.iter().find(|&&number| (control.make)(number) == wanted)
        {
            return format!("{}:{number}", control.name);
        }
    }
    format!("dpp_ctrl:{:#x}", wanted.encode())
}
