//! A line of text as tokens.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::error::Fault;
use super::literal::Literal;
use super::token_kind::{BLOCK_COMMENT, SIGNS, TokenKind};
use crate::isa::SourceModifier;
use crate::source::{BYTE_ORDER_MARK, shorten};

/// A piece of a line: a comma, or text between commas and white space.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    /// As it is written; a rewritten token has a text of its own.
    pub text: Cow<'t, str>,
    /// Byte of the source text where it starts.
    pub start: usize,
    pub kind: TokenKind,
    /// Whether `.reuse` follows an operand: `kind` is that of the text before it.
    pub is_reused: bool,
    /// TokenKind and length of the text before the dot, in an operand with a selector (`R2.B0`).
    pub selected: Option<(TokenKind, usize)>,
}

/// Suffix that compilers write behind a source that the operand collector may keep for the next
/// instruction.
const REUSE: &str = ".reuse";

impl<'t> Token<'t> {
    pub fn new(text: &'t str, start: usize) -> Self {
        let bare = if text.starts_with('@') { text } else { without_reuse(text) };
        let kind = TokenKind::of(bare);
        let selected = if kind == TokenKind::Other { selected(bare) } else { None };
        Self { text: text.into(), start, kind, is_reused: bare.len() < text.len(), selected }
    }

    /// The operand of this name.
    pub fn named(text: String, start: usize) -> Self {
        let kind = TokenKind::of(&text);
        Self { text: text.into(), start, kind, is_reused: false, selected: None }
    }

    /// The number in the place of this token.
    pub fn number<'o>(&self, value: impl Into<i128>, text: String) -> Token<'o> {
        let kind = TokenKind::Literal(Literal::Integer(value.into()));
        Token { text: text.into(), start: self.start, kind, is_reused: false, selected: None }
    }

    /// The register or RZ with a sign, without it: behind a minus or `~`, or between bars.
    pub fn without_sign(&self, sign: char) -> Option<Self> {
        let text = self.text.strip_prefix(sign)?;
        let text = if sign == '|' { text.strip_suffix('|')? } else { text }.to_owned();
        let kind = TokenKind::of(without_reuse(&text));
        let is_register = matches!(kind, TokenKind::Register(_) | TokenKind::ZERO);
        let start = self.start + 1;
        is_register.then(|| Self { text: text.into(), start, kind, ..self.clone() })
    }

    /// The register, perhaps modified, with its sign changed.
    pub fn negated(&self) -> Self {
        let (kind, text) = match (self.kind, self.text.strip_prefix('-')) {
            (TokenKind::ModifiedRegister(number, modifier), Some(bare)) => {
                let modifier = SourceModifier { negate: false, ..modifier };
                (TokenKind::ModifiedRegister(number, modifier), bare.to_owned())
            }
            (kind, _) => {
                let (number, modifier) = match kind {
                    TokenKind::Register(number) => (number, SourceModifier::NONE),
                    TokenKind::ModifiedRegister(number, modifier) => (number, modifier),
                    _ => return self.clone(),
                };
                let modifier = SourceModifier { negate: true, ..modifier };
                (TokenKind::ModifiedRegister(number, modifier), format!("-{}", self.text))
            }
        };
        Self { text: text.into(), kind, ..self.clone() }
    }

    /// The register behind it; RZ stays what it is.
    pub fn next(&self) -> Self {
        let TokenKind::Register(number) = self.kind else { return self.clone() };
        let text = format!("{}{}", &self.text[..1], number + 1);
        Self { kind: TokenKind::of(&text), text: text.into(), ..self.clone() }
    }

    /// The part of its word by that name, such as `B0`.
    pub fn part(&self, part: &str) -> Self {
        let bare = without_reuse(&self.text);
        let (text, selected) = (format!("{bare}.{part}"), Some((self.kind, bare.len())));
        Self {
            text: text.into(),
            kind: TokenKind::Other,
            selected,
            is_reused: false,
            ..self.clone()
        }
    }

    /// The operand without its `.reuse`.
    pub fn without_reuse(&self) -> Self {
        Self { text: without_reuse(&self.text).to_owned().into(), ..self.clone() }
    }

    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Whether it is the word `name`, in any case.
    pub fn is(&self, name: &str) -> bool {
        self.text.eq_ignore_ascii_case(name)
    }

    pub fn fault(&self, rule: impl Into<String>, cure: impl Into<String>) -> Fault {
        Fault::new(self.span(), rule, cure)
    }
}

/// The token as an error prints it: on one line and not endless.
impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shorten(&self.text))
    }
}

fn without_reuse(text: &str) -> &str {
    let split = text.len().checked_sub(REUSE.len()).and_then(|at| text.split_at_checked(at));
    split.filter(|(_, end)| end.eq_ignore_ascii_case(REUSE)).map_or(text, |(bare, _)| bare)
}

/// A register before a dot, or a literal before the name of parts: `5.B0`.
fn selected(text: &str) -> Option<(TokenKind, usize)> {
    let (before, behind) = text.rsplit_once('.')?;
    let kind = TokenKind::of(before);
    let is_selected = match kind {
        TokenKind::Register(_) | TokenKind::ModifiedRegister(..) => true,
        TokenKind::Literal(_) => behind.starts_with(['b', 'B', 'h', 'H']),
        _ => false,
    };
    is_selected.then_some((kind, before.len()))
}

/// The lines of `text`, each with its number, from 1, and the byte where it begins.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut next = 0;
    (1..).zip(text.split('\n')).map(move |(number, line)| {
        let start = next;
        next += line.len() + 1;
        (number, start, line)
    })
}

/// The tokens of `line`, which starts at byte `start` of its text, without its comments. Brackets
/// hold a token together: `quad_perm:[0, 1, 2, 3]` is one. A `/*` that nothing ends is the last.
pub(super) fn tokens(line: &str, start: usize) -> Vec<Token<'_>> {
    scan(line, start).0
}

/// The tokens of `line`, and its text behind the `;` that ends them, if one does.
pub(super) fn scan(line: &str, start: usize) -> (Vec<Token<'_>>, Option<&str>) {
    let mut tokens = Vec::new();
    let mut behind = None;
    let mut push =
        |range: Range<usize>| tokens.push(Token::new(&line[range.clone()], start + range.start));
    let mut begin = None;
    let mut is_bracketed = false;
    let mut at = 0;
    while let Some(character) = line[at..].chars().next() {
        let rest = &line[at..];
        if character == ';' || rest.starts_with("//") {
            behind = rest.strip_prefix(';');
            break;
        }
        let next = at + character.len_utf8();
        if let Some(comment) = rest.strip_prefix(BLOCK_COMMENT) {
            if let Some(begin) = begin.take() {
                push(begin..at);
            }
            let Some(length) = comment.find("*/") else {
                push(at..line.trim_end().len());
                return (tokens, None);
            };
            at += BLOCK_COMMENT.len() + length + "*/".len();
            continue;
        }
        match character {
            '[' | '(' => is_bracketed = true,
            '{' => {
                is_bracketed |= rest[next - at..].starts_with(|next: char| next.is_ascii_digit())
            }
            ']' | ')' | '}' => is_bracketed = false,
            _ => {}
        }
        let is_space = character.is_whitespace() || character == BYTE_ORDER_MARK;
        // Old versions of cuobjdump print c[0x0] [0x28], the oldest c [0x0] [0x28].
        let is_constant = |begin: usize| {
            let bare = line[begin..at].trim_start_matches(SIGNS);
            let begins = bare == "c" || bare.starts_with('c') && bare.ends_with(']');
            begins && rest.trim_start().starts_with('[')
        };
        if is_bracketed
            || is_space && begin.is_some_and(is_constant)
            || !(character == ',' || is_space)
        {
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
    (tokens, behind)
}
