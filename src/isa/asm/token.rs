//! A line of text as words.

use std::ops::Range;

use crate::source::{BYTE_ORDER_MARK, shorten};

/// A piece of a line and its place in the text: a comma, or what stands between commas and white
/// space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub text: &'t str,
    /// Byte of the text where it starts.
    pub start: usize,
}

impl Word<'_> {
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub fn is_comma(&self) -> bool {
        self.text == ","
    }

    /// The word as an error prints it: on one line and not endless.
    pub fn shown(&self) -> String {
        shorten(self.text)
    }
}

/// The words of `line`, which starts at byte `start` of its text, without its comment. Brackets
/// hold a word together: `quad_perm:[0, 1, 2, 3]` is one.
pub(super) fn words(line: &str, start: usize) -> Vec<Word<'_>> {
    let comment = [line.find(';'), line.find("//")].into_iter().flatten().min();
    let code = line[..comment.unwrap_or(line.len())].trim_end();
    let mut words = Vec::new();
    let mut push =
        |range: Range<usize>| words.push(Word { start: start + range.start, text: &code[range] });
    let mut begin = None;
    let mut is_bracketed = false;
    for (at, character) in code.char_indices() {
        match character {
            '[' => is_bracketed = true,
            ']' => is_bracketed = false,
            _ => {}
        }
        let is_space = character.is_whitespace() || character == BYTE_ORDER_MARK;
        if is_bracketed || !(character == ',' || is_space) {
            begin.get_or_insert(at);
            continue;
        }
        if let Some(begin) = begin.take() {
            push(begin..at);
        }
        if character == ',' {
            push(at..at + 1);
        }
    }
    if let Some(begin) = begin {
        push(begin..code.len());
    }
    words
}
