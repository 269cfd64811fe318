//! Errors of a configuration, and where in it they are.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, SourceCode};

use crate::source::{Excerpt, shorten};

/// Longest word that is compared with choices, in bytes.
const LONGEST_WORD: usize = 40;

/// Why a configuration is refused: `machine.toml:3:1: unknown key `lane`; did you mean `lanes`?
/// keys are …`.
///
/// Displayed, it is one sentence with place, rule, value and cure; as a diagnostic it also shows
/// the line of the file.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{place}{problem}")]
pub struct ConfigError {
    place: Place,
    problem: String,
    excerpt: Option<Arc<Excerpt>>,
}

impl Diagnostic for ConfigError {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_deref().map(|excerpt| excerpt as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.excerpt.as_deref().map(Excerpt::labels)
    }
}

/// Where a value was given, as the error reports it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the preset or in a [`super::Config`] built by hand.
    Nowhere,
    /// In a file, line and column from 1.
    File { name: String, line: usize, column: usize },
    /// In the argument of `--set`.
    Set(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nowhere => Ok(()),
            Self::File { name, line, column } => write!(f, "{name}:{line}:{column}: "),
            Self::Set(item) => write!(f, "--set {item}: "),
        }
    }
}

impl ConfigError {
    /// An error without a place.
    pub(super) fn nowhere(problem: String) -> Self {
        Self { place: Place::Nowhere, problem, excerpt: None }
    }

    /// An error in the argument of `--set`.
    pub(super) fn in_set(item: &str, problem: String) -> Self {
        Self { place: Place::Set(shorten(item)), ..Self::nowhere(problem) }
    }

    /// An error at the bytes `span` of the file `name`.
    pub(super) fn in_file(name: &str, text: &str, span: Range<usize>, problem: String) -> Self {
        let excerpt = Excerpt::new(name, text, span);
        let (line, column) = (excerpt.line, excerpt.column);
        Self {
            place: Place::File { name: name.to_owned(), line, column },
            problem,
            excerpt: Some(Arc::new(excerpt)),
        }
    }

    /// Where the offending value was given.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Rule, value and cure, without the place.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

/// The choice that `word` was probably meant to be, if one is near.
pub fn nearest<'a>(word: &str, choices: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST_WORD {
        return None;
    }
    let word = word.to_lowercase();
    let limit = 1 + word.chars().count() / 4;
    choices
        .into_iter()
        .map(|choice| (strsim::damerau_levenshtein(&word, &choice.to_lowercase()), choice))
        .filter(|&(distance, choice)| distance <= limit && distance < choice.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, choice)| choice)
}

/// `did you mean `lanes`? `, or nothing when no choice is near.
pub fn suggestion<'a>(word: &str, choices: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, choices).map_or(String::new(), |choice| format!("did you mean `{choice}`? "))
}
