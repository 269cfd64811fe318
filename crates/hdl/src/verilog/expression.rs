//! Expressions as text: operands in parentheses where needed, long ones over several lines.

use bitvec::field::BitField;

use super::text::{COLUMNS, fill};
use crate::{Bits, bits_to_u128};

/// Characters that an operand may have before it gets a net of its own.
const LONG: usize = 62;
/// Operators that may stand inside each other.
const DEEP: usize = 4;
/// Characters that a question may have that is asked again rather than given a net.
const SHORT: usize = 36;
/// Parts of a concatenation that is split where halves of it are wanted, and their characters.
const SPLIT_PARTS: usize = 8;
const SPLIT_TEXT: usize = 116;

/// An expression that has not been given a net.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    layout: Layout,
    /// Operators inside each other.
    depth: usize,
    /// Must be the whole right-hand side: Verilog drops the sign of a signed operand among unsigned
    /// ones.
    signed: bool,
}

#[derive(Clone, Debug)]
enum Layout {
    /// A name, a slice of one, a constant.
    Primary(String),
    /// The inversion of a primary.
    Inverted(String),
    /// Anything that needs parentheses as an operand.
    Plain(String),
    /// In braces of its own, so it stands anywhere.
    Braced(String),
    /// Parts, highest first.
    Concat(Vec<String>),
    /// Terms of one associative operator.
    Chain(&'static str, Vec<String>),
    /// `condition ? value` in order, and the value otherwise.
    Choice(Vec<String>, String),
}

impl Expression {
    fn new(layout: Layout, depth: usize) -> Self {
        Self { layout, depth, signed: false }
    }

    pub(super) fn primary(text: String) -> Self {
        Self::new(Layout::Primary(text), 0)
    }

    /// An expression with a sign, which may only be a whole right-hand side.
    pub(super) fn signed(text: String) -> Self {
        Self { layout: Layout::Plain(text), depth: 1, signed: true }
    }

    pub(super) fn constant(value: &Bits) -> Self {
        let width = value.len();
        if width <= 64 {
            return Self::primary(match bits_to_u128(value) {
                bit if width == 1 => format!("1'b{bit}"),
                small if small < 1024 => format!("{width}'d{small}"),
                large => format!("{width}'h{large:0digits$x}", digits = width.div_ceil(4)),
            });
        }
        if value.not_any() {
            return Self::primary(format!("{width}'d0"));
        }
        if value.all() {
            return Self::primary(format!("{{{width}{{1'b1}}}}"));
        }
        let word = |bits: &bitvec::slice::BitSlice<u64>| {
            let number: u64 = bits.load_le();
            format!("{}'h{number:0digits$x}", bits.len(), digits = bits.len().div_ceil(4))
        };
        Self::new(Layout::Concat(value.chunks(32).rev().map(word).collect()), 0)
    }

    /// Cheap and short enough to be repeated wherever it is used.
    pub(super) fn is_trivial(&self) -> bool {
        matches!(self.layout, Layout::Primary(_))
            || matches!(self.layout, Layout::Inverted(_)) && self.depth == 0
    }

    /// Whether it may be part of another expression.
    pub(super) fn may_be_operand(&self) -> bool {
        !self.signed && self.depth < DEEP && self.text().len() <= LONG
    }

    pub(super) fn length(&self) -> usize {
        self.text().len()
    }

    /// Short enough to be asked again rather than given a net.
    pub(super) fn is_short(&self) -> bool {
        self.depth <= 1 && self.text().len() <= SHORT
    }

    /// Whether parts of this concatenation may stand where they are wanted.
    pub(super) fn may_be_split(&self) -> bool {
        matches!(&self.layout, Layout::Concat(parts) if parts.len() <= SPLIT_PARTS)
            && self.text().len() <= SPLIT_TEXT
    }

    /// Whether it may go on a chain or be spliced, where only the length of the whole counts.
    fn chain(&self, operator: &str) -> Option<&[String]> {
        match &self.layout {
            Layout::Chain(own, terms) if *own == operator => Some(terms),
            _ => None,
        }
    }

    pub(super) fn is_choice(&self) -> bool {
        matches!(self.layout, Layout::Choice(..))
    }

    pub(super) fn is_chain(&self, operator: &str) -> bool {
        self.chain(operator).is_some()
    }

    pub(super) fn is_concat(&self) -> bool {
        matches!(self.layout, Layout::Concat(_))
    }

    pub(super) fn text(&self) -> String {
        match &self.layout {
            Layout::Primary(text) | Layout::Plain(text) | Layout::Braced(text) => text.clone(),
            Layout::Inverted(text) => format!("~{text}"),
            Layout::Concat(parts) => format!("{{{}}}", parts.join(", ")),
            Layout::Chain(operator, terms) => terms.join(&format!(" {operator} ")),
            Layout::Choice(cases, otherwise) => format!("{} : {otherwise}", cases.join(" : ")),
        }
    }

    /// As an operand of a binary operator or a choice.
    pub(super) fn operand(&self) -> String {
        match self.layout {
            Layout::Primary(_) | Layout::Inverted(_) | Layout::Braced(_) | Layout::Concat(_) => {
                self.text()
            }
            _ => format!("({})", self.text()),
        }
    }

    /// As the operand of a unary operator: `^~a` would be one operator, so inversions get
    /// parentheses too.
    fn unary_operand(&self) -> String {
        match self.layout {
            Layout::Primary(_) | Layout::Braced(_) | Layout::Concat(_) => self.text(),
            _ => format!("({})", self.text()),
        }
    }

    pub(super) fn inverted(&self) -> Self {
        match &self.layout {
            Layout::Primary(text) => Self::new(Layout::Inverted(text.clone()), 0),
            Layout::Braced(text) => Self::new(Layout::Inverted(text.clone()), self.depth),
            // `~|a` is one operator.
            Layout::Plain(text) if text.starts_with(['|', '&', '^']) => {
                Self::new(Layout::Plain(format!("~{text}")), self.depth)
            }
            _ => self.unary("~"),
        }
    }

    pub(super) fn unary(&self, operator: &str) -> Self {
        Self::new(Layout::Plain(format!("{operator}{}", self.unary_operand())), self.depth + 1)
    }

    pub(super) fn binary(&self, operator: &str, other: &Self) -> Self {
        let text = format!("{} {operator} {}", self.operand(), other.operand());
        Self::new(Layout::Plain(text), self.depth.max(other.depth) + 1)
    }

    /// As [`Self::binary`] with an associative operator: `a | b | c` needs no parentheses.
    pub(super) fn chained(&self, operator: &'static str, other: &Self) -> Self {
        let side = |side: &Self| match side.chain(operator) {
            Some(terms) => (terms.to_vec(), side.depth),
            None => (vec![side.operand()], side.depth + 1),
        };
        let ((mut terms, left), (others, right)) = (side(self), side(other));
        terms.extend(others);
        Self::new(Layout::Chain(operator, terms), left.max(right))
    }

    /// `self ? then : otherwise`; choices among choices follow each other.
    pub(super) fn choice(&self, then: &Self, otherwise: &Self) -> Self {
        let mut cases = vec![format!("{} ? {}", self.operand(), then.operand())];
        let depth = self.depth.max(then.depth) + 1;
        match &otherwise.layout {
            Layout::Choice(others, last) => {
                cases.extend(others.iter().cloned());
                Self::new(Layout::Choice(cases, last.clone()), depth.max(otherwise.depth))
            }
            _ => Self::new(
                Layout::Choice(cases, otherwise.operand()),
                depth.max(otherwise.depth + 1),
            ),
        }
    }

    /// The parts side by side, highest first.
    pub(super) fn concat(parts: &[Self]) -> Self {
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
        let texts = parts.iter().flat_map(|part| match &part.layout {
            Layout::Concat(inner) => inner.clone(),
            _ => vec![part.text()],
        });
        Self::new(Layout::Concat(texts.collect()), depth + 1)
    }

    pub(super) fn repeated(&self, count: usize) -> Self {
        let text = format!("{{{count}{{{}}}}}", self.text());
        Self::new(Layout::Braced(text), self.depth + 1)
    }

    /// `head expression;`, over several lines where one is not enough.
    pub(super) fn statement(&self, indent: usize, head: &str) -> String {
        let margin = " ".repeat(indent);
        let line = format!("{margin}{head} {};", self.text());
        let many_cases = matches!(&self.layout, Layout::Choice(cases, _) if cases.len() > 2);
        if line.len() <= COLUMNS && !many_cases {
            return line;
        }
        let inner = format!("\n{margin}    ");
        match &self.layout {
            Layout::Concat(parts) => {
                let lines = fill(parts, ",", COLUMNS - indent - 4);
                format!("{margin}{head} {{{inner}{}\n{margin}}};", lines.join(&inner))
            }
            Layout::Chain(operator, terms) => {
                let separator = format!(" {operator}");
                let lines = fill(terms, &separator, COLUMNS - indent - 5);
                format!("{margin}{head}{inner}{};", lines.join(&inner))
            }
            Layout::Choice(cases, otherwise) => {
                format!(
                    "{margin}{head}{inner}{} :{inner}{otherwise};",
                    cases.join(&format!(" :{inner}"))
                )
            }
            Layout::Primary(text) | Layout::Plain(text) | Layout::Braced(text) => {
                format!("{margin}{head}{inner}{text};")
            }
            Layout::Inverted(text) => format!("{margin}{head}{inner}~{text};"),
        }
    }
}
