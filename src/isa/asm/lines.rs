//! Errors of whole lines that are found after the text was assembled.

use std::collections::BTreeMap;
use std::ops::Range;

use super::error::{AssemblyErrors, Fault};
use super::token::{Token, lines, tokens};
use crate::isa::{Line, Operand, Program};

/// Errors of a text that assembles but is unfit for its use. `faults` holds, for each such line,
/// its number from 1, the rule that it breaks and the cure.
pub(in crate::isa) fn line_errors(
    source_name: &str,
    text: &str,
    faults: impl IntoIterator<Item = (usize, String, String)>,
) -> AssemblyErrors {
    let spans: Vec<Range<usize>> = code(text).collect();
    let fault = |(number, rule, cure): (usize, String, String)| {
        Fault::new(spans.get(number - 1).cloned().unwrap_or_default(), rule, cure)
    };
    AssemblyErrors::new(source_name, text, faults.into_iter().map(fault).collect())
}

/// The column, from 1 and in characters, at which the code of each line of `text` begins; 1 where
/// it has none.
pub fn columns(text: &str) -> Vec<usize> {
    let column = |((_, start, _), code): (_, Range<usize>)| text[start..code.start].chars().count();
    lines(text).zip(code(text)).map(|place| column(place) + 1).collect()
}

/// Integers that `program`, assembled from `text`, reads as floats though they are small numbers in
/// decimal: a sentence each.
pub fn doubtful_literals(source_name: &str, text: &str, program: &Program) -> Vec<String> {
    const SMALL: u64 = 1 << 23;
    let mut of_lines: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    let mut see = |line: &Line| {
        let instruction = &line.instruction;
        if instruction.operation.reads_floats() && !of_lines.contains_key(&line.number) {
            let words = instruction.sources().into_iter().filter_map(Operand::literal).collect();
            of_lines.insert(line.number, words);
        }
    };
    program.waves.iter().for_each(|lines| lines.each(&mut see));
    let mut said = Vec::new();
    for (number, start, line) in lines(text) {
        let Some(words) = of_lines.get(&number) else { continue };
        for token in tokens(line, start) {
            let Some(value) = token.kind.integer().and_then(|value| i64::try_from(value).ok())
            else {
                continue;
            };
            let is_decimal = token.text.trim_start_matches('-').parse::<u64>().is_ok();
            let is_small = (1..SMALL).contains(&value.unsigned_abs());
            if is_decimal && is_small && words.contains(&(value as u32)) {
                let float = f32::from_bits(value as u32);
                let column = text[start..token.start].chars().count() + 1;
                said.push(format!(
                    "{source_name}:{number}:{column}: {token} beside a float operation is its bits, \
                     {float:e} as a float; write {token}.0 for the number, {:#x} for the bits\n",
                    value as u32
                ));
            }
        }
    }
    said
}

/// Range of bytes from the first token to the last, for each line of `text`.
fn code(text: &str) -> impl Iterator<Item = Range<usize>> {
    lines(text).map(|(_, start, line)| {
        let tokens = tokens(line, start);
        let span = |token: Option<&Token>| token.map_or(start..start, Token::span);
        span(tokens.first()).start..span(tokens.last()).end
    })
}
