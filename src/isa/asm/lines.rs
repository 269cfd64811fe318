//! What is found about whole lines of a text after they were assembled.

use std::ops::Range;

use super::error::{AssemblyErrors, Fault};
use super::token;

/// A rule that a line breaks, whichever of its tokens breaks it.
pub(in crate::isa) struct LineFault {
    /// Line number in the text, from 1.
    pub number: usize,
    pub rule: String,
    pub cure: String,
}

/// The errors of a text that assembles, but not for what it is wanted for.
pub(in crate::isa) fn line_errors(
    source_name: &str,
    text: &str,
    faults: impl IntoIterator<Item = LineFault>,
) -> AssemblyErrors {
    let spans: Vec<Range<usize>> = code(text).collect();
    let fault = |LineFault { number, rule, cure }| {
        let span = spans.get(number - 1).cloned().unwrap_or_default();
        Fault::new(span, rule, cure)
    };
    AssemblyErrors::new(source_name, text, faults.into_iter().map(fault).collect())
}

/// The column, from 1 and in characters, at which the code of each line of `text` begins; 1 where
/// it has none.
pub fn columns(text: &str) -> Vec<usize> {
    let starts = text
        .split('\n')
        .scan(0, |start, line| Some(std::mem::replace(start, *start + line.len() + 1)));
    code(text)
        .zip(starts)
        .map(|(code, start)| text[start..code.start].chars().count() + 1)
        .collect()
}

/// For each line of `text` its bytes from the first token to the last.
fn code(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let tokens = token::tokens(line, start);
        let empty = start..start;
        start += line.len() + 1;
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => first.start..last.span().end,
            _ => empty,
        }
    })
}
