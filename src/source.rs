//! Places in texts that people write: their line and column, and the excerpt that a terminal shows.

use std::fmt;
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};

/// Characters of a line that are shown before and from a place on.
const SHOWN_BEFORE: usize = 60;
const SHOWN_BEHIND: usize = 60;

/// Longest piece of a text that a sentence quotes, in characters.
const QUOTED: usize = 40;

/// Mark that some editors put before the first line of a file.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Rule and cure where it must not be.
pub const AT_MARK: &str = "the file begins with a byte order mark; save it as UTF-8 without one";

/// `1 wave`, `2 waves`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// `a, b or c`, with `last` as the last link.
pub fn listed(items: &[impl AsRef<str>], last: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// The names without repetitions.
pub fn once<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let mut all: Vec<&str> = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// A place in a text, and as much of its line as is shown. It keeps nothing else of the text, which
/// may be long.
#[derive(Clone, PartialEq, Eq)]
pub struct Excerpt {
    name: String,
    /// Number of the line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The shown part of the line, in printable characters.
    shown: Arc<str>,
    /// The place in what is shown.
    span: SourceSpan,
}

impl Excerpt {
    /// The bytes `place` of `text`, which is called `name`; of several lines the first counts.
    pub fn new(name: &str, text: &str, place: Range<usize>) -> Self {
        let start = text.floor_char_boundary(place.start.min(text.len()));
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let end = text.floor_char_boundary(place.end.clamp(start, line_end));
        let before = text[line_start..start].chars().count();
        let cut = before.saturating_sub(SHOWN_BEFORE);
        let mut shown = String::from(if cut > 0 { "…" } else { "" });
        shown.extend(text[line_start..start].chars().skip(cut).map(printable));
        let from = shown.len();
        let marked = text[start..end].chars().take(SHOWN_BEHIND);
        shown.extend(marked.map(printable));
        let span = (from, shown.len() - from).into();
        let rest = SHOWN_BEHIND.saturating_sub(text[start..end].chars().take(SHOWN_BEHIND).count());
        shown.extend(text[end..line_end].chars().take(rest).map(printable));
        if text[start..line_end].chars().nth(SHOWN_BEHIND).is_some() {
            shown.push('…');
        }
        let line = text[..start].bytes().filter(|&byte| byte == b'\n').count() + 1;
        Self { name: name.to_owned(), line, column: before + 1, shown: shown.into(), span }
    }

    /// The place as a diagnostic points at it.
    pub fn labels(&self) -> Box<dyn Iterator<Item = LabeledSpan>> {
        let label = LabeledSpan::new_with_span(Some("here".to_owned()), self.span);
        Box::new(iter::once(label))
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// `prog.s:3:1`.
impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.name, self.line, self.column)
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        context_lines: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // Without context the caller asks where the place is, else what is to be shown.
        let column = if context_lines == 0 { self.column - 1 } else { 0 };
        Ok(Box::new(MietteSpanContents::new_named(
            printable_text(&self.name),
            self.shown.as_bytes(),
            (0, self.shown.len()).into(),
            self.line - 1,
            column,
            1,
        )))
    }
}

/// A rule that a text breaks: `machine.toml:3:1: unknown key `lane`; did you mean `lanes`? …`.
///
/// Displayed, it is one sentence with place, rule, value and cure; as a diagnostic it also shows
/// the line of the text.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{place}{}{problem}", if .place.is_empty() { "" } else { ": " })]
pub struct TextError {
    /// File, line and column, or whatever the text is part of; empty where that is not known.
    pub place: String,
    /// Rule, value and cure.
    pub problem: String,
    excerpt: Option<Arc<Excerpt>>,
}

impl TextError {
    /// `problem` with the bytes `span` of `text`, which is called `name`.
    pub fn new(name: &str, text: &str, span: Range<usize>, problem: String) -> Self {
        let excerpt = Excerpt::new(name, text, span);
        Self { place: excerpt.to_string(), problem, excerpt: Some(Arc::new(excerpt)) }
    }

    /// `problem` with what is called `place`, of which no line is shown.
    pub fn of(place: String, problem: String) -> Self {
        Self { place, problem, excerpt: None }
    }
}

impl Diagnostic for TextError {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_deref().map(|excerpt| excerpt as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.excerpt.as_deref().map(Excerpt::labels)
    }
}

/// The character as a terminal may get it: none that controls it, or turns the direction of text.
fn printable(character: char) -> char {
    match character {
        '\t' => ' ',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        character if character.is_control() => '\u{fffd}',
        character => character,
    }
}

/// `text` as a terminal may get it, in its lines.
pub fn printable_text(text: &str) -> String {
    let shown = |character| if character == '\n' { '\n' } else { printable(character) };
    text.chars().map(shown).collect()
}

/// The user's text as a sentence quotes it: on one line, and not too much of it.
pub fn shorten(text: &str) -> String {
    shorten_to(QUOTED, text)
}

/// As [`shorten`], of a line that a tool has printed, which says more.
pub fn shorten_line(text: &str) -> String {
    shorten_to(10 * QUOTED, text)
}

fn shorten_to(most: usize, text: &str) -> String {
    let mut shown: String = text.chars().take(most).map(printable).collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}
