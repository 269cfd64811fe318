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

/// What compilers write behind a source that the operand collector may keep for the next
/// instruction.
const REUSE: &str = ".reuse";

/// An operand without its `.reuse`.
pub(super) fn without_reuse(text: &str) -> &str {
    let cut = text.len().checked_sub(REUSE.len());
    let end = cut.and_then(|at| Some((at, text.get(at..)?)));
    end.filter(|(_, end)| end.eq_ignore_ascii_case(REUSE)).map_or(text, |(at, _)| &text[..at])
}

/// What begins a comment that ends on its line.
pub(super) const BLOCK_COMMENT: &str = "/*";

/// The words of `line`, which starts at byte `start` of its text, without its comments. Brackets
/// hold a word together: `quad_perm:[0, 1, 2, 3]` is one. A `/*` that nothing ends is the last word.
pub(super) fn words(line: &str, start: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut push =
        |range: Range<usize>| words.push(Word { start: start + range.start, text: &line[range] });
    let mut begin = None;
    let mut is_bracketed = false;
    let mut at = 0;
    while let Some(character) = line[at..].chars().next() {
        let rest = &line[at..];
        if character == ';' || rest.starts_with("//") {
            break;
        }
        let next = at + character.len_utf8();
        if let Some(comment) = rest.strip_prefix(BLOCK_COMMENT) {
            if let Some(begin) = begin.take() {
                push(begin..at);
            }
            let Some(length) = comment.find("*/") else {
                push(at..line.trim_end().len());
                return words;
            };
            at += BLOCK_COMMENT.len() + length + "*/".len();
            continue;
        }
        match character {
            '[' | '(' => is_bracketed = true,
            ']' | ')' => is_bracketed = false,
            _ => {}
        }
        let is_space = character.is_whitespace() || character == BYTE_ORDER_MARK;
        if is_bracketed || !(character == ',' || is_space) {
            begin.get_or_insert(at);
        } else {
            if let Some(begin) = begin.take() {
                push(begin..at);
            }
            if character == ',' {
                push(at..next);
            }
        }
        at = next;
    }
    if let Some(begin) = begin {
        push(begin..line[..at].trim_end().len());
    }
    words
}
