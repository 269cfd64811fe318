//! Errors of a program text: one sentence for a line of output, a marked source line for a
//! terminal.

use std::fmt;
use std::ops::Range;

use miette::{Diagnostic, LabeledSpan, SourceCode};
use thiserror::Error;

use crate::source::{Excerpt, counted, listed, once};

/// Errors that are reported of one text; the rest is counted as "more".
pub const MAXIMUM_ERRORS: usize = 20;

/// Reason why a machine cannot execute a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lack {
    /// The operation is missing: memory, branches, an arithmetic of another kind.
    Operation,
    /// It has the operation, but not with these operands or modifiers.
    Form,
    /// The mnemonic is none that the assembler knows, also not by name.
    Unknown,
    /// It has all but a word that is the same in every thread, which a file can give.
    Word,
}

/// A broken rule before it knows its file.
#[derive(Debug)]
pub(super) struct Fault {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// The rule and the value that breaks it.
    pub rule: String,
    /// Correction to make.
    pub cure: String,
    /// Legal choices that would make the sentence too long.
    pub choices: Option<String>,
    pub lack: Lack,
    /// Cure that leaves the result of a compiler's line as it is; `None` where `cure` may change it.
    pub in_listing: Option<String>,
}

/// Cure of a compiler's line that has no nearer one: its text is not misspelt.
pub(super) const BY_PARTS: &str = "write what it does in other instructions of this machine";

impl Fault {
    pub fn new(span: Range<usize>, rule: impl Into<String>, cure: impl Into<String>) -> Self {
        let (rule, cure) = (rule.into(), cure.into());
        Self { span, rule, cure, choices: None, lack: Lack::Form, in_listing: None }
    }

    /// The same cure in a listing, since it changes no result.
    pub fn same_in_listing(self) -> Self {
        Self { in_listing: Some(self.cure.clone()), ..self }
    }

    pub fn in_listing(self, cure: impl Into<String>) -> Self {
        Self { in_listing: Some(cure.into()), ..self }
    }

    /// The fault of a line of a listing, whose cure changes no result.
    pub fn of_listing(self) -> Self {
        let cure = self.in_listing.clone().unwrap_or_else(|| BY_PARTS.to_owned());
        Self { cure, choices: None, ..self }
    }

    pub fn with_choices(self, choices: String) -> Self {
        Self { choices: Some(choices), ..self }
    }

    pub fn of(self, lack: Lack) -> Self {
        Self { lack, ..self }
    }
}

/// One broken rule of a program text. As text it is one sentence:
/// `file:line:column: rule, value; cure`.
#[derive(Clone, Debug, Error)]
#[error("{file}:{line}:{column}: {rule}; {cure}")]
pub struct AssemblyError {
    /// Name of the text.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// Characters from there on that are wrong, in this line.
    pub length: usize,
    /// The rule and the value that breaks it.
    pub rule: String,
    /// Correction to make.
    pub cure: String,
    help: String,
    excerpt: Excerpt,
}

impl Diagnostic for AssemblyError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(self.excerpt.labels())
    }
}

/// Everything that is wrong with one program text, in its order.
#[derive(Clone, Debug, Error)]
#[error("{file} does not assemble: {}{}", counted(.errors.len(), "error"), if *.has_more { " and more" } else { "" })]
pub struct AssemblyErrors {
    /// Name of the text.
    pub file: String,
    /// At least one, at most [`MAXIMUM_ERRORS`].
    pub errors: Vec<AssemblyError>,
    /// Whether the text has errors beyond these.
    pub has_more: bool,
}

impl Diagnostic for AssemblyErrors {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.errors.iter().map(|error| error as &dyn Diagnostic)))
    }
}

impl AssemblyErrors {
    pub(super) fn new(file: &str, text: &str, mut faults: Vec<Fault>) -> Self {
        let has_more = faults.len() > MAXIMUM_ERRORS;
        faults.truncate(MAXIMUM_ERRORS);
        // The choices are many and the same for many: they are said once.
        let mut said: Vec<String> = vec![];
        for fault in &mut faults {
            let choices = fault.choices.take().filter(|choices| !said.contains(choices));
            said.extend(choices.clone());
            fault.choices = choices;
        }
        let errors =
            faults.into_iter().map(|fault| AssemblyError::new(file, text, fault)).collect();
        Self { file: file.to_owned(), errors, has_more }
    }
}

impl AssemblyError {
    fn new(file: &str, text: &str, fault: Fault) -> Self {
        let wrong = text.get(fault.span.clone()).unwrap_or_default();
        let length = wrong.lines().next().map_or(0, |line| line.chars().count());
        let excerpt = Excerpt::new(file, text, fault.span);
        Self {
            file: file.to_owned(),
            line: excerpt.line,
            column: excerpt.column,
            length,
            help: match fault.choices {
                Some(choices) => format!("{}\n{choices}", fault.cure),
                None => fault.cure.clone(),
            },
            rule: fault.rule,
            cure: fault.cure,
            excerpt,
        }
    }
}

/// `a, b or c`.
pub(super) fn either(items: &[impl AsRef<str>]) -> String {
    listed(items, "or")
}

/// The names most like `text`, best first, at most three.
pub(super) fn near<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    /// Longer than any name; beyond it comparing costs time and finds nothing.
    const LONGEST: usize = 40;
    const ALIKE: f64 = 0.6;
    const NOT_MUCH_WORSE: f64 = 0.15;
    if text.len() > LONGEST {
        return Vec::new();
    }
    let text = text.to_lowercase();
    let alike =
        |name: &'n str| (strsim::normalized_damerau_levenshtein(&text, &name.to_lowercase()), name);
    let mut scored: Vec<(f64, &str)> =
        names.into_iter().map(alike).filter(|&(score, _)| score >= ALIKE).collect();
    scored.sort_by(|left, right| right.0.total_cmp(&left.0));
    let best = scored.first().map_or(0.0, |&(score, _)| score);
    scored.retain(|&(score, _)| score >= best - NOT_MUCH_WORSE);
    let mut nearest = once(scored.into_iter().map(|(_, name)| name));
    nearest.truncate(3);
    nearest
}
