//! Errors of whole lines that are found after the text was assembled.

use std::ops::Range;

use super::error::{AssemblyErrors, Fault};
use super::token::{Token, lines, tokens};

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

/// Range of bytes from the first token to the last, for each line of `text`.
fn code(text: &str) -> impl Iterator<Item = Range<usize>> {
    lines(text).map(|(_, start, line)| {
        let tokens = tokens(line, start);
        let span = |token: Option<&Token>| token.map_or(start..start, Token::span);
        span(tokens.first()).start..span(tokens.last()).end
    })
}
