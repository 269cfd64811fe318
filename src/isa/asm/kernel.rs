//! A compiler's whole listing for time: what the machine executes, and in the place of every other
//! line instructions with its operands. Loops are repeated.

use std::cmp::Reverse;
use std::ops::Range;

use super::blocks::MAXIMUM_INSTRUCTIONS;
use super::constants::Constants;
use super::error::Lack;
use super::footprint::footprint;
use super::listing::read_listing;
use super::target::Target;
use super::token::lines;
use crate::isa::{Class, ControlOperation, Line, Lines, Modelled};
use crate::source::listed;

/// Cycles after which a word of memory can be read, unless another number is given.
pub const MEMORY_LATENCY: u32 = 200;

/// Assumptions about the lines of a kernel that its text does not have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KernelOptions {
    /// Labels, and how often the loops that begin there are executed.
    pub trips: Vec<(String, usize)>,
    /// Latency in cycles of each of [`Class::ALL`]; `None`: as every other instruction's, and
    /// [`MEMORY_LATENCY`] of memory.
    pub latencies: [Option<u32>; 4],
}

/// A listing as instructions that take its time.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// Its instructions, loops repeated, without its EXIT.
    pub lines: Lines,
    /// Lines of the listing that the machine executes.
    pub executed: usize,
    /// Lines of each of [`Class::ALL`] of which only the operands are known.
    pub modelled: [usize; 4],
    /// Mnemonics, in their order, of lines that cannot be read and take no time.
    pub unread: Vec<String>,
    /// Lines behind the last EXIT that fill the code up.
    pub padding: usize,
}

/// Instructions of a listed line.
struct Listed {
    number: usize,
    text: String,
    lines: Vec<Line>,
}

/// Labels of `text`, each with the number of its line. An address before an instruction is one, too:
/// `0x90`.
pub fn labels(text: &str) -> Vec<(String, usize)> {
    let label = |(number, _, line): (usize, usize, &str)| {
        let mut words = line.split_whitespace();
        let (first, second) = (words.next()?, words.next());
        let address = first.strip_prefix("/*").and_then(|rest| rest.strip_suffix("*/"));
        let address = address.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        // A directive has an address, too.
        let address = address.filter(|_| second.is_some_and(|word| !word.starts_with('.')));
        let name = match (address, second.and_then(|name| name.strip_suffix(">:"))) {
            (Some(address), _) => format!("{address:#x}"),
            (None, Some(name)) => name.strip_prefix('<')?.to_owned(),
            (None, None) => first.strip_suffix(':').filter(|name| !name.is_empty())?.to_owned(),
        };
        Some((name, number))
    };
    lines(text).filter_map(label).collect()
}

/// The listing `text` called `name` as instructions of the machine of `target`.
///
/// # Errors
/// A register that the machine lacks, a label that the text lacks, loops that overlap, or more
/// instructions than a program holds.
pub fn read_kernel(
    name: &str,
    text: &str,
    target: &Target,
    options: &KernelOptions,
) -> Result<Kernel, String> {
    let mut kernel = Kernel::default();
    let mut all: Vec<Listed> = vec![];
    let mut last_exit = 0;
    for listed in read_listing(text, target, &Constants::assumed()).instructions {
        let (number, text) = (listed.number, listed.text);
        let lines = match listed.here {
            Ok(own) => {
                kernel.executed += 1;
                let is_exit = |line: &Line| line.instruction.operation == ControlOperation::Exit;
                let mut lines: Vec<Line> =
                    own.into_iter().map(|own| Line::new(own, number)).collect();
                if lines.iter().any(is_exit) {
                    last_exit = all.len();
                    lines.clear();
                }
                lines
            }
            Err(refused) if refused.lack == Lack::Unknown => {
                kernel.unread.push(mnemonic(&text).to_owned());
                continue;
            }
            Err(refused) => {
                let (class, own) = footprint(&text, target.registers).map_err(|missing| {
                    let cure = match missing {
                        ..256 => format!("set registers = {}", (missing + 1).next_power_of_two()),
                        _ => "leave the line out".to_owned(),
                    };
                    format!(
                        "{name}:{number}:{}: {} names register {missing}, and this machine has {}; \
                         {cure}",
                        refused.column,
                        mnemonic(&text),
                        target.registers
                    )
                })?;
                let place = Class::ALL.iter().position(|own| *own == class).unwrap_or_default();
                kernel.modelled[place] += 1;
                let usual = (class == Class::Memory).then_some(MEMORY_LATENCY);
                let modelled = Modelled { class, latency: options.latencies[place].or(usual) };
                let line = |own| Line { modelled: Some(modelled), ..Line::new(own, number) };
                own.into_iter().map(line).collect()
            }
        };
        all.push(Listed { number, text, lines });
    }
    let is_padding =
        |listed: &Listed| ["NOP", "BRA", "s_nop", "s_code_end"].contains(&mnemonic(&listed.text));
    if last_exit > 0 && all[last_exit + 1..].iter().all(is_padding) {
        for listed in all.drain(last_exit + 1..) {
            kernel.padding += 1;
            match listed.lines.iter().any(|line| line.modelled.is_some()) {
                true => kernel.modelled[3] -= 1,
                false => kernel.executed -= 1,
            }
        }
    }
    let mut loops = loops(name, text, &all, &options.trips)?;
    loops.sort_by_key(|(range, ..)| (range.start, Reverse(range.end)));
    for (at, (outer, label, _)) in loops.iter().enumerate() {
        let overlaps = |(inner, ..): &&Loop| {
            inner.start < outer.end && inner.end > outer.end || inner == outer
        };
        if let Some((_, other, _)) = loops[at + 1..].iter().find(overlaps) {
            return Err(format!(
                "{name}: the loops of --trip {label} and --trip {other} overlap; leave one out"
            ));
        }
    }
    let too_long = || {
        format!(
            "{name}: its loops execute more than {MAXIMUM_INSTRUCTIONS} instructions; give smaller \
             numbers to --trip"
        )
    };
    kernel.lines = arranged(&all, 0..all.len(), &loops).ok_or_else(too_long)?;
    Ok(kernel)
}

/// Lines of a loop, its label, and how often it is executed.
type Loop<'l> = (Range<usize>, &'l str, usize);

/// A loop is from its label to the last branch back to it; without one the block that the label
/// begins, up to the next label or with the next branch.
fn loops<'l>(
    name: &str,
    text: &str,
    all: &[Listed],
    trips: &'l [(String, usize)],
) -> Result<Vec<Loop<'l>>, String> {
    let labels = labels(text);
    let is_hexadecimal = |name: &str| name.starts_with("0x");
    let found = |(label, count): &'l (String, usize)| {
        let Some((_, number)) = labels.iter().find(|(own, _)| own == label) else {
            let named: Vec<&String> = labels
                .iter()
                .map(|(own, _)| own)
                .filter(|own| !is_hexadecimal(own))
                .take(5)
                .collect();
            let cure = match named.as_slice() {
                [] => "write an address of it, such as 0x90".to_owned(),
                some => format!("it has for example {}", listed(some, "and")),
            };
            return Err(format!("{name}: --trip {label}: it has no such label; {cure}"));
        };
        let at = |number: usize| all.partition_point(|listed| listed.number < number);
        let start = at(*number);
        let back = (start..all.len())
            .rev()
            .find(|&line| is_branch(&all[line]) && names(&all[line], label));
        let next_label = labels.iter().filter(|(own, _)| !is_hexadecimal(own));
        let next_label = next_label.map(|(_, number)| at(*number)).find(|&next| next > start);
        let end = next_label.unwrap_or(all.len());
        let branch = || (start..end).find(|&line| is_branch(&all[line]));
        let end = back.or_else(branch).map_or(end, |last| last + 1);
        Ok((start..end, label.as_str(), *count))
    };
    trips.iter().map(found).collect()
}

fn mnemonic(text: &str) -> &str {
    text.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or_default()
}

fn is_branch(listed: &Listed) -> bool {
    let begins =
        ["BRA", "BRX", "JMP", "RET", "EXIT", "s_branch", "s_cbranch", "s_setpc", "s_endpgm"];
    begins.iter().any(|begin| mnemonic(&listed.text).starts_with(begin))
}

/// Whether a line names `label`.
fn names(listed: &Listed, label: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "._$".contains(c);
    listed.text.split(|c| !is_part(c)).any(|word| word == label)
}

/// The lines of `range` with its loops repeated, outer ones first; `None` where they are too many.
fn arranged(all: &[Listed], range: Range<usize>, mut loops: &[Loop]) -> Option<Lines> {
    let (mut lines, mut at) = (Lines::default(), range.start);
    while at < range.end {
        match loops {
            [(own, _, count), inner @ ..] if own.start <= at => {
                let inside = inner.iter().take_while(|(other, ..)| other.start < own.end).count();
                let body = arranged(all, own.clone(), &inner[..inside])?;
                let length = count.checked_mul(body.len())?.checked_add(lines.len())?;
                if length > MAXIMUM_INSTRUCTIONS {
                    return None;
                }
                lines.repeat(body, *count);
                (at, loops) = (own.end, &inner[inside..]);
            }
            _ => {
                lines.extend(all[at].lines.iter().copied());
                at += 1;
            }
        }
    }
    Some(lines)
}
